/* Runs histories: one seed after the other, in several processes, until the hours asked for have
 * been lived through. Ends with one line; on a failure it first tells the seed, the smallest form
 * of it that still fails, and what happened.
 *
 *   sim [--seed N] [--hours N | --seeds N] [--jobs N] [--failures N] [--brief | --full]
 *       [--store KIND] [--show-marks] [--need-marks] [--count]
 *
 * The seeds of a run follow from --seed and --hours alone; one per cent of them are lived through
 * twice and must leave the same trace. */
#include "sim/neighbours.h"
#include "sim/shrink.h"

#include "base/must.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 16, SEED_SECONDS_MAX = 600, TWICE_EVERY = 100 };

struct plan {
	u64 first_seed;
	u64 seeds;
	u64 hours;
	u64 jobs;
	u64 failures_max;
	bool is_by_seeds;
	bool shows_marks;
	bool needs_marks;
	bool counts;   /* ends with a line for the suite */
	bool is_brief; /* a failure is told in one line */
	const struct disk_kind *disk;
	bool is_full; /* the trace is about everything, not only about the run that fails */
};

/* What a process hands back. */
struct tally {
	u64 seeds;
	u64 failed;
	u64 turns;
	u64 claims;
	u64 twice;
	msec simulated;
	u64 trace_hash;
	struct marks marks;
};

/* For the handler below: what was being lived through when the process was ended. */
static volatile u64 seed_under_way;

static void on_signal(int number)
{
	char line[100];
	int len = snprintf(line, sizeof line, "seed %" PRIu64 " was ended by signal %d\n",
			   seed_under_way, number);
	if (write(STDOUT_FILENO, line, (size_t)len) < 0) _exit(2);
	_exit(1);
}

static void watch_signals(void)
{
	static const int numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM };
	for (u32 i = 0; i < countof(numbers); i++) signal(numbers[i], on_signal);
}

/* ---- telling a failure -------------------------------------------------------------------- */

static void print_swarm(const char *word, const struct swarm *swarm)
{
	struct buf text;
	buf_init(&text, 4000);
	swarm_print(swarm, &text);
	printf("  %s: %.*s\n", word, STR_ARG(buf_view(&text)));
	buf_done(&text);
}

static void tell_failure(const struct plan *plan, const struct swarm *swarm,
			 const struct sim_result *result)
{
	struct sim_result small_result = *result;
	printf("seed %" PRIu64 " fails: %s\n", swarm->seed, result->violation);
	print_swarm("drawn", swarm);
	fflush(stdout);
	struct swarm small = shrink(swarm, &small_result);
	print_swarm("shrunk", &small);
	printf("  then: %s\n", small_result.violation);
	static char ring[TRACE_LINES_MAX][TRACE_LINE_BYTES];
	struct trace trace = { .is_told = true, .ring = ring };
	if (!plan->is_full) trace.focus = small_result.violation_run;
	struct marks marks = { 0 };
	neighbours_live(&small, &marks, &trace);
	trace_print(&trace);
	printf("  again: make sim SEED=%" PRIu64 " HOURS=1 STORE=%s\n", swarm->seed,
	       swarm->disk->name);
	fflush(stdout);
}

/* ---- one process's share ------------------------------------------------------------------ */

static bool leaves_same_trace(const struct swarm *swarm, const struct sim_result *result)
{
	struct marks marks = { 0 };
	struct sim_result again = sim_run(swarm, &marks, NULL, NULL);
	if (!again.has_failed && again.trace_hash == result->trace_hash) return true;
	printf("seed %" PRIu64 " is not the same twice: %016" PRIx64 ", %016" PRIx64 "\n",
	       swarm->seed, result->trace_hash, again.trace_hash);
	return false;
}

static void live_seed(const struct plan *plan, u64 seed, struct tally *tally)
{
	struct swarm swarm = swarm_draw(seed);
	swarm.disk = plan->disk;
	seed_under_way = seed;
	alarm(SEED_SECONDS_MAX);
	struct sim_result result = neighbours_live(&swarm, &tally->marks, NULL);
	bool is_good = !result.has_failed;
	if (result.has_failed && plan->is_brief)
		printf("seed %" PRIu64 " fails: %s\n", seed, result.violation);
	else if (result.has_failed) tell_failure(plan, &swarm, &result);
	if (is_good && (seed % TWICE_EVERY == 7 || plan->seeds == 1)) {
		is_good = leaves_same_trace(&swarm, &result);
		tally->twice++;
	}
	tally->seeds++;
	tally->failed += !is_good;
	tally->turns += result.turns;
	tally->claims += result.claims;
	tally->simulated += result.simulated;
	tally->trace_hash ^= result.trace_hash;
}

static struct tally live_share(const struct plan *plan, u64 share)
{
	struct tally tally = { 0 };
	for (u64 i = share; i < plan->seeds && tally.failed < plan->failures_max; i += plan->jobs)
		live_seed(plan, plan->first_seed + i, &tally);
	return tally;
}

static void tally_add(struct tally *into, const struct tally *from)
{
	into->seeds += from->seeds;
	into->failed += from->failed;
	into->turns += from->turns;
	into->claims += from->claims;
	into->twice += from->twice;
	into->simulated += from->simulated;
	into->trace_hash ^= from->trace_hash;
	marks_add(&into->marks, &from->marks);
}

/* ---- all processes ------------------------------------------------------------------------ */

static bool read_all(int file, void *at, size_t len)
{
	char *bytes = at;
	while (len) {
		ssize_t got = read(file, bytes, len);
		if (got <= 0) return false;
		bytes += got;
		len -= (size_t)got;
	}
	return true;
}

static void be_child(const struct plan *plan, u64 share, int out)
{
	watch_signals();
	struct tally tally = live_share(plan, share);
	fflush(stdout);
	bool is_told = write(out, &tally, sizeof tally) == (ssize_t)sizeof tally;
	_exit(is_told ? 0 : 2);
}

static struct tally live_all(const struct plan *plan)
{
	struct tally all = { 0 };
	int files[JOBS_MAX];
	for (u64 i = 0; i < plan->jobs; i++) {
		int ends[2];
		fflush(stdout);
		must(pipe(ends) == 0);
		pid_t child = fork();
		must(child >= 0);
		if (child == 0) be_child(plan, i, ends[1]);
		close(ends[1]);
		files[i] = ends[0];
	}
	for (u64 i = 0; i < plan->jobs; i++) {
		struct tally tally;
		if (read_all(files[i], &tally, sizeof tally)) tally_add(&all, &tally);
		else all.failed++;
		close(files[i]);
	}
	while (wait(NULL) > 0) {}
	return all;
}

/* ---- the command line --------------------------------------------------------------------- */

enum { HOURS_MAX = 1000000000 };

/* Says what is expected; false. */
static bool expected(const char *option, const char *what, const char *here)
{
	fprintf(stderr, "sim: %s: %s is expected, here is %s%s%s\n", option, what,
		here ? "\"" : "nothing", here ? here : "", here ? "\"" : "");
	return false;
}

static bool parse_flag(str word, struct plan *plan)
{
	const struct {
		str word;
		bool *flag;
	} flags[] = {
		{ STR("--show-marks"), &plan->shows_marks }, { STR("--count"), &plan->counts },
		{ STR("--need-marks"), &plan->needs_marks }, { STR("--full"), &plan->is_full },
		{ STR("--brief"), &plan->is_brief },
	};
	for (u32 i = 0; i < countof(flags); i++) {
		if (!str_eq(word, flags[i].word)) continue;
		*flags[i].flag = true;
		return true;
	}
	return false;
}

/* An option with its value, which may be missing. */
static bool parse_option(const char *option, const char *value, struct plan *plan)
{
	const struct {
		const char *name;
		u64 *value;
		u64 most;
		const char *allowed;
	} numbers[] = {
		{ "--seed", &plan->first_seed, UINT64_MAX / 4, "a whole number" },
		{ "--hours", &plan->hours, HOURS_MAX, "a whole number up to 1000000000" },
		{ "--seeds", &plan->seeds, UINT64_MAX / 4, "a whole number" },
		{ "--jobs", &plan->jobs, JOBS_MAX, "a whole number of processes" },
		{ "--failures", &plan->failures_max, UINT32_MAX, "a whole number" },
	};
	for (u32 i = 0; i < countof(numbers); i++) {
		if (!str_eq(str_from(option), str_from(numbers[i].name))) continue;
		return (value && str_to_u64(str_from(value), numbers[i].most, numbers[i].value)) ||
		       expected(option, numbers[i].allowed, value);
	}
	if (!str_eq(str_from(option), STR("--store")))
		return expected(option, "an option of those below", option);
	plan->disk = value ? disk_kind_find(str_from(value)) : NULL;
	return plan->disk || expected(option, "memory or sqlite", value);
}

static bool parse(int argc, char **argv, struct plan *plan)
{
	for (int i = 1; i < argc; i++) {
		if (parse_flag(str_from(argv[i]), plan)) continue;
		if (!parse_option(argv[i], argv[i + 1], plan)) return false;
		i++;
	}
	plan->is_by_seeds = plan->seeds > 0;
	return plan->jobs >= 1 || expected("--jobs", "at least one process", "0");
}

/* As many seeds as the hours need. */
static u64 seeds_for(u64 first_seed, u64 hours)
{
	msec sum = 0;
	u64 seeds = 0;
	while (sum < (msec)hours * MSEC_HOUR || !seeds)
		sum += swarm_draw(first_seed + seeds++).length;
	return seeds;
}

int main(int argc, char **argv)
{
	struct plan plan = { .first_seed = 1,
			     .hours = 100,
			     .jobs = 1,
			     .failures_max = 3,
			     .disk = disk_kind_first() };
	if (!parse(argc, argv, &plan)) {
		fprintf(stderr, "usage: sim [--seed N] [--hours N | --seeds N] [--jobs N] "
				"[--failures N] [--brief | --full] "
				"[--store KIND] [--show-marks] [--need-marks] [--count]\n");
		return 2;
	}
	if (!plan.is_by_seeds) plan.seeds = seeds_for(plan.first_seed, plan.hours);
	struct tally all = live_all(&plan);
	u32 missing = marks_missing(&all.marks, plan.disk);
	if (plan.shows_marks) marks_print(&all.marks, plan.disk, false);
	if (plan.needs_marks && missing && !all.failed) {
		printf("places that were never reached:\n");
		marks_print(&all.marks, plan.disk, true);
		all.failed++;
	}
	if (plan.needs_marks && !marks_jitter_is_even(&all.marks)) {
		printf("I-12: retries are not spread evenly\n");
		all.failed++;
	}
	printf("sim: %s, seeds %" PRIu64 " to %" PRIu64 ", %.1f hours, %" PRIu64 " turns, %" PRIu64
	       " claims, %u of %u marks, %" PRIu64 " twice, trace %016" PRIx64 ": %s\n",
	       plan.disk->name, plan.first_seed, plan.first_seed + plan.seeds - 1,
	       (double)all.simulated / (double)MSEC_HOUR, all.turns, all.claims,
	       marks_total(plan.disk) - missing, marks_total(plan.disk), all.twice, all.trace_hash,
	       all.failed ? "FAILED" : "no violation");
	/* One test for each seed, and one for the marks. */
	u64 tests = all.seeds + plan.needs_marks;
	if (plan.counts)
		printf("%" PRIu64 " passed, %" PRIu64 " failed\n",
		       tests > all.failed ? tests - all.failed : 0, all.failed);
	return all.failed ? 1 : 0;
}
