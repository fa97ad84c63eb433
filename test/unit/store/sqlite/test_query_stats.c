/* Statistics as they are asked for: rows, and what the journal has beyond them. */
#include "store/sqlite/query_scene.h"

static void put_created(struct scene *scene, u32 tenant, u32 type)
{
	put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_CREATED,
						    .tenant = { tenant },
						    .type = { type },
						    .run = id_of(1),
						    .to = RUN_QUEUED });
}

static void tend(struct scene *scene)
{
	const struct retention retention = { .finished_ms = MSEC_DAY,
					     .dead_ms = MSEC_DAY,
					     .journal_ms = MSEC_DAY };
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	struct now now = { scene->wall, scene->wall };
	for (bool more = true; more;)
		assert_int_equal(store_tend(store, now, &retention, &more), ERR_OK);
}

/* acme: mail, push; globex: mail; each minute once more. */
static void live(struct scene *scene, u32 minutes)
{
	for (u32 i = 0; i < minutes; i++) {
		put_created(scene, 1, 1);
		put_created(scene, 1, 2);
		put_created(scene, 2, 1);
		commit(scene);
		scene->wall += MSEC_MINUTE;
		begin(scene);
	}
}

static void expect(struct query_scene *it, struct stats_list list, const char *expected)
{
	struct stats_page page = { 0 };
	struct buf text;
	i64 first = stats_at(SCENE_START, 1);
	list.from = stats_at(SCENE_START, STATS_HOUR);
	list.to = list.from + 24 * STATS_HOUR;
	if (!list.span) list.span = 1;
	if (!list.step) list.step = 1;
	assert_int_equal(it->query->calls->stats(it->query, &list, &it->arena, &page), ERR_OK);
	assert_true(page.through == MSEC_MAX);
	buf_init(&text, 4096);
	for (u32 i = 0; i < page.len; i++) {
		const struct stats_group *row = &page.rows[i];
		if (i) buf_add(&text, STR(", "));
		if (list.by & STATS_BY_TIME) buf_addf(&text, "%lld ", (long long)(row->at - first));
		buf_addf(&text, "%.*s%.*s=%llu", STR_ARG(row->tenant_text), STR_ARG(row->type_text),
			 (unsigned long long)row->cells[STATS_ENQUEUED]);
	}
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
}

static void what_is_not_added_up_yet_is_read_from_the_journal(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(it.scene, 2);
	expect(&it, (struct stats_list){ .by = STATS_BY_TIME }, "0 =3, 1 =3");
	tend(it.scene);
	expect(&it, (struct stats_list){ .by = STATS_BY_TIME }, "0 =3, 1 =3");
	live(it.scene, 1);
	expect(&it, (struct stats_list){ .by = STATS_BY_TIME }, "0 =3, 1 =3, 2 =3");
	expect(&it, (struct stats_list){ .span = STATS_HOUR, .step = STATS_HOUR }, "=9");
	it.scene->wall += MSEC_MINUTE;
	tend(it.scene);
	expect(&it, (struct stats_list){ 0 }, "=9");
	query_scene_close(&it);
}

static void groups_have_names_and_a_tenant_sees_its_own(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(it.scene, 2);
	tend(it.scene);
	expect(&it, (struct stats_list){ .by = STATS_BY_TENANT }, "acme=4, globex=2");
	expect(&it, (struct stats_list){ .by = STATS_BY_NUMBER }, "mail=4, push=2");
	expect(&it, (struct stats_list){ .by = STATS_BY_NUMBER, .tenant = acme }, "mail=2, push=2");
	expect(&it, (struct stats_list){ .tenant = globex }, "=2");
	expect(&it, (struct stats_list){ .tenant = acme, .type = STR("push") }, "=2");
	expect(&it, (struct stats_list){ .tenant = acme, .type = STR("none") }, "");
	expect(&it, (struct stats_list){ .tenant = nobody }, "");
	expect(&it, (struct stats_list){ .kind = STATS_OF_ROUTE }, "");
	query_scene_close(&it);
}

static void damaged_rows_are_left_out(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(it.scene, 2);
	tend(it.scene);
	assert_int_equal(
		tamper(it.scene, "UPDATE stats SET tenant = 3 WHERE tenant = 2 AND span = 1"), 2);
	expect(&it, (struct stats_list){ 0 }, "=4");
	assert_int_equal(tamper(it.scene, "UPDATE stats_turn SET turn = 1"), 1);
	expect(&it, (struct stats_list){ 0 }, "=4");
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_added_up_yet_is_read_from_the_journal),
		cmocka_unit_test(groups_have_names_and_a_tenant_sees_its_own),
		cmocka_unit_test(damaged_rows_are_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
