/* What a call made, as bytes and back. */
#include "model/replay.h"

#include "base/check.h"

static struct replay_entry entry_of(u8 byte, enum err err, bool is_duplicate)
{
	struct replay_entry entry = { .err = err, .is_duplicate = is_duplicate };
	memset(entry.id.bytes, byte, sizeof entry.id.bytes);
	return entry;
}

static void entries_come_back_in_order(void **state)
{
	const struct replay_entry entries[] = { entry_of(1, ERR_OK, false),
						entry_of(0, ERR_INVALID, false),
						entry_of(9, ERR_OK, true),
						{ .is_duplicate = true, .is_replaced = true } };
	u8 bytes[countof(entries) * REPLAY_ENTRY_BYTES];
	struct replay_entry read;
	(void)state;
	for (u32 i = 0; i < countof(entries); i++)
		replay_pack(&entries[i], bytes + i * REPLAY_ENTRY_BYTES);
	str rest = { (const char *)bytes, sizeof bytes };
	for (u32 i = 0; i < countof(entries); i++) {
		assert_true(replay_unpack(&rest, &read));
		assert_memory_equal(read.id.bytes, entries[i].id.bytes, sizeof read.id.bytes);
		assert_int_equal(read.err, entries[i].err);
		assert_int_equal(read.is_duplicate, entries[i].is_duplicate);
		assert_int_equal(read.is_replaced, entries[i].is_replaced);
	}
	assert_false(replay_unpack(&rest, &read));
	assert_int_equal(rest.len, 0);
}

static void bytes_that_are_none_of_ours_are_left_where_they_are(void **state)
{
	const struct replay_entry good = entry_of(1, ERR_OK, false);
	u8 bytes[REPLAY_ENTRY_BYTES];
	struct replay_entry read;
	(void)state;
	for (u32 broken = 0; broken < 3; broken++) {
		replay_pack(&good, bytes);
		if (broken == 1) bytes[16] = ERR_COUNT;
		if (broken == 2) bytes[17] = 2;
		str rest = { (const char *)bytes, broken ? sizeof bytes : sizeof bytes - 1 };
		assert_false(replay_unpack(&rest, &read));
		assert_true(rest.len > 0);
	}
}

static void a_number_comes_back_as_it_was(void **state)
{
	const u64 numbers[] = { 0, 7, (u64)INT64_MAX, UINT64_MAX };
	u8 bytes[REPLAY_ENTRY_BYTES];
	struct replay_entry read;
	(void)state;
	for (u32 i = 0; i < countof(numbers); i++) {
		struct replay_entry entry = replay_number(numbers[i]);
		replay_pack(&entry, bytes);
		str rest = { (const char *)bytes, sizeof bytes };
		assert_true(replay_unpack(&rest, &read));
		assert_true(replay_number_of(&read) == numbers[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_come_back_in_order),
		cmocka_unit_test(a_number_comes_back_as_it_was),
		cmocka_unit_test(bytes_that_are_none_of_ours_are_left_where_they_are),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
