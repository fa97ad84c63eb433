#include "stage.h"

static void what_comes_along_is_listed_without_a_server(void **state)
{
	STAGE(stage);
	stage.doors.catalog[0] = STR("[\n  {\"code\": \"guild\", \"description\": \"short\"}\n]");
	stage.doors.catalog[1] = STR("[{\"code\": \"clean\", \"handler\": \"x\"}]");
	assert_int_equal(stage_run(&stage, "catalog", "profiles"), 0);
	assert_str(buf_view(&stage.out), STR("CODE   DESCRIPTION\nguild  short\n"));
	assert_int_equal(stage_run(&stage, "catalog", "templates", "-o", "name"), 0);
	assert_str(buf_view(&stage.out), STR("clean\n"));
	assert_int_equal(stage_run(&stage, "catalog", "profiles", "--json"), 0);
	assert_str(buf_view(&stage.out),
		   STR("{\"data\":[{\"code\":\"guild\",\"description\":\"short\"}]}\n"));
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void other_words_are_refused(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "catalog"), 2);
	assert_int_equal(stage_run(&stage, "catalog", "jobs"), 2);
	assert_has(&stage.err, "name a catalog: profiles or templates");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_comes_along_is_listed_without_a_server),
		cmocka_unit_test(other_words_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
