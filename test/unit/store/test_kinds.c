/* What stores read out of the table of kinds. The facts are said here once more, by hand: both
 * stores work from one table, so that no comparison of the two finds a row that is wrong there. */
#include "store/kinds.h"

#include "base/check.h"

static struct uuid id_of(u8 number)
{
	return (struct uuid){ { [15] = number } };
}

/* Its name, the columns of its key, how it is put, what memory holds ('-' none, 'a' all, 's' some),
 * whether it goes with its tenant, what dates it. */
static const struct {
	enum row_kind kind;
	const char *table;
	u32 key;
	enum kind_put put;
	char held;
	bool is_dropped;
	const char *dated_by;
} facts[] = {
	{ KIND_NAME, "names", 2, PUT_REPLACE, 'a', false, "" },
	{ KIND_QUEUE, "queues", 1, PUT_REPLACE, 'a', false, "" },
	{ KIND_TENANT, "tenants", 1, PUT_REPLACE, 'a', true, "" },
	{ KIND_DEFAULTS, "defaults", 1, PUT_REPLACE, 'a', true, "" },
	{ KIND_DAILY_POLICY, "daily_policies", 1, PUT_REPLACE, 'a', true, "" },
	{ KIND_RATE, "rates", 2, PUT_REPLACE, 'a', true, "" },
	{ KIND_TYPE, "types", 2, PUT_REPLACE, 'a', true, "" },
	{ KIND_GATES, "gates", 2, PUT_REPLACE, 's', true, "" },
	{ KIND_CALENDAR, "calendars", 2, PUT_REPLACE, 'a', true, "" },
	{ KIND_PAUSE, "pauses", 3, PUT_REPLACE, 'a', true, "" },
	{ KIND_OPERATION, "operations", 1, PUT_REPLACE, 's', false, "" },
	{ KIND_BATCH, "batches", 1, PUT_REPLACE, 's', false, "" },
	{ KIND_AFTER, "run_after", 2, PUT_REPLACE, 's', false, "" },
	{ KIND_COOLDOWN, "cooldowns", 3, PUT_REPLACE, 'a', true, "" },
	{ KIND_ALERT_RULE, "alert_rules", 1, PUT_REPLACE, 'a', true, "" },
	{ KIND_ALERT, "alerts", 1, PUT_REPLACE, 's', true, "resolved_at" },
	{ KIND_DOCUMENT, "things", 3, PUT_REPLACE, '-', false, "until" },
	{ KIND_REPLAY, "replays", 1, PUT_REPLACE, '-', false, "until" },
	{ KIND_PROGRESS, "progress", 1, PUT_REPLACE, '-', false, "" },
	{ KIND_RESULT, "results", 3, PUT_REPLACE, '-', false, "at" },
	{ KIND_OUTPUT, "outputs", 1, PUT_REPLACE, '-', false, "" },
	{ KIND_DELIVERY, "deliveries", 1, PUT_NEW, '-', false, "id" },
	{ KIND_LADDER, "ladders", 1, PUT_REPLACE, '-', false, "until" },
	{ KIND_DAILY, "daily", 2, PUT_REPLACE, '-', true, "" },
	{ KIND_DAY, "days", 3, PUT_NEW, '-', true, "" },
	{ KIND_UNDONE_DAY, "undone_days", 4, PUT_NEW, '-', true, "" },
	{ KIND_LINKS, "links", 1, PUT_REPLACE, '-', false, "" },
	{ KIND_REMINDER, "reminders", 2, PUT_REPLACE, '-', true, "" },
	{ KIND_NOTICE, "notices", 2, PUT_FIRST, '-', true, "until" },
	{ KIND_EFFECT, "effects", 1, PUT_REPLACE, '-', false, "" },
	{ KIND_OCCURRENCE, "occurrences", 3, PUT_NEW, '-', false, "" },
	{ KIND_UNIQUE, "unique_keys", 5, PUT_OWN, '-', false, "" },
	{ KIND_RUN, "runs", 1, PUT_OWN, '-', false, "" },
	{ KIND_EXECUTION, "executions", 1, PUT_OWN, '-', false, "" },
	{ KIND_JOB, "jobs", 1, PUT_OWN, '-', false, "" },
};

static char held_of(const struct kind *kind)
{
	static const union any_row nothing;
	struct gates_row person = { .user = STR("ann") };
	struct operation_row over = { .state = OPERATION_DONE };
	struct alert_row resolved = { .resolved_at = 1 };
	if (!kind->is_held) return '-';
	bool is_all = kind->is_held(&nothing);
	if (kind == &row_kinds[KIND_GATES]) is_all = kind->is_held(&person);
	if (kind == &row_kinds[KIND_OPERATION]) is_all = kind->is_held(&over);
	if (kind == &row_kinds[KIND_ALERT]) is_all = kind->is_held(&resolved);
	return is_all ? 'a' : 's';
}

static void every_fact_of_a_kind_is_as_it_was_meant(void **state)
{
	(void)state;
	assert_int_equal(countof(facts), KIND_COUNT);
	for (u32 i = 0; i < countof(facts); i++) {
		const struct kind *kind = &row_kinds[facts[i].kind];
		const char *dated_by = kind_dated_by(kind);
		assert_int_equal(facts[i].kind, i);
		assert_string_equal(kind_table(kind), facts[i].table);
		assert_int_equal(kind->key, facts[i].key);
		assert_int_equal(kind->put, facts[i].put);
		assert_int_equal(held_of(kind), facts[i].held);
		assert_int_equal(kind->is_dropped, facts[i].is_dropped);
		assert_string_equal(dated_by ? dated_by : "", facts[i].dated_by);
	}
}

/* A walk over what memory holds ends at the first kind of which it holds nothing. */
static void kinds_that_memory_holds_come_first(void **state)
{
	(void)state;
	for (u32 i = 1; i < KIND_COUNT; i++)
		assert_true(row_kinds[i - 1].is_held || !row_kinds[i].is_held);
}

static void rows_come_by_their_keys_column_by_column(void **state)
{
	const struct kind *kind = &row_kinds[KIND_PAUSE];
	struct pause_row one = { .key = { PAUSE_TYPE, { 2 }, 5 }, .since = 9 };
	struct pause_row same = { .key = { PAUSE_TYPE, { 2 }, 5 } };
	struct pause_row number = { .key = { PAUSE_TYPE, { 2 }, 6 } };
	struct pause_row tenant = { .key = { PAUSE_TYPE, { 3 }, 1 } };
	struct pause_row scope = { .key = { PAUSE_QUEUE, { 1 }, 1 } };
	(void)state;
	assert_int_equal(kind_compare(kind, &one, &same), 0);
	assert_true(kind_compare(kind, &one, &number) < 0);
	assert_true(kind_compare(kind, &number, &tenant) < 0);
	assert_true(kind_compare(kind, &tenant, &scope) < 0);
	assert_true(kind_compare(kind, &scope, &one) > 0);
}

static void texts_are_compared_as_a_database_does(void **state)
{
	const struct kind *kind = &row_kinds[KIND_DAY];
	struct day_row short_one = { .user = STR("an"), .date = 9 };
	struct day_row longer = { .user = STR("ann"), .date = -5 };
	struct day_row later = { .user = STR("ann"), .date = 3 };
	struct day_row other = { .user = STR("b"), .date = -9 };
	(void)state;
	assert_true(kind_compare(kind, &short_one, &longer) < 0);
	assert_true(kind_compare(kind, &longer, &later) < 0);
	assert_true(kind_compare(kind, &later, &other) < 0);
}

static void a_kind_knows_whose_its_rows_are(void **state)
{
	(void)state;
	assert_int_equal(kind_tenant_at(&row_kinds[KIND_PAUSE]),
			 offsetof(struct pause_row, key.tenant));
	assert_int_equal(kind_tenant_at(&row_kinds[KIND_REMINDER]),
			 offsetof(struct reminder_row, tenant));
}

static void a_group_is_seeded_by_the_row_it_is_of(void **state)
{
	struct reminder_row reminder = { .id = id_of(7) };
	struct ladder_row ladder = { .key = { 1, 2 }, .id = id_of(8) };
	struct daily_row daily = { .tenant = { 3 }, .user = STR("ann") };
	struct uuid room = { { 0 } }, person = daily_owner((tenant_no){ 3 }, STR("ann"));
	(void)state;
	assert_null(kind_seed(&row_kinds[KIND_REMINDER], 0, &reminder, &room));
	assert_ptr_equal(kind_seed(&row_kinds[KIND_REMINDER], 1, &reminder, &room), &reminder.id);
	assert_ptr_equal(kind_seed(&row_kinds[KIND_LADDER], 1, &ladder, &room), &ladder.id);
	assert_true(uuid_eq(kind_seed(&row_kinds[KIND_DAILY], 1, &daily, &room), &person));
}

static void what_is_past_its_time_is_told_by_the_kind(void **state)
{
	const struct retention retention = { .finished_ms = 1000, .inbox_ms = 500 };
	struct alert_row open = { 0 }, resolved = { .resolved_at = 70 };
	struct document_row document = { .until = 90 };
	(void)state;
	assert_true(kind_past_until(KIND_DOCUMENT, &retention, 5000) == 5000);
	assert_true(kind_past_until(KIND_RESULT, &retention, 5000) == 4000);
	assert_true(kind_past_until(KIND_DELIVERY, &retention, 5000) == 4000);
	assert_true(kind_past_until(KIND_ALERT, &retention, 91 * MSEC_DAY) == MSEC_DAY);
	assert_true(kind_past_until(KIND_NOTICE, &retention, 5000) ==
		    retention_notices_until(&retention, 5000));
	assert_true(kind_dated_at(&row_kinds[KIND_DOCUMENT], &document) == 90);
	assert_true(kind_dated_at(&row_kinds[KIND_ALERT], &resolved) == 70);
	assert_true(kind_dated_at(&row_kinds[KIND_ALERT], &open) == MSEC_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fact_of_a_kind_is_as_it_was_meant),
		cmocka_unit_test(kinds_that_memory_holds_come_first),
		cmocka_unit_test(rows_come_by_their_keys_column_by_column),
		cmocka_unit_test(texts_are_compared_as_a_database_does),
		cmocka_unit_test(a_kind_knows_whose_its_rows_are),
		cmocka_unit_test(a_group_is_seeded_by_the_row_it_is_of),
		cmocka_unit_test(what_is_past_its_time_is_told_by_the_kind),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
