/* A copy while it runs: VACUUM INTO, over a reading connection of its own. It sees one moment of
 * the store, does not keep the writer waiting, and ends however much is written meanwhile (a backup
 * page by page starts over with every commit). While it runs the log cannot begin anew.
 *
 * The copy is looked over before it is called one: a backup that cannot be restored is worse than
 * none. */
#include "store/sqlite/sqlite_backup.h"

#include "base/must.h"
#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_link.h"
#include "store/sqlite/sqlite_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { COPY_MODE = 0600, CACHE_KIB = 8192 };

/* Made empty, for its owner alone; what is there already is never written over. */
static enum err make_copy_file(const struct file_path *copy, struct why *why)
{
	int fd = open(copy->text, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, COPY_MODE);
	if (fd < 0 && errno == EEXIST)
		return fail(why, ERR_CONFLICT, "%s is there already", copy->text);
	if (fd < 0) return fail(why, ERR_IO, "cannot make %s: %s", copy->text, strerror(errno));
	close(fd);
	return ERR_OK;
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

static enum err sync_file(const struct file_path *copy, struct why *why)
{
	int fd = open(copy->text, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) return fail(why, ERR_IO, "cannot open %s: %s", copy->text, strerror(errno));
	enum err err = ERR_OK;
	if (fsync(fd))
		err = fail(why, ERR_STORE_SYNC, "cannot sync %s: %s", copy->text, strerror(errno));
	close(fd);
	return err;
}

static enum err check_copy(const struct file_path *copy, struct why *why)
{
	sqlite3 *db = NULL;
	u32 version;
	i64 sound = 0;
	enum err err = open_for(copy, LINK_READER, why, &db);
	if (!err) err = schema_check(db, why, &version);
	if (!err)
		err = link_number(db, "SELECT quick_check = 'ok' FROM pragma_quick_check(1)", why,
				  &sound);
	if (!err && !sound) err = fail(why, ERR_STORE_DAMAGED, "%s is damaged", copy->text);
	link_close(db);
	return err;
}

enum err sqlite_look_over(str path, struct why *why)
{
	struct file_path store;
	enum err err = file_path_init(&store, path, why);
	return err ? err : check_copy(&store, why);
}

enum err sqlite_backup(str from, str to, struct why *why)
{
	struct file_path source, copy;
	sqlite3 *db = NULL;
	enum err err = file_path_init(&source, from, why);
	if (!err) err = file_path_init(&copy, to, why);
	if (!err) err = open_for(&source, LINK_BACKUP, why, &db);
	if (!err) err = make_copy_file(&copy, why);
	if (err) {
		link_close(db);
		return err;
	}
	err = copy_into(db, &copy, why);
	link_close(db);
	if (!err) err = sync_file(&copy, why);
	if (!err) err = check_copy(&copy, why);
	if (err) (void)unlink(copy.text);
	return err;
}
