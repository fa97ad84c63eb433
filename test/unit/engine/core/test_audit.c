/* Who changed what: a row for each call that changed something, in the turn that changed it. */
#include "engine/bare.h"

#include "base/check.h"

static const struct audit_ask a_call = {
	.action = STR("task.create"),
	.kind = STR("task"),
	.request = STR("r-1"),
	.source = STR("127.0.0.1"),
	.token = { { 9 } },
	.after = STR("{\"type\":\"mail\"}"),
};

/* The rows of the last turn. */
static u32 rows_of(const struct bare *bare, const struct audit_row **rows, u32 max)
{
	u32 len = 0;
	for (u32 i = 0; i < bare->turn.changes_len; i++) {
		if (bare->turn.changes[i].kind != CHANGE_AUDIT_PUT) continue;
		assert_true(len < max);
		rows[len++] = bare->turn.changes[i].audit;
	}
	return len;
}

static struct command enqueue(const struct enqueue_item *items, u32 len)
{
	return (struct command){ .kind = COMMAND_ENQUEUE,
				 .tenant = STR("acme"),
				 .actor = STR("ann"),
				 .audit = &a_call,
				 .enqueue = { items, len, false } };
}

static void a_call_is_told_with_all_that_is_known_of_it(void **state)
{
	struct bare bare;
	const struct audit_row *row;
	struct enqueue_item item = { .type = STR("mail") };
	char id[UUID_TEXT_LEN];
	(void)state;
	bare_open(&bare);
	bare_do(&bare, enqueue(&item, 1));
	struct uuid run = bare_answer(&bare, 1)->enqueue.items[0].run;
	uuid_print(run, id);
	assert_int_equal(1, rows_of(&bare, &row, 1));
	assert_true(bare.turn.id == row->turn);
	assert_int_equal(1, row->number);
	assert_true(bare.now.wall == row->at);
	assert_true(row->tenant.v > 0);
	assert_str(row->actor, STR("ann"));
	assert_str(row->action, STR("task.create"));
	assert_str(row->kind, STR("task"));
	assert_str(row->object, ((str){ id, sizeof id }));
	assert_true(uuid_eq(&run, &row->run));
	assert_int_equal(1, row->made);
	assert_str(row->request, STR("r-1"));
	assert_str(row->source, STR("127.0.0.1"));
	assert_true(uuid_eq(&a_call.token, &row->token));
	assert_str(row->after, STR("{\"type\":\"mail\"}"));
	bare_close(&bare);
}

static void rows_of_a_turn_are_numbered_as_the_calls_came(void **state)
{
	struct bare bare;
	const struct audit_row *rows[2];
	struct enqueue_item items[] = { { .type = STR("a") }, { .type = STR("b") } };
	(void)state;
	bare_open(&bare);
	struct command commands[] = { enqueue(items, 2), enqueue(items, 1) };
	bare_turn(&bare, commands, 2);
	assert_int_equal(2, rows_of(&bare, rows, 2));
	assert_int_equal(1, rows[0]->number);
	assert_int_equal(2, rows[0]->made);
	assert_true(uuid_is_nil(&rows[0]->run)); /* of many none is meant */
	assert_int_equal(2, rows[1]->number);
	assert_int_equal(1, rows[1]->made);
	bare_close(&bare);
}

static void what_changed_nothing_or_is_nobodys_leaves_none(void **state)
{
	struct bare bare;
	const struct audit_row *row;
	struct enqueue_item item = { .type = STR("mail") }, bad = { .type = STR("no good") };
	(void)state;
	bare_open(&bare);
	bare_do(&bare, enqueue(&bad, 1));
	assert_int_equal(0, rows_of(&bare, &row, 1));
	struct command quiet = enqueue(&item, 1);
	quiet.audit = NULL;
	bare_do(&bare, quiet);
	assert_int_equal(0, rows_of(&bare, &row, 1));
	bare_do(&bare, (struct command){ .kind = COMMAND_CANCEL,
					 .tenant = STR("acme"),
					 .audit = &a_call,
					 .run = { .run = { { 1 } } } });
	assert_int_equal(0, rows_of(&bare, &row, 1));
	bare_close(&bare);
}

static void a_run_is_told_as_it_stood_and_as_it_stands(void **state)
{
	struct bare bare;
	const struct audit_row *row;
	(void)state;
	bare_open(&bare);
	struct uuid run = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare_do(&bare, (struct command){ .kind = COMMAND_RESCHEDULE,
					 .tenant = STR("acme"),
					 .audit = &a_call,
					 .run = { .run = run, .run_at = 2000000000000 } });
	assert_int_equal(1, rows_of(&bare, &row, 1));
	assert_true(uuid_eq(&run, &row->run));
	assert_str(row->before, STR("{\"state\":\"queued\",\"run_at\":\"2023-11-14T22:13:20Z\"}"));
	assert_str(row->after, STR("{\"state\":\"queued\",\"run_at\":\"2033-05-18T03:33:20Z\"}"));
	bare_close(&bare);
}

static void a_reason_is_told_with_how_a_run_stands(void **state)
{
	struct bare bare;
	const struct audit_row *row;
	(void)state;
	bare_open(&bare);
	struct uuid run = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare_do(&bare, (struct command){ .kind = COMMAND_CANCEL,
					 .tenant = STR("acme"),
					 .audit = &a_call,
					 .run = { .run = run, .reason = STR("\"no\"\n") } });
	assert_int_equal(1, rows_of(&bare, &row, 1));
	assert_str(row->after, STR("{\"state\":\"cancelled\",\"run_at\":\"2023-11-14T22:13:20Z\","
				   "\"reason\":\"\\\"no\\\"\\n\"}"));
	bare_close(&bare);
}

static void what_is_nobodys_in_particular_is_the_systems(void **state)
{
	struct bare bare;
	const struct audit_row *row;
	(void)state;
	bare_open(&bare);
	bare_do(&bare, (struct command){ .kind = COMMAND_PAUSE,
					 .tenant = STR("system"),
					 .audit = &a_call,
					 .pause = { .scope = PAUSE_TENANT } });
	assert_int_equal(1, rows_of(&bare, &row, 1));
	assert_str(row->object, STR("system")); /* a pause without a name holds the tenant */
	tenant_no system = row->tenant;
	bare_do(&bare,
		(struct command){ .kind = COMMAND_SET_QUEUE,
				  .audit = &a_call,
				  .set = { .name = STR("slow"), .queue = { .weight = 2 } } });
	assert_int_equal(1, rows_of(&bare, &row, 1));
	assert_true(system.v == row->tenant.v);
	bare_close(&bare);
}

static void a_handlers_words_are_the_systems(void **state)
{
	struct bare bare;
	const struct audit_row *rows[2];
	struct audit_event events[] = { { STR("subscription.frozen"), STR("{\"after\":1}") },
					{ STR("branch.closed"), STR("{}") } };
	(void)state;
	bare_open(&bare);
	struct uuid run = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	struct lease lease = bare_claim(&bare);
	struct report report = { .execution = lease.execution,
				 .outcome = OUTCOME_SUCCESS,
				 .audit = events,
				 .audit_len = 2 };
	bare_do(&bare, (struct command){ .kind = COMMAND_REPORT,
					 .actor = STR("worker 1"),
					 .report = { STR("w1"), &report, 1, NULL } });
	assert_int_equal(2, rows_of(&bare, rows, 2));
	assert_str(rows[0]->action, STR("subscription.frozen"));
	assert_int_equal(0, rows[0]->actor.len);
	assert_str(rows[0]->kind, AUDIT_BY_HANDLER);
	assert_true(uuid_eq(&run, &rows[0]->run));
	assert_str(rows[0]->after, STR("{\"after\":1}"));
	assert_str(rows[1]->action, STR("branch.closed"));
	bare_close(&bare);
}

static void a_record_is_a_row_and_nothing_else(void **state)
{
	struct bare bare;
	const struct audit_row *row;
	struct audit_ask ask = { .action = STR("session.revoke"),
				 .kind = STR("session"),
				 .object = STR("s-1") };
	(void)state;
	bare_open(&bare);
	struct command record = {
		.kind = COMMAND_RECORD, .tenant = STR("acme"), .actor = STR("ann"), .audit = &ask
	};
	bare_do(&bare, record); /* the first turn of all makes the default queue */
	bare_do(&bare, record);
	assert_int_equal(1, bare.turn.changes_len);
	assert_int_equal(1, rows_of(&bare, &row, 1));
	assert_str(row->action, STR("session.revoke"));
	assert_str(row->object, STR("s-1"));
	assert_str(row->actor, STR("ann"));
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_call_is_told_with_all_that_is_known_of_it),
		cmocka_unit_test(rows_of_a_turn_are_numbered_as_the_calls_came),
		cmocka_unit_test(what_changed_nothing_or_is_nobodys_leaves_none),
		cmocka_unit_test(a_run_is_told_as_it_stood_and_as_it_stands),
		cmocka_unit_test(a_reason_is_told_with_how_a_run_stands),
		cmocka_unit_test(what_is_nobodys_in_particular_is_the_systems),
		cmocka_unit_test(a_record_is_a_row_and_nothing_else),
		cmocka_unit_test(a_handlers_words_are_the_systems),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
