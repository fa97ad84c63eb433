#include "api/problem.h"

#include "base/check.h"

static void a_problem_has_a_stable_type_and_tells_each_fault(void **state)
{
	struct arena arena;
	struct buf out;
	struct why why;
	(void)state;
	arena_init(&arena, 65536);
	buf_init(&out, 65536);
	struct faults faults = { .arena = &arena };
	(void)fail(&why, ERR_INVALID, "must be 1 to 10");
	assert_false(fault_add(&faults, STR("/priority"), &why));
	assert_false(fault_add(&faults, STR("limit"), &why));
	struct problem problem = { .code = ERR_NOT_FOUND,
				   .detail = STR("no such \"run\""),
				   .faults = &faults,
				   .request_id = STR("r1"),
				   .other = { { 1 } } };
	problem_write(&problem, &out);
	assert_str(buf_view(&out),
		   STR("{\"type\":\"urn:belfry:problem:not-found\",\"title\":\"not found\","
		       "\"status\":404,\"code\":\"not_found\",\"detail\":\"no such \\\"run\\\"\","
		       "\"errors\":[{\"pointer\":\"/priority\",\"reason\":\"must be 1 to 10\","
		       "\"code\":\"invalid\"},{\"parameter\":\"limit\",\"reason\":"
		       "\"must be 1 to 10\",\"code\":\"invalid\"}],"
		       "\"other_id\":\"01000000-0000-0000-0000-000000000000\","
		       "\"request_id\":\"r1\"}"));
	arena_done(&arena);
	buf_done(&out);
}

static void every_error_has_a_problem_of_its_own(void **state)
{
	(void)state;
	for (u32 i = 1; i < ERR_COUNT; i++) {
		struct buf out;
		struct problem problem = { .code = (enum err)i, .request_id = STR("r") };
		buf_init(&out, 4096);
		problem_write(&problem, &out);
		assert_false(buf_failed(&out));
		assert_in_range(problem_status((enum err)i), 400, 599);
		buf_done(&out);
	}
	assert_true(problem_retry_after(ERR_BUSY) > 0);
	assert_true(problem_retry_after(ERR_QUOTA) > 0);
	assert_int_equal(0, problem_retry_after(ERR_NOT_FOUND));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_problem_has_a_stable_type_and_tells_each_fault),
		cmocka_unit_test(every_error_has_a_problem_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
