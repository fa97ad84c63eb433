/* A tenant's policy hook in a story: when it answers, and which word of it counts. */
#include "story_stage.h"

#define OPEN "gates acme hook=deny\nworker w types=mail takes=1s\n"

static void a_hook_of_which_nothing_is_told_is_silent(void **state)
{
	(void)state;
	assert_holds(OPEN "at 0 enqueue a tenant=acme type=mail\n"
			  "at 6s expect a queued why=policy_hook\n"
			  "at 8s expect a failed attempts=0\n");
}

static void it_says_what_it_was_told_when_it_was_asked(void **state)
{
	(void)state;
	assert_holds(OPEN "hook-says acme allow after=4s\n"
			  "hook-says bolt deny\n"
			  "at 0 enqueue a tenant=acme type=mail\n"
			  "at 1s hook-says acme deny\n"
			  "at 1s enqueue b tenant=acme type=mail\n"
			  "at 2s expect b failed\n"
			  "at 6s expect a done\n");
}

static void a_deferral_may_name_its_instant(void **state)
{
	(void)state;
	assert_holds(OPEN "hook-says acme defer\n"
			  "at 0 enqueue a tenant=acme type=mail\n"
			  "at 1s expect a queued run_at=5m\n"
			  "at 1m hook-says acme defer until=+1h\n"
			  "at 1m enqueue b tenant=acme type=mail\n"
			  "at 2m expect b queued run_at=1h1m\n"
			  "at 3m hook-says acme allow\n");
}

static void what_was_asked_before_a_crash_is_asked_again(void **state)
{
	(void)state;
	assert_holds(OPEN "hook-says acme allow after=3s\n"
			  "at 0 enqueue a tenant=acme type=mail\n"
			  "at 2s crash\n"
			  "at 4s expect a queued why=policy_hook\n"
			  "at 7s expect a done\n");
}

static void a_denial_is_told_with_its_reason(void **state)
{
	(void)state;
	struct told told = play_text(OPEN "hook-says acme deny\n"
					  "at 0 enqueue a tenant=acme type=mail\n");
	assert_told(&told, "0 failed a: failed for good (policy_denied: hook)");
	buf_done(&told.text);
}

static void a_play_goes_on_until_the_last_answer_has_come(void **state)
{
	(void)state;
	struct told told = play_text(OPEN "hook-says acme allow after=3s\n"
					  "at 0 enqueue a tenant=acme type=mail\n");
	assert_told(&told, "4 done a: done after 1s");
	buf_done(&told.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hook_of_which_nothing_is_told_is_silent),
		cmocka_unit_test(it_says_what_it_was_told_when_it_was_asked),
		cmocka_unit_test(a_deferral_may_name_its_instant),
		cmocka_unit_test(what_was_asked_before_a_crash_is_asked_again),
		cmocka_unit_test(a_denial_is_told_with_its_reason),
		cmocka_unit_test(a_play_goes_on_until_the_last_answer_has_come),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
