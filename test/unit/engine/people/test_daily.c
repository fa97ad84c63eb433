/* Days are finalized once, in the commit that ends their run: by a success, by the cutoff, or as
 * missed. Whatever happens to the process, memory made anew is the same. */
#include "engine/daily_desk.h"

static void a_success_finalizes_the_day_and_the_next_stands(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct daily_answer window = desk_daily(&desk, "ann", "23:00");
	assert_true(window.is_new);
	assert_true(window.date == TODAY);
	struct lease lease = desk_claim(&desk);
	assert_true(uuid_eq(&lease.run, &window.run));
	/* A claim writes nothing to the person's row. */
	assert_true(desk_daily_row(&desk, "ann")->hot.last_date == 0);
	assert_days(&desk, "ann", "");
	desk_same_as_fresh(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	desk_same_as_fresh(&desk);
	const struct daily_row *row = desk_daily_row(&desk, "ann");
	assert_days(&desk, "ann", "0:success");
	assert_true(row->hot.last_date == TODAY);
	assert_int_equal(row->hot.status, DAY_SUCCESS);
	assert_true(row->hot.last_run_at == desk.now.wall);
	assert_true(row->hot.date == TODAY + 1);
	assert_true(desk_days(&desk, "ann").last.attempts == 1);
	assert_int_equal(desk_state(&desk, window.run), RUN_DONE);
	assert_int_equal(desk_state(&desk, row->hot.run), RUN_QUEUED);
	desk_close(&desk);
}

static void a_crash_before_the_commit_finalizes_nothing_and_after_it_nothing_twice(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	struct lease lease = desk_claim(&desk);
	desk_crash(&desk);
	assert_days(&desk, "ann", "");
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	desk_crash(&desk);
	assert_days(&desk, "ann", "0:success");
	assert_int_equal(HOLDER_OK, desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR("")));
	assert_days(&desk, "ann", "0:success");
	desk_to(&desk, TODAY + 1, 23 * 60);
	assert_days(&desk, "ann", "0:success 1:cutoff_reached");
	desk_crash(&desk);
	desk_settle(&desk);
	assert_days(&desk, "ann", "0:success 1:cutoff_reached");
	desk_close(&desk);
}

/* The report comes in the very turn of the cutoff: reports first, and still it is late. */
static void a_report_at_the_cutoff_is_late(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .timeout_ms = MSEC_HOUR });
	struct daily_answer window = desk_daily(&desk, "ann", "23:00");
	struct lease lease = desk_claim(&desk);
	desk.now.boot += window.cutoff - desk.now.wall;
	desk.now.wall = window.cutoff;
	assert_int_equal(HOLDER_CANCELLED,
			 desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR("")));
	assert_days(&desk, "ann", "0:cutoff_reached");
	assert_true(uuid_eq(&desk.stopped, &lease.execution));
	assert_int_equal(HOLDER_CANCELLED,
			 desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR("")));
	assert_int_equal(HOLDER_CANCELLED, desk_beat(&desk, lease.execution));
	assert_true(desk_daily_row(&desk, "ann")->hot.last_run_at == 0);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void a_millisecond_before_it_is_not(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .timeout_ms = MSEC_HOUR });
	struct daily_answer window = desk_daily(&desk, "ann", "23:00");
	struct lease_command lease = { .lease_ms = 10 * MSEC_MINUTE };
	desk_to(&desk, TODAY, 22 * 60 + 55);
	assert_int_equal(1, desk_lease(&desk, 1, lease));
	desk.now.boot += window.cutoff - 1 - desk.now.wall;
	desk.now.wall = window.cutoff - 1;
	assert_int_equal(HOLDER_OK, desk_finish(&desk, desk.leases[desk.leases_len - 1].execution,
						OUTCOME_SUCCESS, STR("")));
	assert_days(&desk, "ann", "0:success");
	desk_close(&desk);
}

/* 2,500 people with the same cutoff, and memory for 400 runs: each day ends once all the same. */
static void many_people_and_little_memory(void **state)
{
	(void)state;
	enum { PEOPLE = 2500 };
	struct desk desk;
	char name[32];
	desk_open_with(&desk, (struct engine_config){ .runs_max = 400 });
	for (u32 i = 0; i < PEOPLE; i++) {
		snprintf(name, sizeof name, "user-%u", i);
		desk_daily(&desk, name, "23:30");
	}
	desk_to(&desk, TODAY, 22 * 60 + 30);
	for (u32 i = 0; i < 50; i++)
		desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_SUCCESS, STR(""));
	desk_to(&desk, TODAY, 23 * 60 + 30);
	u32 good = 0, cut = 0;
	for (u32 i = 0; i < PEOPLE; i++) {
		snprintf(name, sizeof name, "user-%u", i);
		struct days_seen seen = desk_days(&desk, name);
		good += strcmp(seen.text, "0:success") == 0;
		cut += strcmp(seen.text, "0:cutoff_reached") == 0;
	}
	assert_int_equal(good, 50);
	assert_int_equal(cut, PEOPLE - 50);
	desk_crash(&desk);
	desk_to(&desk, TODAY + 1, 23 * 60 + 30);
	for (u32 i = 0, late = 0; i < PEOPLE; i++) {
		snprintf(name, sizeof name, "user-%u", i);
		late += strstr(desk_days(&desk, name).text, " 1:cutoff_reached") != NULL;
		assert_int_equal(late, i + 1);
	}
	desk_close(&desk);
}

/* Nothing had left memory before, and nobody asked for anything in the turn that ends all windows:
 * the tasks that tell of it, of a type that is held back, have no room. */
static void tasks_that_tell_of_a_cutoff_have_no_room(void **state)
{
	(void)state;
	enum { PEOPLE = 10 };
	struct desk desk;
	char name[32];
	desk_open_with(&desk, (struct engine_config){ .runs_max = 54 });
	desk_windows(&desk,
		     (struct daily_settings){ .window_ms = MSEC_DAY, .on_cutoff = STR("tell") });
	struct pause_command pause = { .scope = PAUSE_TYPE, .name = STR("tell") };
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "acme", pause));
	for (u32 i = 0; i < PEOPLE; i++) {
		snprintf(name, sizeof name, "user-%u", i);
		desk_daily(&desk, name, "22:14");
	}
	desk_to(&desk, TODAY, 22 * 60 + 14);
	assert_days(&desk, "user-9", "0:cutoff_reached");
	desk_check(&desk);
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "acme", pause));
	struct lease_command tells = { .types = &pause.name, .types_len = 1 };
	u32 told = 0;
	for (u32 got; (got = desk_lease(&desk, PEOPLE, tells));) told += got;
	assert_int_equal(PEOPLE, told);
	desk_close(&desk);
}

/* The clock jumps ahead while most of it is in the store alone: tasks end by their deadlines at
 * once, windows by their cutoffs when it has settled. */
static void a_jump_holds_windows_back_and_no_deadlines(void **state)
{
	(void)state;
	enum { EACH = 150 };
	struct desk desk;
	char name[32];
	desk_open_with(&desk, (struct engine_config){ .runs_max = 60 });
	for (u32 i = 0; i < EACH; i++) {
		snprintf(name, sizeof name, "user-%u", i);
		desk_daily(&desk, name, "22:40");
		desk_run(&desk, "acme",
			 (struct enqueue_item){ .type = STR("mail"),
						.deadline_at = desk.now.wall + 10 * MSEC_MINUTE });
	}
	desk.now.wall += MSEC_HOUR;
	desk_settle(&desk);
	assert_int_equal(EACH, desk_count(&desk, RUN_CANCELLED));
	assert_int_equal(EACH, desk_count(&desk, RUN_QUEUED));
	desk_advance(&desk, 2 * MSEC_MINUTE);
	assert_int_equal(2 * EACH, desk_count(&desk, RUN_CANCELLED));
	assert_days(&desk, "user-0", "0:cutoff_reached");
	assert_days(&desk, "user-149", "0:cutoff_reached");
	desk_close(&desk);
}

/* Windows that wait for the clock hide nobody's deadline: not of a task that is due only since the
 * jump, nor one that comes while it is waited for. */
static void deadlines_are_met_while_a_clock_is_waited_for(void **state)
{
	(void)state;
	enum { EACH = 150 };
	struct desk desk;
	char name[32];
	desk_open_with(&desk, (struct engine_config){ .runs_max = 60 });
	msec start = desk.now.wall;
	for (u32 i = 0; i < EACH; i++) {
		snprintf(name, sizeof name, "user-%u", i);
		desk_daily(&desk, name, "22:40");
		struct enqueue_item item = { .type = STR("mail"),
					     .run_at = start + 5 * MSEC_MINUTE,
					     .deadline_at = start + 10 * MSEC_MINUTE };
		desk_run(&desk, "acme", item);
		item.deadline_at = start + MSEC_HOUR + 10 * MSEC_SECOND;
		desk_run(&desk, "acme", item);
	}
	desk.now.wall += MSEC_HOUR;
	desk_settle(&desk);
	assert_int_equal(EACH, desk_count(&desk, RUN_CANCELLED));
	desk_advance(&desk, 11 * MSEC_SECOND);
	assert_int_equal(2 * EACH, desk_count(&desk, RUN_CANCELLED));
	assert_days(&desk, "user-0", "");
	desk_advance(&desk, 2 * MSEC_MINUTE);
	assert_days(&desk, "user-0", "0:cutoff_reached");
	assert_int_equal(3 * EACH, desk_count(&desk, RUN_CANCELLED));
	desk_close(&desk);
}

/* Windows that a clock that jumped has kept waiting line up when the wait is over. */
static void windows_that_waited_for_the_clock_leave_time_for_what_is_due(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .horizon = 3 * MSEC_DAY });
	static const char *const people[] = { "ann", "ben", "cleo" };
	for (u32 i = 0; i < countof(people); i++) desk_daily(&desk, people[i], "22:40");
	desk.now.wall += MSEC_HOUR;
	desk_settle(&desk);
	struct enqueue_item item = { .run_at = desk.now.wall + MSEC_MINUTE / 2 };
	desk_enqueue_many(&desk, "acme", item, 3);
	assert_int_equal(3, desk_leased_in_one_turn(&desk, MSEC_MINUTE));
	assert_days(&desk, "cleo", "0:cutoff_reached");
	desk_close(&desk);
}

/* An attempt that is under way is held back from its cutoff like a window that waits. */
static void an_attempt_is_cut_off_when_a_clock_that_jumped_has_settled(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "22:40");
	struct lease lease = desk_claim(&desk);
	desk.now.wall += MSEC_HOUR;
	desk_settle(&desk);
	assert_days(&desk, "ann", "");
	/* Longer than the clock is waited for, and shorter than the lease. */
	for (u32 i = 0; i < 8; i++) {
		desk_advance(&desk, 10 * MSEC_SECOND);
		if (i < 5) assert_int_equal(HOLDER_OK, desk_beat(&desk, lease.execution));
	}
	assert_days(&desk, "ann", "0:cutoff_reached");
	assert_int_equal(HOLDER_CANCELLED,
			 desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR("")));
	desk_close(&desk);
}

/* A success that is told while a clock that jumped is waited for counts; the days that the clock
 * passed over are not forgotten for it. */
static void no_day_is_left_out_behind_a_success_after_a_jump(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	struct lease ann = desk_claim(&desk);
	desk_daily(&desk, "bob", "23:00");
	desk.now.wall += 3 * MSEC_DAY;
	assert_int_equal(HOLDER_OK, desk_finish(&desk, ann.execution, OUTCOME_SUCCESS, STR("")));
	assert_days(&desk, "ann", "0:success");
	desk_advance(&desk, 2 * MSEC_MINUTE);
	assert_days(&desk, "ann", "0:success 1..2:missed");
	assert_days(&desk, "bob", "0..2:missed");
	desk_same_as_fresh(&desk);
	desk_close(&desk);
	/* Set right again, nothing has happened to them. */
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	ann = desk_claim(&desk);
	desk.now.wall += 3 * MSEC_DAY;
	assert_int_equal(HOLDER_OK, desk_finish(&desk, ann.execution, OUTCOME_SUCCESS, STR("")));
	desk.now.wall -= 3 * MSEC_DAY;
	desk_advance(&desk, 2 * MSEC_MINUTE);
	assert_days(&desk, "ann", "0:success");
	assert_true(desk_daily_row(&desk, "ann")->hot.date == TODAY + 1);
	desk_to(&desk, TODAY + 1, 22 * 60 + 30);
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_SUCCESS, STR(""));
	assert_days(&desk, "ann", "0:success 1:success");
	desk_close(&desk);
}

static void the_ledger_keeps_as_many_days_as_the_tenant_says(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .keep_days = 2 });
	desk_daily(&desk, "ann", "23:00");
	for (i64 day = 0; day < 4; day++) desk_to(&desk, TODAY + day, 23 * 60);
	assert_days(&desk, "ann", "2:cutoff_reached 3:cutoff_reached");
	desk_close(&desk);
}

static struct engine_pulse pulse_of(const struct desk *desk)
{
	return engine_pulse(pump_engine(desk->pump));
}

/* Until nothing is to be done any more at that time; what all of these turns did. */
static struct engine_pulse live_to(struct desk *desk, u32 minute)
{
	struct engine_pulse sum = { 0 };
	msec span = (TODAY + 1) * MSEC_DAY + (msec)minute * MSEC_MINUTE - desk->now.wall;
	desk->now.wall += span;
	desk->now.boot += span;
	for (u32 turns = 0; turns < 1000 && pump_is_due(desk->pump, desk->now); turns++) {
		assert_int_equal(ERR_OK, pump_turn(desk->pump));
		struct engine_pulse pulse = pulse_of(desk);
		sum.windows_seen += pulse.windows_seen;
		sum.windows_enqueued += pulse.windows_enqueued;
		sum.windows_cut_off += pulse.windows_cut_off;
	}
	return sum;
}

/* What a tick sums up. Two people are due at 23:00, their windows begin at 22:00. */
static void time_tells_how_many_windows_it_looked_at(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_to(&desk, TODAY + 1, 21 * 60 + 55);
	desk_daily(&desk, "ann", "23:00");
	desk_daily(&desk, "bob", "23:00");
	desk_daily(&desk, "cyd", "23:30");
	assert_int_equal(pulse_of(&desk).windows_open, 0);
	struct engine_pulse did = live_to(&desk, 22 * 60);
	assert_int_equal(did.windows_seen, 2);
	assert_int_equal(did.windows_enqueued, 2);
	assert_int_equal(pulse_of(&desk).windows_open, 2);
	assert_int_equal(pulse_of(&desk).due, 2);
	struct lease lease = desk_claim(&desk);
	assert_int_equal(pulse_of(&desk).running, 1);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	assert_int_equal(pulse_of(&desk).windows_open, 1);
	desk_to(&desk, TODAY + 1, 22 * 60 + 59);
	desk_crash(&desk); /* and comes back: the one window that is open still is */
	desk_settle(&desk);
	assert_int_equal(pulse_of(&desk).windows_open, 2);
	did = live_to(&desk, 23 * 60);
	assert_int_equal(did.windows_cut_off, 1);
	assert_int_equal(did.windows_seen, 1);
	assert_int_equal(pulse_of(&desk).windows_open, 1);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_success_finalizes_the_day_and_the_next_stands),
		cmocka_unit_test(
			a_crash_before_the_commit_finalizes_nothing_and_after_it_nothing_twice),
		cmocka_unit_test(time_tells_how_many_windows_it_looked_at),
		cmocka_unit_test(a_report_at_the_cutoff_is_late),
		cmocka_unit_test(a_millisecond_before_it_is_not),
		cmocka_unit_test(many_people_and_little_memory),
		cmocka_unit_test(tasks_that_tell_of_a_cutoff_have_no_room),
		cmocka_unit_test(a_jump_holds_windows_back_and_no_deadlines),
		cmocka_unit_test(an_attempt_is_cut_off_when_a_clock_that_jumped_has_settled),
		cmocka_unit_test(deadlines_are_met_while_a_clock_is_waited_for),
		cmocka_unit_test(windows_that_waited_for_the_clock_leave_time_for_what_is_due),
		cmocka_unit_test(no_day_is_left_out_behind_a_success_after_a_jump),
		cmocka_unit_test(the_ledger_keeps_as_many_days_as_the_tenant_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
