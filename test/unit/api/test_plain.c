/* Values that every reader of JSON reads alike. */
#include "api/plain.h"

#include "base/buf.h"
#include "base/check.h"
#include "model/policy.h"

static enum plain_fault fault_of(str bytes)
{
	struct arena arena;
	struct plain plain;
	struct json json;
	str value;
	arena_init(&arena, 1 << 24);
	plain_init(&plain, &arena);
	json_init(&json, bytes);
	json.plain = &plain;
	assert_true(json_skip(&json, &value));
	assert_true((plain.fault == PLAIN_OK) == plain_is(bytes, &arena));
	arena_done(&arena);
	return plain.fault;
}

static void numbers_that_a_double_holds_are_plain(void **state)
{
	static const char *const good[] = {
		"0",
		"-0",
		"1",
		"1.10",
		"-1E-05",
		"18446744073709551616",
		"-9223372036854775809",
		"1.7976931348623157e308",
		"1.7976931348623157E+308",
		"-1.7976931348623157e308",
		"17976931348623157e292",
		"0.00017976931348623157e312",
		"1e308",
		"179769313486231570814527423731704356798070567525844996598917476e246",
		"5e-324",
		"1e-9999",
		"0e9999",
		"0.0000e9999",
		"[1e5,{\"a\":2e-7}]",
	};
	(void)state;
	for (size_t i = 0; i < countof(good); i++)
		assert_int_equal(PLAIN_OK, fault_of(str_from(good[i])));
}

static void numbers_that_no_double_holds_are_not(void **state)
{
	static const char *const bad[] = {
		"1e309",
		"1.7976931348623158e308",
		"1.8e308",
		"17976931348623158e292",
		"10e308",
		"-2e308",
		"0.018e310",
		"1e99999999999999999999",
		"1e-99999999999999999999",
		"1e10000",
		"0e10000",
		"[[1e400]]",
		"{\"a\":{\"b\":-1e400}}",
	};
	(void)state;
	for (size_t i = 0; i < countof(bad); i++)
		assert_int_equal(PLAIN_NUMBER_RANGE, fault_of(str_from(bad[i])));
}

static void a_number_has_a_longest_length(void **state)
{
	char digits[LIMIT_NUMBER_BYTES + 2];
	(void)state;
	memset(digits, '7', sizeof digits);
	assert_int_equal(PLAIN_OK, fault_of((str){ digits, LIMIT_NUMBER_BYTES }));
	assert_int_equal(PLAIN_NUMBER_LONG, fault_of((str){ digits, LIMIT_NUMBER_BYTES + 1 }));
	digits[1] = '.';
	assert_int_equal(PLAIN_NUMBER_LONG, fault_of((str){ digits, LIMIT_NUMBER_BYTES + 1 }));
}

static void a_name_stands_once_in_its_object(void **state)
{
	static const char *const good[] = {
		"{}",
		"{\"a\":1,\"b\":2}",
		"{\"a\":{\"a\":{\"a\":1}}}",
		"[{\"a\":1},{\"a\":1}]",
		"{\"a\":[{\"b\":1}],\"b\":1}",
		"[\"a\",\"a\"]",
		"{\"\\u0000\":1,\"\\u0001\":1}",
	};
	static const char *const bad[] = {
		"{\"a\":1,\"a\":1}",
		"{\"a\":1,\"\\u0061\":1}",
		"{\"\":1,\"\":1}",
		"[{\"x\":{\"b\":1,\"c\":{\"b\":1},\"b\":2}}]",
		"{\"a\":{\"b\":{}},\"a\":1}",
	};
	(void)state;
	for (size_t i = 0; i < countof(good); i++)
		assert_int_equal(PLAIN_OK, fault_of(str_from(good[i])));
	for (size_t i = 0; i < countof(bad); i++)
		assert_int_equal(PLAIN_NAME_TWICE, fault_of(str_from(bad[i])));
}

/* An object of so many names, of which one stands again at the end where `again` is one of them. */
static void write_names(struct buf *out, u32 names, u32 again)
{
	buf_clear(out);
	buf_add_byte(out, '{');
	for (u32 i = 0; i < names; i++) buf_addf(out, "%s\"k%u\":{\"x\":1}", i ? "," : "", i);
	if (again < names) buf_addf(out, ",\"k%u\":1", again);
	buf_add_byte(out, '}');
}

static void many_names_are_told_apart(void **state)
{
	static const u32 counts[] = { 1, 11, 12, 13, 23, 24, 25, 26, 64, 65, 1000, 10000 };
	struct buf out;
	(void)state;
	buf_init(&out, 1 << 20);
	for (size_t i = 0; i < countof(counts); i++) {
		u32 len = counts[i];
		write_names(&out, len, len);
		assert_int_equal(PLAIN_OK, fault_of(buf_view(&out)));
		for (u32 again = 0; again < len; again += 1 + len / 5) {
			write_names(&out, len, again);
			assert_int_equal(PLAIN_NAME_TWICE, fault_of(buf_view(&out)));
		}
	}
	buf_done(&out);
}

static void one_struct_serves_values_one_after_the_other(void **state)
{
	struct arena arena;
	struct plain plain;
	struct buf out;
	(void)state;
	arena_init(&arena, 1 << 24);
	buf_init(&out, 1 << 20);
	plain_init(&plain, &arena);
	for (u32 round = 0; round < 40; round++) {
		u32 len = round % 2 ? 12 + round / 4 : 300;
		bool is_bad = round % 5 == 0;
		struct json json;
		str value;
		write_names(&out, len, is_bad ? len - 1 : len);
		json_init(&json, buf_view(&out));
		json.plain = &plain;
		plain_begin(&plain);
		assert_true(json_skip(&json, &value));
		assert_int_equal(is_bad ? PLAIN_NAME_TWICE : PLAIN_OK, plain.fault);
	}
	assert_true(arena.held < 1 << 18); /* the table was used again and again */
	buf_done(&out);
	arena_done(&arena);
}

static void every_fault_says_what_is_allowed(void **state)
{
	struct why why;
	(void)state;
	assert_int_equal(ERR_OK, plain_explain(PLAIN_OK, &why));
	for (enum plain_fault fault = PLAIN_NUMBER_LONG; fault <= PLAIN_NAME_TWICE; fault++) {
		assert_int_equal(ERR_INVALID, plain_explain(fault, &why));
		assert_true(str_starts_with(str_from(why.text), STR("must not contain ")));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_that_a_double_holds_are_plain),
		cmocka_unit_test(numbers_that_no_double_holds_are_not),
		cmocka_unit_test(a_number_has_a_longest_length),
		cmocka_unit_test(a_name_stands_once_in_its_object),
		cmocka_unit_test(many_names_are_told_apart),
		cmocka_unit_test(one_struct_serves_values_one_after_the_other),
		cmocka_unit_test(every_fault_says_what_is_allowed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
