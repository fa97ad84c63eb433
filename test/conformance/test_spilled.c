/* Runs that memory had no room for, over every kind of store: they leave what is due, and are found
 * by their band, by their deadline and at a recall. */
#include "conformance/recalled.h"

static const struct band_row usual = { { 1 }, { 1 }, { 1 }, { 0 }, 5 };

static void put_spilled(struct scene *scene, u32 number)
{
	struct change *change = add_change(scene, CHANGE_RUN_SPILLED);
	change->spilled.id = id_of(number);
	change->spilled.tenant.v = 1;
}

static void add_number(struct buf *out, const struct run_row *row)
{
	assert_no_texts(row);
	assert_int_equal(row->hot.state, RUN_QUEUED);
	buf_addf(out, out->len ? " %u" : "%u", (u32)row->id.bytes[14] << 8 | row->id.bytes[15]);
}

/* The page behind run `after` (0: from the beginning), whose time is its number. */
static void expect_spilled(struct scene *scene, struct band_row band, u32 after, u32 limit,
			   const char *numbers)
{
	struct want want = { .kind = WANT_SPILLED,
			     .spilled = {
				     .band = band, .after_run_at = MSEC_MIN, .limit = limit } };
	if (after) {
		want.spilled.after_run_at = a_run(after).hot.run_at;
		want.spilled.after_id = id_of(after);
	}
	struct buf page;
	buf_init(&page, 1 << 16);
	want = load(scene, want);
	for (u32 i = 0; i < want.spilled.len; i++) {
		assert_true(want.spilled.rows[i].hot.spilled);
		add_number(&page, &want.spilled.rows[i]);
	}
	assert_str(buf_view(&page), str_from(numbers));
	buf_done(&page);
}

static void expect_due(struct scene *scene, const char *numbers)
{
	struct want want = { .kind = WANT_DUE,
			     .due = { .after_run_at = MSEC_MIN, .until = MSEC_MAX, .limit = 99 } };
	struct buf page;
	buf_init(&page, 1 << 16);
	want = load(scene, want);
	for (u32 i = 0; i < want.due.len; i++) {
		assert_false(want.due.rows[i].hot.spilled);
		add_number(&page, &want.due.rows[i]);
	}
	assert_str(buf_view(&page), str_from(numbers));
	buf_done(&page);
}

static void expect_overdue(struct scene *scene, msec until, u32 limit, const char *numbers,
			   msec next)
{
	struct want want = { .kind = WANT_OVERDUE, .overdue = { .until = until, .limit = limit } };
	struct buf page;
	buf_init(&page, 1 << 16);
	want = load(scene, want);
	for (u32 i = 0; i < want.overdue.len; i++) add_number(&page, &want.overdue.rows[i]);
	assert_str(buf_view(&page), str_from(numbers));
	assert_true(want.overdue.next == next);
	buf_done(&page);
}

static void put_runs(struct scene *scene, u32 count)
{
	for (u32 i = count; i >= 1; i--) {
		struct run_row row = a_run(i);
		put_run(scene, &row);
	}
}

/* ---- stories ------------------------------------------------------------------------------ */

static void what_is_spilled_leaves_what_is_due(struct scene *scene)
{
	put_runs(scene, 5);
	commit(scene);
	put_spilled(scene, 2);
	put_spilled(scene, 4);
	commit(scene);
	expect_due(scene, "1 3 5");
	expect_spilled(scene, usual, 0, 10, "2 4");
	struct run_row row = a_run(2);
	row.hot.spilled = true;
	expect_row(scene, 2, &row); /* and nothing else of it has changed */
}

static void a_new_run_may_be_spilled_from_the_start(struct scene *scene)
{
	struct run_row row = a_run(1);
	row.hot.spilled = true;
	put_run(scene, &row);
	row = a_run(2);
	put_run(scene, &row);
	put_spilled(scene, 2); /* in the turn that made it */
	commit(scene);
	expect_due(scene, "");
	expect_spilled(scene, usual, 0, 10, "1 2");
}

static void a_band_is_tenant_queue_type_route_and_priority(struct scene *scene)
{
	for (u32 i = 1; i <= 7; i++) {
		struct run_row row = a_run(i);
		row.hot.spilled = true;
		if (i == 2) row.tenant.v = 2;
		if (i == 3) row.hot.queue.v = 2;
		if (i == 4) row.type.v = 2;
		if (i == 5) row.hot.priority = 6;
		if (i == 7) row.route.v = 3;
		put_run(scene, &row);
	}
	commit(scene);
	expect_spilled(scene, usual, 0, 10, "1 6");
	expect_spilled(scene, (struct band_row){ { 2 }, { 1 }, { 1 }, { 0 }, 5 }, 0, 10, "2");
	expect_spilled(scene, (struct band_row){ { 1 }, { 2 }, { 1 }, { 0 }, 5 }, 0, 10, "3");
	expect_spilled(scene, (struct band_row){ { 1 }, { 1 }, { 2 }, { 0 }, 5 }, 0, 10, "4");
	expect_spilled(scene, (struct band_row){ { 1 }, { 1 }, { 1 }, { 0 }, 6 }, 0, 10, "5");
	expect_spilled(scene, (struct band_row){ { 1 }, { 1 }, { 1 }, { 3 }, 5 }, 0, 10, "7");
	expect_spilled(scene, (struct band_row){ { 2 }, { 2 }, { 1 }, { 0 }, 5 }, 0, 10, "");
}

static void pages_of_a_band_follow_each_other(struct scene *scene)
{
	for (u32 i = 7; i >= 1; i--) {
		struct run_row row = a_run(i);
		row.hot.spilled = true;
		put_run(scene, &row);
	}
	struct run_row other = a_run(8);
	other.type.v = 2;
	other.hot.spilled = true;
	put_run(scene, &other);
	commit(scene);
	expect_spilled(scene, usual, 0, 3, "1 2 3");
	expect_spilled(scene, usual, 3, 3, "4 5 6");
	expect_spilled(scene, usual, 6, 3, "7");
	expect_spilled(scene, usual, 7, 3, "");
	expect_spilled(scene, usual, 0, 7, "1 2 3 4 5 6 7");
}

static void within_one_instant_the_id_decides(struct scene *scene)
{
	for (u32 i = 5; i >= 1; i--) {
		struct run_row row = a_run(i);
		row.hot.run_at = a_run(3).hot.run_at;
		row.hot.spilled = true;
		put_run(scene, &row);
	}
	commit(scene);
	expect_spilled(scene, usual, 0, 10, "1 2 3 4 5");
	expect_spilled(scene, usual, 3, 10, "4 5");
}

static void one_that_is_held_is_not_among_them(struct scene *scene)
{
	struct execution_row execution = an_execution(1, 1, 1);
	struct run_row row = a_run(1);
	put_runs(scene, 2);
	put_spilled(scene, 1);
	put_spilled(scene, 2);
	commit(scene);
	put_claim(scene, &execution); /* a claim touches nothing else */
	commit(scene);
	expect_spilled(scene, usual, 0, 10, "2");
	expect_due(scene, "");
	put_outcome(scene, &execution, OUTCOME_RELEASED);
	commit(scene);
	expect_spilled(scene, usual, 0, 10, "1 2"); /* given back untouched */
	execution = an_execution(2, 1, 2);
	put_claim(scene, &execution);
	commit(scene);
	row.hot.run_at += 500; /* its next attempt: written with all of hot, so spilled no more */
	put_outcome(scene, &execution, OUTCOME_RETRY);
	put_hot(scene, &row);
	commit(scene);
	expect_spilled(scene, usual, 0, 10, "2");
	expect_due(scene, "1");
}

static void one_that_ends_or_moves_leaves_its_band(struct scene *scene)
{
	put_runs(scene, 4);
	for (u32 i = 1; i <= 4; i++) put_spilled(scene, i);
	commit(scene);
	struct run_row row = a_run(1);
	row.hot.state = RUN_CANCELLED;
	put_hot(scene, &row);
	row = a_run(2); /* another time: in memory, or far away */
	row.hot.run_at += MSEC_DAY;
	put_hot(scene, &row);
	row = a_run(3); /* another band */
	row.hot.spilled = true;
	row.hot.queue.v = 2;
	put_hot(scene, &row);
	commit(scene);
	expect_spilled(scene, usual, 0, 10, "4");
	expect_spilled(scene, (struct band_row){ { 1 }, { 2 }, { 1 }, { 0 }, 5 }, 0, 10, "3");
	expect_due(scene, "2");
}

static void deadlines_of_the_spilled_are_found_by_time(struct scene *scene)
{
	for (u32 i = 1; i <= 6; i++) {
		struct run_row row = a_run(i);
		row.hot.spilled = i != 6;
		if (i != 5) row.deadline_at = SCENE_START + 100 * (7 - i);
		put_run(scene, &row);
	}
	commit(scene);
	msec at = SCENE_START;
	expect_overdue(scene, at, 10, "", at + 300); /* 5 has none, 6 is not spilled */
	expect_overdue(scene, at + 400, 10, "4 3", at + 500);
	expect_overdue(scene, at + 400, 1, "4", at + 400);
	expect_overdue(scene, MSEC_MAX, 10, "4 3 2 1", MSEC_MAX);
	struct execution_row execution = an_execution(1, 4, 1);
	put_claim(scene, &execution); /* one that runs may finish */
	struct run_row row = a_run(3);
	row.deadline_at = at + 400;
	row.hot.state = RUN_CANCELLED;
	put_hot(scene, &row);
	commit(scene);
	expect_overdue(scene, at + 400, 10, "", at + 500);
}

static void each_band_is_recalled_once(struct scene *scene)
{
	for (u32 i = 1; i <= 9; i++) {
		struct run_row row = a_run(i);
		row.hot.spilled = i <= 7;
		row.tenant.v = i <= 3 ? 2 : 1;
		row.hot.priority = i == 5 ? 1 : 5;
		if (i == 9) row.type.v = 9;
		if (i == 7) row.route.v = 3;
		put_run(scene, &row);
	}
	commit(scene);
	static const char bands[] = "spilled tenant 1 queue 1 type 1 priority 1\n"
				    "spilled tenant 1 queue 1 type 1 priority 5\n"
				    "spilled tenant 1 queue 1 type 1 route 3 priority 5\n"
				    "spilled tenant 2 queue 1 type 1 priority 5\n";
	expect_recalled(scene, bands);
	crash(scene);
	expect_recalled(scene, bands);
}

static void a_turn_that_is_not_kept_spills_nothing(struct scene *scene)
{
	put_runs(scene, 2);
	commit(scene);
	put_spilled(scene, 1);
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	expect_due(scene, "1 2");
	expect_spilled(scene, usual, 0, 10, "");
}

static void workers_that_hold_nothing_are_not_recalled(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1); /* worker 3 */
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_name(scene, NAME_TENANT, 2, STR("globex"));
	for (u32 i = 1; i <= 5; i++) put_name(scene, NAME_WORKER, i, STR("w"));
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	struct recalled recalled = { 0 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	str text = buf_view(&recalled.text);
	static const char names[] = "name 0 1 acme\nname 0 2 globex\nname 3 3 w\nname 3 5 w\nopen";
	assert_true(text.len > sizeof names);
	assert_str(str_slice(text, 0, sizeof names - 1), str_from(names));
	buf_done(&recalled.text);
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	row.hot.state = RUN_DONE;
	put_hot(scene, &row);
	commit(scene);
	expect_recalled(scene, "name 0 1 acme\nname 0 2 globex\nname 3 5 w\n");
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(what_is_spilled_leaves_what_is_due),
		STORY(a_new_run_may_be_spilled_from_the_start),
		STORY(a_band_is_tenant_queue_type_route_and_priority),
		STORY(pages_of_a_band_follow_each_other),
		STORY(within_one_instant_the_id_decides),
		STORY(one_that_is_held_is_not_among_them),
		STORY(one_that_ends_or_moves_leaves_its_band),
		STORY(deadlines_of_the_spilled_are_found_by_time),
		STORY(each_band_is_recalled_once),
		STORY(a_turn_that_is_not_kept_spills_nothing),
		STORY(workers_that_hold_nothing_are_not_recalled),
	};
	return tell_stories(stories, countof(stories));
}
