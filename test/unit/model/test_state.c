#include "model/state.h"

#include "base/check.h"
#include "states_page.h"

static void every_state_has_a_name_that_is_read_back(void **state)
{
	(void)state;
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) {
		enum run_state read = RUN_STATE_COUNT;
		str name = run_state_name((enum run_state)i);
		assert_true(name.len > 0);
		assert_true(run_state_parse(name, &read));
		assert_int_equal(read, i);
	}
}

static void other_words_are_no_states(void **state)
{
	static const char *const words[] = { "", "Queued", "queued ", "pending", "queue", "dlqs" };
	(void)state;
	enum run_state read = RUN_DLQ;
	for (size_t i = 0; i < countof(words); i++)
		assert_false(run_state_parse(str_from(words[i]), &read));
	assert_false(run_state_parse((str){ 0 }, &read));
	assert_int_equal(read, RUN_DLQ);
}

static void tasks_show_the_words_of_their_users(void **state)
{
	(void)state;
	assert_str(run_state_status(RUN_WAITING), STR("PENDING"));
	assert_str(run_state_status(RUN_QUEUED), STR("PENDING"));
	assert_str(run_state_status(RUN_PROCESSING), STR("PROCESSING"));
	assert_str(run_state_status(RUN_DONE), STR("COMPLETED"));
	assert_str(run_state_status(RUN_FAILED), STR("FAILED"));
	assert_str(run_state_status(RUN_DLQ), STR("FAILED"));
	assert_str(run_state_status(RUN_CANCELLED), STR("CANCELLED"));
}

/* Told a second time, in letters, so that a slip in the table is seen: one row a state (waiting,
 * queued, processing, done, failed, dlq, cancelled), one column for what it may become. */
static void only_the_moves_of_the_specification_are_legal(void **state)
{
	static const char expected[RUN_STATE_COUNT][RUN_STATE_COUNT + 1] = {
		".q.d..c", /* waiting */
		"..p.f.c", /* queued */
		".q.dfxc", /* processing */
		".......", /* done */
		".q....c", /* failed */
		".q....c", /* dlq */
		".......", /* cancelled */
	};
	(void)state;
	for (u32 from = 0; from < RUN_STATE_COUNT; from++) {
		for (u32 to = 0; to < RUN_STATE_COUNT; to++) {
			bool is_legal = run_state_may_become((enum run_state)from,
							     (enum run_state)to);
			if (is_legal == (expected[from][to] != '.')) continue;
			fail_msg("from %u to %u is %s", from, to, is_legal ? "legal" : "illegal");
		}
	}
}

static void what_is_finished_stays_so_unless_it_is_a_dead_letter(void **state)
{
	(void)state;
	for (u32 from = 0; from < RUN_STATE_COUNT; from++) {
		enum run_state one = (enum run_state)from;
		u32 ways_out = 0;
		for (u32 to = 0; to < RUN_STATE_COUNT; to++)
			ways_out += run_state_may_become(one, (enum run_state)to);
		bool is_end = run_state_is_final(one) && !run_state_is_dead_letter(one);
		assert_int_equal(ways_out == 0, is_end);
	}
	assert_false(run_state_is_final(RUN_WAITING));
	assert_false(run_state_is_final(RUN_QUEUED));
	assert_false(run_state_is_final(RUN_PROCESSING));
	assert_true(run_state_is_final(RUN_CANCELLED));
	assert_true(run_state_is_dead_letter(RUN_FAILED));
	assert_true(run_state_is_dead_letter(RUN_DLQ));
	assert_false(run_state_is_dead_letter(RUN_DONE));
}

static void a_worker_may_report_five_outcomes(void **state)
{
	(void)state;
	u32 reported = 0;
	for (u32 i = 0; i < OUTCOME_COUNT; i++) {
		enum outcome read = OUTCOME_COUNT;
		if (!outcome_parse_reported(outcome_name((enum outcome)i), &read)) continue;
		assert_int_equal(read, i);
		reported++;
	}
	assert_int_equal(reported, 5);
	enum outcome untouched = OUTCOME_NOOP;
	assert_false(outcome_parse_reported(STR("stalled"), &untouched));
	assert_false(outcome_parse_reported(STR("open"), &untouched));
	assert_false(outcome_parse_reported(STR("Success"), &untouched));
	assert_false(outcome_parse_reported((str){ 0 }, &untouched));
	assert_int_equal(untouched, OUTCOME_NOOP);
}

/* --- the page about them --- */

enum { PAGE_BYTES_MAX = 1 << 16 };

static void page_path(char *out_path, size_t room)
{
	const char *data = getenv("TEST_DATA");
	int len = snprintf(out_path, room, "%s/../../doc/states.md", data ? data : "test/data");
	assert_true(len > 0 && (size_t)len < room);
}

static void the_page_is_as_new_as_the_table(void **state)
{
	(void)state;
	static char there[PAGE_BYTES_MAX];
	char path[4096];
	struct buf page;
	buf_init(&page, PAGE_BYTES_MAX);
	states_page_write(&page);
	assert_false(buf_failed(&page));
	page_path(path, sizeof path);
	if (getenv("WRITE_PAGES")) {
		FILE *out = fopen(path, "wb");
		assert_non_null(out);
		assert_int_equal(fwrite(page.at, 1, page.len, out), page.len);
		assert_int_equal(fclose(out), 0);
	}
	FILE *in = fopen(path, "rb");
	assert_non_null(in);
	size_t len = fread(there, 1, sizeof there, in);
	fclose(in);
	if (!str_eq((str){ there, len }, buf_view(&page)))
		fail_msg("doc/states.md is old: run this test with WRITE_PAGES=1");
	buf_done(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_state_has_a_name_that_is_read_back),
		cmocka_unit_test(other_words_are_no_states),
		cmocka_unit_test(tasks_show_the_words_of_their_users),
		cmocka_unit_test(only_the_moves_of_the_specification_are_legal),
		cmocka_unit_test(what_is_finished_stays_so_unless_it_is_a_dead_letter),
		cmocka_unit_test(a_worker_may_report_five_outcomes),
		cmocka_unit_test(the_page_is_as_new_as_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
