/* What happened, added up. */
#include "api/shelf.h"
#include "api/stage.h"

static bool has_text(str body, const char *part)
{
	size_t len = strlen(part);
	for (size_t i = 0; i + len <= body.len; i++) {
		if (!memcmp(body.at + i, part, len)) return true;
	}
	return false;
}

static struct stage_token open_stage(struct stage *stage, struct shelf *shelf)
{
	stage_open(stage);
	shelf_init(shelf);
	stage->query = &shelf->query;
	return stage_add_token(stage, STR("acme"), ROLE_VIEWER);
}

static void rows_are_told_in_words(void **state)
{
	struct stage stage = { 0 };
	struct shelf shelf;
	struct stage_token token = open_stage(&stage, &shelf);
	(void)state;
	struct stats_group *group = &shelf.stats[0];
	group->number = 3;
	group->type_text = STR("mail");
	group->cells[STATS_STARTED] = 2;
	group->cells[STATS_DELAY] = 300;
	group->cells[STATS_DELAY + 1 + 5] = 2;
	shelf.stats_len = 2;
	str body = stage_call(&stage, &token, "GET", AT_BASE("stats?by=type"), STR(""));
	assert_int_equal(200, stage.status);
	assert_true(shelf.stats_asked.by == STATS_BY_NUMBER && shelf.stats_asked.span == 1);
	assert_str(shelf.stats_asked.tenant, STR("acme"));
	/* It is 22:13:20: whole minutes, from one hour before. */
	assert_str(member(body, "from"), STR("2023-11-14T21:13:00Z"));
	assert_str(member(body, "to"), STR("2023-11-14T22:14:00Z"));
	assert_true(has_text(body, "\"type\":\"mail\",\"enqueued\":0,\"started\":2"));
	assert_true(has_text(body, "\"start_delay\":{\"count\":2,\"mean_ms\":150,\"p50_ms\":"));
	assert_true(has_text(body, "\"duration\":{\"count\":0}"));
	assert_true(has_text(body, "\"type\":\"other\""));
	stage_close(&stage);
}

static void spans_of_time_choose_minutes_or_hours(void **state)
{
	struct stage stage = { 0 };
	struct shelf shelf;
	struct stage_token token = open_stage(&stage, &shelf);
	(void)state;
	stage_call(&stage, &token, "GET", AT_BASE("stats"), STR(""));
	assert_true(shelf.stats_asked.by == STATS_BY_TIME && shelf.stats_asked.step == 1);
	stage_call(&stage, &token, "GET", AT_BASE("stats?step=5m&by=tenant"), STR(""));
	assert_true(shelf.stats_asked.by == (STATS_BY_TIME | STATS_BY_TENANT));
	assert_true(shelf.stats_asked.step == 5 && shelf.stats_asked.span == 1);
	str body = stage_call(&stage, &token, "GET",
			      AT_BASE("stats?by=day&from=2023-11-01T10:00:00Z"), STR(""));
	assert_true(shelf.stats_asked.step == 1440 && shelf.stats_asked.span == STATS_HOUR);
	assert_str(member(body, "from"), STR("2023-11-01T00:00:00Z"));
	assert_str(member(body, "to"), STR("2023-11-15T00:00:00Z"));
	/* A long range without spans is read from hours. */
	stage_call(&stage, &token, "GET", AT_BASE("stats?by=route&from=2023-11-01T10:00:00Z"),
		   STR(""));
	assert_true(shelf.stats_asked.kind == STATS_OF_ROUTE);
	assert_true(shelf.stats_asked.span == STATS_HOUR);
	stage_call(&stage, &token, "GET", AT_BASE("stats?by=due_minute"), STR(""));
	assert_true(shelf.stats_asked.kind == STATS_OF_DUE);
	stage_close(&stage);
}

static void what_cannot_be_asked_is_refused(void **state)
{
	static const char *const bad[] = {
		AT_BASE("stats?by=year"),
		AT_BASE("stats?by=type,route"),
		AT_BASE("stats?by=minute,hour"),
		AT_BASE("stats?step=90s"),
		AT_BASE("stats?by=hour&step=5m"),
		AT_BASE("stats?by=route&type=mail"),
		AT_BASE("stats?from=2023-11-15T00:00:00Z"), /* not before now */
		AT_BASE("stats?from=2023-01-01T00:00:00Z"), /* too long */
		AT_BASE("stats?from=2023-11-01T00:00:00Z"), /* too many minutes */
		AT_BASE("stats?from=yesterday"),
	};
	struct stage stage = { 0 };
	struct shelf shelf;
	struct stage_token token = open_stage(&stage, &shelf);
	(void)state;
	for (u32 i = 0; i < countof(bad); i++) {
		stage_call(&stage, &token, "GET", bad[i], STR(""));
		assert_int_equal(422, stage.status);
	}
	shelf.stats_are_cut = true;
	stage_call(&stage, &token, "GET", AT_BASE("stats"), STR(""));
	assert_int_equal(422, stage.status);
	shelf.err = ERR_BUSY;
	stage_call(&stage, &token, "GET", AT_BASE("stats"), STR(""));
	assert_int_equal(503, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_told_in_words),
		cmocka_unit_test(spans_of_time_choose_minutes_or_hours),
		cmocka_unit_test(what_cannot_be_asked_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
