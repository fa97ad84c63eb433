#define _GNU_SOURCE
#include "handler/wire.h"

#include "base/must.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const sentences[STAGE_COUNT] = {
	[STAGE_NONE] = "the program ran",
	[STAGE_FORK] = "no process could be created",
	[STAGE_RECORD] = "the program could not be recorded",
	[STAGE_FOLDER] = "its folder could not be created",
	[STAGE_LIMITS] = "its limits could not be set",
	[STAGE_USER] = "its user could not be set",
	[STAGE_FILES] = "its file access could not be restricted",
	[STAGE_CALLS] = "its system calls could not be restricted",
	[STAGE_EXEC] = "the program could not be started",
	[STAGE_BROKER] = "the program broker is not running",
};

const char *wire_stage_sentence(enum wire_stage stage)
{
	must(stage < STAGE_COUNT);
	return sentences[stage];
}

static int send_all(int fd, struct msghdr *message, size_t len)
{
	ssize_t sent;
	do sent = sendmsg(fd, message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	if (sent < 0) return errno;
	must((size_t)sent == len); /* packets are not cut */
	return 0;
}

union fd_room {
	char bytes[CMSG_SPACE(WIRE_FDS * sizeof(int))];
	struct cmsghdr aligned;
};

int wire_send_order(int fd, const struct wire_order *order, const int *fds, u32 fds_len)
{
	union fd_room room = { .bytes = { 0 } };
	struct iovec piece = { (void *)(uintptr_t)order, sizeof *order };
	struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };
	must(fds_len <= WIRE_FDS);
	if (fds_len) {
		message.msg_control = room.bytes;
		message.msg_controllen = CMSG_SPACE(fds_len * sizeof(int));
		struct cmsghdr *head = CMSG_FIRSTHDR(&message);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(fds_len * sizeof(int));
		memcpy(CMSG_DATA(head), fds, fds_len * sizeof(int));
	}
	return send_all(fd, &message, sizeof *order);
}

int wire_send_ended(int fd, const struct wire_ended *ended)
{
	struct iovec piece = { (void *)(uintptr_t)ended, sizeof *ended };
	struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };
	return send_all(fd, &message, sizeof *ended);
}

static void take_fds(struct msghdr *message, int out_fds[WIRE_FDS])
{
	u32 len = 0;
	struct cmsghdr *head = CMSG_FIRSTHDR(message);
	for (; head; head = CMSG_NXTHDR(message, head)) {
		if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
		size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		for (size_t i = 0; i < count && len < WIRE_FDS; i++)
			memcpy(&out_fds[len++], CMSG_DATA(head) + i * sizeof(int), sizeof(int));
	}
}

static enum wire_got receive(int fd, struct msghdr *message, size_t len)
{
	ssize_t got;
	do got = recvmsg(fd, message, MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? WIRE_NOTHING : WIRE_CLOSED;
	if (got == 0) return WIRE_CLOSED;
	return (size_t)got == len && !(message->msg_flags & MSG_TRUNC) ? WIRE_GOT : WIRE_BROKEN;
}

enum wire_got wire_receive_order(int fd, struct wire_order *out_order, int out_fds[WIRE_FDS])
{
	union fd_room room = { .bytes = { 0 } };
	struct iovec piece = { out_order, sizeof *out_order };
	struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };
	message.msg_control = room.bytes;
	message.msg_controllen = sizeof room.bytes;
	for (u32 i = 0; i < WIRE_FDS; i++) out_fds[i] = -1;
	enum wire_got got = receive(fd, &message, sizeof *out_order);
	if (got == WIRE_GOT || got == WIRE_BROKEN) take_fds(&message, out_fds);
	return got;
}

enum wire_got wire_receive_ended(int fd, struct wire_ended *out_ended)
{
	struct iovec piece = { out_ended, sizeof *out_ended };
	struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };
	return receive(fd, &message, sizeof *out_ended);
}
