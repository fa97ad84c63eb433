/* Log lines about runs. An alert is a warning; a run that ended badly is worth a word; everything
 * else, each attempt too, is said only to who asks for all of it. */
#ifndef BELFRY_SERVER_RUN_LOG_H
#define BELFRY_SERVER_RUN_LOG_H

#include "observe/log.h"
#include "server/tally.h"

/* The journal of a committed turn; `now` is when, by the wall. On the thread that names may be
 * asked on. */
void run_log_write(const struct log_sink *sink, const struct tally_names *names, str journal,
		   msec now);

#endif
