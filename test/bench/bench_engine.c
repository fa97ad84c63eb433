/* What deciding costs: whole lives (enqueue, claim, finish) through the real engine over the store
 * in memory, with so many due runs of so many tenants already there. The engine's part (wants,
 * reserve, step) is timed apart from the store's.
 *
 *   bench_engine TENANTS HOT LIVES BATCH
 *   bench_engine limited TENANTS HOT LIVES BATCH
 *   bench_engine spill BIG FEW RUNS_MAX
 *   bench_engine fair BIG TURNS RUNS_MAX
 *   bench_engine post
 *
 * The second is the first with limits and gates on that hold nothing back: of tenant and type, a
 * declared rate of the type's route, maintenance and quiet hours to come.
 *
 * `fair` has 19 tenants whose runs come at random and take eight tenths of what workers take, alone
 * and beside one with BIG due runs; it prints how many runs were claimed between a run's coming and
 * its own claim (median, 99th percentile, most), without and with, and how often a tenant got a
 * second run while another that waited had not had one since.
 *
 * `spill` has one tenant with BIG due runs and another with FEW that come last, and prints runs
 * and bytes in memory with and without that bound, how many leases it took until the other's were
 * all claimed, and microseconds a life of draining the big one from the store.
 *
 * `post` has one plain task enqueued while nothing else happens; under callgrind only that turn is
 * counted (test/bench/files).
 *
 * prints one line, tab-separated: tenants, hot, batch, microseconds a life in the engine, in the
 * store, bytes of a run, of a lane and a share. Under callgrind only the lives are counted. */
#include "base/memory.h"
#include "engine/engine.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"
#include "numbered.h"
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
	struct fairness *fairness; /* NULL: nobody counts */
};

enum { FAIR_TENANTS = 20, FAIR_TURNS_MAX = 100000, FAIR_WAITS_MAX = 1000000, FAIR_LEASES = 10 };

/* Who waited how long, in claims. */
struct fairness {
	msec base;
	u64 claims;
	u64 claims_at[FAIR_TURNS_MAX + 1]; /* before each turn */
	u32 waits[FAIR_WAITS_MAX];
	u32 waits_len;
	u32 waiting[FAIR_TENANTS];
	bool was_passed[FAIR_TENANTS][FAIR_TENANTS]; /* b got one while a waited */
	u32 second_first;
};

/* Of CPU: other work on the machine does not count. */
static double seconds(void)
{
	struct timespec at;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
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

static u32 tenant_of(const struct bench *bench, const struct lease *lease)
{
	u64 value = 0;
	str name = engine_name(bench->engine, NAME_TENANT, lease->tenant.v);
	must(str_to_u64(str_from_offset(name, 1), FAIR_TENANTS, &value));
	return (u32)value;
}

/* The first tenant is the one with the backlog: nobody asks how long its runs wait. */
static void note_claim(const struct bench *bench, const struct lease *lease)
{
	struct fairness *fairness = bench->fairness;
	u32 who = tenant_of(bench, lease);
	msec came = lease->run_at - fairness->base;
	fairness->claims++;
	for (u32 other = 1; other < FAIR_TENANTS; other++) {
		if (other == who || !fairness->waiting[other]) continue;
		fairness->second_first += fairness->was_passed[other][who];
		fairness->was_passed[other][who] = true;
	}
	memset(fairness->was_passed[who], 0, sizeof fairness->was_passed[who]);
	if (!who || came < 0 || came > FAIR_TURNS_MAX) return;
	fairness->waiting[who]--;
	if (fairness->waits_len < FAIR_WAITS_MAX)
		fairness->waits[fairness->waits_len++] = (u32)(fairness->claims -
							       fairness->claims_at[came]);
}

static void take_leases(struct bench *bench, const struct turn *turn)
{
	for (u32 i = 0; i < turn->claims_len; i++) {
		bench->reports[bench->held++] = (struct report){
			.execution = turn->claims[i]->execution,
			.outcome = OUTCOME_SUCCESS,
		};
		if (bench->fairness) note_claim(bench, turn->claims[i]);
	}
}

/* The pump's turn, with a clock around its parts. */
static void turn(struct bench *bench, u32 commands)
{
	struct turn *turn = &bench->turn;
	turn->commands = bench->commands;
	turn->commands_len = commands;
	turn->id++;
	turn->now.wall++;
	turn->heard = ++turn->now.boot;
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
						.reply = bare_reply(1),
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
				 .reply = bare_reply(2),
				 .lease = { .worker = STR("w"),
					    .max = batch > 1000 ? 1000 : batch } };
	struct command report = { .kind = COMMAND_REPORT, .reply = bare_reply(3) };
	enqueue(bench, batch, tenants, next);
	bench->commands[batch] = &lease;
	turn(bench, batch + 1);
	report.report = (struct report_command){ STR("w"), bench->reports, bench->held, NULL };
	bench->commands[0] = &report;
	bench->held = 0;
	turn(bench, 1);
}

static size_t pool_bytes(const struct pool *pool)
{
	return (size_t)(pool->used_count + pool->free_count) * pool->size;
}

/* Leases until all of the few are claimed: how many runs of the other went before the last. */
static u32 claim_few(struct bench *bench, u32 few)
{
	struct command lease = { .kind = COMMAND_LEASE,
				 .reply = bare_reply(2),
				 .lease = { .worker = STR("w"), .max = 2 } };
	tenant_no other = { name_find(bench->engine, NAME_TENANT, STR("t1")) };
	u32 claimed = 0, of_other = 0;
	while (of_other < few && claimed < BATCH_MAX - 2) {
		bench->commands[0] = &lease;
		turn(bench, 1);
		for (u32 i = claimed; i < bench->held; i++) {
			struct execution *execution = uuid_map_find(&bench->engine->core.executions,
								    &bench->reports[i].execution);
			of_other += execution->run->lane->type->tenant->no.v == other.v;
		}
		claimed = bench->held;
	}
	return claimed;
}

static double drain(struct bench *bench, u32 lives)
{
	u32 drained = 0;
	bench->engine_seconds = 0;
	while (drained < lives) {
		struct command lease = { .kind = COMMAND_LEASE,
					 .reply = bare_reply(2),
					 .lease = { .worker = STR("w"), .max = 200 } };
		struct command report = { .kind = COMMAND_REPORT, .reply = bare_reply(3) };
		bench->commands[0] = &lease;
		turn(bench, 1);
		drained += bench->held;
		report.report = (struct report_command){ STR("w"), bench->reports, bench->held,
							 NULL };
		bench->commands[0] = &report;
		bench->held = 0;
		turn(bench, 1);
	}
	return bench->engine_seconds * 1e6 / drained;
}

static void open_bench(struct bench *bench, struct memory_store **out_store, u32 runs_max)
{
	u64 last;
	struct engine_config config = { .hash_seed = 7, .runs_max = runs_max };
	check(memory_store_new(7, out_store));
	*bench = (struct bench){ .store = memory_store_view(*out_store), .random = prng_init(1) };
	bench->turn.now = (struct now){ 1700000000000, 1000 };
	arena_init(&bench->turn.arena, (size_t)1 << 30);
	buf_init(&bench->turn.journal, (size_t)1 << 28);
	check(engine_new(&config, &bench->engine));
	struct recall_sink sink = engine_recall_sink(bench->engine, &bench->turn.now);
	check(store_recall(bench->store, &sink, &last));
}

static void close_bench(struct bench *bench, struct memory_store *store)
{
	engine_free(bench->engine);
	arena_done(&bench->turn.arena);
	buf_done(&bench->turn.journal);
	memory_store_free(store);
}

static void bench_spill(u32 big, u32 few, u32 runs_max)
{
	static struct bench bench;
	struct memory_store *store;
	u32 first = 0, second = 1;
	snprintf(names[0], sizeof names[0], "t0");
	snprintf(names[1], sizeof names[1], "t1");
	open_bench(&bench, &store, runs_max);
	preload(&bench, big, 1, &first);
	for (u32 i = 0; i < few; i++, second += 2) {
		enqueue(&bench, 1, 2, &second);
		second--;
		turn(&bench, 1);
	}
	printf("%u\t%u\t%u\t%u\t%zu", big, few, runs_max, bench.engine->core.runs.table.count,
	       pool_bytes(&bench.engine->core.run_pool) +
		       pool_bytes(&bench.engine->dispatch.lane_pool));
	printf("\t%u", claim_few(&bench, few));
	bench.held = 0;
	printf("\t%.2f\n", drain(&bench, 200000));
	close_bench(&bench, store);
}

/* ---- taking turns ------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

/* Of each of these: comes with a chance, waits, is claimed and reported. */
static void fair_turn(struct bench *bench, struct fairness *fairness)
{
	struct command lease = { .kind = COMMAND_LEASE,
				 .reply = bare_reply(2),
				 .lease = { .worker = STR("w"), .max = FAIR_LEASES } };
	struct command report = { .kind = COMMAND_REPORT, .reply = bare_reply(3) };
	u32 coming = 0;
	for (u32 who = 1; who < FAIR_TENANTS; who++) {
		u32 next = who;
		if (!prng_chance(&bench->random, 8, 19)) continue;
		enqueues[coming] = (struct command){ .kind = COMMAND_ENQUEUE,
						     .reply = bare_reply(1),
						     .tenant = str_from(names[next]),
						     .enqueue = { &item, 1, false } };
		bench->commands[coming] = &enqueues[coming];
		coming++;
		fairness->waiting[who]++;
	}
	report.report = (struct report_command){ STR("w"), bench->reports, bench->held, NULL };
	bench->held = 0;
	fairness->claims_at[bench->turn.now.wall + 1 - fairness->base] = fairness->claims;
	bench->commands[coming] = &report;
	bench->commands[coming + 1] = &lease;
	turn(bench, coming + 2);
}

static u32 percentile(const struct fairness *fairness, u32 percent)
{
	return fairness->waits[(u64)(fairness->waits_len - 1) * percent / 100];
}

static u32 fair_once(u32 big, u32 turns, u32 runs_max)
{
	static struct bench bench;
	static struct fairness fairness;
	struct memory_store *store;
	u32 first = 0;
	open_bench(&bench, &store, runs_max);
	if (big) preload(&bench, big, 1, &first);
	memset(&fairness, 0, sizeof fairness);
	fairness.base = bench.turn.now.wall;
	bench.fairness = &fairness;
	for (u32 i = 0; i < turns; i++) fair_turn(&bench, &fairness);
	qsort(fairness.waits, fairness.waits_len, sizeof fairness.waits[0], by_size);
	printf("%u\t%u\t%u\t%u\t%u\t%u\t", big, fairness.waits_len, percentile(&fairness, 50),
	       percentile(&fairness, 99), percentile(&fairness, 100), fairness.second_first);
	close_bench(&bench, store);
	return percentile(&fairness, 99);
}

static void bench_fair(u32 big, u32 turns, u32 runs_max)
{
	for (u32 i = 0; i < FAIR_TENANTS; i++) snprintf(names[i], sizeof names[i], "t%u", i);
	u32 alone = fair_once(0, turns, runs_max);
	u32 beside = fair_once(big, turns, runs_max);
	printf("%.2f\n", (double)beside / alone);
}

/* ---- limits and gates --------------------------------------------------------------------- */

static void set(struct bench *bench, struct command *command)
{
	command->reply = bare_reply(1);
	bench->commands[0] = command;
	turn(bench, 1);
}

/* All of them count, and none holds anything back. */
static void limit(struct bench *bench, u32 tenants)
{
	static const char gates[] = "zone UTC\nmaintenance 4000000000000 4000000001000\n"
				    "quiet_hours UTC 00:00-00:01 Sun\n";
	struct command rate = { .kind = COMMAND_SET_LIMIT, .tenant = STR("system") };
	rate.set.name = STR("host");
	rate.set.details = STR("{}");
	rate.set.expected = DOCUMENT_ANY;
	rate.set.rate = (struct rate_policy){ LIMIT_RATE_MAX, LIMIT_RATE_MAX, 1000, RATE_TENANT,
					      0 };
	set(bench, &rate);
	for (u32 i = 0; i < tenants; i++) {
		struct command type = { .kind = COMMAND_SET_TYPE, .tenant = str_from(names[i]) };
		struct command tenant = { .kind = COMMAND_SET_TENANT };
		type.set.name = item.type;
		type.set.type.limit = 1000000;
		must(route_name_set(&type.set.type.route, STR("host")));
		set(bench, &type);
		tenant.set.name = str_from(names[i]);
		tenant.set.tenant.limit = 1000000;
		tenant.set.has_gates = true;
		tenant.set.gates = str_from(gates);
		set(bench, &tenant);
	}
}

static void bench_post(void)
{
	static struct bench bench;
	struct memory_store *store;
	u32 next = 0;
	snprintf(names[0], sizeof names[0], "t");
	open_bench(&bench, &store, 0);
	preload(&bench, 10, 1, &next);
	enqueue(&bench, 1, 1, &next);
	CALLGRIND_START_INSTRUMENTATION;
	turn(&bench, 1);
	CALLGRIND_STOP_INSTRUMENTATION;
	close_bench(&bench, store);
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
	u32 next = 0;
	if (argc == 2 && str_eq(str_from(argv[1]), STR("post"))) {
		bench_post();
		return 0;
	}
	bool is_limited = argc == 6 && str_eq(str_from(argv[1]), STR("limited"));
	if (argc != 5 && !is_limited) {
		fprintf(stderr, "usage: bench_engine [limited] TENANTS HOT LIVES BATCH\n"
				"       bench_engine spill BIG FEW RUNS_MAX\n"
				"       bench_engine fair BIG TURNS RUNS_MAX\n"
				"       bench_engine post\n");
		return 2;
	}
	if (is_limited) argv++;
	if (str_eq(str_from(argv[1]), STR("fair"))) {
		bench_fair(number(argv[2], 10000000), number(argv[3], FAIR_TURNS_MAX),
			   number(argv[4], 10000000));
		return 0;
	}
	if (str_eq(str_from(argv[1]), STR("spill"))) {
		bench_spill(number(argv[2], 10000000), number(argv[3], 500),
			    number(argv[4], 10000000));
		return 0;
	}
	u32 tenants = number(argv[1], TENANTS_MAX);
	u32 hot = number(argv[2], 10000000);
	u32 lives = number(argv[3], 10000000);
	u32 batch = number(argv[4], 1000);
	for (u32 i = 0; i < tenants; i++) snprintf(names[i], sizeof names[i], "t%u", i);
	open_bench(&bench, &store, 0);
	if (is_limited) limit(&bench, tenants);
	preload(&bench, hot, tenants, &next);
	live(&bench, batch, tenants, &next);
	bench.engine_seconds = bench.store_seconds = 0;
	CALLGRIND_START_INSTRUMENTATION;
	for (u32 done = 0; done < lives; done += batch) live(&bench, batch, tenants, &next);
	CALLGRIND_STOP_INSTRUMENTATION;
	printf("%u\t%u\t%u\t%.2f\t%.2f\t%zu\t%zu\t%zu\n", tenants, hot, batch,
	       bench.engine_seconds * 1e6 / lives, bench.store_seconds * 1e6 / lives,
	       sizeof(struct engine_run), sizeof(struct lane), sizeof(struct share));
	close_bench(&bench, store);
	return 0;
}
