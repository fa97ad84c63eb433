#include "api/cursor.h"

#include "base/check.h"

static void a_cursor_leads_back_to_its_place_in_its_list_alone(void **state)
{
	static const struct cursor_key key = { { 1 } }, other = { { 2 } };
	struct arena arena;
	struct buf text;
	str place;
	(void)state;
	arena_init(&arena, 65536);
	buf_init(&text, 4096);
	cursor_print(&key, STR("tasks\nacme"), STR("\0\1place"), &text);
	str cursor = buf_view(&text);
	assert_true(cursor_parse(&key, STR("tasks\nacme"), cursor, &arena, &place));
	assert_str(place, STR("\0\1place"));
	assert_false(cursor_parse(&key, STR("tasks\nrival"), cursor, &arena, &place));
	assert_false(cursor_parse(&key, STR("tasks\nacm"), cursor, &arena, &place));
	assert_false(cursor_parse(&other, STR("tasks\nacme"), cursor, &arena, &place));
	for (size_t i = 0; i < text.len; i++) {
		char kept = text.at[i];
		text.at[i] = kept == '0' ? '1' : '0';
		assert_false(cursor_parse(&key, STR("tasks\nacme"), cursor, &arena, &place));
		text.at[i] = kept;
	}
	arena_done(&arena);
	buf_done(&text);
}

static void what_is_no_cursor_is_refused(void **state)
{
	static const struct cursor_key key = { { 1 } };
	struct arena arena;
	char large[2000];
	str place;
	(void)state;
	arena_init(&arena, 65536);
	memset(large, 'a', sizeof large);
	assert_false(cursor_parse(&key, STR("x"), STR(""), &arena, &place));
	assert_false(cursor_parse(&key, STR("x"), STR("zz"), &arena, &place));
	assert_false(cursor_parse(&key, STR("x"), STR("0123456789abcdef0"), &arena, &place));
	assert_false(cursor_parse(&key, STR("x"), (str){ large, sizeof large }, &arena, &place));
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cursor_leads_back_to_its_place_in_its_list_alone),
		cmocka_unit_test(what_is_no_cursor_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
