#include "cli/resource.h"
#include "stage.h"

#include "api/routes.def"

/* The table of routes, by method and path alone. */
static const struct {
	const char *method;
	const char *path;
} routes[] = {
#define X(method, path, name, access, flags, max, body, query, answers, decode, read, command, \
	  render, view, text)                                                                  \
	{ #method, path },
	ROUTES(X)
#undef X
};

static const struct {
	const char *method;
	const char *path;
	const char *reason;
} exceptions[] = {
#define X(method, path, reason) { #method, path, reason },
	NO_ACTIONS(X)
#undef X
};

static bool is_call(const char *method, const char *path, const char *other, const char *where)
{
	return strcmp(method, other) == 0 && strcmp(path, where) == 0;
}

static void every_route_is_reached_by_a_command_or_excepted_for_a_reason(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(routes); i++) {
		u32 found = 0;
		for (u32 k = 0; k < action_count(); k++)
			found += is_call(routes[i].method, routes[i].path, action_row(k)->method,
					 action_row(k)->path);
		for (size_t k = 0; k < countof(exceptions); k++) {
			if (!is_call(routes[i].method, routes[i].path, exceptions[k].method,
				     exceptions[k].path))
				continue;
			assert_int_equal(found, 0);
			assert_true(strlen(exceptions[k].reason) > 0);
			found++;
		}
		if (!found) fail_msg("%s %s has no command", routes[i].method, routes[i].path);
	}
}

static bool is_route(const char *method, const char *path)
{
	for (size_t i = 0; i < countof(routes); i++) {
		if (is_call(method, path, routes[i].method, routes[i].path)) return true;
	}
	return false;
}

static void every_action_calls_a_route_that_is_there(void **state)
{
	(void)state;
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		if (action->kind != ACTION_LOCAL && !is_route(action->method, action->path))
			fail_msg("%s %s is no route", action->method, action->path);
		assert_true(strlen(action->summary) > 0);
	}
	for (size_t i = 0; i < countof(exceptions); i++)
		assert_true(is_route(exceptions[i].method, exceptions[i].path));
}

static void every_name_in_the_table_is_a_field(void **state)
{
	str word;
	(void)state;
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		for (u32 k = 0; (word = list_word(action->options, k)).len; k++) {
			if (field_find(word) == OPTIONS_LEN)
				fail_msg("%s: no field %.*s", action->name, STR_ARG(word));
		}
		for (u32 k = 0; (word = list_word(action->words, k)).len; k++) {
			if (str_find(word, '=') < word.len) continue;
			assert_true(field_find(word) < OPTIONS_LEN);
		}
	}
}

static void no_two_options_of_a_command_have_the_same_name_or_letter(void **state)
{
	(void)state;
	for (u32 verb = 0; verb < CMD_COUNT; verb++) {
		for (u32 a = 0; a < OPTIONS_LEN; a++) {
			const struct option *one = option_row((enum option_id)a);
			if (!option_is_for((enum option_id)a, (u64)1 << verb)) continue;
			for (u32 b = 0; b < a; b++) {
				const struct option *other = option_row((enum option_id)b);
				if (!option_is_for((enum option_id)b, (u64)1 << verb)) continue;
				if (strcmp(one->name, other->name) == 0)
					fail_msg("command %u has --%s twice", verb, one->name);
				if (one->letter && one->letter == other->letter)
					fail_msg("command %u has -%c twice", verb, one->letter);
			}
		}
	}
}

static void words_are_places_of_the_path_and_fields_without_a_value(void **state)
{
	(void)state;
	struct buf usage;
	buf_init(&usage, 200);
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		if (action->verb != CMD_PAUSE || strcmp(action->name, "type")) continue;
		assert_int_equal(action_words(action), 1);
		assert_int_equal(action_places(action), 0);
		action_add_usage(action, &usage);
		assert_has(&usage, "type TYPE");
		assert_true(action_takes(action, OPTION_FIELD_REASON));
		assert_false(action_takes(action, OPTION_FIELD_CRON));
		assert_false(action_takes(action, OPTION_YES));
	}
	assert_true(usage.len > 0);
	buf_done(&usage);
	assert_true(verb_has_actions(CMD_JOB));
	assert_false(verb_has_actions(CMD_NEXT));
	assert_string_equal(field_of(OPTION_FIELD_KEY)->field, "idempotency_key");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_route_is_reached_by_a_command_or_excepted_for_a_reason),
		cmocka_unit_test(every_action_calls_a_route_that_is_there),
		cmocka_unit_test(every_name_in_the_table_is_a_field),
		cmocka_unit_test(no_two_options_of_a_command_have_the_same_name_or_letter),
		cmocka_unit_test(words_are_places_of_the_path_and_fields_without_a_value),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
