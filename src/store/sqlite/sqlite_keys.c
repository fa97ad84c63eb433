/* The part of a commit that is about unique keys: one row of all that its turn put and gave back.
 */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* A new record brings the right to merge so many: each is merged about three times in its life, and
 * once more where a merge was begun anew. */
enum { MERGED_A_RECORD = 8 };

static bool is_of(const struct unique_row *row, const struct uuid *run)
{
	return uuid_eq(&row->run, run);
}

enum err find_key(struct sqlite_store *store, const struct unique_key *key, bool *out_found,
		  struct unique_row *out_row)
{
	const struct key_hash hash = key_hash_of(key);
	struct key_record record = { 0 };
	*out_found = false;
	enum err err = keys_know(&store->keys);
	if (!err) err = keys_find_record(&store->keys, &hash, out_found, &record);
	if (err) return err;
	*out_row = (struct unique_row){ *key, record.run, record.until };
	if (*out_found || !store->keys.has_old) return ERR_OK;
	return find_old_key(store, key, out_found, out_row);
}

enum err add_key_record(struct sqlite_store *store, const struct key_record *record)
{
	struct buf *turn = &store->keys.turn;
	buf_add(turn, (str){ (const char *)record, sizeof *record });
	if (buf_failed(turn)) return ERR_MEMORY;
	return keys_open_put(&store->keys, record);
}

/* Another run's key that still counts is left alone by whoever decides rightly. */
static enum err must_be_free(struct sqlite_store *store, const struct unique_row *row, msec wall)
{
	struct unique_row there;
	bool counts = false;
	enum err err = find_key(store, &row->key, &counts, &there);
	if (!err && counts && !is_of(&there, &row->run))
		err = check_key_counts(store, &there, wall, &counts);
	else counts = false;
	if (!err) must(!counts);
	return err;
}

enum err put_key(struct sqlite_store *store, const struct unique_row *row, msec wall)
{
	const struct key_record record = { key_hash_of(&row->key), row->run, row->until };
	must(row->key.scope != UNIQUE_NONE);
	must(row->key.key.a || row->key.key.b);
	must(row->until != KEY_GONE);
	enum err err = must_be_free(store, row, wall);
	if (!err && store->keys.has_old) err = delete_old_key(store, &row->key);
	return err ? err : add_key_record(store, &record);
}

enum err delete_key(struct sqlite_store *store, const struct unique_key *key)
{
	const struct key_record record = { .hash = key_hash_of(key), .until = KEY_GONE };
	enum err err = keys_know(&store->keys);
	if (!err && store->keys.has_old) err = delete_old_key(store, key);
	return err ? err : add_key_record(store, &record);
}

static enum err write_turn(struct sqlite_store *store)
{
	struct keys *keys = &store->keys;
	struct key_turn_row row = { .place = keys->last_place + 1,
				    .packed = buf_view(&keys->turn) };
	struct cells cells = cells_to_bind(store->statements[STATEMENT_KEY_TURN_NEW]);
	cells_bind(&cells, GROUP_KEY_TURN, &row, NULL);
	enum err err = statement_put(store, cells.stmt);
	if (!err) keys->last_place = row.place;
	return err;
}

enum err write_keys(struct sqlite_store *store, msec wall)
{
	struct keys *keys = &store->keys;
	u64 records = keys->turn.len / sizeof(struct key_record);
	bool more = true, is_full = keys->open_len >= keys->open_max;
	if (!records) return ERR_OK;
	enum err err = is_full ? keys_make_segment(store, wall) : write_turn(store);
	buf_clear(&keys->turn);
	keys->credit += records * MERGED_A_RECORD;
	while (!err && more && keys->credit >= keys->step) {
		keys->credit -= keys->step;
		err = keys_merge_step(store, wall, &more);
	}
	if (!more) keys->credit = 0;
	return err;
}
