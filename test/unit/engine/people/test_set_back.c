/* A wall clock that was ahead is set back: daily windows and series of reminders go on, and the
 * ledger of a person tells the truth. It is Tuesday, 2023-11-14, 22:13:20 UTC. */
#include "engine/daily_desk.h"
#include "engine/remind_desk.h"

#define AHEAD (400 * MSEC_DAY)

static void wall_steps(struct desk *desk, msec by)
{
	desk->now.wall += by;
	desk_settle(desk);
}

/* Minute by minute: both clocks agree. */
static void pass(struct desk *desk, u32 minutes)
{
	for (u32 i = 0; i < minutes; i++) desk_advance(desk, MSEC_MINUTE);
}

/* Long enough that the clock is believed. */
static void be_ahead(struct desk *desk)
{
	wall_steps(desk, AHEAD);
	pass(desk, 3);
}

static void succeed(struct desk *desk)
{
	struct lease lease = desk_claim(desk);
	assert_int_equal(HOLDER_OK, desk_finish(desk, lease.execution, OUTCOME_SUCCESS, STR("")));
}

/* ---- daily windows ------------------------------------------------------------------------ */

static void a_window_goes_on_a_minute_after_the_clock_is_set_back(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	be_ahead(&desk);
	assert_days(&desk, "ann", "0..399:missed");
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 400);
	wall_steps(&desk, -AHEAD);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 400);
	pass(&desk, 1);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY);
	assert_days(&desk, "ann", "");
	assert_undone(&desk, "ann", "0..399:missed");
	succeed(&desk);
	assert_days(&desk, "ann", "0:success");
	desk_close(&desk);
}

static void what_succeeded_stays_and_what_was_missed_is_planned_again(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	succeed(&desk);
	be_ahead(&desk);
	succeed(&desk);
	assert_days(&desk, "ann", "0:success 1..399:missed 400:success");
	wall_steps(&desk, -AHEAD);
	pass(&desk, 1);
	assert_days(&desk, "ann", "0:success 400:success");
	assert_undone(&desk, "ann", "1..399:missed");
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 1);
	/* When that day comes it has ended. */
	wall_steps(&desk, AHEAD - MSEC_DAY);
	pass(&desk, 3);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 399);
	wall_steps(&desk, MSEC_DAY);
	pass(&desk, 3);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 401);
	assert_days(&desk, "ann", "0:success 1..398:missed 399:missed 400:success");
	desk_close(&desk);
}

static void an_attempt_of_the_day_ahead_may_end_well(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	be_ahead(&desk);
	struct lease lease = desk_claim(&desk);
	wall_steps(&desk, -AHEAD);
	/* Its success comes before the clocks agree. */
	assert_int_equal(HOLDER_OK, desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR("")));
	pass(&desk, 1);
	assert_days(&desk, "ann", "400:success");
	assert_undone(&desk, "ann", "0..399:missed");
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY);
	desk_close(&desk);
}

/* More of them than a page has, with one whose clock was never ahead of anything. */
static void pages_of_people_are_set_back_over_crashes(void **state)
{
	(void)state;
	enum { PEOPLE = 3 * LIMIT_SET_BACK_PEOPLE + 5 };
	struct desk desk;
	char name[32];
	desk_open(&desk);
	for (u32 i = 0; i < PEOPLE; i++) {
		snprintf(name, sizeof name, "user-%u", i);
		desk_daily(&desk, name, "23:00");
	}
	be_ahead(&desk);
	wall_steps(&desk, -AHEAD);
	desk_crash(&desk);
	pass(&desk, 2);
	for (u32 i = 0; i < PEOPLE; i++) {
		snprintf(name, sizeof name, "user-%u", i);
		assert_true(desk_daily_row(&desk, name)->hot.date == TODAY);
		assert_undone(&desk, name, "0..399:missed");
	}
	desk_close(&desk);
}

/* The wrong clock was set back three days later: those are over, and nobody was there for them. */
static void days_that_are_over_by_then_are_missed(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .keep_days = 1000 });
	desk_daily(&desk, "ann", "23:00");
	be_ahead(&desk);
	desk_advance(&desk, 3 * MSEC_DAY);
	wall_steps(&desk, -AHEAD);
	pass(&desk, 1);
	assert_days(&desk, "ann", "0..2:missed");
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 3);
	desk_close(&desk);
}

/* So long ahead that the ledger forgot the days that are to come: it goes on all the same. */
static void days_that_the_ledger_forgot_are_planned_from_now_on(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .keep_days = 30 });
	desk_daily(&desk, "ann", "23:00");
	be_ahead(&desk);
	desk_advance(&desk, 3 * MSEC_DAY);
	wall_steps(&desk, -AHEAD);
	pass(&desk, 1);
	assert_days(&desk, "ann", "");
	assert_undone(&desk, "ann", "400..402:missed");
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 3);
	desk_close(&desk);
}

/* The ledger has forgotten a day of the clock ahead that her row still names: it has ended. */
static void the_last_day_has_ended_though_the_ledger_forgot_it(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .keep_days = 30 });
	desk_daily(&desk, "ann", "23:00");
	be_ahead(&desk);
	succeed(&desk);
	desk_advance(&desk, 20 * MSEC_DAY);
	desk_advance(&desk, 20 * MSEC_DAY);
	assert_days(&desk, "ann", "420..439:missed");
	wall_steps(&desk, -AHEAD - 40 * MSEC_DAY);
	pass(&desk, 1);
	assert_days(&desk, "ann", "");
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY);
	wall_steps(&desk, AHEAD - MSEC_DAY);
	pass(&desk, 3);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 399);
	succeed(&desk);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 401);
	desk_close(&desk);
}

/* The clock was right, and is behind for a while: nobody is asked again for what is done. */
static void a_clock_that_is_behind_for_a_while_repeats_nothing(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	for (u32 day = 0; day < 5; day++) {
		desk_to(&desk, TODAY + day, 22 * 60 + 30);
		succeed(&desk);
	}
	wall_steps(&desk, -20 * MSEC_DAY);
	pass(&desk, 3);
	assert_true(desk_daily_row(&desk, "ann")->hot.date < TODAY);
	wall_steps(&desk, 20 * MSEC_DAY);
	pass(&desk, 3);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 5);
	desk_close(&desk);
}

static void somebody_who_left_meanwhile_may_come_back(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	be_ahead(&desk);
	struct command gone = daily_put("ann", "23:00");
	gone.kind = COMMAND_DAILY_DELETE;
	assert_int_equal(ERR_OK, desk_do(&desk, gone)->err);
	wall_steps(&desk, -AHEAD);
	pass(&desk, 1);
	assert_true(desk_daily(&desk, "ann", "23:00").date == TODAY);
	desk_close(&desk);
}

/* All days that the clock ahead has decided have left her ledger: none says where she stands. */
static void a_person_without_a_day_goes_on_before_a_clock_that_is_behind(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	be_ahead(&desk);
	wall_steps(&desk, -AHEAD);
	pass(&desk, 2);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY);
	wall_steps(&desk, -100 * MSEC_DAY);
	pass(&desk, 2);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY - 100);
	assert_days(&desk, "ann", "");
	desk_close(&desk);
}

static void a_person_first_heard_of_by_a_clock_ahead(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	wall_steps(&desk, AHEAD);
	desk_daily(&desk, "ann", "23:00");
	wall_steps(&desk, -AHEAD);
	pass(&desk, 1);
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY);
	assert_undone(&desk, "ann", "");
	desk_close(&desk);
}

static void a_leap_does_not_make_the_ledger_forget(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .keep_days = 30 });
	desk_daily(&desk, "ann", "23:00");
	succeed(&desk);
	desk_to(&desk, TODAY + 1, 22 * 60 + 30);
	succeed(&desk);
	be_ahead(&desk);
	wall_steps(&desk, -AHEAD);
	pass(&desk, 1);
	assert_days(&desk, "ann", "0:success 1:success");
	desk_close(&desk);
}

/* ---- reminders ---------------------------------------------------------------------------- */

/* Told, and how often in all. */
static void expect_told(struct desk *desk, u32 count)
{
	while (desk_own_lease(desk))
		desk_own_report(desk, (struct report){ .outcome = OUTCOME_SUCCESS });
	assert_int_equal(desk_said(desk, "sent"), count);
}

static void a_series_goes_on_with_its_next_occurrence(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	msec first = desk_reminder_row(&desk, &id)->hot.remind_at;
	pass(&desk, 60);
	expect_told(&desk, 1);
	be_ahead(&desk);
	expect_told(&desk, 2);
	wall_steps(&desk, -AHEAD);
	assert_true(desk_reminder_row(&desk, &id)->hot.run_at > first + AHEAD);
	pass(&desk, 1);
	assert_true(desk_reminder_row(&desk, &id)->hot.run_at == first + MSEC_DAY);
	assert_int_equal(desk_said(&desk, "replanned"), 1);
	desk_crash(&desk);
	desk_settle(&desk);
	desk_advance(&desk, first + MSEC_DAY - desk.now.wall);
	expect_told(&desk, 3);
	assert_true(desk_reminder_row(&desk, &id)->hot.run_at == first + 2 * MSEC_DAY);
	desk_close(&desk);
}

static void a_series_that_a_clock_ahead_has_ended_goes_on(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY;COUNT=5");
	msec first = desk_reminder_row(&desk, &id)->hot.remind_at;
	be_ahead(&desk);
	expect_told(&desk, 1); /* the last of them, and that was all */
	assert_true(desk_reminder_row(&desk, &id)->hot.run_at == 0);
	wall_steps(&desk, -AHEAD);
	pass(&desk, 1);
	assert_true(desk_reminder_row(&desk, &id)->hot.run_at == first);
	desk_close(&desk);
}

static void a_snooze_lasts_as_long_as_was_asked_for(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, NULL);
	pass(&desk, 60);
	expect_told(&desk, 1);
	be_ahead(&desk);
	struct command snooze = reminder_act(COMMAND_REMINDER_SNOOZE, &id);
	snooze.reminder.snooze_ms = 30 * MSEC_MINUTE;
	assert_int_equal(ERR_OK, desk_do(&desk, snooze)->err);
	wall_steps(&desk, -AHEAD);
	pass(&desk, 1);
	const struct reminder_hot *hot = &desk_reminder_row(&desk, &id)->hot;
	assert_true(hot->run_at == desk.now.wall + 30 * MSEC_MINUTE);
	assert_true(hot->snoozed_until == hot->run_at);
	pass(&desk, 30);
	expect_told(&desk, 2);
	desk_close(&desk);
}

/* A person says something about it in the minute before it is set back. */
static void a_series_that_somebody_speaks_of_meanwhile_goes_on(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	msec first = desk_reminder_row(&desk, &id)->hot.remind_at;
	be_ahead(&desk);
	expect_told(&desk, 1);
	wall_steps(&desk, -AHEAD);
	assert_int_equal(ERR_OK, desk_do(&desk, reminder_act(COMMAND_REMINDER_DISMISS, &id))->err);
	pass(&desk, 1);
	assert_true(desk_reminder_row(&desk, &id)->hot.run_at == first);
	assert_int_equal(desk_said(&desk, "replanned"), 1);
	desk_crash(&desk);
	pass(&desk, 2);
	assert_int_equal(desk_said(&desk, "replanned"), 1);
	desk_close(&desk);
}

static void what_a_clock_ahead_did_not_write_stays(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct reminder_row row = a_reminder(&desk, "FREQ=YEARLY");
	row.starts_at = desk.now.wall + 500 * MSEC_DAY;
	struct uuid id = desk_do(&desk, reminder_put(&row, NULL))->reminder.id;
	u64 version = desk_reminder_row(&desk, &id)->hot.version;
	be_ahead(&desk);
	wall_steps(&desk, -AHEAD);
	pass(&desk, 2);
	assert_true(desk_reminder_row(&desk, &id)->hot.version == version);
	desk_close(&desk);
}

static void reminders_are_found_at_the_start(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	msec first = desk_reminder_row(&desk, &id)->hot.remind_at;
	be_ahead(&desk);
	expect_told(&desk, 1);
	desk.now.wall -= AHEAD;
	desk_crash(&desk);
	pass(&desk, 2);
	assert_true(desk_reminder_row(&desk, &id)->hot.run_at == first);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_goes_on_a_minute_after_the_clock_is_set_back),
		cmocka_unit_test(what_succeeded_stays_and_what_was_missed_is_planned_again),
		cmocka_unit_test(an_attempt_of_the_day_ahead_may_end_well),
		cmocka_unit_test(pages_of_people_are_set_back_over_crashes),
		cmocka_unit_test(days_that_are_over_by_then_are_missed),
		cmocka_unit_test(days_that_the_ledger_forgot_are_planned_from_now_on),
		cmocka_unit_test(the_last_day_has_ended_though_the_ledger_forgot_it),
		cmocka_unit_test(a_clock_that_is_behind_for_a_while_repeats_nothing),
		cmocka_unit_test(somebody_who_left_meanwhile_may_come_back),
		cmocka_unit_test(a_person_without_a_day_goes_on_before_a_clock_that_is_behind),
		cmocka_unit_test(a_person_first_heard_of_by_a_clock_ahead),
		cmocka_unit_test(a_leap_does_not_make_the_ledger_forget),
		cmocka_unit_test(a_series_goes_on_with_its_next_occurrence),
		cmocka_unit_test(a_series_that_a_clock_ahead_has_ended_goes_on),
		cmocka_unit_test(a_snooze_lasts_as_long_as_was_asked_for),
		cmocka_unit_test(a_series_that_somebody_speaks_of_meanwhile_goes_on),
		cmocka_unit_test(what_a_clock_ahead_did_not_write_stays),
		cmocka_unit_test(reminders_are_found_at_the_start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
