/* A policy of the tenant system reaches those who inherit it, a few types a turn; each field of it
 * decides about their runs as if it were their own. */
#include "engine/desk.h"

static void set_system(struct desk *desk, struct type_policy policy)
{
	desk_set_type(desk, "system", "t", policy);
}

static struct uuid run_of(struct desk *desk, const char *tenant)
{
	return desk_run(desk, tenant, (struct enqueue_item){ .type = STR("t") });
}

static u32 lease_own(struct desk *desk, u32 max)
{
	return desk_lease(
		desk, max,
		(struct lease_command){ .carrier = CARRIER_NODE, .worker = STR("@node") });
}

static void a_new_policy_counts_at_once_and_after_a_crash(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	set_system(&desk, (struct type_policy){ .priority = 2, .max_attempts = 9 });
	for (u32 i = 0; i < 2; i++) {
		struct run_row row = desk_row(&desk, run_of(&desk, "acme"));
		assert_int_equal(2, row.hot.priority);
		assert_int_equal(9, row.hot.max_attempts);
		desk_crash(&desk);
	}
	desk_close(&desk);
}

static void an_inherited_limit_counts_for_each_tenant(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < 3; i++) {
		run_of(&desk, "one");
		run_of(&desk, "two");
	}
	set_system(&desk, (struct type_policy){ .limit = 1 });
	assert_int_equal(2, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	set_system(&desk, (struct type_policy){ .limit = 2 });
	assert_int_equal(2, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	/* One tenant undoes it: no bound. */
	desk_set_type(&desk, "two", "t", (struct type_policy){ .said = 1u << SAYS_LIMIT });
	assert_int_equal(1, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void work_goes_to_whom_the_system_says(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node") });
	struct uuid run = run_of(&desk, "acme");
	set_system(&desk, (struct type_policy){ .carrier = CARRIER_NODE });
	assert_int_equal(0, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	assert_int_equal(1, lease_own(&desk, 9));
	assert_true(uuid_eq(&run, &desk.leases[desk.leases_len - 1].run));
	desk_close(&desk);
}

static void a_route_is_inherited_and_closes_each_tenant_by_itself(void **state)
{
	struct type_policy policy = { 0 };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_true(route_name_set(&policy.route, STR("chat")));
	set_system(&desk, policy);
	desk_do(&desk, (struct command){
			       .kind = COMMAND_SET_LIMIT,
			       .tenant = STR("one"),
			       .set = { .name = STR("chat"),
					.rate = { .rate = 1, .burst = 1, .per_ms = MSEC_HOUR } } });
	assert_int_equal(ERR_OK, desk.last.head.err);
	for (u32 i = 0; i < 2; i++) {
		run_of(&desk, "one");
		run_of(&desk, "two");
	}
	assert_int_equal(3, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	/* A tenant that is on no route. */
	desk_set_type(&desk, "one", "t", (struct type_policy){ .said = 1u << SAYS_ROUTE });
	assert_int_equal(1, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void keys_are_unique_as_the_system_says(void **state)
{
	struct enqueue_item item = { .type = STR("t"), .key = STR("k") };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	set_system(&desk, (struct type_policy){ .scope = UNIQUE_FOREVER });
	desk_run(&desk, "acme", item);
	desk_advance(&desk, 10 * MSEC_DAY);
	assert_true(desk_enqueue(&desk, "acme", item).duplicate);
	desk_close(&desk);
}

static void many_types_take_it_in_many_turns(void **state)
{
	char name[32];
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node") });
	const u32 tenants = 2 * LIMIT_TURN_INHERITED + 10;
	for (u32 i = 0; i < tenants; i++) {
		desk_name(name, "t", i);
		run_of(&desk, name);
	}
	set_system(&desk, (struct type_policy){ .carrier = CARRIER_NODE });
	/* desk_do goes on until nothing is left to be done at once. */
	u32 leased = 0;
	for (u32 i = 0; i < 10; i++) leased += lease_own(&desk, LIMIT_LEASE_MANY);
	assert_int_equal(tenants, leased);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_policy_counts_at_once_and_after_a_crash),
		cmocka_unit_test(an_inherited_limit_counts_for_each_tenant),
		cmocka_unit_test(work_goes_to_whom_the_system_says),
		cmocka_unit_test(a_route_is_inherited_and_closes_each_tenant_by_itself),
		cmocka_unit_test(keys_are_unique_as_the_system_says),
		cmocka_unit_test(many_types_take_it_in_many_turns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
