/* Stories about effects: claims by name, by holders and by nobody in particular. */
#include "story_stage.h"

static void a_claim_is_remembered_by_its_name(void **state)
{
	(void)state;
	assert_holds("at 0 claim one card tenant=t key=k\nat 0 expect-answer first\n"
		     "at 0 claim two card tenant=t key=k\nat 0 expect-answer open\n"
		     "at 1s complete one result=paid\nat 1s expect-answer done paid\n"
		     "at 2s claim two card tenant=t key=k\nat 2s expect-answer done paid\n");
}

static void a_holder_speaks_by_its_lease(void **state)
{
	(void)state;
	assert_holds("at 0 enqueue a tenant=t type=y\nat 0 lease w\n"
		     "at 0 claim one card a\nat 0 expect-answer first\n"
		     "at 0 release one a\nat 0 expect-answer released\n"
		     "at 0 claim one card a for=10s reopen\nat 0 expect-answer first\n"
		     "at 10s claim two card a\nat 10s expect-answer first\n"
		     "at 2m complete two\nat 2m expect-answer lost\n"
		     "at 2m release two a attempt=1\nat 2m expect-answer lost\n"
		     "at 2m release two\nat 2m expect-answer released\n");
}

static void who_never_leased_is_told_so(void **state)
{
	(void)state;
	assert_holds("at 0 enqueue a tenant=t type=y\n"
		     "at 0 claim one card a\nat 0 expect-answer refused nobody has leased it\n"
		     "at 0 complete one\nat 0 expect-answer refused no claim of this name\n"
		     "at 0 claim one card tenant=t\n"
		     "at 0 expect-answer refused idempotency_key is required\n");
}

static void what_was_expected_and_did_not_come_is_told(void **state)
{
	(void)state;
	struct told told = play_text("at 0 claim one card tenant=t key=k\n"
				     "at 0 expect-answer in_doubt\n"
				     "at 0 complete one result=r\nat 0 expect-answer done other\n");
	assert_int_equal(told.result.unmet, 2);
	assert_told(&told, "the answer was first; expected in_doubt");
	assert_told(&told, "the answer was done r; expected done other");
	buf_done(&told.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_claim_is_remembered_by_its_name),
		cmocka_unit_test(a_holder_speaks_by_its_lease),
		cmocka_unit_test(who_never_leased_is_told_so),
		cmocka_unit_test(what_was_expected_and_did_not_come_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
