/* Those who remind people of an event: ladders of a few rungs, moved, stopped and asked for again.
 */
#include "sim/sim.h"

#include "base/must.h"

enum { ENTITIES = 3, OFFSETS_MAX = 5 };

struct climber {
	struct actor actor;
	u64 serial;
	u32 tenant;
	/* What was asked for last, so that it can be asked for again. */
	msec anchor;
	msec offsets[OFFSETS_MAX];
	u32 len;
	u32 type;
	u32 entity;
	u32 name;
};

static struct climber *climber_of(struct actor *actor)
{
	return container_of(actor, struct climber, actor);
}

static struct call *new_call(struct climber *climber, enum command_kind kind, u32 entity)
{
	struct call *call = call_make(climber->actor.sim, &climber->actor, kind);
	call->command.tenant = tenant_name(call, climber->tenant);
	call->token = 1 + climber->tenant;
	call->command.ladder.entity = call_text(call, "event:%u.%u", climber->actor.index, entity);
	return call;
}

/* Around now: some rungs lie in the past, some are due soon. */
static msec draw_anchor(struct climber *climber)
{
	struct sim *sim = climber->actor.sim;
	msec wall = world_now(&sim->world).wall;
	return wall + actor_between(&climber->actor, -10, 60) * MSEC_MINUTE;
}

static void draw(struct climber *climber)
{
	struct actor *actor = &climber->actor;
	climber->serial++;
	climber->anchor = draw_anchor(climber);
	climber->len = 1 + actor_below(actor, OFFSETS_MAX);
	for (u32 i = 0; i < climber->len; i++)
		climber->offsets[i] = (msec)(i * 7) * MSEC_MINUTE -
				      (msec)actor_below(actor, 6) * MSEC_MINUTE;
	climber->type = actor_below(actor, actor->sim->swarm.types);
	climber->entity = actor_below(actor, ENTITIES);
	climber->name = actor_below(actor, 2);
}

static void makes_one(struct climber *climber)
{
	struct actor *actor = &climber->actor;
	if (!climber->serial || actor_chance(actor, 4, 5)) draw(climber);
	struct call *call = new_call(climber, COMMAND_LADDER, climber->entity);
	struct ladder_command *ladder = &call->command.ladder;
	struct enqueue_item *rung = arena_alloc_zeroed(&call->arena, sizeof *rung);
	msec *offsets = arena_alloc_array(&call->arena, OFFSETS_MAX, sizeof *offsets);
	must(rung != NULL && offsets != NULL);
	memcpy(offsets, climber->offsets, sizeof climber->offsets);
	rung->type = type_name(call, climber->type);
	rung->payload = call_text(call, "{\"l\":%u,\"n\":%llu}", actor->index,
				  (unsigned long long)climber->serial);
	if (climber->name) ladder->name = STR("second");
	ladder->anchor = climber->anchor;
	ladder->offsets = offsets;
	ladder->len = climber->len;
	ladder->rung = rung;
	call_send(actor->sim, call);
}

static void changes_one(struct climber *climber, bool stops)
{
	struct actor *actor = &climber->actor;
	struct call *call = new_call(climber, stops ? COMMAND_LADDER_STOP : COMMAND_LADDER_MOVE,
				     actor_below(actor, ENTITIES));
	struct ladder_command *ladder = &call->command.ladder;
	ladder->has_name = actor_chance(actor, 1, 3);
	if (ladder->has_name && actor_chance(actor, 1, 2)) ladder->name = STR("second");
	ladder->anchor = draw_anchor(climber);
	ladder->reason = STR("confirmed");
	call_send(actor->sim, call);
}

static void act(struct actor *actor)
{
	u32 deed = actor_below(actor, 10);
	if (deed < 5) makes_one(climber_of(actor));
	else changes_one(climber_of(actor), deed == 9);
}

static msec wait(struct actor *actor)
{
	return actor_between(actor, 1, actor->sim->swarm.operator_pace / 2);
}

struct actor *climber_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct climber *climber = actor_make(sim, kind, copy, sizeof *climber);
	climber->actor.act = act;
	climber->actor.wait = wait;
	climber->tenant = actor_draw_tenant(&climber->actor);
	actor_live(&climber->actor);
	return &climber->actor;
}
