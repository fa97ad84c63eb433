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
	assert_refused(program, belfry_start(handle, 0, why), BELFRY_INVALID,
		       "threads must be 1 to");
	assert_refused(program, belfry_start(handle, 257, why), BELFRY_INVALID,
		       "threads must be 1 to");
	assert_refused(program, belfry_stop(handle, 0, why), BELFRY_MISUSE, "no threads");
	assert_done(program, belfry_start(handle, 2, why));
	assert_refused(program, belfry_start(handle, 2, why), BELFRY_MISUSE, "threads already run");
	assert_refused(program, belfry_step(handle, why), BELFRY_MISUSE, "threads run");
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

/* ---- wrong use ----------------------------------------------------------------------------- */

struct pair {
	struct crowd crowd;
	atomic_uint first_returned;
};

/* The first call ends its own run, and returns only when the next run has begun: whatever it
 * returns then is nobody's outcome. */
static belfry_outcome finish_then_linger(void *user, belfry_execution *execution)
{
	struct pair *pair = user;
	struct crowd *crowd = &pair->crowd;
	if (atomic_fetch_add(&crowd->calls, 1) == 0) {
		belfry_task next = { .size = sizeof next, .type = "t" };
		if (belfry_finish(crowd->program.handle, execution, BELFRY_DONE, NULL) ||
		    belfry_schedule(crowd->program.handle, &next, NULL, NULL))
			atomic_fetch_add(&crowd->failed, 1);
		wait_for_calls(crowd, 2);
		atomic_store(&pair->first_returned, 1);
		return BELFRY_FAIL;
	}
	while (!atomic_load(&pair->first_returned)) sched_yield();
	for (int i = 0; i < 1000; i++) sched_yield(); /* it has to get through the library */
	return BELFRY_DONE;
}

static void handler_that_lingers_does_not_end_the_next_run(void **state)
{
	(void)state;
	for (int round = 0; round < 10; round++) {
		struct pair pair;
		struct crowd *crowd = &pair.crowd;
		struct program *program = &crowd->program;
		crowd_begin(crowd);
		atomic_store(&pair.first_returned, 0);
		belfry_why *why = &program->why;
		assert_done(program,
			    belfry_handle(program->handle, "t", finish_then_linger, &pair, why));
		program_task(program, (belfry_task){ 0 });
		assert_done(program, belfry_start(program->handle, 2, why));
		wait_for_calls(crowd, 2);
		assert_done(program, belfry_stop(program->handle, 60000, why));
		check_all_done(crowd, 2);
		program_end(program);
	}
}

static void closing_does_not_wait_for_what_ends_later(void **state)
{
	(void)state;
	struct crowd crowd;
	struct program *program = &crowd.program;
	crowd_begin(&crowd);
	atomic_store(&crowd.later, NULL);
	belfry_why *why = &program->why;
	assert_done(program, belfry_handle(program->handle, "t", leave_to_another, &crowd, why));
	program_task(program, (belfry_task){ .timeout_ms = 86400000 });
	assert_done(program, belfry_start(program->handle, 1, why));
	belfry_execution *later;
	while (!(later = atomic_load(&crowd.later))) sched_yield();
	assert_refused(program, belfry_close(program->handle, why), BELFRY_MISUSE,
		       "1 executions are not finished");
	assert_done(program, belfry_finish(program->handle, later, BELFRY_DONE, why));
	program_end(program);
}

static belfry_outcome finish_and_stop(void *user, belfry_execution *execution)
{
	struct crowd *crowd = user;
	belfry *handle = crowd->program.handle;
	bool is_good = belfry_finish(handle, execution, BELFRY_DONE, NULL) == BELFRY_OK &&
		       belfry_stop(handle, 0, NULL) == BELFRY_MISUSE &&
		       belfry_close(handle, NULL) == BELFRY_MISUSE;
	if (!is_good) atomic_fetch_add(&crowd->failed, 1);
	atomic_fetch_add(&crowd->calls, 1);
	return BELFRY_DONE;
}

static void handler_that_has_finished_cannot_stop_its_own_thread(void **state)
{
	(void)state;
	struct crowd crowd;
	struct program *program = &crowd.program;
	crowd_begin(&crowd);
	belfry_why *why = &program->why;
	assert_done(program, belfry_handle(program->handle, "t", finish_and_stop, &crowd, why));
	program_task(program, (belfry_task){ 0 });
	assert_done(program, belfry_start(program->handle, 2, why));
	wait_for_calls(&crowd, 1);
	assert_done(program, belfry_stop(program->handle, 60000, why));
	check_all_done(&crowd, 1);
	program_end(program);
}

static void *stop_again_and_again(void *user)
{
	struct crowd *crowd = user;
	while (atomic_load(&crowd->goes_on)) (void)belfry_stop(crowd->program.handle, 0, NULL);
	return NULL;
}

/* Whoever stops meets threads that are still being started. */
static void stop_beside_start_ends_what_was_started(void **state)
{
	(void)state;
	struct crowd crowd;
	struct program *program = &crowd.program;
	pthread_t stopper;
	crowd_begin(&crowd);
	atomic_store(&crowd.goes_on, true);
	assert_int_equal(0, pthread_create(&stopper, NULL, stop_again_and_again, &crowd));
	for (int started = 0; started < 50;) {
		belfry_error error = belfry_start(program->handle, 8, &program->why);
		assert_true(error == BELFRY_OK || error == BELFRY_MISUSE);
		started += error == BELFRY_OK;
	}
	atomic_store(&crowd.goes_on, false);
	pthread_join(stopper, NULL);
	program_end(program);
}

struct peak {
	struct crowd crowd;
	atomic_uint now, most;
};

static belfry_outcome note_peak(void *user, belfry_execution *execution)
{
	struct peak *peak = user;
	(void)execution;
	u32 now = atomic_fetch_add(&peak->now, 1) + 1;
	if (now > atomic_load(&peak->most)) atomic_store(&peak->most, now);
	for (int i = 0; i < 100; i++) sched_yield();
	atomic_fetch_sub(&peak->now, 1);
	atomic_fetch_add(&peak->crowd.calls, 1);
	return BELFRY_DONE;
}

static void at_once_bounds_more_threads(void **state)
{
	(void)state;
	struct peak peak;
	struct program *program = &peak.crowd.program;
	program_begin(program);
	program->options.clock = NULL;
	program->options.log = NULL;
	program->options.at_once = 2;
	atomic_store(&peak.crowd.calls, 0);
	atomic_store(&peak.crowd.failed, 0);
	atomic_store(&peak.now, 0);
	atomic_store(&peak.most, 0);
	program_open(program);
	belfry_why *why = &program->why;
	assert_done(program, belfry_handle(program->handle, "t", note_peak, &peak, why));
	for (int i = 0; i < EACH; i++) program_task(program, (belfry_task){ 0 });
	assert_done(program, belfry_start(program->handle, 8, why));
	wait_for_calls(&peak.crowd, EACH);
	assert_done(program, belfry_stop(program->handle, 60000, why));
	check_all_done(&peak.crowd, EACH);
	assert_true(atomic_load(&peak.most) <= 2);
	program_end(program);
}

static void *write_details(void *user)
{
	struct crowd *crowd = user;
	belfry_execution *later = atomic_load(&crowd->later);
	for (int i = 0; i < 200; i++) {
		bool is_good = !belfry_execution_result(later, "[1, 2, 3]", NULL) &&
			       !belfry_execution_error(later, "network", "no answer", NULL) &&
			       !belfry_execution_wait(later, i, NULL) &&
			       !belfry_execution_progress(later, 50, "half", NULL);
		if (!is_good) atomic_fetch_add(&crowd->failed, 1);
	}
	return NULL;
}

static void threads_may_write_details_of_one_execution(void **state)
{
	(void)state;
	struct crowd crowd;
	struct program *program = &crowd.program;
	pthread_t writers[PRODUCERS];
	crowd_begin(&crowd);
	atomic_store(&crowd.later, NULL);
	belfry_why *why = &program->why;
	assert_done(program, belfry_handle(program->handle, "t", leave_to_another, &crowd, why));
	program_task(program, (belfry_task){ .timeout_ms = 86400000 });
	assert_done(program, belfry_start(program->handle, 1, why));
	while (!atomic_load(&crowd.later)) sched_yield();
	for (int i = 0; i < PRODUCERS; i++)
		assert_int_equal(0, pthread_create(&writers[i], NULL, write_details, &crowd));
	for (int i = 0; i < PRODUCERS; i++) pthread_join(writers[i], NULL);
	assert_done(program, belfry_finish(program->handle, crowd.later, BELFRY_DONE, why));
	assert_done(program, belfry_stop(program->handle, 60000, why));
	check_all_done(&crowd, 1);
	program_end(program);
}

/* ---- everything beside everything ------------------------------------------------------------ */

static bool change_job(belfry *handle, const char *name)
{
	belfry_job job = { .size = sizeof job, .name = name, .type = "t", .cron = "0 3 * * *" };
	return !belfry_put_job(handle, &job, NULL, NULL) &&
	       !belfry_pause_job(handle, name, "for now", NULL) &&
	       !belfry_resume_job(handle, name, NULL) &&
	       !belfry_run_job(handle, name, NULL, NULL) && !belfry_delete_job(handle, name, NULL);
}

static bool change_run(belfry *handle)
{
	belfry_scheduled made;
	belfry_task task = { .size = sizeof task, .type = "other", .delay_ms = 3600000 };
	return !belfry_schedule(handle, &task, &made, NULL) &&
	       !belfry_reschedule(handle, &made.run, 4102444800000, NULL) &&
	       !belfry_cancel(handle, &made.run, "enough", NULL) &&
	       belfry_retry(handle, &made.run, NULL) != BELFRY_OK;
}

static bool read_all(belfry *handle)
{
	belfry_filter filter = { .size = sizeof filter };
	belfry_run_list *runs;
	belfry_job_list *jobs;
	if (belfry_list_runs(handle, &filter, &runs, NULL)) return false;
	belfry_run_list_free(runs);
	if (belfry_list_jobs(handle, NULL, &jobs, NULL)) return false;
	belfry_job_list_free(jobs);
	return true;
}

static void *do_everything(void *user)
{
	static atomic_uint number;
	struct crowd *crowd = user;
	belfry *handle = crowd->program.handle;
	char name[20];
	snprintf(name, sizeof name, "job-%u", atomic_fetch_add(&number, 1));
	for (int i = 0; i < 5; i++) {
		belfry_type type = { .size = sizeof type, .name = name, .max_attempts = 3 };
		bool is_good = change_job(handle, name) && change_run(handle) && read_all(handle) &&
			       !belfry_handle(handle, name, count_call, crowd, NULL) &&
			       !belfry_set_type(handle, &type, NULL) &&
			       belfry_wait_ms(handle) >= 0 && belfry_fd(handle) == -1 &&
			       !belfry_handle(handle, name, NULL, NULL, NULL);
		if (!is_good) atomic_fetch_add(&crowd->failed, 1);
	}
	return produce(crowd);
}

static void every_function_may_be_called_beside_the_others(void **state)
{
	(void)state;
	struct crowd crowd;
	struct program *program = &crowd.program;
	pthread_t callers[PRODUCERS];
	crowd_begin(&crowd);
	belfry_why *why = &program->why;
	assert_done(program, belfry_handle(program->handle, "t", count_call, &crowd, why));
	assert_done(program, belfry_start(program->handle, 2, why));
	for (int i = 0; i < PRODUCERS; i++)
		assert_int_equal(0, pthread_create(&callers[i], NULL, do_everything, &crowd));
	for (int i = 0; i < PRODUCERS; i++) pthread_join(callers[i], NULL);
	assert_done(program, belfry_stop(program->handle, 60000, why));
	assert_int_equal(0, atomic_load(&crowd.failed));
	program_end(program);
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
		cmocka_unit_test(handler_that_lingers_does_not_end_the_next_run),
		cmocka_unit_test(closing_does_not_wait_for_what_ends_later),
		cmocka_unit_test(handler_that_has_finished_cannot_stop_its_own_thread),
		cmocka_unit_test(stop_beside_start_ends_what_was_started),
		cmocka_unit_test(at_once_bounds_more_threads),
		cmocka_unit_test(threads_may_write_details_of_one_execution),
		cmocka_unit_test(every_function_may_be_called_beside_the_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
