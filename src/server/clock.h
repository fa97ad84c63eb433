/* The only place that asks what time it is. */
#ifndef BELFRY_SERVER_CLOCK_H
#define BELFRY_SERVER_CLOCK_H

#include "base/msec.h"

/* Both clocks, read together. */
struct now clock_now(void);

#endif
