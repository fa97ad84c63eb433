/* The rows for a new process: everything that memory always holds, in the order of turn.h.
 *
 * Here a damaged row is an error, and the process does not start: with a name missing its number
 * would be given to another, with a pause missing work would run that somebody stopped. Rows about
 * alerts are omitted (store/aside.def): without one less is told, but the same runs. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* One kind of row: how it is asked for, and who is told. */
struct telling {
	struct sqlite_store *store;
	const struct recall_sink *sink;
};

typedef enum err tell_row(const struct telling *telling, sqlite3_stmt *stmt);

/* With its job, if it has one, whose texts stand in SQLite while the sink is told. */
static enum err tell_run(const struct telling *telling, struct run_row *run,
			 const struct execution_row *open)
{
	struct sqlite_store *store = telling->store;
	struct job_row job;
	bool found = true;
	enum err err = ERR_OK;
	if (!uuid_is_nil(&run->job)) err = find_job(store, &run->job, &found, &job);
	if (err) return err;
	if (!found) return ERR_STORE_DAMAGED;
	run->definition = uuid_is_nil(&run->job) ? NULL : &job;
	err = telling->sink->open(telling->sink->context, run, open);
	sqlite3_reset(store->statements[STATEMENT_JOB]);
	return err;
}

/* With the row of the person whose window it is, or of the reminder. */
static enum err tell_window(const struct telling *telling, struct run_row *run,
			    const struct execution_row *open)
{
	enum { ARENA_BYTES = 64 * 1024 };
	struct arena arena;
	bool found;
	arena_init(&arena, ARENA_BYTES);
	enum err err = run->cause == CAUSE_DAILY
			       ? find_daily_of(telling->store, &arena, run, &found)
			       : find_reminder_of(telling->store, &arena, run, &found);
	if (!err && !found) err = ERR_STORE_DAMAGED;
	if (!err) err = telling->sink->open(telling->sink->context, run, open);
	arena_done(&arena);
	return err;
}

static enum err tell_open(const struct telling *telling, sqlite3_stmt *stmt)
{
	struct cells cells = cells_to_read(stmt);
	struct execution_row open;
	struct run_row run;
	bool found;
	if (!read_execution(telling->store, &cells, &open)) return ERR_STORE_DAMAGED;
	enum err err = find_run(telling->store, &open.run, &found, &run);
	if (err) return err;
	bool has_owner = run.cause == CAUSE_DAILY || run.cause == CAUSE_REMINDER;
	if (found && has_owner) return tell_window(telling, &run, &open);
	if (found) return tell_run(telling, &run, &open);
	damage_note(telling->store);
	return ERR_STORE_DAMAGED;
}

/* From one band to the first behind it, over the index alone. A band is only a hint where to look:
 * what stands there is checked when it is loaded. */
static enum err tell_bands(const struct telling *telling)
{
	sqlite3_stmt *stmt = telling->store->statements[STATEMENT_NEXT_BAND];
	struct band_row band = { 0 };
	bool has_row = true;
	enum err err = ERR_OK;
	while (!err) {
		struct cells cells = cells_to_bind(stmt);
		cells_bind_i64(&cells, band.tenant.v);
		cells_bind_i64(&cells, band.queue.v);
		cells_bind_i64(&cells, band.type.v);
		cells_bind_i64(&cells, band.route.v);
		cells_bind_i64(&cells, band.priority);
		err = statement_step(telling->store, stmt, &has_row);
		if (err || !has_row) break;
		band.tenant.v = (u32)sqlite3_column_int64(stmt, 0);
		band.queue.v = (u32)sqlite3_column_int64(stmt, 1);
		band.type.v = (u32)sqlite3_column_int64(stmt, 2);
		band.route.v = (u32)sqlite3_column_int64(stmt, 3);
		band.priority = (u32)sqlite3_column_int64(stmt, 4);
		sqlite3_reset(stmt);
		err = telling->sink->spilled(telling->sink->context, &band);
	}
	return err;
}

/* One kind of what is counted; a tenant's rows that stand one behind the other are told as one.
 * Like bands these are columns of indexes, which no check covers: a count that is wrong lets a
 * tenant have a little more or less. */
static enum err tell_tally(const struct telling *telling, enum statement statement,
			   enum quota_kind kind)
{
	const struct recall_sink *sink = telling->sink;
	sqlite3_stmt *stmt = telling->store->statements[statement];
	struct tally_row row = { .kind = kind };
	bool has_row = true;
	enum err err = statement_step(telling->store, stmt, &has_row);
	while (!err && has_row) {
		u32 tenant = (u32)sqlite3_column_int64(stmt, 0);
		if (row.count && row.tenant.v != tenant) {
			err = sink->tally(sink->context, &row);
			row.count = 0;
		}
		row.tenant.v = tenant;
		row.count += (u32)sqlite3_column_int64(stmt, 1);
		if (!err) err = statement_step(telling->store, stmt, &has_row);
	}
	sqlite3_reset(stmt);
	return !err && row.count ? sink->tally(sink->context, &row) : err;
}

static enum err tell_tallies(const struct telling *telling)
{
	static const struct {
		enum statement statement;
		enum quota_kind kind;
	} counted[] = {
		{ STATEMENT_TALLY_QUEUED, QUOTA_RUNS },     { STATEMENT_TALLY_SPILLED, QUOTA_RUNS },
		{ STATEMENT_TALLY_WAITING, QUOTA_RUNS },    { STATEMENT_TALLY_PARENTS, QUOTA_RUNS },
		{ STATEMENT_TALLY_FOLLOWERS, QUOTA_RUNS },  { STATEMENT_TALLY_JOBS, QUOTA_JOBS },
		{ STATEMENT_TALLY_EFFECTS, QUOTA_EFFECTS },
	};
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < countof(counted); i++)
		err = tell_tally(telling, counted[i].statement, counted[i].kind);
	return err;
}

static enum err tell_all(const struct telling *telling, enum statement statement, tell_row *tell)
{
	sqlite3_stmt *stmt = telling->store->statements[statement];
	bool has_row = true;
	enum err err = statement_step(telling->store, stmt, &has_row);
	while (!err && has_row) {
		err = tell(telling, stmt);
		if (!err) err = statement_step(telling->store, stmt, &has_row);
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err damaged_at_start(enum row_kind kind)
{
	const struct aside_table *aside = aside_table_find(str_from(kind_table(&row_kinds[kind])));
	return aside && aside->start == DAMAGED_OMITTED ? ERR_OK : ERR_STORE_DAMAGED;
}

/* The rows of a kind that memory always holds. */
static enum err tell_kind(const struct telling *telling, enum row_kind kind)
{
	struct sqlite_store *store = telling->store;
	const struct recall_sink *sink = telling->sink;
	sqlite3_stmt *stmt = store->kinds[kind][VERB_HELD];
	union any_row row;
	bool has_row = true;
	enum err err = statement_step(store, stmt, &has_row);
	while (!err && has_row) {
		struct cells cells = cells_to_read(stmt);
		if (!kind_read(store, kind, &cells, &row)) err = damaged_at_start(kind);
		else if (row_kinds[kind].is_held(&row)) err = sink->rows[kind](sink->context, &row);
		if (!err) err = statement_step(store, stmt, &has_row);
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err find_last_turn(struct sqlite_store *store, u64 *out_last_turn)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_LAST_TURN];
	struct journal_row row = { 0 };
	bool has_row;
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	if (has_row) {
		struct cells cells = cells_to_read(stmt);
		if (!cells_read(&cells, GROUP_JOURNAL, NULL, &row)) err = ERR_STORE_DAMAGED;
		if (err) damage_note_row(store, stmt);
		sqlite3_reset(stmt);
	}
	if (err) return err;
	store->chain = row.chain;
	*out_last_turn = row.turn;
	return ERR_OK;
}

enum err sqlite_recall(struct store *base, const struct recall_sink *sink, u64 *out_last_turn)
{
	struct sqlite_store *store = sqlite_store_of(base);
	struct telling telling = { store, sink };
	u64 last_turn = 0;
	enum err err = statement_run(store, STATEMENT_BEGIN_READ);
	for (u32 i = 0; !err && i < KIND_COUNT; i++)
		if (row_kinds[i].is_held) err = tell_kind(&telling, (enum row_kind)i);
	if (!err) err = tell_tallies(&telling);
	if (!err) err = tell_bands(&telling);
	if (!err) err = tell_all(&telling, STATEMENT_OPEN, tell_open);
	if (!err) err = find_last_turn(store, &last_turn);
	if (!err) err = find_last_audit(store);
	if (!err) err = keys_know(&store->keys);
	transaction_end(store);
	if (!err) err = store_settle_in(store);
	if (!err) *out_last_turn = last_turn;
	return err;
}
