/* Lists of runs: filtered, in pages, of one tenant. */
#include "embed/program.h"

static size_t count(struct program *program, belfry_filter filter)
{
	belfry_run_list *list;
	filter.size = sizeof filter;
	assert_done(program, belfry_list_runs(program->handle, &filter, &list, &program->why));
	size_t len = belfry_run_list_len(list);
	belfry_run_list_free(list);
	return len;
}

static void runs_are_found_by_what_they_are(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	belfry_id run = program_task(&program, (belfry_task){ .key = "a", .entity = "order:7" });
	program_task(&program, (belfry_task){ .type = "u", .priority = 2 });
	assert_done(&program, program_put(&program, (belfry_job){ .name = "j", .cron = "@daily" }));
	program_step(&program);
	assert_int_equal(3, count(&program, (belfry_filter){ 0 }));
	assert_int_equal(1, count(&program, (belfry_filter){ .type = "u" }));
	assert_int_equal(1, count(&program, (belfry_filter){ .key = "a" }));
	assert_int_equal(1, count(&program, (belfry_filter){ .entity = "order:7" }));
	assert_int_equal(1, count(&program, (belfry_filter){ .job = "j" }));
	u32 done = BELFRY_STATE_BIT(BELFRY_RUN_DONE);
	assert_int_equal(1, count(&program, (belfry_filter){ .states = done }));
	assert_int_equal(
		2,
		count(&program, (belfry_filter){ .states = BELFRY_STATE_BIT(BELFRY_RUN_QUEUED) }));
	assert_int_equal(0, count(&program, (belfry_filter){ .run = &(belfry_id){ { 9 } } }));
	struct seen seen = program_see(&program, &run);
	assert_string_equal("a", seen.run->key);
	assert_string_equal("order:7", seen.run->entity);
	assert_string_equal("default", seen.run->queue);
	assert_int_equal(PROGRAM_START, seen.run->finished_at);
	assert_int_equal(1, seen.run->attempts);
	belfry_run_list_free(seen.list);
	program_end(&program);
}

static void list_goes_on_behind_its_last_run(void **state)
{
	(void)state;
	struct program program;
	belfry_run_list *list;
	belfry_filter filter = { .size = sizeof filter, .limit = 2 };
	program_start(&program);
	for (int i = 0; i < 5; i++) program_task(&program, (belfry_task){ .delay_ms = 1000 });
	size_t seen = 0;
	int more = 1;
	belfry_id last;
	while (more) {
		assert_done(&program,
			    belfry_list_runs(program.handle, &filter, &list, &program.why));
		size_t len = belfry_run_list_len(list);
		assert_true(len > 0 && len <= 2);
		assert_null(belfry_run_list_at(list, len));
		last = belfry_run_list_at(list, len - 1)->id;
		filter.after = &last;
		seen += len;
		more = belfry_run_list_has_more(list);
		belfry_run_list_free(list);
	}
	assert_int_equal(5, seen);
	program_end(&program);
}

static void other_tenants_are_not_seen(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	assert_done(&program, belfry_close(program.handle, &program.why));
	program.options.tenant = "another";
	program_open(&program);
	assert_int_equal(0, count(&program, (belfry_filter){ 0 }));
	assert_int_equal(0, count(&program, (belfry_filter){ .run = &run }));
	assert_refused(&program, belfry_cancel(program.handle, &run, NULL, &program.why),
		       BELFRY_NOT_FOUND, "");
	program_end(&program);
}

static void filters_out_of_bounds_are_named(void **state)
{
	(void)state;
	struct program program;
	belfry_run_list *list = NULL;
	belfry_why *why = &program.why;
	belfry_filter filter = { .size = sizeof filter, .limit = 1001 };
	program_start(&program);
	assert_refused(&program, belfry_list_runs(program.handle, &filter, &list, why),
		       BELFRY_INVALID, "limit");
	filter = (belfry_filter){ .size = sizeof filter, .states = 1u << 20 };
	assert_refused(&program, belfry_list_runs(program.handle, &filter, &list, why),
		       BELFRY_INVALID, "states");
	filter = (belfry_filter){ .size = sizeof filter, .job = "nobody" };
	assert_refused(&program, belfry_list_runs(program.handle, &filter, &list, why),
		       BELFRY_NOT_FOUND, "nobody");
	assert_refused(&program, belfry_list_runs(program.handle, NULL, &list, why), BELFRY_INVALID,
		       "filter is NULL");
	assert_null(list);
	assert_int_equal(0, belfry_run_list_len(NULL));
	assert_null(belfry_run_list_at(NULL, 0));
	belfry_run_list_free(NULL);
	program_end(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_are_found_by_what_they_are),
		cmocka_unit_test(list_goes_on_behind_its_last_run),
		cmocka_unit_test(other_tenants_are_not_seen),
		cmocka_unit_test(filters_out_of_bounds_are_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
