/* Keys that must be unique, over every kind of store. */
#include "conformance/scene.h"

static const struct unique_key a_key = {
	.bucket = 28333333,
	.tenant = { 1 },
	.type = { 1 },
	.scope = UNIQUE_BUCKET,
	.key = { 0xfedcba9876543210, 0x0123456789abcdef },
};

/* Its time alone ends it. */
static const struct unique_key a_spans_key = {
	.bucket = 19675,
	.tenant = { 1 },
	.type = { 1 },
	.scope = UNIQUE_TTL,
	.key = { 0xfedcba9876543210, 0x0123456789abcdef },
};

static struct unique_row row_of(const struct unique_key *key, u32 run, msec until)
{
	return (struct unique_row){ .key = *key, .run = id_of(run), .until = until };
}

static void put_run_with_key(struct scene *scene, u32 number, const struct unique_key *key,
			     msec until)
{
	struct run_row run = a_run(number);
	struct unique_row row = row_of(key, number, until);
	run.scope = key->scope;
	run.key_digest = key->key;
	run.hot.bucket = key->bucket;
	put_run(scene, &run);
	put_unique(scene, &row);
}

static void expect_key_of(struct scene *scene, const struct unique_key *key, u32 run,
			  enum run_state state)
{
	struct want want = see_unique(scene, key);
	assert_true(want.unique.found);
	assert_uuid(want.unique.row.run, id_of(run));
	assert_true(want.unique.run_exists);
	assert_int_equal(want.unique.run_state, state);
}

static void expect_free(struct scene *scene, const struct unique_key *key)
{
	assert_false(see_unique(scene, key).unique.found);
}

static void a_key_leads_to_its_run_and_how_it_stands(struct scene *scene)
{
	struct run_row run = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	expect_free(scene, &a_key);
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	commit(scene);
	expect_key_of(scene, &a_key, 1, RUN_QUEUED);
	struct want want = see_unique(scene, &a_key);
	assert_true(want.unique.row.until == MSEC_MAX);
	assert_true(digest_eq(want.unique.row.key.key, a_key.key));
	assert_true(want.unique.row.key.bucket == a_key.bucket);
	put_claim(scene, &execution);
	commit(scene);
	expect_key_of(scene, &a_key, 1, RUN_PROCESSING);
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	run.hot.state = RUN_DONE;
	put_hot(scene, &run);
	commit(scene);
	expect_key_of(scene, &a_key, 1, RUN_DONE);
}

static void every_part_of_a_key_tells_it_apart(struct scene *scene)
{
	struct unique_key others[] = { a_key, a_key, a_key, a_key, a_key, a_key, a_key };
	others[0].bucket++;
	others[1].bucket = -a_key.bucket;
	others[2].tenant.v = 2;
	others[3].type.v = 2;
	others[4].scope = UNIQUE_TTL;
	others[5].key.a ^= 1;
	others[6].key.b ^= (u64)1 << 63;
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	commit(scene);
	for (u32 i = 0; i < countof(others); i++) expect_free(scene, &others[i]);
	for (u32 i = 0; i < countof(others); i++)
		put_run_with_key(scene, 2 + i, &others[i], MSEC_MAX);
	commit(scene);
	expect_key_of(scene, &a_key, 1, RUN_QUEUED);
	for (u32 i = 0; i < countof(others); i++)
		expect_key_of(scene, &others[i], 2 + i, RUN_QUEUED);
}

static void a_key_counts_until_its_time_and_no_longer(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_spans_key, SCENE_START + 1000);
	commit(scene);
	scene->wall = SCENE_START + 999;
	begin(scene);
	expect_key_of(scene, &a_spans_key, 1, RUN_QUEUED);
	scene->wall = SCENE_START + 1000;
	begin(scene);
	expect_free(scene, &a_spans_key);
	scene->wall = SCENE_START + MSEC_DAY;
	begin(scene);
	expect_free(scene, &a_spans_key);
}

static void a_key_past_its_time_is_free_for_another_run(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_spans_key, SCENE_START + 1000);
	commit(scene);
	scene->wall = SCENE_START + 1000;
	begin(scene);
	put_run_with_key(scene, 2, &a_spans_key, SCENE_START + 2000);
	commit(scene);
	expect_key_of(scene, &a_spans_key, 2, RUN_QUEUED);
	assert_int_equal(state_of(scene, 1), RUN_QUEUED);
}

/* Thirty days past it, and at least as long as the run: whatever its time says. */
static void a_buckets_key_counts_while_its_run_is_there(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_key, SCENE_START + 1000);
	commit(scene);
	scene->wall = SCENE_START + 400 * MSEC_DAY;
	begin(scene);
	expect_key_of(scene, &a_key, 1, RUN_QUEUED);
	struct run_row dead = a_run(1);
	dead.hot.state = RUN_FAILED;
	dead.hot.bucket = a_key.bucket;
	put_hot(scene, &dead);
	commit(scene);
	expect_key_of(scene, &a_key, 1, RUN_FAILED);
	crash(scene);
	expect_key_of(scene, &a_key, 1, RUN_FAILED);
}

static void a_run_may_keep_its_key_longer(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_key, SCENE_START + 1000);
	commit(scene);
	struct unique_row row = row_of(&a_key, 1, SCENE_START + 5000);
	put_unique(scene, &row);
	commit(scene);
	scene->wall = SCENE_START + 4000;
	begin(scene);
	expect_key_of(scene, &a_key, 1, RUN_QUEUED);
}

static void a_key_that_is_given_up_is_free(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	commit(scene);
	add_delete(scene, KIND_UNIQUE)->unique.key = a_key;
	commit(scene);
	expect_free(scene, &a_key);
	add_delete(scene, KIND_UNIQUE)->unique.key = a_key; /* once more does no harm */
	commit(scene);
	put_run_with_key(scene, 2, &a_key, MSEC_MAX);
	commit(scene);
	expect_key_of(scene, &a_key, 2, RUN_QUEUED);
}

static void a_key_may_change_hands_within_a_turn(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	commit(scene);
	add_delete(scene, KIND_UNIQUE)->unique.key = a_key;
	put_run_with_key(scene, 2, &a_key, MSEC_MAX);
	commit(scene);
	expect_key_of(scene, &a_key, 2, RUN_QUEUED);
	add_delete(scene, KIND_UNIQUE)->unique.key = a_key;
	struct unique_row row = row_of(&a_key, 1, MSEC_MAX);
	put_unique(scene, &row);
	add_delete(scene, KIND_UNIQUE)->unique.key = a_key;
	commit(scene);
	expect_free(scene, &a_key);
}

/* The engine decides who has a key; the store is the backstop. */
static void commit_whatever_it_is(void *context)
{
	struct scene *scene = context;
	(void)!try_commit(scene);
}

static void a_key_of_another_run_is_never_taken(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_key, SCENE_START + 1);
	commit(scene);
	put_run_with_key(scene, 2, &a_key, MSEC_MAX);
	assert_true(breaks_promise(commit_whatever_it_is, scene));
}

static void nor_is_a_buckets_while_its_run_is_there(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_key, SCENE_START + 1);
	commit(scene);
	scene->wall = SCENE_START + 400 * MSEC_DAY;
	begin(scene);
	put_run_with_key(scene, 2, &a_key, MSEC_MAX);
	assert_true(breaks_promise(commit_whatever_it_is, scene));
}

static void nor_is_it_taken_within_one_turn(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	put_run_with_key(scene, 2, &a_key, MSEC_MAX);
	assert_true(breaks_promise(commit_whatever_it_is, scene));
}

/* --- a run and the rows of its own key --- */

static struct run_seen see_run_and_bucket(struct scene *scene, u32 number, i64 bucket)
{
	struct want want = {
		.kind = WANT_RUN,
		.run = { .id = id_of(number), .asks_also = true, .also_bucket = bucket }
	};
	return load(scene, want).run.seen;
}

static void a_run_comes_with_the_row_of_its_key(struct scene *scene)
{
	put_run_with_key(scene, 1, &a_spans_key, SCENE_START + 1000);
	commit(scene);
	struct run_seen seen = see_run(scene, 1);
	assert_true(seen.own_found);
	assert_false(seen.also_found);
	assert_uuid(seen.own.run, id_of(1));
	assert_true(seen.own.until == SCENE_START + 1000);
	scene->wall = SCENE_START + 1000;
	begin(scene);
	assert_false(see_run(scene, 1).own_found);
}

static void a_run_without_a_scope_has_no_such_row(struct scene *scene)
{
	struct run_row row = a_run(1);
	put_run(scene, &row);
	commit(scene);
	assert_false(see_run(scene, 1).own_found);
	assert_false(see_run_and_bucket(scene, 1, 7).also_found);
}

static void the_row_of_its_key_may_be_another_runs_by_now(struct scene *scene)
{
	struct run_row row = a_run(1);
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	row.scope = a_key.scope;
	row.key_digest = a_key.key;
	row.hot.bucket = a_key.bucket;
	commit(scene);
	row.hot.state = RUN_FAILED;
	put_hot(scene, &row);
	add_delete(scene, KIND_UNIQUE)->unique.key = a_key;
	commit(scene);
	assert_false(see_run(scene, 1).own_found);
	put_run_with_key(scene, 2, &a_key, MSEC_MAX);
	commit(scene);
	struct run_seen seen = see_run(scene, 1);
	assert_true(seen.own_found);
	assert_uuid(seen.own.run, id_of(2));
}

static void another_bucket_is_looked_up_when_asked_for(struct scene *scene)
{
	struct unique_key other = a_key;
	other.bucket = 99;
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	put_run_with_key(scene, 2, &other, SCENE_START + 1000);
	commit(scene);
	struct run_seen seen = see_run_and_bucket(scene, 1, 99);
	assert_true(seen.own_found);
	assert_uuid(seen.own.run, id_of(1));
	assert_true(seen.also_found);
	assert_uuid(seen.also.run, id_of(2));
	assert_false(see_run_and_bucket(scene, 1, 98).also_found);
	scene->wall = SCENE_START + 1000;
	begin(scene);
	assert_true(see_run_and_bucket(scene, 1, 99).also_found); /* its run is there */
}

/* A run with a key of a span: in the span of `at`. */
static void put_run_with_span(struct scene *scene, u32 number, msec at, msec ttl)
{
	struct run_row run = a_run(number);
	i64 span = at / ttl - (at % ttl < 0);
	struct unique_row row = { { span, { 1 }, { 1 }, UNIQUE_TTL, a_key.key },
				  id_of(number),
				  msec_add(at, ttl) };
	run.scope = UNIQUE_TTL;
	run.unique_ttl = ttl;
	run.key_digest = a_key.key;
	run.hot.bucket = span;
	put_run(scene, &run);
	put_unique(scene, &row);
}

static struct run_seen see_run_in_spans(struct scene *scene, u32 number, msec at)
{
	struct want want = { .kind = WANT_RUN, .run = { .id = id_of(number), .span_at = at } };
	return load(scene, want).run.seen;
}

/* Its own span is over; another run has the key in the span of now, or in the one before. */
static void a_spans_key_is_looked_up_in_the_spans_of_an_instant(struct scene *scene)
{
	const msec hour = MSEC_HOUR, taken_at = SCENE_START + 5 * MSEC_HOUR;
	put_run_with_span(scene, 1, SCENE_START, hour);
	commit(scene);
	scene->wall = taken_at;
	begin(scene);
	assert_false(see_run_in_spans(scene, 1, taken_at).own_found);
	assert_false(see_run_in_spans(scene, 1, taken_at).also_found);
	put_run_with_span(scene, 2, taken_at, hour);
	commit(scene);
	struct run_seen same = see_run_in_spans(scene, 1, taken_at);
	assert_true(same.also_found);
	assert_uuid(same.also.run, id_of(2));
	assert_true(see_run_in_spans(scene, 1, taken_at + hour).also_found); /* the one before */
	assert_false(see_run_in_spans(scene, 1, taken_at + 2 * hour).also_found);
	assert_false(see_run_in_spans(scene, 1, taken_at - hour).also_found);
	assert_false(see_run_in_spans(scene, 1, 0).also_found); /* not asked for */
	struct want page = { .kind = WANT_MATCHING,
			     .matching = { .span_at = taken_at, .limit = 1 } };
	page = load(scene, page);
	assert_true(page.matching.rows[0].also_found);
	assert_uuid(page.matching.rows[0].also.run, id_of(2));
	scene->wall = taken_at + hour;
	begin(scene);
	assert_false(see_run_in_spans(scene, 1, taken_at).also_found); /* it counts no more */
}

static void spans_before_1970_are_counted_downwards(struct scene *scene)
{
	scene->wall = -90 * MSEC_MINUTE;
	begin(scene);
	put_run_with_span(scene, 1, scene->wall, MSEC_HOUR); /* span -2 */
	commit(scene);
	assert_true(see_run_in_spans(scene, 1, -61 * MSEC_MINUTE).also_found);
	assert_true(see_run_in_spans(scene, 1, -1).also_found);
	assert_false(see_run_in_spans(scene, 1, 1).also_found);
	assert_false(see_run_in_spans(scene, 1, -121 * MSEC_MINUTE).also_found);
}

static void only_a_key_with_a_span_is_looked_up_so(struct scene *scene)
{
	struct unique_key key = a_key;
	key.bucket = SCENE_START / MSEC_DAY;
	put_run_with_key(scene, 1, &key, MSEC_MAX);
	commit(scene);
	assert_false(see_run_in_spans(scene, 1, SCENE_START).also_found);
}

static void a_match_comes_with_the_row_of_its_key(struct scene *scene)
{
	struct run_row plain = a_run(2);
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	put_run(scene, &plain);
	commit(scene);
	struct want want = load(scene,
				(struct want){ .kind = WANT_MATCHING, .matching = { .limit = 9 } });
	assert_int_equal(want.matching.len, 2);
	assert_true(want.matching.rows[0].own_found);
	assert_uuid(want.matching.rows[0].own.run, id_of(1));
	assert_false(want.matching.rows[1].own_found);
}

static void a_load_answers_many_wants_at_once(struct scene *scene)
{
	struct execution_row execution = an_execution(1, 1, 1);
	struct want wants[] = {
		{ .kind = WANT_UNIQUE, .unique = { .key = a_key } },
		{ .kind = WANT_RUN, .run = { .id = id_of(2) } },
		{ .kind = WANT_EXECUTION, .execution = { .id = execution.id } },
		{ .kind = WANT_DUE,
		  .due = { .after_run_at = MSEC_MIN, .until = MSEC_MAX, .limit = 5 } },
		{ .kind = WANT_MATCHING, .matching = { .limit = 5 } },
		{ .kind = WANT_RUN, .run = { .id = id_of(3) } },
	};
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	put_claim(scene, &execution);
	struct run_row other = a_run(2);
	put_run(scene, &other);
	commit(scene);
	scene->turn.wants = wants;
	scene->turn.wants_len = countof(wants);
	assert_int_equal(store_load(scene->store, &scene->turn), ERR_OK);
	assert_true(wants[0].unique.found);
	assert_true(wants[1].run.seen.found);
	assert_true(wants[2].execution.seen.found);
	assert_int_equal(wants[3].due.len, 1);
	assert_uuid(wants[3].due.rows[0].id, id_of(2));
	assert_int_equal(wants[4].matching.len, 2);
	assert_false(wants[5].run.seen.found);
}

static void the_run_of_a_key_comes_along_when_asked_for(struct scene *scene)
{
	struct want want = { .kind = WANT_UNIQUE, .unique = { .key = a_key, .asks_run = true } };
	assert_null(load(scene, want).unique.seen);
	put_run_with_key(scene, 1, &a_key, MSEC_MAX);
	commit(scene);
	struct want loaded = load(scene, want);
	assert_non_null(loaded.unique.seen);
	assert_true(loaded.unique.seen->found);
	assert_uuid(loaded.unique.seen->row.id, id_of(1));
	assert_true(loaded.unique.seen->own_found);
	assert_null(see_unique(scene, &a_key).unique.seen);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_key_leads_to_its_run_and_how_it_stands),
		STORY(every_part_of_a_key_tells_it_apart),
		STORY(a_key_counts_until_its_time_and_no_longer),
		STORY(a_key_past_its_time_is_free_for_another_run),
		STORY(a_buckets_key_counts_while_its_run_is_there),
		STORY(a_run_may_keep_its_key_longer),
		STORY(a_key_that_is_given_up_is_free),
		STORY(a_key_may_change_hands_within_a_turn),
		STORY(a_key_of_another_run_is_never_taken),
		STORY(nor_is_a_buckets_while_its_run_is_there),
		STORY(nor_is_it_taken_within_one_turn),
		STORY(a_run_comes_with_the_row_of_its_key),
		STORY(a_run_without_a_scope_has_no_such_row),
		STORY(the_row_of_its_key_may_be_another_runs_by_now),
		STORY(another_bucket_is_looked_up_when_asked_for),
		STORY(a_spans_key_is_looked_up_in_the_spans_of_an_instant),
		STORY(spans_before_1970_are_counted_downwards),
		STORY(only_a_key_with_a_span_is_looked_up_so),
		STORY(a_match_comes_with_the_row_of_its_key),
		STORY(a_load_answers_many_wants_at_once),
		STORY(the_run_of_a_key_comes_along_when_asked_for),
	};
	return tell_stories(stories, countof(stories));
}
