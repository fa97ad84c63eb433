/* A copy while it runs: VACUUM INTO, over a reading connection of its own. It sees one moment of
 * the store, does not keep the writer waiting, and ends however much is written meanwhile (a backup
 * page by page starts over with every commit). While it runs the log cannot begin anew.
 *
 * The copy is looked over before it is called one: a backup that cannot be restored is worse than
 * none. Last it is stamped: a start refuses it in the place of a store, beside whose log SQLite
 * would mix the two. */
#include "store/sqlite/sqlite_backup.h"

#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_link.h"
#include "store/sqlite/sqlite_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_MODE = 0600, CACHE_KIB = 8192 };

/* Under another name until it is whole; what was left there by a backup that was cut off is
 * overwritten, what another one writes is not. */
static enum err begin_copy(const struct file_path *part, struct why *why, int *out_fd)
{
	int fd = open(part->text, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, COPY_MODE);
	if (fd < 0) return fail(why, ERR_IO, "cannot create %s: %s", part->text, strerror(errno));
	enum err err = ERR_OK;
	if (flock(fd, LOCK_EX | LOCK_NB))
		err = fail(why, ERR_CONFLICT, "another process is writing %s", part->text);
	else if (ftruncate(fd, 0) || fchmod(fd, COPY_MODE))
		err = fail(why, ERR_IO, "cannot truncate %s: %s", part->text, strerror(errno));
	if (err) close(fd);
	else *out_fd = fd;
	return err;
}

/* An existing file is never written over. */
static enum err end_copy(const struct file_path *part, const struct file_path *copy,
			 struct why *why)
{
	if (link(part->text, copy->text))
		return errno == EEXIST ? fail(why, ERR_CONFLICT, "%s already exists", copy->text)
				       : fail(why, ERR_IO, "cannot create %s: %s", copy->text,
					      strerror(errno));
	(void)unlink(part->text);
	return file_sync_folder(copy, why);
}

static enum err open_for(const struct file_path *path, enum link_kind kind, struct why *why,
			 sqlite3 **out_db)
{
	struct link_config config = { .path = path, .kind = kind, .cache_kib = CACHE_KIB };
	return link_open(&config, why, out_db);
}

static enum err copy_into(sqlite3 *db, const struct file_path *copy, struct why *why)
{
	sqlite3_stmt *stmt = NULL;
	int code = sqlite3_prepare_v2(db, "VACUUM INTO ?", -1, &stmt, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_bind_text(stmt, 1, copy->text, (int)copy->len, SQLITE_STATIC);
	if (code == SQLITE_OK) code = sqlite3_step(stmt);
	sqlite3_finalize(stmt);
	return code == SQLITE_DONE ? ERR_OK : link_fail(db, code, why, "copy the store");
}

/* A store that a start would refuse is not opened, either: beside a log of another one its copy
 * would be a mixture. */
static enum err look_at_source(str from, struct why *why)
{
	struct store_state state;
	return sqlite_state(from, &state, why);
}

/* Every row is read, as a restore will read it. Damaged rows are copied and counted: the rest of
 * the store is worth a backup all the more. */
static enum err check_copy(str to, struct examine_report *report, struct why *why)
{
	static const struct examine_sink nobody = { 0 };
	enum err err = sqlite_examine(to, &nobody, report, why);
	if (err || !report->faults) return err;
	return fail(why, ERR_STORE_DAMAGED, "%.*s is damaged: %llu structural errors", STR_ARG(to),
		    (unsigned long long)report->faults);
}

static enum err make_copy(const struct file_path *source, const struct file_path *part,
			  struct examine_report *report, struct why *why)
{
	sqlite3 *db = NULL;
	enum err err = open_for(source, LINK_BACKUP, why, &db);
	if (!err) err = copy_into(db, part, why);
	link_close(db);
	if (!err) err = check_copy((str){ part->text, part->len }, report, why);
	return err ? err : schema_stamp(part, SCHEMA_BACKUP, why);
}

enum err sqlite_backup(str from, str to, struct examine_report *out_report, struct why *why)
{
	struct examine_report report = { 0 };
	struct file_path source, copy;
	int fd = -1;
	enum err err = file_path_init(&source, from, why);
	if (!err) err = file_path_init(&copy, to, why);
	if (!err && access(source.text, F_OK))
		err = fail(why, ERR_NOT_FOUND,
			   "there is no store %s; --data names the server's data folder",
			   source.text);
	if (!err) err = look_at_source(from, why);
	if (!err && access(copy.text, F_OK) == 0)
		err = fail(why, ERR_CONFLICT, "%s already exists", copy.text);
	if (err) return err;
	struct file_path part = file_path_beside(&copy, ".part");
	err = begin_copy(&part, why, &fd);
	if (err) return err;
	err = make_copy(&source, &part, &report, why);
	if (!err) err = end_copy(&part, &copy, why);
	if (err) (void)unlink(part.text);
	else *out_report = report;
	close(fd);
	return err;
}
