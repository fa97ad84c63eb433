/* Settings from a file: INI, keys as the flags (poll_interval_ms or poll-interval-ms), in any
 * section. And secrets from files of their own. */
#ifndef BELFRY_SERVER_CONFIG_FILE_H
#define BELFRY_SERVER_CONFIG_FILE_H

#include "base/arena.h"
#include "server/config.h"

enum { CONFIG_FILE_BYTES_MAX = 65536, SECRET_FILE_BYTES_MAX = 4096 };

/* Sets the values in the file's text; they are copied into the arena. ERR_USAGE names `file`, the
 * line, the key, and what is allowed or which key may have been meant. Keys of other scopes are
 * checked and set, too: one file serves all commands. */
MUST_USE enum err settings_read_text(struct settings *settings, str file, str text,
				     struct arena *arena, struct why *why);

/* The same for the file at `path`. ERR_NOT_FOUND: there is none. */
MUST_USE enum err settings_read_file(struct settings *settings, const char *path,
				     struct arena *arena, struct why *why);

/* For every secret NAME of these scopes that is not set by now: if `environment` has NAME_FILE,
 * the first line of that file. */
MUST_USE enum err settings_read_secrets(struct settings *settings, u32 scopes,
					const char *const *environment, struct arena *arena,
					struct why *why);

#endif
