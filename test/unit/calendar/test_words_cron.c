/* Cron expressions in words. Each row was read against the expression, one by one. */
#include "calendar/words.h"

#include "base/check.h"

static const struct {
	const char *expression;
	const char *words;
} rows[] = {
	{ "* * * * *", "every minute" },
	{ "*/5 * * * *", "every 5 minutes" },
	{ "*/7 * * * *", "every 7 minutes from minute 0 to 56 of every hour" },
	{ "5/10 * * * *", "every 10 minutes from minute 5 to 55 of every hour" },
	{ "5/15 * * * *", "at 5, 20, 35 and 50 minutes past every hour" },
	{ "1 * * * *", "at 1 minute past every hour" },
	{ "0 * * * *", "every hour, on the hour" },
	{ "30 * * * *", "at 30 minutes past every hour" },
	{ "0,15,30 * * * *", "at 0, 15 and 30 minutes past every hour" },
	{ "0-29 * * * *", "every minute from minute 0 to 29 of every hour" },
	{ "10-40/5 * * * *", "every 5 minutes from minute 10 to 40 of every hour" },
	{ "1,2,3,10,40 * * * *", "at 1 to 3, 10 and 40 minutes past every hour" },
	{ "0 9 * * *", "at 09:00 every day" },
	{ "30 6,18 1 * *", "at 06:30 and 18:30 on the 1st of every month" },
	{ "*/15 9-17 * * 1-5", "every 15 minutes between 09:00 and 17:59, Monday to Friday" },
	{ "*/15 9-17 * * *", "every 15 minutes between 09:00 and 17:59, every day" },
	{ "*/15 9 * * *", "at 09:00, 09:15, 09:30 and 09:45 every day" },
	{ "*/10 9 * * *", "every 10 minutes between 09:00 and 09:59, every day" },
	{ "*/15 9-11,14-16 * * *",
	  "every 15 minutes between 09:00 and 11:59 and between 14:00 and 16:59, every day" },
	{ "*/15 */2 * * *",
	  "every 15 minutes in every second hour from 00:00 to 22:59, every day" },
	{ "*/15 */5 * * *", "every 15 minutes in every fifth hour from 00:00 to 20:59, every day" },
	{ "*/15 */12 * * *",
	  "every 15 minutes between 00:00 and 00:59 and between 12:00 and 12:59, every day" },
	{ "* 9 * * *", "every minute between 09:00 and 09:59, every day" },
	{ "0 */6 * * *", "at 00:00, 06:00, 12:00 and 18:00 every day" },
	{ "0 */2 * * *", "every 2 hours from 00:00 to 22:00, every day" },
	{ "30 1-23/2 * * *", "every 2 hours from 01:30 to 23:30, every day" },
	{ "0 9-17 * * *", "every hour from 09:00 to 17:00, every day" },
	{ "30 9-17 * * 1-5", "every hour from 09:30 to 17:30, Monday to Friday" },
	{ "0 8-18/2 * * *", "every 2 hours from 08:00 to 18:00, every day" },
	{ "0 0-6,18-23 * * *",
	  "every hour from 00:00 to 06:00 and every hour from 18:00 to 23:00, every day" },
	{ "0 3,6-9,12 * * *", "at 03:00, 06:00, 07:00, 08:00, 09:00 and 12:00 every day" },
	{ "0 1,3,4,8,9 * * *", "at 01:00, 03:00, 04:00, 08:00 and 09:00 every day" },
	{ "5,40 9-17 * * *",
	  "at 5 and 40 minutes past the hour, between 09:00 and 17:59, every day" },
	{ "0-29 9-17 * * *",
	  "every minute from minute 0 to 29 of the hour, between 09:00 and 17:59, every day" },
	{ "0-29 9 * * *", "every minute from 09:00 to 09:29, every day" },
	{ "0-50/5 9 * * *", "every 5 minutes from 09:00 to 09:50, every day" },
	{ "0-29 */2 * * *",
	  "every minute from minute 0 to 29 of the hour, in every second hour from 00:00 to "
	  "22:59, every day" },
	{ "0 18 * * 5L", "at 18:00 on the last Friday of every month" },
	{ "0 18 * * 5#3", "at 18:00 on the third Friday of every month" },
	{ "0 18 * * 1#1,1#3", "at 18:00 on the first and third Monday of every month" },
	{ "0 9 * * 1#1,5L", "at 09:00 on the first Monday and the last Friday of every month" },
	{ "0 9 * * 1,5L", "at 09:00 every Monday and on the last Friday of every month" },
	{ "0 9 * * 1-5,6#1",
	  "at 09:00, Monday to Friday and on the first Saturday of every month" },
	{ "0 9 * 6 1,5L",
	  "at 09:00 every Monday in June and on the last Friday of June every year" },
	{ "0 9 * * 0", "at 09:00 every Sunday" },
	{ "0 9 * * 6,0", "at 09:00 on Saturday and Sunday" },
	{ "0 9 * * 1,3,5", "at 09:00 on Monday, Wednesday and Friday" },
	{ "0 9 * * FRI-SUN", "at 09:00, Friday to Sunday" },
	{ "0 9 * * 0,1,5,6", "at 09:00 on Monday and Friday to Sunday" },
	{ "0 9 * * 0-6", "at 09:00 every day" },
	{ "0 9 1 * *", "at 09:00 on the 1st of every month" },
	{ "0 9 1,15 * *", "at 09:00 on the 1st and 15th of every month" },
	{ "0 9 1-7 * *", "at 09:00 from the 1st to the 7th of every month" },
	{ "0 9 1,5-10,20 * *", "at 09:00 on the 1st, 5th to 10th and 20th of every month" },
	{ "0 9 */2 * *", "at 09:00 on every second day from the 1st to the 31st of every month" },
	{ "0 9 2/3 * *", "at 09:00 on every third day from the 2nd to the 29th of every month" },
	{ "0 9 L * *", "at 09:00 on the last day of every month" },
	{ "0 9 L-1 * *", "at 09:00 on the day before the last day of every month" },
	{ "0 9 L-3 * *", "at 09:00 on the third day before the last day of every month" },
	{ "0 9 1,L * *", "at 09:00 on the 1st and the last day of every month" },
	{ "0 9 15W * *", "at 09:00 on the weekday nearest the 15th of every month" },
	{ "0 9 1W,15W * *",
	  "at 09:00 on the weekday nearest the 1st and the weekday nearest the 15th of every "
	  "month" },
	{ "0 9 31W * *", "at 09:00 on the weekday nearest the 31st of every month that has one" },
	{ "0 9 29W 2 *", "at 09:00 on the weekday nearest the 29th of February in leap years" },
	{ "0 9 31,31W * *",
	  "at 09:00 on the 31st and the weekday nearest the 31st of every month that has one" },
	{ "0 9 31W,L * *",
	  "at 09:00 on the weekday nearest the 31st and the last day of every month" },
	{ "0 9 LW * *", "at 09:00 on the last weekday of every month" },
	{ "0 9 1-3,15W,L-2,LW * *",
	  "at 09:00 on the 1st to the 3rd, the weekday nearest the 15th, the second day before "
	  "the last day and the last weekday of every month" },
	{ "0 9 31 * *", "at 09:00 on the 31st of every month that has one" },
	{ "0 9 29 2 *", "at 09:00 on the 29th of February in leap years" },
	{ "0 9 30 1,4 *", "at 09:00 on the 30th of January and April" },
	{ "0 9 25 12 *", "at 09:00 on the 25th of December every year" },
	{ "@yearly", "at 00:00 on the 1st of January every year" },
	{ "@monthly", "at 00:00 on the 1st of every month" },
	{ "@weekly", "at 00:00 every Sunday" },
	{ "@daily", "at 00:00 every day" },
	{ "@hourly", "every hour, on the hour" },
	{ "0 9 1 */3 *", "at 09:00 on the 1st of January, April, July and October" },
	{ "0 9 1 */2 *",
	  "at 09:00 on the 1st of January, March, May, July, September and November" },
	{ "0 9 1 6-8 *", "at 09:00 on the 1st of every month from June to August" },
	{ "0 9 * 12 *", "at 09:00 every day in December" },
	{ "0 9 * 6-8 1-5", "at 09:00, Monday to Friday, from June to August" },
	{ "0 9 * 1,6-8 1", "at 09:00 every Monday in January and June to August" },
	{ "0 0 13 * 5", "at 00:00 on the 13th of every month, and also every Friday" },
	{ "0 0 13 6 5", "at 00:00 on the 13th of June every year, and also every Friday in June" },
	{ "0 0 1,15 * 1-5",
	  "at 00:00 on the 1st and 15th of every month, and also Monday to Friday" },
	{ "0 0 */2 * 1",
	  "at 00:00 on every second day from the 1st to the 31st of every month, and also "
	  "every Monday" },
	{ "0 0 1 * */1", "at 00:00 every day" },
	{ "0 0 1-31 * *", "at 00:00 every day" },
	{ "* * * * 1", "every minute, every Monday" },
	{ "*/15 * * * 1-5", "every 15 minutes, Monday to Friday" },
	{ "*/15 * * 12 *", "every 15 minutes, every day in December" },
	{ "* * 1 * *", "every minute, on the 1st of every month" },
	{ "* * * * * *", "every second" },
	{ "*/10 * * * * *", "every 10 seconds" },
	{ "30 * * * * *", "at 30 seconds past every minute" },
	{ "0 0 9 * * *", "at 09:00 every day" },
	{ "15 0 9 * * *", "at 09:00:15 every day" },
	{ "15 0 * * * *", "at 0 minutes and 15 seconds past every hour" },
	{ "0,30 0 9 * * *", "at 09:00:00 and 09:00:30 every day" },
	{ "*/10 * 9-17 * * *", "every 10 seconds between 09:00:00 and 17:59:59, every day" },
	{ "*/10 */5 * * * *",
	  "every 10 seconds in every fifth minute from minute 0 to 55 of every hour" },
	{ "*/10 */15 * * * *", "every 10 seconds in minutes 0, 15, 30 and 45 of every hour" },
	{ "*/10 30 * * * *", "every 10 seconds in minute 30 of every hour" },
	{ "*/10 30 9 * * *", "every 10 seconds between 09:30:00 and 09:30:59, every day" },
	{ "*/10 0-29 9 * * 1-5",
	  "every 10 seconds between 09:00:00 and 09:29:59, Monday to Friday" },
	{ "5,20 * * * * *", "at 5 and 20 seconds past every minute" },
	{ "5,20 0-29 9-17 * * *",
	  "at 5 and 20 seconds past the minute, in minutes 0 to 29 of the hour, between "
	  "09:00:00 and 17:59:59, every day" },
	{ "0-29 * * * * *", "every second from second 0 to 29 of every minute" },
	{ "30 */15 * * * *", "every 15 minutes, at 30 seconds past the minute" },
	{ "30 * 9-17 * * *", "at 30 seconds past every minute between 09:00 and 17:59, every day" },
	{ "30 0 9-17 * * *", "every hour from 09:00:30 to 17:00:30, every day" },
	{ "1 1 * * * *", "at 1 minute and 1 second past every hour" },
	{ "59 23 31 12 *", "at 23:59 on the 31st of December every year" },
	{ "5,20 1,7,9 * * *", "at 01:05, 01:20, 07:05, 07:20, 09:05 and 09:20 every day" },
	{ "* * 29-31 * *", "every minute, from the 29th to the 31st of every month" },
	{ "0 0 1-7 * 1", "at 00:00 from the 1st to the 7th of every month, and also every Monday" },
	{ "0 12 * 2 1#2", "at 12:00 on the second Monday of February every year" },
	{ "*/20 8-18/2 * * 1-5",
	  "every 20 minutes in every second hour from 08:00 to 18:59, Monday to Friday" },
	{ "0,30 9-17 * * *", "every 30 minutes between 09:00 and 17:59, every day" },
	{ "0 0 29-31 2 *", "at 00:00 from the 29th to the 31st of February every year" },
	{ "0 22 * * 1-5", "at 22:00, Monday to Friday" },
	{ "23 0-20/2 * * *", "every 2 hours from 00:23 to 20:23, every day" },
	{ "5 4 * * SUN", "at 04:05 every Sunday" },
	{ "0 0,12 1 */2 *",
	  "at 00:00 and 12:00 on the 1st of January, March, May, July, September and November" },
	{ "0 4 8-14 * *", "at 04:00 from the 8th to the 14th of every month" },
	{ "0 0 1,15 * 3", "at 00:00 on the 1st and 15th of every month, and also every Wednesday" },
	{ "30 4 1,15 * 5", "at 04:30 on the 1st and 15th of every month, and also every Friday" },
	{ "15 14 1 * *", "at 14:15 on the 1st of every month" },
	{ "0 0 * * 6L,0L", "at 00:00 on the last Saturday and the last Sunday of every month" },
	{ "0 12 1W 1 *", "at 12:00 on the weekday nearest the 1st of January every year" },
	{ "0 0 ? * MON#2", "at 00:00 on the second Monday of every month" },
	{ "*/5 9-16 * 1,2,12 MON-FRI",
	  "every 5 minutes between 09:00 and 16:59, Monday to Friday in January, February and "
	  "December" },
	{ "0 0 31 1-8 *", "at 00:00 on the 31st of every month from January to August" },
	{ "45 23 * * 7", "at 23:45 every Sunday" },
	{ "*/30 8,20 * * *", "at 08:00, 08:30, 20:00 and 20:30 every day" },
	{ "0 */5 * * *", "every 5 hours from 00:00 to 20:00, every day" },
	{ "0 0 * */4 *", "at 00:00 every day in January, May and September" },
	{ "0 30 9 * * 1", "at 09:30 every Monday" },
	{ "*/2 * * * * *", "every 2 seconds" },
	{ "10-20 * * * * *", "every second from second 10 to 20 of every minute" },
	{ "0/7 30 9 * * *",
	  "every 7 seconds from second 0 to 56 of the minute, in minute 30 of the hour, "
	  "between 09:00:00 and 09:59:59, every day" },
};

static void say(const char *expression, struct buf *out)
{
	struct cron cron;
	struct why why;
	enum err err = cron_parse(str_from(expression), &cron, &why);
	if (err) fail_msg("%s: %s", expression, why.text);
	buf_clear(out);
	words_cron(&cron, out);
	assert_false(buf_failed(out));
}

static void every_expression_is_said_as_people_would(void **state)
{
	(void)state;
	struct buf words;
	buf_init(&words, 4096);
	for (size_t i = 0; i < countof(rows); i++) {
		say(rows[i].expression, &words);
		if (str_eq(buf_view(&words), str_from(rows[i].words))) continue;
		fail_msg("%s is \"%.*s\", expected \"%s\"", rows[i].expression,
			 STR_ARG(buf_view(&words)), rows[i].words);
	}
	buf_done(&words);
}

/* What is said in the same words must fire at the same times: the table has such pairs. */
static void equal_words_mean_equal_expressions(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{ "0 0 * * *", "@daily" },
		{ "0 0 * * 0", "0 0 * * 7" },
		{ "0 9 * * 1-5", "0 9 * * MON-FRI" },
		{ "*/15 * * * *", "0,15,30,45 * * * *" },
		{ "0 9 1-31 * *", "0 9 * * *" },
		{ "0 9 * 1-12 *", "0 9 * * 0-6" },
		{ "0 0 9 * * *", "0 9 * * *" },
	};
	struct buf one, other;
	buf_init(&one, 4096);
	buf_init(&other, 4096);
	for (size_t i = 0; i < countof(pairs); i++) {
		say(pairs[i][0], &one);
		say(pairs[i][1], &other);
		assert_str(buf_view(&one), buf_view(&other));
	}
	buf_done(&one);
	buf_done(&other);
}

static void a_full_buf_is_a_failure_and_no_half_sentence(void **state)
{
	(void)state;
	struct cron cron;
	struct buf words;
	assert_int_equal(cron_parse(STR("5,40 9-17 1,15W * 1"), &cron, NULL), ERR_OK);
	buf_init(&words, 20);
	words_cron(&cron, &words);
	assert_true(buf_failed(&words));
	buf_done(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_expression_is_said_as_people_would),
		cmocka_unit_test(equal_words_mean_equal_expressions),
		cmocka_unit_test(a_full_buf_is_a_failure_and_no_half_sentence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
