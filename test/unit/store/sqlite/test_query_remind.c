/* Reminders and inboxes, as people see them. */
#include "store/sqlite/query_scene.h"

static void put_reminder(struct scene *scene, u32 number, u32 tenant, str user, msec run_at)
{
	struct reminder_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct reminder_row){ .id = id_of(number),
				      .tenant = { tenant },
				      .user = user,
				      .title = STR("call"),
				      .reference_type = STR("order"),
				      .channels = STR("[]"),
				      .hot = { .status = number % 20 ? REMINDER_SENT
								     : REMINDER_PENDING,
					       .sent_at = 1,
					       .remind_at = 5,
					       .run_at = run_at,
					       .version = 1 } };
	add_put(scene, KIND_REMINDER)->reminder = row;
}

static u32 count(struct query_scene *it, struct reminder_list list, struct reminder_page *page)
{
	if (!list.limit) list.limit = 9;
	assert_int_equal(ERR_OK, it->query->calls->reminders(it->query, &list, &it->arena, page));
	return page->len;
}

static void reminders_come_by_filter(void **state)
{
	struct query_scene it = query_scene_open();
	struct reminder_page page;
	(void)state;
	put_reminder(it.scene, 10, 1, STR("ann"), 300);
	put_reminder(it.scene, 20, 1, STR("ann"), 200);
	put_reminder(it.scene, 30, 1, STR("bob"), 100);
	put_reminder(it.scene, 40, 2, STR("ann"), 100);
	put_reminder(it.scene, 50, 1, STR("ann"), 0);
	commit(it.scene);
	assert_int_equal(4, count(&it, (struct reminder_list){ .tenant = acme }, &page));
	assert_uuid(page.rows[0].row.id, id_of(50));
	assert_str(page.rows[0].tenant, STR("acme"));
	assert_str(page.rows[0].row.title, STR("call"));
	struct reminder_list list = { .tenant = acme, .user = STR("ann") };
	assert_int_equal(3, count(&it, list, &page));
	list.statuses = 1u << REMINDER_PENDING;
	assert_int_equal(1, count(&it, list, &page));
	list = (struct reminder_list){ .tenant = acme, .reference_type = STR("load") };
	assert_int_equal(0, count(&it, list, &page));
	list = (struct reminder_list){ .tenant = acme, .id = id_of(40) };
	assert_int_equal(0, count(&it, list, &page));
	list.id = id_of(30);
	assert_int_equal(1, count(&it, list, &page));
	assert_int_equal(5, count(&it, (struct reminder_list){ .tenant = everyone }, &page));
	tamper(it.scene, "UPDATE reminders SET title = x'41'");
	assert_int_equal(0, count(&it, (struct reminder_list){ .tenant = acme }, &page));
	query_scene_close(&it);
}

static void those_to_come_are_by_their_time(void **state)
{
	struct query_scene it = query_scene_open();
	struct reminder_page page;
	(void)state;
	put_reminder(it.scene, 10, 1, STR("ann"), 300);
	put_reminder(it.scene, 20, 1, STR("ann"), 200);
	put_reminder(it.scene, 30, 1, STR("ann"), 0);
	commit(it.scene);
	struct reminder_list list = {
		.tenant = acme, .user = STR("ann"), .is_upcoming = true, .until = MSEC_MAX
	};
	assert_int_equal(2, count(&it, list, &page));
	assert_uuid(page.rows[0].row.id, id_of(20));
	list.after_at = 200;
	list.after = id_of(20);
	assert_int_equal(1, count(&it, list, &page));
	list = (struct reminder_list){
		.tenant = acme, .user = STR("ann"), .is_upcoming = true, .until = 200
	};
	assert_int_equal(1, count(&it, list, &page));
	query_scene_close(&it);
}

static void put_notice(struct scene *scene, u32 number, str user)
{
	struct notice_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct notice_row){ .id = id_of(number),
				    .tenant = { 1 },
				    .at = 5,
				    .until = 9,
				    .user = user,
				    .title = STR("call") };
	add_put(scene, KIND_NOTICE)->notice = row;
}

static void inboxes_know_what_was_read(void **state)
{
	struct query_scene it = query_scene_open();
	struct notice_list list = { .tenant = acme, .user = STR("ann"), .limit = 9 };
	struct notice_page page;
	u32 unread = 0;
	(void)state;
	put_notice(it.scene, 10, STR("ann"));
	put_notice(it.scene, 20, STR("ann"));
	put_notice(it.scene, 30, STR("bob"));
	commit(it.scene);
	struct change *change = add_change(it.scene, CHANGE_NOTICE_READ);
	change->notice_read.tenant.v = 1;
	change->notice_read.id = id_of(10);
	change->notice_read.at = 7;
	commit(it.scene);
	assert_int_equal(ERR_OK, it.query->calls->notices(it.query, &list, &it.arena, &page));
	assert_int_equal(2, page.len);
	assert_uuid(page.rows[0].id, id_of(20));
	assert_true(page.rows[1].read_at == 7);
	list.is_unread = true;
	assert_int_equal(ERR_OK, it.query->calls->notices(it.query, &list, &it.arena, &page));
	assert_int_equal(1, page.len);
	assert_int_equal(ERR_OK, it.query->calls->unread(it.query, acme, STR("ann"), 9, &unread));
	assert_int_equal(1, unread);
	list = (struct notice_list){ .tenant = acme, .id = id_of(30), .limit = 1 };
	assert_int_equal(ERR_OK, it.query->calls->notices(it.query, &list, &it.arena, &page));
	assert_int_equal(1, page.len);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reminders_come_by_filter),
		cmocka_unit_test(those_to_come_are_by_their_time),
		cmocka_unit_test(inboxes_know_what_was_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
