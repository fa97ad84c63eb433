/* Log lines on their way out: whoever has one hands it over and goes on; a thread of its own writes
 * them. Where they come faster than they can be written, the newest are dropped and counted, and a
 * line says how many: a slow disk or terminal must not hold work up. */
#ifndef BELFRY_HOST_LOG_WRITER_H
#define BELFRY_HOST_LOG_WRITER_H

#include "base/err.h"
#include "base/str.h"

struct log_writer;

/* Writes whole lines; on the writer's thread. */
typedef void log_out(void *context, str lines);

enum { LOG_WRITER_BYTES = 1 << 20 }; /* that may wait */

MUST_USE enum err log_writer_start(log_out *out, void *context, struct log_writer **out_writer,
				   struct why *why);
/* On any thread; never waits for what is written. A line ends with its line feed. */
void log_writer_put(struct log_writer *writer, str line);
/* Lines that found no room, since the start. */
u64 log_writer_dropped(struct log_writer *writer);
/* Writes what waits and ends. */
void log_writer_stop(struct log_writer *writer);

#endif
