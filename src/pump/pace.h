/* When the pump is looked at: what is past its time is removed in small steps, a store that failed
 * is left alone for a while, and a process that did not run is noticed. The server's thread and
 * the library drive the pump at this pace. Not a thread; the pump's rule holds: one at a time. */
#ifndef BELFRY_PUMP_PACE_H
#define BELFRY_PUMP_PACE_H

#include "pump/pump.h"

/* Zeroed: new. */
struct pace {
	msec tend_at; /* boot: when the next step of removing is due */
	msec look_by; /* boot: when the driver meant to look again; 0: it has not begun */
	msec rest;    /* how long the store is left alone after its last failure; 0: it is well */
};

/* A driver looks at the clocks. One that comes much later than it meant to was not there to hear
 * the workers; a turn that took so long counts, too. */
void pace_look(struct pace *pace, struct pump *pump, struct now now);

/* A step of removing, when its time has come. ERR_STORE_SYNC: no turn may come any more; every
 * other failure is simply tried again later. */
MUST_USE enum err pace_tend(struct pace *pace, struct pump *pump, struct now now);

/* After each turn: how long the store is left alone. 0: go on at once. */
msec pace_after(struct pace *pace, enum err err);

/* How long a driver may sleep until time brings something, at most `most`; and notes it. */
msec pace_sleep(struct pace *pace, struct now wake, struct now now, msec most);

#endif
