#include "api/seal.h"

#include "base/check.h"

static const struct seal_key key = { { 1, 2, 3 } };
static const u8 nonce[SEAL_NONCE_BYTES] = { 9 };

static void what_is_sealed_opens_in_its_place_alone(void **state)
{
	struct arena arena;
	str sealed, plain;
	(void)state;
	arena_init(&arena, 65536);
	assert_int_equal(ERR_OK,
			 seal(&key, STR("acme/api"), STR("hunter2"), nonce, &arena, &sealed));
	for (size_t i = 0; i + 7 <= sealed.len; i++)
		assert_false(str_eq(str_slice(sealed, i, i + 7), STR("hunter2")));
	assert_int_equal(ERR_OK, unseal(&key, STR("acme/api"), sealed, &arena, &plain));
	assert_str(plain, STR("hunter2"));
	assert_int_equal(ERR_STORE_DAMAGED, unseal(&key, STR("rival/api"), sealed, &arena, &plain));
	static const struct seal_key other = { { 1, 2, 4 } };
	assert_int_equal(ERR_STORE_DAMAGED,
			 unseal(&other, STR("acme/api"), sealed, &arena, &plain));
	arena_done(&arena);
}

static void every_altered_byte_is_noticed(void **state)
{
	struct arena arena;
	str sealed, plain;
	char text[200];
	(void)state;
	arena_init(&arena, (size_t)1 << 20);
	assert_int_equal(ERR_OK, seal(&key, STR("a"), STR("secret"), nonce, &arena, &sealed));
	memcpy(text, sealed.at, sealed.len);
	for (size_t i = 0; i < sealed.len; i++) {
		char kept = text[i];
		text[i] = kept == '0' ? '1' : '0';
		assert_int_equal(ERR_STORE_DAMAGED,
				 unseal(&key, STR("a"), (str){ text, sealed.len }, &arena, &plain));
		text[i] = kept;
	}
	assert_int_equal(ERR_STORE_DAMAGED, unseal(&key, STR("a"), STR("00"), &arena, &plain));
	assert_int_equal(ERR_STORE_DAMAGED, unseal(&key, STR("a"), STR(""), &arena, &plain));
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_sealed_opens_in_its_place_alone),
		cmocka_unit_test(every_altered_byte_is_noticed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
