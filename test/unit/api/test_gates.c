/* Gates in a tenant's settings: what is taken, what is refused by its field, and that they hold. */
#include "api/shelf.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token system, acme;
	u64 version;
};

static void open_scene(struct scene *scene)
{
	*scene = (struct scene){ 0 };
	stage_open_with(&scene->stage, &scene->shelf);
	scene->system = stage_add_token(&scene->stage, STR("system"), ROLE_ADMIN);
	scene->acme = stage_add_token(&scene->stage, STR("acme"), ROLE_ADMIN);
	stage_call(&scene->stage, &scene->system, "POST", AT_BASE("tenants"),
		   STR("{\"id\":\"acme\"}"));
	scene->version = stage_version(&scene->stage, buf_view(&scene->stage.body));
}

static str set(struct scene *scene, const char *body)
{
	scene->shelf.tenants[0] = (struct tenant_view){ .id = STR("acme"),
							.version = scene->version,
							.details = STR("{}") };
	scene->shelf.tenants_len = 1;
	str answer = stage_call(&scene->stage, &scene->acme, "PUT",
				AT_BASE("tenants/acme/settings"), str_from(body));
	if (scene->stage.status == 200) scene->version = stage_version(&scene->stage, answer);
	return answer;
}

/* Why a task that was just made does not run. */
static str why_of_new_task(struct scene *scene)
{
	char path[200];
	str body = stage_call(&scene->stage, &scene->acme, "POST", AT_BASE("tasks"),
			      STR("{\"type\":\"a\"}"));
	str id = member(body, "id");
	snprintf(path, sizeof path, "%.*s", STR_ARG(id));
	char target[300];
	snprintf(target, sizeof target, AT_BASE("queue/%s/why"), path);
	return stage_call(&scene->stage, &scene->acme, "GET", target, STR(""));
}

static void settings_are_shown_as_they_were_given_and_hold(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene);
	str body = set(&scene, "{\"maintenance\":{\"enabled\":true,\"reason\":\"move\"}}");
	assert_int_equal(200, scene.stage.status);
	assert_str(member(body, "maintenance"), STR("{\"enabled\":true,\"reason\":\"move\"}"));
	str why = why_of_new_task(&scene);
	assert_true(text_has(why, STR("\"kind\":\"maintenance\"")) ||
		    text_has(why, STR("\"ref\":\"maintenance\"")));
	set(&scene, "{\"maintenance\":{\"enabled\":false}}");
	assert_int_equal(200, scene.stage.status);
	assert_false(text_has(why_of_new_task(&scene), STR("maintenance")));
	stage_close(&scene.stage);
}

static void every_form_is_taken(void **state)
{
	static const char *const bodies[] = {
		"{\"maintenance\":{}}",
		"{\"maintenance\":{\"until\":\"2031-01-01T00:00:00Z\"}}",
		"{\"maintenance\":{\"from\":1900000000000,\"until\":1900000001000}}",
		"{\"maintenance\":{\"enabled\":true,\"windows\":\"02:00-04:00 Sun\"}}",
		"{\"maintenance\":{\"windows\":[\"02:00-04:00 Sun\",\"01:00-02:00\"]}}",
		"{\"quiet_hours\":{\"windows\":[\"22:00-07:00\",\"12:00-13:00 Sat\"]}}",
		"{\"quiet_hours\":{\"start\":\"22:00\",\"end\":\"07:00\",\"timezone\":\"UTC\"}}",
		"{\"quiet_hours\":{\"enabled\":false,\"windows\":\"22:00-07:00\"}}",
		"{\"quiet_hours\":{}}",
		"{\"maintenance\":null,\"quiet_hours\":null}",
		"{\"policy_rules\":[]}",
		"{\"policy_rules\":[{\"action\":\"deny\",\"type\":\"a.*\",\"field\":\"x.y\","
		"\"not_equals\":true},{\"action\":\"defer\",\"windows\":\"09:00-10:00\"},"
		"{\"action\":\"allow\",\"entity\":\"vip:*\",\"description\":\"all\"}]}",
	};
	(void)state;
	struct scene scene;
	open_scene(&scene);
	for (u32 i = 0; i < countof(bodies); i++) {
		str body = set(&scene, bodies[i]);
		if (scene.stage.status != 200) fail_msg("%s: %.*s", bodies[i], STR_ARG(body));
	}
	stage_close(&scene.stage);
}

static void what_is_wrong_is_named(void **state)
{
	static const struct {
		const char *body, *words;
	} rows[] = {
		{ "{\"maintenance\":{\"enable\":true}}", "/maintenance/enable" },
		{ "{\"maintenance\":{\"until\":\"soon\"}}", "/maintenance/until" },
		{ "{\"maintenance\":{\"from\":1900000000000,\"until\":1800000000000}}",
		  "until must be later than from" },
		{ "{\"maintenance\":{\"windows\":\"2:00-4:00\"}}", "/maintenance/windows" },
		{ "{\"maintenance\":{\"windows\":[]}}", "/maintenance/windows" },
		{ "{\"maintenance\":{\"windows\":[5]}}", "/maintenance/windows" },
		{ "{\"quiet_hours\":{\"windows\":\"00:00-24:00\"}}", "cover the whole week" },
		{ "{\"quiet_hours\":{\"windows\":\"22:00-07:00\\nopt_in a\"}}",
		  "/quiet_hours/windows" },
		{ "{\"quiet_hours\":{\"start\":\"22:00\"}}", "/quiet_hours/start" },
		{ "{\"quiet_hours\":{\"windows\":\"22:00-07:00\",\"timezone\":\"Nowhere/At\"}}",
		  "/quiet_hours" },
		{ "{\"quiet_hours\":{\"a\":1}}", "/quiet_hours/a" },
		{ "{\"policy_rules\":[{\"action\":\"forbid\"}]}", "/policy_rules/0/action" },
		{ "{\"policy_rules\":[{\"action\":\"deny\",\"equals\":1}]}", "/policy_rules/0" },
		{ "{\"policy_rules\":[{\"action\":\"deny\",\"type\":\"a\\tis=5\"}]}",
		  "must not contain tabs" },
		{ "{\"policy_rules\":[{\"action\":\"deny\"},{\"action\":\"deny\","
		  "\"windows\":\"x\"}]}",
		  "/policy_rules/1" },
	};
	(void)state;
	struct scene scene;
	open_scene(&scene);
	for (u32 i = 0; i < countof(rows); i++) {
		str body = set(&scene, rows[i].body);
		if (scene.stage.status != 422 || !text_has(body, str_from(rows[i].words)))
			fail_msg("%s: %d %.*s", rows[i].body, scene.stage.status, STR_ARG(body));
	}
	stage_close(&scene.stage);
}

/* A person: quiet hours and opt-ins; the row for the engine is made with them. */
static void a_person_says_when_and_what(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene);
	str body = stage_call(&scene.stage, &scene.acme, "PUT", AT_BASE("users/ann"),
			      STR("{\"quiet_hours\":{\"windows\":\"22:00-07:00\"},"
				  "\"opt_ins\":[\"alarm.fire\"]}"));
	assert_int_equal(200, scene.stage.status);
	assert_str(member(body, "opt_ins"), STR("[\"alarm.fire\"]"));
	static const struct {
		const char *body, *words;
	} rows[] = {
		{ "{\"quiet_hours\":{\"windows\":\"7-8\"}}", "/quiet_hours/windows" },
		{ "{\"opt_ins\":[\"a b\"]}", "/opt_ins" },
		{ "{\"opt_ins\":[\"a\\nopt_in b\"]}", "/opt_ins" },
		{ "{\"quiet_hours\":{\"windows\":\"22:00-07:00\",\"timezone\":"
		  "\"UTC 22:00-07:00\\nopt_in a\\nquiet_hours UTC\"}}",
		  "one line" },
	};
	for (u32 i = 0; i < countof(rows); i++) {
		body = stage_call(&scene.stage, &scene.acme, "PUT", AT_BASE("users/bob"),
				  str_from(rows[i].body));
		if (scene.stage.status != 422 || !text_has(body, str_from(rows[i].words)))
			fail_msg("%s: %d %.*s", rows[i].body, scene.stage.status, STR_ARG(body));
	}
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings_are_shown_as_they_were_given_and_hold),
		cmocka_unit_test(every_form_is_taken),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(a_person_says_when_and_what),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
