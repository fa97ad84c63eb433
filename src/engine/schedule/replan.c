/* New zone data, or new days of a calendar: future occurrences are planned again, by an operation
 * over jobs that handles some a turn and has a durable cursor. A job whose planned runs are still
 * right is left alone. Of the others, runs that have not started are withdrawn and planned again in
 * one step, and the journal says how the next occurrence moved. Runs that a caller moved stay as
 * they are. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

/* ---- one job ------------------------------------------------------------------------------ */

/* The first of the due runs that wait for other runs, or of those that do not. */
static struct engine_run *first_due(const struct engine *engine, const struct job *job,
				    bool is_waiting)
{
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		struct engine_run *run = container_of(node, struct engine_run, in_job);
		if (run->is_waiting != is_waiting) continue;
		if (run_is_undecided(run) && run->run_at <= wall_now(engine)) return run;
	}
	return NULL;
}

/* Due occurrences are decided before runs are withdrawn, since their time has come. An occurrence
 * with dependencies is decided when these are loaded; occurrences that would be decided with it are
 * passed over here, since no later code would find them. */
void job_judge_due(struct engine *engine, struct job *job)
{
	struct engine_run *run;
	if (job_is_closed(engine, job)) {
		if (job->row.state == JOB_ACTIVE) job_leave_rest(engine, job);
		return;
	}
	while (engine->schedule.judged_left && (run = first_due(engine, job, false))) {
		run_step_out(engine, run);
		run_fire(engine, run);
	}
	if (first_due(engine, job, true)) job_leave_rest(engine, job);
}

/* The clock may have been set back since other occurrences of the job were decided. */
bool run_has_come(const struct engine *engine, const struct engine_run *run)
{
	return run->bucket <= wall_now(engine) || run->bucket <= job_settled_through(run->job);
}

static void withdraw_all(struct engine *engine, struct job *job, bool keep_moved, str reason,
			 str actor)
{
	struct list_node *node = job->runs.head.next;
	while (node != &job->runs.head) {
		struct engine_run *run = container_of(node, struct engine_run, in_job);
		node = node->next;
		/* A run whose instant has come, and that waits only for its jitter or for its new
		 * time, is not planned again: it stays, or is recorded. */
		bool stays = keep_moved && run->plan_state == PLAN_STATE_MOVED;
		if (!run_is_undecided(run) || stays) continue;
		/* Its instant is never planned again: see set_back.c. */
		bool is_passed = decided_has(&job->row.hot.undone_except, run->bucket);
		if (!run_has_come(engine, run) && is_passed)
			occurrence_skip(engine, run, OCCURRENCE_MISSED, OCCURRENCE_BY_CLOCK, actor);
		else if (!run_has_come(engine, run)) run_withdraw(engine, run, reason, actor);
		else if (job->row.state != JOB_ACTIVE)
			occurrence_skip(engine, run, OCCURRENCE_SKIPPED, OCCURRENCE_BY_DISABLED,
					actor);
	}
}

/* Counts runs that a change leaves: they wait for their jitter. */
static u32 count_come(const struct engine *engine, const struct job *job)
{
	u32 count = 0;
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		const struct engine_run *run = container_of(node, struct engine_run, in_job);
		count += run->plan_state == PLAN_STATE_PLANNED && run_has_come(engine, run);
	}
	return count;
}

/* All instants up to the last taken one must be planned at once: see job_last_taken. */
enum err job_may_replan(const struct engine *engine, const struct job *job,
			const struct timetable *timetable, bool keep_moved, u32 *out_count,
			struct why *why)
{
	msec last = keep_moved ? job_last_taken(job) : job_last_decided(job);
	msec now = wall_now(engine), settled = job_settled_through(job);
	msec at = (now > settled ? now : settled) - 1;
	u32 stays = count_come(engine, job);
	*out_count = 0;
	if (!job_knows_decided(job))
		return fail(why, ERR_CONFLICT, "%d coming occurrences are already skipped",
			    LIMIT_JOB_DECIDED);
	while (timetable && decided_next(&job->row.hot.undone_except, timetable, at, &at) &&
	       at <= last) {
		*out_count += !job_was_decided(job, at);
		if (stays + *out_count >= LIMIT_JOB_PLANNED)
			return fail(why, ERR_CONFLICT,
				    "an occurrence more than %d ahead was skipped",
				    LIMIT_JOB_PLANNED);
	}
	return ERR_OK;
}

void job_replan(struct engine *engine, struct job *job, bool keep_moved, str reason, str actor)
{
	struct job_hot *hot = &job->row.hot;
	/* A start is inclusive, even if it is now. */
	bool has_start = job->row.kind == JOB_RRULE || job->row.kind == JOB_INTERVAL;
	msec from = wall_now(engine) - has_start;
	must(job->is_visited);
	withdraw_all(engine, job, keep_moved, reason, actor);
	/* A job that fires once may be late, but is never lost. */
	msec settled = job_settled_through(job);
	hot->planned_through = job->row.kind == JOB_ONCE || from < settled ? settled : from;
	job_dirty(engine, job);
	job_plan(engine, job);
}

/* The instant of the first planned run after `after`; 0: there is none. */
static msec next_planned(const struct engine *engine, const struct job_seen *seen, msec after,
			 u32 *next)
{
	for (; *next < seen->runs_len; ++*next) {
		const struct engine_run *run = run_find(engine, &seen->runs[*next].row.id);
		if (run && run->plan_state == PLAN_STATE_PLANNED && run->bucket > after)
			return run->bucket;
	}
	return 0;
}

/* Whether every planned run has the instant that the schedule has now, and none is missing up to
 * planned_through. A job whose handler has paused it needs no run after that. */
static bool is_right(const struct engine *engine, const struct job *job,
		     const struct job_seen *seen)
{
	const struct job_hot *hot = &job->row.hot;
	msec now = wall_now(engine);
	msec settled = job_settled_through(job), from = now > settled ? now : settled, at = from;
	u32 next = 0;
	if (!job->timetable) return true; /* it cannot be read: its planned runs stay */
	bool goes_on;
	while ((goes_on = job_next(job, at, &at)) && at <= hot->planned_through) {
		if (next_planned(engine, seen, from, &next) == at) next++;
		else if (!job_has_taken(job, at)) return false;
	}
	bool may_end = hot->undecided > 0 || !goes_on || job_is_resting(engine, job);
	return !next_planned(engine, seen, from, &next) && may_end;
}

msec job_first_planned(const struct job *job, msec now)
{
	msec first = MSEC_MAX;
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		const struct engine_run *run = container_of(node, struct engine_run, in_job);
		if (run->plan_state == PLAN_STATE_PLANNED && run->bucket > now &&
		    run->bucket < first)
			first = run->bucket;
	}
	return first == MSEC_MAX ? 0 : first;
}

/* "2026-03-29T01:30:00Z" */
enum { INSTANT_BYTES = 20 };

static void write_instant(msec at, char out[INSTANT_BYTES])
{
	struct civil civil;
	wall_to_civil(msec_to_seconds(at), &civil);
	const i32 parts[] = { civil.year / 100, civil.year % 100, civil.month, civil.day,
			      civil.hour,       civil.minute,     civil.second };
	memcpy(out, "0000-00-00T00:00:00Z", INSTANT_BYTES);
	for (u32 i = 0, place = 0; i < countof(parts); i++, place += i == 1 ? 2 : 3) {
		out[place] = (char)('0' + parts[i] / 10);
		out[place + 1] = (char)('0' + parts[i] % 10);
	}
}

/* "2026-03-29T01:30:00Z to 2026-03-29T00:30:00Z" */
static str shift_words(struct engine *engine, msec before, msec after)
{
	static const char gap[] = " to ";
	enum { GAP_BYTES = sizeof gap - 1, BYTES = 2 * INSTANT_BYTES + GAP_BYTES };
	char *text = arena_alloc(&now_turn(engine)->arena, BYTES);
	must(text != NULL);
	write_instant(before, text);
	memcpy(text + INSTANT_BYTES, gap, GAP_BYTES);
	write_instant(after, text + INSTANT_BYTES + GAP_BYTES);
	if (!before || !after) return before ? STR("no more") : STR("again");
	return (str){ text, BYTES };
}

/* The text names the old and the new instant. */
void job_report_replanned(struct engine *engine, const struct job *job, msec before, msec after)
{
	struct journal_entry entry = { .kind = JOURNAL_JOB_REPLANNED,
				       .tenant = job->row.tenant,
				       .run = job->row.id,
				       .run_at = after,
				       .reason = shift_words(engine, before, after) };
	journal_add(engine, &entry);
}

static bool replan_one(struct engine *engine, const struct job_seen *seen)
{
	struct job *job = job_find(engine, &seen->row.id);
	msec now = wall_now(engine);
	struct why why;
	u32 count;
	if (!job || job->row.state != JOB_ACTIVE || is_right(engine, job, seen)) return false;
	job_judge_due(engine, job);
	if (job_may_replan(engine, job, job->timetable, true, &count, &why)) {
		/* The planned run stays; later occurrences follow the new data. */
		journal_job(engine, job, JOURNAL_JOB_UNPLANNED, 0, str_from(why.text),
			    (str){ "", 0 });
		return false;
	}
	msec before = job_first_planned(job, now);
	job_replan(engine, job, true, STR("replanned"), (str){ "", 0 });
	msec after = job_first_planned(job, now);
	if (!after && job->timetable && timetable_is_blocked(job->timetable, now)) {
		journal_job(engine, job, JOURNAL_JOB_UNPLANNED, 0, STR(TIMETABLE_BLOCKED),
			    (str){ "", 0 });
		return true;
	}
	job_report_replanned(engine, job, before, after);
	return true;
}

static bool replan_page(struct engine *engine, struct operation_row *row, const struct want *page)
{
	for (u32 i = 0; i < page->jobs.len; i++) {
		/* Each job may plan as many runs as a job may have. */
		if (engine->schedule.plans_left < LIMIT_JOB_PLANNED) return false;
		row->seen++;
		if (replan_one(engine, &page->jobs.rows[i])) row->changed++;
		row->cursor = page->jobs.rows[i].row.id;
	}
	return true;
}

bool replan_step(struct engine *engine, struct operation_row *row, const struct want *page)
{
	return replan_page(engine, row, page) && page->jobs.is_last;
}

/* ---- commands ----------------------------------------------------------------------------- */

void replan_start(struct engine *engine, const struct command *command, struct answer *answer,
		  tenant_no tenant, str calendar)
{
	struct operation_row row = { .kind = OPERATION_REPLAN,
				     .filter = { .tenant = tenant, .entity = calendar },
				     .reason = command_name(command->kind) };
	answer->err = operation_begin(engine, &row, &answer->why);
	if (!answer->err) answer->operation = row;
}

bool replan_is_pending(const struct engine *engine, const struct job *job)
{
	for (struct list_node *node = engine->core.operations.head.next;
	     node != &engine->core.operations.head; node = node->next) {
		const struct operation_row *row =
			&container_of(node, struct operation, in_engine)->row;
		if (row->kind != OPERATION_REPLAN) continue;
		if (row->filter.tenant.v && row->filter.tenant.v != job->row.tenant.v) continue;
		if (uuid_compare(&job->row.id, &row->cursor) > 0) return true;
	}
	return false;
}

void on_tz_changed(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	gates_take_renewed(engine);
	replan_start(engine, command, answer, (tenant_no){ 0 }, (str){ "", 0 });
}
