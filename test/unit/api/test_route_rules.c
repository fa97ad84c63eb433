/* Rules over the API. The shelf shows what the test's store does not have: what was made is looked
 * for in vain, and a change of what is shown is one of a race. */
#include "api/in_scene.h"

static void a_rule_is_kept_only_when_it_can_be_read(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	(void)in_ask(&scene, "POST", AT_BASE("rules"), "{\"event\":\"a\",\"type\":\"b\"}", 404);
	(void)in_ask(&scene, "POST", AT_BASE("rules"), "{\"template\":\"order.created\"}", 404);
	expect_has(in_ask(&scene, "POST", AT_BASE("rules"), "{\"template\":\"x\"}", 422),
		   "/template");
	expect_has(in_ask(&scene, "POST", AT_BASE("rules"), "{\"type\":\"b\"}", 422), "/event");
	expect_has(in_ask(&scene, "POST", AT_BASE("rules"),
			  "{\"event\":\"a\",\"type\":\"b\",\"where\":[{}]}", 422),
		   "/where");
	stage_close(&scene.stage);
}

static void a_rule_is_shown_changed_and_deleted(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_RULE, ID, "{\"event\":\"a\",\"type\":\"b\"}");
	str one = in_ask(&scene, "GET", AT_BASE("rules/" ID), "", 200);
	expect_has(one, "{\"id\":\"" ID
			"\",\"tenant_id\":\"acme\",\"origin\":\"tenant\",\"event\":\"a\"");
	str all = in_ask(&scene, "GET", AT_BASE("rules"), "", 200);
	assert_str(member(item(member(all, "data"), 0), "id"), STR(ID));
	(void)in_ask(&scene, "GET", AT_BASE("rules/" OTHER_ID), "", 404);
	expect_has(in_ask(&scene, "PUT", AT_BASE("rules/" ID), "{\"event\":null}", 422), "/event");
	(void)in_ask(&scene, "PUT", AT_BASE("rules/" ID), "{\"state\":\"paused\"}", 404);
	(void)in_ask(&scene, "DELETE", AT_BASE("rules/" ID), "", 404);
	stage_close(&scene.stage);
}

static void a_rule_is_tried_without_making_anything(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_RULE, ID,
		"{\"event\":\"a.*\",\"type\":\"b\",\"entity\":\"x:{data.id}\"}");
	str tried = in_ask(&scene, "POST", AT_BASE("rules/" ID "/test"),
			   "{\"sample\":{\"type\":\"a.b\",\"data\":{\"id\":7}}}", 200);
	assert_str(member(tried, "matches"), STR("true"));
	assert_str(member(item(member(tried, "runs"), 0), "entity"), STR("x:7"));
	tried = in_ask(&scene, "POST", AT_BASE("rules/" ID "/test"),
		       "{\"sample\":{\"type\":\"c\"}}", 200);
	assert_str(member(tried, "matches"), STR("false"));
	assert_str(member(tried, "runs"), STR("[]"));
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_is_kept_only_when_it_can_be_read),
		cmocka_unit_test(a_rule_is_shown_changed_and_deleted),
		cmocka_unit_test(a_rule_is_tried_without_making_anything),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
