/* Hashes for tables in memory. Keyed, so that a stranger who chooses names cannot choose them to
 * collide, and a function of key and input only: never of an address, the byte order or the run, so
 * that a simulated day is the same every time.
 *
 * Not for what is stored or sent, and not for proof: that is SHA-256's. */
#ifndef BELFRY_BASE_HASH_H
#define BELFRY_BASE_HASH_H

#include "base/str.h"
#include "base/types.h"

/* A secret. The server draws the seed from entropy at start, the simulator from its own seed. */
struct hash_key {
	u64 a;
	u64 b;
};

struct hash_key hash_key_from_seed(u64 seed);

/* SipHash-1-3 (Aumasson and Bernstein): its collisions cannot be found without the key, which
 * cheaper mixes of multiply and shift do not give: those collide alike under every seed. */
u64 hash_bytes(struct hash_key key, str bytes);

/* To the left; `by` is 1 to 63. */
static inline u64 hash_rotate(u64 value, u32 by)
{
	return value << by | value >> (64 - by);
}

/* One to one: all 64 bits in, all 64 mixed, no two inputs alike. (The output step of splitmix64,
 * with Stafford's thirteenth set of constants.) */
static inline u64 hash_mix(u64 value)
{
	value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
	value = (value ^ value >> 27) * 0x94d049bb133111eb;
	return value ^ value >> 31;
}

/* One to one for a given key, so that a table need not keep the number beside its hash. Cheap, and
 * meant for numbers that we hand out ourselves: it does not withstand chosen ones. */
static inline u64 hash_u64(struct hash_key key, u64 value)
{
	return hash_mix(value ^ key.a);
}

/* Eight bytes as a number, lowest first; one load where the machine does it so. */
static inline u64 hash_load_u64(const u8 *at)
{
	return (u64)at[0] | (u64)at[1] << 8 | (u64)at[2] << 16 | (u64)at[3] << 24 |
	       (u64)at[4] << 32 | (u64)at[5] << 40 | (u64)at[6] << 48 | (u64)at[7] << 56;
}

/* Exactly 16 bytes (an id): both halves, each hidden by a half of the key, multiplied to 128 bits
 * and folded; twice. Nobody else chooses the ids we keep, so this may be cheaper. */
static inline u64 hash_16_bytes(struct hash_key key, const u8 bytes[16])
{
	__extension__ typedef unsigned __int128 u128;
	u128 product = (u128)(hash_load_u64(bytes) ^ key.a) * (hash_load_u64(bytes + 8) ^ key.b);
	u64 folded = (u64)product ^ (u64)(product >> 64);
	product = (u128)(folded ^ key.a) * 0x9e3779b97f4a7c15;
	return (u64)product ^ (u64)(product >> 64);
}

#endif
