/* A dead letter is retried, or copied with another payload. */
#include "api/shelf.h"
#include "api/stage.h"

/* A task of acme that has failed, and the path that retries it. */
static struct uuid make_dead(struct stage *stage, char path[200])
{
	struct stage_token producer = stage_add_token(stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token worker = stage_add_token(stage, STR("acme"), ROLE_WORKER);
	struct uuid id;
	char report[300];
	str body = stage_call(stage, &producer, "POST", AT_BASE("tasks"),
			      STR("{\"type\":\"a\",\"max_attempts\":1}"));
	assert_true(uuid_parse(member(body, "id"), &id));
	snprintf(path, 200, AT_BASE("queue/%.*s/retry"), STR_ARG(member(body, "id")));
	body = stage_call(stage, &worker, "POST", AT_BASE("worker/lease"),
			  STR("{\"worker_id\":\"w\"}"));
	str lease = item(member(body, "leases"), 0);
	snprintf(report, sizeof report,
		 "{\"worker_id\":\"w\",\"results\":[{\"execution_id\":\"%.*s\","
		 "\"outcome\":\"fail\"}]}",
		 STR_ARG(member(lease, "execution_id")));
	stage_call(stage, &worker, "POST", AT_BASE("worker/results"), str_from(report));
	return id;
}

static void show_on(struct shelf *shelf, struct uuid id)
{
	shelf->runs[0] = (struct run_view){ .tenant = STR("acme"), .type = STR("a") };
	shelf->runs[0].row.id = id;
	shelf->runs_len = 1;
}

static void without_a_payload_it_is_the_same_run(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	char path[200];
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	struct uuid id = make_dead(&stage, path);
	char text[UUID_TEXT_LEN];
	uuid_print(id, text);
	stage_call(&stage, &token, "POST", path, STR("{\"discard_original\":true}"));
	assert_int_equal(422, stage.status);
	str body = stage_call(&stage, &token, "POST", path, STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "id"), ((str){ text, sizeof text }));
	stage_close(&stage);
}

static void with_a_payload_it_is_a_copy(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	char path[200];
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	struct uuid id = make_dead(&stage, path);
	char text[UUID_TEXT_LEN];
	uuid_print(id, text);
	stage_call(&stage, &token, "POST", path, STR("{\"payload\":{}}"));
	assert_int_equal(404, stage.status); /* the shelf does not have it yet */
	show_on(&shelf, id);
	str body = stage_call(&stage, &token, "POST", path, STR("{\"payload\":{\"n\":2}}"));
	assert_int_equal(201, stage.status);
	assert_str(member(body, "copied_from"), ((str){ text, sizeof text }));
	assert_false(str_eq(member(body, "id"), (str){ text, sizeof text }));
	stage_call(&stage, &token, "POST", path, STR("{\"payload\":[]}"));
	assert_int_equal(422, stage.status);
	stage_close(&stage);
}

static void the_run_of_a_deleted_job_is_not_copied(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	char path[200];
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	show_on(&shelf, make_dead(&stage, path));
	shelf.runs[0].row.job = (struct uuid){ { 7 } };
	stage_call(&stage, &token, "POST", path, STR("{\"payload\":{}}"));
	assert_int_equal(409, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_payload_it_is_the_same_run),
		cmocka_unit_test(with_a_payload_it_is_a_copy),
		cmocka_unit_test(the_run_of_a_deleted_job_is_not_copied),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
