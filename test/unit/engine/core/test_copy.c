/* A dead letter with another payload. */
#include "engine/desk.h"

static const str none = { "", 0 };
static const struct enqueue_item another = { .key = STR("k"), .payload = STR("{\"n\":2}") };

static struct uuid dead_letter(struct desk *desk, struct enqueue_item item)
{
	item.max_attempts = 1;
	struct uuid run = desk_run(desk, "acme", item);
	struct lease lease = desk_claim(desk);
	desk_finish(desk, lease.execution, OUTCOME_FAIL, none);
	assert_int_equal(RUN_FAILED, desk_state(desk, run));
	return run;
}

static const struct answer *copy(struct desk *desk, struct uuid run, bool discards)
{
	return desk_do(
		desk,
		(struct command){ .kind = COMMAND_COPY,
				  .tenant = STR("acme"),
				  .actor = STR("ann"),
				  .run = { .run = run, .copy = &another, .discards = discards } });
}

static void the_copy_is_linked_and_the_dead_letter_stays(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .priority = 2,
				     .queue = STR("default"),
				     .timeout_ms = 5000,
				     .payload = STR("{\"n\":1}") };
	struct uuid run = dead_letter(&desk, item);
	struct run_row before = desk_row(&desk, run);
	desk_advance(&desk, 1000);
	struct uuid made = copy(&desk, run, false)->run.run;
	assert_int_equal(RUN_QUEUED, desk.last.head.run.state);
	struct run_row row = desk_row(&desk, made), after = desk_row(&desk, run);
	assert_true(uuid_eq(&row.copied_from, &run));
	assert_int_equal(2, row.hot.priority);
	assert_int_equal(1, row.hot.max_attempts);
	assert_int_equal(0, row.hot.attempts);
	assert_true(row.timeout_ms == 5000);
	assert_true(row.hot.run_at == desk.now.wall);
	assert_int_equal(another.payload.len, row.payload_len);
	assert_int_equal(RUN_FAILED, after.hot.state);
	assert_true(after.hot.updated_at == before.hot.updated_at);
	struct lease lease = desk_claim(&desk);
	assert_true(uuid_eq(&lease.run, &made));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void the_dead_letter_is_discarded_in_the_same_commit(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = dead_letter(&desk, (struct enqueue_item){ 0 });
	struct uuid made = copy(&desk, run, true)->run.run;
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	assert_int_equal(RUN_QUEUED, desk_state(&desk, made));
	assert_int_equal(ERR_CONFLICT, copy(&desk, run, false)->err);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* Of each scope: the key is the copy's until that has ended as the scope says. */
static void the_copy_takes_the_key_over(void **state)
{
	static const enum unique_scope scopes[] = { UNIQUE_BUCKET, UNIQUE_TTL, UNIQUE_ACTIVE,
						    UNIQUE_SUCCEEDED, UNIQUE_FOREVER };
	(void)state;
	for (u32 i = 0; i < countof(scopes); i++) {
		struct desk desk;
		desk_open(&desk);
		struct enqueue_item item = { .key = STR("k"),
					     .scope = scopes[i],
					     .run_at = desk.now.wall };
		struct uuid run = dead_letter(&desk, item);
		struct uuid made = copy(&desk, run, false)->run.run;
		struct enqueue_answer again = desk_enqueue(&desk, "acme", item);
		assert_true(again.duplicate);
		assert_true(uuid_eq(&again.run, &made));
		assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, run));
		assert_true(uuid_eq(&desk.last.head.run.other, &made));
		assert_int_equal(ERR_CONFLICT, copy(&desk, run, false)->err);
		assert_true(uuid_eq(&desk.last.head.run.other, &made));
		desk_same_as_fresh(&desk);
		desk_close(&desk);
	}
}

/* Long after its span the key of a dead letter may be anybody's, or nobody's. */
static void a_span_begins_anew_with_the_copy(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .key = STR("k"),
				     .scope = UNIQUE_TTL,
				     .unique_ttl = MSEC_HOUR };
	struct uuid run = dead_letter(&desk, item);
	desk_advance(&desk, 10 * MSEC_HOUR);
	struct uuid made = copy(&desk, run, false)->run.run;
	desk_advance(&desk, MSEC_HOUR / 2);
	struct enqueue_answer again = desk_enqueue(&desk, "acme", item);
	assert_true(uuid_eq(&again.run, &made));
	desk_advance(&desk, MSEC_HOUR);
	assert_false(desk_enqueue(&desk, "acme", item).duplicate);
	desk_close(&desk);
}

static void what_cannot_be_copied_is_refused(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid nobodys = { { 9 } };
	struct uuid queued = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_NOT_FOUND, copy(&desk, nobodys, false)->err);
	assert_int_equal(ERR_CONFLICT, copy(&desk, queued, false)->err);
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_CANCEL, queued));
	struct enqueue_item own = { .cause = CAUSE_PING };
	assert_int_equal(ERR_CONFLICT, copy(&desk, dead_letter(&desk, own), false)->err);
	struct enqueue_item late = { .deadline_at = desk.now.wall + 1000 };
	struct uuid run = dead_letter(&desk, late);
	desk_advance(&desk, 2000);
	assert_int_equal(ERR_CONFLICT, copy(&desk, run, false)->err);
	struct command foreign = { .kind = COMMAND_COPY,
				   .tenant = STR("evil"),
				   .run = { .run = run, .copy = &another } };
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, foreign)->err);
	desk_close(&desk);
}

static void a_key_that_another_run_has_taken_refuses_the_copy(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .key = STR("k"), .scope = UNIQUE_ACTIVE };
	struct uuid run = dead_letter(&desk, item);
	struct uuid other = desk_run(&desk, "acme", item);
	assert_int_equal(ERR_CONFLICT, copy(&desk, run, true)->err);
	assert_true(uuid_eq(&desk.last.head.run.other, &other));
	assert_int_equal(RUN_FAILED, desk_state(&desk, run));
	desk_close(&desk);
}

/* Two in one turn: the second finds the key taken by the first. */
static void two_copies_of_one_turn_share_no_key(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .key = STR("k"), .scope = UNIQUE_FOREVER };
	struct uuid run = dead_letter(&desk, item);
	struct command first = { .kind = COMMAND_COPY,
				 .tenant = STR("acme"),
				 .run = { .run = run, .copy = &another } };
	struct command second = first;
	desk_submit(&desk, &first);
	desk_submit(&desk, &second);
	desk_settle(&desk);
	assert_int_equal(ERR_CONFLICT, desk.last.head.err);
	assert_int_equal(1, desk_count(&desk, RUN_QUEUED));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_copy_is_linked_and_the_dead_letter_stays),
		cmocka_unit_test(the_dead_letter_is_discarded_in_the_same_commit),
		cmocka_unit_test(the_copy_takes_the_key_over),
		cmocka_unit_test(a_span_begins_anew_with_the_copy),
		cmocka_unit_test(what_cannot_be_copied_is_refused),
		cmocka_unit_test(a_key_that_another_run_has_taken_refuses_the_copy),
		cmocka_unit_test(two_copies_of_one_turn_share_no_key),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
