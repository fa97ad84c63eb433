/* The file as the system sees it: its folder, who may touch it, and the lock that keeps a second
 * process out. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_FILE_H
#define BELFRY_STORE_SQLITE_SQLITE_FILE_H

#include "base/err.h"
#include "base/str.h"

enum { FILE_PATH_MAX = 1024, FILE_SUFFIX_MAX = 48 };

/* A path with its NUL, and room for a suffix behind it. */
struct file_path {
	char text[FILE_PATH_MAX + FILE_SUFFIX_MAX];
	u32 len;
};

/* Refused: an empty path, one that is too long, one with a NUL in it. */
MUST_USE enum err file_path_init(struct file_path *path, str text, struct why *why);
/* The path with this suffix. */
struct file_path file_path_beside(const struct file_path *path, const char *suffix);

/* The folder that it is in; "." where the path names none. */
struct file_path file_path_folder(const struct file_path *path);
/* Makes sure that the names in its folder last. */
MUST_USE enum err file_sync_folder(const struct file_path *path, struct why *why);

struct file_lock {
	int fd; /* -1: none */
};

/* Makes the folder if it is missing (0700), and the file (0600); refuses either when it is a
 * symbolic link, belongs to somebody else, or may be written by others. */
MUST_USE enum err file_prepare(const struct file_path *path, struct why *why);
/* The folder alone. */
MUST_USE enum err file_prepare_folder(const struct file_path *path, struct why *why);
/* Refuses the file as file_prepare does, and makes nothing: one that is not there is fine. */
MUST_USE enum err file_check(const struct file_path *path, struct why *why);

/* Bytes that its disk has left for us; 0: nobody can say. */
u64 file_space_beside(const struct file_path *path);

/* A file beside it, `path`-reserve, that only takes room: given up when the disk is full, so that
 * what is under way can come to its end. Of `most` bytes, or a 16th of the disk where that is less;
 * none where that is less than 1 MiB, or the file system cannot set room aside. */
u64 file_reserve_bytes(u64 most, u64 disk_bytes);
/* Makes it unless it is there, where the disk has four times as much left: not right after it was
 * given up. What cannot be made is not missed. */
void file_reserve_keep(const struct file_path *path, u64 most);
/* Gives it up; false: there was none. */
bool file_reserve_release(const struct file_path *path);

/* Locks `path`.lock for this process until it is released or the process ends; ERR_CONFLICT says
 * who has it. */
MUST_USE enum err file_lock_take(const struct file_path *path, struct why *why,
				 struct file_lock *out_lock);
/* Whether another process has it now; nothing is made. */
bool file_lock_is_held(const struct file_path *path);
/* Writes down who has it: apart from taking it, for a store that is then refused is left as it was.
 */
MUST_USE enum err file_lock_sign(const struct file_lock *lock, struct why *why);
void file_lock_release(struct file_lock *lock);

#endif
