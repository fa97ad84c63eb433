#include "api/quota.h"

#include "base/check.h"

static struct quota *new_quota(u32 per_second, u32 burst)
{
	struct quota *quota = NULL;
	assert_int_equal(ERR_OK, quota_new((struct quota_rate){ per_second, burst }, 3, &quota));
	return quota;
}

static void a_burst_is_let_through_and_then_the_rate(void **state)
{
	(void)state;
	struct quota *quota = new_quota(10, 20);
	for (u32 i = 0; i < 20; i++) assert_true(quota_take(quota, STR("acme"), 1000).is_allowed);
	struct quota_verdict verdict = quota_take(quota, STR("acme"), 1000);
	assert_false(verdict.is_allowed);
	assert_int_equal(0, verdict.left);
	assert_int_equal(1, verdict.retry_after);
	assert_int_equal(2, verdict.reset);
	assert_false(quota_take(quota, STR("acme"), 1099).is_allowed);
	assert_true(quota_take(quota, STR("acme"), 1100).is_allowed);
	assert_false(quota_take(quota, STR("acme"), 1100).is_allowed);
	assert_true(quota_take(quota, STR("rival"), 1100).is_allowed);
	quota_free(quota);
}

static void a_long_silence_fills_the_bucket_and_no_more(void **state)
{
	(void)state;
	struct quota *quota = new_quota(10, 20);
	assert_int_equal(19, quota_take(quota, STR("acme"), 1000).left);
	assert_int_equal(19, quota_take(quota, STR("acme"), 1000 + 365 * MSEC_DAY).left);
	/* A boot clock never steps back; were it to, nothing is gained. */
	assert_int_equal(18, quota_take(quota, STR("acme"), 1000).left);
	quota_free(quota);
}

static void without_a_rate_there_is_no_bound(void **state)
{
	(void)state;
	struct quota *quota = new_quota(0, 0);
	for (u32 i = 0; i < 1000; i++) assert_true(quota_take(quota, STR("acme"), 0).is_allowed);
	quota_free(quota);
}

static void more_tenants_than_places_are_all_served(void **state)
{
	(void)state;
	struct quota *quota = new_quota(1, 2);
	for (u32 i = 0; i < 50000; i++) {
		char name[20];
		int len = snprintf(name, sizeof name, "t%u", i);
		assert_true(quota_take(quota, (str){ name, (size_t)len }, 1000).is_allowed);
	}
	quota_free(quota);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_burst_is_let_through_and_then_the_rate),
		cmocka_unit_test(a_long_silence_fills_the_bucket_and_no_more),
		cmocka_unit_test(without_a_rate_there_is_no_bound),
		cmocka_unit_test(more_tenants_than_places_are_all_served),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
