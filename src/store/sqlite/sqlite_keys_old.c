/* Rows of unique_keys, where stores of before have their keys. A key that is put or given back
 * leaves that table; retention moves the others bit by bit. When it is empty nobody asks it any
 * more. A row that is damaged stays there: what cannot be trusted must not be removed. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

enum err find_old_key(struct sqlite_store *store, const struct unique_key *key, bool *out_found,
		      struct unique_row *out_row)
{
	const struct unique_row wanted = { .key = *key };
	enum err err = kind_find(store, KIND_UNIQUE, &wanted, out_found, NULL, out_row);
	kind_done(store, KIND_UNIQUE);
	return err;
}

enum err delete_old_key(struct sqlite_store *store, const struct unique_key *key)
{
	const struct unique_row row = { .key = *key };
	return kind_delete(store, KIND_UNIQUE, &row);
}

static void bind_place(struct cells *cells, const struct unique_key *key)
{
	cells_bind_i64(cells, key->bucket);
	cells_bind_i64(cells, key->tenant.v);
	cells_bind_i64(cells, key->type.v);
	cells_bind_i64(cells, key->scope);
	cells_bind_digest(cells, &key->key);
}

static enum err move_key(struct sqlite_store *store, const struct unique_row *row, msec wall)
{
	const struct key_record record = { key_hash_of(&row->key), row->run, row->until };
	bool counts;
	enum err err = check_key_counts(store, row, wall, &counts);
	if (!err && counts) err = add_key_record(store, &record);
	return err ? err : kind_delete(store, KIND_UNIQUE, row);
}

static enum err move_some(struct sqlite_store *store, msec wall, u32 rows_max, u32 *out_seen)
{
	static const struct unique_key first = { .bucket = INT64_MIN };
	sqlite3_stmt *stmt = store->statements[STATEMENT_OLD_KEYS];
	struct cells cells = cells_to_bind(stmt);
	struct unique_key from = store->tending.key_begun ? store->tending.key : first;
	bool has_row = true;
	enum err err = ERR_OK;
	bind_place(&cells, &from);
	if (!from.key.a && !from.key.b) /* no text is smaller than all keys but the empty one */
		must(sqlite3_bind_zeroblob(stmt, 5, 0) == SQLITE_OK);
	cells_bind_i64(&cells, rows_max);
	for (*out_seen = 0; !err; ++*out_seen) {
		struct unique_row row;
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		bool is_whole = cells_read(&cells, GROUP_UNIQUE, NULL, &row);
		store->tending.key = row.key;
		if (is_whole) err = move_key(store, &row, wall);
		else damage_note(store);
	}
	sqlite3_reset(stmt);
	return err;
}

enum err tend_old_keys(struct sqlite_store *store, msec wall, u32 rows_max, bool *out_more)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_HAS_OLD_KEY];
	u32 seen = 0;
	bool has_row;
	enum err err = move_some(store, wall, rows_max, &seen);
	if (!err) err = write_keys(store, wall);
	if (!err) err = statement_step(store, stmt, &has_row);
	if (err) return err;
	sqlite3_reset(stmt);
	store->keys.has_old = has_row;
	store->tending.key_begun = *out_more = seen == rows_max;
	return ERR_OK;
}
