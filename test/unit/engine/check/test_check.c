/* The invariants have teeth: memory is broken on purpose, one promise at a time, and the check
 * names the one that was broken. */
#include "engine/bare.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* A little of everything: two tenants, three queued runs, two held ones, a waiting call. */
struct scene {
	struct bare bare;
	struct engine_run *due;     /* of acme */
	struct engine_run *waiting; /* its run_at is to come */
	struct execution *held;
	struct lane *lane; /* of `due` */
	struct worker *worker;
	struct job *job; /* every minute; its next run is in memory */
};

static void scene_open(struct scene *scene)
{
	struct bare *bare = &scene->bare;
	bare_open(bare);
	bare_run(bare, "acme", (struct enqueue_item){ 0 });
	struct uuid held = bare_claim(bare).execution;
	bare_run(bare, "other", (struct enqueue_item){ .type = STR("sms.send") });
	bare_claim(bare);
	struct uuid due = bare_run(bare, "acme",
				   (struct enqueue_item){ .deadline_at = bare->now.wall + 99 });
	struct uuid later = bare_run(bare, "acme",
				     (struct enqueue_item){ .run_at = bare->now.wall + 5000 });
	static const str nothing = STR("nothing");
	bare_do(bare, (struct command){ .kind = COMMAND_LEASE,
					.lease = { .worker = STR("w1"),
						   .max = 1,
						   .types = &nothing,
						   .types_len = 1,
						   .wait_ms = 1000 } });
	struct job_row row = job_defaults();
	row.kind = JOB_CRON;
	row.rule = STR("* * * * *");
	row.code = STR("minutely");
	bare_do(bare, (struct command){ .kind = COMMAND_JOB_PUT,
					.tenant = STR("acme"),
					.job_put = { .row = &row, .type = STR("report.make") } });
	struct map_cursor cursor = { 0 };
	scene->job = uuid_map_next(&bare->engine->schedule.jobs, &cursor);
	assert_non_null(scene->job);
	scene->due = run_find(bare->engine, &due);
	scene->waiting = run_find(bare->engine, &later);
	scene->held = uuid_map_find(&bare->engine->core.executions, &held);
	assert_non_null(scene->due);
	assert_non_null(scene->waiting);
	assert_non_null(scene->held);
	scene->lane = scene->due->lane;
	scene->worker = scene->held->worker;
}

static void scene_close(struct scene *scene)
{
	bare_close(&scene->bare);
}

/* What the check says now; empty: all is well. */
static void check_says(struct scene *scene, char *text, size_t size)
{
	struct buf out;
	buf_init(&out, 1 << 16);
	bool good = engine_check(scene->bare.engine, &scene->bare.now, &out);
	str said = buf_view(&out);
	assert_int_equal(good, said.len == 0);
	assert_true(said.len < size);
	if (said.len) memcpy(text, said.at, said.len);
	text[said.len] = '\0';
	buf_done(&out);
}

/* ---- how to break each --------------------------------------------------------------------- */

static void in_no_line(struct scene *scene)
{
	heap_remove(&scene->bare.engine->clock.wall, &scene->waiting->due.node);
}

static void in_two_lines(struct scene *scene)
{
	struct engine_run *run = scene->due;
	assert_int_equal(ERR_OK, heap_reserve(&scene->bare.engine->clock.wall, 1));
	heap_push(&scene->bare.engine->clock.wall, &run->due.node, run->run_at);
}

static void past_what_is_loaded(struct scene *scene)
{
	scene->bare.engine->reach.loaded_at = scene->bare.now.wall + 4999;
}

static void a_due_run_too_many(struct scene *scene)
{
	scene->lane->due++;
}

static void a_due_run_too_many_in_all(struct scene *scene)
{
	scene->bare.engine->dispatch.due++;
}

static void open_though_paused(struct scene *scene)
{
	static struct pause pause;
	scene->lane->type->pause = &pause;
}

static void open_though_full(struct scene *scene)
{
	static const struct type_policy policy = { .limit = 1 }; /* one of its runs is held */
	scene->lane->type->policy = &policy;
}

static void closed_though_due(struct scene *scene)
{
	scene->lane->is_open = false;
}

static void not_in_its_band(struct scene *scene)
{
	scene->lane->share_bands = 0;
}

static void in_a_band_too_many(struct scene *scene)
{
	scene->lane->share_bands |= 1;
}

static void share_open_though_tenant_full(struct scene *scene)
{
	scene->lane->type->tenant->policy.limit = 1;
}

static void share_closed_though_open(struct scene *scene)
{
	scene->lane->share->is_open = false;
}

static void a_lane_too_many_at_the_share(struct scene *scene)
{
	scene->lane->share->open_lanes++;
}

static void set_aside_though_the_share_is_open(struct scene *scene)
{
	list_push_back(&scene->lane->share->dropped, &scene->lane->in_dropped);
}

static void in_no_index(struct scene *scene)
{
	scene->lane->in_index.prev = NULL;
}

static void a_place_too_many_in_all(struct scene *scene)
{
	scene->bare.engine->dispatch.running++;
}

/* The sums stay the same: only who has the place is wrong. */
static void a_place_of_the_wrong_tenant(struct scene *scene)
{
	u32 other = name_find(scene->bare.engine, NAME_TENANT, STR("other"));
	scene->lane->type->tenant->running++;
	tenant_find(scene->bare.engine, (tenant_no){ other })->running--;
}

static void a_place_of_the_wrong_type(struct scene *scene)
{
	const struct engine *engine = scene->bare.engine;
	u32 tenant = name_find(engine, NAME_TENANT, STR("other"));
	u32 type = name_find(engine, NAME_TYPE, STR("sms.send"));
	scene->lane->type->running++;
	type_find(engine, (tenant_no){ tenant }, (type_no){ type })->running--;
}

static void a_place_of_the_wrong_queue(struct scene *scene)
{
	scene->bare.engine->dispatch.queues[1].running--;
	scene->bare.engine->dispatch.queues[2].running++;
}

static void an_execution_of_another_run(struct scene *scene)
{
	scene->held->run->execution = NULL;
}

static void a_lease_without_its_timer(struct scene *scene)
{
	scene->held->lease_until -= 10;
}

static void a_timer_at_the_wrong_time(struct scene *scene)
{
	scene->waiting->run_at--;
}

static void a_deadline_at_the_wrong_time(struct scene *scene)
{
	scene->due->deadline_at++;
}

static void a_deadline_without_a_timer(struct scene *scene)
{
	heap_remove(&scene->bare.engine->clock.wall, &scene->due->deadline.node);
}

static void a_call_that_waits_for_what_is_there(struct scene *scene)
{
	struct engine *engine = scene->bare.engine;
	struct call *call = list_item(list_first(&engine->dispatch.waiting_calls), struct call,
				      in_list);
	struct wait *wait = list_item(list_first(&call->waits), struct wait, in_call);
	u64 key = wait->post->key >> 28 << 28; /* any type */
	u64_map_remove(&engine->dispatch.posts, wait->post->key);
	wait->post->key = key;
	u64_map_insert(&engine->dispatch.posts, key, wait->post);
}

static void a_worker_with_a_run_too_many(struct scene *scene)
{
	scene->worker->running++;
}

static void a_worker_with_a_call_too_few(struct scene *scene)
{
	scene->worker->calls--;
}

static void a_call_that_asks_for_more_than_is_counted(struct scene *scene)
{
	scene->bare.engine->dispatch.runs_asked--;
}

/* ---- the table ---------------------------------------------------------------------------- */

static void a_blind_band_that_is_not(struct scene *scene)
{
	static struct spill spill; /* without a part in the store */
	spill = (struct spill){ 0 };
	scene->lane->spill = &spill;
}

static void a_job_with_a_run_too_many(struct scene *scene)
{
	scene->job->runs_len++;
}

static void a_job_that_counts_one_as_running(struct scene *scene)
{
	scene->job->running++;
}

static void a_job_that_counts_one_as_waiting(struct scene *scene)
{
	scene->job->waiting++;
}

/* A job lane that is not there, of the lane that its run belongs to. */
static struct job_lane *false_job_lane(struct scene *scene, u32 offered)
{
	static struct job_lane job_lane;
	job_lane = (struct job_lane){ .lane = scene->lane, .offered = offered };
	list_push_back(&scene->job->job_lanes, &job_lane.in_job);
	return &job_lane;
}

static void a_job_past_its_limit(struct scene *scene)
{
	false_job_lane(scene, 2);
}

static void a_job_lane_that_counts_what_is_not_in_line(struct scene *scene)
{
	false_job_lane(scene, 1);
}

static void a_parked_run_beside_free_room(struct scene *scene)
{
	struct engine_run *run = container_of(list_first(&scene->job->runs), struct engine_run,
					      in_job);
	struct job_lane *job_lane = false_job_lane(scene, 0);
	pairing_push(&job_lane->parked, &run->in_band, run_parked_before, 0);
}

static void a_job_lane_that_knows_another_as_its_last(struct scene *scene)
{
	false_job_lane(scene, 0)->last = container_of(list_first(&scene->job->runs),
						      struct engine_run, in_job);
}

static void a_paused_job_that_offers(struct scene *scene)
{
	false_job_lane(scene, 1);
	scene->job->row.pause = (struct job_pause){ .since = 1, .until = MSEC_MAX };
}

static void a_job_without_a_next(struct scene *scene)
{
	scene->job->row.hot.undecided = 0;
}

static void one_held_without_a_reason(struct scene *scene)
{
	static struct pairing_node node;
	scene->bare.engine->clock.held = &node;
}

static void a_share_of_the_wrong_hands(struct scene *scene)
{
	scene->lane->share->carrier = CARRIER_NODE;
}

static void an_index_of_the_wrong_hands(struct scene *scene)
{
	scene->lane->lane_index->key = lane_index_key(CARRIER_NODE, scene->lane->share->queue->no,
						      scene->lane->type->no);
}

static const struct type_policy another;

static void a_type_with_a_policy_that_nobody_said(struct scene *scene)
{
	scene->lane->type->policy = &another;
}

static void a_type_that_merges_nothing(struct scene *scene)
{
	static struct base_policy merged;
	scene->lane->type->merged = &merged;
}

static void a_type_that_missed_its_base(struct scene *scene)
{
	scene->lane->type->profile = PROFILE_GUILD;
}

static const struct {
	void (*break_it)(struct scene *scene);
	const char *named;
} breaks[] = {
	{ in_no_line, "E-01 lines" },
	{ in_two_lines, "E-01 lines" },
	{ past_what_is_loaded, "E-02" },
	{ a_due_run_too_many, "E-03 lane" },
	{ a_due_run_too_many_in_all, "E-03 engine" },
	{ open_though_paused, "E-04" },
	{ open_though_full, "E-04" },
	{ closed_though_due, "E-04" },
	{ not_in_its_band, "E-05 band" },
	{ in_a_band_too_many, "E-05 band" },
	{ share_open_though_tenant_full, "E-06" },
	{ share_closed_though_open, "E-06" },
	{ a_lane_too_many_at_the_share, "E-06 lanes" },
	{ set_aside_though_the_share_is_open, "E-07" },
	{ in_no_index, "E-07" },
	{ a_place_too_many_in_all, "E-08 engine" },
	{ a_place_of_the_wrong_tenant, "E-08 tenants" },
	{ a_place_of_the_wrong_type, "E-08 types" },
	{ a_place_of_the_wrong_queue, "E-08 queues" },
	{ an_execution_of_another_run, "E-09 execution" },
	{ a_lease_without_its_timer, "E-09 timer" },
	{ a_timer_at_the_wrong_time, "E-10 due" },
	{ a_deadline_at_the_wrong_time, "E-10 deadline" },
	{ a_deadline_without_a_timer, "E-10 no deadline" },
	{ a_call_that_waits_for_what_is_there, "E-11" },
	{ a_worker_with_a_run_too_many, "E-12 executions" },
	{ a_worker_with_a_call_too_few, "E-12 calls" },
	{ a_call_that_asks_for_more_than_is_counted, "E-12 asked" },
	{ a_blind_band_that_is_not, "E-13" },
	{ a_job_with_a_run_too_many, "E-14 runs" },
	{ a_job_that_counts_one_as_running, "E-14 running" },
	{ a_job_that_counts_one_as_waiting, "E-14 waiting" },
	{ a_job_lane_that_counts_what_is_not_in_line, "E-14 offered" },
	{ a_job_lane_that_counts_what_is_not_in_line, "E-14 job lanes" },
	{ a_job_past_its_limit, "E-15 limit" },
	{ a_parked_run_beside_free_room, "E-15 parked" },
	{ a_paused_job_that_offers, "E-15 limit" },
	{ a_job_lane_that_knows_another_as_its_last, "E-15 order" },
	{ a_job_without_a_next, "E-16" },
	{ one_held_without_a_reason, "E-17 held" },
	{ a_share_of_the_wrong_hands, "E-18 share" },
	{ an_index_of_the_wrong_hands, "E-18 lane index" },
	{ a_type_with_a_policy_that_nobody_said, "E-26 policy" },
	{ a_type_that_merges_nothing, "E-26 merged" },
	{ a_type_that_missed_its_base, "E-26 stale" },
};

static void what_is_whole_passes(void **state)
{
	(void)state;
	struct scene scene;
	char said[4096];
	scene_open(&scene);
	check_says(&scene, said, sizeof said);
	assert_string_equal("", said);
	scene_close(&scene);
}

static void each_broken_promise_is_named(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(breaks); i++) {
		struct scene scene;
		char said[4096];
		scene_open(&scene);
		breaks[i].break_it(&scene);
		check_says(&scene, said, sizeof said);
		if (!strstr(said, breaks[i].named))
			print_error("%u: %s was not named, but: %s\n", i, breaks[i].named, said);
		assert_non_null(strstr(said, breaks[i].named));
		scene_close(&scene);
	}
}

static void every_number_is_among_them(void **state)
{
	(void)state;
	for (u32 number = 1; number <= 17; number++) {
		char name[8];
		bool found = false;
		snprintf(name, sizeof name, "E-%02u", number);
		for (u32 i = 0; i < countof(breaks); i++)
			found = found || strncmp(name, breaks[i].named, 4) == 0;
		assert_true(found);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_whole_passes),
		cmocka_unit_test(each_broken_promise_is_named),
		cmocka_unit_test(every_number_is_among_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
