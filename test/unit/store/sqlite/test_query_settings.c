/* What is set, as people see it. */
#include "store/sqlite/query_scene.h"

static void put_document(struct scene *scene, enum document_kind kind, u32 tenant, str name,
			 msec until)
{
	add_put(scene, KIND_DOCUMENT)->document = (struct document_row){
		.key = { kind, { tenant }, text_of_turn(scene, name) },
		.version = 7,
		.created_at = SCENE_START,
		.until = until,
		.body = text_of_turn(scene, STR("{\"a\": 1.10}")),
	};
}

static void documents_come_by_tenant_and_name(void **state)
{
	struct query_scene it = query_scene_open();
	struct document_page page;
	(void)state;
	put_document(it.scene, DOCUMENT_TOKEN, 2, STR("a"), MSEC_MAX);
	put_document(it.scene, DOCUMENT_TOKEN, 1, STR("b"), MSEC_MAX);
	put_document(it.scene, DOCUMENT_TOKEN, 1, STR("a"), MSEC_MAX);
	put_document(it.scene, DOCUMENT_TOKEN, 1, STR("old"), 100);
	put_document(it.scene, DOCUMENT_SECRET, 1, STR("s"), MSEC_MAX);
	commit(it.scene);
	struct document_list list = { .kind = DOCUMENT_TOKEN, .limit = 2, .now = 100 };
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->documents(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 2);
	assert_true(page.has_more);
	assert_str(page.rows[0].row.key.name, STR("a"));
	assert_str(page.rows[0].tenant, STR("acme"));
	assert_str(page.rows[0].row.body, STR("{\"a\": 1.10}"));
	assert_str(page.rows[1].row.key.name, STR("b"));
	list.after_tenant = acme;
	list.after_name = STR("b");
	assert_int_equal(calls->documents(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 1);
	assert_str(page.rows[0].tenant, STR("globex"));
	list = (struct document_list){
		.kind = DOCUMENT_TOKEN, .tenant = acme, .after_name = STR("a"), .limit = 9
	};
	assert_int_equal(calls->documents(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 2); /* b, and old as its time has not come */
	list = (struct document_list){
		.kind = DOCUMENT_TOKEN, .tenant = acme, .name = STR("a"), .limit = 9
	};
	assert_int_equal(calls->documents(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 1);
	list.tenant = nobody;
	assert_int_equal(calls->documents(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 0);
	query_scene_close(&it);
}

static void name_type(struct scene *scene, u32 tenant, u32 type, bool is_gone)
{
	struct change *change = add_change(scene, CHANGE_TYPE_NAMED);
	change->type_named.tenant.v = tenant;
	change->type_named.type.v = type;
	change->type_named.is_gone = is_gone;
}

static void a_type_is_told_with_its_policy_and_its_document(void **state)
{
	struct query_scene it = query_scene_open();
	struct type_page page;
	(void)state;
	put_type(it.scene, 1, 2, &(struct type_policy){ .limit = 5 });
	put_type(it.scene, 1, 1, &(struct type_policy){ .limit = 4 });
	put_type(it.scene, 2, 1, &(struct type_policy){ .limit = 3 });
	put_document(it.scene, DOCUMENT_TYPE, 1, STR("mail"), MSEC_MAX);
	name_type(it.scene, 1, 1, false);
	name_type(it.scene, 1, 2, false);
	name_type(it.scene, 2, 1, false);
	name_type(it.scene, 2, 2, false);
	name_type(it.scene, 2, 2, false); /* again: it is there */
	commit(it.scene);
	struct type_list list = { .tenant = acme, .limit = 9 };
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->types(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 2);
	assert_str(page.rows[0].name, STR("mail"));
	assert_int_equal(page.rows[0].policy.limit, 4);
	assert_true(page.rows[0].version == 7);
	assert_str(page.rows[0].details, STR("{\"a\": 1.10}"));
	assert_str(page.rows[1].name, STR("push"));
	assert_true(page.rows[1].version == 0);
	list.after_name = STR("mail");
	assert_int_equal(calls->types(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 1);
	list = (struct type_list){ .tenant = globex, .name = STR("push"), .limit = 1 };
	assert_int_equal(calls->types(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 1); /* known by name alone */
	assert_int_equal(page.rows[0].policy.limit, 0);
	list.name = STR("none");
	assert_int_equal(calls->types(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 0);
	list = (struct type_list){ .limit = 9 };
	assert_int_equal(calls->types(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 4);
	name_type(it.scene, 2, 2, true);
	commit(it.scene);
	assert_int_equal(calls->types(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 3);
	list = (struct type_list){ .tenant = globex, .name = STR("push"), .limit = 1 };
	assert_int_equal(calls->types(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 0); /* somebody else's name */
	query_scene_close(&it);
}

/* Without its policy a type would look as if nobody had set anything. */
static void what_is_damaged_is_left_out_and_not_told_as_unset(void **state)
{
	struct query_scene it = query_scene_open();
	struct type_list of_types = { .tenant = acme, .limit = 9 };
	struct tenant_list of_tenants = { .limit = 9 };
	struct type_page types;
	struct tenant_page tenants;
	struct queue_page queues;
	(void)state;
	for (u32 i = 1; i <= 2; i++) {
		put_type(it.scene, 1, i, &(struct type_policy){ .limit = i });
		name_type(it.scene, 1, i, false);
		put_tenant(it.scene, i, &(struct tenant_policy){ .limit = i });
		put_queue(it.scene, i, i, i);
	}
	commit(it.scene);
	tamper(it.scene, "UPDATE types SET running_max = 9 WHERE type = 1");
	tamper(it.scene, "UPDATE tenants SET running_max = 9 WHERE tenant = 1");
	tamper(it.scene, "UPDATE queues SET running_max = 9 WHERE queue = 1");
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->types(it.query, &of_types, &it.arena, &types), ERR_OK);
	assert_int_equal(types.len, 1);
	assert_str(types.rows[0].name, STR("push"));
	assert_int_equal(calls->tenants(it.query, &of_tenants, &it.arena, &tenants), ERR_OK);
	assert_int_equal(tenants.len, 1);
	assert_str(tenants.rows[0].id, globex);
	assert_int_equal(calls->queues(it.query, &it.arena, &queues), ERR_OK);
	assert_int_equal(queues.len, 1);
	assert_str(queues.rows[0].name, STR("bulk"));
	query_scene_close(&it);
}

static void queues_pauses_and_tenants_have_names(void **state)
{
	struct query_scene it = query_scene_open();
	struct queue_page queues;
	struct pause_page pauses;
	struct pause_list of_acme = { .tenant = acme, .limit = 9 };
	struct pause_list one = { .tenant = everyone, .limit = 1 };
	struct tenant_page tenants;
	(void)state;
	put_queue(it.scene, 1, 3, 4);
	put_pause(it.scene, (struct pause_key){ PAUSE_TYPE, { 1 }, 2 }, MSEC_MAX, STR("loud"));
	put_pause(it.scene, (struct pause_key){ PAUSE_QUEUE, { 0 }, 1 }, MSEC_MAX, STR("full"));
	put_pause(it.scene, (struct pause_key){ PAUSE_TENANT, { 2 }, 0 }, MSEC_MAX, STR("late"));
	put_tenant(it.scene, 1, &(struct tenant_policy){ .weight = 6 });
	put_document(it.scene, DOCUMENT_TENANT, 1, STR(""), MSEC_MAX);
	commit(it.scene);
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->queues(it.query, &it.arena, &queues), ERR_OK);
	assert_int_equal(queues.len, 2);
	assert_str(queues.rows[0].name, STR("bulk"));
	assert_str(queues.rows[1].name, STR("default"));
	assert_int_equal(queues.rows[1].policy.weight, 3);
	assert_int_equal(calls->pauses(it.query, &of_acme, &it.arena, &pauses), ERR_OK);
	assert_int_equal(pauses.len, 2); /* its own, and what holds everybody */
	assert_str(pauses.rows[0].name, STR("push"));
	assert_str(pauses.rows[0].row.reason, STR("loud"));
	assert_str(pauses.rows[1].name, STR("default"));
	assert_int_equal(pauses.rows[1].tenant.len, 0);
	assert_int_equal(calls->pauses(it.query, &one, &it.arena, &pauses), ERR_OK);
	assert_true(pauses.has_more);
	one.goes_on = true;
	one.after = pauses.rows[0].row.key;
	assert_int_equal(calls->pauses(it.query, &one, &it.arena, &pauses), ERR_OK);
	assert_int_equal(pauses.len, 1);
	assert_true(pauses.has_more);
	assert_str(pauses.rows[0].name, STR("push"));
	one.after = pauses.rows[0].row.key;
	assert_int_equal(calls->pauses(it.query, &one, &it.arena, &pauses), ERR_OK);
	assert_false(pauses.has_more);
	assert_str(pauses.rows[0].name, STR("default"));
	struct tenant_list list = { .limit = 9 };
	assert_int_equal(calls->tenants(it.query, &list, &it.arena, &tenants), ERR_OK);
	assert_int_equal(tenants.len, 2);
	assert_str(tenants.rows[0].id, STR("acme"));
	assert_int_equal(tenants.rows[0].policy.weight, 6);
	assert_true(tenants.rows[0].version == 7);
	assert_true(tenants.rows[0].created_at == SCENE_START);
	list.after = acme;
	assert_int_equal(calls->tenants(it.query, &list, &it.arena, &tenants), ERR_OK);
	assert_int_equal(tenants.len, 1);
	list = (struct tenant_list){ .id = globex, .limit = 1 };
	assert_int_equal(calls->tenants(it.query, &list, &it.arena, &tenants), ERR_OK);
	assert_int_equal(tenants.len, 1);
	assert_str(tenants.rows[0].id, STR("globex"));
	query_scene_close(&it);
}

static void an_operation_is_its_tenants_own(void **state)
{
	struct query_scene it = query_scene_open();
	struct operation_row row = { .id = id_of(9),
				     .filter = { .tenant = { 1 }, .type = { 2 } },
				     .seen = 5,
				     .reason = STR("clean up") };
	struct operation_view view;
	(void)state;
	put_operation(it.scene, &row);
	commit(it.scene);
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->operation(it.query, acme, &row.id, &it.arena, &view), ERR_OK);
	assert_str(view.tenant, STR("acme"));
	assert_str(view.type, STR("push"));
	assert_int_equal(view.queue.len, 0);
	assert_true(view.row.seen == 5);
	assert_str(view.row.reason, STR("clean up"));
	assert_int_equal(calls->operation(it.query, globex, &row.id, &it.arena, &view),
			 ERR_NOT_FOUND);
	tamper(it.scene, "UPDATE operations SET seen = 6");
	assert_int_equal(calls->operation(it.query, acme, &row.id, &it.arena, &view),
			 ERR_STORE_DAMAGED);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(documents_come_by_tenant_and_name),
		cmocka_unit_test(a_type_is_told_with_its_policy_and_its_document),
		cmocka_unit_test(what_is_damaged_is_left_out_and_not_told_as_unset),
		cmocka_unit_test(queues_pauses_and_tenants_have_names),
		cmocka_unit_test(an_operation_is_its_tenants_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
