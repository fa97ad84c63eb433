/* A job's schedule, read from its row. */
#include "model/timetable.h"

#include "base/check.h"

/* 2026-01-01T00:00:00Z */
#define START ((msec)1767225600000)

static struct timetable *made(struct job_row row)
{
	struct timetable *timetable = NULL;
	struct why why;
	struct timetable_sources none = { 0 };
	enum err err = timetable_new(&row, &none, &timetable, &why);
	if (err) print_error("%s\n", why.text);
	assert_int_equal(err, ERR_OK);
	return timetable;
}

static msec next_of(const struct timetable *timetable, msec after)
{
	msec at = 0;
	return timetable_next(timetable, after, &at) ? at : MSEC_MIN;
}

static void once_fires_once(void **state)
{
	(void)state;
	struct timetable *once = made((struct job_row){ .kind = JOB_ONCE, .run_at = START });
	assert_true(next_of(once, 0) == START);
	assert_true(next_of(once, START) == MSEC_MIN);
	struct occurrence occurrence;
	assert_true(timetable_next_noted(once, 0, &occurrence));
	assert_true(occurrence.at == START);
	timetable_free(once);
	struct timetable *manual = made((struct job_row){ .kind = JOB_MANUAL });
	assert_true(next_of(manual, 0) == MSEC_MIN);
	assert_false(timetable_next_noted(manual, 0, &occurrence));
	timetable_free(manual);
}

static void an_interval_counts_from_its_start(void **state)
{
	(void)state;
	struct timetable *timetable = made((struct job_row){
		.kind = JOB_INTERVAL, .interval_ms = 90000, .start = STR("2026-01-01T00:00:00Z") });
	assert_true(next_of(timetable, START) == START + 90000);
	assert_true(next_of(timetable, START + 100000) == START + 180000);
	assert_true(timetable_shortest(timetable, START) == 90000);
	timetable_free(timetable);
}

static void dates_are_added_and_taken_away(void **state)
{
	(void)state;
	struct timetable *timetable = made(
		(struct job_row){ .kind = JOB_RRULE,
				  .rule = STR("FREQ=DAILY"),
				  .start = STR("2026-01-01T00:00:00"),
				  .rdates = STR("2026-01-02T12:00:00Z, 2026-01-01T06:00"),
				  .exdates = STR("2026-01-02T00:00:00") });
	assert_true(next_of(timetable, START) == START + 6 * MSEC_HOUR);
	assert_true(next_of(timetable, START + 6 * MSEC_HOUR) == START + 36 * MSEC_HOUR);
	assert_true(next_of(timetable, START + 36 * MSEC_HOUR) == START + 48 * MSEC_HOUR);
	timetable_free(timetable);
}

static void occurrences_are_counted_up_to_a_bound(void **state)
{
	(void)state;
	bool more;
	struct timetable *timetable = made(
		(struct job_row){ .kind = JOB_CRON, .rule = STR("0 * * * *") });
	assert_int_equal(timetable_count(timetable, START, START + 3 * MSEC_HOUR, 10, &more), 3);
	assert_false(more);
	assert_int_equal(timetable_count(timetable, START, START + 3 * MSEC_HOUR, 3, &more), 3);
	assert_false(more);
	assert_int_equal(timetable_count(timetable, START, START + 3 * MSEC_HOUR, 2, &more), 2);
	assert_true(more);
	timetable_free(timetable);
}

static void what_cannot_be_read_is_told_by_field(void **state)
{
	(void)state;
	struct timetable_sources none = { 0 };
	struct timetable *timetable = NULL;
	struct why why;
	struct job_row row = { .kind = JOB_CRON, .rule = STR("0 * * * *") };
	row.zone = STR("Europe/Berlin");
	assert_int_equal(timetable_new(&row, &none, &timetable, &why), ERR_ZONE_DATABASE);
	row.zone = STR("UTC");
	row.rdates = STR("2026-01-01,x");
	assert_int_equal(timetable_new(&row, &none, &timetable, &why), ERR_TIME_SYNTAX);
	assert_non_null(strstr(why.text, "rdates: "));
	row.rdates = (str){ 0 };
	row.kind = JOB_INTERVAL;
	assert_int_equal(timetable_new(&row, &none, &timetable, &why), ERR_INTERVAL);
	assert_null(timetable);
}

static void a_start_is_chosen_as_people_expect(void **state)
{
	(void)state;
	char room[TIMETABLE_START_BYTES];
	struct job_row row = { .kind = JOB_RRULE };
	msec now = START + 90 * MSEC_SECOND + 5;
	assert_str(timetable_start(&row, zone_utc(), now, room), STR("2026-01-01T00:02:00"));
	row.kind = JOB_INTERVAL;
	row.interval_ms = 10 * MSEC_MINUTE;
	assert_str(timetable_start(&row, zone_utc(), now, room), STR("2026-01-01T00:11:30Z"));
}

static void jitter_depends_on_job_and_occurrence_alone(void **state)
{
	(void)state;
	struct uuid a = { { 1 } }, b = { { 2 } };
	u32 low = 0;
	assert_true(timetable_jitter(&a, START, 1000) == timetable_jitter(&a, START, 1000));
	assert_true(timetable_jitter(&a, START, 1u << 30) != timetable_jitter(&b, START, 1u << 30));
	assert_int_equal(timetable_jitter(&a, START, 1), 0);
	for (u32 i = 0; i < 1000; i++) {
		msec jitter = timetable_jitter(&a, START + i * MSEC_MINUTE, 1000);
		assert_in_range(jitter, 0, 999);
		low += jitter < 500;
	}
	assert_in_range(low, 430, 570); /* about half */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(once_fires_once),
		cmocka_unit_test(an_interval_counts_from_its_start),
		cmocka_unit_test(dates_are_added_and_taken_away),
		cmocka_unit_test(occurrences_are_counted_up_to_a_bound),
		cmocka_unit_test(what_cannot_be_read_is_told_by_field),
		cmocka_unit_test(a_start_is_chosen_as_people_expect),
		cmocka_unit_test(jitter_depends_on_job_and_occurrence_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
