/* The parts of the SQLite store; for the files of store/sqlite/ alone.
 *
 *   sqlite.c         opening, closing, settling, probing
 *   sqlite_file.c    the folder, who may touch the file, the lock against a second process
 *   sqlite_link.c    a connection: how it is set up, what SQLite's codes mean, the mark of a fault
 *   sqlite_log.c     the log as its bytes stand
 *   sqlite_look.c    a look at the file before SQLite opens it
 *   sqlite_schema.c  the tables, and how an older file gets them
 *   sqlite_cells.c   rows to and from statements, and their checks
 *   sqlite_kinds.c   rows of every kind, by the statements that follow from its columns
 *   sqlite_load.c    what a turn wants: runs, executions, keys
 *   sqlite_beside.c  the same beside them: settings documents, results, effects
 *   sqlite_keys*.c   which run has a unique key, sqlite_keys.h
 *   sqlite_jobs.c    jobs, their runs and occurrences, in both directions
 *   sqlite_remind.c  reminders and inboxes, in both directions
 *   sqlite_daily.c   daily windows and their days, in both directions
 *   sqlite_recall.c  what a new process is told
 *   sqlite_commit.c  what a turn changes, and the payloads of its claims
 *   sqlite_audit.c   who changed what, and the chain of it
 *   sqlite_repack.c  the same of older files
 *   sqlite_tend.c    retention and checkpoints, in small steps
 *   sqlite_stats.c   statistics, added up from the journal in small steps
 *   sqlite_lists.c   which rows are a tenant's, listed behind the commits
 *   sqlite_turns.c   which turns are about a tenant, listed behind the commits
 *   sqlite_rebuild.c the same lists, made anew in a store without a server
 *   sqlite_aside.c   damaged rows, moved to a file
 *   sqlite_backup.c  a copy while it runs
 *
 * Invariants, between calls:
 *   - no transaction is open and every statement is reset
 *   - `chain` is the last journal row's, `audit_chain` the last audit row's
 *   - once `broken` is set nothing is written any more */
#ifndef BELFRY_STORE_SQLITE_SQLITE_PARTS_H
#define BELFRY_STORE_SQLITE_SQLITE_PARTS_H

#include "store/sqlite/sqlite.h"
#include "store/sqlite/sqlite_cells.h"
#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_keys.h"
#include "store/sqlite/sqlite_kinds.h"
#include "store/sqlite/sqlite_link.h"
#include "store/sqlite/statements.def"

enum statement {
#define X(name, sql) STATEMENT_##name,
	STATEMENTS(X)
#undef X
		STATEMENT_COUNT
};

/* The tables that retention walks over, one step after the other, each in small pieces. */
enum tend_task {
	TEND_RUNS,
	TEND_STATS, /* before the journal: what is not counted yet stays there */
	TEND_KEYS,
	TEND_JOURNAL,
	TEND_KINDS, /* one task a kind of row */
	TEND_KINDS_LAST = TEND_KINDS + KIND_COUNT - 1,
	TEND_OLD_STATS,
	TEND_AUDIT,
	TEND_LEDGER,
	TEND_REMINDERS,
	TEND_LISTS,
	TEND_TASKS
};

struct occurrence_place {
	struct uuid job;
	msec planned_at;
	u32 number;
};

/* Where each walk stands. In memory only: a new process begins anew, which costs a few looks. */
struct tending {
	enum tend_task task; /* whose turn it is */
	bool is_resting[TEND_TASKS];
	msec rests_until[TEND_TASKS];
	struct uuid run;
	struct uuid reminder;
	struct unique_key key;
	bool key_begun;
	struct occurrence_place ledger;
};

/* How far the journal was added up. */
struct counting {
	bool is_known; /* else what follows has to be read first */
	struct stats_turn through;
	bool lags;                 /* the last step did not come to the journal's end */
	struct stats_book *minute; /* NULL: not made yet */
	struct stats_book *hour;
	i64 minute_at, hour_at; /* what the books are about */
	bool has_minute, has_hour;
};

/* How far the lists by tenant go, and the rows that are not in them yet. */
struct owned_lists {
	bool is_known; /* else what follows has to be read first */
	struct uuid through[OWNED_LISTS];
	struct buf behind[OWNED_LISTS]; /* struct owned_row */
	bool is_cut[OWNED_LISTS];       /* there are more than those */
};

/* How far the lists of turns go, and the turns that are not in them yet. */
enum { NOTED_TENANTS = 512 };

struct noted_turn {
	u32 tenant;
	u64 turn;
};

struct owned_turns {
	bool is_known; /* else what follows has to be read first */
	bool is_cut;   /* `behind` is empty: the file has more than memory should hold */
	u64 through;
	u64 last;                                           /* up to which turn they are noted */
	u32 entries;                                        /* of the turns that are noted */
	u64 listed;                                         /* since the process began */
	struct buf behind;                                  /* struct owned_turn */
	struct noted_turn noted[TURN_KINDS][NOTED_TENANTS]; /* of each tenant the last, if any */
};

/* Jobs that came along with runs of the load that is under way: rows of one answer share them. */
enum { DEFINITIONS_CACHED = 64 };

struct definitions {
	const struct job_row *rows[DEFINITIONS_CACHED]; /* by a few bits of their id */
};

/* How far the chain of the audit has come within a commit. */
struct audit_link {
	struct digest chain;
	u32 rows; /* of this turn */
};

/* The audit rows of the commit that is under way. */
struct audit_pending {
	struct buf bytes;   /* a head for the digest, and behind it the rows, packed */
	struct buf tenants; /* their numbers */
	struct audit_row last;
};

struct sqlite_store {
	struct store store;
	struct sqlite_config config;
	struct file_path path;
	struct file_lock lock;
	sqlite3 *db;
	sqlite3_stmt *statements[STATEMENT_COUNT];
	sqlite3_stmt *kinds[KIND_COUNT][KIND_VERBS]; /* NULL: the kind has no such statement */
	struct digest chain;
	struct digest audit_chain;
	struct audit_link audit; /* of the commit that is under way */
	struct audit_pending auditing;
	struct sqlite_counters counters;
	u64 checkpointed_pages; /* of the log as it is now */
	struct definitions definitions;
	struct tending tending;
	struct counting counting;
	struct owned_lists lists;
	struct owned_turns turns;
	struct keys keys;
	struct sqlite_log_found log; /* as the start found it */
	bool is_settled;             /* store_settle_in was called */
	bool broken;                 /* the disk failed a write or a sync: the process must end */
};

static inline struct sqlite_store *sqlite_store_of(struct store *store)
{
	return container_of(store, struct sqlite_store, store);
}

/* Whether every statement of the writer can be prepared; nothing is run. */
const char *statement_text(enum statement statement);
MUST_USE enum err statements_try(sqlite3 *db, struct why *why);

/* Runs a statement that returns no rows, and resets it. */
MUST_USE enum err statement_run(struct sqlite_store *store, enum statement statement);

/* Runs a write whose values are bound, and resets it. */
MUST_USE enum err statement_put(struct sqlite_store *store, sqlite3_stmt *stmt);

/* Moves a statement to its next row: `out_row` says whether there is one. Without one, and on an
 * error, it is reset. */
MUST_USE enum err statement_step(struct sqlite_store *store, sqlite3_stmt *stmt, bool *out_row);
/* To the first row of this id, its only parameter. */
MUST_USE enum err statement_find(struct sqlite_store *store, sqlite3_stmt *stmt,
				 const struct uuid *id, bool *out_row);

/* The space that a store takes once it was read as a whole, and found good: room for its log, and
 * the reserve. Before, a start that is refused would have changed what it found. */
MUST_USE enum err store_settle_in(struct sqlite_store *store);

/* A store of this version that no server has open: nothing of it is changed by opening it. Errors
 * as sqlite_rebuild_lists. */
MUST_USE enum err store_open_to_repair(str path, struct sqlite_store **out_store, struct why *why);

/* A row was found damaged. It is counted, and nobody gets it. */
void damage_note(struct sqlite_store *store);
/* The same, of the row that the statement stands on. */
void damage_note_row(struct sqlite_store *store, sqlite3_stmt *stmt);

/* The run that the statement stands on, without its texts. False: damaged, and noted. */
MUST_USE bool read_run(struct sqlite_store *store, struct cells *cells, struct run_row *out_row);
MUST_USE bool read_execution(struct sqlite_store *store, struct cells *cells,
			     struct execution_row *out_row);
/* Completes a run that was read: who holds it, its key, and its key in the spans of an instant. */
MUST_USE enum err see_run(struct sqlite_store *store, const struct turn *turn, msec span_at,
			  struct run_seen *seen);
/* By id. Not found, or found damaged: `out_found` is false. */
/* Whether a run is there, damaged or not. */
MUST_USE enum err has_run_row(struct sqlite_store *store, const struct uuid *id, bool *out_has);
/* Whether a key is taken: until its time, and a bucket's while its run is there. */
MUST_USE enum err check_key_counts(struct sqlite_store *store, const struct unique_row *row,
				   msec wall, bool *out_counts);
MUST_USE enum err find_run(struct sqlite_store *store, const struct uuid *id, bool *out_found,
			   struct run_row *out_row);

/* ---- sqlite_beside.c ---------------------------------------------------------------------- */

MUST_USE enum err load_document(struct sqlite_store *store, const struct turn *turn,
				struct want *want);
MUST_USE enum err load_documents(struct sqlite_store *store, struct turn *turn, struct want *want);
MUST_USE enum err load_result(struct sqlite_store *store, struct turn *turn, struct want *want);
MUST_USE enum err load_replay(struct sqlite_store *store, struct turn *turn, struct want *want);
MUST_USE enum err load_effect(struct sqlite_store *store, struct turn *turn, struct want *want);
MUST_USE enum err load_guarded(struct sqlite_store *store, struct turn *turn, struct want *want);

/* ---- jobs --------------------------------------------------------------------------------- */

/* The job of a run, in the turn's arena; out_row NULL: it has none, or it is damaged (then the run
 * cannot be decided about: out_whole is false). */
MUST_USE enum err find_definition(struct sqlite_store *store, struct turn *turn,
				  const struct uuid *job, bool *out_whole,
				  const struct job_row **out_row);
/* A job by id, its texts borrowed from SQLite until the statement is reset, which is the caller's
 * to do. Not found, or found damaged: `out_found` is false, and it is reset. */
MUST_USE enum err find_job(struct sqlite_store *store, const struct uuid *id, bool *out_found,
			   struct job_row *out_row);
MUST_USE enum err load_job(struct sqlite_store *store, struct turn *turn, struct want *want);
MUST_USE enum err load_jobs(struct sqlite_store *store, struct turn *turn, struct want *want);

/* ---- dependencies ------------------------------------------------------------------------- */

MUST_USE enum err load_links(struct sqlite_store *store, struct turn *turn, struct want *want);
MUST_USE enum err load_behind(struct sqlite_store *store, struct turn *turn, struct want *want);

/* ---- writing jobs ------------------------------------------------------------------------- */

MUST_USE enum err put_job(struct sqlite_store *store, const struct job_row *row);
MUST_USE enum err put_job_state(struct sqlite_store *store, const struct change *change);
MUST_USE enum err put_job_hot(struct sqlite_store *store, const struct change *change);
/* A run's texts, its payload taken from its job as it is now. */
MUST_USE enum err put_jobs_body(struct sqlite_store *store, const struct run_row *row);
MUST_USE enum err put_copied_body(struct sqlite_store *store, const struct run_row *row,
				  str payload, bool is_whole);

/* ---- sqlite_deliveries.c ------------------------------------------------------------------ */
/* A new run whose texts are those of the run that failed. */
MUST_USE enum err put_fallback(struct sqlite_store *store, const struct run_row *row);
MUST_USE enum err put_delivery(struct sqlite_store *store, const struct delivery_row *row);
/* Of a claimed fallback: which run had failed. */
MUST_USE enum err bring_about(struct sqlite_store *store, struct arena *arena, struct lease *lease);

/* ---- sqlite_ladders.c --------------------------------------------------------------------- */
MUST_USE enum err put_ladder(struct sqlite_store *store, const struct ladder_row *row);
/* The body of a run whose payload is its ladder's. */
MUST_USE enum err put_ladders_body(struct sqlite_store *store, const struct run_row *row);
MUST_USE enum err load_ladders(struct sqlite_store *store, struct turn *turn, struct want *want);

/* A change of one row that memory knows: ERR_STORE_DAMAGED when the file does not have it. */
MUST_USE enum err statement_put_one(struct sqlite_store *store, sqlite3_stmt *stmt);
/* The same of a change that was just made. */
MUST_USE enum err must_be_one(struct sqlite_store *store, enum err err);

/* ---- reminders ------------------------------------------------------------------------------ */

/* Fills run->reminder with the reminder whose run this is; none may. out_whole false: nobody can
 * tell. */
MUST_USE enum err find_reminder_of(struct sqlite_store *store, struct arena *arena,
				   struct run_row *run, bool *out_whole);
MUST_USE enum err load_reminder(struct sqlite_store *store, struct turn *turn, struct want *want);
MUST_USE enum err put_reminder_hot(struct sqlite_store *store, const struct change *change);
MUST_USE enum err delete_reminder(struct sqlite_store *store, const struct change *change);
MUST_USE enum err read_notice(struct sqlite_store *store, const struct change *change);

/* ---- daily windows -------------------------------------------------------------------------- */

/* Fills run->daily with the daily window of a run that stands. out_whole false: nobody can tell. */
MUST_USE enum err find_daily_of(struct sqlite_store *store, struct arena *arena,
				struct run_row *run, bool *out_whole);
MUST_USE enum err load_daily(struct sqlite_store *store, struct turn *turn, struct want *want);
MUST_USE enum err load_dailies_ahead(struct sqlite_store *store, struct turn *turn,
				     struct want *want);
MUST_USE enum err load_reminders_ahead(struct sqlite_store *store, struct turn *turn,
				       struct want *want);
MUST_USE enum err put_daily_hot(struct sqlite_store *store, const struct change *change);
MUST_USE enum err put_day(struct sqlite_store *store, const struct day_row *row);
MUST_USE enum err delete_daily(struct sqlite_store *store, const struct change *change);

/* ---- sqlite_audit.c ------------------------------------------------------------------------ */

void auditing_init(struct audit_pending *auditing);
void auditing_done(struct audit_pending *auditing);
/* Nothing of the turn is written yet. */
void audit_link_begin(struct sqlite_store *store);
/* Row by row, then all together. */
MUST_USE enum err put_audit(struct sqlite_store *store, const struct audit_row *row);
MUST_USE enum err put_audit_turn(struct sqlite_store *store, const struct turn *turn);
/* The chain behind a turn: of all turns before it, this one, and its audit rows. */
struct digest journal_chain_on(struct digest chain, const struct journal_row *row,
			       const struct audit_link *audit);
/* The chain behind a turn's audit rows; false: they cannot be read. */
MUST_USE bool audit_chain_on(struct digest chain, const struct audit_turn *turn,
			     struct digest *out_chain);
MUST_USE enum err find_last_audit(struct sqlite_store *store);
MUST_USE enum err tend_audit(struct sqlite_store *store, msec wall,
			     const struct retention *retention, bool *out_more);

/* ---- the calls ---------------------------------------------------------------------------- */

enum err sqlite_recall(struct store *base, const struct recall_sink *sink, u64 *out_last_turn);
enum err sqlite_load(struct store *base, struct turn *turn);
enum err sqlite_commit(struct store *base, struct turn *turn);
enum err sqlite_tend(struct store *base, struct now now, const struct retention *retention,
		     bool *out_more);

/* ---- sqlite_stats.c ----------------------------------------------------------------------- */

/* A step of counting; `out_more`: there is more of the journal. */
MUST_USE enum err tend_stats(struct sqlite_store *store, u32 rows_max, bool *out_more);
MUST_USE enum err tend_old_stats(struct sqlite_store *store, msec wall,
				 const struct retention *retention, bool *out_more);
/* After a transaction that failed: what is in memory is ahead of the file. */
void counting_forget(struct counting *counting);
void counting_done(struct counting *counting);

/* ---- sqlite_lists.c ----------------------------------------------------------------------- */

/* A new row of a tenant, within a commit. */
MUST_USE enum err lists_add(struct sqlite_store *store, enum owned_list list, tenant_no tenant,
			    const struct uuid *id);
/* Lists what is behind where that is too much, within a commit. */
MUST_USE enum err lists_catch_up(struct sqlite_store *store);
/* Lists what is behind, within a transaction. */
MUST_USE enum err tend_lists(struct sqlite_store *store);
/* At the start, a transaction of its own: lists all rows of a file that says not how far. */
MUST_USE enum err lists_begin(struct sqlite_store *store);
/* A transaction of its own: empties every list, and lists all rows anew. */
MUST_USE enum err lists_rebuild(struct sqlite_store *store, u64 *out_entries);
/* After a transaction that failed: what is in memory is ahead of the file. */
void lists_forget(struct sqlite_store *store);
void lists_init(struct owned_lists *lists);
void lists_done(struct owned_lists *lists);
/* The last id up to which a list has every row. */
MUST_USE enum err lists_know_through(struct sqlite_store *store, enum owned_list list,
				     struct uuid *out_through);
/* The same as the file has it; nil: it does not say. */
MUST_USE enum err list_read_place(struct sqlite_store *store, enum owned_list list,
				  struct uuid *out_place);
MUST_USE enum err list_put_place(struct sqlite_store *store, enum owned_list list,
				 const struct uuid *place);

/* ---- sqlite_turns.c ----------------------------------------------------------------------- */

void owned_turns_init(struct owned_turns *turns);
void owned_turns_done(struct owned_turns *turns);
void owned_turns_forget(struct sqlite_store *store);
/* The turn whose journal and audit rows this commit has written; lists turns where too much is
 * behind. */
MUST_USE enum err owned_turns_add(struct sqlite_store *store, const struct turn *turn);
/* Lists what is behind, within a transaction. */
MUST_USE enum err tend_turns(struct sqlite_store *store);
/* Whether more is behind than memory should hold. */
MUST_USE enum err owned_turns_know(struct sqlite_store *store, bool *out_cut);
/* Within a transaction; adds the number of listed turns. */
MUST_USE enum err owned_turns_rebuild(struct sqlite_store *store, u64 *entries);
/* Rows of the lists whose turns retention has removed; sets out_more where there are more. */
MUST_USE enum err owned_turns_remove(struct sqlite_store *store, enum turn_kind kind, u64 through,
				     u32 rows_max, bool *out_more);

/* Takes a transaction back, whatever SQLite has done of that already. */
void transaction_end(struct sqlite_store *store);

/* The meaning of a write's error for the whole store; sets `broken` and leaves the mark when the
 * disk did not do what it should. */
enum err write_failed(struct sqlite_store *store, enum err err);

/* Brings the log into the file when it is long enough. */
void checkpoint_if_long(struct sqlite_store *store);

#endif
