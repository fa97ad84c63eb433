/* A file that includes itself by way of others. */
#include "fixture.h"

static void a_tree_of_includes_has_no_cycle(void **state)
{
	(void)state;
	expect(check_include_cycles, "",
	       { "src/base/a.h", "#include \"base/b.h\"\n#include \"base/c.h\"\n" },
	       { "src/base/b.h", "#include \"base/c.h\"\n" }, { "src/base/c.h", "" });
}

static void a_cycle_is_shown_whole_and_once(void **state)
{
	(void)state;
	expect(check_include_cycles,
	       "src/base/c.h:1: includes itself: src/base/b.h -> src/base/c.h -> src/base/b.h "
	       "[include-cycle]\n",
	       { "src/base/a.c", "#include \"base/b.h\"\n" },
	       { "src/base/b.h", "#include \"base/c.h\"\n" },
	       { "src/base/c.h", "#include \"base/b.h\"\n" });
}

static void the_shortest_cycle_is_one_file(void **state)
{
	(void)state;
	expect(check_include_cycles,
	       "src/base/a.h:1: includes itself: src/base/a.h -> src/base/a.h [include-cycle]\n",
	       { "src/base/a.h", "#include \"base/a.h\"\n" });
}

static void includes_of_nothing_known_lead_nowhere(void **state)
{
	(void)state;
	expect(check_include_cycles, "",
	       { "src/base/a.h", "#include \"base/gone.h\"\n#include <a.h>\n" },
	       { "test/base/a.h", "#include \"base/a.h\"\n" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tree_of_includes_has_no_cycle),
		cmocka_unit_test(a_cycle_is_shown_whole_and_once),
		cmocka_unit_test(the_shortest_cycle_is_one_file),
		cmocka_unit_test(includes_of_nothing_known_lead_nowhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
