/* A reading connection: beside the writer, and within bounds. */
#include "store/sqlite/query_scene.h"

static void a_query_sees_what_was_committed_since(void **state)
{
	struct query_scene it = query_scene_open();
	struct run_list list = { .limit = 10 };
	struct run_page page;
	(void)state;
	for (u32 i = 1; i <= 3; i++) {
		struct run_row row = a_run(i);
		put_run(it.scene, &row);
		commit(it.scene);
		assert_int_equal(it.query->calls->runs(it.query, &list, &it.arena, &page), ERR_OK);
		assert_int_equal(page.len, i);
	}
	query_scene_close(&it);
}

/* Many rows, none of which fits: the work is bounded, and the answer says so. */
static void a_list_that_costs_too_much_is_refused(void **state)
{
	struct query_scene it = query_scene_open();
	struct run_list none = { .user = STR("nobody"), .limit = 10 }, some = { .limit = 2000 };
	struct run_page page;
	struct query *small = NULL;
	(void)state;
	for (u32 i = 1; i <= 3000; i++) {
		struct run_row row = a_run(i);
		put_run(it.scene, &row);
	}
	commit(it.scene);
	assert_int_equal(try_query(it.scene, 5, &small), ERR_OK);
	assert_int_equal(small->calls->runs(small, &none, &it.arena, &page), ERR_BUSY);
	assert_int_equal(small->calls->runs(small, &some, &it.arena, &page), ERR_OK);
	assert_true(page.len > 0);
	assert_true(page.len < 2000);
	assert_true(page.has_more); /* what was found, and where to go on */
	some.limit = 3;
	assert_int_equal(small->calls->runs(small, &some, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 3);
	assert_int_equal(it.query->calls->runs(it.query, &none, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 0);
	small->calls->close(small);
	query_scene_close(&it);
}

static void what_is_not_there_is_not_opened(void **state)
{
	struct sqlite_query_config config = { .path = STR("/no/such.db") };
	struct query *query = NULL;
	struct why why;
	(void)state;
	assert_int_equal(sqlite_query_open(&config, &why, &query), ERR_STORE);
	config.path = STR("");
	assert_int_equal(sqlite_query_open(&config, &why, &query), ERR_INVALID);
	assert_null(query);
}

static void a_store_of_another_version_is_not_read(void **state)
{
	struct folder folder = folder_make();
	struct sqlite_query_config config = { .path = str_from(folder.file) };
	struct query *query = NULL;
	struct why why;
	(void)state;
	close_store(open_file(folder.file));
	assert_int_equal(sqlite_query_open(&config, &why, &query), ERR_OK);
	query->calls->close(query);
	run_sql(folder.file, "PRAGMA user_version=77");
	assert_int_equal(sqlite_query_open(&config, &why, &query), ERR_STORE);
	assert_true(why_says(&why, "version 77"));
	folder_remove(&folder);
}

/* The reader's end leaves the log to the writer. */
static void closing_a_query_changes_no_file(void **state)
{
	struct folder folder = folder_make();
	struct sqlite_query_config config = { .path = str_from(folder.file) };
	struct sqlite_store *store = open_file(folder.file);
	struct query *query = NULL;
	struct why why;
	struct stat before, after;
	char log[400];
	(void)state;
	snprintf(log, sizeof log, "%s-wal", folder.file);
	assert_int_equal(store_probe(sqlite_store_view(store)), ERR_OK);
	assert_int_equal(sqlite_query_open(&config, &why, &query), ERR_OK);
	sqlite_store_abandon(store);
	assert_int_equal(stat(log, &before), 0);
	query->calls->close(query);
	assert_int_equal(stat(log, &after), 0);
	assert_int_equal(before.st_size, after.st_size);
	folder_remove(&folder);
}

static void without_memory_nothing_is_opened(void **state)
{
	struct query_scene it = query_scene_open();
	struct query *query = NULL;
	u64 nth = 1;
	(void)state;
	struct mem_watch watch = { .refuse = check_refuse_nth, .context = &nth };
	mem_set_watch(&watch);
	enum err err = try_query(it.scene, 0, &query);
	mem_set_watch(NULL);
	assert_int_equal(err, ERR_MEMORY);
	assert_int_equal(watch.live, 0);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_query_sees_what_was_committed_since),
		cmocka_unit_test(a_list_that_costs_too_much_is_refused),
		cmocka_unit_test(what_is_not_there_is_not_opened),
		cmocka_unit_test(a_store_of_another_version_is_not_read),
		cmocka_unit_test(closing_a_query_changes_no_file),
		cmocka_unit_test(without_memory_nothing_is_opened),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
