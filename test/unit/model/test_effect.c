/* Effects by their rows alone. */
#include "model/effect.h"

#include "base/check.h"

static struct effect_row an_effect(void)
{
	struct effect_row row = { .claims = 1, .until = 1000 };
	for (u32 i = 0; i < 14; i++) row.id.bytes[i] = (u8)(i + 1);
	return row;
}

static void every_state_has_a_word_of_its_own(void **state)
{
	(void)state;
	for (enum effect_state a = 0; a < EFFECT_STATES; a++) {
		enum effect_state parsed;
		assert_true(effect_state_parse(effect_state_name(a), &parsed));
		assert_int_equal(a, parsed);
	}
	enum effect_state parsed;
	assert_false(effect_state_parse(STR("gone"), &parsed));
}

static void each_part_of_the_key_counts_and_where_it_ends(void **state)
{
	(void)state;
	const tenant_no one = { 1 }, two = { 2 };
	struct digest all[] = {
		effect_digest(one, STR("ab"), STR("c"), STR("")),
		effect_digest(one, STR("a"), STR("bc"), STR("")),
		effect_digest(one, STR("a"), STR("b"), STR("c")),
		effect_digest(one, STR("a"), STR("b"), STR("")),
		effect_digest(two, STR("a"), STR("b"), STR("")),
		effect_digest(one, STR(""), STR("a"), STR("b")),
	};
	for (u32 i = 0; i < countof(all); i++) {
		for (u32 k = i + 1; k < countof(all); k++) assert_false(digest_eq(all[i], all[k]));
	}
	assert_true(digest_eq(all[3], effect_digest(one, STR("a"), STR("b"), STR(""))));
}

static void the_longest_texts_have_a_digest(void **state)
{
	static char text[LIMIT_KEY_BYTES];
	(void)state;
	memset(text, 'x', sizeof text);
	struct digest digest = effect_digest(
		(tenant_no){ UINT32_MAX }, (str){ text, LIMIT_EFFECT_ACTION_BYTES },
		(str){ text, LIMIT_KEY_BYTES }, (str){ text, LIMIT_EFFECT_SCOPE_BYTES });
	assert_true(digest.a || digest.b);
}

static void a_claim_names_its_effect_and_its_number(void **state)
{
	(void)state;
	struct effect_row row = an_effect();
	u32 number = 0;
	struct uuid first = effect_claim_of(&row);
	row.claims = 0x1234;
	struct uuid later = effect_claim_of(&row);
	assert_false(uuid_eq(&first, &later));
	struct uuid id = effect_of_claim(&later, &number);
	assert_true(uuid_eq(&id, &row.id));
	assert_int_equal(0x1234, number);
	row.claims = LIMIT_EFFECT_CLAIMS;
	later = effect_claim_of(&row);
	id = effect_of_claim(&later, &number);
	assert_int_equal(LIMIT_EFFECT_CLAIMS, number);
}

static void an_open_one_is_in_doubt_past_its_time_or_its_attempt(void **state)
{
	(void)state;
	struct effect_row row = an_effect();
	assert_int_equal(EFFECT_OPEN, effect_state_at(&row, false, 999)); /* of nobody's attempt */
	assert_int_equal(EFFECT_IN_DOUBT, effect_state_at(&row, false, 1000));
	row.execution.bytes[0] = 1;
	assert_int_equal(EFFECT_OPEN, effect_state_at(&row, true, 999));
	assert_int_equal(EFFECT_IN_DOUBT, effect_state_at(&row, false, 999));
	assert_int_equal(EFFECT_IN_DOUBT, effect_state_at(&row, true, 1000));
	row.state = EFFECT_DONE;
	assert_int_equal(EFFECT_DONE, effect_state_at(&row, false, 5000));
	row.state = EFFECT_RELEASED;
	assert_int_equal(EFFECT_RELEASED, effect_state_at(&row, false, 5000));
}

static void a_row_is_told_by_all_its_texts(void **state)
{
	(void)state;
	struct effect_row row = an_effect();
	row.action_key = STR("charge");
	row.idempotency_key = STR("k");
	assert_true(effect_is_of(&row, STR("charge"), STR("k"), STR("")));
	assert_false(effect_is_of(&row, STR("charge"), STR("l"), STR("")));
	assert_false(effect_is_of(&row, STR("refund"), STR("k"), STR("")));
	assert_false(effect_is_of(&row, STR("charge"), STR("k"), STR("s")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_state_has_a_word_of_its_own),
		cmocka_unit_test(each_part_of_the_key_counts_and_where_it_ends),
		cmocka_unit_test(the_longest_texts_have_a_digest),
		cmocka_unit_test(a_claim_names_its_effect_and_its_number),
		cmocka_unit_test(an_open_one_is_in_doubt_past_its_time_or_its_attempt),
		cmocka_unit_test(a_row_is_told_by_all_its_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
