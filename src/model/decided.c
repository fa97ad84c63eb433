#include "model/decided.h"

#include "base/must.h"
#include "model/timetable.h"

u32 decided_len(const struct decided_spans *spans)
{
	u32 len = 0;
	while (len < DECIDED_SPANS && spans->at[len].through) len++;
	return len;
}

msec decided_last(const struct decided_spans *spans)
{
	u32 len = decided_len(spans);
	return len ? spans->at[len - 1].through : 0;
}

/* The span that holds this instant; NULL: none does. */
static const struct decided_span *span_of(const struct decided_spans *spans, msec at)
{
	for (u32 i = 0; i < DECIDED_SPANS; i++) {
		const struct decided_span *span = &spans->at[i];
		if (span->through && span->from <= at && at <= span->through) return span;
	}
	return NULL;
}

bool decided_has(const struct decided_spans *spans, msec at)
{
	return span_of(spans, at) != NULL;
}

/* ---- adding ------------------------------------------------------------------------------- */

static struct decided_span joined(struct decided_span a, struct decided_span b)
{
	return (struct decided_span){ .from = a.from < b.from ? a.from : b.from,
				      .through = a.through > b.through ? a.through : b.through };
}

/* All spans with one more, ascending; those that meet it have become one with it. */
static u32 with_one_more(const struct decided_spans *spans, struct decided_span more,
			 struct decided_span out[DECIDED_SPANS + 1])
{
	u32 len = decided_len(spans), count = 0, i = 0;
	while (i < len && spans->at[i].through < more.from - 1) out[count++] = spans->at[i++];
	while (i < len && spans->at[i].from <= more.through + 1)
		more = joined(more, spans->at[i++]);
	out[count++] = more;
	while (i < len) out[count++] = spans->at[i++];
	return count;
}

static void join_nearest(struct decided_span *spans, u32 len)
{
	u32 nearest = 0;
	must(len > 1);
	for (u32 i = 1; i + 1 < len; i++) {
		msec gap = spans[i + 1].from - spans[i].through;
		if (gap < spans[nearest + 1].from - spans[nearest].through) nearest = i;
	}
	spans[nearest] = joined(spans[nearest], spans[nearest + 1]);
	for (u32 i = nearest + 1; i + 1 < len; i++) spans[i] = spans[i + 1];
}

void decided_add(struct decided_spans *spans, msec from, msec through)
{
	struct decided_span all[DECIDED_SPANS + 1];
	must(from <= through);
	must(through > 0);
	u32 len = with_one_more(spans, (struct decided_span){ from, through }, all);
	if (len > DECIDED_SPANS) join_nearest(all, len--);
	*spans = (struct decided_spans){ 0 };
	for (u32 i = 0; i < len; i++) spans->at[i] = all[i];
}

void decided_forget(struct decided_spans *spans, msec before)
{
	struct decided_spans left = { 0 };
	u32 len = decided_len(spans);
	for (u32 i = 0, kept = 0; i < len; i++) {
		if (spans->at[i].through > before) left.at[kept++] = spans->at[i];
	}
	*spans = left;
}

/* ---- a schedule beside them --------------------------------------------------------------- */

bool decided_next(const struct decided_spans *spans, const struct timetable *timetable, msec after,
		  msec *out_at)
{
	const struct decided_span *span;
	msec at = after;
	while (timetable_next(timetable, at, &at)) {
		if (!(span = span_of(spans, at))) {
			*out_at = at;
			return true;
		}
		at = span->through;
	}
	return false;
}

u32 decided_count(const struct decided_spans *spans, const struct timetable *timetable, msec after,
		  msec until, u32 limit, bool *out_more)
{
	u32 len = decided_len(spans), count = 0;
	*out_more = false;
	for (u32 i = 0; i <= len && after < until && !*out_more; i++) {
		msec end = i < len && spans->at[i].from <= until ? spans->at[i].from - 1 : until;
		if (end > after)
			count += timetable_count(timetable, after, end, limit - count, out_more);
		if (i < len && spans->at[i].through > after) after = spans->at[i].through;
	}
	return count;
}
