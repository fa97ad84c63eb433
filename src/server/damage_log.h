/* Reports damaged rows that readers of the store find: each is counted, and logged once, however
 * often a query meets it. Any thread. */
#ifndef BELFRY_SERVER_DAMAGE_LOG_H
#define BELFRY_SERVER_DAMAGE_LOG_H

#include "observe/log.h"
#include "store/damage.h"

#include <pthread.h>
#include <stdatomic.h>

enum { DAMAGE_LOG_TOLD = 256, DAMAGE_LOG_WORDS = 512 };

struct damage_log {
	const struct log_sink *sink;
	_Atomic u64 found;
	pthread_mutex_t lock; /* protects the following members */
	/* hashes of the rows that were logged last, as a ring; 0: none */
	u64 told[DAMAGE_LOG_TOLD];
	u32 told_len;                 /* since the start */
	bool has_counted;             /* a row without a key, found by the writer, was logged */
	char words[DAMAGE_LOG_WORDS]; /* of the row that was found last; empty: none has a name */
};

/* The sink must live longer than the log. */
void damage_log_init(struct damage_log *log, const struct log_sink *sink);
void damage_log_done(struct damage_log *log);

/* How often a damaged row was met since the start. */
u64 damage_log_found(const struct damage_log *log);

/* Counts a row without a key: the writer has left it out of its decision. */
void damage_log_count(struct damage_log *log, msec now);

void damage_log_report(struct damage_log *log, msec now, const struct damaged_row *row);

/* Copies how the row is named that was found last; empty: none has a name. */
void damage_log_last(struct damage_log *log, char out[DAMAGE_LOG_WORDS]);

#endif
