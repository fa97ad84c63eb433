#include "net/http_date.h"

#include "base/must.h"

#include <stdio.h>

enum { DAY_SECONDS = 86400, ERA_DAYS = 146097 };

static const i64 year_9999_end = 253402300799;

/* Counted from March, so that the leap day is a year's last and months follow one formula; an era
 * is 400 years. */
static void date_of(u32 days, u32 *out_year, u32 *out_month, u32 *out_day)
{
	u32 since_era = days + 719468; /* 0000-03-01 */
	u32 era = since_era / ERA_DAYS, day_of_era = since_era % ERA_DAYS;
	u32 year = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) /
		   365;
	u32 day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
	u32 month = (5 * day_of_year + 2) / 153;
	*out_day = day_of_year - (153 * month + 2) / 5 + 1;
	*out_month = month < 10 ? month + 3 : month - 9;
	*out_year = year + era * 400 + (*out_month <= 2);
}

void http_date_print(i64 seconds, char out[HTTP_DATE_BYTES + 1])
{
	static const char weekdays[7][4] = { "Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed" };
	static const char months[12][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
					    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	u32 year, month, day;
	if (seconds < 0) seconds = 0;
	if (seconds > year_9999_end) seconds = year_9999_end;
	u32 days = (u32)(seconds / DAY_SECONDS), second = (u32)(seconds % DAY_SECONDS);
	date_of(days, &year, &month, &day);
	int len = snprintf(out, HTTP_DATE_BYTES + 1, "%s, %02u %s %04u %02u:%02u:%02u GMT",
			   weekdays[days % 7], day, months[month - 1], year, second / 3600,
			   second / 60 % 60, second % 60);
	must(len == HTTP_DATE_BYTES);
}
