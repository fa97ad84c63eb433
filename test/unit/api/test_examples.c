/* Examples: each route has one, and what it shows can be sent. */
#include "api/examples.h"

#include "api/handlers.h"
#include "base/arena.h"
#include "base/check.h"

/* Pages, and what is no JSON. */
static bool needs_none(const struct api_route *route)
{
	static const char *const paths[] = { "/", "/assets/:file", "/metrics", "/openapi.json",
					     "/feeds/:secret" };
	for (u32 i = 0; i < countof(paths); i++) {
		if (str_eq(str_from(route->path), str_from(paths[i]))) return true;
	}
	return false;
}

static void every_route_has_an_example(void **state)
{
	(void)state;
	u32 len;
	const struct api_route *all = routes(&len);
	for (u32 i = 0; i < len; i++) {
		struct example example;
		if (needs_none(&all[i])) continue;
		if (!example_find(&all[i], &example)) {
			print_error("no example of %s in catalog/examples.json\n", all[i].path);
			assert_true(false);
		}
		assert_in_range(example.status, 200, 299);
		assert_true(example.call.len > 0);
		assert_int_equal(example.body.len > 0, all[i].body != NULL);
		assert_true(example.status == 204 || example.answer.len > 0);
	}
}

static void what_an_example_sends_is_understood(void **state)
{
	(void)state;
	u32 len;
	const struct api_route *all = routes(&len);
	for (u32 i = 0; i < len; i++) {
		struct example example;
		struct arena arena;
		if (!all[i].body || needs_none(&all[i])) continue;
		arena_init(&arena, 1 << 20);
		struct faults faults = { .arena = &arena };
		void *input = arena_alloc_zeroed(&arena, all[i].body->size);
		assert_true(example_find(&all[i], &example));
		if (!shape_read_body(all[i].body, example.body, &faults, input)) {
			print_error("%s: %.*s\n", all[i].path, STR_ARG(example.body));
			assert_true(false);
		}
		arena_done(&arena);
	}
}

static void what_is_no_route_has_none(void **state)
{
	(void)state;
	struct example example;
	struct api_route route = { .method = METHOD_GET, .path = "nothing" };
	assert_false(example_find(&route, &example));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_route_has_an_example),
		cmocka_unit_test(what_an_example_sends_is_understood),
		cmocka_unit_test(what_is_no_route_has_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
