/* Versions as clients see them: one to one, and no measure. */
#include "api/version.h"

#include "base/check.h"

static struct hash_key key_of(u8 byte)
{
	struct seal_key seal_key;
	memset(seal_key.bytes, byte, sizeof seal_key.bytes);
	return version_key(&seal_key);
}

static void what_is_shown_is_read_again(void **state)
{
	(void)state;
	struct hash_key key = key_of(1);
	for (u64 version = 1; version < 20000; version++) {
		u64 shown = version_show(key, version);
		assert_true(shown > 0 && shown < (u64)1 << VERSION_BITS);
		assert_int_equal(version_read(key, shown), version);
	}
	u64 last = ((u64)1 << VERSION_BITS) - 1;
	assert_int_equal(version_read(key, version_show(key, last)), last);
	assert_int_equal(version_show(key, 0), 0);
	assert_int_equal(version_read(key, 0), 0);
	assert_int_equal(version_read(key, last + 1), 0);
	assert_int_equal(version_read(key, UINT64_MAX), 0);
}

/* Both ways around 0, which is no version. */
static void nothing_becomes_none(void **state)
{
	(void)state;
	for (u8 byte = 0; byte < 50; byte++) {
		struct hash_key key = key_of(byte);
		u64 none = 0;
		/* What would be shown as 0 is shown as what 0 would be. */
		for (u64 shown = 1; shown < 200; shown++)
			none += version_show(key, version_read(key, shown)) != shown;
		assert_int_equal(none, 0);
	}
}

static void what_follows_is_far_away_and_another_key_shows_another(void **state)
{
	(void)state;
	struct hash_key key = key_of(1), other = key_of(2);
	u32 up = 0, near = 0, same = 0;
	for (u64 version = 1; version <= 1000; version++) {
		u64 shown = version_show(key, version), next = version_show(key, version + 1);
		up += next > shown;
		near += (next > shown ? next - shown : shown - next) < (u64)1 << 40;
		same += shown == version_show(other, version);
	}
	assert_true(up > 400 && up < 600);
	assert_true(near < 10);
	assert_int_equal(same, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_shown_is_read_again),
		cmocka_unit_test(nothing_becomes_none),
		cmocka_unit_test(what_follows_is_far_away_and_another_key_shows_another),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
