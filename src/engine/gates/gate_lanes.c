/* The effect of closed gates on lanes. A gate that holds every run of a type closes the type's
 * lanes, so that no pick meets their runs. Runs are deferred from the heads of such lanes, a
 * limited number a second; the rest stay queued. A pause comes before a gate: paused runs stay
 * queued and are not deferred. */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

#define DEFER_EVERY MSEC_SECOND
/* After a walk that found no run to defer: the lanes are paused, or their runs are spilled. */
#define DEFER_SELDOM MSEC_MINUTE
#define JITTER_MIN MSEC_MINUTE
#define JITTER_MAX (5 * MSEC_MINUTE)
/* When a gate opens at a known time, deferred runs are spread over up to this span. */
#define END_JITTER_MAX MSEC_MINUTE
#define TOLD_EVERY (10 * MSEC_MINUTE)

/* ---- which gate --------------------------------------------------------------------------- */

bool type_notifies(const struct type *type)
{
	return type->notifies_by_name || (type->policy && type->policy->notifies);
}

enum quiet_mode type_quiet(const struct type *type)
{
	return type->policy ? type->policy->quiet : QUIET_HOLD;
}

static struct gated_type gated_type_of(const struct type *type)
{
	return (struct gated_type){
		.notifies = type_notifies(type),
		.quiet = type_quiet(type),
		.maintenance = type->policy ? type->policy->maintenance : MAINTENANCE_DEFER,
	};
}

/* Uses the same rule as every forecast (why, simulate), so forecasts match what happens. */
static bool gates_hold_type(const struct engine *engine, const struct type *type,
			    struct closed_gate *out_hold)
{
	const struct gatekeeper *own = type->tenant->gates;
	const struct gatekeeper *system = engine->dispatch.system_gates;
	struct gate_states states = { 0 };
	if (!own && !system) return false;
	if (own) states.maintenance = own->maintenance;
	if (own) states.quiet = own->quiet;
	if (system) states.system_maintenance = system->maintenance;
	const struct gated_type says = gated_type_of(type);
	struct gate_hold hold = gates_closed_for(&states, &says);
	if (hold.gate == GATE_NONE) return false;
	bool is_own = hold.gate == GATE_QUIET_HOURS ||
		      (states.maintenance.is_closed && states.maintenance.until == hold.until);
	*out_hold = (struct closed_gate){ hold.gate, hold.until,
					  is_own ? STR("tenant") : STR("system"), true };
	return true;
}

bool type_is_held(const struct engine *engine, const struct type *type, const struct route *route,
		  struct closed_gate *out_hold)
{
	if (gates_hold_type(engine, type, out_hold)) return true;
	return route && route_holds(engine, route, out_hold);
}

bool lane_is_held(const struct engine *engine, const struct lane *lane,
		  struct closed_gate *out_hold)
{
	return type_is_held(engine, lane->type, lane->route, out_hold);
}

bool lane_is_gated(const struct engine *engine, const struct lane *lane, bool *out_puts_off)
{
	struct closed_gate hold;
	bool is_held = lane_is_held(engine, lane, &hold);
	bool is_full = policy_hook_is_full(engine, lane->type);
	*out_puts_off = (is_held && hold.puts_off) || is_full;
	return is_held || is_full || (lane->route && lane->route->is_full);
}

/* ---- lanes ------------------------------------------------------------------------------- */

void lane_note_gated(struct engine *engine, struct lane *lane, bool is_gated)
{
	struct tenant *tenant = lane->type->tenant;
	bool is_listed = list_node_is_in_list(&lane->in_gated);
	if (is_listed && !is_gated) {
		list_remove(&lane->in_gated);
		if (list_is_empty(&tenant->gated)) list_remove(&tenant->in_gated);
	}
	if (!is_gated) return;
	if (!is_listed && list_is_empty(&tenant->gated))
		list_push_back(&engine->gates.gated_tenants, &tenant->in_gated);
	if (!is_listed) list_push_back(&tenant->gated, &lane->in_gated);
	msec soonest = msec_add(engine->gates.deferred_at, DEFER_EVERY);
	if (lane->due && engine->gates.defer_at > soonest) engine->gates.defer_at = soonest;
}

/* Updates lanes of a list; only a lane's own update removes it from that list. */
static void update_listed(struct engine *engine, struct list *list, size_t offset)
{
	struct list_node *node = list->head.next;
	while (node != &list->head) {
		struct list_node *next = node->next;
		lane_update(engine, (struct lane *)(void *)((char *)node - offset));
		node = next;
	}
}

void gates_apply(struct engine *engine, struct tenant *tenant)
{
	update_listed(engine, &tenant->gated, offsetof(struct lane, in_gated));
	for (struct list_node *node = tenant->shares.head.next; node != &tenant->shares.head;
	     node = node->next) {
		struct share *share = container_of(node, struct share, in_tenant);
		update_listed(engine, &share->lanes, offsetof(struct lane, in_share_list));
	}
}

/* Walks over all tenants, the one such walk in a turn: maintenance of the system begins or ends. */
void gates_apply_all(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct tenant *tenant;
	while ((tenant = u64_map_next(&engine->dispatch.tenants, &cursor)))
		gates_apply(engine, tenant);
}

/* ---- putting off -------------------------------------------------------------------------- */

static void journal_deferral(struct engine *engine, struct engine_run *run, str reason)
{
	struct journal_entry entry = { .kind = JOURNAL_DEFERRED,
				       .tenant = run_tenant(run),
				       .type = run_type(run),
				       .run = run->id,
				       .from = RUN_QUEUED,
				       .to = RUN_QUEUED,
				       .attempts = run->attempts,
				       .run_at = run->run_at,
				       .previous_turn = run->journal_turn,
				       .is_internal = run_is_internal(run),
				       .reason = reason };
	if (run->job) entry.job = run->job->row.id;
	journal_add(engine, &entry);
	run->journal_turn = now_turn(engine)->id;
}

/* A run whose deadline comes first waits until its deadline and then ends. A run whose run_at is in
 * the future again, because the clock was set back, waits until its run_at. */
void run_defer_for(struct engine *engine, struct engine_run *run, enum gate gate, msec until,
		   str reason)
{
	must(!run->execution);
	must(gate != GATE_NONE);
	run_step_out(engine, run);
	if (until < run->run_at) until = run->run_at;
	if (run->deadline_at && until > run->deadline_at) until = run->deadline_at;
	if (until > MSEC_YEAR_9999_END) until = MSEC_YEAR_9999_END;
	run->run_at = until;
	run->deferred_until = until;
	run->deferred_by = (u8)gate;
	run->deferred_count++;
	journal_deferral(engine, run, reason);
	run_write(engine, run, RUN_QUEUED);
	run_place(engine, run);
}

void run_defer(struct engine *engine, struct engine_run *run, enum gate gate, msec until)
{
	run_defer_for(engine, run, gate, until, gate_name(gate));
}

static msec draw(struct engine *engine, msec span)
{
	return span > 0 ? (msec)prng_below(&engine->step.jitter, (u64)span + 1) : 0;
}

/* Maintenance without a known end: a random delay for each run. With an end: a little later, by up
 * to a tenth of the remaining time, at most a minute. Quiet hours: the next permitted instant. */
static msec deferred_until(struct engine *engine, const struct closed_gate *hold)
{
	msec now = wall_now(engine);
	if (hold->until == MSEC_MAX)
		return msec_add(now, JITTER_MIN + draw(engine, JITTER_MAX - JITTER_MIN));
	if (hold->gate != GATE_MAINTENANCE) return hold->until;
	msec tenth = msec_sub(hold->until, now) / 10;
	return msec_add(hold->until, draw(engine, tenth < END_JITTER_MAX ? tenth : END_JITTER_MAX));
}

/* Writes an event once in ten minutes for each tenant. A new process may repeat it. */
static void notify_maintenance(struct engine *engine, struct tenant *tenant,
			       const struct closed_gate *hold)
{
	msec now = boot_now(engine);
	if (hold->gate != GATE_MAINTENANCE) return;
	if (tenant->notified_at && now < msec_add(tenant->notified_at, TOLD_EVERY)) return;
	tenant->notified_at = now ? now : 1;
	struct journal_entry entry = { .kind = JOURNAL_MAINTENANCE,
				       .tenant = tenant->no,
				       .run_at = hold->until,
				       .reason = STR("paused") };
	journal_add(engine, &entry);
}

static bool is_paused(const struct lane *lane)
{
	return lane->type->pause || lane->type->tenant->pause || lane->share->pause ||
	       lane->share->queue->pause;
}

static struct engine_run *head_of(const struct lane *lane)
{
	for (u32 band = 0; band < BANDS; band++) {
		if (lane->bands[band]) return run_of_band(lane->bands[band]);
	}
	return NULL;
}

/* A route opens by the boot clock, but deferred runs come back by the wall clock. The clocks drift,
 * so a run may come back a little early: then it waits in its lane and is not deferred again. */
static bool is_nearly_over(const struct engine *engine, const struct closed_gate *hold)
{
	return hold->gate == GATE_RATE_LIMIT &&
	       msec_sub(hold->until, wall_now(engine)) < ROUTE_PUT_OFF_MS;
}

static void defer_from(struct engine *engine, struct lane *lane)
{
	struct closed_gate hold;
	struct engine_run *run;
	if (is_paused(lane) || !lane_is_held(engine, lane, &hold)) return;
	if (!hold.puts_off || is_nearly_over(engine, &hold)) return;
	for (u32 i = 0; i < LIMIT_LANE_DEFERRALS && engine->gates.defers_left; i++) {
		run = head_of(lane);
		if (!run) return;
		engine->gates.defers_left--;
		notify_maintenance(engine, lane->type->tenant, &hold);
		run_defer(engine, run, hold.gate, deferred_until(engine, &hold));
	}
}

/* Visits each gated lane of the tenant once. Lanes that were not reached come first the next
 * time. */
static void defer_of(struct engine *engine, struct tenant *tenant)
{
	struct list_node *last = list_last(&tenant->gated);
	for (struct list_node *node = list_first(&tenant->gated);
	     node && engine->gates.defers_left;) {
		struct list_node *next = node == last ? NULL : node->next;
		struct lane *lane = container_of(node, struct lane, in_gated);
		list_remove(node);
		list_push_back(&tenant->gated, node);
		defer_from(engine, lane);
		node = next;
	}
}

void gates_defer(struct engine *engine)
{
	if (boot_now(engine) < engine->gates.defer_at) return;
	/* Reserving has made no room, since nothing was expected; the next turn has room. A tenant
	 * without runs in memory has nothing to defer. */
	if (!engine->gates.defers_left && engine->dispatch.due) return;
	struct list_node *last = list_last(&engine->gates.gated_tenants);
	u32 before = engine->gates.defers_left;
	engine->gates.deferred_at = boot_now(engine);
	for (struct list_node *node = list_first(&engine->gates.gated_tenants);
	     node && engine->gates.defers_left && !engine->config.is_idle;) {
		struct list_node *next = node == last ? NULL : node->next;
		list_remove(node);
		list_push_back(&engine->gates.gated_tenants, node);
		/* If the gate's own timer is still waiting, the next step defers these runs. */
		struct tenant *tenant = container_of(node, struct tenant, in_gated);
		if (!gates_are_stale(engine, tenant)) defer_of(engine, tenant);
		node = next;
	}
	bool idle = engine->gates.defers_left == before;
	msec next = msec_add(engine->gates.deferred_at, idle ? DEFER_SELDOM : DEFER_EVERY);
	engine->gates.defer_at = list_is_empty(&engine->gates.gated_tenants) ? MSEC_MAX : next;
}
