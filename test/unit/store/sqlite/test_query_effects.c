/* The ledger of effects, as people see it. */
#include "store/sqlite/query_scene.h"

static struct effect_row an_effect(u32 number, u32 tenant)
{
	return (struct effect_row){ .id = id_of(number << 16),
				    .tenant = { tenant },
				    .key = { 1, number },
				    .claims = 1,
				    .claimed_at = SCENE_START,
				    .until = SCENE_START + 1000,
				    .action_key = STR("charge"),
				    .idempotency_key = STR("k"),
				    .result = STR("{\"n\":1}") };
}

static void put_effect(struct scene *scene, struct effect_row row)
{
	struct effect_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = row;
	add_put(scene, KIND_EFFECT)->effect = copy;
}

static u32 count(struct query_scene *it, struct effect_list list, struct effect_page *page)
{
	assert_int_equal(ERR_OK, it->query->calls->effects(it->query, &list, &it->arena, page));
	return page->len;
}

static void effects_come_newest_first_by_what_is_asked(void **state)
{
	struct query_scene it = query_scene_open();
	struct effect_page page;
	(void)state;
	for (u32 i = 1; i <= 4; i++) {
		struct effect_row row = an_effect(i, i == 4 ? 2 : 1);
		if (i == 2) row.state = EFFECT_DONE;
		if (i == 3) row.action_key = STR("refund");
		if (i == 3) row.idempotency_key = STR("l");
		put_effect(it.scene, row);
	}
	commit(it.scene);
	assert_int_equal(3, count(&it, (struct effect_list){ .tenant = acme, .limit = 9 }, &page));
	assert_str(page.rows[0].row.action_key, STR("refund"));
	assert_str(page.rows[0].tenant, STR("acme"));
	assert_str(page.rows[2].row.result, STR("{\"n\":1}"));
	assert_false(page.has_more);
	struct effect_list list = { .tenant = acme, .idempotency_key = STR("k"), .limit = 1 };
	assert_int_equal(1, count(&it, list, &page));
	assert_true(page.has_more);
	list.after = page.rows[0].row.id;
	assert_int_equal(1, count(&it, list, &page));
	assert_int_equal(EFFECT_OPEN, page.rows[0].row.state);
	assert_false(page.has_more);
	list = (struct effect_list){ .tenant = acme, .states = 1u << EFFECT_OPEN, .limit = 9 };
	assert_int_equal(2, count(&it, list, &page));
	list.action_key = STR("refund");
	assert_int_equal(1, count(&it, list, &page));
	list = (struct effect_list){ .tenant = everyone, .states = 1u << EFFECT_DONE, .limit = 9 };
	assert_int_equal(1, count(&it, list, &page));
	list = (struct effect_list){ .tenant = nobody, .limit = 9 };
	assert_int_equal(0, count(&it, list, &page));
	query_scene_close(&it);
}

static void it_is_told_whether_the_attempt_is_under_way(void **state)
{
	struct query_scene it = query_scene_open();
	struct effect_page page;
	struct run_row run = a_run(1);
	struct execution_row execution = an_execution(5, 1, 1);
	struct effect_row held = an_effect(1, 1), other = an_effect(2, 1);
	(void)state;
	run.tenant.v = execution.tenant.v = 1;
	held.execution = execution.id;
	held.run = run.id;
	other.execution = id_of(999);
	put_run(it.scene, &run);
	put_claim(it.scene, &execution);
	put_effect(it.scene, held);
	put_effect(it.scene, other);
	commit(it.scene);
	assert_int_equal(2, count(&it, (struct effect_list){ .tenant = acme, .limit = 9 }, &page));
	assert_false(page.rows[0].attempt_is_open);
	assert_true(page.rows[1].attempt_is_open);
	assert_uuid(page.rows[1].row.run, run.id);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(effects_come_newest_first_by_what_is_asked),
		cmocka_unit_test(it_is_told_whether_the_attempt_is_under_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
