/* Lists the zones of a folder that has no list of its own. */
#ifndef BELFRY_HOST_TZWALK_H
#define BELFRY_HOST_TZWALK_H

#include "base/buf.h"
#include "base/err.h"

/* Appends a line "Z name" for every file below `folder` (NUL-terminated) that begins like zone
 * data. Looks WALK_DEPTH_MAX folders deep; leaves out the copies below posix/ and right/. Folders
 * that cannot be opened are left out too. */
MUST_USE enum err tzwalk_list(const char *folder, struct buf *out, struct why *why);

#endif
