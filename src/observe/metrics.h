/* Counters of what happens, for Prometheus. One registry with two sets of names: Belfry's, and
 * alternative names. A series appears when it is first counted; labels are bounded. One thread: the
 * loop's. */
#ifndef BELFRY_OBSERVE_METRICS_H
#define BELFRY_OBSERVE_METRICS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "model/spans.h"
#include "observe/metrics.def"

/* clang-format off */
enum metric {
#define X(id, kind, name, first, second, seeds, help) METRIC_##id,
	METRICS(X)
#undef X
	METRIC_COUNT
};
/* clang-format on */

enum metric_names { METRIC_NAMES_OURS, METRIC_NAMES_SEED };

struct metrics;

MUST_USE enum err metrics_new(u64 seed, struct metrics **out_metrics);
void metrics_free(struct metrics *metrics);

/* Empty label values where the metric has no such label. Out of memory: not counted. */
void metrics_add(struct metrics *metrics, enum metric metric, str first, str second, u64 by);
void metrics_set(struct metrics *metrics, enum metric metric, u64 value);
/* Adds a number that was counted elsewhere, with labels. */
void metrics_put(struct metrics *metrics, enum metric metric, str first, str second, u64 value);
void metrics_observe(struct metrics *metrics, enum metric metric, str first, msec span);
void metrics_observe_many(struct metrics *metrics, enum metric metric, str first, str second,
			  const struct spans *spans);
void metrics_count_response(struct metrics *metrics, int status);

/* The text format, version 0.0.4. */
void metrics_print(const struct metrics *metrics, enum metric_names names, struct buf *out);

#endif
