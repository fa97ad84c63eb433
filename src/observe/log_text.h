/* Log lines for a person at a terminal, made from the JSON lines that log.h writes:
 * "2026-01-31 18:00:00Z info  lease expired run_id=...". */
#ifndef BELFRY_OBSERVE_LOG_TEXT_H
#define BELFRY_OBSERVE_LOG_TEXT_H

#include "base/buf.h"

/* Appends each of the lines to `out`. A line that is not a JSON object is appended as it is. */
void log_text_add(str lines, struct buf *out);

#endif
