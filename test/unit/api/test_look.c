/* How an object stands before it is changed. */
#include "api/look.h"

#include "api/stage.h"

static const struct api_route *route_of(enum method method, const char *path)
{
	u32 len;
	const struct api_route *all = routes(&len);
	for (u32 i = 0; i < len; i++) {
		if (all[i].method == method && !strcmp(all[i].path, path)) return &all[i];
	}
	fail_msg("no such route: %s", path);
	return NULL;
}

static void expect_shown_by(enum method method, const char *path, const char *view)
{
	const struct api_route *found = look_route(route_of(method, path));
	if (!view) {
		assert_null(found);
		return;
	}
	assert_non_null(found);
	assert_string_equal(view, found->path);
	assert_int_equal(METHOD_GET, found->method);
}

static void an_object_is_shown_by_the_route_of_its_path(void **state)
{
	(void)state;
	expect_shown_by(METHOD_PUT, "jobs/:id", "jobs/:id");
	expect_shown_by(METHOD_DELETE, "daily/:user_id", "daily/:user_id");
	expect_shown_by(METHOD_PUT, "tenants/:id/settings", "tenants/:id/settings");
}

static void what_is_done_to_an_object_is_about_the_object(void **state)
{
	(void)state;
	expect_shown_by(METHOD_PUT, "tasks/:id/reschedule", "tasks/:id");
}

static void what_no_route_shows_alone_has_no_look(void **state)
{
	(void)state;
	expect_shown_by(METHOD_PUT, "queues/:name", NULL);
	expect_shown_by(METHOD_DELETE, "tokens/:id", NULL);
	/* Its list needs parameters that a change of it does not have. */
	expect_shown_by(METHOD_PUT, "ladders/:entity", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_object_is_shown_by_the_route_of_its_path),
		cmocka_unit_test(what_is_done_to_an_object_is_about_the_object),
		cmocka_unit_test(what_no_route_shows_alone_has_no_look),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
