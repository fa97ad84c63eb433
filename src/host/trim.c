#include "host/trim.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { LARGE_BYTES = 128 << 10, KEPT_BYTES = 1 << 20 };

void trim_prepare(void)
{
#ifdef __GLIBC__
	/* Without this the bound grows with the largest piece that was ever freed. */
	(void)mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
	(void)mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
#endif
}

bool trim_is_due(struct trim *trim, u64 held)
{
	if (held > trim->peak) trim->peak = held;
	bool is_due = trim->peak >= TRIM_BURST_BYTES && held <= trim->peak / 4;
	if (is_due) trim->peak = held;
	return is_due;
}

void trim_now(void)
{
#ifdef __GLIBC__
	(void)malloc_trim(KEPT_BYTES);
#endif
}
