#include "api/session.h"

#include "base/check.h"

static const struct who ann = { .tenant = STR("acme"), .user = STR("ann"), .role = ROLE_OPERATOR };
static const u8 random_a[SESSION_ID_BYTES] = { 1 }, random_b[SESSION_ID_BYTES] = { 2 };

/* Wall and boot clock go together here, the wall a thousand hours ahead. */
#define WALL_AHEAD (1000 * MSEC_HOUR)

static struct now now_at(msec boot)
{
	return (struct now){ .wall = WALL_AHEAD + boot, .boot = boot };
}

#define AT(since) (&(struct now){ .wall = WALL_AHEAD + (since), .boot = (since) })

/* Its public id is told by its secret, so that stories can name it. */
static struct uuid id_of(const u8 random[SESSION_ID_BYTES])
{
	return (struct uuid){ { 7, random[1], random[0] } };
}

static enum err begin(struct sessions *sessions, const struct who *who,
		      const u8 random[SESSION_ID_BYTES], msec boot, char *out_value)
{
	struct session_start start = { .who = who,
				       .id = id_of(random),
				       .random = random,
				       .now = now_at(boot),
				       .until = MSEC_MAX,
				       .by = SIGN_IN_TOKEN,
				       .source = STR("192.0.2.1"),
				       .agent = STR("Browser/1") };
	return sessions_begin(sessions, &start, out_value);
}

static void a_code_starts_one_session_within_its_time(void **state)
{
	struct sessions *sessions = NULL;
	char code[SESSION_TEXT_BYTES], id[SESSION_TEXT_BYTES];
	struct who who;
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	assert_int_equal(ERR_OK, sessions_add_code(sessions, &ann, random_a, 1000, code));
	str text = { code, sizeof code };
	assert_false(sessions_find(sessions, text, AT(1000), &who));
	assert_true(sessions_take_code(sessions, text, 1000, &who));
	assert_str(who.tenant, STR("acme"));
	assert_false(sessions_take_code(sessions, text, 1000, &who));
	assert_int_equal(ERR_OK, begin(sessions, &who, random_b, 1000, id));
	assert_true(sessions_find(sessions, (str){ id, sizeof id }, AT(1000), &who));
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
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	assert_int_equal(ERR_OK, begin(sessions, &ann, random_a, 0, id));
	assert_false(sessions_find(sessions, text, AT(SESSION_IDLE_MS), &who));
	assert_int_equal(ERR_OK, begin(sessions, &ann, random_a, 0, id));
	for (msec boot = 0; boot < SESSION_MS; boot += SESSION_IDLE_MS - 1)
		assert_true(sessions_find(sessions, text, AT(boot), &who));
	assert_false(sessions_find(sessions, text, AT(SESSION_MS), &who));
	assert_int_equal(ERR_OK, begin(sessions, &ann, random_a, 0, id));
	sessions_end(sessions, text);
	assert_false(sessions_find(sessions, text, AT(1), &who));
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
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	assert_int_equal(ERR_OK, begin(sessions, &bob, random_a, 0, id));
	sessions_end_of(sessions, &ann.token);
	assert_true(sessions_find(sessions, (str){ id, sizeof id }, AT(1), &who));
	sessions_end_of(sessions, &bob.token);
	assert_false(sessions_find(sessions, (str){ id, sizeof id }, AT(1), &who));
	sessions_free(sessions);
}

/* Signs in with an id that the number makes, at the instant of that number. */
static void sign_in(struct sessions *sessions, const struct who *who, u32 number, char *out_id)
{
	u8 random[SESSION_ID_BYTES] = { (u8)number, (u8)(number >> 8), (u8)(number >> 16), 3 };
	assert_int_equal(ERR_OK, begin(sessions, who, random, number, out_id));
}

static bool is_signed_in(struct sessions *sessions, const char id[SESSION_TEXT_BYTES], msec boot)
{
	struct who who;
	return sessions_find(sessions, (str){ id, SESSION_TEXT_BYTES }, AT(boot), &who);
}

static void a_persons_oldest_session_gives_way_to_the_next(void **state)
{
	struct sessions *sessions = NULL;
	char first[SESSION_TEXT_BYTES], second[SESSION_TEXT_BYTES], id[SESSION_TEXT_BYTES];
	struct who bob = ann;
	(void)state;
	bob.user = STR("bob");
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	sign_in(sessions, &ann, 0, first);
	sign_in(sessions, &ann, 1, second);
	for (u32 i = 2; i < LIMIT_SESSIONS_PER_PERSON; i++) sign_in(sessions, &ann, i, id);
	sign_in(sessions, &bob, 1000, id);
	assert_true(is_signed_in(sessions, first, 1001)); /* and used: it is not the oldest now */
	sign_in(sessions, &ann, 1002, id);
	assert_true(is_signed_in(sessions, first, 1003));
	assert_false(is_signed_in(sessions, second, 1003));
	assert_true(is_signed_in(sessions, id, 1003));
	sessions_free(sessions);
}

static void a_tenants_person_with_the_most_sessions_gives_way(void **state)
{
	enum { USERS = LIMIT_SESSIONS_PER_TENANT / LIMIT_SESSIONS_PER_PERSON };
	struct sessions *sessions = NULL;
	char other[SESSION_TEXT_BYTES], single[SESSION_TEXT_BYTES], first[SESSION_TEXT_BYTES];
	char id[SESSION_TEXT_BYTES];
	struct who zoe = ann, eve = ann;
	u32 number = 0;
	(void)state;
	zoe.tenant = STR("globex");
	eve.user = STR("eve");
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	sign_in(sessions, &zoe, number++, other);
	sign_in(sessions, &eve, number++, single);
	for (u32 user = 0; user < USERS; user++) {
		char name = (char)('a' + user);
		struct who one = ann;
		one.user = (str){ &name, 1 };
		u32 len = LIMIT_SESSIONS_PER_PERSON - (user == USERS - 1);
		for (u32 i = 0; i < len; i++)
			sign_in(sessions, &one, number + i, user + i ? id : first);
		number += len;
	}
	assert_true(is_signed_in(sessions, first, number)); /* all places of the tenant are taken */
	eve.user = STR("mallory");
	sign_in(sessions, &eve, number++, id);
	assert_true(is_signed_in(sessions, other, number));
	assert_true(is_signed_in(sessions, single, number));
	assert_true(is_signed_in(sessions, id, number));
	sessions_free(sessions);
}

static void the_tenant_with_the_most_sessions_gives_way_when_all_places_are_taken(void **state)
{
	enum { TENANTS = LIMIT_SESSIONS_MAX / LIMIT_SESSIONS_PER_TENANT };
	struct sessions *sessions = NULL;
	char admin[SESSION_TEXT_BYTES], id[SESSION_TEXT_BYTES];
	struct who who = { .tenant = STR("system"), .role = ROLE_ADMIN };
	u32 number = 0;
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	sign_in(sessions, &who, number++, admin);
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX + 100; i++) {
		char tenant = (char)('a' + i % (TENANTS + 1)), user[2];
		user[0] = (char)('a' + i / (TENANTS + 1) % 20);
		user[1] = tenant;
		struct who one = { .tenant = { &tenant, 1 }, .user = { user, 2 } };
		sign_in(sessions, &one, number++, id);
	}
	assert_true(is_signed_in(sessions, admin, number));
	assert_true(is_signed_in(sessions, id, number));
	sessions_free(sessions);
}

static void tokens_of_nobody_in_particular_are_apart(void **state)
{
	struct sessions *sessions = NULL;
	char first[SESSION_TEXT_BYTES], id[SESSION_TEXT_BYTES];
	struct who one = { .tenant = STR("acme"), .token = { { 1 } } };
	struct who other = { .tenant = STR("acme"), .token = { { 2 } } };
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	sign_in(sessions, &one, 0, first);
	for (u32 i = 1; i < 3 * LIMIT_SESSIONS_PER_PERSON; i++) sign_in(sessions, &other, i, id);
	assert_true(is_signed_in(sessions, first, 100));
	sessions_free(sessions);
}

static void a_session_that_is_over_makes_room_first(void **state)
{
	struct sessions *sessions = NULL;
	char first[SESSION_TEXT_BYTES], id[SESSION_TEXT_BYTES];
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	for (u32 i = 0; i < LIMIT_SESSIONS_PER_PERSON; i++)
		sign_in(sessions, &ann, i, i ? id : first);
	u32 later = (u32)SESSION_IDLE_MS - 1;
	assert_true(is_signed_in(sessions, first, later));
	sign_in(sessions, &ann, later + 20, id); /* all but the first are over */
	assert_true(is_signed_in(sessions, first, later + 21));
	for (u32 i = 2; i < LIMIT_SESSIONS_PER_PERSON; i++)
		sign_in(sessions, &ann, later + 20 + i, id);
	assert_true(is_signed_in(sessions, first, later + 50));
	sessions_free(sessions);
}

static void a_session_ends_with_its_token(void **state)
{
	struct sessions *sessions = NULL;
	char value[SESSION_TEXT_BYTES];
	struct who who;
	struct session_start start = {
		.who = &ann, .random = random_a, .now = now_at(0), .until = WALL_AHEAD + MSEC_MINUTE
	};
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	assert_int_equal(ERR_OK, sessions_begin(sessions, &start, value));
	str text = { value, sizeof value };
	assert_true(sessions_find(sessions, text, AT(MSEC_MINUTE - 1), &who));
	assert_false(sessions_find(sessions, text, AT(MSEC_MINUTE), &who));
	sessions_free(sessions);
}

static const struct who bob = { .tenant = STR("acme"), .user = STR("bob"), .role = ROLE_VIEWER };
static const struct who robot = { .tenant = STR("acme"), .token = { { 1 } } };
static const struct who other_robot = { .tenant = STR("acme"), .token = { { 2 } } };
static const struct who foreign = { .tenant = STR("rival"), .user = STR("ann") };

static void a_person_is_the_user_of_a_tenant_or_else_the_token(void **state)
{
	struct who ann_again = ann;
	(void)state;
	ann_again.token.bytes[0] = 9;
	ann_again.role = ROLE_VIEWER;
	assert_true(who_is_same(&ann, &ann_again));
	assert_false(who_is_same(&ann, &bob));
	assert_false(who_is_same(&ann, &foreign));
	assert_true(who_is_same(&robot, &robot));
	assert_false(who_is_same(&robot, &other_robot));
	assert_false(who_is_same(&ann, &robot));
}

/* One session each of ann, bob, robot and foreign, in this order. */
static void begin_four(struct sessions *sessions, char values[4][SESSION_TEXT_BYTES])
{
	const struct who *four[] = { &ann, &bob, &robot, &foreign };
	for (u32 i = 0; i < 4; i++) {
		u8 random[SESSION_ID_BYTES] = { (u8)(10 + i) };
		assert_int_equal(ERR_OK, begin(sessions, four[i], random, i, values[i]));
	}
}

static void sessions_are_listed_newest_first_by_whose_they_are(void **state)
{
	struct sessions *sessions = NULL;
	char values[4][SESSION_TEXT_BYTES];
	struct session_view views[4];
	struct session_filter all = { 0 }, acme = { .tenant = STR("acme") };
	struct session_filter own = { .tenant = STR("acme"), .owner = &ann };
	struct uuid nil = { 0 };
	bool has_more;
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	begin_four(sessions, values);
	assert_int_equal(4, sessions_list(sessions, &all, AT(9), &nil, views, 4, &has_more));
	assert_false(has_more);
	assert_str(views[0].who.tenant, STR("rival"));
	assert_int_equal(2, sessions_list(sessions, &acme, AT(9), &nil, views, 2, &has_more));
	assert_true(has_more);
	assert_str(views[1].who.user, STR("bob"));
	assert_int_equal(1,
			 sessions_list(sessions, &acme, AT(9), &views[1].id, views, 2, &has_more));
	assert_false(has_more);
	assert_int_equal(1, sessions_list(sessions, &own, AT(9), &nil, views, 4, &has_more));
	assert_str(views[0].who.user, STR("ann"));
	assert_str(views[0].agent, STR("Browser/1"));
	assert_true(views[0].begun == WALL_AHEAD);
	assert_true(views[0].expires == WALL_AHEAD + SESSION_MS);
	assert_true(views[0].idle_expires == WALL_AHEAD + SESSION_IDLE_MS);
	assert_int_equal(
		0, sessions_list(sessions, &own, AT(SESSION_IDLE_MS), &nil, views, 4, &has_more));
	sessions_free(sessions);
}

static void sessions_end_by_id_or_by_whose_they_are(void **state)
{
	struct sessions *sessions = NULL;
	char values[4][SESSION_TEXT_BYTES];
	struct session_filter acme = { .tenant = STR("acme") };
	struct session_view view;
	struct who who;
	u8 of_bob[SESSION_ID_BYTES] = { 11 }, of_foreign[SESSION_ID_BYTES] = { 13 };
	struct uuid bobs = id_of(of_bob), foreigns = id_of(of_foreign);
	(void)state;
	assert_int_equal(ERR_OK, sessions_new(1, &sessions));
	begin_four(sessions, values);
	assert_false(sessions_find_by_id(sessions, &acme, &foreigns, AT(9), &view));
	assert_true(sessions_find_by_id(sessions, &acme, &bobs, AT(9), &view));
	assert_str(view.who.user, STR("bob"));
	acme.but = bobs;
	assert_int_equal(2, sessions_end_matching(sessions, &acme, AT(9)));
	assert_true(sessions_find(sessions, (str){ values[1], sizeof values[1] }, AT(9), &who));
	assert_true(uuid_eq(&bobs, &who.session));
	assert_false(sessions_find(sessions, (str){ values[0], sizeof values[0] }, AT(9), &who));
	assert_true(sessions_end_by_id(sessions, &bobs));
	assert_false(sessions_end_by_id(sessions, &bobs));
	assert_true(sessions_find(sessions, (str){ values[3], sizeof values[3] }, AT(9), &who));
	sessions_free(sessions);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_code_starts_one_session_within_its_time),
		cmocka_unit_test(a_session_ends_by_idleness_by_age_and_by_signing_out),
		cmocka_unit_test(a_token_that_goes_takes_its_sessions_along),
		cmocka_unit_test(a_session_ends_with_its_token),
		cmocka_unit_test(a_person_is_the_user_of_a_tenant_or_else_the_token),
		cmocka_unit_test(sessions_are_listed_newest_first_by_whose_they_are),
		cmocka_unit_test(sessions_end_by_id_or_by_whose_they_are),
		cmocka_unit_test(a_persons_oldest_session_gives_way_to_the_next),
		cmocka_unit_test(a_tenants_person_with_the_most_sessions_gives_way),
		cmocka_unit_test(
			the_tenant_with_the_most_sessions_gives_way_when_all_places_are_taken),
		cmocka_unit_test(tokens_of_nobody_in_particular_are_apart),
		cmocka_unit_test(a_session_that_is_over_makes_room_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
