/* The engine as a whole: the order of a step, when it wants to be woken, and that the same turns
 * make the same decisions. */
#include "base/map.h"
#include "engine/desk.h"

#include "base/memory.h"

static const str none = { "", 0 };

static void an_idle_engine_sleeps_until_it_must_look_ahead(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_settle(&desk);
	struct now wake = pump_next_wake(desk.pump);
	assert_int_equal(desk.now.wall + 5 * MSEC_MINUTE, wake.wall);
	assert_int_equal(MSEC_MAX, wake.boot);
	desk_close(&desk);
}

static void it_is_woken_by_whichever_comes_first(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ .run_at = desk.now.wall + 7000 });
	assert_int_equal(desk.now.wall + 7000, pump_next_wake(desk.pump).wall);
	desk_run(&desk, "acme", (struct enqueue_item){ .deadline_at = desk.now.wall + 3000 });
	assert_int_equal(desk.now.wall + 3000, pump_next_wake(desk.pump).wall);
	desk_claim(&desk);
	assert_int_equal(desk.now.boot + DEFAULT_LEASE_MS, pump_next_wake(desk.pump).boot);
	desk_call(&desk, 1, (struct lease_command){ .wait_ms = 100 });
	assert_int_equal(desk.now.boot + 100, pump_next_wake(desk.pump).boot);
	desk_close(&desk);
}

static void config_says_how_far_memory_reaches(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .horizon = MSEC_HOUR });
	desk_run(&desk, "acme",
		 (struct enqueue_item){ .run_at = desk.now.wall + 50 * MSEC_MINUTE });
	desk_run(&desk, "acme",
		 (struct enqueue_item){ .run_at = desk.now.wall + 70 * MSEC_MINUTE });
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(1, desk.last.head.status.runs_in_memory);
	desk_close(&desk);
}

/* ---- order -------------------------------------------------------------------------------- */

static void a_heartbeat_in_the_turn_in_which_a_lease_ends_saves_it(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ .timeout_ms = MSEC_HOUR });
	struct beat beat = { .execution = desk_claim(&desk).execution };
	struct command command = { .kind = COMMAND_BEAT, .beat = { STR("w1"), &beat, 1 } };
	desk.now.wall += DEFAULT_LEASE_MS + 1000;
	desk.now.boot += DEFAULT_LEASE_MS + 1000;
	desk_submit(&desk, &command);
	desk_settle(&desk);
	assert_int_equal(HOLDER_OK, desk.last.codes[0].code);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_close(&desk);
}

/* The turn that brings runs in and the report that queues one again are the same. */
static void a_report_in_the_turn_that_moves_the_horizon_is_not_lost(void **state)
{
	static const msec delays[] = { MSEC_MINUTE, 5 * MSEC_MINUTE, 6 * MSEC_MINUTE,
				       10 * MSEC_MINUTE, 11 * MSEC_MINUTE };
	(void)state;
	for (u32 i = 0; i < countof(delays); i++) {
		struct desk desk;
		desk_open(&desk);
		desk_run(&desk, "acme", (struct enqueue_item){ .timeout_ms = MSEC_HOUR });
		assert_int_equal(
			1, desk_lease(&desk, 1, (struct lease_command){ .lease_ms = 600000 }));
		desk.now.wall += 5 * MSEC_MINUTE;
		desk.now.boot += 5 * MSEC_MINUTE;
		struct report report = { .execution = desk.leases[0].execution,
					 .outcome = OUTCOME_RETRY,
					 .retry_after_ms = delays[i] };
		assert_int_equal(HOLDER_OK, desk_report(&desk, report));
		desk_same_as_fresh(&desk);
		desk_advance(&desk, delays[i] - 1);
		assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
		desk_advance(&desk, 1);
		desk_claim(&desk);
		desk_close(&desk);
	}
}

static void a_question_is_answered_as_things_stood_before_the_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct command cancel = { .kind = COMMAND_CANCEL, .run = { .run = run } };
	struct command ask = { .kind = COMMAND_ASK_WHY, .run = { .run = run } };
	struct command status = { .kind = COMMAND_ASK_STATUS };
	desk_submit(&desk, &cancel);
	desk_submit(&desk, &ask);
	desk_submit(&desk, &status);
	desk_settle(&desk);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	/* The cancel's answer came last: the questions came before it. */
	assert_ptr_equal(cancel.reply, desk.last.head.reply);
	assert_int_equal(1, desk.answered[reply_number(ask.reply)]);
	desk_close(&desk);
}

static void a_clock_that_steps_back_undoes_nothing(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk.now.wall -= MSEC_DAY;
	desk_settle(&desk);
	struct lease lease = desk_claim(&desk); /* due is due */
	assert_true(uuid_eq(&run, &lease.run));
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_claim(&desk);
	desk_close(&desk);
}

static void a_clock_that_steps_far_ahead_brings_everything_in(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 1; i <= 20; i++) {
		struct enqueue_item item = { .run_at = desk.now.wall + i * 10 * MSEC_DAY };
		desk_run(&desk, "acme", item);
	}
	desk.now.wall += 365 * MSEC_DAY;
	desk_settle(&desk);
	assert_int_equal(20, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	desk_close(&desk);
}

/* ---- the same again ----------------------------------------------------------------------- */

static void live(struct desk *desk, struct buf *out)
{
	desk_open(desk);
	for (u32 i = 0; i < 50; i++) {
		char room[32];
		desk_run(desk, i % 3 ? "a" : "b",
			 (struct enqueue_item){ .type = desk_name(room, "t", i % 7),
						.priority = i % 10 + 1 });
		if (i % 4 == 3) {
			struct lease lease = desk_claim(desk);
			desk_finish(desk, lease.execution,
				    i % 8 == 3 ? OUTCOME_RETRY : OUTCOME_SUCCESS, none);
		}
		desk_advance(desk, 3000);
	}
	buf_init(out, 1 << 20);
	engine_dump(pump_engine(desk->pump), out);
}

static void the_same_turns_make_the_same_decisions(void **state)
{
	(void)state;
	struct desk first, second;
	struct buf one, two;
	live(&first, &one);
	live(&second, &two);
	assert_true(str_eq(buf_view(&one), buf_view(&two)));
	assert_int_equal(first.leases_len, second.leases_len);
	for (u32 i = 0; i < first.leases_len; i++)
		assert_true(uuid_eq(&first.leases[i].execution, &second.leases[i].execution));
	buf_done(&one);
	buf_done(&two);
	desk_close(&first);
	desk_close(&second);
}

static void an_engine_gives_all_its_memory_back(void **state)
{
	(void)state;
	struct desk desk;
	struct buf out;
	struct mem_watch watch = { 0 };
	mem_set_watch(&watch);
	live(&desk, &out);
	buf_done(&out);
	desk_crash(&desk);
	desk_settle(&desk);
	desk_close(&desk);
	mem_set_watch(NULL);
	assert_int_equal(0, watch.live);
}

static void a_bound_in_bytes_is_one_in_runs(void **state)
{
	(void)state;
	u32 runs = engine_runs_of_memory((u64)256 << 20);
	assert_in_range(runs, 500000, 1500000);
	assert_in_range(engine_runs_of_memory((u64)512 << 20), 2 * runs, 2 * runs + 1);
	assert_int_equal(MAP_COUNT_MAX / 2, engine_runs_of_memory(UINT64_MAX));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bound_in_bytes_is_one_in_runs),
		cmocka_unit_test(an_idle_engine_sleeps_until_it_must_look_ahead),
		cmocka_unit_test(it_is_woken_by_whichever_comes_first),
		cmocka_unit_test(config_says_how_far_memory_reaches),
		cmocka_unit_test(a_heartbeat_in_the_turn_in_which_a_lease_ends_saves_it),
		cmocka_unit_test(a_report_in_the_turn_that_moves_the_horizon_is_not_lost),
		cmocka_unit_test(a_question_is_answered_as_things_stood_before_the_turn),
		cmocka_unit_test(a_clock_that_steps_back_undoes_nothing),
		cmocka_unit_test(a_clock_that_steps_far_ahead_brings_everything_in),
		cmocka_unit_test(the_same_turns_make_the_same_decisions),
		cmocka_unit_test(an_engine_gives_all_its_memory_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
