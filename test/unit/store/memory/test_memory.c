/* Opening, closing, and failing on demand. What the store keeps is told in test/conformance. */
#include "store/memory/memory.h"

#include "memory_scene.h"

static void a_new_store_is_empty_and_a_closed_one_gone(void **state)
{
	(void)state;
	struct memory_store *memory = NULL;
	struct mem_watch watch = { 0 };
	mem_set_watch(&watch);
	assert_int_equal(memory_store_new(1, &memory), ERR_OK);
	struct memory_counts counts = memory_store_counts(memory);
	assert_true(counts.executions + counts.unique_keys + counts.turns + counts.last_turn == 0);
	assert_ptr_equal(memory_store_of(memory_store_view(memory)), memory);
	store_close(memory_store_view(memory));
	memory_store_free(NULL);
	store_close(NULL);
	mem_set_watch(NULL);
	assert_int_equal(watch.live, 0);
}

static void without_memory_there_is_no_store(void **state)
{
	(void)state;
	struct memory_store *memory = NULL;
	struct mem_watch watch = { .refuse = check_refuse_all };
	mem_set_watch(&watch);
	assert_int_equal(memory_store_new(1, &memory), ERR_MEMORY);
	mem_set_watch(NULL);
	assert_null(memory);
}

/* --- faults on demand --- */

/* Fails the n-th call of one kind, and writes down what it was asked. */
struct plan {
	enum memory_call call;
	u64 number;
	struct memory_fault fault;
	u64 asked[MEMORY_CALLS];
	jmp_buf *way_out; /* the process dies in the call */
};

static struct memory_fault follow_plan(void *context, enum memory_call call, u64 number)
{
	struct plan *plan = context;
	plan->asked[call]++;
	assert_int_equal(plan->asked[call], number);
	if (call != plan->call || number != plan->number) return (struct memory_fault){ 0 };
	if (plan->way_out) longjmp(*plan->way_out, 1);
	return plan->fault;
}

static void set_plan(struct scene *scene, struct plan *plan)
{
	struct memory_faults faults = { .context = plan, .fault = follow_plan };
	memory_store_set_faults(memory_of(scene), &faults);
}

static enum err call_store(struct scene *scene, enum memory_call call)
{
	struct recall_sink sink = { 0 }; /* an empty store tells it nothing */
	u64 last_turn;
	bool applied;
	begin(scene);
	switch (call) {
	case MEMORY_RECALL: return store_recall(scene->store, &sink, &last_turn);
	case MEMORY_LOAD: return store_load(scene->store, &scene->turn);
	case MEMORY_COMMIT: return try_commit(scene);
	case MEMORY_SETTLE: return store_settle(scene->store, 1, &applied);
	case MEMORY_PROBE: return store_probe(scene->store);
	case MEMORY_TEND: {
		bool more;
		return store_tend(scene->store, scene->turn.now, &(struct retention){ 0 }, &more);
	}
	case MEMORY_CALLS: break;
	}
	return ERR_COUNT;
}

static void the_nth_call_of_any_kind_can_be_made_to_fail(void **state)
{
	struct scene *scene = *state;
	for (u32 call = 0; call < MEMORY_CALLS; call++) {
		memory_of(scene)->calls[call] = 0;
		struct plan plan = { .call = (enum memory_call)call,
				     .number = 3,
				     .fault = { .err = ERR_STORE_SYNC } };
		set_plan(scene, &plan);
		for (u32 i = 1; i <= 5; i++)
			assert_int_equal(call_store(scene, plan.call),
					 i == 3 ? ERR_STORE_SYNC : ERR_OK);
		assert_int_equal(plan.asked[call], 5);
		memory_store_set_faults(memory_of(scene), NULL);
		assert_int_equal(call_store(scene, plan.call), ERR_OK);
		assert_int_equal(plan.asked[call], 5);
	}
}

static void while_it_is_down_nobody_is_asked(void **state)
{
	struct scene *scene = *state;
	struct plan plan = { 0 };
	set_plan(scene, &plan);
	memory_store_set_down(memory_of(scene), true);
	for (u32 call = 0; call < MEMORY_CALLS; call++) {
		assert_int_equal(call_store(scene, (enum memory_call)call), ERR_STORE);
		assert_int_equal(plan.asked[call], 0);
	}
}

static void a_failed_sync_may_have_been_kept(void **state)
{
	struct scene *scene = *state;
	struct plan plan = { .call = MEMORY_COMMIT,
			     .number = 1,
			     .fault = { .err = ERR_STORE_SYNC, .is_applied = true } };
	struct run_row row = a_run(1);
	set_plan(scene, &plan);
	put_run(scene, &row);
	assert_int_equal(try_commit(scene), ERR_STORE_SYNC);
	crash(scene);
	assert_int_equal(state_of(scene, 1), RUN_QUEUED);
}

/* ERR_STORE says that nothing was kept: a fault that keeps and says so would be a lie. */
static void a_fault_that_contradicts_itself_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct plan plan = { .call = MEMORY_COMMIT,
			     .number = 1,
			     .fault = { .err = ERR_STORE, .is_applied = true } };
	set_plan(scene, &plan);
	assert_true(commit_breaks_promise(scene));
}

/* --- a process that dies in the middle of a call --- */

static void a_process_that_dies_within_a_commit_leaves_nothing_of_it(void **state)
{
	struct scene *scene = *state;
	jmp_buf way_out;
	struct plan plan = { .call = MEMORY_COMMIT, .number = 2, .way_out = &way_out };
	struct run_row first = a_run(1), second = a_run(2);
	struct execution_row execution = an_execution(1, 2, 1);
	set_plan(scene, &plan);
	put_run(scene, &first);
	commit(scene);
	put_run(scene, &second);
	put_claim(scene, &execution);
	put_journal(scene, &(struct journal_entry){ .run = id_of(2) });
	if (setjmp(way_out) == 0) {
		(void)!try_commit(scene);
		fail_msg("the process lives");
	}
	crash(scene);
	begin(scene);
	expect_row(scene, 1, &first);
	assert_false(see_run(scene, 2).found);
	assert_int_equal(memory_store_counts(memory_of(scene)).turns, 1);
	put_run(scene, &second); /* the same turn, decided again */
	put_claim(scene, &execution);
	commit(scene);
	expect_open(scene, 2, &execution);
}

static void a_crash_between_calls_changes_nothing(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	put_run(scene, &row);
	commit(scene);
	for (u32 i = 0; i < 3; i++) crash(scene);
	expect_row(scene, 1, &row);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_store_is_empty_and_a_closed_one_gone),
		cmocka_unit_test(without_memory_there_is_no_store),
		memory_story(the_nth_call_of_any_kind_can_be_made_to_fail),
		memory_story(while_it_is_down_nobody_is_asked),
		memory_story(a_failed_sync_may_have_been_kept),
		memory_story(a_fault_that_contradicts_itself_is_a_bug),
		memory_story(a_process_that_dies_within_a_commit_leaves_nothing_of_it),
		memory_story(a_crash_between_calls_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
