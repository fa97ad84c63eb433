/* The system's random bytes. Below the hosts randomness is an argument. */
#ifndef BELFRY_HOST_ENTROPY_H
#define BELFRY_HOST_ENTROPY_H

#include "base/types.h"

/* Cannot fail; waits only in the first moments after the machine's start. */
void entropy_fill(u8 *out_bytes, size_t len);

#endif
