/* The work that need not be done in a turn: retention and checkpoints.
 *
 * Retention walks over runs, reminders, keys, occurrences and the journal in small steps, each a
 * transaction that looks at a bounded number of rows. There is no index for it: ids of runs and
 * reminders are in order of their creation, a job's occurrences in
 * order of their instants, turns in order of time, so what is old stands at the low end. A walk
 * that reached its end rests before it begins anew.
 *
 * A row that does not fit its check is left alone: what cannot be trusted must not be removed by
 * what it says. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

enum { ROWS_DEFAULT = 500, TURNS_A_STEP = 50, SEGMENT_TURNS = 1024 };
#define REST_MS (10 * MSEC_MINUTE)
#define STATS_REST_MS (10 * MSEC_SECOND)

/* ---- checkpoints -------------------------------------------------------------------------- */

/* As far as readers allow, without waiting for them. What it does not reach it reaches the next
 * time; a sync that fails ends the store like any other. */
static void checkpoint(struct sqlite_store *store)
{
	int code = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL,
					     NULL);
	enum err err = code ? link_write_err(store->db, code) : ERR_OK;
	if (err == ERR_STORE_SYNC) (void)write_failed(store, err);
	if (!err) store->counters.checkpoints++;
}

/* A log that readers keep from beginning anew grows; then each further stretch is brought over. */
void checkpoint_if_long(struct sqlite_store *store)
{
	u64 pages = store->counters.wal_pages;
	if (pages < store->checkpointed_pages) store->checkpointed_pages = 0;
	if (pages - store->checkpointed_pages < store->config.wal_pages) return;
	checkpoint(store);
	store->checkpointed_pages = pages;
}

/* ---- runs, with their executions ----------------------------------------------------------- */

static msec shorter(msec a, msec b)
{
	return a < b ? a : b;
}

/* The retention of a run by the policy that a tenant has for its type; 0: none, or none that can be
 * trusted. */
static enum err days_by_policy(struct sqlite_store *store, tenant_no tenant, type_no type,
			       u32 *out_days)
{
	const struct type_row key = { .tenant = tenant, .type = type };
	struct type_row row;
	bool found;
	enum err err = kind_find(store, KIND_TYPE, &key, &found, NULL, &row);
	*out_days = found ? row.policy.retention_days : 0;
	kind_done(store, KIND_TYPE);
	return err;
}

/* By its own tenant's, else as it is inherited from the tenant system. */
static enum err days_by_type(struct sqlite_store *store, const struct run_row *run,
			     const struct retention *retention, u32 *out_days)
{
	enum err err = days_by_policy(store, run->tenant, run->type, out_days);
	if (err || *out_days || !retention->system.v) return err;
	return days_by_policy(store, retention->system, run->type, out_days);
}

static enum err check_past(struct sqlite_store *store, const struct run_row *row, msec wall,
			   const struct retention *retention, bool *out_is_past)
{
	u32 days = 0;
	*out_is_past = false;
	if (!run_state_is_final(row->hot.state)) return ERR_OK;
	enum err err = days_by_type(store, row, retention, &days);
	msec kept = retention_of_run(retention, row->hot.state, days);
	*out_is_past = msec_add(row->hot.finished_at, kept) <= wall;
	return err;
}

static enum err delete_by_id(struct sqlite_store *store, enum statement statement,
			     const struct uuid *id)
{
	struct cells cells = cells_to_bind(store->statements[statement]);
	cells_bind_uuid(&cells, id);
	enum err err = statement_put(store, cells.stmt);
	if (!err) store->counters.removed += (u64)sqlite3_changes(store->db);
	return err;
}

static enum err forget(struct sqlite_store *store, enum row_kind kind, const void *key)
{
	enum err err = kind_delete(store, kind, key);
	if (!err) store->counters.removed += (u64)sqlite3_changes(store->db);
	return err;
}

/* Before the rows themselves go. */
static enum err unlist(struct sqlite_store *store, enum statement statement,
		       const struct run_row *run)
{
	struct cells cells = cells_to_bind(store->statements[statement]);
	cells_bind_i64(&cells, run->tenant.v);
	cells_bind_uuid(&cells, &run->id);
	return statement_put(store, cells.stmt);
}

static enum err remove_run(struct sqlite_store *store, const struct run_row *run)
{
	const struct uuid *id = &run->id;
	const struct batch_row batch = { .id = *id };
	const struct links_row links = { .run = *id };
	enum err err = delete_by_id(store, STATEMENT_PROGRESS_DELETE, id);
	if (!err) err = delete_by_id(store, STATEMENT_OUTPUTS_DELETE, id);
	if (!err) err = unlist(store, STATEMENT_EXECUTIONS_UNLIST, run);
	if (!err) err = delete_by_id(store, STATEMENT_EXECUTIONS_DELETE, id);
	if (!err) err = forget(store, KIND_BATCH, &batch);
	if (!err) err = forget(store, KIND_LINKS, &links);
	if (!err) err = delete_by_id(store, STATEMENT_AFTER_DELETE, id);
	if (!err) err = delete_by_id(store, STATEMENT_BODY_DELETE, id);
	if (!err) err = unlist(store, STATEMENT_RUN_UNLIST, run);
	return err ? err : delete_by_id(store, STATEMENT_RUN_DELETE, id);
}

/* The shortest time that any type has its runs kept for; 0: none says. */
static enum err shortest_by_type(struct sqlite_store *store, msec *out_kept)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_TYPES_SHORTEST];
	bool has_row;
	*out_kept = 0;
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err;
	*out_kept = sqlite3_column_int64(stmt, 0) * MSEC_DAY;
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* Younger runs cannot have been finished for long enough. */
static enum err oldest_kept(struct sqlite_store *store, msec wall,
			    const struct retention *retention, struct uuid *out_before)
{
	static const u8 zeros[UUID7_RANDOM_LEN];
	msec kept = shorter(retention->finished_ms, retention->dead_ms), by_type;
	enum err err = shortest_by_type(store, &by_type);
	if (by_type) kept = shorter(kept, by_type);
	*out_before = uuid7_make(msec_sub(wall, kept), zeros);
	return err;
}

static enum err tend_runs(struct sqlite_store *store, msec wall, const struct retention *retention,
			  bool *out_more)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_OLD_RUNS];
	struct cells cells = cells_to_bind(stmt);
	struct uuid before, place = store->tending.run;
	struct run_row row;
	bool has_row = true, is_over;
	u32 seen = 0;
	enum err err = oldest_kept(store, wall, retention, &before);
	cells_bind_uuid(&cells, &store->tending.run);
	cells_bind_uuid(&cells, &before);
	cells_bind_i64(&cells, retention->rows_max);
	while (!err) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		place = cells_read_uuid(&cells);
		cells = cells_to_read(stmt);
		seen++;
		if (!read_run(store, &cells, &row)) continue;
		err = check_past(store, &row, wall, retention, &is_over);
		if (!err && is_over) err = remove_run(store, &row);
	}
	sqlite3_reset(stmt);
	*out_more = seen == retention->rows_max;
	store->tending.run = *out_more ? place : (struct uuid){ 0 };
	return err;
}

/* ---- reminders ----------------------------------------------------------------------------- */

static enum err forget_reminder(struct sqlite_store *store, const struct reminder_row *row)
{
	const struct uuid *run = &row->hot.run;
	bool has_run = false;
	enum err err = uuid_is_nil(run) ? ERR_OK : has_run_row(store, run, &has_run);
	return err || has_run ? err : forget(store, KIND_REMINDER, row);
}

/* In order of their ids, as runs. */
static enum err tend_reminders(struct sqlite_store *store, msec wall,
			       const struct retention *retention, bool *out_more)
{
	static const u8 zeros[UUID7_RANDOM_LEN];
	sqlite3_stmt *stmt = store->statements[STATEMENT_OLD_REMINDERS];
	struct cells cells = cells_to_bind(stmt);
	struct uuid before = uuid7_make(msec_sub(wall, retention->finished_ms), zeros);
	struct uuid place = store->tending.reminder;
	bool has_row = true;
	u32 seen = 0;
	enum err err = ERR_OK;
	cells_bind_uuid(&cells, &place);
	cells_bind_uuid(&cells, &before);
	cells_bind_i64(&cells, retention->rows_max);
	for (; !err; seen++) {
		struct reminder_row row;
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		bool is_whole = read_reminder(&cells, &row);
		place = row.id;
		if (!is_whole) damage_note(store);
		else if (retention_is_over_for_reminder(retention, &row.hot, wall))
			err = forget_reminder(store, &row);
	}
	sqlite3_reset(stmt);
	*out_more = seen == retention->rows_max;
	store->tending.reminder = *out_more ? place : (struct uuid){ 0 };
	return err;
}

/* ---- keys ---------------------------------------------------------------------------------- */

static enum err tend_keys(struct sqlite_store *store, msec wall, const struct retention *retention,
			  bool *out_more)
{
	enum err err = keys_know(&store->keys);
	if (!err && store->keys.has_old)
		err = tend_old_keys(store, wall, retention->rows_max, out_more);
	if (err || *out_more) return err;
	return tend_segments(store, wall, out_more);
}

/* ---- the ledger of occurrences ------------------------------------------------------------- */

static void bind_place(struct cells *cells, const struct occurrence_place *place)
{
	cells_bind_uuid(cells, &place->job);
	cells_bind_i64(cells, place->planned_at);
	cells_bind_i64(cells, place->number);
}

static enum err next_occurrence(struct sqlite_store *store, const struct occurrence_place *place,
				bool *out_found, bool *out_whole, struct occurrence_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_OLD_OCCURRENCE];
	struct cells cells = cells_to_bind(stmt);
	bind_place(&cells, place);
	enum err err = statement_step(store, stmt, out_found);
	if (err || !*out_found) return err;
	cells = cells_to_read(stmt);
	*out_row = (struct occurrence_row){ 0 };
	*out_whole = cells_read(&cells, GROUP_OCCURRENCE, NULL, out_row);
	sqlite3_reset(stmt);
	if (!*out_whole) damage_note(store);
	return ERR_OK;
}

/* Occurrences whose run exists stay with it. */
static enum err forget_occurrence(struct sqlite_store *store, const struct occurrence_row *row)
{
	bool has_run = false;
	enum err err = uuid_is_nil(&row->run) ? ERR_OK : has_run_row(store, &row->run, &has_run);
	return err || has_run ? err : forget(store, KIND_OCCURRENCE, row);
}

/* Within a job rows stand by their instants: at the first that is young the walk goes on with the
 * next job. */
static enum err tend_ledger(struct sqlite_store *store, msec wall,
			    const struct retention *retention, bool *out_more)
{
	struct occurrence_place *place = &store->tending.ledger;
	msec from = msec_sub(wall, retention->ledger_ms);
	bool found = true;
	enum err err = ERR_OK;
	if (!retention->ledger_ms) return ERR_OK;
	for (u32 i = 0; !err && found && i < retention->rows_max; i++) {
		struct occurrence_row row = { 0 };
		bool is_whole = false;
		err = next_occurrence(store, place, &found, &is_whole, &row);
		if (err || !found) break;
		*place = (struct occurrence_place){ row.job, row.planned_at, row.number };
		if (row.planned_at > from) place->planned_at = MSEC_MAX;
		else if (is_whole && retention_is_over_for(retention, &row, wall))
			err = forget_occurrence(store, &row);
	}
	if (!found) *place = (struct occurrence_place){ .planned_at = MSEC_MIN };
	*out_more = found;
	return err;
}

/* ---- the journal --------------------------------------------------------------------------- */

/* Turns that statistics have not counted yet stay.
 *
 * What is removed leaves the digest of its chain behind, one for each segment of turns: what stands
 * after it can still be verified. The last turn always stays. */
static enum err put_anchor(struct sqlite_store *store, u64 turn, const struct digest *chain)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_ANCHOR_PUT]);
	cells_bind_i64(&cells, (i64)(turn / SEGMENT_TURNS));
	cells_bind_i64(&cells, (i64)turn);
	cells_bind_digest(&cells, chain);
	return statement_put(store, cells.stmt);
}

static enum err find_old_turn(struct sqlite_store *store, msec until, u32 *out_seen, u64 *out_turn,
			      struct digest *out_chain)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_OLD_TURNS];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_i64(&cells, until);
	cells_bind_i64(&cells, (i64)store->counting.through.turn);
	cells_bind_i64(&cells, TURNS_A_STEP);
	for (*out_seen = 0; !err; ++*out_seen) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		*out_turn = (u64)sqlite3_column_int64(stmt, cells.at++);
		str chain = cells_read_bytes(&cells);
		if (chain.len == sizeof *out_chain) memcpy(out_chain, chain.at, chain.len);
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err tend_journal(struct sqlite_store *store, msec wall,
			     const struct retention *retention, bool *out_more)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_TURNS_DELETE]);
	struct digest chain = { 0 };
	u64 turn = 0;
	u32 seen = 0;
	enum err err = find_old_turn(store, msec_sub(wall, retention->journal_ms), &seen, &turn,
				     &chain);
	*out_more = seen == TURNS_A_STEP || store->counting.lags;
	if (err || !seen) return err;
	cells_bind_i64(&cells, (i64)turn);
	err = statement_put(store, cells.stmt);
	if (!err) store->counters.removed += (u64)sqlite3_changes(store->db);
	if (!err)
		err = owned_turns_remove(store, TURNS_OF_JOURNAL, turn, retention->rows_max,
					 out_more);
	return err ? err : put_anchor(store, turn, &chain);
}

/* ---- kinds that say how long they count ----------------------------------------------------- */

/* Removes rows past their time; an index by time finds them. */
static enum err tend_kind(struct sqlite_store *store, enum row_kind kind, msec wall,
			  const struct retention *retention, bool *out_more)
{
	u32 removed = 0;
	enum err err = kind_forget(store, kind, wall, retention, &removed);
	store->counters.removed += removed;
	*out_more = removed == retention->rows_max;
	return err;
}

/* ---- a step -------------------------------------------------------------------------------- */

static bool is_of_kind(enum tend_task task)
{
	return task >= TEND_KINDS && task <= TEND_KINDS_LAST;
}

static enum err run_task(struct sqlite_store *store, enum tend_task task, msec wall,
			 const struct retention *retention, bool *out_more)
{
	switch (task) {
	case TEND_RUNS: return tend_runs(store, wall, retention, out_more);
	case TEND_KEYS: return tend_keys(store, wall, retention, out_more);
	case TEND_JOURNAL: return tend_journal(store, wall, retention, out_more);
	case TEND_STATS: return tend_stats(store, retention->rows_max, out_more);
	case TEND_OLD_STATS: return tend_old_stats(store, wall, retention, out_more);
	case TEND_AUDIT: return tend_audit(store, wall, retention, out_more);
	case TEND_REMINDERS: return tend_reminders(store, wall, retention, out_more);
	case TEND_LISTS: return tend_lists(store);
	case TEND_LEDGER: return tend_ledger(store, wall, retention, out_more);
	case TEND_KINDS:
	case TEND_KINDS_LAST:
	case TEND_TASKS: break;
	}
	must(is_of_kind(task));
	return tend_kind(store, (enum row_kind)(task - TEND_KINDS), wall, retention, out_more);
}

/* Recent decisions are to be counted soon; old rows have time. New rows are listed by tenant so
 * rarely that the rows of each tenant share a page of its list. */
static msec rest_of(enum tend_task task)
{
	if (task == TEND_LISTS) return MSEC_MINUTE;
	return task == TEND_STATS ? STATS_REST_MS : REST_MS;
}

static bool is_resting(const struct tending *tending, enum tend_task task, msec wall)
{
	/* A clock that went back does not make a rest longer than it is. */
	msec until = tending->rests_until[task];
	return tending->is_resting[task] && wall < until && msec_sub(until, wall) <= REST_MS;
}

static bool is_task(enum tend_task task)
{
	return !is_of_kind(task) || kind_dated_by(&row_kinds[task - TEND_KINDS]);
}

/* Picks the next task that is not resting; false: none. */
static bool pick_task(struct tending *tending, msec wall)
{
	for (u32 i = 0; i < TEND_TASKS; i++) {
		tending->task = (enum tend_task)((tending->task + 1) % TEND_TASKS);
		if (is_task(tending->task) && !is_resting(tending, tending->task, wall))
			return true;
	}
	return false;
}

enum err sqlite_tend(struct store *base, struct now now, const struct retention *retention,
		     bool *out_more)
{
	struct sqlite_store *store = sqlite_store_of(base);
	struct tending *tending = &store->tending;
	struct retention step = *retention;
	bool more = false;
	if (!step.rows_max) step.rows_max = ROWS_DEFAULT;
	if (store->broken) return ERR_STORE_SYNC;
	if (!pick_task(tending, now.wall)) {
		file_reserve_keep(&store->path, store->config.reserve_bytes);
		return ERR_OK;
	}
	enum err err = statement_run(store, STATEMENT_BEGIN);
	if (!err) err = run_task(store, tending->task, now.wall, &step, &more);
	if (!err) err = statement_run(store, STATEMENT_COMMIT);
	if (err) {
		counting_forget(&store->counting);
		lists_forget(store);
		keys_forget(&store->keys);
		return write_failed(store, err);
	}
	tending->is_resting[tending->task] = !more;
	if (!more) tending->rests_until[tending->task] = msec_add(now.wall, rest_of(tending->task));
	checkpoint_if_long(store);
	*out_more =
		true; /* another task may have something; when all rest, the next step says so */
	return ERR_OK;
}
