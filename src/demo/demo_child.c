#include "demo/demo_child.h"

#include "base/must.h"
#include "host/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TELLING_MS = 60000 };

/* ---- signals ----------------------------------------------------------------------------- */

static void fill_signals(sigset_t *out)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD };
	sigemptyset(out);
	for (size_t i = 0; i < countof(numbers); i++) sigaddset(out, numbers[i]);
}

int demo_signals_open(void)
{
	sigset_t wanted;
	fill_signals(&wanted);
	(void)pthread_sigmask(SIG_BLOCK, &wanted, NULL);
	return signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
}

void demo_signals_close(int signals)
{
	sigset_t wanted;
	fill_signals(&wanted);
	(void)close(signals);
	(void)pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
}

int demo_signals_wait(int signals, msec span)
{
	struct pollfd waiting = { .fd = signals, .events = POLLIN };
	struct signalfd_siginfo info;
	if (poll(&waiting, 1, (int)(span < INT32_MAX ? span : INT32_MAX)) <= 0) return 0;
	if (read(signals, &info, sizeof info) != (ssize_t)sizeof info) return 0;
	return (int)info.ssi_signo;
}

/* ---- starting ---------------------------------------------------------------------------- */

static void take_place(const char *path, int flags, int fd)
{
	int opened = open(path, flags, 0600);
	if (opened < 0 || opened == fd) return;
	(void)dup2(opened, fd);
	(void)close(opened);
}

/* In the child: a group of its own, so that Ctrl-C reaches the demo alone, which ends the others in
 * order; and an end when the demo dies without having done so. */
static void settle_in(pid_t parent, const char *log)
{
	sigset_t none;
	(void)setpgid(0, 0);
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) _exit(1);
	take_place("/dev/null", O_RDONLY, STDIN_FILENO);
	take_place(log, O_WRONLY | O_CREAT | O_APPEND, STDOUT_FILENO);
	(void)dup2(STDOUT_FILENO, STDERR_FILENO);
	sigemptyset(&none);
	(void)pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/* Until the child closes its end, or takes too long. */
static void listen_to(int fd, struct buf *out)
{
	char room[4096];
	msec end = clock_now().boot + TELLING_MS;
	for (;;) {
		struct pollfd waiting = { .fd = fd, .events = POLLIN };
		msec left = end - clock_now().boot;
		if (left <= 0) return;
		int ready = poll(&waiting, 1, (int)left);
		if (ready < 0 && errno == EINTR) continue;
		if (ready <= 0) return;
		ssize_t got = read(fd, room, sizeof room);
		if (got < 0 && errno == EINTR) continue;
		if (got <= 0) return;
		buf_add(out, (str){ room, (size_t)got });
	}
}

enum err demo_child_start(struct demo_child *child, const char *log, struct buf *out_told,
			  struct why *why)
{
	int ends[2];
	pid_t parent = getpid();
	must(child->pid == 0);
	if (pipe(ends)) return fail(why, ERR_IO, "no pipe: %s", strerror(errno));
	(void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid_t pid = fork();
	if (pid == 0) {
		(void)close(ends[0]);
		settle_in(parent, log);
		_exit(child->work(child->context, ends[1]));
	}
	(void)close(ends[1]);
	if (pid < 0) {
		(void)close(ends[0]);
		return fail(why, ERR_IO, "the %s cannot be started: %s", child->name,
			    strerror(errno));
	}
	child->pid = pid;
	listen_to(ends[0], out_told);
	(void)close(ends[0]);
	return ERR_OK;
}

/* ---- ending ------------------------------------------------------------------------------ */

bool demo_child_has_ended(struct demo_child *child)
{
	if (!child->pid) return true;
	if (waitpid(child->pid, &child->status, WNOHANG) != child->pid) return false;
	child->pid = 0;
	return true;
}

void demo_child_end(struct demo_child *child, int signals, msec grace)
{
	msec end = clock_now().boot + grace;
	if (demo_child_has_ended(child)) return;
	/* Two that differ: the same one twice would count once. */
	(void)kill(child->pid, SIGINT);
	(void)kill(child->pid, SIGTERM);
	while (!demo_child_has_ended(child)) {
		msec left = end - clock_now().boot;
		int number = left > 0 ? demo_signals_wait(signals, left) : SIGTERM;
		if (number == 0 || number == SIGCHLD) continue;
		(void)kill(child->pid, SIGKILL);
		while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR) {}
		child->pid = 0;
	}
}
