/* Stories about daily windows: labels that are people, and what is expected of their days. */
#include "story_stage.h"

static void people_are_labels(void **state)
{
	(void)state;
	assert_holds("start 2026-03-02T06:00:00Z\n"
		     "at 0 daily ann tenant=t due=07:00\nat 0 expect ann.1 queued run_at=0\n"
		     "at 0 expect-window ann run_at=0 deadline=1h\n"
		     "at 1h expect-days ann 2026-03-02:cutoff_reached\n"
		     "at 1h delete-daily ann\nat 1h expect-window ann\n");
}

static void what_is_wrong_is_refused(void **state)
{
	(void)state;
	assert_holds("start 2026-03-02T06:00:00Z\n"
		     "at 0 daily ann tenant=t due=25:00\nat 0 expect-answer refused due_time\n"
		     "at 0 windows t window=1s\nat 0 expect-answer refused window_minutes\n"
		     "at 0 delete-daily ann\nat 0 expect-answer refused\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(people_are_labels),
		cmocka_unit_test(what_is_wrong_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
