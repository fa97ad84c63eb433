/* The watcher of service levels (engine/watch/slo.h), between threads. The pump's thread adds each
 * turn's remaining work and journal. The loop's thread evaluates every second, writes log lines,
 * and answers requests for the state. */
#ifndef BELFRY_SERVER_WATCH_H
#define BELFRY_SERVER_WATCH_H

#include "base/err.h"
#include "engine/engine.h"
#include "model/slo.h"
#include "observe/log.h"
#include "observe/metrics.h"

struct watch;
struct turn;
struct query;

MUST_USE enum err watch_new(const struct slo_settings *settings, struct now now,
			    struct watch **out_watch);
void watch_free(struct watch *watch); /* NULL: nothing */

/* Before the threads start: fills in the minutes before now from the statistics. These have the
 * durations of attempts and the ends of days; for ticks, queue and executor the window begins
 * empty. */
MUST_USE enum err watch_recall(struct watch *watch, struct query *query, msec wall);

/* On the pump's thread. */
void watch_turn(struct watch *watch, const struct engine_pulse *pulse, msec took);
void watch_claims(struct watch *watch, const struct turn *turn);
void watch_journal(struct watch *watch, str journal, msec wall);

/* On the loop's. */
void watch_look(struct watch *watch, struct now now, const struct log_sink *log);
void watch_report(struct watch *watch, struct slo_report *out_report);
void watch_bring(struct watch *watch, struct metrics *metrics);

#endif
