/* Runs that wait for runs of other jobs: which one is meant, when they go on, what ends them. The
 * stories in test/scenario/depend-*.txt tell the rules; here is what they do not reach. */
#include "engine/jobs_desk.h"

static struct job_row dependent(const char *code, struct uuid on, enum dependency_kind kind)
{
	struct job_row row = hourly(code);
	row.dependencies.len = 1;
	row.dependencies.at[0] = (struct dependency){ on, kind };
	return row;
}

static enum run_state state_of(const struct jobs_desk *jobs, struct uuid run)
{
	struct memory_run_seen seen;
	assert_true(memory_store_find_run(jobs->desk.store, &run, &seen));
	return seen.state;
}

static struct lease claim_of(struct jobs_desk *jobs, struct uuid job)
{
	struct lease lease = job_claim(jobs);
	assert_true(uuid_eq(&lease.job, &job));
	return lease;
}

static const struct answer *why_of(struct jobs_desk *jobs, struct uuid run)
{
	return desk_do(&jobs->desk, (struct command){ .kind = COMMAND_ASK_WHY,
						      .tenant = STR("acme"),
						      .run = { .run = run } });
}

static void why_says_job_run_and_instant(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct uuid job = job_new(jobs, dependent("report", other, DEPENDENCY_COMPLETE));
	struct uuid awaited = next_run(jobs, other).id, run = next_run(jobs, job).id;
	assert_int_equal(WHY_NOT_DUE, why_of(jobs, run)->reasons.reasons[0].kind);
	desk_advance(&jobs->desk, MINUTE);
	const struct answer *answer = why_of(jobs, run);
	assert_int_equal(RUN_WAITING, answer->reasons.state);
	assert_int_equal(1, answer->reasons.len);
	const struct why_reason *reason = &answer->reasons.reasons[0];
	assert_int_equal(WHY_DEPENDENCY, reason->kind);
	assert_true(str_eq(reason->ref, STR("import")));
	assert_true(uuid_eq(&reason->run, &awaited));
	assert_int_equal(reason->planned_at, JOBS_START);
	assert_int_equal(reason->needs, DEPENDENCY_COMPLETE);
	assert_int_equal(reason->run_state, RUN_QUEUED);
}

/* What each kind takes for what it waits for: claimed, then ended so. */
static void each_kind_goes_on_with_what_it_waits_for(void **state)
{
	static const struct {
		enum dependency_kind kind;
		enum outcome outcome;
		enum run_state while_claimed, afterwards;
	} rows[] = {
		{ DEPENDENCY_SUCCESS, OUTCOME_SUCCESS, RUN_WAITING, RUN_QUEUED },
		{ DEPENDENCY_SUCCESS, OUTCOME_FAIL, RUN_WAITING, RUN_WAITING },
		{ DEPENDENCY_COMPLETE, OUTCOME_SUCCESS, RUN_WAITING, RUN_QUEUED },
		{ DEPENDENCY_COMPLETE, OUTCOME_FAIL, RUN_WAITING, RUN_QUEUED },
		{ DEPENDENCY_START, OUTCOME_SUCCESS, RUN_QUEUED, RUN_QUEUED },
		{ DEPENDENCY_START, OUTCOME_FAIL, RUN_QUEUED, RUN_QUEUED },
	};
	struct jobs_desk *jobs = *state;
	struct uuid imports[countof(rows)], runs[countof(rows)];
	char codes[countof(rows)][2][16];
	for (u32 i = 0; i < countof(rows); i++) {
		snprintf(codes[i][0], sizeof codes[i][0], "import-%u", i);
		snprintf(codes[i][1], sizeof codes[i][1], "report-%u", i);
		imports[i] = job_new(jobs, hourly(codes[i][0]));
		struct uuid job = job_new(jobs, dependent(codes[i][1], imports[i], rows[i].kind));
		runs[i] = next_run(jobs, job).id;
	}
	desk_advance(&jobs->desk, MINUTE);
	u32 len = desk_lease(&jobs->desk, countof(rows), (struct lease_command){ 0 });
	struct lease leases[countof(rows)];
	assert_int_equal(countof(rows), len);
	memcpy(leases, jobs->desk.leases, sizeof leases);
	for (u32 i = 0; i < countof(rows); i++)
		assert_int_equal(rows[i].while_claimed, state_of(jobs, runs[i]));
	for (u32 i = 0; i < countof(rows); i++) {
		for (u32 k = 0; k < countof(rows); k++) {
			if (!uuid_eq(&leases[k].job, &imports[i])) continue;
			desk_finish(&jobs->desk, leases[k].execution, rows[i].outcome,
				    STR("permanent"));
		}
		assert_int_equal(rows[i].afterwards, state_of(jobs, runs[i]));
	}
	desk_same_as_fresh(&jobs->desk);
}

static void many_that_wait_for_one_go_on_with_it(void **state)
{
	enum { MANY = 40 };
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct uuid runs[MANY];
	char code[MANY][16];
	for (u32 i = 0; i < MANY; i++) {
		snprintf(code[i], sizeof code[i], "report-%u", i);
		struct uuid job = job_new(jobs, dependent(code[i], other, DEPENDENCY_SUCCESS));
		runs[i] = next_run(jobs, job).id;
	}
	desk_advance(&jobs->desk, MINUTE);
	for (u32 i = 0; i < MANY; i++) assert_int_equal(RUN_WAITING, state_of(jobs, runs[i]));
	desk_same_as_fresh(&jobs->desk);
	job_done(jobs, claim_of(jobs, other));
	for (u32 i = 0; i < MANY; i++) assert_int_equal(RUN_QUEUED, state_of(jobs, runs[i]));
	desk_same_as_fresh(&jobs->desk);
}

static void more_than_a_turn_may_ask_for_are_all_asked_for(void **state)
{
	enum { MANY = LIMIT_TURN_ASKED + 20 };
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct job_row row = dependent("report", other, DEPENDENCY_SUCCESS);
	row.misfire = MISFIRE_RUN_ALL;
	row.catchup_max = MANY;
	row.max_instances = 0;
	struct uuid job = job_new(jobs, row);
	jobs_down_for(jobs, (MANY + 5) * HOUR);
	/* The import's one late run stands at the first hour: it is meant by all of them. */
	struct run_row next = next_run(jobs, job);
	assert_int_equal(0, desk_lease(&jobs->desk, 1, (struct lease_command){ 0 }) - 1);
	struct lease lease = jobs->desk.leases[0];
	assert_true(uuid_eq(&lease.job, &other));
	job_done(jobs, lease);
	assert_int_equal(MANY, desk_lease(&jobs->desk, 1000, (struct lease_command){ 0 }));
	assert_int_equal(RUN_WAITING, next.hot.state);
}

/* An import that is changed withdraws what has not come: whoever waited for that looks again. */
static void a_withdrawn_run_is_looked_for_again(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct uuid job = job_new(jobs, dependent("report", other, DEPENDENCY_SUCCESS));
	struct uuid run = next_run(jobs, job).id;
	desk_do(&jobs->desk,
		(struct command){ .kind = COMMAND_RESCHEDULE,
				  .tenant = STR("acme"),
				  .run = { .run = run, .run_at = JOBS_START - MINUTE / 2 } });
	desk_advance(&jobs->desk, MINUTE / 2);
	assert_int_equal(RUN_WAITING, state_of(jobs, run));
	struct uuid first = next_run(jobs, other).id;
	assert_int_equal(ERR_OK, job_put(jobs, other, 0, hourly("import"))->err);
	struct uuid second = next_run(jobs, other).id;
	assert_false(uuid_eq(&first, &second));
	assert_int_equal(RUN_CANCELLED, state_of(jobs, first));
	assert_int_equal(RUN_WAITING, state_of(jobs, run));
	const struct answer *answer = why_of(jobs, run);
	assert_true(uuid_eq(&answer->reasons.reasons[0].run, &second));
	desk_same_as_fresh(&jobs->desk);
	desk_crash(&jobs->desk);
	desk_settle(&jobs->desk);
	desk_advance(&jobs->desk, MINUTE);
	job_done(jobs, claim_of(jobs, other));
	assert_int_equal(RUN_QUEUED, state_of(jobs, run));
}

/* Replacing happens when it can go on, not when it begins to wait. */
static void one_that_waits_takes_nobodys_place(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct job_row row = dependent("report", other, DEPENDENCY_SUCCESS);
	row.overlap = OVERLAP_BY_REPLACE;
	struct uuid job = job_new(jobs, row);
	assert_int_equal(ERR_OK,
			 job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job })->err);
	struct lease by_hand = claim_of(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	assert_int_equal(RUN_PROCESSING, state_of(jobs, by_hand.run));
	struct lease import = claim_of(jobs, other);
	job_done(jobs, import);
	assert_int_equal(RUN_CANCELLED, state_of(jobs, by_hand.run));
	(void)claim_of(jobs, job);
	desk_same_as_fresh(&jobs->desk);
}

/* Both begin in one turn; the one whose place is taken has its lease first. */
static void what_has_just_begun_is_replaced_in_the_next_turn(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct job_row row = dependent("report", other, DEPENDENCY_START);
	row.overlap = OVERLAP_BY_REPLACE;
	struct uuid job = job_new(jobs, row);
	struct job_command now = { .job = job };
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_RUN, now)->err);
	desk_advance(&jobs->desk, MINUTE);
	struct uuid by_hand = { { 0 } };
	u32 len = desk_lease(&jobs->desk, 2, (struct lease_command){ .lease_ms = 600000 });
	assert_int_equal(2, len);
	for (u32 i = jobs->desk.leases_len - len; i < jobs->desk.leases_len; i++) {
		const struct lease *lease = &jobs->desk.leases[i];
		if (uuid_eq(&lease->job, &job)) by_hand = lease->run;
	}
	assert_int_equal(RUN_CANCELLED, state_of(jobs, by_hand));
	(void)claim_of(jobs, job);
	desk_same_as_fresh(&jobs->desk);
}

static void what_waits_is_written_down_with_its_job(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct uuid job = job_new(jobs, dependent("report", other, DEPENDENCY_SUCCESS));
	struct uuid run = next_run(jobs, job).id;
	desk_advance(&jobs->desk, MINUTE);
	/* The report depends on nothing any more; what was decided goes on as it was. */
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, hourly("report"))->err);
	assert_int_equal(RUN_WAITING, state_of(jobs, run));
	assert_int_equal(RUN_QUEUED, next_run(jobs, job).hot.state);
	desk_crash(&jobs->desk);
	desk_settle(&jobs->desk);
	assert_int_equal(RUN_WAITING, state_of(jobs, run));
	job_done(jobs, claim_of(jobs, other));
	assert_int_equal(RUN_QUEUED, state_of(jobs, run));
}

/* It waits for a dead letter, and its job depends on nothing any more. After downtime its next
 * occurrence is judged before anybody knows again what it waits for: it is overtaken all the same.
 */
static void it_is_overtaken_while_memory_is_made_anew(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct uuid job = job_new(jobs, dependent("report", other, DEPENDENCY_SUCCESS));
	struct uuid run = next_run(jobs, job).id;
	desk_advance(&jobs->desk, MINUTE);
	struct uuid execution = claim_of(jobs, other).execution;
	desk_finish(&jobs->desk, execution, OUTCOME_FAIL, STR("permanent"));
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, hourly("report"))->err);
	assert_int_equal(RUN_WAITING, state_of(jobs, run));
	jobs->desk.now.wall += HOUR;
	jobs->desk.now.boot += HOUR;
	desk_crash(&jobs->desk);
	desk_settle(&jobs->desk);
	assert_int_equal(RUN_CANCELLED, state_of(jobs, run));
	/* Both came due at once. */
	(void)claim_of(jobs, job);
	(void)claim_of(jobs, other);
	desk_same_as_fresh(&jobs->desk);
}

static void a_jump_of_the_clock_holds_it_back_like_any_other(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct uuid job = job_new(jobs, dependent("report", other, DEPENDENCY_SUCCESS));
	struct uuid run = next_run(jobs, job).id;
	jobs->desk.now.wall += 2 * HOUR;
	desk_settle(&jobs->desk);
	assert_int_equal(WHY_CLOCK, why_of(jobs, run)->reasons.reasons[0].kind);
	expect_ledger(jobs, job, "");
	desk_advance(&jobs->desk, 2 * MINUTE);
	expect_ledger(jobs, job, "0:late 60..121:missed/misfire(2)");
	assert_int_equal(RUN_WAITING, state_of(jobs, run));
	job_done(jobs, claim_of(jobs, other));
	assert_int_equal(RUN_QUEUED, state_of(jobs, run));
}

/* One that waits for others is not judged by a change, and what is due behind it is nobody's. */
static void a_change_leaves_out_nothing_that_had_come(void **state)
{
	static const struct {
		enum misfire misfire;
		const char *code, *ledger, *rule;
	} rows[] = {
		{ MISFIRE_RUN_ONCE, "once", "0:late 60..240:missed/misfire(4)", "0 * * * *" },
		{ MISFIRE_RUN_ALL, "all", "0:late 60..240:missed/misfire(4)", "0 * * * *" },
		{ MISFIRE_SKIP, "skip", "0:skipped/misfire 60..240:skipped/misfire(4)",
		  "0 * * * *" },
		/* Nothing had come, and what it is changed to has no past. */
		{ MISFIRE_RUN_ONCE, "daily", "0:late", "0 22 * * *" },
	};
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import")), ids[countof(rows)];
	struct job_row row[countof(rows)];
	for (u32 i = 0; i < countof(rows); i++) {
		row[i] = dependent(rows[i].code, other, DEPENDENCY_SUCCESS);
		row[i].misfire = rows[i].misfire;
		row[i].rule = str_from(rows[i].rule);
		row[i].max_instances = 0;
		ids[i] = job_new(jobs, row[i]);
	}
	jobs->desk.now.wall += 4 * HOUR + MINUTE;
	desk_settle(&jobs->desk); /* the clock is waited for */
	for (u32 i = 0; i < countof(rows); i++) {
		row[i].rule = STR("30 * * * *");
		assert_int_equal(job_put(jobs, ids[i], 0, row[i])->err, ERR_OK);
		assert_int_equal(minutes_of(next_run(jobs, ids[i]).hot.run_at), 0);
	}
	desk_advance(&jobs->desk, 2 * MINUTE);
	for (u32 i = 0; i < countof(rows); i++) expect_ledger(jobs, ids[i], rows[i].ledger);
	desk_same_as_fresh(&jobs->desk);
}

/* Whoever waits stands for what was passed over behind it. Then the clock is set back, and the job
 * is changed again: none of that comes a second time. */
static void what_was_passed_over_does_not_come_again(void **state)
{
	static const struct {
		const char *code;
		enum job_state left_as;
		const char *ledger;
	} rows[] = {
		{ "goes on", JOB_ACTIVE, "0:late 60..240:missed/misfire(4) 300:fired" },
		{ "rests", JOB_DISABLED, "0:skipped/disabled 60..240:missed/misfire(4) 300:fired" },
	};
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import")), ids[countof(rows)];
	struct job_row row[countof(rows)];
	for (u32 i = 0; i < countof(rows); i++) {
		row[i] = dependent(rows[i].code, other, DEPENDENCY_SUCCESS);
		row[i].max_instances = 0;
		ids[i] = job_new(jobs, row[i]);
	}
	jobs->desk.now.wall += 4 * HOUR + MINUTE;
	desk_settle(&jobs->desk);
	for (u32 i = 0; i < countof(rows); i++) {
		row[i].state = rows[i].left_as;
		assert_int_equal(job_put(jobs, ids[i], 0, row[i])->err, ERR_OK);
	}
	jobs->desk.now.wall -=
		9 * MINUTE; /* a little: what a clock far ahead decided is planned anew */
	for (u32 i = 0; i < countof(rows); i++) {
		row[i].state = JOB_ACTIVE;
		assert_int_equal(job_put(jobs, ids[i], 0, row[i])->err, ERR_OK);
	}
	for (u32 i = 0; i < 2; i++) desk_advance(&jobs->desk, 35 * MINUTE);
	for (u32 i = 0; i < countof(rows); i++) expect_ledger(jobs, ids[i], rows[i].ledger);
	desk_same_as_fresh(&jobs->desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(why_says_job_run_and_instant),
		job_test(a_change_leaves_out_nothing_that_had_come),
		job_test(what_was_passed_over_does_not_come_again),
		job_test(each_kind_goes_on_with_what_it_waits_for),
		job_test(many_that_wait_for_one_go_on_with_it),
		job_test(more_than_a_turn_may_ask_for_are_all_asked_for),
		job_test(a_withdrawn_run_is_looked_for_again),
		job_test(one_that_waits_takes_nobodys_place),
		job_test(what_has_just_begun_is_replaced_in_the_next_turn),
		job_test(what_waits_is_written_down_with_its_job),
		job_test(it_is_overtaken_while_memory_is_made_anew),
		job_test(a_jump_of_the_clock_holds_it_back_like_any_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
