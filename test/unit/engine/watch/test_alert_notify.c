/* Alerts that are open: who is told, and who looks after them. */
#include "engine/alerts_desk.h"

static void somebody_looks_after_it(void **state)
{
	struct jobs_desk *jobs = *state;
	rule_put(jobs, (struct alert_command){ .job = a_job(jobs) });
	ends(jobs, OUTCOME_FAIL);
	struct setting_key first = { .kind = KIND_ALERT };
	const struct treap_node *node = treap_after(&jobs->desk.store->settings, &first);
	const struct alert_row *alert = container_of(node, struct memory_setting, in_settings)->row;
	struct uuid id = alert->id;
	assert_int_equal(ERR_NOT_FOUND, rule_do(jobs, COMMAND_ALERT_ACKNOWLEDGE, "rival", id));
	assert_int_equal(ERR_OK, rule_do(jobs, COMMAND_ALERT_ACKNOWLEDGE, "acme", id));
	expect_alerts(jobs, "FAILURE 1 by bob");
	desk_crash(&jobs->desk);
	ends(jobs, OUTCOME_SUCCESS);
	expect_alerts(jobs, "FAILURE 1 by bob: back to normal");
	assert_int_equal(ERR_NOT_FOUND, rule_do(jobs, COMMAND_ALERT_ACKNOWLEDGE, "acme", id));
}

static void each_recipient_is_told_by_a_run_and_a_test_raises_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid rule = rule_put(
		jobs, (struct alert_command){ .job = a_job(jobs),
					      .channels = STR("email,webhook,pager"),
					      .recipients = STR("ann@a\nhttp://b/\nhttps://c/") });
	assert_int_equal(ERR_OK, rule_do(jobs, COMMAND_ALERT_TEST, "acme", rule));
	assert_int_equal(sends(jobs), 3);
	expect_alerts(jobs, "");
	ends(jobs, OUTCOME_FAIL);
	assert_int_equal(sends(jobs), 6);
	ends(jobs, OUTCOME_SUCCESS);
	assert_int_equal(sends(jobs), 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(somebody_looks_after_it),
		job_test(each_recipient_is_told_by_a_run_and_a_test_raises_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
