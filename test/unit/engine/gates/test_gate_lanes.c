/* What closed gates do to lanes: runs are put off from their heads, so many a second, without an
 * attempt; other lanes go on. */
#include "engine/gates_desk.h"

static u32 put_off(struct desk *desk, u32 len, const struct uuid *runs)
{
	u32 count = 0;
	for (u32 i = 0; i < len; i++) count += desk_row(desk, runs[i]).hot.deferred_count > 0;
	return count;
}

static void a_run_is_put_off_for_a_minute_to_five(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_maintain(&desk, "acme", 0);
	desk_advance(&desk, MSEC_SECOND);
	msec least = MSEC_MAX, most = 0;
	for (u32 i = 0; i < 300; i++) {
		msec now = desk.now.wall;
		struct uuid id = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		desk_advance(&desk, 0);
		struct run_hot hot = desk_row(&desk, id).hot;
		assert_int_equal(hot.deferred_count, 1);
		assert_int_equal(hot.deferred_by, GATE_MAINTENANCE);
		assert_int_equal(hot.deferred_until, hot.run_at);
		assert_int_equal(hot.attempts, 0);
		assert_int_equal(hot.state, RUN_QUEUED);
		if (hot.run_at - now < least) least = hot.run_at - now;
		if (hot.run_at - now > most) most = hot.run_at - now;
		assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_CANCEL, id));
		desk_advance(&desk, MSEC_SECOND);
	}
	assert_in_range(least, MSEC_MINUTE, MSEC_MINUTE + 10 * MSEC_SECOND);
	assert_in_range(most, 5 * MSEC_MINUTE - 10 * MSEC_SECOND, 5 * MSEC_MINUTE);
	desk_close(&desk);
}

/* However many runs it puts off: for each tenant one line in ten minutes. */
static void that_maintenance_holds_is_told_once_in_ten_minutes(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_maintain(&desk, "acme", 0);
	for (u32 minute = 0; minute < 30; minute++) {
		desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		desk_advance(&desk, MSEC_MINUTE);
	}
	assert_int_equal(desk.journal[JOURNAL_MAINTENANCE], 3);
	desk_maintain(&desk, "bolt", 0);
	desk_run(&desk, "bolt", (struct enqueue_item){ 0 });
	desk_advance(&desk, MSEC_SECOND);
	assert_in_range(desk.journal[JOURNAL_MAINTENANCE], 4, 5); /* acme's may be due, too */
	desk_close(&desk);
}

static void a_lane_is_emptied_a_hundred_a_second(void **state)
{
	(void)state;
	struct desk desk;
	static struct uuid runs[250];
	desk_open(&desk);
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "acme",
					    (struct pause_command){ .scope = PAUSE_TENANT }));
	for (u32 i = 0; i < countof(runs); i++)
		runs[i] = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_maintain(&desk, "acme", MSEC_DAY);
	desk_advance(&desk, 5 * MSEC_SECOND);
	assert_int_equal(0, put_off(&desk, countof(runs), runs)); /* a pause comes first */
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "acme",
					    (struct pause_command){ .scope = PAUSE_TENANT }));
	desk_advance(&desk, MSEC_MINUTE);
	assert_int_equal(100, put_off(&desk, countof(runs), runs));
	desk_advance(&desk, MSEC_SECOND - 1);
	assert_int_equal(100, put_off(&desk, countof(runs), runs));
	desk_advance(&desk, 1);
	assert_int_equal(200, put_off(&desk, countof(runs), runs));
	desk_advance(&desk, MSEC_SECOND);
	assert_int_equal(250, put_off(&desk, countof(runs), runs));
	desk_close(&desk);
}

/* Memory had no room for them, and behind a closed gate none is brought in: nothing is to be done,
 * and nobody is busy with that. */
static void what_only_the_store_has_keeps_nobody_busy(void **state)
{
	(void)state;
	struct desk desk;
	static struct uuid runs[6];
	desk_open_with(&desk, (struct engine_config){ .runs_max = 4, .horizon = 1000 });
	desk_maintain(&desk, "acme", 0);
	for (u32 i = 0; i < countof(runs); i++)
		runs[i] = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	for (u32 i = 0; i < 60; i++) desk_advance(&desk, MSEC_SECOND);
	assert_in_range(put_off(&desk, countof(runs), runs), 1, countof(runs) - 1);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", ""));
	desk_advance(&desk, 5 * MSEC_MINUTE);
	for (u32 i = 0; i < countof(runs); i++) desk_claim(&desk);
	desk_close(&desk);
}

static void maintenance_of_the_system_holds_everybody(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_type(&desk, "acme", "critical",
		      (struct type_policy){ .maintenance = MAINTENANCE_PASS });
	struct uuid before = desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("a") });
	desk_maintain(&desk, "system", MSEC_HOUR);
	struct uuid after = desk_run(&desk, "bolt", (struct enqueue_item){ .type = STR("a") });
	struct uuid passes = desk_run(&desk, "acme",
				      (struct enqueue_item){ .type = STR("critical") });
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_true(desk_leased(&desk, 0, passes));
	desk_advance(&desk, MSEC_SECOND);
	assert_int_equal(desk_row(&desk, before).hot.deferred_by, GATE_MAINTENANCE);
	assert_int_equal(desk_row(&desk, after).hot.deferred_by, GATE_MAINTENANCE);
	/* The later end counts. */
	desk_maintain(&desk, "bolt", 2 * MSEC_HOUR);
	desk_advance(&desk, MSEC_HOUR + MSEC_MINUTE);
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_true(desk_leased(&desk, 1, before));
	desk_close(&desk);
}

static void a_deadline_comes_before_the_end_of_a_gate(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_maintain(&desk, "acme", MSEC_DAY);
	msec deadline = desk.now.wall + MSEC_HOUR;
	struct uuid id = desk_run(&desk, "acme", (struct enqueue_item){ .deadline_at = deadline });
	desk_advance(&desk, MSEC_SECOND);
	assert_int_equal(desk_row(&desk, id).hot.run_at, deadline);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(desk_state(&desk, id), RUN_CANCELLED);
	desk_close(&desk);
}

/* The gate has opened, but more timers stand before its own than one turn has room for. */
static void nothing_is_put_off_by_a_gate_whose_end_has_passed(void **state)
{
	(void)state;
	enum { PARTS = 5, EACH = 1000 };
	_Static_assert(PARTS * EACH > LIMIT_TURN_TIMERS, "more than one turn's");
	struct desk desk;
	desk_open(&desk);
	msec end = desk.now.wall + 30 * MSEC_SECOND;
	desk_maintain(&desk, "acme", 30 * MSEC_SECOND);
	struct enqueue_item early = { .run_at = end - 2000 }, late = { .run_at = end - 1000 };
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct uuid run = desk_run(&desk, "acme", early);
	for (u32 i = 0; i < PARTS; i++) desk_enqueue_many(&desk, "other", late, EACH);
	desk.now.wall = end + 1000;
	desk.now.boot += 31 * MSEC_SECOND;
	desk_settle(&desk);
	assert_int_equal(0, desk_row(&desk, run).hot.deferred_count);
	assert_true(desk_row(&desk, run).hot.run_at == early.run_at);
	desk_close(&desk);
}

/* It was due by a clock that was wrong: what puts it off does not bring it forward. */
static void a_run_whose_time_is_to_come_again_waits_for_it(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "acme",
					    (struct pause_command){ .scope = PAUSE_TENANT }));
	msec due = desk.now.wall + 2 * MSEC_HOUR;
	struct uuid id = desk_run(&desk, "acme", (struct enqueue_item){ .run_at = due });
	desk_advance(&desk, 2 * MSEC_HOUR);
	desk.now.wall -= 2 * MSEC_HOUR;
	desk_maintain(&desk, "acme", MSEC_HOUR);
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "acme",
					    (struct pause_command){ .scope = PAUSE_TENANT }));
	desk_advance(&desk, MSEC_MINUTE);
	struct run_hot hot = desk_row(&desk, id).hot;
	assert_int_equal(hot.deferred_count, 1);
	assert_int_equal(hot.run_at, due);
	assert_int_equal(hot.deferred_until, due);
	desk_close(&desk);
}

static void an_attempt_forgets_who_put_it_off(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_maintain(&desk, "acme", MSEC_HOUR);
	struct uuid id = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_advance(&desk, MSEC_SECOND);
	desk_advance(&desk, MSEC_HOUR + MSEC_MINUTE);
	struct lease lease = desk_claim(&desk);
	assert_int_equal(lease.attempt, 1);
	desk_finish(&desk, lease.execution, OUTCOME_RETRY, STR("network"));
	struct run_hot hot = desk_row(&desk, id).hot;
	assert_int_equal(hot.deferred_by, GATE_NONE);
	assert_int_equal(hot.deferred_count, 1);
	assert_int_equal(hot.attempts, 1);
	desk_close(&desk);
}

static void quiet_hours_hold_only_what_notifies(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk); /* 2023-11-14T22:13:20Z */
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "quiet_hours UTC 22:00-07:00"));
	desk_set_type(&desk, "acme", "loud",
		      (struct type_policy){ .notifies = 1, .quiet = QUIET_PASS });
	desk_set_type(&desk, "acme", "notice", (struct type_policy){ .notifies = 1 });
	desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("loud") });
	desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("other") });
	struct uuid held = desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("notice") });
	assert_int_equal(2, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_advance(&desk, MSEC_SECOND);
	struct run_hot hot = desk_row(&desk, held).hot;
	assert_int_equal(hot.deferred_by, GATE_QUIET_HOURS);
	assert_int_equal(hot.run_at % MSEC_DAY, 7 * MSEC_HOUR);
	desk_set_type(&desk, "acme", "notice", (struct type_policy){ 0 }); /* notifies nobody now */
	desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("notice") });
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void a_waiting_worker_is_served_when_the_gate_opens(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "acme",
					    (struct pause_command){ .scope = PAUSE_TENANT }));
	desk_maintain(&desk, "acme", 0);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "acme",
					    (struct pause_command){ .scope = PAUSE_TENANT }));
	u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 60000 });
	assert_int_equal(0, desk.answered[call]);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", ""));
	assert_int_equal(1, desk.granted[call]);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_put_off_for_a_minute_to_five),
		cmocka_unit_test(that_maintenance_holds_is_told_once_in_ten_minutes),
		cmocka_unit_test(a_lane_is_emptied_a_hundred_a_second),
		cmocka_unit_test(what_only_the_store_has_keeps_nobody_busy),
		cmocka_unit_test(maintenance_of_the_system_holds_everybody),
		cmocka_unit_test(a_deadline_comes_before_the_end_of_a_gate),
		cmocka_unit_test(nothing_is_put_off_by_a_gate_whose_end_has_passed),
		cmocka_unit_test(a_run_whose_time_is_to_come_again_waits_for_it),
		cmocka_unit_test(an_attempt_forgets_who_put_it_off),
		cmocka_unit_test(quiet_hours_hold_only_what_notifies),
		cmocka_unit_test(a_waiting_worker_is_served_when_the_gate_opens),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
