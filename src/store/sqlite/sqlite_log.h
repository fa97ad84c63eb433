/* The log (WAL) as its bytes stand, read past SQLite: nothing is opened for writing, made or
 * changed. SQLite takes frames up to the first that does not fit and forgets the rest without a
 * word; this says where that is, and what stands behind it. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_LOG_H
#define BELFRY_STORE_SQLITE_SQLITE_LOG_H

#include "base/err.h"
#include "store/sqlite/sqlite_file.h"

#include <sqlite3.h>

/* The part of a page that a look at a file needs: SQLite's header in page 1. */
enum { LOG_PAGE_HEAD = 100 };

struct log_report {
	bool is_there;     /* a log with a header that fits */
	u32 page_size;     /* 0: none is known */
	u64 frames;        /* up to the last commit that fits */
	u64 commits;       /* that fit */
	u64 pages;         /* of the database after the last of them; 0: there is none */
	bool has_page_one; /* a commit wrote it */
	u8 page_one[LOG_PAGE_HEAD];

	/* Behind the last commit that fits: frames of the same log that SQLite will not read, and
	 * how many of them end a commit. An unfinished commit has none of these. */
	bool header_is_damaged; /* the frames follow a header that does not fit */
	u64 dropped_frames;
	u64 dropped_commits;

	/* Pages behind `first_page` that a commit wrote, as a set: whether the log has what the
	 * file lacks. */
	u64 first_page;
	u8 *has_page; /* a bit each, for `has_pages` of them */
	u64 has_pages;
};

/* `first_page`: the number of pages that the file has. A log that is not there is an empty report.
 * ERR_STORE: it cannot be read. */
MUST_USE enum err log_read(const struct file_path *path, const char *vfs, u64 first_page,
			   struct log_report *out_report, struct why *why);
void log_report_done(struct log_report *report);

/* Whether a commit in the log wrote this page, which is behind first_page. */
bool log_has_page(const struct log_report *report, u64 page);

/* Opens a file of the store for reading alone, through the VFS. `out_file` NULL: there is none;
 * else vfs_close_file frees it. */
MUST_USE enum err vfs_open_file(const char *vfs, const char *path, sqlite3_file **out_file,
				struct why *why);
void vfs_close_file(sqlite3_file *file);

u32 load_u32_be(const u8 *bytes);

#endif
