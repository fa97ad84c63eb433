/* Runs that make something else. */
#include "deliver/maker.h"

#include "api/shelf.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct maker maker;
	u32 ended;
	enum outcome outcome;
	char class[64];
	char words[256];
	char result[128];
};

static void on_ended(void *context, const struct handler_report *said)
{
	struct scene *scene = context;
	const struct report *report = &said->report;
	scene->ended++;
	scene->outcome = report->outcome;
	snprintf(scene->class, sizeof scene->class, "%.*s", STR_ARG(report->error_class));
	snprintf(scene->words, sizeof scene->words, "%.*s", STR_ARG(report->error_message));
	snprintf(scene->result, sizeof scene->result, "%.*s", STR_ARG(report->result));
}

static void scene_open(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open(&scene->stage);
	shelf_init(&scene->shelf);
	scene->stage.query = &scene->shelf.query;
	scene->maker = (struct maker){ scene->stage.api, scene, on_ended };
}

static void make(struct scene *scene, const char *payload)
{
	const struct lease lease = { .run = { { 1 } }, .payload = str_from(payload) };
	u32 before = scene->ended;
	maker_start(&scene->maker, &lease, STR("acme"));
	stage_settle(&scene->stage);
	assert_int_equal(before + 1, scene->ended);
}

#define REMINDER(more) \
	"{\"make\":\"reminder\",\"body\":{\"title\":\"call\",\"user_id\":\"ann\"" more "}}"

static void put_on_shelf(void *context, const struct reminder_row *row)
{
	struct scene *scene = context;
	assert_int_equal(0, scene->shelf.reminders_len);
	assert_true(str_eq(row->title, STR("call")) && str_eq(row->user, STR("ann")));
	scene->shelf.reminders[scene->shelf.reminders_len++] = (struct reminder_view){
		.row = { .id = row->id, .user = STR("ann"), .title = STR("call") },
		.tenant = STR("acme"),
	};
}

static void a_reminder_is_made_once_however_often_it_is_tried(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	make(&scene, REMINDER(",\"remind_at\":\"2030-01-01T00:00:00Z\""));
	memory_store_each_reminder(scene.stage.store, put_on_shelf, &scene);
	assert_int_equal(1, scene.shelf.reminders_len);
	/* Its report was lost: it is tried again. */
	make(&scene, REMINDER(",\"remind_at\":\"2030-01-01T00:00:00Z\""));
	assert_int_equal(OUTCOME_SUCCESS, scene.outcome);
	assert_true(str_starts_with(str_from(scene.result), STR("{\"id\":\"")));
	scene.shelf.reminders_len = 0;
	memory_store_each_reminder(scene.stage.store, put_on_shelf, &scene);
	assert_int_equal(1, scene.shelf.reminders_len);
	/* Nobody outside was answered. */
	assert_int_equal(0, scene.stage.responses);
	stage_close(&scene.stage);
}

static void what_is_wrong_is_a_dead_letter_that_says_so(void **state)
{
	static const struct {
		const char *payload;
		const char *words;
	} rows[] = {
		{ REMINDER(""), "remind_at" },
		{ REMINDER(",\"remind_at\":\"soon\""), "remind_at" },
		{ "{\"make\":\"tenant\",\"body\":{\"id\":\"mine\"}}", "reminder or job" },
		{ "{\"make\":\"job\"}", "reminder or job" },
		{ "{}", "reminder or job" },
	};
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct scene scene;
		scene_open(&scene);
		make(&scene, rows[i].payload);
		assert_int_equal(OUTCOME_FAIL, scene.outcome);
		assert_string_equal("validation", scene.class);
		expect_has_at(str_from(scene.words), str_from(rows[i].words), __FILE__, __LINE__);
		stage_close(&scene.stage);
	}
}

static void a_busy_server_is_asked_again(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	scene.stage.is_busy = true;
	make(&scene, REMINDER(",\"remind_at\":\"2030-01-01T00:00:00Z\""));
	assert_int_equal(OUTCOME_RETRY, scene.outcome);
	assert_string_equal("transient", scene.class);
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reminder_is_made_once_however_often_it_is_tried),
		cmocka_unit_test(what_is_wrong_is_a_dead_letter_that_says_so),
		cmocka_unit_test(a_busy_server_is_asked_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
