/* A schedule made from what a person or a batch line gives as text: rule, zone, start, after and so
 * on. Says which of them is at fault when it cannot be made. */
#ifndef BELFRY_CLI_PLAN_H
#define BELFRY_CLI_PLAN_H

#include "calendar/daybook.h"
#include "calendar/next.h"
#include "calendar/zones.h"

enum { PLAN_COUNT_MAX = 1000 };

/* Texts that are not given have no `at`. */
struct plan_request {
	str rule;
	str kind;  /* default: told by the rule itself */
	str zone;  /* default UTC */
	str start; /* default: the first full minute after `after` */
	str after; /* default: now */
	msec now;
};

enum plan_part { PLAN_RULE, PLAN_KIND, PLAN_ZONE, PLAN_START, PLAN_AFTER };

/* Not to be moved once it is bound: the schedule points into it. */
struct plan {
	str text; /* the rule as given */
	enum rule_kind kind;
	struct schedule schedule;
	msec after;
	bool start_chosen; /* by us, because the rule needs one and none was given */
	msec rdates[SCHEDULE_DATES_MAX];
	msec exdates[SCHEDULE_DATES_MAX];
	struct daybook *holidays; /* days to leave out; NULL: none */
	const struct daybook *books[1];
};

/* Everything but the extra dates. *out_part says what the error is about. */
MUST_USE enum err plan_init(struct plan *plan, const struct plan_request *request,
			    struct zones *zones, enum plan_part *out_part, struct why *why);
void plan_done(struct plan *plan);

/* Comma lists of local times or instants that are added, or taken away. */
MUST_USE enum err plan_add_rdates(struct plan *plan, str list, struct why *why);
MUST_USE enum err plan_add_exdates(struct plan *plan, str list, struct why *why);
/* A comma list of dates to leave out. */
MUST_USE enum err plan_add_excluded(struct plan *plan, str list, struct why *why);

/* Makes the schedule ready for schedule_next, once everything is in the plan. */
MUST_USE enum err plan_bind(struct plan *plan, struct why *why);

const char *rule_kind_name(enum rule_kind kind); /* "cron" */

/* The wall clock of the plan's zone at an instant. */
wall plan_wall_at(const struct plan *plan, msec at);

#endif
