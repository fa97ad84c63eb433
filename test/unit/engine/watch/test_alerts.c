/* Alerts on jobs: raised once, in the commit that causes it, and resolved once. */
#include "engine/alerts_desk.h"

static void so_many_failures_in_a_row_raise_it_and_a_success_resolves_it(void **state)
{
	struct jobs_desk *jobs = *state;
	rule_put(jobs, (struct alert_command){ .job = a_job(jobs), .threshold = 2 });
	ends(jobs, OUTCOME_FAIL);
	expect_alerts(jobs, "");
	ends(jobs, OUTCOME_SUCCESS);
	ends(jobs, OUTCOME_FAIL);
	expect_alerts(jobs, "");
	desk_crash(&jobs->desk); /* what was counted is kept */
	ends(jobs, OUTCOME_FAIL);
	expect_alerts(jobs, "FAILURE 2");
	ends(jobs, OUTCOME_FAIL);
	desk_crash(&jobs->desk);
	ends(jobs, OUTCOME_FAIL);
	expect_alerts(jobs, "FAILURE 2");
	ends(jobs, OUTCOME_SUCCESS);
	expect_alerts(jobs, "FAILURE 2: back to normal");
	ends(jobs, OUTCOME_SUCCESS);
	ends(jobs, OUTCOME_FAIL);
	ends(jobs, OUTCOME_FAIL);
	expect_alerts(jobs, "FAILURE 2: back to normal; FAILURE 2");
}

static void it_is_in_the_commit_that_causes_it(void **state)
{
	struct jobs_desk *jobs = *state;
	rule_put(jobs, (struct alert_command){ .job = a_job(jobs),
					       .channels = STR("pager"),
					       .recipients = STR("a") });
	struct lease lease = begin(jobs);
	u64 turns = pump_counters(jobs->desk.pump).turns;
	struct report report = { .execution = lease.execution,
				 .outcome = OUTCOME_FAIL,
				 .error_class = STR("permanent") };
	struct command command = { .kind = COMMAND_REPORT,
				   .report = { STR("w1"), &report, 1, NULL } };
	desk_submit(&jobs->desk, &command);
	assert_int_equal(ERR_OK, pump_turn(jobs->desk.pump));
	assert_true(pump_counters(jobs->desk.pump).turns == turns + 1);
	/* The end of the run, the alert, and the run that tells of it. */
	assert_int_equal(RUN_FAILED, desk_state(&jobs->desk, lease.run));
	expect_alerts(jobs, "FAILURE 1");
	assert_int_equal(sends(jobs), 1);
}

static void timeouts_are_counted_by_attempt(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("report");
	row.timeout_ms = 2 * MINUTE;
	rule_put(jobs, (struct alert_command){
			       .job = job_new(jobs, row), .kind = ALERT_TIMEOUT, .threshold = 1 });
	struct lease lease = begin(jobs);
	job_works_for(jobs, lease, 5 * MINUTE);
	expect_alerts(jobs, "TIMEOUT 1");
	ends(jobs, OUTCOME_SUCCESS);
	expect_alerts(jobs, "TIMEOUT 1: back to normal");
}

static void what_runs_too_long_is_told_while_it_runs(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("report");
	row.timeout_ms = HOUR;
	rule_put(jobs, (struct alert_command){ .job = job_new(jobs, row),
					       .kind = ALERT_LONG_RUNNING,
					       .threshold = 600 });
	struct lease lease = begin(jobs);
	job_works_for(jobs, lease, 5 * MINUTE);
	expect_alerts(jobs, "");
	job_works_for(jobs, lease, 5 * MINUTE);
	expect_alerts(jobs, "LONG_RUNNING 600");
	desk_crash(&jobs->desk);
	job_works_for(jobs, lease, 5 * MINUTE);
	expect_alerts(jobs, "LONG_RUNNING 600");
	desk_finish(&jobs->desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	expect_alerts(jobs, "LONG_RUNNING 600: back to normal");
	/* Also when nobody was there at its time. */
	lease = begin(jobs);
	job_works_for(jobs, lease, 5 * MINUTE);
	desk_crash(&jobs->desk);
	job_works_for(jobs, lease, 5 * MINUTE);
	expect_alerts(jobs, "LONG_RUNNING 600: back to normal; LONG_RUNNING 600");
}

static void what_did_not_begin_is_missed(void **state)
{
	struct jobs_desk *jobs = *state;
	rule_put(jobs, (struct alert_command){ .job = a_job(jobs), .kind = ALERT_MISSED });
	ends(jobs, OUTCOME_SUCCESS);
	/* No worker comes. */
	desk_advance(&jobs->desk, HOUR);
	desk_advance(&jobs->desk, 4 * MINUTE);
	expect_alerts(jobs, "");
	desk_advance(&jobs->desk, MINUTE);
	expect_alerts(jobs, "MISSED 300");
	desk_advance(&jobs->desk, 10 * MINUTE);
	struct lease late = desk_claim(&jobs->desk);
	desk_finish(&jobs->desk, late.execution, OUTCOME_SUCCESS, STR(""));
	desk_settle(&jobs->desk);
	expect_alerts(jobs, "MISSED 300");
	ends(jobs, OUTCOME_SUCCESS);
	desk_settle(&jobs->desk);
	expect_alerts(jobs, "MISSED 300: back to normal");
}

static void a_downtime_is_told_at_once(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("report");
	row.misfire = MISFIRE_SKIP;
	rule_put(jobs, (struct alert_command){ .job = job_new(jobs, row), .kind = ALERT_MISSED });
	ends(jobs, OUTCOME_SUCCESS);
	jobs_down_for(jobs, 5 * HOUR + 30 * MINUTE);
	desk_settle(&jobs->desk);
	struct setting_key first = { .kind = KIND_ALERT };
	const struct treap_node *node = treap_after(&jobs->desk.store->settings, &first);
	assert_non_null(node);
	assert_true(container_of(node, struct memory_setting, in_settings)->kind == KIND_ALERT);
}

static void a_paused_job_is_not_missed(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = a_job(jobs);
	rule_put(jobs, (struct alert_command){ .job = job, .kind = ALERT_MISSED });
	job_do(jobs, COMMAND_JOB_PAUSE, (struct job_command){ .job = job });
	desk_advance(&jobs->desk, HOUR + 20 * MINUTE);
	expect_alerts(jobs, "");
}

static void a_rule_that_means_something_else_begins_anew(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = a_job(jobs);
	struct uuid rule = rule_put(jobs, (struct alert_command){ .job = job });
	ends(jobs, OUTCOME_FAIL);
	rule_put(jobs, (struct alert_command){ .id = rule, .threshold = 1 });
	expect_alerts(jobs, "FAILURE 1");
	rule_put(jobs, (struct alert_command){ .id = rule, .threshold = 2 });
	expect_alerts(jobs, "FAILURE 1: the alert rule was changed");
	ends(jobs, OUTCOME_FAIL);
	expect_alerts(jobs, "FAILURE 1: the alert rule was changed");
	ends(jobs, OUTCOME_FAIL);
	expect_alerts(jobs, "FAILURE 1: the alert rule was changed; FAILURE 2");
	assert_int_equal(ERR_NOT_FOUND, rule_do(jobs, COMMAND_ALERT_DELETE, "rival", rule));
	assert_int_equal(ERR_OK, rule_do(jobs, COMMAND_ALERT_DELETE, "acme", rule));
	expect_alerts(
		jobs,
		"FAILURE 1: the alert rule was changed; FAILURE 2: the alert rule was deleted");
	assert_int_equal(ERR_NOT_FOUND, rule_do(jobs, COMMAND_ALERT_TEST, "acme", rule));
	ends(jobs, OUTCOME_FAIL);
	expect_alerts(
		jobs,
		"FAILURE 1: the alert rule was changed; FAILURE 2: the alert rule was deleted");
}

static void a_job_takes_its_rules_with_it(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = a_job(jobs);
	struct uuid rule = rule_put(jobs, (struct alert_command){ .job = job });
	ends(jobs, OUTCOME_FAIL);
	job_do(jobs, COMMAND_JOB_DELETE, (struct job_command){ .job = job });
	expect_alerts(jobs, "FAILURE 1: the job was deleted");
	assert_int_equal(ERR_NOT_FOUND, rule_do(jobs, COMMAND_ALERT_DELETE, "acme", rule));
}

static void many_rules_in_one_turn_are_all_judged(void **state)
{
	struct jobs_desk *jobs = *state;
	enum { JOBS = 30 };
	static const str types[] = { { "report.make", 11 } };
	char code[32];
	for (u32 i = 0; i < JOBS; i++) {
		struct job_row row = hourly("x");
		row.code = desk_name(code, "job", i);
		row.max_attempts = 1;
		struct uuid job = job_new(jobs, row);
		for (u32 k = 0; k < 3; k++)
			rule_put(jobs, (struct alert_command){ .job = job,
							       .channels = STR("pager,chat") });
	}
	desk_advance(&jobs->desk, HOUR);
	u32 from = jobs->desk.leases_len;
	assert_int_equal(JOBS,
			 desk_lease(&jobs->desk, JOBS,
				    (struct lease_command){ .types = types, .types_len = 1 }));
	struct report reports[JOBS];
	for (u32 i = 0; i < JOBS; i++)
		reports[i] = (struct report){ .execution = jobs->desk.leases[from + i].execution,
					      .outcome = OUTCOME_FAIL,
					      .error_class = STR("permanent") };
	desk_do(&jobs->desk, (struct command){ .kind = COMMAND_REPORT,
					       .report = { .reports = reports, .len = JOBS } });
	desk_settle(&jobs->desk);
	assert_int_equal(sends(jobs), JOBS * 3);
	desk_same_as_fresh(&jobs->desk);
}

static void rules_have_bounds(void **state)
{
	struct jobs_desk *jobs = *state;
	struct alert_command rule = { .job = a_job(jobs),
				      .expected = DOCUMENT_ANY,
				      .threshold = 5000 };
	struct command command = { .kind = COMMAND_ALERT_PUT,
				   .tenant = STR("acme"),
				   .alert = rule };
	assert_int_equal(ERR_INVALID, desk_do(&jobs->desk, command)->err);
	command.alert.threshold = 1;
	command.tenant = STR("nobody");
	assert_int_equal(ERR_NOT_FOUND, desk_do(&jobs->desk, command)->err);
	command.tenant = STR("acme");
	for (u32 i = 0; i < LIMIT_JOB_ALERTS; i++)
		assert_int_equal(ERR_OK, desk_do(&jobs->desk, command)->err);
	assert_int_equal(ERR_QUOTA, desk_do(&jobs->desk, command)->err);
	desk_same_as_fresh(&jobs->desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(so_many_failures_in_a_row_raise_it_and_a_success_resolves_it),
		job_test(it_is_in_the_commit_that_causes_it),
		job_test(timeouts_are_counted_by_attempt),
		job_test(what_runs_too_long_is_told_while_it_runs),
		job_test(what_did_not_begin_is_missed),
		job_test(a_downtime_is_told_at_once),
		job_test(a_paused_job_is_not_missed),
		job_test(a_rule_that_means_something_else_begins_anew),
		job_test(a_job_takes_its_rules_with_it),
		job_test(many_rules_in_one_turn_are_all_judged),
		job_test(rules_have_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
