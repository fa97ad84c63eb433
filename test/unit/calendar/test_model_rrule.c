/* Recurrence rules against the slow model (naive_rrule.h), and rules made so that a certain instant
 * must be theirs, however far it lies from the start. */
#include "../../fuzz/drawn.h"
#include "../../fuzz/legal_rules.h"
#include "../../fuzz/naive_rrule.h"
#include "calendar/rrule.h"
#include "effort.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { RULES = EFFORT(10000, 2000), TARGETS = 20000, PERIODS_MAX = 1500 };

struct found {
	wall at;
	bool any;
};

static bool take_first(void *context, int64_t at)
{
	*(struct found *)context = (struct found){ at, true };
	return false;
}

/* What the model finds from `after` on within a year or so; whether it could look that far. */
static bool model_next(const struct naive_rrule *model, wall after, wall to, struct found *found)
{
	static int times[86400];
	wall from = after + 1 > model->start ? after + 1 : model->start;
	*found = (struct found){ 0 };
	return naive_rrule_expand(model, from, to, PERIODS_MAX, times, take_first, found);
}

static void compare(const struct rrule *rule, const struct naive_rrule *model, const char *text,
		    wall after)
{
	struct found found;
	wall next = 0, to = after + 500 * (wall)DAY_SECONDS;
	bool sure = model_next(model, after, to, &found);
	bool has = rrule_next_wall(rule, after, &next);
	bool alike = found.any ? has && next == found.at : !sure || !has || next >= to;
	if (alike) return;
	print_error("%s from %s after %s: expected %s, got %s\n", text, show_wall(model->start),
		    show_wall(after), found.any ? show_wall(found.at) : "nothing",
		    has ? show_wall(next) : "nothing");
	fail();
}

/* Refused as never firing: the model finds nothing either. */
static void expect_nothing(const struct naive_rrule *model, const char *text, const struct why *why)
{
	struct found found;
	assert_int_equal(why->code, ERR_RULE_NEVER);
	(void)model_next(model, model->start - 1, model->start + 3000 * (wall)DAY_SECONDS, &found);
	if (!found.any) return;
	print_error("%s from %s has %s, but: %s\n", text, show_wall(model->start),
		    show_wall(found.at), why->text);
	fail();
}

static void legal_rules_agree_with_the_model(void **state)
{
	static struct naive_rrule model;
	struct source source = { .state = 20250330 };
	(void)state;
	for (int i = 0; i < RULES; i++) {
		struct choices choices = draw_choices(&source);
		struct legal_text text;
		struct rrule rule;
		struct why why;
		bool count;
		wall start = draw_between(&source, 0, 2500000000);
		legal_rrule(&text, &choices, &count);
		assert_int_equal(rrule_parse(str_from(text.at), &rule, &why), ERR_OK);
		assert_true(naive_rrule_parse(text.at, &model));
		naive_rrule_bind(&model, start);
		if (!naive_rrule_is_decided(&model)) continue;
		if (rrule_bind(&rule, start, &why) != ERR_OK) {
			expect_nothing(&model, text.at, &why);
			continue;
		}
		compare(&rule, &model, text.at, start - 1);
		compare(&rule, &model, text.at, start + draw_between(&source, 0, 40000000));
	}
}

/* An interval that divides the distance, so that the target is in step with the start. */
static i64 draw_divisor(struct source *source, i64 distance)
{
	for (int i = 0; i < 300; i++) {
		i64 divisor = draw_between(source, 1, i < 150 ? 1000 : RRULE_INTERVAL_MAX);
		if (distance % divisor == 0) return divisor;
	}
	return 1;
}

static void add_some_filters(struct legal_text *text, struct source *source, enum rrule_freq freq,
			     const struct naive_date *date, int second)
{
	u64 pick = draw(source);
	if (pick & 1) legal_add(text, ";BYMONTH=%d", date->month);
	if (pick & 2) legal_add(text, ";BYMONTHDAY=%d", date->day);
	if (pick & 4) legal_add(text, ";BYYEARDAY=%d", date->year_day - date->year_len - 1);
	if (pick & 8) legal_add(text, ";BYDAY=%s", legal_weekdays[date->weekday]);
	if (pick & 16) legal_add(text, ";BYHOUR=%d", second / 3600);
	if (freq == FREQ_HOURLY || pick & 32) legal_add(text, ";BYMINUTE=%d", second / 60 % 60);
	if (freq != FREQ_SECONDLY || pick & 64) legal_add(text, ";BYSECOND=%d", second % 60);
}

/* FREQ below a day, in step with `target`, and filters that it passes. */
static void make_rule(struct legal_text *text, struct source *source, wall start, wall target)
{
	static const char *const names[] = { "SECONDLY", "MINUTELY", "HOURLY" };
	static const i64 units[] = { 1, 60, 3600 };
	enum rrule_freq freq = (enum rrule_freq)draw_between(source, FREQ_SECONDLY, FREQ_HOURLY);
	struct naive_date date = naive_date_of(naive_floor_div(target, 86400));
	i64 unit = units[freq];
	i64 distance = naive_floor_div(target, unit) - naive_floor_div(start, unit);
	text->len = 0;
	legal_add(text, "FREQ=%s;INTERVAL=%d", names[freq], (int)draw_divisor(source, distance));
	add_some_filters(text, source, freq, &date, (int)naive_floor_mod(target, 86400));
}

/* However rarely the rule fires: an instant that is in step and passes every filter is found. */
static void an_instant_in_step_that_passes_every_filter_is_found(void **state)
{
	struct source source = { .state = 400 };
	(void)state;
	for (int i = 0; i < TARGETS; i++) {
		struct legal_text text;
		struct rrule rule;
		struct why why;
		wall start = draw_between(&source, 0, 2000000000), next = 0;
		wall target = start + draw_between(&source, 0, 380 * 365 * (wall)DAY_SECONDS);
		make_rule(&text, &source, start, target);
		assert_int_equal(rrule_parse(str_from(text.at), &rule, &why), ERR_OK);
		bool fine = rrule_bind(&rule, start, &why) == ERR_OK &&
			    rrule_next_wall(&rule, target - 1, &next) && next == target &&
			    rrule_next_wall(&rule, start - 1, &next) && next <= target;
		if (fine) continue;
		print_error("%s from %s has %s, got %s\n", text.at, show_wall(start),
			    show_wall(target), show_wall(next));
		fail();
	}
}

enum { YEARS = 5, LISTED_MAX = 3000 };

struct listed {
	wall at[LISTED_MAX];
	int len;
};

static bool take_all(void *context, int64_t at)
{
	struct listed *listed = context;
	assert_true(listed->len < LISTED_MAX);
	listed->at[listed->len++] = at;
	return true;
}

/* Every instance of some years, one after the other; starts in the last week of 1999. */
static void compare_years(const char *text)
{
	static struct naive_rrule model;
	static struct listed listed;
	static int times[86400];
	struct rrule rule;
	struct why why = { 0 };
	wall start = naive_day_number(1999, 12, 28) * 86400, at = start - 1;
	wall end = start + YEARS * 366 * (wall)DAY_SECONDS;
	listed.len = 0;
	assert_int_equal(rrule_parse(str_from(text), &rule, &why), ERR_OK);
	assert_true(naive_rrule_parse(text, &model));
	naive_rrule_bind(&model, start);
	assert_true(naive_rrule_expand(&model, start, end, 3000, times, take_all, &listed));
	if (rrule_bind(&rule, start, &why) != ERR_OK) at = end;
	for (int i = 0; i <= listed.len; i++) {
		bool has = at < end && rrule_next_wall(&rule, at, &at) && at < end;
		bool alike = i < listed.len ? has && at == listed.at[i] : !has;
		if (alike) continue;
		print_error("%s: expected %s, got %s %s\n", text,
			    i < listed.len ? show_wall(listed.at[i]) : "no more",
			    has ? show_wall(at) : "nothing", why.text);
		fail();
	}
}

static void every_number_of_a_weekday_agrees(void **state)
{
	char text[100];
	(void)state;
	for (int weekday = 0; weekday < 7; weekday++) {
		const char *name = legal_weekdays[weekday];
		for (int n = -53; n <= 53; n++) {
			if (n == 0) continue;
			snprintf(text, sizeof(text), "FREQ=YEARLY;BYDAY=%d%s", n, name);
			compare_years(text);
			if (n < -5 || n > 5) continue;
			snprintf(text, sizeof(text), "FREQ=MONTHLY;BYDAY=%d%s", n, name);
			compare_years(text);
			snprintf(text, sizeof(text), "FREQ=YEARLY;BYMONTH=2,12;BYDAY=%d%s", n,
				 name);
			compare_years(text);
		}
	}
}

static void every_day_of_the_year_and_month_agrees(void **state)
{
	char text[100];
	(void)state;
	for (int n = -366; n <= 366; n++) {
		if (n == 0) continue;
		snprintf(text, sizeof(text), "FREQ=YEARLY;BYYEARDAY=%d", n);
		compare_years(text);
		if (n < -31 || n > 31) continue;
		snprintf(text, sizeof(text), "FREQ=MONTHLY;BYMONTHDAY=%d", n);
		compare_years(text);
		snprintf(text, sizeof(text), "FREQ=YEARLY;BYMONTHDAY=%d;BYDAY=MO,FR", n);
		compare_years(text);
		snprintf(text, sizeof(text), "FREQ=DAILY;BYMONTHDAY=%d", n);
		compare_years(text);
	}
}

/* Weeks at the turn of the year have days in both; what else the rule asks for is asked of the day
 * in its own calendar year. */
static void every_week_of_the_year_agrees(void **state)
{
	static const char *const others[] = { ";BYDAY=MO,TU,WE,TH,FR,SA,SU",
					      "",
					      ";BYYEARDAY=1,-1",
					      ";BYMONTH=1;BYDAY=SU,MO",
					      ";BYMONTHDAY=31,1,2",
					      ";BYYEARDAY=2,3,-2,-3;BYDAY=TU,SA" };
	char text[120];
	(void)state;
	for (int n = -53; n <= 53; n++) {
		if (n == 0) continue;
		for (size_t other = 0; other < countof(others); other++) {
			bool at_turn = (n > -3 || n < -51) && (n < 3 || n > 51);
			if (other > 1 && !at_turn) continue;
			int week_start = (n + 53 + (int)other) % 7;
			for (int i = 0; i < (at_turn ? 7 : 1); i++) {
				snprintf(text, sizeof(text), "FREQ=YEARLY;BYWEEKNO=%d%s;WKST=%s", n,
					 others[other], legal_weekdays[(week_start + i) % 7]);
				compare_years(text);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(legal_rules_agree_with_the_model),
		cmocka_unit_test(every_number_of_a_weekday_agrees),
		cmocka_unit_test(every_day_of_the_year_and_month_agrees),
		cmocka_unit_test(every_week_of_the_year_agrees),
		cmocka_unit_test(an_instant_in_step_that_passes_every_filter_is_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
