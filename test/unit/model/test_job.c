/* The words of jobs and what a job takes by default. */
#include "model/job.h"

#include "base/check.h"

static void every_kind_of_schedule_is_found_by_its_word_in_any_case(void **state)
{
	(void)state;
	for (u32 i = 0; i < JOB_KIND_COUNT; i++) {
		enum job_kind kind = JOB_KIND_COUNT;
		assert_true(job_kind_parse(job_kind_name((enum job_kind)i), &kind));
		assert_int_equal(kind, i);
	}
	enum job_kind kind = JOB_ONCE;
	assert_true(job_kind_parse(STR("cron"), &kind));
	assert_int_equal(kind, JOB_CRON);
	assert_false(job_kind_parse(STR("weekly"), &kind));
	assert_false(job_kind_parse((str){ "", 0 }, &kind));
	assert_int_equal(kind, JOB_CRON);
}

static void misfires_and_overlaps_are_found_by_their_words(void **state)
{
	(void)state;
	for (u32 i = 0; i < MISFIRE_COUNT; i++) {
		enum misfire misfire = MISFIRE_COUNT;
		assert_true(misfire_parse(misfire_name((enum misfire)i), &misfire));
		assert_int_equal(misfire, i);
	}
	for (u32 i = 0; i < OVERLAP_COUNT; i++) {
		enum overlap overlap = OVERLAP_COUNT;
		assert_true(overlap_parse(overlap_name((enum overlap)i), &overlap));
		assert_int_equal(overlap, i);
	}
	enum misfire misfire = MISFIRE_SKIP;
	enum overlap overlap = OVERLAP_BY_SKIP;
	assert_false(misfire_parse(STR("never"), &misfire));
	assert_false(overlap_parse(STR("run_once"), &overlap));
	assert_int_equal(misfire, MISFIRE_SKIP);
	assert_int_equal(overlap, OVERLAP_BY_SKIP);
}

static void the_words_of_a_timeline_are_those_of_the_table(void **state)
{
	(void)state;
	assert_true(str_eq(job_state_name(JOB_DISABLED), STR("DISABLED")));
	assert_true(str_eq(run_cause_name(CAUSE_CATCHUP), STR("catchup")));
	assert_true(str_eq(occurrence_outcome_name(OCCURRENCE_SKIPPED), STR("skipped")));
	assert_true(str_eq(occurrence_reason_name(OCCURRENCE_BY_BACKLOG), STR("backlog")));
	assert_int_equal(occurrence_reason_name(OCCURRENCE_BY_NONE).len, 0);
}

/* SPEC's defaults: run_once, 300 s of grace, 100 made up for, one at a time, waiting for a place.
 */
static void a_job_that_says_nothing_takes_the_defaults(void **state)
{
	(void)state;
	struct job_row row = job_defaults();
	assert_int_equal(row.misfire, MISFIRE_RUN_ONCE);
	assert_int_equal(row.grace_ms, 300 * MSEC_SECOND);
	assert_int_equal(row.catchup_max, 100);
	assert_int_equal(row.overlap, OVERLAP_BY_QUEUE);
	assert_int_equal(row.max_instances, 1);
	assert_int_equal(row.horizon_ms, 0);
	assert_int_equal(row.state, JOB_ACTIVE);
}

static void a_pause_lasts_until_its_end(void **state)
{
	(void)state;
	struct job_pause none = { 0 };
	struct job_pause some = { .since = 100, .until = 200 };
	assert_false(job_is_paused(&none, 0));
	assert_true(job_is_paused(&some, 199));
	assert_false(job_is_paused(&some, 200));
	some.until = MSEC_MAX;
	assert_true(job_is_paused(&some, MSEC_YEAR_9999_END));
}

static void belfrys_own_runs_are_told_by_their_cause(void **state)
{
	(void)state;
	for (u32 i = 0; i < CAUSE_COUNT; i++) {
		enum run_cause cause = (enum run_cause)i;
		bool is_internal = run_cause_is_internal(cause);
		assert_int_equal(i >= CAUSE_REMINDER, is_internal);
		assert_false(is_internal && run_cause_has_job(cause));
	}
	assert_true(run_cause_has_job(CAUSE_BACKFILL));
	assert_false(run_cause_has_job(CAUSE_DAILY));
	assert_str(run_cause_name(CAUSE_WEBHOOK), STR("webhook"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_schedule_is_found_by_its_word_in_any_case),
		cmocka_unit_test(misfires_and_overlaps_are_found_by_their_words),
		cmocka_unit_test(the_words_of_a_timeline_are_those_of_the_table),
		cmocka_unit_test(a_job_that_says_nothing_takes_the_defaults),
		cmocka_unit_test(a_pause_lasts_until_its_end),
		cmocka_unit_test(belfrys_own_runs_are_told_by_their_cause),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
