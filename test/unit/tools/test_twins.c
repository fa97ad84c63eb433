/* Every source file has a unit test of the same name. */
#include "fixture.h"

static void a_source_with_its_twin_passes(void **state)
{
	(void)state;
	expect(check_twins, "", { "src/base/a.c", "" }, { "test/unit/base/test_a.c", "" },
	       { "src/store/sqlite/b.c", "" }, { "test/unit/store/sqlite/test_b.c", "" },
	       { "tools/tidy/c.c", "" }, { "test/unit/tools/test_c.c", "" });
}

static void a_source_without_one_is_named(void **state)
{
	(void)state;
	expect(check_twins, "src/base/a.c: has no unit test test/unit/base/test_a.c [twin]\n",
	       { "src/base/a.c", "" }, { "test/unit/calendar/test_a.c", "" });
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
	expect(check_twins, "src/cli/main.c: has no unit test test/unit/cli/test_main.c [twin]\n",
	       { "src/main/main.c", "" }, { "src/cli/main.c", "" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_source_with_its_twin_passes),
		cmocka_unit_test(a_source_without_one_is_named),
		cmocka_unit_test(headers_tables_and_tests_need_none),
		cmocka_unit_test(the_wiring_is_excepted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
