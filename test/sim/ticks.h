/* I-06, turn by turn: a turn waits for nobody, does no more than a turn may, none begins inside
 * another, and none follows another for nothing. I-29, of the pump: no more wait for a turn than
 * its queue has room for. */
#ifndef BELFRY_TEST_SIM_TICKS_H
#define BELFRY_TEST_SIM_TICKS_H

#include "model/turn.h"

struct engine_pulse;
struct sim;

struct ticks {
	bool is_open;    /* a turn is under way */
	u32 loads;       /* in it: how often the store was asked for rows, */
	u32 commits;     /* asked to keep some, */
	u32 clock_reads; /* and how often somebody looked at the clock */
	bool did;        /* it brought, changed, answered or heard something */
	u32 queued;      /* commands that the pump has taken and not closed yet */
	u32 idle;        /* turns in a row that did nothing, though the pump had called for them */
};

/* The pump has taken a command. */
void ticks_submitted(struct sim *sim);
void ticks_begin(struct sim *sim);
/* The pump looks at the clock. */
void ticks_clock(struct sim *sim);
void ticks_load(struct sim *sim, const struct turn *turn);
void ticks_commit(struct sim *sim);
/* What the turn came to, once it went well: the pump tells the node. */
void ticks_turned(void *node, const struct turn *turn, const struct engine_pulse *pulse, msec took);
/* `calls_again`: by the pump's word another turn is due at once. */
void ticks_end(struct sim *sim, bool went_well, bool calls_again);

#endif
