/* Which header fields the description tells of which answers. */
#include "api/described.h"

static json_t *headers_of(json_t *root, const char *path, const char *method, const char *status)
{
	return described_at(root, "paths", path, method, "responses", status, "headers", NULL);
}

static bool has(json_t *headers, const char *name)
{
	json_t *field = json_object_get(headers, name);
	return field && json_object_get(field, "$ref");
}

static void an_answer_tells_its_own_fields(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *made = headers_of(root, "/api/v1/scheduler/jobs", "post", "201");
	assert_true(has(made, "X-Request-Id"));
	assert_true(has(made, "ETag"));
	assert_true(has(made, "Idempotent-Replayed"));
	assert_true(has(made, "RateLimit"));
	assert_false(has(made, "Set-Cookie"));
	json_t *task = headers_of(root, "/api/v1/scheduler/tasks", "post", "201");
	assert_false(has(task, "ETag")); /* a receipt has no version */
	assert_true(
		has(headers_of(root, "/api/v1/scheduler/session", "post", "201"), "Set-Cookie"));
	json_t *page = headers_of(root, "/", "get", "200");
	assert_true(has(page, "Link"));
	assert_false(has(page, "RateLimit")); /* nobody's token is counted */
	json_decref(root);
}

static void a_refusal_says_when_to_come_back(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *many = described_at(root, "components", "responses", "TooManyRequests", "headers",
				    NULL);
	assert_true(has(many, "Retry-After"));
	json_t *unknown = described_at(root, "components", "responses", "Unauthorized", "headers",
				       NULL);
	assert_true(has(unknown, "WWW-Authenticate"));
	assert_false(has(unknown, "Retry-After"));
	json_decref(root);
}

static void each_field_stands_once_with_its_sentence(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *all = described_at(root, "components", "headers", NULL), *field;
	const char *name;
	json_object_foreach(all, name, field)
	{
		assert_true(json_string_length(json_object_get(field, "description")) > 0);
	}
	assert_true(json_object_size(all) >= 10);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_tells_its_own_fields),
		cmocka_unit_test(a_refusal_says_when_to_come_back),
		cmocka_unit_test(each_field_stands_once_with_its_sentence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
