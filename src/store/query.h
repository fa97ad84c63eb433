/* The queries of the API: rows for people, with their names as texts. Read-only, apart from
 * store.h: each reader thread has a query of its own, which never writes and never blocks the pump.
 * Answers live in the caller's arena; every list has a bound and says whether there is more. A
 * tenant is given by its id; empty means every tenant (the caller has made sure that it may). What
 * belongs to another tenant is not found. */
#ifndef BELFRY_STORE_QUERY_H
#define BELFRY_STORE_QUERY_H

#include "base/arena.h"
#include "base/err.h"
#include "model/audit.h"
#include "model/event.h"
#include "model/journal.h"
#include "model/rows.h"
#include "model/stats_groups.h"
#include "store/damage.h"

struct query;

/* ---- rows ----------------------------------------------------------------------------------- */

struct execution_view {
	struct execution_row row;
	struct execution_end end; /* outcome OPEN: it runs */
	str tenant;
	str type;
	str queue; /* of its run */
	str worker;
	str hostname;         /* where its worker ran, as that said; empty: it did not */
	struct uuid retry_of; /* the attempt before it; nil: it is the first */
	str parameters;       /* its run's payload, where one execution was asked for */
	msec run_at;          /* of its run */
	struct uuid job;      /* of its run; nil: a task */
	u32 max_attempts;
	u32 progress_percent; /* above 100: none was told */
	str progress_message;
};

struct run_view {
	struct run_row row; /* with its texts; the payload only where it was asked for */
	str tenant;
	str type;
	str queue;
	str route;            /* of its own; empty: none */
	enum run_state state; /* PROCESSING is told */
	bool has_last;
	struct execution_view last; /* the open execution, else the one that ended last */
	str error_class;            /* of that one; of a run that is not finished, of the last */
	str error_message;          /* that had any */
	/* Of one that has ended, where the journal was asked: why, and who did it (empty: SYSTEM).
	 */
	bool has_reason;
	str reason;
	str actor;
	/* Where one run was asked for: the newest copy that was made of it with another payload;
	 * nil: none. */
	bool has_copies;
	struct uuid copied_to;
	u32 priority_steps; /* of its tenant's scale; 0: ten */
};

/* A page of a list: its rows in order, and whether there are more behind them. */
#define PAGE_OF(page, row)     \
	struct page {          \
		row *rows;     \
		u32 len;       \
		bool has_more; \
	}

/* Newest first, by id. Empty and zero fields do not restrict. */
struct run_list {
	str tenant;
	u32 states; /* bit per enum run_state, PROCESSING as itself; 0: any */
	str type;
	str queue;
	str key;
	str entity;
	str user;
	struct uuid job;         /* of this job; nil: of any and of none */
	struct uuid parent;      /* children of this batch; nil: any */
	struct uuid copied_from; /* copies of this dead letter; nil: any */
	bool only_tasks;         /* without a job */
	bool but_internal;       /* none of Belfry's own */
	struct uuid since;       /* none before it; nil: any. Ids are in the order of creation */
	struct uuid after;       /* the last one of the page before; nil: from the start */
	u32 limit;
	bool with_payload;
};

PAGE_OF(run_page, struct run_view);

struct execution_list {
	str tenant;
	str type;        /* of runs of this type; empty: of all */
	str queue;       /* of runs in this queue; empty: of all */
	struct uuid run; /* nil: of all */
	struct uuid job; /* of this job's runs; nil: of all */
	bool only_open;
	bool but_internal; /* none of Belfry's own runs */
	u32 outcomes;      /* bit per enum outcome; 0: any */
	str worker;        /* empty: by any */
	str error_class;   /* empty: any and none */
	msec least;        /* only those that have ended and took as long; 0: any */
	struct uuid since; /* none before it; nil: any. Ids are in the order of their starts */
	struct uuid after;
	u32 limit;
};

PAGE_OF(execution_page, struct execution_view);

struct document_view {
	struct document_row row; /* with its body */
	str tenant;
};

/* By tenant and name. */
struct document_list {
	enum document_kind kind;
	str tenant;
	str name;         /* this one alone; empty: all */
	str after_tenant; /* the last one of the page before */
	str after_name;
	u32 limit;
	msec now; /* what is past its time counts as gone */
};

PAGE_OF(document_page, struct document_view);

/* The first that says anything about a type. */
enum type_source {
	TYPE_PLAIN, /* nobody */
	TYPE_OWN,
	TYPE_OF_SYSTEM,
	TYPE_OF_PROFILE,
};

static inline enum type_source type_source_of(const struct policy_sources *from,
					      enum policy_field field)
{
	if (policy_says(&from->own, field)) return TYPE_OWN;
	if (policy_says(&from->system, field)) return TYPE_OF_SYSTEM;
	return policy_says(&from->profile, field) ? TYPE_OF_PROFILE : TYPE_PLAIN;
}

/* All that has a say about the runs of a type, but for the server. */
struct type_ground {
	struct policy_sources from;
	struct tenant_policy tenant;
	struct tenant_defaults defaults;
};

/* A type of a tenant as it is known: by a policy, or only by name (a run of it came). */
struct type_view {
	str tenant;
	str name;
	struct type_policy policy; /* its own */
	enum type_source source;
	u64 version;        /* of its document; 0: it has none */
	str details;        /* the document's body */
	u32 priority_steps; /* of its tenant's scale; 0: ten */
};

struct type_list {
	str tenant;
	str name;          /* this one alone; empty: all */
	bool in_force;     /* policies are told with what they inherit */
	bool with_profile; /* of one tenant: also types of its profile that nobody has named yet */
	str after_name;
	u32 limit;
};

PAGE_OF(type_page, struct type_view);

/* The runs in a queue, of one tenant or of all, as counts. */
struct queue_depth {
	u64 due; /* queued, and their time has come */
	u64 later;
	u64 running;
	msec oldest_due; /* since when the one that waits longest is due; 0: none is */
	u64 made;        /* runs that came to be from an instant on */
	u64 begun;       /* attempts that began from then on */
};

struct queue_view {
	u32 no; /* its number in the store */
	str name;
	struct queue_policy policy;
	struct queue_depth depth; /* see depths */
};

struct queue_page {
	struct queue_view *rows;
	u32 len;
	bool is_partial; /* the work of a call was used up: there may be more in each */
};

struct pause_view {
	struct pause_row row;
	str tenant; /* empty: every tenant */
	str name;   /* of the type or queue */
};

/* By scope, tenant and number. */
struct pause_list {
	str tenant;
	bool goes_on;           /* behind `after` */
	struct pause_key after; /* the last one of the page before */
	u32 limit;
};

PAGE_OF(pause_page, struct pause_view);

struct tenant_view {
	str id;
	struct tenant_policy policy;
	struct tenant_defaults defaults;
	u64 version; /* of its document; 0: it has none */
	str details; /* the document's body */
	msec created_at;
};

struct tenant_list {
	str id;          /* this one alone; empty: all */
	bool with_rates; /* only those with a quota of requests or bytes of their own */
	str after;
	u32 limit;
};

PAGE_OF(tenant_page, struct tenant_view);

struct operation_view {
	struct operation_row row;
	str tenant;
	str type;
	str queue;
};

/* Runs by state, counted up to `most` each: a list that hurts the store helps nobody. */
struct run_counts {
	u64 of[RUN_STATE_COUNT];
	u32 most;
	bool but_internal; /* none of Belfry's own, but for dead letters */
	bool is_partial;   /* the work of a call was used up: there may be more of each state */
};

/* Jobs by state, counted up to `most` each; ACTIVE ones that are paused count there. */
struct jobs_by_state {
	u64 of[JOB_STATE_COUNT];
	u64 paused;
	u32 most;
	bool is_partial; /* as of run_counts */
};

struct worker_view {
	str id;
	u32 running;
	msec last_seen; /* when its last execution began or was extended */
};

struct worker_page {
	struct worker_view *rows;
	u32 len;
};

struct batch_view {
	struct batch_row row;
	str tenant;
	str type;
	str queue;
};

/* Newest first, by id. */
struct batch_list {
	str tenant;
	struct uuid id; /* this one alone; nil: all */
	u32 states;     /* bit per enum run_state; 0: any */
	struct uuid after;
	u32 limit;
};

PAGE_OF(batch_page, struct batch_view);

struct delivery_view {
	struct delivery_row row;
	str tenant;
	str type;
	str next_type; /* empty: none */
};

/* Newest first, by id. Empty and nil do not restrict. */
struct delivery_list {
	str tenant;
	str user;
	str entity;
	str type;
	struct uuid run;
	struct uuid after;
	u32 limit;
};

PAGE_OF(delivery_page, struct delivery_view);

/* A rung, and how its run stands. */
struct rung_view {
	struct rung rung;
	bool found; /* its run is there */
	enum run_state state;
	msec run_at;
};

struct ladder_view {
	struct ladder_row row; /* without its payload */
	str tenant;
	str type;
	struct rung_view *rungs;
	u32 rungs_len;
};

/* Newest first, by id. An entity belongs to a tenant: both are named, or no entity is. */
struct ladder_list {
	str tenant;    /* empty: of every one */
	str entity;    /* empty: of every one */
	bool has_user; /* only of this user; empty: of nobody in particular */
	bool has_name;
	str user;
	str name;
	struct uuid after;
	u32 limit;
};

PAGE_OF(ladder_page, struct ladder_view);

struct reminder_view {
	struct reminder_row row; /* with all its texts */
	str tenant;
};

/* Newest first, by id; those to come: by when they will be told next. Empty, nil and 0 do not
 * restrict. */
struct reminder_list {
	str tenant;
	str user; /* required for those to come */
	struct uuid id;
	u32 statuses; /* a bit each */
	str reference_type;
	str reference_id;
	bool is_upcoming;
	msec after_at; /* those to come: behind this instant, with `after` */
	msec until;    /* and not later than this */
	struct uuid after;
	u32 limit;
};

PAGE_OF(reminder_page, struct reminder_view);

/* Of one person's inbox; newest first, by id. */
struct notice_list {
	str tenant;
	str user; /* empty: with `id`, whosever it is */
	struct uuid id;
	bool is_unread;
	struct uuid after;
	u32 limit;
};

PAGE_OF(notice_page, struct notice_row);

struct daily_view {
	struct daily_row row;
	str tenant;
	msec attempt_at; /* when the next attempt is, or the one under way was; 0: nobody knows */
};

/* By user. Those that are gone are left out. */
struct daily_list {
	str tenant;
	str user; /* this one alone; empty: all */
	str after;
	u32 limit;
	u32 statuses;  /* bit per enum day_status of the last day; 0: any */
	i64 last_date; /* only those whose last day was this one; 0: any */
	u32 due_from;  /* minutes of the day, inclusive */
	u32 due_until; /* exclusive; 0: no end */
};

PAGE_OF(daily_page, struct daily_view);

/* Newest first. */
struct day_list {
	str tenant;
	str user;
	i64 before;   /* only those before this date; 0: all */
	u32 statuses; /* bit per enum day_status; 0: any */
	u32 limit;
	bool is_undone; /* those that left the ledger instead, by (date, undone_at) */
	msec before_at; /* with `before`: of that day only what was undone before it */
};

PAGE_OF(day_page, struct day_row);

struct effect_view {
	struct effect_row row;
	str tenant;
	bool attempt_is_open; /* the one whose claim it is; see model/effect.h */
};

/* Newest first, by id. Empty and zero fields do not restrict. */
struct effect_list {
	str tenant;
	str action_key;
	str idempotency_key;
	u32 states; /* bit per enum effect_state, as they stand in rows */
	struct uuid after;
	u32 limit;
};

PAGE_OF(effect_page, struct effect_view);

/* ---- jobs ---------------------------------------------------------------------------------- */

/* The last runs of a job that ended after an attempt, the newest first. */
enum { JOB_RECENT_MAX = 50 };
struct job_recent {
	u32 len;
	enum run_state states[JOB_RECENT_MAX];
	msec durations[JOB_RECENT_MAX]; /* of the last attempt */
};

struct job_view {
	struct job_row row; /* with its texts */
	str tenant;
	str type;
	str queue;
	bool has_next; /* a run of it stands in the queue and has not begun */
	struct uuid next_run;
	msec next_at;              /* its run_at */
	struct job_recent *recent; /* NULL: they were not asked for */
	/* The settings of its type and its tenant where the job has none; zero: none. */
	struct type_policy type_policy;                 /* of its type, with what that inherits */
	enum type_source type_says[POLICY_FIELD_COUNT]; /* whose each field of that is */
	bool with_sources;                              /* shown with them: one was asked for */
	struct tenant_policy tenant_policy;
	struct tenant_defaults tenant_defaults;
};

/* Newest first, by id; deleted ones only where they are asked for. */
struct job_list {
	str tenant;
	str code; /* this one alone; empty: all */
	str type;
	str queue;
	str job_type;      /* as the job says of itself; empty: any */
	str external_id;   /* the same */
	str source_system; /* the same */
	u32 kinds;         /* bit per enum job_kind; 0: any */
	u32 states;        /* bit per enum job_state; 0: those not deleted */
	msec paused_at;    /* only those that are paused at this instant; 0: any */
	msec active_at;    /* only those that are not; 0: any */
	u32 recent; /* how many of the last runs are shown with each; at most JOB_RECENT_MAX */
	struct uuid after;
	u32 limit;
};

PAGE_OF(job_page, struct job_view);

/* Newest first, by (planned_at, number). */
struct occurrence_list {
	str tenant;
	struct uuid job;
	u32 outcomes;        /* bit per enum occurrence_outcome; 0: any */
	msec before_planned; /* only those below (before_planned, before_number); 0: from the
				start */
	u32 before_number;
	u32 limit;
};

PAGE_OF(occurrence_page, struct occurrence_row);

struct calendar_view {
	struct calendar_row row; /* with its body */
	str tenant;
};

struct calendar_page {
	struct calendar_view *rows;
	u32 len;
};

/* ---- a run's way --------------------------------------------------------------------------- */

struct timeline_entry {
	u64 turn;
	msec at; /* when the turn was decided */
	struct journal_entry entry;
};

/* Newest first. The journal is kept for a while only: `is_cut` when what came before is gone. */
struct timeline_page {
	struct timeline_entry *rows;
	u32 len;
	bool has_more;
	bool is_cut;
};

/* ---- events -------------------------------------------------------------------------------- */

/* An event with what its run, its job and its attempt say of it now; what of them is gone already
 * is empty. */
struct event_view {
	struct event_place place;
	enum event_kind kind;
	msec at; /* when the turn was decided */
	struct journal_entry entry;
	str tenant; /* empty: it is about no tenant */
	str type;
	str queue;
	str entity;
	str user;
	struct uuid job;
	str job_code;
	bool has_end; /* an attempt ended */
	struct execution_end end;
	const struct job_view *scheduled;     /* of JOB_SCHEDULED: the job; NULL: it is gone */
	const struct reminder_view *reminder; /* that it is about; NULL: none, or it is gone */
	const struct notice_row *notice;      /* that it is about; NULL: none, or it is gone */
};

enum event_way {
	EVENTS_ON,     /* behind `from`, the oldest first */
	EVENTS_BACK,   /* before `from` (zero: from the end), the newest first */
	EVENTS_NEWEST, /* none: only where the end is, or where it was at `until` */
};

/* Zero fields do not restrict. */
struct event_list {
	str tenant;
	enum event_way way;
	struct event_place from;
	u64 kinds; /* bit per enum event_kind */
	str type;  /* of the run */
	struct uuid run;
	struct uuid job;
	str user;            /* only what is about this person: their runs, reminders, inbox */
	bool but_deliveries; /* none about runs that deliver events to webhooks */
	bool but_internal;   /* none about Belfry's own runs, unless one became a dead letter */
	bool of_time;        /* only what time did: nobody's calls, no handler's words */
	msec since;          /* of turns that were decided then or later */
	msec until;          /* and before it; newest: the end of what was; 0: any */
	u32 limit;
};

struct event_page {
	struct event_view *rows;
	u32 len;
	bool has_more;              /* perhaps: not all was looked at */
	bool is_cut;                /* on: what `from` names has been removed, and maybe more */
	struct event_place through; /* all up to here was looked at */
};

/* ---- alerts --------------------------------------------------------------------------------- */

struct alert_rule_page {
	struct alert_rule_row *rows;
	u32 len;
};

struct alert_view {
	struct alert_row row;
	str tenant;
};

/* Newest first, by id. */
struct alert_list {
	str tenant;
	struct uuid id; /* this one alone; nil: all */
	bool only_open;
	bool only_resolved;
	struct uuid job; /* nil: of all */
	struct uuid after;
	u32 limit;
};

PAGE_OF(alert_page, struct alert_view);

/* ---- statistics ---------------------------------------------------------------------------- */

/* Of the minutes, or hours, that begin at `from` and later, and before `to`. */
struct stats_list {
	str tenant;
	enum stats_kind kind;
	str type;     /* only of this type; empty: of all */
	u32 span;     /* minutes of the rows that are read: 1, or STATS_HOUR */
	i64 from, to; /* minutes since 1970 */
	u32 by, step; /* see struct stats_groups */
};

/* Numbers that the rows do not have yet are read from the journal, up to a bound: all that happened
 * before `through` is in it (MSEC_MAX: all). */
struct stats_page {
	struct stats_group *rows;
	u32 len;
	bool is_cut; /* there would be more groups */
	msec through;
};

/* ---- audit --------------------------------------------------------------------------------- */

/* A row of the audit stands behind the events of its turn. */
#define AUDIT_PLACE ((u32)1 << 30)

static inline struct event_place audit_place(const struct audit_row *row)
{
	return (struct event_place){ row->turn, AUDIT_PLACE + row->number };
}

/* The last row at or before a place, within its turn; 0: none. */
static inline u32 audit_number(struct event_place place)
{
	return place.at > AUDIT_PLACE ? place.at - AUDIT_PLACE : 0;
}

struct audit_view {
	struct audit_row row;
	str tenant; /* empty: it is about no tenant */
};

/* Zero fields do not restrict. */
struct audit_list {
	str tenant;
	enum event_way way; /* not NEWEST */
	struct event_place from;
	str actor; /* SYSTEM: what handlers said */
	bool by_people;
	str action;
	str kind;
	str object;
	struct uuid run;
	msec since;
	msec until; /* exclusive */
	u32 limit;
};

struct audit_page {
	struct audit_view *rows;
	u32 len;
	bool has_more;
	struct event_place through; /* so far it was looked, where there is more */
};

struct query_calls {
	enum err (*run)(struct query *query, str tenant, const struct uuid *id, struct arena *arena,
			struct run_view *out_run);
	enum err (*runs)(struct query *query, const struct run_list *list, struct arena *arena,
			 struct run_page *out_page);
	enum err (*execution)(struct query *query, str tenant, const struct uuid *id,
			      struct arena *arena, struct execution_view *out_execution);
	enum err (*executions)(struct query *query, const struct execution_list *list,
			       struct arena *arena, struct execution_page *out_page);
	/* The output of an execution; ERR_NOT_FOUND: none, or no such execution. */
	enum err (*output)(struct query *query, str tenant, const struct uuid *execution,
			   struct arena *arena, struct attempt_output *out_output);
	enum err (*documents)(struct query *query, const struct document_list *list,
			      struct arena *arena, struct document_page *out_page);
	enum err (*types)(struct query *query, const struct type_list *list, struct arena *arena,
			  struct type_page *out_page);
	/* One with all that it inherits. ERR_NOT_FOUND: neither the tenant nor those that it
	 * inherits from know it. */
	enum err (*type)(struct query *query, str tenant, str name, struct arena *arena,
			 struct type_view *out_type, struct type_ground *out_ground);
	enum err (*queues)(struct query *query, struct arena *arena, struct queue_page *out_page);
	/* Counts into the queues of a page what stands in each at an instant, and what came and
	 * began from another instant on; none of Belfry's own. */
	enum err (*depths)(struct query *query, str tenant, msec now, msec since,
			   struct queue_page *page);
	enum err (*pauses)(struct query *query, const struct pause_list *list, struct arena *arena,
			   struct pause_page *out_page);
	enum err (*tenants)(struct query *query, const struct tenant_list *list,
			    struct arena *arena, struct tenant_page *out_page);
	enum err (*operation)(struct query *query, str tenant, const struct uuid *id,
			      struct arena *arena, struct operation_view *out_operation);
	enum err (*counts)(struct query *query, str tenant, struct run_counts *counts);
	enum err (*job_counts)(struct query *query, str tenant, msec now,
			       struct jobs_by_state *counts);
	enum err (*workers)(struct query *query, str tenant, u32 limit, struct arena *arena,
			    struct worker_page *out_page);
	/* Also one that was deleted. */
	enum err (*job)(struct query *query, str tenant, const struct uuid *id, struct arena *arena,
			struct job_view *out_job);
	enum err (*jobs)(struct query *query, const struct job_list *list, struct arena *arena,
			 struct job_page *out_page);
	enum err (*occurrences)(struct query *query, const struct occurrence_list *list,
				struct arena *arena, struct occurrence_page *out_page);
	/* `name`: this one alone; empty: all of the tenant's (there are few). */
	enum err (*calendars)(struct query *query, str tenant, str name, struct arena *arena,
			      struct calendar_page *out_page);
	/* From `before` (0: the last entry) back, as each entry names the turn of the one before.
	 */
	enum err (*timeline)(struct query *query, str tenant, const struct uuid *run, u64 before,
			     u32 limit, struct arena *arena, struct timeline_page *out_page);
	enum err (*batches)(struct query *query, const struct batch_list *list, struct arena *arena,
			    struct batch_page *out_page);
	enum err (*deliveries)(struct query *query, const struct delivery_list *list,
			       struct arena *arena, struct delivery_page *out_page);
	enum err (*ladders)(struct query *query, const struct ladder_list *list,
			    struct arena *arena, struct ladder_page *out_page);
	enum err (*effects)(struct query *query, const struct effect_list *list,
			    struct arena *arena, struct effect_page *out_page);
	/* A page ends early when much was looked at and little found: `has_more`, go on from
	 * `through`. */
	enum err (*events)(struct query *query, const struct event_list *list, struct arena *arena,
			   struct event_page *out_page);
	enum err (*audit)(struct query *query, const struct audit_list *list, struct arena *arena,
			  struct audit_page *out_page);
	enum err (*reminders)(struct query *query, const struct reminder_list *list,
			      struct arena *arena, struct reminder_page *out_page);
	enum err (*notices)(struct query *query, const struct notice_list *list,
			    struct arena *arena, struct notice_page *out_page);
	/* How many of a person's are not read, counted up to `most`. */
	enum err (*unread)(struct query *query, str tenant, str user, u32 most, u32 *out_count);
	enum err (*dailies)(struct query *query, const struct daily_list *list, struct arena *arena,
			    struct daily_page *out_page);
	enum err (*days)(struct query *query, const struct day_list *list, struct arena *arena,
			 struct day_page *out_page);
	enum err (*alert_rules)(struct query *query, str tenant, const struct uuid *job,
				struct arena *arena, struct alert_rule_page *out_page);
	enum err (*alerts)(struct query *query, const struct alert_list *list, struct arena *arena,
			   struct alert_page *out_page);
	/* ERR_BUSY: there is too much to add up; ask for less, or for hours. */
	enum err (*stats)(struct query *query, const struct stats_list *list, struct arena *arena,
			  struct stats_page *out_page);
	void (*close)(struct query *query);
};

/* Damaged rows of the lists that were asked for since its owner emptied it. */
struct damaged_rows {
	struct damaged_row rows[DAMAGED_ROWS_MAX];
	u32 len;
};

/* The first member of every query. ERR_NOT_FOUND where one document was asked for and is not there;
 * ERR_STORE when the store cannot be read at the moment. */
struct query {
	const struct query_calls *calls;
	struct damaged_rows damaged;
};

#endif
