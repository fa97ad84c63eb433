/* Two clocks: the wall's, which people and daemons set, and the boot clock, which only goes on. A
 * wall clock that moved by itself stepped. How far is worth a word; after a leap ahead nothing is
 * removed for good, see clock_watch_doubts. */
#ifndef BELFRY_ENGINE_CORE_CLOCK_WATCH_H
#define BELFRY_ENGINE_CORE_CLOCK_WATCH_H

#include "model/turn.h"

/* Two looks that are no further apart agree. */
#define CLOCK_DISAGREE_MS (2 * MSEC_SECOND)
/* Ahead of it by more, the wall clock leapt. */
#define CLOCK_LEAP_MS (10 * MSEC_MINUTE)

/* So long after a leap nothing is removed for good. */
#define CLOCK_DOUBT_MS MSEC_HOUR

struct clock_watch {
	struct now last;
	msec leapt_at; /* boot; with has_leapt */
	bool has_looked;
	bool has_leapt;
};

/* How far the wall clock moved by itself from one look to the other, ahead or (below 0) back; 0: no
 * more than two seconds. */
static inline msec clock_step(const struct now *before, const struct now *now)
{
	msec apart = msec_sub(msec_sub(now->wall, before->wall), msec_sub(now->boot, before->boot));
	return apart > CLOCK_DISAGREE_MS || apart < -CLOCK_DISAGREE_MS ? apart : 0;
}

/* Looks at the clocks; the step since the last look. */
msec clock_watch_look(struct clock_watch *watch, const struct now *now);

/* Whether the wall clock was set back since the last look, by so much that jobs which it decided
 * ahead of its time are set back, too. */
bool clock_watch_went_back(const struct clock_watch *watch, const struct now *now);

/* Whether it is too early to remove what is past its time by the wall clock: for an hour after a
 * leap ahead. Occurrences wait a quarter of an hour at most, but those can be made up for; what was
 * removed by a clock that is set right a while later does not come back. */
bool clock_watch_doubts(const struct clock_watch *watch, const struct now *now);

#endif
