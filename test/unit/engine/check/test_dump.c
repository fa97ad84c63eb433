/* Memory as text: the same for the same store and moment, another when anything differs. */
#include "engine/desk.h"

static void dump(const struct desk *desk, struct buf *out)
{
	buf_init(out, 1 << 20);
	engine_dump(pump_engine(desk->pump), out);
	assert_false(buf_failed(out));
}

/* A busy day: some of everything. */
static void busy_day(struct desk *desk)
{
	desk_open(desk);
	desk_set_queue(desk, "slow", (struct queue_policy){ .weight = 2, .limit = 3 });
	desk_set_tenant(desk, "b", (struct tenant_policy){ .limit = 4 });
	static const char *const tenants[] = { "a", "b", "c" };
	for (u32 i = 0; i < 60; i++) {
		char room[32];
		struct enqueue_item item = { .type = desk_name(room, "type", i % 5),
					     .queue = i % 4 ? STR("default") : STR("slow"),
					     .priority = i % 10 + 1,
					     .run_at = desk->now.wall + (i % 3) * 20000 };
		desk_run(desk, tenants[i % 3], item);
	}
	desk_lease(desk, 15, (struct lease_command){ 0 });
	for (u32 i = 0; i < 5; i++)
		desk_finish(desk, desk->leases[i].execution,
			    i % 2 ? OUTCOME_SUCCESS : OUTCOME_RETRY, (str){ "", 0 });
	struct pause_command pause = { .scope = PAUSE_TENANT };
	desk_pause(desk, COMMAND_PAUSE, "c", pause);
	desk_run_command(desk, COMMAND_CANCEL, desk->leases[7].run);
	desk_advance(desk, 25000);
}

static void a_life_and_a_fresh_start_read_the_same(void **state)
{
	(void)state;
	struct desk desk;
	busy_day(&desk);
	desk_same_as_fresh(&desk);
	desk_crash(&desk);
	desk_settle(&desk);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void the_seed_of_the_tables_changes_nothing(void **state)
{
	(void)state;
	struct desk desk;
	struct buf first, second;
	busy_day(&desk);
	dump(&desk, &first);
	desk.config.engine.hash_seed = 12345;
	desk_crash(&desk);
	desk_settle(&desk);
	dump(&desk, &second);
	assert_true(str_eq(buf_view(&first), buf_view(&second)));
	buf_done(&first);
	buf_done(&second);
	desk_close(&desk);
}

/* Whatever a restart must not lose shows in the text. */
static void every_change_shows(void **state)
{
	(void)state;
	struct desk desk;
	struct buf before, after;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	struct pause_command pause = { .scope = PAUSE_TENANT };
	for (u32 step = 0; step < 6; step++) {
		dump(&desk, &before);
		if (step == 0) desk_claim(&desk);
		if (step == 1)
			desk_finish(&desk, desk.leases[0].execution, OUTCOME_RETRY, (str){ "", 0 });
		if (step == 2) desk_pause(&desk, COMMAND_PAUSE, "acme", pause);
		if (step == 3) desk_pause(&desk, COMMAND_RESUME, "acme", pause);
		if (step == 4)
			desk_set_queue(&desk, "default", (struct queue_policy){ .limit = 9 });
		if (step == 5) desk_run_command(&desk, COMMAND_CANCEL, run);
		dump(&desk, &after);
		assert_false(str_eq(buf_view(&before), buf_view(&after)));
		buf_done(&before);
		buf_done(&after);
	}
	desk_close(&desk);
}

static void without_room_the_text_says_so(void **state)
{
	(void)state;
	struct desk desk;
	busy_day(&desk);
	struct buf out;
	buf_init(&out, 50);
	engine_dump(pump_engine(desk.pump), &out);
	assert_true(buf_failed(&out));
	buf_done(&out);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_life_and_a_fresh_start_read_the_same),
		cmocka_unit_test(the_seed_of_the_tables_changes_nothing),
		cmocka_unit_test(every_change_shows),
		cmocka_unit_test(without_room_the_text_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
