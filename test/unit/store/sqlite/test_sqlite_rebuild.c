/* Lists by tenant, made anew: all or nothing, and only where no server writes. */
#include "store/sqlite/sqlite_rebuild.h"

#include "store/sqlite/hot_store.h"
#include "store/sqlite/sqlite_examine.h"

static u64 strays_of(const struct hot_store *hot)
{
	static const struct examine_sink nobody = { 0 };
	struct examine_report report = { 0 };
	struct why why;
	if (sqlite_examine(str_from(hot->folder.file), &nobody, &report, &why))
		fail_msg("%s", why.text);
	assert_int_equal(report.damaged + report.faults, 0);
	return report.strays;
}

static u64 rebuild(const struct hot_store *hot)
{
	u64 entries = 0;
	struct why why;
	if (sqlite_rebuild_lists(str_from(hot->folder.file), &entries, &why))
		fail_msg("%s", why.text);
	return entries;
}

static void wrong_lists_fit_again(void **state)
{
	struct hot_store hot = hot_open();
	(void)state;
	hot_live(&hot, 3, 20, 0);
	assert_int_equal(rebuild(&hot), 60);
	run_sql(hot.folder.file, "DELETE FROM tenant_runs WHERE hex(run) LIKE '%0003';"
				 "INSERT INTO tenant_runs VALUES (5, zeroblob(16));"
				 "INSERT INTO tenant_effects VALUES (5, zeroblob(16))");
	assert_int_equal(strays_of(&hot), 3);
	assert_int_equal(rebuild(&hot), 60);
	assert_int_equal(strays_of(&hot), 0);
	hot_close(&hot);
}

static void an_empty_store_has_empty_lists(void **state)
{
	struct hot_store hot = hot_open();
	(void)state;
	hot_live(&hot, 1, 0, 0);
	assert_int_equal(rebuild(&hot), 0);
	assert_int_equal(strays_of(&hot), 0);
	hot_close(&hot);
}

static void a_store_with_a_server_or_of_an_older_version_is_left_alone(void **state)
{
	struct hot_store hot = hot_open();
	u64 entries = 77;
	struct why why;
	(void)state;
	str path = str_from(hot.folder.file);
	assert_int_not_equal(sqlite_rebuild_lists(path, &entries, &why), ERR_OK);
	assert_int_not_equal(access(hot.folder.file, F_OK), 0);
	hot_live(&hot, 1, 5, 0);
	struct sqlite_store *store = open_file(hot.folder.file);
	assert_int_not_equal(sqlite_rebuild_lists(path, &entries, &why), ERR_OK);
	sqlite_store_abandon(store);
	run_sql(hot.folder.file, "PRAGMA user_version = 3");
	assert_int_equal(sqlite_rebuild_lists(path, &entries, &why), ERR_STORE);
	assert_true(why_says(&why, "older version (3)"));
	assert_int_equal(entries, 77);
	hot_close(&hot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_lists_fit_again),
		cmocka_unit_test(an_empty_store_has_empty_lists),
		cmocka_unit_test(a_store_with_a_server_or_of_an_older_version_is_left_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
