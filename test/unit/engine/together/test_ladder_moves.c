/* Ladders move with their anchor, and end. */
#include "engine/ladder_desk.h"

static void what_has_not_run_moves_and_keeps_its_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec anchor = desk.now.wall + 30 * MSEC_HOUR;
	(void)desk_do(&desk, a_ladder(anchor));
	struct rung before = ladder_rung(ladder_row_of(&desk, STR(""), STR("")), 2);
	struct answer answer = *desk_do(&desk, a_move(anchor + MSEC_HOUR));
	assert_int_equal(1, answer.ladder.ladders);
	assert_int_equal(3, answer.ladder.moved);
	const struct ladder_row *row = ladder_row_of(&desk, STR(""), STR(""));
	assert_true(row->anchor == anchor + MSEC_HOUR);
	const struct run_row *run = run_of_rung(&desk, row, 2, RUN_QUEUED);
	assert_true(uuid_eq(&before.run, &run->id));
	assert_true(run->hot.run_at == anchor + MSEC_HOUR);
	assert_true(str_eq(run->key, STR("event:42:::0")));
	assert_int_equal(3, runs_in(&desk));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void what_lies_in_the_past_is_not_sent_and_may_come_back(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec start = desk.now.wall;
	(void)desk_do(&desk, a_ladder(start + 30 * MSEC_HOUR));
	struct answer answer = *desk_do(&desk, a_move(start + MSEC_MINUTE));
	assert_int_equal(1, answer.ladder.moved);
	assert_int_equal(2, answer.ladder.passed);
	const struct ladder_row *row = ladder_row_of(&desk, STR(""), STR(""));
	(void)run_of_rung(&desk, row, 0, RUN_CANCELLED);
	(void)run_of_rung(&desk, row, 2, RUN_QUEUED);
	desk_crash(&desk);
	answer = *desk_do(&desk, a_move(start + 48 * MSEC_HOUR));
	assert_int_equal(1, answer.ladder.moved);
	assert_int_equal(2, answer.ladder.made);
	row = ladder_row_of(&desk, STR(""), STR(""));
	const struct run_row *run = run_of_rung(&desk, row, 0, RUN_QUEUED);
	assert_true(run->hot.run_at == start + 24 * MSEC_HOUR);
	assert_true(str_eq(run->payload, a_reminder.payload));
	assert_true(str_eq(run->entity, STR("event:42")));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void what_was_held_is_left_alone(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec start = desk.now.wall;
	(void)desk_do(&desk, a_ladder(start));
	struct lease lease = desk_claim(&desk);
	assert_int_equal(0, desk_do(&desk, a_move(start + MSEC_HOUR))->ladder.moved);
	const struct ladder_row *row = ladder_row_of(&desk, STR(""), STR(""));
	(void)run_of_rung(&desk, row, 2, RUN_PROCESSING);
	desk_finish(&desk, lease.execution, OUTCOME_RETRY, STR("network"));
	msec retry_at = run_of_rung(&desk, row, 2, RUN_QUEUED)->hot.run_at;
	(void)desk_do(&desk, a_move(start + MSEC_DAY));
	row = ladder_row_of(&desk, STR(""), STR(""));
	assert_true(run_of_rung(&desk, row, 2, RUN_QUEUED)->hot.run_at == retry_at);
	desk_close(&desk);
}

static void one_that_a_person_cancelled_stays_cancelled(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec start = desk.now.wall;
	(void)desk_do(&desk, a_ladder(start + 30 * MSEC_HOUR));
	struct rung rung = ladder_rung(ladder_row_of(&desk, STR(""), STR("")), 1);
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_CANCEL, rung.run));
	assert_int_equal(2, desk_do(&desk, a_move(start + 40 * MSEC_HOUR))->ladder.moved);
	assert_int_equal(3, runs_in(&desk));
	desk_close(&desk);
}

static struct command of_user(struct command command, str user, str name)
{
	command.ladder.has_user = user.len > 0;
	command.ladder.has_name = name.len > 0;
	command.ladder.user = user;
	command.ladder.name = name;
	return command;
}

static void all_of_an_entity_or_those_of_a_user_or_name(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec anchor = desk.now.wall + 30 * MSEC_HOUR;
	str none = STR("");
	(void)desk_do(&desk, of_user(a_ladder(anchor), STR("ann"), STR("dm")));
	(void)desk_do(&desk, of_user(a_ladder(anchor), STR("ann"), STR("post")));
	(void)desk_do(&desk, of_user(a_ladder(anchor), STR("bob"), STR("dm")));
	assert_int_equal(9, desk_do(&desk, a_move(anchor + 1))->ladder.moved);
	assert_int_equal(
		6, desk_do(&desk, of_user(a_move(anchor + 2), STR("ann"), none))->ladder.moved);
	assert_int_equal(
		6, desk_do(&desk, of_user(a_move(anchor + 3), none, STR("dm")))->ladder.moved);
	assert_int_equal(3, desk_do(&desk, of_user(a_stop(), STR("bob"), none))->ladder.cancelled);
	assert_int_equal(2, desk_do(&desk, a_stop())->ladder.ladders);
	assert_int_equal(0, desk_do(&desk, a_stop())->ladder.ladders);
	assert_int_equal(ERR_OK, desk.last.head.err);
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, a_move(anchor))->err);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void nobody_elses_are_found(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec anchor = desk.now.wall + MSEC_DAY;
	struct command other = a_stop();
	(void)desk_do(&desk, a_ladder(anchor));
	other.tenant = STR("globex");
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, other)->err);
	(void)desk_run(&desk, "globex", (struct enqueue_item){ 0 });
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, other)->err);
	other = a_move(anchor);
	other.ladder.entity = STR("event:43");
	assert_int_equal(ERR_NOT_FOUND, desk_do(&desk, other)->err);
	other = a_move(MSEC_YEAR_9999_END + 1);
	assert_int_equal(ERR_INVALID, desk_do(&desk, other)->err);
	desk_close(&desk);
}

/* Made, moved and stopped in one turn: each sees what the one before did, far away or near. */
static void commands_of_one_turn_see_each_other(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec start = desk.now.wall;
	struct command commands[] = { a_ladder(start + 30 * MSEC_DAY),
				      a_move(start + 40 * MSEC_DAY),
				      a_move(start - MSEC_DAY),
				      a_move(start + 50 * MSEC_DAY),
				      a_stop(),
				      a_ladder(start + 60 * MSEC_DAY) };
	for (u32 i = 0; i < countof(commands); i++) desk_submit(&desk, &commands[i]);
	desk_settle(&desk);
	assert_int_equal(ERR_OK, desk.last.head.err);
	assert_int_equal(3, desk.last.head.ladder.made);
	assert_int_equal(9, runs_in(&desk));
	const struct ladder_row *row = ladder_row_of(&desk, STR(""), STR(""));
	assert_true(run_of_rung(&desk, row, 2, RUN_QUEUED)->hot.run_at == start + 60 * MSEC_DAY);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_has_not_run_moves_and_keeps_its_run),
		cmocka_unit_test(what_lies_in_the_past_is_not_sent_and_may_come_back),
		cmocka_unit_test(what_was_held_is_left_alone),
		cmocka_unit_test(one_that_a_person_cancelled_stays_cancelled),
		cmocka_unit_test(all_of_an_entity_or_those_of_a_user_or_name),
		cmocka_unit_test(nobody_elses_are_found),
		cmocka_unit_test(commands_of_one_turn_see_each_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
