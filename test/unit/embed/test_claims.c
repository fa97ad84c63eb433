/* A run is claimed only when somebody is free to call its handler, and an execution is known by
 * more than its address. */
#include "embed/parts.h"
#include "embed/program.h"

#include <pthread.h>
#include <sys/wait.h>

/* The process dies without closing: the store is opened anew by the next one. */
static void in_a_process_that_dies(struct program *program, void (*act)(struct program *program))
{
	int status;
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		bool is_open = !belfry_open(&program->options, &program->handle, NULL) &&
			       !belfry_handle(program->handle, "t", program_handler, program, NULL);
		if (is_open) act(program);
		_exit(is_open ? 0 : 1);
	}
	assert_int_equal(child, waitpid(child, &status, 0));
	assert_int_equal(0, status);
}

static void schedule_one(struct program *program)
{
	belfry_task task = { .size = sizeof task, .type = "t", .max_attempts = 1 };
	if (belfry_schedule(program->handle, &task, NULL, NULL)) _exit(2);
}

static void step_then_schedule(struct program *program)
{
	if (belfry_step(program->handle, NULL)) _exit(3);
	schedule_one(program);
}

/* Whatever the dead process did not call is called by the next one, as its first attempt. */
static void expect_first_attempt(struct program *program)
{
	program_open(program);
	assert_done(program,
		    belfry_handle(program->handle, "t", program_handler, program, &program->why));
	program_step(program);
	assert_int_equal(1, program->calls_len);
	assert_int_equal(1, program->calls[0].attempt);
	assert_int_equal(BELFRY_RUN_DONE, program_state(program, program->calls[0].run));
	program_end(program);
}

static void task_of_a_process_that_dies_between_steps_has_lost_no_attempt(void **state)
{
	(void)state;
	struct program program;
	program_begin(&program);
	in_a_process_that_dies(&program, step_then_schedule);
	expect_first_attempt(&program);
}

static void finish_and_die(struct program *program)
{
	program->outcome = BELFRY_LATER;
	schedule_one(program);
	if (belfry_step(program->handle, NULL) || program->calls_len != 1) _exit(4);
	schedule_one(program);
	if (belfry_finish(program->handle, program->later, BELFRY_DONE, NULL)) _exit(5);
}

static void keep_for_later(struct program *program, belfry_execution *execution)
{
	program->later = execution;
}

static void finish_of_one_claims_none_for_a_step_that_may_never_come(void **state)
{
	(void)state;
	struct program program;
	program_begin(&program);
	program.act = keep_for_later;
	in_a_process_that_dies(&program, finish_and_die);
	program.act = NULL;
	expect_first_attempt(&program);
}

static void die(struct program *program, belfry_execution *execution)
{
	(void)program;
	(void)execution;
	_exit(0);
}

static void schedule_two_and_step(struct program *program)
{
	schedule_one(program);
	schedule_one(program);
	(void)belfry_step(program->handle, NULL);
}

/* The first handler takes the process along; the second run had not begun. */
static void handler_that_ends_the_process_costs_no_other_run_an_attempt(void **state)
{
	(void)state;
	struct program program;
	program_begin(&program);
	program.options.at_once = 10;
	program.act = die;
	in_a_process_that_dies(&program, schedule_two_and_step);
	program.act = NULL;
	expect_first_attempt(&program);
}

static void loop_is_told_to_step_when_a_call_brought_work(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program_step(&program);
	assert_true(belfry_wait_ms(program.handle) > 0);
	program_task(&program, (belfry_task){ 0 });
	assert_int_equal(0, belfry_wait_ms(program.handle));
	program_step(&program);
	assert_int_equal(1, program.calls_len);
	assert_int_equal(0, belfry_wait_ms(program.handle)); /* there may be more */
	program_step(&program);
	assert_true(belfry_wait_ms(program.handle) > 0);
	program_end(&program);
}

/* ---- more than an address ------------------------------------------------------------------ */

static void second_finish_does_not_end_another_run(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	belfry_why *why = &program.why;
	program.act = keep_for_later;
	program.outcome = BELFRY_LATER;
	for (int i = 0; i < 20; i++) {
		belfry_id first = program_task(&program, (belfry_task){ 0 });
		program_step(&program);
		belfry_execution *ended = program.later;
		assert_done(&program, belfry_finish(program.handle, ended, BELFRY_DONE, why));
		assert_int_equal(BELFRY_RUN_DONE, program_state(&program, first));
		belfry_id second = program_task(&program, (belfry_task){ 0 });
		program_step(&program);
		assert_refused(&program, belfry_finish(program.handle, ended, BELFRY_FAIL, why),
			       BELFRY_MISUSE, "finished already");
		assert_int_equal(BELFRY_RUN_PROCESSING, program_state(&program, second));
		assert_done(&program,
			    belfry_finish(program.handle, program.later, BELFRY_DONE, why));
	}
	program_end(&program);
}

static void finished_execution_takes_no_details(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	belfry_why *why = &program.why;
	program.act = keep_for_later;
	program.outcome = BELFRY_LATER;
	program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	belfry_execution *ended = program.later;
	assert_done(&program, belfry_finish(program.handle, ended, BELFRY_DONE, why));
	assert_refused(&program, belfry_execution_result(ended, "1", why), BELFRY_MISUSE,
		       "finished already");
	assert_refused(&program, belfry_execution_error(ended, NULL, "x", why), BELFRY_MISUSE,
		       "finished already");
	assert_refused(&program, belfry_execution_wait(ended, 1, why), BELFRY_MISUSE,
		       "finished already");
	assert_refused(&program, belfry_execution_progress(ended, 1, "x", why), BELFRY_MISUSE,
		       "finished already");
	program_end(&program);
}

/* ---- in a child ---------------------------------------------------------------------------- */

static bool child_is_refused(struct program *program)
{
	belfry *handle = program->handle;
	belfry_execution *execution = program->later;
	const belfry_error answers[] = {
		belfry_step(handle, NULL),
		belfry_start(handle, 1, NULL),
		belfry_stop(handle, 0, NULL),
		belfry_drain(handle, 0, NULL, NULL),
		belfry_handle(handle, "u", program_handler, program, NULL),
		belfry_finish(handle, execution, BELFRY_DONE, NULL),
		belfry_execution_result(execution, "1", NULL),
		belfry_execution_error(execution, NULL, "x", NULL),
		belfry_execution_wait(execution, 1, NULL),
		belfry_execution_progress(execution, 1, NULL, NULL),
		belfry_close(handle, NULL),
	};
	for (size_t i = 0; i < countof(answers); i++) {
		if (answers[i] != BELFRY_MISUSE) return false;
	}
	return belfry_fd(handle) == -1 && belfry_wait_ms(handle) > 0;
}

/* The handle has an execution, and work for the next step. */
static void forked_child_drives_nothing_and_ends_nothing(void **state)
{
	(void)state;
	struct program program;
	int status;
	program_begin(&program);
	program.options.at_once = 2;
	program_open(&program);
	belfry_why *why = &program.why;
	assert_done(&program, belfry_handle(program.handle, "t", program_handler, &program, why));
	program.act = keep_for_later;
	program.outcome = BELFRY_LATER;
	program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	program_task(&program, (belfry_task){ 0 });
	pid_t child = fork();
	if (child == 0) _exit(child_is_refused(&program) && program.calls_len == 1 ? 0 : 1);
	assert_int_equal(child, waitpid(child, &status, 0));
	assert_int_equal(0, status);
	assert_done(&program, belfry_finish(program.handle, program.later, BELFRY_DONE, why));
	program.outcome = BELFRY_DONE;
	program_step(&program);
	assert_int_equal(2, program.calls_len);
	program_end(&program);
}

/* ---- a host that winds up ------------------------------------------------------------------ */

static void draining_loop_takes_no_more_runs_and_tells_those_under_way(void **state)
{
	(void)state;
	struct program program;
	uint32_t left = 99;
	program_start(&program);
	belfry_why *why = &program.why;
	program.act = keep_for_later;
	program.outcome = BELFRY_LATER;
	program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	belfry_id next = program_task(&program, (belfry_task){ 0 });
	assert_done(&program, belfry_drain(program.handle, 0, &left, why));
	assert_int_equal(1, left);
	assert_int_equal(BELFRY_GO_ON, belfry_execution_cancelled(program.later));
	assert_done(&program, belfry_drain(program.handle, 1, &left, why));
	assert_int_equal(BELFRY_STOPPING, belfry_execution_cancelled(program.later));
	assert_done(&program, belfry_finish(program.handle, program.later, BELFRY_DONE, why));
	program_advance(&program, 120000);
	assert_int_equal(1, program.calls_len);
	assert_int_equal(BELFRY_RUN_QUEUED, program_state(&program, next));
	assert_done(&program, belfry_drain(program.handle, 1, &left, why));
	assert_int_equal(0, left);
	program_end(&program);
}

/* The call that waited was answered when the end had begun already: its run goes back, unbegun. */
static void run_claimed_when_the_end_has_begun_is_given_back(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	struct belfry *handle = program.handle;
	handle->driver = DRIVEN_BY_HOST;
	handle->starters = handle->at_once = 1;
	assert_int_equal(ERR_OK, drive_now(handle, DRIVER_LOOKS));
	assert_int_equal(1, handle->ready_len);
	handle->is_ending = true;
	assert_false(work_start_one(handle, false));
	assert_int_equal(0, program.calls_len);
	assert_int_equal(0, handle->ready_len);
	struct seen seen = program_see(&program, &run);
	assert_int_equal(BELFRY_RUN_QUEUED, seen.run->state);
	assert_int_equal(0, seen.run->attempts);
	belfry_run_list_free(seen.list);
	program_end(&program);
}

/* ---- texts --------------------------------------------------------------------------------- */

static void say_too_much(struct program *program, belfry_execution *execution)
{
	char text[2100];
	belfry_why *why = &program->why;
	memset(text, 'a', sizeof text);
	memcpy(text + 1999, "\xe2\x82\xac and more", 13); /* the bound lies within the euro sign */
	text[2013] = '\0';
	assert_done(program, belfry_execution_error(execution, "permanent", text, why));
	assert_refused(program, belfry_execution_error(execution, "permanent", "\xff", why),
		       BELFRY_INVALID, "UTF-8");
	assert_refused(program, belfry_execution_error(execution, "\xff", "x", why), BELFRY_INVALID,
		       "UTF-8");
	assert_refused(program, belfry_execution_progress(execution, 1, "\xe2\x82", why),
		       BELFRY_INVALID, "UTF-8");
}

static void long_message_is_cut_between_characters(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.act = say_too_much;
	program.outcome = BELFRY_FAIL;
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	struct seen seen = program_see(&program, &run);
	assert_int_equal(1999, strlen(seen.run->error_message));
	belfry_run_list_free(seen.list);
	program_end(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(task_of_a_process_that_dies_between_steps_has_lost_no_attempt),
		cmocka_unit_test(finish_of_one_claims_none_for_a_step_that_may_never_come),
		cmocka_unit_test(handler_that_ends_the_process_costs_no_other_run_an_attempt),
		cmocka_unit_test(loop_is_told_to_step_when_a_call_brought_work),
		cmocka_unit_test(second_finish_does_not_end_another_run),
		cmocka_unit_test(finished_execution_takes_no_details),
		cmocka_unit_test(forked_child_drives_nothing_and_ends_nothing),
		cmocka_unit_test(draining_loop_takes_no_more_runs_and_tells_those_under_way),
		cmocka_unit_test(run_claimed_when_the_end_has_begun_is_given_back),
		cmocka_unit_test(long_message_is_cut_between_characters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
