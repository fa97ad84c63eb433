#include "base/check.h"
#include "model/command.h"

static u32 weight_of(struct command command)
{
	return command_weight(&command);
}

static void a_command_of_one_object_weighs_one(void **state)
{
	(void)state;
	assert_int_equal(weight_of((struct command){ .kind = COMMAND_CANCEL }), 1);
	assert_int_equal(weight_of((struct command){ .kind = COMMAND_LEASE }), 1);
	assert_int_equal(weight_of((struct command){ .kind = COMMAND_CALENDAR_PUT }), 1);
}

static void many_in_one_command_weigh_as_much_as_each_alone(void **state)
{
	(void)state;
	struct enqueue_item items[7] = { { .after_len = 0 } };
	struct command command = { .kind = COMMAND_ENQUEUE,
				   .enqueue = { .items = items, .len = 7 } };
	assert_int_equal(command_weight(&command), 7);
	items[3].after_len = 100; /* runs that are looked up */
	assert_int_equal(command_weight(&command), 107);
	items[3].after_len = 0;
	command.enqueue.resumes_len = 2;
	assert_int_equal(command_weight(&command), 7 + 2 * LIMIT_JOB_COMMAND_ITEMS);
	command = (struct command){ .kind = COMMAND_BATCH, .batch = { .len = 7 } };
	assert_int_equal(command_weight(&command), 8);
	command = (struct command){ .kind = COMMAND_BEAT, .beat = { .len = 5 } };
	assert_int_equal(command_weight(&command), 5);
}

static void commands_that_bring_many_runs_weigh_more(void **state)
{
	(void)state;
	for (u32 i = 0; i < COMMAND_COUNT; i++) {
		enum command_kind kind = (enum command_kind)i;
		u32 weight = weight_of((struct command){ .kind = kind });
		if (command_subject(kind) == SUBJECT_JOB)
			assert_int_equal(weight, LIMIT_JOB_COMMAND_ITEMS);
		if (command_subject(kind) == SUBJECT_LADDER)
			assert_int_equal(weight, LIMIT_LADDER_COMMAND_ITEMS);
	}
	struct command command = { .kind = COMMAND_JOB_APPLY, .job_apply = { .len = 3 } };
	assert_int_equal(command_weight(&command), 3 * LIMIT_JOB_COMMAND_ITEMS);
}

static void audit_events_of_a_report_weigh_by_their_bytes(void **state)
{
	(void)state;
	struct audit_event events[4] = { 0 };
	struct report reports[2] = { { .audit_len = 0 }, { .audit = events, .audit_len = 4 } };
	struct command command = { .kind = COMMAND_REPORT,
				   .report = { .reports = reports, .len = 2 } };
	assert_int_equal(command_weight(&command), 3);
	events[0].details.len = 1023;
	assert_int_equal(command_weight(&command), 3);
	events[0].details.len = 1024;
	assert_int_equal(command_weight(&command), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_of_one_object_weighs_one),
		cmocka_unit_test(many_in_one_command_weigh_as_much_as_each_alone),
		cmocka_unit_test(commands_that_bring_many_runs_weigh_more),
		cmocka_unit_test(audit_events_of_a_report_weigh_by_their_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
