/* The order in which runs begin. Opening and closing keep three rules (check.c verifies them):
 *   - a stand is in its seat's bands iff it is open: it has due runs, its type has room, and no
 *     gate is closed;
 *   - a seat is in its queue's heap iff it is open: it has an open stand, and its tenant has room;
 *   - a stand on a shelf is open; a shelf may still hold stands of a closed seat, which leave it
 *     when they come to its top.
 * Seats, shelves and turns are there twice, for workers and for the server's own handlers; a stand
 * is with those who carry its type out. So a pick never looks at anything that is held back. */
#include "engine/core/owner.h"

/* ---- orders ------------------------------------------------------------------------------- */

struct engine_run *run_of_band(struct pairing_node *node)
{
	return container_of(node, struct engine_run, in_band);
}

static bool run_before(const struct engine_run *a, const struct engine_run *b)
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

/* A stand stands in its seat once a band: which node is whose follows from the band. */
struct stand *stand_of_band(struct pairing_node *node, u32 band)
{
	return container_of(node - band, struct stand, in_seat);
}

static bool stand_node_before(const struct pairing_node *a, const struct pairing_node *b, u32 band)
{
	const struct stand *x = container_of(a - band, struct stand, in_seat);
	const struct stand *y = container_of(b - band, struct stand, in_seat);
	return run_before(run_of_band(x->bands[band]), run_of_band(y->bands[band]));
}

/* Of two with the same turn the one that was served longer ago: where all of them close at once and
 * open again, as under a rate limit they share, nobody is always the first. */
static bool seat_before(const struct seat *a, const struct seat *b)
{
	if (a->turn != b->turn) return a->turn < b->turn;
	if (a->served != b->served) return a->served < b->served;
	return a->tenant->no.v < b->tenant->no.v;
}

static bool seat_node_before(const struct pairing_node *a, const struct pairing_node *b,
			     u32 context)
{
	(void)context;
	return seat_before(container_of(a, struct seat, in_queue),
			   container_of(b, struct seat, in_queue));
}

static bool shelf_node_before(const struct pairing_node *a, const struct pairing_node *b,
			      u32 context)
{
	(void)context;
	const struct stand *x = container_of(a, struct stand, in_shelf);
	const struct stand *y = container_of(b, struct stand, in_shelf);
	if (x->shelf_turn != y->shelf_turn) return x->shelf_turn < y->shelf_turn;
	if (x->shelf_served != y->shelf_served) return x->shelf_served < y->shelf_served;
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

/* Most stand on no route, and nobody says anything about gates. */
static bool may_be_gated(const struct engine *engine, const struct stand *stand)
{
	return stand->route || stand->type->tenant->gates || engine->dispatch.system_gates;
}

static bool is_gated(const struct engine *engine, const struct stand *stand, bool *out_puts_off)
{
	*out_puts_off = false;
	return may_be_gated(engine, stand) &&
	       engine->hooks->gates.holds(engine, stand, out_puts_off);
}

/* Keys that close a stand: its type's pause and limit, the gates, its route. */
bool stand_is_closed(const struct engine *engine, const struct stand *stand)
{
	bool puts_off;
	return type_is_closed(stand->type) || is_gated(engine, stand, &puts_off);
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

/* ---- shelves ------------------------------------------------------------------------------ */

static struct shelf *shelf_find(const struct engine *engine, enum carrier carrier, queue_no queue,
				type_no type)
{
	return u64_map_find(&engine->dispatch.shelves, shelf_key(carrier, queue, type));
}

static void shelve(struct stand *stand)
{
	stand->shelf_turn = stand->seat->turn;
	stand->shelf_served = stand->seat->served;
	pairing_push(&stand->shelf->stands, &stand->in_shelf, shelf_node_before, 0);
}

static void unshelve(struct stand *stand)
{
	pairing_remove(&stand->shelf->stands, &stand->in_shelf, shelf_node_before, 0);
}

/* The open stand whose seat is next, of those on a shelf. */
static struct stand *shelf_first(struct shelf *shelf)
{
	while (shelf && shelf->stands) {
		struct stand *stand = container_of(shelf->stands, struct stand, in_shelf);
		if (stand->seat->is_open && stand->shelf_turn == stand->seat->turn) return stand;
		pairing_remove(&shelf->stands, &stand->in_shelf, shelf_node_before, 0);
		if (!stand->seat->is_open) {
			list_push_back(&stand->seat->dropped, &stand->in_dropped);
			continue;
		}
		shelve(stand); /* turns only grow: it goes further back */
	}
	return NULL;
}

/* ---- seats -------------------------------------------------------------------------------- */

static void note_opened(struct list *opened, struct list_node *node)
{
	if (!list_node_is_in_list(node)) list_push_back(opened, node);
}

static struct side *side_of(const struct seat *seat)
{
	return &seat->queue->sides[seat->carrier];
}

static void side_comes_back(const struct engine *engine, struct side *side, u32 carrier)
{
	if (side->turn < engine->dispatch.queue_turn[carrier])
		side->turn = engine->dispatch.queue_turn[carrier];
}

static void seat_open(struct engine *engine, struct seat *seat)
{
	struct side *side = side_of(seat);
	if (!side->seats) side_comes_back(engine, side, seat->carrier);
	if (seat->turn < side->seat_turn) seat->turn = side->seat_turn;
	seat->is_open = true;
	pairing_push(&side->seats, &seat->in_queue, seat_node_before, 0);
	while (!list_is_empty(&seat->dropped)) {
		struct list_node *node = list_first(&seat->dropped);
		list_remove(node);
		shelve(container_of(node, struct stand, in_dropped));
	}
	note_opened(&engine->dispatch.opened_seats, &seat->in_opened);
}

/* It was held back while others were served: what it missed is not owed to it. */
void queue_comes_back(struct engine *engine, struct queue *queue)
{
	for (u32 i = CARRIER_WORKERS; i < CARRIERS; i++)
		side_comes_back(engine, &queue->sides[i], i);
	engine_sweep(engine);
}

static void seat_close(const struct engine *engine, struct seat *seat)
{
	struct side *side = side_of(seat);
	seat->is_open = false;
	pairing_remove(&side->seats, &seat->in_queue, seat_node_before, 0);
	/* Nobody is left whom it could owe anything, but where a route closes for all. */
	if (!side->seats && side->seat_turn < seat->turn && !engine->dispatch.keeps_turns)
		side->seat_turn = seat->turn;
}

void seat_update(struct engine *engine, struct seat *seat)
{
	bool open = seat->open_stands && !seat->pause && !tenant_is_closed(seat->tenant);
	if (open == seat->is_open) return;
	if (open) seat_open(engine, seat);
	else seat_close(engine, seat);
}

void tenant_update(struct engine *engine, struct tenant *tenant)
{
	for (struct list_node *node = tenant->seats.head.next; node != &tenant->seats.head;
	     node = node->next)
		seat_update(engine, container_of(node, struct seat, in_tenant));
}

/* ---- stands ------------------------------------------------------------------------------- */

static void list_band(struct stand *stand, u32 band)
{
	pairing_push(&stand->seat->bands[band], &stand->in_seat[band], stand_node_before, band);
	stand->seat_bands |= (u16)(1 << band);
}

static void unlist_band(struct stand *stand, u32 band)
{
	if (!(stand->seat_bands >> band & 1)) return;
	pairing_remove(&stand->seat->bands[band], &stand->in_seat[band], stand_node_before, band);
	stand->seat_bands &= (u16) ~(1 << band);
}

static void stand_open(struct engine *engine, struct stand *stand)
{
	struct seat *seat = stand->seat;
	stand->is_open = true;
	seat->open_stands++;
	seat->blind_stands += stand_is_blind(stand);
	list_push_back(&seat->stands, &stand->in_seat_list);
	for (u32 band = 0; band < BANDS; band++) {
		if (stand->bands[band]) list_band(stand, band);
	}
	if (seat->is_open) shelve(stand);
	else list_push_back(&seat->dropped, &stand->in_dropped);
	note_opened(&engine->dispatch.opened_stands, &stand->in_opened);
	if (stand->spill) stand_note_thirst(engine, stand);
	seat_update(engine, seat);
}

static void stand_close(struct engine *engine, struct stand *stand)
{
	struct seat *seat = stand->seat;
	stand->is_open = false;
	seat->open_stands--;
	seat->blind_stands -= stand_is_blind(stand);
	list_remove(&stand->in_seat_list);
	for (u32 band = 0; band < BANDS; band++) unlist_band(stand, band);
	if (list_node_is_in_list(&stand->in_dropped)) list_remove(&stand->in_dropped);
	else unshelve(stand);
	seat_update(engine, seat);
}

void stand_shut(struct engine *engine, struct stand *stand)
{
	if (stand->is_open) stand_close(engine, stand);
}

static bool stand_has_work(const struct stand *stand)
{
	return stand->due || stand_has_part(stand);
}

void stand_update(struct engine *engine, struct stand *stand)
{
	bool has_work = stand_has_work(stand);
	bool puts_off = false;
	bool is_held = has_work && is_gated(engine, stand, &puts_off);
	if (puts_off || list_node_is_in_list(&stand->in_gated))
		engine->hooks->gates.note_gated(engine, stand, puts_off);
	bool open = has_work && !is_held && !type_is_closed(stand->type);
	if (open == stand->is_open) return;
	if (open) stand_open(engine, stand);
	else stand_close(engine, stand);
}

void type_update(struct engine *engine, struct type *type)
{
	for (struct list_node *node = type->stands.head.next; node != &type->stands.head;
	     node = node->next)
		stand_update(engine, container_of(node, struct stand, in_type));
}

/* An open stand stays open while it has work: whatever else may close it says so itself. */
static void stand_note_work(struct engine *engine, struct stand *stand)
{
	if (!stand->is_open || !stand_has_work(stand)) stand_update(engine, stand);
}

/* A stand's place in its seat's band follows the band's head: where that changes, it goes out, and
 * in again. */
void stand_push(struct engine *engine, struct engine_run *run)
{
	struct stand *stand = run->stand;
	u32 band = run->priority - 1u;
	must(band < BANDS);
	struct pairing_node *head = stand->bands[band];
	bool leads = !head || run_before(run, run_of_band(head));
	if (leads) unlist_band(stand, band);
	pairing_push(&stand->bands[band], &run->in_band, run_node_before, 0);
	if (leads && stand->is_open) list_band(stand, band);
	stand->due++;
	engine->dispatch.due++;
	if (stand->spill) band_look(engine, stand, band);
	stand_note_work(engine, stand);
	/* Also one more for an open stand may be what a waiting call asks for. */
	if (stand->is_open) note_opened(&engine->dispatch.opened_stands, &stand->in_opened);
}

void stand_remove(struct engine *engine, struct engine_run *run)
{
	struct stand *stand = run->stand;
	u32 band = run->priority - 1u;
	bool led = stand->bands[band] == &run->in_band;
	if (led) unlist_band(stand, band);
	pairing_remove(&stand->bands[band], &run->in_band, run_node_before, 0);
	if (led && stand->is_open && stand->bands[band]) list_band(stand, band);
	must(stand->due > 0);
	stand->due--;
	engine->dispatch.due--;
	if (stand->spill) {
		band_look(engine, stand, band);
		stand_note_thirst(engine, stand);
	}
	stand_note_work(engine, stand);
}

u32 band_peek(struct stand *stand, u32 band, struct engine_run **out_runs, u32 most)
{
	u32 len = 0;
	while (len < most && stand->bands[band]) {
		out_runs[len] = run_of_band(stand->bands[band]);
		pairing_remove(&stand->bands[band], &out_runs[len]->in_band, run_node_before, 0);
		len++;
	}
	for (u32 i = 0; i < len; i++)
		pairing_push(&stand->bands[band], &out_runs[i]->in_band, run_node_before, 0);
	return len;
}

/* ---- places ------------------------------------------------------------------------------- */

static u64 turn_cost(u32 weight)
{
	return TURN_SCALE / (weight ? weight : 1);
}

void places_take(struct engine *engine, struct stand *stand)
{
	struct tenant *tenant = stand->type->tenant;
	engine->dispatch.running++;
	stand->seat->queue->running++;
	tenant->running++;
	stand->type->running++;
	stand->running++;
	if (stand->route) engine->hooks->gates.count(engine, stand->route, 1);
	if (type_is_closed(stand->type)) type_update(engine, stand->type);
	if (tenant_is_closed(tenant)) tenant_update(engine, tenant);
}

void places_give(struct engine *engine, struct stand *stand)
{
	struct tenant *tenant = stand->type->tenant;
	struct queue *queue = stand->seat->queue;
	bool type_was_closed = type_is_closed(stand->type);
	bool tenant_was_closed = tenant_is_closed(tenant);
	bool queue_was_closed = queue_is_closed(queue);
	bool was_full = engine_is_full(engine) || queue_was_closed;
	must(engine->dispatch.running > 0);
	must(tenant->running > 0);
	engine->dispatch.running--;
	queue->running--;
	tenant->running--;
	stand->type->running--;
	stand->running--;
	if (stand->route) engine->hooks->gates.count(engine, stand->route, -1);
	if (type_was_closed) type_update(engine, stand->type);
	if (tenant_was_closed) tenant_update(engine, tenant);
	if (queue_was_closed && !queue_is_closed(queue)) queue_comes_back(engine, queue);
	/* Stands that wait for any place of the queue, or of all, are looked through again. */
	if (was_full) engine_sweep(engine);
}

/* ---- picking ------------------------------------------------------------------------------ */

/* The priority that counts: one step more urgent for each full aging span past run_at. */
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

static struct engine_run *most_urgent_of_seat(const struct engine *engine, const struct seat *seat)
{
	struct best best = { 0 };
	for (u32 band = 0; band < BANDS; band++) {
		if (!seat->bands[band]) continue;
		struct stand *stand = stand_of_band(seat->bands[band], band);
		consider(engine, &best, run_of_band(stand->bands[band]));
	}
	return best.run;
}

/* The seat's stands of a type, one after the other, if anything can be had; another carrier's stand
 * is not its. `after`: the one before; NULL: the first. */
static struct stand *open_stand_at(const struct seat *seat, const struct type *type,
				   const struct stand *after)
{
	struct list_node *node = after ? after->in_type.next : type->stands.head.next;
	for (; node != &type->stands.head; node = node->next) {
		struct stand *stand = container_of(node, struct stand, in_type);
		if (stand->is_open && stand->seat == seat) return stand;
	}
	return NULL;
}

static struct engine_run *most_urgent_of_types(const struct engine *engine, const struct seat *seat,
					       const struct call *call)
{
	struct best best = { 0 };
	for (u32 i = 0; i < call->types_len; i++) {
		const struct type *type = type_find(engine, seat->tenant->no, call->types[i]);
		const struct stand *stand = type ? open_stand_at(seat, type, NULL) : NULL;
		for (; stand; stand = open_stand_at(seat, type, stand)) {
			for (u32 band = 0; band < BANDS; band++) {
				if (stand->bands[band])
					consider(engine, &best, run_of_band(stand->bands[band]));
			}
		}
	}
	return best.run;
}

/* Whether a more urgent run than memory shows may be in the store alone, of those the call takes.
 */
static bool meets_blind(const struct engine *engine, const struct seat *seat,
			const struct call *call)
{
	if (!seat->blind_stands || !call->types_len) return seat->blind_stands;
	for (u32 i = 0; i < call->types_len; i++) {
		const struct type *type = type_find(engine, seat->tenant->no, call->types[i]);
		const struct stand *stand = type ? open_stand_at(seat, type, NULL) : NULL;
		for (; stand; stand = open_stand_at(seat, type, stand))
			if (stand_is_blind(stand)) return true;
	}
	return false;
}

static void consider_seat(struct seat **best, struct seat *seat)
{
	if (seat && (!*best || seat_before(seat, *best))) *best = seat;
}

/* The seat of this queue whose turn it is, of those that have something for the call. */
static struct seat *next_seat(struct engine *engine, struct queue *queue, const struct call *call)
{
	struct seat *best = NULL;
	const struct side *side = &queue->sides[call->carrier];
	if (queue_is_closed(queue) || !side->seats) return NULL;
	if (call->tenants_len) {
		for (u32 i = 0; i < call->tenants_len; i++) {
			struct seat *seat = seat_find(engine, call->tenants[i], queue->no,
						      call->carrier);
			if (!seat || !seat->is_open) continue;
			if (call->types_len && !most_urgent_of_types(engine, seat, call) &&
			    !meets_blind(engine, seat, call))
				continue;
			consider_seat(&best, seat);
		}
		return best;
	}
	if (!call->types_len) return container_of(side->seats, struct seat, in_queue);
	for (u32 i = 0; i < call->types_len; i++) {
		struct shelf *shelf = shelf_find(engine, call->carrier, queue->no, call->types[i]);
		struct stand *stand = shelf_first(shelf);
		if (stand) consider_seat(&best, stand->seat);
	}
	return best;
}

static void consider_queue(struct engine *engine, u32 no, const struct call *call,
			   struct queue **best, struct seat **best_seat)
{
	struct queue *queue = &engine->dispatch.queues[no];
	const struct side *side = &queue->sides[call->carrier];
	if (!queue->exists || (*best && side->turn >= (*best)->sides[call->carrier].turn)) return;
	struct seat *seat = next_seat(engine, queue, call);
	if (!seat) return;
	*best = queue;
	*best_seat = seat;
}

void turn_pay(struct engine *engine, const struct engine_run *run)
{
	struct seat *seat = run->stand->seat;
	struct queue *queue = seat->queue;
	struct side *side = side_of(seat);
	side->seat_turn = seat->turn;
	engine->dispatch.queue_turn[seat->carrier] = side->turn;
	side->turn += turn_cost(queue->policy.weight);
	pairing_remove(&side->seats, &seat->in_queue, seat_node_before, 0);
	seat->turn += turn_cost(seat->tenant->policy.weight);
	seat->served = ++engine->dispatch.claims_made;
	pairing_push(&side->seats, &seat->in_queue, seat_node_before, 0);
}

/* The seat whose turn it is, of all queues that the call takes; NULL: none has anything. */
static struct seat *seat_for_call(struct engine *engine, const struct call *call)
{
	struct queue *queue = NULL;
	struct seat *seat = NULL;
	if (call->queues_len) {
		for (u32 i = 0; i < call->queues_len; i++)
			consider_queue(engine, call->queues[i].v, call, &queue, &seat);
	} else {
		for (u32 no = 1; no < engine->core.names[NAME_QUEUE].len; no++)
			consider_queue(engine, no, call, &queue, &seat);
	}
	return seat;
}

struct engine_run *pick_for_call(struct engine *engine, const struct call *call)
{
	struct seat *seat;
	if (engine_is_full(engine)) return NULL;
	do seat = seat_for_call(engine, call);
	while (seat && (seat->tenant->gates || engine->dispatch.system_gates) &&
	       engine->hooks->gates.catch_up(engine, seat->tenant));
	if (!seat) return NULL;
	if (meets_blind(engine, seat, call)) {
		/* This tenant is next, but its head run is spilled. Stop claiming so that the next
		 * turn can load it. */
		engine->dispatch.claims_left = 0;
		return NULL;
	}
	struct engine_run *run = call->types_len ? most_urgent_of_types(engine, seat, call)
						 : most_urgent_of_seat(engine, seat);
	must(run != NULL);
	bool may_be_judged = run->has_user || seat->tenant->gates;
	if (may_be_judged && !engine->hooks->gates.lets_pass(engine, run)) {
		engine->dispatch.claims_left = 0;
		return NULL;
	}
	return run;
}
