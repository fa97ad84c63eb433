/* What the other side says about its limits. */
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/routes_desk.h"

/* A desk with two runs of each of these, all on routes of their own name. */
static void open_with(struct desk *desk, const char *const *types, u32 len)
{
	desk_open(desk);
	for (u32 i = 0; i < len; i++) {
		desk_route(desk, "acme", types[i], types[i]);
		desk_runs_of(desk, "acme", types[i], 2);
	}
}

static u32 lease_of(struct desk *desk, const char *type)
{
	str name = str_from(type);
	struct lease_command lease = { .types = &name, .types_len = 1 };
	return desk_lease(desk, 1, lease);
}

static void a_429_closes_its_route_until_it_may_come_again(void **state)
{
	(void)state;
	static const char *const types[] = { "send", "edit" };
	struct desk desk;
	open_with(&desk, types, countof(types));
	assert_int_equal(1, lease_of(&desk, "send"));
	struct uuid run = desk.leases[0].run;
	struct report report = { .execution = desk.leases[0].execution,
				 .outcome = OUTCOME_RETRY,
				 .error_class = STR("http_429"),
				 .retry_after_ms = 5000 };
	assert_int_equal(HOLDER_OK, desk_report(&desk, report));
	assert_int_equal(0, desk_row(&desk, run).hot.attempts);
	assert_int_equal(0, lease_of(&desk, "send"));
	assert_int_equal(1, lease_of(&desk, "edit"));
	desk_advance(&desk, 4999);
	assert_int_equal(0, lease_of(&desk, "send"));
	desk_advance(&desk, 1);
	assert_int_equal(1, lease_of(&desk, "send"));
	desk_close(&desk);
}

/* The two clocks tick apart: where one shows the instant of the opening, the other may show the
 * millisecond before it. */
static void what_was_put_off_to_the_opening_is_put_off_once(void **state)
{
	(void)state;
	static const char *const types[] = { "send" };
	struct desk desk;
	open_with(&desk, types, countof(types));
	struct uuid behind[2];
	assert_int_equal(1, lease_of(&desk, "send"));
	for (u32 i = 0; i < 2; i++)
		behind[i] = desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("send") });
	struct report report = { .execution = desk.leases[0].execution,
				 .outcome = OUTCOME_RETRY,
				 .error_class = STR("http_429"),
				 .retry_after_ms = 30000 };
	msec opens = desk.now.wall + 30000;
	assert_int_equal(HOLDER_OK, desk_report(&desk, report));
	desk_advance(&desk, 1500);
	for (u32 i = 0; i < 2; i++) {
		assert_int_equal(1, desk_row(&desk, behind[i]).hot.deferred_count);
		assert_int_equal(opens, desk_row(&desk, behind[i]).hot.deferred_until);
	}
	desk.now.wall += 28500;
	desk.now.boot += 28499;
	desk_settle(&desk);
	for (u32 i = 0; i < 2; i++)
		assert_int_equal(1, desk_row(&desk, behind[i]).hot.deferred_count);
	desk.now.boot++;
	desk_settle(&desk);
	assert_int_equal(4, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	desk_close(&desk);
}

/* Without a type's route only the run itself waits. */
static void without_a_route_nothing_is_learned(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_runs_of(&desk, "acme", "send", 2);
	assert_int_equal(1, lease_of(&desk, "send"));
	desk_said(&desk, 0, true, (struct rate_said){ .is_global = true, .reset_after_ms = 9000 });
	assert_int_equal(1, lease_of(&desk, "send"));
	desk_close(&desk);
}

static void a_reset_counts_where_nothing_is_left(void **state)
{
	(void)state;
	static const char *const types[] = { "send" };
	struct desk desk;
	open_with(&desk, types, countof(types));
	desk_runs_of(&desk, "acme", "send", 5);
	assert_int_equal(1, lease_of(&desk, "send"));
	desk_said(&desk, 0, false,
		  (struct rate_said){
			  .has_remaining = true, .remaining = 1, .reset_after_ms = 5000 });
	assert_int_equal(1, lease_of(&desk, "send"));
	assert_int_equal(0, lease_of(&desk, "send")); /* one was left */
	desk_said(&desk, 1, false,
		  (struct rate_said){
			  .has_remaining = true, .remaining = 0, .reset_after_ms = 3000 });
	desk_advance(&desk, 2999);
	assert_int_equal(0, lease_of(&desk, "send"));
	desk_advance(&desk, 1);
	assert_int_equal(1, lease_of(&desk, "send"));
	/* Nothing is left, and nobody knows for how long: it goes on. */
	desk_said(&desk, 2, false, (struct rate_said){ .has_remaining = true });
	assert_int_equal(1, lease_of(&desk, "send"));
	desk_close(&desk);
}

static void later_news_open_what_was_only_reckoned(void **state)
{
	(void)state;
	static const char *const types[] = { "send" };
	struct rate_said said = { .has_remaining = true, .remaining = 2, .reset_after_ms = 60000 };
	struct desk desk;
	open_with(&desk, types, countof(types));
	desk_runs_of(&desk, "acme", "send", 8);
	assert_int_equal(4, desk_lease(&desk, 4, (struct lease_command){ 0 }));
	desk_said(&desk, 0, false, said); /* three are under way, and two are left */
	assert_int_equal(0, desk_got(&desk));
	desk_said(&desk, 1, false, said);
	desk_said(&desk, 2, false, said);
	assert_int_equal(1, desk_got(&desk)); /* the other one is under way */
	desk_close(&desk);
}

static void routes_of_one_bucket_close_together(void **state)
{
	(void)state;
	static const char *const types[] = { "send", "edit", "find" };
	struct rate_said said = {
		.has_remaining = true, .remaining = 9, .reset_after_ms = 60000, .bucket = STR("abc")
	};
	struct desk desk;
	open_with(&desk, types, countof(types));
	for (u32 i = 0; i < countof(types); i++) assert_int_equal(1, lease_of(&desk, types[i]));
	desk_said(&desk, 1, false, said);
	said.bucket = STR("xyz");
	desk_said(&desk, 2, false, said);
	said.bucket = STR("abc");
	said.remaining = 0;
	said.reset_after_ms = 5000;
	desk_said(&desk, 0, false, said);
	assert_int_equal(0, lease_of(&desk, "send"));
	assert_int_equal(0, lease_of(&desk, "edit"));
	assert_int_equal(1, lease_of(&desk, "find"));
	desk_advance(&desk, 5000);
	assert_int_equal(1, lease_of(&desk, "send"));
	assert_int_equal(1, lease_of(&desk, "edit"));
	desk_close(&desk);
}

static void a_global_limit_is_its_tenants_alone(void **state)
{
	(void)state;
	static const char *const types[] = { "send", "edit" };
	struct desk desk;
	open_with(&desk, types, countof(types));
	desk_route(&desk, "beta", "send", "send");
	desk_runs_of(&desk, "beta", "send", 1);
	tenant_no beta = { name_find(pump_engine(desk.pump), NAME_TENANT, STR("beta")) };
	str acme = STR("acme");
	assert_int_equal(
		1,
		desk_lease(&desk, 1, (struct lease_command){ .tenants = &acme, .tenants_len = 1 }));
	desk_said(&desk, 0, true, (struct rate_said){ .is_global = true, .reset_after_ms = 5000 });
	assert_int_equal(1, desk_got(&desk));
	assert_int_equal(beta.v, desk.leases[1].tenant.v);
	desk_advance(&desk, 5000);
	assert_int_equal(3, desk_got(&desk));
	desk_close(&desk);
}

/* One that all tenants share closes for all of them, and a global limit all such routes. */
static void who_shares_a_route_shares_what_is_said_of_it(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_rate(&desk, "system", "send", (struct rate_policy){ 100, 100, 1000, RATE_SYSTEM, 0 });
	desk_rate(&desk, "system", "edit", (struct rate_policy){ 100, 100, 1000, RATE_SYSTEM, 0 });
	desk_route(&desk, "acme", "send", "send");
	desk_route(&desk, "beta", "send", "send");
	desk_route(&desk, "beta", "edit", "edit");
	desk_runs_of(&desk, "acme", "send", 1);
	assert_int_equal(1, desk_got(&desk));
	desk_runs_of(&desk, "beta", "send", 1);
	desk_runs_of(&desk, "beta", "edit", 1);
	desk_said(&desk, 0, true, (struct rate_said){ .is_global = true, .reset_after_ms = 7000 });
	assert_int_equal(0, desk_got(&desk));
	desk_advance(&desk, 7000);
	assert_int_equal(2, desk_got(&desk));
	desk_close(&desk);
}

static void refusals_are_counted_and_another_answer_ends_the_row(void **state)
{
	(void)state;
	static const char *const types[] = { "send" };
	struct desk desk;
	open_with(&desk, types, countof(types));
	const struct engine *engine = pump_engine(desk.pump);
	tenant_no acme = { name_find(engine, NAME_TENANT, STR("acme")) };
	type_no send = { name_find(engine, NAME_TYPE, STR("send")) };
	const struct learned *learned = &type_find(engine, acme, send)->route->learned;
	for (u32 i = 0; i < 3; i++) {
		assert_int_equal(1, lease_of(&desk, "send"));
		desk_said(&desk, i, true, (struct rate_said){ .reset_after_ms = 1000 });
		assert_int_equal(i + 1, learned->streak);
		desk_advance(&desk, 2 * MSEC_MINUTE);
	}
	assert_int_equal(1, lease_of(&desk, "send"));
	desk_said(&desk, 3, false, (struct rate_said){ 0 });
	assert_int_equal(0, learned->streak);
	assert_int_equal(3, learned->refused);
	desk_close(&desk);
}

/* What is said is believed for a day at most; a name that is too long is none. */
static void what_is_said_has_bounds(void **state)
{
	(void)state;
	static const char *const types[] = { "send" };
	char name[LIMIT_RATE_BUCKET_BYTES + 1] = { 0 };
	struct desk desk;
	open_with(&desk, types, countof(types));
	memset(name, 'x', sizeof name);
	assert_int_equal(1, lease_of(&desk, "send"));
	desk_said(&desk, 0, true,
		  (struct rate_said){ .has_remaining = true,
				      .reset_after_ms = 400 * MSEC_DAY,
				      .bucket = { name, sizeof name } });
	desk_advance(&desk, MSEC_DAY - 1);
	assert_int_equal(0, lease_of(&desk, "send"));
	desk_advance(&desk, 1);
	assert_int_equal(1, lease_of(&desk, "send"));
	desk_close(&desk);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_429_closes_its_route_until_it_may_come_again),
		cmocka_unit_test(what_was_put_off_to_the_opening_is_put_off_once),
		cmocka_unit_test(without_a_route_nothing_is_learned),
		cmocka_unit_test(a_reset_counts_where_nothing_is_left),
		cmocka_unit_test(later_news_open_what_was_only_reckoned),
		cmocka_unit_test(routes_of_one_bucket_close_together),
		cmocka_unit_test(a_global_limit_is_its_tenants_alone),
		cmocka_unit_test(who_shares_a_route_shares_what_is_said_of_it),
		cmocka_unit_test(refusals_are_counted_and_another_answer_ends_the_row),
		cmocka_unit_test(what_is_said_has_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
