/* The functions that the files of core/ offer each other, and the top of the engine. */
#ifndef BELFRY_ENGINE_CORE_PARTS_H
#define BELFRY_ENGINE_CORE_PARTS_H

#include "engine/core/core.h"

/* ---- runs.c ---------------------------------------------------------------------------------- */
/* Takes in a new run: into memory if it belongs there, else its row is marked as spilled or lies
 * beyond the horizon. */
void run_enter(struct engine *engine, struct run_row *row);
void run_enter_as(struct engine *engine, struct run_row *row, struct type *type);
/* Adds a run that is due to its line. */
void run_offer(struct engine *engine, struct engine_run *run);
/* Whether the run's deadline has to wait until a jumped clock has settled. */
bool run_waits(struct engine *engine, struct engine_run *run);
void run_leave_timer(struct engine *engine, struct engine_run *run);
void run_forget(struct engine *engine, struct engine_run *run);
struct run_hot run_hot_of(const struct engine *engine, const struct engine_run *run,
			  enum run_state state);

/* ---- unique.c -------------------------------------------------------------------------------- */
bool unique_key_of_run(const struct engine_run *run, struct unique_key *out_key);
struct key_state *unique_taken(const struct engine *engine, const struct unique_key *key);
struct key_state *unique_put(struct engine *engine, const struct unique_key *key,
			     const struct uuid *run, msec until);
void unique_delete(struct engine *engine, const struct unique_key *key);
void unique_release(struct engine *engine, const struct engine_run *run, enum run_state state);
msec unique_until(enum unique_scope scope, msec now, msec ttl);

/* ---- claim.c --------------------------------------------------------------------------------- */
/* Memory for at most `len` leases; leases_used says how many of them were used. */
struct lease *leases_reserved(struct engine *engine, u32 len);
bool engine_waits_full(const struct engine *engine);
struct lease *claim_run(struct engine *engine, struct engine_run *run, struct call *call,
			struct lease *out_lease);
msec lease_length(const struct engine *engine, const struct engine_run *run, msec asked);
msec timeout_length(const struct engine *engine, const struct engine_run *run);

/* ---- finish.c -------------------------------------------------------------------------------- */
struct digest report_digest(enum outcome outcome, str result, str result_hash);

/* ---- operate.c ------------------------------------------------------------------------------- */
enum err run_retry(struct engine *engine, const struct uuid *id, str actor, struct uuid *out_other);
/* A live run: in memory, or loaded from the row that the store returned. The caller then places or
 * forgets it. NULL: the run has ended, or does not exist. */
struct engine_run *run_live(struct engine *engine, const struct uuid *id);
/* The run waits in its line for another run_at from now on. */
void run_move(struct engine *engine, struct engine_run *run, msec run_at, str reason, str actor);

/* ---- clock_hold.c ---------------------------------------------------------------------------- */
/* if the time has come: runs that were held line up again */
void clock_hold_end(struct engine *engine);

/* ---- replace.c ------------------------------------------------------------------------------- */
bool run_replace(struct engine *engine, const struct replacement *replacement, str actor);

#endif
