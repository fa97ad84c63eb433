/* Holding back: tenants, types, queues, a tenant's share of a queue; with an end, across a crash.
 */
#include "engine/desk.h"

static const str none = { "", 0 };

static const struct {
	const char *tenant; /* empty: the system's */
	struct pause_command pause;
} scopes[] = {
	{ "acme", { .scope = PAUSE_TENANT } },
	{ "acme", { .scope = PAUSE_TYPE, .name = STR("mail.send") } },
	{ "acme", { .scope = PAUSE_QUEUE, .name = STR("default") } },
	{ "", { .scope = PAUSE_QUEUE, .name = STR("default") } },
};

static void every_scope_holds_back_and_lets_go(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(scopes); i++) {
		struct desk desk;
		desk_open(&desk);
		desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, scopes[i].tenant,
						    scopes[i].pause));
		desk_run(&desk, "acme", (struct enqueue_item){ 0 }); /* enqueueing goes on */
		u64 call = desk_call(&desk, 10, (struct lease_command){ .wait_ms = 60000 });
		assert_int_equal(0, desk.answered[call]);
		desk_advance(&desk, 50000);
		assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, scopes[i].tenant,
						    scopes[i].pause));
		assert_int_equal(2, desk.granted[call]);
		assert_int_equal(ERR_NOT_FOUND, desk_pause(&desk, COMMAND_RESUME, scopes[i].tenant,
							   scopes[i].pause));
		desk_close(&desk);
	}
}

static void a_pause_ends_by_itself_at_its_time(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(scopes); i++) {
		struct desk desk;
		desk_open(&desk);
		struct pause_command pause = scopes[i].pause;
		pause.until = desk.now.wall + 20000;
		desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		desk_pause(&desk, COMMAND_PAUSE, scopes[i].tenant, pause);
		u64 call = desk_call(&desk, 10, (struct lease_command){ .wait_ms = 60000 });
		desk_advance(&desk, 19999);
		assert_int_equal(0, desk.answered[call]);
		desk_advance(&desk, 1);
		assert_int_equal(1, desk.granted[call]);
		desk_close(&desk);
	}
}

static void a_pause_holds_across_a_crash_and_ends_if_its_time_passed_meanwhile(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(scopes); i++) {
		struct desk desk;
		desk_open(&desk);
		struct pause_command pause = scopes[i].pause;
		pause.until = desk.now.wall + 20000;
		pause.reason = STR("a reason");
		desk_run(&desk, "acme", (struct enqueue_item){ 0 });
		desk_pause(&desk, COMMAND_PAUSE, scopes[i].tenant, pause);
		desk_same_as_fresh(&desk);
		desk_crash(&desk);
		assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
		desk_same_as_fresh(&desk);
		desk.now.wall += 20000;
		desk.now.boot += 20000;
		desk_crash(&desk);
		assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
		desk_crash(&desk); /* its end is in the store, too */
		assert_int_equal(ERR_NOT_FOUND, desk_pause(&desk, COMMAND_RESUME, scopes[i].tenant,
							   scopes[i].pause));
		desk_close(&desk);
	}
}

static void a_pause_holds_back_only_what_it_names(void **state)
{
	static const struct {
		const char *tenant;
		struct enqueue_item item;
		bool held[countof(scopes)];
	} rows[] = {
		{ "acme", { .type = STR("mail.send") }, { true, true, true, true } },
		{ "acme", { .type = STR("sms.send") }, { true, false, true, true } },
		{ "acme", { .queue = STR("other") }, { true, true, false, false } },
		{ "else", { .type = STR("mail.send") }, { false, false, false, true } },
	};
	(void)state;
	for (u32 i = 0; i < countof(scopes); i++) {
		for (u32 k = 0; k < countof(rows); k++) {
			struct desk desk;
			desk_open(&desk);
			desk_set_queue(&desk, "other", (struct queue_policy){ 0 });
			desk_pause(&desk, COMMAND_PAUSE, scopes[i].tenant, scopes[i].pause);
			desk_run(&desk, rows[k].tenant, rows[k].item);
			assert_int_equal(rows[k].held[i] ? 0 : 1,
					 desk_lease(&desk, 5, (struct lease_command){ 0 }));
			desk_close(&desk);
		}
	}
}

static void what_runs_already_may_finish_under_a_pause(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(&desk);
	desk_pause(&desk, COMMAND_PAUSE, "acme", scopes[0].pause);
	assert_int_equal(HOLDER_OK, desk_beat(&desk, lease.execution));
	assert_int_equal(HOLDER_OK, desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none));
	assert_int_equal(RUN_DONE, desk_state(&desk, run));
	desk_close(&desk);
}

static void pauses_over_each_other_hold_until_the_last_one_ends(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	for (u32 i = 0; i < countof(scopes); i++)
		desk_pause(&desk, COMMAND_PAUSE, scopes[i].tenant, scopes[i].pause);
	for (u32 i = 0; i < countof(scopes); i++) {
		assert_int_equal(0, desk_lease(&desk, 5, (struct lease_command){ 0 }));
		desk_pause(&desk, COMMAND_RESUME, scopes[i].tenant, scopes[i].pause);
	}
	assert_int_equal(1, desk_lease(&desk, 5, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void a_second_pause_of_the_same_replaces_the_first(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct pause_command pause = { .scope = PAUSE_TENANT, .until = desk.now.wall + 10000 };
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_pause(&desk, COMMAND_PAUSE, "acme", pause);
	pause.until = 0; /* now without an end */
	desk_pause(&desk, COMMAND_PAUSE, "acme", pause);
	desk_advance(&desk, 20000);
	assert_int_equal(0, desk_lease(&desk, 5, (struct lease_command){ 0 }));
	desk_same_as_fresh(&desk);
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "acme", pause));
	assert_int_equal(1, desk_lease(&desk, 5, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void a_pause_that_makes_no_sense_is_refused(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct pause_command pause = { .scope = PAUSE_QUEUE, .name = STR("nowhere") };
	assert_int_equal(ERR_NOT_FOUND, desk_pause(&desk, COMMAND_PAUSE, "acme", pause));
	pause = (struct pause_command){ .scope = PAUSE_TENANT };
	assert_int_equal(ERR_INVALID, desk_pause(&desk, COMMAND_PAUSE, "", pause));
	pause = (struct pause_command){ .scope = PAUSE_TYPE, .name = STR("a b") };
	assert_int_equal(ERR_INVALID, desk_pause(&desk, COMMAND_PAUSE, "acme", pause));
	pause = (struct pause_command){ .scope = PAUSE_TENANT, .until = desk.now.wall };
	assert_int_equal(ERR_INVALID, desk_pause(&desk, COMMAND_PAUSE, "acme", pause));
	desk_claim(&desk);
	desk_close(&desk);
}

static void a_pause_and_its_end_are_in_the_journal(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	char text[LIMIT_REASON_BYTES];
	memset(text, 'r', sizeof text);
	struct pause_command pause = { .scope = PAUSE_TENANT,
				       .until = desk.now.wall + 1000,
				       .reason = { text, sizeof text } };
	desk_pause(&desk, COMMAND_PAUSE, "acme", pause);
	u64 paused = desk.published;
	assert_true(paused > 0);
	desk_advance(&desk, 1000);
	assert_true(desk.published > paused);
	desk_close(&desk);
}

static void there_is_a_bounded_number_of_pauses(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	enum { EACH = 1000 };
	static struct command pauses[EACH];
	static char names[EACH][32];
	for (u32 i = 0; i <= LIMIT_PAUSES_MAX; i++) {
		u32 at = i % EACH;
		desk.replies = at; /* answered long ago: used again */
		pauses[at] = (struct command){ .kind = COMMAND_PAUSE,
					       .tenant = desk_name(names[at], "tenant", i),
					       .pause = { .scope = PAUSE_TENANT } };
		desk_submit(&desk, &pauses[at]);
		if (at == EACH - 1 || i == LIMIT_PAUSES_MAX)
			assert_int_equal(ERR_OK, pump_turn(desk.pump));
	}
	assert_int_equal(ERR_QUOTA, desk.last.head.err);
	/* One that is there may still be changed. */
	struct pause_command again = { .scope = PAUSE_TENANT, .until = desk.now.wall + 1000 };
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "tenant.5", again));
	desk_close(&desk);
}

/* What the turn keeps of it is read when the pause itself is gone: the sanitizer looks on. */
static void a_pause_that_ends_in_its_turn_holds_nobody(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct command pause = { .kind = COMMAND_PAUSE,
				 .tenant = STR("acme"),
				 .actor = STR("ann"),
				 .pause = { .scope = PAUSE_TENANT, .reason = STR("too early") } };
	struct command resume = { .kind = COMMAND_RESUME,
				  .tenant = STR("acme"),
				  .pause = { .scope = PAUSE_TENANT } };
	desk_submit(&desk, &pause);
	desk_submit(&desk, &resume);
	desk_settle(&desk);
	desk_same_as_fresh(&desk);
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scope_holds_back_and_lets_go),
		cmocka_unit_test(a_pause_ends_by_itself_at_its_time),
		cmocka_unit_test(
			a_pause_holds_across_a_crash_and_ends_if_its_time_passed_meanwhile),
		cmocka_unit_test(a_pause_holds_back_only_what_it_names),
		cmocka_unit_test(what_runs_already_may_finish_under_a_pause),
		cmocka_unit_test(pauses_over_each_other_hold_until_the_last_one_ends),
		cmocka_unit_test(a_second_pause_of_the_same_replaces_the_first),
		cmocka_unit_test(a_pause_that_makes_no_sense_is_refused),
		cmocka_unit_test(a_pause_and_its_end_are_in_the_journal),
		cmocka_unit_test(there_is_a_bounded_number_of_pauses),
		cmocka_unit_test(a_pause_that_ends_in_its_turn_holds_nobody),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
