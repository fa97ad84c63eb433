/* The data folder and the files in it that are the server's own: made for their owner alone. */
#ifndef BELFRY_HOST_FOLDER_H
#define BELFRY_HOST_FOLDER_H

#include "base/buf.h"
#include "base/err.h"

/* Makes the folder (0700) if it is missing. Refused: a link, a file, somebody else's folder, one
 * that others may write in. */
MUST_USE enum err folder_open(str path, struct why *why);

/* The same, but makes nothing: ERR_NOT_FOUND. */
MUST_USE enum err folder_check(str path, struct why *why);

/* Makes sure that the names in it last. */
MUST_USE enum err folder_sync(str path, struct why *why);

/* A path in the folder, ended by a zero byte, added to `out`. */
void folder_path(str folder, str name, struct buf *out);

/* Writes a new file (0600) and makes sure that it lasts. ERR_CONFLICT: it is there already, and
 * was left alone. */
MUST_USE enum err file_make(const char *path, str text, struct why *why);

/* Makes the file if it is missing and holds it as long as `out_fd` is open. ERR_BUSY: another
 * process does. */
MUST_USE enum err file_claim(const char *path, int *out_fd, struct why *why);

/* Gives a file of the folder the name it is known by, and makes sure that it lasts. ERR_NOT_FOUND:
 * there is no such file. ERR_CONFLICT: another one has the name, and both were left alone. */
MUST_USE enum err file_settle(str folder, const char *from, const char *to, struct why *why);

#endif
