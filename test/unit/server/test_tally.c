/* What turns tell, as counts. */
#include "server/tally.h"

#include "base/check.h"
#include "model/journal.h"
#include "model/turn.h"

static const u8 random_bytes[UUID7_RANDOM_LEN] = { 1, 2, 3 };

struct counted {
	struct tally *tally;
	struct metrics *metrics;
	const struct turn *turn; /* of the journal; NULL: it is not known */
	struct buf journal;
	struct buf text;
	u32 names_asked;
};

static str name_of(void *context, enum name_kind kind, u32 no)
{
	static const str tenants[] = { STR(""), STR("acme"), STR("rival") };
	static const str types[] = { STR(""), STR("mail"), STR("sms") };
	((struct counted *)context)->names_asked++;
	if (no >= countof(types)) return STR("many");
	return kind == NAME_TENANT ? tenants[no] : types[no];
}

static void open_counted(struct counted *counted)
{
	*counted = (struct counted){ 0 };
	assert_int_equal(ERR_OK, tally_new(1, &counted->tally));
	assert_int_equal(ERR_OK, metrics_new(2, &counted->metrics));
	buf_init(&counted->journal, 16 << 20);
	buf_init(&counted->text, 16 << 20);
}

static void close_counted(struct counted *counted)
{
	tally_free(counted->tally);
	tally_free(NULL);
	metrics_free(counted->metrics);
	buf_done(&counted->journal);
	buf_done(&counted->text);
}

static void moved(struct counted *counted, u32 type, enum run_state from, enum run_state to,
		  str reason)
{
	struct journal_entry entry = { .kind = JOURNAL_MOVED,
				       .tenant = { 1 },
				       .type = { type },
				       .from = from,
				       .to = to,
				       .run_at = 1000,
				       .reason = reason };
	entry.run = uuid7_make(1, random_bytes);
	if (from == RUN_PROCESSING || to == RUN_PROCESSING)
		entry.execution = uuid7_make(1500, random_bytes);
	journal_pack(&counted->journal, &entry);
}

static void add_all(struct counted *counted, msec now)
{
	const struct tally_names names = { counted, name_of };
	tally_add(counted->tally, &names, counted->turn, buf_view(&counted->journal), now);
	buf_clear(&counted->journal);
}

static str shown(struct counted *counted)
{
	tally_bring(counted->tally, counted->metrics);
	buf_clear(&counted->text);
	metrics_print(counted->metrics, METRIC_NAMES_OURS, &counted->text);
	return buf_view(&counted->text);
}

static bool has(str text, str part)
{
	for (size_t i = 0; i + part.len <= text.len; i++) {
		if (str_eq(str_slice(text, i, i + part.len), part)) return true;
	}
	return false;
}

static void expect_line(str text, const char *line)
{
	if (!has(text, str_from(line))) print_error("no %s in\n%.*s\n", line, STR_ARG(text));
	assert_true(has(text, str_from(line)));
}

static void every_end_of_a_run_is_counted_by_type_and_tenant(void **state)
{
	struct counted counted;
	(void)state;
	open_counted(&counted);
	struct journal_entry created = { .kind = JOURNAL_CREATED, .tenant = { 1 }, .type = { 1 } };
	created.to = RUN_QUEUED;
	created.run = uuid7_make(1, random_bytes);
	journal_pack(&counted.journal, &created);
	moved(&counted, 1, RUN_QUEUED, RUN_PROCESSING, STR(""));
	moved(&counted, 1, RUN_PROCESSING, RUN_DONE, STR("success"));
	moved(&counted, 1, RUN_PROCESSING, RUN_FAILED, STR("fail"));
	moved(&counted, 1, RUN_PROCESSING, RUN_DLQ, STR("retry"));
	moved(&counted, 1, RUN_QUEUED, RUN_CANCELLED, STR("by hand"));
	moved(&counted, 1, RUN_DLQ, RUN_CANCELLED, STR("discarded"));
	add_all(&counted, 1700);
	str text = shown(&counted);
	expect_line(text, "belfry_runs_enqueued_total{type=\"mail\",tenant=\"acme\"} 1\n");
	expect_line(text, "belfry_runs_started_total{type=\"mail\",tenant=\"acme\"} 1\n");
	expect_line(text, "belfry_runs_done_total{type=\"mail\",tenant=\"acme\"} 1\n");
	expect_line(text, "belfry_runs_failed_total{type=\"mail\",tenant=\"acme\"} 1\n");
	expect_line(text, "belfry_runs_dead_total{type=\"mail\",tenant=\"acme\"} 1\n");
	expect_line(text, "belfry_runs_cancelled_total{type=\"mail\",tenant=\"acme\"} 1\n");
	/* Leased at 1500: due at 1000, ended at 1700. */
	expect_line(text, "belfry_lease_wait_seconds_sum{type=\"mail\"} 0.500\n");
	expect_line(text, "belfry_run_duration_seconds_sum{type=\"mail\"} 0.600\n");
	expect_line(text, "belfry_run_duration_seconds_count{type=\"mail\"} 3\n");
	assert_int_equal(2, counted.names_asked);
	close_counted(&counted);
}

/* An attempt that was number `n`, and how it ended. */
static struct execution_end failed(struct counted *counted, u8 n, const char *outcome,
				   const char *class)
{
	struct journal_entry entry = { .kind = JOURNAL_MOVED,
				       .tenant = { 1 },
				       .type = { 2 },
				       .from = RUN_PROCESSING,
				       .to = RUN_QUEUED,
				       .run_at = 1000,
				       .reason = str_from(outcome) };
	entry.run = entry.execution = uuid7_make(1500, random_bytes);
	entry.execution.bytes[15] = n;
	journal_pack(&counted->journal, &entry);
	return (struct execution_end){ .id = entry.execution, .error_class = str_from(class) };
}

static void what_comes_again_is_told_by_its_reason(void **state)
{
	struct counted counted;
	(void)state;
	open_counted(&counted);
	struct execution_end ends[] = { failed(&counted, 1, "retry", "network"),
					failed(&counted, 2, "retry", "dm_closed"),
					failed(&counted, 3, "stalled", "stalled"),
					failed(&counted, 4, "timeout", "timeout"),
					failed(&counted, 5, "retry", ""),
					failed(&counted, 6, "retry", "network") };
	struct change changes[countof(ends) + 1] = { { .kind = CHANGE_RUN_HOT } };
	for (u32 i = 0; i < countof(ends); i++)
		changes[i + 1] = (struct change){ .kind = CHANGE_EXECUTION_END, .end = &ends[i] };
	const struct turn turn = { .changes = changes, .changes_len = countof(changes) };
	counted.turn = &turn;
	moved(&counted, 2, RUN_PROCESSING, RUN_QUEUED, STR("defer"));
	moved(&counted, 2, RUN_PROCESSING, RUN_QUEUED, STR("released"));
	moved(&counted, 2, RUN_PROCESSING, RUN_DLQ, STR("stalled"));
	moved(&counted, 2, RUN_DLQ, RUN_QUEUED, STR("retry"));
	struct journal_entry paused = { .kind = JOURNAL_PAUSED, .tenant = { 1 } };
	journal_pack(&counted.journal, &paused);
	paused.kind = JOURNAL_JOB_PAUSED;
	journal_pack(&counted.journal, &paused);
	struct journal_entry put_off = { .kind = JOURNAL_DEFERRED,
					 .tenant = { 1 },
					 .type = { 2 },
					 .from = RUN_QUEUED,
					 .to = RUN_QUEUED,
					 .reason = STR("maintenance") };
	journal_pack(&counted.journal, &put_off);
	put_off.reason = STR("quiet_hours");
	journal_pack(&counted.journal, &put_off);
	add_all(&counted, 1500);
	str text = shown(&counted);
	expect_line(text, "belfry_retries_total{type=\"sms\",reason=\"network\"} 2\n");
	expect_line(text, "belfry_retries_total{type=\"sms\",reason=\"dm_closed\"} 1\n");
	expect_line(text, "belfry_retries_total{type=\"sms\",reason=\"unknown\"} 1\n");
	expect_line(text, "belfry_retries_total{type=\"sms\",reason=\"stalled\"} 1\n");
	expect_line(text, "belfry_runs_failed_total{type=\"sms\",tenant=\"acme\"} 0\n");
	expect_line(text, "belfry_retries_total{type=\"sms\",reason=\"timeout\"} 1\n");
	expect_line(text, "belfry_deferred_total{type=\"sms\",reason=\"defer\"} 1\n");
	expect_line(text, "belfry_stalled_total{type=\"sms\"} 2\n");
	expect_line(text, "belfry_paused_total{reason=\"pause\"} 1\n");
	expect_line(text, "belfry_paused_total{reason=\"job\"} 1\n");
	expect_line(text, "belfry_paused_total{reason=\"maintenance\"} 1\n");
	expect_line(text, "belfry_deferred_total{type=\"sms\",reason=\"maintenance\"} 1\n");
	expect_line(text, "belfry_deferred_total{type=\"sms\",reason=\"quiet_hours\"} 1\n");
	close_counted(&counted);
}

static void days_are_counted_by_how_they_ended(void **state)
{
	struct counted counted;
	(void)state;
	open_counted(&counted);
	struct journal_entry day = { .kind = JOURNAL_DAILY,
				     .tenant = { 1 },
				     .type = { 2 },
				     .run_at = 5,
				     .reason = STR("success") };
	journal_pack(&counted.journal, &day);
	journal_pack(&counted.journal, &day);
	day.reason = STR("cutoff_reached");
	journal_pack(&counted.journal, &day);
	add_all(&counted, 1500);
	str text = shown(&counted);
	expect_line(text, "belfry_windows_finalized_total{reason=\"success\",tenant=");
	expect_line(text, "belfry_windows_finalized_total{reason=\"cutoff_reached\",tenant=");
	close_counted(&counted);
}

static void nothing_is_brought_twice(void **state)
{
	struct counted counted;
	(void)state;
	open_counted(&counted);
	for (u32 i = 0; i < 3; i++) {
		moved(&counted, 1, RUN_PROCESSING, RUN_DONE, STR("success"));
		add_all(&counted, 1500);
		(void)shown(&counted);
	}
	expect_line(shown(&counted), "belfry_runs_done_total{type=\"mail\",tenant=\"acme\"} 3\n");
	close_counted(&counted);
}

static void past_its_bound_a_type_counts_as_other(void **state)
{
	enum { TYPES = 3000 };
	struct counted counted;
	(void)state;
	open_counted(&counted);
	for (u32 i = 1; i <= TYPES; i++)
		moved(&counted, i, RUN_PROCESSING, RUN_DONE, STR("success"));
	add_all(&counted, 1500);
	/* Two have names of their own, the table holds 1023 in all. */
	str text = shown(&counted);
	expect_line(text, "belfry_runs_done_total{type=\"many\",tenant=\"acme\"} 1021\n");
	expect_line(text, "belfry_runs_done_total{type=\"other\",tenant=\"other\"} 1977\n");
	close_counted(&counted);
}

static void entries_about_no_run_and_damaged_ones_count_nothing(void **state)
{
	struct counted counted;
	(void)state;
	open_counted(&counted);
	struct journal_entry job = { .kind = JOURNAL_JOB, .tenant = { 1 }, .reason = STR("made") };
	journal_pack(&counted.journal, &job);
	moved(&counted, 0, RUN_PROCESSING, RUN_DONE, STR("success"));
	moved(&counted, 1, RUN_PROCESSING, RUN_DONE, STR("success"));
	counted.journal.at[counted.journal.len - 1] ^= 1;
	add_all(&counted, 1500);
	str text = shown(&counted);
	assert_false(has(text, STR("done_total{")));
	assert_int_equal(0, counted.names_asked);
	close_counted(&counted);
}

static void attempts_are_counted_by_how_they_ended(void **state)
{
	struct counted counted;
	static const struct {
		enum outcome outcome;
		str class;
	} ends[] = { { OUTCOME_SUCCESS, STR("") },           { OUTCOME_NOOP, STR("ignored") },
		     { OUTCOME_RETRY, STR("llm") },          { OUTCOME_FAIL, STR("") },
		     { OUTCOME_STALLED, STR("stalled") },    { OUTCOME_TIMEOUT, STR("timeout") },
		     { OUTCOME_CANCELLED, STR("cancelled") } };
	struct change changes[countof(ends)] = { 0 };
	struct execution_end rows[countof(ends)] = { 0 };
	(void)state;
	open_counted(&counted);
	for (size_t i = 0; i < countof(ends); i++) {
		rows[i].id = uuid7_make(1500, random_bytes);
		rows[i].ended_at = 1530;
		rows[i].outcome = ends[i].outcome;
		rows[i].error_class = ends[i].class;
		changes[i].kind = CHANGE_EXECUTION_END;
		changes[i].end = &rows[i];
	}
	const struct turn turn = { .changes = changes, .changes_len = countof(changes) };
	tally_add_ends(counted.tally, &turn);
	tally_bring(counted.tally, counted.metrics);
	metrics_print(counted.metrics, METRIC_NAMES_SEED, &counted.text);
	str text = buf_view(&counted.text);
	expect_line(text, "sched_job_stop_ms_count{result=\"ok\",error_class=\"\"} 2\n");
	expect_line(text, "sched_job_stop_ms_sum{result=\"ok\",error_class=\"\"} 60\n");
	expect_line(text, "sched_job_stop_ms_count{result=\"error\",error_class=\"llm\"} 1\n");
	expect_line(text, "sched_job_stop_ms_count{result=\"error\",error_class=\"unknown\"} 1\n");
	expect_line(text,
		    "sched_job_stop_ms_count{result=\"timeout\",error_class=\"stalled\"} 1\n");
	expect_line(text,
		    "sched_job_stop_ms_count{result=\"timeout\",error_class=\"timeout\"} 1\n");
	assert_false(has(text, STR("error_class=\"cancelled\"")));
	close_counted(&counted);
}

static void days_are_counted_by_the_minute_they_are_due(void **state)
{
	struct counted counted;
	const struct journal_entry day = { .kind = JOURNAL_DAILY,
					   .tenant = { 1 },
					   .type = { 1 },
					   .attempts = 541,
					   .reason = STR("cutoff_reached") };
	const struct journal_entry late = {
		.kind = JOURNAL_DAILY, .tenant = { 1 }, .type = { 1 }, .reason = STR("late success")
	};
	(void)state;
	open_counted(&counted);
	journal_pack(&counted.journal, &day);
	journal_pack(&counted.journal, &day);
	journal_pack(&counted.journal, &late);
	add_all(&counted, 1700);
	tally_bring(counted.tally, counted.metrics);
	metrics_print(counted.metrics, METRIC_NAMES_SEED, &counted.text);
	str text = buf_view(&counted.text);
	expect_line(text, "sched_finalize_total{status=\"cutoff_reached\",due_bucket=\"541\"} 2\n");
	assert_false(has(text, STR("due_bucket=\"0\"")));
	close_counted(&counted);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_end_of_a_run_is_counted_by_type_and_tenant),
		cmocka_unit_test(attempts_are_counted_by_how_they_ended),
		cmocka_unit_test(days_are_counted_by_the_minute_they_are_due),
		cmocka_unit_test(what_comes_again_is_told_by_its_reason),
		cmocka_unit_test(days_are_counted_by_how_they_ended),
		cmocka_unit_test(nothing_is_brought_twice),
		cmocka_unit_test(past_its_bound_a_type_counts_as_other),
		cmocka_unit_test(entries_about_no_run_and_damaged_ones_count_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
