/* Rules of alerts and alerts that are open, over every kind of store. */
#include "conformance/recalled.h"

static void put_rule(struct scene *scene, u32 number, u32 tenant, u32 count, u32 open)
{
	struct alert_rule_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct alert_rule_row){ .id = id_of(number),
					.tenant = { tenant },
					.job = id_of(7),
					.kind = ALERT_MISSED,
					.threshold = 60,
					.is_enabled = true,
					.version = 1,
					.count = count,
					.job_code = text_of_turn(scene, STR("report")),
					.channels = text_of_turn(scene, STR("email")),
					.recipients = text_of_turn(scene, STR("ann@a\nbob@b")) };
	if (open) row->open = id_of(open);
	add_put(scene, KIND_ALERT_RULE)->alert_rule = row;
}

static void put_alert(struct scene *scene, u32 number, u32 tenant, msec resolved_at)
{
	struct alert_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	*row = (struct alert_row){ .id = id_of(number),
				   .tenant = { tenant },
				   .kind = ALERT_FAILURE,
				   .rule = id_of(1),
				   .job = id_of(7),
				   .threshold = 2,
				   .value = 3,
				   .raised_at = 5,
				   .resolved_at = resolved_at,
				   .acknowledged_at = 6,
				   .job_code = text_of_turn(scene, STR("report")),
				   .acknowledged_by = text_of_turn(scene, STR("ann")) };
	add_put(scene, KIND_ALERT)->alert = row;
}

static void expect_told(struct scene *scene, const char *expected)
{
	struct recalled recalled = { 0 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_str(buf_view(&recalled.text), str_from(expected));
	buf_done(&recalled.text);
}

#define RULE_1 "alert rule 01 of 1 job 07 MISSED >= 60 on count 2 open 0a to ann@a\nbob@b\n"
#define RULE_2 "alert rule 02 of 2 job 07 MISSED >= 60 on count 0 open 00 to ann@a\nbob@b\n"
#define ALERT_10 "alert 0a rule 01 value 3 since 5 by ann\n"

static void a_start_is_told_of_rules_and_of_what_is_open(struct scene *scene)
{
	put_rule(scene, 1, 1, 0, 0);
	put_rule(scene, 2, 2, 0, 0);
	put_rule(scene, 3, 1, 0, 0);
	put_alert(scene, 10, 1, 0);
	put_alert(scene, 11, 2, 0);
	commit(scene);
	put_rule(scene, 1, 1, 2, 10);
	struct alert_rule_row gone = { .id = id_of(3), .tenant = { 1 } };
	add_delete(scene, KIND_ALERT_RULE)->alert_rule = &gone;
	put_alert(scene, 11, 2, 9); /* it is over: kept, and not told */
	commit(scene);
	crash(scene);
	expect_told(scene, RULE_1 RULE_2 ALERT_10);
}

static void a_tenant_takes_its_own_with_it(struct scene *scene)
{
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_rule(scene, 2, 2, 0, 0);
	put_rule(scene, 1, 1, 0, 0);
	put_alert(scene, 10, 1, 0);
	commit(scene);
	struct change *change = add_change(scene, CHANGE_TENANT_DROP);
	change->tenant_drop.tenant = (tenant_no){ 1 };
	change->tenant_drop.name = STR("acme~");
	commit(scene);
	struct recalled recalled = { 0 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	str text = buf_view(&recalled.text), end = STR(RULE_2);
	assert_str(str_slice(text, text.len - end.len, text.len), end);
	buf_done(&recalled.text);
}

static void a_refused_turn_leaves_nothing_behind(struct scene *scene)
{
	put_rule(scene, 1, 1, 0, 0);
	put_alert(scene, 10, 1, 0);
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	expect_told(scene, "");
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_start_is_told_of_rules_and_of_what_is_open),
		STORY(a_tenant_takes_its_own_with_it),
		STORY(a_refused_turn_leaves_nothing_behind),
	};
	return tell_stories(stories, countof(stories));
}
