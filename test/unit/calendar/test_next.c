/* Stories about the next instant of a schedule: the policy for clock changes rule by rule, what a
 * job may choose instead, where time begins and ends, and what is told about an occurrence. */
#include "calendar/next.h"

#include "support.h"

/* ---- the policy, rule by rule ------------------------------------------------------------ */

/* London: a gap from 01:00 to 02:00 on 2025-03-30, an overlap of the same walls on 2025-10-26. */
static void rule_1_a_wall_in_a_gap_runs_with_the_offset_before_it(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "30 1 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", 0, 0,
		  "2025-03-30T01:30:00Z 2025-03-31T00:30:00Z" },
		{ "FREQ=DAILY", "Europe/London", "2025-03-01T01:30", "2025-03-29T12:00:00Z", 0, 0,
		  "2025-03-30T01:30:00Z 2025-03-31T00:30:00Z" },
		{ "0,59 1 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", 0, 0,
		  "2025-03-30T01:00:00Z 01:59:00Z 2025-03-31T00:00:00Z 00:59:00Z" },
		{ "30 2 * * *", "America/New_York", NULL, "2025-03-08T12:00:00Z", 0, 0,
		  "2025-03-09T07:30:00Z 2025-03-10T06:30:00Z" },
		{ "FREQ=WEEKLY", "America/New_York", "2025-03-02T02:30", "2025-03-02T12:00:00Z", 0,
		  0, "2025-03-09T07:30:00Z 2025-03-16T06:30:00Z" },
		/* Half an hour. */
		{ "15 2 * * *", "Australia/Lord_Howe", NULL, "2025-10-04T00:00:00Z", 0, 0,
		  "2025-10-04T15:45:00Z 2025-10-05T15:15:00Z" },
		/* Two hours. */
		{ "30 2 * * *", "Antarctica/Troll", NULL, "2025-03-29T12:00:00Z", 0, 0,
		  "2025-03-30T02:30:00Z 2025-03-31T00:30:00Z" },
		/* At midnight. */
		/* Year after year in the gap, whatever the year after it holds. */
		{ "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "Europe/London", "2025-03-01T01:30", NULL, 0,
		  0, "2025-03-30T01:30:00Z 2026-03-29T01:30:00Z 2027-03-28T01:30:00Z" },
		{ "30 0 * * *", "Africa/Cairo", NULL, "2025-04-24T12:00:00Z", 0, 0,
		  "2025-04-24T22:30:00Z 2025-04-25T21:30:00Z" },
		{ "@daily", "Africa/Cairo", NULL, "2025-04-23T22:00:00Z", 0, 0,
		  "2025-04-24T22:00:00Z 2025-04-25T21:00:00Z" },
		/* A whole day: 2011-12-30 runs as the day after. */
		{ "0 9 30 12 *", "Pacific/Apia", NULL, "2011-01-01T00:00:00Z", 0, 0,
		  "2011-12-30T19:00:00Z 2012-12-29T19:00:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void rule_2_two_walls_at_one_instant_are_one_run(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "30 1,2 * * *", "Europe/London", NULL, "2025-03-30T00:00:00Z", 0, 0,
		  "2025-03-30T01:30:00Z 2025-03-31T00:30:00Z 01:30:00Z" },
		{ "FREQ=HOURLY", "Europe/London", "2025-03-29T00:30", "2025-03-30T00:00:00Z", 0, 0,
		  "2025-03-30T00:30:00Z 01:30:00Z 02:30:00Z" },
		{ "*/15 * * * *", "Europe/London", NULL, "2025-03-30T00:40:00Z", 0, 0,
		  "2025-03-30T00:45:00Z 01:00:00Z 01:15:00Z 01:30:00Z 01:45:00Z 02:00:00Z" },
		{ "0 9 * * *", "Pacific/Apia", NULL, "2011-12-29T00:00:00Z", 0, 0,
		  "2011-12-29T19:00:00Z 2011-12-30T19:00:00Z 2011-12-31T19:00:00Z" },
	};
	expect_plans(plans, countof(plans));
}

/* 01:45 is shifted to 01:45Z; 02:15, which comes later on the wall, is at 01:15Z. */
static void answers_ascend_where_the_shifted_and_the_plain_walls_mix(void **state)
{
	(void)state;
	static const char rule[] = "FREQ=DAILY;BYHOUR=1,2;BYMINUTE=15,45;BYSETPOS=2,3";
	static const struct plan plans[] = {
		{ rule, "Europe/London", "2025-03-01T00:00", "2025-03-30T00:00:00Z", 0, 0,
		  "2025-03-30T01:15:00Z 01:45:00Z 2025-03-31T00:45:00Z 01:15:00Z" },
		{ rule, "Europe/London", "2025-03-01T00:00", "2025-03-30T01:14:59Z", 0, 0,
		  "2025-03-30T01:15:00Z 01:45:00Z" },
		{ rule, "Europe/London", "2025-03-01T00:00", "2025-03-30T01:44:59.999Z", 0, 0,
		  "2025-03-30T01:45:00Z 2025-03-31T00:45:00Z" },
		{ "0,30,45 1 * * *", "Europe/London", NULL, "2025-03-30T01:00:00Z", 0, 0,
		  "2025-03-30T01:30:00Z 01:45:00Z 2025-03-31T00:00:00Z" },
		/* Troll's gap is from 01:00 to 03:00. */
		{ "50 1,2,3 * * *", "Antarctica/Troll", NULL, "2025-03-30T00:00:00Z", 0, 0,
		  "2025-03-30T01:50:00Z 02:50:00Z 23:50:00Z" },
		{ "40 2,3 * * *", "Antarctica/Troll", NULL, "2025-03-30T00:00:00Z", 0, 0,
		  "2025-03-30T01:40:00Z 02:40:00Z 2025-03-31T00:40:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void rule_3_a_wall_that_happens_twice_means_the_first(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "30 1 * * *", "Europe/London", NULL, "2025-10-25T12:00:00Z", 0, 0,
		  "2025-10-26T00:30:00Z 2025-10-27T01:30:00Z" },
		{ "FREQ=DAILY", "Europe/London", "2025-10-01T01:30", "2025-10-25T12:00:00Z", 0, 0,
		  "2025-10-26T00:30:00Z 2025-10-27T01:30:00Z" },
		{ "0,30 1,2 * * *", "Europe/London", NULL, "2025-10-25T22:00:00Z", 0, 0,
		  "2025-10-26T00:00:00Z 00:30:00Z 02:00:00Z 02:30:00Z 2025-10-27T01:00:00Z" },
		{ "0-59 1 * * *", "Europe/London", NULL, "2025-10-26T00:58:00Z", 0, 0,
		  "2025-10-26T00:59:00Z 2025-10-27T01:00:00Z" },
		{ "30 1 * * *", "America/New_York", NULL, "2025-11-02T00:00:00Z", 0, 0,
		  "2025-11-02T05:30:00Z 2025-11-03T06:30:00Z" },
		{ "45 1 * * *", "Australia/Lord_Howe", NULL, "2025-04-05T00:00:00Z", 0, 0,
		  "2025-04-05T14:45:00Z 2025-04-06T15:15:00Z" },
		{ "30 2 * * *", "Antarctica/Troll", NULL, "2025-10-25T12:00:00Z", 0, 0,
		  "2025-10-26T00:30:00Z 2025-10-27T02:30:00Z" },
		{ "30 23 * * *", "Africa/Cairo", NULL, "2025-10-30T12:00:00Z", 0, 0,
		  "2025-10-30T20:30:00Z 2025-10-31T21:30:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void rule_3_asked_between_the_passes_the_next_is_the_day_after(void **state)
{
	(void)state;
	static const char *const afters[] = { "2025-10-26T00:30:00Z", "2025-10-26T00:59:59.999Z",
					      "2025-10-26T01:00:00Z", "2025-10-26T01:29:59Z",
					      "2025-10-26T01:30:00Z", "2025-10-26T01:59:59.999Z",
					      "2025-10-26T02:00:00Z" };
	for (size_t i = 0; i < countof(afters); i++) {
		struct plan cron = { "30 1 * * *",          "Europe/London", NULL, afters[i], 0, 0,
				     "2025-10-27T01:30:00Z" };
		struct plan rrule = {
			"FREQ=DAILY",          "Europe/London", "2025-10-01T01:30", afters[i], 0, 0,
			"2025-10-27T01:30:00Z"
		};
		expect_plan(&cron);
		expect_plan(&rrule);
	}
}

static void rule_4_interval_like_cron_runs_in_both_passes(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "*/30 * * * *", "Europe/London", NULL, "2025-10-25T23:45:00Z", 0, 0,
		  "2025-10-26T00:00:00Z 00:30:00Z 01:00:00Z 01:30:00Z 02:00:00Z 02:30:00Z" },
		{ "30 * * * *", "Europe/London", NULL, "2025-10-25T23:45:00Z", 0, 0,
		  "2025-10-26T00:30:00Z 01:30:00Z 02:30:00Z" },
		{ "*/30 1 * * *", "Europe/London", NULL, "2025-10-25T12:00:00Z", 0, 0,
		  "2025-10-26T00:00:00Z 00:30:00Z 01:00:00Z 01:30:00Z 2025-10-27T01:00:00Z" },
		{ "45/20 1 * * *", "Europe/London", NULL, "2025-10-26T00:50:00Z", 0, 0,
		  "2025-10-26T01:45:00Z 2025-10-27T01:45:00Z" },
		{ "*/20 30 1 * * *", "Europe/London", NULL, "2025-10-26T00:30:30Z", 0, 0,
		  "2025-10-26T00:30:40Z 01:30:00Z 01:30:20Z 01:30:40Z 2025-10-27T01:30:00Z" },
		{ "*/15 * * * *", "Australia/Lord_Howe", NULL, "2025-04-05T14:20:00Z", 0, 0,
		  "2025-04-05T14:30:00Z 14:45:00Z 15:00:00Z 15:15:00Z 15:30:00Z" },
		{ "0/30 1 * * *", "Antarctica/Troll", NULL, "2025-10-25T12:00:00Z", 0, 0,
		  "2025-10-25T23:00:00Z 23:30:00Z 2025-10-26T01:00:00Z 01:30:00Z "
		  "2025-10-27T01:00:00Z" },
		{ "15 */23 * * *", "Africa/Cairo", NULL, "2025-10-30T12:00:00Z", 0, 0,
		  "2025-10-30T20:15:00Z 21:15:00Z 22:15:00Z 2025-10-31T21:15:00Z" },
		/* A rule that has nothing left in the overlap goes on after it. */
		{ "*/30 2 * * *", "Europe/London", NULL, "2025-10-26T00:10:00Z", 0, 0,
		  "2025-10-26T02:00:00Z 02:30:00Z 2025-10-27T02:00:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void rule_5_rrule_below_a_day_steps_on_the_wall_clock(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "FREQ=HOURLY", "Europe/London", "2025-10-25T00:30", "2025-10-25T23:00:00Z", 0, 0,
		  "2025-10-25T23:30:00Z 2025-10-26T00:30:00Z 02:30:00Z 03:30:00Z" },
		{ "FREQ=MINUTELY;INTERVAL=20", "Europe/London", "2025-10-25T00:00",
		  "2025-10-26T00:30:00Z", 0, 0, "2025-10-26T00:40:00Z 02:00:00Z 02:20:00Z" },
		{ "FREQ=HOURLY;INTERVAL=2", "Europe/London", "2025-03-29T01:30",
		  "2025-03-29T23:40:00Z", 0, 0, "2025-03-30T01:30:00Z 02:30:00Z 04:30:00Z" },
		{ "FREQ=SECONDLY;INTERVAL=1800", "Australia/Lord_Howe", "2025-04-01T00:00",
		  "2025-04-05T14:10:00Z", 0, 0, "2025-04-05T14:30:00Z 15:30:00Z 16:00:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void rule_6_count_counts_walls_and_until_is_an_instant(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		/* Walls 00:30, 01:30, 02:30 and 03:30; the middle two share an instant. */
		{ "FREQ=HOURLY;COUNT=4", "Europe/London", "2025-03-30T00:30", NULL, 0, 0,
		  "2025-03-30T00:30:00Z 01:30:00Z 02:30:00Z ." },
		{ "FREQ=DAILY;COUNT=2", "Europe/London", "2025-10-26T01:30", NULL, 0, 0,
		  "2025-10-26T00:30:00Z 2025-10-27T01:30:00Z ." },
		{ "FREQ=DAILY;COUNT=2", "Europe/London", "2025-10-26T01:30", NULL, 0, OVERLAP_BOTH,
		  "2025-10-26T00:30:00Z 01:30:00Z 2025-10-27T01:30:00Z ." },
		/* Asked when all walls are used up, on either side of the changes. */
		{ "FREQ=DAILY;COUNT=1", "Europe/London", "2025-03-30T01:15", "2025-03-30T01:20:00Z",
		  0, 0, "." },
		{ "FREQ=DAILY;COUNT=1", "Europe/London", "2025-10-26T01:30", "2025-10-26T00:40:00Z",
		  0, OVERLAP_BOTH, "2025-10-26T01:30:00Z ." },
		{ "FREQ=DAILY;COUNT=1", "Europe/London", "2025-10-26T01:30", "2025-10-26T01:40:00Z",
		  0, OVERLAP_SECOND, "." },
		{ "FREQ=DAILY;UNTIL=20250330T013000Z", "Europe/London", "2025-03-29T01:30", NULL, 0,
		  0, "2025-03-29T01:30:00Z 2025-03-30T01:30:00Z ." },
		{ "FREQ=DAILY;UNTIL=20250330T012959Z", "Europe/London", "2025-03-29T01:30", NULL, 0,
		  0, "2025-03-29T01:30:00Z ." },
		{ "FREQ=DAILY;UNTIL=20250330T013000", "Europe/London", "2025-03-29T01:30", NULL, 0,
		  0, "2025-03-29T01:30:00Z 2025-03-30T01:30:00Z ." },
	};
	expect_plans(plans, countof(plans));
}

/* ---- what a job may choose instead ------------------------------------------------------- */

static void a_gap_may_run_at_its_end(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "30 1 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", GAP_NEXT, 0,
		  "2025-03-30T01:00:00Z 2025-03-31T00:30:00Z" },
		{ "0,30 1 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", GAP_NEXT, 0,
		  "2025-03-30T01:00:00Z 2025-03-31T00:00:00Z" },
		{ "30 1,2 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", GAP_NEXT, 0,
		  "2025-03-30T01:00:00Z 01:30:00Z 2025-03-31T00:30:00Z" },
		{ "*/15 * * * *", "Europe/London", NULL, "2025-03-30T00:40:00Z", GAP_NEXT, 0,
		  "2025-03-30T00:45:00Z 01:00:00Z 01:15:00Z 01:30:00Z" },
		{ "*/20 1 * * *", "Europe/London", NULL, "2025-03-30T00:40:00Z", GAP_NEXT, 0,
		  "2025-03-30T01:00:00Z 2025-03-31T00:00:00Z" },
		{ "FREQ=DAILY", "America/New_York", "2025-03-01T02:30", "2025-03-08T12:00:00Z",
		  GAP_NEXT, 0, "2025-03-09T07:00:00Z 2025-03-10T06:30:00Z" },
		{ "FREQ=HOURLY", "Europe/London", "2025-03-29T00:30", "2025-03-30T00:00:00Z",
		  GAP_NEXT, 0, "2025-03-30T00:30:00Z 01:00:00Z 01:30:00Z 02:30:00Z" },
		{ "0 9 * * *", "Pacific/Apia", NULL, "2011-12-29T00:00:00Z", GAP_NEXT, 0,
		  "2011-12-29T19:00:00Z 2011-12-30T10:00:00Z 19:00:00Z 2011-12-31T19:00:00Z" },
		/* Asked in the hour after the gap: what was in it has been. */
		{ "30 1 * * *", "Europe/London", NULL, "2025-03-30T01:10:00Z", GAP_NEXT, 0,
		  "2025-03-31T00:30:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void a_gap_may_be_left_out(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "30 1 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", GAP_SKIP, 0,
		  "2025-03-31T00:30:00Z" },
		{ "30 1,2 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", GAP_SKIP, 0,
		  "2025-03-30T01:30:00Z 2025-03-31T00:30:00Z" },
		{ "*/15 * * * *", "Europe/London", NULL, "2025-03-30T00:40:00Z", GAP_SKIP, 0,
		  "2025-03-30T00:45:00Z 01:00:00Z 01:15:00Z" },
		{ "*/20 1 * * *", "Europe/London", NULL, "2025-03-30T00:40:00Z", GAP_SKIP, 0,
		  "2025-03-31T00:00:00Z" },
		{ "FREQ=DAILY", "America/New_York", "2025-03-01T02:30", "2025-03-08T12:00:00Z",
		  GAP_SKIP, 0, "2025-03-10T06:30:00Z" },
		{ "FREQ=DAILY;COUNT=2", "America/New_York", "2025-03-08T02:30", NULL, GAP_SKIP, 0,
		  "2025-03-08T07:30:00Z ." },
		{ "0 9 * * *", "Pacific/Apia", NULL, "2011-12-29T00:00:00Z", GAP_SKIP, 0,
		  "2011-12-29T19:00:00Z 2011-12-30T19:00:00Z 2011-12-31T19:00:00Z" },
		{ "30 1 * * *", "Europe/London", NULL, "2025-03-30T01:10:00Z", GAP_SKIP, 0,
		  "2025-03-31T00:30:00Z" },
		/* Every last Sunday of March is in the gap; until the rule of 1981 it was not
		   always. */
		{ "30 1 * 3 0L", "Europe/London", NULL, "1970-01-01T00:00:00Z", GAP_SKIP, 0,
		  "1970-03-29T00:30:00Z" },
		{ "30 1 * 3 0L", "Europe/London", NULL, "2025-01-01T00:00:00Z", GAP_SKIP, 0, "." },
		/* Moscow's clocks went forward in that night from 2000 to 2011, then no more. */
		{ "30 2 * 3 0L", "Europe/Moscow", NULL, "2000-01-01T00:00:00Z", GAP_SKIP, 0,
		  "2012-03-24T22:30:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void an_overlap_may_run_in_the_second_pass(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "30 1 * * *", "Europe/London", NULL, "2025-10-25T12:00:00Z", 0, OVERLAP_SECOND,
		  "2025-10-26T01:30:00Z 2025-10-27T01:30:00Z" },
		{ "30 1 * * *", "Europe/London", NULL, "2025-10-26T00:30:00Z", 0, OVERLAP_SECOND,
		  "2025-10-26T01:30:00Z 2025-10-27T01:30:00Z" },
		{ "30 1 * * *", "Europe/London", NULL, "2025-10-26T00:45:00Z", 0, OVERLAP_SECOND,
		  "2025-10-26T01:30:00Z" },
		{ "30 1 * * *", "Europe/London", NULL, "2025-10-26T01:30:00Z", 0, OVERLAP_SECOND,
		  "2025-10-27T01:30:00Z" },
		{ "*/30 * * * *", "Europe/London", NULL, "2025-10-25T23:15:00Z", 0, OVERLAP_SECOND,
		  "2025-10-25T23:30:00Z 2025-10-26T01:00:00Z 01:30:00Z 02:00:00Z" },
		{ "FREQ=DAILY", "Europe/London", "2025-10-01T01:30", "2025-10-25T12:00:00Z", 0,
		  OVERLAP_SECOND, "2025-10-26T01:30:00Z 2025-10-27T01:30:00Z" },
		{ "FREQ=HOURLY", "Europe/London", "2025-10-25T00:30", "2025-10-25T23:00:00Z", 0,
		  OVERLAP_SECOND, "2025-10-25T23:30:00Z 2025-10-26T01:30:00Z 02:30:00Z" },
		{ "30 23 * * *", "Africa/Cairo", NULL, "2025-10-30T12:00:00Z", 0, OVERLAP_SECOND,
		  "2025-10-30T21:30:00Z 2025-10-31T21:30:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void an_overlap_may_run_in_both_passes(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "30 1 * * *", "Europe/London", NULL, "2025-10-25T12:00:00Z", 0, OVERLAP_BOTH,
		  "2025-10-26T00:30:00Z 01:30:00Z 2025-10-27T01:30:00Z" },
		{ "0,30 1 * * *", "Europe/London", NULL, "2025-10-25T12:00:00Z", 0, OVERLAP_BOTH,
		  "2025-10-26T00:00:00Z 00:30:00Z 01:00:00Z 01:30:00Z 2025-10-27T01:00:00Z" },
		{ "*/30 * * * *", "Europe/London", NULL, "2025-10-26T00:15:00Z", 0, OVERLAP_BOTH,
		  "2025-10-26T00:30:00Z 01:00:00Z" },
		{ "FREQ=DAILY", "Europe/London", "2025-10-01T01:30", "2025-10-26T00:30:00Z", 0,
		  OVERLAP_BOTH, "2025-10-26T01:30:00Z 2025-10-27T01:30:00Z" },
		{ "FREQ=HOURLY", "Europe/London", "2025-10-25T00:30", "2025-10-25T23:00:00Z", 0,
		  OVERLAP_BOTH, "2025-10-25T23:30:00Z 2025-10-26T00:30:00Z 01:30:00Z 02:30:00Z" },
		{ "45 1 * * *", "Australia/Lord_Howe", NULL, "2025-04-05T00:00:00Z", 0,
		  OVERLAP_BOTH, "2025-04-05T14:45:00Z 15:15:00Z 2025-04-06T15:15:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void an_interval_like_expression_may_run_in_the_first_pass_only(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "*/30 * * * *", "Europe/London", NULL, "2025-10-25T23:45:00Z", 0, OVERLAP_FIRST,
		  "2025-10-26T00:00:00Z 00:30:00Z 02:00:00Z 02:30:00Z" },
		{ "*/30 * * * *", "Europe/London", NULL, "2025-10-26T01:15:00Z", 0, OVERLAP_FIRST,
		  "2025-10-26T02:00:00Z" },
	};
	expect_plans(plans, countof(plans));
}

/* ---- the ends of UNTIL, start and time --------------------------------------------------- */

static void until_may_be_a_date_which_means_its_whole_day(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "FREQ=HOURLY;INTERVAL=8;UNTIL=20250102", "Asia/Tokyo", "2025-01-01T15:59", NULL,
		  0, 0,
		  "2025-01-01T06:59:00Z 14:59:00Z 22:59:00Z 2025-01-02T06:59:00Z 14:59:00Z ." },
		{ "FREQ=MINUTELY;UNTIL=20250101", "America/New_York", "2025-01-01T23:58", NULL, 0,
		  0, "2025-01-02T04:58:00Z 04:59:00Z ." },
		/* The last hour of 2025-10-30 happens twice in Cairo, and belongs to it twice. */
		{ "FREQ=HOURLY;UNTIL=20251030", "Africa/Cairo", "2025-10-30T22:30", NULL, 0,
		  OVERLAP_BOTH, "2025-10-30T19:30:00Z 20:30:00Z 21:30:00Z ." },
		/* A local time that happens twice means the first. */
		{ "FREQ=HOURLY;UNTIL=20251030T233000", "Africa/Cairo", "2025-10-30T22:30", NULL, 0,
		  OVERLAP_BOTH, "2025-10-30T19:30:00Z 20:30:00Z ." },
		{ "FREQ=HOURLY;UNTIL=20251030T213000Z", "Africa/Cairo", "2025-10-30T22:30", NULL, 0,
		  OVERLAP_BOTH, "2025-10-30T19:30:00Z 20:30:00Z 21:30:00Z ." },
		{ "FREQ=DAILY;UNTIL=20250103T090000", "Asia/Tokyo", "2025-01-02T09:00", NULL, 0, 0,
		  "2025-01-02T00:00:00Z 2025-01-03T00:00:00Z ." },
		{ "FREQ=DAILY;UNTIL=20250103T000000Z", "Asia/Tokyo", "2025-01-02T09:00", NULL, 0, 0,
		  "2025-01-02T00:00:00Z 2025-01-03T00:00:00Z ." },
	};
	expect_plans(plans, countof(plans));
}

static void a_cron_schedule_may_have_a_start_which_counts_itself(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "0 9 * * *", "Asia/Tokyo", "2025-06-01T09:00", NULL, 0, 0,
		  "2025-06-01T00:00:00Z 2025-06-02T00:00:00Z" },
		{ "0 9 * * *", "Asia/Tokyo", "2025-06-01T09:00:01", NULL, 0, 0,
		  "2025-06-02T00:00:00Z" },
		{ "0 9 * * *", "Asia/Tokyo", "2025-06-01T09:00", "2025-06-05T12:00:00Z", 0, 0,
		  "2025-06-06T00:00:00Z" },
		/* In a gap the start is shifted like a run; in an overlap it is the first pass. */
		{ "*/30 * * * *", "Europe/London", "2025-03-30T01:15", NULL, 0, 0,
		  "2025-03-30T01:30:00Z" },
		{ "*/30 * * * *", "Europe/London", "2025-10-26T01:15", NULL, 0, 0,
		  "2025-10-26T00:30:00Z 01:00:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void the_next_is_later_than_after_to_the_millisecond(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "30 1 * * *", NULL, NULL, "2025-01-01T01:29:59.999Z", 0, 0,
		  "2025-01-01T01:30:00Z" },
		{ "30 1 * * *", NULL, NULL, "2025-01-01T01:30:00Z", 0, 0, "2025-01-02T01:30:00Z" },
		{ "30 1 * * *", NULL, NULL, "2025-01-01T01:30:00.001Z", 0, 0,
		  "2025-01-02T01:30:00Z" },
		{ "* * * * * *", NULL, NULL, "1969-12-31T23:59:58.500Z", 0, 0,
		  "1969-12-31T23:59:59Z 1970-01-01T00:00:00Z" },
		{ "* * * * * *", NULL, NULL, "1969-12-31T23:59:59.999Z", 0, 0,
		  "1970-01-01T00:00:00Z" },
		{ "FREQ=DAILY", NULL, "2025-01-01T01:30", "2025-01-01T01:29:59.001Z", 0, 0,
		  "2025-01-01T01:30:00Z" },
		{ "10s", NULL, "2025-01-01T00:00:00.250Z", "2025-01-01T00:00:10.249Z", 0, 0,
		  "2025-01-01T00:00:10.250Z 00:00:20.250Z" },
		/* At the very instant of a change. */
		{ "30 1 * * *", "Europe/London", NULL, "2025-03-30T01:00:00Z", 0, 0,
		  "2025-03-30T01:30:00Z" },
		{ "30 1 * * *", "Europe/London", NULL, "2025-03-30T00:59:59.999Z", 0, 0,
		  "2025-03-30T01:30:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void time_begins_with_the_year_1_and_ends_with_9999_in_utc(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "0 0 * * *", NULL, NULL, NULL, 0, 0,
		  "0001-01-01T00:00:00Z 0001-01-02T00:00:00Z" },
		{ "59 59 23 31 12 *", NULL, NULL, "9998-12-31T23:59:58Z", 0, 0,
		  "9998-12-31T23:59:59Z 9999-12-31T23:59:59Z ." },
		/* The first midnights of Tokyo are in the year 0 of UTC, the last of New York in
		   10000. */
		{ "0 0 * * *", "Asia/Tokyo", NULL, NULL, 0, 0, "0001-01-01T14:41:01Z" },
		{ "0 0 * * *", "America/New_York", NULL, NULL, 0, 0, "0001-01-01T04:56:02Z" },
		{ "0 20 31 12 *", "America/New_York", NULL, "9997-06-01T00:00:00Z", 0, 0,
		  "9998-01-01T01:00:00Z 9999-01-01T01:00:00Z ." },
		{ "FREQ=DAILY", "Asia/Tokyo", "0001-01-01T00:00", NULL, 0, 0,
		  "0001-01-01T14:41:01Z" },
		{ "FREQ=DAILY", "America/New_York", "9999-12-29T20:00", NULL, 0, 0,
		  "9999-12-30T01:00:00Z 9999-12-31T01:00:00Z ." },
		{ "1d", "Asia/Tokyo", "9999-12-30T23:30:00Z", NULL, 0, 0,
		  "9999-12-30T23:30:00Z 9999-12-31T23:30:00Z ." },
		{ "1d", "America/New_York", "0001-01-01T00:00:00Z", NULL, 0, 0,
		  "0001-01-01T00:00:00Z 0001-01-02T00:00:00Z" },
	};
	expect_plans(plans, countof(plans));
}

static void any_after_is_answered(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ .rule = "0 0 * * *" },
		{ .rule = "FREQ=DAILY", .start = "2025-01-01" },
		{ .rule = "1h", .start = "2025-01-01T00:00:00Z" },
	};
	for (size_t i = 0; i < countof(plans); i++) {
		struct schedule schedule = given_schedule(&plans[i], zone_utc());
		msec at = 42, first = 0;
		assert_false(schedule_next(&schedule, MSEC_MAX, &at));
		assert_false(schedule_next(&schedule, MSEC_YEAR_9999_END, &at));
		assert_false(schedule_next(&schedule, MSEC_YEAR_9999_END + 1, &at));
		assert_int_equal(at, 42);
		assert_true(schedule_next(&schedule, MSEC_MIN, &at));
		assert_true(schedule_next(&schedule, MSEC_MIN + 1, &first));
		assert_int_equal(at, first);
		assert_true(at >= WALL_MIN * 1000);
	}
}

/* ---- intervals --------------------------------------------------------------------------- */

static void an_interval_counts_from_its_anchor(void **state)
{
	(void)state;
	static const struct plan plans[] = {
		{ "90s", NULL, "2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z", 0, 0,
		  "2025-01-01T00:01:30Z 00:03:00Z" },
		{ "1h", NULL, "2030-01-01T00:10:00Z", "2025-01-01T00:00:00Z", 0, 0,
		  "2030-01-01T00:10:00Z 01:10:00Z" },
		{ "1d", NULL, "1970-01-01T00:00:01Z", "2025-01-01T00:00:00Z", 0, 0,
		  "2025-01-01T00:00:01Z 2025-01-02T00:00:01Z" },
		{ "1w", NULL, "2025-01-01T00:00:00Z", "2025-01-08T00:00:00Z", 0, 0,
		  "2025-01-15T00:00:00Z" },
		/* Elapsed time knows no clock changes. */
		{ "6h", "Europe/London", "2025-03-29T21:00:00Z", NULL, 0, 0,
		  "2025-03-29T21:00:00Z 2025-03-30T03:00:00Z 09:00:00Z" },
		{ "366000d", NULL, "9000-01-01T00:00:00Z", NULL, 0, 0, "9000-01-01T00:00:00Z ." },
		{ "366000d", NULL, "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z", 0, 0,
		  "1003-01-29T00:00:00Z 2005-02-24T00:00:00Z" },
		{ "3650d", NULL, "0001-01-01T00:00:00Z", "9999-01-01T00:00:00Z", 0, 0, "." },
		{ "1s", NULL, "0001-01-01T00:00:00Z", "9999-12-31T23:59:58Z", 0, 0,
		  "9999-12-31T23:59:59Z ." },
	};
	expect_plans(plans, countof(plans));
}

static void an_interval_without_an_anchor_counts_from_1970(void **state)
{
	(void)state;
	static const struct plan plan = {
		"7s", NULL, NULL, "1970-01-01T00:00:10Z", 0, 0, "1970-01-01T00:00:14Z"
	};
	expect_plan(&plan);
}

static void ask_without_an_interval(void *context)
{
	msec at;
	assert_true(schedule_next(context, 0, &at));
}

static void an_interval_of_nothing_breaks_a_promise(void **state)
{
	(void)state;
	struct schedule schedule = { .rule = { .kind = RULE_INTERVAL }, .zone = zone_utc() };
	assert_true(breaks_promise(ask_without_an_interval, &schedule));
}

/* ---- what is told about an occurrence ---------------------------------------------------- */

struct told {
	struct plan plan; /* `expected`: the instant, what was planned, what the wall shows */
	enum clock_note note;
	i32 shift_seconds;
};

static void expect_told(const struct told *row)
{
	struct occurrence occurrence = { 0 };
	struct zone *zone = load_zone(row->plan.zone);
	struct schedule schedule = given_schedule(&row->plan, zone);
	str rest = str_from(row->plan.expected), word;
	msec after = instant_of(row->plan.after);
	assert_true(schedule_next_noted(&schedule, after, &occurrence));
	assert_true(next_word(&rest, &word));
	assert_int_equal(occurrence.at, instant_like(word, after));
	assert_true(next_word(&rest, &word));
	assert_int_equal(occurrence.planned, wall_like(word, 0));
	assert_true(next_word(&rest, &word));
	assert_int_equal(occurrence.shown, wall_like(word, 0));
	assert_int_equal(occurrence.note, row->note);
	assert_int_equal(occurrence.shift_seconds, row->shift_seconds);
	zone_free(zone);
}

static void an_occurrence_says_what_a_clock_change_did_to_it(void **state)
{
	(void)state;
	static const struct told rows[] = {
		{ { "30 1 * * *", "Europe/London", NULL, "2025-06-01T12:00:00Z", 0, 0,
		    "2025-06-02T00:30:00Z 2025-06-02T01:30 2025-06-02T01:30" },
		  NOTE_NONE,
		  0 },
		{ { "30 1 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", 0, 0,
		    "2025-03-30T01:30:00Z 2025-03-30T01:30 2025-03-30T02:30" },
		  NOTE_GAP_SHIFTED,
		  3600 },
		{ { "30 1 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", GAP_NEXT, 0,
		    "2025-03-30T01:00:00Z 2025-03-30T01:30 2025-03-30T02:00" },
		  NOTE_GAP_NEXT,
		  3600 },
		{ { "15 2 * * *", "Australia/Lord_Howe", NULL, "2025-10-04T12:00:00Z", 0, 0,
		    "2025-10-04T15:45:00Z 2025-10-05T02:15 2025-10-05T02:45" },
		  NOTE_GAP_SHIFTED,
		  1800 },
		{ { "0 9 30 12 *", "Pacific/Apia", NULL, "2011-06-01T00:00:00Z", 0, 0,
		    "2011-12-30T19:00:00Z 2011-12-30T09:00 2011-12-31T09:00" },
		  NOTE_GAP_SHIFTED,
		  86400 },
		{ { "30 1 * * *", "Europe/London", NULL, "2025-10-25T12:00:00Z", 0, 0,
		    "2025-10-26T00:30:00Z 2025-10-26T01:30 2025-10-26T01:30" },
		  NOTE_OVERLAP_FIRST,
		  3600 },
		{ { "30 1 * * *", "Europe/London", NULL, "2025-10-25T12:00:00Z", 0, OVERLAP_SECOND,
		    "2025-10-26T01:30:00Z 2025-10-26T01:30 2025-10-26T01:30" },
		  NOTE_OVERLAP_SECOND,
		  3600 },
		{ { "*/30 * * * *", "Europe/London", NULL, "2025-10-26T00:45:00Z", 0, 0,
		    "2025-10-26T01:00:00Z 2025-10-26T01:00 2025-10-26T01:00" },
		  NOTE_OVERLAP_SECOND,
		  3600 },
		/* The first wall after an overlap happens once. */
		{ { "*/30 * * * *", "Europe/London", NULL, "2025-10-26T01:45:00Z", 0, 0,
		    "2025-10-26T02:00:00Z 2025-10-26T02:00 2025-10-26T02:00" },
		  NOTE_NONE,
		  0 },
		{ { "FREQ=DAILY", "Antarctica/Troll", "2025-03-01T01:30", "2025-03-29T12:00:00Z", 0,
		    0, "2025-03-30T01:30:00Z 2025-03-30T01:30 2025-03-30T03:30" },
		  NOTE_GAP_SHIFTED,
		  7200 },
		{ { "1h", "Europe/London", "2025-03-30T00:00:00Z", "2025-03-30T00:00:00Z", 0, 0,
		    "2025-03-30T01:00:00Z 2025-03-30T02:00 2025-03-30T02:00" },
		  NOTE_NONE,
		  0 },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_told(&rows[i]);
}

/* 01:30 and 02:30 are one run: the earlier wall is told, asked from before or from within. */
static void of_two_walls_at_one_instant_the_earlier_is_told(void **state)
{
	(void)state;
	static const char *const afters[] = { "2025-03-30T00:00:00Z", "2025-03-30T01:10:00Z" };
	for (size_t i = 0; i < countof(afters); i++) {
		struct told row = { { "30 1,2 * * *", "Europe/London", NULL, afters[i], 0, 0,
				      "2025-03-30T01:30:00Z 2025-03-30T01:30 2025-03-30T02:30" },
				    NOTE_GAP_SHIFTED,
				    3600 };
		expect_told(&row);
	}
}

static void an_extra_date_is_told_by_the_wall_it_falls_on(void **state)
{
	(void)state;
	struct zone *zone = load_zone("Europe/London");
	struct plan plan = { .rule = "0 0 1 1 *" };
	struct schedule schedule = given_schedule(&plan, zone);
	msec rdate = instant_of("2025-06-01T12:00:00.750Z");
	struct occurrence occurrence = { 0 };
	schedule.rdates = &rdate;
	schedule.rdates_len = 1;
	assert_true(schedule_next_noted(&schedule, rdate - 1, &occurrence));
	assert_int_equal(occurrence.at, rdate);
	assert_int_equal(occurrence.planned, seconds_of("2025-06-01T13:00:00"));
	assert_int_equal(occurrence.shown, occurrence.planned);
	assert_int_equal(occurrence.note, NOTE_NONE);
	zone_free(zone);
}

static void an_extra_date_beside_an_occurrence_takes_nothing_from_it(void **state)
{
	(void)state;
	struct zone *zone = load_zone("Europe/London");
	struct plan plan = { .rule = "30 1 * * *" };
	struct schedule schedule = given_schedule(&plan, zone);
	msec rdate = instant_of("2025-03-30T01:30:00Z");
	struct occurrence occurrence = { 0 };
	schedule.rdates = &rdate;
	schedule.rdates_len = 1;
	assert_true(schedule_next_noted(&schedule, rdate - 1, &occurrence));
	assert_int_equal(occurrence.at, rdate);
	assert_int_equal(occurrence.planned, seconds_of("2025-03-30T01:30:00"));
	assert_int_equal(occurrence.note, NOTE_GAP_SHIFTED);
	zone_free(zone);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rule_1_a_wall_in_a_gap_runs_with_the_offset_before_it),
		cmocka_unit_test(rule_2_two_walls_at_one_instant_are_one_run),
		cmocka_unit_test(answers_ascend_where_the_shifted_and_the_plain_walls_mix),
		cmocka_unit_test(rule_3_a_wall_that_happens_twice_means_the_first),
		cmocka_unit_test(rule_3_asked_between_the_passes_the_next_is_the_day_after),
		cmocka_unit_test(rule_4_interval_like_cron_runs_in_both_passes),
		cmocka_unit_test(rule_5_rrule_below_a_day_steps_on_the_wall_clock),
		cmocka_unit_test(rule_6_count_counts_walls_and_until_is_an_instant),
		cmocka_unit_test(a_gap_may_run_at_its_end),
		cmocka_unit_test(a_gap_may_be_left_out),
		cmocka_unit_test(an_overlap_may_run_in_the_second_pass),
		cmocka_unit_test(an_overlap_may_run_in_both_passes),
		cmocka_unit_test(an_interval_like_expression_may_run_in_the_first_pass_only),
		cmocka_unit_test(until_may_be_a_date_which_means_its_whole_day),
		cmocka_unit_test(a_cron_schedule_may_have_a_start_which_counts_itself),
		cmocka_unit_test(the_next_is_later_than_after_to_the_millisecond),
		cmocka_unit_test(time_begins_with_the_year_1_and_ends_with_9999_in_utc),
		cmocka_unit_test(any_after_is_answered),
		cmocka_unit_test(an_interval_counts_from_its_anchor),
		cmocka_unit_test(an_interval_without_an_anchor_counts_from_1970),
		cmocka_unit_test(an_interval_of_nothing_breaks_a_promise),
		cmocka_unit_test(an_occurrence_says_what_a_clock_change_did_to_it),
		cmocka_unit_test(of_two_walls_at_one_instant_the_earlier_is_told),
		cmocka_unit_test(an_extra_date_is_told_by_the_wall_it_falls_on),
		cmocka_unit_test(an_extra_date_beside_an_occurrence_takes_nothing_from_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
