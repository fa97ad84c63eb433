/* Instants and spans as people and programs write them at the edges. An instant is RFC 3339 with an
 * offset, milliseconds since 1970, or a local time together with a zone. */
#ifndef BELFRY_MODEL_WHEN_H
#define BELFRY_MODEL_WHEN_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "base/str.h"

struct zone;

/* `zone` may be NULL: then a local time is refused. A local time that does not exist is moved as
 * schedules do (by the offset before the gap), one that happens twice means the first. */
MUST_USE enum err when_parse(str text, const struct zone *zone, msec *out_at, struct why *why);
/* Whether a text needs a zone to be understood. */
bool when_is_local(str text);
/* From 1970 to the end of the year 9999. */
MUST_USE enum err when_from_epoch(i64 milliseconds, msec *out_at, struct why *why);
/* RFC 3339 with Z. */
void when_print(msec at, struct buf *out);

/* 90s, 15m, 6h, 1d, 1h30m; a bare number means seconds. */
MUST_USE enum err span_parse(str text, msec *out_span, struct why *why);
void span_print(msec span, struct buf *out);

#endif
