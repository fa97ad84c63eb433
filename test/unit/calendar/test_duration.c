/* Stories about spans of time as text. */
#include "calendar/duration.h"

#include "support.h"

static void spans_are_read_in_all_their_forms(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		msec span;
	} rows[] = {
		{ "0", 0 },
		{ "0s", 0 },
		{ "90", 90 * MSEC_SECOND },
		{ "90s", 90 * MSEC_SECOND },
		{ "15m", 15 * MSEC_MINUTE },
		{ "6h", 6 * MSEC_HOUR },
		{ "1d", MSEC_DAY },
		{ "2w", 14 * MSEC_DAY },
		{ "250ms", 250 },
		{ "1h30m", 90 * MSEC_MINUTE },
		{ "1w2d3h4m5s6ms", 9 * MSEC_DAY + 3 * MSEC_HOUR + 4 * MSEC_MINUTE + 5006 },
		{ "1d1ms", MSEC_DAY + 1 },
		{ "5m30S", 330 * MSEC_SECOND },
		{ "1H", MSEC_HOUR },
		{ "7MS", 7 },
		{ "007m", 7 * MSEC_MINUTE },
		{ "  10m\t", 10 * MSEC_MINUTE },
		{ "90m", 90 * MSEC_MINUTE },
		{ "366000d", DURATION_MAX },
		{ "31622400000", DURATION_MAX },
		{ "31622400000000ms", DURATION_MAX },
		{ "365999d24h", DURATION_MAX },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct why why;
		msec span = -1;
		if (duration_parse(str_from(rows[i].text), &span, &why))
			fail_msg("%s: %s", rows[i].text, why.text);
		assert_int_equal(span, rows[i].span);
	}
}

static void what_is_no_span_is_refused_with_examples(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"",     " ",    "s",    "ms",   "-5m",  "+5m",   "5 m",  "1h 30m",    "1.5h",
		"1,5h", "5x",   "5min", "5mss", "h5",   "1m1h",  "1m1m", "1ms1s",     "1s1w",
		"1h30", "30m1", "5m5",  "1e3",  "PT5M", "0x10s", "5m!",  "\xc2\xb5s", "1h\n",
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct refusal row = { rows[i], ERR_INTERVAL, 0, (u32)strlen(rows[i]), "1h30m" };
		struct why why = { 0 };
		msec span = 77;
		expect_why(&row, duration_parse(str_from(rows[i]), &span, &why), &why);
		assert_int_equal(span, 77);
		assert_int_equal(duration_parse(str_from(rows[i]), &span, NULL), ERR_INTERVAL);
	}
}

static void spans_above_a_thousand_years_are_refused_not_wrapped(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"366001d",
		"366000d1ms",
		"365999d24h1s",
		"31622400001",
		"31622400000001ms",
		"52286w",
		"9223372036854775807",
		"9223372036854775808",
		"18446744073709551616s",
		"9223372036854775807w",
		"99999999999999999999999999999999d",
		"31622400000000w",
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct refusal row = { rows[i], ERR_INTERVAL, 0, (u32)strlen(rows[i]),
				       "366000 days" };
		struct why why = { 0 };
		msec span = 77;
		expect_why(&row, duration_parse(str_from(rows[i]), &span, &why), &why);
		assert_int_equal(span, 77);
	}
}

static void expect_printed(msec span, const char *expected)
{
	struct buf out;
	buf_init(&out, 100);
	duration_print(span, &out);
	assert_str(buf_view(&out), str_from(expected));
	buf_done(&out);
}

static void a_span_is_printed_in_the_greatest_units_that_fit(void **state)
{
	(void)state;
	expect_printed(0, "0s");
	expect_printed(1, "1ms");
	expect_printed(999, "999ms");
	expect_printed(1000, "1s");
	expect_printed(90 * MSEC_SECOND, "1m30s");
	expect_printed(60 * MSEC_MINUTE, "1h");
	expect_printed(90 * MSEC_MINUTE, "1h30m");
	expect_printed(36 * MSEC_HOUR, "1d12h");
	expect_printed(14 * MSEC_DAY, "2w");
	expect_printed(9 * MSEC_DAY + 3 * MSEC_HOUR + 4 * MSEC_MINUTE + 5006, "1w2d3h4m5s6ms");
	expect_printed(DURATION_MAX, "52285w5d");
}

static void any_span_is_printed_and_read_again_as_the_same(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf out;
	buf_init(&out, 100);
	for (u32 i = 0; i < 20000; i++) {
		msec span = prng_between(&prng, 0, DURATION_MAX) >> prng_below(&prng, 45), read;
		buf_clear(&out);
		duration_print(span, &out);
		assert_int_equal(duration_parse(buf_view(&out), &read, NULL), ERR_OK);
		assert_int_equal(read, span);
	}
	buf_done(&out);
}

static void print_below_zero(void *context)
{
	duration_print(-1, context);
}

static void a_span_below_zero_breaks_a_promise(void **state)
{
	(void)state;
	struct buf out;
	buf_init(&out, 100);
	assert_true(breaks_promise(print_below_zero, &out));
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spans_are_read_in_all_their_forms),
		cmocka_unit_test(what_is_no_span_is_refused_with_examples),
		cmocka_unit_test(spans_above_a_thousand_years_are_refused_not_wrapped),
		cmocka_unit_test(a_span_is_printed_in_the_greatest_units_that_fit),
		cmocka_unit_test(any_span_is_printed_and_read_again_as_the_same),
		cmocka_unit_test(a_span_below_zero_breaks_a_promise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
