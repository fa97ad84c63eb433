/* Effects: found by id and by key, kept as they are, for good. */
#include "conformance/scene.h"

static const struct digest a_key = { 0x1122334455667788, 0x99aabbccddeeff00 };

static struct effect_row an_effect(u32 number)
{
	struct effect_row row = {
		.id = id_of(number << 16),
		.tenant = { 3 },
		.key = { a_key.a, number },
		.claims = 1,
		.state = EFFECT_OPEN,
		.reopens = true,
		.execution = id_of(70),
		.run = id_of(71),
		.claimed_at = SCENE_START,
		.until = SCENE_START + 900000,
		.action_key = STR("charge.card"),
		.idempotency_key = STR("invoice:42"),
		.scope = STR("branch:7"),
	};
	return row;
}

static void put_effect(struct scene *scene, struct effect_row row)
{
	struct effect_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	row.action_key = text_of_turn(scene, row.action_key);
	row.idempotency_key = text_of_turn(scene, row.idempotency_key);
	row.scope = text_of_turn(scene, row.scope);
	row.result = text_of_turn(scene, row.result);
	row.reason = text_of_turn(scene, row.reason);
	*copy = row;
	add_put(scene, KIND_EFFECT)->effect = copy;
}

static struct want see_by_id(struct scene *scene, struct uuid id)
{
	struct want want = { .kind = WANT_EFFECT };
	want.effect.id = id;
	return load(scene, want);
}

static struct want see_by_key(struct scene *scene, struct digest key)
{
	struct want want = { .kind = WANT_EFFECT };
	want.effect.key = key;
	return load(scene, want);
}

static void expect_same(const struct want *want, const struct effect_row *row)
{
	const struct effect_row *seen = &want->effect.row;
	assert_true(want->effect.found);
	assert_false(want->effect.is_damaged);
	assert_true(uuid_eq(&seen->id, &row->id));
	assert_int_equal(seen->tenant.v, row->tenant.v);
	assert_true(digest_eq(seen->key, row->key));
	assert_int_equal(seen->claims, row->claims);
	assert_int_equal(seen->state, row->state);
	assert_int_equal(seen->reopens, row->reopens);
	assert_true(uuid_eq(&seen->execution, &row->execution));
	assert_true(uuid_eq(&seen->run, &row->run));
	assert_true(seen->claimed_at == row->claimed_at);
	assert_true(seen->until == row->until);
	assert_true(seen->ended_at == row->ended_at);
	assert_str(seen->action_key, row->action_key);
	assert_str(seen->idempotency_key, row->idempotency_key);
	assert_str(seen->scope, row->scope);
	assert_str(seen->result, row->result);
	assert_str(seen->reason, row->reason);
}

static void an_effect_is_found_by_its_id_and_by_its_key(struct scene *scene)
{
	struct effect_row row = an_effect(1);
	assert_false(see_by_id(scene, row.id).effect.found);
	assert_false(see_by_key(scene, row.key).effect.found);
	put_effect(scene, row);
	put_effect(scene, an_effect(2));
	commit(scene);
	crash(scene);
	struct want want = see_by_id(scene, row.id);
	expect_same(&want, &row);
	want = see_by_key(scene, row.key);
	expect_same(&want, &row);
	assert_false(see_by_key(scene, (struct digest){ 1, 1 }).effect.found);
}

static void each_step_takes_the_place_of_the_one_before(struct scene *scene)
{
	struct effect_row row = an_effect(1);
	put_effect(scene, row);
	commit(scene);
	row.state = EFFECT_RELEASED;
	row.ended_at = SCENE_START + 5;
	row.reason = STR("not sent");
	put_effect(scene, row);
	commit(scene);
	struct want want = see_by_key(scene, row.key);
	expect_same(&want, &row);
	row = an_effect(1);
	row.claims = 2;
	row.reopens = false;
	row.execution = row.run = (struct uuid){ { 0 } };
	put_effect(scene, row);
	row.state = EFFECT_DONE; /* twice in one turn */
	row.result = STR("{\"n\": 1.10}");
	put_effect(scene, row);
	commit(scene);
	crash(scene);
	want = see_by_id(scene, row.id);
	expect_same(&want, &row);
}

static void a_refused_turn_leaves_the_effect_as_it_was(struct scene *scene)
{
	struct effect_row row = an_effect(1), later = row;
	put_effect(scene, row);
	commit(scene);
	later.state = EFFECT_DONE;
	put_effect(scene, later);
	put_effect(scene, an_effect(2));
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	struct want want = see_by_id(scene, row.id);
	expect_same(&want, &row);
	assert_false(see_by_id(scene, an_effect(2).id).effect.found);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(an_effect_is_found_by_its_id_and_by_its_key),
		STORY(each_step_takes_the_place_of_the_one_before),
		STORY(a_refused_turn_leaves_the_effect_as_it_was),
	};
	return tell_stories(stories, countof(stories));
}
