/* The log as its bytes stand: where it ends, and what stands behind that. */
#include "store/sqlite/hot_store.h"

enum { TURNS = 12, RUNS = 5 };

static struct hot_store live(void)
{
	struct hot_store hot = hot_open();
	hot_live(&hot, TURNS, RUNS, 0);
	return hot;
}

/* How many frames SQLite finds in it. */
static u64 frames_by_sqlite(const struct hot_store *hot)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *stmt = NULL;
	assert_int_equal(sqlite3_open(hot->folder.file, &db), SQLITE_OK);
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM runs", -1, &stmt, NULL), 0);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	sqlite3_finalize(stmt);
	assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA wal_checkpoint(PASSIVE)", -1, &stmt, NULL),
			 0);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	u64 frames = (u64)sqlite3_column_int64(stmt, 1);
	sqlite3_finalize(stmt);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	return frames;
}

static void a_sound_log_is_read_to_its_end(void **state)
{
	struct hot_store hot = live();
	(void)state;
	struct log_report report = hot_read(&hot, 0);
	assert_true(report.is_there);
	assert_false(report.header_is_damaged);
	assert_int_equal(report.page_size, 4096);
	assert_true(report.commits >= TURNS);
	assert_int_equal(report.dropped_frames, 0);
	assert_int_equal(report.dropped_commits, 0);
	assert_true(report.has_page_one);
	assert_memory_equal(report.page_one, "SQLite format 3", 16);
	for (u64 page = 1; page <= report.pages; page++) assert_true(log_has_page(&report, page));
	log_report_done(&report);
	assert_int_equal(report.frames, frames_by_sqlite(&hot));
	hot_close(&hot);
}

static void no_log_and_one_that_is_not_begun_are_empty(void **state)
{
	struct hot_store hot = hot_open();
	(void)state;
	struct log_report none = hot_read(&hot, 0);
	assert_false(none.is_there);
	FILE *file = fopen(hot.log, "wb");
	assert_non_null(file);
	for (u32 i = 0; i < 5 * HOT_FRAME; i++) assert_true(fputc(0, file) != EOF);
	assert_int_equal(fclose(file), 0);
	struct log_report zeros = hot_read(&hot, 0);
	assert_false(zeros.is_there);
	assert_int_equal(zeros.dropped_frames, 0);
	hot_close(&hot);
}

/* Whichever frame it is in: SQLite reads as far as the report says, and commits behind are counted.
 */
static void a_turned_bit_ends_the_log_where_sqlite_ends_it(void **state)
{
	struct hot_store hot = live();
	struct prng prng = prng_init(check_seed());
	(void)state;
	struct log_report whole = hot_read(&hot, 0);
	log_report_done(&whole);
	for (u32 i = 0; i < 20; i++) {
		u64 bad = prng_below(&prng, whole.frames);
		u64 at = HOT_HEAD + bad * HOT_FRAME + 16 + prng_below(&prng, HOT_FRAME - 16);
		u32 bit = (u32)prng_below(&prng, 8);
		hot_flip(hot.log, at, bit);
		struct log_report report = hot_read(&hot, 0);
		log_report_done(&report);
		assert_true(report.frames <= bad);
		assert_int_equal(report.dropped_frames, whole.frames - bad);
		assert_int_equal(report.commits + report.dropped_commits, whole.commits);
		assert_true(report.dropped_commits > 0);
		hot_flip(hot.log, at, bit);
	}
	u64 bad = whole.frames / 2;
	hot_flip(hot.log, HOT_HEAD + bad * HOT_FRAME + 500, 3);
	struct log_report report = hot_read(&hot, 0);
	log_report_done(&report);
	assert_int_equal(report.frames, frames_by_sqlite(&hot));
	hot_close(&hot);
}

/* A salt that turned hides its own frame, not those behind it. */
static void a_turned_salt_is_found_by_what_stands_behind(void **state)
{
	struct hot_store hot = live();
	(void)state;
	struct log_report whole = hot_read(&hot, 0);
	log_report_done(&whole);
	hot_flip(hot.log, HOT_HEAD + whole.frames / 2 * HOT_FRAME + 9, 3);
	struct log_report report = hot_read(&hot, 0);
	log_report_done(&report);
	assert_true(report.frames <= whole.frames / 2);
	assert_int_equal(report.dropped_frames, whole.frames - whole.frames / 2 - 1);
	assert_true(report.dropped_commits > 0);
	hot_close(&hot);
}

/* All of the log is lost then: SQLite takes it for one that is not begun. */
static void a_turned_bit_in_the_header_drops_every_commit(void **state)
{
	(void)state;
	static const u32 places[] = { 0, 5, 9, 17, 21, 25, 31 };
	struct hot_store hot = live();
	struct log_report whole = hot_read(&hot, 0);
	log_report_done(&whole);
	for (u32 i = 0; i < countof(places); i++) {
		hot_flip(hot.log, places[i], 2);
		struct log_report report = hot_read(&hot, 0);
		log_report_done(&report);
		assert_false(report.is_there);
		assert_int_equal(report.frames, 0);
		assert_true(report.header_is_damaged);
		if (places[i] != 9) assert_int_equal(report.dropped_commits, whole.commits);
		hot_flip(hot.log, places[i], 2);
	}
	hot_close(&hot);
}

/* What a kill leaves: frames of a commit that did not come to its end. */
static void an_unfinished_commit_is_not_a_lost_one(void **state)
{
	struct hot_store hot = live();
	(void)state;
	struct log_report whole = hot_read(&hot, 0);
	log_report_done(&whole);
	for (u32 cut = 1; cut <= 3; cut++) {
		off_t size = (off_t)(HOT_HEAD + (whole.frames - 1) * HOT_FRAME + cut * 1000);
		assert_int_equal(truncate(hot.log, size), 0);
		struct log_report report = hot_read(&hot, 0);
		log_report_done(&report);
		assert_int_equal(report.commits, whole.commits - 1);
		assert_true(report.frames < whole.frames);
		assert_int_equal(report.dropped_commits, 0);
	}
	hot_close(&hot);
}

/* Begun anew, it has frames of the log before behind its own: these were brought into the file. */
static void frames_of_an_older_log_are_not_dropped_ones(void **state)
{
	struct hot_store hot = hot_open();
	(void)state;
	hot_live(&hot, 60, RUNS, 40);
	struct log_report report = hot_read(&hot, 0);
	log_report_done(&report);
	assert_true(hot_size(hot.log) > HOT_HEAD + (report.frames + 10) * HOT_FRAME);
	assert_int_equal(report.dropped_frames, 0);
	assert_int_equal(report.frames, frames_by_sqlite(&hot));
	hot_close(&hot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_log_is_read_to_its_end),
		cmocka_unit_test(no_log_and_one_that_is_not_begun_are_empty),
		cmocka_unit_test(a_turned_bit_ends_the_log_where_sqlite_ends_it),
		cmocka_unit_test(a_turned_salt_is_found_by_what_stands_behind),
		cmocka_unit_test(a_turned_bit_in_the_header_drops_every_commit),
		cmocka_unit_test(an_unfinished_commit_is_not_a_lost_one),
		cmocka_unit_test(frames_of_an_older_log_are_not_dropped_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
