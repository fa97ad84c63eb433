/* The functions that decide commands, one for each value of the column `act` of commands.def. */
#ifndef BELFRY_ENGINE_COMMANDS_H
#define BELFRY_ENGINE_COMMANDS_H

#include "model/command.h"

struct engine;

#define X(name, word, order, subject, wants, room, act, ...) \
	void on_##act(struct engine *engine, const struct command *command);
COMMANDS(X)
#undef X

#endif
