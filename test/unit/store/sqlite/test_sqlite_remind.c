/* What the file's own ways mean for reminders and inboxes: damage, and retention. */
#include "sqlite_scene.h"

static struct reminder_row row;

static void put_reminder(struct scene *scene)
{
	struct run_row run = a_run(10);
	row = (struct reminder_row){ .id = id_of(7),
				     .tenant = { 1 },
				     .user = STR("ann"),
				     .title = STR("call"),
				     .hot = { .remind_at = 5, .version = 3, .run = id_of(10) } };
	run.cause = CAUSE_REMINDER;
	run.user = STR("ann");
	add_put(scene, KIND_REMINDER)->reminder = &row;
	put_run(scene, &run);
	commit(scene);
}

static bool is_found(struct scene *scene)
{
	struct want want = { .kind = WANT_REMINDER };
	want.reminder.tenant.v = 1;
	want.reminder.id = id_of(7);
	return load(scene, want).reminder.found;
}

static void a_changed_row_is_as_none(void **state)
{
	(void)state;
	static const char *const harms[] = { "UPDATE reminders SET starts_at = 6",
					     "UPDATE reminders SET remind_at = 6",
					     "UPDATE reminders SET snooze_count = 4" };
	for (u32 i = 0; i < countof(harms); i++) {
		struct scene *scene = sqlite_scene_open();
		put_reminder(scene);
		assert_true(is_found(scene));
		assert_non_null(see_run(scene, 10).row.reminder);
		assert_int_equal(1, tamper(scene, harms[i]));
		u64 before = counters_of(scene).damaged;
		assert_false(is_found(scene));
		assert_false(see_run(scene, 10).found);
		assert_true(counters_of(scene).damaged > before);
		sqlite_scene_close(scene);
	}
}

/* As the engine puts them: each says until when it would be kept by itself. */
static void put_notice(struct scene *scene, u32 number, u32 days_ago)
{
	struct notice_row *notice = arena_alloc_zeroed(&scene->turn.arena, sizeof *notice);
	assert_non_null(notice);
	notice->id = id_of(number);
	notice->tenant.v = 1;
	notice->at = SCENE_START - days_ago * MSEC_DAY;
	notice->until = msec_add(notice->at, NOTICE_KEPT_MS);
	notice->user = STR("ann");
	notice->title = STR("call");
	add_put(scene, KIND_NOTICE)->notice = notice;
}

static u64 left_by(const struct retention *retention)
{
	struct scene *scene = sqlite_scene_open();
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	bool more = true;
	static const u32 days_ago[] = { 200, 100, 90, 89, 40, 29, 0 };
	for (u32 i = 0; i < countof(days_ago); i++) put_notice(scene, i + 1, days_ago[i]);
	commit(scene);
	for (u32 i = 0; more && i < 100; i++) {
		struct now now = { SCENE_START, 0 };
		assert_int_equal(ERR_OK, store_tend(store, now, retention, &more));
	}
	assert_false(more);
	u64 left = number_by(scene, "SELECT count(*) FROM notices");
	sqlite_scene_close(scene);
	return left;
}

static void inboxes_are_kept_as_long_as_is_said(void **state)
{
	(void)state;
	struct retention retention = { .finished_ms = 30 * MSEC_DAY, .rows_max = 2 };
	assert_int_equal(left_by(&retention), 4); /* as each says: 90 days */
	retention.inbox_ms = 30 * MSEC_DAY;
	assert_int_equal(left_by(&retention), 2);
	retention.inbox_ms = 90 * MSEC_DAY;
	assert_int_equal(left_by(&retention), 4);
	retention.inbox_ms = 101 * MSEC_DAY;
	assert_int_equal(left_by(&retention), 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_changed_row_is_as_none),
		cmocka_unit_test(inboxes_are_kept_as_long_as_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
