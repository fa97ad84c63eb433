/* The reference store: rows in memory, simple enough to be believed. The other stores are measured
 * against it, the simulator breaks it on purpose, the benchmarks run over it.
 *
 * It outlives its process: what was committed stays when a simulated process dies, and a new pump
 * is opened over the same store. That is the durable point, and memory_store_crash is the moment.
 *
 * It is also a second pair of eyes: what no correct engine may ask for (a second open execution of
 * a run, a move that the table of states does not have, a fence that does not grow, a unique key
 * that is another run's) is a broken must, not an error.
 *
 * One thread at a time. */
#ifndef BELFRY_STORE_MEMORY_MEMORY_H
#define BELFRY_STORE_MEMORY_MEMORY_H

#include "store/store.h"

struct memory_store;

/* The seed sets the order inside hash tables; it changes nothing that is visible through
 * store.h. */
MUST_USE enum err memory_store_new(u64 hash_seed, struct memory_store **out_store);
void memory_store_free(struct memory_store *store); /* as store_close does */

/* The store for the pump. */
struct store *memory_store_view(struct memory_store *store);

/* ---- faults ------------------------------------------------------------------------------- */

enum memory_call {
	MEMORY_RECALL,
	MEMORY_LOAD,
	MEMORY_COMMIT,
	MEMORY_SETTLE,
	MEMORY_PROBE,
	MEMORY_TEND,
	MEMORY_CALLS
};

struct memory_fault {
	enum err err;    /* ERR_OK: the call succeeds */
	bool is_applied; /* a commit only: it is applied, and only the answer is lost */
};

/* A failed step of retention has removed nothing. An applied commit may be answered with
 * ERR_STORE_UNKNOWN or ERR_STORE_SYNC, never with ERR_STORE, which means that nothing was applied.
 * Each callback may be NULL. */
struct memory_faults {
	void *context;
	/* Called in every call; `number` counts the calls of this kind from 1. For a commit it is
	 * called when everything is prepared and nothing applied. It may leave by longjmp: that
	 * simulates the death of the process, and memory_store_crash follows. */
	struct memory_fault (*fault)(void *context, enum memory_call call, u64 number);
	/* Called for every claim: whether this run's payload is to be found damaged. */
	bool (*is_damaged)(void *context, const struct uuid *run);
};

/* Copied; NULL: no more faults. */
void memory_store_set_faults(struct memory_store *store, const struct memory_faults *faults);

/* While the store is down, every call answers ERR_STORE, and `fault` is not called. */
void memory_store_set_down(struct memory_store *store, bool is_down);

/* The process that used the store has died: committed changes stay, an unfinished commit is
 * undone. */
void memory_store_crash(struct memory_store *store);

/* ---- looking at what is kept -------------------------------------------------------------- */

/* Everything here is borrowed until the next commit. Visits come in the stated order, and must not
 * change the store. */

struct memory_run_seen {
	const struct run_row *row;        /* with its texts; row->hot.state is never PROCESSING */
	enum run_state state;             /* PROCESSING if `open` is set */
	const struct execution_row *open; /* NULL: none */
	u32 executions;                   /* how many have started */
};

struct memory_execution_seen {
	const struct execution_row *row;
	const struct execution_end *end; /* NULL: it is open */
};

struct memory_turn_seen {
	u64 id;
	msec wall; /* the time of the turn */
	u32 entries;
	str journal; /* packed */
};

MUST_USE bool memory_store_find_run(const struct memory_store *store, const struct uuid *id,
				    struct memory_run_seen *out_seen);
MUST_USE bool memory_store_find_execution(const struct memory_store *store, const struct uuid *id,
					  struct memory_execution_seen *out_seen);

/* The last progress that the holder of an execution reported; NULL: none. */
const struct progress_row *memory_store_find_progress(const struct memory_store *store,
						      const struct uuid *execution);

/* The output of an execution; NULL: none. */
const struct output_row *memory_store_find_output(const struct memory_store *store,
						  const struct uuid *execution);

/* A batch by its parent's id; NULL: none. */
const struct batch_row *memory_store_find_batch(const struct memory_store *store,
						const struct uuid *id);
const struct ladder_row *memory_store_find_ladder(const struct memory_store *store,
						  const struct digest *key);
/* A reminder with all texts, and a notice of an inbox; NULL: none. Borrowed. */
const struct reminder_row *memory_store_find_reminder(const struct memory_store *store,
						      tenant_no tenant, const struct uuid *id);
const struct notice_row *memory_store_find_notice(const struct memory_store *store,
						  tenant_no tenant, const struct uuid *run);
typedef void memory_reminder_visit(void *context, const struct reminder_row *row);
void memory_store_each_reminder(const struct memory_store *store, memory_reminder_visit *visit,
				void *context);
/* A person's daily window; NULL: there never was one. Borrowed. */
const struct daily_row *memory_store_find_daily(const struct memory_store *store, tenant_no tenant,
						str user);
/* The ledger of one person's days, by date. */
typedef void memory_day_visit(void *context, const struct day_row *row);
void memory_store_each_day(const struct memory_store *store, tenant_no tenant, str user,
			   memory_day_visit *visit, void *context);
/* Days removed from that ledger because a clock that was ahead had decided them. */
typedef void memory_undone_visit(void *context, const struct undone_day_row *row);
void memory_store_each_undone(const struct memory_store *store, tenant_no tenant, str user,
			      memory_undone_visit *visit, void *context);
/* An effect by its id; borrowed. */
MUST_USE bool memory_store_find_effect(const struct memory_store *store, const struct uuid *id,
				       const struct effect_row **out_row);

/* Audit rows of turns above `after`, oldest first. */
typedef void memory_audit_visit(void *context, const struct audit_row *row);
void memory_store_each_audit(const struct memory_store *store, u64 after, memory_audit_visit *visit,
			     void *context);

typedef void memory_run_visit(void *context, const struct memory_run_seen *seen);
typedef void memory_execution_visit(void *context, const struct memory_execution_seen *seen);
typedef void memory_unique_visit(void *context, const struct unique_row *row);
typedef void memory_turn_visit(void *context, const struct memory_turn_seen *seen);

/* By id. */
void memory_store_each_run(const struct memory_store *store, memory_run_visit *visit,
			   void *context);
/* Executions of one run in the order of their starts; `run` NULL: of all runs, by the run's id. */
void memory_store_each_execution(const struct memory_store *store, const struct uuid *run,
				 memory_execution_visit *visit, void *context);
/* Expired rows, too; in no order. */
void memory_store_each_unique(const struct memory_store *store, memory_unique_visit *visit,
			      void *context);
/* Committed turns above `after`, oldest first. */
void memory_store_each_turn(const struct memory_store *store, u64 after, memory_turn_visit *visit,
			    void *context);

/* Jobs, with all their texts, by id; deleted ones too. */
typedef void memory_job_visit(void *context, const struct job_row *row);
void memory_store_each_job(const struct memory_store *store, memory_job_visit *visit,
			   void *context);
MUST_USE bool memory_store_find_job(const struct memory_store *store, const struct uuid *id,
				    const struct job_row **out_row);
/* The ledger of one job, by (planned_at, number). */
typedef void memory_occurrence_visit(void *context, const struct occurrence_row *row);
void memory_store_each_occurrence(const struct memory_store *store, const struct uuid *job,
				  memory_occurrence_visit *visit, void *context);
/* The job's first undecided queued run, by (run_at, id); NULL: none. */
const struct run_row *memory_store_next_run(const struct memory_store *store,
					    const struct uuid *job);

struct memory_counts {
	u64 runs[RUN_STATE_COUNT]; /* a leased run counts as PROCESSING */
	u64 executions;
	u64 open;
	u64 unique_keys;
	u64 jobs;
	u64 occurrences;
	u64 turns;
	u64 last_turn;
};
struct memory_counts memory_store_counts(const struct memory_store *store);

#endif
