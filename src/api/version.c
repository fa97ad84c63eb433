/* A Feistel network over two halves, with SipHash as its round function. */
#include "api/version.h"

#include "base/must.h"

enum { HALF_BITS = VERSION_BITS / 2, ROUNDS = 6 };

#define HALF_MASK (((u64)1 << HALF_BITS) - 1)
#define VERSION_END ((u64)1 << VERSION_BITS)

struct hash_key version_key(const struct seal_key *seal_key)
{
	return seal_hash_key(seal_key, STR("versions of things"));
}

static u64 mixed(struct hash_key key, u32 round, u64 half)
{
	char bytes[5] = { (char)round, (char)half, (char)(half >> 8), (char)(half >> 16),
			  (char)(half >> 24) };
	return hash_bytes(key, (str){ bytes, sizeof bytes }) & HALF_MASK;
}

static u64 forth(struct hash_key key, u64 value)
{
	u64 left = value >> HALF_BITS, right = value & HALF_MASK;
	for (u32 round = 0; round < ROUNDS; round++) {
		u64 next = left ^ mixed(key, round, right);
		left = right;
		right = next;
	}
	return left << HALF_BITS | right;
}

static u64 back(struct hash_key key, u64 value)
{
	u64 left = value >> HALF_BITS, right = value & HALF_MASK;
	for (u32 round = ROUNDS; round > 0; round--) {
		u64 next = right ^ mixed(key, round - 1, left);
		right = left;
		left = next;
	}
	return left << HALF_BITS | right;
}

/* A version that becomes 0 is permuted once more: 0 says that there is none. */
u64 version_show(struct hash_key key, u64 version)
{
	must(version < VERSION_END);
	if (!version) return 0;
	u64 shown = forth(key, version);
	return shown ? shown : forth(key, 0);
}

u64 version_read(struct hash_key key, u64 shown)
{
	if (!shown || shown >= VERSION_END) return 0;
	u64 version = back(key, shown);
	return version ? version : back(key, 0);
}
