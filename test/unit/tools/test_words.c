/* Text that does not belong into any file. The words are written in two pieces here too. */
#include "fixture.h"

/* clang-format off */
#define LATER "TO" "DO"
#define MACHINE "/" "home/"
/* clang-format on */

static void a_promise_for_later_is_found_in_code_and_comments(void **state)
{
	(void)state;
	expect(check_leftovers,
	       "src/base/a.c:2: " LATER " [leftover]\nsrc/base/a.c:3: " LATER " [leftover]\n"
	       "tools/a.sh:1: " LATER " [leftover]\n",
	       { "src/base/a.c", "int a;\n/* " LATER ": b */\n// " LATER "\n" },
	       { "tools/a.sh", "# " LATER "\n" });
}

static void longer_words_and_documents_are_not_promises(void **state)
{
	(void)state;
	expect(check_leftovers, "",
	       { "src/base/a.c", "int " LATER "_LIST, MY" LATER "; /* belfry.XXXXXX todo */\n" },
	       { "doc/a.md", LATER "\n" });
}

static void a_folder_of_somebodys_machine_is_found_in_any_file(void **state)
{
	(void)state;
	expect(check_machine_paths,
	       "doc/a.md:2: names " MACHINE " [machine-path]\n"
	       "test/data/a.jsonl:1: names " MACHINE " [machine-path]\n",
	       { "doc/a.md", "see\n" MACHINE "me/x\n" },
	       { "test/data/a.jsonl", "{\"a\": \"" MACHINE "b\"}" });
}

static void the_same_word_inside_a_longer_path_is_fine(void **state)
{
	(void)state;
	expect(check_machine_paths, "",
	       { "doc/a.md",
		 "https://example.org" MACHINE "x and a" MACHINE "b and ~" MACHINE "\n" });
}

static void white_space_at_the_end_of_a_line_is_found(void **state)
{
	(void)state;
	expect(check_trailing_space,
	       "doc/a.md:2: ends in white space [trailing-space]\n"
	       "src/a.c:1: ends in white space [trailing-space]\n"
	       "src/b.c:1: ends in white space [trailing-space]\n",
	       { "doc/a.md", "a\nb \nc" }, { "src/a.c", "a\t\n" }, { "src/b.c", "a\r\n" });
}

static void empty_lines_and_recorded_data_are_left_alone(void **state)
{
	(void)state;
	expect(check_trailing_space, "", { "src/a.c", "a\n\nb\n" }, { "test/data/a.jsonl", "a \n" },
	       { "test/fuzz/corpus/cron/1", "* * \n" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_promise_for_later_is_found_in_code_and_comments),
		cmocka_unit_test(longer_words_and_documents_are_not_promises),
		cmocka_unit_test(a_folder_of_somebodys_machine_is_found_in_any_file),
		cmocka_unit_test(the_same_word_inside_a_longer_path_is_fine),
		cmocka_unit_test(white_space_at_the_end_of_a_line_is_found),
		cmocka_unit_test(empty_lines_and_recorded_data_are_left_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
