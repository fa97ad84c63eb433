/* What a start is told of each tenant's quotas, and of how much it uses, over every kind of store.
 */
#include "conformance/recalled.h"

static void put_open_effect(struct scene *scene, u32 number, u32 tenant, enum effect_state state)
{
	struct effect_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	row->id = id_of(number);
	row->tenant.v = tenant;
	row->key = (struct digest){ number, number };
	row->claims = 1;
	row->state = state;
	row->action_key = text_of_turn(scene, STR("charge"));
	row->idempotency_key = text_of_turn(scene, STR("k"));
	add_put(scene, KIND_EFFECT)->effect = row;
}

/* What is due, spilled, held, waits for other runs or for children is live; what has ended is not.
 */
static void live_runs_jobs_and_open_effects_are_told_as_numbers(struct scene *scene)
{
	struct run_row rows[7];
	struct job_row jobs[] = { a_job(20), a_job(21) };
	struct execution_row held = an_execution(1, 1, 1);
	for (u32 i = 1; i < countof(rows); i++) rows[i] = a_run(i);
	rows[3].hot.spilled = true;
	rows[4].hot.state = RUN_WAITING; /* a batch's parent */
	rows[5].tenant.v = rows[6].tenant.v = 2;
	rows[6].hot.state = RUN_WAITING;
	rows[6].job = jobs[0].id;
	rows[6].cause = CAUSE_MANUAL;
	jobs[0].tenant.v = jobs[1].tenant.v = 2;
	jobs[1].code = STR("other");
	jobs[1].state = JOB_DISABLED;
	for (u32 i = 0; i < countof(jobs); i++) put_job(scene, &jobs[i]);
	for (u32 i = 1; i < countof(rows); i++) put_run(scene, &rows[i]);
	put_claim(scene, &held);
	add_put(scene, KIND_BATCH)->batch = (struct batch_row){
		.id = id_of(4), .tenant = { 1 }, .state = RUN_WAITING, .is_live = true, .total = 1
	};
	put_open_effect(scene, 30, 2, EFFECT_OPEN);
	put_open_effect(scene, 31, 2, EFFECT_OPEN);
	put_open_effect(scene, 32, 2, EFFECT_DONE);
	put_open_effect(scene, 33, 1, EFFECT_RELEASED);
	commit(scene);
	rows[2].hot.state = RUN_CANCELLED;
	rows[2].hot.finished_at = SCENE_START;
	put_hot(scene, &rows[2]);
	commit(scene);
	crash(scene);
	struct recalled recalled = { 0 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_int_equal(3, recalled.tallies[1][QUOTA_RUNS]);
	assert_int_equal(2, recalled.tallies[2][QUOTA_RUNS]);
	assert_int_equal(2, recalled.tallies[2][QUOTA_JOBS]);
	assert_int_equal(0, recalled.tallies[1][QUOTA_EFFECTS]);
	assert_int_equal(2, recalled.tallies[2][QUOTA_EFFECTS]);
	buf_done(&recalled.text);
}

/* With what an older version wrote they are not there, and its check holds. */
static void a_tenants_quotas_are_part_of_its_policy(struct scene *scene)
{
	struct tenant_policy policy = { .weight = 1 };
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++) policy.quotas[kind] = kind + 5;
	put_tenant(scene, 3, &policy);
	commit(scene);
	crash(scene);
	struct recalled recalled = { 0 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	buf_add_byte(&recalled.text, '\0');
	assert_non_null(strstr(recalled.text.at, "quotas 5 6 7 8 9 10 11 12 13 14 15"));
	buf_done(&recalled.text);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(live_runs_jobs_and_open_effects_are_told_as_numbers),
		STORY(a_tenants_quotas_are_part_of_its_policy),
	};
	return tell_stories(stories, countof(stories));
}
