/* Runs that memory has no room for: which of them are spilled, and which are loaded again.
 * dispatch/spill.c describes how the bands of a lane record this. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

static bool is_held_back(const struct engine *engine, const struct lane *lane)
{
	const struct share *share = lane->share;
	return lane_is_closed(engine, lane) || tenant_is_closed(share->tenant) || share->pause ||
	       queue_is_closed(share->queue);
}

bool run_has_no_room(struct engine *engine, const struct engine_run *run, bool is_loaded)
{
	const struct lane *lane = run->lane;
	u32 band = run->priority - 1u;
	/* Runs of jobs are few and their jobs count them: they stay. */
	if (!engine->config.runs_max || run->job) return false;
	if (!is_loaded && band_has_part(lane, band) &&
	    place_is_behind(place_of(run), lane->spill->marks[band]))
		return true;
	u32 room = room_left(engine);
	if (lane->due < (is_held_back(engine, lane) ? room / 4 : room)) return false;
	if (!lane->bands[band])
		return band_has_part(lane, band) &&
		       place_is_behind(place_of(run), lane->spill->marks[band]);
	struct engine_run *head = run_of_band(lane->bands[band]);
	if (place_is_behind(place_of(run), place_of(head))) return true;
	if (!head->job) spill_run(engine, head);
	return false;
}

void spill_run(struct engine *engine, struct engine_run *run)
{
	must(!run->execution);
	struct change *change = change_add(engine, CHANGE_RUN_SPILLED);
	change->spilled.id = run->id;
	change->spilled.tenant = run_tenant(run);
	run_step_out(engine, run);
	spill_note(engine, run);
	run_forget(engine, run);
}

/* The run was due when it was spilled; setting the clock back does not change that. */
static void take_in_row(struct engine *engine, const struct run_row *row)
{
	if (run_find(engine, &row->id)) return;
	struct engine_run *run = run_admit(engine, row);
	run_offer(engine, run);
	if (run->deadline_at) heap_push(&engine->clock.wall, &run->deadline.node, run->deadline_at);
}

void take_in_spilled(struct engine *engine, const struct want *want)
{
	const struct band_row *row = &want->spilled.band;
	u32 len = want->spilled.len;
	u32 band = row->priority - 1u;
	struct type *type = type_find(engine, row->tenant, row->type);
	must(type != NULL);
	struct lane *lane = lane_find(type, queue_of(engine, row->queue), row->route);
	must(lane != NULL);
	must(band_has_part(lane, band));
	for (u32 i = 0; i < len; i++) take_in_row(engine, &want->spilled.rows[i]);
	if (list_node_is_in_list(&lane->in_thirsty)) list_remove(&lane->in_thirsty);
	if (len) {
		const struct run_row *last = &want->spilled.rows[len - 1];
		lane->spill->marks[band] = (struct place){ last->hot.run_at, last->id };
	}
	if (len < want->spilled.limit) band_part_is_gone(engine, lane, band);
	else band_look(engine, lane, band);
	lane_note_thirst(engine, lane);
}

void want_overdue(struct engine *engine, struct turn *turn)
{
	if (engine->reach.overdue_at > turn->now.wall) return;
	struct want *want = want_add(turn, WANT_OVERDUE);
	want->overdue.until = turn->now.wall;
	want->overdue.limit = LIMIT_OVERDUE_ROWS;
}

/* Changes by time to runs of people wait until a clock that jumped has settled: then all are looked
 * for. Behind a whole page of them nothing can be seen until then. */
void end_overdue(struct engine *engine, const struct want *want)
{
	u32 held = 0;
	for (u32 i = 0; i < want->overdue.len; i++) {
		const struct run_row *row = &want->overdue.rows[i];
		bool is_held = (row->daily || row->reminder) && clock_hold_is_on(engine);
		held += is_held;
		/* The timer ends a run that is in memory. */
		if (is_held || run_find(engine, &row->id)) continue;
		struct engine_run *run = run_admit(engine, row);
		run_end(engine, run, RUN_CANCELLED, deadline_word(engine, run), (str){ "", 0 });
	}
	if (held == want->overdue.limit) engine->reach.overdue_at = MSEC_MAX;
}
