#include "base/varint.h"

#include "check.h"

static void numbers_come_back_in_as_few_bytes_as_they_need(void **state)
{
	static const struct {
		u64 number;
		size_t bytes;
	} cases[] = { { 0, 1 },     { 127, 1 },        { 128, 2 },
		      { 16383, 2 }, { UINT32_MAX, 5 }, { UINT64_MAX, VARINT_BYTES_MAX } };
	(void)state;
	for (u32 i = 0; i < countof(cases); i++) {
		u8 bytes[VARINT_BYTES_MAX];
		u64 number;
		size_t len = (size_t)(varint_write(bytes, cases[i].number) - bytes);
		str rest = { (const char *)bytes, len };
		assert_int_equal(cases[i].bytes, len);
		assert_true(varint_read(&rest, UINT64_MAX, &number));
		assert_true(number == cases[i].number);
		assert_int_equal(0, rest.len);
	}
}

static void what_is_cut_off_too_large_or_of_another_form_is_none(void **state)
{
	static const str bad[] = {
		STR(""),                                         /* nothing */
		STR("\x80"),                                     /* cut off */
		{ "\x80\x00", 2 },                               /* a needless zero */
		STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), /* past 64 bits */
		STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), /* no end */
		STR("\x65"),                                     /* 101 */
	};
	(void)state;
	for (u32 i = 0; i < countof(bad); i++) {
		str rest = bad[i];
		u64 number;
		assert_false(varint_read(&rest, 100, &number));
		assert_int_equal(bad[i].len, rest.len);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_come_back_in_as_few_bytes_as_they_need),
		cmocka_unit_test(what_is_cut_off_too_large_or_of_another_form_is_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
