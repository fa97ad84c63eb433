/* A turn: what came in, which rows the decision needs, what it changes, what leaves. The pump owns
 * it; the engine fills in wants, changes and actions; the store fills in what was wanted.
 * Everything lives in the turn's arena. */
#ifndef BELFRY_MODEL_TURN_H
#define BELFRY_MODEL_TURN_H

#include "base/arena.h"
#include "base/buf.h"
#include "model/action.h"
#include "model/change.h"
#include "model/command.h"

/* ---- rows that a decision needs and memory may lack --------------------------------------- */

/* A run as the store has it, with what a decision about it may need. */
struct run_seen {
	bool found;
	struct run_row row; /* without texts */
	bool is_open;       /* has an open execution: it is processing */
	struct execution_row open;
	bool own_found; /* the row of its own key (its scope, its bucket), whosever it is now */
	struct unique_row own;
	bool also_found; /* the row of its key in the bucket that was asked for as well */
	struct unique_row also;
	bool batch_found; /* of a dead letter that is a batch's child: the batch */
	struct batch_row batch;
};

/* A job as the store has it, with its runs. */
struct job_seen {
	struct job_row row;    /* without parameters and details */
	struct run_seen *runs; /* by (run_at, id); their row.definition is NULL */
	u32 runs_len;
	/* Instants after the turn's now that the ledger has already (by occurrence_number) and time
	 * did not decide (after hot.decided_through), ascending: they were decided before their
	 * time. Of a job that is ONCE, or shall be, also those that are over, of any number but a
	 * backfill's: a late one is not lost, so it is planned whenever it has not been decided. At
	 * most LIMIT_JOB_DECIDED. */
	msec *decided;
	u32 decided_len;
	/* Of a page of jobs that a clock ahead has decided: the instants after the turn's now that
	 * stay decided, and how far the ledger goes. */
	struct decided_spans stay;
	msec ledger_through;
};

/* A ladder as the store has it, with the runs of its rungs. */
struct ladder_seen {
	struct ladder_row row; /* without its payload */
	struct run_seen *runs; /* one a rung; not found: it has none, or retention took it */
};

/* One of the links of a run, as it was kept, or as it would be now. */
struct link_seen {
	struct link link;     /* awaited nil: there is none */
	bool is_new;          /* it was looked up now, and is not kept */
	bool job_is_gone;     /* the other job was deleted, or is not there */
	struct run_seen seen; /* the run that is meant, without its definition */
};

/* Which runs of a job come with it. */
enum job_runs {
	JOB_RUNS_NONE,
	/* Waiting or queued, and hot.plan_state is PLANNED or MOVED. */
	JOB_RUNS_UNDECIDED,
	JOB_RUNS_UNFINISHED, /* waiting, queued or processing */
};

enum want_kind {
	WANT_UNIQUE,    /* the row of a key, and how its run stands */
	WANT_RUN,       /* a run by id */
	WANT_EXECUTION, /* an execution by id */
	WANT_DUE,       /* queued runs, and jobs' waiting ones, by (run_at, id), after a place */
	WANT_SPILLED,   /* spilled runs of one band by (run_at, id), after a place */
	WANT_OVERDUE,   /* spilled runs whose deadline has passed, by (deadline_at, id) */
	WANT_MATCHING,  /* runs that match a filter, by id, after a cursor */
	WANT_DOCUMENT,  /* a document by its key, and how many of its kind the tenant has */
	WANT_DOCUMENTS, /* documents of a tenant, in any order */
	WANT_RESULT,    /* the hash of the last result of a job, or of a type and key */
	WANT_REPLAY,    /* what a call with this key has made */
	WANT_CHILDREN,  /* queued and processing children of a batch, by id */
	WANT_LINKS,     /* the runs that a dependent run waits for */
	WANT_BEHIND,    /* jobs that others depend on, and those behind them */
	WANT_EFFECT,    /* an effect by id, or by its key */
	WANT_LADDERS,   /* ladders of an entity, with their runs */
	WANT_GUARD,     /* what the gates have to know of a run: texts, its person's say */
	WANT_JOB,       /* a job by id, or by tenant and code */
	WANT_DAILY,     /* a person's daily window, and the run that it stands as */
	WANT_REMINDER,  /* a reminder and the run that it stands as; or how many somebody has */
	WANT_JOBS,      /* jobs that are ACTIVE and not MANUAL, by id, after a cursor; or all */
	WANT_DAILIES_AHEAD,   /* daily windows that a clock ahead has decided or planned */
	WANT_REMINDERS_AHEAD, /* reminders that a clock ahead was the last to write */
	WANT_KINDS
};

/* A daily window that a clock ahead has decided or planned, with the run that it stands as. */
struct daily_back {
	struct daily_row row;
	struct run_seen run;         /* its row.daily is `row` */
	struct undone_day_row *days; /* that clock has decided, undone_at left out; newest first */
	u32 days_len;
	i64 settled; /* the last day before them; 0: none is known */
	bool is_cut; /* there is more of it */
};

struct reminder_back {
	struct reminder_row row; /* without what is only shown */
	struct run_seen run;     /* its row.reminder is `row` */
};

struct want {
	enum want_kind kind;
	union {
		struct {
			struct unique_key key;
			bool asks_run; /* the run comes along, in `seen` */
			bool found;
			struct unique_row row;
			bool run_exists; /* else it was purged */
			enum run_state run_state;
			struct run_seen *seen; /* NULL: it was not asked for, or is not there */
		} unique;
		struct {
			struct uuid id;
			bool asks_also; /* look the key up in also_bucket, too */
			i64 also_bucket;
			msec span_at; /* look a key with a span up in the spans of this instant */
			struct run_seen seen;
		} run;
		struct {
			struct uuid id;
			struct execution_seen seen;
		} execution;
		struct {
			msec after_run_at; /* exclusive, with after_id */
			struct uuid after_id;
			msec until; /* inclusive */
			u32 limit;
			struct run_row *rows; /* without texts */
			u32 len;              /* below limit: there are no more */
		} due;                        /* those with an open execution are left out, and
					       * those that are spilled */
		struct {
			struct band_row band;
			msec after_run_at; /* exclusive, with after_id */
			struct uuid after_id;
			u32 limit;
			struct run_row *rows; /* without texts */
			u32 len;              /* below limit: there are no more */
		} spilled; /* queued, hot.spilled, without an open execution, of exactly this band
			    * whatever their run_at; an index of its own (tenant, queue, type,
			    * priority, run_at, id) where queued and spilled */
		struct {
			msec until; /* inclusive */
			u32 limit;
			struct run_row *rows; /* without texts; by (deadline_at, id) */
			u32 len;
			msec next; /* the least deadline_at behind the last of rows, past `until`
				    * or not; MSEC_MAX: none */
		} overdue; /* queued, hot.spilled, without an open execution, deadline_at not 0; an
			    * index of its own (deadline_at, id) where queued, spilled and
			    * deadline_at not 0 */
		struct {
			struct run_filter filter;
			struct uuid operation; /* whose page it is */
			struct uuid after_id;
			msec span_at; /* as above, for each */
			u32 limit;
			struct run_seen *rows;
			u32 len;
		} matching;
		struct {
			struct document_key key;
			u32 count_most;          /* counts up to here; 0: does not count */
			bool found;              /* and not past its time */
			struct document_row row; /* without its body */
			u32 count; /* of this kind and tenant, those past their time too */
		} document;
		struct {
			struct uuid operation; /* whose page it is; nil: a command's */
			tenant_no tenant;
			u32 kinds; /* a bit each; 0: of any */
			u32 limit;
			struct document_key *keys; /* also of those that are past their time */
			u32 len;                   /* below limit: there are no more */
		} documents;
		struct {
			struct result_key key;
			bool found;
			str hash; /* in the turn's arena */
		} result;
		struct {
			struct digest key;
			bool found;            /* and not past its time */
			struct replay_row row; /* `made` in the turn's arena */
		} replay;
		struct {
			struct uuid parent;
			u32 limit;
			struct run_seen *rows;
			u32 len; /* below limit: there are no more */
		} children;
		struct {
			struct uuid run;
			msec at; /* its planned instant */
			const struct dependency *asked;
			u32 asked_len;
			/* Its own row of links is there: `rows` are those. Else one for each that
			 * was asked. The run that is meant, where none is kept: of the other job's
			 * runs that were planned at or before `at` the latest, of one instant the
			 * one made last; those count that are undecided, or in the ledger and not
			 * missed. */
			bool is_kept;
			struct link_seen *rows;
			u32 len;
		} links;
		struct {
			const struct dependency *from;
			u32 from_len;
			u32 limit;
			struct job_row *rows; /* each once; of their texts `code` alone */
			u32 len;
			bool is_cut; /* there are more than the limit */
		} behind;
		struct {
			struct uuid id;    /* nil: by key */
			struct digest key; /* of effect_digest */
			bool found;
			bool is_damaged;       /* it is there, and nobody can tell what it says */
			struct effect_row row; /* with its texts */
		} effect;
		struct {
			tenant_no tenant;
			str entity;
			bool has_user; /* only those of this user */
			bool has_name;
			str user;
			str name;
			struct ladder_seen *rows; /* texts in the turn's arena */
			u32 len;
			u32 rungs; /* of all ladders of the entity, those left out too */
		} ladders;
		struct {
			struct uuid run;
			bool asks_run;  /* entity, user, and what that person says */
			bool asks_body; /* payload, key, trace */
			bool found;     /* all below in the turn's arena */
			bool has_body;  /* the three last are there, and whole */
			str gates; /* of its person (struct gates_row); empty: nothing is said */
			str entity;
			str user;
			str payload;
			str key;
			str trace;
		} guard;
		struct {
			struct uuid id;   /* nil: by tenant and code, of those not deleted */
			tenant_no tenant; /* by code */
			str code;
			enum job_runs which;
			u32 limit;       /* of runs */
			bool shall_once; /* it will be a ONCE job */
			bool found;
			struct job_seen seen;
		} job;
		struct {
			tenant_no tenant;
			str user;
			bool found; /* also one that is gone */
			struct daily_row row;
			struct run_seen run; /* its row.daily is `row` */
		} daily;
		struct {
			tenant_no tenant;
			struct uuid id; /* nil: only counted */
			str user;       /* whose are counted */
			u32 count_most; /* counts up to here */
			u32 count;
			bool found;
			struct reminder_row row; /* without what is only shown */
			struct run_seen run;     /* its row.reminder is `row` */
		} reminder;
		struct {
			struct uuid operation; /* whose page it is */
			tenant_no tenant;      /* 0: of all */
			str calendar;          /* those that exclude it; empty: all */
			bool every;    /* all that are not deleted, in any order, from the start */
			msec ahead_of; /* not 0: all that are not deleted and are ahead of this
					* instant (job_is_ahead); with `stay` */
			struct uuid after_id;
			u32 limit;
			u32 runs_limit; /* a page ends before the job whose runs would pass it,
					 * but has one job at least */
			struct job_seen *rows; /* with their UNDECIDED runs */
			u32 len;
			bool is_last; /* there are no more behind it */
		} jobs;
		struct {
			msec ahead_of;          /* day_is_ahead of the last day, daily_is_ahead */
			tenant_no after_tenant; /* exclusive, with after_user */
			str after_user;
			u32 scan; /* looks at so many rows at most, those left out too */
			struct daily_back *rows;
			u32 len;
			tenant_no through_tenant; /* the last that was looked at */
			str through_user;
			bool is_last; /* there are no more behind it */
		} dailies_ahead;
		struct {
			msec ahead_of; /* written later than this */
			struct uuid after_id;
			u32 scan;
			struct reminder_back *rows;
			u32 len;
			struct uuid through_id;
			bool is_last;
		} reminders_ahead;
	};
};

struct turn {
	u64 id; /* grows by one a turn */
	struct now now;
	/* boot: whatever reached the process before it is among the commands up to this turn. What
	 * ends without a word from somebody (a lease) ends up to here, and not up to now. */
	msec heard;
	msec silent_until; /* boot: when the last silence of the process ended; 0: none */
	struct arena arena;

	struct command *const *commands;
	u32 commands_len;

	/* Entropy from the pump: ids take from it, and jitter is seeded by it. */
	const u8 *random;
	u32 random_len;
	u32 random_used;
	u64 jitter_seed;

	struct want *wants;
	u32 wants_len;
	u32 wants_max;

	struct change *changes;
	u32 changes_len;
	u32 changes_max;

	struct action *actions;
	u32 actions_len;
	u32 actions_max;

	struct lease **claims; /* those whose payloads the commit brings */
	u32 claims_len;
	u32 claims_max;

	struct buf journal; /* packed entries */
	u32 journal_entries;
};

/* ---- what is there at the start ----------------------------------------------------------- */

/* Called for each row of everything that memory always holds: kind by kind in the order of
 * kinds.def (of those that are held), then how many live runs, jobs and open effects each tenant
 * has, bands that have spilled runs (each once; one whose spilled runs are all held may be left out
 * or not), open executions with their runs.
 *
 * Of the names of workers only those are told that an open execution names, and the one with the
 * greatest number: workers come and go, and their names stay in the store for history's sake. One
 * text may have several numbers there, of a worker that was forgotten and came back; a number means
 * one text for good. */
struct recall_sink {
	void *context;
	/* By kind: the rows that memory always holds, of the struct of their kind. */
	enum err (*rows[KIND_COUNT])(void *context, const void *row);
	enum err (*tally)(void *context, const struct tally_row *row);
	enum err (*spilled)(void *context, const struct band_row *row);
	enum err (*open)(void *context, const struct run_row *run, const struct execution_row *row);
};

#endif
