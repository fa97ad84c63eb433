#include "base/hash.h"

#include "check.h"

/* From OpenSSL 3: `openssl mac -macopt c-rounds:1 -macopt d-rounds:3 -macopt size:8 SIPHASH`, with
 * the key 00 01 .. 0f over the bytes 00 01 02 .. of that length. */
static const struct {
	size_t len;
	u64 hash;
} siphash13[] = {
	{ 0, 0xabac0158050fc4dc },  { 1, 0xc9f49bf37d57ca93 },  { 7, 0xd3927d989bb11140 },
	{ 8, 0x369095118d299a8e },  { 9, 0x25a48eb36c063de4 },  { 15, 0xd320d86d2a519956 },
	{ 16, 0xcc4fdd1a7d908b66 }, { 63, 0x9d199062b7bbb3a8 },
};

static void bytes_hash_as_the_published_function_does(void **state)
{
	(void)state;
	struct hash_key key = { 0x0706050403020100, 0x0f0e0d0c0b0a0908 };
	char message[64];
	for (size_t i = 0; i < sizeof message; i++) message[i] = (char)i;
	for (size_t i = 0; i < countof(siphash13); i++)
		assert_int_equal(hash_bytes(key, (str){ message, siphash13[i].len }),
				 siphash13[i].hash);
	/* Python 3.11 with PYTHONHASHSEED=0: hash(b"belfry"). */
	assert_int_equal(hash_bytes((struct hash_key){ 0 }, STR("belfry")), 0xca906f5299390b98);
}

static void the_place_of_the_bytes_does_not_matter(void **state)
{
	(void)state;
	struct hash_key key = hash_key_from_seed(1);
	char room[80];
	u64 expected = hash_bytes(key, STR("a name of a queue, and more"));
	for (size_t offset = 0; offset < 16; offset++) {
		memcpy(room + offset, "a name of a queue, and more", 27);
		assert_int_equal(hash_bytes(key, (str){ room + offset, 27 }), expected);
	}
	assert_int_equal(hash_bytes(key, (str){ NULL, 0 }), hash_bytes(key, STR("")));
}

static void length_and_trailing_zeros_count(void **state)
{
	(void)state;
	struct hash_key key = hash_key_from_seed(1);
	static const char zeros[40];
	for (size_t a = 0; a < sizeof zeros; a++) {
		for (size_t b = 0; b < a; b++)
			assert_true(hash_bytes(key, (str){ zeros, a }) !=
				    hash_bytes(key, (str){ zeros, b }));
	}
}

static void seeds_make_different_hashes(void **state)
{
	(void)state;
	static const u8 id[16] = { 1, 2, 3 };
	for (u64 seed = 0; seed < 1000; seed++) {
		struct hash_key a = hash_key_from_seed(seed);
		struct hash_key b = hash_key_from_seed(seed + 1);
		assert_true(hash_bytes(a, STR("mail")) != hash_bytes(b, STR("mail")));
		assert_true(hash_u64(a, 5) != hash_u64(b, 5));
		assert_true(hash_16_bytes(a, id) != hash_16_bytes(b, id));
	}
}

/* The inverse of hash_mix, step by step backwards. */
static u64 unmix(u64 value)
{
	value ^= value >> 31 ^ value >> 62;
	value *= 0x319642b2d24d8ec3;
	value ^= value >> 27 ^ value >> 54;
	value *= 0x96de1b173f119089;
	return value ^ value >> 30 ^ value >> 60;
}

static void numbers_are_mixed_one_to_one(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct hash_key key = hash_key_from_seed(prng_next(&prng));
	for (u32 i = 0; i < 100000; i++) {
		u64 value = i % 2 ? prng_next(&prng) : i;
		assert_int_equal(unmix(hash_mix(value)), value);
		assert_int_equal(unmix(hash_u64(key, value)) ^ key.a, value);
	}
}

/* Which hash is measured: of a 16-byte input of which the first 8 bytes or all are used. */
static u64 measured(u32 which, struct hash_key key, const u8 input[16])
{
	if (which == 0) return hash_u64(key, hash_load_u64(input));
	if (which == 1) return hash_16_bytes(key, input);
	return hash_bytes(key, (str){ (const char *)input, 16 });
}

/* Flipping any one bit of the input flips each bit of the output about half the time. */
static void a_changed_bit_changes_half_of_all_bits(void **state)
{
	(void)state;
	enum { SAMPLES = 2000 };
	struct prng prng = prng_init(20261116); /* fixed: chance must not fail a test */
	struct hash_key key = hash_key_from_seed(7);
	for (u32 which = 0; which < 3; which++) {
		for (u32 bit = 0; bit < (which == 0 ? 64u : 128u); bit++) {
			u32 flips[64] = { 0 };
			for (u32 i = 0; i < SAMPLES; i++) {
				u8 input[16];
				for (u32 k = 0; k < 16; k++) input[k] = (u8)prng_next(&prng);
				u64 before = measured(which, key, input);
				input[bit / 8] = (u8)(input[bit / 8] ^ 1u << bit % 8);
				u64 changed = before ^ measured(which, key, input);
				for (u32 k = 0; k < 64; k++) flips[k] += (u32)(changed >> k & 1);
			}
			for (u32 k = 0; k < 64; k++)
				assert_in_range(flips[k], SAMPLES * 4 / 10, SAMPLES * 6 / 10);
		}
	}
}

/* Chi-square over 1024 bins of the upper ten bits, which choose a table's slot. About 1023 for a
 * fair hash, with a standard deviation of 45. */
static double unevenness(const u32 bins[1024], double expected)
{
	double sum = 0;
	for (u32 i = 0; i < 1024; i++) {
		double off = bins[i] - expected;
		sum += off * off / expected;
	}
	return sum;
}

/* Regular inputs: counting up by 1, 8, 4096, 2^32 and 2^52, in either half. */
static void regular_inputs_spread_evenly(void **state)
{
	(void)state;
	static const u32 strides[] = { 0, 3, 12, 32, 52 };
	enum { COUNT = 1 << 12 };
	for (u32 which = 0; which < 3; which++) {
		for (u32 i = 0; i < countof(strides) * 2; i++) {
			u32 bins[1024] = { 0 };
			for (u64 n = 0; n < COUNT; n++) {
				u64 value = n << strides[i / 2];
				u8 input[16] = { 0 };
				for (u32 k = 0; k < 8; k++)
					input[k + (which && i % 2 ? 8 : 0)] = (u8)(value >> 8 * k);
				bins[measured(which, hash_key_from_seed(3), input) >> 54]++;
			}
			/* Too even is welcome: sequences may spread better than chance. */
			assert_true(unevenness(bins, COUNT / 1024.0) < 1023 + 6 * 45);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_hash_as_the_published_function_does),
		cmocka_unit_test(the_place_of_the_bytes_does_not_matter),
		cmocka_unit_test(length_and_trailing_zeros_count),
		cmocka_unit_test(seeds_make_different_hashes),
		cmocka_unit_test(numbers_are_mixed_one_to_one),
		cmocka_unit_test(a_changed_bit_changes_half_of_all_bits),
		cmocka_unit_test(regular_inputs_spread_evenly),
	};
	return cmocka_run_group_tests_name("base/hash", tests, NULL, NULL);
}
