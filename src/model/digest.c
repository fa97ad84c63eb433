/* 128 bits of a text by XXH3 (xxhash): the same on every machine and for good, since digests are
 * kept in rows. Compiled in here from the library's header, so that nothing has to be linked. It
 * withstands chance, not an attacker; keys are compared only within the tenant that chose them. */
#include "base/must.h"
#include "model/rows.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

_Static_assert(XXH_VERSION_NUMBER >= 800, "XXH3's values are fixed since 0.8.0");

struct digest digest_of(str text)
{
	XXH128_hash_t hash = XXH3_128bits(text.len ? text.at : "", text.len);
	return (struct digest){ .a = hash.high64, .b = hash.low64 };
}

/* The length stands before each text. */
struct digest digest_of_texts(tenant_no tenant, const str *texts, u32 len)
{
	char bytes[4 + DIGEST_TEXTS_BYTES];
	size_t end = 0;
	for (u32 i = 0; i < 4; i++) bytes[end++] = (char)(tenant.v >> 8 * i & 0xff);
	for (u32 i = 0; i < len; i++) {
		must(end + 2 + texts[i].len <= sizeof bytes);
		bytes[end++] = (char)(texts[i].len & 0xff);
		bytes[end++] = (char)(texts[i].len >> 8);
		if (texts[i].len) memcpy(bytes + end, texts[i].at, texts[i].len);
		end += texts[i].len;
	}
	return digest_of((str){ bytes, end });
}
