/* All memory before the step: once it has begun, nothing more is asked for, whatever it does. */
#include "engine/bare.h"

#include "base/memory.h"

/* The step of a turn with these commands takes no memory at all. */
static void step_without_memory(struct bare *bare, struct command *commands, u32 len)
{
	struct mem_watch watch = { 0 };
	bare_begin(bare, commands, len);
	bare_reserve(bare);
	mem_set_watch(&watch);
	engine_step(bare->engine, &bare->turn);
	mem_set_watch(NULL);
	assert_int_equal(0, watch.asked);
	assert_true(bare->turn.changes_len <= bare->turn.changes_max);
	assert_true(bare->turn.actions_len <= bare->turn.actions_max);
}

enum { ITEMS = 300 };

static struct enqueue_item items[ITEMS];
static char names[ITEMS][32];

/* As different as can be: each its own type and key. */
static struct command large_enqueue(str tenant)
{
	for (u32 i = 0; i < ITEMS; i++) {
		int len = snprintf(names[i], sizeof names[i], "name.%u", i);
		items[i] = (struct enqueue_item){ .type = { names[i], (size_t)len },
						  .key = { names[i], (size_t)len },
						  .scope = UNIQUE_ACTIVE,
						  .priority = i % 10 + 1 };
	}
	return (struct command){ .kind = COMMAND_ENQUEUE,
				 .tenant = tenant,
				 .actor = STR("an actor with a name"),
				 .enqueue = { items, ITEMS, false } };
}

static void enqueues_and_claims_of_one_turn(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command commands[] = {
		large_enqueue(STR("one")),
		large_enqueue(STR("two")),
		{ .kind = COMMAND_LEASE, .lease = { .worker = STR("w1"), .max = 1000 } },
	};
	step_without_memory(&bare, commands, countof(commands));
	assert_int_equal(2 * ITEMS, bare_changes(&bare, CHANGE_RUN_NEW));
	assert_int_equal(2 * ITEMS, bare_changes(&bare, CHANGE_EXECUTION_NEW));
	bare_close(&bare);
}

/* However much is due: what nobody asked for cannot be claimed. */
static void room_for_claims_follows_what_is_asked_for(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command enqueue = large_enqueue(STR("one"));
	struct command lease = { .kind = COMMAND_LEASE,
				 .lease = { .worker = STR("w1"), .max = 2 } };
	step_without_memory(&bare, &enqueue, 1);
	step_without_memory(&bare, &lease, 1);
	assert_int_equal(2, bare_changes(&bare, CHANGE_EXECUTION_NEW));
	assert_int_equal(3, bare.turn.claims_max); /* and one, to tell whether it was too few */
	bare_close(&bare);
}

/* Two that wait since another turn are served by one enqueue. */
static void calls_that_wait_are_counted_too(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command leases[] = {
		{ .kind = COMMAND_LEASE,
		  .lease = { .worker = STR("w1"), .max = 200, .wait_ms = 1000 } },
		{ .kind = COMMAND_LEASE,
		  .lease = { .worker = STR("w2"), .max = 50, .wait_ms = 1000 } },
	};
	struct command enqueue = large_enqueue(STR("one"));
	step_without_memory(&bare, leases, countof(leases));
	step_without_memory(&bare, &enqueue, 1);
	assert_int_equal(250, bare_changes(&bare, CHANGE_EXECUTION_NEW));
	assert_false(bare.engine->step.has_work);
	bare_close(&bare);
}

static void nothing_to_enqueue_for_a_tenant_nobody_knows(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command empty = { .kind = COMMAND_ENQUEUE, .tenant = STR("new") };
	step_without_memory(&bare, &empty, 1);
	assert_int_equal(ERR_OK, bare_answer(&bare, 1)->err);
	assert_int_equal(0, bare_answer(&bare, 1)->enqueue.len);
	bare_close(&bare);
}

/* Answers without rows beside them: the arena has room for each. */
static void many_questions_have_room_for_their_answers(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command questions[BARE_COMMANDS_MAX];
	for (u32 i = 0; i < BARE_COMMANDS_MAX; i++)
		questions[i] = (struct command){ .kind = COMMAND_ASK_QUOTAS,
						 .tenant = STR("acme") };
	step_without_memory(&bare, questions, BARE_COMMANDS_MAX);
	for (u32 i = 0; i < BARE_COMMANDS_MAX; i++) assert_non_null(bare_answer(&bare, i + 1));
	bare_close(&bare);
}

static void all_leases_end_at_once(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command commands[] = {
		large_enqueue(STR("one")),
		{ .kind = COMMAND_LEASE, .lease = { .worker = STR("w1"), .max = 1000 } },
	};
	bare_turn(&bare, commands, countof(commands));
	bare.now.boot += 61000;
	bare.now.wall += 61000;
	step_without_memory(&bare, NULL, 0);
	assert_int_equal(ITEMS, bare_changes(&bare, CHANGE_EXECUTION_END));
	assert_int_equal(ITEMS, bare_changes(&bare, CHANGE_RUN_HOT));
	bare_close(&bare);
}

static void pauses_with_long_words_end_by_themselves(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	enum { PAUSES = BARE_COMMANDS_MAX };
	static char reason[LIMIT_REASON_BYTES];
	struct command pauses[PAUSES];
	memset(reason, 'r', sizeof reason);
	for (u32 i = 0; i < PAUSES; i++) {
		int len = snprintf(names[i], sizeof names[i], "name.%u", i);
		pauses[i] = (struct command){ .kind = COMMAND_PAUSE,
					      .tenant = { names[i], (size_t)len },
					      .pause = { .scope = PAUSE_TENANT,
							 .until = bare.now.wall + 1000,
							 .reason = { reason, sizeof reason } } };
	}
	step_without_memory(&bare, pauses, PAUSES);
	assert_int_equal(PAUSES, bare_puts(&bare, KIND_PAUSE));
	buf_done(&bare.turn.journal); /* as after a restart: no room from before */
	buf_init(&bare.turn.journal, (size_t)16 << 20);
	bare.now.wall += 1000;
	step_without_memory(&bare, NULL, 0);
	assert_int_equal(PAUSES, bare_deletes(&bare, KIND_PAUSE));
	bare_close(&bare);
}

static void everything_people_do_in_one_turn(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	static const str types[] = { STR("t1"), STR("t2"), STR("t3") };
	struct lease_command again = {
		.worker = STR("w9"), .max = 5, .types = types, .types_len = countof(types)
	};
	struct uuid run = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	struct report report = { .execution = bare_claim(&bare).execution,
				 .outcome = OUTCOME_RETRY };
	struct beat beat = { .execution = report.execution };
	str long_reason = STR("a reason of some length that has to fit somewhere");
	struct command commands[] = {
		{ .kind = COMMAND_REPORT, .report = { STR("w1"), &report, 1, &again } },
		{ .kind = COMMAND_BEAT, .beat = { STR("w1"), &beat, 1 } },
		{ .kind = COMMAND_CANCEL, .run = { .run = run, .reason = long_reason } },
		{ .kind = COMMAND_RETRY, .run = { .run = run } },
		{ .kind = COMMAND_DISCARD, .run = { .run = run } },
		{ .kind = COMMAND_RESCHEDULE, .run = { .run = run, .run_at = 5000 } },
		{ .kind = COMMAND_DAMAGED, .run = { .run = run } },
		{ .kind = COMMAND_PAUSE,
		  .tenant = STR("p1"),
		  .pause = { .scope = PAUSE_TYPE, .name = STR("p2"), .reason = long_reason } },
		{ .kind = COMMAND_RESUME,
		  .tenant = STR("p1"),
		  .pause = { .scope = PAUSE_TYPE, .name = STR("p2") } },
		{ .kind = COMMAND_SET_TYPE, .tenant = STR("s1"), .set = { .name = STR("s2") } },
		{ .kind = COMMAND_SET_TENANT, .set = { .name = STR("s3") } },
		{ .kind = COMMAND_SET_QUEUE, .set = { .name = STR("s4") } },
		{ .kind = COMMAND_OPERATION_START,
		  .tenant = STR("o1"),
		  .operation = { .kind = OPERATION_CANCEL,
				 .type = STR("o2"),
				 .reason = long_reason } },
		{ .kind = COMMAND_OPERATION_STOP },
		{ .kind = COMMAND_LEASE,
		  .tenant = STR("l1"),
		  .lease = { .worker = STR("w2"),
			     .max = 5,
			     .types = types,
			     .types_len = countof(types),
			     .wait_ms = 100 } },
		{ .kind = COMMAND_LEAVE, .leave = { bare_reply(15) } },
		{ .kind = COMMAND_ASK_WHY, .run = { .run = run } },
		{ .kind = COMMAND_ASK_STATUS },
		{ .kind = COMMAND_ASK_ROUTES, .tenant = STR("l1") },
	};
	step_without_memory(&bare, commands, countof(commands));
	for (u32 i = 0; i < countof(commands); i++) assert_non_null(bare_answer(&bare, i + 1));
	struct buf said;
	buf_init(&said, 1 << 16);
	assert_true(engine_check(bare.engine, &bare.now, &said));
	buf_done(&said);
	bare_close(&bare);
}

/* Without memory a turn is refused and the engine is as it was. */
static bool refuse_from(void *context, u64 asked)
{
	return asked >= *(u64 *)context;
}

/* What a turn refused at its n-th allocation leaves behind; false: it had enough. */
static bool is_refused_at(u64 n)
{
	struct bare bare;
	bare_open(&bare);
	/* Names that are known have keys that are looked up. */
	struct enqueue_item first = { .type = STR("name.7"), .key = STR("k") };
	bare_run(&bare, "one", first);
	struct command enqueue = large_enqueue(STR("one"));
	struct mem_watch watch = { .refuse = refuse_from, .context = &n };
	bare_begin(&bare, &enqueue, 1);
	mem_set_watch(&watch);
	enum err err = engine_reserve(bare.engine, &bare.turn);
	mem_set_watch(NULL);
	if (err) {
		assert_int_equal(ERR_MEMORY, err);
		assert_int_equal(1, bare.engine->core.runs.table.count);
		assert_int_equal(0, bare.engine->step.keys.table.count);
		assert_int_equal(0, bare.turn.changes_len);
		/* With memory it goes on as if nothing had been. */
		bare_turn(&bare, &enqueue, 1);
		assert_int_equal(ITEMS, bare_changes(&bare, CHANGE_RUN_NEW));
	}
	bare_close(&bare);
	return err != ERR_OK;
}

static void a_turn_without_memory_changes_nothing(void **state)
{
	(void)state;
	u64 n = 1;
	while (n < 500 && is_refused_at(n)) n++;
	assert_in_range(n, 20, 400);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(enqueues_and_claims_of_one_turn),
		cmocka_unit_test(room_for_claims_follows_what_is_asked_for),
		cmocka_unit_test(calls_that_wait_are_counted_too),
		cmocka_unit_test(nothing_to_enqueue_for_a_tenant_nobody_knows),
		cmocka_unit_test(many_questions_have_room_for_their_answers),
		cmocka_unit_test(all_leases_end_at_once),
		cmocka_unit_test(pauses_with_long_words_end_by_themselves),
		cmocka_unit_test(everything_people_do_in_one_turn),
		cmocka_unit_test(a_turn_without_memory_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
