/* What durability costs: whole lives (enqueue, claim, finish) through the real pump and the SQLite
 * store, beside a plain SQLite loop that writes the same rows into the same tables, in one run on
 * the same disk. No network.
 *
 *   bench_core FOLDER [FUTURE [KEYS]]
 *   bench_core FOLDER due RUNS
 *   bench_core FOLDER lives TURNS
 *   bench_core FOLDER keyed FUTURE KEYS
 *
 * prints, each tab-separated:
 *
 * - turn: lives a turn, keyed or plain, lives a second by the pump, by the loop, the ratio; the
 * same three by seconds of CPU, so that waiting for the disk and for a core does not count
 * - limits: lives a turn, lives a second by the pump with limits and gates on that hold nothing
 * back, without, the median of the ratios of neighbouring rounds; the same by seconds of CPU
 * - all: the same with those, a row of the audit for each task, statistics and retention, beside
 *   none of them
 * - future: FUTURE runs (1,000,000) on disk, their keys; lives a second in turns of 256 with them
 *   and with none, the median of the ratios of neighbouring rounds; then, with them and with none:
 *   us of CPU a life, bytes of memory of the process, bytes that a life writes to log and file, ms
 *   to cancel a run by its key (0: it has none); then bytes of disk a run, seconds to fill the file
 * - start: runs on disk, seconds from opening the file to the first turn
 * - due (only asked for by name): due runs on disk, those of them that are processing, seconds from
 *   opening the file to the first turn, to the first lease that is answered, until all of them are
 *   in memory; CPU seconds of all that; bytes of memory of the process
 * - lives (only asked for by name): lives with keys and an audit, in so many turns of 256; us of
 *   CPU a life, bytes that a life writes to log and file. The work is the same each time: callgrind
 *   with --toggle-collect=pump_turn counts its instructions
 *
 * - keyed (only asked for by name): future runs on disk, keys, lives a turn; us of CPU a life with
 *   keys and FUTURE runs on disk, without keys and without those, the rate of the first in parts of
 *   the second's; bytes that a life writes on either side, and how many times more. Medians of
 *   rounds of equal work
 *
 * KEYS (none, default, span, forever): only the future runs with such keys. default: as a caller
 * gets them, future runs by their minute, lives by a span of a day; span: all in one day's span;
 * forever: all for good.
 *
 * Rounds of both sides take turns, since the machine is shared; medians count. */
#include "core_future.h"
#include "core_lives.h"
#include "core_plain.h"

#include <sys/wait.h>

enum { ROUNDS = 5, FUTURE_ROUNDS = 15, FUTURE_LIVES = 256, WARM_TURNS = 20 };

static int by_value(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static double median(double *values, u32 len)
{
	qsort(values, len, sizeof *values, by_value);
	return values[len / 2];
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
	double by_pump[ROUNDS], by_plain[ROUNDS], pump_cpu = 0, plain_cpu = 0;
	bench = (struct bench){ .path = pump_path, .keys = is_keyed ? KEYS_DEFAULT : KEYS_NONE };
	plain = (struct plain){ .is_keyed = is_keyed };
	make_file(pump_path);
	make_file(plain_path);
	bench_open(&bench);
	plain_open(&plain, plain_path);
	live_turn(&bench, lives);
	bench.finished = 0;
	for (u32 i = 0; i < ROUNDS; i++) {
		double begun = cpu_seconds();
		by_plain[i] = plain_round(&plain, lives);
		plain_cpu += cpu_seconds() - begun;
		begun = cpu_seconds();
		by_pump[i] = pump_round(&bench, lives);
		pump_cpu += cpu_seconds() - begun;
	}
	double pump_median = median(by_pump, ROUNDS), plain_median = median(by_plain, ROUNDS);
	double pump_rate = (double)bench.finished / pump_cpu;
	double plain_rate = (double)plain.finished / plain_cpu;
	printf("turn\t%u\t%s\t%.0f\t%.0f\t%.2f\t%.0f\t%.0f\t%.2f\n", lives,
	       is_keyed ? "keyed" : "plain", pump_median, plain_median, pump_median / plain_median,
	       pump_rate, plain_rate, pump_rate / plain_rate);
	fflush(stdout);
	bench_close(&bench);
	plain_close(&plain);
	remove_store(pump_path);
	remove_store(plain_path);
}

/* Lives a second of the clock, and seconds of CPU added up. */
static double beside_round(struct bench *side, u32 lives, double *cpu)
{
	double begun = cpu_seconds();
	double rate = pump_round(side, lives);
	*cpu += cpu_seconds() - begun;
	return rate;
}

static void measure_beside(const char *with_path, const char *without_path, u32 lives, bool is_all)
{
	static struct bench without;
	double slow[FUTURE_ROUNDS], fast[FUTURE_ROUNDS], ratios[FUTURE_ROUNDS];
	double slow_cpu = 0, fast_cpu = 0;
	bench = (struct bench){ .path = with_path, .is_all_on = is_all };
	without = (struct bench){ .path = without_path };
	make_file(with_path);
	make_file(without_path);
	bench_open(&bench);
	bench_open(&without);
	set_limits(&bench);
	for (u32 i = 0; i < WARM_TURNS; i++) {
		live_turn(&bench, lives);
		live_turn(&without, lives);
	}
	bench.finished = without.finished = 0;
	for (u32 i = 0; i < FUTURE_ROUNDS; i++) {
		fast[i] = beside_round(&without, lives, &fast_cpu);
		slow[i] = beside_round(&bench, lives, &slow_cpu);
		ratios[i] = slow[i] / fast[i];
	}
	slow_cpu = (double)bench.finished / slow_cpu;
	fast_cpu = (double)without.finished / fast_cpu;
	printf("%s\t%u\t%.0f\t%.0f\t%.2f\t%.0f\t%.0f\t%.2f\n", is_all ? "all" : "limits", lives,
	       median(slow, FUTURE_ROUNDS), median(fast, FUTURE_ROUNDS),
	       median(ratios, FUTURE_ROUNDS), slow_cpu, fast_cpu, slow_cpu / fast_cpu);
	fflush(stdout);
	bench_close(&without);
	bench_close(&bench);
	remove_store(with_path);
	remove_store(without_path);
}

/* ---- beside future runs --------------------------------------------------------------------- */

/* One side lives in a process of its own, so that its memory can be told. It does what it is asked
 * for by a letter and answers by a number. */
struct side {
	pid_t pid;
	int ask;
	int answer;
};

enum { ASK_ROUND = 'r', ASK_CANCEL = 'c', ASK_MEMORY = 'm', ASK_WRITTEN = 'w', ASK_CPU = 'u' };

static double side_do(char what)
{
	if (what == ASK_ROUND) return pump_round(&bench, FUTURE_LIVES);
	if (what == ASK_CANCEL) return bench.keys ? cancel_round(&bench) : 0;
	if (what == ASK_CPU) return cpu_seconds() * 1e6 / (double)bench.finished;
	if (what == ASK_WRITTEN) return (double)written_bytes() / (double)bench.finished;
	return (double)resident_bytes();
}

static void side_live(const char *path, enum keys keys, int ask, int answer)
{
	char what;
	bench = (struct bench){ .path = path, .keys = keys };
	bench_open(&bench);
	for (u32 i = 0; i < WARM_TURNS; i++) live_turn(&bench, FUTURE_LIVES);
	while (read(ask, &what, 1) == 1) {
		double value = side_do(what);
		if (write(answer, &value, sizeof value) != sizeof value) exit(1);
	}
	bench_close(&bench);
	exit(0);
}

static pid_t fork_child(void)
{
	pid_t pid = fork();
	if (pid < 0) check(ERR_STORE, "fork");
	return pid;
}

static void await(pid_t pid)
{
	int status;
	if (waitpid(pid, &status, 0) != pid || status) exit(1);
}

static struct side side_start(const char *path, enum keys keys)
{
	int ask[2], answer[2];
	if (pipe(ask) || pipe(answer)) check(ERR_STORE, "pipe");
	pid_t pid = fork_child();
	if (pid == 0) {
		close(ask[1]);
		close(answer[0]);
		side_live(path, keys, ask[0], answer[1]);
	}
	close(ask[0]);
	close(answer[1]);
	return (struct side){ pid, ask[1], answer[0] };
}

static double side_ask(const struct side *side, char what)
{
	double value;
	if (write(side->ask, &what, 1) != 1) check(ERR_STORE, "ask");
	if (read(side->answer, &value, sizeof value) != sizeof value) check(ERR_STORE, "answer");
	return value;
}

static void side_end(const struct side *side)
{
	close(side->ask);
	await(side->pid);
	close(side->answer);
}

/* A file that has seen a few lives, and so many runs for later. */
static double make_full_file(const char *path, u64 future, enum keys keys)
{
	bench = (struct bench){ .path = path };
	make_file(path);
	bench_open(&bench);
	for (u32 i = 0; i < 2; i++) live_turn(&bench, TENANTS);
	bench_close(&bench);
	double begun = seconds();
	pid_t pid = fork_child();
	if (pid == 0) {
		if (future) future_fill(path, future, keys);
		exit(0);
	}
	await(pid);
	return seconds() - begun;
}

static const char *const keys_words[KEYS_COUNT] = { "none", "default", "span", "forever" };

static void report_future(const struct side *with, const struct side *without, enum keys keys,
			  u64 future)
{
	double fast[FUTURE_ROUNDS], slow[FUTURE_ROUNDS], ratios[FUTURE_ROUNDS];
	for (u32 i = 0; i < FUTURE_ROUNDS; i++) {
		fast[i] = side_ask(without, ASK_ROUND);
		slow[i] = side_ask(with, ASK_ROUND);
		ratios[i] = slow[i] / fast[i];
	}
	printf("future\t%llu\t%s\t%.0f\t%.0f\t%.2f", (unsigned long long)future, keys_words[keys],
	       median(slow, FUTURE_ROUNDS), median(fast, FUTURE_ROUNDS),
	       median(ratios, FUTURE_ROUNDS));
	printf("\t%.1f\t%.1f", side_ask(with, ASK_CPU), side_ask(without, ASK_CPU));
	printf("\t%.0f\t%.0f", side_ask(with, ASK_MEMORY), side_ask(without, ASK_MEMORY));
	printf("\t%.0f\t%.0f", side_ask(with, ASK_WRITTEN), side_ask(without, ASK_WRITTEN));
	printf("\t%.2f\t%.2f", side_ask(with, ASK_CANCEL), side_ask(without, ASK_CANCEL));
}

static void measure_start(const char *path, u64 future)
{
	bench = (struct bench){ .path = path };
	double begun = seconds();
	bench_open(&bench);
	check(pump_turn(bench.pump), "the first turn");
	printf("start\t%llu\t%.2f\n", (unsigned long long)future, seconds() - begun);
	fflush(stdout);
	bench_close(&bench);
}

/* The same turns over a file with so many future runs and over one with none, in turns. */
static void measure_future(const char *full_path, const char *empty_path, u64 future,
			   enum keys keys)
{
	double taken = make_full_file(full_path, future, keys);
	u64 disk = file_bytes(full_path);
	(void)make_full_file(empty_path, 0, keys);
	struct side with = side_start(full_path, keys);
	struct side without = side_start(empty_path, keys);
	report_future(&with, &without, keys, future);
	printf("\t%llu\t%.0f\n", (unsigned long long)(disk / future), taken);
	fflush(stdout);
	side_end(&without);
	side_end(&with);
	measure_start(full_path, future);
	remove_store(full_path);
	remove_store(empty_path);
}

/* ---- what keys cost ------------------------------------------------------------------------ */

enum { KEYED_ROUNDS = 7, KEYED_ROUND_LIVES = 8000 };

/* CPU and bytes of one side, added up over its rounds. */
struct cost {
	double cpu[KEYED_ROUNDS];
	double bytes[KEYED_ROUNDS];
};

static void cost_round(struct bench *side, u32 lives, struct cost *cost, u32 round)
{
	u64 before = side->finished, written = written_bytes();
	double begun = cpu_seconds();
	for (u32 i = 0; i < KEYED_ROUND_LIVES / lives; i++) live_turn(side, lives);
	double finished = (double)(side->finished - before);
	cost->cpu[round] = (cpu_seconds() - begun) * 1e6 / finished;
	cost->bytes[round] = (double)(written_bytes() - written) / finished;
}

/* Rounds of equal work with keys and without take turns: no clock, only CPU time and bytes. */
static void measure_keyed(const char *keyed_path, const char *plain_path, u32 lives,
			  enum keys keys, u64 future)
{
	static struct bench without;
	struct cost keyed, unkeyed;
	bench = (struct bench){ .path = keyed_path, .keys = keys };
	without = (struct bench){ .path = plain_path };
	bench_open(&bench);
	bench_open(&without);
	for (u32 i = 0; i < WARM_TURNS; i++) {
		live_turn(&bench, lives);
		live_turn(&without, lives);
	}
	for (u32 i = 0; i < KEYED_ROUNDS; i++) {
		cost_round(&without, lives, &unkeyed, i);
		cost_round(&bench, lives, &keyed, i);
	}
	double cpu[] = { median(keyed.cpu, KEYED_ROUNDS), median(unkeyed.cpu, KEYED_ROUNDS) };
	double bytes[] = { median(keyed.bytes, KEYED_ROUNDS), median(unkeyed.bytes, KEYED_ROUNDS) };
	printf("keyed\t%llu\t%s\t%u\t%.1f\t%.1f\t%.2f\t%.0f\t%.0f\t%.2f\n",
	       (unsigned long long)future, keys_words[keys], lives, cpu[0], cpu[1],
	       cpu[1] / cpu[0], bytes[0], bytes[1], bytes[0] / bytes[1]);
	fflush(stdout);
	bench_close(&without);
	bench_close(&bench);
}

/* In turns of each size, beside so many future runs with such keys; the side without keys has none
 * beside it. */
static void measure_keyed_all(const char *keyed_path, const char *plain_path, u64 future,
			      enum keys keys)
{
	static const u32 turns[] = { 16, 256, 2000 };
	(void)make_full_file(keyed_path, future, keys);
	(void)make_full_file(plain_path, 0, KEYS_NONE);
	for (u32 i = 0; i < countof(turns); i++)
		measure_keyed(keyed_path, plain_path, turns[i], keys, future);
	measure_start(keyed_path, future);
	remove_store(keyed_path);
	remove_store(plain_path);
}

/* ---- a start with much that is due --------------------------------------------------------- */

enum { DUE_HELD = 1000, DUE_TURNS_MAX = 100000 };

static void make_due_file(const char *path, u64 due)
{
	bench = (struct bench){ .path = path };
	remove_store(path);
	bench_open(&bench);
	for (u64 made = 0; made < due;) {
		u32 len = 0, count = due - made < TURN_MAX ? (u32)(due - made) : TURN_MAX;
		submit_tasks(&bench, &len, count);
		check(pump_turn(bench.pump), "a turn");
		made += count;
	}
	u32 len = 0;
	submit_lease(&bench, &len, DUE_HELD);
	check(pump_turn(bench.pump), "a turn");
	if (bench.held != (due < DUE_HELD ? due : DUE_HELD)) check(ERR_NOT_FOUND, "a lease");
	bench_close(&bench);
}

/* Leases go on where they were. Who asks for a run waits until the due ones are in memory, but not
 * for long. */
static void measure_due(const char *path, u64 due)
{
	u32 turns = 0;
	make_due_file(path, due);
	bench = (struct bench){ .path = path };
	double begun = seconds(), begun_cpu = cpu_seconds();
	bench_open(&bench);
	check(pump_turn(bench.pump), "the first turn");
	double first = seconds() - begun;
	for (; !bench.held; turns++) {
		u32 len = 0;
		submit_lease(&bench, &len, 1);
		check(turns < DUE_TURNS_MAX ? pump_turn(bench.pump) : ERR_NOT_FOUND, "a lease");
	}
	double served = seconds() - begun;
	for (; pump_is_due(bench.pump, bench_now(&bench)); turns++)
		check(turns < DUE_TURNS_MAX ? pump_turn(bench.pump) : ERR_NOT_FOUND, "a turn");
	printf("due\t%llu\t%u\t%.2f\t%.2f\t%.2f\t%.2f\t%llu\n", (unsigned long long)due, DUE_HELD,
	       first, served, seconds() - begun, cpu_seconds() - begun_cpu,
	       (unsigned long long)resident_bytes());
	bench_close(&bench);
	remove_store(path);
}

/* ---- a fixed amount of work ---------------------------------------------------------------- */

static void measure_lives(const char *path, u64 turns)
{
	bench = (struct bench){ .path = path, .keys = KEYS_DEFAULT, .is_all_on = true };
	make_file(path);
	bench_open(&bench);
	for (u32 i = 0; i < WARM_TURNS; i++) live_turn(&bench, FUTURE_LIVES);
	bench.finished = 0;
	double begun = cpu_seconds();
	u64 written = written_bytes();
	for (u64 i = 0; i < turns; i++) live_turn(&bench, FUTURE_LIVES);
	double lives = (double)bench.finished;
	printf("lives\t%llu\t%.1f\t%.0f\n", (unsigned long long)bench.finished,
	       (cpu_seconds() - begun) * 1e6 / lives, (double)(written_bytes() - written) / lives);
	bench_close(&bench);
	remove_store(path);
}

/* The index of a word, or KEYS_COUNT. */
static u32 keys_named(const char *word)
{
	u32 keys = 0;
	while (keys < KEYS_COUNT && strcmp(keys_words[keys], word) != 0) keys++;
	return keys;
}

int main(int argc, char **argv)
{
	static const u32 turns[] = { 16, 256, 2000 };
	char pump_path[1024], plain_path[1024];
	u64 future = 1000000;
	bool is_due = argc == 4 && strcmp(argv[2], "due") == 0;
	bool is_lives = argc == 4 && strcmp(argv[2], "lives") == 0;
	bool is_named = is_due || is_lives;
	bool is_keyed = argc == 5 && strcmp(argv[2], "keyed") == 0 &&
			keys_named(argv[4]) < KEYS_COUNT;
	u32 only = argc > 3 && !is_named ? keys_named(argv[3]) : KEYS_COUNT;
	if (argc < 2 || (argc > 4 && !is_keyed) || (argc == 4 && only == KEYS_COUNT && !is_named))
		return fprintf(stderr, "usage: bench_core FOLDER [FUTURE"
				       " [none|default|span|forever]]\n"
				       "       bench_core FOLDER due RUNS\n"
				       "       bench_core FOLDER lives TURNS\n"
			       "       bench_core FOLDER keyed FUTURE KEYS\n"),
		       2;
	snprintf(pump_path, sizeof pump_path, "%s/pump.db", argv[1]);
	snprintf(plain_path, sizeof plain_path, "%s/plain.db", argv[1]);
	if (is_keyed) {
		bool is_number = str_to_u64(str_from(argv[3]), 100000000, &future);
		if (is_number)
			measure_keyed_all(pump_path, plain_path, future, keys_named(argv[4]));
		return is_number ? 0 : 2;
	}
	if (argc > 2 && !str_to_u64(str_from(argv[is_named ? 3 : 2]), 100000000, &future))
		return fprintf(stderr, "bench_core: FUTURE, RUNS and TURNS are 0 to 100,000,000\n"),
		       2;
	if (is_due) return measure_due(pump_path, future), 0;
	if (is_lives) return measure_lives(pump_path, future), 0;
	for (u32 is_all = 0; argc < 4 && is_all < 2; is_all++)
		measure_beside(pump_path, plain_path, FUTURE_LIVES, is_all);
	for (u32 i = 0; argc < 4 && i < 2 * countof(turns); i++)
		measure_turn(pump_path, plain_path, turns[i / 2], i % 2);
	for (u32 keys = 0; future && keys < KEYS_COUNT; keys++) {
		if (argc < 4 || keys == only)
			measure_future(pump_path, plain_path, future, (enum keys)keys);
	}
	return 0;
}
