/* Ladders: found by their entity, with the runs of their rungs; over every kind of store. */
#include "model/ladder.h"

#include "conformance/scene.h"

static struct ladder_row a_ladder(struct scene *scene, u32 number, str user, str name)
{
	static const str entity = STR("event:42");
	struct rung rungs[] = { { .offset = -1000, .state = RUNG_PASSED },
				{ .offset = 0, .run = id_of(number), .state = RUNG_MADE } };
	return (struct ladder_row){
		.key = ladder_digest((tenant_no){ 1 }, entity, user, name),
		.id = id_of(number + 500),
		.tenant = { 1 },
		.type = { 2 },
		.anchor = SCENE_START,
		.created_at = SCENE_START - 1,
		.updated_at = SCENE_START,
		.until = SCENE_START + 5000,
		.payload_len = 8,
		.payload_digest = { 3, 4 },
		.rungs = rungs_of_turn(scene, rungs, countof(rungs)),
		.entity = entity,
		.user = user,
		.name = name,
		.alert = 77,
		.alert_key = STR("shield-7"),
		.payload = STR("{\"a\": 1}"),
	};
}

static void put_ladder(struct scene *scene, enum change_kind kind, struct ladder_row row)
{
	struct ladder_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = row;
	if (kind == CHANGE_LADDER_PUT) copy->payload = (str){ 0 };
	struct change *change = add_change(scene, kind);
	change->row_kind = KIND_LADDER;
	change->ladder = copy;
}

static void put_new(struct scene *scene, u32 number, str user, str name)
{
	struct run_row run = a_run(number);
	run.is_critical = 1;
	put_run(scene, &run);
	put_ladder(scene, CHANGE_PUT, a_ladder(scene, number, user, name));
}

static struct want of_entity(struct scene *scene, const char *user, const char *name)
{
	struct want want = { .kind = WANT_LADDERS };
	want.ladders.tenant.v = 1;
	want.ladders.entity = STR("event:42");
	want.ladders.has_user = user != NULL;
	want.ladders.has_name = name != NULL;
	if (user) want.ladders.user = str_from(user);
	if (name) want.ladders.name = str_from(name);
	return load(scene, want);
}

static void all_of_an_entity_come_with_their_runs(struct scene *scene)
{
	struct run_row run = a_run(5);
	run.is_critical = 1;
	put_new(scene, 5, STR("ann"), STR("dm"));
	commit(scene);
	crash(scene);
	struct want want = of_entity(scene, NULL, NULL);
	assert_int_equal(want.ladders.len, 1);
	assert_int_equal(want.ladders.rungs, 2);
	const struct ladder_row *row = &want.ladders.rows[0].row;
	assert_uuid(row->id, id_of(505));
	assert_true(digest_eq(row->payload_digest, (struct digest){ 3, 4 }));
	assert_true(row->anchor == SCENE_START && row->created_at == SCENE_START - 1);
	assert_true(row->until == SCENE_START + 5000 && row->stopped_at == 0);
	assert_int_equal(row->type.v, 2);
	assert_int_equal(row->payload_len, 8);
	assert_int_equal(row->payload.len, 0);
	assert_str(row->entity, STR("event:42"));
	assert_str(row->user, STR("ann"));
	assert_str(row->name, STR("dm"));
	assert_uuid(ladder_rung(row, 1).run, id_of(5));
	assert_true(ladder_rung(row, 0).offset == -1000);
	assert_true(row->alert == 77);
	assert_str(row->alert_key, STR("shield-7"));
	assert_false(want.ladders.rows[0].runs[0].found);
	assert_true(want.ladders.rows[0].runs[1].found);
	assert_same_numbers(&want.ladders.rows[0].runs[1].row, &run);
}

static void those_of_a_user_or_a_name_are_told_apart(struct scene *scene)
{
	put_new(scene, 1, STR("ann"), STR("dm"));
	put_new(scene, 2, STR("ann"), STR("post"));
	put_new(scene, 3, STR(""), STR("dm"));
	commit(scene);
	assert_int_equal(of_entity(scene, NULL, NULL).ladders.len, 3);
	assert_int_equal(of_entity(scene, "ann", NULL).ladders.len, 2);
	assert_int_equal(of_entity(scene, NULL, "dm").ladders.len, 2);
	struct want want = of_entity(scene, "", "dm");
	assert_int_equal(want.ladders.len, 1);
	assert_int_equal(want.ladders.rungs, 6);
	assert_uuid(ladder_rung(&want.ladders.rows[0].row, 1).run, id_of(3));
	assert_int_equal(of_entity(scene, "bob", NULL).ladders.len, 0);
	want = (struct want){ .kind = WANT_LADDERS };
	want.ladders.tenant.v = 2;
	want.ladders.entity = STR("event:42");
	assert_int_equal(load(scene, want).ladders.len, 0);
	want.ladders.tenant.v = 1;
	want.ladders.entity = STR("event:4");
	assert_int_equal(load(scene, want).ladders.len, 0);
}

/* The payload of a claim of this run. */
static void expect_payload(struct scene *scene, u32 number, str payload)
{
	struct execution_row execution = an_execution(number, number, 1);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_false(scene->leases[0].damaged);
	assert_str(scene->leases[0].payload, payload);
	begin(scene);
}

static struct run_row a_rung_like(const struct ladder_row *ladder, u32 number)
{
	struct run_row run = a_run(number);
	run.payload = (str){ 0 };
	run.payload_len = ladder->payload_len;
	run.payload_of_ladder = ladder->key;
	return run;
}

static void a_change_keeps_the_payload_and_a_rung_may_copy_it(struct scene *scene)
{
	put_new(scene, 1, STR("ann"), STR(""));
	commit(scene);
	struct ladder_row row = a_ladder(scene, 1, STR("ann"), STR(""));
	struct run_row run = a_rung_like(&row, 2);
	row.anchor = SCENE_START + 7;
	row.stopped_at = 9;
	row.reason = STR("enough");
	put_run(scene, &run);
	put_ladder(scene, CHANGE_LADDER_PUT, row);
	commit(scene);
	crash(scene);
	struct want want = of_entity(scene, NULL, NULL);
	assert_true(want.ladders.rows[0].row.anchor == SCENE_START + 7);
	assert_true(want.ladders.rows[0].row.stopped_at == 9);
	assert_str(want.ladders.rows[0].row.reason, STR("enough"));
	expect_payload(scene, 2, STR("{\"a\": 1}"));
	/* Made anew under its key, and copied from in the same turn. */
	row = a_ladder(scene, 3, STR("ann"), STR(""));
	row.payload = STR("[2]");
	row.payload_len = 3;
	run = a_rung_like(&row, 3);
	put_ladder(scene, CHANGE_PUT, row);
	put_run(scene, &run);
	commit(scene);
	expect_payload(scene, 3, STR("[2]"));
	assert_int_equal(of_entity(scene, NULL, NULL).ladders.len, 1);
}

static void a_refused_turn_leaves_no_ladder_behind(struct scene *scene)
{
	put_new(scene, 1, STR("ann"), STR(""));
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	assert_int_equal(of_entity(scene, NULL, NULL).ladders.len, 0);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(all_of_an_entity_come_with_their_runs),
		STORY(those_of_a_user_or_a_name_are_told_apart),
		STORY(a_change_keeps_the_payload_and_a_rung_may_copy_it),
		STORY(a_refused_turn_leaves_no_ladder_behind),
	};
	return tell_stories(stories, countof(stories));
}
