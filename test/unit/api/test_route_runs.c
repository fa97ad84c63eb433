/* The queue: seen, and operated on. */
#include "api/shelf.h"
#include "api/stage.h"

static void put_run(struct shelf *shelf, u8 id, const char *tenant, enum run_state state)
{
	struct run_view *run = &shelf->runs[shelf->runs_len++];
	*run = (struct run_view){ .tenant = str_from(tenant),
				  .type = STR("a"),
				  .queue = STR("default"),
				  .state = state };
	run->row.id.bytes[0] = id;
}

static void a_list_is_cut_into_pages_and_filtered(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	char path[400];
	stage_open_with(&stage, &shelf);
	for (u8 id = 5; id > 0; id--) put_run(&shelf, id, "acme", id == 3 ? RUN_DLQ : RUN_QUEUED);
	put_run(&shelf, 9, "rival", RUN_QUEUED);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &token, "GET", AT_BASE("queue?limit=3"), STR(""));
	assert_int_equal(200, stage.status);
	str data = member(body, "data");
	assert_str(member(item(data, 0), "id"), STR("05000000-0000-0000-0000-000000000000"));
	assert_str(member(item(data, 2), "id"), STR("03000000-0000-0000-0000-000000000000"));
	snprintf(path, sizeof path, "%s?limit=3&cursor=%.*s", AT_BASE("queue"),
		 STR_ARG(member(body, "next_cursor")));
	body = stage_call(&stage, &token, "GET", path, STR(""));
	data = member(body, "data");
	assert_str(member(item(data, 1), "id"), STR("01000000-0000-0000-0000-000000000000"));
	assert_str(member(body, "next_cursor"), STR("null"));
	assert_false(text_has(body, STR("rival")));
	stage_call(&stage, &token, "GET",
		   AT_BASE("queue?state=dlq,PENDING&type=x&queue=q&entity=e:1&key=k&user_id=u"),
		   STR(""));
	assert_int_equal(1u << RUN_DLQ | 1u << RUN_QUEUED | 1u << RUN_WAITING,
			 shelf.last_runs.states);
	assert_str(shelf.last_runs.tenant, STR("acme"));
	assert_str(shelf.last_runs.key, STR("k"));
	assert_str(shelf.last_runs.entity, STR("e:1"));
	assert_false(shelf.last_runs.only_tasks);
	stage_call(&stage, &token, "GET", AT_BASE("tasks"), STR(""));
	assert_true(shelf.last_runs.only_tasks);
	stage_call(&stage, &token, "GET", AT_BASE("queue?state=lost"), STR(""));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &token, "GET", AT_BASE("queue?limit=501"), STR(""));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &token, "GET", AT_BASE("queue?cursor=00ff"), STR(""));
	assert_int_equal(422, stage.status);
	stage_close(&stage);
}

static void a_run_has_a_tag_and_is_304_when_nothing_changed(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	char tag[60] = "";
	stage_open_with(&stage, &shelf);
	put_run(&shelf, 1, "acme", RUN_QUEUED);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	const char *path = AT_BASE("queue/01000000-0000-0000-0000-000000000000");
	stage_call(&stage, &token, "GET", path, STR(""));
	assert_int_equal(200, stage.status);
	str fields = buf_view(&stage.fields);
	expect_has(fields, "ETag: \"");
	while (fields.len) {
		str line = str_split(&fields, '\n');
		if (str_starts_with(line, STR("ETag: "))) memcpy(tag, line.at + 6, line.len - 6);
	}
	stage_with(&stage, STR("if-none-match"), str_from(tag));
	stage_call(&stage, &token, "GET", path, STR(""));
	assert_int_equal(304, stage.status);
	assert_int_equal(0, stage.body.len);
	shelf.runs[0].state = RUN_DONE;
	stage_with(&stage, STR("if-none-match"), str_from(tag));
	stage_call(&stage, &token, "GET", path, STR(""));
	assert_int_equal(200, stage.status);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_ADMIN);
	stage_call(&stage, &rival, "GET", path, STR(""));
	assert_int_equal(404, stage.status);
	stage_call(&stage, &token, "GET", AT_BASE("tasks/no-id"), STR(""));
	assert_int_equal(404, stage.status);
	shelf.err = ERR_STORE;
	stage_call(&stage, &token, "GET", path, STR(""));
	assert_int_equal(503, stage.status);
	stage_close(&stage);
}

static void a_readers_queue_that_is_full_is_503(void **state)
{
	(void)state;
	struct stage stage = { .is_read_busy = true };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	stage_call(&stage, &token, "GET", AT_BASE("queue"), STR(""));
	assert_int_equal(503, stage.status);
	stage_close(&stage);
}

static void make_task(struct stage *stage, const struct stage_token *token, const char *body,
		      char *out_path, size_t room, const char *act)
{
	str answer = stage_call(stage, token, "POST", AT_BASE("tasks"), str_from(body));
	assert_int_equal(201, stage->status);
	snprintf(out_path, room, "%s%.*s%s", AT_BASE("queue/"), STR_ARG(member(answer, "id")), act);
}

static void cancel_reschedule_and_why_by_id(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	char path[200], why[200];
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_ADMIN);
	make_task(&stage, &token, "{\"type\":\"a\",\"in\":\"1h\"}", path, sizeof path,
		  "/reschedule");
	memcpy(why, path, sizeof why);
	memcpy(strstr(why, "/reschedule"), "/why", 5);
	str body = stage_call(&stage, &token, "GET", why, STR(""));
	assert_str(member(body, "state"), STR("queued"));
	assert_str(member(item(member(body, "reasons"), 0), "kind"), STR("not_due"));
	assert_str(member(item(member(body, "reasons"), 0), "until"), STR("2023-11-14T23:13:20Z"));
	stage_call(&stage, &rival, "GET", why, STR(""));
	assert_int_equal(404, stage.status);
	body = stage_call(&stage, &token, "POST", path,
			  STR("{\"run_at\":\"2030-01-01T00:00:00Z\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "run_at"), STR("2030-01-01T00:00:00Z"));
	stage_call(&stage, &token, "POST", path, STR("{}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &token, "POST", path, STR("{\"in\":\"5m\",\"run_at\":5}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &rival, "POST", path, STR("{\"in\":\"5m\"}"));
	assert_int_equal(404, stage.status);
	memcpy(strstr(path, "/reschedule"), "/cancel", 8);
	body = stage_call(&stage, &token, "POST", path, STR("{\"reason\":\"not needed\"}"));
	assert_str(member(body, "state"), STR("cancelled"));
	stage_call(&stage, &token, "POST", path, STR(""));
	assert_int_equal(409, stage.status);
	memcpy(strstr(path, "/cancel"), "/retry", 7);
	stage_call(&stage, &token, "POST", path, STR(""));
	assert_int_equal(403, stage.status);
	struct stage_token operator= stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	stage_call(&stage, &operator, "POST", path, STR(""));
	assert_int_equal(409, stage.status);
	memcpy(strstr(path, "/retry"), "/discard", 9);
	stage_call(&stage, &operator, "POST", path, STR(""));
	assert_int_equal(409, stage.status);
	stage_close(&stage);
}

static void the_seed_s_own_routes_of_tasks(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char path[200];
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	str answer = stage_call(&stage, &token, "POST", AT_BASE("tasks"),
				STR("{\"type\":\"a\",\"in\":\"1h\"}"));
	snprintf(path, sizeof path, "%s%.*s/reschedule", AT_BASE("tasks/"),
		 STR_ARG(member(answer, "id")));
	stage_call(&stage, &token, "PUT", path, STR("{\"scheduled_at\":\"2030-01-01T00:00:00Z\"}"));
	assert_int_equal(200, stage.status);
	*strstr(path, "/reschedule") = '\0';
	answer = stage_call(&stage, &token, "DELETE", path, STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(answer, "status"), STR("CANCELLED"));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_is_cut_into_pages_and_filtered),
		cmocka_unit_test(a_run_has_a_tag_and_is_304_when_nothing_changed),
		cmocka_unit_test(a_readers_queue_that_is_full_is_503),
		cmocka_unit_test(cancel_reschedule_and_why_by_id),
		cmocka_unit_test(the_seed_s_own_routes_of_tasks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
