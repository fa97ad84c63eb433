/* The parts of a zone, for zone.c and zone_file.c alone.
 *
 * A zone is a table of changes, and from `rule_from` on the footer's rule. Reading drops from the
 * end of the table what the rule says as well, so the same zone comes out of a file that lists its
 * changes up to 2037 and of one that leaves them to the rule.
 *
 * Invariants:
 *   1. times ascend strictly, lie within ZONE_TIME_MAX of 1970 and before rule_from.
 *   2. Each change of the table differs from what was before it in offset or abbreviation.
 *   3. offset_min and offset_max bound the offset at every instant.
 *   4. bucket[i] is the number of changes before BUCKET_FROM + i * 2^BUCKET_SHIFT. */
#ifndef BELFRY_CALENDAR_ZONE_PARTS_H
#define BELFRY_CALENDAR_ZONE_PARTS_H

#include "calendar/zone.h"
#include "calendar/zone_rule.h"

/* From the Big Bang of older files to as far the other way: with an offset added, no sum in here
 * can overflow. */
#define ZONE_TIME_MAX ((i64)1 << 59)

/* Buckets of two years from 1901 to 2106: a look-up is left with a handful of changes. */
#define BUCKET_FROM (-((i64)1 << 31))
enum { BUCKET_SHIFT = 26, BUCKET_COUNT = 96 };

enum { ZONE_TYPES_MAX = 255 };

/* A local time: its offset and its abbreviation. */
struct zone_type {
	i32 offset;
	u16 name_at; /* in the zone's `letters` */
	u8 name_len;
};

/* One allocation; the pointers lead into it. */
struct zone {
	struct zone_rule rule;
	i64 rule_from; /* the instant of one of the rule's changes; INT64_MIN: always the rule */
	const i64 *times;
	const u8 *change_types;
	const struct zone_type *types;
	const char *letters;
	str name;
	u32 bytes;
	i32 offset_min;
	i32 offset_max;
	u16 len;
	u8 first_type; /* before the first change */
	bool has_rule;
	u8 rule_types[2];
	u16 bucket[BUCKET_COUNT + 1];
};

#endif
