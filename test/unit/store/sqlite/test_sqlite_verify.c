/* Whether anybody has touched what was written. */
#include "store/sqlite/sqlite_verify.h"

#include "conformance/audit_rows.h"
#include "store/sqlite/sqlite_scene.h"

struct kept {
	struct folder folder;
	struct scene *scene; /* fills turns */
	struct sqlite_store *store;
	struct chain_report report;
	struct why why;
};

static enum err forget_name(void *context, const void *row)
{
	(void)context;
	(void)row;
	return ERR_OK;
}

/* A new process: it goes on where the last one ended. */
static void start(struct kept *kept)
{
	struct recall_sink sink = { .rows = { [KIND_NAME] = forget_name } };
	u64 last_turn;
	kept->store = open_file(kept->folder.file);
	assert_int_equal(store_recall(sqlite_store_view(kept->store), &sink, &last_turn), ERR_OK);
	assert_true(last_turn == kept->scene->last_turn);
}

static void commit_turn(struct kept *kept, u32 rows)
{
	struct scene *scene = kept->scene;
	scene->turn.id = scene->last_turn + 1;
	put_name(scene, NAME_TYPE, (u32)scene->turn.id, STR("mail"));
	for (u32 i = 1; i <= rows; i++) put_audit(scene, an_audit_row(scene, i, 1));
	buf_add(&scene->turn.journal, STR("what a turn tells"));
	scene->turn.journal_entries = 1;
	assert_int_equal(store_commit(sqlite_store_view(kept->store), &scene->turn), ERR_OK);
	scene->last_turn = scene->turn.id;
	begin(scene);
}

/* Nine turns, every third with two rows of the audit; a process for each three. */
static struct kept open_kept(void)
{
	struct kept kept = { .folder = folder_make(), .scene = sqlite_scene_open() };
	kept.scene->last_turn = 0;
	begin(kept.scene);
	for (u32 i = 0; i < 9; i++) {
		if (i % 3 == 0) start(&kept);
		commit_turn(&kept, i % 3 == 1 ? 2 : 0);
		if (i % 3 == 2) close_store(kept.store);
	}
	return kept;
}

static enum err verify(struct kept *kept)
{
	kept->why = (struct why){ 0 };
	return sqlite_verify(str_from(kept->folder.file), &kept->report, &kept->why);
}

static void close_kept(struct kept *kept)
{
	sqlite_scene_close(kept->scene);
	folder_remove(&kept->folder);
}

static void what_was_written_holds_over_starts(void **state)
{
	struct kept kept = open_kept();
	(void)state;
	if (verify(&kept)) fail_msg("%s", kept.why.text);
	assert_int_equal(9, kept.report.turns);
	assert_int_equal(6, kept.report.rows);
	assert_int_equal(32, strlen(kept.report.journal));
	assert_int_equal(32, strlen(kept.report.audit));
	char before[CHAIN_TEXT_BYTES];
	memcpy(before, kept.report.journal, sizeof before);
	start(&kept);
	commit_turn(&kept, 0);
	close_store(kept.store);
	assert_int_equal(ERR_OK, verify(&kept));
	assert_string_not_equal(before, kept.report.journal);
	close_kept(&kept);
}

/* Each is done to a file of its own; what is found is the first link that does not hold. */
static void expect_found(const char *sql, const char *words)
{
	struct kept kept = open_kept();
	run_sql(kept.folder.file, sql);
	assert_int_equal(ERR_STORE_DAMAGED, verify(&kept));
	if (!why_says(&kept.why, words)) fail_msg("%s: %s", sql, kept.why.text);
	close_kept(&kept);
}

static void what_was_changed_or_is_gone_is_named(void **state)
{
	(void)state;
	expect_found("DELETE FROM journal WHERE turn = 4", "turn 5:");
	expect_found("DELETE FROM journal WHERE turn = 1", "turn 2:");
	expect_found("UPDATE journal SET packed = x'11' WHERE turn = 6", "turn 6:");
	expect_found("DELETE FROM audit WHERE turn = 8", "turn 8:");
	expect_found("DELETE FROM audit WHERE turn = 2", "turn 2:");
	expect_found("UPDATE audit SET packed = x'00' WHERE turn = 5", "turn 5:");
	expect_found("UPDATE audit SET at = at + 1 WHERE turn = 5", "turn 5:");
	expect_found("DELETE FROM journal WHERE turn = 8", "turn 8:");
	expect_found("UPDATE journal SET turn = 99 WHERE turn = 9", "turn 99:");
}

/* The journal is kept for a month, the audit for two. */
static void tend_after(struct kept *kept, u32 days)
{
	static const struct retention a_month = { .finished_ms = 30 * MSEC_DAY,
						  .dead_ms = 30 * MSEC_DAY,
						  .journal_ms = 30 * MSEC_DAY,
						  .audit_ms = 60 * MSEC_DAY };
	struct now now = { SCENE_START + days * MSEC_DAY, SCENE_START };
	bool more = true;
	start(kept);
	while (more)
		assert_int_equal(store_tend(sqlite_store_view(kept->store), now, &a_month, &more),
				 ERR_OK);
	close_store(kept->store);
}

/* By the chain of the audit alone. */
static void audit_rows_that_outlive_the_journal_hold_by_themselves(void **state)
{
	struct kept kept = open_kept();
	(void)state;
	tend_after(&kept, 40);
	assert_int_equal(ERR_OK, verify(&kept));
	run_sql(kept.folder.file, "DELETE FROM audit WHERE turn = 2");
	assert_int_equal(ERR_STORE_DAMAGED, verify(&kept));
	assert_true(why_says(&kept.why, "turn 5:"));
	close_kept(&kept);
}

static void what_retention_cut_is_no_gap(void **state)
{
	struct kept kept = open_kept();
	(void)state;
	for (u32 days = 40; days <= 80; days += 40) {
		tend_after(&kept, days);
		if (verify(&kept)) fail_msg("%u: %s", days, kept.why.text);
		assert_int_equal(1, kept.report.turns);
		assert_int_equal(days == 40 ? 6 : 2, kept.report.rows);
	}
	start(&kept);
	commit_turn(&kept, 1);
	close_store(kept.store);
	if (verify(&kept)) fail_msg("%s", kept.why.text);
	run_sql(kept.folder.file, "DELETE FROM anchors");
	assert_int_equal(ERR_STORE_DAMAGED, verify(&kept));
	close_kept(&kept);
}

static void what_is_no_store_is_said_to_be_none(void **state)
{
	struct kept kept = { .folder = folder_make() };
	(void)state;
	assert_int_not_equal(ERR_OK, verify(&kept));
	folder_remove(&kept.folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_written_holds_over_starts),
		cmocka_unit_test(what_was_changed_or_is_gone_is_named),
		cmocka_unit_test(audit_rows_that_outlive_the_journal_hold_by_themselves),
		cmocka_unit_test(what_retention_cut_is_no_gap),
		cmocka_unit_test(what_is_no_store_is_said_to_be_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
