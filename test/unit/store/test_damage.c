/* How a damaged row is named, and which tables' damaged rows can be set aside. */
#include "store/damage.h"

#include "base/check.h"
#include "store/kinds.h"

static void a_row_is_named_by_its_table_key_and_tenant(void **state)
{
	struct buf text;
	struct damaged_row row = {
		.table = "calendars", .name = "hols", .name_len = 4, .tenant = STR("acme")
	};
	(void)state;
	buf_init(&text, 1000);
	damaged_row_print(&row, &text);
	assert_str(buf_view(&text), STR("calendars \"hols\", tenant acme"));
	buf_clear(&text);
	row = (struct damaged_row){ .table = "bodies", .id = { { 1 } }, .run = { { 1 } } };
	damaged_row_print(&row, &text);
	assert_str(buf_view(&text), STR("bodies 01000000-0000-0000-0000-000000000000"));
	buf_clear(&text);
	row = (struct damaged_row){ .table = "journal", .turn = 7 };
	damaged_row_print(&row, &text);
	assert_str(buf_view(&text), STR("journal turn 7"));
	buf_done(&text);
}

/* sqlite_aside.c relies on it: one group of columns, with the check's column at its end. Only what
 * memory holds can stop a start. */
static void what_can_be_set_aside_is_held_and_of_one_group(void **state)
{
	struct buf names;
	u32 found = 0;
	(void)state;
	for (u32 i = 0; i < KIND_COUNT; i++) {
		const struct kind *kind = &row_kinds[i];
		if (!aside_table_find(str_from(kind_table(kind)))) continue;
		found++;
		assert_non_null(kind->is_held);
		assert_int_equal(kind->groups_len, 1);
	}
	assert_int_equal(found, 13);
	assert_null(aside_table_find(STR("names")));
	assert_null(aside_table_find(STR("pause")));
	assert_int_equal(aside_table_find(STR("pauses"))->start, DAMAGED_STOPS);
	assert_int_equal(aside_table_find(STR("alerts"))->start, DAMAGED_OMITTED);
	buf_init(&names, 1000);
	aside_tables_print(&names);
	assert_true(str_starts_with(buf_view(&names), STR("queues, tenants, defaults, ")));
	buf_done(&names);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_is_named_by_its_table_key_and_tenant),
		cmocka_unit_test(what_can_be_set_aside_is_held_and_of_one_group),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
