#include "demo/demo_child.h"

#include "base/check.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char log_file[] = "/dev/null";
enum { LONG_MS = 60000 };

static int tell_and_end(void *context, int told)
{
	const char *word = context;
	assert_true(write(told, word, strlen(word)) > 0);
	return 7;
}

static void a_child_tells_and_ends_with_its_code(void **state)
{
	char word[] = "hello\n";
	struct demo_child child = { .name = "child", .work = tell_and_end, .context = word };
	struct buf told;
	struct why why;
	int signals = demo_signals_open();
	(void)state;
	buf_init(&told, 100);
	assert_int_equal(demo_child_start(&child, log_file, &told, &why), ERR_OK);
	assert_true(str_eq(buf_view(&told), STR("hello\n")));
	while (!demo_child_has_ended(&child)) (void)demo_signals_wait(signals, LONG_MS);
	assert_int_equal(WEXITSTATUS(child.status), 7);
	assert_true(demo_child_has_ended(&child));
	buf_done(&told);
	demo_signals_close(signals);
}

/* Until it is told to end; the usual way of a signal. */
static int wait_for_signal(void *context, int told)
{
	(void)context;
	(void)close(told);
	(void)poll(NULL, 0, LONG_MS);
	return 0;
}

static int ignore_signals(void *context, int told)
{
	(void)context;
	(void)signal(SIGINT, SIG_IGN);
	(void)signal(SIGTERM, SIG_IGN);
	(void)close(told);
	(void)poll(NULL, 0, LONG_MS);
	return 0;
}

static int end_of(demo_work *work, msec grace)
{
	struct demo_child child = { .name = "child", .work = work };
	struct buf told;
	struct why why;
	int signals = demo_signals_open();
	buf_init(&told, 100);
	assert_int_equal(demo_child_start(&child, log_file, &told, &why), ERR_OK);
	demo_child_end(&child, signals, grace);
	assert_int_equal(child.pid, 0);
	demo_child_end(&child, signals, grace);
	buf_done(&told);
	demo_signals_close(signals);
	return WIFSIGNALED(child.status) ? WTERMSIG(child.status) : 0;
}

static void a_child_is_told_to_end(void **state)
{
	(void)state;
	assert_int_equal(end_of(wait_for_signal, LONG_MS), SIGINT);
}

static void one_that_does_not_listen_is_killed(void **state)
{
	(void)state;
	assert_int_equal(end_of(ignore_signals, 1), SIGKILL);
}

static void an_impatient_user_is_obeyed(void **state)
{
	(void)state;
	/* Waits in the door until somebody reads it. */
	int signals = demo_signals_open();
	assert_int_equal(kill(getpid(), SIGTERM), 0);
	assert_int_equal(end_of(ignore_signals, LONG_MS), SIGKILL);
	demo_signals_close(signals);
}

static void no_signal_is_none(void **state)
{
	(void)state;
	int signals = demo_signals_open();
	assert_int_equal(demo_signals_wait(signals, 0), 0);
	assert_int_equal(kill(getpid(), SIGHUP), 0);
	assert_int_equal(demo_signals_wait(signals, LONG_MS), SIGHUP);
	demo_signals_close(signals);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_tells_and_ends_with_its_code),
		cmocka_unit_test(a_child_is_told_to_end),
		cmocka_unit_test(one_that_does_not_listen_is_killed),
		cmocka_unit_test(an_impatient_user_is_obeyed),
		cmocka_unit_test(no_signal_is_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
