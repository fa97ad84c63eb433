/* One thread, two things to wait for: an order from the server, the end of a keeper. */
#define _GNU_SOURCE
#include "handler/broker.h"

#include "base/memory.h"
#include "base/must.h"
#include "handler/confine.h"
#include "handler/family.h"
#include "handler/keeper.h"
#include "handler/records.h"
#include "handler/scratch.h"
#include "handler/standby.h"
#include "handler/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SWEEP_WAIT_MS = 50 };

struct broker {
	const struct programs *programs;
	int fd;
	pid_t pid;
	u32 swept;
};

struct task {
	pid_t keeper; /* 0: free */
	int status;   /* where its keeper writes how it ended */
	struct uuid execution;
};

/* The working state of the broker's own process. */
struct desk {
	const struct broker_config *config;
	int fd;
	int signals;
	int records;
	int scratch;
	bool has_namespaces;
	struct task tasks[HANDLER_AT_ONCE_MAX];
	struct wire_order order; /* the one at hand */
};

/* ---- in the broker's process ----------------------------------------------------------------- */

static void tell(const struct desk *desk, struct uuid execution, const struct wire_end *end)
{
	struct wire_ended ended = { .kind = WIRE_ENDED, .execution = execution, .end = *end };
	int error = wire_send_ended(desk->fd, &ended);
	(void)error; /* without a server the next look at the socket ends us */
}

static void tell_failed(const struct desk *desk, enum wire_stage stage, int error)
{
	struct wire_end end = { .stage = stage, .error = error };
	tell(desk, desk->order.execution, &end);
}

static struct task *free_task(struct desk *desk)
{
	for (u32 i = 0; i < HANDLER_AT_ONCE_MAX; i++) {
		if (desk->tasks[i].keeper == 0) return &desk->tasks[i];
	}
	return NULL;
}

static struct task *task_of(struct desk *desk, pid_t keeper)
{
	for (u32 i = 0; i < HANDLER_AT_ONCE_MAX; i++) {
		if (desk->tasks[i].keeper == keeper) return &desk->tasks[i];
	}
	return NULL;
}

static bool is_keeper(void *context, pid_t pid)
{
	return task_of(context, pid) != NULL;
}

/* Like fork, in a PID namespace of its own where that is possible. */
static pid_t fork_keeper(struct desk *desk)
{
	if (desk->has_namespaces) {
		long pid = syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, NULL, NULL, NULL, NULL);
		if (pid >= 0 || errno != EPERM) return (pid_t)pid;
		desk->has_namespaces = false;
	}
	return fork();
}

static void close_all(const int *fds, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		if (fds[i] >= 0) close(fds[i]);
	}
}

struct pipes {
	int status[2];
	int go[2];
};

static _Noreturn void run_keeper(const struct desk *desk, const int fds[WIRE_FDS],
				 const struct pipes *pipes)
{
	struct keeper_task task = {
		.program = &desk->config->programs->at[desk->order.program],
		.order = &desk->order,
		.fds = { fds[0], fds[1], fds[2] },
		.status = pipes->status[1],
		.go = pipes->go[0],
		.scratch = desk->scratch,
		.scratch_path = desk->config->work_folder,
		.has_namespace = desk->has_namespaces,
	};
	keeper_run(&task);
}

/* On record first, then it may begin: nothing runs that a later server would not find. */
static void let_go(struct desk *desk, struct task *task, int go)
{
	if (records_add(desk->records, task->keeper, desk->order.run) != ERR_OK) {
		tell_failed(desk, STAGE_RECORD, errno);
		/* It ends when it sees that nobody lets it go; its end must not be told again. */
		close(task->status);
		task->status = -1;
		return;
	}
	ssize_t written = write(go, "g", 1);
	(void)written;
}

static void start_keeper(struct desk *desk, const int fds[WIRE_FDS], const struct pipes *pipes)
{
	struct task *task = free_task(desk);
	if (!task) {
		tell_failed(desk, STAGE_FORK, EAGAIN);
		return;
	}
	pid_t pid = fork_keeper(desk);
	if (pid == 0) run_keeper(desk, fds, pipes);
	if (pid < 0) {
		tell_failed(desk, STAGE_FORK, errno);
		return;
	}
	int status = fcntl(pipes->status[0], F_DUPFD_CLOEXEC, 0);
	*task = (struct task){ .keeper = pid,
			       .status = status,
			       .execution = desk->order.execution };
	let_go(desk, task, pipes->go[1]);
}

static bool is_sound(const struct desk *desk, const int fds[WIRE_FDS])
{
	const struct wire_order *order = &desk->order;
	if (order->program >= desk->config->programs->len) return false;
	if (order->slots_len != desk->config->programs->at[order->program].slots_len) return false;
	for (u32 i = 0; i < order->slots_len; i++) {
		if (!memchr(order->slots[i], '\0', sizeof order->slots[i])) return false;
	}
	return fds[0] >= 0 && fds[1] >= 0 && fds[2] >= 0;
}

static void on_start(struct desk *desk, const int fds[WIRE_FDS])
{
	struct pipes pipes = { { -1, -1 }, { -1, -1 } };
	if (!is_sound(desk, fds)) tell_failed(desk, STAGE_BROKER, EINVAL);
	else if (pipe2(pipes.status, O_CLOEXEC | O_NONBLOCK) != 0 ||
		 pipe2(pipes.go, O_CLOEXEC) != 0)
		tell_failed(desk, STAGE_FORK, errno);
	else start_keeper(desk, fds, &pipes);
	close_all(pipes.status, 2);
	close_all(pipes.go, 2);
}

static void on_stop(struct desk *desk)
{
	for (u32 i = 0; i < HANDLER_AT_ONCE_MAX; i++) {
		struct task *task = &desk->tasks[i];
		if (task->keeper && uuid_eq(&task->execution, &desk->order.execution))
			(void)kill(task->keeper, SIGTERM);
	}
}

static void on_ended(struct desk *desk, struct task *task)
{
	struct wire_end end;
	records_remove(desk->records, task->keeper);
	if (task->status >= 0) {
		/* The first word counts: a program that could not begin said why. */
		ssize_t got = read(task->status, &end, sizeof end);
		if (got != sizeof end)
			end = (struct wire_end){ .status = SIGKILL, .was_killed = true };
		close(task->status);
		tell(desk, task->execution, &end);
	}
	*task = (struct task){ .keeper = 0 };
}

/* A process that a killed keeper left behind has become our child: nobody else will end it. */
static void on_child(struct desk *desk)
{
	int status;
	pid_t pid;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		struct task *task = task_of(desk, pid);
		if (task) {
			if (!desk->has_namespaces &&
			    !(WIFEXITED(status) && WEXITSTATUS(status) == 0))
				(void)family_kill(is_keeper, desk);
			on_ended(desk, task);
		} else if (!desk->has_namespaces) {
			(void)family_kill(is_keeper, desk);
		}
	}
}

/* True: go on. */
static bool on_order(struct desk *desk)
{
	int fds[WIRE_FDS];
	enum wire_got got = wire_receive_order(desk->fd, &desk->order, fds);
	if (got == WIRE_GOT && desk->order.kind == WIRE_START) on_start(desk, fds);
	if (got == WIRE_GOT && desk->order.kind == WIRE_STOP) on_stop(desk);
	close_all(fds, WIRE_FDS);
	return got == WIRE_GOT || got == WIRE_NOTHING;
}

static u32 running(const struct desk *desk)
{
	u32 len = 0;
	for (u32 i = 0; i < HANDLER_AT_ONCE_MAX; i++) len += desk->tasks[i].keeper != 0;
	return len;
}

static _Noreturn void end(struct desk *desk)
{
	int status;
	for (u32 i = 0; i < HANDLER_AT_ONCE_MAX; i++) {
		if (desk->tasks[i].keeper) (void)kill(desk->tasks[i].keeper, SIGQUIT);
	}
	while (running(desk)) {
		pid_t pid = waitpid(-1, &status, 0);
		if (pid < 0) break;
		struct task *task = task_of(desk, pid);
		if (task) on_ended(desk, task);
	}
	(void)family_kill(NULL, NULL);
	_exit(0);
}

static _Noreturn void work(struct desk *desk)
{
	struct pollfd events[] = { { .fd = desk->fd, .events = POLLIN },
				   { .fd = desk->signals, .events = POLLIN } };
	struct signalfd_siginfo info;
	for (;;) {
		if (poll(events, countof(events), -1) < 0) continue;
		if (events[1].revents & POLLIN) {
			ssize_t got = read(desk->signals, &info, sizeof info);
			(void)got;
			on_child(desk);
		}
		if ((events[0].revents & (POLLIN | POLLHUP)) && !on_order(desk)) end(desk);
	}
}

/* Nothing of the server's stays but the three it needs: they take the first free places. */
static void settle_descriptors(struct desk *desk)
{
	int *const kept[] = { &desk->fd, &desk->records, &desk->scratch };
	enum { ASIDE = 100 };
	for (size_t i = 0; i < countof(kept); i++) {
		int moved = fcntl(*kept[i], F_DUPFD_CLOEXEC, ASIDE);
		if (moved < 0) _exit(1);
		*kept[i] = moved;
	}
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; fd <= 2; fd++) {
		if (null < 0 || dup2(null, fd) < 0) close(fd);
	}
	for (size_t i = 0; i < countof(kept); i++) {
		if (dup3(*kept[i], 3 + (int)i, O_CLOEXEC) < 0) _exit(1);
		*kept[i] = 3 + (int)i;
	}
	if (close_range(3 + (u32)countof(kept), ~0U, 0) != 0) _exit(1);
}

/* The keyboard's and the service manager's signals are for the server; its end is the signal here.
 */
static int settle_signals(void)
{
	sigset_t all, child;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	return signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

void broker_become(const struct broker_config *config, int fd, int records, int scratch)
{
	struct desk *desk = mem_alloc_zeroed(sizeof *desk); /* too large for a stack */
	if (!desk) _exit(1);
	*desk = (struct desk){ .config = config, .fd = fd, .records = records, .scratch = scratch };
	desk->has_namespaces = !config->is_plain && geteuid() == 0;
	settle_descriptors(desk);
	desk->signals = settle_signals();
	(void)setsid();
	(void)prctl(PR_SET_NAME, "belfry-broker", 0, 0, 0);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	(void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	if (desk->signals < 0) _exit(1);
	work(desk);
}

/* ---- in the server --------------------------------------------------------------------------- */

enum err broker_check(const struct programs *programs, struct why *why)
{
	u32 abi = confine_landlock_abi();
	for (u32 i = 0; i < programs->len; i++) {
		const struct program *program = &programs->at[i];
		bool own_user = program->has_user && program->uid != geteuid();
		if (own_user || abi || program->numbers[PROGRAM_UNCONFINED]) continue;
		return fail(why, ERR_INVALID,
			    "program %s has neither its own user nor a Landlock sandbox: set "
			    "user, or unconfined = yes",
			    program->name);
	}
	return ERR_OK;
}

static enum err fork_broker(const struct broker_config *config, int records, int scratch,
			    struct broker *broker, struct why *why)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return fail(why, ERR_IO, "no socket for the broker");
	pid_t pid = fork();
	if (pid == 0) {
		close(pair[0]);
		broker_become(config, pair[1], records, scratch);
	}
	close(pair[1]);
	if (pid < 0) {
		close(pair[0]);
		return fail(why, ERR_IO, "no process for the broker");
	}
	broker->fd = pair[0];
	broker->pid = pid;
	return ERR_OK;
}

/* By the process that waits for it since before anything was read. */
static enum err take_standby(const struct broker_config *config, int records, int scratch,
			     struct broker *broker, struct why *why)
{
	struct standby_word *word = mem_alloc_zeroed(sizeof *word); /* too large for a stack */
	const int folders[] = { records, scratch };
	if (!word) return fail(why, ERR_MEMORY, "no memory for the broker");
	int file = snprintf(word->programs_file, sizeof word->programs_file, "%s",
			    config->programs_file);
	int work = snprintf(word->work_folder, sizeof word->work_folder, "%s", config->work_folder);
	must(file > 0 && (size_t)file < sizeof word->programs_file);
	must(work > 0 && (size_t)work < sizeof word->work_folder);
	word->programs = programs_digest(config->programs);
	word->is_plain = config->is_plain;
	enum err err = standby_begin(config->standby, word, folders, &broker->fd, &broker->pid,
				     why);
	mem_free(word);
	return err;
}

static enum err begin_broker(const struct broker_config *config, int records, int scratch,
			     struct broker *broker, struct why *why)
{
	enum err err = config->standby ? take_standby(config, records, scratch, broker, why)
				       : fork_broker(config, records, scratch, broker, why);
	if (err) return err;
	if (fcntl(broker->fd, F_SETFL, O_NONBLOCK) == 0) return ERR_OK;
	close(broker->fd);
	return fail(why, ERR_IO, "no socket for the broker");
}

enum err broker_start(const struct broker_config *config, struct broker **out_broker,
		      struct why *why)
{
	int records = -1, scratch = -1;
	struct broker *broker = mem_alloc_zeroed(sizeof *broker);
	if (!broker) return fail(why, ERR_MEMORY, "no memory for the broker");
	broker->programs = config->programs;
	enum err err = broker_check(config->programs, why);
	if (!err) err = records_open(config->record_folder, &records, why);
	if (!err) err = records_sweep(records, SWEEP_WAIT_MS, &broker->swept, why);
	if (!err) err = scratch_open(config->work_folder, &scratch, why);
	if (!err) err = begin_broker(config, records, scratch, broker, why);
	if (records >= 0) close(records);
	if (scratch >= 0) close(scratch);
	if (err) mem_free(broker);
	else *out_broker = broker;
	return err;
}

void broker_stop(struct broker *broker)
{
	int status;
	if (!broker) return;
	close(broker->fd);
	while (waitpid(broker->pid, &status, 0) < 0 && errno == EINTR) {}
	mem_free(broker);
}

int broker_socket(const struct broker *broker)
{
	return broker->fd;
}

const struct programs *broker_programs(const struct broker *broker)
{
	return broker->programs;
}

pid_t broker_pid(const struct broker *broker)
{
	return broker->pid;
}

u32 broker_swept(const struct broker *broker)
{
	return broker->swept;
}
