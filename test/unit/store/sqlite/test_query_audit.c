/* The audit, as people see it. */
#include "conformance/audit_rows.h"
#include "store/sqlite/query_scene.h"

static u32 count(struct query_scene *it, struct audit_list list, struct audit_page *page)
{
	assert_int_equal(ERR_OK, it->query->calls->audit(it->query, &list, &it->arena, page));
	return page->len;
}

/* Three turns: two rows of acme and one of globex in the first, one of acme in each other. */
static struct query_scene open_with_rows(void)
{
	struct query_scene it = query_scene_open();
	struct scene *scene = it.scene;
	put_audit(scene, an_audit_row(scene, 1, 1));
	struct audit_row other = an_audit_row(scene, 2, 1);
	other.actor = STR("bob");
	other.action = STR("user.change");
	other.kind = STR("user");
	other.object = STR("u-1");
	put_audit(scene, other);
	put_audit(scene, an_audit_row(scene, 3, 2));
	commit(scene);
	struct audit_row handler = an_audit_row(scene, 1, 1);
	handler.actor = (str){ 0 };
	handler.run = id_of(5);
	put_audit(scene, handler);
	commit(scene);
	put_audit(scene, an_audit_row(scene, 1, 1));
	commit(scene);
	return it;
}

static void rows_come_in_order_page_by_page(void **state)
{
	struct query_scene it = open_with_rows();
	struct audit_page page;
	struct audit_list list = { .tenant = acme, .way = EVENTS_BACK, .limit = 3 };
	(void)state;
	assert_int_equal(3, count(&it, list, &page));
	assert_true(page.has_more);
	assert_true(page.rows[0].row.turn > page.rows[1].row.turn);
	assert_str(page.rows[2].row.actor, STR("bob"));
	assert_str(page.rows[2].tenant, STR("acme"));
	list.from = audit_place(&page.rows[2].row);
	assert_int_equal(1, count(&it, list, &page));
	assert_int_equal(1, page.rows[0].row.number);
	assert_str(page.rows[0].row.before, STR("{\"a\":1}"));
	assert_false(page.has_more);
	list.way = EVENTS_ON;
	list.limit = 9;
	list.from = audit_place(&page.rows[0].row);
	assert_int_equal(3, count(&it, list, &page));
	assert_str(page.rows[0].row.actor, STR("bob"));
	/* Behind an event of a turn stand all its rows; before it, none. */
	list.from = (struct event_place){ page.rows[0].row.turn, 4 };
	assert_int_equal(4, count(&it, list, &page));
	list.way = EVENTS_BACK;
	assert_int_equal(0, count(&it, list, &page));
	query_scene_close(&it);
}

static void filters_and_tenants_are_kept(void **state)
{
	struct query_scene it = open_with_rows();
	struct audit_page page;
	(void)state;
	struct audit_list list = { .tenant = everyone, .way = EVENTS_ON, .limit = 9 };
	assert_int_equal(5, count(&it, list, &page));
	list.tenant = globex;
	assert_int_equal(1, count(&it, list, &page));
	list.tenant = nobody;
	assert_int_equal(0, count(&it, list, &page));
	list = (struct audit_list){ .tenant = acme, .actor = STR("bob"), .limit = 9 };
	assert_int_equal(1, count(&it, list, &page));
	list.actor = STR("SYSTEM");
	assert_int_equal(1, count(&it, list, &page));
	list = (struct audit_list){ .tenant = acme, .by_people = true, .limit = 9 };
	assert_int_equal(3, count(&it, list, &page));
	list = (struct audit_list){ .tenant = acme, .run = id_of(5), .limit = 9 };
	assert_int_equal(1, count(&it, list, &page));
	list = (struct audit_list){ .tenant = acme, .action = STR("user.change"), .limit = 9 };
	assert_int_equal(1, count(&it, list, &page));
	list = (struct audit_list){ .tenant = acme, .kind = STR("job"), .limit = 9 };
	assert_int_equal(3, count(&it, list, &page));
	list = (struct audit_list){ .tenant = acme, .object = STR("u-1"), .limit = 9 };
	assert_int_equal(1, count(&it, list, &page));
	list = (struct audit_list){ .tenant = acme, .until = SCENE_START, .limit = 9 };
	assert_int_equal(0, count(&it, list, &page));
	list = (struct audit_list){ .tenant = acme, .since = SCENE_START, .limit = 9 };
	assert_int_equal(4, count(&it, list, &page));
	query_scene_close(&it);
}

/* A tenant's few rows are found among everybody's, in turns far apart, both ways. */
static void rows_of_a_tenant_are_found_in_their_spans(void **state)
{
	struct query_scene it = query_scene_open();
	struct audit_page page;
	(void)state;
	for (u32 i = 0; i < 300; i++) {
		put_audit(it.scene, an_audit_row(it.scene, 1, i % 100 == 50 ? 2 : 1));
		commit(it.scene);
	}
	struct audit_list list = { .tenant = globex, .way = EVENTS_BACK, .limit = 2 };
	assert_int_equal(2, count(&it, list, &page));
	assert_int_equal(100, page.rows[0].row.turn - page.rows[1].row.turn);
	assert_true(page.has_more);
	list.from = page.through;
	assert_int_equal(1, count(&it, list, &page));
	assert_false(page.has_more);
	list = (struct audit_list){ .tenant = globex, .way = EVENTS_ON, .limit = 9 };
	assert_int_equal(3, count(&it, list, &page));
	assert_int_equal(100, page.rows[1].row.turn - page.rows[0].row.turn);
	query_scene_close(&it);
}

/* Who looks for little in much is told how far it was looked, and goes on from there. */
static void a_page_ends_when_much_was_looked_through(void **state)
{
	struct query_scene it = query_scene_open();
	struct audit_page page;
	u32 found = 0, pages = 0;
	(void)state;
	for (u32 turn = 0; turn < 25; turn++) {
		for (u32 i = 1; i <= 1000; i++) {
			struct audit_row row = an_audit_row(it.scene, i, 1);
			if (turn == 24 && i == 1000) row.actor = STR("bob");
			put_audit(it.scene, row);
		}
		commit(it.scene);
	}
	struct audit_list list = {
		.tenant = acme, .way = EVENTS_ON, .actor = STR("bob"), .limit = 9
	};
	do {
		found += count(&it, list, &page);
		assert_true(event_place_before(list.from, page.through));
		list.from = page.through;
		pages++;
	} while (page.has_more);
	assert_int_equal(1, found);
	assert_int_equal(2, pages);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_come_in_order_page_by_page),
		cmocka_unit_test(filters_and_tenants_are_kept),
		cmocka_unit_test(rows_of_a_tenant_are_found_in_their_spans),
		cmocka_unit_test(a_page_ends_when_much_was_looked_through),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
