/* What people say about reminders: bounds, versions, several words in one turn, a tenant that goes.
 */
#include "engine/remind_desk.h"

static void expect_refused(struct desk *desk, struct reminder_row row, enum err err,
			   const char *word)
{
	const struct answer *answer = desk_do(desk, reminder_put(&row, NULL));
	assert_int_equal(err, answer->err);
	assert_non_null(strstr(answer->why.text, word));
	assert_int_equal(0, desk_count(desk, RUN_QUEUED));
}

static void words_have_bounds(void **state)
{
	(void)state;
	static char longer[LIMIT_REMINDER_TEXT_BYTES + 1];
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	memset(longer, 'x', sizeof longer);
	struct reminder_row good = a_reminder(&desk, NULL), row = good;
	row.title = STR("");
	expect_refused(&desk, row, ERR_INVALID, "title");
	row.title = (str){ longer, 201 };
	expect_refused(&desk, row, ERR_INVALID, "title");
	row = good;
	row.description = (str){ longer, sizeof longer };
	expect_refused(&desk, row, ERR_INVALID, "description");
	row = good;
	row.reference_type = (str){ longer, 51 };
	expect_refused(&desk, row, ERR_INVALID, "reference_type");
	row = good;
	row.reference_id = (str){ longer, 101 };
	expect_refused(&desk, row, ERR_INVALID, "reference_id");
	row = good;
	row.reference_url = (str){ longer, 501 };
	expect_refused(&desk, row, ERR_INVALID, "reference_url");
	row = good;
	row.starts_at = 0;
	expect_refused(&desk, row, ERR_INVALID, "remind_at");
	row = good;
	row.user = STR("ann smith");
	expect_refused(&desk, row, ERR_INVALID, "user_id");
	row = good;
	row.is_recurring = true;
	expect_refused(&desk, row, ERR_INVALID, "recurrence_rule");
	row.rule = (str){ longer, 201 };
	expect_refused(&desk, row, ERR_INVALID, "recurrence_rule");
	row = good;
	row.zone = STR("Europe/Nowhere");
	assert_int_not_equal(ERR_OK, desk_do(&desk, reminder_put(&row, NULL))->err);
	row = good;
	row.title = STR("\xc3\xa9t\xc3\xa9");
	assert_int_equal(ERR_OK, desk_do(&desk, reminder_put(&row, NULL))->err);
	desk_close(&desk);
}

static void a_change_is_for_the_version_it_was_made_for(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, NULL);
	struct uuid run = desk_reminder_row(&desk, &id)->hot.run;
	struct reminder_row row = a_reminder(&desk, NULL);
	row.title = STR("call back");
	struct command put = reminder_put(&row, &id);
	put.reminder.moves = false;
	put.reminder.version = 2;
	assert_int_equal(ERR_VERSION, desk_do(&desk, put)->err);
	put.reminder.version = 1;
	assert_int_equal(ERR_OK, desk_do(&desk, put)->err);
	assert_true(str_eq(desk_reminder_row(&desk, &id)->title, STR("call back")));
	assert_true(uuid_eq(&run, &desk_reminder_row(&desk, &id)->hot.run));
	put.reminder.version = 0;
	put.reminder.user = STR("bob");
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, put)->err);
	put.reminder.user = STR("ann");
	put.tenant = STR("other");
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, put)->err);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void several_words_in_one_turn_follow_each_other(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	struct reminder_row row = a_reminder(&desk, "FREQ=WEEKLY");
	struct command commands[] = { reminder_act(COMMAND_REMINDER_SNOOZE, &id),
				      reminder_act(COMMAND_REMINDER_DISMISS, &id),
				      reminder_put(&row, &id),
				      reminder_act(COMMAND_REMINDER_SNOOZE, &id),
				      reminder_act(COMMAND_REMINDER_COMPLETE, &id) };
	for (u32 i = 0; i < countof(commands); i++) desk_submit(&desk, &commands[i]);
	desk_settle(&desk);
	const struct reminder_hot *hot = &desk_reminder_row(&desk, &id)->hot;
	assert_int_equal(REMINDER_COMPLETED, hot->status);
	assert_int_equal(1, hot->snooze_count);
	assert_true(hot->run_at == row.starts_at - row.starts_at % 1000 + 7 * MSEC_DAY);
	assert_int_equal(1, desk_count(&desk, RUN_QUEUED));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* The run of the next occurrence stands in the store alone, far ahead. In one turn the reminder
 * gets another title, and the run is taken away: each is a version of its own. */
static void a_change_and_a_cancel_of_the_next_one_in_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	struct reminder_row row = a_reminder(&desk, "FREQ=DAILY");
	row.title = STR("call back");
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	desk_own_report(&desk, (struct report){ .outcome = OUTCOME_SUCCESS, .notified = true });
	struct reminder_hot told = desk_reminder_row(&desk, &id)->hot;
	desk_crash(&desk);
	struct command put = reminder_put(&row, &id);
	struct command cancel = { .kind = COMMAND_CANCEL,
				  .tenant = STR("acme"),
				  .run = { .run = told.run } };
	put.reminder.moves = false;
	desk_submit(&desk, &put);
	desk_submit(&desk, &cancel);
	desk_settle(&desk);
	const struct reminder_row *there = desk_reminder_row(&desk, &id);
	assert_true(str_eq(there->title, STR("call back")));
	assert_true(there->hot.version == told.version + 2);
	assert_false(uuid_eq(&there->hot.run, &told.run));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* Its run has failed for good. In one turn the reminder is deleted, or stands as another run, and
 * the one that failed is tried again: that one belongs to nobody any more. */
static void another_word_and_another_try_in_one_turn(void **state)
{
	(void)state;
	static const enum command_kind words[] = { COMMAND_REMINDER_DELETE,
						   COMMAND_REMINDER_SNOOZE };
	for (u32 i = 0; i < countof(words); i++) {
		struct desk desk;
		remind_desk_open(&desk, (struct engine_config){ 0 });
		struct uuid id = desk_reminder(&desk, NULL);
		desk_advance(&desk, MSEC_HOUR);
		assert_int_equal(1, desk_own_lease(&desk));
		desk_own_report(&desk, (struct report){ .outcome = OUTCOME_FAIL });
		struct uuid run = desk_last_lease(&desk)->run;
		struct command word = reminder_act(words[i], &id);
		struct command again = { .kind = COMMAND_RETRY,
					 .tenant = STR("acme"),
					 .run = { .run = run } };
		word.reminder.snooze_ms = MSEC_HOUR;
		desk_submit(&desk, &word);
		desk_submit(&desk, &again);
		desk_settle(&desk);
		desk_same_as_fresh(&desk);
		assert_int_equal(1, desk_own_lease(&desk));
		desk_own_report(&desk, (struct report){ .outcome = OUTCOME_SUCCESS });
		assert_int_equal(RUN_DONE, desk_row(&desk, run).hot.state);
		desk_same_as_fresh(&desk);
		desk_close(&desk);
	}
}

/* The report that ends its run and a word about it meet in one turn: the report comes first. */
static void a_word_in_the_turn_of_its_end(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, NULL);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	struct report report = { .execution = desk_last_lease(&desk)->execution,
				 .outcome = OUTCOME_SUCCESS };
	struct command done = { .kind = COMMAND_REPORT,
				.report = {
					.worker = STR("@node"), .reports = &report, .len = 1 } };
	struct command dismiss = reminder_act(COMMAND_REMINDER_DISMISS, &id);
	desk_submit(&desk, &dismiss);
	desk_submit(&desk, &done);
	desk_settle(&desk);
	assert_int_equal(1, desk_said(&desk, "sent"));
	assert_int_equal(REMINDER_DISMISSED, desk_reminder_row(&desk, &id)->hot.status);
	assert_int_equal(1, desk_count(&desk, RUN_DONE));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void deleted_nothing_of_it_is_left(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	desk_crash(&desk);
	assert_int_equal(ERR_OK, desk_do(&desk, reminder_act(COMMAND_REMINDER_DELETE, &id))->err);
	assert_null(desk_reminder_row(&desk, &id));
	assert_int_equal(0, desk_count(&desk, RUN_QUEUED));
	assert_int_equal(ERR_NOT_FOUND,
			 desk_do(&desk, reminder_act(COMMAND_REMINDER_DELETE, &id))->err);
	desk_advance(&desk, 3 * MSEC_DAY);
	assert_int_equal(0, desk_said(&desk, "due"));
	desk_close(&desk);
}

static void a_tenant_that_goes_takes_its_reminders_along(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid once = desk_reminder(&desk, NULL), often = desk_reminder(&desk, "FREQ=DAILY");
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(2, desk_own_lease(&desk));
	struct command drop = { .kind = COMMAND_TENANT_DROP,
				.set = { .name = STR("acme"), .expected = DOCUMENT_ANY } };
	assert_int_equal(ERR_OK, desk_do(&desk, drop)->err);
	desk_settle(&desk);
	assert_null(desk_reminder_row(&desk, &once));
	assert_null(desk_reminder_row(&desk, &often));
	assert_int_equal(0, desk_count(&desk, RUN_QUEUED));
	desk_crash(&desk);
	desk_settle(&desk);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_have_bounds),
		cmocka_unit_test(a_change_is_for_the_version_it_was_made_for),
		cmocka_unit_test(several_words_in_one_turn_follow_each_other),
		cmocka_unit_test(a_change_and_a_cancel_of_the_next_one_in_one_turn),
		cmocka_unit_test(another_word_and_another_try_in_one_turn),
		cmocka_unit_test(a_word_in_the_turn_of_its_end),
		cmocka_unit_test(deleted_nothing_of_it_is_left),
		cmocka_unit_test(a_tenant_that_goes_takes_its_reminders_along),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
