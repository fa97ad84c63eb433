/* The order of the steps is what makes it safe; each is on the disk before the next begins. A
 * restore that follows one that was cut off clears up behind it first. */
#define _GNU_SOURCE
#include "store/sqlite/sqlite_restore.h"

#include "base/must.h"
#include "store/sqlite/sqlite_link.h"
#include "store/sqlite/sqlite_look.h"
#include "store/sqlite/sqlite_schema.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_MODE = 0700, FILE_MODE = 0600, COPY_BYTES = 64 << 10, CACHE_KIB = 8192 };
enum { NAMES_TRIED = 20 };

static const char replaced[] = "-replaced-";

/* The files of a store; the log's index is made anew from the log and not kept. */
static const char *const parts[] = { "", "-wal", "-journal", "-check" };
static const char *const stale[] = { "-wal", "-shm", "-journal", "-check" };
static const char *const copy_parts[] = { "", "-wal", "-shm", "-journal" };

struct restoring {
	const struct restore_config *config;
	struct why *why;
	struct file_path source, store, copy, keeping;
	struct file_lock lock;
	struct store_look look; /* at the source */
	struct restore_report report;
};

static void begin_step(const struct restoring *work, enum restore_step step)
{
	const struct restore_config *config = work->config;
	if (config->begins) config->begins(config->context, step);
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool is_there(const struct file_path *path)
{
	struct stat about;
	return lstat(path->text, &about) == 0;
}

static bool is_same_file(const struct file_path *a, const struct file_path *b)
{
	struct stat first, second;
	return !stat(a->text, &first) && !stat(b->text, &second) && first.st_dev == second.st_dev &&
	       first.st_ino == second.st_ino;
}

/* A part of the store in the folder that keeps it: "FOLDER/belfry.db-wal". */
static const char *last_name(const struct file_path *path)
{
	const char *slash = strrchr(path->text, '/');
	return slash ? slash + 1 : path->text;
}

static struct file_path path_in(const struct file_path *folder, const struct file_path *store,
				const char *part)
{
	struct file_path path;
	int len = snprintf(path.text, sizeof path.text, "%s/%s%s", folder->text, last_name(store),
			   part);
	/* A path that is cut off names no file: each call on it fails. */
	path.len = len > 0 && (size_t)len < sizeof path.text ? (u32)len : 0;
	path.text[path.len] = '\0';
	return path;
}

static enum err copy_bytes(struct restoring *work, int from, int to, const char *name)
{
	char bytes[COPY_BYTES];
	ssize_t len;
	while ((len = read(from, bytes, sizeof bytes)) > 0) {
		for (ssize_t at = 0; at < len;) {
			ssize_t done = write(to, bytes + at, (size_t)(len - at));
			if (done < 0 && errno == EINTR) continue;
			if (done < 0)
				return fail(work->why, ERR_IO, "cannot write %s: %s", name,
					    strerror(errno));
			at += done;
		}
	}
	if (len < 0) return fail(work->why, ERR_IO, "cannot read the backup: %s", strerror(errno));
	if (fsync(to)) return fail(work->why, ERR_IO, "cannot sync %s: %s", name, strerror(errno));
	return ERR_OK;
}

static enum err copy_file(struct restoring *work, const struct file_path *from,
			  const struct file_path *to)
{
	int in = open(from->text, O_RDONLY | O_CLOEXEC);
	if (in < 0)
		return fail(work->why, ERR_IO, "cannot read %s: %s", from->text, strerror(errno));
	int out = open(to->text, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
	enum err err = ERR_OK;
	if (out < 0)
		err = fail(work->why, ERR_IO, "cannot create %s: %s", to->text, strerror(errno));
	if (!err) err = copy_bytes(work, in, out, to->text);
	close(in);
	if (out >= 0) close(out);
	return err;
}

static void remove_copy(const struct restoring *work)
{
	for (u32 i = 0; i < countof(copy_parts); i++) {
		struct file_path path = file_path_beside(&work->copy, copy_parts[i]);
		(void)unlink(path.text);
	}
}

/* A folder of kept files, with no others in it. */
static bool remove_kept(const struct file_path *folder, const struct file_path *store)
{
	for (u32 i = 0; i < countof(parts); i++) {
		struct file_path path = path_in(folder, store, parts[i]);
		(void)unlink(path.text);
	}
	struct file_path index = path_in(folder, store, "-shm"); /* of somebody who looked at it */
	(void)unlink(index.text);
	return rmdir(folder->text) == 0;
}

/* ---- what is there -------------------------------------------------------------------------- */

/* Under the name that it keeps: "belfry.db-replaced-20261118T040500Z", or with "-2" behind it. */
static enum err name_kept(struct restoring *work)
{
	char suffix[FILE_SUFFIX_MAX];
	int error = EEXIST;
	begin_step(work, RESTORE_NAME);
	if (!is_there(&work->keeping)) return ERR_OK;
	for (u32 i = 1; error && i <= NAMES_TRIED; i++) {
		str stamp = work->config->stamp;
		int len = snprintf(suffix, sizeof suffix, "%s%.*s", replaced, STR_ARG(stamp));
		must(len > 0 && (size_t)len < sizeof suffix - 4);
		if (i > 1) snprintf(suffix + len, sizeof suffix - (size_t)len, "-%u", i);
		work->report.kept = file_path_beside(&work->store, suffix);
		error = is_there(&work->report.kept)                              ? EEXIST
			: rename(work->keeping.text, work->report.kept.text) != 0 ? errno
										  : 0;
		if (error && error != EEXIST) break;
	}
	if (error)
		return fail(work->why, ERR_IO, "cannot name %s %s: %s", work->keeping.text,
			    work->report.kept.text, strerror(error));
	work->report.has_kept = true;
	return file_sync_folder(&work->store, work->why);
}

/* Left by a restore that was cut off. Where the store is a backup the old files had been replaced:
 * what it kept is all that there is of them. Else it had only begun, and the store is in its place.
 */
static enum err clear_up(struct restoring *work)
{
	struct store_look look = { 0 };
	struct why ignored;
	remove_copy(work);
	if (!is_there(&work->keeping)) return ERR_OK;
	if (!store_look_at(&work->store, NULL, &look, &ignored) &&
	    look.application == SCHEMA_BACKUP) {
		enum err err = name_kept(work);
		work->report.has_kept = false; /* that was the other one */
		return err;
	}
	if (remove_kept(&work->keeping, &work->store)) return ERR_OK;
	return fail(work->why, ERR_IO, "cannot remove %s, left by an earlier restore: %s",
		    work->keeping.text, strerror(errno));
}

static enum err judge_source(const struct restoring *work)
{
	const struct store_look *look = &work->look;
	const char *path = work->source.text;
	bool is_store = look->application == SCHEMA_APPLICATION;
	if (look->is_empty)
		return fail(work->why, ERR_STORE, "%s is not a backup: it is empty", path);
	if (!is_store && look->application != SCHEMA_BACKUP)
		return fail(work->why, ERR_STORE, "%s is not a backup: its application id is %u",
			    path, look->application);
	if (look->version < 1 || look->version > (i32)schema_version())
		return fail(work->why, ERR_STORE,
			    "%s has version %d; this program supports versions 1 to %u", path,
			    look->version, schema_version());
	if (is_store && is_same_file(&work->source, &work->store))
		return fail(work->why, ERR_STORE, "%s is the store itself, not a backup", path);
	if (is_store && file_lock_is_held(&work->source))
		return fail(work->why, ERR_CONFLICT,
			    "%s is the store of a running server, not a backup; belfry backup "
			    "makes one",
			    path);
	if (look->log.dropped_commits && !work->config->accepts_damage)
		return fail(work->why, ERR_STORE_DAMAGED,
			    "the log of %s is damaged: %llu of its commits are lost; --force "
			    "restores without them",
			    path, (unsigned long long)look->log.dropped_commits);
	return ERR_OK;
}

static enum err look_at_source(struct restoring *work)
{
	struct stat about;
	const char *path = work->source.text;
	if (stat(path, &about) && errno == ENOENT)
		return fail(work->why, ERR_NOT_FOUND, "there is no file %s", path);
	if (!stat(path, &about) && !S_ISREG(about.st_mode))
		return fail(work->why, ERR_STORE, "%s is not a file", path);
	enum err err = store_look_at(&work->source, NULL, &work->look, work->why);
	return err ? err : judge_source(work);
}

/* ---- the copy ------------------------------------------------------------------------------- */

/* A store that was kept has a log; a backup has none, whatever lies beside it. */
static enum err make_copy(struct restoring *work)
{
	struct file_path from = file_path_beside(&work->source, "-wal");
	struct file_path to = file_path_beside(&work->copy, "-wal");
	begin_step(work, RESTORE_COPY);
	enum err err = copy_file(work, &work->source, &work->copy);
	if (err || work->look.application == SCHEMA_BACKUP || !is_there(&from)) return err;
	return copy_file(work, &from, &to);
}

static enum err bring_up(struct restoring *work)
{
	struct link_config config = { .path = &work->copy,
				      .kind = LINK_WRITER,
				      .cache_kib = CACHE_KIB };
	struct file_path log = file_path_beside(&work->copy, "-wal");
	sqlite3 *db = NULL;
	enum err err = ERR_OK;
	begin_step(work, RESTORE_BRING);
	if (work->look.application == SCHEMA_BACKUP)
		err = schema_stamp(&work->copy, SCHEMA_APPLICATION, work->why);
	if (!err) err = link_open(&config, work->why, &db);
	if (!err) err = schema_check(db, work->why, &work->report.backup_version);
	if (!err) err = schema_migrate(db, work->report.backup_version, work->why);
	if (db) link_end_log_on_close(db, !err);
	link_close(db);
	if (!err && is_there(&log))
		err = fail(work->why, ERR_IO, "the log of %s cannot be closed", work->copy.text);
	return err;
}

static enum err examine_copy(struct restoring *work)
{
	static const struct examine_sink nobody = { 0 };
	const struct restore_config *config = work->config;
	const struct examine_sink *sink = config->sink ? config->sink : &nobody;
	str copy = { work->copy.text, work->copy.len };
	begin_step(work, RESTORE_EXAMINE);
	enum err err = sqlite_examine(copy, sink, &work->report.found, work->why);
	const struct examine_report *found = &work->report.found;
	if (err) return err;
	if (found->faults)
		return fail(work->why, ERR_STORE_DAMAGED,
			    "%s is damaged: %llu structural errors; choose another backup",
			    work->source.text, (unsigned long long)found->faults);
	if (found->damaged && !config->accepts_damage)
		return fail(work->why, ERR_STORE_DAMAGED,
			    "%s is damaged: %llu of its %llu rows do not match their checksums; "
			    "choose another backup, or restore it as it is with --force",
			    work->source.text, (unsigned long long)found->damaged,
			    (unsigned long long)found->rows);
	return config->judge ? config->judge(config->context, copy, work->why) : ERR_OK;
}

static enum err stamp_copy(struct restoring *work)
{
	begin_step(work, RESTORE_STAMP);
	for (u32 i = 1; i < countof(copy_parts); i++) { /* of readers: nothing is in them */
		struct file_path path = file_path_beside(&work->copy, copy_parts[i]);
		(void)unlink(path.text);
	}
	return schema_stamp(&work->copy, SCHEMA_BACKUP, work->why);
}

/* ---- the exchange --------------------------------------------------------------------------- */

/* Second names: the store stays where it is and may be started until it is replaced. */
static enum err keep_old(struct restoring *work)
{
	u32 kept = 0;
	begin_step(work, RESTORE_KEEP);
	if (mkdir(work->keeping.text, FOLDER_MODE))
		return fail(work->why, ERR_IO, "cannot create %s: %s", work->keeping.text,
			    strerror(errno));
	for (u32 i = 0; i < countof(parts); i++) {
		struct file_path from = file_path_beside(&work->store, parts[i]);
		struct file_path to = path_in(&work->keeping, &work->store, parts[i]);
		if (!is_there(&from)) continue;
		if (link(from.text, to.text))
			return fail(work->why, ERR_IO, "cannot keep %s as %s: %s", from.text,
				    to.text, strerror(errno));
		kept++;
	}
	if (!kept) (void)rmdir(work->keeping.text);
	struct file_path inside = path_in(&work->keeping, &work->store, "");
	enum err err = kept ? file_sync_folder(&inside, work->why) : ERR_OK;
	return err ? err : file_sync_folder(&work->store, work->why);
}

static enum err replace(struct restoring *work)
{
	begin_step(work, RESTORE_REPLACE);
	if (rename(work->copy.text, work->store.text))
		return fail(work->why, ERR_IO, "cannot rename %s to %s: %s", work->copy.text,
			    work->store.text, strerror(errno));
	return file_sync_folder(&work->store, work->why);
}

static enum err clear_old_log(struct restoring *work)
{
	begin_step(work, RESTORE_CLEAR);
	for (u32 i = 0; i < countof(stale); i++) {
		struct file_path path = file_path_beside(&work->store, stale[i]);
		if (unlink(path.text) && errno != ENOENT)
			return fail(work->why, ERR_IO, "cannot remove %s: %s", path.text,
				    strerror(errno));
	}
	return file_sync_folder(&work->store, work->why);
}

static enum err settle_outside(struct restoring *work)
{
	const struct restore_config *config = work->config;
	begin_step(work, RESTORE_SETTLE);
	return config->settle ? config->settle(config->context, work->why) : ERR_OK;
}

static enum err open_store(struct restoring *work)
{
	begin_step(work, RESTORE_OPEN);
	return schema_stamp(&work->store, SCHEMA_APPLICATION, work->why);
}

/* From its first step on the old store is not in its place any more: a restore that stops here is
 * finished by another one. */
static enum err exchange(struct restoring *work)
{
	enum err err = replace(work);
	if (!err) err = clear_old_log(work);
	if (!err) err = settle_outside(work);
	if (!err) err = name_kept(work);
	if (!err) err = open_store(work);
	return err;
}

/* The restore is done: what cannot be removed is kept, and told. */
static void discard_kept(struct restoring *work)
{
	struct restore_report *report = &work->report;
	if (!report->has_kept || !remove_kept(&report->kept, &work->store)) return;
	report->has_kept = false;
	report->has_discarded = true;
}

static enum err prepare_copy(struct restoring *work)
{
	enum err err = make_copy(work);
	if (!err) err = bring_up(work);
	if (!err) err = examine_copy(work);
	if (!err) err = stamp_copy(work);
	if (!err) err = keep_old(work);
	if (!err) return ERR_OK;
	remove_copy(work);
	(void)remove_kept(&work->keeping, &work->store);
	return err;
}

/* Under the lock that a server takes: none runs, and none starts meanwhile. */
static enum err take_place(struct restoring *work)
{
	enum err err = file_prepare_folder(&work->store, work->why);
	if (!err) err = file_check(&work->store, work->why);
	if (err) return err;
	struct why why;
	err = file_lock_take(&work->store, &why, &work->lock);
	if (err == ERR_CONFLICT) return fail(work->why, err, "%s; stop the server first", why.text);
	return err ? fail(work->why, err, "%s", why.text) : clear_up(work);
}

enum err sqlite_restore(const struct restore_config *config, struct restore_report *out_report,
			struct why *why)
{
	struct restoring work = { .config = config, .why = why, .lock.fd = -1 };
	enum err err = file_path_init(&work.source, config->backup, why);
	if (!err) err = file_path_init(&work.store, config->store, why);
	if (err) return err;
	work.copy = file_path_beside(&work.store, "-restoring");
	work.keeping = file_path_beside(&work.store, "-replacing");
	err = look_at_source(&work);
	if (!err) err = take_place(&work);
	if (!err) err = prepare_copy(&work);
	if (!err) err = exchange(&work);
	if (!err && config->discards) discard_kept(&work);
	file_lock_release(&work.lock);
	if (!err) *out_report = work.report;
	return err;
}

/* ---- what was kept -------------------------------------------------------------------------- */

static enum err discard(const struct file_path *folder, const char *name,
			const struct file_path *store, struct why *why)
{
	struct file_path kept;
	int len = snprintf(kept.text, sizeof kept.text, "%s/%s", folder->text, name);
	if (len < 0 || (size_t)len >= sizeof kept.text)
		return fail(why, ERR_TOO_LONG, "the path of %s is too long", name);
	kept.len = (u32)len;
	if (remove_kept(&kept, store)) return ERR_OK;
	return fail(why, ERR_IO, "cannot remove %s: %s", kept.text, strerror(errno));
}

enum err sqlite_restore_discard(str path, u32 *out_folders, struct why *why)
{
	struct file_path store;
	u32 count = 0;
	enum err err = file_path_init(&store, path, why);
	if (err) return err;
	struct file_path folder = file_path_folder(&store);
	struct file_path begin = file_path_beside(&store, replaced);
	DIR *entries = opendir(folder.text);
	if (!entries) return fail(why, ERR_IO, "cannot read %s: %s", folder.text, strerror(errno));
	for (struct dirent *entry; !err && (entry = readdir(entries));) {
		if (strncmp(entry->d_name, last_name(&begin), strlen(last_name(&begin)))) continue;
		err = discard(&folder, entry->d_name, &store, why);
		count += !err;
	}
	closedir(entries);
	if (!err) *out_folders = count;
	return err;
}
