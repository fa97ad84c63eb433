/* What the calendar costs: rules parsed, next occurrences (zone included, starts in 1970), walls
 * and instants converted, bytes. CPU time of this process, median of five, so that a busy machine
 * matters little; still, only ratios within one run count.
 *
 *   bench_calendar                 lines for test/bench/run: measure, name, number
 *   bench_calendar --instructions  under callgrind: counts for 1000 calls of each, one dump each */
#include "../fuzz/drawn.h"
#include "../fuzz/legal_rules.h"
#include "../zones/zone_files.h"
#include "calendar/next.h"

#include <time.h>

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif
#ifndef CALLGRIND_ZERO_STATS
#define CALLGRIND_ZERO_STATS ((void)0)
#define CALLGRIND_DUMP_STATS_AT(name) ((void)(name))
#endif

enum { AFTERS = 4096, ROUNDS = 5, DRAWN_RULES = 60000, COUNTED = 1000 };

static const char zone_of_all[] = "Europe/London";

/* Those the twelve targets are about; `start` for RRULE only. */
static const struct bench_rule {
	const char *text;
	const char *start;
} bench_rules[] = {
	{ "0 9 * * 1", NULL },
	{ "*/15 * * * *", NULL },
	{ "30 2 * * *", NULL },
	{ "0 0 1 * *", NULL },
	{ "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "1970-01-05T18:00:00" },
	{ "FREQ=DAILY", "1970-01-01T09:00:00" },
	{ "FREQ=WEEKLY;BYDAY=MO,WE,FR", "1970-01-05T09:00:00" },
	{ "0 0 29 2 *", NULL },
	{ "0 12 L * *", NULL },
	{ "0 9 * * 5#3", NULL },
	{ "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "1970-01-30T17:00:00" },
	{ "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1970-05-11T09:00:00" },
	{ "FREQ=HOURLY;INTERVAL=6;BYDAY=MO,TU,WE,TH,FR", "1970-01-01T00:30:00" },
};

struct bench {
	struct zone *zone;
	msec afters[AFTERS]; /* 2024 to 2034 */
	msec from, to;
	u64 sink; /* keeps the compiler from leaving the work out */
};

static double cpu_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

typedef void bench_work(struct bench *bench, const void *subject, u32 calls);

/* Seconds a call: the median of some rounds, each long enough to be measured. */
static double measure(struct bench *bench, bench_work *work, const void *subject)
{
	double rounds[ROUNDS];
	u32 calls = 64;
	for (;;) {
		double begun = cpu_seconds();
		work(bench, subject, calls);
		if (cpu_seconds() - begun > 0.02 || calls > 1u << 28) break;
		calls *= 2;
	}
	for (int i = 0; i < ROUNDS; i++) {
		double begun = cpu_seconds();
		work(bench, subject, calls);
		rounds[i] = (cpu_seconds() - begun) / calls;
	}
	qsort(rounds, ROUNDS, sizeof(rounds[0]), compare_doubles);
	return rounds[ROUNDS / 2];
}

static void work_parse(struct bench *bench, const void *subject, u32 calls)
{
	const struct bench_rule *rule = subject;
	str text = str_from(rule->text);
	for (u32 i = 0; i < calls; i++) {
		struct rule parsed;
		if (rule_parse(rule->start ? RULE_RRULE : RULE_CRON, text, &parsed, NULL)) abort();
		bench->sink += parsed.kind;
	}
}

static void work_walk(struct bench *bench, const void *subject, u32 calls)
{
	const struct schedule *schedule = subject;
	msec at = bench->from;
	for (u32 i = 0; i < calls; i++) {
		if (!schedule_next(schedule, at, &at) || at > bench->to) at = bench->from;
		bench->sink += (u64)at;
	}
}

static void work_random(struct bench *bench, const void *subject, u32 calls)
{
	const struct schedule *schedule = subject;
	for (u32 i = 0; i < calls; i++) {
		msec at;
		if (!schedule_next(schedule, bench->afters[i % AFTERS], &at)) abort();
		bench->sink += (u64)at;
	}
}

static void work_offset(struct bench *bench, const void *subject, u32 calls)
{
	const struct zone *zone = subject;
	for (u32 i = 0; i < calls; i++)
		bench->sink += (u64)zone_offset_at(zone, bench->afters[i % AFTERS] / 1000);
}

static void work_read_wall(struct bench *bench, const void *subject, u32 calls)
{
	const struct zone *zone = subject;
	for (u32 i = 0; i < calls; i++) {
		struct zone_reading reading;
		zone_read_wall(zone, bench->afters[i % AFTERS] / 1000, &reading);
		bench->sink += (u64)reading.utc;
	}
}

static void bind_rule(const struct bench *bench, const struct bench_rule *rule,
		      struct schedule *schedule)
{
	struct why why;
	enum rule_kind kind = rule->start ? RULE_RRULE : RULE_CRON;
	*schedule = (struct schedule){ .zone = bench->zone, .has_start = rule->start != NULL };
	enum err err = rule_parse(kind, str_from(rule->text), &schedule->rule, &why);
	if (!err && rule->start) err = wall_parse(str_from(rule->start), &schedule->start, &why);
	if (!err) err = schedule_bind(schedule, &why);
	if (!err) return;
	fprintf(stderr, "%s: %s\n", rule->text, why.text);
	exit(1);
}

static void bench_init(struct bench *bench)
{
	struct source source = { .state = 2024 };
	*bench = (struct bench){ .from = 1704067200000, .to = 2019686400000 };
	bench->zone = zone_file_load(str_from(zone_of_all));
	if (!bench->zone) {
		fprintf(stderr, "no zone %s\n", zone_of_all);
		exit(1);
	}
	for (int i = 0; i < AFTERS; i++)
		bench->afters[i] = draw_between(&source, bench->from, bench->to);
}

static void measure_rules(struct bench *bench)
{
	for (size_t i = 0; i < countof(bench_rules); i++) {
		const struct bench_rule *rule = &bench_rules[i];
		struct schedule schedule;
		bind_rule(bench, rule, &schedule);
		printf("parse\t%s\t%.1f\n", rule->text, measure(bench, work_parse, rule) * 1e9);
		printf("walk\t%s\t%.0f\n", rule->text, 1 / measure(bench, work_walk, &schedule));
		printf("random\t%s\t%.0f\n", rule->text,
		       1 / measure(bench, work_random, &schedule));
	}
}

static void measure_zone(struct bench *bench)
{
	printf("zone\tinstant to wall\t%.1f\n", measure(bench, work_offset, bench->zone) * 1e9);
	printf("zone\twall to instant\t%.1f\n", measure(bench, work_read_wall, bench->zone) * 1e9);
	printf("bytes\tstruct cron\t%zu\n", sizeof(struct cron));
	printf("bytes\tstruct rrule\t%zu\n", sizeof(struct rrule));
	printf("bytes\tstruct rule\t%zu\n", sizeof(struct rule));
	printf("bytes\tstruct schedule\t%zu\n", sizeof(struct schedule));
	printf("bytes\tzone %s\t%zu\n", zone_of_all, zone_memory_bytes(bench->zone));
}

static void print_spread(const char *name, double *seconds, int len)
{
	if (len == 0) return;
	qsort(seconds, (size_t)len, sizeof(seconds[0]), compare_doubles);
	printf("spread\t%s, median\t%.2f\n", name, seconds[len / 2] * 1e6);
	printf("spread\t%s, 99 of 100\t%.2f\n", name, seconds[len - 1 - len / 100] * 1e6);
	printf("spread\t%s, slowest\t%.2f\n", name, seconds[len - 1] * 1e6);
}

/* Any legal rule at all: what the slow ones cost. A single call is measured, so the clock itself
 * and whatever else runs on the machine are in it. */
static void measure_drawn(struct bench *bench)
{
	static double binds[DRAWN_RULES], nexts[DRAWN_RULES];
	struct source source = { .state = 16 };
	int nexts_len = 0;
	for (int i = 0; i < DRAWN_RULES; i++) {
		struct choices choices = draw_choices(&source);
		struct schedule schedule = { .zone = bench->zone, .has_start = i % 2 };
		struct legal_text text;
		bool count;
		msec at;
		if (i % 2) legal_rrule(&text, &choices, &count);
		else legal_cron(&text, &choices, i % 8 == 0);
		schedule.start = draw_between(&source, 0, 1700000000);
		double begun = cpu_seconds();
		enum err err = rule_parse(i % 2 ? RULE_RRULE : RULE_CRON, str_from(text.at),
					  &schedule.rule, NULL);
		if (!err) err = schedule_bind(&schedule, NULL);
		double bound = cpu_seconds();
		binds[i] = bound - begun;
		if (err) continue;
		bench->sink += schedule_next(&schedule, bench->afters[i % AFTERS], &at);
		nexts[nexts_len++] = cpu_seconds() - bound;
	}
	print_spread("parse and bind", binds, DRAWN_RULES);
	print_spread("next", nexts, nexts_len);
}

static void count_instructions(struct bench *bench)
{
	for (size_t i = 0; i < countof(bench_rules); i++) {
		char name[200];
		struct schedule schedule;
		bind_rule(bench, &bench_rules[i], &schedule);
		snprintf(name, sizeof(name), "parse|%s", bench_rules[i].text);
		CALLGRIND_ZERO_STATS;
		work_parse(bench, &bench_rules[i], COUNTED);
		CALLGRIND_DUMP_STATS_AT(name);
		snprintf(name, sizeof(name), "walk|%s", bench_rules[i].text);
		CALLGRIND_ZERO_STATS;
		work_walk(bench, &schedule, COUNTED);
		CALLGRIND_DUMP_STATS_AT(name);
		snprintf(name, sizeof(name), "random|%s", bench_rules[i].text);
		CALLGRIND_ZERO_STATS;
		work_random(bench, &schedule, COUNTED);
		CALLGRIND_DUMP_STATS_AT(name);
	}
}

int main(int argc, char **argv)
{
	static struct bench bench;
	bench_init(&bench);
	if (argc > 1 && strcmp(argv[1], "--instructions") == 0) {
		count_instructions(&bench);
	} else {
		measure_rules(&bench);
		measure_zone(&bench);
		measure_drawn(&bench);
	}
	zone_free(bench.zone);
	return bench.sink == 42; /* never; but the compiler cannot know */
}
