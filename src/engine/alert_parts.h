/* Alerts on jobs, as the other files of engine/ know them; parts.h brings it along. */
#ifndef BELFRY_ENGINE_ALERT_PARTS_H
#define BELFRY_ENGINE_ALERT_PARTS_H

#include "base/list.h"
#include "base/map.h"
#include "engine/pool.h"
#include "model/journal.h"
#include "model/turn.h"

struct engine;

/* Rules, all of them, and the alerts that are open: in memory while the process lives. */
struct alerts {
	struct uuid_map rules; /* of struct alert_rule */
	struct uuid_map jobs;  /* of struct alert_job: those that have rules */
	struct uuid_map open;  /* of struct alert */
	struct pool rule_pool, job_pool, open_pool;
	struct list touched; /* rules that have seen something, in_touched */
	u32 left;            /* that may be raised or resolved in this turn */
	struct buf text;     /* a payload, or what the journal tells; room for it is there */
};

void alerts_init(struct engine *engine);
void alerts_done(struct engine *engine);
MUST_USE enum err alert_rule_recall(struct engine *engine, const struct alert_rule_row *row);
MUST_USE enum err alert_recall(struct engine *engine, const struct alert_row *row);
/* What a turn can need: rules that are put, alerts, their runs. */
MUST_USE enum err alerts_reserve(struct engine *engine, const struct turn *turn);
u32 alerts_runs(const struct engine *engine, const struct turn *turn); /* that a turn may make */
/* Rules that it may write, and the bytes of its arena. */
u32 alerts_changed_rules(const struct engine *engine, const struct turn *turn);
size_t alerts_bytes(const struct engine *engine, const struct turn *turn);

/* An entry of the journal, as it is written: rules take note of it. */
void alerts_see(struct engine *engine, const struct journal_entry *entry);
/* What they have seen is judged, and written in the same commit. */
void alerts_settle(struct engine *engine);
/* What was seen since is judged in the next turn. */
void alerts_wait(struct engine *engine);
struct timer;
void alert_looks(struct engine *engine,
		 struct timer *timer); /* TIMER_ALERT: a rule's time has come */
void alerts_forget(struct engine *engine, tenant_no tenant); /* all of it; writes nothing */

void on_alert_put(struct engine *engine, const struct command *command);
void on_alert_delete(struct engine *engine, const struct command *command);
void on_alert_acknowledge(struct engine *engine, const struct command *command);
void on_alert_test(struct engine *engine, const struct command *command);

void alerts_dump(const struct engine *engine, struct buf *out);

#endif
