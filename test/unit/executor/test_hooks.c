/* Policy hooks between a pump that the test plays and the real handlers on a real loop. Nothing is
 * sent: the guard refuses the address, which is a failure like any other. */
#include "base/check.h"
#include "executor/hooks.h"

struct desk {
	struct loop *loop;
	struct handlers *handlers;
	struct policy_hooks *hooks;
	struct command *told[16]; /* to the pump that is played, in order */
	u32 told_len;
	bool is_busy;
	void *reading;
	msec boot;
};

static struct now desk_now(void *context)
{
	return (struct now){ 1700000000000, ((struct desk *)context)->boot };
}

static enum err take(void *context, struct command *command)
{
	struct desk *desk = context;
	if (desk->is_busy) return ERR_BUSY;
	assert_true(desk->told_len < countof(desk->told));
	desk->told[desk->told_len++] = command;
	return ERR_OK;
}

static enum err read_later(void *context, void *question)
{
	struct desk *desk = context;
	if (desk->is_busy) return ERR_BUSY;
	desk->reading = question;
	return ERR_OK;
}

static void on_ended(void *context, const struct handler_report *report)
{
	hooks_ended(((struct desk *)context)->hooks, report);
}

static void desk_open(struct desk *desk)
{
	struct why why;
	memset(desk, 0, sizeof *desk);
	desk->boot = 5000;
	const struct loop_config loop = { .now = desk_now, .now_context = desk };
	assert_int_equal(loop_new(&loop, &desk->loop), ERR_OK);
	const struct hooks_config config = {
		.loop = desk->loop, .context = desk, .submit = take, .read = read_later
	};
	assert_int_equal(hooks_new(&config, &desk->hooks), ERR_OK);
	const struct handlers_config handlers = {
		.loop = desk->loop, .at_once = 1, .seed = 1, .context = desk, .ended = on_ended
	};
	assert_int_equal(handlers_new(&handlers, &desk->handlers, &why), ERR_OK);
	hooks_serve(desk->hooks, desk->handlers);
}

static void desk_close(struct desk *desk)
{
	handlers_free(desk->handlers);
	hooks_free(desk->hooks);
	loop_free(desk->loop);
}

static void ask(struct desk *desk, u8 number, str secret)
{
	const struct policy_hook_ask question = { .run = { .bytes = { number } },
						  .number = number,
						  .tenant = STR("acme"),
						  .type = STR("mail"),
						  .payload = STR("{}"),
						  .url = STR("https://127.0.0.1/"),
						  .secret = secret,
						  .deadline = 1000 };
	hooks_ask(desk->hooks, &question);
}

static void run_until_told(struct desk *desk, u32 len)
{
	for (u32 i = 0; i < 50 && desk->told_len < len; i++) loop_run_once(desk->loop);
	assert_int_equal(len, desk->told_len);
}

/* The pump is done with what it was told as number `index`. */
static void answer(struct desk *desk, u32 index)
{
	struct command *command = desk->told[index];
	struct answer answer = { .reply = command->reply, .err = ERR_NOT_FOUND };
	reply_open(command->reply);
	reply_answer(command->reply, &answer);
	reply_close(command->reply);
	loop_run_once(desk->loop);
}

static void expect_told(const struct desk *desk, u32 index, u8 number, enum hook_answer said)
{
	const struct command *command = desk->told[index];
	assert_int_equal(COMMAND_HOOK_SAID, command->kind);
	assert_int_equal(number, command->hook.number);
	assert_int_equal(number, command->hook.run.bytes[0]);
	assert_int_equal(said, command->hook.answer);
}

/* More than go out at once: one stands in line behind the other. */
static void each_question_is_told_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_false(hooks_have_asked(desk.hooks));
	for (u8 i = 1; i <= 3; i++) ask(&desk, i, STR(""));
	run_until_told(&desk, 3);
	assert_true(hooks_have_asked(desk.hooks));
	for (u8 i = 0; i < 3; i++) expect_told(&desk, i, i + 1, HOOK_FAILED);
	for (u8 i = 0; i < 3; i++) answer(&desk, i);
	assert_false(hooks_have_asked(desk.hooks));
	desk_close(&desk);
}

static void a_pump_that_is_busy_is_told_again(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	ask(&desk, 1, STR(""));
	desk.is_busy = true;
	for (u32 i = 0; i < 3; i++) loop_run_once(desk.loop);
	desk.is_busy = false;
	run_until_told(&desk, 1);
	answer(&desk, 0);
	desk_close(&desk);
}

static void without_its_secret_nothing_is_sent(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	ask(&desk, 1, STR("key"));
	loop_run_once(desk.loop);
	assert_non_null(desk.reading);
	struct invocation_wants *wants = hooks_wants(desk.reading);
	assert_ptr_equal(&desk, hooks_context(desk.reading));
	assert_int_equal(1, wants->len);
	assert_str(wants->names[0], STR("key"));
	assert_str(wants->tenant, STR("acme"));
	hooks_brought(desk.reading); /* it was not found */
	run_until_told(&desk, 1);
	expect_told(&desk, 0, 1, HOOK_FAILED);
	answer(&desk, 0);
	desk_close(&desk);
}

static void what_stood_in_line_past_its_deadline_has_failed(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	ask(&desk, 1, STR("key"));
	loop_run_once(desk.loop);
	struct invocation_wants *wants = hooks_wants(desk.reading);
	static struct handler_secret found = { STR("key"), STR("") };
	wants->found = &found;
	wants->found_len = 1;
	desk.boot += 1000;
	hooks_brought(desk.reading);
	run_until_told(&desk, 1);
	expect_told(&desk, 0, 1, HOOK_FAILED);
	answer(&desk, 0);
	desk_close(&desk);
}

/* Payloads of all that are under way have a bound: the rest is not asked, and told so. */
static void whoever_finds_no_room_is_told_so(void **state)
{
	(void)state;
	enum { BYTES = 250000, MANY = 140 };
	struct desk desk;
	char *payload = malloc(BYTES);
	assert_non_null(payload);
	memset(payload, ' ', BYTES);
	payload[0] = '{';
	payload[BYTES - 1] = '}';
	desk_open(&desk);
	hooks_serve(desk.hooks, NULL); /* nothing goes out */
	for (u32 i = 0; i < MANY; i++) {
		const struct policy_hook_ask question = { .number = i,
							  .tenant = STR("acme"),
							  .type = STR("mail"),
							  .payload = { payload, BYTES },
							  .url = STR("https://127.0.0.1/"),
							  .deadline = 1000 };
		hooks_ask(desk.hooks, &question);
	}
	loop_run_once(desk.loop);
	assert_in_range(desk.told_len, 1, 10);
	for (u32 i = 0; i < desk.told_len; i++)
		assert_int_equal(HOOK_BUSY, desk.told[i]->hook.answer);
	u32 len = desk.told_len;
	for (u32 i = 0; i < len; i++) answer(&desk, i);
	desk_close(&desk);
	free(payload);
}

static void at_the_end_nothing_more_is_told(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	ask(&desk, 1, STR(""));
	hooks_abandon(desk.hooks);
	hooks_abandon(NULL);
	loop_run_once(desk.loop);
	assert_int_equal(0, desk.told_len);
	assert_false(hooks_have_asked(desk.hooks));
	ask(&desk, 2, STR("")); /* nobody looks at it any more */
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_question_is_told_once),
		cmocka_unit_test(a_pump_that_is_busy_is_told_again),
		cmocka_unit_test(without_its_secret_nothing_is_sent),
		cmocka_unit_test(what_stood_in_line_past_its_deadline_has_failed),
		cmocka_unit_test(whoever_finds_no_room_is_told_so),
		cmocka_unit_test(at_the_end_nothing_more_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
