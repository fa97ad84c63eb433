/* Things of a tenant, found by name or listed: as its routes show them. */
#include "api/documents.h"

#include "api/in_scene.h"

static void one_is_found_by_its_name_alone(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_SOURCE, ID, "{}");
	str shown = in_ask(&scene, "GET", AT_BASE("sources/" ID), "", 200);
	assert_str(member(shown, "id"), STR(ID));
	(void)in_ask(&scene, "GET", AT_BASE("sources/" OTHER_ID), "", 404);
	/* One of another kind is another. */
	(void)in_ask(&scene, "GET", AT_BASE("rules/" ID), "", 404);
	stage_close(&scene.stage);
}

static void a_page_ends_with_the_name_of_its_last(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_SOURCE, ID, "{}");
	str whole = in_ask(&scene, "GET", AT_BASE("sources?limit=1"), "", 200);
	assert_str(member(whole, "next_cursor"), STR("null"));
	in_keep(&scene, DOCUMENT_SOURCE, OTHER_ID, "{}");
	str first = in_ask(&scene, "GET", AT_BASE("sources?limit=1"), "", 200);
	assert_false(str_eq(member(first, "next_cursor"), STR("null")));
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_is_found_by_its_name_alone),
		cmocka_unit_test(a_page_ends_with_the_name_of_its_last),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
