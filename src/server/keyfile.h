/* The key that seals secrets: a file outside the data folder, so that a copy of the store alone
 * opens nothing. */
#ifndef BELFRY_SERVER_KEYFILE_H
#define BELFRY_SERVER_KEYFILE_H

#include "api/seal.h"
#include "base/err.h"

/* Reads the key; creates the file (0600, with bytes from `draw`) if there is none. Refused: a link,
 * a file of another user, one that others may read, one without a valid key. The message never
 * contains the key. */
MUST_USE enum err keyfile_open(str path, void (*draw)(void *context, u8 *out_bytes, size_t len),
			       struct seal_key *out_key, struct why *why);

/* Reads the key and creates nothing. ERR_NOT_FOUND: there is no file. */
MUST_USE enum err keyfile_read(str path, struct seal_key *out_key, struct why *why);

/* Replaces the file by one with this key, in one step. The old file gets the name `kept`; empty:
 * there was none. */
MUST_USE enum err keyfile_replace(str path, const struct seal_key *key, str kept, struct why *why);

#endif
