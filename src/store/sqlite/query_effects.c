/* The ledger of effects, as people see it. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static enum query_statement pick(const struct effect_list *list, u32 tenant)
{
	if (tenant && list->idempotency_key.len) return QUERY_EFFECTS_NAME;
	if (tenant && list->states == 1u << EFFECT_OPEN) return QUERY_EFFECTS_OPEN;
	return QUERY_EFFECTS;
}

static void bind_filters(const struct effect_list *list, u32 tenant, sqlite3_stmt *stmt)
{
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":states", list->states);
	bind_bytes(stmt, ":action", list->action_key);
	bind_bytes(stmt, ":key", list->idempotency_key);
}

/* Of a tenant's effects that no index has by themselves: those that its list does not have yet. */
static enum err bind_effects(struct sqlite_query *query, const void *asked, u32 tenant,
			     sqlite3_stmt **out_stmt)
{
	const struct effect_list *list = asked;
	enum query_statement statement = pick(list, tenant);
	sqlite3_stmt *stmt = query_statement(query, statement);
	enum err err = ERR_OK;
	query->since = (struct uuid){ 0 };
	if (tenant && statement == QUERY_EFFECTS)
		err = query_behind(query, LIST_EFFECTS, &(struct uuid){ 0 });
	bind_filters(list, tenant, stmt);
	bind_since(stmt, &query->since);
	bind_after(stmt, &list->after);
	*out_stmt = stmt;
	return err;
}

/* And those that it has. */
static enum err bind_owned_effects(struct sqlite_query *query, const void *asked, u32 tenant,
				   sqlite3_stmt **out_stmt)
{
	const struct effect_list *list = asked;
	sqlite3_stmt *stmt = query_statement(query, QUERY_EFFECTS_TENANT);
	if (pick(list, tenant) != QUERY_EFFECTS) return ERR_OK;
	if (!query_owned_after(query, &list->after, &query->after)) return ERR_OK;
	bind_filters(list, tenant, stmt);
	bind_after(stmt, &query->after);
	*out_stmt = stmt;
	return ERR_OK;
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
		query_damage(query, stmt);
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
	struct listing listing = { list,         list->tenant, list->limit,
				   bind_effects, view_effect,  sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_owned_list(base, &listing, bind_owned_effects, arena, &listed);
	if (!err) *out_page = LISTED(struct effect_page, listed);
	return err;
}
