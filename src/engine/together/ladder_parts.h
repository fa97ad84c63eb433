/* Ladders; for the files of engine/ alone. A ladder is in memory only while a turn deals with it:
 * the rows of its entity, with the changes that the step has made so far. */
#ifndef BELFRY_ENGINE_TOGETHER_LADDER_PARTS_H
#define BELFRY_ENGINE_TOGETHER_LADDER_PARTS_H

#include "engine/whole.h"

struct ladder {
	struct ladder *next; /* of the same entity */
	struct ladder_row row;
	struct rung *rungs;
	u32 len;
};

/* All ladders of an entity that this turn knows. */
struct ladder_entity {
	struct uuid id; /* the digest of the entity: a uuid map compares keys by itself */
	struct ladder *first;
	u32 rungs; /* in all ladders of the entity, loaded or not */
};

/* ---- ladders.c ---------------------------------------------------------------------------- */
/* NULL: the turn has not loaded the entity. */
struct ladder_entity *ladder_entity_find(const struct engine *engine, tenant_no tenant, str entity);
/* Whether the rung's run exists and has never been leased: then it can be moved. */
bool rung_waits(const struct engine *engine, const struct rung *rung);
msec rung_time(msec anchor, msec offset);
MUST_USE enum err ladder_check_times(msec anchor, const struct ladder *ladder, struct why *why);
/* Makes the run of a rung whose time is to come. */
void rung_make(struct engine *engine, struct tenant *tenant, struct ladder *ladder, u32 index,
	       const struct enqueue_item *item, str actor);
/* The item of a rung's run, without key and time; its payload is the ladder's. */
struct enqueue_item rung_item(const struct engine *engine, const struct ladder *ladder);
/* Writes the ladder's row, and fills the answer. */
void ladder_keep(struct engine *engine, struct ladder *ladder, enum change_kind kind,
		 struct ladder_answer *answer);

/* ---- ladders_known.c ------------------------------------------------------------------------- */
struct uuid ladder_as_uuid(struct digest digest);
struct ladder_entity *ladder_entity_get(struct engine *engine, tenant_no tenant, str text);
struct ladder *ladder_of(const struct ladder_entity *entity, const struct digest *key);
void ladder_join(struct ladder_entity *entity, struct ladder *ladder);
enum err ladder_check_names(const struct ladder_command *ladder, struct why *why);

#endif
