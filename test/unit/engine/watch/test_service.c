/* Alerts on the service: raised once, resolved once, through crashes, and without flapping. */
#include "engine/desk.h"

#include "base/check.h"

#include "store/memory/memory_parts.h"

static int open_desk(void **state)
{
	struct desk *desk = calloc(1, sizeof *desk);
	assert_non_null(desk);
	desk_open(desk);
	*state = desk;
	return 0;
}

static int close_desk(void **state)
{
	struct desk *desk = *state;
	desk_close(desk);
	free(desk);
	return 0;
}

#define service_test(function) cmocka_unit_test_setup_teardown(function, open_desk, close_desk)

/* "DLQ_GROWTH 10: back to normal; NO_WORKER of acme/mail 300", oldest first. */
static void expect_alerts(struct desk *desk, const char *expected)
{
	struct setting_key first = { .kind = KIND_ALERT };
	const struct treap_node *node = treap_after(&desk->store->settings, &first);
	struct buf text;
	buf_init(&text, 4096);
	for (; node; node = treap_next(node)) {
		const struct memory_setting *setting = container_of(node, struct memory_setting,
								    in_settings);
		const struct alert_row *row = setting->row;
		if (setting->kind != KIND_ALERT) break;
		if (text.len) buf_add(&text, STR("; "));
		buf_add(&text, alert_kind_name(row->kind));
		if (row->job_code.len) buf_addf(&text, " of %.*s", STR_ARG(row->job_code));
		buf_addf(&text, " %llu", (unsigned long long)row->value);
		if (row->resolved_at) buf_addf(&text, ": %.*s", STR_ARG(row->reason));
	}
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
	desk_same_as_fresh(desk);
}

static void minutes_pass(struct desk *desk, u32 minutes)
{
	for (u32 i = 0; i < minutes; i++) desk_advance(desk, MSEC_MINUTE);
}

static void put(struct desk *desk, struct alert_command rule)
{
	rule.expected = DOCUMENT_ANY;
	if (!rule.threshold) rule.threshold = alert_threshold_default(rule.kind);
	struct command command = { .kind = COMMAND_ALERT_PUT,
				   .tenant = STR("system"),
				   .alert = rule };
	assert_int_equal(ERR_OK, desk_do(desk, command)->err);
}

/* Each ends as it says, at once. */
static void runs_end(struct desk *desk, u32 len, enum outcome outcome)
{
	for (u32 i = 0; i < len; i++) {
		desk_run(desk, "acme", (struct enqueue_item){ .type = STR("mail") });
		struct lease lease = desk_claim(desk);
		desk_finish(desk, lease.execution, outcome,
			    outcome == OUTCOME_FAIL ? STR("permanent") : STR(""));
	}
	desk_advance(desk, 10);
}

static void dead_letters_that_grow_are_told_once(void **state)
{
	struct desk *desk = *state;
	runs_end(desk, 9, OUTCOME_FAIL);
	expect_alerts(desk, "");
	runs_end(desk, 1, OUTCOME_FAIL);
	expect_alerts(desk, "DLQ_GROWTH 10"); /* not a minute later */
	runs_end(desk, 20, OUTCOME_FAIL);
	expect_alerts(desk, "DLQ_GROWTH 10");
	minutes_pass(desk, 5);
	expect_alerts(desk, "DLQ_GROWTH 10");
	minutes_pass(desk, 2);
	expect_alerts(desk, "DLQ_GROWTH 10: back to normal");
	minutes_pass(desk, 60);
	expect_alerts(desk, "DLQ_GROWTH 10: back to normal");
	runs_end(desk, 10, OUTCOME_FAIL);
	expect_alerts(desk, "DLQ_GROWTH 10: back to normal; DLQ_GROWTH 10");
}

static void half_of_it_is_not_well_enough_to_raise_again_at_once(void **state)
{
	struct desk *desk = *state;
	runs_end(desk, 10, OUTCOME_FAIL);
	/* Two a minute are ten in five: it stays, and is not raised twice. */
	for (u32 i = 0; i < 12; i++) {
		runs_end(desk, 2, OUTCOME_FAIL);
		minutes_pass(desk, 1);
		expect_alerts(desk, "DLQ_GROWTH 10");
	}
	/* Between the two marks nothing changes: seven or eight in the last minutes. */
	for (u32 i = 0; i < 12; i++) {
		runs_end(desk, i % 2 ? 2 : 1, OUTCOME_FAIL);
		minutes_pass(desk, 1);
		expect_alerts(desk, "DLQ_GROWTH 10");
	}
	minutes_pass(desk, 7);
	expect_alerts(desk, "DLQ_GROWTH 10: back to normal");
}

static void a_crash_forgets_nothing_and_raises_nothing_again(void **state)
{
	struct desk *desk = *state;
	runs_end(desk, 10, OUTCOME_FAIL);
	desk_crash(desk);
	runs_end(desk, 10, OUTCOME_FAIL);
	expect_alerts(desk, "DLQ_GROWTH 10");
	desk_crash(desk);
	/* What went before is not known: that it is well takes five minutes to see. */
	minutes_pass(desk, 4);
	expect_alerts(desk, "DLQ_GROWTH 10");
	minutes_pass(desk, 4);
	expect_alerts(desk, "DLQ_GROWTH 10: back to normal");
}

static void stalled_attempts_are_counted(void **state)
{
	struct desk *desk = *state;
	put(desk,
	    (struct alert_command){ .kind = ALERT_STALLED, .threshold = 2, .is_enabled = true });
	for (u32 i = 0; i < 2; i++) {
		expect_alerts(desk, "");
		desk_run(desk, "acme",
			 (struct enqueue_item){ .type = STR("mail"), .max_attempts = 9 });
		desk_claim(desk);
		desk_advance(desk, 70 * MSEC_SECOND);
	}
	desk_advance(desk, 10);
	expect_alerts(desk, "STALLED 2");
}

static void a_type_that_nobody_asks_for_is_told_by_name(void **state)
{
	struct desk *desk = *state;
	desk_run(desk, "acme", (struct enqueue_item){ .type = STR("mail") });
	desk_run(desk, "acme", (struct enqueue_item){ .type = STR("print") });
	minutes_pass(desk, 5);
	expect_alerts(desk, "");
	minutes_pass(desk, 2);
	expect_alerts(desk, "NO_WORKER of acme/mail 300; NO_WORKER of acme/print 300");
	minutes_pass(desk, 20);
	desk_crash(desk);
	minutes_pass(desk, 20);
	expect_alerts(desk, "NO_WORKER of acme/mail 300; NO_WORKER of acme/print 300");
	static const str mail[] = { { "mail", 4 } };
	desk_lease(desk, 1, (struct lease_command){ .types = mail, .types_len = 1 });
	minutes_pass(desk, 1);
	expect_alerts(desk,
		      "NO_WORKER of acme/mail 300: back to normal; NO_WORKER of acme/print 300");
}

static void a_rule_that_is_switched_off_resolves_what_it_raised(void **state)
{
	struct desk *desk = *state;
	desk_run(desk, "acme", (struct enqueue_item){ .type = STR("mail") });
	minutes_pass(desk, 7);
	expect_alerts(desk, "NO_WORKER of acme/mail 300");
	put(desk, (struct alert_command){ .kind = ALERT_NO_WORKER });
	desk_advance(desk, 10);
	expect_alerts(desk, "NO_WORKER of acme/mail 300: the alert rule was changed");
	minutes_pass(desk, 20);
	expect_alerts(desk, "NO_WORKER of acme/mail 300: the alert rule was changed");
}

/* An urgent run that waited for so long begins. */
static void begins_after(struct desk *desk, msec waited)
{
	desk_run(desk, "acme", (struct enqueue_item){ .type = STR("mail"), .priority = 1 });
	desk_advance(desk, waited);
	struct lease lease = desk_claim(desk);
	desk_finish(desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	desk_advance(desk, 2 * MSEC_MINUTE - waited);
}

static void five_bad_minutes_are_told_and_five_good_ones_resolve_it(void **state)
{
	struct desk *desk = *state;
	for (u32 i = 0; i < 2; i++) begins_after(desk, 61 * MSEC_SECOND);
	expect_alerts(desk, "");
	begins_after(desk, 10 * MSEC_SECOND); /* one that is good: it begins anew */
	for (u32 i = 0; i < 20; i++) begins_after(desk, 30 * MSEC_SECOND);
	expect_alerts(desk, "");
	/* Nothing begins at all: those that wait count. */
	put(desk, (struct alert_command){
			  .kind = ALERT_NO_WORKER, .threshold = 86400, .is_enabled = true });
	desk_run(desk, "acme", (struct enqueue_item){ .type = STR("mail"), .priority = 3 });
	minutes_pass(desk, 4);
	desk_crash(desk); /* bad minutes are kept */
	desk_settle(desk);
	expect_alerts(desk, "");
	minutes_pass(desk, 4);
	expect_alerts(desk, "LATENCY 100");
	minutes_pass(desk, 20);
	desk_crash(desk);
	struct lease lease = desk_claim(desk);
	desk_finish(desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	minutes_pass(desk, 3);
	expect_alerts(desk, "LATENCY 100");
	minutes_pass(desk, 5);
	expect_alerts(desk, "LATENCY 100: back to normal");
}

static void what_is_not_urgent_may_wait(void **state)
{
	struct desk *desk = *state;
	put(desk, (struct alert_command){
			  .kind = ALERT_NO_WORKER, .threshold = 86400, .is_enabled = true });
	desk_run(desk, "acme", (struct enqueue_item){ .type = STR("mail"), .priority = 4 });
	minutes_pass(desk, 30);
	expect_alerts(desk, "");
}

static void count_sends(void *context, const struct memory_run_seen *seen)
{
	u32 *count = context;
	*count += str_starts_with(seen->row->entity, STR("alert:"));
}

static void somebody_is_told_and_a_test_raises_nothing(void **state)
{
	struct desk *desk = *state;
	u32 count = 0;
	put(desk, (struct alert_command){ .kind = ALERT_DLQ_GROWTH,
					  .threshold = 1,
					  .is_enabled = true,
					  .channels = STR("in_app"),
					  .recipients = STR("ann\nbob") });
	struct command test = { .kind = COMMAND_ALERT_TEST,
				.tenant = STR("system"),
				.alert = { .kind = ALERT_DLQ_GROWTH } };
	assert_int_equal(2, desk_do(desk, test)->number);
	expect_alerts(desk, "");
	runs_end(desk, 1, OUTCOME_FAIL);
	expect_alerts(desk, "DLQ_GROWTH 1");
	memory_store_each_run(desk->store, count_sends, &count);
	assert_int_equal(count, 4);
}

static void rules_have_bounds(void **state)
{
	struct desk *desk = *state;
	struct command command = { .kind = COMMAND_ALERT_PUT,
				   .tenant = STR("system"),
				   .alert = { .kind = ALERT_LATENCY, .threshold = 0 } };
	assert_int_equal(ERR_INVALID, desk_do(desk, command)->err);
	command.alert.threshold = 5;
	command.alert.expected = 7;
	assert_int_equal(ERR_VERSION, desk_do(desk, command)->err);
	command.alert.expected = DOCUMENT_ANY;
	command.alert.channels = STR("email");
	assert_int_equal(ERR_INVALID, desk_do(desk, command)->err);
}

static void quiet_services_sleep(void **state)
{
	struct desk *desk = *state;
	runs_end(desk, 3, OUTCOME_SUCCESS);
	minutes_pass(desk, 3);
	u64 turns = pump_counters(desk->pump).turns;
	minutes_pass(desk, 60);
	/* But for looking what comes due within the horizon. */
	assert_true(pump_counters(desk->pump).turns < turns + 20);
}

static void count_reports(void *context, const struct memory_run_seen *seen)
{
	u32 *count = context;
	*count += str_starts_with(seen->row->payload, STR("{\"reason\":"));
}

static u32 reports(const struct desk *desk)
{
	u32 count = 0;
	memory_store_each_run(desk->store, count_reports, &count);
	return count;
}

static void three_failed_attempts_are_reported_once(void **state)
{
	struct desk *desk = calloc(1, sizeof *desk);
	(void)state;
	assert_non_null(desk);
	desk_open_with(desk, (struct engine_config){ .hash_seed = 7, .reports_errors = true });
	static const str mail[] = { { "mail", 4 } };
	desk_run(desk, "acme", (struct enqueue_item){ .type = STR("mail"), .max_attempts = 6 });
	for (u32 i = 1; i <= 5; i++) {
		desk_lease(desk, 1, (struct lease_command){ .types = mail, .types_len = 1 });
		struct lease lease = desk->leases[desk->leases_len - 1];
		desk_finish(desk, lease.execution, OUTCOME_RETRY, STR("network"));
		assert_int_equal(reports(desk), i < 3 ? 0 : 1);
		desk_advance(desk, 3 * MSEC_HOUR);
	}
	desk_same_as_fresh(desk);
	close_desk((void **)&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		service_test(dead_letters_that_grow_are_told_once),
		service_test(half_of_it_is_not_well_enough_to_raise_again_at_once),
		service_test(a_crash_forgets_nothing_and_raises_nothing_again),
		service_test(stalled_attempts_are_counted),
		service_test(a_type_that_nobody_asks_for_is_told_by_name),
		service_test(a_rule_that_is_switched_off_resolves_what_it_raised),
		service_test(five_bad_minutes_are_told_and_five_good_ones_resolve_it),
		service_test(what_is_not_urgent_may_wait),
		service_test(somebody_is_told_and_a_test_raises_nothing),
		service_test(rules_have_bounds),
		service_test(quiet_services_sleep),
		cmocka_unit_test(three_failed_attempts_are_reported_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
