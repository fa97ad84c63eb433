/* Files, read whole and within a bound. */
#include "host/files.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_BYTES_MAX = 16 << 20 };

static enum err refuse_file(str path, int error, struct why *why)
{
	enum err err = error == ENOENT || error == ENOTDIR ? ERR_NOT_FOUND : ERR_IO;
	if (err == ERR_NOT_FOUND) return fail(why, err, "there is no file %.*s", STR_ARG(path));
	return fail(why, err, "cannot read %.*s: %s", STR_ARG(path), strerror(error));
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

static enum err terminate(str path, char out[static PATH_MAX], struct why *why)
{
	if (path.len >= PATH_MAX || str_find(path, '\0') < path.len)
		return fail(why, ERR_NOT_FOUND, "the path is too long");
	memcpy(out, path.at, path.len);
	out[path.len] = '\0';
	return ERR_OK;
}

enum err file_read(void *context, str path, size_t max, struct buf *out, struct why *why)
{
	char terminated[PATH_MAX];
	(void)context;
	if (terminate(path, terminated, why)) return ERR_NOT_FOUND;
	int fd = open(terminated, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return refuse_file(path, errno, why);
	enum err err = read_all(fd, path, max, out, why);
	(void)close(fd);
	return err;
}

static bool is_listed(str name)
{
	return name.at[0] != '.' && str_find(name, '\n') == name.len;
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_folder_in(DIR *folder, const char *name)
{
	struct stat found;
	return fstatat(dirfd(folder), name, &found, 0) == 0 && S_ISDIR(found.st_mode);
}

/* Names with a zero byte behind each; how many. */
static u32 read_names(DIR *folder, struct buf *out)
{
	const struct dirent *entry;
	u32 count = 0;
	while ((entry = readdir(folder))) {
		str name = str_from(entry->d_name);
		if (!is_listed(name)) continue;
		buf_add(out, name);
		if (is_folder_in(folder, entry->d_name)) buf_add_byte(out, '/');
		buf_add_byte(out, '\0');
		count++;
	}
	return count;
}

static enum err add_sorted(const struct buf *names, u32 count, struct buf *out, struct why *why)
{
	const char **sorted = mem_alloc((count + 1) * sizeof *sorted);
	const char *at = names->at;
	if (!sorted || buf_failed(names)) {
		mem_free(sorted);
		return fail(why, ERR_MEMORY, "no memory for the folder");
	}
	for (u32 i = 0; i < count; i++, at += strlen(at) + 1) sorted[i] = at;
	qsort(sorted, count, sizeof *sorted, by_bytes);
	for (u32 i = 0; i < count; i++) {
		buf_add(out, str_from(sorted[i]));
		buf_add_byte(out, '\n');
	}
	mem_free(sorted);
	return buf_failed(out) ? fail(why, ERR_MEMORY, "no memory for the folder") : ERR_OK;
}

enum err folder_list(void *context, str path, bool *out_is_folder, struct buf *out, struct why *why)
{
	char terminated[PATH_MAX];
	struct buf names;
	(void)context;
	*out_is_folder = false;
	if (terminate(path, terminated, why)) return ERR_NOT_FOUND;
	DIR *folder = opendir(terminated);
	if (!folder && (errno == ENOTDIR || errno == ENOENT)) return ERR_OK;
	if (!folder) return refuse_file(path, errno, why);
	*out_is_folder = true;
	buf_init(&names, NAMES_BYTES_MAX);
	u32 count = read_names(folder, &names);
	(void)closedir(folder);
	enum err err = add_sorted(&names, count, out, why);
	buf_done(&names);
	return err;
}
