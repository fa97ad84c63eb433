/* The rows that a turn wants, copied into its arena. All wants of a turn are answered within one
 * transaction: without it each statement would take and give back SQLite's locks.
 *
 * A damaged row is as one that is not there, and counted: a run that cannot be trusted must not be
 * decided about, and must not keep the turn's other commands from being decided. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* ---- rows --------------------------------------------------------------------------------- */

bool read_run(struct sqlite_store *store, struct cells *cells, struct run_row *out_row)
{
	*out_row = (struct run_row){ 0 };
	bool is_whole = cells_read(cells, GROUP_RUN_FIXED, NULL, out_row);
	is_whole = cells_read(cells, GROUP_RUN_HOT, &out_row->id, &out_row->hot) && is_whole;
	out_row->has_user = out_row->user.len > 0;
	out_row->has_entity = out_row->entity.len > 0;
	out_row->entity = out_row->user = out_row->alert_key = (str){ 0 };
	is_whole = is_whole && out_row->hot.state < RUN_STATE_COUNT;
	if (!is_whole) damage_note_row(store, cells->stmt);
	return is_whole;
}

bool read_execution(struct sqlite_store *store, struct cells *cells, struct execution_row *out_row)
{
	*out_row = (struct execution_row){ 0 };
	bool is_whole = cells_read(cells, GROUP_EXECUTION, NULL, out_row);
	is_whole = cells_read(cells, GROUP_LEASE, &out_row->id, out_row) && is_whole;
	if (!is_whole) damage_note_row(store, cells->stmt);
	return is_whole;
}

enum err find_run(struct sqlite_store *store, const struct uuid *id, bool *out_found,
		  struct run_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_RUN];
	bool has_row;
	enum err err = statement_find(store, stmt, id, &has_row);
	if (err) return err;
	*out_found = false;
	if (!has_row) return ERR_OK;
	struct cells cells = cells_to_read(stmt);
	*out_found = read_run(store, &cells, out_row);
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* The open execution of a run, if it has one. */
static enum err find_open(struct sqlite_store *store, const struct run_row *run, bool *out_found,
			  struct execution_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_OPEN_OF_RUN];
	struct cells binding = cells_to_bind(stmt);
	bool has_row;
	cells_bind_uuid(&binding, &run->id);
	cells_bind_i64(&binding, run->tenant.v);
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	*out_found = false;
	if (!has_row) return ERR_OK;
	struct cells cells = cells_to_read(stmt);
	*out_found = read_execution(store, &cells, out_row);
	sqlite3_reset(stmt);
	return ERR_OK;
}

enum err has_run_row(struct sqlite_store *store, const struct uuid *id, bool *out_has)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_HAS_RUN];
	struct cells cells = cells_to_bind(stmt);
	cells_bind_uuid(&cells, id);
	enum err err = statement_step(store, stmt, out_has);
	sqlite3_reset(stmt);
	return err;
}

enum err check_key_counts(struct sqlite_store *store, const struct unique_row *row, msec wall,
			  bool *out_counts)
{
	*out_counts = row->until > wall;
	if (*out_counts || row->key.scope != UNIQUE_BUCKET) return ERR_OK;
	return has_run_row(store, &row->run, out_counts);
}

/* The row of a key, while it counts. */
static enum err find_unique(struct sqlite_store *store, const struct turn *turn,
			    const struct unique_key *key, bool *out_found,
			    struct unique_row *out_row)
{
	enum err err = find_key(store, key, out_found, out_row);
	if (err || !*out_found) return err;
	return check_key_counts(store, out_row, turn->now.wall, out_found);
}

/* ---- a run, and what a decision about it may need ----------------------------------------- */

static enum err find_own_unique(struct sqlite_store *store, const struct turn *turn,
				const struct run_row *row, i64 bucket, bool *out_found,
				struct unique_row *out_row)
{
	struct unique_key key = { bucket, row->tenant, row->type, row->scope, row->key_digest };
	*out_found = false;
	if (row->scope == UNIQUE_NONE) return ERR_OK;
	return find_unique(store, turn, &key, out_found, out_row);
}

/* A key with a span may have been taken anew in the span of an instant, or in the one before. */
static enum err find_in_spans(struct sqlite_store *store, const struct turn *turn, msec at,
			      struct run_seen *seen)
{
	const struct run_row *row = &seen->row;
	if (!at || row->scope != UNIQUE_TTL || row->unique_ttl <= 0) return ERR_OK;
	i64 bucket = at / row->unique_ttl - (at % row->unique_ttl < 0);
	enum err err = find_own_unique(store, turn, row, bucket, &seen->also_found, &seen->also);
	if (err || seen->also_found) return err;
	return find_own_unique(store, turn, row, bucket - 1, &seen->also_found, &seen->also);
}

/* The batch that a dead letter is of: it counts what becomes of it. One that is damaged is as gone.
 */
static enum err find_batch(struct sqlite_store *store, struct run_seen *seen)
{
	const struct batch_row key = { .id = seen->row.parent };
	if (uuid_is_nil(&seen->row.parent)) return ERR_OK;
	enum err err = kind_find(store, KIND_BATCH, &key, &seen->batch_found, NULL, &seen->batch);
	kind_done(store, KIND_BATCH);
	return err;
}

enum err see_run(struct sqlite_store *store, const struct turn *turn, msec span_at,
		 struct run_seen *seen)
{
	const struct run_row *row = &seen->row;
	enum err err = find_open(store, row, &seen->is_open, &seen->open);
	if (!err)
		err = find_own_unique(store, turn, row, row->hot.bucket, &seen->own_found,
				      &seen->own);
	if (!err) err = find_in_spans(store, turn, span_at, seen);
	if (!err && run_state_is_dead_letter(row->hot.state)) err = find_batch(store, seen);
	return err;
}

/* Its job's row comes along with a run. False: without it, nobody can decide about the run. */
static enum err add_definition(struct sqlite_store *store, struct turn *turn, struct run_row *row,
			       bool *out_whole)
{
	*out_whole = true;
	if (row->cause == CAUSE_DAILY) return find_daily_of(store, &turn->arena, row, out_whole);
	if (row->cause == CAUSE_REMINDER)
		return find_reminder_of(store, &turn->arena, row, out_whole);
	if (uuid_is_nil(&row->job)) return ERR_OK;
	return find_definition(store, turn, &row->job, out_whole, &row->definition);
}

static enum err load_run(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct run_seen *seen = &want->run.seen;
	*seen = (struct run_seen){ 0 };
	enum err err = find_run(store, &want->run.id, &seen->found, &seen->row);
	if (err || !seen->found) return err;
	err = add_definition(store, turn, &seen->row, &seen->found);
	if (err || !seen->found) return err;
	err = see_run(store, turn, want->run.span_at, seen);
	if (!err && want->run.asks_also)
		err = find_own_unique(store, turn, &seen->row, want->run.also_bucket,
				      &seen->also_found, &seen->also);
	return err;
}

/* The run that has the key, for whoever may replace it. */
static enum err see_owner(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct want run = { .kind = WANT_RUN, .run = { .id = want->unique.row.run } };
	enum err err = load_run(store, turn, &run);
	if (err || !run.run.seen.found) return err;
	want->unique.seen = arena_alloc(&turn->arena, sizeof *want->unique.seen);
	if (!want->unique.seen) return ERR_MEMORY;
	*want->unique.seen = run.run.seen;
	return ERR_OK;
}

static enum err load_unique(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct run_row run;
	struct execution_row open;
	bool is_open;
	enum err err = find_unique(store, turn, &want->unique.key, &want->unique.found,
				   &want->unique.row);
	if (err || !want->unique.found) return err;
	err = find_run(store, &want->unique.row.run, &want->unique.run_exists, &run);
	if (err || !want->unique.run_exists) return err;
	err = find_open(store, &run, &is_open, &open);
	if (!err) want->unique.run_state = is_open ? RUN_PROCESSING : run.hot.state;
	return err || !want->unique.asks_run ? err : see_owner(store, turn, want);
}

static enum err load_execution(struct sqlite_store *store, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_EXECUTION];
	struct execution_seen *seen = &want->execution.seen;
	bool has_row;
	*seen = (struct execution_seen){ 0 };
	enum err err = statement_find(store, stmt, &want->execution.id, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	bool is_whole = read_execution(store, &cells, &seen->row);
	bool has_end = sqlite3_column_int64(stmt, cells.at) != OUTCOME_OPEN;
	if (is_whole && has_end) {
		seen->end.id = seen->row.id;
		seen->end.run = seen->row.run;
		is_whole = cells_read(&cells, GROUP_END, &seen->row.id, &seen->end);
		if (!is_whole) damage_note(store);
	}
	sqlite3_reset(stmt);
	if (is_whole) seen->found = true;
	else *seen = (struct execution_seen){ 0 };
	return ERR_OK;
}

/* ---- pages -------------------------------------------------------------------------------- */

/* Rows of a statement that is bound, up to `limit`. A damaged row takes no place in a page, so that
 * only the end makes a page short. */
struct loaded_page {
	struct run_row *rows;
	u32 len;
	u32 limit;
};

static enum err page_init(struct loaded_page *page, struct turn *turn, u32 limit)
{
	must(limit > 0);
	*page = (struct loaded_page){ .limit = limit };
	page->rows = arena_alloc(&turn->arena, limit * sizeof *page->rows);
	return page->rows ? ERR_OK : ERR_MEMORY;
}

/* The next row, if there is a whole one; out_row NULL: none. It is not counted yet. */
static enum err page_next(struct sqlite_store *store, struct turn *turn, sqlite3_stmt *stmt,
			  struct loaded_page *page, struct run_row **out_row)
{
	struct run_row *row = &page->rows[page->len];
	bool has_row = true, is_whole = false;
	*out_row = NULL;
	while (!is_whole) {
		enum err err = statement_step(store, stmt, &has_row);
		if (err || !has_row) return err;
		struct cells cells = cells_to_read(stmt);
		is_whole = read_run(store, &cells, row);
		if (is_whole) err = add_definition(store, turn, row, &is_whole);
		if (err) return err;
	}
	*out_row = row;
	return ERR_OK;
}

static enum err page_fill(struct sqlite_store *store, struct turn *turn, sqlite3_stmt *stmt,
			  struct loaded_page *page)
{
	struct run_row *row;
	enum err err = ERR_OK;
	while (!err && page->len < page->limit) {
		err = page_next(store, turn, stmt, page, &row);
		if (!row) break;
		page->len++;
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err load_due(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_DUE]);
	struct loaded_page page;
	enum err err = page_init(&page, turn, want->due.limit);
	if (err) return err;
	cells_bind_i64(&cells, want->due.after_run_at);
	cells_bind_uuid(&cells, &want->due.after_id);
	cells_bind_i64(&cells, want->due.until);
	err = page_fill(store, turn, cells.stmt, &page);
	want->due.rows = page.rows;
	want->due.len = page.len;
	return err;
}

static enum err load_spilled(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_SPILLED]);
	const struct band_row *band = &want->spilled.band;
	struct loaded_page page;
	enum err err = page_init(&page, turn, want->spilled.limit);
	if (err) return err;
	cells_bind_i64(&cells, band->tenant.v);
	cells_bind_i64(&cells, band->queue.v);
	cells_bind_i64(&cells, band->type.v);
	cells_bind_i64(&cells, band->route.v);
	cells_bind_i64(&cells, band->priority);
	cells_bind_i64(&cells, want->spilled.after_run_at);
	cells_bind_uuid(&cells, &want->spilled.after_id);
	err = page_fill(store, turn, cells.stmt, &page);
	want->spilled.rows = page.rows;
	want->spilled.len = page.len;
	return err;
}

/* One row more than the page is looked at: its deadline is the next. */
static enum err load_overdue(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_OVERDUE];
	struct loaded_page page;
	struct run_row *row = NULL;
	enum err err = page_init(&page, turn, want->overdue.limit + 1);
	want->overdue.next = MSEC_MAX;
	while (!err) {
		err = page_next(store, turn, stmt, &page, &row);
		if (err || !row) break;
		bool is_over = row->deadline_at <= want->overdue.until;
		if (!is_over || page.len == want->overdue.limit) {
			want->overdue.next = row->deadline_at;
			break;
		}
		page.len++;
	}
	sqlite3_reset(stmt);
	want->overdue.rows = page.rows;
	want->overdue.len = page.len;
	return err;
}

/* The narrowest index that has the whole answer in order of id. Those by key and entity hold what
 * is not finished, the one of dead letters what is failed or in the dlq. */
static enum statement matching_statement(const struct run_filter *filter)
{
	const u32 unfinished = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	const u32 dead = 1u << RUN_FAILED | 1u << RUN_DLQ;
	bool has_digest = filter->key_digest.a || filter->key_digest.b;
	bool is_unfinished = filter->states && !(filter->states & ~unfinished);
	if (!uuid_is_nil(&filter->job) && is_unfinished) return STATEMENT_MATCHING_JOB;
	if (!filter->tenant.v || !filter->states) return STATEMENT_MATCHING;
	if (!(filter->states & ~dead)) return STATEMENT_MATCHING_DEAD;
	if (!is_unfinished) return STATEMENT_MATCHING;
	if (filter->by_key && has_digest) return STATEMENT_MATCHING_KEY;
	return filter->entity.len ? STATEMENT_MATCHING_ENTITY : STATEMENT_MATCHING;
}

static void bind_filter(struct cells *cells, const struct want *want, const struct uuid *after)
{
	const struct run_filter *filter = &want->matching.filter;
	cells_bind_uuid(cells, after);
	cells_bind_i64(cells, filter->tenant.v);
	cells_bind_i64(cells, filter->type.v);
	cells_bind_i64(cells, filter->queue.v);
	cells_bind_i64(cells, filter->states);
	cells_bind_i64(cells, filter->by_key);
	cells_bind_digest(cells, &filter->key_digest);
	cells_bind_bytes(cells, filter->entity);
	cells_bind_link(cells, &filter->job);
}

/* Adds the rows of a statement that is bound, as far as there is room. */
static enum err add_matching(struct sqlite_store *store, struct turn *turn, struct want *want,
			     sqlite3_stmt *stmt)
{
	bool has_row = true;
	enum err err = ERR_OK;
	while (!err && want->matching.len < want->matching.limit) {
		struct run_seen *seen = &want->matching.rows[want->matching.len];
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		struct cells cells = cells_to_read(stmt);
		seen->found = read_run(store, &cells, &seen->row);
		if (seen->found) err = add_definition(store, turn, &seen->row, &seen->found);
		if (err || !seen->found) continue;
		err = see_run(store, turn, want->matching.span_at, seen);
		want->matching.len++;
	}
	sqlite3_reset(stmt);
	return err;
}

/* Of a tenant's runs that no index has by themselves: those of its list first, which are older than
 * all that it does not have yet. `after` moves on to the list's end. */
static enum err add_owned(struct sqlite_store *store, struct turn *turn, struct want *want,
			  struct uuid *after)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_MATCHING_OWNED]);
	struct uuid through;
	enum err err = lists_know_through(store, LIST_RUNS, &through);
	if (err || uuid_compare(after, &through) >= 0) return err;
	bind_filter(&cells, want, after);
	cells_bind_uuid(&cells, &through);
	err = add_matching(store, turn, want, cells.stmt);
	*after = through;
	return err;
}

static enum err load_matching(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	enum statement statement = matching_statement(&want->matching.filter);
	struct cells cells = cells_to_bind(store->statements[statement]);
	struct uuid after = want->matching.after_id;
	u32 limit = want->matching.limit;
	enum err err = ERR_OK;
	must(limit > 0);
	want->matching.len = 0;
	want->matching.rows = arena_alloc_array(&turn->arena, limit, sizeof *want->matching.rows);
	if (!want->matching.rows) return ERR_MEMORY;
	if (statement == STATEMENT_MATCHING && want->matching.filter.tenant.v)
		err = add_owned(store, turn, want, &after);
	if (err || want->matching.len == limit) return err;
	bind_filter(&cells, want, &after);
	return add_matching(store, turn, want, cells.stmt);
}

static enum err load_children(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_CHILDREN]);
	struct loaded_page page;
	enum err err = page_init(&page, turn, want->children.limit);
	struct run_seen *rows = arena_alloc_array(&turn->arena, want->children.limit, sizeof *rows);
	if (err || !rows) return ERR_MEMORY;
	cells_bind_uuid(&cells, &want->children.parent);
	err = page_fill(store, turn, cells.stmt, &page);
	for (u32 i = 0; !err && i < page.len; i++) {
		rows[i].found = true;
		rows[i].row = page.rows[i];
		err = see_run(store, turn, turn->now.wall, &rows[i]);
	}
	want->children.rows = rows;
	want->children.len = page.len;
	return err;
}

/* ---- the turn ----------------------------------------------------------------------------- */

static enum err load_want(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	switch (want->kind) {
	case WANT_UNIQUE: return load_unique(store, turn, want);
	case WANT_RUN: return load_run(store, turn, want);
	case WANT_EXECUTION: return load_execution(store, want);
	case WANT_DUE: return load_due(store, turn, want);
	case WANT_SPILLED: return load_spilled(store, turn, want);
	case WANT_OVERDUE: return load_overdue(store, turn, want);
	case WANT_DOCUMENT: return load_document(store, turn, want);
	case WANT_DOCUMENTS: return load_documents(store, turn, want);
	case WANT_RESULT: return load_result(store, turn, want);
	case WANT_REPLAY: return load_replay(store, turn, want);
	case WANT_CHILDREN: return load_children(store, turn, want);
	case WANT_LADDERS: return load_ladders(store, turn, want);
	case WANT_LINKS: return load_links(store, turn, want);
	case WANT_BEHIND: return load_behind(store, turn, want);
	case WANT_EFFECT: return load_effect(store, turn, want);
	case WANT_GUARD: return load_guarded(store, turn, want);
	case WANT_DAILY: return load_daily(store, turn, want);
	case WANT_REMINDER: return load_reminder(store, turn, want);
	case WANT_JOB: return load_job(store, turn, want);
	case WANT_JOBS: return load_jobs(store, turn, want);
	case WANT_DAILIES_AHEAD: return load_dailies_ahead(store, turn, want);
	case WANT_REMINDERS_AHEAD: return load_reminders_ahead(store, turn, want);
	case WANT_MATCHING: return load_matching(store, turn, want);
	case WANT_KINDS: break;
	}
	must(want->kind < WANT_KINDS);
	return ERR_OK;
}

enum err sqlite_load(struct store *base, struct turn *turn)
{
	struct sqlite_store *store = sqlite_store_of(base);
	if (turn->wants_len == 0) return ERR_OK;
	store->definitions = (struct definitions){ 0 };
	enum err err = statement_run(store, STATEMENT_BEGIN_READ);
	for (u32 i = 0; !err && i < turn->wants_len; i++)
		err = load_want(store, turn, &turn->wants[i]);
	transaction_end(store);
	return err;
}
