/* Ladders are made whole, once, and only for what lies ahead. */
#include "engine/ladder_desk.h"

static void every_rung_that_lies_ahead_has_a_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec anchor = desk.now.wall + 2 * MSEC_HOUR;
	struct answer answer = *desk_do(&desk, a_ladder(anchor));
	assert_int_equal(ERR_OK, answer.err);
	assert_false(answer.ladder.is_duplicate);
	assert_int_equal(2, answer.ladder.made);
	assert_int_equal(1, answer.ladder.passed);
	const struct ladder_row *row = ladder_row_of(&desk, STR(""), STR(""));
	assert_true(uuid_eq(&row->id, &answer.ladder.row.id));
	assert_int_equal(3, ladder_rungs_len(row));
	assert_true(ladder_rung(row, 0).offset == -24 * MSEC_HOUR);
	assert_true(ladder_rung(row, 0).state == RUNG_PASSED);
	const struct run_row *run = run_of_rung(&desk, row, 1, RUN_QUEUED);
	assert_true(run->hot.run_at == anchor - MSEC_HOUR);
	assert_int_equal(UNIQUE_NONE, run->scope);
	assert_true(str_eq(run->key, STR("event:42:::-1h")));
	assert_true(str_eq(run->entity, STR("event:42")));
	assert_true(str_eq(run->payload, a_reminder.payload));
	assert_true(row->until > anchor);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void a_rung_of_this_instant_is_sent(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(1, desk_do(&desk, a_ladder(desk.now.wall))->ladder.made);
	(void)desk_claim(&desk);
	desk_close(&desk);
}

/* Its tenant's name is known by a worker alone, who leaves in the same turn: it is forgotten,
 * another tenant gets its number, and it comes to be anew under the next. */
static void its_tenant_may_be_forgotten_in_the_same_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	str acme = STR("acme");
	u64 call = desk_call(&desk, 1,
			     (struct lease_command){
				     .tenants = &acme, .tenants_len = 1, .wait_ms = MSEC_MINUTE });
	struct command leave = { .kind = COMMAND_LEAVE, .leave = { &desk.given[call].reply } };
	struct command other = { .kind = COMMAND_ENQUEUE,
				 .tenant = STR("other"),
				 .enqueue = { .items = &a_reminder, .len = 1 } };
	struct command ladder = a_ladder(desk.now.wall + 2 * MSEC_DAY);
	desk_submit(&desk, &leave);
	desk_submit(&desk, &other);
	desk_submit(&desk, &ladder);
	desk_settle(&desk);
	assert_int_equal(1 + 3, runs_in(&desk));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void asked_twice_it_is_made_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command first = a_ladder(desk.now.wall + MSEC_DAY), second = first;
	/* In one turn: both see the same store. */
	desk_submit(&desk, &first);
	desk_submit(&desk, &second);
	desk_settle(&desk);
	assert_true(desk.last.head.ladder.is_duplicate);
	assert_int_equal(3, runs_in(&desk));
	desk_crash(&desk);
	assert_true(desk_do(&desk, first)->ladder.is_duplicate);
	assert_int_equal(3, runs_in(&desk));
	desk_close(&desk);
}

static void another_one_under_its_name_waits_for_its_end(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec anchor = desk.now.wall + MSEC_DAY;
	struct enqueue_item other_payload = a_reminder, other_type = a_reminder;
	other_payload.payload = STR("{}");
	other_type.type = STR("warn");
	(void)desk_do(&desk, a_ladder(anchor));
	struct command differs[] = { a_ladder(anchor + 1), a_ladder(anchor), a_ladder(anchor),
				     a_ladder(anchor) };
	differs[1].ladder.len = 2;
	differs[2].ladder.rung = &other_payload;
	differs[3].ladder.rung = &other_type;
	for (u32 i = 0; i < countof(differs); i++)
		assert_int_equal(ERR_CONFLICT, desk_do(&desk, differs[i])->err);
	differs[0].ladder.user = STR("ann");
	assert_int_equal(ERR_OK, desk_do(&desk, differs[0])->err);
	differs[0].ladder.name = STR("hosts");
	assert_int_equal(ERR_OK, desk_do(&desk, differs[0])->err);
	assert_int_equal(9, runs_in(&desk));
	desk_close(&desk);
}

static void one_that_is_over_makes_room_for_the_next(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	msec anchor = desk.now.wall;
	struct uuid first = desk_do(&desk, a_ladder(anchor))->ladder.row.id;
	struct lease lease = desk_claim(&desk);
	assert_int_equal(ERR_CONFLICT, desk_do(&desk, a_ladder(anchor + MSEC_DAY))->err);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	assert_true(desk_do(&desk, a_ladder(anchor))->ladder.is_duplicate);
	struct answer answer = *desk_do(&desk, a_ladder(anchor + 2 * MSEC_DAY));
	assert_int_equal(3, answer.ladder.made);
	assert_false(uuid_eq(&first, &answer.ladder.row.id));
	desk_close(&desk);
}

static void all_of_it_or_nothing(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	static const msec twice[] = { 0, -1, 0 };
	static const msec far[] = { 367 * MSEC_DAY };
	static const struct enqueue_item nameless = { .payload = { "{}", 2 } };
	static const struct enqueue_item lost = { .type = { "remind", 6 },
						  .queue = { "nowhere", 7 },
						  .payload = { "{}", 2 } };
	char text[300];
	memset(text, 'e', sizeof text);
	struct command bad[10];
	for (u32 i = 0; i < countof(bad); i++) bad[i] = a_ladder(desk.now.wall + 2 * MSEC_DAY);
	bad[0].ladder.offsets = twice;
	bad[1].ladder.offsets = far;
	bad[1].ladder.len = 1;
	bad[2].ladder.len = 0;
	bad[3].ladder.len = LIMIT_LADDER_RUNGS + 1;
	bad[4].ladder.entity = (str){ text, LIMIT_ENTITY_BYTES + 1 };
	bad[5].ladder.entity = (str){ text, LIMIT_ENTITY_BYTES - 2 };
	bad[6].ladder.name = (str){ text, LIMIT_LADDER_NAME_BYTES + 1 };
	bad[7].ladder.rung = &nameless;
	bad[8].ladder.rung = &lost;
	bad[9].ladder.anchor = MSEC_YEAR_9999_END + 1;
	for (u32 i = 0; i < countof(bad); i++) {
		assert_int_equal(ERR_INVALID, desk_do(&desk, bad[i])->err);
		assert_true(desk.last.head.why.text[0] != 0);
	}
	assert_int_equal(0, runs_in(&desk));
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

static void an_entity_has_so_many_rungs(void **state)
{
	(void)state;
	struct desk desk;
	char room[32];
	msec offsets[LIMIT_LADDER_RUNGS];
	desk_open(&desk);
	for (u32 i = 0; i < countof(offsets); i++) offsets[i] = (msec)i * MSEC_MINUTE;
	struct command command = a_ladder(desk.now.wall + MSEC_DAY);
	command.ladder.offsets = offsets;
	command.ladder.len = LIMIT_LADDER_RUNGS;
	u32 most = LIMIT_ENTITY_RUNGS / LIMIT_LADDER_RUNGS;
	for (u32 i = 0; i < most; i++) {
		command.ladder.name = desk_name(room, "n", i);
		assert_int_equal(ERR_OK, desk_do(&desk, command)->err);
	}
	command.ladder.name = STR("one more");
	assert_int_equal(ERR_QUOTA, desk_do(&desk, command)->err);
	/* All of them are moved, and then stopped, in one commit each. */
	struct answer moved = *desk_do(&desk, a_move(desk.now.wall + 2 * MSEC_DAY));
	assert_int_equal(most, moved.ladder.ladders);
	assert_int_equal(most * LIMIT_LADDER_RUNGS, moved.ladder.moved);
	assert_int_equal(most * LIMIT_LADDER_RUNGS, desk_do(&desk, a_stop())->ladder.cancelled);
	desk_same_as_fresh(&desk);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rung_that_lies_ahead_has_a_run),
		cmocka_unit_test(a_rung_of_this_instant_is_sent),
		cmocka_unit_test(its_tenant_may_be_forgotten_in_the_same_turn),
		cmocka_unit_test(asked_twice_it_is_made_once),
		cmocka_unit_test(another_one_under_its_name_waits_for_its_end),
		cmocka_unit_test(one_that_is_over_makes_room_for_the_next),
		cmocka_unit_test(all_of_it_or_nothing),
		cmocka_unit_test(an_entity_has_so_many_rungs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
