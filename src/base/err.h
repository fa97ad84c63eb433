/* One error type. Lower layers return it and explain themselves in a `struct why`; the edge
 * reports it, once. Messages say what, which, and what is allowed: lower case, no full stop. */
#ifndef BELFRY_BASE_ERR_H
#define BELFRY_BASE_ERR_H

#include "base/errors.def"
#include "base/types.h"

#include <stdarg.h>

/* clang-format off */
enum err {
#define X(name, status, exit_code, sentence) ERR_##name,
	ERRORS(X)
#undef X
	ERR_COUNT
};
/* clang-format on */

enum { WHY_TEXT_MAX = 480 };

/* An error's text, and its place in the input: bytes [at, at + len). len 0: at that place, or
 * nowhere in particular. */
struct why {
	enum err code;
	u32 at;
	u32 len;
	char text[WHY_TEXT_MAX];
};

/* Fills `why` (may be NULL) and returns `code`, so that a caller writes `return fail(...)`. Text
 * past WHY_TEXT_MAX is cut; control characters and what is not UTF-8 become '?', so a message is
 * one safe line. */
enum err fail(struct why *why, enum err code, const char *format, ...) PRINTF_LIKE(3, 4);
enum err fail_at(struct why *why, enum err code, size_t at, size_t len, const char *format, ...)
	PRINTF_LIKE(5, 6);

const char *err_name(enum err err);     /* "CRON_RANGE" */
const char *err_sentence(enum err err); /* "a cron value outside its range" */
int err_http_status(enum err err);
int err_exit_code(enum err err);

#endif
