/* Segments of unique keys: made of recent records, merged with their like into larger ones, and
 * written anew when most of their keys count no more. A merge goes on over many transactions; its
 * inputs never change, and nobody looks at its output before that is whole. After a crash the rows
 * of the output are garbage, and the merge begins anew.
 *
 * Of a key's records the newest stays. That a key was given back is forgotten where no older
 * segment can have it: there it hides nothing. Records past their time are left out there, too, but
 * only by a merge that retention has begun, which rests when the clock has leapt: what a wrong
 * clock removes does not come back. */
#include "base/memory.h"
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

#include <stdlib.h>

enum {
	GARBAGE_A_STEP = 128, /* rows: more than the blocks of a step */
	REWRITE = KEY_LEVELS - 1,
	LIVE_ROOM = 2 * KEY_INPUTS,
	BLOCK_BYTES_MAX = 64 << 20,
};

/* A segment while it is written. */
struct key_writer {
	struct key_segment_row row;
	struct buf block;
	i64 block_id;
	i64 last_prefix;
	u8 bits[KEY_FILTER_BYTES]; /* of the part that is written next */
	u32 part;
	msec wall;
	u64 mortal; /* records that will not count for ever, and how many seconds more, added up */
	i64 seconds;
};

/* The turn's time, or retention's. */
struct key_time {
	msec wall;
	bool is_for_retention;
};

/* A segment while it is merged. */
struct key_input {
	u32 number;
	i64 next; /* block */
	struct buf block;
	size_t at;
	bool has_record;
	struct key_record record; /* the next */
};

struct key_merge {
	struct key_writer writer;
	struct key_input inputs[KEY_INPUTS]; /* the oldest first */
	u32 inputs_len;
	bool is_oldest; /* no segment is older */
	bool forgets;   /* retention has begun it */
};

/* ---- writing ------------------------------------------------------------------------------ */

static enum err put_row(struct sqlite_store *store, const struct key_segment_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_KEY_SEGMENT_PUT]);
	cells_bind(&cells, GROUP_KEY_SEGMENT, row, NULL);
	return statement_put(store, cells.stmt);
}

static void writer_begin(struct key_writer *writer, const struct key_segment_row *row, msec wall)
{
	*writer = (struct key_writer){ .row = *row, .wall = wall };
	writer->row.parts = key_filter_parts(row->records);
	writer->row.records = 0;
	buf_init(&writer->block, BLOCK_BYTES_MAX);
}

static enum err write_block(struct sqlite_store *store, struct key_writer *writer)
{
	struct key_block_row row = { writer->block_id, buf_view(&writer->block) };
	struct cells cells = cells_to_bind(store->statements[STATEMENT_KEY_BLOCK_NEW]);
	if (buf_failed(&writer->block)) return ERR_MEMORY;
	if (!row.packed.len) return ERR_OK;
	cells_bind(&cells, GROUP_KEY_BLOCK, &row, NULL);
	enum err err = statement_put(store, cells.stmt);
	buf_clear(&writer->block);
	return err;
}

static enum err write_parts(struct sqlite_store *store, struct key_writer *writer, u32 until)
{
	enum err err = ERR_OK;
	for (; !err && writer->part < until; writer->part++) {
		struct key_block_row row = { key_first_id(writer->row.number) + writer->part,
					     { (const char *)writer->bits, KEY_FILTER_BYTES } };
		struct cells cells = cells_to_bind(store->statements[STATEMENT_KEY_FILTER_NEW]);
		cells_bind(&cells, GROUP_KEY_FILTER, &row, NULL);
		err = statement_put(store, cells.stmt);
		memset(writer->bits, 0, sizeof writer->bits);
	}
	return err;
}

/* When it will count no more is known of some. Others that count no more already are kept because
 * they hide older ones, or because their run is there: to look after a day is soon enough. */
static void note_until(struct key_writer *writer, const struct key_record *record)
{
	if (record->until == MSEC_MAX) return;
	msec left = record->until > writer->wall ? msec_sub(record->until, writer->wall) : MSEC_DAY;
	writer->mortal++;
	writer->seconds += left / MSEC_SECOND;
}

/* Records come in order of their hashes. Two blocks never begin with the same bits. */
static enum err writer_add(struct sqlite_store *store, struct key_writer *writer,
			   const struct key_record *record)
{
	i64 prefix = key_prefix(&record->hash);
	u32 part = key_filter_part(&record->hash, writer->row.parts);
	bool is_full = writer->block.len >= KEY_BLOCK_RECORDS * sizeof *record;
	enum err err = ERR_OK;
	if (is_full && prefix != writer->last_prefix) err = write_block(store, writer);
	if (!err) err = write_parts(store, writer, part);
	if (err) return err;
	if (!writer->block.len) writer->block_id = key_first_id(writer->row.number) + prefix;
	buf_add(&writer->block, (str){ (const char *)record, sizeof *record });
	key_filter_add(writer->bits, &record->hash);
	note_until(writer, record);
	writer->last_prefix = prefix;
	writer->row.records++;
	return ERR_OK;
}

/* A segment without records is none. */
static enum err writer_end(struct sqlite_store *store, struct key_writer *writer)
{
	struct key_segment_row *row = &writer->row;
	bool is_worth = writer->mortal * 2 >= row->records;
	enum err err = write_block(store, writer);
	if (!err) err = write_parts(store, writer, row->parts);
	buf_done(&writer->block);
	if (err) return err;
	row->state = row->records ? KEY_SEGMENT_LIVE : KEY_SEGMENT_GARBAGE;
	row->worth_at = MSEC_MAX;
	if (is_worth && writer->mortal)
		row->worth_at = msec_add(writer->wall,
					 writer->seconds / (i64)writer->mortal * MSEC_SECOND);
	return put_row(store, row);
}

/* ---- which segments there are --------------------------------------------------------------- */

static struct key_segment *live_find(struct keys *keys, u32 number)
{
	u32 at = 0;
	while (at < keys->live_len && keys->live[at].row.number != number) at++;
	must(at < keys->live_len);
	return &keys->live[at];
}

static void live_remove(struct keys *keys, struct key_segment *segment)
{
	size_t behind = (size_t)(&keys->live[keys->live_len] - segment) - 1;
	key_segment_close(keys, segment);
	memmove(segment, segment + 1, behind * sizeof *segment);
	keys->live_len--;
}

static void live_add(struct keys *keys, const struct key_segment_row *row)
{
	u32 at = keys->live_len++;
	must(at < KEY_SEGMENTS_MAX);
	for (; at > 0 && keys->live[at - 1].row.age > row->age; at--)
		keys->live[at] = keys->live[at - 1];
	keys->live[at] = (struct key_segment){ .row = *row };
}

static void garbage_add(struct keys *keys, const struct key_segment_row *row)
{
	must(keys->garbage_len < KEY_SEGMENTS_MAX);
	keys->garbage[keys->garbage_len++] = *row;
}

static void written(struct keys *keys, const struct key_segment_row *row)
{
	if (row->state == KEY_SEGMENT_LIVE) live_add(keys, row);
	else garbage_add(keys, row);
}

/* ---- garbage ------------------------------------------------------------------------------ */

static enum err remove_rows(struct sqlite_store *store, enum statement statement, u32 number,
			    bool *out_more)
{
	struct cells cells = cells_to_bind(store->statements[statement]);
	cells_bind_i64(&cells, key_first_id(number));
	cells_bind_i64(&cells, key_last_id(number));
	cells_bind_i64(&cells, GARBAGE_A_STEP);
	enum err err = statement_put(store, cells.stmt);
	if (!err) *out_more = sqlite3_changes(store->db) == GARBAGE_A_STEP;
	return err;
}

/* Its row goes last: until then it is known what is to be removed. */
static enum err remove_garbage(struct sqlite_store *store)
{
	struct keys *keys = &store->keys;
	bool more = false;
	if (!keys->garbage_len) return ERR_OK;
	u32 number = keys->garbage[keys->garbage_len - 1].number;
	enum err err = remove_rows(store, STATEMENT_KEY_BLOCKS_DELETE, number, &more);
	if (!err && !more) err = remove_rows(store, STATEMENT_KEY_FILTERS_DELETE, number, &more);
	if (err || more) return err;
	struct cells cells = cells_to_bind(store->statements[STATEMENT_KEY_SEGMENT_DELETE]);
	cells_bind_i64(&cells, number);
	keys->garbage_len--;
	return statement_put(store, cells.stmt);
}

/* ---- merging ------------------------------------------------------------------------------ */

static enum err input_read_block(struct sqlite_store *store, struct key_input *input,
				 bool *out_has_block)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_KEY_BLOCK_NEXT];
	struct cells cells = cells_to_bind(stmt);
	struct key_block_row row = { 0 };
	cells_bind_i64(&cells, input->next);
	cells_bind_i64(&cells, key_last_id(input->number));
	buf_clear(&input->block);
	input->at = 0;
	enum err err = statement_step(store, stmt, out_has_block);
	if (err || !*out_has_block) return err;
	cells = cells_to_read(stmt);
	bool is_whole = cells_read(&cells, GROUP_KEY_BLOCK, NULL, &row);
	input->next = sqlite3_column_int64(stmt, 0) + 1;
	if (is_whole) buf_add(&input->block, row.packed);
	else damage_note(store);
	sqlite3_reset(stmt);
	return buf_failed(&input->block) ? ERR_MEMORY : ERR_OK;
}

/* The keys of a block that is damaged are lost with it, and counted once. */
static enum err input_next(struct sqlite_store *store, struct key_input *input)
{
	bool has_block = true;
	while (has_block && input->at + sizeof input->record > input->block.len) {
		enum err err = input_read_block(store, input, &has_block);
		if (err) return err;
	}
	input->has_record = has_block;
	if (!has_block) return ERR_OK;
	memcpy(&input->record, input->block.at + input->at, sizeof input->record);
	input->at += sizeof input->record;
	return ERR_OK;
}

/* The newest record of the least hash, or NULL: inputs are in order of age. */
static struct key_input *least(struct key_merge *merge)
{
	struct key_input *found = NULL;
	for (u32 i = 0; i < merge->inputs_len; i++) {
		struct key_input *input = &merge->inputs[i];
		if (!input->has_record) continue;
		if (!found || key_hash_compare(&input->record.hash, &found->record.hash) <= 0)
			found = input;
	}
	return found;
}

/* Whether a record must be kept by a merge of the oldest. */
static enum err check_stays(struct sqlite_store *store, const struct key_merge *merge,
			    const struct key_record *record, bool *out_stays)
{
	bool is_gone = record->until == KEY_GONE;
	*out_stays = !is_gone && (!merge->forgets || record->until > merge->writer.wall);
	if (*out_stays || is_gone || !key_hash_is_of_bucket(&record->hash)) return ERR_OK;
	return has_run_row(store, &record->run, out_stays);
}

static enum err merge_one(struct sqlite_store *store, struct key_merge *merge,
			  const struct key_record *record)
{
	bool stays = true;
	enum err err = ERR_OK;
	if (merge->is_oldest) err = check_stays(store, merge, record, &stays);
	if (!err && stays) err = writer_add(store, &merge->writer, record);
	for (u32 i = 0; !err && i < merge->inputs_len; i++) {
		struct key_input *input = &merge->inputs[i];
		if (input->has_record && key_hash_eq(&input->record.hash, &record->hash))
			err = input_next(store, input);
	}
	return err;
}

static void merge_free(struct key_merge *merge)
{
	if (!merge) return;
	for (u32 i = 0; i < merge->inputs_len; i++) buf_done(&merge->inputs[i].block);
	buf_done(&merge->writer.block);
	mem_free(merge);
}

void key_merges_forget(struct keys *keys)
{
	for (u32 i = 0; i < KEY_LEVELS; i++) {
		merge_free(keys->merges[i]);
		keys->merges[i] = NULL;
	}
}

/* From here on the new segment is asked instead of those it was made of. */
static enum err merge_end(struct sqlite_store *store, struct key_merge *merge)
{
	struct keys *keys = &store->keys;
	enum err err = writer_end(store, &merge->writer);
	for (u32 i = 0; !err && i < merge->inputs_len; i++) {
		struct key_segment *segment = live_find(keys, merge->inputs[i].number);
		struct key_segment_row row = segment->row;
		row.state = KEY_SEGMENT_GARBAGE;
		err = put_row(store, &row);
		live_remove(keys, segment);
		garbage_add(keys, &row);
	}
	if (!err) written(keys, &merge->writer.row);
	return err;
}

static enum err merge_some(struct sqlite_store *store, struct key_merge **slot)
{
	struct key_merge *merge = *slot;
	struct key_input *input = NULL;
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < store->keys.step; i++) {
		input = least(merge);
		if (!input) break;
		const struct key_record record = input->record;
		err = merge_one(store, merge, &record);
	}
	if (err || input) return err;
	err = merge_end(store, merge);
	merge_free(merge);
	*slot = NULL;
	return err;
}

/* ---- which are merged ----------------------------------------------------------------------- */

static enum err input_begin(struct sqlite_store *store, struct key_merge *merge,
			    struct key_segment *segment)
{
	struct key_input *input = &merge->inputs[merge->inputs_len++];
	*input = (struct key_input){ .number = segment->row.number,
				     .next = key_first_id(segment->row.number) };
	buf_init(&input->block, BLOCK_BYTES_MAX);
	segment->is_busy = true;
	return input_next(store, input);
}

/* Segments that stand beside each other in order of age become one as old as the newest. */
static enum err begin(struct sqlite_store *store, u32 slot, u32 first, u32 len, u32 level,
		      const struct key_time *time)
{
	struct keys *keys = &store->keys;
	struct key_merge *merge = mem_alloc_zeroed(sizeof *merge);
	struct key_segment_row row = { .number = keys->last_number + 1,
				       .age = keys->live[first + len - 1].row.age,
				       .level = level,
				       .state = KEY_SEGMENT_BUILDING,
				       .worth_at = MSEC_MAX };
	enum err err = ERR_OK;
	if (!merge) return ERR_MEMORY;
	keys->merges[slot] = merge;
	keys->last_number++;
	for (u32 i = first; i < first + len; i++) row.records += keys->live[i].row.records;
	merge->is_oldest = first == 0;
	merge->forgets = time->is_for_retention;
	writer_begin(&merge->writer, &row, time->wall);
	for (u32 i = first; !err && i < first + len; i++)
		err = input_begin(store, merge, &keys->live[i]);
	return err ? err : put_row(store, &merge->writer.row);
}

/* Where enough of a level are free, the oldest of them. */
static enum err begin_due(struct sqlite_store *store, const struct key_time *time)
{
	struct keys *keys = &store->keys;
	u32 counts[KEY_LEVELS] = { 0 }, first[KEY_LEVELS] = { 0 };
	enum err err = ERR_OK;
	for (u32 i = 0; i < keys->live_len; i++) {
		const struct key_segment *segment = &keys->live[i];
		if (segment->is_busy || segment->row.level >= REWRITE - 1) continue;
		if (!counts[segment->row.level]++) first[segment->row.level] = i;
	}
	for (u32 level = 0; !err && level < REWRITE - 1; level++) {
		if (counts[level] < KEY_INPUTS || keys->merges[level]) continue;
		err = begin(store, level, first[level], KEY_INPUTS, level + 1, time);
	}
	return err;
}

static struct key_merge **running(struct keys *keys)
{
	u32 slot = 0;
	while (slot < KEY_LEVELS && !keys->merges[slot]) slot++;
	return slot < KEY_LEVELS ? &keys->merges[slot] : NULL;
}

static enum err merge_step(struct sqlite_store *store, const struct key_time *time, bool *out_more)
{
	struct keys *keys = &store->keys;
	enum err err = remove_garbage(store);
	if (!err) err = begin_due(store, time);
	struct key_merge **slot = running(keys);
	if (!err && slot) err = merge_some(store, slot);
	*out_more = slot || keys->garbage_len;
	return err;
}

enum err keys_merge_step(struct sqlite_store *store, msec wall, bool *out_more)
{
	return merge_step(store, &(struct key_time){ wall, false }, out_more);
}

enum err tend_segments(struct sqlite_store *store, msec wall, bool *out_more)
{
	const struct key_time time = { wall, true };
	struct keys *keys = &store->keys;
	enum err err = keys_know(keys);
	const struct key_segment *oldest = keys->live_len ? &keys->live[0] : NULL;
	bool is_worth = oldest && !oldest->is_busy && oldest->row.worth_at <= wall;
	if (!err && is_worth && !keys->merges[REWRITE])
		err = begin(store, REWRITE, 0, 1, oldest->row.level, &time);
	return err ? err : merge_step(store, &time, out_more);
}

/* ---- of recent records ---------------------------------------------------------------------- */

/* A key that was given back, and that no segment has, needs no record. */
static enum err write_open(struct sqlite_store *store, struct key_writer *writer,
			   const struct key_record *records, u32 len)
{
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < len; i++) {
		bool stays = true;
		if (records[i].until == KEY_GONE)
			err = keys_may_have(&store->keys, &records[i].hash, &stays);
		if (!err && stays) err = writer_add(store, writer, &records[i]);
	}
	if (!err) return writer_end(store, writer);
	buf_done(&writer->block);
	return err;
}

static enum err write_segment(struct sqlite_store *store, const struct key_record *records, u32 len,
			      msec wall)
{
	struct keys *keys = &store->keys;
	struct key_writer writer;
	struct key_segment_row row = { .number = keys->last_number + 1, .records = len };
	row.age = ++keys->last_number;
	writer_begin(&writer, &row, wall);
	enum err err = write_open(store, &writer, records, len);
	if (!err) written(keys, &writer.row);
	return err;
}

/* Merging has fallen far behind: it is brought to where there is room again. */
static enum err make_room(struct sqlite_store *store, msec wall)
{
	const struct keys *keys = &store->keys;
	bool more = true;
	enum err err = ERR_OK;
	while (!err && more &&
	       (keys->live_len + LIVE_ROOM > KEY_SEGMENTS_MAX ||
		keys->garbage_len + LIVE_ROOM > KEY_SEGMENTS_MAX))
		err = keys_merge_step(store, wall, &more);
	return err;
}

enum err keys_make_segment(struct sqlite_store *store, msec wall)
{
	struct keys *keys = &store->keys;
	struct key_record *records;
	enum err err = make_room(store, wall);
	if (err) return err;
	records = mem_alloc(keys->open_len * sizeof *records);
	if (!records) return ERR_MEMORY;
	u32 len = keys_open_take(keys, records);
	qsort(records, len, sizeof *records, key_record_compare);
	err = write_segment(store, records, len, wall);
	mem_free(records);
	return err ? err : statement_run(store, STATEMENT_KEY_TURNS_DELETE);
}
