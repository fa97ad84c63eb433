/* Stories about the door behind `belfry simulate`: files, plays, mistakes. */
#include "server/story_run.h"

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
	assert_has(&stage.out, "all that it expects holds (1)\n");
	assert_int_equal(
		run_text(&stage, "at 0 enqueue a tenant=t type=y\nexpect a done\n", &unmet, &why),
		ERR_OK);
	assert_int_equal(unmet, 1);
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

/* ---- files --------------------------------------------------------------------------------- */

struct file {
	char folder[300];
	char path[320];
};

static struct file make_file(str text)
{
	struct file file;
	const char *base = getenv("TMPDIR");
	snprintf(file.folder, sizeof file.folder, "%s/belfry-story.XXXXXX", base ? base : "/tmp");
	assert_non_null(mkdtemp(file.folder));
	snprintf(file.path, sizeof file.path, "%s/tale.txt", file.folder);
	FILE *out = fopen(file.path, "wb");
	assert_non_null(out);
	assert_int_equal(fwrite(text.at, 1, text.len, out), text.len);
	assert_int_equal(fclose(out), 0);
	return file;
}

static void remove_file(const struct file *file)
{
	assert_int_equal(unlink(file->path), 0);
	assert_int_equal(rmdir(file->folder), 0);
}

static void a_file_is_read_whole_and_within_its_bound(void **state)
{
	(void)state;
	struct file file = make_file(STR("hello\n"));
	struct buf text;
	struct why why;
	buf_init(&text, 1000);
	assert_int_equal(story_read_file(NULL, str_from(file.path), 6, &text, &why), ERR_OK);
	assert_str(buf_view(&text), STR("hello\n"));
	buf_clear(&text);
	assert_int_equal(story_read_file(NULL, str_from(file.path), 5, &text, &why), ERR_TOO_LONG);
	assert_non_null(strstr(why.text, "longer than 5 bytes"));
	buf_done(&text);
	remove_file(&file);
}

static void what_is_not_there_or_no_file_is_told(void **state)
{
	(void)state;
	struct buf text;
	struct why why;
	static char longest[5000];
	memset(longest, 'x', sizeof longest);
	buf_init(&text, 1000);
	assert_int_equal(story_read_file(NULL, STR("/no/such/tale"), 9, &text, &why),
			 ERR_NOT_FOUND);
	assert_non_null(strstr(why.text, "/no/such/tale: No such file"));
	assert_int_equal(story_read_file(NULL, STR("/"), 9, &text, &why), ERR_IO);
	assert_int_equal(story_read_file(NULL, (str){ longest, sizeof longest }, 9, &text, &why),
			 ERR_NOT_FOUND);
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_story_is_read_played_and_printed),
		cmocka_unit_test(a_mistake_is_an_error_that_names_the_place),
		cmocka_unit_test(a_file_is_read_whole_and_within_its_bound),
		cmocka_unit_test(what_is_not_there_or_no_file_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
