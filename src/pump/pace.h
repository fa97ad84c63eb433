/* The pace at which a driver (the server's thread, or the library) runs the pump: expired rows are
 * removed in small steps, a failed store is left alone for a while, and a suspended process is
 * noticed. Not a thread; as for the pump, one call at a time. */
#ifndef BELFRY_PUMP_PACE_H
#define BELFRY_PUMP_PACE_H

#include "pump/pump.h"

/* Zeroed: new. */
struct pace {
	msec tend_at; /* boot: when to remove expired rows next */
	msec look_by; /* boot: when the driver wanted to run again; 0: not started */
	msec rest;    /* how long to leave the store alone after its last failure; 0: it works */
};

/* To be called when the driver runs. A driver that is much later than it wanted was suspended, and
 * has not heard the workers; a very long turn counts, too. */
void pace_look(struct pace *pace, struct pump *pump, struct now now);

/* Removes some expired rows if it is time. ERR_STORE_SYNC: no turn may follow. Any other failure is
 * retried later. */
MUST_USE enum err pace_tend(struct pace *pace, struct pump *pump, struct now now);

/* To be called after each turn: how long to leave the store alone. 0: go on at once. */
msec pace_after(struct pace *pace, enum err err);

/* How long a driver may sleep until the next timer, at most `most`; notes the result. */
msec pace_sleep(struct pace *pace, struct now wake, struct now now, msec most);

#endif
