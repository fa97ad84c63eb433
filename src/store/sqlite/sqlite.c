/* Opening and closing, and the calls that are short. */
#include "store/sqlite/sqlite.h"

#include "base/memory.h"
#include "base/must.h"
#include "store/sqlite/sqlite_damage.h"
#include "store/sqlite/sqlite_look.h"
#include "store/sqlite/sqlite_parts.h"
#include "store/sqlite/sqlite_schema.h"

enum { CACHE_KIB_DEFAULT = 32 << 10, WAL_PAGES_DEFAULT = 4000 };
enum { RECENT_KEYS_DEFAULT = 16384, FILTERS_KIB_DEFAULT = 32 << 10, STEP_MIN = 16 };

static const char *const statement_texts[STATEMENT_COUNT] = {
#define X(name, sql) [STATEMENT_##name] = sql,
	STATEMENTS(X)
#undef X
};

const char *statement_text(enum statement statement)
{
	return statement_texts[statement];
}

/* ---- statements --------------------------------------------------------------------------- */

static bool is_write(enum statement statement)
{
	return statement != STATEMENT_BEGIN_READ;
}

enum err statement_run(struct sqlite_store *store, enum statement statement)
{
	sqlite3_stmt *stmt = store->statements[statement];
	int code = sqlite3_step(stmt);
	sqlite3_reset(stmt);
	if (code == SQLITE_DONE) return ERR_OK;
	return is_write(statement) ? link_write_err(store->db, code) : link_err(store->db, code);
}

enum err statement_put(struct sqlite_store *store, sqlite3_stmt *stmt)
{
	int code = sqlite3_step(stmt);
	sqlite3_reset(stmt);
	return code == SQLITE_DONE ? ERR_OK : link_write_err(store->db, code);
}

enum err statement_step(struct sqlite_store *store, sqlite3_stmt *stmt, bool *out_row)
{
	int code = sqlite3_step(stmt);
	*out_row = code == SQLITE_ROW;
	if (code == SQLITE_ROW) return ERR_OK;
	sqlite3_reset(stmt);
	return link_err(store->db, code);
}

enum err statement_find(struct sqlite_store *store, sqlite3_stmt *stmt, const struct uuid *id,
			bool *out_row)
{
	struct cells cells = cells_to_bind(stmt);
	cells_bind_uuid(&cells, id);
	return statement_step(store, stmt, out_row);
}

void transaction_end(struct sqlite_store *store)
{
	if (sqlite3_get_autocommit(store->db)) return;
	(void)sqlite3_step(store->statements[STATEMENT_ROLLBACK]);
	sqlite3_reset(store->statements[STATEMENT_ROLLBACK]);
	must(sqlite3_get_autocommit(store->db));
}

enum err write_failed(struct sqlite_store *store, enum err err)
{
	bool is_full = err == ERR_STORE && link_is_full(store->db);
	transaction_end(store);
	if (is_full && store->config.reserve_bytes) (void)file_reserve_release(&store->path);
	if (err != ERR_STORE_SYNC || store->broken) return err;
	store->broken = true;
	mark_leave(&store->path, store->config.vfs);
	return err;
}

void damage_note(struct sqlite_store *store)
{
	store->counters.damaged++;
	if (store->config.damage.found)
		store->config.damage.found(store->config.damage.context, NULL);
}

void damage_note_row(struct sqlite_store *store, sqlite3_stmt *stmt)
{
	store->counters.damaged++;
	damaged_row_tell(store->db, stmt, NULL, &store->config.damage);
}

/* ---- small calls -------------------------------------------------------------------------- */

static enum err sqlite_settle(struct store *base, u64 turn, bool *out_applied)
{
	struct sqlite_store *store = sqlite_store_of(base);
	sqlite3_stmt *stmt = store->statements[STATEMENT_HAS_TURN];
	struct cells cells = cells_to_bind(stmt);
	bool has_row;
	cells_bind_i64(&cells, (i64)turn);
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	sqlite3_reset(stmt);
	*out_applied = has_row;
	return ERR_OK;
}

/* By writing, and syncing. */
static enum err sqlite_probe(struct store *base)
{
	struct sqlite_store *store = sqlite_store_of(base);
	sqlite3_stmt *stmt = store->statements[STATEMENT_META_PUT];
	if (store->broken) return ERR_STORE_SYNC;
	must(sqlite3_bind_text(stmt, 1, "probe", -1, SQLITE_STATIC) == SQLITE_OK);
	must(sqlite3_bind_blob(stmt, 2, "probe", 5, SQLITE_STATIC) == SQLITE_OK);
	enum err err = statement_run(store, STATEMENT_META_PUT);
	return err ? write_failed(store, err) : ERR_OK;
}

static void free_store(struct sqlite_store *store)
{
	for (u32 i = 0; i < STATEMENT_COUNT; i++) sqlite3_finalize(store->statements[i]);
	for (u32 i = 0; i < KIND_COUNT * KIND_VERBS; i++)
		sqlite3_finalize(store->kinds[i / KIND_VERBS][i % KIND_VERBS]);
	counting_done(&store->counting);
	auditing_done(&store->auditing);
	lists_done(&store->lists);
	owned_turns_done(&store->turns);
	keys_done(&store->keys);
	link_close(store->db);
	file_lock_release(&store->lock);
	mem_free(store);
}

static void sqlite_close(struct store *base)
{
	struct sqlite_store *store = sqlite_store_of(base);
	if (store->broken) sqlite_store_abandon(store);
	else free_store(store);
}

void sqlite_store_abandon(struct sqlite_store *store)
{
	link_end_log_on_close(store->db, false);
	free_store(store);
}

/* ---- opening ------------------------------------------------------------------------------ */

static const struct store_calls calls = {
	.recall = sqlite_recall,
	.load = sqlite_load,
	.commit = sqlite_commit,
	.settle = sqlite_settle,
	.probe = sqlite_probe,
	.tend = sqlite_tend,
	.close = sqlite_close,
};

/* Under the lock, and before SQLite comes near it: what is refused here is left as it was. */
static enum err look_first(struct sqlite_store *store, struct why *why)
{
	const char *vfs = store->config.vfs;
	struct store_look look;
	enum err err = ERR_OK;
	if (!vfs) {
		err = file_prepare_folder(&store->path, why);
		if (!err) err = file_check(&store->path, why);
		if (!err) err = file_lock_take(&store->path, why, &store->lock);
	}
	if (!err) err = store_look_at(&store->path, vfs, &look, why);
	if (!err) err = store_look_judge(&store->path, &look, why);
	if (err) return err;
	store->log = (struct sqlite_log_found){ .frames = look.log.frames,
						.commits = look.log.commits,
						.header_is_damaged = look.log.header_is_damaged,
						.frames_dropped = look.log.dropped_frames,
						.commits_dropped = look.log.dropped_commits };
	return vfs ? ERR_OK : file_prepare(&store->path, why);
}

static enum err open_link(struct sqlite_store *store, struct why *why)
{
	struct link_config config = { .path = &store->path,
				      .vfs = store->config.vfs,
				      .kind = LINK_WRITER,
				      .cache_kib = store->config.cache_kib };
	enum err err = look_first(store, why);
	return err ? err : link_open(&config, why, &store->db);
}

/* A file whose last process saw a write fail is looked over before anybody trusts it; and one whose
 * log lost commits, for the file may have parts of these already. */
static enum err check_if_doubtful(struct sqlite_store *store, struct why *why)
{
	i64 sound = 0;
	bool is_marked = mark_is_there(&store->path, store->config.vfs);
	if (!is_marked && !store->log.commits_dropped) return ERR_OK;
	enum err err = link_number(
		store->db, "SELECT quick_check = 'ok' FROM pragma_quick_check(1)", why, &sound);
	if (err) return err;
	if (!sound)
		return fail(why, ERR_STORE_DAMAGED,
			    "%s is damaged: %s; nothing was changed; keep the file and its log, "
			    "then run: belfry restore BACKUP",
			    store->path.text,
			    is_marked ? "a write to it failed" : "its log lost commits");
	return ERR_OK;
}

/* The last writes of the process before may be in the system's cache alone; and after a sync that
 * failed they stay there alone, whatever is synced later, even if the disk was too ill to take the
 * mark. Nobody builds on the log before it is safe. */
static enum err secure_log(struct sqlite_store *store, struct why *why)
{
	bool is_marked = mark_is_there(&store->path, store->config.vfs);
	enum err err = log_secure(&store->path, store->config.vfs);
	if (!err && is_marked) mark_remove(&store->path, store->config.vfs);
	if (!err) return ERR_OK;
	return fail(why, write_failed(store, err), "cannot sync the log of %s", store->path.text);
}

/* Not on a small or full disk: what is left there is better used as it comes. */
static enum err lay_out_log(struct sqlite_store *store)
{
	enum { SHARE = 8, PAGE_BYTES = 4096 };
	u64 least = (u64)store->config.wal_ahead * PAGE_BYTES * SHARE;
	if (!store->config.vfs && file_space_beside(&store->path) < least) return ERR_OK;
	enum err err = log_lay_out(&store->path, store->config.vfs, store->config.wal_ahead);
	return err == ERR_STORE_SYNC ? write_failed(store, err) : ERR_OK;
}

/* The frames that were dropped are of the same log as those that follow: the next start would find
 * them again, between those. */
static enum err begin_log_anew(struct sqlite_store *store)
{
	if (!store->log.commits_dropped) return ERR_OK;
	int code = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
					     NULL);
	enum err err = code ? link_write_err(store->db, code) : ERR_OK;
	return err ? write_failed(store, err) : ERR_OK;
}

enum err store_settle_in(struct sqlite_store *store)
{
	if (store->is_settled) return ERR_OK;
	enum err err = begin_log_anew(store);
	if (!err) err = lay_out_log(store);
	if (!err) err = lists_begin(store);
	if (err) return err;
	file_reserve_keep(&store->path, store->config.reserve_bytes);
	store->is_settled = true;
	return ERR_OK;
}

static int note_log(void *context, sqlite3 *db, const char *schema, int pages)
{
	struct sqlite_store *store = context;
	(void)db;
	(void)schema;
	store->counters.wal_pages = (u64)pages;
	return SQLITE_OK;
}

/* Prepares every statement that follows from a kind. `into` NULL: only tries it. */
static enum err prepare_kinds(sqlite3 *db, sqlite3_stmt *(*into)[KIND_VERBS], struct why *why)
{
	struct buf sql;
	int code = SQLITE_OK;
	buf_init(&sql, KIND_SQL_MAX);
	for (u32 i = 0; i < KIND_COUNT * KIND_VERBS && !code; i++) {
		enum row_kind kind = i / KIND_VERBS;
		enum kind_verb verb = i % KIND_VERBS;
		sqlite3_stmt *stmt = NULL;
		if (!kind_sql(kind, verb, &sql)) continue;
		if (buf_failed(&sql)) code = SQLITE_NOMEM;
		else
			code = sqlite3_prepare_v3(db, sql.at, -1, SQLITE_PREPARE_PERSISTENT, &stmt,
						  NULL);
		if (into) into[kind][verb] = stmt;
		else sqlite3_finalize(stmt);
	}
	buf_done(&sql);
	return code ? link_fail(db, code, why, "prepare a statement") : ERR_OK;
}

/* The link's options come before its statements: to change one makes SQLite prepare each statement
 * anew at its next use, which needs memory, and ROLLBACK must work without. */
static enum err prepare_statements(struct sqlite_store *store, struct why *why)
{
	link_end_log_on_close(store->db, true);
	for (u32 i = 0; i < STATEMENT_COUNT; i++) {
		int code = sqlite3_prepare_v3(store->db, statement_texts[i], -1,
					      SQLITE_PREPARE_PERSISTENT, &store->statements[i],
					      NULL);
		if (code) return link_fail(store->db, code, why, "prepare a statement");
	}
	sqlite3_wal_hook(store->db, note_log, store);
	return prepare_kinds(store->db, store->kinds, why);
}

enum err statements_try(sqlite3 *db, struct why *why)
{
	for (u32 i = 0; i < STATEMENT_COUNT; i++) {
		sqlite3_stmt *stmt = NULL;
		int code = sqlite3_prepare_v2(db, statement_texts[i], -1, &stmt, NULL);
		sqlite3_finalize(stmt);
		if (code) return link_fail(db, code, why, "prepare a statement");
	}
	return prepare_kinds(db, NULL, why);
}

/* SQLite counts every piece of memory under a lock unless it is told not to, which costs a tenth of
 * a life. Only heard before its first use in the process; later it is told in vain, which does no
 * harm. */
static void stop_counting(void)
{
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static void note_damaged_key(void *context)
{
	damage_note(context);
}

static void set_up_keys(struct sqlite_store *store)
{
	struct keys *keys = &store->keys;
	keys->db = store->db;
	keys->turns = store->statements[STATEMENT_KEY_TURNS];
	keys->segments = store->statements[STATEMENT_KEY_SEGMENTS];
	keys->block = store->statements[STATEMENT_KEY_BLOCK_AT];
	keys->filter = store->statements[STATEMENT_KEY_FILTER];
	keys->old = store->statements[STATEMENT_HAS_OLD_KEY];
	keys->damaged = note_damaged_key;
	keys->context = store;
	keys->open_max = store->config.recent_keys;
	keys->step = keys->open_max / 4 > STEP_MIN ? keys->open_max / 4 : STEP_MIN;
	keys->filters_max = store->config.key_filters_kib / (KEY_FILTER_BYTES / 1024) + 1;
}

enum err sqlite_store_open(const struct sqlite_config *config, struct why *why,
			   struct sqlite_store **out_store)
{
	u32 version = 0;
	struct sqlite_store *store = mem_alloc_zeroed(sizeof *store);
	if (!store) return fail(why, ERR_MEMORY, "no memory for the store");
	stop_counting();
	store->store.calls = &calls;
	store->lock.fd = -1;
	auditing_init(&store->auditing);
	lists_init(&store->lists);
	owned_turns_init(&store->turns);
	keys_init(&store->keys);
	store->config = *config;
	if (!store->config.cache_kib) store->config.cache_kib = CACHE_KIB_DEFAULT;
	if (!store->config.wal_pages) store->config.wal_pages = WAL_PAGES_DEFAULT;
	if (!store->config.recent_keys) store->config.recent_keys = RECENT_KEYS_DEFAULT;
	if (!store->config.key_filters_kib) store->config.key_filters_kib = FILTERS_KIB_DEFAULT;
	enum err err = file_path_init(&store->path, config->path, why);
	store->config.path = (str){ store->path.text, store->path.len };
	if (!err) err = open_link(store, why);
	if (!err) err = schema_check(store->db, why, &version);
	if (!err) err = check_if_doubtful(store, why);
	if (!err) err = secure_log(store, why);
	if (!err) err = schema_migrate(store->db, version, why);
	if (!err) err = prepare_statements(store, why);
	if (!err) set_up_keys(store);
	if (!err && !store->config.vfs) err = file_lock_sign(&store->lock, why);
	if (err) {
		if (store->db) link_end_log_on_close(store->db, false);
		free_store(store);
		return err;
	}
	*out_store = store;
	return ERR_OK;
}

struct sqlite_log_found sqlite_store_log(const struct sqlite_store *store)
{
	return store->log;
}

struct store *sqlite_store_view(struct sqlite_store *store)
{
	return &store->store;
}

struct sqlite_counters sqlite_store_counters(const struct sqlite_store *store)
{
	return store->counters;
}
