/* The time zones of a process. They are read when a zone is first asked for; when the system's
 * database has changed, a new set takes the place of the old one, which stays for those who still
 * hold zones of it. */
#ifndef BELFRY_HOST_ZONE_SET_H
#define BELFRY_HOST_ZONE_SET_H

#include "base/err.h"
#include "calendar/zones.h"

struct zone_set;

/* An empty folder: the system's. Without a database UTC alone is known: `out_missing` is then
 * filled in, else its code is ERR_OK. `before` is kept until this set is freed. */
MUST_USE enum err zone_set_new(str folder, struct zone_set *before, struct zone_set **out_set,
			       struct why *out_missing);
/* With those before it. NULL: nothing. */
void zone_set_free(struct zone_set *set);
/* This one alone; those before it are the caller's. */
void zone_set_drop(struct zone_set *set);

bool zone_set_has_database(const struct zone_set *set);
str zone_set_version(const struct zone_set *set); /* "2026f"; "none" without a database */

/* A zone for the pump, on the thread that drives it. */
MUST_USE enum err zone_set_for_pump(struct zone_set *set, str name, const struct zone **out_zone,
				    struct why *why);
/* For the others, on any thread. */
MUST_USE enum err zone_set_get(struct zone_set *set, str name, const struct zone **out_zone,
			       struct why *why);

#endif
