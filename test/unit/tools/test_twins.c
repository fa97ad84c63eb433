/* Every folder of sources has a folder of unit tests. */
#include "fixture.h"

static void a_folder_with_tests_passes(void **state)
{
	(void)state;
	expect(check_twins, "", { "src/base/a.c", "" }, { "src/base/b.c", "" },
	       { "test/unit/base/test_words.c", "" }, { "src/store/sqlite/b.c", "" },
	       { "test/unit/store/sqlite/test_b.c", "" }, { "tools/tidy/c.c", "" },
	       { "test/unit/tools/test_c.c", "" });
}

static void a_folder_without_tests_is_named_once(void **state)
{
	(void)state;
	expect(check_twins, "src/base/a.c: its folder has no unit test in test/unit/base/ [twin]\n",
	       { "src/base/a.c", "" }, { "src/base/b.c", "" },
	       { "test/unit/calendar/test_a.c", "" });
}

static void tests_of_another_level_do_not_count(void **state)
{
	(void)state;
	expect(check_twins,
	       "src/store/sqlite/b.c: its folder has no unit test in test/unit/store/sqlite/ "
	       "[twin]\n",
	       { "src/store/sqlite/b.c", "" }, { "test/unit/store/test_b.c", "" });
	expect(check_twins,
	       "src/store/b.c: its folder has no unit test in test/unit/store/ [twin]\n",
	       { "src/store/b.c", "" }, { "test/unit/store/sqlite/test_b.c", "" });
}

static void what_tests_share_is_no_test(void **state)
{
	(void)state;
	expect(check_twins, "src/base/a.c: its folder has no unit test in test/unit/base/ [twin]\n",
	       { "src/base/a.c", "" }, { "test/unit/base/scene.c", "" },
	       { "test/unit/base/test_scene.h", "" });
}

static void headers_tables_and_tests_need_none(void **state)
{
	(void)state;
	expect(check_twins, "", { "src/base/a.h", "" }, { "src/base/a.def", "" },
	       { "test/zones/zones.c", "" });
}

static void the_wiring_is_excepted(void **state)
{
	(void)state;
	expect(check_twins,
	       "src/cli/main.c: its folder has no unit test in test/unit/cli/ [twin]\n",
	       { "src/main/main.c", "" }, { "src/cli/main.c", "" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_folder_with_tests_passes),
		cmocka_unit_test(a_folder_without_tests_is_named_once),
		cmocka_unit_test(tests_of_another_level_do_not_count),
		cmocka_unit_test(what_tests_share_is_no_test),
		cmocka_unit_test(headers_tables_and_tests_need_none),
		cmocka_unit_test(the_wiring_is_excepted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
