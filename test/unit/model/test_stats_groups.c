/* Rows added up as somebody wants to see them. */
#include "model/stats_groups.h"

#include "base/check.h"

static struct stats_row a_row(i64 at, u32 tenant, u32 number, str name, u64 count)
{
	struct stats_row row = {
		.key = { .span = 1, .at = at, .tenant = tenant, .number = number, .name = name }
	};
	row.cells[0] = count;
	return row;
}

/* "at tenant number name=count ...", in order. */
static void expect(u32 by, u32 step, const char *expected)
{
	const struct stats_row rows[] = {
		a_row(61, 2, 1, STR("b"), 1),   a_row(60, 1, 1, STR("a"), 2),
		a_row(60, 1, 2, STR("b"), 4),   a_row(119, 1, 1, STR("a"), 8),
		a_row(-1, 1, 1, STR("ab"), 16),
	};
	struct stats_groups groups;
	struct arena arena;
	struct buf text;
	arena_init(&arena, (size_t)16 << 20);
	buf_init(&text, 4096);
	assert_int_equal(stats_groups_init(&groups, by, step, &arena), ERR_OK);
	for (u32 i = 0; i < countof(rows); i++)
		assert_int_equal(stats_groups_add(&groups, &rows[i]), ERR_OK);
	stats_groups_sort(&groups);
	for (u32 i = 0; i < groups.len; i++) {
		const struct stats_group *it = &groups.rows[i];
		buf_addf(&text, "%s%lld %u %u %.*s=%llu", i ? ", " : "", (long long)it->at,
			 it->tenant, it->number, STR_ARG(it->name),
			 (unsigned long long)it->cells[0]);
	}
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
	arena_done(&arena);
}

static void what_is_not_asked_for_is_added_up(void **state)
{
	(void)state;
	expect(0, 1, "0 0 0 =31");
	expect(STATS_BY_TENANT, 1, "0 1 0 =30, 0 2 0 =1");
	expect(STATS_BY_NUMBER, 1, "0 0 1 =27, 0 0 2 =4");
	expect(STATS_BY_ROUTE, 1, "0 0 0 a=10, 0 0 0 ab=16, 0 0 0 b=5");
	expect(STATS_BY_TIME, 1, "-1 0 0 =16, 60 0 0 =6, 61 0 0 =1, 119 0 0 =8");
	expect(STATS_BY_TIME, 60, "-60 0 0 =16, 60 0 0 =15");
	expect(STATS_BY_TIME | STATS_BY_TENANT, 60, "-60 1 0 =16, 60 1 0 =14, 60 2 0 =1");
}

static void groups_have_a_bound_and_say_so(void **state)
{
	struct stats_groups groups;
	struct arena arena;
	(void)state;
	arena_init(&arena, (size_t)16 << 20);
	assert_int_equal(stats_groups_init(&groups, STATS_BY_TIME, 1, &arena), ERR_OK);
	for (u32 i = 0; i <= STATS_GROUPS_MAX; i++) {
		struct stats_row row = a_row(i, 1, 1, STR(""), 1);
		assert_int_equal(groups.is_cut, false);
		assert_int_equal(stats_groups_add(&groups, &row), ERR_OK);
	}
	assert_true(groups.is_cut);
	assert_int_equal(groups.len, STATS_GROUPS_MAX);
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_asked_for_is_added_up),
		cmocka_unit_test(groups_have_a_bound_and_say_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
