/* Chance for tests with a fixed seed: numbers, and bytes to draw rules from as the fuzzers do. */
#ifndef BELFRY_TEST_DRAWN_H
#define BELFRY_TEST_DRAWN_H

#include "fuzz_common.h"

struct source {
	u64 state;
	uint8_t bytes[200];
};

static inline u64 draw(struct source *source)
{
	u64 z = source->state += 0x9e3779b97f4a7c15; /* splitmix64 */
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static inline i64 draw_between(struct source *source, i64 least, i64 most)
{
	return least + (i64)(draw(source) % (u64)(most - least + 1));
}

static inline struct choices draw_choices(struct source *source)
{
	for (size_t i = 0; i < sizeof(source->bytes); i++) source->bytes[i] = (uint8_t)draw(source);
	return (struct choices){ source->bytes, sizeof(source->bytes) };
}

#endif
