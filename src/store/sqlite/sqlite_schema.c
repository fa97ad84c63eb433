/* Forward only. A file of a newer version is refused: what a newer program means by its rows cannot
 * be known here. */
#include "store/sqlite/sqlite_schema.h"

#include "base/must.h"
#include "store/sqlite/migrations.def"
#include "store/sqlite/sqlite_link.h"
#include "store/sqlite/sqlite_repack.h"

#include <stdio.h>

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
		return fail(why, ERR_STORE, "not a store of ours: its application id is %lld",
			    (long long)application);
	if (version < 0 || version > (i64)schema_version())
		return fail(why, ERR_STORE,
			    "the store is of version %lld, this program knows versions up to %u",
			    (long long)version, schema_version());
	*out_version = (u32)version;
	return ERR_OK;
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
