/* What a tenant says about its gates: read, refused with the field's name, and asked at instants
 * around midnights, weeks and clock changes. */
#include "model/gates.h"

#include "calendar/zone_bytes.h"

static struct zone *zones[3];
static const char *const zone_names[] = { "Berlin", "NewYork", "LordHowe" };
static const char *const zone_rules[] = { "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0",
					  "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0" };

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	(void)context;
	for (u32 i = 0; i < countof(zones); i++) {
		if (!str_eq(name, str_from(zone_names[i]))) continue;
		*out_zone = zones[i];
		return ERR_OK;
	}
	return fail(why, ERR_ZONE_UNKNOWN, "no such zone");
}

static const struct gates_sources sources = { NULL, find_zone };

static int make_zones(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(zones); i++) zones[i] = make_ruled_zone(zone_rules[i]);
	return 0;
}

static int free_zones(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(zones); i++) zone_free(zones[i]);
	return 0;
}

static struct gates gates_of(const char *body)
{
	struct gates gates;
	struct why why = { 0 };
	if (gates_read(str_from(body), &sources, &gates, &why)) fail_msg("%s", why.text);
	return gates;
}

static msec instant(const char *text)
{
	return msec_from_seconds(seconds_of(text));
}

static void expect_state(struct gate_state state, bool is_closed, msec until)
{
	assert_int_equal(state.is_closed, is_closed);
	assert_int_equal(state.until, until);
}

static void every_gate_has_its_word(void **state)
{
	(void)state;
	assert_str(gate_name(GATE_NONE), STR(""));
	assert_str(gate_name(GATE_MAINTENANCE), STR("maintenance"));
	assert_str(gate_name(GATE_QUIET_HOURS), STR("quiet_hours"));
	assert_str(gate_name(GATE_POLICY), STR("policy"));
	assert_str(gate_name(GATE_RATE_LIMIT), STR("rate_limit"));
}

static void who_says_nothing_is_open_for_good(void **state)
{
	(void)state;
	struct gates gates = gates_of("");
	expect_state(gates_maintenance(&gates, 5), false, MSEC_MAX);
	expect_state(gates_quiet(&gates, 5), false, MSEC_MAX);
}

static void maintenance_is_a_span_or_open(void **state)
{
	(void)state;
	struct gates gates = gates_of("maintenance 0 open\n");
	expect_state(gates_maintenance(&gates, 0), true, MSEC_MAX);
	gates = gates_of("maintenance 1000 2000");
	expect_state(gates_maintenance(&gates, 999), false, 1000);
	expect_state(gates_maintenance(&gates, 1000), true, 2000);
	expect_state(gates_maintenance(&gates, 1999), true, 2000);
	expect_state(gates_maintenance(&gates, 2000), false, MSEC_MAX);
}

/* A span ends inside a window, which ends inside the span of another kind: one closed stretch. */
static void a_span_and_windows_hand_over_to_each_other(void **state)
{
	(void)state;
	char body[200];
	snprintf(body, sizeof body, "maintenance %lld %lld\nmaintenance_hours UTC 02:00-04:00",
		 (long long)instant("2026-01-01T01:00:00"),
		 (long long)instant("2026-01-01T03:00:00"));
	struct gates gates = gates_of(body);
	expect_state(gates_maintenance(&gates, instant("2026-01-01T00:30:00")), false,
		     instant("2026-01-01T01:00:00"));
	expect_state(gates_maintenance(&gates, instant("2026-01-01T01:30:00")), true,
		     instant("2026-01-01T04:00:00"));
	expect_state(gates_maintenance(&gates, instant("2026-01-01T04:00:00")), false,
		     instant("2026-01-02T02:00:00"));
	expect_state(gates_maintenance(&gates, instant("2026-01-02T02:00:00")), true,
		     instant("2026-01-02T04:00:00"));
}

/* The same night in three zones, in winter, in summer and over both changes of the clock. */
static void quiet_hours_are_on_the_wall_of_their_zone(void **state)
{
	static const struct {
		const char *zone, *at, *until;
	} rows[] = {
		{ "Berlin", "2026-01-05T21:00:00", "2026-01-06T06:00:00" },
		{ "Berlin", "2026-07-05T20:00:00", "2026-07-06T05:00:00" },
		{ "Berlin", "2026-03-28T21:00:00", "2026-03-29T05:00:00" }, /* 8 hours */
		{ "Berlin", "2026-10-24T20:00:00", "2026-10-25T06:00:00" }, /* 10 hours */
		{ "NewYork", "2026-01-06T03:00:00", "2026-01-06T12:00:00" },
		{ "NewYork", "2026-03-08T03:00:00", "2026-03-08T11:00:00" },
		{ "NewYork", "2026-11-01T02:00:00", "2026-11-01T12:00:00" },
		{ "LordHowe", "2026-07-05T11:30:00", "2026-07-05T20:30:00" },
		{ "LordHowe", "2026-10-03T11:30:00", "2026-10-03T20:00:00" }, /* 8 and a half */
		{ "LordHowe", "2026-04-04T11:00:00", "2026-04-04T20:30:00" }, /* 9 and a half */
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		char body[100];
		snprintf(body, sizeof body, "quiet_hours %s 22:00-07:00", rows[i].zone);
		struct gates gates = gates_of(body);
		msec at = instant(rows[i].at), until = instant(rows[i].until);
		expect_state(gates_quiet(&gates, at - 1), false, at);
		expect_state(gates_quiet(&gates, at), true, until);
		expect_state(gates_quiet(&gates, until - 1), true, until);
		assert_false(gates_quiet(&gates, until).is_closed);
	}
}

static void several_windows_touch_and_cross_midnight(void **state)
{
	(void)state;
	struct gates gates = gates_of("quiet_hours UTC 22:00-02:00; 02:00-07:00; 13:00-14:00 Mon");
	expect_state(gates_quiet(&gates, instant("2026-01-05T23:00:00")), true,
		     instant("2026-01-06T07:00:00"));
	expect_state(gates_quiet(&gates, instant("2026-01-05T12:00:00")), false,
		     instant("2026-01-05T13:00:00"));
	expect_state(gates_quiet(&gates, instant("2026-01-06T12:00:00")), false,
		     instant("2026-01-06T22:00:00"));
}

static void what_cannot_be_read_names_its_field(void **state)
{
	static const struct {
		const char *body, *words;
	} rows[] = {
		{ "maintenance x open", "maintenance: from and until" },
		{ "maintenance 5 5", "maintenance: until must be later than from" },
		{ "maintenance_hours UTC 25:00-26:00", "maintenance: " },
		{ "maintenance_hours Nowhere 01:00-02:00", "maintenance: no such zone" },
		{ "quiet_hours UTC", "quiet_hours: " },
		{ "quiet_hours UTC 00:00-24:00", "quiet_hours: the windows cover the whole week" },
		{ "opt_in a b", "opt_ins" },
		{ "silence", "gates: unknown word" },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct gates gates;
		struct why why = { 0 };
		assert_int_not_equal(gates_read(str_from(rows[i].body), &sources, &gates, &why),
				     ERR_OK);
		if (!strstr(why.text, rows[i].words)) fail_msg("%s: %s", rows[i].body, why.text);
	}
}

static void a_person_opts_in_by_type(void **state)
{
	(void)state;
	str body = STR("quiet_hours UTC 22:00-07:00\nopt_in alarm.fire\nopt_in alarm.flood\n");
	struct gates gates = gates_of(body.at);
	assert_true(gates.quiet.len == 1);
	assert_true(gates_opt_in(body, STR("alarm.fire")));
	assert_true(gates_opt_in(body, STR("alarm.flood")));
	assert_false(gates_opt_in(body, STR("alarm")));
	assert_false(gates_opt_in(STR(""), STR("alarm.fire")));
}

/* Whoever is let go by one gate may stand before the other. */
static void a_run_is_held_by_the_gates_that_count_for_its_type(void **state)
{
	struct gates own = gates_of("maintenance 0 1000000\nquiet_hours UTC 00:00-01:00");
	struct gates open = gates_of("zone Berlin"), system = gates_of("maintenance 0 open");
	struct gated_type plain = { 0 }, told = { .notifies = true };
	struct gated_type passes = { .notifies = true,
				     .quiet = QUIET_PASS,
				     .maintenance = MAINTENANCE_PASS };
	(void)state;
	struct gate_hold hold = gates_hold(&own, &open, &plain, 5);
	assert_int_equal(hold.gate, GATE_MAINTENANCE);
	assert_int_equal(hold.until, 1000000);
	hold = gates_hold(&own, &open, &told, 5);
	assert_int_equal(hold.gate, GATE_MAINTENANCE);
	assert_int_equal(hold.until, MSEC_HOUR);
	hold = gates_hold(&own, &open, &told, 1000000);
	assert_int_equal(hold.gate, GATE_QUIET_HOURS);
	assert_int_equal(hold.until, MSEC_HOUR);
	assert_int_equal(gates_hold(&own, &open, &told, MSEC_HOUR).gate, GATE_NONE);
	assert_int_equal(gates_hold(&own, &open, &plain, 1000000).gate, GATE_NONE);
	assert_int_equal(gates_hold(&own, &system, &passes, 5).gate, GATE_NONE);
	hold = gates_hold(&open, &system, &plain, 5);
	assert_int_equal(hold.gate, GATE_MAINTENANCE);
	assert_int_equal(hold.until, MSEC_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_gate_has_its_word),
		cmocka_unit_test(who_says_nothing_is_open_for_good),
		cmocka_unit_test(maintenance_is_a_span_or_open),
		cmocka_unit_test(a_span_and_windows_hand_over_to_each_other),
		cmocka_unit_test(quiet_hours_are_on_the_wall_of_their_zone),
		cmocka_unit_test(several_windows_touch_and_cross_midnight),
		cmocka_unit_test(what_cannot_be_read_names_its_field),
		cmocka_unit_test(a_person_opts_in_by_type),
		cmocka_unit_test(a_run_is_held_by_the_gates_that_count_for_its_type),
	};
	return cmocka_run_group_tests(tests, make_zones, free_zones);
}
