#include "stage.h"

static void furnish(struct stage *stage)
{
	stage->doors.catalog[0] = STR("[\n  {\"code\": \"guild\", \"description\": \"short\"}\n]");
	stage->doors.catalog[1] = STR("[{\"code\": \"clean\", \"name\": \"Clean\", "
				      "\"description\": \"all\", \"handler\": \"x\", "
				      "\"default_schedule\": \"0 2 * * *\", "
				      "\"default_parameters\": {}}]");
	stage->doors.catalog[2] = STR(
		"[{\"name\": \"a.send\", \"profiles\": [\"guild\"], \"description\": \"d\", "
		"\"policy\": {\"priority\": \"normal\", \"max_attempts\": 3}},"
		"{\"name\": \"b.send\", \"profiles\": [\"guild\"], \"description\": \"e\", "
		"\"policy\": {\"quiet\": \"pass\"}},"
		"{\"name\": \"other\", \"profiles\": [\"daily\"], \"description\": \"f\", "
		"\"policy\": {}}]");
	stage->doors.catalog[3] = STR("[{\"id\": \"1\", \"profiles\": [\"guild\"], \"rule\": "
				      "{\"template\": \"order\", \"event\": \"order\"}}]");
}

static void what_comes_along_is_listed_without_a_server(void **state)
{
	STAGE(stage);
	furnish(&stage);
	assert_int_equal(stage_run(&stage, "catalog", "profiles"), 0);
	assert_str(buf_view(&stage.out), STR("CODE   DESCRIPTION\nguild  short\n"));
	assert_int_equal(stage_run(&stage, "catalog", "list", "templates", "-o", "name"), 0);
	assert_str(buf_view(&stage.out), STR("clean\n"));
	assert_int_equal(stage_run(&stage, "catalog", "list", "profiles", "--json"), 0);
	assert_str(buf_view(&stage.out),
		   STR("{\"data\":[{\"code\":\"guild\",\"description\":\"short\"}]}\n"));
	assert_int_equal(stage_run(&stage, "catalog", "list", "-o", "name"), 0);
	assert_str(buf_view(&stage.out), STR("guild\nclean\na.send\nb.send\nother\norder\n"));
	assert_int_equal(stage_run(&stage, "catalog", "show", "order", "--json"), 0);
	assert_str(buf_view(&stage.out),
		   STR("{\"template\":\"order\",\"event\":\"order\",\"profiles\":[\"guild\"]}\n"));
	assert_int_equal(stage_run(&stage, "catalog", "show", "nothing"), 3);
	assert_has(&stage.err, "the catalog has no \"nothing\"");
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void other_words_are_refused(void **state)
{
	STAGE(stage);
	furnish(&stage);
	assert_int_equal(stage_run(&stage, "catalog"), 2);
	assert_int_equal(stage_run(&stage, "catalog", "jobs"), 2);
	assert_int_equal(stage_run(&stage, "catalog", "show"), 2);
	assert_int_equal(stage_run(&stage, "catalog", "list", "jobs"), 2);
	assert_has(&stage.err, "expected list [profiles | types | rules | templates], show NAME");
	stage_done(&stage);
}

/* Words of priorities become numbers on the tenant's scale: 3 of 5. */
static void a_profile_becomes_the_tenants_own(void **state)
{
	STAGE(stage);
	furnish(&stage);
	stage_expect(&stage, "GET tenants/t", 200, "{\"id\":\"t\",\"priority_scale\":5}");
	stage_expect(
		&stage, "GET types/a.send?tenant_id=t", 200,
		"{\"name\":\"a.send\",\"source\":\"tenant\",\"priority\":3,\"max_attempts\":3}");
	stage_expect(&stage, "GET types/b.send?tenant_id=t", 200,
		     "{\"name\":\"b.send\",\"source\":\"profile\"}");
	stage_expect(&stage, "PUT types/b.send?tenant_id=t", 200, "{}");
	stage_expect(&stage, "GET rules?tenant_id=t", 200, "{\"data\":[]}");
	stage_expect(&stage, "POST rules?tenant_id=t", 201, "{}");
	assert_int_equal(stage_run(&stage, "catalog", "apply", "guild", "--tenant", "t"), 0);
	assert_str(buf_view(&stage.out),
		   STR("unchanged type a.send\ncreated type b.send\n"
		       "created rule {\"template\":\"order\",\"event\":\"order\"}\n"));
	stage_expect(&stage, "GET tenants/t", 200, "{\"id\":\"t\"}");
	stage_expect(&stage, "GET jobs/clean?tenant_id=t", 404, "{}");
	assert_int_equal(
		stage_run(&stage, "catalog", "apply", "clean", "--tenant", "t", "--dry-run"), 0);
	assert_str(buf_view(&stage.out), STR("would create job clean\n"));
	assert_int_equal(stage_run(&stage, "catalog", "apply", "nothing"), 3);
	stage_done(&stage);
}

static void a_difference_says_whose_the_other_value_is(void **state)
{
	STAGE(stage);
	furnish(&stage);
	stage_expect(&stage, "GET me", 200, "{\"tenant\":{\"id\":\"t\"}}");
	stage_expect(&stage, "GET tenants/t", 200, "{\"id\":\"t\",\"profile\":\"guild\"}");
	stage_expect(&stage, "GET types/a.send", 200,
		     "{\"in_force\":[{\"field\":\"priority\",\"value\":5,\"source\":\"profile\"},"
		     "{\"field\":\"max_attempts\",\"value\":7,\"source\":\"type\"}]}");
	stage_expect(&stage, "GET types/b.send", 404, "{}");
	stage_expect(
		&stage, "GET rules", 200,
		"{\"data\":[{\"template\":\"order\",\"event\":\"order\",\"state\":\"paused\"}]}");
	assert_int_equal(stage_run(&stage, "catalog", "diff"), 0);
	assert_str(buf_view(&stage.out),
		   STR("type a.send max_attempts: the catalog has 3, the tenant has 7 "
		       "(from type)\n"
		       "type b.send: missing in the tenant\n"
		       "rule order state: the catalog has nothing, the tenant has "
		       "\"paused\" (from tenant)\n"));
	stage_expect(&stage, "GET me", 200, "{\"tenant\":{\"id\":\"t\"}}");
	stage_expect(&stage, "GET tenants/t", 200, "{\"id\":\"t\"}");
	stage_expect(&stage, "GET rules", 200, "{\"data\":[]}");
	assert_int_equal(stage_run(&stage, "catalog", "diff"), 0);
	assert_str(buf_view(&stage.out), STR("no difference from the profile default\n"));
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_comes_along_is_listed_without_a_server),
		cmocka_unit_test(other_words_are_refused),
		cmocka_unit_test(a_profile_becomes_the_tenants_own),
		cmocka_unit_test(a_difference_says_whose_the_other_value_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
