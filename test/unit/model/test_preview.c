#include "model/preview.h"

#include "base/check.h"
#include "calendar/support.h"

/* London's clock, by its rule alone. */
static enum err zone_of(void *context, str name, const struct zone **out_zone, struct why *why)
{
	if (!str_eq(name, STR("Europe/London")))
		return fail(why, ERR_ZONE_UNKNOWN, "unknown time zone");
	*out_zone = context;
	return ERR_OK;
}

struct scene {
	struct zone *zone;
	struct arena arena;
	struct books_sources sources;
	struct job_row row;
	struct preview preview;
	struct why why;
};

static void open_scene(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	scene->zone = make_ruled_zone("GMT0BST,M3.5.0/1,M10.5.0");
	arena_init(&scene->arena, (size_t)1 << 20);
	scene->sources = (struct books_sources){ .context = scene->zone, .zone = zone_of };
	scene->row = job_defaults();
	scene->row.kind = JOB_CRON;
	scene->row.zone = STR("Europe/London");
}

static void close_scene(struct scene *scene)
{
	zone_free(scene->zone);
	arena_done(&scene->arena);
}

static enum err look(struct scene *scene, const char *after, u32 count)
{
	return preview_make(&scene->row, &scene->sources, instant_of(after), count, &scene->arena,
			    &scene->preview, &scene->why);
}

static void a_time_that_clocks_skip_is_noted(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene);
	scene.row.rule = STR("30 1 * * *");
	assert_int_equal(ERR_OK, look(&scene, "2025-03-29T02:00:00Z", 2));
	assert_int_equal(2, scene.preview.len);
	assert_int_equal(instant_of("2025-03-30T01:30:00Z"), scene.preview.items[0].at);
	assert_str(scene.preview.items[0].local, STR("2025-03-30T02:30:00"));
	assert_str(scene.preview.items[0].note,
		   STR("clocks go forward and skip this time: it runs 1 h later on the clock"));
	assert_str(scene.preview.items[1].note, STR(""));
	scene.row.dst_gap = GAP_NEXT;
	assert_int_equal(ERR_OK, look(&scene, "2025-03-29T02:00:00Z", 1));
	assert_str(scene.preview.items[0].local, STR("2025-03-30T02:00:00"));
	assert_true(scene.preview.items[0].note.len > 0);
	close_scene(&scene);
}

static void a_time_that_happens_twice_is_noted(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene);
	scene.row.rule = STR("30 1 * * *");
	assert_int_equal(ERR_OK, look(&scene, "2025-10-25T12:00:00Z", 1));
	assert_int_equal(instant_of("2025-10-26T00:30:00Z"), scene.preview.items[0].at);
	assert_str(scene.preview.items[0].note,
		   STR("clocks go back and this time happens twice: it "
		       "runs the first time"));
	scene.row.dst_overlap = OVERLAP_SECOND;
	assert_int_equal(ERR_OK, look(&scene, "2025-10-25T12:00:00Z", 1));
	assert_int_equal(instant_of("2025-10-26T01:30:00Z"), scene.preview.items[0].at);
	close_scene(&scene);
}

static void rule_is_told_in_words(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene);
	scene.row.rule = STR("0 9 * * MON");
	assert_int_equal(ERR_OK, look(&scene, "2025-06-01T00:00:00Z", 1));
	assert_str(scene.preview.words, STR("at 09:00 every Monday"));
	scene.row.kind = JOB_ONCE;
	scene.row.run_at = instant_of("2025-07-01T00:00:00Z");
	assert_int_equal(ERR_OK, look(&scene, "2025-06-01T00:00:00Z", 1));
	assert_str(scene.preview.words, STR(""));
	close_scene(&scene);
}

static void days_of_a_calendar_are_left_out(void **state)
{
	static const struct calendar_row calendars[] = {
		{ .name = STR("other"), .body = STR("2025-06-02") },
		{ .name = STR("holidays"),
		  .body = STR("2025-06-03\n\n2025-06-05 FREQ=DAILY;COUNT=2\n") },
	};
	struct scene scene;
	(void)state;
	open_scene(&scene);
	scene.row.rule = STR("0 9 * * *");
	scene.row.exclude = STR("holidays");
	scene.sources.calendars = calendars;
	scene.sources.calendars_len = countof(calendars);
	assert_int_equal(ERR_OK, look(&scene, "2025-06-01T20:00:00Z", 3));
	assert_str(scene.preview.items[0].local, STR("2025-06-02T09:00:00"));
	assert_str(scene.preview.items[1].local, STR("2025-06-04T09:00:00"));
	assert_str(scene.preview.items[2].local, STR("2025-06-07T09:00:00"));
	close_scene(&scene);
}

static void what_ends_is_shorter_and_what_is_wrong_is_told(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene);
	scene.row.kind = JOB_RRULE;
	scene.row.rule = STR("FREQ=DAILY;COUNT=2");
	scene.row.start = STR("2025-06-01T09:00:00");
	assert_int_equal(ERR_OK, look(&scene, "2025-05-01T00:00:00Z", 10));
	assert_int_equal(2, scene.preview.len);
	scene.row.rule = STR("FREQ=SOMETIMES");
	assert_int_not_equal(ERR_OK, look(&scene, "2025-05-01T00:00:00Z", 10));
	assert_true(scene.why.text[0] != '\0');
	scene.row.rule = STR("FREQ=DAILY");
	scene.row.zone = STR("Mars/Base");
	assert_int_equal(ERR_ZONE_UNKNOWN, look(&scene, "2025-05-01T00:00:00Z", 10));
	scene.row.zone = STR("Europe/London");
	scene.row.exclude = STR("none-such");
	assert_int_not_equal(ERR_OK, look(&scene, "2025-05-01T00:00:00Z", 10));
	scene.row.kind = JOB_MANUAL;
	assert_int_equal(ERR_OK, look(&scene, "2025-05-01T00:00:00Z", 10));
	assert_int_equal(0, scene.preview.len);
	close_scene(&scene);
}

static void without_memory_nothing_leaks(void **state)
{
	static const struct calendar_row calendar = { .name = STR("holidays"),
						      .body = STR("2025-06-03") };
	(void)state;
	for (u64 nth = 1; nth < 20; nth++) {
		struct mem_watch watch = { .refuse = check_refuse_nth, .context = &nth };
		struct scene scene;
		open_scene(&scene);
		scene.row.rule = STR("0 9 * * *");
		scene.row.exclude = STR("holidays");
		scene.sources.calendars = &calendar;
		scene.sources.calendars_len = 1;
		mem_set_watch(&watch);
		(void)!look(&scene, "2025-06-01T20:00:00Z", 3);
		arena_done(&scene.arena);
		mem_set_watch(NULL);
		assert_int_equal(0, watch.live);
		arena_init(&scene.arena, 1);
		close_scene(&scene);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_time_that_clocks_skip_is_noted),
		cmocka_unit_test(a_time_that_happens_twice_is_noted),
		cmocka_unit_test(rule_is_told_in_words),
		cmocka_unit_test(days_of_a_calendar_are_left_out),
		cmocka_unit_test(what_ends_is_shorter_and_what_is_wrong_is_told),
		cmocka_unit_test(without_memory_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
