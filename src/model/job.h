/* Jobs: definitions that make runs. The rows of a job, of its occurrences, and of calendars.
 *
 * A job's row has three parts that are written apart: the definition, which people change (and
 * which `version` counts); whether it is paused; and `hot`, what runs and time change.
 *
 * Its next occurrence always stands in the queue as a run (struct run_row: job, planned_at, cause,
 * hot.occurrence), made in the turn in which the one before became due. */
#ifndef BELFRY_MODEL_JOB_H
#define BELFRY_MODEL_JOB_H

#include "base/msec.h"
#include "base/str.h"
#include "base/uuid.h"
#include "calendar/dst.h"
#include "model/decided.h"
#include "model/jobs.def"
#include "model/lint.h"
#include "model/names.h"
#include "model/policy.h"
#include "model/state.h"

enum job_kind {
#define X(name, word, sentence) JOB_##name,
	JOB_KINDS(X)
#undef X
		JOB_KIND_COUNT
};

/* PAUSED is not a state: an ACTIVE job is paused while `now < pause.until`. */
enum job_state {
#define X(name, word, sentence) JOB_##name,
	JOB_STATES(X)
#undef X
		JOB_STATE_COUNT
};

enum misfire {
#define X(name, word, sentence) MISFIRE_##name,
	MISFIRES(X)
#undef X
		MISFIRE_COUNT
};

enum overlap {
#define X(name, word, sentence) OVERLAP_BY_##name,
	OVERLAPS(X)
#undef X
		OVERLAP_COUNT
};

enum run_cause {
#define X(name, word, family, sentence) CAUSE_##name,
	RUN_CAUSES(X)
#undef X
		CAUSE_COUNT
};

enum occurrence_outcome {
#define X(name, word, sentence) OCCURRENCE_##name,
	OCCURRENCE_OUTCOMES(X)
#undef X
		OCCURRENCE_OUTCOME_COUNT
};

enum occurrence_reason {
#define X(name, word, sentence) OCCURRENCE_BY_##name,
	OCCURRENCE_REASONS(X)
#undef X
		OCCURRENCE_REASON_COUNT
};

enum dependency_kind {
#define X(name, word, sentence) DEPENDENCY_##name,
	DEPENDENCY_KINDS(X)
#undef X
		DEPENDENCY_KIND_COUNT
};

/* The relation of a run to the job's plan. PLANNED and MOVED are undecided: a change of the job
 * withdraws such runs. */
enum plan_state {
	PLAN_STATE_NONE,    /* a task, or a run that a person triggered */
	PLAN_STATE_PLANNED, /* waits for its planned instant, when its occurrence is decided */
	/* a caller gave it another time: it cannot misfire; planned_at and bucket stay */
	PLAN_STATE_MOVED,
	PLAN_STATE_DECIDED, /* its instant has come and it goes on, or it has ended */
};

/* ---- the job ------------------------------------------------------------------------------ */

struct job_pause {
	msec since; /* 0: not paused */
	msec until; /* MSEC_MAX: until resumed */
	str reason;
	str author;
};

struct dependency {
	struct uuid job; /* of the same tenant; a job that was deleted since does not count */
	enum dependency_kind kind;
};

/* The jobs that a job depends on. Its occurrences wait for a run of each. */
struct dependencies {
	u32 len;
	struct dependency at[LIMIT_JOB_DEPENDENCIES];
};

/* The author of a pause that a handler has made: no user can have this name. */
#define JOB_PAUSE_HANDLER STR("@handler")
#define JOB_PAUSE_HANDLER_REASON STR("handler")

/* Instants are 0 where there is none. */
struct job_hot {
	msec planned_through; /* the last instant that was planned as a run, or passed over */
	/* the last decided instant: nothing is planned at or before it */
	msec decided_through;
	/* the last instant that was passed over behind a waiting run, which covers it: nothing is
	 * planned at or before it, either */
	msec passed_through;
	u32 undecided; /* PLANNED runs of the job; MOVED ones do not count */
	u32 backfills; /* how many times a span was run again */
	enum run_state
		last_state;    /* of the last run that was started and ended; WAITING: none yet */
	msec last_run_at;      /* when that run's last attempt began */
	msec last_duration_ms; /* of that attempt */
	u64 run_count;         /* runs that were started and ended */
	u64 failure_count;     /* of them: failed or dlq */
	u32 failures_in_a_row;
	u32 executions; /* how many have started: the number of the last one */
	/* The last execution that had started when new work arrived: a pause that this execution or
	 * an earlier one asks for does not count. */
	u32 woken_through;
	msec paused_through; /* how far the last pause that is over reached; 0: none */
	/* A clock that was ahead had decided instants up to here when it was set back; 0: none. */
	msec undone_through;
	/* the ledger's number for instants up to there that were decided since */
	u32 undone_number;
	struct decided_spans undone_except; /* those of these instants that stay decided */
	msec updated_at;
};

struct job_row {
	struct uuid id;
	tenant_no tenant;
	u64 version; /* from 1; grows with every change by a person */
	enum job_state state;
	enum job_kind kind;
	type_no type;
	queue_no queue;
	u32 priority;     /* 0: by the type's policy */
	u32 max_attempts; /* 0: as the policy says, else 4 */
	msec timeout_ms;  /* 0: as the policy says, else 300 s */
	struct backoff backoff;
	enum misfire misfire;
	msec grace_ms;
	u32 catchup_max;
	msec catchup_spread_ms;
	msec jitter_ms;
	enum overlap overlap;
	u32 max_instances; /* 0: no limit */
	msec horizon_ms;   /* 0: only the next occurrence is planned */
	enum dst_gap dst_gap;
	enum dst_overlap dst_overlap;
	bool is_system_required; /* cannot be disabled or deleted */
	msec run_at;             /* ONCE */
	msec interval_ms;        /* INTERVAL */
	u64 group;               /* group_mark of the group in its details; 0: none */
	/* its parameters have a field that looks like this kind of secret */
	enum lint_kind flagged;
	msec created_at;
	msec updated_at;
	u32 parameters_len;
	struct dependencies dependencies;
	struct job_pause pause;
	struct job_hot hot;
	/* Texts; empty if not given. */
	str code; /* unique among the tenant's jobs that are not deleted */
	str rule; /* CRON: the expression; RRULE: the rule */
	str zone; /* IANA name; empty: UTC */
	/* RFC 3339, or a local time in the zone; RRULE and INTERVAL jobs always have it */
	str start;
	str rdates;  /* RRULE: like start, separated by commas */
	str exdates; /* the same */
	str exclude; /* names of calendars, separated by commas */
	/* Kept verbatim. Left out in rows that are loaded for the engine (parameters_len stays). */
	str parameters; /* a JSON object: the payload of its runs */
	/* a JSON object with members that the engine does not use (name, description, ...) */
	str details;
};

/* Everything a job takes by default; texts and names stay empty. */
struct job_row job_defaults(void);

static inline bool job_is_paused(const struct job_pause *pause, msec now)
{
	return pause->since && now < pause->until;
}

/* ---- its occurrences ---------------------------------------------------------------------- */

/* The ledger. Primary key (job, planned_at, number). A row is written once and never changed;
 * writing an existing one is a bug (must). A range of occurrences without runs is one row, under
 * its first instant. */
struct occurrence_row {
	struct uuid job;
	tenant_no tenant;
	msec planned_at;
	u32 number; /* 0: as planned; n: of the job's n-th backfill; see OCCURRENCE_AGAIN */
	enum occurrence_outcome outcome;
	enum occurrence_reason reason;
	struct uuid run; /* nil: a range */
	msec until;      /* a range [planned_at, until); 0: a single occurrence */
	u32 count;       /* of a range: how many */
	bool or_more;    /* there are more than could be counted */
	msec decided_at;
};

/* Numbers from here on belong to rows written after a clock that was ahead was set back, two for
 * each time: one for the rows `undone`, and one for instants up to hot.undone_through that are
 * decided again. The rows of the clock that was ahead stay as they are. */
#define OCCURRENCE_AGAIN (1u << 31)

static inline bool occurrence_is_backfill(const struct occurrence_row *row)
{
	return row->number && row->number < OCCURRENCE_AGAIN;
}

/* Whether the job has decided an instant after this one, or planned one for which no run exists. */
static inline bool job_is_ahead(const struct job_hot *hot, msec of)
{
	bool is_planned = !hot->undecided && hot->planned_through > of;
	return is_planned || hot->decided_through > of || hot->passed_through > of ||
	       hot->paused_through > of;
}

/* The number of an instant that is not part of a backfill. */
static inline u32 occurrence_number(const struct job_hot *hot, msec planned_at)
{
	return planned_at <= hot->undone_through ? hot->undone_number : 0;
}

/* Whether this row decides its instant for good, even if the clock was ahead: a run was made, or a
 * caller skipped it. */
bool occurrence_stays(const struct occurrence_row *row);

/* Reads a job's ledger in the order of instants, and notes the instants that stay decided. */
struct decided_reader {
	struct decided_spans *spans;
	msec *through; /* the last instant of all rows */
	/* continues with the next row if that instant stays decided, too */
	struct decided_span span;
	u32 number;
};
void decided_read(struct decided_reader *reader, const struct occurrence_row *row);
void decided_read_end(struct decided_reader *reader);

/* ---- what its runs wait for ---------------------------------------------------------------- */

/* Which run of the other job is meant: looked up once, when the dependent falls due. */
struct link {
	struct uuid job;
	struct uuid awaited; /* nil: that run was withdrawn, and is to be looked up again */
	enum dependency_kind kind;
};

/* All links of a run; dependencies without anything to wait for are left out. */
struct links_row {
	struct uuid run;
	tenant_no tenant;
	u32 len;
	struct link at[LIMIT_JOB_DEPENDENCIES];
};

/* ---- calendars ---------------------------------------------------------------------------- */

/* A named set of days for `exclude`. The body has a line for each date ("2025-12-25") and each rule
 * of whole days with its start ("2025-01-01 FREQ=YEARLY;BYMONTH=5;BYDAY=1MO"). Always in memory. */
struct calendar_row {
	tenant_no tenant;
	str name;
	u64 version;
	str body;
	msec updated_at;
};

/* ---- words -------------------------------------------------------------------------------- */

str job_kind_name(enum job_kind kind);
MUST_USE bool job_kind_parse(str name, enum job_kind *out_kind);
str job_state_name(enum job_state state);
str misfire_name(enum misfire misfire);
MUST_USE bool misfire_parse(str name, enum misfire *out_misfire);
str overlap_name(enum overlap overlap);
MUST_USE bool overlap_parse(str name, enum overlap *out_overlap);
str run_cause_name(enum run_cause cause);
bool run_cause_has_job(enum run_cause cause);
/* Belfry's own: it sends something, and nobody asked for a run. */
bool run_cause_is_internal(enum run_cause cause);
str occurrence_outcome_name(enum occurrence_outcome outcome);
str occurrence_reason_name(enum occurrence_reason reason);
str dependency_kind_name(enum dependency_kind kind);
MUST_USE bool dependency_kind_parse(str name, enum dependency_kind *out_kind);

#endif
