#include "handler/wire.h"

#include "handler/stage.h"

#include <errno.h>

static void open_pair(int pair[2])
{
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair), 0);
}

static void an_order_arrives_with_its_descriptors(void **state)
{
	(void)state;
	int pair[2], ends[2], fds[WIRE_FDS];
	open_pair(pair);
	assert_int_equal(pipe(ends), 0);
	struct wire_order sent = {
		.kind = WIRE_START, .program = 3, .attempt = 2, .slots_len = 1, .slots = { "abc" }
	};
	int given[] = { ends[0], ends[1], ends[1] };
	assert_int_equal(wire_send_order(pair[0], &sent, given, 3), 0);
	struct wire_order got;
	assert_int_equal(wire_receive_order(pair[1], &got, fds), WIRE_GOT);
	assert_memory_equal(&got, &sent, sizeof got);
	assert_int_equal(write(fds[1], "x", 1), 1);
	char byte;
	assert_int_equal(read(fds[0], &byte, 1), 1);
	assert_int_equal(fcntl(fds[0], F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	sent.kind = WIRE_STOP;
	assert_int_equal(wire_send_order(pair[0], &sent, NULL, 0), 0);
	int none[WIRE_FDS];
	assert_int_equal(wire_receive_order(pair[1], &got, none), WIRE_GOT);
	for (u32 i = 0; i < WIRE_FDS; i++) {
		assert_int_equal(none[i], -1);
		close(fds[i]);
	}
	close(ends[0]), close(ends[1]), close(pair[0]), close(pair[1]);
}

static void an_end_arrives_and_an_empty_line_is_nothing(void **state)
{
	(void)state;
	int pair[2];
	open_pair(pair);
	struct wire_ended sent, got;
	memset(&sent, 0, sizeof sent);
	sent.kind = WIRE_ENDED;
	sent.end.status = 256;
	assert_int_equal(wire_receive_ended(pair[1], &got), WIRE_NOTHING);
	assert_int_equal(wire_send_ended(pair[0], &sent), 0);
	assert_int_equal(wire_receive_ended(pair[1], &got), WIRE_GOT);
	assert_memory_equal(&got, &sent, sizeof got);
	close(pair[0]);
	assert_int_equal(wire_receive_ended(pair[1], &got), WIRE_CLOSED);
	close(pair[1]);
}

static void what_has_the_wrong_length_is_broken(void **state)
{
	(void)state;
	int pair[2], fds[WIRE_FDS];
	struct wire_order order;
	struct wire_ended ended;
	open_pair(pair);
	assert_int_equal(send(pair[0], "short", 5, 0), 5);
	assert_int_equal(wire_receive_order(pair[1], &order, fds), WIRE_BROKEN);
	memset(&order, 0, sizeof order);
	assert_int_equal(send(pair[0], &order, sizeof order, 0), (ssize_t)sizeof order);
	assert_int_equal(wire_receive_ended(pair[1], &ended), WIRE_BROKEN);
	close(pair[1]);
	assert_int_equal(wire_send_order(pair[0], &order, NULL, 0), EPIPE);
	close(pair[0]);
}

static void a_full_line_says_so(void **state)
{
	(void)state;
	int pair[2], error = 0;
	struct wire_order order;
	memset(&order, 0, sizeof order);
	open_pair(pair);
	for (u32 i = 0; i < 10000 && !error; i++) error = wire_send_order(pair[0], &order, NULL, 0);
	assert_int_equal(error, EAGAIN);
	close(pair[0]), close(pair[1]);
}

static void every_stage_has_its_sentence(void **state)
{
	(void)state;
	for (u32 i = 0; i < STAGE_COUNT; i++)
		assert_true(wire_stage_sentence((enum wire_stage)i)[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_order_arrives_with_its_descriptors),
		cmocka_unit_test(an_end_arrives_and_an_empty_line_is_nothing),
		cmocka_unit_test(what_has_the_wrong_length_is_broken),
		cmocka_unit_test(a_full_line_says_so),
		cmocka_unit_test(every_stage_has_its_sentence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
