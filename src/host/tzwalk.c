#include "host/tzwalk.h"

#include "calendar/zone.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* America/Argentina/Buenos_Aires is as deep as the database goes. */
enum { WALK_DEPTH_MAX = 3 };

/* A path that grows and shrinks with the walk, and the folders that are open along it. */
struct zone_walk {
	char path[PATH_MAX];
	size_t root_len; /* of the folder and its slash */
	struct {
		DIR *dir;
		size_t path_len; /* with the slash behind it */
	} levels[WALK_DEPTH_MAX];
	u32 depth;
};

static str walk_name(const struct zone_walk *walk)
{
	return str_from(walk->path + walk->root_len);
}

/* Goes into the folder the path names. */
static void enter(struct zone_walk *walk)
{
	size_t len = strlen(walk->path);
	if (walk->depth == WALK_DEPTH_MAX || len + 2 > sizeof walk->path) return;
	DIR *dir = opendir(walk->path);
	if (!dir) return;
	walk->path[len] = '/';
	walk->path[len + 1] = '\0';
	walk->levels[walk->depth].dir = dir;
	walk->levels[walk->depth].path_len = len + 1;
	walk->depth++;
}

static bool begins_like_zone(const char *path)
{
	char magic[4];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0) return false;
	ssize_t got = read(fd, magic, sizeof magic);
	close(fd);
	return got == (ssize_t)sizeof magic && memcmp(magic, "TZif", sizeof magic) == 0;
}

static bool is_wanted(str name)
{
	static const str unwanted[] = {
		{ "posix", 5 }, { "right", 5 }, { "localtime", 9 }, { "posixrules", 10 }
	};
	for (u32 i = 0; i < countof(unwanted); i++) {
		if (str_eq(name, unwanted[i])) return false;
	}
	return zone_check_name(name, NULL) == ERR_OK;
}

/* The path names something in the folder that is open: a folder, a zone or nothing of ours. */
static void visit(struct zone_walk *walk, struct buf *out)
{
	struct stat stat_of_path;
	if (!is_wanted(walk_name(walk)) || stat(walk->path, &stat_of_path) != 0) return;
	if (S_ISDIR(stat_of_path.st_mode)) {
		enter(walk);
	} else if (S_ISREG(stat_of_path.st_mode) && begins_like_zone(walk->path)) {
		buf_add(out, STR("Z "));
		buf_add(out, walk_name(walk));
		buf_add_byte(out, '\n');
	}
}

static void step(struct zone_walk *walk, struct buf *out)
{
	size_t path_len = walk->levels[walk->depth - 1].path_len;
	size_t room = sizeof walk->path - path_len;
	const struct dirent *found = readdir(walk->levels[walk->depth - 1].dir);
	if (!found) {
		closedir(walk->levels[--walk->depth].dir);
		return;
	}
	int len = snprintf(walk->path + path_len, room, "%s", found->d_name);
	if (len >= 0 && (size_t)len < room) visit(walk, out);
}

enum err tzwalk_list(const char *folder, struct buf *out, struct why *why)
{
	struct zone_walk walk = { .depth = 0 };
	int len = snprintf(walk.path, sizeof walk.path, "%s", folder);
	if (len < 0 || (size_t)len >= sizeof walk.path)
		return fail(why, ERR_ZONE_DATABASE, "the time zone folder's path is too long");
	walk.root_len = (size_t)len + 1;
	enter(&walk);
	if (walk.depth == 0)
		return fail(why, ERR_ZONE_DATABASE, "cannot list the folder %s", folder);
	/* The buf's bound is the walk's bound: once it is full there is no point in going on. */
	while (walk.depth > 0) {
		if (buf_failed(out)) closedir(walk.levels[--walk.depth].dir);
		else step(&walk, out);
	}
	if (buf_failed(out))
		return fail(why, ERR_ZONE_DATABASE, "too many time zones in %s", folder);
	return ERR_OK;
}
