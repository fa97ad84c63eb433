/* Alerts, as the other files of engine/ know them; parts.h brings it along. */
#ifndef BELFRY_ENGINE_WATCH_ALERT_PARTS_H
#define BELFRY_ENGINE_WATCH_ALERT_PARTS_H

#include "base/list.h"
#include "base/map.h"
#include "engine/core/timer.h"
#include "engine/memory/pool.h"
#include "engine/memory/room.h"
#include "model/alert.h"
#include "model/journal.h"
#include "model/turn.h"

struct engine;
struct engine_run;
struct type;

enum {
	ALERT_TEXT_BYTES = LIMIT_ALERT_SUBJECT_BYTES + LIMIT_REASON_BYTES,
	SERVICE_TEXT_BYTES = LIMIT_ALERT_CHANNELS_BYTES + LIMIT_ALERT_RECIPIENTS_BYTES,
	/* Every byte of a text may take six in JSON. */
	ALERT_PAYLOAD_BYTES = 6 * (LIMIT_ALERT_RECIPIENT_BYTES + LIMIT_ALERT_CHANNELS_BYTES +
				   2 * LIMIT_ALERT_SUBJECT_BYTES) +
			      2048,
};

/* One that is open. */
struct alert {
	struct alert_row row;        /* its texts stand in `text` */
	struct list_node in_service; /* one on the service */
	msec calm_since;             /* boot: RATE_LIMITED: since when it is well; 0: it is not */
	bool is_seen;                /* by this look: what it is about is still there */
	char text[ALERT_TEXT_BYTES];
};

/* The rule of a kind on the service. */
struct service_rule {
	struct alert_rule_row row; /* its texts stand in `text` */
	char text[SERVICE_TEXT_BYTES];
};

/* An error that is reported: a run's third failed attempt; without a type, DLQ_GROWTH. */
struct error_seen {
	tenant_no tenant;
	type_no type;
	struct uuid run;
	enum run_state state; /* what became of it */
	u32 attempts;         /* of DLQ_GROWTH: how many dead letters */
	str outcome;          /* one of the model's own words */
};
enum {
	ERRORS_AT_ONCE = 8,     /* reported by one turn */
	ERRORS_PER_MINUTE = 20, /* beyond that they are not reported: the first tell it all */
	ERROR_ATTEMPTS = 3,
	ERROR_PAYLOAD_BYTES = 1024,
};

/* Counts for the service, a minute at a time; service.c. It is looked at by a timer, which stands
 * only while there is something to look at. */
struct service_alerts {
	struct timer timer; /* boot: TIMER_SERVICE */
	struct service_rule rules[ALERT_SERVICE_KINDS];
	struct list open; /* in_service */
	bool wakes;       /* it was recalled with something to look at */
	msec began;       /* boot: the first look of this process; 0: there was none */
	msec minute_at;   /* boot: when this minute began */
	u32 dead[ALERT_MINUTES + 1], stalled[ALERT_MINUTES + 1]; /* [0]: of this minute */
	u32 starts, late;                                        /* of high priority, in it */
	u32 good;                                                /* minutes in a row */
	struct error_seen errors[ERRORS_AT_ONCE];                /* to be reported by this turn */
	u32 errors_len;
	u32 errors_reported; /* in the minute that began at: */
	msec errors_since;
	bool is_reserved; /* a look of this turn has its room */
};

/* Rules, all of them, and the alerts that are open: in memory while the process lives. */
struct alerts {
	struct uuid_map rules; /* of struct alert_rule */
	struct uuid_map jobs;  /* of struct alert_job: those that have rules */
	struct uuid_map open;  /* of struct alert */
	struct pool rule_pool, job_pool, open_pool;
	struct list touched; /* rules that have seen something, in_touched */
	u32 left;            /* that may be raised or resolved in this turn */
	struct service_alerts service;
	struct buf text; /* a payload, or what the journal tells; room for it is there */
};

void alerts_init(struct engine *engine);
void alerts_done(struct engine *engine);
MUST_USE enum err alert_rule_recall(struct engine *engine, const struct alert_rule_row *row);
MUST_USE enum err alert_rules_reserve(struct engine *engine, u32 more);
/* room.c: adds the parts that alerts may take; and takes their own memory. */
void alerts_count_room(const struct engine *engine, struct room *room);
MUST_USE enum err alerts_take_room(struct engine *engine, const struct room *room);

/* An entry of the journal, as it is written: rules take note of it. */
void alerts_see(struct engine *engine, const struct journal_entry *entry);
/* Decides about the things that the rules have seen, in the same commit. */
void alerts_settle(struct engine *engine);
/* Things that were seen since are decided about in the next turn. */
void alerts_wait(struct engine *engine);
void alert_looks(struct engine *engine,
		 struct timer *timer); /* TIMER_ALERT: a rule's time has come */
void alerts_forget(struct engine *engine, tenant_no tenant); /* all of it; writes nothing */

/* ---- alert_notify.c: those that are open, and who is told -------------------------------------
 */
MUST_USE enum err alert_recall(struct engine *engine, const struct alert_row *row);
MUST_USE enum err alerts_reserve_open(struct engine *engine, u32 more);
void alert_forget(struct engine *engine, struct alert *alert); /* writes nothing */
/* Both are told and sent; `row` has all but its id and its time. */
struct alert *alert_raise(struct engine *engine, const struct alert_rule_row *rule,
			  const struct alert_row *row);
void alert_resolve(struct engine *engine, const struct alert_rule_row *rule, struct alert *alert,
		   str reason);
/* The members that an alert by this rule has in any case. */
struct alert_row alert_row_by(const struct alert_rule_row *rule);
void alert_write(struct engine *engine, const struct alert_row *row);
void alert_write_rule(struct engine *engine, const struct alert_rule_row *row);
void alert_delete_rule(struct engine *engine, const struct alert_rule_row *row);
u32 alert_send_test(struct engine *engine, const struct alert_rule_row *rule,
		    struct uuid *out_alert);
str alert_keep_text(char **at, str text);

/* ---- service.c ----------------------------------------------------------------------------- */
void service_init(struct engine *engine);
void service_rule_recall(struct engine *engine, const struct alert_rule_row *row);
/* Counts for the service: ends of runs, attempts that begin, and routes that were refused. */
void service_sees(struct engine *engine, const struct journal_entry *entry);
void service_sees_start(struct engine *engine, const struct engine_run *run);
void service_sees_refusals(struct engine *engine, u32 streak);
void service_sees_due(struct engine *engine); /* at the end of a step: work is left */
/* Errors that the turn has seen become runs. */
void service_reports(struct engine *engine);
void service_looks(struct engine *engine, struct timer *timer); /* TIMER_SERVICE */
void on_service_put(struct engine *engine, const struct command *command);
void on_service_test(struct engine *engine, const struct command *command);

void on_alert_put(struct engine *engine, const struct command *command);
void on_alert_delete(struct engine *engine, const struct command *command);
void on_alert_acknowledge(struct engine *engine, const struct command *command);
void on_alert_test(struct engine *engine, const struct command *command);

void alerts_dump(const struct engine *engine, struct buf *out);

#endif
