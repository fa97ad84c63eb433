/* What stands beside executions, over every kind of store: their progress, and the hashes of last
 * results, which the commit brings to those that come next. */
#include "conformance/scene.h"

static const struct result_key a_key = { { 1 }, { 1 }, { 11, 12 } };

static struct execution_row begin_one(struct scene *scene, u32 number)
{
	struct run_row row = a_run(number);
	struct execution_row execution = an_execution(number, number, 1);
	put_run(scene, &row);
	put_claim(scene, &execution);
	return execution;
}

static void expect_progress(struct scene *scene, const struct uuid *execution, u32 percent, msec at,
			    str message)
{
	struct progress_row row;
	assert_true(scene->kind->find_progress(scene->subject, execution, &row));
	assert_uuid(row.execution, *execution);
	assert_int_equal(row.percent, percent);
	assert_true(row.at == at);
	assert_str(row.message, message);
}

static void the_last_progress_that_was_told_is_kept(struct scene *scene)
{
	struct execution_row first = begin_one(scene, 1), second = begin_one(scene, 2);
	struct progress_row none;
	commit(scene);
	put_progress(scene, &first.id, 10, STR("page 1 of 10"));
	commit(scene);
	scene->wall += 1000;
	begin(scene);
	put_progress(scene, &first.id, UINT32_MAX, STR("counting"));
	commit(scene);
	crash(scene);
	expect_progress(scene, &first.id, UINT32_MAX, SCENE_START + 1000, STR("counting"));
	assert_false(scene->kind->find_progress(scene->subject, &second.id, &none));
	put_progress(scene, &first.id, 100, STR(""));
	put_outcome(scene, &first, OUTCOME_RELEASED);
	commit(scene);
	expect_progress(scene, &first.id, 100, SCENE_START + 1000, STR(""));
}

/* The hash that a claim of this key is told. */
static str told(struct scene *scene, u32 number, struct result_key key)
{
	begin_one(scene, number);
	scene->leases[scene->turn.claims_len - 1].result = key;
	assert_int_equal(try_commit(scene), ERR_OK);
	return scene->leases[0].last_result_hash;
}

static void a_claim_is_told_the_last_result_of_its_key(struct scene *scene)
{
	static const struct result_key others[] = {
		{ { 2 }, { 1 }, { 11, 12 } }, { { 1 }, { 2 }, { 11, 12 } },
		{ { 1 }, { 0 }, { 11, 12 } }, { { 1 }, { 1 }, { 11, 13 } },
		{ { 1 }, { 1 }, { 0, 0 } },
	};
	assert_int_equal(told(scene, 1, a_key).len, 0);
	begin(scene);
	put_result(scene, a_key, STR("h1"));
	commit(scene);
	put_result(scene, a_key, STR("sha256:2"));
	commit(scene);
	crash(scene);
	assert_str(told(scene, 2, a_key), STR("sha256:2"));
	for (u32 i = 0; i < countof(others); i++) {
		begin(scene);
		assert_int_equal(told(scene, 3 + i, others[i]).len, 0);
	}
	begin(scene);
	struct want want = { .kind = WANT_RESULT, .result = { .key = a_key } };
	struct want last = load(scene, want);
	assert_true(last.result.found);
	assert_str(last.result.hash, STR("sha256:2"));
	for (u32 i = 0; i < countof(others) - 1; i++) {
		want.result.key = others[i];
		assert_false(load(scene, want).result.found);
	}
}

static void a_claim_is_told_of_a_result_of_its_own_turn(struct scene *scene)
{
	put_result(scene, a_key, STR("h1"));
	commit(scene);
	put_result(scene, a_key, STR("h2"));
	put_result(scene, (struct result_key){ { 9 }, { 9 }, { 9, 9 } }, STR("h9"));
	assert_str(told(scene, 1, a_key), STR("h2"));
}

static void put_details(struct scene *scene, u32 tenant, str name, u64 version, str body)
{
	add_put(scene, KIND_DOCUMENT)->document =
		(struct document_row){ .key = { DOCUMENT_TYPE, { tenant }, name },
				       .version = version,
				       .until = MSEC_MAX,
				       .body = body };
}

/* What a claim of a type is told of how it is carried out. */
static str details_told(struct scene *scene, u32 number, enum carrier carrier, str type)
{
	begin_one(scene, number);
	struct lease *lease = &scene->leases[scene->turn.claims_len - 1];
	lease->carrier = carrier;
	lease->handler_tenant = lease->tenant;
	lease->type_name = type;
	assert_int_equal(try_commit(scene), ERR_OK);
	return scene->leases[0].details;
}

static void what_is_carried_out_here_is_told_how(struct scene *scene)
{
	const str hook = STR("hook"), way = STR("{\"handler\":{\"kind\":\"log\"}}");
	put_details(scene, 1, hook, 1, STR("{}"));
	put_details(scene, 2, hook, 1, STR("{\"of\":\"another\"}"));
	commit(scene);
	put_details(scene, 1, hook, 2, way);
	assert_str(details_told(scene, 1, CARRIER_NODE, hook), way); /* of its own turn */
	crash(scene);
	begin(scene);
	assert_str(details_told(scene, 2, CARRIER_NODE, hook), way);
	begin(scene);
	assert_int_equal(details_told(scene, 3, CARRIER_WORKERS, hook).len, 0);
	begin(scene);
	assert_int_equal(details_told(scene, 4, CARRIER_NODE, STR("other")).len, 0);
	begin(scene);
	add_delete(scene, KIND_DOCUMENT)->document.key =
		(struct document_key){ DOCUMENT_TYPE, { 1 }, hook };
	assert_int_equal(details_told(scene, 5, CARRIER_NODE, hook).len, 0);
}

static void a_refused_turn_leaves_nothing_beside(struct scene *scene)
{
	struct execution_row first = begin_one(scene, 1);
	struct progress_row none;
	commit(scene);
	put_progress(scene, &first.id, 10, STR("x"));
	put_result(scene, a_key, STR("h1"));
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	assert_false(scene->kind->find_progress(scene->subject, &first.id, &none));
	assert_int_equal(told(scene, 2, a_key).len, 0);
}

static void what_an_attempt_wrote_is_kept_beside_it(struct scene *scene)
{
	struct execution_row first = begin_one(scene, 1), second = begin_one(scene, 2);
	struct output_row row;
	commit(scene);
	put_output(scene, &first.id, STR("out\0of bounds"), STR(""));
	commit(scene);
	scene->kind->crash(scene->subject);
	begin(scene);
	assert_true(scene->kind->find_output(scene->subject, &first.id, &row));
	assert_int_equal(row.tenant.v, 1);
	assert_int_equal(row.output.kind, OUTPUT_PROGRAM);
	assert_true(str_eq(row.output.out, STR("out\0of bounds")));
	assert_int_equal(row.output.out_len, row.output.out.len + 1);
	assert_int_equal(row.output.err.len, 0);
	assert_false(scene->kind->find_output(scene->subject, &second.id, &row));
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(the_last_progress_that_was_told_is_kept),
		STORY(a_claim_is_told_the_last_result_of_its_key),
		STORY(a_claim_is_told_of_a_result_of_its_own_turn),
		STORY(what_is_carried_out_here_is_told_how),
		STORY(a_refused_turn_leaves_nothing_beside),
		STORY(what_an_attempt_wrote_is_kept_beside_it),
	};
	return tell_stories(stories, countof(stories));
}
