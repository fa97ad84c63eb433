/* Those who run the place: they pause and resume, cancel, redrive, move, change policies and
 * limits, start operations over many runs, and ask why. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>
#include <stdio.h>

enum { PICKS_MAX = 30 };

struct manager {
	struct actor actor;
	struct uuid operation; /* the last one it started */
};

static struct manager *manager_of(struct actor *actor)
{
	return container_of(actor, struct manager, actor);
}

static struct call *new_call(struct manager *manager, enum command_kind kind)
{
	struct call *call = call_make(manager->actor.sim, &manager->actor, kind);
	call->command.actor = call_text(call, "operator-%u", manager->actor.index);
	return call;
}

static void send(struct manager *manager, struct call *call)
{
	call_send(manager->actor.sim, call);
}

static void for_tenant(struct call *call, u32 tenant)
{
	call->command.tenant = tenant_name(call, tenant);
	call->filter.tenants = (u64)1 << tenant;
	call->token = 1 + tenant;
}

/* ---- choosing a run ----------------------------------------------------------------------- */

/* Of those in one of these states, if a few tries find one; the young ones more often. */
static const struct oracle_run *pick_run(struct manager *manager, u32 states)
{
	const struct oracle *oracle = &manager->actor.sim->oracle;
	const struct oracle_run *run = NULL;
	const struct actor *actor = &manager->actor;
	u32 tenant = actor->is_bound && !actor->is_intruder ? actor->tenant + 1 : 0;
	u32 len = oracle_runs_len(oracle, tenant);
	if (!len) return NULL;
	for (u32 i = 0; i < PICKS_MAX; i++) {
		u32 range = len;
		if (actor_chance(&manager->actor, 1, 2) && range > 40) range = 40;
		run = oracle_run_back(oracle, tenant, actor_below(&manager->actor, range));
		if (run->state < RUN_STATE_COUNT && states >> run->state & 1) return run;
	}
	return run;
}

static void act_on_run(struct manager *manager, enum command_kind kind, u32 states)
{
	struct sim *sim = manager->actor.sim;
	const struct oracle_run *run = pick_run(manager, states);
	if (!run) return;
	struct call *call = new_call(manager, kind);
	call->command.run.run = run->id;
	if (actor_chance(&manager->actor, 1, 25)) call->command.run.run.bytes[15] ^= 0x5a;
	if (actor_chance(&manager->actor, 1, 12))
		for_tenant(call, actor_draw_tenant(&manager->actor));
	else if (manager->actor.is_bound) for_tenant(call, manager->actor.tenant);
	else if (actor_chance(&manager->actor, 2, 3)) for_tenant(call, oracle_index(run->tenant));
	if (kind == COMMAND_RESCHEDULE) {
		msec by = actor_between(&manager->actor, -2 * MSEC_MINUTE, 40 * MSEC_MINUTE);
		if (actor_chance(&manager->actor, 1, 5))
			by = actor_between(&manager->actor, 0, 2 * MSEC_DAY);
		call->command.run.run_at = world_now(&sim->world).wall + by;
		/* To the minute of another run with its key, if there is one. */
		if (run->same_key && actor_chance(&manager->actor, 1, 2))
			call->command.run.run_at = run->same_key->bucket_at;
	} else {
		call->command.run.reason = STR("an operator's wish");
	}
	SAY_OF(sim, &run->id, "an operator asks to %.*s run %08x", STR_ARG(command_name(kind)),
	       uuid_short(&run->id));
	send(manager, call);
}

/* ---- pauses ------------------------------------------------------------------------------- */

static struct call *pause_call(struct manager *manager, enum command_kind kind,
			       enum pause_scope scope, u32 tenant, u32 number)
{
	struct call *call = new_call(manager, kind);
	call->command.pause.scope = scope;
	if (tenant != UINT32_MAX) for_tenant(call, tenant);
	if (scope == PAUSE_TYPE) {
		call->command.pause.name = type_name(call, number);
		call->filter.types = 1u << number;
	} else if (scope == PAUSE_QUEUE) {
		call->command.pause.name = queue_name(call, number);
		call->filter.queues = 1u << number;
	}
	return call;
}

/* Packed into an event's argument: what to resume. */
static u64 pack_pause(enum pause_scope scope, u32 tenant, u32 number)
{
	return (u64)scope << 40 | (u64)(tenant & 0xff) << 8 | number;
}

static void resumes(void *context, u64 packed)
{
	struct manager *manager = context;
	struct sim *sim = manager->actor.sim;
	if (sim->is_over || sim->is_healing) return;
	u32 tenant = (u32)(packed >> 8 & 0xff);
	send(manager, pause_call(manager, COMMAND_RESUME, (enum pause_scope)(packed >> 40),
				 tenant == 0xff ? UINT32_MAX : tenant, (u32)(packed & 0xff)));
}

static void pause_something(struct manager *manager)
{
	struct sim *sim = manager->actor.sim;
	struct actor *actor = &manager->actor;
	enum pause_scope scope = (enum pause_scope)actor_below(actor, PAUSE_SCOPES);
	u32 tenant = actor_draw_tenant(actor);
	u32 number = 0;
	if (scope == PAUSE_TYPE) number = actor_below(actor, sim->swarm.types);
	if (scope == PAUSE_QUEUE) number = actor_below(actor, sim->swarm.queues);
	if (scope == PAUSE_QUEUE && actor_chance(actor, 1, 2) && !actor->is_bound)
		tenant = UINT32_MAX;
	struct call *call = pause_call(manager, COMMAND_PAUSE, scope, tenant, number);
	call->command.pause.reason = STR("maintenance");
	msec span = actor_between(actor, MSEC_SECOND, 20 * MSEC_MINUTE);
	if (actor_chance(actor, 1, 2))
		call->command.pause.until = world_now(&sim->world).wall + span;
	send(manager, call);
	if (actor_chance(actor, 4, 5))
		world_at(&sim->world, &actor->prng, sim->world.t + span, resumes, manager,
			 pack_pause(scope, tenant, number));
}

/* All is healed: everything that is paused goes on. */
static void say_gates(struct manager *manager, u32 tenant, str body);
static void say_for_person(struct manager *manager, u32 tenant, u32 person, str body);

static void resume_all(struct manager *manager)
{
	const struct oracle *oracle = &manager->actor.sim->oracle;
	for (u32 i = 0; i < oracle->pauses_len; i++) {
		const struct oracle_pause *pause = &oracle->pauses[i];
		if (!pause->is_there) continue;
		u32 tenant = pause->key.tenant.v ? oracle_index(pause->key.tenant.v) : UINT32_MAX;
		if (!actor_sees(&manager->actor, tenant)) continue;
		u32 number = pause->key.no ? oracle_index(pause->key.no) : 0;
		send(manager,
		     pause_call(manager, COMMAND_RESUME, pause->key.scope, tenant, number));
	}
	for (u32 i = 1; i < ORACLE_TENANTS; i++) {
		if (!actor_sees(&manager->actor, oracle_index(i))) continue;
		bool is_said = oracle->maintenance[i].until || oracle->hush[i].is_said;
		if (is_said) say_gates(manager, oracle_index(i), STR(""));
		for (u32 k = 0; k < ORACLE_PEOPLE; k++) {
			if (oracle->hush[i].people[k].is_said)
				say_for_person(manager, oracle_index(i), k, STR(""));
		}
	}
}

/* ---- maintenance -------------------------------------------------------------------------- */

static void say_gates(struct manager *manager, u32 tenant, str body)
{
	struct call *call = new_call(manager, COMMAND_SET_TENANT);
	call->command.set.name = tenant_name(call, tenant);
	call->command.set.has_gates = true;
	call->command.set.gates_only = true;
	call->command.set.gates = call_text(call, "%.*s", STR_ARG(body));
	send(manager, call);
}

/* Off; open-ended; with an end; or planned ahead. */
static void maintain(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	u32 tenant = actor_draw_tenant(actor);
	msec now = world_now(&actor->sim->world).wall;
	msec from = actor_chance(actor, 1, 3) ? now + actor_between(actor, 1, 10 * MSEC_MINUTE) : 0;
	msec until = (from ? from : now) + actor_between(actor, 1, 30 * MSEC_MINUTE);
	char body[100];
	int len = 0;
	u32 how = actor_below(actor, 4);
	if (how == 1) len = snprintf(body, sizeof body, "maintenance %" PRId64 " open", from);
	if (how > 1)
		len = snprintf(body, sizeof body, "maintenance %" PRId64 " %" PRId64, from, until);
	say_gates(manager, tenant, (str){ body, (size_t)len });
}

/* ---- quiet hours and rules ----------------------------------------------------------------- */

/* Where two lives are compared, who has said something leaves it at that: who is put off when it is
 * lifted early depends on when all that is held was put off last, and that is once a second for
 * everybody. */
static bool leaves_it(const struct manager *manager, bool is_said)
{
	return manager->actor.is_bound && is_said && !manager->actor.is_healer;
}

static void say_for_person(struct manager *manager, u32 tenant, u32 person, str body)
{
	struct call *call = new_call(manager, COMMAND_DOCUMENT_PUT);
	for_tenant(call, tenant);
	call->command.document = (struct document_command){ .kind = DOCUMENT_USER,
							    .name = call_text(call, "user-%u",
									      person),
							    .body = STR("{}"),
							    .expected = DOCUMENT_ANY,
							    .has_gates = true };
	call->command.document.gates = call_text(call, "%.*s", STR_ARG(body));
	send(manager, call);
}

static const char *draw_zone(struct actor *actor)
{
	u32 zone = actor_below(actor, ALMANAC_STEADY + 1);
	return zone < ALMANAC_STEADY ? almanac_steady_name(zone) : "UTC";
}

/* About now, on the clock of the zone; or any hours. Never the whole day. */
static void add_hours(struct actor *actor, struct buf *out, const char *zone, i32 offset)
{
	i64 minute = world_now(&actor->sim->world).wall / MSEC_MINUTE + offset;
	u32 from = (u32)((minute + actor_between(actor, -60, 60)) % 1440);
	if (actor_chance(actor, 1, 3)) from = actor_below(actor, 1440);
	u32 until = (from + (u32)actor_between(actor, 5, 300)) % 1440;
	buf_addf(out, "quiet_hours %s %02u:%02u-%02u:%02u\n", zone, from / 60, from % 60,
		 until / 60, until % 60);
}

static void add_rule(struct actor *actor, struct buf *out)
{
	static const char *const actions[] = { "allow", "defer", "deny" };
	u32 action = actor_below(actor, 3);
	buf_addf(out, "rule %s", actions[action]);
	if (actor_chance(actor, 1, 2))
		buf_addf(out, "\ttype=type-%u", actor_below(actor, actor->sim->swarm.types));
	/* Nobody denies everything. */
	if (action == 2 || actor_chance(actor, 1, 2))
		buf_addf(out, "\tentity=event:%u", actor_below(actor, 6));
	if (action == 1 && actor_chance(actor, 1, 2))
		buf_addf(out, "\tdelay=%u", (u32)actor_between(actor, 1000, 900000));
	buf_add_byte(out, '\n');
}

static void hush_tenant(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	const char *zone = draw_zone(actor), *own = draw_zone(actor);
	msec now = world_now(&actor->sim->world).wall;
	struct buf body;
	buf_init(&body, 1000);
	if (actor_chance(actor, 1, 2)) buf_addf(&body, "zone %s\n", own);
	if (actor_chance(actor, 2, 3))
		add_hours(actor, &body, zone, almanac_steady_offset(str_from(zone)));
	bool is_more = !actor->is_bound; /* what it does follows from when it is looked at */
	if (is_more && actor_chance(actor, 1, 6))
		buf_addf(&body, "maintenance 0 %" PRId64 "\n",
			 now + actor_between(actor, 1, 10 * MSEC_MINUTE));
	for (u32 i = is_more ? actor_below(actor, 3) : 0; i > 0; i--) add_rule(actor, &body);
	u32 tenant = actor_draw_tenant(actor);
	if (!leaves_it(manager, actor->sim->oracle.hush[tenant + 1].is_said))
		say_gates(manager, tenant, buf_view(&body));
	buf_done(&body);
}

static void hush_person(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	u32 tenant = actor_draw_tenant(actor);
	const char *zone = draw_zone(actor);
	bool is_tenants = actor_chance(actor, 1, 3);
	i32 offset = is_tenants ? actor->sim->oracle.hush[tenant + 1].offset
				: almanac_steady_offset(str_from(zone));
	struct buf body;
	buf_init(&body, 1000);
	if (actor_chance(actor, 3, 4)) add_hours(actor, &body, is_tenants ? "-" : zone, offset);
	if (actor_chance(actor, 1, 2))
		buf_addf(&body, "opt_in type-%u\n", actor_below(actor, actor->sim->swarm.types));
	u32 person = actor_below(actor, 3);
	if (!leaves_it(manager, actor->sim->oracle.hush[tenant + 1].people[person].is_said))
		say_for_person(manager, tenant, person, buf_view(&body));
	buf_done(&body);
}

static struct call *type_call(struct manager *manager);

/* Whom a type reaches, and whether it heeds quiet hours. */
static void hush_type(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	struct call *call = type_call(manager);
	if (leaves_it(manager, call->command.set.type.notifies)) {
		call_drop(call);
		return;
	}
	call->command.set.type.notifies = actor_chance(actor, 3, 4);
	call->command.set.type.quiet = (enum quiet_mode)actor_below(actor, QUIET_OPT_IN + 1);
	send(manager, call);
}

static void hush(struct manager *manager)
{
	u32 what = actor_below(&manager->actor, 3);
	if (what == 0) hush_tenant(manager);
	else if (what == 1) hush_person(manager);
	else hush_type(manager);
}

/* ---- policies ----------------------------------------------------------------------------- */

static struct backoff draw_backoff(struct actor *actor)
{
	struct backoff backoff = { .kind = (enum backoff_kind)actor_below(actor, 4) };
	backoff.base = actor_between(actor, 1, 120) * MSEC_SECOND;
	if (actor_chance(actor, 1, 2)) backoff.max = actor_between(actor, 60, 3600) * MSEC_SECOND;
	backoff.steps_len = (u32)actor_between(actor, 1, 4);
	for (u32 i = 0; i < backoff.steps_len; i++)
		backoff.steps[i] = actor_between(actor, 1, 600) * MSEC_SECOND;
	return backoff;
}

static u32 maybe(struct actor *actor, u32 low, u32 high)
{
	return actor_chance(actor, 1, 2) ? (u32)actor_between(actor, low, high) : 0;
}

static struct type_policy type_policy_now(const struct sim *sim, u32 tenant, u32 type)
{
	const struct type_policy *policy = sim->oracle.types[tenant + 1][type + 1];
	return policy ? *policy : (struct type_policy){ 0 };
}

static void legislate_type(struct manager *manager, struct type_policy *policy)
{
	struct actor *actor = &manager->actor;
	policy->priority = maybe(actor, 1, 10);
	policy->max_attempts = maybe(actor, 1, 7);
	policy->lease_ms = maybe(actor, 5, 120) * MSEC_SECOND;
	policy->timeout_ms = maybe(actor, 5, 400) * MSEC_SECOND;
	policy->backoff = draw_backoff(actor);
	policy->fatal = policy->retryable = (struct class_list){ 0 };
	if (actor_chance(actor, 1, 4)) must(class_list_add(&policy->fatal, STR("own_class")));
	if (actor_chance(actor, 1, 4)) must(class_list_add(&policy->fatal, STR("stalled")));
	if (actor_chance(actor, 1, 4)) must(class_list_add(&policy->retryable, STR("validation")));
}

/* A type falls back on one behind it, so that they never go in a circle; or on none any more. */
static void give_way(struct actor *actor, struct call *call, u32 type)
{
	struct fallback_policy *fallback = &call->command.set.type.fallback;
	u32 types = actor->sim->swarm.types;
	*fallback = (struct fallback_policy){ .minutes = maybe(actor, 1, 90) };
	if (actor_chance(actor, 2, 3)) must(class_list_add(&fallback->key, STR("entity")));
	if (actor_chance(actor, 1, 4)) must(class_list_add(&fallback->classes, STR("own_class")));
	if (!actor->is_bound) call->command.set.type.notifies |= actor_chance(actor, 1, 3);
	if (type + 1 >= types || actor_chance(actor, 1, 5)) return;
	u32 next = type + 1 + actor_below(actor, types - type - 1);
	call->command.set.fallback = type_name(call, next);
}

static void change_policy(struct manager *manager, bool is_limit)
{
	struct sim *sim = manager->actor.sim;
	struct actor *actor = &manager->actor;
	u32 tenant = actor_draw_tenant(actor);
	u32 type = actor_below(actor, sim->swarm.types);
	if (actor_chance(actor, 1, 2)) {
		struct call *call = new_call(manager, COMMAND_SET_TYPE);
		for_tenant(call, tenant);
		call->command.set.name = type_name(call, type);
		call->command.set.type = type_policy_now(sim, tenant, type);
		if (is_limit) call->command.set.type.limit = maybe(actor, 1, 3);
		else legislate_type(manager, &call->command.set.type);
		if (!is_limit && actor_chance(actor, 1, 2)) give_way(actor, call, type);
		send(manager, call);
		return;
	}
	struct call *call = new_call(manager, COMMAND_SET_TENANT);
	struct tenant_policy *policy = &call->command.set.tenant;
	call->command.set.name = tenant_name(call, tenant);
	*policy = sim->oracle.tenants[tenant + 1];
	if (is_limit) {
		policy->limit = maybe(actor, 1, 5);
		policy->weight = maybe(actor, 1, 4);
	} else {
		policy->max_attempts = maybe(actor, 1, 7);
		policy->lease_ms = maybe(actor, 5, 300) * MSEC_SECOND;
		policy->timeout_ms = maybe(actor, 5, 300) * MSEC_SECOND;
		policy->backoff = draw_backoff(actor);
	}
	send(manager, call);
}

static struct call *type_call(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	u32 tenant = actor_draw_tenant(actor);
	u32 type = actor_below(actor, actor->sim->swarm.types);
	struct call *call = new_call(manager, COMMAND_SET_TYPE);
	for_tenant(call, tenant);
	call->command.set.name = type_name(call, type);
	call->command.set.type = type_policy_now(actor->sim, tenant, type);
	return call;
}

static void let_pass(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	u32 tenant = actor_draw_tenant(actor);
	u32 type = actor_below(actor, actor->sim->swarm.types);
	struct call *call = new_call(manager, COMMAND_SET_TYPE);
	for_tenant(call, tenant);
	call->command.set.name = type_name(call, type);
	call->command.set.type = type_policy_now(actor->sim, tenant, type);
	call->command.set.type.maintenance = actor_chance(actor, 1, 2) ? MAINTENANCE_PASS
								       : MAINTENANCE_DEFER;
	send(manager, call);
}

/* ---- routes ------------------------------------------------------------------------------- */

static void say_rate(struct manager *manager, u32 tenant, u32 route, struct rate_policy rate)
{
	struct call *call = new_call(manager, COMMAND_SET_LIMIT);
	for_tenant(call, tenant);
	call->command.set.name = call_text(call, "route-%u", route);
	call->command.set.expected = DOCUMENT_ANY;
	call->command.set.is_delete = !rate.rate && !rate.concurrency;
	call->command.set.details = call->command.set.is_delete ? (str){ "", 0 } : STR("{}");
	call->command.set.rate = rate;
	send(manager, call);
}

/* All is healed: nothing waits for a token any more. */
static void free_routes(struct manager *manager)
{
	const struct oracle *oracle = &manager->actor.sim->oracle;
	for (u32 i = 1; i < ORACLE_TENANTS; i++) {
		for (u32 k = 1; k < ORACLE_ROUTES; k++) {
			const struct rate_policy *rate = &oracle->routes[i][k].rate;
			if ((rate->rate || rate->concurrency) &&
			    actor_sees(&manager->actor, oracle_index(i)))
				say_rate(manager, oracle_index(i), k - 1,
					 (struct rate_policy){ 0 });
		}
	}
}

/* A rate from a few a second to a few an hour, or none; or a type gets another route. Where two
 * lives are compared nobody waits for so long that he is put off. */
static void throttle(struct manager *manager)
{
	static const msec long_spans[] = { MSEC_SECOND, 10 * MSEC_SECOND, MSEC_MINUTE,
					   10 * MSEC_MINUTE };
	static const msec short_spans[] = { MSEC_SECOND, 3 * MSEC_SECOND, 5 * MSEC_SECOND,
					    9 * MSEC_SECOND };
	struct actor *actor = &manager->actor;
	const msec *spans = actor->is_bound ? short_spans : long_spans;
	u32 tenant = actor_draw_tenant(actor);
	u32 route = actor_below(actor, ORACLE_ROUTES - 1);
	if (actor_chance(actor, 1, 2)) {
		struct rate_policy rate = {
			.rate = actor_chance(actor, 1, 5) ? 0 : (u32)actor_between(actor, 1, 9),
			.burst = (u32)actor_between(actor, 1, 6),
			.per_ms = spans[actor_below(actor, countof(long_spans))],
		};
		/* Drawn apart, so that seeds without it stay what they are. */
		struct prng apart = prng_stream(actor->sim->swarm.seed + rate.rate + rate.burst,
						STR("at once"));
		if (actor->sim->swarm.has_places && prng_chance(&apart, 2, 3))
			rate.concurrency = (u32)prng_between(&apart, 1, 3);
		if (rate.concurrency && prng_chance(&apart, 1, 2)) rate.rate = 0;
		if (!rate.rate) rate.burst = 0;
		if (!leaves_it(manager, actor->sim->oracle.routes[tenant + 1][route + 1].rate.rate))
			say_rate(manager, tenant, route, rate);
		return;
	}
	u32 type = actor_below(actor, actor->sim->swarm.types);
	if (leaves_it(manager, routes_of_type(&actor->sim->oracle, tenant + 1, type + 1))) return;
	struct call *call = new_call(manager, COMMAND_SET_TYPE);
	for_tenant(call, tenant);
	call->command.set.name = type_name(call, type);
	call->command.set.type = type_policy_now(actor->sim, tenant, type);
	str name = actor_chance(actor, 1, 5) ? (str){ "", 0 } : call_text(call, "route-%u", route);
	must(route_name_set(&call->command.set.type.route, name));
	send(manager, call);
}

/* A type goes from workers to the process's own handlers, or back. */
static void assign(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	u32 tenant = actor_draw_tenant(actor);
	u32 type = actor_below(actor, actor->sim->swarm.types);
	struct call *call = new_call(manager, COMMAND_SET_TYPE);
	for_tenant(call, tenant);
	call->command.set.name = type_name(call, type);
	call->command.set.type = type_policy_now(actor->sim, tenant, type);
	call->command.set.type.carrier = actor_chance(actor, 1, 2) ? CARRIER_NODE : CARRIER_WORKERS;
	send(manager, call);
}

static void change_queue(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	struct call *call = new_call(manager, COMMAND_SET_QUEUE);
	call->command.set.name = queue_name(call, actor_below(actor, actor->sim->swarm.queues));
	call->command.set.queue = (struct queue_policy){ maybe(actor, 1, 5), maybe(actor, 1, 8) };
	send(manager, call);
}

/* ---- operations --------------------------------------------------------------------------- */

static void sweep(struct manager *manager)
{
	struct actor *actor = &manager->actor;
	const struct swarm *swarm = &actor->sim->swarm;
	struct call *call = new_call(manager, COMMAND_OPERATION_START);
	struct operation_command *operation = &call->command.operation;
	operation->kind = (enum operation_kind)actor_below(actor, OPERATION_DISCARD + 1);
	operation->reason = STR("swept");
	/* Where there is much, some take everything: more than a page. */
	u32 all_of_ten = swarm->pace == PACE_CROWDED ? 5 : 1;
	if (!actor_chance(actor, all_of_ten, 10) || actor->is_bound)
		for_tenant(call, actor_draw_tenant(actor));
	u32 by = actor_below(actor, 5);
	if (by == 0) operation->type = type_name(call, actor_below(actor, swarm->types));
	if (by == 1) operation->queue = queue_name(call, actor_below(actor, swarm->queues));
	if (by == 2) operation->key = call_text(call, "shared-%u", actor_below(actor, 8));
	if (by == 3) operation->entity = call_text(call, "event:%u", actor_below(actor, 6));
	if (actor_chance(actor, 1, 3)) operation->states = (u32)actor_between(actor, 1, 127);
	send(manager, call);
}

static void stop_sweeping(struct manager *manager)
{
	if (uuid_is_nil(&manager->operation)) return;
	struct call *call = new_call(manager, COMMAND_OPERATION_STOP);
	call->command.operation.operation = manager->operation;
	if (actor_chance(&manager->actor, 1, 2))
		for_tenant(call, actor_draw_tenant(&manager->actor));
	send(manager, call);
}

/* ---- a day's work ------------------------------------------------------------------------- */

static void act(struct manager *manager)
{
	u32 live = 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	u32 dead = 1u << RUN_FAILED | 1u << RUN_DLQ;
	struct actor *actor = &manager->actor;
	bool heads = actor_chance(actor, 1, 2);
	if (manager->actor.is_healer && actor->kind == ACTOR_THROTTLER) free_routes(manager);
	else if (manager->actor.is_healer) resume_all(manager);
	else if (actor->kind == ACTOR_PAUSER) pause_something(manager);
	else if (actor->kind == ACTOR_CANCELLER)
		act_on_run(manager, COMMAND_CANCEL, live | 1u << RUN_WAITING);
	else if (actor->kind == ACTOR_REDRIVER)
		act_on_run(manager, heads ? COMMAND_RETRY : COMMAND_DISCARD, dead);
	else if (actor->kind == ACTOR_MOVER) act_on_run(manager, COMMAND_RESCHEDULE, live);
	else if (actor->kind == ACTOR_LEGISLATOR) change_policy(manager, false);
	else if (actor->kind == ACTOR_ASSIGNER) assign(manager);
	else if (actor->kind == ACTOR_THROTTLER) throttle(manager);
	else if (actor->kind == ACTOR_MAINTAINER && actor_chance(actor, 3, 4)) maintain(manager);
	else if (actor->kind == ACTOR_MAINTAINER) let_pass(manager);
	else if (actor->kind == ACTOR_HUSHER) hush(manager);
	else if (actor->kind == ACTOR_LIMITER && (heads || actor->is_bound))
		change_policy(manager, true);
	else if (actor->kind == ACTOR_LIMITER) change_queue(manager);
	else if (actor->kind == ACTOR_SWEEPER && actor_chance(actor, 4, 5)) sweep(manager);
	else if (actor->kind == ACTOR_SWEEPER) stop_sweeping(manager);
	else if (heads) act_on_run(manager, COMMAND_ASK_WHY, live);
	else send(manager, new_call(manager, COMMAND_ASK_STATUS));
}

static void wakes(struct actor *actor)
{
	act(manager_of(actor));
}

static msec wait(struct actor *actor)
{
	msec pace = actor->sim->swarm.operator_pace;
	if (actor->kind == ACTOR_REDRIVER || actor->kind == ACTOR_CANCELLER) pace /= 3;
	if (actor->is_healer) pace = 30 * MSEC_SECOND;
	return actor_between(actor, 1, 2 * pace);
}

static void on_reply(struct actor *actor, const struct http_reply *reply)
{
	if (!uuid_is_nil(&reply->operation)) manager_of(actor)->operation = reply->operation;
}

struct actor *operator_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct manager *manager = actor_make(sim, kind, copy, sizeof *manager);
	manager->actor.on_reply = on_reply;
	manager->actor.act = wakes;
	manager->actor.wait = wait;
	actor_live(&manager->actor);
	return &manager->actor;
}
