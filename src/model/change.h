/* What a turn writes: puts and deletes of rows, all or none. */
#ifndef BELFRY_MODEL_CHANGE_H
#define BELFRY_MODEL_CHANGE_H

#include "model/audit.h"
#include "model/rows.h"

enum change_kind {
	CHANGE_RUN_NEW, /* run */
	CHANGE_RUN_HOT, /* id, hot: what changes in a run's life; sets `spilled`, too */
	/* spilled: of a queued run that nobody holds; sets hot.spilled and nothing else. From now
	 * WANT_DUE leaves it out, and WANT_SPILLED has it. */
	CHANGE_RUN_SPILLED,
	CHANGE_EXECUTION_NEW,  /* execution: a claim; touches nothing else */
	CHANGE_EXECUTION_BEAT, /* execution id, lease_until: only sometimes, see engine/lease.c */
	CHANGE_EXECUTION_END,  /* end */
	CHANGE_UNIQUE_PUT,     /* unique: must not be there for another run */
	CHANGE_UNIQUE_DELETE,  /* unique.key */
	CHANGE_NAME_PUT,
	CHANGE_TYPE_PUT,
	CHANGE_QUEUE_PUT,
	CHANGE_TENANT_PUT,
	CHANGE_PAUSE_PUT,
	CHANGE_PAUSE_DELETE, /* pause.key */
	CHANGE_OPERATION_PUT,
	CHANGE_THING_PUT,    /* thing: the whole row, new or instead of what was there */
	CHANGE_THING_DELETE, /* thing.key */
	CHANGE_REPLAY_PUT,   /* replay: new, or instead of one that is past its time */
	CHANGE_JOB_PUT,      /* job: a new one, whole; of one that is there all but pause and hot */
	CHANGE_JOB_STATE, /* job_state: version, updated_at, state and pause of one that is there */
	CHANGE_JOB_HOT,   /* job_hot */
	CHANGE_OCCURRENCE_PUT, /* occurrence: must not be there */
	CHANGE_CALENDAR_PUT,
	CHANGE_CALENDAR_DELETE, /* calendar: tenant and name */
	CHANGE_PROGRESS_PUT,    /* progress: of an open execution */
	CHANGE_RESULT_PUT,      /* result: new, or instead of the one before */
	CHANGE_OUTPUT_PUT,      /* output: of an execution that ends in this turn */
	CHANGE_RATE_PUT,        /* rate: new, or instead of the one before */
	CHANGE_RATE_DELETE,     /* rate: tenant and route */
	CHANGE_TYPE_NAMED,   /* type_named: the tenant knows the type (may be there already), or no
			      * more. For listings alone */
	CHANGE_DEFAULTS_PUT, /* defaults: new, or instead of those before */
	/* tenant_drop: its policies (tenants, defaults, types, gates, calendars, rates, pauses) and
	 * what is left of its daily windows and reminders go, and its number has this name from now
	 * on. */
	CHANGE_TENANT_DROP,
	CHANGE_BATCH_PUT,       /* batch: new, or instead of the one before */
	CHANGE_EFFECT_PUT,      /* effect: new, or instead of the row with its id */
	CHANGE_COOLDOWN_PUT,    /* cooldown: new, or instead of the one with its key */
	CHANGE_COOLDOWN_DELETE, /* cooldown: tenant, type and alert */
	CHANGE_DELIVERY_NEW,    /* delivery: entity and user are brought from its run */
	CHANGE_LADDER_NEW,      /* ladder: whole, new or instead of the one with its key */
	CHANGE_LADDER_PUT,      /* ladder: of one that is there all but its payload */
	CHANGE_LINKS_PUT,       /* links: of a run that waits; new, or instead of those before */
	CHANGE_GATES_PUT,       /* gates: new, or instead of the one before; an empty body: gone */
	/* daily: new, or instead of the one before, whole; makes its window's run known */
	CHANGE_DAILY_PUT,
	CHANGE_DAILY_HOT,         /* daily_hot: of one that is there */
	CHANGE_DAILY_GONE,        /* daily_gone: the row and its whole ledger go; it may be gone */
	CHANGE_DAY_PUT,           /* day: must not be there */
	CHANGE_DAILY_POLICY_PUT,  /* daily_policy: new, or instead of the one before */
	CHANGE_REMINDER_PUT,      /* reminder: new, or instead of the one before, whole */
	CHANGE_REMINDER_HOT,      /* reminder_hot: of one that is there */
	CHANGE_REMINDER_GONE,     /* reminder_gone */
	CHANGE_NOTICE_PUT,        /* notice: new; one of the same run that is there stays */
	CHANGE_NOTICE_READ,       /* notice_read: of one that may be there, and unread */
	CHANGE_AUDIT_PUT,         /* audit: must not be there; a turn's in the order of numbers */
	CHANGE_ALERT_RULE_PUT,    /* alert_rule: new, or instead of the one with its id */
	CHANGE_ALERT_RULE_DELETE, /* alert_rule: its id */
	CHANGE_ALERT_PUT,         /* alert: the same */
	CHANGE_KINDS
};

struct change {
	enum change_kind kind;
	union {
		const struct run_row *run;
		struct {
			struct uuid id;
			tenant_no tenant;
			struct run_hot hot;
		} run_hot;
		struct {
			struct uuid id;
			tenant_no tenant;
		} spilled;
		struct execution_row execution;
		const struct execution_end *end;
		struct unique_row unique;
		struct name_row name;
		const struct type_row *type;
		struct queue_row queue;
		const struct tenant_row *tenant;
		struct pause_row pause;
		const struct operation_row *operation;
		struct thing_row thing;
		struct replay_row replay;
		const struct job_row *job;
		struct {
			struct uuid id;
			tenant_no tenant;
			u64 version;
			msec updated_at;
			enum job_state state;
			struct job_pause pause;
		} job_state;
		struct {
			struct uuid id;
			tenant_no tenant;
			struct job_hot hot;
		} job_hot;
		struct occurrence_row occurrence;
		struct calendar_row calendar;
		struct progress_row progress;
		struct result_row result;
		struct output_row output;
		struct rate_row rate;
		const struct defaults_row *defaults;
		struct {
			tenant_no tenant;
			type_no type;
			bool is_gone;
		} type_named;
		struct {
			tenant_no tenant;
			str name;
		} tenant_drop;
		const struct links_row *links;
		const struct effect_row *effect;
		struct gates_row gates;
		struct batch_row batch;
		const struct ladder_row *ladder;
		const struct daily_row *daily;
		struct {
			tenant_no tenant;
			str user;
			struct daily_hot hot;
		} daily_hot;
		struct {
			tenant_no tenant;
			str user;
		} daily_gone;
		const struct day_row *day;
		struct daily_policy_row daily_policy;
		const struct alert_rule_row *alert_rule;
		const struct alert_row *alert;
		struct cooldown_row cooldown;
		const struct delivery_row *delivery;
		const struct reminder_row *reminder;
		struct {
			tenant_no tenant;
			struct uuid id;
			struct reminder_hot hot;
		} reminder_hot;
		struct {
			tenant_no tenant;
			struct uuid id;
		} reminder_gone;
		const struct notice_row *notice;
		struct {
			tenant_no tenant;
			struct uuid id;
			str user; /* empty: anybody's */
			msec at;
		} notice_read;
		const struct audit_row *audit;
	};
};

#endif
