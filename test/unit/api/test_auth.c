#include "api/auth.h"

#include "base/check.h"

static struct auth *new_auth(void)
{
	struct auth *auth = NULL;
	assert_int_equal(ERR_OK, auth_new(1, &auth));
	return auth;
}

static struct token_row some_row(const u8 *secret)
{
	struct token_row row = { .role = ROLE_WORKER,
				 .tenant = STR("acme"),
				 .user = STR("ann"),
				 .name = STR("a \"name\""),
				 .until = 5000,
				 .queues_len = 2,
				 .queues = { STR("default"), STR("mail") } };
	row.id.bytes[0] = 7;
	row.hash = token_hash(secret);
	return row;
}

static void a_right_token_is_let_in_until_its_time(void **state)
{
	u8 secret[TOKEN_SECRET_BYTES] = { 5 };
	char text[TOKEN_TEXT_BYTES];
	const struct token_row *found = NULL;
	(void)state;
	struct auth *auth = new_auth();
	struct token_row row = some_row(secret);
	token_print(&row.id, secret, text);
	str token = { text, sizeof text };
	assert_int_equal(ERR_UNAUTHORIZED, auth_check(auth, token, 1000, &found));
	assert_int_equal(ERR_OK, auth_put(auth, &row));
	assert_int_equal(1, auth_count(auth));
	assert_int_equal(ERR_OK, auth_check(auth, token, 4999, &found));
	assert_int_equal(ERR_OK, auth_check_again(auth, &row.id, 4999, &found));
	assert_int_equal(ERR_UNAUTHORIZED, auth_check_again(auth, &row.id, 5000, &found));
	assert_str(found->tenant, STR("acme"));
	assert_int_equal(2, found->queues_len);
	assert_int_equal(ERR_UNAUTHORIZED, auth_check(auth, token, 5000, &found));
	secret[0] = 6;
	token_print(&row.id, secret, text);
	assert_int_equal(ERR_UNAUTHORIZED, auth_check(auth, token, 1000, &found));
	assert_int_equal(ERR_UNAUTHORIZED, auth_check(auth, STR("belfry_x"), 1000, &found));
	auth_remove(auth, &row.id);
	auth_remove(auth, &row.id);
	assert_int_equal(0, auth_count(auth));
	auth_free(auth);
}

static void putting_again_replaces(void **state)
{
	u8 secret[TOKEN_SECRET_BYTES] = { 5 };
	char text[TOKEN_TEXT_BYTES];
	const struct token_row *found = NULL;
	(void)state;
	struct auth *auth = new_auth();
	struct token_row row = some_row(secret);
	assert_int_equal(ERR_OK, auth_put(auth, &row));
	row.role = ROLE_VIEWER;
	assert_int_equal(ERR_OK, auth_put(auth, &row));
	assert_int_equal(1, auth_count(auth));
	token_print(&row.id, secret, text);
	assert_int_equal(ERR_OK, auth_check(auth, (str){ text, sizeof text }, 1, &found));
	assert_int_equal(ROLE_VIEWER, found->role);
	auth_free(auth);
}

static void who_guesses_waits_longer_and_longer_and_is_forgiven(void **state)
{
	(void)state;
	struct auth *auth = new_auth();
	for (u32 i = 0; i < 10; i++) {
		assert_int_equal(0, auth_penalty(auth, STR("192.0.2.1"), 1000));
		auth_note_wrong(auth, STR("192.0.2.1"), 1000);
	}
	auth_note_wrong(auth, STR("192.0.2.1"), 1000);
	assert_int_equal(1, auth_penalty(auth, STR("192.0.2.1"), 1000));
	for (u32 i = 0; i < 1000; i++) auth_note_wrong(auth, STR("192.0.2.1"), 1000);
	assert_int_equal(60, auth_penalty(auth, STR("192.0.2.1"), 1000));
	assert_int_equal(50, auth_penalty(auth, STR("192.0.2.1"), 11000));
	assert_int_equal(0, auth_penalty(auth, STR("192.0.2.1"), 100000));
	assert_int_equal(0, auth_penalty(auth, STR("2001:db8::1"), 1000));
	auth_free(auth);
}

static void a_row_is_read_as_it_was_written(void **state)
{
	u8 secret[TOKEN_SECRET_BYTES] = { 5 };
	struct buf body;
	struct arena arena;
	struct token_row again = { 0 };
	(void)state;
	struct token_row row = some_row(secret);
	buf_init(&body, 4096);
	arena_init(&arena, 65536);
	token_row_write(&row, &body);
	assert_true(token_row_read(buf_view(&body), &arena, &again));
	assert_true(token_hash_eq(&row.hash, &again.hash));
	assert_int_equal(row.role, again.role);
	assert_str(again.user, row.user);
	assert_str(again.name, row.name);
	assert_int_equal(2, again.queues_len);
	assert_str(again.queues[1], STR("mail"));
	assert_false(token_row_read(STR("{\"role\":\"viewer\"}"), &arena, &again));
	assert_false(token_row_read(STR("nonsense"), &arena, &again));
	arena_done(&arena);
	buf_done(&body);
}

static void faults_of_memory_leak_nothing(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	u8 secret[TOKEN_SECRET_BYTES] = { 5 };
	for (u64 nth = 1; nth < 20; nth++) {
		struct auth *auth = NULL;
		watch = (struct mem_watch){ .refuse = check_refuse_nth, .context = &nth };
		mem_set_watch(&watch);
		struct token_row row = some_row(secret);
		if (auth_new(1, &auth) == ERR_OK && auth_put(auth, &row) != ERR_OK)
			assert_int_equal(0, auth_count(auth));
		auth_free(auth);
		mem_set_watch(NULL);
		assert_int_equal(0, watch.live);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_right_token_is_let_in_until_its_time),
		cmocka_unit_test(putting_again_replaces),
		cmocka_unit_test(who_guesses_waits_longer_and_longer_and_is_forgiven),
		cmocka_unit_test(a_row_is_read_as_it_was_written),
		cmocka_unit_test(faults_of_memory_leak_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
