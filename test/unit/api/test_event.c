/* Events as CloudEvents. */
#include "api/event.h"

#include "api/event_scene.h"

static str written(struct event_scene *scene, const struct event_view *event)
{
	buf_clear(&scene->stage.body);
	event_write(&scene->stage.body, event, place_key(&(struct seal_key){ { 0 } }));
	return buf_view(&scene->stage.body);
}

static void an_event_of_a_run_names_it(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	struct event_view *event = scene_tell(&scene, 12);
	event->entity = STR("order:7");
	event->entry.actor = STR("ann");
	str text = written(&scene, event);
	assert_str(member(text, "specversion"), STR("1.0"));
	assert_str(member(text, "id"), str_from(shown("12-0")));
	assert_str(member(text, "type"), STR("run.created"));
	assert_str(member(text, "source"), STR("/tenants/acme"));
	assert_str(member(text, "time"), STR("2023-11-14T22:13:20Z"));
	assert_str(member(text, "subject"), STR("00000000-0000-0000-0000-00000000000c"));
	str data = member(text, "data");
	assert_str(member(data, "run_id"), member(text, "subject"));
	assert_str(member(data, "type"), STR("mail"));
	assert_str(member(data, "entity"), STR("order:7"));
	assert_str(member(data, "state"), STR("queued"));
	assert_str(member(data, "actor_id"), STR("ann"));
	stage_close(&scene.stage);
}

static void an_attempt_tells_how_it_ended(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	struct event_view *event = scene_tell(&scene, 3);
	event->kind = EVENT_TASK_FAILED;
	event->entry.kind = JOURNAL_MOVED;
	event->entry.attempts = 2;
	event->has_end = true;
	event->end = (struct execution_end){ .error_class = STR("network"),
					     .error_message = STR("\"no\""),
					     .result = STR("{\"a\":\n1}") };
	str data = member(written(&scene, event), "data");
	assert_str(member(data, "attempt"), STR("2"));
	assert_str(member(member(data, "error"), "class"), STR("network"));
	assert_str(member(data, "result"), STR("{\"a\":\n1}"));
	assert_str(member(data, "actor_id"), STR("SYSTEM"));
	/* A result of many bytes is not told. */
	char many[20000];
	memset(many, ' ', sizeof many);
	event->end.result = (str){ many, sizeof many };
	assert_str(member(member(written(&scene, event), "data"), "result_bytes"), STR("20000"));
	stage_close(&scene.stage);
}

static void a_sent_event_is_one_line_of_data(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	struct event_view *event = scene_tell(&scene, 3);
	event->has_end = true;
	event->end.result = STR("{\"a\":\n1,\r\n\"b\":2}");
	buf_clear(&scene.stage.body);
	event_write_sent(&scene.stage.body, event, place_key(&(struct seal_key){ { 0 } }));
	str text = buf_view(&scene.stage.body);
	assert_true(str_starts_with(text,
				    str_from(shown("id: 3-0\nevent: run.created\ndata:{\"spec"))));
	expect_has(text, "{\"a\": 1,  \"b\":2}");
	u32 lines = 0;
	for (size_t i = 0; i < text.len; i++) lines += text.at[i] == '\n';
	assert_int_equal(4, lines);
	assert_true(str_eq(str_from_offset(text, text.len - 3), STR("}\n\n")));
	stage_close(&scene.stage);
}

static void what_is_about_no_run_tells_its_own(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	struct event_view *event = scene_tell(&scene, 3);
	event->kind = EVENT_JOB_MISSED;
	event->entry = (struct journal_entry){ .kind = JOURNAL_JOB_MISSED,
					       .attempts = 7,
					       .run_at = 1700000000000 };
	event->entry.run.bytes[0] = 9;
	event->job = event->entry.run;
	event->job_code = STR("tick");
	str data = member(written(&scene, event), "data");
	assert_str(member(data, "job_code"), STR("tick"));
	assert_str(member(data, "missed"), STR("7"));
	assert_str(member(data, "first"), STR("2023-11-14T22:13:20Z"));
	event->kind = EVENT_PAUSED;
	event->entry = (struct journal_entry){ .kind = JOURNAL_PAUSED, .reason = STR("a fire") };
	event->job = (struct uuid){ 0 };
	event->tenant = (str){ 0 };
	str text = written(&scene, event);
	assert_str(member(text, "source"), STR("/"));
	assert_str(member(member(text, "data"), "until"), STR("null"));
	assert_str(member(member(text, "data"), "reason"), STR("a fire"));
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_event_of_a_run_names_it),
		cmocka_unit_test(an_attempt_tells_how_it_ended),
		cmocka_unit_test(a_sent_event_is_one_line_of_data),
		cmocka_unit_test(what_is_about_no_run_tells_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
