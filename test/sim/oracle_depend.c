/* Dependencies between jobs (SPEC 7, I-18). Which run is meant follows from what was planned before
 * the turn; whether it may go on, from how that run stands; and nothing waits that has nothing left
 * to wait for. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>

enum link_verdict { LINK_MET, LINK_OPEN, LINK_DEAD, LINK_BROKEN };

struct oracle_link {
	struct oracle_job *job;
	struct oracle_run *run; /* NULL: it was withdrawn, and is looked up again */
	enum dependency_kind kind;
};

struct oracle_links {
	u64 turn;          /* in which they were written last */
	bool is_overtaken; /* it waits for a dead letter, and a later occurrence has fallen due */
	msec away_until;   /* of the process then */
	u32 len;
	struct oracle_link at[LIMIT_JOB_DEPENDENCIES];
};

void depend_free(struct oracle_run *run)
{
	mem_free(run->links);
	afters_free(run);
	mem_free(run);
}

/* ---- how links stand ------------------------------------------------------------------------ */

static enum link_verdict verdict_in(u32 state, bool has_begun, enum dependency_kind kind)
{
	bool is_dead = state == RUN_FAILED || state == RUN_DLQ;
	if (kind == DEPENDENCY_START && has_begun) return LINK_MET;
	if (state == RUN_CANCELLED) return LINK_BROKEN;
	if (kind == DEPENDENCY_SUCCESS && state == RUN_DONE) return LINK_MET;
	if (kind == DEPENDENCY_COMPLETE && (state == RUN_DONE || is_dead)) return LINK_MET;
	return is_dead ? LINK_DEAD : LINK_OPEN;
}

/* By what the journal has told so far. */
static enum link_verdict verdict_now(const struct oracle_run *run, enum dependency_kind kind)
{
	return verdict_in(run->state, run->fence > 0, kind);
}

/* By the rows that this turn has written so far. */
static enum link_verdict verdict_written(const struct oracle_run *run, enum dependency_kind kind)
{
	bool is_held = run->open && !run->hot;
	u32 state = run->hot ? run->hot->state : is_held ? RUN_PROCESSING : run->state;
	return verdict_in(state, run->fence > 0, kind);
}

static enum link_verdict worst_of(const struct oracle_run *run)
{
	enum link_verdict worst = LINK_MET;
	for (u32 i = 0; run->links && i < run->links->len; i++) {
		const struct oracle_link *link = &run->links->at[i];
		enum link_verdict verdict = link->run ? verdict_now(link->run, link->kind)
						      : LINK_OPEN;
		if (verdict > worst) worst = verdict;
	}
	return worst;
}

/* ---- which run is meant --------------------------------------------------------------------- */

void depend_note_planned(struct oracle_job *job, struct oracle_run *run)
{
	if (run->cause == CAUSE_MANUAL) return;
	if (job->made_len == job->made_max) {
		job->made_max = job->made_max ? job->made_max * 2 : 16;
		job->made = mem_resize(job->made, job->made_max * sizeof(struct oracle_run *));
		must(job->made != NULL);
	}
	job->made[job->made_len++] = run;
}

static bool is_candidate(const struct oracle *oracle, const struct oracle_run *run, msec at)
{
	if (run->turn_created == oracle->turn_id || run->planned_at > at) return false;
	return !run->void_turn || run->void_turn == oracle->turn_id;
}

/* The latest; of one instant the one made last, but an occurrence that waits to be judged goes
 * before its backfills. */
static struct oracle_run *meant(const struct oracle *oracle, const struct oracle_job *job, msec at)
{
	struct oracle_run *best = NULL;
	if (job->state == JOB_DELETED && job->turn_deleted != oracle->turn_id) return NULL;
	for (u32 i = 0; i < job->made_len; i++) {
		struct oracle_run *run = job->made[i];
		if (is_candidate(oracle, run, at) && (!best || run->planned_at >= best->planned_at))
			best = run;
	}
	return best;
}

static bool is_meant(const struct oracle *oracle, const struct oracle_run *run, msec at)
{
	const struct oracle_run *best = meant(oracle, run->job, at);
	if (!best || !is_candidate(oracle, run, at)) return false;
	/* Which was made last its id says, also where the clock was set back between them. */
	return run == best ||
	       (run->planned_at == best->planned_at &&
		(run->cause == CAUSE_OCCURRENCE || uuid_compare(&run->id, &best->id) > 0));
}

/* ---- what a turn writes --------------------------------------------------------------------- */

static const struct oracle_link *link_to(const struct oracle_links *links,
					 const struct oracle_job *job)
{
	for (u32 i = 0; links && i < links->len; i++) {
		if (links->at[i].job == job) return &links->at[i];
	}
	return NULL;
}

/* Its own row may stand behind that of the links in the turn. */
static bool ends_in_turn(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change->kind == CHANGE_RUN_HOT && uuid_eq(&change->run_hot.id, &run->id) &&
		    change->run_hot.hot.state >= RUN_DONE)
			return true;
	}
	return false;
}

static void check_link(struct oracle *oracle, const struct oracle_run *run,
		       const struct oracle_link *link)
{
	struct sim *sim = oracle->sim;
	const struct oracle_link *before = link_to(run->links, link->job);
	if (before && before->run == link->run) return;
	bool was_gone = before && before->run && before->run->void_turn == oracle->turn_id;
	bool goes = before && before->run && !link->run && ends_in_turn(oracle, before->run);
	if (before && before->run && !was_gone && !goes)
		sim_fail(sim, "I-18", &run->id, "it waits for another run than it did");
	if (!link->run) return;
	if (!is_meant(oracle, link->run, run->planned_at))
		sim_fail(sim, "I-18", &run->id,
			 "planned at %" PRId64 ", it waits for one that was planned at %" PRId64,
			 run->planned_at / MSEC_SECOND, link->run->planned_at / MSEC_SECOND);
}

/* Nothing that is there to wait for is left out. */
static void check_all_linked(struct oracle *oracle, const struct oracle_run *run,
			     const struct oracle_links *links)
{
	const struct dependencies *on = &run->job->row.dependencies;
	if (run->job->turn_put == oracle->turn_id) return;
	for (u32 i = 0; i < on->len; i++) {
		struct oracle_job *job = plans_find(oracle, &on->at[i].job);
		const struct oracle_link *link = link_to(links, job);
		if (link ? link->kind == on->at[i].kind : !meant(oracle, job, run->planned_at))
			continue;
		sim_fail(oracle->sim, "I-18", &run->id, "a dependency is left out, or is another");
	}
}

void depend_take_links(struct oracle *oracle, const struct links_row *row)
{
	struct sim *sim = oracle->sim;
	struct oracle_run *run = oracle_run_of(oracle, &row->run);
	struct oracle_links *links = mem_alloc_zeroed(sizeof *links);
	must(links != NULL);
	if (!run || !run->job) sim_fail(sim, "I-18", &row->run, "links of a run that is not there");
	links->turn = oracle->turn_id;
	links->len = row->len;
	for (u32 i = 0; i < row->len; i++) {
		links->at[i] = (struct oracle_link){ plans_find(oracle, &row->at[i].job),
						     oracle_run_of(oracle, &row->at[i].awaited),
						     row->at[i].kind };
		bool is_nobody = uuid_is_nil(&row->at[i].awaited);
		if (!links->at[i].job || (!is_nobody && !links->at[i].run))
			sim_fail(sim, "I-18", &run->id, "it waits for what is not there");
		check_link(oracle, run, &links->at[i]);
	}
	if (!run->links) check_all_linked(oracle, run, links);
	mem_free(run->links);
	run->links = links;
	sim_mark(sim, MARK_DEPENDENT_WAITS);
}

/* ---- going on, ending ----------------------------------------------------------------------- */

/* Whether nothing is left to wait for: what is meant has come so far, was withdrawn in this turn,
 * or is not there. */
static bool is_met(const struct oracle *oracle, const struct oracle_job *job, msec at,
		   enum dependency_kind kind)
{
	const struct oracle_run *best = meant(oracle, job, at);
	if (!best || best->void_turn == oracle->turn_id) return true;
	for (u32 i = 0; i < job->made_len; i++) {
		const struct oracle_run *other = job->made[i];
		if (other->planned_at == best->planned_at && is_meant(oracle, other, at) &&
		    verdict_now(other, kind) == LINK_MET)
			return true;
	}
	return false;
}

/* Of one that was withdrawn the one that is meant instead counts. */
static bool may_go_on(const struct oracle *oracle, const struct oracle_run *run)
{
	for (u32 i = 0; i < run->links->len; i++) {
		const struct oracle_link *link = &run->links->at[i];
		if (link->run ? verdict_now(link->run, link->kind) != LINK_MET
			      : !is_met(oracle, link->job, run->planned_at, link->kind))
			return false;
	}
	return true;
}

void depend_check_released(struct oracle *oracle, struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	if (!run->job) {
		batches_check_done(oracle, run);
		return;
	}
	const struct dependencies *on = &run->job->row.dependencies;
	run->job->turn_fired = oracle->turn_id; /* it may take another's place now */
	if (run->links) {
		if (!may_go_on(oracle, run))
			sim_fail(sim, "I-18", &run->id,
				 "it went on, and what it waits for is not there");
		sim_mark(sim, MARK_DEPENDENT_RELEASED);
		return;
	}
	if (run->job->turn_put == oracle->turn_id) return;
	for (u32 i = 0; i < on->len; i++) {
		const struct oracle_job *job = plans_find(oracle, &on->at[i].job);
		if (!is_met(oracle, job, run->planned_at, on->at[i].kind))
			sim_fail(sim, "I-18", &run->id, "it did not wait for %08x",
				 uuid_short(&meant(oracle, job, run->planned_at)->id));
	}
}

/* Whether one that may be meant stands so. */
static bool has_verdict(const struct oracle *oracle, const struct oracle_job *job, msec at,
			enum dependency_kind kind, enum link_verdict verdict)
{
	for (u32 i = 0; i < job->made_len; i++) {
		const struct oracle_run *other = job->made[i];
		if (is_meant(oracle, other, at) && verdict_written(other, kind) == verdict)
			return true;
	}
	return false;
}

/* When it fell due, what it depends on was cancelled. */
bool depend_is_forsaken(const struct oracle *oracle, const struct oracle_run *run)
{
	const struct dependencies *on = &run->job->row.dependencies;
	for (u32 i = 0; i < on->len; i++) {
		const struct oracle_job *job = plans_find(oracle, &on->at[i].job);
		msec at = run->planned_at;
		if (has_verdict(oracle, job, at, on->at[i].kind, LINK_BROKEN)) return true;
		/* A dead letter, and a later one of its own is judged in this very turn. */
		if (run->job->judged_turn == oracle->turn_id &&
		    has_verdict(oracle, job, at, on->at[i].kind, LINK_DEAD))
			return true;
	}
	return run->job->turn_put == oracle->turn_id;
}

/* What it waited for was withdrawn, and what is meant instead was cancelled. It waits by what was
 * written down: what its job depends on may be another by now. */
static bool is_forsaken_anew(const struct oracle *oracle, const struct oracle_run *run)
{
	for (u32 i = 0; i < run->links->len; i++) {
		const struct oracle_link *link = &run->links->at[i];
		if (!link->run &&
		    has_verdict(oracle, link->job, run->planned_at, link->kind, LINK_BROKEN))
			return true;
	}
	return false;
}

bool depend_may_cancel(const struct oracle *oracle, const struct oracle_run *run)
{
	if (run->state != RUN_WAITING || !run->job) return false;
	enum link_verdict worst = worst_of(run);
	if (!run->links) return depend_is_forsaken(oracle, run);
	bool is_overtaken = run->job->judged_turn == oracle->turn_id || run->links->is_overtaken;
	bool may = worst == LINK_BROKEN || is_forsaken_anew(oracle, run) ||
		   (worst == LINK_DEAD && is_overtaken);
	if (may) sim_mark(oracle->sim, MARK_DEPENDENT_CANCELLED);
	return may;
}

/* ---- cycles --------------------------------------------------------------------------------- */

static bool leads_to(const struct oracle *oracle, const struct oracle_job *from,
		     const struct oracle_job *to, u32 steps)
{
	const struct dependencies *on = &from->row.dependencies;
	for (u32 i = 0; i < on->len && steps; i++) {
		const struct oracle_job *job = plans_find(oracle, &on->at[i].job);
		if (!job || job->state == JOB_DELETED) continue;
		if (job == to || leads_to(oracle, job, to, steps - 1)) return true;
	}
	return false;
}

void depend_check_job(struct oracle *oracle, const struct oracle_job *job)
{
	enum { STEPS = 8 };
	const struct dependencies *on = &job->row.dependencies;
	for (u32 i = 0; i < on->len; i++) {
		const struct oracle_job *other = plans_find(oracle, &on->at[i].job);
		if (!other || other->tenant != job->tenant)
			sim_fail(oracle->sim, "I-18", NULL, "it depends on another tenant's job");
	}
	if (leads_to(oracle, job, job, STEPS))
		sim_fail(oracle->sim, "I-18", NULL, "job %08x depends on itself",
			 uuid_short(&job->id));
	if (on->len) sim_mark(oracle->sim, MARK_JOB_DEPENDS);
}

/* ---- after a turn --------------------------------------------------------------------------- */

/* All that waits: batches for their children, runs for other runs. A later occurrence has fallen
 * due: who waits for a dead letter ends, at the latest when a memory made anew knows what it waits
 * for. */
void depend_after_commit(struct oracle *oracle)
{
	const struct oracle_jobs *jobs = oracle->jobs;
	batches_after_commit(oracle);
	for (u32 i = 0; i < jobs->len; i++) {
		const struct oracle_job *job = jobs->all[i];
		if (job->judged_turn != oracle->turn_id) continue;
		list_for_each_of(struct oracle_run, run, &job->runs, in_job)
		{
			bool waits = run->state == RUN_WAITING && run->links &&
				     run->links->turn < oracle->turn_id &&
				     run->planned_at < job->judged_last &&
				     run->run_at <= oracle->now.wall;
			if (!waits || worst_of(run) != LINK_DEAD) continue;
			bool was_dead = true;
			for (u32 k = 0; k < run->links->len; k++)
				was_dead &= !run->links->at[k].run ||
					    run->links->at[k].run->journal_turn < oracle->turn_id;
			run->links->is_overtaken |= was_dead;
			run->links->away_until = oracle->away_until;
		}
	}
}

bool depend_waits(const struct oracle *oracle, const struct oracle_run *run)
{
	enum link_verdict worst = worst_of(run);
	if (run->after) return afters_waits(run);
	if (!run->job) return batches_has_left(oracle, run);
	return run->links && (worst == LINK_OPEN || worst == LINK_DEAD);
}

static bool waits_overtaken(const struct oracle *oracle, const struct oracle_run *run)
{
	return run->links && run->links->is_overtaken && worst_of(run) == LINK_DEAD &&
	       run->links->away_until == oracle->away_until;
}

/* The engine has nothing to do: nothing waits in vain. */
void depend_check_idle(struct oracle *oracle)
{
	const struct oracle_jobs *jobs = oracle->jobs;
	afters_check_idle(oracle);
	msec wall = oracle->sim->node.now.wall; /* the last turn's may be another process's */
	for (u32 i = 0; i < jobs->len; i++) {
		list_for_each_of(struct oracle_run, run, &jobs->all[i]->runs, in_job)
		{
			bool is_decided = run->plan_state == PLAN_STATE_DECIDED;
			if (run->state != RUN_WAITING || !is_decided) continue;
			if (waits_overtaken(oracle, run))
				sim_fail(oracle->sim, "I-18", &run->id,
					 "it waits for a dead letter, and a later one fell due");
			if (run->run_at > wall || depend_waits(oracle, run)) continue;
			sim_fail(oracle->sim, "I-18", &run->id,
				 run->links ? "it waits, and nothing is left to wait for"
					    : "its time came, and nobody knows what it waits for");
		}
	}
}
