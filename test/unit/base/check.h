/* What the stories about base share: cmocka, a way to watch a promise break, a way to refuse the
 * n-th allocation, and a seed that is printed. */
#ifndef BELFRY_TEST_UNIT_BASE_CHECK_H
#define BELFRY_TEST_UNIT_BASE_CHECK_H

#include "base/hash.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/prng.h"
#include "base/str.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>
/* cmocka's macro of this name would hide ours (base/err.h). */
#undef fail
#undef fail_msg
#define fail_msg(...) \
	(print_error("ERROR: " __VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

#define assert_str(actual, expected) assert_str_at(actual, expected, __FILE__, __LINE__)

static inline void assert_str_at(str actual, str expected, const char *file, int line)
{
	if (str_eq(actual, expected)) return;
	print_error("got \"%.*s\", expected \"%.*s\"\n", STR_ARG(actual), STR_ARG(expected));
	_fail(file, line);
}

/* --- broken promises --- */

static jmp_buf check_after_must;

static inline void check_must_hook(const char *condition, const char *file, int line)
{
	(void)condition;
	(void)file;
	(void)line;
	longjmp(check_after_must, 1);
}

/* Does `act` break a must()? */
static inline bool breaks_promise(void (*act)(void *context), void *context)
{
	volatile bool broke = true;
	must_set_hook(check_must_hook);
	if (setjmp(check_after_must) == 0) {
		act(context);
		broke = false;
	}
	must_set_hook(NULL);
	return broke;
}

/* --- faults --- */

static inline bool check_refuse_nth(void *context, u64 asked)
{
	return asked == *(const u64 *)context;
}

static inline bool check_refuse_all(void *context, u64 asked)
{
	(void)context;
	(void)asked;
	return true;
}

enum { CHECK_FAULTS_MAX = 10000 };

/* Tells `story` with the first allocation refused, then the second, and so on, until one is told
 * without a refusal. The story says whether it met one, and must give back all it took. Returns
 * how many were refused. */
static inline u64 for_each_fault(bool (*story)(void *context), void *context)
{
	for (u64 n = 1; n < CHECK_FAULTS_MAX; n++) {
		struct mem_watch watch = { .refuse = check_refuse_nth, .context = &n };
		mem_set_watch(&watch);
		bool met_fault = story(context);
		mem_set_watch(NULL);
		assert_int_equal(watch.live, 0);
		assert_int_equal(met_fault, watch.asked >= n);
		if (!met_fault) return n - 1;
	}
	fail_msg("the story never ends");
	return 0;
}

/* --- chance --- */

/* A new seed each time, printed; SEED=n in the environment repeats a run. */
static inline u64 check_seed(void)
{
	const char *given = getenv("SEED");
	struct timespec now;
	timespec_get(&now, TIME_UTC);
	u64 seed = hash_mix((u64)now.tv_sec * 1000000000 + (u64)now.tv_nsec);
	if (given) seed = strtoull(given, NULL, 0);
	print_message("SEED=%" PRIu64 "\n", seed);
	return seed;
}

#endif
