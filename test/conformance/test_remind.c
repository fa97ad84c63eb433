/* Reminders: a run finds what it reminds of, a reminder the run that stands, inboxes keep one
 * notice a run. */
#include "conformance/recalled.h"

static struct reminder_row a_reminder(u32 id, const char *user, u32 run)
{
	return (struct reminder_row){ .id = id_of(id),
				      .tenant = { 1 },
				      .is_recurring = true,
				      .end_date = 20100,
				      .starts_at = SCENE_START,
				      .created_at = 7,
				      .user = str_from(user),
				      .zone = STR("Europe/Berlin"),
				      .rule = STR("FREQ=DAILY"),
				      .title = STR("call"),
				      .description = STR("about the order"),
				      .reference_type = STR("order"),
				      .reference_id = STR("42"),
				      .reference_url = STR("https://shop.example/orders/42"),
				      .channels = STR("[\"in_app\"]"),
				      .hot = { .status = REMINDER_SNOOZED,
					       .stands = STANDS_AGAIN,
					       .is_due = true,
					       .snooze_count = 2,
					       .remind_at = SCENE_START + 1,
					       .snoozed_until = SCENE_START + 2,
					       .sent_at = 3,
					       .dismissed_at = 4,
					       .completed_at = 5,
					       .next_at = SCENE_START + 6,
					       .run_at = SCENE_START + 2,
					       .version = 8,
					       .updated_at = 9,
					       .run = id_of(run) } };
}

static void put_reminder(struct scene *scene, struct reminder_row row)
{
	struct reminder_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = row;
	copy->user = text_of_turn(scene, row.user);
	add_put(scene, KIND_REMINDER)->reminder = copy;
}

static void put_run_of(struct scene *scene, u32 number, u32 reminder)
{
	struct run_row row = a_run(number);
	struct uuid id = id_of(reminder);
	char entity[REMINDER_ENTITY_LEN];
	reminder_print_entity(&id, entity);
	row.cause = CAUSE_REMINDER;
	row.user = STR("ann");
	row.entity = (str){ entity, sizeof entity };
	row.entity = text_of_turn(scene, row.entity);
	put_run(scene, &row);
}

static struct want reminder_of(struct scene *scene, u32 id)
{
	struct want want = { .kind = WANT_REMINDER };
	want.reminder.tenant.v = 1;
	want.reminder.id = id_of(id);
	return load(scene, want);
}

static u32 count_of(struct scene *scene, const char *user)
{
	struct want want = { .kind = WANT_REMINDER };
	want.reminder.tenant.v = 1;
	want.reminder.user = str_from(user);
	want.reminder.count_most = 2;
	return load(scene, want).reminder.count;
}

static void expect_hot(const struct reminder_hot *hot, const struct reminder_hot *expected)
{
	assert_int_equal(hot->status, expected->status);
	assert_int_equal(hot->stands, expected->stands);
	assert_int_equal(hot->is_due, expected->is_due);
	assert_int_equal(hot->snooze_count, expected->snooze_count);
	assert_true(hot->remind_at == expected->remind_at);
	assert_true(hot->snoozed_until == expected->snoozed_until);
	assert_true(hot->sent_at == expected->sent_at);
	assert_true(hot->dismissed_at == expected->dismissed_at);
	assert_true(hot->completed_at == expected->completed_at);
	assert_true(hot->next_at == expected->next_at && hot->run_at == expected->run_at);
	assert_true(hot->version == expected->version && hot->updated_at == expected->updated_at);
	assert_uuid(hot->run, expected->run);
}

static void a_reminder_is_found_with_the_run_that_stands(struct scene *scene)
{
	struct reminder_row expected = a_reminder(7, "ann", 10);
	put_reminder(scene, expected);
	put_run_of(scene, 10, 7);
	commit(scene);
	crash(scene);
	struct want want = reminder_of(scene, 7);
	const struct reminder_row *row = &want.reminder.row;
	assert_true(want.reminder.found);
	assert_uuid(row->id, expected.id);
	assert_str(row->user, STR("ann"));
	assert_str(row->zone, STR("Europe/Berlin"));
	assert_str(row->rule, STR("FREQ=DAILY"));
	assert_true(row->is_recurring && row->end_date == 20100);
	assert_true(row->starts_at == SCENE_START && row->created_at == 7);
	expect_hot(&row->hot, &expected.hot);
	assert_true(want.reminder.run.found);
	assert_uuid(want.reminder.run.row.id, id_of(10));
	assert_false(reminder_of(scene, 8).reminder.found);
}

/* What was told, and will not be told again, fills nothing up. */
static void only_those_count_that_are_yet_to_be_told(struct scene *scene)
{
	struct reminder_row over = a_reminder(9, "ann", 12);
	over.is_recurring = false;
	over.hot.status = REMINDER_COMPLETED;
	over.hot.snoozed_until = over.hot.next_at = over.hot.run_at = 0;
	put_reminder(scene, over);
	commit(scene);
	assert_int_equal(count_of(scene, "ann"), 0);
	put_reminder(scene, a_reminder(7, "ann", 10));
	put_run_of(scene, 10, 7);
	commit(scene);
	crash(scene);
	assert_int_equal(count_of(scene, "ann"), 1);
}

static void a_run_brings_what_it_reminds_of(struct scene *scene)
{
	put_reminder(scene, a_reminder(7, "ann", 10));
	put_run_of(scene, 10, 7);
	put_run_of(scene, 11, 7); /* it stood as this once */
	commit(scene);
	crash(scene);
	assert_non_null(see_run(scene, 10).row.reminder);
	assert_str(see_run(scene, 10).row.reminder->rule, STR("FREQ=DAILY"));
	assert_true(see_run(scene, 11).found);
	assert_null(see_run(scene, 11).row.reminder);
	struct want want = { .kind = WANT_DUE };
	want.due.after_run_at = MSEC_MIN;
	want.due.until = MSEC_MAX;
	want.due.limit = 10;
	want = load(scene, want);
	assert_int_equal(want.due.len, 2);
	assert_true(!want.due.rows[0].reminder != !want.due.rows[1].reminder);
}

static void what_time_changes_is_written_apart(struct scene *scene)
{
	struct reminder_hot hot = a_reminder(7, "ann", 12).hot;
	put_reminder(scene, a_reminder(7, "ann", 10));
	put_run_of(scene, 10, 7);
	commit(scene);
	hot.status = REMINDER_SENT;
	hot.snoozed_until = 0;
	hot.is_due = false;
	hot.version = 9;
	struct change *change = add_change(scene, CHANGE_REMINDER_HOT);
	change->reminder_hot.tenant.v = 1;
	change->reminder_hot.id = id_of(7);
	change->reminder_hot.hot = hot;
	commit(scene);
	crash(scene);
	struct want want = reminder_of(scene, 7);
	expect_hot(&want.reminder.row.hot, &hot);
	assert_str(want.reminder.row.rule, STR("FREQ=DAILY"));
	assert_false(want.reminder.run.found);
	assert_null(see_run(scene, 10).row.reminder);
}

static void those_of_a_person_are_counted_up_to_a_bound(struct scene *scene)
{
	assert_int_equal(0, count_of(scene, "ann"));
	for (u32 i = 0; i < 3; i++) put_reminder(scene, a_reminder(20 + i, "ann", 30 + i));
	put_reminder(scene, a_reminder(25, "bob", 35));
	commit(scene);
	assert_int_equal(2, count_of(scene, "ann"));
	assert_int_equal(1, count_of(scene, "bob"));
	struct change *change = add_change(scene, CHANGE_REMINDER_GONE);
	change->reminder_gone.tenant.v = 1;
	change->reminder_gone.id = id_of(25);
	commit(scene);
	assert_int_equal(0, count_of(scene, "bob"));
}

static void a_restart_is_told_of_reminders_that_are_held(struct scene *scene)
{
	struct recalled recalled = { 0 };
	struct execution_row execution = an_execution(3, 10, 1);
	put_reminder(scene, a_reminder(7, "ann", 10));
	put_run_of(scene, 10, 7);
	put_claim(scene, &execution);
	commit(scene);
	crash(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_non_null(strstr(recalled.text.at, " reminds ann in Europe/Berlin\n"));
	buf_done(&recalled.text);
}

static void a_tenant_takes_all_along(struct scene *scene)
{
	static const struct notice_row notice = { .id = { { 1 } },
						  .tenant = { 1 },
						  .at = 5,
						  .until = 6,
						  .user = { "ann", 3 },
						  .title = { "call", 4 } };
	put_reminder(scene, a_reminder(7, "ann", 10));
	add_put(scene, KIND_NOTICE)->notice = &notice;
	commit(scene);
	add_put(scene, KIND_NOTICE)->notice = &notice; /* it stays as it is */
	struct change *change = add_change(scene, CHANGE_NOTICE_READ);
	change->notice_read.tenant.v = 1;
	change->notice_read.id = notice.id;
	change->notice_read.at = 9;
	commit(scene);
	change = add_change(scene, CHANGE_TENANT_DROP);
	change->tenant_drop.tenant.v = 1;
	change->tenant_drop.name = STR("#1");
	commit(scene);
	assert_false(reminder_of(scene, 7).reminder.found);
	assert_int_equal(0, count_of(scene, "ann"));
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_reminder_is_found_with_the_run_that_stands),
		STORY(a_run_brings_what_it_reminds_of),
		STORY(only_those_count_that_are_yet_to_be_told),
		STORY(what_time_changes_is_written_apart),
		STORY(those_of_a_person_are_counted_up_to_a_bound),
		STORY(a_restart_is_told_of_reminders_that_are_held),
		STORY(a_tenant_takes_all_along),
	};
	return tell_stories(stories, countof(stories));
}
