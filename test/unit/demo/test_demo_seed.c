#include "demo/demo_seed.h"

#include "server/service_stage.h"

static const struct demo_word words[] = { { "${RECEIVER}", "http://127.0.0.1:9" },
					  { "${QUIET}", "00:00-12:00" },
					  { "${NOW}", "2030-01-01T00:00:00Z" },
					  { "${TOMORROW}", "2099-01-01T00:00:00Z" } };

/* What is built in: every part is as the code wants it. */
static void the_filling_is_whole(void **state)
{
	json_t *data = demo_seed_data(words, countof(words));
	struct work_wish wish = { .programs_len = 0 };
	(void)state;
	assert_non_null(data);
	assert_true(json_array_size(json_object_get(data, "setup")) > 3);
	assert_true(json_array_size(json_object_get(data, "calls")) > 10);
	assert_true(json_array_size(json_object_get(data, "history")) > 0);
	demo_seed_programs(data, &wish);
	assert_int_equal(wish.programs_len, json_object_size(json_object_get(data, "programs")));
	for (u32 i = 0; i < wish.programs_len; i++) assert_true(wish.programs[i].command.len > 0);
	char *dumped = json_dumps(data, 0);
	assert_non_null(strstr(dumped, "\"http://127.0.0.1:9/orders\""));
	assert_null(strstr(dumped, "${"));
	free(dumped);
	json_decref(data);
}

/* The server of a test goes by its own clock: what is to pass is only counted. */
static void count_time(void *context, msec span)
{
	assert_true(span >= 0);
	*(msec *)context += span;
}

static u64 number_of(struct service_stage *stage, const char *path)
{
	struct client_response response = stage_ask(stage, "GET", path, "");
	assert_int_equal(response.status, 200);
	json_t *page = json_loadb(response.body.at, response.body.len, 0, NULL);
	u64 len = json_array_size(json_object_get(page, "data"));
	json_decref(page);
	return len;
}

#define DONE "/api/v1/scheduler/queue?tenant_id=%2A&state=done&limit=500&type="

/* A real server takes all of it: tenants, jobs of all five kinds, a history with dead letters. */
static void a_server_is_filled(void **state)
{
	struct service_stage stage;
	struct talk talk;
	struct why why = { .text = "" };
	json_t *data = demo_seed_data(words, countof(words));
	(void)state;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_WEBHOOK_ALLOW, "127.0.0.1");
	service_stage_start(&stage);
	talk_init(&talk);
	const struct demo_target target = { &talk, str_from(stage.url),
					    str_from(stage.bearer + strlen("Bearer ")) };
	msec passed = 0;
	const struct demo_time time = {
		.begin = 1700000000000, .span = MSEC_DAY, .pass = count_time, .context = &passed
	};
	enum err err = demo_seed_live(&target, data, &time, &why);
	if (!err) err = demo_seed_fill(&target, data, &why);
	if (err) print_error("%s\n", why.text);
	assert_int_equal(err, ERR_OK);
	struct client_response jobs = stage_ask(&stage, "GET",
						"/api/v1/scheduler/jobs?tenant_id=%2A", "");
	static const char *const kinds[] = { "\"CRON\"", "\"RRULE\"",  "\"INTERVAL\"",
					     "\"ONCE\"", "\"MANUAL\"", "\"PAUSED\"" };
	for (size_t i = 0; i < countof(kinds); i++) assert_true(body_has(&jobs, kinds[i]));
	assert_int_equal(passed, MSEC_DAY);
	assert_int_equal(number_of(&stage, "/api/v1/scheduler/tenants"), 4);
	/* Daily windows have runs, too: how many depends on the time of day. */
	assert_int_equal(number_of(&stage, DONE "mail.send"), 400 - 5);
	assert_int_equal(number_of(&stage, DONE "thumbnail.make"), 150 - 1 + 240 - 2);
	assert_int_equal(number_of(&stage, DONE "invoice.print"), 110);
	assert_int_equal(number_of(&stage, "/api/v1/scheduler/queue?tenant_id=%2A&state=failed"),
			 8);
	json_decref(data);
	talk_done(&talk);
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

static void a_call_that_is_refused_is_named(void **state)
{
	struct service_stage stage;
	struct talk talk;
	struct why why = { .text = "" };
	json_t *data = json_pack("{s:[{s:s,s:{s:s}}]}", "calls", "call", "POST tenants", "body",
				 "nonsense", "x");
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	talk_init(&talk);
	const struct demo_target target = { &talk, str_from(stage.url),
					    str_from(stage.bearer + strlen("Bearer ")) };
	assert_int_equal(demo_seed_fill(&target, data, &why), ERR_INVALID);
	assert_true(str_starts_with(str_from(why.text), STR("POST tenants is refused: {")));
	json_decref(data);
	talk_done(&talk);
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_filling_is_whole),
		cmocka_unit_test(a_server_is_filled),
		cmocka_unit_test(a_call_that_is_refused_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
