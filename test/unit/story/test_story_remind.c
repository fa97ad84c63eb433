/* Stories about reminders: labels that are titles, and what is expected of them. */
#include "story_stage.h"

static void titles_are_labels(void **state)
{
	(void)state;
	assert_holds("start 2026-03-02T06:00:00Z\n"
		     "at 0 reminder call tenant=t user=ann run_at=1h rrule=FREQ=DAILY\n"
		     "at 0 expect call.1 queued run_at=1h\n"
		     "at 1h dismiss call\nat 1h expect call.2 queued run_at=25h\n"
		     "at 1h expect-reminder call DISMISSED(0) 2026-03-02T07:00:00Z then "
		     "2026-03-03T07:00:00Z\n"
		     "at 1h delete-reminder call\nat 1h expect-reminder call gone\n");
}

static void what_is_wrong_is_refused(void **state)
{
	(void)state;
	assert_holds("start 2026-03-02T06:00:00Z\n"
		     "at 0 reminder a tenant=t user=ann run_at=1h last=soon rrule=FREQ=DAILY\n"
		     "at 0 expect-answer refused last is a date\n"
		     "at 0 reminder b tenant=t user=ann run_at=1h rrule=FREQ=NEVER\n"
		     "at 0 expect-answer refused recurrence_rule\n"
		     "at 0 snooze b\nat 0 expect-answer refused there is no such reminder\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(titles_are_labels),
		cmocka_unit_test(what_is_wrong_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
