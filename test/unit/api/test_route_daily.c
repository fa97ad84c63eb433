/* Daily windows over HTTP: what is put, what is refused, how people and days are shown. */
#include "api/shelf.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token producer;
	struct stage_token viewer;
};

static void scene_open(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open_with(&scene->stage, &scene->shelf);
	scene->producer = stage_add_token(&scene->stage, STR("acme"), ROLE_PRODUCER);
	scene->viewer = stage_add_token(&scene->stage, STR("acme"), ROLE_VIEWER);
	scene->shelf.dailies[0] = (struct daily_view){
		.row = { .user = STR("ann"),
			 .due_minute = 570,
			 .created_at = 1000,
			 .updated_at = 1000,
			 .hot = { .last_date = 20000,
				  .status = DAY_CUTOFF_REACHED,
				  .date = 20001,
				  .cutoff = 1728034200000 } },
		.tenant = STR("acme"),
		.attempt_at = 1728030600000,
	};
	scene->shelf.dailies_len = 1;
}

static void a_put_becomes_a_command_and_a_view(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str body = STR("{\"due_time\":\"09:30\"}");
	str answer = stage_call(&scene.stage, &scene.producer, "PUT", AT_BASE("daily/ann"), body);
	assert_int_equal(201, scene.stage.status);
	assert_str(member(answer, "due_time"), STR("09:30"));
	assert_str(member(answer, "timezone"), STR("UTC"));
	assert_str(member(answer, "last_date"), STR("2024-10-04"));
	assert_str(member(answer, "status"), STR("cutoff_reached"));
	str next = member(answer, "next");
	assert_str(member(next, "date"), STR("2024-10-05"));
	assert_str(member(next, "attempt_at"), STR("2024-10-04T08:30:00Z"));
	(void)stage_call(&scene.stage, &scene.producer, "PUT", AT_BASE("daily/ann"), body);
	assert_int_equal(200, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.producer, "DELETE", AT_BASE("daily/ann"), STR(""));
	assert_int_equal(204, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.producer, "DELETE", AT_BASE("daily/ann"), STR(""));
	assert_int_equal(404, scene.stage.status);
	stage_close(&scene.stage);
}

static void what_is_wrong_is_named(void **state)
{
	static const char *const wrong[][2] = {
		{ "{}", "/due_time" },
		{ "{\"due_time\":\"9:30\"}", "/due_time" },
		{ "{\"due_time\":\"25:00\"}", "/due_time" },
		{ "{\"due_time\":\"09:30\",\"timezone\":\"Mars/Olympus\"}", "timezone" },
		{ "{\"due_time\":\"09:30\",\"window\":1}", "/window" },
	};
	struct scene scene;
	(void)state;
	scene_open(&scene);
	for (u32 i = 0; i < countof(wrong); i++) {
		str answer = stage_call(&scene.stage, &scene.producer, "PUT", AT_BASE("daily/ann"),
					str_from(wrong[i][0]));
		assert_int_equal(422, scene.stage.status);
		assert_true(text_has(answer, str_from(wrong[i][1])));
	}
	(void)stage_call(&scene.stage, &scene.producer, "PUT", AT_BASE("daily/an%20n"),
			 STR("{\"due_time\":\"09:30\"}"));
	assert_int_equal(404, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.viewer, "PUT", AT_BASE("daily/ann"),
			 STR("{\"due_time\":\"09:30\"}"));
	assert_int_equal(403, scene.stage.status);
	stage_close(&scene.stage);
}

static void days_come_in_pages(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	for (i64 i = 0; i < 3; i++)
		scene.shelf.days[i] = (struct day_row){ .user = STR("ann"),
							.date = 20010 - i,
							.through = 20010 - i,
							.status = DAY_SUCCESS,
							.attempts = 2,
							.at = 5000 };
	scene.shelf.days_len = 3;
	str page = stage_call(&scene.stage, &scene.viewer, "GET", AT_BASE("daily/ann/days?limit=2"),
			      STR(""));
	assert_int_equal(200, scene.stage.status);
	str first = item(member(page, "data"), 0);
	assert_str(member(first, "date"), STR("2024-10-14"));
	assert_str(member(first, "status"), STR("success"));
	assert_str(member(first, "attempts"), STR("2"));
	assert_true(member(page, "next_cursor").len > 4);
	(void)stage_call(&scene.stage, &scene.viewer, "GET",
			 AT_BASE("daily/ann/days?cursor=nonsense"), STR(""));
	assert_int_equal(422, scene.stage.status);
	page = stage_call(&scene.stage, &scene.viewer, "GET", AT_BASE("daily"), STR(""));
	assert_str(member(item(member(page, "data"), 0), "user_id"), STR("ann"));
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_put_becomes_a_command_and_a_view),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(days_come_in_pages),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
