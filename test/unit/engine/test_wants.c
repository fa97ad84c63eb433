/* Which rows a decision asks for; and that it finds them again. */
#include "engine/bare.h"
#include "engine/memory/memory.h"

static const struct want *want_of(const struct bare *bare, enum want_kind kind)
{
	for (u32 i = 0; i < bare->turn.wants_len; i++) {
		if (bare->turn.wants[i].kind == kind) return &bare->turn.wants[i];
	}
	return NULL;
}

static void an_idle_engine_asks_for_what_is_due_once(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_begin(&bare, NULL, 0);
	assert_int_equal(1, bare.turn.wants_len);
	const struct want *due = want_of(&bare, WANT_DUE);
	assert_int_equal(MSEC_MIN, due->due.after_run_at);
	assert_int_equal(bare.now.wall + 10 * MSEC_MINUTE, due->due.until);
	assert_int_equal(LIMIT_SCAN_ROWS, due->due.limit);
	bare_reserve(&bare);
	engine_step(bare.engine, &bare.turn);
	bare_begin(&bare, NULL, 0);
	assert_int_equal(0, bare.turn.wants_len); /* all up to the horizon is there */
	bare.now.wall += 5 * MSEC_MINUTE;
	bare_begin(&bare, NULL, 0);
	due = want_of(&bare, WANT_DUE);
	assert_int_equal(bare.now.wall + 5 * MSEC_MINUTE, due->due.after_run_at);
	assert_int_equal(bare.now.wall + 10 * MSEC_MINUTE, due->due.until);
	bare_close(&bare);
}

static void a_key_is_looked_up_only_where_it_can_have_a_row(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct enqueue_item item = { .type = STR("t"), .key = STR("k"), .scope = UNIQUE_FOREVER };
	struct command enqueue = { .kind = COMMAND_ENQUEUE,
				   .tenant = STR("new"),
				   .enqueue = { &item, 1, false } };
	bare_begin(&bare, &enqueue, 1);
	assert_int_equal(0, bare_wants(&bare, WANT_UNIQUE)); /* nobody knows these names */
	bare_reserve(&bare);
	engine_step(bare.engine, &bare.turn);
	assert_int_equal(1, bare_changes(&bare, CHANGE_UNIQUE_PUT));
	bare_begin(&bare, &enqueue, 1);
	assert_int_equal(1, bare_wants(&bare, WANT_UNIQUE));
	item.scope = UNIQUE_TTL; /* a span may have begun in the bucket before */
	bare_begin(&bare, &enqueue, 1);
	assert_int_equal(2, bare_wants(&bare, WANT_UNIQUE));
	item.key = (str){ "", 0 };
	bare_begin(&bare, &enqueue, 1);
	assert_int_equal(0, bare_wants(&bare, WANT_UNIQUE));
	bare_close(&bare);
}

static void only_executions_that_memory_lacks_are_asked_for(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	struct lease lease = bare_claim(&bare);
	struct report reports[] = { { .execution = lease.execution, .outcome = OUTCOME_SUCCESS },
				    { .execution = { { 7 } }, .outcome = OUTCOME_SUCCESS } };
	struct command report = { .kind = COMMAND_REPORT,
				  .report = { STR("w1"), reports, 2, NULL } };
	bare_begin(&bare, &report, 1);
	assert_int_equal(1, bare_wants(&bare, WANT_EXECUTION));
	assert_int_equal(7, want_of(&bare, WANT_EXECUTION)->execution.id.bytes[0]);
	bare_close(&bare);
}

static void a_run_command_asks_for_its_run_and_a_move_for_the_bucket_too(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct uuid run = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	struct command command = { .kind = COMMAND_CANCEL, .run = { .run = run } };
	bare_begin(&bare, &command, 1);
	assert_false(want_of(&bare, WANT_RUN)->run.asks_also);
	command.kind = COMMAND_RESCHEDULE;
	command.run.run_at = bare.now.wall + MSEC_HOUR;
	bare_begin(&bare, &command, 1);
	assert_true(want_of(&bare, WANT_RUN)->run.asks_also);
	assert_int_equal(command.run.run_at / MSEC_MINUTE * MSEC_MINUTE,
			 want_of(&bare, WANT_RUN)->run.also_bucket);
	command.kind = COMMAND_ASK_WHY; /* memory knows why */
	bare_begin(&bare, &command, 1);
	assert_int_equal(0, bare_wants(&bare, WANT_RUN));
	command.run.run = (struct uuid){ { 1 } };
	bare_begin(&bare, &command, 1);
	assert_int_equal(1, bare_wants(&bare, WANT_RUN));
	bare_close(&bare);
}

static void two_operations_at_a_time_get_a_page(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct command starts[3];
	for (u32 i = 0; i < countof(starts); i++)
		starts[i] = (struct command){ .kind = COMMAND_OPERATION_START,
					      .tenant = STR("acme"),
					      .operation = { .kind = OPERATION_CANCEL } };
	bare_turn(&bare, starts, countof(starts));
	bare_begin(&bare, NULL, 0);
	assert_int_equal(2, bare_wants(&bare, WANT_MATCHING));
	assert_int_equal(LIMIT_OPERATION_ROWS, want_of(&bare, WANT_MATCHING)->matching.limit);
	bare_close(&bare);
}

/* ---- pages -------------------------------------------------------------------------------- */

/* A page of so many rows a second apart from now on. */
static void a_look_at_the_store_brings_as_much_as_was_set(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare.engine->config.scan_rows = 100;
	bare_begin(&bare, NULL, 0);
	assert_int_equal(100, want_of(&bare, WANT_DUE)->due.limit);
	bare_close(&bare);
}

static void answer_due(struct bare *bare, struct want *want, u32 len)
{
	static struct run_row rows[LIMIT_SCAN_ROWS];
	tenant_no tenant = { name_find(bare->engine, NAME_TENANT, STR("acme")) };
	type_no type = { name_find(bare->engine, NAME_TYPE, STR("mail.send")) };
	for (u32 i = 0; i < len; i++) {
		rows[i] = (struct run_row){ .tenant = tenant, .type = type };
		rows[i].hot = (struct run_hot){ .state = RUN_QUEUED,
						.priority = 5,
						.queue = { 1 },
						.max_attempts = 5,
						.run_at = bare->now.wall + 1 + i / 1000 };
		rows[i].id.bytes[0] = 0xee;
		rows[i].id.bytes[1] = (u8)(i >> 8);
		rows[i].id.bytes[2] = (u8)i;
	}
	want->due.rows = rows;
	want->due.len = len;
}

/* An engine whose first page was full: more is there at once. */
static void open_lagging(struct bare *bare)
{
	bare_open(bare);
	bare_run(bare, "acme", (struct enqueue_item){ 0 });
	bare->now.wall += 20 * MSEC_MINUTE;
	bare_begin(bare, NULL, 0);
	assert_int_equal(1, bare_wants(bare, WANT_DUE));
	answer_due(bare, &bare->turn.wants[0], LIMIT_SCAN_ROWS);
	bare_reserve(bare);
	engine_step(bare->engine, &bare->turn);
	assert_int_equal(MSEC_MIN, engine_next_wake(bare->engine).wall);
}

static void after_a_full_page_the_next_one_begins_where_it_ended(void **state)
{
	(void)state;
	struct bare bare;
	open_lagging(&bare);
	bare_begin(&bare, NULL, 0);
	const struct want *due = want_of(&bare, WANT_DUE);
	assert_int_equal(bare.now.wall + 2, due->due.after_run_at);
	assert_int_equal(0xee, due->due.after_id.bytes[0]);
	bare_reserve(&bare);
	engine_step(bare.engine, &bare.turn);
	assert_true(engine_next_wake(bare.engine).wall > bare.now.wall);
	bare_close(&bare);
}

/* Else the engine would ask for a turn at once, for ever. */
static void a_clock_that_goes_back_between_two_pages_makes_no_endless_turns(void **state)
{
	(void)state;
	struct bare bare;
	open_lagging(&bare);
	bare.now.wall -= MSEC_DAY;
	bare_turn(&bare, NULL, 0);
	assert_int_equal(0, bare_wants(&bare, WANT_DUE));
	assert_true(engine_next_wake(bare.engine).wall > bare.now.wall);
	bare.now.wall += MSEC_DAY; /* its time comes again: the page after the first */
	bare_begin(&bare, NULL, 0);
	assert_int_equal(bare.now.wall + 2, want_of(&bare, WANT_DUE)->due.after_run_at);
	bare_close(&bare);
}

static void nothing_of_the_index_is_left_after_a_step(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct enqueue_item item = { .type = STR("t"), .key = STR("k"), .scope = UNIQUE_TTL };
	struct report report = { .execution = { { 7 } }, .outcome = OUTCOME_SUCCESS };
	for (u32 i = 0; i < 2; i++) {
		struct command commands[] = {
			{ .kind = COMMAND_ENQUEUE,
			  .tenant = STR("acme"),
			  .enqueue = { &item, 1, false } },
			{ .kind = COMMAND_REPORT, .report = { STR("w1"), &report, 1, NULL } },
		};
		bare_turn(&bare, commands, countof(commands));
		assert_int_equal(0, bare.engine->step.keys.table.count);
		assert_int_equal(0, bare.engine->step.wanted.table.count);
		assert_int_equal(0, bare.engine->step.wanted_executions.table.count);
		assert_int_equal(0, bare.engine->step.ended.table.count);
	}
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_idle_engine_asks_for_what_is_due_once),
		cmocka_unit_test(a_key_is_looked_up_only_where_it_can_have_a_row),
		cmocka_unit_test(only_executions_that_memory_lacks_are_asked_for),
		cmocka_unit_test(a_run_command_asks_for_its_run_and_a_move_for_the_bucket_too),
		cmocka_unit_test(two_operations_at_a_time_get_a_page),
		cmocka_unit_test(after_a_full_page_the_next_one_begins_where_it_ended),
		cmocka_unit_test(a_clock_that_goes_back_between_two_pages_makes_no_endless_turns),
		cmocka_unit_test(a_look_at_the_store_brings_as_much_as_was_set),
		cmocka_unit_test(nothing_of_the_index_is_left_after_a_step),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
