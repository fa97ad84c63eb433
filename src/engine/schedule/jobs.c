/* Jobs in memory. A job is loaded with the first of its runs, and dropped at the end of the step in
 * which the last one leaves. The files job_lanes.c and job_pause.c have its limit and its pause. */
#include "base/memory.h"
#include "engine/core/core.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

struct job *job_find(const struct engine *engine, const struct uuid *id)
{
	return engine->schedule.jobs.table.count ? uuid_map_find(&engine->schedule.jobs, id) : NULL;
}

/* ---- coming in ---------------------------------------------------------------------------- */

struct book_search {
	const struct engine *engine;
	tenant_no tenant;
};

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	const struct book_search *search = context;
	return engine_find_zone((void *)(uintptr_t)search->engine, name, out_zone, why);
}

static const struct daybook *find_book(void *context, str name)
{
	const struct book_search *search = context;
	return calendar_book(search->engine, search->tenant, name);
}

enum err job_compile(const struct engine *engine, const struct job_row *row,
		     struct timetable **out_timetable, struct why *why)
{
	struct book_search search = { engine, row->tenant };
	struct timetable_sources sources = { &search, find_zone, find_book };
	return timetable_new(row, &sources, out_timetable, why);
}

static bool is_heavy(const struct job_row *row)
{
	return row->horizon_ms > 0 || row->misfire == MISFIRE_RUN_ALL;
}

/* `by` 1: count the job's kind; -1: do not count it any more. */
static void count_sort(struct engine *engine, const struct job_row *row, int by)
{
	if (is_heavy(row)) engine->schedule.heavy_jobs += (u32)by;
	if (row->overlap == OVERLAP_BY_REPLACE) engine->schedule.replace_jobs += (u32)by;
}

static void drop_texts(struct job_row *row)
{
	str none = { NULL, 0 };
	row->pause.reason = row->pause.author = none;
	row->code = row->rule = row->zone = row->start = none;
	row->rdates = row->exdates = row->exclude = row->parameters = row->details = none;
}

void job_set_pause(struct engine *engine, struct job *job, const struct job_pause *pause)
{
	if (job->resume.node.at) heap_remove(&engine->clock.wall, &job->resume.node);
	job->row.pause = *pause;
	job->rests = str_eq(pause->author, JOB_PAUSE_HANDLER);
	job->row.pause.reason = job->row.pause.author = (str){ NULL, 0 };
	if (pause->since && pause->until < MSEC_MAX)
		heap_push(&engine->clock.wall, &job->resume.node, pause->until);
}

void job_take_row(struct engine *engine, struct job *job, const struct job_row *row,
		  struct timetable *timetable)
{
	struct job_pause pause = row->pause;
	count_sort(engine, &job->row, -1);
	timetable_free(job->timetable);
	job->timetable = timetable;
	job->row = *row;
	drop_texts(&job->row);
	count_sort(engine, &job->row, 1);
	job_set_pause(engine, job, &pause);
}

struct job *job_make(struct engine *engine, const struct job_row *row, struct timetable *timetable)
{
	struct job *job = pool_take(&engine->schedule.job_pool);
	job->resume.kind = TIMER_JOB_RESUME;
	list_init(&job->runs);
	list_init(&job->job_lanes);
	job->row = *row;
	count_sort(engine, &job->row, 1);
	job_take_row(engine, job, row, timetable);
	uuid_map_insert(&engine->schedule.jobs, job);
	job_touch(engine, job);
	return job;
}

enum err job_bring(struct engine *engine, const struct job_row *row)
{
	struct timetable *timetable = NULL;
	struct why why;
	if (job_find(engine, &row->id)) return ERR_OK;
	enum err err = pool_reserve(&engine->schedule.job_pool, 1);
	if (!err) err = uuid_map_reserve(&engine->schedule.jobs, 1);
	/* The timers of all jobs in memory may be pushed again after this. */
	if (!err) err = heap_reserve(&engine->clock.wall, engine->schedule.jobs.table.count + 1);
	if (err) return err;
	err = row->state == JOB_DELETED ? ERR_OK : job_compile(engine, row, &timetable, &why);
	if (err == ERR_MEMORY) return err;
	/* Another error: planned runs still run, and nothing more is planned. */
	job_make(engine, row, timetable)->came_ended = !row->hot.undecided;
	return ERR_OK;
}

/* A job that is planned again is compiled again, since its zone may have changed. */
static enum err bring_again(struct engine *engine, const struct job_row *row)
{
	struct job *job = job_find(engine, &row->id);
	struct why why;
	if (!job) return job_bring(engine, row);
	timetable_free(job->renewed);
	job->renewed = NULL;
	job_touch(engine, job);
	enum err err = job_compile(engine, row, &job->renewed, &why);
	return err == ERR_MEMORY ? err : ERR_OK;
}

/* A disabled job plans nothing and is left out when zones change, so it is compiled again when a
 * command needs it. */
static enum err bring_asked(struct engine *engine, const struct want *want)
{
	const struct job_row *row = &want->job.seen.row;
	bool is_passed_over = row->state == JOB_DISABLED && want->job.which;
	return is_passed_over ? bring_again(engine, row) : job_bring(engine, row);
}

static enum err bring_of_run(struct engine *engine, const struct run_row *row)
{
	return row->definition ? job_bring(engine, row->definition) : ERR_OK;
}

static enum err bring_want(struct engine *engine, const struct want *want)
{
	enum err err = ERR_OK;
	switch (want->kind) {
	case WANT_DUE:
		for (u32 i = 0; i < want->due.len && !err; i++)
			err = bring_of_run(engine, &want->due.rows[i]);
		return err;
	case WANT_MATCHING:
		for (u32 i = 0; i < want->matching.len && !err; i++)
			err = bring_of_run(engine, &want->matching.rows[i].row);
		return err;
	case WANT_RUN:
		return want->run.seen.found ? bring_of_run(engine, &want->run.seen.row) : ERR_OK;
	case WANT_JOB: return want->job.found ? bring_asked(engine, want) : ERR_OK;
	case WANT_JOBS:
		for (u32 i = 0; i < want->jobs.len && !err; i++)
			err = bring_again(engine, &want->jobs.rows[i].row);
		return err;
	case WANT_UNIQUE:
	case WANT_EXECUTION:
	case WANT_SPILLED: /* runs of jobs are never spilled */
	case WANT_OVERDUE: /* nor do they have deadlines */
	case WANT_DOCUMENT:
	case WANT_DOCUMENTS:
	case WANT_RESULT:
	case WANT_REPLAY:
	case WANT_EFFECT:
	case WANT_LADDERS:
	case WANT_GUARD:
	case WANT_CHILDREN:
	case WANT_DAILY:
	case WANT_REMINDER:
	case WANT_DAILIES_AHEAD:
	case WANT_REMINDERS_AHEAD:
	case WANT_LINKS:  /* for reading only */
	case WANT_BEHIND: /* likewise */
	case WANT_KINDS: break;
	}
	return ERR_OK;
}

enum err jobs_bring(struct engine *engine, struct turn *turn)
{
	enum err err = ERR_OK;
	for (u32 i = 0; i < turn->wants_len && !err; i++) err = bring_want(engine, &turn->wants[i]);
	return err;
}

static void visit(struct engine *engine, const struct job_seen *seen)
{
	struct job *job = job_find(engine, &seen->row.id);
	must(job != NULL);
	job->is_visited = true;
	job->seen = seen;
	job_touch(engine, job);
	if (job->renewed) {
		timetable_free(job->timetable);
		job->timetable = job->renewed;
		job->renewed = NULL;
	}
	for (u32 i = 0; i < seen->runs_len; i++) {
		if (!run_find(engine, &seen->runs[i].row.id)) run_admit(engine, &seen->runs[i].row);
	}
}

void jobs_visit(struct engine *engine)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_JOB && want->job.found && want->job.which)
			visit(engine, &want->job.seen);
		for (u32 k = 0; want->kind == WANT_JOBS && k < want->jobs.len; k++)
			visit(engine, &want->jobs.rows[k]);
	}
}

void job_note_decided(struct engine *engine, struct job *job, msec at)
{
	struct decided *decided = arena_alloc(&now_turn(engine)->arena, sizeof *decided);
	must(decided != NULL);
	*decided = (struct decided){ at, job->decided };
	job->decided = decided;
	job_touch(engine, job);
}

msec job_last_decided(const struct job *job)
{
	const struct decided_spans *except = &job->row.hot.undone_except;
	msec last = 0;
	for (const struct decided *decided = job->decided; decided; decided = decided->next) {
		if (decided->at > last && !decided_has(except, decided->at)) last = decided->at;
	}
	u32 len = job->seen ? job->seen->decided_len : 0;
	while (len && decided_has(except, job->seen->decided[len - 1])) len--;
	if (len && job->seen->decided[len - 1] > last) last = job->seen->decided[len - 1];
	return last;
}

bool job_knows_decided(const struct job *job)
{
	return !job->seen || job->seen->decided_len < LIMIT_JOB_DECIDED;
}

bool job_was_decided(const struct job *job, msec at)
{
	for (const struct decided *decided = job->decided; decided; decided = decided->next) {
		if (decided->at == at) return true;
	}
	if (!job->seen) return false;
	u32 low = 0, high = job->seen->decided_len;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		if (job->seen->decided[middle] < at) low = middle + 1;
		else high = middle;
	}
	return low < job->seen->decided_len && job->seen->decided[low] == at;
}

/* ---- leaving ------------------------------------------------------------------------------ */

void job_touch(struct engine *engine, struct job *job)
{
	if (list_node_is_in_list(&job->in_touched)) return;
	list_push_back(&engine->schedule.touched_jobs, &job->in_touched);
}

void job_dirty(struct engine *engine, struct job *job)
{
	job->is_dirty = true;
	job_touch(engine, job);
}

void job_drop(struct engine *engine, struct job *job)
{
	must(list_is_empty(&job->runs));
	must(list_is_empty(&job->job_lanes));
	if (job->resume.node.at) heap_remove(&engine->clock.wall, &job->resume.node);
	if (list_node_is_in_list(&job->in_touched)) list_remove(&job->in_touched);
	count_sort(engine, &job->row, -1);
	timetable_free(job->timetable);
	timetable_free(job->renewed);
	uuid_map_remove(&engine->schedule.jobs, &job->row.id);
	pool_give(&engine->schedule.job_pool, job);
}

void job_write_hot(struct engine *engine, struct job *job)
{
	struct change *change = change_add(engine, CHANGE_JOB_HOT);
	job->row.hot.updated_at = wall_now(engine);
	change->job_hot.id = job->row.id;
	change->job_hot.tenant = job->row.tenant;
	change->job_hot.hot = job->row.hot;
	job->is_dirty = false;
}

/* Removes runs from memory that were loaded only for the commands of this turn. */
static void end_visit(struct engine *engine, struct job *job)
{
	struct list_node *node = job->runs.head.next;
	job->is_visited = false;
	job->seen = NULL;
	while (node != &job->runs.head) {
		struct engine_run *run = container_of(node, struct engine_run, in_job);
		node = node->next;
		bool lanes = run->execution || run->due.node.at || run->awaits ||
			     pairing_is_in(&run->in_band);
		if (!lanes) run_place(engine, run);
	}
}

void jobs_settle(struct engine *engine)
{
	struct list_node *node;
	while ((node = list_first(&engine->schedule.touched_jobs))) {
		struct job *job = container_of(node, struct job, in_touched);
		if (job->is_visited) end_visit(engine, job);
		job->decided = NULL;
		if (job->is_dirty) job_write_hot(engine, job);
		if (list_is_empty(&job->runs)) job_drop(engine, job);
		else list_remove(node);
	}
}

void jobs_forget_idle(struct engine *engine)
{
	struct list_node *node;
	while ((node = list_first(&engine->schedule.touched_jobs))) {
		struct job *job = container_of(node, struct job, in_touched);
		list_remove(node);
		if (list_is_empty(&job->runs)) job_drop(engine, job);
	}
}

void jobs_done(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct job *job;
	while ((job = uuid_map_next(&engine->schedule.jobs, &cursor))) {
		timetable_free(job->timetable);
		timetable_free(job->renewed);
	}
	uuid_map_done(&engine->schedule.jobs);
	pool_done(&engine->schedule.job_pool);
	pool_done(&engine->schedule.job_lane_pool);
}

/* ---- its runs ----------------------------------------------------------------------------- */

void job_admit_run(struct engine *engine, struct engine_run *run, const struct run_row *row)
{
	struct job *job = job_find(engine, &row->job);
	must(job != NULL);
	run->job = job;
	run->plan_state = (u8)row->hot.plan_state;
	list_push_back(&job->runs, &run->in_job);
	job->runs_len++;
	engine->schedule.undecided += run_is_undecided(run);
}

void job_forget_run(struct engine *engine, struct engine_run *run)
{
	struct job *job = run->job;
	must(job->runs_len > 0);
	engine->schedule.undecided -= run_is_undecided(run);
	list_remove(&run->in_job);
	job->runs_len--;
	if (!job->runs_len) job_touch(engine, job);
}

/* The clock was set back: a pause that had ended may be on again, and ends once more. */
void jobs_close_again(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct job *job;
	while ((job = uuid_map_next(&engine->schedule.jobs, &cursor))) {
		if (job->resume.node.at || !job_is_closed(engine, job)) continue;
		if (job->row.pause.until == MSEC_MAX) continue;
		heap_push(&engine->clock.wall, &job->resume.node, job->row.pause.until);
		job_lanes_fill(engine, job);
	}
}

/* An execution of the job has ended. */
void job_ran(struct engine *engine, struct engine_run *run, const struct execution *execution,
	     enum run_state state)
{
	struct job *job = run->job;
	struct job_hot *hot = &job->row.hot;
	must(job->running > 0);
	job->running--;
	job_dirty(engine, job); /* also because of the execution's number */
	if (!run_state_is_final(state)) return;
	bool failed = run_state_is_dead_letter(state);
	hot->last_state = state;
	hot->last_run_at = execution->started_at;
	hot->last_duration_ms = msec_sub(wall_now(engine), execution->started_at);
	if (hot->last_duration_ms < 0) hot->last_duration_ms = 0; /* the clock was set back */
	hot->run_count++;
	hot->failure_count += failed;
	hot->failures_in_a_row = failed              ? hot->failures_in_a_row + 1
				 : state == RUN_DONE ? 0
						     : hot->failures_in_a_row;
}
