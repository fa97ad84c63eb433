/* 128 bits of a text by XXH3 (xxhash): the same on every machine and for good, since digests are
 * kept in rows. Compiled in here from the library's header, so that nothing has to be linked. It
 * withstands chance, not an attacker; keys are compared only within the tenant that chose them. */
#include "model/rows.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

_Static_assert(XXH_VERSION_NUMBER >= 800, "XXH3's values are fixed since 0.8.0");

struct digest digest_of(str text)
{
	XXH128_hash_t hash = XXH3_128bits(text.len ? text.at : "", text.len);
	return (struct digest){ .a = hash.high64, .b = hash.low64 };
}
