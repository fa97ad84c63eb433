/* The delivery log in the file: whose texts it has, and how long it is kept. */
#include "store/sqlite/sqlite_scene.h"

#define LONG_AGO (SCENE_START - 40 * MSEC_DAY)

static struct uuid put_delivery(struct scene *scene, u32 run, msec at)
{
	static const u8 random[UUID7_RANDOM_LEN] = { 1, 2, 3 };
	struct delivery_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct delivery_row){ .id = uuid7_make(at, random),
				      .tenant = { 1 },
				      .type = { 1 },
				      .run = id_of(run),
				      .at = at,
				      .outcome = OUTCOME_FAIL,
				      .next = NEXT_LATER };
	add_put(scene, KIND_DELIVERY)->delivery = row;
	return row->id;
}

static u64 count(struct scene *scene, const char *where)
{
	char sql[120];
	snprintf(sql, sizeof sql, "SELECT count(*) FROM deliveries WHERE %s", where);
	sqlite3_stmt *stmt = sqlite_kind_look(subject_of(scene), sql, NULL);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	u64 rows = (u64)sqlite3_column_int64(stmt, 0);
	sqlite_kind_stop_looking(subject_of(scene));
	return rows;
}

static void it_has_the_texts_of_its_run(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row run = a_run(1);
	(void)state;
	run.entity = STR("e");
	run.user = STR("u");
	put_run(scene, &run);
	put_delivery(scene, 1, SCENE_START);
	put_delivery(scene, 9, SCENE_START + 1); /* of one that is gone */
	commit(scene);
	assert_int_equal(count(scene, "entity = x'65' AND user_id = x'75'"), 1);
	assert_int_equal(count(scene, "entity IS NULL"), 1);
	sqlite_scene_close(scene);
}

static void retention_takes_it_with_finished_runs(void **state)
{
	static const struct retention a_month = { .finished_ms = 30 * MSEC_DAY,
						  .dead_ms = 90 * MSEC_DAY,
						  .journal_ms = 400 * MSEC_DAY };
	struct scene *scene = sqlite_scene_open();
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	struct now now = { SCENE_START, SCENE_START };
	bool more = true;
	(void)state;
	put_delivery(scene, 1, LONG_AGO);
	put_delivery(scene, 1, SCENE_START - 29 * MSEC_DAY);
	commit(scene);
	for (u32 i = 0; more && i < 100; i++)
		assert_int_equal(store_tend(store, now, &a_month, &more), ERR_OK);
	assert_int_equal(count(scene, "1"), 1);
	sqlite_scene_close(scene);
}

/* Nobody carries out what could not be read. */
static void a_fallback_of_a_damaged_payload_is_handed_to_nobody(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row dm = a_run(1), mention = a_run(2);
	struct execution_row execution = an_execution(2, 2, 1);
	(void)state;
	dm.payload = STR("{\"a\": 1}");
	put_run(scene, &dm);
	commit(scene);
	tamper(scene, "UPDATE bodies SET payload = x'7b7d'");
	mention.payload = (str){ 0 };
	mention.payload_len = 8;
	mention.fallback_of = id_of(1);
	mention.hops = 1;
	mention.texts_are_of_failed_parent = true;
	put_run(scene, &mention);
	commit(scene);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_true(scene->leases[0].damaged);
	begin(scene);
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_has_the_texts_of_its_run),
		cmocka_unit_test(retention_takes_it_with_finished_runs),
		cmocka_unit_test(a_fallback_of_a_damaged_payload_is_handed_to_nobody),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
