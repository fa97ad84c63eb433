/* Statistics: the journal, added up by the minute and the hour.
 *
 * A step reads some turns behind the last one that was counted, adds them to the rows of their
 * minute and hour, and writes those rows together with the turn they now reach, in one transaction.
 * So a crash anywhere leaves rows and turn as they belong together, and counting costs the turns
 * themselves nothing. The books in memory are a copy of what the file has; after a step that failed
 * they are read anew. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

enum { ENTRIES_A_STEP = 20000, CELLS_BYTES_MAX = STATS_CELLS * 11 };
#define MINUTES_KEPT (7 * MSEC_DAY) /* and no longer than the hours */
#define HOURS_KEPT (90 * MSEC_DAY)

void counting_forget(struct counting *counting)
{
	counting->is_known = counting->has_minute = counting->has_hour = false;
}

void counting_done(struct counting *counting)
{
	stats_book_free(counting->minute);
	stats_book_free(counting->hour);
	*counting = (struct counting){ 0 };
}

/* ---- where it stands ---------------------------------------------------------------------- */

/* The journal's last turn: nothing before it is counted any more. */
static enum err skip_to_end(struct sqlite_store *store)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_LAST_TURN];
	struct journal_row row = { 0 };
	bool has_row;
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_JOURNAL, NULL, &row))
		store->counting.through = (struct stats_turn){ row.turn, row.wall };
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* Where a damaged row hides how far the counting went, it goes on from the end: better some are not
 * counted than any twice. */
static enum err find_place(struct sqlite_store *store)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_STATS_TURN];
	struct counting *counting = &store->counting;
	bool has_row, is_whole = true;
	counting->through = (struct stats_turn){ 0 };
	enum err err = statement_step(store, stmt, &has_row);
	if (!err && has_row) {
		struct cells cells = cells_to_read(stmt);
		is_whole = cells_read(&cells, GROUP_STATS_TURN, NULL, &counting->through);
		sqlite3_reset(stmt);
	}
	if (!is_whole) {
		counting->through = (struct stats_turn){ 0 };
		damage_note(store);
		err = skip_to_end(store);
	}
	counting->is_known = !err;
	return err;
}

static enum err make_books(struct counting *counting)
{
	enum err err = ERR_OK;
	if (!counting->minute) err = stats_book_new(&counting->minute);
	if (!err && !counting->hour) err = stats_book_new(&counting->hour);
	return err;
}

/* ---- the books ---------------------------------------------------------------------------- */

static enum err load_book(struct sqlite_store *store, struct stats_book *book, u32 span, i64 at)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_STATS_AT]);
	sqlite3_stmt *stmt = cells.stmt;
	bool has_row = true;
	enum err err = ERR_OK;
	stats_book_begin(book, span, at);
	cells_bind_i64(&cells, span);
	cells_bind_i64(&cells, at);
	while (!err) {
		struct stats_kept kept;
		struct stats_row row;
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		bool is_whole = cells_read(&cells, GROUP_STATS, NULL, &kept) &&
				kept.key.kind < STATS_KIND_COUNT &&
				stats_unpack(kept.cells, row.cells);
		row.key = kept.key;
		if (is_whole) stats_book_put(book, &row);
		else damage_note(store);
	}
	return err;
}

static enum err put_stats(struct sqlite_store *store, const struct stats_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_STATS_PUT]);
	struct stats_kept kept = { .key = row->key };
	struct buf packed;
	buf_init(&packed, CELLS_BYTES_MAX);
	stats_pack(&packed, row->cells);
	enum err err = buf_failed(&packed) ? ERR_MEMORY : ERR_OK;
	kept.cells = buf_view(&packed);
	if (!err) {
		cells_bind(&cells, GROUP_STATS, &kept, NULL);
		err = statement_put(store, cells.stmt);
	}
	buf_done(&packed);
	return err;
}

static enum err write_book(struct sqlite_store *store, struct stats_book *book)
{
	const struct stats_row *row;
	u32 place = 0;
	enum err err = ERR_OK;
	while (!err && (row = stats_book_next(book, &place))) err = put_stats(store, row);
	if (!err) stats_book_settle(book);
	return err;
}

/* The book at hand is the one of `at` from now on. */
static enum err turn_page(struct sqlite_store *store, struct stats_book *book, u32 span, i64 at,
			  bool *has, i64 *is_at)
{
	enum err err = ERR_OK;
	if (*has && *is_at == at) return ERR_OK;
	if (*has) err = write_book(store, book);
	*has = false;
	if (!err) err = load_book(store, book, span, at);
	*is_at = at;
	*has = !err;
	return err;
}

/* ---- a step ------------------------------------------------------------------------------- */

static enum err count_turn(struct sqlite_store *store, const struct journal_row *row)
{
	struct counting *counting = &store->counting;
	struct journal_entry entry;
	str rest = row->packed;
	enum err err = turn_page(store, counting->minute, 1, stats_at(row->wall, 1),
				 &counting->has_minute, &counting->minute_at);
	if (!err)
		err = turn_page(store, counting->hour, STATS_HOUR, stats_at(row->wall, STATS_HOUR),
				&counting->has_hour, &counting->hour_at);
	if (err) return err;
	while (journal_unpack(&rest, &entry)) {
		stats_book_add(counting->minute, &entry, row->wall);
		stats_book_add(counting->hour, &entry, row->wall);
	}
	return ERR_OK;
}

static enum err count_turns(struct sqlite_store *store, u32 rows_max, bool *out_more)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_TURNS_BEHIND]);
	sqlite3_stmt *stmt = cells.stmt;
	u32 turns = 0, entries = 0;
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_i64(&cells, (i64)store->counting.through.turn);
	cells_bind_i64(&cells, rows_max);
	while (!err && entries < ENTRIES_A_STEP) {
		struct journal_row row = { 0 };
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		turns++;
		bool is_whole = cells_read(&cells, GROUP_JOURNAL, NULL, &row);
		if (is_whole) err = count_turn(store, &row);
		else damage_note(store);
		entries += is_whole ? row.entries : 1;
		store->counting.through.turn = row.turn; /* the row was found by it */
		if (is_whole) store->counting.through.wall = row.wall;
	}
	sqlite3_reset(stmt);
	*out_more = turns == rows_max || entries >= ENTRIES_A_STEP;
	return err;
}

static enum err put_place(struct sqlite_store *store)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_STATS_TURN_PUT]);
	cells_bind(&cells, GROUP_STATS_TURN, &store->counting.through, NULL);
	return statement_put(store, cells.stmt);
}

enum err tend_stats(struct sqlite_store *store, u32 rows_max, bool *out_more)
{
	struct counting *counting = &store->counting;
	enum err err = make_books(counting);
	if (!err && !counting->is_known) err = find_place(store);
	if (err) return err;
	u64 before = counting->through.turn;
	err = count_turns(store, rows_max, out_more);
	if (!err && counting->has_minute) err = write_book(store, counting->minute);
	if (!err && counting->has_hour) err = write_book(store, counting->hour);
	if (!err && counting->through.turn != before) err = put_place(store);
	counting->lags = !err && *out_more;
	return err;
}

/* ---- retention ---------------------------------------------------------------------------- */

static enum err remove_before(struct sqlite_store *store, u32 span, msec until, u32 rows_max,
			      bool *out_more)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_STATS_DELETE]);
	cells_bind_i64(&cells, span);
	cells_bind_i64(&cells, stats_at(until, span));
	cells_bind_i64(&cells, rows_max);
	enum err err = statement_put(store, cells.stmt);
	u64 removed = err ? 0 : (u64)sqlite3_changes(store->db);
	store->counters.removed += removed;
	*out_more = *out_more || removed == rows_max;
	return err;
}

enum err tend_old_stats(struct sqlite_store *store, msec wall, const struct retention *retention,
			bool *out_more)
{
	msec hours = retention->hours_ms ? retention->hours_ms : HOURS_KEPT;
	msec minutes = hours < MINUTES_KEPT ? hours : MINUTES_KEPT;
	u32 rows = retention->rows_max;
	enum err err = remove_before(store, 1, msec_sub(wall, minutes), rows, out_more);
	if (!err) err = remove_before(store, STATS_HOUR, msec_sub(wall, hours), rows, out_more);
	*out_more = *out_more || store->counting.lags; /* what it counts may be old */
	return err;
}
