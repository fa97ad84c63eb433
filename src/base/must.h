/* Assertions that stay on in release builds: a broken promise of ours stops the process here,
 * before it can write anything wrong. Mistakes of others are errors (err.h), never must. */
#ifndef BELFRY_BASE_MUST_H
#define BELFRY_BASE_MUST_H

/* Hands the sentence to the hook (see must_set_hook), then aborts. */
_Noreturn void must_fail(const char *condition, const char *file, int line);

typedef void must_hook(const char *condition, const char *file, int line);

/* The hook is the process's last word (the server prints it to stderr). Set once, before threads
 * start. A test may leave the hook by longjmp to observe a broken promise. */
void must_set_hook(must_hook *hook);

#define must(condition) ((condition) ? (void)0 : must_fail(#condition, __FILE__, __LINE__))

#endif
