/* Executions as people see them. */
#include "store/sqlite/query_scene.h"

/* Run 1 of acme with three executions, the last one open; run 2 of globex with one that ended. */
static void put_four(struct query_scene *it)
{
	struct scene *scene = it->scene;
	struct run_row first = a_run(1), second = a_run(2);
	struct execution_row other = an_execution(9, 2, 1);
	second.tenant.v = other.tenant.v = 2;
	put_run(scene, &first);
	put_run(scene, &second);
	for (u32 i = 1; i <= 3; i++) {
		struct execution_row execution = an_execution(i, 1, i);
		put_claim(scene, &execution);
		if (i == 1) put_claim(scene, &other);
		commit(scene);
		if (i == 3) break;
		put_end(scene, &execution,
			&(struct execution_end){ .outcome = i == 1 ? OUTCOME_RETRY
								   : OUTCOME_TIMEOUT,
						 .ended_at = SCENE_START + 17,
						 .error_class = STR("http_5xx"),
						 .error_message = STR("503"),
						 .result = STR("{}"),
						 .result_hash = STR("abc") });
		if (i == 1) put_outcome(scene, &other, OUTCOME_SUCCESS);
		commit(scene);
	}
}

static void expect_executions(struct query_scene *it, struct execution_list list,
			      const char *numbers)
{
	struct execution_page page;
	if (!list.limit) list.limit = 50;
	assert_int_equal(it->query->calls->executions(it->query, &list, &it->arena, &page), ERR_OK);
	assert_numbers(page, numbers);
}

static void an_execution_is_told_with_its_end_and_its_run(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid id = execution_id_of(1), open = execution_id_of(3);
	struct execution_view view;
	(void)state;
	put_four(&it);
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->execution(it.query, acme, &id, &it.arena, &view), ERR_OK);
	assert_str(view.tenant, STR("acme"));
	assert_str(view.type, STR("mail"));
	assert_str(view.worker, STR("w-3"));
	assert_str(view.hostname, STR("host-3"));
	assert_true(view.run_at == a_run(1).hot.run_at);
	assert_int_equal(view.max_attempts, 5);
	assert_true(view.progress_percent > 100);
	assert_int_equal(view.end.outcome, OUTCOME_RETRY);
	assert_true(view.end.ended_at == SCENE_START + 17);
	assert_str(view.end.error_class, STR("http_5xx"));
	assert_str(view.end.error_message, STR("503"));
	assert_str(view.end.result, STR("{}"));
	assert_str(view.end.result_hash, STR("abc"));
	assert_int_equal(calls->execution(it.query, acme, &open, &it.arena, &view), ERR_OK);
	assert_int_equal(view.end.outcome, OUTCOME_OPEN);
	query_scene_close(&it);
}

static void progress_is_told_with_its_execution(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid open = execution_id_of(3);
	struct execution_view view;
	struct run_view run;
	struct uuid id = id_of(1);
	(void)state;
	put_four(&it);
	put_progress(it.scene, &open, 42, STR("page 42"));
	commit(it.scene);
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->execution(it.query, acme, &open, &it.arena, &view), ERR_OK);
	assert_int_equal(view.progress_percent, 42);
	assert_str(view.progress_message, STR("page 42"));
	assert_int_equal(calls->run(it.query, acme, &id, &it.arena, &run), ERR_OK);
	assert_int_equal(run.last.progress_percent, 42);
	tamper(it.scene, "UPDATE progress SET percent = 43");
	assert_int_equal(calls->execution(it.query, acme, &open, &it.arena, &view), ERR_OK);
	assert_true(view.progress_percent > 100);
	assert_int_equal(view.progress_message.len, 0);
	query_scene_close(&it);
}

static void what_it_wrote_is_read_on_its_own(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid open = execution_id_of(3), other = execution_id_of(9);
	struct attempt_output output;
	(void)state;
	put_four(&it);
	put_output(it.scene, &open, STR("out"), STR("err"));
	commit(it.scene);
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->output(it.query, acme, &open, &it.arena, &output), ERR_OK);
	assert_str(output.out, STR("out"));
	assert_str(output.err, STR("err"));
	assert_int_equal(output.out_len, 4);
	assert_int_equal(calls->output(it.query, globex, &open, &it.arena, &output), ERR_NOT_FOUND);
	assert_int_equal(calls->output(it.query, acme, &other, &it.arena, &output), ERR_NOT_FOUND);
	tamper(it.scene, "UPDATE outputs SET out = x'00'");
	assert_int_equal(calls->output(it.query, acme, &open, &it.arena, &output),
			 ERR_STORE_DAMAGED);
	query_scene_close(&it);
}

static void another_tenants_execution_is_not_found(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid id = execution_id_of(9);
	struct execution_view view;
	(void)state;
	put_four(&it);
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->execution(it.query, globex, &id, &it.arena, &view), ERR_OK);
	assert_int_equal(calls->execution(it.query, acme, &id, &it.arena, &view), ERR_NOT_FOUND);
	query_scene_close(&it);
}

static void lists_restrict_and_come_in_pages(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	put_four(&it);
	expect_executions(&it, (struct execution_list){ .tenant = acme }, "3 2 1");
	expect_executions(&it, (struct execution_list){ .limit = 2 }, "9 3 ...");
	expect_executions(&it, (struct execution_list){ .limit = 2, .after = execution_id_of(3) },
			  "2 1");
	expect_executions(&it, (struct execution_list){ .run = id_of(1) }, "3 2 1");
	expect_executions(&it, (struct execution_list){ .run = id_of(1), .tenant = globex }, "");
	expect_executions(&it, (struct execution_list){ .only_open = true }, "3");
	expect_executions(&it, (struct execution_list){ .outcomes = 1u << OUTCOME_SUCCESS }, "9");
	expect_executions(
		&it, (struct execution_list){ .run = id_of(1), .outcomes = 1u << OUTCOME_TIMEOUT },
		"2");
	expect_executions(&it, (struct execution_list){ .tenant = nobody }, "");
	expect_executions(&it, (struct execution_list){ .type = STR("mail") }, "9 3 2 1");
	expect_executions(&it, (struct execution_list){ .type = STR("mail"), .only_open = true },
			  "3");
	expect_executions(&it, (struct execution_list){ .worker = STR("w-3") }, "9 3 2 1");
	expect_executions(&it, (struct execution_list){ .worker = STR("unheard of") }, "");
	expect_executions(&it, (struct execution_list){ .error_class = STR("http_5xx") }, "2 1");
	expect_executions(&it, (struct execution_list){ .since = execution_id_of(2) }, "9 3 2");
	expect_executions(&it, (struct execution_list){ .type = STR("push") }, "");
	expect_executions(&it, (struct execution_list){ .type = STR("unheard of") }, "");
	query_scene_close(&it);
}

static void a_jobs_executions_are_found_by_its_runs(void **state)
{
	struct query_scene it = query_scene_open();
	struct job_row job = a_job(5);
	struct run_row run = a_job_run(6, 5);
	struct execution_row execution = an_execution(20, 6, 1);
	(void)state;
	put_four(&it);
	put_job(it.scene, &job);
	run.payload_len = (u32)job.parameters.len;
	put_run(it.scene, &run);
	put_claim(it.scene, &execution);
	commit(it.scene);
	expect_executions(&it, (struct execution_list){ .job = id_of(5) }, "20");
	expect_executions(&it, (struct execution_list){ .job = id_of(5), .only_open = true }, "20");
	expect_executions(&it, (struct execution_list){ .job = id_of(5), .tenant = globex }, "");
	query_scene_close(&it);
}

static void a_damaged_execution_is_never_shown(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid id = execution_id_of(2);
	struct execution_view view;
	(void)state;
	put_four(&it);
	tamper(it.scene, "UPDATE executions SET error_message = X'41' WHERE hex(id) LIKE '%0002'");
	assert_int_equal(it.query->calls->execution(it.query, acme, &id, &it.arena, &view),
			 ERR_STORE_DAMAGED);
	expect_executions(&it, (struct execution_list){ .tenant = acme }, "3 1");
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_execution_is_told_with_its_end_and_its_run),
		cmocka_unit_test(progress_is_told_with_its_execution),
		cmocka_unit_test(what_it_wrote_is_read_on_its_own),
		cmocka_unit_test(another_tenants_execution_is_not_found),
		cmocka_unit_test(lists_restrict_and_come_in_pages),
		cmocka_unit_test(a_jobs_executions_are_found_by_its_runs),
		cmocka_unit_test(a_damaged_execution_is_never_shown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
