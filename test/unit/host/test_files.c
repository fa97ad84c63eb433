/* Files, read whole and within a bound. */
#include "host/files.h"

#include "base/check.h"

#include <unistd.h>

struct file {
	char folder[300];
	char path[320];
};

static struct file make_file(str text)
{
	struct file file;
	const char *base = getenv("TMPDIR");
	snprintf(file.folder, sizeof file.folder, "%s/belfry-files.XXXXXX", base ? base : "/tmp");
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
	assert_int_equal(file_read(NULL, str_from(file.path), 6, &text, &why), ERR_OK);
	assert_str(buf_view(&text), STR("hello\n"));
	buf_clear(&text);
	assert_int_equal(file_read(NULL, str_from(file.path), 5, &text, &why), ERR_TOO_LONG);
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
	assert_int_equal(file_read(NULL, STR("/no/such/tale"), 9, &text, &why), ERR_NOT_FOUND);
	assert_non_null(strstr(why.text, "/no/such/tale: No such file"));
	assert_int_equal(file_read(NULL, STR("/"), 9, &text, &why), ERR_IO);
	assert_int_equal(file_read(NULL, (str){ longest, sizeof longest }, 9, &text, &why),
			 ERR_NOT_FOUND);
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_read_whole_and_within_its_bound),
		cmocka_unit_test(what_is_not_there_or_no_file_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
