/* Stories about the words in which a play is told. */
#include "story_stage.h"

static void the_life_of_a_run_is_told_in_words(void **state)
{
	(void)state;
	struct told told = play_text(
		"type t/y attempts=2\n"
		"at 0 enqueue a tenant=t type=y run_at=10s\n"
		"at 12s lease w\nat 15s finish a retry class=network after=58s\n"
		"at 73s lease w\nat 76s finish a retry class=network\n"
		"at 80s retry a\nat 80s lease w\nat 83s finish a success\n");
	assert_told(&told, "0 created a: is created, waits until 00:00:10 (in 10s)");
	assert_told(&told, "10 held_back a: held back: no worker asks for y");
	assert_told(&told, "12 started a: starts on w after a wait of 2s");
	assert_told(&told, "15 retry a: attempt failed (network), retry in 58s");
	assert_told(&told, "73 started a: starts on w (attempt 2)");
	assert_told(&told, "76 dlq a: dead letter: all 2 attempts failed (network)");
	assert_told(&told, "80 retried a: gets new attempts");
	assert_told(&told, "83 done a: done after 3s");
	buf_done(&told.text);
}

static void other_ends_have_their_words_too(void **state)
{
	(void)state;
	struct told told = play_text("tenant t timeout=90s backoff=fixed:1h\n"
				     "at 0 enqueue a tenant=t type=y times=5\nat 0 lease w max=4\n"
				     "at 1s finish a1 fail class=validation\n"
				     "at 1s finish a2 defer until=2026-01-02T00:00:00Z\n"
				     "at 1s cancel a5 reason=enough\n"
				     "at 50s beat a4\nat 2m reschedule a2 in=1m\n");
	assert_told(&told, "1 failed a1: failed for good (validation)");
	assert_told(&told, "1 deferred a2: is deferred until 2026-01-02T00:00:00 (in 23h59m59s)");
	assert_told(&told, "1 cancelled a5: is cancelled (enough)");
	assert_told(&told, "60 stalled a3: lease expired without a heartbeat, retry in ");
	assert_told(&told, "90 timeout a4: ran longer than its timeout, retry in ");
	assert_told(&told, "120 rescheduled a2: is moved to 00:03:00 (in 1m)");
	buf_done(&told.text);
}

static void what_is_held_back_is_told_once_and_together(void **state)
{
	(void)state;
	struct told told = play_text("type t/y limit=1\nat 0 enqueue a tenant=t type=y times=4\n"
				     "at 0 lease w\nat 5s pause type t/y until=1m reason=because\n"
				     "at 2m note end\n");
	assert_told(&told, "0 held_back a2: held back: type y is at its limit (and 2 more)");
	assert_told(&told, "5 paused : type t/y is paused until 00:01:00 (in 55s) (because)");
	assert_told(&told, "5 held_back a2: held back: type y is paused until 00:01:00 (in 55s) "
			   "(and 2 more)");
	assert_told(&told, "60 resumed : a pause ends (because)");
	buf_done(&told.text);
}

static void every_limit_and_pause_has_a_name(void **state)
{
	(void)state;
	struct told told = play_text(
		"max_concurrency 4\ntenant t limit=1\nqueue q limit=1\n"
		"at 0 enqueue a tenant=t type=y times=2\n"
		"at 0 enqueue b tenant=u type=y queue=q times=2\n"
		"at 0 lease w max=9\n"
		"at 1s enqueue c tenant=u type=z times=3\nat 1s lease w max=9\n"
		"at 2s pause tenant t\nat 3s pause queue q\nat 4s resume queue q\n"
		"at 5s note end\n");
	assert_told(&told, "0 held_back a2: held back: tenant t is at its limit");
	assert_told(&told, "0 held_back b2: held back: its queue is at its limit");
	assert_told(&told, "1 held_back c3: held back: the server is at its limit");
	assert_told(&told, "2 held_back a2: held back: tenant t is paused");
	assert_told(&told, "3 held_back b2: held back: its queue is paused");
	assert_told(&told, "4 resumed : queue q goes on");
	buf_done(&told.text);
}

static void the_world_is_told(void **state)
{
	(void)state;
	struct told told = play_text(
		"worker w takes=1s\nvanish w\nstore down\nstore up\nclock -5m\n"
		"suspend 10s\nnote hello there\n");
	assert_told(&told, "0 world : worker w is there");
	assert_told(&told, "0 world : worker w vanishes");
	assert_told(&told, "0 world : the store goes down");
	assert_told(&told, "0 world : the store goes up");
	assert_told(&told, "0 world : the wall clock steps by -5m");
	assert_told(&told, "0 world : the server's machine sleeps for 10s");
	assert_told(&told, "10 note : hello there");
	buf_done(&told.text);
}

static void tenants_are_summed_up(void **state)
{
	(void)state;
	struct told told = play_text(
		"at 0 enqueue a tenant=t type=y times=4\nat 0 enqueue b tenant=u type=y\n"
		"at 7s lease w max=3 tenants=t\nat 8s finish a1 success\n"
		"at 8s finish a2 fail\nat 8s cancel a3\n");
	assert_int_equal(told.result.tenants_len, 2);
	const struct story_tenant *t = &told.result.tenants[0];
	assert_string_equal(t->name, "t");
	assert_int_equal(t->runs, 4);
	assert_int_equal(t->done, 1);
	assert_int_equal(t->failed, 1);
	assert_int_equal(t->cancelled, 1);
	assert_int_equal(t->open, 1);
	assert_int_equal(t->longest_wait, 7000);
	assert_int_equal(told.result.tenants[1].open, 1);
	buf_done(&told.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_life_of_a_run_is_told_in_words),
		cmocka_unit_test(other_ends_have_their_words_too),
		cmocka_unit_test(what_is_held_back_is_told_once_and_together),
		cmocka_unit_test(every_limit_and_pause_has_a_name),
		cmocka_unit_test(the_world_is_told),
		cmocka_unit_test(tenants_are_summed_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
