/* What a handler's result says to the scheduler. */
#include "handler/said.h"

#include "base/buf.h"
#include "base/check.h"

static struct report read_result(struct arena *arena, const char *result)
{
	struct report report = { .outcome = OUTCOME_SUCCESS };
	arena_init(arena, 1 << 20);
	said_read(str_from(result), arena, &report);
	return report;
}

static void expect_audit(const char *result, u32 len, const char *name, const char *details)
{
	struct arena arena;
	struct report report = read_result(&arena, result);
	assert_int_equal(len, report.audit_len);
	if (len) assert_str(str_from(name), report.audit[0].name);
	if (len) assert_str(str_from(details), report.audit[0].details);
	arena_done(&arena);
}

static void expect_pause(const char *result, bool pauses)
{
	struct arena arena;
	assert_int_equal(pauses, read_result(&arena, result).pauses_job);
	arena_done(&arena);
}

static void a_result_may_pause_its_job(void **state)
{
	(void)state;
	expect_pause("{\"schedule\": \"pause\", \"left\": 0}", true);
	expect_pause("{\"schedule\": \"on\"}", false);
	expect_pause("{\"schedule\": 1}", false);
	expect_pause("{\"inner\": {\"schedule\": \"pause\"}}", false);
	expect_pause("[\"schedule\", \"pause\"]", false);
	expect_pause("{\"schedule\": \"pause\"", false); /* no JSON */
	expect_pause("", false);
}

static void a_result_may_tell_what_was_done(void **state)
{
	(void)state;
	expect_audit("{\"audit\": [{\"event\": \"a.b\", \"after\": {\"x\": [1, null]}, "
		     "\"object\": \"o:1\", \"mood\": 3}]}",
		     1, "a.b", "{\"object\":\"o:1\",\"after\":{\"x\":[1,null]}}");
	expect_audit("{\"audit\": [{\"event\": \"a\"}, {\"event\": \"b\"}]}", 2, "a", "{}");
	expect_audit("{\"audit\": [7, {}, {\"event\": \"\"}, {\"event\": 1}, {\"event\": \"z\"}]}",
		     1, "z", "{}");
	expect_audit("{\"audit\": {\"event\": \"a\"}}", 0, "", "");
}

static void events_past_their_bounds_are_left_out(void **state)
{
	(void)state;
	struct arena arena;
	struct buf text;
	buf_init(&text, 1 << 20);
	buf_addf(&text, "{\"audit\": [{\"event\": \"long\", \"after\": \"%5000s\"}", "x");
	for (u32 i = 0; i < 2 * LIMIT_AUDIT_EVENTS; i++)
		buf_addf(&text, ",{\"event\": \"e%u\"}", i);
	buf_addf(&text, "]}%c", '\0');
	struct report report = read_result(&arena, text.at);
	assert_int_equal(LIMIT_AUDIT_EVENTS, report.audit_len);
	assert_str(STR("e0"), report.audit[0].name);
	buf_done(&text);
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_result_may_pause_its_job),
		cmocka_unit_test(a_result_may_tell_what_was_done),
		cmocka_unit_test(events_past_their_bounds_are_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
