/* A job that is paused: RULINGS of the specification, "a job that rests". While the pause lasts
 * nothing is made or written for each of its instants. When a person's pause is over the run that
 * stood follows, late, unless the job skips; when a handler's own is over (a rest), none does. All
 * other instants of the pause are one range of the ledger. */
#include "sim/sim.h"

#include <inttypes.h>

static bool is_in_force(const struct job_pause *pause, msec wall)
{
	return pause->since && wall < pause->until;
}

bool pauses_hold(const struct oracle *oracle, const struct oracle_job *job)
{
	return is_in_force(&job->row.pause, oracle->now.wall);
}

/* A job that fires once is late, and never left out. */
bool pauses_rest(const struct oracle *oracle, const struct oracle_job *job)
{
	return pauses_hold(oracle, job) && job->rests && job->rule.kind != JOB_ONCE;
}

/* Its row may come behind what follows from the change. */
static bool is_changed(const struct oracle *oracle, const struct oracle_job *job)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind == COMMAND_JOB_PUT && uuid_eq(&command->job_put.id, &job->id))
			return true;
	}
	return job->turn_put == oracle->turn_id;
}

/* In this turn nobody has paused, resumed or changed it, and it is paused. */
static bool is_undisturbed(const struct oracle *oracle, const struct oracle_job *job)
{
	return pauses_hold(oracle, job) && job->pause_turn != oracle->turn_id &&
	       !is_changed(oracle, job) && !plans_in_replan(oracle, job);
}

/* How far the pauses reach that are over. */
static msec paused_through(const struct oracle *oracle, const struct oracle_job *job)
{
	const struct job_pause *pause = &job->row.pause;
	bool is_over = pause->since && pause->until <= oracle->now.wall;
	msec through = job->paused_through;
	return is_over && pause->until > through ? pause->until : through;
}

/* ---- what becomes of a pause -------------------------------------------------------------- */

/* New work that came while it ran must not be forgotten for the rest that the run asks for. */
static void check_wish_to_rest(const struct oracle *oracle, const struct oracle_job *job)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind != COMMAND_REPORT) continue;
		for (u32 j = 0; j < command->report.len; j++) {
			const struct report *report = &command->report.reports[j];
			const struct oracle_execution *execution = oracle_execution_of(
				oracle, &report->execution);
			if (!report->pauses_job || !execution || execution->run->job != job)
				continue;
			if (execution->turn >= job->woken_turn) return;
		}
	}
	sim_fail(oracle->sim, "wake-up", NULL,
		 "job %08x rests, and new work came while every run of it ran that asks for it",
		 uuid_short(&job->id));
}

void pauses_take(struct oracle *oracle, struct oracle_job *job, const struct job_pause *pause)
{
	const struct job_pause *before = &job->row.pause;
	msec now = oracle->now.wall, end = before->until < now ? before->until : now;
	if (before->since && end > job->paused_through) job->paused_through = end;
	if (before->since && job->rests) {
		job->rested_turn = oracle->turn_id;
		job->rested_through = end;
	}
	job->pause_turn = oracle->turn_id;
	job->rests = pause->since && str_eq(pause->author, JOB_PAUSE_HANDLER);
	job->row.pause.since = pause->since;
	job->row.pause.until = pause->until;
	if (pause->since) sim_mark(oracle->sim, MARK_JOB_PAUSED);
	if (!job->rests) return;
	job->rested_since = pause->since;
	check_wish_to_rest(oracle, job);
	sim_mark(oracle->sim, MARK_JOB_RESTS);
}

void pauses_woken(struct oracle *oracle, struct oracle_job *job)
{
	job->woken_turn = oracle->turn_id;
	if (!job->rests || !is_in_force(&job->row.pause, oracle->sim->node.now.wall)) return;
	if (job->pause_turn != oracle->turn_id)
		sim_fail(oracle->sim, "wake-up", NULL, "job %08x has new work, and still rests",
			 uuid_short(&job->id));
}

/* ---- what is made and written ------------------------------------------------------------- */

/* Of the turn as a whole: one that stood may have been moved or cancelled in it. */
void pauses_check_planned(struct oracle *oracle, const struct oracle_job *job)
{
	if (!is_undisturbed(oracle, job)) return;
	list_for_each_of(struct oracle_run, run, &job->runs, in_job)
	{
		bool is_new = run->turn_created == oracle->turn_id;
		if (!is_new || run->plan_state != PLAN_STATE_PLANNED) continue;
		if (run->planned_at <= plans_last_taken(job)) continue;
		if (pauses_rest(oracle, job))
			sim_fail(oracle->sim, "paused", &run->id, "planned, and its job rests");
		if (job->planned > 1)
			sim_fail(oracle->sim, "paused", &run->id,
				 "planned, its job is paused, and one stands already");
	}
}

/* How far its job is covered once a pause has taken this one back, which was ahead. It goes on
 * behind the last that stands or is taken: new data may have others between that one and this. */
static msec covered_before(const struct oracle_job *job, const struct oracle_run *run)
{
	msec taken = plans_last_taken(job), last = 0;
	list_for_each_of(struct oracle_run, other, &job->runs, in_job)
	{
		bool stands = other->plan_state == PLAN_STATE_PLANNED;
		if (stands && other->planned_at < run->planned_at && other->planned_at > last)
			last = other->planned_at;
	}
	if (!last) return run->planned_at - 1;
	return taken > last && taken < run->planned_at ? taken : last;
}

bool pauses_may_withdraw(struct oracle *oracle, struct oracle_job *job,
			 const struct oracle_run *run)
{
	bool is_ahead = job->pause_turn == oracle->turn_id && run->planned_at > oracle->now.wall;
	bool is_skipped = job->row.misfire == MISFIRE_SKIP &&
			  run->planned_at <= paused_through(oracle, job);
	/* Ahead of its time a rest leaves it as it is; new data may take it back. */
	bool rests = pauses_rest(oracle, job) && run->run_at <= oracle->now.wall;
	if (!is_ahead && !is_skipped && !rests) return false;
	/* Its instant is one of the range that is written when the pause is over. */
	msec covered = is_ahead ? covered_before(job, run) : run->planned_at - 1;
	if (job->covered >= run->planned_at) job->covered = covered;
	sim_mark(oracle->sim, MARK_PAUSE_WITHDRAWS);
	return true;
}

const char *pauses_why_not_skipped(const struct oracle *oracle, const struct oracle_job *job,
				   const struct oracle_run *run)
{
	bool was_judged = run->planned_at <= job->judged;
	bool is_over = run->planned_at <= paused_through(oracle, job);
	bool is_left_out = is_over && job->row.misfire == MISFIRE_SKIP;
	if (run->plan_state != PLAN_STATE_PLANNED)
		return pauses_hold(oracle, job) ? NULL : "no pause";
	/* The range of its pause may have been written before it, in this very turn. */
	if (was_judged) return pauses_hold(oracle, job) || is_left_out ? NULL : "no pause";
	if (!pauses_rest(oracle, job) && !is_left_out) return "one run is to follow";
	/* Where nothing stands or is taken behind it, it belongs to a range. */
	return run->planned_at < job->covered || run->planned_at < plans_last_taken(job)
		       ? NULL
		       : "it has a row of its own";
}

const char *pauses_why_no_range(const struct oracle *oracle, const struct oracle_job *job,
				const struct occurrence_row *row)
{
	if (is_undisturbed(oracle, job)) return "its pause is not over";
	if (pauses_hold(oracle, job) || job->pause_turn == oracle->turn_id) return NULL;
	return row->until - 1 <= paused_through(oracle, job) ? NULL : "it was not paused so long";
}

void pauses_check_gone_on(struct oracle *oracle, const struct oracle_job *job,
			  const struct oracle_run *run)
{
	bool is_usual = run->plan_state == PLAN_STATE_PLANNED && job->rule.kind != JOB_ONCE;
	if (!is_usual || plans_may_hold(oracle, oracle->now)) return;
	if (is_undisturbed(oracle, job) && run->planned_at > job->judged)
		sim_fail(oracle->sim, "paused", &run->id, "judged while its job is paused");
	/* A person's pause may have followed the rest: what came then is late, and goes on. */
	bool was_resting = job->rested_turn > run->turn_created &&
			   run->planned_at > job->rested_since &&
			   run->run_at <= job->rested_through;
	if (was_resting && oracle->now.wall >= oracle->wall_max)
		sim_fail(oracle->sim, "paused", &run->id, "its time came while its job rested");
}
