/* A run's way through the journal: its row names the turn of its last entry, each entry the turn of
 * the one before. While it is held, the claim is the last, and the open execution names its turn.
 */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

struct timeline_walk {
	struct sqlite_query *query;
	struct arena *arena;
	struct uuid run;
	u32 tenant;
	u64 turn; /* the next to look at; 0: none */
};

/* The last turn in which something is said of the run. */
static enum err find_last(struct timeline_walk *walk)
{
	struct sqlite_query *query = walk->query;
	sqlite3_stmt *stmt = query_statement(query, QUERY_RUN);
	struct run_row row;
	bool has_row = false, is_whole = false;
	bind_id(stmt, ":id", &walk->run);
	bind_number(stmt, ":tenant", walk->tenant);
	enum err err = query_step(query, stmt, &has_row);
	if (err) return err;
	if (!has_row) return ERR_NOT_FOUND;
	err = read_run_row(query, stmt, &is_whole, &row);
	sqlite3_reset(stmt);
	if (err || !is_whole) return err ? err : ERR_STORE_DAMAGED;
	walk->turn = row.hot.journal_turn;
	stmt = query_statement(query, QUERY_LAST_EXECUTION);
	bind_id(stmt, ":run", &walk->run);
	bind_number(stmt, ":tenant", row.tenant.v);
	err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	struct execution_row execution = { 0 };
	is_whole = cells_read(&cells, GROUP_EXECUTION, NULL, &execution);
	sqlite3_reset(stmt);
	if (is_whole && execution.turn > walk->turn) walk->turn = execution.turn;
	return ERR_OK;
}

static void keep_entry(struct timeline_walk *walk, const struct journal_row *row,
		       const struct journal_entry *entry, struct timeline_page *page)
{
	struct timeline_entry *kept = &page->rows[page->len++];
	*kept = (struct timeline_entry){ row->turn, row->wall, *entry };
	kept->entry.reason = str_copy(walk->arena, entry->reason);
	kept->entry.actor = str_copy(walk->arena, entry->actor);
	kept->entry.details = str_copy(walk->arena, entry->details);
}

/* The run's entries of one turn, last first; the turn before all of them is the next to look at. */
static void take_entries(struct timeline_walk *walk, const struct journal_row *row, u32 limit,
			 struct timeline_page *page)
{
	enum { ENTRIES_MAX = 16 }; /* of one run in one turn */
	struct journal_entry entries[ENTRIES_MAX], entry;
	str rest = row->packed;
	u32 len = 0;
	while (journal_unpack(&rest, &entry)) {
		bool is_its = uuid_eq(&entry.run, &walk->run) && entry.kind != JOURNAL_NOTICE;
		if (is_its && len < ENTRIES_MAX) entries[len++] = entry;
	}
	walk->turn = 0;
	for (u32 i = len; i > 0; i--) {
		if (page->len == limit) {
			page->has_more = true;
			return;
		}
		keep_entry(walk, row, &entries[i - 1], page);
		u64 before = entries[i - 1].previous_turn;
		if (before < row->turn) walk->turn = before;
	}
}

static enum err look_at_turn(struct timeline_walk *walk, u32 limit, struct timeline_page *page)
{
	sqlite3_stmt *stmt = query_statement(walk->query, QUERY_TURN);
	struct journal_row row = { 0 };
	bool has_row = false;
	bind_number(stmt, ":turn", (i64)walk->turn);
	bind_number(stmt, ":tenant", walk->tenant);
	enum err err = query_step(walk->query, stmt, &has_row);
	if (err) return err;
	if (!has_row) {
		page->is_cut = true;
		walk->turn = 0;
		return ERR_OK;
	}
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_JOURNAL, NULL, &row)) take_entries(walk, &row, limit, page);
	else {
		query_damage(walk->query, stmt);
		page->is_cut = true;
		walk->turn = 0;
	}
	sqlite3_reset(stmt);
	return arena_failed(walk->arena) ? ERR_MEMORY : ERR_OK;
}

enum err query_timeline(struct query *base, str tenant, const struct uuid *run, u64 before,
			u32 limit, struct arena *arena, struct timeline_page *out_page)
{
	struct timeline_walk walk = { .query = sqlite_query_of(base), .arena = arena, .run = *run };
	struct timeline_page page = { 0 };
	must(limit > 0);
	enum err err = query_begin(walk.query, tenant, &walk.tenant);
	page.rows = arena_alloc_array(arena, limit, sizeof *page.rows);
	if (!err && !page.rows) err = ERR_MEMORY;
	if (!err) err = find_last(&walk);
	if (!err && before) walk.turn = before;
	while (!err && walk.turn && !page.has_more) {
		if (page.len == limit) page.has_more = true;
		else err = look_at_turn(&walk, limit, &page);
	}
	query_end(walk.query);
	err = page_end(err, page.len, &page.has_more);
	if (!err) *out_page = page;
	return err;
}
