/* The run that a window stands as, and the task after a cutoff: what they are made of. */
#include "engine/daily_desk.h"

static void a_window_stands_as_a_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_type(&desk, "acme", "daily.run", (struct type_policy){ .priority = 2 });
	struct daily_answer window = desk_daily(&desk, "ann", "09:30");
	struct run_row row = desk_row(&desk, window.run);
	assert_int_equal(row.cause, CAUSE_DAILY);
	assert_int_equal(row.scope, UNIQUE_NONE);
	assert_int_equal(row.hot.priority, 2);
	assert_true(window.date == TODAY + 1);
	assert_true(row.hot.bucket == TODAY + 1);
	assert_true(window.starts_at == window.cutoff - MSEC_HOUR);
	assert_true(row.hot.run_at == window.starts_at);
	assert_true(row.deadline_at == window.cutoff);
	assert_true(str_eq(row.key, STR("daily:ann:2023-11-15")));
	assert_true(str_eq(row.payload, STR("{\"user_id\":\"ann\",\"date\":\"2023-11-15\"}")));
	assert_true(str_eq(row.user, STR("ann")));
	desk_close(&desk);
}

static void settings_count_for_what_is_planned_after_them(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_windows(&desk, (struct daily_settings){ .type = STR("news"),
						     .on_cutoff = STR("chat.reset"),
						     .window_ms = 20 * MSEC_MINUTE,
						     .retry_delay_ms = 3 * MSEC_MINUTE,
						     .timeout_ms = 5000 });
	struct daily_answer window = desk_daily(&desk, "ann", "23:00");
	struct run_row row = desk_row(&desk, window.run);
	assert_true(row.hot.run_at == window.cutoff - 20 * MSEC_MINUTE);
	assert_true(row.timeout_ms == 5000);
	desk_crash(&desk);
	desk_to(&desk, TODAY, 22 * 60 + 45);
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_FAIL, STR("validation"));
	assert_true(desk_row(&desk, window.run).hot.run_at == row.hot.run_at + 5 * MSEC_MINUTE);
	desk_to(&desk, TODAY, 23 * 60);
	struct lease_command lease = { 0 };
	assert_int_equal(1, desk_lease(&desk, 1, lease));
	struct run_row task = desk_row(&desk, desk.leases[desk.leases_len - 1].run);
	assert_int_equal(task.cause, CAUSE_TASK);
	assert_true(str_eq(task.key, STR("cutoff:ann:2023-11-14")));
	assert_true(str_eq(task.payload, STR("{\"user_id\":\"ann\",\"date\":\"2023-11-14\"}")));
	assert_true(str_eq(task.user, STR("ann")));
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_stands_as_a_run),
		cmocka_unit_test(settings_count_for_what_is_planned_after_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
