/* The broker: a small process that starts programs, so that the server never forks while it has
 * threads, secrets and a database open. It is forked early, before any of those
 * (handler/standby.h), and knows nothing but the programs file. Server and broker talk by a socket
 * pair (handler/wire.h); when the server is gone, however it went, the broker ends every program
 * and then itself.
 *
 *   server -- broker -- keeper -- program     a keeper for each program (handler/keeper.h) */
#ifndef BELFRY_HANDLER_BROKER_H
#define BELFRY_HANDLER_BROKER_H

#include "base/err.h"
#include "handler/programs.h"

struct broker;
struct standby;

struct broker_config {
	const struct programs *programs;
	/* in the data folder: the running programs (handler/records.h) */
	const char *record_folder;
	/* where programs get their folders; the programs' users must be able to reach it */
	const char *work_folder;
	bool is_plain; /* pretend that the kernel has no namespaces; for tests */
	/* The process that becomes the broker, and the programs file that it reads; NULL: forks one
	 * with what this process has read. */
	struct standby *standby;
	const char *programs_file;
};

/* Whether each program is confined. ERR_INVALID: a program has neither a user of its own nor
 * Landlock, and its entry does not say unconfined. */
MUST_USE enum err broker_check(const struct programs *programs, struct why *why);

/* First ends programs that an earlier server left running; only then may runs be offered. Forks, so
 * it must be called before threads start. ERR_INVALID: as broker_check. ERR_IO, ERR_BUSY: `why` has
 * the reason. */
MUST_USE enum err broker_start(const struct broker_config *config, struct broker **out_broker,
			       struct why *why);
/* Turns this process into the broker. Takes over the descriptors. */
_Noreturn void broker_become(const struct broker_config *config, int fd, int records, int scratch);
/* Ends all programs, waits for the broker. */
void broker_stop(struct broker *broker); /* NULL: does nothing */

int broker_socket(const struct broker *broker);
const struct programs *broker_programs(const struct broker *broker);
pid_t broker_pid(const struct broker *broker);
/* How many processes of an earlier server were ended at the start. */
u32 broker_swept(const struct broker *broker);

#endif
