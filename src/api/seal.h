/* Sealing secrets at rest: AES-256-GCM under the server's key, bound to whose they are and their
 * name, so that a sealed value cannot be moved to another place. */
#ifndef BELFRY_API_SEAL_H
#define BELFRY_API_SEAL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"

enum { SEAL_KEY_BYTES = 32, SEAL_NONCE_BYTES = 12, SEAL_TAG_BYTES = 16 };

struct seal_key {
	u8 bytes[SEAL_KEY_BYTES];
};

/* A key for numbers that are shown permuted: another one for each purpose, and the same for the
 * same server key, also after a restart or a restore. */
struct hash_key seal_hash_key(const struct seal_key *key, str purpose);

/* `about`: whose and which. The nonce is fresh entropy. The answer is hexadecimal text. */
MUST_USE enum err seal(const struct seal_key *key, str about, str plain,
		       const u8 nonce[SEAL_NONCE_BYTES], struct arena *arena, str *out_sealed);
/* ERR_STORE_DAMAGED: not sealed by this key for this place, or altered. */
MUST_USE enum err unseal(const struct seal_key *key, str about, str sealed, struct arena *arena,
			 str *out_plain);

#endif
