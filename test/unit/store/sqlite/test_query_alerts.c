/* Rules of alerts, and alerts, as they are listed. */
#include "store/sqlite/query_scene.h"

static void put_rule(struct scene *scene, u32 number, u32 tenant, u32 job)
{
	struct alert_rule_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct alert_rule_row){ .id = id_of(number),
					.tenant = { tenant },
					.job = id_of(job),
					.threshold = number,
					.recipients = STR("ann@a") };
	add_put(scene, KIND_ALERT_RULE)->alert_rule = row;
}

static void put_alert(struct scene *scene, u32 number, u32 tenant, u32 job, msec resolved_at)
{
	struct alert_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct alert_row){ .id = id_of(number),
				   .tenant = { tenant },
				   .rule = id_of(1),
				   .job = id_of(job),
				   .value = number,
				   .raised_at = 5,
				   .resolved_at = resolved_at,
				   .job_code = STR("report") };
	add_put(scene, KIND_ALERT)->alert = row;
}

static void open_scene(struct query_scene *it)
{
	*it = query_scene_open();
	for (u32 i = 1; i <= 3; i++) put_rule(it->scene, i, 1 + (i == 3), 7);
	put_rule(it->scene, 4, 1, 8);
	put_alert(it->scene, 1, 1, 7, 0);
	put_alert(it->scene, 2, 1, 8, 9);
	put_alert(it->scene, 3, 2, 7, 0);
	put_alert(it->scene, 4, 1, 7, 9);
	commit(it->scene);
}

static void rules_are_of_one_job_and_one_tenant(void **state)
{
	struct query_scene it;
	struct alert_rule_page page;
	struct uuid job = id_of(7);
	(void)state;
	open_scene(&it);
	assert_int_equal(it.query->calls->alert_rules(it.query, acme, &job, &it.arena, &page),
			 ERR_OK);
	assert_int_equal(page.len, 2);
	assert_int_equal(page.rows[1].threshold, 2);
	assert_str(page.rows[0].recipients, STR("ann@a"));
	assert_int_equal(
		tamper(it.scene, "UPDATE alert_rules SET threshold = 9 WHERE threshold = 1"), 1);
	assert_int_equal(it.query->calls->alert_rules(it.query, acme, &job, &it.arena, &page),
			 ERR_OK);
	assert_int_equal(page.len, 1);
	query_scene_close(&it);
}

static void rules_on_the_service_are_those_without_a_job(void **state)
{
	struct query_scene it;
	struct alert_rule_page page;
	struct uuid none = { 0 };
	(void)state;
	it = query_scene_open();
	put_rule(it.scene, 1, 1, 7);
	struct alert_rule_row *row = arena_alloc_zeroed(&it.scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = alert_service_rule(ALERT_LATENCY);
	row->tenant.v = 1;
	add_put(it.scene, KIND_ALERT_RULE)->alert_rule = row;
	commit(it.scene);
	assert_int_equal(it.query->calls->alert_rules(it.query, acme, &none, &it.arena, &page),
			 ERR_OK);
	assert_int_equal(page.len, 1);
	assert_int_equal(page.rows[0].kind, ALERT_LATENCY);
	query_scene_close(&it);
}

static void expect(struct query_scene *it, struct alert_list list, const char *expected)
{
	struct alert_page page = { 0 };
	struct buf text;
	if (!list.limit) list.limit = 10;
	assert_int_equal(it->query->calls->alerts(it->query, &list, &it->arena, &page), ERR_OK);
	buf_init(&text, 256);
	for (u32 i = 0; i < page.len; i++)
		buf_addf(&text, "%s%u %.*s", i ? ", " : "", (u32)page.rows[i].row.value,
			 STR_ARG(page.rows[i].tenant));
	if (page.has_more) buf_add(&text, STR(" ..."));
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
}

static void alerts_are_listed_from_the_newest_on(void **state)
{
	struct query_scene it;
	(void)state;
	open_scene(&it);
	expect(&it, (struct alert_list){ .tenant = acme }, "4 acme, 2 acme, 1 acme");
	expect(&it, (struct alert_list){ .tenant = acme, .limit = 1 }, "4 acme ...");
	expect(&it, (struct alert_list){ .tenant = acme, .after = id_of(4) }, "2 acme, 1 acme");
	expect(&it, (struct alert_list){ .only_open = true }, "3 globex, 1 acme");
	expect(&it, (struct alert_list){ .tenant = acme, .only_open = true }, "1 acme");
	expect(&it, (struct alert_list){ .only_resolved = true }, "4 acme, 2 acme");
	expect(&it, (struct alert_list){ .tenant = acme, .job = id_of(8) }, "2 acme");
	expect(&it, (struct alert_list){ .tenant = acme, .id = id_of(3) }, "");
	expect(&it, (struct alert_list){ .id = id_of(3) }, "3 globex");
	expect(&it, (struct alert_list){ .tenant = nobody }, "");
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_are_of_one_job_and_one_tenant),
		cmocka_unit_test(rules_on_the_service_are_those_without_a_job),
		cmocka_unit_test(alerts_are_listed_from_the_newest_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
