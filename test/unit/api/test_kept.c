/* Things that are kept as one object: what stays when a change says nothing of it. */
#include "api/kept.h"

#include "api/in_scene.h"

static void ids_of_the_path_are_ids(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	(void)in_ask(&scene, "PUT", AT_BASE("sources/x"), "{}", 404);
	(void)in_ask(&scene, "GET", AT_BASE("sources/x"), "", 404);
	(void)in_ask(&scene, "DELETE", AT_BASE("sources/x"), "", 404);
	assert_int_equal(0, scene.shelf.asked);
	stage_close(&scene.stage);
}

static void pages_name_the_next(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_SOURCE, ID, "{}");
	in_keep(&scene, DOCUMENT_SOURCE, OTHER_ID, "{}");
	str page = in_ask(&scene, "GET", AT_BASE("sources?limit=1"), "", 200);
	assert_str(member(item(member(page, "data"), 0), "id"), STR(ID));
	assert_false(str_eq(member(page, "next_cursor"), STR("null")));
	stage_close(&scene.stage);
}

static void a_change_demands_the_version_it_names(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_RULE, ID, "{\"event\":\"a\",\"type\":\"b\"}");
	stage_with(&scene.stage, STR("If-Match"), STR("nonsense"));
	(void)in_ask(&scene, "PUT", AT_BASE("rules/" ID), "{}", 412);
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_of_the_path_are_ids),
		cmocka_unit_test(pages_name_the_next),
		cmocka_unit_test(a_change_demands_the_version_it_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
