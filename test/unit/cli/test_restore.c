#include "stage.h"

static struct restore_wish wished;

static enum err restore(void *context, const struct restore_wish *wish, finding_progress *progress,
			void *progress_context, struct restored *out_restored, struct why *why)
{
	(void)context;
	wished = *wish;
	progress(progress_context, "runs", 50, 200);
	if (str_eq(wish->file, STR("bad.db")))
		return fail(why, ERR_STORE_DAMAGED, "bad.db is damaged");
	buf_add(&out_restored->place, STR("--data d"));
	if (wish->discards) {
		out_restored->discarded = wish->file.len ? 1 : 2;
		return ERR_OK;
	}
	out_restored->rows = 200;
	out_restored->damaged = wish->forces ? 3 : 0;
	out_restored->version_before = 20;
	out_restored->version = wish->forces ? 20 : 21;
	out_restored->secrets = 4;
	out_restored->secrets_lost = wish->forces ? 1 : 0;
	buf_add(&out_restored->kept, STR("d/k"));
	buf_add(&out_restored->kept_store, STR("d/k/belfry.db"));
	if (wish->key.len) buf_add(&out_restored->kept_key, STR("d.key-replaced"));
	return ERR_OK;
}

static void the_way_back_is_told(void **state)
{
	STAGE(stage);
	(void)state;
	stage.doors.restore = restore;
	assert_int_equal(stage_run(&stage, "restore", "b.db"), 0);
	assert_true(str_eq(wished.file, STR("b.db")));
	assert_false(wished.forces);
	assert_false(wished.discards);
	assert_has(&stage.out,
		   "restored b.db: 200 rows, all match their checksums; brought from version "
		   "20 to 21\n");
	assert_has(&stage.out, "kept in d/k\n");
	assert_has(&stage.out, "belfry restore d/k/belfry.db --data d\n");
	assert_has(&stage.out, "belfry restore --discard-replaced --data d\n");
	assert_has(&stage.out, "start the server: belfry serve --data d\n");
	stage_done(&stage);
}

static void what_was_lost_is_told(void **state)
{
	STAGE(stage);
	(void)state;
	stage.doors.restore = restore;
	assert_int_equal(
		stage_run(&stage, "restore", "b.db", "--force", "--restore-key", "old.key"), 0);
	assert_true(str_eq(wished.key, STR("old.key")));
	assert_has(&stage.out, "3 of them damaged");
	assert_has(&stage.out, "1 of 4 secrets cannot be opened");
	assert_has(&stage.out, "the replaced key is kept as d.key-replaced\n");
	stage_done(&stage);
}

static void what_was_kept_goes_when_it_is_told_so(void **state)
{
	STAGE(stage);
	(void)state;
	stage.doors.restore = restore;
	assert_int_equal(stage_run(&stage, "restore", "--discard-replaced"), 0);
	assert_true(wished.discards);
	assert_int_equal(wished.file.len, 0);
	assert_has(&stage.out, "removed replaced stores: 2\n");
	assert_int_equal(stage_run(&stage, "restore", "b.db", "--discard-replaced"), 0);
	assert_has(&stage.out, "removed replaced stores: 1\n");
	stage_done(&stage);
}

static void a_refusal_is_an_exit_code(void **state)
{
	STAGE(stage);
	(void)state;
	stage.doors.restore = restore;
	assert_int_equal(stage_run(&stage, "restore"), 2);
	assert_has(&stage.err, "the backup file to restore");
	assert_int_equal(stage_run(&stage, "restore", "a.db", "b.db"), 2);
	assert_int_not_equal(stage_run(&stage, "restore", "bad.db"), 0);
	assert_has(&stage.err, "bad.db is damaged");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_way_back_is_told),
		cmocka_unit_test(what_was_lost_is_told),
		cmocka_unit_test(what_was_kept_goes_when_it_is_told_so),
		cmocka_unit_test(a_refusal_is_an_exit_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
