#include "store/sqlite/sqlite_rebuild.h"

#include "store/sqlite/sqlite_parts.h"
#include "store/sqlite/sqlite_schema.h"

enum { CACHE_KIB = 1024 };

/* An older file would be brought up by opening it, and one that is not there would be made. */
static enum err check_version(str path, struct why *why)
{
	struct file_path file;
	sqlite3 *db = NULL;
	u32 version = 0;
	enum err err = file_path_init(&file, path, why);
	struct link_config config = { .path = &file, .kind = LINK_READER, .cache_kib = CACHE_KIB };
	if (!err) err = link_open(&config, why, &db);
	if (!err) err = schema_check(db, why, &version);
	link_close(db);
	if (!err && version < schema_version())
		err = fail(why, ERR_STORE,
			   "the store has an older version (%u); start the server once, which "
			   "upgrades it",
			   version);
	return err;
}

enum err store_open_to_repair(str path, struct sqlite_store **out_store, struct why *why)
{
	const struct sqlite_config config = { .path = path };
	struct why taken;
	enum err err = check_version(path, why);
	if (err) return err;
	err = sqlite_store_open(&config, &taken, out_store);
	if (err == ERR_CONFLICT) return fail(why, err, "%s; stop the server first", taken.text);
	if (err) *why = taken;
	return err;
}

enum err sqlite_rebuild_lists(str path, u64 *out_entries, struct why *why)
{
	struct sqlite_store *store = NULL;
	enum err err = store_open_to_repair(path, &store, why);
	if (err) return err;
	err = lists_rebuild(store, out_entries);
	if (err)
		(void)fail(why, err, "cannot write the lists: %s; nothing was changed",
			   sqlite3_errmsg(store->db));
	store_close(sqlite_store_view(store));
	return err;
}
