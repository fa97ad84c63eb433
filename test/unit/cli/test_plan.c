#include "cli/plan.h"

#include "stage.h"

static struct plan plan;
static struct zones *zones;
static struct why why;

static int begin(void **state)
{
	static struct stage stage;
	(void)state;
	stage_init(&stage);
	return (int)zones_new(stage.doors.zone_source, &zones);
}

static int end(void **state)
{
	(void)state;
	zones_free(zones);
	return 0;
}

static struct plan_request request_of(const char *rule)
{
	return (struct plan_request){
		.rule = str_from(rule),
		.now = seconds_of("2025-11-16T10:00:30") * 1000,
	};
}

static void given_plan(const struct plan_request *request)
{
	enum plan_part part;
	enum err err = plan_init(&plan, request, zones, &part, &why);
	if (err) fail_msg("%s", why.text);
}

static void expect_refusal(const struct plan_request *request, enum plan_part part, enum err err)
{
	enum plan_part got = PLAN_RULE;
	assert_int_equal(plan_init(&plan, request, zones, &got, &why), err);
	assert_int_equal(got, part);
	assert_int_equal(why.code, err);
	plan_done(&plan);
}

static void expect_next(const char *at)
{
	msec next = 0;
	assert_true(schedule_next(&plan.schedule, plan.after, &next));
	assert_int_equal(next, seconds_of(at) * 1000);
}

static void a_rule_alone_is_utc_from_now(void **state)
{
	(void)state;
	struct plan_request request = request_of("0 9 * * *");
	given_plan(&request);
	assert_int_equal(plan_bind(&plan, &why), ERR_OK);
	assert_int_equal(plan.kind, RULE_CRON);
	assert_ptr_equal(plan.schedule.zone, zone_utc());
	assert_false(plan.start_chosen);
	expect_next("2025-11-17T09:00:00");
	plan_done(&plan);
}

static void the_kind_is_told_by_the_rule_or_by_name(void **state)
{
	(void)state;
	struct plan_request request = request_of("FREQ=DAILY");
	given_plan(&request);
	assert_int_equal(plan.kind, RULE_RRULE);
	request = request_of("90m");
	given_plan(&request);
	assert_int_equal(plan.kind, RULE_INTERVAL);
	request = request_of("90");
	request.kind = STR("Interval");
	given_plan(&request);
	assert_int_equal(plan.kind, RULE_INTERVAL);
	request.kind = STR("crom");
	expect_refusal(&request, PLAN_KIND, ERR_USAGE);
	request.kind = STR("cron");
	expect_refusal(&request, PLAN_RULE, ERR_CRON_SYNTAX);
	assert_string_equal(rule_kind_name(RULE_RRULE), "rrule");
}

static void what_is_wrong_is_named(void **state)
{
	(void)state;
	struct plan_request request = request_of("0 9 * * *");
	request.zone = STR("Mars/Phobos");
	expect_refusal(&request, PLAN_ZONE, ERR_ZONE_UNKNOWN);
	request.zone = STR("");
	expect_refusal(&request, PLAN_ZONE, ERR_ZONE_NAME);
	request.zone = STR("UTC");
	request.after = STR("yesterday");
	expect_refusal(&request, PLAN_AFTER, ERR_TIME_SYNTAX);
	request.after = STR("2025-02-30T00:00:00Z");
	expect_refusal(&request, PLAN_AFTER, ERR_TIME_SYNTAX);
	request.after = STR("2025-02-28");
	request.start = STR("2025-1-1");
	expect_refusal(&request, PLAN_START, ERR_TIME_SYNTAX);
	request.start = STR("2025-01-01T25:00:00Z");
	expect_refusal(&request, PLAN_START, ERR_TIME_SYNTAX);
}

static void after_is_an_instant_or_a_local_time(void **state)
{
	(void)state;
	struct plan_request request = request_of("0 9 * * *");
	request.zone = STR("America/New_York");
	static const char *const forms[] = { "2025-07-01T12:00:00Z", "2025-07-01T14:00:00+02:00",
					     "2025-07-01T08:00:00", "2025-07-01 08:00",
					     "2025-07-01T08:00:00-04:00" };
	for (size_t i = 0; i < countof(forms); i++) {
		request.after = str_from(forms[i]);
		given_plan(&request);
		assert_int_equal(plan.after, seconds_of("2025-07-01T12:00:00") * 1000);
	}
}

static void without_a_start_the_next_full_minute_is_taken(void **state)
{
	(void)state;
	struct plan_request request = request_of("FREQ=DAILY;COUNT=2");
	request.zone = STR("America/New_York");
	given_plan(&request);
	assert_true(plan.start_chosen);
	assert_int_equal(plan.schedule.start, seconds_of("2025-11-16T05:01:00"));
	assert_int_equal(plan_bind(&plan, &why), ERR_OK);
	/* It is listed itself, so that COUNT=2 shows two. */
	expect_next("2025-11-16T10:01:00");
	request.after = STR("2025-01-01T00:00:00Z");
	given_plan(&request);
	assert_int_equal(plan.schedule.start, seconds_of("2024-12-31T19:01:00"));
}

static void a_start_is_local_or_an_instant(void **state)
{
	(void)state;
	struct plan_request request = request_of("FREQ=DAILY");
	request.zone = STR("America/New_York");
	request.start = STR("2025-07-01T08:00");
	given_plan(&request);
	assert_false(plan.start_chosen);
	assert_int_equal(plan.schedule.start, seconds_of("2025-07-01T08:00:00"));
	assert_int_equal(plan.schedule.start_at, seconds_of("2025-07-01T12:00:00") * 1000);
	request.start = STR("2025-07-01T12:00:00Z");
	given_plan(&request);
	assert_int_equal(plan.schedule.start, seconds_of("2025-07-01T08:00:00"));
}

static void the_ends_of_time_are_refused_where_the_wall_clock_leaves_them(void **state)
{
	(void)state;
	struct plan_request request = request_of("FREQ=DAILY");
	request.after = STR("9999-12-31T23:59:59Z");
	expect_refusal(&request, PLAN_START, ERR_TIME_SYNTAX);
	request.after = STR("9999-12-31T23:59:59Z");
	request.zone = STR("Pacific/Kiritimati");
	request.start = STR("9999-12-31T23:59:59Z");
	expect_refusal(&request, PLAN_START, ERR_TIME_SYNTAX);
	request.zone = STR("America/New_York");
	request.start = STR("0001-01-01T00:00:00Z");
	expect_refusal(&request, PLAN_START, ERR_TIME_SYNTAX);
	request.start = STR("0001-01-01");
	given_plan(&request);
}

static void dates_are_added_in_any_order_and_each_once(void **state)
{
	(void)state;
	struct plan_request request = request_of("0 9 * * *");
	request.zone = STR("Europe/London");
	given_plan(&request);
	assert_int_equal(
		plan_add_rdates(&plan, STR("2025-12-02T10:00, 2025-12-01T10:00:00Z"), &why),
		ERR_OK);
	assert_int_equal(plan_add_rdates(&plan, STR("2025-12-01T10:00,2025-11-30"), &why), ERR_OK);
	assert_int_equal(plan.schedule.rdates_len, 3);
	for (u32 i = 1; i < 3; i++) assert_true(plan.rdates[i - 1] < plan.rdates[i]);
	assert_int_equal(plan_add_exdates(&plan, STR("2025-11-17T09:00"), &why), ERR_OK);
	assert_int_equal(plan_add_excluded(&plan, STR("2025-11-18,2025-11-19"), &why), ERR_OK);
	assert_int_equal(plan_add_excluded(&plan, STR("2025-11-20"), &why), ERR_OK);
	assert_int_equal(plan_bind(&plan, &why), ERR_OK);
	expect_next("2025-11-21T09:00:00");
	plan_done(&plan);
}

static void wrong_dates_are_refused(void **state)
{
	(void)state;
	struct plan_request request = request_of("0 9 * * *");
	given_plan(&request);
	assert_int_equal(plan_add_rdates(&plan, STR(""), &why), ERR_TIME_SYNTAX);
	assert_int_equal(plan_add_rdates(&plan, STR("2025-01-01,,2025-01-02"), &why),
			 ERR_TIME_SYNTAX);
	assert_int_equal(plan_add_exdates(&plan, STR("soon"), &why), ERR_TIME_SYNTAX);
	assert_int_equal(plan_add_excluded(&plan, STR("2025-02-30"), &why), ERR_TIME_SYNTAX);
	plan_done(&plan);
}

static void there_is_a_bound_on_dates(void **state)
{
	(void)state;
	struct plan_request request = request_of("0 9 * * *");
	struct buf list;
	given_plan(&request);
	buf_init(&list, 1 << 20);
	wall at = seconds_of("2030-01-01T00:00:00");
	for (u32 i = 0; i < SCHEDULE_DATES_MAX; i++) {
		if (i) buf_add_byte(&list, ',');
		wall_print(at - (wall)i * 60, &list);
	}
	assert_int_equal(plan_add_rdates(&plan, buf_view(&list), &why), ERR_OK);
	assert_int_equal(plan_add_rdates(&plan, STR("2030-01-01"), &why), ERR_OK);
	assert_int_equal(plan_add_rdates(&plan, STR("2031-01-01"), &why), ERR_TOO_LONG);
	assert_int_equal(plan.schedule.rdates_len, SCHEDULE_DATES_MAX);
	buf_done(&list);
	plan_done(&plan);
}

static void a_rule_that_never_fires_is_refused_when_bound(void **state)
{
	(void)state;
	struct plan_request request = request_of("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30");
	given_plan(&request);
	assert_int_equal(plan_bind(&plan, &why), ERR_RULE_NEVER);
	plan_done(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_alone_is_utc_from_now),
		cmocka_unit_test(the_kind_is_told_by_the_rule_or_by_name),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(after_is_an_instant_or_a_local_time),
		cmocka_unit_test(without_a_start_the_next_full_minute_is_taken),
		cmocka_unit_test(a_start_is_local_or_an_instant),
		cmocka_unit_test(the_ends_of_time_are_refused_where_the_wall_clock_leaves_them),
		cmocka_unit_test(dates_are_added_in_any_order_and_each_once),
		cmocka_unit_test(wrong_dates_are_refused),
		cmocka_unit_test(there_is_a_bound_on_dates),
		cmocka_unit_test(a_rule_that_never_fires_is_refused_when_bound),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
