/* Jobs, their runs, their occurrences and calendars, over every kind of store. */
#include "conformance/recalled.h"

/* ---- looking ------------------------------------------------------------------------------ */

static struct job_seen see_job(struct scene *scene, u32 number, enum job_runs which)
{
	struct want want = load(
		scene,
		(struct want){ .kind = WANT_JOB,
			       .job = { .id = id_of(number), .which = which, .limit = 10 } });
	assert_true(want.job.found);
	return want.job.seen;
}

static struct want see_code(struct scene *scene, u32 tenant, str code)
{
	return load(scene, (struct want){ .kind = WANT_JOB,
					  .job = { .tenant = { tenant }, .code = code } });
}

static void assert_same_backoff(const struct backoff *a, const struct backoff *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->steps_len, b->steps_len);
	for (u32 i = 0; i < a->steps_len; i++) assert_true(a->steps[i] == b->steps[i]);
	assert_true(a->base == b->base);
	assert_true(a->max == b->max);
}

static void assert_same_job_hot(const struct job_hot *a, const struct job_hot *b)
{
	assert_true(a->planned_through == b->planned_through);
	assert_true(a->decided_through == b->decided_through);
	assert_true(a->passed_through == b->passed_through);
	assert_int_equal(a->undecided, b->undecided);
	assert_int_equal(a->backfills, b->backfills);
	assert_int_equal(a->last_state, b->last_state);
	assert_true(a->last_run_at == b->last_run_at);
	assert_true(a->last_duration_ms == b->last_duration_ms);
	assert_true(a->run_count == b->run_count);
	assert_true(a->failure_count == b->failure_count);
	assert_int_equal(a->failures_in_a_row, b->failures_in_a_row);
	assert_true(a->updated_at == b->updated_at);
}

static void assert_same_policy(const struct job_row *a, const struct job_row *b)
{
	assert_int_equal(a->priority, b->priority);
	assert_int_equal(a->max_attempts, b->max_attempts);
	assert_true(a->timeout_ms == b->timeout_ms);
	assert_same_backoff(&a->backoff, &b->backoff);
	assert_int_equal(a->misfire, b->misfire);
	assert_true(a->grace_ms == b->grace_ms);
	assert_int_equal(a->catchup_max, b->catchup_max);
	assert_true(a->catchup_spread_ms == b->catchup_spread_ms);
	assert_true(a->jitter_ms == b->jitter_ms);
	assert_int_equal(a->overlap, b->overlap);
	assert_int_equal(a->max_instances, b->max_instances);
	assert_true(a->horizon_ms == b->horizon_ms);
	assert_int_equal(a->dst_gap, b->dst_gap);
	assert_int_equal(a->dst_overlap, b->dst_overlap);
	assert_int_equal(a->is_system_required, b->is_system_required);
	assert_true(a->run_at == b->run_at);
	assert_true(a->interval_ms == b->interval_ms);
	assert_true(a->group == b->group);
}

/* All but pause, hot, parameters and details. */
static void assert_same_definition(const struct job_row *a, const struct job_row *b)
{
	assert_uuid(a->id, b->id);
	assert_int_equal(a->tenant.v, b->tenant.v);
	assert_true(a->version == b->version);
	assert_int_equal(a->state, b->state);
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->type.v, b->type.v);
	assert_int_equal(a->queue.v, b->queue.v);
	assert_same_policy(a, b);
	assert_true(a->created_at == b->created_at);
	assert_true(a->updated_at == b->updated_at);
	assert_str(a->code, b->code);
	assert_str(a->rule, b->rule);
	assert_str(a->zone, b->zone);
	assert_str(a->start, b->start);
	assert_str(a->rdates, b->rdates);
	assert_str(a->exdates, b->exdates);
	assert_str(a->exclude, b->exclude);
	assert_int_equal(a->dependencies.len, b->dependencies.len);
	for (u32 i = 0; i < a->dependencies.len; i++) {
		assert_uuid(a->dependencies.at[i].job, b->dependencies.at[i].job);
		assert_int_equal(a->dependencies.at[i].kind, b->dependencies.at[i].kind);
	}
}

static void put_run_of(struct scene *scene, u32 number, const struct job_row *job)
{
	struct run_row row = a_job_run(number, 0);
	row.job = job->id;
	row.payload_len = (u32)job->parameters.len;
	put_run(scene, &row);
}

static str payload_of(struct scene *scene, u32 run, struct run_row *room)
{
	struct uuid id = id_of(run);
	assert_true(scene->kind->find_run(scene->subject, &id, room));
	return room->payload;
}

/* ---- jobs --------------------------------------------------------------------------------- */

static void a_job_comes_back_as_it_was(struct scene *scene)
{
	struct job_row job = a_job(1), kept;
	job.dependencies.len = 2;
	job.dependencies.at[0] = (struct dependency){ id_of(8), DEPENDENCY_COMPLETE };
	job.dependencies.at[1] = (struct dependency){ id_of(9), DEPENDENCY_START };
	job.flagged = LINT_PERSONAL;
	put_job(scene, &job);
	commit(scene);
	struct job_row seen = see_job(scene, 1, JOB_RUNS_NONE).row;
	assert_same_definition(&seen, &job);
	assert_int_equal(seen.flagged, LINT_PERSONAL);
	assert_same_job_hot(&seen.hot, &job.hot);
	assert_int_equal(seen.parameters_len, job.parameters.len);
	assert_int_equal(seen.parameters.len + seen.details.len, 0);
	assert_true(scene->kind->find_job(scene->subject, &job.id, &kept));
	assert_str(kept.parameters, job.parameters);
	assert_str(kept.details, job.details);
	crash(scene);
	assert_true(scene->kind->find_job(scene->subject, &job.id, &kept));
	assert_same_definition(&kept, &job);
}

static void a_job_that_is_not_there_is_not_found(struct scene *scene)
{
	struct job_row job = a_job(1);
	put_job(scene, &job);
	commit(scene);
	struct want want = load(scene,
				(struct want){ .kind = WANT_JOB, .job = { .id = id_of(2) } });
	assert_false(want.job.found);
	assert_false(see_code(scene, 1, STR("report")).job.found);
	assert_false(see_code(scene, 2, STR("report.hourly")).job.found);
}

static void a_change_of_a_job_leaves_pause_and_hot_alone(struct scene *scene)
{
	struct job_row job = a_job(1), kept;
	put_job(scene, &job);
	commit(scene);
	job.version = 2;
	job.pause = (struct job_pause){ 70, 80, STR("too loud"), STR("ann") };
	put_job_state(scene, &job);
	job.hot.run_count = 77;
	put_job_hot(scene, &job);
	commit(scene);
	struct job_row changed = a_job(1);
	changed.version = 3;
	changed.rule = STR("30 9 * * 1");
	changed.code = STR("report.weekly");
	changed.parameters = STR("{}");
	put_job(scene, &changed);
	commit(scene);
	struct job_row seen = see_job(scene, 1, JOB_RUNS_NONE).row;
	assert_same_definition(&seen, &changed);
	assert_same_job_hot(&seen.hot, &job.hot);
	assert_true(seen.pause.since == 70);
	assert_true(seen.pause.until == 80);
	assert_str(seen.pause.reason, STR("too loud"));
	assert_str(seen.pause.author, STR("ann"));
	assert_true(scene->kind->find_job(scene->subject, &job.id, &kept));
	assert_str(kept.parameters, STR("{}"));
	assert_str(kept.pause.reason, STR("too loud"));
}

static void a_pause_changes_nothing_else(struct scene *scene)
{
	struct job_row job = a_job(1), kept;
	put_job(scene, &job);
	commit(scene);
	job.version = 2;
	job.updated_at = SCENE_START + 99;
	job.pause = (struct job_pause){ 7, MSEC_MAX, STR("r"), STR("") };
	put_job_state(scene, &job);
	commit(scene);
	struct job_row seen = see_job(scene, 1, JOB_RUNS_NONE).row;
	assert_same_definition(&seen, &job);
	assert_same_job_hot(&seen.hot, &job.hot);
	assert_true(seen.pause.until == MSEC_MAX);
	job.version = 3;
	job.pause = (struct job_pause){ 0 };
	put_job_state(scene, &job);
	commit(scene);
	assert_true(scene->kind->find_job(scene->subject, &job.id, &kept));
	assert_int_equal(kept.pause.since, 0);
	assert_int_equal(kept.pause.reason.len, 0);
	assert_str(kept.details, job.details);
}

static void a_code_is_found_in_its_tenant_and_free_again_after_a_delete(struct scene *scene)
{
	struct job_row job = a_job(1), other = a_job(2);
	other.tenant.v = 2;
	put_job(scene, &job);
	put_job(scene, &other); /* the same code, another tenant's */
	commit(scene);
	assert_uuid(see_code(scene, 1, STR("report.hourly")).job.seen.row.id, id_of(1));
	assert_uuid(see_code(scene, 2, STR("report.hourly")).job.seen.row.id, id_of(2));
	job.version = 2;
	job.state = JOB_DELETED;
	put_job_state(scene, &job);
	commit(scene);
	assert_false(see_code(scene, 1, STR("report.hourly")).job.found);
	assert_int_equal(see_job(scene, 1, JOB_RUNS_NONE).row.state, JOB_DELETED);
	struct job_row heir = a_job(3);
	put_job(scene, &heir);
	commit(scene);
	assert_uuid(see_code(scene, 1, STR("report.hourly")).job.seen.row.id, id_of(3));
}

/* ---- runs of jobs ------------------------------------------------------------------------- */

static void a_runs_payload_is_the_jobs_as_it_is_then(struct scene *scene)
{
	struct job_row job = a_job(1), changed = a_job(1), claimed = a_job(1);
	struct run_row room;
	changed.version = 2;
	changed.parameters = STR("{\"depth\": 2}");
	put_job(scene, &job);
	put_run_of(scene, 10, &job);
	put_job(scene, &changed);
	put_run_of(scene, 11, &changed);
	commit(scene);
	put_run_of(scene, 12, &changed);
	struct execution_row execution = an_execution(1, 12, 1);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_str(scene->leases[0].payload, changed.parameters);
	begin(scene);
	claimed.version = 3;
	claimed.parameters = STR("{\"depth\": 3}");
	put_job(scene, &claimed);
	commit(scene);
	assert_str(payload_of(scene, 10, &room), job.parameters);
	assert_str(payload_of(scene, 11, &room), changed.parameters);
	assert_str(payload_of(scene, 12, &room), changed.parameters);
	assert_int_equal(room.payload_len, changed.parameters.len);
}

static void a_runs_own_payload_stays_its_own(struct scene *scene)
{
	struct job_row job = a_job(1);
	struct run_row row = a_job_run(10, 1), kept;
	row.cause = CAUSE_MANUAL;
	row.planned_at = row.hot.bucket = 0;
	row.hot.plan_state = PLAN_STATE_NONE;
	row.payload_is_jobs = false;
	row.payload = STR("{\"depth\": 9}");
	put_job(scene, &job);
	put_run(scene, &row);
	commit(scene);
	assert_str(payload_of(scene, 10, &kept), STR("{\"depth\": 9}"));
	assert_same_numbers(&kept, &row);
}

static void the_runs_of_a_job_come_with_it(struct scene *scene)
{
	struct job_row job = a_job(1), other = a_job(2);
	other.code = STR("other");
	put_job(scene, &job);
	put_job(scene, &other);
	for (u32 i = 0; i < 5; i++) put_run_of(scene, 19 - i, &job);
	put_run_of(scene, 30, &other);
	commit(scene);
	struct run_row moved = a_job_run(15, 1), decided = a_job_run(16, 1),
		       ended = a_job_run(17, 1);
	struct execution_row execution = an_execution(1, 18, 1);
	moved.hot.plan_state = PLAN_STATE_MOVED;
	moved.hot.run_at = SCENE_START + 90 * MSEC_SECOND;
	decided.hot.plan_state = PLAN_STATE_DECIDED;
	ended.hot.state = RUN_CANCELLED;
	put_hot(scene, &moved);
	put_hot(scene, &decided);
	put_hot(scene, &ended);
	put_claim(scene, &execution);
	commit(scene);
	struct job_seen undecided = see_job(scene, 1, JOB_RUNS_UNDECIDED);
	assert_int_equal(undecided.runs_len, 2);
	assert_uuid(undecided.runs[0].row.id, id_of(19));
	assert_uuid(undecided.runs[1].row.id, id_of(15));
	assert_int_equal(undecided.runs[1].row.hot.plan_state, PLAN_STATE_MOVED);
	assert_null(undecided.runs[1].row.definition);
	struct job_seen unfinished = see_job(scene, 1, JOB_RUNS_UNFINISHED);
	assert_int_equal(unfinished.runs_len, 4);
	assert_uuid(unfinished.runs[0].row.id, id_of(16));
	assert_uuid(unfinished.runs[1].row.id, id_of(18));
	assert_true(unfinished.runs[1].is_open);
	assert_uuid(unfinished.runs[1].open.id, execution.id);
	assert_int_equal(see_job(scene, 1, JOB_RUNS_NONE).runs_len, 0);
}

static void a_job_with_many_runs_brings_the_first(struct scene *scene)
{
	struct job_row job = a_job(1);
	put_job(scene, &job);
	for (u32 i = 100; i < 125; i++) put_run_of(scene, i, &job);
	commit(scene);
	struct job_seen seen = see_job(scene, 1, JOB_RUNS_UNFINISHED);
	assert_int_equal(seen.runs_len, 10);
	assert_uuid(seen.runs[0].row.id, id_of(100));
	assert_uuid(seen.runs[9].row.id, id_of(109));
}

static void a_run_brings_its_job_along(struct scene *scene)
{
	struct job_row job = a_job(1);
	struct run_row task = a_run(12);
	put_job(scene, &job);
	put_run_of(scene, 10, &job);
	put_run_of(scene, 11, &job);
	put_run(scene, &task);
	commit(scene);
	struct want due = load(
		scene, (struct want){ .kind = WANT_DUE, .due = { .until = MSEC_MAX, .limit = 9 } });
	assert_int_equal(due.due.len, 3);
	assert_non_null(due.due.rows[0].definition);
	assert_same_definition(due.due.rows[0].definition, &job);
	assert_same_job_hot(&due.due.rows[0].definition->hot, &job.hot);
	assert_int_equal(due.due.rows[0].definition->details.len, 0);
	assert_same_definition(due.due.rows[1].definition, &job);
	assert_null(due.due.rows[2].definition);
	struct run_seen seen = see_run(scene, 11);
	assert_same_definition(seen.row.definition, &job);
	assert_int_equal(seen.row.cause, CAUSE_OCCURRENCE);
	assert_null(see_run(scene, 12).row.definition);
}

static void a_filter_may_name_a_job(struct scene *scene)
{
	struct job_row job = a_job(1), other = a_job(2);
	struct run_row task = a_run(14);
	other.code = STR("other");
	put_job(scene, &job);
	put_job(scene, &other);
	put_run_of(scene, 11, &job);
	put_run_of(scene, 12, &other);
	put_run_of(scene, 13, &job);
	put_run(scene, &task);
	commit(scene);
	struct want page = load(
		scene, (struct want){ .kind = WANT_MATCHING,
				      .matching = { .filter.job = id_of(1), .limit = 9 } });
	assert_int_equal(page.matching.len, 2);
	assert_uuid(page.matching.rows[0].row.id, id_of(11));
	assert_uuid(page.matching.rows[1].row.id, id_of(13));
	assert_same_definition(page.matching.rows[1].row.definition, &job);
}

static void an_open_execution_recalls_its_job(struct scene *scene)
{
	struct job_row job = a_job(1);
	struct execution_row execution = an_execution(1, 10, 1);
	put_job(scene, &job);
	put_run_of(scene, 10, &job);
	put_claim(scene, &execution);
	commit(scene);
	crash(scene);
	expect_recalled(scene,
			"open tenant 1 type 2 queue 1 state 1 run_at 1700000010000 payload 15 "
			"worker 3 attempt 1 fence 1 lease 60000 until 1700000060000 timeout "
			"1700000300000\n of job 01000000-0000-7000-8000-000000000001 "
			"report.hourly\n");
}

/* ---- pages of jobs ------------------------------------------------------------------------ */

static struct want jobs_after(struct scene *scene, u32 after, u32 limit, u32 runs_limit)
{
	struct want want = { .kind = WANT_JOBS, .jobs = { .limit = limit } };
	if (after) want.jobs.after_id = id_of(after);
	want.jobs.runs_limit = runs_limit;
	return load(scene, want);
}

static void put_numbered_job(struct scene *scene, u32 number, struct job_row job)
{
	char code[16];
	job.id = id_of(number);
	job.code = (str){ code, (size_t)snprintf(code, sizeof code, "job-%u", number) };
	put_job(scene, &job);
}

static void jobs_come_in_pages_by_id(struct scene *scene)
{
	for (u32 i = 9; i >= 1; i--) put_numbered_job(scene, i, a_job(1));
	commit(scene);
	struct want first = jobs_after(scene, 0, 4, 100);
	assert_int_equal(first.jobs.len, 4);
	assert_false(first.jobs.is_last);
	assert_uuid(first.jobs.rows[3].row.id, id_of(4));
	struct want last = jobs_after(scene, 4, 5, 100);
	assert_int_equal(last.jobs.len, 5);
	assert_true(last.jobs.is_last);
	assert_uuid(last.jobs.rows[0].row.id, id_of(5));
	struct want none = jobs_after(scene, 9, 5, 100);
	assert_int_equal(none.jobs.len, 0);
	assert_true(none.jobs.is_last);
}

static void a_page_has_only_jobs_that_plan(struct scene *scene)
{
	struct job_row job = a_job(1);
	put_numbered_job(scene, 1, job);
	job.state = JOB_DISABLED;
	put_numbered_job(scene, 2, job);
	job.state = JOB_ACTIVE;
	job.kind = JOB_MANUAL;
	put_numbered_job(scene, 3, job);
	job.kind = JOB_INTERVAL;
	job.tenant.v = 2;
	job.exclude = STR("fairs, shutdown");
	put_numbered_job(scene, 4, job);
	job.exclude = (str){ 0 };
	put_numbered_job(scene, 5, job);
	commit(scene);
	struct want all = jobs_after(scene, 0, 9, 100);
	assert_int_equal(all.jobs.len, 3);
	assert_uuid(all.jobs.rows[1].row.id, id_of(4));
	struct want named = { .kind = WANT_JOBS,
			      .jobs = {
				      .limit = 9, .runs_limit = 9, .calendar = STR("shutdown") } };
	struct want found = load(scene, named);
	assert_int_equal(found.jobs.len, 2);
	named.jobs.tenant.v = 2;
	found = load(scene, named);
	assert_int_equal(found.jobs.len, 1);
	assert_uuid(found.jobs.rows[0].row.id, id_of(4));
	named.jobs.calendar = STR("shut");
	assert_int_equal(load(scene, named).jobs.len, 0);
}

static void a_page_ends_before_its_runs_are_too_many(struct scene *scene)
{
	for (u32 i = 1; i <= 3; i++) {
		struct job_row job = a_job(i);
		put_numbered_job(scene, i, job);
		for (u32 k = 0; k < 4; k++) put_run_of(scene, 10 * i + k, &job);
	}
	commit(scene);
	struct want page = jobs_after(scene, 0, 9, 8);
	assert_int_equal(page.jobs.len, 2);
	assert_false(page.jobs.is_last);
	assert_int_equal(page.jobs.rows[1].runs_len, 4);
	assert_uuid(page.jobs.rows[1].runs[3].row.id, id_of(23));
	page = jobs_after(scene, 1, 9, 1);
	assert_int_equal(page.jobs.len, 1); /* one in any case */
	assert_uuid(page.jobs.rows[0].row.id, id_of(2));
}

/* ---- the ledger --------------------------------------------------------------------------- */

struct ledger {
	struct occurrence_row rows[8];
	u32 len;
};

static void take_occurrence(void *context, const struct occurrence_row *row)
{
	struct ledger *ledger = context;
	assert_true(ledger->len < countof(ledger->rows));
	ledger->rows[ledger->len++] = *row;
}

static void put_occurrence(struct scene *scene, const struct occurrence_row *row)
{
	add_put(scene, KIND_OCCURRENCE)->occurrence = *row;
}

static void occurrences_are_kept_in_their_order(struct scene *scene)
{
	struct job_row job = a_job(1), other = a_job(2);
	struct uuid id = id_of(1);
	struct ledger ledger = { 0 };
	other.code = STR("other");
	put_job(scene, &job);
	put_job(scene, &other);
	struct occurrence_row fired = { .job = id, .tenant = { 1 }, .planned_at = 5000 };
	struct occurrence_row range = { .job = id,
					.tenant = { 1 },
					.planned_at = 1000,
					.outcome = OCCURRENCE_MISSED,
					.reason = OCCURRENCE_BY_MISFIRE,
					.until = 4001,
					.count = 1000,
					.or_more = true,
					.decided_at = 4500 };
	struct occurrence_row again = fired, elsewhere = fired;
	fired.run = id_of(7);
	fired.outcome = OCCURRENCE_LATE;
	again.number = 2;
	elsewhere.job = id_of(2);
	put_occurrence(scene, &fired);
	put_occurrence(scene, &elsewhere);
	commit(scene);
	put_occurrence(scene, &again);
	put_occurrence(scene, &range);
	commit(scene);
	crash(scene);
	scene->kind->each_occurrence(scene->subject, &id, take_occurrence, &ledger);
	assert_int_equal(ledger.len, 3);
	const struct occurrence_row *first = &ledger.rows[0];
	assert_true(first->planned_at == 1000 && first->until == 4001);
	assert_int_equal(first->outcome, OCCURRENCE_MISSED);
	assert_int_equal(first->reason, OCCURRENCE_BY_MISFIRE);
	assert_int_equal(first->count, 1000);
	assert_true(first->or_more);
	assert_true(first->decided_at == 4500);
	assert_int_equal(first->tenant.v, 1);
	assert_uuid(ledger.rows[1].run, id_of(7));
	assert_int_equal(ledger.rows[1].outcome, OCCURRENCE_LATE);
	assert_false(ledger.rows[1].or_more);
	assert_int_equal(ledger.rows[2].number, 2);
}

/* What a person skipped before its time is not planned again. */
static void instants_to_come_that_are_decided_come_with_the_job(struct scene *scene)
{
	struct job_row job = a_job(1), other = a_job(2);
	other.code = STR("other");
	put_job(scene, &job);
	put_job(scene, &other);
	for (u32 i = 0; i < 6; i++) {
		struct occurrence_row row = { .job = id_of(i == 5 ? 2 : 1),
					      .tenant = { 1 },
					      .planned_at = SCENE_START + 1000 * (3 - (msec)i) };
		row.number = i == 1;
		put_occurrence(scene, &row);
	}
	commit(scene);
	struct job_seen seen = see_job(scene, 1, JOB_RUNS_UNDECIDED);
	assert_int_equal(seen.decided_len, 2); /* neither the backfill, nor now, nor the past */
	assert_true(seen.decided[0] == SCENE_START + 1000);
	assert_true(seen.decided[1] == SCENE_START + 3000);
	assert_int_equal(see_job(scene, 2, JOB_RUNS_UNDECIDED).decided_len, 0);
	assert_int_equal(see_job(scene, 1, JOB_RUNS_NONE).decided_len, 0);
}

/* For one that shall fire once the past counts, too; what time has decided never does. */
static void what_is_over_comes_with_a_job_that_shall_fire_once(struct scene *scene)
{
	struct job_row job = a_job(1);
	job.hot.decided_through = SCENE_START - 5000;
	put_job(scene, &job);
	for (u32 i = 1; i <= 3; i++) {
		struct occurrence_row row = { .job = id_of(1),
					      .tenant = { 1 },
					      .planned_at = SCENE_START - 2000 * (msec)i };
		put_occurrence(scene, &row);
	}
	commit(scene);
	struct want want = { .kind = WANT_JOB,
			     .job = { .id = id_of(1), .which = JOB_RUNS_UNDECIDED, .limit = 10 } };
	assert_int_equal(load(scene, want).job.seen.decided_len, 0);
	want.job.shall_once = true;
	struct job_seen seen = load(scene, want).job.seen;
	assert_int_equal(seen.decided_len, 2);
	assert_true(seen.decided[0] == SCENE_START - 4000);
	assert_true(seen.decided[1] == SCENE_START - 2000);
}

/* Of a job that a clock ahead has decided: with what stays already, a row amid that needs no span.
 * Each row has a number of its own, so none is joined with the one before. */
static void what_stays_decided_comes_with_a_job_that_is_ahead(struct scene *scene)
{
	struct job_row job = a_job(1), other = a_job(2);
	msec now = SCENE_START;
	other.code = STR("other");
	job.hot.decided_through = now + MSEC_DAY;
	job.hot.undone_except.at[0] = (struct decided_span){ now - 5000, now - 1000 };
	job.hot.undone_except.at[1] = (struct decided_span){ now + 4000, now + 9000 };
	put_job(scene, &job);
	put_job(scene, &other);
	for (u32 i = 0; i < 8; i++) {
		struct occurrence_row row = { .job = id_of(1),
					      .tenant = { 1 },
					      .planned_at = now + 2000 * (msec)(i ? i : 9) };
		row.number = OCCURRENCE_AGAIN + 1 + i;
		if (i == 6) row.outcome = OCCURRENCE_SKIPPED, row.reason = OCCURRENCE_BY_BACKLOG;
		put_occurrence(scene, &row);
	}
	commit(scene);
	struct want want = { .kind = WANT_JOBS,
			     .jobs = { .limit = 9, .runs_limit = 9, .ahead_of = now + 60000 } };
	struct want found = load(scene, want);
	assert_int_equal(found.jobs.len, 1);
	const struct job_seen *seen = &found.jobs.rows[0];
	assert_uuid(seen->row.id, id_of(1));
	assert_true(seen->ledger_through == now + 18000);
	static const struct decided_span stay[] = {
		{ 2000, 2000 }, { 4000, 10000 }, { 14000, 14000 }, { 18000, 18000 }
	};
	assert_int_equal(decided_len(&seen->stay), countof(stay));
	for (u32 i = 0; i < countof(stay); i++) {
		assert_true(seen->stay.at[i].from == now + stay[i].from);
		assert_true(seen->stay.at[i].through == now + stay[i].through);
	}
}

/* ---- calendars ---------------------------------------------------------------------------- */

static void calendars_are_recalled_after_types_and_before_pauses(struct scene *scene)
{
	put_pause(scene, (struct pause_key){ PAUSE_TENANT, { 1 }, 0 }, 9, STR("rest"));
	put_calendar(scene, 1, STR("holidays"), 1, STR("2026-12-25"));
	put_calendar(scene, 1, STR("fairs"), 1, STR("2026-05-05"));
	commit(scene);
	put_queue(scene, 1, 1, 1);
	put_calendar(scene, 1, STR("holidays"), 2, STR("2026-12-26"));
	struct change *gone = add_delete(scene, KIND_CALENDAR);
	gone->calendar.tenant.v = 1;
	gone->calendar.name = text_of_turn(scene, STR("fairs"));
	commit(scene);
	gone = add_delete(scene, KIND_CALENDAR);
	gone->calendar.tenant.v = 2; /* not theirs */
	gone->calendar.name = text_of_turn(scene, STR("holidays"));
	commit(scene);
	expect_recalled(scene, "queue 1 weight 1 limit 1\n"
			       "calendar 1 holidays version 2 at 5 2026-12-26\n"
			       "pause 0 1 0 since 5 until 9 rest by ann\n");
}

static void rates_are_recalled_before_calendars_and_pauses(struct scene *scene)
{
	put_pause(scene, (struct pause_key){ PAUSE_TENANT, { 1 }, 0 }, 9, STR("rest"));
	put_calendar(scene, 2, STR("holidays"), 1, STR("2026-12-25"));
	put_rate(scene, 1, STR("mail"), 5);
	put_rate(scene, 1, STR("chat"), 6);
	put_rate(scene, 2, STR("chat"), 7);
	commit(scene);
	put_rate(scene, 1, STR("mail"), 8);
	delete_rate(scene, 1, STR("chat"));
	delete_rate(scene, 2, STR("mail")); /* not theirs */
	commit(scene);
	crash(scene);
	expect_recalled(scene, "rate 1 mail 8 in 60000 burst 9 scope 1 at once 10\n"
			       "rate 2 chat 7 in 60000 burst 8 scope 1 at once 9\n"
			       "calendar 2 holidays version 1 at 5 2026-12-25\n"
			       "pause 0 1 0 since 5 until 9 rest by ann\n");
}

static bool text_has(str text, str part)
{
	for (size_t i = 0; i + part.len <= text.len; i++) {
		if (str_eq(str_slice(text, i, i + part.len), part)) return true;
	}
	return false;
}

static void a_tenant_that_is_dropped_leaves_its_number_alone(struct scene *scene)
{
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_name(scene, NAME_TENANT, 2, STR("other"));
	for (u32 tenant = 1; tenant <= 2; tenant++) {
		put_tenant(scene, tenant, &(struct tenant_policy){ .weight = 2 });
		put_type(scene, tenant, 1, &(struct type_policy){ .limit = 5 });
		put_defaults(scene, tenant, &(struct tenant_defaults){ .priority = 2 });
		put_calendar(scene, tenant, STR("holidays"), 1, STR("2026-12-25"));
		put_rate(scene, tenant, STR("mail"), 5);
		for (u32 scope = 0; scope < PAUSE_SCOPES; scope++)
			put_pause(scene,
				  (struct pause_key){ (enum pause_scope)scope, { tenant }, scope },
				  9, STR("rest"));
	}
	put_pause(scene, (struct pause_key){ PAUSE_QUEUE, { 0 }, 1 }, 9, STR("all"));
	commit(scene);
	struct change *drop = add_change(scene, CHANGE_TENANT_DROP);
	drop->tenant_drop.tenant.v = 1;
	drop->tenant_drop.name = text_of_turn(scene, STR("acme#1"));
	commit(scene);
	crash(scene);
	struct recalled recalled = { 0 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	str text = buf_view(&recalled.text);
	assert_true(text_has(text, STR("acme#1")));
	assert_false(text_has(text, STR("acme\n")));
	assert_false(text_has(text, STR("tenant 1 ")));
	assert_false(text_has(text, STR("defaults 1 ")));
	assert_false(text_has(text, STR("type 1 ")));
	assert_false(text_has(text, STR("calendar 1 ")));
	assert_false(text_has(text, STR("rate 1 ")));
	assert_false(text_has(text, STR("pause 0 1 ")));
	assert_false(text_has(text, STR("pause 1 1 ")));
	assert_false(text_has(text, STR("pause 2 1 ")));
	assert_true(text_has(text, STR("pause 2 0 1 ")));
	assert_int_equal(recalled.rows, 2 + 1 + 1 + 1 + 1 + 1 + 3 + 1);
	buf_done(&recalled.text);
}

static void all_jobs_of_a_tenant_are_those_that_are_not_deleted(struct scene *scene)
{
	struct job_row rows[] = { a_job(1), a_job(2), a_job(3), a_job(4), a_job(5) };
	for (u32 i = 0; i < countof(rows); i++) {
		rows[i].code = (str){ &"abcde"[i], 1 };
		put_job(scene, &rows[i]);
	}
	commit(scene);
	rows[1].kind = JOB_MANUAL;
	rows[2].state = JOB_DISABLED;
	rows[3].state = JOB_DELETED;
	for (u32 i = 1; i < 4; i++) {
		rows[i].version++;
		put_job(scene, &rows[i]);
	}
	commit(scene);
	struct want want = { .kind = WANT_JOBS, .jobs = { .limit = 9, .runs_limit = 9 } };
	want.jobs.tenant = rows[0].tenant;
	want.jobs.every = true;
	struct want all = load(scene, want);
	assert_int_equal(all.jobs.len, 4);
	assert_true(all.jobs.is_last);
	want.jobs.tenant.v++;
	assert_int_equal(load(scene, want).jobs.len, 0);
	want.jobs.tenant = rows[0].tenant;
	want.jobs.limit = 2;
	struct want some = load(scene, want);
	assert_int_equal(some.jobs.len, 2);
	assert_false(some.jobs.is_last);
}

static void a_tenants_defaults_are_recalled_after_its_policy(struct scene *scene)
{
	put_type(scene, 3, 1, &(struct type_policy){ .limit = 5 });
	put_tenant(scene, 3, &(struct tenant_policy){ .weight = 1 });
	put_defaults(scene, 3, &(struct tenant_defaults){ .priority = 1 });
	commit(scene);
	put_defaults(scene, 3, &(struct tenant_defaults){ 4, 5, 2, 7000, UNIQUE_TTL, 9000 });
	put_defaults(scene, 4, &(struct tenant_defaults){ .scope = UNIQUE_FOREVER });
	commit(scene);
	crash(scene);
	struct recalled recalled = { 0 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	str text = buf_view(&recalled.text);
	assert_true(text_has(text, STR("defaults 3 priority 4 of 5 misfire 2 grace 7000 scope 2 "
				       "for 9000\ndefaults 4 priority 0 of 0 misfire 0 grace 0 "
				       "scope 5 for 0\ntype 3 ")));
	buf_done(&recalled.text);
}

static void a_tenants_shortest_interval_is_part_of_its_policy(struct scene *scene)
{
	put_tenant(scene, 3, &(struct tenant_policy){ .min_interval_ms = 1000 });
	commit(scene);
	expect_recalled(scene, "tenant 3 weight 0 limit 0 attempts 0 lease 0 timeout 0 key 0 "
			       "apart 1000 backoff 0 base 0 max 0\n");
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_job_comes_back_as_it_was),
		STORY(a_job_that_is_not_there_is_not_found),
		STORY(a_change_of_a_job_leaves_pause_and_hot_alone),
		STORY(a_pause_changes_nothing_else),
		STORY(a_code_is_found_in_its_tenant_and_free_again_after_a_delete),
		STORY(a_runs_payload_is_the_jobs_as_it_is_then),
		STORY(a_runs_own_payload_stays_its_own),
		STORY(the_runs_of_a_job_come_with_it),
		STORY(a_job_with_many_runs_brings_the_first),
		STORY(a_run_brings_its_job_along),
		STORY(a_filter_may_name_a_job),
		STORY(an_open_execution_recalls_its_job),
		STORY(jobs_come_in_pages_by_id),
		STORY(a_page_has_only_jobs_that_plan),
		STORY(a_page_ends_before_its_runs_are_too_many),
		STORY(occurrences_are_kept_in_their_order),
		STORY(instants_to_come_that_are_decided_come_with_the_job),
		STORY(what_is_over_comes_with_a_job_that_shall_fire_once),
		STORY(what_stays_decided_comes_with_a_job_that_is_ahead),
		STORY(calendars_are_recalled_after_types_and_before_pauses),
		STORY(rates_are_recalled_before_calendars_and_pauses),
		STORY(a_tenant_that_is_dropped_leaves_its_number_alone),
		STORY(all_jobs_of_a_tenant_are_those_that_are_not_deleted),
		STORY(a_tenants_defaults_are_recalled_after_its_policy),
		STORY(a_tenants_shortest_interval_is_part_of_its_policy),
	};
	return tell_stories(stories, countof(stories));
}
