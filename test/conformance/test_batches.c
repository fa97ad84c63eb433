/* Batches: children find their parent, a parent its children, and a start what is not finished. */
#include "conformance/recalled.h"

static struct run_row a_parent(u32 number)
{
	struct run_row row = a_run(number);
	row.hot.state = RUN_WAITING;
	return row;
}

static struct run_row a_child(u32 number, u32 parent)
{
	struct run_row row = a_run(number);
	row.parent = id_of(parent);
	row.flagged = LINT_PERSONAL;
	return row;
}

static struct batch_row a_batch(u32 number, u32 total)
{
	return (struct batch_row){ .id = id_of(number),
				   .tenant = { 1 },
				   .type = { 2 },
				   .queue = { 1 },
				   .priority = 5,
				   .max_attempts = 3,
				   .run_at = SCENE_START,
				   .created_at = SCENE_START - 1,
				   .journal_turn = 9,
				   .state = RUN_WAITING,
				   .is_live = true,
				   .total = total };
}

static void put_batch(struct scene *scene, struct batch_row row)
{
	add_put(scene, KIND_BATCH)->batch = row;
}

/* A parent with children number + 1 to number + len. */
static void put_family(struct scene *scene, u32 number, u32 len)
{
	struct run_row parent = a_parent(number);
	put_run(scene, &parent);
	for (u32 i = 1; i <= len; i++) {
		struct run_row child = a_child(number + i, number);
		put_run(scene, &child);
	}
	put_batch(scene, a_batch(number, len));
}

static struct want children_of(struct scene *scene, u32 number, u32 limit)
{
	struct want want = { .kind = WANT_CHILDREN };
	want.children.parent = id_of(number);
	want.children.limit = limit;
	return load(scene, want);
}

static void live_children_come_by_id(struct scene *scene)
{
	put_family(scene, 10, 4);
	put_family(scene, 20, 2);
	commit(scene);
	crash(scene);
	struct execution_row execution = an_execution(3, 13, 1);
	struct run_row done = a_child(12, 10);
	done.hot.state = RUN_CANCELLED;
	put_claim(scene, &execution);
	put_hot(scene, &done);
	commit(scene);
	struct want want = children_of(scene, 10, 9);
	assert_int_equal(want.children.len, 3);
	assert_uuid(want.children.rows[0].row.id, id_of(11));
	assert_uuid(want.children.rows[1].row.id, id_of(13));
	assert_true(want.children.rows[1].is_open);
	assert_uuid(want.children.rows[2].row.id, id_of(14));
	assert_uuid(want.children.rows[2].row.parent, id_of(10));
	assert_int_equal(want.children.rows[2].row.flagged, LINT_PERSONAL);
	assert_int_equal(children_of(scene, 10, 2).children.len, 2);
	assert_int_equal(children_of(scene, 11, 2).children.len, 0);
	assert_int_equal(children_of(scene, 20, 9).children.len, 2);
}

static struct run_seen see(struct scene *scene, u32 number)
{
	struct want want = { .kind = WANT_RUN, .run = { .id = id_of(number) } };
	return load(scene, want).run.seen;
}

static void a_dead_letter_brings_its_batch(struct scene *scene)
{
	struct run_row failed = a_child(11, 10);
	put_family(scene, 10, 2);
	commit(scene);
	assert_false(see(scene, 11).batch_found); /* a live one has it in memory */
	struct execution_row execution = an_execution(3, 11, 1);
	put_claim(scene, &execution);
	commit(scene);
	struct execution_end end = { .id = execution.id,
				     .run = id_of(11),
				     .outcome = OUTCOME_FAIL };
	struct batch_row row = a_batch(10, 2);
	row.failed = 1;
	failed.hot.state = RUN_FAILED;
	add_change(scene, CHANGE_EXECUTION_END)->end = &end;
	put_hot(scene, &failed);
	row.scope = UNIQUE_BUCKET;
	row.bucket = -7;
	row.key = (struct digest){ UINT64_MAX, 3 };
	row.has_begun = 1;
	row.items_failed = 48;
	put_batch(scene, row);
	commit(scene);
	crash(scene);
	struct run_seen seen = see(scene, 11);
	assert_true(seen.batch_found);
	assert_uuid(seen.batch.id, id_of(10));
	assert_int_equal(seen.batch.failed, 1);
	assert_int_equal(seen.batch.total, 2);
	assert_int_equal(seen.batch.max_attempts, 3);
	assert_true(seen.batch.run_at == SCENE_START);
	assert_true(seen.batch.journal_turn == 9);
	assert_true(seen.batch.is_live);
	assert_int_equal(seen.batch.scope, UNIQUE_BUCKET);
	assert_true(seen.batch.bucket == -7);
	assert_true(digest_eq(seen.batch.key, row.key));
	assert_int_equal(seen.batch.has_begun, 1);
	assert_int_equal(seen.batch.items_failed, 48);
}

static void a_start_is_told_of_live_batches_only(struct scene *scene)
{
	struct recalled recalled = { 0 };
	struct run_row ended = a_parent(10), child = a_child(11, 10);
	struct batch_row row = a_batch(10, 1);
	put_family(scene, 10, 1);
	put_family(scene, 20, 3);
	commit(scene);
	ended.hot.state = RUN_DONE;
	child.hot.state = RUN_CANCELLED;
	row.state = RUN_DONE;
	row.cancelled = 1;
	row.is_live = false;
	put_hot(scene, &child);
	put_hot(scene, &ended);
	put_batch(scene, row);
	row = a_batch(20, 3);
	row.done = 1;
	row.is_sweeping = true;
	put_batch(scene, row);
	commit(scene);
	crash(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_str(buf_view(&recalled.text),
		   STR("batch 14 of 1: 3, done 1 failed 0 cancelled 0 state 0 sweeping\n"));
	buf_done(&recalled.text);
}

static void a_refused_turn_leaves_no_batch_behind(struct scene *scene)
{
	struct recalled recalled = { 0 };
	put_family(scene, 10, 3);
	scene->kind->fail_next_commit(scene->subject, FAULT_REFUSED);
	assert_int_equal(try_commit(scene), ERR_STORE);
	begin(scene);
	assert_int_equal(children_of(scene, 10, 9).children.len, 0);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_int_equal(recalled.text.len, 0);
	buf_done(&recalled.text);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(live_children_come_by_id),
		STORY(a_dead_letter_brings_its_batch),
		STORY(a_start_is_told_of_live_batches_only),
		STORY(a_refused_turn_leaves_no_batch_behind),
	};
	return tell_stories(stories, countof(stories));
}
