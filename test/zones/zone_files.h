/* Zone files for test programs: the bytes of one zone of the system's database, and the names of
 * all of them. Test programs only; the product reads zones through src/server. */
#ifndef BELFRY_TEST_ZONE_FILES_H
#define BELFRY_TEST_ZONE_FILES_H

#include "base/str.h"
#include "calendar/zone.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { ZONE_PATH_MAX = 600, ZONE_NAMES_MAX = 2000, ZONE_DEPTH_MAX = 4 };

static inline const char *zone_files_folder(void)
{
	const char *folder = getenv("BELFRY_TEST_ZONEINFO");
	return folder ? folder : "/usr/share/zoneinfo";
}

/* The caller frees out_bytes->at. False when there is no such file, or when it is no plain file. */
static inline bool zone_file_read(str name, str *out_bytes)
{
	char path[ZONE_PATH_MAX];
	int written = snprintf(path, sizeof(path), "%s/%.*s", zone_files_folder(), STR_ARG(name));
	if (written < 0 || (size_t)written >= sizeof(path)) return false;
	struct stat status;
	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) return false;
	FILE *file = fopen(path, "rb");
	if (!file) return false;
	char *bytes = malloc(ZONE_FILE_MAX + 1);
	size_t len = bytes ? fread(bytes, 1, ZONE_FILE_MAX + 1, file) : 0;
	fclose(file);
	if (!bytes) return false;
	*out_bytes = (str){ bytes, len };
	return true;
}

static inline void zone_file_free(str bytes)
{
	free((void *)(uintptr_t)bytes.at);
}

/* NULL when the name or the file is refused. The caller frees with zone_free. */
static inline struct zone *zone_file_load(str name)
{
	str bytes;
	struct zone *zone = NULL;
	if (zone_check_name(name, NULL) != ERR_OK) return NULL;
	if (!zone_file_read(name, &bytes)) return NULL;
	if (zone_new(name, bytes, &zone, NULL) != ERR_OK) zone = NULL;
	zone_file_free(bytes);
	return zone;
}

struct zone_names {
	char *at[ZONE_NAMES_MAX];
	u32 len;
};

static inline void zone_names_done(struct zone_names *names)
{
	for (u32 i = 0; i < names->len; i++) free(names->at[i]);
	names->len = 0;
}

static inline int zone_names_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static inline bool zone_file_is_tzif(const char *path)
{
	char magic[4] = { 0 };
	FILE *file = fopen(path, "rb");
	if (!file) return false;
	bool is_tzif = fread(magic, 1, 4, file) == 4 && memcmp(magic, "TZif", 4) == 0;
	fclose(file);
	return is_tzif;
}

/* right/ counts leap seconds, posix/ repeats everything, localtime and posixrules are no names. */
static inline bool zone_entry_is_left_out(const char *entry)
{
	static const char *const left_out[] = { "right", "posix", "localtime", "posixrules" };
	if (entry[0] == '.') return true;
	for (size_t i = 0; i < countof(left_out); i++)
		if (strcmp(entry, left_out[i]) == 0) return true;
	return false;
}

static inline void zone_names_collect(struct zone_names *names, const char *below, u32 depth)
{
	char path[ZONE_PATH_MAX];
	snprintf(path, sizeof(path), "%s/%s", zone_files_folder(), below);
	DIR *folder = opendir(path);
	if (!folder || depth > ZONE_DEPTH_MAX) return;
	for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
		if (zone_entry_is_left_out(entry->d_name)) continue;
		char name[ZONE_PATH_MAX];
		struct stat status;
		const char *slash = below[0] ? "/" : "";
		int len = snprintf(name, sizeof(name), "%s%s%s", below, slash, entry->d_name);
		if (len < 0 || (size_t)len >= sizeof(name)) continue;
		len = snprintf(path, sizeof(path), "%s/%s", zone_files_folder(), name);
		if (len < 0 || (size_t)len >= sizeof(path)) continue;
		if (stat(path, &status) != 0) continue;
		if (S_ISDIR(status.st_mode)) zone_names_collect(names, name, depth + 1);
		else if (zone_file_is_tzif(path) && names->len < ZONE_NAMES_MAX)
			names->at[names->len++] = strdup(name);
	}
	closedir(folder);
}

/* Every zone of the database, by name, sorted. */
static inline void zone_names_list(struct zone_names *names)
{
	names->len = 0;
	zone_names_collect(names, "", 0);
	qsort(names->at, names->len, sizeof(names->at[0]), zone_names_compare);
}

#endif
