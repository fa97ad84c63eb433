/* Webhooks as they are kept. */
#include "api/webhook.h"

#include "base/check.h"

static struct arena arena;

static void what_is_not_said_has_its_default(void **state)
{
	(void)state;
	struct webhook_says says;
	assert_true(webhook_read(STR("{\"url\":\"https://a/\"}"), &arena, &says));
	assert_false(says.is_paused);
	assert_false(says.all_tenants);
	assert_int_equal(says.in_flight, 1);
	assert_int_equal(says.max_attempts, WEBHOOK_ATTEMPTS);
	assert_int_equal(says.timeout_seconds, WEBHOOK_TIMEOUT);
	assert_true(says.kinds == 0);
	assert_int_equal(says.type.len, 0);
	assert_true(uuid_is_nil(&says.job));
}

static void what_is_said_counts(void **state)
{
	(void)state;
	struct webhook_says says;
	struct buf text;
	assert_true(webhook_read(STR("{\"url\":\"https://a/\",\"secrets\":[\"n\",\"o\"],"
				     "\"events\":[\"job.*\",\"run.dlq\"],\"type\":\"mail\","
				     "\"job_id\":\"01890a5d-ac96-774b-bcce-000000000017\","
				     "\"state\":\"paused\",\"in_flight\":7,\"max_attempts\":3,"
				     "\"timeout_seconds\":5,\"headers\":{\"A\":\"b\"}}"),
				 &arena, &says));
	assert_true(says.is_paused);
	assert_true(says.kinds == (event_parse(STR("job.*")) | EVENT_BIT(EVENT_RUN_DLQ)));
	assert_str(says.type, STR("mail"));
	assert_int_equal(says.job.bytes[15], 0x17);
	struct type_policy policy = webhook_policy(&says);
	assert_int_equal(policy.carrier, CARRIER_NODE);
	assert_int_equal(policy.limit, 7);
	assert_int_equal(policy.max_attempts, 3);
	assert_int_equal(policy.timeout_ms, 5000);
	buf_init(&text, 1000);
	webhook_write_handler(&text, &says);
	assert_str(buf_view(&text),
		   STR("{\"kind\":\"http\",\"url\":\"https://a/\",\"headers\":{\"A\":\"b\"},"
		       "\"secrets\":[\"n\",\"o\"],"
		       "\"content_type\":\"application/cloudevents+json\"}"));
	buf_done(&text);
}

static void what_is_none_of_ours_is_not_read(void **state)
{
	(void)state;
	static const char *const wrong[] = {
		"",
		"{}",
		"{\"url\":\"a\",\"in_flight\":0}",
		"{\"url\":\"a\",\"in_flight\":101}",
		"{\"url\":\"a\",\"job_id\":\"x\"}",
		"{\"url\":\"a\",\"events\":{}}",
	};
	struct webhook_says says;
	for (size_t i = 0; i < countof(wrong); i++)
		assert_false(webhook_read(str_from(wrong[i]), &arena, &says));
}

static void where_it_stands_is_read_as_it_was_written(void **state)
{
	(void)state;
	struct webhook_course course = { { 1204, UINT32_MAX }, 17, 1 };
	struct webhook_course back;
	struct buf text;
	buf_init(&text, 200);
	webhook_course_write(&text, &course);
	assert_true(webhook_course_read(buf_view(&text), &back));
	assert_memory_equal(&course, &back, sizeof course);
	buf_done(&text);
	assert_false(webhook_course_read(STR("{}"), &back));
	assert_false(webhook_course_read(STR("{\"after\":\"1-1\",\"made\":-1,\"cut\":0}"), &back));
}

static void its_names_lead_back_to_it(void **state)
{
	(void)state;
	struct uuid id = { .bytes = { 1, 2, 3 } }, back;
	char name[WEBHOOK_NAME_BYTES];
	struct buf text;
	webhook_name_print(id, name);
	assert_true(webhook_name_parse((str){ name, sizeof name }, &back));
	assert_true(uuid_eq(&id, &back));
	assert_true(type_is_webhooks((str){ name, sizeof name }));
	assert_false(webhook_name_parse(STR("mail"), &back));
	buf_init(&text, 100);
	webhook_entity_print(&text, (str){ name, sizeof name });
	assert_str(buf_view(&text), STR("webhook:01020300-0000-0000-0000-000000000000"));
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_said_has_its_default),
		cmocka_unit_test(what_is_said_counts),
		cmocka_unit_test(what_is_none_of_ours_is_not_read),
		cmocka_unit_test(where_it_stands_is_read_as_it_was_written),
		cmocka_unit_test(its_names_lead_back_to_it),
	};
	arena_init(&arena, 1 << 20);
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_done(&arena);
	return failed;
}
