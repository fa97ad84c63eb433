/* What people do to single runs: cancel, reschedule, retry, discard. */
#include "engine/desk.h"

static const str none = { "", 0 };
enum { FAR = 30 }; /* days: far beyond what memory holds */

/* A run that is a dead letter. */
static struct uuid dead_letter(struct desk *desk, struct enqueue_item item, bool attempts_used)
{
	item.max_attempts = 1;
	struct uuid run = desk_run(desk, "acme", item);
	struct lease lease = desk_claim(desk);
	desk_finish(desk, lease.execution, attempts_used ? OUTCOME_RETRY : OUTCOME_FAIL, none);
	assert_int_equal(attempts_used ? RUN_DLQ : RUN_FAILED, desk_state(desk, run));
	return run;
}

static enum err reschedule(struct desk *desk, struct uuid run, msec run_at)
{
	return desk_do(desk, (struct command){ .kind = COMMAND_RESCHEDULE,
					       .run = { .run = run, .run_at = run_at } })
		->err;
}

/* ---- cancel ------------------------------------------------------------------------------- */

static void a_queued_run_can_be_cancelled_due_or_not_in_memory_or_not(void **state)
{
	static const msec waits[] = { 0, 60000, FAR * MSEC_DAY };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(waits); i++) {
		struct enqueue_item item = { .run_at = desk.now.wall + waits[i] };
		struct uuid run = desk_run(&desk, "acme", item);
		assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_CANCEL, run));
		assert_int_equal(RUN_CANCELLED, desk.last.head.run.state);
		assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
		assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_CANCEL, run));
		assert_int_equal(RUN_CANCELLED, desk.last.head.run.state);
	}
	desk_advance(&desk, 60000);
	assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void a_processing_run_is_cancelled_and_its_holder_stopped(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(&desk);
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_CANCEL, run));
	assert_int_equal(1, desk.stops);
	assert_true(uuid_eq(&desk.stopped, &lease.execution));
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	assert_int_equal(0, desk_row(&desk, run).hot.attempts);
	desk_close(&desk);
}

static void nobody_knows_of_anothers_run(void **state)
{
	static const enum command_kind kinds[] = { COMMAND_CANCEL, COMMAND_RETRY, COMMAND_DISCARD,
						   COMMAND_RESCHEDULE, COMMAND_ASK_WHY };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item far = { .run_at = desk.now.wall + FAR * MSEC_DAY };
	struct uuid runs[3] = { 0 }; /* the last one: of nobody */
	runs[0] = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	runs[1] = desk_run(&desk, "acme", far);
	for (u32 i = 0; i < countof(kinds); i++) {
		for (u32 k = 0; k < countof(runs); k++) {
			struct command command = { .kind = kinds[i],
						   .tenant = STR("evil"),
						   .run = { .run = runs[k],
							    .run_at = desk.now.wall } };
			assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, command)->err);
		}
	}
	assert_int_equal(2, desk_count(&desk, RUN_QUEUED));
	desk_close(&desk);
}

static void two_cancels_of_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item far = { .run_at = desk.now.wall + FAR * MSEC_DAY };
	for (u32 i = 0; i < 2; i++) {
		struct uuid run = desk_run(&desk, "acme", i ? far : (struct enqueue_item){ 0 });
		struct command first = { .kind = COMMAND_CANCEL, .run = { .run = run } };
		struct command second = first;
		desk_submit(&desk, &first);
		desk_submit(&desk, &second);
		desk_settle(&desk);
		assert_int_equal(ERR_CONFLICT, desk.last.head.err);
		assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	}
	desk_close(&desk);
}

static void long_words_from_outside_are_cut(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	char text[1000];
	memset(text, 'r', sizeof text);
	str wordy = { text, sizeof text };
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct command cancel = { .kind = COMMAND_CANCEL,
				  .actor = wordy,
				  .run = { .run = run, .reason = wordy } };
	assert_int_equal(ERR_OK, desk_do(&desk, cancel)->err);
	desk_close(&desk);
}

/* ---- retry and discard -------------------------------------------------------------------- */

static void a_dead_letter_gets_new_attempts(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 used = 0; used < 2; used++) {
		struct uuid run = dead_letter(&desk, (struct enqueue_item){ 0 }, used);
		desk_advance(&desk, MSEC_DAY);
		assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_RETRY, run));
		struct lease lease = desk_claim(&desk);
		assert_true(uuid_eq(&run, &lease.run));
		assert_int_equal(1, lease.attempt);
		assert_int_equal(2, lease.fence);
		desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none);
		assert_int_equal(RUN_DONE, desk_state(&desk, run));
		assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, run));
	}
	desk_close(&desk);
}

static void a_waiting_worker_gets_a_retried_run_at_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = dead_letter(&desk, (struct enqueue_item){ 0 }, true);
	u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 1000 });
	desk_run_command(&desk, COMMAND_RETRY, run);
	assert_int_equal(1, desk.granted[call]);
	desk_close(&desk);
}

static void only_dead_letters_can_be_retried_or_discarded(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, run));
	assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_DISCARD, run));
	struct lease lease = desk_claim(&desk);
	assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, run));
	assert_int_equal(RUN_PROCESSING, desk.last.head.run.state);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none);
	assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, run));
	assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_DISCARD, run));
	assert_int_equal(RUN_DONE, desk.last.head.run.state);
	desk_close(&desk);
}

static void a_discarded_dead_letter_is_cancelled_for_good(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = dead_letter(&desk, (struct enqueue_item){ 0 }, true);
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_DISCARD, run));
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, run));
	assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_DISCARD, run));
	desk_close(&desk);
}

static void a_retry_whose_key_another_has_taken_names_it(void **state)
{
	static const enum unique_scope scopes[] = { UNIQUE_ACTIVE, UNIQUE_SUCCEEDED };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(scopes); i++) {
		struct enqueue_item item = { .key = STR("k"), .scope = scopes[i] };
		struct uuid dead = dead_letter(&desk, item, true);
		struct uuid other = desk_run(&desk, "acme", item);
		assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, dead));
		assert_true(uuid_eq(&other, &desk.last.head.run.other));
		assert_int_equal(RUN_DLQ, desk_state(&desk, dead));
		/* The other is gone: now it may come back, and its key is taken again. */
		desk_run_command(&desk, COMMAND_CANCEL, other);
		assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_RETRY, dead));
		assert_true(desk_enqueue(&desk, "acme", item).duplicate);
		desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_SUCCESS, none);
	}
	desk_close(&desk);
}

static void two_retries_of_one_turn_make_one_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = dead_letter(&desk, (struct enqueue_item){ 0 }, true);
	struct command first = { .kind = COMMAND_RETRY, .run = { .run = run } };
	struct command second = first;
	desk_submit(&desk, &first);
	desk_submit(&desk, &second);
	desk_settle(&desk);
	assert_int_equal(ERR_CONFLICT, desk.last.head.err);
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void a_run_that_fails_and_is_retried_in_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .key = STR("k"), .scope = UNIQUE_ACTIVE };
	struct uuid run = desk_run(&desk, "acme", item);
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_FAIL };
	struct command failed = { .kind = COMMAND_REPORT,
				  .report = { STR("w1"), &report, 1, NULL } };
	struct command retry = { .kind = COMMAND_RETRY, .run = { .run = run } };
	desk_submit(&desk, &retry);
	desk_submit(&desk, &failed);
	desk_settle(&desk);
	assert_int_equal(ERR_OK, desk.last.head.err);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	assert_true(desk_enqueue(&desk, "acme", item).duplicate);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void no_dead_letter_comes_back_past_its_deadline(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .deadline_at = desk.now.wall + 10000 };
	struct uuid run = dead_letter(&desk, item, false);
	desk_advance(&desk, 10000);
	assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, run));
	assert_int_equal(RUN_FAILED, desk_state(&desk, run));
	desk_close(&desk);
}

static void a_dead_letter_whose_span_was_given_to_another_stays_one(void **state)
{
	(void)state;
	for (u32 border = 0; border < 2; border++) {
		struct desk desk;
		desk_open(&desk);
		struct enqueue_item item = { .key = STR("k"),
					     .scope = UNIQUE_TTL,
					     .unique_ttl = MSEC_HOUR };
		struct uuid dead = dead_letter(&desk, item, true);
		desk_advance(&desk, MSEC_HOUR);
		desk.now.wall = (desk.now.wall / MSEC_HOUR + 1) * MSEC_HOUR - 1000;
		struct uuid other = desk_run(&desk, "acme", item);
		desk_advance(&desk, border ? 2000 : 0); /* in its bucket, and in the next */
		assert_int_equal(ERR_CONFLICT, desk_run_command(&desk, COMMAND_RETRY, dead));
		assert_true(uuid_eq(&other, &desk.last.head.run.other));
		desk_advance(&desk, MSEC_HOUR);
		assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_RETRY, dead));
		desk_close(&desk);
	}
}

/* Memory reaches only as far as its pages: a run that is behind them comes in with them. */
static void a_retry_while_a_backlog_is_still_coming_in(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid dead = dead_letter(&desk, (struct enqueue_item){ 0 }, true);
	struct enqueue_item item = { .run_at = desk.now.wall - 5000 };
	for (u32 i = 0; i < 3; i++) desk_enqueue_many(&desk, "acme", item, 1000);
	desk_crash(&desk);
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_RETRY, dead));
	assert_int_equal(RUN_QUEUED, desk_state(&desk, dead));
	desk_same_as_fresh(&desk);
	desk_do(&desk, (struct command){ .kind = COMMAND_ASK_STATUS });
	assert_int_equal(3001, desk.last.head.status.due);
	desk_close(&desk);
}

/* ---- reschedule --------------------------------------------------------------------------- */

static void a_run_moves_to_another_time_from_and_to_anywhere(void **state)
{
	static const msec times[] = { 0, 60000, FAR * MSEC_DAY };
	(void)state;
	for (u32 from = 0; from < countof(times); from++) {
		for (u32 to = 0; to < countof(times); to++) {
			struct desk desk;
			desk_open(&desk);
			struct enqueue_item item = { .run_at = desk.now.wall + times[from] };
			struct uuid run = desk_run(&desk, "acme", item);
			msec run_at = desk.now.wall + times[to] + 5;
			assert_int_equal(ERR_OK, reschedule(&desk, run, run_at));
			assert_int_equal(run_at, desk_row(&desk, run).hot.run_at);
			desk_same_as_fresh(&desk);
			while (desk.now.wall < run_at) {
				assert_int_equal(0,
						 desk_lease(&desk, 1, (struct lease_command){ 0 }));
				msec left = run_at - desk.now.wall;
				desk_advance(&desk, left > MSEC_DAY ? MSEC_DAY : left);
			}
			desk_claim(&desk);
			desk_close(&desk);
		}
	}
}

static void only_a_queued_run_can_be_moved(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(&desk);
	assert_int_equal(ERR_CONFLICT, reschedule(&desk, run, desk.now.wall + 1000));
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none);
	assert_int_equal(ERR_CONFLICT, reschedule(&desk, run, desk.now.wall + 1000));
	assert_int_equal(ERR_INVALID, reschedule(&desk, run, MSEC_YEAR_9999_END + 1));
	assert_int_equal(ERR_INVALID, reschedule(&desk, run, -5));
	desk_close(&desk);
}

static void a_move_takes_the_new_bucket_and_gives_the_old_one_free(void **state)
{
	(void)state;
	static const msec waits[] = { 2 * MSEC_MINUTE, FAR * MSEC_DAY };
	for (u32 i = 0; i < countof(waits); i++) {
		struct desk desk;
		desk_open(&desk);
		msec minute = (desk.now.wall + waits[i]) / MSEC_MINUTE * MSEC_MINUTE;
		struct enqueue_item item = { .key = STR("k"),
					     .run_at = minute,
					     .run_at_is_absolute = true };
		struct uuid run = desk_run(&desk, "acme", item);
		assert_int_equal(ERR_OK, reschedule(&desk, run, minute + MSEC_HOUR + 7));
		struct enqueue_item there = item;
		there.run_at = minute + MSEC_HOUR;
		assert_true(desk_enqueue(&desk, "acme", there).duplicate);
		assert_false(desk_enqueue(&desk, "acme", item).duplicate);
		desk_same_as_fresh(&desk);
		desk_close(&desk);
	}
}

static void a_move_into_a_taken_bucket_names_who_has_it(void **state)
{
	(void)state;
	static const msec waits[] = { 2 * MSEC_MINUTE, FAR * MSEC_DAY };
	for (u32 i = 0; i < countof(waits); i++) {
		struct desk desk;
		desk_open(&desk);
		msec minute = (desk.now.wall + waits[i]) / MSEC_MINUTE * MSEC_MINUTE;
		struct enqueue_item item = { .key = STR("k"),
					     .run_at = minute,
					     .run_at_is_absolute = true };
		struct uuid run = desk_run(&desk, "acme", item);
		item.run_at = minute + MSEC_HOUR;
		struct uuid other = desk_run(&desk, "acme", item);
		assert_int_equal(ERR_CONFLICT, reschedule(&desk, run, minute + MSEC_HOUR + 1));
		assert_true(uuid_eq(&other, &desk.last.head.run.other));
		assert_int_equal(minute, desk_row(&desk, run).hot.run_at);
		/* Within its own minute it may move. */
		assert_int_equal(ERR_OK, reschedule(&desk, run, minute + 59000));
		desk_same_as_fresh(&desk);
		desk_close(&desk);
	}
}

static void two_moves_of_one_turn_each_see_the_bucket_they_go_to(void **state)
{
	(void)state;
	static const msec waits[] = { 2 * MSEC_MINUTE, FAR * MSEC_DAY };
	for (u32 i = 0; i < countof(waits); i++) {
		struct desk desk;
		desk_open(&desk);
		msec minute = (desk.now.wall + waits[i]) / MSEC_MINUTE * MSEC_MINUTE;
		struct enqueue_item item = { .key = STR("k"),
					     .run_at = minute,
					     .run_at_is_absolute = true };
		struct uuid run = desk_run(&desk, "acme", item);
		item.run_at = minute + 2 * MSEC_HOUR;
		desk_run(&desk, "acme", item);
		struct command first = { .kind = COMMAND_RESCHEDULE,
					 .run = { .run = run, .run_at = minute + MSEC_HOUR } };
		struct command second = first;
		second.run.run_at = minute + 2 * MSEC_HOUR;
		desk_submit(&desk, &first);
		desk_submit(&desk, &second);
		desk_settle(&desk);
		assert_int_equal(ERR_CONFLICT, desk.last.head.err);
		assert_int_equal(minute + MSEC_HOUR, desk_row(&desk, run).hot.run_at);
		desk_close(&desk);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_queued_run_can_be_cancelled_due_or_not_in_memory_or_not),
		cmocka_unit_test(a_processing_run_is_cancelled_and_its_holder_stopped),
		cmocka_unit_test(nobody_knows_of_anothers_run),
		cmocka_unit_test(two_cancels_of_one_turn),
		cmocka_unit_test(long_words_from_outside_are_cut),
		cmocka_unit_test(a_dead_letter_gets_new_attempts),
		cmocka_unit_test(a_waiting_worker_gets_a_retried_run_at_once),
		cmocka_unit_test(only_dead_letters_can_be_retried_or_discarded),
		cmocka_unit_test(a_discarded_dead_letter_is_cancelled_for_good),
		cmocka_unit_test(a_retry_whose_key_another_has_taken_names_it),
		cmocka_unit_test(two_retries_of_one_turn_make_one_run),
		cmocka_unit_test(a_run_that_fails_and_is_retried_in_one_turn),
		cmocka_unit_test(no_dead_letter_comes_back_past_its_deadline),
		cmocka_unit_test(a_dead_letter_whose_span_was_given_to_another_stays_one),
		cmocka_unit_test(a_retry_while_a_backlog_is_still_coming_in),
		cmocka_unit_test(a_run_moves_to_another_time_from_and_to_anywhere),
		cmocka_unit_test(only_a_queued_run_can_be_moved),
		cmocka_unit_test(a_move_takes_the_new_bucket_and_gives_the_old_one_free),
		cmocka_unit_test(a_move_into_a_taken_bucket_names_who_has_it),
		cmocka_unit_test(two_moves_of_one_turn_each_see_the_bucket_they_go_to),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
