/* Batches, as people see them. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static enum err bind_batches(struct sqlite_query *query, const void *asked, u32 tenant,
			     sqlite3_stmt **out_stmt)
{
	const struct batch_list *list = asked;
	bool is_one = !uuid_is_nil(&list->id);
	enum query_statement statement = tenant && !is_one ? QUERY_BATCHES_TENANT : QUERY_BATCHES;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":states", list->states);
	bind_id(stmt, ":id", &list->id);
	bind_after(stmt, &list->after);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_batch(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			   bool *out_whole, void *into)
{
	struct batch_view *view = into;
	struct cells cells = cells_to_read(stmt);
	struct batch_row *row = &view->row;
	*view = (struct batch_view){ 0 };
	*out_whole = cells_read(&cells, GROUP_BATCH, NULL, row) && row->state < RUN_STATE_COUNT;
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	enum err err = query_name(query, NAME_TENANT, row->tenant.v, arena, &view->tenant);
	if (!err) err = query_name(query, NAME_TYPE, row->type.v, arena, &view->type);
	if (!err) err = query_name(query, NAME_QUEUE, row->queue.v, arena, &view->queue);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

enum err query_batches(struct query *base, const struct batch_list *list, struct arena *arena,
		       struct batch_page *out_page)
{
	struct listing listing = { list,         list->tenant, list->limit,
				   bind_batches, view_batch,   sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct batch_page, listed);
	return err;
}
