#define _GNU_SOURCE
#include "handler/scratch.h"

#include "handler/stage.h"

#include <errno.h>

static int open_scratch(struct place *place)
{
	int folder;
	struct why why = { .text = "" };
	place_open(place);
	if (scratch_open(place_name(place, "work"), &folder, &why) != ERR_OK)
		fail_msg("%s", why.text);
	return folder;
}

static void close_scratch(struct place *place, int folder)
{
	close(folder);
	place_remove(place, "work");
	place_close(place);
}

static void a_folder_is_made_for_one_and_removed_with_all_in_it(void **state)
{
	(void)state;
	struct place place;
	struct stat stat;
	int folder = open_scratch(&place);
	assert_int_equal(scratch_make(folder, "one", geteuid(), getegid()), 0);
	assert_int_equal(fstatat(folder, "one", &stat, 0), 0);
	assert_int_equal(stat.st_mode & 0777, 0700);
	assert_int_equal(mkdirat(folder, "one/deep", 0700), 0);
	place_write(&place, "work/one/deep/file", "x", 0400);
	assert_int_equal(fchmodat(folder, "one/deep", 0, 0), 0); /* closed by its owner */
	assert_int_equal(scratch_make(folder, "one", geteuid(), getegid()),
			 0); /* anew, and empty */
	assert_int_equal(faccessat(folder, "one/deep", F_OK, 0), -1);
	assert_true(scratch_remove(folder, "one"));
	assert_true(scratch_remove(folder, "one")); /* is gone already */
	close_scratch(&place, folder);
}

static void links_are_removed_and_not_followed(void **state)
{
	(void)state;
	struct place place;
	int folder = open_scratch(&place);
	place_write(&place, "precious", "x", 0600);
	assert_int_equal(scratch_make(folder, "one", geteuid(), getegid()), 0);
	assert_int_equal(symlinkat("../../precious", folder, "one/file"), 0);
	assert_int_equal(symlinkat("../..", folder, "one/folder"), 0);
	assert_true(scratch_remove(folder, "one"));
	assert_int_equal(access(place_name(&place, "precious"), F_OK), 0);
	place_remove(&place, "precious");
	close_scratch(&place, folder);
}

static void too_deep_a_tree_is_left_and_said(void **state)
{
	(void)state;
	struct place place;
	int folder = open_scratch(&place);
	int at = dup(folder);
	for (u32 i = 0; i < HANDLER_WORK_DEPTH + 3; i++) {
		assert_int_equal(mkdirat(at, "d", 0700), 0);
		int next = openat(at, "d", O_RDONLY | O_DIRECTORY);
		close(at);
		at = next;
	}
	close(at);
	assert_false(scratch_remove(folder, "d"));
	/* From further in there is an end to it. */
	at = openat(folder, "d/d/d/d/d/d", O_RDONLY | O_DIRECTORY);
	assert_true(scratch_remove(at, "d"));
	close(at);
	assert_true(scratch_remove(folder, "d"));
	close_scratch(&place, folder);
}

static void what_an_earlier_server_left_is_removed_at_the_start(void **state)
{
	(void)state;
	struct place place;
	struct why why;
	int folder = open_scratch(&place), again;
	assert_int_equal(scratch_make(folder, "old", geteuid(), getegid()), 0);
	place_write(&place, "work/old/file", "x", 0600);
	assert_int_equal(scratch_open(place_name(&place, "work"), &again, &why), ERR_OK);
	assert_int_equal(faccessat(folder, "old", F_OK, 0), -1);
	close(again);
	close_scratch(&place, folder);
}

static void a_folder_that_others_may_write_is_refused(void **state)
{
	(void)state;
	struct place place;
	struct why why;
	int folder;
	place_open(&place);
	assert_int_equal(mkdir(place_name(&place, "work"), 0700), 0);
	assert_int_equal(chmod(place.name, 0777), 0);
	assert_int_equal(scratch_open(place.name, &folder, &why), ERR_IO);
	place_remove(&place, "work");
	assert_int_equal(scratch_open("/no/such/place/work", &folder, &why), ERR_IO);
	place_close(&place);
	assert_int_not_equal(scratch_make(-1, "x", 0, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_folder_is_made_for_one_and_removed_with_all_in_it),
		cmocka_unit_test(links_are_removed_and_not_followed),
		cmocka_unit_test(too_deep_a_tree_is_left_and_said),
		cmocka_unit_test(what_an_earlier_server_left_is_removed_at_the_start),
		cmocka_unit_test(a_folder_that_others_may_write_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
