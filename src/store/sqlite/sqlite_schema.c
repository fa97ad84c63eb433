/* Forward only. A file of a newer version is refused: what a newer program means by its rows cannot
 * be known here. */
#define _GNU_SOURCE
#include "store/sqlite/sqlite_schema.h"

#include "base/must.h"
#include "store/sqlite/migrations.def"
#include "store/sqlite/sqlite_link.h"
#include "store/sqlite/sqlite_repack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const struct migration {
	u32 version;
	const char *brings;
	const char *sql;
} migrations[] = {
#define X(version, brings, sql) { version, brings, sql },
	MIGRATIONS(X)
#undef X
};

enum { PRAGMA_MAX = 64, AUDIT_IS_PACKED = 29 };

u32 schema_version(void)
{
	return migrations[countof(migrations) - 1].version;
}

enum err schema_check(sqlite3 *db, struct why *why, u32 *out_version)
{
	i64 application = 0, version = 0, tables = 0;
	enum err err = link_number(db, "PRAGMA application_id", why, &application);
	if (!err) err = link_number(db, "PRAGMA user_version", why, &version);
	if (!err) err = link_number(db, "SELECT count(*) FROM sqlite_schema", why, &tables);
	if (err) return err;
	bool is_new = application == 0 && version == 0 && tables == 0;
	if (!is_new && application != SCHEMA_APPLICATION)
		return fail(why, ERR_STORE, "not a Belfry store: its application id is %lld",
			    (long long)application);
	if (version < 0 || version > (i64)schema_version())
		return fail(why, ERR_STORE,
			    "the store has version %lld; this program supports versions up to %u",
			    (long long)version, schema_version());
	*out_version = (u32)version;
	return ERR_OK;
}

/* Four bytes of the header, by themselves: there is no log beside the file, and nobody has it open.
 * Within one sector, so that a power cut leaves the one or the other. */
enum err schema_stamp(const struct file_path *path, u32 application, struct why *why)
{
	enum { AT_APPLICATION = 68 };
	const u8 bytes[4] = { (u8)(application >> 24), (u8)(application >> 16),
			      (u8)(application >> 8), (u8)application };
	int fd = open(path->text, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	bool is_done = fd >= 0 && pwrite(fd, bytes, sizeof bytes, AT_APPLICATION) == sizeof bytes &&
		       fsync(fd) == 0;
	int error = errno;
	if (fd >= 0) close(fd);
	if (is_done) return ERR_OK;
	return fail(why, ERR_IO, "cannot stamp %s: %s", path->text, strerror(error));
}

static enum err run_migration(sqlite3 *db, const struct migration *migration, struct why *why)
{
	char stamp[2 * PRAGMA_MAX];
	snprintf(stamp, sizeof stamp, "PRAGMA application_id=%d; PRAGMA user_version=%u; COMMIT",
		 SCHEMA_APPLICATION, migration->version);
	enum err err = link_run(db, "BEGIN IMMEDIATE", why);
	if (err) return err;
	err = link_run(db, migration->sql, why);
	if (!err && migration->version == AUDIT_IS_PACKED) err = audit_repack(db, why);
	if (!err) err = link_run(db, stamp, why);
	if (err && !sqlite3_get_autocommit(db))
		(void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	return err;
}

enum err schema_migrate(sqlite3 *db, u32 version, struct why *why)
{
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < countof(migrations); i++) {
		must(migrations[i].version == i + 1);
		if (migrations[i].version > version) err = run_migration(db, &migrations[i], why);
	}
	return err;
}
