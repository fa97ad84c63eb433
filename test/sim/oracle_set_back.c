/* A wall clock that was ahead is set back: each job is planned from now on, an instant of which a
 * run was made, or that a person left out, stays decided, and the ledger names all others. */
#include "sim/sim.h"

#include <inttypes.h>

/* So long both clocks agree before jobs are set back; and so far ahead they may stay. */
#define AGREE_MS (3 * MSEC_MINUTE)
#define AHEAD_MS (10 * MSEC_MINUTE)

bool set_back_comes(const struct turn *turn, const struct oracle_job *job)
{
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change->kind != CHANGE_JOB_HOT || !uuid_eq(&change->job_hot.id, &job->id))
			continue;
		if (change->job_hot.hot.undone_number != job->undone_number) return true;
	}
	return false;
}

static void check_number(const struct oracle *oracle, const struct oracle_job *job,
			 const struct job_hot *hot)
{
	u32 next = job->undone_number ? job->undone_number + 2 : OCCURRENCE_AGAIN + 1;
	msec now = oracle->now.wall;
	if (hot->undone_number != next || hot->undone_through < job->undone_through)
		sim_fail(oracle->sim, "set-back", NULL, "job %08x: number %u after %u",
			 uuid_short(&job->id), hot->undone_number, job->undone_number);
	if (hot->decided_through > now || hot->passed_through > now || hot->paused_through > now)
		sim_fail(oracle->sim, "set-back", NULL, "job %08x is set back, and still ahead",
			 uuid_short(&job->id));
}

/* A span for each instant that stays may be more than a job has room for: then some became one on
 * the way, though fewer may be left in the end. */
static bool may_be_crowded(const struct oracle *oracle, const struct oracle_job *job)
{
	u32 spans = decided_len(&job->except);
	for (u32 i = 0; i < job->ledger_len; i++) {
		const struct oracle_decided *row = &job->ledger[i];
		bool is_ahead = row->end - 1 > oracle->now.wall;
		spans += is_ahead && row->stays && !decided_has(&job->except, row->at);
	}
	return spans > DECIDED_SPANS;
}

/* An instant that has a run, or that a person left out, must not come again. And where there is
 * room for all spans, nothing else stays decided. */
static void check_except(const struct oracle *oracle, const struct oracle_job *job,
			 const struct job_hot *hot)
{
	const struct decided_spans *except = &hot->undone_except;
	bool is_crowded = job->was_crowded || may_be_crowded(oracle, job);
	for (u32 i = 0; i < job->ledger_len; i++) {
		const struct oracle_decided *row = &job->ledger[i];
		if (row->end - 1 <= oracle->now.wall) continue;
		if (row->stays && !decided_has(except, row->at))
			sim_fail(oracle->sim, "I-28", NULL,
				 "job %08x: %" PRId64 " fired, and is planned again",
				 uuid_short(&job->id), row->at / MSEC_SECOND);
		/* One that stood amid others was left out when the clock was set back before. */
		bool is_amid = decided_has(&job->except, row->at);
		bool is_left = !row->stays && job->rule.kind != JOB_ONCE &&
			       row->at > oracle->now.wall && !is_amid &&
			       decided_has(except, row->at) && row->end == row->at + 1;
		if (is_left && !is_crowded)
			sim_fail(oracle->sim, "set-back", NULL,
				 "job %08x: %" PRId64 " did not fire, and is not planned again",
				 uuid_short(&job->id), row->at / MSEC_SECOND);
	}
}

/* Of what the clock ahead has decided only that stays. */
static void forget_ahead(struct oracle_job *job, msec now)
{
	u32 kept = 0;
	for (u32 i = 0; i < job->ledger_len; i++) {
		struct oracle_decided row = job->ledger[i];
		bool is_once = job->rule.kind == JOB_ONCE && row.end == row.at + 1;
		if (!row.stays && !is_once && row.at > now) continue;
		if (!row.stays && row.end > now + 1) row.end = now + 1;
		job->ledger[kept++] = row;
	}
	job->ledger_len = kept;
}

static void lower(msec *at, msec now)
{
	if (*at > now) *at = now;
}

static void take(struct oracle *oracle, struct oracle_job *job, const struct job_hot *hot)
{
	msec now = oracle->now.wall;
	job->was_crowded |= decided_len(&hot->undone_except) == DECIDED_SPANS;
	check_number(oracle, job, hot);
	check_except(oracle, job, hot);
	job->undone_through = hot->undone_through;
	job->undone_number = hot->undone_number;
	job->except = hot->undone_except;
	job->turn_set_back = oracle->turn_id;
	forget_ahead(job, now);
	lower(&job->judged, now);
	lower(&job->guarded_at, now);
	lower(&job->stood_for, now);
	lower(&job->left_out, now);
	lower(&job->bygone, now);
	lower(&job->reached, now);
	plans_begin_anew(oracle, job);
	sim_mark(oracle->sim, MARK_SET_BACK);
}

void set_back_take_hot(struct oracle *oracle, struct oracle_job *job, const struct job_hot *hot)
{
	if (hot->paused_through < job->pauses_through)
		lower(&job->paused_through, oracle->now.wall);
	job->pauses_through = hot->paused_through;
	if (hot->undone_number != job->undone_number) take(oracle, job, hot);
	else if (memcmp(&hot->undone_except, &job->except, sizeof job->except) != 0)
		sim_fail(oracle->sim, "set-back", NULL, "job %08x has other spans",
			 uuid_short(&job->id));
}

void set_back_take_row(struct oracle *oracle, struct oracle_job *job,
		       const struct occurrence_row *row)
{
	bool is_of_turn = job->turn_set_back == oracle->turn_id &&
			  row->number == job->undone_number - 1;
	if (!is_of_turn || row->planned_at < oracle->now.wall ||
	    row->until - 1 > job->undone_through)
		sim_fail(oracle->sim, "set-back", NULL, "job %08x: a row that names no such span",
			 uuid_short(&job->id));
	for (u32 i = 0; i < job->ledger_len; i++) {
		const struct oracle_decided *other = &job->ledger[i];
		if (other->at <= row->planned_at || other->at >= row->until) continue;
		sim_fail(oracle->sim, "I-28", NULL, "job %08x: %" PRId64 " is undone, and it fired",
			 uuid_short(&job->id), other->at / MSEC_SECOND);
	}
}

void set_back_check_idle(const struct oracle *oracle, struct now now)
{
	const struct oracle_jobs *jobs = oracle->jobs;
	if (now.boot < jobs->apart_at || now.boot - jobs->apart_at < AGREE_MS) return;
	days_check_ahead(oracle, now);
	reminders_check_ahead(oracle, now);
	for (u32 i = 0; i < jobs->len; i++) {
		const struct oracle_job *job = jobs->all[i];
		bool is_ahead = job->judged > now.wall + AHEAD_MS + AGREE_MS;
		if (job->state == JOB_DELETED || !is_ahead) continue;
		sim_fail(oracle->sim, "set-back", NULL,
			 "job %08x is silent until %" PRId64 ", and the clock was set back",
			 uuid_short(&job->id), job->judged / MSEC_SECOND);
	}
}
