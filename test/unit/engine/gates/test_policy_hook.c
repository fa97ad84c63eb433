/* A tenant's policy hook: who is asked about, what its answers do, and that nobody else waits. */
#include "engine/gates_desk.h"

#define HOOK "hook defer 1000 60000 key https://hook.example/"

static const struct lease_command any = { 0 };

static struct uuid mail(struct desk *desk, const char *tenant)
{
	return desk_run(desk, tenant,
			(struct enqueue_item){ .type = STR("mail"), .payload = STR("{\"a\":1}") });
}

static void open_desk(struct desk *desk, const char *gates)
{
	desk_open(desk);
	assert_int_equal(ERR_OK, desk_say(desk, "acme", gates));
}

/* What the hook says of the last it was asked about. */
static enum err say(struct desk *desk, enum hook_answer answer, msec until)
{
	assert_true(desk->asked_len > 0);
	const struct desk_question *asked = &desk->asked[desk->asked_len - 1];
	return desk_do(desk,
		       (struct command){ .kind = COMMAND_HOOK_SAID,
					 .hook = { asked->run, asked->number, answer, until } })
		->err;
}

static void a_run_waits_aside_until_its_hook_says_yes(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, HOOK);
	struct enqueue_item item = { .type = STR("mail"),
				     .payload = STR("{\"a\":1}"),
				     .entity = STR("e:1"),
				     .user = STR("ann") };
	struct uuid run = desk_run(&desk, "acme", item);
	assert_int_equal(0, desk_lease(&desk, 1, any));
	assert_int_equal(1, desk.asked_len);
	assert_string_equal("https://hook.example/ key acme mail e:1 ann {\"a\":1} 1",
			    desk.asked[0].text);
	struct uuid other = mail(&desk, "other"); /* nobody else waits */
	assert_int_equal(1, desk_lease(&desk, 5, any));
	assert_true(desk_leased(&desk, 0, other));
	assert_int_equal(1, desk.asked_len);
	assert_int_equal(ERR_OK, say(&desk, HOOK_ALLOW, 0));
	assert_int_equal(1, desk_lease(&desk, 1, any));
	assert_true(desk_leased(&desk, 1, run));
	assert_int_equal(ERR_NOT_FOUND, say(&desk, HOOK_DENY, 0)); /* too late */
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_close(&desk);
}

static void its_no_ends_the_run_without_an_attempt(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, HOOK);
	struct uuid run = mail(&desk, "acme");
	desk_lease(&desk, 1, any);
	assert_int_equal(ERR_OK, say(&desk, HOOK_DENY, 0));
	struct run_hot hot = desk_row(&desk, run).hot;
	assert_int_equal(RUN_FAILED, hot.state);
	assert_int_equal(0, hot.attempts);
	assert_int_equal(0, desk_lease(&desk, 1, any));
	desk_close(&desk);
}

/* Of a daily window it is an attempt that failed: only the cutoff ends the day. */
static void its_no_does_not_end_a_daily_window(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, HOOK);
	struct command put = { .kind = COMMAND_DAILY_PUT,
			       .tenant = STR("acme"),
			       .daily = { .user = STR("ann"), .due_minute = 23 * 60 } };
	struct daily_answer window = desk_do(&desk, put)->daily;
	msec enqueued = desk.now.wall;
	desk_lease(&desk, 1, any);
	assert_int_equal(ERR_OK, say(&desk, HOOK_DENY, 0));
	struct run_hot hot = desk_row(&desk, window.run).hot;
	assert_int_equal(RUN_QUEUED, hot.state);
	assert_true(hot.run_at == enqueued + 10 * MSEC_MINUTE);
	const struct daily_row *row = memory_store_find_daily(desk.store, (tenant_no){ 1 },
							      STR("ann"));
	assert_true(row->hot.last_date == 0 && row->hot.decided == 0);
	desk_close(&desk);
}

static void it_may_put_a_run_off(void **state)
{
	(void)state;
	struct desk desk;
	const msec untils[] = { 3 * MSEC_HOUR, 0, -MSEC_HOUR };
	const msec waits[] = { 3 * MSEC_HOUR, MSEC_MINUTE, MSEC_MINUTE };
	for (u32 i = 0; i < countof(untils); i++) {
		open_desk(&desk, HOOK);
		struct uuid run = mail(&desk, "acme");
		desk_lease(&desk, 1, any);
		msec until = untils[i] ? desk.now.wall + untils[i] : 0;
		assert_int_equal(ERR_OK, say(&desk, HOOK_DEFER, until));
		struct run_hot hot = desk_row(&desk, run).hot;
		assert_int_equal(hot.run_at - desk.now.wall, waits[i]);
		assert_int_equal(GATE_POLICY, hot.deferred_by);
		assert_int_equal(1, hot.deferred_count);
		assert_int_equal(0, hot.attempts);
		desk_advance(&desk, waits[i]);
		desk_lease(&desk, 1, any);
		assert_int_equal(2, desk.asked_len); /* it is asked again */
		desk_close(&desk);
	}
}

static void without_an_answer_the_tenant_says_what_follows(void **state)
{
	(void)state;
	const struct {
		const char *gates;
		enum run_state state;
		u32 leases;
		u32 deferred;
	} rows[] = {
		{ "hook allow 1000 60000 - http://h/", RUN_PROCESSING, 1, 0 },
		{ "hook defer 1000 60000 - http://h/", RUN_QUEUED, 0, 1 },
		{ "hook deny 1000 60000 - http://h/", RUN_FAILED, 0, 0 },
	};
	for (u32 i = 0; i < 2 * countof(rows); i++) {
		struct desk desk;
		open_desk(&desk, rows[i / 2].gates);
		struct uuid run = mail(&desk, "acme");
		desk_lease(&desk, 1, any);
		if (i % 2) assert_int_equal(ERR_OK, say(&desk, HOOK_FAILED, 0));
		else desk_advance(&desk, 3 * MSEC_SECOND); /* not a word */
		assert_int_equal(rows[i / 2].leases, desk_lease(&desk, 1, any));
		assert_int_equal(rows[i / 2].state, desk_state(&desk, run));
		assert_int_equal(rows[i / 2].deferred, desk_row(&desk, run).hot.deferred_count);
		desk_close(&desk);
	}
}

static void whoever_was_too_busy_to_ask_denies_nothing(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, "hook deny 1000 60000 - http://h/");
	struct uuid run = mail(&desk, "acme");
	desk_lease(&desk, 1, any);
	assert_int_equal(ERR_OK, say(&desk, HOOK_BUSY, 0));
	assert_int_equal(desk_row(&desk, run).hot.run_at - desk.now.wall, 5 * MSEC_SECOND);
	desk_close(&desk);
}

static void rules_come_first_and_may_spare_the_hook(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, "rule allow\ttype=mail\nrule deny\ttype=spam\n" HOOK);
	struct uuid spared = mail(&desk, "acme");
	struct uuid denied = desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("spam") });
	desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("news") });
	assert_int_equal(1, desk_lease(&desk, 5, any));
	assert_true(desk_leased(&desk, 0, spared));
	for (u32 i = 0; i < 3; i++) assert_int_equal(0, desk_lease(&desk, 5, any));
	assert_int_equal(RUN_FAILED, desk_state(&desk, denied));
	assert_int_equal(1, desk.asked_len);
	assert_non_null(strstr(desk.asked[0].text, " news "));
	desk_close(&desk);
}

/* With as many as may be, the lane is closed; what a rule spares goes on. */
static void so_many_are_asked_about_at_once(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, "rule allow\ttype=free\n" HOOK);
	for (u32 i = 0; i < LIMIT_HOOK_ASKED + 5; i++) mail(&desk, "acme");
	for (u32 i = 0; i < 5; i++) assert_int_equal(0, desk_lease(&desk, 50, any));
	assert_int_equal(LIMIT_HOOK_ASKED, desk.asked_len);
	desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("free") });
	mail(&desk, "other");
	assert_int_equal(2, desk_lease(&desk, 50, any));
	assert_int_equal(ERR_OK, say(&desk, HOOK_ALLOW, 0));
	assert_int_equal(1, desk_lease(&desk, 50, any));
	assert_int_equal(0, desk_lease(&desk, 50, any));
	assert_int_equal(LIMIT_HOOK_ASKED + 1, desk.asked_len);
	desk_close(&desk);
}

static void after_a_crash_it_is_asked_again(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, HOOK);
	struct uuid run = mail(&desk, "acme");
	desk_lease(&desk, 1, any);
	desk_crash(&desk);
	assert_int_equal(ERR_NOT_FOUND, say(&desk, HOOK_DENY, 0)); /* the old question's */
	desk_lease(&desk, 1, any);
	assert_int_equal(2, desk.asked_len);
	assert_int_equal(ERR_OK, say(&desk, HOOK_ALLOW, 0));
	assert_int_equal(1, desk_lease(&desk, 1, any));
	assert_true(desk_leased(&desk, 0, run));
	desk_close(&desk);
}

static void a_yes_does_not_last(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, HOOK);
	mail(&desk, "acme");
	desk_lease(&desk, 1, any);
	assert_int_equal(ERR_OK, say(&desk, HOOK_ALLOW, 0));
	desk_advance(&desk, MSEC_MINUTE);
	assert_int_equal(0, desk_lease(&desk, 1, any));
	assert_int_equal(2, desk.asked_len);
	assert_int_equal(ERR_OK, desk_say(&desk, "acme", "")); /* no hook any more */
	assert_int_equal(ERR_OK, say(&desk, HOOK_FAILED, 0));
	assert_int_equal(1, desk_lease(&desk, 1, any));
	desk_close(&desk);
}

static void whoever_goes_another_way_is_not_waited_for(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, HOOK);
	struct uuid run = mail(&desk, "acme");
	desk_lease(&desk, 1, any);
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_CANCEL, run));
	assert_int_equal(ERR_NOT_FOUND, say(&desk, HOOK_ALLOW, 0));
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	run = mail(&desk, "acme");
	desk_lease(&desk, 1, any);
	struct command move = { .kind = COMMAND_RESCHEDULE,
				.run = { .run = run, .run_at = desk.now.wall + MSEC_MINUTE } };
	assert_int_equal(ERR_OK, desk_do(&desk, move)->err);
	assert_int_equal(ERR_NOT_FOUND, say(&desk, HOOK_ALLOW, 0));
	desk_advance(&desk, MSEC_MINUTE);
	assert_int_equal(0, desk_lease(&desk, 1, any)); /* no way round the hook */
	assert_int_equal(3, desk.asked_len);
	desk_close(&desk);
}

static void a_deadline_ends_it_while_it_waits(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, "hook allow 10000 60000 - http://h/");
	struct enqueue_item item = { .type = STR("mail"),
				     .deadline_at = desk.now.wall + 2 * MSEC_SECOND };
	struct uuid run = desk_run(&desk, "acme", item);
	desk_lease(&desk, 1, any);
	desk_advance(&desk, 2 * MSEC_SECOND);
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	desk_close(&desk);
}

static void why_says_who_is_asked(void **state)
{
	(void)state;
	struct desk desk;
	open_desk(&desk, HOOK);
	struct uuid run = mail(&desk, "acme");
	desk_lease(&desk, 1, any);
	const struct answer *answer = desk_do(
		&desk, (struct command){ .kind = COMMAND_ASK_WHY, .run = { .run = run } });
	assert_int_equal(1, answer->reasons.len);
	assert_int_equal(WHY_POLICY_HOOK, answer->reasons.reasons[0].kind);
	assert_int_equal(3 * MSEC_SECOND, answer->reasons.reasons[0].until - desk.now.wall);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_waits_aside_until_its_hook_says_yes),
		cmocka_unit_test(its_no_ends_the_run_without_an_attempt),
		cmocka_unit_test(its_no_does_not_end_a_daily_window),
		cmocka_unit_test(it_may_put_a_run_off),
		cmocka_unit_test(without_an_answer_the_tenant_says_what_follows),
		cmocka_unit_test(whoever_was_too_busy_to_ask_denies_nothing),
		cmocka_unit_test(rules_come_first_and_may_spare_the_hook),
		cmocka_unit_test(so_many_are_asked_about_at_once),
		cmocka_unit_test(after_a_crash_it_is_asked_again),
		cmocka_unit_test(a_yes_does_not_last),
		cmocka_unit_test(whoever_goes_another_way_is_not_waited_for),
		cmocka_unit_test(a_deadline_ends_it_while_it_waits),
		cmocka_unit_test(why_says_who_is_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
