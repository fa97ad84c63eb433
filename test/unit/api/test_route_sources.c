/* Sources over the API; the shelf shows what the test's store does not have. */
#include "api/in_scene.h"

static void a_source_names_who_signs(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	(void)in_ask(&scene, "POST", AT_BASE("sources"), "{\"secrets\":[\"s\"]}", 404);
	expect_has(in_ask(&scene, "POST", AT_BASE("sources"), "{}", 422), "/secrets");
	expect_has(in_ask(&scene, "POST", AT_BASE("sources"), "{\"secrets\":[]}", 422), "/secrets");
	expect_has(in_ask(&scene, "POST", AT_BASE("sources"),
			  "{\"secrets\":[\"s\"],\"types\":[\"a b\"]}", 422),
		   "/types");
	stage_close(&scene.stage);
}

static void a_source_is_shown_without_its_secret(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_SOURCE, ID, "{\"name\":\"shop\",\"secrets\":[\"s\"]}");
	str one = in_ask(&scene, "GET", AT_BASE("sources/" ID), "", 200);
	assert_str(member(one, "name"), STR("shop"));
	assert_str(member(one, "secrets"), STR("[\"s\"]"));
	str all = in_ask(&scene, "GET", AT_BASE("sources"), "", 200);
	assert_str(member(item(member(all, "data"), 0), "id"), STR(ID));
	expect_has(in_ask(&scene, "PUT", AT_BASE("sources/" ID), "{\"secrets\":null}", 422),
		   "/secrets");
	(void)in_ask(&scene, "PUT", AT_BASE("sources/" ID), "{\"state\":\"paused\"}", 404);
	(void)in_ask(&scene, "DELETE", AT_BASE("sources/" OTHER_ID), "", 404);
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_source_names_who_signs),
		cmocka_unit_test(a_source_is_shown_without_its_secret),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
