/* Policies: settings of a type, a queue or a tenant about its runs. A field that nobody says is
 * asked of the next in line: the run, its job, its type in the tenant, the same type of the tenant
 * system, the type in the tenant's profile, the tenant, its profile, the server, what is usual. */
#ifndef BELFRY_MODEL_POLICY_H
#define BELFRY_MODEL_POLICY_H

#include "base/err.h"
#include "base/msec.h"
#include "base/prng.h"
#include "base/str.h"
#include "model/errorclass.def"
#include "model/gate.h"
#include "model/limits.def"
#include "model/policies.def"
#include "model/quota.h"

enum backoff_kind { BACKOFF_UNSET, BACKOFF_STEPS, BACKOFF_EXPONENTIAL, BACKOFF_FIXED };

struct backoff {
	enum backoff_kind kind;
	u32 steps_len;
	msec steps[LIMIT_BACKOFF_STEPS]; /* STEPS: the last one repeats */
	msec base;                       /* EXPONENTIAL: base * 2^n; FIXED: base */
	msec max;                        /* 0: a day */
};

enum error_class {
#define X(name, word, retryable, sentence) CLASS_##name,
	ERROR_CLASSES(X)
#undef X
		CLASS_COUNT
};

str error_class_name(enum error_class error_class);

/* A short list of class names, packed: "dm_closed\0quota\0". */
struct class_list {
	u16 len;
	char text[LIMIT_CLASS_NAMES * (LIMIT_CLASS_NAME_BYTES + 1)];
};
MUST_USE bool class_list_add(struct class_list *list, str name);
bool class_list_has(const struct class_list *list, str name);

/* The carrier of a type: workers that lease its runs, or this server's own handlers. A lease call
 * that says nothing is a worker's. */
enum carrier { CARRIER_UNSAID, CARRIER_WORKERS, CARRIER_NODE, CARRIERS };

/* Where no policy says: EMAIL, WEBHOOK, REMINDER and those of webhooks are the server's own. */
enum carrier carrier_of_type(str type_name);

/* A webhook of events has a type of its own, under a name that nobody else can use: its deliveries
 * are runs of that type. No event about such a run is ever delivered, so nothing feeds on itself.
 */
#define WEBHOOK_TYPE_PREFIX "@webhook."
bool type_is_webhooks(str type_name);

/* A run that makes something else when it is carried out: {"make": "reminder" or "job", "body": as
 * the API takes it}. What a rule for events makes is so kept in the commit that takes the event. */
#define MAKER_TYPE STR("belfry.make")

/* Of a route; the bytes behind its end are 0. */
struct route_name {
	u16 len; /* 0: none */
	char text[LIMIT_ROUTE_BYTES];
};
MUST_USE bool route_name_set(struct route_name *name, str text); /* false: too long */
str route_name_view(const struct route_name *name);

/* Within what a key is unique. */
enum unique_scope {
	UNIQUE_NONE,
	UNIQUE_BUCKET,    /* within its bucket: a task's minute, or the caller's word */
	UNIQUE_TTL,       /* for a span from its creation */
	UNIQUE_ACTIVE,    /* while one is not finished */
	UNIQUE_SUCCEEDED, /* while one is live, and for ever after one is done */
	UNIQUE_FOREVER,
};

/* The setting of one of run, type and tenant about keys. */
struct scope_said {
	enum unique_scope scope; /* NONE: nothing */
	msec ttl;                /* of a span; 0: a day */
};

/* The next way when one fails for good. */
struct fallback_policy {
	u32 type;    /* its number; 0: there is none */
	u32 minutes; /* between two of one alert; 0: 60 */
	/* Which failures lead to it; empty: all but what was denied or is damaged. */
	struct class_list classes;
	/* The key of an alert: "entity", or the path of a value in the payload; empty: its key. */
	struct class_list key;
};

enum policy_field {
#define X(name, word, says, member, more) SAYS_##name,
	POLICY_FIELDS(X)
#undef X
		POLICY_FIELD_COUNT
};

struct type_policy {
	u32 said; /* bits of enum policy_field; policy_note_said adds those that are not 0 */
	enum carrier carrier;
	u32 priority; /* 1 to 10 */
	u32 max_attempts;
	u32 limit; /* runs of it at once, in its tenant */
	msec lease_ms;
	msec timeout_ms;
	struct backoff backoff;
	struct class_list retryable;
	struct class_list fatal;
	enum unique_scope
		scope;   /* of its runs with a key that say none; NONE: as the tenant says */
	msec unique_ttl; /* 0: 24 h */
	enum maintenance_mode maintenance;
	enum quiet_mode quiet;
	u32 notifies; /* 1: it reaches people, so quiet hours count */
	struct fallback_policy fallback;
	u32 retention_days;       /* its ended runs are kept so long; 0: as all others */
	u32 ladder_critical_last; /* of a ladder's rungs only so many may use the opt-in; 0: all */
	u64 group;                /* group_mark of what its details say; 0: none */
	struct route_name route;  /* whose rate limit counts for its runs */
};

str policy_field_word(enum policy_field field);
/* Whether a policy says a field itself; it may be NULL. */
static inline bool policy_says(const struct type_policy *policy, enum policy_field field)
{
	return policy && (policy->said >> field & 1);
}
/* A field that is not 0 counts as said. */
void policy_note_said(struct type_policy *policy);
/* From now on the policy says nothing about the field. */
void policy_clear(struct type_policy *policy, enum policy_field field);
/* Field by field what the first says, else what the second does. */
struct type_policy policy_merge(const struct type_policy *first, const struct type_policy *second);
MUST_USE bool policy_is_same(const struct type_policy *a, const struct type_policy *b);

/* The policy may be NULL. */
struct scope_said scope_of_policy(const struct type_policy *policy);

/* Where each field of a type's policy may come from, the first that says it. */
struct policy_sources {
	struct type_policy own;
	struct type_policy system;  /* of the same type of the tenant system */
	struct type_policy profile; /* of the type in its tenant's profile */
};

/* Field by field the first of them. */
struct type_policy policy_of_sources(const struct policy_sources *from);

struct queue_policy {
	u32 weight; /* 0: 1 */
	u32 limit;  /* 0: none */
};

struct tenant_policy {
	u32 weight;
	u32 limit;
	u32 max_attempts;
	msec lease_ms;
	msec timeout_ms;
	struct backoff backoff;
	u32 profile; /* enum profile_no: what it says counts where the tenant does not */
	bool require_key;
	u32 says_key;            /* require_key counts also where it is false */
	msec min_interval_ms;    /* between occurrences of a job; 0: a minute */
	u32 quotas[QUOTA_KINDS]; /* 0: as the server says for all */
};

/* How many steps the scale of 000/001 has: its p means 2p - 1. */
enum { PRIORITY_STEPS_FEW = 5 };

/* The meaning of a caller's priority under a tenant: on its scale, unless the caller was exact. */
MUST_USE enum err priority_from(u32 given, u32 steps, u32 *out_priority, struct why *why);
/* The other way, for answers. A priority from before the tenant had the scale may lie between two
 * of its steps: the more urgent one is shown. */
u32 priority_shown(u32 priority, u32 steps);

/* The sharers of a declared rate. */
enum rate_scope {
	RATE_TENANT, /* each tenant for itself */
	RATE_SYSTEM, /* all tenants together */
};

/* How often a route may be used: `rate` tokens come back in `per_ms`, and at most `burst` wait. */
struct rate_policy {
	u32 rate;
	u32 burst;
	msec per_ms;
	enum rate_scope scope;
	u32 concurrency; /* runs at once; 0: no bound */
};

enum {
	DEFAULT_PRIORITY = 5,
	DEFAULT_TASK_ATTEMPTS = 5,
	LEASE_MS_MIN = 5000,
	TIMEOUT_MS_MIN = 1000,
	LEASE_MS_MAX = 600000,
	DEFAULT_LEASE_MS = 60000,
	DEFAULT_HEARTBEAT_MS = 30000,
	DEFAULT_TASK_TIMEOUT_MS = 60000,
	DEFAULT_AGING_MS = 300000,
	DEFAULT_JOB_ATTEMPTS = 4,
	DEFAULT_JOB_TIMEOUT_MS = 300000,
	DEFAULT_GRACE_MS = 300000,
	DEFAULT_CATCHUP_MAX = 100,
	DEFAULT_MIN_INTERVAL_MS = 60000,
	DEFAULT_FALLBACK_MINUTES = 60,
};

/* Which value is in force for a run: the first that somebody has said of the run or its job (own),
 * its type (NULL: it has no policy), its tenant, and what is usual. Who decides and who shows ask
 * the same functions. */
static inline u32 priority_in_force(u32 own, const struct type_policy *type, u32 by_tenant)
{
	u32 by_type = type ? type->priority : 0;
	return own ? own : by_type ? by_type : by_tenant ? by_tenant : DEFAULT_PRIORITY;
}

static inline u32 attempts_in_force(u32 own, const struct type_policy *type,
				    const struct tenant_policy *tenant, u32 usual)
{
	u32 by_type = type ? type->max_attempts : 0;
	u32 by_tenant = tenant ? tenant->max_attempts : 0;
	return own ? own : by_type ? by_type : by_tenant ? by_tenant : usual;
}

static inline msec timeout_in_force(msec own, const struct type_policy *type,
				    const struct tenant_policy *tenant, msec usual)
{
	msec by_type = type ? type->timeout_ms : 0;
	msec by_tenant = tenant ? tenant->timeout_ms : 0;
	return own ? own : by_type ? by_type : by_tenant ? by_tenant : usual;
}

/* `own` may be NULL. */
const struct backoff *backoff_in_force(const struct backoff *own, const struct type_policy *type,
				       const struct tenant_policy *tenant,
				       const struct backoff *usual);

/* 1 m, 5 m, 15 m, 60 m. */
const struct backoff *backoff_default_for_tasks(void);
/* 60 s x 2^n. */
const struct backoff *backoff_default_for_jobs(void);

/* The wait before the attempt that follows `attempts` ended ones (at least 1), without jitter. */
msec backoff_wait(const struct backoff *backoff, u32 attempts);
/* The wait before the attempt that follows `attempts` ended ones (at least 1), jitter included: the
 * factor is 1 +- u, u uniform in 0.2 to 0.4, the sign by chance; never below 0. */
msec backoff_delay(const struct backoff *backoff, u32 attempts, struct prng *prng);

/* Whether an error of this class is worth another attempt, under a policy (may be NULL). A class
 * that nobody knows counts as retryable, and so does one on both lists of a policy: losing work is
 * worse than repeating it. */
bool class_is_retryable(const struct type_policy *policy, str class_name);

#endif
