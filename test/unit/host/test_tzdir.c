/* Stories about the system's zone database, and about small ones of our own. */
#include "host/tzdir.h"

#include "zone_folder.h"

/* A folder with a list: two zones, a link with a file, a link without, and a link to that link. */
static struct zone_folder make_listed_folder(void)
{
	struct zone_folder folder = make_zone_folder();
	add_file(&folder, "tzdata.zi",
		 STR("# version 2030x\n"
		     "# This zic input file is in the public domain.\n"
		     "R d 1916 o - Jun 14 23s 1 S\n"
		     "Z Europe/London -0:1:15 - LMT 1847 D\n"
		     "0 G %s 1968\n"
		     "Z Europe/Kyiv 2:2:4 - LMT 1880\n"
		     "Z America/Argentina/Ushuaia -4:33:12 - LMT 1894\n"
		     "L Europe/London GB\n"
		     "L Europe/London Europe/Jersey\n"
		     "L Europe/Jersey Old/Jersey\n"
		     "L Loop/A Loop/B\n"
		     "L Loop/B Loop/A\n"
		     "Z ../etc/passwd 0 - X\n"
		     "L ../etc/shadow Bad\n"
		     "L Europe/London Europe/Kyiv"));
	add_folder(&folder, "Europe");
	add_file(&folder, "Europe/London", zone_file_stub());
	add_file(&folder, "Europe/Kyiv", STR("TZif but damaged"));
	add_link(&folder, "GB", "Europe/London");
	return folder;
}

static struct tzdir *open_folder(const char *path)
{
	struct tzdir *dir = NULL;
	struct why why = { 0 };
	if (tzdir_new(str_from(path), &dir, &why)) fail_msg("%s", why.text);
	return dir;
}

static void assert_read(struct tzdir *dir, const char *name, str expected)
{
	struct buf out;
	struct why why = { 0 };
	buf_init(&out, ZONE_FILE_MAX);
	if (tzdir_read(dir, str_from(name), &out, &why)) fail_msg("%s", why.text);
	assert_str(buf_view(&out), expected);
	buf_done(&out);
}

static void assert_refused(struct tzdir *dir, const char *name, enum err err, const char *says)
{
	struct buf out;
	struct why why = { 0 };
	buf_init(&out, ZONE_FILE_MAX);
	buf_add(&out, STR("before"));
	assert_int_equal(tzdir_read(dir, str_from(name), &out, &why), err);
	assert_int_equal(why.code, err);
	if (!strstr(why.text, says)) fail_msg("\"%s\" does not say \"%s\"", why.text, says);
	assert_str(buf_view(&out), STR("before"));
	buf_done(&out);
}

static void a_database_knows_its_version_folder_and_names(void **state)
{
	(void)state;
	static const char *const names[] = {
		"America/Argentina/Ushuaia",
		"Europe/Jersey",
		"Europe/Kyiv",
		"Europe/London",
		"GB",
		"Loop/A",
		"Loop/B",
		"Old/Jersey",
	};
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	assert_str(tzdir_version(dir), STR("2030x"));
	assert_str(tzdir_folder(dir), str_from(folder.path));
	assert_int_equal(tzdir_name_count(dir), countof(names));
	for (u32 i = 0; i < countof(names); i++) assert_str(tzdir_name(dir, i), str_from(names[i]));
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void a_zone_is_read_from_its_file_or_through_a_link(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	assert_read(dir, "Europe/London", zone_file_stub());
	assert_read(dir, "GB", zone_file_stub());
	/* No files: only lines in the list. */
	assert_read(dir, "Europe/Jersey", zone_file_stub());
	assert_read(dir, "Old/Jersey", zone_file_stub());
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void bytes_are_appended(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	struct buf out;
	buf_init(&out, ZONE_FILE_MAX);
	buf_add(&out, STR("before"));
	assert_int_equal(tzdir_read(dir, STR("GB"), &out, NULL), ERR_OK);
	assert_int_equal(out.len, 6 + ZONE_FILE_STUB_LEN);
	buf_done(&out);
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void unknown_names_are_refused_with_the_nearest_known(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	assert_refused(dir, "Mars/Phobos", ERR_ZONE_UNKNOWN,
		       "\"Mars/Phobos\" is not a time zone of the database (version 2030x)");
	assert_refused(dir, "europe/london", ERR_ZONE_UNKNOWN, "did you mean Europe/London?");
	assert_refused(dir, "Europe/Lodnon", ERR_ZONE_UNKNOWN, "did you mean Europe/London?");
	assert_refused(dir, "Europe/Londn", ERR_ZONE_UNKNOWN, "did you mean Europe/London?");
	assert_refused(dir, "Ushuaia", ERR_ZONE_UNKNOWN, "did you mean America/Argentina/Ushuaia?");
	assert_refused(dir, "gb", ERR_ZONE_UNKNOWN, "did you mean GB?");
	assert_refused(dir, "Europe", ERR_ZONE_UNKNOWN, "is a region, not a time zone");
	assert_refused(dir, "America/Argentina", ERR_ZONE_UNKNOWN,
		       "such as America/Argentina/Ushuaia");
	assert_refused(dir, "GB1", ERR_ZONE_UNKNOWN, "is not a time zone of the database");
	assert_refused(dir, "Foo", ERR_ZONE_UNKNOWN, "is not a time zone of the database");
	assert_refused(dir, "Europe/London/Westminster", ERR_ZONE_UNKNOWN, "is not a time zone");
	assert_refused(dir, "Bad", ERR_ZONE_UNKNOWN, "is not a time zone");
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void links_in_a_circle_lead_nowhere(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	assert_refused(dir, "Loop/A", ERR_ZONE_UNKNOWN, "\"Loop/A\" is not a time zone");
	add_link(&folder, "Circle", "Circle");
	assert_refused(dir, "Circle", ERR_IO, "cannot open");
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void names_that_are_no_names_never_become_paths(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	assert_refused(dir, "", ERR_ZONE_NAME, "is required");
	assert_refused(dir, "../etc/passwd", ERR_ZONE_NAME, "no dots");
	assert_refused(dir, "/etc/passwd", ERR_ZONE_NAME, "not a path");
	assert_refused(dir, "tzdata.zi", ERR_ZONE_NAME, "is not a time zone");
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void files_that_are_no_zone_data_are_no_zones(void **state)
{
	(void)state;
	static char large[ZONE_FILE_MAX + 1] = "TZif2";
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	add_file(&folder, "leapseconds", STR("# no zone"));
	add_file(&folder, "Empty", STR(""));
	add_file(&folder, "Large", (str){ large, sizeof large });
	assert_int_equal(mkfifo(path_in(&folder, "Pipe").text, 0600), 0);
	assert_refused(dir, "leapseconds", ERR_ZONE_UNKNOWN, "\"leapseconds\" is not a time zone");
	assert_refused(dir, "Empty", ERR_ZONE_UNKNOWN, "\"Empty\" is not a time zone");
	assert_refused(dir, "Large", ERR_ZONE_UNKNOWN, "\"Large\" is not a time zone");
	assert_refused(dir, "Pipe", ERR_ZONE_UNKNOWN, "\"Pipe\" is not a time zone");
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

/* A zone's file may be added to the folder without being listed. */
static void an_unlisted_zone_is_a_zone(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	add_file(&folder, "Office", zone_file_stub());
	assert_read(dir, "Office", zone_file_stub());
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void a_listed_zone_that_is_damaged_is_handed_on_or_said_to_be(void **state)
{
	(void)state;
	static char large[ZONE_FILE_MAX + 1] = "TZif2";
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	struct zones *zones = NULL;
	const struct zone *zone;
	struct why why;
	assert_int_equal(zones_new(tzdir_source(dir), &zones), ERR_OK);
	assert_int_equal(zones_get(zones, STR("Europe/Kyiv"), &zone, &why), ERR_ZONE_DAMAGED);
	assert_int_equal(zones_get(zones, STR("Europe/Jersey"), &zone, &why), ERR_OK);
	assert_int_equal(zone_offset_at(zone, 0), 7200);
	add_file(&folder, "Europe/Kyiv", (str){ large, sizeof large });
	assert_refused(dir, "Europe/Kyiv", ERR_ZONE_DAMAGED, "is longer than 65536 bytes");
	zones_free(zones);
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void a_link_out_of_the_folder_is_not_followed(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder(), outside = make_zone_folder();
	struct tzdir *dir = open_folder(folder.path);
	add_file(&outside, "Zone", zone_file_stub());
	add_link(&folder, "Outside", path_in(&outside, "Zone").text);
	assert_refused(dir, "Outside", ERR_ZONE_UNKNOWN, "\"Outside\" is not a time zone");
	/* Nor into a neighbour whose name begins like ours. */
	char neighbour[PATH_MAX + 10];
	snprintf(neighbour, sizeof neighbour, "%s2", folder.path);
	assert_int_equal(mkdir(neighbour, 0755), 0);
	struct zone_folder beside;
	snprintf(beside.path, sizeof beside.path, "%.*s", PATH_MAX - 1, neighbour);
	add_file(&beside, "Zone", zone_file_stub());
	add_link(&folder, "Beside", path_in(&beside, "Zone").text);
	assert_refused(dir, "Beside", ERR_ZONE_UNKNOWN, "\"Beside\" is not a time zone");
	tzdir_free(dir);
	remove_zone_folder(&beside);
	remove_zone_folder(&outside);
	remove_zone_folder(&folder);
}

static void what_the_machine_was_told_is_no_time_zone(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder();
	struct tzdir *dir = open_folder(folder.path);
	add_link(&folder, "localtime", "Europe/London");
	add_link(&folder, "posixrules", "Europe/London");
	assert_refused(dir, "localtime", ERR_ZONE_UNKNOWN, "\"localtime\" is not a time zone");
	assert_refused(dir, "posixrules", ERR_ZONE_UNKNOWN, "\"posixrules\" is not a time zone");
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void without_a_list_the_folder_is_walked(void **state)
{
	(void)state;
	struct zone_folder folder = make_zone_folder();
	add_folder(&folder, "Europe");
	add_file(&folder, "Europe/Paris", zone_file_stub());
	add_file(&folder, "Europe/London", zone_file_stub());
	add_file(&folder, "EET", zone_file_stub());
	struct tzdir *dir = open_folder(folder.path);
	assert_str(tzdir_version(dir), STR("unknown"));
	assert_int_equal(tzdir_name_count(dir), 3);
	assert_str(tzdir_name(dir, 0), STR("EET"));
	assert_str(tzdir_name(dir, 1), STR("Europe/London"));
	assert_read(dir, "Europe/Paris", zone_file_stub());
	assert_refused(dir, "europe/paris", ERR_ZONE_UNKNOWN, "did you mean Europe/Paris?");
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void a_list_without_a_version_is_of_unknown_version(void **state)
{
	(void)state;
	struct zone_folder folder = make_zone_folder();
	add_file(&folder, "tzdata.zi", STR("Z EET 2 - EET\n"));
	struct tzdir *dir = open_folder(folder.path);
	assert_str(tzdir_version(dir), STR("unknown"));
	tzdir_free(dir);
	add_file(&folder, "tzdata.zi", STR("# version \nZ EET 2 - EET\n"));
	dir = open_folder(folder.path);
	assert_str(tzdir_version(dir), STR("unknown"));
	tzdir_free(dir);
	remove_zone_folder(&folder);
}

static void assert_no_database(str path, const char *says)
{
	struct tzdir *dir = NULL;
	struct why why = { 0 };
	assert_int_equal(tzdir_new(path, &dir, &why), ERR_ZONE_DATABASE);
	assert_null(dir);
	if (!strstr(why.text, says)) fail_msg("\"%s\" does not say \"%s\"", why.text, says);
}

static void a_folder_without_zones_is_no_database(void **state)
{
	(void)state;
	struct zone_folder folder = make_zone_folder();
	char too_long[PATH_MAX + 10];
	assert_no_database(str_from(folder.path), "no time zones in");
	assert_no_database(str_from(path_in(&folder, "missing").text),
			   "install the package tzdata");
	assert_no_database(str_from(path_in(&folder, "missing").text), folder.path);
	add_file(&folder, "file", STR("text"));
	assert_no_database(str_from(path_in(&folder, "file").text), "not a folder");
	memset(too_long, 'a', sizeof too_long);
	assert_no_database((str){ too_long, sizeof too_long }, "too long");
	add_file(&folder, "tzdata.zi", STR("# version 2030x\n"));
	assert_no_database(str_from(folder.path), "no time zones in");
	remove_zone_folder(&folder);
}

static void too_long_a_list_is_refused(void **state)
{
	(void)state;
	struct zone_folder folder = make_zone_folder();
	struct tzdir *dir = NULL;
	struct why why;
	struct buf list;
	buf_init(&list, 1 << 22);
	for (u32 i = 0; i < 4001; i++) buf_addf(&list, "Z A%u 0 - A\n", i);
	add_file(&folder, "tzdata.zi", buf_view(&list));
	assert_no_database(str_from(folder.path), "more than 4000 time zones");
	while (list.len <= 1 << 20) buf_add(&list, STR("# a comment\n"));
	add_file(&folder, "tzdata.zi", buf_view(&list));
	assert_int_equal(tzdir_new(str_from(folder.path), &dir, &why), ERR_ZONE_DAMAGED);
	buf_done(&list);
	remove_zone_folder(&folder);
}

/* --- the system's own --- */

static void every_zone_of_the_system_can_be_read(void **state)
{
	(void)state;
	struct tzdir *dir = open_folder("");
	struct zones *zones = NULL;
	struct why why = { 0 };
	assert_int_equal(zones_new(tzdir_source(dir), &zones), ERR_OK);
	assert_str(tzdir_folder(dir), STR(TZDIR_DEFAULT));
	for (u32 i = 0; i < tzdir_name_count(dir); i++) {
		const struct zone *zone = NULL;
		str name = tzdir_name(dir, i);
		if (zones_get(zones, name, &zone, &why)) fail_msg("%s", why.text);
		assert_str(zone_name(zone), name);
		assert_true(zone_memory_bytes(zone) < 4096);
	}
	assert_true(tzdir_name_count(dir) > 400);
	zones_free(zones);
	tzdir_free(dir);
}

static void what_users_mistake_for_zones_of_the_system_is_refused(void **state)
{
	(void)state;
	static const char *const names[] = {
		"Mars/Phobos",
		"UTC+5",
		"Etc/GMT+15",
		"Europe",
		"America/Argentina",
		"Foo",
		"Z0",
		"US/Estern",
		"zone.tab",
		"tzdata.zi",
		"zone1970.tab",
		"leapseconds",
		"localtime",
		"posixrules",
		"right",
		"posix",
		"right/Europe/London",
		"EUROPE/LONDON",
	};
	struct tzdir *dir = open_folder("");
	for (u32 i = 0; i < countof(names); i++) {
		struct buf out;
		struct why why = { 0 };
		buf_init(&out, ZONE_FILE_MAX);
		enum err err = tzdir_read(dir, str_from(names[i]), &out, &why);
		assert_true(err == ERR_ZONE_UNKNOWN || err == ERR_ZONE_NAME);
		assert_true(strlen(why.text) > 20);
		assert_int_equal(out.len, 0);
		buf_done(&out);
	}
	assert_refused(dir, "US/Estern", ERR_ZONE_UNKNOWN, "did you mean US/Eastern?");
	assert_refused(dir, "EUROPE/LONDON", ERR_ZONE_UNKNOWN, "did you mean Europe/London?");
	assert_refused(dir, "Etc/GMT+15", ERR_ZONE_UNKNOWN, "is not a time zone of the database");
	tzdir_free(dir);
}

static bool read_with_faults(void *context)
{
	const struct zone_folder *folder = context;
	struct tzdir *dir = NULL;
	struct buf out;
	buf_init(&out, ZONE_FILE_MAX);
	enum err err = tzdir_new(str_from(folder->path), &dir, NULL);
	if (!err) err = tzdir_read(dir, STR("Old/Jersey"), &out, NULL);
	assert_true(err == ERR_OK || err == ERR_MEMORY);
	buf_done(&out);
	tzdir_free(dir);
	return err != ERR_OK;
}

static void running_out_of_memory_is_an_error_and_leaks_nothing(void **state)
{
	(void)state;
	struct zone_folder folder = make_listed_folder();
	assert_int_equal(for_each_fault(read_with_faults, &folder), 4);
	tzdir_free(NULL);
	remove_zone_folder(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_database_knows_its_version_folder_and_names),
		cmocka_unit_test(a_zone_is_read_from_its_file_or_through_a_link),
		cmocka_unit_test(bytes_are_appended),
		cmocka_unit_test(unknown_names_are_refused_with_the_nearest_known),
		cmocka_unit_test(links_in_a_circle_lead_nowhere),
		cmocka_unit_test(names_that_are_no_names_never_become_paths),
		cmocka_unit_test(files_that_are_no_zone_data_are_no_zones),
		cmocka_unit_test(an_unlisted_zone_is_a_zone),
		cmocka_unit_test(a_listed_zone_that_is_damaged_is_handed_on_or_said_to_be),
		cmocka_unit_test(a_link_out_of_the_folder_is_not_followed),
		cmocka_unit_test(what_the_machine_was_told_is_no_time_zone),
		cmocka_unit_test(without_a_list_the_folder_is_walked),
		cmocka_unit_test(a_list_without_a_version_is_of_unknown_version),
		cmocka_unit_test(a_folder_without_zones_is_no_database),
		cmocka_unit_test(too_long_a_list_is_refused),
		cmocka_unit_test(every_zone_of_the_system_can_be_read),
		cmocka_unit_test(what_users_mistake_for_zones_of_the_system_is_refused),
		cmocka_unit_test(running_out_of_memory_is_an_error_and_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
