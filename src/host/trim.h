/* Gives memory back to the system after a burst. malloc keeps what was freed for the next request:
 * after a crowd of unread answers that would be hundreds of megabytes that nobody uses. */
#ifndef BELFRY_HOST_TRIM_H
#define BELFRY_HOST_TRIM_H

#include "base/types.h"

/* A burst is worth a trim from here on. */
#define TRIM_BURST_BYTES ((u64)8 << 20)

struct trim {
	u64 peak; /* the most that was held since the last trim */
};

/* At the start of the process, before its threads: large pieces are the system's again as soon as
 * they are freed, however large the pieces before them were. */
void trim_prepare(void);

/* Called now and then with the bytes of bursts that are held now. True: a burst has ended, so that
 * trim_now is worth its time. */
bool trim_is_due(struct trim *trim, u64 held);

/* Walks over the free pieces of all threads: milliseconds. */
void trim_now(void);

#endif
