/* Batches, as people see them. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static sqlite3_stmt *bind_list(struct sqlite_query *query, const struct batch_list *list,
			       u32 tenant)
{
	bool is_one = !uuid_is_nil(&list->id);
	enum query_statement statement = tenant && !is_one ? QUERY_BATCHES_TENANT : QUERY_BATCHES;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":states", list->states);
	bind_id(stmt, ":id", &list->id);
	bind_after(stmt, &list->after);
	return stmt;
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
		query_damage(query);
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
	struct sqlite_query *query = sqlite_query_of(base);
	struct batch_page page = { 0 };
	u32 tenant;
	must(list->limit > 0);
	enum err err = query_begin(query, list->tenant, &tenant);
	page.rows = arena_alloc_array(arena, list->limit, sizeof *page.rows);
	if (!err && !page.rows) err = ERR_MEMORY;
	if (!err)
		err = page_fill(query, bind_list(query, list, tenant), list->limit, arena,
				view_batch, page.rows, sizeof *page.rows, &page.len,
				&page.has_more);
	query_end(query);
	if (err == ERR_NOT_FOUND) err = ERR_OK; /* a tenant nobody knows has none */
	if (!err) *out_page = page;
	return err;
}
