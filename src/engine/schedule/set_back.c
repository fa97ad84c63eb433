/* A wall clock that was ahead, and is set back. What it has decided lies ahead of now, and a job
 * plans nothing that is decided: until the wall clock has caught up the job would be silent. So
 * once both clocks have agreed for a minute, the jobs that a clock ahead has decided are looked
 * for, some a turn, and each is planned from now on. The same follows each start, since the clock
 * may have been set back while no server ran.
 *
 * No instant fires twice: those of which a run was made, or that a person left out, stay decided
 * (hot.undone_except), and planning passes over them. The ledger is only added to: a row `undone`
 * names each span of instants that are planned again, and what becomes of them has the number
 * hot.undone_number.
 *
 * Which jobs are ahead follows from their rows alone. A crash half-way loses nothing: the next
 * start finds those that are left. */
#include "engine/core/clock_watch.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

static const str nobody = { "", 0 };

/* ---- looking ------------------------------------------------------------------------------ */

/* If the clock is set back only a little, the jobs simply wait. */
void want_jobs_ahead(const struct engine *engine, struct turn *turn)
{
	struct want *want = want_add(turn, WANT_JOBS);
	want->jobs.ahead_of = msec_add(turn->now.wall, CLOCK_LEAP_MS);
	want->jobs.after_id = engine->clock.back.through;
	want->jobs.limit = LIMIT_SET_BACK_JOBS;
	want->jobs.runs_limit = LIMIT_REPLAN_RUNS;
}

bool want_is_ahead(const struct want *want)
{
	return want->kind == WANT_JOBS && want->jobs.ahead_of != 0;
}

/* ---- one job ------------------------------------------------------------------------------ */

/* Instants after now that stay decided: by the ledger, by this turn's commands, and by runs that a
 * caller moved. */
static struct decided_spans stay_decided(const struct engine *engine, const struct job *job,
					 const struct job_seen *seen)
{
	msec now = wall_now(engine);
	struct decided_spans stay = job->row.hot.undone_except;
	decided_forget(&stay, now);
	u32 len = decided_len(&seen->stay);
	for (u32 i = 0; i < len; i++)
		decided_add(&stay, seen->stay.at[i].from, seen->stay.at[i].through);
	for (const struct decided *decided = job->decided; decided; decided = decided->next) {
		if (decided->at > now) decided_add(&stay, decided->at, decided->at);
	}
	list_for_each_of(struct engine_run, run, &job->runs, in_job)
	{
		if (run->plan_state == PLAN_STATE_MOVED && run->bucket > now)
			decided_add(&stay, run->bucket, run->bucket);
	}
	return stay;
}

/* Marks all of (after, through] as undone, to be planned again. */
static void write_undone(struct engine *engine, const struct job *job, msec after, msec through)
{
	struct occurrence_row row = { .job = job->row.id,
				      .tenant = job->row.tenant,
				      .planned_at = after,
				      .number = job->row.hot.undone_number - 1,
				      .outcome = OCCURRENCE_UNDONE,
				      .reason = OCCURRENCE_BY_CLOCK,
				      .until = through + 1,
				      .decided_at = wall_now(engine) };
	if (!job->timetable || job->row.kind == JOB_ONCE || after >= through) return;
	row.count = timetable_count(job->timetable, after, through, LIMIT_RANGE_COUNT,
				    &row.or_more);
	if (row.count) change_put(engine, KIND_OCCURRENCE)->occurrence = row;
}

static void write_all_undone(struct engine *engine, const struct job *job, msec settled)
{
	const struct decided_spans *stay = &job->row.hot.undone_except;
	u32 len = decided_len(stay);
	msec after = wall_now(engine);
	for (u32 i = 0; i < len && stay->at[i].from <= settled; i++) {
		write_undone(engine, job, after, stay->at[i].from - 1);
		after = stay->at[i].through;
	}
	write_undone(engine, job, after, settled);
}

static msec later(msec a, msec b)
{
	return a > b ? a : b;
}

static msec sooner(msec a, msec b)
{
	return a < b ? a : b;
}

static void set_back(struct engine *engine, struct job *job, const struct job_seen *seen)
{
	struct job_hot *hot = &job->row.hot;
	msec now = wall_now(engine), settled = job_settled_through(job);
	msec before = job_first_planned(job, now);
	hot->undone_except = stay_decided(engine, job, seen);
	settled = later(settled, seen->ledger_through);
	hot->undone_through = later(hot->undone_through,
				    later(settled, decided_last(&hot->undone_except)));
	/* One number for the `undone` rows, and one for the following rows. */
	hot->undone_number = hot->undone_number ? hot->undone_number + 2 : OCCURRENCE_AGAIN + 1;
	hot->decided_through = sooner(hot->decided_through, now);
	hot->passed_through = sooner(hot->passed_through, now);
	/* These make the following runs and write the rows. */
	job_write_hot(engine, job);
	write_all_undone(engine, job, settled);
	/* The spans from the ledger are in undone_except. A job that fires once stays decided. */
	if (job->row.kind != JOB_ONCE) {
		job->seen = NULL;
		job->decided = NULL;
	}
	job_replan(engine, job, true, STR("replanned"), nobody);
	if (job->row.state == JOB_ACTIVE)
		job_report_replanned(engine, job, before, job_first_planned(job, now));
}

static void look_at(struct engine *engine, const struct job_seen *seen)
{
	struct job *job = job_find(engine, &seen->row.id);
	msec now = wall_now(engine);
	if (!job || job->row.state == JOB_DELETED) return;
	if (job->row.hot.paused_through > now) {
		job->row.hot.paused_through = now;
		job_dirty(engine, job);
	}
	if (!job_is_ahead(&job->row.hot, msec_add(now, CLOCK_LEAP_MS))) return;
	set_back(engine, job, seen);
	set_back_report_now(engine)->jobs++;
}

/* ---- the step ----------------------------------------------------------------------------- */

/* True: the page is done. */
static bool look_at_page(struct engine *engine, const struct want *page)
{
	for (u32 i = 0; i < page->jobs.len; i++) {
		/* Each job may plan as many runs as a job may have. */
		if (engine->schedule.plans_left < LIMIT_JOB_PLANNED) return false;
		look_at(engine, &page->jobs.rows[i]);
		engine->clock.back.through = page->jobs.rows[i].row.id;
	}
	return true;
}

void jobs_set_back(struct engine *engine)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (!want_is_ahead(want)) continue;
		bool was_all = look_at_page(engine, want);
		set_back_goes_on(engine, was_all && want->jobs.is_last);
	}
}
