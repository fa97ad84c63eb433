/* Ladders by their rows alone. */
#include "model/ladder.h"

#include "base/check.h"

static void each_part_of_the_key_counts_and_where_it_ends(void **state)
{
	(void)state;
	const tenant_no one = { 1 }, two = { 2 };
	struct digest all[] = {
		ladder_digest(one, STR("ab"), STR("c"), STR("")),
		ladder_digest(one, STR("a"), STR("bc"), STR("")),
		ladder_digest(one, STR("a"), STR("b"), STR("c")),
		ladder_digest(one, STR("a"), STR(""), STR("b")),
		ladder_digest(two, STR("a"), STR("b"), STR("c")),
		ladder_entity_digest(one, STR("a")),
		ladder_entity_digest(two, STR("a")),
	};
	for (u32 i = 0; i < countof(all); i++) {
		for (u32 k = i + 1; k < countof(all); k++) assert_false(digest_eq(all[i], all[k]));
	}
	assert_true(digest_eq(all[5], ladder_entity_digest(one, STR("a"))));
}

static void an_offset_is_written_one_way(void **state)
{
	(void)state;
	static const struct {
		msec offset;
		str text;
	} cases[] = { { 0, STR("0") },
		      { -24 * MSEC_HOUR, STR("-24h") },
		      { MSEC_HOUR, STR("1h") },
		      { -90 * MSEC_MINUTE, STR("-90m") },
		      { 61 * MSEC_SECOND, STR("61s") },
		      { -1500, STR("-1500ms") },
		      { 366 * MSEC_DAY, STR("8784h") } };
	for (u32 i = 0; i < countof(cases); i++) {
		char text[OFFSET_TEXT_BYTES];
		size_t len = offset_print(cases[i].offset, text);
		str printed = { text, len };
		assert_str(printed, cases[i].text);
	}
}

static void a_rungs_key_names_entity_user_name_and_offset(void **state)
{
	(void)state;
	char key[RUNG_KEY_BYTES];
	size_t len = rung_key_print(STR("event:42"), STR("ann"), STR("dm"), -MSEC_HOUR, key);
	str printed = { key, len };
	assert_str(printed, STR("event:42:ann:dm:-1h"));
	len = rung_key_print(STR("event:42"), STR(""), STR(""), 0, key);
	printed.len = len;
	assert_str(printed, STR("event:42:::0"));
}

static void rungs_are_read_from_the_row(void **state)
{
	(void)state;
	struct rung rungs[] = { { .offset = -5, .state = RUNG_PASSED },
				{ .offset = MSEC_DAY, .state = RUNG_MADE } };
	char packed[RUNGS_PACKED_BYTES];
	rungs[1].run.bytes[15] = 7;
	struct ladder_row row = { .rungs = { packed, rungs_pack(rungs, 2, packed) } };
	assert_int_equal(row.rungs.len, 1 + 2 * 25);
	assert_memory_equal(packed + 1, "\xfb\xff\xff\xff\xff\xff\xff\xff", 8);
	assert_int_equal(ladder_rungs_len(&row), 2);
	assert_true(ladder_rung(&row, 0).offset == -5);
	assert_true(ladder_rung(&row, 0).state == RUNG_PASSED);
	assert_true(ladder_rung(&row, 1).offset == MSEC_DAY);
	assert_int_equal(ladder_rung(&row, 1).run.bytes[15], 7);
	assert_true(ladder_rung(&row, 1).state == RUNG_MADE);
	assert_str(rung_state_name(RUNG_MADE), STR("made"));
	assert_str(rung_state_name(RUNG_PASSED), STR("passed"));
	packed[0] = 9; /* of a version that nobody knows */
	assert_int_equal(ladder_rungs_len(&row), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_part_of_the_key_counts_and_where_it_ends),
		cmocka_unit_test(an_offset_is_written_one_way),
		cmocka_unit_test(a_rungs_key_names_entity_user_name_and_offset),
		cmocka_unit_test(rungs_are_read_from_the_row),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
