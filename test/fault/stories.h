/* The stories that are played while something fails. */
#ifndef BELFRY_TEST_FAULT_STORIES_H
#define BELFRY_TEST_FAULT_STORIES_H

#include "rig.h"

struct story {
	const char *name;
	void (*play)(struct rig *rig);
	u32 runs_max;      /* in memory; 0: no bound */
	bool from_nothing; /* faults also strike while the first process starts */
	bool with_opening; /* and while a file is opened; elsewhere that is left out */
	bool is_whole;     /* every point is tried in every run, over files, too */
};

/* ---- sentences ------------------------------------------------------------------------------ */

struct report story_outcome(struct uuid execution, enum outcome outcome);
/* The same call again, after nobody knew, is the same call: a command of acme. */
struct command story_once(u64 number, struct command command);
struct uuid story_job(struct rig *rig, u64 number, struct uuid id, const struct job_row *row);
/* Every hour, from half past. */
struct job_row story_hourly_job(struct rig *rig);

/* ---- stories_beside.c ----------------------------------------------------------------------- */

void tell_ladders(struct rig *rig);
void tell_daily_windows(struct rig *rig);
void tell_alerts(struct rig *rig);
void tell_gates(struct rig *rig);
void tell_routes(struct rig *rig);
void tell_hook(struct rig *rig);
void tell_documents(struct rig *rig);
void tell_dependencies(struct rig *rig);
void tell_apply(struct rig *rig);
void tell_fallbacks(struct rig *rig);
void tell_backfill(struct rig *rig);
void tell_changes_of_mind(struct rig *rig);
void tell_tenant_goes(struct rig *rig);
void tell_retention(struct rig *rig);

extern const struct story stories[];
extern const u32 stories_len;

#endif
