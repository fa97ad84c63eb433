/* Gates that look at one run: whose hours count, who opted in, and that order and turns stay as if
 * all were known at once. The desk's clock starts at 2023-11-14T22:13:20Z. */
#include "engine/gates_desk.h"

static void person(struct desk *desk, const char *tenant, const char *user, const char *gates)
{
	struct command put = { .kind = COMMAND_DOCUMENT_PUT,
			       .tenant = str_from(tenant),
			       .document = { .kind = DOCUMENT_USER,
					     .name = str_from(user),
					     .body = STR("{}"),
					     .expected = DOCUMENT_ANY,
					     .has_gates = true,
					     .gates = str_from(gates) } };
	assert_int_equal(ERR_OK, desk_do(desk, put)->err);
}

static struct uuid notify(struct desk *desk, const char *user)
{
	return desk_run(desk, "acme",
			(struct enqueue_item){ .type = STR("notice"), .user = str_from(user) });
}

static void open_desk(struct desk *desk, enum quiet_mode quiet)
{
	desk_open(desk);
	desk_set_type(desk, "acme", "notice",
		      (struct type_policy){ .notifies = 1, .quiet = quiet });
}

static void one_person_is_quiet_and_the_next_is_served(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, QUIET_HOLD);
	person(&desk, "acme", "ann", "quiet_hours UTC 22:00-07:00");
	struct uuid ann = notify(&desk, "ann"), bob = notify(&desk, "bob");
	/* A call that does not wait is served, though it takes two turns. */
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_true(desk_leased(&desk, 0, bob));
	struct run_hot hot = desk_row(&desk, ann).hot;
	assert_int_equal(hot.deferred_by, GATE_QUIET_HOURS);
	assert_int_equal(hot.deferred_count, 1);
	assert_int_equal(hot.attempts, 0);
	assert_int_equal(hot.run_at % MSEC_DAY, 7 * MSEC_HOUR);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void order_is_kept_over_many_that_are_looked_at(void **state)
{
	(void)state;
	struct desk desk;
	struct uuid runs[150];
	open_desk(&desk, QUIET_HOLD);
	for (u32 i = 0; i < countof(runs); i++) runs[i] = notify(&desk, "bob");
	u32 got = 0;
	for (u32 i = 0; i < 20 && got < countof(runs); i++)
		got += desk_lease(&desk, 200, (struct lease_command){ 0 });
	assert_int_equal(got, countof(runs));
	for (u32 i = 0; i < countof(runs); i++) assert_true(desk_leased(&desk, i, runs[i]));
	desk_close(&desk);
}

/* A call is answered with what it got before; who stopped it is guarded in a turn that nobody has
 * to cause. */
static void who_ends_a_call_that_got_something_is_judged_at_once(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, QUIET_HOLD);
	person(&desk, "acme", "ann", "quiet_hours UTC 22:00-07:00");
	struct uuid urgent = desk_run(&desk, "acme", (struct enqueue_item){ .priority = 1 });
	struct uuid ann = notify(&desk, "ann");
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_true(desk_leased(&desk, 0, urgent));
	assert_int_equal(desk_row(&desk, ann).hot.deferred_by, GATE_QUIET_HOURS);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void what_was_cleared_is_looked_at_again_when_somebody_speaks(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, QUIET_HOLD);
	notify(&desk, "ann");
	struct uuid second = notify(&desk, "ann");
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ 0 })); /* clears both */
	person(&desk, "acme", "ann", "quiet_hours UTC 22:00-07:00");
	assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	assert_int_equal(desk_row(&desk, second).hot.deferred_by, GATE_QUIET_HOURS);
	person(&desk, "acme", "ann", "");
	notify(&desk, "ann");
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void a_clock_that_goes_back_into_the_night_is_believed(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, QUIET_HOLD);
	person(&desk, "acme", "ann", "quiet_hours UTC 22:00-22:30");
	desk.now.wall += MSEC_HOUR;
	notify(&desk, "ann");
	struct uuid second = notify(&desk, "ann");
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	desk.now.wall -= MSEC_HOUR;
	assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	assert_int_equal(desk_row(&desk, second).hot.deferred_by, GATE_QUIET_HOURS);
	desk_close(&desk);
}

static void who_opted_in_is_reached(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, QUIET_OPT_IN);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "quiet_hours UTC 22:00-07:00"));
	person(&desk, "acme", "ann", "quiet_hours UTC 22:00-08:00\nopt_in notice");
	person(&desk, "acme", "bob", "quiet_hours UTC 22:00-08:00\nopt_in other");
	struct uuid ann = notify(&desk, "ann"), bob = notify(&desk, "bob"), eve = notify(&desk, "");
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_true(desk_leased(&desk, 0, ann));
	assert_int_equal(desk_row(&desk, bob).hot.run_at % MSEC_DAY, 8 * MSEC_HOUR); /* the later */
	assert_int_equal(desk_row(&desk, eve).hot.run_at % MSEC_DAY, 7 * MSEC_HOUR);
	desk_close(&desk);
}

static void another_tenants_person_of_that_name_says_nothing_here(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, QUIET_HOLD);
	person(&desk, "bolt", "ann", "quiet_hours UTC 22:00-07:00");
	notify(&desk, "ann");
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void what_a_person_says_wrong_is_refused(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, QUIET_HOLD);
	struct command put = { .kind = COMMAND_DOCUMENT_PUT,
			       .tenant = STR("acme"),
			       .document = { .kind = DOCUMENT_USER,
					     .name = STR("ann"),
					     .body = STR("{}"),
					     .expected = DOCUMENT_ANY,
					     .has_gates = true,
					     .gates = STR("quiet_hours UTC 00:00-24:00") } };
	assert_int_equal(ERR_INVALID, desk_do(&desk, put)->err);
	desk_close(&desk);
}

static void a_rule_denies_and_a_person_may_try_again(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme",
					  "rule deny\tfield=ok\tnot=true\nrule defer\ttype=slow"));
	struct uuid denied = desk_run(&desk, "acme",
				      (struct enqueue_item){ .payload = STR("{\"ok\":1}") });
	struct uuid fine = desk_run(&desk, "acme",
				    (struct enqueue_item){ .payload = STR("{\"ok\":true}") });
	struct uuid slow = desk_run(
		&desk, "acme",
		(struct enqueue_item){ .type = STR("slow"), .payload = STR("{\"ok\":true}") });
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_true(desk_leased(&desk, 0, fine));
	assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_int_equal(desk_state(&desk, denied), RUN_FAILED);
	assert_int_equal(desk_row(&desk, denied).hot.attempts, 0);
	assert_int_equal(desk_row(&desk, slow).hot.deferred_by, GATE_POLICY);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", ""));
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_RETRY, denied));
	assert_int_equal(1, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_true(desk_leased(&desk, 1, denied));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void many_letters(struct desk *desk, u32 count)
{
	desk_enqueue_many(desk, "acme", (struct enqueue_item){ .payload = STR("{\"ok\":true}") },
			  count);
}

/* What its payload says is looked at while it is at hand: nobody waits for the store. */
static void a_run_that_its_rules_let_pass_is_known_when_it_is_made(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "rule deny\tfield=ok\tnot=true"));
	many_letters(&desk, 200);
	assert_int_equal(200, desk_lease(&desk, 200, (struct lease_command){ 0 }));
	assert_false(desk.leases[0].has_body); /* the commit brings it, as any */
	assert_int_equal(desk.leases[0].payload.len, strlen("{\"ok\":true}"));
	desk_close(&desk);
}

static void what_was_known_of_a_run_is_not_when_the_rules_change(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "rule deny\tfield=ok\tnot=true"));
	struct uuid run = desk_run(&desk, "acme",
				   (struct enqueue_item){ .payload = STR("{\"ok\":true}") });
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "rule deny\tfield=ok\tis=true"));
	assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_int_equal(desk_state(&desk, run), RUN_FAILED);
	desk_close(&desk);
}

static void rules_with_hours_are_asked_again_when_these_begin(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(ERR_OK,
			 desk_say(&desk, "acme", "rule defer\tfield=ok\thours=UTC 23:00-23:30"));
	struct uuid run = desk_run(&desk, "acme",
				   (struct enqueue_item){ .payload = STR("{\"ok\":true}") });
	desk_advance(&desk, MSEC_HOUR); /* 23:13 */
	assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	assert_int_equal(desk_row(&desk, run).hot.run_at % MSEC_DAY,
			 23 * MSEC_HOUR + MSEC_HOUR / 2);
	desk_close(&desk);
}

/* After a start it is in the store: read for as many as are asked for, once, and handed on. */
static void what_was_read_for_a_rule_goes_out_with_the_lease(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "rule deny\tfield=ok\tnot=true"));
	many_letters(&desk, 200);
	desk_crash(&desk);
	desk_settle(&desk);
	assert_int_equal(200, desk_lease(&desk, 200, (struct lease_command){ 0 }));
	for (u32 i = 0; i < 200; i++) {
		assert_true(desk.leases[i].has_body);
		assert_int_equal(desk.leases[i].payload.len, strlen("{\"ok\":true}"));
	}
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_person_is_quiet_and_the_next_is_served),
		cmocka_unit_test(order_is_kept_over_many_that_are_looked_at),
		cmocka_unit_test(who_ends_a_call_that_got_something_is_judged_at_once),
		cmocka_unit_test(what_was_cleared_is_looked_at_again_when_somebody_speaks),
		cmocka_unit_test(a_clock_that_goes_back_into_the_night_is_believed),
		cmocka_unit_test(who_opted_in_is_reached),
		cmocka_unit_test(another_tenants_person_of_that_name_says_nothing_here),
		cmocka_unit_test(what_a_person_says_wrong_is_refused),
		cmocka_unit_test(a_rule_denies_and_a_person_may_try_again),
		cmocka_unit_test(a_run_that_its_rules_let_pass_is_known_when_it_is_made),
		cmocka_unit_test(what_was_known_of_a_run_is_not_when_the_rules_change),
		cmocka_unit_test(rules_with_hours_are_asked_again_when_these_begin),
		cmocka_unit_test(what_was_read_for_a_rule_goes_out_with_the_lease),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
