/* What touches many runs: page by page, with a cursor that survives a crash. */
#include "engine/desk.h"

static const str none = { "", 0 };

/* ---- a store that remembers the operations that were written ------------------------------- */

struct spy {
	struct store store;
	struct store *behind;
	struct operation_row last; /* its texts are not kept */
	char reason[LIMIT_REASON_BYTES];
	u32 puts;
	struct operation_row stopped;
	char stopped_reason[LIMIT_REASON_BYTES];
};

static struct spy *spy_of(struct store *store)
{
	return container_of(store, struct spy, store);
}

static enum err spy_recall(struct store *store, const struct recall_sink *sink, u64 *out_last)
{
	return store_recall(spy_of(store)->behind, sink, out_last);
}

static enum err spy_load(struct store *store, struct turn *turn)
{
	return store_load(spy_of(store)->behind, turn);
}

static enum err spy_commit(struct store *store, struct turn *turn)
{
	struct spy *spy = spy_of(store);
	for (u32 i = 0; i < turn->changes_len; i++) {
		if (!change_puts(&turn->changes[i], KIND_OPERATION)) continue;
		const struct operation_row *row = turn->changes[i].operation;
		spy->last = *row;
		memset(spy->reason, 0, sizeof spy->reason);
		memcpy(spy->reason, row->reason.at, row->reason.len);
		spy->puts++;
		if (row->state != OPERATION_STOPPED) continue;
		spy->stopped = *row;
		memset(spy->stopped_reason, 0, sizeof spy->stopped_reason);
		memcpy(spy->stopped_reason, row->reason.at, row->reason.len);
	}
	return store_commit(spy->behind, turn);
}

static enum err spy_settle(struct store *store, u64 turn, bool *out_applied)
{
	return store_settle(spy_of(store)->behind, turn, out_applied);
}

static enum err spy_probe(struct store *store)
{
	return store_probe(spy_of(store)->behind);
}

static const struct store_calls spy_calls = { .recall = spy_recall,
					      .load = spy_load,
					      .commit = spy_commit,
					      .settle = spy_settle,
					      .probe = spy_probe };

static void open_spied(struct desk *desk, struct spy *spy)
{
	desk_open(desk);
	*spy = (struct spy){ .store.calls = &spy_calls, .behind = memory_store_view(desk->store) };
	pump_free(desk->pump);
	desk->view = &spy->store;
	desk_start(desk);
}

/* ---- the usual ----------------------------------------------------------------------------- */

static struct command start(const char *tenant, struct operation_command operation)
{
	return (struct command){ .kind = COMMAND_OPERATION_START,
				 .tenant = str_from(tenant),
				 .operation = operation };
}

/* So many dead letters of the tenant's. */
static void dead_letters(struct desk *desk, const char *tenant, u32 count)
{
	struct enqueue_item item = { .max_attempts = 1 };
	desk_enqueue_many(desk, tenant, item, count);
	u32 from = desk->leases_len;
	assert_int_equal(count, desk_lease(desk, count, (struct lease_command){ 0 }));
	struct report *reports = calloc(count, sizeof *reports);
	assert_non_null(reports);
	for (u32 i = 0; i < count; i++)
		reports[i] = (struct report){ .execution = desk->leases[from + i].execution,
					      .outcome = OUTCOME_RETRY };
	desk_do(desk, (struct command){ .kind = COMMAND_REPORT,
					.report = { STR("w1"), reports, count, NULL } });
	free(reports);
}

/* ---- stories ------------------------------------------------------------------------------ */

static void a_cancel_of_many_runs_over_pages(void **state)
{
	(void)state;
	struct desk desk;
	struct spy spy;
	open_spied(&desk, &spy);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 1000);
	desk_enqueue_many(&desk, "acme",
			  (struct enqueue_item){ .run_at = desk.now.wall + MSEC_DAY }, 700);
	desk_enqueue_many(&desk, "other", (struct enqueue_item){ 0 }, 5);
	desk_lease(&desk, 20, (struct lease_command){ 0 });
	u64 held = desk_count(&desk, RUN_PROCESSING);
	assert_int_equal(20, held);
	u32 of_acme = desk_leases_of(&desk, 0, "acme");
	struct operation_command cancel = { .kind = OPERATION_CANCEL, .reason = STR("enough") };
	assert_int_equal(ERR_OK, desk_do(&desk, start("acme", cancel))->err);
	assert_int_equal(1700, desk_count(&desk, RUN_CANCELLED));
	assert_int_equal(of_acme, desk.stops);
	assert_int_equal(OPERATION_DONE, spy.last.state);
	assert_int_equal(1700, spy.last.seen);
	assert_int_equal(1700, spy.last.changed);
	assert_string_equal("enough", spy.reason);
	assert_in_range(spy.puts, 4, 6);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void a_crash_between_pages_goes_on_where_it_was(void **state)
{
	(void)state;
	for (u32 turns = 1; turns < 5; turns++) {
		struct desk desk;
		struct spy spy;
		open_spied(&desk, &spy);
		dead_letters(&desk, "acme", 1000);
		dead_letters(&desk, "acme", 600);
		struct command retry = start("acme",
					     (struct operation_command){ .kind = OPERATION_RETRY });
		desk_submit(&desk, &retry);
		for (u32 i = 0; i < turns; i++) assert_int_equal(ERR_OK, pump_turn(desk.pump));
		desk_crash(&desk);
		desk_settle(&desk);
		assert_int_equal(1600, desk_count(&desk, RUN_QUEUED));
		assert_int_equal(OPERATION_DONE, spy.last.state);
		assert_int_equal(1600, spy.last.changed);
		desk_same_as_fresh(&desk);
		desk_close(&desk);
	}
}

static void a_filter_names_type_queue_key_entity_and_state(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_queue(&desk, "slow", (struct queue_policy){ 0 });
	const struct enqueue_item items[] = {
		{ .type = STR("a"), .entity = STR("event:1"), .key = STR("k1") },
		{ .type = STR("b"), .entity = STR("event:1"), .key = STR("k2") },
		{ .type = STR("b"), .entity = STR("event:2"), .queue = STR("slow") },
		{ .type = STR("c") },
	};
	const struct operation_command wishes[] = {
		{ .type = STR("a") },           { .key = STR("k2") }, { .queue = STR("slow") },
		{ .entity = STR("event:1") }, /* two of them are gone already */
		{ .states = 1u << RUN_QUEUED },
	};
	static const u64 left[] = { 3, 2, 1, 1, 0 };
	(void)state;
	for (u32 i = 0; i < countof(items); i++) desk_run(&desk, "acme", items[i]);
	for (u32 i = 0; i < countof(wishes); i++) {
		assert_int_equal(ERR_OK, desk_do(&desk, start("acme", wishes[i]))->err);
		assert_int_equal(left[i], desk_count(&desk, RUN_QUEUED));
	}
	desk_close(&desk);
}

static void a_filter_by_state_leaves_what_runs_alone(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 10);
	desk_lease(&desk, 4, (struct lease_command){ 0 });
	struct operation_command wish = { .kind = OPERATION_CANCEL,
					  .states = 1u << RUN_QUEUED | 1u << RUN_DONE };
	desk_do(&desk, start("acme", wish));
	assert_int_equal(4, desk_count(&desk, RUN_PROCESSING));
	assert_int_equal(6, desk_count(&desk, RUN_CANCELLED));
	desk_close(&desk);
}

static void states_that_cannot_be_acted_on_are_refused_not_taken_for_all(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 10);
	struct operation_command wish = { .kind = OPERATION_CANCEL, .states = 1u << RUN_DONE };
	assert_int_equal(ERR_INVALID, desk_do(&desk, start("acme", wish))->err);
	wish = (struct operation_command){ .kind = OPERATION_RETRY, .states = 1u << RUN_QUEUED };
	assert_int_equal(ERR_INVALID, desk_do(&desk, start("acme", wish))->err);
	assert_int_equal(10, desk_count(&desk, RUN_QUEUED));
	desk_close(&desk);
}

static void the_system_acts_on_every_tenant(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 3);
	desk_enqueue_many(&desk, "other", (struct enqueue_item){ 0 }, 3);
	desk_do(&desk, start("", (struct operation_command){ .kind = OPERATION_CANCEL }));
	assert_int_equal(6, desk_count(&desk, RUN_CANCELLED));
	desk_close(&desk);
}

static void dead_letters_are_discarded_and_the_rest_is_not(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	dead_letters(&desk, "acme", 30);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 3);
	desk_do(&desk, start("acme", (struct operation_command){ .kind = OPERATION_DISCARD }));
	assert_int_equal(30, desk_count(&desk, RUN_CANCELLED));
	assert_int_equal(3, desk_count(&desk, RUN_QUEUED));
	desk_close(&desk);
}

static void a_redrive_counts_those_whose_key_is_taken_as_seen_only(void **state)
{
	(void)state;
	struct desk desk;
	struct spy spy;
	open_spied(&desk, &spy);
	struct enqueue_item item = { .key = STR("k"), .scope = UNIQUE_ACTIVE, .max_attempts = 1 };
	dead_letters(&desk, "other", 2);
	struct uuid dead = desk_run(&desk, "acme", item);
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_FAIL, none);
	desk_run(&desk, "acme", item);
	desk_do(&desk, start("acme", (struct operation_command){ .kind = OPERATION_RETRY }));
	assert_int_equal(1, spy.last.seen);
	assert_int_equal(0, spy.last.changed);
	assert_int_equal(RUN_FAILED, desk_state(&desk, dead));
	desk_close(&desk);
}

/* Two dead letters of one key: the first that comes back takes it. */
static void of_two_with_one_key_one_comes_back(void **state)
{
	(void)state;
	struct desk desk;
	struct spy spy;
	open_spied(&desk, &spy);
	struct enqueue_item item = { .key = STR("k"),
				     .scope = UNIQUE_SUCCEEDED,
				     .max_attempts = 1 };
	for (u32 i = 0; i < 2; i++) {
		desk_run(&desk, "acme", item);
		desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_FAIL, none);
	}
	desk_do(&desk, start("acme", (struct operation_command){ .kind = OPERATION_RETRY }));
	assert_int_equal(2, spy.last.seen);
	assert_int_equal(1, spy.last.changed);
	assert_int_equal(1, desk_count(&desk, RUN_QUEUED));
	desk_close(&desk);
}

/* ---- stopping ----------------------------------------------------------------------------- */

static void an_operation_is_stopped_where_it_stands_by_its_own_tenant(void **state)
{
	(void)state;
	struct desk desk;
	struct spy spy;
	open_spied(&desk, &spy);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 1000);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 1000);
	struct operation_command wish = { .kind = OPERATION_CANCEL, .reason = STR("alpha") };
	struct command begin = start("acme", wish);
	desk_submit(&desk, &begin);
	for (u32 i = 0; i < 2; i++) assert_int_equal(ERR_OK, pump_turn(desk.pump));
	struct command evil = { .kind = COMMAND_OPERATION_STOP,
				.tenant = STR("evil"),
				.operation = { .operation = spy.last.id } };
	desk_submit(&desk, &evil);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(ERR_NOT_FOUND, desk.last.head.err);
	struct command stop = evil;
	stop.tenant = STR("acme");
	desk_submit(&desk, &stop);
	desk_settle(&desk);
	assert_int_equal(OPERATION_STOPPED, spy.last.state);
	assert_int_equal(1000, desk_count(&desk, RUN_CANCELLED));
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, stop)->err);
	desk_close(&desk);
}

static void a_stopped_ones_words_are_its_own_even_if_another_starts_in_its_place(void **state)
{
	(void)state;
	struct desk desk;
	struct spy spy;
	open_spied(&desk, &spy);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 1000);
	struct operation_command wish = { .kind = OPERATION_CANCEL, .reason = STR("alpha") };
	struct command begin = start("acme", wish);
	desk_submit(&desk, &begin);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	struct command stop = { .kind = COMMAND_OPERATION_STOP,
				.operation = { .operation = spy.last.id } };
	wish.reason = STR("gamma");
	struct command next = start("acme", wish);
	desk_submit(&desk, &stop);
	desk_submit(&desk, &next);
	desk_settle(&desk);
	assert_string_equal("alpha", spy.stopped_reason);
	assert_string_equal("gamma", spy.reason);
	desk_close(&desk);
}

static void several_operations_all_come_to_their_end(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const char *const tenants[] = { "a", "b", "c", "d", "e" };
	struct command begin[countof(tenants)];
	for (u32 i = 0; i < countof(tenants); i++) {
		desk_enqueue_many(&desk, tenants[i], (struct enqueue_item){ 0 }, 600);
		begin[i] = start(tenants[i],
				 (struct operation_command){ .kind = OPERATION_CANCEL });
	}
	for (u32 i = 0; i < countof(tenants); i++) desk_submit(&desk, &begin[i]);
	desk_settle(&desk);
	assert_int_equal(3000, desk_count(&desk, RUN_CANCELLED));
	desk_close(&desk);
}

static void an_operation_about_nothing_ends_at_once(void **state)
{
	(void)state;
	struct desk desk;
	struct spy spy;
	open_spied(&desk, &spy);
	assert_int_equal(
		ERR_OK,
		desk_do(&desk, start("new", (struct operation_command){ .kind = OPERATION_RETRY }))
			->err);
	assert_int_equal(OPERATION_DONE, spy.last.state);
	struct operation_command wish = { .kind = OPERATION_CANCEL, .queue = STR("nowhere") };
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, start("new", wish))->err);
	wish = (struct operation_command){ .kind = OPERATION_CANCEL, .type = STR("a b") };
	assert_int_equal(ERR_INVALID, desk_do(&desk, start("new", wish))->err);
	desk_close(&desk);
}

static void there_is_a_bounded_number_of_operations(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static struct command begin[LIMIT_OPERATIONS_MAX + 1];
	for (u32 i = 0; i < countof(begin); i++) {
		begin[i] = start("acme", (struct operation_command){ .kind = OPERATION_CANCEL });
		desk_submit(&desk, &begin[i]);
	}
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	assert_int_equal(ERR_QUOTA, desk.last.head.err);
	desk_settle(&desk);
	static char text[LIMIT_KEY_BYTES + 1];
	memset(text, 'k', sizeof text);
	struct operation_command wish = { .kind = OPERATION_CANCEL, .key = { text, sizeof text } };
	assert_int_equal(ERR_INVALID, desk_do(&desk, start("acme", wish))->err);
	desk_close(&desk);
}

/* Also in the same millisecond: the clock of a desk stands still. */
static void runs_that_are_made_after_it_began_are_left_alone(void **state)
{
	(void)state;
	struct desk desk;
	struct spy spy;
	open_spied(&desk, &spy);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 600);
	struct command cancel = start("acme",
				      (struct operation_command){ .kind = OPERATION_CANCEL });
	static struct enqueue_item items[600];
	for (u32 i = 0; i < countof(items); i++)
		items[i] = (struct enqueue_item){ .type = STR("mail.send"), .payload = STR("{}") };
	desk_submit(&desk, &cancel);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	/* More come in each turn than it looks at. */
	struct command steady[20];
	u32 turns = 0;
	for (; turns < countof(steady) && spy.last.state == OPERATION_RUNNING; turns++) {
		steady[turns] = (struct command){ .kind = COMMAND_ENQUEUE,
						  .tenant = STR("acme"),
						  .enqueue = { items, countof(items), false } };
		desk_submit(&desk, &steady[turns]);
		assert_int_equal(ERR_OK, pump_turn(desk.pump));
		desk.now.wall += turns % 2; /* within a millisecond, and in the next */
	}
	assert_int_equal(OPERATION_DONE, spy.last.state);
	assert_int_equal(600, spy.last.changed);
	assert_int_equal(600, desk_count(&desk, RUN_CANCELLED));
	assert_int_equal(600 * turns, desk_count(&desk, RUN_QUEUED));
	desk_settle(&desk);
	desk_close(&desk);
}

/* Its number may be given to another name once the call is gone. */
static void an_operation_keeps_no_number_that_only_a_waiting_call_has(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	str ghost = STR("ghost"), type = STR("ghostly");
	desk_call(&desk, 1,
		  (struct lease_command){ .tenants = &ghost,
					  .tenants_len = 1,
					  .types = &type,
					  .types_len = 1,
					  .wait_ms = 1000 });
	const struct answer *answer = desk_do(
		&desk, (struct command){ .kind = COMMAND_OPERATION_START,
					 .tenant = ghost,
					 .operation = { .kind = OPERATION_CANCEL, .type = type } });
	assert_int_equal(ERR_OK, answer->err);
	assert_true(answer->operation.filter.tenant.v == UINT32_MAX);
	assert_true(answer->operation.filter.type.v == UINT32_MAX);
	desk_close(&desk);
}

/* The lease ends in the very turn in which the page of processing runs was read. */
static void what_has_moved_on_since_the_page_was_read_is_left_alone(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("t") });
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ .worker = STR("w") }));
	desk_advance(&desk, 10);
	struct command start = { .kind = COMMAND_OPERATION_START,
				 .tenant = STR("acme"),
				 .operation = { .kind = OPERATION_CANCEL,
						.states = 1u << RUN_PROCESSING } };
	desk_submit(&desk, &start);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	desk.now.wall += DEFAULT_LEASE_MS - 10;
	desk.now.boot += DEFAULT_LEASE_MS - 10;
	desk_settle(&desk);
	struct run_row row = desk_row(&desk, run);
	assert_int_equal(row.hot.state, RUN_QUEUED);
	assert_int_equal(row.hot.attempts, 1);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cancel_of_many_runs_over_pages),
		cmocka_unit_test(runs_that_are_made_after_it_began_are_left_alone),
		cmocka_unit_test(a_crash_between_pages_goes_on_where_it_was),
		cmocka_unit_test(a_filter_names_type_queue_key_entity_and_state),
		cmocka_unit_test(a_filter_by_state_leaves_what_runs_alone),
		cmocka_unit_test(states_that_cannot_be_acted_on_are_refused_not_taken_for_all),
		cmocka_unit_test(the_system_acts_on_every_tenant),
		cmocka_unit_test(dead_letters_are_discarded_and_the_rest_is_not),
		cmocka_unit_test(a_redrive_counts_those_whose_key_is_taken_as_seen_only),
		cmocka_unit_test(of_two_with_one_key_one_comes_back),
		cmocka_unit_test(an_operation_is_stopped_where_it_stands_by_its_own_tenant),
		cmocka_unit_test(
			a_stopped_ones_words_are_its_own_even_if_another_starts_in_its_place),
		cmocka_unit_test(several_operations_all_come_to_their_end),
		cmocka_unit_test(an_operation_about_nothing_ends_at_once),
		cmocka_unit_test(there_is_a_bounded_number_of_operations),
		cmocka_unit_test(what_has_moved_on_since_the_page_was_read_is_left_alone),
		cmocka_unit_test(an_operation_keeps_no_number_that_only_a_waiting_call_has),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
