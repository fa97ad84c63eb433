#define _GNU_SOURCE
#include "handler/family.h"

#include "handler/stage.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* A child that waits until it is killed. */
static pid_t child(void)
{
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	pid_t pid = fork();
	if (pid == 0) {
		ssize_t written = write(ends[1], "x", 1);
		(void)written;
		for (;;) pause();
	}
	char byte;
	assert_int_equal(read(ends[0], &byte, 1), 1);
	close(ends[0]), close(ends[1]);
	return pid;
}

static void a_process_is_read_from_proc(void **state)
{
	(void)state;
	struct kin self, other;
	assert_true(kin_read(getpid(), &self));
	assert_int_equal(self.pid, getpid());
	assert_int_equal(self.parent, getppid());
	assert_int_equal(self.group, getpgrp());
	assert_int_equal(self.session, getsid(0));
	assert_true(self.start > 0);
	pid_t pid = child();
	assert_true(kin_read(pid, &other));
	assert_int_equal(other.parent, getpid());
	assert_true(other.start >= self.start);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_false(kin_read(pid, &other));
}

static void a_walk_passes_everybody(void **state)
{
	(void)state;
	struct kin_walk walk = { NULL };
	struct kin kin;
	bool seen = false;
	u32 len = 0;
	for (; kin_next(&walk, &kin); len++) seen = seen || kin.pid == getpid();
	kin_walk_done(&walk);
	kin_walk_done(&walk);
	assert_true(seen && len >= 2);
}

static bool is_spared(void *context, pid_t pid)
{
	return pid == *(pid_t *)context;
}

static void children_are_killed_but_for_the_spared(void **state)
{
	(void)state;
	pid_t spared = child(), first = child(), second = child();
	int status;
	assert_int_equal(family_kill(is_spared, &spared), 2);
	assert_int_equal(waitpid(first, &status, 0), first);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_int_equal(waitpid(second, &status, 0), second);
	assert_int_equal(waitpid(spared, &status, WNOHANG), 0);
	assert_int_equal(family_kill(NULL, NULL), 1);
	assert_int_equal(waitpid(spared, &status, 0), spared);
	assert_int_equal(family_kill(NULL, NULL), 0);
}

/* Forks as long as there are replies, and so does what it forks. */
static void breed(int places)
{
	char place;
	for (;;) {
		if (read(places, &place, 1) == 1 && fork() < 0) _exit(1);
	}
}

static void a_family_that_forks_all_the_time_is_ended(void **state)
{
	(void)state;
	enum { MOST = 50 };
	static const char replies[MOST];
	int places[2], status;
	u32 ended = 0;
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
	assert_int_equal(pipe2(places, O_CLOEXEC), 0);
	assert_int_equal(write(places[1], replies, MOST), MOST);
	pid_t first = fork();
	if (first == 0) breed(places[0]);
	assert_true(family_kill(NULL, NULL) >= 1);
	while (waitpid(-1, &status, 0) > 0) ended++;
	assert_true(ended >= 1 && ended <= MOST + 1);
	assert_int_equal(family_kill(NULL, NULL), 0);
	close(places[0]), close(places[1]);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0), 0);
}

static void an_environment_is_told_by_its_line(void **state)
{
	(void)state;
	int ends[2];
	char byte;
	assert_int_equal(pipe(ends), 0);
	pid_t pid = fork();
	if (pid == 0) {
		char *environment[] = { (char[]){ "A=b" }, (char[]){ "JOB_ID=17" }, NULL };
		char *arguments[] = { (char[]){ "sh" }, (char[]){ "-c" },
				      (char[]){ "echo x; kill -STOP $$" }, NULL };
		dup2(ends[1], 1);
		execve("/bin/sh", arguments, environment);
		_exit(1);
	}
	assert_int_equal(read(ends[0], &byte, 1), 1);
	assert_true(kin_has_environment(pid, STR("JOB_ID=17")));
	assert_false(kin_has_environment(pid, STR("JOB_ID=1")));
	assert_false(kin_has_environment(pid, STR("JOB_ID=170")));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_false(kin_has_environment(pid, STR("JOB_ID=17")));
	close(ends[0]), close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_process_is_read_from_proc),
		cmocka_unit_test(a_walk_passes_everybody),
		cmocka_unit_test(children_are_killed_but_for_the_spared),
		cmocka_unit_test(a_family_that_forks_all_the_time_is_ended),
		cmocka_unit_test(an_environment_is_told_by_its_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
