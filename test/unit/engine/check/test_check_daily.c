/* The invariants of daily windows have teeth, too: I1 to I6, each broken on purpose and named. I4
 * is about turns and not about memory: daily_world.h judges it. */
#include "engine/bare.h"

/* At 22:13: ann's window is open and under way, bob's is open, cyd's begins in two minutes. */
struct scene {
	struct bare bare;
	struct engine_run *ann;
	struct engine_run *bob;
	struct engine_run *cyd;
};

static struct engine_run *add_person(struct scene *scene, const char *name, u32 due_minute)
{
	struct map_cursor cursor = { 0 };
	struct engine_run *run;
	scene->bare.turn.jitter_seed++; /* ids of windows are drawn from it */
	bare_do(&scene->bare,
		(struct command){ .kind = COMMAND_DAILY_PUT,
				  .tenant = STR("acme"),
				  .daily = { .user = str_from(name), .due_minute = due_minute } });
	while ((run = uuid_map_next(&scene->bare.engine->core.runs, &cursor))) {
		str user = { run->daily->user, run->daily->user_len };
		if (str_eq(user, str_from(name))) return run;
	}
	assert_true(false); /* everybody has one */
	return NULL;
}

static void scene_open(struct scene *scene)
{
	bare_open(&scene->bare);
	scene->ann = add_person(scene, "ann", 23 * 60);
	bare_claim(&scene->bare);
	scene->bob = add_person(scene, "bob", 23 * 60);
	scene->cyd = add_person(scene, "cyd", 23 * 60 + 15);
	assert_non_null(scene->ann->execution);
}

static void a_day_that_is_decided_already(struct scene *scene)
{
	scene->bob->daily->hot.decided = scene->bob->daily->hot.date;
}

static void a_success_beyond_what_is_decided(struct scene *scene)
{
	scene->bob->daily->hot.last_date = scene->bob->daily->hot.decided + 1;
}

static void a_row_that_names_another_run(struct scene *scene)
{
	scene->bob->daily->hot.run = scene->cyd->id;
}

static void a_window_that_nobody_will_attempt(struct scene *scene)
{
	heap_remove(&scene->bare.engine->clock.wall, &scene->cyd->due.node);
}

static void more_than_may_be_are_under_way(struct scene *scene)
{
	scene->bare.engine->config.max_concurrency = 1;
	scene->bare.engine->dispatch.running = 2;
}

static void a_claim_that_settles_the_day(struct scene *scene)
{
	scene->ann->daily->hot.last_date = scene->ann->daily->hot.date;
}

static void an_end_that_is_not_the_cutoff(struct scene *scene)
{
	scene->bob->daily->hot.cutoff += MSEC_MINUTE;
}

static void an_attempt_behind_the_cutoff(struct scene *scene)
{
	scene->ann->run_at = scene->ann->daily->hot.cutoff + 1;
}

static void a_cutoff_that_no_timer_brings(struct scene *scene)
{
	heap_remove(&scene->bare.engine->clock.wall, &scene->ann->deadline.node);
}

static void a_cutoff_held_without_a_reason(struct scene *scene)
{
	list_push_back(&scene->bare.engine->people.dailies.held, &scene->ann->daily->in_held);
}

static const struct {
	void (*break_it)(struct scene *scene);
	const char *named;
} breaks[] = {
	{ a_day_that_is_decided_already, "I1 day" },
	{ a_success_beyond_what_is_decided, "I1 last day" },
	{ a_row_that_names_another_run, "I2 run" },
	{ a_window_that_nobody_will_attempt, "I2 eligible" },
	{ more_than_may_be_are_under_way, "I3 under way" },
	{ a_claim_that_settles_the_day, "I5 claim" },
	{ an_end_that_is_not_the_cutoff, "I6 cutoff" },
	{ an_attempt_behind_the_cutoff, "I6 attempt" },
	{ a_cutoff_that_no_timer_brings, "I6 timer" },
	{ a_cutoff_held_without_a_reason, "E-21 held" },
};

static void expect_said(struct scene *scene, const char *named)
{
	struct buf out;
	buf_init(&out, 1 << 16);
	bool good = engine_check(scene->bare.engine, &scene->bare.now, &out);
	buf_add_byte(&out, 0);
	if (named ? !strstr(out.at, named) : !good)
		print_error("%s was expected, but: %s\n", named ? named : "nothing", out.at);
	assert_int_equal(good, named == NULL);
	if (named) assert_non_null(strstr(out.at, named));
	buf_done(&out);
}

static void windows_that_are_whole_pass(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	expect_said(&scene, NULL);
	bare_close(&scene.bare);
}

static void each_invariant_that_is_broken_is_named(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(breaks); i++) {
		struct scene scene;
		scene_open(&scene);
		breaks[i].break_it(&scene);
		expect_said(&scene, breaks[i].named);
		bare_close(&scene.bare);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(windows_that_are_whole_pass),
		cmocka_unit_test(each_invariant_that_is_broken_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
