#include "base/prng.h"

#include "base/hash.h"
#include "base/must.h"

struct prng prng_init(u64 seed)
{
	struct prng prng;
	/* splitmix64: steps of the golden ratio, each mixed. Four steps cannot all be zero, which
	 * is the one state the generator could not leave. */
	for (u32 i = 0; i < countof(prng.state); i++) {
		seed += 0x9e3779b97f4a7c15;
		prng.state[i] = hash_mix(seed);
	}
	return prng;
}

struct prng prng_stream(u64 seed, str name)
{
	return prng_init(hash_bytes(hash_key_from_seed(seed), name));
}

struct prng prng_stream_number(u64 seed, u64 number)
{
	return prng_init(hash_u64(hash_key_from_seed(seed), number));
}

/* The output scrambles one word of the state; the state itself moves by shifts and exclusive ors
 * only (a linear recurrence of period 2^256 - 1). */
u64 prng_next(struct prng *prng)
{
	u64 *s = prng->state;
	u64 result = hash_rotate(s[1] * 5, 7) * 9;
	u64 shifted = s[1] << 17;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = hash_rotate(s[3], 45);
	return result;
}

u64 prng_below(struct prng *prng, u64 n)
{
	must(n > 0);
	/* 2^64 is rarely a multiple of n: the first 2^64 mod n values are drawn again, so that each
	 * rest is left equally often. That is less than half of all values. */
	u64 surplus = (0 - n) % n;
	u64 value = prng_next(prng);
	while (value < surplus) value = prng_next(prng);
	return value % n;
}

i64 prng_between(struct prng *prng, i64 low, i64 high)
{
	must(low <= high);
	u64 span = (u64)high - (u64)low;
	u64 offset = span == UINT64_MAX ? prng_next(prng) : prng_below(prng, span + 1);
	return (i64)((u64)low + offset);
}

bool prng_chance(struct prng *prng, u64 times, u64 of)
{
	must(of > 0);
	must(times <= of);
	return prng_below(prng, of) < times;
}

double prng_unit(struct prng *prng)
{
	return (double)(prng_next(prng) >> 11) * 0x1p-53;
}
