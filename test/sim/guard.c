/* Policy hooks: somebody who gives tenants one, and takes it away; and the hooks themselves, which
 * say yes, no or later, fail, answer too late or never. Once all is healed they say yes. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>
#include <stdio.h>

struct guard {
	struct actor actor;
	struct prng answers; /* of the hooks */
};

static struct guard *guard_of(struct actor *actor)
{
	return container_of(actor, struct guard, actor);
}

/* ---- who is asked -----------------------------------------------------------------------------
 */

/* An answer on its way. */
struct word {
	struct guard *guard;
	struct hook_command said;
};

static void word_comes(void *context, u64 argument)
{
	struct word *word = context;
	struct guard *guard = word->guard;
	struct sim *sim = guard->actor.sim;
	(void)argument;
	if (!sim->is_over) {
		struct call *call = call_make(sim, &guard->actor, COMMAND_HOOK_SAID);
		call->command.hook = word->said;
		if (sim->is_healing) call->command.hook.answer = HOOK_ALLOW;
		call_send(sim, call);
	}
	mem_free(word);
}

static enum hook_answer draw_answer(struct prng *prng)
{
	u64 dice = prng_below(prng, 20);
	if (dice < 11) return HOOK_ALLOW;
	if (dice < 14) return HOOK_DEFER;
	if (dice < 16) return HOOK_DENY;
	return dice < 19 ? HOOK_FAILED : HOOK_BUSY;
}

/* In time, too late, or never. */
void guard_is_asked(struct sim *sim, const struct policy_hook_ask *ask)
{
	struct guard *guard = guard_of(sim->guard);
	struct prng *prng = &guard->answers;
	msec after = prng_between(prng, 1, ask->deadline);
	bool is_silent = prng_chance(prng, 1, 10);
	if (prng_chance(prng, 1, 8)) after = prng_between(prng, ask->deadline, 4 * ask->deadline);
	struct word *word = mem_alloc_zeroed(sizeof *word);
	must(word != NULL);
	word->guard = guard;
	word->said = (struct hook_command){ .run = ask->run,
					    .number = ask->number,
					    .answer = draw_answer(prng) };
	if (word->said.answer == HOOK_DEFER && prng_chance(prng, 1, 2))
		word->said.until = world_now(&sim->world).wall +
				   prng_between(prng, -MSEC_MINUTE, 20 * MSEC_MINUTE);
	if (is_silent && !sim->is_healing) mem_free(word);
	else world_at(&sim->world, prng, sim->world.t + after, word_comes, word, 0);
}

/* ---- who gives them ----------------------------------------------------------------------------
 */

static void add_rule(struct actor *actor, struct buf *out)
{
	static const char *const actions[] = { "allow", "defer", "deny" };
	u32 type = actor_below(actor, actor->sim->swarm.types);
	buf_addf(out, "rule %s\ttype=type-%u", actions[actor_below(actor, 3)], type);
	if (actor_chance(actor, 2, 3)) buf_addf(out, "\tentity=event:%u", actor_below(actor, 6));
	buf_add_byte(out, '\n');
}

static void says_who(struct guard *guard)
{
	static const char *const failing[] = { "allow", "defer", "deny" };
	struct actor *actor = &guard->actor;
	struct buf body;
	buf_init(&body, 1000);
	for (u32 i = actor_below(actor, 3); i > 0; i--) add_rule(actor, &body);
	if (actor_chance(actor, 3, 4))
		buf_addf(&body, "hook %s %" PRId64 " %" PRId64 " - http://hook.example/\n",
			 failing[actor_below(actor, 3)], actor_between(actor, 100, 10000),
			 actor_between(actor, 1, 300) * MSEC_SECOND);
	struct call *call = call_make(actor->sim, actor, COMMAND_SET_TENANT);
	call->command.set.name = tenant_name(call, actor_below(actor, actor->sim->swarm.tenants));
	call->command.set.has_gates = true;
	call->command.set.gates_only = true;
	call->command.set.gates = str_copy(&call->arena, buf_view(&body));
	call_send(actor->sim, call);
	buf_done(&body);
}

static void act(struct actor *actor)
{
	says_who(guard_of(actor));
}

struct actor *guard_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct guard *guard = actor_make(sim, kind, copy, sizeof *guard);
	guard->actor.act = act;
	guard->actor.wait = actor_waits_as_operator;
	guard->answers = prng_stream(sim->swarm.seed, STR("hooks"));
	if (!sim->guard) sim->guard = &guard->actor;
	actor_live(&guard->actor);
	return &guard->actor;
}
