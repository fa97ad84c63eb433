/* Jobs, their occurrences, and calendars. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

/* ---- jobs --------------------------------------------------------------------------------- */

static bool read_job(sqlite3_stmt *stmt, struct job_row *out_row)
{
	struct cells cells = cells_to_read(stmt);
	*out_row = (struct job_row){ 0 };
	const struct uuid *id = &out_row->id;
	bool is_whole = cells_read(&cells, GROUP_JOB, NULL, out_row);
	is_whole = cells_read(&cells, GROUP_JOB_VERSION, id, out_row) && is_whole;
	is_whole = cells_read(&cells, GROUP_JOB_PAUSE, id, &out_row->pause) && is_whole;
	is_whole = cells_read(&cells, GROUP_JOB_HOT, id, &out_row->hot) && is_whole;
	return cells_read(&cells, GROUP_JOB_TEXT, id, out_row) && is_whole;
}

static void keep_texts(struct arena *arena, struct job_row *row)
{
	str *const texts[] = { &row->pause.reason, &row->pause.author, &row->code,   &row->rule,
			       &row->zone,         &row->start,        &row->rdates, &row->exdates,
			       &row->exclude,      &row->parameters,   &row->details };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
}

static enum err add_next(struct sqlite_query *query, struct job_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_JOB_NEXT);
	struct run_row run;
	bool has_row = false;
	bind_id(stmt, ":job", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	err = read_run_row(query, stmt, &view->has_next, &run);
	sqlite3_reset(stmt);
	if (err || !view->has_next) return err;
	view->next_run = run.id;
	view->next_at = run.hot.run_at;
	return ERR_OK;
}

static enum err add_ground(struct sqlite_query *query, struct job_view *view)
{
	struct type_ground ground;
	enum err err = query_type_ground(query, view->row.tenant.v, view->row.type.v, view->type,
					 &ground);
	if (err) return err;
	view->type_policy = policy_of_sources(&ground.from);
	for (u32 i = 0; i < POLICY_FIELD_COUNT; i++)
		view->type_says[i] = type_source_of(&ground.from, (enum policy_field)i);
	view->tenant_policy = ground.tenant;
	view->tenant_defaults = ground.defaults;
	return ERR_OK;
}

static enum err view_job(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			 bool *out_whole, void *into)
{
	struct job_view *out_view = into;
	*out_view = (struct job_view){ 0 };
	*out_whole = read_job(stmt, &out_view->row);
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	struct job_row *row = &out_view->row;
	keep_texts(arena, row);
	enum err err = add_next(query, out_view);
	if (!err) err = query_name(query, NAME_TENANT, row->tenant.v, arena, &out_view->tenant);
	if (!err) err = query_name(query, NAME_TYPE, row->type.v, arena, &out_view->type);
	if (!err) err = query_name(query, NAME_QUEUE, row->queue.v, arena, &out_view->queue);
	if (!err) err = add_ground(query, out_view);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

enum err view_job_of_id(struct sqlite_query *query, u32 tenant, const struct uuid *id,
			struct arena *arena, struct job_view *out_view)
{
	sqlite3_stmt *stmt = NULL;
	bool is_whole = false;
	enum err err = query_find(query, QUERY_JOB, tenant, id, &stmt);
	if (err) return err;
	err = view_job(query, stmt, arena, &is_whole, out_view);
	return !err && !is_whole ? ERR_STORE_DAMAGED : err;
}

enum err query_job(struct query *base, str tenant, const struct uuid *id, struct arena *arena,
		   struct job_view *out_job)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct job_view view;
	u32 number;
	enum err err = query_begin(query, tenant, &number);
	if (!err) err = view_job_of_id(query, number, id, arena, &view);
	query_end(query);
	if (!err) *out_job = view;
	return err;
}

static enum err add_recent(struct sqlite_query *query, struct arena *arena, struct job_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_JOB_RECENT);
	struct job_recent *recent = arena_alloc_zeroed(arena, sizeof *recent);
	bool has_row = true;
	enum err err = ERR_OK;
	if (!recent) return ERR_MEMORY;
	bind_id(stmt, ":job", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	bind_number(stmt, ":limit", query->recent);
	while (!err && recent->len < query->recent) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		i64 state = sqlite3_column_int64(stmt, 0);
		if (state < 0 || state >= RUN_STATE_COUNT) continue; /* it does not fit its check */
		recent->durations[recent->len] = sqlite3_column_int64(stmt, 1);
		recent->states[recent->len++] = (enum run_state)state;
	}
	sqlite3_reset(stmt);
	view->recent = recent;
	return err;
}

static enum err view_listed(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			    bool *out_whole, void *into)
{
	enum err err = view_job(query, stmt, arena, out_whole, into);
	if (err || !*out_whole || !query->recent) return err;
	return add_recent(query, arena, into);
}

static enum err bind_jobs(struct sqlite_query *query, const void *asked, u32 tenant,
			  sqlite3_stmt **out_stmt)
{
	const struct job_list *list = asked;
	sqlite3_stmt *stmt = query_statement(query, tenant ? QUERY_JOBS_TENANT : QUERY_JOBS);
	u32 type, queue;
	enum err err = query_word(query, NAME_TYPE, list->type, &type);
	if (!err) err = query_word(query, NAME_QUEUE, list->queue, &queue);
	if (err) return err;
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":type", type);
	bind_number(stmt, ":queue", queue);
	bind_number(stmt, ":kinds", list->kinds);
	bind_number(stmt, ":states", list->states);
	bind_number(stmt, ":paused_at", list->paused_at);
	bind_number(stmt, ":active_at", list->active_at);
	bind_bytes(stmt, ":code", list->code);
	bind_bytes(stmt, ":job_type", list->job_type);
	bind_bytes(stmt, ":external_id", list->external_id);
	bind_bytes(stmt, ":source_system", list->source_system);
	bind_after(stmt, &list->after);
	query->recent = list->recent;
	must(list->recent <= JOB_RECENT_MAX);
	*out_stmt = stmt;
	return ERR_OK;
}

enum err query_jobs(struct query *base, const struct job_list *list, struct arena *arena,
		    struct job_page *out_page)
{
	struct listing listing = { list,      list->tenant, list->limit,
				   bind_jobs, view_listed,  sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct job_page, listed);
	return err;
}

/* ---- occurrences -------------------------------------------------------------------------- */

static enum err bind_occurrences(struct sqlite_query *query, const void *asked, u32 tenant,
				 sqlite3_stmt **out_stmt)
{
	const struct occurrence_list *list = asked;
	sqlite3_stmt *stmt = query_statement(query, QUERY_OCCURRENCES);
	bind_number(stmt, ":tenant", tenant);
	bind_id(stmt, ":job", &list->job);
	bind_number(stmt, ":outcomes", list->outcomes);
	bind_number(stmt, ":before_planned",
		    list->before_planned ? list->before_planned : MSEC_MAX);
	bind_number(stmt, ":before_backfill", list->before_planned ? list->before_number : 0);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_occurrence(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
				bool *out_whole, void *view)
{
	struct cells cells = cells_to_read(stmt);
	(void)arena; /* it has no texts */
	*out_whole = cells_read(&cells, GROUP_OCCURRENCE, NULL, view);
	if (!*out_whole) query_damage(query, stmt);
	return ERR_OK;
}

enum err query_occurrences(struct query *base, const struct occurrence_list *list,
			   struct arena *arena, struct occurrence_page *out_page)
{
	struct listing listing = { list,
				   list->tenant,
				   list->limit,
				   bind_occurrences,
				   view_occurrence,
				   sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct occurrence_page, listed);
	return err;
}

/* ---- calendars ---------------------------------------------------------------------------- */

/* Calendars of a tenant are few; of all tenants the first so many are told. */
enum { CALENDARS_MAX = 1000 };

static enum err bind_calendars(struct sqlite_query *query, const void *asked, u32 tenant,
			       sqlite3_stmt **out_stmt)
{
	const str *name = asked;
	sqlite3_stmt *stmt = query_statement(query,
					     tenant ? QUERY_CALENDARS_TENANT : QUERY_CALENDARS);
	bind_number(stmt, ":tenant", tenant);
	if (name->len) bind_name(stmt, ":name", *name);
	else bind_bytes(stmt, ":name", *name);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_calendar(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			      bool *out_whole, void *into)
{
	struct calendar_view *view = into;
	struct cells cells = cells_to_read(stmt);
	*view = (struct calendar_view){ 0 };
	*out_whole = cells_read(&cells, GROUP_CALENDAR, NULL, &view->row);
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	view->row.name = str_copy(arena, view->row.name);
	view->row.body = str_copy(arena, view->row.body);
	return query_name(query, NAME_TENANT, view->row.tenant.v, arena, &view->tenant);
}

enum err query_calendars(struct query *base, str tenant, str name, struct arena *arena,
			 struct calendar_page *out_page)
{
	struct listing listing = { &name,          tenant,        CALENDARS_MAX,
				   bind_calendars, view_calendar, sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = (struct calendar_page){ listed.rows, listed.len };
	return err;
}
