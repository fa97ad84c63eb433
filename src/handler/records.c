#define _GNU_SOURCE
#include "handler/records.h"

#include "base/must.h"
#include "handler/family.h"
#include "handler/limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NAME_BYTES = 32, RECORD_BYTES = 128, PASSES_MAX = 200 };

struct record {
	pid_t pid;
	u64 start;
	char run[UUID_TEXT_LEN];
};

enum err records_open(const char *path, int *out_fd, struct why *why)
{
	struct stat stat;
	if (mkdir(path, 0700) != 0 && errno != EEXIST)
		return fail(why, ERR_IO, "cannot create the folder %s", path);
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) return fail(why, ERR_IO, "cannot open the folder %s", path);
	if (fstat(fd, &stat) != 0 || stat.st_uid != geteuid() || (stat.st_mode & 0077)) {
		close(fd);
		return fail(why, ERR_IO,
			    "the folder %s must belong to the server's user alone "
			    "(mode 0700)",
			    path);
	}
	*out_fd = fd;
	return ERR_OK;
}

static void name_of(pid_t pid, char out[NAME_BYTES])
{
	int len = snprintf(out, NAME_BYTES, "%d", (int)pid);
	must(len > 0 && len < NAME_BYTES);
}

enum err records_add(int folder, pid_t pid, struct uuid run)
{
	struct kin kin;
	char name[NAME_BYTES], run_text[UUID_TEXT_LEN], text[RECORD_BYTES];
	if (!kin_read(pid, &kin)) return ERR_IO;
	name_of(pid, name);
	uuid_print(run, run_text);
	int len = snprintf(text, sizeof text, "%d %llu %.*s\n", (int)pid,
			   (unsigned long long)kin.start, UUID_TEXT_LEN, run_text);
	must(len > 0 && (size_t)len < sizeof text);
	int fd = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0) return ERR_IO;
	bool written = write(fd, text, (size_t)len) == len;
	close(fd);
	return written ? ERR_OK : ERR_IO;
}

void records_remove(int folder, pid_t pid)
{
	char name[NAME_BYTES];
	name_of(pid, name);
	unlinkat(folder, name, 0);
}

/* ---- the sweep ------------------------------------------------------------------------------- */

static bool read_record(int folder, const char *name, struct record *out_record)
{
	char text[RECORD_BYTES];
	u64 pid, start;
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) return false;
	ssize_t got = read(fd, text, sizeof text);
	close(fd);
	if (got <= 0) return false;
	str rest = { text, (size_t)got };
	if (!str_to_u64(str_split(&rest, ' '), INT32_MAX, &pid)) return false;
	if (!str_to_u64(str_split(&rest, ' '), INT64_MAX, &start)) return false;
	if (pid < 2 || rest.len < UUID_TEXT_LEN) return false;
	out_record->pid = (pid_t)pid;
	out_record->start = start;
	memcpy(out_record->run, rest.at, UUID_TEXT_LEN);
	return true;
}

/* The process itself, one of its session, or one that began with its run's id. None of them can be
 * older than the record's own process. */
static bool belongs(const struct kin *kin, const struct record *record)
{
	char line[sizeof "JOB_ID=" + UUID_TEXT_LEN];
	if (kin->pid == getpid() || kin->state == 'Z' || kin->start < record->start) return false;
	if (kin->pid == record->pid) return kin->start == record->start;
	if (kin->session == record->pid) return true;
	int len = snprintf(line, sizeof line, "JOB_ID=%.*s", UUID_TEXT_LEN, record->run);
	must(len > 0 && (size_t)len < sizeof line);
	return kin_has_environment(kin->pid, (str){ line, (size_t)len });
}

/* Returns how many still live; one of them in `out_living`. */
static u32 kill_all_of(const struct record *record, pid_t *out_living)
{
	struct kin_walk walk = { NULL };
	struct kin kin;
	u32 living = 0;
	while (kin_next(&walk, &kin)) {
		if (!belongs(&kin, record) || kill(kin.pid, SIGKILL) != 0) continue;
		*out_living = kin.pid;
		living++;
	}
	kin_walk_done(&walk);
	return living;
}

/* Until it is gone, or so many milliseconds. */
static void wait_for(pid_t pid, u32 wait_ms)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	struct pollfd ended = { .fd = fd, .events = POLLIN };
	if (fd < 0) return;
	(void)poll(&ended, 1, (int)wait_ms);
	close(fd);
}

static enum err end_record(const struct record *record, u32 wait_ms, u32 *out_ended)
{
	pid_t living;
	for (u32 pass = 0; pass < PASSES_MAX; pass++) {
		u32 left = kill_all_of(record, &living);
		if (left == 0) return ERR_OK;
		if (pass == 0) *out_ended += left;
		wait_for(living, wait_ms);
	}
	return ERR_BUSY;
}

enum err records_sweep(int folder, u32 wait_ms, u32 *out_ended, struct why *why)
{
	enum err err = ERR_OK;
	u32 ended = 0, seen = 0;
	int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = copy >= 0 ? fdopendir(copy) : NULL;
	if (!entries) {
		if (copy >= 0) close(copy);
		return fail(why, ERR_IO, "the records of programs cannot be read");
	}
	struct dirent *entry;
	while (!err && seen < HANDLER_RECORDS_MAX && (entry = readdir(entries)) != NULL) {
		struct record record;
		if (entry->d_name[0] == '.') continue;
		seen++;
		if (read_record(folder, entry->d_name, &record))
			err = end_record(&record, wait_ms, &ended);
		if (!err) unlinkat(folder, entry->d_name, 0);
	}
	closedir(entries);
	if (err) return fail(why, err, "a program of an earlier server process does not end");
	*out_ended = ended;
	return ERR_OK;
}
