/* What turns tell of runs, as lines. */
#include "server/run_log.h"

#include "base/check.h"
#include "model/journal.h"

static const u8 random_bytes[UUID7_RANDOM_LEN] = { 1, 2, 3 };

struct told {
	struct buf journal;
	struct buf lines;
	u32 names_asked;
};

static str name_of(void *context, enum name_kind kind, u32 no)
{
	struct told *told = context;
	told->names_asked++;
	assert_int_equal(no, 1);
	return kind == NAME_TENANT ? STR("acme") : STR("mail");
}

static void keep_line(void *context, str line)
{
	struct told *told = context;
	buf_add(&told->lines, line);
}

static void begin(struct told *told)
{
	*told = (struct told){ 0 };
	buf_init(&told->journal, 1 << 16);
	buf_init(&told->lines, 1 << 16);
}

static void end(struct told *told)
{
	buf_done(&told->journal);
	buf_done(&told->lines);
}

static void moved(struct told *told, enum run_state from, enum run_state to, str reason)
{
	struct journal_entry entry = { .kind = JOURNAL_MOVED,
				       .tenant = { 1 },
				       .type = { 1 },
				       .from = from,
				       .to = to,
				       .attempts = 3,
				       .reason = reason };
	entry.run = uuid7_make(1, random_bytes);
	if (from == RUN_PROCESSING) entry.execution = uuid7_make(1500, random_bytes);
	journal_pack(&told->journal, &entry);
}

static str lines_at(struct told *told, enum log_level least)
{
	static struct run_log log;
	const struct log_sink sink = { told, least, keep_line };
	const struct tally_names names = { told, name_of };
	buf_clear(&told->lines);
	run_log_write(&log, &sink, &names, NULL, buf_view(&told->journal), 1750);
	return buf_view(&told->lines);
}

static bool has(str text, str part)
{
	for (size_t i = 0; i + part.len <= text.len; i++) {
		if (str_eq(str_slice(text, i, i + part.len), part)) return true;
	}
	return false;
}

static void a_run_that_failed_is_told_with_all_that_is_known_of_it(void **state)
{
	(void)state;
	struct told told;
	begin(&told);
	moved(&told, RUN_PROCESSING, RUN_DLQ, STR("timeout"));
	assert_int_equal(lines_at(&told, LOG_WARN).len, 0); /* a job's alert says so, if asked */
	str line = lines_at(&told, LOG_INFO);
	assert_str(line, STR("{\"time\":\"1970-01-01T00:00:01.750Z\",\"level\":\"info\","
			     "\"msg\":\"run attempts exhausted\",\"tenant\":\"acme\","
			     "\"run_id\":\"00000000-0001-7102-8300-000000000000\","
			     "\"type\":\"mail\",\"state\":\"dlq\",\"attempts\":3,"
			     "\"duration_ms\":250,\"err_code\":\"timeout\"}\n"));
	end(&told);
}

static void what_goes_well_is_told_only_to_who_asks_for_all(void **state)
{
	(void)state;
	struct told told;
	begin(&told);
	moved(&told, RUN_QUEUED, RUN_PROCESSING, STR(""));
	moved(&told, RUN_PROCESSING, RUN_DONE, STR("success"));
	assert_int_equal(lines_at(&told, LOG_INFO).len, 0);
	assert_int_equal(told.names_asked, 0);
	str lines = lines_at(&told, LOG_DEBUG);
	assert_true(has(lines, STR("\"run started\"")));
	assert_true(has(lines, STR("\"run done\"")));
	end(&told);
}

static void what_is_tried_again_is_a_detail_and_pauses_are_not_runs(void **state)
{
	(void)state;
	struct told told;
	begin(&told);
	const struct journal_entry pause = { .kind = JOURNAL_PAUSED, .tenant = { 1 } };
	journal_pack(&told.journal, &pause);
	assert_int_equal(lines_at(&told, LOG_DEBUG).len, 0);
	moved(&told, RUN_PROCESSING, RUN_QUEUED, STR("retry"));
	assert_int_equal(lines_at(&told, LOG_INFO).len, 0);
	str lines = lines_at(&told, LOG_DEBUG);
	assert_true(has(lines, STR("\"run requeued\"")));
	assert_true(has(lines, STR("\"err_code\":\"retry\"")));
	end(&told);
}

/* In the words of GET queue/:id/why. */
static void what_was_put_off_is_told_with_why_and_until_when(void **state)
{
	(void)state;
	struct told told;
	begin(&told);
	struct journal_entry entry = { .kind = JOURNAL_DEFERRED,
				       .tenant = { 1 },
				       .type = { 1 },
				       .from = RUN_QUEUED,
				       .to = RUN_QUEUED,
				       .run_at = 61000,
				       .reason = STR("quiet_hours") };
	journal_pack(&told.journal, &entry);
	str line = lines_at(&told, LOG_DEBUG);
	assert_true(has(line, STR("\"msg\":\"run deferred\"")));
	assert_true(has(line, STR("\"why\":\"deferred\",\"ref\":\"quiet_hours\","
				  "\"until\":\"1970-01-01T00:01:01Z\"}")));
	end(&told);
}

/* The class stays a word that programs go by; who denied it stands beside. */
static void what_was_denied_is_told_with_the_rule(void **state)
{
	(void)state;
	struct told told;
	begin(&told);
	moved(&told, RUN_QUEUED, RUN_FAILED, STR("policy_denied: preview first"));
	str line = lines_at(&told, LOG_INFO);
	assert_true(has(line, STR("\"err_code\":\"policy_denied\"")));
	assert_true(has(line, STR("\"ref\":\"policy_denied: preview first\"")));
	end(&told);
}

/* Seen by who asks for all: how days end, and who came too late for one. */
static void days_are_told_only_to_who_asks_for_all(void **state)
{
	(void)state;
	struct told told;
	begin(&told);
	struct journal_entry day = { .kind = JOURNAL_DAILY,
				     .tenant = { 1 },
				     .type = { 1 },
				     .attempts = 540,
				     .run_at = 1700,
				     .reason = STR("cutoff_reached") };
	struct journal_entry late = { .kind = JOURNAL_DAILY,
				      .tenant = { 1 },
				      .reason = STR("late success") };
	day.run = late.run = uuid7_make(1, random_bytes);
	journal_pack(&told.journal, &day);
	journal_pack(&told.journal, &late);
	assert_int_equal(lines_at(&told, LOG_INFO).len, 0);
	str lines = lines_at(&told, LOG_DEBUG);
	assert_true(has(lines, STR("\"msg\":\"day finalized\"")));
	assert_true(has(lines, STR("\"state\":\"cutoff_reached\"")));
	assert_false(has(lines, STR("540")));
	assert_true(has(lines, STR("\"msg\":\"late success recorded\"")));
	end(&told);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_that_failed_is_told_with_all_that_is_known_of_it),
		cmocka_unit_test(what_goes_well_is_told_only_to_who_asks_for_all),
		cmocka_unit_test(what_is_tried_again_is_a_detail_and_pauses_are_not_runs),
		cmocka_unit_test(what_was_put_off_is_told_with_why_and_until_when),
		cmocka_unit_test(what_was_denied_is_told_with_the_rule),
		cmocka_unit_test(days_are_told_only_to_who_asks_for_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
