/* The schemas of the description say what the tables say. */
#include "api/described.h"
#include "api/problem.h"
#include "model/limits.def"

static json_t *schema_of(json_t *root, const char *name)
{
	return described_at(root, "components", "schemas", name, NULL);
}

static json_t *member_of(json_t *root, const char *schema, const char *name)
{
	return described_at(schema_of(root, schema), "properties", name, NULL);
}

static void walk_references(json_t *root, json_t *at, u32 *found)
{
	const char *key;
	json_t *value;
	size_t i;
	json_array_foreach(at, i, value) walk_references(root, value, found);
	json_object_foreach(at, key, value)
	{
		if (strcmp(key, "$ref") != 0 || !json_is_string(value)) {
			walk_references(root, value, found);
			continue;
		}
		str rest = str_from(json_string_value(value));
		json_t *there = root;
		assert_str(str_split(&rest, '/'), STR("#"));
		while (rest.len) {
			str part = str_split(&rest, '/');
			there = json_object_getn(there, part.at, part.len);
			if (!there) fail_msg("%s leads nowhere", json_string_value(value));
		}
		++*found;
	}
}

static void every_reference_leads_somewhere(void **state)
{
	u32 found = 0;
	(void)state;
	json_t *root = described();
	walk_references(root, root, &found);
	assert_in_range(found, 300, 10000);
	json_decref(root);
}

static void a_request_tells_bounds_choices_and_other_names(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *task = schema_of(root, "TaskInput");
	assert_true(json_is_false(json_object_get(task, "additionalProperties")));
	json_t *attempts = member_of(root, "TaskInput", "max_attempts");
	assert_int_equal(LIMIT_ATTEMPTS_MAX,
			 json_integer_value(json_object_get(attempts, "maximum")));
	assert_true(described_has(json_object_get(attempts, "type"), "null"));
	assert_true(described_has(json_object_get(attempts, "x-aliases"), "maxAttempts"));
	json_t *key = member_of(root, "TaskInput", "idempotency_key");
	assert_int_equal(LIMIT_KEY_BYTES, json_integer_value(json_object_get(key, "maxLength")));
	json_t *result = schema_of(root, "ResultInput");
	assert_true(described_has(json_object_get(result, "required"), "outcome"));
	json_t *outcome = member_of(root, "ResultInput", "outcome");
	assert_string_equal("string", json_string_value(json_object_get(outcome, "type")));
	assert_true(described_has(json_object_get(outcome, "enum"), "noop"));
	/* Others of a CloudEvent are passed over. */
	json_t *event = schema_of(root, "CloudEventInput");
	assert_true(json_is_true(json_object_get(event, "additionalProperties")));
	assert_null(json_object_get(json_object_get(event, "properties"), "*"));
	json_decref(root);
}

static void an_answer_tells_what_is_always_there_and_what_may_be_null(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *run = schema_of(root, "Run"), *required = json_object_get(run, "required");
	assert_null(json_object_get(run, "additionalProperties"));
	assert_true(described_has(required, "state"));
	assert_true(described_has(required, "job_id"));
	assert_false(described_has(required, "payload"));
	json_t *words = json_object_get(member_of(root, "Run", "state"), "enum");
	assert_int_equal(7, json_array_size(words));
	assert_true(described_has(words, "dlq"));
	json_t *flagged = member_of(root, "Run", "flagged");
	assert_true(json_is_null(json_array_get(json_object_get(flagged, "enum"), 2)));
	json_t *payload = member_of(root, "Run", "payload");
	assert_true(json_is_true(json_object_get(payload, "additionalProperties")));
	assert_null(json_object_get(member_of(root, "Run", "result"), "type"));
	json_decref(root);
}

/* A field of the request is told as the answer has it. */
static void what_is_the_same_as_in_the_request_is_told_from_there(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *priority = member_of(root, "Job", "priority");
	assert_string_equal("integer", json_string_value(json_object_get(priority, "type")));
	json_t *run_at = member_of(root, "Job", "run_at");
	assert_string_equal("date-time", json_string_value(json_object_get(run_at, "format")));
	assert_string_equal("ONCE: when",
			    json_string_value(json_object_get(run_at, "description")));
	/* Kept fields are those from the row's on. */
	(void)member_of(root, "Job", "external_id");
	assert_true(described_has(json_object_get(schema_of(root, "Job"), "required"), "group"));
	(void)member_of(root, "Webhook", "secrets");
	assert_true(
		described_has(json_object_get(schema_of(root, "Webhook"), "required"), "state"));
	assert_false(
		described_has(json_object_get(schema_of(root, "Webhook"), "required"), "type"));
	json_decref(root);
}

static void an_event_tells_its_data_by_its_type(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *event = schema_of(root, "Event");
	json_t *leads = described_at(event, "discriminator", "mapping", "job.missed", NULL);
	assert_string_equal("#/components/schemas/JobEvent", json_string_value(leads));
	json_t *types = json_object_get(member_of(root, "JobEvent", "type"), "enum");
	assert_true(described_has(types, "job.missed"));
	assert_false(described_has(types, "run.dlq"));
	json_t *data = json_object_get(member_of(root, "JobEvent", "data"), "$ref");
	assert_string_equal("#/components/schemas/JobEventData", json_string_value(data));
	json_decref(root);
}

static void a_problem_tells_the_codes_of_its_status(void **state)
{
	(void)state;
	json_t *root = described();
	json_t *all = json_object_get(member_of(root, "Problem", "code"), "enum");
	size_t answered = 1; /* http */
	for (u32 i = 1; i < ERR_COUNT; i++) answered += problem_is_answered((enum err)i);
	assert_int_equal(answered, json_array_size(all));
	assert_true(described_has(all, "busy"));
	assert_false(described_has(all, "tls"));
	json_t *conflict = described_at(root, "components", "responses", "Conflict", "content",
					"application/problem+json", "schema", "properties", "code",
					"enum", NULL);
	assert_true(described_has(conflict, "lease_lost"));
	assert_false(described_has(conflict, "invalid"));
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_reference_leads_somewhere),
		cmocka_unit_test(a_request_tells_bounds_choices_and_other_names),
		cmocka_unit_test(an_answer_tells_what_is_always_there_and_what_may_be_null),
		cmocka_unit_test(what_is_the_same_as_in_the_request_is_told_from_there),
		cmocka_unit_test(an_event_tells_its_data_by_its_type),
		cmocka_unit_test(a_problem_tells_the_codes_of_its_status),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
