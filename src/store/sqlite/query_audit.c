/* The audit as people see it: rows, page by page, turn by turn. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

#define SYSTEM STR("SYSTEM")

/* How many rows one call looks through, whatever it finds: of the tenant, and of others. */
enum { ROWS_MAX = 20000, FOREIGN_MAX = 200000 };

struct audit_reading {
	struct sqlite_query *query;
	struct arena *arena;
	const struct audit_list *list;
	struct audit_page *page;
	u32 tenant; /* 0: every tenant's */
	u32 looked_at;
	u32 foreign;
	struct arena turn;      /* what only the turn at hand needs */
	struct audit_row *rows; /* of the turn at hand */
	u32 rows_len;
};

/* ---- choosing ------------------------------------------------------------------------------- */

static bool is_wanted_text(str wanted, str text)
{
	return !wanted.len || str_eq(wanted, text);
}

static bool is_wanted(const struct audit_reading *reading, const struct audit_row *row)
{
	const struct audit_list *list = reading->list;
	if (list->by_people && !row->actor.len) return false;
	if (!uuid_is_nil(&list->run) && !uuid_eq(&list->run, &row->run)) return false;
	return is_wanted_text(list->actor, row->actor.len ? row->actor : SYSTEM) &&
	       is_wanted_text(list->action, row->action) && is_wanted_text(list->kind, row->kind) &&
	       is_wanted_text(list->object, row->object);
}

static bool is_behind(const struct audit_list *list, const struct audit_row *row)
{
	struct event_place place = audit_place(row);
	if (list->way == EVENTS_ON) return event_place_before(list->from, place);
	return !list->from.turn || event_place_before(place, list->from);
}

static enum err add_view(struct audit_reading *reading, const struct audit_row *row)
{
	struct audit_view *view = &reading->page->rows[reading->page->len];
	view->row = *row;
	str *texts[] = { &view->row.actor,  &view->row.action,  &view->row.kind,
			 &view->row.object, &view->row.request, &view->row.source,
			 &view->row.before, &view->row.after };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(reading->arena, *texts[i]);
	enum err err = query_name(reading->query, NAME_TENANT, row->tenant.v, reading->arena,
				  &view->tenant);
	if (!err && arena_failed(reading->arena)) err = ERR_MEMORY;
	if (!err) reading->page->len++;
	return err;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* False: they are damaged. */
static bool unpack(struct audit_reading *reading, const struct audit_turn *turn)
{
	struct audit_row row = { .turn = turn->turn, .at = turn->at };
	str rest = turn->packed;
	arena_reset(&reading->turn);
	reading->rows = arena_alloc_array(&reading->turn, turn->rows, sizeof *reading->rows);
	reading->rows_len = 0;
	while (reading->rows && reading->rows_len < turn->rows &&
	       audit_take(&rest, &reading->turn, &row))
		reading->rows[reading->rows_len++] = row;
	return rest.len == 0 && reading->rows_len == turn->rows;
}

/* Sets has_more where the page ends. */
static enum err add_rows(struct audit_reading *reading)
{
	struct audit_page *page = reading->page;
	enum err err = ERR_OK;
	for (u32 i = 0; i < reading->rows_len && !err; i++) {
		bool is_back = reading->list->way == EVENTS_BACK;
		const struct audit_row *row =
			&reading->rows[is_back ? reading->rows_len - 1 - i : i];
		bool is_foreign = reading->tenant && row->tenant.v != reading->tenant;
		reading->foreign += is_foreign;
		if (is_foreign) continue;
		if (!is_behind(reading->list, row)) continue;
		bool is_told = is_wanted(reading, row);
		page->has_more = (is_told && page->len == reading->list->limit) ||
				 reading->looked_at == ROWS_MAX;
		if (page->has_more) return ERR_OK;
		if (is_told) err = add_view(reading, row);
		reading->looked_at++;
		page->through = audit_place(row);
	}
	return err;
}

static enum err end_turn(struct audit_reading *reading, u64 turn)
{
	bool is_back = reading->list->way == EVENTS_BACK;
	reading->page->through = (struct event_place){ turn, is_back ? 0 : UINT32_MAX };
	reading->page->has_more = reading->foreign >= FOREIGN_MAX;
	return ERR_OK;
}

/* The row that the statement stands on. */
static enum err read_row(struct audit_reading *reading, sqlite3_stmt *stmt)
{
	struct audit_turn turn = { 0 };
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_AUDIT, NULL, &turn) && unpack(reading, &turn)) {
		enum err err = add_rows(reading);
		return err || reading->page->has_more ? err : end_turn(reading, turn.turn);
	}
	if (arena_failed(&reading->turn)) return ERR_MEMORY;
	query_damage(reading->query, stmt);
	query_list_damaged(reading->query, stmt);
	return ERR_OK;
}

static void bind(const struct audit_reading *reading, sqlite3_stmt *stmt, u64 turn)
{
	const struct audit_list *list = reading->list;
	bind_number(stmt, ":tenant", reading->tenant);
	bind_number(stmt, ":turn", (i64)turn);
	bind_number(stmt, ":since", list->since);
	bind_number(stmt, ":until", list->until ? list->until : INT64_MAX);
}

/* Every turn, for whoever may see all tenants. */
static enum err read_turns(struct audit_reading *reading, u64 from)
{
	bool is_back = reading->list->way == EVENTS_BACK, has_row = true;
	sqlite3_stmt *stmt = query_statement(reading->query,
					     is_back ? QUERY_AUDIT_BACK : QUERY_AUDIT_ON);
	enum err err = ERR_OK;
	bind(reading, stmt, from);
	while (!err && !reading->page->has_more) {
		err = query_step(reading->query, stmt, &has_row);
		if (err || !has_row) break;
		err = read_row(reading, stmt);
	}
	return err;
}

static enum err read_owned(struct audit_reading *reading, u64 from)
{
	sqlite3_stmt *stmt = query_statement(reading->query, QUERY_AUDIT_TURN);
	struct turn_walk walk;
	u64 turn = 1;
	enum err err = turn_walk_begin(reading->query, TURNS_OF_AUDIT, reading->tenant,
				       reading->list->way == EVENTS_ON, from, &walk);
	if (err) return err;
	while (!err && turn && !reading->page->has_more) {
		bool has_row = false;
		err = turn_walk_next(&walk, &turn);
		if (err || !turn) break;
		bind(reading, stmt, turn);
		err = query_step(reading->query, stmt, &has_row);
		if (!err && has_row) err = read_row(reading, stmt);
		sqlite3_reset(stmt);
	}
	turn_walk_end(&walk);
	return err;
}

static enum err read_page(struct audit_reading *reading)
{
	const struct audit_list *list = reading->list;
	bool is_newest = list->way == EVENTS_BACK && !list->from.turn;
	u64 from = is_newest ? INT64_MAX : list->from.turn;
	enum err err = reading->tenant ? read_owned(reading, from) : read_turns(reading, from);
	return page_end(err, reading->looked_at + reading->foreign, &reading->page->has_more);
}

enum err query_audit(struct query *base, const struct audit_list *list, struct arena *arena,
		     struct audit_page *out_page)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct audit_page page = { .rows = arena_alloc_array(arena, list->limit, sizeof *page.rows),
				   .through = list->from };
	struct audit_reading reading = { query, arena, list, &page, .tenant = 0 };
	must(list->limit > 0);
	must(list->way != EVENTS_NEWEST);
	enum err err = query_begin(query, list->tenant, &reading.tenant);
	if (!err && !page.rows) err = ERR_MEMORY;
	arena_init(&reading.turn, arena->max);
	if (!err) err = read_page(&reading);
	arena_done(&reading.turn);
	query_end(query);
	if (err == ERR_NOT_FOUND) err = ERR_OK;
	if (!err) *out_page = page;
	return err;
}
