/* Turns by tenant: which turns of the journal, and of the audit, are about a tenant.
 *
 * A turn's row holds what the turn did for all tenants, so without a list a tenant's events would
 * be found by reading everybody's. The list is written behind the commits, as those of
 * sqlite_lists.c (doc/adr/0028), but packed: a row has up to OWNED_TURNS_MAX turns of one tenant.
 * Turns only grow and are removed from the oldest on, so a row is written once and removed once.
 *
 * Invariants, between calls:
 *   - a turn up to `through` is in the list of every tenant that it is about
 *   - once known, `behind` has the turns above `through`, unless is_cut says that they have to be
 *     read from the file; their entries are at most ENTRIES_BEHIND_MAX and those of one commit */
#include "base/must.h"
#include "base/varint.h"
#include "store/sqlite/sqlite_parts.h"

#include <stdlib.h>

/* A list of one tenant looks through all entries above `through`, whosever they are. */
enum {
	ENTRIES_BEHIND_MAX = 16384,
	BEHIND_BYTES_MAX = 1 << 29,
	CHUNK_TURNS = 512,
	ARENA_BYTES = 1 << 29,
	LATER_BYTES_MAX = OWNED_TURNS_MAX * VARINT_BYTES_MAX,
};

struct owned_turn {
	u32 tenant;
	enum turn_kind kind;
	u64 turn;
};

void owned_turns_init(struct owned_turns *turns)
{
	buf_init(&turns->behind, BEHIND_BYTES_MAX);
}

void owned_turns_done(struct owned_turns *turns)
{
	buf_done(&turns->behind);
}

void owned_turns_forget(struct sqlite_store *store)
{
	store->turns.is_known = false;
}

/* ---- how far the list goes ------------------------------------------------------------------ */

u64 turn_of_place(const struct uuid *place)
{
	u64 turn = 0;
	for (u32 i = 0; i < sizeof turn; i++) turn = turn << 8 | place->bytes[i];
	return turn;
}

static struct uuid place_of_turn(u64 turn)
{
	struct uuid place = { 0 };
	for (u32 i = 0; i < sizeof turn; i++) place.bytes[i] = (u8)(turn >> 8 * (7 - i));
	return place;
}

static enum err put_through(struct sqlite_store *store, u64 turn)
{
	struct uuid place = place_of_turn(turn);
	enum err err = list_put_place(store, LIST_TURNS, &place);
	if (!err) store->turns.through = turn;
	return err;
}

/* ---- what is behind ------------------------------------------------------------------------- */

/* Most entries of a turn are about a few tenants: one that was just noted is not noted again. */
static void note(struct owned_turns *turns, u32 tenant, enum turn_kind kind, u64 turn)
{
	struct noted_turn *noted = &turns->noted[kind][tenant % countof(turns->noted[0])];
	if (!tenant || (noted->tenant == tenant && noted->turn == turn)) return;
	const struct owned_turn row = { tenant, kind, turn };
	*noted = (struct noted_turn){ tenant, turn };
	buf_add(&turns->behind, (str){ (const char *)&row, sizeof row });
}

static void note_entries(struct owned_turns *turns, u64 turn, str packed)
{
	tenant_no tenant;
	str entry;
	while (journal_skim(&packed, &entry, &tenant))
		note(turns, tenant.v, TURNS_OF_JOURNAL, turn);
}

static void clear(struct owned_turns *turns)
{
	buf_clear(&turns->behind);
	memset(turns->noted, 0, sizeof turns->noted);
	turns->entries = 0;
}

/* ---- from the file -------------------------------------------------------------------------- */

/* Turn 0: there is none. */
static enum err find_turn(struct sqlite_store *store, enum statement statement, u64 behind,
			  u64 *out_turn)
{
	sqlite3_stmt *stmt = store->statements[statement];
	bool has_row;
	if (statement == STATEMENT_TURN_NEXT) {
		struct cells cells = cells_to_bind(stmt);
		cells_bind_i64(&cells, (i64)behind);
	}
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	must(has_row);
	*out_turn = (u64)sqlite3_column_int64(stmt, 0);
	sqlite3_reset(stmt);
	return ERR_OK;
}

static void bind_range(sqlite3_stmt *stmt, u64 first, u64 last)
{
	struct cells cells = cells_to_bind(stmt);
	cells_bind_i64(&cells, (i64)first);
	cells_bind_i64(&cells, (i64)last);
}

/* A turn that is damaged can be shown to nobody. */
static enum err read_journal(struct sqlite_store *store, u64 first, u64 last)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_TURNS_WITHIN];
	bool has_row = true;
	enum err err = ERR_OK;
	bind_range(stmt, first, last);
	while (!err) {
		struct journal_row row = { 0 };
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		struct cells cells = cells_to_read(stmt);
		if (!cells_read(&cells, GROUP_JOURNAL, NULL, &row)) damage_note(store);
		else note_entries(&store->turns, row.turn, row.packed);
		store->turns.entries += row.entries;
	}
	sqlite3_reset(stmt);
	return err;
}

static void note_audit(struct owned_turns *turns, struct arena *arena,
		       const struct audit_turn *kept)
{
	struct audit_row row = { .turn = kept->turn, .at = kept->at };
	str rest = kept->packed;
	while (audit_take(&rest, arena, &row))
		note(turns, row.tenant.v, TURNS_OF_AUDIT, kept->turn);
	arena_reset(arena);
}

static enum err read_audit(struct sqlite_store *store, u64 first, u64 last)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_AUDIT_WITHIN];
	struct arena arena;
	bool has_row = true;
	enum err err = ERR_OK;
	arena_init(&arena, ARENA_BYTES);
	bind_range(stmt, first, last);
	while (!err) {
		struct audit_turn kept = { 0 };
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		struct cells cells = cells_to_read(stmt);
		if (!cells_read(&cells, GROUP_AUDIT, NULL, &kept)) damage_note(store);
		else note_audit(&store->turns, &arena, &kept);
		if (arena_failed(&arena)) err = ERR_MEMORY;
	}
	sqlite3_reset(stmt);
	arena_done(&arena);
	return err;
}

static enum err read_turns(struct sqlite_store *store, u64 first, u64 last)
{
	clear(&store->turns);
	enum err err = read_journal(store, first, last);
	if (!err) err = read_audit(store, first, last);
	store->turns.last = last;
	return !err && buf_failed(&store->turns.behind) ? ERR_MEMORY : err;
}

static enum err know(struct sqlite_store *store)
{
	struct owned_turns *turns = &store->turns;
	struct uuid place = { 0 };
	u64 first = 0;
	if (turns->is_known) return ERR_OK;
	clear(turns);
	enum err err = list_read_place(store, LIST_TURNS, &place);
	turns->through = turn_of_place(&place);
	if (!err) err = find_turn(store, STATEMENT_TURN_NEXT, turns->through, &first);
	if (!err) err = find_turn(store, STATEMENT_TURN_LAST, 0, &turns->last);
	turns->is_cut = !err && first && turns->last - first >= CHUNK_TURNS;
	if (!err && first && !turns->is_cut) err = read_turns(store, first, turns->last);
	turns->is_known = !err;
	return err;
}

/* ---- listing -------------------------------------------------------------------------------- */

static int by_owner(const void *a, const void *b)
{
	const struct owned_turn *left = a, *right = b;
	if (left->tenant != right->tenant) return left->tenant < right->tenant ? -1 : 1;
	if (left->kind != right->kind) return left->kind < right->kind ? -1 : 1;
	return (left->turn > right->turn) - (left->turn < right->turn);
}

/* One row of the list, from the front of `rows`; how many of these are in it. */
static u32 pack_row(const struct owned_turn *rows, u32 len, u8 *later, struct owned_turns_row *row)
{
	u32 taken = 0, turns = 1;
	u8 *end = later;
	*row = (struct owned_turns_row){
		.tenant = rows->tenant, .kind = rows->kind, .first = rows->turn, .last = rows->turn
	};
	for (; taken < len; taken++) {
		const struct owned_turn *next = &rows[taken];
		if (next->tenant != row->tenant || next->kind != row->kind) break;
		if (next->turn == row->last) continue; /* the first, or one that was noted twice */
		if (turns++ == OWNED_TURNS_MAX) break;
		end = varint_write(end, next->turn - row->last);
		row->last = next->turn;
	}
	row->later = (str){ (const char *)later, (size_t)(end - later) };
	return taken;
}

static enum err list_behind(struct sqlite_store *store)
{
	struct owned_turns *turns = &store->turns;
	struct owned_turn *rows = (struct owned_turn *)(void *)turns->behind.at;
	u32 len = (u32)(turns->behind.len / sizeof *rows);
	enum err err = ERR_OK;
	turns->listed += len;
	if (len) qsort(rows, len, sizeof *rows, by_owner);
	for (u32 at = 0; at < len && !err;) {
		u8 later[LATER_BYTES_MAX];
		struct owned_turns_row row;
		at += pack_row(&rows[at], len - at, later, &row);
		struct cells cells = cells_to_bind(store->statements[STATEMENT_OWNED_TURNS_PUT]);
		cells_bind(&cells, GROUP_OWNED_TURNS, &row, NULL);
		err = statement_put(store, cells.stmt);
	}
	if (!err && turns->last > turns->through) err = put_through(store, turns->last);
	if (!err) clear(turns);
	return err;
}

/* All that the file has above `through`, some turns at a time. */
static enum err list_all(struct sqlite_store *store)
{
	struct owned_turns *turns = &store->turns;
	u64 end = 0;
	enum err err = find_turn(store, STATEMENT_TURN_LAST, 0, &end);
	while (!err && turns->through < end) {
		u64 first = 0;
		err = find_turn(store, STATEMENT_TURN_NEXT, turns->through, &first);
		if (err) break;
		u64 last = first + CHUNK_TURNS - 1;
		err = read_turns(store, first, last < end ? last : end);
		if (!err) err = list_behind(store);
	}
	if (!err) turns->is_cut = false;
	return err;
}

static enum err list_turns(struct sqlite_store *store)
{
	return store->turns.is_cut ? list_all(store) : list_behind(store);
}

enum err owned_turns_add(struct sqlite_store *store, const struct turn *turn)
{
	struct owned_turns *turns = &store->turns;
	const u32 *tenants = (const u32 *)(const void *)store->auditing.tenants.at;
	bool was_known = turns->is_known;
	enum err err = know(store);
	if (err) return err;
	/* A list that was just read from the file has this turn already. */
	if (was_known && !turns->is_cut) {
		note_entries(turns, turn->id, buf_view(&turn->journal));
		for (u32 i = 0; i < store->audit.rows; i++)
			note(turns, tenants[i], TURNS_OF_AUDIT, turn->id);
		turns->entries += turn->journal_entries + store->audit.rows;
		turns->last = turn->id;
	}
	if (buf_failed(&turns->behind)) return ERR_MEMORY;
	bool is_much = turns->is_cut || turns->entries >= ENTRIES_BEHIND_MAX;
	return is_much ? list_turns(store) : ERR_OK;
}

enum err tend_turns(struct sqlite_store *store)
{
	enum err err = know(store);
	return err ? err : list_turns(store);
}

enum err owned_turns_know(struct sqlite_store *store, bool *out_cut)
{
	enum err err = know(store);
	*out_cut = !err && store->turns.is_cut;
	return err;
}

enum err owned_turns_rebuild(struct sqlite_store *store, u64 *entries)
{
	enum err err = statement_run(store, STATEMENT_OWNED_TURNS_DELETE_ALL);
	if (err) return err;
	clear(&store->turns);
	store->turns.through = 0;
	store->turns.listed = 0;
	err = list_all(store);
	*entries += store->turns.listed;
	return err;
}

/* ---- retention ------------------------------------------------------------------------------ */

enum err owned_turns_remove(struct sqlite_store *store, enum turn_kind kind, u64 through,
			    u32 rows_max, bool *out_more)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_OWNED_TURNS_DELETE]);
	cells_bind_i64(&cells, kind);
	cells_bind_i64(&cells, (i64)through);
	cells_bind_i64(&cells, rows_max);
	enum err err = statement_put(store, cells.stmt);
	if (!err && (u32)sqlite3_changes(store->db) == rows_max) *out_more = true;
	return err;
}

/* ---- reading -------------------------------------------------------------------------------- */

bool owned_turns_unpack(const struct owned_turns_row *row, u64 out_turns[OWNED_TURNS_MAX],
			u32 *out_len)
{
	str rest = row->later;
	u64 turn = row->first, step;
	u32 len = 0;
	out_turns[len++] = turn;
	while (rest.len) {
		if (len == OWNED_TURNS_MAX || !varint_read(&rest, INT64_MAX, &step)) return false;
		turn += step;
		out_turns[len++] = turn;
	}
	*out_len = len;
	return turn == row->last;
}
