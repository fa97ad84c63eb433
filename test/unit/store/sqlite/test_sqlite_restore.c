/* A backup takes the store's place, whole or not at all, wherever it is truncated. */
#include "store/sqlite/sqlite_restore.h"

#include "store/sqlite/hot_store.h"
#include "store/sqlite/sqlite_backup.h"
#include "store/sqlite/sqlite_schema.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

enum { RUNS_THEN = 100, RUNS_NOW = 900 };

/* A store with 900 runs whose process died, and a backup from when it had 100. */
struct restored {
	struct hot_store hot;
	char backup[320];
};

static i64 count_in(const char *path, const char *sql)
{
	sqlite3 *db = NULL;
	struct why why;
	i64 count = -1;
	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	if (link_number(db, sql, &why, &count)) fail_msg("%s: %s", path, why.text);
	sqlite3_close(db);
	return count;
}

static void back_up(struct restored *ground)
{
	struct examine_report report;
	struct why why;
	if (sqlite_backup(str_from(ground->hot.folder.file), str_from(ground->backup), &report,
			  &why))
		fail_msg("%s", why.text);
}

static void live_on(struct restored *ground, u32 from, u32 to)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_store *store = open_file(ground->hot.folder.file);
	for (u32 i = from; i <= to; i++) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"to\": \"ann\"}");
		row.payload_len = (u32)row.payload.len;
		put_run(scene, &row);
		if (i % 100) continue;
		scene->turn.id = i;
		assert_int_equal(store_commit(sqlite_store_view(store), &scene->turn), ERR_OK);
		begin(scene);
	}
	sqlite_store_abandon(store);
	sqlite_scene_close(scene);
}

static struct restored prepare(void)
{
	struct restored ground = { .hot = hot_open() };
	snprintf(ground.backup, sizeof ground.backup, "%s/backup.db", ground.hot.folder.path);
	live_on(&ground, 1, RUNS_THEN);
	back_up(&ground);
	live_on(&ground, RUNS_THEN + 1, RUNS_NOW);
	assert_true(hot_size(ground.hot.log) > 0);
	return ground;
}

/* Folders of kept files, too. */
static void forget(struct restored *ground)
{
	struct why why;
	u32 folders;
	assert_int_equal(sqlite_restore_discard(str_from(ground->hot.folder.file), &folders, &why),
			 ERR_OK);
	(void)unlink(ground->backup);
	hot_close(&ground->hot);
}

static struct restore_config plan(const struct restored *ground)
{
	return (struct restore_config){ .backup = str_from(ground->backup),
					.store = str_from(ground->hot.folder.file),
					.stamp = STR("20261118T040500Z") };
}

static struct restore_report restore(const struct restored *ground)
{
	const struct restore_config config = plan(ground);
	struct restore_report report = { 0 };
	struct why why;
	if (sqlite_restore(&config, &report, &why)) fail_msg("%s", why.text);
	return report;
}

static i64 runs_in(const char *path)
{
	return count_in(path, "SELECT count(*) FROM runs");
}

/* How many runs a server finds. */
static i64 runs_served(const struct restored *ground)
{
	close_store(open_file(ground->hot.folder.file));
	return runs_in(ground->hot.folder.file);
}

static bool exists(const struct restored *ground, const char *suffix)
{
	char path[400];
	snprintf(path, sizeof path, "%s%s", ground->hot.folder.file, suffix);
	return access(path, F_OK) == 0;
}

/* ---- whole ---------------------------------------------------------------------------------- */

static void the_store_is_what_the_backup_was(void **state)
{
	struct restored ground = prepare();
	char kept[1200];
	(void)state;
	struct restore_report report = restore(&ground);
	assert_int_equal(report.found.damaged, 0);
	assert_int_equal(report.backup_version, schema_version());
	assert_false(exists(&ground, "-wal"));
	assert_false(exists(&ground, "-restoring"));
	assert_false(exists(&ground, "-replacing"));
	assert_int_equal(runs_served(&ground), RUNS_THEN);
	assert_true(report.has_kept);
	/* The old one is whole, with its log. */
	snprintf(kept, sizeof kept, "%s/belfry.db", report.kept.text);
	assert_int_equal(runs_in(kept), RUNS_NOW);
	/* The backup is what it was, and can be restored again. */
	assert_int_equal(count_in(ground.backup, "PRAGMA application_id"), SCHEMA_BACKUP);
	struct restore_report again = restore(&ground);
	assert_string_not_equal(again.kept.text, report.kept.text);
	assert_int_equal(runs_served(&ground), RUNS_THEN);
	forget(&ground);
}

static void what_was_replaced_can_be_restored_with_its_log(void **state)
{
	struct restored ground = prepare();
	struct why why;
	u32 folders = 0;
	(void)state;
	struct restore_report first = restore(&ground), second = { 0 };
	struct restore_config config = plan(&ground);
	char kept[1200];
	snprintf(kept, sizeof kept, "%s/belfry.db", first.kept.text);
	config.backup = str_from(kept);
	if (sqlite_restore(&config, &second, &why)) fail_msg("%s", why.text);
	assert_int_equal(runs_served(&ground), RUNS_NOW);
	assert_int_equal(sqlite_restore_discard(str_from(ground.hot.folder.file), &folders, &why),
			 ERR_OK);
	assert_int_equal(folders, 2);
	assert_int_equal(runs_served(&ground), RUNS_NOW);
	forget(&ground);
}

static void a_backup_in_the_stores_place_is_restored_from_there(void **state)
{
	struct restored ground = prepare();
	struct sqlite_store *store = NULL;
	struct why why;
	(void)state;
	/* As `cp` or `mv` would: the old log stays. */
	assert_int_equal(rename(ground.backup, ground.hot.folder.file), 0);
	assert_int_equal(try_open_file(ground.hot.folder.file, &why, &store), ERR_STORE);
	assert_true(why_says(&why, "belfry restore "));
	struct restore_config config = plan(&ground);
	config.backup = config.store;
	struct restore_report report = { 0 };
	if (sqlite_restore(&config, &report, &why)) fail_msg("%s", why.text);
	assert_int_equal(runs_served(&ground), RUNS_THEN);
	assert_true(report.has_kept);
	forget(&ground);
}

static void a_folder_without_a_store_gets_one(void **state)
{
	struct restored ground = prepare();
	static const char *const parts[] = { "", "-wal", "-shm" };
	char path[400];
	(void)state;
	for (u32 i = 0; i < countof(parts); i++) {
		snprintf(path, sizeof path, "%s%s", ground.hot.folder.file, parts[i]);
		(void)unlink(path);
	}
	assert_false(restore(&ground).has_kept);
	assert_int_equal(runs_served(&ground), RUNS_THEN);
	forget(&ground);
}

/* ---- refused -------------------------------------------------------------------------------- */

static void expect_refused(const struct restored *ground, enum err expected, const char *words)
{
	const struct restore_config config = plan(ground);
	struct restore_report report;
	struct why why;
	assert_int_equal(sqlite_restore(&config, &report, &why), expected);
	if (!why_says(&why, words)) fail_msg("%s", why.text);
	assert_false(exists(ground, "-restoring"));
	assert_false(exists(ground, "-replacing"));
}

static void what_is_no_sound_backup_is_refused(void **state)
{
	struct restored ground = prepare();
	(void)state;
	run_sql(ground.backup, "UPDATE runs SET priority = 1 WHERE hex(id) LIKE '%0003'");
	expect_refused(&ground, ERR_STORE_DAMAGED, "1 of its");
	run_sql(ground.backup, "PRAGMA user_version = 9999");
	expect_refused(&ground, ERR_STORE, "has version 9999");
	run_sql(ground.backup, "PRAGMA application_id = 7");
	expect_refused(&ground, ERR_STORE, "application id is 7");
	assert_int_equal(truncate(ground.backup, 20000), 0);
	expect_refused(&ground, ERR_STORE_DAMAGED, "is truncated");
	assert_int_equal(truncate(ground.backup, 0), 0);
	expect_refused(&ground, ERR_STORE, "is not a backup");
	unlink(ground.backup);
	expect_refused(&ground, ERR_NOT_FOUND, "there is no file");
	assert_int_equal(runs_served(&ground), RUNS_NOW);
	forget(&ground);
}

static void damaged_rows_can_be_accepted(void **state)
{
	struct restored ground = prepare();
	struct restore_config config = plan(&ground);
	struct restore_report report;
	struct why why;
	(void)state;
	run_sql(ground.backup, "UPDATE runs SET priority = 1 WHERE hex(id) LIKE '%0003'");
	config.accepts_damage = true;
	assert_int_equal(sqlite_restore(&config, &report, &why), ERR_OK);
	assert_int_equal(report.found.damaged, 1);
	forget(&ground);
}

static void beside_a_server_nothing_is_restored(void **state)
{
	struct restored ground = prepare();
	struct sqlite_store *store = open_file(ground.hot.folder.file);
	(void)state;
	expect_refused(&ground, ERR_CONFLICT, "is in use by process");
	assert_int_equal(store_probe(sqlite_store_view(store)), ERR_OK);
	close_store(store);
	assert_int_equal(runs_served(&ground), RUNS_NOW);
	forget(&ground);
}

static void the_store_itself_is_no_backup(void **state)
{
	struct restored ground = prepare();
	struct restore_config config = plan(&ground);
	struct restore_report report;
	struct why why;
	(void)state;
	config.backup = config.store;
	assert_int_equal(sqlite_restore(&config, &report, &why), ERR_STORE);
	assert_true(why_says(&why, "is the store itself"));
	assert_int_equal(runs_served(&ground), RUNS_NOW);
	forget(&ground);
}

static enum err say_no(void *context, str copy, struct why *why)
{
	assert_int_equal(runs_in(copy.at), *(int *)context);
	return fail(why, ERR_CONFLICT, "no");
}

static void whoever_may_say_no_sees_the_copy_first(void **state)
{
	struct restored ground = prepare();
	struct restore_config config = plan(&ground);
	struct restore_report report;
	struct why why;
	int expected = RUNS_THEN;
	(void)state;
	config.judge = say_no;
	config.context = &expected;
	assert_int_equal(sqlite_restore(&config, &report, &why), ERR_CONFLICT);
	assert_int_equal(runs_served(&ground), RUNS_NOW);
	forget(&ground);
}

/* ---- cut off -------------------------------------------------------------------------------- */

static void die_at(void *context, enum restore_step step)
{
	if (step == *(enum restore_step *)context) raise(SIGKILL);
}

static void restore_and_die(const struct restored *ground, enum restore_step step)
{
	int status;
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct restore_config config = plan(ground);
		struct restore_report report;
		struct why why;
		config.begins = die_at;
		config.context = &step;
		_exit(sqlite_restore(&config, &report, &why) ? 2 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
}

/* The old one, or a word that names the line; and the line works. */
static void wherever_it_is_cut_off_it_is_old_or_says_the_line(void **state)
{
	(void)state;
	for (u32 step = 0; step < RESTORE_STEPS; step++) {
		struct restored ground = prepare();
		struct sqlite_store *store = NULL;
		struct why why;
		struct folder *folder = &ground.hot.folder;
		char kept[1200], line[800];
		restore_and_die(&ground, (enum restore_step)step);
		enum err err = try_open_file(folder->file, &why, &store);
		if (!err) {
			close_store(store);
			assert_in_range(step, 0, RESTORE_REPLACE);
			assert_int_equal(runs_in(folder->file), RUNS_NOW);
		} else {
			assert_in_range(step, RESTORE_REPLACE + 1, RESTORE_STEPS);
			snprintf(line, sizeof line, "belfry restore %s --data %s", folder->file,
				 folder->path);
			if (!why_says(&why, line)) fail_msg("%s", why.text);
			struct restore_config config = plan(&ground);
			struct restore_report report = { 0 };
			config.backup = config.store;
			if (sqlite_restore(&config, &report, &why)) fail_msg("%s", why.text);
			assert_int_equal(runs_served(&ground), RUNS_THEN);
			/* The first one kept the old store. */
			snprintf(kept, sizeof kept, "%s-replaced-20261118T040500Z/belfry.db",
				 folder->file);
			assert_int_equal(runs_in(kept), RUNS_NOW);
		}
		(void)restore(&ground);
		assert_int_equal(runs_served(&ground), RUNS_THEN);
		forget(&ground);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_store_is_what_the_backup_was),
		cmocka_unit_test(what_was_replaced_can_be_restored_with_its_log),
		cmocka_unit_test(a_backup_in_the_stores_place_is_restored_from_there),
		cmocka_unit_test(a_folder_without_a_store_gets_one),
		cmocka_unit_test(what_is_no_sound_backup_is_refused),
		cmocka_unit_test(damaged_rows_can_be_accepted),
		cmocka_unit_test(beside_a_server_nothing_is_restored),
		cmocka_unit_test(the_store_itself_is_no_backup),
		cmocka_unit_test(whoever_may_say_no_sees_the_copy_first),
		cmocka_unit_test(wherever_it_is_cut_off_it_is_old_or_says_the_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
