/* What a decision leaves behind: the journal of a run's life, and ids that come from the turn. */
#include "engine/bare.h"
#include "engine/core/core.h"

#include "base/check.h"

/* The entries of the last turn. */
static u32 entries_of(const struct bare *bare, struct journal_entry *entries, u32 max)
{
	str rest = buf_view(&bare->turn.journal);
	u32 len = 0;
	while (len < max && journal_unpack(&rest, &entries[len])) len++;
	assert_int_equal(0, rest.len);
	assert_int_equal(bare->turn.journal_entries, len);
	return len;
}

static void a_runs_life_is_a_chain_of_entries(void **state)
{
	(void)state;
	struct bare bare;
	struct journal_entry entry[4];
	bare_open(&bare);
	struct uuid run = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	u64 created = bare.turn.id;
	assert_int_equal(1, entries_of(&bare, entry, 4));
	assert_int_equal(JOURNAL_CREATED, entry[0].kind);
	assert_int_equal(0, entry[0].previous_turn);
	assert_true(uuid_eq(&run, &entry[0].run));
	struct lease lease = bare_claim(&bare);
	u64 claimed = bare.turn.id;
	assert_int_equal(1, entries_of(&bare, entry, 4));
	assert_int_equal(RUN_QUEUED, entry[0].from);
	assert_int_equal(RUN_PROCESSING, entry[0].to);
	assert_int_equal(created, entry[0].previous_turn);
	assert_true(uuid_eq(&lease.execution, &entry[0].execution));
	struct report report = { .execution = lease.execution, .outcome = OUTCOME_SUCCESS };
	bare_do(&bare, (struct command){ .kind = COMMAND_REPORT,
					 .actor = STR("worker 1"),
					 .report = { STR("w1"), &report, 1, NULL } });
	assert_int_equal(1, entries_of(&bare, entry, 4));
	assert_int_equal(RUN_DONE, entry[0].to);
	assert_int_equal(claimed, entry[0].previous_turn);
	assert_int_equal(1, entry[0].attempts);
	assert_true(str_eq(STR("success"), entry[0].reason));
	assert_true(str_eq(STR("worker 1"), entry[0].actor));
	bare_close(&bare);
}

static void the_journal_is_published_when_there_is_something_in_it(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	const struct action *last = &bare.turn.actions[bare.turn.actions_len - 1];
	assert_int_equal(ACTION_PUBLISH, last->kind);
	assert_int_equal(bare.turn.id, last->turn);
	bare_turn(&bare, NULL, 0);
	assert_int_equal(0, bare.turn.actions_len);
	bare_close(&bare);
}

static void words_that_are_too_long_are_cut_not_refused(void **state)
{
	(void)state;
	struct bare bare;
	struct journal_entry entry[2];
	char text[700];
	bare_open(&bare);
	memset(text, 'r', sizeof text);
	struct uuid run = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	bare_do(&bare, (struct command){ .kind = COMMAND_CANCEL,
					 .actor = { text, sizeof text },
					 .run = { .run = run, .reason = { text, sizeof text } } });
	assert_int_equal(1, entries_of(&bare, entry, 2));
	assert_int_equal(LIMIT_REASON_BYTES, entry[0].reason.len);
	assert_int_equal(LIMIT_REASON_BYTES, entry[0].actor.len);
	bare_close(&bare);
}

static void ids_carry_the_turns_time_and_its_entropy(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct uuid first = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(UUID7_RANDOM_LEN, bare.turn.random_used);
	bare.now.wall += 1;
	struct uuid second = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	assert_true(uuid_compare(&first, &second) < 0);
	/* The same entropy gives the same ids: nothing else goes into them. */
	struct bare twin;
	bare_open(&twin);
	struct uuid same = bare_run(&twin, "acme", (struct enqueue_item){ 0 });
	assert_true(uuid_eq(&first, &same));
	bare_close(&twin);
	bare_close(&bare);
}

struct illegal {
	struct bare *bare;
	struct engine_run *run;
};

static void move_illegally(void *context)
{
	struct illegal *illegal = context;
	illegal->bare->engine->step.turn = &illegal->bare->turn;
	journal_move(illegal->bare->engine, illegal->run, RUN_QUEUED, RUN_DONE, NULL,
		     (str){ "", 0 }, (str){ "", 0 });
}

static void a_move_that_the_table_does_not_have_is_a_broken_promise(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct uuid run = bare_run(&bare, "acme", (struct enqueue_item){ 0 });
	struct illegal illegal = { &bare, run_find(bare.engine, &run) };
	assert_true(breaks_promise(move_illegally, &illegal));
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_runs_life_is_a_chain_of_entries),
		cmocka_unit_test(the_journal_is_published_when_there_is_something_in_it),
		cmocka_unit_test(words_that_are_too_long_are_cut_not_refused),
		cmocka_unit_test(ids_carry_the_turns_time_and_its_entropy),
		cmocka_unit_test(a_move_that_the_table_does_not_have_is_a_broken_promise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
