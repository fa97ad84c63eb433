/* A job's own limit, and its pause. Its due runs stand in job lanes, one for each lane (queue and
 * type) that they belong to; a job that was never changed has one. Of each job lane the most urgent
 * are offered to its lane, as many as may still run; the others are parked, by priority, run_at and
 * id. So what is held back is not looked at, and what is offered follows from what is due, not from
 * how it came to be.
 *
 * The limit counts what runs: a run that is offered where nobody works keeps none of another job
 * lane waiting. When one begins, every job lane takes back what there is no room for any more. */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/schedule/job_parts.h"

/* ---- job lanes ---------------------------------------------------------------------------- */

static struct job_lane *job_lane_find(const struct job *job, const struct lane *lane)
{
	list_for_each_of(struct job_lane, job_lane, &job->job_lanes, in_job)
	{
		if (job_lane->lane == lane) return job_lane;
	}
	return NULL;
}

static struct job_lane *job_lane_get(struct engine *engine, struct job *job, struct lane *lane)
{
	struct job_lane *job_lane = job_lane_find(job, lane);
	if (job_lane) return job_lane;
	job_lane = pool_take(&engine->schedule.job_lane_pool);
	job_lane->lane = lane;
	list_push_back(&job->job_lanes, &job_lane->in_job);
	return job_lane;
}

static bool is_before(const struct engine_run *a, const struct engine_run *b)
{
	return run_parked_before(&a->in_band, &b->in_band, 0);
}

bool job_lane_offers(const struct job_lane *job_lane, const struct engine_run *run)
{
	return run->lane == job_lane->lane && run->line == LINE_LANE &&
	       pairing_is_in(&run->in_band);
}

/* To be called when the old one is gone: usually the most urgent runs leave first. */
static struct engine_run *find_last(const struct job *job, const struct job_lane *job_lane)
{
	struct engine_run *last = NULL;
	if (!job_lane->offered) return NULL;
	list_for_each_of(struct engine_run, run, &job->runs, in_job)
	{
		if (job_lane_offers(job_lane, run) && (!last || is_before(last, run))) last = run;
	}
	return last;
}

static void park(struct job_lane *job_lane, struct engine_run *run)
{
	run->line = LINE_PARKED;
	pairing_push(&job_lane->parked, &run->in_band, run_parked_before, 0);
}

static struct engine_run *unpark_first(struct job_lane *job_lane)
{
	struct engine_run *run = run_of_band(job_lane->parked);
	pairing_remove(&job_lane->parked, &run->in_band, run_parked_before, 0);
	return run;
}

static void offer(struct engine *engine, struct job_lane *job_lane, struct engine_run *run)
{
	run->line = LINE_LANE;
	job_lane->offered++;
	if (!job_lane->last || is_before(job_lane->last, run)) job_lane->last = run;
	lane_push(engine, run);
}

static void offer_no_more(struct engine *engine, struct job_lane *job_lane, struct engine_run *run)
{
	must(job_lane->offered > 0);
	job_lane->offered--;
	lane_remove(engine, run);
	if (job_lane->last == run) job_lane->last = find_last(run->job, job_lane);
}

/* ---- room --------------------------------------------------------------------------------- */

bool job_is_closed(const struct engine *engine, const struct job *job)
{
	return job_is_paused(&job->row.pause, engine->clock.seen.wall);
}

bool job_is_resting(const struct engine *engine, const struct job *job)
{
	return job->rests && job->row.kind != JOB_ONCE && job_is_closed(engine, job);
}

bool job_is_full(const struct job *job)
{
	return job->row.max_instances && job->running >= job->row.max_instances;
}

u32 job_room(const struct engine *engine, const struct job *job)
{
	if (job_is_closed(engine, job) || job_is_full(job) || job->put_off) return 0;
	return job->row.max_instances ? job->row.max_instances - job->running : UINT32_MAX;
}

static void job_lane_fill(struct engine *engine, struct job_lane *job_lane, u32 room)
{
	while (job_lane->offered > room) {
		struct engine_run *last = job_lane->last;
		offer_no_more(engine, job_lane, last);
		park(job_lane, last);
	}
	while (job_lane->parked && job_lane->offered < room)
		offer(engine, job_lane, unpark_first(job_lane));
	while (job_lane->parked && job_lane->offered &&
	       is_before(run_of_band(job_lane->parked), job_lane->last)) {
		struct engine_run *last = job_lane->last;
		offer_no_more(engine, job_lane, last);
		offer(engine, job_lane, unpark_first(job_lane));
		park(job_lane, last);
	}
}

void job_lanes_fill(struct engine *engine, struct job *job)
{
	u32 room = job_room(engine, job);
	list_for_each_of(struct job_lane, job_lane, &job->job_lanes, in_job)
	{
		job_lane_fill(engine, job_lane, room);
		if (job_lane->offered || job_lane->parked) continue;
		list_remove(&job_lane->in_job);
		pool_give(&engine->schedule.job_lane_pool, job_lane);
	}
}

/* ---- one run ------------------------------------------------------------------------------ */

void job_count_waiting(struct engine_run *run, int by)
{
	if (run->attempts) return;
	if (run->cause == CAUSE_OCCURRENCE) run->job->waiting += (u32)by;
	if (run->cause == CAUSE_CATCHUP) run->job->catching += (u32)by;
}

void job_set_aside(struct engine_run *run, bool is_aside)
{
	job_count_waiting(run, is_aside ? 1 : -1);
}

void job_offer(struct engine *engine, struct engine_run *run)
{
	struct job_lane *job_lane = job_lane_get(engine, run->job, run->lane);
	must(!run_is_undecided(run));
	job_count_waiting(run, 1);
	park(job_lane, run);
	job_lane_fill(engine, job_lane, job_room(engine, run->job));
}

void job_step_out(struct engine *engine, struct engine_run *run)
{
	struct job_lane *job_lane = job_lane_find(run->job, run->lane);
	must(job_lane != NULL);
	job_count_waiting(run, -1);
	if (run->line == LINE_LANE) offer_no_more(engine, job_lane, run);
	else pairing_remove(&job_lane->parked, &run->in_band, run_parked_before, 0);
	job_lanes_fill(engine, run->job);
}
