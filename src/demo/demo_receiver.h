/* Somebody for the demo's webhooks to talk to, who is busy most of the time: two calls of three are
 * answered 429 with Retry-After, the third is taken. */
#ifndef BELFRY_DEMO_DEMO_RECEIVER_H
#define BELFRY_DEMO_DEMO_RECEIVER_H

#include "base/types.h"

struct demo_receiver {
	u16 port; /* on loopback; 0: any */
};

/* A process's work (demo_child.h): tells "PORT\n", then answers until TERM or INT comes. */
int demo_receiver_run(void *receiver, int told);

#endif
