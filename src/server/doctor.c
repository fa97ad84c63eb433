#include "server/doctor.h"

#include "calendar/civil.h"
#include "engine/core/clock_watch.h"
#include "handler/confine.h"
#include "server/stamp.h"
#include "store/sqlite/sqlite_aside.h"
#include "store/sqlite/sqlite_examine.h"
#include "store/sqlite/sqlite_rebuild.h"
#include "store/sqlite/sqlite_verify.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* 2024-01-01: before that this program was not there. */
#define CLOCK_MIN ((msec)1704067200 * 1000)

enum { DISK_LOW_MIB = 1024, DISK_FULL_MIB = 100, ROWS_NAMED_MAX = 50 };

/* Findings on their way out. */
struct examination {
	const struct doctor_host *host;
	finding_report *tell;
	finding_progress *progress;
	void *context;
	u64 rows_named;
	u64 strays_named;
};

static void tell(const struct examination *examination, enum check_verdict verdict,
		 const char *what, const char *text, const char *fix)
{
	const struct check_finding finding = { verdict, what, text, fix };
	examination->tell(examination->context, &finding);
}

static void examine_clock(const struct examination *examination)
{
	if (examination->host->now < CLOCK_MIN)
		tell(examination, VERDICT_BAD, "clock", "is set to a time in the past",
		     "set the clock, and keep it right with systemd-timesyncd or chrony");
	else tell(examination, VERDICT_GOOD, "clock", "is plausible", "");
}

static void examine_zones(const struct examination *examination)
{
	const struct tzdir *tzdir = examination->host->tzdir;
	struct buf text;
	buf_init(&text, 8192);
	if (!tzdir) {
		tell(examination, VERDICT_BAD, "zone data", examination->host->tz_why,
		     "apt install tzdata, or name the folder of the time zone data with "
		     "--tzdir");
	} else {
		buf_addf(&text, "%.*s in %.*s, %u names", STR_ARG(tzdir_version(tzdir)),
			 STR_ARG(tzdir_folder(tzdir)), tzdir_name_count(tzdir));
		buf_add_byte(&text, '\0');
		tell(examination, VERDICT_GOOD, "zone data", buf_failed(&text) ? "" : text.at, "");
	}
	buf_done(&text);
}

static bool make_path(str text, char out[PATH_MAX])
{
	if (text.len >= PATH_MAX) return false;
	memcpy(out, text.at, text.len);
	out[text.len] = '\0';
	return true;
}

static void examine_disk(const struct examination *examination, const char *folder)
{
	struct statvfs disk;
	char text[128];
	struct buf line;
	if (statvfs(folder, &disk)) {
		tell(examination, VERDICT_BAD, "disk", strerror(errno),
		     "check that the disk is mounted");
		return;
	}
	u64 free_mib = (u64)disk.f_bavail * disk.f_frsize >> 20;
	buf_init(&line, sizeof text);
	buf_addf(&line, "%llu MiB free", (unsigned long long)free_mib);
	buf_add_byte(&line, '\0');
	const char *said = buf_failed(&line) ? "" : line.at;
	if (free_mib < DISK_FULL_MIB)
		tell(examination, VERDICT_BAD, "disk", said,
		     "free some space: on a full disk the server cannot acknowledge any work");
	else if (free_mib < DISK_LOW_MIB)
		tell(examination, VERDICT_DOUBTFUL, "disk", said,
		     "free some space before the disk is full");
	else tell(examination, VERDICT_GOOD, "disk", said, "");
	buf_done(&line);
}

/* False: there is no folder to look into any further. */
static bool examine_folder(const struct examination *examination, const char *folder)
{
	struct stat status;
	if (stat(folder, &status)) {
		bool is_missing = errno == ENOENT;
		tell(examination, is_missing ? VERDICT_DOUBTFUL : VERDICT_BAD, "data folder",
		     is_missing ? "does not exist yet" : strerror(errno),
		     is_missing ? "belfry serve creates it; to name another: --data FOLDER"
				: "change its owner (chown) to the user that the server runs as");
		return false;
	}
	if (!S_ISDIR(status.st_mode))
		tell(examination, VERDICT_BAD, "data folder", "is not a folder",
		     "name another folder: --data FOLDER");
	else if (status.st_mode & (S_IWGRP | S_IWOTH))
		tell(examination, VERDICT_BAD, "data folder", "can be written by other users",
		     "chmod go-w FOLDER");
	else if (status.st_uid != geteuid())
		tell(examination, VERDICT_DOUBTFUL, "data folder", "belongs to another user",
		     "run belfry doctor as the user that the server runs as");
	else tell(examination, VERDICT_GOOD, "data folder", folder, "");
	return S_ISDIR(status.st_mode);
}

static void examine_token(const struct examination *examination, const char *folder)
{
	struct stat status;
	struct buf path;
	buf_init(&path, PATH_MAX + 32);
	buf_addf(&path, "%s/admin.token", folder);
	buf_add_byte(&path, '\0');
	if (buf_failed(&path) || stat(path.at, &status))
		tell(examination, VERDICT_DOUBTFUL, "admin.token", "does not exist",
		     "no problem if you keep the token elsewhere; a new store creates one");
	else if (status.st_mode & (S_IRWXG | S_IRWXO))
		tell(examination, VERDICT_BAD, "admin.token", "can be read by other users",
		     "run chmod 600 on it, and create a new token: others may have read this "
		     "one");
	else tell(examination, VERDICT_GOOD, "admin.token", "can be read only by its owner", "");
	buf_done(&path);
}

enum err doctor_store_path(const struct config *config, struct buf *out, struct why *why)
{
	str store = config->values[CONFIG_STORE].text;
	str data = config->values[CONFIG_DATA].text;
	if (!store.len) {
		buf_add(out, data);
		buf_add(out, STR("/belfry.db"));
		return ERR_OK;
	}
	if (!str_starts_with(store, STR("sqlite:")))
		return fail(why, ERR_USAGE,
			    "BELFRY_STORE: \"%.*s\" does not begin with sqlite:", STR_ARG(store));
	buf_add(out, str_from_offset(store, sizeof "sqlite:" - 1));
	return ERR_OK;
}

/* Whether anybody has touched what was written. */
static void examine_chain(const struct examination *examination, str path)
{
	struct chain_report report;
	struct why why;
	struct buf text;
	enum err err = sqlite_verify(path, &report, &why);
	if (err) {
		tell(examination, err == ERR_STORE ? VERDICT_DOUBTFUL : VERDICT_BAD, "history",
		     why.text,
		     err == ERR_STORE
			     ? "run belfry doctor again then"
			     : "keep the file and compare it with a backup: records may have "
			       "been altered");
		return;
	}
	buf_init(&text, 512);
	buf_addf(&text,
		 "%llu turns up to %s and %llu audit rows up to %s, none missing or "
		 "altered",
		 (unsigned long long)report.turns, report.journal, (unsigned long long)report.rows,
		 report.audit);
	buf_add_byte(&text, '\0');
	tell(examination, VERDICT_GOOD, "history", buf_failed(&text) ? "" : text.at, "");
	buf_done(&text);
}

/* ---- the store ------------------------------------------------------------------------------ */

static const char restore_fix[] =
	"stop the server, then: belfry restore BACKUP (the replaced store is kept)";

static const char lists_fix[] =
	"stop the server, then: belfry doctor --repair-lists (rebuilds the lists)";

static void on_progress(void *context, const char *table, u64 done, u64 all)
{
	const struct examination *examination = context;
	if (examination->progress) examination->progress(examination->context, table, done, all);
}

static void on_fault(void *context, const char *words)
{
	tell(context, VERDICT_BAD, "structure", words, restore_fix);
}

static void add_fix(const struct damaged_row *row, struct buf *out)
{
	const struct aside_table *aside = aside_table_find(str_from(row->table));
	if (str_starts_with(str_from(row->table), STR("tenant_")))
		buf_add(out, str_from(lists_fix));
	else if (aside)
		buf_addf(out,
			 "restore an earlier backup: belfry restore BACKUP; or stop the server, "
			 "then: belfry doctor --set-aside %s (keeps the row in a file; then %s)",
			 aside->table, aside->consequence);
	else
		buf_add(out, STR("the row is not served; create its content again, or restore an "
				 "earlier backup: belfry restore BACKUP"));
}

static void on_damaged(void *context, const struct damaged_row *row)
{
	struct examination *examination = context;
	struct buf text, fix;
	if (examination->rows_named++ >= ROWS_NAMED_MAX) return;
	buf_init(&text, 1024);
	buf_init(&fix, 1024);
	damaged_row_print(row, &text);
	buf_add(&text, STR(": does not match its checksum"));
	add_fix(row, &fix);
	buf_add_byte(&text, '\0');
	buf_add_byte(&fix, '\0');
	tell(examination, VERDICT_BAD, "row", buf_failed(&text) ? row->table : text.at,
	     buf_failed(&fix) ? "" : fix.at);
	buf_done(&text);
	buf_done(&fix);
}

static void on_stray(void *context, const struct stray_entry *entry)
{
	struct examination *examination = context;
	char id[UUID_TEXT_LEN + 1];
	struct buf text;
	if (examination->strays_named++ >= ROWS_NAMED_MAX) return;
	if (!entry->turn) uuid_print(entry->id, id);
	else snprintf(id, sizeof id, "turn %llu", (unsigned long long)entry->turn);
	buf_init(&text, 1024);
	buf_addf(&text, "%s", entry->list);
	if (entry->tenant.len) buf_addf(&text, ", tenant %.*s", STR_ARG(entry->tenant));
	buf_addf(&text, ": %.*s %s", UUID_TEXT_LEN, id,
		 entry->is_missing ? "is missing from the list"
				   : "is listed, but has no row in the table");
	buf_add_byte(&text, '\0');
	tell(examination, VERDICT_BAD, "list", buf_failed(&text) ? entry->list : text.at,
	     lists_fix);
	buf_done(&text);
}

static void sum_up(const struct examination *examination, const struct examine_report *report)
{
	struct buf text;
	bool is_whole = !report->damaged && !report->faults, is_good = is_whole && !report->strays;
	buf_init(&text, 512);
	if (report->is_older)
		buf_addf(&text,
			 "has version %u: the next start upgrades it; rows were not "
			 "checked",
			 report->version);
	else if (is_good)
		buf_addf(&text, "is sound: %llu rows match their checksums",
			 (unsigned long long)report->rows);
	else if (is_whole)
		buf_addf(&text,
			 "%llu rows match their checksums, but %llu entries of the lists by "
			 "tenant are wrong",
			 (unsigned long long)report->rows, (unsigned long long)report->strays);
	else
		buf_addf(&text, "%llu of %llu rows are damaged, %llu structural errors",
			 (unsigned long long)report->damaged, (unsigned long long)report->rows,
			 (unsigned long long)report->faults);
	buf_add_byte(&text, '\0');
	tell(examination, is_good ? VERDICT_GOOD : VERDICT_BAD, "store",
	     buf_failed(&text) ? "" : text.at,
	     is_good    ? ""
	     : is_whole ? lists_fix
			: restore_fix);
	buf_done(&text);
}

/* A clock that was wrong for long and is right again: a server plans everything from now on by
 * itself, a minute after its start or after the clock was set back. */
static void examine_ahead(const struct examination *examination,
			  const struct examine_report *report)
{
	struct buf text;
	if (!report->ahead && !report->ahead_windows && !report->ahead_reminders) return;
	buf_init(&text, 256);
	buf_addf(&text,
		 "%llu jobs, %llu daily windows and %llu reminders planned by a clock that "
		 "was ahead",
		 (unsigned long long)report->ahead, (unsigned long long)report->ahead_windows,
		 (unsigned long long)report->ahead_reminders);
	if (report->ahead) {
		buf_add(&text, STR(", jobs up to "));
		instant_print(report->ahead_through, &text);
	}
	buf_add_byte(&text, '\0');
	tell(examination, VERDICT_DOUBTFUL, "clock", buf_failed(&text) ? "" : text.at,
	     "make sure that the clock is right; a server that has run for two minutes plans "
	     "them again from now on");
	buf_done(&text);
}

static void examine_rows(struct examination *examination, str path)
{
	const struct examine_sink sink = {
		examination, on_progress, on_damaged,
		on_fault,    on_stray,    msec_add(examination->host->now, CLOCK_LEAP_MS)
	};
	struct examine_report report = { 0 };
	struct why why;
	enum err err = sqlite_examine(path, &sink, &report, &why);
	if (err) {
		tell(examination, VERDICT_BAD, "store", why.text, restore_fix);
		return;
	}
	sum_up(examination, &report);
	examine_ahead(examination, &report);
	if (!report.faults) examine_chain(examination, path);
}

static void examine_log(const struct examination *examination, const struct store_state *state)
{
	struct buf text;
	if (!state->log_commits_dropped) return;
	buf_init(&text, 512);
	buf_addf(&text,
		 "is damaged at frame %llu: %llu frames after it cannot be read, among "
		 "them %llu commits",
		 (unsigned long long)state->log_frames,
		 (unsigned long long)state->log_frames_dropped,
		 (unsigned long long)state->log_commits_dropped);
	buf_add_byte(&text, '\0');
	tell(examination, VERDICT_DOUBTFUL, "log", buf_failed(&text) ? "" : text.at,
	     "the server would start without these commits; copy the folder first if "
	     "they matter");
	buf_done(&text);
}

/* A file that a start would refuse is not opened here, either. */
static void examine_files(struct examination *examination, str path)
{
	struct store_state state;
	struct why why;
	if (sqlite_state(path, &state, &why)) {
		/* Of a backup it names the very line. */
		const char *line = strstr(why.text, "belfry restore ");
		tell(examination, VERDICT_BAD, "store", why.text, line ? line : restore_fix);
		return;
	}
	examine_log(examination, &state);
	examine_rows(examination, path);
}

static void examine_store(struct examination *examination)
{
	struct why why;
	struct buf path;
	char terminated[PATH_MAX];
	buf_init(&path, PATH_MAX);
	enum err err = doctor_store_path(examination->host->config, &path, &why);
	bool is_there = !err && make_path(buf_view(&path), terminated) &&
			access(terminated, F_OK) == 0;
	if (err) tell(examination, VERDICT_BAD, "store", why.text, "must be sqlite:FILE");
	else if (!is_there)
		tell(examination, VERDICT_DOUBTFUL, "store", "does not exist yet",
		     "belfry serve creates it; to name another: --store sqlite:FILE");
	else examine_files(examination, buf_view(&path));
	buf_done(&path);
}

/* Examines the walls around programs of handlers: src/handler/confine.h. */
static void examine_walls(const struct examination *examination)
{
	u32 abi = confine_landlock_abi();
	const char *spaces = geteuid() == 0 ? "process namespaces"
					    : "no process namespaces (not root)";
	struct buf text;
	buf_init(&text, 256);
	if (abi) buf_addf(&text, "Landlock %u, seccomp, limits, %s", abi, spaces);
	else buf_addf(&text, "no Landlock; seccomp, limits, %s", spaces);
	buf_add_byte(&text, '\0');
	tell(examination, abi ? VERDICT_GOOD : VERDICT_DOUBTFUL, "program sandbox",
	     buf_failed(&text) ? "" : text.at,
	     abi ? ""
		 : "give each program its own user, or use a kernel with Landlock (5.13 or "
		   "later)");
	buf_done(&text);
}

void doctor_examine(const struct doctor_host *host, finding_report *told,
		    finding_progress *progress, void *context)
{
	struct examination examination = { host, told, progress, context, 0, 0 };
	char folder[PATH_MAX];
	examine_clock(&examination);
	examine_zones(&examination);
	if (make_path(host->config->values[CONFIG_DATA].text, folder) &&
	    examine_folder(&examination, folder)) {
		examine_disk(&examination, folder);
		examine_token(&examination, folder);
	}
	examine_store(&examination);
	examine_walls(&examination);
}

enum err doctor_repair_lists(const struct config *config, u64 *out_entries, struct why *why)
{
	struct buf path;
	buf_init(&path, PATH_MAX);
	enum err err = doctor_store_path(config, &path, why);
	if (!err) err = sqlite_rebuild_lists(buf_view(&path), out_entries, why);
	buf_done(&path);
	return err;
}

static enum err find_aside(str table, const struct aside_table **out_aside, struct why *why)
{
	struct buf names;
	*out_aside = aside_table_find(table);
	if (*out_aside) return ERR_OK;
	buf_init(&names, 1024);
	aside_tables_print(&names);
	(void)fail(why, ERR_USAGE, "--set-aside takes one of %.*s, got \"%.*s\"",
		   STR_ARG(buf_view(&names)), STR_ARG(table));
	buf_done(&names);
	return ERR_USAGE;
}

enum err doctor_set_aside(const struct config *config, str table, msec now, struct buf *out,
			  struct why *why)
{
	const struct aside_table *aside;
	struct buf path, file;
	char stamp[STAMP_BYTES];
	u64 rows = 0;
	enum err err = find_aside(table, &aside, why);
	if (err) return err;
	stamp_print(now, stamp);
	buf_init(&path, PATH_MAX);
	buf_init(&file, PATH_MAX);
	err = doctor_store_path(config, &path, why);
	if (!err)
		err = sqlite_set_aside(buf_view(&path), aside, str_from(stamp), &file, &rows, why);
	if (!err && !rows) buf_addf(out, "no row of %s is damaged", aside->table);
	else if (!err)
		buf_addf(out, "%llu damaged rows of %s are kept in %.*s; now %s",
			 (unsigned long long)rows, aside->table, STR_ARG(buf_view(&file)),
			 aside->consequence);
	buf_done(&path);
	buf_done(&file);
	return err;
}
