/* The door behind `belfry serve`: the rest of the settings is read, then the service runs. */
#ifndef BELFRY_SERVER_SERVE_H
#define BELFRY_SERVER_SERVE_H

#include "base/arena.h"
#include "server/config.h"

/* `arena` outlives the call. */
MUST_USE enum err serve(struct config *config, struct arena *arena, struct why *why);

#endif
