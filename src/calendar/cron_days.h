/* Inside the cron module only: the days of a month, for matching and for the check at parsing
 * that an expression matches any day at all. */
#ifndef BELFRY_CALENDAR_CRON_DAYS_H
#define BELFRY_CALENDAR_CRON_DAYS_H

#include "calendar/cron.h"

/* Bit n is day n, of a month that begins on `first_weekday` and has `month_days` days. */
u32 cron_days(const struct cron *cron, u32 first_weekday, i32 month_days);

#endif
