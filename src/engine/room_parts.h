/* Which parts of room a command takes, by the column `room` of commands.def. */
#ifndef BELFRY_ENGINE_ROOM_PARTS_H
#define BELFRY_ENGINE_ROOM_PARTS_H

#include "engine/whole.h"

/* Adds the most that one command may take. */
void count_command(struct room *room, const struct command *command);
/* The parts of a command as a unit of its own, with the pages that the store brought. */
struct room room_of_command(struct engine *engine, const struct command *command);

#endif
