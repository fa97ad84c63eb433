/* Things and what calls made, over every kind of store. */
#include "conformance/scene.h"

static struct thing_row a_thing(enum thing_kind kind, u32 tenant, str name, u64 version)
{
	return (struct thing_row){
		.key = { kind, { tenant }, name },
		.version = version,
		.created_at = SCENE_START,
		.updated_at = SCENE_START + (msec)version,
		.until = MSEC_MAX,
		.body = STR("{\"a\": 1.10}"),
	};
}

static void put_thing(struct scene *scene, struct thing_row row)
{
	row.key.name = text_of_turn(scene, row.key.name);
	row.body = text_of_turn(scene, row.body);
	add_put(scene, KIND_THING)->thing = row;
}

static struct want see_thing(struct scene *scene, enum thing_kind kind, u32 tenant, str name)
{
	struct want want = { .kind = WANT_THING };
	want.thing.key = (struct thing_key){ kind, { tenant }, name };
	want.thing.count_most = 3;
	return load(scene, want);
}

static void a_thing_is_found_by_all_of_its_key(struct scene *scene)
{
	put_thing(scene, a_thing(THING_TOKEN, 1, STR("a"), 7));
	commit(scene);
	crash(scene);
	struct want want = see_thing(scene, THING_TOKEN, 1, STR("a"));
	assert_true(want.thing.found);
	assert_true(want.thing.row.version == 7);
	assert_true(want.thing.row.created_at == SCENE_START);
	assert_true(want.thing.row.updated_at == SCENE_START + 7);
	assert_true(want.thing.row.until == MSEC_MAX);
	assert_int_equal(want.thing.row.body.len, 0);
	assert_false(see_thing(scene, THING_TOKEN, 2, STR("a")).thing.found);
	assert_false(see_thing(scene, THING_SECRET, 1, STR("a")).thing.found);
	assert_false(see_thing(scene, THING_TOKEN, 1, STR("b")).thing.found);
	assert_false(see_thing(scene, THING_TOKEN, 1, STR("")).thing.found);
}

static void a_later_version_takes_the_place_of_the_one_before(struct scene *scene)
{
	put_thing(scene, a_thing(THING_USER, 1, STR("u"), 1));
	commit(scene);
	put_thing(scene, a_thing(THING_USER, 1, STR("u"), 2));
	put_thing(scene, a_thing(THING_USER, 1, STR("u"), 3));
	commit(scene);
	struct want want = see_thing(scene, THING_USER, 1, STR("u"));
	assert_true(want.thing.row.version == 3);
	assert_int_equal(want.thing.count, 1);
}

static void a_deleted_thing_is_gone_and_may_come_again(struct scene *scene)
{
	put_thing(scene, a_thing(THING_SECRET, 1, STR("s"), 1));
	commit(scene);
	add_delete(scene, KIND_THING)->thing.key =
		(struct thing_key){ THING_SECRET, { 1 }, text_of_turn(scene, STR("s")) };
	commit(scene);
	assert_false(see_thing(scene, THING_SECRET, 1, STR("s")).thing.found);
	put_thing(scene, a_thing(THING_SECRET, 1, STR("s"), 5));
	commit(scene);
	assert_true(see_thing(scene, THING_SECRET, 1, STR("s")).thing.row.version == 5);
}

static void a_thing_past_its_time_counts_as_gone(struct scene *scene)
{
	struct thing_row row = a_thing(THING_SESSION, 0, STR("x"), 1);
	row.until = SCENE_START + 1000;
	put_thing(scene, row);
	commit(scene);
	assert_true(see_thing(scene, THING_SESSION, 0, STR("x")).thing.found);
	scene->wall = SCENE_START + 1000;
	begin(scene);
	assert_false(see_thing(scene, THING_SESSION, 0, STR("x")).thing.found);
}

static void things_of_one_kind_and_tenant_are_counted_up_to_a_bound(struct scene *scene)
{
	static const str names[] = { { "a", 1 }, { "b", 1 }, { "c", 1 }, { "d", 1 } };
	for (u32 i = 0; i < countof(names); i++) {
		assert_int_equal(see_thing(scene, THING_LIMIT, 4, names[i]).thing.count,
				 i < 3 ? i : 3);
		put_thing(scene, a_thing(THING_LIMIT, 4, names[i], 1));
		commit(scene);
	}
	assert_int_equal(see_thing(scene, THING_LIMIT, 4, STR("z")).thing.count, 3);
	assert_int_equal(see_thing(scene, THING_LIMIT, 5, STR("z")).thing.count, 0);
	assert_int_equal(see_thing(scene, THING_USER, 4, STR("z")).thing.count, 0);
	struct want unasked = { .kind = WANT_THING };
	unasked.thing.key = (struct thing_key){ THING_LIMIT, { 4 }, STR("a") };
	assert_int_equal(load(scene, unasked).thing.count, 0);
}

static const struct digest a_digest = { 0x1122334455667788, 0x99aabbccddeeff00 };

static void put_replay(struct scene *scene, struct digest key, msec until, str made)
{
	add_put(scene, KIND_REPLAY)->replay =
		(struct replay_row){ key, { 1, 2 }, until, text_of_turn(scene, made) };
}

static struct want see_replay(struct scene *scene, struct digest key)
{
	struct want want = { .kind = WANT_REPLAY };
	want.replay.key = key;
	return load(scene, want);
}

static void all_things_of_a_tenant_come_in_pages(struct scene *scene)
{
	put_thing(scene, a_thing(THING_TENANT, 1, STR(""), 1));
	put_thing(scene, a_thing(THING_TOKEN, 1, STR("a"), 1));
	put_thing(scene, a_thing(THING_TOKEN, 1, STR("b"), 1));
	put_thing(scene, a_thing(THING_USER, 1, STR("u"), 1));
	put_thing(scene, a_thing(THING_TOKEN, 2, STR("a"), 1));
	commit(scene);
	struct want want = { .kind = WANT_THINGS };
	want.things.tenant.v = 1;
	want.things.limit = 9;
	struct want all = load(scene, want);
	assert_int_equal(all.things.len, 4);
	for (u32 i = 0; i < all.things.len; i++) assert_int_equal(all.things.keys[i].tenant.v, 1);
	want.things.kinds = 1u << THING_TOKEN;
	struct want tokens = load(scene, want);
	assert_int_equal(tokens.things.len, 2);
	assert_int_equal(tokens.things.keys[0].kind, THING_TOKEN);
	assert_int_equal(tokens.things.keys[0].name.len, 1);
	want.things.kinds = 0;
	want.things.limit = 3;
	struct want page = load(scene, want);
	assert_int_equal(page.things.len, 3);
	for (u32 i = 0; i < page.things.len; i++) {
		struct thing_key key = page.things.keys[i];
		key.name = text_of_turn(scene, key.name);
		add_delete(scene, KIND_THING)->thing.key = key;
	}
	commit(scene);
	assert_int_equal(load(scene, want).things.len, 1);
	want.things.tenant.v = 2;
	assert_int_equal(load(scene, want).things.len, 1);
	want.things.tenant.v = 3;
	assert_int_equal(load(scene, want).things.len, 0);
}

static void what_a_call_made_is_kept_until_its_time(struct scene *scene)
{
	assert_false(see_replay(scene, a_digest).replay.found);
	put_replay(scene, a_digest, SCENE_START + 500, (str){ "\0\1binary", 8 });
	commit(scene);
	crash(scene);
	struct want want = see_replay(scene, a_digest);
	assert_true(want.replay.found);
	assert_true(digest_eq(want.replay.row.key, a_digest));
	assert_true(digest_eq(want.replay.row.body, (struct digest){ 1, 2 }));
	assert_true(want.replay.row.until == SCENE_START + 500);
	assert_str(want.replay.row.made, ((str){ "\0\1binary", 8 }));
	assert_false(see_replay(scene, (struct digest){ a_digest.a, 0 }).replay.found);
	scene->wall = SCENE_START + 500;
	begin(scene);
	assert_false(see_replay(scene, a_digest).replay.found);
}

static void a_call_past_its_time_may_be_made_anew(struct scene *scene)
{
	put_replay(scene, a_digest, SCENE_START + 1, STR("old"));
	commit(scene);
	scene->wall = SCENE_START + 10;
	begin(scene);
	put_replay(scene, a_digest, SCENE_START + 100, STR(""));
	commit(scene);
	struct want want = see_replay(scene, a_digest);
	assert_true(want.replay.found);
	assert_int_equal(want.replay.row.made.len, 0);
}

static void a_refused_turn_leaves_no_thing_behind(struct scene *scene)
{
	put_thing(scene, a_thing(THING_TOKEN, 1, STR("a"), 1));
	put_replay(scene, a_digest, MSEC_MAX, STR("x"));
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	assert_false(see_thing(scene, THING_TOKEN, 1, STR("a")).thing.found);
	assert_false(see_replay(scene, a_digest).replay.found);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_thing_is_found_by_all_of_its_key),
		STORY(a_later_version_takes_the_place_of_the_one_before),
		STORY(a_deleted_thing_is_gone_and_may_come_again),
		STORY(a_thing_past_its_time_counts_as_gone),
		STORY(things_of_one_kind_and_tenant_are_counted_up_to_a_bound),
		STORY(all_things_of_a_tenant_come_in_pages),
		STORY(what_a_call_made_is_kept_until_its_time),
		STORY(a_call_past_its_time_may_be_made_anew),
		STORY(a_refused_turn_leaves_no_thing_behind),
	};
	return tell_stories(stories, countof(stories));
}
