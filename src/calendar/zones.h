/* The zones of a process, by name: looked up once, kept for good. Reading the database is somebody
 * else's (struct zone_source), so this stays pure. Not thread-safe: one owner. */
#ifndef BELFRY_CALENDAR_ZONES_H
#define BELFRY_CALENDAR_ZONES_H

#include "base/buf.h"
#include "calendar/zone.h"

/* Where zone bytes come from. `read` appends the TZif bytes of `name` to `out`; ERR_ZONE_UNKNOWN
 * when there is no such zone, ERR_ZONE_DATABASE when there is no database at all. A name that the
 * database lists only as a link to another gets that one's bytes. Names have passed
 * zone_check_name. `read` may be NULL: then there is UTC and nothing else. */
struct zone_source {
	enum err (*read)(void *context, str name, struct buf *out, struct why *why);
	void *context;
};

struct zones;

enum { ZONES_MAX = 1000 };

MUST_USE enum err zones_new(struct zone_source source, struct zones **out_zones);
void zones_free(struct zones *zones);

/* The zone stays valid until zones_free. "UTC" needs no database. ERR_TOO_LONG: ZONES_MAX are in
 * use. What could not be read is not remembered: the next call tries again. */
MUST_USE enum err zones_get(struct zones *zones, str name, const struct zone **out_zone,
			    struct why *why);

#endif
