/* Ladders of an entity, as people see them. */
#include "store/sqlite/query_scene.h"

#include "model/ladder.h"

static void put_ladder(struct scene *scene, u32 number, u32 tenant, str user, str name)
{
	struct rung rungs[] = { { .offset = -5 },
				{ .offset = 0, .run = id_of(number), .state = RUNG_MADE },
				{ .offset = 5, .run = id_of(number + 1), .state = RUNG_MADE } };
	struct run_row run = a_run(number);
	struct ladder_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	run.tenant.v = tenant;
	put_run(scene, &run);
	*row = (struct ladder_row){
		.key = ladder_digest((tenant_no){ tenant }, STR("event:42"), user, name),
		.id = id_of(number),
		.tenant = { tenant },
		.type = { 1 },
		.anchor = SCENE_START,
		.rungs = rungs_of_turn(scene, rungs, countof(rungs)),
		.entity = STR("event:42"),
		.user = user,
		.name = name,
	};
	add_put(scene, KIND_LADDER)->ladder = row;
}

static u32 count(struct query_scene *it, struct ladder_list list, struct ladder_page *page)
{
	list.entity = STR("event:42");
	if (!list.limit) list.limit = 9;
	assert_int_equal(ERR_OK, it->query->calls->ladders(it->query, &list, &it->arena, page));
	return page->len;
}

static void those_of_an_entity_come_newest_first_with_their_rungs(void **state)
{
	struct query_scene it = query_scene_open();
	struct ladder_page page;
	struct execution_row execution = an_execution(3, 10, 1);
	(void)state;
	put_ladder(it.scene, 10, 1, STR("ann"), STR("dm"));
	put_ladder(it.scene, 20, 1, STR(""), STR("dm"));
	put_ladder(it.scene, 30, 2, STR("ann"), STR("dm"));
	put_claim(it.scene, &execution);
	commit(it.scene);
	assert_int_equal(2, count(&it, (struct ladder_list){ .tenant = acme }, &page));
	assert_uuid(page.rows[0].row.id, id_of(20));
	const struct ladder_view *view = &page.rows[1];
	assert_str(view->tenant, STR("acme"));
	assert_str(view->type, STR("mail"));
	assert_str(view->row.user, STR("ann"));
	assert_int_equal(view->rungs_len, 3);
	assert_true(view->rungs[0].rung.state == RUNG_PASSED && !view->rungs[0].found);
	assert_true(view->rungs[1].found);
	assert_int_equal(view->rungs[1].state, RUN_PROCESSING);
	assert_false(view->rungs[2].found); /* retention took it */
	struct ladder_list list = { .tenant = acme, .has_user = true };
	assert_int_equal(1, count(&it, list, &page));
	assert_uuid(page.rows[0].row.id, id_of(20));
	list.has_name = true;
	assert_int_equal(0, count(&it, list, &page));
	list.user = STR("ann");
	list.name = STR("dm");
	assert_int_equal(1, count(&it, list, &page));
	list = (struct ladder_list){ .tenant = acme, .limit = 1 };
	assert_int_equal(1, count(&it, list, &page));
	assert_true(page.has_more);
	list.after = id_of(20);
	assert_int_equal(1, count(&it, list, &page));
	assert_false(page.has_more);
	list = (struct ladder_list){ .tenant = STR("nobody") };
	assert_int_equal(0, count(&it, list, &page));
	query_scene_close(&it);
}

static void a_damaged_one_is_left_out(void **state)
{
	struct query_scene it = query_scene_open();
	struct ladder_page page;
	(void)state;
	put_ladder(it.scene, 10, 1, STR("ann"), STR("dm"));
	commit(it.scene);
	tamper(it.scene, "UPDATE ladders SET anchor = anchor + 1");
	assert_int_equal(0, count(&it, (struct ladder_list){ .tenant = acme }, &page));
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(those_of_an_entity_come_newest_first_with_their_rungs),
		cmocka_unit_test(a_damaged_one_is_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
