/* Daily windows: a run finds whose it is, a person the run that stands, and days are kept once. */
#include "conformance/recalled.h"

static struct daily_row a_daily(const char *user, u32 run)
{
	return (struct daily_row){ .tenant = { 1 },
				   .user = str_from(user),
				   .zone = STR("Europe/Berlin"),
				   .due_minute = 540,
				   .created_at = 7,
				   .updated_at = 8,
				   .hot = { .last_date = 20001,
					    .status = DAY_SUCCESS,
					    .last_run_at = 9,
					    .decided = 20002,
					    .date = 20003,
					    .cutoff = SCENE_START + 100,
					    .run = id_of(run) } };
}

static void put_daily(struct scene *scene, struct daily_row row)
{
	struct daily_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = row;
	copy->user = text_of_turn(scene, row.user);
	copy->zone = text_of_turn(scene, row.zone);
	add_put(scene, KIND_DAILY)->daily = copy;
}

static struct run_row a_window(u32 number, const char *user)
{
	struct run_row row = a_run(number);
	row.cause = CAUSE_DAILY;
	row.user = str_from(user);
	row.deadline_at = SCENE_START + 100;
	row.hot.bucket = 20003;
	return row;
}

static void put_window(struct scene *scene, const char *user, u32 number)
{
	struct run_row run = a_window(number, user);
	put_daily(scene, a_daily(user, number));
	put_run(scene, &run);
}

static struct want daily_of(struct scene *scene, const char *user)
{
	struct want want = { .kind = WANT_DAILY };
	want.daily.tenant.v = 1;
	want.daily.user = str_from(user);
	return load(scene, want);
}

static void expect_hot(const struct daily_hot *hot, const struct daily_hot *expected)
{
	assert_true(hot->last_date == expected->last_date);
	assert_int_equal(hot->status, expected->status);
	assert_true(hot->last_run_at == expected->last_run_at);
	assert_true(hot->decided == expected->decided);
	assert_true(hot->date == expected->date);
	assert_true(hot->cutoff == expected->cutoff);
	assert_uuid(hot->run, expected->run);
}

static void a_person_is_found_with_the_run_that_stands(struct scene *scene)
{
	put_window(scene, "ann", 10);
	put_window(scene, "bob", 11);
	commit(scene);
	crash(scene);
	struct want want = daily_of(scene, "ann");
	struct daily_row expected = a_daily("ann", 10);
	assert_true(want.daily.found);
	assert_str(want.daily.row.user, STR("ann"));
	assert_str(want.daily.row.zone, STR("Europe/Berlin"));
	assert_int_equal(want.daily.row.due_minute, 540);
	assert_false(want.daily.row.is_gone);
	assert_true(want.daily.row.created_at == 7 && want.daily.row.updated_at == 8);
	expect_hot(&want.daily.row.hot, &expected.hot);
	assert_true(want.daily.run.found);
	assert_uuid(want.daily.run.row.id, id_of(10));
	assert_false(daily_of(scene, "eve").daily.found);
}

static void a_run_brings_whose_window_it_is(struct scene *scene)
{
	put_window(scene, "ann", 10);
	commit(scene);
	crash(scene);
	struct run_seen seen = see_run(scene, 10);
	assert_non_null(seen.row.daily);
	assert_str(seen.row.daily->user, STR("ann"));
	assert_true(seen.row.daily->hot.date == 20003);
	struct want want = { .kind = WANT_DUE };
	want.due.after_run_at = MSEC_MIN;
	want.due.until = MSEC_MAX;
	want.due.limit = 10;
	want = load(scene, want);
	assert_int_equal(want.due.len, 1);
	assert_non_null(want.due.rows[0].daily);
	assert_str(want.due.rows[0].daily->zone, STR("Europe/Berlin"));
}

static void what_days_change_is_written_apart(struct scene *scene)
{
	struct daily_hot hot = a_daily("ann", 12).hot;
	put_window(scene, "ann", 10);
	commit(scene);
	hot.last_date = hot.decided = 20003;
	hot.status = DAY_CUTOFF_REACHED;
	hot.date = 20004;
	struct change *change = add_change(scene, CHANGE_DAILY_HOT);
	change->daily_hot.tenant.v = 1;
	change->daily_hot.user = STR("ann");
	change->daily_hot.hot = hot;
	commit(scene);
	crash(scene);
	struct want want = daily_of(scene, "ann");
	expect_hot(&want.daily.row.hot, &hot);
	assert_str(want.daily.row.zone, STR("Europe/Berlin"));
	assert_false(want.daily.run.found);
}

static void a_restart_is_told_of_windows_that_are_held(struct scene *scene)
{
	struct recalled recalled = { 0 };
	struct execution_row execution = an_execution(3, 10, 1);
	put_window(scene, "ann", 10);
	put_claim(scene, &execution);
	commit(scene);
	crash(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_non_null(strstr(recalled.text.at, " of ann in Europe/Berlin\n"));
	buf_done(&recalled.text);
}

static void put_day(struct scene *scene, const char *user, i64 date, i64 forget_before)
{
	struct day_row *row = arena_alloc(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct day_row){ .tenant = { 1 },
				 .user = str_from(user),
				 .date = date,
				 .through = date,
				 .status = DAY_SUCCESS,
				 .due_minute = 540,
				 .attempts = 2,
				 .at = 5,
				 .forget_before = forget_before };
	add_put(scene, KIND_DAY)->day = row;
}

/* A second row for one of these days would be refused; a day that was forgotten is free. */
static void old_days_are_forgotten_and_a_tenant_takes_all_along(struct scene *scene)
{
	put_window(scene, "ann", 10);
	put_window(scene, "bob", 11);
	for (i64 date = 1; date < 5; date++) put_day(scene, "ann", date, date - 1);
	put_day(scene, "bob", 1, 0);
	commit(scene);
	put_day(scene, "ann", 2, 0);
	commit(scene);
	struct change *change = add_change(scene, CHANGE_DAILY_GONE);
	change->daily_gone.tenant.v = 1;
	change->daily_gone.user = STR("ann");
	commit(scene);
	assert_false(daily_of(scene, "ann").daily.found);
	assert_true(daily_of(scene, "bob").daily.found);
	put_daily(scene, a_daily("ann", 12));
	for (i64 date = 1; date < 5; date++) put_day(scene, "ann", date, 0);
	commit(scene);
	change = add_change(scene, CHANGE_TENANT_DROP);
	change->tenant_drop.tenant.v = 1;
	change->tenant_drop.name = STR("#1");
	commit(scene);
	assert_false(daily_of(scene, "ann").daily.found);
	assert_false(daily_of(scene, "bob").daily.found);
	put_daily(scene, a_daily("ann", 13));
	for (i64 date = 1; date < 5; date++) put_day(scene, "ann", date, 0);
	commit(scene);
}

static void what_a_tenant_says_is_recalled(struct scene *scene)
{
	struct recalled recalled = { 0 };
	add_put(scene, KIND_DAILY_POLICY)->daily_policy =
		(struct daily_policy_row){ { 3 }, { { 4 }, { 5 }, 60, 70, 80, 9 } };
	add_put(scene, KIND_DAILY_POLICY)->daily_policy =
		(struct daily_policy_row){ { 3 }, { { 4 }, { 6 }, 61, 70, 80, 9 } };
	commit(scene);
	crash(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_str(buf_view(&recalled.text),
		   STR("windows 3 type 4 then 6 window 61 delay 70 timeout 80 keep 9\n"));
	buf_done(&recalled.text);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_person_is_found_with_the_run_that_stands),
		STORY(a_run_brings_whose_window_it_is),
		STORY(what_days_change_is_written_apart),
		STORY(a_restart_is_told_of_windows_that_are_held),
		STORY(old_days_are_forgotten_and_a_tenant_takes_all_along),
		STORY(what_a_tenant_says_is_recalled),
	};
	return tell_stories(stories, countof(stories));
}
