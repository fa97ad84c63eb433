/* Once, not twice: which keys count, and for how long. */
#include "engine/core/core.h"
#include "engine/desk.h"
#include "engine/whole.h"

static const str none = { "", 0 };

static bool is_duplicate(struct desk *desk, struct enqueue_item item)
{
	return desk_enqueue(desk, "acme", item).duplicate;
}

/* Ends the one run that is due in `end`. */
static void end_run(struct desk *desk, struct uuid run, enum run_state end)
{
	if (end == RUN_CANCELLED) {
		assert_int_equal(ERR_OK, desk_run_command(desk, COMMAND_CANCEL, run));
		return;
	}
	struct lease lease = desk_claim(desk);
	enum outcome outcome = end == RUN_DONE     ? OUTCOME_SUCCESS
			       : end == RUN_FAILED ? OUTCOME_FAIL
						   : OUTCOME_RETRY;
	desk_finish(desk, lease.execution, outcome, none);
	assert_int_equal(end, desk_state(desk, run));
}

/* ---- how long a key counts ---------------------------------------------------------------- */

static void each_scope_lets_a_key_go_when_it_should(void **state)
{
	static const struct {
		enum unique_scope scope;
		bool kept[4]; /* after done, failed, dlq, cancelled */
	} rows[] = {
		{ UNIQUE_ACTIVE, { false, false, false, false } },
		{ UNIQUE_SUCCEEDED, { true, false, false, false } },
		{ UNIQUE_FOREVER, { true, true, true, true } },
		{ UNIQUE_BUCKET, { true, true, true, false } }, /* it had not begun */
		{ UNIQUE_TTL, { true, true, true, false } },
	};
	static const enum run_state ends[] = { RUN_DONE, RUN_FAILED, RUN_DLQ, RUN_CANCELLED };
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		for (u32 k = 0; k < countof(ends); k++) {
			struct desk desk;
			desk_open(&desk);
			struct enqueue_item item = { .key = STR("k"),
						     .scope = rows[i].scope,
						     .run_at = desk.now.wall,
						     .max_attempts = 1 };
			struct uuid run = desk_run(&desk, "acme", item);
			assert_true(is_duplicate(&desk, item));
			assert_int_equal(RUN_QUEUED, desk.last.items[0].state);
			end_run(&desk, run, ends[k]);
			assert_int_equal(rows[i].kept[k], is_duplicate(&desk, item));
			if (rows[i].kept[k]) assert_int_equal(ends[k], desk.last.items[0].state);
			desk_close(&desk);
		}
	}
}

static void scopes_do_not_see_each_other(void **state)
{
	static const enum unique_scope scopes[] = { UNIQUE_BUCKET, UNIQUE_TTL, UNIQUE_ACTIVE,
						    UNIQUE_SUCCEEDED, UNIQUE_FOREVER };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(scopes); i++)
		assert_false(is_duplicate(
			&desk, (struct enqueue_item){ .key = STR("k"), .scope = scopes[i] }));
	for (u32 i = 0; i < countof(scopes); i++)
		assert_true(is_duplicate(
			&desk, (struct enqueue_item){ .key = STR("k"), .scope = scopes[i] }));
	desk_close(&desk);
}

static void without_a_word_a_given_time_means_its_minute_and_else_a_day(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item timed = { .key = STR("k"),
				      .run_at = desk.now.wall + MSEC_HOUR,
				      .run_at_is_absolute = true };
	struct enqueue_item plain = { .key = STR("k") };
	assert_int_equal(UNIQUE_BUCKET, desk_row(&desk, desk_run(&desk, "acme", timed)).scope);
	assert_int_equal(UNIQUE_TTL, desk_row(&desk, desk_run(&desk, "acme", plain)).scope);
	desk_advance(&desk, MSEC_DAY - 1);
	assert_true(is_duplicate(&desk, plain));
	desk_advance(&desk, 1);
	assert_false(is_duplicate(&desk, plain));
	desk_close(&desk);
}

static void a_callers_own_bucket_is_any_text(void **state)
{
	static const str buckets[] = { STR("2026-W07"), STR("20260101"), STR("1"),
				       STR("1767225600000") };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(buckets); i++) {
		struct enqueue_item item = { .key = STR("k"), .bucket = buckets[i] };
		assert_false(is_duplicate(&desk, item));
		assert_true(is_duplicate(&desk, item));
		desk_advance(&desk, 1000);
		assert_true(is_duplicate(&desk, item));
	}
	desk_close(&desk);
}

/* A month past it, and as long as the run is there: here none is ever removed. */
static void a_bucket_lasts_as_long_as_its_run(void **state)
{
	static const enum run_state ends[] = { RUN_DONE, RUN_FAILED, RUN_DLQ };
	(void)state;
	for (u32 i = 0; i < countof(ends); i++) {
		struct desk desk;
		desk_open(&desk);
		struct enqueue_item item = { .key = STR("k"),
					     .scope = UNIQUE_BUCKET,
					     .run_at = desk.now.wall - 60 * MSEC_DAY,
					     .max_attempts = 1 };
		struct uuid run = desk_run(&desk, "acme", item);
		for (u32 day = 0; day < 40; day++) desk_advance(&desk, MSEC_DAY);
		assert_true(is_duplicate(&desk, item)); /* it waits still */
		end_run(&desk, run, ends[i]);
		for (u32 day = 0; day < 100; day++) desk_advance(&desk, MSEC_DAY);
		assert_true(is_duplicate(&desk, item));
		assert_true(uuid_eq(&run, &desk.last.items[0].run));
		if (run_state_is_dead_letter(ends[i]))
			assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_RETRY, run));
		desk_close(&desk);
	}
}

/* Retention took the run, not its key: the duplicate is told that it was there. */
static void a_duplicate_of_a_removed_run_says_so(void **state)
{
	static const enum unique_scope scopes[] = { UNIQUE_BUCKET, UNIQUE_SUCCEEDED,
						    UNIQUE_FOREVER };
	(void)state;
	for (u32 i = 0; i < countof(scopes); i++) {
		struct desk desk = { 0 };
		desk_open(&desk);
		desk.config.retention.finished_ms = MSEC_DAY;
		desk_crash(&desk); /* a process with that setting */
		struct enqueue_item item = { .key = STR("k"),
					     .scope = scopes[i],
					     .run_at = desk.now.wall };
		struct uuid run = desk_run(&desk, "acme", item);
		end_run(&desk, run, RUN_DONE);
		desk_advance(&desk, MSEC_DAY);
		for (bool more = true; more;) assert_int_equal(ERR_OK, pump_tend(desk.pump, &more));
		assert_true(is_duplicate(&desk, item));
		assert_true(uuid_eq(&run, &desk.last.items[0].run));
		assert_true(desk.last.items[0].purged);
		if (scopes[i] == UNIQUE_BUCKET) {
			desk_advance(&desk, 30 * MSEC_DAY); /* now nothing keeps it */
			assert_false(is_duplicate(&desk, item));
		}
		desk_close(&desk);
	}
}

static void a_retry_and_a_deferral_keep_the_bucket(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .key = STR("k"),
				     .scope = UNIQUE_BUCKET,
				     .run_at = desk.now.wall };
	struct uuid run = desk_run(&desk, "acme", item);
	i64 bucket = desk_row(&desk, run).hot.bucket;
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_RETRY,
				 .retry_after_ms = MSEC_HOUR };
	desk_report(&desk, report);
	assert_int_equal(bucket, desk_row(&desk, run).hot.bucket);
	desk_advance(&desk, MSEC_HOUR);
	report = (struct report){ .execution = desk_claim(&desk).execution,
				  .outcome = OUTCOME_DEFER,
				  .defer_until = desk.now.wall + MSEC_HOUR };
	desk_report(&desk, report);
	assert_int_equal(bucket, desk_row(&desk, run).hot.bucket);
	assert_true(is_duplicate(&desk, item));
	desk_close(&desk);
}

static void keys_are_known_after_a_crash(void **state)
{
	static const enum unique_scope scopes[] = { UNIQUE_BUCKET, UNIQUE_TTL, UNIQUE_ACTIVE,
						    UNIQUE_SUCCEEDED, UNIQUE_FOREVER };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < countof(scopes); i++) {
		struct enqueue_item item = { .key = STR("k"),
					     .scope = scopes[i],
					     .run_at = desk.now.wall };
		struct uuid run = desk_run(&desk, "acme", item);
		desk_crash(&desk);
		struct enqueue_answer again = desk_enqueue(&desk, "acme", item);
		assert_true(again.duplicate);
		assert_true(uuid_eq(&run, &again.run));
	}
	desk_close(&desk);
}

/* A key that is given free and taken in one turn: the store must see both in order. */
static void a_key_may_change_hands_within_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .type = STR("mail.send"),
				     .key = STR("k"),
				     .payload = STR("{}"),
				     .scope = UNIQUE_ACTIVE };
	struct uuid first = desk_run(&desk, "acme", item);
	struct command cancel = { .kind = COMMAND_CANCEL, .run = { .run = first } };
	struct command again = { .kind = COMMAND_ENQUEUE,
				 .tenant = STR("acme"),
				 .enqueue = { &item, 1, false } };
	struct command third = again;
	desk_submit(&desk, &cancel);
	desk_submit(&desk, &again);
	desk_submit(&desk, &third);
	desk_settle(&desk);
	assert_true(desk.last.items[0].duplicate);
	assert_false(uuid_eq(&first, &desk.last.items[0].run));
	assert_int_equal(1, desk_count(&desk, RUN_QUEUED));
	desk_close(&desk);
}

/* A bucket is taken again with its run: else another could take it, and both would end with it. */
static void a_bucket_whose_run_comes_back_after_months_is_taken_again(void **state)
{
	(void)state;
	for (u32 days = 1; days < 50; days += 40) {
		struct desk desk;
		desk_open(&desk);
		struct enqueue_item item = { .key = STR("k"),
					     .scope = UNIQUE_BUCKET,
					     .run_at = desk.now.wall,
					     .max_attempts = 1 };
		struct uuid run = desk_run(&desk, "acme", item);
		end_run(&desk, run, RUN_DLQ);
		for (u32 day = 0; day < days; day++) desk_advance(&desk, MSEC_DAY);
		assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_RETRY, run));
		for (u32 day = 0; day < 31; day++) desk_advance(&desk, MSEC_DAY);
		assert_true(is_duplicate(&desk, item));
		end_run(&desk, run, RUN_DONE);
		assert_true(is_duplicate(&desk, item));
		desk_close(&desk);
	}
}

/* ---- the arithmetic ----------------------------------------------------------------------- */

static void buckets_are_minutes_spans_or_none(void **state)
{
	(void)state;
	assert_int_equal(60000, unique_bucket(UNIQUE_BUCKET, 119999, 0, 0, none));
	assert_int_equal(120000, unique_bucket(UNIQUE_BUCKET, 120000, 0, 0, none));
	assert_int_equal(3, unique_bucket(UNIQUE_TTL, 0, 39, 10, none));
	assert_int_equal(4, unique_bucket(UNIQUE_TTL, 0, 40, 10, none));
	assert_int_equal(0, unique_bucket(UNIQUE_ACTIVE, 5, 5, 5, none));
	assert_int_equal(0, unique_bucket(UNIQUE_FOREVER, 5, 5, 5, none));
	assert_true(unique_bucket(UNIQUE_BUCKET, 5, 5, 5, STR("a word")) < 0);
	assert_true(unique_bucket(UNIQUE_BUCKET, 5, 5, 5, STR("word a")) !=
		    unique_bucket(UNIQUE_BUCKET, 5, 5, 5, STR("a word")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_scope_lets_a_key_go_when_it_should),
		cmocka_unit_test(scopes_do_not_see_each_other),
		cmocka_unit_test(without_a_word_a_given_time_means_its_minute_and_else_a_day),
		cmocka_unit_test(a_callers_own_bucket_is_any_text),
		cmocka_unit_test(a_bucket_lasts_as_long_as_its_run),
		cmocka_unit_test(a_duplicate_of_a_removed_run_says_so),
		cmocka_unit_test(a_retry_and_a_deferral_keep_the_bucket),
		cmocka_unit_test(keys_are_known_after_a_crash),
		cmocka_unit_test(a_key_may_change_hands_within_one_turn),
		cmocka_unit_test(a_bucket_whose_run_comes_back_after_months_is_taken_again),
		cmocka_unit_test(buckets_are_minutes_spans_or_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
