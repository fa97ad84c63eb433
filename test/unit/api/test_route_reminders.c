/* Reminders over HTTP: what is put, what is refused, whose they are, how they are shown. */
#include "api/shelf.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token producer;
	struct stage_token viewer;
};

#define ID "01890a5d-ac96-774b-bcce-000000000001"

static void scene_open(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open_with(&scene->stage, &scene->shelf);
	scene->producer = stage_add_token(&scene->stage, STR("acme"), ROLE_PRODUCER);
	scene->viewer = stage_add_token(&scene->stage, STR("acme"), ROLE_VIEWER);
	scene->shelf.reminders[0] = (struct reminder_view){
		.row = { .user = STR("ann"),
			 .title = STR("call"),
			 .channels = STR("[\"in_app\"]"),
			 .is_recurring = true,
			 .rule = STR("FREQ=DAILY"),
			 .end_date = 20000,
			 .created_at = 1000,
			 .hot = { .status = REMINDER_SNOOZED,
				  .snooze_count = 2,
				  .remind_at = 2000,
				  .snoozed_until = 3000,
				  .run_at = 3000,
				  .version = 4 } },
		.tenant = STR("acme"),
	};
	assert_true(uuid_parse(STR(ID), &scene->shelf.reminders[0].row.id));
	scene->shelf.reminders_len = 1;
}

static void one_is_shown_with_all_its_fields(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str answer = stage_call(&scene.stage, &scene.viewer, "GET", AT_BASE("reminders/" ID),
				STR(""));
	assert_int_equal(200, scene.stage.status);
	assert_str(member(answer, "status"), STR("SNOOZED"));
	assert_str(member(answer, "snooze_count"), STR("2"));
	assert_str(member(answer, "next_remind_at"), STR("1970-01-01T00:00:03Z"));
	assert_str(member(answer, "recurrence_end_date"), STR("2024-10-04"));
	assert_str(member(answer, "notification_channels"), STR("[\"in_app\"]"));
	assert_str(member(answer, "snooze_options"), STR("[15,60,240,1440,10080]"));
	assert_str(member(answer, "sent_at"), STR("null"));
	assert_str(member(answer, "version"), STR("4"));
	answer = stage_call(&scene.stage, &scene.viewer, "GET",
			    AT_BASE("reminders?status=SENT&user_id=ann"), STR(""));
	assert_str(member(answer, "data"), STR("[]"));
	answer = stage_call(&scene.stage, &scene.viewer, "GET", AT_BASE("reminders"), STR(""));
	assert_str(member(item(member(answer, "data"), 0), "title"), STR("call"));
	stage_close(&scene.stage);
}

static void what_is_wrong_is_named(void **state)
{
	static const char *const wrong[][2] = {
		{ "{\"remind_at\":\"2030-01-01T00:00:00Z\",\"user_id\":\"ann\"}", "title" },
		{ "{\"title\":\"a\",\"user_id\":\"ann\"}", "remind_at" },
		{ "{\"title\":\"a\",\"remind_at\":\"2030-01-01T00:00:00Z\"}", "user_id" },
		{ "{\"title\":\"a\",\"user_id\":\"ann\",\"remind_at\":\"soon\"}", "remind_at" },
		{ "{\"title\":\"a\",\"user_id\":\"ann\",\"remind_at\":\"2030-01-01T00:00:00Z\","
		  "\"timezone\":\"Mars/Olympus\"}",
		  "timezone" },
		{ "{\"title\":\"a\",\"user_id\":\"ann\",\"remind_at\":\"2030-01-01T00:00:00Z\","
		  "\"recurrence_end_date\":\"2030-13-01\"}",
		  "recurrence_end_date" },
		{ "{\"title\":\"a\",\"user_id\":\"ann\",\"remind_at\":\"2030-01-01T00:00:00Z\","
		  "\"recurrence_rule\":\"FREQ=OFTEN\"}",
		  "recurrence_rule" },
		{ "{\"title\":\"a\",\"user_id\":\"ann\",\"remind_at\":\"2030-01-01T00:00:00Z\","
		  "\"notification_channels\":[\"a b\"]}",
		  "notification_channels" },
	};
	struct scene scene;
	(void)state;
	scene_open(&scene);
	for (u32 i = 0; i < countof(wrong); i++) {
		str answer = stage_call(&scene.stage, &scene.producer, "POST", AT_BASE("reminders"),
					str_from(wrong[i][0]));
		assert_int_equal(422, scene.stage.status);
		assert_true(text_has(answer, str_from(wrong[i][1])));
	}
	(void)stage_call(&scene.stage, &scene.producer, "POST", AT_BASE("reminders/" ID "/snooze"),
			 STR("{\"minutes\":0}"));
	assert_int_equal(422, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.producer, "POST", AT_BASE("reminders/" ID "/snooze"),
			 STR("{\"minutes\":15,\"until\":\"2030-01-01T00:00:00Z\"}"));
	assert_int_equal(422, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.viewer, "POST", AT_BASE("reminders/" ID "/dismiss"),
			 STR(""));
	assert_int_equal(403, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.producer, "PUT", AT_BASE("reminders/" ID),
			 STR("{\"user_id\":\"bob\"}"));
	assert_int_equal(422, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.viewer, "GET", AT_BASE("reminders/upcoming?hours=0"),
			 STR(""));
	assert_int_equal(422, scene.stage.status);
	stage_close(&scene.stage);
}

static void what_is_made_becomes_a_command(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	(void)stage_call(
		&scene.stage, &scene.producer, "POST", AT_BASE("reminders"),
		STR("{\"title\":\"a\",\"user_id\":\"ann\",\"remindAt\":\"2030-01-01T09:00\","
		    "\"timezone\":\"UTC\",\"recurrence_rule\":\"FREQ=DAILY\"}"));
	/* It is looked up where this shelf does not have it. */
	assert_int_equal(404, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.producer, "DELETE", AT_BASE("reminders/" ID),
			 STR(""));
	assert_int_equal(404, scene.stage.status);
	(void)stage_call(&scene.stage, &scene.producer, "POST",
			 AT_BASE("reminders/" ID "/complete"), STR(""));
	assert_int_equal(404, scene.stage.status);
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_is_shown_with_all_its_fields),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(what_is_made_becomes_a_command),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
