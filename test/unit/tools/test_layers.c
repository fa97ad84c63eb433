/* Who may include whom. */
#include "fixture.h"

static void a_layer_sees_what_lies_below_it(void **state)
{
	(void)state;
	expect(check_layers, "",
	       { "src/engine/a.c", "#include \"model/b.h\"\n"
				   "#include \"calendar/c.h\"\n"
				   "#include \"base/d.h\"\n"
				   "#include \"engine/e.h\"\n" });
	expect(check_layers, "",
	       { "src/server/a.c", "#include \"engine/a.h\"\n"
				   "#include \"store/a.h\"\n"
				   "#include \"cli/a.h\"\n" });
}

static void a_layer_does_not_see_what_lies_above_or_beside_it(void **state)
{
	(void)state;
	expect(check_layers, "src/base/a.h:2: base may not include \"calendar/b.h\" [layer]\n",
	       { "src/base/a.h", "\n#include \"calendar/b.h\"\n" });
	expect(check_layers, "src/engine/a.c:1: engine may not include \"store/b.h\" [layer]\n",
	       { "src/engine/a.c", "#include \"store/b.h\"\n" });
	expect(check_layers, "src/net/a.c:1: net may not include \"model/b.h\" [layer]\n",
	       { "src/net/a.c", "#include \"model/b.h\"\n" });
	expect(check_layers, "src/cli/a.c:1: cli may not include \"server/b.h\" [layer]\n",
	       { "src/cli/a.c", "#include \"server/b.h\"\n" });
}

static void a_single_door_lets_one_file_through(void **state)
{
	(void)state;
	expect(check_layers, "src/api/a.c:2: api may not include \"store/store.h\" [layer]\n",
	       { "src/api/a.c", "#include \"store/query.h\"\n#include \"store/store.h\"\n" });
	expect(check_layers, "src/cli/a.c:2: cli may not include \"api/router.h\" [layer]\n",
	       { "src/cli/a.c", "#include \"api/routes.def\"\n#include \"api/router.h\"\n" });
}

static void an_include_is_written_from_src(void **state)
{
	(void)state;
	expect(check_layers,
	       "src/base/a.c:1: \"b.h\" is not written from src/ as \"folder/file.h\" [layer]\n",
	       { "src/base/a.c", "#include \"b.h\"\n" });
	expect(check_layers,
	       "src/base/a.c:1: \"../b.h\" is not written from src/ as \"folder/file.h\" [layer]\n",
	       { "src/base/a.c", "#include \"../b.h\"\n" });
}

static void a_new_folder_needs_a_row(void **state)
{
	(void)state;
	expect(check_layers,
	       "src/extra/a.c: extra is no layer: give it a row in the layer table [layer]\n",
	       { "src/extra/a.c", "" });
}

static void tools_see_base_and_themselves_and_tests_see_all(void **state)
{
	(void)state;
	expect(check_layers, "tools/tidy/a.c:3: a tool may not include \"engine/c.h\" [layer]\n",
	       { "tools/tidy/a.c", "#include \"base/a.h\"\n#include \"tidy/b.h\"\n"
				   "#include \"engine/c.h\"\n" });
	expect(check_layers, "", { "test/unit/a.c", "#include \"engine/a.h\"\n" });
}

static void comments_and_system_headers_are_not_its_business(void **state)
{
	(void)state;
	expect(check_layers, "",
	       { "src/base/a.c", "/* #include \"engine/a.h\" */\n#include <time.h>\n" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_layer_sees_what_lies_below_it),
		cmocka_unit_test(a_layer_does_not_see_what_lies_above_or_beside_it),
		cmocka_unit_test(a_single_door_lets_one_file_through),
		cmocka_unit_test(an_include_is_written_from_src),
		cmocka_unit_test(a_new_folder_needs_a_row),
		cmocka_unit_test(tools_see_base_and_themselves_and_tests_see_all),
		cmocka_unit_test(comments_and_system_headers_are_not_its_business),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
