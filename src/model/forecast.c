/* An occurrence counts where its planned instant is: jitter spreads it by less than its distance to
 * the next one. */
#include "model/forecast.h"

#include "base/must.h"

enum err forecast_init(struct forecast *forecast, msec from, msec step, u32 len,
		       struct arena *arena)
{
	must(step > 0);
	must(len > 0 && len <= FORECAST_STEPS_MAX);
	*forecast = (struct forecast){ .from = from, .step = step, .len = len };
	forecast->counts = arena_alloc_zeroed(arena, len * sizeof *forecast->counts);
	return forecast->counts ? ERR_OK : ERR_MEMORY;
}

static msec end_of(const struct forecast *forecast)
{
	return msec_add(forecast->from, forecast->step * forecast->len);
}

void forecast_add(struct forecast *forecast, msec at)
{
	if (at < forecast->from || at >= end_of(forecast)) return;
	forecast->counts[(at - forecast->from) / forecast->step]++;
	forecast->total++;
}

/* An instant that is over by now comes no more. */
static void walk(struct forecast *forecast, const struct timetable *timetable, msec now)
{
	msec at = msec_sub(forecast->from > now ? forecast->from : now, 1);
	while (timetable_next(timetable, at, &at) && at < end_of(forecast)) {
		if (forecast->walked == FORECAST_WALK_MAX) {
			forecast->is_cut = true;
			return;
		}
		forecast->walked++;
		forecast_add(forecast, at);
	}
}

static bool is_left_out(const struct job_row *row, msec now)
{
	return row->state != JOB_ACTIVE || row->kind == JOB_MANUAL ||
	       job_is_paused(&row->pause, now);
}

enum err forecast_add_job(struct forecast *forecast, const struct job_row *row,
			  const struct books_sources *sources, msec now)
{
	struct timetable *timetable = NULL;
	struct books books;
	struct why why;
	if (is_left_out(row, now)) {
		forecast->left_out++;
		return ERR_OK;
	}
	books_init(&books, sources);
	struct timetable_sources asked = books_timetable_sources(&books);
	enum err err = timetable_new(row, &asked, &timetable, &why);
	if (!err) {
		walk(forecast, timetable, now);
		forecast->jobs++;
	} else forecast->left_out++;
	timetable_free(timetable);
	books_done(&books);
	return err == ERR_MEMORY ? err : ERR_OK;
}

u32 forecast_peak(const struct forecast *forecast)
{
	u32 peak = 0;
	for (u32 i = 0; i < forecast->len; i++) {
		if (forecast->counts[i] > peak) peak = forecast->counts[i];
	}
	return peak;
}
