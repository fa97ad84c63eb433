#define _GNU_SOURCE
#include "handler/family.h"

#include "base/must.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { STAT_BYTES = 1024, ENVIRONMENT_BYTES = 4096, FIELD_START = 22 };

static size_t read_file(pid_t pid, const char *name, char *out, size_t max)
{
	char path[64];
	int len = snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	must(len > 0 && (size_t)len < sizeof path);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return 0;
	ssize_t got = read(fd, out, max);
	close(fd);
	return got > 0 ? (size_t)got : 0;
}

static bool read_number(str word, u64 *out_value)
{
	/* Session and group of a process of another namespace may be 0; none is below. */
	return str_to_u64(word, INT64_MAX, out_value);
}

/* "12 (name) S 1 12 12 ...": the name may hold anything, so it ends at the last bracket. */
static bool parse(str text, pid_t pid, struct kin *out_kin)
{
	size_t at = text.len;
	while (at > 0 && text.at[at - 1] != ')') at--;
	if (at == 0 || at + 2 >= text.len) return false;
	str rest = str_from_offset(text, at + 1);
	struct kin kin = { .pid = pid };
	for (u32 field = 3; field <= FIELD_START; field++) {
		str word = str_split(&rest, ' ');
		u64 value = 0;
		if (field == 3) kin.state = word.len ? word.at[0] : '?';
		if (field == 4 || field == 5 || field == 6 || field == FIELD_START) {
			if (!read_number(word, &value)) return false;
		}
		if (field == 4) kin.parent = (pid_t)value;
		if (field == 5) kin.group = (pid_t)value;
		if (field == 6) kin.session = (pid_t)value;
		if (field == FIELD_START) kin.start = value;
	}
	*out_kin = kin;
	return true;
}

bool kin_read(pid_t pid, struct kin *out_kin)
{
	char text[STAT_BYTES];
	size_t len = read_file(pid, "stat", text, sizeof text);
	return len > 0 && parse((str){ text, len }, pid, out_kin);
}

bool kin_next(struct kin_walk *walk, struct kin *out_kin)
{
	if (!walk->folder) walk->folder = opendir("/proc");
	if (!walk->folder) return false;
	struct dirent *entry;
	while ((entry = readdir(walk->folder)) != NULL) {
		u64 pid;
		if (!str_to_u64(str_from(entry->d_name), INT32_MAX, &pid)) continue;
		if (kin_read((pid_t)pid, out_kin)) return true;
	}
	return false;
}

void kin_walk_done(struct kin_walk *walk)
{
	if (walk->folder) closedir(walk->folder);
	walk->folder = NULL;
}

u32 family_kill_children(bool (*spare)(void *context, pid_t pid), void *context)
{
	struct kin_walk walk = { NULL };
	struct kin kin;
	u32 killed = 0;
	while (kin_next(&walk, &kin)) {
		if (kin.parent != getpid() || (spare && spare(context, kin.pid))) continue;
		if (kill(kin.pid, SIGKILL) == 0) killed++;
	}
	kin_walk_done(&walk);
	return killed;
}

bool kin_has_environment(pid_t pid, str line)
{
	char text[ENVIRONMENT_BYTES];
	str rest = { text, read_file(pid, "environ", text, sizeof text) };
	while (rest.len) {
		if (str_eq(str_split(&rest, '\0'), line)) return true;
	}
	return false;
}
