/* Fallbacks, alerts that rest and the delivery log, over every kind of store. */
#include "conformance/recalled.h"

static struct run_row a_dm(u32 number)
{
	struct run_row row = a_run(number);
	row.entity = STR("shield:7");
	row.user = STR("ann");
	row.payload = STR("{\"alert\": 7}");
	row.key = STR("k");
	row.key_digest = digest_of(row.key);
	row.trace = STR("00-1");
	row.alert = 77;
	row.alert_key = STR("shield-7");
	return row;
}

static struct run_row a_mention(u32 number, u32 failed_parent)
{
	struct run_row row = a_run(number), dm = a_dm(failed_parent);
	row.payload = (str){ 0 };
	row.payload_len = (u32)dm.payload.len;
	row.key_digest = dm.key_digest;
	row.fallback_of = id_of(failed_parent);
	row.hops = 2;
	row.alert = 77;
	row.texts_are_of_failed_parent = true;
	return row;
}

static void a_fallback_has_the_texts_of_what_failed(struct scene *scene)
{
	struct run_row dm = a_dm(1), mention = a_mention(2, 1), another = a_mention(3, 2);
	put_run(scene, &dm);
	commit(scene);
	put_run(scene, &mention);
	put_run(scene, &another); /* of one that is made in this very turn */
	commit(scene);
	crash(scene);
	mention.has_user = true;
	expect_row(scene, 2, &mention);
	assert_true(see_run(scene, 3).row.has_user);
	struct execution_row execution = an_execution(3, 3, 1);
	put_claim(scene, &execution);
	scene->leases[0].hops = 2;
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_false(scene->leases[0].damaged);
	assert_str(scene->leases[0].payload, STR("{\"alert\": 7}"));
	assert_str(scene->leases[0].key, STR("k"));
	assert_str(scene->leases[0].trace, STR("00-1"));
	assert_uuid(scene->leases[0].fallback_of, id_of(2));
	begin(scene);
}

static void put_cooldown(struct scene *scene, u32 tenant, u64 alert, u32 run, bool is_live)
{
	add_put(scene, KIND_COOLDOWN)->cooldown = (struct cooldown_row){ .tenant = { tenant },
									 .type = { 3 },
									 .alert = alert,
									 .run = id_of(run),
									 .window_ms = 60000,
									 .is_live = is_live,
									 .until = is_live ? 9
											  : 500 };
}

static void a_start_is_told_of_alerts_that_rest(struct scene *scene)
{
	struct recalled recalled = { 0 };
	put_cooldown(scene, 1, 5, 10, true);
	put_cooldown(scene, 1, 6, 11, true);
	put_cooldown(scene, 2, 5, 12, true);
	commit(scene);
	put_cooldown(scene, 1, 5, 13, false);
	add_delete(scene, KIND_COOLDOWN)->cooldown =
		(struct cooldown_row){ .tenant = { 1 }, .type = { 3 }, .alert = 6 };
	commit(scene);
	crash(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_str(buf_view(&recalled.text), STR("cooldown 1 3 5 run 0d rests 60000 until 500\n"
						 "cooldown 2 3 5 run 0c live 60000 until 9\n"));
	buf_done(&recalled.text);
}

/* Policies with a next way come back whole. */
static void a_type_keeps_its_next_way(struct scene *scene)
{
	struct recalled recalled = { 0 };
	struct type_policy policy = { .fallback = { .type = 9, .minutes = 30 },
				      .ladder_critical_last = 2,
				      .group = 0x8000000000000007 };
	assert_true(class_list_add(&policy.fallback.classes, STR("dm_closed")));
	assert_true(class_list_add(&policy.fallback.classes, STR("stalled")));
	assert_true(class_list_add(&policy.fallback.key, STR("entity")));
	put_type(scene, 1, 2, &policy);
	commit(scene);
	crash(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	const str end = STR(" group 9223372036854775815 critical 2 fallback 9 minutes 30 "
			    "on dm_closed,stalled, by entity,\n");
	str text = buf_view(&recalled.text);
	assert_true(text.len > end.len);
	assert_str(str_slice(text, text.len - end.len, text.len), end);
	buf_done(&recalled.text);
}

static void a_refused_turn_leaves_no_rest_behind(struct scene *scene)
{
	struct recalled recalled = { 0 };
	put_cooldown(scene, 1, 5, 10, true);
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_int_equal(recalled.text.len, 0);
	buf_done(&recalled.text);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_fallback_has_the_texts_of_what_failed),
		STORY(a_start_is_told_of_alerts_that_rest),
		STORY(a_type_keeps_its_next_way),
		STORY(a_refused_turn_leaves_no_rest_behind),
	};
	return tell_stories(stories, countof(stories));
}
