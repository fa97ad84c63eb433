/* An arena that each test of a program finds empty: open_arena and close_arena go around them. */
#ifndef BELFRY_TEST_UNIT_HANDLER_OWN_ARENA_H
#define BELFRY_TEST_UNIT_HANDLER_OWN_ARENA_H

#include "base/arena.h"
#include "base/check.h"

static struct arena arena;

static inline int open_arena(void **state)
{
	(void)state;
	arena_init(&arena, 4 << 20);
	return 0;
}

static inline int close_arena(void **state)
{
	(void)state;
	arena_done(&arena);
	return 0;
}

#endif
