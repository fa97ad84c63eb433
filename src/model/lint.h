/* Looks for keys in a payload that look like secrets or personal data (lint.def), at any depth.
 * What stands behind them is neither kept nor told. */
#ifndef BELFRY_MODEL_LINT_H
#define BELFRY_MODEL_LINT_H

#include "base/str.h"

/* A tenant's choice for payloads with secrets. */
enum lint_mode { LINT_OFF, LINT_FLAG, LINT_REFUSE };

enum lint_kind { LINT_NOTHING, LINT_SECRET, LINT_PERSONAL, LINT_KINDS };

str lint_kind_name(enum lint_kind kind); /* empty, "secret", "personal" */

enum { LINT_PATH_BYTES = 120, LINT_DEPTH_MAX = 64 };

struct lint_found {
	enum lint_kind kind;
	u32 path_len;
	char path[LINT_PATH_BYTES]; /* "user.password"; a long one is cut in front */
};

/* The first such key of a JSON object; LINT_NOTHING: there is none. A value that is a reference to
 * a secret ("secret:NAME"), or null, is no find. What is no JSON, or deeper than LINT_DEPTH_MAX, is
 * looked at as far as it makes sense. */
struct lint_found lint_payload(str payload);

#endif
