/* Statements about jobs, and what a story says when they do not turn out as expected. */
#include "story_stage.h"

#include "story/story.h"

struct heard {
	struct buf text;
	u32 unmet;
};

static void hear(void *context, const struct story_event *event)
{
	struct heard *heard = context;
	heard->unmet += event->kind == EVENT_UNMET;
	buf_addf(&heard->text, "%.*s %.*s\n", STR_ARG(event->label), STR_ARG(event->text));
}

static enum err tell_of(const char *text, struct heard *heard, struct why *why)
{
	struct story *story = NULL;
	struct story_result result;
	struct story_wish wish = { 0 };
	struct story_listener listener = { heard, hear };
	buf_init(&heard->text, 1 << 20);
	heard->unmet = 0;
	enum err err = story_read(STR("s"), str_from(text), &story, why);
	if (!err) err = story_play(story, &wish, &listener, &result, why);
	story_free(story);
	buf_add_byte(&heard->text, '\0');
	return err;
}

static void hears(const char *text, u32 unmet, const char *words)
{
	struct heard heard;
	struct why why;
	assert_int_equal(tell_of(text, &heard, &why), ERR_OK);
	assert_int_equal(heard.unmet, unmet);
	if (!strstr(heard.text.at, words)) print_error("%s\n", heard.text.at);
	assert_non_null(strstr(heard.text.at, words));
	buf_done(&heard.text);
}

static void runs_of_a_job_are_named_by_it_and_a_number(void **state)
{
	(void)state;
	hears("job j tenant=t type=y cron=\"0 * * * *\"\nat 2h expect j.3 queued run_at=3h\n", 0,
	      "j.2 is planned, waits until 02:00:00");
}

static void what_was_missed_is_told_in_words(void **state)
{
	(void)state;
	hears("job j tenant=t type=y cron=\"0 * * * *\"\nat 10m crash for=4h\nat 5h expect-next j "
	      "run_at=6h\n",
	      0, "j 3 occurrences are left out (misfire), from 02:00:00");
}

static void an_unmet_ledger_shows_what_is_there(void **state)
{
	(void)state;
	hears("job j tenant=t type=y cron=\"0 * * * *\"\nat 1h expect-ledger j 1h:late\n", 1,
	      "the ledger has: 1h:fired; expected: 1h:late");
	hears("job j tenant=t type=y\nat 1h expect-next j run_at=2h\n", 1, "it has no next run");
	hears("job j tenant=t type=y every=1h\nat 1h expect-next j\n", 1, "it has a next run");
}

static void words_that_are_no_policy_are_refused(void **state)
{
	(void)state;
	hears("job j tenant=t type=y every=1h misfire=never\nexpect-answer refused run_once\n", 0,
	      "j job is refused: misfire is run_once");
	hears("job j tenant=t type=y every=1s\nexpect-answer refused\n"
	      "run-job j\nexpect-answer refused no such job\n",
	      0, "there is no such job");
}

static void a_job_needs_a_tenant_and_a_type_and_a_name_above(void **state)
{
	(void)state;
	struct heard heard;
	struct why why;
	assert_int_equal(tell_of("job j every=1h\n", &heard, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "a job, batch or ladder needs tenant= and type="));
	buf_done(&heard.text);
	assert_int_equal(tell_of("pause-job k\n", &heard, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "no line above makes this label"));
	buf_done(&heard.text);
	assert_int_equal(tell_of("job j tenant=t type=y\nexpect j.0 queued\n", &heard, &why),
			 ERR_INVALID);
	buf_done(&heard.text);
}

static void a_story_of_too_many_runs_is_stopped(void **state)
{
	(void)state;
	struct heard heard;
	struct why why;
	const char *text =
		"job j tenant=t type=y cron=\"* * * * *\" catchup=1\nat 1000h note end\n";
	assert_int_equal(tell_of(text, &heard, &why), ERR_QUOTA);
	assert_non_null(strstr(why.text, "runs of jobs"));
	buf_done(&heard.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_of_a_job_are_named_by_it_and_a_number),
		cmocka_unit_test(what_was_missed_is_told_in_words),
		cmocka_unit_test(an_unmet_ledger_shows_what_is_there),
		cmocka_unit_test(words_that_are_no_policy_are_refused),
		cmocka_unit_test(a_job_needs_a_tenant_and_a_type_and_a_name_above),
		cmocka_unit_test(a_story_of_too_many_runs_is_stopped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
