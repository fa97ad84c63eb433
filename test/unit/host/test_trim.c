#include "host/trim.h"

#include "base/buf.h"
#include "base/check.h"

static void a_trim_is_due_once_a_burst_has_ended(void **state)
{
	struct trim trim = { 0 };
	(void)state;
	assert_false(trim_is_due(&trim, 0));
	assert_false(trim_is_due(&trim, TRIM_BURST_BYTES - 1));
	assert_false(trim_is_due(&trim, 0)); /* that was none */
	assert_false(trim_is_due(&trim, 4 * TRIM_BURST_BYTES));
	assert_false(trim_is_due(&trim, 2 * TRIM_BURST_BYTES));
	assert_true(trim_is_due(&trim, TRIM_BURST_BYTES));
	assert_false(trim_is_due(&trim, TRIM_BURST_BYTES));
	assert_true(trim_is_due(&trim, 0)); /* the rest of it */
	assert_false(trim_is_due(&trim, 0));
}

static void trimming_leaves_what_is_used(void **state)
{
	struct buf held;
	(void)state;
	trim_prepare();
	buf_init(&held, (size_t)1 << 20);
	memset(buf_extend(&held, 200000), 'x', 200000);
	trim_now();
	for (u32 i = 0; i < 200000; i++) assert_int_equal('x', held.at[i]);
	buf_done(&held);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_trim_is_due_once_a_burst_has_ended),
		cmocka_unit_test(trimming_leaves_what_is_used),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
