/* Which parts of room a command takes, by the column `room` of commands.def. */
#ifndef BELFRY_ENGINE_ROOM_PARTS_H
#define BELFRY_ENGINE_ROOM_PARTS_H

#include "engine/core/parts.h"

/* Adds the most that one command may take. */
void count_command(struct room *room, const struct command *command);

#endif
