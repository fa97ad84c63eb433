/* Stories about a zone database without a list of its names. */
#include "host/tzwalk.h"

#include "zone_folder.h"

/* Walks, and sorts the lines: a folder has no order of its own. */
static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void assert_listed(const struct zone_folder *folder, const char *const *expected, u32 len)
{
	struct buf out;
	char *lines[64];
	u32 found = 0;
	buf_init(&out, 10000);
	assert_int_equal(tzwalk_list(folder->path, &out, NULL), ERR_OK);
	char *text = buf_take(&out), *rest = text;
	assert_non_null(text);
	while (*rest) {
		assert_true(found < countof(lines));
		lines[found++] = rest;
		rest = strchr(rest, '\n');
		assert_non_null(rest);
		*rest++ = '\0';
	}
	qsort(lines, found, sizeof lines[0], compare_lines);
	for (u32 i = 0; i < found && i < len; i++) assert_string_equal(lines[i], expected[i]);
	assert_int_equal(found, len);
	mem_free(text);
}

static void zones_are_found_at_every_depth_of_the_database(void **state)
{
	(void)state;
	static const char *const expected[] = { "Z America/Argentina/Ushuaia", "Z Europe/Kyiv",
						"Z Europe/London", "Z UTC" };
	struct zone_folder folder = make_zone_folder();
	add_folder(&folder, "Europe");
	add_folder(&folder, "America");
	add_folder(&folder, "America/Argentina");
	add_folder(&folder, "America/Argentina/Deeper");
	add_file(&folder, "UTC", zone_file_stub());
	add_file(&folder, "Europe/London", zone_file_stub());
	add_link(&folder, "Europe/Kyiv", "London");
	add_file(&folder, "America/Argentina/Ushuaia", zone_file_stub());
	add_file(&folder, "America/Argentina/Deeper/Still", zone_file_stub());
	assert_listed(&folder, expected, countof(expected));
	remove_zone_folder(&folder);
}

static void what_is_no_zone_is_left_out(void **state)
{
	(void)state;
	static const char *const expected[] = { "Z UTC" };
	struct zone_folder folder = make_zone_folder();
	add_file(&folder, "UTC", zone_file_stub());
	add_file(&folder, "leapseconds", STR("# no zone"));
	add_file(&folder, "empty", STR(""));
	add_file(&folder, "zone.tab", zone_file_stub());
	add_file(&folder, "localtime", zone_file_stub());
	add_file(&folder, "posixrules", zone_file_stub());
	add_link(&folder, "Nowhere", "missing");
	add_folder(&folder, "posix");
	add_file(&folder, "posix/UTC", zone_file_stub());
	add_folder(&folder, "right");
	add_file(&folder, "right/UTC", zone_file_stub());
	assert_int_equal(mkfifo(path_in(&folder, "Pipe").text, 0600), 0);
	assert_listed(&folder, expected, countof(expected));
	remove_zone_folder(&folder);
}

static void a_link_back_to_the_folder_ends_the_walk_all_the_same(void **state)
{
	(void)state;
	static const char *const expected[] = { "Z Loop/Loop/UTC", "Z Loop/UTC", "Z UTC" };
	struct zone_folder folder = make_zone_folder();
	add_file(&folder, "UTC", zone_file_stub());
	add_link(&folder, "Loop", ".");
	assert_listed(&folder, expected, countof(expected));
	remove_zone_folder(&folder);
}

static void a_missing_folder_is_an_error(void **state)
{
	(void)state;
	struct zone_folder folder = make_zone_folder();
	struct buf out;
	struct why why;
	char too_long[PATH_MAX + 10];
	buf_init(&out, 100);
	remove_zone_folder(&folder);
	assert_int_equal(tzwalk_list(folder.path, &out, &why), ERR_ZONE_DATABASE);
	assert_non_null(strstr(why.text, folder.path));
	memset(too_long, 'a', sizeof too_long - 1);
	too_long[sizeof too_long - 1] = '\0';
	assert_int_equal(tzwalk_list(too_long, &out, &why), ERR_ZONE_DATABASE);
	buf_done(&out);
}

static void more_zones_than_there_is_room_for_are_an_error(void **state)
{
	(void)state;
	struct zone_folder folder = make_zone_folder();
	struct buf out;
	struct why why;
	add_folder(&folder, "Europe");
	add_file(&folder, "Europe/London", zone_file_stub());
	add_file(&folder, "Europe/Paris", zone_file_stub());
	buf_init(&out, 20);
	assert_int_equal(tzwalk_list(folder.path, &out, &why), ERR_ZONE_DATABASE);
	assert_non_null(strstr(why.text, "too many time zones"));
	buf_done(&out);
	remove_zone_folder(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zones_are_found_at_every_depth_of_the_database),
		cmocka_unit_test(what_is_no_zone_is_left_out),
		cmocka_unit_test(a_link_back_to_the_folder_ends_the_walk_all_the_same),
		cmocka_unit_test(a_missing_folder_is_an_error),
		cmocka_unit_test(more_zones_than_there_is_room_for_are_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
