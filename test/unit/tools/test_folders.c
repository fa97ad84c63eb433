/* Calls between the folders of the engine, read from symbols. */
#include "fixture.h"
#include "tidy/folders.h"

#define OBJ "build/obj/src/engine/"
#define AT "0000000000000010 "
#define NOWHERE "                 "

static struct folder_measures said_of(const char *symbols, const char *expected)
{
	const struct given files[] = { { "src/engine/core/runs.c", "" },
				       { "src/engine/people/daily.c", "" },
				       { "src/engine/watch/pings.c", "" },
				       { "src/engine/engine.c", "" },
				       { 0 } };
	struct tree tree;
	struct findings findings;
	struct folder_measures measures;
	struct buf said;
	given_tree(&tree, files);
	findings_init(&findings, &tree.arena);
	buf_init(&said, FIXTURE_OUTPUT_MAX);
	check_folder_calls(&tree, str_from(symbols), &findings, &measures);
	assert_false(findings.failed);
	findings_print(&findings, &said);
	assert_text(buf_view(&said), expected);
	buf_done(&said);
	tree_done(&tree);
	return measures;
}

static void a_folder_calls_those_below_it(void **state)
{
	(void)state;
	struct folder_measures measures = said_of(OBJ "core/runs.o:" AT "T run_find\n" OBJ
						      "people/daily.o:" NOWHERE "U run_find\n" OBJ
						      "engine.o:" NOWHERE "U run_find\n" OBJ
						      "engine.o:" NOWHERE "U memcpy\n",
						  "");
	assert_int_equal(measures.files, 3);
	assert_int_equal(measures.cycle, 0);
}

static void a_feature_does_not_call_another_without_a_row(void **state)
{
	(void)state;
	said_of(OBJ "people/daily.o:" AT "T daily_open\n" OBJ "watch/pings.o:" NOWHERE
		    "U daily_open\n",
		"src/engine/watch/pings.c: watch may not call people, here daily_open of "
		"people/daily.c [folder-call]\n");
}

static void nobody_calls_the_step(void **state)
{
	(void)state;
	said_of(OBJ "engine.o:" AT "R step_table\n" OBJ "watch/pings.o:" NOWHERE "U step_table\n",
		"src/engine/watch/pings.c: watch may not call top, here step_table of engine.c "
		"[folder-call]\n");
}

static void a_folder_needs_a_row(void **state)
{
	(void)state;
	struct tree tree;
	struct findings findings;
	struct folder_measures measures;
	const struct given files[] = { { "src/engine/extra/a.c", "" }, { 0 } };
	given_tree(&tree, files);
	findings_init(&findings, &tree.arena);
	check_folder_calls(
		&tree,
		STR(OBJ "core/runs.o:" AT "T run_find\n" OBJ "extra/a.o:" NOWHERE "U run_find\n"),
		&findings, &measures);
	assert_int_equal(findings.counts[CHECK_FOLDER_CALL], 1);
	tree_done(&tree);
}

/* b and c call each other inside a folder; a joins by way of another folder. */
static void cycles_are_measured_with_and_without_other_folders(void **state)
{
	(void)state;
	struct folder_measures measures = said_of(
		OBJ "core/a.o:" AT "T a\n" OBJ "core/b.o:" AT "T b\n" OBJ "core/c.o:" AT "T c\n" OBJ
		    "engine.o:" AT "t hidden\n" OBJ "core/b.o:" NOWHERE "U c\n" OBJ
		    "core/c.o:" NOWHERE "U b\n" OBJ "core/a.o:" NOWHERE "U b\n",
		"");
	assert_int_equal(measures.cycle, 2);
	assert_int_equal(measures.inner_cycle, 2);
	assert_int_equal(measures.files, 3);
}

/* Nine files, each of which calls the next. */
static void a_cycle_inside_a_folder_has_a_bound(void **state)
{
	(void)state;
	struct buf symbols;
	buf_init(&symbols, FIXTURE_OUTPUT_MAX);
	for (u32 i = 0; i < 9; i++) {
		const char *file = i ? "part" : "runs";
		buf_addf(&symbols, OBJ "core/%s%.0u.o:" AT "T f%u\n", file, i, i);
		buf_addf(&symbols, OBJ "core/%s%.0u.o:" NOWHERE "U f%u\n", file, i, (i + 1) % 9);
	}
	buf_add_byte(&symbols, '\0');
	struct folder_measures measures = said_of(
		symbols.at, "src/engine/core/runs.c: is in a cycle of calls with 9 files "
			    "of its folder, at most 8 may be in one [folder-call]\n");
	assert_int_equal(measures.inner_cycle, 9);
	buf_done(&symbols);
}

static void expect_symbols(const char *symbols, const char *expected)
{
	const struct given files[] = { { "src/engine/core/runs.c", "" },
				       { "src/engine/core/runs.h", "" },
				       { "src/engine/engine.c", "" },
				       { "src/api/api.c", "" },
				       { 0 } };
	struct tree tree;
	struct why why = { .text = "" };
	given_tree(&tree, files);
	enum err err = check_symbols(&tree, str_from(symbols), &why);
	assert_int_equal(err, *expected ? ERR_CONFLICT : ERR_OK);
	assert_string_equal(why.text, expected);
	tree_done(&tree);
}

/* A source was renamed or added since they were written. */
static void symbols_of_other_sources_are_named(void **state)
{
	(void)state;
	expect_symbols("", "");
	expect_symbols(OBJ "core/runs.o:" AT "T run_find\n" OBJ "engine.o:" AT "T step\n", "");
	expect_symbols(OBJ "core/runs.o:" AT "T run_find\n" OBJ "core/old.o:" AT "T step\n",
		       "there is no src/engine/core/old.c");
	expect_symbols(OBJ "core/runs.o:" AT "T run_find\n", "src/engine/engine.c is missing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(symbols_of_other_sources_are_named),
		cmocka_unit_test(a_folder_calls_those_below_it),
		cmocka_unit_test(a_feature_does_not_call_another_without_a_row),
		cmocka_unit_test(nobody_calls_the_step),
		cmocka_unit_test(a_folder_needs_a_row),
		cmocka_unit_test(cycles_are_measured_with_and_without_other_folders),
		cmocka_unit_test(a_cycle_inside_a_folder_has_a_bound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
