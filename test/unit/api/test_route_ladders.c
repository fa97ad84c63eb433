/* Ladders over HTTP: how they are asked for, what is refused, how rungs are shown. */
#include "api/shelf.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token producer;
	struct stage_token viewer;
};

static const struct rung_view rungs[] = {
	{ .rung = { .offset = -24 * MSEC_HOUR } },
	{ .rung = { .offset = -MSEC_HOUR, .state = RUNG_MADE, .run = { { 1 } } },
	  .found = true,
	  .state = RUN_DONE,
	  .run_at = 1000 },
	{ .rung = { .offset = 0, .state = RUNG_MADE, .run = { { 2 } } } },
};

static void scene_open(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open_with(&scene->stage, &scene->shelf);
	scene->producer = stage_add_token(&scene->stage, STR("acme"), ROLE_PRODUCER);
	scene->viewer = stage_add_token(&scene->stage, STR("acme"), ROLE_VIEWER);
	struct ladder_view *ladder = &scene->shelf.ladders[0];
	*ladder = (struct ladder_view){ .tenant = STR("acme"),
					.type = STR("remind"),
					.rungs = (struct rung_view *)(uintptr_t)rungs,
					.rungs_len = countof(rungs) };
	ladder->row = (struct ladder_row){ .entity = STR("event:42"), .anchor = 5 * MSEC_DAY };
	ladder->row.id.bytes[0] = 9;
	scene->shelf.ladders_len = 1;
}

static str call(struct scene *scene, const char *method, const char *path, str body, int status)
{
	str answer = stage_call(&scene->stage, &scene->producer, method, path, body);
	if (status != scene->stage.status) print_error("%.*s\n", STR_ARG(answer));
	assert_int_equal(status, scene->stage.status);
	return answer;
}

#define A_LADDER                                                        \
	"{\"entity\":\"event:42\",\"anchor\":\"2030-01-01T12:00:00Z\"," \
	"\"offsets\":[\"-24h\",\"0\",\"+15m\"],\"type\":\"remind\",\"payload\":{\"a\": 1}}"

static void one_is_made_once_and_shown(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str answer = call(&scene, "POST", AT_BASE("ladders"), STR(A_LADDER), 201);
	assert_str(member(answer, "duplicate"), STR("false"));
	assert_str(member(answer, "passed"), STR("1"));
	assert_int_equal(3, memory_store_counts(scene.stage.store).runs[RUN_QUEUED]);
	answer = call(&scene, "POST", AT_BASE("ladders"), STR(A_LADDER), 200);
	assert_str(member(answer, "duplicate"), STR("true"));
	assert_int_equal(3, memory_store_counts(scene.stage.store).runs[RUN_QUEUED]);
	stage_close(&scene.stage);
}

static void rungs_tell_how_they_stand(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str answer = stage_call(&scene.stage, &scene.viewer, "GET", AT_BASE("ladders/event:42"),
				STR(""));
	assert_int_equal(200, scene.stage.status);
	str ladder = item(member(answer, "data"), 0);
	assert_str(member(ladder, "user_id"), STR("null"));
	assert_str(member(ladder, "anchor"), STR("1970-01-06T00:00:00Z"));
	str shown = member(ladder, "rungs");
	assert_str(member(item(shown, 0), "offset"), STR("-24h"));
	assert_str(member(item(shown, 0), "state"), STR("passed"));
	assert_str(member(item(shown, 0), "run_at"), STR("1970-01-05T00:00:00Z"));
	assert_str(member(item(shown, 1), "state"), STR("done"));
	assert_str(member(item(shown, 1), "run_at"), STR("1970-01-01T00:00:01Z"));
	assert_str(member(item(shown, 2), "state"), STR("purged"));
	(void)call(&scene, "GET", AT_BASE("ladders/event:42?user_id=ann"), STR(""), 404);
	(void)call(&scene, "GET", AT_BASE("ladders/event:42?name=dm"), STR(""), 404);
	(void)call(&scene, "GET", AT_BASE("ladders/event:4"), STR(""), 404);
	stage_close(&scene.stage);
}

static void they_are_moved_and_stopped(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	(void)call(&scene, "POST", AT_BASE("ladders"), STR(A_LADDER), 201);
	str answer = call(&scene, "PUT", AT_BASE("ladders/event:42"),
			  STR("{\"anchor\":\"2030-01-02T12:00:00\",\"timezone\":\"UTC\"}"), 200);
	assert_str(member(answer, "moved"), STR("3"));
	assert_str(member(answer, "ladders"), STR("1"));
	(void)call(&scene, "POST", AT_BASE("ladders/event:42/stop"), STR("{\"user_id\":\"ann\"}"),
		   404);
	(void)call(&scene, "POST", AT_BASE("ladders/event:42/stop"), STR("{\"name\":\"dm\"}"), 404);
	answer = call(&scene, "POST", AT_BASE("ladders/event:42/stop"),
		      STR("{\"reason\":\"confirmed\"}"), 200);
	assert_str(member(answer, "cancelled"), STR("3"));
	(void)call(&scene, "PUT", AT_BASE("ladders/event:42"),
		   STR("{\"anchor\":\"2030-01-03T12:00:00Z\"}"), 404);
	stage_call(&scene.stage, &scene.viewer, "POST", AT_BASE("ladders/event:42/stop"),
		   STR("{}"));
	assert_int_equal(403, scene.stage.status);
	stage_close(&scene.stage);
}

static void what_is_wrong_is_named(void **state)
{
	static const struct {
		const char *body;
		const char *word;
	} wrong[] = {
		{ "{\"entity\":\"e\",\"anchor\":1,\"offsets\":[\"0\"]}", "/type" },
		{ "{\"entity\":\"e\",\"type\":\"t\",\"offsets\":[\"0\"]}", "/anchor" },
		{ "{\"entity\":\"e\",\"type\":\"t\",\"anchor\":1}", "/offsets" },
		{ "{\"anchor\":1,\"type\":\"t\",\"offsets\":[\"0\"]}", "/entity" },
		{ "{\"entity\":\"e\",\"type\":\"t\",\"anchor\":1,\"offsets\":[\"soon\"]}",
		  "/offsets" },
		{ "{\"entity\":\"e\",\"type\":\"t\",\"anchor\":1,\"offsets\":[]}", "offsets" },
		{ "{\"entity\":\"e\",\"type\":\"t\",\"anchor\":\"2030-01-01T00:00:00Z\","
		  "\"offsets\":[\"1h\",\"60m\"]}",
		  "the same offset is given twice" },
		{ "{\"entity\":\"e\",\"type\":\"t\",\"anchor\":\"2030-01-01T00:00:00\","
		  "\"offsets\":[\"0\"]}",
		  "anchor" },
	};
	struct scene scene;
	(void)state;
	scene_open(&scene);
	for (u32 i = 0; i < countof(wrong); i++) {
		str answer = call(&scene, "POST", AT_BASE("ladders"), str_from(wrong[i].body), 422);
		if (!text_has(answer, str_from(wrong[i].word)))
			print_error("%s\n%.*s\n", wrong[i].word, STR_ARG(answer));
		assert_true(text_has(answer, str_from(wrong[i].word)));
	}
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_is_made_once_and_shown),
		cmocka_unit_test(rungs_tell_how_they_stand),
		cmocka_unit_test(they_are_moved_and_stopped),
		cmocka_unit_test(what_is_wrong_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
