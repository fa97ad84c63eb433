/* The number of runs in each queue, and how many came and began lately. Of what stands there only
 * queued and running runs count; where counting would cost too much it stops, and the page says so.
 */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

static struct queue_view *queue_in(struct queue_page *page, i64 no)
{
	for (u32 i = 0; i < page->len; i++)
		if (page->rows[i].no == no) return &page->rows[i];
	return NULL;
}

static void count_run(struct queue_depth *depth, msec run_at, bool is_running, msec now)
{
	if (is_running) {
		depth->running++;
		return;
	}
	if (run_at > now) {
		depth->later++;
		return;
	}
	depth->due++;
	if (!depth->oldest_due || run_at < depth->oldest_due) depth->oldest_due = run_at;
}

static enum err count_in(struct sqlite_query *query, enum query_statement statement, u32 tenant,
			 msec now, struct queue_page *page)
{
	sqlite3_stmt *stmt = query_statement(query, statement);
	bool has_row = true;
	enum err err = ERR_OK;
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":but_internal", 1);
	while (!err) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		struct queue_view *view = queue_in(page, sqlite3_column_int64(stmt, 0));
		if (view)
			count_run(&view->depth, sqlite3_column_int64(stmt, 1),
				  sqlite3_column_int64(stmt, 2) != 0, now);
	}
	sqlite3_reset(stmt);
	return err;
}

/* One walk over the tenant's runs, and no other's. */
static enum err count_owned(struct sqlite_query *query, u32 tenant, msec now,
			    struct queue_page *page)
{
	enum err err = query_behind(query, LIST_RUNS, &(struct uuid){ 0 });
	if (err) return err;
	bind_since(query_statement(query, QUERY_DEPTH_BEHIND), &query->since);
	bind_since(query_statement(query, QUERY_DEPTH_OWNED), &query->since);
	err = count_in(query, QUERY_DEPTH_BEHIND, tenant, now, page);
	return err ? err : count_in(query, QUERY_DEPTH_OWNED, tenant, now, page);
}

/* ---- what comes and goes -------------------------------------------------------------------- */

static enum err count_flow(struct sqlite_query *query, enum query_statement statement, u32 tenant,
			   msec since, struct queue_page *page)
{
	sqlite3_stmt *stmt = query_statement(query, statement);
	struct uuid first = uuid7_first(since);
	bool has_row = true;
	enum err err = ERR_OK;
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":but_internal", 1);
	bind_since(stmt, &first);
	while (!err) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		struct queue_view *view = queue_in(page, sqlite3_column_int64(stmt, 0));
		if (!view) continue;
		if (statement == QUERY_QUEUE_MADE) view->depth.made++;
		else view->depth.begun++;
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err count_standing(struct sqlite_query *query, u32 tenant, msec now,
			       struct queue_page *page)
{
	if (tenant) return count_owned(query, tenant, now, page);
	enum err err = count_in(query, QUERY_DEPTH_DUE, 0, now, page);
	return err ? err : count_in(query, QUERY_DEPTH_SPILLED, 0, now, page);
}

enum err query_depths(struct query *base, str tenant, msec now, msec since, struct queue_page *page)
{
	struct sqlite_query *query = sqlite_query_of(base);
	u32 number;
	enum err err = query_begin(query, tenant, &number);
	if (!err) err = count_standing(query, number, now, page);
	if (!err) err = count_flow(query, QUERY_QUEUE_MADE, number, since, page);
	if (!err) err = count_flow(query, QUERY_QUEUE_BEGUN, number, since, page);
	query_end(query);
	page->is_partial = err == ERR_BUSY;
	return err == ERR_BUSY || err == ERR_NOT_FOUND ? ERR_OK : err;
}
