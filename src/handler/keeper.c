#define _GNU_SOURCE
#include "handler/keeper.h"

#include "base/must.h"
#include "handler/confine.h"
#include "handler/family.h"
#include "handler/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the descriptors of the keeper stand; everything above is closed. */
enum { FD_STATUS = 3, FD_GO = 4, FD_SCRATCH = 5, FD_FIRST_FREE = 6, FD_ASIDE = 100 };
enum { NAME_BYTES = 64, PATH_BYTES = 512, LINE_BYTES = 64, EXIT_NOT_RUN = 127 };

struct keeping {
	pid_t program;
	int status;
	int timer;
	u32 kill_after_ms;
	bool has_ended;
	bool is_ending; /* its grace runs */
	bool was_killed;
	bool has_namespace;
};

static void write_end(const struct wire_end *end)
{
	ssize_t written = write(FD_STATUS, end, sizeof *end);
	(void)written; /* nobody is left to be told */
}

static _Noreturn void give_up(enum wire_stage stage, int error)
{
	struct wire_end end = { .stage = stage, .error = error };
	write_end(&end);
	_exit(EXIT_NOT_RUN);
}

/* ---- the program's own process, until it is the program -------------------------------------- */

void keeper_arguments(const struct program *program, const struct wire_order *order,
		      const char *out[KEEPER_ARGUMENTS_MAX])
{
	u32 len = 0;
	out[len++] = program->path;
	for (u32 i = 0; i < program->arguments_len; i++) out[len++] = program->arguments[i];
	if (program->slots_len) out[len++] = "--";
	for (u32 i = 0; i < program->slots_len; i++) out[len++] = order->slots[i];
	must(len < KEEPER_ARGUMENTS_MAX);
	out[len] = NULL;
}

static void default_signals(void)
{
	struct sigaction preset = { .sa_handler = SIG_DFL };
	sigset_t none;
	sigemptyset(&preset.sa_mask);
	for (int signal = 1; signal < NSIG; signal++) (void)sigaction(signal, &preset, NULL);
	sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static void print_line(char *out, const char *format, ...) PRINTF_LIKE(2, 3);

static void print_line(char *out, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int len = vsnprintf(out, LINE_BYTES, format, arguments);
	va_end(arguments);
	must(len > 0 && len < LINE_BYTES);
}

static _Noreturn void become(const struct keeper_task *task)
{
	const char *arguments[KEEPER_ARGUMENTS_MAX];
	char run[UUID_TEXT_LEN], id[LINE_BYTES], attempt[LINE_BYTES];
	uuid_print(task->order->run, run);
	print_line(id, "JOB_ID=%.*s", UUID_TEXT_LEN, run);
	print_line(attempt, "JOB_ATTEMPT=%u", task->order->attempt);
	char *environment[] = { (char[]){ "PATH=/usr/local/bin:/usr/bin:/bin" },
				(char[]){ "LANG=C.UTF-8" },
				(char[]){ "TZ=UTC" },
				id,
				attempt,
				NULL };
	keeper_arguments(task->program, task->order, arguments);
	execve(task->program->path, (char *const *)(uintptr_t)arguments, environment);
	give_up(STAGE_EXEC, errno);
}

static void check(int error, enum wire_stage stage)
{
	if (error) give_up(stage, error);
}

static _Noreturn void begin_program(const struct keeper_task *task, const char *folder)
{
	const struct program *program = task->program;
	(void)setpgid(0, 0);
	default_signals();
	umask(077);
	if (fcntl(FD_STATUS, F_SETFD, FD_CLOEXEC) != 0) give_up(STAGE_LIMITS, errno);
	if (close_range(FD_GO, ~0U, 0) != 0) give_up(STAGE_LIMITS, errno);
	check(chdir(folder) == 0 ? 0 : errno, STAGE_FOLDER);
	check(confine_resources(program), STAGE_LIMITS);
	check(confine_user(program), STAGE_USER);
	/* Behind the change of user, which would take it away again. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up(STAGE_CALLS, errno);
	if (!program->numbers[PROGRAM_UNCONFINED])
		check(confine_files(program, folder), STAGE_FILES);
	check(confine_calls(program->numbers[PROGRAM_NETWORK]), STAGE_CALLS);
	become(task);
}

/* ---- the keeper ------------------------------------------------------------------------------ */

static void kill_all(const struct keeping *keeping)
{
	if (keeping->has_namespace) (void)kill(-1, SIGKILL);
	else (void)family_kill(NULL, NULL);
}

static void note(struct keeping *keeping, pid_t pid, int status)
{
	if (pid != keeping->program) return;
	keeping->has_ended = true;
	keeping->status = status;
}

static void reap(struct keeping *keeping)
{
	int status;
	pid_t pid;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) note(keeping, pid, status);
}

/* A process that a KILL orphans becomes our child; the remaining ones are searched for when all
 * that have ended are gone. */
static void end_all(struct keeping *keeping)
{
	int status;
	pid_t pid = waitpid(-1, &status, WNOHANG); /* mostly there is nobody left to look for */
	while (pid >= 0 || errno != ECHILD) {
		if (pid > 0) note(keeping, pid, status);
		if (pid == 0) kill_all(keeping);
		pid = waitpid(-1, &status, pid == 0 ? 0 : WNOHANG);
	}
}

static void on_term(struct keeping *keeping)
{
	u32 ms = keeping->kill_after_ms;
	struct itimerspec grace = { .it_value = { ms / 1000, (long)(ms % 1000) * 1000000L } };
	if (keeping->is_ending) return;
	keeping->is_ending = true;
	if (ms == 0) grace.it_value.tv_nsec = 1;
	(void)kill(-keeping->program, SIGTERM);
	(void)timerfd_settime(keeping->timer, 0, &grace, NULL);
}

static void on_signal(struct keeping *keeping, int signals)
{
	struct signalfd_siginfo info;
	if (read(signals, &info, sizeof info) != sizeof info) return;
	if (info.ssi_signo == SIGCHLD) reap(keeping);
	if (info.ssi_signo == SIGTERM) on_term(keeping);
	if (info.ssi_signo == SIGQUIT) {
		keeping->was_killed = true;
		end_all(keeping);
	}
}

static void watch(struct keeping *keeping, int signals)
{
	struct pollfd events[] = { { .fd = signals, .events = POLLIN },
				   { .fd = keeping->timer, .events = POLLIN } };
	while (!keeping->has_ended) {
		if (poll(events, countof(events), -1) < 0) continue;
		if (events[0].revents & POLLIN) on_signal(keeping, signals);
		if (!keeping->has_ended && (events[1].revents & POLLIN)) {
			keeping->was_killed = true;
			end_all(keeping);
		}
	}
}

static int watch_signals(void)
{
	sigset_t wanted, all;
	sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, NULL);
	sigemptyset(&wanted);
	sigaddset(&wanted, SIGCHLD);
	sigaddset(&wanted, SIGTERM);
	sigaddset(&wanted, SIGQUIT);
	return signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* The six it needs, in their places, and nothing else. */
static void settle_descriptors(const struct keeper_task *task)
{
	int wanted[] = { task->fds[0], task->fds[1], task->fds[2],
			 task->status, task->go,     task->scratch };
	for (size_t i = 0; i < countof(wanted); i++) {
		wanted[i] = fcntl(wanted[i], F_DUPFD, FD_ASIDE);
		if (wanted[i] < 0) _exit(EXIT_NOT_RUN);
	}
	for (size_t i = 0; i < countof(wanted); i++) {
		if (dup2(wanted[i], (int)i) < 0) _exit(EXIT_NOT_RUN);
	}
	if (close_range(FD_FIRST_FREE, ~0U, 0) != 0) _exit(EXIT_NOT_RUN);
}

/* The program's ends of the pipes: only it may keep them open. */
static void drop_pipes(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; fd < WIRE_FDS; fd++) {
		if (null < 0 || dup2(null, fd) < 0) close(fd);
	}
	if (null > 2) close(null);
	close(FD_GO);
}

static void wait_for_go(void)
{
	char byte;
	ssize_t got;
	do got = read(FD_GO, &byte, 1);
	while (got < 0 && errno == EINTR);
	if (got != 1) _exit(EXIT_NOT_RUN);
}

static void make_folder(const struct keeper_task *task, char name[NAME_BYTES],
			char path[PATH_BYTES])
{
	char run[UUID_TEXT_LEN];
	uuid_print(task->order->run, run);
	int len = snprintf(name, NAME_BYTES, "%.*s-%u", UUID_TEXT_LEN, run, task->order->attempt);
	must(len > 0 && len < NAME_BYTES);
	len = snprintf(path, PATH_BYTES, "%s/%s", task->scratch_path, name);
	if (len <= 0 || len >= PATH_BYTES) give_up(STAGE_FOLDER, ENAMETOOLONG);
	const struct program *program = task->program;
	uid_t uid = program->has_user ? program->uid : geteuid();
	gid_t gid = program->has_user ? program->gid : getegid();
	int error = scratch_make(FD_SCRATCH, name, uid, gid);
	if (error) give_up(STAGE_FOLDER, error);
}

static void live(const struct keeper_task *task, struct keeping *keeping, int signals)
{
	char name[NAME_BYTES], path[PATH_BYTES];
	make_folder(task, name, path);
	keeping->program = fork();
	if (keeping->program == 0) begin_program(task, path);
	int error = errno;
	drop_pipes();
	if (keeping->program > 0) {
		(void)setpgid(keeping->program, keeping->program);
		watch(keeping, signals);
	}
	end_all(keeping);
	(void)scratch_remove(FD_SCRATCH, name);
	if (keeping->program < 0) give_up(STAGE_FORK, error);
}

void keeper_run(const struct keeper_task *task)
{
	struct keeping keeping = {
		.kill_after_ms = task->program->numbers[PROGRAM_KILL_AFTER_MS],
		.has_namespace = task->has_namespace,
	};
	settle_descriptors(task);
	int signals = watch_signals();
	keeping.timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (signals < 0 || keeping.timer < 0) give_up(STAGE_FORK, errno);
	(void)setsid();
	(void)prctl(PR_SET_NAME, "belfry-keeper", 0, 0, 0);
	(void)prctl(PR_SET_PDEATHSIG, task->has_namespace ? SIGKILL : SIGQUIT, 0, 0, 0);
	if (!task->has_namespace && prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0)
		give_up(STAGE_FORK, errno);
	wait_for_go();
	live(task, &keeping, signals);
	struct wire_end end = { .status = keeping.status, .was_killed = keeping.was_killed };
	write_end(&end);
	_exit(0);
}
