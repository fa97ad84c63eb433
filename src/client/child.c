#include "client/child.h"

#include "base/must.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_PROGRESS = 101, READS_AT_ONCE = 64, PIECE_BYTES = 16 << 10 };

static void note_progress(void *context, u32 percent, str message)
{
	struct child *child = context;
	child->percent = percent;
	child->is_told = false;
	message = str_slice(message, 0, CHILD_MESSAGE_BYTES);
	/* Cut between characters. */
	while (message.len == CHILD_MESSAGE_BYTES &&
	       ((unsigned char)message.at[message.len - 1] & 0x80))
		message.len--;
	if (message.len) memcpy(child->message, message.at, message.len);
	child->message[message.len] = '\0';
}

void child_init(struct child *child)
{
	*child = (struct child){ .fds = { -1, -1, -1 }, .percent = NO_PROGRESS, .is_told = true };
	buf_init(&child->payload, 1 << 20);
	capture_init(&child->out, note_progress, child);
	capture_init(&child->errors, NULL, NULL);
}

static void close_fd(int *fd)
{
	if (*fd >= 0) (void)close(*fd);
	*fd = -1;
}

void child_done(struct child *child)
{
	if (child->pid && !child->has_ended) {
		child_signal(child, SIGKILL);
		while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR) {}
	}
	for (u32 i = 0; i < CHILD_FDS; i++) close_fd(&child->fds[i]);
	buf_done(&child->payload);
	capture_done(&child->out);
	capture_done(&child->errors);
	child->pid = 0;
}

/* [0] is the program's end, [1] ours, which does not block. */
static bool make_pipes(int pipes[CHILD_FDS][2])
{
	for (u32 i = 0; i < CHILD_FDS; i++) {
		int ends[2];
		if (pipe(ends)) return false;
		pipes[i][0] = ends[i == 0 ? 0 : 1];
		pipes[i][1] = ends[i == 0 ? 1 : 0];
		(void)fcntl(pipes[i][0], F_SETFD, FD_CLOEXEC);
		(void)fcntl(pipes[i][1], F_SETFD, FD_CLOEXEC);
		(void)fcntl(pipes[i][1], F_SETFL, O_NONBLOCK);
	}
	return true;
}

static int spawn(struct child *child, const char *command, int pipes[CHILD_FDS][2],
		 char *const *environment)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, usual;
	char shell[] = "sh", dash_c[] = "-c";
	char *words[] = { shell, dash_c, (char *)(uintptr_t)command, NULL };
	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	(void)posix_spawn_file_actions_init(&actions);
	(void)posix_spawnattr_init(&attributes);
	for (int i = 0; i < CHILD_FDS; i++)
		(void)posix_spawn_file_actions_adddup2(&actions, pipes[i][0], i);
	(void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
							    POSIX_SPAWN_SETSIGDEF);
	(void)posix_spawnattr_setpgroup(&attributes, 0);
	(void)posix_spawnattr_setsigmask(&attributes, &none);
	(void)posix_spawnattr_setsigdefault(&attributes, &usual);
	int error = posix_spawn(&child->pid, "/bin/sh", &actions, &attributes, words, environment);
	(void)posix_spawn_file_actions_destroy(&actions);
	(void)posix_spawnattr_destroy(&attributes);
	return error;
}

enum err child_start(struct child *child, const char *command, str payload,
		     char *const *environment, struct why *why)
{
	int pipes[CHILD_FDS][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	must(child->pid == 0);
	buf_add(&child->payload, payload);
	if (buf_failed(&child->payload))
		return fail(why, ERR_MEMORY, "out of memory for the payload");
	int error = make_pipes(pipes) ? spawn(child, command, pipes, environment) : errno;
	for (u32 i = 0; i < CHILD_FDS; i++) {
		close_fd(&pipes[i][0]);
		child->fds[i] = pipes[i][1];
	}
	if (!error) return ERR_OK;
	child->pid = 0;
	for (u32 i = 0; i < CHILD_FDS; i++) close_fd(&child->fds[i]);
	return fail(why, ERR_IO, "cannot start a program: %s", strerror(error));
}

static void feed(struct child *child)
{
	while (child->fds[0] >= 0 && child->fed < child->payload.len) {
		str rest = str_from_offset(buf_view(&child->payload), child->fed);
		ssize_t written = write(child->fds[0], rest.at, rest.len);
		if (written < 0 && errno == EINTR) continue;
		if (written < 0 && errno == EAGAIN) return;
		/* A program need not read its payload. */
		if (written < 0) break;
		child->fed += (size_t)written;
	}
	close_fd(&child->fds[0]);
}

static void take_error(struct child *child, str piece)
{
	capture_add(&child->errors, piece);
	tail_add(&child->err, piece);
}

static void drain(struct child *child, u32 stream)
{
	char room[PIECE_BYTES];
	for (u32 i = 0; i < READS_AT_ONCE && child->fds[stream] >= 0; i++) {
		ssize_t got = read(child->fds[stream], room, sizeof room);
		if (got < 0 && errno == EINTR) continue;
		if (got < 0 && errno == EAGAIN) return;
		if (got <= 0) close_fd(&child->fds[stream]);
		else if (stream == 1) capture_add(&child->out, (str){ room, (size_t)got });
		else take_error(child, (str){ room, (size_t)got });
	}
}

void child_attend(struct child *child)
{
	if (!child->pid || child->has_ended) return;
	feed(child);
	drain(child, 1);
	drain(child, 2);
	if (waitpid(child->pid, &child->status, WNOHANG) != child->pid) return;
	child->has_ended = true;
	/* Takes the program's last output; output of processes that it left in the background is
	 * not awaited. */
	drain(child, 1);
	drain(child, 2);
	capture_close(&child->out);
	child_signal(child, SIGKILL);
	for (u32 i = 0; i < CHILD_FDS; i++) close_fd(&child->fds[i]);
}

void child_signal(const struct child *child, int number)
{
	if (child->pid) (void)kill(-child->pid, number);
}
