/* Following events: from now on, or behind one of them. */
#include "stage.h"

static bool pause_twice(void *context, msec span)
{
	struct stage *stage = context;
	assert_int_equal(1000, span);
	return ++stage->pauses < 3;
}

#define EVENT(id, name)                                           \
	"{\"id\":\"" id "\",\"type\":\"" name                     \
	"\",\"time\":\"2025-11-16T10:00:00Z\",\"subject\":\"r\"," \
	"\"data\":{\"type\":\"mail\",\"reason\":\"re\\u001btry\"}}"
#define PAGE_OF(rows, cursor) "{\"data\":[" rows "],\"next_cursor\":" cursor "}"

static void from_now_on_line_by_line(void **state)
{
	STAGE(stage);
	stage.doors.pause = pause_twice;
	stage_expect(&stage, "GET events?event=job.failed&limit=1", 200,
		     PAGE_OF(EVENT("7-0", "job.failed"), "\"c\""));
	stage_expect(&stage, "GET events?event=job.failed&limit=500&after=7-0", 200,
		     PAGE_OF(EVENT("8-0", "job.failed"), "null"));
	stage_expect(&stage, "GET events?event=job.failed&limit=500&after=8-0", 200,
		     PAGE_OF("", "null"));
	assert_int_equal(stage_run(&stage, "events", "follow", "--event", "job.failed"), 0);
	assert_has(&stage.out, "2025-11-16T10:00:00Z  job.failed  mail  r  ");
	assert_null(memchr(stage.out.at, 033, stage.out.len));
	stage_done(&stage);
}

static void behind_an_event_through_all_pages(void **state)
{
	STAGE(stage);
	stage.doors.pause = pause_twice;
	stage.pauses = 2; /* the first pause ends it */
	stage_expect(&stage, "GET events?limit=500&after=1-0", 200,
		     PAGE_OF(EVENT("2-0", "run.created"), "\"on\""));
	stage_expect(&stage, "GET events?limit=500&cursor=on", 200,
		     PAGE_OF(EVENT("3-0", "run.dlq"), "null"));
	assert_int_equal(
		stage_run(&stage, "events", "follow", "--after-event", "1-0", "--output", "name"),
		0);
	assert_has(&stage.out, "2-0\n3-0\n");
	stage_done(&stage);
}

static void as_json_each_is_a_line(void **state)
{
	STAGE(stage);
	stage.doors.pause = pause_twice;
	stage.pauses = 2;
	stage_expect(&stage, "GET events?limit=500&after=1-0", 200,
		     PAGE_OF(EVENT("2-0", "run.created"), "null"));
	assert_int_equal(stage_run(&stage, "events", "follow", "--after-event", "1-0", "--json"),
			 0);
	assert_has(&stage.out, EVENT("2-0", "run.created") "\n");
	stage_done(&stage);
}

static void what_is_refused_ends_it(void **state)
{
	STAGE(stage);
	stage_expect(
		&stage, "GET events?limit=500&after=1-0", 410,
		"{\"title\":\"gone\",\"status\":410,\"code\":\"gone\",\"detail\":\"removed\"}");
	assert_int_equal(stage_run(&stage, "events", "follow", "--after-event", "1-0"), 3);
	assert_has(&stage.err, "removed");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_now_on_line_by_line),
		cmocka_unit_test(behind_an_event_through_all_pages),
		cmocka_unit_test(as_json_each_is_a_line),
		cmocka_unit_test(what_is_refused_ends_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
