/* The executor between a pump that the test plays and the real handlers on a real loop. */
#include "base/check.h"
#include "executor/executor.h"

struct desk {
	struct loop *loop;
	struct handlers *handlers;
	struct executor *executor;
	struct command *asked[16]; /* by the pump that is played, in order */
	u32 asked_len;
	bool is_busy;
	bool is_done;
	void *reading;
	char logged[2000];
};

static struct now fixed_now(void *context)
{
	(void)context;
	return (struct now){ 1700000000000, 5000 };
}

static enum err take(void *context, struct command *command)
{
	struct desk *desk = context;
	if (desk->is_busy) return ERR_BUSY;
	assert_true(desk->asked_len < countof(desk->asked));
	desk->asked[desk->asked_len++] = command;
	return ERR_OK;
}

static str name_of(void *context, enum name_kind kind, u32 no)
{
	(void)context;
	assert_int_equal(kind, NAME_TENANT);
	assert_int_equal(no, 7);
	return STR("acme");
}

static enum err read_later(void *context, void *invocation)
{
	((struct desk *)context)->reading = invocation;
	return ERR_OK;
}

static void on_log(void *context, str line)
{
	struct desk *desk = context;
	snprintf(desk->logged, sizeof desk->logged, "%.*s", STR_ARG(line));
}

static void on_ended(void *context, const struct handler_report *report)
{
	executor_ended(((struct desk *)context)->executor, report);
}

static void on_done(void *context)
{
	((struct desk *)context)->is_done = true;
}

static void desk_open(struct desk *desk)
{
	struct why why;
	memset(desk, 0, sizeof *desk);
	const struct loop_config loop = { .now = fixed_now };
	assert_int_equal(loop_new(&loop, &desk->loop), ERR_OK);
	const struct executor_config config = { .loop = desk->loop,
						.at_once = 2,
						.node = STR("@node"),
						.context = desk,
						.submit = take,
						.name = name_of,
						.read = read_later };
	assert_int_equal(executor_new(&config, &desk->executor), ERR_OK);
	const struct handlers_config handlers = { .loop = desk->loop,
						  .at_once = 2,
						  .seed = 1,
						  .context = desk,
						  .ended = on_ended,
						  .log = on_log };
	assert_int_equal(handlers_new(&handlers, &desk->handlers, &why), ERR_OK);
	executor_serve(desk->executor, desk->handlers);
}

static void desk_close(struct desk *desk)
{
	handlers_free(desk->handlers);
	executor_free(desk->executor);
	loop_free(desk->loop);
}

/* The pump answers the command that it was given as number `index`. */
static void answer(struct desk *desk, u32 index, struct answer *answer)
{
	struct command *command = desk->asked[index];
	answer->reply = command->reply;
	reply_open(command->reply);
	reply_answer(command->reply, answer);
	reply_close(command->reply);
	loop_run_once(desk->loop);
}

static struct lease lease_of(u8 number, str details)
{
	return (struct lease){ .execution = { .bytes = { number } },
			       .run = { .bytes = { 9, number } },
			       .tenant = { 7 },
			       .handler_tenant = { 7 },
			       .carrier = CARRIER_NODE,
			       .type_name = STR("tick"),
			       .timeout_at = 1700000060000,
			       .payload = STR("{\"a\":\"secret:one\"}"),
			       .details = details };
}

static void grant(struct desk *desk, u32 index, struct lease *lease)
{
	struct answer granted = { .lease = { lease, 1 } };
	answer(desk, index, &granted);
}

static void run_until_asked(struct desk *desk, u32 len)
{
	for (u32 i = 0; i < 100 && desk->asked_len < len; i++) loop_run_once(desk->loop);
	assert_int_equal(desk->asked_len, len);
}

/* Everything it asked from `from` on is answered with nothing, and it is through. */
static void end_and_answer(struct desk *desk, u32 from)
{
	executor_end(desk->executor, 50, on_done, desk);
	for (u32 i = from; i < desk->asked_len; i++) {
		struct answer nothing = { 0 };
		answer(desk, i, &nothing);
	}
	for (u32 i = 0; i < 100 && !desk->is_done; i++) loop_run_once(desk->loop);
	assert_true(desk->is_done);
	assert_false(executor_has_asked(desk->executor));
}

static void it_leases_as_many_as_it_may_start(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	assert_int_equal(desk.asked_len, 1);
	const struct lease_command *call = &desk.asked[0]->lease;
	assert_int_equal(desk.asked[0]->kind, COMMAND_LEASE);
	assert_int_equal(call->carrier, CARRIER_NODE);
	assert_str(call->worker, STR("@node"));
	assert_int_equal(call->max, 2);
	/* At the end the call is left. */
	executor_end(desk.executor, 1000, on_done, &desk);
	assert_int_equal(desk.asked_len, 2);
	assert_int_equal(desk.asked[1]->kind, COMMAND_LEAVE);
	assert_true(desk.asked[1]->leave.reply == desk.asked[0]->reply);
	struct answer nothing = { 0 };
	answer(&desk, 0, &nothing);
	assert_false(desk.is_done);
	answer(&desk, 1, &nothing);
	assert_true(desk.is_done);
	desk_close(&desk);
}

static void what_was_carried_out_is_reported_and_more_is_leased(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct lease lease = lease_of(1, STR("{\"handler\":{\"kind\":\"log\"}}"));
	lease.payload = STR("{}");
	grant(&desk, 0, &lease);
	run_until_asked(&desk, 3);
	assert_non_null(strstr(desk.logged, "\"tenant\":\"acme\""));
	assert_int_equal(desk.asked[1]->kind, COMMAND_LEASE);
	assert_int_equal(desk.asked[1]->lease.max, 1); /* one was at work then */
	const struct report *report = desk.asked[2]->report.reports;
	assert_int_equal(desk.asked[2]->kind, COMMAND_REPORT);
	assert_int_equal(report->outcome, OUTCOME_SUCCESS);
	assert_true(uuid_eq(&report->execution, &lease.execution));
	end_and_answer(&desk, 1);
	desk_close(&desk);
}

static void a_description_that_makes_no_sense_fails_the_run(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct lease lease = lease_of(1, STR("{}"));
	grant(&desk, 0, &lease);
	run_until_asked(&desk, 3);
	const struct report *report = desk.asked[1]->report.reports;
	assert_int_equal(desk.asked[1]->kind, COMMAND_REPORT);
	assert_int_equal(report->outcome, OUTCOME_FAIL);
	assert_str(report->error_class, STR("validation"));
	end_and_answer(&desk, 1);
	desk_close(&desk);
}

static void secrets_are_read_before_it_starts(void **state)
{
	static struct handler_secret found = { STR("one"), { NULL, 0 } };
	struct desk desk;
	char value[] = "hush";
	(void)state;
	desk_open(&desk);
	struct lease lease = lease_of(1, STR("{\"handler\":{\"kind\":\"log\",\"payload\":true}}"));
	grant(&desk, 0, &lease);
	assert_non_null(desk.reading);
	assert_string_equal(desk.logged, "");
	struct invocation_wants *wants = executor_wants(desk.reading);
	assert_ptr_equal(executor_context(desk.reading), &desk);
	assert_int_equal(wants->len, 1);
	assert_str(wants->names[0], STR("one"));
	assert_str(wants->tenant, STR("acme"));
	found.value = (str){ value, 4 };
	wants->found = &found;
	wants->found_len = 1;
	executor_brought(desk.reading);
	run_until_asked(&desk, 3);
	assert_non_null(strstr(desk.logged, "hush"));
	assert_string_equal(value, ""); /* it is not left behind */
	end_and_answer(&desk, 1);
	desk_close(&desk);
}

static void one_that_the_engine_ended_is_not_reported(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct lease lease = lease_of(1, STR("{\"handler\":{\"kind\":\"log\",\"payload\":true}}"));
	grant(&desk, 0, &lease);
	assert_non_null(desk.reading);
	executor_stop(desk.executor, (struct uuid){ .bytes = { 99 } }); /* a worker's */
	executor_stop(desk.executor, lease.execution);
	loop_run_once(desk.loop);
	executor_brought(desk.reading);
	loop_run_once(desk.loop);
	assert_string_equal(desk.logged, "");
	for (u32 i = 1; i < desk.asked_len; i++)
		assert_int_not_equal(desk.asked[i]->kind, COMMAND_REPORT);
	end_and_answer(&desk, 1);
	desk_close(&desk);
}

/* A report that the pump did not take is told again. */
static void a_busy_pump_is_asked_again(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct lease lease = lease_of(1, STR("{}"));
	desk.is_busy = true;
	grant(&desk, 0, &lease);
	assert_int_equal(desk.asked_len, 1);
	desk.is_busy = false;
	run_until_asked(&desk, 3);
	assert_int_equal(desk.asked[1]->kind, COMMAND_REPORT);
	end_and_answer(&desk, 1);
	desk_close(&desk);
}

/* What the pump answers at its end brings no new question. */
static void without_a_pump_nothing_is_asked(void **state)
{
	struct desk desk;
	(void)state;
	desk_open(&desk);
	struct lease lease = lease_of(1, STR("{\"handler\":{\"kind\":\"log\"}}"));
	lease.payload = STR("{}");
	executor_abandon(desk.executor);
	grant(&desk, 0, &lease);
	for (u32 i = 0; i < 3 && executor_under_way(desk.executor); i++) loop_run_once(desk.loop);
	assert_int_equal(desk.asked_len, 1);
	assert_false(executor_has_asked(desk.executor));
	executor_abandon(NULL);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_leases_as_many_as_it_may_start),
		cmocka_unit_test(what_was_carried_out_is_reported_and_more_is_leased),
		cmocka_unit_test(a_description_that_makes_no_sense_fails_the_run),
		cmocka_unit_test(secrets_are_read_before_it_starts),
		cmocka_unit_test(one_that_the_engine_ended_is_not_reported),
		cmocka_unit_test(a_busy_pump_is_asked_again),
		cmocka_unit_test(without_a_pump_nothing_is_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
