/* Statistics are the journal added up: whatever fails in between, nothing twice and nothing lost.
 */
#include "store/sqlite/query_scene.h"

enum { TURNS = 60, STEPS_MAX = 2000 };

static const struct retention small_steps = {
	.finished_ms = 30 * MSEC_DAY,
	.dead_ms = 90 * MSEC_DAY,
	.journal_ms = 30 * MSEC_DAY,
	.rows_max = 7,
};

static enum err tend_once(struct scene *scene, const struct retention *retention, bool *out_more)
{
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	struct now now = { scene->wall, scene->wall };
	return store_tend(store, now, retention, out_more);
}

static void tend(struct scene *scene, const struct retention *retention)
{
	bool more = true;
	for (u32 steps = 0; more; steps++) {
		assert_int_equal(tend_once(scene, retention, &more), ERR_OK);
		assert_true(steps < STEPS_MAX);
	}
}

static void put_created(struct scene *scene, u32 tenant, u32 type)
{
	put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_CREATED,
						    .tenant = { tenant },
						    .type = { type },
						    .run = id_of(1),
						    .to = RUN_QUEUED });
}

/* Turns that are a while apart: 2 entries each, some of another tenant. */
static void live(struct scene *scene, u32 turns)
{
	for (u32 i = 0; i < turns; i++) {
		put_created(scene, 1, 1);
		put_created(scene, 1 + i % 2, 2);
		commit(scene);
		scene->wall += 7 * MSEC_SECOND;
		begin(scene);
	}
}

/* Enqueued, by the rows of minutes or of hours alone. */
static u64 counted(struct scene *scene, u32 span)
{
	char sql[100];
	u64 sum = 0, cells[STATS_CELLS];
	snprintf(sql, sizeof sql, "SELECT cells FROM stats WHERE kind = 0 AND span = %u", span);
	sqlite3_stmt *stmt = sqlite_kind_look(subject_of(scene), sql, NULL);
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		str packed = { sqlite3_column_blob(stmt, 0),
			       (size_t)sqlite3_column_bytes(stmt, 0) };
		assert_true(stats_unpack(packed, cells));
		sum += cells[STATS_ENQUEUED];
	}
	sqlite_kind_stop_looking(subject_of(scene));
	return sum;
}

static void every_entry_is_in_one_minute_and_one_hour(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	live(scene, TURNS);
	tend(scene, &small_steps);
	assert_int_equal(counted(scene, 1), 2 * TURNS);
	assert_int_equal(counted(scene, STATS_HOUR), 2 * TURNS);
	assert_true(number_by(scene, "SELECT count(DISTINCT at) FROM stats WHERE span = 1") >= 7);
	/* It goes on where it stopped, also in a new process. */
	live(scene, 3);
	crash(scene);
	scene->wall += MSEC_MINUTE;
	tend(scene, &small_steps);
	assert_int_equal(counted(scene, 1), 2 * (TURNS + 3));
	sqlite_scene_close(scene);
}

/* The n-th write of counting fails, for every n there is; then it goes on, or begins anew. */
static void count_with_a_full_disk(u64 nth, bool crashes, bool *out_failed)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_subject *subject = subject_of(scene);
	live(scene, 20);
	bool more = true;
	*out_failed = false;
	subject->full_at = platter_calls(subject->disk, PLATTER_WRITE) + nth;
	for (u32 i = 0; more && !*out_failed && i < STEPS_MAX; i++)
		*out_failed = tend_once(scene, &small_steps, &more) != ERR_OK;
	subject->full_at = 0;
	if (crashes) crash(scene);
	scene->wall += MSEC_MINUTE;
	tend(scene, &small_steps);
	assert_int_equal(counted(scene, 1), 40);
	assert_int_equal(counted(scene, STATS_HOUR), 40);
	sqlite_scene_close(scene);
}

static void a_step_that_fails_counts_nothing_and_loses_nothing(void **state)
{
	bool failed = true;
	u64 nth = 1;
	(void)state;
	for (; failed; nth += 3) {
		count_with_a_full_disk(nth, false, &failed);
		if (failed) count_with_a_full_disk(nth, true, &failed);
	}
	assert_true(nth > 10);
}

static void a_crash_after_any_step_counts_nothing_twice(void **state)
{
	(void)state;
	for (u32 after = 0; after < 12; after++) {
		struct scene *scene = sqlite_scene_open();
		bool more;
		live(scene, 20);
		for (u32 i = 0; i < after; i++)
			assert_int_equal(tend_once(scene, &small_steps, &more), ERR_OK);
		crash(scene);
		tend(scene, &small_steps);
		assert_int_equal(counted(scene, 1), 40);
		sqlite_scene_close(scene);
	}
}

static void the_journal_stays_until_it_was_counted_and_rows_leave_in_time(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	live(scene, TURNS);
	scene->wall += 31 * MSEC_DAY;
	begin(scene);
	put_created(scene, 1, 1);
	commit(scene);
	tend(scene, &small_steps);
	/* Old turns are gone; their minutes too, their hours are not. */
	assert_int_equal(number_by(scene, "SELECT count(*) FROM journal"), 1);
	assert_int_equal(counted(scene, 1), 1);
	assert_int_equal(counted(scene, STATS_HOUR), 2 * TURNS + 1);
	scene->wall += 91 * MSEC_DAY;
	tend(scene, &small_steps);
	assert_int_equal(number_by(scene, "SELECT count(*) FROM stats"), 0);
	sqlite_scene_close(scene);
}

/* Minutes are never kept longer than hours. */
static void statistics_are_kept_as_long_as_is_said(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct retention retention = small_steps;
	(void)state;
	retention.hours_ms = 200 * MSEC_DAY;
	live(scene, TURNS);
	tend(scene, &retention);
	scene->wall += 120 * MSEC_DAY;
	tend(scene, &retention);
	assert_int_equal(counted(scene, 1), 0);
	assert_int_equal(counted(scene, STATS_HOUR), 2 * TURNS);
	begin(scene);
	put_created(scene, 1, 1);
	commit(scene);
	scene->wall += 2 * MSEC_DAY;
	tend(scene, &retention);
	assert_int_equal(counted(scene, 1), 1);
	retention.hours_ms = MSEC_DAY;
	scene->wall += MSEC_HOUR;
	tend(scene, &retention);
	assert_int_equal(number_by(scene, "SELECT count(*) FROM stats"), 0);
	sqlite_scene_close(scene);
}

static void damage_is_left_out_and_nothing_is_counted_twice(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	live(scene, 10);
	assert_int_equal(tamper(scene, "UPDATE journal SET entries = entries + 1 WHERE turn = 3"),
			 1);
	tend(scene, &small_steps);
	assert_int_equal(counted(scene, 1), 18);
	/* Nobody can tell how far it went: it goes on from the end. */
	assert_int_equal(tamper(scene, "UPDATE stats_turn SET turn = 1"), 1);
	crash(scene);
	tend(scene, &small_steps);
	assert_int_equal(counted(scene, 1), 18);
	live(scene, 2);
	scene->wall += MSEC_MINUTE;
	tend(scene, &small_steps);
	assert_int_equal(counted(scene, 1), 22);
	assert_true(counters_of(scene).damaged > 0);
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_entry_is_in_one_minute_and_one_hour),
		cmocka_unit_test(a_step_that_fails_counts_nothing_and_loses_nothing),
		cmocka_unit_test(a_crash_after_any_step_counts_nothing_twice),
		cmocka_unit_test(the_journal_stays_until_it_was_counted_and_rows_leave_in_time),
		cmocka_unit_test(statistics_are_kept_as_long_as_is_said),
		cmocka_unit_test(damage_is_left_out_and_nothing_is_counted_twice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
