/* Files, read whole and within a bound. */
#include "host/files.h"

#include "base/check.h"

#include <sys/stat.h>
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

static void a_folder_is_listed_in_order(void **state)
{
	(void)state;
	struct file file = make_file(STR(""));
	char path[400];
	bool is_folder;
	struct buf names;
	struct why why;
	static const char *const others[] = { "b.yaml", "a.yaml", ".hidden", "line\nbreak" };
	for (size_t i = 0; i < countof(others); i++) {
		snprintf(path, sizeof path, "%s/%s", file.folder, others[i]);
		FILE *out = fopen(path, "wb");
		assert_non_null(out);
		assert_int_equal(fclose(out), 0);
	}
	snprintf(path, sizeof path, "%s/below", file.folder);
	assert_int_equal(mkdir(path, 0700), 0);
	buf_init(&names, 1000);
	assert_int_equal(folder_list(NULL, str_from(file.folder), &is_folder, &names, &why),
			 ERR_OK);
	assert_true(is_folder);
	assert_str(buf_view(&names), STR("a.yaml\nb.yaml\nbelow/\ntale.txt\n"));
	assert_int_equal(folder_list(NULL, str_from(file.path), &is_folder, &names, &why), ERR_OK);
	assert_false(is_folder);
	assert_int_equal(folder_list(NULL, STR("/no/such"), &is_folder, &names, &why), ERR_OK);
	assert_false(is_folder);
	snprintf(path, sizeof path, "%s/below", file.folder);
	assert_int_equal(rmdir(path), 0);
	for (size_t i = 0; i < countof(others); i++) {
		snprintf(path, sizeof path, "%s/%s", file.folder, others[i]);
		assert_int_equal(unlink(path), 0);
	}
	buf_done(&names);
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
	assert_non_null(strstr(why.text, "there is no file /no/such/tale"));
	assert_int_equal(file_read(NULL, STR("/"), 9, &text, &why), ERR_IO);
	assert_int_equal(file_read(NULL, (str){ longest, sizeof longest }, 9, &text, &why),
			 ERR_NOT_FOUND);
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_read_whole_and_within_its_bound),
		cmocka_unit_test(a_folder_is_listed_in_order),
		cmocka_unit_test(what_is_not_there_or_no_file_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
