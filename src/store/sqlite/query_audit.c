/* Who changed what, as people see it: rows of the audit, page by page. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static enum err bind_audit(struct sqlite_query *query, const void *asked, u32 tenant,
			   sqlite3_stmt **out_stmt)
{
	const struct audit_list *list = asked;
	bool is_back = list->way == EVENTS_BACK;
	enum query_statement statement = is_back ? QUERY_AUDIT_BACK : QUERY_AUDIT_ON;
	if (tenant) statement = is_back ? QUERY_AUDIT_OF_BACK : QUERY_AUDIT_OF_ON;
	bool has_place = !is_back || list->from.turn;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":turn", has_place ? (i64)list->from.turn : INT64_MAX);
	bind_number(stmt, ":number", has_place ? audit_number(list->from) : 0);
	bind_number(stmt, ":since", list->since);
	bind_number(stmt, ":until", list->until ? list->until : INT64_MAX);
	bind_bytes(stmt, ":actor", list->actor);
	bind_number(stmt, ":people", list->by_people);
	bind_bytes(stmt, ":action", list->action);
	bind_bytes(stmt, ":kind", list->kind);
	bind_bytes(stmt, ":object", list->object);
	if (uuid_is_nil(&list->run)) bind_bytes(stmt, ":run", (str){ 0 });
	else bind_id(stmt, ":run", &list->run);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_audit(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			   bool *out_whole, void *into)
{
	struct audit_view *view = into;
	struct cells cells = cells_to_read(stmt);
	struct audit_kept kept = { 0 };
	*view = (struct audit_view){ 0 };
	*out_whole = cells_read(&cells, GROUP_AUDIT, NULL, &kept);
	if (!*out_whole) {
		query_damage(query);
		return ERR_OK;
	}
	struct audit_row *row = &view->row;
	*row = kept.row;
	str *texts[] = { &row->actor,   &row->action, &row->kind,   &row->object,
			 &row->request, &row->source, &row->before, &row->after };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	enum err err = query_name(query, NAME_TENANT, row->tenant.v, arena, &view->tenant);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

enum err query_audit(struct query *base, const struct audit_list *list, struct arena *arena,
		     struct audit_page *out_page)
{
	struct listing listing = { list,       list->tenant, list->limit,
				   bind_audit, view_audit,   sizeof *out_page->rows };
	struct listed listed;
	must(list->way != EVENTS_NEWEST);
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct audit_page, listed);
	return err;
}
