/* What time makes of reminders: due before it is sent, sent once, the next of a series behind it.
 */
#include "engine/gates_desk.h"
#include "engine/remind_desk.h"

static void due_is_told_before_sent_and_each_once(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, NULL);
	desk_advance(&desk, MSEC_HOUR - 1);
	assert_int_equal(0, desk_said(&desk, "due"));
	desk_advance(&desk, 1);
	assert_int_equal(1, desk_said(&desk, "due"));
	assert_int_equal(1, desk_own_lease(&desk));
	assert_int_equal(0, desk_said(&desk, "sent"));
	desk_own_report(&desk, (struct report){ .outcome = OUTCOME_SUCCESS });
	assert_int_equal(1, desk_said(&desk, "due"));
	assert_int_equal(1, desk_said(&desk, "sent"));
	assert_int_equal(REMINDER_SENT, desk_reminder_row(&desk, &id)->hot.status);
	assert_true(desk_reminder_row(&desk, &id)->hot.sent_at == desk.now.wall);
	desk_crash(&desk);
	desk_advance(&desk, MSEC_DAY);
	assert_int_equal(0, desk_own_lease(&desk));
	assert_int_equal(1, desk_said(&desk, "sent"));
	desk_close(&desk);
}

/* Told in the app, and the mail failed: it was sent, and is tried again for the rest. */
static void what_reached_somebody_is_sent_while_the_rest_is_tried_again(void **state)
{
	(void)state;
	static const struct notice notice = { .user = { "ann", 3 }, .title = { "call", 4 } };
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, NULL);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	struct uuid run = desk_last_lease(&desk)->run;
	desk_own_report(&desk, (struct report){ .outcome = OUTCOME_RETRY,
						.error_class = STR("network"),
						.notified = true,
						.notice = &notice });
	assert_int_equal(REMINDER_SENT, desk_reminder_row(&desk, &id)->hot.status);
	const struct notice_row *row = memory_store_find_notice(desk.store, (tenant_no){ 1 }, &run);
	assert_non_null(row);
	assert_true(str_eq(row->title, STR("call")));
	desk_crash(&desk);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	desk_own_report(
		&desk,
		(struct report){ .outcome = OUTCOME_SUCCESS, .notified = true, .notice = &notice });
	assert_int_equal(1, desk_said(&desk, "due"));
	assert_int_equal(1, desk_said(&desk, "sent"));
	assert_true(memory_store_find_notice(desk.store, (tenant_no){ 1 }, &run)->at <
		    desk.now.wall);
	desk_close(&desk);
}

static void a_notice_is_read_once_and_by_its_owner(void **state)
{
	(void)state;
	static const struct notice notice = { .user = { "ann", 3 }, .title = { "call", 4 } };
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	desk_reminder(&desk, NULL);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(1, desk_own_lease(&desk));
	struct uuid run = desk_last_lease(&desk)->run;
	desk_own_report(
		&desk,
		(struct report){ .outcome = OUTCOME_SUCCESS, .notified = true, .notice = &notice });
	struct command read = { .kind = COMMAND_NOTICE_READ,
				.tenant = STR("acme"),
				.notice = { .id = run, .user = STR("bob") } };
	assert_int_equal(ERR_OK, desk_do(&desk, read)->err);
	const struct notice_row *row = memory_store_find_notice(desk.store, (tenant_no){ 1 }, &run);
	assert_true(row->read_at == 0);
	read.notice.user = STR("ann");
	assert_int_equal(ERR_OK, desk_do(&desk, read)->err);
	msec first = desk.now.wall;
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(ERR_OK, desk_do(&desk, read)->err);
	assert_true(row->read_at == first);
	desk_close(&desk);
}

/* However far memory reaches, and whatever was in it. */
static void a_series_goes_on_over_crashes(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ 0 });
	struct uuid id = desk_reminder(&desk, "FREQ=DAILY");
	msec first = desk_reminder_row(&desk, &id)->hot.remind_at;
	for (u32 day = 0; day < 5; day++) {
		msec due = first + day * MSEC_DAY;
		desk_advance(&desk, due - desk.now.wall);
		desk_crash(&desk);
		desk_settle(&desk);
		assert_int_equal(1, desk_own_lease(&desk));
		desk_own_report(&desk, (struct report){ .outcome = OUTCOME_SUCCESS });
		const struct reminder_hot *hot = &desk_reminder_row(&desk, &id)->hot;
		assert_int_equal(REMINDER_SENT, hot->status);
		assert_true(hot->remind_at == due);
		assert_true(hot->run_at == due + MSEC_DAY);
		desk_same_as_fresh(&desk);
	}
	assert_int_equal(5, desk_said(&desk, "due"));
	assert_int_equal(5, desk_said(&desk, "sent"));
	desk_close(&desk);
}

/* Whoever is due, at most ten at a time. Returns how many there were. */
static u32 desk_carry_out_all(struct desk *desk, enum outcome outcome)
{
	u32 count = 0;
	for (u32 i = 0; i < 100; i++) {
		u32 before = desk->leases_len;
		if (!desk_own_lease(desk)) break;
		struct report reports[10];
		u32 len = desk->leases_len - before;
		for (u32 k = 0; k < len; k++)
			reports[k] = (struct report){
				.execution = desk->leases[before + k].execution, .outcome = outcome
			};
		struct command command = {
			.kind = COMMAND_REPORT,
			.report = { .worker = STR("@node"), .reports = reports, .len = len }
		};
		desk_do(desk, command);
		count += len;
	}
	return count;
}

static void memory_without_room_forgets_no_reminder(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ .runs_max = 10 });
	for (u32 i = 0; i < 40; i++) desk_reminder(&desk, i % 2 ? "FREQ=DAILY" : NULL);
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(40, desk_carry_out_all(&desk, OUTCOME_SUCCESS));
	assert_int_equal(40, desk_said(&desk, "due"));
	assert_int_equal(40, desk_said(&desk, "sent"));
	desk_close(&desk);
}

/* They are cancelled in the very turn in which they are told as due, and memory has room for a few:
 * what left it comes back as it was told. */
static void what_is_due_and_cancelled_in_one_turn_was_due(void **state)
{
	(void)state;
	enum { MANY = 40 };
	struct desk desk;
	struct uuid ids[MANY];
	struct command cancels[MANY];
	remind_desk_open(&desk, (struct engine_config){ .runs_max = 10 });
	for (u32 i = 0; i < MANY; i++) ids[i] = desk_reminder(&desk, "FREQ=DAILY");
	msec first = desk_reminder_row(&desk, &ids[0])->hot.remind_at;
	desk.now.wall += MSEC_HOUR;
	desk.now.boot += MSEC_HOUR;
	for (u32 i = 0; i < MANY; i++) {
		cancels[i] =
			(struct command){ .kind = COMMAND_CANCEL,
					  .tenant = STR("acme"),
					  .run = { desk_reminder_row(&desk, &ids[i])->hot.run } };
		desk_submit(&desk, &cancels[i]);
	}
	desk_settle(&desk);
	for (u32 i = 0; i < MANY; i++) {
		const struct reminder_hot *hot = &desk_reminder_row(&desk, &ids[i])->hot;
		assert_true(hot->remind_at == first);
		assert_true(hot->run_at == first + MSEC_DAY);
		assert_int_equal(STANDS_NEXT, hot->stands);
	}
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* Its time has come all the same. */
static void what_memory_had_no_room_for_is_due_also_where_nobody_could_be_told(void **state)
{
	(void)state;
	struct desk desk;
	struct uuid last;
	remind_desk_open(&desk, (struct engine_config){ .runs_max = 10 });
	for (u32 i = 0; i < 40; i++) {
		last = desk_reminder(&desk, i % 2 ? "FREQ=DAILY" : NULL);
		if (i == 19) desk_advance(&desk, MSEC_MINUTE);
	}
	msec first = desk_reminder_row(&desk, &last)->hot.remind_at;
	desk_advance(&desk, MSEC_HOUR - MSEC_MINUTE);
	desk_advance(&desk, MSEC_MINUTE);
	assert_int_equal(40, desk_carry_out_all(&desk, OUTCOME_FAIL));
	assert_int_equal(40, desk_said(&desk, "due"));
	assert_true(desk_reminder_row(&desk, &last)->hot.run_at == first + MSEC_DAY);
	desk_close(&desk);
}

/* Nor where a rule denied it: that it was due is told all the same. */
static void what_memory_had_no_room_for_is_due_also_where_it_is_denied(void **state)
{
	(void)state;
	enum { MANY = 40 };
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ .runs_max = 10 });
	for (u32 i = 0; i < MANY; i++) {
		desk_reminder(&desk, NULL);
		if (i == MANY / 2) desk_advance(&desk, MSEC_MINUTE);
	}
	desk_advance(&desk, MSEC_HOUR - MSEC_MINUTE);
	desk_advance(&desk, MSEC_MINUTE);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "rule deny"));
	while (desk_count(&desk, RUN_QUEUED)) {
		assert_int_equal(0, desk_own_lease(&desk));
		desk_advance(&desk, MSEC_SECOND);
	}
	assert_int_equal(MANY, desk_count(&desk, RUN_FAILED));
	assert_int_equal(MANY, desk_said(&desk, "due"));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* What replaces one that memory had no room for is not forgotten, however far memory reached. */
static void a_series_out_of_memory_goes_on(void **state)
{
	(void)state;
	enum { SERIES = 40, MINUTES = 30 };
	struct desk desk;
	struct uuid ids[SERIES];
	remind_desk_open(&desk, (struct engine_config){ .runs_max = 10, .horizon = MSEC_MINUTE });
	for (u32 i = 0; i < SERIES; i++) ids[i] = desk_reminder(&desk, "FREQ=MINUTELY");
	msec first = desk_reminder_row(&desk, &ids[0])->hot.remind_at;
	desk_advance(&desk, first - desk.now.wall);
	for (u32 minute = 1; minute <= MINUTES; minute++) {
		/* A task for the same minute stands in the store before it comes. */
		struct enqueue_item item = { .run_at = first + minute * MSEC_MINUTE };
		desk_enqueue(&desk, "acme", item);
		desk_advance(&desk, MSEC_MINUTE);
		desk_settle(&desk);
		for (u32 i = 0; i < SERIES; i++) {
			const struct reminder_hot *hot = &desk_reminder_row(&desk, &ids[i])->hot;
			assert_true(hot->run_at == first + minute * MSEC_MINUTE);
		}
	}
	desk_close(&desk);
}

/* Series that a clock that jumped has kept waiting line up when the wait is over. */
static void series_that_waited_for_the_clock_leave_time_for_what_is_due(void **state)
{
	(void)state;
	struct desk desk;
	remind_desk_open(&desk, (struct engine_config){ .horizon = 3 * MSEC_DAY });
	for (u32 i = 0; i < 3; i++) desk_reminder(&desk, "FREQ=DAILY");
	desk.now.wall += MSEC_DAY + 2 * MSEC_HOUR;
	desk_settle(&desk);
	struct enqueue_item item = { .run_at = desk.now.wall + MSEC_MINUTE / 2 };
	desk_enqueue_many(&desk, "acme", item, 3);
	assert_int_equal(3, desk_leased_in_one_turn(&desk, MSEC_MINUTE));
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(due_is_told_before_sent_and_each_once),
		cmocka_unit_test(what_reached_somebody_is_sent_while_the_rest_is_tried_again),
		cmocka_unit_test(a_notice_is_read_once_and_by_its_owner),
		cmocka_unit_test(a_series_goes_on_over_crashes),
		cmocka_unit_test(memory_without_room_forgets_no_reminder),
		cmocka_unit_test(what_is_due_and_cancelled_in_one_turn_was_due),
		cmocka_unit_test(what_memory_had_no_room_for_is_due_also_where_it_is_denied),
		cmocka_unit_test(
			what_memory_had_no_room_for_is_due_also_where_nobody_could_be_told),
		cmocka_unit_test(a_series_out_of_memory_goes_on),
		cmocka_unit_test(series_that_waited_for_the_clock_leave_time_for_what_is_due),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
