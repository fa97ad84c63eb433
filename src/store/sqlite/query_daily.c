/* Daily windows and their days, as people see them. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static enum err bind_dailies(struct sqlite_query *query, const void *asked, u32 tenant,
			     sqlite3_stmt **out_stmt)
{
	const struct daily_list *list = asked;
	bool is_filtered = list->statuses || list->last_date || list->due_from || list->due_until;
	bool is_one = list->user.len && !is_filtered;
	sqlite3_stmt *stmt = query_statement(query, is_one ? QUERY_DAILY : QUERY_DAILIES);
	bind_number(stmt, ":tenant", tenant);
	bind_bytes(stmt, ":user", list->user);
	*out_stmt = stmt;
	if (is_one) return ERR_OK;
	bind_bytes(stmt, ":after", list->after);
	bind_number(stmt, ":statuses", list->statuses);
	bind_number(stmt, ":last_date", list->last_date);
	bind_number(stmt, ":due_from", list->due_from);
	bind_number(stmt, ":due_until", list->due_until);
	return ERR_OK;
}

/* When the next attempt is: the run's own row says so. */
static enum err find_attempt(struct sqlite_query *query, struct daily_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_RUN_OF);
	struct run_row run;
	bool has_row = false, is_whole = false;
	bind_id(stmt, ":id", &view->row.hot.run);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	err = read_run_row(query, stmt, &is_whole, &run);
	sqlite3_reset(stmt);
	if (!err && is_whole) view->attempt_at = run.hot.run_at;
	return err;
}

static enum err view_daily(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			   bool *out_whole, void *into)
{
	struct daily_view *view = into;
	struct cells cells = cells_to_read(stmt);
	*view = (struct daily_view){ 0 };
	*out_whole = read_daily(&cells, &view->row) && view->row.hot.status < DAY_STATUS_COUNT;
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	view->row.user = str_copy(arena, view->row.user);
	view->row.zone = str_copy(arena, view->row.zone);
	enum err err = find_attempt(query, view);
	if (!err) err = query_name(query, NAME_TENANT, view->row.tenant.v, arena, &view->tenant);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

enum err query_dailies(struct query *base, const struct daily_list *list, struct arena *arena,
		       struct daily_page *out_page)
{
	struct listing listing = { list,         list->tenant, list->limit,
				   bind_dailies, view_daily,   sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct daily_page, listed);
	return err;
}

static enum err bind_days(struct sqlite_query *query, const void *asked, u32 tenant,
			  sqlite3_stmt **out_stmt)
{
	const struct day_list *list = asked;
	sqlite3_stmt *stmt = query_statement(query,
					     list->is_undone ? QUERY_UNDONE_DAYS : QUERY_DAYS);
	bind_number(stmt, ":tenant", tenant);
	bind_bytes(stmt, ":user", list->user);
	bind_number(stmt, ":before", list->before ? list->before : INT64_MAX);
	if (list->is_undone) bind_number(stmt, ":before_at", list->before_at);
	bind_number(stmt, ":statuses", list->statuses);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_day(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			 bool *out_whole, void *into)
{
	struct day_row *row = into;
	struct cells cells = cells_to_read(stmt);
	*row = (struct day_row){ 0 };
	*out_whole = cells_read(&cells, GROUP_DAY, NULL, row) && row->status < DAY_STATUS_COUNT;
	if (!*out_whole) query_damage(query, stmt);
	row->user = *out_whole ? str_copy(arena, row->user) : (str){ 0 };
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

static enum err view_undone(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			    bool *out_whole, void *into)
{
	struct day_row *row = into;
	struct cells cells = cells_to_read(stmt);
	struct undone_day_row undone = { 0 };
	*out_whole = cells_read(&cells, GROUP_UNDONE_DAY, NULL, &undone) &&
		     undone.day.status < DAY_STATUS_COUNT;
	if (!*out_whole) query_damage(query, stmt);
	*row = undone.day;
	row->undone_at = undone.undone_at;
	row->user = *out_whole ? str_copy(arena, row->user) : (str){ 0 };
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

enum err query_days(struct query *base, const struct day_list *list, struct arena *arena,
		    struct day_page *out_page)
{
	struct listing listing = { list,
				   list->tenant,
				   list->limit,
				   bind_days,
				   list->is_undone ? view_undone : view_day,
				   sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct day_page, listed);
	return err;
}
