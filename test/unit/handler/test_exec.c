#include "handler/exec.h"

#include "handler/programs_place.h"

#include <signal.h>

struct scene {
	struct programs_place there;
	struct broker *broker;
	struct stage stage;
};

static void open_scene(struct scene *scene)
{
	*scene = (struct scene){ .broker = NULL };
	programs_place_open(&scene->there);
	scene->broker = programs_place_broker(&scene->there, true);
	scene->stage.config.broker = scene->broker;
	stage_open(&scene->stage);
}

static void close_scene(struct scene *scene)
{
	stage_close(&scene->stage);
	broker_stop(scene->broker);
	programs_place_close(&scene->there);
}

static void expect(struct scene *scene, const char *handler, enum outcome outcome,
		   const char *class)
{
	stage_run(&scene->stage, str_from(handler));
	if (scene->stage.told.outcome != outcome || strcmp(scene->stage.told.class, class) != 0)
		fail_msg("%s: %s, %s", handler, scene->stage.told.class, scene->stage.told.message);
}

static void the_exit_code_decides(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene);
	expect(&scene, "{\"kind\":\"exec\",\"program\":\"echo\"}", OUTCOME_SUCCESS, "");
	assert_string_equal(scene.stage.told.result, "{\"n\":1}");
	assert_int_equal(scene.stage.told.output_len, 7);
	expect(&scene, "{\"kind\":\"exec\",\"program\":\"later\"}", OUTCOME_RETRY, "transient");
	assert_string_equal(scene.stage.told.message, "exit code 75: wait");
	expect(&scene, "{\"kind\":\"exec\",\"program\":\"bad\"}", OUTCOME_FAIL, "permanent");
	assert_string_equal(scene.stage.told.message, "exit code 3: broken");
	assert_string_equal(scene.stage.told.result, "");
	close_scene(&scene);
}

static void slots_come_from_the_type_or_the_payload(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene);
	expect(&scene,
	       "{\"kind\":\"exec\",\"program\":\"slots\",\"arguments\":{\"a\":\"x\",\"b\":\"7\"}}",
	       OUTCOME_SUCCESS, "");
	assert_string_equal(scene.stage.told.result, "\"-x -- x 7\"");
	expect(&scene, "{\"kind\":\"exec\",\"program\":\"slots\",\"arguments\":{\"b\":\"7\"}}",
	       OUTCOME_FAIL, "validation");
	expect(&scene,
	       "{\"kind\":\"exec\",\"program\":\"slots\",\"arguments\":{\"a\":\";\",\"b\":\"7\"}}",
	       OUTCOME_FAIL, "validation");
	expect(&scene, "{\"kind\":\"exec\",\"program\":\"echo\",\"arguments\":{\"a\":\"x\"}}",
	       OUTCOME_FAIL, "validation");
	expect(&scene, "{\"kind\":\"exec\",\"program\":\"/bin/sh\"}", OUTCOME_FAIL, "validation");
	struct lease lease = stage_lease(2);
	lease.payload = STR("{\"a\":\"pay\",\"b\":42}");
	assert_int_equal(
		stage_start(&scene.stage, &lease, STR("{\"kind\":\"exec\",\"program\":\"slots\"}")),
		ERR_OK);
	stage_until(&scene.stage, scene.stage.ended + 1);
	assert_string_equal(scene.stage.told.result, "\"-x -- pay 42\"");
	close_scene(&scene);
}

/* A payload fills arguments; of the environment it says nothing, not even a value. */
static void the_environment_has_fixed_names(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene);
	struct lease lease = stage_lease(2);
	lease.payload = STR("{\"a\":\"LD_PRELOAD=/tmp/mine.so\"}");
	assert_int_equal(
		stage_start(&scene.stage, &lease, STR("{\"kind\":\"exec\",\"program\":\"names\"}")),
		ERR_OK);
	stage_until(&scene.stage, scene.stage.ended + 1);
	assert_string_equal(scene.stage.told.result, "\"PATH LANG TZ JOB_ID JOB_ATTEMPT \"");
	close_scene(&scene);
}

static void wait_for_progress(struct stage *stage)
{
	u32 before = stage->progress;
	while (stage->progress == before) loop_run_once(stage->loop);
}

static void a_program_can_be_cancelled_and_times_out(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene);
	struct lease lease = stage_lease(1);
	assert_int_equal(
		stage_start(&scene.stage, &lease, STR("{\"kind\":\"exec\",\"program\":\"tells\"}")),
		ERR_OK);
	wait_for_progress(&scene.stage);
	assert_int_equal(scene.stage.percent, 30);
	handlers_cancel(scene.stage.handlers, lease.execution);
	stage_until(&scene.stage, 1);
	assert_string_equal(scene.stage.told.class, "cancelled");
	struct handler_order order = { .lease = &lease,
				       .handler = STR(
					       "{\"kind\":\"exec\",\"program\":\"stubborn\"}"),
				       .timeout_ms = 50 };
	assert_int_equal(handlers_start(scene.stage.handlers, &order), ERR_OK);
	stage_until(&scene.stage, 2);
	assert_int_equal(scene.stage.told.outcome, OUTCOME_RETRY);
	assert_string_equal(scene.stage.told.class, "timeout");
	close_scene(&scene);
}

static void a_lost_broker_is_said_and_its_runs_are_retried(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene);
	struct lease lease = stage_lease(1);
	assert_int_equal(
		stage_start(&scene.stage, &lease, STR("{\"kind\":\"exec\",\"program\":\"tells\"}")),
		ERR_OK);
	wait_for_progress(&scene.stage);
	kill(broker_pid(scene.broker), SIGKILL);
	stage_until(&scene.stage, 1);
	assert_string_equal(scene.stage.told.class, "transient");
	assert_int_equal(scene.stage.logs, 1);
	expect(&scene, "{\"kind\":\"exec\",\"program\":\"echo\"}", OUTCOME_RETRY, "transient");
	/* The next server ends what is left, so that the records are empty again. */
	broker_stop(programs_place_broker(&scene.there, true));
	close_scene(&scene);
}

static void a_set_that_ends_lets_its_programs_go(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene);
	for (u8 i = 1; i <= 3; i++) {
		struct lease lease = stage_lease(i);
		assert_int_equal(stage_start(&scene.stage, &lease,
					     STR("{\"kind\":\"exec\",\"program\":\"stubborn\"}")),
				 ERR_OK);
		wait_for_progress(&scene.stage);
	}
	close_scene(&scene); /* would fail over what is left in the folders */
	assert_int_equal(scene.stage.ended, 0);
}

static void a_type_is_checked_against_the_file(void **state)
{
	(void)state;
	struct scene scene;
	struct why why;
	open_scene(&scene);
	assert_int_equal(handlers_check(scene.stage.handlers,
					STR("{\"kind\":\"exec\",\"program\":\"echo\"}"), &why),
			 ERR_OK);
	assert_int_equal(handlers_check(scene.stage.handlers,
					STR("{\"kind\":\"exec\",\"program\":\"none\"}"), &why),
			 ERR_INVALID);
	assert_int_equal(handlers_check(scene.stage.handlers,
					STR("{\"kind\":\"exec\",\"program\":\"slots\","
					    "\"arguments\":{\"b\":\"x\"}}"),
					&why),
			 ERR_INVALID);
	close_scene(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exit_code_decides),
		cmocka_unit_test(slots_come_from_the_type_or_the_payload),
		cmocka_unit_test(the_environment_has_fixed_names),
		cmocka_unit_test(a_program_can_be_cancelled_and_times_out),
		cmocka_unit_test(a_lost_broker_is_said_and_its_runs_are_retried),
		cmocka_unit_test(a_set_that_ends_lets_its_programs_go),
		cmocka_unit_test(a_type_is_checked_against_the_file),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
