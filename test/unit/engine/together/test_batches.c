/* Batches: a parent that waits for its children, whatever becomes of them and of the process. */
#include "engine/desk.h"

enum { CHILDREN_MAX = 1300 };

static struct enqueue_item items[CHILDREN_MAX];

static struct command batch_of(u32 len)
{
	static const struct enqueue_item parent = { .type = { "mail", 4 }, .payload = { "{}", 2 } };
	for (u32 i = 0; i < len; i++)
		items[i] = (struct enqueue_item){ .payload = STR("{\"items\":[1],\"index\":0}") };
	return (struct command){
		.kind = COMMAND_BATCH,
		.tenant = STR("acme"),
		.batch = { .parent = &parent, .children = items, .len = len },
	};
}

static struct uuid make(struct desk *desk, u32 len)
{
	const struct answer *answer = desk_do(desk, batch_of(len));
	assert_int_equal(ERR_OK, answer->err);
	assert_int_equal(len, answer->batch.total);
	return answer->batch.id;
}

static enum run_state state_of(const struct desk *desk, struct uuid id)
{
	struct memory_run_seen seen;
	assert_true(memory_store_find_run(desk->store, &id, &seen));
	return seen.state;
}

static void expect_counts(const struct desk *desk, struct uuid id, u32 done, u32 failed,
			  u32 cancelled)
{
	const struct batch_row *row = memory_store_find_batch(desk->store, &id);
	assert_non_null(row);
	assert_int_equal(done, row->done);
	assert_int_equal(failed, row->failed);
	assert_int_equal(cancelled, row->cancelled);
}

static enum err act(struct desk *desk, enum command_kind kind, struct uuid run)
{
	return desk_do(desk, (struct command){ .kind = kind,
					       .tenant = STR("acme"),
					       .run = { .run = run } })
		->err;
}

static void the_last_child_ends_the_parent(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 3);
	assert_int_equal(RUN_WAITING, state_of(&desk, id));
	for (u32 i = 0; i < 3; i++) {
		struct lease lease = desk_claim(&desk);
		assert_int_equal(RUN_WAITING, state_of(&desk, id));
		desk_finish(&desk, lease.execution, i == 1 ? OUTCOME_FAIL : OUTCOME_SUCCESS,
			    i == 1 ? STR("permanent") : STR(""));
		desk_same_as_fresh(&desk);
	}
	assert_int_equal(RUN_DONE, state_of(&desk, id));
	expect_counts(&desk, id, 2, 1, 0);
	desk_close(&desk);
}

struct child_seen {
	struct uuid parent;
	u32 count;
	char key[80];
	msec first;
	msec last;
};

static void see_child(void *context, const struct memory_run_seen *seen)
{
	struct child_seen *child = context;
	if (!uuid_eq(&seen->row->parent, &child->parent)) return;
	if (!child->count) child->first = seen->row->hot.run_at;
	child->last = seen->row->hot.run_at;
	child->count++;
	snprintf(child->key, sizeof child->key, "%.*s", STR_ARG(seen->row->key));
	assert_int_equal(UNIQUE_NONE, seen->row->scope);
}

static void children_have_keys_and_times_of_their_own(void **state)
{
	(void)state;
	struct desk desk;
	char key[80];
	desk_open(&desk);
	struct command command = batch_of(4);
	command.batch.pause_ms = 1000;
	command.batch.jitter_ms = 100;
	struct uuid id = desk_do(&desk, command)->batch.id;
	struct child_seen seen = { .parent = id };
	memory_store_each_run(desk.store, see_child, &seen);
	assert_int_equal(4, seen.count);
	uuid_print(id, key);
	snprintf(key + UUID_TEXT_LEN, sizeof key - UUID_TEXT_LEN, ":3");
	assert_string_equal(key, seen.key);
	assert_true(seen.first == desk.now.wall);
	assert_in_range(seen.last - seen.first, 3000, 3300);
	desk_close(&desk);
}

static void a_crash_between_two_children_loses_no_count(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 3);
	for (u32 i = 0; i < 3; i++) {
		struct lease lease = desk_claim(&desk);
		desk_crash(&desk);
		desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
		desk_crash(&desk);
		desk_settle(&desk);
	}
	assert_int_equal(RUN_DONE, state_of(&desk, id));
	expect_counts(&desk, id, 3, 0, 0);
	desk_close(&desk);
}

static void all_of_it_or_none(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command command = batch_of(5);
	items[4].priority = 11;
	const struct answer *answer = desk_do(&desk, command);
	assert_int_equal(ERR_INVALID, answer->err);
	assert_non_null(strstr(answer->why.text, "priority must be 1 to 10"));
	struct memory_counts counts = memory_store_counts(desk.store);
	assert_int_equal(0, counts.runs[RUN_WAITING] + counts.runs[RUN_QUEUED]);
	desk_close(&desk);
}

static void bounds_are_named(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command command = batch_of(1);
	command.batch.len = 0;
	assert_non_null(strstr(desk_do(&desk, command)->why.text, "children must have 1 to 10000"));
	command = batch_of(1);
	command.batch.pause_ms = MSEC_DAY + 1;
	assert_non_null(strstr(desk_do(&desk, command)->why.text, "chunk_pause_ms"));
	command = batch_of(1);
	command.batch.jitter_ms = -1;
	assert_non_null(strstr(desk_do(&desk, command)->why.text, "chunk_jitter_ms"));
	command = batch_of(1);
	command.tenant = STR("no tenant");
	assert_int_equal(ERR_INVALID, desk_do(&desk, command)->err);
	desk_close(&desk);
}

static void a_cancelled_parent_takes_its_children_with_it(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, CHILDREN_MAX); /* more than two pages */
	struct lease lease = desk_claim(&desk);
	struct lease done = desk_claim(&desk);
	desk_finish(&desk, done.execution, OUTCOME_SUCCESS, STR(""));
	assert_int_equal(ERR_OK, act(&desk, COMMAND_CANCEL, id));
	assert_int_equal(RUN_CANCELLED, state_of(&desk, id));
	assert_int_equal(RUN_CANCELLED, state_of(&desk, lease.run));
	assert_int_equal(1, desk.stops);
	expect_counts(&desk, id, 1, 0, CHILDREN_MAX - 1);
	assert_int_equal(ERR_CONFLICT, act(&desk, COMMAND_CANCEL, id));
	assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* In the very turn of the cancel, and after a crash right behind it, nobody is given a child. */
static void after_a_cancel_no_child_begins(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, CHILDREN_MAX);
	struct command cancel = { .kind = COMMAND_CANCEL,
				  .tenant = STR("acme"),
				  .run = { .run = id } };
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 5 } };
	desk_submit(&desk, &cancel);
	desk_submit(&desk, &lease);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(0, desk.leases_len);
	desk_crash(&desk);
	assert_int_equal(0, desk_lease(&desk, 5, (struct lease_command){ 0 }));
	desk_settle(&desk);
	expect_counts(&desk, id, 0, 0, CHILDREN_MAX);
	desk_close(&desk);
}

static void an_operation_over_all_ends_parents_too(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 4);
	desk_do(&desk, (struct command){ .kind = COMMAND_OPERATION_START,
					 .tenant = STR("acme"),
					 .operation = { .kind = OPERATION_CANCEL } });
	assert_int_equal(RUN_CANCELLED, state_of(&desk, id));
	expect_counts(&desk, id, 0, 0, 4);
	desk_close(&desk);
}

static void a_child_that_is_cancelled_counts_as_ended(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 2);
	struct lease lease = desk_claim(&desk);
	assert_int_equal(ERR_OK, act(&desk, COMMAND_CANCEL, lease.run));
	assert_int_equal(RUN_WAITING, state_of(&desk, id));
	lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	assert_int_equal(RUN_DONE, state_of(&desk, id));
	expect_counts(&desk, id, 1, 0, 1);
	desk_close(&desk);
}

/* A child that is retried while others are not finished keeps the parent waiting. */
static void a_retry_before_the_end_keeps_the_parent_waiting(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 2);
	struct lease bad = desk_claim(&desk), other = desk_claim(&desk);
	desk_finish(&desk, bad.execution, OUTCOME_FAIL, STR("permanent"));
	expect_counts(&desk, id, 0, 1, 0);
	assert_int_equal(ERR_OK, act(&desk, COMMAND_RETRY, bad.run));
	expect_counts(&desk, id, 0, 0, 0);
	desk_finish(&desk, other.execution, OUTCOME_SUCCESS, STR(""));
	assert_int_equal(RUN_WAITING, state_of(&desk, id));
	struct lease again = desk_claim(&desk);
	desk_finish(&desk, again.execution, OUTCOME_SUCCESS, STR(""));
	assert_int_equal(RUN_DONE, state_of(&desk, id));
	expect_counts(&desk, id, 2, 0, 0);
	desk_close(&desk);
}

/* Afterwards the parent stays what it is, and the report follows its children. */
static void a_retry_after_the_end_moves_the_report_and_not_the_parent(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 1);
	struct lease bad = desk_claim(&desk);
	desk_finish(&desk, bad.execution, OUTCOME_FAIL, STR("permanent"));
	assert_int_equal(RUN_DONE, state_of(&desk, id));
	desk_crash(&desk);
	assert_int_equal(ERR_OK, act(&desk, COMMAND_RETRY, bad.run));
	expect_counts(&desk, id, 0, 0, 0);
	assert_int_equal(RUN_DONE, state_of(&desk, id));
	desk_same_as_fresh(&desk);
	desk_crash(&desk);
	struct lease again = desk_claim(&desk);
	desk_finish(&desk, again.execution, OUTCOME_FAIL, STR("permanent"));
	expect_counts(&desk, id, 0, 1, 0);
	assert_int_equal(ERR_OK, act(&desk, COMMAND_DISCARD, bad.run));
	expect_counts(&desk, id, 0, 0, 1);
	assert_int_equal(RUN_DONE, state_of(&desk, id));
	assert_int_equal(ERR_CONFLICT, act(&desk, COMMAND_CANCEL, id));
	desk_close(&desk);
}

/* What gets new attempts after its batch was called off is meant by its own. */
static void a_retry_after_a_cancel_is_carried_out(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 2);
	struct lease bad = desk_claim(&desk);
	desk_finish(&desk, bad.execution, OUTCOME_FAIL, STR("permanent"));
	assert_int_equal(ERR_OK, act(&desk, COMMAND_CANCEL, id));
	assert_int_equal(ERR_OK, act(&desk, COMMAND_RETRY, bad.run));
	desk_crash(&desk);
	struct lease again = desk_claim(&desk);
	desk_finish(&desk, again.execution, OUTCOME_SUCCESS, STR(""));
	expect_counts(&desk, id, 1, 0, 1);
	assert_int_equal(RUN_CANCELLED, state_of(&desk, id));
	desk_close(&desk);
}

static void a_parent_cannot_be_moved_retried_or_discarded(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 1);
	struct command move = { .kind = COMMAND_RESCHEDULE,
				.tenant = STR("acme"),
				.run = { .run = id, .run_at = desk.now.wall + 5000 } };
	assert_int_equal(ERR_CONFLICT, desk_do(&desk, move)->err);
	assert_int_equal(ERR_CONFLICT, act(&desk, COMMAND_RETRY, id));
	assert_int_equal(ERR_CONFLICT, act(&desk, COMMAND_DISCARD, id));
	assert_int_equal(RUN_WAITING, state_of(&desk, id));
	desk_close(&desk);
}

static void why_tells_how_many_are_left(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid id = make(&desk, 12);
	struct lease lease = desk_claim(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	const struct answer *answer = desk_do(
		&desk, (struct command){ .kind = COMMAND_ASK_WHY, .run = { .run = id } });
	assert_int_equal(RUN_WAITING, answer->reasons.state);
	assert_int_equal(1, answer->reasons.len);
	assert_int_equal(WHY_CHILDREN, answer->reasons.reasons[0].kind);
	assert_true(str_eq(answer->reasons.reasons[0].ref, STR("11")));
	desk_close(&desk);
}

static void the_same_call_makes_one_batch(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command command = batch_of(2);
	command.has_replay = true;
	command.replay_key = (struct digest){ 1, 2 };
	struct uuid first = desk_do(&desk, command)->batch.id;
	const struct answer *again = desk_do(&desk, command);
	assert_true(again->is_replayed);
	assert_true(uuid_eq(&first, &again->batch.id));
	assert_int_equal(2, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	desk_close(&desk);
}

static void a_tenant_that_requires_keys_may_have_batches(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_do(&desk, (struct command){
			       .kind = COMMAND_SET_TENANT,
			       .set = { .name = STR("acme"), .tenant = { .require_key = true } } });
	make(&desk, 2);
	desk_close(&desk);
}

/* With little room in memory children wait in the store; each is counted all the same. */
static void children_that_memory_has_no_room_for_count_too(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .runs_max = 8 });
	struct uuid id = make(&desk, 60);
	u32 done = 0;
	while (done < 60) {
		u32 got = desk_lease(&desk, 7, (struct lease_command){ 0 });
		assert_true(got > 0);
		for (u32 i = 0; i < got; i++)
			desk_finish(&desk, desk.leases[desk.leases_len - 1 - i].execution,
				    OUTCOME_SUCCESS, STR(""));
		done += got;
	}
	assert_int_equal(RUN_DONE, state_of(&desk, id));
	expect_counts(&desk, id, 60, 0, 0);
	desk_close(&desk);
}

/* A pause ends in the turn that calls a batch off. Its children are ended where they would have
 * been handed out, and nothing is: what else stands there is looked at all the same. */
static void a_batch_is_called_off_as_its_tenant_is_let_go_on(void **state)
{
	(void)state;
	static const str types[] = { STR("mail"), STR("later") };
	struct desk desk;
	desk_open(&desk);
	struct command pause = { .kind = COMMAND_PAUSE,
				 .tenant = STR("acme"),
				 .pause = { .scope = PAUSE_TENANT } };
	assert_int_equal(ERR_OK, desk_do(&desk, pause)->err);
	struct uuid id = make(&desk, 2);
	desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("nobody") });
	struct lease_command call = { .types = types, .types_len = 1, .wait_ms = 50000 };
	u64 first = desk_call(&desk, 1, call);
	struct command cancel = { .kind = COMMAND_CANCEL,
				  .tenant = STR("acme"),
				  .run = { .run = id } };
	struct command resume = pause;
	resume.kind = COMMAND_RESUME;
	desk_submit(&desk, &cancel);
	desk_submit(&desk, &resume);
	desk_settle(&desk);
	assert_int_equal(0, desk.answered[first]);
	assert_int_equal(RUN_CANCELLED, state_of(&desk, id));
	expect_counts(&desk, id, 0, 0, 2);
	call.types = &types[1];
	u64 second = desk_call(&desk, 1, call);
	desk_run(&desk, "acme", (struct enqueue_item){ .type = types[1] });
	assert_int_equal(1, desk.granted[second]);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_last_child_ends_the_parent),
		cmocka_unit_test(children_have_keys_and_times_of_their_own),
		cmocka_unit_test(a_crash_between_two_children_loses_no_count),
		cmocka_unit_test(all_of_it_or_none),
		cmocka_unit_test(bounds_are_named),
		cmocka_unit_test(a_cancelled_parent_takes_its_children_with_it),
		cmocka_unit_test(after_a_cancel_no_child_begins),
		cmocka_unit_test(an_operation_over_all_ends_parents_too),
		cmocka_unit_test(a_child_that_is_cancelled_counts_as_ended),
		cmocka_unit_test(a_batch_is_called_off_as_its_tenant_is_let_go_on),
		cmocka_unit_test(a_retry_before_the_end_keeps_the_parent_waiting),
		cmocka_unit_test(a_retry_after_the_end_moves_the_report_and_not_the_parent),
		cmocka_unit_test(a_retry_after_a_cancel_is_carried_out),
		cmocka_unit_test(a_parent_cannot_be_moved_retried_or_discarded),
		cmocka_unit_test(why_tells_how_many_are_left),
		cmocka_unit_test(the_same_call_makes_one_batch),
		cmocka_unit_test(a_tenant_that_requires_keys_may_have_batches),
		cmocka_unit_test(children_that_memory_has_no_room_for_count_too),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
