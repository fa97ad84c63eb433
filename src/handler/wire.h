/* The messages between server and broker: one message a packet (SOCK_SEQPACKET), both sides one
 * program, so structs go as they are. */
#ifndef BELFRY_HANDLER_WIRE_H
#define BELFRY_HANDLER_WIRE_H

#include "base/types.h"
#include "base/uuid.h"
#include "handler/limits.h"

enum wire_kind { WIRE_START = 1, WIRE_STOP, WIRE_ENDED };

/* Where the way to a running program broke off; NONE: it ran. */
enum wire_stage {
	STAGE_NONE,
	STAGE_FORK,
	STAGE_RECORD,
	STAGE_FOLDER,
	STAGE_LIMITS,
	STAGE_USER,
	STAGE_FILES,
	STAGE_CALLS,
	STAGE_EXEC,
	STAGE_BROKER,
	STAGE_COUNT
};

/* To the broker: start (with three descriptors: stdin, stdout, stderr) or stop. */
struct wire_order {
	enum wire_kind kind;
	u32 program;
	struct uuid execution;
	struct uuid run;
	u32 attempt;
	u32 slots_len;
	char slots[HANDLER_PROGRAM_SLOTS][HANDLER_SLOT_BYTES + 1]; /* each with its NUL */
};

/* How a program ended. */
struct wire_end {
	enum wire_stage stage;
	int error;       /* of the stage, an errno */
	int status;      /* as waitpid has it, when it ran */
	bool was_killed; /* it did not end within its grace */
};

/* From the broker. */
struct wire_ended {
	enum wire_kind kind;
	struct uuid execution;
	struct wire_end end;
};

enum { WIRE_FDS = 3 };

/* 0 or an errno. A full socket is EAGAIN. */
MUST_USE int wire_send_order(int fd, const struct wire_order *order, const int *fds, u32 fds_len);
MUST_USE int wire_send_ended(int fd, const struct wire_ended *ended);

enum wire_got { WIRE_GOT, WIRE_NOTHING, WIRE_CLOSED, WIRE_BROKEN };

/* `out_fds` are the receiver's to close; -1 where none came. */
MUST_USE enum wire_got wire_receive_order(int fd, struct wire_order *out_order,
					  int out_fds[WIRE_FDS]);
MUST_USE enum wire_got wire_receive_ended(int fd, struct wire_ended *out_ended);

const char *wire_stage_sentence(enum wire_stage stage);

#endif
