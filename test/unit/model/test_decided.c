/* Spans of instants that stay decided. */
#include "model/job.h"
#include "model/timetable.h"

#include "base/check.h"

/* 2026-01-01T00:00:00Z */
#define START ((msec)1767225600000)

static void expect_spans(const struct decided_spans *spans, u32 len, const msec (*expected)[2])
{
	assert_int_equal(decided_len(spans), len);
	for (u32 i = 0; i < len; i++) {
		assert_true(spans->at[i].from == expected[i][0]);
		assert_true(spans->at[i].through == expected[i][1]);
	}
}

static void spans_that_meet_become_one(void **state)
{
	struct decided_spans spans = { 0 };
	(void)state;
	decided_add(&spans, 30, 40);
	decided_add(&spans, 10, 20);
	expect_spans(&spans, 2, (const msec[][2]){ { 10, 20 }, { 30, 40 } });
	decided_add(&spans, 41, 50);
	expect_spans(&spans, 2, (const msec[][2]){ { 10, 20 }, { 30, 50 } });
	decided_add(&spans, 15, 35);
	expect_spans(&spans, 1, (const msec[][2]){ { 10, 50 } });
	assert_true(decided_has(&spans, 10) && decided_has(&spans, 50));
	assert_false(decided_has(&spans, 9) || decided_has(&spans, 51));
	assert_true(decided_last(&spans) == 50);
}

static void one_too_many_joins_the_two_that_are_nearest(void **state)
{
	struct decided_spans spans = { 0 };
	(void)state;
	for (msec at = 100; at <= 400; at += 100) decided_add(&spans, at, at);
	decided_add(&spans, 220, 230);
	expect_spans(&spans, 4,
		     (const msec[][2]){ { 100, 100 }, { 200, 230 }, { 300, 300 }, { 400, 400 } });
	decided_forget(&spans, 300);
	expect_spans(&spans, 1, (const msec[][2]){ { 400, 400 } });
}

static struct timetable *each_hour(void)
{
	struct timetable *timetable = NULL;
	struct timetable_sources none = { 0 };
	struct why why;
	struct job_row row = { .kind = JOB_INTERVAL,
			       .interval_ms = MSEC_HOUR,
			       .start = STR("2026-01-01T00:00:00Z") };
	assert_int_equal(ERR_OK, timetable_new(&row, &none, &timetable, &why));
	return timetable;
}

static void a_schedule_passes_over_them(void **state)
{
	struct timetable *timetable = each_hour();
	struct decided_spans spans = { 0 };
	msec at = 0;
	bool more;
	(void)state;
	decided_add(&spans, START + 2 * MSEC_HOUR, START + 4 * MSEC_HOUR);
	decided_add(&spans, START + 6 * MSEC_HOUR, START + 6 * MSEC_HOUR);
	assert_true(decided_next(&spans, timetable, START, &at));
	assert_true(at == START + MSEC_HOUR);
	assert_true(decided_next(&spans, timetable, at, &at));
	assert_true(at == START + 5 * MSEC_HOUR);
	assert_true(decided_next(&spans, timetable, at, &at));
	assert_true(at == START + 7 * MSEC_HOUR);
	/* 1, 5, 7, 8 */
	assert_int_equal(
		4, decided_count(&spans, timetable, START, START + 8 * MSEC_HOUR, 100, &more));
	assert_false(more);
	assert_int_equal(2,
			 decided_count(&spans, timetable, START, START + 8 * MSEC_HOUR, 2, &more));
	assert_true(more);
	assert_int_equal(0, decided_count(&spans, timetable, START + MSEC_HOUR,
					  START + 3 * MSEC_HOUR, 100, &more));
	timetable_free(timetable);
}

static void read_row(struct decided_reader *reader, msec at, enum occurrence_outcome outcome,
		     enum occurrence_reason reason, u32 number)
{
	decided_read(reader, &(struct occurrence_row){ .planned_at = at,
						       .outcome = outcome,
						       .reason = reason,
						       .number = number });
}

static void rows_of_runs_and_of_people_stay_decided(void **state)
{
	struct decided_spans spans = { 0 };
	msec through = 0;
	struct decided_reader reader = { .spans = &spans, .through = &through };
	(void)state;
	read_row(&reader, 1, OCCURRENCE_LATE, OCCURRENCE_BY_NONE, 0);
	read_row(&reader, 5, OCCURRENCE_FIRED, OCCURRENCE_BY_NONE, 0);
	read_row(&reader, 10, OCCURRENCE_MISSED, OCCURRENCE_BY_MISFIRE, 0);
	read_row(&reader, 15, OCCURRENCE_SKIPPED, OCCURRENCE_BY_SKIP_NEXT, 0);
	read_row(&reader, 20, OCCURRENCE_SKIPPED, OCCURRENCE_BY_OVERLAP, 0);
	read_row(&reader, 25, OCCURRENCE_FIRED, OCCURRENCE_BY_NONE, 0);
	read_row(&reader, 30, OCCURRENCE_FIRED, OCCURRENCE_BY_NONE, OCCURRENCE_AGAIN);
	read_row(&reader, 40, OCCURRENCE_LATE, OCCURRENCE_BY_NONE, 3); /* of a backfill */
	decided_read_end(&reader);
	assert_int_equal(through, 40);
	expect_spans(&spans, 4, (const msec[][2]){ { 1, 5 }, { 15, 15 }, { 25, 25 }, { 30, 30 } });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spans_that_meet_become_one),
		cmocka_unit_test(one_too_many_joins_the_two_that_are_nearest),
		cmocka_unit_test(a_schedule_passes_over_them),
		cmocka_unit_test(rows_of_runs_and_of_people_stay_decided),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
