/* Stories about reading a story: what is understood, and how a mistake is told. */
#include "story_stage.h"

#include "model/whys.h"

static void lines_have_times_words_and_options(void **state)
{
	(void)state;
	struct story *story = read_good_story(
		"start 2026-03-01T00:00:00Z\n"
		"seed 7\n"
		"\n"
		"# a comment\n"
		"tenant acme weight=2   # another\n"
		"at 1m30s enqueue a tenant=acme type=mail run_at=+10s\n"
		"at +500ms note \"two words\" more\n");
	assert_int_equal(story->start, 1772323200000);
	assert_int_equal(story->seed, 7);
	assert_int_equal(story->lines_len, 3);
	assert_int_equal(story->lines[0].verb, VERB_TENANT);
	assert_int_equal(story->lines[0].number, 5);
	assert_int_equal(story_number(&story->lines[0], STORY_WEIGHT, 0), 2);
	assert_int_equal(story->lines[1].at, 90000);
	assert_str(story_text(&story->lines[1], STORY_TYPE), STR("mail"));
	assert_int_equal(story_find(&story->lines[1], STORY_RUN_AT)->low, 100000);
	assert_null(story_find(&story->lines[1], STORY_KEY));
	assert_int_equal(story->lines[2].at, 90500);
	assert_int_equal(story->lines[2].words_len, 2);
	assert_str(story->lines[2].words[0], STR("two words"));
	story_free(story);
}

static void a_line_without_a_time_is_at_the_time_before(void **state)
{
	(void)state;
	struct story *story = read_good_story("at 5s crash\ncrash\nat +1s crash\n");
	assert_int_equal(story->lines[1].at, 5000);
	assert_int_equal(story->lines[2].at, 6000);
	story_free(story);
}

static void times_spells_out_many_labels(void **state)
{
	(void)state;
	struct story *story = read_good_story(
		"enqueue a tenant=t type=y times=3\nexpect a3 queued\n");
	assert_int_equal(story->lines_len, 4);
	assert_str(story->lines[2].words[0], STR("a3"));
	story_free(story);
}

static void a_quoted_value_may_have_blanks(void **state)
{
	(void)state;
	struct story *story = read_good_story("pause tenant t reason=\"wrong line\"\r\n");
	assert_str(story_text(&story->lines[0], STORY_REASON), STR("wrong line"));
	story_free(story);
}

/* ---- mistakes ------------------------------------------------------------------------------ */

struct mistake {
	const char *text;
	const char *told;
};

static void assert_told_so(const struct mistake *mistakes, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		struct story *story = NULL;
		struct why why;
		enum err err = story_read(STR("s"), str_from(mistakes[i].text), &story, &why);
		assert_int_equal(err, ERR_INVALID);
		assert_null(story);
		if (!strstr(why.text, mistakes[i].told))
			fail_msg("\"%s\" is told as \"%s\"", mistakes[i].text, why.text);
	}
}

static void mistakes_name_file_line_column_and_what_is_allowed(void **state)
{
	(void)state;
	static const struct mistake mistakes[] = {
		{ "\nat 0 enqueu a\n",
		  "s:2:6: \"enqueu\" is not a verb of a story; did you mean enqueue?" },
		{ "at 0 dance", "s:1:6: \"dance\" is not a verb of a story" },
		{ "at 0", "s:1:6: a verb is missing" },
		{ "at noon crash", "s:1:4: a time is a span since the start" },
		{ "at 5s crash\nat 4s crash",
		  "s:2:4: a line must not be earlier than the one before" },
		{ "at 400d crash", "s:1:4: a story lasts at most 366 days" },
		{ "crash now=1", "s:1:7: \"now=1\" is not understood; crash takes for=" },
		{ "expect-started a b\ncancel z", "s:2:8: no line above makes this label" },
		{ "enqueue a tenant=t", "s:1:1: enqueue needs tenant= and type=" },
		{ "enqueue a tenant=t type=y priority=x", "s:1:36: priority must be 1 (first)" },
		{ "enqueue a tenant=t type=y type=z", "s:1:27: an option is given once" },
		{ "worker w finds=perhaps", "s:1:1: finds= is done or nothing; got \"perhaps\"" },
		{ "enqueue a tenant=t type=y in=1s run_at=2s", "in= or run_at=, not both" },
		{ "enqueue a tenant=t type=y\nenqueue a tenant=t type=y",
		  "s:2:1: a label is given once" },
		{ "enqueue a/b tenant=t type=y", "s:1:9: a label has 1 to 64" },
		{ "enqueue a tenant=t type=y\nfinish a well",
		  "s:2:10: success, noop, retry, fail or defer" },
		{ "enqueue a tenant=t type=y\nexpect a gone",
		  "s:2:10: waiting, queued, processing" },
		{ "enqueue a tenant=t type=y\nreschedule a", "reschedule needs in= or run_at=" },
		{ "enqueue a tenant=t type=y\nfinish-old a success", "finish-old needs attempt=" },
		{ "pause type mail", "a type is named as TENANT/TYPE" },
		{ "pause colour x", "s:1:7: tenant, type or queue is expected" },
		{ "type mail limit=1", "s:1:6: TENANT/TYPE is expected" },
		{ "store sideways", "s:1:7: down or up is expected" },
		{ "clock 5s", "s:1:7: +SPAN or -SPAN is expected" },
		{ "suspend", "s:1:9: a span such as 90s" },
		{ "expect-answer perhaps", "s:1:15: ok, duplicate, replaced, purged" },
		{ "operation move", "s:1:11: cancel, retry or discard" },
		{ "crash\nseed 4",
		  "s:2:1: settings must stand before the first statement of the story" },
		{ "seed x", "s:1:6: a number is expected" },
		{ "start today", "s:1:7: an instant such as" },
		{ "crash_check maybe", "s:1:13: on or off is expected" },
		{ "note \"open", "s:1:6: a quote is not closed" },
		{ "worker w slots=65", "a worker has at most 64 slots" },
		{ "worker w outcome=defer", "a worker's outcome is success, noop, retry or fail" },
		{ "worker w outcome=stalled",
		  "a worker's outcome is success, noop, retry or fail" },
		{ "enqueue a tenant=t type=y\nexpect a done outcome=tired",
		  "no attempt ends like that" },
		{ "start 9999-01-01T00:00:00Z", "a story starts from 1970 to 9997" },
		{ "start 1969-01-01T00:00:00Z", "a story starts from 1970 to 9997" },
		{ "max_concurrency 5000000000",
		  "max_concurrency is a number from 1 to 4294967295" },
	};
	assert_told_so(mistakes, countof(mistakes));
}

static void a_value_that_says_nothing_is_no_default(void **state)
{
	(void)state;
	static const struct mistake mistakes[] = {
		{ "enqueue a tenant=t type=y priority=0", "s:1:36: priority must be 1 (first)" },
		{ "enqueue a tenant=t type=y times=0",
		  "s:1:33: times must be a whole number from 1" },
		{ "queue q limit=0", "s:1:15: limit must be a whole number from 1" },
		{ "enqueue a tenant=t type=y payload={\"a\":",
		  "s:1:35: payload must be a JSON object" },
		{ "enqueue a tenant=t type=y payload=[1]",
		  "s:1:35: payload must be a JSON object" },
		{ "enqueue a tenant=t type=y payload={}{}",
		  "s:1:35: payload must be a JSON object" },
		{ "enqueue a tenant=t type=y\nexpect a queued why=lazy",
		  "s:2:21: why must be none, or KIND or KIND:REF" },
		{ "expect-answer ok", "s:1:1: no statement above can have been answered" },
		{ "max_concurrency 0", "s:1:1: max_concurrency is a number from 1" },
	};
	assert_told_so(mistakes, countof(mistakes));
}

static void a_story_has_bounds(void **state)
{
	(void)state;
	struct story *story = NULL;
	struct why why;
	static char large[STORY_BYTES_MAX + 1];
	memset(large, '#', sizeof large);
	assert_int_equal(story_read(STR("s"), (str){ large, sizeof large }, &story, &why),
			 ERR_INVALID);
	assert_non_null(strstr(why.text, "at most 8 MiB"));
	assert_int_equal(
		story_read(STR("s"), STR("enqueue a tenant=t type=y times=100001"), &story, &why),
		ERR_INVALID);
	assert_non_null(strstr(why.text, "at most 100000 statements"));
}

static void words_of_one_line_have_a_bound(void **state)
{
	(void)state;
	struct story *story = NULL;
	struct why why;
	struct buf text;
	buf_init(&text, 1000);
	buf_add(&text, STR("note"));
	for (u32 i = 0; i < 40; i++) buf_add(&text, STR(" x"));
	assert_int_equal(story_read(STR("s"), buf_view(&text), &story, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "too many words"));
	for (u32 i = 0; i < 40; i++) buf_add(&text, STR(" x"));
	assert_int_equal(story_read(STR("s"), buf_view(&text), &story, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "at most 64 words"));
	buf_done(&text);
}

static bool refuse_nth(void *context, u64 asked)
{
	return asked == *(const u64 *)context;
}

static void running_out_of_memory_is_an_error_and_leaks_nothing(void **state)
{
	(void)state;
	for (u64 nth = 1; nth < 100; nth++) {
		struct mem_watch watch = { .refuse = refuse_nth, .context = &nth };
		struct story *story = NULL;
		struct why why;
		mem_set_watch(&watch);
		enum err err = story_read(STR("s"), STR("enqueue a tenant=t type=y times=2\n"),
					  &story, &why);
		story_free(story);
		mem_set_watch(NULL);
		assert_int_equal(watch.live, 0);
		if (!err && watch.asked < nth) return;
		if (err) assert_int_equal(err, ERR_MEMORY);
	}
	fail_msg("no end of allocations");
}

/* ---- the page ------------------------------------------------------------------------------ */

static const char *const page_rows[] = {
#define X(id, word, form, options, sentence) "| `" word "` |", "| " sentence " |",
	STORY_VERBS(X)
#undef X
#define X(id, word, value, sentence) "| `" word "=` | " sentence " |\n",
		STORY_OPTIONS(X)
#undef X
#define X(name, word, sentence, help) "| `" word "` | " sentence " |\n",
			WHYS(X)
#undef X
#define X(id, word, sentence) "| `" word "` | " sentence " |\n",
				STORY_ANSWERS(X)
#undef X
};

static void doc_simulate_md_has_every_word(void **state)
{
	(void)state;
	static char page[100000];
	char path[4096];
	const char *data = getenv("TEST_DATA");
	snprintf(path, sizeof path, "%s/../../doc/simulate.md", data ? data : "test/data");
	FILE *in = fopen(path, "rb");
	assert_non_null(in);
	size_t len = fread(page, 1, sizeof page - 1, in);
	assert_int_equal(fclose(in), 0);
	assert_in_range(len, 1, sizeof page - 2);
	for (u32 i = 0; i < countof(page_rows); i++) {
		if (!strstr(page, page_rows[i])) fail_msg("doc/simulate.md lacks %s", page_rows[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_have_times_words_and_options),
		cmocka_unit_test(a_line_without_a_time_is_at_the_time_before),
		cmocka_unit_test(times_spells_out_many_labels),
		cmocka_unit_test(a_quoted_value_may_have_blanks),
		cmocka_unit_test(mistakes_name_file_line_column_and_what_is_allowed),
		cmocka_unit_test(a_value_that_says_nothing_is_no_default),
		cmocka_unit_test(a_story_has_bounds),
		cmocka_unit_test(words_of_one_line_have_a_bound),
		cmocka_unit_test(running_out_of_memory_is_an_error_and_leaks_nothing),
		cmocka_unit_test(doc_simulate_md_has_every_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
