/* What is decided of a job's instants, and how far they are covered: the part of the oracle of jobs
 * that proves that none is lost and none comes twice (see oracle_jobs.c). */
#include "base/hash.h"
#include "base/must.h"
#include "sim/sim.h"

#include <inttypes.h>

/* ---- what the almanac says of a job ------------------------------------------------------- */

u32 plans_calendar(const struct oracle *oracle, const struct oracle_job *job)
{
	return job->excludes ? oracle->jobs->calendars[job->tenant] : 0;
}

bool plans_next(const struct oracle *oracle, const struct oracle_job *job, msec after, msec *out_at)
{
	return almanac_next(&job->rule, oracle->jobs->zones, plans_calendar(oracle, job), after,
			    out_at);
}

/* While jobs are planned anew, runs may stand where the old data had them. */
bool plans_in_flux(const struct oracle *oracle, const struct oracle_job *job)
{
	const struct oracle_jobs *jobs = oracle->jobs;
	if (jobs->zones_are_new && job->rule.zone) return true;
	return job->excludes && jobs->replans[job->tenant];
}

/* An operation looks at all of them, also at those whose instants do not change. */
bool plans_in_replan(const struct oracle *oracle, const struct oracle_job *job)
{
	const struct oracle_jobs *jobs = oracle->jobs;
	return plans_in_flux(oracle, job) || jobs->replans[0] || jobs->replans[job->tenant];
}

bool plans_may_be(const struct oracle *oracle, const struct oracle_job *job, msec at)
{
	u32 calendar = plans_calendar(oracle, job);
	if (almanac_has(&job->rule, oracle->jobs->zones, calendar, at)) return true;
	if (!plans_in_flux(oracle, job)) return false;
	for (u32 i = 0; i < ALMANAC_VERSIONS * ALMANAC_CALENDARS; i++) {
		if (almanac_has(&job->rule, i % ALMANAC_VERSIONS, i / ALMANAC_VERSIONS, at))
			return true;
	}
	return false;
}

/* ---- the ledger --------------------------------------------------------------------------- */

const struct oracle_decided *plans_decided(const struct oracle_job *job, msec at)
{
	for (u32 i = job->ledger_len; i > 0; i--) {
		const struct oracle_decided *row = &job->ledger[i - 1];
		if (row->at <= at && at < row->end) return row;
	}
	return NULL;
}

/* An instant that stays decided since a clock that was ahead was set back may lie in a range that
 * is left out. */
static bool meets(const struct oracle_job *job, const struct oracle_decided *row, msec at, msec end)
{
	bool is_single = end == at + 1, is_single_row = row->end == row->at + 1;
	if (row->end <= at || end <= row->at) return false;
	if (is_single == is_single_row) return true;
	return !decided_has(&job->except, is_single ? at : row->at);
}

static bool meets_any(const struct oracle_job *job, u32 place, msec at, msec end)
{
	if (place > 0 && meets(job, &job->ledger[place - 1], at, end)) return true;
	for (u32 i = place; i < job->ledger_len && job->ledger[i].at < end; i++) {
		if (meets(job, &job->ledger[i], at, end)) return true;
	}
	return false;
}

void plans_decide(struct oracle *oracle, struct oracle_job *job, msec at, msec end, bool stays)
{
	if (job->ledger_len == job->ledger_max) {
		u32 max = job->ledger_max ? 2 * job->ledger_max : 64;
		struct oracle_decided *more = mem_alloc(max * sizeof *more);
		must(more != NULL);
		if (job->ledger_len) memcpy(more, job->ledger, job->ledger_len * sizeof *more);
		mem_free(job->ledger);
		job->ledger = more;
		job->ledger_max = max;
	}
	u32 place = job->ledger_len;
	while (place > 0 && job->ledger[place - 1].at > at) place--;
	if (meets_any(job, place, at, end))
		sim_fail(oracle->sim, "I-28", NULL,
			 "job %08x: the instant %" PRId64 " is decided a second time",
			 uuid_short(&job->id), at / MSEC_SECOND);
	memmove(job->ledger + place + 1, job->ledger + place,
		(job->ledger_len - place) * sizeof *job->ledger);
	job->ledger[place] = (struct oracle_decided){ at, end, stays };
	job->ledger_len++;
}

/* ---- covering ----------------------------------------------------------------------------- */

/* What its instants follow from. */
static u64 source_of(const struct oracle *oracle, const struct oracle_job *job)
{
	u64 about[] = { 1, job->rule_number, oracle->jobs->zones, plans_calendar(oracle, job) };
	if (plans_in_flux(oracle, job)) return 0;
	return oracle_hash((str){ (const char *)about, sizeof about });
}

/* Time has decided something of it: whatever it had up to now. */
void plans_judged(struct oracle *oracle, struct oracle_job *job, msec at)
{
	if (at > job->judged) job->judged = at;
	if (oracle->now.wall < job->guarded_at) return;
	job->guarded_at = oracle->now.wall;
	job->judged_by = source_of(oracle, job);
}

/* A start is inclusive, and this very instant may be it. Where a clock was set back, instants that
 * only new data have may lie before a moment up to which all was decided. */
void plans_begin_anew(struct oracle *oracle, struct oracle_job *job)
{
	bool has_start = job->rule.kind == JOB_RRULE || job->rule.kind == JOB_INTERVAL;
	msec from = oracle->now.wall - has_start;
	if (job->rule.kind == JOB_ONCE) from = 0;
	job->covered = from > job->judged ? from : job->judged;
	bool is_other = !job->judged_by || job->judged_by != source_of(oracle, job);
	job->bygone = is_other ? job->guarded_at : 0;
	job->left_out = job->stood_for;
	job->reached = 0;
}

msec plans_past(const struct oracle_job *job)
{
	return job->bygone > job->left_out ? job->bygone : job->left_out;
}

bool plans_next_open(const struct oracle *oracle, const struct oracle_job *job, msec after,
		     msec *out_at)
{
	*out_at = after;
	while (plans_next(oracle, job, *out_at, out_at)) {
		if (!decided_has(&job->except, *out_at)) return true;
	}
	return false;
}

u32 plans_count_open(const struct oracle *oracle, const struct oracle_job *job, msec after,
		     msec until, u32 most)
{
	u32 count = 0;
	if (!decided_len(&job->except))
		return almanac_count(&job->rule, oracle->jobs->zones, plans_calendar(oracle, job),
				     after, until, most);
	while (count < most && plans_next_open(oracle, job, after, &after) && after <= until)
		count++;
	return count;
}

bool plans_taken(const struct oracle_job *job, msec at)
{
	if (plans_decided(job, at) || decided_has(&job->except, at)) return true;
	list_for_each_of(struct oracle_run, run, &job->runs, in_job)
	{
		if (run->plan_state == PLAN_STATE_MOVED && run->planned_at == at) return true;
	}
	return false;
}

/* The next instant that is not taken by somebody already; 0: there is none. */
static msec next_uncovered(const struct oracle *oracle, const struct oracle_job *job)
{
	msec at = job->covered;
	while (plans_next(oracle, job, at, &at)) {
		if (!plans_taken(job, at)) return at;
	}
	return 0;
}

/* The last instant that a person has taken out of its turn. */
msec plans_last_taken(const struct oracle_job *job)
{
	u32 len = job->ledger_len;
	while (len && decided_has(&job->except, job->ledger[len - 1].at)) len--;
	msec last = len ? job->ledger[len - 1].at : 0;
	list_for_each_of(struct oracle_run, run, &job->runs, in_job)
	{
		bool is_passed = decided_has(&job->except, run->planned_at);
		if (run->plan_state == PLAN_STATE_MOVED && run->planned_at > last && !is_passed)
			last = run->planned_at;
	}
	return last;
}

/* All up to the last that a person has taken stands at once (see plan.c of the engine). */
void plans_reach(const struct oracle *oracle, struct oracle_job *job)
{
	msec last = plans_last_taken(job);
	if (last <= job->covered || plans_in_flux(oracle, job)) return;
	msec next = next_uncovered(oracle, job);
	if (next && next <= last) return;
	job->reached = last;
	job->reached_by = source_of(oracle, job);
}

/* When other data came, what they have here was past, and the old ones had stood this far: only
 * what was to come is planned anew. */
static bool was_past_by_then(const struct oracle *oracle, const struct oracle_job *job, msec at)
{
	return at <= job->reached && at <= oracle->jobs->renewed_at &&
	       job->reached_by != source_of(oracle, job);
}

/* New data leave a job as it stands when an instant is taken so far ahead that not all before it
 * can stand: what comes before that is lost, as the page on schedules says. */
static bool is_out_of_reach(const struct oracle *oracle, const struct oracle_job *job, msec next)
{
	enum { PLANNED_MOST = 1000 };
	msec last = plans_last_taken(job), from = oracle->now.wall;
	if (!next || next > last || (!job->excludes && !job->rule.zone)) return false;
	return almanac_count(&job->rule, oracle->jobs->zones, plans_calendar(oracle, job), from,
			     last, PLANNED_MOST) == PLANNED_MOST;
}

void plans_cover(struct oracle *oracle, struct oracle_job *job, const struct oracle_run *run,
		 msec at)
{
	struct sim *sim = oracle->sim;
	const struct uuid *id = run ? &run->id : NULL;
	if (!plans_may_be(oracle, job, at))
		sim_fail(sim, "I-10", id, "job %08x (%s): %" PRId64 " is none of its instants",
			 uuid_short(&job->id), job->rule.text, at / MSEC_SECOND);
	if (plans_decided(job, at) || decided_has(&job->except, at) || at <= job->judged)
		sim_fail(sim, "I-28", id, "job %08x (%s): %" PRId64 " was decided before",
			 uuid_short(&job->id), job->rule.text, at / MSEC_SECOND);
	/* Its series was over, and by new data or a clock set back it is not: nothing had to be
	 * withdrawn for that. */
	if (plans_in_replan(oracle, job) && !job->planned && at <= job->covered)
		plans_begin_anew(oracle, job);
	msec next = next_uncovered(oracle, job);
	msec past = plans_past(job);
	/* What is due at this very moment may count as past. So may, when the clock has gone back
	 * and the job was changed, what one late run stands for. */
	while (next && at > next &&
	       (next == oracle->now.wall || next <= past || was_past_by_then(oracle, job, next))) {
		job->covered = next;
		next = next_uncovered(oracle, job);
	}
	if (at != next && !plans_in_flux(oracle, job) && !is_out_of_reach(oracle, job, next))
		sim_fail(sim, "I-10", id,
			 "job %08x (%s, rule %u, zones %u, days %u): %" PRId64
			 " is planned or passed over, %" PRId64 " comes before it",
			 uuid_short(&job->id), job->rule.text, job->rule_number,
			 oracle->jobs->zones, plans_calendar(oracle, job), at / MSEC_SECOND,
			 next / MSEC_SECOND);
	if (at > job->covered) job->covered = at;
}
