#include "base/check.h"
#include "engine/room_parts.h"

static struct room room_of(const struct command *command)
{
	struct room room = { 0 };
	count_command(&room, command);
	return room;
}

static void every_run_of_an_enqueue_has_room(void **state)
{
	(void)state;
	static const struct enqueue_item items[3] = { { .route = STR("customer-1") } };
	struct command command = { .kind = COMMAND_ENQUEUE,
				   .actor = STR("me"),
				   .enqueue = { .items = items, .len = 3, .resumes_len = 1 } };
	struct room room = room_of(&command);
	assert_int_equal(room.created, 3);
	assert_int_equal(room.names, 4); /* a type each, and the tenant */
	assert_int_equal(room.touched, 3);
	assert_int_equal(room.texts, 4 * 2);
	assert_int_equal(room.routes_named, 1);
	command = (struct command){ .kind = COMMAND_BATCH,
				    .batch = { .parent = items, .children = items, .len = 3 } };
	room = room_of(&command);
	assert_int_equal(room.routes_named, 2);
	assert_int_equal(room.created, 4);
	assert_int_equal(room.batches, 1);
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
	struct room room = room_of(&command);
	assert_int_equal(room.ended, 2);
	assert_int_equal(room.calls, 1);
	assert_int_equal(room.runs_asked, 5);
	assert_int_equal(room.settings, 1); /* the job that the first report pauses */
}

/* A command that changes nothing by itself takes no more than two entries with its actor. */
static void a_question_takes_no_rows(void **state)
{
	(void)state;
	struct command command = { .kind = COMMAND_ASK_QUOTAS, .actor = STR("me") };
	struct room room = room_of(&command);
	assert_int_equal(room.texts, 4);
	room.texts = 0;
	struct room none = { 0 };
	assert_memory_equal(&room, &none, sizeof none);
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
