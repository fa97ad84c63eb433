/* The order in which runs begin. Opening and closing keep three rules (check.c verifies them):
 *   - a lane is in its share's bands iff it is open: it has due runs, its type has room, and no
 *     gate is closed;
 *   - a share is in its queue's heap iff it is open: it has an open lane, and its tenant has room;
 *   - a lane in a lane index is open; an index may still hold lanes of a closed share, which leave
 *     it when they come to its top.
 * Shares, lane indexes and virtual times exist twice, for workers and for the server's own
 * handlers; a lane belongs to those who carry its type out. So a pick never looks at what is held
 * back. */
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/dispatch/lanes_parts.h"

/* ---- orders ------------------------------------------------------------------------------- */

struct engine_run *run_of_band(struct pairing_node *node)
{
	return container_of(node, struct engine_run, in_band);
}

bool run_before(const struct engine_run *a, const struct engine_run *b)
{
	if (a->run_at != b->run_at) return a->run_at < b->run_at;
	return uuid_compare(&a->id, &b->id) < 0;
}

static bool run_node_before(const struct pairing_node *a, const struct pairing_node *b, u32 context)
{
	(void)context;
	return run_before(container_of(a, struct engine_run, in_band),
			  container_of(b, struct engine_run, in_band));
}

/* A lane has a node for each band of its share; the node's band gives the lane. */
struct lane *lane_of_band(struct pairing_node *node, u32 band)
{
	return container_of(node - band, struct lane, in_share);
}

static bool lane_node_before(const struct pairing_node *a, const struct pairing_node *b, u32 band)
{
	const struct lane *x = container_of(a - band, struct lane, in_share);
	const struct lane *y = container_of(b - band, struct lane, in_share);
	return run_before(run_of_band(x->bands[band]), run_of_band(y->bands[band]));
}

/* Of two shares with the same virtual time, the one that was served longer ago comes first.
 * Otherwise the same share would always be first when all close and open together, as under a
 * common rate limit. */
bool share_before(const struct share *a, const struct share *b)
{
	if (a->vtime != b->vtime) return a->vtime < b->vtime;
	if (a->served != b->served) return a->served < b->served;
	return a->tenant->no.v < b->tenant->no.v;
}

bool share_node_before(const struct pairing_node *a, const struct pairing_node *b, u32 context)
{
	(void)context;
	return share_before(container_of(a, struct share, in_queue),
			    container_of(b, struct share, in_queue));
}

static bool lane_index_node_before(const struct pairing_node *a, const struct pairing_node *b,
				   u32 context)
{
	(void)context;
	const struct lane *x = container_of(a, struct lane, in_index);
	const struct lane *y = container_of(b, struct lane, in_index);
	if (x->index_vtime != y->index_vtime) return x->index_vtime < y->index_vtime;
	if (x->index_served != y->index_served) return x->index_served < y->index_served;
	return x->type->tenant->no.v < y->type->tenant->no.v;
}

/* ---- closed or not ------------------------------------------------------------------------ */

static bool is_at(u32 running, u32 limit)
{
	return limit && running >= limit;
}

bool type_is_closed(const struct type *type)
{
	return type->pause || (type->policy && is_at(type->running, type->policy->limit));
}

/* Most lanes have no route, and most tenants no gate settings. */
static bool may_be_gated(const struct engine *engine, const struct lane *lane)
{
	return lane->route || lane->type->tenant->gates || engine->dispatch.system_gates;
}

static bool is_gated(const struct engine *engine, const struct lane *lane, bool *out_puts_off)
{
	*out_puts_off = false;
	return may_be_gated(engine, lane) && engine->hooks->gates.holds(engine, lane, out_puts_off);
}

/* A lane is closed by its type's pause and limit, by a gate, or by its route. */
bool lane_is_closed(const struct engine *engine, const struct lane *lane)
{
	bool puts_off;
	return type_is_closed(lane->type) || is_gated(engine, lane, &puts_off);
}

bool tenant_is_closed(const struct tenant *tenant)
{
	return tenant->pause || tenant->is_leaving || is_at(tenant->running, tenant->policy.limit);
}

bool queue_is_closed(const struct queue *queue)
{
	return queue->pause || is_at(queue->running, queue->policy.limit);
}

bool engine_is_full(const struct engine *engine)
{
	if (engine->config.is_idle) return true;
	return is_at(engine->dispatch.running, engine->config.max_concurrency);
}

/* ---- lane indexes ------------------------------------------------------------------------- */

struct lane_index *lane_index_find(const struct engine *engine, enum carrier carrier,
				   queue_no queue, type_no type)
{
	return u64_map_find(&engine->dispatch.lane_indexes, lane_index_key(carrier, queue, type));
}

static void join_index(struct lane *lane)
{
	lane->index_vtime = lane->share->vtime;
	lane->index_served = lane->share->served;
	pairing_push(&lane->lane_index->lanes, &lane->in_index, lane_index_node_before, 0);
}

static void leave_index(struct lane *lane)
{
	pairing_remove(&lane->lane_index->lanes, &lane->in_index, lane_index_node_before, 0);
}

/* The open lane of a lane index whose share is next. */
struct lane *lane_index_first(struct lane_index *lane_index)
{
	while (lane_index && lane_index->lanes) {
		struct lane *lane = container_of(lane_index->lanes, struct lane, in_index);
		if (lane->share->is_open && lane->index_vtime == lane->share->vtime) return lane;
		pairing_remove(&lane_index->lanes, &lane->in_index, lane_index_node_before, 0);
		if (!lane->share->is_open) {
			list_push_back(&lane->share->dropped, &lane->in_dropped);
			continue;
		}
		join_index(lane); /* virtual time only grows, so the lane moves back */
	}
	return NULL;
}

/* ---- shares -------------------------------------------------------------------------------- */

static void note_opened(struct list *opened, struct list_node *node)
{
	if (!list_node_is_in_list(node)) list_push_back(opened, node);
}

struct side *side_of(const struct share *share)
{
	return &share->queue->sides[share->carrier];
}

static void side_comes_back(const struct engine *engine, struct side *side, u32 carrier)
{
	if (side->vtime < engine->dispatch.queue_vtime[carrier])
		side->vtime = engine->dispatch.queue_vtime[carrier];
}

static void share_open(struct engine *engine, struct share *share)
{
	struct side *side = side_of(share);
	if (!side->shares) side_comes_back(engine, side, share->carrier);
	if (share->vtime < side->share_vtime) share->vtime = side->share_vtime;
	share->is_open = true;
	pairing_push(&side->shares, &share->in_queue, share_node_before, 0);
	while (!list_is_empty(&share->dropped)) {
		struct list_node *node = list_first(&share->dropped);
		list_remove(node);
		join_index(container_of(node, struct lane, in_dropped));
	}
	note_opened(&engine->dispatch.opened_shares, &share->in_opened);
}

/* The queue was held back while others were served: it does not catch up on the turns that it
 * missed. */
void queue_comes_back(struct engine *engine, struct queue *queue)
{
	for (u32 i = CARRIER_WORKERS; i < CARRIERS; i++)
		side_comes_back(engine, &queue->sides[i], i);
	engine_sweep(engine);
}

static void share_close(const struct engine *engine, struct share *share)
{
	struct side *side = side_of(share);
	share->is_open = false;
	pairing_remove(&side->shares, &share->in_queue, share_node_before, 0);
	/* No share is left to catch up, unless the shares are closed by a route of all tenants. */
	if (!side->shares && side->share_vtime < share->vtime && !engine->dispatch.keeps_vtime)
		side->share_vtime = share->vtime;
}

void share_update(struct engine *engine, struct share *share)
{
	bool open = share->open_lanes && !share->pause && !tenant_is_closed(share->tenant);
	if (open == share->is_open) return;
	if (open) share_open(engine, share);
	else share_close(engine, share);
}

void tenant_update(struct engine *engine, struct tenant *tenant)
{
	for (struct list_node *node = tenant->shares.head.next; node != &tenant->shares.head;
	     node = node->next)
		share_update(engine, container_of(node, struct share, in_tenant));
}

/* ---- lanes ------------------------------------------------------------------------------- */

static void list_band(struct lane *lane, u32 band)
{
	pairing_push(&lane->share->bands[band], &lane->in_share[band], lane_node_before, band);
	lane->share_bands |= (u16)(1 << band);
}

static void unlist_band(struct lane *lane, u32 band)
{
	if (!(lane->share_bands >> band & 1)) return;
	pairing_remove(&lane->share->bands[band], &lane->in_share[band], lane_node_before, band);
	lane->share_bands &= (u16) ~(1 << band);
}

static void lane_open(struct engine *engine, struct lane *lane)
{
	struct share *share = lane->share;
	lane->is_open = true;
	share->open_lanes++;
	share->blind_lanes += lane_is_blind(lane);
	list_push_back(&share->lanes, &lane->in_share_list);
	for (u32 band = 0; band < BANDS; band++) {
		if (lane->bands[band]) list_band(lane, band);
	}
	if (share->is_open) join_index(lane);
	else list_push_back(&share->dropped, &lane->in_dropped);
	note_opened(&engine->dispatch.opened_lanes, &lane->in_opened);
	if (lane->spill) lane_note_thirst(engine, lane);
	share_update(engine, share);
}

static void lane_close(struct engine *engine, struct lane *lane)
{
	struct share *share = lane->share;
	lane->is_open = false;
	share->open_lanes--;
	share->blind_lanes -= lane_is_blind(lane);
	list_remove(&lane->in_share_list);
	for (u32 band = 0; band < BANDS; band++) unlist_band(lane, band);
	if (list_node_is_in_list(&lane->in_dropped)) list_remove(&lane->in_dropped);
	else leave_index(lane);
	share_update(engine, share);
}

void lane_shut(struct engine *engine, struct lane *lane)
{
	if (lane->is_open) lane_close(engine, lane);
}

static bool lane_has_work(const struct lane *lane)
{
	return lane->due || lane_has_part(lane);
}

void lane_update(struct engine *engine, struct lane *lane)
{
	bool has_work = lane_has_work(lane);
	bool puts_off = false;
	bool is_held = has_work && is_gated(engine, lane, &puts_off);
	if (puts_off || list_node_is_in_list(&lane->in_gated))
		engine->hooks->gates.note_gated(engine, lane, puts_off);
	bool open = has_work && !is_held && !type_is_closed(lane->type);
	if (open == lane->is_open) return;
	if (open) lane_open(engine, lane);
	else lane_close(engine, lane);
}

void type_update(struct engine *engine, struct type *type)
{
	for (struct list_node *node = type->lanes.head.next; node != &type->lanes.head;
	     node = node->next)
		lane_update(engine, container_of(node, struct lane, in_type));
}

/* An open lane stays open while it has due runs: limits, pauses and gates close it themselves. */
static void lane_note_work(struct engine *engine, struct lane *lane)
{
	if (!lane->is_open || !lane_has_work(lane)) lane_update(engine, lane);
}

/* A lane's place in its share's band depends on the band's head: when the head changes, the lane is
 * removed and added again. */
void lane_push(struct engine *engine, struct engine_run *run)
{
	struct lane *lane = run->lane;
	u32 band = run->priority - 1u;
	must(band < BANDS);
	struct pairing_node *head = lane->bands[band];
	bool leads = !head || run_before(run, run_of_band(head));
	if (leads) unlist_band(lane, band);
	pairing_push(&lane->bands[band], &run->in_band, run_node_before, 0);
	if (leads && lane->is_open) list_band(lane, band);
	lane->due++;
	engine->dispatch.due++;
	if (lane->spill) band_look(engine, lane, band);
	lane_note_work(engine, lane);
	/* A waiting call may be able to use another run of an open lane, too. */
	if (lane->is_open) note_opened(&engine->dispatch.opened_lanes, &lane->in_opened);
}

void lane_remove(struct engine *engine, struct engine_run *run)
{
	struct lane *lane = run->lane;
	u32 band = run->priority - 1u;
	bool led = lane->bands[band] == &run->in_band;
	if (led) unlist_band(lane, band);
	pairing_remove(&lane->bands[band], &run->in_band, run_node_before, 0);
	if (led && lane->is_open && lane->bands[band]) list_band(lane, band);
	must(lane->due > 0);
	lane->due--;
	engine->dispatch.due--;
	if (lane->spill) {
		band_look(engine, lane, band);
		lane_note_thirst(engine, lane);
	}
	lane_note_work(engine, lane);
}

u32 band_peek(struct lane *lane, u32 band, struct engine_run **out_runs, u32 most)
{
	u32 len = 0;
	while (len < most && lane->bands[band]) {
		out_runs[len] = run_of_band(lane->bands[band]);
		pairing_remove(&lane->bands[band], &out_runs[len]->in_band, run_node_before, 0);
		len++;
	}
	for (u32 i = 0; i < len; i++)
		pairing_push(&lane->bands[band], &out_runs[i]->in_band, run_node_before, 0);
	return len;
}

/* ---- places ------------------------------------------------------------------------------- */

u64 vtime_cost(u32 weight)
{
	return VTIME_SCALE / (weight ? weight : 1);
}

void places_take(struct engine *engine, struct lane *lane)
{
	struct tenant *tenant = lane->type->tenant;
	engine->dispatch.running++;
	lane->share->queue->running++;
	tenant->running++;
	lane->type->running++;
	lane->running++;
	if (lane->route) engine->hooks->gates.count(engine, lane->route, 1);
	if (type_is_closed(lane->type)) type_update(engine, lane->type);
	if (tenant_is_closed(tenant)) tenant_update(engine, tenant);
}

void places_give(struct engine *engine, struct lane *lane)
{
	struct tenant *tenant = lane->type->tenant;
	struct queue *queue = lane->share->queue;
	bool type_was_closed = type_is_closed(lane->type);
	bool tenant_was_closed = tenant_is_closed(tenant);
	bool queue_was_closed = queue_is_closed(queue);
	bool was_full = engine_is_full(engine) || queue_was_closed;
	must(engine->dispatch.running > 0);
	must(tenant->running > 0);
	engine->dispatch.running--;
	queue->running--;
	tenant->running--;
	lane->type->running--;
	lane->running--;
	if (lane->route) engine->hooks->gates.count(engine, lane->route, -1);
	if (type_was_closed) type_update(engine, lane->type);
	if (tenant_was_closed) tenant_update(engine, tenant);
	if (queue_was_closed && !queue_is_closed(queue)) queue_comes_back(engine, queue);
	/* Lanes that wait for any slot of the queue, or of the server, are tried again. */
	if (was_full) engine_sweep(engine);
}
