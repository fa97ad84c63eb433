/* Statistics: rows that are added up already, and the end of the journal, which is not yet. Both
 * are read in one moment, so that every entry is in exactly one of them. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

/* How much of the journal one call adds up; a server that counts keeps far less uncounted. */
enum { ENTRIES_MAX = 500000 };

struct adding {
	struct sqlite_query *query;
	const struct stats_list *list;
	struct stats_groups groups;
	u32 tenant; /* 0: every tenant's */
	u32 type;   /* 0: any */
	struct stats_page *page;
};

static bool is_wanted(const struct adding *adding, const struct stats_key *key)
{
	const struct stats_list *list = adding->list;
	if (key->kind != list->kind || key->at < list->from || key->at >= list->to) return false;
	if (adding->tenant && key->tenant != adding->tenant) return false;
	return !adding->type || key->number == adding->type;
}

static enum err add_rows(struct adding *adding)
{
	const struct stats_list *list = adding->list;
	sqlite3_stmt *stmt = query_statement(adding->query,
					     adding->tenant ? QUERY_STATS_TENANT : QUERY_STATS);
	bool has_row = true;
	enum err err = ERR_OK;
	bind_number(stmt, ":tenant", adding->tenant);
	bind_number(stmt, ":span", list->span);
	bind_number(stmt, ":from", list->from);
	bind_number(stmt, ":to", list->to);
	bind_number(stmt, ":kind", list->kind);
	while (!err) {
		struct stats_kept kept;
		struct stats_row row;
		err = query_step(adding->query, stmt, &has_row);
		if (err || !has_row) break;
		struct cells cells = cells_to_read(stmt);
		bool is_whole = cells_read(&cells, GROUP_STATS, NULL, &kept) &&
				stats_unpack(kept.cells, row.cells);
		row.key = kept.key;
		if (!is_whole) query_damage(adding->query, stmt);
		else if (is_wanted(adding, &row.key)) err = stats_groups_add(&adding->groups, &row);
	}
	return err;
}

/* ---- the journal's end -------------------------------------------------------------------- */

static enum err add_book(struct adding *adding, const struct stats_book *book)
{
	const struct stats_row *row;
	u32 place = 0;
	enum err err = ERR_OK;
	while (!err && (row = stats_book_next(book, &place))) {
		if (is_wanted(adding, &row->key)) err = stats_groups_add(&adding->groups, row);
	}
	return err;
}

static enum err find_place(struct adding *adding, u64 *out_turn)
{
	sqlite3_stmt *stmt = query_statement(adding->query, QUERY_STATS_TURN);
	struct stats_turn through = { 0 };
	bool has_row;
	enum err err = query_step(adding->query, stmt, &has_row);
	*out_turn = 0;
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_STATS_TURN, NULL, &through)) {
		*out_turn = through.turn;
	} else {
		query_damage(adding->query, stmt);
		*out_turn = UINT64_MAX; /* nobody can tell what was counted: nothing more is */
	}
	sqlite3_reset(stmt);
	return ERR_OK;
}

static void add_turn(struct stats_book *book, const struct journal_row *row)
{
	struct journal_entry entry;
	str rest = row->packed;
	while (journal_unpack(&rest, &entry)) stats_book_add(book, &entry, row->wall);
}

static enum err add_turns(struct adding *adding, struct stats_book *book, u64 after)
{
	struct sqlite_query *query = adding->query;
	sqlite3_stmt *stmt = query_statement(query, QUERY_TURNS_ON);
	u32 span = adding->list->span, entries = 0;
	bool has_row = true, has_book = false;
	i64 book_at = 0;
	enum err err = ERR_OK;
	bind_number(stmt, ":tenant", adding->tenant);
	bind_number(stmt, ":turn", (i64)after + 1);
	while (!err) {
		struct journal_row row = { 0 };
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		struct cells cells = cells_to_read(stmt);
		if (!cells_read(&cells, GROUP_JOURNAL, NULL, &row)) {
			query_damage(query, stmt);
			continue;
		}
		if (entries > ENTRIES_MAX) {
			adding->page->through = row.wall;
			break;
		}
		i64 at = stats_at(row.wall, span);
		if (has_book && at != book_at) err = add_book(adding, book);
		if (!has_book || at != book_at) stats_book_begin(book, span, at);
		has_book = true;
		book_at = at;
		entries += row.entries;
		add_turn(book, &row);
	}
	sqlite3_reset(stmt);
	return err || !has_book ? err : add_book(adding, book);
}

static enum err add_tail(struct adding *adding)
{
	struct stats_book *book = NULL;
	u64 after;
	enum err err = find_place(adding, &after);
	if (err || after == UINT64_MAX) return err;
	err = stats_book_new(&book);
	if (!err) err = add_turns(adding, book, after);
	stats_book_free(book);
	return err;
}

/* ---- names -------------------------------------------------------------------------------- */

static enum err name_groups(struct adding *adding, struct arena *arena)
{
	struct stats_groups *groups = &adding->groups;
	bool is_of_types = adding->list->kind == STATS_OF_TYPE;
	enum err err = ERR_OK;
	for (u32 i = 0; i < groups->len && !err; i++) {
		struct stats_group *group = &groups->rows[i];
		err = query_name(adding->query, NAME_TENANT, group->tenant, arena,
				 &group->tenant_text);
		if (!err && is_of_types)
			err = query_name(adding->query, NAME_TYPE, group->number, arena,
					 &group->type_text);
	}
	return err;
}

enum err query_stats(struct query *base, const struct stats_list *list, struct arena *arena,
		     struct stats_page *out_page)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct stats_page page = { .through = MSEC_MAX };
	struct adding adding = { .query = query, .list = list, .page = &page };
	enum err err = query_begin(query, list->tenant, &adding.tenant);
	if (!err) err = stats_groups_init(&adding.groups, list->by, list->step, arena);
	if (!err && list->type.len) {
		err = query_number(query, NAME_TYPE, list->type, &adding.type);
		if (!err && !adding.type) err = ERR_NOT_FOUND;
	}
	if (!err) err = add_rows(&adding);
	if (!err) err = add_tail(&adding);
	if (!err) {
		stats_groups_sort(&adding.groups);
		err = name_groups(&adding, arena);
	}
	query_end(query);
	if (err == ERR_NOT_FOUND) err = ERR_OK; /* what nobody knows has done nothing */
	page.rows = adding.groups.rows;
	page.len = err ? 0 : adding.groups.len;
	page.is_cut = adding.groups.is_cut;
	if (!err) *out_page = page;
	return err;
}
