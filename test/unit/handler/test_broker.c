#define _GNU_SOURCE
#include "handler/broker.h"

#include "handler/confine.h"
#include "handler/family.h"
#include "handler/programs_place.h"
#include "handler/wire.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

struct run {
	int input, output;
};

static struct wire_order order_for(const struct programs_place *there, const char *program,
				   u8 number)
{
	struct wire_order order = { .kind = WIRE_START, .attempt = 1 };
	assert_true(programs_find(there->programs, str_from(program), &order.program));
	memset(order.execution.bytes, number, 16);
	memset(order.run.bytes, number, 16);
	return order;
}

static struct run start(struct broker *broker, const struct wire_order *order)
{
	int in[2], out[2];
	assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC), 0);
	int theirs[] = { in[0], out[1], out[1] };
	assert_int_equal(wire_send_order(broker_socket(broker), order, theirs, 3), 0);
	close(in[0]), close(out[1]);
	return (struct run){ in[1], out[0] };
}

static void close_run(struct run *run)
{
	close(run->input), close(run->output);
}

static struct wire_ended wait_end(struct broker *broker)
{
	struct pollfd event = { .fd = broker_socket(broker), .events = POLLIN };
	struct wire_ended ended;
	assert_int_equal(poll(&event, 1, 30000), 1);
	assert_int_equal(wire_receive_ended(broker_socket(broker), &ended), WIRE_GOT);
	assert_int_equal(ended.kind, WIRE_ENDED);
	return ended;
}

static void programs_are_started_stopped_and_reported(void **state)
{
	(void)state;
	for (u32 plain = 0; plain < 2; plain++) {
		struct programs_place there;
		char byte;
		programs_place_open(&there);
		struct broker *broker = programs_place_broker(&there, plain);
		assert_ptr_equal(broker_programs(broker), there.programs);
		struct wire_order bad = order_for(&there, "bad", 1),
				  tells = order_for(&there, "tells", 2);
		struct run first = start(broker, &bad), second = start(broker, &tells);
		struct wire_ended ended = wait_end(broker);
		assert_memory_equal(&ended.execution, &bad.execution, 16);
		assert_int_equal(WEXITSTATUS(ended.end.status), 3);
		assert_int_equal(read(second.output, &byte, 1), 1);
		tells.kind = WIRE_STOP;
		assert_int_equal(wire_send_order(broker_socket(broker), &tells, NULL, 0), 0);
		ended = wait_end(broker);
		assert_memory_equal(&ended.execution, &tells.execution, 16);
		assert_true(WIFSIGNALED(ended.end.status));
		close_run(&first), close_run(&second);
		broker_stop(broker);
		programs_place_close(&there);
	}
}

static void orders_without_sense_are_answered(void **state)
{
	(void)state;
	struct programs_place there;
	programs_place_open(&there);
	struct broker *broker = programs_place_broker(&there, true);
	struct wire_order order = order_for(&there, "echo", 1);
	order.program = 1000;
	assert_int_equal(wire_send_order(broker_socket(broker), &order, NULL, 0), 0);
	assert_int_equal(wait_end(broker).end.stage, STAGE_BROKER);
	order = order_for(&there, "echo", 1); /* no descriptors */
	assert_int_equal(wire_send_order(broker_socket(broker), &order, NULL, 0), 0);
	assert_int_equal(wait_end(broker).end.stage, STAGE_BROKER);
	order = order_for(&there, "slots", 1); /* its slots are missing */
	struct run run = start(broker, &order);
	assert_int_equal(wait_end(broker).end.stage, STAGE_BROKER);
	close_run(&run);
	broker_stop(broker);
	programs_place_close(&there);
}

static void its_end_is_the_end_of_all_programs(void **state)
{
	(void)state;
	for (u32 plain = 0; plain < 2; plain++) {
		struct programs_place there;
		char byte;
		programs_place_open(&there);
		struct broker *broker = programs_place_broker(&there, plain);
		struct wire_order order = order_for(&there, "stubborn", 1);
		struct run run = start(broker, &order);
		assert_int_equal(read(run.output, &byte, 1), 1);
		broker_stop(broker);
		while (read(run.output, &byte, 1) == 1) {
		} /* ends: nobody holds the other end any more */
		close_run(&run);
		programs_place_close(&there);
	}
}

static void what_a_killed_broker_left_is_ended_by_the_next(void **state)
{
	(void)state;
	for (u32 plain = 0; plain < 2; plain++) {
		struct programs_place there;
		char byte;
		programs_place_open(&there);
		struct broker *broker = programs_place_broker(&there, plain);
		struct wire_order order = order_for(&there, "stubborn", 1);
		struct run run = start(broker, &order);
		assert_int_equal(read(run.output, &byte, 1), 1);
		kill(broker_pid(broker), SIGKILL);
		struct broker *next = programs_place_broker(&there, plain);
		while (read(run.output, &byte, 1) == 1) {}
		close_run(&run);
		broker_stop(broker);
		broker_stop(next);
		programs_place_close(&there);
	}
}

static void without_walls_it_does_not_start(void **state)
{
	(void)state;
	struct programs_place there;
	struct broker *broker = NULL;
	struct why why;
	programs_place_open(&there);
	struct broker_config config = { .programs = there.programs,
					.record_folder = there.records,
					.work_folder = there.work,
					.is_plain = true };
	for (u32 i = 0; i < there.programs->len; i++)
		there.programs->at[i].numbers[PROGRAM_UNCONFINED] = 0;
	enum err err = broker_start(&config, &broker, &why);
	if (confine_landlock_abi() == 0) {
		assert_int_equal(err, ERR_INVALID);
		assert_non_null(strstr(why.text, "unconfined"));
		mkdir(there.records, 0700), mkdir(there.work, 0711);
	} else {
		assert_int_equal(err, ERR_OK);
		broker_stop(broker);
	}
	config.record_folder = "/no/such/folder/records";
	assert_int_not_equal(broker_start(&config, &broker, &why), ERR_OK);
	broker_stop(NULL);
	programs_place_close(&there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(programs_are_started_stopped_and_reported),
		cmocka_unit_test(orders_without_sense_are_answered),
		cmocka_unit_test(its_end_is_the_end_of_all_programs),
		cmocka_unit_test(what_a_killed_broker_left_is_ended_by_the_next),
		cmocka_unit_test(without_walls_it_does_not_start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
