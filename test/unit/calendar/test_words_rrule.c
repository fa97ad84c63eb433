/* Recurrence rules in words. Each row was read against the rule, one by one. */
#include "calendar/words.h"

#include "base/check.h"

/* A Monday. */
static const char start_default[] = "2025-01-06T09:30:00";

static const struct {
	const char *rule;
	const char *start; /* NULL: start_default */
	const char *words;
} rows[] = {
	{ "FREQ=DAILY", NULL, "at 09:30 every day" },
	{ "FREQ=DAILY;INTERVAL=2", NULL, "at 09:30 every second day" },
	{ "FREQ=DAILY;INTERVAL=10", NULL, "at 09:30 every tenth day" },
	{ "FREQ=DAILY;BYHOUR=6,18;BYMINUTE=30", NULL, "at 06:30 and 18:30 every day" },
	{ "FREQ=DAILY;BYDAY=MO,TU", NULL, "at 09:30 on Monday and Tuesday" },
	{ "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", NULL, "at 09:30, Monday to Friday" },
	{ "FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU", NULL,
	  "at 09:30 every second day, but only on Monday or Tuesday" },
	{ "FREQ=DAILY;INTERVAL=3;BYMONTH=1;BYDAY=MO,TU", NULL,
	  "at 09:30 every third day, but only on Monday or Tuesday and only in January" },
	{ "FREQ=DAILY;BYMONTH=1", NULL, "at 09:30 every day in January" },
	{ "FREQ=DAILY;BYMONTHDAY=1,15", NULL, "at 09:30 on the 1st and 15th of every month" },
	{ "FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR", NULL,
	  "at 09:30 every Friday, but only on the 13th of the month" },
	{ "FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR;BYMONTH=6", NULL,
	  "at 09:30 every Friday in June, but only on the 13th of the month" },
	{ "FREQ=DAILY;INTERVAL=2;BYMONTHDAY=1,15,-1", NULL,
	  "at 09:30 every second day, but only on the 1st, the 15th or the last day of the "
	  "month" },
	{ "FREQ=DAILY;COUNT=10", NULL, "at 09:30 every day, 10 times in all" },
	{ "FREQ=DAILY;COUNT=1", NULL, "at 09:30 every day, just once" },
	{ "FREQ=DAILY;UNTIL=20251231T235959Z", NULL,
	  "at 09:30 every day, up to and including 31 December 2025 at 23:59:59 UTC" },
	{ "FREQ=DAILY;UNTIL=20251231T090000", NULL,
	  "at 09:30 every day, up to and including 31 December 2025 at 09:00" },
	{ "FREQ=DAILY;UNTIL=20251231", NULL,
	  "at 09:30 every day, up to and including 31 December 2025" },
	{ "FREQ=DAILY;BYHOUR=9,10,11;BYSETPOS=1,-1", NULL,
	  "at 09:30, 10:30 and 11:30 every day, of these only the first and last in each day" },
	{ "FREQ=WEEKLY", NULL, "at 09:30 every Monday" },
	{ "FREQ=WEEKLY;INTERVAL=2", NULL, "at 09:30 on Monday, every second week" },
	{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=9;BYMINUTE=0", NULL,
	  "at 09:00 on Monday, every second week" },
	{ "FREQ=WEEKLY;BYDAY=MO,WE,FR", NULL, "at 09:30 on Monday, Wednesday and Friday" },
	{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", NULL,
	  "at 09:30 on Monday, Wednesday and Friday, every second week" },
	{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", NULL,
	  "at 09:30 on Tuesday and Sunday, every second week, weeks beginning on Sunday" },
	{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", NULL,
	  "at 09:30 on Tuesday and Sunday, every second week" },
	{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", NULL,
	  "at 09:30 on Monday to Friday, every second week" },
	{ "FREQ=WEEKLY;BYMONTH=6,7,8;BYDAY=SA,SU", NULL,
	  "at 09:30 on Saturday and Sunday from June to August" },
	{ "FREQ=WEEKLY;INTERVAL=2;BYMONTH=6,7,8;BYDAY=SA", NULL,
	  "at 09:30 on Saturday, every second week, but only from June to August" },
	{ "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", NULL,
	  "at 09:30, Monday to Friday, of these only the first in each week" },
	{ "FREQ=WEEKLY;BYDAY=SU,TU;BYSETPOS=-1;WKST=SU", NULL,
	  "at 09:30 on Tuesday and Sunday, of these only the last in each week, weeks "
	  "beginning on Sunday" },
	{ "FREQ=MONTHLY", NULL, "at 09:30 on the 6th of every month" },
	{ "FREQ=MONTHLY;INTERVAL=3", NULL, "at 09:30 on the 6th of every third month" },
	{ "FREQ=MONTHLY", "2025-01-31T09:00", "at 09:00 on the 31st of every month that has one" },
	{ "FREQ=MONTHLY;INTERVAL=2", "2025-01-31T09:00",
	  "at 09:00 on the 31st of every second month if it has one" },
	{ "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD", "2025-01-31T09:00",
	  "at 09:00 on the 31st of every month, or on the last day before where that date does "
	  "not exist" },
	{ "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD", "2025-01-31T09:00",
	  "at 09:00 on the 31st of every month, or on the first day after where that date does "
	  "not exist" },
	{ "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=15", NULL,
	  "at 09:30 on the 15th of every month" },
	{ "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", "2024-02-29T09:00",
	  "at 09:00 on the 29th of February every year, or on the first day after where that "
	  "date does not exist" },
	{ "FREQ=MONTHLY;BYMONTHDAY=1,15", NULL, "at 09:30 on the 1st and 15th of every month" },
	{ "FREQ=MONTHLY;BYMONTHDAY=-1", NULL, "at 09:30 on the last day of every month" },
	{ "FREQ=MONTHLY;BYMONTHDAY=1,-1,-2", NULL,
	  "at 09:30 on the 1st, the second to last day and the last day of every month" },
	{ "FREQ=MONTHLY;BYMONTHDAY=10,11,12,13,14,15", NULL,
	  "at 09:30 from the 10th to the 15th of every month" },
	{ "FREQ=MONTHLY;BYDAY=1MO", NULL, "at 09:30 on the first Monday of every month" },
	{ "FREQ=MONTHLY;BYDAY=-1FR", NULL, "at 09:30 on the last Friday of every month" },
	{ "FREQ=MONTHLY;BYDAY=-2MO", NULL, "at 09:30 on the second to last Monday of every month" },
	{ "FREQ=MONTHLY;BYDAY=1SU,-1SU", NULL,
	  "at 09:30 on the first and last Sunday of every month" },
	{ "FREQ=MONTHLY;BYDAY=1MO,3WE", NULL,
	  "at 09:30 on the first Monday and the third Wednesday of every month" },
	{ "FREQ=MONTHLY;BYDAY=MO", NULL, "at 09:30 every Monday" },
	{ "FREQ=MONTHLY;BYDAY=MO,-1FR", NULL,
	  "at 09:30 every Monday and on the last Friday of every month" },
	{ "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", NULL,
	  "at 09:30 every Tuesday of every second month" },
	{ "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU,-1FR", NULL,
	  "at 09:30 every Tuesday and on the last Friday of the month, every second month" },
	{ "FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU;COUNT=10", NULL,
	  "at 09:30 on the first and last Sunday of every second month, 10 times in all" },
	{ "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", NULL,
	  "at 09:30 every Friday, but only on the 13th of the month" },
	{ "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", NULL,
	  "at 09:30 every Saturday, but only from the 7th to the 13th of the month" },
	{ "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=1,2", NULL,
	  "at 09:30 on the first Monday of every month, but only on the 1st or 2nd of the month" },
	{ "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", NULL,
	  "at 09:30 on the last weekday of every month" },
	{ "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", NULL,
	  "at 09:30 on the second to last weekday of every month" },
	{ "FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3", NULL,
	  "at 09:30 on the third Tuesday, Wednesday or Thursday of every month" },
	{ "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,-1", NULL,
	  "at 09:30 on the first and last weekend day of every month" },
	{ "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", NULL,
	  "at 09:30 on the first weekday of every second month" },
	{ "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,17;BYSETPOS=-1", NULL,
	  "at 09:30 and 17:30, Monday to Friday, of these only the last in each month" },
	{ "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYMONTHDAY=1,2,3,-1;BYSETPOS=1", NULL,
	  "at 09:30, Monday to Friday, but only on the 1st to the 3rd or the last day of the "
	  "month, of these only the first in each month" },
	{ "FREQ=MONTHLY;BYMONTH=1,7;BYMONTHDAY=1", NULL,
	  "at 09:30 on the 1st of January and July" },
	{ "FREQ=MONTHLY;BYMONTH=6,7,8;BYMONTHDAY=1", NULL,
	  "at 09:30 on the 1st of every month from June to August" },
	{ "FREQ=MONTHLY;INTERVAL=2;BYMONTH=1,7;BYMONTHDAY=1", NULL,
	  "at 09:30 on the 1st of every second month, but only in January or July" },
	{ "FREQ=YEARLY", NULL, "at 09:30 on the 6th of January every year" },
	{ "FREQ=YEARLY;INTERVAL=2", NULL, "at 09:30 on the 6th of January, every second year" },
	{ "FREQ=YEARLY", "2024-02-29T00:00", "at 00:00 on the 29th of February in leap years" },
	{ "FREQ=YEARLY;INTERVAL=4", "2024-02-29T00:00",
	  "at 00:00 on the 29th of February in leap years, every fourth year" },
	{ "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", NULL,
	  "at 09:30 on the 25th of December every year" },
	{ "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1", NULL, "at 09:30 on the 1st of January and July" },
	{ "FREQ=YEARLY;BYMONTHDAY=13", NULL, "at 09:30 on the 13th of every month" },
	{ "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", NULL,
	  "at 09:30 on the fourth Thursday of November every year" },
	{ "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", NULL, "at 09:30 every Thursday in March" },
	{ "FREQ=YEARLY;BYMONTH=6,7,8;BYDAY=TH", NULL,
	  "at 09:30 every Thursday from June to August" },
	{ "FREQ=YEARLY;BYDAY=20MO", NULL, "at 09:30 on the 20th Monday of the year" },
	{ "FREQ=YEARLY;BYDAY=-1FR", NULL, "at 09:30 on the last Friday of the year" },
	{ "FREQ=YEARLY;BYDAY=TH", NULL, "at 09:30 every Thursday" },
	{ "FREQ=YEARLY;INTERVAL=2;BYDAY=TH", NULL, "at 09:30 every Thursday, every second year" },
	{ "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", NULL, "at 09:30 on Monday in week 20 of the year" },
	{ "FREQ=YEARLY;BYWEEKNO=20", NULL, "at 09:30 on Monday in week 20 of the year" },
	{ "FREQ=YEARLY;BYWEEKNO=1,20,-1;BYDAY=MO,TU,WE,TH,FR", NULL,
	  "at 09:30 on Monday to Friday in weeks 1 and 20 and the last week of the year" },
	{ "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;WKST=SU", NULL,
	  "at 09:30 on Monday in week 20 of the year, weeks beginning on Sunday" },
	{ "FREQ=YEARLY;BYWEEKNO=20,21,22;BYMONTHDAY=15", NULL,
	  "at 09:30 every day in weeks 20 to 22 of the year, but only on the 15th of the month" },
	{ "FREQ=YEARLY;BYYEARDAY=100", NULL, "at 09:30 on day 100 of the year" },
	{ "FREQ=YEARLY;BYYEARDAY=1,100,200", NULL, "at 09:30 on days 1, 100 and 200 of the year" },
	{ "FREQ=YEARLY;BYYEARDAY=1,2,3,100,-1,-2", NULL,
	  "at 09:30 on days 1 to 3 and 100, the second to last day and the last day of the year" },
	{ "FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200", NULL,
	  "at 09:30 on days 1, 100 and 200 of the year, every third year" },
	{ "FREQ=YEARLY;BYYEARDAY=100;BYDAY=MO", NULL,
	  "at 09:30 on day 100 of the year, but only on Monday" },
	{ "FREQ=YEARLY;BYYEARDAY=100;BYMONTH=4", NULL,
	  "at 09:30 on day 100 of the year, but only in April" },
	{ "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", NULL,
	  "at 09:30 every Tuesday in November, every fourth year, but only from the 2nd to the "
	  "8th of the month" },
	{ "FREQ=YEARLY;BYDAY=SU;BYSETPOS=1", NULL, "at 09:30 on the first Sunday of the year" },
	{ "FREQ=YEARLY;BYMONTH=6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", NULL,
	  "at 09:30 on the last weekday of June every year" },
	{ "FREQ=YEARLY;BYMONTH=6,9;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", NULL,
	  "at 09:30, Monday to Friday in June and September, of these only the last in each "
	  "year" },
	{ "FREQ=HOURLY", NULL, "at 30 minutes past every hour" },
	{ "FREQ=HOURLY", "2025-01-06T09:00", "every hour, on the hour" },
	{ "FREQ=HOURLY;INTERVAL=6", NULL, "at 03:30, 09:30, 15:30 and 21:30 every day" },
	{ "FREQ=HOURLY;INTERVAL=5", NULL,
	  "every 5 hours from the start, at 30 minutes past the hour" },
	{ "FREQ=HOURLY;INTERVAL=5", "2025-01-06T09:00",
	  "every 5 hours from the start, on the hour" },
	{ "FREQ=HOURLY;BYHOUR=9,10,11,12,13,14,15,16,17", NULL,
	  "every hour from 09:30 to 17:30, every day" },
	{ "FREQ=HOURLY;INTERVAL=5;BYHOUR=9,10,11,12,13,14,15,16,17", NULL,
	  "every 5 hours from the start, at 30 minutes past the hour, but only between 09:00 "
	  "and 17:59" },
	{ "FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,15,30,45", NULL,
	  "every 5 hours from the start, every 15 minutes of that hour" },
	{ "FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,20;BYSECOND=10,20", NULL,
	  "every 5 hours from the start, at 0 and 20 minutes past the hour, at 10 and 20 "
	  "seconds past the minute" },
	{ "FREQ=HOURLY;BYMINUTE=0,15,30,45;BYDAY=MO", NULL, "every 15 minutes, every Monday" },
	{ "FREQ=HOURLY;BYMINUTE=0,20,40;BYSETPOS=1", NULL,
	  "every 20 minutes, of these only the first in each hour" },
	{ "FREQ=HOURLY;BYYEARDAY=1", NULL,
	  "at 30 minutes past every hour, but only on day 1 of the year" },
	{ "FREQ=HOURLY;INTERVAL=7;BYYEARDAY=1,-1", NULL,
	  "every 7 hours from the start, at 30 minutes past the hour, but only on day 1 or the "
	  "last day of the year" },
	{ "FREQ=MINUTELY", NULL, "every minute" },
	{ "FREQ=MINUTELY;INTERVAL=15", "2025-01-06T09:00", "every 15 minutes" },
	{ "FREQ=MINUTELY;INTERVAL=15", "2025-01-06T09:07",
	  "at 7, 22, 37 and 52 minutes past every hour" },
	{ "FREQ=MINUTELY;INTERVAL=90", NULL, "every 90 minutes from the start" },
	{ "FREQ=MINUTELY;INTERVAL=90", "2025-01-06T09:00:30",
	  "every 90 minutes from the start, at 30 seconds past the minute" },
	{ "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16", NULL,
	  "at 10, 30 and 50 minutes past the hour, between 09:00 and 16:59, every day" },
	{ "FREQ=MINUTELY;INTERVAL=7;BYHOUR=9,10,11;BYMINUTE=0,1,2,3,4,5;BYDAY=MO,TU;BYMONTH=6,7",
	  NULL,
	  "every 7 minutes from the start, on Monday and Tuesday in June and July, but only in "
	  "minutes 0 to 5 of the hour and only between 09:00 and 11:59" },
	{ "FREQ=MINUTELY;BYMONTHDAY=1", NULL, "every minute, on the 1st of every month" },
	{ "FREQ=SECONDLY", NULL, "every second" },
	{ "FREQ=SECONDLY;INTERVAL=10", NULL, "every 10 seconds" },
	{ "FREQ=SECONDLY;INTERVAL=7", NULL, "every 7 seconds from the start" },
	{ "FREQ=SECONDLY;INTERVAL=90;BYSECOND=0,30;BYDAY=MO", NULL,
	  "every 90 seconds from the start, every Monday, but only in seconds 0 and 30 of the "
	  "minute" },
	{ "FREQ=SECONDLY;BYSECOND=0,30", NULL, "every 30 seconds" },
	{ "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40", NULL,
	  "every 20 minutes between 09:00 and 16:59, every day" },
	{ "FREQ=YEARLY;BYYEARDAY=2;BYDAY=1MO,2MO", NULL,
	  "at 09:30 on day 2 of the year, but only on the first and second Monday of the year" },
	{ "FREQ=YEARLY;BYYEARDAY=2;BYMONTH=1;BYDAY=TU,1MO", NULL,
	  "at 09:30 on day 2 of the year, but only on Tuesday or the first Monday of the month "
	  "and only in January" },
	{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD", NULL,
	  "at 09:30 on day 366 of the year, or on the last day before where that date does not "
	  "exist" },
	{ "FREQ=WEEKLY;INTERVAL=6;BYDAY=TU", NULL, "at 09:30 on Tuesday, every sixth week" },
	{ "FREQ=DAILY;INTERVAL=10;BYMONTHDAY=-16", NULL,
	  "at 09:30 every tenth day, but only on the 16th to last day of the month" },
	{ "FREQ=HOURLY;INTERVAL=18;BYHOUR=0,1;BYMINUTE=0,15,30,45;BYMONTH=1", "2024-02-29T00:07:30",
	  "every 18 hours from the start, every 15 minutes of that hour, at 30 seconds past "
	  "the minute, every day in January, but only between 00:00 and 01:59" },
	{ "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=1", NULL,
	  "at 09:30 on the first day of every month" },
	{ "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA,SU", NULL,
	  "at 09:30 every day of every second month" },
	{ "FREQ=YEARLY;INTERVAL=2;BYMONTH=6,7,8;BYMONTHDAY=31", NULL,
	  "at 09:30 on the 31st of every month from June to August, every second year" },
	{ "FREQ=MINUTELY;INTERVAL=90;BYSECOND=0,10,20,30,40,50", NULL,
	  "every 90 minutes from the start, every 10 seconds of that minute" },
	{ "FREQ=SECONDLY;INTERVAL=7;BYMINUTE=0,10,20,30,40,50", NULL,
	  "every 7 seconds from the start, but only in every tenth minute from minute 0 to 50 "
	  "of the hour" },
	{ "FREQ=YEARLY;BYWEEKNO=10;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTH=3;BYYEARDAY=65", NULL,
	  "at 09:30 every day in week 10 of the year, but only on day 65 of the year and only "
	  "in March" },
	{ "FREQ=HOURLY;INTERVAL=5;BYMINUTE=10,11,12,13", NULL,
	  "every 5 hours from the start, every minute from minute 10 to 13 of the hour" },
	{ "FREQ=YEARLY;BYDAY=MO,-1FR", NULL,
	  "at 09:30 every Monday and on the last Friday of the year" },
	{ "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=-31", NULL,
	  "at 09:30 on the 31st to last day of every month, or on the last day before where "
	  "that date does not exist" },
	{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;SKIP=BACKWARD", NULL,
	  "at 09:30 on the 30th of February every year, or on the last day before where that "
	  "date does not exist" },
	{ "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-3,-2,-1;INTERVAL=3;UNTIL=20300101T000000Z", NULL,
	  "at 09:30 on the third to last, second to last and last Monday or Tuesday of every "
	  "third month, up to and including 1 January 2030 at 00:00 UTC" },
	{ "FREQ=HOURLY;INTERVAL=2;BYSETPOS=-1;BYMINUTE=10,20", NULL,
	  "every 2 hours from the start, at 10 and 20 minutes past the hour, of these only the "
	  "last in each hour" },
};

static void say(const char *rule, const char *start, struct buf *out)
{
	struct rrule parsed;
	struct why why;
	wall at;
	assert_int_equal(wall_parse(str_from(start ? start : start_default), &at, &why), ERR_OK);
	enum err err = rrule_parse(str_from(rule), &parsed, &why);
	if (!err) err = rrule_bind(&parsed, at, &why);
	if (err) fail_msg("%s: %s", rule, why.text);
	buf_clear(out);
	words_rrule(&parsed, out);
	assert_false(buf_failed(out));
}

static void every_rule_is_said_as_people_would(void **state)
{
	(void)state;
	struct buf words;
	buf_init(&words, 4096);
	for (size_t i = 0; i < countof(rows); i++) {
		say(rows[i].rule, rows[i].start, &words);
		if (str_eq(buf_view(&words), str_from(rows[i].words))) continue;
		fail_msg("%s is \"%.*s\", expected \"%s\"", rows[i].rule, STR_ARG(buf_view(&words)),
			 rows[i].words);
	}
	buf_done(&words);
}

static void what_the_rule_leaves_open_comes_from_its_start(void **state)
{
	(void)state;
	struct buf words;
	buf_init(&words, 4096);
	say("FREQ=WEEKLY", "2025-01-07T18:00:05", &words);
	assert_str(buf_view(&words), STR("at 18:00:05 every Tuesday"));
	say("FREQ=MONTHLY;BYHOUR=6", "2025-01-07T18:15:00", &words);
	assert_str(buf_view(&words), STR("at 06:15 on the 7th of every month"));
	say("FREQ=YEARLY;BYMONTH=3", "2025-01-07T18:15:00", &words);
	assert_str(buf_view(&words), STR("at 18:15 on the 7th of March every year"));
	buf_done(&words);
}

static void the_longest_lists_fit(void **state)
{
	(void)state;
	struct buf rule, words;
	buf_init(&rule, RRULE_TEXT_MAX);
	buf_init(&words, 64 * 1024);
	buf_add(&rule, STR("FREQ=YEARLY;BYDAY=MO;BYSETPOS=-1"));
	for (u32 n = 1; n <= 365; n += 2) buf_addf(&rule, ",%u,-%u", n, n + 1);
	char *text = buf_take(&rule);
	say(text, NULL, &words);
	assert_true(
		str_starts_with(buf_view(&words), STR("at 09:30 on the first, third, fifth, ")));
	mem_free(text);
	buf_done(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_is_said_as_people_would),
		cmocka_unit_test(what_the_rule_leaves_open_comes_from_its_start),
		cmocka_unit_test(the_longest_lists_fit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
