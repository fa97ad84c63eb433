#include "base/uuid.h"

#include "check.h"

static struct uuid parsed(const char *text)
{
	struct uuid uuid;
	assert_true(uuid_parse(str_from(text), &uuid));
	return uuid;
}

static void expect_text(struct uuid uuid, const char *text)
{
	char printed[UUID_TEXT_LEN];
	uuid_print(uuid, printed);
	assert_str(((str){ printed, sizeof printed }), str_from(text));
}

static void draw(struct prng *prng, u8 random[UUID7_RANDOM_LEN])
{
	for (u32 i = 0; i < UUID7_RANDOM_LEN; i++) random[i] = (u8)prng_next(prng);
}

/* RFC 9562, A.6: 2022-02-22T14:22:22-05:00, rand_a CC3, rand_b 18C4DC0C0C07398F. */
static void the_example_of_the_rfc_is_made(void **state)
{
	(void)state;
	static const u8 random[] = { 0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f };
	struct uuid uuid = uuid7_make(0x017f22e279b0, random);
	expect_text(uuid, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
	assert_int_equal(uuid7_msec(&uuid), 1645557742000);
	assert_int_equal(uuid_version(&uuid), 7);
}

static void version_and_variant_are_set_whatever_the_random_bits(void **state)
{
	(void)state;
	u8 random[UUID7_RANDOM_LEN];
	memset(random, 0xff, sizeof random);
	expect_text(uuid7_make(0, random), "00000000-0000-7fff-bfff-ffffffffffff");
	memset(random, 0, sizeof random);
	expect_text(uuid7_make(1, random), "00000000-0001-7000-8000-000000000000");
}

static void all_74_random_bits_are_used(void **state)
{
	(void)state;
	u8 none[UUID7_RANDOM_LEN] = { 0 };
	struct uuid base = uuid7_make(5, none);
	u32 used = 0;
	for (u32 bit = 0; bit < 80; bit++) {
		u8 one[UUID7_RANDOM_LEN] = { 0 };
		one[bit / 8] = (u8)(1u << bit % 8);
		struct uuid uuid = uuid7_make(5, one);
		used += !uuid_eq(&uuid, &base);
	}
	assert_int_equal(used, 74);
}

static void instants_out_of_range_are_cut(void **state)
{
	(void)state;
	u8 random[UUID7_RANDOM_LEN] = { 0 };
	struct uuid past = uuid7_make(-1, random);
	struct uuid far_past = uuid7_make(MSEC_MIN, random);
	struct uuid future = uuid7_make(MSEC_MAX, random);
	assert_int_equal(uuid7_msec(&past), 0);
	assert_int_equal(uuid7_msec(&far_past), 0);
	assert_int_equal(uuid7_msec(&future), MSEC_YEAR_9999_END);
}

static void text_of_either_case_is_read_and_printed_lower(void **state)
{
	(void)state;
	expect_text(parsed("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"),
		    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
	expect_text(parsed("abcdef01-2345-6789-AbCd-eF0123456789"),
		    "abcdef01-2345-6789-abcd-ef0123456789");
	expect_text(parsed("00000000-0000-0000-0000-000000000000"),
		    "00000000-0000-0000-0000-000000000000");
	struct uuid uuid = parsed("00010203-0405-0607-0809-0a0b0c0d0e0f");
	for (u8 i = 0; i < 16; i++) assert_int_equal(uuid.bytes[i], i);
}

static void any_uuid_survives_printing_and_reading(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	for (u32 i = 0; i < 10000; i++) {
		struct uuid uuid, again;
		char text[UUID_TEXT_LEN];
		for (u32 k = 0; k < 16; k++) uuid.bytes[k] = (u8)prng_next(&prng);
		uuid_print(uuid, text);
		assert_true(uuid_parse((str){ text, sizeof text }, &again));
		assert_true(uuid_eq(&uuid, &again));
	}
}

static void text_with_any_wrong_character_is_refused(void **state)
{
	(void)state;
	static const char good[] = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
	for (size_t place = 0; place < UUID_TEXT_LEN; place++) {
		for (u32 byte = 0; byte < 256; byte++) {
			char text[UUID_TEXT_LEN];
			struct uuid uuid = { { 77 } };
			memcpy(text, good, sizeof text);
			text[place] = (char)byte;
			bool is_hex = byte && strchr("0123456789abcdefABCDEF", (int)byte);
			bool is_good = good[place] == '-' ? byte == '-' : is_hex;
			assert_int_equal(uuid_parse((str){ text, sizeof text }, &uuid), is_good);
			if (!is_good) assert_int_equal(uuid.bytes[0], 77);
		}
	}
}

static void text_of_another_length_or_shape_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f0",
		"017f22e279b07cc398c4dc0c0c07398f",
		"{17f22e2-79b0-7cc3-98c4-dc0c0c07398}",
		"017f22e-279b0-7cc3-98c4-dc0c0c07398f",
		"-17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
	};
	struct uuid uuid;
	for (u32 i = 0; i < countof(bad); i++) assert_false(uuid_parse(str_from(bad[i]), &uuid));
	assert_false(uuid_parse((str){ NULL, 0 }, &uuid));
}

static void ids_compare_by_time_first(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	for (u32 i = 0; i < 1000; i++) {
		u8 random[UUID7_RANDOM_LEN];
		msec at = prng_between(&prng, 0, MSEC_YEAR_9999_END - 1);
		draw(&prng, random);
		struct uuid older = uuid7_make(at, random);
		draw(&prng, random);
		struct uuid newer = uuid7_make(at + 1, random);
		assert_true(uuid_compare(&older, &newer) < 0);
		assert_true(uuid_compare(&newer, &older) > 0);
		assert_true(uuid_compare(&newer, &newer) == 0);
		assert_int_equal(uuid7_msec(&older), at);
	}
}

static void nil_and_versions_are_told_apart(void **state)
{
	(void)state;
	struct uuid nil = { 0 };
	struct uuid four = parsed("919108f7-52d1-4320-9bac-f847db4148a8");
	struct uuid other_variant = parsed("919108f7-52d1-4320-cbac-f847db4148a8");
	assert_true(uuid_is_nil(&nil));
	assert_false(uuid_is_nil(&four));
	assert_int_equal(uuid_version(&nil), 0);
	assert_int_equal(uuid_version(&four), 4);
	assert_int_equal(uuid_version(&other_variant), 0);
}

/* --- the clock --- */

static void a_million_ids_of_one_millisecond_only_grow(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct uuid7_clock clock = { 0 };
	u8 random[UUID7_RANDOM_LEN];
	draw(&prng, random);
	struct uuid last = uuid7_next(&clock, 1000000, random);
	assert_int_equal(uuid7_msec(&last), 1000000);
	for (u32 i = 0; i < 1000000; i++) {
		u64 bits = prng_next(&prng);
		memcpy(random, &bits, sizeof bits);
		struct uuid next = uuid7_next(&clock, 1000000, random);
		if (uuid_compare(&last, &next) >= 0) fail_msg("id %u is not above the last", i);
		last = next;
	}
	/* At least 2,048 ids fit a millisecond, so at most this many were borrowed. */
	assert_true(uuid7_msec(&last) <= 1000000 + 1000000 / 2048);
	assert_int_equal(uuid_version(&last), 7);
}

static void ids_grow_when_the_wall_clock_jumps_about(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct uuid7_clock clock = { 0 };
	struct uuid last = { 0 };
	msec wall = 1700000000000;
	for (u32 i = 0; i < 100000; i++) {
		u8 random[UUID7_RANDOM_LEN];
		draw(&prng, random);
		if (prng_chance(&prng, 1, 3))
			wall = msec_add(wall, prng_between(&prng, -5000, 5000));
		if (prng_chance(&prng, 1, 5000))
			wall = prng_chance(&prng, 1, 2) ? -5 : 1700000000000;
		struct uuid next = uuid7_next(&clock, wall, random);
		assert_true(uuid_compare(&last, &next) < 0);
		assert_true(uuid7_msec(&next) >= wall);
		last = next;
	}
}

static void a_later_wall_clock_is_followed_at_once(void **state)
{
	(void)state;
	struct uuid7_clock clock = { 0 };
	u8 random[UUID7_RANDOM_LEN] = { 0 };
	struct uuid uuid = uuid7_next(&clock, 5000, random);
	assert_int_equal(uuid7_msec(&uuid), 5000);
	uuid = uuid7_next(&clock, 4000, random);
	assert_int_equal(uuid7_msec(&uuid), 5000);
	uuid = uuid7_next(&clock, 5001, random);
	assert_int_equal(uuid7_msec(&uuid), 5001);
}

static void a_used_up_counter_borrows_the_next_millisecond(void **state)
{
	(void)state;
	struct uuid7_clock clock = { 0 };
	u8 random[UUID7_RANDOM_LEN];
	memset(random, 0xff, sizeof random);
	struct uuid uuid = uuid7_next(&clock, 10, random);
	expect_text(uuid, "00000000-000a-77ff-bfff-ffffffffffff");
	for (u32 i = 0; i < 2048; i++) uuid = uuid7_next(&clock, 10, random);
	expect_text(uuid, "00000000-000a-7fff-bfff-ffffffffffff");
	uuid = uuid7_next(&clock, 10, random);
	expect_text(uuid, "00000000-000b-77ff-bfff-ffffffffffff");
	/* The wall clock catches up without a step back. */
	uuid = uuid7_next(&clock, 11, random);
	expect_text(uuid, "00000000-000b-7800-bfff-ffffffffffff");
}

static void at_the_end_of_time_ids_still_grow(void **state)
{
	(void)state;
	struct uuid7_clock clock = { 0 };
	u8 random[UUID7_RANDOM_LEN] = { 0 };
	struct uuid last = uuid7_next(&clock, MSEC_MAX, random);
	for (u32 i = 0; i < 10000; i++) {
		struct uuid next = uuid7_next(&clock, MSEC_MAX, random);
		assert_true(uuid_compare(&last, &next) < 0);
		last = next;
	}
}

static void ask_a_version_4_for_its_time(void *context)
{
	*(msec *)context = uuid7_msec(&(struct uuid){ { 0, 0, 0, 0, 0, 0, 0x40, 0, 0x80 } });
}

static void only_version_7_has_a_time(void **state)
{
	(void)state;
	msec at;
	assert_true(breaks_promise(ask_a_version_4_for_its_time, &at));
}

static void the_first_of_a_millisecond_stands_between_it_and_the_one_before(void **state)
{
	static const u8 least[UUID7_RANDOM_LEN] = { 0 };
	u8 most[UUID7_RANDOM_LEN];
	(void)state;
	memset(most, 0xff, sizeof most);
	struct uuid first = uuid7_first(1700000000000);
	struct uuid before = uuid7_make(1699999999999, most);
	struct uuid at_it = uuid7_make(1700000000000, least);
	struct uuid nothing = uuid7_first(0);
	assert_true(uuid_compare(&before, &first) < 0);
	assert_true(uuid_compare(&first, &at_it) < 0);
	assert_true(uuid_is_nil(&nothing));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_example_of_the_rfc_is_made),
		cmocka_unit_test(version_and_variant_are_set_whatever_the_random_bits),
		cmocka_unit_test(all_74_random_bits_are_used),
		cmocka_unit_test(instants_out_of_range_are_cut),
		cmocka_unit_test(text_of_either_case_is_read_and_printed_lower),
		cmocka_unit_test(any_uuid_survives_printing_and_reading),
		cmocka_unit_test(text_with_any_wrong_character_is_refused),
		cmocka_unit_test(text_of_another_length_or_shape_is_refused),
		cmocka_unit_test(ids_compare_by_time_first),
		cmocka_unit_test(nil_and_versions_are_told_apart),
		cmocka_unit_test(a_million_ids_of_one_millisecond_only_grow),
		cmocka_unit_test(ids_grow_when_the_wall_clock_jumps_about),
		cmocka_unit_test(a_later_wall_clock_is_followed_at_once),
		cmocka_unit_test(a_used_up_counter_borrows_the_next_millisecond),
		cmocka_unit_test(at_the_end_of_time_ids_still_grow),
		cmocka_unit_test(only_version_7_has_a_time),
		cmocka_unit_test(the_first_of_a_millisecond_stands_between_it_and_the_one_before),
	};
	return cmocka_run_group_tests_name("base/uuid", tests, NULL, NULL);
}
