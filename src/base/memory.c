/* The one mutable static of base besides must's hook: a pointer to the watch of the test that runs
 * on this thread. It cannot be an argument, since then every container would carry it in
 * production. */
#include "base/memory.h"

#include "base/must.h"

#include <stdlib.h>

static _Thread_local struct mem_watch *watch;

void mem_set_watch(struct mem_watch *new_watch)
{
	watch = new_watch;
}

static bool is_refused(void)
{
	if (!watch) return false;
	watch->asked++;
	return watch->refuse && watch->refuse(watch->context, watch->asked);
}

static void *counted(void *fresh)
{
	if (watch && fresh) watch->live++;
	return fresh;
}

void *mem_alloc(size_t size)
{
	must(size > 0);
	return is_refused() ? NULL : counted(malloc(size));
}

void *mem_alloc_zeroed(size_t size)
{
	must(size > 0);
	return is_refused() ? NULL : counted(calloc(1, size));
}

void *mem_alloc_aligned(size_t size)
{
	must(size >= 16);
	must((size & (size - 1)) == 0);
	return is_refused() ? NULL : counted(aligned_alloc(size, size));
}

void *mem_resize(void *at, size_t size)
{
	must(size > 0);
	if (!at) return mem_alloc(size);
	return is_refused() ? NULL : realloc(at, size);
}

void mem_free(void *at)
{
	if (watch && at) watch->live--;
	free(at);
}
