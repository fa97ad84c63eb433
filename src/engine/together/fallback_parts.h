/* Fallbacks and the delivery log; for the files of engine/ alone. */
#ifndef BELFRY_ENGINE_TOGETHER_FALLBACK_PARTS_H
#define BELFRY_ENGINE_TOGETHER_FALLBACK_PARTS_H

#include "engine/whole.h"

/* An alert in its cooldown, or whose fallback has not ended. */
struct cooldown {
	struct cooldown_row row;
	struct timer timer; /* at `until`, after its run has ended */
};

/* ---- fallbacks.c -------------------------------------------------------------------------- */
bool cooldown_is_of(const void *item, const void *key); /* struct cooldown, struct cooldown_row */
MUST_USE enum err cooldown_recall(struct engine *engine, const struct cooldown_row *row);
/* An attempt has ended, and its run is in this state now: writes the delivery log and makes the
 * fallback. To be called before the run leaves memory. */
void delivery_note(struct engine *engine, const struct engine_run *run, const struct ending *ending,
		   enum run_state state);
/* A run has ended: if it is a fallback, the cooldown of its alert begins. */
void fallback_ended(struct engine *engine, const struct engine_run *run, enum run_state state);
/* The cooldown is over. */
void cooldown_over(struct engine *engine, struct cooldown *cooldown);
/* The number of the type that another falls back on, made if the name is new. ERR_INVALID: the
 * chain would be a circle, or too long. */
MUST_USE enum err fallback_resolve(struct engine *engine, const struct command *command,
				   struct type_policy *policy, struct why *why);
/* A type's policy was set or deleted: counts the types with a fallback. */
void fallbacks_count(struct engine *engine, const struct type_policy *before,
		     const struct type_policy *after);
/* every cooldown of the tenant; writes nothing */
void cooldowns_forget(struct engine *engine, tenant_no tenant);

/* room.c: what batches add to the room of a step; and their memory, with that of cooldowns. */
void together_count_room(const struct engine *engine, struct room *room);
MUST_USE enum err together_take_room(struct engine *engine, const struct room *room);

#endif
