/* The parts of memory that jobs are; for the files of engine/ alone. */
#ifndef BELFRY_ENGINE_SCHEDULE_JOB_PARTS_H
#define BELFRY_ENGINE_SCHEDULE_JOB_PARTS_H

#include "engine/core/parts.h"

struct timetable; /* model/timetable.h */
struct daybook;   /* calendar/daybook.h */

enum { DRAFT_START_BYTES = 32 };

/* An instant that was decided in this turn: it is never planned again. */
struct decided {
	msec at;
	struct decided *next;
};

/* The due runs of a job that belong to one lane. */
struct job_lane {
	struct list_node in_job;
	struct lane *lane;
	u32 offered;                 /* of them: in the bands of the lane */
	struct engine_run *last;     /* of those the least urgent; NULL: none is offered */
	struct pairing_node *parked; /* the others, none more urgent than that */
};

/* In memory while a run of it is, and while a turn is about it. */
struct job {
	struct list_node in_touched;
	struct timer resume; /* while it is paused and the pause has an end */
	struct job_row row;  /* without texts */
	/* NULL: its rule or zone cannot be read any more; then nothing is planned. */
	struct timetable *timetable;
	struct timetable *renewed;    /* of a turn that brings new zones */
	struct list runs;             /* in_job */
	struct list job_lanes;        /* in_job: where its due runs stand, or are parked */
	struct pairing_node *stopped; /* occurrences whose time came while it is paused */
	u32 runs_len;
	u32 running;
	u32 waiting;  /* occurrences that are due and were never started, offered or parked */
	u32 catching; /* the same of those that were made up for */
	u32 put_off;  /* by a gate, here and not due: until they are, the others stay parked */
	const struct job_seen *seen; /* what the store showed of it in this turn; NULL: nothing */
	struct decided *decided;     /* instants that were decided in this turn */
	bool is_visited; /* a command of this turn is about it: all its undecided runs are here */
	bool is_dirty;   /* row.hot is to be written */
	bool came_ended; /* nothing stood when it came in: by the data it was planned with */
	bool rests;      /* its pause is its handler's: new work ends it */
};

/* A tenant's calendar. */
struct calendar {
	struct calendar_row row; /* its name stands in `name`; without body */
	struct daybook *book;
	char name[LIMIT_CALENDAR_NAME_BYTES];
};

/* A job that lies behind another, and from where it was reached: 0 the job itself, else the step of
 * that number, from 1. */
struct behind_step {
	const struct uuid *job;
	u32 from;
};

/* The draft that engine_reserve made of a command: its parts that can fail or take memory. */
struct draft {
	const struct command *command;
	enum err err;
	struct why why;
	struct job_row row;          /* JOB_PUT: as it shall be, names and versions apart */
	struct timetable *timetable; /* JOB_PUT */
	struct calendar *calendar;   /* CALENDAR_PUT */
	struct gatekeeper *gates;    /* SET_TENANT; NULL: it says nothing */
	const struct zone *zone;     /* DAILY_PUT, REMINDER_PUT */
	struct behind_step *steps;   /* JOB_PUT: room to look through what lies behind it */
	u32 steps_max;
	struct uuid *jobs;          /* JOB_APPLY: of its members, as they are carried out */
	struct apply_fault *faults; /* JOB_APPLY: room for LIMIT_APPLY_FAULTS */
	u32 noted;                  /* JOB_APPLY: members that were carried out */
	u32 plans;                  /* JOB_PUT of an apply: kept for it */
	bool goes_ahead;            /* JOB_APPLY: its members are carried out */
	char start[DRAFT_START_BYTES];
	char code[LIMIT_JOB_CODE_BYTES]; /* JOB_PUT without a code: the one it is given */
};

/* The fate of an undecided run is decided when its time comes. */
static inline bool run_is_undecided(const struct engine_run *run)
{
	return run->plan_state == PLAN_STATE_PLANNED || run->plan_state == PLAN_STATE_MOVED;
}

/* ---- jobs.c: jobs in memory --------------------------------------------------------------- */
struct job *job_find(const struct engine *engine, const struct uuid *id);
/* Brings a job in, compiled; while reserving. */
MUST_USE enum err job_bring(struct engine *engine, const struct job_row *row);
MUST_USE enum err job_compile(const struct engine *engine, const struct job_row *row,
			      struct timetable **out_timetable, struct why *why);
/* Brings in the jobs that came with this turn's rows. */
MUST_USE enum err jobs_bring(struct engine *engine, struct turn *turn);
/* room.c: what jobs add to the room of a step; and their own memory. */
/* All runs of a deleted job that are here may be cancelled with it. */
u32 job_runs_deleted(const struct engine *engine, const struct command *command);
void jobs_count_room(struct engine *engine, struct room *room);
MUST_USE enum err jobs_take_room(struct engine *engine, const struct room *room);
/* Also the undecided runs of those that commands are about. */
void jobs_visit(struct engine *engine);
struct job *job_make(struct engine *engine, const struct job_row *row, struct timetable *timetable);
void job_take_row(struct engine *engine, struct job *job, const struct job_row *row,
		  struct timetable *timetable);
/* Looked at when the step ends: written when dirty, dropped when nothing holds it. */
void job_touch(struct engine *engine, struct job *job);
void job_dirty(struct engine *engine, struct job *job);
void job_write_hot(struct engine *engine, struct job *job);
void jobs_settle(struct engine *engine);
void job_drop(struct engine *engine, struct job *job);
/* Forgets the jobs that a turn brought which then was not decided. */
void jobs_forget_idle(struct engine *engine);
void jobs_done(struct engine *engine);
void job_admit_run(struct engine *engine, struct engine_run *run, const struct run_row *row);
void job_forget_run(struct engine *engine, struct engine_run *run);
void jobs_close_again(struct engine *engine); /* the wall clock went back, into pauses maybe */
void job_ran(struct engine *engine, struct engine_run *run, const struct execution *execution,
	     enum run_state state);
void job_set_pause(struct engine *engine, struct job *job, const struct job_pause *pause);
void job_note_decided(struct engine *engine, struct job *job, msec at);
msec job_last_decided(const struct job *job); /* 0: none is known */
bool job_was_decided(const struct job *job, msec at);
/* Whether that is all: the store shows so many at most. */
bool job_knows_decided(const struct job *job);

/* ---- job_lanes.c: a job's limit and its pause ---------------------------------------------- */
bool job_is_closed(const struct engine *engine, const struct job *job); /* paused */
/* A handler has paused it: no occurrence has to stand. A job that fires once is never left out. */
bool job_is_resting(const struct engine *engine, const struct job *job);
bool job_is_full(const struct job *job);
u32 job_room(const struct engine *engine, const struct job *job); /* so many more may run */
void job_offer(struct engine *engine, struct engine_run *run);    /* it became due */
/* Out of its line, and still one of those that wait; or no more. */
void job_set_aside(struct engine_run *run, bool is_aside);
void job_step_out(struct engine *engine, struct engine_run *run); /* out of band, parking, hold */
/* After its room has changed: offers what there is room for, takes back what there is not. */
void job_lanes_fill(struct engine *engine, struct job *job);
/* Counts a run among those that wait for their first start, or (-1) no more. A run that waits for
 * its retry counts as none. */
void job_count_waiting(struct engine_run *run, int by);
bool job_lane_offers(const struct job_lane *job_lane, const struct engine_run *run);

/* ---- plan.c: making runs of jobs ---------------------------------------------------------- */
struct planned {
	msec at; /* the occurrence's instant; 0: none */
	msec run_at;
	enum run_cause cause;
	enum plan_state plan_state;
	const str *payload;      /* NULL: the job's */
	enum lint_kind flagged;  /* of a payload of its own */
	struct uuid copied_from; /* nil: none */
	str actor;
};
/* The run's id. */
struct uuid job_make_run(struct engine *engine, struct job *job, const struct planned *planned);
msec job_run_at(const struct job *job, msec planned_at); /* with its jitter */
bool job_has_taken(const struct job *job, msec at);      /* this instant is somebody's already */
msec job_last_taken(const struct job *job);
/* Of those that its schedule has, and that no clock has decided which was ahead and set back. */
MUST_USE bool job_next(const struct job *job, msec after, msec *out_at);
u32 job_count(const struct job *job, msec after, msec until, u32 limit, bool *out_more);
/* Nothing is planned at or before it. */
msec job_settled_through(const struct job *job);
/* The next one always stands in the queue, and all of the horizon. */
void job_plan(struct engine *engine, struct job *job);
/* Occurrences in (planned_through, until] never become runs: one row of the ledger. */
void job_pass_over(struct engine *engine, struct job *job, msec until,
		   enum occurrence_outcome outcome, enum occurrence_reason reason);
void occurrence_write(struct engine *engine, const struct job *job, const struct uuid *run,
		      msec planned_at, u32 number, enum occurrence_outcome outcome,
		      enum occurrence_reason reason);
void journal_job(struct engine *engine, const struct job *job, enum journal_kind kind, msec at,
		 str reason, str actor);

/* ---- fire.c: when an occurrence's time has come ------------------------------------------- */
/* How many runs beyond one this judgement may make. */
u32 fire_needs(const struct engine_run *run);
void run_fire(struct engine *engine, struct engine_run *run);
/* Occurrences that are not planned up to now, behind one that waits for others, are passed over. */
void job_leave_rest(struct engine *engine, struct job *job);
void job_make_room(struct engine *engine, struct job *job); /* ends the oldest of those that run */
/* The occurrence is decided: it does not go on. */
void occurrence_skip(struct engine *engine, struct engine_run *run, enum occurrence_outcome outcome,
		     enum occurrence_reason reason, str actor);
/* A person cancels it before its time: the following one is planned. */
void occurrence_cancel(struct engine *engine, struct engine_run *run, str reason, str actor);
/* A person gives it another time. */
void occurrence_move(struct engine *engine, struct engine_run *run);
void run_decide(struct engine *engine, struct engine_run *run); /* no more PLANNED or MOVED */
/* Ends without a row in the ledger: its occurrence comes again, or never was one. */
void run_withdraw(struct engine *engine, struct engine_run *run, str reason, str actor);

/* ---- drafts.c ----------------------------------------------------------------------------- */
/* Something of it can fail, or takes memory, that a step has no room for. */
static inline bool command_needs_draft(const struct command *command)
{
	if (command->kind == COMMAND_SET_TENANT) return command->set.has_gates;
	if (command->kind == COMMAND_DOCUMENT_PUT) return command->document.has_gates;
	return command->kind == COMMAND_JOB_PUT || command->kind == COMMAND_JOB_APPLY ||
	       command->kind == COMMAND_CALENDAR_PUT || command->kind == COMMAND_DAILY_PUT ||
	       command->kind == COMMAND_REMINDER_PUT;
}
/* Of a turn that has such commands. */
MUST_USE enum err drafts_make(struct engine *engine, struct turn *turn);
struct draft *draft_of(struct engine *engine, const struct command *command);
void drafts_done(struct engine *engine);

/* ---- calendars.c -------------------------------------------------------------------------- */
bool calendar_is(const void *item, const void *key);
struct calendar *calendar_find(const struct engine *engine, tenant_no tenant, str name);
void calendar_place(struct engine *engine, struct calendar *calendar);
void calendar_remove(struct engine *engine, const struct calendar *calendar); /* it stays made */
MUST_USE enum err calendar_recall(struct engine *engine, const struct calendar_row *row);
MUST_USE enum err calendar_make(const struct calendar_row *row, struct calendar **out_calendar,
				struct why *why);
void calendar_free(struct calendar *calendar);
void calendars_done(struct engine *engine);
void calendars_forget(struct engine *engine, tenant_no tenant); /* all of it; writes nothing */
const struct daybook *calendar_book(const struct engine *engine, tenant_no tenant, str name);

/* ---- replan.c ----------------------------------------------------------------------------- */
/* Whether jobs of this tenant are being planned anew and this one's turn has not come yet. */
bool replan_is_pending(const struct engine *engine, const struct job *job);
/* An operation over jobs begins; the answer tells its id. */
void replan_start(struct engine *engine, const struct command *command, struct answer *answer,
		  tenant_no tenant, str calendar);
/* One page of it; the operation's cursor and counts move on. True: that was the last. */
bool replan_step(struct engine *engine, struct operation_row *row, const struct want *page);
/* Withdraws what has not started and plans from now, or from what was decided; what is due was
 * judged (job_judge_due). */
void job_replan(struct engine *engine, struct job *job, bool keep_moved, str reason, str actor);
/* How many it would plan by this timetable; or why it cannot. */
MUST_USE enum err job_may_replan(const struct engine *engine, const struct job *job,
				 const struct timetable *timetable, bool keep_moved, u32 *out_count,
				 struct why *why);
/* Decides occurrences that are due and were not decided yet. */
void job_judge_due(struct engine *engine, struct job *job);
/* Its planned instant is past, whatever it still waits for. */
bool run_has_come(const struct engine *engine, const struct engine_run *run);

/* Of its first planned run whose instant is later than now; 0: there is none. */
msec job_first_planned(const struct job *job, msec now);
/* The journal: its next occurrence was moved from there to here. */
void job_report_replanned(struct engine *engine, const struct job *job, msec before, msec after);

/* ---- set_back.c: a clock that was ahead ----------------------------------------------------- */
/* A page of the jobs that a clock ahead has decided. */
void want_jobs_ahead(const struct engine *engine, struct turn *turn);
bool want_is_ahead(const struct want *want);
/* The rows of those jobs came: the jobs are set back. */
void jobs_set_back(struct engine *engine);

/* ---- job_pause.c: what a pause does to occurrences ------------------------------------------ */
/* Its time has come. True: its job is paused, and nothing more is done about it for now. */
bool run_stops(struct engine *engine, struct engine_run *run);
void run_stops_no_more(struct engine_run *run);
/* Of what is planned only the first stays; while it is visited. */
void job_stop_ahead(struct engine *engine, struct job *job, str actor);
/* Up to here, and not beyond now, it was paused, by the last pause that is over; 0: never. */
msec job_paused_through(const struct engine *engine, const struct job *job);
/* Its pause is over now, or another takes its place: how far it reached is kept. */
void job_note_pause(struct engine *engine, struct job *job);
/* Occurrences that were not planned while the job was paused: one row of the ledger. */
void job_pass_pause(struct engine *engine, struct job *job);
/* Its instant lies in a pause, and its job lets none follow; then it is left out. */
bool run_was_paused(const struct engine *engine, const struct engine_run *run);
void run_leave_out(struct engine *engine, struct engine_run *run);
/* They stand at their time again, which has come. */
void job_line_up_stopped(struct engine *engine, struct job *job);
/* The job's pause is over: occurrences that waited for that are decided, and the next one planned.
 */
void job_goes_on(struct engine *engine, struct job *job);

/* ---- job_act.c ---------------------------------------------------------------------------- */
/* The job is deleted: planned occurrences are withdrawn, decided ones go on. */
void job_end(struct engine *engine, struct job *job, str reason);
/* The handler of this execution has nothing to do for now; and somebody has again. */
void job_rest(struct engine *engine, const struct execution *execution, str actor);
void job_wake(struct engine *engine, struct job *job, str actor);

/* ---- job_put.c ---------------------------------------------------------------------------- */
/* The result of checking a draft: the job to change (NULL: a new one), how many occurrences must be
 * planned at once, or the job that has its code, or why not. */
struct put_check {
	bool leaves_quota; /* it is asked elsewhere */
	struct job *job;
	u32 plans;
	struct uuid other;
	struct why why;
};
MUST_USE enum err job_put_check(struct engine *engine, struct draft *draft,
				struct put_check *check);
void answer_job(const struct job *job, struct answer *answer);

/* ---- job_act.c ---------------------------------------------------------------------------- */
/* Whether a job may be deleted, and whether an operation follows for the rest of its runs. */
MUST_USE enum err job_delete_check(const struct engine *engine, const struct command *command,
				   bool *out_has_more, struct why *why);

/* ---- job_apply.c -------------------------------------------------------------------------- */
/* Room for what the step will say of it; while reserving. */
MUST_USE enum err draft_apply(struct turn *turn, struct draft *draft);
/* Whether a member is carried out; what was kept for it is its own from now on. */
bool apply_goes_ahead(struct engine *engine, const struct command *member);
/* A member was carried out. */
void apply_note(struct engine *engine, const struct command *member, const struct uuid *job);
/* The row that a job will have once the apply is done: a member's draft, or NULL. */
const struct draft *apply_draft_of(const struct engine *engine, const struct command *apply,
				   const struct uuid *job);
bool apply_deletes(const struct command *apply, const struct uuid *job);

/* ---- wants_jobs.c ------------------------------------------------------------------------- */
/* All that stands of a job whose handler lets it rest, where more than one does. */
void want_rest(const struct engine *engine, struct turn *turn, const struct report *report);
/* The job that an enqueue has new work for, by id or code; found again in the step. */
void want_resumed(struct turn *turn, tenant_no tenant, str job);
struct job *resumed_find(const struct engine *engine, tenant_no tenant, str name);
/* Of all that an enqueue names: whether they are there; and they are woken. */
MUST_USE enum err resumed_check(struct engine *engine, const struct tenant *tenant,
				const struct enqueue_command *enqueue, struct why *why);
void resumed_wake(struct engine *engine, const struct tenant *tenant,
		  const struct command *command);
void want_replan(struct turn *turn, const struct operation_row *row);
u32 job_wants_of(const struct command *command); /* at most */
void want_for_job(struct engine *engine, struct turn *turn, const struct command *command);

/* ---- commands ------------------------------------------------------------------------------ */
void on_job_apply(struct engine *engine, const struct command *command);
void on_job_put(struct engine *engine, const struct command *command);
void on_job_delete(struct engine *engine, const struct command *command);
void on_job_pause(struct engine *engine, const struct command *command);
void on_job_resume(struct engine *engine, const struct command *command);
void on_job_run(struct engine *engine, const struct command *command);
void on_job_skip_next(struct engine *engine, const struct command *command);
void on_job_backfill(struct engine *engine, const struct command *command);
void on_calendar_put(struct engine *engine, const struct command *command);
void on_calendar_delete(struct engine *engine, const struct command *command);
void on_tz_changed(struct engine *engine, const struct command *command);

#endif
