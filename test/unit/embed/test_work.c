/* Runs end as their handlers report, and handlers are told what happens to their runs. */
#include "embed/program.h"
#include "store/sqlite/sqlite_query.h"

#include <sys/wait.h>

static belfry_id scheduled_with(struct program *program, belfry_outcome outcome)
{
	program_start(program);
	program->outcome = outcome;
	belfry_id run = program_task(program, (belfry_task){ 0 });
	program_step(program);
	return run;
}

static void done_run_is_over_and_keeps_its_result(void **state)
{
	(void)state;
	struct program program;
	belfry_id run = scheduled_with(&program, BELFRY_NOOP);
	assert_int_equal(BELFRY_RUN_DONE, program_state(&program, run));
	program_advance(&program, 600000);
	assert_int_equal(1, program.calls_len);
	program_end(&program);
}

/* 1 m and 5 m, each with up to 40 % of jitter. */
static void retry_waits_by_the_backoff_until_attempts_are_used_up(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.outcome = BELFRY_RETRY;
	belfry_id run = program_task(&program, (belfry_task){ .max_attempts = 3 });
	program_step(&program);
	program_advance(&program, 35999);
	assert_int_equal(1, program.calls_len);
	program_advance(&program, 48001);
	assert_int_equal(2, program.calls_len);
	assert_int_equal(2, program.calls[1].attempt);
	program_advance(&program, 421000);
	assert_int_equal(3, program.calls_len);
	assert_int_equal(BELFRY_RUN_DEAD, program_state(&program, run));
	program.outcome = BELFRY_DONE;
	assert_done(&program, belfry_retry(program.handle, &run, &program.why));
	program_step(&program);
	assert_int_equal(BELFRY_RUN_DONE, program_state(&program, run));
	program_end(&program);
}

static void say_error(struct program *program, belfry_execution *execution)
{
	belfry_why *why = &program->why;
	assert_done(program, belfry_execution_error(execution, "validation", "no such thing", why));
	assert_done(program, belfry_execution_result(execution, " [1, 2] ", why));
	assert_refused(program, belfry_execution_result(execution, "[1,", why), BELFRY_INVALID,
		       "result is not JSON");
	assert_refused(program, belfry_execution_wait(execution, -1, why), BELFRY_INVALID,
		       "span_ms");
	assert_refused(program, belfry_execution_progress(execution, 101, "", why), BELFRY_INVALID,
		       "percent");
	assert_refused(program, belfry_execution_error(execution, "", "x", why), BELFRY_INVALID,
		       "error_class");
}

static void failed_run_tells_its_error(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.outcome = BELFRY_FAIL;
	program.act = say_error;
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	struct seen seen = program_see(&program, &run);
	assert_int_equal(BELFRY_RUN_FAILED, seen.run->state);
	assert_string_equal("validation", seen.run->error_class);
	assert_string_equal("no such thing", seen.run->error_message);
	assert_string_equal("[1, 2]", seen.run->result);
	assert_string_equal("{}", seen.run->payload);
	belfry_run_list_free(seen.list);
	program_end(&program);
}

static void wait_a_while(struct program *program, belfry_execution *execution)
{
	assert_done(program, belfry_execution_wait(execution, 7000, &program->why));
	program->outcome = program->calls_len == 1 ? BELFRY_DEFER : BELFRY_DONE;
}

static void deferred_run_costs_no_attempt(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.act = wait_a_while;
	program_task(&program, (belfry_task){ .max_attempts = 1 });
	program_step(&program);
	program_advance(&program, 6999);
	assert_int_equal(1, program.calls_len);
	program_advance(&program, 1);
	assert_int_equal(2, program.calls_len);
	assert_int_equal(1, program.calls[1].attempt);
	program_end(&program);
}

static void outcome_that_does_not_exist_is_a_failed_attempt(void **state)
{
	(void)state;
	struct program program;
	belfry_id run = scheduled_with(&program, (belfry_outcome)77);
	struct seen seen = program_see(&program, &run);
	assert_int_equal(BELFRY_RUN_QUEUED, seen.run->state);
	assert_int_equal(1, seen.run->attempts);
	assert_non_null(strstr(seen.run->error_message, "unknown outcome"));
	belfry_run_list_free(seen.list);
	program_end(&program);
}

/* ---- later --------------------------------------------------------------------------------- */

static void keep_for_later(struct program *program, belfry_execution *execution)
{
	program->later = execution;
}

static void begin_later(struct program *program)
{
	program_start(program);
	program->act = keep_for_later;
	program->outcome = BELFRY_LATER;
}

static void execution_that_ends_later_keeps_its_lease(void **state)
{
	(void)state;
	struct program program;
	begin_later(&program);
	belfry_id run = program_task(&program, (belfry_task){ .timeout_ms = 3600000 });
	program_step(&program);
	program_advance(&program, 600000); /* ten leases */
	assert_int_equal(1, program.calls_len);
	assert_int_equal(BELFRY_RUN_PROCESSING, program_state(&program, run));
	assert_int_equal(BELFRY_GO_ON, belfry_execution_cancelled(program.later));
	assert_refused(&program, belfry_close(program.handle, &program.why), BELFRY_MISUSE,
		       "1 executions are not finished");
	belfry_why *why = &program.why;
	assert_refused(&program, belfry_finish(program.handle, program.later, BELFRY_LATER, why),
		       BELFRY_INVALID, "outcome");
	assert_done(&program, belfry_finish(program.handle, program.later, BELFRY_DONE, why));
	assert_int_equal(BELFRY_RUN_DONE, program_state(&program, run));
	assert_refused(&program, belfry_finish(program.handle, program.later, BELFRY_DONE, why),
		       BELFRY_MISUSE, "finished already");
	program_end(&program);
}

static void finish_within(struct program *program, belfry_execution *execution)
{
	assert_done(program, belfry_finish(program->handle, execution, BELFRY_DONE, &program->why));
	program->outcome = BELFRY_FAIL; /* nobody listens any more */
}

static void handler_that_finishes_by_itself_is_heard_once(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.act = finish_within;
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	assert_int_equal(BELFRY_RUN_DONE, program_state(&program, run));
	program_end(&program);
}

static void keep_first(struct program *program, belfry_execution *execution)
{
	program->outcome = program->calls_len == 3 ? BELFRY_DONE : BELFRY_LATER;
	if (program->calls_len == 1) program->later = execution;
	else program->second = execution;
}

static void as_many_run_at_once_as_the_program_says(void **state)
{
	(void)state;
	struct program program;
	program_begin(&program);
	program.options.at_once = 2;
	program_open(&program);
	belfry_why *why = &program.why;
	assert_done(&program, belfry_handle(program.handle, "t", program_handler, &program, why));
	program.act = keep_first;
	for (int i = 0; i < 3; i++) program_task(&program, (belfry_task){ 0 });
	for (int i = 0; i < 5; i++) program_step(&program);
	assert_int_equal(2, program.calls_len);
	assert_done(&program, belfry_finish(program.handle, program.second, BELFRY_DONE, why));
	program_step(&program);
	assert_int_equal(3, program.calls_len);
	assert_done(&program, belfry_finish(program.handle, program.later, BELFRY_DONE, why));
	program_end(&program);
}

/* ---- ends that others decide --------------------------------------------------------------- */

static void hang(struct program *program, belfry_execution *execution)
{
	assert_int_equal(BELFRY_GO_ON, belfry_execution_cancelled(execution));
	program->boot += 2001;
	program->wall += 2001;
	assert_int_equal(BELFRY_TIMED_OUT, belfry_execution_cancelled(execution));
}

/* It kept the only thread, and says that all is well: its time was over all the same. */
static void handler_that_hangs_past_its_timeout_has_timed_out(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.act = hang;
	belfry_id run = program_task(&program, (belfry_task){ .timeout_ms = 2000 });
	program_step(&program);
	struct seen seen = program_see(&program, &run);
	assert_int_equal(BELFRY_RUN_QUEUED, seen.run->state);
	assert_int_equal(1, seen.run->attempts);
	assert_string_equal("timeout", seen.run->error_class);
	belfry_run_list_free(seen.list);
	program_end(&program);
}

static void execution_is_told_when_its_time_is_over(void **state)
{
	(void)state;
	struct program program;
	begin_later(&program);
	belfry_id run = program_task(&program, (belfry_task){ .timeout_ms = 2000 });
	program_step(&program);
	belfry_execution *first = program.later;
	program_advance(&program, 2000);
	assert_int_equal(BELFRY_TIMED_OUT, belfry_execution_cancelled(first));
	assert_int_equal(BELFRY_RUN_QUEUED, program_state(&program, run));
	assert_done(&program, belfry_finish(program.handle, first, BELFRY_DONE, &program.why));
	assert_int_equal(BELFRY_RUN_QUEUED, program_state(&program, run)); /* too late */
	program_end(&program);
}

static void cancel_own_run(struct program *program, belfry_execution *execution)
{
	belfry_id run = belfry_execution_run(execution);
	assert_done(program, belfry_cancel(program->handle, &run, "stop it", &program->why));
	assert_int_equal(BELFRY_CANCELLED, belfry_execution_cancelled(execution));
}

static void cancelled_run_tells_its_handler(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.act = cancel_own_run;
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	assert_int_equal(BELFRY_RUN_CANCELLED, program_state(&program, run));
	program_end(&program);
}

/* ---- wrong use ----------------------------------------------------------------------------- */

static void misuse(struct program *program, belfry_execution *execution)
{
	belfry_why *why = &program->why;
	(void)execution;
	assert_refused(program, belfry_step(program->handle, why), BELFRY_MISUSE, "step");
	assert_refused(program, belfry_close(program->handle, why), BELFRY_MISUSE, "handler");
	assert_refused(program, belfry_stop(program->handle, 0, why), BELFRY_MISUSE,
		       "wait for itself");
	assert_refused(program, belfry_start(program->handle, 1, why), BELFRY_MISUSE, "");
}

static void handlers_cannot_drive_or_close(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.act = misuse;
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	assert_int_equal(1, program.calls_len);
	assert_int_equal(BELFRY_RUN_DONE, program_state(&program, run));
	program_end(&program);
}

static void schedule_another(struct program *program, belfry_execution *execution)
{
	(void)execution;
	if (program->calls_len == 1) program_task(program, (belfry_task){ .key = "next" });
}

static void handler_schedules_what_comes_next(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.act = schedule_another;
	program_task(&program, (belfry_task){ 0 });
	for (int i = 0; i < 2; i++) program_step(&program);
	assert_int_equal(2, program.calls_len);
	assert_string_equal("next", program.calls[1].key);
	program_end(&program);
}

static belfry_error from_log;

static void call_from_log(void *user, belfry_level level, const char *text)
{
	struct program *program = user;
	belfry_task task = { .size = sizeof task, .type = "t" };
	(void)level;
	(void)text;
	from_log = belfry_schedule(program->handle, &task, NULL, &program->why);
}

static void log_function_that_calls_the_library_is_refused(void **state)
{
	(void)state;
	struct program program;
	program_begin(&program);
	program.options.log = call_from_log;
	program_open(&program);
	program_step(&program);
	program.wall += 3600000; /* the wall clock alone leaps */
	program_step(&program);
	assert_refused(&program, from_log, BELFRY_MISUSE, "log function");
	program_end(&program);
}

static void type_without_a_handler_waits(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	belfry_why *why = &program.why;
	belfry_id run = program_task(&program, (belfry_task){ .type = "other" });
	program_step(&program);
	program_advance(&program, 120000);
	assert_int_equal(BELFRY_RUN_QUEUED, program_state(&program, run));
	assert_done(&program,
		    belfry_handle(program.handle, "other", program_handler, &program, why));
	program_step(&program);
	assert_int_equal(1, program.calls_len);
	assert_string_equal("other", program.calls[0].type);
	assert_done(&program, belfry_handle(program.handle, "other", NULL, NULL, why));
	run = program_task(&program, (belfry_task){ .type = "other" });
	program_advance(&program, 120000);
	assert_int_equal(BELFRY_RUN_QUEUED, program_state(&program, run));
	assert_int_equal(1, program.calls_len);
	program_end(&program);
}

/* Runs that had not begun when the handle closed start at once in the next. */
static void run_that_has_not_begun_when_closing_begins_in_the_next(void **state)
{
	(void)state;
	struct program program;
	begin_later(&program);
	program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	belfry_execution *first = program.later;
	program.outcome = BELFRY_DONE;
	program.act = NULL;
	program_task(&program, (belfry_task){ .key = "second" });
	/* Finishing makes room: the second is claimed, and begins, by a step. */
	assert_done(&program, belfry_finish(program.handle, first, BELFRY_DONE, &program.why));
	assert_int_equal(1, program.calls_len);
	assert_int_equal(0, belfry_wait_ms(program.handle));
	assert_done(&program, belfry_close(program.handle, &program.why));
	program_open(&program);
	assert_done(&program,
		    belfry_handle(program.handle, "t", program_handler, &program, &program.why));
	program_step(&program);
	assert_int_equal(2, program.calls_len);
	assert_int_equal(1, program.calls[1].attempt);
	program_end(&program);
}

static void run_that_is_cancelled_before_a_step_never_begins(void **state)
{
	(void)state;
	struct program program;
	begin_later(&program);
	program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	belfry_id second = program_task(&program, (belfry_task){ .key = "second" });
	belfry_why *why = &program.why;
	assert_done(&program, belfry_finish(program.handle, program.later, BELFRY_DONE, why));
	assert_int_equal(BELFRY_RUN_QUEUED, program_state(&program, second));
	assert_done(&program, belfry_cancel(program.handle, &second, "not needed", why));
	program_step(&program);
	assert_int_equal(1, program.calls_len);
	program_task(&program, (belfry_task){ .key = "third" }); /* its place is free again */
	program_step(&program);
	assert_int_equal(2, program.calls_len);
	assert_done(&program, belfry_finish(program.handle, program.later, BELFRY_DONE, why));
	program_end(&program);
}

/* The run as a server shows it that opens the same store. */
static u32 progress_in_store(const struct program *program, belfry_execution *execution)
{
	char path[PATH_MAX + 20];
	struct query *query = NULL;
	struct why why;
	struct arena arena;
	struct execution_view view;
	struct uuid id;
	belfry_id execution_id = belfry_execution_id(execution);
	memcpy(id.bytes, execution_id.bytes, sizeof id.bytes);
	snprintf(path, sizeof path, "%s/belfry.db", program->folder);
	const struct sqlite_query_config config = { .path = str_from(path) };
	assert_int_equal(ERR_OK, sqlite_query_open(&config, &why, &query));
	arena_init(&arena, 1 << 20);
	assert_int_equal(ERR_OK,
			 query->calls->execution(query, STR("default"), &id, &arena, &view));
	u32 percent = view.progress_percent;
	if (percent <= 100) assert_str(view.progress_message, STR("half"));
	arena_done(&arena);
	query->calls->close(query);
	return percent;
}

static void progress_is_told_within_a_second(void **state)
{
	(void)state;
	struct program program;
	begin_later(&program);
	belfry_why *why = &program.why;
	program_task(&program, (belfry_task){ .timeout_ms = 3600000 });
	program_step(&program);
	assert_done(&program, belfry_execution_progress(program.later, 10, NULL, why));
	assert_done(&program, belfry_execution_progress(program.later, 50, "half", why));
	assert_true(belfry_wait_ms(program.handle) <= 1000);
	assert_true(progress_in_store(&program, program.later) > 100);
	program_advance(&program, 1000);
	assert_int_equal(50, progress_in_store(&program, program.later));
	assert_done(&program, belfry_finish(program.handle, program.later, BELFRY_DONE, why));
	program_end(&program);
}

static void forked_child_cannot_touch_the_handle(void **state)
{
	(void)state;
	struct program program;
	int status;
	program_start(&program);
	pid_t child = fork();
	if (child == 0) {
		belfry_task task = { .size = sizeof task, .type = "t" };
		belfry_job_list *list;
		bool is_refused = belfry_schedule(program.handle, &task, NULL, NULL) ==
					  BELFRY_MISUSE &&
				  belfry_step(program.handle, NULL) == BELFRY_MISUSE &&
				  belfry_list_jobs(program.handle, NULL, &list, NULL) ==
					  BELFRY_MISUSE &&
				  belfry_close(program.handle, NULL) == BELFRY_MISUSE;
		_exit(is_refused ? 0 : 1);
	}
	assert_int_equal(child, waitpid(child, &status, 0));
	assert_int_equal(0, status);
	program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	assert_int_equal(1, program.calls_len);
	program_end(&program);
}

static void type_says_what_its_tasks_do_not(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.outcome = BELFRY_RETRY;
	belfry_type type = { .size = sizeof type,
			     .name = "t",
			     .max_attempts = 2,
			     .backoff = BELFRY_BACKOFF_FIXED,
			     .retry_ms = 1000 };
	assert_done(&program, belfry_set_type(program.handle, &type, &program.why));
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	program_step(&program);
	program_advance(&program, 1401);
	assert_int_equal(2, program.calls_len);
	assert_int_equal(BELFRY_RUN_DEAD, program_state(&program, run));
	type.retry_ms = 0;
	assert_refused(&program, belfry_set_type(program.handle, &type, &program.why),
		       BELFRY_INVALID, "retry_ms");
	type.backoff = (belfry_backoff)9;
	assert_refused(&program, belfry_set_type(program.handle, &type, &program.why),
		       BELFRY_INVALID, "backoff");
	type = (belfry_type){ .size = sizeof type, .name = "no spaces" };
	assert_refused(&program, belfry_set_type(program.handle, &type, &program.why),
		       BELFRY_INVALID, "type");
	program_end(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(done_run_is_over_and_keeps_its_result),
		cmocka_unit_test(retry_waits_by_the_backoff_until_attempts_are_used_up),
		cmocka_unit_test(failed_run_tells_its_error),
		cmocka_unit_test(deferred_run_costs_no_attempt),
		cmocka_unit_test(outcome_that_does_not_exist_is_a_failed_attempt),
		cmocka_unit_test(execution_that_ends_later_keeps_its_lease),
		cmocka_unit_test(handler_that_finishes_by_itself_is_heard_once),
		cmocka_unit_test(as_many_run_at_once_as_the_program_says),
		cmocka_unit_test(handler_that_hangs_past_its_timeout_has_timed_out),
		cmocka_unit_test(execution_is_told_when_its_time_is_over),
		cmocka_unit_test(cancelled_run_tells_its_handler),
		cmocka_unit_test(handlers_cannot_drive_or_close),
		cmocka_unit_test(handler_schedules_what_comes_next),
		cmocka_unit_test(log_function_that_calls_the_library_is_refused),
		cmocka_unit_test(type_without_a_handler_waits),
		cmocka_unit_test(run_that_has_not_begun_when_closing_begins_in_the_next),
		cmocka_unit_test(run_that_is_cancelled_before_a_step_never_begins),
		cmocka_unit_test(progress_is_told_within_a_second),
		cmocka_unit_test(forked_child_cannot_touch_the_handle),
		cmocka_unit_test(type_says_what_its_tasks_do_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
