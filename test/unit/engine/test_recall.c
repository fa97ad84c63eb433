/* Memory made from the store: after a crash everything goes on as if nothing had been. */
#include "engine/desk.h"

static const str none = { "", 0 };

static void a_lease_goes_on_in_the_new_process(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, 20000);
	desk.now.boot = 77; /* another boot: the clock of leases begins anew */
	desk_crash(&desk);
	desk_settle(&desk);
	desk_same_as_fresh(&desk);
	assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	desk_advance(&desk, 39999);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	assert_int_equal(HOLDER_OK, desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none));
	desk_close(&desk);
}

/* What a server carries out itself ends with its process; memory made anew inside the same process
 * changes nothing. */
static void what_the_process_did_itself_is_void_in_the_next(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node-1") });
	desk_set_type(&desk, "acme", "mail.send", (struct type_policy){ .carrier = CARRIER_NODE });
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease_command own = { .carrier = CARRIER_NODE, .worker = STR("@node-1") };
	assert_int_equal(1, desk_lease(&desk, 1, own));
	desk_crash(&desk);
	desk_settle(&desk);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk.config.engine.node = STR("@node-2");
	desk_crash(&desk);
	desk_settle(&desk);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	assert_int_equal(1, desk_row(&desk, run).hot.attempts);
	desk_close(&desk);
}

/* The same within a program that carries out what workers could. */
static void what_a_program_did_within_itself_is_void_in_the_next(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node-1") });
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease_command own = { .is_within = true, .worker = STR("@node-1") };
	assert_int_equal(1, desk_lease(&desk, 1, own));
	desk_crash(&desk);
	desk_settle(&desk);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk.config.engine.node = STR("@node-2");
	desk_crash(&desk);
	desk_settle(&desk);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	desk_close(&desk);
}

static void a_lease_runs_out_in_the_new_process(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_claim(&desk);
	desk_advance(&desk, 20000);
	desk.now.boot = 77;
	desk_crash(&desk);
	desk_advance(&desk, 40000);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	assert_int_equal(1, desk_row(&desk, run).hot.attempts);
	desk_close(&desk);
}

static void a_wall_clock_that_went_back_makes_no_lease_longer_than_it_was(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_claim(&desk);
	desk.now.wall -= MSEC_DAY;
	desk_crash(&desk);
	desk_advance(&desk, DEFAULT_LEASE_MS - 1);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_advance(&desk, 1);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	desk_close(&desk);
}

static void a_lease_that_ran_out_while_nobody_was_there_gets_one_interval(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_DAY };
	struct uuid run = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	desk.now.wall += MSEC_HOUR;
	desk.now.boot += MSEC_HOUR;
	desk_crash(&desk);
	desk_settle(&desk);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_advance(&desk, DEFAULT_LEASE_MS / 3 - 1);
	assert_int_equal(HOLDER_OK, desk_beat(&desk, lease.execution));
	desk_advance(&desk, DEFAULT_LEASE_MS - 1);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_close(&desk);
}

static void limits_count_what_was_running_before(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .max_concurrency = 7 });
	desk_set_tenant(&desk, "tenant", (struct tenant_policy){ .limit = 2 });
	desk_set_type(&desk, "typed", "mail.send", (struct type_policy){ .limit = 2 });
	desk_set_queue(&desk, "narrow", (struct queue_policy){ .limit = 2 });
	desk_enqueue_many(&desk, "tenant", (struct enqueue_item){ 0 }, 5);
	desk_enqueue_many(&desk, "typed", (struct enqueue_item){ 0 }, 5);
	desk_enqueue_many(&desk, "queued", (struct enqueue_item){ .queue = STR("narrow") }, 5);
	assert_int_equal(6, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	desk_crash(&desk);
	assert_int_equal(0, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	desk_same_as_fresh(&desk);
	/* All in all seven: of two that are free now, one may run. */
	desk_enqueue_many(&desk, "else", (struct enqueue_item){ 0 }, 5);
	assert_int_equal(1, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	desk_crash(&desk);
	assert_int_equal(0, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	desk_finish(&desk, desk.leases[0].execution, OUTCOME_SUCCESS, none);
	assert_int_equal(1, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	desk_close(&desk);
}

/* The first turn after a crash moves memory's reach: what it queues again must not fall between. */
static void a_report_in_the_first_turn_after_a_crash_is_not_lost(void **state)
{
	static const enum outcome outcomes[] = { OUTCOME_RETRY, OUTCOME_DEFER };
	(void)state;
	for (u32 i = 0; i < countof(outcomes); i++) {
		struct desk desk;
		desk_open(&desk);
		desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		struct report report = { .execution = desk_claim(&desk).execution,
					 .outcome = outcomes[i],
					 .retry_after_ms = 30000,
					 .defer_until = desk.now.wall + 30000 };
		desk_crash(&desk);
		assert_int_equal(HOLDER_OK, desk_report(&desk, report));
		desk_same_as_fresh(&desk);
		desk_advance(&desk, 30000);
		desk_claim(&desk);
		desk_close(&desk);
	}
}

static void a_lease_that_ends_in_the_first_turn_after_a_crash_is_not_lost(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_claim(&desk);
	desk.now.wall += MSEC_HOUR; /* past the timeout as well: no grace */
	desk_crash(&desk);
	desk_settle(&desk);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	desk_same_as_fresh(&desk);
	desk_advance(&desk, 2 * MSEC_MINUTE);
	desk_claim(&desk);
	desk_close(&desk);
}

static void a_backlog_larger_than_a_page_comes_in_page_by_page(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	enum { PARTS = 5, EACH = 1000 };
	_Static_assert(PARTS * EACH > 2 * LIMIT_SCAN_ROWS, "three pages");
	for (u32 i = 0; i < PARTS; i++)
		desk_enqueue_many(&desk, i % 2 ? "a" : "b", (struct enqueue_item){ 0 }, EACH);
	desk_crash(&desk);
	desk_settle(&desk);
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(PARTS * EACH, desk.last.head.status.due);
	desk_same_as_fresh(&desk);
	/* The pages begin with the oldest: work starts with the first of them. */
	desk_crash(&desk);
	u64 call = desk_call(&desk, 10, (struct lease_command){ .wait_ms = 1000 });
	assert_int_equal(10, desk.granted[call]);
	desk_close(&desk);
}

static void what_is_far_off_is_not_in_memory_and_comes_in_as_time_moves(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const msec waits[] = { MSEC_MINUTE, 9 * MSEC_MINUTE, MSEC_HOUR, MSEC_DAY,
				      90 * MSEC_DAY };
	for (u32 i = 0; i < countof(waits); i++) {
		struct enqueue_item item = { .run_at = desk.now.wall + waits[i] };
		desk_run(&desk, "acme", item);
	}
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(2, desk.last.head.status.runs_in_memory);
	msec start = desk.now.wall;
	for (u32 i = 0; i < countof(waits); i++) {
		/* As a server would: it sleeps until the engine has something to do. */
		while (desk.now.wall < start + waits[i]) {
			struct now wake = pump_next_wake(desk.pump);
			msec step = wake.wall - desk.now.wall;
			if (wake.boot - desk.now.boot < step) step = wake.boot - desk.now.boot;
			assert_true(step > 0);
			if (desk.now.wall + step > start + waits[i])
				step = start + waits[i] - desk.now.wall;
			desk_advance(&desk, step);
		}
		assert_int_equal(1, desk_lease(&desk, 9, (struct lease_command){ 0 }));
		desk_finish(&desk, desk.leases[i].execution, OUTCOME_SUCCESS, none);
	}
	desk_close(&desk);
}

static void names_policies_and_numbers_are_the_same_after_a_crash(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	char room[32];
	desk_set_tenant(&desk, "acme", (struct tenant_policy){ .max_attempts = 9 });
	desk_set_type(&desk, "acme", "type.3", (struct type_policy){ .priority = 2 });
	for (u32 i = 0; i < 150; i++)
		desk_run(&desk, "acme",
			 (struct enqueue_item){ .type = desk_name(room, "type", i) });
	desk_crash(&desk);
	desk_settle(&desk);
	desk_same_as_fresh(&desk);
	struct enqueue_item item = { .type = STR("type.3") };
	struct run_row row = desk_row(&desk, desk_run(&desk, "acme", item));
	assert_int_equal(2, row.hot.priority);
	assert_int_equal(9, row.hot.max_attempts);
	item.type = STR("type.new");
	desk_run(&desk, "acme", item);
	desk_crash(&desk);
	desk_settle(&desk);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void deadlines_of_held_and_waiting_runs_hold_across_a_crash(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .deadline_at = desk.now.wall + 30000 };
	struct uuid held = desk_run(&desk, "acme", item);
	desk_claim(&desk);
	struct uuid waits = desk_run(&desk, "acme", item);
	desk_crash(&desk);
	desk_advance(&desk, 30000);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, waits));
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, held));
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lease_goes_on_in_the_new_process),
		cmocka_unit_test(what_the_process_did_itself_is_void_in_the_next),
		cmocka_unit_test(what_a_program_did_within_itself_is_void_in_the_next),
		cmocka_unit_test(a_lease_runs_out_in_the_new_process),
		cmocka_unit_test(a_wall_clock_that_went_back_makes_no_lease_longer_than_it_was),
		cmocka_unit_test(a_lease_that_ran_out_while_nobody_was_there_gets_one_interval),
		cmocka_unit_test(limits_count_what_was_running_before),
		cmocka_unit_test(a_report_in_the_first_turn_after_a_crash_is_not_lost),
		cmocka_unit_test(a_lease_that_ends_in_the_first_turn_after_a_crash_is_not_lost),
		cmocka_unit_test(a_backlog_larger_than_a_page_comes_in_page_by_page),
		cmocka_unit_test(what_is_far_off_is_not_in_memory_and_comes_in_as_time_moves),
		cmocka_unit_test(names_policies_and_numbers_are_the_same_after_a_crash),
		cmocka_unit_test(deadlines_of_held_and_waiting_runs_hold_across_a_crash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
