/* Each wall is put up in a process of its own, which tells by its exit code what it met. */
#define _GNU_SOURCE
#include "handler/confine.h"

#include "handler/stage.h"

#include <errno.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>

static int in_a_child(int (*act)(const struct program *program), const struct program *program)
{
	int status;
	pid_t pid = fork();
	if (pid == 0) _exit(act(program));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static struct program preset(void)
{
	struct program program = { .name = "p", .path = "/bin/sh" };
	program.numbers[PROGRAM_CPU_SECONDS] = 10;
	program.numbers[PROGRAM_MEMORY_MB] = 512;
	program.numbers[PROGRAM_PROCESSES] = 20;
	program.numbers[PROGRAM_FILE_MB] = 1;
	program.numbers[PROGRAM_NICE] = 5;
	return program;
}

static int try_calls(const struct program *program)
{
	if (confine_calls(program->numbers[PROGRAM_NETWORK])) return 1;
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) != -1 || errno != EPERM) return 2;
	if (unshare(CLONE_NEWUSER) != -1 || errno != EPERM) return 3;
	if (fork() == 0) _exit(0); /* an ordinary process may be made */
	if (wait(NULL) < 0) return 4;
	int network = socket(AF_INET, SOCK_STREAM, 0);
	if ((network >= 0) != (program->numbers[PROGRAM_NETWORK] != 0)) return 5;
	if (network < 0 && errno != EACCES) return 6;
	if (socket(AF_UNIX, SOCK_STREAM, 0) < 0) return 7;
	return 0;
}

static void system_calls_are_closed_off(void **state)
{
	(void)state;
	struct program program = preset();
	assert_int_equal(in_a_child(try_calls, &program), 0);
	program.numbers[PROGRAM_NETWORK] = 1;
	assert_int_equal(in_a_child(try_calls, &program), 0);
}

static char folder[128];

static int try_files(const struct program *program)
{
	char path[256];
	if (confine_calls(false))
		return 1; /* brings no_new_privs, without which Landlock needs root */
	if (confine_files(program, folder)) return 2;
	if (access("/usr/bin/env", R_OK)) return 3;
	int fd = open("/usr/bin/env", O_RDONLY);
	if (fd < 0) return 4;
	if (open("/etc/fstab", O_RDONLY) >= 0 || open("/", O_RDONLY | O_DIRECTORY) >= 0) return 5;
	if (open("/tmp", O_RDONLY | O_DIRECTORY) >= 0) return 6;
	snprintf(path, sizeof path, "%s/mine", folder);
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	if (fd < 0 || write(fd, "x", 1) != 1 || unlink(path)) return 7;
	if (open("/dev/null", O_WRONLY) < 0) return 8;
	return 0;
}

static void files_are_closed_off_where_the_kernel_can(void **state)
{
	(void)state;
	struct place place;
	struct program program = preset();
	if (confine_landlock_abi() == 0) skip();
	place_open(&place);
	snprintf(folder, sizeof folder, "%s", place.path);
	assert_int_equal(in_a_child(try_files, &program), 0);
	place_close(&place);
}

static int try_opened(const struct program *program)
{
	char path[256];
	if (confine_calls(false)) return 1;
	if (confine_files(program, "/nonexistent")) return 2;
	snprintf(path, sizeof path, "%s/open", folder);
	if (open(path, O_RDONLY) < 0) return 3;
	if (open(path, O_WRONLY) >= 0) return 4;
	return 0;
}

static void an_entry_opens_folders_to_read(void **state)
{
	(void)state;
	struct place place;
	struct program program = preset();
	if (confine_landlock_abi() == 0) skip();
	place_open(&place);
	snprintf(folder, sizeof folder, "%s", place.path);
	place_write(&place, "open", "x", 0600);
	program.readable[0] = folder;
	program.readable_len = 1;
	assert_int_equal(in_a_child(try_opened, &program), 0);
	place_remove(&place, "open");
	place_close(&place);
}

static int try_limits(const struct program *program)
{
	struct rlimit limit;
	if (confine_resources(program)) return 1;
	if (getrlimit(RLIMIT_CPU, &limit) || limit.rlim_max != 10) return 2;
	if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_max != (rlim_t)512 << 20) return 3;
	if (getrlimit(RLIMIT_NPROC, &limit) || limit.rlim_max != 20) return 4;
	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_max != 1 << 20) return 5;
	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_max != 64) return 6;
	if (getrlimit(RLIMIT_CORE, &limit) || limit.rlim_max != 0) return 7;
	return getpriority(PRIO_PROCESS, 0) == 5 ? 0 : 8;
}

static void limits_are_set(void **state)
{
	(void)state;
	struct program program = preset();
	if (getpriority(PRIO_PROCESS, 0) > 5) program.numbers[PROGRAM_NICE] = 19;
	int expected = program.numbers[PROGRAM_NICE] == 5 ? 0 : 8;
	assert_int_equal(in_a_child(try_limits, &program), expected);
}

static int try_user(const struct program *program)
{
	if (confine_user(program)) return 1;
	if (program->has_user && (getuid() != program->uid || getgid() != program->gid)) return 2;
	if (getgroups(0, NULL) != 0) return 3;
	if (setuid(0) == 0 && program->has_user) return 4;
	if (!program->has_user && setuid(12345) == 0) return 5; /* root without its powers */
	return 0;
}

static void its_user_is_its_own(void **state)
{
	(void)state;
	struct program program = preset();
	if (geteuid() != 0) skip();
	program.has_user = true;
	program.uid = 12345;
	program.gid = 12346;
	assert_int_equal(in_a_child(try_user, &program), 0);
	program.has_user = false;
	assert_int_equal(in_a_child(try_user, &program), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(system_calls_are_closed_off),
		cmocka_unit_test(files_are_closed_off_where_the_kernel_can),
		cmocka_unit_test(an_entry_opens_folders_to_read),
		cmocka_unit_test(limits_are_set),
		cmocka_unit_test(its_user_is_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
