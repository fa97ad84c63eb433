/* Log lines about runs: alerts as warnings, runs that ended badly as information, everything else,
 * each attempt included, at the level debug. */
#ifndef BELFRY_SERVER_RUN_LOG_H
#define BELFRY_SERVER_RUN_LOG_H

#include "model/daily.h"
#include "observe/log.h"
#include "server/tally.h"

enum { RUN_LOG_PEOPLE = 4096 };

/* The person whom an attempt is for, and the day of a daily window. The engine does not keep them:
 * the lease tells them, and a place here keeps them until another attempt takes that place. */
struct run_log_person {
	struct uuid execution;
	u8 user_len;
	char user[LIMIT_TENANT_NAME_BYTES];
	char date[DAILY_DATE_LEN]; /* of a daily window; else it begins with a zero byte */
};

struct run_log {
	struct run_log_person people[RUN_LOG_PEOPLE];
};

/* Writes a line for each entry of the journal that is about a run. `turn` is the journal's; NULL:
 * it is not known, and errors have no class but their outcome. Before anything about a run that did
 * not end well is asked on. */
void run_log_write(struct run_log *log, const struct log_sink *sink,
		   const struct tally_names *names, const struct turn *turn, str journal, msec now);

#endif
