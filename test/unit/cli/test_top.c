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

static const char status[] = "{\"status\":\"ready\",\"due\":3,\"running\":1}";

static void picture(struct stage *stage, const char *metrics)
{
	stage_expect(stage, "GET status", 200, status);
	stage_expect(stage, "GET /metrics", 200, metrics);
	stage_expect(
		stage, "GET queue?state=processing&limit=200&tenant_id=%2A", 200,
		"{\"data\":[{\"id\":\"7\",\"type\":\"mail\",\"worker_id\":\"w\",\"updated_at\":"
		"\"2025-11-16T10:00:00Z\",\"progress_percent\":40,"
		"\"progress_message\":\"ha\\u001blf\"}]}");
}

static const char ended[] = "{\"data\":[{\"type\":\"sync\",\"tenant_id\":\"t\",\"state\":\"dlq\","
			    "\"finished_at\":\"2025-11-16T09:58:20Z\",\"error_message\":\"no\"}]}";

static void one_picture_needs_no_terminal(void **state)
{
	STAGE(stage);
	stage.clock = stage.doors.now;
	stage_expect(&stage, "GET status", 200, status);
	picture(&stage, "belfry_runs_done_total 5\n");
	stage_expect(&stage, "GET queue?state=done,failed,dlq,cancelled&limit=100&tenant_id=%2A",
		     200, ended);
	assert_int_equal(stage_run(&stage, "top", "--once"), 0);
	assert_has(&stage.out, "http://127.0.0.1:1   \u2713 ready\ndue 3   running 1\n\n");
	assert_has(&stage.out,
		   "mail     30 s  \u2588\u2588\u2588\u2588\u2588\u2591\u2591\u2591\u2591"
		   "\u2591\u2591\u2591  40%  ha lf  w\n");
	assert_has(&stage.out, "sync   t       2 min 10 s  \u2717 dlq  no\n");
	stage_done(&stage);
}

static void what_ended_last_comes_first(void **state)
{
	STAGE(stage);
	stage.clock = stage.doors.now;
	stage_expect(&stage, "GET status", 200, status);
	picture(&stage, "");
	stage_expect(&stage, "GET queue?state=done,failed,dlq,cancelled&limit=100&tenant_id=%2A",
		     200,
		     "{\"data\":[{\"type\":\"new\",\"finished_at\":\"2025-11-16T10:00:00Z\"},"
		     "{\"type\":\"long\",\"finished_at\":\"2025-11-16T10:00:20Z\"},"
		     "{\"type\":\"old\",\"finished_at\":\"2025-11-16T09:00:00Z\"}]}");
	assert_int_equal(stage_run(&stage, "top", "--once"), 0);
	assert_has(&stage.out, "\nlong   10 s\nnew    30 s\nold    1 h\n");
	stage_done(&stage);
}

static void who_may_ask_about_one_tenant_sees_that_one(void **state)
{
	STAGE(stage);
	stage.clock = stage.doors.now;
	stage_expect(&stage, "GET status", 200, status);
	stage_expect(&stage, "GET status", 200, status);
	stage_expect(&stage, "GET /metrics", 403, "{}");
	stage_expect(&stage, "GET queue?state=processing&limit=200&tenant_id=%2A", 403, "{}");
	stage_expect(&stage, "GET queue?state=processing&limit=200", 200, "{\"data\":[]}");
	stage_expect(&stage, "GET queue?state=done,failed,dlq,cancelled&limit=100", 200, ended);
	assert_int_equal(stage_run(&stage, "top", "--once"), 0);
	assert_has(&stage.out, "nothing is running\n\nENDED");
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
	stage_expect(&stage, "GET status", 200, status);
	for (u32 i = 0; i < 2; i++) {
		picture(&stage, i ? "belfry_runs_done_total{type=\"a\"} 8\n"
				    "belfry_runs_dead_total 2\nother 7\n"
				  : "belfry_runs_done_total{type=\"a\"} 5\n");
		stage_expect(&stage,
			     "GET queue?state=done,failed,dlq,cancelled&limit=100&tenant_id=%2A",
			     200, ended);
	}
	assert_int_equal(stage_run(&stage, "top"), 0);
	assert_has(&stage.out, "ended 5.0/s   failed 2.0/s\x1b[K\r\n");
	assert_has(&stage.out, "\x1b[?1049h");
	assert_has(&stage.out, "\x1b[?25h\x1b[?1049l");
	assert_int_equal(raw_changes, 2);
	stage_done(&stage);
}

static void a_server_that_goes_away_is_waited_for(void **state)
{
	STAGE(stage);
	stage.doors.can_ask = true;
	stage.doors.rows = ten_rows;
	stage.doors.raw = note_raw;
	stage.doors.key = press;
	stage.columns = 80;
	stage_expect(&stage, "GET status", 200, status);
	stage_expect(&stage, "GET status", 503, "{}");
	stage_expect(&stage, "GET status", 503, "{}");
	assert_int_equal(stage_run(&stage, "top"), 0);
	assert_has(&stage.out, "no answer: status 503");
	assert_has(&stage.out, "trying again each second");
	stage_done(&stage);
}

static void without_a_terminal_or_a_server_it_says_so(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "top"), 2);
	assert_has(&stage.err, "needs a terminal");
	assert_int_equal(stage_run(&stage, "top", "x"), 2);
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "top", "--once"), 7);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_picture_needs_no_terminal),
		cmocka_unit_test(what_ended_last_comes_first),
		cmocka_unit_test(who_may_ask_about_one_tenant_sees_that_one),
		cmocka_unit_test(a_server_that_goes_away_is_waited_for),
		cmocka_unit_test(it_draws_until_q_and_gives_the_terminal_back),
		cmocka_unit_test(without_a_terminal_or_a_server_it_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
