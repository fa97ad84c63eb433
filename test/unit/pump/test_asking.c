/* The server's own questions to the pump. */
#include "pump/asking.h"

#include "base/check.h"
#include "host/clock.h"
#include "store/memory/memory.h"

static struct now tell_time(void *context)
{
	(void)context;
	return clock_now();
}

static void draw(void *context, u8 *out, size_t len)
{
	(void)context;
	memset(out, 7, len);
}

static void on_stop(void *context, struct uuid execution)
{
	(void)context;
	(void)execution;
}

static void on_publish(void *context, u64 turn, str journal)
{
	(void)context;
	(void)turn;
	(void)journal;
}

static void on_err(void *context, enum err err)
{
	(void)context;
	(void)err;
}

static void an_answer_comes_back_with_its_reason(void **state)
{
	const struct pump_host host = {
		.now = tell_time, .random = draw, .stop = on_stop, .publish = on_publish
	};
	const struct pump_thread_host owner = { NULL, on_err, on_err, NULL };
	const struct pump_config config = { 0 };
	struct memory_store *store = NULL;
	struct pump_thread *thread = NULL;
	struct why why;
	(void)state;
	assert_int_equal(memory_store_new(1, &store), ERR_OK);
	assert_int_equal(
		pump_thread_start(&config, &host, &owner, memory_store_view(store), &thread),
		ERR_OK);
	struct command good = { .kind = COMMAND_SET_QUEUE, .set = { .name = STR("urgent") } };
	assert_int_equal(ask_pump(thread, &good, &why), ERR_OK);
	struct command bad = { .kind = COMMAND_SET_QUEUE, .set = { .name = STR("no name") } };
	assert_int_equal(ask_pump(thread, &bad, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "queue"));
	pump_thread_stop(thread);
	memory_store_free(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_comes_back_with_its_reason),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
