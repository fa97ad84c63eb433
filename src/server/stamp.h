/* The instant in the name of a file that is kept beside the store. */
#ifndef BELFRY_SERVER_STAMP_H
#define BELFRY_SERVER_STAMP_H

#include "base/msec.h"

enum { STAMP_BYTES = 20 };

/* "20261118T040500Z" of 2026-11-18T04:05:00.123Z, with a NUL. */
void stamp_print(msec instant, char out[STAMP_BYTES]);

#endif
