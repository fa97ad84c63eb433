/* The lists of turns against the journal and the audit. */
#include "store/sqlite/sqlite_compare.h"

#include "conformance/audit_rows.h"
#include "store/sqlite/hot_store.h"
#include "store/sqlite/sqlite_rebuild.h"

enum { STRAYS_MAX = 8 };

struct told {
	struct stray_entry entries[STRAYS_MAX];
	u32 len;
};

static void on_stray(void *context, const struct stray_entry *entry)
{
	struct told *told = context;
	assert_in_range(told->len, 0, STRAYS_MAX - 1);
	told->entries[told->len++] = *entry;
}

static u64 examine(const struct folder *folder, struct told *told)
{
	const struct examine_sink sink = { .context = told, .stray = on_stray };
	struct examine_report report = { 0 };
	struct why why;
	*told = (struct told){ 0 };
	if (sqlite_examine(str_from(folder->file), &sink, &report, &why)) fail_msg("%s", why.text);
	assert_int_equal(report.damaged + report.faults, 0);
	return report.strays;
}

/* Turns 1 to 10 of tenants 1 and 2 in turn, listed. */
static struct folder live(void)
{
	struct folder folder = folder_make();
	struct scene *scene = sqlite_scene_open();
	struct sqlite_store *store = open_file(folder.file);
	u64 entries = 0;
	struct why why;
	for (u32 i = 0; i < 10; i++) {
		scene->turn.id = ++scene->last_turn;
		put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_CREATED,
							    .tenant = { 1 + i % 2 },
							    .type = { 1 },
							    .run = id_of(1),
							    .to = RUN_QUEUED });
		put_audit(scene, an_audit_row(scene, 1, 1 + i % 2));
		assert_int_equal(store_commit(sqlite_store_view(store), &scene->turn), ERR_OK);
		begin(scene);
	}
	close_store(store);
	sqlite_scene_close(scene);
	if (sqlite_rebuild_lists(str_from(folder.file), &entries, &why)) fail_msg("%s", why.text);
	assert_int_equal(entries, 20);
	return folder;
}

/* Puts a row in the place of a tenant's row, whole as the program would write it. */
static void put_row(const struct folder *folder, struct owned_turns_row row)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *stmt = NULL;
	run_sql(folder->file, "DELETE FROM tenant_turns WHERE tenant = 2 AND kind = 0");
	assert_int_equal(sqlite3_open(folder->file, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db,
					    "INSERT INTO tenant_turns VALUES (?, ?, ?, ?, ?, ?)",
					    -1, &stmt, NULL),
			 SQLITE_OK);
	struct cells cells = cells_to_bind(stmt);
	cells_bind(&cells, GROUP_OWNED_TURNS, &row, NULL);
	assert_int_equal(sqlite3_step(stmt), SQLITE_DONE);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
}

static void lists_that_fit_have_no_strays(void **state)
{
	struct folder folder = live();
	struct told told;
	(void)state;
	assert_int_equal(examine(&folder, &told), 0);
	folder_remove(&folder);
}

static void a_turn_that_the_list_lacks_is_named(void **state)
{
	struct folder folder = live();
	struct told told;
	(void)state;
	/* 2, 4, 8, 10 */
	put_row(&folder,
		(struct owned_turns_row){ 2, TURNS_OF_JOURNAL, 10, 2, STR("\x02\x04\x02") });
	assert_int_equal(examine(&folder, &told), 1);
	assert_int_equal(told.entries[0].turn, 6);
	assert_true(told.entries[0].is_missing);
	assert_string_equal(told.entries[0].list, "tenant_turns");
	folder_remove(&folder);
}

static void a_turn_that_is_about_another_is_named(void **state)
{
	struct folder folder = live();
	struct told told;
	(void)state;
	/* 2, 3, 4, 6, 8, 10 */
	put_row(&folder, (struct owned_turns_row){ 2, TURNS_OF_JOURNAL, 10, 2,
						   STR("\x01\x01\x02\x02\x02") });
	assert_int_equal(examine(&folder, &told), 1);
	assert_int_equal(told.entries[0].turn, 3);
	assert_false(told.entries[0].is_missing);
	folder_remove(&folder);
}

static void a_list_of_the_audit_that_is_gone_is_named_by_its_turns(void **state)
{
	struct folder folder = live();
	struct told told;
	(void)state;
	run_sql(folder.file, "DELETE FROM tenant_turns WHERE tenant = 1 AND kind = 1");
	assert_int_equal(examine(&folder, &told), 5);
	assert_int_equal(told.entries[0].turn, 1);
	assert_int_equal(told.entries[4].turn, 9);
	folder_remove(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_that_fit_have_no_strays),
		cmocka_unit_test(a_turn_that_the_list_lacks_is_named),
		cmocka_unit_test(a_turn_that_is_about_another_is_named),
		cmocka_unit_test(a_list_of_the_audit_that_is_gone_is_named_by_its_turns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
