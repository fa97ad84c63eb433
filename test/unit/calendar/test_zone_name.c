/* Stories about zone names, in order of what a user might type. */
#include "base/check.h"
#include "calendar/zone.h"

static void names_of_the_database_pass(void **state)
{
	(void)state;
	static const char *const names[] = {
		"UTC",
		"Europe/London",
		"America/Argentina/Buenos_Aires",
		"Etc/GMT+12",
		"Etc/GMT-14",
		"America/Port-au-Prince",
		"GMT0",
		"EST5EDT",
		"W-SU",
		"NZ-CHAT",
		"America/North_Dakota/New_Salem",
		"GB-Eire",
		"Mars/Phobos",
		"rightly",
		"posixly/so",
	};
	for (u32 i = 0; i < countof(names); i++)
		assert_int_equal(zone_check_name(str_from(names[i]), NULL), ERR_OK);
}

struct refusal {
	const char *name;
	u32 at;
	u32 len;
	const char *says;
};

static void what_cannot_be_a_name_is_refused_with_its_place(void **state)
{
	(void)state;
	static const struct refusal refusals[] = {
		{ "", 0, 0, "a time zone name is required" },
		{ "America/New York", 11, 1, "no spaces" },
		{ "Europe/", 6, 1, "does not end with '/'" },
		{ "Europe//London", 7, 1, "no empty part" },
		{ "/etc/localtime", 0, 1, "is not a path" },
		{ "/", 0, 1, "is not a path" },
		{ "../../etc/passwd", 0, 1, "no dots" },
		{ "Europe/../Europe/London", 7, 1, "no dots" },
		{ "Europe/./London", 7, 1, "no dots" },
		{ "....//etc/passwd", 0, 1, "no dots" },
		{ "zone.tab", 4, 1, "\"zone.tab\" is not a time zone" },
		{ "tzdata.zi", 6, 1, "\"tzdata.zi\" is not a time zone" },
		{ "<+03>-3", 0, 1, "'<' cannot be in a time zone name" },
		{ ":Europe/London", 0, 1, "':' cannot be" },
		{ "Europe/London;", 13, 1, "';' cannot be" },
		{ "EST5EDT,M3.2.0,M11.1.0", 7, 1, "',' cannot be" },
		{ "Europe\\London", 6, 1, "'\\' cannot be" },
		{ "Europe/London\n", 13, 1, "no control characters (byte 0x0a)" },
		{ "Europe/Lon\tdon", 10, 1, "no control characters (byte 0x09)" },
		{ "Europe/London\x7f", 13, 1, "no control characters (byte 0x7f)" },
		{ "America/Bogot\xc3\xa1", 13, 1, "is ASCII (byte 0xc3)" },
		{ "right/Europe/London", 0, 0, "leap seconds" },
		{ "posix/Europe/London", 0, 0, "without \"posix/\"" },
	};
	for (u32 i = 0; i < countof(refusals); i++) {
		struct why why = { 0 };
		const struct refusal *refusal = &refusals[i];
		assert_int_equal(zone_check_name(str_from(refusal->name), &why), ERR_ZONE_NAME);
		assert_int_equal(why.code, ERR_ZONE_NAME);
		assert_int_equal(why.at, refusal->at);
		assert_int_equal(why.len, refusal->len);
		if (!strstr(why.text, refusal->says))
			fail_msg("\"%s\" does not say \"%s\"", why.text, refusal->says);
	}
}

static void a_nul_is_a_control_character_too(void **state)
{
	(void)state;
	struct why why;
	assert_int_equal(zone_check_name(STR("Europe/London\0.."), &why), ERR_ZONE_NAME);
	assert_int_equal(why.at, 13);
}

static void the_longest_name_has_255_characters(void **state)
{
	(void)state;
	char text[ZONE_NAME_MAX + 1];
	struct why why;
	memset(text, 'A', sizeof text);
	assert_int_equal(zone_check_name((str){ text, ZONE_NAME_MAX }, &why), ERR_OK);
	assert_int_equal(zone_check_name((str){ text, ZONE_NAME_MAX + 1 }, &why), ERR_ZONE_NAME);
	assert_int_equal(why.at, ZONE_NAME_MAX);
	assert_non_null(strstr(why.text, "at most 255 characters, has 256"));
}

static void a_message_quotes_only_the_front_of_a_long_name(void **state)
{
	(void)state;
	char text[ZONE_NAME_MAX];
	struct why why;
	memset(text, 'A', sizeof text);
	text[ZONE_NAME_MAX - 1] = '.';
	assert_int_equal(zone_check_name((str){ text, sizeof text }, &why), ERR_ZONE_NAME);
	assert_non_null(strstr(why.text, "the names have no dots"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_the_database_pass),
		cmocka_unit_test(what_cannot_be_a_name_is_refused_with_its_place),
		cmocka_unit_test(a_nul_is_a_control_character_too),
		cmocka_unit_test(the_longest_name_has_255_characters),
		cmocka_unit_test(a_message_quotes_only_the_front_of_a_long_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
