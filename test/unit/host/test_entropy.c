/* Random bytes of the system. */
#include "host/entropy.h"

#include "base/check.h"

static void bytes_are_filled_to_the_end_and_differ(void **state)
{
	(void)state;
	static u8 first[1000], second[1000];
	entropy_fill(first, sizeof first);
	entropy_fill(second, sizeof second);
	assert_memory_not_equal(first, second, sizeof first);
	u32 zeros = 0;
	for (size_t i = sizeof first - 64; i < sizeof first; i++) zeros += first[i] == 0;
	assert_true(zeros < 32);
	entropy_fill(first, 0);
}

static bool has_run_of(const u8 *bytes, size_t len, const u8 *piece, size_t piece_len)
{
	for (size_t i = 0; i + piece_len <= len; i++) {
		if (!memcmp(bytes + i, piece, piece_len)) return true;
	}
	return false;
}

static void drawn_bytes_never_repeat_and_leave_the_pool(void **state)
{
	(void)state;
	static struct entropy_pool pool;
	static u8 all[4 * sizeof pool.bytes];
	enum { PIECE = 24 };
	for (size_t at = 0; at + PIECE <= sizeof all; at += PIECE) {
		entropy_draw(&pool, all + at, PIECE);
		assert_false(has_run_of(all, at, all + at, PIECE / 2));
		assert_false(has_run_of(pool.bytes, sizeof pool.bytes, all + at, PIECE / 2));
	}
}

static void a_long_draw_passes_the_pool_by(void **state)
{
	(void)state;
	static struct entropy_pool pool;
	static u8 first[sizeof pool.bytes + 1], second[sizeof first];
	entropy_draw(&pool, first, sizeof first);
	entropy_draw(&pool, second, sizeof second);
	assert_memory_not_equal(first, second, sizeof first);
	assert_int_equal(pool.left, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_are_filled_to_the_end_and_differ),
		cmocka_unit_test(drawn_bytes_never_repeat_and_leave_the_pool),
		cmocka_unit_test(a_long_draw_passes_the_pool_by),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
