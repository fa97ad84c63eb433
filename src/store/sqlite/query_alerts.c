/* Rules of alerts, and alerts, as people see them. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

struct rules_asked {
	const struct uuid *job;
};

static enum err bind_rules(struct sqlite_query *query, const void *asked, u32 tenant,
			   sqlite3_stmt **out_stmt)
{
	const struct rules_asked *rules = asked;
	sqlite3_stmt *stmt = query_statement(query, QUERY_ALERT_RULES);
	bind_number(stmt, ":tenant", tenant);
	/* As it is kept: those on the service have none. */
	bind_bytes(stmt, ":job",
		   (str){ (const char *)rules->job->bytes, sizeof rules->job->bytes });
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_rule(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			  bool *out_whole, void *into)
{
	struct alert_rule_row *row = into;
	struct cells cells = cells_to_read(stmt);
	*row = (struct alert_rule_row){ 0 };
	*out_whole = cells_read(&cells, GROUP_ALERT_RULE, NULL, row) &&
		     row->kind < ALERT_KIND_COUNT;
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	str *texts[] = { &row->job_code, &row->channels, &row->recipients };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

enum err query_alert_rules(struct query *base, str tenant, const struct uuid *job,
			   struct arena *arena, struct alert_rule_page *out_page)
{
	struct rules_asked asked = { job };
	struct listing listing = { &asked,     tenant,    LIMIT_JOB_ALERTS,
				   bind_rules, view_rule, sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = (struct alert_rule_page){ listed.rows, listed.len };
	return err;
}

static enum err bind_alerts(struct sqlite_query *query, const void *asked, u32 tenant,
			    sqlite3_stmt **out_stmt)
{
	const struct alert_list *list = asked;
	enum query_statement statement = tenant ? QUERY_ALERTS_TENANT : QUERY_ALERTS;
	if (list->only_open) statement = tenant ? QUERY_ALERTS_TENANT_OPEN : QUERY_ALERTS_OPEN;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bind_number(stmt, ":tenant", tenant);
	bind_id(stmt, ":id", &list->id);
	bind_id(stmt, ":job", &list->job);
	bind_number(stmt, ":resolved", list->only_resolved);
	bind_after(stmt, &list->after);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_alert(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			   bool *out_whole, void *into)
{
	struct alert_view *view = into;
	struct alert_row *row = &view->row;
	struct cells cells = cells_to_read(stmt);
	*view = (struct alert_view){ 0 };
	*out_whole = cells_read(&cells, GROUP_ALERT, NULL, row) && row->kind < ALERT_KIND_COUNT;
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	str *texts[] = { &row->job_code, &row->acknowledged_by, &row->reason };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	enum err err = query_name(query, NAME_TENANT, row->tenant.v, arena, &view->tenant);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

enum err query_alerts(struct query *base, const struct alert_list *list, struct arena *arena,
		      struct alert_page *out_page)
{
	struct listing listing = { list,        list->tenant, list->limit,
				   bind_alerts, view_alert,   sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct alert_page, listed);
	return err;
}
