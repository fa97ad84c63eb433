/* Rows that the step asked the store for, found again by key or id. */
#include "engine/memory/memory.h"
#include "engine/whole.h"

struct want *want_add(struct turn *turn, enum want_kind kind)
{
	must(turn->wants_len < turn->wants_max);
	struct want *want = &turn->wants[turn->wants_len++];
	memset(want, 0, sizeof *want);
	want->kind = kind;
	return want;
}

struct run_seen *seen_find(const struct engine *engine, const struct uuid *id)
{
	return engine->step.wanted.table.count ? uuid_map_find(&engine->step.wanted, id) : NULL;
}

struct want *want_for_execution(const struct engine *engine, const struct uuid *id)
{
	return uuid_map_find(&engine->step.wanted_executions, id);
}
