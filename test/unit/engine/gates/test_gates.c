/* What tenants say about gates: taken, refused, changed, forgotten, found again after a crash, and
 * looked at again when a clock goes back. */
#include "engine/gates_desk.h"

static bool is_served(struct desk *desk)
{
	u32 got = desk_lease(desk, 1, (struct lease_command){ 0 });
	if (got)
		desk_finish(desk, desk->leases[desk->leases_len - 1].execution, OUTCOME_SUCCESS,
			    STR(""));
	return got == 1;
}

static void what_cannot_be_read_is_refused_and_changes_nothing(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_maintain(&desk, "acme", 0);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_INVALID, desk_say(&desk, "acme", "maintenance 5 4"));
	assert_int_equal(ERR_ZONE_DATABASE,
			 desk_say(&desk, "acme", "quiet_hours Europe/Berlin 22:00-07:00"));
	assert_false(is_served(&desk));
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", ""));
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_true(is_served(&desk));
	desk_close(&desk);
}

static void what_was_said_is_there_after_a_crash(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_maintain(&desk, "acme", MSEC_HOUR);
	desk_crash(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_false(is_served(&desk));
	desk_same_as_fresh(&desk);
	desk_advance(&desk, MSEC_HOUR + MSEC_MINUTE);
	assert_true(is_served(&desk));
	desk_say(&desk, "acme", "");
	desk_crash(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_true(is_served(&desk));
	desk_close(&desk);
}

static void a_gate_closes_and_opens_at_its_instants(void **state)
{
	(void)state;
	struct desk desk;
	char body[100];
	desk_open(&desk);
	msec begin = desk.now.wall + MSEC_MINUTE, end = begin + MSEC_MINUTE;
	snprintf(body, sizeof body, "maintenance %lld %lld", (long long)begin, (long long)end);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", body));
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	desk_advance(&desk, MSEC_MINUTE - 1);
	assert_true(is_served(&desk));
	desk_run(&desk, "acme", (struct enqueue_item){ .run_at = begin });
	desk_advance(&desk, 1);
	assert_false(is_served(&desk));
	desk_advance(&desk, MSEC_MINUTE + MSEC_MINUTE / 10);
	assert_true(is_served(&desk));
	desk_close(&desk);
}

/* More timers than a turn lets act stand before the gate's: it is looked at before a pick. */
static void a_gate_whose_timer_is_still_in_line_counts(void **state)
{
	(void)state;
	struct desk desk;
	char body[100];
	desk_open(&desk);
	msec begin = desk.now.wall + MSEC_MINUTE;
	struct enqueue_item item = { .type = STR("a"), .run_at = begin };
	for (u32 i = 0; i < 3; i++) desk_enqueue_many(&desk, "acme", item, 2000);
	snprintf(body, sizeof body, "maintenance %lld open", (long long)begin);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", body));
	desk.now.wall += MSEC_MINUTE;
	desk.now.boot += MSEC_MINUTE;
	assert_int_equal(0, desk_lease(&desk, 10, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void a_clock_that_goes_back_is_believed(void **state)
{
	(void)state;
	struct desk desk;
	char body[100];
	desk_open(&desk);
	msec begin = desk.now.wall + MSEC_HOUR;
	snprintf(body, sizeof body, "maintenance %lld %lld", (long long)begin,
		 (long long)begin + MSEC_HOUR);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", body));
	desk.now.wall += MSEC_HOUR;
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_false(is_served(&desk));
	desk.now.wall -= MSEC_HOUR;
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_true(is_served(&desk));
	desk.now.wall += 3 * MSEC_HOUR;
	desk_settle(&desk);
	desk.now.wall -= 2 * MSEC_HOUR; /* into it, backwards */
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_false(is_served(&desk));
	desk_close(&desk);
}

static void a_tenant_that_says_nothing_any_more_leaves_nothing(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < 3; i++) {
		desk_maintain(&desk, "system", 0);
		desk_maintain(&desk, "acme", MSEC_HOUR);
		assert_int_equal(ERR_OK, desk_say(&desk, "system", ""));
		assert_int_equal(ERR_OK, desk_say(&desk, "acme", ""));
	}
	desk_same_as_fresh(&desk);
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	assert_true(is_served(&desk));
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cannot_be_read_is_refused_and_changes_nothing),
		cmocka_unit_test(what_was_said_is_there_after_a_crash),
		cmocka_unit_test(a_gate_closes_and_opens_at_its_instants),
		cmocka_unit_test(a_gate_whose_timer_is_still_in_line_counts),
		cmocka_unit_test(a_clock_that_goes_back_is_believed),
		cmocka_unit_test(a_tenant_that_says_nothing_any_more_leaves_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
