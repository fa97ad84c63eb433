#include "model/when.h"

#include "calendar/civil.h"
#include "calendar/duration.h"
#include "calendar/zone.h"

/* An instant ends in Z or in an offset: a sign behind the T. */
bool when_is_local(str text)
{
	wall at;
	return wall_parse(text, &at, NULL) == ERR_OK;
}

enum err when_parse(str text, const struct zone *zone, msec *out_at, struct why *why)
{
	wall at;
	struct zone_reading reading;
	enum err err = instant_parse(text, out_at, why);
	if (!err || wall_parse(text, &at, NULL) != ERR_OK) return err;
	if (!zone)
		return fail_at(why, ERR_TIME_SYNTAX, 0, text.len,
			       "a local time needs a timezone beside it; an instant is written "
			       "2025-03-30T01:30:00Z or with an offset like +02:00");
	zone_read_wall(zone, at, &reading);
	*out_at = msec_from_seconds(reading.utc);
	return ERR_OK;
}

enum err when_from_epoch(i64 milliseconds, msec *out_at, struct why *why)
{
	if (milliseconds < 0 || milliseconds > MSEC_YEAR_9999_END)
		return fail(why, ERR_TIME_SYNTAX,
			    "milliseconds since 1970 must be 0 to 253402300799999 (the year 9999)");
	*out_at = milliseconds;
	return ERR_OK;
}

void when_print(msec at, struct buf *out)
{
	instant_print(at, out);
}

enum err span_parse(str text, msec *out_span, struct why *why)
{
	return duration_parse(text, out_span, why);
}

void span_print(msec span, struct buf *out)
{
	duration_print(span, out);
}
