/* Runs that the engine itself wants, those of daily windows and of reminders alike. */
#include "calendar/zone.h"
#include "engine/daily_desk.h"
#include "engine/remind_desk.h"

/* A land whose zone may be given up: then it is not there any more. */
struct land {
	bool is_gone;
};

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	const struct land *land = context;
	if (land->is_gone || !str_eq(name, STR("Far/Away")))
		return fail(why, ERR_ZONE_UNKNOWN, "no such zone");
	*out_zone = zone_utc();
	return ERR_OK;
}

static void their_types_say_how_urgent_they_are_and_else_their_tenant(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	desk_set_type(&desk, "acme", "daily.run", (struct type_policy){ .priority = 2 });
	struct uuid id = desk_reminder(&desk, NULL);
	struct run_row window = desk_row(&desk, desk_daily(&desk, "ann", "09:30").run);
	struct run_row reminder = desk_row(&desk, desk_reminder_row(&desk, &id)->hot.run);
	assert_int_equal(2, window.hot.priority);
	assert_int_equal(LIMIT_ATTEMPTS_MAX, window.hot.max_attempts);
	assert_int_equal(DEFAULT_PRIORITY, reminder.hot.priority);
	assert_int_equal(DEFAULT_TASK_ATTEMPTS, reminder.hot.max_attempts);
	desk_close(&desk);
}

/* Both are read with their rows: by a word about them, and when their time comes. */
static void a_zone_that_is_gone_is_utc(void **state)
{
	(void)state;
	struct desk desk;
	struct land land = { false };
	remind_desk_open(&desk, (struct engine_config){ .zone = find_zone, .zone_context = &land });
	struct reminder_row row = a_reminder(&desk, "FREQ=DAILY");
	row.zone = STR("Far/Away");
	const struct uuid id = desk_do(&desk, reminder_put(&row, NULL))->reminder.id;
	struct command put = daily_put("ann", "23:00");
	put.daily.zone = STR("Far/Away");
	assert_int_equal(ERR_OK, desk_do(&desk, put)->err);
	land.is_gone = true;
	desk_crash(&desk);
	assert_int_equal(ERR_OK, desk_do(&desk, reminder_act(COMMAND_REMINDER_SNOOZE, &id))->err);
	desk_to(&desk, TODAY, 23 * 60 + 15);
	assert_days(&desk, "ann", "0:cutoff_reached");
	/* The reminder was put off by an hour from its own instant. */
	desk_to(&desk, TODAY + 1, 60);
	assert_int_equal(1, desk_said(&desk, "due"));
	desk_close(&desk);
}

/* Whoever carries it out is told, once; what it says then counts for nothing. */
static void what_is_taken_back_stops_its_holder(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct daily_answer window = desk_daily(&desk, "ann", "23:00");
	desk_advance(&desk, MSEC_MINUTE);
	struct uuid held = desk_claim(&desk).execution;
	desk_daily(&desk, "ann", "23:30");
	assert_int_equal(1, desk.stops);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, window.run));
	assert_int_equal(HOLDER_CANCELLED,
			 desk_finish(&desk, held, OUTCOME_SUCCESS, (str){ "", 0 }));
	assert_days(&desk, "ann", "");
	struct uuid id = desk_reminder(&desk, NULL);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	assert_int_equal(ERR_OK, desk_do(&desk, reminder_act(COMMAND_REMINDER_DELETE, &id))->err);
	assert_int_equal(2, desk.stops);
	assert_int_equal(0, desk_said(&desk, "sent"));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(their_types_say_how_urgent_they_are_and_else_their_tenant),
		cmocka_unit_test(a_zone_that_is_gone_is_utc),
		cmocka_unit_test(what_is_taken_back_stops_its_holder),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
