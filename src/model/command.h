/* Commands: the edges' requests to the engine. A command and all it points to live until its turn
 * is closed. */
#ifndef BELFRY_MODEL_COMMAND_H
#define BELFRY_MODEL_COMMAND_H

#include "base/list.h"
#include "model/audit.h"
#include "model/commands.def"
#include "model/reply.h"
#include "model/rows.h"

enum command_kind {
#define X(name, ...) COMMAND_##name,
	COMMANDS(X)
#undef X
		COMMAND_COUNT
};

enum command_order { ORDER_FIRST, ORDER_LATER, ORDER_ASK };

/* The kind of object that a command is about. */
enum command_subject {
	SUBJECT_RUN,
	SUBJECT_WORKER,
	SUBJECT_SETTING,
	SUBJECT_OPERATION,
	SUBJECT_BATCH,
	SUBJECT_LADDER,
	SUBJECT_EFFECT,
	SUBJECT_JOBS, /* several jobs as one command, whose members are about one job each */
	SUBJECT_JOB,
	SUBJECT_CALENDAR,
	SUBJECT_DAILY,
	SUBJECT_REMINDER,
	SUBJECT_NOTICE,
	SUBJECT_ALERT,
	SUBJECT_SERVER,
};

str command_name(enum command_kind kind);
enum command_order command_order(enum command_kind kind);
enum command_subject command_subject(enum command_kind kind);
/* False: workers or the server itself say it, and no call of it leaves an audit row. */
bool command_is_audited(enum command_kind kind);

/* One new run. Zero and empty fields take their defaults. */
struct enqueue_item {
	str type;
	str queue; /* empty: "default" */
	str route; /* of its own; empty: its type's */
	str key;
	str bucket; /* the caller's own; empty: by run_at */
	str entity;
	str user;
	str payload;
	str trace;
	str created_by;          /* who made it; empty: the command's actor */
	str details;             /* JSON object of what it says of itself; or empty */
	msec run_at;             /* 0: now */
	bool run_at_is_absolute; /* given by the caller: then keys are unique by bucket by default
				  */
	msec deadline_at;
	msec timeout_ms;
	u32 priority;
	bool priority_is_scaled; /* it is meant on the tenant's scale */
	u32 max_attempts;
	enum unique_scope scope; /* UNIQUE_NONE: the type's, the tenant's, or the default for what
				  * was given */
	msec unique_ttl;         /* 0: 24 h */
	struct uuid parent;      /* of a batch's child: its key is no key of uniqueness */
	enum run_cause cause;    /* TASK, or one of Belfry's own */
	bool is_parent;          /* it waits for its children */
	bool is_rung;            /* of a ladder: its key is no key of uniqueness */
	bool is_critical;        /* of a ladder's last rungs */
	/* A run that has its key, and has not begun, gets its payload, times and priority. */
	bool replaces;
	bool is_delivery; /* of an event to a webhook: its type is the webhook's own, its key
			   * is no key of uniqueness, its payload nobody's word */
	struct digest payload_of_ladder; /* the payload is a copy of that ladder's; zero: not */
	u32 payload_len;                 /* with it */
	u64 alert;                       /* of such a rung: what it is about; 0: its key says */
	str alert_key;
};

struct enqueue_command {
	const struct enqueue_item *items;
	u32 len;
	bool atomic;   /* all or none */
	bool is_event; /* of an event that came in: by its replay key it counts once, whatever
			* came of it */
	/* Ids or codes of jobs that there is work for: those that their handlers have paused go on.
	 * At most LIMIT_RESUMES. */
	const str *resumes;
	u32 resumes_len;
	/* Deliveries of events: the webhook's own type (empty: none), the versions that must be
	 * there of what it says and of where it stands, and where it stands from this commit on. */
	str webhook;
	u64 definition;
	u64 course;
	str place;
};

/* A parent and its children, all or none. */
struct batch_command {
	const struct enqueue_item *parent;   /* its type, queue, priority, entity, user, run_at */
	const struct enqueue_item *children; /* key, run_at and parent are not theirs to say */
	u32 len;
	msec pause_ms;  /* each begins so much later than the one before */
	msec jitter_ms; /* and up to so much later than that */
};

/* About the ladders of an entity. */
struct ladder_command {
	str entity;
	str user; /* create: empty is nobody in particular; move, stop: counts with has_user */
	str name;
	bool has_user; /* move, stop: only those of this user; else of all */
	bool has_name;
	msec anchor;                     /* create, move */
	const msec *offsets;             /* create: in any order, none twice */
	u32 len;                         /* of these */
	const struct enqueue_item *rung; /* create: type, payload and what else a rung's run has */
	str reason;                      /* stop */
};

struct lease_command {
	enum carrier carrier; /* NODE: of the server itself, and `worker` is its name */
	/* Carried out within this process although its types are workers': `worker` is the node's
	 * name, so what it holds ends with the process. */
	bool is_within;
	str worker;
	str hostname;
	const str *queues; /* none: any */
	const str *types;
	const str *tenants; /* none: the command's tenant, or all for the system */
	u32 queues_len;
	u32 types_len;
	u32 tenants_len;
	u32 max;
	msec wait_ms;  /* 0: answer at once */
	msec lease_ms; /* 0: by policy */
};

struct leave_command {
	const struct reply *reply; /* of the lease command that waits */
};

struct beat {
	struct uuid execution;
	u32 progress_percent; /* above 100: not given */
	str progress_message;
};

struct beat_command {
	str worker;
	const struct beat *beats;
	u32 len;
};

/* A rate limit as the other side told it. */
struct rate_said {
	bool is_said;
	bool is_global; /* the limit is not this bucket's alone */
	bool has_remaining;
	u32 remaining;
	msec reset_after_ms; /* 0: not said */
	str bucket;          /* its name; empty: not said */
};

/* An action of a handler, in its own words; for the journal. */
struct audit_event {
	str name;
	str details; /* a JSON object */
};

/* A notice in a person's inbox. */
struct notice {
	str user;
	str title;
	str body;
	str url;
	struct uuid reminder; /* nil: of something else */
};

struct report {
	struct uuid execution;
	enum outcome outcome; /* SUCCESS, NOOP, RETRY, FAIL or DEFER */
	str result;
	str result_hash;
	str error_class;
	str error_message;
	str error_stack;
	msec retry_after_ms; /* 0: by policy */
	msec defer_until;
	struct rate_said rate;
	struct attempt_output output;
	const struct audit_event *audit; /* at most LIMIT_AUDIT_EVENTS */
	u32 audit_len;
	str channel;      /* where somebody was reached, for the delivery log */
	u32 items_failed; /* items of a batch that its result says have failed */
	bool pauses_job;  /* its job rests until somebody has new work for it */
	/* Of a reminder: its person was told in one way at least, whatever became of the others;
	 * and what is laid into their inbox, NULL: nothing. */
	bool notified;
	const struct notice *notice;
};

struct report_command {
	str worker;
	const struct report *reports;
	u32 len;
	const struct lease_command *lease; /* NULL: none; leases again in the same turn */
};

struct run_command { /* cancel, retry, copy, discard, reschedule, damaged */
	struct uuid run;
	struct uuid execution; /* cancel: only while this one is under way; nil: in any case */
	msec run_at;           /* reschedule */
	str reason;
	/* Copy: the payload of its own, and the texts of the dead letter, which never change. */
	const struct enqueue_item *copy;
	bool discards; /* copy: the dead letter is given up in the same commit */
};

struct pause_command {
	enum pause_scope scope;
	str name; /* of the type or queue */
	msec until;
	str reason;
};

/* A tenant's settings of daily windows, in words; empty and zero: the default. */
struct daily_settings {
	str type;
	str on_cutoff;
	msec window_ms;
	msec retry_delay_ms;
	msec timeout_ms;
	u32 keep_days;
};

struct set_command {
	str name;        /* of the type, queue, tenant or route */
	str details;     /* but a queue's: kept beside the policy as its document; empty: none */
	u64 expected;    /* the version of that document, as in struct document_command */
	bool is_delete;  /* a type: back to no policy; a route: no rate; its document is gone */
	bool is_webhook; /* a type: a webhook's own, with what it says */
	str place;       /* of that: where it stands now; empty: where it stood */
	struct type_policy type;
	str fallback; /* a type's: the name of the next way; empty: as the policy says */
	struct queue_policy queue;
	struct tenant_policy tenant;
	struct rate_policy rate;
	struct tenant_defaults defaults; /* a tenant's */
	bool priority_is_scaled;         /* a type's: it is meant on the tenant's scale */
	bool has_gates; /* a tenant: what it says about its gates is new, and this (model/gates.h)
			 */
	str gates;
	bool gates_only; /* a tenant: its policy stays as it is */
	bool has_daily;  /* a tenant: what it says about daily windows is new, and this */
	struct daily_settings daily;
};

/* Which version must be there: any, none (it must be new), or that one. */
#define DOCUMENT_ANY UINT64_MAX
#define DOCUMENT_NEW ((u64)0)

struct document_command {
	enum document_kind kind;
	str name;
	str body;     /* put */
	u64 expected; /* DOCUMENT_ANY, DOCUMENT_NEW, or a version; delete: DOCUMENT_ANY or a version
		       */
	msec until;   /* 0: for good */
	bool has_gates; /* put, a person: what they say about gates is new, and this */
	str gates;
};

/* About an effect. Of a claim count the keys, the ttl and `reopens`; of the others the claim. */
struct effect_command {
	str action_key;
	str idempotency_key; /* empty: the run's id, of the execution's run */
	str scope;
	struct uuid execution; /* who speaks; nil: nobody in particular (claim), the claim's own */
	msec ttl_ms;           /* 0: 15 minutes */
	bool reopens;          /* abandoned, it may be had by another */
	struct uuid claim;     /* complete, release */
	str result;            /* complete */
	str reason;            /* release */
	bool is_forced;        /* by a person who answers for it, whoever holds it */
};

struct operation_command {
	struct uuid operation; /* stop: which */
	enum operation_kind kind;
	str type; /* the filter, in words; empty: any */
	str queue;
	str key;
	str entity;
	u32 states;
	str reason;
};

struct job_put {
	struct uuid id; /* nil: a new job */
	u64 version;    /* change only this one; 0: any */
	/* The whole definition. Of the row count: state (ACTIVE or DISABLED), what stands from
	 * `kind` to `interval_ms` but type and queue, and the texts. */
	const struct job_row *row;
	bool priority_is_scaled; /* it is meant on the tenant's scale */
	bool takes_misfire;      /* misfire and grace are the tenant's, where it has some */
	bool takes_grace;
	str type;
	str queue; /* empty: "default" */
	/* A member of an apply: for each of the row's dependencies the member that it means, which
	 * may be a new job, counted from 1; 0: by its id. NULL: all by their ids. */
	const u32 *on_members;
};

/* Commands that are carried out all, or none. Each is a JOB_PUT or a JOB_DELETE without reply that
 * names the apply; deletes come first, and each put behind those members that it depends on. They
 * follow the apply in its turn. */
struct job_apply {
	struct command *members;
	u32 len;
	bool is_dry; /* only looked at */
};

struct job_command { /* delete, pause, resume, run, skip_next, backfill */
	struct uuid job;
	str reason;
	msec until;       /* pause; 0: until resumed */
	bool has_payload; /* run: one of its own instead of the job's parameters */
	str payload;
	struct uuid copied_from; /* run: a dead letter of the job that it is a copy of; nil: none */
	bool discards;           /* run: that one is given up in the same commit */
	msec from;               /* backfill: both inclusive, in the past */
	msec to;
	msec spread_ms; /* backfill: the runs begin spread over this span; 0: all at once */
};

struct daily_command { /* put, delete */
	str user;
	u32 due_minute;
	str zone; /* empty: UTC */
};

struct reminder_command {
	struct uuid id; /* nil: a new one */
	str user;       /* only if it is theirs; empty: anybody's */
	u64 version;    /* put, delete: only this one; 0: any */
	/* put: the whole definition: its texts, starts_at, is_recurring, end_date. */
	const struct reminder_row *row;
	bool moves;     /* put: starts_at is new */
	msec snooze_ms; /* snooze: for so long; 0: by default, or until: */
	msec until;     /* 0: not given */
};

struct notice_command {
	struct uuid id;
	str user; /* empty: anybody's */
};

struct calendar_command {
	str name;
	str body; /* as in struct calendar_row */
};

struct alert_command {
	struct uuid id;  /* of the rule (nil: a new one), or of the alert (acknowledge) */
	u64 expected;    /* put, delete: change only this version; DOCUMENT_ANY: any */
	struct uuid job; /* a new one: on which */
	str job_code;
	enum alert_kind kind;
	u32 threshold; /* 0: the kind's default */
	bool is_enabled;
	str channels;
	str recipients;
};

/* The answer of a policy hook. */
enum hook_answer {
	HOOK_ALLOW,
	HOOK_DEFER, /* until then, or by the tenant's default */
	HOOK_DENY,
	HOOK_FAILED, /* no answer in time, or none that makes sense: the tenant says what follows */
	HOOK_BUSY,   /* it was not asked: too much is under way */
};

struct hook_command {
	struct uuid run;
	u64 number; /* of the question */
	enum hook_answer answer;
	msec until; /* 0: not said */
};

struct command {
	enum command_kind kind;
	struct reply *reply;       /* whom to answer; NULL: nobody asked */
	struct list_node in_inbox; /* while it waits for its turn (pump/inbox.h) */
	str tenant;                /* whose; empty: the system's, over all tenants */
	str actor;                 /* who asked, for the journal; empty: SYSTEM */
	const struct audit_ask
		*audit; /* the call behind it; NULL: what it changes is not audited */
	/* The call's Idempotency-Key: a second command with the same key within a day is answered
	 * with what the first one made, or refused when its body differs. */
	bool has_replay;
	struct digest replay_key;
	struct digest replay_body;
	msec replay_ms;              /* how long that counts; 0: a day */
	const struct command *apply; /* that it is a member of; NULL: it stands alone */
	union {
		struct enqueue_command enqueue;
		struct batch_command batch;
		struct ladder_command ladder;
		struct lease_command lease;
		struct leave_command leave;
		struct beat_command beat;
		struct report_command report;
		struct run_command run;
		struct pause_command pause;
		struct set_command set;
		struct operation_command operation;
		struct document_command document;
		struct effect_command effect;
		struct hook_command hook;
		struct job_apply job_apply;
		struct job_put job_put;
		struct job_command job;
		struct calendar_command calendar; /* the calendar is the command's tenant's */
		struct daily_command daily;
		struct reminder_command reminder;
		struct notice_command notice;
		struct alert_command alert;
	};
};

/* How much it adds to a turn, whose sum is bounded (LIMIT_TURN_ITEMS). */
u32 command_weight(const struct command *command);

#endif
