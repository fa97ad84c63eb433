/* Stories about statements: each becomes the command it says, and is answered. */
#include "story_stage.h"

static void every_field_of_an_enqueue_arrives(void **state)
{
	(void)state;
	assert_holds("queue q weight=1\n"
		     "at 0 enqueue a tenant=t type=y queue=q priority=2 in=1m deadline=+2m key=k "
		     "scope=active attempts=1 timeout=5s entity=e:1 payload={\"a\":1}\n"
		     "at 0 expect a queued priority=2 run_at=1m why=not_due\n"
		     "at 0 enqueue b tenant=t type=y queue=q key=k scope=active\n"
		     "at 0 expect-answer duplicate a\n"
		     "at 1m lease w queues=q\nat 1m expect-answer leased a\n"
		     "at 65s expect a dlq outcome=timeout\n"
		     "at 65s operation discard entity=e:1\nat 65s expect a cancelled\n");
}

static void a_scope_is_the_runs_the_types_or_the_tenants(void **state)
{
	(void)state;
	assert_holds(
		"tenant t scope=forever\ntype t/y scope=1h\n"
		"at 0 enqueue a tenant=t type=y key=k\nat 0 enqueue b tenant=t type=z key=k\n"
		"at 1h enqueue c tenant=t type=y key=k\nat 1h expect-answer ok\n"
		"at 1h enqueue d tenant=t type=z key=k\nat 1h expect-answer duplicate b\n"
		"at 1h enqueue e tenant=t type=y key=k scope=active\nat 1h expect-answer ok\n");
}

static void a_label_that_was_refused_is_absent(void **state)
{
	(void)state;
	struct told told = play_text(
		"at 0 enqueue a tenant=t type=y queue=nowhere\n"
		"at 0 expect a absent\n"
		"at 0 cancel a\nexpect-answer conflict\n"
		"at 0 finish a success\nexpect-answer refused nobody has leased it\n");
	assert_int_equal(told.result.unmet, 0);
	assert_told(&told, "0 refused a: enqueue is refused: queue \"nowhere\" does not exist");
	buf_done(&told.text);
}

static void a_duplicate_is_told_and_shares_its_run(void **state)
{
	(void)state;
	struct told told = play_text("at 0 enqueue a tenant=t type=y key=k\n"
				     "at 0 enqueue b tenant=t type=y key=k\n"
				     "at 0 cancel b\nat 0 expect a cancelled\n");
	assert_int_equal(told.result.unmet, 0);
	assert_told(&told, "0 duplicate b: a duplicate of a: nothing new is made");
	buf_done(&told.text);
}

static void settings_hold_back_at_once(void **state)
{
	(void)state;
	assert_holds(
		"max_concurrency 9\naging 10s\n"
		"tenant t weight=1 limit=2 attempts=3 lease=10s timeout=1m backoff=fixed:5s\n"
		"type t/y limit=1 priority=4 lease=20s timeout=30s backoff=exp:1s retryable=a "
		"fatal=b\n"
		"at 0 enqueue y tenant=t type=y times=2\nat 0 enqueue z tenant=t type=z times=2\n"
		"at 0 lease w max=9\nat 0 expect y1 processing priority=4\n"
		"at 0 expect y2 queued why=limit:type\nat 0 expect z2 queued why=limit:tenant\n"
		"at 0 finish y1 retry class=b\nat 0 expect y1 failed\n"
		"at 10s expect z1 queued outcome=stalled run_at=+3s..+7s\n");
}

static void a_lease_that_waits_is_answered_later_also_after_a_crash(void **state)
{
	(void)state;
	assert_holds("at 0 lease w wait=60s\nat 0 expect-answer waiting\n"
		     "at 10s crash\n"
		     "at 20s enqueue a tenant=t type=y\nat 20s expect a processing worker=w\n"
		     "at 20s lease w wait=10s\nat 30s expect-answer empty\n");
}

static void a_crash_takes_its_time(void **state)
{
	(void)state;
	struct told told = play_text("at 0 enqueue a tenant=t type=y\nat 1s crash for=10m\n"
				     "at 2s note meanwhile\n");
	assert_told(&told, "1 world : the server crashes and is away for 10m");
	assert_told(&told, "601 note : meanwhile");
	buf_done(&told.text);
}

static void late_words_of_holders_are_told(void **state)
{
	(void)state;
	struct told told = play_text("at 0 enqueue a tenant=t type=y\nat 0 lease w\n"
				     "at 1s cancel a\nat 2s beat a\nat 3s finish a success\n");
	assert_told(&told, "2 too_late a: a heartbeat is refused: the run was cancelled");
	assert_told(&told, "3 too_late a: a late report is refused: the run was cancelled");
	buf_done(&told.text);
}

static void an_operation_takes_every_part_of_its_filter(void **state)
{
	(void)state;
	assert_holds("queue q weight=1\n"
		     "at 0 enqueue a tenant=t type=y queue=q key=k entity=e\n"
		     "at 0 enqueue b tenant=t type=y key=k entity=e scope=forever\n"
		     "at 0 enqueue c tenant=t type=z queue=q key=k entity=e\n"
		     "at 0 enqueue d tenant=u type=y queue=q key=k entity=e\n"
		     "at 0 operation cancel tenant=t type=y queue=q key=k entity=e state=queued "
		     "reason=why\n"
		     "at 0 expect a cancelled reason=why\nat 0 expect b queued\n"
		     "at 0 expect c queued\nat 0 expect d queued\n");
}

static void time_has_an_end(void **state)
{
	(void)state;
	struct told told = play_with("suspend 400d\n", (struct story_wish){ 0 });
	assert_int_equal(told.err, ERR_QUOTA);
	assert_string_equal(told.why.text, "line 1: a story lasts at most 366 days");
	buf_done(&told.text);
	told = play_with("crash\ncrash for=367d\n", (struct story_wish){ 0 });
	assert_string_equal(told.why.text, "line 2: a story lasts at most 366 days");
	buf_done(&told.text);
	assert_holds("clock -90d\nexpect-answer ok\nclock -365000d\n"
		     "expect-answer refused clocks show years from 1970 to 9998\n"
		     "clock +366000d\nclock +366000d\nclock +366000d\nclock +366000d\n"
		     "clock +366000d\nclock +366000d\nclock +366000d\nclock +366000d\n"
		     "expect-answer refused clocks show years\n");
}

static void a_call_that_names_too_much_is_refused(void **state)
{
	(void)state;
	assert_holds("lease w tenants=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q\n"
		     "expect-answer refused tenants must have at most 16 names\n");
}

static void a_worker_that_nobody_knows_cannot_vanish(void **state)
{
	(void)state;
	assert_holds("vanish ghost\nexpect-answer refused there is no such worker\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_of_an_enqueue_arrives),
		cmocka_unit_test(a_scope_is_the_runs_the_types_or_the_tenants),
		cmocka_unit_test(a_label_that_was_refused_is_absent),
		cmocka_unit_test(a_duplicate_is_told_and_shares_its_run),
		cmocka_unit_test(settings_hold_back_at_once),
		cmocka_unit_test(a_lease_that_waits_is_answered_later_also_after_a_crash),
		cmocka_unit_test(a_crash_takes_its_time),
		cmocka_unit_test(late_words_of_holders_are_told),
		cmocka_unit_test(an_operation_takes_every_part_of_its_filter),
		cmocka_unit_test(time_has_an_end),
		cmocka_unit_test(a_call_that_names_too_much_is_refused),
		cmocka_unit_test(a_worker_that_nobody_knows_cannot_vanish),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
