/* The delivery log, as people see it. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static enum query_statement pick(const struct delivery_list *list, u32 tenant)
{
	if (!uuid_is_nil(&list->run)) return QUERY_DELIVERIES_RUN;
	if (!tenant) return QUERY_DELIVERIES;
	if (list->user.len) return QUERY_DELIVERIES_USER;
	return list->entity.len ? QUERY_DELIVERIES_ENTITY : QUERY_DELIVERIES_TENANT;
}

static enum err bind_deliveries(struct sqlite_query *query, const void *asked, u32 tenant,
				sqlite3_stmt **out_stmt)
{
	const struct delivery_list *list = asked;
	u32 type = 0;
	if (list->type.len) {
		enum err err = query_number(query, NAME_TYPE, list->type, &type);
		if (err) return err;
		if (!type) return ERR_NOT_FOUND; /* a word that nobody knows */
	}
	sqlite3_stmt *stmt = query_statement(query, pick(list, tenant));
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":type", type);
	bind_bytes(stmt, ":user", list->user);
	bind_bytes(stmt, ":entity", list->entity);
	bind_id(stmt, ":run", &list->run);
	bind_after(stmt, &list->after);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_delivery(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			      bool *out_whole, void *into)
{
	struct delivery_view *view = into;
	struct cells cells = cells_to_read(stmt);
	struct delivery_row *row = &view->row;
	*view = (struct delivery_view){ 0 };
	*out_whole = cells_read(&cells, GROUP_DELIVERY, NULL, row) && row->next < DELIVERY_NEXTS &&
		     row->state < RUN_STATE_COUNT && row->outcome < OUTCOME_COUNT;
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	str *texts[] = { &row->error_class, &row->entity,  &row->user,
			 &row->alert_key,   &row->channel, &row->message };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	enum err err = query_name(query, NAME_TENANT, row->tenant.v, arena, &view->tenant);
	if (!err) err = query_name(query, NAME_TYPE, row->type.v, arena, &view->type);
	if (!err && row->next_type.v)
		err = query_name(query, NAME_TYPE, row->next_type.v, arena, &view->next_type);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

enum err query_deliveries(struct query *base, const struct delivery_list *list, struct arena *arena,
			  struct delivery_page *out_page)
{
	struct listing listing = { list,          list->tenant,
				   list->limit,   bind_deliveries,
				   view_delivery, sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct delivery_page, listed);
	return err;
}
