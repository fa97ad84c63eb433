/* The delivery log, as people see it. */
#include "store/sqlite/query_scene.h"

static void put_try(struct scene *scene, u32 number, u32 tenant, str user, str entity)
{
	struct run_row run = a_run(number);
	struct delivery_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	run.tenant.v = tenant;
	run.user = user;
	run.entity = entity;
	put_run(scene, &run);
	*row = (struct delivery_row){ .id = id_of(number),
				      .tenant = { tenant },
				      .type = { 1 },
				      .run = id_of(number),
				      .outcome = OUTCOME_FAIL,
				      .state = RUN_FAILED,
				      .next = NEXT_FALLBACK,
				      .next_type = { 1 },
				      .error_class = STR("dm_closed"),
				      .message = STR("she takes none"),
				      .channel = STR("dm:ann") };
	add_put(scene, KIND_DELIVERY)->delivery = row;
}

static u32 count(struct query_scene *it, struct delivery_list list, struct delivery_page *page)
{
	if (!list.limit) list.limit = 9;
	assert_int_equal(ERR_OK, it->query->calls->deliveries(it->query, &list, &it->arena, page));
	return page->len;
}

static void tries_come_newest_first_and_by_filter(void **state)
{
	struct query_scene it = query_scene_open();
	struct delivery_page page;
	(void)state;
	put_try(it.scene, 10, 1, STR("ann"), STR("event:1"));
	put_try(it.scene, 20, 1, STR("bob"), STR("event:1"));
	put_try(it.scene, 30, 2, STR("ann"), STR("event:1"));
	commit(it.scene);
	assert_int_equal(2, count(&it, (struct delivery_list){ .tenant = acme }, &page));
	assert_uuid(page.rows[0].row.id, id_of(20));
	assert_str(page.rows[0].tenant, STR("acme"));
	assert_str(page.rows[0].next_type, STR("mail"));
	assert_str(page.rows[0].row.user, STR("bob"));
	assert_str(page.rows[0].row.error_class, STR("dm_closed"));
	assert_str(page.rows[0].row.message, STR("she takes none"));
	assert_str(page.rows[0].row.channel, STR("dm:ann"));
	struct delivery_list list = { .tenant = acme, .user = STR("ann") };
	assert_int_equal(1, count(&it, list, &page));
	list = (struct delivery_list){ .tenant = acme, .entity = STR("event:1") };
	assert_int_equal(2, count(&it, list, &page));
	list.user = STR("eve");
	assert_int_equal(0, count(&it, list, &page));
	list = (struct delivery_list){ .tenant = acme, .type = STR("mail") };
	assert_int_equal(2, count(&it, list, &page));
	list.type = STR("nothing");
	assert_int_equal(0, count(&it, list, &page));
	list = (struct delivery_list){ .tenant = acme, .run = id_of(10) };
	assert_int_equal(1, count(&it, list, &page));
	list = (struct delivery_list){ .tenant = everyone };
	assert_int_equal(3, count(&it, list, &page));
	list = (struct delivery_list){ .tenant = acme, .limit = 1 };
	assert_int_equal(1, count(&it, list, &page));
	assert_true(page.has_more);
	list.after = id_of(20);
	assert_int_equal(1, count(&it, list, &page));
	assert_false(page.has_more);
	tamper(it.scene, "UPDATE deliveries SET at = at + 1");
	assert_int_equal(0, count(&it, (struct delivery_list){ .tenant = acme }, &page));
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tries_come_newest_first_and_by_filter),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
