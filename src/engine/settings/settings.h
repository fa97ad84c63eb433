/* Policies in force: the functions that the step calls. */
#ifndef BELFRY_ENGINE_SETTINGS_SETTINGS_H
#define BELFRY_ENGINE_SETTINGS_SETTINGS_H

#include "engine/whole.h"

/* ---- inherit.c ------------------------------------------------------------------------------- */
/* Another policy is in force: updates the lanes, route and runs of the type. */
void policy_counts(struct engine *engine, struct type *type);
/* Renews outdated base policies, as many as the step has reserved memory for. */
void bases_catch_up(struct engine *engine);

#endif
