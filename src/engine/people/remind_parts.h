/* Reminders; for the files of engine/ alone, included by whole.h. */
#ifndef BELFRY_ENGINE_PEOPLE_REMIND_PARTS_H
#define BELFRY_ENGINE_PEOPLE_REMIND_PARTS_H

#include "base/map.h"
#include "engine/core/own_parts.h"
#include "engine/memory/pool.h"
#include "model/turn.h"

struct engine;
struct engine_run;
struct execution;
struct tenant;

/* A reminder whose run is in memory. */
struct reminder {
	struct engine_run *run;
	struct uuid id;
	const struct zone *zone;
	struct reminder_hot hot;
	msec starts_at;
	i64 end_date;
	bool is_recurring;
	bool is_withdrawn; /* its run was ended by code that plans the next one itself */
	u8 user_len;
	u8 rule_len;
	char user[LIMIT_TENANT_NAME_BYTES];
	char rule[LIMIT_REMINDER_RULE_BYTES];
};

/* A reminder that this turn has looked up, with the changes that the step has made so far. */
struct reminder_seen {
	struct reminder_row row;
	bool exists;
	struct owned_run owned;
};

struct reminders {
	struct pool pool;
	/* For the turn under way: */
	struct uuid_map seen; /* of struct reminder_seen, by row.id */
	struct reminder_seen *seen_room;
	struct reminder_seen *seen_first;
	u32 loaded; /* reminders among the loaded rows */
};

/* ---- remind.c: reminders in memory, and what time makes of them ----------------------------- */
void reminders_init(struct engine *engine);
void reminders_done(struct engine *engine);
/* While reserving: takes in a reminder that came with a row. */
MUST_USE enum err reminder_bring(struct engine *engine, struct reminder_row *row);
void reminder_admit(struct engine *engine, struct engine_run *run, const struct reminder_row *row);
void reminder_forget(struct engine *engine, struct engine_run *run);
/* Whether the run is still the reminder's: the turn may have changed or deleted the reminder since
 * the run was loaded. */
bool reminder_stands_as(const struct engine *engine, const struct reminder_row *row,
			const struct uuid *run);
/* Whether the run's time is still to come, whatever the clock says. */
bool reminder_is_to_come(const struct engine_run *run);
/* The run's time has come. False: the next occurrence has come, too, and has replaced this run. */
bool reminder_falls_due(struct engine *engine, struct engine_run *run);
/* The person was notified. */
void reminder_notified(struct engine *engine, struct engine_run *run, str actor);
/* The run has ended: plans the run of the next occurrence of a series. */
void reminder_ends(struct engine *engine, struct engine_run *run, enum run_state state);
/* A report brings an entry for a person's inbox, or none. */
void notice_reported(struct engine *engine, struct execution *execution,
		     const struct report *report, str actor);

/* ---- remind_plan.c: the run that a reminder stands as --------------------------------------- */
/* Makes the reminder's run and notes it in row->hot; does not write the row. */
void reminder_stand(struct engine *engine, struct tenant *tenant, struct reminder_row *row,
		    enum reminder_stands stands, msec run_at, str actor);
/* Plans the next occurrence of the series after `base`, itself an occurrence; 0: the series has
 * ended. */
void reminder_stand_next(struct engine *engine, struct tenant *tenant, struct reminder_row *row,
			 msec base, str actor);
/* The time of the reminder's run has come; `behind` is the occurrence after it. */
void reminder_come_due(struct reminder_hot *hot, msec behind);
void reminder_write(struct engine *engine, const struct reminder_row *row);
/* The next version of the reminder, from its newest copy in this turn: a run that is loaded late in
 * a turn was read before the turn's own changes. */
void reminder_next_version(struct engine *engine, const struct reminder_row *row,
			   struct reminder_hot *out_hot);
void reminder_journal(struct engine *engine, const struct reminder_row *row, str reason, str actor);

/* ---- remind_put.c: what people say ---------------------------------------------------------- */
void want_reminder(struct engine *engine, struct turn *turn, const struct command *command);
MUST_USE enum err reminders_index(struct engine *engine, struct turn *turn);
void reminders_forget(struct engine *engine);
struct reminder_seen *reminder_seen_find(const struct engine *engine, const struct uuid *id);

/* ---- remind_act.c: snooze, dismiss, complete ------------------------------------------------ */
/* The reminder that a caller asks for; NULL: the answer says why it is refused. */
struct reminder_seen *reminder_asked_for(struct engine *engine, const struct command *command,
					 struct answer *answer);
void reminder_fill_answer(const struct reminder_seen *seen, struct answer *answer);
/* Ends the run of a reminder and plans no next one. */
void reminder_withdraw(struct engine *engine, struct reminder_seen *seen, str reason, str actor);

#endif
