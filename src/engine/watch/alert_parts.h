/* Alerts; for the files of engine/ alone, included by whole.h. */
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
	/* A byte of a text may take six in JSON. */
	ALERT_PAYLOAD_BYTES = 6 * (LIMIT_ALERT_RECIPIENT_BYTES + LIMIT_ALERT_CHANNELS_BYTES +
				   2 * LIMIT_ALERT_SUBJECT_BYTES) +
			      2048,
};

/* An open alert. */
struct alert {
	struct alert_row row;        /* its texts are in `text` */
	struct list_node in_service; /* if it is about the service */
	/* boot: RATE_LIMITED: since when there have been no 429s; 0: there are some */
	msec calm_since;
	bool is_seen; /* the object of the alert still exists, as of this check */
	char text[ALERT_TEXT_BYTES];
};

/* The alert rule of one kind for the service. */
struct service_rule {
	struct alert_rule_row row; /* its texts are in `text` */
	char text[SERVICE_TEXT_BYTES];
};

/* An error to be reported: the third failed attempt of a run; without a type: DLQ_GROWTH. */
struct error_seen {
	tenant_no tenant;
	type_no type;
	struct uuid run;
	enum run_state state; /* the state that the run got */
	u32 attempts;         /* for DLQ_GROWTH: the number of dead letters */
	str outcome;          /* a constant string of the model */
};
enum {
	ERRORS_AT_ONCE = 8, /* reported in one turn, at most */
	/* more errors than this are not reported: the first ones show the problem */
	ERRORS_PER_MINUTE = 20,
	ERROR_ATTEMPTS = 3,
	ERROR_PAYLOAD_BYTES = 1024,
};

/* Counters for the health of the service, minute by minute (service.c). A timer checks them; it is
 * set only while there is something to check. */
struct service_alerts {
	struct timer timer; /* boot: TIMER_SERVICE */
	struct service_rule rules[ALERT_SERVICE_KINDS];
	struct list open; /* in_service */
	bool wakes;       /* recalled alerts or rules need the timer */
	msec began;       /* boot: the first check of this process; 0: none yet */
	msec minute_at;   /* boot: when this minute began */
	u32 dead[ALERT_MINUTES + 1], stalled[ALERT_MINUTES + 1]; /* [0]: the current minute */
	/* in this minute, of high priority */
	u32 starts, late;
	u32 good;                                 /* good minutes in a row */
	struct error_seen errors[ERRORS_AT_ONCE]; /* to be reported in this turn */
	u32 errors_len;
	u32 errors_reported; /* in the minute that began at `errors_minute_at` */
	msec errors_since;
	bool is_reserved; /* memory for a check in this turn is reserved */
};

/* All rules and all open alerts: they stay in memory. */
struct alerts {
	struct uuid_map rules; /* of struct alert_rule */
	struct uuid_map jobs;  /* of struct alert_job: jobs with rules */
	struct uuid_map open;  /* of struct alert */
	struct pool rule_pool, job_pool, open_pool;
	struct list touched; /* rules that have seen a change, in_touched */
	u32 left;            /* how many alerts this turn may still raise or resolve */
	struct service_alerts service;
	struct buf text; /* for a payload or a journal text; its memory is reserved */
};

void alerts_init(struct engine *engine);
void alerts_done(struct engine *engine);
MUST_USE enum err alert_rule_recall(struct engine *engine, const struct alert_rule_row *row);
MUST_USE enum err alert_rules_reserve(struct engine *engine, u32 more);
/* room.c: adds the parts that alerts may take; and takes their own memory. */
void alerts_count_room(const struct engine *engine, struct room *room);
MUST_USE enum err alerts_take_room(struct engine *engine, const struct room *room);

/* To be called for every journal entry: rules take note of it. */
void alerts_see(struct engine *engine, const struct journal_entry *entry);
/* Decides about the changes that rules have seen, in the same commit. */
void alerts_settle(struct engine *engine);
/* Changes that were seen since are decided in the next turn. */
void alerts_wait(struct engine *engine);
void alert_looks(struct engine *engine,
		 struct timer *timer); /* TIMER_ALERT: the time of a rule has come */
/* every alert and rule of the tenant; writes nothing */
void alerts_forget(struct engine *engine, tenant_no tenant);

/* ---- alert_notify.c: those that are open, and who is told -------------------------------------
 */
MUST_USE enum err alert_recall(struct engine *engine, const struct alert_row *row);
MUST_USE enum err alerts_reserve_open(struct engine *engine, u32 more);
void alert_forget(struct engine *engine, struct alert *alert); /* writes nothing */
/* Writes the alert to the journal and notifies the recipients. `row` has everything but id and
 * time. */
struct alert *alert_raise(struct engine *engine, const struct alert_rule_row *rule,
			  const struct alert_row *row);
void alert_resolve(struct engine *engine, const struct alert_rule_row *rule, struct alert *alert,
		   str reason);
/* The members that every alert of this rule has. */
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
/* Counts ended runs, started attempts and refused routes for the health of the service. */
void service_sees(struct engine *engine, const struct journal_entry *entry);
void service_sees_start(struct engine *engine, const struct engine_run *run);
void service_sees_refusals(struct engine *engine, u32 streak);
void service_sees_due(struct engine *engine); /* at the end of a step that leaves work */
/* Makes runs that report the errors of this turn. */
void service_reports(struct engine *engine);
void service_looks(struct engine *engine, struct timer *timer); /* TIMER_SERVICE */
void on_service_put(struct engine *engine, const struct command *command);
void on_service_test(struct engine *engine, const struct command *command);

void alerts_dump(const struct engine *engine, struct buf *out);

#endif
