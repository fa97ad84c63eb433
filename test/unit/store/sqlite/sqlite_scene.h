/* What the stories about the SQLite store share: a store over a simulated disk (sqlite_kind.h), a
 * folder of real files, and a look at the file past the store. */
#ifndef BELFRY_TEST_SQLITE_SCENE_H
#define BELFRY_TEST_SQLITE_SCENE_H

#include "conformance/snapshot.h"
#include "store/sqlite/sqlite_link.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- over the simulated disk -------------------------------------------------------------- */

static inline struct scene *sqlite_scene_open(void)
{
	struct scene *scene = malloc(sizeof *scene);
	assert_non_null(scene);
	assert_true(scene_open(scene, &sqlite_kind, NULL));
	return scene;
}

static inline void sqlite_scene_close(struct scene *scene)
{
	scene_close(scene);
	free(scene);
}

static inline struct sqlite_subject *subject_of(struct scene *scene)
{
	return scene->subject;
}

static inline struct sqlite_counters counters_of(struct scene *scene)
{
	return sqlite_store_counters(subject_of(scene)->store);
}

/* Changes the file behind the store's back, as a bad disk would; says how many rows. */
static inline int tamper(struct scene *scene, const char *sql)
{
	struct sqlite_subject *subject = subject_of(scene);
	sqlite3_stmt *stmt = sqlite_kind_look(subject, sql, NULL);
	assert_int_equal(sqlite3_step(stmt), SQLITE_DONE);
	int changes = sqlite3_changes(subject->looker);
	sqlite_kind_stop_looking(subject);
	return changes;
}

/* The one number that it finds. */
static inline u64 number_by(struct scene *scene, const char *sql)
{
	sqlite3_stmt *stmt = sqlite_kind_look(subject_of(scene), sql, NULL);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	u64 value = (u64)sqlite3_column_int64(stmt, 0);
	sqlite_kind_stop_looking(subject_of(scene));
	return value;
}

/* A row of unique_keys, as stores of before version 47 have their keys; the store that is open does
 * not know of it. */
static inline void put_old_key(struct scene *scene, const struct unique_row *row)
{
	char sql[400], key[33], run[33];
	for (u32 i = 0; i < 16; i++) {
		snprintf(key + i * 2, 3, "%02x", ((const u8 *)&row->key.key)[i]);
		snprintf(run + i * 2, 3, "%02x", row->run.bytes[i]);
	}
	snprintf(sql, sizeof sql,
		 "INSERT INTO unique_keys VALUES (%lld, %u, %u, %d, x'%s', x'%s', %lld, %d)",
		 (long long)row->key.bucket, row->key.tenant.v, row->key.type.v,
		 (int)row->key.scope, key, run, (long long)row->until,
		 columns_check(GROUP_UNIQUE, row, NULL));
	tamper(scene, sql);
}

/* ---- real files --------------------------------------------------------------------------- */

struct folder {
	char path[256];
	char file[300];
};

static inline struct folder folder_make(void)
{
	struct folder folder;
	const char *base = getenv("TMPDIR");
	snprintf(folder.path, sizeof folder.path, "%s/belfry-sqlite-XXXXXX", base ? base : "/tmp");
	assert_non_null(mkdtemp(folder.path));
	snprintf(folder.file, sizeof folder.file, "%s/belfry.db", folder.path);
	return folder;
}

static inline void folder_remove(const struct folder *folder)
{
	static const char *const names[] = { "belfry.db",        "belfry.db-wal",
					     "belfry.db-shm",    "belfry.db.lock",
					     "belfry.db-check",  "copy.db",
					     "link.db",          "other.db",
					     "belfry.db-reserve" };
	char path[400];
	for (size_t i = 0; i < countof(names); i++) {
		snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
		if (unlink(path)) assert_int_equal(errno, ENOENT);
	}
	assert_int_equal(rmdir(folder->path), 0);
}

static inline enum err try_open_file(const char *path, struct why *why, struct sqlite_store **store)
{
	struct sqlite_config config = { .path = str_from(path) };
	*why = (struct why){ 0 };
	return sqlite_store_open(&config, why, store);
}

static inline struct sqlite_store *open_file(const char *path)
{
	struct sqlite_store *store = NULL;
	struct why why;
	if (try_open_file(path, &why, &store)) fail_msg("%s", why.text);
	return store;
}

static inline void close_store(struct sqlite_store *store)
{
	store_close(sqlite_store_view(store));
}

/* Runs SQL over a connection of its own. */
static inline void run_sql(const char *path, const char *sql)
{
	sqlite3 *db = NULL;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static inline bool why_says(const struct why *why, const char *words)
{
	return strstr(why->text, words) != NULL;
}

#endif
