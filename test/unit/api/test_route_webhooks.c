/* Webhooks over the API: made, shown, changed, moved back. The shelf shows what the test's store
 * does not have: a change of that is one of a race, and ends as not found. */
#include "api/event_scene.h"

#define ID "01890a5d-ac96-774b-bcce-000000000017"
#define NAME "@webhook." ID

static struct stage_token operator_of(struct event_scene *scene)
{
	return stage_add_token(&scene->stage, STR("acme"), ROLE_OPERATOR);
}

static str ask(struct event_scene *scene, const char *method, const char *target, const char *body,
	       int status)
{
	struct stage_token token = operator_of(scene);
	str answer = stage_call(&scene->stage, &token, method, target, str_from(body));
	if (status != scene->stage.status) print_error("%.*s\n", STR_ARG(answer));
	assert_int_equal(status, scene->stage.status);
	return answer;
}

static void keep(struct event_scene *scene)
{
	struct shelf *shelf = &scene->shelf;
	static const enum document_kind kinds[] = { DOCUMENT_TYPE, DOCUMENT_WEBHOOK };
	static const char *const bodies[] = {
		"{\"url\":\"https://a.example/\",\"secrets\":[\"s\"],"
		"\"handler\":{\"kind\":\"http\"}}",
		"{\"after\":\"4-0\",\"made\":17,\"cut\":1}",
	};
	for (u32 i = 0; i < 2; i++) {
		shelf->documents[i] = (struct document_view){ .tenant = STR("acme") };
		shelf->documents[i].row.key = (struct document_key){ kinds[i], { 1 }, STR(NAME) };
		shelf->documents[i].row.body = str_from(bodies[i]);
		shelf->documents[i].row.version = 7 + i;
		shelf->documents[i].row.until = MSEC_MAX;
	}
	shelf->documents_len = 2;
}

static void what_it_says_and_where_it_stands_are_shown(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	keep(&scene);
	str one = ask(&scene, "GET", AT_BASE("webhooks/" ID), "", 200);
	expect_has(one, "{\"id\":\"" ID "\",\"tenant_id\":\"acme\",\"url\":\"https://a.example/\","
			"\"secrets\":[\"s\"],\"state\":\"active\",\"in_flight\":1,"
			"\"max_attempts\":12,\"timeout_seconds\":30,\"after\":");
	expect_text(one, shown("\"after\":\"4-0\",\"deliveries\":17,\"cut\":1"));
	assert_false(text_has(one, STR("handler")));
	str all = ask(&scene, "GET", AT_BASE("webhooks"), "", 200);
	assert_str(member(item(member(all, "data"), 0), "id"), STR(ID));
	(void)ask(&scene, "GET", AT_BASE("webhooks/x"), "", 404);
	(void)ask(&scene, "GET", AT_BASE("webhooks/01890a5d-ac96-774b-bcce-000000000018"), "", 404);
	stage_close(&scene.stage);
}

static void its_deliveries_are_the_runs_of_its_type(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	keep(&scene);
	str page = ask(&scene, "GET", AT_BASE("webhooks/" ID "/deliveries"), "", 200);
	assert_str(member(page, "data"), STR("[]"));
	assert_str(scene.shelf.last_runs.tenant, STR("acme"));
	(void)ask(&scene, "GET",
		  AT_BASE("webhooks/01890a5d-ac96-774b-bcce-000000000018/deliveries"), "", 404);
	stage_close(&scene.stage);
}

/* The shelf does not show what was made: the answer is looked for in vain. */
static void what_is_wrong_is_named(void **state)
{
	static const char *const wrong[][2] = {
		{ "{\"secrets\":[\"s\"]}", "/url" },
		{ "{\"url\":\"https://a/\"}", "/secrets" },
		{ "{\"url\":\"https://a/\",\"secrets\":[]}", "/secrets" },
		{ "{\"url\":\"https://a/\",\"secrets\":[\"s\"],\"events\":[\"x\"]}", "/events" },
		{ "{\"url\":\"https://a/\",\"secrets\":[\"s\"],\"all_tenants\":true}",
		  "/all_tenants" },
		{ "{\"url\":\"https://a/\",\"secrets\":[\"s\"],\"in_flight\":0}", "/in_flight" },
	};
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	for (size_t i = 0; i < countof(wrong); i++)
		expect_has_at(ask(&scene, "POST", AT_BASE("webhooks"), wrong[i][0], 422),
			      str_from(wrong[i][1]), __FILE__, __LINE__);
	(void)ask(&scene, "POST", AT_BASE("webhooks"),
		  "{\"url\":\"https://a/\",\"secrets\":[\"s\"]}", 404);
	assert_int_equal(EVENTS_NEWEST, scene.shelf.last_events.way);
	stage_close(&scene.stage);
}

static void a_replay_begins_behind_an_event_or_at_an_instant(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	keep(&scene);
	const char *target = AT_BASE("webhooks/" ID "/replay");
	(void)ask(&scene, "POST", target, "{\"from\":\"2030-01-07T08:00:00Z\"}", 404);
	assert_true(scene.shelf.last_events.until == 1894003200000);
	(void)ask(&scene, "POST", target, shown("{\"after\":\"3-0\"}"), 404);
	expect_has(ask(&scene, "POST", target, "{\"after\":\"x\"}", 422), "/after");
	expect_has(ask(&scene, "POST", target, "{}", 422), "either after or from");
	stage_close(&scene.stage);
}

static void changes_are_of_what_is_there(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	(void)ask(&scene, "PUT", AT_BASE("webhooks/" ID), "{\"state\":\"paused\"}", 404);
	(void)ask(&scene, "DELETE", AT_BASE("webhooks/" ID), "", 404);
	keep(&scene);
	expect_has(ask(&scene, "PUT", AT_BASE("webhooks/" ID), "{\"url\":null}", 422), "/url");
	(void)ask(&scene, "PUT", AT_BASE("webhooks/" ID), "{\"state\":\"paused\"}", 404);
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_says_and_where_it_stands_are_shown),
		cmocka_unit_test(its_deliveries_are_the_runs_of_its_type),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(a_replay_begins_behind_an_event_or_at_an_instant),
		cmocka_unit_test(changes_are_of_what_is_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
