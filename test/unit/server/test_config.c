#include "server/config.h"

#include "base/check.h"

/* A row of each type. */
enum { NAME, FOLDER, NUMBER, SWITCH, MODE, SPAN, SHARE, ROWS };

static const struct setting rows[ROWS] = {
	[NAME] = { "T_NAME", "name", SCOPE_SERVE, SETTING_TEXT, 2, 8, NULL, "node", "NAME",
		   RELOAD_LIVE, "h" },
	[FOLDER] = { "T_FOLDER", "folder", SCOPE_SERVE, SETTING_PATH, 1, 20, NULL, "/tmp", "FOLDER",
		     RELOAD_AT_START, "h" },
	[NUMBER] = { "T_NUMBER", "number", SCOPE_SERVE, SETTING_INTEGER, -5, 100, NULL, "7", "N",
		     RELOAD_LIVE, "h" },
	[SWITCH] = { "T_SWITCH", "switch", SCOPE_SERVE, SETTING_BOOL, 0, 0, NULL, "yes", "YES",
		     RELOAD_LIVE, "h" },
	[MODE] = { "T_MODE", "mode", SCOPE_SERVE, SETTING_CHOICE, 0, 0, "slow,fast,warp", "fast",
		   "MODE", RELOAD_LIVE, "h" },
	[SPAN] = { "T_SPAN", "span", SCOPE_SERVE, SETTING_DURATION, 1000, 3600000, NULL, "1m",
		   "SPAN", RELOAD_LIVE, "h" },
	[SHARE] = { "T_SHARE", "share", SCOPE_SERVE, SETTING_RATIO, 0, 0, NULL, "0.8", "SHARE",
		    RELOAD_LIVE, "h" },
};

static struct setting_value values[ROWS];
static struct settings settings = { rows, ROWS, values };
static struct why why;

static int begin(void **state)
{
	(void)state;
	settings_init(&settings);
	return 0;
}

static enum err set(u32 setting, const char *text)
{
	return settings_set(&settings, setting, str_from(text), ORIGIN_FLAG, &why);
}

static void expect_refusal(u32 setting, const char *text, const char *said)
{
	struct setting_value before = values[setting];
	assert_int_equal(set(setting, text), ERR_USAGE);
	assert_str(str_from(why.text), str_from(said));
	assert_str(values[setting].text, before.text);
	assert_int_equal(values[setting].number, before.number);
}

static void every_setting_begins_with_its_default(void **state)
{
	(void)state;
	for (u32 i = 0; i < ROWS; i++) {
		assert_int_equal(values[i].origin, ORIGIN_DEFAULT);
		assert_str(values[i].text, str_from(rows[i].fallback));
	}
	assert_int_equal(values[NUMBER].number, 7);
	assert_int_equal(values[SWITCH].number, 1);
	assert_int_equal(values[MODE].number, 1);
	assert_int_equal(values[SPAN].number, 60000);
	assert_int_equal(values[SHARE].number, 800);
}

static void shares_lie_between_nothing_and_all(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		i64 number;
	} right[] = {
		{ "0", 0 }, { "1", 1000 }, { "0.05", 50 }, { "0.125", 125 }, { "1.0", 1000 }
	};
	static const char *const wrong[] = { "1.001", "2", "",   "0.",   "-0.1", "0.0001",
					     ".5",    "x", "00", "0.5 ", "0.-5", "80%" };
	for (size_t i = 0; i < countof(right); i++) {
		assert_int_equal(set(SHARE, right[i].text), ERR_OK);
		assert_int_equal(values[SHARE].number, right[i].number);
	}
	for (size_t i = 0; i < countof(wrong); i++) {
		char said[200];
		snprintf(
			said, sizeof said,
			"--share: \"%s\" is not a number from 0 to 1 (0.8, at most three decimals)",
			wrong[i]);
		expect_refusal(SHARE, wrong[i], said);
	}
}

static void texts_have_a_length_and_no_control_characters(void **state)
{
	(void)state;
	assert_int_equal(set(NAME, "ab"), ERR_OK);
	assert_int_equal(set(NAME, "\xc3\xa9-12345"), ERR_OK);
	assert_str(values[NAME].text, STR("\xc3\xa9-12345"));
	expect_refusal(NAME, "a", "--name: must have 2 to 8 bytes, has 1");
	expect_refusal(NAME, "123456789", "--name: must have 2 to 8 bytes, has 9");
	expect_refusal(NAME, "a\nb", "--name: has a control character");
	expect_refusal(NAME, "a\x7f", "--name: has a control character");
}

static void a_path_is_not_empty(void **state)
{
	(void)state;
	assert_int_equal(set(FOLDER, "some where/else"), ERR_OK);
	expect_refusal(FOLDER, "", "--folder: a path is needed");
	expect_refusal(FOLDER, "/a/path/that/is/too/long",
		       "--folder: must have 1 to 20 bytes, has 24");
}

static void numbers_are_whole_and_within_their_range(void **state)
{
	(void)state;
	assert_int_equal(set(NUMBER, "-5"), ERR_OK);
	assert_int_equal(values[NUMBER].number, -5);
	assert_int_equal(set(NUMBER, "100"), ERR_OK);
	assert_int_equal(values[NUMBER].number, 100);
	static const char *const wrong[] = { "101", "-6",    "",     "-",
					     "1.5", "+1",    "0x10", " 1",
					     "1 ",  "seven", "--1",  "99999999999999999999" };
	for (size_t i = 0; i < countof(wrong); i++) {
		char said[200];
		snprintf(said, sizeof said, "--number: \"%s\" is not a whole number from -5 to 100",
			 wrong[i]);
		expect_refusal(NUMBER, wrong[i], said);
	}
}

static void switches_are_said_in_many_words(void **state)
{
	(void)state;
	static const char *const on[] = { "true", "YES", "On", "1" };
	static const char *const off[] = { "false", "no", "OFF", "0" };
	for (size_t i = 0; i < countof(on); i++) {
		assert_int_equal(set(SWITCH, on[i]), ERR_OK);
		assert_int_equal(values[SWITCH].number, 1);
		assert_int_equal(set(SWITCH, off[i]), ERR_OK);
		assert_int_equal(values[SWITCH].number, 0);
	}
	expect_refusal(SWITCH, "maybe",
		       "--switch: \"maybe\" is not true or false (yes or no, on or off, 1 or 0)");
	expect_refusal(SWITCH, "",
		       "--switch: \"\" is not true or false (yes or no, on or off, 1 or 0)");
}

static void a_choice_is_one_of_its_list(void **state)
{
	(void)state;
	assert_int_equal(set(MODE, "slow"), ERR_OK);
	assert_int_equal(values[MODE].number, 0);
	assert_int_equal(set(MODE, "warp"), ERR_OK);
	assert_int_equal(values[MODE].number, 2);
	expect_refusal(MODE, "war", "--mode: \"war\" is not one of slow,fast,warp");
	expect_refusal(MODE, "slow,fast", "--mode: \"slow,fast\" is not one of slow,fast,warp");
	expect_refusal(MODE, "", "--mode: \"\" is not one of slow,fast,warp");
}

static void durations_have_units_and_a_range(void **state)
{
	(void)state;
	assert_int_equal(set(SPAN, "90s"), ERR_OK);
	assert_int_equal(values[SPAN].number, 90000);
	assert_int_equal(set(SPAN, "5"), ERR_OK);
	assert_int_equal(values[SPAN].number, 5000);
	assert_int_equal(set(SPAN, "1h"), ERR_OK);
	expect_refusal(SPAN, "61m",
		       "--span: \"61m\" is not a duration (90s, 15m, 1h30m) from 1s to 1h");
	expect_refusal(SPAN, "500ms",
		       "--span: \"500ms\" is not a duration (90s, 15m, 1h30m) from 1s to 1h");
	expect_refusal(SPAN, "long",
		       "--span: \"long\" is not a duration (90s, 15m, 1h30m) from 1s to 1h");
}

static void the_environment_is_read(void **state)
{
	(void)state;
	static const char *const environment[] = { "HOME=/",      "T_NUMBER=42",
						   "T_MODE=warp", "T_NAME=a=b",
						   "T_SPANISH=x", "BELFRY_PORT=tcp://x",
						   "T_FOLDER",    NULL };
	assert_int_equal(settings_read_environment(&settings, SCOPE_ALL, environment, &why),
			 ERR_USAGE);
	assert_str(str_from(why.text), STR("T_FOLDER (environment): a path is needed"));
	static const char *const right[] = { "HOME=/",     "T_NUMBER=42", "T_MODE=warp",
					     "T_NAME=a=b", "T_SPANISH=x", NULL };
	settings_init(&settings);
	assert_int_equal(settings_read_environment(&settings, SCOPE_ALL, right, &why), ERR_OK);
	assert_int_equal(values[NUMBER].number, 42);
	assert_int_equal(values[NUMBER].origin, ORIGIN_ENVIRONMENT);
	assert_int_equal(values[MODE].number, 2);
	assert_str(values[NAME].text, STR("a=b"));
	assert_int_equal(values[SPAN].origin, ORIGIN_DEFAULT);
}

static void a_flag_wins_over_the_environment_in_any_order(void **state)
{
	(void)state;
	static const char *const environment[] = { "T_NUMBER=42", NULL };
	static const char *const wrong[] = { "T_NUMBER=1000", NULL };
	assert_int_equal(settings_read_environment(&settings, SCOPE_ALL, environment, &why),
			 ERR_OK);
	assert_int_equal(set(NUMBER, "1"), ERR_OK);
	assert_int_equal(values[NUMBER].number, 1);
	assert_int_equal(settings_read_environment(&settings, SCOPE_ALL, environment, &why),
			 ERR_OK);
	assert_int_equal(values[NUMBER].number, 1);
	assert_int_equal(values[NUMBER].origin, ORIGIN_FLAG);
	/* What does not count is checked all the same. */
	assert_int_equal(settings_read_environment(&settings, SCOPE_ALL, wrong, &why), ERR_USAGE);
	assert_str(str_from(why.text), STR("T_NUMBER (environment): \"1000\" is not a whole number "
					   "from -5 to 100"));
}

static void origins_have_names(void **state)
{
	(void)state;
	assert_string_equal(setting_origin_name(ORIGIN_DEFAULT), "default");
	assert_string_equal(setting_origin_name(ORIGIN_ENVIRONMENT), "environment");
	assert_string_equal(setting_origin_name(ORIGIN_FLAG), "flag");
}

static void init_with_wrong_default(void *context)
{
	struct setting_value value;
	struct setting row = rows[NUMBER];
	struct settings one = { &row, 1, &value };
	(void)context;
	row.fallback = "1000";
	settings_init(&one);
}

static void a_default_must_be_right(void **state)
{
	(void)state;
	assert_true(breaks_promise(init_with_wrong_default, NULL));
}

static void belfrys_own_table_holds_together(void **state)
{
	(void)state;
	struct config config;
	config_init(&config);
	for (u32 i = 0; i < CONFIG_COUNT; i++) {
		const struct setting *one = &config.settings.table[i];
		assert_true(str_starts_with(str_from(one->name), STR("BELFRY_")) ||
			    str_starts_with(str_from(one->name), STR("SCHEDULER_")) ||
			    str_starts_with(str_from(one->name), STR("WORKER_")) ||
			    str_starts_with(str_from(one->name), STR("REMINDER_")));
		assert_true(strlen(one->help) > 0);
		assert_true(one->min <= one->max);
		for (u32 j = 0; j < i; j++) {
			const struct setting *other = &config.settings.table[j];
			assert_false(str_eq(str_from(one->name), str_from(other->name)));
			assert_false(str_eq(str_from(one->flag), str_from(other->flag)));
		}
	}
	assert_str(config.values[CONFIG_TZDIR].text, STR("/usr/share/zoneinfo"));
	assert_int_equal(config.values[CONFIG_COLOR].number, COLOR_AUTO);
	assert_int_equal(
		settings_set(&config.settings, CONFIG_COLOR, STR("never"), ORIGIN_FLAG, &why),
		ERR_OK);
	assert_int_equal(config.values[CONFIG_COLOR].number, COLOR_NEVER);
	assert_int_equal(
		settings_set(&config.settings, CONFIG_COLOR, STR("always"), ORIGIN_FLAG, &why),
		ERR_OK);
	assert_int_equal(config.values[CONFIG_COLOR].number, COLOR_ALWAYS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(every_setting_begins_with_its_default, begin),
		cmocka_unit_test_setup(texts_have_a_length_and_no_control_characters, begin),
		cmocka_unit_test_setup(a_path_is_not_empty, begin),
		cmocka_unit_test_setup(numbers_are_whole_and_within_their_range, begin),
		cmocka_unit_test_setup(shares_lie_between_nothing_and_all, begin),
		cmocka_unit_test_setup(switches_are_said_in_many_words, begin),
		cmocka_unit_test_setup(a_choice_is_one_of_its_list, begin),
		cmocka_unit_test_setup(durations_have_units_and_a_range, begin),
		cmocka_unit_test_setup(the_environment_is_read, begin),
		cmocka_unit_test_setup(a_flag_wins_over_the_environment_in_any_order, begin),
		cmocka_unit_test_setup(origins_have_names, begin),
		cmocka_unit_test_setup(a_default_must_be_right, begin),
		cmocka_unit_test_setup(belfrys_own_table_holds_together, begin),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
