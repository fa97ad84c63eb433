/* What is shown of routes. */
#include "engine/routes_desk.h"

static const struct routes_answer *ask(struct desk *desk, const char *tenant)
{
	struct command command = { .kind = COMMAND_ASK_ROUTES, .tenant = str_from(tenant) };
	return &desk_do(desk, command)->routes;
}

static bool is_text(str text, const char *expected)
{
	return str_eq(text, str_from(expected));
}

static void a_tenant_sees_how_its_routes_stand(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_route(&desk, "acme", "edit", "other");
	desk_route(&desk, "beta", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 3, 4, 60000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 5);
	desk_lease(&desk, 1, (struct lease_command){ 0 });
	const struct routes_answer *routes = ask(&desk, "acme");
	assert_int_equal(2, routes->len);
	const struct route_state *chat = &routes->items[0];
	assert_true(is_text(chat->tenant, "acme") && is_text(chat->route, "chat"));
	assert_int_equal(3, chat->rate.rate);
	assert_int_equal(3, chat->tokens);
	assert_int_equal(1, chat->running);
	assert_int_equal(4, chat->waiting);
	assert_int_equal(0, chat->closed_until);
	assert_int_equal(0, chat->bucket.len);
	assert_int_equal(0, routes->items[1].rate.rate);
	assert_int_equal(1, ask(&desk, "beta")->len);
	assert_int_equal(0, ask(&desk, "nobody")->len);
	desk_close(&desk);
}

static void runs_that_name_a_route_are_counted_where_they_wait(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_runs_of(&desk, "acme", "send", 2);
	desk_enqueue_many(&desk, "acme",
			  (struct enqueue_item){ .type = STR("send"), .route = STR("board") }, 3);
	const struct routes_answer *routes = ask(&desk, "acme");
	assert_int_equal(2, routes->len);
	assert_true(is_text(routes->items[0].route, "chat"));
	assert_int_equal(2, routes->items[0].waiting);
	assert_int_equal(3, routes->items[1].waiting);
	desk_close(&desk);
}

static void what_was_learned_is_shown(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_runs_of(&desk, "acme", "send", 2);
	desk_lease(&desk, 1, (struct lease_command){ 0 });
	desk_said(&desk, 0, true,
		  (struct rate_said){
			  .has_remaining = true, .reset_after_ms = 5000, .bucket = STR("abc") });
	const struct route_state *chat = &ask(&desk, "acme")->items[0];
	assert_int_equal(desk.now.wall + 5000, chat->closed_until);
	assert_true(is_text(chat->bucket, "abc"));
	assert_true(chat->has_remaining);
	assert_int_equal(0, chat->remaining);
	assert_int_equal(1, chat->refused);
	assert_int_equal(1, chat->streak);
	desk_advance(&desk, 5000);
	assert_int_equal(0, ask(&desk, "acme")->items[0].closed_until);
	desk_close(&desk);
}

static void routes_of_all_are_the_systems(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_rate(&desk, "system", "chat", (struct rate_policy){ 3, 3, 60000, RATE_SYSTEM, 0 });
	desk_route(&desk, "acme", "send", "chat");
	desk_runs_of(&desk, "acme", "send", 5);
	assert_int_equal(3, desk_got(&desk));
	assert_int_equal(0, ask(&desk, "acme")->len);
	const struct routes_answer *routes = ask(&desk, "system");
	assert_int_equal(1, routes->len);
	assert_true(is_text(routes->items[0].tenant, "system"));
	assert_int_equal(2, routes->items[0].waiting);
	assert_true(routes->items[0].closed_until > desk.now.wall);
	desk_close(&desk);
}

static void those_that_were_refused_lately_come_with_the_status(void **state)
{
	(void)state;
	static const char *const types[] = { "send", "edit", "find" };
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(types); i++) {
		desk_route(&desk, "acme", types[i], types[i]);
		desk_runs_of(&desk, "acme", types[i], 1);
	}
	assert_int_equal(3, desk_got(&desk));
	for (u32 i = 0; i < 2; i++)
		desk_said(&desk, i, true, (struct rate_said){ .reset_after_ms = 1000 });
	struct command status = { .kind = COMMAND_ASK_STATUS };
	const struct routes_answer *refused = &desk_do(&desk, status)->status.refused;
	assert_int_equal(2, refused->len);
	type_no last = desk.leases[1].type;
	assert_true(str_eq(refused->items[0].route,
			   engine_name(pump_engine(desk.pump), NAME_TYPE, last.v)));
	/* One that is gone is shown no more. */
	desk_set_type(&desk, "acme", "send", (struct type_policy){ 0 });
	desk_set_type(&desk, "acme", "edit", (struct type_policy){ 0 });
	desk_set_type(&desk, "acme", "find", (struct type_policy){ 0 });
	desk_advance(&desk, 2000);
	assert_int_equal(0, desk_do(&desk, status)->status.refused.len);
	desk_close(&desk);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tenant_sees_how_its_routes_stand),
		cmocka_unit_test(runs_that_name_a_route_are_counted_where_they_wait),
		cmocka_unit_test(what_was_learned_is_shown),
		cmocka_unit_test(routes_of_all_are_the_systems),
		cmocka_unit_test(those_that_were_refused_lately_come_with_the_status),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
