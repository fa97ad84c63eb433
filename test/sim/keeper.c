/* Those who keep documents: several of them change the same few, each by the version it saw last.
 */
#include "sim/sim.h"

enum { NAMES = 3, TENANTS = 3, TIMES_MAX = 8 };

struct keeper {
	struct actor actor;
	u64 seen[TENANTS][NAMES]; /* versions; 0: none */
	u64 reply;                /* of the put under way */
	u32 tenant;
	u32 name;
};

static struct keeper *keeper_of(struct actor *actor)
{
	return container_of(actor, struct keeper, actor);
}

static u64 draw_expected(struct keeper *keeper, bool is_delete)
{
	u64 seen = keeper->seen[keeper->tenant][keeper->name];
	if (seen && actor_chance(&keeper->actor, 2, 3)) return seen;
	return is_delete || actor_chance(&keeper->actor, 1, 2) ? DOCUMENT_ANY : DOCUMENT_NEW;
}

static void changes_it(struct keeper *keeper)
{
	struct sim *sim = keeper->actor.sim;
	struct actor *actor = &keeper->actor;
	bool is_delete = actor_chance(actor, 1, 4);
	struct call *call = call_make(sim, actor,
				      is_delete ? COMMAND_DOCUMENT_DELETE : COMMAND_DOCUMENT_PUT);
	struct document_command *document = &call->command.document;
	call->command.tenant = tenant_name(call, keeper->tenant);
	call->token = 1 + keeper->tenant;
	document->kind = keeper->name ? DOCUMENT_USER : DOCUMENT_SECRET;
	document->name = call_text(call, "thing-%u", keeper->name);
	document->body = call_text(call, "{\"by\":%u}", actor->index);
	document->expected = draw_expected(keeper, is_delete);
	if (actor_chance(actor, 1, 6))
		document->until = world_now(&sim->world).wall +
				  actor_between(actor, MSEC_SECOND, 30 * MSEC_MINUTE);
	keeper->reply = is_delete ? 0 : call->reply;
	call_send(sim, call);
}

/* Once, or several times at once. */
static void changes_something(struct keeper *keeper)
{
	struct actor *actor = &keeper->actor;
	u32 tenants = actor->sim->swarm.tenants < TENANTS ? actor->sim->swarm.tenants : TENANTS;
	u32 times = actor_chance(actor, 1, 3) ? (u32)actor_between(actor, 2, TIMES_MAX) : 1;
	keeper->tenant = actor_below(actor, tenants);
	if (actor->is_bound) keeper->tenant = actor->tenant;
	keeper->name = actor_below(actor, NAMES);
	for (u32 i = 0; i < times; i++) changes_it(keeper);
}

static void act(struct actor *actor)
{
	changes_something(keeper_of(actor));
}

static void on_reply(struct actor *actor, const struct http_reply *reply)
{
	struct keeper *keeper = keeper_of(actor);
	if (reply->reply != keeper->reply) return;
	if (reply->err == ERR_OK) keeper->seen[keeper->tenant][keeper->name] = reply->version;
	else if (actor_chance(actor, 1, 2)) keeper->seen[keeper->tenant][keeper->name] = 0;
}

struct actor *keeper_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct keeper *keeper = actor_make(sim, kind, copy, sizeof *keeper);
	keeper->actor.on_reply = on_reply;
	keeper->actor.act = act;
	keeper->actor.wait = actor_waits_as_operator;
	actor_live(&keeper->actor);
	return &keeper->actor;
}
