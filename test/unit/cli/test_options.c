#include "cli/options.h"

#include "base/check.h"

static const struct option settings[] = {
	{ "shade", 0, "HOW", false, "how dark it is", SCOPE_COMMON },
	{ "attic", 'A', "FOLDER", false, "where things are kept", SCOPE_COMMON },
};

static const struct option_set next_set = { FOR(NEXT), settings, countof(settings), SCOPE_COMMON };

static struct arguments arguments;
static struct why why;

#define parse(...) parse_words((const char *const[]){ __VA_ARGS__, NULL })

static enum err parse_words(const char *const *words)
{
	u32 len = 0;
	while (words[len]) len++;
	return options_parse(&next_set, words, len, &arguments, &why);
}

static void expect_refusal(enum err err, const char *text)
{
	assert_int_equal(err, ERR_USAGE);
	assert_str(str_from(why.text), str_from(text));
}

static void values_stand_behind_or_after_their_option(void **state)
{
	(void)state;
	static const char *const forms[][3] = {
		{ "--tz", "Europe/London", NULL },
		{ "--tz=Europe/London", NULL },
		{ "-z", "Europe/London", NULL },
		{ "-zEurope/London", NULL },
	};
	for (size_t i = 0; i < countof(forms); i++) {
		assert_int_equal(parse_words(forms[i]), ERR_OK);
		assert_int_equal(arguments.given_len, 1);
		assert_int_equal(arguments.given[0].option, OPTION_TZ);
		assert_str(arguments_value(&arguments, OPTION_TZ, STR("")), STR("Europe/London"));
	}
}

static void operands_and_options_may_mix(void **state)
{
	(void)state;
	assert_int_equal(parse("--json", "0 9 * * *", "--count", "3"), ERR_OK);
	assert_int_equal(arguments.operands_len, 1);
	assert_str(arguments.operands[0], STR("0 9 * * *"));
	assert_true(arguments_have(&arguments, OPTION_JSON));
	assert_false(arguments_have(&arguments, OPTION_BATCH));
	assert_str(arguments_value(&arguments, OPTION_COUNT, STR("")), STR("3"));
	assert_str(arguments_value(&arguments, OPTION_TZ, STR("UTC")), STR("UTC"));
}

static void two_dashes_end_the_options(void **state)
{
	(void)state;
	assert_int_equal(parse("--json", "--", "--tz", "--"), ERR_OK);
	assert_int_equal(arguments.given_len, 1);
	assert_int_equal(arguments.operands_len, 2);
	assert_str(arguments.operands[0], STR("--tz"));
	assert_str(arguments.operands[1], STR("--"));
}

static void a_lone_dash_and_an_empty_word_are_operands(void **state)
{
	(void)state;
	assert_int_equal(parse("-", ""), ERR_OK);
	assert_int_equal(arguments.operands_len, 2);
}

static void a_value_may_be_empty_or_begin_with_a_dash(void **state)
{
	(void)state;
	assert_int_equal(parse("--tz=", "--count", "-5", "--after", ""), ERR_OK);
	assert_str(arguments_value(&arguments, OPTION_TZ, STR("x")), STR(""));
	assert_non_null(arguments_value(&arguments, OPTION_TZ, STR("x")).at);
	assert_str(arguments_value(&arguments, OPTION_COUNT, STR("x")), STR("-5"));
	assert_str(arguments_value(&arguments, OPTION_AFTER, STR("x")), STR(""));
}

static void an_unknown_option_is_refused_with_the_nearest_one(void **state)
{
	(void)state;
	expect_refusal(parse("--tx", "UTC"), "unknown option --tx; did you mean --tz?");
	expect_refusal(parse("--cuont=5"), "unknown option --cuont; did you mean --count?");
	expect_refusal(parse("--dst-overlapp"),
		       "unknown option --dst-overlapp; did you mean --dst-overlap?");
	expect_refusal(parse("--shadow"), "unknown option --shadow; did you mean --shade?");
	expect_refusal(parse("--nothing-like-it"), "unknown option --nothing-like-it");
	expect_refusal(parse("-x"), "unknown option -x");
	expect_refusal(parse("-xyz"), "unknown option -x");
}

static void options_of_other_commands_are_unknown(void **state)
{
	(void)state;
	expect_refusal(parse("--markdown"), "unknown option --markdown");
	const struct option_set help_set = { FOR(HELP), settings, countof(settings), SCOPE_COMMON };
	static const char *const words[] = { "--markdown" };
	assert_int_equal(options_parse(&help_set, words, 1, &arguments, &why), ERR_OK);
	assert_true(option_is_for(OPTION_HELP, FOR(VERSION)));
	assert_true(option_is_for(OPTION_HELP, 0));
	assert_false(option_is_for(OPTION_TZ, 0));
}

static void a_forgotten_value_is_told(void **state)
{
	(void)state;
	expect_refusal(parse("--tz"), "--tz needs a value: --tz ZONE");
	expect_refusal(parse("--tz", "--json"), "--tz needs a value: --tz ZONE");
	expect_refusal(parse("-z"), "-z needs a value: -z ZONE");
}

static void a_flag_takes_no_value(void **state)
{
	(void)state;
	expect_refusal(parse("--json=yes"), "--json takes no value, got \"yes\"");
	expect_refusal(parse("-jx"), "-j takes no value, got \"x\"");
}

static void only_options_that_repeat_may_be_given_again(void **state)
{
	(void)state;
	expect_refusal(parse("--tz", "A", "-z", "B"), "--tz is given twice");
	expect_refusal(parse("--shade=1", "--shade=2"), "--shade is given twice");
	assert_int_equal(parse("--rdate", "a", "--rdate=b"), ERR_OK);
	assert_int_equal(arguments.given_len, 2);
}

static void settings_come_behind_the_options(void **state)
{
	(void)state;
	assert_int_equal(parse("--attic=x", "-Ay", "--shade", "dark"), ERR_USAGE);
	assert_int_equal(parse("-Ay", "--shade", "dark"), ERR_OK);
	assert_int_equal(arguments.given[0].option, OPTIONS_LEN + 1);
	assert_int_equal(arguments.given[1].option, OPTIONS_LEN);
	assert_str(arguments.given[1].value, STR("dark"));
}

static void too_much_is_refused(void **state)
{
	(void)state;
	static const char *words[GIVEN_MAX + 1];
	for (size_t i = 0; i < countof(words); i++) words[i] = "--rdate=x";
	assert_int_equal(options_parse(&next_set, words, GIVEN_MAX, &arguments, &why), ERR_OK);
	expect_refusal(options_parse(&next_set, words, GIVEN_MAX + 1, &arguments, &why),
		       "at most 1000 options may be given");
	for (size_t i = 0; i <= OPERANDS_MAX; i++) words[i] = "*";
	assert_int_equal(options_parse(&next_set, words, OPERANDS_MAX, &arguments, &why), ERR_OK);
	assert_int_equal(options_parse(&next_set, words, OPERANDS_MAX + 1, &arguments, &why),
			 ERR_USAGE);
	assert_non_null(strstr(why.text, "put a rule into quotes"));
}

static void the_command_is_found_behind_common_options(void **state)
{
	(void)state;
	const struct option_set common = { 0, settings, countof(settings), SCOPE_COMMON };
	static const char *const words[] = { "--no-color", "--shade", "next", "-Ax", "next" };
	u32 index = 99;
	assert_int_equal(options_find_command(&common, words, 5, &index, &why), ERR_OK);
	assert_int_equal(index, 4);
	assert_int_equal(options_find_command(&common, words, 4, &index, &why), ERR_OK);
	assert_int_equal(index, 4);
	static const char *const early[] = { "--tz", "UTC", "next" };
	expect_refusal(options_find_command(&common, early, 3, &index, &why),
		       "unknown option --tz");
}

static void names_and_letters_are_each_used_once(void **state)
{
	(void)state;
	for (u32 i = 0; i < FIELDS_BEGIN; i++) {
		const struct option *one = option_row((enum option_id)i);
		assert_true(strlen(one->help) > 0);
		for (u32 j = 0; j < i; j++) {
			const struct option *other = option_row((enum option_id)j);
			assert_false(str_eq(str_from(one->name), str_from(other->name)));
			assert_true(one->letter == 0 || one->letter != other->letter);
		}
	}
}

static void a_setting_of_other_commands_is_not_taken(void **state)
{
	static const struct option rows[] = {
		{ "shade", 0, "HOW", false, "how dark it is", SCOPE_COMMON },
		{ "depth", 0, "N", false, "how deep it is", SCOPE_SERVE | SCOPE_CLIENT },
	};
	static const char *const words[] = { "--depth", "3" };
	struct option_set set = { FOR(NEXT), rows, countof(rows), SCOPE_COMMON };
	(void)state;
	assert_int_equal(options_parse(&set, words, 2, &arguments, &why), ERR_USAGE);
	set.scopes = SCOPE_COMMON | SCOPE_CLIENT;
	assert_int_equal(options_parse(&set, words, 2, &arguments, &why), ERR_OK);
	assert_int_equal(arguments.given[0].option, OPTIONS_LEN + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_stand_behind_or_after_their_option),
		cmocka_unit_test(operands_and_options_may_mix),
		cmocka_unit_test(two_dashes_end_the_options),
		cmocka_unit_test(a_lone_dash_and_an_empty_word_are_operands),
		cmocka_unit_test(a_value_may_be_empty_or_begin_with_a_dash),
		cmocka_unit_test(an_unknown_option_is_refused_with_the_nearest_one),
		cmocka_unit_test(options_of_other_commands_are_unknown),
		cmocka_unit_test(a_forgotten_value_is_told),
		cmocka_unit_test(a_flag_takes_no_value),
		cmocka_unit_test(only_options_that_repeat_may_be_given_again),
		cmocka_unit_test(settings_come_behind_the_options),
		cmocka_unit_test(too_much_is_refused),
		cmocka_unit_test(the_command_is_found_behind_common_options),
		cmocka_unit_test(a_setting_of_other_commands_is_not_taken),
		cmocka_unit_test(names_and_letters_are_each_used_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
