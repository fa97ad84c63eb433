/* Alerts: rules on a job or on the service, and what they raised. A job's rule has at most one
 * alert open, one on the service at most one a subject (a type, a route, or the service itself);
 * each is raised and resolved once. */
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
	ALERT_MINUTES = 5,       /* how long what the service is told of has to last */
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
	struct uuid open; /* the alert that it has raised, of several the last; nil: none */
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
	struct uuid run; /* that raised it; nil: none in particular */
	u32 threshold;
	u64 value; /* what was counted when it was raised, or the seconds; LATENCY: percent */
	msec raised_at;
	msec resolved_at;     /* 0: it is open */
	msec acknowledged_at; /* 0: nobody has */
	str job_code; /* about the service: its subject, "TENANT/TYPE", a route; empty: all of it */
	str acknowledged_by;
	str reason; /* why it was resolved */
};

/* The id of the one rule of a kind on the service. */
struct uuid alert_service_rule_id(enum alert_kind kind);
/* As it is while nobody has said otherwise. */
struct alert_rule_row alert_service_rule(enum alert_kind kind);

/* ---- what follows from a rule's numbers ---------------------------------------------------- */

enum alert_move { ALERT_STAYS, ALERT_RAISE, ALERT_RESOLVE };

/* `count`: runs, attempts or 429s in a row, what ended within the minutes, bad minutes; `over`:
 * attempts, or occurrences, past the threshold now; seconds without a worker; `in_time`: an
 * occurrence began in time since, a worker is there; `is_calm`: so many minutes were well. */
struct alert_facts {
	u64 count;
	u64 over;
	bool in_time;
	bool is_calm;
};

/* Raised at the threshold, resolved by what is well again, and nothing between the two: so it does
 * not flap. */
enum alert_move alert_judge(enum alert_kind kind, u32 threshold, bool is_open,
			    const struct alert_facts *facts);

/* ---- who is told --------------------------------------------------------------------------- */

/* Recipients, each told by a run of its own. */
enum { ALERT_SENDS_MAX = 8 };

#define ALERT_TYPE STR("alert.send")
#define PING_TYPE STR("ping.send")     /* goes as a WEBHOOK does */
#define SENTRY_TYPE STR("sentry.send") /* what executor/sentry.h makes an envelope of */

/* One recipient, and the channels that reach it: an address those but in_app and webhook, a url
 * the webhook alone, any other (a person's id, or a name that a channel understands) all but the
 * webhook. Without one: channels of the tenant's own that need none. */
struct alert_send {
	str recipient; /* empty: none */
	str channels;  /* the rule's: alert_reaches says which of them count */
};
MUST_USE bool alert_reaches(str channel, str recipient);

/* The sends that a rule's channels and recipients come to; at most ALERT_SENDS_MAX, checked by
 * alert_check_channels. */
u32 alert_sends(str channels, str recipients, struct alert_send out_sends[ALERT_SENDS_MAX]);
/* The message names the channel that reaches nobody, or the recipient that nothing reaches. */
MUST_USE enum err alert_check_channels(str channels, str recipients, struct why *why);
/* A channel that a tenant's own webhook has to serve: neither in_app, email nor webhook. */
MUST_USE bool alert_channel_is_tenants(str channel);

/* The payload of the run that tells one recipient, JSON. */
void alert_send_payload(const struct alert_send *send, const struct alert_row *alert, bool is_test,
			struct buf *out);
/* The alert as the journal has it: a JSON object. */
void alert_print(const struct alert_row *alert, struct buf *out);
/* "FAILURE of job report: 3 runs in a row (threshold 3)", as it stands inside a JSON text. */
void alert_print_words(const struct alert_row *alert, struct buf *out);

/* "alert:" and its id: the entity of the runs that tell of it. */
enum { ALERT_ENTITY_LEN = 6 + UUID_TEXT_LEN };
void alert_print_entity(const struct uuid *id, char text[ALERT_ENTITY_LEN]);

#endif
