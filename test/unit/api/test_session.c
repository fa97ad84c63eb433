#include "api/session.h"

#include "base/check.h"

static const struct who ann = { .tenant = STR("acme"), .user = STR("ann"), .role = ROLE_OPERATOR };
static const u8 random_a[SESSION_ID_BYTES] = { 1 }, random_b[SESSION_ID_BYTES] = { 2 };

static void a_code_starts_one_session_within_its_time(void **state)
{
	struct sessions *sessions = NULL;
	char code[SESSION_TEXT_BYTES], id[SESSION_TEXT_BYTES];
	struct who who;
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(&sessions));
	assert_int_equal(ERR_OK, sessions_add_code(sessions, &ann, random_a, 1000, code));
	str text = { code, sizeof code };
	assert_false(sessions_find(sessions, text, 1000, &who));
	assert_true(sessions_take_code(sessions, text, 1000, &who));
	assert_str(who.tenant, STR("acme"));
	assert_false(sessions_take_code(sessions, text, 1000, &who));
	assert_int_equal(ERR_OK, sessions_begin(sessions, &who, random_b, 1000, id));
	assert_true(sessions_find(sessions, (str){ id, sizeof id }, 1000, &who));
	assert_str(who.user, STR("ann"));
	assert_int_equal(ROLE_OPERATOR, who.role);
	assert_true(who.is_session);
	assert_int_equal(ERR_OK, sessions_add_code(sessions, &ann, random_a, 1000, code));
	assert_false(sessions_take_code(sessions, text, 1000 + SESSION_CODE_MS, &who));
	sessions_free(sessions);
}

static void a_session_ends_by_idleness_by_age_and_by_signing_out(void **state)
{
	struct sessions *sessions = NULL;
	char id[SESSION_TEXT_BYTES];
	struct who who;
	str text = { id, sizeof id };
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(&sessions));
	assert_int_equal(ERR_OK, sessions_begin(sessions, &ann, random_a, 0, id));
	assert_false(sessions_find(sessions, text, SESSION_IDLE_MS, &who));
	assert_int_equal(ERR_OK, sessions_begin(sessions, &ann, random_a, 0, id));
	for (msec at = 0; at < SESSION_MS; at += SESSION_IDLE_MS - 1)
		assert_true(sessions_find(sessions, text, at, &who));
	assert_false(sessions_find(sessions, text, SESSION_MS, &who));
	assert_int_equal(ERR_OK, sessions_begin(sessions, &ann, random_a, 0, id));
	sessions_end(sessions, text);
	assert_false(sessions_find(sessions, text, 1, &who));
	sessions_end(sessions, STR("nonsense"));
	sessions_free(sessions);
}

static void a_token_that_goes_takes_its_sessions_along(void **state)
{
	struct sessions *sessions = NULL;
	char id[SESSION_TEXT_BYTES];
	struct who who, bob = ann;
	(void)state;
	bob.token.bytes[3] = 9;
	assert_int_equal(ERR_OK, sessions_new(&sessions));
	assert_int_equal(ERR_OK, sessions_begin(sessions, &bob, random_a, 0, id));
	sessions_end_of(sessions, &ann.token);
	assert_true(sessions_find(sessions, (str){ id, sizeof id }, 1, &who));
	sessions_end_of(sessions, &bob.token);
	assert_false(sessions_find(sessions, (str){ id, sizeof id }, 1, &who));
	sessions_free(sessions);
}

static void the_longest_unused_one_gives_way_when_there_are_too_many(void **state)
{
	struct sessions *sessions = NULL;
	char first[SESSION_TEXT_BYTES], id[SESSION_TEXT_BYTES];
	struct who who;
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(&sessions));
	for (u32 i = 0; i < 1025; i++) {
		u8 random[SESSION_ID_BYTES] = { (u8)i, (u8)(i >> 8), 3 };
		assert_int_equal(ERR_OK, sessions_begin(sessions, &ann, random, i, i ? id : first));
	}
	assert_false(sessions_find(sessions, (str){ first, sizeof first }, 1025, &who));
	assert_true(sessions_find(sessions, (str){ id, sizeof id }, 1025, &who));
	sessions_free(sessions);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_code_starts_one_session_within_its_time),
		cmocka_unit_test(a_session_ends_by_idleness_by_age_and_by_signing_out),
		cmocka_unit_test(a_token_that_goes_takes_its_sessions_along),
		cmocka_unit_test(the_longest_unused_one_gives_way_when_there_are_too_many),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
