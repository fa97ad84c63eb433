/* Opening, and what every listing does: bind by name, step, look names up, stop in time. */
#include "base/memory.h"
#include "base/must.h"
#include "store/sqlite/query_parts.h"
#include "store/sqlite/sqlite_schema.h"

enum { CACHE_KIB_DEFAULT = 4096, WORK_DEFAULT = 20000, STEPS_A_LOOK = 1000 };
enum query_scope { SHARED, TENANT };

static const struct {
	const char *sql;
	enum query_scope scope;
} texts[QUERY_COUNT] = {
#define X(name, scope, sql) [QUERY_##name] = { sql, scope },
	QUERIES(X)
#undef X
};

/* ---- binding ------------------------------------------------------------------------------ */

sqlite3_stmt *query_statement(struct sqlite_query *query, enum query_statement statement)
{
	return query->statements[statement];
}

static struct cells cells_named(sqlite3_stmt *stmt, const char *name)
{
	int at = sqlite3_bind_parameter_index(stmt, name);
	must(at > 0);
	return (struct cells){ stmt, at };
}

void bind_number(sqlite3_stmt *stmt, const char *name, i64 value)
{
	struct cells cells = cells_named(stmt, name);
	cells_bind_i64(&cells, value);
}

void bind_id(sqlite3_stmt *stmt, const char *name, const struct uuid *id)
{
	struct cells cells = cells_named(stmt, name);
	cells_bind_link(&cells, id);
}

void bind_bytes(sqlite3_stmt *stmt, const char *name, str bytes)
{
	struct cells cells = cells_named(stmt, name);
	cells_bind_bytes(&cells, bytes);
}

void bind_name(sqlite3_stmt *stmt, const char *name, str text)
{
	struct cells cells = cells_named(stmt, name);
	cells_bind_text(&cells, text);
}

void bind_since(sqlite3_stmt *stmt, const struct uuid *since)
{
	/* Also a nil one as its bytes: nothing compares with NULL. */
	bind_bytes(stmt, ":since", (str){ (const char *)since->bytes, sizeof since->bytes });
}

void bind_after(sqlite3_stmt *stmt, const struct uuid *after)
{
	static const struct uuid last = { { 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
					    255, 255, 255, 255, 255 } };
	bind_id(stmt, ":after", uuid_is_nil(after) ? &last : after);
}

/* ---- a call ------------------------------------------------------------------------------- */

/* SQLite asks every thousand steps: another answer than 0 ends the statement. */
static int count_work(void *context)
{
	struct sqlite_query *query = context;
	if (query->work_left == 0) return 1;
	query->work_left--;
	return 0;
}

enum err query_step(struct sqlite_query *query, sqlite3_stmt *stmt, bool *out_row)
{
	int code = sqlite3_step(stmt);
	*out_row = code == SQLITE_ROW;
	if (code == SQLITE_ROW) return ERR_OK;
	sqlite3_reset(stmt);
	return link_err(query->db, code);
}

enum err query_find(struct sqlite_query *query, enum query_statement statement, u32 tenant,
		    const struct uuid *id, sqlite3_stmt **out_stmt)
{
	sqlite3_stmt *stmt = query_statement(query, statement);
	bool has_row = false;
	bind_id(stmt, ":id", id);
	bind_number(stmt, ":tenant", tenant);
	enum err err = query_step(query, stmt, &has_row);
	if (err) return err;
	if (!has_row) return ERR_NOT_FOUND;
	*out_stmt = stmt;
	return ERR_OK;
}

enum err query_begin(struct sqlite_query *query, str tenant, u32 *out_tenant)
{
	bool has_row;
	query->work_left = query->work_max;
	query->scale_tenant = 0;
	enum err err = query_step(query, query->statements[QUERY_BEGIN], &has_row);
	*out_tenant = 0;
	if (!err && tenant.len) err = query_number(query, NAME_TENANT, tenant, out_tenant);
	if (!err && tenant.len && !*out_tenant) err = ERR_NOT_FOUND;
	return err;
}

void query_end(struct sqlite_query *query)
{
	bool has_row;
	for (u32 i = 0; i < QUERY_COUNT; i++) sqlite3_reset(query->statements[i]);
	if (sqlite3_get_autocommit(query->db)) return;
	query->work_left = UINT64_MAX;
	(void)!query_step(query, query->statements[QUERY_END], &has_row);
}

enum err page_end(enum err err, u32 len, bool *out_more)
{
	if (err != ERR_BUSY || len == 0) return err;
	*out_more = true;
	return ERR_OK;
}

static enum err fill(struct sqlite_query *query, sqlite3_stmt *stmt, const struct listing *listing,
		     struct arena *arena, struct listed *page)
{
	bool has_row = true, is_whole = false;
	enum err err = ERR_OK;
	while (!err) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		page->has_more = page->len == listing->limit;
		if (page->has_more) break;
		void *view = (char *)page->rows + page->len * listing->size;
		err = listing->view(query, stmt, arena, &is_whole, view);
		if (!err && !is_whole) query_list_damaged(query, stmt);
		page->len += !err && is_whole;
	}
	if (!err && arena_failed(arena)) err = ERR_MEMORY;
	return page_end(err, page->len, &page->has_more);
}

enum err query_list(struct query *base, const struct listing *listing, struct arena *arena,
		    struct listed *out_page)
{
	return query_owned_list(base, listing, NULL, arena, out_page);
}

enum err query_owned_list(struct query *base, const struct listing *listing, bind_list *bind_owned,
			  struct arena *arena, struct listed *out_page)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct listed page = { .rows = arena_alloc_array(arena, listing->limit, listing->size) };
	sqlite3_stmt *stmt = NULL;
	u32 tenant;
	must(listing->limit > 0);
	enum err err = query_begin(query, listing->tenant, &tenant);
	if (!err && !page.rows) err = ERR_MEMORY;
	if (!err) err = listing->bind(query, listing->list, tenant, &stmt);
	if (!err) err = fill(query, stmt, listing, arena, &page);
	bool has_rest = tenant && bind_owned && !page.has_more;
	stmt = NULL;
	if (!err && has_rest) err = bind_owned(query, listing->list, tenant, &stmt);
	if (!err && stmt) err = fill(query, stmt, listing, arena, &page);
	query_end(query);
	if (err == ERR_NOT_FOUND) err = ERR_OK;
	if (!err) *out_page = page;
	return err;
}

/* ---- lists by tenant ---------------------------------------------------------------------- */

/* A place that is damaged is as none: every row is above it, and is found, if slowly. */
enum err query_place(struct sqlite_query *query, enum owned_list list, struct uuid *out_place)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_LIST);
	struct owned_list_row row = { 0 };
	bool has_row;
	*out_place = (struct uuid){ 0 };
	bind_number(stmt, ":list", list);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_OWNED_LIST, NULL, &row)) *out_place = row.through;
	else query_damage(query, stmt);
	sqlite3_reset(stmt);
	return ERR_OK;
}

enum err query_behind(struct sqlite_query *query, enum owned_list list, const struct uuid *since)
{
	struct uuid next;
	enum err err = query_place(query, list, &next);
	query->since = *since;
	if (err || uuid_is_nil(&next)) return err;
	/* The next id there can be. */
	for (u32 i = sizeof next.bytes; i > 0 && !++next.bytes[i - 1];) i--;
	if (uuid_compare(&next, since) > 0) query->since = next;
	return ERR_OK;
}

bool query_owned_after(const struct sqlite_query *query, const struct uuid *after,
		       struct uuid *out_after)
{
	bool goes_on = !uuid_is_nil(after) && uuid_compare(after, &query->since) < 0;
	*out_after = goes_on ? *after : query->since;
	return !uuid_is_nil(out_after);
}

/* ---- names -------------------------------------------------------------------------------- */

static enum err find_name(struct sqlite_query *query, enum name_kind kind, u32 no,
			  struct arena *arena, struct name_row *out_row)
{
	sqlite3_stmt *stmt = query->statements[QUERY_NAME];
	struct name_row row = { 0 };
	bool has_row = false;
	*out_row = row;
	if (!no) return ERR_OK;
	bind_number(stmt, ":kind", kind);
	bind_number(stmt, ":number", no);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_NAME, NULL, &row)) {
		out_row->text = str_copy(arena, row.text);
		out_row->host = str_copy(arena, row.host);
	} else {
		query_damage(query, stmt);
	}
	sqlite3_reset(stmt);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

enum err query_name(struct sqlite_query *query, enum name_kind kind, u32 no, struct arena *arena,
		    str *out_name)
{
	struct name_row row;
	enum err err = find_name(query, kind, no, arena, &row);
	*out_name = row.text;
	return err;
}

enum err query_worker(struct sqlite_query *query, worker_no no, struct arena *arena, str *out_name,
		      str *out_host)
{
	struct name_row row;
	enum err err = find_name(query, NAME_WORKER, no.v, arena, &row);
	*out_name = row.text;
	*out_host = row.host;
	return err;
}

enum err query_number(struct sqlite_query *query, enum name_kind kind, str name, u32 *out_no)
{
	sqlite3_stmt *stmt = query->statements[QUERY_NUMBER];
	struct name_row row = { 0 };
	bool has_row = false;
	*out_no = 0;
	bind_number(stmt, ":kind", kind);
	bind_name(stmt, ":name", name);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_NAME, NULL, &row)) *out_no = row.no;
	else query_damage(query, stmt);
	sqlite3_reset(stmt);
	return ERR_OK;
}

enum err query_word(struct sqlite_query *query, enum name_kind kind, str word, u32 *out_no)
{
	*out_no = 0;
	if (!word.len) return ERR_OK;
	enum err err = query_number(query, kind, word, out_no);
	return !err && !*out_no ? ERR_NOT_FOUND : err;
}

/* ---- opening ------------------------------------------------------------------------------ */

static void query_close(struct query *base)
{
	struct sqlite_query *query = sqlite_query_of(base);
	for (u32 i = 0; i < QUERY_COUNT; i++) sqlite3_finalize(query->statements[i]);
	link_close(query->db);
	mem_free(query);
}

static const struct query_calls calls = {
	.run = query_run,
	.runs = query_runs,
	.execution = query_execution,
	.executions = query_executions,
	.output = query_output,
	.documents = query_documents,
	.types = query_types,
	.type = query_type,
	.queues = query_queues,
	.depths = query_depths,
	.pauses = query_pauses,
	.tenants = query_tenants,
	.operation = query_operation,
	.counts = query_counts,
	.job_counts = query_job_counts,
	.workers = query_workers,
	.job = query_job,
	.jobs = query_jobs,
	.occurrences = query_occurrences,
	.calendars = query_calendars,
	.timeline = query_timeline,
	.batches = query_batches,
	.ladders = query_ladders,
	.deliveries = query_deliveries,
	.effects = query_effects,
	.audit = query_audit,
	.reminders = query_reminders,
	.notices = query_notices,
	.unread = query_unread,
	.dailies = query_dailies,
	.days = query_days,
	.events = query_events,
	.stats = query_stats,
	.alert_rules = query_alert_rules,
	.alerts = query_alerts,
	.close = query_close,
};

/* A list that forgets whose rows it may show does not get past here. */
static enum err prepare(struct sqlite_query *query, struct why *why)
{
	for (u32 i = 0; i < QUERY_COUNT; i++) {
		int code = sqlite3_prepare_v3(query->db, texts[i].sql, -1,
					      SQLITE_PREPARE_PERSISTENT, &query->statements[i],
					      NULL);
		if (code) return link_fail(query->db, code, why, "prepare a listing");
		must(sqlite3_stmt_readonly(query->statements[i]));
		bool asks = sqlite3_bind_parameter_index(query->statements[i], ":tenant") > 0;
		must(asks == (texts[i].scope == TENANT));
	}
	sqlite3_progress_handler(query->db, STEPS_A_LOOK, count_work, query);
	return ERR_OK;
}

enum err sqlite_query_open(const struct sqlite_query_config *config, struct why *why,
			   struct query **out_query)
{
	u32 version = 0;
	struct sqlite_query *query = mem_alloc_zeroed(sizeof *query);
	if (!query) return fail(why, ERR_MEMORY, "no memory for a listing");
	query->query.calls = &calls;
	query->work_max = config->work_max ? config->work_max : WORK_DEFAULT;
	query->sink = config->damage;
	query->catalog = config->catalog;
	struct link_config link = { .path = &query->path,
				    .vfs = config->vfs,
				    .kind = LINK_READER,
				    .cache_kib = config->cache_kib ? config->cache_kib
								   : CACHE_KIB_DEFAULT };
	enum err err = file_path_init(&query->path, config->path, why);
	if (!err) err = link_open(&link, why, &query->db);
	if (!err) err = schema_check(query->db, why, &version);
	if (!err && version != schema_version())
		err = fail(why, ERR_STORE, "the store has version %u; lists need version %u",
			   version, schema_version());
	if (!err) err = prepare(query, why);
	if (err) query_close(&query->query);
	else *out_query = &query->query;
	return err;
}
