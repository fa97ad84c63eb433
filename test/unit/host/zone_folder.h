/* A small zone database in a temporary folder, for the stories about reading one. */
#ifndef BELFRY_TEST_ZONE_FOLDER_H
#define BELFRY_TEST_ZONE_FOLDER_H

#include "base/check.h"
#include "base/str.h"

#include <ftw.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

struct zone_folder {
	char path[PATH_MAX];
};

/* The path of something in the folder. */
struct zone_path {
	char text[PATH_MAX + 300];
};

static inline struct zone_path path_in(const struct zone_folder *folder, const char *name)
{
	struct zone_path path;
	snprintf(path.text, sizeof path.text, "%s/%s", folder->path, name);
	return path;
}

static inline void add_folder(const struct zone_folder *folder, const char *name)
{
	assert_int_equal(mkdir(path_in(folder, name).text, 0755), 0);
}

static inline void add_file(const struct zone_folder *folder, const char *name, str content)
{
	FILE *file = fopen(path_in(folder, name).text, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(content.at, 1, content.len, file), content.len);
	assert_int_equal(fclose(file), 0);
}

static inline void add_link(const struct zone_folder *folder, const char *name, const char *target)
{
	assert_int_equal(symlink(target, path_in(folder, name).text), 0);
}

/* Two hours ahead of UTC, for ever. */
#define ZONE_FILE_STUB                                                                        \
	"TZif2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\1" \
	"\0\0\0\0\0\0\0"                                                                      \
	"TZif2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4" \
	"\0\0\x1c\x20\0\0EET\0\nEET-2\n"
#define ZONE_FILE_STUB_LEN (sizeof(ZONE_FILE_STUB) - 1)

static inline str zone_file_stub(void)
{
	return (str){ ZONE_FILE_STUB, ZONE_FILE_STUB_LEN };
}

static inline struct zone_folder make_zone_folder(void)
{
	struct zone_folder folder;
	const char *base = getenv("TMPDIR");
	snprintf(folder.path, sizeof folder.path, "%s/belfry-zones-XXXXXX",
		 base && *base ? base : "/tmp");
	assert_non_null(mkdtemp(folder.path));
	/* Compared with resolved paths. */
	char resolved[PATH_MAX];
	assert_non_null(realpath(folder.path, resolved));
	memcpy(folder.path, resolved, sizeof resolved);
	return folder;
}

static inline int remove_found(const char *path, const struct stat *stat, int kind,
			       struct FTW *place)
{
	(void)stat;
	(void)kind;
	(void)place;
	return remove(path);
}

static inline void remove_zone_folder(const struct zone_folder *folder)
{
	assert_int_equal(nftw(folder->path, remove_found, 16, FTW_PHYS | FTW_DEPTH), 0);
}

#endif
