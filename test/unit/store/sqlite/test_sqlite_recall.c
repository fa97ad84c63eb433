/* A process does not start from what it cannot trust. */
#include "store/sqlite/sqlite_scene.h"

static void put_one_of_each(struct scene *scene)
{
	struct run_row run = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	struct operation_row operation = { .id = id_of(9), .reason = STR("why") };
	put_run(scene, &run);
	put_claim(scene, &execution);
	put_operation(scene, &operation);
	put_pause(scene, (struct pause_key){ PAUSE_TENANT, { 1 }, 0 }, 9, STR("why"));
	put_type(scene, 1, 1, &(struct type_policy){ 0 });
	put_tenant(scene, 1, &(struct tenant_policy){ 0 });
	put_queue(scene, 1, 1, 1);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_journal(scene, &(struct journal_entry){ .run = id_of(1), .reason = STR("made") });
	commit(scene);
}

static void a_damaged_row_refuses_the_start(void **state)
{
	static const char *const damages[] = {
		"UPDATE names SET name = 'Acme'",     "UPDATE queues SET weight = 2",
		"UPDATE tenants SET running_max = 7", "UPDATE types SET fatal = X'41'",
		"UPDATE pauses SET until = 10",       "UPDATE operations SET changed = 1",
		"UPDATE executions SET fence = 2",    "UPDATE executions SET lease_until = 0",
		"UPDATE runs SET type = 2",           "DELETE FROM runs",
		"UPDATE journal SET packed = X'00'",
	};
	(void)state;
	for (u32 i = 0; i < countof(damages); i++) {
		struct scene *scene = sqlite_scene_open();
		struct recalled recalled = { .last_turn = 99 };
		put_one_of_each(scene);
		assert_int_equal(try_recall(scene, &recalled), ERR_OK);
		buf_done(&recalled.text);
		recalled.last_turn = 99;
		assert_int_equal(tamper(scene, damages[i]), 1);
		assert_int_equal(try_recall(scene, &recalled), ERR_STORE_DAMAGED);
		assert_true(recalled.last_turn == 99);
		assert_true(counters_of(scene).damaged > 0);
		buf_done(&recalled.text);
		sqlite_scene_close(scene);
	}
}

/* What is over is history, and does not keep anybody from starting. */
static void damage_in_what_is_not_recalled_does_not_matter_here(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct recalled recalled = { 0 };
	(void)state;
	put_one_of_each(scene);
	tamper(scene, "UPDATE bodies SET payload = X'00'");
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	buf_done(&recalled.text);
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_damaged_row_refuses_the_start),
		cmocka_unit_test(damage_in_what_is_not_recalled_does_not_matter_here),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
