/* Stories about expectations: one that does not hold must say so. Each line of the table is a story
 * whose last statement is wrong, and what is told about it. */
#include "story_stage.h"

#define ONE "at 0 enqueue a tenant=t type=y attempts=2\n"
#define HELD ONE "at 0 lease w\n"
#define FAILED HELD "at 1s finish a retry class=network after=1m\n"

static void what_does_not_hold_is_told(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		const char *told;
	} wrong[] = {
		{ ONE "expect a done", "a: it is queued, expected done" },
		{ ONE "expect a absent", "a: it is queued, expected absent" },
		{ HELD "expect a processing attempt=2", "attempt is 1, expected 2" },
		{ HELD "expect a processing fence=9", "fence is 1, expected 9" },
		{ HELD "expect a processing worker=v", "worker is \"w\", expected \"v\"" },
		{ HELD "expect a processing outcome=retry", "no attempt has ended yet" },
		{ FAILED "expect a queued attempts=0", "attempts is 1, expected 0" },
		{ FAILED "expect a queued outcome=fail",
		  "outcome is \"retry\", expected \"fail\"" },
		{ FAILED "expect a queued class=timeout",
		  "class is \"network\", expected \"timeout\"" },
		{ FAILED "expect a queued run_at=1m",
		  "run_at is 1m1s after the start, expected 1m" },
		{ FAILED "expect a queued run_at=2m..3m", "expected 2m to 3m" },
		{ FAILED "expect a queued why=paused", "why is backoff, expected paused" },
		{ FAILED "expect a queued why=none", "why is backoff, expected none" },
		{ FAILED "expect a queued priority=1", "priority is 5, expected 1" },
		{ FAILED "expect a queued deferred=1", "deferred is 0, expected 1" },
		{ FAILED "expect a queued reason=x", "reason is \"retry\", expected \"x\"" },
		{ HELD "expect a processing hash=v1", "hash is \"\", expected \"v1\"" },
		{ HELD "finish a success hash=v1\nexpect a done hash=v2",
		  "hash is \"v1\", expected \"v2\"" },
		{ HELD "finish a success hash=v1\nexpect a done unchanged=yes",
		  "unchanged is 0, expected 1" },
		{ HELD "expect-started", "started: a; expected:" },
		{ ONE "expect-started a", "started: nothing; expected: a" },
		{ ONE "expect-answer duplicate a", "the answer was ok; expected duplicate a" },
		{ HELD "expect-answer empty", "the answer was leased a; expected empty" },
		{ HELD "expect-answer leased b", "the answer was leased a; expected leased b" },
		{ ONE "at 0 retry a\nexpect-answer ok", "the answer was refused" },
		{ ONE "at 0 retry a\nexpect-answer conflict a", "expected conflict a" },
		{ ONE "at 0 retry a\nexpect-answer refused xyzzy", "expected refused xyzzy" },
		{ HELD "at 1s cancel a\nat 2s beat a\nexpect-answer ok",
		  "was cancelled; expected ok" },
		{ HELD "at 1s cancel a\nat 2s beat a\nexpect-answer lost",
		  "was cancelled; expected" },
		{ "at 0 lease w wait=9s\nexpect-answer empty", "the answer was waiting" },
	};
	for (u32 i = 0; i < countof(wrong); i++) {
		struct told told = play_text(wrong[i].text);
		assert_int_equal(told.result.unmet, 1);
		assert_told(&told, wrong[i].told);
		buf_done(&told.text);
	}
}

static void what_holds_is_counted_and_not_told(void **state)
{
	(void)state;
	struct told told = play_text(FAILED "expect a queued attempts=1 fence=1 why=backoff\n"
					    "expect-started a\nexpect-answer ok\n");
	assert_int_equal(told.result.expected, 3);
	assert_int_equal(told.result.unmet, 0);
	assert_false(told_has(&told, "unmet"));
	buf_done(&told.text);
}

static void starts_are_counted_since_the_last_time(void **state)
{
	(void)state;
	assert_holds(ONE "at 0 lease w\nexpect-started a\nexpect-started\n"
			 "at 0 enqueue b tenant=t type=y\nat 0 lease w\nexpect-started b\n");
}

/* How many lines of a story were refused without a word about it. */
static void assert_unexpected(const char *text, u32 count, const char *words)
{
	struct told told = play_text(text);
	assert_int_equal(told.result.unmet, count);
	assert_told(&told, words);
	buf_done(&told.text);
}

static void a_refusal_that_nobody_expects_does_not_hold(void **state)
{
	(void)state;
	static const char *const words = "unmet : enqueue is refused: queue \"no\" does not exist; "
					 "the story does not expect this answer";
	assert_unexpected("at 0 enqueue a tenant=t type=y queue=no\n", 1, words);
	assert_unexpected("at 0 enqueue a tenant=t type=y queue=no times=3\n", 3, words);
	assert_unexpected("at 0 enqueue a tenant=t type=y queue=no\n"
			  "at 0 enqueue b tenant=t type=y\nexpect-answer ok\nexpect a absent\n",
			  1, words);
	assert_unexpected("at 0 enqueue b tenant=t type=y queue=no\nexpect b absent\n"
			  "at 0 enqueue a tenant=t type=y queue=no\nexpect b absent\n"
			  "expect-started\n",
			  1, words);
	assert_unexpected("worker w queues=no\nat 0 note x\nat 1h note y\n", 1,
			  "worker w is refused: queue \"no\" does not exist; the story");
}

static void a_refusal_may_be_expected_in_two_ways(void **state)
{
	(void)state;
	assert_holds("at 0 enqueue a tenant=t type=y queue=no\nexpect-answer refused\n"
		     "at 0 enqueue b tenant=t type=y queue=no\nexpect-started\nexpect b absent\n"
		     "at 0 enqueue c tenant=t type=y queue=no times=3\nexpect-answer refused\n");
	/* One that was to be carried out is told once, not twice. */
	assert_unexpected(ONE "at 0 retry a\nexpect-answer ok\n", 1, "the answer was refused");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_does_not_hold_is_told),
		cmocka_unit_test(what_holds_is_counted_and_not_told),
		cmocka_unit_test(starts_are_counted_since_the_last_time),
		cmocka_unit_test(a_refusal_that_nobody_expects_does_not_hold),
		cmocka_unit_test(a_refusal_may_be_expected_in_two_ways),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
