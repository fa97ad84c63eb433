/* Alerts: rules on a job or on the service, and the alerts that they raise. A job's rule has at
 * most one open alert; a rule on the service has at most one for each subject (a type, a route, or
 * the service itself). An alert is raised once and resolved once. */
#ifndef BELFRY_MODEL_ALERT_H
#define BELFRY_MODEL_ALERT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "base/uuid.h"
#include "model/alerts.def"
#include "model/limits.def"
#include "model/names.h"

enum alert_kind {
#define X(id, ...) ALERT_##id,
	ALERT_KINDS(X)
#undef X
		ALERT_KIND_COUNT
};

enum alert_scope { ALERT_OF_JOB, ALERT_OF_SERVICE };
enum {
	ALERT_SERVICE_FIRST = ALERT_DLQ_GROWTH,
	ALERT_SERVICE_KINDS = ALERT_KIND_COUNT - ALERT_SERVICE_FIRST,
	ALERT_MINUTES = 5,       /* how many minutes a condition of the service must last */
	ALERT_PRIORITY_HIGH = 3, /* LATENCY is about runs of priority 1 to this */
};

str alert_kind_name(enum alert_kind kind);
enum alert_scope alert_kind_scope(enum alert_kind kind);
MUST_USE bool alert_kind_parse(str word, enum alert_kind *out_kind);
u32 alert_threshold_default(enum alert_kind kind);
MUST_USE enum err alert_threshold_check(enum alert_kind kind, u32 threshold, struct why *why);

struct alert_rule_row {
	struct uuid id;
	tenant_no tenant;
	struct uuid job; /* nil: it is about the service */
	enum alert_kind kind;
	u32 threshold;
	bool is_enabled;
	u64 version; /* from 1; grows with every change by a person */
	msec created_at;
	msec updated_at;
	u32 count;        /* FAILURE, TIMEOUT: how many in a row so far; LATENCY: bad minutes */
	struct uuid open; /* the last alert that it has raised; nil: none */
	str job_code;
	str channels;   /* names, separated by commas */
	str recipients; /* separated by newlines */
};

enum alert_state { ALERT_RAISED, ALERT_RESOLVED, ALERT_STATES };
str alert_state_name(enum alert_state state);

struct alert_row {
	struct uuid id;
	tenant_no tenant;
	enum alert_kind kind;
	struct uuid rule;
	struct uuid job; /* nil: it is about the service */
	struct uuid run; /* the run that raised it; nil: none */
	u32 threshold;
	u64 value; /* the count when it was raised, or the seconds; LATENCY: percent */
	msec raised_at;
	msec resolved_at;     /* 0: it is open */
	msec acknowledged_at; /* 0: not acknowledged */
	/* for the service: the subject, "TENANT/TYPE", or a route; empty: the whole service */
	str job_code;
	str acknowledged_by;
	str reason; /* why it was resolved */
};

/* The id of the one rule of a kind on the service. */
struct uuid alert_service_rule_id(enum alert_kind kind);
/* The default rule, while none is stored. */
struct alert_rule_row alert_service_rule(enum alert_kind kind);

/* ---- what follows from a rule's numbers ---------------------------------------------------- */

enum alert_move { ALERT_STAYS, ALERT_RAISE, ALERT_RESOLVE };

/* `count`: runs, attempts or 429s in a row, runs that ended within the minutes, or bad minutes.
 * `over`: attempts or occurrences beyond the threshold now, or seconds without a worker. `in_time`:
 * an occurrence has started in time since, or a worker exists. `is_calm`: enough good minutes. */
struct alert_facts {
	u64 count;
	u64 over;
	bool in_time;
	bool is_calm;
};

/* An alert is raised at the threshold and resolved by a recovery; between both nothing happens, so
 * that it does not flap. */
enum alert_move alert_judge(enum alert_kind kind, u32 threshold, bool is_open,
			    const struct alert_facts *facts);

/* ---- who is told --------------------------------------------------------------------------- */

/* Recipients; a run notifies each of them. */
enum { ALERT_SENDS_MAX = 8 };

#define ALERT_TYPE STR("alert.send")
#define PING_TYPE STR("ping.send") /* goes as a WEBHOOK does */
/* the type of runs that executor/sentry.h turns into envelopes */
#define SENTRY_TYPE STR("sentry.send")

/* A recipient, and the channels that reach it: a mail address all but in_app and webhook; a URL the
 * webhook alone; any other (a user id, or a name that a channel knows) all but the webhook. Without
 * a recipient: the tenant's channels that need none. */
struct alert_send {
	str recipient; /* empty: none */
	str channels;  /* the rule's channels: alert_reaches says which of them count */
};
MUST_USE bool alert_reaches(str channel, str recipient);

/* The sends that a rule's channels and recipients come to; at most ALERT_SENDS_MAX, checked by
 * alert_check_channels. */
u32 alert_sends(str channels, str recipients, struct alert_send out_sends[ALERT_SENDS_MAX]);
/* The message names a channel without recipient, or a recipient without channel. */
MUST_USE enum err alert_check_channels(str channels, str recipients, struct why *why);
/* A channel that a tenant's own webhook has to serve: neither in_app, email nor webhook. */
MUST_USE bool alert_channel_is_tenants(str channel);

/* The payload, JSON, of the run that notifies a recipient. */
void alert_send_payload(const struct alert_send *send, const struct alert_row *alert, bool is_test,
			struct buf *out);
/* The alert as a JSON object for the journal. */
void alert_print(const struct alert_row *alert, struct buf *out);
/* "FAILURE of job report: 3 runs in a row (threshold 3)", as it stands inside a JSON text. */
void alert_print_words(const struct alert_row *alert, struct buf *out);

/* "alert:" and its id: the entity of the runs that notify of it. */
enum { ALERT_ENTITY_LEN = 6 + UUID_TEXT_LEN };
void alert_print_entity(const struct uuid *id, char text[ALERT_ENTITY_LEN]);

#endif
