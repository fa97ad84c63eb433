/* Everything of a turn or nothing, whatever the disk and the memory do. */
#include "effort.h"
#include "store/sqlite/sqlite_scene.h"

enum { TURNS = 3, EXECUTIONS = 3, POINTS_MAX = 3000 };

static const struct unique_key a_key = { 7, { 1 }, { 1 }, UNIQUE_TTL, { 3, 4 } };

/* ---- a short life, told over and over ------------------------------------------------------ */

static void fill_first(struct scene *scene)
{
	static char large[20000];
	struct unique_row unique = { a_key, id_of(1), MSEC_MAX };
	struct execution_row execution = an_execution(1, 1, 1);
	for (u32 i = 1; i <= 4; i++) {
		struct run_row row = a_run(i);
		row.payload = i == 2 ? (str){ large, sizeof large } : STR("{\"to\": \"ann\"}");
		row.entity = STR("event:42");
		put_run(scene, &row);
	}
	put_unique(scene, &unique);
	put_claim(scene, &execution);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_journal(scene, &(struct journal_entry){ .run = id_of(1), .reason = STR("made") });
}

static void fill_second(struct scene *scene)
{
	struct execution_row beating = an_execution(1, 1, 1), next = an_execution(2, 2, 1);
	struct change *beat = add_change(scene, CHANGE_EXECUTION_BEAT);
	beat->execution.id = beating.id;
	beat->execution.lease_until = SCENE_START + 99999;
	put_claim(scene, &next);
	put_queue(scene, 1, 4, 5);
	put_journal(scene, &(struct journal_entry){ .run = id_of(2), .previous_turn = 1 });
}

static void fill_third(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row first = an_execution(1, 1, 1);
	struct execution_end end = { .outcome = OUTCOME_SUCCESS, .result = STR("{\"ok\": true}") };
	row.hot.state = RUN_DONE;
	put_end(scene, &first, &end);
	put_hot(scene, &row);
	add_delete(scene, KIND_UNIQUE)->unique.key = a_key;
	put_journal(scene, &(struct journal_entry){ .run = id_of(1), .previous_turn = 1 });
}

static void fill(struct scene *scene, u32 turn)
{
	static void (*const fills[TURNS])(struct scene *) = { fill_first, fill_second, fill_third };
	begin(scene);
	fills[turn](scene);
}

static void make_snapshots(struct buf snapshots[TURNS + 1])
{
	struct scene *scene = sqlite_scene_open();
	for (u32 turn = 0; turn <= TURNS; turn++) {
		buf_init(&snapshots[turn], SNAPSHOT_BYTES_MAX);
		take_snapshot(scene, EXECUTIONS, &snapshots[turn]);
		if (turn == TURNS) break;
		fill(scene, turn);
		commit(scene);
	}
	sqlite_scene_close(scene);
}

static void free_snapshots(struct buf snapshots[TURNS + 1])
{
	for (u32 turn = 0; turn <= TURNS; turn++) buf_done(&snapshots[turn]);
}

/* Which of the snapshots the store looks like; TURNS + 1: none. */
static u32 state_seen(struct scene *scene, const struct buf snapshots[TURNS + 1])
{
	struct buf actual;
	u32 turn = 0;
	buf_init(&actual, SNAPSHOT_BYTES_MAX);
	take_snapshot(scene, EXECUTIONS, &actual);
	while (turn <= TURNS && !str_eq(buf_view(&actual), buf_view(&snapshots[turn]))) turn++;
	buf_done(&actual);
	return turn;
}

/* ---- the disk ------------------------------------------------------------------------------ */

struct platter_plan {
	enum platter_call call;
	enum platter_fault fault;
	u64 nth; /* from when the plan was made */
	u64 met;
};

static enum platter_fault follow_plan(void *context, enum platter_call call, u64 number)
{
	struct platter_plan *plan = context;
	(void)number;
	if (call != plan->call) return PLATTER_WELL;
	return ++plan->met == plan->nth ? plan->fault : PLATTER_WELL;
}

/* The life with one call to the disk failing; then the power is cut. What was answered with ERR_OK
 * is there, what was refused is not, and only after a failed write or sync may be either. */
static bool live_with_fault(struct platter_plan *plan, const struct buf snapshots[TURNS + 1])
{
	struct scene *scene = sqlite_scene_open();
	struct platter *disk = subject_of(scene)->disk;
	enum err err = ERR_OK;
	u32 kept = 0;
	plan->met = 0;
	platter_set_seed(disk, plan->nth);
	platter_set_faults(disk, follow_plan, plan);
	while (kept < TURNS && !err) {
		fill(scene, kept);
		err = try_commit(scene);
		if (!err) kept++;
	}
	bool was_met = plan->met >= plan->nth;
	if (!was_met) assert_int_equal(kept, TURNS);
	platter_set_faults(disk, NULL, NULL);
	if (err == ERR_STORE) {
		assert_int_equal(plan->fault, PLATTER_FULL);
		assert_int_equal(state_seen(scene, snapshots), kept);
		assert_int_equal(store_probe(scene->store), ERR_OK);
	} else if (err) {
		assert_int_equal(err, ERR_STORE_SYNC);
		assert_int_equal(try_commit(scene), ERR_STORE_SYNC); /* from now on nothing */
		assert_int_equal(store_probe(scene->store), ERR_STORE_SYNC);
	}
	crash(scene);
	u32 seen = state_seen(scene, snapshots);
	bool may_be_there = err == ERR_STORE_SYNC && seen == kept + 1;
	if (!may_be_there) assert_int_equal(seen, kept);
	sqlite_scene_close(scene);
	return was_met;
}

static u32 fail_each(enum platter_call call, enum platter_fault fault)
{
	struct buf snapshots[TURNS + 1];
	struct platter_plan plan = { .call = call, .fault = fault, .nth = 1 };
	make_snapshots(snapshots);
	while (live_with_fault(&plan, snapshots)) {
		plan.nth += EFFORT(1, 3);
		assert_true(plan.nth < POINTS_MAX);
	}
	free_snapshots(snapshots);
	return (u32)plan.nth - 1;
}

static void every_write_that_fails_leaves_all_or_nothing(void **state)
{
	(void)state;
	assert_true(fail_each(PLATTER_WRITE, PLATTER_ERROR) > 20);
}

static void every_write_without_room_leaves_nothing_and_passes(void **state)
{
	(void)state;
	assert_true(fail_each(PLATTER_WRITE, PLATTER_FULL) > 20);
}

static void every_sync_that_fails_ends_the_store(void **state)
{
	(void)state;
	assert_true(fail_each(PLATTER_SYNC, PLATTER_ERROR) >= TURNS);
}

/* Many power cuts at chance moments, told by many disks. */
static void a_power_cut_never_takes_what_was_answered(void **state)
{
	struct buf snapshots[TURNS + 1];
	u64 seed = check_seed();
	(void)state;
	make_snapshots(snapshots);
	for (u32 i = 0; i < EFFORT(60, 15); i++) {
		struct scene *scene = sqlite_scene_open();
		struct prng prng = prng_stream_number(seed, i);
		platter_set_seed(subject_of(scene)->disk, prng_next(&prng));
		u32 kept = 0;
		while (kept < TURNS) {
			fill(scene, kept);
			commit(scene);
			kept++;
			if (prng_chance(&prng, 1, 3)) crash(scene);
			assert_int_equal(state_seen(scene, snapshots), kept);
			begin(scene);
		}
		crash(scene);
		assert_int_equal(state_seen(scene, snapshots), TURNS);
		sqlite_scene_close(scene);
	}
	free_snapshots(snapshots);
}

/* ---- rows that are not there any more ------------------------------------------------------ */

static void a_change_of_a_row_that_is_gone_refuses_the_turn(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row row = a_run(1), other = a_run(2);
	(void)state;
	put_run(scene, &row);
	commit(scene);
	tamper(scene, "DELETE FROM runs");
	put_run(scene, &other);
	put_hot(scene, &row);
	assert_int_equal(try_commit(scene), ERR_STORE_DAMAGED);
	begin(scene);
	assert_false(see_run(scene, 2).found); /* nothing of it */
	put_run(scene, &other);
	commit(scene);
	assert_true(see_run(scene, 2).found);
	sqlite_scene_close(scene);
}

/* Not found when the turn was decided, so it must not be in the way either. */
static void a_damaged_key_is_replaced(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row first = a_run(1), second = a_run(2);
	struct unique_row unique = { a_key, id_of(1), MSEC_MAX };
	(void)state;
	put_run(scene, &first);
	put_unique(scene, &unique);
	commit(scene);
	tamper(scene, "UPDATE key_turns SET packed = zeroblob(40)");
	crash(scene);
	assert_false(see_unique(scene, &a_key).unique.found);
	unique.run = id_of(2);
	put_run(scene, &second);
	put_unique(scene, &unique);
	commit(scene);
	struct want want = see_unique(scene, &a_key);
	assert_true(want.unique.found);
	assert_uuid(want.unique.row.run, id_of(2));
	sqlite_scene_close(scene);
}

static void a_payload_that_is_gone_is_a_damaged_one(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	(void)state;
	row.payload = STR("{}");
	put_run(scene, &row);
	commit(scene);
	tamper(scene, "DELETE FROM bodies");
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_true(scene->leases[0].damaged);
	sqlite_scene_close(scene);
}

/* Each turn's row names the digest of all before it. */
static void the_journal_is_a_chain(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	for (u32 turn = 0; turn < TURNS; turn++) {
		fill(scene, turn);
		commit(scene);
		if (turn == 1) crash(scene);
		struct recalled recalled = { 0 };
		assert_int_equal(try_recall(scene, &recalled), ERR_OK);
		buf_done(&recalled.text);
	}
	sqlite3_stmt *stmt = sqlite_kind_look(
		subject_of(scene),
		"SELECT " ROW_NAMES(JOURNAL_COLUMNS) " FROM journal ORDER BY turn", NULL);
	struct digest chain = { 0 };
	u32 turns = 0;
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		struct cells cells = cells_to_read(stmt);
		struct journal_row row = { 0 };
		assert_true(cells_read(&cells, GROUP_JOURNAL, NULL, &row));
		struct digest packed = digest_of(row.packed);
		u64 link[] = { chain.a, chain.b, row.turn, (u64)row.wall, packed.a, packed.b };
		chain = digest_of((str){ (const char *)link, sizeof link });
		assert_true(digest_eq(chain, row.chain));
		turns++;
	}
	assert_int_equal(turns, TURNS);
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_write_that_fails_leaves_all_or_nothing),
		cmocka_unit_test(every_write_without_room_leaves_nothing_and_passes),
		cmocka_unit_test(every_sync_that_fails_ends_the_store),
		cmocka_unit_test(a_power_cut_never_takes_what_was_answered),
		cmocka_unit_test(a_change_of_a_row_that_is_gone_refuses_the_turn),
		cmocka_unit_test(a_damaged_key_is_replaced),
		cmocka_unit_test(a_payload_that_is_gone_is_a_damaged_one),
		cmocka_unit_test(the_journal_is_a_chain),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
