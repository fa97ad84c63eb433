/* The files that stand in no folder: hooks, phases, the rows that a turn wants. */
#ifndef BELFRY_ENGINE_TOP_H
#define BELFRY_ENGINE_TOP_H

#include "engine/whole.h"

/* ---- features.c ------------------------------------------------------------------------------ */
extern const struct hooks engine_hooks;
extern const struct run_owner job_run_owner, daily_run_owner, reminder_run_owner;

/* ---- phases.c -------------------------------------------------------------------------------- */
_Static_assert(WANT_KINDS <= 32, "a bit for each kind of want");
/* The kinds of the turn's wants, a bit for each enum want_kind. */
static inline u32 wanted_kinds(const struct turn *turn)
{
	u32 kinds = 0;
	for (u32 i = 0; i < turn->wants_len; i++) kinds |= 1u << turn->wants[i].kind;
	return kinds;
}
void phases_before_reports(struct engine *engine);
void phases_after_commands(struct engine *engine);

/* ---- wants.c --------------------------------------------------------------------------------- */
/* wants_index: indexes the rows that were loaded, for the step. wants_forget: drops the index. */
MUST_USE enum err wants_index(struct engine *engine, struct turn *turn);
void wants_forget(struct engine *engine);

#endif
