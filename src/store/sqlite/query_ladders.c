/* Ladders, of an entity or of all, as people see them. */
#include "base/must.h"
#include "model/ladder.h"
#include "store/sqlite/query_parts.h"

static enum err bind_ladders(struct sqlite_query *query, const void *asked, u32 tenant,
			     sqlite3_stmt **out_stmt)
{
	const struct ladder_list *list = asked;
	enum query_statement statement = list->entity.len ? QUERY_LADDERS_ENTITY
					 : tenant         ? QUERY_LADDERS_TENANT
							  : QUERY_LADDERS;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bind_number(stmt, ":tenant", tenant);
	if (list->entity.len) bind_bytes(stmt, ":entity", list->entity);
	bind_number(stmt, ":by_user", list->has_user);
	bind_bytes(stmt, ":user", list->user);
	bind_number(stmt, ":by_name", list->has_name);
	bind_bytes(stmt, ":name", list->name);
	bind_after(stmt, &list->after);
	*out_stmt = stmt;
	return ERR_OK;
}

/* How the run of a rung stands; one that retention took is not found. */
static enum err view_rung(struct sqlite_query *query, u32 tenant, const struct rung *rung,
			  struct rung_view *out_view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_RUNG);
	bool has_row;
	*out_view = (struct rung_view){ .rung = *rung };
	if (uuid_is_nil(&rung->run)) return ERR_OK;
	bind_id(stmt, ":id", &rung->run);
	bind_number(stmt, ":tenant", tenant);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	struct run_row row = { 0 };
	bool is_whole = cells_read(&cells, GROUP_RUN_FIXED, NULL, &row) &&
			cells_read(&cells, GROUP_RUN_HOT, &row.id, &row.hot) &&
			row.hot.state < RUN_STATE_COUNT;
	bool is_open = sqlite3_column_int64(stmt, cells.at) != 0;
	out_view->found = is_whole;
	out_view->state = is_open ? RUN_PROCESSING : row.hot.state;
	out_view->run_at = row.hot.run_at;
	if (!is_whole) query_damage(query, stmt);
	sqlite3_reset(stmt);
	return ERR_OK;
}

static enum err view_rungs(struct sqlite_query *query, struct arena *arena,
			   struct ladder_view *view)
{
	enum err err = ERR_OK;
	view->rungs_len = ladder_rungs_len(&view->row);
	view->rungs = arena_alloc_array(arena, view->rungs_len, sizeof *view->rungs);
	if (!view->rungs) return ERR_MEMORY;
	for (u32 i = 0; i < view->rungs_len && !err; i++) {
		struct rung rung = ladder_rung(&view->row, i);
		err = view_rung(query, view->row.tenant.v, &rung, &view->rungs[i]);
	}
	return err;
}

static enum err view_ladder(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			    bool *out_whole, void *into)
{
	struct ladder_view *view = into;
	struct cells cells = cells_to_read(stmt);
	struct ladder_row *row = &view->row;
	*view = (struct ladder_view){ 0 };
	*out_whole = cells_read(&cells, GROUP_LADDER, NULL, row) && ladder_rungs_len(row);
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	str *texts[] = { &row->rungs, &row->entity, &row->user,
			 &row->name,  &row->reason, &row->alert_key };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	enum err err = query_name(query, NAME_TENANT, row->tenant.v, arena, &view->tenant);
	if (!err) err = query_name(query, NAME_TYPE, row->type.v, arena, &view->type);
	if (!err && arena_failed(arena)) err = ERR_MEMORY;
	return err ? err : view_rungs(query, arena, view);
}

enum err query_ladders(struct query *base, const struct ladder_list *list, struct arena *arena,
		       struct ladder_page *out_page)
{
	struct listing listing = { list,         list->tenant, list->limit,
				   bind_ladders, view_ladder,  sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct ladder_page, listed);
	return err;
}
