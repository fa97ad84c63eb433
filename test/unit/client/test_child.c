/* One program: fed, read, ended. */
#include "client/child.h"

#include "base/check.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static char *const no_environment[] = { "PATH=/usr/bin:/bin", "GREETING=hello", NULL };

/* Attends until it has ended, as long as something happens within ten seconds. */
static void attend_until_ended(struct child *child)
{
	for (u32 i = 0; i < 100000 && !child->has_ended; i++) {
		struct pollfd fds[] = { { child->fds[1], POLLIN, 0 },
					{ child->fds[2], POLLIN, 0 } };
		child_attend(child);
		if (!child->has_ended) assert_true(poll(fds, 2, 10) >= 0);
	}
	assert_true(child->has_ended);
}

static void run(struct child *child, const char *command, str payload)
{
	struct why why;
	child_init(child);
	assert_int_equal(child_start(child, command, payload, no_environment, &why), ERR_OK);
	attend_until_ended(child);
}

static void a_payload_goes_in_and_a_result_comes_out(void **state)
{
	struct child child;
	(void)state;
	run(&child, "cat; echo $GREETING", STR("{\"n\":1.10}"));
	assert_true(WIFEXITED(child.status) && WEXITSTATUS(child.status) == 0);
	assert_true(str_eq(buf_view(&child.out.kept), STR("{\"n\":1.10}hello\n")));
	child_done(&child);
}

static void progress_is_taken_out_of_the_output(void **state)
{
	struct child child;
	(void)state;
	run(&child, "echo '::progress 40 half way'; echo done", STR(""));
	assert_int_equal(child.percent, 40);
	assert_string_equal(child.message, "half way");
	assert_false(child.is_told);
	assert_true(str_eq(buf_view(&child.out.kept), STR("done\n")));
	child_done(&child);
}

static void the_end_of_its_errors_and_its_exit_code_are_kept(void **state)
{
	struct child child;
	(void)state;
	run(&child, "echo broke >&2; exit 3", STR("not read"));
	assert_int_equal(WEXITSTATUS(child.status), 3);
	assert_true(str_eq((str){ child.err.text, child.err.len }, STR("broke\n")));
	child_done(&child);
}

static void a_large_payload_that_nobody_reads_blocks_nobody(void **state)
{
	static char large[600000];
	struct child child;
	(void)state;
	memset(large, 'x', sizeof large);
	run(&child, "exit 0", (str){ large, sizeof large });
	child_done(&child);
	run(&child, "wc -c", (str){ large, sizeof large });
	assert_true(str_starts_with(buf_view(&child.out.kept), STR("600000")));
	child_done(&child);
}

static void a_signal_reaches_all_of_its_group(void **state)
{
	struct child child;
	struct why why;
	(void)state;
	child_init(&child);
	assert_int_equal(child_start(&child, "sleep 100 & wait", STR(""), no_environment, &why), 0);
	child_signal(&child, SIGTERM);
	attend_until_ended(&child);
	assert_true(WIFSIGNALED(child.status));
	assert_int_equal(WTERMSIG(child.status), SIGTERM);
	child_done(&child);
}

static void what_still_runs_is_ended_when_it_is_done_with(void **state)
{
	struct child child;
	struct why why;
	(void)state;
	child_init(&child);
	assert_int_equal(child_start(&child, "sleep 100", STR(""), no_environment, &why), 0);
	pid_t pid = child.pid;
	child_done(&child);
	assert_int_equal(kill(pid, 0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_payload_goes_in_and_a_result_comes_out),
		cmocka_unit_test(progress_is_taken_out_of_the_output),
		cmocka_unit_test(the_end_of_its_errors_and_its_exit_code_are_kept),
		cmocka_unit_test(a_large_payload_that_nobody_reads_blocks_nobody),
		cmocka_unit_test(a_signal_reaches_all_of_its_group),
		cmocka_unit_test(what_still_runs_is_ended_when_it_is_done_with),
	};
	(void)signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
