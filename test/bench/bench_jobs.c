/* What a tick costs with many jobs: JOBS in the store, of which DUE a minute fire for MINUTES; a
 * worker takes and finishes each. Nothing may depend on how many jobs there are. The same with as
 * many people whose daily windows open: each attempt finalizes a day and plans the next.
 *
 *   bench_jobs JOBS DUE MINUTES [people]
 *
 * prints one line, tab-separated: jobs, due a minute, minutes, how many fired, microseconds a fired
 * occurrence in the engine, in the store. Under callgrind only the minutes are counted. */
#include "base/memory.h"
#include "engine/engine.h"
#include "numbered.h"
#include "store/memory/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <valgrind/callgrind.h>

enum { BATCH = 1000, DUE_MAX = 1000 };

/* 2026-01-01T00:00:00Z */
#define START ((msec)1767225600000)

struct bench {
	struct engine *engine;
	struct store *store;
	struct turn turn;
	struct prng random;
	double engine_seconds;
	double store_seconds;
	struct report reports[DUE_MAX * 2];
	u32 held;
	u64 fired;
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
	fprintf(stderr, "bench_jobs: %s\n", err_sentence(err));
	exit(1);
}

static struct uuid id_of(u8 sort, u32 number)
{
	struct uuid id = { { sort, [6] = 0x70, [8] = 0x80 } };
	for (u32 i = 0; i < 4; i++) id.bytes[15 - i] = (u8)(number >> 8 * i);
	return id;
}

/* ---- what is there ------------------------------------------------------------------------ */

/* Every day at its minute: the first MINUTES minutes have DUE jobs each, the rest of the day the
 * others. */
static u32 minute_of(u32 number, u32 due, u32 minutes)
{
	u32 first = number / due + 1;
	return first <= minutes ? first : 60 + number % 1300;
}

static void add_job(struct turn *turn, u32 number, u32 minute)
{
	struct job_row *job = arena_alloc_zeroed(&turn->arena, sizeof *job);
	struct run_row *run = arena_alloc_zeroed(&turn->arena, sizeof *run);
	char *text = arena_alloc(&turn->arena, 64);
	if (!job || !run || !text) check(ERR_MEMORY);
	*job = job_defaults();
	int rule = snprintf(text, 32, "%u %u * * *", minute % 60, minute / 60);
	int code = snprintf(text + 32, 32, "job-%u", number);
	msec at = START + minute * MSEC_MINUTE;
	job->id = id_of(1, number);
	job->tenant.v = number % 100 + 1;
	job->type.v = job->queue.v = 1;
	job->version = 1;
	job->kind = JOB_CRON;
	job->rule = (str){ text, (size_t)rule };
	job->code = (str){ text + 32, (size_t)code };
	job->parameters = STR("{}");
	job->parameters_len = 2;
	job->hot.planned_through = at;
	job->hot.undecided = 1;
	*run = (struct run_row){ .id = id_of(2, number),
				 .tenant = job->tenant,
				 .type = job->type,
				 .job = job->id,
				 .cause = CAUSE_OCCURRENCE,
				 .planned_at = at,
				 .payload_is_jobs = true,
				 .payload_len = 2,
				 .hot = { .state = RUN_QUEUED,
					  .priority = 5,
					  .queue = { 1 },
					  .max_attempts = 4,
					  .run_at = at,
					  .bucket = at,
					  .plan_state = PLAN_STATE_PLANNED } };
	turn->changes[turn->changes_len++] = (struct change){ .kind = CHANGE_JOB_PUT, .job = job };
	turn->changes[turn->changes_len++] = (struct change){ .kind = CHANGE_RUN_NEW, .run = run };
}

/* Their windows open at that minute, and their days are due an hour later. */
static void add_person(struct turn *turn, u32 number, u32 minute)
{
	struct daily_row *person = arena_alloc_zeroed(&turn->arena, sizeof *person);
	struct run_row *run = arena_alloc_zeroed(&turn->arena, sizeof *run);
	char *text = arena_alloc(&turn->arena, 32);
	if (!person || !run || !text) check(ERR_MEMORY);
	msec at = START + minute * MSEC_MINUTE;
	*person = (struct daily_row){ .tenant = { number % 100 + 1 },
				      .user = { text, (size_t)snprintf(text, 32, "u%u", number) },
				      .due_minute = minute + 60,
				      .hot = { .date = START / MSEC_DAY,
					       .cutoff = at + MSEC_HOUR,
					       .run = id_of(2, number) } };
	*run = (struct run_row){ .id = id_of(2, number),
				 .tenant = person->tenant,
				 .type = { 1 },
				 .cause = CAUSE_DAILY,
				 .planned_at = at + MSEC_HOUR,
				 .deadline_at = at + MSEC_HOUR,
				 .user = person->user,
				 .payload = STR("{}"),
				 .payload_len = 2,
				 .hot = { .state = RUN_QUEUED,
					  .priority = 5,
					  .queue = { 1 },
					  .max_attempts = 4,
					  .run_at = at,
					  .bucket = START / MSEC_DAY } };
	turn->changes[turn->changes_len++] =
		(struct change){ .kind = CHANGE_PUT, .row_kind = KIND_DAILY, .daily = person };
	turn->changes[turn->changes_len++] = (struct change){ .kind = CHANGE_RUN_NEW, .run = run };
}

static void add_names(struct bench *bench)
{
	static char names[101][8];
	struct turn *turn = &bench->turn;
	for (u32 i = 1; i <= 100; i++) {
		int len = snprintf(names[i], sizeof names[i], "t%u", i);
		turn->changes[turn->changes_len++] = (struct change){
			.kind = CHANGE_PUT,
			.row_kind = KIND_NAME,
			.name = { .kind = NAME_TENANT, .no = i, .text = { names[i], (size_t)len } },
		};
	}
	turn->changes[turn->changes_len++] = (struct change){
		.kind = CHANGE_PUT,
		.row_kind = KIND_NAME,
		.name = { .kind = NAME_TYPE, .no = 1, .text = STR("report.make") }
	};
	turn->changes[turn->changes_len++] =
		(struct change){ .kind = CHANGE_PUT,
				 .row_kind = KIND_NAME,
				 .name = { .kind = NAME_QUEUE, .no = 1, .text = STR("default") } };
	turn->changes[turn->changes_len++] = (struct change){ .kind = CHANGE_PUT,
							      .row_kind = KIND_QUEUE,
							      .queue = { { 1 }, { 0 } } };
}

static void fill_store(struct bench *bench, u32 jobs, u32 due, u32 minutes,
		       void (*add)(struct turn *turn, u32 number, u32 minute))
{
	static struct change changes[2 * BATCH + 200];
	struct turn *turn = &bench->turn;
	for (u32 done = 0; done < jobs; done += BATCH) {
		turn->id++;
		turn->changes = changes;
		turn->changes_len = turn->claims_len = turn->journal_entries = 0;
		if (!done) add_names(bench);
		for (u32 i = done; i < done + BATCH && i < jobs; i++)
			add(turn, i, minute_of(i, due, minutes));
		check(store_commit(bench->store, turn));
		arena_reset(&turn->arena);
	}
}

/* ---- the minutes -------------------------------------------------------------------------- */

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
	turn->jitter_seed = prng_next(&bench->random);
}

static void turn(struct bench *bench, struct command *command)
{
	struct turn *turn = &bench->turn;
	turn->commands = &command;
	turn->commands_len = command != NULL;
	turn->id++;
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
	for (u32 i = 0; i < turn->claims_len; i++)
		bench->reports[bench->held++] = (struct report){
			.execution = turn->claims[i]->execution, .outcome = OUTCOME_SUCCESS
		};
	arena_reset(&turn->arena);
	buf_clear(&turn->journal);
}

static void one_minute(struct bench *bench)
{
	struct command lease = { .kind = COMMAND_LEASE,
				 .reply = bare_reply(2),
				 .lease = { .worker = STR("w"), .max = DUE_MAX } };
	struct command report = { .kind = COMMAND_REPORT, .reply = bare_reply(3) };
	bench->turn.now.wall += MSEC_MINUTE;
	bench->turn.now.boot += MSEC_MINUTE;
	bench->turn.heard = bench->turn.now.boot;
	while (engine_next_wake(bench->engine).wall <= bench->turn.now.wall) turn(bench, NULL);
	turn(bench, &lease);
	bench->fired += bench->held;
	report.report = (struct report_command){ STR("w"), bench->reports, bench->held, NULL };
	bench->held = 0;
	turn(bench, &report);
}

int main(int argc, char **argv)
{
	static struct bench bench;
	struct memory_store *store;
	u64 last;
	bool has_people = argc == 5 && strcmp(argv[4], "people") == 0;
	if (argc != 4 && !has_people) {
		fprintf(stderr, "usage: bench_jobs JOBS DUE MINUTES [people]\n");
		return 2;
	}
	u32 jobs = (u32)strtoul(argv[1], NULL, 10), due = (u32)strtoul(argv[2], NULL, 10);
	u32 minutes = (u32)strtoul(argv[3], NULL, 10);
	if (due < 1 || due > DUE_MAX || minutes > 50) return 2;
	struct engine_config config = { .hash_seed = 7 };
	check(memory_store_new(7, &store));
	bench.store = memory_store_view(store);
	bench.random = prng_init(1);
	bench.turn.now = (struct now){ START, 1000 };
	arena_init(&bench.turn.arena, (size_t)1 << 30);
	buf_init(&bench.turn.journal, (size_t)1 << 28);
	fill_store(&bench, jobs, due, minutes, has_people ? add_person : add_job);
	check(engine_new(&config, &bench.engine));
	struct recall_sink sink = engine_recall_sink(bench.engine, &bench.turn.now);
	check(store_recall(bench.store, &sink, &last));
	while (engine_next_wake(bench.engine).wall <= bench.turn.now.wall) turn(&bench, NULL);
	bench.engine_seconds = bench.store_seconds = 0;
	CALLGRIND_START_INSTRUMENTATION;
	for (u32 i = 0; i < minutes; i++) one_minute(&bench);
	CALLGRIND_STOP_INSTRUMENTATION;
	printf("%u\t%u\t%u\t%llu\t%.2f\t%.2f\n", jobs, due, minutes,
	       (unsigned long long)bench.fired, bench.engine_seconds * 1e6 / (double)bench.fired,
	       bench.store_seconds * 1e6 / (double)bench.fired);
	engine_free(bench.engine);
	memory_store_free(store);
	arena_done(&bench.turn.arena);
	buf_done(&bench.turn.journal);
	return 0;
}
