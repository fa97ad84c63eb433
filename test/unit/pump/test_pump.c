/* The turn itself: what is gathered, what leaves when, and what a failing store does to it. */
#include "base/memory.h"
#include "engine/desk.h"

struct store_plan {
	enum memory_call call;
	u64 number; /* of that call, from the plan's beginning */
	struct memory_fault fault;
	u64 seen;
};

static struct memory_fault planned(void *context, enum memory_call call, u64 number)
{
	struct store_plan *plan = context;
	(void)number;
	if (call != plan->call || ++plan->seen != plan->number) return (struct memory_fault){ 0 };
	return plan->fault;
}

static void fail_next(struct desk *desk, struct store_plan *plan)
{
	memory_store_set_faults(desk->store,
				&(struct memory_faults){ .context = plan, .fault = planned });
}

static struct command an_enqueue(const struct enqueue_item *item)
{
	return (struct command){ .kind = COMMAND_ENQUEUE,
				 .tenant = STR("acme"),
				 .enqueue = { item, 1, false } };
}

static const struct enqueue_item plain = { .type = STR("mail.send"), .payload = STR("{}") };

static void what_came_meanwhile_is_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_settle(&desk);
	u64 before = memory_store_counts(desk.store).turns;
	struct command commands[10];
	for (u32 i = 0; i < countof(commands); i++) {
		commands[i] = an_enqueue(&plain);
		desk_submit(&desk, &commands[i]);
	}
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(before + 1, memory_store_counts(desk.store).turns);
	assert_int_equal(10, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	assert_int_equal(10, desk.answers);
	assert_int_equal(10, desk.closed);
	desk_close(&desk);
}

static void a_full_queue_refuses_and_takes_nothing(void **state)
{
	(void)state;
	struct desk desk;
	memset(&desk, 0, sizeof desk);
	desk.now = (struct now){ 1700000000000, 5000 };
	desk.random = prng_init(1);
	desk.config.queue_max = 2;
	assert_int_equal(ERR_OK, memory_store_new(7, &desk.store));
	desk_start(&desk);
	struct command commands[3];
	for (u32 i = 0; i < 3; i++) {
		commands[i] = an_enqueue(&plain);
		desk_give_reply(&desk, &commands[i]);
	}
	assert_int_equal(ERR_OK, pump_submit(desk.pump, &commands[0]));
	assert_int_equal(ERR_OK, pump_submit(desk.pump, &commands[1]));
	assert_int_equal(ERR_BUSY, pump_submit(desk.pump, &commands[2]));
	assert_int_equal(1, pump_inbox(desk.pump)->busy);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(ERR_OK, pump_submit(desk.pump, &commands[2]));
	desk_settle(&desk);
	assert_int_equal(3, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	desk_close(&desk);
}

static void a_failed_commit_leaves_nothing_and_is_told(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_settle(&desk);
	struct store_plan plan = { MEMORY_COMMIT, 1, { ERR_STORE, false }, 0 };
	fail_next(&desk, &plan);
	struct command command = an_enqueue(&plain);
	u64 published = desk.published;
	desk_submit(&desk, &command);
	assert_int_equal(ERR_STORE, pump_turn(desk.pump));
	assert_int_equal(ERR_STORE, desk.last.head.err);
	assert_int_equal(published, desk.published);
	assert_int_equal(0, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	desk_settle(&desk); /* probes, and loads its memory anew */
	assert_int_equal(1, pump_counters(desk.pump).reloads);
	desk_run(&desk, "acme", plain);
	assert_int_equal(1, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	desk_close(&desk);
}

/* Two runs are kept; of a third the store knows nothing. */
static void questions_are_answered_while_the_store_takes_no_writes(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", plain);
	desk_run(&desk, "acme", plain);
	struct store_plan commit = { MEMORY_COMMIT, 1, { ERR_STORE, false }, 0 };
	fail_next(&desk, &commit);
	struct command third = an_enqueue(&plain), first_ask = { .kind = COMMAND_ASK_STATUS };
	desk_submit(&desk, &third);
	desk_submit(&desk, &first_ask);
	assert_int_equal(ERR_STORE, pump_turn(desk.pump));
	/* In the turn that failed, it is what was kept before that turn. */
	assert_int_equal(1, desk.statuses);
	assert_int_equal(2, desk.status.runs_in_memory);
	assert_int_equal(ERR_STORE, desk.last.head.err); /* of the third run */
	struct store_plan probe;                         /* the store looks at it to the end */
	for (u32 i = 0; i < 3; i++) {
		probe = (struct store_plan){ MEMORY_PROBE, 1, { ERR_STORE, false }, 0 };
		fail_next(&desk, &probe);
		struct command write = an_enqueue(&plain), ask = { .kind = COMMAND_ASK_STATUS };
		desk_submit(&desk, &ask);
		desk_submit(&desk, &write);
		assert_int_equal(ERR_STORE, pump_turn(desk.pump));
		assert_int_equal(2 + i, desk.statuses);
		assert_int_equal(2, desk.status.runs_in_memory);
		assert_int_equal(1, desk.answered[reply_number(write.reply)]);
		assert_int_equal(1, desk.answered[reply_number(ask.reply)]);
		/* Memory is made anew once, not for each question. */
		assert_int_equal(1, pump_counters(desk.pump).reloads);
	}
	desk_settle(&desk);
	desk_run(&desk, "acme", plain);
	assert_int_equal(3, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	desk_close(&desk);
}

static void a_commit_whose_fate_is_unknown_is_settled_from_the_store(void **state)
{
	(void)state;
	for (u32 applied = 0; applied < 2; applied++) {
		struct desk desk;
		desk_open(&desk);
		desk_settle(&desk);
		struct store_plan plan = { MEMORY_COMMIT, 1, { ERR_STORE_UNKNOWN, applied }, 0 };
		fail_next(&desk, &plan);
		struct enqueue_item keyed = plain;
		keyed.key = STR("k");
		struct command command = an_enqueue(&keyed);
		desk_submit(&desk, &command);
		assert_int_equal(ERR_STORE_UNKNOWN, pump_turn(desk.pump));
		assert_int_equal(ERR_STORE_UNKNOWN, desk.last.head.err);
		desk_settle(&desk);
		struct enqueue_answer again = desk_enqueue(&desk, "acme", keyed);
		assert_int_equal(applied, again.duplicate);
		assert_int_equal(1, memory_store_counts(desk.store).runs[RUN_QUEUED]);
		desk_close(&desk);
	}
}

/* Whoever waits is answered exactly once, however the turn that would have served it ends. */
static void a_waiting_call_is_answered_once_when_the_commit_fails(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease_command wait = { .wait_ms = 30000 };
	assert_int_equal(0, desk_lease(&desk, 1, wait));
	u32 answers = desk.answers;
	struct store_plan plan = { MEMORY_COMMIT, 1, { ERR_STORE, false }, 0 };
	fail_next(&desk, &plan);
	struct command command = an_enqueue(&plain); /* would have gone to the one who waits */
	desk_submit(&desk, &command);
	assert_int_equal(ERR_STORE, pump_turn(desk.pump));
	assert_int_equal(answers + 2, desk.answers); /* the enqueue: an error; the call: empty */
	assert_int_equal(0, desk.leases_len);
	desk_advance(&desk, 60000);
	assert_int_equal(answers + 2, desk.answers);
	desk_close(&desk);
}

static bool always_damaged(void *context, const struct uuid *run)
{
	(void)context;
	(void)run;
	return true;
}

static void a_damaged_payload_is_withheld_and_its_run_fails(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain);
	memory_store_set_faults(desk.store,
				&(struct memory_faults){ .is_damaged = always_damaged });
	assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	assert_int_equal(RUN_FAILED, desk_state(&desk, run));
	desk_close(&desk);
}

static bool refuse_all(void *context, u64 asked)
{
	(void)context;
	(void)asked;
	return true;
}

static void without_memory_nothing_is_decided_and_the_next_turn_works(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_settle(&desk);
	struct enqueue_item items[2000];
	for (u32 i = 0; i < countof(items); i++) items[i] = plain;
	struct command command = an_enqueue(items);
	command.enqueue.len = countof(items);
	struct mem_watch watch = { .refuse = refuse_all };
	desk_submit(&desk, &command);
	mem_set_watch(&watch);
	assert_int_equal(ERR_MEMORY, pump_turn(desk.pump));
	mem_set_watch(NULL);
	assert_int_equal(ERR_MEMORY, desk.last.head.err);
	assert_int_equal(0, memory_store_counts(desk.store).runs[RUN_QUEUED]);
	desk_run(&desk, "acme", plain);
	desk_close(&desk);
}

static void a_pump_that_ends_answers_everybody(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease_command wait = { .wait_ms = 30000 };
	desk_lease(&desk, 1, wait);
	struct command command = an_enqueue(&plain);
	desk_submit(&desk, &command);
	u32 answers = desk.answers;
	u32 closed = desk.closed;
	desk_close(&desk);
	assert_int_equal(answers + 2, desk.answers);
	assert_int_equal(closed + 1, desk.closed);
}

/* ---- removing what is past its time ------------------------------------------------------- */

struct tended {
	struct store store;
	u32 steps;
	msec finished_ms;
};

static enum err count_step(struct store *store, struct now now, const struct retention *retention,
			   bool *out_more)
{
	struct tended *tended = (struct tended *)store;
	assert_true(now.wall > 0);
	tended->finished_ms = retention->finished_ms;
	*out_more = ++tended->steps < 3;
	return ERR_OK;
}

static enum err recall_nothing(struct store *store, const struct recall_sink *sink, u64 *out_turn)
{
	(void)store;
	(void)sink;
	*out_turn = 0;
	return ERR_OK;
}

static void a_step_of_removing_is_the_stores(void **state)
{
	static const struct store_calls calls = { .recall = recall_nothing, .tend = count_step };
	struct tended tended = { .store = { &calls } };
	struct desk desk = { .now = { 1000, 1000 }, .view = &tended.store };
	bool more = false;
	(void)state;
	desk.config.retention.finished_ms = 77;
	desk_start(&desk);
	for (u32 i = 1; i <= 3; i++) {
		assert_int_equal(pump_tend(desk.pump, &more), ERR_OK);
		assert_int_equal(tended.steps, i);
		assert_int_equal(more, i < 3);
	}
	assert_int_equal(tended.finished_ms, 77);
	pump_free(desk.pump);
}

/* What a clock that is wrong removes does not come back when it is set right. */
static void nothing_is_removed_by_a_clock_that_leapt(void **state)
{
	static const struct store_calls calls = { .recall = recall_nothing, .tend = count_step };
	struct tended tended = { .store = { &calls } };
	struct desk desk = { .now = { 1700000000000, 1000 }, .view = &tended.store };
	bool more = true;
	(void)state;
	desk_start(&desk);
	assert_int_equal(pump_tend(desk.pump, &more), ERR_OK);
	assert_int_equal(tended.steps, 1);
	desk.now.wall += 365 * MSEC_DAY; /* nobody has had a turn since */
	for (u32 minute = 0; minute < 60; minute++) {
		assert_int_equal(pump_tend(desk.pump, &more), ERR_OK);
		assert_false(more);
		desk.now.wall += MSEC_MINUTE;
		desk.now.boot += MSEC_MINUTE;
	}
	assert_int_equal(tended.steps, 1);
	assert_int_equal(pump_tend(desk.pump, &more), ERR_OK); /* it has been right for an hour */
	assert_int_equal(tended.steps, 2);
	desk.now.wall += 10 * MSEC_MINUTE; /* no leap, nor is a suspend, which moves both */
	assert_int_equal(pump_tend(desk.pump, &more), ERR_OK);
	desk.now.wall += MSEC_DAY;
	desk.now.boot += MSEC_DAY;
	assert_int_equal(pump_tend(desk.pump, &more), ERR_OK);
	assert_int_equal(tended.steps, 4);
	pump_free(desk.pump);
}

static void a_step_of_the_wall_clock_is_told_once(void **state)
{
	struct desk desk;
	bool more;
	(void)state;
	desk_open(&desk);
	desk.now.wall += MSEC_HOUR;
	assert_int_equal(pump_turn(desk.pump), ERR_OK);
	assert_int_equal(desk.clock_steps, 1);
	assert_int_equal(desk.clock_step, MSEC_HOUR);
	assert_int_equal(pump_turn(desk.pump), ERR_OK);
	assert_int_equal(pump_tend(desk.pump, &more), ERR_OK);
	assert_int_equal(desk.clock_steps, 1);
	desk.now.wall -= MSEC_MINUTE; /* who has no turn to take notices it while tidying up */
	assert_int_equal(pump_tend(desk.pump, &more), ERR_OK);
	assert_int_equal(pump_turn(desk.pump), ERR_OK);
	assert_int_equal(desk.clock_steps, 2);
	assert_int_equal(desk.clock_step, -MSEC_MINUTE);
	desk_close(&desk);
}

static void a_store_that_forgets_nothing_has_no_more(void **state)
{
	static const struct store_calls calls = { .recall = recall_nothing };
	struct store store = { &calls };
	struct desk desk = { .now = { 1000, 1000 }, .view = &store };
	bool more = true;
	(void)state;
	desk_start(&desk);
	assert_int_equal(pump_tend(desk.pump, &more), ERR_OK);
	assert_false(more);
	pump_free(desk.pump);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_came_meanwhile_is_one_turn),
		cmocka_unit_test(a_full_queue_refuses_and_takes_nothing),
		cmocka_unit_test(a_failed_commit_leaves_nothing_and_is_told),
		cmocka_unit_test(questions_are_answered_while_the_store_takes_no_writes),
		cmocka_unit_test(a_commit_whose_fate_is_unknown_is_settled_from_the_store),
		cmocka_unit_test(a_waiting_call_is_answered_once_when_the_commit_fails),
		cmocka_unit_test(a_damaged_payload_is_withheld_and_its_run_fails),
		cmocka_unit_test(without_memory_nothing_is_decided_and_the_next_turn_works),
		cmocka_unit_test(a_step_of_removing_is_the_stores),
		cmocka_unit_test(nothing_is_removed_by_a_clock_that_leapt),
		cmocka_unit_test(a_step_of_the_wall_clock_is_told_once),
		cmocka_unit_test(a_store_that_forgets_nothing_has_no_more),
		cmocka_unit_test(a_pump_that_ends_answers_everybody),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
