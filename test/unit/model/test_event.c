#include "model/event.h"

#include "base/check.h"

static struct journal_entry moved(enum run_state from, enum run_state to, const char *reason)
{
	return (struct journal_entry){
		.kind = JOURNAL_MOVED, .from = from, .to = to, .reason = str_from(reason)
	};
}

/* The names that an entry is told as, with a blank between. */
static const char *told(struct journal_entry entry, bool has_job, enum outcome outcome)
{
	static char text[100];
	enum event_kind kinds[EVENTS_AN_ENTRY];
	struct event_facts facts = { has_job, outcome };
	u32 len = events_of(&entry, &facts, kinds);
	for (u32 i = 0; i < len; i++) assert_true(events_possible(&entry) & EVENT_BIT(kinds[i]));
	if (!len) return "";
	const char *first = event_name(kinds[0]).at,
		   *second = len > 1 ? event_name(kinds[1]).at : "";
	(void)snprintf(text, sizeof text, len > 1 ? "%s %s" : "%s%s", first, second);
	return text;
}

static void an_attempt_is_the_jobs_or_the_tasks(void **state)
{
	struct journal_entry begins = moved(RUN_QUEUED, RUN_PROCESSING, "");
	struct journal_entry ends = moved(RUN_PROCESSING, RUN_DONE, "success");
	(void)state;
	assert_string_equal("job.started", told(begins, true, OUTCOME_OPEN));
	assert_string_equal("task.started", told(begins, false, OUTCOME_OPEN));
	assert_string_equal("job.completed", told(ends, true, OUTCOME_NOOP));
	assert_string_equal("task.executed", told(ends, false, OUTCOME_SUCCESS));
}

static void a_failure_is_told_by_what_the_attempt_was(void **state)
{
	struct journal_entry again = moved(RUN_PROCESSING, RUN_QUEUED, "too busy");
	(void)state;
	assert_string_equal("job.failed", told(again, true, OUTCOME_RETRY));
	assert_string_equal("task.failed", told(again, false, OUTCOME_STALLED));
	assert_string_equal("task.timeout", told(again, false, OUTCOME_TIMEOUT));
	assert_string_equal("run.deferred", told(again, true, OUTCOME_DEFER));
	assert_string_equal("run.released", told(again, true, OUTCOME_RELEASED));
	assert_string_equal("run.cancelled",
			    told(moved(RUN_PROCESSING, RUN_CANCELLED, "x"), true, OUTCOME_OPEN));
}

static void an_attempt_that_is_gone_is_told_by_its_word(void **state)
{
	(void)state;
	assert_string_equal("job.timeout",
			    told(moved(RUN_PROCESSING, RUN_QUEUED, "timeout"), true, OUTCOME_OPEN));
	assert_string_equal("task.failed", told(moved(RUN_PROCESSING, RUN_FAILED, "any word"),
						false, OUTCOME_OPEN));
}

static void the_last_failure_is_the_executions_and_the_runs(void **state)
{
	struct journal_entry last = moved(RUN_PROCESSING, RUN_DLQ, "retry");
	(void)state;
	assert_string_equal("job.failed run.dlq", told(last, true, OUTCOME_RETRY));
	assert_string_equal("task.timeout run.dlq", told(last, false, OUTCOME_TIMEOUT));
	assert_string_equal("run.dlq",
			    told(moved(RUN_QUEUED, RUN_DLQ, "deadline"), false, OUTCOME_OPEN));
}

static void what_happens_to_runs_between_attempts_has_names(void **state)
{
	(void)state;
	assert_string_equal("run.retried", told(moved(RUN_DLQ, RUN_QUEUED, "retry"), false, 0));
	assert_string_equal("run.queued", told(moved(RUN_WAITING, RUN_QUEUED, ""), false, 0));
	assert_string_equal("batch.completed", told(moved(RUN_WAITING, RUN_DONE, ""), false, 0));
	assert_string_equal("run.cancelled", told(moved(RUN_FAILED, RUN_CANCELLED, ""), false, 0));
	assert_string_equal("run.failed", told(moved(RUN_QUEUED, RUN_FAILED, "damaged"), false, 0));
}

static void every_other_entry_is_one_event(void **state)
{
	enum event_kind kinds[EVENTS_AN_ENTRY];
	struct event_facts facts = { 0 };
	(void)state;
	for (u32 kind = 0; kind < JOURNAL_KINDS; kind++) {
		struct journal_entry entry = { .kind = (enum journal_kind)kind };
		if (kind == JOURNAL_MOVED || kind == JOURNAL_REFUSED) continue;
		assert_int_equal(1, events_of(&entry, &facts, kinds));
		assert_true(events_possible(&entry) == EVENT_BIT(kinds[0]));
	}
	struct journal_entry refused = { .kind = JOURNAL_REFUSED };
	assert_int_equal(0, events_of(&refused, &facts, kinds));
	struct journal_entry deleted = { .kind = JOURNAL_JOB, .reason = STR("deleted") };
	assert_string_equal("job.deleted", told(deleted, true, 0));
	deleted.reason = STR("created");
	assert_string_equal("job.scheduled", told(deleted, true, 0));
}

static void names_are_chosen_alone_or_by_their_beginning(void **state)
{
	u64 jobs = event_parse(STR("job.*"));
	(void)state;
	assert_true(event_parse(STR("run.dlq")) == EVENT_BIT(EVENT_RUN_DLQ));
	assert_true(jobs & EVENT_BIT(EVENT_JOB_FAILED));
	assert_false(jobs & EVENT_BIT(EVENT_RUN_DLQ));
	assert_true(event_parse(STR("job.")) == 0);
	assert_true(event_parse(STR("*")) == 0);
	assert_true(event_parse(STR(".*")) == 0);
	assert_true(event_parse(STR("no.*")) == 0);
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		assert_true(event_parse(event_name(i)) == EVENT_BIT(i));
		assert_true(event_sentence(i).len > 5);
	}
}

static void a_place_is_read_as_it_was_printed(void **state)
{
	struct event_place place = { 1204, 6 }, read;
	struct buf text;
	static const char *const none[] = {
		"",    "-",   "12",    "12-",          "-3",
		"a-1", "1-a", "1-2-3", "1-4294967296", "9223372036854775808-1"
	};
	(void)state;
	buf_init(&text, EVENT_PLACE_BYTES);
	event_place_print(&text, place);
	assert_true(str_eq(buf_view(&text), STR("1204-6")));
	assert_true(event_place_parse(buf_view(&text), &read));
	assert_true(read.turn == 1204 && read.at == 6);
	assert_true(event_place_before((struct event_place){ 1204, 5 }, place));
	assert_true(event_place_before((struct event_place){ 1203, 9 }, place));
	assert_false(event_place_before(place, place));
	for (u32 i = 0; i < countof(none); i++)
		assert_false(event_place_parse(str_from(none[i]), &read));
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_attempt_is_the_jobs_or_the_tasks),
		cmocka_unit_test(a_failure_is_told_by_what_the_attempt_was),
		cmocka_unit_test(an_attempt_that_is_gone_is_told_by_its_word),
		cmocka_unit_test(the_last_failure_is_the_executions_and_the_runs),
		cmocka_unit_test(what_happens_to_runs_between_attempts_has_names),
		cmocka_unit_test(every_other_entry_is_one_event),
		cmocka_unit_test(names_are_chosen_alone_or_by_their_beginning),
		cmocka_unit_test(a_place_is_read_as_it_was_printed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
