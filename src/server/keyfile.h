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

#endif
