/* Every turn up to the place that the list goes to, against the list of each tenant that the turn
 * is about. Memory holds one row of the list for each of some tenants: turns come in order, so that
 * is the row that the tenant's next turn is in, too. Entries that no turn accounts for are looked
 * for only when the list has more than were found. */
#include "base/memory.h"
#include "base/must.h"
#include "store/sqlite/sqlite_compare.h"
#include "store/sqlite/sqlite_link.h"

#include <stdlib.h>

enum { ROWS_HELD = 64, TURNS_A_WORD = 5000, TENANTS_BYTES_MAX = 1 << 29, ARENA_BYTES = 1 << 29 };

#define NAME "tenant_turns"

static const char *const turns_sql[TURN_KINDS] = {
	[TURNS_OF_JOURNAL] = "SELECT " ROW_NAMES(JOURNAL_COLUMNS) " FROM journal WHERE turn <= ?1"
								  " AND (?2 = 0 OR turn = ?2)"
								  " ORDER BY turn",
	[TURNS_OF_AUDIT] = "SELECT " ROW_NAMES(AUDIT_COLUMNS) " FROM audit WHERE turn <= ?1"
							      " AND (?2 = 0 OR turn = ?2)"
							      " ORDER BY turn",
};

/* A row of the list, unpacked. */
struct held_row {
	u32 tenant;
	u32 len;
	u64 turns[OWNED_TURNS_MAX];
};

struct comparing_turns {
	sqlite3 *db;
	enum turn_kind kind;
	const struct examine_sink *sink;
	struct why *why;
	u64 *strays;
	u64 through;        /* the list goes to here */
	u64 first;          /* turn that is there; 0: none */
	u64 found;          /* pairs of a tenant and a turn */
	struct buf tenants; /* u32: of the turn at hand, each once */
	struct arena arena;
	sqlite3_stmt *turns, *row, *rows, *name;
	struct held_row *held;
};

static enum err failed(struct comparing_turns *work, int code)
{
	return link_fail(work->db, code, work->why, "compare the lists of turns");
}

static enum err prepare(struct comparing_turns *work, const char *sql, sqlite3_stmt **out_stmt)
{
	int code = sqlite3_prepare_v2(work->db, sql, -1, out_stmt, NULL);
	return code ? failed(work, code) : ERR_OK;
}

static enum err step(struct comparing_turns *work, sqlite3_stmt *stmt, bool *out_row)
{
	int code = sqlite3_step(stmt);
	*out_row = code == SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE ? ERR_OK : failed(work, code);
}

static void tell(struct comparing_turns *work, u32 tenant, u64 turn, bool is_missing)
{
	struct stray_entry entry = { .list = NAME, .turn = turn, .is_missing = is_missing };
	struct cells cells = cells_to_bind(work->name);
	++*work->strays;
	if (!work->sink->stray) return;
	cells_bind_i64(&cells, tenant);
	if (sqlite3_step(work->name) == SQLITE_ROW) {
		cells = cells_to_read(work->name);
		entry.tenant = cells_read_bytes(&cells);
	}
	work->sink->stray(work->sink->context, &entry);
	sqlite3_reset(work->name);
}

/* ---- whom a turn is about ------------------------------------------------------------------- */

static void add_tenant(struct comparing_turns *work, u32 tenant)
{
	if (tenant) buf_add(&work->tenants, (str){ (const char *)&tenant, sizeof tenant });
}

static u64 read_journal(struct comparing_turns *work)
{
	struct journal_row row = { 0 };
	struct cells cells = cells_to_read(work->turns);
	tenant_no tenant;
	str entry;
	/* A damaged turn is told as such, and shown to nobody. */
	if (!cells_read(&cells, GROUP_JOURNAL, NULL, &row)) return 0;
	while (journal_skim(&row.packed, &entry, &tenant)) add_tenant(work, tenant.v);
	return row.turn;
}

static u64 read_audit(struct comparing_turns *work)
{
	struct audit_turn kept = { 0 };
	struct cells cells = cells_to_read(work->turns);
	if (!cells_read(&cells, GROUP_AUDIT, NULL, &kept)) return 0;
	struct audit_row row = { .turn = kept.turn, .at = kept.at };
	while (audit_take(&kept.packed, &work->arena, &row)) add_tenant(work, row.tenant.v);
	arena_reset(&work->arena);
	return kept.turn;
}

static int by_number(const void *a, const void *b)
{
	u32 left = *(const u32 *)a, right = *(const u32 *)b;
	return (left > right) - (left < right);
}

/* Of the turn that the statement stands on; 0: it is damaged. Tenants are in order, each once. */
static enum err read_tenants(struct comparing_turns *work, u64 *out_turn)
{
	buf_clear(&work->tenants);
	*out_turn = work->kind == TURNS_OF_JOURNAL ? read_journal(work) : read_audit(work);
	if (buf_failed(&work->tenants) || arena_failed(&work->arena)) return ERR_MEMORY;
	u32 *numbers = (u32 *)(void *)work->tenants.at;
	size_t len = work->tenants.len / sizeof *numbers, kept = 0;
	if (len) qsort(numbers, len, sizeof *numbers, by_number);
	for (size_t i = 0; i < len; i++)
		if (!i || numbers[i] != numbers[i - 1]) numbers[kept++] = numbers[i];
	work->tenants.len = kept * sizeof *numbers;
	return ERR_OK;
}

/* ---- turns that a list lacks ---------------------------------------------------------------- */

static int by_turn(const void *a, const void *b)
{
	u64 left = *(const u64 *)a, right = *(const u64 *)b;
	return (left > right) - (left < right);
}

/* The row that would have the turn; none, and one that is damaged, has no turns. */
static enum err hold_row(struct comparing_turns *work, struct held_row *held, u32 tenant, u64 turn)
{
	struct cells cells = cells_to_bind(work->row);
	struct owned_turns_row row = { 0 };
	bool has_row = false;
	held->tenant = tenant;
	held->len = 0;
	cells_bind_i64(&cells, tenant);
	cells_bind_i64(&cells, work->kind);
	cells_bind_i64(&cells, (i64)turn);
	enum err err = step(work, work->row, &has_row);
	if (!err && has_row) {
		cells = cells_to_read(work->row);
		bool is_whole = cells_read(&cells, GROUP_OWNED_TURNS, NULL, &row) &&
				owned_turns_unpack(&row, held->turns, &held->len);
		if (!is_whole) held->len = 0;
	}
	sqlite3_reset(work->row);
	return err;
}

static enum err look_for(struct comparing_turns *work, u32 tenant, u64 turn)
{
	struct held_row *held = &work->held[tenant % ROWS_HELD];
	enum err err = ERR_OK;
	bool is_at_hand = held->tenant == tenant && held->len && held->turns[held->len - 1] >= turn;
	if (!is_at_hand) err = hold_row(work, held, tenant, turn);
	if (err) return err;
	if (bsearch(&turn, held->turns, held->len, sizeof turn, by_turn)) work->found++;
	else tell(work, tenant, turn, true);
	return ERR_OK;
}

static void bind_turns(struct comparing_turns *work, u64 turn)
{
	struct cells cells = cells_to_bind(work->turns);
	cells_bind_i64(&cells, (i64)work->through);
	cells_bind_i64(&cells, (i64)turn);
}

static enum err find_missing(struct comparing_turns *work)
{
	bool has_row = true;
	enum err err = ERR_OK;
	bind_turns(work, 0);
	for (u64 seen = 1; !err; seen++) {
		u64 turn = 0;
		err = step(work, work->turns, &has_row);
		if (err || !has_row) break;
		if (!work->first) work->first = (u64)sqlite3_column_int64(work->turns, 0);
		err = read_tenants(work, &turn);
		const u32 *numbers = (const u32 *)(const void *)work->tenants.at;
		for (size_t i = 0; !err && turn && i < work->tenants.len / sizeof *numbers; i++)
			err = look_for(work, numbers[i], turn);
		if (seen % TURNS_A_WORD == 0 && work->sink->progress)
			work->sink->progress(work->sink->context, NAME, 0, 0);
	}
	sqlite3_reset(work->turns);
	return err;
}

/* ---- turns that a list has too much --------------------------------------------------------- */

static enum err is_about(struct comparing_turns *work, u32 tenant, u64 turn, bool *out_is)
{
	bool has_row = false;
	bind_turns(work, turn);
	enum err err = step(work, work->turns, &has_row);
	*out_is = false;
	if (!err && has_row) {
		err = read_tenants(work, &turn);
		*out_is = !turn ||
			  (!err && work->tenants.len &&
			   bsearch(&tenant, work->tenants.at, work->tenants.len / sizeof tenant,
				   sizeof tenant, by_number));
	}
	sqlite3_reset(work->turns);
	return err;
}

/* Turns before the first that is there were removed by retention: their rows follow. With `names`
 * false they are only counted. */
static enum err walk_list(struct comparing_turns *work, bool names, u64 *out_turns)
{
	struct cells cells = cells_to_bind(work->rows);
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_i64(&cells, work->kind);
	while (!err) {
		u64 turns[OWNED_TURNS_MAX];
		struct owned_turns_row row = { 0 };
		u32 len = 0;
		err = step(work, work->rows, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(work->rows);
		if (!cells_read(&cells, GROUP_OWNED_TURNS, NULL, &row)) continue;
		if (!owned_turns_unpack(&row, turns, &len)) continue;
		for (u32 i = 0; i < len && !err; i++) {
			bool is_its = true;
			if (!work->first || turns[i] < work->first) continue;
			++*out_turns;
			if (names) err = is_about(work, row.tenant, turns[i], &is_its);
			if (!err && !is_its) tell(work, row.tenant, turns[i], false);
		}
	}
	sqlite3_reset(work->rows);
	return err;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static enum err read_through(struct comparing_turns *work)
{
	sqlite3_stmt *stmt = NULL;
	struct owned_list_row row = { 0 };
	bool has_row = false;
	enum err err = prepare(work,
			       "SELECT " ROW_NAMES(OWNED_LIST_COLUMNS) " FROM tenant_lists"
								       " WHERE list = 3",
			       &stmt);
	_Static_assert(LIST_TURNS == 3, "the list of turns");
	if (!err) err = step(work, stmt, &has_row);
	if (!err && has_row) {
		struct cells cells = cells_to_read(stmt);
		if (cells_read(&cells, GROUP_OWNED_LIST, NULL, &row))
			work->through = turn_of_place(&row.through);
	}
	sqlite3_finalize(stmt);
	return err;
}

static enum err compare(struct comparing_turns *work)
{
	u64 listed = 0;
	enum err err = read_through(work);
	if (err || !work->through) return err;
	err = prepare(work, turns_sql[work->kind], &work->turns);
	if (!err)
		err = prepare(
			work,
			"SELECT " ROW_NAMES(OWNED_TURNS_COLUMNS) " FROM " NAME
								 " WHERE tenant = ? AND kind = ?"
								 " AND turn >= ?"
								 " ORDER BY turn LIMIT 1",
			&work->row);
	if (!err)
		err = prepare(
			work,
			"SELECT " ROW_NAMES(OWNED_TURNS_COLUMNS) " FROM " NAME
								 " NOT INDEXED WHERE kind = ?",
			&work->rows);
	if (!err)
		err = prepare(work, "SELECT name FROM names WHERE kind = 0 AND number = ?",
			      &work->name);
	if (!err) err = find_missing(work);
	if (!err) err = walk_list(work, false, &listed);
	return !err && listed != work->found ? walk_list(work, true, &listed) : err;
}

enum err turns_compare(sqlite3 *db, enum turn_kind kind, const struct examine_sink *sink,
		       u64 *strays, struct why *why)
{
	struct comparing_turns work = {
		.db = db, .kind = kind, .sink = sink, .why = why, .strays = strays
	};
	work.held = mem_alloc_zeroed(ROWS_HELD * sizeof *work.held);
	if (!work.held) return fail(why, ERR_MEMORY, "no memory to compare the lists of turns");
	buf_init(&work.tenants, TENANTS_BYTES_MAX);
	arena_init(&work.arena, ARENA_BYTES);
	enum err err = link_run(db, "BEGIN", why);
	if (!err) err = compare(&work);
	if (err == ERR_MEMORY) (void)fail(why, err, "no memory to compare the lists of turns");
	sqlite3_finalize(work.turns);
	sqlite3_finalize(work.row);
	sqlite3_finalize(work.rows);
	sqlite3_finalize(work.name);
	if (!sqlite3_get_autocommit(db)) (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	arena_done(&work.arena);
	buf_done(&work.tenants);
	mem_free(work.held);
	return err;
}
