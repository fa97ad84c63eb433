/* Runs: one by its id, and lists from the newest on. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

enum err read_run_row(struct sqlite_query *query, sqlite3_stmt *stmt, bool *out_whole,
		      struct run_row *out_row)
{
	struct cells cells = cells_to_read(stmt);
	*out_row = (struct run_row){ 0 };
	bool is_whole = cells_read(&cells, GROUP_RUN_FIXED, NULL, out_row);
	is_whole = cells_read(&cells, GROUP_RUN_HOT, &out_row->id, &out_row->hot) && is_whole;
	*out_whole = is_whole && out_row->hot.state < RUN_STATE_COUNT;
	if (!*out_whole) query_damage(query, stmt);
	return ERR_OK;
}

/* Key, trace, author, details, and the payload where it was asked for. */
static enum err add_body(struct sqlite_query *query, struct arena *arena, bool with_payload,
			 bool *out_whole, struct run_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_BODY);
	struct run_row row = { 0 };
	bool has_row = false;
	bind_id(stmt, ":id", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err) return err;
	struct cells cells = cells_to_read(stmt);
	*out_whole = has_row && cells_read(&cells, GROUP_BODY, &view->row.id, &row);
	if (!*out_whole) {
		query_damage_of(query, "bodies", &view->row);
		sqlite3_reset(stmt);
		return ERR_OK;
	}
	view->row.key = str_copy(arena, row.key);
	view->row.trace = str_copy(arena, row.trace);
	view->row.created_by = str_copy(arena, row.created_by);
	view->row.details = str_copy(arena, row.details);
	if (with_payload) view->row.payload = str_copy(arena, row.payload);
	sqlite3_reset(stmt);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

static enum err add_last(struct sqlite_query *query, struct arena *arena, struct run_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_LAST_EXECUTION);
	bool has_row = false;
	bind_id(stmt, ":run", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	err = view_execution(query, stmt, arena, &view->has_last, &view->last);
	sqlite3_reset(stmt);
	return err;
}

/* While a run is tried again, what went wrong the time before is still to be seen. */
static enum err add_error(struct sqlite_query *query, struct arena *arena, struct run_view *view)
{
	const struct execution_end *end = &view->last.end;
	struct execution_view failed = { 0 };
	bool has_row = false, is_whole = false;
	view->error_class = end->error_class;
	view->error_message = end->error_message;
	bool has_error = end->error_class.len || end->error_message.len;
	if (has_error || view->last.row.fence < 2 || run_state_is_final(view->state)) return ERR_OK;
	sqlite3_stmt *stmt = query_statement(query, QUERY_LAST_ERROR);
	bind_id(stmt, ":run", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	err = view_execution(query, stmt, arena, &is_whole, &failed);
	sqlite3_reset(stmt);
	if (err || !is_whole) return err;
	view->error_class = failed.end.error_class;
	view->error_message = failed.end.error_message;
	return ERR_OK;
}

static enum err add_state(struct sqlite_query *query, struct run_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_RUN_IS_OPEN);
	bool is_open = false;
	view->state = view->row.hot.state;
	if (view->state != RUN_QUEUED) return ERR_OK;
	bind_id(stmt, ":run", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &is_open);
	sqlite3_reset(stmt);
	if (is_open) view->state = RUN_PROCESSING;
	return err;
}

static enum err add_names(struct sqlite_query *query, struct arena *arena, struct run_view *view)
{
	const struct run_row *row = &view->row;
	enum err err = query_name(query, NAME_TENANT, row->tenant.v, arena, &view->tenant);
	if (!err) err = query_name(query, NAME_TYPE, row->type.v, arena, &view->type);
	if (!err) err = query_name(query, NAME_QUEUE, row->hot.queue.v, arena, &view->queue);
	if (!err) err = query_name(query, NAME_ROUTE, row->route.v, arena, &view->route);
	if (!err) err = query_priority_steps(query, row->tenant.v, &view->priority_steps);
	return err;
}

/* The run that the statement stands on, with all that belongs to it. */
static enum err view_run(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			 bool with_payload, bool *out_whole, struct run_view *out_view)
{
	*out_view = (struct run_view){ 0 };
	enum err err = read_run_row(query, stmt, out_whole, &out_view->row);
	if (err || !*out_whole) return err;
	out_view->row.entity = str_copy(arena, out_view->row.entity);
	out_view->row.user = str_copy(arena, out_view->row.user);
	out_view->row.alert_key = str_copy(arena, out_view->row.alert_key);
	err = add_body(query, arena, with_payload, out_whole, out_view);
	if (err || !*out_whole) return err;
	err = add_state(query, out_view);
	if (!err) err = add_last(query, arena, out_view);
	if (!err && out_view->has_last) err = add_error(query, arena, out_view);
	if (!err) err = add_names(query, arena, out_view);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

/* The runs that it waits for, or has waited for; a damaged row is left out, and named. */
static enum err add_after(struct sqlite_query *query, struct arena *arena, struct run_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_AFTER);
	struct uuid *ids = arena_alloc_array(arena, LIMIT_TASK_AFTER, sizeof *ids);
	struct after_row row;
	bool has_row = true;
	enum err err = ids ? ERR_OK : ERR_MEMORY;
	bind_id(stmt, ":run", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	while (!err && has_row && view->after_len < LIMIT_TASK_AFTER) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		struct cells cells = cells_to_read(stmt);
		bool is_whole = cells_read(&cells, GROUP_AFTER, NULL, &row);
		if (!is_whole) query_damage(query, stmt);
		else ids[view->after_len++] = row.awaited;
		if (is_whole) view->needs = row.needs;
	}
	sqlite3_reset(stmt);
	view->after = ids;
	return err;
}

static enum err find_run(struct sqlite_query *query, u32 tenant, const struct uuid *id,
			 struct arena *arena, struct run_view *out_view)
{
	sqlite3_stmt *stmt = NULL;
	bool is_whole = false;
	enum err err = query_find(query, QUERY_RUN, tenant, id, &stmt);
	if (err) return err;
	err = view_run(query, stmt, arena, true, &is_whole, out_view);
	bool may_wait = is_whole && out_view->row.cause == CAUSE_TASK;
	if (!err && may_wait) err = add_after(query, arena, out_view);
	return !err && !is_whole ? ERR_STORE_DAMAGED : err;
}

enum err query_run(struct query *base, str tenant, const struct uuid *id, struct arena *arena,
		   struct run_view *out_run)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct run_view view;
	u32 number;
	enum err err = query_begin(query, tenant, &number);
	if (!err) err = find_run(query, number, id, arena, &view);
	query_end(query);
	if (!err) *out_run = view;
	return err;
}

/* ---- lists -------------------------------------------------------------------------------- */

/* The narrowest index that has all of the answer from the newest on. */
static enum query_statement pick(const struct run_list *list, u32 tenant)
{
	const u32 unfinished = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	bool is_unfinished = list->states && !(list->states & ~unfinished);
	if (!uuid_is_nil(&list->parent)) return QUERY_RUNS_PARENT;
	if (!uuid_is_nil(&list->copied_from)) return QUERY_RUNS_COPIED;
	if (!uuid_is_nil(&list->job)) return QUERY_RUNS_JOB;
	if (!tenant || !list->states) return QUERY_RUNS;
	if (!(list->states & ~RUN_STATES_DEAD)) return QUERY_RUNS_DEAD;
	if (is_unfinished && list->key.len) return QUERY_RUNS_KEY;
	return is_unfinished && list->entity.len ? QUERY_RUNS_ENTITY : QUERY_RUNS;
}

static enum err bind_filters(struct sqlite_query *query, const struct run_list *list, u32 tenant,
			     sqlite3_stmt *stmt)
{
	u32 type, queue;
	enum err err = query_word(query, NAME_TYPE, list->type, &type);
	if (!err) err = query_word(query, NAME_QUEUE, list->queue, &queue);
	if (err) return err;
	query->key = digest_of(list->key);
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":type", type);
	bind_number(stmt, ":queue", queue);
	bind_number(stmt, ":states", list->states);
	bind_number(stmt, ":tasks", list->only_tasks);
	bind_number(stmt, ":but_internal", list->but_internal);
	bind_bytes(stmt, ":key",
		   (str){ (const char *)&query->key, list->key.len ? sizeof query->key : 0 });
	bind_bytes(stmt, ":entity", list->entity);
	bind_bytes(stmt, ":user", list->user);
	bind_id(stmt, ":job", &list->job);
	bind_id(stmt, ":parent", &list->parent);
	bind_id(stmt, ":copied", &list->copied_from);
	return ERR_OK;
}

/* Of a tenant's runs that no index has by themselves: those that its list does not have yet. */
static enum err bind_runs(struct sqlite_query *query, const void *asked, u32 tenant,
			  sqlite3_stmt **out_stmt)
{
	const struct run_list *list = asked;
	enum query_statement statement = pick(list, tenant);
	sqlite3_stmt *stmt = query_statement(query, statement);
	enum err err = ERR_OK;
	query->since = list->since;
	if (tenant && statement == QUERY_RUNS) err = query_behind(query, LIST_RUNS, &list->since);
	if (!err) err = bind_filters(query, list, tenant, stmt);
	bind_since(stmt, &query->since);
	bind_after(stmt, &list->after);
	*out_stmt = stmt;
	return err;
}

/* And those that it has. */
static enum err bind_owned_runs(struct sqlite_query *query, const void *asked, u32 tenant,
				sqlite3_stmt **out_stmt)
{
	const struct run_list *list = asked;
	sqlite3_stmt *stmt = query_statement(query, QUERY_RUNS_TENANT);
	if (pick(list, tenant) != QUERY_RUNS) return ERR_OK;
	if (!query_owned_after(query, &list->after, &query->after)) return ERR_OK;
	bind_since(stmt, &list->since);
	bind_after(stmt, &query->after);
	*out_stmt = stmt;
	return bind_filters(query, list, tenant, stmt);
}

static enum err view_with_payload(struct sqlite_query *query, sqlite3_stmt *stmt,
				  struct arena *arena, bool *out_whole, void *view)
{
	return view_run(query, stmt, arena, true, out_whole, view);
}

static enum err view_without_payload(struct sqlite_query *query, sqlite3_stmt *stmt,
				     struct arena *arena, bool *out_whole, void *view)
{
	return view_run(query, stmt, arena, false, out_whole, view);
}

enum err query_runs(struct query *base, const struct run_list *list, struct arena *arena,
		    struct run_page *out_page)
{
	view_row *view = list->with_payload ? view_with_payload : view_without_payload;
	struct listing listing = { list,      list->tenant, list->limit,
				   bind_runs, view,         sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_owned_list(base, &listing, bind_owned_runs, arena, &listed);
	if (!err) *out_page = LISTED(struct run_page, listed);
	return err;
}
