/* The key that seals secrets: a file outside the data folder, so that a copy of the store alone
 * opens nothing. */
#ifndef BELFRY_SERVER_KEYFILE_H
#define BELFRY_SERVER_KEYFILE_H

#include "api/seal.h"
#include "base/err.h"

/* Reads it; makes it (0600, drawn by `draw`) where there is none. Refused: a link, somebody
 * else's file, one that others may read, one that is no key. The message never repeats it. */
MUST_USE enum err keyfile_open(str path, void (*draw)(void *context, u8 *out_bytes, size_t len),
			       struct seal_key *out_key, struct why *why);

/* Reads it and makes nothing. ERR_NOT_FOUND: there is none. */
MUST_USE enum err keyfile_read(str path, struct seal_key *out_key, struct why *why);

/* Puts this key in the file's place, in one step. What was there gets the name `kept`; empty: there
 * was nothing. */
MUST_USE enum err keyfile_replace(str path, const struct seal_key *key, str kept, struct why *why);

#endif
