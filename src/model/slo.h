/* Service level objectives: what is measured over a rolling window, against which threshold, and
 * how it stands. Values are told in thousandths of their unit, so that ratios need no fractions. */
#ifndef BELFRY_MODEL_SLO_H
#define BELFRY_MODEL_SLO_H

#include "base/msec.h"
#include "base/str.h"
#include "model/slos.def"

enum slo {
#define X(id, word, unit, sentence) SLO_##id,
	SLOS(X)
#undef X
		SLO_COUNT
};

str slo_word(enum slo slo);
str slo_unit(enum slo slo);

enum {
	SLO_THOUSAND = 1000,        /* thousandths in one */
	SLO_WINDOW_MAX = 240,       /* minutes */
	SLO_TICK_MS_MIN = 1000,     /* so a minute has at most 60 ticks */
	SLO_NO_BUCKET = UINT16_MAX, /* no due minute is meant */
	SLO_PRIORITY_MOST = 3,      /* START: these priorities are high */
	SLO_START_MS = 60000,       /* START: an attempt that begins later is late */
};

struct slo_settings {
	msec tick_ms;
	msec eval_ms;
	u32 window_minutes;
	u32 breach_consecutive;   /* so many in a row are worth a warning */
	u32 max_concurrency;      /* 0: none, and nothing can be saturated */
	i64 threshold[SLO_COUNT]; /* thousandths; below 0: it is not watched */
};

enum slo_verdict {
	SLO_IS_OFF,     /* it has no threshold */
	SLO_IS_UNKNOWN, /* nothing was measured in the window */
	SLO_IS_KEPT,
	SLO_IS_EXCEEDED, /* the last evaluation exceeded it, and not yet enough in a row */
	SLO_IS_BREACHED,
	SLO_VERDICTS
};
str slo_verdict_word(enum slo_verdict verdict);

struct slo_state {
	enum slo_verdict verdict;
	i64 value; /* thousandths; of an unknown one 0 */
	i64 threshold;
	u32 breaches;   /* evaluations in a row that exceeded it */
	bool is_rising; /* QUEUE: it is not the average that exceeds, the depth only rises */
	u16 due_bucket; /* CUTOFF: the due minute with the most; SLO_NO_BUCKET: none */
	msec since;     /* the first of those in a row; 0: none */
};

struct slo_report {
	msec evaluated_at; /* 0: not yet */
	struct slo_settings settings;
	struct slo_state states[SLO_COUNT];
};

#endif
