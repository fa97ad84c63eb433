/* What runs wait for, and what lies behind a job, over every kind of store. */
#include "conformance/recalled.h"

enum { OTHER = 1, DEPENDENT = 2 };

static void put_jobs(struct scene *scene)
{
	struct job_row other = a_job(OTHER), dependent = a_job(DEPENDENT);
	other.code = STR("import");
	dependent.code = STR("report");
	put_job(scene, &other);
	put_job(scene, &dependent);
}

static struct run_row a_planned(u32 number, u32 job, msec planned_at, enum plan_state plan_state)
{
	struct run_row row = a_job_run(number, job);
	row.payload_len = (u32)a_job(job).parameters.len;
	row.planned_at = row.hot.bucket = planned_at;
	row.hot.run_at = planned_at;
	row.hot.plan_state = plan_state;
	return row;
}

static void put_planned(struct scene *scene, u32 number, u32 job, msec planned_at,
			enum plan_state plan_state)
{
	struct run_row row = a_planned(number, job, planned_at, plan_state);
	put_run(scene, &row);
}

static void put_decided(struct scene *scene, u32 number, u32 job, msec planned_at,
			enum occurrence_outcome outcome, u32 backfill)
{
	add_put(scene, KIND_OCCURRENCE)->occurrence =
		(struct occurrence_row){ .job = id_of(job),
					 .tenant = { 1 },
					 .planned_at = planned_at,
					 .number = backfill,
					 .outcome = outcome,
					 .run = id_of(number) };
}

static void put_links(struct scene *scene, struct links_row row)
{
	struct links_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = row;
	add_put(scene, KIND_LINKS)->links = copy;
}

static struct want links_of(struct scene *scene, u32 run, msec at)
{
	static struct dependency asked;
	asked = (struct dependency){ id_of(OTHER), DEPENDENCY_START };
	struct want want = { .kind = WANT_LINKS };
	want.links.run = id_of(run);
	want.links.at = at;
	want.links.asked = &asked;
	want.links.asked_len = 1;
	return load(scene, want);
}

/* The run of the other job that is meant at an instant; 0: none. */
static void expect_meant(struct scene *scene, msec at, u32 number)
{
	struct want want = links_of(scene, 99, at);
	assert_false(want.links.is_kept);
	assert_int_equal(want.links.len, 1);
	const struct link_seen *seen = &want.links.rows[0];
	assert_true(seen->is_new);
	assert_int_equal(seen->link.kind, DEPENDENCY_START);
	assert_uuid(seen->link.job, id_of(OTHER));
	if (number) assert_uuid(seen->link.awaited, id_of(number));
	else assert_true(uuid_is_nil(&seen->link.awaited));
	assert_int_equal(seen->seen.found, number != 0);
}

static void the_latest_that_was_planned_at_or_before_is_meant(struct scene *scene)
{
	put_jobs(scene);
	put_planned(scene, 10, OTHER, 1000, PLAN_STATE_DECIDED);
	put_decided(scene, 10, OTHER, 1000, OCCURRENCE_FIRED, 0);
	put_planned(scene, 11, OTHER, 2000, PLAN_STATE_DECIDED);
	put_decided(scene, 11, OTHER, 2000, OCCURRENCE_SKIPPED, 0);
	put_planned(scene, 12, OTHER, 3000, PLAN_STATE_PLANNED);
	put_planned(scene, 13, OTHER, 4000, PLAN_STATE_MOVED);
	put_planned(scene, 20, DEPENDENT, 1500, PLAN_STATE_PLANNED);
	commit(scene);
	expect_meant(scene, 999, 0);
	expect_meant(scene, 1000, 10);
	expect_meant(scene, 1999, 10);
	expect_meant(scene, 2000, 11);
	expect_meant(scene, 3000, 12);
	expect_meant(scene, 9000, 13);
	crash(scene);
	expect_meant(scene, 2500, 11);
}

static void what_was_missed_or_withdrawn_is_not_meant(struct scene *scene)
{
	put_jobs(scene);
	put_planned(scene, 10, OTHER, 1000, PLAN_STATE_DECIDED);
	put_decided(scene, 10, OTHER, 1000, OCCURRENCE_LATE, 0);
	put_planned(scene, 11, OTHER, 2000, PLAN_STATE_DECIDED); /* withdrawn: no row */
	put_planned(scene, 12, OTHER, 3000, PLAN_STATE_DECIDED);
	put_decided(scene, 12, OTHER, 3000, OCCURRENCE_MISSED, 0);
	struct change *range = add_put(scene, KIND_OCCURRENCE);
	range->occurrence = (struct occurrence_row){ .job = id_of(OTHER),
						     .tenant = { 1 },
						     .planned_at = 4000,
						     .until = 5000,
						     .count = 3,
						     .outcome = OCCURRENCE_SKIPPED };
	commit(scene);
	expect_meant(scene, 9000, 10);
}

static void of_one_instant_the_last_that_was_made_is_meant(struct scene *scene)
{
	put_jobs(scene);
	put_planned(scene, 10, OTHER, 1000, PLAN_STATE_DECIDED);
	put_decided(scene, 10, OTHER, 1000, OCCURRENCE_FIRED, 0);
	struct run_row again = a_planned(14, OTHER, 1000, PLAN_STATE_DECIDED);
	again.cause = CAUSE_BACKFILL;
	put_run(scene, &again);
	put_decided(scene, 14, OTHER, 1000, OCCURRENCE_LATE, 1);
	commit(scene);
	expect_meant(scene, 1000, 14);
}

static void what_is_kept_counts_whatever_comes_later(struct scene *scene)
{
	struct links_row row = { .run = id_of(20), .tenant = { 1 }, .len = 1 };
	row.at[0] = (struct link){ id_of(OTHER), id_of(10), DEPENDENCY_SUCCESS };
	put_jobs(scene);
	put_planned(scene, 10, OTHER, 1000, PLAN_STATE_DECIDED);
	put_decided(scene, 10, OTHER, 1000, OCCURRENCE_FIRED, 0);
	put_planned(scene, 11, OTHER, 2000, PLAN_STATE_PLANNED);
	put_planned(scene, 20, DEPENDENT, 2000, PLAN_STATE_DECIDED);
	put_links(scene, row);
	commit(scene);
	crash(scene);
	struct want want = links_of(scene, 20, 2000);
	assert_true(want.links.is_kept);
	assert_int_equal(want.links.len, 1);
	assert_false(want.links.rows[0].is_new);
	assert_uuid(want.links.rows[0].link.awaited, id_of(10));
	assert_int_equal(want.links.rows[0].link.kind, DEPENDENCY_SUCCESS);
	row.at[0].awaited = (struct uuid){ { 0 } };
	put_links(scene, row);
	commit(scene);
	want = links_of(scene, 20, 2000);
	assert_true(want.links.is_kept);
	assert_true(want.links.rows[0].is_new);
	assert_uuid(want.links.rows[0].link.awaited, id_of(11));
}

static void how_the_run_stands_comes_along(struct scene *scene)
{
	put_jobs(scene);
	put_planned(scene, 10, OTHER, 1000, PLAN_STATE_DECIDED);
	put_decided(scene, 10, OTHER, 1000, OCCURRENCE_FIRED, 0);
	struct execution_row execution = an_execution(1, 10, 1);
	put_claim(scene, &execution);
	commit(scene);
	struct want want = links_of(scene, 99, 1000);
	assert_true(want.links.rows[0].seen.is_open);
	assert_false(want.links.rows[0].job_is_gone);
	struct job_row gone = a_job(OTHER);
	gone.version = 9;
	gone.state = JOB_DELETED;
	put_job_state(scene, &gone);
	commit(scene);
	want = links_of(scene, 99, 1000);
	assert_true(want.links.rows[0].job_is_gone);
}

static void a_jobs_waiting_run_comes_by_its_time_and_with_its_job(struct scene *scene)
{
	put_jobs(scene);
	struct run_row waiting = a_planned(20, DEPENDENT, 2000, PLAN_STATE_PLANNED);
	struct run_row queued = a_planned(10, OTHER, 1000, PLAN_STATE_PLANNED);
	struct run_row parent = a_run(30);
	struct run_row later = a_planned(11, OTHER, 3000, PLAN_STATE_PLANNED);
	waiting.hot.state = RUN_WAITING;
	parent.hot.state = RUN_WAITING; /* of a batch: not by its time */
	put_run(scene, &later);
	put_run(scene, &waiting);
	put_run(scene, &queued);
	put_run(scene, &parent);
	commit(scene);
	struct want want = { .kind = WANT_DUE };
	want.due.after_run_at = MSEC_MIN;
	want.due.until = MSEC_MAX;
	want.due.limit = 10;
	want = load(scene, want);
	assert_int_equal(want.due.len, 3);
	assert_uuid(want.due.rows[0].id, id_of(10));
	assert_uuid(want.due.rows[1].id, id_of(20));
	assert_int_equal(want.due.rows[1].hot.state, RUN_WAITING);
	assert_uuid(want.due.rows[2].id, id_of(11));
	struct want job = { .kind = WANT_JOB };
	job.job.id = id_of(DEPENDENT);
	job.job.which = JOB_RUNS_UNDECIDED;
	job.job.limit = 10;
	job = load(scene, job);
	assert_int_equal(job.job.seen.runs_len, 1);
}

/* 1 -> 2 -> 3 -> 1, and 4 that nobody names. */
static void all_that_lies_behind_comes_once(struct scene *scene)
{
	static const char *const codes[] = { "one", "two", "three", "four" };
	for (u32 i = 0; i < 4; i++) {
		struct job_row job = a_job(i + 1);
		job.code = str_from(codes[i]);
		job.dependencies.len = i < 3;
		job.dependencies.at[0].job = id_of(i == 2 ? 1 : i + 2);
		put_job(scene, &job);
	}
	commit(scene);
	struct dependency from[] = { { id_of(2), DEPENDENCY_START }, { id_of(77), 0 } };
	struct want want = { .kind = WANT_BEHIND };
	want.behind.from = from;
	want.behind.from_len = 2;
	want.behind.limit = 3;
	want = load(scene, want);
	assert_int_equal(want.behind.len, 3);
	assert_false(want.behind.is_cut);
	assert_str(want.behind.rows[0].code, STR("two"));
	assert_str(want.behind.rows[1].code, STR("three"));
	assert_str(want.behind.rows[2].code, STR("one"));
	assert_int_equal(want.behind.rows[0].rule.len, 0);
	want.behind.limit = 2;
	want = load(scene, want);
	assert_int_equal(want.behind.len, 2);
	assert_true(want.behind.is_cut);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(the_latest_that_was_planned_at_or_before_is_meant),
		STORY(what_was_missed_or_withdrawn_is_not_meant),
		STORY(of_one_instant_the_last_that_was_made_is_meant),
		STORY(what_is_kept_counts_whatever_comes_later),
		STORY(how_the_run_stands_comes_along),
		STORY(a_jobs_waiting_run_comes_by_its_time_and_with_its_job),
		STORY(all_that_lies_behind_comes_once),
	};
	return tell_stories(stories, countof(stories));
}
