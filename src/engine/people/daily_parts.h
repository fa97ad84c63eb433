/* Daily windows; for the files of engine/ alone, included by whole.h. */
#ifndef BELFRY_ENGINE_PEOPLE_DAILY_PARTS_H
#define BELFRY_ENGINE_PEOPLE_DAILY_PARTS_H

#include "base/list.h"
#include "base/map.h"
#include "engine/core/own_parts.h"
#include "engine/memory/pool.h"
#include "model/turn.h"

struct engine;
struct ended;
struct engine_run;
struct execution;
struct ending;
struct tenant;

/* A daily window whose run is in memory. */
struct daily {
	struct engine_run *run;
	/* its cutoff waits until a jumped clock has settled, while the run is processing */
	struct list_node in_held;
	const struct zone *zone;
	struct daily_hot hot;
	u32 due_minute;
	bool is_withdrawn; /* its run was ended, and that does not finalize the day */
	bool is_open;      /* counted as open: its first attempt was lined up */
	bool is_over;      /* its day has ended */
	u32 enqueued;      /* of the attempt that was lined up last: its fence; 0: none */
	u8 user_len;
	char user[LIMIT_TENANT_NAME_BYTES];
};

/* A person's row that this turn has looked up, with the changes that the step has made so far. */
struct daily_seen {
	struct daily_row row;
	bool exists; /* there is a row, maybe of a window that was deleted */
	struct owned_run owned;
};

struct dailies {
	struct pool pool;
	struct list held; /* in_held */
	/* For the turn under way: */
	struct map seen; /* of struct daily_seen */
	struct daily_seen *seen_first;
	struct daily_seen *seen_room;
	u32 loaded; /* windows among the loaded rows */
	/* For engine_pulse: how many windows are open, and what the last step did. */
	u32 open;
	u32 away; /* open ones that wait for a later attempt outside memory, as far as this process
		   * has seen them go */
	u32 looked_at;
	u32 enqueued;
	u32 cut_off;
};

/* ---- daily.c: windows in memory, and how their days end ------------------------------------ */
void dailies_init(struct engine *engine);
void dailies_done(struct engine *engine);
/* While reserving: dailies_renew_zones after new zone data, daily_bring for a window that came with
 * a row. */
MUST_USE enum err dailies_renew_zones(struct engine *engine);
MUST_USE enum err daily_bring(struct engine *engine, struct daily_row *row);
void daily_admit(struct engine *engine, struct engine_run *run, const struct daily_row *row);
void daily_forget(struct engine *engine, struct engine_run *run);
/* Lines up a run without a job, and counts attempts of windows (engine_pulse). */
void daily_offer(struct engine *engine, struct engine_run *run);
/* An attempt at a window has ended: the next state of its run. */
enum run_state daily_judge(struct engine *engine, struct engine_run *run,
			   const struct ending *ending);
/* The run has ended: finalizes the day, and plans the run of the next window. */
void daily_ends(struct engine *engine, struct engine_run *run, enum run_state state);
/* Whether the cutoff has passed, by a clock that is settled. */
bool daily_is_over(const struct engine *engine, const struct engine_run *run);
/* The cutoff came during an attempt: asks the worker to stop. */
void daily_cut_off(struct engine *engine, struct execution *execution);
/* True: the clock jumped ahead, so the cutoff waits until it has settled. */
bool run_waits_for_clock(struct engine *engine, struct engine_run *run);
void dailies_go_on(struct engine *engine); /* the clock has settled */
msec daily_next_attempt(const struct engine *engine, const struct engine_run *run, msec asked);
/* A success was reported after the cutoff: writes an event, and changes nothing else. */
void daily_came_late(struct engine *engine, const struct ended *ended, str actor);

/* ---- daily_plan.c: the run that a window stands as ----------------------------------------- */
struct daily_window {
	struct tenant *tenant;
	str user;
	const struct zone *zone;
	u32 due_minute;
	struct daily_hot *hot; /* with `decided` set; date, cutoff and run are filled in */
	msec not_before;       /* 0: no lower bound */
	u32 fence;             /* of the earlier attempts at the same day */
	bool follows;          /* the day before has just ended: the next day follows */
	str actor;
};
void daily_plan(struct engine *engine, const struct daily_window *window);
/* Makes the task for a person whose day was cut off, if the tenant has asked for one. */
void daily_notify_cutoff(struct engine *engine, const struct daily_window *window, i64 date);
msec daily_window_ms(const struct engine *engine, const struct tenant *tenant);
msec daily_retry_ms(const struct engine *engine, const struct tenant *tenant);

/* ---- set_back.c: a clock that was ahead is set back --------------------------------------- */
/* Requests a page of daily windows or reminders for a clock that was set back, and deals with the
 * page. */
void want_people_ahead(const struct engine *engine, struct turn *turn);
void people_set_back(struct engine *engine);

/* ---- daily_put.c: what people say ---------------------------------------------------------- */
void want_daily(struct engine *engine, struct turn *turn, const struct command *command);
MUST_USE enum err dailies_index(struct engine *engine, struct turn *turn);
void dailies_forget(struct engine *engine);
struct daily_seen *daily_seen_find(const struct engine *engine, tenant_no tenant, str user);
/* Writes the row of a person. */
void daily_keep(struct engine *engine, const struct daily_seen *seen);
/* The tenant is being deleted, and its window with it. */
void daily_drop(struct engine *engine, struct engine_run *run, str reason);
MUST_USE enum err daily_settings_check(const struct engine *engine,
				       const struct daily_settings *settings, struct why *why);
void daily_settings_put(struct engine *engine, struct tenant *tenant,
			const struct daily_settings *settings);

#endif
