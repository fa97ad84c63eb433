#include "api/token.h"

#include "base/check.h"

static const struct uuid some_id = { { 1, 2, 3, 0xfe } };

static void a_token_parses_to_what_it_was_printed_from(void **state)
{
	u8 secret[TOKEN_SECRET_BYTES], again[TOKEN_SECRET_BYTES];
	char text[TOKEN_TEXT_BYTES];
	struct uuid id;
	(void)state;
	for (u32 i = 0; i < sizeof secret; i++) secret[i] = (u8)(i * 37);
	token_print(&some_id, secret, text);
	assert_true(str_starts_with((str){ text, sizeof text }, STR("belfry_010203fe")));
	/* The checksum is the CRC-32 that everybody has: recognisers of leaked secrets use it. */
	assert_memory_equal(text + TOKEN_TEXT_BYTES - 8, "a1e3ec1d", 8);
	assert_true(token_parse((str){ text, sizeof text }, &id, again));
	assert_true(uuid_eq(&id, &some_id));
	assert_memory_equal(secret, again, sizeof secret);
}

static void every_single_changed_character_is_noticed(void **state)
{
	u8 secret[TOKEN_SECRET_BYTES] = { 9 };
	char text[TOKEN_TEXT_BYTES];
	struct uuid id;
	(void)state;
	token_print(&some_id, secret, text);
	for (size_t i = 0; i < sizeof text; i++) {
		char kept = text[i];
		text[i] = kept == '0' ? '1' : '0';
		assert_false(token_parse((str){ text, sizeof text }, &id, secret));
		text[i] = kept;
	}
	assert_false(token_parse((str){ text, sizeof text - 1 }, &id, secret));
	assert_false(token_parse(STR(""), &id, secret));
}

static void hashes_and_secrets_are_compared_whole(void **state)
{
	u8 secret[TOKEN_SECRET_BYTES] = { 1 };
	(void)state;
	struct token_hash a = token_hash(secret);
	struct token_hasher *hasher = token_hasher_new();
	assert_non_null(hasher);
	for (u32 i = 0; i < 3; i++) {
		struct token_hash again = token_hash_with(hasher, secret);
		assert_true(token_hash_eq(&a, &again));
	}
	token_hasher_free(hasher);
	token_hasher_free(NULL);
	secret[31] = 1;
	struct token_hash b = token_hash(secret);
	assert_false(token_hash_eq(&a, &b));
	assert_true(token_hash_eq(&a, &a));
	assert_true(secret_eq(STR("abc"), STR("abc")));
	assert_false(secret_eq(STR("abc"), STR("abd")));
	assert_false(secret_eq(STR("abc"), STR("ab")));
	assert_true(secret_eq(STR(""), STR("")));
	secret_forget(secret, sizeof secret);
	assert_int_equal(0, secret[31]);
}

static void hexadecimal_text_is_read_strictly(void **state)
{
	u8 bytes[2];
	(void)state;
	assert_true(hex_parse(STR("00ff"), bytes, 2));
	assert_int_equal(0xff, bytes[1]);
	assert_false(hex_parse(STR("00fF"), bytes, 2));
	assert_false(hex_parse(STR("00f"), bytes, 2));
	assert_false(hex_parse(STR("00fg"), bytes, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_parses_to_what_it_was_printed_from),
		cmocka_unit_test(every_single_changed_character_is_noticed),
		cmocka_unit_test(hashes_and_secrets_are_compared_whole),
		cmocka_unit_test(hexadecimal_text_is_read_strictly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
