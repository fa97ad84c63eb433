/* Why is this run not running? Every kind of reason, from the very things that hold it back. */
#include "engine/desk.h"

static const str none = { "", 0 };

static const struct why_answer *why(struct desk *desk, struct uuid run)
{
	struct command ask = { .kind = COMMAND_ASK_WHY, .run = { .run = run } };
	assert_int_equal(ERR_OK, desk_do(desk, ask)->err);
	assert_true(desk->last.head.reasons.found);
	return &desk->last.head.reasons;
}

static bool has_reason(const struct why_answer *answer, enum why_kind kind, str ref)
{
	for (u32 i = 0; i < answer->len; i++) {
		if (answer->reasons[i].kind == kind && str_eq(answer->reasons[i].ref, ref))
			return true;
	}
	return false;
}

static void assert_only(struct desk *desk, struct uuid run, enum why_kind kind, str ref)
{
	const struct why_answer *answer = why(desk, run);
	assert_int_equal(1, answer->len);
	assert_true(has_reason(answer, kind, ref));
}

static void its_time_is_to_come(void **state)
{
	static const msec waits[] = { 1000, MSEC_DAY };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(waits); i++) {
		struct enqueue_item item = { .run_at = desk.now.wall + waits[i] };
		struct uuid run = desk_run(&desk, "acme", item);
		assert_only(&desk, run, WHY_NOT_DUE, none);
		assert_int_equal(item.run_at, desk.last.head.reasons.reasons[0].until);
		assert_int_equal(RUN_QUEUED, desk.last.head.reasons.state);
	}
	desk_close(&desk);
}

static void a_server_that_hands_nothing_out_says_so(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .is_idle = true });
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_true(has_reason(why(&desk, run), WHY_DISPATCH_OFF, none));
	assert_false(has_reason(why(&desk, run), WHY_LIMIT, STR("max_concurrency")));
	desk_close(&desk);
}

static void it_waits_for_its_next_attempt_or_was_deferred(void **state)
{
	static const struct {
		enum outcome outcome;
		msec wait;
		enum why_kind kind;
	} rows[] = {
		{ OUTCOME_RETRY, 30000, WHY_BACKOFF },
		{ OUTCOME_RETRY, MSEC_DAY, WHY_BACKOFF },
		{ OUTCOME_DEFER, 30000, WHY_DEFERRED },
		{ OUTCOME_DEFER, MSEC_DAY, WHY_DEFERRED },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct desk desk;
		desk_open(&desk);
		struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		struct report report = { .execution = desk_claim(&desk).execution,
					 .outcome = rows[i].outcome,
					 .retry_after_ms = rows[i].wait,
					 .defer_until = desk.now.wall + rows[i].wait };
		desk_report(&desk, report);
		assert_only(&desk, run, rows[i].kind, none);
		assert_int_equal(desk.now.wall + rows[i].wait,
				 desk.last.head.reasons.reasons[0].until);
		desk_close(&desk);
	}
}

static void it_is_paused_and_by_what(void **state)
{
	static const struct {
		const char *tenant;
		struct pause_command pause;
		str ref;
	} rows[] = {
		{ "acme", { .scope = PAUSE_TENANT }, STR("tenant") },
		{ "acme", { .scope = PAUSE_TYPE, .name = STR("mail.send") }, STR("type") },
		{ "acme", { .scope = PAUSE_QUEUE, .name = STR("default") }, STR("queue") },
		{ "", { .scope = PAUSE_QUEUE, .name = STR("default") }, STR("queue") },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct desk desk;
		desk_open(&desk);
		struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		struct pause_command pause = rows[i].pause;
		pause.reason = STR("too hot");
		desk_pause(&desk, COMMAND_PAUSE, rows[i].tenant, pause);
		assert_only(&desk, run, WHY_PAUSED, rows[i].ref);
		assert_int_equal(0, desk.last.head.reasons.reasons[0].until);
		assert_true(str_eq(desk.last.head.reasons.reasons[0].words, STR("too hot")));
		assert_int_equal(desk.now.wall, desk.last.head.reasons.reasons[0].since);
		pause.until = desk.now.wall + 5000;
		desk_pause(&desk, COMMAND_PAUSE, rows[i].tenant, pause);
		assert_only(&desk, run, WHY_PAUSED, rows[i].ref);
		assert_int_equal(pause.until, desk.last.head.reasons.reasons[0].until);
		desk_close(&desk);
	}
}

static void a_limit_is_reached_and_which(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .max_concurrency = 1 });
	desk_set_type(&desk, "acme", "mail.send", (struct type_policy){ .limit = 1 });
	desk_set_tenant(&desk, "acme", (struct tenant_policy){ .limit = 1 });
	desk_set_queue(&desk, "default", (struct queue_policy){ .limit = 1 });
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_claim(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	const struct why_answer *answer = why(&desk, run);
	assert_int_equal(4, answer->len);
	assert_true(has_reason(answer, WHY_LIMIT, STR("max_concurrency")));
	assert_true(has_reason(answer, WHY_LIMIT, STR("queue")));
	assert_true(has_reason(answer, WHY_LIMIT, STR("tenant")));
	assert_true(has_reason(answer, WHY_LIMIT, STR("type")));
	desk_close(&desk);
}

static void who_has_the_place_is_told_and_when_he_must_leave_it(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_type(&desk, "acme", "mail.send", (struct type_policy){ .limit = 2 });
	desk_set_queue(&desk, "default", (struct queue_policy){ .limit = 3 });
	struct uuid slow = desk_run(&desk, "acme", (struct enqueue_item){ .timeout_ms = 90000 });
	desk_lease(&desk, 1, (struct lease_command){ .worker = STR("slow") });
	struct uuid quick = desk_run(&desk, "acme", (struct enqueue_item){ .timeout_ms = 30000 });
	desk_lease(&desk, 1, (struct lease_command){ .worker = STR("quick") });
	msec begun = desk.now.wall;
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_only(&desk, run, WHY_LIMIT, STR("type"));
	const struct why_reason *reason = &desk.last.head.reasons.reasons[0];
	assert_memory_equal(&quick, &reason->run, sizeof quick);
	assert_true(str_eq(reason->worker, STR("quick")));
	assert_int_equal(begun + 30000, reason->until);
	/* Another tenant waits for a place of the queue: whose it is, is none of its business. */
	desk_run(&desk, "globex", (struct enqueue_item){ 0 });
	desk_claim(&desk);
	struct uuid other = desk_run(&desk, "initech", (struct enqueue_item){ 0 });
	assert_only(&desk, other, WHY_LIMIT, STR("queue"));
	assert_true(uuid_is_nil(&desk.last.head.reasons.reasons[0].run));
	assert_int_equal(0, desk.last.head.reasons.reasons[0].until);
	assert_only(&desk, slow, WHY_RUNNING, STR("slow"));
	desk_close(&desk);
}

static void what_is_paused_is_told_before_its_time_comes(void **state)
{
	static const msec waits[] = { 1000, MSEC_DAY };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_pause(&desk, COMMAND_PAUSE, "acme",
		   (struct pause_command){ .scope = PAUSE_TYPE, .name = STR("mail.send") });
	desk_pause(&desk, COMMAND_PAUSE, "acme",
		   (struct pause_command){ .scope = PAUSE_QUEUE, .name = STR("default") });
	for (u32 i = 0; i < countof(waits); i++) {
		struct enqueue_item item = { .run_at = desk.now.wall + waits[i] };
		const struct why_answer *answer = why(&desk, desk_run(&desk, "acme", item));
		assert_int_equal(3, answer->len);
		assert_true(has_reason(answer, WHY_NOT_DUE, none));
		assert_true(has_reason(answer, WHY_PAUSED, STR("type")));
		assert_true(has_reason(answer, WHY_PAUSED, STR("queue")));
	}
	desk_close(&desk);
}

static void nobody_asks_for_its_type(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const str sms = STR("sms.send");
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_call(&desk, 1,
		  (struct lease_command){ .types = &sms, .types_len = 1, .wait_ms = 1000 });
	assert_only(&desk, run, WHY_NO_WORKER, STR("mail.send"));
	desk_close(&desk);
}

static void it_runs_and_where(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_lease(&desk, 1, (struct lease_command){ .worker = STR("host-7") });
	assert_only(&desk, run, WHY_RUNNING, STR("host-7"));
	assert_int_equal(desk.now.wall + 60000, desk.last.head.reasons.reasons[0].until);
	assert_int_equal(RUN_PROCESSING, desk.last.head.reasons.state);
	desk_close(&desk);
}

static void others_are_before_it_or_it_is_next(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_claim(&desk); /* there is a worker of the type */
	struct enqueue_item older = { .run_at = desk.now.wall - 5 };
	struct uuid first = desk_run(&desk, "acme", older);
	struct uuid second = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_only(&desk, second, WHY_BEHIND, none);
	assert_int_equal(0, why(&desk, first)->len); /* due now: nothing holds it back */
	desk_close(&desk);
}

static void it_is_over(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid done = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_SUCCESS, none);
	assert_only(&desk, done, WHY_FINISHED, STR("done"));
	struct uuid cancelled = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_run_command(&desk, COMMAND_CANCEL, cancelled);
	assert_only(&desk, cancelled, WHY_FINISHED, STR("cancelled"));
	desk_close(&desk);
}

static void an_unknown_run_is_not_found(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command ask = { .kind = COMMAND_ASK_WHY, .run = { .run = { { 5 } } } };
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, ask)->err);
	desk_close(&desk);
}

static void the_status_counts_what_is_in_memory(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "a", (struct enqueue_item){ 0 }, 4);
	desk_enqueue_many(&desk, "b", (struct enqueue_item){ .run_at = desk.now.wall + 9 }, 3);
	desk_claim(&desk);
	static const str nothing = STR("nothing");
	desk_call(
		&desk, 1,
		(struct lease_command){
			.worker = STR("w2"), .types = &nothing, .types_len = 1, .wait_ms = 1000 });
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	const struct status_answer *status = &desk.last.head.status;
	assert_int_equal(7, status->runs_in_memory);
	assert_int_equal(3, status->due);
	assert_int_equal(1, status->running);
	assert_int_equal(1, status->waiting_calls);
	assert_int_equal(2, status->workers);
	assert_int_equal(2, status->tenants);
	assert_int_equal(desk.now.wall + 10 * MSEC_MINUTE, status->loaded_until);
	desk_close(&desk);
}

static void the_servers_own_handlers_are_not_counted_as_workers(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node") });
	const struct lease_command own = { .carrier = CARRIER_NODE,
					   .worker = STR("@node"),
					   .wait_ms = 30000 };
	desk_call(&desk, 4, own);
	desk_call(&desk, 1, (struct lease_command){ .wait_ms = 30000 });
	const struct answer *answer = desk_do(&desk,
					      (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(1, answer->status.waiting_calls);
	assert_int_equal(1, answer->status.workers);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_servers_own_handlers_are_not_counted_as_workers),
		cmocka_unit_test(its_time_is_to_come),
		cmocka_unit_test(a_server_that_hands_nothing_out_says_so),
		cmocka_unit_test(it_waits_for_its_next_attempt_or_was_deferred),
		cmocka_unit_test(it_is_paused_and_by_what),
		cmocka_unit_test(a_limit_is_reached_and_which),
		cmocka_unit_test(who_has_the_place_is_told_and_when_he_must_leave_it),
		cmocka_unit_test(what_is_paused_is_told_before_its_time_comes),
		cmocka_unit_test(nobody_asks_for_its_type),
		cmocka_unit_test(it_runs_and_where),
		cmocka_unit_test(others_are_before_it_or_it_is_next),
		cmocka_unit_test(it_is_over),
		cmocka_unit_test(an_unknown_run_is_not_found),
		cmocka_unit_test(the_status_counts_what_is_in_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
