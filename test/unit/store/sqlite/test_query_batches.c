/* Batches, as people see them. */
#include "store/sqlite/query_scene.h"

static void put_family(struct scene *scene, u32 number, u32 tenant, u32 children)
{
	struct run_row parent = a_run(number);
	parent.tenant.v = tenant;
	parent.hot.state = RUN_WAITING;
	put_run(scene, &parent);
	for (u32 i = 1; i <= children; i++) {
		struct run_row child = a_run(number + i);
		child.tenant.v = tenant;
		child.parent = parent.id;
		child.hot.state = i == 2 ? RUN_DLQ : RUN_QUEUED;
		put_run(scene, &child);
	}
	add_put(scene, KIND_BATCH)->batch = (struct batch_row){ .id = parent.id,
								.tenant = { tenant },
								.type = { 1 },
								.queue = { 2 },
								.state = RUN_WAITING,
								.is_live = true,
								.total = children,
								.failed = children > 1 };
}

static u32 count(struct query_scene *it, struct batch_list list, struct batch_page *page)
{
	assert_int_equal(ERR_OK, it->query->calls->batches(it->query, &list, &it->arena, page));
	return page->len;
}

static void batches_come_newest_first_and_by_tenant(void **state)
{
	struct query_scene it = query_scene_open();
	struct batch_page page;
	(void)state;
	put_family(it.scene, 10, 1, 3);
	put_family(it.scene, 20, 1, 1);
	put_family(it.scene, 30, 2, 1);
	commit(it.scene);
	assert_int_equal(2, count(&it, (struct batch_list){ .tenant = acme, .limit = 9 }, &page));
	assert_uuid(page.rows[0].row.id, id_of(20));
	assert_int_equal(3, page.rows[1].row.total);
	assert_int_equal(1, page.rows[1].row.failed);
	assert_str(page.rows[1].tenant, STR("acme"));
	assert_str(page.rows[1].type, STR("mail"));
	assert_str(page.rows[1].queue, STR("bulk"));
	struct batch_list list = { .tenant = acme, .limit = 1 };
	assert_int_equal(1, count(&it, list, &page));
	assert_true(page.has_more);
	list.after = id_of(20);
	assert_int_equal(1, count(&it, list, &page));
	assert_false(page.has_more);
	list = (struct batch_list){ .tenant = everyone, .limit = 9 };
	assert_int_equal(3, count(&it, list, &page));
	list.states = 1u << RUN_DONE;
	assert_int_equal(0, count(&it, list, &page));
	list = (struct batch_list){ .tenant = acme, .id = id_of(30), .limit = 1 };
	assert_int_equal(0, count(&it, list, &page)); /* another tenant's */
	list.id = id_of(10);
	assert_int_equal(1, count(&it, list, &page));
	list = (struct batch_list){ .tenant = nobody, .limit = 9 };
	assert_int_equal(0, count(&it, list, &page));
	query_scene_close(&it);
}

static void children_are_listed_by_their_parent(void **state)
{
	struct query_scene it = query_scene_open();
	struct run_page page;
	(void)state;
	put_family(it.scene, 10, 1, 3);
	put_family(it.scene, 20, 1, 2);
	commit(it.scene);
	struct run_list list = { .tenant = acme, .parent = id_of(10), .limit = 9 };
	assert_int_equal(ERR_OK, it.query->calls->runs(it.query, &list, &it.arena, &page));
	assert_int_equal(3, page.len);
	assert_uuid(page.rows[0].row.id, id_of(13));
	assert_uuid(page.rows[0].row.parent, id_of(10));
	list.states = 1u << RUN_FAILED | 1u << RUN_DLQ;
	assert_int_equal(ERR_OK, it.query->calls->runs(it.query, &list, &it.arena, &page));
	assert_int_equal(1, page.len);
	assert_uuid(page.rows[0].row.id, id_of(12));
	list.tenant = globex;
	assert_int_equal(ERR_OK, it.query->calls->runs(it.query, &list, &it.arena, &page));
	assert_int_equal(0, page.len);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(batches_come_newest_first_and_by_tenant),
		cmocka_unit_test(children_are_listed_by_their_parent),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
