/* The lock is flock's on a file of its own, since SQLite's own locks come and go with its
 * transactions. The file stays when the process is gone: a lock file that is removed can be locked
 * by two, each on its own copy. What is written into it (the process's number) is for people. */
#define _GNU_SOURCE
#include "store/sqlite/sqlite_file.h"

#include "base/must.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { FOLDER_MODE = 0700, FILE_MODE = 0600, PID_TEXT_MAX = 24 };

enum err file_path_init(struct file_path *path, str text, struct why *why)
{
	if (text.len == 0) return fail(why, ERR_INVALID, "the store's path is empty");
	if (text.len >= FILE_PATH_MAX)
		return fail(why, ERR_TOO_LONG,
			    "the store's path has %zu bytes, at most %d are allowed", text.len,
			    FILE_PATH_MAX - 1);
	if (str_find(text, '\0') < text.len)
		return fail(why, ERR_INVALID, "the store's path has a zero byte in it");
	memcpy(path->text, text.at, text.len);
	path->text[text.len] = '\0';
	path->len = (u32)text.len;
	return ERR_OK;
}

struct file_path file_path_beside(const struct file_path *path, const char *suffix)
{
	struct file_path beside = *path;
	size_t len = strlen(suffix);
	must(len < FILE_SUFFIX_MAX);
	memcpy(beside.text + beside.len, suffix, len + 1);
	beside.len += (u32)len;
	return beside;
}

/* ---- who may touch it --------------------------------------------------------------------- */

static enum err check_owner(const char *what, const char *path, const struct stat *stat,
			    struct why *why)
{
	if (stat->st_uid != geteuid())
		return fail(why, ERR_IO, "%s %s belongs to user %u, not to this process (user %u)",
			    what, path, stat->st_uid, geteuid());
	if (stat->st_mode & (S_IWGRP | S_IWOTH))
		return fail(why, ERR_IO, "%s %s can be written by others (mode %o)", what, path,
			    stat->st_mode & 07777);
	return ERR_OK;
}

struct file_path file_path_folder(const struct file_path *path)
{
	struct file_path folder = *path;
	while (folder.len > 0 && folder.text[folder.len - 1] != '/') folder.len--;
	while (folder.len > 1 && folder.text[folder.len - 1] == '/') folder.len--;
	if (folder.len == 0) folder.text[folder.len++] = '.';
	folder.text[folder.len] = '\0';
	return folder;
}

static enum err check_folder(const struct file_path *folder, struct why *why)
{
	struct stat stat;
	if (lstat(folder->text, &stat))
		return fail(why, ERR_IO, "cannot inspect folder %s: %s", folder->text,
			    strerror(errno));
	if (S_ISLNK(stat.st_mode))
		return fail(why, ERR_IO, "folder %s is a symbolic link", folder->text);
	if (!S_ISDIR(stat.st_mode)) return fail(why, ERR_IO, "%s is not a folder", folder->text);
	return check_owner("folder", folder->text, &stat, why);
}

/* Opens the file, with O_CREAT makes it, without following a link. */
static enum err open_own(const struct file_path *path, int flags, struct why *why, int *out_fd)
{
	struct stat stat;
	int fd = open(path->text, O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, FILE_MODE);
	if (fd < 0 && errno == ELOOP)
		return fail(why, ERR_IO, "file %s is a symbolic link", path->text);
	if (fd < 0) return fail(why, ERR_IO, "cannot open %s: %s", path->text, strerror(errno));
	enum err err = ERR_OK;
	if (fstat(fd, &stat))
		err = fail(why, ERR_IO, "cannot inspect %s: %s", path->text, strerror(errno));
	else if (!S_ISREG(stat.st_mode))
		err = fail(why, ERR_IO, "%s is not a regular file", path->text);
	else err = check_owner("file", path->text, &stat, why);
	if (err) close(fd);
	else *out_fd = fd;
	return err;
}

enum err file_prepare_folder(const struct file_path *path, struct why *why)
{
	struct file_path folder = file_path_folder(path);
	if (mkdir(folder.text, FOLDER_MODE) && errno != EEXIST)
		return fail(why, ERR_IO, "cannot create folder %s: %s", folder.text,
			    strerror(errno));
	return check_folder(&folder, why);
}

enum err file_check(const struct file_path *path, struct why *why)
{
	int fd;
	if (access(path->text, F_OK) && errno == ENOENT) return ERR_OK;
	enum err err = open_own(path, 0, why, &fd);
	if (!err) close(fd);
	return err;
}

enum err file_prepare(const struct file_path *path, struct why *why)
{
	int fd;
	enum err err = file_prepare_folder(path, why);
	if (!err) err = open_own(path, O_CREAT, why, &fd);
	if (!err) close(fd);
	return err;
}

enum err file_sync_folder(const struct file_path *path, struct why *why)
{
	struct file_path folder = file_path_folder(path);
	int fd = open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool is_safe = fd >= 0 && fsync(fd) == 0;
	int error = errno;
	if (fd >= 0) close(fd);
	if (is_safe) return ERR_OK;
	return fail(why, ERR_IO, "cannot sync folder %s: %s", folder.text, strerror(error));
}

u64 file_space_beside(const struct file_path *path)
{
	struct file_path folder = file_path_folder(path);
	struct statvfs disk;
	if (statvfs(folder.text, &disk)) return 0;
	return (u64)disk.f_bavail * disk.f_frsize;
}

/* ---- the reserve -------------------------------------------------------------------------- */

u64 file_reserve_bytes(u64 most, u64 disk_bytes)
{
	enum { DISK_SHARE = 16, LEAST = 1 << 20 };
	u64 bytes = disk_bytes / DISK_SHARE < most ? disk_bytes / DISK_SHARE : most;
	return bytes < LEAST ? 0 : bytes;
}

void file_reserve_keep(const struct file_path *path, u64 most)
{
	enum { ROOM_TIMES = 4 };
	struct file_path folder = file_path_folder(path),
			 reserve = file_path_beside(path, "-reserve");
	struct statvfs disk;
	struct stat there;
	if (!most || !lstat(reserve.text, &there) || statvfs(folder.text, &disk)) return;
	u64 bytes = file_reserve_bytes(most, (u64)disk.f_blocks * disk.f_frsize);
	if (!bytes || (u64)disk.f_bavail * disk.f_frsize / ROOM_TIMES < bytes) return;
	int fd = open(reserve.text, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		      FILE_MODE);
	if (fd < 0) return;
	bool is_kept = fallocate(fd, 0, 0, (off_t)bytes) == 0;
	(void)close(fd);
	if (!is_kept) (void)unlink(reserve.text);
}

bool file_reserve_release(const struct file_path *path)
{
	struct file_path reserve = file_path_beside(path, "-reserve");
	return unlink(reserve.text) == 0;
}

/* ---- the lock ----------------------------------------------------------------------------- */

static enum err say_who(const struct file_path *path, int fd, struct why *why)
{
	char text[PID_TEXT_MAX];
	ssize_t len = pread(fd, text, sizeof text, 0);
	str holder = str_trim((str){ text, len > 0 ? (size_t)len : 0 });
	u64 pid;
	holder = str_slice(holder, 0, str_find(holder, '\n'));
	if (str_to_u64(holder, INT32_MAX, &pid))
		return fail(why, ERR_CONFLICT, "%s is in use by process %u", path->text, (u32)pid);
	return fail(why, ERR_CONFLICT, "%s is in use by another process", path->text);
}

enum err file_lock_sign(const struct file_lock *lock, struct why *why)
{
	char text[PID_TEXT_MAX];
	int len = snprintf(text, sizeof text, "%d\n", (int)getpid());
	if (ftruncate(lock->fd, 0) || pwrite(lock->fd, text, (size_t)len, 0) != len)
		return fail(why, ERR_IO, "cannot write the lock file: %s", strerror(errno));
	return ERR_OK;
}

enum err file_lock_take(const struct file_path *path, struct why *why, struct file_lock *out_lock)
{
	struct file_path beside = file_path_beside(path, ".lock");
	int fd;
	enum err err = open_own(&beside, O_CREAT, why, &fd);
	if (err) return err;
	if (flock(fd, LOCK_EX | LOCK_NB))
		err = errno == EWOULDBLOCK ? say_who(path, fd, why)
					   : fail(why, ERR_IO, "cannot lock %s: %s", beside.text,
						  strerror(errno));
	if (err) close(fd);
	else out_lock->fd = fd;
	return err;
}

/* Tried and given back at once: a start that comes within that moment is refused, as it would be by
 * another start. */
bool file_lock_is_held(const struct file_path *path)
{
	struct file_path beside = file_path_beside(path, ".lock");
	int fd = open(beside.text, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) return false;
	bool is_held = flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
	close(fd);
	return is_held;
}

void file_lock_release(struct file_lock *lock)
{
	if (lock->fd >= 0) close(lock->fd);
	lock->fd = -1;
}
