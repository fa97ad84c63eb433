#include "base/str.h"

#include "check.h"

static const str nothing = { NULL, 0 };

static void equal_means_same_length_and_bytes(void **state)
{
	(void)state;
	assert_true(str_eq(STR("abc"), STR("abc")));
	assert_false(str_eq(STR("abc"), STR("abd")));
	assert_false(str_eq(STR("abc"), STR("ab")));
	assert_true(str_eq(STR("a\0b"), STR("a\0b")));
	assert_false(str_eq(STR("a\0b"), STR("a\0c")));
	assert_true(str_eq(nothing, STR("")));
}

static void a_terminated_string_becomes_a_text(void **state)
{
	(void)state;
	assert_str(str_from("abc"), STR("abc"));
	assert_int_equal(str_from("").len, 0);
	assert_int_equal(str_from(NULL).len, 0);
}

static void slices_are_cut_to_the_text(void **state)
{
	(void)state;
	assert_str(str_slice(STR("abcdef"), 1, 3), STR("bc"));
	assert_str(str_slice(STR("abcdef"), 4, 99), STR("ef"));
	assert_str(str_slice(STR("abcdef"), 99, 100), STR(""));
	assert_str(str_slice(STR("abcdef"), 3, 1), STR(""));
	assert_str(str_from_offset(STR("abcdef"), 2), STR("cdef"));
	assert_str(str_from_offset(STR("abc"), SIZE_MAX), STR(""));
	assert_str(str_slice(nothing, 0, 5), STR(""));
	assert_str(str_from_offset(nothing, 3), STR(""));
}

static void a_prefix_is_recognised(void **state)
{
	(void)state;
	assert_true(str_starts_with(STR("FREQ=DAILY"), STR("FREQ=")));
	assert_true(str_starts_with(STR("a"), STR("")));
	assert_true(str_starts_with(nothing, nothing));
	assert_false(str_starts_with(STR("FR"), STR("FREQ=")));
	assert_true(str_ends_with(STR("created_at"), STR("_at")));
	assert_true(str_ends_with(STR("a"), STR("")));
	assert_true(str_ends_with(nothing, nothing));
	assert_false(str_ends_with(STR("at"), STR("_at")));
	assert_false(str_ends_with(STR("_at_"), STR("_at")));
	assert_false(str_starts_with(STR("freq="), STR("FREQ=")));
}

static void case_is_ignored_for_ascii_only(void **state)
{
	(void)state;
	assert_true(str_eq_nocase(STR("Europe/London"), STR("eUROPE/lONDON")));
	assert_false(str_eq_nocase(STR("ab"), STR("abc")));
	assert_false(str_eq_nocase(STR("["), STR("{")));
	assert_false(str_eq_nocase(STR("@"), STR("`")));
	assert_false(str_eq_nocase(STR("\xc3\x89"), STR("\xc3\xa9")));
	for (int c = -128; c < 128; c++) {
		bool is_upper = c >= 'A' && c <= 'Z';
		bool is_lower = c >= 'a' && c <= 'z';
		assert_int_equal(ascii_lower((char)c), is_upper ? c + 32 : c);
		assert_int_equal(ascii_upper((char)c), is_lower ? c - 32 : c);
		assert_int_equal(ascii_is_digit((char)c), c >= '0' && c <= '9');
	}
}

static void finding_gives_the_first_place_or_the_end(void **state)
{
	(void)state;
	assert_int_equal(str_find(STR("a,b,c"), ','), 1);
	assert_int_equal(str_find(STR("abc"), ','), 3);
	assert_int_equal(str_find(nothing, ','), 0);
	assert_int_equal(str_find(STR("a\0b"), '\0'), 1);
	assert_int_equal(str_find(STR("a\xff"), '\xff'), 1);
}

static void trimming_takes_blanks_from_both_ends(void **state)
{
	(void)state;
	assert_str(str_trim(STR(" \t a b\t ")), STR("a b"));
	assert_str(str_trim(STR(" \t ")), STR(""));
	assert_str(str_trim(nothing), STR(""));
	assert_str(str_trim(STR("\na\n")), STR("\na\n"));
}

static void splitting_walks_over_the_parts(void **state)
{
	(void)state;
	str rest = STR("a,,b");
	assert_str(str_split(&rest, ','), STR("a"));
	assert_str(rest, STR(",b"));
	assert_str(str_split(&rest, ','), STR(""));
	assert_str(str_split(&rest, ','), STR("b"));
	assert_int_equal(rest.len, 0);
	assert_str(str_split(&rest, ','), STR(""));
	rest = STR("a,");
	assert_str(str_split(&rest, ','), STR("a"));
	assert_int_equal(rest.len, 0);
	rest = nothing;
	assert_str(str_split(&rest, ','), STR(""));
}

static void check_number(str text, u64 max, u64 expected)
{
	u64 value = 0;
	assert_true(str_to_u64(text, max, &value));
	assert_int_equal(value, expected);
}

static void refuse_number(str text, u64 max)
{
	u64 value = 77;
	assert_false(str_to_u64(text, max, &value));
	assert_int_equal(value, 77);
}

static void decimal_numbers_up_to_the_maximum_are_read(void **state)
{
	(void)state;
	check_number(STR("0"), 0, 0);
	check_number(STR("59"), 59, 59);
	check_number(STR("0000000000000000000000000000059"), 59, 59);
	check_number(STR("18446744073709551615"), UINT64_MAX, UINT64_MAX);
	for (u64 max = 0; max < 130; max++) {
		for (u64 value = 0; value < 300; value++) {
			char text[8];
			int len = snprintf(text, sizeof text, "%" PRIu64, value);
			if (value <= max) check_number((str){ text, (size_t)len }, max, value);
			else refuse_number((str){ text, (size_t)len }, max);
		}
	}
}

static void what_is_no_number_is_refused_and_nothing_written(void **state)
{
	(void)state;
	refuse_number(STR(""), 100);
	refuse_number(nothing, 100);
	refuse_number(STR("-1"), 100);
	refuse_number(STR("+1"), 100);
	refuse_number(STR(" 1"), 100);
	refuse_number(STR("1 "), 100);
	refuse_number(STR("0x1"), 100);
	refuse_number(STR("1\0"), 100);
	refuse_number(STR("18446744073709551616"), UINT64_MAX);
	refuse_number(STR("18446744073709551619"), UINT64_MAX);
	refuse_number(STR("99999999999999999999999"), UINT64_MAX);
}

static void distance_counts_single_edits(void **state)
{
	(void)state;
	assert_int_equal(str_distance(STR("minute"), STR("minute"), 9), 0);
	assert_int_equal(str_distance(STR("minute"), STR("MINUTE"), 9), 0);
	assert_int_equal(str_distance(STR("minute"), STR("minut"), 9), 1);
	assert_int_equal(str_distance(STR("minute"), STR("menute"), 9), 1);
	assert_int_equal(str_distance(STR("kitten"), STR("sitting"), 9), 3);
	assert_int_equal(str_distance(STR(""), STR("abc"), 9), 3);
	assert_int_equal(str_distance(nothing, nothing, 9), 0);
	assert_int_equal(str_distance(STR("kitten"), STR("sitting"), 2), 2);
	assert_int_equal(str_distance(STR("a"), STR("a"), 0), 0);
}

static void texts_above_63_bytes_count_as_far_apart(void **state)
{
	(void)state;
	char at[64];
	memset(at, 'a', sizeof at);
	assert_int_equal(str_distance((str){ at, 64 }, (str){ at, 64 }, 5), 5);
	assert_int_equal(str_distance((str){ at, 63 }, (str){ at, 63 }, 5), 0);
	assert_int_equal(str_distance((str){ at, 63 }, (str){ at, 60 }, 5), 3);
}

static size_t encode(u32 point, char out[4])
{
	if (point < 0x80) {
		out[0] = (char)point;
		return 1;
	}
	size_t len = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	static const u8 marks[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	for (size_t i = len - 1; i > 0; i--, point >>= 6) out[i] = (char)(0x80 | (point & 0x3f));
	out[0] = (char)(marks[len] | point);
	return len;
}

static void every_code_point_but_surrogates_is_utf8(void **state)
{
	(void)state;
	char at[4];
	for (u32 point = 0; point <= 0x10ffff; point++) {
		size_t len = encode(point, at);
		bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
		size_t expected = is_surrogate ? 0 : len;
		if (str_utf8_length((str){ at, len }) != expected) fail_msg("U+%04X", point);
		if (len > 1 && str_utf8_length((str){ at, len - 1 }) != 0)
			fail_msg("cut U+%04X", point);
	}
}

/* Table 3-7 of the Unicode Standard: well-formed byte sequences, written as it stands there. */
static const struct {
	u8 lead_from, lead_to, second_from, second_to;
	size_t len;
} well_formed[] = {
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
	{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
	{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

static size_t length_by_table(const u8 *byte)
{
	if (byte[0] < 0x80) return 1;
	for (size_t i = 0; i < countof(well_formed); i++) {
		if (byte[0] < well_formed[i].lead_from || byte[0] > well_formed[i].lead_to)
			continue;
		if (byte[1] < well_formed[i].second_from || byte[1] > well_formed[i].second_to)
			continue;
		bool is_good = true;
		for (size_t k = 2; k < well_formed[i].len; k++)
			is_good = is_good && byte[k] >= 0x80 && byte[k] <= 0xbf;
		if (is_good) return well_formed[i].len;
	}
	return 0;
}

static void every_start_of_four_bytes_is_judged_as_unicode_does(void **state)
{
	(void)state;
	static const u8 edges[] = { 0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xff };
	u8 byte[4];
	for (u32 pair = 0; pair < 0x10000; pair++) {
		for (u32 tail = 0; tail < countof(edges) * countof(edges); tail++) {
			byte[0] = (u8)(pair >> 8);
			byte[1] = (u8)pair;
			byte[2] = edges[tail / countof(edges)];
			byte[3] = edges[tail % countof(edges)];
			if (str_utf8_length((str){ (char *)byte, 4 }) != length_by_table(byte))
				fail_msg("%02x %02x %02x %02x", byte[0], byte[1], byte[2], byte[3]);
		}
	}
	assert_int_equal(str_utf8_length(nothing), 0);
}

static int precision_of(int precision, const char *at)
{
	(void)at;
	return precision;
}

static void a_text_too_long_for_printf_is_cut_not_unbounded(void **state)
{
	(void)state;
	assert_int_equal(precision_of(STR_ARG(STR("abc"))), 3);
	assert_int_equal(precision_of(STR_ARG(((str){ "", UINT32_MAX }))), INT32_MAX);
	assert_int_equal(precision_of(STR_ARG(((str){ "", SIZE_MAX }))), INT32_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_means_same_length_and_bytes),
		cmocka_unit_test(a_terminated_string_becomes_a_text),
		cmocka_unit_test(slices_are_cut_to_the_text),
		cmocka_unit_test(a_prefix_is_recognised),
		cmocka_unit_test(case_is_ignored_for_ascii_only),
		cmocka_unit_test(finding_gives_the_first_place_or_the_end),
		cmocka_unit_test(trimming_takes_blanks_from_both_ends),
		cmocka_unit_test(splitting_walks_over_the_parts),
		cmocka_unit_test(decimal_numbers_up_to_the_maximum_are_read),
		cmocka_unit_test(what_is_no_number_is_refused_and_nothing_written),
		cmocka_unit_test(distance_counts_single_edits),
		cmocka_unit_test(texts_above_63_bytes_count_as_far_apart),
		cmocka_unit_test(every_code_point_but_surrogates_is_utf8),
		cmocka_unit_test(every_start_of_four_bytes_is_judged_as_unicode_does),
		cmocka_unit_test(a_text_too_long_for_printf_is_cut_not_unbounded),
	};
	return cmocka_run_group_tests_name("base/str", tests, NULL, NULL);
}
