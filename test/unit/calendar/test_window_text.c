/* Stories about the text of windows. */
#include "base/check.h"
#include "calendar/window.h"

enum { SUN = 1 << SUNDAY, MON = 1 << MONDAY, FRI = 1 << FRIDAY, SAT = 1 << SATURDAY };
enum { ALL_DAYS = 0x7f, WORK_DAYS = 0x3e };

static struct windows parse(const char *text)
{
	struct windows windows = { 0 };
	struct why why = { 0 };
	if (windows_parse(str_from(text), &windows, &why)) fail_msg("%s: %s", text, why.text);
	return windows;
}

static void assert_window(const struct window *window, u32 from, u32 minutes, u32 weekdays)
{
	assert_int_equal(window->from_minute, from);
	assert_int_equal(window->minutes, minutes);
	assert_int_equal(window->weekdays, weekdays);
}

static void a_window_has_times_and_days(void **state)
{
	(void)state;
	struct windows windows = parse("22:00-07:00 Mon-Fri; 00:00-24:00 Sat,Sun");
	assert_int_equal(windows.len, 2);
	assert_window(&windows.at[0], 1320, 540, WORK_DAYS);
	assert_window(&windows.at[1], 0, 1440, SAT | SUN);
	windows = parse("09:00-17:30");
	assert_int_equal(windows.len, 1);
	assert_window(&windows.at[0], 540, 510, ALL_DAYS);
}

static void a_window_that_ends_at_or_before_its_start_runs_past_midnight(void **state)
{
	(void)state;
	assert_window(&parse("23:59-00:00").at[0], 1439, 1, ALL_DAYS);
	assert_window(&parse("23:59-24:00").at[0], 1439, 1, ALL_DAYS);
	assert_window(&parse("12:00-11:59").at[0], 720, 1439, ALL_DAYS);
	assert_window(&parse("12:00-12:00").at[0], 720, 1440, ALL_DAYS);
	assert_window(&parse("00:00-00:00").at[0], 0, 1440, ALL_DAYS);
	assert_window(&parse("00:00-00:01").at[0], 0, 1, ALL_DAYS);
}

static void days_may_be_long_small_doubled_and_wrap(void **state)
{
	(void)state;
	assert_window(&parse("01:00-02:00 friday-MONDAY").at[0], 60, 60, FRI | SAT | SUN | MON);
	assert_window(&parse("01:00-02:00 mon-mon").at[0], 60, 60, MON);
	assert_window(&parse("01:00-02:00 Sun,Sun,Sun").at[0], 60, 60, SUN);
	assert_window(&parse("01:00-02:00 Tue-Mon").at[0], 60, 60, ALL_DAYS);
	assert_window(&parse("01:00-02:00 Sat , Sun").at[0], 60, 60, SAT | SUN);
	assert_window(&parse(" \t01:00-02:00\t Mon ;03:00-04:00 ").at[1], 180, 60, ALL_DAYS);
}

static void the_normal_form_is_short_and_begins_with_monday(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{ "22:00-07:00 mon-fri", "22:00-07:00 Mon-Fri" },
		{ "22:00-00:00", "22:00-24:00" },
		{ "00:00-00:00", "00:00-24:00" },
		{ "10:00-10:00", "10:00-10:00" },
		{ "01:00-02:00 Mon-Sun", "01:00-02:00" },
		{ "01:00-02:00 Sun,Sat", "01:00-02:00 Sat,Sun" },
		{ "01:00-02:00 Fri-Mon", "01:00-02:00 Mon,Fri-Sun" },
		{ "01:00-02:00 Sun,Tue,Thu", "01:00-02:00 Tue,Thu,Sun" },
		{ "01:00-02:00 Mon,Tue,Thu,Fri,Sat", "01:00-02:00 Mon,Tue,Thu-Sat" },
		{ "01:00-02:00;03:00-04:00 Mon", "01:00-02:00; 03:00-04:00 Mon" },
	};
	for (u32 i = 0; i < countof(pairs); i++) {
		struct windows windows = parse(pairs[i][0]);
		struct buf out;
		buf_init(&out, WINDOW_TEXT_MAX);
		windows_print(&windows, &out);
		assert_str(buf_view(&out), str_from(pairs[i][1]));
		buf_done(&out);
	}
}

/* Every set of days with every kind of times, and as many windows as there may be. */
static void what_was_printed_reads_back_the_same(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	for (u32 round = 0; round < 2000; round++) {
		struct windows windows = { .len = 1 + (u32)prng_below(&prng, WINDOWS_MAX) }, again;
		for (u32 i = 0; i < windows.len; i++)
			windows.at[i] = (struct window){ (u16)prng_below(&prng, 1440),
							 (u16)prng_between(&prng, 1, 1440),
							 (u8)prng_between(&prng, 1, 127) };
		struct buf out;
		buf_init(&out, WINDOW_TEXT_MAX);
		windows_print(&windows, &out);
		assert_false(buf_failed(&out));
		assert_int_equal(windows_parse(buf_view(&out), &again, NULL), ERR_OK);
		assert_int_equal(again.len, windows.len);
		for (u32 i = 0; i < windows.len; i++)
			assert_window(&again.at[i], windows.at[i].from_minute,
				      windows.at[i].minutes, windows.at[i].weekdays);
		buf_done(&out);
	}
}

struct refusal {
	const char *text;
	u32 at;
	u32 len;
	const char *says;
};

static void a_wrong_text_is_refused_with_its_place(void **state)
{
	(void)state;
	static const struct refusal refusals[] = {
		{ "", 0, 0, "a time of day is expected" },
		{ "   ", 3, 0, "a time of day is expected" },
		{ "7:00-08:00", 0, 5, "as HH:MM, such as 07:00" },
		{ "07:00", 5, 0, "a '-' and the end" },
		{ "07:00 - 08:00", 5, 1, "a '-' and the end" },
		{ "07:00-", 6, 0, "a time of day is expected" },
		{ "07:00-8", 6, 1, "a time of day is expected" },
		{ "07:00-08:5x", 6, 5, "a time of day is expected" },
		{ "25:00-08:00", 0, 2, "hour 25 is above 24" },
		{ "07:60-08:00", 3, 2, "minute 60 is above 59" },
		{ "07:00-24:01", 6, 5, "24:01 is past the end of the day" },
		{ "24:00-08:00", 0, 5, "may end at 24:00, not begin there" },
		{ "07:00-08:00Mon", 11, 1, "a space and days" },
		{ "07:00-08:00 Mo", 12, 2, "a day is expected" },
		{ "07:00-08:00 Montag", 12, 6, "a day is expected" },
		{ "07:00-08:00 1-5", 12, 0, "a day is expected" },
		{ "07:00-08:00 Mon-", 16, 0, "a day is expected" },
		{ "07:00-08:00 Mon,", 16, 0, "a day is expected" },
		{ "07:00-08:00 Mon Tue", 16, 1, "a ',' and another day" },
		{ "07:00-08:00 Mon-Fri-Sat", 19, 1, "a ',' and another day" },
		{ "07:00-08:00;", 12, 0, "a time of day is expected" },
		{ "07:00-08:00;;09:00-10:00", 12, 5, "a time of day is expected" },
		{ "07:00-08:00; 09:00-1O:00", 19, 5, "a time of day is expected" },
		{ "-7:00-08:00", 0, 5, "a time of day is expected" },
	};
	for (u32 i = 0; i < countof(refusals); i++) {
		struct windows windows = { .len = 77 };
		struct why why = { 0 };
		const struct refusal *refusal = &refusals[i];
		assert_int_equal(windows_parse(str_from(refusal->text), &windows, &why),
				 ERR_WINDOW_SYNTAX);
		if (why.at != refusal->at || why.len != refusal->len ||
		    !strstr(why.text, refusal->says))
			fail_msg("%s: [%u, +%u) \"%s\"", refusal->text, why.at, why.len, why.text);
		assert_int_equal(windows.len, 77);
	}
}

static void a_nul_in_the_text_is_not_its_end(void **state)
{
	(void)state;
	struct windows windows;
	struct why why;
	assert_int_equal(windows_parse(STR("07:00-08:00\0"), &windows, &why), ERR_WINDOW_SYNTAX);
	assert_int_equal(why.at, 11);
	assert_int_equal(windows_parse(STR("07:00-08:00 Mon\0"), &windows, &why),
			 ERR_WINDOW_SYNTAX);
	assert_int_equal(why.at, 15);
}

static void there_may_be_sixteen_windows_in_a_thousand_characters(void **state)
{
	(void)state;
	struct buf text;
	struct windows windows;
	struct why why;
	buf_init(&text, 2000);
	for (u32 i = 0; i < WINDOWS_MAX; i++)
		buf_add(&text, i ? STR(";00:00-01:00") : STR("00:00-01:00"));
	assert_int_equal(windows_parse(buf_view(&text), &windows, &why), ERR_OK);
	assert_int_equal(windows.len, WINDOWS_MAX);
	size_t full = text.len;
	buf_add(&text, STR(";00:00-01:00"));
	assert_int_equal(windows_parse(buf_view(&text), &windows, &why), ERR_WINDOW_SYNTAX);
	assert_int_equal(why.at, full + 1);
	assert_non_null(strstr(why.text, "more than 16 windows"));
	while (text.len <= WINDOW_TEXT_MAX) buf_add_byte(&text, ' ');
	assert_int_equal(windows_parse(buf_view(&text), &windows, &why), ERR_TOO_LONG);
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_has_times_and_days),
		cmocka_unit_test(a_window_that_ends_at_or_before_its_start_runs_past_midnight),
		cmocka_unit_test(days_may_be_long_small_doubled_and_wrap),
		cmocka_unit_test(the_normal_form_is_short_and_begins_with_monday),
		cmocka_unit_test(what_was_printed_reads_back_the_same),
		cmocka_unit_test(a_wrong_text_is_refused_with_its_place),
		cmocka_unit_test(a_nul_in_the_text_is_not_its_end),
		cmocka_unit_test(there_may_be_sixteen_windows_in_a_thousand_characters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
