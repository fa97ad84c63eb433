#include "handler/stage.h"

static void an_order_ends_once_and_never_within_its_start(void **state)
{
	(void)state;
	struct stage stage = { .ended = 0 };
	stage_open(&stage);
	struct lease lease = stage_lease(1);
	assert_int_equal(stage_start(&stage, &lease, STR("{\"kind\":\"log\"}")), ERR_OK);
	assert_int_equal(stage.ended, 0);
	assert_int_equal(handlers_running(stage.handlers), 1);
	stage_until(&stage, 1);
	assert_int_equal(stage.told.outcome, OUTCOME_SUCCESS);
	assert_int_equal(handlers_running(stage.handlers), 0);
	stage_close(&stage);
}

static void no_more_are_taken_than_may_run(void **state)
{
	(void)state;
	struct stage stage = { .config = { .at_once = 3 } };
	stage_open(&stage);
	for (u8 i = 1; i <= 3; i++) {
		struct lease lease = stage_lease(i);
		assert_int_equal(stage_start(&stage, &lease, STR("{\"kind\":\"log\"}")), ERR_OK);
	}
	struct lease more = stage_lease(9);
	assert_int_equal(handlers_room(stage.handlers), 0);
	assert_int_equal(stage_start(&stage, &more, STR("{\"kind\":\"log\"}")), ERR_BUSY);
	stage_until(&stage, 3);
	assert_int_equal(handlers_room(stage.handlers), 3);
	assert_int_equal(stage_start(&stage, &more, STR("{\"kind\":\"log\"}")), ERR_OK);
	stage_until(&stage, 4);
	stage_close(&stage);
}

static void a_description_without_sense_is_a_failed_run(void **state)
{
	(void)state;
	static const char *const wrong[] = { "",
					     "{}",
					     "{\"kind\":\"pull\"}",
					     "{\"kind\":\"exec\",\"program\":\"p\"}",
					     "{\"kind\":\"smtp\"}",
					     "{\"kind\":\"http\",\"url\":\"x\"}" };
	struct stage stage = { .ended = 0 };
	stage_open(&stage);
	for (size_t i = 0; i < countof(wrong); i++) {
		stage_run(&stage, str_from(wrong[i]));
		assert_int_equal(stage.told.outcome, OUTCOME_FAIL);
		assert_true(stage.told.message[0]);
		assert_true(strcmp(stage.told.class, "validation") == 0 ||
			    strcmp(stage.told.class, "policy_denied") == 0);
	}
	stage_close(&stage);
}

static u32 look_up_slowly(void *context, const char *host, struct address *out, u32 max)
{
	(void)host, (void)out, (void)max;
	pthread_mutex_lock(context);
	pthread_mutex_unlock(context);
	return 0;
}

static void a_deadline_and_a_cancel_end_what_waits(void **state)
{
	(void)state;
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	struct stage stage = { .config = { .resolve = look_up_slowly, .resolve_context = &gate } };
	stage_open(&stage);
	str handler = STR("{\"kind\":\"http\",\"url\":\"https://a.example/\"}");
	pthread_mutex_lock(&gate);
	struct lease lease = stage_lease(1);
	struct handler_order order = { .lease = &lease, .handler = handler, .timeout_ms = 1 };
	assert_int_equal(handlers_start(stage.handlers, &order), ERR_OK);
	stage_until(&stage, 1);
	assert_string_equal(stage.told.class, "timeout");
	lease = stage_lease(2);
	assert_int_equal(stage_start(&stage, &lease, handler), ERR_OK);
	handlers_cancel(stage.handlers, lease.execution);
	handlers_cancel(stage.handlers, lease.execution);
	handlers_cancel(stage.handlers, stage_lease(7).execution); /* not here */
	assert_int_equal(stage.ended, 1);
	stage_until(&stage, 2);
	assert_string_equal(stage.told.class, "cancelled");
	lease = stage_lease(3);
	assert_int_equal(stage_start(&stage, &lease, handler),
			 ERR_OK); /* left for the end of the set */
	pthread_mutex_unlock(&gate);
	stage_close(&stage);
	assert_int_equal(stage.ended, 2);
	pthread_mutex_destroy(&gate);
}

static void a_missing_secret_is_named(void **state)
{
	(void)state;
	struct stage stage = { .ended = 0 };
	stage_open(&stage);
	stage_run(
		&stage,
		STR("{\"kind\":\"http\",\"url\":\"https://8.8.8.8/\",\"secrets\":[\"signing\"]}"));
	assert_int_equal(stage.told.outcome, OUTCOME_FAIL);
	assert_non_null(strstr(stage.told.message, "signing"));
	stage_close(&stage);
}

static void settings_are_checked_at_the_start(void **state)
{
	(void)state;
	struct loop *loop = stage_loop();
	struct handlers *handlers;
	struct why why;
	struct handlers_config config = { .loop = loop, .ended = stage_ended };
	assert_int_equal(handlers_new(&config, &handlers, &why), ERR_INVALID);
	config.at_once = HANDLER_AT_ONCE_MAX + 1;
	assert_int_equal(handlers_new(&config, &handlers, &why), ERR_INVALID);
	config.at_once = 1;
	config.webhook_allow = STR("10.0.0.0/99");
	assert_int_not_equal(handlers_new(&config, &handlers, &why), ERR_OK);
	config.webhook_allow = STR("");
	config.smtp_url = STR("http://user:hunter2@x");
	assert_int_equal(handlers_new(&config, &handlers, &why), ERR_INVALID);
	assert_null(strstr(why.text, "hunter2"));
	loop_free(loop);
}

static void a_type_is_judged_before_it_is_stored(void **state)
{
	(void)state;
	struct stage stage = { .config = { .webhook_allow = STR("10.0.0.0/8") } };
	struct why why;
	stage_open(&stage);
	assert_int_equal(handlers_check(stage.handlers, STR("{\"kind\":\"pull\"}"), &why), ERR_OK);
	assert_int_equal(handlers_check(stage.handlers,
					STR("{\"kind\":\"http\",\"url\":\"http://10.0.0.1/\"}"),
					&why),
			 ERR_OK);
	static const char *const wrong[] = { "{\"kind\":\"http\",\"url\":\"http://11.0.0.1/\"}",
					     "{\"kind\":\"smtp\"}",
					     "{\"kind\":\"exec\",\"program\":\"p\"}",
					     "{\"kind\":\"log\",\"x\":1}" };
	for (size_t i = 0; i < countof(wrong); i++)
		assert_int_equal(handlers_check(stage.handlers, str_from(wrong[i]), &why),
				 ERR_INVALID);
	stage_close(&stage);
}

static void many_ends_at_once_are_all_told(void **state)
{
	(void)state;
	struct stage stage = { .config = { .at_once = 200 } };
	stage_open(&stage);
	for (u8 i = 0; i < 150; i++) {
		struct lease lease = stage_lease(i);
		assert_int_equal(stage_start(&stage, &lease, STR("{\"kind\":\"log\"}")), ERR_OK);
	}
	stage_until(&stage, 150);
	assert_int_equal(stage.logs, 150);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_order_ends_once_and_never_within_its_start),
		cmocka_unit_test(no_more_are_taken_than_may_run),
		cmocka_unit_test(a_description_without_sense_is_a_failed_run),
		cmocka_unit_test(a_deadline_and_a_cancel_end_what_waits),
		cmocka_unit_test(a_missing_secret_is_named),
		cmocka_unit_test(settings_are_checked_at_the_start),
		cmocka_unit_test(a_type_is_judged_before_it_is_stored),
		cmocka_unit_test(many_ends_at_once_are_all_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
