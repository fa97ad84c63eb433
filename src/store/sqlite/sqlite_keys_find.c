/* How a unique key is found: in the table of recent records, then in the segments from the newest
 * to the oldest, each asked by its filter first.
 *
 * A row that does not fit its check is counted. Of damaged turns and blocks the keys are not found;
 * a damaged part of a filter excludes nothing. A damaged row of a segment would take all its keys
 * away, so it is an error. */
#include "base/memory.h"
#include "base/must.h"
#include "store/sqlite/sqlite_keys.h"
#include "store/sqlite/sqlite_link.h"

enum { OPEN_SLOTS_MIN = 256, TURN_BYTES_MAX = 1 << 30 };

void keys_init(struct keys *keys)
{
	buf_init(&keys->turn, TURN_BYTES_MAX);
}

void keys_done(struct keys *keys)
{
	keys_forget(keys);
	mem_free(keys->open);
	keys->open = NULL;
	buf_done(&keys->turn);
}

void key_segment_close(struct keys *keys, struct key_segment *segment)
{
	for (u32 i = 0; segment->parts && i < segment->row.parts; i++) {
		if (segment->parts[i]) keys->filters--;
		mem_free(segment->parts[i]);
	}
	mem_free(segment->parts);
	segment->parts = NULL;
}

static void open_clear(struct keys *keys)
{
	if (keys->open_len) memset(keys->open, 0, keys->open_slots * sizeof *keys->open);
	keys->open_len = 0;
}

void keys_forget(struct keys *keys)
{
	key_merges_forget(keys);
	for (u32 i = 0; i < keys->live_len; i++) key_segment_close(keys, &keys->live[i]);
	keys->live_len = keys->garbage_len = 0;
	keys->credit = 0;
	keys->is_known = false;
	memset(keys->absent, 0, sizeof keys->absent);
	open_clear(keys);
	buf_clear(&keys->turn);
}

/* ---- recent records ------------------------------------------------------------------------- */

static bool is_free(const struct key_record *slot)
{
	return !slot->hash.a && !slot->hash.b;
}

/* Where a hash is, or would be. */
static struct key_record *slot_of(const struct keys *keys, const struct key_hash *hash)
{
	u32 at = (u32)hash->b >> 1 & (keys->open_slots - 1);
	while (!is_free(&keys->open[at]) && !key_hash_eq(&keys->open[at].hash, hash))
		at = (at + 1) & (keys->open_slots - 1);
	return &keys->open[at];
}

static enum err open_grow(struct keys *keys)
{
	u32 slots = keys->open_slots, more = slots ? slots * 2 : OPEN_SLOTS_MIN;
	struct key_record *old = keys->open;
	struct key_record *made = mem_alloc_zeroed(more * sizeof *made);
	if (!made) return ERR_MEMORY;
	keys->open = made;
	keys->open_slots = more;
	for (u32 i = 0; i < slots; i++) {
		if (!is_free(&old[i])) *slot_of(keys, &old[i].hash) = old[i];
	}
	mem_free(old);
	return ERR_OK;
}

enum err keys_open_put(struct keys *keys, const struct key_record *record)
{
	must(!is_free(record));
	if (keys->open_len * 2 >= keys->open_slots) {
		enum err err = open_grow(keys);
		if (err) return err;
	}
	struct key_record *slot = slot_of(keys, &record->hash);
	if (is_free(slot)) keys->open_len++;
	*slot = *record;
	return ERR_OK;
}

u32 keys_open_take(struct keys *keys, struct key_record *out_records)
{
	u32 len = 0;
	for (u32 i = 0; i < keys->open_slots; i++)
		if (!is_free(&keys->open[i])) out_records[len++] = keys->open[i];
	must(len == keys->open_len);
	open_clear(keys);
	memset(keys->absent, 0, sizeof keys->absent);
	return len;
}

/* ---- what the file has ---------------------------------------------------------------------- */

static enum err step(const struct keys *keys, sqlite3_stmt *stmt, bool *out_row)
{
	int code = sqlite3_step(stmt);
	*out_row = code == SQLITE_ROW;
	if (code == SQLITE_ROW) return ERR_OK;
	sqlite3_reset(stmt);
	return link_err(keys->db, code);
}

static enum err open_packed(struct keys *keys, str packed)
{
	enum err err = ERR_OK;
	for (size_t at = 0; !err && at + sizeof(struct key_record) <= packed.len;
	     at += sizeof(struct key_record)) {
		struct key_record record;
		memcpy(&record, packed.at + at, sizeof record);
		err = keys_open_put(keys, &record);
	}
	return err;
}

static enum err know_turns(struct keys *keys)
{
	bool has_row = true;
	enum err err = ERR_OK;
	keys->last_place = 0;
	while (!err) {
		struct key_turn_row row = { 0 };
		err = step(keys, keys->turns, &has_row);
		if (err || !has_row) return err;
		struct cells cells = cells_to_read(keys->turns);
		bool is_whole = cells_read(&cells, GROUP_KEY_TURN, NULL, &row);
		keys->last_place = (u64)sqlite3_column_int64(keys->turns, 0);
		if (is_whole) err = open_packed(keys, row.packed);
		else keys->damaged(keys->context);
	}
	sqlite3_reset(keys->turns);
	return err;
}

/* In order of age; rows come in order of their numbers. */
static void add_live(struct keys *keys, const struct key_segment_row *row)
{
	u32 at = keys->live_len++;
	for (; at > 0 && keys->live[at - 1].row.age > row->age; at--)
		keys->live[at] = keys->live[at - 1];
	keys->live[at] = (struct key_segment){ .row = *row };
}

static enum err know_segments(struct keys *keys)
{
	bool has_row = true;
	enum err err = ERR_OK;
	keys->last_number = 0;
	while (!err) {
		struct key_segment_row row = { 0 };
		err = step(keys, keys->segments, &has_row);
		if (err || !has_row) return err;
		struct cells cells = cells_to_read(keys->segments);
		bool is_whole = cells_read(&cells, GROUP_KEY_SEGMENT, NULL, &row);
		bool is_live = row.state == KEY_SEGMENT_LIVE;
		bool has_room = keys->live_len < KEY_SEGMENTS_MAX &&
				keys->garbage_len < KEY_SEGMENTS_MAX;
		if (!is_whole) keys->damaged(keys->context);
		if (!is_whole || !has_room) err = ERR_STORE_DAMAGED;
		else if (is_live) add_live(keys, &row);
		else keys->garbage[keys->garbage_len++] = row;
		keys->last_number = row.number;
	}
	sqlite3_reset(keys->segments);
	return err;
}

enum err keys_know(struct keys *keys)
{
	if (keys->is_known) return ERR_OK;
	enum err err = know_segments(keys);
	if (!err) err = know_turns(keys);
	if (!err) err = step(keys, keys->old, &keys->has_old);
	sqlite3_reset(keys->old);
	if (err) keys_forget(keys);
	keys->is_known = !err;
	return err;
}

/* ---- filters -------------------------------------------------------------------------------- */

/* Keys are drawn at random, so any part is as good to leave memory as another. */
static void evict_one(struct keys *keys)
{
	for (;;) {
		if (keys->evict_at >= keys->live_len) keys->evict_at = keys->evict_part = 0;
		struct key_segment *segment = &keys->live[keys->evict_at];
		if (!segment->parts || keys->evict_part >= segment->row.parts) {
			keys->evict_at++;
			keys->evict_part = 0;
			continue;
		}
		u8 **part = &segment->parts[keys->evict_part++];
		if (!*part) continue;
		mem_free(*part);
		*part = NULL;
		keys->filters--;
		return;
	}
}

/* Reads a part. One that is damaged or missing excludes nothing. */
static enum err read_part(struct keys *keys, const struct key_segment *segment, u32 part, u8 *bits)
{
	struct cells cells = cells_to_bind(keys->filter);
	struct key_block_row row = { 0 };
	bool has_row, is_whole = false;
	cells_bind_i64(&cells, key_first_id(segment->row.number) + part);
	enum err err = step(keys, keys->filter, &has_row);
	if (err) return err;
	if (has_row) {
		cells = cells_to_read(keys->filter);
		is_whole = cells_read(&cells, GROUP_KEY_FILTER, NULL, &row) &&
			   row.packed.len == KEY_FILTER_BYTES;
	}
	if (is_whole) memcpy(bits, row.packed.at, KEY_FILTER_BYTES);
	else memset(bits, 0xff, KEY_FILTER_BYTES);
	if (!is_whole) keys->damaged(keys->context);
	sqlite3_reset(keys->filter);
	return ERR_OK;
}

static enum err bring_part(struct keys *keys, struct key_segment *segment, u32 part)
{
	if (!segment->parts)
		segment->parts = mem_alloc_zeroed(segment->row.parts * sizeof *segment->parts);
	if (!segment->parts) return ERR_MEMORY;
	while (keys->filters && keys->filters >= keys->filters_max) evict_one(keys);
	u8 *bits = mem_alloc(KEY_FILTER_BYTES);
	if (!bits) return ERR_MEMORY;
	enum err err = read_part(keys, segment, part, bits);
	if (err) {
		mem_free(bits);
		return err;
	}
	segment->parts[part] = bits;
	keys->filters++;
	return ERR_OK;
}

enum err key_segment_may_have(struct keys *keys, struct key_segment *segment,
			      const struct key_hash *hash, bool *out_may)
{
	u32 part = key_filter_part(hash, segment->row.parts);
	if (!segment->parts || !segment->parts[part]) {
		enum err err = bring_part(keys, segment, part);
		if (err) return err;
	}
	*out_may = key_filter_may_have(segment->parts[part], hash);
	return ERR_OK;
}

enum err keys_may_have(struct keys *keys, const struct key_hash *hash, bool *out_may)
{
	enum err err = ERR_OK;
	*out_may = false;
	for (u32 i = keys->live_len; !err && !*out_may && i-- > 0;)
		err = key_segment_may_have(keys, &keys->live[i], hash, out_may);
	return err;
}

/* ---- finding -------------------------------------------------------------------------------- */

/* In the block that would have it. */
static enum err find_in(struct keys *keys, const struct key_segment *segment,
			const struct key_hash *hash, bool *out_found, struct key_record *out_record)
{
	struct cells cells = cells_to_bind(keys->block);
	struct key_block_row row = { 0 };
	i64 first = key_first_id(segment->row.number);
	bool has_row;
	cells_bind_i64(&cells, first);
	cells_bind_i64(&cells, first + key_prefix(hash));
	enum err err = step(keys, keys->block, &has_row);
	if (err || !has_row) return err;
	cells = cells_to_read(keys->block);
	if (cells_read(&cells, GROUP_KEY_BLOCK, NULL, &row))
		*out_found = key_block_find(row.packed, hash, out_record);
	else keys->damaged(keys->context);
	sqlite3_reset(keys->block);
	return ERR_OK;
}

/* Each filter is asked at a place of its own, far from where anybody was before: to wait for all of
 * them at once takes no longer than to wait for one. */
static void fetch_pieces(const struct keys *keys, const struct key_hash *hash)
{
	for (u32 i = 0; i < keys->live_len; i++) {
		const struct key_segment *segment = &keys->live[i];
		if (!segment->parts) continue;
		__builtin_prefetch(&segment->parts[key_filter_part(hash, segment->row.parts)]);
	}
	for (u32 i = 0; i < keys->live_len; i++) {
		const struct key_segment *segment = &keys->live[i];
		const u8 *part = segment->parts
					 ? segment->parts[key_filter_part(hash, segment->row.parts)]
					 : NULL;
		if (part) __builtin_prefetch(part + key_filter_piece(hash));
	}
}

static enum err find_in_segments(struct keys *keys, const struct key_hash *hash, bool *out_found,
				 struct key_record *out_record)
{
	enum err err = ERR_OK;
	fetch_pieces(keys, hash);
	for (u32 i = keys->live_len; !err && !*out_found && i-- > 0;) {
		bool may = false;
		err = key_segment_may_have(keys, &keys->live[i], hash, &may);
		if (!err && may) err = find_in(keys, &keys->live[i], hash, out_found, out_record);
	}
	return err;
}

/* A turn that takes a key has asked for it before: what no segment has need not be asked for
 * twice. */
enum err keys_find_record(struct keys *keys, const struct key_hash *hash, bool *out_found,
			  struct key_record *out_record)
{
	struct key_hash *absent = &keys->absent[hash->a & (KEY_ABSENT - 1)];
	*out_found = false;
	if (keys->open_len) {
		*out_record = *slot_of(keys, hash);
		*out_found = !is_free(out_record);
	}
	if (!*out_found && !key_hash_eq(absent, hash)) {
		enum err err = find_in_segments(keys, hash, out_found, out_record);
		if (err) return err;
		if (!*out_found) *absent = *hash;
	}
	*out_found = *out_found && out_record->until != KEY_GONE;
	return ERR_OK;
}
