#include "model/policy.h"

#include "base/check.h"

static const struct backoff fixed_hour = { .kind = BACKOFF_FIXED, .base = MSEC_HOUR };

/* The delay without its jitter, told from many draws: the middle between the least possible and
 * the greatest (0.6 and 1.4 of it), both of which come near. */
static msec middle_of(const struct backoff *backoff, u32 attempts)
{
	struct prng prng = prng_init(attempts);
	msec least = MSEC_MAX, most = 0;
	for (u32 i = 0; i < 20000; i++) {
		msec delay = backoff_delay(backoff, attempts, &prng);
		if (delay < least) least = delay;
		if (delay > most) most = delay;
	}
	return (least + most) / 2;
}

/* Within a thousandth. */
static void assert_near(msec actual, msec expected)
{
	msec off = actual > expected ? actual - expected : expected - actual;
	if (off > expected / 1000) fail_msg("%" PRId64 " is not near %" PRId64, actual, expected);
}

static void steps_are_taken_in_turn_and_the_last_repeats(void **state)
{
	(void)state;
	const struct backoff *backoff = backoff_default_for_tasks();
	assert_near(middle_of(backoff, 1), MSEC_MINUTE);
	assert_near(middle_of(backoff, 2), 5 * MSEC_MINUTE);
	assert_near(middle_of(backoff, 3), 15 * MSEC_MINUTE);
	assert_near(middle_of(backoff, 4), 60 * MSEC_MINUTE);
	assert_near(middle_of(backoff, 5), 60 * MSEC_MINUTE);
	assert_near(middle_of(backoff, UINT32_MAX), 60 * MSEC_MINUTE);
}

static void exponential_waits_double(void **state)
{
	(void)state;
	struct backoff backoff = { .kind = BACKOFF_EXPONENTIAL, .base = MSEC_MINUTE };
	assert_near(middle_of(&backoff, 1), 1 * MSEC_MINUTE);
	assert_near(middle_of(&backoff, 2), 2 * MSEC_MINUTE);
	assert_near(middle_of(&backoff, 3), 4 * MSEC_MINUTE);
	assert_near(middle_of(&backoff, 11), 1024 * MSEC_MINUTE);
}

static void fixed_waits_stay_the_same(void **state)
{
	(void)state;
	assert_near(middle_of(&fixed_hour, 1), MSEC_HOUR);
	assert_near(middle_of(&fixed_hour, 1000), MSEC_HOUR);
}

/* The bound is of the wait itself; jitter still spreads those who are at the bound. */
static void the_bound_is_applied_before_the_jitter(void **state)
{
	(void)state;
	struct backoff backoff = { .kind = BACKOFF_EXPONENTIAL, .base = MSEC_MINUTE };
	assert_near(middle_of(&backoff, 12), MSEC_DAY); /* 2,048 minutes are more than a day */
	assert_near(middle_of(&backoff, 200), MSEC_DAY);
	backoff.max = 3 * MSEC_MINUTE;
	assert_near(middle_of(&backoff, 2), 2 * MSEC_MINUTE);
	assert_near(middle_of(&backoff, 3), 3 * MSEC_MINUTE);
	assert_near(middle_of(&backoff, 63), 3 * MSEC_MINUTE);
	assert_near(middle_of(&backoff, 64), 3 * MSEC_MINUTE);
	assert_near(middle_of(&backoff, UINT32_MAX), 3 * MSEC_MINUTE);
}

static void even_absurd_waits_do_not_overflow(void **state)
{
	(void)state;
	struct prng prng = prng_init(7);
	struct backoff backoff = { .kind = BACKOFF_EXPONENTIAL, .base = MSEC_MAX, .max = MSEC_MAX };
	for (u32 i = 1; i < 200; i++) {
		msec delay = backoff_delay(&backoff, i, &prng);
		assert_true(delay >= MSEC_MAX / 10 * 6 - 10);
	}
	backoff.base = 0;
	assert_int_equal(backoff_delay(&backoff, 64, &prng), 0);
	backoff.base = -5;
	assert_int_equal(backoff_delay(&backoff, 1, &prng), 0);
}

static void short_waits_are_rounded_not_cut(void **state)
{
	(void)state;
	struct prng prng = prng_init(3);
	struct backoff backoff = { .kind = BACKOFF_FIXED, .base = 1 };
	for (u32 i = 0; i < 1000; i++) assert_int_equal(backoff_delay(&backoff, 1, &prng), 1);
}

static void the_same_seed_gives_the_same_waits(void **state)
{
	(void)state;
	struct prng first = prng_init(99), second = prng_init(99);
	for (u32 i = 1; i < 100; i++)
		assert_int_equal(backoff_delay(&fixed_hour, i, &first),
				 backoff_delay(&fixed_hour, i, &second));
}

/* --- the jitter is what it says: factor 1 +- u, u uniform in 0.2 to 0.4, the sign by chance --- */

enum { CELLS = 20, DRAWS = 40000 };

/* With so many cells, larger values come by chance once in a thousand times. */
static const double chi_square_max_19 = 43.82;
static const double chi_square_max_1 = 10.83;

static double chi_square(const u32 *counts, u32 cells, double expected)
{
	double sum = 0;
	for (u32 i = 0; i < cells; i++) {
		double off = (double)counts[i] - expected;
		sum += off * off / expected;
	}
	return sum;
}

static void count_draws(u64 seed, u32 cells[CELLS], u32 signs[2])
{
	const msec base = 10000000;
	const struct backoff backoff = { .kind = BACKOFF_FIXED, .base = base };
	struct prng prng = prng_init(seed);
	for (u32 i = 0; i < DRAWS; i++) {
		msec off = backoff_delay(&backoff, 1, &prng) - base;
		msec u = off < 0 ? -off : off;
		assert_true(u >= base / 10 * 2);
		assert_true(u <= base / 10 * 4);
		msec cell = (u - base / 10 * 2) * CELLS / (base / 10 * 2 + 1);
		cells[cell]++;
		signs[off > 0]++;
	}
}

static void jitter_is_uniform_and_its_sign_is_fair(void **state)
{
	(void)state;
	for (u64 seed = 1; seed <= 20; seed++) {
		u32 cells[CELLS] = { 0 }, signs[2] = { 0 };
		count_draws(seed, cells, signs);
		assert_true(chi_square(cells, CELLS, (double)DRAWS / CELLS) < chi_square_max_19);
		assert_true(chi_square(signs, 2, (double)DRAWS / 2) < chi_square_max_1);
	}
}

/* Sign and size are drawn apart: an early attempt is not nearer to its time than a late one. */
static void sign_and_size_do_not_depend_on_each_other(void **state)
{
	(void)state;
	const msec base = 10000000;
	const struct backoff backoff = { .kind = BACKOFF_FIXED, .base = base };
	struct prng prng = prng_init(5);
	u32 quarters[4] = { 0 };
	for (u32 i = 0; i < DRAWS; i++) {
		msec off = backoff_delay(&backoff, 1, &prng) - base;
		bool is_large = off > base / 10 * 3 || off < -base / 10 * 3;
		quarters[2 * (off > 0) + is_large]++;
	}
	/* Three degrees of freedom. */
	assert_true(chi_square(quarters, 4, (double)DRAWS / 4) < 16.27);
}

static void delay_before_any_attempt(void *context)
{
	(void)backoff_delay(&fixed_hour, 0, context);
}

static void delay_without_policy(void *context)
{
	(void)backoff_delay(&(struct backoff){ 0 }, 1, context);
}

static void delay_without_steps(void *context)
{
	(void)backoff_delay(&(struct backoff){ .kind = BACKOFF_STEPS }, 1, context);
}

static void a_policy_that_says_nothing_is_a_bug(void **state)
{
	(void)state;
	struct prng prng = prng_init(1);
	assert_true(breaks_promise(delay_before_any_attempt, &prng));
	assert_true(breaks_promise(delay_without_policy, &prng));
	assert_true(breaks_promise(delay_without_steps, &prng));
}

/* --- classes --- */

static void the_classes_of_the_specification_are_sorted_as_it_says(void **state)
{
	static const char *const retryable[] = { "network", "http_5xx", "http_429",
						 "timeout", "stalled",  "transient" };
	static const char *const fatal[] = { "http_4xx",  "validation", "policy_denied",
					     "not_found", "cancelled",  "permanent",
					     "damaged" };
	(void)state;
	struct type_policy silent = { 0 };
	assert_int_equal(countof(retryable) + countof(fatal), CLASS_COUNT);
	for (size_t i = 0; i < countof(retryable); i++) {
		assert_true(class_is_retryable(NULL, str_from(retryable[i])));
		assert_true(class_is_retryable(&silent, str_from(retryable[i])));
	}
	for (size_t i = 0; i < countof(fatal); i++) {
		assert_false(class_is_retryable(NULL, str_from(fatal[i])));
		assert_false(class_is_retryable(&silent, str_from(fatal[i])));
	}
	assert_str(error_class_name(CLASS_HTTP_5XX), STR("http_5xx"));
	assert_str(error_class_name(CLASS_DAMAGED), STR("damaged"));
}

/* Losing work is worse than repeating it. */
static void an_unknown_class_is_tried_again(void **state)
{
	(void)state;
	struct type_policy policy = { 0 };
	assert_true(class_is_retryable(NULL, STR("solar_flare")));
	assert_true(class_is_retryable(NULL, (str){ 0 }));
	assert_true(class_list_add(&policy.fatal, STR("dm_closed")));
	assert_true(class_is_retryable(&policy, STR("dm_close")));
	assert_true(class_is_retryable(&policy, STR("dm_closed2")));
	assert_true(class_is_retryable(&policy, (str){ 0 }));
}

static void a_type_may_move_a_class_to_the_other_side(void **state)
{
	(void)state;
	struct type_policy policy = { 0 };
	assert_true(class_list_add(&policy.fatal, STR("dm_closed")));
	assert_true(class_list_add(&policy.fatal, STR("network")));
	assert_true(class_list_add(&policy.retryable, STR("http_4xx")));
	assert_false(class_is_retryable(&policy, STR("dm_closed")));
	assert_false(class_is_retryable(&policy, STR("network")));
	assert_true(class_is_retryable(&policy, STR("http_4xx")));
	assert_true(class_is_retryable(&policy, STR("timeout")));
	assert_false(class_is_retryable(&policy, STR("validation")));
}

static void a_class_on_both_sides_is_tried_again(void **state)
{
	(void)state;
	struct type_policy policy = { 0 };
	assert_true(class_list_add(&policy.fatal, STR("quota")));
	assert_true(class_list_add(&policy.retryable, STR("quota")));
	assert_true(class_is_retryable(&policy, STR("quota")));
}

static void a_list_holds_so_many_names_and_each_once(void **state)
{
	(void)state;
	struct class_list list = { 0 };
	char name[LIMIT_CLASS_NAME_BYTES + 1];
	memset(name, 'n', sizeof name);
	str longest = { name, LIMIT_CLASS_NAME_BYTES };
	for (u32 i = 0; i < LIMIT_CLASS_NAMES; i++) {
		name[0] = (char)('a' + i);
		assert_false(class_list_has(&list, longest));
		assert_true(class_list_add(&list, longest));
		assert_true(class_list_has(&list, longest));
	}
	assert_int_equal(list.len, sizeof list.text);
	struct class_list full = list;
	assert_true(class_list_add(&list, longest)); /* is there already */
	assert_false(class_list_add(&list, STR("one_more")));
	assert_memory_equal(&list, &full, sizeof list);
	name[0] = 'a';
	assert_true(class_list_has(&list, longest));
}

static void short_names_do_not_make_room_for_more(void **state)
{
	(void)state;
	struct class_list list = { 0 };
	for (u32 i = 0; i <= LIMIT_CLASS_NAMES; i++) {
		char name = (char)('a' + i);
		assert_int_equal(class_list_add(&list, (str){ &name, 1 }), i < LIMIT_CLASS_NAMES);
	}
}

static void what_is_no_name_is_not_listed(void **state)
{
	(void)state;
	struct class_list list = { 0 };
	char name[LIMIT_CLASS_NAME_BYTES + 1];
	memset(name, 'n', sizeof name);
	assert_false(class_list_add(&list, (str){ 0 }));
	assert_false(class_list_add(&list, (str){ name, sizeof name }));
	assert_false(class_list_add(&list, (str){ "a\0b", 3 }));
	assert_int_equal(list.len, 0);
	assert_false(class_list_has(&list, (str){ 0 }));
}

static void mails_and_webhooks_are_the_servers_own(void **state)
{
	(void)state;
	assert_int_equal(CARRIER_NODE, carrier_of_type(STR("EMAIL")));
	assert_int_equal(CARRIER_NODE, carrier_of_type(STR("REMINDER")));
	assert_int_equal(CARRIER_NODE, carrier_of_type(STR("WEBHOOK")));
	assert_int_equal(CARRIER_NODE, carrier_of_type(STR("@webhook.1")));
	assert_false(type_is_webhooks(STR("webhook.1")));
	assert_int_equal(CARRIER_WORKERS, carrier_of_type(STR("email")));
	assert_int_equal(CARRIER_WORKERS, carrier_of_type(STR("REPORT")));
}

static void five_steps_are_every_second_of_ten(void **state)
{
	(void)state;
	u32 priority = 99;
	struct why why;
	for (u32 p = 0; p <= 10; p++) {
		assert_int_equal(ERR_OK, priority_from(p, 0, &priority, &why));
		assert_int_equal(p, priority);
		assert_int_equal(p, priority_shown(p, 0));
	}
	for (u32 p = 1; p <= 5; p++) {
		assert_int_equal(ERR_OK, priority_from(p, PRIORITY_STEPS_FEW, &priority, &why));
		assert_int_equal(2 * p - 1, priority);
		assert_int_equal(p, priority_shown(2 * p - 1, PRIORITY_STEPS_FEW));
		assert_int_equal(p, priority_shown(2 * p, PRIORITY_STEPS_FEW));
	}
	assert_int_equal(ERR_OK, priority_from(0, PRIORITY_STEPS_FEW, &priority, &why));
	assert_int_equal(0, priority);
	assert_int_equal(ERR_INVALID, priority_from(6, PRIORITY_STEPS_FEW, &priority, &why));
	assert_int_equal(ERR_INVALID, priority_from(11, 10, &priority, &why));
}

static void a_route_has_a_name_of_so_many_bytes(void **state)
{
	(void)state;
	char text[LIMIT_ROUTE_BYTES + 1];
	struct route_name name = { 0 };
	memset(text, 'x', sizeof text);
	assert_false(route_name_set(&name, (str){ text, sizeof text }));
	assert_true(route_name_set(&name, (str){ text, sizeof text - 1 }));
	assert_int_equal(LIMIT_ROUTE_BYTES, route_name_view(&name).len);
	/* What was there before leaves nothing behind. */
	struct route_name same = { 0 };
	assert_true(route_name_set(&name, STR("chat")));
	assert_true(route_name_set(&same, STR("chat")));
	assert_memory_equal(&name, &same, sizeof name);
	assert_true(route_name_set(&name, (str){ NULL, 0 }));
	assert_int_equal(0, route_name_view(&name).len);
}

static void a_policy_says_how_long_keys_are_unique_or_nothing(void **state)
{
	struct type_policy policy = { .scope = UNIQUE_TTL, .unique_ttl = MSEC_HOUR };
	(void)state;
	assert_int_equal(UNIQUE_NONE, scope_of_policy(NULL).scope);
	assert_int_equal(UNIQUE_TTL, scope_of_policy(&policy).scope);
	assert_true(MSEC_HOUR == scope_of_policy(&policy).ttl);
}

static void the_first_that_says_something_is_in_force(void **state)
{
	const struct backoff none = { .kind = BACKOFF_UNSET }, own = { .kind = BACKOFF_FIXED };
	struct type_policy type = { .priority = 3, .max_attempts = 6, .timeout_ms = 66 };
	struct tenant_policy tenant = { .max_attempts = 9, .timeout_ms = 77 };
	(void)state;
	assert_int_equal(priority_in_force(4, &type, 2), 4);
	assert_int_equal(priority_in_force(0, &type, 2), 3);
	assert_int_equal(priority_in_force(0, NULL, 2), 2);
	assert_int_equal(priority_in_force(0, NULL, 0), DEFAULT_PRIORITY);
	assert_int_equal(attempts_in_force(2, &type, &tenant, 4), 2);
	assert_int_equal(attempts_in_force(0, &type, &tenant, 4), 6);
	assert_int_equal(attempts_in_force(0, NULL, &tenant, 4), 9);
	assert_int_equal(attempts_in_force(0, NULL, NULL, 4), 4);
	assert_int_equal(timeout_in_force(55, &type, &tenant, 300), 55);
	assert_int_equal(timeout_in_force(0, &type, &tenant, 300), 66);
	assert_int_equal(timeout_in_force(0, NULL, &tenant, 300), 77);
	assert_int_equal(timeout_in_force(0, NULL, NULL, 300), 300);
	assert_ptr_equal(backoff_in_force(&own, &type, &tenant, &none), &own);
	assert_ptr_equal(backoff_in_force(NULL, &type, &tenant, &own), &own);
	tenant.backoff.kind = BACKOFF_FIXED;
	assert_ptr_equal(backoff_in_force(&none, &type, &tenant, &own), &tenant.backoff);
	type.backoff.kind = BACKOFF_FIXED;
	assert_ptr_equal(backoff_in_force(&none, &type, &tenant, &own), &type.backoff);
}

/* One policy a field, which says it in another way than zero does. */
static struct type_policy saying(enum policy_field field)
{
	struct type_policy policy = { 0 };
	switch (field) {
	case SAYS_HANDLER: policy.carrier = CARRIER_NODE; break;
	case SAYS_PRIORITY: policy.priority = 3; break;
	case SAYS_MAX_ATTEMPTS: policy.max_attempts = 4; break;
	case SAYS_LIMIT: policy.limit = 5; break;
	case SAYS_LEASE_MS: policy.lease_ms = 6000; break;
	case SAYS_TIMEOUT_SECONDS: policy.timeout_ms = 7000; break;
	case SAYS_BACKOFF:
		policy.backoff = (struct backoff){ .kind = BACKOFF_FIXED, .base = 8 };
		break;
	case SAYS_RETRYABLE: assert_true(class_list_add(&policy.retryable, STR("a"))); break;
	case SAYS_FATAL: assert_true(class_list_add(&policy.fatal, STR("b"))); break;
	case SAYS_UNIQUE_SCOPE: policy.scope = UNIQUE_TTL, policy.unique_ttl = 9; break;
	case SAYS_MAINTENANCE: policy.maintenance = MAINTENANCE_PASS; break;
	case SAYS_QUIET: policy.quiet = QUIET_OPT_IN; break;
	case SAYS_NOTIFIES: policy.notifies = 1; break;
	case SAYS_ROUTE: assert_true(route_name_set(&policy.route, STR("r"))); break;
	case SAYS_GROUP: policy.group = 10; break;
	case SAYS_FALLBACK:
		policy.fallback = (struct fallback_policy){ .type = 11, .minutes = 2 };
		break;
	case SAYS_RETENTION_DAYS: policy.retention_days = 12; break;
	case SAYS_LADDER_CRITICAL_LAST: policy.ladder_critical_last = 13; break;
	case POLICY_FIELD_COUNT: break;
	}
	policy_note_said(&policy);
	return policy;
}

static void each_field_is_inherited_by_itself(void **state)
{
	const struct type_policy nothing = { 0 };
	(void)state;
	for (u32 i = 0; i < POLICY_FIELD_COUNT; i++) {
		enum policy_field field = (enum policy_field)i;
		struct type_policy below = saying(field);
		assert_int_equal(1u << i, below.said);
		assert_false(policy_is_same(&below, &nothing));
		struct type_policy merged = policy_merge(&nothing, &below);
		assert_true(policy_is_same(&merged, &below));
		merged = policy_merge(&below, &nothing);
		assert_true(policy_is_same(&merged, &below));
		/* Said, and nothing: it is not inherited any more. */
		const struct type_policy none = { .said = 1u << i };
		merged = policy_merge(&none, &below);
		assert_true(policy_is_same(&merged, &none));
		/* The other policy's fields stay as they are. */
		struct type_policy next = saying((enum policy_field)((i + 1) % POLICY_FIELD_COUNT));
		merged = policy_merge(&next, &below);
		assert_int_equal(next.said | below.said, merged.said);
		policy_clear(&merged, field);
		assert_true(policy_is_same(&merged, &next));
	}
}

static void each_field_has_a_word_of_its_own(void **state)
{
	(void)state;
	assert_true(str_eq(policy_field_word(SAYS_HANDLER), STR("handler")));
	for (u32 i = 0; i < POLICY_FIELD_COUNT; i++) {
		for (u32 k = 0; k < i; k++)
			assert_false(str_eq(policy_field_word((enum policy_field)i),
					    policy_field_word((enum policy_field)k)));
	}
	assert_false(policy_says(NULL, SAYS_LIMIT));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_policy_says_how_long_keys_are_unique_or_nothing),
		cmocka_unit_test(mails_and_webhooks_are_the_servers_own),
		cmocka_unit_test(steps_are_taken_in_turn_and_the_last_repeats),
		cmocka_unit_test(exponential_waits_double),
		cmocka_unit_test(fixed_waits_stay_the_same),
		cmocka_unit_test(the_bound_is_applied_before_the_jitter),
		cmocka_unit_test(even_absurd_waits_do_not_overflow),
		cmocka_unit_test(short_waits_are_rounded_not_cut),
		cmocka_unit_test(the_same_seed_gives_the_same_waits),
		cmocka_unit_test(jitter_is_uniform_and_its_sign_is_fair),
		cmocka_unit_test(sign_and_size_do_not_depend_on_each_other),
		cmocka_unit_test(a_policy_that_says_nothing_is_a_bug),
		cmocka_unit_test(the_classes_of_the_specification_are_sorted_as_it_says),
		cmocka_unit_test(an_unknown_class_is_tried_again),
		cmocka_unit_test(a_type_may_move_a_class_to_the_other_side),
		cmocka_unit_test(a_class_on_both_sides_is_tried_again),
		cmocka_unit_test(a_list_holds_so_many_names_and_each_once),
		cmocka_unit_test(short_names_do_not_make_room_for_more),
		cmocka_unit_test(what_is_no_name_is_not_listed),
		cmocka_unit_test(five_steps_are_every_second_of_ten),
		cmocka_unit_test(a_route_has_a_name_of_so_many_bytes),
		cmocka_unit_test(the_first_that_says_something_is_in_force),
		cmocka_unit_test(each_field_is_inherited_by_itself),
		cmocka_unit_test(each_field_has_a_word_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
