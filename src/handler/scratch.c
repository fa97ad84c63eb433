#define _GNU_SOURCE
#include "handler/scratch.h"

#include "handler/limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* A folder that its owner closed is opened again: it is ours to remove. */
static DIR *open_folder(int parent, const char *name)
{
	int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(parent, name, flags);
	if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, 0) == 0)
		fd = openat(parent, name, flags);
	DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	if (!folder && fd >= 0) close(fd);
	return folder;
}

static bool remove_below(int parent, const char *name, u32 depth);

static bool empty(int parent, const char *name, u32 depth)
{
	bool done = true;
	DIR *folder = open_folder(parent, name);
	if (!folder) return false;
	(void)fchmod(dirfd(folder), 0700);
	struct dirent *entry;
	while ((entry = readdir(folder)) != NULL) {
		if (!is_dots(entry->d_name))
			done = remove_below(dirfd(folder), entry->d_name, depth + 1) && done;
	}
	closedir(folder);
	return done;
}

/* The depth is bounded, so this may call itself. */
static bool remove_below(int parent, const char *name, u32 depth)
{
	if (unlinkat(parent, name, 0) == 0 || errno == ENOENT) return true;
	if (errno != EISDIR && errno != EPERM) return false;
	if (depth >= HANDLER_WORK_DEPTH || !empty(parent, name, depth)) return false;
	return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

bool scratch_remove(int folder, const char *name)
{
	return remove_below(folder, name, 0);
}

int scratch_make(int folder, const char *name, uid_t uid, gid_t gid)
{
	if (mkdirat(folder, name, 0700) != 0) {
		if (errno != EEXIST) return errno;
		if (!scratch_remove(folder, name)) return EEXIST;
		if (mkdirat(folder, name, 0700) != 0) return errno;
	}
	if (geteuid() != 0) return 0;
	return fchownat(folder, name, uid, gid, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
}

enum err scratch_open(const char *path, int *out_fd, struct why *why)
{
	struct stat stat;
	if (mkdir(path, 0711) != 0 && errno != EEXIST)
		return fail(why, ERR_IO, "cannot create the folder %s", path);
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) return fail(why, ERR_IO, "cannot open the folder %s", path);
	if (fstat(fd, &stat) != 0 || stat.st_uid != geteuid() || (stat.st_mode & 0022)) {
		close(fd);
		return fail(why, ERR_IO,
			    "the folder %s belongs to another user or can be "
			    "written by others",
			    path);
	}
	(void)fchmod(fd, 0711);
	(void)empty(fd, ".", 0);
	(void)fchmod(fd, 0711);
	*out_fd = fd;
	return ERR_OK;
}
