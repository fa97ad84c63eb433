/* What durability costs: whole lives (enqueue, claim, finish) through the real pump and the SQLite
 * store, beside a plain SQLite loop that writes the same rows into the same tables, in one run on
 * the same disk. No network.
 *
 *   bench_core FOLDER [FUTURE]
 *
 * prints, each tab-separated:
 *   turn     lives a turn, keyed or plain, lives a second by the pump, by the loop, the ratio
 *   future   the same turn with FUTURE runs (1,000,000) on disk: lives a second, the ratio to none,
 *            bytes of memory that were added, bytes of disk a run
 *   start    runs on disk, seconds from opening the file to the first turn
 *
 * Rounds of both sides take turns, and the median of each counts: the machine is shared. */
#include "base/memory.h"
#include "base/prng.h"
#include "server/pump.h"
#include "store/sqlite/sqlite.h"
#include "store/sqlite/sqlite_cells.h"
#include "store/sqlite/statements.def"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	TENANTS = 100,
	TURN_MAX = 2000,
	ROUNDS = 5,
	ROUND_MS = 700,
	PAYLOAD_BYTES = 200,
	PRELOAD = 10000,
	WAL_PAGES = 4000,
	JOURNAL_BYTES_A_LIFE = 175, /* three entries */
};

static double seconds(void)
{
	struct timespec at;
	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static msec wall_clock(void)
{
	struct timespec at;
	clock_gettime(CLOCK_REALTIME, &at);
	return (msec)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static void check(enum err err, const char *what)
{
	if (!err) return;
	fprintf(stderr, "bench_core: %s: %s\n", what, err_sentence(err));
	exit(1);
}

static void check_sqlite(int code, const char *what)
{
	if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
	fprintf(stderr, "bench_core: %s: %s\n", what, sqlite3_errstr(code));
	exit(1);
}

static u64 resident_bytes(void)
{
	unsigned long size = 0, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
	if (file) fclose(file);
	return (u64)resident * (u64)sysconf(_SC_PAGESIZE);
}

static u64 file_bytes(const char *path)
{
	struct stat about;
	return stat(path, &about) ? 0 : (u64)about.st_size;
}

static void remove_store(const char *path)
{
	static const char *const suffixes[] = { "", "-wal", "-shm", ".lock", "-check" };
	char name[1100];
	for (size_t i = 0; i < countof(suffixes); i++) {
		snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
		(void)unlink(name);
	}
}

/* ---- by the pump -------------------------------------------------------------------------- */

struct bench {
	const char *path;
	struct sqlite_store *store;
	struct pump *pump;
	struct prng random;
	struct command commands[TURN_MAX + 8];
	struct enqueue_item items[TURN_MAX];
	char keys[TURN_MAX][24];
	struct report reports[TURN_MAX];
	u32 held;
	u64 finished;
	u64 made;
	bool is_keyed;
};

static char tenant_names[TENANTS][12];
static char payload_text[PAYLOAD_BYTES];

static struct now bench_now(void *context)
{
	struct timespec at;
	(void)context;
	clock_gettime(CLOCK_BOOTTIME, &at);
	return (struct now){ wall_clock(), (msec)at.tv_sec * 1000 + at.tv_nsec / 1000000 };
}

static void bench_random(void *context, u8 *out_bytes, size_t len)
{
	struct bench *bench = context;
	for (size_t i = 0; i < len; i += 8) {
		u64 word = prng_next(&bench->random);
		memcpy(out_bytes + i, &word, len - i < 8 ? len - i : 8);
	}
}

static void bench_answer(void *context, const struct answer *answer)
{
	struct bench *bench = context;
	check(answer->err, "a command");
	for (u32 i = 0; answer->claimed_len && i < *answer->claimed_len; i++) {
		if (answer->claimed[i].payload.len != PAYLOAD_BYTES)
			check(ERR_STORE_DAMAGED, "a payload");
		bench->reports[bench->held++] = (struct report){
			.execution = answer->claimed[i].execution, .outcome = OUTCOME_SUCCESS
		};
	}
}

static void bench_stop(void *context, struct uuid execution)
{
	(void)context;
	(void)execution;
}

static void bench_publish(void *context, u64 turn, str journal)
{
	(void)context;
	(void)turn;
	(void)journal;
}

static void bench_closed(void *context, struct command *command)
{
	(void)context;
	(void)command;
}

static void bench_open(struct bench *bench)
{
	struct why why = { 0 };
	struct sqlite_config config = { .path = str_from(bench->path) };
	struct pump_config pump = { .engine = { .hash_seed = 7 } };
	struct pump_host host = { bench,      bench_now,     bench_random, bench_answer,
				  bench_stop, bench_publish, bench_closed };
	if (sqlite_store_open(&config, &why, &bench->store)) {
		fprintf(stderr, "bench_core: %s\n", why.text);
		exit(1);
	}
	check(pump_new(&pump, &host, sqlite_store_view(bench->store), &bench->pump), "the pump");
	bench->random = prng_init(wall_clock() < 0 ? 1 : (u64)wall_clock());
	bench->held = 0;
}

static void bench_close(struct bench *bench)
{
	pump_free(bench->pump);
	store_close(sqlite_store_view(bench->store));
}

static void submit(struct bench *bench, u32 *len, struct command command)
{
	command.ticket = ++*len;
	bench->commands[command.ticket - 1] = command;
	check(pump_submit(bench->pump, &bench->commands[command.ticket - 1]), "submit");
}

static void fill_item(struct bench *bench, u32 index, msec run_at)
{
	struct enqueue_item *item = &bench->items[index];
	*item = (struct enqueue_item){ .type = STR("mail.send"),
				       .payload = { payload_text, PAYLOAD_BYTES },
				       .run_at = run_at };
	if (!bench->is_keyed) return;
	int len = snprintf(bench->keys[index], sizeof bench->keys[index], "order:%llu",
			   (unsigned long long)bench->made++);
	item->key = (str){ bench->keys[index], (size_t)len };
}

/* One turn: what was claimed in the last one is reported, so many new ones come in, and as many
 * are claimed. */
static void live_turn(struct bench *bench, u32 lives)
{
	static struct report reported[TURN_MAX];
	u32 len = 0, held = bench->held;
	memcpy(reported, bench->reports, held * sizeof *reported);
	bench->held = 0;
	if (held)
		submit(bench, &len,
		       (struct command){ .kind = COMMAND_REPORT,
					 .report = { STR("w"), reported, held, NULL } });
	for (u32 i = 0; i < lives; i++) {
		fill_item(bench, i, 0);
		submit(bench, &len,
		       (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = str_from(tenant_names[i % TENANTS]),
					 .enqueue = { &bench->items[i], 1, false } });
	}
	for (u32 left = lives; left;) {
		u32 max = left < 1000 ? left : 1000;
		submit(bench, &len,
		       (struct command){ .kind = COMMAND_LEASE,
					 .lease = { .worker = STR("w"), .max = max } });
		left -= max;
	}
	check(pump_turn(bench->pump), "a turn");
	bench->finished += held;
}

/* Lives a second, by the pump. */
static double pump_round(struct bench *bench, u32 lives)
{
	u64 before = bench->finished;
	double begun = seconds(), now = begun;
	while (now - begun < ROUND_MS / 1e3) {
		live_turn(bench, lives);
		now = seconds();
	}
	return (double)(bench->finished - before) / (now - begun);
}

static void preload(struct bench *bench, u64 future)
{
	static struct enqueue_item items[PRELOAD];
	static char keys[PRELOAD][24];
	for (u64 done = 0; done < future;) {
		u32 count = (u32)(future - done < PRELOAD ? future - done : PRELOAD);
		struct command command = { .kind = COMMAND_ENQUEUE,
					   .ticket = 1,
					   .tenant = str_from(
						   tenant_names[done / PRELOAD % TENANTS]),
					   .enqueue = { items, count, false } };
		for (u32 i = 0; i < count; i++) {
			msec at = wall_clock() + MSEC_DAY +
				  (msec)prng_below(&bench->random, 30 * (u64)MSEC_DAY);
			fill_item(bench, 0, at);
			items[i] = bench->items[0];
			memcpy(keys[i], bench->keys[0], sizeof keys[i]);
			if (bench->is_keyed) items[i].key.at = keys[i];
		}
		check(pump_submit(bench->pump, &command), "submit");
		check(pump_turn(bench->pump), "a turn");
		done += count;
	}
}

/* ---- by a plain loop ---------------------------------------------------------------------- */

enum plain_statement {
	PLAIN_BEGIN,
	PLAIN_COMMIT,
	PLAIN_RUN,
	PLAIN_BODY,
	PLAIN_EXECUTION,
	PLAIN_END,
	PLAIN_HOT,
	PLAIN_UNIQUE,
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

static const char *sql_of(enum plain_statement wanted)
{
	static const struct {
		const char *name;
		const char *sql;
	} all[] = {
#define X(name, sql) { #name, sql },
		STATEMENTS(X)
#undef X
	};
	static const char *const names[PLAIN_STATEMENTS] = {
		"BEGIN",         "COMMIT",  "RUN_NEW",    "BODY_NEW",   "EXECUTION_NEW",
		"EXECUTION_END", "RUN_HOT", "UNIQUE_PUT", "JOURNAL_NEW"
	};
	for (size_t i = 0; i < countof(all); i++) {
		if (strcmp(all[i].name, names[wanted]) == 0) return all[i].sql;
	}
	return NULL;
}

static int plain_pages(void *context, sqlite3 *db, const char *schema, int pages)
{
	(void)db;
	(void)schema;
	((struct plain *)context)->pages = pages;
	return SQLITE_OK;
}

static void plain_open(struct plain *plain, const char *path)
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
	plain->random = prng_init(42);
}

static void plain_close(struct plain *plain)
{
	for (int i = 0; i < PLAIN_STATEMENTS; i++) sqlite3_finalize(plain->statements[i]);
	sqlite3_close(plain->db);
}

static void plain_step(struct plain *plain, enum plain_statement statement)
{
	check_sqlite(sqlite3_step(plain->statements[statement]), "a statement");
	sqlite3_reset(plain->statements[statement]);
}

static struct uuid plain_id(struct plain *plain)
{
	u8 random[UUID7_RANDOM_LEN];
	u64 words[2] = { prng_next(&plain->random), prng_next(&plain->random) };
	memcpy(random, words, sizeof random);
	return uuid7_make(wall_clock(), random);
}

static const i64 plain_check = 0x5eed5eed;

/* Where the groups of a run's columns stand among the parameters. */
#define ONE_MORE(name, kind, member) +1
enum {
	FIXED_CHECK = 1 RUN_FIXED_COLUMNS(ONE_MORE),
	HOT_FIRST = FIXED_CHECK + 1,
	HOT_CHECK = 1 RUN_HOT_COLUMNS(ONE_MORE), /* in a group of its own */
};

static void bind_id(sqlite3_stmt *stmt, int at, const struct uuid *id)
{
	sqlite3_bind_blob(stmt, at, id->bytes, sizeof id->bytes, SQLITE_STATIC);
}

static void bind_numbers(sqlite3_stmt *stmt, int from, const i64 *numbers, int len)
{
	for (int i = 0; i < len; i++) sqlite3_bind_int64(stmt, from + i, numbers[i]);
}

static void plain_hot(sqlite3_stmt *stmt, int from, u64 turn, bool is_done)
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

static void plain_enqueue(struct plain *plain, u32 index)
{
	sqlite3_stmt *stmt = plain->statements[PLAIN_RUN];
	const struct uuid *id = &plain->runs[index];
	struct digest digest = { prng_next(&plain->random), 1 };
	const i64 fixed[] = { index % TENANTS + 1, 1, wall_clock(), 0, 0, 0, 0 };
	bind_id(stmt, 1, id);
	bind_numbers(stmt, 2, fixed, countof(fixed));
	if (plain->is_keyed) sqlite3_bind_blob(stmt, 9, &digest, sizeof digest, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 10, PAYLOAD_BYTES);
	sqlite3_bind_int64(stmt, 12, CAUSE_TASK);
	sqlite3_bind_int64(stmt, 13, 0);
	sqlite3_bind_int64(stmt, FIXED_CHECK, plain_check);
	plain_hot(stmt, HOT_FIRST, plain->turn, false);
	plain_step(plain, PLAIN_RUN);
	stmt = plain->statements[PLAIN_BODY];
	if (plain->is_keyed) sqlite3_bind_blob(stmt, 1, "order:1234567", 13, SQLITE_STATIC);
	sqlite3_bind_blob(stmt, 2, payload_text, PAYLOAD_BYTES, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 4, plain_check);
	bind_id(stmt, 5, id);
	plain_step(plain, PLAIN_BODY);
	if (!plain->is_keyed) return;
	stmt = plain->statements[PLAIN_UNIQUE];
	const i64 key[] = { wall_clock() / MSEC_DAY, index % TENANTS + 1, 1, UNIQUE_TTL };
	bind_numbers(stmt, 1, key, countof(key));
	sqlite3_bind_blob(stmt, 5, &digest, sizeof digest, SQLITE_STATIC);
	bind_id(stmt, 6, id);
	sqlite3_bind_int64(stmt, 7, wall_clock() + MSEC_DAY);
	sqlite3_bind_int64(stmt, 8, plain_check);
	sqlite3_bind_int64(stmt, 9, wall_clock());
	plain_step(plain, PLAIN_UNIQUE);
}

static void plain_claim(struct plain *plain, u32 index)
{
	sqlite3_stmt *stmt = plain->statements[PLAIN_EXECUTION];
	msec now = wall_clock();
	const i64 numbers[] = {
		index % TENANTS + 1, 1,           1,           1,          now, 60000, now + 60000,
		(i64)plain->turn,    plain_check, now + 60000, plain_check
	};
	bind_id(stmt, 1, &plain->executions[index]);
	bind_id(stmt, 2, &plain->runs[index]);
	bind_numbers(stmt, 3, numbers, countof(numbers));
	plain_step(plain, PLAIN_EXECUTION);
}

static void plain_finish(struct plain *plain, u32 index)
{
	sqlite3_stmt *stmt = plain->statements[PLAIN_END];
	struct digest report = { index + 1, 77 };
	sqlite3_bind_int64(stmt, 1, OUTCOME_SUCCESS);
	sqlite3_bind_int64(stmt, 2, wall_clock());
	sqlite3_bind_blob(stmt, 3, &report, sizeof report, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 4, plain_check);
	sqlite3_bind_int64(stmt, 9, plain_check);
	bind_id(stmt, 10, &plain->executions[index]);
	plain_step(plain, PLAIN_END);
	stmt = plain->statements[PLAIN_HOT];
	plain_hot(stmt, 1, plain->turn, true);
	bind_id(stmt, HOT_CHECK + 1, &plain->runs[index]);
	plain_step(plain, PLAIN_HOT);
}

static void plain_journal(struct plain *plain, u32 lives)
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

static void plain_turn(struct plain *plain, u32 lives)
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
	plain_journal(plain, lives);
	plain_step(plain, PLAIN_COMMIT);
	plain->held = lives;
	if (plain->pages >= WAL_PAGES)
		check_sqlite(sqlite3_wal_checkpoint_v2(plain->db, NULL, SQLITE_CHECKPOINT_PASSIVE,
						       NULL, NULL),
			     "checkpoint");
}

static double plain_round(struct plain *plain, u32 lives)
{
	u64 before = plain->finished;
	double begun = seconds(), now = begun;
	while (now - begun < ROUND_MS / 1e3) {
		plain_turn(plain, lives);
		now = seconds();
	}
	return (double)(plain->finished - before) / (now - begun);
}

/* ---- what is measured --------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof *values, by_value);
	return values[ROUNDS / 2];
}

static struct bench bench;
static struct plain plain;

static void make_file(const char *path)
{
	struct sqlite_store *store;
	struct sqlite_config config = { .path = str_from(path) };
	struct why why = { 0 };
	remove_store(path);
	check(sqlite_store_open(&config, &why, &store), why.text);
	store_close(sqlite_store_view(store));
}

static void measure_turn(const char *pump_path, const char *plain_path, u32 lives, bool is_keyed)
{
	double by_pump[ROUNDS], by_plain[ROUNDS];
	bench = (struct bench){ .path = pump_path, .is_keyed = is_keyed };
	plain = (struct plain){ .is_keyed = is_keyed };
	make_file(pump_path);
	make_file(plain_path);
	bench_open(&bench);
	plain_open(&plain, plain_path);
	live_turn(&bench, lives);
	for (u32 i = 0; i < ROUNDS; i++) {
		by_plain[i] = plain_round(&plain, lives);
		by_pump[i] = pump_round(&bench, lives);
	}
	double pump_median = median(by_pump), plain_median = median(by_plain);
	printf("turn\t%u\t%s\t%.0f\t%.0f\t%.2f\n", lives, is_keyed ? "keyed" : "plain", pump_median,
	       plain_median, pump_median / plain_median);
	fflush(stdout);
	bench_close(&bench);
	plain_close(&plain);
	remove_store(pump_path);
	remove_store(plain_path);
}

/* The same turns over a file with so many future runs and over one with none, in turns. */
static void measure_future(const char *full_path, const char *empty_path, u64 future, bool is_keyed)
{
	static struct bench empty;
	double with[ROUNDS], without[ROUNDS];
	bench = (struct bench){ .path = full_path, .is_keyed = is_keyed };
	empty = (struct bench){ .path = empty_path, .is_keyed = is_keyed };
	make_file(full_path);
	make_file(empty_path);
	bench_open(&empty);
	for (u32 i = 0; i < 20; i++) live_turn(&empty, 256);
	u64 resident = resident_bytes();
	bench_open(&bench);
	preload(&bench, future);
	u64 added = resident_bytes() - resident;
	for (u32 i = 0; i < 20; i++) live_turn(&bench, 256);
	for (u32 i = 0; i < ROUNDS; i++) {
		without[i] = pump_round(&empty, 256);
		with[i] = pump_round(&bench, 256);
	}
	double with_median = median(with), without_median = median(without);
	printf("future\t%llu\t%s\t%.0f\t%.0f\t%.2f\t%llu\t%llu\n", (unsigned long long)future,
	       is_keyed ? "keyed" : "plain", with_median, without_median,
	       with_median / without_median, (unsigned long long)added,
	       (unsigned long long)(file_bytes(full_path) / (future ? future : 1)));
	fflush(stdout);
	bench_close(&bench);
	bench_close(&empty);
	double begun = seconds();
	bench_open(&bench);
	check(pump_turn(bench.pump), "the first turn");
	printf("start\t%llu\t%.2f\n", (unsigned long long)future, seconds() - begun);
	fflush(stdout);
	bench_close(&bench);
	remove_store(full_path);
	remove_store(empty_path);
}

int main(int argc, char **argv)
{
	static const u32 turns[] = { 16, 256, 2000 };
	char pump_path[1024], plain_path[1024];
	u64 future = 1000000;
	if (argc < 2 || argc > 3) return fprintf(stderr, "usage: bench_core FOLDER [FUTURE]\n"), 2;
	if (argc > 2 && !str_to_u64(str_from(argv[2]), 100000000, &future))
		return fprintf(stderr, "bench_core: FUTURE is 0 to 100,000,000\n"), 2;
	snprintf(pump_path, sizeof pump_path, "%s/pump.db", argv[1]);
	snprintf(plain_path, sizeof plain_path, "%s/plain.db", argv[1]);
	memset(payload_text, 'x', sizeof payload_text);
	for (u32 i = 0; i < TENANTS; i++)
		snprintf(tenant_names[i], sizeof tenant_names[i], "t%u", i);
	for (u32 i = 0; i < 2 * countof(turns); i++)
		measure_turn(pump_path, plain_path, turns[i / 2], i % 2);
	if (!future) return 0;
	measure_future(pump_path, plain_path, future, false);
	measure_future(pump_path, plain_path, future, true);
	return 0;
}
