/* The audit over HTTP: calls, handlers' words and what time did, in one order. */
#include "api/event_scene.h"

struct audit_scene {
	struct event_scene events;
	struct stage_token boss;
};

static void open_scene(struct audit_scene *scene)
{
	scene_open(&scene->events);
	scene->boss = stage_add_token(&scene->events.stage, STR("acme"), ROLE_OPERATOR);
}

static struct audit_row *tell_call(struct audit_scene *scene, u64 turn, u32 number)
{
	struct shelf *shelf = &scene->events.shelf;
	assert_in_range(shelf->audit_len, 0, SHELF_MAX - 1);
	struct audit_view *view = &shelf->audit[shelf->audit_len++];
	*view = (struct audit_view){ .tenant = STR("acme"),
				     .row = { .turn = turn,
					      .number = number,
					      .at = 1700000000000,
					      .actor = STR("ann"),
					      .action = STR("job.pause"),
					      .kind = STR("job"),
					      .object = STR("nightly"),
					      .after = STR("{\"reason\":\"x\"}") } };
	return &view->row;
}

static str ask(struct audit_scene *scene, const char *target, int status)
{
	struct stage *stage = &scene->events.stage;
	str answer = stage_call(stage, &scene->boss, "GET", target, STR(""));
	if (status != stage->status) print_error("%.*s\n", STR_ARG(answer));
	assert_int_equal(status, stage->status);
	return answer;
}

static str id_at(str answer, u32 index)
{
	return member(item(member(answer, "data"), index), "id");
}

static void calls_and_time_stand_in_one_order(void **state)
{
	struct audit_scene scene;
	(void)state;
	open_scene(&scene);
	scene_tell(&scene.events, 3);
	scene_tell(&scene.events, 5);
	(void)tell_call(&scene, 3, 1);
	(void)tell_call(&scene, 4, 1);
	str answer = ask(&scene, AT_BASE("audit?order=asc"), 200);
	assert_str(id_at(answer, 0), str_from(shown("3-0")));
	assert_str(id_at(answer, 1), str_from(shown("3-1073741825")));
	assert_str(id_at(answer, 2), str_from(shown("4-1073741825")));
	assert_str(id_at(answer, 3), str_from(shown("5-0")));
	str time = item(member(answer, "data"), 0), call = item(member(answer, "data"), 1);
	assert_str(member(time, "actor_id"), STR("SYSTEM"));
	assert_str(member(time, "action"), STR("run.created"));
	assert_str(member(call, "actor_id"), STR("ann"));
	assert_str(member(call, "after"), STR("{\"reason\":\"x\"}"));
	assert_true(scene.events.shelf.last_events.of_time);
	answer = ask(&scene, AT_BASE("audit"), 200);
	assert_str(id_at(answer, 0), str_from(shown("5-0")));
	assert_str(id_at(answer, 3), str_from(shown("3-0")));
	stage_close(&scene.events.stage);
}

static void pages_of_one_lead_through_both(void **state)
{
	struct audit_scene scene;
	static const char *const ids[] = { "1-0", "2-1073741825", "2-1073741826",
					   "3-0", "4-0",          "5-1073741825" };
	char target[700] = AT_BASE("audit?order=asc&limit=1");
	(void)state;
	open_scene(&scene);
	scene_tell(&scene.events, 1);
	scene_tell(&scene.events, 3);
	scene_tell(&scene.events, 4);
	(void)tell_call(&scene, 2, 1);
	(void)tell_call(&scene, 2, 2);
	(void)tell_call(&scene, 5, 1);
	for (u32 i = 0; i < countof(ids); i++) {
		str answer = ask(&scene, target, 200);
		assert_str(id_at(answer, 0), str_from(shown(ids[i])));
		str cursor = member(answer, "next_cursor");
		bool is_last = str_eq(cursor, STR("null"));
		assert_int_equal(i + 1 == countof(ids), is_last);
		(void)snprintf(target, sizeof target, "%s&cursor=%.*s",
			       AT_BASE("audit?order=asc&limit=1"), STR_ARG(cursor));
	}
	stage_close(&scene.events.stage);
}

/* A page that has found nothing yet leads on to where it has come. */
static void a_page_without_rows_still_leads_on(void **state)
{
	struct audit_scene scene;
	char target[700] = AT_BASE("audit?order=asc&actor=bob");
	u32 pages = 0, told = 0;
	(void)state;
	open_scene(&scene);
	for (u32 turn = 1; turn <= 5; turn++) (void)tell_call(&scene, turn, 1);
	tell_call(&scene, 6, 1)->actor = STR("bob");
	scene.events.shelf.audit_looks = 2;
	for (bool is_last = false; !is_last && pages < 9; pages++) {
		str answer = ask(&scene, target, 200);
		str cursor = member(answer, "next_cursor");
		is_last = str_eq(cursor, STR("null"));
		told += !str_eq(member(answer, "data"), STR("[]"));
		(void)snprintf(target, sizeof target, "%s&cursor=%.*s",
			       AT_BASE("audit?order=asc&actor=bob"), STR_ARG(cursor));
	}
	assert_int_equal(3, pages);
	assert_int_equal(1, told);
	stage_close(&scene.events.stage);
}

static void filters_are_handed_on(void **state)
{
	struct audit_scene scene;
	struct shelf *shelf = &scene.events.shelf;
	(void)state;
	open_scene(&scene);
	scene_tell(&scene.events, 1);
	u32 asked = shelf->asked;
	(void)ask(&scene, AT_BASE("audit?actor=ann&action=job.pause&since=2023-01-01T00:00:00Z"),
		  200);
	assert_int_equal(asked + 1, shelf->asked); /* what time did is not asked for */
	assert_str(shelf->last_audit.actor, STR("ann"));
	assert_str(shelf->last_audit.action, STR("job.pause"));
	assert_str(shelf->last_audit.tenant, STR("acme"));
	assert_true(shelf->last_audit.since == 1672531200000);
	(void)ask(&scene, AT_BASE("audit?by=system"), 200);
	assert_str(shelf->last_audit.actor, STR("SYSTEM"));
	(void)ask(&scene, AT_BASE("audit?by=people"), 200);
	assert_true(shelf->last_audit.by_people);
	expect_has(ask(&scene, AT_BASE("audit?since=soon"), 422), "since");
	(void)stage_call(&scene.events.stage, &scene.events.viewer, "GET", AT_BASE("audit"),
			 STR(""));
	assert_int_equal(403, scene.events.stage.status);
	stage_close(&scene.events.stage);
}

static void a_handlers_words_are_told_as_they_are(void **state)
{
	struct audit_scene scene;
	(void)state;
	open_scene(&scene);
	struct audit_row *row = tell_call(&scene, 3, 1);
	row->actor = row->object = (str){ 0 };
	row->kind = AUDIT_BY_HANDLER;
	row->action = STR("subscription.frozen");
	row->after = STR("{\"object\":\"s-1\",\"after\":\"FROZEN\"}");
	str said = item(member(ask(&scene, AT_BASE("audit"), 200), "data"), 0);
	assert_str(member(said, "actor_id"), STR("SYSTEM"));
	assert_str(member(said, "object"), STR("s-1"));
	assert_str(member(said, "after"), STR("FROZEN"));
	stage_close(&scene.events.stage);
}

static void lines_have_one_row_each(void **state)
{
	struct audit_scene scene;
	u32 lines = 0;
	(void)state;
	open_scene(&scene);
	for (u32 i = 1; i <= 3; i++) (void)tell_call(&scene, i, 1);
	str answer = ask(&scene, AT_BASE("audit?format=ndjson"), 200);
	while (answer.len) {
		str line = str_split(&answer, '\n');
		assert_str(member(line, "action"), STR("job.pause"));
		lines++;
	}
	assert_int_equal(3, lines);
	assert_int_equal(
		0,
		ask(&scene, AT_BASE("audit?format=ndjson&order=asc&actor=ann&limit=3"), 200).len ==
			0);
	stage_close(&scene.events.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_and_time_stand_in_one_order),
		cmocka_unit_test(pages_of_one_lead_through_both),
		cmocka_unit_test(a_page_without_rows_still_leads_on),
		cmocka_unit_test(filters_are_handed_on),
		cmocka_unit_test(a_handlers_words_are_told_as_they_are),
		cmocka_unit_test(lines_have_one_row_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
