/* The findings of the checks. Exceptions are taken out here, in one place, so no check knows of
 * them. */
#ifndef BELFRY_TIDY_FINDINGS_H
#define BELFRY_TIDY_FINDINGS_H

#include "base/buf.h"
#include "tidy/checks.def"
#include "tidy/tree.h"

enum tidy_check {
#define X(name, word, demand) CHECK_##name,
	CHECKS(X)
#undef X
		CHECK_COUNT
};

struct finding {
	struct finding *next;
	enum tidy_check check;
	str path;
	u32 line; /* 0: the file as a whole */
	str text;
};

enum { EXCEPTION_COUNT_MAX = 256 };

struct findings {
	struct arena *arena;
	struct finding *first;
	struct finding **tail;
	u32 counts[CHECK_COUNT];
	bool used[EXCEPTION_COUNT_MAX]; /* exceptions that took a finding out */
	bool failed;                    /* out of memory: the list is not complete */
};

/* The arena has to outlive the findings. */
void findings_init(struct findings *findings, struct arena *arena);

void findings_add(struct findings *findings, enum tidy_check check, const struct source *source,
		  u32 line, const char *format, ...) PRINTF_LIKE(5, 6);

/* To be called last: finds the exceptions that are not needed any more. */
void findings_close(struct findings *findings, const struct tree *tree);

u32 findings_count(const struct findings *findings);
/* One line each: path:line: text [check]. */
void findings_print(const struct findings *findings, struct buf *out);

const char *check_word(enum tidy_check check);
const char *check_demand(enum tidy_check check);

#endif
