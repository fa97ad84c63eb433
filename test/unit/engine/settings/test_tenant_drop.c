/* A tenant is deleted: what ends at once, what follows in steps, what a crash may interrupt. */
#include "engine/jobs_desk.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

static const struct answer *drop(struct desk *desk, const char *tenant)
{
	return desk_do(desk, (struct command){ .kind = COMMAND_TENANT_DROP,
					       .actor = STR("token:1"),
					       .set = { .name = str_from(tenant),
							.expected = DOCUMENT_ANY } });
}

static enum err put_document(struct desk *desk, const char *tenant, enum document_kind kind,
			     str name)
{
	return desk_do(desk, (struct command){ .kind = COMMAND_DOCUMENT_PUT,
					       .tenant = str_from(tenant),
					       .document = { .kind = kind,
							     .name = name,
							     .body = STR("{}"),
							     .expected = DOCUMENT_ANY } })
		->err;
}

/* Whether the store has it. */
static bool has_document(struct desk *desk, const char *tenant, enum document_kind kind, str name)
{
	return desk_do(desk, (struct command){ .kind = COMMAND_DOCUMENT_DELETE,
					       .tenant = str_from(tenant),
					       .document = { .kind = kind,
							     .name = name,
							     .expected = DOCUMENT_ANY } })
		       ->err == ERR_OK;
}

static void set_rate(struct desk *desk, const char *tenant)
{
	struct command command = { .kind = COMMAND_SET_LIMIT, .tenant = str_from(tenant) };
	command.set = (struct set_command){ .name = STR("mail"),
					    .details = STR("{}"),
					    .expected = DOCUMENT_ANY,
					    .rate = { 1, 1, MSEC_SECOND, RATE_TENANT, 0 } };
	assert_int_equal(ERR_OK, desk_do(desk, command)->err);
}

/* Something of everything. */
static struct uuid furnish(struct jobs_desk *jobs)
{
	struct desk *desk = &jobs->desk;
	struct job_row manual = hourly("manual"), disabled = hourly("disabled");
	struct job_row report = hourly("report");
	manual.kind = JOB_MANUAL;
	manual.rule = STR("");
	disabled.state = JOB_DISABLED;
	desk_do(desk, (struct command){ .kind = COMMAND_CALENDAR_PUT,
					.tenant = STR("acme"),
					.calendar = { STR("holidays"), STR("2023-12-25") } });
	report.exclude = STR("holidays");
	struct uuid job = job_new(jobs, report);
	job_new(jobs, manual);
	job_new(jobs, disabled);
	desk_set_tenant(desk, "acme", (struct tenant_policy){ .weight = 3, .limit = 9 });
	desk_set_type(desk, "acme", "mail.send", (struct type_policy){ .limit = 4 });
	desk_pause(desk, COMMAND_PAUSE, "acme",
		   (struct pause_command){ PAUSE_TYPE, STR("report.make"), 0, STR("") });
	desk_pause(desk, COMMAND_PAUSE, "acme",
		   (struct pause_command){ PAUSE_QUEUE, STR("default"), 0, STR("") });
	set_rate(desk, "acme");
	put_document(desk, "acme", DOCUMENT_TENANT, STR(""));
	put_document(desk, "acme", DOCUMENT_TOKEN, STR("t1"));
	put_document(desk, "acme", DOCUMENT_USER, STR("ann"));
	return job;
}

static void nothing_of_it_is_left_but_its_history(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct uuid done = desk_run(desk, "acme", (struct enqueue_item){ 0 });
	desk_finish(desk, desk_claim(desk).execution, OUTCOME_SUCCESS, STR(""));
	struct uuid others = desk_run(desk, "other", (struct enqueue_item){ .type = STR("a.b") });
	struct uuid job = furnish(jobs);
	struct uuid next = next_run(jobs, job).id;
	struct uuid waiting = desk_run(desk, "acme", (struct enqueue_item){ 0 });
	const struct answer *answer = drop(desk, "acme");
	assert_int_equal(ERR_OK, answer->err);
	assert_int_equal(OPERATION_DROP, answer->operation.kind);
	assert_int_equal(RUN_CANCELLED, desk_state(desk, next));
	assert_int_equal(RUN_CANCELLED, desk_state(desk, waiting));
	assert_int_equal(RUN_DONE, desk_state(desk, done));
	assert_int_not_equal(RUN_CANCELLED, desk_state(desk, others));
	assert_int_equal(JOB_DELETED, job_row_of(jobs, job).state);
	assert_int_equal(ERR_NOT_FOUND, drop(desk, "acme")->err);
	desk_same_as_fresh(desk);
	u32 from = desk->leases_len;
	desk_advance(desk, 24 * HOUR);
	assert_int_equal(1, desk_lease(desk, 9, (struct lease_command){ .types_len = 0 }));
	assert_int_equal(1, desk_leases_of(desk, from, "other"));
}

static void whoever_holds_a_run_is_told(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct uuid run = desk_run(desk, "acme", (struct enqueue_item){ 0 });
	struct lease lease = desk_claim(desk);
	assert_true(uuid_eq(&lease.run, &run));
	drop(desk, "acme");
	assert_int_equal(1, desk->stops);
	assert_true(uuid_eq(&desk->stopped, &lease.execution));
	assert_int_equal(RUN_CANCELLED, desk_state(desk, run));
	assert_int_equal(HOLDER_CANCELLED, desk_beat(desk, lease.execution));
	assert_int_not_equal(HOLDER_OK,
			     desk_finish(desk, lease.execution, OUTCOME_SUCCESS, STR("")));
	assert_int_equal(RUN_CANCELLED, desk_state(desk, run));
}

static void dead_letters_are_given_up(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct uuid run = desk_run(desk, "acme", (struct enqueue_item){ 0 });
	desk_finish(desk, desk_claim(desk).execution, OUTCOME_FAIL, STR(""));
	assert_int_equal(RUN_FAILED, desk_state(desk, run));
	drop(desk, "acme");
	assert_int_equal(RUN_CANCELLED, desk_state(desk, run));
	assert_int_equal(ERR_CONFLICT, desk_run_command(desk, COMMAND_RETRY, run));
}

/* The command alone, not what follows. */
static void begin_drop(struct desk *desk, const char *tenant)
{
	static struct command command;
	command = (struct command){ .kind = COMMAND_TENANT_DROP,
				    .set = { .name = str_from(tenant), .expected = DOCUMENT_ANY } };
	desk_submit(desk, &command);
	assert_int_equal(ERR_OK, pump_turn(desk->pump));
	assert_int_equal(ERR_OK, desk->last.head.err);
}

static void submit(struct desk *desk, struct command *command)
{
	desk_submit(desk, command);
	assert_int_equal(ERR_OK, pump_turn(desk->pump));
}

static void while_it_goes_it_takes_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct job_row report = hourly("report"), other = hourly("other");
	struct enqueue_item item = { .type = STR("mail.send"), .payload = STR("{}") };
	struct uuid job = job_new(jobs, report);
	put_document(desk, "acme", DOCUMENT_USER, STR("u1"));
	desk_enqueue_many(desk, "acme", (struct enqueue_item){ 0 }, 1200);
	begin_drop(desk, "acme");
	struct command refused[] = {
		{ .kind = COMMAND_ENQUEUE, .enqueue = { &item, 1, false } },
		{ .kind = COMMAND_SET_TYPE, .set = { .name = STR("a.b") } },
		{ .kind = COMMAND_PAUSE, .pause = { .scope = PAUSE_TENANT } },
		{ .kind = COMMAND_JOB_PUT, .job_put = { .row = &other, .type = STR("a.b") } },
		{ .kind = COMMAND_JOB_RUN, .job = { .job = job } },
		{ .kind = COMMAND_DOCUMENT_PUT,
		  .document = { .kind = DOCUMENT_TOKEN,
				.name = STR("t2"),
				.expected = DOCUMENT_ANY } },
		{ .kind = COMMAND_CALENDAR_PUT, .calendar = { STR("days"), STR("") } },
	};
	/* Before the first page of jobs was looked at, and while their runs go. */
	for (u32 i = 0; i < countof(refused); i++) {
		refused[i].tenant = STR("acme");
		if (refused[i].kind == COMMAND_JOB_RUN && i > 4) continue;
		submit(desk, &refused[i]);
		assert_true(desk->last.head.err == ERR_CONFLICT ||
			    desk->last.head.err == ERR_NOT_FOUND);
		if (!pump_is_due(desk->pump, desk->now)) break;
	}
	desk_settle(desk);
	assert_int_equal(0, desk_count(desk, RUN_QUEUED));
	desk_same_as_fresh(desk);
}

static void nothing_of_it_is_leased_while_it_goes(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	static struct command lease;
	desk_enqueue_many(desk, "acme", (struct enqueue_item){ 0 }, 1200);
	begin_drop(desk, "acme");
	lease = (struct command){ .kind = COMMAND_LEASE,
				  .lease = { .worker = STR("w1"), .max = 100 } };
	submit(desk, &lease);
	assert_int_equal(0, desk->leases_len);
	desk_settle(desk);
}

static void a_second_call_gets_the_same_operation(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	static struct command again;
	desk_enqueue_many(desk, "acme", (struct enqueue_item){ 0 }, 1200);
	begin_drop(desk, "acme");
	struct uuid first = desk->last.head.operation.id;
	again = (struct command){ .kind = COMMAND_TENANT_DROP,
				  .set = { .name = STR("acme"), .expected = DOCUMENT_ANY } };
	submit(desk, &again);
	assert_int_equal(ERR_OK, desk->last.head.err);
	assert_true(uuid_eq(&first, &desk->last.head.operation.id));
	static struct command stop;
	stop = (struct command){ .kind = COMMAND_OPERATION_STOP, .operation = { first } };
	submit(desk, &stop);
	assert_int_equal(ERR_CONFLICT, desk->last.head.err);
	desk_settle(desk);
}

static void a_crash_after_any_turn_changes_nothing_in_the_end(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct uuid job = furnish(jobs);
	u32 turns = 0;
	for (u32 i = 0; i < 700; i++) {
		char name[32];
		assert_int_equal(ERR_OK, put_document(desk, "acme", DOCUMENT_USER,
						      desk_name(name, "user", i)));
	}
	desk_enqueue_many(desk, "acme", (struct enqueue_item){ 0 }, 1200);
	begin_drop(desk, "acme");
	assert_false(desk->last.head.err);
	desk_crash(desk);
	while (pump_is_due(desk->pump, desk->now)) {
		assert_int_equal(ERR_OK, pump_turn(desk->pump));
		desk_check(desk);
		desk_crash(desk);
		if (++turns > 100) break;
		/* What a new process has to read again is no work of this one. */
		if (!name_find(pump_engine(desk->pump), NAME_TENANT, STR("acme"))) break;
	}
	desk_settle(desk);
	assert_true(turns > 5);
	assert_true(turns < 100);
	assert_int_equal(0, desk_count(desk, RUN_QUEUED));
	assert_int_equal(JOB_DELETED, job_row_of(jobs, job).state);
	assert_int_equal(ERR_NOT_FOUND, drop(desk, "acme")->err);
	desk_same_as_fresh(desk);
}

static void the_name_may_be_made_again_and_knows_nothing_of_the_one_before(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	struct enqueue_item item = { .key = STR("k"), .scope = UNIQUE_FOREVER };
	struct enqueue_answer before = desk_enqueue(desk, "acme", item);
	furnish(jobs);
	drop(desk, "acme");
	struct enqueue_answer after = desk_enqueue(desk, "acme", item);
	assert_false(after.duplicate);
	assert_false(uuid_eq(&before.run, &after.run));
	assert_false(has_document(desk, "acme", DOCUMENT_TENANT, STR("")));
	assert_false(has_document(desk, "acme", DOCUMENT_TOKEN, STR("t1")));
	assert_false(has_document(desk, "acme", DOCUMENT_USER, STR("ann")));
	struct lease lease = desk_claim(desk);
	assert_true(uuid_eq(&lease.run, &after.run));
	desk_finish(desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	job_new(jobs, hourly("report"));
	desk_same_as_fresh(desk);
	assert_int_equal(ERR_OK, drop(desk, "acme")->err);
	assert_int_equal(ERR_NOT_FOUND, drop(desk, "acme")->err);
	desk_same_as_fresh(desk);
}

static void the_system_stays(void **state)
{
	struct jobs_desk *jobs = *state;
	desk_run(&jobs->desk, "system", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_CONFLICT, drop(&jobs->desk, "system")->err);
	assert_int_equal(ERR_NOT_FOUND, drop(&jobs->desk, "nobody")->err);
	assert_int_equal(ERR_NOT_FOUND, drop(&jobs->desk, "acme#1")->err);
}

static void a_token_that_the_same_turn_makes_ends_too(void **state)
{
	struct jobs_desk *jobs = *state;
	struct desk *desk = &jobs->desk;
	static struct command made, dropped;
	desk_run(desk, "acme", (struct enqueue_item){ 0 });
	made = (struct command){ .kind = COMMAND_DOCUMENT_PUT,
				 .tenant = STR("acme"),
				 .document = { .kind = DOCUMENT_TOKEN,
					       .name = STR("t9"),
					       .body = STR("{}"),
					       .expected = DOCUMENT_NEW } };
	dropped = (struct command){ .kind = COMMAND_TENANT_DROP,
				    .set = { .name = STR("acme"), .expected = DOCUMENT_ANY } };
	desk_submit(desk, &made);
	desk_submit(desk, &dropped);
	assert_int_equal(ERR_OK, pump_turn(desk->pump));
	struct want want = { .kind = WANT_DOCUMENTS };
	struct turn turn = { .wants = &want, .wants_len = 1, .now = desk->now };
	want.documents.tenant.v = name_find(pump_engine(desk->pump), NAME_TENANT, STR("acme"));
	want.documents.limit = 9;
	arena_init(&turn.arena, 1 << 20);
	assert_int_equal(ERR_OK, store_load(memory_store_view(desk->store), &turn));
	assert_int_equal(0, want.documents.len);
	arena_done(&turn.arena);
	desk_settle(desk);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		job_test(nothing_of_it_is_left_but_its_history),
		job_test(whoever_holds_a_run_is_told),
		job_test(dead_letters_are_given_up),
		job_test(while_it_goes_it_takes_nothing),
		job_test(nothing_of_it_is_leased_while_it_goes),
		job_test(a_second_call_gets_the_same_operation),
		job_test(a_crash_after_any_turn_changes_nothing_in_the_end),
		job_test(the_name_may_be_made_again_and_knows_nothing_of_the_one_before),
		job_test(the_system_stays),
		job_test(a_token_that_the_same_turn_makes_ends_too),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
