/* Runs that the engine itself wants, as the other files of engine/ know them; whole.h brings it
 * along. Daily windows and reminders stand in the queue as such a run: their owner. */
#ifndef BELFRY_ENGINE_CORE_OWN_PARTS_H
#define BELFRY_ENGINE_CORE_OWN_PARTS_H

#include "model/turn.h"

struct engine;
struct engine_run;
struct room;
struct tenant;
struct type;
struct zone;

/* The run of a row that this turn has looked up, as the turn has left it. */
struct owned_run {
	bool is_there;
	struct run_row row;
};

/* ---- own_runs.c ----------------------------------------------------------------------------- */
/* Due now, by its type's policy (NULL: its tenant's alone); as a row, where 0 attempts are as many
 * as those say; and its beginning. */
struct run_hot own_run_hot(const struct engine *engine, const struct tenant *tenant, type_no type);
struct run_row *own_run_make(struct engine *engine, const struct tenant *tenant, type_no no,
			     u32 attempts);
void own_run_keep(struct engine *engine, struct run_row *row, str reason, str actor);
/* The parts one after the other, in the turn's arena. */
str own_run_text(struct engine *engine, const str *parts, u32 len);
/* It ends, without a word to its owner: whoever ends it says what follows. */
void own_run_withdraw(struct engine *engine, struct engine_run *run, str reason, str actor);
/* The run by the name that its owner's row has for it, brought into memory; NULL: none stands. */
struct engine_run *owned_run_find(struct engine *engine, const struct owned_run *owned,
				  const struct uuid *id);
/* It may leave memory, and be brought back from what the turn has read: that is `hot` now. */
void owned_run_written(struct engine *engine, const struct engine_run *run,
		       const struct run_hot *hot);
enum err engine_find_zone(void *context, str name, const struct zone **out_zone, struct why *why);
/* A zone that is not there any more is UTC: what people were promised goes on. */
MUST_USE enum err own_run_find_zone(struct engine *engine, str name, const struct zone **out_zone);
/* While reserving: the owners that came with a row; with all rows of a turn. */
MUST_USE enum err own_run_bring(struct engine *engine, const struct run_row *row);
MUST_USE enum err own_runs_bring(struct engine *engine, struct turn *turn);
/* people/room.c: what windows and reminders add to the room of a step; and their own memory. */
void people_count_room(const struct engine *engine, struct room *room);
MUST_USE enum err people_take_room(struct engine *engine, const struct room *room);

#endif
