/* Stories about automatic workers. */
#include "story_stage.h"

static void a_worker_has_so_many_slots(void **state)
{
	(void)state;
	assert_holds("worker w takes=10s slots=2\nat 0 enqueue a tenant=t type=y times=3\n"
		     "at 1s expect a2 processing\nat 1s expect a3 queued\n"
		     "at 10s expect a1 done\nat 10s expect a3 processing\nat 20s expect a3 done\n");
}

static void it_takes_what_it_names(void **state)
{
	(void)state;
	assert_holds(
		"queue q weight=1\n"
		"worker w types=y queues=q tenants=t takes=1s\n"
		"at 0 enqueue a tenant=t type=y queue=q\nat 0 enqueue b tenant=t type=z queue=q\n"
		"at 0 enqueue c tenant=t type=y\nat 0 enqueue d tenant=u type=y queue=q\n"
		"at 5s expect a done\nat 5s expect b queued\nat 5s expect c queued\n"
		"at 5s expect d queued\n");
}

static void it_beats_every_third_of_its_lease(void **state)
{
	(void)state;
	assert_holds("tenant t timeout=10m\nworker w takes=5m lease=30s\n"
		     "at 0 enqueue a tenant=t type=y\nat 4m expect a processing attempt=1\n"
		     "at 5m expect a done attempts=1\n");
}

static void one_that_never_beats_is_told_at_its_report(void **state)
{
	(void)state;
	struct told told = play_with(
		"tenant t timeout=10m backoff=fixed:10m\n"
		"worker w takes=90s beats=never\nat 0 enqueue a tenant=t type=y\n",
		(struct story_wish){ .until = 2 * MSEC_MINUTE });
	assert_told(&told, "60 stalled a: lease expired without a heartbeat");
	assert_told(&told, "90 too_late a: the report of w is told: the lease is lost");
	buf_done(&told.text);
}

static void a_heartbeat_brings_the_news_of_a_cancel(void **state)
{
	(void)state;
	struct told told = play_text(
		"tenant t timeout=10m\nworker w takes=5m beats=10s\n"
		"at 0 enqueue a tenant=t type=y\nat 0 enqueue b tenant=t type=y\n"
		"at 15s cancel a\nat 19s expect b queued\n"
		"at 20s expect b processing\n");
	assert_int_equal(told.result.unmet, 0);
	assert_told(&told, "20 too_late a: a heartbeat of w is told: the run was cancelled");
	buf_done(&told.text);
}

static void outcomes_are_as_the_story_says(void **state)
{
	(void)state;
	assert_holds("worker bad types=y takes=1s outcome=fail class=validation\n"
		     "worker dull types=z takes=1s outcome=noop\n"
		     "worker busy types=x takes=1s outcome=retry class=http_429 after=30s fails=1\n"
		     "at 0 enqueue y tenant=t type=y\nat 0 enqueue z tenant=t type=z\n"
		     "at 0 enqueue x tenant=t type=x\n"
		     "at 1s expect y failed class=validation\nat 1s expect z done outcome=noop\n"
		     "at 1s expect x queued attempts=0 run_at=31s\n");
}

static void it_may_change_its_ways(void **state)
{
	(void)state;
	assert_holds("worker w takes=1s outcome=retry after=10s\nat 0 enqueue a tenant=t type=y\n"
		     "at 1s expect a queued attempts=1\nat 5s worker w takes=1s\n"
		     "at 12s expect a done attempts=2\n");
}

static void a_refused_worker_is_told_so(void **state)
{
	(void)state;
	struct told told = play_text("worker w queues=nowhere\nat 1s note end\n");
	assert_told(&told, "0 refused : worker w is refused: queue \"nowhere\" does not exist");
	buf_done(&told.text);
}

static void a_store_failure_delays_ask_beat_and_report(void **state)
{
	(void)state;
	assert_holds("tenant t timeout=10m\nworker w takes=30s beats=10s\n"
		     "at 0 enqueue a tenant=t type=y\nat 5s store down\nat 40s store up\n"
		     "at 42s expect a done attempts=1\n"
		     "at 50s enqueue b tenant=t type=y\nat 50s expect b processing\n");
}

static void more_workers_than_the_bound_are_refused(void **state)
{
	(void)state;
	struct buf text;
	buf_init(&text, 100000);
	for (u32 i = 0; i <= STORY_WORKERS_MAX; i++) buf_addf(&text, "worker w%u\n", i);
	buf_add(&text, STR("expect-answer refused at most 64 workers\n"));
	char *story = buf_take(&text);
	assert_holds(story);
	mem_free(story);
}

/* ---- handlers with effects and follow-ups -------------------------------------------------- */

static void an_effect_is_claimed_and_completed(void **state)
{
	(void)state;
	struct told told = play_text("worker w takes=5s claims=send\n"
				     "at 0 enqueue a tenant=t type=y key=k scope=forever\n"
				     "at 1s claim c send tenant=t key=k\n"
				     "at 9s expect a done\n");
	assert_told(&told, "0 effect a: send is claimed");
	assert_told(&told, "5 done a: done after 5s");
	assert_int_equal(told.result.unmet, 0);
	buf_done(&told.text);
}

static void a_failure_releases_its_effect(void **state)
{
	(void)state;
	struct told told = play_text(
		"type t/y backoff=fixed:10s\n"
		"worker w takes=3s claims=send outcome=retry class=network fails=1\n"
		"at 0 enqueue a tenant=t type=y\nat 4s expect a queued class=network\n"
		"at 1m expect a done attempts=2\n");
	assert_told(&told, "done a: done after 3s"); /* it has acted again */
	assert_int_equal(told.result.unmet, 0);
	buf_done(&told.text);
}

/* A poller rests when it finds nothing; a task for it wakes it. */
static void a_worker_lets_its_job_rest_until_there_is_work(void **state)
{
	(void)state;
	assert_holds("job poll tenant=t type=y every=5m\n"
		     "at 0 worker w types=y takes=1s schedule=pause\n"
		     "at 6m expect poll.1 done\nat 11m expect poll.2 cancelled reason=paused\n"
		     "at 30m enqueue paid tenant=t type=z resumes=poll\n"
		     "at 36m expect poll.3 done\n");
}

static const char vanished[] = "type t/y backoff=fixed:10s\n"
			       "worker w takes=20s lease=30s claims=send\n"
			       "at 0 enqueue a tenant=t type=y\nat 10s vanish w\n"
			       "at 11s worker v types=y takes=20s claims=send enqueues=z";

static struct told play_vanished(const char *rest)
{
	char text[500];
	snprintf(text, sizeof text, "%s%s", vanished, rest);
	return play_text(text);
}

static void an_effect_in_doubt_waits_for_a_person(void **state)
{
	(void)state;
	struct told told = play_vanished("\nat 1m expect a queued class=effect_in_doubt\n"
					 "at 1m release a\nat 10m expect a done\n");
	assert_told(&told, "effect a: send is in doubt: an earlier attempt left no word");
	assert_told(&told, "effect a: send is claimed");
	assert_int_equal(told.result.unmet, 0);
	buf_done(&told.text);
}

static void the_other_side_may_know_of_an_effect_in_doubt(void **state)
{
	(void)state;
	struct told told = play_vanished(" finds=done\nat 10m expect a done attempts=2\n");
	assert_told(&told, "effect a: send is in doubt, and found done");
	assert_told(&told, "done a: done after 0s");
	assert_int_equal(told.result.unmet, 0);
	buf_done(&told.text);
	told = play_vanished(" finds=nothing\nat 10m expect a done attempts=2\n"
			     "at 10m expect a.1 queued\n");
	assert_told(&told, "effect a: send is in doubt, and found not done");
	assert_told(&told, "done a: done after 20s");
	assert_int_equal(told.result.unmet, 0);
	buf_done(&told.text);
}

/* The first attempt's report comes too late, behind its follow-up. */
static void a_follow_up_is_enqueued_once(void **state)
{
	(void)state;
	struct told told = play_text("type t/y backoff=fixed:10s\n"
				     "worker w types=y takes=40s lease=30s beats=never enqueues=z\n"
				     "at 0 enqueue a tenant=t type=y\n"
				     "at 20s worker w types=y takes=1s enqueues=z\n"
				     "at 10m expect a done attempts=2\n"
				     "at 10m expect a.1 queued\n");
	assert_int_equal(told.result.unmet, 0);
	assert_int_equal(told.result.tallies_len, 2);
	assert_string_equal(told.result.tallies[1].type, "z");
	assert_int_equal(told.result.tallies[1].runs, 1);
	buf_done(&told.text);
}

static void handlers_ask_again_while_the_store_is_down(void **state)
{
	(void)state;
	struct told told = play_text("worker w types=y takes=3s claims=send enqueues=z\n"
				     "at 0 enqueue a tenant=t type=y\nat 2s store down\n"
				     "at 6s store up\nat 1m expect a done attempts=1\n"
				     "at 1m expect a.1 queued\n");
	assert_int_equal(told.result.unmet, 0);
	buf_done(&told.text);
}

static void follow_ups_without_end_are_stopped(void **state)
{
	(void)state;
	struct story *story = NULL;
	struct story_result result;
	struct why why;
	const char *text = "worker w types=y takes=1ms enqueues=y\nenqueue a tenant=t type=y\n";
	assert_int_equal(story_read(STR("s"), str_from(text), &story, &why), ERR_OK);
	assert_int_equal(story_play(story, &(struct story_wish){ 0 }, NULL, &result, &why),
			 ERR_QUOTA);
	assert_non_null(strstr(why.text, "runs of jobs and workers"));
	story_free(story);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_worker_has_so_many_slots),
		cmocka_unit_test(it_takes_what_it_names),
		cmocka_unit_test(it_beats_every_third_of_its_lease),
		cmocka_unit_test(one_that_never_beats_is_told_at_its_report),
		cmocka_unit_test(a_heartbeat_brings_the_news_of_a_cancel),
		cmocka_unit_test(outcomes_are_as_the_story_says),
		cmocka_unit_test(it_may_change_its_ways),
		cmocka_unit_test(a_refused_worker_is_told_so),
		cmocka_unit_test(a_store_failure_delays_ask_beat_and_report),
		cmocka_unit_test(more_workers_than_the_bound_are_refused),
		cmocka_unit_test(a_worker_lets_its_job_rest_until_there_is_work),
		cmocka_unit_test(an_effect_is_claimed_and_completed),
		cmocka_unit_test(a_failure_releases_its_effect),
		cmocka_unit_test(an_effect_in_doubt_waits_for_a_person),
		cmocka_unit_test(the_other_side_may_know_of_an_effect_in_doubt),
		cmocka_unit_test(a_follow_up_is_enqueued_once),
		cmocka_unit_test(handlers_ask_again_while_the_store_is_down),
		cmocka_unit_test(follow_ups_without_end_are_stopped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
