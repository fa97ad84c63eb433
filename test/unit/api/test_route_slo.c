/* How the service levels stand, as the one who watches them says. */
#include "api/stage.h"

#include "model/slo.h"

static struct slo_report told;

static void tell(void *context, struct slo_report *out_report)
{
	(void)context;
	*out_report = told;
}

static struct stage_token open_stage(struct stage *stage, str tenant)
{
	stage->slo = tell;
	stage_open(stage);
	told = (struct slo_report){
		.evaluated_at = 1700000000000,
		.settings = { .eval_ms = 60000, .window_minutes = 15, .breach_consecutive = 3 }
	};
	for (u32 i = 0; i < SLO_COUNT; i++)
		told.states[i] = (struct slo_state){ .verdict = SLO_IS_UNKNOWN,
						     .threshold = 300 * SLO_THOUSAND,
						     .due_bucket = SLO_NO_BUCKET };
	return stage_add_token(stage, tenant, ROLE_VIEWER);
}

static void each_tells_value_threshold_breaches_and_since_when(void **state)
{
	struct stage stage = { 0 };
	struct stage_token token = open_stage(&stage, STR("system"));
	(void)state;
	told.states[SLO_CUTOFF] = (struct slo_state){ .verdict = SLO_IS_BREACHED,
						      .value = 125,
						      .threshold = 50,
						      .breaches = 4,
						      .due_bucket = 541,
						      .since = 1699999820000 };
	told.states[SLO_SATURATION].verdict = SLO_IS_OFF;
	told.states[SLO_SATURATION].threshold = -1;
	str body = stage_call(&stage, &token, "GET", AT_BASE("slo"), STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "evaluated_at"), STR("2023-11-14T22:13:20Z"));
	assert_str(member(body, "window_minutes"), STR("15"));
	assert_str(member(body, "breach_consecutive"), STR("3"));
	assert_str(member(body, "data"),
		   STR("[{\"slo\":\"tick_budget\",\"state\":\"unknown\",\"value\":null,"
		       "\"threshold\":300,\"unit\":\"ms\",\"breaches\":0,\"since\":null,"
		       "\"rising\":false,\"due_bucket\":null},"
		       "{\"slo\":\"saturation\",\"state\":\"off\",\"value\":null,"
		       "\"threshold\":null,\"unit\":\"ratio\",\"breaches\":0,\"since\":null,"
		       "\"rising\":false,\"due_bucket\":null},"
		       "{\"slo\":\"queue_pressure\",\"state\":\"unknown\",\"value\":null,"
		       "\"threshold\":300,\"unit\":\"runs\",\"breaches\":0,\"since\":null,"
		       "\"rising\":false,\"due_bucket\":null},"
		       "{\"slo\":\"job_latency\",\"state\":\"unknown\",\"value\":null,"
		       "\"threshold\":300,\"unit\":\"ms\",\"breaches\":0,\"since\":null,"
		       "\"rising\":false,\"due_bucket\":null},"
		       "{\"slo\":\"cutoff_miss_rate\",\"state\":\"breached\",\"value\":0.125,"
		       "\"threshold\":0.05,\"unit\":\"ratio\",\"breaches\":4,"
		       "\"since\":\"2023-11-14T22:10:20Z\",\"rising\":false,"
		       "\"due_bucket\":541},"
		       "{\"slo\":\"start_delay\",\"state\":\"unknown\",\"value\":null,"
		       "\"threshold\":300,\"unit\":\"ratio\",\"breaches\":0,\"since\":null,"
		       "\"rising\":false,\"due_bucket\":null}]"));
	stage_close(&stage);
}

static void they_are_the_services_and_no_tenants(void **state)
{
	struct stage stage = { 0 };
	struct stage_token token = open_stage(&stage, STR("acme"));
	(void)state;
	stage_call(&stage, &token, "GET", AT_BASE("slo"), STR(""));
	assert_int_equal(403, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_tells_value_threshold_breaches_and_since_when),
		cmocka_unit_test(they_are_the_services_and_no_tenants),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
