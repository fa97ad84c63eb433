/* Later, away with it, done: what a person does with a reminder. */
#include "engine/remind_desk.h"

static enum reminder_status act(struct desk *desk, enum command_kind kind, const struct uuid *id)
{
	const struct answer *answer = desk_do(desk, reminder_act(kind, id));
	assert_int_equal(ERR_OK, answer->err);
	return answer->reminder.status;
}

static void the_snooze_after_the_last_dismisses(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ .snooze_most = 2 });
	struct uuid id = desk_reminder(&desk, NULL);
	assert_int_equal(REMINDER_SNOOZED, act(&desk, COMMAND_REMINDER_SNOOZE, &id));
	assert_int_equal(REMINDER_SNOOZED, act(&desk, COMMAND_REMINDER_SNOOZE, &id));
	assert_int_equal(2, desk_reminder_row(&desk, &id)->hot.snooze_count);
	assert_int_equal(REMINDER_DISMISSED, act(&desk, COMMAND_REMINDER_SNOOZE, &id));
	assert_int_equal(2, desk_reminder_row(&desk, &id)->hot.snooze_count);
	assert_int_equal(0, desk_count(&desk, RUN_QUEUED));
	desk_close(&desk);
}

static void a_snooze_is_as_long_as_the_server_says(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ .snooze_ms = 7 * MSEC_MINUTE });
	struct uuid id = desk_reminder(&desk, NULL);
	desk_advance(&desk, MSEC_HOUR);
	act(&desk, COMMAND_REMINDER_SNOOZE, &id);
	assert_true(desk_reminder_row(&desk, &id)->hot.snoozed_until ==
		    desk.now.wall + 7 * MSEC_MINUTE);
	desk_close(&desk);
}

static void a_snooze_before_the_time_counts_from_that_time(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ .snooze_ms = 7 * MSEC_MINUTE });
	struct uuid id = desk_reminder(&desk, NULL);
	msec due = desk_reminder_row(&desk, &id)->hot.remind_at;
	assert_true(due > desk.now.wall);
	for (u32 times = 1; times <= 2; times++) {
		act(&desk, COMMAND_REMINDER_SNOOZE, &id);
		assert_true(desk_reminder_row(&desk, &id)->hot.snoozed_until ==
			    due + times * 7 * MSEC_MINUTE);
	}
	desk_close(&desk);
}

/* An attempt that is under way is told to stop, and its report changes nothing. */
static void an_attempt_under_way_is_stopped(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, NULL);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	act(&desk, COMMAND_REMINDER_COMPLETE, &id);
	assert_int_equal(1, desk.stops);
	desk_own_report(&desk, (struct report){ .outcome = OUTCOME_SUCCESS, .notified = true });
	assert_int_equal(REMINDER_COMPLETED, desk_reminder_row(&desk, &id)->hot.status);
	assert_int_equal(0, desk_said(&desk, "sent"));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void the_same_word_twice_changes_nothing(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	act(&desk, COMMAND_REMINDER_DISMISS, &id);
	u64 version = desk_reminder_row(&desk, &id)->hot.version;
	desk_crash(&desk);
	assert_int_equal(REMINDER_DISMISSED, act(&desk, COMMAND_REMINDER_DISMISS, &id));
	assert_true(desk_reminder_row(&desk, &id)->hot.version == version);
	assert_int_equal(ERR_CONFLICT,
			 desk_do(&desk, reminder_act(COMMAND_REMINDER_COMPLETE, &id))->err);
	assert_int_equal(ERR_CONFLICT,
			 desk_do(&desk, reminder_act(COMMAND_REMINDER_SNOOZE, &id))->err);
	desk_close(&desk);
}

/* The next occurrence stands in the store alone, far ahead. In one turn the one that was told is
 * dismissed, and the next is taken away: neither word is lost. */
static void a_dismissal_and_a_cancel_of_the_next_one_in_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	desk_own_report(&desk, (struct report){ .outcome = OUTCOME_SUCCESS, .notified = true });
	struct reminder_hot told = desk_reminder_row(&desk, &id)->hot;
	desk_crash(&desk);
	struct command dismiss = reminder_act(COMMAND_REMINDER_DISMISS, &id);
	struct command cancel = { .kind = COMMAND_CANCEL,
				  .tenant = STR("acme"),
				  .run = { .run = told.run } };
	desk_submit(&desk, &dismiss);
	desk_submit(&desk, &cancel);
	desk_settle(&desk);
	const struct reminder_hot *hot = &desk_reminder_row(&desk, &id)->hot;
	assert_int_equal(REMINDER_DISMISSED, hot->status);
	assert_true(hot->version == told.version + 2);
	assert_true(hot->next_at == told.next_at + MSEC_DAY);
	assert_false(uuid_eq(&hot->run, &told.run));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* In one turn an attempt fails, its run leaves memory for later, and the person dismisses it: that
 * it was tried is not forgotten. */
static void a_failed_attempt_and_a_dismissal_in_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ .runs_max = 10, .horizon = MSEC_MINUTE });
	struct uuid id = desk_reminder(&desk, NULL);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	struct report failed = { .execution = desk_last_lease(&desk)->execution,
				 .outcome = OUTCOME_RETRY,
				 .retry_after_ms = MSEC_HOUR };
	struct command report = { .kind = COMMAND_REPORT,
				  .report = {
					  .worker = STR("@node"), .reports = &failed, .len = 1 } };
	struct command dismiss = reminder_act(COMMAND_REMINDER_DISMISS, &id);
	desk_submit(&desk, &report);
	desk_submit(&desk, &dismiss);
	desk_settle(&desk);
	struct run_row run = desk_row(&desk, desk_last_lease(&desk)->run);
	assert_int_equal(RUN_CANCELLED, run.hot.state);
	assert_int_equal(1, run.hot.attempts);
	assert_int_equal(REMINDER_DISMISSED, desk_reminder_row(&desk, &id)->hot.status);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* The answer to a snooze got lost, and the phone says it again. */
static void the_same_call_again_snoozes_once(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, NULL);
	struct command snooze = reminder_act(COMMAND_REMINDER_SNOOZE, &id);
	snooze.has_replay = true;
	snooze.replay_key = (struct digest){ 1, 2 };
	snooze.replay_body = (struct digest){ 3, 4 };
	assert_false(desk_do(&desk, snooze)->is_replayed);
	desk_crash(&desk);
	const struct answer *again = desk_do(&desk, snooze);
	assert_int_equal(ERR_OK, again->err);
	assert_true(again->is_replayed);
	assert_true(uuid_eq(&id, &again->id));
	assert_int_equal(1, desk_reminder_row(&desk, &id)->hot.snooze_count);
	assert_int_equal(1, desk_count(&desk, RUN_QUEUED));
	desk_close(&desk);
}

/* Of a series the next occurrence may have come in between: it is not the one that was meant. */
static void the_same_call_again_completes_one_occurrence(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=HOURLY");
	struct command complete = reminder_act(COMMAND_REMINDER_COMPLETE, &id);
	complete.has_replay = true;
	complete.replay_key = (struct digest){ 1, 2 };
	complete.replay_body = (struct digest){ 3, 4 };
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(ERR_OK, desk_do(&desk, complete)->err);
	desk_advance(&desk, MSEC_HOUR);
	enum reminder_status status = desk_reminder_row(&desk, &id)->hot.status;
	assert_int_not_equal(REMINDER_COMPLETED, status);
	assert_true(desk_do(&desk, complete)->is_replayed);
	assert_int_equal(status, desk_reminder_row(&desk, &id)->hot.status);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_snooze_after_the_last_dismisses),
		cmocka_unit_test(a_snooze_is_as_long_as_the_server_says),
		cmocka_unit_test(a_snooze_before_the_time_counts_from_that_time),
		cmocka_unit_test(an_attempt_under_way_is_stopped),
		cmocka_unit_test(the_same_word_twice_changes_nothing),
		cmocka_unit_test(a_dismissal_and_a_cancel_of_the_next_one_in_one_turn),
		cmocka_unit_test(a_failed_attempt_and_a_dismissal_in_one_turn),
		cmocka_unit_test(the_same_call_again_snoozes_once),
		cmocka_unit_test(the_same_call_again_completes_one_occurrence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
