/* Arguments that nothing uses are refused before a call is made: every action of the table. */
#include "stage.h"

#include "cli/resource.h"
#include "cli/verb.h"

enum { WORDS_MAX = 8 };

/* The action with as many words as it takes, then the option and its value. */
static void assert_refused(const struct cli_action *action, const char *option, const char *value)
{
	void **state = NULL;
	STAGE(stage);
	const char *words[WORDS_MAX + 6] = { verb_row(action->verb)->name, action->name };
	u32 len = 2, most = 2 + action_words(action);
	assert_true(most <= WORDS_MAX);
	while (len < most) words[len++] = "x";
	words[len++] = option;
	if (value) words[len++] = value;
	assert_int_equal(stage_run_words(&stage, words), 2);
	assert_has(&stage.err, option);
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static bool is_one_of(const char *method, const char *one, const char *other)
{
	return !strcmp(method, one) || !strcmp(method, other);
}

static void what_an_action_does_not_send_or_show_is_refused(void **state)
{
	(void)state;
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		bool sends = is_one_of(action->method, "POST", "PUT");
		bool waits = action->kind == ACTION_RUN || action->kind == ACTION_MANY;
		if (!sends) assert_refused(action, "--set", "a=1");
		if (!sends) assert_refused(action, "--body", "{}");
		if (action->kind != ACTION_LIST) assert_refused(action, "--columns", "id");
		if (action->kind != ACTION_LIST) assert_refused(action, "--all", NULL);
		if (!waits) assert_refused(action, "--wait", NULL);
		assert_refused(action, "--timeout", "5s");
	}
}

static void a_field_of_another_action_is_refused(void **state)
{
	u32 refused = 0;
	(void)state;
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		enum option_id field = field_find(STR("cron"));
		if (action->verb != CMD_JOB || action_takes(action, field)) continue;
		assert_refused(action, "--cron", "@daily");
		refused++;
	}
	assert_true(refused > 5);
}

static void nothing_stands_beside_a_whole_body(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--body", "{}", "--queue", "q"), 2);
	assert_has(&stage.err, "--body is the whole body: it cannot be combined with --queue");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--body", "{}", "--set", "a=1"), 2);
	assert_has(&stage.err, "cannot be combined with --set");
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void columns_are_for_tables(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "job", "list", "--columns", "code", "-o", "json"), 2);
	assert_has(&stage.err, "--columns is for tables");
	stage_expect(&stage, "GET jobs", 200, "{\"data\":[]}");
	assert_int_equal(stage_run(&stage, "job", "list", "--columns", "code", "-o", "wide"), 0);
	stage_done(&stage);
}

static void a_worker_takes_what_is_a_workers(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "worker", "list", "--grace", "1s"), 2);
	assert_has(&stage.err, "list takes no --grace");
	assert_int_equal(stage_run(&stage, "worker", "--exec", "a=b", "--tenant", "acme"), 2);
	assert_has(&stage.err, "--exec takes no --tenant");
	assert_int_equal(stage_run(&stage, "worker", "--exec", "a=b", "-o", "json"), 2);
	assert_has(&stage.err, "--exec takes no --output");
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_an_action_does_not_send_or_show_is_refused),
		cmocka_unit_test(a_field_of_another_action_is_refused),
		cmocka_unit_test(nothing_stands_beside_a_whole_body),
		cmocka_unit_test(columns_are_for_tables),
		cmocka_unit_test(a_worker_takes_what_is_a_workers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
