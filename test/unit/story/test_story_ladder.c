/* Stories about ladders: rungs with labels of their own. */
#include "story_stage.h"

static void rungs_get_labels_as_they_are_made(void **state)
{
	(void)state;
	assert_holds("at 0 ladder l tenant=t type=y entity=e anchor=2h offsets=-1h,0,30m\n"
		     "at 0 expect l.1 queued run_at=1h\nat 0 expect l.3 queued run_at=2h30m\n"
		     "at 0 move-ladder l anchor=3h\nat 0 expect l.2 queued run_at=3h\n"
		     "at 0 stop-ladder l reason=done\nat 0 expect l.2 cancelled reason=done\n");
}

static void what_is_no_ladder_is_refused(void **state)
{
	(void)state;
	assert_holds("at 0 ladder l tenant=t type=y entity=e offsets=soon\n"
		     "at 0 expect-answer refused offsets are spans\n"
		     "at 0 move-ladder l anchor=3h\nat 0 expect-answer refused no such ladder\n"
		     "at 0 ladder m tenant=t type=y offsets=0\n"
		     "at 0 expect-answer refused entity is required\n");
}

static void one_that_is_there_is_a_duplicate(void **state)
{
	(void)state;
	assert_holds("at 0 ladder l tenant=t type=y entity=e anchor=2h offsets=0\n"
		     "at 0 ladder m tenant=t type=y entity=e anchor=2h offsets=0\n"
		     "at 0 expect-answer duplicate\n"
		     "at 0 ladder n tenant=t type=y entity=e name=n user=u anchor=2h offsets=0\n"
		     "at 0 expect-answer ok\nat 0 expect n.1 queued\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rungs_get_labels_as_they_are_made),
		cmocka_unit_test(what_is_no_ladder_is_refused),
		cmocka_unit_test(one_that_is_there_is_a_duplicate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
