/* Groups of columns: the check of each, and what a file of today has in it. */
#include "store/columns.h"

#include "base/check.h"

/* As the programs before this table was made wrote them. */
enum { PAUSE_CHECK = 1793178488, UNIQUE_CHECK = 1943046962, DAILY_CHECK = 1281507008 };

static struct uuid id_of(u8 number)
{
	return (struct uuid){ { [15] = number } };
}

static void a_row_that_strayed_to_another_id_is_found_out(void **state)
{
	struct run_hot hot = { .fence = 3, .run_at = 5000 };
	struct uuid mine = id_of(1), others = id_of(2);
	(void)state;
	i32 check = columns_check(GROUP_RUN_HOT, &hot, &mine);
	assert_int_equal(columns_check(GROUP_RUN_HOT, &hot, &mine), check);
	assert_int_not_equal(columns_check(GROUP_RUN_HOT, &hot, &others), check);
	hot.fence++;
	assert_int_not_equal(columns_check(GROUP_RUN_HOT, &hot, &mine), check);
}

/* Where one text ends and the next begins is part of what is checked. */
static void texts_cannot_trade_bytes(void **state)
{
	struct run_row one = { .key = STR("ab"), .payload = STR("c") };
	struct run_row other = { .key = STR("a"), .payload = STR("bc") };
	struct uuid id = id_of(1);
	(void)state;
	assert_int_not_equal(columns_check(GROUP_BODY, &one, &id),
			     columns_check(GROUP_BODY, &other, &id));
}

/* The numbers stand in files: another order of groups, columns or seeds would refuse their rows. */
static void checks_of_files_that_are_there_stay_the_same(void **state)
{
	struct pause_row pause = {
		{ PAUSE_TYPE, { 7 }, 9 }, 1000, 2000, STR("because"), STR("ann")
	};
	struct unique_row unique = { { 5, { 1 }, { 2 }, UNIQUE_TTL, { 3, 4 } }, id_of(6), 7000 };
	struct daily_hot hot = { .last_date = 3, .decided = 4, .date = 5, .run = id_of(1) };
	struct uuid person = daily_owner((tenant_no){ 3 }, STR("ann"));
	(void)state;
	assert_int_equal(columns_check(GROUP_PAUSE, &pause, NULL), PAUSE_CHECK);
	assert_int_equal(columns_check(GROUP_UNIQUE, &unique, NULL), UNIQUE_CHECK);
	assert_int_equal(columns_check(GROUP_DAILY_HOT, &hot, &person), DAILY_CHECK);
}

static void a_group_names_its_table_and_whose_it_is(void **state)
{
	(void)state;
	assert_string_equal(column_groups[GROUP_JOB_PAUSE].table, "jobs");
	assert_string_equal(column_groups[GROUP_JOB_PAUSE].check, "pause_check");
	assert_string_equal(column_groups[GROUP_QUEUE].names, "queue, weight, running_max, ");
	assert_int_equal(column_groups[GROUP_QUEUE].len, 3);
	assert_int_equal(column_groups[GROUP_QUEUE].owner, OWNER_NONE);
	assert_int_equal(column_groups[GROUP_RUN_HOT].owner, OWNER_ID);
	assert_int_equal(column_groups[GROUP_DAILY_HOT].owner, OWNER_PERSON);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_that_strayed_to_another_id_is_found_out),
		cmocka_unit_test(texts_cannot_trade_bytes),
		cmocka_unit_test(checks_of_files_that_are_there_stay_the_same),
		cmocka_unit_test(a_group_names_its_table_and_whose_it_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
