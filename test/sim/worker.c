/* Those who carry work out, well or badly. A worker asks for runs, beats while it works, reports
 * how it went, and asks again; its temper says which of these it does wrong. */
#include "sim/sim.h"

#include "base/must.h"

enum { SLOTS_MAX = 6, PAST_MAX = 8, TRIES_MAX = 4 };

/* Whoever waits for a route longer than ten seconds is put off. */
#define NOT_PUT_OFF_MS (9 * MSEC_SECOND)

/* A run that the worker holds, or thinks it does. */
struct job {
	struct worker *worker;
	struct list_node in_worker;
	struct uuid execution;
	msec lease_ms;
	u64 number;
	u32 tries;
	u64 seed;     /* of its outcome: a report that is repeated says the same */
	u64 lie;      /* mixed into the seed by those who contradict themselves */
	u64 reply;    /* of the report under way */
	bool is_over; /* it stopped working on it */
	bool is_throttled;
};

struct worker {
	struct actor actor;
	struct list jobs;
	u32 held;
	u32 slots;
	u64 reply; /* of the lease call under way; 0: none */
	u64 jobs_seen;
	bool is_own;                /* of the process: lives and dies with it */
	u64 start;                  /* of its process */
	bool is_dead;               /* for a while */
	struct uuid past[PAST_MAX]; /* executions it once had */
	u64 past_len;
};

static struct worker *worker_of(struct actor *actor)
{
	return container_of(actor, struct worker, actor);
}

static bool is(const struct worker *worker, enum actor_kind kind)
{
	return worker->actor.kind == kind && !worker->actor.is_healer;
}

/* Those of bad temper stop asking once all is healed; what they hold goes on. */
static bool may_ask(const struct worker *worker)
{
	return !worker->is_dead && (!worker->actor.sim->is_healing || worker->actor.is_healer);
}

static str worker_name(struct worker *worker, struct call *call)
{
	if (worker->is_own) return call_text(call, "%s", worker->actor.sim->node.name);
	return call_text(call, "worker-%u", worker->actor.index);
}

/* ---- asking for runs ---------------------------------------------------------------------- */

static void asks(void *context, u64 argument);

static void ask_later(struct worker *worker, msec low, msec high)
{
	struct sim *sim = worker->actor.sim;
	msec wait = actor_between(&worker->actor, low, high);
	world_at(&sim->world, &worker->actor.prng, sim->world.t + wait, asks, worker, 0);
}

static void name_types(struct worker *worker, struct call *call, struct lease_command *lease)
{
	const struct swarm *swarm = &worker->actor.sim->swarm;
	u32 all = (1u << swarm->types) - 1;
	u32 types = 0;
	if (swarm->has_orphan) all &= ~(1u << (swarm->types - 1)), types = all;
	if (swarm->workers_choose && !worker->actor.is_healer && actor_chance(&worker->actor, 1, 2))
		types = (u32)prng_next(&worker->actor.prng) & all;
	if (!types && swarm->has_orphan) types = all;
	str *names = arena_alloc_array(&call->arena, SWARM_TYPES_MAX + 1, sizeof *names);
	must(names != NULL);
	for (u32 i = 0; i < swarm->types; i++) {
		if (types >> i & 1) names[lease->types_len++] = type_name(call, i);
	}
	if (types && swarm_has_daily(swarm)) { /* nobody else would do those */
		names[lease->types_len++] = DAILY_TYPE;
		types |= 1u << (ORACLE_DAILY_TYPE - 1);
	}
	lease->types = names;
	call->filter.types = types;
}

/* Those who belong to a tenant take from one queue at a time: which of several is next is
 * everybody's business. */
static u32 one_queue(struct worker *worker)
{
	u32 queues = worker->actor.sim->swarm.queues;
	return 1u << (worker->actor.is_healer ? worker->actor.copy % queues
					      : actor_below(&worker->actor, queues));
}

static void name_queues(struct worker *worker, struct call *call, struct lease_command *lease)
{
	const struct swarm *swarm = &worker->actor.sim->swarm;
	u32 queues = 0;
	if (swarm->workers_name_queues && !worker->actor.is_healer &&
	    actor_chance(&worker->actor, 1, 2))
		queues = (u32)prng_next(&worker->actor.prng) & ((1u << swarm->queues) - 1);
	if (worker->actor.is_bound) queues = one_queue(worker);
	str *names = arena_alloc_array(&call->arena, SWARM_QUEUES_MAX, sizeof *names);
	must(names != NULL);
	for (u32 i = 0; i < swarm->queues; i++) {
		if (queues >> i & 1) names[lease->queues_len++] = queue_name(call, i);
	}
	lease->queues = names;
	call->filter.queues = queues;
}

static void name_tenants(struct worker *worker, struct call *call, struct lease_command *lease)
{
	const struct swarm *swarm = &worker->actor.sim->swarm;
	if (worker->actor.is_bound) {
		call->command.tenant = tenant_name(call, worker->actor.tenant);
		call->filter.tenants = (u64)1 << worker->actor.tenant;
		return;
	}
	if (!swarm->workers_choose || worker->actor.is_healer ||
	    !actor_chance(&worker->actor, 1, 3))
		return;
	str *names = arena_alloc_array(&call->arena, 3, sizeof *names);
	must(names != NULL);
	u32 len = (u32)actor_between(&worker->actor, 1, 3);
	for (u32 i = 0; i < len; i++) {
		u32 tenant = actor_below(&worker->actor, swarm->tenants);
		if (call->filter.tenants >> tenant & 1) continue;
		names[lease->tenants_len++] = tenant_name(call, tenant);
		call->filter.tenants |= (u64)1 << tenant;
	}
	if (lease->tenants_len == 1 && actor_chance(&worker->actor, 1, 2)) {
		call->command.tenant = names[0]; /* a tenant's own token */
		lease->tenants_len = 0;
	}
	lease->tenants = names;
}

static void fill_lease(struct worker *worker, struct call *call, struct lease_command *lease)
{
	struct actor *actor = &worker->actor;
	msec lease_ms = actor->sim->swarm.lease_ms * actor_between(actor, 50, 150) / 100;
	if (lease_ms < LEASE_MS_MIN) lease_ms = LEASE_MS_MIN;
	if (lease_ms > LEASE_MS_MAX) lease_ms = LEASE_MS_MAX;
	*lease = (struct lease_command){ .worker = worker_name(worker, call),
					 .max = worker->slots - worker->held };
	if (actor_chance(actor, 2, 3)) lease->lease_ms = lease_ms;
	if (worker->is_own) {
		lease->carrier = call->filter.carrier = CARRIER_NODE;
	} else {
		name_types(worker, call, lease);
		name_queues(worker, call, lease);
		name_tenants(worker, call, lease);
	}
	call->asked_max = lease->max;
	call->lease_ms = lease->lease_ms;
}

static void job_free(struct job *job)
{
	list_remove(&job->in_worker);
	mem_free(job);
}

/* A new process knows nothing of what the one before it was at. */
static void notice_start(struct worker *worker)
{
	struct sim *sim = worker->actor.sim;
	if (!worker->is_own || worker->start == sim->node.starts) return;
	worker->start = sim->node.starts;
	if (worker->reply) ask_later(worker, 0, 5 * MSEC_SECOND); /* nobody answers that one */
	worker->reply = 0;
	worker->held = 0;
	list_for_each_of(struct job, job, &worker->jobs, in_worker) job_free(job);
}

static void is_fed_up(void *context, u64 reply)
{
	struct worker *worker = context;
	if (worker->actor.sim->is_over || worker->reply != reply) return;
	worker->reply = 0;
	asks(worker, 0);
}

static void leaves(void *context, u64 reply)
{
	struct worker *worker = context;
	struct sim *sim = worker->actor.sim;
	if (sim->is_over || worker->reply != reply) return;
	struct call *call = call_make(sim, &worker->actor, COMMAND_LEAVE);
	call->command.leave.reply = node_reply(&sim->node, reply);
	call_send(sim, call);
	worker->reply = 0;
	ask_later(worker, MSEC_SECOND, MSEC_MINUTE);
}

static void asks(void *context, u64 argument)
{
	struct worker *worker = context;
	struct sim *sim = worker->actor.sim;
	(void)argument;
	notice_start(worker);
	if (sim->is_over || worker->reply || !may_ask(worker)) return;
	if (worker->held >= worker->slots) return; /* asks again when something is done */
	struct call *call = call_make(sim, &worker->actor, COMMAND_LEASE);
	struct lease_command *lease = &call->command.lease;
	fill_lease(worker, call, lease);
	if (!is(worker, ACTOR_IMPATIENT)) lease->wait_ms = actor_between(&worker->actor, 1, 60000);
	if (worker->actor.is_healer) lease->wait_ms = LIMIT_LEASE_WAIT_MS;
	call->wait_ms = lease->wait_ms;
	worker->reply = call->reply;
	struct prng *prng = &worker->actor.prng;
	msec patience = lease->wait_ms + actor_between(&worker->actor, 3000, 30000);
	world_at(&sim->world, prng, sim->world.t + patience, is_fed_up, worker, call->reply);
	if (is(worker, ACTOR_LEAVER)) {
		msec stay = actor_between(&worker->actor, 0, lease->wait_ms);
		world_at(&sim->world, prng, sim->world.t + stay, leaves, worker, call->reply);
	}
	call_send(sim, call);
}

/* ---- reporting ---------------------------------------------------------------------------- */

static void draw_retry(struct prng *prng, struct report *report)
{
	static const char *const classes[] = { "network",   "http_5xx",  "timeout",
					       "transient", "own_class", "quota_exceeded" };
	report->outcome = OUTCOME_RETRY;
	report->error_class = str_from(classes[prng_below(prng, countof(classes))]);
	if (prng_chance(prng, 1, 3)) report->error_class = STR("http_429");
	if (prng_chance(prng, 1, 10)) report->error_class = STR("validation");
	if (prng_chance(prng, 1, 4))
		report->retry_after_ms = prng_between(prng, 1, 10 * MSEC_MINUTE);
}

static void draw_outcome(struct sim *sim, struct prng *prng, struct report *report)
{
	static const char *const fatal[] = { "permanent", "validation", "not_found", "http_4xx" };
	u64 dice = prng_below(prng, 100);
	report->outcome = OUTCOME_SUCCESS;
	if (sim->is_healing || dice < 50) return;
	report->error_message = STR("as the dice fell");
	if (dice < 55) {
		report->outcome = OUTCOME_NOOP;
	} else if (dice < 80) {
		draw_retry(prng, report);
	} else if (dice < 90) {
		report->outcome = OUTCOME_FAIL;
		report->error_class = str_from(fatal[prng_below(prng, countof(fatal))]);
	} else {
		report->outcome = OUTCOME_DEFER;
		report->defer_until = world_now(&sim->world).wall +
				      prng_between(prng, -MSEC_MINUTE, 30 * MSEC_MINUTE);
	}
}

/* What the other side says of its limit, beside how it ended. */
static void draw_rate(const struct job *job, struct rate_said *out_rate)
{
	static const char *const buckets[] = { "", "a", "b" };
	struct prng prng = prng_stream(job->seed, STR("rate"));
	if (!prng_chance(&prng, 1, 3)) return;
	*out_rate = (struct rate_said){ .is_said = true,
					.is_global = prng_chance(&prng, 1, 5),
					.has_remaining = prng_chance(&prng, 3, 4),
					.remaining = (u32)prng_below(&prng, 4),
					.bucket = str_from(buckets[prng_below(&prng, 3)]) };
	if (prng_chance(&prng, 3, 4))
		out_rate->reset_after_ms = prng_between(&prng, 1, MSEC_MINUTE);
	if (job->worker->actor.is_bound && out_rate->reset_after_ms > NOT_PUT_OFF_MS)
		out_rate->reset_after_ms = NOT_PUT_OFF_MS;
}

static void fill_report(struct job *job, struct call *call, struct report *report)
{
	struct prng prng = prng_init(job->seed ^ job->lie);
	report->execution = job->execution;
	draw_outcome(job->worker->actor.sim, &prng, report);
	if (job->is_throttled && !job->worker->actor.sim->is_healing) {
		report->outcome = OUTCOME_RETRY;
		report->error_class = STR("http_429");
		report->retry_after_ms = prng_between(&prng, 1, 5 * MSEC_SECOND);
	}
	/* Where two lives are compared, few waits are drawn by turns, and no route closes for so
	 * long that runs are put off. */
	if (job->worker->actor.is_bound && report->outcome == OUTCOME_RETRY) {
		if (!report->retry_after_ms)
			report->retry_after_ms = prng_between(&prng, 1, 10 * MSEC_MINUTE);
		if (str_eq(report->error_class, STR("http_429")) &&
		    report->retry_after_ms > NOT_PUT_OFF_MS)
			report->retry_after_ms = NOT_PUT_OFF_MS;
	}
	const struct sim *sim = job->worker->actor.sim;
	if (sim->swarm.actors >> ACTOR_THROTTLER & 1 && !sim->is_healing)
		draw_rate(job, &report->rate);
	struct prng told = prng_stream(job->seed, STR("told"));
	report->notified = job->worker->is_own && swarm_has_reminders(&sim->swarm) &&
			   prng_chance(&told, 1, 3);
	/* A poller with nothing left to poll. */
	struct prng rest = prng_stream(job->seed, STR("rest"));
	report->pauses_job = (report->outcome == OUTCOME_SUCCESS ||
			      report->outcome == OUTCOME_NOOP) &&
			     !sim->is_healing && prng_chance(&rest, 1, 5);
	report->result = call_text(call, "{\"n\":%llu}",
				   (unsigned long long)(job->seed ^ job->lie) % 1000);
	/* What the next run of its key is told of it is for its own tenant alone. */
	if (job->worker->actor.is_bound) report->result_hash = report->result;
}

/* May bring the next runs with it. */
static void send_report(struct job *job)
{
	struct worker *worker = job->worker;
	struct sim *sim = worker->actor.sim;
	struct call *call = call_make(sim, &worker->actor, COMMAND_REPORT);
	struct report *report = arena_alloc_zeroed(&call->arena, sizeof *report);
	must(report != NULL);
	fill_report(job, call, report);
	call->command.report = (struct report_command){ .worker = worker_name(worker, call),
							.reports = report,
							.len = 1 };
	bool has_slot = worker->held < worker->slots && !worker->reply && may_ask(worker);
	if (has_slot && actor_chance(&worker->actor, 1, 3)) {
		struct lease_command *lease = arena_alloc_zeroed(&call->arena, sizeof *lease);
		must(lease != NULL);
		fill_lease(worker, call, lease);
		call->command.report.lease = lease;
		if (!worker->actor.is_bound) call->command.tenant = (str){ 0 };
		if (!worker->actor.is_bound && !lease->tenants_len) call->filter.tenants = 0;
	}
	job->reply = call->reply;
	call_send(sim, call);
}

static struct job *find_job(struct worker *worker, u64 number)
{
	notice_start(worker);
	list_for_each_of(struct job, job, &worker->jobs, in_worker)
	{
		if (job->number == number) return job;
	}
	return NULL;
}

/* No longer in its slot; it may still report. */
static void job_leaves_slot(struct job *job)
{
	if (job->is_over) return;
	job->is_over = true;
	must(job->worker->held > 0);
	job->worker->held--;
	ask_later(job->worker, 0, 200);
}

static void reports_again(void *context, u64 number)
{
	struct worker *worker = context;
	struct job *job = worker->actor.sim->is_over ? NULL : find_job(worker, number);
	if (!job) return;
	if (job->tries++ >= TRIES_MAX) {
		job_free(job);
		return;
	}
	if (is(worker, ACTOR_LIAR) && job->tries > 1) job->lie = 1;
	send_report(job);
	struct sim *sim = worker->actor.sim;
	msec wait = actor_between(&worker->actor, 5 * MSEC_SECOND, 30 * MSEC_SECOND);
	world_at(&sim->world, &worker->actor.prng, sim->world.t + wait, reports_again, worker,
		 number);
}

static void job_ends(void *context, u64 number)
{
	struct worker *worker = context;
	struct job *job = worker->actor.sim->is_over ? NULL : find_job(worker, number);
	if (!job) return;
	job_leaves_slot(job);
	reports_again(worker, number);
}

/* ---- working ------------------------------------------------------------------------------ */

static void beats(void *context, u64 number)
{
	struct worker *worker = context;
	struct sim *sim = worker->actor.sim;
	struct job *job = sim->is_over ? NULL : find_job(worker, number);
	if (!job || job->is_over || worker->is_dead) return;
	struct call *call = call_make(sim, &worker->actor, COMMAND_BEAT);
	struct beat *beat = arena_alloc_zeroed(&call->arena, sizeof *beat);
	must(beat != NULL);
	*beat = (struct beat){ .execution = job->execution,
			       .progress_percent = actor_below(&worker->actor, 102),
			       .progress_message = STR("on my way") };
	call->command.beat = (struct beat_command){ worker_name(worker, call), beat, 1 };
	call_send(sim, call);
	world_at(&sim->world, &worker->actor.prng, sim->world.t + job->lease_ms / 3, beats, worker,
		 number);
}

static msec draw_length(struct worker *worker, const struct job *job)
{
	struct actor *actor = &worker->actor;
	msec usual = actor->sim->swarm.work_ms;
	if (worker->actor.is_healer) return actor_between(actor, 1, 500);
	if (is(worker, ACTOR_SLOW)) return actor_between(actor, usual, 6 * MSEC_MINUTE);
	if (is(worker, ACTOR_DEAF)) return actor_between(actor, 0, 2 * job->lease_ms);
	if (is(worker, ACTOR_ZOMBIE) && actor_chance(actor, 1, 2))
		return job->lease_ms + actor_between(actor, MSEC_MINUTE, 2 * MSEC_DAY);
	return actor_between(actor, 1, 2 * usual);
}

static void comes_back(void *context, u64 argument)
{
	struct worker *worker = context;
	(void)argument;
	worker->is_dead = false;
	if (!worker->actor.sim->is_over) asks(worker, 0);
}

/* Killed by what it was given: all it holds is forgotten. */
static void dies(struct worker *worker)
{
	struct sim *sim = worker->actor.sim;
	worker->is_dead = true;
	worker->reply = 0;
	worker->held = 0;
	list_for_each_of(struct job, job, &worker->jobs, in_worker) job_free(job);
	msec away = actor_between(&worker->actor, MSEC_SECOND, 5 * MSEC_MINUTE);
	world_at(&sim->world, &worker->actor.prng, sim->world.t + away, comes_back, worker, 0);
}

static void take_work(struct worker *worker, const struct reply_lease *lease)
{
	struct sim *sim = worker->actor.sim;
	struct prng *prng = &worker->actor.prng;
	worker->past[worker->past_len++ % PAST_MAX] = lease->execution;
	if (worker->is_dead) return;
	if (is(worker, ACTOR_VANISHER) && actor_chance(&worker->actor, 1, 3)) return;
	struct job *job = mem_alloc_zeroed(sizeof *job);
	must(job != NULL);
	*job = (struct job){ .worker = worker,
			     .execution = lease->execution,
			     .lease_ms = lease->lease_ms,
			     .number = ++worker->jobs_seen,
			     .seed = prng_next(prng),
			     .is_throttled = lease->is_throttled };
	list_push_back(&worker->jobs, &job->in_worker);
	worker->held++;
	msec length = draw_length(worker, job);
	world_at(&sim->world, prng, sim->world.t + length, job_ends, worker, job->number);
	if (is(worker, ACTOR_DEAF) || is(worker, ACTOR_ZOMBIE)) {
		/* A zombie is thought dead while it works. */
		if (length > job->lease_ms) job_leaves_slot(job);
		return;
	}
	world_at(&sim->world, prng, sim->world.t + job->lease_ms / 3, beats, worker, job->number);
}

/* ---- replies ------------------------------------------------------------------------------ */

/* A beat that tells of a loss makes a good worker stop; others go on and are refused. */
static void heed_beat(struct worker *worker, const struct http_reply *reply)
{
	for (u32 i = 0; i < reply->items_len; i++) {
		if (reply->items[i].code == HOLDER_OK || !actor_chance(&worker->actor, 1, 2))
			continue;
		list_for_each_of(struct job, job, &worker->jobs, in_worker)
		{
			if (!uuid_eq(&job->execution, &reply->items[i].run)) continue;
			job_leaves_slot(job);
			job_free(job);
		}
	}
}

static void heed_report(struct worker *worker, const struct http_reply *reply)
{
	bool goes_on = is(worker, ACTOR_DOUBLER) || is(worker, ACTOR_LIAR) || reply->err;
	list_for_each_of(struct job, job, &worker->jobs, in_worker)
	{
		if (job->reply == reply->reply && !goes_on) job_free(job);
	}
}

static void on_reply(struct actor *actor, const struct http_reply *reply)
{
	struct worker *worker = worker_of(actor);
	notice_start(worker);
	if (worker->is_own && reply->start != worker->start) {
		ask_later(worker, 0, 5 * MSEC_SECOND);
		return;
	}
	if (reply->kind == COMMAND_BEAT) heed_beat(worker, reply);
	if (reply->kind == COMMAND_REPORT) heed_report(worker, reply);
	bool is_poisoned = false;
	for (u32 i = 0; i < reply->leases_len; i++) {
		take_work(worker, &reply->leases[i]);
		is_poisoned |= reply->leases[i].is_poison;
	}
	if (is_poisoned && is(worker, ACTOR_POISONED)) dies(worker);
	if (reply->kind != COMMAND_LEASE || reply->reply != worker->reply) return;
	worker->reply = 0;
	bool is_hasty = !is(worker, ACTOR_IMPATIENT) && !reply->err;
	msec rest = worker->actor.is_healer ? 0 : actor->sim->swarm.rest_ms;
	if (rest && !reply->leases_len) ask_later(worker, 0, 2 * rest);
	else ask_later(worker, is_hasty ? 0 : MSEC_SECOND, is_hasty ? 200 : 20 * MSEC_SECOND);
}

/* ---- strangers ---------------------------------------------------------------------------- */

static struct uuid made_up_execution(struct worker *worker)
{
	struct uuid id;
	for (u32 i = 0; i < sizeof id.bytes; i++) id.bytes[i] = (u8)prng_next(&worker->actor.prng);
	return id;
}

/* Of those that are open; NULL: there are none. */
static const struct oracle_execution *some_open_execution(struct worker *worker)
{
	const struct oracle *oracle = &worker->actor.sim->oracle;
	u32 skipped = actor_below(&worker->actor, oracle->running + 1);
	const struct oracle_execution *last = NULL;
	list_for_each_of(struct oracle_execution, execution, &oracle->open, in_open)
	{
		last = execution;
		if (!skipped--) break;
	}
	return last;
}

/* One that it had itself, one that it made up, or one that others hold: of this it knows the id,
 * but has only the token of another tenant. */
static struct uuid foreign_execution(struct worker *worker, struct call *call)
{
	struct sim *sim = worker->actor.sim;
	u64 past = worker->past_len < PAST_MAX ? worker->past_len : PAST_MAX;
	bool may_steal = sim->swarm.tenants > 1 &&
			 (!worker->actor.is_bound || worker->actor.is_intruder);
	const struct oracle_execution *open = NULL;
	if (may_steal || !worker->actor.is_bound) open = some_open_execution(worker);
	if (open && may_steal && actor_chance(&worker->actor, 1, 2)) {
		u32 own = oracle_index(open->run->tenant);
		u32 other = (own + 1 + actor_below(&worker->actor, sim->swarm.tenants - 1)) %
			    sim->swarm.tenants;
		if (worker->actor.is_bound) other = worker->actor.tenant;
		call->command.tenant = tenant_name(call, other);
		call->token = 1 + other;
		return open->id;
	}
	if (past && actor_chance(&worker->actor, 3, 4))
		return worker->past[prng_below(&worker->actor.prng, past)];
	return made_up_execution(worker);
}

static void meddles(void *context, u64 argument)
{
	struct worker *worker = context;
	struct sim *sim = worker->actor.sim;
	(void)argument;
	if (sim->is_over || sim->is_healing) return;
	bool is_beat = actor_chance(&worker->actor, 1, 2);
	struct call *call = call_make(sim, &worker->actor, is_beat ? COMMAND_BEAT : COMMAND_REPORT);
	struct beat *beat = arena_alloc_zeroed(&call->arena, sizeof *beat);
	struct report *report = arena_alloc_zeroed(&call->arena, sizeof *report);
	must(beat != NULL && report != NULL);
	beat->execution = report->execution = foreign_execution(worker, call);
	report->outcome = OUTCOME_SUCCESS;
	report->result = STR("{\"stolen\":true}");
	str name = worker_name(worker, call);
	if (is_beat) call->command.beat = (struct beat_command){ name, beat, 1 };
	else call->command.report = (struct report_command){ name, report, 1, NULL };
	call_send(sim, call);
	msec wait = actor_between(&worker->actor, MSEC_SECOND,
				  5 * MSEC_MINUTE + sim->swarm.rest_ms);
	world_at(&sim->world, &worker->actor.prng, sim->world.t + wait, meddles, worker, 0);
}

static void worker_free(struct actor *actor)
{
	struct worker *worker = worker_of(actor);
	list_for_each_of(struct job, job, &worker->jobs, in_worker) job_free(job);
	mem_free(worker);
}

struct actor *worker_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct worker *worker = actor_make(sim, kind, copy, sizeof *worker);
	worker->actor.on_reply = on_reply;
	worker->actor.free = worker_free;
	list_init(&worker->jobs);
	worker->is_own = kind == ACTOR_HANDLER;
	worker->slots = worker->actor.is_healer ? 20
						: (u32)actor_between(&worker->actor, 1, SLOTS_MAX);
	/* Where two lives are compared, leases that end at once would share what is drawn for them.
	 */
	if (worker->actor.is_bound && !worker->actor.is_healer) worker->slots = 1;
	ask_later(worker, 0, 5 * MSEC_SECOND);
	if (kind == ACTOR_STRANGER)
		world_at(&sim->world, &worker->actor.prng, MSEC_MINUTE, meddles, worker, 0);
	return &worker->actor;
}
