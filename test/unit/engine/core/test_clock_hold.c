/* A clock that jumps ahead: nothing planned begins until it has settled. */
#include "engine/jobs_desk.h"

static void step_wall(struct jobs_desk *jobs, msec by)
{
	jobs->desk.now.wall += by;
	desk_settle(&jobs->desk);
}

static void after_a_jump_occurrences_wait_a_minute(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	step_wall(jobs, 5 * HOUR);
	expect_ledger(jobs, job, "");
	struct command why = { .kind = COMMAND_ASK_WHY, .run = { .run = next_run(jobs, job).id } };
	const struct answer *answer = desk_do(&jobs->desk, why);
	assert_int_equal(answer->reasons.reasons[0].kind, WHY_CLOCK);
	desk_advance(&jobs->desk, 59 * MSEC_SECOND);
	expect_ledger(jobs, job, "");
	desk_advance(&jobs->desk, MSEC_SECOND);
	expect_ledger(jobs, job, "0:late 60..300:missed/misfire(5)");
}

static void a_clock_that_is_set_right_again_has_cost_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	step_wall(jobs, 24 * HOUR);
	desk_advance(&jobs->desk, 30 * MSEC_SECOND);
	step_wall(jobs, -24 * HOUR);
	desk_advance(&jobs->desk, 90 * MSEC_SECOND); /* here it is seen to have gone back */
	desk_advance(&jobs->desk, MINUTE);
	expect_ledger(jobs, job, "0:fired");
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 60);
}

static void a_clock_that_never_settles_is_believed_after_a_quarter_hour(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	step_wall(jobs, HOUR);
	for (u32 i = 0; i < 29; i++) {
		desk_advance(&jobs->desk, 30 * MSEC_SECOND);
		step_wall(jobs, 5 * MSEC_SECOND);
		expect_ledger(jobs, job, "");
	}
	desk_advance(&jobs->desk, 30 * MSEC_SECOND);
	expect_ledger(jobs, job, "0:late 60..76:missed/misfire(1)");
}

static void tasks_and_small_steps_are_not_held(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_run(&jobs->desk, "acme",
		 (struct enqueue_item){ .run_at = jobs->desk.now.wall + 5 * HOUR });
	step_wall(jobs, 9 * MINUTE);
	expect_ledger(jobs, job, "0:late");
	job_done(jobs, desk_claim(&jobs->desk));
	step_wall(jobs, 5 * HOUR);
	assert_int_equal(1, desk_lease(&jobs->desk, 9, (struct lease_command){ 0 }));
}

static void a_suspended_machine_holds_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, 3 * HOUR);
	expect_ledger(jobs, job, "0:late 60..179:missed/misfire(2)");
}

/* A clock that goes back repeats nothing. */
static void what_was_decided_is_not_planned_again(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	job_done(jobs, desk_claim(&jobs->desk));
	step_wall(jobs, -5 * HOUR);
	desk_advance(&jobs->desk, 5 * HOUR);
	expect_ledger(jobs, job, "0:fired");
	desk_advance(&jobs->desk, HOUR);
	expect_ledger(jobs, job, "0:fired 60:fired");
}

static struct memory_fault fail_commits(void *context, enum memory_call call, u64 number)
{
	(void)context;
	(void)number;
	return (struct memory_fault){ call == MEMORY_COMMIT ? ERR_STORE : ERR_OK, false };
}

static void set_commits_fail(struct desk *desk, bool do_fail)
{
	struct memory_faults faults = { .fault = do_fail ? fail_commits : NULL };
	memory_store_set_faults(desk->store, &faults);
}

/* A turn's commit fails; the wall clock leaps while the store is away; then memory, the only one
 * that held occurrences back, is made anew. */
static void lose_memory(struct desk *desk, msec leap)
{
	struct enqueue_item item = { .type = STR("mail.send"), .payload = STR("{}") };
	struct command enqueue = { .kind = COMMAND_ENQUEUE,
				   .tenant = STR("acme"),
				   .enqueue = { &item, 1, false } };
	u64 reloads = pump_counters(desk->pump).reloads;
	set_commits_fail(desk, true);
	desk_submit(desk, &enqueue);
	assert_int_equal(pump_turn(desk->pump), ERR_STORE);
	set_commits_fail(desk, false);
	desk->now.wall += leap;
	desk_settle(desk);
	assert_int_equal(pump_counters(desk->pump).reloads, reloads + 1);
}

static void a_new_memory_goes_on_waiting_for_the_clock(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	step_wall(jobs, 5 * HOUR);
	desk_advance(&jobs->desk, 30 * MSEC_SECOND);
	lose_memory(&jobs->desk, 0);
	expect_ledger(jobs, job, "");
	desk_advance(&jobs->desk, 29 * MSEC_SECOND);
	expect_ledger(jobs, job, "");
	desk_advance(&jobs->desk, MSEC_SECOND);
	expect_ledger(jobs, job, "0:late 60..300:missed/misfire(5)");
}

/* Nobody decides in that while, so nobody sees it when it happens. */
static void a_jump_while_the_store_is_away_is_noticed(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	lose_memory(&jobs->desk, 5 * HOUR);
	expect_ledger(jobs, job, "");
	desk_advance(&jobs->desk, MINUTE);
	expect_ledger(jobs, job, "0:late 60..300:missed/misfire(5)");
}

/* However often memory is made anew, the quarter of an hour begins once. */
static void new_memories_do_not_make_the_wait_longer(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	step_wall(jobs, HOUR);
	for (u32 i = 0; i < 29; i++) {
		desk_advance(&jobs->desk, 30 * MSEC_SECOND);
		lose_memory(&jobs->desk, 5 * MSEC_SECOND);
		expect_ledger(jobs, job, "");
	}
	desk_advance(&jobs->desk, 30 * MSEC_SECOND);
	expect_ledger(jobs, job, "0:late 60..76:missed/misfire(1)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(after_a_jump_occurrences_wait_a_minute),
		job_test(a_clock_that_is_set_right_again_has_cost_nothing),
		job_test(a_clock_that_never_settles_is_believed_after_a_quarter_hour),
		job_test(tasks_and_small_steps_are_not_held),
		job_test(a_suspended_machine_holds_nothing),
		job_test(what_was_decided_is_not_planned_again),
		job_test(a_new_memory_goes_on_waiting_for_the_clock),
		job_test(a_jump_while_the_store_is_away_is_noticed),
		job_test(new_memories_do_not_make_the_wait_longer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
