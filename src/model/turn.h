/* A turn: its commands, the rows that the decision needs, the changes to store, and the actions to
 * carry out after the commit. The pump owns the turn; the engine fills in wants, changes and
 * actions; the store fills in the rows that were wanted. Everything lives in the turn's arena. */
#ifndef BELFRY_MODEL_TURN_H
#define BELFRY_MODEL_TURN_H

#include "base/arena.h"
#include "base/buf.h"
#include "model/action.h"
#include "model/change.h"
#include "model/command.h"

/* ---- rows that a decision needs and memory may lack --------------------------------------- */

/* A run as it is in the store, with the rows that a decision about it may need. */
struct run_seen {
	bool found;
	struct run_row row; /* without texts */
	bool is_open;       /* it has an open execution, so it is processing */
	struct execution_row open;
	/* the row of its own key (scope and bucket), whichever run has that key now */
	bool own_found;
	struct unique_row own;
	bool also_found; /* the row of its key in the other bucket that was asked for */
	struct unique_row also;
	bool batch_found; /* of a dead letter that is a batch's child: the batch */
	struct batch_row batch;
};

/* A job as it is in the store, with its runs. */
struct job_seen {
	struct job_row row;    /* without parameters and details */
	struct run_seen *runs; /* by (run_at, id); their row.definition is NULL */
	u32 runs_len;
	/* Instants after the turn's now that were decided before their time: they are in the ledger
	 * (by occurrence_number), but after hot.decided_through; ascending. For a job that is ONCE,
	 * or becomes ONCE, also past instants, except those of backfills: a late occurrence of such
	 * a job still runs, so it is planned if it was never decided. At most LIMIT_JOB_DECIDED. */
	msec *decided;
	u32 decided_len;
	/* For a page of jobs that a clock which was ahead has decided: the instants after the
	 * turn's now that stay decided, and the end of the ledger. */
	struct decided_spans stay;
	msec ledger_through;
};

/* A ladder as it is in the store, with the runs of its rungs. */
struct ladder_seen {
	struct ladder_row row; /* without its payload */
	/* one for each rung; not found: the rung has no run, or retention removed it */
	struct run_seen *runs;
};

/* A link of a run: as it was stored, or as it would be made now. */
struct link_seen {
	struct link link;     /* awaited nil: there is none */
	bool is_new;          /* it was looked up now and is not stored */
	bool job_is_gone;     /* the other job was deleted or does not exist */
	struct run_seen seen; /* the run that the link names, without its definition */
};

/* Which runs of a job are loaded with it. */
enum job_runs {
	JOB_RUNS_NONE,
	/* Waiting or queued, and hot.plan_state is PLANNED or MOVED. */
	JOB_RUNS_UNDECIDED,
	JOB_RUNS_UNFINISHED, /* waiting, queued or processing */
};

enum want_kind {
	WANT_UNIQUE,    /* the row of a key, and the state of its run */
	WANT_RUN,       /* a run by id */
	WANT_EXECUTION, /* an execution by id */
	WANT_DUE,       /* queued runs, and jobs' waiting ones, by (run_at, id), after a place */
	WANT_SPILLED,   /* spilled runs of one band by (run_at, id), after a place */
	WANT_OVERDUE,   /* spilled runs whose deadline has passed, by (deadline_at, id) */
	WANT_MATCHING,  /* runs that match a filter, by id, after a cursor */
	WANT_DOCUMENT,  /* a document by its key, and how many of its kind the tenant has */
	WANT_DOCUMENTS, /* documents of a tenant, in any order */
	WANT_RESULT,    /* the hash of the last result of a job, or of a type and key */
	WANT_REPLAY,    /* the result of an earlier call with this key */
	WANT_CHILDREN,  /* queued and processing children of a batch, by id */
	WANT_LINKS,     /* the runs that a dependent run waits for */
	WANT_BEHIND,    /* jobs that depend on others, and the jobs that depend on those */
	WANT_EFFECT,    /* an effect by id, or by its key */
	WANT_LADDERS,   /* ladders of an entity, with their runs */
	/* what the gates need about a run: its texts, and its user's gate settings */
	WANT_GUARD,
	WANT_JOB,      /* a job by id, or by tenant and code */
	WANT_DAILY,    /* a person's daily window and its run */
	WANT_REMINDER, /* a reminder and its run; or how many reminders a user has */
	WANT_JOBS,     /* jobs that are ACTIVE and not MANUAL, by id, after a cursor; or all */
	/* daily windows that a clock which was ahead has decided or planned */
	WANT_DAILIES_AHEAD,
	WANT_REMINDERS_AHEAD, /* reminders that a clock which was ahead has written last */
	WANT_KINDS
};

/* A daily window that a clock which was ahead has decided or planned, with its run. */
struct daily_back {
	struct daily_row row;
	struct run_seen run; /* its row.daily points to `row` */
	/* days that this clock has decided and that are not undone yet; newest first */
	struct undone_day_row *days;
	u32 days_len;
	i64 settled; /* the last day before these; 0: not known */
	bool is_cut; /* there are more days than `days` has */
};

struct reminder_back {
	struct reminder_row row; /* without columns that only answers need */
	struct run_seen run;     /* its row.reminder points to `row` */
};

struct want {
	enum want_kind kind;
	union {
		struct {
			struct unique_key key;
			bool asks_run; /* load the run, too, into `seen` */
			bool found;
			struct unique_row row;
			bool run_exists; /* false: the run was removed by retention */
			enum run_state run_state;
			struct run_seen *seen; /* NULL: not asked for, or not found */
		} unique;
		struct {
			struct uuid id;
			bool asks_also; /* look the key up in also_bucket, too */
			i64 also_bucket;
			/* for a key with a span: look it up in the spans of this instant */
			msec span_at;
			bool is_of_follower; /* a waiting task, or a run that one waits for */
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
			u32 len;              /* below the limit: there are no more rows */
			/* without spilled runs and runs with an open execution */
		} due;
		struct {
			struct band_row band;
			msec after_run_at; /* exclusive, with after_id */
			struct uuid after_id;
			u32 limit;
			struct run_row *rows; /* without texts */
			u32 len;              /* below the limit: there are no more rows */
			/* queued runs with hot.spilled and without an open execution, of exactly
			 * this band, whatever their run_at. The store has an index for it: (tenant,
			 * queue, type, priority, run_at, id) of queued, spilled runs. */
		} spilled;
		struct {
			msec until; /* inclusive */
			u32 limit;
			struct run_row *rows; /* without texts; by (deadline_at, id) */
			u32 len;
			/* the smallest deadline_at after the last row, past `until` or not;
			 * MSEC_MAX: none */
			msec next;
			/* queued runs with hot.spilled, a deadline_at, and without an open
			 * execution. The store has an index for it: (deadline_at, id) of queued,
			 * spilled runs with a deadline. */
		} overdue;
		struct {
			struct run_filter filter;
			struct uuid operation; /* the operation that asks for the page */
			struct uuid after_id;
			msec span_at; /* as above, for each run */
			u32 limit;
			struct run_seen *rows;
			u32 len;
		} matching;
		struct {
			struct document_key key;
			u32 count_most;          /* count up to this number; 0: do not count */
			bool found;              /* and it has not expired */
			struct document_row row; /* without its body */
			u32 count; /* of this kind and tenant, expired ones included */
		} document;
		struct {
			/* the operation that asks for the page; nil: a command */
			struct uuid operation;
			tenant_no tenant;
			u32 kinds; /* a bit for each kind; 0: all kinds */
			u32 limit;
			struct document_key *keys; /* expired documents included */
			u32 len;                   /* below the limit: there are no more rows */
		} documents;
		struct {
			struct result_key key;
			bool found;
			str hash; /* in the turn's arena */
		} result;
		struct {
			struct digest key;
			bool found;            /* and it has not expired */
			struct replay_row row; /* `made` in the turn's arena */
		} replay;
		struct {
			struct uuid parent;
			u32 limit;
			struct run_seen *rows;
			u32 len; /* below the limit: there are no more rows */
		} children;
		struct {
			struct uuid run;
			msec at; /* its planned instant */
			const struct dependency *asked;
			u32 asked_len;
			/* Whether the run's own row of links is stored: `rows` are its links.
			 * Otherwise `rows` has a link for each dependency that was asked for. It
			 * names the other job's latest run planned at or before `at`; of several
			 * for one instant, the one made last. Only runs count that are undecided,
			 * or in the ledger and not missed. */
			bool is_kept;
			struct link_seen *rows;
			u32 len;
		} links;
		struct {
			const struct dependency *from;
			u32 from_len;
			u32 limit;
			struct job_row *rows; /* each job once; of the texts `code` alone */
			u32 len;
			bool is_cut; /* there are more than the limit */
		} behind;
		struct {
			struct uuid id;    /* nil: by key */
			struct digest key; /* of effect_digest */
			bool found;
			bool is_damaged;       /* the row exists, but is damaged */
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
			u32 rungs; /* of all ladders of the entity, loaded or not */
		} ladders;
		struct {
			struct uuid run;
			bool asks_run;  /* load entity, user, and that user's gate settings */
			bool asks_body; /* payload, key, trace */
			bool found;     /* all below in the turn's arena */
			bool has_body;  /* payload, key and trace are loaded, and undamaged */
			str gates;      /* of the run's user (struct gates_row); empty: none */
			str entity;
			str user;
			str payload;
			str key;
			str trace;
		} guard;
		struct {
			/* nil: by tenant and code, among jobs that are not deleted */
			struct uuid id;
			tenant_no tenant; /* by code */
			str code;
			enum job_runs which;
			u32 limit;       /* of runs */
			bool shall_once; /* the job becomes a ONCE job */
			bool found;
			struct job_seen seen;
		} job;
		struct {
			tenant_no tenant;
			str user;
			bool found; /* a row of a window that is gone counts, too */
			struct daily_row row;
			struct run_seen run; /* its row.daily points to `row` */
		} daily;
		struct {
			tenant_no tenant;
			struct uuid id; /* nil: only count */
			str user;       /* the user whose reminders are counted */
			u32 count_most; /* count up to this number */
			u32 count;
			bool found;
			struct reminder_row row; /* without columns that only answers need */
			struct run_seen run;     /* its row.reminder points to `row` */
		} reminder;
		struct {
			struct uuid operation; /* the operation that asks for the page */
			tenant_no tenant;      /* 0: of all tenants */
			/* jobs that exclude this calendar; empty: all jobs */
			str calendar;
			/* all jobs that are not deleted, in any order, from the start */
			bool every;
			/* not 0: jobs that are not deleted and are ahead of this instant
			 * (job_is_ahead); with `stay` */
			msec ahead_of;
			struct uuid after_id;
			u32 limit;
			/* a page ends before the job that would exceed this number of runs, but has
			 * at least one job */
			u32 runs_limit;
			struct job_seen *rows; /* with their UNDECIDED runs */
			u32 len;
			bool is_last; /* there are no more jobs after these */
		} jobs;
		struct {
			/* by day_is_ahead of the last day, and daily_is_ahead */
			msec ahead_of;
			tenant_no after_tenant; /* exclusive, with after_user */
			str after_user;
			/* at most this number of rows is read, whether they match or not */
			u32 scan;
			struct daily_back *rows;
			u32 len;
			tenant_no through_tenant; /* the last row that was read */
			str through_user;
			bool is_last; /* there are no more rows after these */
		} dailies_ahead;
		struct {
			msec ahead_of; /* written later than this instant */
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
	/* boot: every message that reached the process before this instant is among the commands of
	 * the turns so far. So a lease ends by this instant and not by now: a heartbeat may be
	 * waiting. */
	msec heard;
	msec silent_until; /* boot: when the process last woke from a long silence; 0: never */
	struct arena arena;

	struct command *const *commands;
	u32 commands_len;

	/* Random bytes from the pump, for ids and to seed jitter. */
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

	struct lease **claims; /* leases whose payloads the commit loads */
	u32 claims_len;
	u32 claims_max;

	struct buf journal; /* the packed entries */
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
