/* The description has every route as the tables have it, and its files are as new as they. */
#include "api/api_page.h"
#include "api/described.h"
#include "api/handlers.h"
#include "server/version.h"

static json_t *operation_of(json_t *root, const char *path, const char *method)
{
	return described_at(root, "paths", path, method, NULL);
}

static void every_route_is_in_it_under_a_name_of_its_own(void **state)
{
	u32 len;
	const struct api_route *all = routes(&len);
	(void)state;
	json_t *root = described();
	json_t *names = json_object(), *paths = json_object_get(root, "paths"), *methods,
	       *operation;
	const char *path, *method;
	assert_string_equal("3.1.0", json_string_value(json_object_get(root, "openapi")));
	json_object_foreach(paths, path, methods)
	{
		json_object_foreach(methods, method, operation)
		{
			json_t *name = json_object_get(operation, "operationId");
			if (json_object_get(names, json_string_value(name)))
				fail_msg("two routes are named %s", json_string_value(name));
			json_object_set(names, json_string_value(name), name);
		}
	}
	assert_int_equal(len, json_object_size(names));
	for (u32 i = 0; i < len; i++) assert_non_null(json_object_get(names, all[i].name));
	json_decref(names);
	json_decref(root);
}

static void a_route_tells_its_answers_and_its_refusals(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *create = operation_of(root, "/api/v1/scheduler/tasks", "post");
	json_t *schema = described_at(create, "responses", "201", "content", "application/json",
				      "schema", "$ref", NULL);
	assert_string_equal("#/components/schemas/TaskReceipt", json_string_value(schema));
	static const char *const statuses[] = { "200", "400", "401", "403", "409",
						"413", "415", "422", "429", "503" };
	for (u32 i = 0; i < countof(statuses); i++)
		(void)described_at(create, "responses", statuses[i], NULL);
	assert_null(json_object_get(json_object_get(create, "responses"), "304"));
	json_t *list = operation_of(root, "/api/v1/scheduler/events", "get");
	(void)described_at(list, "responses", "200", "content", "text/event-stream", NULL);
	(void)described_at(list, "responses", "410", NULL);
	(void)described_at(list, "responses", "304", NULL);
	json_t *ready = operation_of(root, "/readyz", "get");
	schema = described_at(ready, "responses", "503", "content", "application/json", NULL);
	assert_non_null(schema);
	json_decref(root);
}

static void a_route_tells_who_may_call_it(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *lease = operation_of(root, "/api/v1/scheduler/worker/lease", "post");
	assert_int_equal(2, json_array_size(json_object_get(lease, "x-roles")));
	assert_true(described_has(json_object_get(lease, "x-roles"), "worker"));
	assert_null(json_object_get(lease, "security"));
	json_t *open = operation_of(root, "/openapi.json", "get");
	assert_int_equal(0, json_array_size(json_object_get(open, "security")));
	json_t *is_signed = operation_of(root, "/api/v1/scheduler/events/{source}", "post");
	json_t *demand = json_array_get(json_object_get(is_signed, "security"), 0);
	(void)described_at(demand, "signature", NULL);
	json_decref(root);
}

static void other_names_of_a_parameter_are_told(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *parameters = json_object_get(operation_of(root, "/api/v1/scheduler/queue", "get"),
					     "parameters");
	json_t *tenant = json_array_get(parameters, 0);
	assert_string_equal("tenant_id", json_string_value(json_object_get(tenant, "name")));
	assert_true(described_has(json_object_get(tenant, "x-aliases"), "guildId"));
	json_decref(root);
}

static void the_page_is_as_new_as_the_tables(void **state)
{
	struct buf page;
	(void)state;
	buf_init(&page, PAGE_TEXT_MAX);
	api_page_write(&page);
	assert_false(buf_failed(&page));
	expect_page("api.md", buf_view(&page));
	buf_done(&page);
}

static void the_file_is_as_new_as_the_tables(void **state)
{
	struct buf page;
	(void)state;
	buf_init(&page, PAGE_TEXT_MAX);
	describe_write(&page, str_from(version_number()));
	assert_false(buf_failed(&page));
	expect_page("openapi.json", buf_view(&page));
	buf_done(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_route_is_in_it_under_a_name_of_its_own),
		cmocka_unit_test(a_route_tells_its_answers_and_its_refusals),
		cmocka_unit_test(a_route_tells_who_may_call_it),
		cmocka_unit_test(other_names_of_a_parameter_are_told),
		cmocka_unit_test(the_page_is_as_new_as_the_tables),
		cmocka_unit_test(the_file_is_as_new_as_the_tables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
