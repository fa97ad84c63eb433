/* Stories about the values of a story's options. */
#include "story/story_value.h"

#include "model/action.h"

#include "story_stage.h"

static const struct story_moment moment = { .start = 1767225600000, .at = 60000 };

static void assert_value(enum story_option option, const char *text, i64 low, i64 high)
{
	struct story_given given;
	struct why why;
	if (story_value_read(option, str_from(text), &moment, &given, &why))
		fail_msg("%s", why.text);
	assert_int_equal(given.low, low);
	assert_int_equal(given.high, high);
	assert_str(given.text, str_from(text));
}

static void assert_refused(enum story_option option, const char *text)
{
	struct story_given given;
	struct why why;
	assert_int_equal(story_value_read(option, str_from(text), &moment, &given, &why),
			 ERR_INVALID);
	assert_non_null(strstr(why.text, text));
}

static void times_count_from_the_start_or_from_their_line(void **state)
{
	(void)state;
	assert_value(STORY_DEADLINE, "90s", 90000, 90000);
	assert_value(STORY_DEADLINE, "+90s", 150000, 150000);
	assert_value(STORY_DEADLINE, "2026-01-01T00:02:00Z", 120000, 120000);
	assert_refused(STORY_DEADLINE, "soon");
}

static void a_range_has_two_ends_in_order(void **state)
{
	(void)state;
	assert_value(STORY_RUN_AT, "10s..+1s", 10000, 61000);
	assert_value(STORY_RUN_AT, "10s", 10000, 10000);
	assert_refused(STORY_RUN_AT, "20s..10s");
	assert_refused(STORY_RUN_AT, "..10s");
}

static void numbers_flags_and_words_are_checked(void **state)
{
	(void)state;
	assert_value(STORY_LIMIT, "7", 7, 7);
	assert_refused(STORY_LIMIT, "-7");
	assert_value(STORY_PRIORITY, "high", 1, 1);
	assert_value(STORY_PRIORITY, "low", 9, 9);
	assert_value(STORY_PRIORITY, "3", 3, 3);
	assert_value(STORY_REQUIRE_KEY, "yes", 1, 1);
	assert_value(STORY_REQUIRE_KEY, "no", 0, 0);
	assert_refused(STORY_REQUIRE_KEY, "perhaps");
	assert_value(STORY_BEATS, "never", MSEC_MAX, MSEC_MAX);
	assert_refused(STORY_BEATS, "0s");
	assert_refused(STORY_KEY, "");
}

static void reasons_are_named_as_the_engine_names_them(void **state)
{
	(void)state;
	assert_value(STORY_WHY, "none", WHY_KINDS, WHY_KINDS);
	assert_value(STORY_WHY, "paused:type", WHY_PAUSED, WHY_PAUSED);
	assert_value(STORY_WHY, "finished", WHY_FINISHED, WHY_FINISHED);
	assert_refused(STORY_WHY, "lazy");
}

static void a_backoff_has_three_kinds(void **state)
{
	(void)state;
	struct backoff backoff;
	assert_true(story_backoff(STR("steps:1m,5m"), &backoff));
	assert_int_equal(backoff.kind, BACKOFF_STEPS);
	assert_int_equal(backoff.steps_len, 2);
	assert_int_equal(backoff.steps[1], 5 * MSEC_MINUTE);
	assert_true(story_backoff(STR("exp:60s"), &backoff));
	assert_int_equal(backoff.kind, BACKOFF_EXPONENTIAL);
	assert_true(story_backoff(STR("fixed:10s"), &backoff));
	assert_int_equal(backoff.base, 10 * MSEC_SECOND);
	assert_false(story_backoff(STR("steps:"), &backoff));
	assert_false(story_backoff(STR("steps:1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"), &backoff));
	assert_false(story_backoff(STR("linear:1m"), &backoff));
	assert_false(story_backoff(STR("exp"), &backoff));
}

static void scopes_classes_and_states_are_lists_of_words(void **state)
{
	(void)state;
	enum unique_scope scope;
	struct class_list classes;
	msec ttl;
	u32 states;
	assert_true(story_scope(STR("succeeded"), &scope, &ttl));
	assert_int_equal(scope, UNIQUE_SUCCEEDED);
	assert_true(story_scope(STR("24h"), &scope, &ttl));
	assert_int_equal(scope, UNIQUE_TTL);
	assert_int_equal(ttl, MSEC_DAY);
	assert_false(story_scope(STR("0s"), &scope, &ttl));
	assert_true(story_classes(STR("a,b"), &classes));
	assert_true(class_list_has(&classes, STR("b")));
	assert_false(story_classes(STR("a,,b"), &classes));
	assert_true(story_states(STR("dlq,failed"), &states));
	assert_int_equal(states, 1u << RUN_DLQ | 1u << RUN_FAILED);
	assert_false(story_states(STR("lost"), &states));
}

static void every_option_is_found_by_its_word(void **state)
{
	(void)state;
	for (u32 id = 0; id < STORY_OPTION_COUNT; id++)
		assert_int_equal(story_option_find(story_option_word((enum story_option)id)), id);
	assert_int_equal(story_option_find(STR("colour")), STORY_OPTION_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_count_from_the_start_or_from_their_line),
		cmocka_unit_test(a_range_has_two_ends_in_order),
		cmocka_unit_test(numbers_flags_and_words_are_checked),
		cmocka_unit_test(reasons_are_named_as_the_engine_names_them),
		cmocka_unit_test(a_backoff_has_three_kinds),
		cmocka_unit_test(scopes_classes_and_states_are_lists_of_words),
		cmocka_unit_test(every_option_is_found_by_its_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
