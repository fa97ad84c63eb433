/* Fields that types inherit from the same type of the tenant system and from their tenant's
 * profile. */
#include "engine/bare.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"

static const struct catalog_type guild_types[] = {
	{ { "mail", 4 },
	  { .said = 1u << SAYS_QUIET | 1u << SAYS_PRIORITY, .priority = 1, .quiet = QUIET_PASS } },
};
static const struct catalog_facts facts = { .profiles[PROFILE_GUILD] = { guild_types, 1 } };

static void set(struct bare *bare, const char *tenant, struct type_policy policy)
{
	bare_do(bare, (struct command){ .kind = COMMAND_SET_TYPE,
					.tenant = str_from(tenant),
					.set = { .name = STR("mail"), .type = policy } });
}

static const struct type *type_of(struct bare *bare, const char *tenant)
{
	struct uuid id = bare_run(bare, tenant, (struct enqueue_item){ .type = STR("mail") });
	return run_find(bare->engine, &id)->lane->type;
}

static void fields_come_from_the_type_then_the_system(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	const struct type *type = type_of(&bare, "acme");
	assert_null(type->policy);
	set(&bare, "system", (struct type_policy){ .priority = 2, .quiet = QUIET_PASS });
	assert_int_equal(2, type->policy->priority);
	set(&bare, "acme", (struct type_policy){ .said = 1u << SAYS_QUIET, .max_attempts = 7 });
	assert_int_equal(2, type->policy->priority);
	assert_int_equal(7, type->policy->max_attempts);
	assert_int_equal(QUIET_HOLD, type->policy->quiet); /* said, although it is 0 */
	set(&bare, "acme", (struct type_policy){ 0 });
	assert_int_equal(QUIET_PASS, type->policy->quiet);
	set(&bare, "system", (struct type_policy){ 0 });
	assert_null(type->policy);
	bare_close(&bare);
}

static void what_is_inherited_is_shared_by_all_tenants(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	set(&bare, "system", (struct type_policy){ .limit = 1 });
	const struct type *one = type_of(&bare, "one"), *two = type_of(&bare, "two");
	assert_non_null(one->policy);
	assert_ptr_equal(one->policy, two->policy);
	assert_ptr_not_equal(one->policy, &one->row);
	bare_close(&bare);
}

static void the_system_has_the_policy_as_its_own(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	set(&bare, "system", (struct type_policy){ .limit = 1 });
	const struct type *type = type_of(&bare, "system");
	assert_null(type->base);
	assert_ptr_equal(type->policy, &type->row->policy);
	bare_close(&bare);
}

static void a_profile_says_what_the_system_does_not(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare.engine->config.catalog = &facts;
	bare_do(&bare, (struct command){ .kind = COMMAND_SET_TENANT,
					 .set = { .name = STR("acme"),
						  .tenant = { .profile = PROFILE_GUILD } } });
	const struct type *type = type_of(&bare, "acme");
	assert_ptr_equal(type->policy, &guild_types[0].policy);
	assert_null(type_of(&bare, "other")->policy);
	set(&bare, "system", (struct type_policy){ .priority = 7 });
	assert_int_equal(7, type->policy->priority);
	assert_int_equal(QUIET_PASS, type->policy->quiet);
	assert_int_equal(7, type_of(&bare, "other")->policy->priority);
	assert_int_equal(QUIET_HOLD, type_of(&bare, "other")->policy->quiet);
	bare_close(&bare);
}

static void a_tenant_with_another_profile_inherits_other_types(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	bare.engine->config.catalog = &facts;
	const struct type *type = type_of(&bare, "acme");
	struct command command = { .kind = COMMAND_SET_TENANT,
				   .set = { .name = STR("acme"),
					    .tenant = { .profile = PROFILE_GUILD } } };
	bare_do(&bare, command);
	assert_int_equal(QUIET_PASS, type->policy->quiet);
	command.set.tenant.profile = PROFILE_NONE;
	bare_do(&bare, command);
	assert_null(type->policy);
	command.set.tenant.profile = PROFILE_COUNT;
	bare_do(&bare, command);
	assert_int_equal(PROFILE_NONE, type->tenant->policy.profile);
	bare_close(&bare);
}

static void a_handler_is_its_writers(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	set(&bare, "system", (struct type_policy){ .carrier = CARRIER_NODE });
	const struct type *type = type_of(&bare, "acme");
	u32 system = name_find(bare.engine, NAME_TENANT, SYSTEM_NAME);
	assert_int_equal(CARRIER_NODE, type_carrier(type));
	assert_int_equal(system, type_handler_tenant(bare.engine, type).v);
	set(&bare, "acme", (struct type_policy){ .carrier = CARRIER_WORKERS });
	assert_int_equal(CARRIER_WORKERS, type_carrier(type));
	assert_int_equal(type->tenant->no.v, type_handler_tenant(bare.engine, type).v);
	bare_close(&bare);
}

static void webhooks_inherit_nothing(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct tenant *tenant = type_of(&bare, "acme")->tenant;
	assert_int_equal(ERR_OK, reserve_type(bare.engine));
	assert_int_equal(ERR_OK, names_reserve(bare.engine, 1, 0));
	type_no no = { name_borrow(bare.engine, NAME_TYPE, STR("@webhook.x")) };
	struct type *type = type_get(bare.engine, tenant, no);
	assert_false(list_node_is_in_list(&type->in_tenant));
	assert_false(type_is_stale(bare.engine, type));
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_come_from_the_type_then_the_system),
		cmocka_unit_test(what_is_inherited_is_shared_by_all_tenants),
		cmocka_unit_test(the_system_has_the_policy_as_its_own),
		cmocka_unit_test(a_profile_says_what_the_system_does_not),
		cmocka_unit_test(a_tenant_with_another_profile_inherits_other_types),
		cmocka_unit_test(a_handler_is_its_writers),
		cmocka_unit_test(webhooks_inherit_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
