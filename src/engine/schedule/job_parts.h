/* Jobs in the engine's memory; for the files of engine/ alone. */
#ifndef BELFRY_ENGINE_SCHEDULE_JOB_PARTS_H
#define BELFRY_ENGINE_SCHEDULE_JOB_PARTS_H

#include "engine/whole.h"

struct timetable; /* model/timetable.h */
struct daybook;   /* calendar/daybook.h */

enum { DRAFT_START_BYTES = 32 };

/* An instant that was decided in this turn, so that it is not planned again. */
struct decided {
	msec at;
	struct decided *next;
};

/* The due runs of a job that belong to one lane. */
struct job_lane {
	struct list_node in_job;
	struct lane *lane;
	u32 offered;                 /* how many of its runs are in the bands of the lane */
	struct engine_run *last;     /* the least urgent of these; NULL: none */
	struct pairing_node *parked; /* the other runs, none of them more urgent than `last` */
};

/* A job is in memory while one of its runs is, and while a turn deals with it. */
struct job {
	struct list_node in_touched;
	struct timer resume; /* while it is paused until an instant */
	struct job_row row;  /* without texts */
	/* NULL: its rule or zone cannot be read any more, so nothing is planned. */
	struct timetable *timetable;
	struct timetable *renewed;    /* read again in a turn that brings new zones */
	struct list runs;             /* in_job */
	struct list job_lanes;        /* in_job: the lanes of its due runs */
	struct pairing_node *stopped; /* runs whose time came while the job was paused */
	u32 runs_len;
	u32 running;
	u32 waiting;  /* due occurrences that have not started, offered or parked */
	u32 catching; /* how many of these are catching up on missed ones */
	/* runs that a gate has deferred and that are in memory: the others stay parked until these
	 * are due */
	u32 put_off;
	/* what the store returned about it in this turn; NULL: nothing */
	const struct job_seen *seen;
	struct decided *decided; /* instants that were decided in this turn */
	/* a command of this turn deals with it: all its undecided runs are in memory */
	bool is_visited;
	bool is_dirty; /* row.hot has to be written */
	/* it had no planned run when it was loaded, so its schedule has ended by the data it was
	 * planned with */
	bool came_ended;
	bool rests; /* its handler has paused it: new work ends the pause */
};

/* A tenant's calendar. */
struct calendar {
	struct calendar_row row; /* its name is in `name`; without its body */
	struct daybook *book;
	char name[LIMIT_CALENDAR_NAME_BYTES];
};

/* A job that depends on another, directly or not, and the step that found it: 0 for the job itself,
 * else the number of the step, from 1. */
struct behind_step {
	const struct uuid *job;
	u32 from;
};

/* A draft: the parts of a command that can fail or take memory, prepared by engine_reserve. */
struct draft {
	const struct command *command;
	enum err err;
	struct why why;
	/* JOB_PUT: the row to be written, without names and versions */
	struct job_row row;
	struct timetable *timetable; /* JOB_PUT */
	struct calendar *calendar;   /* CALENDAR_PUT */
	struct gatekeeper *gates;    /* SET_TENANT; NULL: it sets no gates */
	const struct zone *zone;     /* DAILY_PUT, REMINDER_PUT */
	/* JOB_PUT: memory for the search through the jobs that depend on it */
	struct behind_step *steps;
	u32 steps_max;
	/* JOB_APPLY: the jobs of its members, in the order of the members */
	struct uuid *jobs;
	struct apply_fault *faults; /* JOB_APPLY: memory for LIMIT_APPLY_FAULTS faults */
	u32 noted;                  /* JOB_APPLY: how many members were carried out */
	u32 plans;                  /* JOB_PUT in an apply: how many runs it may plan */
	bool goes_ahead;            /* JOB_APPLY: no member has a fault, so all are carried out */
	char start[DRAFT_START_BYTES];
	char code[LIMIT_JOB_CODE_BYTES]; /* JOB_PUT without a code: the code that the job gets */
};

/* An undecided run: its fate is decided when its time comes. */
static inline bool run_is_undecided(const struct engine_run *run)
{
	return run->plan_state == PLAN_STATE_PLANNED || run->plan_state == PLAN_STATE_MOVED;
}

/* ---- jobs.c: jobs in memory --------------------------------------------------------------- */
struct job *job_find(const struct engine *engine, const struct uuid *id);
/* Loads a job and compiles its rule; while reserving. */
MUST_USE enum err job_bring(struct engine *engine, const struct job_row *row);
MUST_USE enum err job_compile(const struct engine *engine, const struct job_row *row,
			      struct timetable **out_timetable, struct why *why);
/* Loads the jobs that came with the rows of this turn. */
MUST_USE enum err jobs_bring(struct engine *engine, struct turn *turn);
/* room.c: what jobs add to the room of a step; and their own memory. */
/* At most how many runs a deletion may cancel: all runs of the job that are in memory. */
u32 job_runs_deleted(const struct engine *engine, const struct command *command);
void jobs_count_room(struct engine *engine, struct room *room);
MUST_USE enum err jobs_take_room(struct engine *engine, const struct room *room);
/* Takes in the undecided runs of the jobs that commands deal with. */
void jobs_visit(struct engine *engine);
struct job *job_make(struct engine *engine, const struct job_row *row, struct timetable *timetable);
void job_take_row(struct engine *engine, struct job *job, const struct job_row *row,
		  struct timetable *timetable);
/* The job is settled at the end of the step: written if it is dirty, dropped if nothing needs
 * it. */
void job_touch(struct engine *engine, struct job *job);
void job_dirty(struct engine *engine, struct job *job);
void job_write_hot(struct engine *engine, struct job *job);
void jobs_settle(struct engine *engine);
void job_drop(struct engine *engine, struct job *job);
/* Forgets the jobs that were loaded for a turn that was then not carried out. */
void jobs_forget_idle(struct engine *engine);
void jobs_done(struct engine *engine);
void job_admit_run(struct engine *engine, struct engine_run *run, const struct run_row *row);
void job_forget_run(struct engine *engine, struct engine_run *run);
void jobs_close_again(struct engine *engine); /* the wall clock was set back, maybe into pauses */
void job_ran(struct engine *engine, struct engine_run *run, const struct execution *execution,
	     enum run_state state);
void job_set_pause(struct engine *engine, struct job *job, const struct job_pause *pause);
void job_note_decided(struct engine *engine, struct job *job, msec at);
msec job_last_decided(const struct job *job); /* 0: not known */
bool job_was_decided(const struct job *job, msec at);
/* Whether the known decisions are all of them: the store returns a limited number. */
bool job_knows_decided(const struct job *job);

/* ---- job_lanes.c: a job's limit and its pause ---------------------------------------------- */
bool job_is_closed(const struct engine *engine, const struct job *job); /* paused */
/* A handler has paused the job, so it needs no planned occurrence. A job that fires once always
 * keeps its own. */
bool job_is_resting(const struct engine *engine, const struct job *job);
bool job_is_full(const struct job *job);
/* how many more runs it may start */
u32 job_room(const struct engine *engine, const struct job *job);
void job_offer(struct engine *engine, struct engine_run *run); /* the run became due */
/* The run leaves its line but still counts as waiting; or the reverse. */
void job_set_aside(struct engine_run *run, bool is_aside);
/* from its band, its parking or the clock hold */
void job_step_out(struct engine *engine, struct engine_run *run);
/* To be called after the job's limit or use changed: offers as many runs as may start, parks the
 * others. */
void job_lanes_fill(struct engine *engine, struct job *job);
/* Counts a run that waits for its first start: 1 or -1. A run that waits for a retry does not
 * count. */
void job_count_waiting(struct engine_run *run, int by);
bool job_lane_offers(const struct job_lane *job_lane, const struct engine_run *run);

/* ---- plan.c: making runs of jobs ---------------------------------------------------------- */
struct planned {
	msec at; /* the instant of the occurrence; 0: none */
	msec run_at;
	enum run_cause cause;
	enum plan_state plan_state;
	const str *payload;      /* NULL: the job's payload */
	enum lint_kind flagged;  /* how the payload was flagged */
	struct uuid copied_from; /* nil: the run is not a copy */
	str actor;
};
/* Makes a run of the job; returns its id. */
struct uuid job_make_run(struct engine *engine, struct job *job, const struct planned *planned);
msec job_run_at(const struct job *job, msec planned_at); /* with jitter */
/* an occurrence already has this instant */
bool job_has_taken(const struct job *job, msec at);
msec job_last_taken(const struct job *job);
/* The next instant of the schedule, without instants that a clock which was ahead has decided. */
MUST_USE bool job_next(const struct job *job, msec after, msec *out_at);
u32 job_count(const struct job *job, msec after, msec until, u32 limit, bool *out_more);
/* Nothing is planned at or before this instant. */
msec job_settled_through(const struct job *job);
/* Plans the next occurrence, and all others within the job's horizon. */
void job_plan(struct engine *engine, struct job *job);
/* Records that occurrences in (planned_through, until] never become runs: one row of the ledger. */
void job_pass_over(struct engine *engine, struct job *job, msec until,
		   enum occurrence_outcome outcome, enum occurrence_reason reason);
void occurrence_write(struct engine *engine, const struct job *job, const struct uuid *run,
		      msec planned_at, u32 number, enum occurrence_outcome outcome,
		      enum occurrence_reason reason);
void journal_job(struct engine *engine, const struct job *job, enum journal_kind kind, msec at,
		 str reason, str actor);

/* ---- fire.c: when an occurrence's time has come ------------------------------------------- */
/* How many runs this decision may make beyond one. */
u32 fire_needs(const struct engine_run *run);
void run_fire(struct engine *engine, struct engine_run *run);
/* Passes over occurrences up to now that are not planned yet, behind one that waits for other
 * runs. */
void job_leave_rest(struct engine *engine, struct job *job);
/* cancels the oldest of the running runs, by the job's overlap policy */
void job_make_room(struct engine *engine, struct job *job);
/* Decides that the occurrence does not run. */
void occurrence_skip(struct engine *engine, struct engine_run *run, enum occurrence_outcome outcome,
		     enum occurrence_reason reason, str actor);
/* A caller cancels the occurrence before its time: the following one is planned. */
void occurrence_cancel(struct engine *engine, struct engine_run *run, str reason, str actor);
/* A caller gives the occurrence another time. */
void occurrence_move(struct engine *engine, struct engine_run *run);
void run_decide(struct engine *engine, struct engine_run *run); /* the plan state becomes DECIDED */
/* Ends the run without a row in the ledger: its occurrence will be planned again, or never
 * existed. */
void run_withdraw(struct engine *engine, struct engine_run *run, str reason, str actor);

/* ---- drafts.c ----------------------------------------------------------------------------- */
/* Whether a part of the command can fail or needs memory that a step cannot take: then it needs a
 * draft. */
static inline bool command_needs_draft(const struct command *command)
{
	if (command->kind == COMMAND_SET_TENANT) return command->set.has_gates;
	if (command->kind == COMMAND_DOCUMENT_PUT) return command->document.has_gates;
	return command->kind == COMMAND_JOB_PUT || command->kind == COMMAND_JOB_APPLY ||
	       command->kind == COMMAND_CALENDAR_PUT || command->kind == COMMAND_DAILY_PUT ||
	       command->kind == COMMAND_REMINDER_PUT;
}
/* Makes the drafts of a turn that has such commands. */
MUST_USE enum err drafts_make(struct engine *engine, struct turn *turn);
struct draft *draft_of(struct engine *engine, const struct command *command);
void drafts_done(struct engine *engine);

/* ---- calendars.c -------------------------------------------------------------------------- */
bool calendar_is(const void *item, const void *key);
struct calendar *calendar_find(const struct engine *engine, tenant_no tenant, str name);
void calendar_place(struct engine *engine, struct calendar *calendar);
/* the calendar object stays allocated */
void calendar_remove(struct engine *engine, const struct calendar *calendar);
MUST_USE enum err calendar_recall(struct engine *engine, const struct calendar_row *row);
MUST_USE enum err calendar_make(const struct calendar_row *row, struct calendar **out_calendar,
				struct why *why);
void calendar_free(struct calendar *calendar);
void calendars_done(struct engine *engine);
/* every calendar of the tenant; writes nothing */
void calendars_forget(struct engine *engine, tenant_no tenant);
const struct daybook *calendar_book(const struct engine *engine, tenant_no tenant, str name);

/* ---- replan.c ----------------------------------------------------------------------------- */
/* Whether jobs of this tenant are being planned again, and this job is still to come. */
bool replan_is_pending(const struct engine *engine, const struct job *job);
/* Starts an operation over the tenant's jobs; the answer has its id. */
void replan_start(struct engine *engine, const struct command *command, struct answer *answer,
		  tenant_no tenant, str calendar);
/* Works through a page of the operation and moves its cursor and counts. True: it was the last
 * page. */
bool replan_step(struct engine *engine, struct operation_row *row, const struct want *page);
/* Withdraws runs that have not started, and plans from now on, or from the last decided instant.
 * Occurrences that are due must have been decided before (job_judge_due). */
void job_replan(struct engine *engine, struct job *job, bool keep_moved, str reason, str actor);
/* How many runs the job would plan by this timetable; or why it cannot. */
MUST_USE enum err job_may_replan(const struct engine *engine, const struct job *job,
				 const struct timetable *timetable, bool keep_moved, u32 *out_count,
				 struct why *why);
/* Decides occurrences that are due and were not decided yet. */
void job_judge_due(struct engine *engine, struct job *job);
/* The run's planned instant is past, even if the run still waits for something. */
bool run_has_come(const struct engine *engine, const struct engine_run *run);

/* The instant of the first planned run after now; 0: there is none. */
msec job_first_planned(const struct job *job, msec now);
/* Writes into the journal that the job's next occurrence moved. */
void job_report_replanned(struct engine *engine, const struct job *job, msec before, msec after);

/* ---- set_back.c: a clock that was ahead ----------------------------------------------------- */
/* Requests a page of jobs that a clock which was ahead has decided. */
void want_jobs_ahead(const struct engine *engine, struct turn *turn);
bool want_is_ahead(const struct want *want);
/* The rows of those jobs are loaded: sets the jobs back. */
void jobs_set_back(struct engine *engine);

/* ---- job_pause.c: what a pause does to occurrences ------------------------------------------ */
/* The run's time has come. True: its job is paused, so the run waits for the end of the pause. */
bool run_stops(struct engine *engine, struct engine_run *run);
void run_stops_no_more(struct engine_run *run);
/* Withdraws all planned runs but the first. The job must have been visited. */
void job_stop_ahead(struct engine *engine, struct job *job, str actor);
/* The end of the last pause that is over, at most now; 0: the job was never paused. */
msec job_paused_through(const struct engine *engine, const struct job *job);
/* The pause is over, or replaced by another: notes how far it reached. */
void job_note_pause(struct engine *engine, struct job *job);
/* Records that occurrences were not planned while the job was paused: one row of the ledger. */
void job_pass_pause(struct engine *engine, struct job *job);
/* Whether the run's instant lies in a pause and its job skips such occurrences. */
bool run_was_paused(const struct engine *engine, const struct engine_run *run);
void run_leave_out(struct engine *engine, struct engine_run *run);
/* Runs that waited for the end of a pause line up: their time has come. */
void job_line_up_stopped(struct engine *engine, struct job *job);
/* The job's pause is over: decides the occurrences that waited for that, and plans the next one. */
void job_goes_on(struct engine *engine, struct job *job);

/* ---- job_act.c ---------------------------------------------------------------------------- */
/* The job was deleted: withdraws planned runs; decided ones go on. */
void job_end(struct engine *engine, struct job *job, str reason);
/* job_rest: the handler of this execution has nothing to do for now. The other: there is new
 * work. */
void job_rest(struct engine *engine, const struct execution *execution, str actor);
void job_wake(struct engine *engine, struct job *job, str actor);

/* ---- job_put.c ---------------------------------------------------------------------------- */
/* The result of checking a draft: the job to change (NULL: a new job) and how many runs must be
 * planned at once; or the job that already has the code; or why the draft is refused. */
struct put_check {
	bool leaves_quota; /* the quota is checked elsewhere */
	struct job *job;
	u32 plans;
	struct uuid other;
	struct why why;
};
MUST_USE enum err job_put_check(struct engine *engine, struct draft *draft,
				struct put_check *check);
void answer_job(const struct job *job, struct answer *answer);

/* ---- job_act.c ---------------------------------------------------------------------------- */
/* Whether a job may be deleted, and whether an operation has to cancel the rest of its runs. */
MUST_USE enum err job_delete_check(const struct engine *engine, const struct command *command,
				   bool *out_has_more, struct why *why);

/* ---- job_apply.c -------------------------------------------------------------------------- */
/* Reserves memory for the answer of an apply, while reserving. */
MUST_USE enum err draft_apply(struct turn *turn, struct draft *draft);
/* Whether a member is carried out; then the memory reserved for it is its own. */
bool apply_goes_ahead(struct engine *engine, const struct command *member);
/* Notes that a member was carried out. */
void apply_note(struct engine *engine, const struct command *member, const struct uuid *job);
/* The row that a job will have after the apply: the draft of a member, or NULL. */
const struct draft *apply_draft_of(const struct engine *engine, const struct command *apply,
				   const struct uuid *job);
bool apply_deletes(const struct command *apply, const struct uuid *job);

/* ---- wants_jobs.c ------------------------------------------------------------------------- */
/* Requests all planned runs of a job whose handler pauses it, if there may be more than one. */
void want_rest(const struct engine *engine, struct turn *turn, const struct report *report);
/* Requests the job that an enqueue has new work for, by id or code. */
void want_resumed(struct turn *turn, tenant_no tenant, str job);
struct job *resumed_find(const struct engine *engine, tenant_no tenant, str name);
/* resumed_check: whether all jobs that an enqueue names exist. The other wakes them. */
MUST_USE enum err resumed_check(struct engine *engine, const struct tenant *tenant,
				const struct enqueue_command *enqueue, struct why *why);
void resumed_wake(struct engine *engine, const struct tenant *tenant,
		  const struct command *command);
void want_replan(struct turn *turn, const struct operation_row *row);
u32 job_wants_of(const struct command *command); /* at most */
void want_for_job(struct engine *engine, struct turn *turn, const struct command *command);

/* TIMER_JOB_RESUME */
void job_timer_acts(struct engine *engine, struct timer *timer);

#endif
