/* What time does by itself: due, deadlines, leases, timeouts, grace after a silence. */
#include "engine/desk.h"

static const str none = { "", 0 };

static enum outcome how_it_ended(const struct desk *desk, struct uuid execution)
{
	struct memory_execution_seen seen;
	assert_true(memory_store_find_execution(desk->store, &execution, &seen));
	return seen.end ? seen.end->outcome : OUTCOME_OPEN;
}

static void a_run_is_leased_at_its_time_and_not_before(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .run_at = desk.now.wall + 30000 };
	desk_run(&desk, "acme", item);
	desk_advance(&desk, 29999);
	assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	desk_advance(&desk, 1);
	desk_claim(&desk);
	desk_close(&desk);
}

static void many_that_are_due_at_once_all_come_in_turns_of_bounded_size(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .run_at = desk.now.wall + 1000 };
	for (u32 i = 0; i < 9; i++) desk_enqueue_many(&desk, "acme", item, 1000);
	desk.now.wall += 1000;
	desk.now.boot += 1000;
	u32 turns = 0;
	for (; pump_is_due(desk.pump, desk.now); turns++)
		assert_int_equal(ERR_OK, pump_turn(desk.pump));
	desk_check(&desk);
	assert_in_range(turns, 3, 4);
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(9000, desk.last.head.status.due);
	desk_close(&desk);
}

/* ---- deadlines ---------------------------------------------------------------------------- */

static void a_queued_run_ends_at_its_deadline(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .deadline_at = desk.now.wall + 10000 };
	struct uuid run = desk_run(&desk, "acme", item);
	desk_advance(&desk, 9999);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	desk_advance(&desk, 1);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	desk_close(&desk);
}

static void an_attempt_that_runs_may_finish_past_the_deadline(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .deadline_at = desk.now.wall + 10000 };
	struct uuid run = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, 20000);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none);
	assert_int_equal(RUN_DONE, desk_state(&desk, run));
	desk_close(&desk);
}

static void no_attempt_follows_past_the_deadline(void **state)
{
	static const struct {
		msec held;
		enum outcome outcome;
	} rows[] = {
		{ 20000, OUTCOME_RETRY }, /* the deadline passed while it ran */
		{ 1000, OUTCOME_RETRY },  /* the next attempt would come after it */
		{ 20000, OUTCOME_DEFER },
		{ 1000, OUTCOME_DEFER },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct desk desk;
		desk_open(&desk);
		struct enqueue_item item = { .deadline_at = desk.now.wall + 10000 };
		struct uuid run = desk_run(&desk, "acme", item);
		struct report report = { .execution = desk_claim(&desk).execution,
					 .outcome = rows[i].outcome,
					 .retry_after_ms = 30000 };
		desk_advance(&desk, rows[i].held);
		report.defer_until = desk.now.wall + 30000;
		assert_int_equal(HOLDER_OK, desk_report(&desk, report));
		assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
		assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
		desk_close(&desk);
	}
}

static void a_stalled_attempt_past_the_deadline_ends_the_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .deadline_at = desk.now.wall + 10000 };
	struct uuid run = desk_run(&desk, "acme", item);
	desk_claim(&desk);
	desk_advance(&desk, DEFAULT_LEASE_MS);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	desk_close(&desk);
}

/* ---- leases and timeouts ------------------------------------------------------------------ */

static void a_silent_worker_stalls_and_the_run_is_queued_again(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, DEFAULT_LEASE_MS - 1);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_advance(&desk, 1);
	/* Lease and timeout end together here: a silent worker's end is a stall. */
	assert_int_equal(OUTCOME_STALLED, how_it_ended(&desk, lease.execution));
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	assert_int_equal(1, desk_row(&desk, run).hot.attempts);
	assert_true(desk_row(&desk, run).hot.run_at > desk.now.wall);
	assert_int_equal(1, desk.stops);
	assert_true(uuid_eq(&desk.stopped, &lease.execution));
	desk_close(&desk);
}

static void a_worker_that_beats_but_never_ends_is_timed_out(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(&desk);
	for (u32 i = 0; i < 2; i++) {
		desk_advance(&desk, 25000);
		assert_int_equal(HOLDER_OK, desk_beat(&desk, lease.execution));
	}
	desk_advance(&desk, 10000);
	assert_int_equal(OUTCOME_TIMEOUT, how_it_ended(&desk, lease.execution));
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	assert_int_equal(HOLDER_LEASE_LOST, desk_beat(&desk, lease.execution));
	desk_close(&desk);
}

static void a_run_that_kills_its_workers_ends_in_the_dlq(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .max_attempts = 3 };
	struct uuid run = desk_run(&desk, "acme", item);
	for (u32 i = 0; i < 3; i++) {
		desk_claim(&desk);
		desk_advance(&desk, DEFAULT_LEASE_MS);
		for (u32 step = 0; step < 60; step++) desk_advance(&desk, MSEC_MINUTE);
	}
	assert_int_equal(RUN_DLQ, desk_state(&desk, run));
	assert_int_equal(3, desk_row(&desk, run).hot.attempts);
	desk_close(&desk);
}

static void leases_do_not_follow_the_wall_clock(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_claim(&desk);
	desk.now.wall += 365 * MSEC_DAY;
	desk_settle(&desk);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk.now.wall -= 730 * MSEC_DAY;
	desk.now.boot += DEFAULT_LEASE_MS;
	desk_settle(&desk);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	desk_close(&desk);
}

/* ---- grace -------------------------------------------------------------------------------- */

static void after_a_suspend_a_live_worker_has_one_interval_to_speak(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_DAY };
	struct uuid run = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, 2 * MSEC_HOUR); /* nobody was there: the machine slept */
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_advance(&desk, DEFAULT_LEASE_MS / 3 - 1);
	assert_int_equal(HOLDER_OK, desk_beat(&desk, lease.execution));
	desk_advance(&desk, DEFAULT_LEASE_MS - 1);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_close(&desk);
}

static void grace_is_given_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_DAY };
	struct uuid run = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, 2 * MSEC_HOUR);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_advance(&desk, 2 * MSEC_HOUR); /* asleep again, and not a word between */
	assert_int_equal(OUTCOME_STALLED, how_it_ended(&desk, lease.execution));
	desk_close(&desk);
}

static void a_timer_that_is_only_a_little_late_gives_no_grace(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_DAY };
	desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, DEFAULT_LEASE_MS + 900);
	assert_int_equal(OUTCOME_STALLED, how_it_ended(&desk, lease.execution));
	desk_close(&desk);
}

/* However long the silence was, relative to the lease: a heartbeat that was sent in it lies in a
 * socket, or its sender has to connect anew. */
static void every_length_of_silence_gives_the_same_grace(void **state)
{
	(void)state;
	enum { LEASE_MS = 5000 };
	for (msec silence = LEASE_MS + 1100; silence <= 4 * LEASE_MS; silence += 500) {
		struct desk desk;
		desk_open(&desk);
		desk_run(&desk, "acme", (struct enqueue_item){ .timeout_ms = MSEC_DAY });
		desk_lease(&desk, 1, (struct lease_command){ .lease_ms = LEASE_MS });
		struct lease lease = desk.leases[0];
		desk_advance(&desk, silence);
		desk_advance(&desk, LEASE_MS / 3 - 1);
		assert_int_equal(HOLDER_OK, desk_beat(&desk, lease.execution));
		desk_close(&desk);
	}
}

/* The pump's thread noticed a silence in which no timer was due. */
static void a_lease_that_ends_right_behind_a_silence_gets_the_grace_too(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_DAY };
	struct uuid run = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, DEFAULT_LEASE_MS - 10);
	pump_was_silent(desk.pump, desk.now.boot);
	desk_advance(&desk, 10);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_advance(&desk, DEFAULT_LEASE_MS / 3 - 11);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_advance(&desk, 1);
	assert_int_equal(OUTCOME_STALLED, how_it_ended(&desk, lease.execution));
	desk_close(&desk);
}

static void a_lease_that_ends_long_after_a_silence_gets_no_grace(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ .timeout_ms = MSEC_DAY });
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, DEFAULT_LEASE_MS / 2);
	pump_was_silent(desk.pump, desk.now.boot);
	desk_advance(&desk, DEFAULT_LEASE_MS / 2);
	assert_int_equal(OUTCOME_STALLED, how_it_ended(&desk, lease.execution));
	desk_close(&desk);
}

/* Whoever reads the sockets has not come so far: a heartbeat may lie there. */
static void no_lease_ends_before_all_was_heard_that_came_before_its_end(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_DAY };
	struct uuid run = desk_run(&desk, "acme", item), other = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk), left = desk_claim(&desk);
	msec end = desk.now.boot + DEFAULT_LEASE_MS;
	pump_heard(desk.pump, end - 1);
	desk.now.boot = end + 900;
	assert_false(pump_is_due(desk.pump, desk.now));
	assert_int_equal(HOLDER_OK, desk_beat(&desk, lease.execution));
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, other));
	pump_heard(desk.pump, end);
	assert_true(pump_is_due(desk.pump, desk.now));
	desk_settle(&desk);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	assert_int_equal(OUTCOME_STALLED, how_it_ended(&desk, left.execution));
	desk_close(&desk);
}

static void no_grace_reaches_past_the_timeout(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, 2 * MSEC_HOUR);
	assert_int_equal(OUTCOME_STALLED, how_it_ended(&desk, lease.execution));
	desk_close(&desk);
}

/* ---- the rest ----------------------------------------------------------------------------- */

static void a_worker_that_is_not_heard_of_is_forgotten(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_lease(&desk, 1, (struct lease_command){ .worker = STR("w7") });
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(1, desk.last.head.status.workers);
	desk_advance(&desk, 5 * MSEC_MINUTE);
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(0, desk.last.head.status.workers);
	desk_close(&desk);
}

static void a_worker_that_holds_a_run_is_kept(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_DAY };
	desk_run(&desk, "acme", item);
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ .lease_ms = 600000 }));
	desk_advance(&desk, 5 * MSEC_MINUTE);
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(1, desk.last.head.status.workers);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_leased_at_its_time_and_not_before),
		cmocka_unit_test(many_that_are_due_at_once_all_come_in_turns_of_bounded_size),
		cmocka_unit_test(a_queued_run_ends_at_its_deadline),
		cmocka_unit_test(an_attempt_that_runs_may_finish_past_the_deadline),
		cmocka_unit_test(no_attempt_follows_past_the_deadline),
		cmocka_unit_test(a_stalled_attempt_past_the_deadline_ends_the_run),
		cmocka_unit_test(a_silent_worker_stalls_and_the_run_is_queued_again),
		cmocka_unit_test(a_worker_that_beats_but_never_ends_is_timed_out),
		cmocka_unit_test(a_run_that_kills_its_workers_ends_in_the_dlq),
		cmocka_unit_test(leases_do_not_follow_the_wall_clock),
		cmocka_unit_test(after_a_suspend_a_live_worker_has_one_interval_to_speak),
		cmocka_unit_test(grace_is_given_once),
		cmocka_unit_test(a_timer_that_is_only_a_little_late_gives_no_grace),
		cmocka_unit_test(every_length_of_silence_gives_the_same_grace),
		cmocka_unit_test(a_lease_that_ends_right_behind_a_silence_gets_the_grace_too),
		cmocka_unit_test(a_lease_that_ends_long_after_a_silence_gets_no_grace),
		cmocka_unit_test(no_lease_ends_before_all_was_heard_that_came_before_its_end),
		cmocka_unit_test(no_grace_reaches_past_the_timeout),
		cmocka_unit_test(a_worker_that_is_not_heard_of_is_forgotten),
		cmocka_unit_test(a_worker_that_holds_a_run_is_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
