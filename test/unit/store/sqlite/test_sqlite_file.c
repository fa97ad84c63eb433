/* Who may touch the file, and the lock against a second process. */
#include "store/sqlite/sqlite_scene.h"

#include <fcntl.h>

static struct file_path path_of(const char *text)
{
	struct file_path path;
	struct why why;
	assert_int_equal(file_path_init(&path, str_from(text), &why), ERR_OK);
	return path;
}

static void paths_have_a_bound_and_no_zero_byte(void **state)
{
	struct file_path path;
	struct why why;
	static char text[FILE_PATH_MAX];
	(void)state;
	memset(text, 'x', sizeof text);
	assert_int_equal(file_path_init(&path, (str){ text, sizeof text }, &why), ERR_TOO_LONG);
	assert_true(why_says(&why, "1024 bytes, at most 1023"));
	assert_int_equal(file_path_init(&path, (str){ text, sizeof text - 1 }, &why), ERR_OK);
	assert_int_equal(file_path_init(&path, STR(""), &why), ERR_INVALID);
	assert_int_equal(file_path_init(&path, (str){ "a\0b", 3 }, &why), ERR_INVALID);
	assert_int_equal(file_path_init(&path, STR("a"), &why), ERR_OK);
	struct file_path beside = file_path_beside(&path, ".lock");
	assert_str(str_from(beside.text), STR("a.lock"));
}

static void a_missing_folder_is_made_for_its_owner_alone(void **state)
{
	struct folder folder = folder_make();
	struct file_path path = path_of(folder.file);
	struct stat about;
	struct why why;
	(void)state;
	assert_int_equal(rmdir(folder.path), 0);
	assert_int_equal(file_prepare(&path, &why), ERR_OK);
	assert_int_equal(stat(folder.path, &about), 0);
	assert_int_equal(about.st_mode & 0777, 0700);
	assert_int_equal(stat(folder.file, &about), 0);
	assert_int_equal(about.st_mode & 0777, 0600);
	folder_remove(&folder);
}

static void what_others_may_write_is_refused(void **state)
{
	struct folder folder = folder_make();
	struct file_path path = path_of(folder.file);
	struct why why;
	(void)state;
	assert_int_equal(chmod(folder.path, 0770), 0);
	assert_int_equal(file_prepare(&path, &why), ERR_IO);
	assert_true(why_says(&why, "can be written by others"));
	assert_int_equal(chmod(folder.path, 0700), 0);
	assert_int_equal(file_prepare(&path, &why), ERR_OK);
	assert_int_equal(chmod(folder.file, 0606), 0);
	assert_int_equal(file_prepare(&path, &why), ERR_IO);
	assert_true(why_says(&why, "belfry.db can be written by others"));
	folder_remove(&folder);
}

static void links_are_not_followed(void **state)
{
	struct folder folder = folder_make();
	char link[400], beyond[420];
	struct why why;
	(void)state;
	snprintf(link, sizeof link, "%s/link.db", folder.path);
	assert_int_equal(symlink(folder.file, link), 0);
	struct file_path path = path_of(link);
	assert_int_equal(file_prepare(&path, &why), ERR_IO);
	assert_true(why_says(&why, "is a symbolic link"));
	assert_int_equal(unlink(link), 0);
	assert_int_equal(symlink(folder.path, link), 0);
	snprintf(beyond, sizeof beyond, "%s/belfry.db", link);
	path = path_of(beyond);
	assert_int_equal(file_prepare(&path, &why), ERR_IO);
	assert_true(why_says(&why, "is a symbolic link"));
	folder_remove(&folder);
}

static void what_belongs_to_somebody_else_is_refused(void **state)
{
	struct folder folder = folder_make();
	struct file_path path = path_of(folder.file);
	struct why why;
	(void)state;
	if (geteuid() != 0) skip();
	assert_int_equal(chown(folder.path, 12345, (gid_t)-1), 0);
	assert_int_equal(file_prepare(&path, &why), ERR_IO);
	assert_true(why_says(&why, "belongs to user 12345"));
	folder_remove(&folder);
}

static void a_folder_or_a_path_through_a_file_is_no_store(void **state)
{
	struct folder folder = folder_make();
	struct why why;
	char through[400];
	(void)state;
	struct file_path path = path_of(folder.path);
	assert_int_equal(file_prepare(&path, &why), ERR_IO);
	path = path_of(folder.file);
	assert_int_equal(file_prepare(&path, &why), ERR_OK);
	snprintf(through, sizeof through, "%s/x.db", folder.file);
	path = path_of(through);
	assert_int_equal(file_prepare(&path, &why), ERR_IO);
	assert_true(why_says(&why, "is not a folder"));
	folder_remove(&folder);
}

static void a_second_holder_is_told_who_has_it(void **state)
{
	struct folder folder = folder_make();
	struct file_path path = path_of(folder.file);
	struct file_lock lock, second = { -1 };
	struct why why;
	char words[64];
	(void)state;
	assert_int_equal(file_lock_take(&path, &why, &lock), ERR_OK);
	assert_int_equal(file_lock_sign(&lock, &why), ERR_OK);
	assert_int_equal(file_lock_take(&path, &why, &second), ERR_CONFLICT);
	snprintf(words, sizeof words, "is in use by process %d", (int)getpid());
	assert_true(why_says(&why, words));
	assert_int_equal(second.fd, -1);
	file_lock_release(&lock);
	assert_int_equal(file_lock_take(&path, &why, &second), ERR_OK);
	file_lock_release(&second);
	file_lock_release(&second); /* once more does no harm */
	folder_remove(&folder);
}

static void a_lock_file_with_nonsense_in_it_is_a_lock_all_the_same(void **state)
{
	struct folder folder = folder_make();
	struct file_path path = path_of(folder.file);
	struct file_lock lock, second;
	struct why why;
	(void)state;
	assert_int_equal(file_lock_take(&path, &why, &lock), ERR_OK);
	assert_int_equal(pwrite(lock.fd, "hello", 5, 0), 5);
	assert_int_equal(file_lock_take(&path, &why, &second), ERR_CONFLICT);
	assert_true(why_says(&why, "by another process"));
	file_lock_release(&lock);
	folder_remove(&folder);
}

static void a_reserve_is_a_share_of_the_disk(void **state)
{
	const u64 mib = 1 << 20;
	(void)state;
	assert_int_equal(file_reserve_bytes(64 * mib, 100000 * mib), 64 * mib);
	assert_int_equal(file_reserve_bytes(64 * mib, 1024 * mib), 64 * mib);
	assert_int_equal(file_reserve_bytes(64 * mib, 160 * mib), 10 * mib);
	assert_int_equal(file_reserve_bytes(64 * mib, 16 * mib), mib);
	assert_int_equal(file_reserve_bytes(64 * mib, 16 * mib - 16), 0); /* not worth it */
	assert_int_equal(file_reserve_bytes(0, 100000 * mib), 0);
}

static void a_reserve_takes_room_until_it_is_given_up(void **state)
{
	struct folder folder = folder_make();
	struct file_path path = path_of(folder.file), beside = file_path_beside(&path, "-reserve");
	struct stat seen;
	(void)state;
	assert_false(file_reserve_release(&path));
	file_reserve_keep(&path, 0);
	assert_int_equal(lstat(beside.text, &seen), -1);
	file_reserve_keep(&path, 2 << 20);
	if (lstat(beside.text, &seen)) { /* a small disk, or one that sets no room aside */
		folder_remove(&folder);
		skip();
	}
	assert_int_equal(seen.st_mode & 07777, 0600);
	assert_true(seen.st_blocks * 512 >= seen.st_size);
	assert_true(seen.st_size >= 1 << 20);
	file_reserve_keep(&path, 1 << 20); /* it is there */
	assert_true(file_reserve_release(&path));
	assert_int_equal(lstat(beside.text, &seen), -1);
	folder_remove(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_have_a_bound_and_no_zero_byte),
		cmocka_unit_test(a_missing_folder_is_made_for_its_owner_alone),
		cmocka_unit_test(what_others_may_write_is_refused),
		cmocka_unit_test(links_are_not_followed),
		cmocka_unit_test(what_belongs_to_somebody_else_is_refused),
		cmocka_unit_test(a_folder_or_a_path_through_a_file_is_no_store),
		cmocka_unit_test(a_second_holder_is_told_who_has_it),
		cmocka_unit_test(a_lock_file_with_nonsense_in_it_is_a_lock_all_the_same),
		cmocka_unit_test(a_reserve_is_a_share_of_the_disk),
		cmocka_unit_test(a_reserve_takes_room_until_it_is_given_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
