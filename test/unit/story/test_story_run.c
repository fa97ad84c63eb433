/* Stories about the door behind `belfry simulate`: files, plays, mistakes. */
#include "story/story_run.h"

#include "cli/output.h"
#include "cli/stage.h"

#include <unistd.h>

static enum err run_text(struct stage *stage, const char *text, u32 *out_unmet, struct why *why)
{
	struct output out;
	const struct simulation wish = { .file = STR("tale.txt"), .text = str_from(text) };
	output_init(&out, &stage->doors, STREAM_OUT);
	enum err err = story_run(NULL, &wish, &out, out_unmet, why);
	assert_true(output_flush(&out));
	output_done(&out);
	return err;
}

static void a_story_is_read_played_and_printed(void **state)
{
	STAGE(stage);
	struct why why;
	u32 unmet = 9;
	assert_int_equal(
		run_text(&stage, "at 0 enqueue a tenant=t type=y\nexpect a queued\n", &unmet, &why),
		ERR_OK);
	assert_int_equal(unmet, 0);
	assert_has(&stage.out, "is created\n");
	assert_has(&stage.out, "all expectations are met (1)\n");
	assert_int_equal(
		run_text(&stage, "at 0 enqueue a tenant=t type=y\nexpect a done\n", &unmet, &why),
		ERR_OK);
	assert_int_equal(unmet, 1);
	stage_done(&stage);
}

static void a_refused_line_is_named_at_the_end(void **state)
{
	STAGE(stage);
	struct why why;
	u32 unmet = 0;
	assert_int_equal(
		run_text(&stage, "note x\nat 0 enqueue a tenant=t type=y queue=no\n", &unmet, &why),
		ERR_OK);
	assert_int_equal(unmet, 1);
	assert_has(&stage.out, "1 expectation not met:\n"
			       "  tale.txt:2: enqueue is refused: queue \"no\" does not exist; "
			       "the story does not expect this answer\n");
	stage_done(&stage);
}

static void a_mistake_is_an_error_that_names_the_place(void **state)
{
	STAGE(stage);
	struct why why;
	u32 unmet;
	assert_int_equal(run_text(&stage, "at 0 jump\n", &unmet, &why), ERR_INVALID);
	assert_string_equal(why.text, "tale.txt:1:6: \"jump\" is not a verb of a story");
	assert_int_equal(stage.out.len, 0);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_story_is_read_played_and_printed),
		cmocka_unit_test(a_refused_line_is_named_at_the_end),
		cmocka_unit_test(a_mistake_is_an_error_that_names_the_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
