#include "api/not_found.h"

#include "base/check.h"

static void expect_words(const char *path, const char *first, const char *second, const char *words)
{
	static struct request request;
	struct api_route route = { .path = path };
	request = (struct request){ .route = &route, .tenant = STR("acme") };
	request.parts[0] = str_from(first);
	request.parts[1] = str_from(second);
	not_found_explain(&request);
	assert_string_equal(request.why.text, words);
}

static void the_object_and_its_tenant_are_named(void **state)
{
	(void)state;
	expect_words("jobs/:id/pause", "nightly", "", "no job \"nightly\" in tenant \"acme\"");
	expect_words("queue/:id", "7", "", "no run \"7\" in tenant \"acme\"");
	expect_words("jobs/:id/alerts/:alert_id", "nightly", "3",
		     "no alert rule \"3\" of job \"nightly\" in tenant \"acme\"");
	expect_words("tenants/:id/settings", "beta", "", "no tenant \"beta\"");
}

static void a_secret_of_a_link_is_not_repeated(void **state)
{
	(void)state;
	expect_words("/feeds/:secret", "sesame", "", "");
	expect_words("tasks", "", "", "");
}

static void a_text_that_says_more_stays(void **state)
{
	static struct request request;
	struct api_route route = { .path = "queues/:name" };
	(void)state;
	request = (struct request){ .route = &route, .tenant = STR("acme") };
	request.parts[0] = STR("fast");
	(void)fail(&request.why, ERR_NOT_FOUND, "nothing is paused there");
	not_found_explain(&request);
	assert_string_equal(request.why.text, "nothing is paused there");
	(void)fail(&request.why, ERR_NOT_FOUND, "there is no such queue");
	not_found_explain(&request);
	assert_string_equal(request.why.text, "no queue \"fast\" in tenant \"acme\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_object_and_its_tenant_are_named),
		cmocka_unit_test(a_secret_of_a_link_is_not_repeated),
		cmocka_unit_test(a_text_that_says_more_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
