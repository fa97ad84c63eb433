/* A look at a store before SQLite opens it: by its bytes alone, nothing is made or changed. What is
 * refused here stays as it was found, for whoever wants to know what happened to it. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_LOOK_H
#define BELFRY_STORE_SQLITE_SQLITE_LOOK_H

#include "store/sqlite/sqlite_log.h"

struct store_look {
	bool is_empty;   /* there is no file, or nothing in it: a store is made there */
	u32 application; /* as the last commit left them, in the file or in its log */
	i32 version;
	u64 pages;      /* that the database has */
	u64 file_pages; /* of them in the file; the others are in the log */
	/* The log; its set of pages is gone. */
	struct log_report log;
};

/* Reads the file's header and its log. ERR_STORE_DAMAGED: it is no SQLite file, its end is missing,
 * or it is empty beside a log that is not. Beside a rollback journal, which SQLite has to play back
 * first, nothing is judged. */
MUST_USE enum err store_look_at(const struct file_path *path, const char *vfs,
				struct store_look *out_look, struct why *why);

/* Whether a server may open what was looked at: a store of ours, of a version we know. A backup is
 * refused with the command that restores it; ERR_STORE. */
MUST_USE enum err store_look_judge(const struct file_path *path, const struct store_look *look,
				   struct why *why);

#endif
