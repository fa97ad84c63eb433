/* The description of the API says what the tables say. */
#include "api/api_page.h"
#include "api/handlers.h"
#include "api/stage.h"
#include "page.h"

#include <jansson.h>

static json_t *description(struct stage *stage)
{
	struct stage_token token = stage_add_token(stage, STR("acme"), ROLE_WORKER);
	str body = stage_call(stage, &token, "GET", "/openapi.json", STR(""));
	assert_int_equal(200, stage->status);
	json_error_t error;
	json_t *root = json_loadb(body.at, body.len, JSON_REJECT_DUPLICATES, &error);
	if (!root) fail_msg("%s at %d", error.text, error.position);
	return root;
}

static void every_route_is_in_it_with_its_body(void **state)
{
	u32 len;
	const struct route *all = routes(&len);
	struct stage stage = { 0 };
	(void)state;
	stage_open(&stage);
	json_t *root = description(&stage);
	assert_string_equal("3.1.0", json_string_value(json_object_get(root, "openapi")));
	json_t *paths = json_object_get(root, "paths");
	size_t operations = 0;
	const char *path;
	json_t *item_of;
	json_object_foreach(paths, path, item_of) operations += json_object_size(item_of);
	assert_int_equal(len, operations);
	json_t *cancel = json_object_get(
		json_object_get(paths, "/api/v1/scheduler/queue/{id}/cancel"), "post");
	assert_non_null(cancel);
	json_t *parameters = json_object_get(cancel, "parameters");
	assert_string_equal(
		"id", json_string_value(json_object_get(json_array_get(parameters, 0), "name")));
	assert_non_null(json_object_get(cancel, "requestBody"));
	assert_non_null(all);
	json_decref(root);
	stage_close(&stage);
}

static void every_reference_leads_to_a_schema(void **state)
{
	struct stage stage = { 0 };
	(void)state;
	stage_open(&stage);
	json_t *root = description(&stage);
	json_t *schemas = json_object_get(json_object_get(root, "components"), "schemas");
	assert_in_range(json_object_size(schemas), 15, 200);
	str text = buf_view(&stage.body);
	u32 found = 0;
	str mark = STR("#/components/schemas/");
	for (size_t i = 0; i + mark.len < text.len; i++) {
		if (!str_eq(str_slice(text, i, i + mark.len), mark)) continue;
		str name = str_from_offset(text, i + mark.len);
		name = str_slice(name, 0, str_find(name, '"'));
		char key[100] = "";
		assert_true(name.len < sizeof key);
		memcpy(key, name.at, name.len);
		if (!json_object_get(schemas, key)) fail_msg("no schema %s", key);
		found++;
	}
	assert_in_range(found, 20, 1000);
	json_decref(root);
	stage_close(&stage);
}

static void bounds_and_choices_are_told(void **state)
{
	struct stage stage = { 0 };
	(void)state;
	stage_open(&stage);
	json_t *root = description(&stage);
	json_t *task = json_object_get(
		json_object_get(json_object_get(root, "components"), "schemas"), "task");
	json_t *properties = json_object_get(task, "properties");
	json_t *attempts = json_object_get(properties, "max_attempts");
	assert_int_equal(LIMIT_ATTEMPTS_MAX,
			 json_integer_value(json_object_get(attempts, "maximum")));
	assert_int_equal(LIMIT_KEY_BYTES,
			 json_integer_value(json_object_get(
				 json_object_get(properties, "idempotency_key"), "maxLength")));
	assert_true(json_is_false(json_object_get(task, "additionalProperties")));
	json_decref(root);
	stage_close(&stage);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_route_is_in_it_with_its_body),
		cmocka_unit_test(every_reference_leads_to_a_schema),
		cmocka_unit_test(bounds_and_choices_are_told),
		cmocka_unit_test(the_page_is_as_new_as_the_tables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
