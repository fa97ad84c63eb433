/* Lists by tenant: which runs, executions and effects are a tenant's, by id.
 *
 * An index of SQLite would be written by every commit: a page of it for each tenant that the commit
 * is about, which is half as much again as all that a life writes (doc/adr/0028). A list is a table
 * that is written behind the commits, for many rows at once and in its own order, so that the rows
 * of a tenant share a page. How far it goes is an id: every row up to it is in the list, rows above
 * it are found in the table itself, and are few.
 *
 * Invariants, between calls, for each list:
 *   - a row with an id up to `through` is in the list
 *   - once known, `behind` has the rows above `through`: at most BEHIND_MAX and those of one commit
 *
 * An id below `through` that comes late (a clock that went back) is listed by its own commit. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

#include <stdlib.h>

enum { BEHIND_MAX = 16384, BEHIND_BYTES_MAX = 1 << 29 };

struct owned_row {
	u32 tenant;
	struct uuid id;
};

static const struct {
	enum statement behind;
	enum statement all;
	enum statement last;
	enum statement one;
	enum statement none;
} lists[OWNED_LISTS] = {
	[LIST_RUNS] = { STATEMENT_RUNS_BEHIND, STATEMENT_RUNS_LIST, STATEMENT_RUNS_LAST,
			STATEMENT_RUN_LIST, STATEMENT_RUNS_UNLIST_ALL },
	[LIST_EXECUTIONS] = { STATEMENT_EXECUTIONS_BEHIND, STATEMENT_EXECUTIONS_LIST,
			      STATEMENT_EXECUTIONS_LAST, STATEMENT_EXECUTION_LIST,
			      STATEMENT_EXECUTIONS_UNLIST_ALL },
	[LIST_EFFECTS] = { STATEMENT_EFFECTS_BEHIND, STATEMENT_EFFECTS_LIST, STATEMENT_EFFECTS_LAST,
			   STATEMENT_EFFECT_LIST, STATEMENT_EFFECTS_UNLIST_ALL },
};

void lists_init(struct owned_lists *owned)
{
	for (u32 list = 0; list < OWNED_LISTS; list++)
		buf_init(&owned->behind[list], BEHIND_BYTES_MAX);
}

void lists_done(struct owned_lists *owned)
{
	for (u32 list = 0; list < OWNED_LISTS; list++) buf_done(&owned->behind[list]);
}

void lists_forget(struct sqlite_store *store)
{
	store->lists.is_known = false;
	owned_turns_forget(store);
}

/* ---- how far a list goes ------------------------------------------------------------------ */

/* Nil where the file does not say, or is damaged: then the list is made anew from the rows. */
enum err list_read_place(struct sqlite_store *store, enum owned_list list, struct uuid *out_place)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_LIST];
	struct cells cells = cells_to_bind(stmt);
	struct owned_list_row row = { 0 };
	bool has_row;
	cells_bind_i64(&cells, list);
	enum err err = statement_step(store, stmt, &has_row);
	*out_place = (struct uuid){ 0 };
	if (err || !has_row) return err;
	cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_OWNED_LIST, NULL, &row)) *out_place = row.through;
	else damage_note(store);
	sqlite3_reset(stmt);
	return ERR_OK;
}

enum err list_put_place(struct sqlite_store *store, enum owned_list list, const struct uuid *place)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_LIST_PUT]);
	struct owned_list_row row = { list, *place };
	cells_bind(&cells, GROUP_OWNED_LIST, &row, NULL);
	return statement_put(store, cells.stmt);
}

static enum err put_through(struct sqlite_store *store, enum owned_list list,
			    const struct uuid *through)
{
	enum err err = list_put_place(store, list, through);
	if (!err) store->lists.through[list] = *through;
	return err;
}

/* ---- what is behind ----------------------------------------------------------------------- */

static u32 behind_len(const struct sqlite_store *store, u32 list)
{
	return (u32)(store->lists.behind[list].len / sizeof(struct owned_row));
}

static enum err note_behind(struct sqlite_store *store, enum owned_list list, u32 tenant,
			    const struct uuid *id)
{
	struct buf *behind = &store->lists.behind[list];
	struct owned_row row = { tenant, *id };
	buf_add(behind, (str){ (const char *)&row, sizeof row });
	return buf_failed(behind) ? ERR_MEMORY : ERR_OK;
}

/* The rows above `through`, as many as matter. */
static enum err read_behind(struct sqlite_store *store, enum owned_list list)
{
	sqlite3_stmt *stmt = store->statements[lists[list].behind];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_uuid(&cells, &store->lists.through[list]);
	cells_bind_i64(&cells, BEHIND_MAX);
	while (!err) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		u32 tenant = (u32)sqlite3_column_int64(stmt, 0);
		cells = (struct cells){ stmt, 1 };
		struct uuid id = cells_read_uuid(&cells);
		err = note_behind(store, list, tenant, &id);
	}
	sqlite3_reset(stmt);
	store->lists.is_cut[list] = behind_len(store, list) == BEHIND_MAX;
	return err;
}

static enum err know(struct sqlite_store *store)
{
	enum err err = ERR_OK;
	if (store->lists.is_known) return ERR_OK;
	for (u32 list = 0; list < OWNED_LISTS && !err; list++) {
		buf_clear(&store->lists.behind[list]);
		err = list_read_place(store, (enum owned_list)list, &store->lists.through[list]);
		if (!err) err = read_behind(store, (enum owned_list)list);
	}
	store->lists.is_known = !err;
	return err;
}

/* ---- listing ------------------------------------------------------------------------------ */

static enum err list_one(struct sqlite_store *store, enum owned_list list, u32 tenant,
			 const struct uuid *id)
{
	struct cells cells = cells_to_bind(store->statements[lists[list].one]);
	cells_bind_i64(&cells, tenant);
	cells_bind_uuid(&cells, id);
	return statement_put(store, cells.stmt);
}

/* All at once, where more are behind than memory holds. */
static enum err list_all(struct sqlite_store *store, enum owned_list list)
{
	struct cells cells = cells_to_bind(store->statements[lists[list].all]);
	sqlite3_stmt *stmt = store->statements[lists[list].last];
	bool has_row;
	cells_bind_uuid(&cells, &store->lists.through[list]);
	enum err err = statement_put(store, cells.stmt);
	if (!err) err = statement_step(store, stmt, &has_row);
	if (err) return err;
	must(has_row);
	cells = cells_to_read(stmt);
	struct uuid last = cells_read_uuid(&cells);
	sqlite3_reset(stmt);
	store->lists.is_cut[list] = false;
	buf_clear(&store->lists.behind[list]);
	return put_through(store, list, &last);
}

static int by_owner(const void *a, const void *b)
{
	const struct owned_row *left = a, *right = b;
	if (left->tenant != right->tenant) return left->tenant < right->tenant ? -1 : 1;
	return uuid_compare(&left->id, &right->id);
}

/* In the order of the list: rows of a tenant find its page in the cache. */
static enum err list_behind(struct sqlite_store *store, enum owned_list list)
{
	struct buf *behind = &store->lists.behind[list];
	struct owned_row *rows = (struct owned_row *)(void *)behind->at;
	struct uuid last = store->lists.through[list];
	u32 len = behind_len(store, list);
	enum err err = ERR_OK;
	if (store->lists.is_cut[list]) return list_all(store, list);
	if (!len) return ERR_OK;
	qsort(rows, len, sizeof *rows, by_owner);
	for (u32 i = 0; i < len && !err; i++) {
		if (uuid_compare(&rows[i].id, &last) > 0) last = rows[i].id;
		err = list_one(store, list, rows[i].tenant, &rows[i].id);
	}
	if (!err) err = put_through(store, list, &last);
	if (!err) buf_clear(behind);
	return err;
}

enum err lists_add(struct sqlite_store *store, enum owned_list list, tenant_no tenant,
		   const struct uuid *id)
{
	enum err err = know(store);
	if (err) return err;
	bool is_late = uuid_compare(id, &store->lists.through[list]) <= 0;
	return is_late ? list_one(store, list, tenant.v, id)
		       : note_behind(store, list, tenant.v, id);
}

enum err lists_catch_up(struct sqlite_store *store)
{
	enum err err = know(store);
	for (u32 list = 0; list < OWNED_LISTS && !err; list++) {
		if (behind_len(store, list) < BEHIND_MAX) continue;
		err = list_behind(store, (enum owned_list)list);
	}
	return err;
}

enum err tend_lists(struct sqlite_store *store)
{
	enum err err = know(store);
	for (u32 list = 0; list < OWNED_LISTS && !err; list++)
		err = list_behind(store, (enum owned_list)list);
	return err ? err : tend_turns(store);
}

/* The last id of which the list has every row. */
enum err lists_know_through(struct sqlite_store *store, enum owned_list list,
			    struct uuid *out_through)
{
	enum err err = know(store);
	*out_through = store->lists.through[list];
	return err;
}

/* ---- a file from before the lists --------------------------------------------------------- */

enum err lists_begin(struct sqlite_store *store)
{
	bool is_cut = false;
	enum err err = know(store);
	if (!err) err = owned_turns_know(store, &is_cut);
	if (err) return err;
	for (u32 list = 0; list < OWNED_LISTS; list++) is_cut = is_cut || store->lists.is_cut[list];
	if (!is_cut) return ERR_OK;
	err = statement_run(store, STATEMENT_BEGIN);
	if (!err) err = tend_lists(store);
	if (!err) err = statement_run(store, STATEMENT_COMMIT);
	if (!err) return ERR_OK;
	lists_forget(store);
	return write_failed(store, err);
}

/* ---- lists that are wrong ------------------------------------------------------------------- */

static enum err rebuild_each(struct sqlite_store *store, u64 *entries)
{
	enum err err = ERR_OK;
	for (u32 list = 0; list < OWNED_LISTS && !err; list++) {
		err = statement_run(store, lists[list].none);
		store->lists.through[list] = (struct uuid){ 0 };
		u64 before = (u64)sqlite3_total_changes64(store->db);
		if (!err) err = list_all(store, (enum owned_list)list);
		/* One of the changes is the place that the list goes to. */
		if (!err) *entries += (u64)sqlite3_total_changes64(store->db) - before - 1;
	}
	return err;
}

enum err lists_rebuild(struct sqlite_store *store, u64 *out_entries)
{
	u64 entries = 0;
	enum err err = statement_run(store, STATEMENT_BEGIN);
	if (!err) err = rebuild_each(store, &entries);
	if (!err) err = owned_turns_rebuild(store, &entries);
	if (!err) err = statement_run(store, STATEMENT_COMMIT);
	lists_forget(store);
	if (err) return write_failed(store, err);
	*out_entries = entries;
	return ERR_OK;
}
