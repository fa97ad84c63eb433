/* The run that a lease call gets next: the queue whose turn it is, the share whose turn it is, and
 * of the heads of its bands the most urgent after ageing. Nothing that is closed is looked at:
 * lanes.c keeps it out of reach. */
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/dispatch/lanes_parts.h"

/* ---- picking ------------------------------------------------------------------------------ */

/* The priority after ageing: one step more urgent for each full ageing span after run_at. */
static u32 aged_priority(const struct engine *engine, const struct engine_run *run)
{
	msec late = msec_sub(wall_now(engine), run->run_at);
	i64 steps = late > 0 ? late / engine->config.aging : 0;
	return steps >= run->priority ? 1 : (u32)(run->priority - steps);
}

struct best {
	struct engine_run *run;
	u32 priority;
};

static void consider(const struct engine *engine, struct best *best, struct engine_run *run)
{
	u32 priority = aged_priority(engine, run);
	if (best->run && (priority > best->priority ||
			  (priority == best->priority && !run_before(run, best->run))))
		return;
	best->run = run;
	best->priority = priority;
}

static struct engine_run *most_urgent_of_share(const struct engine *engine,
					       const struct share *share)
{
	struct best best = { 0 };
	for (u32 band = 0; band < BANDS; band++) {
		if (!share->bands[band]) continue;
		struct lane *lane = lane_of_band(share->bands[band], band);
		consider(engine, &best, run_of_band(lane->bands[band]));
	}
	return best.run;
}

/* The open lanes of a share for one type and carrier, one after the other. `after`: the lane
 * before; NULL: the first. */
static struct lane *open_lane_at(const struct share *share, const struct type *type,
				 const struct lane *after)
{
	struct list_node *node = after ? after->in_type.next : type->lanes.head.next;
	for (; node != &type->lanes.head; node = node->next) {
		struct lane *lane = container_of(node, struct lane, in_type);
		if (lane->is_open && lane->share == share) return lane;
	}
	return NULL;
}

static struct engine_run *most_urgent_of_types(const struct engine *engine,
					       const struct share *share, const struct call *call)
{
	struct best best = { 0 };
	for (u32 i = 0; i < call->types_len; i++) {
		const struct type *type = type_find(engine, share->tenant->no, call->types[i]);
		const struct lane *lane = type ? open_lane_at(share, type, NULL) : NULL;
		for (; lane; lane = open_lane_at(share, type, lane)) {
			for (u32 band = 0; band < BANDS; band++) {
				if (lane->bands[band])
					consider(engine, &best, run_of_band(lane->bands[band]));
			}
		}
	}
	return best.run;
}

/* Whether the store alone may have a run that is more urgent than those in memory, and that the
 * call would take. */
static bool meets_blind(const struct engine *engine, const struct share *share,
			const struct call *call)
{
	if (!share->blind_lanes || !call->types_len) return share->blind_lanes;
	for (u32 i = 0; i < call->types_len; i++) {
		const struct type *type = type_find(engine, share->tenant->no, call->types[i]);
		const struct lane *lane = type ? open_lane_at(share, type, NULL) : NULL;
		for (; lane; lane = open_lane_at(share, type, lane))
			if (lane_is_blind(lane)) return true;
	}
	return false;
}

static void consider_share(struct share **best, struct share *share)
{
	if (share && (!*best || share_before(share, *best))) *best = share;
}

/* The share of this queue that is next, of those with a run for the call. */
static struct share *next_share(struct engine *engine, struct queue *queue, const struct call *call)
{
	struct share *best = NULL;
	const struct side *side = &queue->sides[call->carrier];
	if (queue_is_closed(queue) || !side->shares) return NULL;
	if (call->tenants_len) {
		for (u32 i = 0; i < call->tenants_len; i++) {
			struct share *share = share_find(engine, call->tenants[i], queue->no,
							 call->carrier);
			if (!share || !share->is_open) continue;
			if (call->types_len && !most_urgent_of_types(engine, share, call) &&
			    !meets_blind(engine, share, call))
				continue;
			consider_share(&best, share);
		}
		return best;
	}
	if (!call->types_len) return container_of(side->shares, struct share, in_queue);
	for (u32 i = 0; i < call->types_len; i++) {
		struct lane_index *lane_index = lane_index_find(engine, call->carrier, queue->no,
								call->types[i]);
		struct lane *lane = lane_index_first(lane_index);
		if (lane) consider_share(&best, lane->share);
	}
	return best;
}

static void consider_queue(struct engine *engine, u32 no, const struct call *call,
			   struct queue **best, struct share **best_share)
{
	struct queue *queue = &engine->dispatch.queues[no];
	const struct side *side = &queue->sides[call->carrier];
	if (!queue->exists || (*best && side->vtime >= (*best)->sides[call->carrier].vtime)) return;
	struct share *share = next_share(engine, queue, call);
	if (!share) return;
	*best = queue;
	*best_share = share;
}

void share_charge(struct engine *engine, const struct engine_run *run)
{
	struct share *share = run->lane->share;
	struct queue *queue = share->queue;
	struct side *side = side_of(share);
	side->share_vtime = share->vtime;
	engine->dispatch.queue_vtime[share->carrier] = side->vtime;
	side->vtime += vtime_cost(queue->policy.weight);
	pairing_remove(&side->shares, &share->in_queue, share_node_before, 0);
	share->vtime += vtime_cost(share->tenant->policy.weight);
	share->served = ++engine->dispatch.claims_made;
	pairing_push(&side->shares, &share->in_queue, share_node_before, 0);
}

/* The share that is next, of all queues that the call asks for; NULL: none has a run for it. */
static struct share *share_for_call(struct engine *engine, const struct call *call)
{
	struct queue *queue = NULL;
	struct share *share = NULL;
	if (call->queues_len) {
		for (u32 i = 0; i < call->queues_len; i++)
			consider_queue(engine, call->queues[i].v, call, &queue, &share);
	} else {
		for (u32 no = 1; no < engine->core.names[NAME_QUEUE].len; no++)
			consider_queue(engine, no, call, &queue, &share);
	}
	return share;
}

struct engine_run *pick_for_call(struct engine *engine, const struct call *call)
{
	struct share *share;
	if (engine_is_full(engine)) return NULL;
	do share = share_for_call(engine, call);
	while (share && (share->tenant->gates || engine->dispatch.system_gates) &&
	       engine->hooks->gates.catch_up(engine, share->tenant));
	if (!share) return NULL;
	if (meets_blind(engine, share, call)) {
		/* This tenant is next, but its head run is spilled. Stop claiming so that the next
		 * turn can load it. */
		engine->dispatch.claims_left = 0;
		return NULL;
	}
	struct engine_run *run = call->types_len ? most_urgent_of_types(engine, share, call)
						 : most_urgent_of_share(engine, share);
	must(run != NULL);
	bool may_be_judged = run->has_user || share->tenant->gates;
	if (may_be_judged && !engine->hooks->gates.lets_pass(engine, run)) {
		engine->dispatch.claims_left = 0;
		return NULL;
	}
	return run;
}
