/* Runs as people see them. */
#include "store/sqlite/query_scene.h"

/* Runs 1 to 12: odd ones acme's, even ones globex's; every third a push, every fourth in bulk. */
static void put_twelve(struct query_scene *it)
{
	for (u32 i = 1; i <= 12; i++) {
		struct run_row row = a_run(i);
		row.tenant.v = i % 2 ? 1 : 2;
		row.type.v = i % 3 ? 1 : 2;
		row.hot.queue.v = i % 4 ? 1 : 2;
		row.payload = STR("{\"to\": \"ann\"}");
		if (i > 8) row.entity = STR("event:42");
		if (i == 5 || i == 7) row.key = STR("order:1"), row.key_digest = digest_of(row.key);
		if (i == 5 || i == 9) row.hot.run_at += MSEC_DAY;
		if (i < 3) row.user = STR("ann");
		put_run(it->scene, &row);
	}
	commit(it->scene);
}

static void expect_runs(struct query_scene *it, struct run_list list, const char *numbers)
{
	struct run_page page;
	if (!list.limit) list.limit = 50;
	assert_int_equal(it->query->calls->runs(it->query, &list, &it->arena, &page), ERR_OK);
	assert_numbers(page, numbers);
}

static void a_run_is_told_with_its_words(void **state)
{
	struct query_scene it = query_scene_open();
	struct run_row row = a_run(1);
	struct uuid id = id_of(1);
	struct run_view view;
	(void)state;
	row.key = STR("order:1");
	row.entity = STR("event:42");
	row.user = STR("ann");
	row.payload = STR("{\"n\": 1.10}");
	row.trace = STR("00-1-2-01");
	row.created_by = STR("bob");
	row.details = STR("{\"task_type\":\"A\"}");
	put_run(it.scene, &row);
	commit(it.scene);
	assert_int_equal(it.query->calls->run(it.query, acme, &id, &it.arena, &view), ERR_OK);
	assert_same_numbers(&view.row, &row);
	assert_str(view.tenant, STR("acme"));
	assert_str(view.type, STR("mail"));
	assert_str(view.queue, STR("default"));
	assert_str(view.row.key, row.key);
	assert_str(view.row.entity, row.entity);
	assert_str(view.row.user, row.user);
	assert_str(view.row.payload, row.payload);
	assert_str(view.row.trace, row.trace);
	assert_str(view.row.created_by, row.created_by);
	assert_str(view.row.details, row.details);
	assert_int_equal(view.state, RUN_QUEUED);
	assert_false(view.has_last);
	query_scene_close(&it);
}

static void a_held_run_is_processing_and_shows_its_holder(void **state)
{
	struct query_scene it = query_scene_open();
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	struct uuid id = id_of(1);
	struct run_view view;
	(void)state;
	put_run(it.scene, &row);
	put_claim(it.scene, &execution);
	commit(it.scene);
	assert_int_equal(it.query->calls->run(it.query, acme, &id, &it.arena, &view), ERR_OK);
	assert_int_equal(view.state, RUN_PROCESSING);
	assert_true(view.has_last);
	assert_uuid(view.last.row.id, execution.id);
	assert_str(view.last.worker, STR("w-3"));
	put_end(it.scene, &execution,
		&(struct execution_end){ .outcome = OUTCOME_FAIL, .error_message = STR("no") });
	row.hot.state = RUN_FAILED;
	put_hot(it.scene, &row);
	commit(it.scene);
	assert_int_equal(it.query->calls->run(it.query, acme, &id, &it.arena, &view), ERR_OK);
	assert_int_equal(view.state, RUN_FAILED);
	assert_str(view.last.end.error_message, STR("no"));
	query_scene_close(&it);
}

static void another_tenants_run_is_not_found(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid id = id_of(1);
	struct run_view view;
	(void)state;
	put_twelve(&it);
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->run(it.query, acme, &id, &it.arena, &view), ERR_OK);
	assert_int_equal(calls->run(it.query, everyone, &id, &it.arena, &view), ERR_OK);
	assert_int_equal(calls->run(it.query, globex, &id, &it.arena, &view), ERR_NOT_FOUND);
	assert_int_equal(calls->run(it.query, nobody, &id, &it.arena, &view), ERR_NOT_FOUND);
	id = id_of(99);
	assert_int_equal(calls->run(it.query, acme, &id, &it.arena, &view), ERR_NOT_FOUND);
	query_scene_close(&it);
}

static void lists_come_from_the_newest_on_in_pages(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	put_twelve(&it);
	expect_runs(&it, (struct run_list){ .tenant = acme }, "11 9 7 5 3 1");
	expect_runs(&it, (struct run_list){ .limit = 5 }, "12 11 10 9 8 ...");
	expect_runs(&it, (struct run_list){ .limit = 5, .after = id_of(8) }, "7 6 5 4 3 ...");
	expect_runs(&it, (struct run_list){ .limit = 5, .after = id_of(3) }, "2 1");
	expect_runs(&it, (struct run_list){ .tenant = nobody }, "");
	query_scene_close(&it);
}

static void every_filter_restricts(void **state)
{
	struct query_scene it = query_scene_open();
	struct execution_row execution = an_execution(1, 9, 1);
	struct run_row dead = a_run(3);
	(void)state;
	put_twelve(&it);
	put_claim(it.scene, &execution);
	dead.hot.state = RUN_DLQ;
	dead.hot.queue.v = 1;
	put_hot(it.scene, &dead);
	commit(it.scene);
	const u32 live = 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	expect_runs(&it, (struct run_list){ .type = STR("push") }, "12 9 6 3");
	expect_runs(&it, (struct run_list){ .type = STR("none") }, "");
	expect_runs(&it, (struct run_list){ .queue = STR("bulk") }, "12 8 4");
	expect_runs(&it, (struct run_list){ .queue = STR("none") }, "");
	expect_runs(&it, (struct run_list){ .user = STR("ann") }, "2 1");
	expect_runs(&it, (struct run_list){ .since = id_of(10) }, "12 11 10");
	expect_runs(&it, (struct run_list){ .since = id_of(8), .after = id_of(10) }, "9 8");
	expect_runs(&it, (struct run_list){ .key = STR("order:1") }, "7 5");
	expect_runs(&it, (struct run_list){ .tenant = acme, .key = STR("order:1"), .states = live },
		    "7 5");
	expect_runs(&it, (struct run_list){ .entity = STR("event:42") }, "12 11 10 9");
	expect_runs(&it,
		    (struct run_list){ .tenant = acme, .entity = STR("event:42"), .states = live },
		    "11 9");
	expect_runs(&it, (struct run_list){ .states = 1u << RUN_PROCESSING }, "9");
	expect_runs(&it, (struct run_list){ .tenant = acme, .states = 1u << RUN_DLQ }, "3");
	expect_runs(&it, (struct run_list){ .tenant = globex, .states = 1u << RUN_DLQ }, "");
	query_scene_close(&it);
}

static void a_jobs_runs_and_tasks_are_told_apart(void **state)
{
	struct query_scene it = query_scene_open();
	struct job_row job = a_job(1);
	(void)state;
	put_job(it.scene, &job);
	for (u32 i = 2; i <= 4; i++) {
		struct run_row row = a_job_run(i, 1), task = a_run(10 + i);
		row.payload_len = (u32)job.parameters.len;
		put_run(it.scene, &row);
		put_run(it.scene, &task);
	}
	commit(it.scene);
	expect_runs(&it, (struct run_list){ .tenant = acme, .job = id_of(1) }, "4 3 2");
	expect_runs(&it, (struct run_list){ .tenant = globex, .job = id_of(1) }, "");
	expect_runs(&it, (struct run_list){ .only_tasks = true }, "14 13 12");
	query_scene_close(&it);
}

static void damaged_run_is_named_by_its_list_and_refused_alone(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid id = id_of(5), body = id_of(7);
	struct run_view view;
	(void)state;
	put_twelve(&it);
	tamper(it.scene, "UPDATE runs SET priority = 1 WHERE hex(id) LIKE '%0005'");
	tamper(it.scene, "UPDATE bodies SET payload = X'00' WHERE hex(id) LIKE '%0007'");
	expect_runs(&it, (struct run_list){ .tenant = acme }, "11 9 3 1");
	assert_int_equal(it.query->damaged.len, 2);
	assert_true(uuid_eq(&it.query->damaged.rows[0].id, &body));
	assert_true(uuid_eq(&it.query->damaged.rows[1].id, &id));
	assert_int_equal(it.query->calls->run(it.query, acme, &id, &it.arena, &view),
			 ERR_STORE_DAMAGED);
	assert_int_equal(it.query->calls->run(it.query, acme, &body, &it.arena, &view),
			 ERR_STORE_DAMAGED);
	query_scene_close(&it);
}

static void a_payload_comes_only_where_it_is_asked_for(void **state)
{
	struct query_scene it = query_scene_open();
	struct run_page page;
	(void)state;
	put_twelve(&it);
	struct run_list list = { .limit = 1 };
	assert_int_equal(it.query->calls->runs(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.rows[0].row.payload.len, 0);
	assert_int_equal(page.rows[0].row.payload_len, 13);
	list.with_payload = true;
	assert_int_equal(it.query->calls->runs(it.query, &list, &it.arena, &page), ERR_OK);
	assert_str(page.rows[0].row.payload, STR("{\"to\": \"ann\"}"));
	query_scene_close(&it);
}

static struct run_view see_view(struct query_scene *it, u32 number)
{
	struct uuid id = id_of(number);
	struct run_view view;
	assert_int_equal(it->query->calls->run(it->query, acme, &id, &it->arena, &view), ERR_OK);
	return view;
}

static void while_it_is_tried_again_a_run_tells_its_last_error(void **state)
{
	struct query_scene it = query_scene_open();
	struct scene *scene = it.scene;
	struct run_row row = a_run(1);
	struct execution_row first = an_execution(1, 1, 1), second = an_execution(2, 1, 2);
	(void)state;
	put_run(scene, &row);
	put_claim(scene, &first);
	commit(scene);
	assert_int_equal(see_view(&it, 1).error_class.len, 0);
	put_end(scene, &first,
		&(struct execution_end){ .outcome = OUTCOME_RETRY,
					 .error_class = STR("network"),
					 .error_message = STR("no route") });
	put_claim(scene, &second);
	commit(scene);
	struct run_view view = see_view(&it, 1);
	assert_int_equal(view.state, RUN_PROCESSING);
	assert_str(view.error_class, STR("network"));
	assert_str(view.error_message, STR("no route"));
	put_outcome(scene, &second, OUTCOME_DEFER);
	commit(scene);
	assert_str(see_view(&it, 1).error_message, STR("no route"));
	struct execution_row third = an_execution(3, 1, 3);
	put_claim(scene, &third);
	commit(scene);
	row.hot.state = RUN_DONE;
	put_outcome(scene, &third, OUTCOME_SUCCESS);
	put_hot(scene, &row);
	commit(scene);
	assert_int_equal(see_view(&it, 1).error_class.len, 0);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_told_with_its_words),
		cmocka_unit_test(a_held_run_is_processing_and_shows_its_holder),
		cmocka_unit_test(another_tenants_run_is_not_found),
		cmocka_unit_test(lists_come_from_the_newest_on_in_pages),
		cmocka_unit_test(every_filter_restricts),
		cmocka_unit_test(a_jobs_runs_and_tasks_are_told_apart),
		cmocka_unit_test(damaged_run_is_named_by_its_list_and_refused_alone),
		cmocka_unit_test(a_payload_comes_only_where_it_is_asked_for),
		cmocka_unit_test(while_it_is_tried_again_a_run_tells_its_last_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
