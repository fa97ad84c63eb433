/* An enqueue that replaces the run with its key: for callers that send the same task with other
 * content until it starts. The run keeps its id, its key and its other members. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/memory/memory.h"

/* No attempt has begun, and the run is a caller's own. */
static struct engine_run *not_begun(struct engine *engine, const struct replacement *replacement)
{
	bool was_here = run_find(engine, replacement->run) != NULL;
	struct engine_run *run = run_live(engine, replacement->run);
	/* The run may belong in the store alone, where only this turn's commit will write it. */
	if (!run && replacement->made) run = run_admit(engine, replacement->made);
	if (!run || (!run->execution && !run->fence && !run->owner)) return run;
	if (!was_here) run_forget(engine, run);
	return NULL;
}

static void note_seen(struct engine *engine, const struct run_replaced *texts)
{
	struct run_seen *seen = seen_find(engine, &texts->id);
	if (!seen) return;
	seen->row.deadline_at = texts->deadline_at;
	seen->row.flagged = texts->flagged;
	seen->row.alert = texts->alert;
	seen->row.payload_len = (u32)texts->payload.len;
}

bool run_replace(struct engine *engine, const struct replacement *replacement, str actor)
{
	struct engine_run *run = not_begun(engine, replacement);
	if (!run) return false;
	struct run_replaced *texts = arena_alloc(&now_turn(engine)->arena, sizeof *texts);
	must(texts != NULL);
	*texts = replacement->texts;
	texts->id = run->id;
	texts->tenant = run_tenant(run);
	change_add(engine, CHANGE_RUN_REPLACED)->replaced = texts;
	note_seen(engine, texts);
	run_step_out(engine, run);
	if (run->deadline.node.at) heap_remove(&engine->clock.wall, &run->deadline.node);
	run->deadline_at = texts->deadline_at;
	run->payload_len = (u32)texts->payload.len;
	run->alert = texts->alert;
	run->priority = (u8)replacement->priority;
	engine->hooks->gates.replaced(engine, run);
	run_move(engine, run, replacement->run_at, STR("replaced"), actor);
	return true;
}
