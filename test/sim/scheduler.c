/* Those who make jobs and change them: schedules of every kind, policies, pauses, days left out;
 * and the data of time zones, which change for everybody. */
#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"

enum { TENANTS = 3, JOBS_MOST = 6, CODES = 40 };

struct scheduler {
	struct actor actor;
	/* In some seeds jobs depend on each other. Drawn apart, so that those without draw as ever.
	 */
	bool draws_dependencies;
	struct prng dependencies;
};

static struct scheduler *scheduler_of(struct actor *actor)
{
	return container_of(actor, struct scheduler, actor);
}

static struct call *new_call(struct scheduler *scheduler, enum command_kind kind, u32 tenant)
{
	struct call *call = call_make(scheduler->actor.sim, &scheduler->actor, kind);
	call->command.actor = call_text(call, "scheduler-%u", scheduler->actor.index);
	call->command.tenant = tenant_name(call, tenant);
	call->token = 1 + tenant;
	return call;
}

/* ---- choosing ----------------------------------------------------------------------------- */

static u32 live_jobs(const struct oracle_jobs *jobs)
{
	u32 live = 0;
	for (u32 i = 0; i < jobs->len; i++) live += jobs->all[i]->state != JOB_DELETED;
	return live;
}

/* One that is not deleted; NULL: there is none. */
static const struct oracle_job *pick_job(struct scheduler *scheduler)
{
	const struct oracle_jobs *jobs = scheduler->actor.sim->oracle.jobs;
	u32 live = live_jobs(jobs);
	if (!live) return NULL;
	u32 lot = actor_below(&scheduler->actor, live);
	for (u32 i = 0; i < jobs->len; i++) {
		if (jobs->all[i]->state != JOB_DELETED && !lot--) return jobs->all[i];
	}
	return NULL;
}

static u32 draw_tenant(struct scheduler *scheduler)
{
	u32 tenants = scheduler->actor.sim->swarm.tenants;
	return actor_below(&scheduler->actor, tenants < TENANTS ? tenants : TENANTS);
}

/* ---- definitions -------------------------------------------------------------------------- */

/* In a long history nothing comes every minute. */
static u32 draw_rule(struct scheduler *scheduler)
{
	msec length = scheduler->actor.sim->swarm.length;
	u32 pace = length > 3 * MSEC_DAY    ? ALMANAC_HOURS
		   : length > 5 * MSEC_HOUR ? ALMANAC_QUARTERS
					    : ALMANAC_MINUTES;
	return actor_below(&scheduler->actor, 1 << 16) * ALMANAC_PACES + pace;
}

static msec choose(struct actor *actor, const msec *from, u32 len)
{
	return from[actor_below(actor, len)];
}

static void draw_policies(struct actor *actor, struct job_row *row)
{
	static const msec graces[] = { 0, 10 * MSEC_SECOND, 300 * MSEC_SECOND, MSEC_HOUR };
	static const msec jitters[] = { 0, 0, 20 * MSEC_SECOND, 10 * MSEC_MINUTE };
	static const msec horizons[] = { 0, 0, MSEC_HOUR, 6 * MSEC_HOUR };
	static const msec spreads[] = { 0, 0, 10 * MSEC_MINUTE };
	row->priority = actor_below(actor, LIMIT_PRIORITY_MAX + 1);
	row->max_attempts = (u32)actor_between(actor, 1, 4);
	row->timeout_ms = actor_between(actor, 20, 300) * MSEC_SECOND;
	row->backoff = (struct backoff){ .kind = BACKOFF_FIXED,
					 .base = actor_between(actor, 1, 60) * MSEC_SECOND };
	row->misfire = (enum misfire)actor_below(actor, MISFIRE_COUNT);
	row->overlap = (enum overlap)actor_below(actor, OVERLAP_COUNT);
	row->grace_ms = choose(actor, graces, countof(graces));
	row->jitter_ms = choose(actor, jitters, countof(jitters));
	row->horizon_ms = choose(actor, horizons, countof(horizons));
	row->catchup_spread_ms = choose(actor, spreads, countof(spreads));
	row->catchup_max = (u32)actor_between(actor, 1, 12);
	row->max_instances = actor_below(actor, 4);
}

static void write_rule(struct call *call, struct job_row *row, u32 number)
{
	struct almanac_rule rule = almanac_rule(number);
	row->kind = rule.kind;
	row->rule = call_text(call, "%s", rule.text);
	row->start = call_text(call, "%s", rule.start_text);
	row->rdates = call_text(call, "%s", rule.extra_text);
	row->exdates = call_text(call, "%s", rule.except_text);
	row->zone = rule.zone ? str_from(almanac_zone_name(rule.zone)) : (str){ "", 0 };
	row->run_at = rule.kind == JOB_ONCE ? rule.first : 0;
	row->interval_ms = rule.kind == JOB_INTERVAL ? rule.interval : 0;
	row->dst_gap = rule.gap;
	row->dst_overlap = rule.overlap;
	row->parameters = call_text(call, "{\"rule\":%u}", number);
}

static void send_job(struct call *call, const struct job_row *row, const struct uuid *id)
{
	struct sim *sim = call->actor->sim;
	struct job_row *copy = arena_alloc(&call->arena, sizeof *copy);
	must(copy != NULL);
	*copy = *row;
	if (id) call->command.job_put.id = *id;
	call->command.job_put.row = copy;
	call->command.job_put.type = type_name(call, actor_below(call->actor, sim->swarm.types));
	call->command.job_put.queue = queue_name(call, actor_below(call->actor, sim->swarm.queues));
	call_send(sim, call);
}

/* Mostly one that is there; some are gone, and that is refused. */
static const struct oracle_job *draw_other(struct scheduler *scheduler, u32 tenant)
{
	enum { TRIES = 24, LATEST = 12 };
	const struct oracle_jobs *jobs = scheduler->actor.sim->oracle.jobs;
	struct prng *prng = &scheduler->dependencies;
	u32 from = jobs->len > LATEST ? jobs->len - LATEST : 0;
	bool may_be_gone = prng_chance(prng, 1, 12);
	for (u32 i = 0; i < TRIES && jobs->len; i++) {
		const struct oracle_job *job = jobs->all[from + prng_below(prng, jobs->len - from)];
		bool is_there = job->state == JOB_ACTIVE || may_be_gone;
		if (is_there && oracle_index(job->tenant) == tenant) return job;
	}
	return NULL;
}

/* Up to two jobs of the tenant, whichever: some would go round. Often the dependent has the rule of
 * one of them, and their instants meet. */
static u32 draw_dependencies(struct scheduler *scheduler, u32 tenant, u32 rule,
			     struct dependencies *out)
{
	struct prng *prng = &scheduler->dependencies;
	u32 most = prng_chance(prng, 1, 6) ? 0 : 1 + (u32)prng_below(prng, 2);
	bool has_its_rule = prng_chance(prng, 2, 3);
	out->len = 0;
	for (u32 i = 0; i < most; i++) {
		const struct oracle_job *job = draw_other(scheduler, tenant);
		enum dependency_kind kind = (enum dependency_kind)prng_below(prng,
									     DEPENDENCY_KIND_COUNT);
		if (!job || (out->len && uuid_eq(&out->at[0].job, &job->id))) continue;
		out->at[out->len++] = (struct dependency){ job->id, kind };
		if (has_its_rule) rule = job->rule_number;
	}
	return rule;
}

static void makes_job(struct scheduler *scheduler)
{
	struct actor *actor = &scheduler->actor;
	u32 tenant = draw_tenant(scheduler);
	struct call *call = new_call(scheduler, COMMAND_JOB_PUT, tenant);
	struct job_row row = job_defaults();
	draw_policies(actor, &row);
	u32 rule = draw_rule(scheduler);
	if (scheduler->draws_dependencies)
		rule = draw_dependencies(scheduler, tenant, rule, &row.dependencies);
	write_rule(call, &row, rule);
	row.code = call_text(call, "code-%u", actor_below(actor, CODES));
	if (actor_chance(actor, 1, 4)) row.exclude = STR("days");
	send_job(call, &row, NULL);
}

/* What it is, with something else, or with nothing else at all. */
static void changes_job(struct scheduler *scheduler, const struct oracle_job *job,
			enum job_state state)
{
	struct actor *actor = &scheduler->actor;
	struct call *call = new_call(scheduler, COMMAND_JOB_PUT, oracle_index(job->tenant));
	struct job_row row = job->row;
	u32 number = job->rule_number;
	if (!scheduler->actor.is_healer && actor_chance(actor, 1, 3)) draw_policies(actor, &row);
	if (!scheduler->actor.is_healer && actor_chance(actor, 1, 4)) number = draw_rule(scheduler);
	if (scheduler->draws_dependencies && prng_below(&scheduler->dependencies, 2))
		number = draw_dependencies(scheduler, oracle_index(job->tenant), number,
					   &row.dependencies);
	write_rule(call, &row, number);
	row.state = state;
	row.exclude = job->excludes ? STR("days") : (str){ "", 0 };
	row.code = call_text(call, "changed-%08x", uuid_short(&job->id));
	if (actor_chance(actor, 1, 3)) call->command.job_put.version = job->version;
	send_job(call, &row, &job->id);
}

/* ---- what else people do ------------------------------------------------------------------ */

static void acts_on_job(struct scheduler *scheduler, const struct oracle_job *job,
			enum command_kind kind)
{
	struct actor *actor = &scheduler->actor;
	struct sim *sim = actor->sim;
	u32 tenant = oracle_index(job->tenant);
	if (actor_chance(actor, 1, 20)) tenant = draw_tenant(scheduler);
	struct call *call = new_call(scheduler, kind, tenant);
	struct job_command *wish = &call->command.job;
	msec wall = world_now(&sim->world).wall;
	wish->job = job->id;
	wish->reason = STR("a scheduler's wish");
	if (kind == COMMAND_JOB_PAUSE && actor_chance(actor, 2, 3))
		wish->until = wall + actor_between(actor, MSEC_MINUTE, 90 * MSEC_MINUTE);
	if (kind == COMMAND_JOB_BACKFILL) {
		wish->to = wall - actor_between(actor, 0, MSEC_HOUR);
		wish->from = wish->to - actor_between(actor, 0, 40 * MSEC_MINUTE);
		if (actor_chance(actor, 1, 2)) wish->spread_ms = 5 * MSEC_MINUTE;
	}
	call_send(sim, call);
}

/* One that stands in the queue is cancelled, or moved. */
static void acts_on_planned(struct scheduler *scheduler, const struct oracle_job *job)
{
	struct actor *actor = &scheduler->actor;
	const struct oracle_run *first = NULL;
	list_for_each_of(struct oracle_run, run, &job->runs, in_job)
	{
		if (run->plan_state == PLAN_STATE_PLANNED && !first) first = run;
	}
	if (!first) return;
	bool is_move = actor_chance(actor, 1, 2);
	struct call *call = new_call(scheduler, is_move ? COMMAND_RESCHEDULE : COMMAND_CANCEL,
				     oracle_index(job->tenant));
	call->command.run.run = first->id;
	call->command.run.reason = STR("not then");
	if (is_move)
		call->command.run.run_at = world_now(&actor->sim->world).wall +
					   actor_between(actor, 0, 2 * MSEC_HOUR);
	call_send(actor->sim, call);
}

static void changes_calendar(struct scheduler *scheduler)
{
	struct actor *actor = &scheduler->actor;
	bool is_delete = actor_chance(actor, 1, 6);
	struct call *call = new_call(scheduler,
				     is_delete ? COMMAND_CALENDAR_DELETE : COMMAND_CALENDAR_PUT,
				     draw_tenant(scheduler));
	call->command.calendar.name = STR("days");
	call->command.calendar.body = almanac_calendar(1 +
						       actor_below(actor, ALMANAC_CALENDARS - 1));
	call_send(actor->sim, call);
}

/* New data come, and then the word of them, until it is heard. */
static void changes_zones(struct scheduler *scheduler)
{
	struct actor *actor = &scheduler->actor;
	struct oracle *oracle = &actor->sim->oracle;
	if (!oracle->jobs->zones_are_new) {
		plans_new_zones(oracle);
		SAY(actor->sim, "the data of time zones are new");
	}
	struct call *call = call_make(actor->sim, actor, COMMAND_TZ_CHANGED);
	call_send(actor->sim, call);
}

static void act(struct scheduler *scheduler)
{
	static const enum command_kind kinds[] = {
		COMMAND_JOB_PAUSE,     COMMAND_JOB_RESUME,    COMMAND_JOB_RESUME,   COMMAND_JOB_RUN,
		COMMAND_JOB_SKIP_NEXT, COMMAND_JOB_SKIP_NEXT, COMMAND_JOB_BACKFILL,
	};
	struct actor *actor = &scheduler->actor;
	const struct oracle_job *job = pick_job(scheduler);
	const struct oracle_jobs *jobs = actor->sim->oracle.jobs;
	u32 dice = actor_below(actor, 20);
	if (jobs->zones_are_new || dice == 0) changes_zones(scheduler);
	else if (dice == 1) changes_calendar(scheduler);
	else if (!job || (dice < 5 && live_jobs(jobs) < JOBS_MOST)) makes_job(scheduler);
	else if (dice < 8) changes_job(scheduler, job, JOB_ACTIVE);
	else if (dice == 8) changes_job(scheduler, job, JOB_DISABLED);
	else if (dice == 9 && actor_chance(actor, 1, 2))
		acts_on_job(scheduler, job, COMMAND_JOB_DELETE);
	else if (dice < 13) acts_on_planned(scheduler, job);
	else acts_on_job(scheduler, job, kinds[actor_below(actor, countof(kinds))]);
}

/* All is well: after an hour of it nothing new is planned, and what is there may finish. */
static void heal(struct scheduler *scheduler)
{
	const struct oracle_jobs *jobs = scheduler->actor.sim->oracle.jobs;
	if (jobs->zones_are_new) changes_zones(scheduler);
	for (u32 i = 0; i < jobs->len; i++) {
		const struct oracle_job *job = jobs->all[i];
		if (job->state == JOB_ACTIVE) changes_job(scheduler, job, JOB_DISABLED);
		if (job->state != JOB_DELETED && job->row.pause.since)
			acts_on_job(scheduler, job, COMMAND_JOB_RESUME);
	}
}

static void wakes(struct actor *actor)
{
	if (actor->is_healer) heal(scheduler_of(actor));
	else act(scheduler_of(actor));
}

static msec wait(struct actor *actor)
{
	msec pace = actor->sim->swarm.operator_pace / 2;
	if (!live_jobs(actor->sim->oracle.jobs)) pace = MSEC_MINUTE;
	msec usual = actor_between(actor, 1, 2 * pace);
	return actor->is_healer ? 15 * MSEC_MINUTE : usual;
}

struct actor *scheduler_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct scheduler *scheduler = actor_make(sim, kind, copy, sizeof *scheduler);
	scheduler->actor.act = wakes;
	scheduler->actor.wait = wait;
	scheduler->dependencies = prng_init(hash_mix(sim->swarm.seed + 77) + copy);
	scheduler->draws_dependencies = !sim->is_healing && hash_mix(sim->swarm.seed) % 2 == 0;
	actor_live(&scheduler->actor);
	return &scheduler->actor;
}
