#include "handler/stage.h"

#include <jansson.h>

static json_t *line_of(struct stage *stage, str handler)
{
	stage_run(stage, handler);
	assert_int_equal(stage->told.outcome, OUTCOME_SUCCESS);
	json_t *line = json_loads(stage->log, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(line);
	return line;
}

static const char *word(const json_t *line, const char *key)
{
	return json_string_value(json_object_get(line, key));
}

static void a_run_is_one_line(void **state)
{
	(void)state;
	struct stage stage = { .ended = 0 };
	stage_open(&stage);
	json_t *line = line_of(
		&stage,
		STR("{\"kind\":\"log\",\"level\":\"warn\",\"message\":\"say \\\"hi\\\"\"}"));
	assert_string_equal(word(line, "level"), "warn");
	assert_string_equal(word(line, "msg"), "say \"hi\"");
	assert_string_equal(word(line, "tenant"), "acme");
	assert_string_equal(word(line, "type"), "test.run");
	assert_string_equal(word(line, "run_id"), "65656565-6565-6565-6565-656565656565");
	assert_null(json_object_get(line, "payload"));
	assert_null(strchr(stage.log, '\n'));
	json_decref(line);
	stage_close(&stage);
}

static void the_payload_stands_in_it_when_asked_for(void **state)
{
	(void)state;
	struct stage stage = { .ended = 0 };
	stage_open(&stage);
	json_t *line = line_of(&stage, STR("{\"kind\":\"log\",\"payload\":true}"));
	assert_string_equal(word(line, "payload"), "{\"n\":1}");
	assert_string_equal(word(line, "level"), "info");
	json_decref(line);
	stage_close(&stage);
}

static void without_a_sink_nothing_is_written(void **state)
{
	(void)state;
	struct stage stage = { .ended = 0 };
	stage_open(&stage);
	handlers_free(stage.handlers);
	struct why why;
	stage.config.log = NULL;
	assert_int_equal(handlers_new(&stage.config, &stage.handlers, &why), ERR_OK);
	stage_run(&stage, STR("{\"kind\":\"log\"}"));
	assert_int_equal(stage.told.outcome, OUTCOME_SUCCESS);
	assert_int_equal(stage.logs, 0);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_one_line),
		cmocka_unit_test(the_payload_stands_in_it_when_asked_for),
		cmocka_unit_test(without_a_sink_nothing_is_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
