/* Stories about the instances of recurrence rules: every part, and rules by chance against a walk
 * that asks of each time whether every part lets it through. */
#include "calendar/rrule.h"

#include "calendar/bits.h"
#include "random_rules.h"
#include "support.h"

/* ---- part by part ------------------------------------------------------------------------ */

static void the_start_is_an_anchor_not_an_instance(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=WEEKLY;BYDAY=MO", "2025-01-01T09:00", "2025-01-06 2025-01-13" },
		{ "FREQ=DAILY;BYHOUR=8", "2025-01-01T09:00", "2025-01-02T08:00 2025-01-03T08:00" },
		{ "FREQ=MONTHLY;BYMONTHDAY=1;COUNT=2", "2025-01-02T00:00",
		  "2025-02-01 2025-03-01 ." },
		{ "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", "2025-01-01T00:00",
		  "2025-01-01 2026-01-01" },
		{ "FREQ=HOURLY;BYMINUTE=0", "2025-01-01T09:30",
		  "2025-01-01T10:00 2025-01-01T11:00" },
	};
	expect_recurrences(rows, countof(rows));
}

static void what_the_rule_leaves_open_comes_from_the_start(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=SECONDLY", "2025-01-01T09:08:07",
		  "2025-01-01T09:08:07 2025-01-01T09:08:08" },
		{ "FREQ=MINUTELY", "2025-01-01T09:08:07",
		  "2025-01-01T09:08:07 2025-01-01T09:09:07" },
		{ "FREQ=HOURLY", "2025-01-01T09:08:07", "2025-01-01T09:08:07 2025-01-01T10:08:07" },
		{ "FREQ=DAILY", "2025-01-01T09:08:07", "2025-01-01 2025-01-02" },
		{ "FREQ=WEEKLY", "2025-01-01T09:08:07", "2025-01-01 2025-01-08" },
		{ "FREQ=MONTHLY", "2025-01-31T09:08:07", "2025-01-31 2025-03-31 2025-05-31" },
		{ "FREQ=YEARLY", "2024-02-29T09:08:07", "2024-02-29 2028-02-29 2032-02-29" },
		{ "FREQ=YEARLY;BYMONTH=4,5", "2025-03-31T09:08:07", "2025-05-31 2026-05-31" },
		{ "FREQ=YEARLY;BYMONTHDAY=1", "2025-03-31T09:08:07", "2025-04-01 2025-05-01" },
		{ "FREQ=YEARLY;BYDAY=WE", "2025-03-31T09:08:07", "2025-04-02 2025-04-09" },
		{ "FREQ=YEARLY;BYYEARDAY=100", "2025-03-31T09:08:07", "2025-04-10 2026-04-10" },
		{ "FREQ=YEARLY;BYWEEKNO=20", "2025-03-31T09:08:07", "2025-05-12 2026-05-11" },
		{ "FREQ=DAILY;BYHOUR=6;BYSECOND=5", "2025-01-01T09:08:07",
		  "2025-01-02T06:08:05 2025-01-03T06:08:05" },
	};
	expect_recurrences(rows, countof(rows));
}

static void intervals_count_from_the_period_of_the_start(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1", "2025-01-15T00:00",
		  "2025-03-01 2025-05-01" },
		{ "FREQ=YEARLY;INTERVAL=3;BYMONTH=1;BYMONTHDAY=1", "2025-06-01T00:00",
		  "2028-01-01 2031-01-01" },
		{ "FREQ=YEARLY;INTERVAL=2;BYDAY=1MO", "2025-06-01T00:00", "2027-01-04 2029-01-01" },
		{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2025-01-01T00:00",
		  "2025-01-05 2025-01-13 2025-01-19" },
		{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", "2025-01-01T00:00",
		  "2025-01-12 2025-01-13 2025-01-26" },
		{ "FREQ=HOURLY;INTERVAL=5", "2025-01-01T22:10",
		  "2025-01-01T22:10 2025-01-02T03:10 2025-01-02T08:10" },
		{ "FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,30", "2025-01-01T22:10",
		  "2025-01-01T22:30 2025-01-02T03:00 2025-01-02T03:30 2025-01-02T08:00" },
		{ "FREQ=SECONDLY;INTERVAL=45", "2025-01-01T00:00:30",
		  "2025-01-01T00:00:30 2025-01-01T00:01:15 2025-01-01T00:02:00" },
	};
	expect_recurrences(rows, countof(rows));
}

static void days_of_the_month_count_from_both_ends_and_may_be_missing(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=MONTHLY;BYMONTHDAY=31", "2025-01-01T00:00", "2025-01-31 2025-03-31" },
		{ "FREQ=MONTHLY;BYMONTHDAY=-1", "2024-01-01T00:00",
		  "2024-01-31 2024-02-29 2024-03-31 2024-04-30" },
		{ "FREQ=MONTHLY;BYMONTHDAY=-31", "2025-01-01T00:00",
		  "2025-01-01 2025-03-01 2025-05-01" },
		{ "FREQ=MONTHLY;BYMONTHDAY=-30,30", "2025-02-01T00:00",
		  "2025-03-02 2025-03-30 2025-04-01 2025-04-30" },
		{ "FREQ=DAILY;BYMONTHDAY=-1,1", "2025-02-02T00:00",
		  "2025-02-28 2025-03-01 2025-03-31" },
		{ "FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=-7,-6,-5,-4,-3,-2,-1", "2025-01-01T00:00",
		  "2025-01-27 2025-02-24" },
	};
	expect_recurrences(rows, countof(rows));
}

static void weekdays_count_within_the_month_or_the_year(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=MONTHLY;BYDAY=5MO", "2025-01-01T00:00",
		  "2025-03-31 2025-06-30 2025-09-29" },
		{ "FREQ=MONTHLY;BYDAY=-5MO", "2025-01-01T00:00",
		  "2025-03-03 2025-06-02 2025-09-01" },
		{ "FREQ=MONTHLY;BYDAY=1MO,FR,-1TU", "2025-02-01T00:00",
		  "2025-02-03 2025-02-07 2025-02-14 2025-02-21 2025-02-25 2025-02-28 2025-03-03" },
		{ "FREQ=YEARLY;BYDAY=1MO,-1MO", "2025-01-01T00:00",
		  "2025-01-06 2025-12-29 2026-01-05" },
		{ "FREQ=YEARLY;BYDAY=53WE", "2025-01-01T00:00",
		  "2025-12-31 2031-12-31 2036-12-31" },
		{ "FREQ=YEARLY;BYDAY=-53WE", "2025-01-01T00:00",
		  "2025-01-01 2031-01-01 2036-01-02" },
		{ "FREQ=YEARLY;BYMONTH=2,3;BYDAY=1MO", "2025-01-01T00:00",
		  "2025-02-03 2025-03-03 2026-02-02" },
		{ "FREQ=YEARLY;BYMONTH=3;BYDAY=1MO;BYMONTHDAY=1,2,3", "2025-01-01T00:00",
		  "2025-03-03 2026-03-02 2027-03-01 2031-03-03" },
		{ "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR", "2026-01-01T00:00",
		  "2026-02-13 2026-03-13 2026-11-13" },
		/* The last Monday of the year is among the last days of December. */
		{ "FREQ=YEARLY;BYDAY=-1MO;BYMONTHDAY=31", "2025-01-01T00:00", "2029-12-31" },
	};
	expect_recurrences(rows, countof(rows));
}

static void weeks_of_the_year_reach_into_the_years_beside_it(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		/* Week 1 of 2026 begins on 2025-12-29. */
		{ "FREQ=YEARLY;BYWEEKNO=1", "2025-12-29T00:00",
		  "2025-12-29 2027-01-04 2028-01-03" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,SU", "2025-06-01T00:00",
		  "2025-12-29 2026-01-04 2027-01-04 2027-01-10 2028-01-03" },
		/* Week 53 of 2026 ends on 2027-01-03, also for a rule that starts in between. */
		{ "FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH,SU", "2026-01-01T00:00",
		  "2026-12-31 2027-01-03 2032-12-30 2033-01-02" },
		{ "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU", "2027-01-01T00:00", "2027-01-03 2033-01-02" },
		{ "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU", "2025-06-01T00:00",
		  "2025-12-28 2027-01-03 2028-01-02" },
		{ "FREQ=YEARLY;BYWEEKNO=-53;BYDAY=MO", "2025-06-01T00:00",
		  "2025-12-29 2031-12-29" },
		/* Years are counted by their weeks: 2025-12-30 is in the first week of 2026. */
		{ "FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1", "2025-12-30T00:00",
		  "2025-12-30 2028-01-04" },
		{ "FREQ=YEARLY;BYWEEKNO=1,53;BYMONTH=12;BYDAY=TU", "2025-06-01T00:00",
		  "2025-12-30 2026-12-29" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYMONTH=1;BYDAY=MO", "2025-06-01T00:00",
		  "2027-01-04 2028-01-03" },
		{ "FREQ=YEARLY;BYWEEKNO=20;BYMONTHDAY=12;BYDAY=MO", "2025-01-01T00:00",
		  "2025-05-12 2031-05-12" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYYEARDAY=1;BYDAY=TH", "2025-06-01T00:00",
		  "2026-01-01 2032-01-01" },
	};
	expect_recurrences(rows, countof(rows));
}

static void the_first_day_of_the_week_moves_the_weeks(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=YEARLY;BYWEEKNO=1;BYDAY=SU", "2025-06-01T00:00", "2026-01-04 2027-01-10" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYDAY=SU;WKST=SU", "2025-06-01T00:00",
		  "2026-01-04 2027-01-03" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYDAY=SA;WKST=SA", "2025-06-01T00:00",
		  "2026-01-03 2027-01-02 2028-01-01" },
		{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,WE;WKST=WE", "2025-01-01T00:00",
		  "2025-01-01 2025-01-05 2025-01-15 2025-01-19" },
		{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,WE;WKST=TH", "2025-01-01T00:00",
		  "2025-01-01 2025-01-12 2025-01-15" },
		{ "FREQ=WEEKLY;BYDAY=SU,WE;BYSETPOS=1;WKST=MO", "2025-01-01T00:00",
		  "2025-01-01 2025-01-08" },
		{ "FREQ=WEEKLY;BYDAY=SU,WE;BYSETPOS=1;WKST=SU", "2025-01-01T00:00",
		  "2025-01-05 2025-01-12" },
	};
	expect_recurrences(rows, countof(rows));
}

static void months_limit_weeks_and_days(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=WEEKLY;BYMONTH=2;BYDAY=SA,SU,MO", "2025-01-01T00:00",
		  "2025-02-01 2025-02-02 2025-02-03 2025-02-08 2025-02-09 2025-02-10" },
		{ "FREQ=WEEKLY;BYMONTH=1,12;BYDAY=WE", "2025-12-20T00:00",
		  "2025-12-24 2025-12-31 2026-01-07" },
		{ "FREQ=WEEKLY;INTERVAL=2;BYMONTH=6", "2025-01-01T00:00",
		  "2025-06-04 2025-06-18 2026-06-03" },
		{ "FREQ=DAILY;INTERVAL=10;BYMONTH=3", "2025-01-01T00:00",
		  "2025-03-02 2025-03-12 2025-03-22 2026-03-07" },
		{ "FREQ=DAILY;BYMONTH=2;BYDAY=FR;BYMONTHDAY=29", "2025-01-01T00:00",
		  "2036-02-29 2064-02-29" },
		{ "FREQ=HOURLY;INTERVAL=12;BYMONTH=2;BYMONTHDAY=29", "2025-01-01T06:00",
		  "2028-02-29T06:00 2028-02-29T18:00 2032-02-29T06:00" },
		{ "FREQ=MONTHLY;BYMONTH=2,11", "2025-01-05T00:00",
		  "2025-02-05 2025-11-05 2026-02-05" },
	};
	expect_recurrences(rows, countof(rows));
}

static void positions_count_over_the_whole_period_from_both_ends(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", "2025-02-01T00:00",
		  "2025-02-03 2025-02-28 2025-03-03 2025-03-31" },
		/* The first of the first week lies before the start and is dropped, not replaced.
		 */
		{ "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1", "2025-01-01T00:00",
		  "2025-01-06 2025-01-13" },
		{ "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", "2025-01-01T00:00",
		  "2025-01-01 2025-01-08" },
		{ "FREQ=YEARLY;BYMONTH=3,10;BYDAY=SU;BYSETPOS=-1", "2025-01-01T00:00",
		  "2025-10-26 2026-10-25" },
		{ "FREQ=YEARLY;BYDAY=SU;BYSETPOS=52,53", "2025-01-01T00:00",
		  "2025-12-28 2026-12-27 2027-12-26 2028-12-24 2028-12-31" },
		{ "FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=1,2;BYSETPOS=-2", "2025-01-01T00:00",
		  "2025-02-01 2026-02-01" },
		{ "FREQ=DAILY;BYHOUR=8,12,18;BYMINUTE=0,30;BYSETPOS=2,-1", "2025-01-01T00:00",
		  "2025-01-01T08:30 2025-01-01T18:30 2025-01-02T08:30" },
		{ "FREQ=HOURLY;BYMINUTE=0,20,40;BYSETPOS=-1", "2025-01-01T00:00",
		  "2025-01-01T00:40 2025-01-01T01:40" },
		{ "FREQ=HOURLY;BYMINUTE=0,20,40;BYSECOND=0,30;BYSETPOS=1,2", "2025-01-01T00:00:10",
		  "2025-01-01T00:00:30 2025-01-01T01:00:00 2025-01-01T01:00:30" },
		{ "FREQ=MINUTELY;BYSECOND=10,20;BYSETPOS=2", "2025-01-01T00:00",
		  "2025-01-01T00:00:20 2025-01-01T00:01:20" },
		{ "FREQ=SECONDLY;BYSECOND=5;BYSETPOS=1", "2025-01-01T00:00",
		  "2025-01-01T00:00:05 2025-01-01T00:01:05" },
		{ "FREQ=YEARLY;BYHOUR=0,1,2,3;BYMINUTE=0,15,30,45;BYSECOND=0,30;BYSETPOS=-366,-1",
		  "2025-01-01T00:00", "2025-01-01T03:45:30 2026-01-01T03:45:30" },
		{ "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366,-366", "2025-01-01T00:00",
		  "2028-01-01 2028-12-31 2032-01-01" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU;BYSETPOS=1", "2025-06-01T00:00",
		  "2025-12-29 2027-01-04" },
	};
	expect_recurrences(rows, countof(rows));
}

static void a_missing_day_of_the_month_is_moved_as_skip_says(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=OMIT", "2025-01-01T00:00",
		  "2025-01-31 2025-03-31" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "2025-01-01T00:00",
		  "2025-01-31 2025-02-28 2025-03-31 2025-04-30" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD", "2025-01-01T00:00",
		  "2025-01-31 2025-03-01 2025-03-31 2025-05-01 2025-05-31" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=29,30,31;SKIP=BACKWARD",
		  "2025-02-01T00:00", "2025-02-28 2025-03-29 2025-03-30 2025-03-31 2025-04-29" },
		/* March 1 by February and by itself: once. */
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,30;SKIP=FORWARD", "2025-02-01T00:00",
		  "2025-02-01 2025-03-01 2025-03-30 2025-04-01" },
		/* Day -31 of a shorter month: the day before its first, or its first. */
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD", "2025-01-01T00:00",
		  "2025-01-01 2025-01-31 2025-03-01 2025-03-31 2025-05-01 2025-05-31" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-31;SKIP=FORWARD", "2025-01-01T00:00",
		  "2025-01-01 2025-02-01 2025-03-01 2025-04-01" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=2;SKIP=FORWARD", "2024-12-31T00:00",
		  "2024-12-31 2025-03-01 2025-05-01 2025-07-01 2025-08-31 2025-10-31" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD", "2024-02-29T00:00",
		  "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=2;SKIP=FORWARD", "2024-02-29T00:00",
		  "2024-02-29 2026-03-01 2028-02-29" },
		/* Moved first, then BYDAY takes out: Saturdays only. */
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=SA;SKIP=FORWARD",
		  "2025-01-01T00:00", "2025-03-01 2025-05-31 2026-01-31 2026-10-31" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-31;BYDAY=FR;SKIP=BACKWARD",
		  "2025-01-01T00:00", "2025-01-31 2025-08-01 2025-10-31" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31;SKIP=BACKWARD",
		  "2025-01-01T00:00", "2025-02-28 2025-04-30 2026-02-28" },
		/* With positions the whole year is one set. */
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTHDAY=28;BYSETPOS=1;SKIP=FORWARD",
		  "2025-01-01T00:00", "2025-01-28 2026-01-28" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTHDAY=31;BYSETPOS=2;SKIP=BACKWARD",
		  "2025-01-01T00:00", "2025-02-28 2026-02-28 2027-02-28 2028-02-29" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTHDAY=31;BYSETPOS=2;SKIP=FORWARD",
		  "2025-01-01T00:00", "2025-03-01 2026-03-01" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYDAY=MO;BYSETPOS=-1;SKIP=BACKWARD",
		  "2025-01-01T00:00", "2025-12-29 2026-12-28" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYDAY=MO;BYSETPOS=1;SKIP=FORWARD",
		  "2025-01-01T00:00", "2025-01-06 2026-01-05" },
		/* April's last is at 17:00 of May 1, after May's first. */
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,31;BYHOUR=9,17;BYSETPOS=1,-1;"
		  "SKIP=FORWARD",
		  "2025-04-01T00:00",
		  "2025-04-01T09:00 2025-05-01T09:00 2025-05-01T17:00 2025-05-31T17:00 "
		  "2025-06-01T09:00 2025-07-01T09:00 2025-07-01T17:00" },
		/* Below a month nothing is asked for that could be missing. */
		{ "RSCALE=GREGORIAN;FREQ=DAILY;BYMONTHDAY=31;SKIP=BACKWARD", "2025-01-01T00:00",
		  "2025-01-31 2025-03-31" },
		{ "RSCALE=GREGORIAN;FREQ=DAILY;BYMONTHDAY=-31;SKIP=FORWARD", "2025-01-02T00:00",
		  "2025-03-01 2025-05-01" },
		{ "RSCALE=GREGORIAN;FREQ=WEEKLY;SKIP=FORWARD", "2025-01-31T00:00",
		  "2025-01-31 2025-02-07" },
	};
	expect_recurrences(rows, countof(rows));
}

static void the_366th_day_of_a_year_is_moved_as_skip_says(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=OMIT", "2024-01-01T00:00",
		  "2024-12-31 2028-12-31" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD", "2024-01-01T00:00",
		  "2024-12-31 2025-12-31 2026-12-31" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD", "2024-01-01T00:00",
		  "2024-12-31 2026-01-01 2027-01-01 2028-01-01 2028-12-31 2030-01-01" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=-366;SKIP=OMIT", "2024-01-01T00:00",
		  "2024-01-01 2028-01-01" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=-366;SKIP=BACKWARD", "2024-01-01T00:00",
		  "2024-01-01 2024-12-31 2025-12-31 2026-12-31 2028-01-01 2028-12-31" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=-366;SKIP=FORWARD", "2024-01-01T00:00",
		  "2024-01-01 2025-01-01 2026-01-01" },
		{ "FREQ=YEARLY;BYYEARDAY=1,-1,60,-60", "2024-01-01T00:00",
		  "2024-01-01 2024-02-29 2024-11-02 2024-12-31 2025-01-01 2025-03-01 2025-11-02" },
		{ "FREQ=YEARLY;BYYEARDAY=1,32;BYMONTH=2", "2025-01-01T00:00",
		  "2025-02-01 2026-02-01" },
		{ "FREQ=YEARLY;BYYEARDAY=32;BYDAY=SU", "2025-01-01T00:00",
		  "2026-02-01 2032-02-01" },
		{ "FREQ=HOURLY;INTERVAL=12;BYYEARDAY=366,-366", "2025-01-01T00:00",
		  "2028-01-01 2028-01-01T12:00 2028-12-31 2028-12-31T12:00 2032-01-01" },
	};
	expect_recurrences(rows, countof(rows));
}

static void below_a_day_parts_take_out_and_expand(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=HOURLY;BYHOUR=9,17", "2025-01-01T12:30",
		  "2025-01-01T17:30 2025-01-02T09:30" },
		{ "FREQ=HOURLY;BYDAY=MO;BYHOUR=23", "2025-01-01T12:30",
		  "2025-01-06T23:30 2025-01-13T23:30" },
		{ "FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0,30", "2025-01-01T09:10:05",
		  "2025-01-01T09:30:05 2025-01-02T09:00:05" },
		{ "FREQ=MINUTELY;INTERVAL=7;BYHOUR=0;BYDAY=SU", "2025-01-05T00:55",
		  "2025-01-05T00:55 2025-01-12T00:06 2025-01-12T00:13" },
		{ "FREQ=SECONDLY;BYMINUTE=30;BYSECOND=0,1", "2025-01-01T12:30:01",
		  "2025-01-01T12:30:01 2025-01-01T13:30:00 2025-01-01T13:30:01" },
		{ "FREQ=SECONDLY;INTERVAL=3600;BYHOUR=9,17;BYMONTHDAY=31", "2025-04-01T00:00:07",
		  "2025-05-31T09:00:07 2025-05-31T17:00:07 2025-07-31T09:00:07" },
		{ "FREQ=MINUTELY;BYSECOND=0,20,40;BYHOUR=23;BYMINUTE=59", "2025-01-01T23:59:20",
		  "2025-01-01T23:59:20 2025-01-01T23:59:40 2025-01-02T23:59:00" },
		{ "FREQ=HOURLY;BYMINUTE=59;BYSECOND=59", "2025-01-01T00:00",
		  "2025-01-01T00:59:59 2025-01-01T01:59:59" },
		{ "FREQ=HOURLY;INTERVAL=25;BYHOUR=0", "2025-01-01T00:00", "2025-01-01 2025-01-26" },
		/* A second 60 is accepted beside others and never comes. */
		{ "FREQ=MINUTELY;BYSECOND=30,60", "2025-01-01T00:00",
		  "2025-01-01T00:00:30 2025-01-01T00:01:30" },
		{ "FREQ=SECONDLY;BYSECOND=59,60", "2025-01-01T00:00",
		  "2025-01-01T00:00:59 2025-01-01T00:01:59" },
		{ "FREQ=DAILY;BYSECOND=0,60", "2025-01-01T10:00", "2025-01-01 2025-01-02" },
	};
	expect_recurrences(rows, countof(rows));
}

/* The next period's only instance may lie before the place one asks from; a later period of the
 * same length and first weekday has its own. */
static void a_period_that_has_been_says_nothing_about_its_likes(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=YEARLY;BYWEEKNO=-53;BYDAY=MO;BYMONTHDAY=30", "2019-01-01T00:00",
		  "2019-12-30 2047-12-30 2075-12-30" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=-29;BYDAY=FR;SKIP=BACKWARD",
		  "2025-01-01T00:00", "2025-01-31 2031-01-31 2036-02-01 2042-01-31" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-29;BYDAY=FR;SKIP=BACKWARD",
		  "2025-01-01T00:00", "2025-01-31 2031-01-31 2036-02-01 2042-01-31" },
		{ "FREQ=MONTHLY;BYMONTHDAY=29;BYMONTH=2;BYDAY=TH", "2024-01-01T00:00",
		  "2024-02-29 2052-02-29" },
		{ "FREQ=YEARLY;BYYEARDAY=366;BYDAY=TU", "2024-01-01T00:00",
		  "2024-12-31 2052-12-31" },
	};
	expect_recurrences(rows, countof(rows));
}

static void steps_above_a_turn_of_the_calendar_are_taken(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=YEARLY;INTERVAL=500", "2025-01-01T00:00",
		  "2025-01-01 2525-01-01 3025-01-01" },
		{ "FREQ=YEARLY;INTERVAL=7000", "2025-01-01T00:00", "2025-01-01 9025-01-01 ." },
		{ "FREQ=YEARLY;INTERVAL=1000000", "2025-01-01T00:00", "2025-01-01 ." },
		{ "FREQ=YEARLY;INTERVAL=500;BYWEEKNO=1;BYDAY=MO", "2025-06-01T00:00",
		  "2525-01-01" },
		{ "FREQ=MONTHLY;INTERVAL=6001", "2025-01-01T00:00", "2025-01-01 2525-02-01" },
		{ "FREQ=WEEKLY;INTERVAL=30000", "2025-01-01T00:00", "2025-01-01 2599-12-18" },
		{ "FREQ=DAILY;INTERVAL=200000", "2025-01-01T00:00", "2025-01-01 2572-08-01" },
		{ "FREQ=HOURLY;INTERVAL=1000000;BYMONTH=3", "2025-01-01T00:00",
		  "2367-03-30 3736-03-12" },
		/* Every 300 years a leap day is met only every 1200. */
		{ "FREQ=YEARLY;INTERVAL=300", "2000-02-29T00:00",
		  "2000-02-29 3200-02-29 4400-02-29" },
	};
	expect_recurrences(rows, countof(rows));
}

/* ---- far away ---------------------------------------------------------------------------- */

static void an_old_start_is_as_good_as_a_new_one(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *after, *expected;
	} rows[] = {
		{ "FREQ=DAILY;INTERVAL=2", "2025-01-01T00:00",
		  "2025-01-02T00:00 2025-01-04T00:00" },
		{ "FREQ=WEEKLY", "2025-01-01T00:00", "2025-01-06T00:00 2025-01-13T00:00" },
		{ "FREQ=WEEKLY;INTERVAL=3", "2025-01-01T00:00",
		  "2025-01-13T00:00 2025-02-03T00:00" },
		{ "FREQ=MONTHLY;INTERVAL=5", "2025-01-01T00:00",
		  "2025-03-01T00:00 2025-08-01T00:00" },
		{ "FREQ=YEARLY;INTERVAL=4", "2025-01-01T00:00", "2029-01-01T00:00" },
		{ "FREQ=HOURLY;INTERVAL=7", "2025-01-01T00:00",
		  "2025-01-01T01:00 2025-01-01T08:00" },
		{ "FREQ=MINUTELY;INTERVAL=11", "2025-01-01T00:00",
		  "2025-01-01T00:07 2025-01-01T00:18" },
		{ "FREQ=SECONDLY;INTERVAL=13", "2025-01-01T00:00",
		  "2025-01-01T00:00:01 2025-01-01T00:00:14" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct recurrence row = { rows[i].rule, "0001-01-01T00:00", rows[i].expected };
		expect_walls(&row, seconds_of(rows[i].after));
	}
}

static void all_years_from_1_to_9999_are_there(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=YEARLY", "0001-01-01T00:00", "0001-01-01 0002-01-01" },
		{ "FREQ=WEEKLY;WKST=SU", "0001-01-01T00:00", "0001-01-01 0001-01-08" },
		{ "FREQ=YEARLY;BYWEEKNO=1", "0001-01-01T00:00", "0001-01-01 0001-12-31" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD", "0001-01-01T00:00",
		  "0001-01-01 0001-01-31" },
		{ "FREQ=YEARLY", "9998-06-15T12:00", "9998-06-15 9999-06-15 ." },
		{ "FREQ=MONTHLY", "9999-11-30T12:00", "9999-11-30 9999-12-30 ." },
		{ "FREQ=MONTHLY;BYMONTHDAY=31", "9999-12-01T12:00", "9999-12-31 ." },
		{ "FREQ=WEEKLY;BYDAY=TU,FR,SA", "9999-12-27T00:00", "9999-12-28 9999-12-31 ." },
		{ "FREQ=WEEKLY;BYMONTH=12", "9999-12-31T00:00", "9999-12-31 ." },
		{ "FREQ=DAILY", "9999-12-30T23:59:59", "9999-12-30 9999-12-31 ." },
		{ "FREQ=DAILY;BYMONTH=12", "9999-12-31T23:59:59", "9999-12-31 ." },
		{ "FREQ=HOURLY;INTERVAL=5", "9999-12-31T18:00",
		  "9999-12-31T18:00 9999-12-31T23:00 ." },
		{ "FREQ=SECONDLY", "9999-12-31T23:59:58",
		  "9999-12-31T23:59:58 9999-12-31T23:59:59 ." },
		{ "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU", "9998-06-01T00:00", "9999-01-03 ." },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD", "9998-01-01T00:00",
		  "9999-01-01 ." },
	};
	expect_recurrences(rows, countof(rows));
}

static void asked_from_anywhere_a_rule_answers(void **state)
{
	(void)state;
	struct rrule rule = bound_rule("FREQ=DAILY", "2025-01-01T09:00");
	wall at = 0;
	assert_true(rrule_next_wall(&rule, INT64_MIN, &at));
	assert_int_equal(at, rule.start);
	assert_true(rrule_next_wall(&rule, rule.start, &at));
	assert_int_equal(at, rule.start + DAY_SECONDS);
	at = 42;
	assert_false(rrule_next_wall(&rule, WALL_MAX, &at));
	assert_false(rrule_next_wall(&rule, INT64_MAX, &at));
	assert_int_equal(at, 42);
}

/* ---- against a walk ---------------------------------------------------------------------- */

/* The number of the period that a wall lies in, by which INTERVAL counts. */
static i64 period_of(const struct rrule *rule, wall at)
{
	struct civil date;
	wall_to_civil(at, &date);
	i64 day = wall_day_number(at);
	switch (rule->freq) {
	case FREQ_YEARLY: return date.year;
	case FREQ_MONTHLY: return (i64)date.year * 12 + date.month;
	case FREQ_WEEKLY: return (day + 4 - rule->week_start + 7000000) / 7;
	case FREQ_DAILY: return day;
	case FREQ_HOURLY: return day * 24 + date.hour;
	case FREQ_MINUTELY: return (day * 24 + date.hour) * 60 + date.minute;
	case FREQ_SECONDLY: return at;
	case FREQ_COUNT: break;
	}
	fail_msg("no frequency");
	return 0;
}

static bool names_ordinal(const struct ordinals *ordinals, i32 n, i32 total)
{
	i32 back = total + 1 - n;
	return ordinals->front[n / 64] >> n % 64 & 1 || ordinals->back[back / 64] >> back % 64 & 1;
}

static bool lets_weekday(const struct rrule *rule, const struct civil *date, i32 day)
{
	u32 weekday = civil_weekday(day);
	bool in_month = rule->freq == FREQ_MONTHLY || rrule_has(rule, PART_BYMONTH);
	i32 total = civil_is_leap(date->year) ? 366 : 365;
	i32 place = in_month ? date->day : civil_day_of_year(date);
	if (in_month) total = civil_month_days(date->year, date->month);
	if (!rule->weekdays && !rule->numbered) return true;
	return rule->weekdays >> weekday & 1 ||
	       rule->weekday_front[weekday] >> ((place - 1) / 7 + 1) & 1 ||
	       rule->weekday_back[weekday] >> ((total - place) / 7 + 1) & 1;
}

/* ISO 8601: a week belongs to the year that has its fourth day. */
static bool lets_week(const struct rrule *rule, i32 day)
{
	struct civil fourth;
	i32 into_week = (i32)((civil_weekday(day) + 7 - rule->week_start) % 7);
	if (!rrule_has(rule, PART_BYWEEKNO)) return true;
	civil_from_day_number(day - into_week + 3, &fourth);
	i32 week = (civil_day_of_year(&fourth) - 1) / 7 + 1;
	i32 total = civil_is_leap(fourth.year) ? 366 : 365;
	i32 weeks = week + (total - civil_day_of_year(&fourth)) / 7;
	return rule->weeks_front >> week & 1 || rule->weeks_back >> (weeks + 1 - week) & 1;
}

static bool lets_day(const struct rrule *rule, i32 day)
{
	struct civil date;
	civil_from_day_number(day, &date);
	i32 length = civil_month_days(date.year, date.month);
	i32 total = civil_is_leap(date.year) ? 366 : 365;
	if (rule->months && !(rule->months >> date.month & 1)) return false;
	if ((rule->days_front || rule->days_back) && !(rule->days_front >> date.day & 1) &&
	    !(rule->days_back >> (length + 1 - date.day) & 1))
		return false;
	if (rrule_has(rule, PART_BYYEARDAY) &&
	    !names_ordinal(&rule->year_days, civil_day_of_year(&date), total))
		return false;
	return lets_week(rule, day) && lets_weekday(rule, &date, day);
}

static bool is_in_step(const struct rrule *rule, wall at)
{
	return (period_of(rule, at) - period_of(rule, rule->start)) % rule->interval == 0;
}

/* How many seconds from `at` on have no instance, because of its day, hour, minute or second. */
static wall seconds_without(const struct rrule *rule, wall at)
{
	i32 second = wall_second_of_day(at);
	bool wrong_day = !lets_day(rule, wall_day_number(at)) ||
			 (rule->freq >= FREQ_DAILY && !is_in_step(rule, at));
	if (wrong_day) return DAY_SECONDS - second;
	if (!(rule->hours >> second / 3600 & 1)) return 3600 - second % 3600;
	if (!(rule->minutes >> second / 60 % 60 & 1)) return 60 - second % 60;
	return !(rule->seconds >> second % 60 & 1) || !is_in_step(rule, at);
}

/* The first instance later than `after` and before `end`, by looking at each second. */
static bool walk_to_next(const struct rrule *rule, wall after, wall end, wall *out_wall)
{
	for (wall at = after + 1; at < end;) {
		wall without = seconds_without(rule, at);
		if (without == 0) {
			*out_wall = at;
			return true;
		}
		at += without;
	}
	return false;
}

static void expect_as_walked(const struct rrule *rule, str text, wall after)
{
	wall end = after + (wall)(rule->freq < FREQ_DAILY ? 1 : 800) * DAY_SECONDS;
	wall walked = 0, found = 0;
	bool walk_found = walk_to_next(rule, after, end, &walked);
	bool any = rrule_next_wall(rule, after, &found);
	bool right = walk_found ? any && found == walked : !any || found >= end;
	if (!right)
		fail_msg("%.*s from %" PRIi64 " after %" PRIi64 ": %" PRIi64 ", walked %" PRIi64,
			 STR_ARG(text), rule->start, after, found, walked);
}

/* Without BYSETPOS and SKIP, whose instances depend on others; and BYWEEKNO steps by other years.
 */
static bool can_be_walked(const struct rrule *rule)
{
	bool by_weeks = rrule_has(rule, PART_BYWEEKNO) && rule->interval > 1;
	return !rrule_has(rule, PART_BYSETPOS) && rule->skip == SKIP_OMIT && !by_weeks;
}

static void any_rule_gives_what_a_walk_gives(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf text;
	u32 walked = 0;
	buf_init(&text, SUPPORT_TEXT_MAX);
	for (u32 i = 0; i < 1000; i++) {
		struct rrule rule;
		wall start = prng_between(&prng, seconds_of("1890-01-01"),
					  seconds_of("2110-01-01"));
		if (prng_chance(&prng, 1, 2)) start -= wall_second_of_day(start);
		assert_int_equal(rrule_parse(random_rrule(&text, &prng), &rule, NULL), ERR_OK);
		if (!can_be_walked(&rule) || rrule_bind(&rule, start, NULL)) continue;
		wall after = start - 1;
		for (u32 n = 0; n < 4; n++) {
			expect_as_walked(&rule, buf_view(&text), after);
			if (!rrule_next_wall(&rule, after, &after)) break;
		}
		expect_as_walked(&rule, buf_view(&text),
				 prng_between(&prng, start, start + (wall)40000 * DAY_SECONDS));
		walked++;
	}
	assert_true(walked > 150);
	buf_done(&text);
}

/* What BYSETPOS chooses, from the list that the rule gives without it. */
static void expect_chosen(const struct rrule *all, const struct rrule *chosen, str text)
{
	enum { LIST_MAX = 2000 };
	static wall list[LIST_MAX];
	wall after = all->start - 1, expected = after;
	for (u32 periods = 0; periods < 3; periods++) {
		u32 len = 0;
		wall next = 0;
		if (!rrule_next_wall(all, after, &next)) return;
		i64 period = period_of(all, next);
		while (len < LIST_MAX && rrule_next_wall(all, after, &next) &&
		       period_of(all, next) == period) {
			list[len++] = next;
			after = next;
		}
		if (len == LIST_MAX) return;
		for (u32 n = 1; n <= len; n++) {
			bool named = (n <= 366 && chosen->positions.front[n / 64] >> n % 64 & 1) ||
				     (len + 1 - n <= 366 &&
				      chosen->positions.back[(len + 1 - n) / 64] >>
						      (len + 1 - n) % 64 &
					      1);
			if (!named) continue;
			if (!rrule_next_wall(chosen, expected, &next) || next != list[n - 1])
				fail_msg("%.*s: %u of %u is not chosen", STR_ARG(text), n, len);
			expected = next;
		}
	}
}

static void positions_choose_from_what_the_rule_gives_without_them(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf text;
	u32 chosen = 0;
	buf_init(&text, SUPPORT_TEXT_MAX);
	for (u32 i = 0; i < 2000; i++) {
		struct rrule rule, all;
		/* A Monday, the first of a year: no period is cut by the start. */
		wall start = seconds_of("2024-01-01T00:00:00");
		assert_int_equal(rrule_parse(random_rrule(&text, &prng), &rule, NULL), ERR_OK);
		if (!rrule_has(&rule, PART_BYSETPOS) || rrule_has(&rule, PART_WKST)) continue;
		if (rule.skip != SKIP_OMIT || rrule_has(&rule, PART_BYWEEKNO)) continue;
		all = rule;
		all.parts &= (u16) ~(1 << PART_BYSETPOS);
		if (rrule_bind(&rule, start, NULL) || rrule_bind(&all, start, NULL)) continue;
		expect_chosen(&all, &rule, buf_view(&text));
		chosen++;
	}
	assert_true(chosen > 25);
	buf_done(&text);
}

/* Whatever the parts: answers ascend, and asking from between two gives the second. */
static void answers_ascend_and_do_not_depend_on_where_one_asks_from(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf text;
	buf_init(&text, SUPPORT_TEXT_MAX);
	for (u32 i = 0; i < 2000; i++) {
		struct rrule rule;
		wall start = prng_between(&prng, WALL_MIN, WALL_MAX);
		assert_int_equal(rrule_parse(random_rrule(&text, &prng), &rule, NULL), ERR_OK);
		if (rrule_bind(&rule, start, NULL)) continue;
		wall before = start - 1, at = 0, again = 0;
		for (u32 n = 0; n < 5 && rrule_next_wall(&rule, before, &at); n++) {
			assert_true(at > before);
			assert_true(rrule_next_wall(&rule, prng_between(&prng, before, at - 1),
						    &again));
			assert_int_equal(again, at);
			before = at;
		}
	}
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_start_is_an_anchor_not_an_instance),
		cmocka_unit_test(what_the_rule_leaves_open_comes_from_the_start),
		cmocka_unit_test(intervals_count_from_the_period_of_the_start),
		cmocka_unit_test(days_of_the_month_count_from_both_ends_and_may_be_missing),
		cmocka_unit_test(weekdays_count_within_the_month_or_the_year),
		cmocka_unit_test(weeks_of_the_year_reach_into_the_years_beside_it),
		cmocka_unit_test(the_first_day_of_the_week_moves_the_weeks),
		cmocka_unit_test(months_limit_weeks_and_days),
		cmocka_unit_test(positions_count_over_the_whole_period_from_both_ends),
		cmocka_unit_test(a_missing_day_of_the_month_is_moved_as_skip_says),
		cmocka_unit_test(the_366th_day_of_a_year_is_moved_as_skip_says),
		cmocka_unit_test(below_a_day_parts_take_out_and_expand),
		cmocka_unit_test(a_period_that_has_been_says_nothing_about_its_likes),
		cmocka_unit_test(steps_above_a_turn_of_the_calendar_are_taken),
		cmocka_unit_test(an_old_start_is_as_good_as_a_new_one),
		cmocka_unit_test(all_years_from_1_to_9999_are_there),
		cmocka_unit_test(asked_from_anywhere_a_rule_answers),
		cmocka_unit_test(any_rule_gives_what_a_walk_gives),
		cmocka_unit_test(positions_choose_from_what_the_rule_gives_without_them),
		cmocka_unit_test(answers_ascend_and_do_not_depend_on_where_one_asks_from),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
