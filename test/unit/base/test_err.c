#include "base/err.h"

#include "check.h"

static void every_row_has_a_name_of_capitals(void **state)
{
	(void)state;
	for (enum err err = 0; err < ERR_COUNT; err++) {
		const char *name = err_name(err);
		assert_true(strlen(name) > 0);
		assert_int_equal(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"),
				 strlen(name));
	}
}

static void names_are_those_of_the_enum(void **state)
{
	(void)state;
	assert_string_equal(err_name(ERR_OK), "OK");
	assert_string_equal(err_name(ERR_CRON_RANGE), "CRON_RANGE");
	assert_int_equal(ERR_OK, 0);
}

static void no_two_rows_share_a_name_or_a_sentence(void **state)
{
	(void)state;
	for (enum err a = 0; a < ERR_COUNT; a++) {
		for (enum err b = a + 1; b < ERR_COUNT; b++) {
			assert_string_not_equal(err_name(a), err_name(b));
			assert_string_not_equal(err_sentence(a), err_sentence(b));
		}
	}
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Lower case, except for a word that is all capitals (JSON). */
static void check_sentence(const char *sentence)
{
	size_t len = strlen(sentence);
	assert_true(len > 0);
	assert_true(len < WHY_TEXT_MAX);
	assert_true(sentence[len - 1] != '.');
	for (size_t i = 0; i < len; i++) {
		assert_true(sentence[i] >= ' ' && sentence[i] <= '~');
		bool is_acronym = is_upper(sentence[i + 1]) || (i > 0 && is_upper(sentence[i - 1]));
		if (is_upper(sentence[i])) assert_true(is_acronym);
	}
}

static void every_row_has_a_lower_case_sentence_without_full_stop(void **state)
{
	(void)state;
	for (enum err err = 0; err < ERR_COUNT; err++) check_sentence(err_sentence(err));
}

static void every_row_has_an_http_status_and_an_exit_code(void **state)
{
	(void)state;
	for (enum err err = 0; err < ERR_COUNT; err++) {
		assert_in_range(err_http_status(err), 200, 599);
		assert_in_range(err_exit_code(err), 0, 8);
		if (err == ERR_OK) continue;
		assert_in_range(err_http_status(err), 400, 599);
		assert_in_range(err_exit_code(err), 1, 8);
	}
	assert_int_equal(err_http_status(ERR_OK), 200);
	assert_int_equal(err_exit_code(ERR_OK), 0);
}

static void failing_returns_the_code_and_fills_the_reason(void **state)
{
	(void)state;
	struct why why;
	enum err err = fail(&why, ERR_CRON_RANGE, "minute %d is above %d", 60, 59);
	assert_int_equal(err, ERR_CRON_RANGE);
	assert_int_equal(why.code, ERR_CRON_RANGE);
	assert_int_equal(why.at, 0);
	assert_int_equal(why.len, 0);
	assert_string_equal(why.text, "minute 60 is above 59");
}

static void failing_at_a_place_says_where(void **state)
{
	(void)state;
	struct why why;
	enum err err = fail_at(&why, ERR_JSON, 17, 3, "not a value");
	assert_int_equal(err, ERR_JSON);
	assert_int_equal(why.at, 17);
	assert_int_equal(why.len, 3);
	fail_at(&why, ERR_JSON, (size_t)UINT32_MAX + 5, SIZE_MAX, "far out");
	assert_int_equal(why.at, UINT32_MAX);
	assert_int_equal(why.len, UINT32_MAX);
}

static void nobody_need_listen_to_the_reason(void **state)
{
	(void)state;
	assert_int_equal(fail(NULL, ERR_MEMORY, "unheard"), ERR_MEMORY);
	assert_int_equal(fail_at(NULL, ERR_IO, 1, 2, "unheard"), ERR_IO);
}

static void a_long_reason_is_cut(void **state)
{
	(void)state;
	struct why why;
	fail(&why, ERR_JSON, "%0500d", 7);
	assert_int_equal(strlen(why.text), WHY_TEXT_MAX - 1);
	assert_int_equal(strspn(why.text, "0"), WHY_TEXT_MAX - 1);
}

static void a_reason_quoting_strangers_is_one_safe_line(void **state)
{
	(void)state;
	struct why why;
	fail(&why, ERR_JSON, "%s", "a\nb\r\tc\x1b[31m\x7f!");
	assert_string_equal(why.text, "a?b??c?[31m?!");
	fail(&why, ERR_JSON, "%s", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x94\x94");
	assert_string_equal(why.text, "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x94\x94");
	fail(&why, ERR_JSON, "%s",
	     "csi \xc2\x9b"
	     "31m, nbsp \xc2\xa0, bad \xff\xc0\x80");
	assert_string_equal(why.text, "csi ?31m, nbsp \xc2\xa0, bad ???");
}

static void a_cut_within_a_character_leaves_no_half_of_it(void **state)
{
	(void)state;
	struct why why;
	fail(&why, ERR_JSON, "%0*d\xc3\xa9", WHY_TEXT_MAX - 2, 0);
	assert_int_equal(strlen(why.text), WHY_TEXT_MAX - 1);
	assert_int_equal(why.text[WHY_TEXT_MAX - 2], '?');
}

static void fail_with_ok(void *context)
{
	fail(context, ERR_OK, "no");
}

static void name_the_count(void *context)
{
	*(const char **)context = err_name(ERR_COUNT);
}

static void failing_with_success_is_a_broken_promise(void **state)
{
	(void)state;
	struct why why;
	const char *name;
	assert_true(breaks_promise(fail_with_ok, &why));
	assert_true(breaks_promise(name_the_count, &name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_has_a_name_of_capitals),
		cmocka_unit_test(names_are_those_of_the_enum),
		cmocka_unit_test(no_two_rows_share_a_name_or_a_sentence),
		cmocka_unit_test(every_row_has_a_lower_case_sentence_without_full_stop),
		cmocka_unit_test(every_row_has_an_http_status_and_an_exit_code),
		cmocka_unit_test(failing_returns_the_code_and_fills_the_reason),
		cmocka_unit_test(failing_at_a_place_says_where),
		cmocka_unit_test(nobody_need_listen_to_the_reason),
		cmocka_unit_test(a_long_reason_is_cut),
		cmocka_unit_test(a_reason_quoting_strangers_is_one_safe_line),
		cmocka_unit_test(a_cut_within_a_character_leaves_no_half_of_it),
		cmocka_unit_test(failing_with_success_is_a_broken_promise),
	};
	return cmocka_run_group_tests_name("base/err", tests, NULL, NULL);
}
