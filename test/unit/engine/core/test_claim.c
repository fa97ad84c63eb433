/* Matching: what a worker gets, how much of it, and who comes first. */
#include "engine/desk.h"

static void a_lease_says_all_its_worker_needs(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .run_at = desk.now.wall - 500 };
	struct uuid run = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	assert_true(uuid_eq(&run, &lease.run));
	assert_false(uuid_eq(&run, &lease.execution));
	assert_int_equal(1, lease.attempt);
	assert_int_equal(1, lease.fence);
	assert_int_equal(DEFAULT_LEASE_MS, lease.lease_ms);
	assert_int_equal(desk.now.wall - 500, lease.run_at);
	assert_int_equal(desk.now.wall + DEFAULT_TASK_TIMEOUT_MS, lease.timeout_at);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_close(&desk);
}

static void nobody_gets_a_run_that_is_held(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_claim(&desk);
	for (u32 i = 0; i < 5; i++)
		assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void each_lease_of_a_run_has_a_greater_fence_and_its_own_token(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .max_attempts = 20 };
	desk_run(&desk, "acme", item);
	for (u32 i = 0; i < 5; i++) {
		struct lease lease = desk_claim(&desk);
		assert_int_equal(i + 1, lease.fence);
		assert_int_equal(i + 1, lease.attempt);
		for (u32 k = 0; k < i; k++)
			assert_false(uuid_eq(&desk.leases[k].execution, &lease.execution));
		struct report retry = { .execution = lease.execution,
					.outcome = OUTCOME_RETRY,
					.retry_after_ms = 1000 };
		assert_int_equal(HOLDER_OK, desk_report(&desk, retry));
		desk_advance(&desk, 1000);
	}
	desk_close(&desk);
}

static void spans_come_from_the_call_the_run_the_type_the_tenant_then_the_default(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(DEFAULT_LEASE_MS, desk_claim(&desk).lease_ms);
	desk_set_tenant(&desk, "acme",
			(struct tenant_policy){ .lease_ms = 20000, .timeout_ms = 70000 });
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(&desk);
	assert_int_equal(20000, lease.lease_ms);
	assert_int_equal(desk.now.wall + 70000, lease.timeout_at);
	desk_set_type(&desk, "acme", "mail.send",
		      (struct type_policy){ .lease_ms = 30000, .timeout_ms = 80000 });
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	lease = desk_claim(&desk);
	assert_int_equal(30000, lease.lease_ms);
	assert_int_equal(desk.now.wall + 80000, lease.timeout_at);
	desk_run(&desk, "acme", (struct enqueue_item){ .timeout_ms = 90000 });
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ .lease_ms = 40000 }));
	lease = desk.leases[desk.leases_len - 1];
	assert_int_equal(40000, lease.lease_ms);
	assert_int_equal(desk.now.wall + 90000, lease.timeout_at);
	desk_close(&desk);
}

/* ---- bounds ------------------------------------------------------------------------------- */

static char big_payload[LIMIT_PAYLOAD_BYTES];

static struct enqueue_item big_item(void)
{
	memset(big_payload, 'x', sizeof big_payload);
	return (struct enqueue_item){ .payload = { big_payload, sizeof big_payload } };
}

static void one_answer_carries_four_mebibytes(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", big_item(), 20);
	u32 most = LIMIT_CALL_CLAIMED_BYTES / LIMIT_PAYLOAD_BYTES;
	assert_int_equal(most, desk_lease(&desk, 1000, (struct lease_command){ 0 }));
	assert_int_equal(20 - most, desk_lease(&desk, 1000, (struct lease_command){ 0 }));
	desk_close(&desk);
}

/* What one turn has no room for is served by the next, and everyone is answered. */
static void one_turn_claims_sixteen_mebibytes_and_the_rest_follows(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command calls[8];
	desk_enqueue_many(&desk, "acme", big_item(), 100);
	for (u32 i = 0; i < countof(calls); i++) {
		calls[i] = (struct command){ .kind = COMMAND_LEASE,
					     .lease = { .worker = STR("w1"), .max = 1000 } };
		desk_submit(&desk, &calls[i]);
	}
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	desk_check(&desk);
	assert_int_equal(LIMIT_TURN_CLAIMED_BYTES / LIMIT_PAYLOAD_BYTES, desk.leases_len);
	assert_true(pump_is_due(desk.pump, desk.now));
	desk_settle(&desk);
	assert_int_equal(100, desk.leases_len);
	for (u32 i = 0; i < countof(calls); i++)
		assert_int_equal(1, desk.answered[reply_number(calls[i].reply)]);
	desk_close(&desk);
}

/* Far more calls than runs: those that were left over are answered with nothing, each once. */
static void calls_that_one_turn_left_over_are_answered_by_the_next(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	enum { CALLS = 1500, RUNS = 66 };
	struct command *calls = calloc(CALLS, sizeof *calls);
	assert_non_null(calls);
	desk_enqueue_many(&desk, "acme", big_item(), RUNS);
	for (u32 i = 0; i < CALLS; i++) {
		calls[i] = (struct command){
			.kind = COMMAND_LEASE,
			.lease = { .worker = STR("w1"), .max = 1, .wait_ms = i % 2 ? 30000 : 0 }
		};
		desk_submit(&desk, &calls[i]);
	}
	desk_settle(&desk);
	assert_int_equal(RUNS, desk.leases_len);
	desk_advance(&desk, 30000);
	for (u32 i = 0; i < CALLS; i++)
		assert_int_equal(1, desk.answered[reply_number(calls[i].reply)]);
	free(calls);
	desk_close(&desk);
}

static void a_turn_claims_a_bounded_number(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command calls[6];
	for (u32 i = 0; i < 5; i++)
		desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 1000);
	for (u32 i = 0; i < countof(calls); i++) {
		calls[i] = (struct command){ .kind = COMMAND_LEASE,
					     .lease = { .worker = STR("w1"),
							.max = i < 5 ? 500 : 20 } };
		desk_submit(&desk, &calls[i]);
	}
	desk_settle(&desk);
	assert_int_equal(2520, desk.leases_len);
	desk_close(&desk);
}

/* ---- in the same turn --------------------------------------------------------------------- */

static void an_enqueue_and_a_waiting_worker_meet_in_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 1000 });
	u64 turns = memory_store_counts(desk.store).turns;
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(1, desk.granted[call]);
	assert_int_equal(turns + 1, memory_store_counts(desk.store).turns);
	desk_close(&desk);
}

static void a_cancel_beats_a_claim_of_the_same_turn_whichever_came_first(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 1 } };
	struct command cancel = { .kind = COMMAND_CANCEL, .run = { .run = run } };
	desk_submit(&desk, &lease);
	desk_submit(&desk, &cancel);
	desk_settle(&desk);
	assert_int_equal(0, desk.leases_len);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	desk_close(&desk);
}

static void a_pause_beats_a_claim_of_the_same_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 1 } };
	struct command pause = { .kind = COMMAND_PAUSE,
				 .tenant = STR("acme"),
				 .pause = { .scope = PAUSE_TENANT } };
	desk_submit(&desk, &lease);
	desk_submit(&desk, &pause);
	desk_settle(&desk);
	assert_int_equal(0, desk.leases_len);
	desk_close(&desk);
}

static void no_attempt_starts_past_the_deadline_even_while_timers_wait(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	/* More deadlines pass at once than one turn's timers: the claim itself must look. */
	struct enqueue_item item = { .deadline_at = desk.now.wall + 5000 };
	enum { PARTS = 5, EACH = 1000 };
	_Static_assert(PARTS * EACH > LIMIT_TURN_TIMERS, "more than one turn's");
	for (u32 i = 0; i < PARTS; i++) desk_enqueue_many(&desk, "acme", item, EACH);
	desk.now.wall += 5000;
	desk.now.boot += 5000;
	assert_int_equal(0, desk_lease(&desk, 1000, (struct lease_command){ .wait_ms = 10 }));
	assert_int_equal(PARTS * EACH, desk_count(&desk, RUN_CANCELLED));
	desk_close(&desk);
}

static void what_comes_with_its_deadline_behind_it_is_never_handed_out(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .run_at = desk.now.wall - 1000,
				     .deadline_at = desk.now.wall - 500 };
	u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 1000 });
	struct uuid run = desk_run(&desk, "acme", item);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	assert_int_equal(0, desk.answered[call]);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(1, desk.granted[call]);
	desk_close(&desk);
}

/* A report is answered in its turn, whatever became of the lease it asked for. */
static void a_report_does_not_wait_for_the_room_its_lease_lacks(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", big_item(), 100);
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_SUCCESS };
	struct lease_command many = { .worker = STR("w1"), .max = 1000, .wait_ms = 1000 };
	struct command commands[6];
	for (u32 i = 0; i < countof(commands); i++)
		commands[i] = (struct command){ .kind = COMMAND_REPORT,
						.report = { STR("w1"), &report, 1, &many } };
	for (u32 i = 0; i < countof(commands); i++) desk_submit(&desk, &commands[i]);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	desk_check(&desk);
	for (u32 i = 0; i < countof(commands); i++)
		assert_int_equal(1, desk.answered[reply_number(commands[i].reply)]);
	assert_int_equal(0, desk.granted[reply_number(commands[5].reply)]);
	desk_settle(&desk);
	desk_close(&desk);
}

/* ---- places ------------------------------------------------------------------------------- */

/* More calls wait than one sweep looks at; places come free while it is under way. */
static void no_freed_place_is_forgotten_while_calls_are_looked_through(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const str useless = STR("nothing.of.this");
	desk_set_queue(&desk, "default", (struct queue_policy){ .limit = 2 });
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 6);
	assert_int_equal(2, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	u64 wishes[2];
	for (u32 i = 0; i < countof(wishes); i++)
		wishes[i] = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 50000 });
	for (u32 i = 0; i < 150; i++)
		desk_call(&desk, 1,
			  (struct lease_command){
				  .types = &useless, .types_len = 1, .wait_ms = 50000 });
	struct report ends[2];
	struct command reports[2];
	for (u32 i = 0; i < countof(ends); i++) {
		ends[i] = (struct report){ .execution = desk.leases[i].execution,
					   .outcome = OUTCOME_SUCCESS };
		reports[i] = (struct command){ .kind = COMMAND_REPORT,
					       .report = { STR("w1"), &ends[i], 1, NULL } };
	}
	desk_submit(&desk, &reports[0]);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(1, desk.granted[wishes[0]]);
	assert_true(pump_is_due(desk.pump, desk.now)); /* it is under way, and past the second */
	desk_submit(&desk, &reports[1]);
	desk_settle(&desk);
	assert_int_equal(1, desk.granted[wishes[1]]);
	desk_close(&desk);
}

static void a_greater_limit_serves_those_who_wait_at_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_queue(&desk, "default", (struct queue_policy){ .limit = 1 });
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 5);
	desk_claim(&desk);
	u64 call = desk_call(&desk, 3, (struct lease_command){ .wait_ms = 50000 });
	desk_set_queue(&desk, "default", (struct queue_policy){ .limit = 3 });
	assert_int_equal(2, desk.granted[call]);
	desk_close(&desk);
}

/* Behind many calls that nothing is there for, in the very turn in which something comes that a
 * younger one could have. */
static void a_freed_place_goes_to_the_oldest_that_can_use_it(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .max_concurrency = 1 });
	static const str nothing[] = { STR("nothing") }, old[] = { STR("old") },
			 young[] = { STR("young") };
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease held = desk_claim(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ .type = old[0] });
	struct lease_command call = { .types = nothing, .types_len = 1, .wait_ms = 50000 };
	for (u32 i = 0; i < 200; i++) desk_call(&desk, 1, call);
	call.types = old;
	u64 first = desk_call(&desk, 1, call);
	call.types = young;
	u64 second = desk_call(&desk, 1, call);
	struct report report = { .execution = held.execution, .outcome = OUTCOME_SUCCESS };
	struct enqueue_item item = { .type = young[0], .payload = STR("{}") };
	struct command finish = { .kind = COMMAND_REPORT,
				  .report = { STR("w1"), &report, 1, NULL } };
	struct command enqueue = { .kind = COMMAND_ENQUEUE,
				   .tenant = STR("acme"),
				   .enqueue = { &item, 1, false } };
	desk_submit(&desk, &finish);
	desk_submit(&desk, &enqueue);
	desk_settle(&desk);
	assert_int_equal(1, desk.answered[first]);
	assert_int_equal(0, desk.answered[second]);
	desk_close(&desk);
}

/* More is due than one page brings: nobody is served before the last page is in. */
static void the_most_urgent_goes_first_also_right_after_a_start(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .priority = 7 }, 2500);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .priority = 7 }, 2500);
	desk_advance(&desk, 1);
	struct uuid urgent = desk_run(&desk, "acme", (struct enqueue_item){ .priority = 1 });
	desk_crash(&desk);
	struct lease lease = desk_claim(&desk);
	assert_true(uuid_eq(&lease.run, &urgent));
	desk_close(&desk);
}

/* But pages that do not end are not waited for. */
static void work_goes_on_when_loading_takes_long(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < 4; i++)
		desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 3000);
	desk_crash(&desk);
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 10, .wait_ms = 30000 } };
	desk_submit(&desk, &lease);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(0, desk.leases_len);
	desk.now.boot += 2001; /* a slow disk */
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(10, desk.leases_len);
	desk_settle(&desk);
	desk_close(&desk);
}

/* A call that no turn looked at for longer than it wanted to wait is not made to wait once more. */
static void the_wait_counts_from_when_the_call_came(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < 4; i++)
		desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 3000);
	desk_crash(&desk);
	static const str other = STR("sms.send");
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"),
					    .max = 10,
					    .types = &other,
					    .types_len = 1,
					    .wait_ms = 20000 } };
	u64 call = desk_submit(&desk, &lease);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(0, desk.answered[call]); /* runs are on their way into memory */
	desk.now.boot += 19999;
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	desk_settle(&desk);
	assert_int_equal(0, desk.answered[call]);
	desk_advance(&desk, 1);
	assert_int_equal(1, desk.answered[call]);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_freed_place_goes_to_the_oldest_that_can_use_it),
		cmocka_unit_test(the_most_urgent_goes_first_also_right_after_a_start),
		cmocka_unit_test(work_goes_on_when_loading_takes_long),
		cmocka_unit_test(the_wait_counts_from_when_the_call_came),
		cmocka_unit_test(a_lease_says_all_its_worker_needs),
		cmocka_unit_test(nobody_gets_a_run_that_is_held),
		cmocka_unit_test(each_lease_of_a_run_has_a_greater_fence_and_its_own_token),
		cmocka_unit_test(
			spans_come_from_the_call_the_run_the_type_the_tenant_then_the_default),
		cmocka_unit_test(one_answer_carries_four_mebibytes),
		cmocka_unit_test(one_turn_claims_sixteen_mebibytes_and_the_rest_follows),
		cmocka_unit_test(calls_that_one_turn_left_over_are_answered_by_the_next),
		cmocka_unit_test(a_turn_claims_a_bounded_number),
		cmocka_unit_test(an_enqueue_and_a_waiting_worker_meet_in_one_turn),
		cmocka_unit_test(a_cancel_beats_a_claim_of_the_same_turn_whichever_came_first),
		cmocka_unit_test(a_pause_beats_a_claim_of_the_same_turn),
		cmocka_unit_test(no_attempt_starts_past_the_deadline_even_while_timers_wait),
		cmocka_unit_test(what_comes_with_its_deadline_behind_it_is_never_handed_out),
		cmocka_unit_test(a_report_does_not_wait_for_the_room_its_lease_lacks),
		cmocka_unit_test(no_freed_place_is_forgotten_while_calls_are_looked_through),
		cmocka_unit_test(a_greater_limit_serves_those_who_wait_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
