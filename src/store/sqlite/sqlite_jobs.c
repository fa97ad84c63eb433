/* Jobs and their runs. A job's row has groups that are written apart: the definition, the long
 * texts, version and state, the pause, and what runs and time change; each has its own check. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* The statements name these by number. */
_Static_assert(JOB_ACTIVE == 0 && JOB_DELETED == 2, "states of a job");
_Static_assert(JOB_MANUAL == 4, "kinds of a job");
_Static_assert(PLAN_STATE_PLANNED == 1 && PLAN_STATE_MOVED == 2, "undecided runs");
_Static_assert(NAME_WORKER == 3, "kinds of names");
_Static_assert(RUN_WAITING == 0 && RUN_QUEUED == 1 && RUN_PROCESSING == 2, "unfinished runs");
_Static_assert(OCCURRENCE_AGAIN == 2147483648, "numbers of occurrences");
_Static_assert(RUN_FAILED == 4 && RUN_DLQ == 5, "dead letters");

/* ---- reading ------------------------------------------------------------------------------ */

/* Texts borrow from the statement. */
static bool read_job(struct sqlite_store *store, sqlite3_stmt *stmt, struct job_row *out_row)
{
	struct cells cells = cells_to_read(stmt);
	*out_row = (struct job_row){ 0 };
	const struct uuid *id = &out_row->id;
	bool is_whole = cells_read(&cells, GROUP_JOB, NULL, out_row);
	is_whole = cells_read(&cells, GROUP_JOB_VERSION, id, out_row) && is_whole;
	is_whole = cells_read(&cells, GROUP_JOB_PAUSE, id, &out_row->pause) && is_whole;
	is_whole = cells_read(&cells, GROUP_JOB_HOT, id, &out_row->hot) && is_whole;
	if (!is_whole) damage_note_row(store, stmt);
	return is_whole;
}

enum err find_job(struct sqlite_store *store, const struct uuid *id, bool *out_found,
		  struct job_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_JOB];
	bool has_row;
	enum err err = statement_find(store, stmt, id, &has_row);
	if (err) return err;
	*out_found = has_row && read_job(store, stmt, out_row);
	if (!*out_found) sqlite3_reset(stmt);
	return ERR_OK;
}

/* Copies the texts into the arena. */
static enum err keep_texts(struct turn *turn, struct job_row *row)
{
	str *const texts[] = { &row->pause.reason, &row->pause.author, &row->code,
			       &row->rule,         &row->zone,         &row->start,
			       &row->rdates,       &row->exdates,      &row->exclude };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(&turn->arena, *texts[i]);
	return arena_failed(&turn->arena) ? ERR_MEMORY : ERR_OK;
}

enum err find_definition(struct sqlite_store *store, struct turn *turn, const struct uuid *job,
			 bool *out_whole, const struct job_row **out_row)
{
	u32 place = job->bytes[sizeof job->bytes - 1] % DEFINITIONS_CACHED;
	const struct job_row **cached = &store->definitions.rows[place];
	*out_whole = true;
	if (*cached && uuid_eq(&(*cached)->id, job)) {
		*out_row = *cached;
		return ERR_OK;
	}
	struct job_row *row = arena_alloc(&turn->arena, sizeof *row);
	if (!row) return ERR_MEMORY;
	enum err err = find_job(store, job, out_whole, row);
	if (err || !*out_whole) return err;
	err = keep_texts(turn, row);
	sqlite3_reset(store->statements[STATEMENT_JOB]);
	if (!err) *out_row = *cached = row;
	return err;
}

/* ---- a job and its runs ------------------------------------------------------------------- */

/* How many rows there are, at most `limit`; those that are damaged too. */
static enum err count_rows(struct sqlite_store *store, sqlite3_stmt *stmt, u32 limit, u32 *out_len)
{
	bool has_row = true;
	enum err err = ERR_OK;
	u32 len = 0;
	while (!err && len < limit) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		len++;
	}
	sqlite3_reset(stmt);
	*out_len = len;
	return err;
}

static enum err take_runs(struct sqlite_store *store, struct turn *turn, sqlite3_stmt *stmt,
			  u32 most, struct job_seen *seen)
{
	bool has_row = true;
	enum err err = ERR_OK;
	while (!err && seen->runs_len < most) {
		struct run_seen *run = &seen->runs[seen->runs_len];
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		struct cells cells = cells_to_read(stmt);
		run->found = read_run(store, &cells, &run->row);
		if (!run->found) continue;
		err = see_run(store, turn, 0, run);
		seen->runs_len++;
	}
	sqlite3_reset(stmt);
	return err;
}

/* Instants to come that the ledger has already. */
static enum err see_decided(struct sqlite_store *store, struct turn *turn, bool with_past,
			    struct job_seen *seen)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_DECIDED];
	msec through = seen->row.hot.decided_through;
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	u32 most = 0;
	cells_bind_uuid(&cells, &seen->row.id);
	cells_bind_i64(&cells, with_past || turn->now.wall < through ? through : turn->now.wall);
	cells_bind_i64(&cells, LIMIT_JOB_DECIDED);
	cells_bind_i64(&cells, seen->row.hot.undone_through);
	cells_bind_i64(&cells, seen->row.hot.undone_number);
	cells_bind_i64(&cells, with_past ? turn->now.wall : MSEC_MIN);
	enum err err = count_rows(store, stmt, LIMIT_JOB_DECIDED, &most);
	if (err || !most) return err;
	seen->decided = arena_alloc_array(&turn->arena, most, sizeof *seen->decided);
	if (!seen->decided) return ERR_MEMORY;
	while (!err && seen->decided_len < most) {
		struct occurrence_row row;
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		if (cells_read(&cells, GROUP_OCCURRENCE, NULL, &row))
			seen->decided[seen->decided_len++] = row.planned_at;
		else damage_note(store);
	}
	sqlite3_reset(stmt);
	return err;
}

/* Instants to come that stay decided though a clock that was ahead decided them. Where there are
 * more rows than are looked at, all behind these stay. */
static enum err see_stay(struct sqlite_store *store, const struct turn *turn, struct job_seen *seen)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_DECIDED_AHEAD];
	struct decided_reader reader = { .spans = &seen->stay, .through = &seen->ledger_through };
	struct cells cells = cells_to_bind(stmt);
	struct occurrence_row row = { 0 };
	bool has_row = true;
	enum err err = ERR_OK;
	u32 len = 0;
	bool is_once = seen->row.kind == JOB_ONCE; /* each of its rows stays */
	/* Rows amid a span that stays already need no span of their own. */
	seen->stay = seen->row.hot.undone_except;
	decided_forget(&seen->stay, turn->now.wall);
	seen->ledger_through = 0;
	cells_bind_uuid(&cells, &seen->row.id);
	cells_bind_i64(&cells, turn->now.wall);
	cells_bind_i64(&cells, LIMIT_JOB_DECIDED);
	for (;;) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		len++;
		if (!cells_read(&cells, GROUP_OCCURRENCE, NULL, &row)) {
			damage_note(store);
			continue;
		}
		decided_read(&reader, &row);
		if (is_once && !row.until) decided_add(&seen->stay, row.planned_at, row.planned_at);
	}
	sqlite3_reset(stmt);
	decided_read_end(&reader);
	msec through = seen->row.hot.decided_through;
	if (len == LIMIT_JOB_DECIDED && row.planned_at < through)
		decided_add(&seen->stay, row.planned_at, through);
	return err;
}

static enum err see_runs(struct sqlite_store *store, struct turn *turn, enum job_runs which,
			 u32 limit, bool shall_once, struct job_seen *seen)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_RUNS_OF_JOB];
	struct cells cells = cells_to_bind(stmt);
	u32 most = 0;
	seen->runs = NULL;
	seen->runs_len = 0;
	seen->decided = NULL;
	seen->decided_len = 0;
	if (which == JOB_RUNS_NONE) return ERR_OK;
	enum err err = see_decided(store, turn, shall_once || seen->row.kind == JOB_ONCE, seen);
	if (err) return err;
	cells_bind_uuid(&cells, &seen->row.id);
	cells_bind_i64(&cells, which == JOB_RUNS_UNFINISHED);
	err = count_rows(store, stmt, limit, &most);
	if (err || !most) return err;
	seen->runs = arena_alloc_array(&turn->arena, most, sizeof *seen->runs);
	if (!seen->runs) return ERR_MEMORY;
	return take_runs(store, turn, stmt, most, seen);
}

enum err load_job(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	bool by_code = uuid_is_nil(&want->job.id);
	sqlite3_stmt *stmt = store->statements[by_code ? STATEMENT_JOB_BY_CODE : STATEMENT_JOB];
	struct cells cells = cells_to_bind(stmt);
	struct job_seen *seen = &want->job.seen;
	bool has_row;
	*seen = (struct job_seen){ 0 };
	want->job.found = false;
	if (by_code) {
		cells_bind_i64(&cells, want->job.tenant.v);
		cells_bind_bytes(&cells, want->job.code);
	} else {
		cells_bind_uuid(&cells, &want->job.id);
	}
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err;
	want->job.found = read_job(store, stmt, &seen->row);
	if (want->job.found) err = keep_texts(turn, &seen->row);
	sqlite3_reset(stmt);
	if (err || !want->job.found) return err;
	return see_runs(store, turn, want->job.which, want->job.limit, want->job.shall_once, seen);
}

/* ---- pages of jobs ------------------------------------------------------------------------ */

/* Whether `name` is one of the names in `list`, which commas separate. */
static bool names_calendar(str list, str name)
{
	while (list.len) {
		if (str_eq(str_trim(str_split(&list, ',')), name)) return true;
	}
	return false;
}

/* The next job that belongs into the page; out_found false: there is none. */
static enum err next_job(struct sqlite_store *store, struct turn *turn, const struct want *want,
			 sqlite3_stmt *stmt, bool *out_found, struct job_row *out_row)
{
	bool has_row = true;
	*out_found = false;
	while (!*out_found) {
		enum err err = statement_step(store, stmt, &has_row);
		if (err || !has_row) return err;
		if (!read_job(store, stmt, out_row)) continue;
		*out_found = !want->jobs.calendar.len ||
			     names_calendar(out_row->exclude, want->jobs.calendar);
	}
	return keep_texts(turn, out_row);
}

static enum err fill_page(struct sqlite_store *store, struct turn *turn, sqlite3_stmt *stmt,
			  struct want *want)
{
	u32 runs = 0;
	bool found;
	for (;;) {
		struct job_row row;
		enum err err = next_job(store, turn, want, stmt, &found, &row);
		if (err) return err;
		if (!found) break;
		if (want->jobs.len == want->jobs.limit) return ERR_OK;
		struct job_seen *seen = &want->jobs.rows[want->jobs.len];
		seen->row = row;
		err = see_runs(store, turn, JOB_RUNS_UNDECIDED, UINT32_MAX, false, seen);
		if (!err && want->jobs.ahead_of) err = see_stay(store, turn, seen);
		if (err) return err;
		runs += seen->runs_len;
		if (want->jobs.len && runs > want->jobs.runs_limit) return ERR_OK;
		want->jobs.len++;
	}
	want->jobs.is_last = true;
	return ERR_OK;
}

enum err load_jobs(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	bool every = want->jobs.every;
	enum statement which = want->jobs.ahead_of ? STATEMENT_JOBS_AHEAD
			       : every             ? STATEMENT_JOBS_OF
						   : STATEMENT_JOBS;
	sqlite3_stmt *stmt = store->statements[which];
	struct cells cells = cells_to_bind(stmt);
	must(want->jobs.limit > 0);
	want->jobs.rows = arena_alloc_array(&turn->arena, want->jobs.limit,
					    sizeof *want->jobs.rows);
	want->jobs.len = 0;
	want->jobs.is_last = false;
	if (!want->jobs.rows) return ERR_MEMORY;
	if (!every) cells_bind_uuid(&cells, &want->jobs.after_id);
	cells_bind_i64(&cells, want->jobs.ahead_of ? want->jobs.ahead_of : want->jobs.tenant.v);
	enum err err = fill_page(store, turn, stmt, want);
	sqlite3_reset(stmt);
	return err;
}

/* ---- writing ------------------------------------------------------------------------------ */

static enum err put_new_job(struct sqlite_store *store, const struct job_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_JOB_NEW]);
	cells_bind(&cells, GROUP_JOB, row, NULL);
	cells_bind(&cells, GROUP_JOB_VERSION, row, &row->id);
	cells_bind(&cells, GROUP_JOB_PAUSE, &row->pause, &row->id);
	cells_bind(&cells, GROUP_JOB_HOT, &row->hot, &row->id);
	cells_bind(&cells, GROUP_JOB_TEXT, row, &row->id);
	return statement_put(store, cells.stmt);
}

/* Of one that is there all but pause and hot. */
enum err put_job(struct sqlite_store *store, const struct job_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_JOB_PUT]);
	must(row->tenant.v > 0);
	must(row->parameters_len == row->parameters.len);
	cells_bind(&cells, GROUP_JOB, row, NULL);
	cells_bind(&cells, GROUP_JOB_VERSION, row, &row->id);
	cells_bind(&cells, GROUP_JOB_TEXT, row, &row->id);
	cells_bind_uuid(&cells, &row->id);
	enum err err = statement_put(store, cells.stmt);
	if (err || sqlite3_changes(store->db) == 1) return err;
	return put_new_job(store, row);
}

enum err put_job_state(struct sqlite_store *store, const struct change *change)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_JOB_STATE]);
	struct job_row row = { .version = change->job_state.version,
			       .updated_at = change->job_state.updated_at,
			       .state = change->job_state.state };
	const struct uuid *id = &change->job_state.id;
	cells_bind(&cells, GROUP_JOB_VERSION, &row, id);
	cells_bind(&cells, GROUP_JOB_PAUSE, &change->job_state.pause, id);
	cells_bind_uuid(&cells, id);
	return statement_put_one(store, cells.stmt);
}

enum err put_job_hot(struct sqlite_store *store, const struct change *change)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_JOB_HOT]);
	cells_bind(&cells, GROUP_JOB_HOT, &change->job_hot.hot, &change->job_hot.id);
	cells_bind_uuid(&cells, &change->job_hot.id);
	return statement_put_one(store, cells.stmt);
}

/* The parameters stand in SQLite's memory while they are written. When they are damaged the run
 * gets none, and a check that says so: its claim is withheld, the run fails, the job goes on. */
/* A body whose payload stands elsewhere, and whether it could be read there: one that could not is
 * marked as damaged, so that nobody carries it out. */
enum err put_copied_body(struct sqlite_store *store, const struct run_row *row, str payload,
			 bool is_whole)
{
	struct run_row whole = *row;
	struct cells body = cells_to_bind(store->statements[STATEMENT_BODY_NEW]);
	must(row->payload.len == 0);
	is_whole = is_whole && payload.len == row->payload_len;
	whole.payload = is_whole ? payload : (str){ 0 };
	cells_bind(&body, GROUP_BODY, &whole, &row->id);
	if (!is_whole) {
		damage_note(store);
		body.at--;
		cells_bind_i64(&body, ~(i64)columns_check(GROUP_BODY, &whole, &row->id));
	}
	cells_bind_uuid(&body, &row->id);
	return statement_put(store, body.stmt);
}

enum err put_jobs_body(struct sqlite_store *store, const struct run_row *row)
{
	sqlite3_stmt *source = store->statements[STATEMENT_JOB_TEXT];
	struct cells cells = cells_to_bind(source);
	struct job_row job = { 0 };
	bool has_row;
	cells_bind_uuid(&cells, &row->job);
	enum err err = statement_step(store, source, &has_row);
	if (err) return err;
	must(has_row); /* a run of a job that is not there */
	cells = cells_to_read(source);
	bool is_whole = cells_read(&cells, GROUP_JOB_TEXT, &row->job, &job);
	err = put_copied_body(store, row, job.parameters, is_whole);
	sqlite3_reset(source);
	return err;
}
