#include "base/must.h"

#include "check.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf after_hook;
static struct {
	const char *condition;
	const char *file;
	int line;
} last_word;

static void remember(const char *condition, const char *file, int line)
{
	last_word.condition = condition;
	last_word.file = file;
	last_word.line = line;
	longjmp(after_hook, 1);
}

static void a_kept_promise_is_silent_and_evaluated_once(void **state)
{
	(void)state;
	int times = 0;
	must_set_hook(remember);
	if (setjmp(after_hook) != 0) fail_msg("the hook was called for a kept promise");
	must(++times == 1);
	must_set_hook(NULL);
	assert_int_equal(times, 1);
}

static void a_broken_promise_tells_the_hook_what_and_where(void **state)
{
	(void)state;
	volatile int line = 0;
	must_set_hook(remember);
	if (setjmp(after_hook) == 0) {
		line = __LINE__ + 1;
		must(1 + 1 == 3);
		fail_msg("must let a broken promise pass");
	}
	must_set_hook(NULL);
	assert_string_equal(last_word.condition, "1 + 1 == 3");
	assert_non_null(strstr(last_word.file, "test_must.c"));
	assert_int_equal(last_word.line, line);
}

static void say_and_return(const char *condition, const char *file, int line)
{
	(void)condition;
	(void)file;
	(void)line;
	(void)!write(STDOUT_FILENO, "said", 4);
}

/* In a child whose output is a pipe: how it ended, and what it said. */
static int end_of_child(must_hook *hook, char *out_said, size_t room)
{
	int ends[2];
	int status;
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		signal(SIGABRT, SIG_DFL);
		must_set_hook(hook);
		must(out_said == NULL);
		_exit(0);
	}
	close(ends[1]);
	ssize_t got = read(ends[0], out_said, room - 1);
	assert_true(got >= 0);
	out_said[got] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

static void the_process_ends_even_if_the_hook_returns(void **state)
{
	(void)state;
	char said[8];
	int status = end_of_child(say_and_return, said, sizeof said);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	assert_string_equal(said, "said");
}

static void the_process_ends_without_a_hook(void **state)
{
	(void)state;
	char said[8];
	int status = end_of_child(NULL, said, sizeof said);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	assert_string_equal(said, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kept_promise_is_silent_and_evaluated_once),
		cmocka_unit_test(a_broken_promise_tells_the_hook_what_and_where),
		cmocka_unit_test(the_process_ends_even_if_the_hook_returns),
		cmocka_unit_test(the_process_ends_without_a_hook),
	};
	return cmocka_run_group_tests_name("base/must", tests, NULL, NULL);
}
