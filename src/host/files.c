/* Files, read whole and within a bound. */
#include "host/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

static enum err refuse_file(str path, int error, struct why *why)
{
	enum err err = error == ENOENT || error == ENOTDIR ? ERR_NOT_FOUND : ERR_IO;
	return fail(why, err, "%.*s: %s", STR_ARG(path), strerror(error));
}

static enum err read_all(int fd, str path, size_t max, struct buf *out, struct why *why)
{
	char room[16 << 10];
	for (;;) {
		ssize_t got = read(fd, room, sizeof room);
		if (got < 0 && errno == EINTR) continue;
		if (got < 0) return refuse_file(path, errno, why);
		if (got == 0) break;
		if (out->len + (size_t)got > max)
			return fail(why, ERR_TOO_LONG, "%.*s: longer than %zu bytes", STR_ARG(path),
				    max);
		buf_add(out, (str){ room, (size_t)got });
	}
	return buf_failed(out) ? fail(why, ERR_MEMORY, "no memory for the file") : ERR_OK;
}

enum err file_read(void *context, str path, size_t max, struct buf *out, struct why *why)
{
	char terminated[PATH_MAX];
	(void)context;
	if (path.len >= sizeof terminated || str_find(path, '\0') < path.len)
		return fail(why, ERR_NOT_FOUND, "the path is too long");
	memcpy(terminated, path.at, path.len);
	terminated[path.len] = '\0';
	int fd = open(terminated, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return refuse_file(path, errno, why);
	enum err err = read_all(fd, path, max, out, why);
	(void)close(fd);
	return err;
}
