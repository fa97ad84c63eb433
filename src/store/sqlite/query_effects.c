/* The ledger of effects, as people see it. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static sqlite3_stmt *bind_list(struct sqlite_query *query, const struct effect_list *list,
			       u32 tenant)
{
	enum query_statement statement = QUERY_EFFECTS;
	if (tenant && list->idempotency_key.len) statement = QUERY_EFFECTS_NAME;
	else if (tenant && list->states == 1u << EFFECT_OPEN) statement = QUERY_EFFECTS_OPEN;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":states", list->states);
	bind_bytes(stmt, ":action", list->action_key);
	bind_bytes(stmt, ":key", list->idempotency_key);
	bind_after(stmt, &list->after);
	return stmt;
}

static enum err view_effect(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			    bool *out_whole, void *into)
{
	struct effect_view *view = into;
	struct cells cells = cells_to_read(stmt);
	struct effect_row *row = &view->row;
	*view = (struct effect_view){ 0 };
	*out_whole = cells_read(&cells, GROUP_EFFECT, NULL, row) && row->state < EFFECT_IN_DOUBT;
	if (!*out_whole) {
		query_damage(query);
		return ERR_OK;
	}
	view->attempt_is_open = sqlite3_column_int64(stmt, cells.at) != 0;
	str *texts[] = { &row->action_key, &row->idempotency_key, &row->scope, &row->result,
			 &row->reason };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	enum err err = query_name(query, NAME_TENANT, row->tenant.v, arena, &view->tenant);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

enum err query_effects(struct query *base, const struct effect_list *list, struct arena *arena,
		       struct effect_page *out_page)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct effect_page page = { 0 };
	u32 tenant;
	must(list->limit > 0);
	enum err err = query_begin(query, list->tenant, &tenant);
	page.rows = arena_alloc_array(arena, list->limit, sizeof *page.rows);
	if (!err && !page.rows) err = ERR_MEMORY;
	if (!err)
		err = page_fill(query, bind_list(query, list, tenant), list->limit, arena,
				view_effect, page.rows, sizeof *page.rows, &page.len,
				&page.has_more);
	query_end(query);
	if (err == ERR_NOT_FOUND) err = ERR_OK; /* a tenant nobody knows has none */
	if (!err) *out_page = page;
	return err;
}
