/* The parts of the memory store; for the files of store/memory/ alone.
 *
 *   memory.c         opening, closing, faults
 *   memory_recall.c  what a new process is told
 *   memory_load.c    what a turn wants
 *   memory_stage.c   a commit's first half: takes all memory, keeps nothing
 *   memory_commit.c  its second half: keeps everything, cannot fail
 *   memory_kinds.c   rows by kind and key, and what each kind must be
 *   memory_jobs.c    jobs and their occurrences
 *   memory_depend.c  what runs and jobs depend on
 *   memory_effects.c effects
 *   memory_ladders.c ladders
 *   memory_tend.c    what is past its time goes
 *   memory_look.c    what tests see
 *
 * Invariants, between commits:
 *   - a run is in by_id and runs; in by_due when it is queued, not held and not spilled, or waiting
 *     and a job's; in by_band when it is queued, not held and spilled, and then in by_deadline if
 * it has one; in by_key and by_entity when it has such
 *   - a run that is held (has an open execution) is queued in its row
 *   - a run of a job that is not finished is in by_job, a child of a batch in by_parent
 *   - a job is in jobs and job_ids; in by_code unless it is deleted
 *   - an execution is in executions and in its run's list; in `open` until it has an end
 *   - nothing is staged */
#ifndef BELFRY_STORE_MEMORY_MEMORY_PARTS_H
#define BELFRY_STORE_MEMORY_MEMORY_PARTS_H

#include "base/arena.h"
#include "base/list.h"
#include "base/map.h"
#include "store/memory/memory.h"
#include "store/memory/memory_rows.h"
#include "store/memory/memory_treap.h"

struct memory_run {
	struct run_row row; /* its texts stand behind this struct */
	char *replaced;     /* but those that replaced one of them; NULL: none did */
	struct treap_node by_id;
	struct treap_node by_due;
	struct treap_node by_band;
	struct treap_node by_deadline;
	struct treap_node by_key;
	struct treap_node by_entity;
	struct treap_node by_job;
	struct treap_node by_parent;
	struct memory_execution *open; /* NULL: not held */
	struct list_node in_undecided;
	struct list_node in_live;
	struct list executions; /* in_run, as they were begun */
	u32 executions_len;
	u32 fence; /* the greatest so far */
};

void memory_run_free(struct memory_run *run);

struct memory_execution {
	struct execution_row row;
	struct list_node in_run;
	struct list_node in_open;
	struct memory_run *run;
	struct execution_end *end; /* its texts stand behind it; NULL: open */
};

struct memory_job {
	struct uuid id;
	struct job_row *row;    /* its texts stand behind it; NULL: it is staged only */
	struct job_row *staged; /* what this turn makes of it, so far; NULL: nothing */
	char *pause_text;       /* reason and author */
	struct treap_node by_id;
	struct treap_node by_code;
	const struct job_row *copy; /* for the answers of one load */
	u64 copied_in;              /* which load that is */
};

struct memory_occurrence {
	struct treap_node in_ledger;
	struct occurrence_row row;
};

struct memory_effect {
	struct effect_row row; /* its texts stand behind this struct */
	struct uuid key;       /* its digest */
};

struct memory_unique {
	struct unique_row row;
};

/* A row of a kind that stands among the settings, by kind and key. */
struct memory_setting {
	struct treap_node in_settings;
	enum row_kind kind;
	void *row; /* behind this struct, and its texts behind it */
};

struct setting_key {
	enum row_kind kind;
	const void *row; /* of which the key counts; NULL: before the first of its kind */
};

struct memory_audit {
	struct treap_node in_audits;
	struct audit_row row; /* its texts stand behind this struct */
};

struct memory_turn {
	struct memory_turn_seen seen;
	char *journal; /* NULL: empty */
};

/* The memory that was made for a change and is not kept yet. */
struct memory_staged {
	enum change_kind kind;
	enum row_kind row_kind;
	void *made; /* NULL: nothing, or it is kept by now */
};

/* The tables that retention walks over, one after the other. */
enum memory_tend_task {
	MEMORY_TEND_RUNS,
	MEMORY_TEND_KEYS,
	MEMORY_TEND_LEDGER,
	MEMORY_TEND_REMINDERS,
	MEMORY_TEND_KINDS, /* from here on one task a kind of row */
	MEMORY_TEND_TASKS = MEMORY_TEND_KINDS + KIND_COUNT
};

struct memory_tending {
	enum memory_tend_task task;
	struct uuid run; /* the last one it has looked at; nil: it begins anew */
};

struct memory_store {
	struct store store;
	struct hash_key hash_key;

	struct uuid_map runs;
	struct uuid_map executions;
	struct uuid_map jobs;
	struct uuid_map effects;
	struct uuid_map effect_keys;
	struct map unique; /* of struct memory_unique */
	struct treap by_id;
	struct treap by_due;
	struct treap by_band;
	struct treap by_deadline;
	struct treap by_key;
	struct treap by_entity;
	struct treap by_job; /* runs */
	struct treap by_parent;
	struct treap job_ids;
	struct treap by_code;
	struct treap ledger;
	struct treap settings;
	struct treap audits;
	struct list open;

	struct memory_turn *turns; /* by id */
	u32 turns_len;
	u32 turns_max;

	u64 run_counts[RUN_STATE_COUNT];
	u64 open_count;
	/* Within a commit only: */
	u64 torn;              /* runs that are held and not queued */
	struct list undecided; /* runs whose execution ended and whose new state has not come yet */
	struct list live;      /* runs that have not ended */

	struct memory_staged *staged;
	u32 staged_len;
	u32 staged_max;
	char *staged_journal;

	struct memory_run **page; /* room for the rows of one want */
	u32 page_max;
	struct arena scratch; /* of one row of a recall */

	struct memory_tending tending;
	struct memory_faults faults;
	bool is_down;
	u64 calls[MEMORY_CALLS];
	u64 loads;
};

/* ---- keys of the sorted indexes ----------------------------------------------------------- */

struct due_key {
	msec run_at;
	struct uuid id;
};

struct spilled_key {
	struct band_row band;
	msec run_at;
	struct uuid id;
};

struct digest_key {
	tenant_no tenant;
	struct digest digest;
	struct uuid id;
};

struct entity_key {
	tenant_no tenant;
	str entity;
	struct uuid id;
};

struct job_run_key {
	struct uuid job;
	msec run_at;
	struct uuid id;
};

struct code_key {
	tenant_no tenant;
	str code;
};

struct ledger_key {
	struct uuid job;
	msec planned_at;
	u32 number;
};

struct parent_key {
	struct uuid parent;
	struct uuid id;
};

treap_compare compare_parent;
treap_compare compare_job_run;
treap_compare compare_job_id; /* struct uuid */
treap_compare compare_code;
treap_compare compare_ledger;
treap_compare compare_id; /* struct uuid */
treap_compare compare_due;
treap_compare compare_band;     /* struct spilled_key */
treap_compare compare_deadline; /* struct due_key */
treap_compare compare_digest;
treap_compare compare_entity;
treap_compare compare_setting; /* struct setting_key */
treap_compare compare_audit;   /* struct audit_row */

bool unique_is_same(const void *item, const void *key);
u64 unique_hash(const struct memory_store *store, const struct unique_key *key);

/* ---- small questions ---------------------------------------------------------------------- */

static inline struct memory_store *memory_store_of(struct store *store)
{
	return container_of(store, struct memory_store, store);
}

static inline enum run_state memory_run_state(const struct memory_run *run)
{
	return run->open ? RUN_PROCESSING : run->row.hot.state;
}

static inline struct band_row run_band(const struct run_row *row)
{
	return (struct band_row){ row->tenant, row->hot.queue, row->type, row->route,
				  row->hot.priority };
}

static inline bool run_has_digest(const struct run_row *row)
{
	return row->key_digest.a || row->key_digest.b;
}

static inline struct memory_unique *unique_find(const struct memory_store *store,
						const struct unique_key *key)
{
	return map_find(&store->unique, unique_hash(store, key), key);
}

/* A row past its `until` counts no more, but for a bucket's whose run is there. */
static inline bool unique_is_valid(const struct memory_store *store, const struct unique_row *row,
				   msec at)
{
	bool has_run = row->key.scope == UNIQUE_BUCKET && uuid_map_find(&store->runs, &row->run);
	return row->until > at || has_run;
}

static inline struct uuid digest_as_uuid(struct digest digest)
{
	struct uuid id;
	memcpy(id.bytes, &digest.a, sizeof digest.a);
	memcpy(id.bytes + sizeof digest.a, &digest.b, sizeof digest.b);
	return id;
}

/* ---- memory_kinds.c ------------------------------------------------------------------------- */

/* The row with the key of `key`; NULL: none. */
void *memory_row(const struct memory_store *store, enum row_kind kind, const void *key);
/* The first of the kind at or behind a key (NULL: the first of all), and the next; NULL: no more.
 */
struct memory_setting *setting_from(const struct memory_store *store, enum row_kind kind,
				    const void *key);
struct memory_setting *setting_next(const struct memory_setting *setting);
/* A copy that is not kept yet; NULL: no memory. */
struct memory_setting *copy_setting(enum row_kind kind, const void *row);
void setting_keep(struct memory_store *store, struct memory_setting *setting);
void setting_delete(struct memory_store *store, enum row_kind kind, const void *key);
void setting_remove(struct memory_store *store, struct memory_setting *setting);
/* Keeps a row that a turn puts, after the checks of its kind. */
void keep_row(struct memory_store *store, const struct turn *turn, enum row_kind kind, void *made);
/* The rows of a tenant, of every kind that goes with it. */
void drop_rows(struct memory_store *store, tenant_no tenant);
/* An execution that must be open. */
struct memory_execution *open_execution(const struct memory_store *store, const struct uuid *id);

/* The committed turn of this id; NULL: none. */
const struct memory_turn *memory_turn_find(const struct memory_store *store, u64 id);

/* Which fault, if any, this call meets. Every call asks once. */
struct memory_fault memory_fault_next(struct memory_store *store, enum memory_call call);

/* ---- the calls ---------------------------------------------------------------------------- */

enum err memory_recall(struct store *base, const struct recall_sink *sink, u64 *out_last_turn);
enum err memory_load(struct store *base, struct turn *turn);
enum err memory_commit(struct store *base, struct turn *turn);
enum err memory_tend(struct store *base, struct now now, const struct retention *retention,
		     bool *out_more);

/* ---- jobs --------------------------------------------------------------------------------- */

static inline struct memory_job *job_find(const struct memory_store *store, const struct uuid *id)
{
	return uuid_map_find(&store->jobs, id);
}

/* A copy of the row that a change needs to keep; NULL: no memory. */
struct job_row *copy_job(struct memory_store *store, const struct job_row *row);
char *copy_job_pause(const struct job_pause *pause);
struct memory_occurrence *copy_occurrence(const struct occurrence_row *row);
/* Gives back what was made for a CHANGE_JOB_PUT. */
void unstage_job(struct memory_store *store, struct job_row *made);
/* The payload of a run that is to be a copy of its job's parameters. */
str job_parameters(const struct memory_store *store, const struct uuid *job);
void keep_job(struct memory_store *store, struct job_row *made);
void keep_job_state(struct memory_store *store, const struct change *change, char *made);
void keep_job_hot(struct memory_store *store, const struct change *change);
void keep_occurrence(struct memory_store *store, struct memory_occurrence *made);
void free_jobs(struct memory_store *store);
/* The job's row for the answers of this load, without parameters and details; NULL: no memory. */
const struct job_row *job_copy(struct memory_store *store, struct turn *turn,
			       struct memory_job *job);
MUST_USE enum err memory_load_job(struct memory_store *store, struct turn *turn, struct want *want);
MUST_USE enum err memory_load_jobs(struct memory_store *store, struct turn *turn,
				   struct want *want);
/* A run as it is shown to the engine. */
struct run_seen memory_see_run(const struct memory_store *store, const struct turn *turn,
			       const struct memory_run *run, msec span_at);

/* ---- dependencies ------------------------------------------------------------------------- */

MUST_USE enum err memory_load_links(struct memory_store *store, struct turn *turn,
				    struct want *want);
MUST_USE enum err memory_load_behind(struct memory_store *store, struct turn *turn,
				     struct want *want);

/* ---- effects ------------------------------------------------------------------------------ */

struct memory_effect *copy_effect(const struct effect_row *row); /* NULL: no memory */
void keep_effect(struct memory_store *store, struct memory_effect *made);
MUST_USE enum err memory_load_effect(struct memory_store *store, struct turn *turn,
				     struct want *want);
void free_effects(struct memory_store *store);

/* ---- ladders ------------------------------------------------------------------------------ */

/* The row of a ladder as the turn's changes so far have it; NULL: there is none. */
const struct ladder_row *ladder_staged(const struct memory_store *store, const struct digest *key);
/* The payload of the ladder with this key, the same way. */
str ladder_payload(const struct memory_store *store, const struct digest *key);
void check_ladder(const struct memory_store *store, const struct ladder_row *row, bool is_new);
MUST_USE enum err memory_load_ladders(struct memory_store *store, struct turn *turn,
				      struct want *want);

/* ---- reminders ------------------------------------------------------------------------------ */

void check_reminder(const struct reminder_row *row, const struct reminder_row *there);
void keep_reminder_hot(struct memory_store *store, const struct change *change);
void keep_reminder_gone(struct memory_store *store, const struct change *change);
void keep_notice_read(struct memory_store *store, const struct change *change);
/* Fills row->reminder with the reminder whose run this is; none may. */
MUST_USE enum err memory_add_reminder(const struct memory_store *store, struct arena *arena,
				      struct run_row *row);
MUST_USE enum err memory_load_reminder(struct memory_store *store, struct turn *turn,
				       struct want *want);

/* ---- daily windows ------------------------------------------------------------------------- */

void check_daily(const struct memory_store *store, const struct daily_row *row,
		 const struct daily_row *there);
void keep_daily_hot(struct memory_store *store, const struct change *change);
void keep_daily_gone(struct memory_store *store, const struct change *change);
void check_day(const struct memory_store *store, const struct day_row *row);
void check_undone_day(const struct memory_store *store, const struct undone_day_row *row);
void forget_days_of(struct memory_store *store, const struct day_row *row);
struct memory_audit *copy_audit(const struct audit_row *row); /* NULL: no memory */
void keep_audit(struct memory_store *store, const struct turn *turn, struct memory_audit *made);
void free_audits(struct memory_store *store);
/* The daily window of a run, with its texts; NULL: no memory. */
struct daily_row *memory_daily_of(const struct memory_store *store, struct arena *arena,
				  const struct run_row *row);
MUST_USE enum err memory_load_daily(struct memory_store *store, struct turn *turn,
				    struct want *want);

/* A reminder without what is only shown, its texts in the arena; NULL: no memory. */
struct reminder_row *memory_copy_reminder(struct arena *arena, const struct reminder_row *row);
/* memory_ahead.c: rows that a clock ahead has decided, planned or written. */
MUST_USE enum err memory_load_dailies_ahead(struct memory_store *store, struct turn *turn,
					    struct want *want);
MUST_USE enum err memory_load_reminders_ahead(struct memory_store *store, struct turn *turn,
					      struct want *want);

/* Takes all the memory that the turn's changes need, and brings its claims' payloads. On an error
 * nothing is staged. */
MUST_USE enum err stage_turn(struct memory_store *store, struct turn *turn);
/* Gives back what is staged and was not kept. */
void stage_drop(struct memory_store *store);

#endif
