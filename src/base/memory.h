/* Where all memory comes from: malloc behind one door, so that a test can refuse the n-th request
 * and count what was not given back. Below base nobody else calls malloc; most code wants an arena.
 * Running out is an error (NULL), never an abort. */
#ifndef BELFRY_BASE_MEMORY_H
#define BELFRY_BASE_MEMORY_H

#include "base/types.h"

/* Counts of elements are u32 and elements are small, so that a product of the two always fits. */
_Static_assert(sizeof(size_t) >= 8, "sizes are computed without overflow checks");

/* All are aligned for any type (16 bytes); `size` is above zero. NULL: out of memory. */
MUST_USE void *mem_alloc(size_t size);
MUST_USE void *mem_alloc_zeroed(size_t size);
/* At an address that is a multiple of `size`, a power of two. */
MUST_USE void *mem_alloc_aligned(size_t size);
/* Keeps the bytes, may move them; on NULL the old piece is still there and unchanged. `at` NULL:
 * a new piece. */
MUST_USE void *mem_resize(void *at, size_t size);
void mem_free(void *at); /* NULL: nothing */

/* True: this request is answered with NULL. `asked` is its number since the watch began, from 1. */
typedef bool mem_refuse(void *context, u64 asked);

/* A watch over this thread's requests. `live` counts pieces taken less pieces given back, so it is
 * zero again when nothing leaked; it goes below zero when an older piece is freed. */
struct mem_watch {
	mem_refuse *refuse; /* NULL: none */
	void *context;      /* handed to refuse */
	u64 asked;
	i64 live;
};

/* For tests and the simulator. The watch is the caller's and lives until the next call; NULL ends
 * it. Each thread has its own, so watching needs no lock; without one it costs one branch. */
void mem_set_watch(struct mem_watch *watch);

#endif
