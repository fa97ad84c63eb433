/* Histograms of spans. */
#include "model/spans.h"

#include "base/check.h"

static void a_span_belongs_to_the_first_bound_that_is_not_below_it(void **state)
{
	(void)state;
	assert_int_equal(span_bucket(0), 0);
	assert_int_equal(span_bucket(5), 0);
	assert_int_equal(span_bucket(6), 1);
	assert_int_equal(span_bucket(1800000), SPAN_BOUNDS - 1);
	assert_int_equal(span_bucket(1800001), SPAN_BOUNDS);
	for (u32 i = 0; i < SPAN_BOUNDS; i++) assert_int_equal(span_bucket(span_bound(i)), i);
}

static void spans_are_counted_at_and_below_each_bound(void **state)
{
	struct spans spans = { 0 };
	(void)state;
	spans_add(&spans, -7); /* as 0 */
	spans_add(&spans, 60);
	spans_add(&spans, 10 * MSEC_HOUR);
	assert_int_equal(spans.count, 3);
	assert_true(spans.sum == (u64)(60 + 10 * MSEC_HOUR));
	assert_int_equal(spans.below[0], 1);
	assert_int_equal(spans.below[span_bucket(60)], 2);
	assert_int_equal(spans.below[SPAN_BOUNDS - 1], 2);
}

static void a_quantile_lies_in_the_bucket_of_its_span(void **state)
{
	struct spans spans = { 0 };
	(void)state;
	assert_int_equal(spans_quantile(&spans, 95), 0);
	for (u32 i = 0; i < 95; i++) spans_add(&spans, 3);
	for (u32 i = 0; i < 5; i++) spans_add(&spans, 700);
	assert_int_equal(spans_quantile(&spans, 95), 5);
	assert_true(spans_quantile(&spans, 50) > 0 && spans_quantile(&spans, 50) <= 5);
	msec late = spans_quantile(&spans, 96);
	assert_true(late > 500 && late <= 1000);
	assert_int_equal(spans_quantile(&spans, 100), 1000);
	struct spans one = { 0 };
	spans_add(&one, MSEC_DAY);
	assert_int_equal(spans_quantile(&one, 50), 1800000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_span_belongs_to_the_first_bound_that_is_not_below_it),
		cmocka_unit_test(spans_are_counted_at_and_below_each_bound),
		cmocka_unit_test(a_quantile_lies_in_the_bucket_of_its_span),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
