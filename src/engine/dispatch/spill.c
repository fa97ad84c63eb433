/* Runs that memory has no room for. A due run that finds no room is marked as spilled and left in
 * the store; its band is refilled from there, page by page, when little of it is left.
 *
 * Room is shared as it comes: a lane may hold as many due runs as are free at the moment, one that
 * is held back a quarter of that. So one tenant's million ends at half of all room, two at a third
 * each, and ten runs of another always find some. Nothing that is in memory is thrown out, but for
 * the head of a band before which another is put.
 *
 * Where it is the turn of a share with a blind band, a run of it could go before a more urgent one
 * that is in the store alone. Then nothing more is claimed in this turn; the next, which follows at
 * once, brings the page. So order and turns are as if all were in memory. */
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

enum {
	REFILL_BELOW = 250,   /* due runs of a lane below which it is refilled */
	REFILL_ROWS_MIN = 16, /* even if memory is full */
};

/* ---- places ------------------------------------------------------------------------------- */

struct place place_before(struct place place)
{
	for (size_t i = sizeof place.id.bytes; i-- > 0;) {
		if (place.id.bytes[i]--) return place; /* no borrow */
	}
	place.run_at = msec_sub(place.run_at, 1); /* the id was nil, and is now the greatest id */
	return place;
}

struct place place_of(const struct engine_run *run)
{
	return (struct place){ run->run_at, run->id };
}

bool place_is_behind(struct place a, struct place b)
{
	if (a.run_at != b.run_at) return a.run_at > b.run_at;
	return uuid_compare(&a.id, &b.id) > 0;
}

/* ---- spilling ----------------------------------------------------------------------------- */

void band_look(struct engine *engine, struct lane *lane, u32 band)
{
	struct spill *spill = lane->spill;
	bool was_blind = spill->blind != 0;
	struct pairing_node *head = lane->bands[band];
	bool is_known = head && !place_is_behind(place_of(run_of_band(head)), spill->marks[band]);
	u16 bit = (u16)(1 << band);
	if (spill->bands & bit && !is_known) spill->blind |= bit;
	else spill->blind &= (u16)~bit;
	if (!lane->is_open) return;
	if (spill->blind) lane_note_thirst(engine, lane);
	if (was_blind && !spill->blind) lane->share->blind_lanes--;
	if (!was_blind && spill->blind) lane->share->blind_lanes++;
}

static struct spill *spill_get(struct engine *engine, struct lane *lane)
{
	if (!lane->spill) lane->spill = pool_take(&engine->dispatch.spill_pool);
	return lane->spill;
}

/* Runs beyond `mark` may be in the store alone. */
static void set_mark(struct engine *engine, struct lane *lane, u32 band, struct place mark)
{
	struct spill *spill = spill_get(engine, lane);
	bool is_new = !(spill->bands >> band & 1);
	if (!is_new && !place_is_behind(spill->marks[band], mark)) return;
	spill->marks[band] = mark;
	spill->bands |= (u16)(1 << band);
	band_look(engine, lane, band);
	if (is_new) lane_update(engine, lane);
}

void spill_note(struct engine *engine, const struct engine_run *run)
{
	set_mark(engine, run->lane, run->priority - 1u, place_before(place_of(run)));
	if (run->deadline_at && run->deadline_at < engine->reach.overdue_at)
		engine->reach.overdue_at = run->deadline_at;
}

enum err spill_recall(struct engine *engine, const struct band_row *row)
{
	enum err err = reserve_lane(engine);
	if (!err) err = pool_reserve(&engine->dispatch.spill_pool, 1);
	if (err) return err;
	must(row->priority >= 1);
	must(row->priority <= BANDS);
	struct type *type = type_get(engine, tenant_get(engine, row->tenant), row->type);
	struct lane *lane = lane_get(engine, type, queue_of(engine, row->queue), row->route);
	lane_note_used(lane, true);
	set_mark(engine, lane, row->priority - 1u, (struct place){ .run_at = MSEC_MIN });
	engine->reach.overdue_at = MSEC_MIN;
	return ERR_OK;
}

/* ---- refilling ---------------------------------------------------------------------------- */

static bool is_short(const struct engine *engine, const struct lane *lane)
{
	return lane->due < REFILL_BELOW && room_left(engine) > LIMIT_REFILL_ROWS;
}

void lane_note_thirst(struct engine *engine, struct lane *lane)
{
	if (!lane->is_open || !lane_has_part(lane)) return;
	if (!lane_is_blind(lane) && !is_short(engine, lane)) return;
	if (list_node_is_in_list(&lane->in_thirsty)) return;
	list_push_back(&engine->dispatch.thirsty, &lane->in_thirsty);
}

/* Blind bands first: other bands are only short. */
static u32 want_bands(struct engine *engine, struct turn *turn, const struct lane *lane,
		      u32 wants_left)
{
	const struct spill *spill = lane->spill;
	u16 bands = spill->blind ? spill->blind : spill->bands;
	u32 asked = 0;
	u32 room = room_left(engine);
	u32 limit = room < LIMIT_REFILL_ROWS ? room : LIMIT_REFILL_ROWS;
	for (u32 band = 0; band < BANDS && asked < wants_left; band++) {
		if (!(bands >> band & 1)) continue;
		struct want *want = want_add(turn, WANT_SPILLED);
		want->spilled.band = (struct band_row){ lane->type->tenant->no,
							lane->share->queue->no, lane->type->no,
							lane->own, band + 1 };
		want->spilled.after_run_at = spill->marks[band].run_at;
		want->spilled.after_id = spill->marks[band].id;
		want->spilled.limit = limit < REFILL_ROWS_MIN ? REFILL_ROWS_MIN : limit;
		asked++;
	}
	return asked;
}

void want_spilled(struct engine *engine, struct turn *turn)
{
	u32 wants_left = LIMIT_TURN_REFILLS;
	struct list_node *node = engine->dispatch.thirsty.head.next;
	while (wants_left && node != &engine->dispatch.thirsty.head) {
		struct lane *lane = container_of(node, struct lane, in_thirsty);
		node = node->next;
		bool is_needed = lane->is_open && lane_has_part(lane) &&
				 (lane_is_blind(lane) || is_short(engine, lane));
		if (is_needed) wants_left -= want_bands(engine, turn, lane, wants_left);
		else list_remove(&lane->in_thirsty);
	}
}

void band_part_is_gone(struct engine *engine, struct lane *lane, u32 band)
{
	lane->spill->bands &= (u16) ~(1 << band);
	band_look(engine, lane, band);
	if (lane->spill->bands) return;
	pool_give(&engine->dispatch.spill_pool, lane->spill);
	lane->spill = NULL;
	lane_update(engine, lane);
	lane_note_idle(engine, lane);
}
