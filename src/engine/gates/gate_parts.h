/* Gates: the settings of a tenant that say when its runs may start, and how they hold lanes back;
 * for the files of engine/ alone. */
#ifndef BELFRY_ENGINE_GATES_GATE_PARTS_H
#define BELFRY_ENGINE_GATES_GATE_PARTS_H

#include "engine/whole.h"
#include "model/gates.h"
#include "model/guard.h"

/* The gate settings of a tenant, and the present state of its gates. */
struct gatekeeper {
	struct list_node in_engine;
	struct timer timer; /* at `next` */
	struct tenant *tenant;
	struct gates gates;
	struct gates renewed; /* read again in a turn that brings new zones */
	bool is_renewed;
	struct guard_rule *rules; /* of the policy guard; their texts are in `body` */
	u32 rules_len;
	bool rules_ask_run;     /* a rule matches on the entity or user */
	bool rules_ask_body;    /* a rule matches on the payload */
	struct guard_hook hook; /* its texts are in `body`, too */
	msec as_of;             /* wall: the time for which the state below was computed */
	msec next;              /* wall: when the state changes by itself */
	struct gate_state maintenance;
	struct gate_state quiet;
	size_t ping_longest;
	u32 pings; /* how many pings `body` has (pings.c) */
	u32 len;
	char body[]; /* the settings as text */
};

/* Which gate holds a run or lane back, and until when. */
struct closed_gate {
	enum gate gate;
	msec until;    /* MSEC_MAX: not known */
	str whose;     /* tenant, system or user; for a rate limit: the route */
	bool puts_off; /* runs are deferred from the heads of the gate's lanes */
};

/* ---- gates.c: what is said ----------------------------------------------------------------- */
/* Reads gate settings, while reserving. `lenient`: a zone that no longer exists counts as UTC. */
MUST_USE enum err gatekeeper_make(const struct engine *engine, str body, bool lenient,
				  struct gatekeeper **out_keeper, struct why *why);
void gatekeeper_free(struct gatekeeper *keeper);
MUST_USE enum err gates_recall(struct engine *engine, const struct gates_row *row);
void gates_done(struct engine *engine);
/* Sets the gates of a tenant. Takes ownership of the keeper; NULL: the tenant has no gate
 * settings. */
void gates_put(struct engine *engine, struct tenant *tenant, struct gatekeeper *keeper, str body);
/* The tenant was deleted, and its row with it. */
void gates_forget(struct engine *engine, struct tenant *tenant);
/* A gate of the tenant opens or closes at this time. */
void gates_turn(struct engine *engine, struct gatekeeper *keeper);
/* The wall clock was set back: computes the states again that were computed for a later time. */
void gates_look_again(struct engine *engine);
/* New zone data came: the settings are read again while reserving, and taken over in the step. */
static inline bool turn_brings_zones(const struct turn *turn)
{
	for (u32 i = 0; i < turn->commands_len; i++) {
		if (turn->commands[i]->kind == COMMAND_TZ_CHANGED) return true;
	}
	return false;
}
MUST_USE enum err gates_renew(struct engine *engine);
void gates_take_renewed(struct engine *engine);
/* Whether the known state is outdated: its next change has passed, or the clock was set back. */
bool gates_are_stale(const struct engine *engine, const struct tenant *tenant);
/* Before a pick. True: the tenant's state was outdated and has been computed again, so lanes may
 * have opened or closed. Needed because a turn serves a bounded number of timers, and the gate's
 * own may still be waiting. */
bool gates_catch_up(struct engine *engine, struct tenant *tenant);

MUST_USE enum err gates_take_room(struct engine *engine, const struct room *room); /* room.c */

/* ---- gate_lanes.c: what that does ---------------------------------------------------------- */
/* Whether the type notifies people; and then how it is treated in quiet hours. */
bool type_notifies(const struct type *type);
enum quiet_mode type_quiet(const struct type *type);
/* Whether a gate holds every run of a type. */
bool type_is_held(const struct engine *engine, const struct type *type, const struct route *route,
		  struct closed_gate *out_hold);
bool lane_is_held(const struct engine *engine, const struct lane *lane,
		  struct closed_gate *out_hold);
/* Likewise, or the tenant's policy hook is busy; and whether the runs are deferred then. */
bool lane_is_gated(const struct engine *engine, const struct lane *lane, bool *out_puts_off);
/* Opens and closes the tenant's lanes by the state of its gates. */
void gates_apply(struct engine *engine, struct tenant *tenant);
/* likewise for every tenant, after a change of the system's gates */
void gates_apply_all(struct engine *engine);
/* Adds the lane to its tenant's list of gated lanes, or removes it. */
void lane_note_gated(struct engine *engine, struct lane *lane, bool is_gated);
/* Defers runs from the heads of closed lanes, a limited number a second. */
void gates_defer(struct engine *engine);
/* Defers a queued run until then; that costs no attempt. `reason`: the name of the gate, and
 * details. */
void run_defer_for(struct engine *engine, struct engine_run *run, enum gate gate, msec until,
		   str reason);
void run_defer(struct engine *engine, struct engine_run *run, enum gate gate, msec until);

/* ---- pings.c: what is called when runs end well --------------------------------------------- */
size_t ping_bytes(const struct engine *engine); /* how much of the turn's arena one ping needs */
/* A run has succeeded: if its group has a ping, makes a run for the ping in the same commit. */
void ping_attempted(struct engine *engine, const struct engine_run *run,
		    const struct ending *ending, enum run_state state);

/* ---- policy_hook.c: a tenant's policy hook
 * -------------------------------------------------------- */
/* A run about which the hook is being asked. */
struct asked {
	struct uuid run;
	struct timer timer; /* boot: when the wait for an answer ends */
	u64 number;
	u32 epoch;   /* the guard's epoch when the hook was asked */
	msec steady; /* wall: until when the verdict of the other gates holds */
};

/* Whether the hook is asked about runs of this type when no rule matches them. */
bool policy_hook_applies(const struct engine *engine, const struct type *type);
/* Whether the limit of open questions is reached: no run of the type starts until an answer
 * comes. */
bool policy_hook_is_full(const struct engine *engine, const struct type *type);
/* Takes the run out of its line and asks the hook. */
struct guarded;
void policy_hook_ask(struct engine *engine, struct engine_run *run, const struct guarded *guarded,
		     msec steady);
void policy_hook_timed_out(struct engine *engine, struct asked *asked);
/* Stops waiting for an answer about the run. */
void policy_hook_forget(struct engine *engine, struct engine_run *run);

/* ---- policy_guard.c: gates that look at one run
 * --------------------------------------------------- */
struct guarded {
	const struct want *want;
	struct gates gates; /* of the run's user */
	bool is_outdated;   /* the run has got another payload since it was read */
};

struct person_zone {
	const struct engine *engine;
	const struct zone *zone; /* the zone of the tenant */
};

/* Whether a run that was picked may start. False: the guard has to read the run's texts first, so
 * nothing behind it is leased in this turn. */
bool run_passes(struct engine *engine, struct engine_run *run);
/* The run has another payload: its verdict is void. */
void guard_check_again(struct engine *engine, struct engine_run *run);
/* Checks a run that was just made, while its texts are at hand. A run that the rules allow is
 * cleared. */
void guard_check_new_run(struct engine *engine, const struct run_row *row);
/* Fills a lease from the texts that the guard has read in this turn, if these are all that the
 * lease needs. */
void guard_fill_lease(struct engine *engine, const struct engine_run *run, struct lease *lease);
void want_guarded(const struct engine *engine, struct turn *turn);
/* While reserving: reads the gate settings of the users of the runs to be checked. */
MUST_USE enum err guard_read_runs(struct engine *engine, struct turn *turn);
MUST_USE enum err person_read(const struct engine *engine, const struct tenant *tenant, str body,
			      bool lenient, struct gates *out_gates, struct why *why);
void guard_check_runs(struct engine *engine);
u32 guard_epoch_of(const struct engine *engine, const struct tenant *tenant);
/* Carries out a denial: the run ends, or is deferred if its owner says so. `reason`: the error
 * class and the rule for a run that ends, the gate for one that is deferred. */
void run_deny(struct engine *engine, struct engine_run *run, str reason);
/* Whether a denied run is deferred by its owner instead of ended. */
bool denial_puts_off(const struct engine *engine, const struct engine_run *run);
/* Voids all clearances of a tenant's runs; NULL: of all tenants. */
void guard_forget_clearances(struct engine *engine, struct tenant *tenant);

#endif
