/* What deciding costs: whole lives (enqueue, claim, finish) through the real engine over the store
 * in memory, with so many due runs of so many tenants already there. The engine's part (wants,
 * reserve, step) is timed apart from the store's.
 *
 *   bench_engine TENANTS HOT LIVES BATCH
 *
 * prints one line, tab-separated: tenants, hot, batch, microseconds a life in the engine, in the
 * store, bytes of a run, of a stand and a seat. Under callgrind only the lives are counted. */
#include "base/memory.h"
#include "engine/engine.h"
#include "engine/parts.h"
#include "store/memory/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <valgrind/callgrind.h>

enum { TENANTS_MAX = 100000, BATCH_MAX = 2000 };

struct bench {
	struct engine *engine;
	struct store *store;
	struct turn turn;
	struct prng random;
	double engine_seconds;
	double store_seconds;
	struct command *commands[BATCH_MAX + 1];
	struct report reports[BATCH_MAX];
	u32 held;
};

static double seconds(void)
{
	struct timespec at;
	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static void check(enum err err)
{
	if (!err) return;
	fprintf(stderr, "bench_engine: %s\n", err_sentence(err));
	exit(1);
}

static void draw(struct bench *bench, struct turn *turn)
{
	u32 len = engine_random_bytes(bench->engine, turn);
	u8 *bytes = arena_alloc(&turn->arena, len + 8);
	if (!bytes) check(ERR_MEMORY);
	for (u32 i = 0; i < len; i += 8) {
		u64 word = prng_next(&bench->random);
		memcpy(bytes + i, &word, sizeof word);
	}
	turn->random = bytes;
	turn->random_len = len;
	turn->random_used = 0;
}

static void take_leases(struct bench *bench, const struct turn *turn)
{
	for (u32 i = 0; i < turn->claims_len; i++)
		bench->reports[bench->held++] = (struct report){
			.execution = turn->claims[i]->execution,
			.outcome = OUTCOME_SUCCESS,
		};
}

/* The pump's turn, with a clock around its parts. */
static void turn(struct bench *bench, u32 commands)
{
	struct turn *turn = &bench->turn;
	turn->commands = bench->commands;
	turn->commands_len = commands;
	turn->id++;
	turn->now.wall++;
	turn->now.boot++;
	turn->changes_len = turn->actions_len = turn->claims_len = turn->journal_entries = 0;
	double begun = seconds();
	check(engine_wants(bench->engine, turn));
	double wanted = seconds();
	check(store_load(bench->store, turn));
	draw(bench, turn);
	double loaded = seconds();
	check(engine_reserve(bench->engine, turn));
	engine_step(bench->engine, turn);
	double decided = seconds();
	check(store_commit(bench->store, turn));
	double committed = seconds();
	bench->engine_seconds += wanted - begun + decided - loaded;
	bench->store_seconds += loaded - wanted + committed - decided;
	take_leases(bench, turn);
	arena_reset(&turn->arena);
	buf_clear(&turn->journal);
}

static char names[TENANTS_MAX][12];
static struct command enqueues[BATCH_MAX];
static const struct enqueue_item item = { .type = STR("mail.send"), .payload = STR("{\"n\":1}") };

static void enqueue(struct bench *bench, u32 count, u32 tenants, u32 *next)
{
	for (u32 i = 0; i < count; i++) {
		enqueues[i] = (struct command){ .kind = COMMAND_ENQUEUE,
						.ticket = 1,
						.tenant = str_from(names[(*next)++ % tenants]),
						.enqueue = { &item, 1, false } };
		bench->commands[i] = &enqueues[i];
	}
}

static void preload(struct bench *bench, u32 hot, u32 tenants, u32 *next)
{
	for (u32 done = 0; done < hot;) {
		u32 count = hot - done < 1000 ? hot - done : 1000;
		enqueue(bench, count, tenants, next);
		turn(bench, count);
		done += count;
	}
}

/* A batch is enqueued while a worker leases as many; then it reports them. */
static void live(struct bench *bench, u32 batch, u32 tenants, u32 *next)
{
	struct command lease = { .kind = COMMAND_LEASE,
				 .ticket = 2,
				 .lease = { .worker = STR("w"),
					    .max = batch > 1000 ? 1000 : batch } };
	struct command report = { .kind = COMMAND_REPORT, .ticket = 3 };
	enqueue(bench, batch, tenants, next);
	bench->commands[batch] = &lease;
	turn(bench, batch + 1);
	report.report = (struct report_command){ STR("w"), bench->reports, bench->held, NULL };
	bench->commands[0] = &report;
	bench->held = 0;
	turn(bench, 1);
}

static u32 number(const char *text, u32 max)
{
	u64 value;
	if (!str_to_u64(str_from(text), max, &value) || value == 0) {
		fprintf(stderr, "bench_engine: \"%s\" is not 1 to %u\n", text, max);
		exit(2);
	}
	return (u32)value;
}

int main(int argc, char **argv)
{
	static struct bench bench;
	struct memory_store *store;
	u64 last;
	u32 next = 0;
	if (argc != 5) return fprintf(stderr, "usage: bench_engine TENANTS HOT LIVES BATCH\n"), 2;
	u32 tenants = number(argv[1], TENANTS_MAX);
	u32 hot = number(argv[2], 10000000);
	u32 lives = number(argv[3], 10000000);
	u32 batch = number(argv[4], 1000);
	for (u32 i = 0; i < tenants; i++) snprintf(names[i], sizeof names[i], "t%u", i);
	check(memory_store_new(7, &store));
	bench.store = memory_store_view(store);
	bench.random = prng_init(1);
	bench.turn.now = (struct now){ 1700000000000, 1000 };
	arena_init(&bench.turn.arena, (size_t)1 << 30);
	buf_init(&bench.turn.journal, (size_t)1 << 28);
	check(engine_new(&(struct engine_config){ .hash_seed = 7 }, &bench.engine));
	struct recall_sink sink = engine_recall_sink(bench.engine, &bench.turn.now);
	check(store_recall(bench.store, &sink, &last));
	preload(&bench, hot, tenants, &next);
	live(&bench, batch, tenants, &next);
	bench.engine_seconds = bench.store_seconds = 0;
	CALLGRIND_START_INSTRUMENTATION;
	for (u32 done = 0; done < lives; done += batch) live(&bench, batch, tenants, &next);
	CALLGRIND_STOP_INSTRUMENTATION;
	printf("%u\t%u\t%u\t%.2f\t%.2f\t%zu\t%zu\t%zu\n", tenants, hot, batch,
	       bench.engine_seconds * 1e6 / lives, bench.store_seconds * 1e6 / lives,
	       sizeof(struct engine_run), sizeof(struct stand), sizeof(struct seat));
	engine_free(bench.engine);
	arena_done(&bench.turn.arena);
	buf_done(&bench.turn.journal);
	memory_store_free(store);
	return 0;
}
