/* Names of structs, enums and unions that are defined twice. */
#include "fixture.h"

static void a_name_that_is_defined_twice_is_found(void **state)
{
	(void)state;
	expect(check_tags,
	       "src/b/b.c:2: walk is also defined at src/a/a.c:1 [tag]\n"
	       "tools/x/c.c:1: walk is also defined at src/a/a.c:1 [tag]\n",
	       { "src/a/a.c", "struct walk {\n\tint a;\n};\n" },
	       { "src/b/b.c", "\nenum walk { A };\n" },
	       { "tools/x/c.c", "union walk\n{ int a; };" });
}

static void uses_declarations_and_tests_are_free(void **state)
{
	(void)state;
	expect(check_tags, "", { "src/a/a.h", "struct walk {\n\tint a;\n};\n" },
	       { "src/a/b.c", "struct walk;\nstruct walk *w; /* struct walk { */\n" },
	       { "src/a/c.c", "struct { int a; } x; char *s = \"struct walk {\";\n" },
	       { "test/unit/a/test_a.c", "struct walk { int b; };\n" },
	       { "examples/a.c", "struct walk { int b; };\n" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_that_is_defined_twice_is_found),
		cmocka_unit_test(uses_declarations_and_tests_are_free),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
