/* Things and what calls made, over every kind of store. */
#include "conformance/scene.h"

static struct document_row a_document(enum document_kind kind, u32 tenant, str name, u64 version)
{
	return (struct document_row){
		.key = { kind, { tenant }, name },
		.version = version,
		.created_at = SCENE_START,
		.updated_at = SCENE_START + (msec)version,
		.until = MSEC_MAX,
		.body = STR("{\"a\": 1.10}"),
	};
}

static void put_document(struct scene *scene, struct document_row row)
{
	row.key.name = text_of_turn(scene, row.key.name);
	row.body = text_of_turn(scene, row.body);
	add_put(scene, KIND_DOCUMENT)->document = row;
}

static struct want see_document(struct scene *scene, enum document_kind kind, u32 tenant, str name)
{
	struct want want = { .kind = WANT_DOCUMENT };
	want.document.key = (struct document_key){ kind, { tenant }, name };
	want.document.count_most = 3;
	return load(scene, want);
}

static void a_document_is_found_by_all_of_its_key(struct scene *scene)
{
	put_document(scene, a_document(DOCUMENT_TOKEN, 1, STR("a"), 7));
	commit(scene);
	crash(scene);
	struct want want = see_document(scene, DOCUMENT_TOKEN, 1, STR("a"));
	assert_true(want.document.found);
	assert_true(want.document.row.version == 7);
	assert_true(want.document.row.created_at == SCENE_START);
	assert_true(want.document.row.updated_at == SCENE_START + 7);
	assert_true(want.document.row.until == MSEC_MAX);
	assert_int_equal(want.document.row.body.len, 0);
	assert_false(see_document(scene, DOCUMENT_TOKEN, 2, STR("a")).document.found);
	assert_false(see_document(scene, DOCUMENT_SECRET, 1, STR("a")).document.found);
	assert_false(see_document(scene, DOCUMENT_TOKEN, 1, STR("b")).document.found);
	assert_false(see_document(scene, DOCUMENT_TOKEN, 1, STR("")).document.found);
}

static void a_later_version_takes_the_place_of_the_one_before(struct scene *scene)
{
	put_document(scene, a_document(DOCUMENT_USER, 1, STR("u"), 1));
	commit(scene);
	put_document(scene, a_document(DOCUMENT_USER, 1, STR("u"), 2));
	put_document(scene, a_document(DOCUMENT_USER, 1, STR("u"), 3));
	commit(scene);
	struct want want = see_document(scene, DOCUMENT_USER, 1, STR("u"));
	assert_true(want.document.row.version == 3);
	assert_int_equal(want.document.count, 1);
}

static void a_deleted_document_is_gone_and_may_come_again(struct scene *scene)
{
	put_document(scene, a_document(DOCUMENT_SECRET, 1, STR("s"), 1));
	commit(scene);
	add_delete(scene, KIND_DOCUMENT)->document.key =
		(struct document_key){ DOCUMENT_SECRET, { 1 }, text_of_turn(scene, STR("s")) };
	commit(scene);
	assert_false(see_document(scene, DOCUMENT_SECRET, 1, STR("s")).document.found);
	put_document(scene, a_document(DOCUMENT_SECRET, 1, STR("s"), 5));
	commit(scene);
	assert_true(see_document(scene, DOCUMENT_SECRET, 1, STR("s")).document.row.version == 5);
}

static void a_document_past_its_time_counts_as_gone(struct scene *scene)
{
	struct document_row row = a_document(DOCUMENT_SESSION, 0, STR("x"), 1);
	row.until = SCENE_START + 1000;
	put_document(scene, row);
	commit(scene);
	assert_true(see_document(scene, DOCUMENT_SESSION, 0, STR("x")).document.found);
	scene->wall = SCENE_START + 1000;
	begin(scene);
	assert_false(see_document(scene, DOCUMENT_SESSION, 0, STR("x")).document.found);
}

static void documents_of_one_kind_and_tenant_are_counted_up_to_a_bound(struct scene *scene)
{
	static const str names[] = { { "a", 1 }, { "b", 1 }, { "c", 1 }, { "d", 1 } };
	for (u32 i = 0; i < countof(names); i++) {
		assert_int_equal(see_document(scene, DOCUMENT_LIMIT, 4, names[i]).document.count,
				 i < 3 ? i : 3);
		put_document(scene, a_document(DOCUMENT_LIMIT, 4, names[i], 1));
		commit(scene);
	}
	assert_int_equal(see_document(scene, DOCUMENT_LIMIT, 4, STR("z")).document.count, 3);
	assert_int_equal(see_document(scene, DOCUMENT_LIMIT, 5, STR("z")).document.count, 0);
	assert_int_equal(see_document(scene, DOCUMENT_USER, 4, STR("z")).document.count, 0);
	struct want unasked = { .kind = WANT_DOCUMENT };
	unasked.document.key = (struct document_key){ DOCUMENT_LIMIT, { 4 }, STR("a") };
	assert_int_equal(load(scene, unasked).document.count, 0);
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

static void all_documents_of_a_tenant_come_in_pages(struct scene *scene)
{
	put_document(scene, a_document(DOCUMENT_TENANT, 1, STR(""), 1));
	put_document(scene, a_document(DOCUMENT_TOKEN, 1, STR("a"), 1));
	put_document(scene, a_document(DOCUMENT_TOKEN, 1, STR("b"), 1));
	put_document(scene, a_document(DOCUMENT_USER, 1, STR("u"), 1));
	put_document(scene, a_document(DOCUMENT_TOKEN, 2, STR("a"), 1));
	commit(scene);
	struct want want = { .kind = WANT_DOCUMENTS };
	want.documents.tenant.v = 1;
	want.documents.limit = 9;
	struct want all = load(scene, want);
	assert_int_equal(all.documents.len, 4);
	for (u32 i = 0; i < all.documents.len; i++)
		assert_int_equal(all.documents.keys[i].tenant.v, 1);
	want.documents.kinds = 1u << DOCUMENT_TOKEN;
	struct want tokens = load(scene, want);
	assert_int_equal(tokens.documents.len, 2);
	assert_int_equal(tokens.documents.keys[0].kind, DOCUMENT_TOKEN);
	assert_int_equal(tokens.documents.keys[0].name.len, 1);
	want.documents.kinds = 0;
	want.documents.limit = 3;
	struct want page = load(scene, want);
	assert_int_equal(page.documents.len, 3);
	for (u32 i = 0; i < page.documents.len; i++) {
		struct document_key key = page.documents.keys[i];
		key.name = text_of_turn(scene, key.name);
		add_delete(scene, KIND_DOCUMENT)->document.key = key;
	}
	commit(scene);
	assert_int_equal(load(scene, want).documents.len, 1);
	want.documents.tenant.v = 2;
	assert_int_equal(load(scene, want).documents.len, 1);
	want.documents.tenant.v = 3;
	assert_int_equal(load(scene, want).documents.len, 0);
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

static void a_refused_turn_leaves_no_document_behind(struct scene *scene)
{
	put_document(scene, a_document(DOCUMENT_TOKEN, 1, STR("a"), 1));
	put_replay(scene, a_digest, MSEC_MAX, STR("x"));
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	assert_false(see_document(scene, DOCUMENT_TOKEN, 1, STR("a")).document.found);
	assert_false(see_replay(scene, a_digest).replay.found);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_document_is_found_by_all_of_its_key),
		STORY(a_later_version_takes_the_place_of_the_one_before),
		STORY(a_deleted_document_is_gone_and_may_come_again),
		STORY(a_document_past_its_time_counts_as_gone),
		STORY(documents_of_one_kind_and_tenant_are_counted_up_to_a_bound),
		STORY(all_documents_of_a_tenant_come_in_pages),
		STORY(what_a_call_made_is_kept_until_its_time),
		STORY(a_call_past_its_time_may_be_made_anew),
		STORY(a_refused_turn_leaves_no_document_behind),
	};
	return tell_stories(stories, countof(stories));
}
