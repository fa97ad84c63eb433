/* Jobs and tasks of a story as the load to come. */
#include "story/story_forecast.h"

#include "base/check.h"
#include "calendar/zones.h"
#include "model/forecast.h"

static enum err utc_alone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	return zones_get(context, name.len ? name : STR("UTC"), out_zone, why);
}

static enum err look(const char *text, struct arena *arena, struct forecast *out, struct why *why)
{
	struct zones *zones = NULL;
	assert_int_equal(zones_new((struct zone_source){ 0 }, &zones), ERR_OK);
	const struct forecast_wish wish = { .file = STR("tale"),
					    .text = str_from(text),
					    .step = MSEC_HOUR,
					    .len = 48,
					    .zone_context = zones,
					    .zone = utc_alone };
	enum err err = story_forecast(NULL, &wish, arena, out, why);
	zones_free(zones);
	return err;
}

static void jobs_and_tasks_are_counted(void **state)
{
	struct forecast forecast;
	struct arena arena;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(look("start 2026-01-01T00:00:00Z\n"
			      "calendar acme/off 2026-01-02\n"
			      "job a tenant=acme type=t cron=\"0 6 * * *\" exclude=off\n"
			      "job b tenant=acme type=t every=12h\n"
			      "job c tenant=acme type=t\n"
			      "enqueue x tenant=acme type=t in=3h times=5\n",
			      &arena, &forecast, &why),
			 ERR_OK);
	assert_int_equal(forecast.counts[6], 1);
	assert_int_equal(forecast.counts[30], 0); /* a day that is left out */
	assert_int_equal(forecast.counts[3], 5);
	assert_int_equal(forecast.counts[12], 1);
	assert_int_equal(forecast.jobs, 2);
	assert_int_equal(forecast.left_out, 1); /* it runs only when it is told to */
	arena_done(&arena);
}

static void a_mistake_in_the_story_is_told(void **state)
{
	struct forecast forecast;
	struct arena arena;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(look("jump\n", &arena, &forecast, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "tale:1:1"));
	assert_int_equal(look("job a tenant=acme type=t cron=@daily misfire=never\n", &arena,
			      &forecast, &why),
			 ERR_INVALID);
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_and_tasks_are_counted),
		cmocka_unit_test(a_mistake_in_the_story_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
