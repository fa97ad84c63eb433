/* Why a run does not run, as a person reads it. */
#include "stage.h"

#define PATH "GET queue/r1/why"

static void a_failed_run_shows_its_error_and_the_command_that_helps(void **state)
{
	STAGE(stage);
	stage_expect(
		&stage, PATH, 200,
		"{\"state\":\"failed\",\"reasons\":[{\"kind\":\"finished\",\"text\":\"it failed\","
		"\"help\":\"retry it\",\"until\":null,\"ref\":\"failed\",\"reason\":\"fail\","
		"\"error_class\":\"exit\",\"error_message\":\"code 3\\u001b[2J\",\"attempt\":2,"
		"\"max_attempts\":5}]}");
	assert_int_equal(stage_run(&stage, "queue", "why", "r1"), 0);
	assert_has(&stage.out, "  finished (failed): it failed\n"
			       "    attempt 2 of 5: exit: code 3?[2J\n"
			       "    retry it: belfry queue retry r1\n");
	stage_done(&stage);
}

static void a_pause_names_its_author_and_what_is_paused(void **state)
{
	STAGE(stage);
	stage_expect(
		&stage, PATH "?tenant_id=acme", 200,
		"{\"state\":\"queued\",\"reasons\":[{\"kind\":\"paused\",\"text\":\"it is paused\","
		"\"help\":\"resume\",\"until\":\"2025-11-16T11:00:30Z\",\"ref\":\"type\","
		"\"pause\":{\"name\":\"mail\",\"reason\":\"too hot\",\"author\":\"ann\","
		"\"since\":\"2025-11-16T09:00:30Z\"}}]}");
	assert_int_equal(stage_run(&stage, "queue", "why", "r1", "--tenant", "acme"), 0);
	assert_has(&stage.out, "    paused by ann since 2025-11-16 09:00:30Z (1 h ago): too hot\n"
			       "    until 2025-11-16 11:00:30Z (in 1 h)\n"
			       "    resume: belfry resume type mail --tenant acme\n");
	stage_done(&stage);
}

static void each_kind_has_its_command_or_none(void **state)
{
	static const struct {
		const char *reason;
		const char *command; /* NULL: none is shown */
	} rows[] = {
		{ "\"kind\":\"no_worker\",\"ref\":\"mail\"", "belfry worker --exec mail=PROGRAM" },
		{ "\"kind\":\"job_paused\",\"ref\":\"report\"", "belfry job resume report" },
		{ "\"kind\":\"paused\",\"ref\":\"tenant\"", "belfry resume tenant" },
		{ "\"kind\":\"not_due\"", "belfry queue reschedule r1 --in 1s" },
		{ "\"kind\":\"limit\",\"ref\":\"type\"", NULL },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		STAGE(stage);
		struct buf body;
		buf_init(&body, 1000);
		buf_addf(&body, "{\"reasons\":[{\"text\":\"t\",\"help\":\"h\",%s}]}%c",
			 rows[i].reason, 0);
		stage_expect(&stage, PATH, 200, body.at);
		assert_int_equal(stage_run(&stage, "queue", "why", "r1"), 0);
		if (rows[i].command) assert_has(&stage.out, rows[i].command);
		else assert_has(&stage.out, "    h\n");
		stage_done(&stage);
		buf_done(&body);
	}
}

static void who_holds_its_place_or_is_waited_for_is_named(void **state)
{
	STAGE(stage);
	stage_expect(&stage, PATH, 200,
		     "{\"state\":\"queued\",\"reasons\":[{\"kind\":\"limit\",\"text\":\"full\","
		     "\"held_by\":{\"run_id\":\"r2\",\"worker_id\":\"w\"}},"
		     "{\"kind\":\"dependency\",\"text\":\"it waits\",\"ref\":\"first\","
		     "\"run_id\":\"r3\",\"run_state\":\"failed\"}]}");
	assert_int_equal(stage_run(&stage, "queue", "why", "r1"), 0);
	assert_has(&stage.out, "    its place is held by run r2 on w\n");
	assert_has(&stage.out, "    it waits for run r3, which is failed\n");
	stage_done(&stage);
}

static void nothing_that_holds_it_back_is_said(void **state)
{
	STAGE(stage);
	stage_expect(&stage, PATH, 200, "{\"state\":\"queued\",\"reasons\":[]}");
	assert_int_equal(stage_run(&stage, "queue", "why", "r1"), 0);
	assert_has(&stage.out, "nothing holds the run back");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_failed_run_shows_its_error_and_the_command_that_helps),
		cmocka_unit_test(a_pause_names_its_author_and_what_is_paused),
		cmocka_unit_test(each_kind_has_its_command_or_none),
		cmocka_unit_test(who_holds_its_place_or_is_waited_for_is_named),
		cmocka_unit_test(nothing_that_holds_it_back_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
