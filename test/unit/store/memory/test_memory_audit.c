/* What no correct engine may ask for about the audit, and what tests see of it. */
#include "conformance/audit_rows.h"
#include "store/memory/memory_scene.h"

static void a_number_left_out_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_audit(scene, an_audit_row(scene, 1, 1));
	put_audit(scene, an_audit_row(scene, 3, 1));
	assert_true(commit_breaks_promise(scene));
}

static void a_row_of_another_turn_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct audit_row row = an_audit_row(scene, 1, 1);
	row.turn++;
	put_audit(scene, row);
	assert_true(commit_breaks_promise(scene));
}

static void a_row_of_another_time_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct audit_row row = an_audit_row(scene, 1, 1);
	row.at++;
	put_audit(scene, row);
	assert_true(commit_breaks_promise(scene));
}

struct seen {
	u32 len;
	u64 turns[8];
	u32 numbers[8];
};

static void see(void *context, const struct audit_row *row)
{
	struct seen *seen = context;
	assert_str(row->action, STR("job.pause"));
	seen->turns[seen->len] = row->turn;
	seen->numbers[seen->len++] = row->number;
}

static void rows_are_seen_in_the_order_of_their_commits(void **state)
{
	struct scene *scene = *state;
	struct seen seen = { 0 };
	u64 first = scene->turn.id;
	put_audit(scene, an_audit_row(scene, 1, 1));
	put_audit(scene, an_audit_row(scene, 2, 2));
	commit(scene);
	put_audit(scene, an_audit_row(scene, 1, 1));
	commit(scene);
	memory_store_each_audit(memory_of(scene), 0, see, &seen);
	assert_int_equal(3, seen.len);
	assert_true(seen.turns[0] == first && seen.turns[1] == first && seen.turns[2] > first);
	assert_int_equal(2, seen.numbers[1]);
	seen.len = 0;
	memory_store_each_audit(memory_of(scene), first, see, &seen);
	assert_int_equal(1, seen.len);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(a_number_left_out_is_a_bug),
		memory_story(a_row_of_another_turn_is_a_bug),
		memory_story(a_row_of_another_time_is_a_bug),
		memory_story(rows_are_seen_in_the_order_of_their_commits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
