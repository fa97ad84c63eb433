#include "cli/render.h"
#include "stage.h"

static void programs_get_the_bytes_as_they_came(void **state)
{
	STAGE(stage);
	static const char page[] =
		"{\"data\":[{\"id\":\"1\",\"payload\":{\"n\":1.10,\"s\":\"],}\\\"\"}},"
		"{\"id\":\"2\",\"big\":18446744073709551616}],\"next_cursor\":null}";
	stage_expect(&stage, "GET queue", 200, page);
	assert_int_equal(stage_run(&stage, "queue", "list", "-o", "ndjson"), 0);
	assert_true(str_eq(buf_view(&stage.out),
			   STR("{\"id\":\"1\",\"payload\":{\"n\":1.10,\"s\":\"],}\\\"\"}}\n"
			       "{\"id\":\"2\",\"big\":18446744073709551616}\n")));
	stage_expect(&stage, "GET queue", 200, page);
	assert_int_equal(stage_run(&stage, "queue", "list", "-o", "name"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("1\n2\n")));
	stage_expect(&stage, "GET queue/1", 200, "{\"n\":1.10}");
	assert_int_equal(stage_run(&stage, "queue", "show", "1", "--json"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("{\"n\":1.10}\n")));
	stage_done(&stage);
}

static void a_thing_is_shown_member_by_member_and_its_rows_as_a_table(void **state)
{
	STAGE(stage);
	stage_expect(
		&stage, "GET batches/1", 200,
		"{\"state\":\"queued\",\"gone\":null,\"reasons\":[{\"kind\":\"pause\",\"text\":"
		"\"held\",\"until\":\"2025-11-16T10:05:30Z\"},{\"kind\":\"limit\"}]}");
	assert_int_equal(stage_run(&stage, "batch", "show", "1"), 0);
	assert_has(&stage.out, "state                  \u25cb queued\n");
	assert_has(&stage.out,
		   "reasons\nKIND   TEXT  UNTIL\npause  held  2025-11-16 10:05:30Z (in 5 min)");
	assert_false(has_text(&stage.out, "gone"));
	stage_done(&stage);
}

static void a_column_that_nobody_has_is_refused(void **state)
{
	STAGE(stage);
	const char *page = "{\"data\":[{\"id\":\"a\",\"name\":\"n\"}]}";
	stage_expect(&stage, "GET tenants", 200, page);
	assert_int_equal(stage_run(&stage, "tenant", "list", "--columns", "name,weight"), 0);
	assert_has(&stage.out, "NAME");
	stage_expect(&stage, "GET tenants", 200, page);
	assert_int_equal(stage_run(&stage, "tenant", "list", "--columns", "id,nmae"), 2);
	assert_has(&stage.err, "--columns: there is no \"nmae\"; there are id, name");
	stage_done(&stage);
}

static void a_types_handler_is_shown_in_short(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET types", 200,
		     "{\"data\":[{\"name\":\"t\",\"handler\":{\"kind\":\"exec\",\"program\":"
		     "\"resize\",\"arguments\":{}}},{\"name\":\"u\",\"handler\":null}]}");
	assert_int_equal(stage_run(&stage, "type", "list"), 0);
	assert_has(&stage.out, "NAME  HANDLER");
	assert_has(&stage.out, "t     exec resize");
	stage_done(&stage);
}

static void a_table_fits_the_terminal(void **state)
{
	STAGE(stage);
	stage.columns = 60;
	stage_expect(
		&stage, "GET tenants", 200,
		"{\"data\":[{\"id\":\"a\",\"name\":\"a very long name that does not fit in so few "
		"columns at all\",\"created_at\":\"2025-11-15T10:00:30Z\"}]}");
	assert_int_equal(stage_run(&stage, "tenant", "list"), 0);
	str rest = buf_view(&stage.out);
	while (rest.len) {
		str line = str_split(&rest, '\n');
		assert_true(line.len <= 60 + 2); /* the dots are three bytes */
	}
	assert_has(&stage.out, "\u2026");
	assert_has(&stage.out, "1 d ago");
	stage_done(&stage);
}

static void fractions_are_short(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET tenants/a", 200, "{\"id\":\"a\",\"share\":0.8,\"half\":0.5}");
	assert_int_equal(stage_run(&stage, "tenant", "show", "a"), 0);
	assert_has(&stage.out, "0.8\n");
	assert_has(&stage.out, "0.5\n");
	stage_done(&stage);
}

static void how_it_stands_is_left_out_last(void **state)
{
	STAGE(stage);
	stage.columns = 80;
	stage_expect(&stage, "GET executions", 200,
		     "{\"data\":[{\"id\":\"0190c0de-0000-7000-8000-000000000001\","
		     "\"tenant_id\":\"acme\","
		     "\"type\":\"mail.send.with.a.long.name\",\"status\":\"FAILED\","
		     "\"attempt_number\":1,\"started_at\":\"2025-11-15T10:00:30Z\","
		     "\"duration_ms\":12,\"worker_id\":\"worker-1\","
		     "\"error_message\":\"the other side did not answer in time\"}]}");
	assert_int_equal(stage_run(&stage, "execution", "list"), 0);
	assert_has(&stage.out, "STATUS");
	assert_has(&stage.out, "FAILED");
	assert_has(&stage.out, "the other side");
	stage_done(&stage);
}

static void text_from_outside_cannot_steer_the_terminal(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET tenants/a", 200, "{\"name\":\"x\\u001b[2Jy\\nz\\u009b\"}");
	assert_int_equal(stage_run(&stage, "tenant", "show", "a"), 0);
	assert_has(&stage.out, "x?[2Jy z?");
	stage_done(&stage);
}

static void states_have_an_icon_and_a_word(void **state)
{
	(void)state;
	assert_true(str_eq(render_icon(STR("done")), STR("\u2713 ")));
	assert_true(str_eq(render_icon(STR("green")), STR("")));
	assert_int_equal(render_style(STR("dlq")), STYLE_ERROR);
	assert_int_equal(render_style(STR("green")), STYLE_PLAIN);
}

static void distances_have_one_unit(void **state)
{
	struct buf text;
	(void)state;
	buf_init(&text, 100);
	render_distance(5000, 5500, &text);
	buf_add_byte(&text, ' ');
	render_distance(0, 3 * MSEC_DAY, &text);
	buf_add_byte(&text, ' ');
	render_distance(90 * MSEC_SECOND, 0, &text);
	assert_true(str_eq(buf_view(&text), STR("now 3 d ago in 1 min")));
	buf_done(&text);
}

static void spans_have_two_units_at_most(void **state)
{
	static const msec spans[] = { 14, 1200, 15000, 250000, 7200000, 93600000 };
	struct buf text;
	(void)state;
	buf_init(&text, 200);
	for (size_t i = 0; i < countof(spans); i++) {
		render_span(spans[i], &text);
		buf_add_byte(&text, ',');
	}
	assert_str(buf_view(&text), STR("14 ms,1.2 s,15 s,4 min 10 s,2 h,1 d 2 h,"));
	buf_done(&text);
}

static void all_tenants_are_told_apart_and_intervals_are_read_as_such(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET jobs?tenant_id=%2A", 200,
		     "{\"data\":[{\"code\":\"a\",\"tenant_id\":\"t\",\"status\":\"ACTIVE\","
		     "\"interval_seconds\":90,\"last_run_status\":\"FAILED\"}]}");
	assert_int_equal(stage_run(&stage, "job", "list", "--tenant", "*"), 0);
	assert_has(&stage.out, "CODE  TENANT  STATUS    SCHEDULE          LAST\n"
			       "a     t       \u25cf ACTIVE  every 1 min 30 s  \u2717 FAILED\n");
	stage_done(&stage);
}

static void columns_can_be_chosen(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET jobs", 200,
		     "{\"data\":[{\"code\":\"a\",\"timezone\":\"UTC\",\"run_count\":3}]}");
	assert_int_equal(stage_run(&stage, "job", "list", "--columns", "run_count, timezone"), 0);
	assert_str(buf_view(&stage.out), STR("RUN COUNT  TIMEZONE\n3          UTC\n"));
	stage_done(&stage);
}

static void an_empty_list_says_so_and_quietly_says_nothing(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET types", 200, "{\"data\":[],\"next_cursor\":null}");
	assert_int_equal(stage_run(&stage, "type", "list"), 0);
	assert_has(&stage.err, "(none)");
	stage_expect(&stage, "GET types", 200, "{\"data\": [ ] }");
	assert_int_equal(stage_run(&stage, "type", "list", "-q"), 0);
	assert_int_equal(stage.err.len + stage.out.len, 0);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(programs_get_the_bytes_as_they_came),
		cmocka_unit_test(a_thing_is_shown_member_by_member_and_its_rows_as_a_table),
		cmocka_unit_test(a_column_that_nobody_has_is_refused),
		cmocka_unit_test(a_types_handler_is_shown_in_short),
		cmocka_unit_test(a_table_fits_the_terminal),
		cmocka_unit_test(fractions_are_short),
		cmocka_unit_test(how_it_stands_is_left_out_last),
		cmocka_unit_test(text_from_outside_cannot_steer_the_terminal),
		cmocka_unit_test(states_have_an_icon_and_a_word),
		cmocka_unit_test(distances_have_one_unit),
		cmocka_unit_test(columns_can_be_chosen),
		cmocka_unit_test(spans_have_two_units_at_most),
		cmocka_unit_test(all_tenants_are_told_apart_and_intervals_are_read_as_such),
		cmocka_unit_test(an_empty_list_says_so_and_quietly_says_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
