/* A type's handler as JSON: {"kind": "http", "url": ...}. Unknown fields are refused by name; every
 * text has a bound. */
#ifndef BELFRY_HANDLER_SPEC_H
#define BELFRY_HANDLER_SPEC_H

#include "base/arena.h"
#include "base/err.h"
#include "handler/kinds.def"
#include "handler/limits.h"

/* clang-format off */
enum handler_kind {
#define X(name, word, sentence) HANDLER_##name,
	HANDLER_KINDS(X)
#undef X
	HANDLER_KIND_COUNT
};
/* clang-format on */

struct spec_pair {
	str name;
	str value; /* without the prefix "secret:" if it is a secret's name */
	bool is_secret;
};

struct handler_spec {
	enum handler_kind kind;
	str url;
	struct spec_pair headers[HANDLER_HEADERS_MAX];
	u32 headers_len;
	str secrets[HANDLER_SIGNING_SECRETS];
	u32 secrets_len;
	str program;
	struct spec_pair slots[HANDLER_PROGRAM_SLOTS];
	u32 slots_len;
	str to;
	str subject;
	str level;
	str message;
	str content_type; /* empty: application/json */
	bool with_payload;
};

/* The texts are in the arena. ERR_JSON, ERR_INVALID, ERR_TOO_LONG: `why` names the field. */
MUST_USE enum err spec_parse(str json, struct arena *arena, struct handler_spec *out_spec,
			     struct why *why);

/* The names of all secrets it needs, each once; at most HANDLER_SECRETS_MAX. Returns how many. */
u32 spec_secrets(const struct handler_spec *spec, str out_names[HANDLER_SECRETS_MAX]);

#endif
