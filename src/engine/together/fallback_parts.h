/* Fallbacks and the delivery log, as the other files of engine/ know them. */
#ifndef BELFRY_ENGINE_TOGETHER_FALLBACK_PARTS_H
#define BELFRY_ENGINE_TOGETHER_FALLBACK_PARTS_H

#include "engine/core/parts.h"

/* An alert that rests, or whose fallback is under way. */
struct cooldown {
	struct cooldown_row row;
	struct timer timer; /* at `until`, once its run has ended */
};

/* ---- fallbacks.c -------------------------------------------------------------------------- */
bool cooldown_is_of(const void *item, const void *key); /* struct cooldown, struct cooldown_row */
MUST_USE enum err cooldown_recall(struct engine *engine, const struct cooldown_row *row);
/* An attempt has ended, and this is what becomes of its run: writes down what was tried, and makes
 * what follows. Before the run leaves memory. */
void delivery_note(struct engine *engine, const struct engine_run *run, const struct ending *ending,
		   enum run_state state);
/* A run has ended, in whatever way: if it is a fallback, its alert rests from now on. */
void fallback_ended(struct engine *engine, const struct engine_run *run, enum run_state state);
/* The time of its rest is over. */
void cooldown_over(struct engine *engine, struct cooldown *cooldown);
/* Of a type that is to fall back on another: its number, made if it is new. ERR_INVALID: it would
 * go in a circle, or too far. */
MUST_USE enum err fallback_resolve(struct engine *engine, const struct command *command,
				   struct type_policy *policy, struct why *why);
/* A type's policy is new, or gone: are there any that fall back? */
void fallbacks_count(struct engine *engine, const struct type_policy *before,
		     const struct type_policy *after);
void cooldowns_forget(struct engine *engine, tenant_no tenant); /* all of it; writes nothing */

/* room.c: what batches add to the room of a step; and their memory, with that of cooldowns. */
void batches_count_room(const struct engine *engine, struct room *room);
MUST_USE enum err together_take_room(struct engine *engine, const struct room *room);

#endif
