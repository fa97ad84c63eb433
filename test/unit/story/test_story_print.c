/* Stories about the timeline that a person reads, and the lines that a program reads. */
#include "story/story_print.h"

#include "cli/stage.h"

/* Plays a text, prints it, and leaves it on the stage. */
static void print_only(struct stage *stage, const char *text, bool json, bool quiet,
		       const char *type)
{
	struct story *story = NULL;
	struct output out;
	struct story_printer printer;
	struct story_result result;
	struct why why;
	if (story_read(STR("tale.txt"), str_from(text), &story, &why)) fail_msg("%s", why.text);
	output_init(&out, &stage->doors, STREAM_OUT);
	out.color = stage->color;
	story_printer_init(&printer, story, &out);
	printer.json = json;
	printer.quiet = quiet;
	printer.only = str_from(type);
	const struct story_listener listener = story_printer_listener(&printer);
	assert_int_equal(story_play(story, &(struct story_wish){ 0 }, &listener, &result, &why), 0);
	story_print_summary(&printer, &result);
	assert_true(output_flush(&out));
	story_printer_done(&printer);
	output_done(&out);
	story_free(story);
}

static void print_story(struct stage *stage, const char *text, bool json, bool quiet)
{
	print_only(stage, text, json, quiet, "");
}

static const char tale[] = "at 0 enqueue a tenant=acme type=mail times=3\n"
			   "at 1s lease w\n"
			   "at 2500ms finish a1 success\n"
			   "at 2500ms expect a1 done\n"
			   "at 24h note tomorrow\n";

static void a_timeline_with_columns_and_a_summary(void **state)
{
	STAGE(stage);
	print_story(&stage, tale, false, false);
	assert_has(&stage.out,
		   "            2026-01-01\n"
		   "        0s  00:00:00  acme  a1  mail  to a3 are created: 3 runs\n"
		   "        0s  00:00:00  acme  a1  mail  held back: no worker asks for mail "
		   "(and 2 more)\n"
		   "        1s  00:00:01  acme  a1  mail  starts on w after a wait of 1s\n"
		   "      2.5s  00:00:02  acme  a1  mail  done after 1.5s\n"
		   "            2026-01-02\n"
		   "        1d  00:00:00        # tomorrow\n"
		   "\n"
		   "tenant  type  runs  delivered  late  cut off  dead  cancelled  waiting  "
		   "longest wait\n"
		   "acme    mail     3          1     0        0     0          0        2  "
		   "          1s\n"
		   "played 1d in ");
	assert_has(&stage.out, " turns; all expectations are met (1)\n");
	stage_done(&stage);
}

static void quiet_tells_only_the_end(void **state)
{
	STAGE(stage);
	print_story(&stage, tale, false, true);
	assert_true(str_starts_with(buf_view(&stage.out), STR("tenant  type  runs")));
	stage_done(&stage);
}

static void what_was_not_as_expected_is_listed(void **state)
{
	STAGE(stage);
	print_story(&stage, "at 0 enqueue a tenant=t type=y\nexpect a done\nexpect-started a\n",
		    false, false);
	assert_has(&stage.out, "        0s  00:00:00     line 2: a: it is queued, expected done\n");
	assert_has(&stage.out, "; 2 expectations not met:\n"
			       "  tale.txt:2: a: it is queued, expected done\n"
			       "  tale.txt:3: started: nothing; expected: a\n");
	stage_done(&stage);
}

/* Columns have a bound; what is wider is still two blanks away from the next one. */
static void wide_names_do_not_run_into_the_next_column(void **state)
{
	STAGE(stage);
	print_story(&stage,
		    "at 0 enqueue a tenant=t type=a-type-with-a-name-of-thirty-eight-bytes\n"
		    "at 0 enqueue b-label-with-a-name-of-thirty-nine-bytes tenant=t type=y\n",
		    false, false);
	assert_has(&stage.out,
		   "  a                         a-type-with-a-name-of-thirty-eight-bytes  "
		   "is created\n");
	assert_has(&stage.out,
		   "  b-label-with-a-name-of-thirty-nine-bytes  y                         "
		   "is created\n");
	stage_done(&stage);
}

static void only_one_type_is_shown_and_summed_up(void **state)
{
	STAGE(stage);
	static const char text[] = "at 0 enqueue a tenant=t type=mail\n"
				   "at 0 enqueue b tenant=t type=push\n"
				   "at 0 note both\nat 0 expect b done\n";
	print_only(&stage, text, false, false, "mail");
	assert_has(&stage.out, "  t  a  mail  is created\n");
	assert_has(&stage.out, "# both\n");
	assert_has(&stage.out, "b: it is queued, expected done\n");
	assert_false(has_text(&stage.out, "push"));
	assert_false(has_text(&stage.out, "in all"));
	buf_clear(&stage.out);
	print_only(&stage, text, false, true, "pusch");
	assert_has(&stage.out, "no run has the type pusch\n");
	buf_clear(&stage.out);
	print_only(&stage, text, true, false, "push");
	assert_has(&stage.out, "\"types\":[{\"tenant\":\"t\",\"type\":\"push\",\"runs\":1,");
	assert_false(has_text(&stage.out, "\"mail\""));
	stage_done(&stage);
}

/* Numbers of a job's runs and days since the start have room, and an hour needs no tenths. */
static void long_stories_stay_in_their_columns(void **state)
{
	STAGE(stage);
	print_story(&stage,
		    "job a tenant=t type=y every=90m\nat 0 enqueue b tenant=t type=y\n"
		    "at 3723500ms lease w max=1\n"
		    "at 8d3h5m9s note end\n",
		    false, false);
	assert_has(&stage.out, "\n          0s  00:00:00  t  b     y  is created\n");
	assert_has(&stage.out, "\n      1h2m3s  01:02:03  t  b     y  starts on w");
	assert_has(&stage.out, "\n       1h30m  01:30:00  t  a.2   y  is planned");
	assert_has(&stage.out, "\n  1w1d3h5m9s  03:05:09     # end\n");
	stage_done(&stage);
}

static void several_types_are_added_up(void **state)
{
	STAGE(stage);
	print_story(&stage,
		    "at 0 enqueue a tenant=t type=mail times=2\nat 0 enqueue b tenant=u type=push\n"
		    "at 3s lease w max=1 types=mail\nat 3s finish a1 success\n",
		    false, true);
	assert_has(&stage.out,
		   "tenant  type  runs  delivered  late  cut off  dead  cancelled  waiting  "
		   "longest wait\n"
		   "t       mail     2          1     0        0     0          0        1  "
		   "          3s\n"
		   "u       push     1          0     0        0     0          0        1  "
		   "          0s\n"
		   "in all           3          1     0        0     0          0        2  "
		   "          3s\n");
	stage_done(&stage);
}

static void json_is_a_line_an_event_and_a_summary(void **state)
{
	STAGE(stage);
	print_story(&stage, tale, true, false);
	assert_has(&stage.out,
		   "{\"at_ms\":0,\"time\":\"2026-01-01T00:00:00Z\",\"event\":\"created\","
		   "\"tenant\":\"acme\",\"label\":\"a2\",\"type\":\"mail\",");
	assert_has(&stage.out,
		   "\"event\":\"started\",\"tenant\":\"acme\",\"label\":\"a1\",\"type\":"
		   "\"mail\",\"worker\":\"w\",\"attempt\":1,\"took_ms\":1000,");
	assert_has(&stage.out,
		   "\"expected\":1,\"unmet\":0,\"types\":[{\"tenant\":\"acme\",\"type\":\"mail\","
		   "\"runs\":3,\"delivered\":1,\"late\":0,\"cut_off\":0,\"dead\":0,"
		   "\"cancelled\":0,\"waiting\":2,"
		   "\"longest_wait_ms\":1000}]}}\n");
	stage_done(&stage);
}

static void colour_marks_what_matters(void **state)
{
	STAGE(stage);
	stage.color = true;
	print_story(&stage,
		    "at 0 enqueue a tenant=t type=y attempts=1\nat 0 lease w\n"
		    "at 0 finish a retry\n",
		    false, false);
	assert_has(&stage.out, "\x1b[1;31mdead letter: all 1 attempts failed\x1b[0m\n");
	stage_done(&stage);
}

static void control_characters_of_a_story_do_not_reach_the_terminal(void **state)
{
	STAGE(stage);
	print_story(&stage, "note \"\x1b[31mred\"\n", false, false);
	assert_has(&stage.out, "# ?[31mred\n");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_timeline_with_columns_and_a_summary),
		cmocka_unit_test(quiet_tells_only_the_end),
		cmocka_unit_test(what_was_not_as_expected_is_listed),
		cmocka_unit_test(wide_names_do_not_run_into_the_next_column),
		cmocka_unit_test(only_one_type_is_shown_and_summed_up),
		cmocka_unit_test(long_stories_stay_in_their_columns),
		cmocka_unit_test(several_types_are_added_up),
		cmocka_unit_test(json_is_a_line_an_event_and_a_summary),
		cmocka_unit_test(colour_marks_what_matters),
		cmocka_unit_test(control_characters_of_a_story_do_not_reach_the_terminal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
