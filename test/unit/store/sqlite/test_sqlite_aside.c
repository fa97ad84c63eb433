/* Damaged rows, moved to a file: these alone, and only where no server writes. */
#include "store/sqlite/sqlite_aside.h"

#include "store/sqlite/hot_store.h"
#include "store/sqlite/sqlite_link.h"

/* Two pauses, one with a reason of every sign that SQL quotes; that one is damaged then. */
static struct hot_store with_a_damaged_pause(void)
{
	struct hot_store hot = hot_open();
	struct scene *scene = sqlite_scene_open();
	struct sqlite_store *store = open_file(hot.folder.file);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_pause(scene, (struct pause_key){ PAUSE_TYPE, { 1 }, 1 }, MSEC_MAX, STR("plain"));
	put_pause(scene, (struct pause_key){ PAUSE_TYPE, { 1 }, 2 }, MSEC_MAX,
		  STR("it's \"odd\"; --\n"));
	scene->turn.id = ++scene->last_turn;
	assert_int_equal(store_commit(sqlite_store_view(store), &scene->turn), ERR_OK);
	sqlite_store_abandon(store);
	sqlite_scene_close(scene);
	run_sql(hot.folder.file, "UPDATE pauses SET since = 6 WHERE number = 2");
	return hot;
}

static enum err set_aside(const struct hot_store *hot, struct buf *file, u64 *rows, struct why *why)
{
	return sqlite_set_aside(str_from(hot->folder.file), aside_table_find(STR("pauses")),
				STR("20261118T040500Z"), file, rows, why);
}

static i64 number_in_file(const struct hot_store *hot, const char *sql)
{
	sqlite3 *db = NULL;
	struct why why;
	i64 number = -1;
	assert_int_equal(sqlite3_open(hot->folder.file, &db), SQLITE_OK);
	if (link_number(db, sql, &why, &number)) fail_msg("%s", why.text);
	sqlite3_close(db);
	return number;
}

static void read_text(const char *path, char *out_text, size_t room)
{
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	size_t len = fread(out_text, 1, room - 1, file);
	out_text[len] = '\0';
	assert_int_equal(fclose(file), 0);
}

static void a_damaged_row_moves_to_a_file_that_brings_it_back(void **state)
{
	struct hot_store hot = with_a_damaged_pause();
	struct buf file;
	char sql[20000];
	struct why why;
	u64 rows = 0;
	(void)state;
	buf_init(&file, 2000);
	assert_int_equal(set_aside(&hot, &file, &rows, &why), ERR_OK);
	assert_int_equal(rows, 1);
	assert_int_equal(number_in_file(&hot, "SELECT count(*) FROM pauses"), 1);
	assert_int_equal(number_in_file(&hot, "SELECT number FROM pauses"), 1);
	buf_add_byte(&file, '\0');
	assert_true(str_starts_with(str_from(file.at), str_from(hot.folder.file)));
	read_text(file.at, sql, sizeof sql);
	assert_true(str_starts_with(str_from(sql), STR("INSERT INTO pauses (scope, tenant, ")));
	run_sql(hot.folder.file, sql);
	assert_int_equal(number_in_file(&hot, "SELECT count(*) FROM pauses WHERE number = 2"
					      " AND since = 6"
					      " AND reason = CAST('it''s \"odd\"; --' || char(10)"
					      " AS BLOB)"),
			 1);
	assert_int_equal(unlink(file.at), 0);
	buf_done(&file);
	hot_close(&hot);
}

static void nothing_is_removed_unless_the_file_is_kept(void **state)
{
	struct hot_store hot = with_a_damaged_pause();
	char taken[400];
	struct buf file;
	struct why why;
	u64 rows = 77;
	(void)state;
	buf_init(&file, 2000);
	snprintf(taken, sizeof taken, "%s-set-aside-pauses-20261118T040500Z.sql", hot.folder.file);
	fclose(fopen(taken, "w"));
	assert_int_equal(set_aside(&hot, &file, &rows, &why), ERR_IO);
	assert_true(why_says(&why, "cannot create"));
	assert_int_equal(number_in_file(&hot, "SELECT count(*) FROM pauses"), 2);
	assert_int_equal(unlink(taken), 0);
	struct sqlite_store *store = open_file(hot.folder.file);
	assert_int_equal(set_aside(&hot, &file, &rows, &why), ERR_CONFLICT);
	assert_true(why_says(&why, "stop the server first"));
	sqlite_store_abandon(store);
	assert_int_equal(number_in_file(&hot, "SELECT count(*) FROM pauses"), 2);
	assert_int_equal(rows, 77);
	assert_int_equal(file.len, 0);
	buf_done(&file);
	hot_close(&hot);
}

static void whole_rows_need_no_file(void **state)
{
	struct hot_store hot = with_a_damaged_pause();
	struct buf file;
	struct why why;
	u64 rows = 77;
	(void)state;
	buf_init(&file, 2000);
	run_sql(hot.folder.file, "UPDATE pauses SET since = 5");
	assert_int_equal(set_aside(&hot, &file, &rows, &why), ERR_OK);
	assert_int_equal(rows, 0);
	assert_int_equal(file.len, 0);
	assert_int_equal(number_in_file(&hot, "SELECT count(*) FROM pauses"), 2);
	buf_done(&file);
	hot_close(&hot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_damaged_row_moves_to_a_file_that_brings_it_back),
		cmocka_unit_test(nothing_is_removed_unless_the_file_is_kept),
		cmocka_unit_test(whole_rows_need_no_file),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
