/* The watcher of service levels (engine/watch/slo.h), between threads: the pump's tells it what
 * each turn left and what its journal says, the loop's looks at it every second, writes what is
 * worth a log line, and tells whoever asks how things stand. */
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

/* Before the threads start: what the statistics tell of the minutes before now. They know how long
 * attempts took and how days ended; of ticks, queue and executor the window begins empty. */
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
