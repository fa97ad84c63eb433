/* Daily windows and their days, as people see them. */
#include "store/sqlite/query_scene.h"

static struct daily_row people[4];
static struct day_row days[8];

static void put_person(struct scene *scene, u32 at, u32 tenant, const char *user, bool is_gone)
{
	struct run_row run = a_run(10 + at);
	people[at] = (struct daily_row){ .tenant = { tenant },
					 .user = str_from(user),
					 .zone = STR("Europe/Berlin"),
					 .due_minute = 540,
					 .is_gone = is_gone,
					 .hot = { .date = 20003, .run = id_of(10 + at) } };
	if (is_gone) people[at].hot.run = (struct uuid){ { 0 } };
	run.tenant.v = tenant;
	run.cause = CAUSE_DAILY;
	run.user = str_from(user);
	put_run(scene, &run);
	add_put(scene, KIND_DAILY)->daily = &people[at];
}

static void put_days(struct scene *scene, u32 count)
{
	for (u32 i = 0; i < count; i++) {
		days[i] = (struct day_row){ .tenant = { 1 },
					    .user = STR("ann"),
					    .date = 20000 + i,
					    .through = 20000 + i,
					    .status = i % 2 ? DAY_SUCCESS : DAY_CUTOFF_REACHED };
		add_put(scene, KIND_DAY)->day = &days[i];
	}
}

static struct daily_page list_people(struct query_scene *it, struct daily_list list)
{
	struct daily_page page;
	assert_int_equal(ERR_OK, it->query->calls->dailies(it->query, &list, &it->arena, &page));
	return page;
}

static struct day_page list_days(struct query_scene *it, struct day_list list)
{
	struct day_page page;
	assert_int_equal(ERR_OK, it->query->calls->days(it->query, &list, &it->arena, &page));
	return page;
}

static void people_come_by_name_and_by_tenant(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	put_person(it.scene, 0, 1, "bob", false);
	put_person(it.scene, 1, 1, "ann", false);
	put_person(it.scene, 2, 1, "gone", true);
	put_person(it.scene, 3, 2, "eve", false);
	commit(it.scene);
	struct daily_page page = list_people(&it,
					     (struct daily_list){ .tenant = acme, .limit = 1 });
	assert_int_equal(1, page.len);
	assert_true(page.has_more);
	assert_str(page.rows[0].row.user, STR("ann"));
	assert_str(page.rows[0].row.zone, STR("Europe/Berlin"));
	assert_str(page.rows[0].tenant, STR("acme"));
	assert_true(page.rows[0].attempt_at == a_run(11).hot.run_at);
	page = list_people(&it,
			   (struct daily_list){ .tenant = acme, .after = STR("ann"), .limit = 5 });
	assert_int_equal(1, page.len);
	assert_str(page.rows[0].row.user, STR("bob"));
	page = list_people(&it,
			   (struct daily_list){ .tenant = acme, .user = STR("eve"), .limit = 1 });
	assert_int_equal(0, page.len);
	page = list_people(&it,
			   (struct daily_list){ .tenant = acme, .user = STR("gone"), .limit = 1 });
	assert_int_equal(0, page.len);
	query_scene_close(&it);
}

static void days_come_newest_first(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	put_person(it.scene, 0, 1, "ann", false);
	put_days(it.scene, 5);
	commit(it.scene);
	struct day_list list = { .tenant = acme, .user = STR("ann"), .limit = 2 };
	struct day_page page = list_days(&it, list);
	assert_int_equal(2, page.len);
	assert_true(page.has_more);
	assert_true(page.rows[0].date == 20004 && page.rows[1].date == 20003);
	list.before = 20003;
	list.limit = 9;
	assert_int_equal(3, list_days(&it, list).len);
	list.statuses = 1u << DAY_SUCCESS;
	page = list_days(&it, list);
	assert_int_equal(1, page.len);
	assert_true(page.rows[0].date == 20001);
	list.user = STR("bob");
	assert_int_equal(0, list_days(&it, list).len);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(people_come_by_name_and_by_tenant),
		cmocka_unit_test(days_come_newest_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
