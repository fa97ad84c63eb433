/* The system's time zone database: a folder of zone files (TZif), as /usr/share/zoneinfo. This is
 * the only place that reads zone data from disk; calendar/ takes it as bytes.
 *
 * What the database has is read once, from its file tzdata.zi, or without that file by walking the
 * folder. A zone's file is read when it is asked for. To see an updated database, open it anew and
 * compare versions. Not thread-safe: one owner. */
#ifndef BELFRY_HOST_TZDIR_H
#define BELFRY_HOST_TZDIR_H

#include "base/buf.h"
#include "base/err.h"
#include "calendar/zones.h"

#define TZDIR_DEFAULT "/usr/share/zoneinfo"

struct tzdir;

/* An empty `folder` means TZDIR_DEFAULT. ERR_ZONE_DATABASE when there is no such folder or no zone
 * in it. */
MUST_USE enum err tzdir_new(str folder, struct tzdir **out_dir, struct why *why);
void tzdir_free(struct tzdir *dir);

/* Appends the bytes of the zone's file to `out`. Names that the database has only as a link line in
 * tzdata.zi (distributions keep the old names' files in a package of their own) get the bytes of
 * the zone they stand for. ERR_ZONE_UNKNOWN for what is not a time zone, with the nearest name
 * that is. A file outside the folder is never read. */
MUST_USE enum err tzdir_read(struct tzdir *dir, str name, struct buf *out, struct why *why);

/* For zones_new; valid as long as `dir`. */
struct zone_source tzdir_source(struct tzdir *dir);

/* "2026f", or "unknown" without tzdata.zi. */
str tzdir_version(const struct tzdir *dir);

/* The folder's path, without symbolic links. */
str tzdir_folder(const struct tzdir *dir);

/* Every name of the database, links included, in ascending order of bytes. */
u32 tzdir_name_count(const struct tzdir *dir);
str tzdir_name(const struct tzdir *dir, u32 i);

#endif
