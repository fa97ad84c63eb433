/* A worker without a server; its work with one is told by the suites that run the whole binary. */
#include "client/worker.h"

#include "base/check.h"

static void note_line(void *context, str line)
{
	buf_add(context, line);
}

static const struct work_wish wish_at_nobody = {
	.url = { "http://127.0.0.1:1", sizeof "http://127.0.0.1:1" - 1 },
	.programs = { { { "t", 1 }, { "true", 4 } } },
	.programs_len = 1,
	.concurrency = 2,
	.batch = 10,
	.poll_ms = 1000,
	.once = true,
};

static void with_nobody_there_it_ends_when_it_is_to_run_once(void **state)
{
	struct talk talk;
	struct buf said;
	struct why why;
	(void)state;
	talk_init(&talk);
	buf_init(&said, 4096);
	const struct worker_host host = { &talk, note_line, &said };
	assert_int_equal(worker_run(&host, &wish_at_nobody, &why), ERR_UNREACHABLE);
	assert_true(str_starts_with(str_from(why.text),
				    STR("no server answers at http://127.0.0.1:1")));
	assert_int_equal(said.len, 0);
	buf_done(&said);
	talk_done(&talk);
}

static void an_address_that_is_none_ends_it_at_once(void **state)
{
	struct talk talk;
	struct buf said;
	struct why why;
	struct work_wish wish = wish_at_nobody;
	(void)state;
	wish.url = STR("nonsense");
	wish.once = false;
	talk_init(&talk);
	buf_init(&said, 4096);
	const struct worker_host host = { &talk, note_line, &said };
	assert_int_equal(worker_run(&host, &wish, &why), ERR_ADDRESS);
	buf_done(&said);
	talk_done(&talk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(with_nobody_there_it_ends_when_it_is_to_run_once),
		cmocka_unit_test(an_address_that_is_none_ends_it_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
