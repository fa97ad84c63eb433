#include "api/quota.h"

#include "base/check.h"

static struct quota *new_quota(u32 requests, u32 bytes)
{
	struct quota *quota = NULL;
	assert_int_equal(ERR_OK, quota_new((struct quota_rates){ requests, bytes }, 3, &quota));
	return quota;
}

static void a_burst_is_let_through_and_then_the_rate(void **state)
{
	(void)state;
	struct quota *quota = new_quota(10, 0);
	for (u32 i = 0; i < 20; i++)
		assert_true(quota_take(quota, STR("acme"), 0, 1000).is_allowed);
	struct quota_verdict verdict = quota_take(quota, STR("acme"), 0, 1000);
	assert_false(verdict.is_allowed);
	assert_int_equal(QUOTA_REQUESTS, verdict.kind);
	assert_int_equal(10, verdict.most);
	assert_int_equal(0, verdict.left);
	assert_int_equal(1, verdict.retry_after);
	assert_int_equal(2, verdict.reset);
	assert_false(quota_take(quota, STR("acme"), 0, 1099).is_allowed);
	assert_true(quota_take(quota, STR("acme"), 0, 1100).is_allowed);
	assert_false(quota_take(quota, STR("acme"), 0, 1100).is_allowed);
	assert_true(quota_take(quota, STR("rival"), 0, 1100).is_allowed);
	quota_free(quota);
}

static void a_long_silence_fills_the_bucket_and_no_more(void **state)
{
	(void)state;
	struct quota *quota = new_quota(10, 0);
	assert_int_equal(19, quota_take(quota, STR("acme"), 0, 1000).left);
	assert_int_equal(19, quota_take(quota, STR("acme"), 0, 1000 + 365 * MSEC_DAY).left);
	/* A boot clock never steps back; were it to, nothing is gained. */
	assert_int_equal(18, quota_take(quota, STR("acme"), 0, 1000).left);
	quota_free(quota);
}

static void without_a_rate_there_is_no_bound(void **state)
{
	(void)state;
	struct quota *quota = new_quota(0, 0);
	for (u32 i = 0; i < 1000; i++)
		assert_true(quota_take(quota, STR("acme"), UINT32_MAX, 0).is_allowed);
	quota_free(quota);
}

/* A body of any size passes an open bucket; the debt is paid before the next one. */
static void a_large_body_is_paid_for_by_those_behind_it(void **state)
{
	(void)state;
	struct quota *quota = new_quota(100, 1000);
	assert_true(quota_take(quota, STR("acme"), 12000, 0).is_allowed);
	struct quota_verdict verdict = quota_take(quota, STR("acme"), 1, 0);
	assert_false(verdict.is_allowed);
	assert_int_equal(QUOTA_BYTES, verdict.kind);
	assert_int_equal(11, verdict.retry_after); /* 10,000 are owed */
	assert_int_equal(12, verdict.reset);
	assert_true(quota_take(quota, STR("acme"), 0, 0).is_allowed); /* no body: nothing to pay */
	assert_false(quota_take(quota, STR("acme"), 1, 9999).is_allowed);
	assert_true(quota_take(quota, STR("acme"), 1, 10001).is_allowed);
	assert_true(quota_take(quota, STR("rival"), 12000, 0).is_allowed);
	quota_free(quota);
}

/* What is refused for its bytes takes no request, and the other way round. */
static void what_is_refused_takes_nothing(void **state)
{
	(void)state;
	struct quota *quota = new_quota(1, 1000);
	assert_true(quota_take(quota, STR("acme"), 5000, 0).is_allowed);
	for (u32 i = 0; i < 9; i++) assert_false(quota_take(quota, STR("acme"), 1, 0).is_allowed);
	assert_true(quota_take(quota, STR("acme"), 0, 0).is_allowed);
	assert_false(quota_take(quota, STR("acme"), 0, 0).is_allowed);
	quota_free(quota);
}

static void a_tenant_may_have_rates_of_its_own(void **state)
{
	(void)state;
	struct quota *quota = new_quota(10, 0);
	struct quota_rates little = { .requests = 1 };
	assert_int_equal(ERR_OK, quota_set(quota, STR("acme"), little));
	assert_int_equal(1, quota_take(quota, STR("acme"), 0, 0).left);
	assert_int_equal(19, quota_take(quota, STR("rival"), 0, 0).left);
	/* In force at once; what it has used is not forgotten. */
	struct quota_rates much = { .requests = 100 };
	assert_int_equal(ERR_OK, quota_set(quota, STR("acme"), much));
	assert_int_equal(100, quota_take(quota, STR("acme"), 0, 1000).left);
	struct quota_rates none = { 0 };
	assert_int_equal(ERR_OK, quota_set(quota, STR("acme"), none));
	assert_int_equal(10, quota_take(quota, STR("acme"), 0, 1000).most);
	assert_int_equal(ERR_OK, quota_set(quota, STR("nobody"), none));
	quota_free(quota);
}

static void more_tenants_than_places_are_all_served(void **state)
{
	(void)state;
	struct quota *quota = new_quota(1, 0);
	for (u32 i = 0; i < 50000; i++) {
		char name[20];
		int len = snprintf(name, sizeof name, "t%u", i);
		assert_true(quota_take(quota, (str){ name, (size_t)len }, 0, 1000).is_allowed);
	}
	quota_free(quota);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_burst_is_let_through_and_then_the_rate),
		cmocka_unit_test(a_long_silence_fills_the_bucket_and_no_more),
		cmocka_unit_test(without_a_rate_there_is_no_bound),
		cmocka_unit_test(a_large_body_is_paid_for_by_those_behind_it),
		cmocka_unit_test(what_is_refused_takes_nothing),
		cmocka_unit_test(a_tenant_may_have_rates_of_its_own),
		cmocka_unit_test(more_tenants_than_places_are_all_served),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
