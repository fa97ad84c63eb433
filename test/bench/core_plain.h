/* The same lives by a plain loop: the same rows, by the same statements, into the same tables, with
 * constants for checks and without reading payloads back. */
#ifndef BELFRY_TEST_BENCH_CORE_PLAIN_H
#define BELFRY_TEST_BENCH_CORE_PLAIN_H

#include "core.h"

#include "base/prng.h"
#include "store/sqlite/sqlite_cells.h"

enum {
	WAL_PAGES = 4000,
	JOURNAL_BYTES_A_LIFE = 175, /* three entries */
	KEY_BYTES_A_LIFE = 40,
};

enum plain_statement {
	PLAIN_BEGIN,
	PLAIN_COMMIT,
	PLAIN_RUN,
	PLAIN_BODY,
	PLAIN_EXECUTION,
	PLAIN_END,
	PLAIN_HOT,
	PLAIN_KEYS,
	PLAIN_JOURNAL,
	PLAIN_STATEMENTS
};

struct plain {
	sqlite3 *db;
	sqlite3_stmt *statements[PLAIN_STATEMENTS];
	struct prng random;
	struct uuid runs[TURN_MAX];
	struct uuid executions[TURN_MAX];
	u32 held;
	u64 turn;
	u64 finished;
	char journal[JOURNAL_BYTES_A_LIFE * TURN_MAX];
	bool is_keyed;
	int pages;
};

static inline const char *sql_of(enum plain_statement wanted)
{
	static const char *const names[PLAIN_STATEMENTS] = {
		"BEGIN",         "COMMIT",  "RUN_NEW",    "BODY_NEW",   "EXECUTION_NEW",
		"EXECUTION_END", "RUN_HOT", "KEY_TURN_NEW", "JOURNAL_NEW"
	};
	return sql_named(names[wanted]);
}

static inline int plain_pages(void *context, sqlite3 *db, const char *schema, int pages)
{
	(void)db;
	(void)schema;
	((struct plain *)context)->pages = pages;
	return SQLITE_OK;
}

/* Where the columns of a run, an execution and its end stand among the parameters. */
#define ONE_MORE(row, name, kind, member) +1
#define RUN_PLACE(row, name, kind, member) RUN_AT_##name,
#define EXECUTION_PLACE(row, name, kind, member) EXECUTION_AT_##name,
#define END_PLACE(row, name, kind, member) END_AT_##name,

enum { RUN_AT_NONE, RUN_FIXED_COLUMNS(RUN_PLACE, ) RUN_AT_CHECK, HOT_FIRST };
enum { HOT_CHECK = 1 RUN_HOT_COLUMNS(ONE_MORE, ) }; /* in a group of its own */
enum {
	EXECUTION_AT_NONE,
	EXECUTION_COLUMNS(EXECUTION_PLACE, ) EXECUTION_AT_CHECK,
	LEASE_COLUMNS(EXECUTION_PLACE, ) EXECUTION_AT_LEASE_CHECK
};
enum {
	END_AT_NONE,
	END_COLUMNS(END_PLACE, ) END_AT_CHECK,
	END_TEXT_COLUMNS(END_PLACE, ) END_AT_TEXT_CHECK,
	END_AT_ID
};

/* Columns that joined later are numbers that no life here says, or may be missing. */
#define LATER_RUN(row, name, kind, member) { PLAIN_RUN, RUN_AT_##name, LATER_IS_##kind },
#define LATER_EXECUTION(row, name, kind, member) \
	{ PLAIN_EXECUTION, EXECUTION_AT_##name, LATER_IS_##kind },
#define LATER_END(row, name, kind, member) { PLAIN_END, END_AT_##name, LATER_IS_##kind },

enum {
	LATER_IS_UUID,
	LATER_IS_U32 = 0,
	LATER_IS_I64 = 0,
	LATER_IS_BOOL = 0,
	LATER_IS_DIGEST = 0,
	LATER_IS_BYTES = 0,
	LATER_IS_LINK = 0,
	LATER_IS_LATER_LINK = 0,
	LATER_IS_LATER_BYTES = 0,
	LATER_IS_LATER = 1,
	LATER_IS_LATER_I64 = 1,
};

static inline void plain_zeros(struct plain *plain)
{
	static const struct {
		enum plain_statement statement;
		int at;
		int is_number;
	} columns[] = { RUN_FIXED_COLUMNS(LATER_RUN, ) EXECUTION_COLUMNS(LATER_EXECUTION, )
				END_COLUMNS(LATER_END, ) };
	for (u32 i = 0; i < countof(columns); i++) {
		if (!columns[i].is_number) continue;
		sqlite3_bind_int64(plain->statements[columns[i].statement], columns[i].at, 0);
	}
}

static inline void plain_open(struct plain *plain, const char *path)
{
	check_sqlite(sqlite3_open_v2(path, &plain->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
				     NULL),
		     "open");
	check_sqlite(sqlite3_exec(plain->db,
				  "PRAGMA synchronous=FULL; PRAGMA cache_size=-32768;"
				  "PRAGMA wal_autocheckpoint=0",
				  NULL, NULL, NULL),
		     "set up");
	sqlite3_wal_hook(plain->db, plain_pages, plain);
	for (int i = 0; i < PLAIN_STATEMENTS; i++)
		check_sqlite(sqlite3_prepare_v3(plain->db, sql_of((enum plain_statement)i), -1,
						SQLITE_PREPARE_PERSISTENT, &plain->statements[i],
						NULL),
			     "prepare");
	plain_zeros(plain);
	plain->random = prng_init(42);
}

static inline void plain_close(struct plain *plain)
{
	for (int i = 0; i < PLAIN_STATEMENTS; i++) sqlite3_finalize(plain->statements[i]);
	sqlite3_close(plain->db);
}

static inline void plain_step(struct plain *plain, enum plain_statement statement)
{
	check_sqlite(sqlite3_step(plain->statements[statement]), "a statement");
	sqlite3_reset(plain->statements[statement]);
}

static inline struct uuid plain_id(struct plain *plain)
{
	u8 random[UUID7_RANDOM_LEN];
	u64 words[2] = { prng_next(&plain->random), prng_next(&plain->random) };
	memcpy(random, words, sizeof random);
	return uuid7_make(wall_clock(), random);
}

static const i64 plain_check = 0x5eed5eed;

static inline void bind_id(sqlite3_stmt *stmt, int at, const struct uuid *id)
{
	sqlite3_bind_blob(stmt, at, id->bytes, sizeof id->bytes, SQLITE_STATIC);
}

static inline void bind_numbers(sqlite3_stmt *stmt, int from, const i64 *numbers, int len)
{
	for (int i = 0; i < len; i++) sqlite3_bind_int64(stmt, from + i, numbers[i]);
}

static inline void plain_hot(sqlite3_stmt *stmt, int from, u64 turn, bool is_done)
{
	msec now = wall_clock();
	const i64 hot[HOT_CHECK] = { is_done ? RUN_DONE : RUN_QUEUED,
				     5,
				     1,
				     is_done,
				     5,
				     0,
				     0,
				     is_done,
				     now,
				     0,
				     now,
				     is_done ? now : 0,
				     0,
				     (i64)turn };
	bind_numbers(stmt, from, hot, HOT_CHECK - 1);
	sqlite3_bind_int64(stmt, from + HOT_CHECK - 1, plain_check);
}

static inline void plain_enqueue(struct plain *plain, u32 index)
{
	sqlite3_stmt *stmt = plain->statements[PLAIN_RUN];
	const struct uuid *id = &plain->runs[index];
	struct digest digest = { prng_next(&plain->random), 1 };
	const i64 fixed[] = { index % TENANTS + 1, 1, wall_clock(), 0, 0, 0, 0 };
	bind_id(stmt, 1, id);
	bind_numbers(stmt, 2, fixed, countof(fixed));
	if (plain->is_keyed)
		sqlite3_bind_blob(stmt, RUN_AT_key_digest, &digest, sizeof digest, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, RUN_AT_payload_len, PAYLOAD_BYTES);
	sqlite3_bind_int64(stmt, RUN_AT_cause, CAUSE_TASK);
	sqlite3_bind_int64(stmt, RUN_AT_planned_at, 0);
	sqlite3_bind_int64(stmt, RUN_AT_CHECK, plain_check);
	plain_hot(stmt, HOT_FIRST, plain->turn, false);
	plain_step(plain, PLAIN_RUN);
	stmt = plain->statements[PLAIN_BODY];
	if (plain->is_keyed) sqlite3_bind_blob(stmt, 1, "order:1234567", 13, SQLITE_STATIC);
	sqlite3_bind_blob(stmt, 2, payload_text().at, PAYLOAD_BYTES, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 4, plain_check);
	bind_id(stmt, 5, id);
	plain_step(plain, PLAIN_BODY);
}

static inline void plain_claim(struct plain *plain, u32 index)
{
	sqlite3_stmt *stmt = plain->statements[PLAIN_EXECUTION];
	msec now = wall_clock();
	const i64 numbers[] = { index % TENANTS + 1, 1,   1, 1, now, 60000, now + 60000,
				(i64)plain->turn,    now, 1 };
	bind_id(stmt, EXECUTION_AT_id, &plain->executions[index]);
	bind_id(stmt, EXECUTION_AT_run, &plain->runs[index]);
	bind_numbers(stmt, EXECUTION_AT_tenant, numbers, countof(numbers));
	sqlite3_bind_int64(stmt, EXECUTION_AT_CHECK, plain_check);
	sqlite3_bind_int64(stmt, EXECUTION_AT_lease_until, now + 60000);
	sqlite3_bind_int64(stmt, EXECUTION_AT_LEASE_CHECK, plain_check);
	plain_step(plain, PLAIN_EXECUTION);
}

static inline void plain_finish(struct plain *plain, u32 index)
{
	sqlite3_stmt *stmt = plain->statements[PLAIN_END];
	struct digest report = { index + 1, 77 };
	sqlite3_bind_int64(stmt, END_AT_outcome, OUTCOME_SUCCESS);
	sqlite3_bind_int64(stmt, END_AT_ended_at, wall_clock());
	sqlite3_bind_blob(stmt, END_AT_report, &report, sizeof report, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, END_AT_CHECK, plain_check);
	sqlite3_bind_int64(stmt, END_AT_TEXT_CHECK, plain_check);
	bind_id(stmt, END_AT_ID, &plain->executions[index]);
	plain_step(plain, PLAIN_END);
	stmt = plain->statements[PLAIN_HOT];
	plain_hot(stmt, 1, plain->turn, true);
	bind_id(stmt, HOT_CHECK + 1, &plain->runs[index]);
	plain_step(plain, PLAIN_HOT);
}

/* As records of keys are kept first, and no more of them. */
static inline void plain_keys(struct plain *plain, u32 lives)
{
	sqlite3_stmt *stmt = plain->statements[PLAIN_KEYS];
	if (!plain->is_keyed) return;
	sqlite3_bind_int64(stmt, 1, (i64)plain->turn);
	sqlite3_bind_blob(stmt, 2, plain->journal, (int)lives * KEY_BYTES_A_LIFE, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 3, plain_check);
	plain_step(plain, PLAIN_KEYS);
}

static inline void plain_journal(struct plain *plain, u32 lives)
{
	sqlite3_stmt *stmt = plain->statements[PLAIN_JOURNAL];
	struct digest chain = { plain->turn, 1 };
	const i64 numbers[] = { (i64)plain->turn, wall_clock(), 3 * (i64)lives };
	bind_numbers(stmt, 1, numbers, countof(numbers));
	sqlite3_bind_blob(stmt, 4, &chain, sizeof chain, SQLITE_STATIC);
	sqlite3_bind_blob(stmt, 5, plain->journal, (int)lives * JOURNAL_BYTES_A_LIFE,
			  SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 6, plain_check);
	plain_step(plain, PLAIN_JOURNAL);
}

static inline void plain_turn(struct plain *plain, u32 lives)
{
	plain->turn++;
	plain_step(plain, PLAIN_BEGIN);
	for (u32 i = 0; i < plain->held; i++) plain_finish(plain, i);
	plain->finished += plain->held;
	for (u32 i = 0; i < lives; i++) {
		plain->runs[i] = plain_id(plain);
		plain->executions[i] = plain_id(plain);
		plain_enqueue(plain, i);
	}
	for (u32 i = 0; i < lives; i++) plain_claim(plain, i);
	plain_keys(plain, lives);
	plain_journal(plain, lives);
	plain_step(plain, PLAIN_COMMIT);
	plain->held = lives;
	if (plain->pages >= WAL_PAGES)
		check_sqlite(sqlite3_wal_checkpoint_v2(plain->db, NULL, SQLITE_CHECKPOINT_PASSIVE,
						       NULL, NULL),
			     "checkpoint");
}

static inline double plain_round(struct plain *plain, u32 lives)
{
	u64 before = plain->finished;
	double begun = seconds(), now = begun;
	while (now - begun < ROUND_MS / 1e3) {
		plain_turn(plain, lives);
		now = seconds();
	}
	return (double)(plain->finished - before) / (now - begun);
}

#endif
