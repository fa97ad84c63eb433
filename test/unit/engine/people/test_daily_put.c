/* What people say about daily windows: bounds, several words in one turn, and a tenant that goes.
 */
#include "engine/daily_desk.h"

static void expect_refused(struct desk *desk, struct command command, const char *word)
{
	const struct answer *answer = desk_do(desk, command);
	assert_int_equal(ERR_INVALID, answer->err);
	assert_non_null(strstr(answer->why.text, word));
}

static void words_have_bounds(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command put = daily_put("ann", "09:00");
	put.daily.user = STR("ann smith");
	expect_refused(&desk, put, "user_id");
	put = daily_put("ann", "09:00");
	put.daily.due_minute = DAY_MINUTES;
	expect_refused(&desk, put, "due_time");
	put = daily_put("ann", "09:00");
	put.daily.zone = STR("Europe/Nowhere");
	assert_int_not_equal(ERR_OK, desk_do(&desk, put)->err);
	static const struct daily_settings bad[] = {
		{ .window_ms = 1 },
		{ .window_ms = MSEC_DAY + MSEC_MINUTE },
		{ .retry_delay_ms = 1000 },
		{ .timeout_ms = 1 },
		{ .keep_days = 4000 },
		{ .type = { "a b", 3 } },
		{ .on_cutoff = { "a b", 3 } },
	};
	for (u32 i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct command set = {
			.kind = COMMAND_SET_TENANT,
			.set = { .name = STR("acme"), .has_daily = true, .daily = bad[i] }
		};
		expect_refused(&desk, set, "daily: ");
	}
	desk_close(&desk);
}

static void several_words_in_one_turn_follow_each_other(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command commands[] = { daily_put("ann", "23:00"),
				      daily_put("ann", "23:30"),
				      daily_put("ann", "23:30"),
				      daily_put("bob", "23:00"),
				      { .kind = COMMAND_DAILY_DELETE,
					.tenant = STR("acme"),
					.daily = { .user = STR("bob") } },
				      daily_put("bob", "22:30") };
	for (u32 i = 0; i < sizeof commands / sizeof commands[0]; i++)
		desk_submit(&desk, &commands[i]);
	desk_settle(&desk);
	assert_int_equal(desk_daily_row(&desk, "ann")->due_minute, 23 * 60 + 30);
	assert_int_equal(desk_daily_row(&desk, "bob")->due_minute, 22 * 60 + 30);
	assert_false(desk_daily_row(&desk, "bob")->is_gone);
	assert_int_equal(2, desk_count(&desk, RUN_QUEUED));
	assert_int_equal(2, desk_count(&desk, RUN_CANCELLED));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* The cutoff and a word about the person meet in one turn: time acts first. */
static void a_word_in_the_turn_of_the_cutoff(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct daily_answer window = desk_daily(&desk, "ann", "23:00");
	struct command put = daily_put("ann", "23:30");
	desk.now.boot += window.cutoff - desk.now.wall;
	desk.now.wall = window.cutoff;
	window = desk_do(&desk, put)->daily;
	assert_false(window.is_new);
	assert_days(&desk, "ann", "0:cutoff_reached");
	assert_true(window.date == TODAY + 1);
	assert_int_equal(1, desk_count(&desk, RUN_QUEUED));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* In one turn an attempt fails, its run leaves memory until the next one, and the person goes: that
 * it was tried is not forgotten. */
static void a_failed_attempt_and_a_removal_in_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .runs_max = 10, .horizon = MSEC_MINUTE });
	desk_daily(&desk, "ann", "23:00");
	struct lease lease = desk_claim(&desk);
	struct report failed = { .execution = lease.execution, .outcome = OUTCOME_RETRY };
	struct command report = { .kind = COMMAND_REPORT,
				  .report = { .worker = STR("w1"), .reports = &failed, .len = 1 } };
	struct command gone = { .kind = COMMAND_DAILY_DELETE,
				.tenant = STR("acme"),
				.daily = { .user = STR("ann") } };
	desk_submit(&desk, &report);
	desk_submit(&desk, &gone);
	desk_settle(&desk);
	struct run_row run = desk_row(&desk, lease.run);
	assert_int_equal(RUN_CANCELLED, run.hot.state);
	assert_int_equal(1, run.hot.attempts);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* An attempt was made: however often its person is moved on that day, the next keeps its distance;
 * also where the clock was set back behind the one under way. */
static void moved_twice_it_keeps_its_distance(void **state)
{
	(void)state;
	for (u32 is_set_back = 0; is_set_back < 2; is_set_back++) {
		struct desk desk;
		desk_open(&desk);
		desk_daily(&desk, "ann", "23:00");
		msec enqueued = desk.now.wall;
		struct lease lease = desk_claim(&desk);
		if (is_set_back) desk.now.wall -= 5 * MSEC_MINUTE;
		else desk_finish(&desk, lease.execution, OUTCOME_FAIL, STR("network"));
		desk_daily(&desk, "ann", "23:10");
		struct daily_answer window = desk_daily(&desk, "ann", "23:20");
		assert_true(desk_row(&desk, window.run).hot.run_at == enqueued + 10 * MSEC_MINUTE);
		desk_close(&desk);
	}
}

/* What was due and nobody took yet was no attempt: moved, it may begin at once. */
static void moved_while_it_is_due_it_loses_no_time(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_daily(&desk, "ann", "23:00");
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_FAIL, STR("network"));
	desk_advance(&desk, 12 * MSEC_MINUTE);
	struct daily_answer window = desk_daily(&desk, "ann", "23:20");
	assert_true(desk_row(&desk, window.run).hot.run_at <= desk.now.wall);
	desk_close(&desk);
}

static void the_same_word_twice_changes_nothing(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_daily(&desk, "ann", "23:00").run;
	struct daily_answer again = desk_daily(&desk, "ann", "23:00");
	assert_false(again.is_new);
	assert_true(uuid_eq(&again.run, &run));
	desk_crash(&desk);
	again = desk_daily(&desk, "ann", "23:00");
	assert_true(uuid_eq(&again.run, &run));
	desk_close(&desk);
}

static void a_tenant_that_goes_takes_its_windows_along(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .window_ms = 30 * MSEC_MINUTE });
	desk_daily(&desk, "ann", "22:20");
	desk_daily(&desk, "bob", "09:00");
	struct command gone = { .kind = COMMAND_DAILY_DELETE,
				.tenant = STR("acme"),
				.daily = { .user = STR("bob") } };
	assert_int_equal(ERR_OK, desk_do(&desk, gone)->err);
	desk_to(&desk, TODAY, 22 * 60 + 20);
	assert_days(&desk, "ann", "0:cutoff_reached");
	struct command drop = { .kind = COMMAND_TENANT_DROP,
				.set = { .name = STR("acme"), .expected = DOCUMENT_ANY } };
	assert_int_equal(ERR_OK, desk_do(&desk, drop)->err);
	desk_settle(&desk);
	assert_null(desk_daily_row(&desk, "ann"));
	assert_null(desk_daily_row(&desk, "bob"));
	assert_days(&desk, "ann", "");
	assert_int_equal(0, desk_count(&desk, RUN_QUEUED));
	desk_crash(&desk);
	desk_settle(&desk);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_have_bounds),
		cmocka_unit_test(several_words_in_one_turn_follow_each_other),
		cmocka_unit_test(a_word_in_the_turn_of_the_cutoff),
		cmocka_unit_test(moved_twice_it_keeps_its_distance),
		cmocka_unit_test(moved_while_it_is_due_it_loses_no_time),
		cmocka_unit_test(the_same_word_twice_changes_nothing),
		cmocka_unit_test(a_failed_attempt_and_a_removal_in_one_turn),
		cmocka_unit_test(a_tenant_that_goes_takes_its_windows_along),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
