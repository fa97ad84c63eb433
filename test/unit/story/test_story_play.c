/* Stories about playing a story: clocks, order, ends and bounds. */
#include "story_stage.h"

static void the_same_seed_tells_the_same_story(void **state)
{
	(void)state;
	static const char text[] = "worker w takes=1s outcome=retry class=network fails=3\n"
				   "at 0 enqueue a tenant=t type=y times=5\n";
	struct told first = play_with(text, (struct story_wish){ .has_seed = true, .seed = 9 });
	struct told again = play_with(text, (struct story_wish){ .has_seed = true, .seed = 9 });
	struct told other = play_with(text, (struct story_wish){ .has_seed = true, .seed = 10 });
	assert_str(buf_view(&again.text), buf_view(&first.text));
	assert_false(str_eq(buf_view(&other.text), buf_view(&first.text)));
	buf_done(&first.text);
	buf_done(&again.text);
	buf_done(&other.text);
}

static void without_workers_it_ends_at_its_last_line(void **state)
{
	(void)state;
	struct told told = play_text("at 0 enqueue a tenant=t type=y run_at=1h\nat 10s note bye\n");
	assert_int_equal(told.result.ended_at, 10000);
	assert_int_equal(told.result.tallies[0].waiting, 1);
	buf_done(&told.text);
}

static void with_workers_it_goes_on_until_all_is_done(void **state)
{
	(void)state;
	struct told told = play_text(
		"worker w takes=5s\nat 0 enqueue a tenant=t type=y run_at=1h\n");
	assert_told(&told, "3600 started a: starts on w");
	assert_told(&told, "3605 done a: done after 5s");
	assert_int_equal(told.result.ended_at, 3605000);
	assert_int_equal(told.result.tallies[0].delivered, 1);
	buf_done(&told.text);
}

/* Written out and by times=: each label is found, and each run is carried out. */
static void many_statements_are_played(void **state)
{
	(void)state;
	struct buf text;
	buf_init(&text, 1 << 20);
	buf_add(&text,
		STR("worker w takes=1s slots=64\nat 0 enqueue r tenant=t type=y times=3000\n"));
	for (u32 i = 0; i < 3000; i++) buf_addf(&text, "at 0 enqueue s%u tenant=t type=z\n", i);
	buf_add(&text, STR("at 1h expect s0 done\nexpect s2999 done\nexpect r1 done\n"
			   "expect r3000 done\nexpect r1 done attempts=2\n"));
	buf_add_byte(&text, '\0');
	struct told told = play_text(text.at);
	assert_int_equal(told.result.expected, 5);
	assert_int_equal(told.result.unmet, 1);
	assert_int_equal(told.result.tallies[0].delivered, 3000);
	assert_int_equal(told.result.tallies[1].delivered, 3000);
	buf_done(&told.text);
	buf_done(&text);
}

static void until_ends_it_sooner_or_later(void **state)
{
	(void)state;
	static const char text[] = "worker w takes=5s\n"
				   "at 0 enqueue a tenant=t type=y run_at=1h\nat 2h crash\n";
	struct told soon = play_with(text, (struct story_wish){ .until = 10 * MSEC_MINUTE });
	struct told late = play_with(text, (struct story_wish){ .until = 5 * MSEC_HOUR });
	assert_int_equal(soon.result.ended_at, 10 * MSEC_MINUTE);
	assert_int_equal(soon.result.tallies[0].waiting, 1);
	assert_int_equal(late.result.ended_at, 5 * MSEC_HOUR);
	assert_told(&late, "7200 world : the server crashes and starts again");
	buf_done(&soon.text);
	buf_done(&late.text);
}

static void what_cannot_move_any_more_ends_it_too(void **state)
{
	(void)state;
	struct told told = play_text("worker w types=other\nat 0 enqueue a tenant=t type=y\n");
	assert_told(&told, "0 held_back a: held back: no worker asks for y");
	assert_int_equal(told.result.ended_at, 0);
	buf_done(&told.text);
}

static void going_in_circles_is_stopped_with_a_word(void **state)
{
	(void)state;
	struct told told = play_with("tenant t attempts=1000\n"
				     "type t/y backoff=fixed:1ms attempts=1000\n"
				     "worker w takes=1ms outcome=retry class=http_429 after=400d\n"
				     "at 0 enqueue a tenant=t type=y\n",
				     (struct story_wish){ 0 });
	assert_int_equal(told.err, ERR_QUOTA);
	assert_non_null(strstr(told.why.text, "stopped after"));
	buf_done(&told.text);
}

static void the_clock_steps_and_the_boot_clock_does_not(void **state)
{
	(void)state;
	assert_holds("tenant t timeout=10m\n"
		     "at 0 enqueue a tenant=t type=y\nat 0 lease w\n"
		     "at 0 enqueue b tenant=t type=z run_at=1h\n"
		     "at 10s clock +2h\nat 10s expect a processing\n"
		     "at 10s expect b queued why=no_worker\n"
		     "at 60s expect a queued outcome=stalled\n");
}

static void a_crash_may_follow_any_statement(void **state)
{
	(void)state;
	static const char text[] = "worker w takes=5s\nat 0 enqueue a tenant=t type=y times=2\n"
				   "at 3s cancel a2\n";
	struct buf plain, crashed;
	buf_init(&plain, 1000);
	buf_init(&crashed, 1000);
	struct told told = play_with(text, (struct story_wish){ .states = &plain });
	buf_done(&told.text);
	assert_str(buf_view(&plain), STR("a1 done\na2 cancelled\n"));
	for (u32 after = 0; after <= 4; after++) {
		buf_clear(&crashed);
		told = play_with(text, (struct story_wish){ .states = &crashed,
							    .crash_after = after,
							    .crash_always = after == 0 });
		buf_done(&told.text);
		assert_str(buf_view(&crashed), buf_view(&plain));
	}
	buf_done(&plain);
	buf_done(&crashed);
}

static void a_server_that_cannot_start_tries_again(void **state)
{
	(void)state;
	assert_holds(
		"at 0 enqueue a tenant=t type=y\n"
		"at 1s store down\nat 2s crash\n"
		"at 3s enqueue b tenant=t type=y\nexpect-answer refused the server is not running\n"
		"at 10s store up\nat 12s lease w\nexpect-answer leased a\n");
}

static void many_leases_of_one_run_are_remembered(void **state)
{
	(void)state;
	struct told told = play_text(
		"tenant t attempts=100\n"
		"type t/y backoff=fixed:1s attempts=100\n"
		"worker w takes=1s outcome=retry fails=40\n"
		"at 0 enqueue a tenant=t type=y\n"
		"at 1h expect a done attempts=41\n"
		"at 1h finish-old a success attempt=40\nexpect-answer finished\n");
	assert_int_equal(told.result.unmet, 0);
	buf_done(&told.text);
}

static bool refuse_nth(void *context, u64 asked)
{
	return asked == *(const u64 *)context;
}

static void running_out_of_memory_breaks_nothing(void **state)
{
	(void)state;
	struct story *story = read_good_story(
		"worker w takes=1s\nat 0 enqueue a tenant=t type=y times=3\n"
		"at 2s pause tenant t until=3s\nat 2s crash\n");
	bool reached_the_end = false;
	for (u64 nth = 1; nth < 5000 && !reached_the_end; nth++) {
		struct mem_watch watch = { .refuse = refuse_nth, .context = &nth };
		struct story_result result;
		struct why why;
		mem_set_watch(&watch);
		enum err err = story_play(story, &(struct story_wish){ .until = MSEC_MINUTE }, NULL,
					  &result, &why);
		mem_set_watch(NULL);
		assert_int_equal(watch.live, 0);
		reached_the_end = !err && watch.asked < nth;
	}
	assert_true(reached_the_end);
	story_free(story);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_tells_the_same_story),
		cmocka_unit_test(without_workers_it_ends_at_its_last_line),
		cmocka_unit_test(with_workers_it_goes_on_until_all_is_done),
		cmocka_unit_test(many_statements_are_played),
		cmocka_unit_test(until_ends_it_sooner_or_later),
		cmocka_unit_test(what_cannot_move_any_more_ends_it_too),
		cmocka_unit_test(going_in_circles_is_stopped_with_a_word),
		cmocka_unit_test(the_clock_steps_and_the_boot_clock_does_not),
		cmocka_unit_test(a_crash_may_follow_any_statement),
		cmocka_unit_test(a_server_that_cannot_start_tries_again),
		cmocka_unit_test(many_leases_of_one_run_are_remembered),
		cmocka_unit_test(running_out_of_memory_breaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
