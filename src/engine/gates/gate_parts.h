/* Gates: what tenants say about when runs may start, and how that holds lanes; for the files of
 * engine/ alone. */
#ifndef BELFRY_ENGINE_GATES_GATE_PARTS_H
#define BELFRY_ENGINE_GATES_GATE_PARTS_H

#include "engine/core/parts.h"
#include "model/gates.h"
#include "model/guard.h"

/* A tenant's settings of gates, and the present state of its gates. */
struct gatekeeper {
	struct list_node in_engine;
	struct timer timer; /* at `next` */
	struct tenant *tenant;
	struct gates gates;
	struct gates renewed; /* of a turn that brings new zones */
	bool is_renewed;
	struct guard_rule *rules; /* of the policy guard; texts in `body` */
	u32 rules_len;
	bool rules_ask_run;     /* one of them looks at the entity */
	bool rules_ask_body;    /* or at the payload */
	struct guard_hook hook; /* as the rules */
	msec as_of;             /* wall: when it was looked at last */
	msec next;              /* wall: when one of them changes by itself */
	struct gate_state maintenance;
	struct gate_state quiet;
	size_t ping_longest;
	u32 pings; /* lines in `body`; see pings.c */
	u32 len;
	char body[]; /* the text it was read from */
};

/* Which gate holds something, and how long that is known to last. */
struct closed_gate {
	enum gate gate;
	msec until;    /* MSEC_MAX: nobody knows */
	str whose;     /* tenant, system, user; of a rate limit: the route */
	bool puts_off; /* runs are put off from the heads of its lanes */
};

/* ---- gates.c: what is said ----------------------------------------------------------------- */
/* While reserving: reads the text. `lenient`: a zone that is not there any more is UTC. */
MUST_USE enum err gatekeeper_make(const struct engine *engine, str body, bool lenient,
				  struct gatekeeper **out_keeper, struct why *why);
void gatekeeper_free(struct gatekeeper *keeper);
MUST_USE enum err gates_recall(struct engine *engine, const struct gates_row *row);
void gates_done(struct engine *engine);
/* The tenant says this from now on; takes the keeper (NULL: it says nothing). */
void gates_put(struct engine *engine, struct tenant *tenant, struct gatekeeper *keeper, str body);
/* The tenant is deleted; its row goes with it. */
void gates_forget(struct engine *engine, struct tenant *tenant);
/* The time has come for one of its gates to open or close. */
void gates_turn(struct engine *engine, struct gatekeeper *keeper);
/* The wall clock went back: what was looked at later than now is looked at again. */
void gates_look_again(struct engine *engine);
/* Zones are new: read again while reserving, then taken. */
static inline bool turn_brings_zones(const struct turn *turn)
{
	for (u32 i = 0; i < turn->commands_len; i++) {
		if (turn->commands[i]->kind == COMMAND_TZ_CHANGED) return true;
	}
	return false;
}
MUST_USE enum err gates_renew(struct engine *engine);
void gates_take_renewed(struct engine *engine);
/* The gates' last answer is out of date: time has passed the next change, or was set back. */
bool gates_are_stale(const struct engine *engine, const struct tenant *tenant);
/* Before a pick: true when what the gates said of this tenant was out of date; then lanes may have
 * changed. Timers of one turn are bounded, so a gate's may still be in line. */
bool gates_catch_up(struct engine *engine, struct tenant *tenant);

MUST_USE enum err gates_take_room(struct engine *engine, const struct room *room); /* room.c */

/* ---- gate_lanes.c: what that does ---------------------------------------------------------- */
/* Whether it reaches people, and what quiet hours are to it then. */
bool type_notifies(const struct type *type);
enum quiet_mode type_quiet(const struct type *type);
/* Whether a gate holds every run of a type. */
bool type_is_held(const struct engine *engine, const struct type *type, const struct route *route,
		  struct closed_gate *out_hold);
bool lane_is_held(const struct engine *engine, const struct lane *lane,
		  struct closed_gate *out_hold);
/* The same, or its tenant's policy hook is full; and whether its runs are put off then. */
bool lane_is_gated(const struct engine *engine, const struct lane *lane, bool *out_puts_off);
/* The lanes of the tenant open and close as its gates are. */
void gates_apply(struct engine *engine, struct tenant *tenant);
void gates_apply_all(struct engine *engine); /* of every tenant: for the system's */
/* In or out of its tenant's list of held lanes. */
void lane_note_gated(struct engine *engine, struct lane *lane, bool is_gated);
/* Puts runs off from the heads of closed lanes, so many a second. */
void gates_defer(struct engine *engine);
/* A queued run waits until then without costing an attempt. `reason`: the gate's name, and what is
 * to be told beside it. */
void run_defer_for(struct engine *engine, struct engine_run *run, enum gate gate, msec until,
		   str reason);
void run_defer(struct engine *engine, struct engine_run *run, enum gate gate, msec until);

/* ---- pings.c: what is called when runs end well --------------------------------------------- */
size_t ping_bytes(const struct engine *engine); /* of the turn's arena, for one */
/* A run has ended well: if its group has a ping, that is another run in the same commit. */
void ping_attempted(struct engine *engine, const struct engine_run *run,
		    const struct ending *ending, enum run_state state);

/* ---- policy_hook.c: a tenant's policy hook
 * -------------------------------------------------------- */
/* A run that it is asked about. */
struct asked {
	struct uuid run;
	struct timer timer; /* boot: when no answer counts as one */
	u64 number;
	u32 epoch;   /* as it was asked */
	msec steady; /* wall: until then the other gates say the same */
};

/* Whether it has to be asked about runs of a type that no rule knows. */
bool policy_hook_applies(const struct engine *engine, const struct type *type);
/* As many are asked about as may be: until one comes back nothing of the type begins. */
bool policy_hook_is_full(const struct engine *engine, const struct type *type);
/* Sets the run aside, and asks. */
struct guarded;
void policy_hook_ask(struct engine *engine, struct engine_run *run, const struct guarded *guarded,
		     msec steady);
void policy_hook_timed_out(struct engine *engine, struct asked *asked);
/* The run goes its way without an answer. */
void policy_hook_forget(struct engine *engine, struct engine_run *run);

/* ---- policy_guard.c: gates that look at one run
 * --------------------------------------------------- */
struct guarded {
	const struct want *want;
	struct gates gates; /* of its person */
	bool is_outdated;   /* the run has another payload since */
};

struct person_zone {
	const struct engine *engine;
	const struct zone *zone; /* its tenant's */
};

/* Whether a run that was picked may go on; else who is next is known in the next turn only. */
bool run_passes(struct engine *engine, struct engine_run *run);
/* It has another payload: it is looked at anew. */
void guard_check_again(struct engine *engine, struct engine_run *run);
/* A run that was just made: where its rules let it pass, that is known while its texts are at hand.
 */
void guard_check_new_run(struct engine *engine, const struct run_row *row);
/* A lease tells what was read of its run in this turn, where that is all it has to tell. */
void guard_fill_lease(struct engine *engine, const struct engine_run *run, struct lease *lease);
void want_guarded(const struct engine *engine, struct turn *turn);
/* While reserving. */
MUST_USE enum err guard_read_runs(struct engine *engine, struct turn *turn);
MUST_USE enum err person_read(const struct engine *engine, const struct tenant *tenant, str body,
			      bool lenient, struct gates *out_gates, struct why *why);
void guard_check_runs(struct engine *engine);
u32 guard_epoch_of(const struct engine *engine, const struct tenant *tenant);
/* The guard's last word: denied, it ends. `reason`: the error class, and who says so; of a daily
 * window, which is put off, the gate. */
void run_deny(struct engine *engine, struct engine_run *run, str reason);
/* A denied run of this owner is deferred, as its owner says, and does not end. */
bool denial_puts_off(const struct engine *engine, const struct engine_run *run);
/* Forgets which runs were cleared; of a tenant, or (NULL) of all. */
void guard_forget_clearances(struct engine *engine, struct tenant *tenant);

#endif
