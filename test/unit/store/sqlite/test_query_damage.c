/* What is known of rows that do not fit their checks. */
#include "store/sqlite/query_scene.h"

struct told {
	struct damaged_row rows[8];
	char tenants[8][16];
	u32 len;
};

static void keep(void *context, const struct damaged_row *row)
{
	struct told *told = context;
	assert_in_range(told->len, 0, 7);
	told->rows[told->len] = *row;
	assert_in_range(row->tenant.len, 0, 15);
	memcpy(told->tenants[told->len++], row->tenant.at ? row->tenant.at : "", row->tenant.len);
}

static struct query *listen(struct query_scene *it, struct told *told)
{
	struct sqlite_query_config config = { .path = STR("conformance.db"),
					      .vfs = subject_of(it->scene)->vfs,
					      .damage = { told, keep } };
	struct query *query = NULL;
	struct why why;
	assert_int_equal(sqlite_query_open(&config, &why, &query), ERR_OK);
	return query;
}

static void each_is_told_with_table_id_and_tenant(void **state)
{
	struct query_scene it = query_scene_open();
	struct told told = { 0 };
	struct run_page page;
	(void)state;
	for (u32 i = 1; i <= 3; i++) {
		struct run_row row = a_run(i);
		put_run(it.scene, &row);
	}
	commit(it.scene);
	tamper(it.scene, "UPDATE runs SET priority = 1 WHERE hex(id) LIKE '%0002'");
	tamper(it.scene, "UPDATE bodies SET payload = X'00' WHERE hex(id) LIKE '%0003'");
	struct query *query = listen(&it, &told);
	struct run_list list = { .tenant = acme, .limit = 10 };
	assert_int_equal(query->calls->runs(query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 1);
	assert_int_equal(told.len, 2);
	struct uuid third = id_of(3), second = id_of(2);
	assert_string_equal(told.rows[0].table, "bodies");
	assert_true(uuid_eq(&told.rows[0].id, &third));
	assert_true(uuid_eq(&told.rows[0].run, &third));
	assert_string_equal(told.rows[1].table, "runs");
	assert_true(uuid_eq(&told.rows[1].id, &second));
	assert_true(uuid_eq(&told.rows[1].run, &second));
	assert_string_equal(told.tenants[0], "acme");
	assert_string_equal(told.tenants[1], "acme");
	query->calls->close(query);
	query_scene_close(&it);
}

/* More than there is room for are passed over, and the rows behind them are listed. */
static void a_list_names_so_many_and_shows_the_rest(void **state)
{
	enum { BAD = DAMAGED_ROWS_MAX + 20 };
	struct query_scene it = query_scene_open();
	struct run_page page;
	(void)state;
	for (u32 i = 1; i <= BAD + 2; i++) {
		struct run_row row = a_run(i);
		put_run(it.scene, &row);
	}
	commit(it.scene);
	assert_int_equal(tamper(it.scene,
				"UPDATE runs SET priority = 1 WHERE id <>"
				" (SELECT min(id) FROM runs) AND id <> (SELECT max(id) FROM runs)"),
			 BAD);
	struct run_list list = { .tenant = acme, .limit = 10 };
	assert_int_equal(it.query->calls->runs(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 2);
	assert_false(page.has_more);
	assert_int_equal(it.query->damaged.len, DAMAGED_ROWS_MAX);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_told_with_table_id_and_tenant),
		cmocka_unit_test(a_list_names_so_many_and_shows_the_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
