/* A bucket a minute, in a ring: those of the window, and the minute under way. What is asked of the
 * window is added up from its buckets when it is evaluated, so a minute that has passed out of it
 * counts for nothing. */
#include "engine/watch/slo.h"

#include "base/memory.h"
#include "base/must.h"

#include <stdlib.h>

enum { TICKS_MAX = 60, PERCENT = 95, RISING_MINUTES_MIN = 3 };

struct bucket {
	i64 minute; /* since 1970; one that is not in the window is empty */
	u32 ticks[TICKS_MAX];
	u32 ticks_len;
	u64 samples;
	u64 saturated;
	u64 depth; /* their sum */
	struct spans attempts;
	u64 started; /* attempts of high priority */
	u64 started_late;
	u64 success;
	u64 cut_off;
	u32 cut_off_at[DAY_MINUTES];
};

struct slo_watch {
	struct slo_settings settings;
	struct slo_report report;
	struct engine_pulse pulse; /* of the last turn */
	struct slo_tick tick;      /* under way */
	msec tick_at;              /* boot: when it ends */
	msec eval_at;
	u32 ring; /* buckets: the window's minutes, at least RISING_MINUTES_MIN, and the one under
		     way */
	bool is_told[SLO_COUNT]; /* a breach that was told, and no end of it yet */
	struct bucket *buckets;
	u32 *sorted; /* room for all ticks of a window */
};

/* So many whole minutes tell whether a number rises: those of the window, or a few more. */
static u32 rising_minutes(const struct slo_settings *settings)
{
	u32 window = settings->window_minutes;
	return window < RISING_MINUTES_MIN ? RISING_MINUTES_MIN : window;
}

static void begin_states(struct slo_watch *watch)
{
	for (u32 i = 0; i < SLO_COUNT; i++) {
		struct slo_state *state = &watch->report.states[i];
		bool has_bound = i != SLO_SATURATION || watch->settings.max_concurrency;
		state->threshold = watch->settings.threshold[i];
		bool is_watched = state->threshold >= 0 && has_bound;
		state->verdict = is_watched ? SLO_IS_UNKNOWN : SLO_IS_OFF;
		state->due_bucket = SLO_NO_BUCKET;
	}
}

enum err slo_watch_new(const struct slo_settings *settings, struct now now,
		       struct slo_watch **out_watch)
{
	struct slo_watch *watch = mem_alloc_zeroed(sizeof *watch);
	if (!watch) return ERR_MEMORY;
	must(settings->window_minutes >= 1 && settings->window_minutes <= SLO_WINDOW_MAX);
	must(settings->tick_ms >= SLO_TICK_MS_MIN);
	must(settings->eval_ms > 0);
	must(settings->breach_consecutive > 0);
	watch->settings = *settings;
	watch->report.settings = *settings;
	begin_states(watch);
	watch->tick_at = msec_add(now.boot, settings->tick_ms);
	watch->eval_at = msec_add(now.boot, settings->eval_ms);
	watch->ring = rising_minutes(settings) + 1;
	watch->buckets = mem_alloc_zeroed(watch->ring * sizeof *watch->buckets);
	watch->sorted = mem_alloc(watch->ring * TICKS_MAX * sizeof *watch->sorted);
	if (!watch->buckets || !watch->sorted) {
		slo_watch_free(watch);
		return ERR_MEMORY;
	}
	*out_watch = watch;
	return ERR_OK;
}

void slo_watch_free(struct slo_watch *watch)
{
	if (!watch) return;
	mem_free(watch->buckets);
	mem_free(watch->sorted);
	mem_free(watch);
}

/* ---- what is observed ------------------------------------------------------------------------ */

static i64 minute_of(msec wall)
{
	return wall / MSEC_MINUTE;
}

/* The bucket of the minute, emptied if it belonged to an older minute. */
static struct bucket *bucket_of(struct slo_watch *watch, msec wall)
{
	i64 minute = minute_of(wall);
	struct bucket *bucket = &watch->buckets[(u64)minute % watch->ring];
	if (bucket->minute == minute) return bucket;
	memset(bucket, 0, sizeof *bucket);
	bucket->minute = minute;
	return bucket;
}

void slo_note_turn(struct slo_watch *watch, const struct engine_pulse *pulse, msec took)
{
	struct slo_tick *tick = &watch->tick;
	watch->pulse = *pulse;
	tick->users_scanned += pulse->windows_seen;
	tick->enqueued += pulse->windows_enqueued;
	tick->cutoff_finalized += pulse->windows_cut_off;
	if (pulse->windows_seen) tick->duration_ms = msec_add(tick->duration_ms, took);
}

void slo_note_attempt(struct slo_watch *watch, msec wall, msec took)
{
	spans_add(&bucket_of(watch, wall)->attempts, took);
}

void slo_note_attempts(struct slo_watch *watch, msec wall, const struct spans *spans)
{
	spans_join(&bucket_of(watch, wall)->attempts, spans);
}

void slo_note_days(struct slo_watch *watch, msec wall, enum day_status status, u32 due_minute,
		   u32 count)
{
	struct bucket *bucket = bucket_of(watch, wall);
	if (status == DAY_SUCCESS) bucket->success += count;
	if (status != DAY_CUTOFF_REACHED) return;
	bucket->cut_off += count;
	if (due_minute < DAY_MINUTES) bucket->cut_off_at[due_minute] += count;
}

void slo_note_start(struct slo_watch *watch, msec wall, u32 priority, msec delay)
{
	struct bucket *bucket = bucket_of(watch, wall);
	if (priority > SLO_PRIORITY_MOST) return;
	bucket->started++;
	bucket->started_late += delay > SLO_START_MS;
}

/* ---- the window ------------------------------------------------------------------------------ */

/* The sums of the buckets in the window. */
struct sums {
	u64 samples;
	u64 saturated;
	u64 depth;
	struct spans attempts;
	u64 started;
	u64 started_late;
	u64 success;
	u64 cut_off;
	u32 ticks_len; /* in watch->sorted */
};

struct measured {
	bool is_known;
	i64 value; /* thousandths */
	bool is_rising;
	u16 due_bucket;
};

/* The bucket of so many minutes ago; NULL: nothing was noted in that minute. */
static const struct bucket *bucket_before(const struct slo_watch *watch, i64 minute, u32 ago)
{
	u64 place = (u64)(minute - ago) % watch->ring;
	const struct bucket *bucket = &watch->buckets[place];
	return bucket->minute == minute - ago ? bucket : NULL;
}

static void add_up(struct slo_watch *watch, i64 minute, struct sums *sums)
{
	for (u32 ago = 0; ago <= watch->settings.window_minutes; ago++) {
		const struct bucket *bucket = bucket_before(watch, minute, ago);
		if (!bucket) continue;
		sums->samples += bucket->samples;
		sums->saturated += bucket->saturated;
		sums->depth += bucket->depth;
		spans_join(&sums->attempts, &bucket->attempts);
		sums->started += bucket->started;
		sums->started_late += bucket->started_late;
		sums->success += bucket->success;
		sums->cut_off += bucket->cut_off;
		memcpy(watch->sorted + sums->ticks_len, bucket->ticks,
		       bucket->ticks_len * sizeof *bucket->ticks);
		sums->ticks_len += bucket->ticks_len;
	}
}

/* Of counts that are far below what a number holds; of none 0. */
static i64 thousandths(u64 part, u64 whole)
{
	return whole ? (i64)(part * SLO_THOUSAND / whole) : 0;
}

static int compare(const void *left, const void *right)
{
	u32 a = *(const u32 *)left, b = *(const u32 *)right;
	return (a > b) - (a < b);
}

/* The least that so many percent of the ticks are not above. */
static i64 tick_quantile(struct slo_watch *watch, u32 len)
{
	if (!len) return 0;
	qsort(watch->sorted, len, sizeof *watch->sorted, compare);
	return watch->sorted[(len * PERCENT + 99) / 100 - 1];
}

/* Whether every minute of the window is worse than the one before; the unfinished minute is left
 * out. */
static bool is_rising(const struct slo_watch *watch, i64 minute)
{
	i64 before = -1;
	for (u32 ago = rising_minutes(&watch->settings); ago > 0; ago--) {
		const struct bucket *bucket = bucket_before(watch, minute, ago);
		if (!bucket || !bucket->samples) return false;
		i64 average = thousandths(bucket->depth, bucket->samples);
		if (average <= before) return false;
		before = average;
	}
	return true;
}

/* The due minute of most windows that were cut off; of several the earliest. */
static u16 worst_due_minute(const struct slo_watch *watch, i64 minute)
{
	u64 most = 0;
	u16 worst = SLO_NO_BUCKET;
	for (u16 due = 0; due < DAY_MINUTES; due++) {
		u64 count = 0;
		for (u32 ago = 0; ago <= watch->settings.window_minutes; ago++) {
			const struct bucket *bucket = bucket_before(watch, minute, ago);
			if (bucket) count += bucket->cut_off_at[due];
		}
		if (count <= most) continue;
		most = count;
		worst = due;
	}
	return worst;
}

static struct measured measure(struct slo_watch *watch, enum slo slo, const struct sums *sums,
			       i64 minute)
{
	struct measured measured = { .due_bucket = SLO_NO_BUCKET };
	u64 days = sums->success + sums->cut_off;
	switch (slo) {
	case SLO_TICK:
		measured.is_known = sums->ticks_len;
		measured.value = tick_quantile(watch, sums->ticks_len) * SLO_THOUSAND;
		break;
	case SLO_SATURATION:
		measured.is_known = sums->samples;
		measured.value = thousandths(sums->saturated, sums->samples);
		break;
	case SLO_QUEUE:
		measured.is_known = sums->samples;
		measured.value = thousandths(sums->depth, sums->samples);
		measured.is_rising = measured.value <= watch->settings.threshold[slo] &&
				     is_rising(watch, minute);
		break;
	case SLO_LATENCY:
		measured.is_known = sums->attempts.count;
		measured.value = spans_quantile(&sums->attempts, PERCENT) * SLO_THOUSAND;
		break;
	case SLO_CUTOFF:
		measured.is_known = days;
		measured.value = thousandths(sums->cut_off, days);
		if (sums->cut_off) measured.due_bucket = worst_due_minute(watch, minute);
		break;
	case SLO_START:
		measured.is_known = sums->started;
		measured.value = thousandths(sums->started_late, sums->started);
		break;
	case SLO_COUNT: break;
	}
	return measured;
}

/* ---- what follows ---------------------------------------------------------------------------- */

static void judge(struct slo_watch *watch, enum slo slo, const struct measured *measured, msec wall,
		  struct slo_news *news)
{
	struct slo_state *state = &watch->report.states[slo];
	bool exceeds = measured->is_known &&
		       (measured->value > state->threshold || measured->is_rising);
	state->value = measured->value;
	state->is_rising = measured->is_rising;
	state->due_bucket = measured->due_bucket;
	if (!exceeds) {
		state->verdict = measured->is_known ? SLO_IS_KEPT : SLO_IS_UNKNOWN;
		state->breaches = 0;
		state->since = 0;
		/* Without a measurement nobody knows whether it is kept. */
		news->ended[slo] = measured->is_known && watch->is_told[slo];
		if (measured->is_known) watch->is_told[slo] = false;
		return;
	}
	if (!state->breaches) state->since = wall;
	state->breaches++;
	bool is_enough = state->breaches >= watch->settings.breach_consecutive;
	state->verdict = is_enough ? SLO_IS_BREACHED : SLO_IS_EXCEEDED;
	news->began[slo] = is_enough && !watch->is_told[slo];
	if (is_enough) watch->is_told[slo] = true;
}

static void evaluate(struct slo_watch *watch, msec wall, struct slo_news *news)
{
	struct sums sums = { 0 };
	add_up(watch, minute_of(wall), &sums);
	for (u32 i = 0; i < SLO_COUNT; i++) {
		if (watch->report.states[i].verdict == SLO_IS_OFF) continue;
		struct measured measured = measure(watch, (enum slo)i, &sums, minute_of(wall));
		judge(watch, (enum slo)i, &measured, wall, news);
	}
	watch->report.evaluated_at = wall;
	news->is_evaluated = true;
}

static void end_tick(struct slo_watch *watch, msec wall, struct slo_news *news)
{
	struct bucket *bucket = bucket_of(watch, wall);
	watch->tick.eligible_in_window = watch->pulse.windows_open;
	news->has_tick = true;
	news->tick = watch->tick;
	/* After the clock was set back, a minute may get more ticks than it has room for. */
	if (bucket->ticks_len < TICKS_MAX)
		bucket->ticks[bucket->ticks_len++] = (u32)watch->tick.duration_ms;
	watch->tick = (struct slo_tick){ 0 };
}

static void sample(struct slo_watch *watch, msec wall)
{
	struct bucket *bucket = bucket_of(watch, wall);
	u32 most = watch->settings.max_concurrency;
	bucket->samples++;
	bucket->depth += watch->pulse.due;
	bucket->saturated += most && watch->pulse.running >= most;
}

/* When the next evaluation is due; missed ones are not made up for. */
static msec next_at(msec at, msec every, msec now)
{
	msec next = msec_add(at, every);
	return next > now ? next : msec_add(now, every);
}

void slo_look(struct slo_watch *watch, struct now now, struct slo_news *out_news)
{
	*out_news = (struct slo_news){ 0 };
	sample(watch, now.wall);
	if (now.boot >= watch->tick_at) {
		end_tick(watch, now.wall, out_news);
		watch->tick_at = next_at(watch->tick_at, watch->settings.tick_ms, now.boot);
	}
	if (now.boot >= watch->eval_at) {
		evaluate(watch, now.wall, out_news);
		watch->eval_at = next_at(watch->eval_at, watch->settings.eval_ms, now.boot);
	}
}

void slo_watch_report(const struct slo_watch *watch, struct slo_report *out_report)
{
	*out_report = watch->report;
}
