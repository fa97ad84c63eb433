/* Commands: requests to the engine. A command and everything it points to must live until its turn
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
	SUBJECT_JOBS, /* several jobs as one command; each member is about one job */
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
/* False: workers or the server itself send the command, so its calls leave no audit row. */
bool command_is_audited(enum command_kind kind);

/* One new run. Zero and empty fields take their defaults. */
struct enqueue_item {
	str type;
	str queue; /* empty: "default" */
	str route; /* given by the caller; empty: the type's route */
	str key;
	str bucket; /* given by the caller; empty: from run_at */
	str entity;
	str user;
	str payload;
	str trace;
	str created_by; /* the creator; empty: the command's actor */
	str details;    /* a JSON object with the run's own settings; or empty */
	msec run_at;    /* 0: now */
	/* given as an instant: then keys are unique by bucket unless a scope is given */
	bool run_at_is_absolute;
	msec deadline_at;
	msec timeout_ms;
	u32 priority;
	bool priority_is_scaled; /* on the scale of priorities that the tenant has */
	u32 max_attempts;
	/* UNIQUE_NONE: not given, so the type's, the tenant's, or the default */
	enum unique_scope scope;
	msec unique_ttl;      /* 0: 24 h */
	struct uuid parent;   /* a batch's child: its key is not a unique key */
	enum run_cause cause; /* TASK, or a cause for a run of Belfry's own */
	bool is_parent;       /* the run waits for its children */
	bool is_rung;         /* a ladder's rung: its key is not a unique key */
	bool is_critical;     /* of a ladder's last rungs */
	/* If a run with this key exists and has not started: that run gets the item's payload,
	 * times and priority. */
	bool replaces;
	/* Ids of runs of the tenant that the task waits for: at most LIMIT_TASK_AFTER. */
	const struct uuid *after;
	u32 after_len;
	enum dependency_kind needs; /* how all of them must end: SUCCESS or COMPLETE */
	/* the delivery of an event to a webhook: the type is the webhook's own, the key is not a
	 * unique key, and the payload is Belfry's */
	bool is_delivery;
	/* the payload is a copy of this ladder's payload; zero: it is not */
	struct digest payload_of_ladder;
	u32 payload_len; /* the length of that payload */
	/* the alert that such a rung notifies of; 0: given by its key */
	u64 alert;
	str alert_key;
};

struct enqueue_command {
	const struct enqueue_item *items;
	u32 len;
	bool atomic; /* all items or none */
	/* made by an incoming event: its replay key counts once, whatever the result was */
	bool is_event;
	/* Ids or codes of jobs for which there is new work: a job that its handler has paused goes
	 * on. At most LIMIT_RESUMES. */
	const str *resumes;
	u32 resumes_len;
	/* Deliveries of events: the webhook's own type (empty: none), the versions that its
	 * document and its position must have, and its new position from this commit on. */
	str webhook;
	u64 definition;
	u64 course;
	str place;
};

/* A parent and its children, all or none. */
struct batch_command {
	const struct enqueue_item *parent;   /* its type, queue, priority, entity, user, run_at */
	const struct enqueue_item *children; /* without key, run_at and parent */
	u32 len;
	msec pause_ms;  /* each child starts this much later than the child before */
	msec jitter_ms; /* plus a random delay up to this */
};

/* A command about the ladders of an entity. */
struct ladder_command {
	str entity;
	str user; /* create: empty: for no person; move, stop: used with has_user */
	str name;
	bool has_user; /* move, stop: only ladders of this user */
	bool has_name;
	msec anchor;         /* create, move */
	const msec *offsets; /* create: in any order, without duplicates */
	u32 len;             /* the number of offsets */
	/* create: type, payload and the other fields of a rung's run */
	const struct enqueue_item *rung;
	str reason; /* stop */
};

struct lease_command {
	enum carrier carrier; /* NODE: the server itself leases, and `worker` is its name */
	/* The types belong to workers, but this process carries them out: `worker` is the node's
	 * name, so its leases end with the process. */
	bool is_within;
	str worker;
	str hostname;
	const str *queues; /* none: any queue */
	const str *types;
	const str *tenants; /* none: the command's tenant; for the system all tenants */
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

/* A rate limit as the other side has reported it. */
struct rate_said {
	bool is_said;
	bool is_global; /* the limit covers more than this bucket */
	bool has_remaining;
	u32 remaining;
	msec reset_after_ms; /* 0: not reported */
	str bucket;          /* the other side's name for it; empty: not reported */
};

/* An action that a handler reports, for the journal. */
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
	struct uuid reminder; /* nil: not about a reminder */
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
	str channel;      /* where the person was reached, for the delivery log */
	u32 items_failed; /* items of a batch that failed, as its result says */
	bool pauses_job;  /* the job is paused until there is new work for it */
	/* For a reminder. notified: the person was reached in at least one way. notice: the entry
	 * for the person's inbox; NULL: none. */
	bool notified;
	const struct notice *notice;
};

struct report_command {
	str worker;
	const struct report *reports;
	u32 len;
	const struct lease_command *lease; /* NULL: none; else leases again in the same turn */
};

struct run_command { /* cancel, retry, copy, discard, reschedule, damaged */
	struct uuid run;
	struct uuid execution; /* cancel: only while this execution is open; nil: in any case */
	msec run_at;           /* reschedule */
	str reason;
	/* copy: another payload, and the texts of the dead letter, which never change */
	const struct enqueue_item *copy;
	bool discards; /* copy: discard the dead letter in the same commit */
};

struct pause_command {
	enum pause_scope scope;
	str name; /* of the type or queue */
	msec until;
	str reason;
};

/* A tenant's settings of daily windows, as text; empty and zero: the default. */
struct daily_settings {
	str type;
	str on_cutoff;
	msec window_ms;
	msec retry_delay_ms;
	msec timeout_ms;
	u32 keep_days;
};

struct set_command {
	str name; /* of the type, queue, tenant or route */
	/* not for queues: the document that is stored beside the policy; empty: none */
	str details;
	u64 expected; /* the version of that document, as in struct document_command */
	/* a type: delete its policy; a route: delete its rate; the document is deleted, too */
	bool is_delete;
	bool is_webhook; /* a type: a webhook's own, with its document */
	str place;       /* its position in the journal; empty: unchanged */
	struct type_policy type;
	str fallback; /* a type: the name of its fallback; empty: as the policy says */
	struct queue_policy queue;
	struct tenant_policy tenant;
	struct rate_policy rate;
	struct tenant_defaults defaults; /* a tenant's */
	bool priority_is_scaled;         /* a type: the priority is on the tenant's scale */
	/* a tenant: set its gates to this (model/gates.h) */
	bool has_gates;
	str gates;
	bool gates_only; /* a tenant: leave its policy unchanged */
	bool has_daily;  /* a tenant: set its daily windows to this */
	struct daily_settings daily;
};

/* The version that the document must have: any, none (it must be new), or this number. */
#define DOCUMENT_ANY UINT64_MAX
#define DOCUMENT_NEW ((u64)0)

struct document_command {
	enum document_kind kind;
	str name;
	str body;     /* put */
	u64 expected; /* DOCUMENT_ANY, DOCUMENT_NEW, or a version; delete: DOCUMENT_ANY or a version
		       */
	msec until;   /* 0: it never expires */
	bool has_gates; /* put of a person: set their gates to this */
	str gates;
};

/* A command about an effect. A claim uses the keys, the ttl and `reopens`; the other commands use
 * `claim`. */
struct effect_command {
	str action_key;
	str idempotency_key; /* empty: the id of the execution's run */
	str scope;
	struct uuid execution; /* the execution that asks; nil: none (claim), or the claim's own */
	msec ttl_ms;           /* 0: 15 minutes */
	bool reopens;          /* if an abandoned effect may be claimed again */
	struct uuid claim;     /* complete, release */
	str result;            /* complete */
	str reason;            /* release */
	bool is_forced;        /* an operator decides it, whoever holds the claim */
};

struct operation_command {
	struct uuid operation; /* stop: the operation to stop */
	enum operation_kind kind;
	str type; /* the filter, as text; empty: any */
	str queue;
	str key;
	str entity;
	u32 states;
	str reason;
};

struct job_put {
	struct uuid id; /* nil: a new job */
	u64 version;    /* only if this is its version; 0: any */
	/* The whole definition. Used of the row: state (ACTIVE or DISABLED), the members from
	 * `kind` to `interval_ms` except type and queue, and the texts. */
	const struct job_row *row;
	bool priority_is_scaled; /* on the tenant's scale */
	bool takes_misfire;      /* misfire and grace are the tenant's defaults, if it has some */
	bool takes_grace;
	str type;
	str queue; /* empty: "default" */
	/* A member of an apply: for each dependency of the row the member that it names, counted
	 * from 1, which may be a new job; 0: by id. NULL: all by id. */
	const u32 *on_members;
};

/* Commands that are carried out all or none. Each is a JOB_PUT or a JOB_DELETE without reply, and
 * names the apply. Deletes come first; each put comes after the members that it depends on. The
 * members follow the apply in its turn. */
struct job_apply {
	struct command *members;
	u32 len;
	bool is_dry; /* check only, change nothing */
};

struct job_command { /* delete, pause, resume, run, skip_next, backfill */
	struct uuid job;
	str reason;
	msec until;       /* pause; 0: until resumed */
	bool has_payload; /* run: another payload than the job's parameters */
	str payload;
	struct uuid copied_from; /* run: the dead letter of the job to copy; nil: none */
	bool discards;           /* run: discard that dead letter in the same commit */
	msec from;               /* backfill: both inclusive, in the past */
	msec to;
	msec spread_ms; /* backfill: spread the runs over this span; 0: all at once */
};

struct daily_command { /* put, delete */
	str user;
	u32 due_minute;
	str zone; /* empty: UTC */
};

struct reminder_command {
	struct uuid id; /* nil: a new one */
	str user;       /* only if it is this user's; empty: any user's */
	u64 version;    /* put, delete: only if this is its version; 0: any */
	/* put: the whole definition: its texts, starts_at, is_recurring, end_date. */
	const struct reminder_row *row;
	bool moves;     /* put: starts_at is another */
	msec snooze_ms; /* snooze: for this long; 0: the default, or until: */
	msec until;     /* 0: not given */
};

struct notice_command {
	struct uuid id;
	str user; /* empty: any user's */
};

struct calendar_command {
	str name;
	str body; /* as in struct calendar_row */
};

struct alert_command {
	struct uuid id;  /* of the rule (nil: a new one), or of the alert to acknowledge */
	u64 expected;    /* put, delete: only if this is its version; DOCUMENT_ANY: any */
	struct uuid job; /* the job of a new rule */
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
	HOOK_DEFER, /* until the given time, or by the tenant's default */
	HOOK_DENY,
	/* no answer in time, or none that could be read: the tenant's setting decides */
	HOOK_FAILED,
	HOOK_BUSY, /* the hook was not asked: too many questions are open */
};

struct hook_command {
	struct uuid run;
	u64 number; /* the number of the question */
	enum hook_answer answer;
	msec until; /* 0: not given */
};

struct command {
	enum command_kind kind;
	struct reply *reply;           /* NULL: nobody waits for an answer */
	struct list_node in_inbox;     /* while it waits for a turn (pump/inbox.h) */
	str tenant;                    /* the tenant; empty: the system, for all tenants */
	str actor;                     /* the caller, for the journal; empty: SYSTEM */
	const struct audit_ask *audit; /* the API call; NULL: the change is not audited */
	/* The call's Idempotency-Key. A second command with the same key within a day gets the
	 * answer of the first one, or is refused if its body differs. */
	bool has_replay;
	struct digest replay_key;
	struct digest replay_body;
	msec replay_ms;              /* how long the key counts; 0: a day */
	const struct command *apply; /* the apply that it is a member of; NULL: none */
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
		struct calendar_command calendar; /* of the command's tenant */
		struct daily_command daily;
		struct reminder_command reminder;
		struct notice_command notice;
		struct alert_command alert;
	};
};

/* The number of runs that its tasks wait for. */
u32 command_after_len(const struct command *command);
/* The command's share of the bound on a turn (LIMIT_TURN_ITEMS). */
u32 command_weight(const struct command *command);

#endif
