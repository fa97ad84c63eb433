/* Between the oracle's own files: jobs, their schedules and their ledger. */
#ifndef BELFRY_TEST_SIM_ORACLE_JOBS_H
#define BELFRY_TEST_SIM_ORACLE_JOBS_H

#include "base/arena.h"
#include "base/list.h"
#include "base/map.h"
#include "model/turn.h"
#include "sim/almanac.h"

struct answer;
struct call;
struct oracle;
struct oracle_run;

enum { ORACLE_JOBS = 4096 };

/* One instant, or all of a range: [at, end). */
struct oracle_decided {
	msec at;
	msec end;
	bool stays; /* also when the clock that decided it was ahead */
};

struct oracle_job {
	struct uuid id;
	u32 tenant;
	u64 version;
	enum job_state state;
	u32 rule_number;
	struct almanac_rule rule;
	struct job_row row; /* its numbers; texts are gone */
	u64 parameters;     /* hash */
	bool excludes;      /* its tenant's calendar */
	struct list runs;   /* unfinished ones */
	u32 running;
	u32 planned;     /* of them: wait for their instant, and were not moved */
	msec covered;    /* every instant up to here is planned or decided, or will never be one */
	msec judged;     /* the last instant that time has decided */
	msec stood_for;  /* up to here one late run stands for all */
	msec left_out;   /* the same when it was changed last: its new rule may begin behind it */
	msec guarded_at; /* the latest wall at which time decided something of it */
	u64 judged_by;   /* by what it had its instants then */
	msec bygone;     /* up to here it may leave out what other data have there */
	msec reached;    /* all up to here, the last that a person has taken, stood once */
	u64 reached_by;  /* by what it had its instants then */
	struct oracle_decided *ledger; /* ascending */
	u32 ledger_len;
	u32 ledger_max;
	u32 backfill; /* the last row of one: its number and instant */
	msec backfill_at;
	u64 turn; /* the last that changed it */
	u64 turn_put;
	u64 turn_deleted;
	u64 turn_fired;           /* an occurrence went on */
	u64 turn_freed;           /* one of its executions ended */
	u64 judged_turn;          /* time decided an occurrence that stood in the queue */
	msec judged_last;         /* the latest such in that turn */
	struct oracle_run **made; /* all of its runs that have a planned instant */
	u32 made_len;
	u32 made_max;
	u32 running_before;  /* when the turn began */
	bool rests;          /* its pause is its handler's own */
	u64 pause_turn;      /* the last that paused or resumed it */
	msec paused_through; /* how far the pauses reached that were ended or replaced */
	msec rested_since;   /* the last rest: its beginning, its end, and the turn that ended it */
	msec rested_through;
	u64 rested_turn;
	u64 woken_turn; /* somebody had new work for it */
	/* A clock that was ahead was set back (oracle_set_back.c). */
	u64 turn_set_back;
	msec undone_through;
	u32 undone_number;
	struct decided_spans except;
	bool was_crowded;    /* more spans stayed decided than a job has room for */
	msec pauses_through; /* as its row says */
};

struct oracle_jobs {
	struct oracle_job *all[ORACLE_JOBS];
	u32 len;
	struct uuid_map by_id;
	struct u64_map jitters; /* (job, rule, jitter, instant, zones) -> 1 + what it was given */
	struct arena jitter_room;
	u32 calendars[64];  /* of each tenant, by its number */
	u32 replans[64];    /* under way: 0 for all tenants */
	u32 zones;          /* version of their data */
	bool zones_are_new; /* and jobs have not all been planned anew */
	u64 zones_turn;     /* the last turn when they changed */
	msec renewed_at;    /* the wall when jobs were last planned anew */
	struct now last;
	struct now tried; /* at the last turn, whether it was kept or not */
	msec hold_until;  /* boot: the wall clock may have jumped ahead */
	msec leapt_at;    /* boot: when it jumped ahead last */
	msec apart_at;    /* boot: when the clocks disagreed last, or a memory was made anew */
	msec stepped_at;  /* boot: the same, as turns that were kept have seen it */
};

void plans_init(struct oracle *oracle);
void plans_done(struct oracle *oracle);
struct oracle_job *plans_find(const struct oracle *oracle, const struct uuid *id);

/* ---- oracle_cover.c: instants ---------------------------------------------------------------- */
u32 plans_calendar(const struct oracle *oracle, const struct oracle_job *job);
/* What the almanac says of it. */
bool plans_next(const struct oracle *oracle, const struct oracle_job *job, msec after,
		msec *out_at);
/* While jobs are planned anew, runs may stand where the old data had them. */
bool plans_in_flux(const struct oracle *oracle, const struct oracle_job *job);
/* Whether it may be planned anew at this moment. */
bool plans_in_replan(const struct oracle *oracle, const struct oracle_job *job);
bool plans_may_be(const struct oracle *oracle, const struct oracle_job *job, msec at);
/* The row of the ledger that has this instant; NULL: none. */
const struct oracle_decided *plans_decided(const struct oracle_job *job, msec at);
void plans_decide(struct oracle *oracle, struct oracle_job *job, msec at, msec end, bool stays);
/* Time has decided this one, and whatever it had up to now. */
void plans_judged(struct oracle *oracle, struct oracle_job *job, msec at);
/* It is planned anew: from now, or from what was decided. */
void plans_begin_anew(struct oracle *oracle, struct oracle_job *job);
/* Up to here it may leave out what was to come when it was changed: a late run stands for it. */
msec plans_past(const struct oracle_job *job);
bool plans_taken(const struct oracle_job *job, msec at);
msec plans_last_taken(const struct oracle_job *job); /* by a person, out of its turn */
/* A turn has changed it: how far does it stand without a gap? */
void plans_reach(const struct oracle *oracle, struct oracle_job *job);
/* This instant is planned or passed over: it must be the next. `run` NULL: passed over. */
void plans_cover(struct oracle *oracle, struct oracle_job *job, const struct oracle_run *run,
		 msec at);

/* The next instant that no clock has decided which was ahead. */
bool plans_next_open(const struct oracle *oracle, const struct oracle_job *job, msec after,
		     msec *out_at);
u32 plans_count_open(const struct oracle *oracle, const struct oracle_job *job, msec after,
		     msec until, u32 most);

/* ---- oracle_set_back.c ---------------------------------------------------------------------- */
/* A row of the job: it may be set back by it. */
void set_back_take_hot(struct oracle *oracle, struct oracle_job *job, const struct job_hot *hot);
/* A row `undone` of the ledger. */
void set_back_take_row(struct oracle *oracle, struct oracle_job *job,
		       const struct occurrence_row *row);
/* Whether this turn, which is not kept yet, sets it back. */
bool set_back_comes(const struct turn *turn, const struct oracle_job *job);
/* When both clocks agree, no job may be ahead for long. */
void set_back_check_idle(const struct oracle *oracle, struct now now);

/* ---- oracle_pauses.c ------------------------------------------------------------------------ */
bool pauses_hold(const struct oracle *oracle, const struct oracle_job *job); /* it is paused */
bool pauses_rest(const struct oracle *oracle, const struct oracle_job *job); /* by its handler */
void pauses_take(struct oracle *oracle, struct oracle_job *job, const struct job_pause *pause);
/* It was acknowledged that there is new work for it. */
void pauses_woken(struct oracle *oracle, struct oracle_job *job);
void pauses_check_planned(struct oracle *oracle, const struct oracle_job *job);
bool pauses_may_withdraw(struct oracle *oracle, struct oracle_job *job,
			 const struct oracle_run *run);
/* NULL: it may have this row of the ledger, by reason of a pause. */
const char *pauses_why_not_skipped(const struct oracle *oracle, const struct oracle_job *job,
				   const struct oracle_run *run);
const char *pauses_why_no_range(const struct oracle *oracle, const struct oracle_job *job,
				const struct occurrence_row *row);
void pauses_check_gone_on(struct oracle *oracle, const struct oracle_job *job,
			  const struct oracle_run *run);

/* ---- oracle_jobs.c -------------------------------------------------------------------------- */

/* A turn goes to the store: does it decide what is decided? The store would stop at that. */
void plans_before_store(struct oracle *oracle, const struct turn *turn);
void plans_before_commit(struct oracle *oracle);
/* A new run of a job: what must be true of it. */
void plans_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row);
/* Before the run's own state follows. */
void plans_take_hot(struct oracle *oracle, struct oracle_run *run, const struct run_hot *hot);
void plans_take(struct oracle *oracle, const struct change *change);
void plans_after_commit(struct oracle *oracle);
/* A run of it begins; it goes to this state. */
void plans_check_claim(struct oracle *oracle, const struct oracle_run *run);
void plans_run_moved(struct oracle *oracle, struct oracle_run *run, u32 state);
/* Whether a due run is one of those that its job lets begin: where it may run so many at once, the
 * most urgent so many of a line. Where that cannot be told, it is not. */
bool plans_may_begin(const struct oracle *oracle, const struct oracle_run *run, msec wall);
/* Whether the end of a run that nobody asked for follows from its job. */
bool plans_may_cancel(const struct oracle *oracle, const struct oracle_run *run);
/* Whether one of them has come and is not judged. */
bool plans_has_due(const struct oracle *oracle, msec wall);
void plans_after_turn(struct oracle *oracle, struct now now, bool is_idle);
/* An enqueue that has made something: of the jobs that it names none rests. */
void plans_check_wakeups(struct oracle *oracle, const struct call *call);
/* An enqueue has new work for a job that is deleted. */
bool plans_names_deleted(const struct oracle *oracle, const struct call *call);
void plans_check_answer(struct oracle *oracle, const struct call *call,
			const struct answer *answer);
/* The wall clock may have jumped ahead: what is not judged yet may be held back. */
bool plans_may_hold(const struct oracle *oracle, struct now now);
/* What is a person's waits for a clock that jumped. */
bool plans_may_hold_back(const struct oracle *oracle, const struct oracle_run *run, struct now now);
void plans_see_clock(struct oracle *oracle, struct now now);
void plans_try_clock(struct oracle *oracle, struct now now); /* in a turn that failed */
/* New data for all zones. */
void plans_new_zones(struct oracle *oracle);

#endif
