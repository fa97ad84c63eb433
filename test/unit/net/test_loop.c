#include "../base/check.h"
#include "net/loop.h"

#include <pthread.h>
#include <signal.h>

static struct now some_now(void *context)
{
	return *(struct now *)context;
}

static struct loop *given_loop(struct now *now, u32 posts_max)
{
	struct loop *loop = NULL;
	struct loop_config config = { .now = some_now, .now_context = now, .posts_max = posts_max };
	assert_int_equal(loop_new(&config, &loop), ERR_OK);
	return loop;
}

struct tally {
	struct loop *loop;
	u32 count;
	u32 stop_at;
	char order[64];
	struct loop_timer *again;
};

static void count(void *context)
{
	struct tally *tally = context;
	if (++tally->count == tally->stop_at) loop_stop(tally->loop);
}

static void the_clock_is_the_callers(void **state)
{
	struct now now = { .wall = 17, .boot = 4 };
	struct loop *loop = given_loop(&now, 0);
	(void)state;
	assert_int_equal(loop_now(loop).wall, 17);
	now.boot = 5;
	assert_int_equal(loop_now(loop).boot, 5);
	assert_non_null(loop_base(loop));
	loop_free(loop);
}

struct letter {
	struct tally *tally;
	char letter;
};

static void write_letter(void *context)
{
	struct letter *letter = context;
	letter->tally->order[letter->tally->count] = letter->letter;
	count(letter->tally);
}

static void posts_run_in_their_order(void **state)
{
	struct now now = { 0 };
	struct tally tally = { .loop = given_loop(&now, 0), .stop_at = 5 };
	struct letter letters[5];
	(void)state;
	for (u32 i = 0; i < 5; i++) {
		letters[i] = (struct letter){ &tally, (char)('a' + i) };
		assert_int_equal(loop_post(tally.loop, write_letter, &letters[i]), ERR_OK);
	}
	loop_run(tally.loop);
	assert_string_equal(tally.order, "abcde");
	loop_free(tally.loop);
}

static void a_full_queue_refuses_and_then_takes_again(void **state)
{
	struct now now = { 0 };
	struct tally tally = { .loop = given_loop(&now, 3), .stop_at = 3 };
	(void)state;
	for (int i = 0; i < 3; i++) assert_int_equal(loop_post(tally.loop, count, &tally), ERR_OK);
	assert_int_equal(loop_post(tally.loop, count, &tally), ERR_BUSY);
	loop_run(tally.loop);
	assert_int_equal(tally.count, 3);
	tally.stop_at = 4;
	assert_int_equal(loop_post(tally.loop, count, &tally), ERR_OK);
	loop_run(tally.loop);
	assert_int_equal(tally.count, 4);
	loop_free(tally.loop);
}

enum { THREADS = 4, POSTS_EACH = 5000 };

static void *post_many(void *context)
{
	struct tally *tally = context;
	for (int i = 0; i < POSTS_EACH; i++) {
		while (loop_post(tally->loop, count, tally) == ERR_BUSY) sched_yield();
	}
	return NULL;
}

static void posts_of_many_threads_all_arrive(void **state)
{
	struct now now = { 0 };
	struct tally tally = { .loop = given_loop(&now, 1000), .stop_at = THREADS * POSTS_EACH };
	pthread_t threads[THREADS];
	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, post_many, &tally), 0);
	loop_run(tally.loop);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	assert_int_equal(tally.count, THREADS * POSTS_EACH);
	loop_free(tally.loop);
}

static void start_again(void *context)
{
	struct tally *tally = context;
	if (++tally->count < 3) loop_timer_start(tally->again, 1);
	else loop_stop(tally->loop);
}

static void a_timer_runs_once_and_may_start_itself_again(void **state)
{
	struct now now = { 0 };
	struct tally tally = { .loop = given_loop(&now, 0) };
	(void)state;
	assert_int_equal(loop_timer_new(tally.loop, start_again, &tally, &tally.again), ERR_OK);
	loop_timer_start(tally.again, -5); /* the past is now */
	loop_run(tally.loop);
	assert_int_equal(tally.count, 3);
	loop_timer_free(tally.again);
	loop_timer_free(NULL);
	loop_free(tally.loop);
}

static void a_stopped_timer_does_not_run(void **state)
{
	struct now now = { 0 };
	struct tally tally = { .loop = given_loop(&now, 0), .stop_at = 1 }, other = tally;
	struct loop_timer *stopped, *last;
	(void)state;
	assert_int_equal(loop_timer_new(tally.loop, count, &other, &stopped), ERR_OK);
	assert_int_equal(loop_timer_new(tally.loop, count, &tally, &last), ERR_OK);
	loop_timer_start(stopped, 1);
	loop_timer_start(last, 5);
	loop_timer_stop(stopped);
	loop_run(tally.loop);
	assert_int_equal(other.count, 0);
	assert_int_equal(tally.count, 1);
	loop_timer_free(stopped);
	loop_timer_free(last);
	loop_free(tally.loop);
}

static void a_signal_is_a_call_like_any_other(void **state)
{
	struct now now = { 0 };
	struct tally tally = { .loop = given_loop(&now, 0), .stop_at = 1 };
	(void)state;
	assert_int_equal(loop_on_signal(tally.loop, SIGUSR1, count, &tally), ERR_OK);
	raise(SIGUSR1);
	loop_run(tally.loop);
	assert_int_equal(tally.count, 1);
	tally.stop_at = 2;
	raise(SIGUSR1);
	loop_run(tally.loop);
	assert_int_equal(tally.count, 2);
	raise(SIGPIPE); /* ignored, or this would be the end */
	loop_free(tally.loop);
}

static bool make_loop_with_fault(void *context)
{
	struct loop *loop = NULL;
	struct loop_timer *timer = NULL;
	struct loop_config config = { .now = some_now, .now_context = context };
	enum err err = loop_new(&config, &loop);
	if (!err) err = loop_timer_new(loop, count, NULL, &timer);
	loop_timer_free(timer);
	loop_free(loop);
	return err == ERR_MEMORY;
}

static void no_memory_is_an_error(void **state)
{
	struct now now = { 0 };
	(void)state;
	assert_int_equal(for_each_fault(make_loop_with_fault, &now), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_clock_is_the_callers),
		cmocka_unit_test(posts_run_in_their_order),
		cmocka_unit_test(a_full_queue_refuses_and_then_takes_again),
		cmocka_unit_test(posts_of_many_threads_all_arrive),
		cmocka_unit_test(a_timer_runs_once_and_may_start_itself_again),
		cmocka_unit_test(a_stopped_timer_does_not_run),
		cmocka_unit_test(a_signal_is_a_call_like_any_other),
		cmocka_unit_test(no_memory_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
