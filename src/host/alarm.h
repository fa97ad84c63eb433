/* A file descriptor that becomes readable when a span is over: for loops that wait for descriptors.
 * Setting it is possible from any thread. */
#ifndef BELFRY_HOST_ALARM_H
#define BELFRY_HOST_ALARM_H

#include "base/msec.h"

/* -1: there is none to be had. Closed by close(). */
int alarm_new(void);
/* Readable in `span` from now, also when the machine sleeps meanwhile; 0 or below: at once. */
void alarm_set(int fd, msec span);

#endif
