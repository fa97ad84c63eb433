/* What a turn wants, copied into its arena. All wants of a turn are answered within one
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
	out_row->entity = out_row->user = (str){ 0 };
	is_whole = is_whole && out_row->hot.state < RUN_STATE_COUNT;
	if (!is_whole) damage_note(store);
	return is_whole;
}

bool read_execution(struct sqlite_store *store, struct cells *cells, struct execution_row *out_row)
{
	*out_row = (struct execution_row){ 0 };
	bool is_whole = cells_read(cells, GROUP_EXECUTION, NULL, out_row);
	is_whole = cells_read(cells, GROUP_LEASE, &out_row->id, out_row) && is_whole;
	if (!is_whole) damage_note(store);
	return is_whole;
}

enum err find_run(struct sqlite_store *store, const struct uuid *id, bool *out_found,
		  struct run_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_RUN];
	struct cells cells = cells_to_bind(stmt);
	bool has_row;
	cells_bind_uuid(&cells, id);
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	*out_found = false;
	if (!has_row) return ERR_OK;
	cells = cells_to_read(stmt);
	*out_found = read_run(store, &cells, out_row);
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* The open execution of a run, if it has one. */
static enum err find_open(struct sqlite_store *store, const struct uuid *run, bool *out_found,
			  struct execution_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_OPEN_OF_RUN];
	struct cells cells = cells_to_bind(stmt);
	bool has_row;
	cells_bind_uuid(&cells, run);
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	*out_found = false;
	if (!has_row) return ERR_OK;
	cells = cells_to_read(stmt);
	*out_found = read_execution(store, &cells, out_row);
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* The row of a key, while it counts. */
static enum err find_unique(struct sqlite_store *store, const struct turn *turn,
			    const struct unique_key *key, bool *out_found,
			    struct unique_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_UNIQUE];
	struct cells cells = cells_to_bind(stmt);
	bool has_row;
	cells_bind_i64(&cells, key->bucket);
	cells_bind_i64(&cells, key->tenant.v);
	cells_bind_i64(&cells, key->type.v);
	cells_bind_i64(&cells, key->scope);
	cells_bind_digest(&cells, &key->key);
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	*out_found = false;
	if (!has_row) return ERR_OK;
	cells = cells_to_read(stmt);
	bool is_whole = cells_read(&cells, GROUP_UNIQUE, NULL, out_row);
	sqlite3_reset(stmt);
	if (!is_whole) damage_note(store);
	*out_found = is_whole && out_row->until > turn->now.wall;
	return ERR_OK;
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

/* Completes a run that was read. */
static enum err see_run(struct sqlite_store *store, const struct turn *turn, msec span_at,
			struct run_seen *seen)
{
	const struct run_row *row = &seen->row;
	enum err err = find_open(store, &row->id, &seen->is_open, &seen->open);
	if (!err)
		err = find_own_unique(store, turn, row, row->hot.bucket, &seen->own_found,
				      &seen->own);
	if (!err) err = find_in_spans(store, turn, span_at, seen);
	return err;
}

static enum err load_run(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct run_seen *seen = &want->run.seen;
	*seen = (struct run_seen){ 0 };
	enum err err = find_run(store, &want->run.id, &seen->found, &seen->row);
	if (err || !seen->found) return err;
	err = see_run(store, turn, want->run.span_at, seen);
	if (!err && want->run.asks_also)
		err = find_own_unique(store, turn, &seen->row, want->run.also_bucket,
				      &seen->also_found, &seen->also);
	return err;
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
	err = find_open(store, &run.id, &is_open, &open);
	if (!err) want->unique.run_state = is_open ? RUN_PROCESSING : run.hot.state;
	return err;
}

static enum err load_execution(struct sqlite_store *store, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_EXECUTION];
	struct cells cells = cells_to_bind(stmt);
	struct execution_seen *seen = &want->execution.seen;
	bool has_row;
	*seen = (struct execution_seen){ 0 };
	cells_bind_uuid(&cells, &want->execution.id);
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err;
	cells = cells_to_read(stmt);
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

/* A damaged row takes no place in a page, so that only the end makes a page short. */
static enum err load_due(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_DUE];
	struct cells cells = cells_to_bind(stmt);
	u32 len = 0, limit = want->due.limit;
	bool has_row = true;
	enum err err = ERR_OK;
	must(limit > 0);
	struct run_row *rows = arena_alloc(&turn->arena, limit * sizeof *rows);
	if (!rows) return ERR_MEMORY;
	cells_bind_i64(&cells, want->due.after_run_at);
	cells_bind_uuid(&cells, &want->due.after_id);
	cells_bind_i64(&cells, want->due.until);
	while (len < limit) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		if (read_run(store, &cells, &rows[len])) len++;
	}
	sqlite3_reset(stmt);
	if (err) return err;
	want->due.rows = rows;
	want->due.len = len;
	return ERR_OK;
}

/* The narrowest index that has the whole answer in order of id. Those by key and entity hold what
 * is not finished, the one of dead letters what is failed or in the dlq. */
static enum statement matching_statement(const struct run_filter *filter)
{
	const u32 unfinished = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	const u32 dead = 1u << RUN_FAILED | 1u << RUN_DLQ;
	bool has_digest = filter->key_digest.a || filter->key_digest.b;
	if (!filter->tenant.v || !filter->states) return STATEMENT_MATCHING;
	if (!(filter->states & ~dead)) return STATEMENT_MATCHING_DEAD;
	if (filter->states & ~unfinished) return STATEMENT_MATCHING;
	if (filter->by_key && has_digest) return STATEMENT_MATCHING_KEY;
	return filter->entity.len ? STATEMENT_MATCHING_ENTITY : STATEMENT_MATCHING;
}

static void bind_filter(struct cells *cells, const struct want *want)
{
	const struct run_filter *filter = &want->matching.filter;
	cells_bind_uuid(cells, &want->matching.after_id);
	cells_bind_i64(cells, filter->tenant.v);
	cells_bind_i64(cells, filter->type.v);
	cells_bind_i64(cells, filter->queue.v);
	cells_bind_i64(cells, filter->states);
	cells_bind_i64(cells, filter->by_key);
	cells_bind_digest(cells, &filter->key_digest);
	cells_bind_bytes(cells, filter->entity);
}

static enum err load_matching(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	enum statement statement = matching_statement(&want->matching.filter);
	sqlite3_stmt *stmt = store->statements[statement];
	struct cells cells = cells_to_bind(stmt);
	u32 len = 0, limit = want->matching.limit;
	bool has_row = true;
	enum err err = ERR_OK;
	must(limit > 0);
	struct run_seen *rows = arena_alloc_array(&turn->arena, limit, sizeof *rows);
	if (!rows) return ERR_MEMORY;
	bind_filter(&cells, want);
	while (!err && len < limit) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		rows[len].found = read_run(store, &cells, &rows[len].row);
		if (!rows[len].found) continue;
		err = see_run(store, turn, want->matching.span_at, &rows[len]);
		len++;
	}
	sqlite3_reset(stmt);
	if (err) return err;
	want->matching.rows = rows;
	want->matching.len = len;
	return ERR_OK;
}

/* ---- the turn ----------------------------------------------------------------------------- */

static enum err load_want(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	switch (want->kind) {
	case WANT_UNIQUE: return load_unique(store, turn, want);
	case WANT_RUN: return load_run(store, turn, want);
	case WANT_EXECUTION: return load_execution(store, want);
	case WANT_DUE: return load_due(store, turn, want);
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
	enum err err = statement_run(store, STATEMENT_BEGIN_READ);
	for (u32 i = 0; !err && i < turn->wants_len; i++)
		err = load_want(store, turn, &turn->wants[i]);
	transaction_end(store);
	return err;
}
