/* One statement for each verb of each kind, made of the kind's columns when the store opens. What
 * only SQLite knows of a kind (which index finds the rows that memory holds) stands here beside it.
 */
#include "store/sqlite/sqlite_kinds.h"

#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* Which rows of a kind memory holds, where an index or a condition finds them. Of the workers only
 * those that hold something, and the last. */
static const char *const held_rows[KIND_COUNT] = {
	[KIND_NAME] = " WHERE kind <> 3 OR number IN (SELECT worker FROM executions"
		      " INDEXED BY executions_open WHERE outcome = 0)"
		      " OR number = (SELECT max(number) FROM names WHERE kind = 3)",
	[KIND_GATES] = " WHERE user_id = ''",
	[KIND_BATCH] = " INDEXED BY batches_live WHERE is_live = 1",
	[KIND_AFTER] = " INDEXED BY run_after_live WHERE is_live = 1",
	[KIND_ALERT] = " INDEXED BY alerts_open WHERE resolved_at = 0",
};

/* The key of a pause begins with its scope: without it every pause would be looked at. */
static const char *const dropped_rows[KIND_COUNT] = {
	[KIND_PAUSE] = "scope IN (0, 1, 2) AND ",
};
_Static_assert(PAUSE_SCOPES == 3, "a tenant's pauses are of every scope");

/* The rows that the index by a kind's date leaves out. */
static const char *const dated_rows[KIND_COUNT] = {
	[KIND_DOCUMENT] = "until < 9223372036854775807 AND ",
	[KIND_ALERT] = "resolved_at > 0 AND ",
};

/* ---- statements ----------------------------------------------------------------------------- */

/* "id, tenant, ..., fixed_check, state, ..., hot_check" */
static void add_names(const struct kind *kind, struct buf *out)
{
	for (u32 i = 0; i < kind->groups_len; i++) {
		const struct columns *columns = &column_groups[kind->groups[i].group];
		buf_addf(out, "%s%s%s", i ? ", " : "", columns->names, columns->check);
	}
}

static void add_marks(const struct kind *kind, struct buf *out)
{
	u32 columns = 0;
	for (u32 i = 0; i < kind->groups_len; i++)
		columns += column_groups[kind->groups[i].group].len + 1;
	for (u32 i = 0; i < columns; i++) buf_addf(out, "%s?", i ? ", " : "");
}

/* The first columns, each with `behind`, and `between` them. */
static void add_columns(const struct kind *kind, u32 count, const char *behind, const char *between,
			struct buf *out)
{
	const char *names = kind_columns(kind)->names;
	for (u32 i = 0; i < count; i++) {
		size_t len = 0;
		while (names[len] != ',') len++;
		buf_addf(out, "%s%.*s%s", i ? between : "", (int)len, names, behind);
		names += len + 2;
	}
}

static void add_key(const struct kind *kind, const char *behind, const char *between,
		    struct buf *out)
{
	add_columns(kind, kind->key, behind, between, out);
}

static void add_put(const struct kind *kind, struct buf *out)
{
	static const char *const words[] = {
		[PUT_REPLACE] = " OR REPLACE", [PUT_NEW] = "", [PUT_FIRST] = " OR IGNORE"
	};
	buf_addf(out, "INSERT%s INTO %s (", words[kind->put], kind_table(kind));
	add_names(kind, out);
	buf_add(out, STR(") VALUES ("));
	add_marks(kind, out);
	buf_add(out, STR(")"));
}

static void add_select(const struct kind *kind, struct buf *out)
{
	buf_add(out, STR("SELECT "));
	add_names(kind, out);
	buf_addf(out, " FROM %s", kind_table(kind));
}

/* Their index has the name of the table and of the column; ids are the key itself. */
static void add_past(enum row_kind number, struct buf *out)
{
	const struct kind *kind = &row_kinds[number];
	const char *table = kind_table(kind), *column = kind_dated_by(kind);
	const char *left_out = dated_rows[number] ? dated_rows[number] : "";
	/* An id is a row's alone: what stands behind it in the key is not in the index. */
	u32 key = kind_columns(kind)->at[0].kind == COLUMN_UUID ? 1 : kind->key;
	buf_addf(out, "DELETE FROM %s WHERE (", table);
	add_columns(kind, key, "", ", ", out);
	buf_add(out, STR(") IN (SELECT "));
	add_columns(kind, key, "", ", ", out);
	buf_addf(out, " FROM %s", table);
	if (kind->kept == KEPT_RESOLVED) buf_addf(out, " INDEXED BY %s_resolved", table);
	else if (kind->kept != KEPT_ID) buf_addf(out, " INDEXED BY %s_%s", table, column);
	buf_addf(out, " WHERE %s%s <= ? ORDER BY %s LIMIT ?)", left_out, column, column);
}

bool kind_sql(enum row_kind number, enum kind_verb verb, struct buf *out)
{
	const struct kind *kind = &row_kinds[number];
	const char *held = held_rows[number], *dropped = dropped_rows[number];
	buf_clear(out);
	switch (verb) {
	case VERB_PUT:
		if (kind->put == PUT_OWN) return false;
		add_put(kind, out);
		break;
	case VERB_DELETE:
		buf_addf(out, "DELETE FROM %s WHERE ", kind_table(kind));
		add_key(kind, "=?", " AND ", out);
		break;
	case VERB_FIND:
		add_select(kind, out);
		buf_add(out, STR(" WHERE "));
		add_key(kind, "=?", " AND ", out);
		break;
	case VERB_HELD:
		if (!kind->is_held) return false;
		add_select(kind, out);
		buf_addf(out, "%s ORDER BY ", held ? held : "");
		add_key(kind, "", ", ", out);
		break;
	case VERB_DROP:
		if (!kind->is_dropped) return false;
		buf_addf(out, "DELETE FROM %s WHERE %stenant=?", kind_table(kind),
			 dropped ? dropped : "");
		break;
	case VERB_PAST:
		if (!kind_dated_by(kind)) return false;
		add_past(number, out);
		break;
	case KIND_VERBS: break;
	}
	must(verb < KIND_VERBS);
	buf_add_byte(out, '\0');
	return true;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static sqlite3_stmt *statement_of(struct sqlite_store *store, enum row_kind kind,
				  enum kind_verb verb)
{
	sqlite3_stmt *stmt = store->kinds[kind][verb];
	must(stmt != NULL);
	return stmt;
}

enum err kind_put(struct sqlite_store *store, enum row_kind number, const void *row)
{
	const struct kind *kind = &row_kinds[number];
	struct cells cells = cells_to_bind(statement_of(store, number, VERB_PUT));
	struct uuid room;
	for (u32 i = 0; i < kind->groups_len; i++)
		cells_bind(&cells, kind->groups[i].group, (const char *)row + kind->groups[i].at,
			   kind_seed(kind, i, row, &room));
	return statement_put(store, cells.stmt);
}

enum err kind_delete(struct sqlite_store *store, enum row_kind number, const void *key)
{
	const struct kind *kind = &row_kinds[number];
	struct cells cells = cells_to_bind(statement_of(store, number, VERB_DELETE));
	cells_bind_first(&cells, kind_columns(kind), kind->key, key);
	return statement_put(store, cells.stmt);
}

enum err kinds_drop(struct sqlite_store *store, tenant_no tenant)
{
	enum err err = ERR_OK;
	must(tenant.v != 0);
	for (u32 i = 0; i < KIND_COUNT && !err; i++) {
		if (!row_kinds[i].is_dropped) continue;
		struct cells cells = cells_to_bind(statement_of(store, i, VERB_DROP));
		cells_bind_i64(&cells, tenant.v);
		err = statement_put(store, cells.stmt);
	}
	return err;
}

enum err kind_forget(struct sqlite_store *store, enum row_kind number, msec wall,
		     const struct retention *retention, u32 *out_removed)
{
	static const u8 zeros[UUID7_RANDOM_LEN];
	struct cells cells = cells_to_bind(statement_of(store, number, VERB_PAST));
	msec until = kind_past_until(number, retention, wall);
	struct uuid before = uuid7_make(until > 0 ? until : 0, zeros);
	if (row_kinds[number].kept == KEPT_ID) cells_bind_uuid(&cells, &before);
	else cells_bind_i64(&cells, until);
	cells_bind_i64(&cells, retention->rows_max);
	enum err err = statement_put(store, cells.stmt);
	*out_removed = err ? 0 : (u32)sqlite3_changes(store->db);
	return err;
}

bool kind_read(struct sqlite_store *store, enum row_kind number, struct cells *cells, void *out_row)
{
	const struct kind *kind = &row_kinds[number];
	bool is_whole = true;
	struct uuid room;
	memset(out_row, 0, kind->row_bytes);
	for (u32 i = 0; i < kind->groups_len; i++) {
		const struct uuid *seed = kind_seed(kind, i, out_row, &room);
		void *at = (char *)out_row + kind->groups[i].at;
		is_whole = cells_read(cells, kind->groups[i].group, seed, at) && is_whole;
	}
	if (!is_whole) damage_note_row(store, cells->stmt);
	return is_whole;
}

enum err kind_find(struct sqlite_store *store, enum row_kind number, const void *key,
		   bool *out_found, bool *out_damaged, void *out_row)
{
	const struct kind *kind = &row_kinds[number];
	sqlite3_stmt *stmt = statement_of(store, number, VERB_FIND);
	struct cells cells = cells_to_bind(stmt);
	bool has_row = false;
	*out_found = false;
	if (out_damaged) *out_damaged = false;
	cells_bind_first(&cells, kind_columns(kind), kind->key, key);
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err;
	cells = cells_to_read(stmt);
	*out_found = kind_read(store, number, &cells, out_row);
	if (out_damaged) *out_damaged = !*out_found;
	return ERR_OK;
}

void kind_done(struct sqlite_store *store, enum row_kind kind)
{
	sqlite3_reset(statement_of(store, kind, VERB_FIND));
}
