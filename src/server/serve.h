/* The door behind `belfry serve`: the rest of the settings is read, then the service runs. */
#ifndef BELFRY_SERVER_SERVE_H
#define BELFRY_SERVER_SERVE_H

#include "base/arena.h"
#include "server/config.h"

struct standby;

/* Reads the configuration file: a named file must exist, the default one may. Values of flags and
 * environment stay. */
MUST_USE enum err serve_read_config(struct config *config, struct arena *arena, struct why *why);

/* `arena` outlives the call. `standby`: see service.h. */
MUST_USE enum err serve(struct config *config, struct standby *standby, struct arena *arena,
			struct why *why);

/* Writes everything; it does not matter whether the reader is gone. */
void write_out(int fd, str text);

#endif
