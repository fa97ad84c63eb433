/* The load to come. */
#include "model/forecast.h"

#include "base/check.h"
#include "calendar/support.h"

static enum err zone_of(void *context, str name, const struct zone **out_zone, struct why *why)
{
	if (name.len) return fail(why, ERR_ZONE_UNKNOWN, "unknown time zone");
	*out_zone = context;
	return ERR_OK;
}

struct scene {
	struct zone *zone;
	struct arena arena;
	struct books_sources sources;
	struct job_row row;
	struct forecast forecast;
};

static void open_scene(struct scene *scene, msec step, u32 len)
{
	memset(scene, 0, sizeof *scene);
	scene->zone = make_ruled_zone("UTC0");
	arena_init(&scene->arena, (size_t)1 << 20);
	scene->sources = (struct books_sources){ .context = scene->zone, .zone = zone_of };
	scene->row = job_defaults();
	scene->row.kind = JOB_CRON;
	assert_int_equal(forecast_init(&scene->forecast, instant_of("2026-01-01T00:00:00Z"), step,
				       len, &scene->arena),
			 ERR_OK);
}

static void close_scene(struct scene *scene)
{
	zone_free(scene->zone);
	arena_done(&scene->arena);
}

static void add(struct scene *scene)
{
	assert_int_equal(forecast_add_job(&scene->forecast, &scene->row, &scene->sources,
					  scene->forecast.from),
			 ERR_OK);
}

static void occurrences_fall_into_their_hours(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene, MSEC_HOUR, 24);
	scene.row.rule = STR("*/15 8-9 * * *");
	add(&scene);
	scene.row.rule = STR("0 0 * * *"); /* the very first instant counts, the end does not */
	add(&scene);
	assert_int_equal(scene.forecast.counts[0], 1);
	assert_int_equal(scene.forecast.counts[7], 0);
	assert_int_equal(scene.forecast.counts[8], 4);
	assert_int_equal(scene.forecast.counts[9], 4);
	assert_int_equal(scene.forecast.total, 9);
	assert_int_equal(scene.forecast.jobs, 2);
	assert_int_equal(forecast_peak(&scene.forecast), 4);
	close_scene(&scene);
}

static void what_is_over_in_the_first_step_does_not_count(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene, MSEC_HOUR, 2);
	scene.row.rule = STR("*/15 * * * *");
	msec now = scene.forecast.from + 30 * MSEC_MINUTE;
	assert_int_equal(forecast_add_job(&scene.forecast, &scene.row, &scene.sources, now),
			 ERR_OK);
	assert_int_equal(scene.forecast.counts[0], 2); /* the one of this instant, and 45 past */
	assert_int_equal(scene.forecast.counts[1], 4);
	close_scene(&scene);
}

static void days_of_a_calendar_are_left_out(void **state)
{
	static const struct calendar_row holidays = { .name = STR("holidays"),
						      .body = STR("2026-01-02") };
	struct scene scene;
	(void)state;
	open_scene(&scene, MSEC_DAY, 3);
	scene.sources.calendars = &holidays;
	scene.sources.calendars_len = 1;
	scene.row.rule = STR("0 12 * * *");
	scene.row.exclude = STR("holidays");
	add(&scene);
	assert_int_equal(scene.forecast.counts[0], 1);
	assert_int_equal(scene.forecast.counts[1], 0);
	assert_int_equal(scene.forecast.counts[2], 1);
	close_scene(&scene);
}

static void what_will_not_run_is_left_out_and_counted(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene, MSEC_HOUR, 24);
	scene.row.rule = STR("0 * * * *");
	scene.row.state = JOB_DISABLED;
	add(&scene);
	scene.row.state = JOB_ACTIVE;
	scene.row.pause = (struct job_pause){ .since = 1, .until = MSEC_MAX };
	add(&scene);
	scene.row.pause = (struct job_pause){ 0 };
	scene.row.zone = STR("Mars/Phobos");
	add(&scene);
	assert_int_equal(scene.forecast.left_out, 3);
	assert_int_equal(scene.forecast.total, 0);
	close_scene(&scene);
}

static void a_single_run_counts_within_the_span_alone(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene, MSEC_MINUTE, 2);
	forecast_add(&scene.forecast, scene.forecast.from - 1);
	forecast_add(&scene.forecast, scene.forecast.from);
	forecast_add(&scene.forecast, scene.forecast.from + 2 * MSEC_MINUTE - 1);
	forecast_add(&scene.forecast, scene.forecast.from + 2 * MSEC_MINUTE);
	assert_int_equal(scene.forecast.counts[0], 1);
	assert_int_equal(scene.forecast.counts[1], 1);
	close_scene(&scene);
}

static void a_walk_without_end_is_cut(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene, MSEC_HOUR, 24);
	scene.forecast.walked = FORECAST_WALK_MAX - 3;
	scene.row.rule = STR("* * * * *");
	add(&scene);
	assert_true(scene.forecast.is_cut);
	assert_int_equal(scene.forecast.total, 3);
	close_scene(&scene);
}

static void what_is_over_comes_no_more(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene, MSEC_HOUR, 2);
	scene.row.rule = STR("*/10 * * * *");
	assert_int_equal(forecast_add_job(&scene.forecast, &scene.row, &scene.sources,
					  scene.forecast.from + 25 * MSEC_MINUTE),
			 ERR_OK);
	assert_int_equal(scene.forecast.counts[0], 3); /* 30, 40, 50 */
	assert_int_equal(scene.forecast.counts[1], 6);
	close_scene(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(occurrences_fall_into_their_hours),
		cmocka_unit_test(what_is_over_in_the_first_step_does_not_count),
		cmocka_unit_test(days_of_a_calendar_are_left_out),
		cmocka_unit_test(what_will_not_run_is_left_out_and_counted),
		cmocka_unit_test(a_single_run_counts_within_the_span_alone),
		cmocka_unit_test(what_is_over_comes_no_more),
		cmocka_unit_test(a_walk_without_end_is_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
