/* Policies: what is refused, and that the rest counts at once and after a crash. */
#include "engine/desk.h"

static enum err set_type(struct desk *desk, struct type_policy policy)
{
	return desk_do(desk, (struct command){ .kind = COMMAND_SET_TYPE,
					       .tenant = STR("acme"),
					       .set = { .name = STR("t"), .type = policy } })
		->err;
}

static enum err set_tenant(struct desk *desk, struct tenant_policy policy)
{
	return desk_do(desk, (struct command){ .kind = COMMAND_SET_TENANT,
					       .set = { .name = STR("acme"), .tenant = policy } })
		->err;
}

static const struct backoff bad_backoffs[] = {
	{ .kind = BACKOFF_STEPS },
	{ .kind = BACKOFF_STEPS, .steps_len = LIMIT_BACKOFF_STEPS + 1 },
	{ .kind = BACKOFF_STEPS, .steps_len = 2, .steps = { 1000, -1 } },
	{ .kind = BACKOFF_EXPONENTIAL, .base = -1 },
	{ .kind = BACKOFF_FIXED, .base = 1, .max = -1 },
	{ .kind = (enum backoff_kind)9 },
};

static void a_type_policy_out_of_bounds_is_refused(void **state)
{
	static const struct type_policy rows[] = {
		{ .priority = 11 },
		{ .max_attempts = 1001 },
		{ .lease_ms = 4999 },
		{ .lease_ms = 600001 },
		{ .timeout_ms = -1 },
		{ .timeout_ms = MSEC_DAY + 1 },
		{ .scope = (enum unique_scope)9 },
		{ .scope = UNIQUE_TTL, .unique_ttl = 367 * MSEC_DAY },
	};
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(rows); i++) {
		assert_int_equal(ERR_INVALID, set_type(&desk, rows[i]));
		assert_true(desk.last.head.why.text[0] != '\0');
	}
	for (u32 i = 0; i < countof(bad_backoffs); i++)
		assert_int_equal(
			ERR_INVALID,
			set_type(&desk, (struct type_policy){ .backoff = bad_backoffs[i] }));
	/* None of it has any effect. */
	struct enqueue_item item = { .type = STR("t") };
	assert_int_equal(5, desk_row(&desk, desk_run(&desk, "acme", item)).hot.priority);
	desk_close(&desk);
}

static void a_tenant_policy_out_of_bounds_is_refused(void **state)
{
	static const struct tenant_policy rows[] = {
		{ .weight = 1001 },
		{ .max_attempts = 1001 },
		{ .lease_ms = 1 },
		{ .timeout_ms = -1 },
	};
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(rows); i++)
		assert_int_equal(ERR_INVALID, set_tenant(&desk, rows[i]));
	for (u32 i = 0; i < countof(bad_backoffs); i++)
		assert_int_equal(
			ERR_INVALID,
			set_tenant(&desk, (struct tenant_policy){ .backoff = bad_backoffs[i] }));
	desk_close(&desk);
}

static void names_are_checked(void **state)
{
	static const struct command rows[] = {
		{ .kind = COMMAND_SET_TYPE, .tenant = STR("acme"), .set = { .name = STR("a b") } },
		{ .kind = COMMAND_SET_TYPE, .set = { .name = STR("t") } },
		{ .kind = COMMAND_SET_QUEUE, .set = { .name = STR("") } },
		{ .kind = COMMAND_SET_QUEUE,
		  .set = { .name = STR("q"), .queue = { .weight = 1001 } } },
		{ .kind = COMMAND_SET_TENANT, .set = { .name = STR("a b") } },
	};
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(rows); i++)
		assert_int_equal(ERR_INVALID, desk_do(&desk, rows[i])->err);
	desk_close(&desk);
}

static void defaults_come_from_the_run_the_type_the_tenant(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .type = STR("t") };
	assert_int_equal(ERR_OK, set_tenant(&desk, (struct tenant_policy){ .max_attempts = 8 }));
	assert_int_equal(8, desk_row(&desk, desk_run(&desk, "acme", item)).hot.max_attempts);
	assert_int_equal(ERR_OK,
			 set_type(&desk, (struct type_policy){ .max_attempts = 9, .priority = 2 }));
	struct run_row row = desk_row(&desk, desk_run(&desk, "acme", item));
	assert_int_equal(9, row.hot.max_attempts);
	assert_int_equal(2, row.hot.priority);
	item.max_attempts = 1;
	item.priority = 10;
	desk_crash(&desk);
	row = desk_row(&desk, desk_run(&desk, "acme", item));
	assert_int_equal(1, row.hot.max_attempts);
	assert_int_equal(10, row.hot.priority);
	desk_close(&desk);
}

static void a_limit_that_is_lowered_or_lifted_counts_at_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .type = STR("t") };
	desk_enqueue_many(&desk, "acme", item, 20);
	assert_int_equal(5, desk_lease(&desk, 5, (struct lease_command){ 0 }));
	assert_int_equal(ERR_OK, set_type(&desk, (struct type_policy){ .limit = 3 }));
	assert_int_equal(0, desk_lease(&desk, 5, (struct lease_command){ 0 }));
	u64 call = desk_call(&desk, 5, (struct lease_command){ .wait_ms = 1000 });
	assert_int_equal(ERR_OK, set_type(&desk, (struct type_policy){ .limit = 7 }));
	assert_int_equal(2, desk.granted[call]);
	call = desk_call(&desk, 5, (struct lease_command){ .wait_ms = 1000 });
	assert_int_equal(ERR_OK, set_type(&desk, (struct type_policy){ 0 }));
	assert_int_equal(5, desk.granted[call]);
	desk_close(&desk);
}

static void there_is_a_bounded_number_of_queues(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	char room[32];
	for (u32 i = 1; i < LIMIT_QUEUES_MAX; i++) {
		struct command set = { .kind = COMMAND_SET_QUEUE,
				       .set = { .name = desk_name(room, "queue", i) } };
		assert_int_equal(ERR_OK, desk_do(&desk, set)->err);
	}
	struct command more = { .kind = COMMAND_SET_QUEUE, .set = { .name = STR("one.more") } };
	assert_int_equal(ERR_QUOTA, desk_do(&desk, more)->err);
	more.set.name = STR("queue.5"); /* one that is there may still be changed */
	more.set.queue.weight = 9;
	assert_int_equal(ERR_OK, desk_do(&desk, more)->err);
	desk_run(&desk, "acme", (struct enqueue_item){ .queue = STR("queue.63") });
	desk_same_as_fresh(&desk);
	desk_claim(&desk);
	desk_close(&desk);
}

static void set_defaults(struct desk *desk, struct tenant_defaults defaults)
{
	struct command set = { .kind = COMMAND_SET_TENANT, .set = { .name = STR("acme") } };
	set.set.defaults = defaults;
	assert_int_equal(ERR_OK, desk_do(desk, set)->err);
}

static u32 priority_of(struct desk *desk, u32 given, bool is_scaled)
{
	struct uuid run = desk_run(
		desk, "acme",
		(struct enqueue_item){ .priority = given, .priority_is_scaled = is_scaled });
	return desk_row(desk, run).hot.priority;
}

static void a_scale_of_five_steps_counts_double_less_one(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	set_defaults(&desk, (struct tenant_defaults){ .priority_steps = 5 });
	for (u32 p = 1; p <= 5; p++) assert_int_equal(2 * p - 1, priority_of(&desk, p, true));
	assert_int_equal(9, priority_of(&desk, 9, false));
	assert_int_equal(5, priority_of(&desk, 0, true));
	struct enqueue_item six = { .type = STR("a.b"), .priority = 6, .priority_is_scaled = true };
	desk_do(&desk, (struct command){ .kind = COMMAND_ENQUEUE,
					 .tenant = STR("acme"),
					 .enqueue = { &six, 1, true } });
	assert_int_equal(ERR_INVALID, desk.last.head.err);
	desk_do(&desk, (struct command){ .kind = COMMAND_SET_TYPE,
					 .tenant = STR("acme"),
					 .set = { .name = STR("mail.send"),
						  .type = { .priority = 4 },
						  .priority_is_scaled = true } });
	assert_int_equal(7, priority_of(&desk, 0, false));
	desk_crash(&desk);
	assert_int_equal(3, priority_of(&desk, 2, true));
	set_defaults(&desk, (struct tenant_defaults){ 0 });
	assert_int_equal(2, priority_of(&desk, 2, true));
	desk_close(&desk);
}

static void the_tenants_priority_counts_after_the_types(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	set_defaults(&desk, (struct tenant_defaults){ .priority = 8 });
	assert_int_equal(8, priority_of(&desk, 0, false));
	desk_set_type(&desk, "acme", "mail.send", (struct type_policy){ .priority = 3 });
	assert_int_equal(3, priority_of(&desk, 0, false));
	assert_int_equal(1, priority_of(&desk, 1, false));
	desk_close(&desk);
}

static bool is_duplicate(struct desk *desk, struct enqueue_item item)
{
	item.key = STR("k");
	return desk_enqueue(desk, "acme", item).duplicate;
}

static void the_tenants_unique_scope_counts_where_the_task_says_none(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	set_defaults(&desk, (struct tenant_defaults){ .scope = UNIQUE_ACTIVE });
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	assert_true(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_SUCCESS, STR(""));
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_crash(&desk);
	assert_true(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	assert_false(is_duplicate(&desk, (struct enqueue_item){ .scope = UNIQUE_FOREVER }));
	set_defaults(&desk,
		     (struct tenant_defaults){ .scope = UNIQUE_TTL, .unique_ttl = MSEC_HOUR });
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_advance(&desk, MSEC_HOUR - 1);
	assert_true(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_advance(&desk, 1);
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_close(&desk);
}

static void the_types_unique_scope_counts_before_the_tenants(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	set_defaults(&desk, (struct tenant_defaults){ .scope = UNIQUE_FOREVER });
	desk_set_type(&desk, "acme", "mail.send", (struct type_policy){ .scope = UNIQUE_ACTIVE });
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	assert_true(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_SUCCESS, STR(""));
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_crash(&desk);
	assert_true(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	/* What the run itself says counts first; another type has only the tenant's. */
	assert_false(is_duplicate(&desk, (struct enqueue_item){ .scope = UNIQUE_SUCCEEDED }));
	assert_false(is_duplicate(&desk, (struct enqueue_item){ .type = STR("sms") }));
	struct enqueue_item item = { .type = STR("sms"), .key = STR("other") };
	assert_int_equal(UNIQUE_FOREVER, desk_row(&desk, desk_run(&desk, "acme", item)).scope);
	/* And where the type says nothing any more, the tenant's counts for it, too. */
	desk_set_type(&desk, "acme", "mail.send", (struct type_policy){ .limit = 9 });
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_close(&desk);
}

static void a_types_span_is_its_own_or_a_day(void **state)
{
	(void)state;
	struct desk desk;
	struct type_policy policy = { .scope = UNIQUE_TTL, .unique_ttl = MSEC_HOUR };
	struct enqueue_item item = { .key = STR("other") };
	desk_open(&desk);
	set_defaults(&desk, (struct tenant_defaults){ .scope = UNIQUE_TTL, .unique_ttl = 9000 });
	desk_set_type(&desk, "acme", "mail.send", policy);
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_advance(&desk, MSEC_HOUR - 1);
	assert_true(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_advance(&desk, 1);
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	policy.unique_ttl = 0;
	desk_set_type(&desk, "acme", "mail.send", policy);
	assert_true(MSEC_DAY == desk_row(&desk, desk_run(&desk, "acme", item)).unique_ttl);
	desk_close(&desk);
}

/* The keys of a turn are looked up before it: what it changes counts from the next. */
static void a_scope_that_the_same_turn_gives_a_type_counts_from_the_next(void **state)
{
	(void)state;
	static const enum unique_scope before[] = { UNIQUE_NONE, UNIQUE_ACTIVE };
	struct desk desk;
	struct enqueue_item item = { .type = STR("mail.send"), .key = STR("k") };
	struct command set = { .kind = COMMAND_SET_TYPE,
			       .tenant = STR("acme"),
			       .set = { .name = STR("mail.send") } };
	struct command enqueue = { .kind = COMMAND_ENQUEUE,
				   .tenant = STR("acme"),
				   .enqueue = { &item, 1, false } };
	for (u32 i = 0; i < countof(before); i++) {
		desk_open(&desk);
		assert_false(is_duplicate(&desk, (struct enqueue_item){ .scope = UNIQUE_FOREVER }));
		desk_set_type(&desk, "acme", "mail.send",
			      (struct type_policy){ .scope = before[i] });
		struct command twice[2] = { set, set };
		twice[0].set.type.scope = UNIQUE_SUCCEEDED;
		twice[1].set.type.scope = UNIQUE_FOREVER;
		desk_submit(&desk, &twice[0]);
		desk_submit(&desk, &twice[1]);
		desk_submit(&desk, &enqueue);
		desk_settle(&desk);
		assert_false(desk.last.items[0].duplicate);
		assert_true(is_duplicate(&desk, (struct enqueue_item){ 0 }));
		desk_close(&desk);
	}
}

/* The keys of a turn are looked up before it: what it changes counts from the next. */
static void a_scope_that_the_same_turn_sets_counts_from_the_next(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	set_defaults(&desk, (struct tenant_defaults){ .scope = UNIQUE_FOREVER });
	assert_false(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	set_defaults(&desk, (struct tenant_defaults){ 0 });
	struct enqueue_item item = { .type = STR("mail.send"),
				     .key = STR("k"),
				     .payload = STR("{}") };
	struct command set = { .kind = COMMAND_SET_TENANT, .set = { .name = STR("acme") } };
	struct command twice[2] = { set, set };
	struct command enqueue = { .kind = COMMAND_ENQUEUE,
				   .tenant = STR("acme"),
				   .enqueue = { &item, 1, false } };
	twice[0].set.defaults.scope = UNIQUE_ACTIVE;
	twice[1].set.defaults.scope = UNIQUE_FOREVER;
	desk_submit(&desk, &twice[0]);
	desk_submit(&desk, &twice[1]);
	desk_submit(&desk, &enqueue);
	desk_settle(&desk);
	assert_false(desk.last.items[0].duplicate); /* a span of its own, as before */
	assert_true(is_duplicate(&desk, (struct enqueue_item){ 0 }));
	desk_close(&desk);
}

static void defaults_beyond_their_bounds_are_refused(void **state)
{
	(void)state;
	static const struct tenant_defaults bad[] = {
		{ .priority = 11 },
		{ .priority_steps = 7 },
		{ .misfire = MISFIRE_COUNT + 1 },
		{ .grace_ms = -1 },
		{ .grace_ms = MSEC_DAY + 1 },
		{ .scope = (enum unique_scope)9 },
		{ .scope = UNIQUE_TTL, .unique_ttl = 367 * MSEC_DAY },
	};
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(bad); i++) {
		struct command set = { .kind = COMMAND_SET_TENANT, .set = { .name = STR("acme") } };
		set.set.defaults = bad[i];
		assert_int_equal(ERR_INVALID, desk_do(&desk, set)->err);
	}
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_type_policy_out_of_bounds_is_refused),
		cmocka_unit_test(a_tenant_policy_out_of_bounds_is_refused),
		cmocka_unit_test(names_are_checked),
		cmocka_unit_test(defaults_come_from_the_run_the_type_the_tenant),
		cmocka_unit_test(a_limit_that_is_lowered_or_lifted_counts_at_once),
		cmocka_unit_test(there_is_a_bounded_number_of_queues),
		cmocka_unit_test(a_scale_of_five_steps_counts_double_less_one),
		cmocka_unit_test(the_tenants_priority_counts_after_the_types),
		cmocka_unit_test(the_tenants_unique_scope_counts_where_the_task_says_none),
		cmocka_unit_test(the_types_unique_scope_counts_before_the_tenants),
		cmocka_unit_test(a_types_span_is_its_own_or_a_day),
		cmocka_unit_test(a_scope_that_the_same_turn_gives_a_type_counts_from_the_next),
		cmocka_unit_test(a_scope_that_the_same_turn_sets_counts_from_the_next),
		cmocka_unit_test(defaults_beyond_their_bounds_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
