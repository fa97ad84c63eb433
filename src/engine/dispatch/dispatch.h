/* Lanes, and the calls that wait for runs: the functions that other folders call. */
#ifndef BELFRY_ENGINE_DISPATCH_DISPATCH_H
#define BELFRY_ENGINE_DISPATCH_DISPATCH_H

#include "engine/whole.h"

/* ---- objects.c ------------------------------------------------------------------------------- */
/* Reserves memory for one object and all that belongs to it. */
MUST_USE enum err reserve_tenant(struct engine *engine);
MUST_USE enum err reserve_type(struct engine *engine);
MUST_USE enum err reserve_lane(struct engine *engine);
struct tenant *tenant_find(const struct engine *engine, tenant_no no);
struct tenant *tenant_get(struct engine *engine, tenant_no no); /* made when it is new */
struct type *type_find(const struct engine *engine, tenant_no tenant, type_no no);
struct type *type_get(struct engine *engine, struct tenant *tenant, type_no no);
struct share *share_find(const struct engine *engine, tenant_no tenant, queue_no queue,
			 enum carrier carrier);
/* `own`: the route that the runs of the lane name; 0: none. */
struct lane *lane_find(const struct type *type, const struct queue *queue, route_no own);
struct lane *lane_get(struct engine *engine, struct type *type, struct queue *queue, route_no own);
void lane_note_used(struct lane *lane, bool is_used);
enum carrier type_carrier(const struct type *type);
/* The type's policy may have changed: moves its lanes to the workers or to the server, whichever
 * carries the type out now. */
void type_change_hands(struct engine *engine, struct type *type);
u64 lane_index_key(enum carrier carrier, queue_no queue, type_no type);
struct queue *queue_of(struct engine *engine, queue_no no);
/* Removes a type that has no policy, pause and lanes, then its tenant if that is empty. */
void type_release(struct engine *engine, struct type *type);
/* The type of that name, made when the tenant has none. ERR_QUOTA: the tenant has as many types as
 * allowed. */
MUST_USE enum err type_named(struct engine *engine, struct tenant *tenant, str name,
			     struct type **out_type, struct why *why);
void type_note_named(struct engine *engine, struct type *type, bool is_named);
/* The route of that name; no name: 0. ERR_QUOTA: the tenant's runs name as many routes as
 * allowed. */
MUST_USE enum err route_named(struct engine *engine, struct type *type, const struct queue *queue,
			      str name, route_no *out_route, struct why *why);
/* The tenant of that name, made when it is new. */
MUST_USE enum err tenant_named(struct engine *engine, str name, struct tenant **out_tenant,
			       struct why *why);
/* The tenant that a command is for. */
MUST_USE enum err tenant_of_command(struct engine *engine, const struct command *command,
				    struct tenant **out_tenant, struct why *why);
void tenant_release(struct engine *engine, struct tenant *tenant);
void lane_note_idle(struct engine *engine, struct lane *lane);
void idle_release(struct engine *engine); /* at the end of a step */
MUST_USE enum err reserve_namesakes(struct engine *engine, u32 types, u32 bases);
u64 pause_hash(const struct engine *engine, const struct pause_key *key);
struct pause *pause_find(const struct engine *engine, const struct pause_key *key);
bool pause_is_of(const void *item, const void *key); /* struct pause, struct pause_key */

/* ---- namesakes.c ----------------------------------------------------------------------------- */
void type_part(struct engine *engine, struct type *type);
/* Computes the policy in force after the type's own policy or its base has changed. */
void type_settle_policy(struct engine *engine, struct type *type);
/* The policy in force for a type that may not be in memory; NULL: neither tenant nor system has set
 * one. */
const struct type_policy *type_policy_of(const struct engine *engine, const struct tenant *tenant,
					 type_no no);
/* The tenant whose policy names the type's handler. */
tenant_no type_handler_tenant(const struct engine *engine, const struct type *type);
bool type_is_stale(const struct engine *engine, const struct type *type);
void type_take_base(struct engine *engine, struct type *type);
/* The tenant system has another policy for a type; a tenant has another profile. */
void system_type_set(struct engine *engine, type_no no, const struct type_policy *policy);
void profile_set(struct engine *engine, struct tenant *tenant);
static inline bool bases_are_stale(const struct engine *engine)
{
	return !list_is_empty(&engine->dispatch.stale_namesakes) ||
	       !list_is_empty(&engine->dispatch.stale_tenants);
}
struct type *type_next_stale(struct engine *engine); /* A type with an outdated base; NULL: none. */
/* The scope of keys that a tenant's type inherits, as it was when this turn looked up its keys. */
struct scope_said base_scope(const struct engine *engine, const struct turn *turn,
			     const struct tenant *tenant, str name);
/* How many types may take a new base in a turn, and how many bases that may need. */
u32 bases_inheriting(const struct engine *engine, const struct turn *turn);
u32 bases_needed(const struct engine *engine, const struct turn *turn);
/* type_join: a type was made. The others: a type, or its tenant, is about to be removed. */
void type_join(struct engine *engine, struct type *type);

/* ---- lanes.c --------------------------------------------------------------------------------- */
void lane_push(struct engine *engine, struct engine_run *run);   /* it became due */
void lane_remove(struct engine *engine, struct engine_run *run); /* it is due no more */
/* opens or closes it by limits and gates */
void lane_update(struct engine *engine, struct lane *lane);
void share_update(struct engine *engine, struct share *share);
void type_update(struct engine *engine, struct type *type);
void tenant_update(struct engine *engine, struct tenant *tenant);
bool type_is_closed(const struct type *type);
/* by its type or a gate */
bool lane_is_closed(const struct engine *engine, const struct lane *lane);
bool tenant_is_closed(const struct tenant *tenant);
bool queue_is_closed(const struct queue *queue);
bool engine_is_full(const struct engine *engine);
void queue_comes_back(struct engine *engine, struct queue *queue); /* after a pause */
/* places_take, places_give: one slot less, or more, in every limit that counts the run. */
void places_take(struct engine *engine, struct lane *lane);
void places_give(struct engine *engine, struct lane *lane);
/* The run that `call` gets next; NULL: none. */
struct engine_run *pick_for_call(struct engine *engine, const struct call *call);
/* The first runs of a band, in order. */
u32 band_peek(struct lane *lane, u32 band, struct engine_run **out_runs, u32 most);
/* Charges the share and the queue for a run that starts. A run that only ends costs nothing. */
void share_charge(struct engine *engine, const struct engine_run *run);
struct engine_run *run_of_band(struct pairing_node *node);
/* removes it from its share before it moves */
void lane_shut(struct engine *engine, struct lane *lane);
struct lane *lane_of_band(struct pairing_node *node, u32 band);

/* ---- spill.c --------------------------------------------------------------------------------- */
/* How many more runs memory may hold. */
static inline u32 room_left(const struct engine *engine)
{
	u32 count = engine->core.runs.table.count;
	return count < engine->config.runs_max ? engine->config.runs_max - count : 0;
}
/* Memory is nearly full: runs that are not due yet stay in the store. */
static inline bool engine_is_crowded(const struct engine *engine)
{
	u32 max = engine->config.runs_max;
	return max && room_left(engine) <= max / 4;
}
/* Whether some runs of a band, or of a lane, are in the store alone; and whether the most urgent
 * run may be among them. */
static inline bool band_has_part(const struct lane *lane, u32 band)
{
	return lane->spill && lane->spill->bands >> band & 1;
}
static inline bool lane_has_part(const struct lane *lane)
{
	return lane->spill && lane->spill->bands;
}
static inline bool lane_is_blind(const struct lane *lane)
{
	return lane->spill && lane->spill->blind;
}
/* Notes that the run is, or will be, marked as spilled in its row, so that its band has runs in the
 * store. */
void spill_note(struct engine *engine, const struct engine_run *run);
/* to be called after the band's head changed */
void band_look(struct engine *engine, struct lane *lane, u32 band);
void lane_note_thirst(struct engine *engine, struct lane *lane);
void want_spilled(struct engine *engine, struct turn *turn);
MUST_USE enum err spill_recall(struct engine *engine, const struct band_row *row);
struct place place_before(struct place place); /* the last place before this one */
struct place place_of(const struct engine_run *run);
bool place_is_behind(struct place a, struct place b);
void band_part_is_gone(struct engine *engine, struct lane *lane, u32 band);

/* ---- calls.c --------------------------------------------------------------------------------- */
/* A slot came free that any waiting call may use: tries all waiting calls, in their order. */
void engine_sweep(struct engine *engine);
void call_forget(struct engine *engine, struct call *call);
struct call *call_new(struct engine *engine, const struct command *command,
		      const struct lease_command *lease, struct why *why);
void call_wait(struct engine *engine, struct call *call);
void call_answer(struct engine *engine, struct call *call, struct lease *leases, u32 len);
struct call *call_for_lane(const struct engine *engine, const struct lane *lane);
u32 call_combinations(const struct lease_command *lease);
u32 call_posts(const struct call *call); /* at how many posts the call would wait */
bool anyone_asks_for(const struct engine *engine, const struct lane *lane);

#endif
