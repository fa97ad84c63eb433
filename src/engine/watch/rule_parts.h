/* Alert rules in memory, as alerts.c and alert_put.c share them. */
#ifndef BELFRY_ENGINE_WATCH_RULE_PARTS_H
#define BELFRY_ENGINE_WATCH_RULE_PARTS_H

#include "engine/whole.h"

enum {
	RULE_TEXT_BYTES = LIMIT_JOB_CODE_BYTES + LIMIT_ALERT_CHANNELS_BYTES +
			  LIMIT_ALERT_RECIPIENTS_BYTES,
};

struct alert_rule {
	struct alert_rule_row row; /* its texts stand in `text` */
	struct list_node in_job;
	struct list_node in_touched;
	struct timer watch; /* LONG_RUNNING, MISSED */
	bool is_dirty;      /* its count is to be written */
	bool is_gone;       /* its job was deleted */
	bool saw_in_time;   /* MISSED: an occurrence began in time */
	u64 saw_over;       /* seconds, or occurrences */
	struct uuid run;    /* that was seen last */
	char text[RULE_TEXT_BYTES];
};

struct alert_job {
	struct uuid job;
	struct list rules;
	u32 len;
};

/* ---- alerts.c -------------------------------------------------------------------------------- */
struct alert_rule *alert_rule_place(struct engine *engine, const struct alert_rule_row *row);
void alert_rule_take_row(struct alert_rule *rule, const struct alert_rule_row *row);
void alert_rule_write(struct engine *engine, struct alert_rule *rule);
bool alert_rule_is_about_time(enum alert_kind kind);
void alert_rule_look_at(struct engine *engine, struct alert_rule *rule, msec at);
void alert_rule_end(struct engine *engine, struct alert_rule *rule, str reason);
void alert_rule_resolve(struct engine *engine, struct alert_rule *rule, str reason);

#endif
