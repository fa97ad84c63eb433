/* Schedules: SPEC 3. Each instant of each job is decided once: planned as a run, then fired, late,
 * skipped or missed; or one of a range. What instants there are, the almanac says.
 *
 * The proof goes by covering. Whatever a turn plans or passes over must be the very next instant
 * behind what was covered before; so nothing is left out and nothing comes twice, whatever crashes,
 * changes and clocks did in between. A change of the job begins anew behind now and behind what was
 * decided. */
#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"
#include "engine/core/clock_watch.h"

#include <inttypes.h>

enum { RANGE_COUNTED = 1000, JITTER_ROOM = 256 << 20 };

#define HOLD_MOST_MS (17 * MSEC_MINUTE)
#define JUMP_MS (9 * MSEC_MINUTE)

static struct oracle_jobs *jobs_of(const struct oracle *oracle)
{
	return oracle->jobs;
}

void plans_init(struct oracle *oracle)
{
	oracle->jobs = mem_alloc_zeroed(sizeof *oracle->jobs);
	must(oracle->jobs != NULL);
	uuid_map_init(&oracle->jobs->by_id, 8, offsetof(struct oracle_job, id));
	u64_map_init(&oracle->jobs->jitters, 9);
	arena_init(&oracle->jobs->jitter_room, JITTER_ROOM);
}

void plans_done(struct oracle *oracle)
{
	struct oracle_jobs *jobs = oracle->jobs;
	for (u32 i = 0; i < jobs->len; i++) {
		mem_free(jobs->all[i]->ledger);
		mem_free(jobs->all[i]->made);
		mem_free(jobs->all[i]);
	}
	uuid_map_done(&jobs->by_id);
	u64_map_done(&jobs->jitters);
	arena_done(&jobs->jitter_room);
	mem_free(jobs);
}

struct oracle_job *plans_find(const struct oracle *oracle, const struct uuid *id)
{
	return uuid_map_find(&oracle->jobs->by_id, id);
}

static bool is_undecided(const struct oracle_run *run)
{
	return run->plan_state == PLAN_STATE_PLANNED || run->plan_state == PLAN_STATE_MOVED;
}

/* What moves a run and what it comes to may be changes of one turn; the journal is read after both.
 */
static msec due_at(const struct oracle_run *run)
{
	return run->plan_state == PLAN_STATE_MOVED ? run->moved_to : run->run_at;
}

/* ---- definitions -------------------------------------------------------------------------- */

static u32 rule_number_in(str parameters)
{
	u64 number = 0;
	str rest = parameters;
	str_split(&rest, ':');
	must(str_to_u64(str_split(&rest, '}'), UINT32_MAX, &number));
	return (u32)number;
}

static void drop_texts(struct job_row *row)
{
	str none = { "", 0 };
	row->code = row->rule = row->zone = row->start = row->rdates = row->exdates = none;
	row->exclude = row->parameters = row->details = none;
	row->pause.reason = row->pause.author = none;
}

static void take_job(struct oracle *oracle, const struct job_row *row)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	struct oracle_job *job = plans_find(oracle, &row->id);
	if (!job) {
		job = mem_alloc_zeroed(sizeof *job);
		must(job != NULL && jobs->len < ORACLE_JOBS);
		job->id = row->id;
		list_init(&job->runs);
		must(uuid_map_reserve(&jobs->by_id, 1) == ERR_OK);
		uuid_map_insert(&jobs->by_id, job);
		jobs->all[jobs->len++] = job;
	} else if (row->version != job->version + 1) {
		sim_fail(oracle->sim, "version", NULL,
			 "a job at version %" PRIu64 " after %" PRIu64, row->version, job->version);
	}
	struct job_pause pause = job->row.pause;
	job->tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	must(job->tenant < countof(jobs->calendars));
	job->version = row->version;
	job->state = row->state;
	job->rule_number = rule_number_in(row->parameters);
	job->rule = almanac_rule(job->rule_number);
	job->parameters = oracle_hash(row->parameters);
	job->excludes = row->exclude.len > 0;
	job->row = *row;
	job->row.pause = pause;
	drop_texts(&job->row);
	job->turn = job->turn_put = oracle->turn_id;
	plans_begin_anew(oracle, job);
	depend_check_job(oracle, job);
	sim_mark(oracle->sim, MARK_JOB_PUT);
	if (job->rule.zone) sim_mark(oracle->sim, MARK_JOB_IN_ZONE);
}

static void take_job_state(struct oracle *oracle, const struct change *change)
{
	struct oracle_job *job = plans_find(oracle, &change->job_state.id);
	if (!job || change->job_state.version != job->version + 1)
		sim_fail(oracle->sim, "version", NULL, "a job's version did not grow by one");
	job->version = change->job_state.version;
	job->turn = oracle->turn_id;
	pauses_take(oracle, job, &change->job_state.pause);
	if (change->job_state.state == JOB_DELETED) {
		job->turn_deleted = oracle->turn_id;
		sim_mark(oracle->sim, MARK_JOB_DELETED);
	}
	job->state = change->job_state.state;
}

static void take_operation(struct oracle *oracle, const struct operation_row *row)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	if (row->kind != OPERATION_REPLAN) return;
	u32 tenant = oracle_number(oracle, NAME_TENANT, row->filter.tenant.v);
	bool is_new = row->started_turn == oracle->turn_id;
	if (is_new) jobs->replans[tenant]++;
	if (row->state == OPERATION_RUNNING || !jobs->replans[tenant]) return;
	jobs->replans[tenant]--;
	jobs->renewed_at = oracle->now.wall;
	if (row->changed) sim_mark(oracle->sim, MARK_REPLANNED);
	if (!tenant && row->started_turn > jobs->zones_turn) jobs->zones_are_new = false;
}

void plans_new_zones(struct oracle *oracle)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	jobs->zones = (jobs->zones + 1) % ALMANAC_VERSIONS;
	jobs->zones_are_new = true;
	jobs->zones_turn = oracle->turn_id;
	sim_mark(oracle->sim, MARK_ZONES_CHANGED);
}

static void take_calendar(struct oracle *oracle, const struct calendar_row *row, bool is_there)
{
	u32 tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	oracle->jobs->calendars[tenant] = is_there ? almanac_calendar_of(row->body) : 0;
	sim_mark(oracle->sim, MARK_CALENDAR_CHANGED);
}

/* ---- runs --------------------------------------------------------------------------------- */

static const struct command *find_job_command(const struct oracle *oracle, enum command_kind kind,
					      const struct oracle_job *job)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind == kind && uuid_eq(&command->job.job, &job->id)) return command;
	}
	return NULL;
}

/* The same instant of the same definition is always shifted by the same. */
static void check_jitter(struct oracle *oracle, const struct oracle_job *job,
			 const struct oracle_run *run)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	msec shift = run->run_at - run->planned_at;
	u64 about[] = { hash_load_u64(job->id.bytes + 8), job->rule_number, (u64)job->row.jitter_ms,
			(u64)run->planned_at, (u64)jobs->zones << 8 | plans_calendar(oracle, job) };
	if (shift < 0 || shift > job->row.jitter_ms)
		sim_fail(oracle->sim, "I-12", &run->id, "shifted by %" PRId64 " ms", shift);
	if (plans_in_flux(oracle, job) || !job->row.jitter_ms) return;
	u64 key = oracle_hash((str){ (const char *)about, sizeof about });
	msec *before = u64_map_find(&jobs->jitters, key);
	if (before && *before != shift)
		sim_fail(oracle->sim, "jitter", &run->id,
			 "the same occurrence is shifted by %" PRId64 " ms, it was %" PRId64, shift,
			 *before);
	if (before) {
		sim_mark(oracle->sim, MARK_JITTER_AGAIN);
		return;
	}
	before = arena_alloc(&jobs->jitter_room, sizeof *before);
	must(before != NULL && u64_map_reserve(&jobs->jitters, 1) == ERR_OK);
	*before = shift;
	u64_map_insert(&jobs->jitters, key, before);
}

static void check_planned(struct oracle *oracle, struct oracle_job *job, struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	if (job->state != JOB_ACTIVE)
		sim_fail(sim, "I-10", &run->id, "planned, and its job is not active");
	plans_cover(oracle, job, run, run->planned_at);
	if (run->cause == CAUSE_CATCHUP) {
		if (job->row.misfire != MISFIRE_RUN_ALL)
			sim_fail(sim, "misfire", &run->id, "made up for, and its job does not");
		sim_mark(sim, MARK_CAUGHT_UP);
		return;
	}
	check_jitter(oracle, job, run);
	if (job->planned) sim_mark(sim, MARK_HORIZON_PLANNED);
	job->planned++;
}

void plans_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_job *job = run->job;
	run->planned_at = row->planned_at;
	run->plan_state = row->hot.plan_state;
	run->cause = row->cause;
	run->payload = row->payload_is_jobs ? job->parameters : oracle_hash(row->payload);
	run->words = run->payload;
	if (run->run_at != row->planned_at && row->hot.bucket != row->planned_at)
		sim_fail(sim, "I-10", &run->id, "its bucket is not its instant");
	list_push_back(&job->runs, &run->in_job);
	depend_note_planned(job, run);
	bool waits = job->row.dependencies.len && run->cause != CAUSE_MANUAL;
	if (row->hot.state != (waits ? RUN_WAITING : RUN_QUEUED))
		sim_fail(sim, "I-18", &run->id, "it is made as one that %s",
			 waits ? "depends on nothing" : "depends on others");
	if (run->cause == CAUSE_MANUAL) {
		if (!find_job_command(oracle, COMMAND_JOB_RUN, job))
			sim_fail(sim, "P2", &run->id, "a run of a job that nobody asked for");
		sim_mark(sim, MARK_JOB_RUN_NOW);
	} else if (run->cause == CAUSE_BACKFILL) {
		if (!find_job_command(oracle, COMMAND_JOB_BACKFILL, job) ||
		    !plans_may_be(oracle, job, run->planned_at))
			sim_fail(sim, "I-10", &run->id, "a backfill that nobody asked for");
		sim_mark(sim, MARK_BACKFILLED);
	} else {
		check_planned(oracle, job, run);
	}
}

/* It was planned, and is so no more. */
static void decide(struct oracle_job *job, struct oracle_run *run)
{
	if (run->plan_state == PLAN_STATE_PLANNED) job->planned--;
	run->plan_state = PLAN_STATE_DECIDED;
}

static void withdraw(struct oracle *oracle, struct oracle_job *job, struct oracle_run *run)
{
	bool is_paused = pauses_may_withdraw(oracle, job, run);
	bool is_in_order = job->turn_put == oracle->turn_id ||
			   job->turn_set_back == oracle->turn_id ||
			   job->turn_deleted == oracle->turn_id || plans_in_replan(oracle, job);
	if (!is_in_order && !is_paused)
		sim_fail(oracle->sim, "P8", &run->id,
			 "an occurrence is gone without a row in the ledger");
	decide(job, run);
	run->cancel_turn = run->void_turn = oracle->turn_id;
	if (job->turn_put != oracle->turn_id && !is_paused) plans_begin_anew(oracle, job);
	sim_mark(oracle->sim, MARK_WITHDRAWN);
}

void plans_take_hot(struct oracle *oracle, struct oracle_run *run, const struct run_hot *hot)
{
	struct oracle_job *job = run->job;
	if (hot->plan_state == PLAN_STATE_MOVED) run->moved_to = hot->run_at;
	if (!is_undecided(run)) return;
	if (hot->state >= RUN_DONE) {
		withdraw(oracle, job, run);
	} else if (hot->plan_state == PLAN_STATE_MOVED && run->plan_state == PLAN_STATE_PLANNED) {
		job->planned--;
		run->plan_state = PLAN_STATE_MOVED;
		sim_mark(oracle->sim, MARK_OCCURRENCE_MOVED);
	} else if (hot->plan_state == PLAN_STATE_DECIDED) {
		sim_fail(oracle->sim, "P8", &run->id,
			 "an occurrence went on without a row in the ledger");
	}
}

/* ---- judgements --------------------------------------------------------------------------- */

static bool is_another(const struct oracle *oracle, const struct oracle_job *job, msec at)
{
	msec next;
	return plans_next_open(oracle, job, at, &next) && next <= oracle->now.wall;
}

static u32 waiting_of(const struct oracle_job *job)
{
	u32 waiting = 0;
	/* Those of this turn count, and who holds one may have given it back in it. */
	list_for_each_of(struct oracle_run, run, &job->runs, in_job)
	{
		waiting += run->plan_state == PLAN_STATE_DECIDED && !run->attempts &&
			   run->cause != CAUSE_MANUAL;
	}
	return waiting;
}

static const char *why_not_skipped(const struct oracle *oracle, const struct oracle_job *job,
				   const struct oracle_run *run, enum occurrence_reason reason)
{
	msec late = oracle->now.wall - due_at(run);
	bool is_full = job->row.max_instances && job->running_before >= job->row.max_instances;
	switch (reason) {
	case OCCURRENCE_BY_MISFIRE:
		if (job->row.misfire != MISFIRE_SKIP) return "its job does not skip";
		return late > job->row.grace_ms ? NULL : "it was within its grace";
	case OCCURRENCE_BY_OVERLAP:
		if (job->row.overlap == OVERLAP_BY_REPLACE) return "its job replaces";
		return is_full ? NULL : "there was room";
	case OCCURRENCE_BY_PAUSED: return pauses_why_not_skipped(oracle, job, run);
	case OCCURRENCE_BY_BACKLOG:
		return waiting_of(job) >= job->row.catchup_max ? NULL : "not so many waited";
	case OCCURRENCE_BY_CANCELLED: return NULL; /* whoever asked is looked for at its end */
	case OCCURRENCE_BY_SKIP_NEXT:
		return find_job_command(oracle, COMMAND_JOB_SKIP_NEXT, job) ? NULL : "nobody asked";
	case OCCURRENCE_BY_DELETED: return job->state == JOB_DELETED ? NULL : "it is not deleted";
	case OCCURRENCE_BY_DISABLED:
		return job->state == JOB_DISABLED ? NULL : "it is not disabled";
	case OCCURRENCE_BY_DEPENDENCY:
		return depend_is_forsaken(oracle, run) ? NULL : "nothing was cancelled";
	case OCCURRENCE_BY_CLOCK: /* missed, and never skipped */
	case OCCURRENCE_BY_NONE:
	case OCCURRENCE_REASON_COUNT: break;
	}
	return "no reason";
}

static void check_skipped(struct oracle *oracle, struct oracle_job *job, struct oracle_run *run,
			  enum occurrence_reason reason)
{
	static const enum mark marks[OCCURRENCE_REASON_COUNT] = {
		[OCCURRENCE_BY_MISFIRE] = MARK_SKIPPED_LATE,
		[OCCURRENCE_BY_OVERLAP] = MARK_SKIPPED_OVERLAP,
		[OCCURRENCE_BY_PAUSED] = MARK_SKIPPED_PAUSED,
		[OCCURRENCE_BY_BACKLOG] = MARK_SKIPPED_BACKLOG,
		[OCCURRENCE_BY_CANCELLED] = MARK_SKIPPED_CANCELLED,
		[OCCURRENCE_BY_SKIP_NEXT] = MARK_SKIPPED_NEXT,
		[OCCURRENCE_BY_DEPENDENCY] = MARK_SKIPPED_DEPENDENCY,
	};
	/* By the definition under which it came: one that this turn brings does not count yet. */
	const char *why = job->turn_put == oracle->turn_id
				  ? NULL
				  : why_not_skipped(oracle, job, run, reason);
	if (why)
		sim_fail(oracle->sim, "P8", &run->id, "skipped as %.*s, but %s",
			 STR_ARG(occurrence_reason_name(reason)), why);
	if (job->row.misfire == MISFIRE_RUN_ONCE && reason != OCCURRENCE_BY_CANCELLED &&
	    reason != OCCURRENCE_BY_SKIP_NEXT && run->plan_state == PLAN_STATE_PLANNED)
		job->stood_for = oracle->now.wall; /* it would have */
	if (reason != OCCURRENCE_BY_CANCELLED) run->cancel_turn = oracle->turn_id;
	if (reason != OCCURRENCE_BY_DELETED) sim_mark(oracle->sim, marks[reason]);
}

static void check_gone_on(struct oracle *oracle, struct oracle_job *job, struct oracle_run *run,
			  bool is_late)
{
	struct sim *sim = oracle->sim;
	msec late = oracle->now.wall - due_at(run);
	bool is_full = job->row.max_instances && job->running_before >= job->row.max_instances &&
		       job->turn_freed != oracle->turn_id;
	bool is_once = job->rule.kind == JOB_ONCE;
	bool is_moved = run->plan_state == PLAN_STATE_MOVED;
	bool stands_for = job->row.misfire == MISFIRE_RUN_ONCE && !is_once && !is_moved &&
			  is_another(oracle, job, run->planned_at);
	bool should_be_late = late > job->row.grace_ms || stands_for;
	job->turn_fired = oracle->turn_id;
	if (job->row.misfire == MISFIRE_RUN_ONCE && should_be_late && !is_moved)
		job->stood_for = oracle->now.wall;
	if (job->turn_put == oracle->turn_id) return;
	if (late < 0 && due_at(run) > oracle->wall_max)
		sim_fail(sim, "I-12", &run->id, "it went on before its time");
	if (is_late != should_be_late && !plans_in_flux(oracle, job))
		sim_fail(sim, "misfire", &run->id, "%s after %" PRId64 " ms, grace %" PRId64 "%s",
			 is_late ? "late" : "fired", late, job->row.grace_ms,
			 stands_for ? ", others were missed" : "");
	if (job->row.misfire == MISFIRE_SKIP && late > job->row.grace_ms && !is_once && !is_moved)
		sim_fail(sim, "misfire", &run->id, "late beyond its grace, and it was not skipped");
	pauses_check_gone_on(oracle, job, run);
	if (is_full && job->row.overlap == OVERLAP_BY_SKIP && !pauses_hold(oracle, job))
		sim_fail(sim, "I-05", &run->id, "it went on although its job was full");
	sim_mark(sim, is_late ? MARK_LATE : MARK_FIRED);
	if (is_full && job->row.overlap == OVERLAP_BY_QUEUE) sim_mark(sim, MARK_OVERLAP_QUEUED);
}

static void take_single(struct oracle *oracle, struct oracle_job *job,
			const struct occurrence_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_run *run = oracle_run_of(oracle, &row->run);
	/* A person's word decides this instant, and nothing of what came before it. */
	bool is_by_time = row->reason != OCCURRENCE_BY_CANCELLED &&
			  row->reason != OCCURRENCE_BY_SKIP_NEXT &&
			  row->reason != OCCURRENCE_BY_DISABLED &&
			  row->reason != OCCURRENCE_BY_CLOCK;
	if (!run || run->job != job || run->planned_at != row->planned_at)
		sim_fail(sim, "P8", &row->run, "a row of the ledger without its run");
	bool is_made_up = run->cause == CAUSE_CATCHUP && run->turn_created == oracle->turn_id;
	if (!is_undecided(run) && !is_made_up)
		sim_fail(sim, "P8", &row->run, "decided, and it was decided before");
	plans_decide(oracle, job, row->planned_at, row->planned_at + 1, occurrence_stays(row));
	if (row->outcome == OCCURRENCE_SKIPPED) check_skipped(oracle, job, run, row->reason);
	else if (row->outcome == OCCURRENCE_MISSED) {
		/* While it waited for its jitter the job was changed: one that was planned anew has
		 * overtaken it, and stands for it. */
		bool is_overtaken = row->planned_at < job->judged &&
				    job->turn_put > run->turn_created;
		bool is_set_back = row->reason == OCCURRENCE_BY_CLOCK &&
				   decided_has(&job->except, row->planned_at);
		if (row->planned_at > job->stood_for && !is_overtaken && !is_set_back)
			sim_fail(sim, "P8", &run->id, "missed, and no late run stands for it");
		run->cancel_turn = run->void_turn = oracle->turn_id;
		sim_mark(sim, MARK_MISSED_PLANNED);
	} else if (!is_made_up) {
		check_gone_on(oracle, job, run, row->outcome == OCCURRENCE_LATE);
	}
	bool is_fallen_due = is_by_time && row->reason != OCCURRENCE_BY_DELETED && !is_made_up;
	if (is_fallen_due) {
		bool is_first = job->judged_turn != oracle->turn_id;
		job->judged_turn = oracle->turn_id;
		if (is_first || job->judged_last < row->planned_at)
			job->judged_last = row->planned_at;
	}
	/* Nor does a pause: where the clock goes back, what is before it may come. */
	bool is_paused = row->reason == OCCURRENCE_BY_PAUSED;
	if (is_by_time && !is_paused && run->plan_state != PLAN_STATE_MOVED)
		plans_judged(oracle, job, row->planned_at);
	if (!is_made_up) decide(job, run);
}

static void take_range(struct oracle *oracle, struct oracle_job *job,
		       const struct occurrence_row *row)
{
	struct sim *sim = oracle->sim;
	msec last = row->until - 1;
	plans_cover(oracle, job, NULL, row->planned_at);
	plans_decide(oracle, job, row->planned_at, row->until, false);
	u32 count = plans_count_open(oracle, job, row->planned_at - 1, last, RANGE_COUNTED + 1);
	bool or_more = count > RANGE_COUNTED;
	if (or_more) count = RANGE_COUNTED;
	if ((count != row->count || or_more != row->or_more) && !plans_in_flux(oracle, job))
		sim_fail(sim, "P8", NULL, "job %08x (%s): a range of %u, there were %u",
			 uuid_short(&job->id), job->rule.text, row->count, count);
	bool is_skip = job->row.misfire == MISFIRE_SKIP;
	const char *why = NULL;
	if (row->reason == OCCURRENCE_BY_PAUSED) why = pauses_why_no_range(oracle, job, row);
	else if ((row->outcome == OCCURRENCE_MISSED) == is_skip) why = "its policy is another";
	if (why && job->turn_put != oracle->turn_id)
		sim_fail(sim, "misfire", NULL, "job %08x: a range is left out, but %s",
			 uuid_short(&job->id), why);
	if (last > job->covered) job->covered = last;
	plans_judged(oracle, job, last);
	sim_mark(sim, row->reason == OCCURRENCE_BY_PAUSED ? MARK_RANGE_PAUSED : MARK_RANGE);
}

static void take_backfill(struct oracle *oracle, struct oracle_job *job,
			  const struct occurrence_row *row)
{
	bool is_later = row->number > job->backfill ||
			(row->number == job->backfill && row->planned_at > job->backfill_at);
	if (!is_later || row->outcome != OCCURRENCE_LATE)
		sim_fail(oracle->sim, "P8", &row->run, "a backfill's row out of its order");
	job->backfill = row->number;
	job->backfill_at = row->planned_at;
}

static void take_occurrence(struct oracle *oracle, const struct occurrence_row *row)
{
	struct oracle_job *job = plans_find(oracle, &row->job);
	if (!job) sim_fail(oracle->sim, "P8", NULL, "a row of the ledger without its job");
	job->turn = oracle->turn_id;
	SAY_OF(oracle->sim, &row->run,
	       "turn %" PRIu64 ": job %08x at %" PRId64 ": %.*s %.*s (%u), judged %" PRId64,
	       oracle->turn_id, uuid_short(&job->id), row->planned_at / MSEC_SECOND,
	       STR_ARG(occurrence_outcome_name(row->outcome)),
	       STR_ARG(occurrence_reason_name(row->reason)), row->count, job->judged / MSEC_SECOND);
	bool is_numbered = row->number ==
			   (row->planned_at <= job->undone_through ? job->undone_number : 0);
	if (occurrence_is_backfill(row)) take_backfill(oracle, job, row);
	else if (row->outcome == OCCURRENCE_UNDONE) set_back_take_row(oracle, job, row);
	else if (!is_numbered)
		sim_fail(oracle->sim, "P8", &row->run, "a row of the ledger with number %u",
			 row->number);
	else if (uuid_is_nil(&row->run)) take_range(oracle, job, row);
	else take_single(oracle, job, row);
}

static void check_told_once(struct oracle *oracle, const struct turn *turn, u32 index)
{
	const struct occurrence_row *row = &turn->changes[index].occurrence;
	for (u32 i = 0; i < index; i++) {
		const struct occurrence_row *other = &turn->changes[i].occurrence;
		if (!change_puts(&turn->changes[i], KIND_OCCURRENCE)) continue;
		if (uuid_eq(&other->job, &row->job) && other->planned_at == row->planned_at &&
		    other->number == row->number)
			sim_fail(oracle->sim, "I-28", &row->run,
				 "job %08x: %" PRId64 " (backfill %u) is decided twice in a turn: "
				 "%.*s, %.*s",
				 uuid_short(&row->job), row->planned_at / MSEC_SECOND, row->number,
				 STR_ARG(occurrence_outcome_name(other->outcome)),
				 STR_ARG(occurrence_outcome_name(row->outcome)));
	}
}

static void check_new_instant(struct oracle *oracle, const struct turn *turn,
			      const struct run_row *row)
{
	const struct oracle_job *job = plans_find(oracle, &row->job);
	bool is_planned = row->cause == CAUSE_OCCURRENCE || row->cause == CAUSE_CATCHUP;
	if (!job || !is_planned || !plans_decided(job, row->planned_at)) return;
	if (set_back_comes(turn, job)) return;
	sim_fail(oracle->sim, "I-28", &row->id,
		 "job %08x (%s): %" PRId64 " is decided, and planned again; put in turn %" PRIu64
		 ", covered %" PRId64 ", judged %" PRId64,
		 uuid_short(&job->id), job->rule.text, row->planned_at / MSEC_SECOND, job->turn_put,
		 job->covered / MSEC_SECOND, job->judged / MSEC_SECOND);
}

void plans_before_store(struct oracle *oracle, const struct turn *turn)
{
	for (u32 i = 0; i < turn->changes_len; i++) {
		if (change_puts(&turn->changes[i], KIND_OCCURRENCE))
			check_told_once(oracle, turn, i);
		if (turn->changes[i].kind == CHANGE_RUN_NEW)
			check_new_instant(oracle, turn, turn->changes[i].run);
	}
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct occurrence_row *row = &turn->changes[i].occurrence;
		if (!change_puts(&turn->changes[i], KIND_OCCURRENCE)) continue;
		if (occurrence_is_backfill(row) || row->outcome == OCCURRENCE_UNDONE) continue;
		const struct oracle_job *job = plans_find(oracle, &row->job);
		if (!job || !plans_decided(job, row->planned_at)) continue;
		if (set_back_comes(turn, job) || decided_has(&job->except, row->planned_at))
			continue;
		sim_fail(oracle->sim, "I-28", &row->run,
			 "job %08x (%s): %" PRId64 " is decided again, as %.*s %.*s",
			 uuid_short(&job->id), job->rule.text, row->planned_at / MSEC_SECOND,
			 STR_ARG(occurrence_outcome_name(row->outcome)),
			 STR_ARG(occurrence_reason_name(row->reason)));
	}
}

/* ---- the turn as a whole ------------------------------------------------------------------ */

void plans_before_commit(struct oracle *oracle)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	for (u32 i = 0; i < jobs->len; i++) jobs->all[i]->running_before = jobs->all[i]->running;
}

void plans_take(struct oracle *oracle, const struct change *change)
{
	if (change->kind == CHANGE_JOB_PUT) take_job(oracle, change->job);
	if (change_puts(change, KIND_LINKS)) depend_take_links(oracle, change->links);
	if (change->kind == CHANGE_JOB_STATE) take_job_state(oracle, change);
	if (change_puts(change, KIND_OCCURRENCE)) take_occurrence(oracle, &change->occurrence);
	if (change_puts(change, KIND_OPERATION)) take_operation(oracle, change->operation);
	if (change_puts(change, KIND_CALENDAR)) take_calendar(oracle, &change->calendar, true);
	if (change_deletes(change, KIND_CALENDAR)) take_calendar(oracle, &change->calendar, false);
	if (change->kind != CHANGE_JOB_HOT) return;
	struct oracle_job *job = plans_find(oracle, &change->job_hot.id);
	if (!job) sim_fail(oracle->sim, "P8", NULL, "a job that is not there changed");
	job->turn = oracle->turn_id;
	set_back_take_hot(oracle, job, &change->job_hot.hot);
	if (change->job_hot.hot.undecided != job->planned)
		sim_fail(oracle->sim, "I-26", NULL, "job %08x: its row counts %u, %u are planned",
			 uuid_short(&job->id), change->job_hot.hot.undecided, job->planned);
}

/* Whether one stands whose instant is still to come. */
static bool has_planned_ahead(const struct oracle *oracle, const struct oracle_job *job)
{
	list_for_each_of(struct oracle_run, run, &job->runs, in_job)
	{
		if (run->plan_state == PLAN_STATE_PLANNED && run->planned_at > oracle->wall_max)
			return true;
	}
	return false;
}

static void check_next_stands(struct oracle *oracle, const struct oracle_job *job)
{
	msec at = job->covered > job->judged ? job->covered : job->judged;
	bool is_over = job->state != JOB_ACTIVE || job->rule.kind == JOB_MANUAL;
	/* A change to a rule that plans none leaves what has come and waits for its jitter. */
	bool may_stand = job->state == JOB_ACTIVE && !has_planned_ahead(oracle, job);
	if (is_over && job->planned && !may_stand)
		sim_fail(oracle->sim, "I-10", NULL, "job %08x: %u stand, and it plans none",
			 uuid_short(&job->id), job->planned);
	if (is_over || job->planned || plans_in_flux(oracle, job)) return;
	if (pauses_rest(oracle, job)) return;
	while (plans_next(oracle, job, at, &at)) {
		if (plans_taken(job, at) || at <= plans_past(job)) continue;
		/* By new data, which came when it was past: its series was over. */
		if (at <= oracle->jobs->renewed_at) continue;
		sim_fail(oracle->sim, "I-10", NULL,
			 "job %08x (%s): its next occurrence %" PRId64
			 " does not stand in the queue",
			 uuid_short(&job->id), job->rule.text, at / MSEC_SECOND);
	}
}

/* One always stands; more only within the horizon, and up to what a person has taken. */
static void check_horizon(struct oracle *oracle, const struct oracle_job *job)
{
	msec until = oracle->now.wall + job->row.horizon_ms;
	if (until < plans_last_taken(job)) until = plans_last_taken(job);
	list_for_each_of(struct oracle_run, run, &job->runs, in_job)
	{
		if (run->turn_created == oracle->turn_id && run->plan_state == PLAN_STATE_PLANNED &&
		    run->planned_at > until && job->planned > 1)
			sim_fail(oracle->sim, "I-10", &run->id, "planned beyond the horizon");
	}
}

void plans_after_commit(struct oracle *oracle)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	for (u32 i = 0; i < jobs->len; i++) {
		if (jobs->all[i]->turn != oracle->turn_id) continue;
		check_next_stands(oracle, jobs->all[i]);
		check_horizon(oracle, jobs->all[i]);
		pauses_check_planned(oracle, jobs->all[i]);
		plans_reach(oracle, jobs->all[i]);
	}
}

void plans_check_claim(struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_job *job = run->job;
	if (is_undecided(run))
		sim_fail(oracle->sim, "P8", &run->id, "started before it was judged");
	if (pauses_hold(oracle, job))
		sim_fail(oracle->sim, "I-16", &run->id, "started although its job is paused");
	if (job->row.max_instances && job->running >= job->row.max_instances)
		sim_fail(oracle->sim, "I-05", &run->id, "started, and %u of its job run already",
			 job->running);
}

/* Among those of one job age does not count. */
static bool is_more_urgent(const struct oracle_run *a, const struct oracle_run *b)
{
	return a->priority != b->priority ? a->priority < b->priority : lines_is_earlier(a, b);
}

/* Of what was due at any time: a clock that steps back does not undo that. */
static u32 more_urgent_than(const struct oracle *oracle, const struct oracle_run *run)
{
	u32 count = 0;
	list_for_each_of(struct oracle_run, other, &run->job->runs, in_job)
	{
		count += other->state == RUN_QUEUED && !is_undecided(other) &&
			 other->queue == run->queue && other->type == run->type &&
			 other->run_at <= oracle->wall_max && is_more_urgent(other, run);
	}
	return count;
}

bool plans_may_begin(const struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	const struct oracle_job *job = run->job;
	u32 most = job->row.max_instances;
	/* The end of a pause is somebody's to see. */
	if (job->row.pause.since && wall - MSEC_MINUTE < job->row.pause.until) return false;
	if (is_undecided(run) || (most && job->running >= most)) return false;
	return !most || more_urgent_than(oracle, run) < most - job->running;
}

void plans_run_moved(struct oracle *oracle, struct oracle_run *run, u32 state)
{
	struct oracle_job *job = run->job;
	if (state == RUN_PROCESSING) job->running++;
	if (run->state == RUN_PROCESSING) {
		job->running--;
		job->turn_freed = oracle->turn_id;
	}
	if (state >= RUN_DONE && list_node_is_in_list(&run->in_job)) list_remove(&run->in_job);
	else if (state < RUN_DONE && !list_node_is_in_list(&run->in_job))
		list_push_back(&job->runs, &run->in_job);
}

bool plans_may_cancel(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_job *job = run->job;
	if (!job) return false;
	if (run->cancel_turn == oracle->turn_id || job->turn_deleted == oracle->turn_id)
		return true;
	/* What is due is judged by what the job was until a change in this turn. */
	bool may_replace = job->row.overlap == OVERLAP_BY_REPLACE ||
			   job->turn_put == oracle->turn_id;
	bool is_replaced = run->state == RUN_PROCESSING && job->turn_fired == oracle->turn_id &&
			   may_replace;
	if (is_replaced) sim_mark(oracle->sim, MARK_REPLACED);
	return is_replaced;
}

/* ---- time --------------------------------------------------------------------------------- */

/* `at_all`: also one of a paused job that a turn may end: its job rests, or a late run stands for
 * it. */
static const struct oracle_run *find_due(const struct oracle *oracle, msec wall, bool at_all)
{
	for (u32 i = 0; i < oracle->jobs->len; i++) {
		const struct oracle_job *job = oracle->jobs->all[i];
		list_for_each_of(struct oracle_run, run, &job->runs, in_job)
		{
			bool stops = run->plan_state == PLAN_STATE_PLANNED &&
				     job->row.pause.since && wall < job->row.pause.until;
			if (at_all && (job->rests || run->planned_at <= job->judged)) stops = false;
			if (is_undecided(run) && run->run_at <= wall && !stops) return run;
		}
	}
	return NULL;
}

bool plans_has_due(const struct oracle *oracle, msec wall)
{
	return find_due(oracle, wall, true) != NULL;
}

static bool is_apart(struct now before, struct now now)
{
	msec apart = (now.wall - before.wall) - (now.boot - before.boot);
	return apart > JUMP_MS || now.boot < before.boot;
}

/* Of a turn that failed it is not known whether the engine has seen its clock. */
static bool has_jumped(const struct oracle_jobs *jobs, struct now now)
{
	return is_apart(jobs->last, now) || is_apart(jobs->tried, now);
}

/* Also in the turn that ends the wait: leases end before it does. */
bool plans_may_hold(const struct oracle *oracle, struct now now)
{
	const struct oracle_jobs *jobs = oracle->jobs;
	return now.boot < jobs->hold_until || jobs->last.boot < jobs->hold_until ||
	       has_jumped(jobs, now);
}

bool plans_may_hold_back(const struct oracle *oracle, const struct oracle_run *run, struct now now)
{
	return (run->reminder || run->person_of_day) && plans_may_hold(oracle, now);
}

void plans_try_clock(struct oracle *oracle, struct now now)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	if (has_jumped(jobs, now)) jobs->leapt_at = now.boot;
	if (has_jumped(jobs, now)) jobs->hold_until = now.boot + HOLD_MOST_MS;
	if (clock_step(&jobs->last, &now) || clock_step(&jobs->tried, &now))
		jobs->apart_at = now.boot;
	jobs->tried = now;
}

void plans_see_clock(struct oracle *oracle, struct now now)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	if (clock_step(&jobs->last, &now)) jobs->stepped_at = now.boot;
	plans_try_clock(oracle, now);
	jobs->last = now;
}

void plans_after_turn(struct oracle *oracle, struct now now, bool is_idle)
{
	struct oracle_jobs *jobs = jobs_of(oracle);
	plans_see_clock(oracle, now);
	if (!jobs->len) return;
	if (is_idle) set_back_check_idle(oracle, now);
	if (is_idle) depend_check_idle(oracle);
	if (!is_idle || now.boot < jobs->hold_until) return;
	const struct oracle_run *run = find_due(oracle, now.wall, false);
	if (run)
		sim_fail(oracle->sim, "I-10", &run->id,
			 "its time came %" PRId64 " ms ago, and it was not judged",
			 now.wall - run->run_at);
}
