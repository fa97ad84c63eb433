/* Alerts: the rules on a job, and what they have raised. */
#include "api/shelf.h"
#include "api/stage.h"

#define JOB "01890a5d-ac96-774b-bcce-b302099a8057"
#define RULE "01890a5d-ac96-774b-bcce-b302099a8058"

static struct uuid id_of(const char *text)
{
	struct uuid id;
	assert_true(uuid_parse(str_from(text), &id));
	return id;
}

static struct stage_token open_stage(struct stage *stage, struct shelf *shelf)
{
	stage_open(stage);
	shelf_init(shelf);
	stage->query = &shelf->query;
	struct job_view *job = &shelf->jobs[shelf->jobs_len++];
	*job = (struct job_view){ .tenant = STR("acme") };
	job->row = job_defaults();
	job->row.id = id_of(JOB);
	job->row.code = STR("report");
	struct alert_rule_row *rule = &shelf->alert_rules[shelf->alert_rules_len++];
	*rule = (struct alert_rule_row){ .id = id_of(RULE),
					 .job = id_of(JOB),
					 .kind = ALERT_FAILURE,
					 .threshold = 3,
					 .is_enabled = true,
					 .version = 4,
					 .channels = STR("email,pager"),
					 .recipients = STR("ann@a\nteam") };
	return stage_add_token(stage, STR("acme"), ROLE_OPERATOR);
}

static void rules_are_listed_in_the_seeds_words(void **state)
{
	struct stage stage = { 0 };
	struct shelf shelf;
	struct stage_token token = open_stage(&stage, &shelf);
	(void)state;
	str body = stage_call(&stage, &token, "GET", AT_BASE("jobs/" JOB "/alerts"), STR(""));
	assert_int_equal(200, stage.status);
	str data = member(body, "data");
	assert_str(str_slice(data, 0, 7), STR("[{\"id\":"));
	stage_call(&stage, &token, "GET", AT_BASE("jobs/" RULE "/alerts"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void what_is_wrong_is_refused_before_anybody_decides(void **state)
{
	static const char *const bad[] = {
		"{}",
		"{\"alert_type\":\"NEVER\"}",
		"{\"alert_type\":\"FAILURE\",\"threshold_value\":0}",
		"{\"alert_type\":\"FAILURE\",\"notification_channels\":[\"a,b\"]}",
		"{\"alert_type\":\"FAILURE\",\"recipients\":[\"a\\nb\"]}",
		"{\"alert_type\":\"FAILURE\",\"colour\":\"red\"}",
	};
	struct stage stage = { 0 };
	struct shelf shelf;
	struct stage_token token = open_stage(&stage, &shelf);
	(void)state;
	for (u32 i = 0; i < countof(bad); i++) {
		stage_call(&stage, &token, "POST", AT_BASE("jobs/" JOB "/alerts"),
			   str_from(bad[i]));
		assert_int_equal(422, stage.status);
	}
	stage_call(&stage, &token, "PUT", AT_BASE("jobs/" JOB "/alerts/" JOB), STR("{}"));
	assert_int_equal(404, stage.status);
	struct stage_token viewer = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	stage_call(&stage, &viewer, "POST", AT_BASE("jobs/" JOB "/alerts"),
		   STR("{\"alert_type\":\"FAILURE\"}"));
	assert_int_equal(403, stage.status);
	stage_close(&stage);
}

static void alerts_are_listed(void **state)
{
	struct stage stage = { 0 };
	struct shelf shelf;
	struct stage_token token = open_stage(&stage, &shelf);
	(void)state;
	shelf.alerts[0] = (struct alert_view){ .tenant = STR("acme") };
	shelf.alerts[0].row = (struct alert_row){
		.id = id_of(RULE), .kind = ALERT_MISSED, .value = 7, .raised_at = 1700000000000
	};
	shelf.alerts_len = 1;
	str body = stage_call(&stage, &token, "GET", AT_BASE("alerts?state=raised"), STR(""));
	assert_int_equal(200, stage.status);
	assert_true(shelf.alerts_asked.only_open && !shelf.alerts_asked.only_resolved);
	assert_str(shelf.alerts_asked.tenant, STR("acme"));
	assert_true(member(body, "data").len > 50);
	stage_call(&stage, &token, "GET", AT_BASE("alerts?state=sometimes"), STR(""));
	assert_int_equal(422, stage.status);
	shelf.err = ERR_STORE;
	stage_call(&stage, &token, "GET", AT_BASE("alerts"), STR(""));
	assert_int_equal(503, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_are_listed_in_the_seeds_words),
		cmocka_unit_test(what_is_wrong_is_refused_before_anybody_decides),
		cmocka_unit_test(alerts_are_listed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
