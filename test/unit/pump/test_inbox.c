/* Commands that wait, and whom they tell. */
#include "pump/inbox.h"

#include "base/check.h"
#include "model/action.h"

struct asker {
	struct reply reply;
	struct command command;
	u32 answered, closed, over;
};

static void on_answer(struct reply *reply, const struct answer *answer)
{
	(void)answer;
	container_of(reply, struct asker, reply)->answered++;
}

static void on_closed(struct reply *reply)
{
	container_of(reply, struct asker, reply)->closed++;
}

static void on_over(struct reply *reply)
{
	struct asker *asker = container_of(reply, struct asker, reply);
	assert_int_equal(asker->answered, 1);
	assert_int_equal(asker->closed, 1);
	asker->over++;
}

static void asker_init(struct asker *asker)
{
	*asker = (struct asker){
		.reply = { .answered = on_answer, .closed = on_closed, .over = on_over },
		.command = { .kind = COMMAND_ASK_STATUS },
	};
	asker->command.reply = &asker->reply;
}

static void commands_leave_in_the_order_in_which_they_came(void **state)
{
	struct inbox inbox;
	struct asker askers[3];
	(void)state;
	inbox_init(&inbox, 3);
	for (u32 i = 0; i < 3; i++) {
		asker_init(&askers[i]);
		assert_int_equal(inbox_put(&inbox, &askers[i].command), ERR_OK);
	}
	assert_int_equal(inbox_len(&inbox), 3);
	inbox_withdraw(&inbox, &askers[1].command);
	assert_ptr_equal(inbox_take(&inbox), &askers[0].command);
	assert_ptr_equal(inbox_take(&inbox), &askers[2].command);
	assert_null(inbox_take(&inbox));
	inbox_done(&inbox);
}

static void a_full_inbox_takes_nothing_and_counts(void **state)
{
	struct inbox inbox;
	struct asker first, second;
	(void)state;
	asker_init(&first);
	asker_init(&second);
	inbox_init(&inbox, 1);
	assert_int_equal(inbox_put(&inbox, &first.command), ERR_OK);
	assert_int_equal(inbox_put(&inbox, &second.command), ERR_BUSY);
	assert_int_equal(inbox.busy, 1);
	assert_ptr_equal(inbox_take(&inbox), &first.command);
	assert_int_equal(inbox_put(&inbox, &second.command), ERR_OK);
	inbox_withdraw(&inbox, &second.command);
	inbox_done(&inbox);
}

/* A lease call that waits is closed first, everything else answered first. */
static void a_reply_is_over_once_both_have_come(void **state)
{
	struct asker asker;
	const struct answer answer = { 0 };
	(void)state;
	asker_init(&asker);
	reply_answer(&asker.reply, &answer);
	assert_int_equal(asker.over, 0);
	reply_close(&asker.reply);
	assert_int_equal(asker.over, 1);
	asker_init(&asker);
	reply_close(&asker.reply);
	assert_int_equal(asker.over, 0);
	reply_answer(&asker.reply, &answer);
	assert_int_equal(asker.over, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_leave_in_the_order_in_which_they_came),
		cmocka_unit_test(a_full_inbox_takes_nothing_and_counts),
		cmocka_unit_test(a_reply_is_over_once_both_have_come),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
