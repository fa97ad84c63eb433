/* A tenant's list against its table: what is missing, what is too much, and what is neither. */
#include "store/sqlite/sqlite_examine.h"

#include "store/sqlite/hot_store.h"
#include "store/sqlite/sqlite_rebuild.h"

enum { STRAYS_MAX = 8 };

struct told {
	struct stray_entry entries[STRAYS_MAX];
	char tenants[STRAYS_MAX][20];
	u32 len;
};

static void on_stray(void *context, const struct stray_entry *entry)
{
	struct told *told = context;
	assert_in_range(told->len, 0, STRAYS_MAX - 1);
	snprintf(told->tenants[told->len], sizeof told->tenants[0], "%.*s", STR_ARG(entry->tenant));
	told->entries[told->len++] = *entry;
}

static struct examine_report examine(const struct hot_store *hot, struct told *told)
{
	const struct examine_sink sink = { .context = told, .stray = on_stray };
	struct examine_report report = { 0 };
	struct why why;
	*told = (struct told){ 0 };
	if (sqlite_examine(str_from(hot->folder.file), &sink, &report, &why))
		fail_msg("%s", why.text);
	return report;
}

static struct hot_store live(bool is_listed)
{
	struct hot_store hot = hot_open();
	u64 entries = 0;
	struct why why;
	hot_live(&hot, 2, 10, 0);
	if (is_listed && sqlite_rebuild_lists(str_from(hot.folder.file), &entries, &why))
		fail_msg("%s", why.text);
	assert_int_equal(entries, is_listed ? 20 : 0);
	return hot;
}

static void a_list_that_fits_its_table_has_no_strays(void **state)
{
	struct hot_store hot = live(true);
	struct told told;
	(void)state;
	assert_int_equal(examine(&hot, &told).strays, 0);
	assert_int_equal(told.len, 0);
	hot_close(&hot);
}

/* They are found in the table: no list is complete yet. */
static void rows_above_the_place_of_a_list_are_no_strays(void **state)
{
	struct hot_store hot = live(false);
	struct told told;
	(void)state;
	assert_int_equal(examine(&hot, &told).strays, 0);
	hot_close(&hot);
}

static void a_row_that_its_list_lacks_is_named(void **state)
{
	struct hot_store hot = live(true);
	struct told told;
	struct uuid seventh = id_of(7);
	(void)state;
	run_sql(hot.folder.file, "DELETE FROM tenant_runs WHERE hex(run) LIKE '%0007'");
	struct examine_report report = examine(&hot, &told);
	assert_int_equal(report.strays, 1);
	assert_int_equal(report.damaged + report.faults, 0);
	assert_true(told.entries[0].is_missing);
	assert_true(uuid_eq(&told.entries[0].id, &seventh));
	assert_string_equal(told.entries[0].list, "tenant_runs");
	hot_close(&hot);
}

static void an_entry_in_another_tenants_list_is_named_twice(void **state)
{
	struct hot_store hot = live(true);
	struct told told;
	(void)state;
	run_sql(hot.folder.file, "UPDATE tenant_runs SET owner = 77 WHERE hex(run) LIKE '%0003'");
	assert_int_equal(examine(&hot, &told).strays, 2);
	assert_true(told.entries[0].is_missing);
	assert_false(told.entries[1].is_missing);
	assert_true(uuid_eq(&told.entries[0].id, &told.entries[1].id));
	hot_close(&hot);
}

static void entries_without_rows_are_named_in_each_list(void **state)
{
	struct hot_store hot = live(true);
	struct told told;
	(void)state;
	run_sql(hot.folder.file, "INSERT INTO tenant_executions VALUES (1, zeroblob(16));"
				 "INSERT INTO tenant_effects VALUES (1, zeroblob(16))");
	assert_int_equal(examine(&hot, &told).strays, 2);
	assert_string_equal(told.entries[0].list, "tenant_executions");
	assert_string_equal(told.entries[1].list, "tenant_effects");
	assert_false(told.entries[0].is_missing || told.entries[1].is_missing);
	hot_close(&hot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_that_fits_its_table_has_no_strays),
		cmocka_unit_test(rows_above_the_place_of_a_list_are_no_strays),
		cmocka_unit_test(a_row_that_its_list_lacks_is_named),
		cmocka_unit_test(an_entry_in_another_tenants_list_is_named_twice),
		cmocka_unit_test(entries_without_rows_are_named_in_each_list),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
