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
		cmocka_unit_test(any_other_text_has_another),
		cmocka_unit_test(only_the_bytes_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
