/* What memory has no room for: left in the store, and served as if it had never been away. */
#include "engine/desk.h"
#include "engine/dispatch/dispatch.h"
#include "engine/whole.h"

static const struct engine_config of_100 = { .runs_max = 100 };

static struct status_answer status(struct desk *desk)
{
	return desk_do(desk, (struct command){ .kind = COMMAND_ASK_STATUS })->status;
}

static void count_spilled(void *context, const struct memory_run_seen *seen)
{
	*(u32 *)context += seen->row->hot.spilled;
}

static u32 spilled(const struct desk *desk)
{
	u32 count = 0;
	memory_store_each_run(desk->store, count_spilled, &count);
	return count;
}

/* Claims and finishes all that is due, `max` at a time; every run of it once. */
static u32 serve_all(struct desk *desk, u32 max)
{
	u32 served = 0;
	for (u32 got; (got = desk_lease(desk, max, (struct lease_command){ 0 }));) {
		struct report reports[DESK_ITEMS_MAX];
		assert_in_range(got, 1, DESK_ITEMS_MAX);
		for (u32 i = 0; i < got; i++)
			reports[i] = (struct report){
				.execution = desk->leases[desk->leases_len - got + i].execution,
				.outcome = OUTCOME_SUCCESS,
			};
		desk_do(desk, (struct command){ .kind = COMMAND_REPORT,
						.report = { STR("w1"), reports, got, NULL } });
		served += got;
	}
	return served;
}

static void without_a_bound_everything_is_in_memory(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 3000);
	assert_int_equal(3000, status(&desk).runs_in_memory);
	assert_int_equal(0, spilled(&desk));
	desk_close(&desk);
}

static void one_tenants_many_leave_room_for_anothers_few(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	desk_enqueue_many(&desk, "big", (struct enqueue_item){ 0 }, 1000);
	assert_in_range(status(&desk).runs_in_memory, 40, 60); /* half of what there is */
	u32 of_big = spilled(&desk);
	desk_enqueue_many(&desk, "small", (struct enqueue_item){ 0 }, 10);
	assert_int_equal(of_big, spilled(&desk)); /* not one of them */
	desk_enqueue_many(&desk, "huge", (struct enqueue_item){ 0 }, 1000);
	assert_in_range(status(&desk).runs_in_memory, 60, 100);
	u32 from = desk.leases_len;
	assert_int_equal(30, desk_lease(&desk, 30, (struct lease_command){ 0 }));
	assert_int_equal(10, desk_leases_of(&desk, from, "small"));
	assert_int_equal(10, desk_leases_of(&desk, from, "big"));
	desk_close(&desk);
}

/* By priority, then by time, across what was in memory and what was not. */
static void what_was_spilled_is_served_in_order(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .runs_max = 50, .aging = MSEC_DAY });
	for (u32 i = 0; i < 30; i++) {
		for (u32 priority = 1; priority <= 10; priority++)
			desk_run(&desk, "acme",
				 (struct enqueue_item){ .priority = priority,
							.run_at = desk.now.wall -
								  (i * 7 + priority) % 13 });
	}
	assert_true(spilled(&desk) > 200);
	assert_true(status(&desk).runs_in_memory <= 60);
	assert_int_equal(300, serve_all(&desk, 7));
	for (u32 i = 1; i < 300; i++) {
		struct run_row a = desk_row(&desk, desk.leases[i - 1].run);
		struct run_row b = desk_row(&desk, desk.leases[i].run);
		assert_true(a.hot.priority <= b.hot.priority);
		if (a.hot.priority != b.hot.priority) continue;
		assert_true(a.hot.run_at <= b.hot.run_at);
		if (a.hot.run_at == b.hot.run_at) assert_true(uuid_compare(&a.id, &b.id) < 0);
	}
	assert_int_equal(300, desk_count(&desk, RUN_DONE));
	assert_int_equal(0, spilled(&desk));
	desk_close(&desk);
}

/* Each is more urgent than all before it: the one that was next makes room. */
static void ever_earlier_runs_do_not_fill_memory(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	for (u32 i = 0; i < 400; i++)
		desk_run(&desk, "acme", (struct enqueue_item){ .run_at = desk.now.wall - i });
	assert_in_range(status(&desk).runs_in_memory, 40, 60);
	assert_int_equal(400, serve_all(&desk, 40));
	for (u32 i = 1; i < 400; i++)
		assert_true(desk.leases[i - 1].run_at <= desk.leases[i].run_at);
	desk_close(&desk);
}

static void after_a_crash_it_goes_on_in_order(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	for (u32 i = 0; i < 10; i++) {
		desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 50);
		desk_advance(&desk, 1);
	}
	u32 served = 0;
	for (u32 i = 0; i < 10; i++) {
		/* One answer may be short: the next page comes with the next turn. */
		for (u32 got = 0; got < 20; served++)
			got += desk_lease(&desk, 1, (struct lease_command){ 0 });
		desk_crash(&desk);
		desk_settle(&desk);
		assert_in_range(status(&desk).runs_in_memory, 1, 220); /* 200 are held at last */
	}
	served += serve_all(&desk, 40);
	assert_int_equal(500, served);
	for (u32 i = 1; i < 500; i++)
		assert_true(desk.leases[i - 1].run_at <= desk.leases[i].run_at);
	desk_close(&desk);
}

static void memory_agrees_with_one_made_afresh(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 300);
	desk_enqueue_many(&desk, "other", (struct enqueue_item){ .priority = 2 }, 300);
	desk_lease(&desk, 70, (struct lease_command){ 0 });
	desk_crash(&desk);
	desk_settle(&desk);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

/* The last of many: in the store alone. */
static struct uuid a_spilled_run(struct desk *desk, struct enqueue_item item)
{
	desk_enqueue_many(desk, "acme", (struct enqueue_item){ 0 }, 300);
	desk_advance(desk, 5);
	struct uuid run = desk_run(desk, "acme", item);
	assert_true(desk_row(desk, run).hot.spilled);
	return run;
}

static void a_spilled_run_is_cancelled(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	struct uuid run = a_spilled_run(
		&desk, (struct enqueue_item){ .key = STR("k"), .scope = UNIQUE_ACTIVE });
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_CANCEL, run));
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	assert_false(desk_row(&desk, run).hot.spilled);
	/* Its key is free again. */
	desk_run(&desk, "acme", (struct enqueue_item){ .key = STR("k"), .scope = UNIQUE_ACTIVE });
	assert_int_equal(301, serve_all(&desk, 40));
	desk_close(&desk);
}

static void a_spilled_run_is_given_another_time(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	struct uuid run = a_spilled_run(&desk, (struct enqueue_item){ 0 });
	struct command move = { .kind = COMMAND_RESCHEDULE,
				.run = { .run = run, .run_at = desk.now.wall - MSEC_HOUR } };
	assert_int_equal(ERR_OK, desk_do(&desk, move)->err);
	desk_lease(&desk, 1, (struct lease_command){ 0 }); /* now it is the first of all */
	assert_true(desk_leased(&desk, desk.leases_len - 1, run));
	struct uuid other = a_spilled_run(&desk, (struct enqueue_item){ 0 });
	move.run = (struct run_command){ .run = other, .run_at = desk.now.wall + MSEC_HOUR };
	assert_int_equal(ERR_OK, desk_do(&desk, move)->err);
	assert_int_equal(600, serve_all(&desk, 40));
	desk_advance(&desk, MSEC_HOUR);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, other));
	assert_int_equal(1, serve_all(&desk, 40));
	desk_close(&desk);
}

static void a_spilled_run_stands_behind_others(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	struct uuid run = a_spilled_run(&desk, (struct enqueue_item){ 0 });
	struct command why = { .kind = COMMAND_ASK_WHY, .run = { .run = run } };
	const struct answer *answer = desk_do(&desk, why);
	assert_int_equal(RUN_QUEUED, answer->reasons.state);
	assert_int_equal(WHY_NO_WORKER, answer->reasons.reasons[0].kind);
	desk_lease(&desk, 1, (struct lease_command){ 0 });
	answer = desk_do(&desk, why);
	assert_int_equal(1, answer->reasons.len);
	assert_int_equal(WHY_BEHIND, answer->reasons.reasons[0].kind);
	desk_pause(&desk, COMMAND_PAUSE, "acme",
		   (struct pause_command){ .scope = PAUSE_TYPE, .name = STR("mail.send") });
	answer = desk_do(&desk, why);
	assert_int_equal(WHY_PAUSED, answer->reasons.reasons[0].kind);
	desk_close(&desk);
}

static void a_spilled_run_ends_at_its_deadline(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	msec deadline = desk.now.wall + 5 * MSEC_MINUTE;
	struct uuid run = a_spilled_run(&desk, (struct enqueue_item){ .deadline_at = deadline });
	struct uuid later = desk_run(&desk, "acme",
				     (struct enqueue_item){ .deadline_at = deadline + 1 });
	assert_true(desk_row(&desk, later).hot.spilled);
	desk_crash(&desk);
	desk_advance(&desk, deadline - 1 - desk.now.wall);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	desk_advance(&desk, 1);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	assert_int_equal(RUN_QUEUED, desk_state(&desk, later));
	desk_advance(&desk, 1);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, later));
	assert_int_equal(300, serve_all(&desk, 40));
	desk_close(&desk);
}

static void many_deadlines_are_met_in_pages(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	msec deadline = desk.now.wall + MSEC_MINUTE;
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .deadline_at = deadline }, 1700);
	assert_true(spilled(&desk) > 1600);
	desk_advance(&desk, MSEC_MINUTE);
	assert_int_equal(1700, desk_count(&desk, RUN_CANCELLED));
	assert_int_equal(0, status(&desk).runs_in_memory);
	desk_close(&desk);
}

static void an_operation_reaches_the_spilled(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 1200);
	desk_enqueue_many(&desk, "other", (struct enqueue_item){ 0 }, 5);
	struct command cancel = { .kind = COMMAND_OPERATION_START,
				  .tenant = STR("acme"),
				  .operation = { .kind = OPERATION_CANCEL } };
	assert_int_equal(ERR_OK, desk_do(&desk, cancel)->err);
	assert_int_equal(1200, desk_count(&desk, RUN_CANCELLED));
	assert_int_equal(5, serve_all(&desk, 40));
	desk_close(&desk);
}

/* Dead letters that come back all at once are spilled, too. */
static void a_redrive_does_not_fill_memory(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	for (u32 i = 0; i < 10; i++) {
		struct report reports[DESK_ITEMS_MAX];
		desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .max_attempts = 1 }, 40);
		assert_int_equal(40, desk_lease(&desk, 40, (struct lease_command){ 0 }));
		for (u32 k = 0; k < 40; k++)
			reports[k] = (struct report){
				.execution = desk.leases[desk.leases_len - 40 + k].execution,
				.outcome = OUTCOME_RETRY,
			};
		desk_do(&desk, (struct command){ .kind = COMMAND_REPORT,
						 .report = { STR("w1"), reports, 40, NULL } });
	}
	assert_int_equal(400, desk_count(&desk, RUN_DLQ));
	struct command retry = { .kind = COMMAND_OPERATION_START,
				 .tenant = STR("acme"),
				 .operation = { .kind = OPERATION_RETRY } };
	assert_int_equal(ERR_OK, desk_do(&desk, retry)->err);
	assert_in_range(status(&desk).runs_in_memory, 40, 60);
	assert_int_equal(400, serve_all(&desk, 40));
	desk_close(&desk);
}

/* What is held back gets a quarter of what is free, and costs the others nothing. */
static void what_is_paused_is_spilled_first(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	struct pause_command pause = { .scope = PAUSE_TYPE, .name = STR("mail.send") };
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "acme", pause));
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 200);
	assert_in_range(status(&desk).runs_in_memory, 10, 25);
	desk_crash(&desk);
	desk_settle(&desk);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .type = STR("sms.send") }, 20);
	assert_int_equal(20, serve_all(&desk, 40));
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "acme", pause));
	assert_int_equal(200, serve_all(&desk, 40));
	desk_close(&desk);
}

/* A herd at nine: memory reaches less far, and brings them when they are due. */
static void what_is_not_due_yet_does_not_fill_memory(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, of_100);
	desk_settle(&desk);
	msec nine = desk.now.wall + MSEC_MINUTE;
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .run_at = nine }, 500);
	assert_in_range(status(&desk).runs_in_memory, 50, 80);
	struct uuid before = desk_run(&desk, "acme", (struct enqueue_item){ .run_at = nine - 5 });
	desk_advance(&desk, MSEC_MINUTE - 5);
	struct lease first = desk_claim(&desk);
	assert_true(uuid_eq(&first.run, &before));
	desk_advance(&desk, 5);
	assert_in_range(status(&desk).runs_in_memory, 30, 102);
	assert_int_equal(500, serve_all(&desk, 40));
	desk_close(&desk);
}

static void a_waiting_call_gets_what_is_refilled(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .runs_max = 10 });
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 100);
	struct uuid urgent = desk_run(&desk, "acme", (struct enqueue_item){ .priority = 1 });
	struct uuid last = desk_run(&desk, "acme", (struct enqueue_item){ .priority = 10 });
	assert_int_equal(102, serve_all(&desk, 3));
	assert_true(desk_leased(&desk, 0, urgent));
	assert_true(desk_leased(&desk, 101, last));
	assert_int_equal(0, status(&desk).waiting_calls);
	desk_close(&desk);
}

static void the_place_before_borrows(void **state)
{
	(void)state;
	struct place place = { 7, { { [14] = 1 } } };
	struct place before = place_before(place);
	assert_int_equal(7, before.run_at);
	assert_int_equal(0, before.id.bytes[14]);
	assert_int_equal(0xff, before.id.bytes[15]);
	before = place_before((struct place){ .run_at = 7 });
	assert_int_equal(6, before.run_at);
	assert_int_equal(0xff, before.id.bytes[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_bound_everything_is_in_memory),
		cmocka_unit_test(one_tenants_many_leave_room_for_anothers_few),
		cmocka_unit_test(what_was_spilled_is_served_in_order),
		cmocka_unit_test(ever_earlier_runs_do_not_fill_memory),
		cmocka_unit_test(after_a_crash_it_goes_on_in_order),
		cmocka_unit_test(memory_agrees_with_one_made_afresh),
		cmocka_unit_test(a_spilled_run_is_cancelled),
		cmocka_unit_test(a_spilled_run_is_given_another_time),
		cmocka_unit_test(a_spilled_run_stands_behind_others),
		cmocka_unit_test(a_spilled_run_ends_at_its_deadline),
		cmocka_unit_test(many_deadlines_are_met_in_pages),
		cmocka_unit_test(an_operation_reaches_the_spilled),
		cmocka_unit_test(a_redrive_does_not_fill_memory),
		cmocka_unit_test(what_is_paused_is_spilled_first),
		cmocka_unit_test(what_is_not_due_yet_does_not_fill_memory),
		cmocka_unit_test(a_waiting_call_gets_what_is_refilled),
		cmocka_unit_test(the_place_before_borrows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
