#include "sim/world.h"

#include "base/memory.h"
#include "base/must.h"

struct world_event {
	struct heap_node node;
	struct world_event *next; /* among the spare ones */
	u64 tie;
	world_act *act;
	void *context;
	u64 argument;
};

static bool event_before(const struct heap_node *a, const struct heap_node *b)
{
	const struct world_event *left = container_of(a, struct world_event, node);
	const struct world_event *right = container_of(b, struct world_event, node);
	return left->tie < right->tie;
}

void world_init(struct world *world, i64 drift_ppm)
{
	*world = (struct world){ .drift_ppm = drift_ppm, .boot_origin = -MSEC_HOUR };
	heap_init(&world->events, event_before);
}

void world_done(struct world *world)
{
	struct heap_node *node;
	while ((node = heap_pop(&world->events)) != NULL)
		mem_free(container_of(node, struct world_event, node));
	while (world->spare) {
		struct world_event *event = world->spare;
		world->spare = event->next;
		mem_free(event);
	}
	heap_done(&world->events);
}

static void plan(struct world *world, struct prng *prng, msec when, world_act *act, void *context,
		 u64 argument)
{
	struct world_event *event = world->spare;
	if (event) world->spare = event->next;
	else event = mem_alloc_zeroed(sizeof *event);
	must(event != NULL);
	must(heap_reserve(&world->events, 1) == ERR_OK);
	*event = (struct world_event){
		.tie = prng_next(prng), .act = act, .context = context, .argument = argument
	};
	heap_push(&world->events, &event->node, when);
}

void world_at(struct world *world, struct prng *prng, msec when, world_act *act, void *context,
	      u64 argument)
{
	if (when < world->t) when = world->t;
	if (world->grid && when % world->grid == 0) when++;
	plan(world, prng, when, act, context, argument);
}

void world_turn_at(struct world *world, struct prng *prng, msec when, world_act *act, void *context,
		   u64 argument)
{
	if (when < world->t) when = world->t;
	if (world->grid) when += (world->grid - when % world->grid) % world->grid;
	plan(world, prng, when, act, context, argument);
}

bool world_next(struct world *world, msec until)
{
	struct heap_node *node = heap_first(&world->events);
	if (!node || heap_key(&world->events, node) > until) {
		if (world->t < until) world->t = until;
		return false;
	}
	world->t = heap_key(&world->events, node);
	heap_pop(&world->events);
	struct world_event event = *container_of(node, struct world_event, node);
	struct world_event *spare = container_of(node, struct world_event, node);
	spare->next = world->spare;
	world->spare = spare;
	world->happened++;
	event.act(event.context, event.argument);
	return true;
}

struct now world_now(const struct world *world)
{
	return (struct now){
		.wall = WORLD_WALL_BEGIN + world->wall_offset + world->t +
			world->t * world->drift_ppm / 1000000,
		.boot = world->t - world->boot_origin,
	};
}
