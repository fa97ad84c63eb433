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

/* A dead letter that gets new attempts stands before younger runs again. */
static void a_revived_run_is_held_back_in_its_place(void **state)
{
	(void)state;
	struct told told = play_text("at 0 enqueue a tenant=t type=y attempts=1\n"
				     "at 0 lease w\nat 1s finish a retry\n"
				     "at 2s enqueue b tenant=t type=y\nat 3s pause tenant t\n"
				     "at 4s note later\nat 5s retry a\nat 6s note end\n");
	assert_told(&told, "5 retried a: gets new attempts");
	assert_told(&told, "5 held_back a: held back: tenant t is paused");
	buf_done(&told.text);
	told = play_text("at 0 enqueue a tenant=t type=y attempts=1\n"
			 "at 0 lease w\nat 1s finish a retry\n"
			 "at 2s enqueue b tenant=t type=y\nat 2s retry a\nat 2s pause tenant t\n"
			 "at 6s note end\n");
	assert_told(&told, "2 held_back a: held back: tenant t is paused (and 1 more)");
	buf_done(&told.text);
}

static void a_dependency_is_told_while_it_holds_back_and_when_it_is_met(void **state)
{
	(void)state;
	struct told told = play_text("job a tenant=t type=y cron=\"0 * * * *\"\n"
				     "job b tenant=t type=z cron=\"0 * * * *\" depends=a\n"
				     "at 61m lease w types=y\nat 62m finish a.1 success\n");
	assert_told(&told, "3600 held_back b.1: held back: it waits for a run of a");
	assert_told(&told, "3720 ready b.1: waits for no other run any more");
	buf_done(&told.text);
}

static void ends_are_summed_up_by_tenant_and_type(void **state)
{
	(void)state;
	struct told told = play_text(
		"at 0 enqueue a tenant=t type=y times=4\nat 0 enqueue b tenant=u type=y\n"
		"at 0 enqueue c tenant=t type=z\n"
		"at 7s lease w max=3 tenants=t types=y\nat 8s finish a1 success\n"
		"at 8s finish a2 fail\nat 8s cancel a3\n");
	assert_int_equal(told.result.tallies_len, 3);
	const struct story_tally *t = &told.result.tallies[0];
	assert_string_equal(t->tenant, "t");
	assert_string_equal(t->type, "y");
	assert_int_equal(t->runs, 4);
	assert_int_equal(t->delivered, 1);
	assert_int_equal(t->dead, 1);
	assert_int_equal(t->cancelled, 1);
	assert_int_equal(t->waiting, 1);
	assert_int_equal(t->late + t->cut_off, 0);
	assert_int_equal(t->longest_wait, 7000);
	for (u32 i = 1; i < told.result.tallies_len; i++)
		assert_int_equal(told.result.tallies[i].waiting, 1);
	buf_done(&told.text);
}

/* The first starts in time and ends behind its deadline, the second never starts. */
static void a_deadline_makes_a_run_late_or_cuts_it_off(void **state)
{
	(void)state;
	struct told told = play_text(
		"at 0 enqueue a tenant=t type=y deadline=10s times=3\n"
		"at 5s lease w max=2\nat 9s finish a2 success\nat 20s finish a1 success\n");
	const struct story_tally *t = &told.result.tallies[0];
	assert_int_equal(t->runs, 3);
	assert_int_equal(t->delivered, 1);
	assert_int_equal(t->late, 1);
	assert_int_equal(t->cut_off, 1);
	assert_int_equal(t->cancelled, 0);
	buf_done(&told.text);
}

/* Two people at 22:00; a worker that hears nothing reports for the first one a minute later. */
static void a_cutoff_makes_a_window_late_or_cuts_it_off(void **state)
{
	(void)state;
	struct told told = play_text("start 2026-03-01T20:00:00Z\nwindows t type=day window=30m\n"
				     "at 0 daily p tenant=t due=22:00 times=2\n"
				     "at 119m lease w max=2 lease=5m\nat 121m finish p1.1 success\n"
				     "at 122m expect-days p2 2026-03-01:cutoff_reached(1)\n");
	assert_int_equal(told.result.unmet, 0);
	const struct story_tally *t = &told.result.tallies[0];
	assert_int_equal(t->runs, 4); /* and tomorrow's */
	assert_int_equal(t->late, 1);
	assert_int_equal(t->cut_off, 1);
	assert_int_equal(t->waiting, 2);
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
		cmocka_unit_test(a_revived_run_is_held_back_in_its_place),
		cmocka_unit_test(a_dependency_is_told_while_it_holds_back_and_when_it_is_met),
		cmocka_unit_test(ends_are_summed_up_by_tenant_and_type),
		cmocka_unit_test(a_deadline_makes_a_run_late_or_cuts_it_off),
		cmocka_unit_test(a_cutoff_makes_a_window_late_or_cuts_it_off),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
