/* Whole lives by the real pump over the SQLite store. */
#ifndef BELFRY_TEST_BENCH_CORE_LIVES_H
#define BELFRY_TEST_BENCH_CORE_LIVES_H

#include "core.h"

#include "base/must.h"
#include "base/prng.h"
#include "numbered.h"
#include "pump/pump.h"
#include "store/sqlite/sqlite.h"

struct bench {
	const char *path;
	struct sqlite_store *store;
	struct pump *pump;
	struct prng random;
	struct command commands[TURN_MAX + 8];
	struct numbered replies[TURN_MAX + 8];
	struct enqueue_item items[TURN_MAX];
	char key_texts[TURN_MAX][32];
	struct report reports[TURN_MAX];
	u32 held;
	u64 finished;
	u64 made;
	enum keys keys;
	bool is_all_on; /* each task has a row in the audit; statistics, retention after each turn
			 */
};

static inline struct now bench_now(void *context)
{
	struct timespec at;
	(void)context;
	clock_gettime(CLOCK_BOOTTIME, &at);
	return (struct now){ wall_clock(), (msec)at.tv_sec * 1000 + at.tv_nsec / 1000000 };
}

static inline void bench_random(void *context, u8 *out_bytes, size_t len)
{
	struct bench *bench = context;
	for (size_t i = 0; i < len; i += 8) {
		u64 word = prng_next(&bench->random);
		memcpy(out_bytes + i, &word, len - i < 8 ? len - i : 8);
	}
}

static inline void bench_answer(struct reply *reply, const struct answer *answer)
{
	struct bench *bench = numbered_of(reply)->owner;
	check(answer->err, "a command");
	for (u32 i = 0; answer->claimed_len && i < *answer->claimed_len; i++) {
		if (answer->claimed[i].payload.len != PAYLOAD_BYTES)
			check(ERR_STORE_DAMAGED, "a payload");
		bench->reports[bench->held++] = (struct report){
			.execution = answer->claimed[i].execution, .outcome = OUTCOME_SUCCESS
		};
	}
}

static inline void bench_stop(void *context, struct uuid execution)
{
	(void)context;
	(void)execution;
}

static inline void bench_publish(void *context, u64 turn, str journal)
{
	(void)context;
	(void)turn;
	(void)journal;
}

static inline void bench_over(struct reply *reply)
{
	(void)reply;
}

static inline void bench_open(struct bench *bench)
{
	struct why why = { 0 };
	struct sqlite_config config = { .path = str_from(bench->path) };
	struct pump_config pump = { .engine = { .hash_seed = 7 } };
	struct pump_host host = { .context = bench,
				  .now = bench_now,
				  .random = bench_random,
				  .stop = bench_stop,
				  .publish = bench_publish };
	if (sqlite_store_open(&config, &why, &bench->store)) {
		fprintf(stderr, "bench_core: %s\n", why.text);
		exit(1);
	}
	check(pump_new(&pump, &host, sqlite_store_view(bench->store), &bench->pump), "the pump");
	bench->random = prng_init(wall_clock() < 0 ? 1 : (u64)wall_clock());
	bench->held = 0;
	bench->made = (u64)wall_clock() * 1000; /* no key that this file has seen */
}

static inline void bench_close(struct bench *bench)
{
	pump_free(bench->pump);
	store_close(sqlite_store_view(bench->store));
}

static inline void submit(struct bench *bench, u32 *len, struct command command)
{
	struct numbered *given = &bench->replies[*len];
	*given = (struct numbered){ .reply = { .answered = bench_answer, .over = bench_over },
				    .owner = bench };
	bench->commands[*len] = command;
	bench->commands[*len].reply = &given->reply;
	check(pump_submit(bench->pump, &bench->commands[(*len)++]), "submit");
}

static inline void fill_item(struct bench *bench, u32 index)
{
	struct enqueue_item *item = &bench->items[index];
	*item = (struct enqueue_item){ .type = STR("mail.send"), .payload = payload_text() };
	if (bench->keys == KEYS_NONE) return;
	if (bench->keys == KEYS_FOREVER) item->scope = UNIQUE_FOREVER;
	int len = snprintf(bench->key_texts[index], sizeof bench->key_texts[index], "order:%llu",
			   (unsigned long long)bench->made++);
	item->key = (str){ bench->key_texts[index], (size_t)len };
}

static inline void submit_tasks(struct bench *bench, u32 *len, u32 count)
{
	static const struct audit_ask ask = { .action = STR("task.create"),
					      .kind = STR("run"),
					      .request = STR(
						      "0193c0de-0000-7000-8000-000000000001"),
					      .source = STR("127.0.0.1"),
					      .token = { { 7 } } };
	for (u32 i = 0; i < count; i++) {
		fill_item(bench, i);
		submit(bench, len,
		       (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = str_from(tenant_name(i % TENANTS)),
					 .actor = bench->is_all_on ? STR("ann") : (str){ "", 0 },
					 .audit = bench->is_all_on ? &ask : NULL,
					 .enqueue = { &bench->items[i], 1, false } });
	}
}

static inline void submit_lease(struct bench *bench, u32 *len, u32 max)
{
	submit(bench, len,
	       (struct command){ .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w"), .max = max } });
}

/* One turn: what was claimed in the last one is reported, so many new ones come in, and as many
 * are claimed. */
static inline void live_turn(struct bench *bench, u32 lives)
{
	static struct report reported[TURN_MAX];
	u32 len = 0, held = bench->held;
	memcpy(reported, bench->reports, held * sizeof *reported);
	bench->held = 0;
	if (held)
		submit(bench, &len,
		       (struct command){ .kind = COMMAND_REPORT,
					 .report = { STR("w"), reported, held, NULL } });
	submit_tasks(bench, &len, lives);
	for (u32 left = lives; left;) {
		u32 max = left < 1000 ? left : 1000;
		submit_lease(bench, &len, max);
		left -= max;
	}
	check(pump_turn(bench->pump), "a turn");
	bench->finished += held;
	bool more = bench->is_all_on;
	if (more) check(pump_tend(bench->pump, &more), "tending");
}

/* Lives a second, by the pump. */
static inline double pump_round(struct bench *bench, u32 lives)
{
	u64 before = bench->finished;
	double begun = seconds(), now = begun;
	while (now - begun < ROUND_MS / 1e3) {
		live_turn(bench, lives);
		now = seconds();
	}
	return (double)(bench->finished - before) / (now - begun);
}

/* ---- limits and gates ---------------------------------------------------------------------- */

static inline void set(struct bench *bench, struct command command)
{
	u32 len = 0;
	submit(bench, &len, command);
	check(pump_turn(bench->pump), "a setting");
}

/* Of tenant and type, a rate of its route, maintenance and quiet hours to come: all of them count,
 * and none holds anything back. */
static inline void set_limits(struct bench *bench)
{
	static const char gates[] = "zone UTC\nmaintenance 4000000000000 4000000001000\n"
				    "quiet_hours UTC 00:00-00:01 Sun\n";
	struct command rate = { .kind = COMMAND_SET_LIMIT, .tenant = STR("system") };
	rate.set.name = STR("host");
	rate.set.details = STR("{}");
	rate.set.expected = DOCUMENT_ANY;
	rate.set.rate = (struct rate_policy){ LIMIT_RATE_MAX, LIMIT_RATE_MAX, 1000, RATE_TENANT,
					      0 };
	set(bench, rate);
	for (u32 i = 0; i < TENANTS; i++) {
		struct command type = { .kind = COMMAND_SET_TYPE,
					.tenant = str_from(tenant_name(i)) };
		struct command tenant = { .kind = COMMAND_SET_TENANT };
		type.set.name = STR("mail.send");
		type.set.type.limit = 1000000;
		must(route_name_set(&type.set.type.route, STR("host")));
		set(bench, type);
		tenant.set.name = str_from(tenant_name(i));
		tenant.set.tenant.limit = 1000000;
		tenant.set.has_gates = true;
		tenant.set.gates = str_from(gates);
		set(bench, tenant);
	}
}

/* ---- cancel by key ------------------------------------------------------------------------- */

enum { CANCELS = 500, CANCEL_TURNS_MAX = 10000 };

static inline u64 cancelled_since(const struct bench *bench, msec since)
{
	static const u8 zeros[UUID7_RANDOM_LEN];
	struct uuid from = uuid7_make(since, zeros);
	char sql[80];
	sqlite3 *db = NULL;
	sqlite3_stmt *stmt = NULL;
	snprintf(sql, sizeof sql, "SELECT count(*) FROM runs WHERE id > ? AND state = %d",
		 RUN_CANCELLED);
	check_sqlite(sqlite3_open_v2(bench->path, &db, SQLITE_OPEN_READONLY, NULL), "open");
	check_sqlite(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), "prepare");
	check_sqlite(sqlite3_bind_blob(stmt, 1, from.bytes, sizeof from.bytes, SQLITE_STATIC),
		     "bind");
	check_sqlite(sqlite3_step(stmt), "count");
	u64 count = (u64)sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return count;
}

/* So many runs for later, one by one cancelled by their keys: milliseconds each, and it is checked
 * that each was found. */
static inline double cancel_round(struct bench *bench)
{
	u32 len = 0, turns = 0;
	msec since = wall_clock();
	for (u32 i = 0; i < CANCELS; i++) {
		struct enqueue_item *item = &bench->items[i];
		fill_item(bench, i);
		item->run_at = since + 2 * MSEC_DAY;
		item->run_at_is_absolute = true;
		submit(bench, &len,
		       (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = str_from(tenant_name(i % TENANTS)),
					 .enqueue = { item, 1, false } });
	}
	check(pump_turn(bench->pump), "a turn");
	double begun = seconds();
	len = 0;
	for (u32 i = 0; i < CANCELS; i++)
		submit(bench, &len,
		       (struct command){ .kind = COMMAND_OPERATION_START,
					 .tenant = str_from(tenant_name(i % TENANTS)),
					 .operation = { .kind = OPERATION_CANCEL,
							.key = bench->items[i].key } });
	do check(pump_turn(bench->pump), "a turn");
	while (pump_is_due(bench->pump, bench_now(bench)) && ++turns < CANCEL_TURNS_MAX);
	double taken = seconds() - begun;
	if (cancelled_since(bench, since) != CANCELS) check(ERR_INVALID, "cancel by key");
	return taken * 1e3 / CANCELS;
}

#endif
