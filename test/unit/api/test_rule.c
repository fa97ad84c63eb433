/* Rules for events that come in: read, matched, followed. */
#include "api/rule.h"

#include "base/check.h"

static struct arena arena;
static const msec at = 1700000000000;

static const char event_text[] =
	"{\"id\":\"1\",\"type\":\"order.created\",\"data\":{\"id\":42,\"total\":99.50,"
	"\"who\":\"Ann \\\"A\\\"\",\"user\":\"ann\",\"due\":\"2030-01-01T00:00:00Z\","
	"\"epoch\":1800000000000,\"nil\":null}}";

static struct event_in an_event(void)
{
	return (struct event_in){ .body = str_from(event_text),
				  .type = STR("order.created"),
				  .source = STR("s-1"),
				  .at = at };
}

static struct event_rule rule_of(const char *body)
{
	struct event_rule rule;
	struct why why = { .text = "" };
	if (event_rule_read(str_from(body), &arena, &rule, &why))
		fail_msg("%s: %s", body, why.text);
	return rule;
}

#define RULE(more) "{\"event\":\"order.created\",\"type\":\"t\"" more "}"

static void a_rule_fits_by_type_source_and_conditions(void **state)
{
	static const struct {
		const char *rule;
		bool fits;
	} rows[] = {
		{ RULE(""), true },
		{ "{\"event\":\"order.*\",\"type\":\"t\"}", true },
		{ "{\"event\":\"*\",\"type\":\"t\"}", true },
		{ "{\"event\":\"order\",\"type\":\"t\"}", false },
		{ RULE(",\"state\":\"paused\""), false },
		{ RULE(",\"source\":\"s-1\""), true },
		{ RULE(",\"source\":\"s-2\""), false },
		{ RULE(",\"where\":[{\"field\":\"data.id\"}]"), true },
		{ RULE(",\"where\":[{\"field\":\"data.none\"}]"), false },
		{ RULE(",\"where\":[{\"field\":\"data.id\",\"is\":42}]"), true },
		{ RULE(",\"where\":[{\"field\":\"data.user\",\"is\":\"ann\"}]"), true },
		{ RULE(",\"where\":[{\"field\":\"data.user\",\"not\":\"ann\"}]"), false },
		{ RULE(",\"where\":[{\"field\":\"data.none\",\"not\":1}]"), true },
		{ RULE(",\"where\":[{\"field\":\"data.total\",\"above\":99.49}]"), true },
		{ RULE(",\"where\":[{\"field\":\"data.total\",\"above\":99.5}]"), false },
		{ RULE(",\"where\":[{\"field\":\"data.total\",\"below\":100}]"), true },
		{ RULE(",\"where\":[{\"field\":\"data.total\",\"below\":-1}]"), false },
		{ RULE(",\"where\":[{\"field\":\"data.user\",\"above\":1}]"), false },
		{ RULE(",\"where\":[{\"field\":\"data.id\"},{\"field\":\"data.x\"}]"), false },
	};
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct event_rule rule = rule_of(rows[i].rule);
		struct event_in event = an_event();
		if (event_rule_fits(&rule, &event) != rows[i].fits) fail_msg("%s", rows[i].rule);
	}
}

static enum err make(const char *body, struct enqueue_item *items, u32 max, u32 *len,
		     struct why *why)
{
	struct event_rule rule = rule_of(body);
	struct event_in event = an_event();
	*len = 0;
	return event_rule_make(&rule, &event, &arena, items, max, len, why);
}

static void values_of_the_event_stand_where_they_are_named(void **state)
{
	struct enqueue_item items[4];
	struct why why;
	u32 len;
	(void)state;
	assert_int_equal(
		make(RULE(",\"entity\":\"order:{data.id}\",\"user_id\":\"{data.user}\","
			  "\"payload\":{\"id\":\"{data.id}\",\"{data.id}\":\"of {data.who}\","
			  "\"no\":\"{data.no}\",\"open\":\"{data\",\"n\":[\"{data.id}x\"]}"),
		     items, 4, &len, &why),
		ERR_OK);
	assert_int_equal(len, 1);
	assert_str(items[0].entity, STR("order:42"));
	assert_str(items[0].user, STR("ann"));
	assert_str(items[0].payload,
		   STR("{\"id\":42,\"{data.id}\":\"of Ann \\\"A\\\"\",\"no\":null,"
		       "\"open\":\"{data\",\"n\":[\"42x\"]}"));
	assert_true(items[0].run_at == at);
	assert_int_equal(make(RULE(""), items, 4, &len, &why), ERR_OK);
	assert_true(str_starts_with(items[0].payload, STR("{\"event\":{\"id\":\"1\"")));
}

static void a_null_of_the_event_stands_for_nothing(void **state)
{
	struct enqueue_item items[4];
	struct why why;
	u32 len;
	(void)state;
	assert_int_equal(make(RULE(",\"user_id\":\"{data.nil}\",\"entity\":\"order:{data.id}\","
				   "\"payload\":{\"t\":\"of {data.nil}\",\"n\":\"{data.nil}\"}"),
			      items, 4, &len, &why),
			 ERR_OK);
	assert_int_equal(items[0].user.len, 0);
	assert_str(items[0].payload, STR("{\"t\":\"of \",\"n\":null}"));
}

static void runs_stand_around_their_anchor(void **state)
{
	struct enqueue_item items[4];
	struct why why;
	u32 len;
	(void)state;
	assert_int_equal(make(RULE(",\"offsets\":[\"0\",\"24h\"]"), items, 4, &len, &why), ERR_OK);
	assert_int_equal(len, 2);
	assert_true(items[1].run_at == at + MSEC_DAY);
	assert_int_equal(make(RULE(",\"anchor\":\"data.due\",\"offsets\":[\"-1h\",\"0\"]"), items,
			      4, &len, &why),
			 ERR_OK);
	assert_true(items[1].run_at - items[0].run_at == MSEC_HOUR);
	assert_int_equal(make(RULE(",\"anchor\":\"data.epoch\""), items, 4, &len, &why), ERR_OK);
	assert_true(items[0].run_at == 1800000000000);
	/* What lies in the past is not made. */
	assert_int_equal(make(RULE(",\"anchor\":\"data.due\",\"offsets\":[\"-366d\",\"0\"]"), items,
			      4, &len, &why),
			 ERR_OK);
	assert_int_equal(make(RULE(",\"anchor\":\"data.no\""), items, 4, &len, &why), ERR_INVALID);
	assert_int_equal(make(RULE(",\"anchor\":\"data.user\""), items, 4, &len, &why),
			 ERR_INVALID);
	assert_int_equal(make(RULE(",\"offsets\":[\"0\",\"1h\",\"2h\"]"), items, 2, &len, &why),
			 ERR_QUOTA);
}

static void reminders_and_jobs_are_made_by_a_run_that_is_due_at_once(void **state)
{
	struct enqueue_item items[4];
	struct why why;
	u32 len;
	(void)state;
	assert_int_equal(
		make("{\"event\":\"*\",\"creates\":\"reminder\",\"user_id\":\"{data.user}\","
		     "\"anchor\":\"data.epoch\",\"offsets\":[\"-1h\",\"0\"],"
		     "\"payload\":{\"title\":\"of {data.id}\",\"reference_id\":\"{data.id}\"}}",
		     items, 4, &len, &why),
		ERR_OK);
	assert_int_equal(len, 2);
	assert_str(items[0].type, MAKER_TYPE);
	assert_true(items[0].run_at == at);
	assert_str(items[1].payload, STR("{\"make\":\"reminder\",\"body\":{\"user_id\":\"ann\","
					 "\"remind_at\":\"2027-01-15T08:00:00Z\","
					 "\"title\":\"of 42\",\"reference_id\":\"42\"}}"));
	assert_int_equal(
		make(RULE(",\"creates\":\"job\",\"queue\":\"q\",\"payload\":{\"code\":\"c\"}"),
		     items, 4, &len, &why),
		ERR_OK);
	assert_str(items[0].payload,
		   STR("{\"make\":\"job\",\"body\":{\"handler\":\"t\",\"queue\":\"q\","
		       "\"run_at\":\"2023-11-14T22:13:20Z\",\"code\":\"c\"}}"));
	assert_int_equal(make(RULE(",\"creates\":\"job\",\"payload\":{\"interval_seconds\":60}"),
			      items, 4, &len, &why),
			 ERR_OK);
	assert_str(items[0].payload, STR("{\"make\":\"job\",\"body\":{\"handler\":\"t\","
					 "\"interval_seconds\":60}}"));
	/* The event does not say whose. */
	assert_int_equal(make("{\"event\":\"*\",\"creates\":\"reminder\",\"user_id\":\"{data.no}\","
			      "\"payload\":{\"title\":\"t\"}}",
			      items, 4, &len, &why),
			 ERR_INVALID);
}

static void what_is_wrong_is_named(void **state)
{
	static const char *const wrong[][2] = {
		{ "{\"type\":\"t\"}", "event" },
		{ "{\"event\":\"e\"}", "type" },
		{ "{\"event\":\"e\",\"creates\":\"job\"}", "type" },
		{ "{\"event\":\"e\",\"creates\":\"reminder\"}", "user_id" },
		{ "{\"event\":\"e\",\"creates\":\"reminder\",\"user_id\":\"u\"}", "payload" },
		{ RULE(",\"offsets\":[\"x\"]"), "offsets" },
		{ RULE(",\"offsets\":[\"-1h\"]"), "offsets" },
		{ RULE(",\"offsets\":[\"367d\"]"), "offsets" },
		{ RULE(",\"offsets\":[]"), "offsets" },
		{ RULE(",\"where\":{}"), "where" },
		{ RULE(",\"where\":[1]"), "where" },
		{ RULE(",\"where\":[{\"field\":\"\"}]"), "where" },
		{ RULE(",\"where\":[{\"field\":\"a\",\"is\":1,\"below\":2}]"), "where" },
	};
	(void)state;
	for (size_t i = 0; i < countof(wrong); i++) {
		struct event_rule rule;
		struct why why = { .text = "" };
		enum err err = event_rule_read(str_from(wrong[i][0]), &arena, &rule, &why);
		if (err != ERR_INVALID ||
		    !str_starts_with(str_from(why.text), str_from(wrong[i][1])))
			fail_msg("%s: %s", wrong[i][0], why.text);
	}
}

static void a_word_that_no_condition_knows_is_named(void **state)
{
	struct why why = { .text = "" };
	(void)state;
	str good = STR(RULE(",\"where\":[{\"field\":\"a\",\"is\":{\"equals\":1}}]"));
	assert_int_equal(event_rule_check_words(good, &why), ERR_OK);
	str wrong = STR(RULE(",\"where\":[{\"field\":\"a\"},{\"field\":\"b\",\"equals\":1}]"));
	assert_int_equal(event_rule_check_words(wrong, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "where: condition 2"));
	assert_non_null(strstr(why.text, "\"equals\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_fits_by_type_source_and_conditions),
		cmocka_unit_test(values_of_the_event_stand_where_they_are_named),
		cmocka_unit_test(a_null_of_the_event_stands_for_nothing),
		cmocka_unit_test(runs_stand_around_their_anchor),
		cmocka_unit_test(reminders_and_jobs_are_made_by_a_run_that_is_due_at_once),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(a_word_that_no_condition_knows_is_named),
	};
	arena_init(&arena, 1 << 22);
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_done(&arena);
	return failed;
}
