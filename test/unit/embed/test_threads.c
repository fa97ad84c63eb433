/* The library's own threads, and a host's loop beside other threads: nothing is lost, nothing runs
 * twice, and stopping waits. Runs under the thread sanitizer, too. */
#include "embed/program.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

enum { PRODUCERS = 4, EACH = 25 };

struct crowd {
	struct program program;
	atomic_uint calls;
	atomic_uint failed;
	atomic_int seen_signal;
	atomic_bool goes_on;
	belfry_execution *_Atomic later;
};

static void crowd_begin(struct crowd *crowd)
{
	program_begin(&crowd->program);
	crowd->program.options.clock = NULL;
	crowd->program.options.log = NULL;
	atomic_store(&crowd->calls, 0);
	atomic_store(&crowd->failed, 0);
	program_open(&crowd->program);
}

static belfry_outcome count_call(void *user, belfry_execution *execution)
{
	struct crowd *crowd = user;
	(void)execution;
	atomic_fetch_add(&crowd->calls, 1);
	return BELFRY_DONE;
}

static void *produce(void *user)
{
	struct crowd *crowd = user;
	for (int i = 0; i < EACH; i++) {
		belfry_task task = { .size = sizeof task, .type = "t" };
		if (belfry_schedule(crowd->program.handle, &task, NULL, NULL))
			atomic_fetch_add(&crowd->failed, 1);
	}
	return NULL;
}

static void wait_for_calls(const struct crowd *crowd, u32 calls)
{
	while (atomic_load(&crowd->calls) < calls) sched_yield();
}

static void check_all_done(struct crowd *crowd, u32 calls)
{
	belfry_filter filter = { .size = sizeof filter,
				 .limit = 1000,
				 .states = BELFRY_STATE_BIT(BELFRY_RUN_DONE) };
	belfry_run_list *list;
	assert_int_equal(0, atomic_load(&crowd->failed));
	assert_int_equal(calls, atomic_load(&crowd->calls));
	assert_done(&crowd->program,
		    belfry_list_runs(crowd->program.handle, &filter, &list, &crowd->program.why));
	assert_int_equal(calls, belfry_run_list_len(list));
	belfry_run_list_free(list);
}

static void threads_carry_out_what_threads_schedule(void **state)
{
	(void)state;
	struct crowd crowd;
	pthread_t producers[PRODUCERS];
	crowd_begin(&crowd);
	belfry *handle = crowd.program.handle;
	belfry_why *why = &crowd.program.why;
	assert_done(&crowd.program, belfry_handle(handle, "t", count_call, &crowd, why));
	assert_done(&crowd.program, belfry_start(handle, 3, why));
	for (int i = 0; i < PRODUCERS; i++)
		assert_int_equal(0, pthread_create(&producers[i], NULL, produce, &crowd));
	for (int i = 0; i < PRODUCERS; i++) pthread_join(producers[i], NULL);
	wait_for_calls(&crowd, PRODUCERS * EACH);
	assert_done(&crowd.program, belfry_stop(handle, 60000, why));
	check_all_done(&crowd, PRODUCERS * EACH);
	program_end(&crowd.program);
}

/* The descriptor wakes the loop for what other threads schedule: it never waits by the clock. */
static void loop_is_woken_by_its_descriptor(void **state)
{
	(void)state;
	struct crowd crowd;
	pthread_t producers[PRODUCERS];
	crowd_begin(&crowd);
	belfry *handle = crowd.program.handle;
	assert_done(&crowd.program,
		    belfry_handle(handle, "t", count_call, &crowd, &crowd.program.why));
	struct pollfd fd = { .fd = belfry_fd(handle), .events = POLLIN };
	assert_true(fd.fd >= 0);
	for (int i = 0; i < PRODUCERS; i++)
		assert_int_equal(0, pthread_create(&producers[i], NULL, produce, &crowd));
	while (atomic_load(&crowd.calls) < PRODUCERS * EACH) {
		assert_int_equal(1, poll(&fd, 1, -1));
		program_step(&crowd.program);
	}
	for (int i = 0; i < PRODUCERS; i++) pthread_join(producers[i], NULL);
	check_all_done(&crowd, PRODUCERS * EACH);
	program_end(&crowd.program);
}

static belfry_outcome wait_for_signal(void *user, belfry_execution *execution)
{
	struct crowd *crowd = user;
	belfry_stop_reason reason;
	atomic_fetch_add(&crowd->calls, 1);
	while ((reason = belfry_execution_cancelled(execution)) == BELFRY_GO_ON) sched_yield();
	atomic_store(&crowd->seen_signal, (int)reason);
	return BELFRY_DEFER;
}

static struct crowd *begin_hanging(struct crowd *crowd, const belfry_task *task, belfry_id *out_run)
{
	belfry_scheduled made;
	crowd_begin(crowd);
	struct program *program = &crowd->program;
	atomic_store(&crowd->seen_signal, 0);
	belfry *handle = program->handle;
	assert_done(program, belfry_handle(handle, "t", wait_for_signal, crowd, &program->why));
	assert_done(program, belfry_schedule(handle, task, &made, &program->why));
	assert_done(program, belfry_start(handle, 1, &program->why));
	wait_for_calls(crowd, 1);
	*out_run = made.run;
	return crowd;
}

static const belfry_task slow = { .size = sizeof slow, .type = "t", .timeout_ms = 86400000 };

static void stopping_tells_handlers_and_waits_for_them(void **state)
{
	(void)state;
	struct crowd crowd;
	belfry_id run;
	begin_hanging(&crowd, &slow, &run);
	assert_done(&crowd.program, belfry_stop(crowd.program.handle, 0, &crowd.program.why));
	assert_int_equal(BELFRY_STOPPING, atomic_load(&crowd.seen_signal));
	struct seen seen = program_see(&crowd.program, &run);
	assert_int_equal(BELFRY_RUN_QUEUED, seen.run->state);
	assert_int_equal(0, seen.run->attempts); /* given back */
	belfry_run_list_free(seen.list);
	program_end(&crowd.program);
}

static void cancelling_reaches_a_running_handler(void **state)
{
	(void)state;
	struct crowd crowd;
	belfry_id run;
	begin_hanging(&crowd, &slow, &run);
	struct program *program = &crowd.program;
	assert_done(program, belfry_cancel(program->handle, &run, "enough", &program->why));
	assert_done(program, belfry_stop(program->handle, 600000, &program->why));
	assert_int_equal(BELFRY_CANCELLED, atomic_load(&crowd.seen_signal));
	assert_int_equal(BELFRY_RUN_CANCELLED, program_state(program, run));
	program_end(program);
}

/* The shortest timeout there is: a second. */
static void thread_that_watches_the_time_ends_what_takes_too_long(void **state)
{
	(void)state;
	struct crowd crowd;
	belfry_id run;
	belfry_task task = { .size = sizeof task, .type = "t", .timeout_ms = 1000 };
	begin_hanging(&crowd, &task, &run);
	while (program_state(&crowd.program, run) == BELFRY_RUN_PROCESSING) sched_yield();
	struct seen seen = program_see(&crowd.program, &run);
	assert_string_equal("timeout", seen.run->error_class);
	belfry_run_list_free(seen.list);
	program_end(&crowd.program); /* closing ends the threads */
	assert_int_equal(BELFRY_TIMED_OUT, atomic_load(&crowd.seen_signal));
}

static belfry_outcome leave_to_another(void *user, belfry_execution *execution)
{
	struct crowd *crowd = user;
	atomic_fetch_add(&crowd->calls, 1);
	atomic_store(&crowd->later, execution);
	return BELFRY_LATER;
}

static void *finish_as_they_come(void *user)
{
	struct crowd *crowd = user;
	for (int finished = 0; finished < EACH;) {
		belfry_execution *execution = atomic_exchange(&crowd->later, NULL);
		if (!execution) {
			sched_yield();
			continue;
		}
		if (belfry_finish(crowd->program.handle, execution, BELFRY_DONE, NULL))
			atomic_fetch_add(&crowd->failed, 1);
		finished++;
	}
	return NULL;
}

/* Also before its handler has returned. */
static void another_thread_finishes_what_handlers_began(void **state)
{
	(void)state;
	struct crowd crowd;
	pthread_t finisher;
	crowd_begin(&crowd);
	atomic_store(&crowd.later, NULL);
	struct program *program = &crowd.program;
	assert_done(program,
		    belfry_handle(program->handle, "t", leave_to_another, &crowd, &program->why));
	assert_int_equal(0, pthread_create(&finisher, NULL, finish_as_they_come, &crowd));
	assert_done(program, belfry_start(program->handle, 1, &program->why));
	(void)produce(&crowd);
	pthread_join(finisher, NULL);
	assert_done(program, belfry_stop(program->handle, 60000, &program->why));
	check_all_done(&crowd, EACH);
	program_end(program);
}

static void threads_are_started_once_and_within_bounds(void **state)
{
	(void)state;
	struct crowd crowd;
	crowd_begin(&crowd);
	struct program *program = &crowd.program;
	belfry *handle = program->handle;
	belfry_why *why = &program->why;
	assert_refused(program, belfry_start(handle, 0, why), BELFRY_INVALID, "threads is 1 to");
	assert_refused(program, belfry_start(handle, 257, why), BELFRY_INVALID, "threads is 1 to");
	assert_refused(program, belfry_stop(handle, 0, why), BELFRY_MISUSE, "no threads");
	assert_done(program, belfry_start(handle, 2, why));
	assert_refused(program, belfry_start(handle, 2, why), BELFRY_MISUSE, "threads drive");
	assert_refused(program, belfry_step(handle, why), BELFRY_MISUSE, "threads drive");
	assert_int_equal(-1, belfry_fd(handle));
	assert_refused(program, belfry_stop(handle, -1, why), BELFRY_INVALID, "patience_ms");
	assert_done(program, belfry_stop(handle, 0, why));
	assert_done(program, belfry_step(handle, why)); /* then the host may drive */
	assert_done(program, belfry_start(handle, 1, why));
	program_end(program);
	struct program timed;
	program_start(&timed);
	assert_refused(&timed, belfry_start(timed.handle, 1, &timed.why), BELFRY_MISUSE, "clock");
	program_end(&timed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_carry_out_what_threads_schedule),
		cmocka_unit_test(loop_is_woken_by_its_descriptor),
		cmocka_unit_test(stopping_tells_handlers_and_waits_for_them),
		cmocka_unit_test(cancelling_reaches_a_running_handler),
		cmocka_unit_test(thread_that_watches_the_time_ends_what_takes_too_long),
		cmocka_unit_test(another_thread_finishes_what_handlers_began),
		cmocka_unit_test(threads_are_started_once_and_within_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
