/* A job's own limit, and its pause. Its due runs stand in lanes, one for each stand (queue and
 * type) that they belong to; a job that was never changed has one. Of each lane the most urgent are
 * offered to its stand, as many as may still run; the others are parked, by priority, run_at and
 * id. So what is held back is not looked at, and what is offered follows from what is due, not from
 * how it came to be.
 *
 * The limit counts what runs: a run that is offered where nobody works keeps none of another lane
 * waiting. When one begins, every lane takes back what there is no room for any more. */
#include "engine/schedule/job_parts.h"

/* ---- lanes -------------------------------------------------------------------------------- */

static struct lane *lane_find(const struct job *job, const struct stand *stand)
{
	list_for_each_of(struct lane, lane, &job->lanes, in_job)
	{
		if (lane->stand == stand) return lane;
	}
	return NULL;
}

static struct lane *lane_get(struct engine *engine, struct job *job, struct stand *stand)
{
	struct lane *lane = lane_find(job, stand);
	if (lane) return lane;
	lane = pool_take(&engine->schedule.lane_pool);
	lane->stand = stand;
	list_push_back(&job->lanes, &lane->in_job);
	return lane;
}

static bool is_before(const struct engine_run *a, const struct engine_run *b)
{
	return run_parked_before(&a->in_band, &b->in_band, 0);
}

bool lane_offers(const struct lane *lane, const struct engine_run *run)
{
	return run->stand == lane->stand && run->line == LINE_STAND && pairing_is_in(&run->in_band);
}

/* Looked for when the one that it was is gone: mostly the most urgent go first. */
static struct engine_run *find_last(const struct job *job, const struct lane *lane)
{
	struct engine_run *last = NULL;
	if (!lane->offered) return NULL;
	list_for_each_of(struct engine_run, run, &job->runs, in_job)
	{
		if (lane_offers(lane, run) && (!last || is_before(last, run))) last = run;
	}
	return last;
}

static void park(struct lane *lane, struct engine_run *run)
{
	run->line = LINE_PARKED;
	pairing_push(&lane->parked, &run->in_band, run_parked_before, 0);
}

static struct engine_run *unpark_first(struct lane *lane)
{
	struct engine_run *run = run_of_band(lane->parked);
	pairing_remove(&lane->parked, &run->in_band, run_parked_before, 0);
	return run;
}

static void offer(struct engine *engine, struct lane *lane, struct engine_run *run)
{
	run->line = LINE_STAND;
	lane->offered++;
	if (!lane->last || is_before(lane->last, run)) lane->last = run;
	stand_push(engine, run);
}

static void offer_no_more(struct engine *engine, struct lane *lane, struct engine_run *run)
{
	must(lane->offered > 0);
	lane->offered--;
	stand_remove(engine, run);
	if (lane->last == run) lane->last = find_last(run->job, lane);
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

static void lane_share(struct engine *engine, struct lane *lane, u32 room)
{
	while (lane->offered > room) {
		struct engine_run *last = lane->last;
		offer_no_more(engine, lane, last);
		park(lane, last);
	}
	while (lane->parked && lane->offered < room) offer(engine, lane, unpark_first(lane));
	while (lane->parked && lane->offered && is_before(run_of_band(lane->parked), lane->last)) {
		struct engine_run *last = lane->last;
		offer_no_more(engine, lane, last);
		offer(engine, lane, unpark_first(lane));
		park(lane, last);
	}
}

void job_share(struct engine *engine, struct job *job)
{
	u32 room = job_room(engine, job);
	list_for_each_of(struct lane, lane, &job->lanes, in_job)
	{
		lane_share(engine, lane, room);
		if (lane->offered || lane->parked) continue;
		list_remove(&lane->in_job);
		pool_give(&engine->schedule.lane_pool, lane);
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
	struct lane *lane = lane_get(engine, run->job, run->stand);
	must(!run_is_undecided(run));
	job_count_waiting(run, 1);
	park(lane, run);
	lane_share(engine, lane, job_room(engine, run->job));
}

void job_step_out(struct engine *engine, struct engine_run *run)
{
	struct lane *lane = lane_find(run->job, run->stand);
	must(lane != NULL);
	job_count_waiting(run, -1);
	if (run->line == LINE_STAND) offer_no_more(engine, lane, run);
	else pairing_remove(&lane->parked, &run->in_band, run_parked_before, 0);
	job_share(engine, run->job);
}
