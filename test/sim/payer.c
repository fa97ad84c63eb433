/* Those who make outside changes: they claim effects for runs that are under way, or for nobody in
 * particular, and say in time, late, twice or never what came of them. */
#include "sim/chronicle.h"
#include "sim/sim.h"

enum { CLAIMS_MAX = 24, KEYS = 5, TENANTS = 4 };

struct payment {
	struct uuid claim;
	struct uuid execution; /* nil: none */
	u32 tenant;
};

struct payer {
	struct actor actor;
	struct payment claims[CLAIMS_MAX]; /* the last ones it was answered about */
	u64 claims_len;
	u64 reply; /* of the claim under way */
	struct payment asked;
};

static struct payer *payer_of(struct actor *actor)
{
	return container_of(actor, struct payer, actor);
}

/* Where two lives are compared, each run draws its own lot: those of one moment need not begin in
 * the same order. */
static const struct oracle_execution *one_by_lot(struct payer *payer)
{
	const struct actor *actor = &payer->actor;
	const struct oracle_execution *best = NULL;
	u64 least = UINT64_MAX, draw = actor_below(&payer->actor, UINT32_MAX);
	list_for_each_of(struct oracle_execution, execution, &actor->sim->oracle.open, in_open)
	{
		if (!actor_sees(actor, oracle_index(execution->run->tenant))) continue;
		u64 lot = hash_mix(chronicle_who(execution->run) ^ draw);
		if (best && lot >= least) continue;
		best = execution;
		least = lot;
	}
	return best;
}

/* One of those that are under way; its worker has handed the work to us. */
static const struct oracle_execution *some_execution(struct payer *payer)
{
	const struct oracle *oracle = &payer->actor.sim->oracle;
	if (payer->actor.is_bound) return one_by_lot(payer);
	u32 skipped = actor_below(&payer->actor, oracle->running + 1);
	const struct oracle_execution *last = NULL;
	list_for_each_of(struct oracle_execution, execution, &oracle->open, in_open)
	{
		last = execution;
		if (!skipped--) break;
	}
	return last;
}

static void for_tenant(struct payer *payer, struct call *call, u32 tenant)
{
	u32 tenants = payer->actor.sim->swarm.tenants;
	/* Now and then with the token of somebody else. */
	bool is_honest = tenants == 1 || payer->actor.is_bound;
	if (!is_honest && actor_chance(&payer->actor, 1, 30)) tenant = (tenant + 1) % tenants;
	call->command.tenant = tenant_name(call, tenant);
	call->token = 1 + tenant;
}

/* Few keys, so that many meet; without one the run is the key. */
static void claims_one(struct payer *payer)
{
	struct actor *actor = &payer->actor;
	struct sim *sim = actor->sim;
	const struct oracle_execution *execution = some_execution(payer);
	struct call *call = call_make(sim, actor, COMMAND_EFFECT_CLAIM);
	struct effect_command *effect = &call->command.effect;
	u32 tenants = sim->swarm.tenants < TENANTS ? sim->swarm.tenants : TENANTS;
	bool is_held = execution && actor_chance(actor, 3, 4);
	u32 tenant = is_held ? oracle_index(execution->run->tenant) : actor_below(actor, tenants);
	u32 since = !actor->is_bound && sim->oracle.claims > 50;
	if (actor->is_bound) tenant = actor->tenant;
	effect->action_key = actor_chance(actor, 1, 4) ? STR("mail") : STR("charge");
	if (is_held) effect->execution = execution->id;
	if (!is_held || actor_chance(actor, 1, 2))
		effect->idempotency_key = call_text(call, "key-%u-%u", since,
						    actor_below(actor, KEYS));
	effect->ttl_ms = actor_between(actor, 1, 1200) * MSEC_SECOND;
	effect->reopens = actor_chance(actor, 1, 4);
	for_tenant(payer, call, tenant);
	payer->reply = call->reply;
	payer->asked = (struct payment){ .execution = effect->execution, .tenant = tenant };
	/* The answer may be lost: some ask once more at once. */
	struct call *again = NULL;
	if (actor_chance(actor, 1, 5)) {
		again = call_make(sim, actor, COMMAND_EFFECT_CLAIM);
		again->command.effect = *effect;
		again->command.effect.idempotency_key = call_text(again, "%.*s",
								  STR_ARG(effect->idempotency_key));
		for_tenant(payer, again, tenant);
	}
	call_send(sim, call);
	if (again) call_send(sim, again);
}

static void ends_one(struct payer *payer)
{
	struct actor *actor = &payer->actor;
	struct sim *sim = actor->sim;
	u32 len = (u32)(payer->claims_len < CLAIMS_MAX ? payer->claims_len : CLAIMS_MAX);
	if (!len) return;
	const struct payment *payment = &payer->claims[actor_below(actor, len)];
	bool is_complete = actor_chance(actor, 2, 3);
	struct call *call = call_make(
		sim, actor, is_complete ? COMMAND_EFFECT_COMPLETE : COMMAND_EFFECT_RELEASE);
	struct effect_command *effect = &call->command.effect;
	const struct oracle_execution *other = some_execution(payer);
	effect->claim = payment->claim;
	effect->result = is_complete ? call_text(call, "{\"n\":%u}", actor_below(actor, 3))
				     : STR("");
	effect->is_forced = actor_chance(actor, 1, 8);
	/* Somebody who has looked says it. */
	if (other && oracle_index(other->run->tenant) == payment->tenant &&
	    actor_chance(actor, 1, 4))
		effect->execution = other->id;
	for_tenant(payer, call, payment->tenant);
	call_send(sim, call);
}

static void act(struct actor *actor)
{
	if (actor_chance(actor, 1, 2)) claims_one(payer_of(actor));
	else ends_one(payer_of(actor));
}

static msec wait(struct actor *actor)
{
	msec usual = actor_between(actor, 1, actor->sim->swarm.operator_pace / 3);
	return actor_chance(actor, 1, 3) ? actor_between(actor, 1, 5000) : usual;
}

static void on_reply(struct actor *actor, const struct http_reply *reply)
{
	struct payer *payer = payer_of(actor);
	if (reply->kind != COMMAND_EFFECT_CLAIM || reply->err) return;
	if (reply->reply != payer->reply) return;
	payer->asked.claim = reply->claim;
	payer->claims[payer->claims_len++ % CLAIMS_MAX] = payer->asked;
}

struct actor *payer_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct payer *payer = actor_make(sim, kind, copy, sizeof *payer);
	payer->actor.on_reply = on_reply;
	payer->actor.act = act;
	payer->actor.wait = wait;
	actor_live(&payer->actor);
	return &payer->actor;
}
