/* One walk over the table. For each damaged row SQLite itself writes two statements, with the row's
 * values as they stand: the INSERT that the file gets, and the DELETE that follows when the file
 * lasts. */
#include "store/sqlite/sqlite_aside.h"

#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { SQL_MAX = 16 << 10, ROWS_BYTES_MAX = 64 << 20, FILE_MODE = 0600 };

struct setting_aside {
	struct sqlite_store *store;
	enum row_kind kind;
	struct file_path file;
	struct buf inserts;
	struct buf deletes;
	u64 rows;
	struct why *why;
};

static enum row_kind kind_of(const char *table)
{
	u32 kind = 0;
	while (kind < KIND_COUNT &&
	       !str_eq(str_from(kind_table(&row_kinds[kind])), str_from(table)))
		kind++;
	must(kind < KIND_COUNT);
	return (enum row_kind)kind;
}

/* ---- the walk ---------------------------------------------------------------------------------
 */

/* "'INSERT INTO pauses (scope, ..., row_check) VALUES (' || quote(scope) || ... || ');'" */
static void add_insert(const struct columns *columns, struct buf *sql)
{
	const char *name = columns->names;
	buf_addf(sql, "'INSERT INTO %s (%s%s) VALUES ('", columns->table, columns->names,
		 columns->check);
	for (u32 i = 0; i < columns->len; i++) {
		str all = str_from(name);
		size_t len = str_find(all, ',');
		buf_addf(sql, "||quote(%.*s)||', '", (int)len, name);
		name += len + 2;
	}
	buf_addf(sql, "||quote(%s)||');'", columns->check);
}

/* "'DELETE FROM pauses WHERE scope IS ' || quote(scope) || ' AND ...;'" */
static void add_delete(const struct kind *kind, struct buf *sql)
{
	const struct columns *columns = kind_columns(kind);
	const char *name = columns->names;
	buf_addf(sql, "'DELETE FROM %s WHERE '", columns->table);
	for (u32 i = 0; i < kind->key; i++) {
		size_t len = str_find(str_from(name), ',');
		buf_addf(sql, "||'%s%.*s IS '||quote(%.*s)", i ? " AND " : "", (int)len, name,
			 (int)len, name);
		name += len + 2;
	}
	buf_add(sql, STR("||';'"));
}

static enum err prepare_walk(struct setting_aside *work, sqlite3_stmt **out_stmt)
{
	const struct kind *kind = &row_kinds[work->kind];
	const struct columns *columns = kind_columns(kind);
	struct buf sql;
	must(kind->groups_len == 1);
	buf_init(&sql, SQL_MAX);
	buf_addf(&sql, "SELECT %s%s, ", columns->names, columns->check);
	add_insert(columns, &sql);
	buf_add(&sql, STR(", "));
	add_delete(kind, &sql);
	buf_addf(&sql, " FROM %s NOT INDEXED", columns->table);
	buf_add_byte(&sql, '\0');
	int code = buf_failed(&sql)
			   ? SQLITE_NOMEM
			   : sqlite3_prepare_v2(work->store->db, sql.at, -1, out_stmt, NULL);
	buf_done(&sql);
	return code ? link_fail(work->store->db, code, work->why, "read the rows") : ERR_OK;
}

static void add_text(struct buf *out, sqlite3_stmt *stmt, int column)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);
	if (text) buf_add(out, str_from(text));
	else out->failed = true;
	buf_add_byte(out, '\n');
}

static enum err gather(struct setting_aside *work)
{
	sqlite3_stmt *stmt = NULL;
	union any_row row;
	int code = SQLITE_OK;
	enum err err = prepare_walk(work, &stmt);
	int columns = sqlite3_column_count(stmt);
	while (!err && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct cells cells = cells_to_read(stmt);
		if (kind_read(work->store, work->kind, &cells, &row)) continue;
		add_text(&work->inserts, stmt, columns - 2);
		add_text(&work->deletes, stmt, columns - 1);
		work->rows++;
	}
	if (!err && code != SQLITE_DONE)
		err = link_fail(work->store->db, code, work->why, "read the rows");
	sqlite3_finalize(stmt);
	if (!err && (buf_failed(&work->inserts) || buf_failed(&work->deletes)))
		err = fail(work->why, ERR_MEMORY, "too many damaged rows to keep in a file");
	return err;
}

/* ---- the file ---------------------------------------------------------------------------------
 */

static enum err write_out(int file, str text)
{
	while (text.len) {
		ssize_t written = write(file, text.at, text.len);
		if (written < 0 && errno == EINTR) continue;
		if (written <= 0) return ERR_IO;
		text = str_from_offset(text, (size_t)written);
	}
	return fsync(file) ? ERR_IO : ERR_OK;
}

static enum err keep(struct setting_aside *work)
{
	const char *path = work->file.text;
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
	if (file < 0) return fail(work->why, ERR_IO, "cannot create %s: %s", path, strerror(errno));
	enum err err = write_out(file, buf_view(&work->inserts));
	if (err) (void)fail(work->why, err, "cannot write %s: %s", path, strerror(errno));
	close(file);
	if (!err) err = file_sync_folder(&work->file, work->why);
	if (err) (void)unlink(path);
	return err;
}

/* ---- all of it --------------------------------------------------------------------------------
 */

static enum err remove_rows(struct setting_aside *work)
{
	sqlite3 *db = work->store->db;
	int before = sqlite3_total_changes(db);
	buf_add_byte(&work->deletes, '\0');
	enum err err = link_run(db, work->deletes.at, work->why);
	must(err || (u64)(sqlite3_total_changes(db) - before) == work->rows);
	if (!err) err = link_run(db, "COMMIT", work->why);
	if (err) (void)unlink(work->file.text);
	return err;
}

static enum err move_rows(struct setting_aside *work)
{
	enum err err = link_run(work->store->db, "BEGIN IMMEDIATE", work->why);
	if (!err) err = gather(work);
	if (!err && work->rows) err = keep(work);
	if (!err && work->rows) err = remove_rows(work);
	transaction_end(work->store);
	return err;
}

enum err sqlite_set_aside(str path, const struct aside_table *aside, str stamp,
			  struct buf *out_file, u64 *out_rows, struct why *why)
{
	struct setting_aside work = { .kind = kind_of(aside->table), .why = why };
	char suffix[FILE_SUFFIX_MAX];
	struct file_path store;
	enum err err = file_path_init(&store, path, why);
	int len = snprintf(suffix, sizeof suffix, "-set-aside-%s-%.*s.sql", aside->table,
			   STR_ARG(stamp));
	must(len > 0 && (size_t)len < sizeof suffix);
	if (err) return err;
	work.file = file_path_beside(&store, suffix);
	err = store_open_to_repair(path, &work.store, why);
	if (err) return err;
	buf_init(&work.inserts, ROWS_BYTES_MAX);
	buf_init(&work.deletes, ROWS_BYTES_MAX);
	err = move_rows(&work);
	store_close(sqlite_store_view(work.store));
	buf_done(&work.inserts);
	buf_done(&work.deletes);
	if (err) return err;
	*out_rows = work.rows;
	if (work.rows) buf_add(out_file, str_from(work.file.text));
	return ERR_OK;
}
