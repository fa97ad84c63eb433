/* A limit of one stays one: whoever asks, dies, comes back after days or speaks for others. Each
 * kind of limit holds a world of its own, in which every run is under it; judged is not what the
 * engine says, but what the store has kept: the spans of the executions must not overlap. */
#include "engine/jobs_desk.h"

#include <stdlib.h>

enum { WORKERS = 50, ROUNDS = 400, RUNS = 60, SPANS_MAX = 1000 };

enum limited { BY_TYPE, BY_TENANT, BY_QUEUE, BY_JOB, BY_ALL };

struct span {
	msec from, to;
};

struct spans {
	struct span all[SPANS_MAX];
	u32 len;
	u32 open;
};

static void note_span(void *context, const struct memory_execution_seen *seen)
{
	struct spans *spans = context;
	msec to = seen->end ? seen->end->ended_at : MSEC_MAX;
	assert_true(spans->len < SPANS_MAX);
	spans->open += !seen->end;
	spans->all[spans->len++] = (struct span){ seen->row->started_at, to };
}

static int by_begin(const void *a, const void *b)
{
	const struct span *x = a, *y = b;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* As it is on the disk. */
static void expect_one_at_a_time(const struct desk *desk)
{
	static struct spans spans;
	spans.len = spans.open = 0;
	memory_store_each_execution(desk->store, NULL, note_span, &spans);
	assert_in_range(spans.open, 0, 1);
	qsort(spans.all, spans.len, sizeof spans.all[0], by_begin);
	for (u32 i = 1; i < spans.len; i++) {
		if (spans.all[i].from >= spans.all[i - 1].to) continue;
		print_error("one from %lld to %lld, and another from %lld\n",
			    (long long)spans.all[i - 1].from, (long long)spans.all[i - 1].to,
			    (long long)spans.all[i].from);
		assert_true(false);
	}
}

/* ---- worlds --------------------------------------------------------------------------------- */

/* Tenants, types and queues are as many as the limit allows to differ. */
static void fill(struct jobs_desk *jobs, enum limited by)
{
	struct desk *desk = &jobs->desk;
	bool is_wide = by == BY_QUEUE || by == BY_ALL;
	for (u32 i = 0; i < RUNS; i++) {
		struct enqueue_item item = { .type = STR("alone"), .max_attempts = 1000 };
		if (by != BY_TYPE && i % 2) item.type = STR("another");
		if (by == BY_QUEUE) item.queue = STR("narrow");
		if ((by == BY_TENANT || by == BY_ALL) && i % 3 == 0) item.queue = STR("narrow");
		desk_run(desk, is_wide && i % 5 == 0 ? "rival" : "acme", item);
	}
}

static void fill_job(struct jobs_desk *jobs)
{
	struct job_row row = hourly("report");
	row.kind = JOB_MANUAL;
	row.rule = (str){ "", 0 };
	row.max_instances = 1;
	row.max_attempts = 1000;
	struct uuid job = job_new(jobs, row);
	for (u32 i = 0; i < RUNS; i++)
		assert_int_equal(
			ERR_OK,
			job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job })->err);
}

static void limit(struct jobs_desk *jobs, enum limited by)
{
	struct desk *desk = &jobs->desk;
	struct tenant_policy tenant = { .lease_ms = 5000, .timeout_ms = 20000 };
	if (by == BY_TENANT) tenant.limit = 1;
	desk_set_tenant(desk, "acme", tenant);
	desk_set_tenant(desk, "rival", tenant);
	desk_set_queue(desk, "narrow", (struct queue_policy){ .limit = by == BY_QUEUE });
	if (by == BY_TYPE) desk_set_type(desk, "acme", "alone", (struct type_policy){ .limit = 1 });
	if (by == BY_JOB) fill_job(jobs);
	else fill(jobs, by);
}

/* ---- the story ------------------------------------------------------------------------------ */

/* How many began in all. */
static u32 live(struct desk *desk, u64 seed)
{
	struct prng prng = prng_init(seed);
	char room[32];
	u32 ran = 0;
	for (u32 i = 0; i < ROUNDS; i++) {
		str worker = desk_name(room, "w", (u32)prng_below(&prng, WORKERS));
		u64 dice = prng_below(&prng, 10);
		if (dice < 5)
			ran += desk_lease(desk, 10, (struct lease_command){ .worker = worker });
		else if (dice < 8 && desk->leases_len) {
			/* Mostly of one who has lost it long ago. */
			u32 which = (u32)prng_below(&prng, desk->leases_len);
			enum outcome outcome = prng_below(&prng, 4) ? OUTCOME_RETRY
								    : OUTCOME_SUCCESS;
			desk_finish(desk, desk->leases[which].execution, outcome, STR("network"));
		} else if (dice < 9) desk_advance(desk, (msec)prng_below(&prng, 30000));
		else desk_crash(desk);
		expect_one_at_a_time(desk);
	}
	return ran;
}

static void stays_one(enum limited by, u64 seed)
{
	struct jobs_desk *jobs = calloc(1, sizeof *jobs);
	assert_non_null(jobs);
	assert_int_equal(ERR_OK, zones_new((struct zone_source){ 0 }, &jobs->zones));
	struct engine_config config = { .zone = jobs_zone,
					.zone_context = jobs,
					.max_concurrency = by == BY_ALL };
	desk_open_with(&jobs->desk, config);
	jobs->desk.now.wall = JOBS_START - MINUTE;
	desk_settle(&jobs->desk);
	limit(jobs, by);
	u32 ran = live(&jobs->desk, seed);
	assert_true(ran > 20);
	desk_close(&jobs->desk);
	zones_free(jobs->zones);
	free(jobs);
}

static void of_a_type(void **state)
{
	(void)state;
	stays_one(BY_TYPE, 11);
}

static void of_a_tenant_over_its_types_and_queues(void **state)
{
	(void)state;
	stays_one(BY_TENANT, 12);
}

static void of_a_queue_over_tenants_and_types(void **state)
{
	(void)state;
	stays_one(BY_QUEUE, 13);
}

static void of_a_job_with_one_instance(void **state)
{
	(void)state;
	stays_one(BY_JOB, 14);
}

static void of_all_there_is(void **state)
{
	(void)state;
	stays_one(BY_ALL, 15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_a_type),
		cmocka_unit_test(of_a_tenant_over_its_types_and_queues),
		cmocka_unit_test(of_a_queue_over_tenants_and_types),
		cmocka_unit_test(of_a_job_with_one_instance),
		cmocka_unit_test(of_all_there_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
