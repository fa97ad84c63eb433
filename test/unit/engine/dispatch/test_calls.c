/* Lease calls: what is refused, who waits where, how a wait ends. */
#include "engine/desk.h"

static enum err lease_error(struct desk *desk, const char *tenant, struct lease_command lease)
{
	return desk_do(desk, (struct command){ .kind = COMMAND_LEASE,
					       .tenant = str_from(tenant),
					       .lease = lease })
		->err;
}

static void calls_out_of_bounds_are_refused(void **state)
{
	static const str names[LIMIT_LEASE_TYPES + 1] = { STR("a") };
	const struct lease_command rows[] = {
		{ .worker = STR("has space"), .max = 1 },
		{ .worker = STR("w"), .max = 0 },
		{ .worker = STR("w"), .max = LIMIT_LEASE_MANY + 1 },
		{ .worker = STR("w"),
		  .max = 1,
		  .types = names,
		  .types_len = LIMIT_LEASE_TYPES + 1 },
		{ .worker = STR("w"),
		  .max = 1,
		  .queues = names,
		  .queues_len = LIMIT_LEASE_QUEUES + 1 },
		{ .worker = STR("w"),
		  .max = 1,
		  .tenants = names,
		  .tenants_len = LIMIT_LEASE_TENANTS + 1 },
		{ .worker = STR("w"),
		  .max = 1,
		  .types = names,
		  .types_len = 64,
		  .queues = names,
		  .queues_len = 32 },
		{ .worker = STR("w"), .max = 1, .wait_ms = -1 },
		{ .worker = STR("w"), .max = 1, .wait_ms = LIMIT_LEASE_WAIT_MS + 1 },
		{ .worker = STR("w"), .max = 1, .lease_ms = LEASE_MS_MIN - 1 },
		{ .worker = STR("w"), .max = 1, .lease_ms = LEASE_MS_MAX + 1 },
		{ .worker = STR("w"), .max = 1, .queues = names, .queues_len = 1 }, /* none such */
		{ .worker = STR("w"), .max = 1, .types = &names[1], .types_len = 1 }, /* empty */
	};
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(rows); i++) {
		assert_int_equal(ERR_INVALID, lease_error(&desk, "", rows[i]));
		assert_true(desk.last.head.why.text[0] != '\0');
	}
	desk_close(&desk);
}

static void a_tenants_worker_sees_its_tenant_alone(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_run(&desk, "other", (struct enqueue_item){ 0 });
	str other = STR("other");
	struct lease_command lease = { .worker = STR("w"), .max = 10 };
	assert_int_equal(ERR_OK, lease_error(&desk, "acme", lease));
	assert_int_equal(1, desk.leases_len);
	assert_true(str_eq(STR("acme"), desk_tenant(&desk, 0)));
	lease.tenants = &other;
	lease.tenants_len = 1;
	assert_int_equal(ERR_NOT_FOUND, lease_error(&desk, "acme", lease));
	assert_int_equal(1, desk.leases_len);
	desk_close(&desk);
}

static void without_a_wait_an_empty_answer_comes_at_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 call = desk_call(&desk, 5, (struct lease_command){ 0 });
	assert_int_equal(1, desk.answered[call]);
	assert_int_equal(0, desk.granted[call]);
	desk_close(&desk);
}

static void a_long_poll_ends_at_its_time_with_nothing(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 call = desk_call(&desk, 5, (struct lease_command){ .wait_ms = 20000 });
	desk_advance(&desk, 19999);
	assert_int_equal(0, desk.answered[call]);
	desk_advance(&desk, 1);
	assert_int_equal(1, desk.answered[call]);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(0, desk.leases_len); /* nobody waits any more */
	desk_close(&desk);
}

static void the_wait_goes_by_the_clock_that_never_steps(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 call = desk_call(&desk, 5, (struct lease_command){ .wait_ms = 20000 });
	desk.now.wall += MSEC_DAY;
	desk_settle(&desk);
	assert_int_equal(0, desk.answered[call]);
	desk.now.wall -= 2 * MSEC_DAY;
	desk.now.boot += 20000;
	desk_settle(&desk);
	assert_int_equal(1, desk.answered[call]);
	desk_close(&desk);
}

static void who_waits_longest_is_served_first(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const str mail = STR("mail.send");
	static const str queue = STR("default");
	static const str acme = STR("acme");
	/* The first asks by type, the second for anything, the others by queue and tenant. */
	const struct lease_command calls[] = {
		{ .types = &mail, .types_len = 1, .wait_ms = 50000 },
		{ .wait_ms = 50000 },
		{ .queues = &queue, .queues_len = 1, .wait_ms = 50000 },
		{ .tenants = &acme, .tenants_len = 1, .wait_ms = 50000 },
		{ .tenants = &acme,
		  .tenants_len = 1,
		  .queues = &queue,
		  .queues_len = 1,
		  .types = &mail,
		  .types_len = 1,
		  .wait_ms = 50000 },
	};
	u64 replies[countof(calls)];
	for (u32 i = 0; i < countof(calls); i++) replies[i] = desk_call(&desk, 1, calls[i]);
	for (u32 i = 0; i < countof(calls); i++) {
		desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		for (u32 k = 0; k < countof(calls); k++)
			assert_int_equal(k <= i ? 1 : 0, desk.answered[replies[k]]);
	}
	desk_close(&desk);
}

static void a_call_wakes_only_for_what_it_asked_for(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const str sms = STR("sms.send");
	static const str acme = STR("acme");
	u64 call = desk_call(&desk, 1,
			     (struct lease_command){ .types = &sms,
						     .types_len = 1,
						     .tenants = &acme,
						     .tenants_len = 1,
						     .wait_ms = 50000 });
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_run(&desk, "other", (struct enqueue_item){ .type = sms });
	assert_int_equal(0, desk.answered[call]);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ .type = sms });
	assert_int_equal(1, desk.granted[call]);
	assert_true(desk_leased(&desk, 0, run));
	desk_close(&desk);
}

static void a_waiting_call_gets_a_run_when_its_time_comes(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .run_at = desk.now.wall + 5000 };
	desk_run(&desk, "acme", item);
	u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 50000 });
	desk_advance(&desk, 4999);
	assert_int_equal(0, desk.answered[call]);
	desk_advance(&desk, 1);
	assert_int_equal(1, desk.granted[call]);
	desk_close(&desk);
}

static void a_worker_that_leaves_is_answered_and_holds_nothing(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 50000 });
	struct command leave = { .kind = COMMAND_LEAVE, .leave = { &desk.given[call].reply } };
	assert_int_equal(ERR_OK, desk_do(&desk, leave)->err);
	assert_int_equal(1, desk.answered[call]);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(0, desk.leases_len);
	assert_int_equal(ERR_OK, desk_do(&desk, leave)->err); /* gone already: nothing to do */
	assert_int_equal(1, desk.answered[call]);
	desk_close(&desk);
}

static void a_call_and_its_leave_in_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command call = { .kind = COMMAND_LEASE,
				.lease = { .worker = STR("w"), .max = 1, .wait_ms = 1000 } };
	u64 reply = desk_submit(&desk, &call);
	struct command leave = { .kind = COMMAND_LEAVE, .leave = { call.reply } };
	desk_submit(&desk, &leave);
	desk_settle(&desk);
	assert_int_equal(1, desk.answered[reply]);
	assert_int_equal(1, desk.answered[reply_number(leave.reply)]);
	desk_close(&desk);
}

static void waiting_calls_are_let_go_when_the_pump_ends(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 50000 });
	desk_close(&desk);
	assert_int_equal(1, desk.answered[call]);
	assert_int_equal(0, desk.granted[call]);
}

/* ---- a report that leases again ----------------------------------------------------------- */

static u64 report_and_lease(struct desk *desk, struct uuid execution, struct lease_command lease)
{
	struct report report = { .execution = execution, .outcome = OUTCOME_SUCCESS };
	lease.worker = STR("w1");
	desk_do(desk, (struct command){ .kind = COMMAND_REPORT,
					.report = { STR("w1"), &report, 1, &lease } });
	return desk->replies;
}

static void a_report_may_lease_again_in_the_same_round_trip(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 3);
	struct lease lease = desk_claim(&desk);
	u64 reply = report_and_lease(&desk, lease.execution,
				     (struct lease_command){ .max = 10, .wait_ms = 1000 });
	assert_int_equal(1, desk.answered[reply]);
	assert_int_equal(2, desk.granted[reply]);
	assert_int_equal(HOLDER_OK, desk.last.codes[0].code);
	assert_int_equal(1, desk_count(&desk, RUN_DONE));
	assert_int_equal(2, desk_count(&desk, RUN_PROCESSING));
	/* Nothing is left: the report does not wait for its lease. */
	reply = report_and_lease(&desk, desk.leases[1].execution,
				 (struct lease_command){ .max = 10, .wait_ms = 1000 });
	assert_int_equal(1, desk.answered[reply]);
	assert_int_equal(0, desk.granted[reply]);
	desk_close(&desk);
}

static void a_report_is_taken_even_if_its_lease_is_refused(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 2);
	struct lease lease = desk_claim(&desk);
	u64 reply = report_and_lease(&desk, lease.execution, (struct lease_command){ .max = 0 });
	assert_int_equal(0, desk.granted[reply]);
	assert_int_equal(HOLDER_OK, desk.last.codes[0].code);
	assert_int_equal(ERR_INVALID, desk.last.head.why.code);
	assert_int_equal(1, desk_count(&desk, RUN_DONE));
	desk_close(&desk);
}

/* '@' is no letter of a worker's name: nobody can pass for the server itself. */
static void only_the_server_leases_for_its_own_handlers(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node-1") });
	const struct lease_command refused[] = {
		{ .carrier = CARRIER_NODE, .worker = STR("w1"), .max = 1 },
		{ .carrier = CARRIER_NODE, .worker = STR("@node-2"), .max = 1 },
		{ .carrier = CARRIER_WORKERS, .worker = STR("@node-1"), .max = 1 },
		{ .is_within = true, .worker = STR("w1"), .max = 1 },
		{ .is_within = true, .worker = STR("@node-2"), .max = 1 },
	};
	for (u32 i = 0; i < countof(refused); i++) {
		struct command command = { .kind = COMMAND_LEASE, .lease = refused[i] };
		assert_int_equal(ERR_INVALID, desk_do(&desk, command)->err);
	}
	struct command command = {
		.kind = COMMAND_LEASE,
		.lease = { .carrier = CARRIER_NODE, .worker = STR("@node-1"), .max = 1 }
	};
	assert_int_equal(ERR_OK, desk_do(&desk, command)->err);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_server_leases_for_its_own_handlers),
		cmocka_unit_test(calls_out_of_bounds_are_refused),
		cmocka_unit_test(a_tenants_worker_sees_its_tenant_alone),
		cmocka_unit_test(without_a_wait_an_empty_answer_comes_at_once),
		cmocka_unit_test(a_long_poll_ends_at_its_time_with_nothing),
		cmocka_unit_test(the_wait_goes_by_the_clock_that_never_steps),
		cmocka_unit_test(who_waits_longest_is_served_first),
		cmocka_unit_test(a_call_wakes_only_for_what_it_asked_for),
		cmocka_unit_test(a_waiting_call_gets_a_run_when_its_time_comes),
		cmocka_unit_test(a_worker_that_leaves_is_answered_and_holds_nothing),
		cmocka_unit_test(a_call_and_its_leave_in_one_turn),
		cmocka_unit_test(waiting_calls_are_let_go_when_the_pump_ends),
		cmocka_unit_test(a_report_may_lease_again_in_the_same_round_trip),
		cmocka_unit_test(a_report_is_taken_even_if_its_lease_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
