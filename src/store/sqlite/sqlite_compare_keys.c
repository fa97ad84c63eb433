/* The segments of unique keys against their filters, and unfinished runs against their keys: no
 * check of a row shows a key that a filter denies by mistake, or that a merge has lost. */
#include "base/memory.h"
#include "store/sqlite/sqlite_compare.h"
#include "store/sqlite/sqlite_parts.h"

enum { FILTER_PARTS_MAX = 8192 };

static const char blocks_sql[] = "SELECT " ROW_NAMES(KEY_BLOCK_COLUMNS) " FROM key_blocks"
									" ORDER BY id";
static const char old_sql[] = "SELECT 1 FROM unique_keys"
			      " WHERE bucket=? AND tenant=? AND type=? AND scope=? AND key=?";
/* Runs whose scope keeps the key theirs as long as they are not finished. */
static const char runs_sql[] = "SELECT bucket, tenant, type, unique_scope, key_digest FROM runs"
			       " NOT INDEXED WHERE " IS_UNFINISHED
			       " AND unique_scope IN (1, 3, 4, 5)";
_Static_assert(UNIQUE_BUCKET == 1 && UNIQUE_ACTIVE == 3 && UNIQUE_SUCCEEDED == 4 &&
		       UNIQUE_FOREVER == 5,
	       "numbers in the statement above");

struct key_compare {
	struct keys keys;
	u64 wrong;
	sqlite3_stmt *old;
	u64 met[KEY_SEGMENTS_MAX]; /* records of each live segment */
	struct key_hash last;
};

static void ignore_damage(void *context)
{
	(void)context; /* each row's check was looked at before */
}

static struct key_segment *segment_of(struct key_compare *work, u32 number)
{
	for (u32 i = 0; i < work->keys.live_len; i++) {
		if (work->keys.live[i].row.number == number) return &work->keys.live[i];
	}
	return NULL;
}

static void compare_counts(struct key_compare *work)
{
	for (u32 i = 0; i < work->keys.live_len; i++) {
		u64 there = work->met[i], wanted = work->keys.live[i].row.records;
		work->wrong += there < wanted ? wanted - there : there - wanted;
	}
}

static enum err compare_record(struct key_compare *work, struct key_segment *segment,
			       const struct key_record *record)
{
	bool may = false;
	u64 *met = &work->met[segment - work->keys.live];
	bool is_in_order = !*met || key_hash_compare(&work->last, &record->hash) < 0;
	enum err err = key_segment_may_have(&work->keys, segment, &record->hash, &may);
	work->wrong += !may || !is_in_order;
	work->last = record->hash;
	++*met;
	return err;
}

static enum err compare_block(struct key_compare *work, const struct key_block_row *row)
{
	u32 number = (u32)(row->id >> KEY_PREFIX_BITS);
	struct key_segment *segment = segment_of(work, number);
	struct key_record record;
	enum err err = ERR_OK;
	for (size_t at = 0; segment && !err && at + sizeof record <= row->packed.len;
	     at += sizeof record) {
		memcpy(&record, row->packed.at + at, sizeof record);
		bool is_first = at == 0;
		i64 id = key_first_id(number) + key_prefix(&record.hash);
		work->wrong += is_first && id != row->id;
		err = compare_record(work, segment, &record);
	}
	return err;
}

static enum err compare_blocks(struct key_compare *work, sqlite3_stmt *stmt)
{
	int code;
	enum err err = ERR_OK;
	while (!err && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct cells cells = cells_to_read(stmt);
		struct key_block_row row = { 0 };
		if (cells_read(&cells, GROUP_KEY_BLOCK, NULL, &row))
			err = compare_block(work, &row);
	}
	compare_counts(work);
	return err;
}

/* ---- runs --------------------------------------------------------------------------------- */

static bool is_old(struct key_compare *work, const struct unique_key *key)
{
	struct cells cells = cells_to_bind(work->old);
	cells_bind_i64(&cells, key->bucket);
	cells_bind_i64(&cells, key->tenant.v);
	cells_bind_i64(&cells, key->type.v);
	cells_bind_i64(&cells, key->scope);
	cells_bind_digest(&cells, &key->key);
	bool is_there = sqlite3_step(work->old) == SQLITE_ROW;
	sqlite3_reset(work->old);
	return is_there;
}

static struct unique_key key_in(sqlite3_stmt *stmt)
{
	struct unique_key key = { .bucket = sqlite3_column_int64(stmt, 0),
				  .tenant = { (u32)sqlite3_column_int64(stmt, 1) },
				  .type = { (u32)sqlite3_column_int64(stmt, 2) },
				  .scope = (enum unique_scope)sqlite3_column_int(stmt, 3) };
	struct cells cells = { stmt, 4 };
	str digest = cells_read_bytes(&cells);
	if (digest.len == sizeof key.key) memcpy(&key.key, digest.at, sizeof key.key);
	return key;
}

static enum err compare_runs(struct key_compare *work, sqlite3_stmt *stmt)
{
	enum err err = ERR_OK;
	while (!err && sqlite3_step(stmt) == SQLITE_ROW) {
		const struct unique_key key = key_in(stmt);
		const struct key_hash hash = key_hash_of(&key);
		struct key_record record;
		bool found = false;
		err = keys_find_record(&work->keys, &hash, &found, &record);
		if (!err && !found) work->wrong += !is_old(work, &key);
	}
	return err;
}

/* ---- both --------------------------------------------------------------------------------- */

enum { BLOCKS, RUNS, OLD, TURNS, SEGMENTS, BLOCK, FILTER, HAS_OLD, COMPARE_STATEMENTS };

static enum err prepare(sqlite3 *db, sqlite3_stmt **stmts, struct why *why)
{
	const char *const sql[COMPARE_STATEMENTS] = {
		[BLOCKS] = blocks_sql,
		[RUNS] = runs_sql,
		[OLD] = old_sql,
		[TURNS] = statement_text(STATEMENT_KEY_TURNS),
		[SEGMENTS] = statement_text(STATEMENT_KEY_SEGMENTS),
		[BLOCK] = statement_text(STATEMENT_KEY_BLOCK_AT),
		[FILTER] = statement_text(STATEMENT_KEY_FILTER),
		[HAS_OLD] = statement_text(STATEMENT_HAS_OLD_KEY),
	};
	int code = SQLITE_OK;
	for (u32 i = 0; i < COMPARE_STATEMENTS && !code; i++)
		code = sqlite3_prepare_v2(db, sql[i], -1, &stmts[i], NULL);
	return code ? link_fail(db, code, why, "compare unique keys") : ERR_OK;
}

static enum err compare(struct key_compare *work, sqlite3 *db, sqlite3_stmt **stmts)
{
	struct keys *keys = &work->keys;
	keys_init(keys);
	keys->db = db;
	keys->turns = stmts[TURNS];
	keys->segments = stmts[SEGMENTS];
	keys->block = stmts[BLOCK];
	keys->filter = stmts[FILTER];
	keys->old = stmts[HAS_OLD];
	keys->damaged = ignore_damage;
	keys->filters_max = FILTER_PARTS_MAX;
	work->old = stmts[OLD];
	enum err err = keys_know(keys);
	if (!err) err = compare_blocks(work, stmts[BLOCKS]);
	if (!err) err = compare_runs(work, stmts[RUNS]);
	keys_done(keys);
	return err;
}

/* All of it at one moment, also beside a server that writes. */
enum err keys_compare(sqlite3 *db, u64 *out_wrong, struct why *why)
{
	sqlite3_stmt *stmts[COMPARE_STATEMENTS] = { 0 };
	struct key_compare *work = mem_alloc_zeroed(sizeof *work);
	if (!work) return fail(why, ERR_MEMORY, "no memory to compare unique keys");
	enum err err = prepare(db, stmts, why);
	if (!err) err = link_run(db, "BEGIN", why);
	if (!err) {
		err = compare(work, db, stmts);
		if (err) (void)fail(why, err, "unique keys cannot be read to their end");
	}
	for (u32 i = 0; i < COMPARE_STATEMENTS; i++) sqlite3_finalize(stmts[i]);
	if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	*out_wrong = work->wrong;
	mem_free(work);
	return err;
}
