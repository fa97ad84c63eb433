/* What the file's own ways mean for ladders: damage, and retention. */
#include "model/ladder.h"

#include "store/sqlite/sqlite_scene.h"

static void put_ladder(struct scene *scene, u32 number, msec until)
{
	struct rung rung = { .offset = 0, .run = id_of(number), .state = RUNG_MADE };
	struct run_row run = a_run(number);
	struct ladder_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct ladder_row){
		.key = { number, 1 },
		.id = id_of(number + 100),
		.tenant = { 1 },
		.type = { 1 },
		.until = until,
		.payload_len = 2,
		.rungs = rungs_of_turn(scene, &rung, 1),
		.entity = STR("event:42"),
		.payload = STR("{}"),
	};
	put_run(scene, &run);
	add_put(scene, KIND_LADDER)->ladder = row;
}

static u32 found(struct scene *scene)
{
	struct want want = { .kind = WANT_LADDERS };
	want.ladders.tenant.v = 1;
	want.ladders.entity = STR("event:42");
	return load(scene, want).ladders.len;
}

static void a_damaged_one_is_as_none(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	put_ladder(scene, 1, MSEC_MAX);
	put_ladder(scene, 2, MSEC_MAX);
	commit(scene);
	assert_int_equal(found(scene), 2);
	assert_int_equal(tamper(scene, "UPDATE ladders SET anchor = 7 WHERE hex(id) LIKE '%65'"),
			 1);
	assert_int_equal(found(scene), 1);
	assert_int_equal(counters_of(scene).damaged, 1);
	sqlite_scene_close(scene);
}

static void a_rung_of_a_damaged_payload_is_handed_to_nobody(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row run = a_run(3);
	struct execution_row execution = an_execution(3, 3, 1);
	(void)state;
	put_ladder(scene, 1, MSEC_MAX);
	commit(scene);
	tamper(scene, "UPDATE ladders SET payload = x'7b207d'");
	run.payload = (str){ 0 };
	run.payload_len = 2;
	run.payload_of_ladder = (struct digest){ 1, 1 };
	put_run(scene, &run);
	commit(scene);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_true(scene->leases[0].damaged);
	begin(scene);
	sqlite_scene_close(scene);
}

static void retention_takes_what_is_past_its_time(void **state)
{
	static const struct retention a_month = { .finished_ms = 30 * MSEC_DAY,
						  .dead_ms = 90 * MSEC_DAY,
						  .journal_ms = 400 * MSEC_DAY };
	struct scene *scene = sqlite_scene_open();
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	struct now now = { SCENE_START, SCENE_START };
	bool more = true;
	(void)state;
	put_ladder(scene, 1, SCENE_START);
	put_ladder(scene, 2, SCENE_START + 1);
	commit(scene);
	for (u32 i = 0; more && i < 100; i++)
		assert_int_equal(store_tend(store, now, &a_month, &more), ERR_OK);
	assert_int_equal(found(scene), 1);
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_damaged_one_is_as_none),
		cmocka_unit_test(a_rung_of_a_damaged_payload_is_handed_to_nobody),
		cmocka_unit_test(retention_takes_what_is_past_its_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
