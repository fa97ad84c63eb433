/* Versions of things as clients see them. Inside, a version is the number of the turn that wrote
 * it, which grows with what all tenants do: shown as it is, it would let a tenant count its
 * neighbours' changes. So it is shown permuted under a key of the server: as good a name of the
 * version, and no measure of anything. */
#ifndef BELFRY_API_VERSION_H
#define BELFRY_API_VERSION_H

#include "api/seal.h"
#include "base/hash.h"

enum { VERSION_BITS = 52 }; /* every reader of JSON keeps so many of a number */

/* The same for the same server key, also after a restart or a restore. */
struct hash_key version_key(const struct seal_key *seal_key);

/* One to one among the numbers of 1 to 2^52 - 1; 0 stays 0. */
u64 version_show(struct hash_key key, u64 version);
/* 0: nothing is shown like that. */
u64 version_read(struct hash_key key, u64 shown);

#endif
