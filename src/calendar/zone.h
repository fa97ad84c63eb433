/* Time zones, from TZif bytes (RFC 9636, versions 1 to 4, with the footer's rule). Pure: bytes in,
 * answers out; reading files is the server's. A zone is immutable and may be shared by threads.
 *
 * Times here are whole seconds: a wall (civil.h), or `utc`, seconds since 1970-01-01T00:00:00Z. Any
 * i64 may be asked about. Before a zone's first change its first local time holds; after the last
 * one in the data the footer's rule goes on through the year 10000, then the clock stands still. */
#ifndef BELFRY_CALENDAR_ZONE_H
#define BELFRY_CALENDAR_ZONE_H

#include "base/err.h"
#include "base/str.h"
#include "calendar/civil.h"

struct zone;

enum { ZONE_NAME_MAX = 255, ZONE_FILE_MAX = 64 * 1024 };

/* Whether `name` can be an IANA zone name at all: letters, digits and + - _ in parts between
 * single slashes; no paths, no dots, no POSIX TZ strings, not below right/ or posix/. Does not
 * look it up. */
MUST_USE enum err zone_check_name(str name, struct why *why);

/* Reads TZif bytes; keeps none of them. Refuses damaged data: every count, index and order is
 * checked. Refuses files with leap seconds (zones of right/). */
MUST_USE enum err zone_new(str name, str bytes, struct zone **out_zone, struct why *why);
void zone_free(struct zone *zone);

/* UTC without any file. Static, never freed; zone_free ignores it. */
const struct zone *zone_utc(void);

str zone_name(const struct zone *zone);
size_t zone_memory_bytes(const struct zone *zone);

/* Seconds to add to utc to get the wall. */
i32 zone_offset_at(const struct zone *zone, i64 utc);
/* "BST", "CET", "+0330"; borrowed from the zone. */
str zone_abbreviation_at(const struct zone *zone, i64 utc);

static inline wall zone_wall_at(const struct zone *zone, i64 utc)
{
	return utc + zone_offset_at(zone, utc);
}

/* One change of UTC offset. Changes of name or of the DST flag alone are none. */
struct zone_change {
	i64 at;            /* the first second with the new offset */
	i32 offset_before; /* offset_after > offset_before: a gap, the wall jumps forward */
	i32 offset_after;
};

/* The first change with change.at > utc; false when the zone's clock never changes again. A caller
 * that walks from change to change always gets on: each one is later than the one before. */
MUST_USE bool zone_next_change(const struct zone *zone, i64 utc, struct zone_change *out_change);
/* The last change with change.at <= utc. */
MUST_USE bool zone_last_change(const struct zone *zone, i64 utc, struct zone_change *out_change);

enum zone_fit {
	ZONE_ONCE,  /* the wall happens once */
	ZONE_GAP,   /* it does not exist */
	ZONE_TWICE, /* it happens twice */
};

/* The meaning of a wall time in a zone.
 *   ONCE:  utc == utc_second.
 *   GAP:   utc uses the offset before the gap, utc_second the offset after it, change is the gap.
 *   TWICE: utc is the first pass, utc_second the second, change is the overlap.
 * `change` is only set for GAP and TWICE. Where more than one change could apply within a day or so
 * of each other, the earliest reading wins; a wall that exists at all is never called a GAP. */
struct zone_reading {
	enum zone_fit fit;
	i64 utc;
	i64 utc_second;
	struct zone_change change;
};
void zone_read_wall(const struct zone *zone, wall at, struct zone_reading *out_reading);

#endif
