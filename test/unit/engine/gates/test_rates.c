/* Declared rates: whose counts, what is refused, what a restart finds. */
#include "engine/desk.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"

static struct command rate_of(const char *tenant, const char *route, u32 rate)
{
	return (struct command){
		.kind = COMMAND_SET_LIMIT,
		.tenant = str_from(tenant),
		.set = { .name = str_from(route),
			 .details = STR("{}"),
			 .expected = DOCUMENT_ANY,
			 .rate = { rate, rate, MSEC_SECOND, RATE_TENANT, 0 } },
	};
}

static u32 rate_seen(const struct desk *desk, const char *tenant, const char *route)
{
	const struct engine *engine = pump_engine(desk->pump);
	tenant_no no = { name_find(engine, NAME_TENANT, str_from(tenant)) };
	const struct rate *rate = rate_for(engine, no, str_from(route));
	return rate ? rate->row.policy.rate : 0;
}

static void a_tenants_own_rate_counts_before_the_systems(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue(&desk, "other", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_OK, desk_do(&desk, rate_of("system", "mail", 100))->err);
	assert_int_equal(ERR_OK, desk_do(&desk, rate_of("acme", "mail", 5))->err);
	assert_int_equal(5, rate_seen(&desk, "acme", "mail"));
	assert_int_equal(100, rate_seen(&desk, "other", "mail"));
	assert_int_equal(0, rate_seen(&desk, "acme", "chat"));
	assert_int_equal(ERR_OK, desk_do(&desk, rate_of("acme", "mail", 6))->err);
	assert_int_equal(6, rate_seen(&desk, "acme", "mail"));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void a_rate_that_is_taken_away_is_gone_for_good(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command drop = rate_of("acme", "mail", 0);
	drop.set.is_delete = true;
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, drop)->err);
	u64 first = desk_do(&desk, rate_of("acme", "mail", 5))->version;
	drop.set.expected = first + 1;
	assert_int_equal(ERR_VERSION, desk_do(&desk, drop)->err);
	drop.set.expected = first;
	assert_int_equal(ERR_OK, desk_do(&desk, drop)->err);
	assert_int_equal(0, rate_seen(&desk, "acme", "mail"));
	desk_same_as_fresh(&desk);
	assert_true(desk_do(&desk, rate_of("acme", "mail", 7))->version > first);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void numbers_beyond_their_bounds_are_refused(void **state)
{
	(void)state;
	static const struct rate_policy bad[] = {
		{ 0, 1, MSEC_SECOND, RATE_TENANT, 0 },
		{ LIMIT_RATE_MAX + 1, 1, MSEC_SECOND, RATE_TENANT, 0 },
		{ 1, 0, MSEC_SECOND, RATE_TENANT, 0 },
		{ 1, LIMIT_RATE_MAX + 1, MSEC_SECOND, RATE_TENANT, 0 },
		{ 1, 1, MSEC_SECOND - 1, RATE_TENANT, 0 },
		{ 1, 1, (msec)LIMIT_RATE_SPAN_MS + 1, RATE_TENANT, 0 },
		{ 1, 1, MSEC_SECOND, RATE_SYSTEM, 0 },
		{ 1, 1, MSEC_SECOND, (enum rate_scope)7, 0 },
	};
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(bad); i++) {
		struct command command = rate_of("acme", "mail", 1);
		command.set.rate = bad[i];
		assert_int_equal(ERR_INVALID, desk_do(&desk, command)->err);
	}
	assert_int_equal(ERR_INVALID, desk_do(&desk, rate_of("acme", "", 1))->err);
	assert_int_equal(ERR_INVALID, desk_do(&desk, rate_of("", "mail", 1))->err);
	struct command shared = rate_of("system", "mail", 1);
	shared.set.rate.scope = RATE_SYSTEM;
	assert_int_equal(ERR_OK, desk_do(&desk, shared)->err);
	desk_close(&desk);
}

static void a_tenant_has_so_many_routes_and_no_more(void **state)
{
	(void)state;
	char route[16];
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < document_most(DOCUMENT_LIMIT); i++) {
		snprintf(route, sizeof route, "r%u", i);
		assert_int_equal(ERR_OK, desk_do(&desk, rate_of("acme", route, 1))->err);
	}
	assert_int_equal(ERR_QUOTA, desk_do(&desk, rate_of("acme", "more", 1))->err);
	assert_int_equal(ERR_OK, desk_do(&desk, rate_of("acme", "r0", 2))->err);
	assert_int_equal(ERR_OK, desk_do(&desk, rate_of("other", "more", 1))->err);
	desk_close(&desk);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tenants_own_rate_counts_before_the_systems),
		cmocka_unit_test(a_rate_that_is_taken_away_is_gone_for_good),
		cmocka_unit_test(numbers_beyond_their_bounds_are_refused),
		cmocka_unit_test(a_tenant_has_so_many_routes_and_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
