/* Executions, newest first. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static void keep_end_texts(struct arena *arena, struct execution_end *end)
{
	end->error_class = str_copy(arena, end->error_class);
	end->error_message = str_copy(arena, end->error_message);
	end->error_stack = str_copy(arena, end->error_stack);
	end->result = str_copy(arena, end->result);
	end->result_hash = str_copy(arena, end->result_hash);
}

bool read_execution_view(sqlite3_stmt *stmt, struct execution_view *view)
{
	struct cells cells = cells_to_read(stmt);
	bool is_whole = cells_read(&cells, GROUP_EXECUTION, NULL, &view->row);
	const struct uuid *id = &view->row.id;
	is_whole = cells_read(&cells, GROUP_LEASE, id, &view->row) && is_whole;
	if (!is_whole) return false;
	if (sqlite3_column_int64(stmt, cells.at) == OUTCOME_OPEN) return true;
	view->end.id = view->row.id;
	view->end.run = view->row.run;
	is_whole = cells_read(&cells, GROUP_END, id, &view->end);
	return cells_read(&cells, GROUP_END_TEXT, id, &view->end) && is_whole;
}

/* Adds the facts of its run; a run that is gone adds none. */
static enum err add_run(struct sqlite_query *query, struct arena *arena,
			struct execution_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_RUN_OF);
	struct run_row run;
	bool has_row = false, is_whole = false;
	bind_id(stmt, ":id", &view->row.run);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	err = read_run_row(query, stmt, &is_whole, &run);
	sqlite3_reset(stmt);
	if (err || !is_whole) return err;
	view->run_at = run.hot.run_at;
	view->max_attempts = run.hot.max_attempts;
	view->job = run.job;
	err = query_name(query, NAME_QUEUE, run.hot.queue.v, arena, &view->queue);
	return err ? err : query_name(query, NAME_TYPE, run.type.v, arena, &view->type);
}

/* Adds the last progress of its holder; progress that does not fit its check counts as never told.
 */
static enum err add_progress(struct sqlite_query *query, struct arena *arena,
			     struct execution_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_PROGRESS);
	struct progress_row row = { 0 };
	bool has_row = false;
	bind_id(stmt, ":execution", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_PROGRESS, NULL, &row)) {
		view->progress_percent = row.percent;
		view->progress_message = str_copy(arena, row.message);
	} else {
		query_damage(query, stmt);
	}
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* The attempt that this one is the repetition of. */
static enum err add_before(struct sqlite_query *query, struct execution_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_EXECUTION_BEFORE);
	bool has_row = false;
	bind_id(stmt, ":run", &view->row.run);
	bind_id(stmt, ":id", &view->row.id);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	view->retry_of = cells_read_uuid(&cells);
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* Adds the payload of its run, up to so many bytes; a run that is gone adds none. */
static enum err add_parameters(struct sqlite_query *query, struct arena *arena, size_t most,
			       struct execution_view *view)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_BODY);
	struct run_row row = { 0 };
	bool has_row = false;
	bind_id(stmt, ":id", &view->row.run);
	bind_number(stmt, ":tenant", view->row.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_BODY, &view->row.run, &row)) {
		if (row.payload.len <= most) view->parameters = str_copy(arena, row.payload);
	} else {
		row.id = view->row.run;
		row.tenant = view->row.tenant;
		query_damage_of(query, "bodies", &row);
	}
	sqlite3_reset(stmt);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

enum err view_execution(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			bool *out_whole, void *into)
{
	struct execution_view *out_view = into;
	*out_view = (struct execution_view){ .progress_percent = UINT32_MAX };
	*out_whole = read_execution_view(stmt, out_view);
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	keep_end_texts(arena, &out_view->end);
	enum err err = add_run(query, arena, out_view);
	if (!err && out_view->row.fence > 1) err = add_before(query, out_view);
	if (!err) err = add_progress(query, arena, out_view);
	if (!err)
		err = query_name(query, NAME_TENANT, out_view->row.tenant.v, arena,
				 &out_view->tenant);
	if (!err)
		err = query_worker(query, out_view->row.worker, arena, &out_view->worker,
				   &out_view->hostname);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

static enum err find_execution(struct sqlite_query *query, u32 tenant, const struct uuid *id,
			       struct arena *arena, struct execution_view *out_execution)
{
	sqlite3_stmt *stmt = NULL;
	bool is_whole = false;
	enum err err = query_find(query, QUERY_EXECUTION, tenant, id, &stmt);
	if (err) return err;
	err = view_execution(query, stmt, arena, &is_whole, out_execution);
	if (!err && !is_whole) err = ERR_STORE_DAMAGED;
	return err ? err : add_parameters(query, arena, SIZE_MAX, out_execution);
}

enum err query_execution(struct query *base, str tenant, const struct uuid *id, struct arena *arena,
			 struct execution_view *out_execution)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct execution_view view;
	u32 number;
	enum err err = query_begin(query, tenant, &number);
	if (!err) err = find_execution(query, number, id, arena, &view);
	query_end(query);
	if (!err) *out_execution = view;
	return err;
}

/* ---- what it left behind ------------------------------------------------------------------ */

static enum err read_output(struct sqlite_query *query, u32 tenant, const struct uuid *execution,
			    struct arena *arena, struct attempt_output *out_output)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_OUTPUT);
	struct output_row row = { 0 };
	bool has_row = false;
	bind_id(stmt, ":execution", execution);
	bind_number(stmt, ":tenant", tenant);
	enum err err = query_step(query, stmt, &has_row);
	if (err) return err;
	if (!has_row) return ERR_NOT_FOUND;
	struct cells cells = cells_to_read(stmt);
	bool is_whole = cells_read(&cells, GROUP_OUTPUT, NULL, &row);
	if (is_whole) {
		row.output.out = str_copy(arena, row.output.out);
		row.output.err = str_copy(arena, row.output.err);
		*out_output = row.output;
	} else {
		query_damage(query, stmt);
	}
	sqlite3_reset(stmt);
	if (!is_whole) return ERR_STORE_DAMAGED;
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

enum err query_output(struct query *base, str tenant, const struct uuid *execution,
		      struct arena *arena, struct attempt_output *out_output)
{
	struct sqlite_query *query = sqlite_query_of(base);
	u32 number;
	enum err err = query_begin(query, tenant, &number);
	if (!err) err = read_output(query, number, execution, arena, out_output);
	query_end(query);
	return err;
}

/* ---- lists -------------------------------------------------------------------------------- */

static enum query_statement pick(const struct execution_list *list, u32 tenant)
{
	if (!uuid_is_nil(&list->run)) return QUERY_EXECUTIONS_RUN;
	if (!uuid_is_nil(&list->job)) return QUERY_EXECUTIONS_JOB;
	if (!list->only_open) return QUERY_EXECUTIONS;
	return tenant ? QUERY_EXECUTIONS_TENANT_OPEN : QUERY_EXECUTIONS_OPEN;
}

static enum err bind_filters(struct sqlite_query *query, const struct execution_list *list,
			     u32 tenant, sqlite3_stmt *stmt)
{
	u32 type, queue, worker;
	enum err err = query_word(query, NAME_TYPE, list->type, &type);
	if (!err) err = query_word(query, NAME_QUEUE, list->queue, &queue);
	if (!err) err = query_word(query, NAME_WORKER, list->worker, &worker);
	if (err) return err;
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":type", type);
	bind_number(stmt, ":queue", queue);
	bind_number(stmt, ":least", list->least);
	bind_number(stmt, ":outcomes", list->outcomes);
	bind_number(stmt, ":open", list->only_open);
	bind_number(stmt, ":but_internal", list->but_internal);
	bind_number(stmt, ":worker", worker);
	bind_bytes(stmt, ":class", list->error_class);
	return ERR_OK;
}

/* Of a tenant's executions that no index has by themselves: those that its list does not have yet.
 */
static enum err bind_executions(struct sqlite_query *query, const void *asked, u32 tenant,
				sqlite3_stmt **out_stmt)
{
	const struct execution_list *list = asked;
	enum query_statement statement = pick(list, tenant);
	sqlite3_stmt *stmt = query_statement(query, statement);
	enum err err = ERR_OK;
	query->since = list->since;
	if (tenant && statement == QUERY_EXECUTIONS)
		err = query_behind(query, LIST_EXECUTIONS, &list->since);
	if (!err) err = bind_filters(query, list, tenant, stmt);
	if (err) return err;
	bind_since(stmt, &query->since);
	bind_after(stmt, &list->after);
	if (statement == QUERY_EXECUTIONS_RUN) bind_id(stmt, ":run", &list->run);
	if (statement == QUERY_EXECUTIONS_JOB) bind_id(stmt, ":job", &list->job);
	*out_stmt = stmt;
	return ERR_OK;
}

/* And those that it has. */
static enum err bind_owned_executions(struct sqlite_query *query, const void *asked, u32 tenant,
				      sqlite3_stmt **out_stmt)
{
	const struct execution_list *list = asked;
	sqlite3_stmt *stmt = query_statement(query, QUERY_EXECUTIONS_TENANT);
	if (pick(list, tenant) != QUERY_EXECUTIONS) return ERR_OK;
	if (!query_owned_after(query, &list->after, &query->after)) return ERR_OK;
	bind_since(stmt, &list->since);
	bind_after(stmt, &query->after);
	*out_stmt = stmt;
	return bind_filters(query, list, tenant, stmt);
}

enum { LISTED_PARAMETERS_BYTES = 4096 };

/* In a list long payloads are left out: a page has up to 500 rows. */
static enum err view_listed(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			    bool *out_whole, void *into)
{
	enum err err = view_execution(query, stmt, arena, out_whole, into);
	if (err || !*out_whole) return err;
	return add_parameters(query, arena, LISTED_PARAMETERS_BYTES, into);
}

enum err query_executions(struct query *base, const struct execution_list *list,
			  struct arena *arena, struct execution_page *out_page)
{
	struct listing listing = { list,        list->tenant,          list->limit, bind_executions,
				   view_listed, sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_owned_list(base, &listing, bind_owned_executions, arena, &listed);
	if (!err) *out_page = LISTED(struct execution_page, listed);
	return err;
}
