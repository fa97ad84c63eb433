/* New runs: what is refused, what is a duplicate, what is made. */
#include "engine/gates_desk.h"

static void a_new_run_is_queued_with_its_defaults(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct run_row row = desk_row(&desk, id);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, id));
	assert_int_equal(5, row.hot.priority);
	assert_int_equal(5, row.hot.max_attempts);
	assert_int_equal(desk.now.wall, row.hot.run_at);
	assert_true(str_eq(row.payload, STR("{}")));
	desk_close(&desk);
}

static const char long_text[LIMIT_PAYLOAD_BYTES + 1];

static void bad_fields_are_refused_by_name(void **state)
{
	static const struct {
		struct enqueue_item item;
		const char *word;
	} rows[] = {
		{ { .type = STR("has space") }, "type" },
		{ { .queue = STR("nowhere") }, "queue" },
		{ { .priority = 11 }, "priority" },
		{ { .max_attempts = 1001 }, "max_attempts" },
		{ { .run_at = MSEC_YEAR_9999_END + 1 }, "run_at" },
		{ { .deadline_at = 5 }, "deadline_at" },
		{ { .timeout_ms = MSEC_DAY + 1 }, "timeout" },
		{ { .timeout_ms = 999 }, "timeout_seconds must be 1 to 86400" },
		{ { .timeout_ms = -1 }, "timeout" },
		{ { .key = STR("k"), .unique_ttl = 367 * MSEC_DAY }, "unique_scope" },
		{ { .key = { long_text, LIMIT_KEY_BYTES + 1 } }, "idempotency_key" },
		{ { .bucket = { long_text, LIMIT_BUCKET_BYTES + 1 } }, "run_at_bucket" },
		{ { .entity = { long_text, LIMIT_ENTITY_BYTES + 1 } }, "entity" },
		{ { .user = { long_text, LIMIT_TENANT_NAME_BYTES + 1 } }, "user_id" },
		{ { .trace = { long_text, LIMIT_TRACE_BYTES + 1 } }, "traceparent" },
		{ { .payload = { long_text, LIMIT_PAYLOAD_BYTES + 1 } }, "payload" },
	};
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(rows); i++) {
		struct enqueue_answer answer = desk_enqueue(&desk, "acme", rows[i].item);
		assert_int_equal(ERR_INVALID, answer.err);
		assert_non_null(strstr(answer.why.text, rows[i].word));
	}
	assert_int_equal(0, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	desk_close(&desk);
}

static void the_same_key_in_the_same_minute_is_one_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec minute = desk.now.wall / MSEC_MINUTE * MSEC_MINUTE + MSEC_HOUR;
	struct enqueue_item item = { .key = STR("k"),
				     .run_at = minute,
				     .run_at_is_absolute = true };
	struct uuid first = desk_run(&desk, "acme", item);
	item.run_at = minute + 59999;
	struct enqueue_answer again = desk_enqueue(&desk, "acme", item);
	assert_true(again.duplicate);
	assert_true(uuid_eq(&first, &again.run));
	item.run_at = minute + 60000;
	assert_false(desk_enqueue(&desk, "acme", item).duplicate);
	assert_false(desk_enqueue(&desk, "other", item).duplicate);
	item.type = STR("another.type");
	assert_false(desk_enqueue(&desk, "acme", item).duplicate);
	desk_close(&desk);
}

static void a_span_reaches_over_the_border_of_its_buckets(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .key = STR("k"),
				     .scope = UNIQUE_TTL,
				     .unique_ttl = MSEC_HOUR };
	desk.now.wall = desk.now.wall / MSEC_HOUR * MSEC_HOUR + MSEC_HOUR - 1000;
	desk_run(&desk, "acme", item);
	desk_advance(&desk, 2000); /* another bucket, the same hour since */
	assert_true(desk_enqueue(&desk, "acme", item).duplicate);
	desk_advance(&desk, MSEC_HOUR);
	assert_false(desk_enqueue(&desk, "acme", item).duplicate);
	desk_close(&desk);
}

static void two_of_one_key_in_one_turn_see_each_other(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item items[2] = {
		{ .type = STR("new.type"), .key = STR("k"), .scope = UNIQUE_FOREVER },
		{ .type = STR("new.type"), .key = STR("k"), .scope = UNIQUE_FOREVER },
	};
	desk_do(&desk, (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = STR("newcomer"),
					 .enqueue = { items, 2, false } });
	assert_false(desk.last.items[0].duplicate);
	assert_true(desk.last.items[1].duplicate);
	assert_true(uuid_eq(&desk.last.items[0].run, &desk.last.items[1].run));
	desk_close(&desk);
}

static void all_or_none_makes_none_when_one_is_bad(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item items[3] = { { .type = STR("a") },
					 { .type = STR("b"), .priority = 99 },
					 { .type = STR("c") } };
	struct command command = { .kind = COMMAND_ENQUEUE,
				   .tenant = STR("acme"),
				   .enqueue = { items, 3, true } };
	assert_int_equal(ERR_INVALID, desk_do(&desk, command)->err);
	assert_int_equal(0, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	command.enqueue.atomic = false;
	assert_int_equal(ERR_OK, desk_do(&desk, command)->err);
	assert_int_equal(ERR_INVALID, desk.last.items[1].err);
	assert_int_equal(2, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	desk_close(&desk);
}

static void a_tenant_may_require_keys(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command set = { .kind = COMMAND_SET_TENANT,
			       .set = { .name = STR("acme"), .tenant = { .require_key = true } } };
	assert_int_equal(ERR_OK, desk_do(&desk, set)->err);
	assert_int_equal(ERR_INVALID, desk_enqueue(&desk, "acme", (struct enqueue_item){ 0 }).err);
	struct enqueue_item keyed = { .key = STR("k") };
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "acme", keyed).err);
	desk_close(&desk);
}

static void payloads_with_secrets_are_flagged_or_refused(void **state)
{
	static const struct {
		const char *gates, *payload;
		enum err err;
		enum lint_kind flagged;
	} rows[] = {
		{ "", "{\"password\":1}", ERR_OK, LINT_NOTHING },
		{ "lint flag", "{\"password\":1}", ERR_OK, LINT_SECRET },
		{ "lint flag", "{\"email\":1}", ERR_OK, LINT_PERSONAL },
		{ "lint flag", "{\"a\":1}", ERR_OK, LINT_NOTHING },
		{ "lint refuse", "{\"a\":{\"email\":1}}", ERR_INVALID, LINT_NOTHING },
		{ "lint refuse", "{\"a\":1}", ERR_OK, LINT_NOTHING },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct desk desk;
		desk_open(&desk);
		assert_int_equal(ERR_OK, desk_say(&desk, "acme", rows[i].gates));
		const struct enqueue_item item = { .type = STR("mail"),
						   .payload = str_from(rows[i].payload) };
		desk_do(&desk, (struct command){ .kind = COMMAND_ENQUEUE,
						 .tenant = STR("acme"),
						 .enqueue = { .items = &item, .len = 1 } });
		assert_int_equal(rows[i].err, desk.last.items[0].err);
		if (rows[i].err) assert_non_null(strstr(desk.last.items[0].why.text, "a.email"));
		else
			assert_int_equal(rows[i].flagged,
					 desk_row(&desk, desk.last.items[0].run).flagged);
		desk_close(&desk);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_run_is_queued_with_its_defaults),
		cmocka_unit_test(bad_fields_are_refused_by_name),
		cmocka_unit_test(the_same_key_in_the_same_minute_is_one_run),
		cmocka_unit_test(a_span_reaches_over_the_border_of_its_buckets),
		cmocka_unit_test(two_of_one_key_in_one_turn_see_each_other),
		cmocka_unit_test(all_or_none_makes_none_when_one_is_bad),
		cmocka_unit_test(a_tenant_may_require_keys),
		cmocka_unit_test(payloads_with_secrets_are_flagged_or_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
