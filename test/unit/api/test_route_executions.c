/* Executions: seen, cancelled, retried; and workers. */
#include "api/shelf.h"
#include "api/stage.h"

#define PATH "/api/v1/scheduler/executions/01000000-0000-0000-0000-000000000000"

static void put_execution(struct shelf *shelf, enum outcome outcome, const struct uuid *run)
{
	struct execution_view *view = &shelf->executions[0];
	*view = (struct execution_view){ .tenant = STR("acme"),
					 .type = STR("a"),
					 .worker = STR("w") };
	view->row.id.bytes[0] = 1;
	if (run) view->row.run = *run;
	view->end.outcome = outcome;
	shelf->executions_len = 1;
}

static void attempts_are_listed_by_status_and_run(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	put_execution(&shelf, OUTCOME_TIMEOUT, NULL);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(
		&stage, &token, "GET",
		AT_BASE("executions?status=TIMEOUT&run_id=05000000-0000-0000-0000-000000000000"),
		STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(item(member(body, "data"), 0), "status"), STR("TIMEOUT"));
	assert_int_equal(1u << OUTCOME_TIMEOUT, shelf.last_executions.outcomes);
	assert_int_equal(5, shelf.last_executions.run.bytes[0]);
	stage_call(&stage, &token, "GET", AT_BASE("executions?state=RUNNING"), STR(""));
	assert_true(shelf.last_executions.only_open);
	stage_call(&stage, &token, "GET", AT_BASE("executions?state=asleep"), STR(""));
	assert_int_equal(422, stage.status);
	body = stage_call(&stage, &token, "GET", PATH, STR(""));
	assert_str(member(body, "worker_id"), STR("w"));
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_ADMIN);
	stage_call(&stage, &rival, "GET", PATH, STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void cancelling_one_that_runs_cancels_its_run(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	struct uuid run;
	char path[200];
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	str body = stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_true(uuid_parse(member(body, "id"), &run));
	put_execution(&shelf, OUTCOME_SUCCESS, &run);
	stage_call(&stage, &token, "POST", PATH "/cancel", STR(""));
	assert_int_equal(409, stage.status);
	put_execution(&shelf, OUTCOME_OPEN, &run);
	stage_call(&stage, &token, "POST", PATH "/cancel", STR(""));
	assert_int_equal(409, stage.status); /* the run waits: another attempt is not meant */
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			  STR("{\"worker_id\":\"w\"}"));
	str id = member(item(member(body, "leases"), 0), "execution_id");
	assert_true(uuid_parse(id, &shelf.executions[0].row.id));
	snprintf(path, sizeof path, "%s%.*s/cancel", AT_BASE("executions/"), STR_ARG(id));
	body = stage_call(&stage, &token, "POST", path, STR("{\"reason\":\"enough\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "state"), STR("cancelled"));
	put_execution(&shelf, OUTCOME_CANCELLED, &run);
	stage_call(&stage, &token, "POST", PATH "/retry", STR(""));
	assert_int_equal(409, stage.status);
	shelf.executions_len = 0;
	stage_call(&stage, &token, "POST", PATH "/retry", STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void what_an_attempt_wrote_can_be_read(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	put_execution(&shelf, OUTCOME_FAIL, NULL);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &token, "GET", PATH "/output", STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "kind"), STR("none"));
	shelf.output_of = shelf.executions[0].row.id;
	/* The second half of the last character was cut off. */
	shelf.output = (struct attempt_output){ .kind = OUTPUT_PROGRAM,
						.out = STR("caf\xc3"),
						.out_len = 5,
						.err = STR("\xff"),
						.err_len = 1 };
	body = stage_call(&stage, &token, "GET", PATH "/output", STR(""));
	assert_str(member(body, "stdout"),
		   STR("{\"bytes\":5,\"kept\":4,\"truncated\":true,\"encoding\":\"utf-8\","
		       "\"text\":\"caf\"}"));
	assert_str(member(body, "stderr"),
		   STR("{\"bytes\":1,\"kept\":1,\"truncated\":false,\"encoding\":\"base64\","
		       "\"text\":\"/w==\"}"));
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_ADMIN);
	stage_call(&stage, &rival, "GET", PATH "/output", STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void what_a_receiver_answered_is_for_operators(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	put_execution(&shelf, OUTCOME_FAIL, NULL);
	shelf.output_of = shelf.executions[0].row.id;
	shelf.output = (struct attempt_output){ .kind = OUTPUT_RESPONSE,
						.out = STR("inner"),
						.out_len = 5 };
	struct stage_token viewer = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	struct stage_token boss = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	str body = stage_call(&stage, &viewer, "GET", PATH "/output", STR(""));
	assert_str(member(body, "response"),
		   STR("{\"bytes\":5,\"kept\":5,\"truncated\":false,\"encoding\":null,"
		       "\"text\":null}"));
	body = stage_call(&stage, &boss, "GET", PATH "/output", STR(""));
	assert_str(member(member(body, "response"), "text"), STR("inner"));
	stage_close(&stage);
}

static void workers_are_listed(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	shelf.workers[0] = (struct worker_view){ STR("w1"), 3, 1000 };
	shelf.workers_len = 1;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &token, "GET", AT_BASE("workers"), STR(""));
	str seen = item(member(body, "data"), 0);
	assert_str(member(seen, "worker_id"), STR("w1"));
	assert_str(member(seen, "running"), STR("3"));
	assert_str(member(seen, "last_seen"), STR("1970-01-01T00:00:01Z"));
	assert_str(member(seen, "draining"), STR("false"));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(attempts_are_listed_by_status_and_run),
		cmocka_unit_test(cancelling_one_that_runs_cancels_its_run),
		cmocka_unit_test(what_an_attempt_wrote_can_be_read),
		cmocka_unit_test(what_a_receiver_answered_is_for_operators),
		cmocka_unit_test(workers_are_listed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
