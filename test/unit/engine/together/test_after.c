/* Tasks that wait for other runs, over the memory store: what is refused, what is bounded, and that
 * memory made anew is the same at every step. Scenarios (after-*) tell the rules. */
#include "engine/desk.h"

static struct enqueue_item task_after(const struct uuid *after, u32 len)
{
	return (struct enqueue_item){
		.type = STR("load"), .after = after, .after_len = len, .needs = DEPENDENCY_SUCCESS
	};
}

static struct uuid extract(struct desk *desk)
{
	return desk_run(desk, "acme", (struct enqueue_item){ .type = STR("extract") });
}

static void expect_refused(struct desk *desk, const char *tenant, struct enqueue_item item,
			   enum err err, const char *words)
{
	struct enqueue_answer answer = desk_enqueue(desk, tenant, item);
	assert_int_equal(answer.err, err);
	assert_non_null(strstr(answer.why.text, words));
}

static void only_runs_of_the_tenant_are_waited_for(void **state)
{
	struct desk desk;
	struct uuid ids[2] = { { { 0 } } };
	(void)state;
	desk_open(&desk);
	ids[0] = extract(&desk);
	expect_refused(&desk, "other", task_after(ids, 1), ERR_NOT_FOUND, "item 0 names no run");
	expect_refused(&desk, "acme", task_after(ids, 2), ERR_NOT_FOUND, "item 1 names no run");
	ids[1] = ids[0];
	expect_refused(&desk, "acme", task_after(ids, 2), ERR_INVALID,
		       "items 0 and 1 name the same run");
	struct enqueue_item begun = task_after(ids, 1);
	begun.needs = DEPENDENCY_START;
	expect_refused(&desk, "acme", begun, ERR_INVALID, "on must be success or complete");
	desk_close(&desk);
}

static void a_task_waits_for_so_many_runs_at_most(void **state)
{
	struct desk desk;
	struct uuid ids[LIMIT_TASK_AFTER + 1];
	(void)state;
	desk_open(&desk);
	for (u32 i = 0; i < countof(ids); i++) ids[i] = extract(&desk);
	expect_refused(&desk, "acme", task_after(ids, LIMIT_TASK_AFTER + 1), ERR_INVALID,
		       "after must have at most 100 items, has 101");
	struct enqueue_answer answer = desk_enqueue(&desk, "acme",
						    task_after(ids, LIMIT_TASK_AFTER));
	assert_int_equal(answer.err, ERR_OK);
	assert_int_equal(answer.state, RUN_WAITING);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* Each end is a turn of its own, and the task's the one behind the last. */
static void memory_made_anew_waits_for_the_same(void **state)
{
	struct desk desk;
	struct uuid ids[3];
	static const str types[] = { { "extract", 7 } };
	(void)state;
	desk_open(&desk);
	for (u32 i = 0; i < countof(ids); i++) ids[i] = extract(&desk);
	struct uuid task = desk_enqueue(&desk, "acme", task_after(ids, countof(ids))).run;
	desk_same_as_fresh(&desk);
	for (u32 i = 0; i < countof(ids); i++) {
		assert_int_equal(
			1, desk_lease(&desk, 1,
				      (struct lease_command){ .types = types, .types_len = 1 }));
		desk_finish(&desk, desk.leases[desk.leases_len - 1].execution, OUTCOME_SUCCESS,
			    STR(""));
		desk_same_as_fresh(&desk);
	}
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	assert_true(uuid_eq(&desk.leases[desk.leases_len - 1].run, &task));
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_runs_of_the_tenant_are_waited_for),
		cmocka_unit_test(a_task_waits_for_so_many_runs_at_most),
		cmocka_unit_test(memory_made_anew_waits_for_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
