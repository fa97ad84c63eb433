/* Both sides are one program, so the word goes as it is, in one packet, with the two folders. */
#define _GNU_SOURCE
#include "handler/standby.h"

#include "base/memory.h"
#include "base/must.h"
#include "handler/broker.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FOLDERS = 2 };

struct standby {
	int fd; /* -1: it has become the broker */
	pid_t pid;
};

union folder_room {
	char bytes[CMSG_SPACE(FOLDERS * sizeof(int))];
	struct cmsghdr aligned;
};

/* ---- in the new process --------------------------------------------------------------------- */

extern char **environ;

/* The texts themselves: what only points there is forgotten with them. */
static void wipe(char **texts)
{
	for (; texts && *texts; texts++) explicit_bzero(*texts, strlen(*texts));
}

static bool receive(int fd, struct standby_word *out_word, int out_folders[FOLDERS])
{
	union folder_room room = { .bytes = { 0 } };
	struct iovec piece = { out_word, sizeof *out_word };
	struct msghdr message = { .msg_iov = &piece,
				  .msg_iovlen = 1,
				  .msg_control = room.bytes,
				  .msg_controllen = sizeof room.bytes };
	ssize_t got;
	do got = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	struct cmsghdr *head = got == sizeof *out_word ? CMSG_FIRSTHDR(&message) : NULL;
	if (!head || head->cmsg_type != SCM_RIGHTS || head->cmsg_len != CMSG_LEN(sizeof(int[2])))
		return false;
	memcpy(out_folders, CMSG_DATA(head), sizeof(int[FOLDERS]));
	return memchr(out_word->programs_file, '\0', sizeof out_word->programs_file) &&
	       memchr(out_word->work_folder, '\0', sizeof out_word->work_folder);
}

/* A file that has changed since the server read it would give other programs the same numbers. */
static _Noreturn void wait_for_word(int fd)
{
	static struct standby_word word; /* too large for a stack */
	int folders[FOLDERS];
	struct programs *programs = NULL;
	struct why why;
	if (!receive(fd, &word, folders)) _exit(0);
	if (programs_read(word.programs_file, &programs, &why)) _exit(1);
	struct digest digest = programs_digest(programs);
	if (!digest_eq(digest, word.programs)) _exit(1);
	if (send(fd, "r", 1, MSG_NOSIGNAL) != 1) _exit(1);
	const struct broker_config config = { .programs = programs,
					      .work_folder = word.work_folder,
					      .is_plain = word.is_plain };
	broker_become(&config, fd, folders[0], folders[1]);
}

static _Noreturn void sit(int fd, char **words, char **environment)
{
	sigset_t all;
	sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, NULL);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	(void)prctl(PR_SET_NAME, "belfry-broker", 0, 0, 0);
	if (words && *words) wipe(words + 1);
	wipe(environment);
	environ = NULL;
	wait_for_word(fd);
}

/* ---- in the server -------------------------------------------------------------------------- */

struct standby *standby_take(char **words, char **environment)
{
	int pair[2];
	struct standby *standby = mem_alloc_zeroed(sizeof *standby);
	if (!standby) return NULL;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
		mem_free(standby);
		return NULL;
	}
	standby->fd = pair[0];
	standby->pid = fork();
	if (standby->pid == 0) {
		close(pair[0]);
		sit(pair[1], words, environment);
	}
	close(pair[1]);
	if (standby->pid > 0) return standby;
	close(pair[0]);
	mem_free(standby);
	return NULL;
}

void standby_free(struct standby *standby)
{
	int status;
	if (!standby) return;
	if (standby->fd >= 0) {
		close(standby->fd);
		while (waitpid(standby->pid, &status, 0) < 0 && errno == EINTR) {}
	}
	mem_free(standby);
}

static bool send_word(int fd, const struct standby_word *word, const int folders[FOLDERS])
{
	union folder_room room = { .bytes = { 0 } };
	struct iovec piece = { (void *)(uintptr_t)word, sizeof *word };
	struct msghdr message = { .msg_iov = &piece,
				  .msg_iovlen = 1,
				  .msg_control = room.bytes,
				  .msg_controllen = sizeof room.bytes };
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(int[FOLDERS]));
	memcpy(CMSG_DATA(head), folders, sizeof(int[FOLDERS]));
	return sendmsg(fd, &message, MSG_NOSIGNAL) == (ssize_t)sizeof *word;
}

enum err standby_begin(struct standby *standby, const struct standby_word *word,
		       const int folders[2], int *out_fd, pid_t *out_pid, struct why *why)
{
	char ready;
	ssize_t got = -1;
	must(standby->fd >= 0);
	if (send_word(standby->fd, word, folders)) {
		do got = recv(standby->fd, &ready, 1, 0);
		while (got < 0 && errno == EINTR);
	}
	if (got != 1)
		return fail(why, ERR_IO,
			    "the program broker read %s differently from the server; was the "
			    "file just changed?",
			    word->programs_file);
	*out_fd = standby->fd;
	*out_pid = standby->pid;
	standby->fd = -1;
	return ERR_OK;
}
