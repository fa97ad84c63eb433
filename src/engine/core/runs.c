/* Runs in memory: entering, lining up by time, leaving. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"
#include "engine/schedule/job_parts.h"

struct engine_run *run_find(const struct engine *engine, const struct uuid *id)
{
	return uuid_map_find(&engine->core.runs, id);
}

bool run_is_put_off(const struct engine_run *run)
{
	return run->job && run->deferred_by && run->due.node.at;
}

enum run_state run_state_of(const struct engine_run *run)
{
	if (run->execution) return RUN_PROCESSING;
	return run->is_waiting ? RUN_WAITING : RUN_QUEUED;
}

bool run_belongs_in_memory(const struct engine *engine, msec run_at, const struct uuid *id)
{
	if (run_at != engine->reach.loaded_at) return run_at < engine->reach.loaded_at;
	return uuid_compare(id, &engine->reach.loaded_id) <= 0;
}

static void take_from_row(struct engine_run *run, const struct run_row *row)
{
	const struct run_hot *hot = &row->hot;
	run->id = row->id;
	run->run_at = hot->run_at;
	run->deadline_at = row->deadline_at;
	run->created_at = row->created_at;
	run->deferred_until = hot->deferred_until;
	run->timeout_ms = (u32)row->timeout_ms;
	run->payload_len = row->payload_len;
	run->fence = hot->fence;
	run->deferred_count = hot->deferred_count;
	run->attempts = (u16)hot->attempts;
	run->max_attempts = (u16)hot->max_attempts;
	run->priority = (u8)hot->priority;
	run->scope = (u8)row->scope;
	run->cause = (u8)row->cause;
	run->free_429_streak = (u8)hot->free_429_streak;
	run->deferred_by = (u8)hot->deferred_by;
	run->is_waiting = hot->state == RUN_WAITING;
	run->has_user = row->has_user || row->user.len;
	run->has_entity = row->has_entity || row->entity.len;
	run->is_critical = row->is_critical != 0;
	run->hops = (u8)row->hops;
	run->alert = row->alert;
	run->bucket = hot->bucket;
	run->key = row->key_digest;
	run->journal_turn = hot->journal_turn;
}

static struct engine_run *admit(struct engine *engine, const struct run_row *row, struct type *type)
{
	struct engine_run *run = pool_take(&engine->core.run_pool);
	must(row->hot.priority >= 1);
	must(row->hot.priority <= BANDS);
	must(row->type.v == type->no.v);
	must(row->tenant.v == type->tenant->no.v);
	take_from_row(run, row);
	run->due.kind = TIMER_RUN_DUE;
	run->deadline.kind = TIMER_RUN_DEADLINE;
	run->lane = lane_get(engine, type, queue_of(engine, row->hot.queue), row->route);
	run->lane->runs++;
	lane_note_used(run->lane, true);
	if (!uuid_is_nil(&row->parent)) run->batch = engine->hooks->parent_of(engine, &row->parent);
	uuid_map_insert(&engine->core.runs, run);
	u8 owner = owner_of_row(engine, row);
	if (owner) engine->hooks->owners[owner]->admit(engine, run, row);
	run->owner = owner;
	return run;
}

static struct type *type_of_row(struct engine *engine, const struct run_row *row)
{
	return type_get(engine, tenant_get(engine, row->tenant), row->type);
}

struct engine_run *run_admit(struct engine *engine, const struct run_row *row)
{
	return admit(engine, row, type_of_row(engine, row));
}

void reach_less_far(struct engine *engine, struct place place)
{
	struct place last = place_before(place);
	engine->reach.loaded_at = last.run_at;
	engine->reach.loaded_id = last.id;
	engine->reach.scan_at = place.run_at;
}

void run_enter(struct engine *engine, struct run_row *row)
{
	run_enter_as(engine, row, type_of_row(engine, row));
}

void run_enter_as(struct engine *engine, struct run_row *row, struct type *type)
{
	if (!run_belongs_in_memory(engine, row->hot.run_at, &row->id)) return;
	bool is_due = row->hot.run_at <= engine->clock.seen.wall;
	if (!is_due && engine_is_crowded(engine)) {
		reach_less_far(engine, (struct place){ row->hot.run_at, row->id });
		return;
	}
	struct engine_run *run = admit(engine, row, type);
	row->hot.spilled = is_due && run_has_no_room(engine, run, false);
	if (!row->hot.spilled) {
		run_line_up(engine, run);
		return;
	}
	spill_note(engine, run);
	run_forget(engine, run);
}

void run_place(struct engine *engine, struct engine_run *run)
{
	/* A task that waits for others has no line: only what it waits for is in memory. */
	if (run->is_waiting && !run->job) {
		engine->hooks->still_waits(engine, run);
		run_forget(engine, run);
		return;
	}
	bool is_due = run->run_at <= engine->clock.seen.wall;
	if (!run_belongs_in_memory(engine, run->run_at, &run->id)) {
		/* A run that a command of this turn names stays in memory until the step ends. A
		 * run of a job that a gate has deferred stays until its time: the job's other runs
		 * wait for it. */
		if (run->job && run->deferred_by) run_line_up(engine, run);
		else if (!run->job || !run->job->is_visited) run_forget(engine, run);
	} else if (is_due && run_has_no_room(engine, run, false)) spill_run(engine, run);
	else run_line_up(engine, run);
}

bool run_waits(struct engine *engine, struct engine_run *run)
{
	const struct run_owner *owner = owner_of(engine, run);
	return owner && owner->waits_for_clock && owner->waits_for_clock(engine, run);
}

static bool is_to_come(const struct engine *engine, const struct engine_run *run)
{
	const struct run_owner *owner = owner_of(engine, run);
	return owner && owner->is_to_come && owner->is_to_come(run);
}

void run_offer(struct engine *engine, struct engine_run *run)
{
	const struct run_owner *owner = owner_of(engine, run);
	if (owner && owner->offer) owner->offer(engine, run);
	else lane_push(engine, run);
}

void run_line_up(struct engine *engine, struct engine_run *run)
{
	must(!run->execution);
	if (run->job && run->deferred_by && run->run_at > engine->clock.seen.wall)
		run->job->put_off++;
	/* An occurrence is decided by its timer, however late it is. */
	if (run->run_at > engine->clock.seen.wall || is_to_come(engine, run))
		heap_push(&engine->clock.wall, &run->due.node, run->run_at);
	else run_offer(engine, run);
	if (run->deadline_at && !run->deadline.node.at)
		heap_push(&engine->clock.wall, &run->deadline.node, run->deadline_at);
}

void run_leave_timer(struct engine *engine, struct engine_run *run)
{
	bool was_put_off = run_is_put_off(run);
	heap_remove(&engine->clock.wall, &run->due.node);
	if (!was_put_off) return;
	must(run->job->put_off > 0);
	run->job->put_off--;
	owner_of(engine, run)->settle(engine, run->job);
}

void run_step_out(struct engine *engine, struct engine_run *run)
{
	if (run->due.node.at) run_leave_timer(engine, run);
	if (run->is_asked) engine->hooks->unasked(engine, run);
	if (run->owner) owner_of(engine, run)->step_out(engine, run);
	else if (pairing_is_in(&run->in_band)) lane_remove(engine, run);
}

void run_forget(struct engine *engine, struct engine_run *run)
{
	must(!run->execution);
	run_step_out(engine, run);
	if (run->deadline.node.at) heap_remove(&engine->clock.wall, &run->deadline.node);
	must(run->lane->runs > 0);
	run->lane->runs--;
	lane_note_idle(engine, run->lane);
	if (run->owner) owner_of(engine, run)->forget(engine, run);
	uuid_map_remove(&engine->core.runs, &run->id);
	pool_give(&engine->core.run_pool, run);
}

struct run_hot run_hot_of(const struct engine *engine, const struct engine_run *run,
			  enum run_state state)
{
	must(state != RUN_PROCESSING);
	return (struct run_hot){
		.state = state,
		.priority = run->priority,
		.queue = run->lane->share->queue->no,
		.attempts = run->attempts,
		.max_attempts = run->max_attempts,
		.deferred_count = run->deferred_count,
		.free_429_streak = run->free_429_streak,
		.deferred_by = (enum gate)run->deferred_by,
		.fence = run->fence,
		.run_at = run->run_at,
		.deferred_until = run->deferred_until,
		.updated_at = wall_now(engine),
		.finished_at = run_state_is_final(state) ? wall_now(engine) : 0,
		.bucket = run->bucket,
		.journal_turn = run->journal_turn,
		.plan_state = (enum plan_state)run->plan_state,
	};
}
