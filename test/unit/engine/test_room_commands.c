#include "base/check.h"
#include "engine/room_parts.h"

static struct bounds room_of(const struct command *command)
{
	struct bounds bounds = { 0 };
	count_command(&bounds, command);
	return bounds;
}

static void every_run_of_an_enqueue_has_room(void **state)
{
	(void)state;
	static const struct enqueue_item items[3] = { { .route = STR("customer-1") } };
	struct command command = { .kind = COMMAND_ENQUEUE,
				   .actor = STR("me"),
				   .enqueue = { .items = items, .len = 3, .resumes_len = 1 } };
	struct bounds bounds = room_of(&command);
	assert_int_equal(bounds.created, 3);
	assert_int_equal(bounds.names, 4); /* a type each, and the tenant */
	assert_int_equal(bounds.touched, 3);
	assert_int_equal(bounds.journal_texts, 4 * 2);
	assert_int_equal(bounds.routes_named, 1);
	command = (struct command){ .kind = COMMAND_BATCH,
				    .batch = { .parent = items, .children = items, .len = 3 } };
	bounds = room_of(&command);
	assert_int_equal(bounds.routes_named, 2);
	assert_int_equal(bounds.created, 4);
	assert_int_equal(bounds.batches, 1);
}

static void a_lease_call_beside_reports_has_room(void **state)
{
	(void)state;
	struct lease_command lease = { .max = 5 };
	struct report reports[2] = { { .pauses_job = true }, { .audit_len = 0 } };
	struct command command = { .kind = COMMAND_REPORT,
				   .report = { .reports = reports, .len = 2 } };
	assert_int_equal(room_of(&command).calls, 0);
	command.report.lease = &lease;
	struct bounds bounds = room_of(&command);
	assert_int_equal(bounds.ended, 2);
	assert_int_equal(bounds.calls, 1);
	assert_int_equal(bounds.runs_asked, 5);
	assert_int_equal(bounds.settings, 1); /* the job that the first report pauses */
}

/* A command that changes nothing by itself takes no more than two entries with its actor. */
static void a_question_takes_no_rows(void **state)
{
	(void)state;
	struct command command = { .kind = COMMAND_ASK_QUOTAS, .actor = STR("me") };
	struct bounds bounds = room_of(&command);
	assert_int_equal(bounds.journal_texts, 4);
	bounds.journal_texts = 0;
	struct bounds none = { 0 };
	assert_memory_equal(&bounds, &none, sizeof none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_run_of_an_enqueue_has_room),
		cmocka_unit_test(a_lease_call_beside_reports_has_room),
		cmocka_unit_test(a_question_takes_no_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
