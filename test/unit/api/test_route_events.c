/* The list of events: back from the newest, or on behind one of them. */
#include "api/event_scene.h"

static str ask(struct event_scene *scene, const char *target, int status)
{
	str answer = stage_call(&scene->stage, &scene->viewer, "GET", target, STR(""));
	if (status != scene->stage.status) print_error("%.*s\n", STR_ARG(answer));
	assert_int_equal(status, scene->stage.status);
	return answer;
}

static str id_at(str answer, u32 index)
{
	return member(item(member(answer, "data"), index), "id");
}

static void the_newest_come_first_page_by_page(void **state)
{
	struct event_scene scene;
	char target[700];
	(void)state;
	scene_open(&scene);
	for (u64 turn = 1; turn <= 3; turn++) scene_tell(&scene, turn);
	str answer = ask(&scene, AT_BASE("events?limit=2"), 200);
	assert_str(id_at(answer, 0), str_from(shown("3-0")));
	assert_str(id_at(answer, 1), str_from(shown("2-0")));
	assert_int_equal(EVENTS_BACK, scene.shelf.last_events.way);
	assert_str(scene.shelf.last_events.tenant, STR("acme"));
	str cursor = member(answer, "next_cursor");
	(void)snprintf(target, sizeof target, "%s?cursor=%.*s", AT_BASE("events"), STR_ARG(cursor));
	answer = ask(&scene, target, 200);
	assert_str(id_at(answer, 0), str_from(shown("1-0")));
	assert_str(member(answer, "next_cursor"), STR("null"));
	stage_close(&scene.stage);
}

static void behind_an_event_the_oldest_come_first(void **state)
{
	struct event_scene scene;
	char target[700];
	(void)state;
	scene_open(&scene);
	for (u64 turn = 1; turn <= 4; turn++) scene_tell(&scene, turn);
	str answer = ask(&scene, shown(AT_BASE("events?after=1-0&limit=2")), 200);
	assert_str(id_at(answer, 0), str_from(shown("2-0")));
	assert_str(id_at(answer, 1), str_from(shown("3-0")));
	str cursor = member(answer, "next_cursor");
	(void)snprintf(target, sizeof target, "%s?cursor=%.*s", AT_BASE("events"), STR_ARG(cursor));
	assert_str(id_at(ask(&scene, target, 200), 0), str_from(shown("4-0")));
	scene.shelf.events_are_cut = true;
	expect_has(ask(&scene, shown(AT_BASE("events?after=1-0")), 410), "\"gone\"");
	stage_close(&scene.stage);
}

static void filters_are_handed_on_and_checked(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	(void)ask(&scene, AT_BASE("events?event=run.dlq,job.*&type=mail"), 200);
	assert_true(scene.shelf.last_events.kinds ==
		    (EVENT_BIT(EVENT_RUN_DLQ) | event_parse(STR("job.*"))));
	assert_str(scene.shelf.last_events.type, STR("mail"));
	expect_has(ask(&scene, AT_BASE("events?event=run.dlq,fire"), 422), "no event \\\"fire\\\"");
	expect_has(ask(&scene, AT_BASE("events?after=yesterday"), 422), "after");
	expect_has(ask(&scene, AT_BASE("events?after=0-0"), 422), "after");
	expect_has(ask(&scene, AT_BASE("events?after=3-0"), 422), "ids of earlier builds");
	expect_has(ask(&scene, AT_BASE("events?cursor=none"), 422), "cursor");
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_newest_come_first_page_by_page),
		cmocka_unit_test(behind_an_event_the_oldest_come_first),
		cmocka_unit_test(filters_are_handed_on_and_checked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
