/* Places as clients see them: one to one, and no measure. */
#include "api/place.h"

#include "base/check.h"

static struct hash_key key_of(u8 byte)
{
	struct seal_key seal_key;
	memset(seal_key.bytes, byte, sizeof seal_key.bytes);
	return place_key(&seal_key);
}

static str print(struct hash_key key, u64 turn, u32 at, struct buf *text)
{
	buf_clear(text);
	place_print(key, (struct event_place){ turn, at }, text);
	return buf_view(text);
}

static void a_shown_place_is_read_again(void **state)
{
	static const u64 turns[] = { 0, 1, 2, 77, 1ull << 52, INT64_MAX };
	static const u32 ats[] = { 0, 1, 6, 1073741825, UINT32_MAX };
	struct hash_key key = key_of(1);
	struct event_place place;
	struct buf text;
	(void)state;
	buf_init(&text, 100);
	for (u32 i = 0; i < countof(turns) * countof(ats); i++) {
		u64 turn = turns[i % countof(turns)];
		u32 at = ats[i / countof(turns)];
		assert_true(place_parse(key, print(key, turn, at, &text), &place));
		assert_int_equal(place.turn, turn);
		assert_int_equal(place.at, at);
	}
	assert_str(print(key, 0, 0, &text), STR("0-0"));
	buf_done(&text);
}

/* Ids of an earlier build would measure, made-up ids and those of another server are none. */
static void no_other_id_is_read(void **state)
{
	static const char *const none[] = {
		"", "1204-6", "0-1", "4-0", "0", "yesterday", "01890a5d-ac96-774b-bcce-000000000017"
	};
	struct event_place place;
	struct buf text;
	(void)state;
	buf_init(&text, 100);
	for (u32 i = 0; i < countof(none); i++)
		assert_false(place_parse(key_of(1), str_from(none[i]), &place));
	assert_false(place_parse(key_of(2), print(key_of(1), 5, 0, &text), &place));
	buf_done(&text);
}

/* Neighbours in time are as far from each other as any two: about half of 128 bits differ. */
static void places_that_follow_each_other_are_not_alike(void **state)
{
	struct buf text;
	struct uuid last, next;
	(void)state;
	buf_init(&text, 100);
	assert_true(uuid_parse(print(key_of(1), 1, 0, &text), &last));
	for (u64 turn = 2; turn < 500; turn++, last = next) {
		u32 bits = 0;
		assert_true(uuid_parse(print(key_of(1), turn, 0, &text), &next));
		for (u32 i = 0; i < sizeof last.bytes; i++)
			bits += (u32)__builtin_popcount(last.bytes[i] ^ next.bytes[i]);
		assert_in_range(bits, 32, 96);
	}
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_shown_place_is_read_again),
		cmocka_unit_test(no_other_id_is_read),
		cmocka_unit_test(places_that_follow_each_other_are_not_alike),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
