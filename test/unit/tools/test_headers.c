/* System headers where they belong, and guards named after their files. */
#include "fixture.h"

static void a_pure_folder_sees_no_clock_file_socket_or_thread(void **state)
{
	(void)state;
	expect(check_system_headers,
	       "src/engine/a.c:2: <time.h> is not among what a pure folder may see "
	       "[system-header]\n"
	       "src/engine/a.c:3: <stdio.h> is not among what a pure folder may see "
	       "[system-header]\n"
	       "src/engine/a.c:4: <pthread.h> is not among what a pure folder may see "
	       "[system-header]\n",
	       { "src/engine/a.c", "#include <stdint.h>\n#include <time.h>\n#include <stdio.h>\n"
				   "#include <pthread.h>\n" });
}

static void the_sanitizer_is_spoken_to_by_base_alone(void **state)
{
	(void)state;
	expect(check_system_headers,
	       "src/calendar/a.c:1: <sanitizer/asan_interface.h> is not among what a pure folder "
	       "may see [system-header]\n",
	       { "src/calendar/a.c", "#include <sanitizer/asan_interface.h>\n" },
	       { "src/base/a.c", "#include <sanitizer/asan_interface.h>\n" });
}

static void the_clock_has_one_home(void **state)
{
	(void)state;
	expect(check_system_headers,
	       "src/pump/pump.c:1: <time.h> does not belong here: time is an argument "
	       "[system-header]\n",
	       { "src/host/clock.c", "#include <time.h>\n" },
	       { "src/pump/pump.c", "#include <time.h>\n" });
}

static void sql_stays_below_its_store(void **state)
{
	(void)state;
	expect(check_system_headers,
	       "src/api/a.c:1: <sqlite3.h> does not belong here: SQL stays below store/<kind>/ "
	       "[system-header]\n"
	       "src/store/postgres/a.c:1: <sqlite3.h> does not belong here: SQL stays below "
	       "store/<kind>/ [system-header]\n",
	       { "src/store/sqlite/a.c", "#include <sqlite3.h>\n" },
	       { "src/store/postgres/a.c", "#include <sqlite3.h>\n" },
	       { "src/api/a.c", "#include <sqlite3.h>\n" });
}

static void a_family_of_headers_is_one_row(void **state)
{
	(void)state;
	expect(check_system_headers,
	       "src/api/a.c:1: <event2/buffer.h> does not belong here: the loop belongs to net "
	       "[system-header]\n",
	       { "src/net/a.c", "#include <event2/buffer.h>\n" },
	       { "src/api/a.c", "#include <event2/buffer.h>\n" });
}

static void a_guard_is_named_after_the_path(void **state)
{
	(void)state;
	expect(check_header_guards, "",
	       { "src/base/str.h", "/* x */\n#ifndef BELFRY_BASE_STR_H\n#endif\n" },
	       { "src/store/sqlite/a-b.h", "#ifndef BELFRY_STORE_SQLITE_A_B_H\n" },
	       { "tools/tidy/lex.h", "#ifndef BELFRY_TIDY_LEX_H\n" },
	       { "include/belfry.h", "#ifndef BELFRY_BELFRY_H\n" });
	expect(check_header_guards,
	       "src/base/str.h: does not begin with #ifndef BELFRY_BASE_STR_H [header-guard]\n",
	       { "src/base/str.h", "#ifndef STR_H\n" });
}

static void a_header_of_the_tests_may_use_its_name_or_its_path(void **state)
{
	(void)state;
	expect(check_header_guards,
	       "test/zones/c.h: does not begin with #ifndef BELFRY_TEST_C_H [header-guard]\n",
	       { "test/zones/a.h", "#ifndef BELFRY_TEST_A_H\n" },
	       { "test/zones/b.h", "#ifndef BELFRY_TEST_ZONES_B_H\n" },
	       { "test/zones/c.h", "#ifndef BELFRY_ZONES_C_H\n" });
}

static void a_guard_stands_before_everything_else(void **state)
{
	(void)state;
	const char *found =
		"src/base/a.h: does not begin with #ifndef BELFRY_BASE_A_H [header-guard]\n";
	expect(check_header_guards, found,
	       { "src/base/a.h", "#include <b.h>\n#ifndef BELFRY_BASE_A_H\n" });
	expect(check_header_guards, found, { "src/base/a.h", "int a;\n" });
	expect(check_header_guards, found, { "src/base/a.h", "/* #ifndef BELFRY_BASE_A_H */\n" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pure_folder_sees_no_clock_file_socket_or_thread),
		cmocka_unit_test(the_sanitizer_is_spoken_to_by_base_alone),
		cmocka_unit_test(the_clock_has_one_home),
		cmocka_unit_test(sql_stays_below_its_store),
		cmocka_unit_test(a_family_of_headers_is_one_row),
		cmocka_unit_test(a_guard_is_named_after_the_path),
		cmocka_unit_test(a_header_of_the_tests_may_use_its_name_or_its_path),
		cmocka_unit_test(a_guard_stands_before_everything_else),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
