/* Counts up to a bound, and workers. A count that would cost too much stops: a number that hurts
 * the store helps nobody. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

/* Adds the statement's rows to a count, up to `most`. */
static enum err count_rows(struct sqlite_query *query, enum query_statement statement, u32 tenant,
			   const struct run_counts *counts, u64 *count)
{
	sqlite3_stmt *stmt = query_statement(query, statement);
	bool has_row = true;
	enum err err = ERR_OK;
	bool is_dead = statement == QUERY_COUNT_DEAD; /* these are never left out */
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":but_internal", counts->but_internal && !is_dead);
	while (!err && *count < counts->most) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		++*count;
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err count_state(struct sqlite_query *query, enum run_state state, u32 tenant,
			    struct run_counts *counts)
{
	u64 *count = &counts->of[state];
	enum query_statement statement = QUERY_COUNT_ANY;
	*count = 0;
	if (state == RUN_PROCESSING)
		return count_rows(query, QUERY_COUNT_OPEN, tenant, counts, count);
	if (state == RUN_QUEUED) {
		enum err err = count_rows(query, QUERY_COUNT_DUE, tenant, counts, count);
		if (err) return err;
		return count_rows(query, QUERY_COUNT_SPILLED, tenant, counts, count);
	}
	if (run_state_is_dead_letter(state)) statement = QUERY_COUNT_DEAD;
	bind_number(query_statement(query, statement), ":state", state);
	return count_rows(query, statement, tenant, counts, count);
}

/* States with an index come first: where the work is used up, finished runs are told as far as they
 * were counted. */
static enum err count_all(struct sqlite_query *query, struct run_counts *counts)
{
	static const enum run_state order[RUN_STATE_COUNT] = { RUN_PROCESSING, RUN_FAILED,
							       RUN_DLQ,        RUN_QUEUED,
							       RUN_DONE,       RUN_WAITING,
							       RUN_CANCELLED };
	enum err err = ERR_OK;
	for (u32 i = 0; i < countof(order) && !err; i++)
		err = count_state(query, order[i], 0, counts);
	return err;
}

/* ---- of one tenant -------------------------------------------------------------------------- */

enum { INDEXED_STATES = 1u << RUN_PROCESSING | 1u << RUN_FAILED | 1u << RUN_DLQ };

/* Adds each row to the state that it says, where that is one of `states`. */
static enum err count_by_state(struct sqlite_query *query, enum query_statement statement,
			       u32 tenant, u32 states, struct run_counts *counts)
{
	sqlite3_stmt *stmt = query_statement(query, statement);
	bool has_row = true;
	enum err err = ERR_OK;
	bool is_dead = statement == QUERY_COUNT_OWNED_DEAD; /* these are never left out */
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":but_internal", counts->but_internal && !is_dead);
	while (!err) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		i64 state = sqlite3_column_int64(stmt, 0);
		bool is_counted = state >= 0 && state < RUN_STATE_COUNT && states >> state & 1;
		if (is_counted && counts->of[state] < counts->most) counts->of[state]++;
	}
	sqlite3_reset(stmt);
	return err;
}

/* Counts by indexes alone first; then one walk over the tenant's runs, and no other's. */
static enum err count_owned(struct sqlite_query *query, u32 tenant, struct run_counts *counts)
{
	enum err err = query_behind(query, LIST_RUNS, &(struct uuid){ 0 });
	if (!err)
		err = count_rows(query, QUERY_COUNT_OWNED_OPEN, tenant, counts,
				 &counts->of[RUN_PROCESSING]);
	if (!err)
		err = count_by_state(query, QUERY_COUNT_OWNED_DEAD, tenant, INDEXED_STATES, counts);
	if (err) return err;
	bind_since(query_statement(query, QUERY_COUNT_BEHIND), &query->since);
	bind_since(query_statement(query, QUERY_COUNT_OWNED), &query->since);
	err = count_by_state(query, QUERY_COUNT_BEHIND, tenant, ~(u32)INDEXED_STATES, counts);
	if (err) return err;
	return count_by_state(query, QUERY_COUNT_OWNED, tenant, ~(u32)INDEXED_STATES, counts);
}

enum err query_counts(struct query *base, str tenant, struct run_counts *counts)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct run_counts counted = { .most = counts->most, .but_internal = counts->but_internal };
	u32 number;
	enum err err = query_begin(query, tenant, &number);
	if (!err) err = number ? count_owned(query, number, &counted) : count_all(query, &counted);
	query_end(query);
	counted.is_partial = err == ERR_BUSY;
	if (err == ERR_BUSY || err == ERR_NOT_FOUND) err = ERR_OK;
	if (!err) *counts = counted;
	return err;
}

/* ---- jobs ---------------------------------------------------------------------------------- */

static void count_job(struct jobs_by_state *counts, i64 state, bool is_paused)
{
	if (state < 0 || state >= JOB_STATE_COUNT) return;
	u64 *count = is_paused ? &counts->paused : &counts->of[state];
	if (*count < counts->most) ++*count;
}

static enum err count_jobs(struct sqlite_query *query, u32 tenant, msec now,
			   struct jobs_by_state *counts)
{
	enum query_statement statement = tenant ? QUERY_COUNT_JOBS_TENANT : QUERY_COUNT_JOBS;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bool has_row = true;
	enum err err = ERR_OK;
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":now", now);
	while (!err) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		count_job(counts, sqlite3_column_int64(stmt, 0),
			  sqlite3_column_int64(stmt, 1) != 0);
	}
	sqlite3_reset(stmt);
	return err;
}

enum err query_job_counts(struct query *base, str tenant, msec now, struct jobs_by_state *counts)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct jobs_by_state counted = { .most = counts->most };
	u32 number;
	enum err err = query_begin(query, tenant, &number);
	if (!err) err = count_jobs(query, number, now, &counted);
	query_end(query);
	counted.is_partial = err == ERR_BUSY;
	if (err == ERR_BUSY || err == ERR_NOT_FOUND) err = ERR_OK;
	if (!err) *counts = counted;
	return err;
}

/* ---- workers ------------------------------------------------------------------------------ */

/* One that came back after a while, or from another host, has a number for each: it is told once.
 */
static void add_worker(struct worker_page *page, const struct worker_view *view)
{
	for (u32 i = 0; i < page->len; i++) {
		struct worker_view *known = &page->rows[i]; /* the later of the two */
		if (!str_eq(known->id, view->id)) continue;
		known->running += view->running;
		return;
	}
	page->rows[page->len++] = *view;
}

static enum err fill_workers(struct sqlite_query *query, u32 tenant, u32 limit, struct arena *arena,
			     struct worker_page *page)
{
	enum query_statement statement = tenant ? QUERY_WORKERS_TENANT : QUERY_WORKERS;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bool has_row = true;
	enum err err = ERR_OK;
	if (tenant) {
		err = query_behind(query, LIST_EXECUTIONS, &(struct uuid){ 0 });
		bind_since(stmt, &query->since);
	}
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":limit", limit);
	while (!err && page->len < limit) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		struct worker_view view = {
			.running = (u32)sqlite3_column_int64(stmt, 1),
			.last_seen = sqlite3_column_int64(stmt, 2),
		};
		u32 worker = (u32)sqlite3_column_int64(stmt, 0);
		err = query_name(query, NAME_WORKER, worker, arena, &view.id);
		if (!err) add_worker(page, &view);
	}
	return err;
}

enum err query_workers(struct query *base, str tenant, u32 limit, struct arena *arena,
		       struct worker_page *out_page)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct worker_page page = { 0 };
	u32 number;
	must(limit > 0);
	enum err err = query_begin(query, tenant, &number);
	page.rows = arena_alloc_array(arena, limit, sizeof *page.rows);
	if (!err && !page.rows) err = ERR_MEMORY;
	if (!err) err = fill_workers(query, number, limit, arena, &page);
	query_end(query);
	if (err == ERR_NOT_FOUND) err = ERR_OK;
	if (!err) *out_page = page;
	return err;
}
