/* The same call twice makes one thing, whatever comes between. */
#include "engine/desk.h"

static const struct digest key = { 1, 2 };
static const struct digest body = { 3, 4 };

static struct command enqueue(const struct enqueue_item *items, u32 len)
{
	return (struct command){ .kind = COMMAND_ENQUEUE,
				 .tenant = STR("acme"),
				 .has_replay = true,
				 .replay_key = key,
				 .replay_body = body,
				 .enqueue = { items, len, false } };
}

static const struct enqueue_item one = { .type = { "t", 1 }, .payload = { "{}", 2 } };

static u64 runs_kept(const struct desk *desk)
{
	struct memory_counts counts = memory_store_counts(desk->store);
	u64 runs = 0;
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) runs += counts.runs[i];
	return runs;
}

static void the_second_call_is_answered_with_what_the_first_made(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid made = (desk_do(&desk, enqueue(&one, 1)), desk.last.items[0].run);
	assert_false(desk.last.head.is_replayed);
	desk_do(&desk, enqueue(&one, 1));
	assert_int_equal(desk.last.head.err, ERR_OK);
	assert_true(desk.last.head.is_replayed);
	assert_int_equal(desk.last.head.enqueue.len, 1);
	assert_true(uuid_eq(&desk.last.items[0].run, &made));
	assert_false(desk.last.items[0].duplicate);
	assert_int_equal(runs_kept(&desk), 1);
	desk_close(&desk);
}

static void also_after_a_crash_and_within_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command a = enqueue(&one, 1), b = enqueue(&one, 1);
	desk_submit(&desk, &a);
	desk_submit(&desk, &b);
	desk_settle(&desk);
	assert_true(desk.last.head.is_replayed);
	desk_crash(&desk);
	desk_do(&desk, enqueue(&one, 1));
	assert_true(desk.last.head.is_replayed);
	assert_int_equal(runs_kept(&desk), 1);
	desk_close(&desk);
}

static void another_body_is_refused(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_do(&desk, enqueue(&one, 1));
	struct command other = enqueue(&one, 1);
	other.replay_body = (struct digest){ 3, 5 };
	assert_int_equal(desk_do(&desk, other)->err, ERR_REPLAY_BODY);
	assert_int_equal(runs_kept(&desk), 1);
	desk_close(&desk);
}

static void after_a_day_it_is_a_new_call(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_do(&desk, enqueue(&one, 1));
	desk_advance(&desk, MSEC_DAY - 1);
	desk_do(&desk, enqueue(&one, 1));
	assert_true(desk.last.head.is_replayed);
	desk_advance(&desk, 1);
	desk_do(&desk, enqueue(&one, 1));
	assert_false(desk.last.head.is_replayed);
	assert_int_equal(runs_kept(&desk), 2);
	desk_close(&desk);
}

static void a_call_of_many_comes_back_item_by_item(void **state)
{
	const struct enqueue_item items[] = { one, { .type = { "no type", 7 } }, one };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_do(&desk, enqueue(items, countof(items)));
	struct uuid first = desk.last.items[0].run, last = desk.last.items[2].run;
	assert_int_equal(desk.last.items[1].err, ERR_INVALID);
	desk_do(&desk, enqueue(items, countof(items)));
	assert_true(desk.last.head.is_replayed);
	assert_true(uuid_eq(&desk.last.items[0].run, &first));
	assert_int_equal(desk.last.items[1].err, ERR_INVALID);
	assert_true(uuid_eq(&desk.last.items[2].run, &last));
	assert_int_equal(runs_kept(&desk), 2);
	desk_close(&desk);
}

static void a_call_that_made_nothing_may_be_tried_again(void **state)
{
	const struct enqueue_item wrong = { .type = { "no type", 7 } };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_do(&desk, enqueue(&wrong, 1));
	struct command right = enqueue(&one, 1);
	right.replay_body = (struct digest){ 5, 5 };
	desk_do(&desk, right);
	assert_false(desk.last.head.is_replayed);
	assert_int_equal(desk.last.head.err, ERR_OK);
	assert_int_equal(runs_kept(&desk), 1);
	desk_close(&desk);
}

static void an_operation_is_begun_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_do(&desk, enqueue(&one, 1));
	struct command start = { .kind = COMMAND_OPERATION_START,
				 .tenant = STR("acme"),
				 .has_replay = true,
				 .replay_key = { 9, 9 },
				 .operation = { .kind = OPERATION_CANCEL } };
	struct uuid made = desk_do(&desk, start)->operation.id;
	desk_do(&desk, start);
	assert_true(desk.last.head.is_replayed);
	assert_true(uuid_eq(&desk.last.head.operation.id, &made));
	desk_close(&desk);
}

static void a_cancel_that_comes_again_gets_the_first_answer(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", one);
	struct command cancel = { .kind = COMMAND_CANCEL,
				  .tenant = STR("acme"),
				  .has_replay = true,
				  .replay_key = { 8, 8 },
				  .run = { .run = run } };
	assert_int_equal(desk_do(&desk, cancel)->err, ERR_OK);
	assert_int_equal(desk_do(&desk, cancel)->err, ERR_OK);
	assert_true(desk.last.head.is_replayed);
	assert_true(uuid_eq(&desk.last.head.run.run, &run));
	/* Without the key it is a new wish, and too late. */
	cancel.has_replay = false;
	assert_int_equal(desk_do(&desk, cancel)->err, ERR_CONFLICT);
	desk_close(&desk);
}

static void a_pause_begins_and_ends_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command pause = { .kind = COMMAND_PAUSE,
				 .tenant = STR("acme"),
				 .has_replay = true,
				 .replay_key = { 9, 9 },
				 .pause = { .scope = PAUSE_TYPE, .name = STR("t") } };
	struct command resume = pause;
	resume.kind = COMMAND_RESUME;
	resume.replay_key = (struct digest){ 9, 10 };
	for (u32 i = 0; i < 2; i++) {
		assert_int_equal(desk_do(&desk, pause)->err, ERR_OK);
		assert_int_equal(desk.last.head.is_replayed, i == 1);
	}
	/* It ends once, and the call that began it does not begin it again. */
	for (u32 i = 0; i < 2; i++) {
		assert_int_equal(desk_do(&desk, resume)->err, ERR_OK);
		assert_int_equal(desk.last.head.is_replayed, i == 1);
		assert_int_equal(desk_do(&desk, pause)->err, ERR_OK);
	}
	resume.has_replay = false;
	assert_int_equal(desk_do(&desk, resume)->err, ERR_NOT_FOUND);
	desk_close(&desk);
}

static struct command event(const struct enqueue_item *items, u32 len)
{
	struct command command = enqueue(items, len);
	command.enqueue.is_event = true;
	command.replay_ms = 2 * MSEC_DAY;
	return command;
}

/* Whatever it would make by now: rules may have changed. */
static void an_event_counts_once_whatever_came_of_it(void **state)
{
	static const struct enqueue_item many[3] = { { .type = { "t", 1 }, .payload = { "{}", 2 } },
						     { .type = { "t", 1 }, .payload = { "{}", 2 } },
						     { .type = { "t", 1 },
						       .payload = { "{}", 2 } } };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_do(&desk, event(many, 3));
	struct uuid last = desk.last.items[2].run;
	for (u32 len = 0; len < 3; len++) {
		desk_do(&desk, event(many, len));
		assert_true(desk.last.head.is_replayed);
		assert_int_equal(desk.last.head.enqueue.len, 3);
		assert_true(uuid_eq(&desk.last.items[2].run, &last));
	}
	desk_advance(&desk, 2 * MSEC_DAY - 1);
	desk_do(&desk, event(many, 1));
	assert_true(desk.last.head.is_replayed);
	assert_int_equal(runs_kept(&desk), 3);
	desk_advance(&desk, 1);
	desk_do(&desk, event(many, 0));
	assert_false(desk.last.head.is_replayed);
	/* Nothing came of it, and it came. */
	desk_crash(&desk);
	desk_do(&desk, event(many, 3));
	assert_true(desk.last.head.is_replayed);
	assert_int_equal(desk.last.head.enqueue.len, 0);
	assert_int_equal(runs_kept(&desk), 3);
	desk_close(&desk);
}

static void twice_in_one_turn_it_counts_once_too(void **state)
{
	static const struct enqueue_item two[2] = { { .type = { "t", 1 }, .payload = { "{}", 2 } },
						    { .type = { "t", 1 },
						      .payload = { "{}", 2 } } };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command a = event(two, 2), b = event(two, 0);
	desk_submit(&desk, &a);
	desk_submit(&desk, &b);
	desk_settle(&desk);
	assert_true(desk.last.head.is_replayed);
	assert_int_equal(runs_kept(&desk), 2);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_second_call_is_answered_with_what_the_first_made),
		cmocka_unit_test(also_after_a_crash_and_within_one_turn),
		cmocka_unit_test(another_body_is_refused),
		cmocka_unit_test(after_a_day_it_is_a_new_call),
		cmocka_unit_test(a_call_of_many_comes_back_item_by_item),
		cmocka_unit_test(a_call_that_made_nothing_may_be_tried_again),
		cmocka_unit_test(a_cancel_that_comes_again_gets_the_first_answer),
		cmocka_unit_test(an_operation_is_begun_once),
		cmocka_unit_test(a_pause_begins_and_ends_once),
		cmocka_unit_test(an_event_counts_once_whatever_came_of_it),
		cmocka_unit_test(twice_in_one_turn_it_counts_once_too),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
