/* What no correct engine may ask for about reminders. */
#include "store/memory/memory_scene.h"

static struct reminder_row row;

static void put_reminder(struct scene *scene)
{
	row = (struct reminder_row){ .id = id_of(7),
				     .tenant = { 1 },
				     .user = STR("ann"),
				     .title = STR("call"),
				     .hot = { .remind_at = 5, .version = 3 } };
	add_put(scene, KIND_REMINDER)->reminder = &row;
	commit(scene);
}

static struct reminder_hot *change_hot(struct scene *scene, u32 id)
{
	struct change *change = add_change(scene, CHANGE_REMINDER_HOT);
	change->reminder_hot.tenant.v = 1;
	change->reminder_hot.id = id_of(id);
	change->reminder_hot.hot = row.hot;
	change->reminder_hot.hot.version = 4;
	return &change->reminder_hot.hot;
}

static void a_change_without_another_version_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_reminder(scene);
	change_hot(scene, 7)->version = 3;
	assert_true(commit_breaks_promise(scene));
}

static void a_change_of_nothing_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_reminder(scene);
	change_hot(scene, 8);
	assert_true(commit_breaks_promise(scene));
}

static void sent_at_no_time_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_reminder(scene);
	change_hot(scene, 7)->status = REMINDER_SENT;
	assert_true(commit_breaks_promise(scene));
}

static void snoozed_until_no_time_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_reminder(scene);
	change_hot(scene, 7)->status = REMINDER_SNOOZED;
	assert_true(commit_breaks_promise(scene));
}

static void what_is_gone_cannot_go_again(void **state)
{
	struct scene *scene = *state;
	struct change *change = add_change(scene, CHANGE_REMINDER_GONE);
	change->reminder_gone.tenant.v = 1;
	change->reminder_gone.id = id_of(7);
	assert_true(commit_breaks_promise(scene));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(a_change_without_another_version_is_a_bug),
		memory_story(a_change_of_nothing_is_a_bug),
		memory_story(sent_at_no_time_is_a_bug),
		memory_story(snoozed_until_no_time_is_a_bug),
		memory_story(what_is_gone_cannot_go_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
