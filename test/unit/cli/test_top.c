#include "stage.h"

static u32 raw_changes;

static u32 ten_rows(void *context)
{
	(void)context;
	return 10;
}

static void note_raw(void *context, bool is_raw)
{
	(void)context;
	(void)is_raw;
	raw_changes++;
}

static char press(void *context, msec span)
{
	struct stage *stage = context;
	stage->clock += span;
	return ++stage->pauses == 2 ? 'q' : 0;
}

static void picture(struct stage *stage, const char *metrics)
{
	stage_expect(stage, "GET status", 200, "{\"status\":\"ready\",\"due\":3,\"running\":1}");
	stage_expect(stage, "GET /metrics", 200, metrics);
	stage_expect(stage, "GET queues", 200, "{\"data\":[{\"name\":\"default\",\"weight\":2}]}");
	stage_expect(
		stage, "GET queue?state=processing&limit=200&tenant_id=%2A", 200,
		"{\"data\":[{\"id\":\"7\",\"type\":\"mail\",\"worker_id\":\"w\",\"updated_at\":"
		"\"2025-11-16T10:00:00Z\",\"progress_percent\":40,"
		"\"progress_message\":\"half\"}]}");
}

static void one_picture_needs_no_terminal(void **state)
{
	STAGE(stage);
	stage.clock = stage.doors.now;
	picture(&stage, "belfry_runs_done_total 5\n");
	assert_int_equal(stage_run(&stage, "top", "--once"), 0);
	assert_has(&stage.out, "due 3   running 1");
	assert_has(&stage.out, "default (weight 2)");
	assert_has(
		&stage.out,
		"30 s ago  \u2588\u2588\u2588\u2588\u2591\u2591\u2591\u2591\u2591\u2591 40%  half");
	stage_done(&stage);
}

static void it_draws_until_q_and_gives_the_terminal_back(void **state)
{
	STAGE(stage);
	stage.doors.can_ask = true;
	stage.doors.rows = ten_rows;
	stage.doors.raw = note_raw;
	stage.doors.key = press;
	stage.columns = 80;
	raw_changes = 0;
	picture(&stage, "belfry_runs_done_total{type=\"a\"} 5\n");
	picture(&stage,
		"belfry_runs_done_total{type=\"a\"} 8\nbelfry_runs_dead_total 2\nother 7\n");
	assert_int_equal(stage_run(&stage, "top"), 0);
	assert_has(&stage.out, "ended/s 5.0");
	assert_has(&stage.out, "\x1b[?1049h");
	assert_has(&stage.out, "\x1b[?25h\x1b[?1049l");
	assert_int_equal(raw_changes, 2);
	stage_done(&stage);
}

static void without_a_terminal_or_a_server_it_says_so(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "top"), 2);
	assert_has(&stage.err, "a terminal is needed");
	assert_int_equal(stage_run(&stage, "top", "x"), 2);
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "top", "--once"), 7);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_picture_needs_no_terminal),
		cmocka_unit_test(it_draws_until_q_and_gives_the_terminal_back),
		cmocka_unit_test(without_a_terminal_or_a_server_it_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
