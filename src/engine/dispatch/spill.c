/* Runs that memory has no room for. A due run that finds no room is marked as spilled and left in
 * the store; its band is refilled from there, page by page, when little of it is left.
 *
 * Room is shared as it comes: a stand may hold as many due runs as are free at the moment, one that
 * is held back a quarter of that. So one tenant's million ends at half of all room, two at a third
 * each, and ten runs of another always find some. Nothing that is in memory is thrown out, but for
 * the head of a band before which another is put.
 *
 * Where it is the turn of a seat with a blind band, a run of it could go before a more urgent one
 * that is in the store alone. Then nothing more is claimed in this turn; the next, which follows at
 * once, brings the page. So order and turns are as if all were in memory. */
#include "engine/schedule/job_parts.h"

enum {
	REFILL_BELOW = 250,   /* due runs of a stand */
	REFILL_ROWS_MIN = 16, /* however full memory is */
};

/* ---- places ------------------------------------------------------------------------------- */

struct place place_before(struct place place)
{
	for (size_t i = sizeof place.id.bytes; i-- > 0;) {
		if (place.id.bytes[i]--) return place; /* no borrow */
	}
	place.run_at = msec_sub(place.run_at, 1); /* its id was nil; now it is the greatest */
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

void band_look(struct engine *engine, struct stand *stand, u32 band)
{
	struct spill *spill = stand->spill;
	bool was_blind = spill->blind != 0;
	struct pairing_node *head = stand->bands[band];
	bool is_known = head && !place_is_behind(place_of(run_of_band(head)), spill->marks[band]);
	u16 bit = (u16)(1 << band);
	if (spill->bands & bit && !is_known) spill->blind |= bit;
	else spill->blind &= (u16)~bit;
	if (!stand->is_open) return;
	if (spill->blind) stand_note_thirst(engine, stand);
	if (was_blind && !spill->blind) stand->seat->blind_stands--;
	if (!was_blind && spill->blind) stand->seat->blind_stands++;
}

static struct spill *spill_get(struct engine *engine, struct stand *stand)
{
	if (!stand->spill) stand->spill = pool_take(&engine->dispatch.spill_pool);
	return stand->spill;
}

/* Runs behind `mark` may be in the store alone. */
static void set_mark(struct engine *engine, struct stand *stand, u32 band, struct place mark)
{
	struct spill *spill = spill_get(engine, stand);
	bool is_new = !(spill->bands >> band & 1);
	if (!is_new && !place_is_behind(spill->marks[band], mark)) return;
	spill->marks[band] = mark;
	spill->bands |= (u16)(1 << band);
	band_look(engine, stand, band);
	if (is_new) stand_update(engine, stand);
}

void spill_note(struct engine *engine, const struct engine_run *run)
{
	set_mark(engine, run->stand, run->priority - 1u, place_before(place_of(run)));
	if (run->deadline_at && run->deadline_at < engine->reach.overdue_at)
		engine->reach.overdue_at = run->deadline_at;
}

enum err spill_recall(struct engine *engine, const struct band_row *row)
{
	enum err err = reserve_stand(engine);
	if (!err) err = pool_reserve(&engine->dispatch.spill_pool, 1);
	if (err) return err;
	must(row->priority >= 1);
	must(row->priority <= BANDS);
	struct type *type = type_get(engine, tenant_get(engine, row->tenant), row->type);
	struct stand *stand = stand_get(engine, type, queue_of(engine, row->queue), row->route);
	stand_note_used(stand, true);
	set_mark(engine, stand, row->priority - 1u, (struct place){ .run_at = MSEC_MIN });
	engine->reach.overdue_at = MSEC_MIN;
	return ERR_OK;
}

/* ---- refilling ---------------------------------------------------------------------------- */

static bool is_short(const struct engine *engine, const struct stand *stand)
{
	return stand->due < REFILL_BELOW && room_left(engine) > LIMIT_REFILL_ROWS;
}

void stand_note_thirst(struct engine *engine, struct stand *stand)
{
	if (!stand->is_open || !stand_has_part(stand)) return;
	if (!stand_is_blind(stand) && !is_short(engine, stand)) return;
	if (list_node_is_in_list(&stand->in_thirsty)) return;
	list_push_back(&engine->dispatch.thirsty, &stand->in_thirsty);
}

/* Blind bands first; one that is not is only short. */
static u32 want_bands(struct engine *engine, struct turn *turn, const struct stand *stand,
		      u32 wants_left)
{
	const struct spill *spill = stand->spill;
	u16 bands = spill->blind ? spill->blind : spill->bands;
	u32 asked = 0;
	u32 room = room_left(engine);
	u32 limit = room < LIMIT_REFILL_ROWS ? room : LIMIT_REFILL_ROWS;
	for (u32 band = 0; band < BANDS && asked < wants_left; band++) {
		if (!(bands >> band & 1)) continue;
		struct want *want = want_add(turn, WANT_SPILLED);
		want->spilled.band = (struct band_row){ stand->type->tenant->no,
							stand->seat->queue->no, stand->type->no,
							stand->own, band + 1 };
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
		struct stand *stand = container_of(node, struct stand, in_thirsty);
		node = node->next;
		bool is_needed = stand->is_open && stand_has_part(stand) &&
				 (stand_is_blind(stand) || is_short(engine, stand));
		if (is_needed) wants_left -= want_bands(engine, turn, stand, wants_left);
		else list_remove(&stand->in_thirsty);
	}
}

void band_part_is_gone(struct engine *engine, struct stand *stand, u32 band)
{
	stand->spill->bands &= (u16) ~(1 << band);
	band_look(engine, stand, band);
	if (stand->spill->bands) return;
	pool_give(&engine->dispatch.spill_pool, stand->spill);
	stand->spill = NULL;
	stand_update(engine, stand);
	stand_note_idle(engine, stand);
}
