/* The invariants of jobs: E-14 to E-17. check.c lists all. */
#include "engine/check/check_parts.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

/* ---- jobs --------------------------------------------------------------------------------- */

struct job_counts {
	u32 runs;
	u32 running;
	u32 in_line;
	u32 waiting;
	u32 put_off;
	u32 undecided;
};

static struct job_counts count_job(const struct job *job)
{
	struct job_counts counts = { 0 };
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		const struct engine_run *run = container_of(node, struct engine_run, in_job);
		bool in_line = pairing_is_in(&run->in_band) && run->line != LINE_HELD &&
			       run->line != LINE_PAUSED;
		bool first = run->cause == CAUSE_OCCURRENCE || run->cause == CAUSE_CATCHUP;
		counts.runs++;
		counts.running += run->execution != NULL;
		counts.in_line += in_line;
		bool awaits = run->awaits && !run_is_asking(run);
		bool counts_as_waiting = in_line || awaits || run->is_asked;
		counts.waiting += counts_as_waiting && first && !run->attempts;
		counts.put_off += run_is_put_off(run);
		counts.undecided += run_is_undecided(run);
	}
	return counts;
}

static void check_job_lane(struct check *check, const struct job *job,
			   const struct job_lane *job_lane)
{
	const struct engine_run *last = NULL;
	u32 offered = 0;
	u32 room = job_room(check->engine, job);
	list_for_each_of(struct engine_run, run, &job->runs, in_job)
	{
		if (!job_lane_offers(job_lane, run)) continue;
		offered++;
		if (!last || run_parked_before(&last->in_band, &run->in_band, 0)) last = run;
	}
	check_expect(check, job_lane->offered == offered, "E-14 offered", &job->row.id);
	check_expect(check, job_lane->offered <= room, "E-15 limit", &job->row.id);
	check_expect(check, !job_lane->parked || job_lane->offered >= room, "E-15 parked",
		     &job->row.id);
	bool passes = job_lane->parked && last &&
		      run_parked_before(job_lane->parked, &last->in_band, 0);
	check_expect(check, job_lane->last == last && !passes, "E-15 order", &job->row.id);
}

/* How many runs stand in them. */
static u32 check_job_lanes(struct check *check, const struct job *job)
{
	u32 runs = 0;
	list_for_each_of(struct job_lane, job_lane, &job->job_lanes, in_job)
	{
		check_job_lane(check, job, job_lane);
		runs += job_lane->offered + check_count_nodes(job_lane->parked);
	}
	return runs;
}

/* How many of its runs are undecided. */
static u32 check_job(struct check *check, const struct job *job)
{
	const struct job_hot *hot = &job->row.hot;
	struct job_counts counts = count_job(job);
	msec next;
	check_expect(check, counts.runs == job->runs_len, "E-14 runs", &job->row.id);
	check_expect(check, counts.running == job->running, "E-14 running", &job->row.id);
	check_expect(check, counts.in_line == check_job_lanes(check, job), "E-14 job lanes",
		     &job->row.id);
	check_expect(check, counts.put_off == job->put_off, "E-14 put off", &job->row.id);
	check_expect(check, counts.waiting == job->waiting + job->catching, "E-14 waiting",
		     &job->row.id);
	msec settled = job_settled_through(job);
	msec from = hot->planned_through > settled ? hot->planned_through : settled;
	bool goes_on = job->row.state == JOB_ACTIVE && job->timetable && !job->came_ended &&
		       job_next(job, from, &next);
	bool paused = job_is_closed(check->engine, job);
	bool rests = paused && job->rests;
	check_expect(check,
		     !goes_on || hot->undecided > 0 || rests ||
			     replan_is_pending(check->engine, job),
		     "E-16", &job->row.id);
	check_expect(check, !job->stopped || paused, "E-17 paused", &job->row.id);
	check_expect(check, counts.runs > 0, "E-17", &job->row.id);
	return counts.undecided;
}

void check_jobs(struct check *check)
{
	const struct engine *engine = check->engine;
	struct map_cursor cursor = { 0 };
	const struct job *job;
	u32 undecided = 0;
	while ((job = uuid_map_next(&engine->schedule.jobs, &cursor)))
		undecided += check_job(check, job);
	check_expect(check, undecided == engine->schedule.undecided, "E-14 undecided", NULL);
	check_expect(check, !engine->clock.held || clock_hold_is_on(engine), "E-17 held", NULL);
}
