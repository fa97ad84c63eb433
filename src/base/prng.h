/* Seeded pseudo-random numbers: the same seed gives the same numbers on every machine, for tests,
 * the simulator and jitter. Whoever sees a few can tell the rest: never for ids, tokens or anything
 * that must not be guessed.
 *
 * The generator is xoshiro256** (Blackman and Vigna), its state filled by splitmix64. Changing any
 * function here changes what every recorded seed means. */
#ifndef BELFRY_BASE_PRNG_H
#define BELFRY_BASE_PRNG_H

#include "base/str.h"
#include "base/types.h"

struct prng {
	u64 state[4];
};

struct prng prng_init(u64 seed);

/* A stream of its own for each actor: what one draws does not shift the others. Named streams and
 * numbered streams of one seed are unrelated; numbers never share a stream. */
struct prng prng_stream(u64 seed, str name);
struct prng prng_stream_number(u64 seed, u64 number);

u64 prng_next(struct prng *prng);

/* 0 to n - 1, each exactly as likely; n above zero. */
u64 prng_below(struct prng *prng, u64 n);

/* `low` to `high`, both included. */
i64 prng_between(struct prng *prng, i64 low, i64 high);

/* True `times` in `of`: 0 of n never, n of n always; of above zero. */
bool prng_chance(struct prng *prng, u64 times, u64 of);

/* 0 <= x < 1, a multiple of 2^-53. */
double prng_unit(struct prng *prng);

#endif
