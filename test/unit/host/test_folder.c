/* The data folder: made for its owner alone, and refused when it is not. */
#include "host/folder.h"

#include "base/check.h"

#include <sys/stat.h>
#include <unistd.h>

static char root[64];
static char path[160];

static int begin(void **state)
{
	(void)state;
	snprintf(root, sizeof root, "/tmp/belfry-folder-XXXXXX");
	return mkdtemp(root) ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	return rmdir(root);
}

static str in_root(const char *name)
{
	int len = snprintf(path, sizeof path, "%s/%s", root, name);
	return (str){ path, (size_t)len };
}

static void a_missing_folder_is_made_for_its_owner(void **state)
{
	struct stat status;
	struct why why;
	(void)state;
	assert_int_equal(folder_open(in_root("data"), &why), ERR_OK);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0700);
	assert_int_equal(folder_open(in_root("data"), &why), ERR_OK);
	rmdir(path);
}

static void what_is_no_folder_of_ours_is_refused(void **state)
{
	struct why why;
	char link[160];
	(void)state;
	assert_int_equal(folder_open(in_root("no/such"), &why), ERR_IO);
	assert_int_equal(folder_open(in_root("open"), &why), ERR_OK);
	assert_int_equal(chmod(path, 0770), 0);
	assert_int_equal(folder_open(in_root("open"), &why), ERR_IO);
	assert_non_null(strstr(why.text, "can be written by others"));
	snprintf(link, sizeof link, "%s/link", root);
	assert_int_equal(symlink(path, link), 0);
	assert_int_equal(chmod(path, 0700), 0);
	assert_int_equal(folder_open(str_from(link), &why), ERR_IO);
	assert_non_null(strstr(why.text, "is not a folder"));
	unlink(link);
	in_root("open");
	rmdir(path);
}

static void a_file_is_made_once(void **state)
{
	struct stat status;
	struct why why;
	char text[16] = { 0 };
	(void)state;
	in_root("token");
	assert_int_equal(file_make(path, STR("first\n"), &why), ERR_OK);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	assert_int_equal(file_make(path, STR("second\n"), &why), ERR_CONFLICT);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fread(text, 1, sizeof text - 1, file), 6);
	fclose(file);
	assert_string_equal(text, "first\n");
	unlink(path);
	assert_int_equal(file_make("/no/such/folder/token", STR(""), &why), ERR_IO);
}

static void a_file_is_given_its_name_and_no_other_loses_it(void **state)
{
	struct stat status;
	struct why why;
	char from[200], to[200];
	(void)state;
	snprintf(from, sizeof from, "%s/early", root);
	snprintf(to, sizeof to, "%s/told", root);
	assert_int_equal(file_settle(str_from(root), from, to, &why), ERR_NOT_FOUND);
	assert_int_equal(file_make(from, STR("first\n"), &why), ERR_OK);
	assert_int_equal(file_settle(str_from(root), from, to, &why), ERR_OK);
	assert_int_equal(stat(from, &status), -1);
	assert_int_equal(stat(to, &status), 0);
	/* Somebody has the name. */
	assert_int_equal(file_make(from, STR("second\n"), &why), ERR_OK);
	assert_int_equal(file_settle(str_from(root), from, to, &why), ERR_CONFLICT);
	assert_int_equal(stat(from, &status), 0);
	unlink(from);
	/* Cut off in between, it has both names: the next one finishes it. */
	assert_int_equal(link(to, from), 0);
	assert_int_equal(file_settle(str_from(root), from, to, &why), ERR_OK);
	assert_int_equal(stat(from, &status), -1);
	unlink(to);
}

static void a_path_is_the_folder_and_the_name(void **state)
{
	struct buf out;
	(void)state;
	buf_init(&out, 100);
	folder_path(STR("a/b"), STR("c.db"), &out);
	assert_string_equal(buf_view(&out).at, "a/b/c.db");
	buf_done(&out);
}

static void a_file_is_claimed_by_one_at_a_time(void **state)
{
	struct why why;
	int first = -1, second = -1;
	(void)state;
	in_root("lock");
	assert_int_equal(file_claim(path, &first, &why), ERR_OK);
	assert_int_equal(file_claim(path, &second, &why), ERR_BUSY);
	assert_non_null(strstr(why.text, "another server"));
	close(first);
	assert_int_equal(file_claim(path, &second, &why), ERR_OK);
	close(second);
	unlink(path);
	assert_int_equal(file_claim("/nowhere/at/all", &first, &why), ERR_IO);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(a_missing_folder_is_made_for_its_owner),
		TEST(what_is_no_folder_of_ours_is_refused),
		TEST(a_file_is_made_once),
		TEST(a_file_is_given_its_name_and_no_other_loses_it),
		TEST(a_file_is_claimed_by_one_at_a_time),
		TEST(a_path_is_the_folder_and_the_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
