#include "model/rows.h"

#include "base/check.h"

/* Kept in rows for good, so these values may never change. They are what the xxhsum program of the
 * xxhash package prints. */
static void a_text_has_the_same_digest_for_good(void **state)
{
	(void)state;
	char bytes[1000];
	for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i % 256);
	struct digest empty = { 0x99aa06d3014798d8, 0x6001c324468d497f };
	struct digest key = { 0xe0ca1d4e1bfe84be, 0xa4a9fec572ee702c };
	struct digest thousand = { 0x076f7e02b7120d2a, 0xd33dd80b46f60e50 };
	assert_true(digest_eq(digest_of((str){ 0 }), empty));
	assert_true(digest_eq(digest_of(STR("")), empty));
	assert_true(digest_eq(digest_of(STR("order:42")), key));
	assert_true(digest_eq(digest_of((str){ bytes, sizeof bytes }), thousand));
}

/* Also kept in rows: the tenant, then each text behind its length, the lowest byte first. */
static void texts_that_belong_together_have_one_digest(void **state)
{
	(void)state;
	tenant_no tenant = { 0x0201 };
	str texts[] = { STR("ab"), STR(""), STR("c") };
	str moved[] = { STR("a"), STR(""), STR("bc") };
	str bytes = { "\1\2\0\0\2\0ab\0\0\1\0c", 13 };
	assert_true(digest_eq(digest_of_texts(tenant, texts, 3), digest_of(bytes)));
	assert_false(digest_eq(digest_of_texts(tenant, moved, 3), digest_of(bytes)));
	assert_false(digest_eq(digest_of_texts((tenant_no){ 1 }, texts, 3), digest_of(bytes)));
}

static void any_other_text_has_another(void **state)
{
	(void)state;
	struct digest zero = digest_of((str){ "\0", 1 });
	assert_false(digest_eq(zero, digest_of(STR(""))));
	assert_false(digest_eq(zero, digest_of((str){ "\0\0", 2 })));
	assert_false(digest_eq(digest_of(STR("a")), digest_of(STR("b"))));
	assert_false(digest_eq((struct digest){ 1, 2 }, (struct digest){ 1, 3 }));
	assert_false(digest_eq((struct digest){ 1, 2 }, (struct digest){ 0, 2 }));
}

/* The bytes count, not where they stand. */
static void only_the_bytes_count(void **state)
{
	(void)state;
	char bytes[600];
	for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i % 200 * 7);
	for (size_t len = 0; len <= 200; len++) {
		struct digest first = digest_of((str){ bytes, len });
		assert_true(digest_eq(first, digest_of((str){ bytes + 200, len })));
		assert_true(digest_eq(first, digest_of((str){ bytes + 400, len })));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_has_the_same_digest_for_good),
		cmocka_unit_test(texts_that_belong_together_have_one_digest),
		cmocka_unit_test(any_other_text_has_another),
		cmocka_unit_test(only_the_bytes_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
