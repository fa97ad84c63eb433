/* Counts of the runs in each queue. */
#include "store/sqlite/query_scene.h"

static void put_queued(struct query_scene *it, u32 number, u32 tenant, u32 queue, msec run_at)
{
	struct run_row row = a_run(number);
	row.tenant.v = tenant;
	row.hot.queue.v = queue;
	row.hot.state = RUN_QUEUED;
	row.hot.run_at = run_at;
	row.hot.spilled = number == 3;
	put_run(it->scene, &row);
}

/* Of acme two are due in bulk, one of them by itself in the store, one comes later, one runs; in
 * default one is done. Globex has one that is due longer. */
static void put_work(struct query_scene *it)
{
	struct run_row done = a_run(6);
	done.hot.state = RUN_DONE;
	put_queued(it, 2, 1, 2, SCENE_START + 20);
	put_queued(it, 3, 1, 2, SCENE_START + 10);
	put_queued(it, 4, 1, 2, SCENE_START + MSEC_HOUR);
	put_queued(it, 5, 1, 2, SCENE_START);
	put_queued(it, 7, 2, 2, SCENE_START + 5);
	put_run(it->scene, &done);
	commit(it->scene);
	struct execution_row execution = an_execution(1, 5, 1);
	put_claim(it->scene, &execution);
	commit(it->scene);
}

static struct queue_depth depth_since(struct query_scene *it, str tenant, str name, msec since)
{
	struct queue_page page = { 0 };
	assert_int_equal(it->query->calls->queues(it->query, &it->arena, &page), ERR_OK);
	enum err err = it->query->calls->depths(it->query, tenant, SCENE_START + MSEC_MINUTE, since,
						&page);
	assert_int_equal(err, ERR_OK);
	assert_false(page.is_partial);
	for (u32 i = 0; i < page.len; i++)
		if (str_eq(page.rows[i].name, name)) return page.rows[i].depth;
	fail_msg("no such queue");
	return (struct queue_depth){ 0 };
}

static struct queue_depth depth_of(struct query_scene *it, str tenant, str name)
{
	return depth_since(it, tenant, name, 0);
}

static void assert_depth(struct queue_depth got, u64 due, u64 later, u64 running, msec oldest)
{
	assert_int_equal(got.due, due);
	assert_int_equal(got.later, later);
	assert_int_equal(got.running, running);
	assert_true(got.oldest_due == oldest);
}

static void a_queue_tells_what_is_due_in_it_what_comes_and_what_runs(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	put_work(&it);
	assert_depth(depth_of(&it, acme, STR("bulk")), 2, 1, 1, SCENE_START + 10);
	assert_depth(depth_of(&it, acme, STR("default")), 0, 0, 0, 0);
	query_scene_close(&it);
}

static void each_tenant_sees_its_own_and_the_system_all(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	put_work(&it);
	assert_depth(depth_of(&it, globex, STR("bulk")), 1, 0, 0, SCENE_START + 5);
	assert_depth(depth_of(&it, nobody, STR("bulk")), 0, 0, 0, 0);
	assert_depth(depth_of(&it, everyone, STR("bulk")), 3, 1, 1, SCENE_START + 5);
	query_scene_close(&it);
}

/* The ids of the scene's runs lie in one millisecond, those of its executions in a later one. */
static void a_queue_tells_what_came_and_what_began_from_an_instant_on(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid first = id_of(0);
	msec at = uuid7_msec(&first);
	(void)state;
	put_work(&it);
	struct queue_depth got = depth_since(&it, acme, STR("bulk"), at);
	assert_int_equal(got.made, 4);
	assert_int_equal(got.begun, 1);
	got = depth_since(&it, acme, STR("bulk"), at + 1);
	assert_int_equal(got.made, 0);
	assert_int_equal(got.begun, 1);
	assert_int_equal(depth_since(&it, globex, STR("bulk"), at).made, 1);
	assert_int_equal(depth_since(&it, everyone, STR("bulk"), at).made, 5);
	query_scene_close(&it);
}

static void counting_that_costs_too_much_ends_and_says_so(void **state)
{
	struct query_scene it = query_scene_open();
	struct query *narrow;
	struct queue_page page = { 0 };
	(void)state;
	for (u32 i = 0; i < 400; i++) put_queued(&it, 10 + i, 1, 2, SCENE_START);
	commit(it.scene);
	assert_int_equal(it.query->calls->queues(it.query, &it.arena, &page), ERR_OK);
	assert_int_equal(try_query(it.scene, 1, &narrow), ERR_OK);
	assert_int_equal(narrow->calls->depths(narrow, acme, SCENE_START, 0, &page), ERR_OK);
	assert_true(page.is_partial);
	narrow->calls->close(narrow);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_queue_tells_what_is_due_in_it_what_comes_and_what_runs),
		cmocka_unit_test(each_tenant_sees_its_own_and_the_system_all),
		cmocka_unit_test(a_queue_tells_what_came_and_what_began_from_an_instant_on),
		cmocka_unit_test(counting_that_costs_too_much_ends_and_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
