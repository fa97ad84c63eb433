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
	struct execution_end end; /* outcome OPEN: the execution is open */
	str tenant;
	str type;
	str queue; /* the run's queue */
	str worker;
	/* the machine of the worker, as the worker reported it; empty: not reported */
	str hostname;
	struct uuid retry_of; /* the attempt before; nil: this is the first one */
	str parameters;       /* the run's payload, if one execution was asked for */
	msec run_at;          /* the run's */
	struct uuid job;      /* the run's; nil: a task */
	u32 max_attempts;
	u32 progress_percent; /* above 100: not reported */
	str progress_message;
};

struct run_view {
	struct run_row row; /* with its texts; with the payload only if it was asked for */
	str tenant;
	str type;
	str queue;
	str route;            /* the route that the run itself names; empty: none */
	enum run_state state; /* may be PROCESSING */
	bool has_last;
	struct execution_view last; /* the open execution, else the one that ended last */
	/* of the execution above; of a run that has not ended, of its last failed attempt */
	str error_class;
	str error_message; /* of the last attempt with an error */
	/* For a run that has ended, if the journal was asked: why, and the actor (empty:
	 * SYSTEM). */
	bool has_reason;
	str reason;
	str actor;
	/* If one run was asked for: its newest copy with another payload; nil: none. */
	bool has_copies;
	struct uuid copied_to;
	u32 priority_steps; /* of the tenant's scale; 0: ten */
	/* Only when one run is asked for: the runs that it waits for, or has waited for. */
	const struct uuid *after;
	u32 after_len;
	enum dependency_kind needs;
};

/* A page of a list: its rows in order, and whether there are more rows after them. */
#define PAGE_OF(page, row)     \
	struct page {          \
		row *rows;     \
		u32 len;       \
		bool has_more; \
	}

/* Newest first, by id. Empty and zero fields do not filter. */
struct run_list {
	str tenant;
	u32 states; /* a bit for each enum run_state, PROCESSING included; 0: any */
	str type;
	str queue;
	str key;
	str entity;
	str user;
	struct uuid job;         /* of this job; nil: any or none */
	struct uuid parent;      /* children of this batch; nil: any run */
	struct uuid copied_from; /* copies of this dead letter; nil: any run */
	bool only_tasks;         /* only runs without a job */
	bool but_internal;       /* without Belfry's own runs */
	/* created with this id or later; nil: any. Ids are in the order of creation */
	struct uuid since;
	struct uuid after; /* the last run of the page before; nil: from the start */
	u32 limit;
	bool with_payload;
};

PAGE_OF(run_page, struct run_view);

struct execution_list {
	str tenant;
	str type;        /* of runs of this type; empty: any */
	str queue;       /* of runs in this queue; empty: any */
	struct uuid run; /* nil: any */
	struct uuid job; /* of this job's runs; nil: any */
	bool only_open;
	bool but_internal; /* without Belfry's own runs */
	u32 outcomes;      /* a bit for each enum outcome; 0: any */
	str worker;        /* empty: any */
	str error_class;   /* empty: any or none */
	msec least;        /* only ended ones that took at least this long; 0: any */
	/* started with this id or later; nil: any. Ids are in the order of the starts */
	struct uuid since;
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
	str name;         /* only this name; empty: all */
	str after_tenant; /* the last document of the page before */
	str after_name;
	u32 limit;
	msec now; /* documents that expired before this are left out */
};

PAGE_OF(document_page, struct document_view);

/* The place that a policy field comes from: the first that sets it counts. */
enum type_source {
	TYPE_PLAIN, /* none: the server's default */
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

/* All settings that decide about the runs of a type, except the server's. */
struct type_ground {
	struct policy_sources from;
	struct tenant_policy tenant;
	struct tenant_defaults defaults;
};

/* A type of a tenant: it has a policy, or is known by name because a run used it. */
struct type_view {
	str tenant;
	str name;
	struct type_policy policy; /* the type's own policy */
	enum type_source source;
	u64 version;        /* of the type's document; 0: none */
	str details;        /* the body of the document */
	u32 priority_steps; /* of the tenant's scale; 0: ten */
};

struct type_list {
	str tenant;
	str name;          /* only this name; empty: all */
	bool in_force;     /* policies with inherited fields */
	bool with_profile; /* for one tenant: includes unused types of the tenant's profile */
	str after_name;
	u32 limit;
};

PAGE_OF(type_page, struct type_view);

/* The numbers of runs in a queue, of one tenant or of all. */
struct queue_depth {
	u64 due; /* queued and due */
	u64 later;
	u64 running;
	msec oldest_due; /* since when the longest waiting run has been due; 0: no run is due */
	u64 made;        /* runs created since the given instant */
	u64 begun;       /* attempts started since then */
};

struct queue_view {
	u32 no; /* the queue's number in the store */
	str name;
	struct queue_policy policy;
	struct queue_depth depth; /* see depths */
};

struct queue_page {
	struct queue_view *rows;
	u32 len;
	bool is_partial; /* the bound on work in a call was reached: each number may be too small */
};

struct pause_view {
	struct pause_row row;
	str tenant; /* empty: all tenants */
	str name;   /* the name of the type or queue */
};

/* By scope, tenant and number. */
struct pause_list {
	str tenant;
	bool goes_on;           /* continue after `after` */
	struct pause_key after; /* the last pause of the page before */
	u32 limit;
};

PAGE_OF(pause_page, struct pause_view);

struct tenant_view {
	str id;
	struct tenant_policy policy;
	struct tenant_defaults defaults;
	u64 version; /* of the tenant's document; 0: none */
	str details; /* the body of the document */
	msec created_at;
};

struct tenant_list {
	str id;          /* only this id; empty: all */
	bool with_rates; /* only tenants with their own quota of requests or bytes */
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

/* Numbers of runs by state, each counted up to `most`, so that a list costs a bounded amount of
 * work. */
struct run_counts {
	u64 of[RUN_STATE_COUNT];
	u32 most;
	bool but_internal; /* without Belfry's own runs, except dead letters */
	/* the bound on work in a call was reached: each number may be too small */
	bool is_partial;
};

/* Numbers of jobs by state, each counted up to `most`. A paused job counts as ACTIVE. */
struct jobs_by_state {
	u64 of[JOB_STATE_COUNT];
	u64 paused;
	u32 most;
	bool is_partial; /* likewise, see run_counts */
};

struct worker_view {
	str id;
	u32 running;
	msec last_seen; /* when its last execution started or was renewed */
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
	struct uuid id; /* only this id; nil: all */
	u32 states;     /* a bit for each enum run_state; 0: any */
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

/* Newest first, by id. Empty and nil do not filter. */
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

/* A rung, and the state of its run. */
struct rung_view {
	struct rung rung;
	bool found; /* the run exists */
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

/* Newest first, by id. An entity needs its tenant to be given, too. */
struct ladder_list {
	str tenant;    /* empty: all */
	str entity;    /* empty: all */
	bool has_user; /* only of this user; empty: ladders for no person */
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

/* Newest first, by id; pending ones by the time of the next notification. Empty, nil and 0 do not
 * filter. */
struct reminder_list {
	str tenant;
	str user; /* required for pending ones */
	struct uuid id;
	u32 statuses; /* a bit for each enum reminder_status */
	str reference_type;
	str reference_id;
	bool is_upcoming;
	msec after_at; /* pending ones: after this instant and `after` */
	msec until;    /* and at most this instant */
	struct uuid after;
	u32 limit;
};

PAGE_OF(reminder_page, struct reminder_view);

/* The notices of one person's inbox; newest first, by id. */
struct notice_list {
	str tenant;
	str user; /* empty: with `id`, any person's */
	struct uuid id;
	bool is_unread;
	struct uuid after;
	u32 limit;
};

PAGE_OF(notice_page, struct notice_row);

struct daily_view {
	struct daily_row row;
	str tenant;
	msec attempt_at; /* the time of the next or the open attempt; 0: not known */
};

/* By user. Deleted windows are left out. */
struct daily_list {
	str tenant;
	str user; /* only this user; empty: all */
	str after;
	u32 limit;
	u32 statuses;  /* a bit for each enum day_status, by the last day; 0: any */
	i64 last_date; /* only windows whose last day was this date; 0: any */
	u32 due_from;  /* minutes of the day, inclusive */
	u32 due_until; /* exclusive; 0: no end */
};

PAGE_OF(daily_page, struct daily_view);

/* Newest first. */
struct day_list {
	str tenant;
	str user;
	i64 before;   /* only days before this date; 0: all */
	u32 statuses; /* a bit for each enum day_status; 0: any */
	u32 limit;
	/* the days that were removed from the ledger as undone, by (date, undone_at) */
	bool is_undone;
	msec before_at; /* with `before`: of that date only days undone before this instant */
};

PAGE_OF(day_page, struct day_row);

struct effect_view {
	struct effect_row row;
	str tenant;
	bool attempt_is_open; /* the attempt that holds the claim is open, see model/effect.h */
};

/* Newest first, by id. Empty and zero fields do not filter. */
struct effect_list {
	str tenant;
	str action_key;
	str idempotency_key;
	u32 states; /* a bit for each enum effect_state, as stored in rows */
	struct uuid after;
	u32 limit;
};

PAGE_OF(effect_page, struct effect_view);

/* ---- jobs ---------------------------------------------------------------------------------- */

/* The last runs of a job that ended after an attempt, newest first. */
enum { JOB_RECENT_MAX = 50 };
struct job_recent {
	u32 len;
	enum run_state states[JOB_RECENT_MAX];
	msec durations[JOB_RECENT_MAX]; /* the duration of the last attempt */
};

struct job_view {
	struct job_row row; /* with its texts */
	str tenant;
	str type;
	str queue;
	bool has_next; /* a run of the job is queued and has not started */
	struct uuid next_run;
	msec next_at;              /* run_at of that run */
	struct job_recent *recent; /* NULL: not asked for */
	/* The settings of the job's type and tenant that apply where the job has none; zero:
	 * none. */
	struct type_policy type_policy; /* of the type, with inherited fields */
	/* where each field of the type's policy comes from */
	enum type_source type_says[POLICY_FIELD_COUNT];
	/* with the source of each field: one job was asked for */
	bool with_sources;
	struct tenant_policy tenant_policy;
	struct tenant_defaults tenant_defaults;
};

/* Newest first, by id; deleted jobs only on request. */
struct job_list {
	str tenant;
	str code; /* only this code; empty: all */
	str type;
	str queue;
	str job_type;      /* the value of the job; empty: any */
	str external_id;   /* likewise */
	str source_system; /* likewise */
	u32 kinds;         /* a bit for each enum job_kind; 0: any */
	u32 states;        /* a bit for each enum job_state; 0: all but deleted */
	msec paused_at;    /* only jobs that are paused at this instant; 0: any */
	msec active_at;    /* only jobs that are not paused at this instant; 0: any */
	u32 recent; /* how many recent runs each job has in the answer; at most JOB_RECENT_MAX */
	struct uuid after;
	u32 limit;
};

PAGE_OF(job_page, struct job_view);

/* Newest first, by (planned_at, number). */
struct occurrence_list {
	str tenant;
	struct uuid job;
	u32 outcomes; /* a bit for each enum occurrence_outcome; 0: any */
	/* only occurrences below (before_planned, before_number); 0: from the start */
	msec before_planned;
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
	msec at; /* the time of the turn */
	struct journal_entry entry;
};

/* Newest first. The journal is kept for a limited time: `is_cut` if older entries were removed. */
struct timeline_page {
	struct timeline_entry *rows;
	u32 len;
	bool has_more;
	bool is_cut;
};

/* ---- events -------------------------------------------------------------------------------- */

/* An event with the present data of its run, job and attempt; empty where these were removed. */
struct event_view {
	struct event_place place;
	enum event_kind kind;
	msec at; /* the time of the turn */
	struct journal_entry entry;
	str tenant; /* empty: the event has no tenant */
	str type;
	str queue;
	str entity;
	str user;
	struct uuid job;
	str job_code;
	bool has_end; /* the event is the end of an attempt */
	struct execution_end end;
	const struct job_view *scheduled; /* for JOB_SCHEDULED: the job; NULL: removed */
	/* the reminder of the event; NULL: none, or removed */
	const struct reminder_view *reminder;
	const struct notice_row *notice; /* the notice of the event; NULL: none, or removed */
};

enum event_way {
	EVENTS_ON,     /* after `from`, oldest first */
	EVENTS_BACK,   /* before `from` (zero: from the end), newest first */
	EVENTS_NEWEST, /* no events: only the position of the end, or of the end at `until` */
};

/* Zero fields do not filter. */
struct event_list {
	str tenant;
	enum event_way way;
	struct event_place from;
	u64 kinds; /* a bit for each enum event_kind */
	str type;  /* of the run */
	struct uuid run;
	struct uuid job;
	str user;            /* only events about this user: runs, reminders and inbox */
	bool but_deliveries; /* without events about runs that deliver events to webhooks */
	bool but_internal;   /* without events about Belfry's own runs, except dead letters */
	bool of_time;        /* only events caused by time, not by a call or a handler */
	msec since;          /* of turns at or after this instant */
	/* and before this one; newest: the position of the end at this instant; 0: any */
	msec until;
	u32 limit;
};

struct event_page {
	struct event_view *rows;
	u32 len;
	bool has_more; /* maybe: the search has not reached the end */
	/* ON: the event named by `from`, and maybe later ones, were removed */
	bool is_cut;
	struct event_place through; /* the search has covered everything up to here */
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
	struct uuid id; /* only this id; nil: all */
	bool only_open;
	bool only_resolved;
	struct uuid job; /* nil: any */
	struct uuid after;
	u32 limit;
};

PAGE_OF(alert_page, struct alert_view);

/* ---- statistics ---------------------------------------------------------------------------- */

/* Statistics of the minutes or hours from `from` on, and before `to`. */
struct stats_list {
	str tenant;
	enum stats_kind kind;
	str type;     /* only of this type; empty: all types */
	u32 span;     /* the length in minutes of the rows that are read: 1, or STATS_HOUR */
	i64 from, to; /* minutes since 1970 */
	u32 by, step; /* see struct stats_groups */
};

/* Numbers that the rows do not have yet are added from the journal, up to a bound. Complete for
 * everything before `through` (MSEC_MAX: for everything). */
struct stats_page {
	struct stats_group *rows;
	u32 len;
	bool is_cut; /* there are more groups than fit */
	msec through;
};

/* ---- audit --------------------------------------------------------------------------------- */

/* Audit rows have places after the events of their turn. */
#define AUDIT_PLACE ((u32)1 << 30)

static inline struct event_place audit_place(const struct audit_row *row)
{
	return (struct event_place){ row->turn, AUDIT_PLACE + row->number };
}

/* The last audit row at or before a place, within its turn; 0: none. */
static inline u32 audit_number(struct event_place place)
{
	return place.at > AUDIT_PLACE ? place.at - AUDIT_PLACE : 0;
}

struct audit_view {
	struct audit_row row;
	str tenant; /* empty: the row has no tenant */
};

/* Zero fields do not filter. */
struct audit_list {
	str tenant;
	enum event_way way; /* not NEWEST */
	struct event_place from;
	str actor; /* SYSTEM: reported by handlers */
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
	struct event_place through; /* how far the search has got, if there is more */
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
	/* A type with its inherited fields. ERR_NOT_FOUND: neither the tenant nor those that it
	 * inherits from have the type. */
	enum err (*type)(struct query *query, str tenant, str name, struct arena *arena,
			 struct type_view *out_type, struct type_ground *out_ground);
	enum err (*queues)(struct query *query, struct arena *arena, struct queue_page *out_page);
	/* Adds to the queues of a page their runs at an instant, and the runs that were created and
	 * started since another; without Belfry's own runs. */
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
	/* Finds deleted jobs, too. */
	enum err (*job)(struct query *query, str tenant, const struct uuid *id, struct arena *arena,
			struct job_view *out_job);
	enum err (*jobs)(struct query *query, const struct job_list *list, struct arena *arena,
			 struct job_page *out_page);
	enum err (*occurrences)(struct query *query, const struct occurrence_list *list,
				struct arena *arena, struct occurrence_page *out_page);
	/* `name`: only this calendar; empty: all of the tenant, which are few. */
	enum err (*calendars)(struct query *query, str tenant, str name, struct arena *arena,
			      struct calendar_page *out_page);
	/* From `before` (0: the last entry) backwards: each entry names the turn of the entry
	 * before. */
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
	/* A page may end early when a long search found little: `has_more`; continue from
	 * `through`. */
	enum err (*events)(struct query *query, const struct event_list *list, struct arena *arena,
			   struct event_page *out_page);
	enum err (*audit)(struct query *query, const struct audit_list *list, struct arena *arena,
			  struct audit_page *out_page);
	enum err (*reminders)(struct query *query, const struct reminder_list *list,
			      struct arena *arena, struct reminder_page *out_page);
	enum err (*notices)(struct query *query, const struct notice_list *list,
			    struct arena *arena, struct notice_page *out_page);
	/* How many notices of a person are unread, counted up to `most`. */
	enum err (*unread)(struct query *query, str tenant, str user, u32 most, u32 *out_count);
	enum err (*dailies)(struct query *query, const struct daily_list *list, struct arena *arena,
			    struct daily_page *out_page);
	enum err (*days)(struct query *query, const struct day_list *list, struct arena *arena,
			 struct day_page *out_page);
	enum err (*alert_rules)(struct query *query, str tenant, const struct uuid *job,
				struct arena *arena, struct alert_rule_page *out_page);
	enum err (*alerts)(struct query *query, const struct alert_list *list, struct arena *arena,
			   struct alert_page *out_page);
	/* ERR_BUSY: there are too many rows to add up; ask for a shorter span, or for hours. */
	enum err (*stats)(struct query *query, const struct stats_list *list, struct arena *arena,
			  struct stats_page *out_page);
	void (*close)(struct query *query);
};

/* Damaged rows met by list queries since the owner last emptied this list. */
struct damaged_rows {
	struct damaged_row rows[DAMAGED_ROWS_MAX];
	u32 len;
};

/* The first member of every query. ERR_NOT_FOUND: the one document that was asked for does not
 * exist. ERR_STORE: the store cannot be read at present. */
struct query {
	const struct query_calls *calls;
	struct damaged_rows damaged;
};

#endif
