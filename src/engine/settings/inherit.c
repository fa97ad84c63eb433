/* Changes of the tenant system's types, and of a tenant's profile, reach the types that inherit
 * them, a few types a step. A restart loses nothing: a recalled type computes its policy anew. */
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/settings/settings.h"

void policy_counts(struct engine *engine, struct type *type)
{
	type_change_hands(engine, type);
	type_choose_route(engine, type);
	type_update(engine, type);
	guard_forget_clearances(engine, type->tenant);
}

void bases_catch_up(struct engine *engine)
{
	struct type *type;
	while ((type = type_next_stale(engine)) && engine->dispatch.bases_left) {
		engine->dispatch.bases_left--;
		type_take_base(engine, type);
		policy_counts(engine, type);
	}
	if (bases_are_stale(engine)) engine->step.has_work = true;
}
