/* The watcher of service levels: six objectives over a rolling window of minutes, a warning when
 * one is exceeded several evaluations in a row, a message when it is met again. Pure: time comes as
 * an argument, and what is worth telling goes out as a return value.
 *
 * It is not part of the engine and of its turns: the engine cannot know how long a turn takes, and
 * that a threshold is exceeded changes nothing that has to be kept.
 *
 * Minutes are of the wall clock, since the statistics it may begin with are; ticks and evaluations
 * come by the clock that never jumps. */
#ifndef BELFRY_ENGINE_WATCH_SLO_H
#define BELFRY_ENGINE_WATCH_SLO_H

#include "base/err.h"
#include "engine/engine.h"
#include "model/daily.h"
#include "model/slo.h"
#include "model/spans.h"

struct slo_watch;

MUST_USE enum err slo_watch_new(const struct slo_settings *settings, struct now now,
				struct slo_watch **out_watch);
void slo_watch_free(struct slo_watch *watch); /* NULL: nothing */

/* ---- what is observed ------------------------------------------------------------------------ */

/* Counts a committed turn: the work that it left, and how long it took. */
void slo_note_turn(struct slo_watch *watch, const struct engine_pulse *pulse, msec took);
/* Attempts that ended in the minute of `wall`. */
void slo_note_attempt(struct slo_watch *watch, msec wall, msec took);
/* An attempt of that priority began so much after its time. */
void slo_note_start(struct slo_watch *watch, msec wall, u32 priority, msec delay);
void slo_note_attempts(struct slo_watch *watch, msec wall, const struct spans *spans);
/* Days that ended so; those that were missed count for nothing: nobody was there. A due minute past
 * those of a day: it is not known. */
void slo_note_days(struct slo_watch *watch, msec wall, enum day_status status, u32 due_minute,
		   u32 count);

/* ---- what follows ---------------------------------------------------------------------------- */

/* The work of the turns since the last tick for daily windows. */
struct slo_tick {
	msec duration_ms; /* of those in which time looked at windows */
	u64 users_scanned;
	u64 eligible_in_window;
	u64 enqueued;
	u64 cutoff_finalized;
};

/* The news of an evaluation. */
struct slo_news {
	bool has_tick;
	struct slo_tick tick;
	bool is_evaluated;
	bool began[SLO_COUNT]; /* it is breached from now on: worth a warning */
	bool ended[SLO_COUNT]; /* and is not any more */
};

/* Called every second or so: each call samples how full queue and executor are. */
void slo_look(struct slo_watch *watch, struct now now, struct slo_news *out_news);
void slo_watch_report(const struct slo_watch *watch, struct slo_report *out_report);

#endif
