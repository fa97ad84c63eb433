/* What the two sides of bench_core share: clocks, files, who and what they write. */
#ifndef BELFRY_TEST_BENCH_CORE_H
#define BELFRY_TEST_BENCH_CORE_H

#include "base/err.h"
#include "base/msec.h"
#include "base/str.h"
#include "store/sqlite/names.def"
#include "store/sqlite/statements.def"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	TENANTS = 100,
	TURN_MAX = 2000,
	ROUND_MS = 700,
	PAYLOAD_BYTES = 200,
};

/* Which keys runs have. */
enum keys {
	KEYS_NONE,
	KEYS_DEFAULT, /* as the scopes are by default: for now a span of a day, later their minute
		       */
	KEYS_SPAN,    /* all in the span of one day, also those for later */
	KEYS_FOREVER,
	KEYS_COUNT
};

static inline const char *tenant_name(u32 index)
{
	static char names[TENANTS][12];
	if (!names[index][0]) snprintf(names[index], sizeof names[index], "t%u", index);
	return names[index];
}

static inline str payload_text(void)
{
	static char text[PAYLOAD_BYTES];
	if (!text[0]) memset(text, 'x', sizeof text);
	return (str){ text, sizeof text };
}

static inline double seconds(void)
{
	struct timespec at;
	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static inline msec wall_clock(void)
{
	struct timespec at;
	clock_gettime(CLOCK_REALTIME, &at);
	return (msec)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static inline void check(enum err err, const char *what)
{
	if (!err) return;
	fprintf(stderr, "bench_core: %s: %s\n", what, err_sentence(err));
	exit(1);
}

static inline void check_sqlite(int code, const char *what)
{
	if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
	fprintf(stderr, "bench_core: %s: %s\n", what, sqlite3_errstr(code));
	exit(1);
}

static inline u64 resident_bytes(void)
{
	unsigned long size = 0, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
	if (file) fclose(file);
	return (u64)resident * (u64)sysconf(_SC_PAGESIZE);
}

/* Of this process, waiting for the disk left out. */
static inline double cpu_seconds(void)
{
	struct timespec at;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

/* All that this process has written to files so far. */
static inline u64 written_bytes(void)
{
	unsigned long long bytes = 0;
	FILE *file = fopen("/proc/self/io", "r");
	if (!file || fscanf(file, "rchar: %*u wchar: %llu", &bytes) != 1) bytes = 0;
	if (file) fclose(file);
	return bytes;
}

static inline u64 file_bytes(const char *path)
{
	struct stat about;
	return stat(path, &about) ? 0 : (u64)about.st_size;
}

static inline void remove_store(const char *path)
{
	static const char *const suffixes[] = { "", "-wal", "-shm", ".lock", "-check" };
	char name[1100];
	for (size_t i = 0; i < countof(suffixes); i++) {
		snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
		(void)unlink(name);
	}
}

/* The store's own statement of that name. */
static inline const char *sql_named(const char *name)
{
	static const struct {
		const char *name;
		const char *sql;
	} all[] = {
#define X(name, sql) { #name, sql },
		STATEMENTS(X)
#undef X
	};
	for (size_t i = 0; i < countof(all); i++) {
		if (strcmp(all[i].name, name) == 0) return all[i].sql;
	}
	fprintf(stderr, "bench_core: no statement %s\n", name);
	exit(1);
}

#endif
