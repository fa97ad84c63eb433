#include "host/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OTHERS_MAY_WRITE = S_IWGRP | S_IWOTH };

static enum err check_folder(const char *path, struct why *why)
{
	struct stat status;
	if (lstat(path, &status)) return fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	if (!S_ISDIR(status.st_mode))
		return fail(why, ERR_IO, "%s is not a folder (symbolic links are not allowed)",
			    path);
	if (status.st_uid != geteuid())
		return fail(why, ERR_IO, "%s belongs to another user", path);
	if (status.st_mode & OTHERS_MAY_WRITE)
		return fail(why, ERR_IO, "%s can be written by others; run chmod go-w %s", path,
			    path);
	return ERR_OK;
}

static enum err terminate(str path, char out[PATH_MAX], struct why *why)
{
	if (path.len >= PATH_MAX)
		return fail(why, ERR_TOO_LONG, "the data folder's path is too long");
	memcpy(out, path.at, path.len);
	out[path.len] = '\0';
	return ERR_OK;
}

enum err folder_check(str path, struct why *why)
{
	char terminated[PATH_MAX];
	enum err err = terminate(path, terminated, why);
	if (err) return err;
	if (access(terminated, F_OK) != 0 && errno == ENOENT)
		return fail(why, ERR_NOT_FOUND, "%s does not exist", terminated);
	return check_folder(terminated, why);
}

enum err folder_open(str path, struct why *why)
{
	char terminated[PATH_MAX];
	enum err err = terminate(path, terminated, why);
	if (err) return err;
	if (mkdir(terminated, 0700) && errno != EEXIST)
		return fail(why, ERR_IO, "%s: %s", terminated, strerror(errno));
	return check_folder(terminated, why);
}

void folder_path(str folder, str name, struct buf *out)
{
	buf_add(out, folder);
	buf_add_byte(out, '/');
	buf_add(out, name);
	buf_add_byte(out, '\0');
}

static bool write_all(int fd, str text)
{
	while (text.len) {
		ssize_t written = write(fd, text.at, text.len);
		if (written < 0 && errno == EINTR) continue;
		if (written < 0) return false;
		text = str_from_offset(text, (size_t)written);
	}
	return true;
}

enum err file_make(const char *path, str text, struct why *why)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0 && errno == EEXIST) return fail(why, ERR_CONFLICT, "%s already exists", path);
	if (fd < 0) return fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	bool is_kept = write_all(fd, text) && fsync(fd) == 0;
	int error = errno;
	(void)close(fd);
	if (is_kept) return ERR_OK;
	(void)unlink(path);
	return fail(why, ERR_IO, "%s: %s", path, strerror(error));
}

enum err file_claim(const char *path, int *out_fd, struct why *why)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0) return fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
		*out_fd = fd;
		return ERR_OK;
	}
	int error = errno;
	(void)close(fd);
	if (error == EWOULDBLOCK)
		return fail(why, ERR_BUSY, "%s is in use by another server", path);
	return fail(why, ERR_IO, "%s: %s", path, strerror(error));
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat first, second;
	return lstat(a, &first) == 0 && lstat(b, &second) == 0 && first.st_dev == second.st_dev &&
	       first.st_ino == second.st_ino;
}

enum err folder_sync(str folder, struct why *why)
{
	char terminated[PATH_MAX];
	if (folder.len >= sizeof terminated) return fail(why, ERR_TOO_LONG, "the path is too long");
	memcpy(terminated, folder.at, folder.len);
	terminated[folder.len] = '\0';
	int fd = open(terminated, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool is_kept = fd >= 0 && fsync(fd) == 0;
	int error = errno;
	if (fd >= 0) (void)close(fd);
	return is_kept ? ERR_OK : fail(why, ERR_IO, "%s: %s", terminated, strerror(error));
}

/* A name is added and one taken away, so that no other file can be overwritten; cut off in between,
 * the file has both. */
enum err file_settle(str folder, const char *from, const char *to, struct why *why)
{
	int error = link(from, to) ? errno : 0;
	if (error == EEXIST && is_same_file(from, to)) error = 0;
	if (error == ENOENT) return fail(why, ERR_NOT_FOUND, "%s does not exist", from);
	if (error == EEXIST) return fail(why, ERR_CONFLICT, "%s already exists", to);
	if (error) return fail(why, ERR_IO, "%s: %s", to, strerror(error));
	if (unlink(from)) return fail(why, ERR_IO, "%s: %s", from, strerror(errno));
	return folder_sync(folder, why);
}
