/* The door behind `belfry serve`: the rest of the settings is read, then the service runs. */
#ifndef BELFRY_SERVER_SERVE_H
#define BELFRY_SERVER_SERVE_H

#include "base/arena.h"
#include "server/config.h"

struct standby;

/* The configuration file: one that was named must be there; the usual one may be. What flags and
 * environment said stays. */
MUST_USE enum err serve_read_config(struct config *config, struct arena *arena, struct why *why);

/* `arena` outlives the call. `standby`: see service.h. */
MUST_USE enum err serve(struct config *config, struct standby *standby, struct arena *arena,
			struct why *why);

/* All of it; whoever reads it may be gone, that ends nothing. */
void write_out(int fd, str text);

#endif
