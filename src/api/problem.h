/* Errors as RFC 9457 problem documents. The type is stable, the detail is for people. */
#ifndef BELFRY_API_PROBLEM_H
#define BELFRY_API_PROBLEM_H

#include "api/fields.h"
#include "base/buf.h"

struct problem {
	enum err code;
	str detail;                  /* empty: the error's sentence */
	const struct faults *faults; /* NULL: none */
	str request_id;
	struct uuid other; /* who stands in the way; nil: nobody */
};

/* "not_found" for ERR_NOT_FOUND. */
void problem_add_code(enum err code, struct buf *out);
void problem_write(const struct problem *problem, struct buf *out);

/* The status of a code, and how long to wait before another try; 0: no word about that. */
int problem_status(enum err code);
/* Whether an answer may have the code: others are of files, of the command line
 * and of its client. */
bool problem_is_answered(enum err code);
u32 problem_retry_after(enum err code);

#endif
