/* Reading files. */
#ifndef BELFRY_HOST_FILES_H
#define BELFRY_HOST_FILES_H

#include "base/buf.h"
#include "base/err.h"

/* All of a file of at most `max` bytes, added to `out`. ERR_NOT_FOUND, ERR_IO, ERR_TOO_LONG: `why`
 * says. `context` is not used: a door of the command line. */
MUST_USE enum err file_read(void *context, str path, size_t max, struct buf *out, struct why *why);

/* The names of what is in a folder, sorted, each with a newline behind it, those of folders with a
 * slash before that. Names that begin with a dot or hold a newline are left out. *out_is_folder
 * false: `path` is something else, or nothing. */
MUST_USE enum err folder_list(void *context, str path, bool *out_is_folder, struct buf *out,
			      struct why *why);

#endif
