/* Cron expressions against the slow model (naive_cron.h), which looks at one day after the other.
 */
#include "../../fuzz/drawn.h"
#include "../../fuzz/legal_rules.h"
#include "../../fuzz/naive_cron.h"
#include "calendar/cron.h"
#include "effort.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { RULES = EFFORT(6000, 1500), DAYS_WALKED = 1500 };

static bool model_next(const struct naive_cron *model, wall after, wall *out_wall)
{
	i64 day = naive_floor_div(after, 86400);
	for (int i = 0; i < DAYS_WALKED; i++, day++) {
		if (!naive_cron_match_day(model, day)) continue;
		i64 from = i == 0 ? naive_floor_mod(after, 86400) + 1 : 0;
		for (i64 second = from; second < 86400; second++) {
			if (!naive_cron_match_time(model, (int)second)) continue;
			*out_wall = day * 86400 + second;
			return true;
		}
	}
	return false;
}

static void compare(const struct cron *cron, const struct naive_cron *model, const char *text,
		    wall after)
{
	wall next = 0, expected = 0;
	bool expects = model_next(model, after, &expected);
	bool has = cron_next_wall(cron, after, &next);
	/* An accepted expression always has a next one, if only in some years. */
	bool alike = expects ? has && next == expected
			     : has && next > after + (DAYS_WALKED - 2) * (wall)DAY_SECONDS;
	if (alike) return;
	print_error("%s after %s: expected %s, got %s\n", text, show_wall(after),
		    expects ? show_wall(expected) : "nothing", has ? show_wall(next) : "nothing");
	fail();
}

static void legal_expressions_agree_with_the_model(void **state)
{
	static struct naive_cron model;
	struct source source = { .state = 1970 };
	(void)state;
	for (int i = 0; i < RULES; i++) {
		struct choices choices = draw_choices(&source);
		struct legal_text text;
		struct cron cron;
		struct why why;
		legal_cron(&text, &choices, i % 4 == 0);
		assert_true(naive_cron_parse(text.at, &model));
		enum err err = cron_parse(str_from(text.at), &cron, &why);
		if (err == ERR_RULE_NEVER) {
			assert_false(naive_cron_has_day(&model));
			continue;
		}
		assert_int_equal(err, ERR_OK);
		assert_int_equal(cron.interval_like, model.interval_like);
		/* 1890 to 2150. */
		compare(&cron, &model, text.at, draw_between(&source, -2524608000, 5680281600));
		compare(&cron, &model, text.at,
			draw_between(&source, 0, 2000000000) / 86400 * 86400 - 1);
	}
}

/* Every day of 28 years, where the weekdays and leap days come round, for each form of a day. */
static void every_form_of_a_day_agrees_on_every_day(void **state)
{
	static const char *const texts[] = { "0 0 L * *",   "0 0 L-3 * *", "0 0 L-30 * *",
					     "0 0 1W * *",  "0 0 15W * *", "0 0 30W * *",
					     "0 0 31W * *", "0 0 LW * *",  "0 0 * * 5L",
					     "0 0 * * 0L",  "0 0 * * 1#1", "0 0 * * 6#5",
					     "0 0 13 * 5",  "0 0 29 2 *",  "0 0 */2 * 1",
					     "0 0 L * 3#3" };
	static struct naive_cron model;
	(void)state;
	for (size_t i = 0; i < countof(texts); i++) {
		struct cron cron;
		assert_int_equal(cron_parse(str_from(texts[i]), &cron, NULL), ERR_OK);
		assert_true(naive_cron_parse(texts[i], &model));
		for (i64 day = 10000; day < 10000 + 28 * 365 + 7; day++) {
			wall next;
			assert_true(cron_next_wall(&cron, day * 86400 - 1, &next));
			if ((next == day * 86400) == naive_cron_match_day(&model, day)) continue;
			print_error("%s on %s\n", texts[i], show_wall(day * 86400));
			fail();
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(legal_expressions_agree_with_the_model),
		cmocka_unit_test(every_form_of_a_day_agrees_on_every_day),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
