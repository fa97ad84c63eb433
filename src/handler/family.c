#define _GNU_SOURCE
#include "handler/family.h"

#include "base/memory.h"
#include "base/must.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum {
	STAT_BYTES = 1024,
	ENVIRONMENT_BYTES = 4096,
	FIELD_START = 22,
	PID_END = 1 << 22, /* the kernel gives none above */
	PID_BYTES = PID_END / 8,
	ROUNDS_MAX = 1000,
};

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

/* ---- the whole family ------------------------------------------------------------------------ */

/* A bit a pid: who is known to be one of them, and whose group was stopped in this round. */
struct members {
	u8 *known;
	u8 *groups;
	bool (*spare)(void *context, pid_t pid);
	void *context;
};

static bool has_bit(const u8 *bits, pid_t pid)
{
	return pid > 0 && pid < PID_END && bits[pid / 8] >> pid % 8 & 1;
}

static void set_bit(u8 *bits, pid_t pid, bool is_set)
{
	u8 bit = (u8)(1u << pid % 8);
	if (pid <= 0 || pid >= PID_END) return;
	if (is_set) bits[pid / 8] |= bit;
	else bits[pid / 8] &= (u8)~bit;
}

/* A pid that is somebody else's by now is taken out again: its parent is none of ours. */
static bool is_member(struct members *members, const struct kin *kin)
{
	bool is_ours = kin->parent == getpid() || has_bit(members->known, kin->parent);
	if (is_ours && members->spare && members->spare(members->context, kin->pid))
		is_ours = false;
	set_bit(members->known, kin->pid, is_ours);
	return is_ours;
}

static bool is_still(char state)
{
	return state == 'T' || state == 't' || state == 'Z' || state == 'X';
}

/* With its whole group in one call: a group that is not ours was made by one of theirs, and only
 * they can be in it. */
static void stop(struct members *members, const struct kin *kin)
{
	(void)kill(kin->pid, SIGSTOP);
	if (kin->group <= 1 || kin->group == getpgrp() || has_bit(members->groups, kin->group))
		return;
	set_bit(members->groups, kin->group, true);
	(void)kill(-kin->group, SIGSTOP);
}

/* Each at once when it is found: those that still move are stopped, or all are killed. */
static u32 pass(struct members *members, bool kills)
{
	struct kin_walk walk = { NULL };
	struct kin kin;
	u32 met = 0;
	memset(members->groups, 0, PID_BYTES);
	while (kin_next(&walk, &kin)) {
		if (!is_member(members, &kin) || kin.state == 'Z' || kin.state == 'X') continue;
		if (!kills && is_still(kin.state)) continue;
		if (kills) (void)kill(kin.pid, SIGKILL);
		else stop(members, &kin);
		met++;
	}
	kin_walk_done(&walk);
	return met;
}

/* Before all that want the processor, where that is allowed: they may be thousands. */
static void hurry(bool is_on)
{
	const struct sched_param urgent = { .sched_priority = 1 }, usual = { .sched_priority = 0 };
	(void)sched_setscheduler(0, is_on ? SCHED_RR | SCHED_RESET_ON_FORK : SCHED_OTHER,
				 is_on ? &urgent : &usual);
}

u32 family_kill(bool (*spare)(void *context, pid_t pid), void *context)
{
	struct members members = { mem_alloc_zeroed(PID_BYTES), mem_alloc_zeroed(PID_BYTES), spare,
				   context };
	u32 killed = 0, rounds = 0;
	if (members.known && members.groups) {
		hurry(true);
		while (pass(&members, false) && rounds < ROUNDS_MAX) rounds++;
		killed = pass(&members, true);
		hurry(false);
	}
	mem_free(members.known);
	mem_free(members.groups);
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
