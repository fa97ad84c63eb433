/* Windows of the day and week, as quiet hours use them: "22:00-07:00 Mon-Fri".
 *
 * Grammar: windows separated by ';' (or given one at a time), each `HH:MM-HH:MM [DAYS]`, DAYS a
 * comma list of day names and ranges (Mon-Fri, Sat,Sun, Fri-Mon may wrap), without DAYS every day.
 * A window that ends at or before its start runs past midnight; it belongs to the day on which it
 * begins. 24:00 may end a window; 00:00-24:00 is the whole day. Hours have two digits; names of
 * days may be long (Monday) and in any case.
 *
 * An instant is inside when its wall clock lies in a window. So an hour that is skipped is skipped,
 * and an hour that happens twice is inside both times. */
#ifndef BELFRY_CALENDAR_WINDOW_H
#define BELFRY_CALENDAR_WINDOW_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "calendar/zone.h"

enum { WINDOWS_MAX = 16, WINDOW_TEXT_MAX = 1000 };

struct window {
	u16 from_minute; /* of the day, 0 to 1439 */
	u16 minutes;     /* length, 1 to 1440 */
	u8 weekdays;     /* bit 0: Sunday; the day on which it begins */
};

struct windows {
	struct window at[WINDOWS_MAX];
	u32 len;
};

/* `why` has the place in the text. At least one window. */
MUST_USE enum err windows_parse(str text, struct windows *out_windows, struct why *why);
/* The normal form: parsing it gives the same windows again. */
void windows_print(const struct windows *windows, struct buf *out);

bool windows_contain(const struct windows *windows, const struct zone *zone, msec at);

/* The first instant >= at that is outside; false when there is none (the windows cover the week).
 */
MUST_USE bool windows_end_after(const struct windows *windows, const struct zone *zone, msec at,
				msec *out_end);
/* The first instant >= at that is inside; false when there are no windows. */
MUST_USE bool windows_begin_after(const struct windows *windows, const struct zone *zone, msec at,
				  msec *out_begin);

#endif
