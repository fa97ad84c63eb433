/* Ladders, as the files of engine/ know them. A ladder is in memory only while a turn is about it:
 * what the store showed of its entity, as the step has changed it so far. */
#ifndef BELFRY_ENGINE_TOGETHER_LADDER_PARTS_H
#define BELFRY_ENGINE_TOGETHER_LADDER_PARTS_H

#include "engine/core/parts.h"

struct ladder {
	struct ladder *next; /* of its entity */
	struct ladder_row row;
	struct rung *rungs;
	u32 len;
};

/* All of an entity that this turn knows. */
struct ladder_entity {
	struct uuid id; /* its digest: tables by uuid need no comparing of their own */
	struct ladder *first;
	u32 rungs; /* of all its ladders, also of those that were not brought */
};

/* ---- ladders.c ---------------------------------------------------------------------------- */
/* NULL: nobody in this turn has brought one. */
struct ladder_entity *ladder_entity_find(const struct engine *engine, tenant_no tenant, str entity);
/* Whether its run stands and nobody has held it: then it can be moved. */
bool rung_waits(const struct engine *engine, const struct rung *rung);
msec rung_time(msec anchor, msec offset);
MUST_USE enum err ladder_check_times(msec anchor, const struct ladder *ladder, struct why *why);
/* The run of a rung whose time is to come, as the ladder describes it. */
void rung_make(struct engine *engine, struct tenant *tenant, struct ladder *ladder, u32 index,
	       const struct enqueue_item *item, str actor);
/* The item of a rung's run, without its key and time; its payload is the ladder's own. */
struct enqueue_item rung_item(const struct engine *engine, const struct ladder *ladder);
/* Writes it down, and fills the answer. */
void ladder_keep(struct engine *engine, struct ladder *ladder, enum change_kind kind,
		 struct ladder_answer *answer);

#endif
