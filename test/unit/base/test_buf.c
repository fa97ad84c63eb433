#include "base/buf.h"

#include "check.h"

#include <jansson.h>

static void pieces_stand_one_after_the_other(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 1000);
	buf_add(&buf, STR("run "));
	buf_add_u64(&buf, 42);
	buf_add_byte(&buf, ':');
	buf_addf(&buf, " %s in %d ms", "done", 7);
	buf_add(&buf, (str){ NULL, 0 });
	assert_false(buf_failed(&buf));
	assert_str(buf_view(&buf), STR("run 42: done in 7 ms"));
	buf_done(&buf);
}

static void numbers_are_written_up_to_both_ends(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 1000);
	buf_add_u64(&buf, 0);
	buf_add_byte(&buf, ' ');
	buf_add_u64(&buf, UINT64_MAX);
	buf_add_byte(&buf, ' ');
	buf_add_i64(&buf, INT64_MIN);
	buf_add_byte(&buf, ' ');
	buf_add_i64(&buf, INT64_MAX);
	buf_add_byte(&buf, ' ');
	buf_add_i64(&buf, -1);
	assert_str(buf_view(&buf), STR("0 18446744073709551615 -9223372036854775808 "
				       "9223372036854775807 -1"));
	buf_done(&buf);
}

static void padded_numbers_have_at_least_their_width(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 1000);
	buf_add_padded(&buf, 7, 2);
	buf_add_byte(&buf, ' ');
	buf_add_padded(&buf, 2026, 2);
	buf_add_byte(&buf, ' ');
	buf_add_padded(&buf, 0, 4);
	buf_add_byte(&buf, ' ');
	buf_add_padded(&buf, 0, 0);
	buf_add_byte(&buf, ' ');
	buf_add_padded(&buf, 1, 25);
	assert_str(buf_view(&buf), STR("07 2026 0000 0 0000000000000000000000001"));
	buf_done(&buf);
}

static void thousandths_have_as_many_decimals_as_they_need(void **state)
{
	(void)state;
	static const i64 values[] = { 0, 300000, 800, 50, 1, 1250, -1500, 999 };
	struct buf buf;
	buf_init(&buf, 1000);
	for (size_t i = 0; i < countof(values); i++) {
		buf_add_thousandths(&buf, values[i]);
		buf_add_byte(&buf, ' ');
	}
	assert_str(buf_view(&buf), STR("0 300 0.8 0.05 0.001 1.25 -1.5 0.999 "));
	buf_done(&buf);
}

static void bytes_are_kept_as_they_are(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 1000);
	buf_add(&buf, STR("a\0b\xff"));
	buf_add_byte(&buf, '\0');
	assert_str(buf_view(&buf), STR("a\0b\xff\0"));
	buf_done(&buf);
}

static void it_takes_exactly_its_maximum(void **state)
{
	(void)state;
	struct buf buf;
	for (size_t max = 1; max < 300; max++) {
		buf_init(&buf, max);
		for (size_t i = 0; i < max; i++) buf_add_byte(&buf, (char)('a' + i % 26));
		assert_false(buf_failed(&buf));
		assert_true(buf.capacity <= max + 1);
		buf_add_byte(&buf, '!');
		assert_true(buf_failed(&buf));
		assert_int_equal(buf_view(&buf).len, max);
		buf_done(&buf);
	}
}

static void what_does_not_fit_adds_nothing_and_failure_stays(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 5);
	buf_add(&buf, STR("abc"));
	buf_add(&buf, STR("def"));
	assert_true(buf_failed(&buf));
	assert_str(buf_view(&buf), STR("abc"));
	buf_add(&buf, STR("d"));
	buf_add_byte(&buf, 'd');
	buf_addf(&buf, "%d", 1);
	buf_add_u64(&buf, 1);
	buf_add_json(&buf, STR(""));
	assert_null(buf_extend(&buf, 1));
	assert_true(buf_failed(&buf));
	assert_str(buf_view(&buf), STR("abc"));
	buf_done(&buf);
}

static void a_length_near_the_end_of_size_t_fails(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 100);
	buf_add(&buf, STR("abc"));
	assert_null(buf_extend(&buf, SIZE_MAX));
	assert_true(buf_failed(&buf));
	buf_clear(&buf);
	buf_add(&buf, STR("abc"));
	assert_null(buf_extend(&buf, SIZE_MAX - 3));
	buf_done(&buf);
}

static void clearing_forgives_and_keeps_the_memory(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 3);
	buf_add(&buf, STR("abc"));
	buf_add(&buf, STR("d"));
	const char *before = buf.at;
	buf_clear(&buf);
	assert_false(buf_failed(&buf));
	assert_int_equal(buf_view(&buf).len, 0);
	buf_add(&buf, STR("xyz"));
	assert_ptr_equal(buf.at, before);
	assert_str(buf_view(&buf), STR("xyz"));
	buf_done(&buf);
}

static void room_can_be_taken_and_filled_by_hand(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 100);
	buf_add(&buf, STR("["));
	char *room = buf_extend(&buf, 3);
	assert_non_null(room);
	memcpy(room, "abc", 3);
	buf_add(&buf, STR("]"));
	assert_str(buf_view(&buf), STR("[abc]"));
	assert_non_null(buf_extend(&buf, 0));
	buf_done(&buf);
}

static void a_formatted_text_fits_to_the_last_byte(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 4);
	buf_addf(&buf, "%s", "abcd");
	assert_false(buf_failed(&buf));
	assert_str(buf_view(&buf), STR("abcd"));
	buf_clear(&buf);
	buf_addf(&buf, "%s", "abcde");
	assert_true(buf_failed(&buf));
	assert_int_equal(buf_view(&buf).len, 0);
	buf_done(&buf);
}

static void a_format_that_libc_cannot_print_fails(void **state)
{
	(void)state;
	struct buf buf;
	buf_init(&buf, 100);
	buf_add(&buf, STR("abc"));
	/* No wide characters beyond ASCII in the locale "C". */
	buf_addf(&buf, "%ls", L"\u20ac");
	assert_true(buf_failed(&buf));
	assert_str(buf_view(&buf), STR("abc"));
	buf_done(&buf);
}

static void taking_gives_the_text_away(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	mem_set_watch(&watch);
	struct buf buf;
	buf_init(&buf, 3);
	buf_add(&buf, STR("abc"));
	char *taken = buf_take(&buf);
	assert_non_null(taken);
	assert_string_equal(taken, "abc");
	assert_int_equal(buf_view(&buf).len, 0);
	assert_int_equal(watch.live, 1);
	mem_free(taken);
	taken = buf_take(&buf);
	assert_non_null(taken);
	assert_string_equal(taken, "");
	mem_free(taken);
	assert_int_equal(watch.live, 0);
	mem_set_watch(NULL);
}

static void taking_from_a_failed_buf_gives_nothing(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	mem_set_watch(&watch);
	struct buf buf;
	buf_init(&buf, 3);
	buf_add(&buf, STR("abc"));
	buf_add(&buf, STR("d"));
	assert_null(buf_take(&buf));
	assert_int_equal(watch.live, 0);
	mem_set_watch(NULL);
	buf_add(&buf, STR("new"));
	assert_str(buf_view(&buf), STR("new"));
	buf_done(&buf);
}

/* --- JSON --- */

static void check_json(str text, str expected)
{
	struct buf buf;
	buf_init(&buf, 1000);
	buf_add_json(&buf, text);
	assert_false(buf_failed(&buf));
	assert_str(buf_view(&buf), expected);
	buf_done(&buf);
}

static void json_escapes_what_it_must(void **state)
{
	(void)state;
	check_json(STR(""), STR("\"\""));
	check_json((str){ NULL, 0 }, STR("\"\""));
	check_json(STR("plain /text'"), STR("\"plain /text'\""));
	check_json(STR("\"\\"), STR("\"\\\"\\\\\""));
	check_json(STR("a\nb\rc\td"), STR("\"a\\nb\\rc\\td\""));
	check_json(STR("\0\x01\x08\x0b\x0c\x1f\x7f"),
		   STR("\"\\u0000\\u0001\\u0008\\u000b\\u000c\\u001f\\u007f\""));
}

static void json_keeps_utf8(void **state)
{
	(void)state;
	check_json(STR("\xc2\x80\xdf\xbf"), STR("\"\xc2\x80\xdf\xbf\""));
	check_json(STR("\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"),
		   STR("\"\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\""));
	check_json(STR("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"),
		   STR("\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\""));
	check_json(STR("caf\xc3\xa9\n\xe2\x82\xac"), STR("\"caf\xc3\xa9\\n\xe2\x82\xac\""));
}

static void json_replaces_each_byte_that_is_not_utf8(void **state)
{
	(void)state;
	check_json(STR("a\x80z"), STR("\"a\\ufffdz\""));                   /* stray */
	check_json(STR("\xc3"), STR("\"\\ufffd\""));                       /* cut by the end */
	check_json(STR("\xe2\x82"), STR("\"\\ufffd\\ufffd\""));            /* cut by the end */
	check_json(STR("\xc3z"), STR("\"\\ufffdz\""));                     /* cut by a letter */
	check_json(STR("\xc3\""), STR("\"\\ufffd\\\"\""));                 /* cut by a quote */
	check_json(STR("\xc0\x80"), STR("\"\\ufffd\\ufffd\""));            /* overlong NUL */
	check_json(STR("\xc1\xbf"), STR("\"\\ufffd\\ufffd\""));            /* overlong DEL */
	check_json(STR("\xe0\x9f\xbf"), STR("\"\\ufffd\\ufffd\\ufffd\"")); /* overlong U+7FF */
	check_json(STR("\xed\xa0\x80"), STR("\"\\ufffd\\ufffd\\ufffd\"")); /* U+D800 */
	check_json(STR("\xed\xbf\xbf"), STR("\"\\ufffd\\ufffd\\ufffd\"")); /* U+DFFF */
	check_json(STR("\xf0\x8f\xbf\xbf"), STR("\"\\ufffd\\ufffd\\ufffd\\ufffd\""));
	check_json(STR("\xf4\x90\x80\x80"), STR("\"\\ufffd\\ufffd\\ufffd\\ufffd\""));
	check_json(STR("\xf5\xfe\xff"), STR("\"\\ufffd\\ufffd\\ufffd\""));
}

static void check_read_back(str text)
{
	struct buf buf;
	buf_init(&buf, 10000);
	buf_add_json(&buf, text);
	str json = buf_view(&buf);
	json_error_t error;
	json_t *value = json_loadb(json.at, json.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
	assert_non_null(value);
	assert_true(json_is_string(value));
	bool was_utf8 = true;
	for (str rest = text; rest.len && was_utf8;) {
		size_t len = str_utf8_length(rest);
		was_utf8 = len > 0;
		rest = str_from_offset(rest, len);
	}
	str read = { json_string_value(value), json_string_length(value) };
	if (was_utf8) assert_str(read, text);
	json_decref(value);
	buf_done(&buf);
}

static void any_bytes_become_json_that_a_parser_reads_back(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	/* Bytes that matter, so that many texts are UTF-8 or nearly so. */
	static const u8 palette[] = { 'a',  '"',  '\\', 0,    '\n', 0x7f, 0x80, 0x9f, 0xa0, 0xbf,
				      0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff };
	for (u32 round = 0; round < 20000; round++) {
		char at[24];
		size_t len = prng_below(&prng, sizeof at + 1);
		for (size_t i = 0; i < len; i++) {
			bool is_any = prng_chance(&prng, 1, 10);
			u8 picked = palette[prng_below(&prng, sizeof palette)];
			at[i] = (char)(is_any ? prng_below(&prng, 256) : picked);
		}
		check_read_back((str){ at, len });
	}
}

/* --- faults --- */

static bool write_much(void *context)
{
	(void)context;
	struct buf buf;
	buf_init(&buf, 100000);
	size_t before = 0;
	for (u32 i = 0; i < 1000; i++) {
		bool had_failed = buf_failed(&buf);
		before = buf_view(&buf).len;
		buf_addf(&buf, "%u,", i);
		if (buf_failed(&buf)) assert_int_equal(buf_view(&buf).len, before);
		if (had_failed) assert_true(buf_failed(&buf));
	}
	bool met_fault = buf_failed(&buf);
	/* What was written before the fault is still there. */
	str text = buf_view(&buf);
	if (text.len) assert_str(str_split(&text, ','), STR("0"));
	buf_done(&buf);
	return met_fault;
}

static bool write_and_take(void *context)
{
	(void)context;
	struct buf buf;
	buf_init(&buf, 1000);
	for (u32 i = 0; i < 100; i++) buf_add_json(&buf, STR("\xff"));
	char *taken = buf_take(&buf);
	bool met_fault = !taken;
	mem_free(taken);
	return met_fault;
}

static bool take_nothing(void *context)
{
	(void)context;
	struct buf buf;
	buf_init(&buf, 1000);
	char *taken = buf_take(&buf);
	bool met_fault = !taken;
	mem_free(taken);
	return met_fault;
}

static void a_refused_allocation_fails_the_buf_and_leaks_nothing(void **state)
{
	(void)state;
	assert_in_range(for_each_fault(write_much, NULL), 3, 30);
	assert_in_range(for_each_fault(write_and_take, NULL), 2, 30);
	assert_int_equal(for_each_fault(take_nothing, NULL), 1);
}

static void init_with_no_room(void *context)
{
	buf_init(context, 0);
}

static void init_without_bound(void *context)
{
	buf_init(context, SIZE_MAX);
}

static void a_buf_has_a_sensible_maximum(void **state)
{
	(void)state;
	struct buf buf;
	assert_true(breaks_promise(init_with_no_room, &buf));
	assert_true(breaks_promise(init_without_bound, &buf));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_stand_one_after_the_other),
		cmocka_unit_test(numbers_are_written_up_to_both_ends),
		cmocka_unit_test(padded_numbers_have_at_least_their_width),
		cmocka_unit_test(thousandths_have_as_many_decimals_as_they_need),
		cmocka_unit_test(bytes_are_kept_as_they_are),
		cmocka_unit_test(it_takes_exactly_its_maximum),
		cmocka_unit_test(what_does_not_fit_adds_nothing_and_failure_stays),
		cmocka_unit_test(a_length_near_the_end_of_size_t_fails),
		cmocka_unit_test(clearing_forgives_and_keeps_the_memory),
		cmocka_unit_test(room_can_be_taken_and_filled_by_hand),
		cmocka_unit_test(a_formatted_text_fits_to_the_last_byte),
		cmocka_unit_test(a_format_that_libc_cannot_print_fails),
		cmocka_unit_test(taking_gives_the_text_away),
		cmocka_unit_test(taking_from_a_failed_buf_gives_nothing),
		cmocka_unit_test(json_escapes_what_it_must),
		cmocka_unit_test(json_keeps_utf8),
		cmocka_unit_test(json_replaces_each_byte_that_is_not_utf8),
		cmocka_unit_test(any_bytes_become_json_that_a_parser_reads_back),
		cmocka_unit_test(a_refused_allocation_fails_the_buf_and_leaks_nothing),
		cmocka_unit_test(a_buf_has_a_sensible_maximum),
	};
	return cmocka_run_group_tests_name("base/buf", tests, NULL, NULL);
}
