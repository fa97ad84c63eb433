/* The system's random bytes. Below the hosts randomness is an argument. */
#ifndef BELFRY_HOST_ENTROPY_H
#define BELFRY_HOST_ENTROPY_H

#include "base/types.h"

/* Cannot fail; waits only in the first moments after the machine's start. */
void entropy_fill(u8 *out_bytes, size_t len);

/* Random bytes drawn ahead, so that most draws cost no system call. Of one thread. Zeroed: empty.
 * Bytes that were handed out are wiped here. */
struct entropy_pool {
	u8 bytes[4096];
	u32 left; /* of `bytes`, at their end: not handed out yet */
};

void entropy_draw(struct entropy_pool *pool, u8 *out_bytes, size_t len);

#endif
