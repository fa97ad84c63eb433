/* Hashes of unique keys, and the filters over them. */
#include "store/key_records.h"

#include "base/check.h"

enum { OTHERS = 20000 };

static struct key_hash hash_of(u32 tenant, u64 key, enum unique_scope scope)
{
	const struct unique_key unique = {
		.tenant = { tenant }, .type = { 1 }, .scope = scope, .key = { key, 7 * key }
	};
	return key_hash_of(&unique);
}

/* So that no tenant can choose a key whose hash is that of another tenant's key. */
static void a_hash_names_its_tenant_and_whether_it_is_of_a_bucket(void **state)
{
	(void)state;
	for (u32 i = 0; i < 1000; i++) {
		u32 tenant = i * 2654435761u;
		struct key_hash hash = hash_of(tenant, i, i % 2 ? UNIQUE_BUCKET : UNIQUE_TTL);
		assert_int_equal((u32)(hash.b >> 1) ^ (u32)hash.a, tenant);
		assert_int_equal(key_hash_is_of_bucket(&hash), i % 2);
	}
}

/* Two bytes a key: about one of a thousand others passes, of the same tenant too. */
static void a_full_filter_lets_few_others_pass(void **state)
{
	u8 part[KEY_FILTER_BYTES] = { 0 };
	u32 passed = 0;
	(void)state;
	for (u32 i = 0; i < KEY_FILTER_RECORDS; i++) {
		struct key_hash hash = hash_of(3, i, UNIQUE_TTL);
		key_filter_add(part, &hash);
	}
	for (u32 i = 0; i < KEY_FILTER_RECORDS; i++) {
		struct key_hash hash = hash_of(3, i, UNIQUE_TTL);
		assert_true(key_filter_may_have(part, &hash));
	}
	for (u32 i = 0; i < OTHERS; i++) {
		struct key_hash hash = hash_of(3, KEY_FILTER_RECORDS + i, UNIQUE_TTL);
		passed += key_filter_may_have(part, &hash);
	}
	assert_true(passed < OTHERS / 250);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hash_names_its_tenant_and_whether_it_is_of_a_bucket),
		cmocka_unit_test(a_full_filter_lets_few_others_pass),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
