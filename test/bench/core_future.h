/* A file with millions of runs for later. They are put there by the store's own statements with
 * their checks, as the engine would make them, but by one transaction that nothing has to survive:
 * what is measured comes after. Their times are drawn, so that every index grows as it would. */
#ifndef BELFRY_TEST_BENCH_CORE_FUTURE_H
#define BELFRY_TEST_BENCH_CORE_FUTURE_H

#include "core.h"

#include "base/prng.h"
#include "store/key_records.h"
#include "store/sqlite/sqlite_cells.h"

#include <fcntl.h>

enum {
	FUTURE_DAYS = 30,
	FUTURE_MADE_A_MS = 100, /* so many are made in a millisecond, up to now */
	FUTURE_LOOKED_AT = 1000,
	FUTURE_KEY_BYTES = 32,
	FUTURE_CACHE_BYTES_A_RUN = 350, /* the pages of what grows at drawn places */
};

struct future {
	sqlite3 *db;
	sqlite3_stmt *run, *body, *segment, *block, *filter;
	struct key_record *records;
	u64 count;
	enum keys keys;
	struct prng random;
	msec now;
	u64 turn;
	u32 tenants[TENANTS];
	u32 type;
	u32 queue;
};

static inline i64 future_number(struct future *future, const char *sql)
{
	sqlite3_stmt *stmt = NULL;
	check_sqlite(sqlite3_prepare_v2(future->db, sql, -1, &stmt, NULL), sql);
	if (sqlite3_step(stmt) != SQLITE_ROW) check(ERR_STORE_DAMAGED, sql);
	i64 number = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return number;
}

static inline u32 future_name(struct future *future, enum name_kind kind, const char *name)
{
	sqlite3_stmt *stmt = NULL;
	check_sqlite(sqlite3_prepare_v2(future->db,
					"SELECT number FROM names WHERE kind = ? AND name = ?", -1,
					&stmt, NULL),
		     "names");
	sqlite3_bind_int(stmt, 1, (int)kind);
	sqlite3_bind_text(stmt, 2, name, -1, SQLITE_STATIC);
	if (sqlite3_step(stmt) != SQLITE_ROW) check(ERR_STORE_DAMAGED, name);
	u32 number = (u32)sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return number;
}

static inline sqlite3_stmt *future_statement(struct future *future, const char *name)
{
	sqlite3_stmt *stmt = NULL;
	check_sqlite(sqlite3_prepare_v3(future->db, sql_named(name), -1, SQLITE_PREPARE_PERSISTENT,
					&stmt, NULL),
		     name);
	return stmt;
}

/* The names that the first lives in the file have brought. */
static inline void future_names(struct future *future)
{
	for (u32 i = 0; i < TENANTS; i++)
		future->tenants[i] = future_name(future, NAME_TENANT, tenant_name(i));
	future->type = future_name(future, NAME_TYPE, "mail.send");
	future->queue = future_name(future, NAME_QUEUE, "default");
	future->turn = (u64)future_number(future, "SELECT max(turn) FROM journal");
}

static inline void future_open(struct future *future, const char *path)
{
	char sql[160];
	check_sqlite(sqlite3_open_v2(path, &future->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
				     NULL),
		     "open");
	snprintf(sql, sizeof sql,
		 "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
		 "PRAGMA cache_size=-%llu",
		 (unsigned long long)(future->count * FUTURE_CACHE_BYTES_A_RUN / 1024 + 32768));
	check_sqlite(sqlite3_exec(future->db, sql, NULL, NULL, NULL), "set up");
	future->run = future_statement(future, "RUN_NEW");
	future->body = future_statement(future, "BODY_NEW");
	future->segment = future_statement(future, "KEY_SEGMENT_PUT");
	future->block = future_statement(future, "KEY_BLOCK_NEW");
	future->filter = future_statement(future, "KEY_FILTER_NEW");
}

static inline void future_step(sqlite3_stmt *stmt)
{
	check_sqlite(sqlite3_step(stmt), "a statement");
	check_sqlite(sqlite3_reset(stmt), "a statement");
}

/* The scope that a key has, and the bucket of a run in it. */
static inline void future_scope(const struct future *future, struct run_row *row)
{
	static const enum unique_scope scopes[KEYS_COUNT] = { UNIQUE_NONE, UNIQUE_BUCKET,
							      UNIQUE_TTL, UNIQUE_FOREVER };
	row->scope = scopes[future->keys];
	if (row->scope == UNIQUE_BUCKET)
		row->hot.bucket = row->hot.run_at - row->hot.run_at % MSEC_MINUTE;
	if (row->scope != UNIQUE_TTL) return;
	row->unique_ttl = MSEC_DAY;
	row->hot.bucket = future->now / MSEC_DAY;
}

/* The run of an index: its id and time are drawn from the index, so that it can be made again. */
static inline struct run_row future_row(const struct future *future, u64 index, char *key_text)
{
	struct prng random = prng_init(index + 1);
	u64 words[2] = { prng_next(&random), prng_next(&random) };
	u8 bytes[UUID7_RANDOM_LEN];
	struct run_row row = { .tenant = { future->tenants[index % TENANTS] },
			       .type = { future->type },
			       .payload_len = PAYLOAD_BYTES,
			       .payload = payload_text() };
	memcpy(bytes, words, sizeof bytes);
	row.created_at = future->now - (msec)((future->count - index) / FUTURE_MADE_A_MS) - 1;
	row.id = uuid7_make(row.created_at, bytes);
	row.hot = (struct run_hot){ .state = RUN_QUEUED,
				    .priority = 5,
				    .queue = { future->queue },
				    .max_attempts = 5,
				    .updated_at = row.created_at,
				    .journal_turn = future->turn };
	row.hot.run_at = future->now + MSEC_DAY +
			 (msec)prng_below(&random, FUTURE_DAYS * (u64)MSEC_DAY);
	future_scope(future, &row);
	if (row.scope == UNIQUE_NONE) return row;
	int len = snprintf(key_text, FUTURE_KEY_BYTES, "reminder:%llu", (unsigned long long)index);
	row.key = (str){ key_text, (size_t)len };
	row.key_digest = digest_of(row.key);
	return row;
}

static inline struct unique_row future_unique(const struct run_row *row)
{
	struct unique_key key = { row->hot.bucket, row->tenant, row->type, row->scope,
				  row->key_digest };
	msec until = row->scope == UNIQUE_TTL ? row->created_at + MSEC_DAY : MSEC_MAX;
	return (struct unique_row){ key, row->id, until };
}

static inline void future_put(struct future *future, u64 index)
{
	char key_text[FUTURE_KEY_BYTES];
	struct run_row row = future_row(future, index, key_text);
	struct cells cells = cells_to_bind(future->run);
	cells_bind(&cells, GROUP_RUN_FIXED, &row, NULL);
	cells_bind(&cells, GROUP_RUN_HOT, &row.hot, &row.id);
	future_step(cells.stmt);
	cells = cells_to_bind(future->body);
	cells_bind(&cells, GROUP_BODY, &row, &row.id);
	cells_bind_uuid(&cells, &row.id);
	future_step(cells.stmt);
	if (row.scope == UNIQUE_NONE) return;
	struct unique_row unique = future_unique(&row);
	future->records[index] =
		(struct key_record){ key_hash_of(&unique.key), unique.run, unique.until };
}

/* ---- the segments of their keys ------------------------------------------------------------ */

static inline void future_put_row(sqlite3_stmt *stmt, enum column_group group, const void *row)
{
	struct cells cells = cells_to_bind(stmt);
	cells_bind(&cells, group, row, NULL);
	future_step(stmt);
}

static inline void future_filter(struct future *future, u32 segment, u32 parts,
				 const struct key_record *records, u64 len)
{
	u8 bits[KEY_FILTER_BYTES];
	u64 at = 0;
	for (u32 part = 0; part < parts; part++) {
		memset(bits, 0, sizeof bits);
		for (; at < len && key_filter_part(&records[at].hash, parts) == part; at++)
			key_filter_add(bits, &records[at].hash);
		struct key_block_row row = { ((i64)segment << KEY_PREFIX_BITS) + part,
					     { (const char *)bits, sizeof bits } };
		future_put_row(future->filter, GROUP_KEY_FILTER, &row);
	}
}

static inline void future_segment(struct future *future, u32 segment, u32 level,
				  struct key_record *records, u64 len)
{
	struct key_segment_row row = { .number = segment,
				       .age = segment,
				       .level = level,
				       .state = KEY_SEGMENT_LIVE,
				       .records = len,
				       .parts = key_filter_parts(len),
				       .worth_at = MSEC_MAX };
	qsort(records, len, sizeof *records, key_record_compare);
	for (u64 at = 0, count; at < len; at += count) {
		i64 prefix = key_prefix(&records[at].hash);
		count = len - at < KEY_BLOCK_RECORDS ? len - at : KEY_BLOCK_RECORDS;
		while (at + count < len && key_prefix(&records[at + count - 1].hash) ==
						   key_prefix(&records[at + count].hash))
			count++;
		struct key_block_row block = { ((i64)segment << KEY_PREFIX_BITS) + prefix,
					       { (const char *)&records[at],
						 count * sizeof *records } };
		future_put_row(future->block, GROUP_KEY_BLOCK, &block);
	}
	future_filter(future, segment, row.parts, records, len);
	future_put_row(future->segment, GROUP_KEY_SEGMENT, &row);
}

/* As merging leaves them: at most seven of each size, the largest first. */
static inline void future_segments(struct future *future)
{
	enum { SMALLEST = 16384, INPUTS = 8 };
	u32 segment = (u32)future_number(future, "SELECT coalesce(max(segment), 0)"
						 " FROM key_segments");
	u64 at = 0;
	for (u32 level = 5; level != (u32)-1; level--) {
		u64 size = SMALLEST;
		for (u32 i = 0; i < level; i++) size *= INPUTS;
		for (; future->count - at >= size; at += size)
			future_segment(future, ++segment, level, future->records + at, size);
	}
	if (at < future->count)
		future_segment(future, ++segment, 0, future->records + at, future->count - at);
}

/* ---- what was put there is what the store would find --------------------------------------- */

static inline void future_expect(bool is_so, const char *what)
{
	if (!is_so) check(ERR_STORE_DAMAGED, what);
}

static inline struct cells future_ask(struct future *future, const char *name)
{
	return cells_to_bind(future_statement(future, name));
}

/* Whether the statement, which is bound, tells of that run. */
static inline void future_expect_id(sqlite3_stmt *stmt, const struct uuid *id, const char *what)
{
	bool found = false;
	while (!found && sqlite3_step(stmt) == SQLITE_ROW) {
		struct cells cells = cells_to_read(stmt);
		struct uuid there = cells_read_uuid(&cells);
		found = uuid_eq(&there, id);
	}
	sqlite3_finalize(stmt);
	future_expect(found, what);
}

/* By its id, with its checks; and by the index of what is due. */
static inline void future_look_at_run(struct future *future, const struct run_row *row)
{
	struct run_row found = { 0 };
	struct uuid least = { 0 };
	struct cells cells = future_ask(future, "RUN");
	sqlite3_stmt *stmt = cells.stmt;
	cells_bind_uuid(&cells, &row->id);
	future_expect(sqlite3_step(stmt) == SQLITE_ROW, "a future run");
	cells = cells_to_read(stmt);
	future_expect(cells_read(&cells, GROUP_RUN_FIXED, NULL, &found) &&
			      cells_read(&cells, GROUP_RUN_HOT, &row->id, &found.hot) &&
			      found.hot.run_at == row->hot.run_at,
		      "a future run");
	sqlite3_finalize(stmt);
	cells = future_ask(future, "DUE");
	cells_bind_i64(&cells, row->hot.run_at);
	cells_bind_uuid(&cells, &least);
	cells_bind_i64(&cells, row->hot.run_at);
	future_expect_id(cells.stmt, &row->id, "a future run by its time");
}

/* By its key. Who has it, the lives in the file show: they are refused a key that is taken. */
static inline void future_look_at_key(struct future *future, const struct run_row *row)
{
	struct uuid least = { 0 };
	struct cells cells;
	cells = future_ask(future, "MATCHING_KEY");
	cells_bind_uuid(&cells, &least);
	cells_bind_i64(&cells, row->tenant.v);
	for (u32 i = 0; i < 3; i++) cells_bind_i64(&cells, 0); /* any type, queue and state */
	cells_bind_i64(&cells, 1);
	cells_bind_digest(&cells, &row->key_digest);
	future_expect_id(cells.stmt, &row->id, "a future run by its key");
}

static inline void future_verify(struct future *future)
{
	for (u32 i = 0; i < FUTURE_LOOKED_AT; i++) {
		char key_text[FUTURE_KEY_BYTES];
		u64 index = prng_below(&future->random, future->count);
		struct run_row row = future_row(future, index, key_text);
		future_look_at_run(future, &row);
		if (row.scope != UNIQUE_NONE) future_look_at_key(future, &row);
	}
}

/* Fills a store that has seen a turn of lives, and is closed. Afterwards all of it is on the disk,
 * so that no later sync waits for it. */
static inline void future_fill(const char *path, u64 count, enum keys keys)
{
	struct future future = {
		.count = count, .keys = keys, .random = prng_init(count), .now = wall_clock()
	};
	future_open(&future, path);
	future_names(&future);
	check_sqlite(sqlite3_exec(future.db, "BEGIN", NULL, NULL, NULL), "begin");
	future.records = malloc(count * sizeof *future.records);
	if (!future.records) check(ERR_MEMORY, "records");
	for (u64 i = 0; i < count; i++) future_put(&future, i);
	if (keys != KEYS_NONE) future_segments(&future);
	free(future.records);
	check_sqlite(sqlite3_exec(future.db, "COMMIT", NULL, NULL, NULL), "commit");
	future_verify(&future);
	sqlite3_finalize(future.run);
	sqlite3_finalize(future.body);
	sqlite3_finalize(future.segment);
	sqlite3_finalize(future.block);
	sqlite3_finalize(future.filter);
	check_sqlite(sqlite3_close(future.db), "close");
	int file = open(path, O_RDWR | O_CLOEXEC);
	if (file < 0 || fsync(file)) check(ERR_STORE, "sync");
	close(file);
}

#endif
