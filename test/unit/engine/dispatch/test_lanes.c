/* Whose turn it is: queues by weight, tenants in turn, the most urgent of a tenant; and that what
 * is full is never exceeded. */
#include "engine/desk.h"

enum { MANY = 600 };

static struct lease_command type_call(const str *types, u32 len)
{
	return (struct lease_command){ .types = types, .types_len = len };
}

static bool lease_is(const struct desk *desk, u32 index, struct uuid run)
{
	return desk_leased(desk, index, run);
}

/* ---- tenants ------------------------------------------------------------------------------ */

static void tenants_take_turns_whoever_has_more(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "huge", (struct enqueue_item){ 0 }, MANY);
	desk_enqueue_many(&desk, "small", (struct enqueue_item){ 0 }, 5);
	desk_enqueue_many(&desk, "tiny", (struct enqueue_item){ 0 }, 2);
	assert_int_equal(9, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	for (u32 round = 0; round < 2; round++) {
		for (u32 other = 1; other < 3; other++)
			assert_false(str_eq(desk_tenant(&desk, round * 3),
					    desk_tenant(&desk, round * 3 + other)));
	}
	assert_int_equal(2, desk_leases_of(&desk, 0, "tiny"));
	desk_close(&desk);
}

/* It came too late, is found in the very turn that brings it, and ends: nobody had a turn of it. */
static void what_is_past_its_deadline_costs_no_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_queue(&desk, "other", (struct queue_policy){ 0 });
	u64 call = desk_call(&desk, 2, (struct lease_command){ .wait_ms = 50000 });
	msec now = desk.now.wall;
	struct enqueue_item items[] = {
		{ .type = STR("a"), .run_at = now - 9, .deadline_at = now - 5 },
		{ .type = STR("a"), .run_at = now - 8 },
		{ .type = STR("a"), .queue = STR("other"), .run_at = now - 9 },
	};
	desk_do(&desk, (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = STR("acme"),
					 .enqueue = { .items = items, .len = countof(items) } });
	assert_int_equal(2, desk.granted[call]);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, desk.last.items[0].run));
	assert_true(lease_is(&desk, 0, desk.last.items[1].run));
	assert_true(lease_is(&desk, 1, desk.last.items[2].run));
	desk_close(&desk);
}

static void a_tenants_share_follows_its_weight(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_tenant(&desk, "heavy", (struct tenant_policy){ .weight = 3 });
	desk_enqueue_many(&desk, "heavy", (struct enqueue_item){ 0 }, MANY);
	desk_enqueue_many(&desk, "light", (struct enqueue_item){ 0 }, MANY);
	for (u32 i = 0; i < 400; i++) desk_claim(&desk);
	assert_int_equal(300, desk_leases_of(&desk, 0, "heavy"));
	assert_int_equal(100, desk_leases_of(&desk, 0, "light"));
	/* Not in a block at the end either: every hundred has its share. */
	u32 late = desk_leases_of(&desk, 300, "light");
	assert_in_range(late, 24, 26);
	desk_close(&desk);
}

static void a_tenant_that_comes_back_has_no_old_turns_to_catch_up(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_enqueue_many(&desk, "away", (struct enqueue_item){ 0 }, 1);
	desk_enqueue_many(&desk, "busy", (struct enqueue_item){ 0 }, MANY);
	for (u32 i = 0; i < 200; i++) desk_claim(&desk);
	desk_enqueue_many(&desk, "away", (struct enqueue_item){ 0 }, 100);
	u32 from = desk.leases_len;
	for (u32 i = 0; i < 40; i++) desk_claim(&desk);
	assert_in_range(desk_leases_of(&desk, from, "away"), 20, 21);
	desk_close(&desk);
}

static void a_tenant_held_back_by_its_limit_has_none_either(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_tenant(&desk, "held", (struct tenant_policy){ .limit = 1 });
	desk_enqueue_many(&desk, "held", (struct enqueue_item){ 0 }, 200);
	desk_enqueue_many(&desk, "busy", (struct enqueue_item){ 0 }, MANY);
	for (u32 i = 0; i < 200; i++) desk_claim(&desk);
	assert_int_equal(1, desk_leases_of(&desk, 0, "held"));
	desk_set_tenant(&desk, "held", (struct tenant_policy){ 0 });
	u32 from = desk.leases_len;
	for (u32 i = 0; i < 40; i++) desk_claim(&desk);
	assert_in_range(desk_leases_of(&desk, from, "held"), 20, 21);
	desk_close(&desk);
}

/* ---- queues ------------------------------------------------------------------------------- */

static u32 leases_of_type(const struct desk *desk, u32 from, str type)
{
	u32 count = 0;
	for (u32 i = from; i < desk->leases_len; i++)
		count += str_eq(type, engine_name(pump_engine(desk->pump), NAME_TYPE,
						  desk->leases[i].type.v));
	return count;
}

static void two_queues(struct desk *desk, u32 fast, u32 slow)
{
	desk_set_queue(desk, "fast", (struct queue_policy){ .weight = fast });
	desk_set_queue(desk, "slow", (struct queue_policy){ .weight = slow });
	struct enqueue_item item = { .queue = STR("fast"), .type = STR("of.fast") };
	desk_enqueue_many(desk, "acme", item, MANY);
	item = (struct enqueue_item){ .queue = STR("slow"), .type = STR("of.slow") };
	desk_enqueue_many(desk, "acme", item, MANY);
}

static void a_queues_share_follows_its_weight(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	two_queues(&desk, 4, 1);
	for (u32 i = 0; i < 500; i++) desk_claim(&desk);
	assert_int_equal(400, leases_of_type(&desk, 0, STR("of.fast")));
	desk_close(&desk);
}

static void a_call_may_name_its_queues(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	two_queues(&desk, 1, 1);
	str slow = STR("slow");
	struct lease_command call = { .queues = &slow, .queues_len = 1 };
	assert_int_equal(10, desk_lease(&desk, 10, call));
	assert_int_equal(10, leases_of_type(&desk, 0, STR("of.slow")));
	desk_close(&desk);
}

static void a_queue_that_comes_back_from_a_pause_gets_its_share_and_no_more(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	two_queues(&desk, 1, 1);
	struct pause_command pause = { .scope = PAUSE_QUEUE, .name = STR("fast") };
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "", pause));
	assert_int_equal(100, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "", pause));
	assert_int_equal(40, desk_lease(&desk, 40, (struct lease_command){ 0 }));
	assert_in_range(leases_of_type(&desk, 100, STR("of.fast")), 20, 21);
	desk_close(&desk);
}

static void a_queue_whose_limit_is_lifted_gets_its_share_and_no_more(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	two_queues(&desk, 1, 1);
	desk_set_queue(&desk, "fast", (struct queue_policy){ .limit = 1 });
	assert_int_equal(100, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	assert_int_equal(1, leases_of_type(&desk, 0, STR("of.fast")));
	desk_set_queue(&desk, "fast", (struct queue_policy){ 0 });
	assert_int_equal(40, desk_lease(&desk, 40, (struct lease_command){ 0 }));
	assert_in_range(leases_of_type(&desk, 100, STR("of.fast")), 20, 21);
	desk_close(&desk);
}

static void a_queue_that_was_full_gets_its_share_and_no_more(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	two_queues(&desk, 1, 1);
	desk_set_queue(&desk, "fast", (struct queue_policy){ .limit = 10 });
	assert_int_equal(100, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	for (u32 i = 0; i < 100; i++) {
		if (str_eq(STR("of.fast"),
			   engine_name(pump_engine(desk.pump), NAME_TYPE, desk.leases[i].type.v)))
			desk_finish(&desk, desk.leases[i].execution, OUTCOME_SUCCESS,
				    (str){ "", 0 });
	}
	assert_int_equal(10, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_in_range(leases_of_type(&desk, 100, STR("of.fast")), 5, 6);
	desk_close(&desk);
}

/* ---- the most urgent of a tenant ---------------------------------------------------------- */

static void priority_comes_first_then_run_at_then_id(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec now = desk.now.wall;
	struct uuid last = desk_run(&desk, "acme", (struct enqueue_item){ .priority = 9 });
	struct uuid third = desk_run(&desk, "acme", (struct enqueue_item){ .run_at = now - 10 });
	struct uuid fourth = desk_run(&desk, "acme", (struct enqueue_item){ .run_at = now - 10 });
	struct uuid second = desk_run(&desk, "acme", (struct enqueue_item){ .run_at = now - 20 });
	struct uuid first = desk_run(&desk, "acme", (struct enqueue_item){ .priority = 1 });
	if (uuid_compare(&fourth, &third) < 0) {
		struct uuid swap = third;
		third = fourth;
		fourth = swap;
	}
	assert_int_equal(5, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_true(lease_is(&desk, 0, first));
	assert_true(lease_is(&desk, 1, second));
	assert_true(lease_is(&desk, 2, third));
	assert_true(lease_is(&desk, 3, fourth));
	assert_true(lease_is(&desk, 4, last));
	desk_close(&desk);
}

static void a_run_grows_more_urgent_with_each_full_span_it_waits(void **state)
{
	static const struct {
		msec waited;
		u32 rival; /* the priority of a run that comes now */
		bool old_wins;
	} rows[] = {
		{ 299999, 6, false },  { 300000, 6, true }, /* equal now: the older one */
		{ 300000, 5, false },  { 599999, 5, false }, { 600000, 5, true },
		{ 1799999, 1, false }, { 1800000, 1, true }, /* six steps: 1, and the older */
		{ 99999000, 1, true },                       /* never above 1, but older */
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct desk desk;
		desk_open(&desk);
		struct uuid old = desk_run(&desk, "acme", (struct enqueue_item){ .priority = 7 });
		desk_advance(&desk, rows[i].waited);
		struct enqueue_item rival = { .priority = rows[i].rival };
		desk_run(&desk, "acme", rival);
		struct lease lease = desk_claim(&desk);
		assert_int_equal(rows[i].old_wins, uuid_eq(&lease.run, &old));
		desk_close(&desk);
	}
}

static void ageing_ends_at_one(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .priority = 1, .run_at = desk.now.wall - 1 };
	struct uuid urgent = desk_run(&desk, "acme", item);
	desk_run(&desk, "acme", (struct enqueue_item){ .priority = 2 });
	desk_advance(&desk, 20 * DEFAULT_AGING_MS);
	struct lease lease = desk_claim(&desk);
	assert_true(uuid_eq(&urgent, &lease.run));
	desk_close(&desk);
}

/* ---- calls that ask for some only ---------------------------------------------------------- */

static void a_call_for_types_takes_only_those_and_still_by_turns(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const char *const tenants[] = { "a", "b", "c" };
	static const str types[] = { STR("mail"), STR("sms"), STR("push") };
	for (u32 t = 0; t < 3; t++) {
		for (u32 y = 0; y < 3; y++)
			desk_enqueue_many(&desk, tenants[t],
					  (struct enqueue_item){ .type = types[y] }, 30);
	}
	assert_int_equal(60, desk_lease(&desk, 60, type_call(types, 2)));
	assert_int_equal(0, leases_of_type(&desk, 0, STR("push")));
	for (u32 t = 0; t < 3; t++) assert_int_equal(20, desk_leases_of(&desk, 0, tenants[t]));
	assert_int_equal(90, desk_lease(&desk, 500, type_call(&types[2], 1)));
	assert_int_equal(0, desk_lease(&desk, 500, type_call(&types[2], 1)));
	desk_close(&desk);
}

static void turns_of_all_and_of_typed_calls_are_the_same_turns(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const str mail = STR("mail");
	desk_enqueue_many(&desk, "a", (struct enqueue_item){ .type = mail }, 100);
	desk_enqueue_many(&desk, "b", (struct enqueue_item){ .type = mail }, 100);
	for (u32 i = 0; i < 50; i++) {
		desk_claim(&desk);
		assert_int_equal(1, desk_lease(&desk, 1, type_call(&mail, 1)));
	}
	assert_int_equal(50, desk_leases_of(&desk, 0, "a"));
	desk_close(&desk);
}

static void a_call_for_tenants_takes_only_theirs(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const str mail = STR("mail");
	const str tenants[] = { STR("a"), STR("c") };
	for (u32 i = 0; i < 3; i++)
		desk_enqueue_many(&desk, (const char *[]){ "a", "b", "c" }[i],
				  (struct enqueue_item){ .type = mail }, 10);
	struct lease_command call = { .tenants = tenants, .tenants_len = 2 };
	assert_int_equal(12, desk_lease(&desk, 12, call));
	assert_int_equal(6, desk_leases_of(&desk, 0, "a"));
	assert_int_equal(6, desk_leases_of(&desk, 0, "c"));
	call.types = &mail;
	call.types_len = 1;
	assert_int_equal(8, desk_lease(&desk, 12, call));
	desk_close(&desk);
}

static void a_typed_call_passes_over_tenants_that_are_closed(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const str mail = STR("mail");
	desk_set_tenant(&desk, "full", (struct tenant_policy){ .limit = 1 });
	desk_enqueue_many(&desk, "full", (struct enqueue_item){ .type = mail }, 10);
	desk_enqueue_many(&desk, "open", (struct enqueue_item){ .type = mail }, 10);
	assert_int_equal(11, desk_lease(&desk, 100, type_call(&mail, 1)));
	assert_int_equal(1, desk_leases_of(&desk, 0, "full"));
	/* The place comes free: the lane index has its lane again. */
	struct uuid held = desk.leases[0].execution;
	for (u32 i = 0; i < desk.leases_len; i++) {
		if (str_eq(desk_tenant(&desk, i), STR("full"))) held = desk.leases[i].execution;
	}
	desk_finish(&desk, held, OUTCOME_SUCCESS, (str){ "", 0 });
	assert_int_equal(1, desk_lease(&desk, 100, type_call(&mail, 1)));
	assert_int_equal(2, desk_leases_of(&desk, 0, "full"));
	desk_close(&desk);
}

/* ---- limits ------------------------------------------------------------------------------- */

enum limit_kind { LIMIT_OF_TYPE, LIMIT_OF_QUEUE, LIMIT_OF_TENANT, LIMIT_OF_ALL, LIMIT_SORTS };

static void open_with_limit(struct desk *desk, enum limit_kind kind, u32 limit)
{
	struct engine_config config = { .max_concurrency = kind == LIMIT_OF_ALL ? limit : 0 };
	desk_open_with(desk, config);
	if (kind == LIMIT_OF_TYPE)
		desk_set_type(desk, "acme", "mail.send", (struct type_policy){ .limit = limit });
	if (kind == LIMIT_OF_QUEUE)
		desk_set_queue(desk, "default", (struct queue_policy){ .limit = limit });
	if (kind == LIMIT_OF_TENANT)
		desk_set_tenant(desk, "acme", (struct tenant_policy){ .limit = limit });
}

static void no_limit_is_ever_exceeded_and_a_freed_place_is_used_again(void **state)
{
	(void)state;
	for (u32 kind = 0; kind < LIMIT_SORTS; kind++) {
		struct desk desk;
		open_with_limit(&desk, (enum limit_kind)kind, 3);
		desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 20);
		assert_int_equal(3, desk_lease(&desk, 10, (struct lease_command){ 0 }));
		assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
		for (u32 i = 0; i < 17; i++) {
			desk_finish(&desk, desk.leases[i].execution, OUTCOME_SUCCESS,
				    (str){ "", 0 });
			assert_int_equal(2, desk_count(&desk, RUN_PROCESSING));
			assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
		}
		assert_int_equal(17, desk_count(&desk, RUN_DONE));
		desk_close(&desk);
	}
}

static void a_freed_place_goes_to_the_call_that_waits_in_the_same_turn(void **state)
{
	(void)state;
	for (u32 kind = 0; kind < LIMIT_SORTS; kind++) {
		struct desk desk;
		open_with_limit(&desk, (enum limit_kind)kind, 1);
		desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 3);
		struct lease held = desk_claim(&desk);
		u64 first = desk_call(&desk, 5, (struct lease_command){ .wait_ms = 60000 });
		u64 second = desk_call(&desk, 5, (struct lease_command){ .wait_ms = 60000 });
		assert_int_equal(0, desk.answered[first]);
		desk_finish(&desk, held.execution, OUTCOME_SUCCESS, (str){ "", 0 });
		assert_int_equal(1, desk.answered[first]);
		assert_int_equal(1, desk.granted[first]);
		assert_int_equal(0, desk.answered[second]);
		assert_int_equal(1, desk_count(&desk, RUN_PROCESSING));
		desk_close(&desk);
	}
}

static void a_limit_holds_back_only_what_it_limits(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_queue(&desk, "narrow", (struct queue_policy){ .limit = 1 });
	desk_set_type(&desk, "acme", "slow", (struct type_policy){ .limit = 1 });
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .queue = STR("narrow") }, 4);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .type = STR("slow") }, 4);
	desk_enqueue_many(&desk, "other", (struct enqueue_item){ .type = STR("slow") }, 4);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .type = STR("quick") }, 4);
	assert_int_equal(1 + 1 + 4 + 4, desk_lease(&desk, 100, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void a_tenant_with_more_types_than_a_chunk_comes_back_whole(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct pause_command pause = { .scope = PAUSE_TENANT };
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "acme", pause));
	char room[32];
	for (u32 i = 0; i < 200; i++)
		desk_run(&desk, "acme",
			 (struct enqueue_item){ .type = desk_name(room, "type", i) });
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "acme", pause));
	assert_int_equal(200, desk_lease(&desk, 1000, (struct lease_command){ 0 }));
	desk_close(&desk);
}

/* ---- the server's own handlers ------------------------------------------------------------- */

static u32 lease_own(struct desk *desk, u32 max, struct lease_command lease)
{
	lease.carrier = CARRIER_NODE;
	lease.worker = STR("@node");
	return desk_lease(desk, max, lease);
}

/* Both take turns among their own, by the same weights; limits count both. */
static void workers_and_handlers_take_turns_apart(void **state)
{
	(void)state;
	struct desk desk;
	const struct enqueue_item own = { .type = STR("hook") };
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node") });
	desk_set_tenant(&desk, "heavy", (struct tenant_policy){ .weight = 3 });
	desk_set_type(&desk, "heavy", "hook", (struct type_policy){ .carrier = CARRIER_NODE });
	desk_set_type(&desk, "light", "hook", (struct type_policy){ .carrier = CARRIER_NODE });
	desk_enqueue_many(&desk, "heavy", own, 100);
	desk_enqueue_many(&desk, "light", own, 100);
	desk_enqueue_many(&desk, "light", (struct enqueue_item){ 0 }, 100);
	assert_int_equal(60, desk_lease(&desk, 60, (struct lease_command){ 0 }));
	assert_int_equal(60, desk_leases_of(&desk, 0, "light"));
	/* What workers got is not charged to those who wait for other hands. */
	assert_int_equal(40, lease_own(&desk, 40, (struct lease_command){ 0 }));
	assert_int_equal(10, desk_leases_of(&desk, 60, "light"));
	assert_int_equal(30, desk_leases_of(&desk, 60, "heavy"));
	desk_close(&desk);
}

static void a_type_may_be_one_tenants_and_workers_of_another(void **state)
{
	(void)state;
	struct desk desk;
	const str types[] = { STR("hook") };
	const str both[] = { STR("acme"), STR("bolt") };
	const struct lease_command call = {
		.types = types, .types_len = 1, .tenants = both, .tenants_len = 2
	};
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node") });
	desk_set_type(&desk, "acme", "hook", (struct type_policy){ .carrier = CARRIER_NODE });
	struct uuid own = desk_run(&desk, "acme", (struct enqueue_item){ .type = types[0] });
	struct uuid other = desk_run(&desk, "bolt", (struct enqueue_item){ .type = types[0] });
	assert_int_equal(1, desk_lease(&desk, 9, call));
	assert_true(lease_is(&desk, 0, other));
	assert_int_equal(0, desk_lease(&desk, 9, type_call(types, 1)));
	assert_int_equal(1, lease_own(&desk, 9, call));
	assert_true(lease_is(&desk, 1, own));
	assert_int_equal(0, lease_own(&desk, 9, type_call(types, 1)));
	desk_close(&desk);
}

static void a_built_in_type_is_the_servers_unless_its_policy_says_otherwise(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node") });
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .type = STR("EMAIL") }, 3);
	assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	assert_int_equal(1, lease_own(&desk, 1, (struct lease_command){ 0 }));
	desk_set_type(&desk, "acme", "EMAIL", (struct type_policy){ .priority = 1 });
	assert_int_equal(1, lease_own(&desk, 1, (struct lease_command){ 0 }));
	desk_set_type(&desk, "acme", "EMAIL", (struct type_policy){ .carrier = CARRIER_WORKERS });
	assert_int_equal(0, lease_own(&desk, 1, (struct lease_command){ 0 }));
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void a_limit_counts_both_and_a_pause_holds_both(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node") });
	desk_set_queue(&desk, "default", (struct queue_policy){ .limit = 2 });
	desk_set_type(&desk, "acme", "hook", (struct type_policy){ .carrier = CARRIER_NODE });
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ .type = STR("hook") }, 5);
	desk_enqueue_many(&desk, "acme", (struct enqueue_item){ 0 }, 5);
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	assert_int_equal(1, lease_own(&desk, 9, (struct lease_command){ 0 }));
	assert_int_equal(0, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	desk_set_queue(&desk, "default", (struct queue_policy){ 0 });
	const struct pause_command pause = { .scope = PAUSE_QUEUE, .name = STR("default") };
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_PAUSE, "acme", pause));
	assert_int_equal(0, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	assert_int_equal(0, lease_own(&desk, 9, (struct lease_command){ 0 }));
	assert_int_equal(ERR_OK, desk_pause(&desk, COMMAND_RESUME, "acme", pause));
	assert_int_equal(4, lease_own(&desk, 9, (struct lease_command){ 0 }));
	assert_int_equal(4, desk_lease(&desk, 9, (struct lease_command){ 0 }));
	desk_close(&desk);
}

/* One with a backlog of hundreds, nineteen others with a few each. */
static void nobody_gets_a_second_run_before_every_waiting_one_had_its_first(void **state)
{
	(void)state;
	enum { TENANTS = 20 };
	struct desk desk;
	char room[32];
	desk_open(&desk);
	for (u32 i = 0; i < TENANTS; i++) {
		str tenant = desk_name(room, "t", i);
		room[tenant.len] = '\0';
		desk_enqueue_many(&desk, room, (struct enqueue_item){ 0 }, i ? 3 : 500);
	}
	for (u32 round = 0; round < 3; round++) {
		u32 from = desk.leases_len;
		bool had[TENANTS + 1] = { false };
		assert_int_equal(TENANTS, desk_lease(&desk, TENANTS, (struct lease_command){ 0 }));
		for (u32 i = from; i < desk.leases_len; i++) {
			u32 who = desk.leases[i].tenant.v - desk.leases[0].tenant.v;
			assert_true(who < TENANTS && !had[who]);
			had[who] = true;
		}
	}
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_gets_a_second_run_before_every_waiting_one_had_its_first),
		cmocka_unit_test(workers_and_handlers_take_turns_apart),
		cmocka_unit_test(a_type_may_be_one_tenants_and_workers_of_another),
		cmocka_unit_test(a_limit_counts_both_and_a_pause_holds_both),
		cmocka_unit_test(a_built_in_type_is_the_servers_unless_its_policy_says_otherwise),
		cmocka_unit_test(tenants_take_turns_whoever_has_more),
		cmocka_unit_test(what_is_past_its_deadline_costs_no_turn),
		cmocka_unit_test(a_tenants_share_follows_its_weight),
		cmocka_unit_test(a_tenant_that_comes_back_has_no_old_turns_to_catch_up),
		cmocka_unit_test(a_tenant_held_back_by_its_limit_has_none_either),
		cmocka_unit_test(a_queues_share_follows_its_weight),
		cmocka_unit_test(a_call_may_name_its_queues),
		cmocka_unit_test(a_queue_that_comes_back_from_a_pause_gets_its_share_and_no_more),
		cmocka_unit_test(a_queue_whose_limit_is_lifted_gets_its_share_and_no_more),
		cmocka_unit_test(a_queue_that_was_full_gets_its_share_and_no_more),
		cmocka_unit_test(priority_comes_first_then_run_at_then_id),
		cmocka_unit_test(a_run_grows_more_urgent_with_each_full_span_it_waits),
		cmocka_unit_test(ageing_ends_at_one),
		cmocka_unit_test(a_call_for_types_takes_only_those_and_still_by_turns),
		cmocka_unit_test(turns_of_all_and_of_typed_calls_are_the_same_turns),
		cmocka_unit_test(a_call_for_tenants_takes_only_theirs),
		cmocka_unit_test(a_typed_call_passes_over_tenants_that_are_closed),
		cmocka_unit_test(no_limit_is_ever_exceeded_and_a_freed_place_is_used_again),
		cmocka_unit_test(a_freed_place_goes_to_the_call_that_waits_in_the_same_turn),
		cmocka_unit_test(a_limit_holds_back_only_what_it_limits),
		cmocka_unit_test(a_tenant_with_more_types_than_a_chunk_comes_back_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
