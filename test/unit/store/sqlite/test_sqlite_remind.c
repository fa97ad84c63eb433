/* Rows of reminders that the disk has changed: nobody decides by them. */
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
	add_change(scene, CHANGE_REMINDER_PUT)->reminder = &row;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_changed_row_is_as_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
