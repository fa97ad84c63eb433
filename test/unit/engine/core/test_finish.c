/* How executions end: reports, heartbeats, late and double ones; and what becomes of the run. */
#include "engine/desk.h"

static const str none = { "", 0 };

static struct enqueue_item plain(void)
{
	return (struct enqueue_item){ 0 };
}

static void success_and_noop_end_a_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < 2; i++) {
		struct uuid run = desk_run(&desk, "acme", plain());
		struct lease lease = desk_claim(&desk);
		enum outcome outcome = i ? OUTCOME_NOOP : OUTCOME_SUCCESS;
		assert_int_equal(HOLDER_OK, desk_finish(&desk, lease.execution, outcome, none));
		assert_int_equal(RUN_DONE, desk_state(&desk, run));
		assert_int_equal(1, desk_row(&desk, run).hot.attempts);
		assert_int_equal(desk.now.wall, desk_row(&desk, run).hot.finished_at);
	}
	desk_close(&desk);
}

static void a_failure_for_good_is_a_dead_letter_at_once(void **state)
{
	static const struct {
		enum outcome outcome;
		str error_class;
	} rows[] = {
		{ OUTCOME_FAIL, STR("") },
		{ OUTCOME_FAIL, STR("network") },
		{ OUTCOME_RETRY, STR("validation") },
		{ OUTCOME_RETRY, STR("http_4xx") },
		{ OUTCOME_RETRY, STR("dm_closed") }, /* the type's policy says so */
	};
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct type_policy policy = { 0 };
	assert_true(class_list_add(&policy.fatal, STR("dm_closed")));
	desk_set_type(&desk, "acme", "mail.send", policy);
	for (u32 i = 0; i < countof(rows); i++) {
		struct uuid run = desk_run(&desk, "acme", plain());
		struct lease lease = desk_claim(&desk);
		desk_finish(&desk, lease.execution, rows[i].outcome, rows[i].error_class);
		assert_int_equal(RUN_FAILED, desk_state(&desk, run));
		assert_int_equal(1, desk_row(&desk, run).hot.attempts);
	}
	desk_close(&desk);
}

static void a_policy_may_make_a_class_worth_a_retry(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct type_policy policy = { 0 };
	assert_true(class_list_add(&policy.retryable, STR("http_4xx")));
	desk_set_type(&desk, "acme", "mail.send", policy);
	struct uuid run = desk_run(&desk, "acme", plain());
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_RETRY, STR("http_4xx"));
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	desk_close(&desk);
}

/* ---- retries ------------------------------------------------------------------------------ */

static void retries_wait_by_the_steps_with_jitter_and_end_in_the_dlq(void **state)
{
	static const msec steps[] = { 60000, 300000, 900000, 3600000 };
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	for (u32 i = 0; i < countof(steps); i++) {
		struct lease lease = desk_claim(&desk);
		desk_finish(&desk, lease.execution, OUTCOME_RETRY, STR("transient"));
		msec wait = desk_row(&desk, run).hot.run_at - desk.now.wall;
		bool sooner = wait >= steps[i] * 6 / 10 && wait <= steps[i] * 8 / 10;
		bool later = wait >= steps[i] * 12 / 10 && wait <= steps[i] * 14 / 10;
		assert_true(sooner || later);
		desk_advance(&desk, wait - 1);
		assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
		desk_advance(&desk, 1);
	}
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_RETRY, STR("transient"));
	assert_int_equal(RUN_DLQ, desk_state(&desk, run));
	assert_int_equal(5, desk_row(&desk, run).hot.attempts);
	assert_int_equal(0, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	desk_close(&desk);
}

static void retry_after_wins_over_the_policy(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_RETRY,
				 .retry_after_ms = 12345 };
	desk_report(&desk, report);
	assert_int_equal(desk.now.wall + 12345, desk_row(&desk, run).hot.run_at);
	desk_close(&desk);
}

static void a_backoff_comes_from_the_type_then_the_tenant(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct backoff fixed = { .kind = BACKOFF_FIXED, .base = 10000 };
	desk_set_tenant(&desk, "acme", (struct tenant_policy){ .backoff = fixed });
	struct uuid run = desk_run(&desk, "acme", plain());
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_RETRY, none);
	assert_in_range(desk_row(&desk, run).hot.run_at - desk.now.wall, 6000, 14000);
	struct backoff doubled = { .kind = BACKOFF_EXPONENTIAL, .base = 1000 };
	desk_set_type(&desk, "acme", "mail.send", (struct type_policy){ .backoff = doubled });
	desk_advance(&desk, 14000);
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_RETRY, none);
	assert_in_range(desk_row(&desk, run).hot.run_at - desk.now.wall, 1200, 2800);
	desk_close(&desk);
}

static void a_429_waits_as_told_and_is_free_ten_times_in_a_row(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	for (u32 i = 1; i <= 12; i++) {
		struct lease lease = desk_claim(&desk);
		assert_int_equal(i <= 11 ? 1 : 2, lease.attempt);
		struct report report = { .execution = lease.execution,
					 .outcome = OUTCOME_RETRY,
					 .error_class = STR("http_429"),
					 .retry_after_ms = 2000 };
		desk_report(&desk, report);
		assert_int_equal(desk.now.wall + 2000, desk_row(&desk, run).hot.run_at);
		desk_advance(&desk, 2000);
	}
	/* The eleventh counted, and the row of free ones began anew. */
	assert_int_equal(1, desk_row(&desk, run).hot.attempts);
	assert_int_equal(1, desk_row(&desk, run).hot.free_429_streak);
	desk_close(&desk);
}

static void another_end_between_begins_the_row_of_free_ones_anew(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct report report = { .outcome = OUTCOME_RETRY, .retry_after_ms = 1000 };
	for (u32 i = 0; i < 15; i++) {
		report.execution = desk_claim(&desk).execution;
		report.error_class = i == 7 ? STR("network") : STR("http_429");
		desk_report(&desk, report);
		desk_advance(&desk, 1000);
	}
	assert_int_equal(1, desk_row(&desk, run).hot.attempts);
	assert_int_equal(7, desk_row(&desk, run).hot.free_429_streak);
	desk_close(&desk);
}

static void a_deferral_costs_no_attempt_and_is_counted(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	for (u32 i = 1; i <= 8; i++) {
		struct lease lease = desk_claim(&desk);
		assert_int_equal(1, lease.attempt);
		struct report report = { .execution = lease.execution,
					 .outcome = OUTCOME_DEFER,
					 .defer_until = desk.now.wall + 1000 };
		desk_report(&desk, report);
		struct run_row row = desk_row(&desk, run);
		assert_int_equal(0, row.hot.attempts);
		assert_int_equal(i, row.hot.deferred_count);
		assert_int_equal(desk.now.wall + 1000, row.hot.deferred_until);
		desk_advance(&desk, 1000);
	}
	desk_finish(&desk, desk_claim(&desk).execution, OUTCOME_SUCCESS, none);
	assert_int_equal(0, desk_row(&desk, run).hot.deferred_until);
	desk_close(&desk);
}

static void a_deferral_into_the_past_is_due_now(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_DEFER,
				 .defer_until = desk.now.wall - MSEC_DAY };
	desk_report(&desk, report);
	assert_int_equal(desk.now.wall, desk_row(&desk, run).hot.run_at);
	desk_claim(&desk);
	desk_close(&desk);
}

/* ---- twice, and late ---------------------------------------------------------------------- */

static void the_same_report_twice_gets_the_same_answer(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_SUCCESS,
				 .result = STR("{\"n\":1}"),
				 .result_hash = STR("h1") };
	assert_int_equal(HOLDER_OK, desk_report(&desk, report));
	assert_int_equal(HOLDER_OK, desk_report(&desk, report)); /* in a later turn */
	desk_crash(&desk);
	assert_int_equal(HOLDER_OK, desk_report(&desk, report)); /* after a crash */
	report.result = STR("{\"n\":2}");
	assert_int_equal(HOLDER_FINISHED, desk_report(&desk, report));
	report.result = STR("{\"n\":1}");
	report.outcome = OUTCOME_FAIL;
	assert_int_equal(HOLDER_FINISHED, desk_report(&desk, report));
	assert_int_equal(RUN_DONE, desk_state(&desk, run));
	assert_int_equal(1, desk_row(&desk, run).hot.attempts);
	desk_close(&desk);
}

static void reports_of_one_turn_see_each_other(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct uuid execution = desk_claim(&desk).execution;
	struct report reports[] = {
		{ .execution = execution, .outcome = OUTCOME_SUCCESS },
		{ .execution = execution, .outcome = OUTCOME_SUCCESS },
		{ .execution = execution, .outcome = OUTCOME_RETRY },
		{ .execution = { { 1, 2, 3 } }, .outcome = OUTCOME_SUCCESS },
	};
	desk_do(&desk,
		(struct command){ .kind = COMMAND_REPORT,
				  .report = { STR("w1"), reports, countof(reports), NULL } });
	assert_int_equal(HOLDER_OK, desk.last.codes[0].code);
	assert_int_equal(HOLDER_OK, desk.last.codes[1].code);
	assert_int_equal(HOLDER_FINISHED, desk.last.codes[2].code);
	assert_int_equal(HOLDER_LEASE_LOST, desk.last.codes[3].code);
	assert_int_equal(RUN_DONE, desk_state(&desk, run));
	desk_close(&desk);
}

static void a_zombie_changes_nothing_whatever_became_of_its_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct lease old = desk_claim(&desk);
	desk_advance(&desk, DEFAULT_LEASE_MS); /* not a word */
	desk_advance(&desk, 2 * MSEC_MINUTE);
	struct lease fresh = desk_claim(&desk);
	assert_int_equal(HOLDER_LEASE_LOST,
			 desk_finish(&desk, old.execution, OUTCOME_SUCCESS, none));
	assert_int_equal(HOLDER_LEASE_LOST, desk_beat(&desk, old.execution));
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	assert_int_equal(HOLDER_OK, desk_finish(&desk, fresh.execution, OUTCOME_SUCCESS, none));
	desk_crash(&desk);
	assert_int_equal(HOLDER_LEASE_LOST,
			 desk_finish(&desk, old.execution, OUTCOME_SUCCESS, none));
	assert_int_equal(2, desk_row(&desk, run).hot.attempts);
	desk_close(&desk);
}

static void a_report_after_a_cancel_is_told_so(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct lease lease = desk_claim(&desk);
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_CANCEL, run));
	assert_int_equal(HOLDER_CANCELLED, desk_beat(&desk, lease.execution));
	assert_int_equal(HOLDER_CANCELLED,
			 desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none));
	assert_int_equal(RUN_CANCELLED, desk_state(&desk, run));
	desk_close(&desk);
}

static void a_report_beats_a_cancel_and_the_end_of_its_lease_in_one_turn(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_SUCCESS };
	struct command cancel = { .kind = COMMAND_CANCEL, .run = { .run = run } };
	struct command done = { .kind = COMMAND_REPORT, .report = { STR("w1"), &report, 1, NULL } };
	desk_submit(&desk, &cancel);
	desk_submit(&desk, &done);
	desk.now.boot += DEFAULT_LEASE_MS;
	desk.now.wall += DEFAULT_LEASE_MS;
	desk_settle(&desk);
	assert_int_equal(RUN_DONE, desk_state(&desk, run));
	assert_int_equal(ERR_CONFLICT, desk.last.head.err); /* the cancel: it is there, and done */
	desk_close(&desk);
}

static void one_tenants_worker_cannot_speak_for_anothers_run(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_SUCCESS };
	struct beat beat = { .execution = report.execution, .progress_percent = 1 };
	for (u32 ended = 0; ended < 2; ended++) {
		desk_do(&desk, (struct command){ .kind = COMMAND_REPORT,
						 .tenant = STR("evil"),
						 .report = { STR("w1"), &report, 1, NULL } });
		assert_int_equal(HOLDER_LEASE_LOST, desk.last.codes[0].code);
		desk_do(&desk, (struct command){ .kind = COMMAND_BEAT,
						 .tenant = STR("evil"),
						 .beat = { STR("w1"), &beat, 1 } });
		assert_int_equal(HOLDER_LEASE_LOST, desk.last.codes[0].code);
		if (!ended) assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
		assert_int_equal(HOLDER_OK, desk_report(&desk, report));
	}
	desk_close(&desk);
}

/* ---- heartbeats --------------------------------------------------------------------------- */

static void heartbeats_keep_a_lease(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_HOUR };
	struct uuid run = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	for (u32 i = 0; i < 20; i++) {
		desk_advance(&desk, DEFAULT_LEASE_MS - 1);
		assert_int_equal(HOLDER_OK, desk_beat(&desk, lease.execution));
	}
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	desk_advance(&desk, DEFAULT_LEASE_MS);
	assert_int_equal(RUN_QUEUED, desk_state(&desk, run));
	desk_close(&desk);
}

static void a_lease_that_was_extended_is_so_in_the_store_too(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct enqueue_item item = { .timeout_ms = MSEC_HOUR };
	struct uuid run = desk_run(&desk, "acme", item);
	struct lease lease = desk_claim(&desk);
	desk_advance(&desk, 50000);
	desk_beat(&desk, lease.execution);
	desk_crash(&desk);
	desk_advance(&desk, 59999);
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, run));
	assert_int_equal(HOLDER_OK, desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, none));
	desk_close(&desk);
}

static void a_damaged_payload_ends_its_run_as_failed(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct uuid run = desk_run(&desk, "acme", plain());
	struct lease lease = desk_claim(&desk);
	assert_int_equal(ERR_OK, desk_run_command(&desk, COMMAND_DAMAGED, run));
	assert_int_equal(RUN_FAILED, desk_state(&desk, run));
	struct memory_execution_seen seen;
	assert_true(memory_store_find_execution(desk.store, &lease.execution, &seen));
	assert_true(str_eq(STR("damaged"), seen.end->error_class));
	assert_int_equal(ERR_NOT_FOUND, desk_run_command(&desk, COMMAND_DAMAGED, run));
	desk_close(&desk);
}

/* ---- progress ----------------------------------------------------------------------------- */

static void tell(struct desk *desk, struct uuid execution, u32 percent, str message)
{
	struct beat beat = { execution, percent, message };
	desk_do(desk, (struct command){ .kind = COMMAND_BEAT, .beat = { STR("w1"), &beat, 1 } });
	assert_int_equal(HOLDER_OK, desk->last.codes[0].code);
}

static void expect_progress(const struct desk *desk, struct uuid execution, u32 percent,
			    const char *message)
{
	const struct progress_row *row = memory_store_find_progress(desk->store, &execution);
	assert_non_null(row);
	assert_int_equal(percent, row->percent);
	assert_true(str_eq(str_from(message), row->message));
}

static void progress_is_written_when_it_is_new_and_once_a_second(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", plain());
	struct uuid id = desk_claim(&desk).execution;
	tell(&desk, id, UINT32_MAX, none);
	assert_null(memory_store_find_progress(desk.store, &id));
	tell(&desk, id, 10, STR("one"));
	expect_progress(&desk, id, 10, "one");
	desk_advance(&desk, 999);
	tell(&desk, id, 20, STR("two"));
	expect_progress(&desk, id, 10, "one");
	desk_advance(&desk, 1);
	tell(&desk, id, 20, STR("two"));
	expect_progress(&desk, id, 20, "two");
	msec written = desk.now.wall;
	desk_advance(&desk, 5000);
	tell(&desk, id, 20, STR("two"));
	assert_true(memory_store_find_progress(desk.store, &id)->at == written);
	tell(&desk, id, UINT32_MAX, STR("three"));
	expect_progress(&desk, id, 20, "three");
	desk_advance(&desk, 1000);
	tell(&desk, id, 100, none);
	expect_progress(&desk, id, 100, "");
	desk_close(&desk);
}

/* What an attempt wrote stands beside it, within its bound. */
static void report_output(struct desk *desk, struct uuid id, struct attempt_output output)
{
	struct report report = { .execution = id, .outcome = OUTCOME_FAIL, .output = output };
	desk_do(desk, (struct command){ .kind = COMMAND_REPORT,
					.report = { STR("w1"), &report, 1, NULL } });
	assert_int_equal(HOLDER_OK, desk->last.codes[0].code);
}

static struct attempt_output output_of(struct desk *desk, struct attempt_output given)
{
	desk_run(desk, "acme", plain());
	struct uuid id = desk_claim(desk).execution;
	report_output(desk, id, given);
	const struct output_row *row = memory_store_find_output(desk->store, &id);
	return row ? row->output : (struct attempt_output){ 0 };
}

static void what_an_attempt_wrote_is_kept_within_a_bound(void **state)
{
	(void)state;
	static char much[2 * LIMIT_OUTPUT_BYTES];
	struct desk desk;
	struct attempt_output kept;
	str whole = { much, LIMIT_OUTPUT_BYTES }, little = STR("oops");
	memset(much, 'x', sizeof much);
	desk_open(&desk);
	kept = output_of(&desk, (struct attempt_output){ 0 });
	assert_int_equal(kept.kind, OUTPUT_NONE);
	kept = output_of(&desk, (struct attempt_output){ .kind = OUTPUT_PROGRAM, .out = whole });
	assert_int_equal(kept.out.len, LIMIT_OUTPUT_BYTES);
	assert_int_equal(kept.out_len, LIMIT_OUTPUT_BYTES);
	kept = output_of(&desk, (struct attempt_output){ .kind = OUTPUT_PROGRAM,
							 .out = whole,
							 .out_len = 5 * whole.len,
							 .err = little });
	assert_int_equal(kept.out.len, LIMIT_OUTPUT_BYTES - little.len);
	assert_int_equal(kept.out_len, 5 * whole.len);
	assert_true(str_eq(kept.err, little));
	kept = output_of(&desk, (struct attempt_output){
					.kind = OUTPUT_PROGRAM, .out = whole, .err = whole });
	assert_int_equal(kept.err.len, LIMIT_OUTPUT_ERRORS_BYTES);
	assert_int_equal(kept.err_len, LIMIT_OUTPUT_BYTES);
	assert_int_equal(kept.out.len + kept.err.len, LIMIT_OUTPUT_BYTES);
	kept = output_of(&desk, (struct attempt_output){
					.kind = OUTPUT_PROGRAM, .out = little, .err = whole });
	assert_int_equal(kept.err.len, LIMIT_OUTPUT_BYTES - little.len);
	kept = output_of(&desk, (struct attempt_output){ .kind = OUTPUT_RESPONSE, .out = whole });
	assert_int_equal(kept.out.len, LIMIT_RESPONSE_BYTES);
	assert_int_equal(kept.out_len, LIMIT_OUTPUT_BYTES);
	desk_close(&desk);
}

/* Lets it time out, then reports what it had written. */
static bool keeps_last_words(str reporter)
{
	struct desk desk;
	struct attempt_output words = { .kind = OUTPUT_PROGRAM, .out = STR("help") };
	struct report report = { .outcome = OUTCOME_RETRY, .output = words };
	desk_open_with(&desk, (struct engine_config){ .node = STR("@node") });
	struct enqueue_item item = plain();
	item.timeout_ms = 1000;
	desk_run(&desk, "acme", item);
	struct uuid id = desk_claim(&desk).execution;
	desk_advance(&desk, 1000);
	report.execution = id;
	desk_do(&desk, (struct command){ .kind = COMMAND_REPORT,
					 .report = { reporter, &report, 1, NULL } });
	assert_int_equal(HOLDER_LEASE_LOST, desk.last.codes[0].code);
	const struct output_row *row = memory_store_find_output(desk.store, &id);
	bool is_kept = row && str_eq(row->output.out, STR("help"));
	desk_close(&desk);
	return is_kept;
}

static void the_last_words_of_our_own_are_kept(void **state)
{
	(void)state;
	assert_true(keeps_last_words(STR("@node")));
	assert_false(keeps_last_words(STR("w1")));
}

static void only_a_message_is_progress_too(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", plain());
	struct uuid id = desk_claim(&desk).execution;
	tell(&desk, id, UINT32_MAX, STR("warming up"));
	expect_progress(&desk, id, UINT32_MAX, "warming up");
	desk_crash(&desk);
	tell(&desk, id, 0, STR("warming up"));
	expect_progress(&desk, id, 0, "warming up");
	desk_close(&desk);
}

/* ---- the hash of the last result ------------------------------------------------------------ */

static struct enqueue_item keyed(str key)
{
	return (struct enqueue_item){ .key = key, .scope = UNIQUE_ACTIVE };
}

/* Runs one of this key to its end; what its lease told of the one before. */
static const char *run_one(struct desk *desk, const char *tenant, struct enqueue_item item,
			   enum outcome outcome, str hash)
{
	desk_run(desk, tenant, item);
	struct lease lease = desk_claim(desk);
	struct report report = { .execution = lease.execution,
				 .outcome = outcome,
				 .result_hash = hash };
	assert_int_equal(HOLDER_OK, desk_report(desk, report));
	return desk->told_hash;
}

static void a_lease_tells_the_hash_of_the_last_result_of_its_key(void **state)
{
	(void)state;
	struct desk desk;
	struct enqueue_item item = keyed(STR("feed")), push = keyed(STR("feed"));
	push.type = STR("push");
	desk_open(&desk);
	assert_string_equal("", run_one(&desk, "acme", item, OUTCOME_SUCCESS, STR("h1")));
	assert_string_equal("h1", run_one(&desk, "acme", item, OUTCOME_FAIL, STR("h2")));
	assert_string_equal("h1", run_one(&desk, "acme", item, OUTCOME_NOOP, none));
	desk_crash(&desk);
	assert_string_equal("h1", run_one(&desk, "acme", item, OUTCOME_NOOP, STR("h3")));
	assert_string_equal("h3", run_one(&desk, "acme", item, OUTCOME_SUCCESS, none));
	assert_string_equal("", run_one(&desk, "globex", item, OUTCOME_SUCCESS, none));
	assert_string_equal("", run_one(&desk, "acme", push, OUTCOME_SUCCESS, none));
	assert_string_equal("", run_one(&desk, "acme", keyed(STR("f")), OUTCOME_SUCCESS, none));
	desk_close(&desk);
}

static bool was_unchanged(struct desk *desk, struct uuid execution)
{
	struct memory_execution_seen seen = { 0 };
	assert_true(memory_store_find_execution(desk->store, &execution, &seen));
	return seen.end->unchanged;
}

static bool ends_unchanged(struct desk *desk, struct enqueue_item item, enum outcome outcome,
			   str hash)
{
	run_one(desk, "acme", item, outcome, hash);
	return was_unchanged(desk, desk->leases[desk->leases_len - 1].execution);
}

static void a_result_with_the_hash_of_the_last_one_is_unchanged(void **state)
{
	(void)state;
	struct desk desk;
	struct enqueue_item item = keyed(STR("feed"));
	desk_open(&desk);
	assert_false(ends_unchanged(&desk, item, OUTCOME_SUCCESS, STR("h1")));
	assert_true(ends_unchanged(&desk, item, OUTCOME_SUCCESS, STR("h1")));
	assert_true(ends_unchanged(&desk, item, OUTCOME_NOOP, STR("h1")));
	assert_false(ends_unchanged(&desk, item, OUTCOME_SUCCESS, none));
	assert_false(ends_unchanged(&desk, item, OUTCOME_FAIL, STR("h1")));
	desk_crash(&desk);
	assert_true(ends_unchanged(&desk, item, OUTCOME_SUCCESS, STR("h1")));
	assert_false(ends_unchanged(&desk, item, OUTCOME_SUCCESS, STR("h2")));
	assert_false(ends_unchanged(&desk, item, OUTCOME_SUCCESS, STR("h1")));
	assert_false(ends_unchanged(&desk, keyed(STR("other")), OUTCOME_SUCCESS, STR("h1")));
	assert_false(ends_unchanged(&desk, (struct enqueue_item){ 0 }, OUTCOME_SUCCESS, STR("h1")));
	desk_close(&desk);
}

/* Two reports in one call: the second is compared with the first. */
static void results_of_one_turn_follow_each_other(void **state)
{
	(void)state;
	struct desk desk;
	struct enqueue_item active = keyed(STR("feed")), forever = active;
	desk_open(&desk);
	forever.scope = UNIQUE_FOREVER;
	desk_run(&desk, "acme", active);
	desk_run(&desk, "acme", forever);
	assert_int_equal(2, desk_lease(&desk, 2, (struct lease_command){ 0 }));
	struct report reports[2];
	for (u32 i = 0; i < 2; i++)
		reports[i] = (struct report){ .execution = desk.leases[i].execution,
					      .outcome = OUTCOME_SUCCESS,
					      .result_hash = STR("h") };
	desk_do(&desk, (struct command){ .kind = COMMAND_REPORT,
					 .report = { STR("w1"), reports, 2, NULL } });
	assert_false(was_unchanged(&desk, reports[0].execution));
	assert_true(was_unchanged(&desk, reports[1].execution));
	/* The same report again is answered as before. */
	assert_int_equal(HOLDER_OK, desk_report(&desk, reports[1]));
	desk_close(&desk);
}

static void without_a_key_there_is_no_last_result(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	for (u32 i = 0; i < 2; i++)
		assert_string_equal("",
				    run_one(&desk, "acme", plain(), OUTCOME_SUCCESS, STR("h1")));
	desk_close(&desk);
}

struct audited {
	u32 len;
	char text[200];
};

static void note_audits(void *context, const struct memory_turn_seen *seen)
{
	struct audited *audited = context;
	struct journal_entry entry;
	str rest = seen->journal;
	while (journal_unpack(&rest, &entry)) {
		if (entry.kind != JOURNAL_AUDIT) continue;
		size_t len = strlen(audited->text);
		snprintf(audited->text + len, sizeof audited->text - len, "%.*s %.*s by %.*s; ",
			 STR_ARG(entry.reason), STR_ARG(entry.details), STR_ARG(entry.actor));
		assert_false(uuid_is_nil(&entry.run));
		assert_false(uuid_is_nil(&entry.execution));
		audited->len++;
	}
}

static void what_a_handler_did_is_in_the_journal_once(void **state)
{
	(void)state;
	struct desk desk;
	struct audited audited = { 0 };
	desk_open(&desk);
	desk_run(&desk, "acme", plain());
	const struct audit_event events[] = { { STR("plan.renewed"), STR("{\"after\":1}") },
					      { STR("mail.sent"), STR("{}") } };
	struct report report = { .execution = desk_claim(&desk).execution,
				 .outcome = OUTCOME_SUCCESS,
				 .audit = events,
				 .audit_len = 2 };
	struct command command = { .kind = COMMAND_REPORT,
				   .actor = STR("token:1"),
				   .report = { STR("w1"), &report, 1, NULL } };
	desk_do(&desk, command);
	desk_do(&desk, command); /* the same again, and by a zombie */
	report.execution = desk.leases[0].run;
	desk_do(&desk, command);
	memory_store_each_turn(desk.store, 0, note_audits, &audited);
	assert_string_equal("plan.renewed {\"after\":1} by token:1; mail.sent {} by token:1; ",
			    audited.text);
	desk_close(&desk);
}

/* Room for all of it was taken before the step. */
static void the_longest_audits_of_many_fit_into_one_turn(void **state)
{
	(void)state;
	enum { MANY = 50 };
	static char text[LIMIT_JOURNAL_DETAILS_BYTES];
	struct desk desk;
	struct audited audited = { 0 };
	struct audit_event events[LIMIT_AUDIT_EVENTS];
	struct report reports[MANY];
	memset(text, 'x', sizeof text);
	desk_open(&desk);
	for (u32 i = 0; i < MANY; i++) desk_run(&desk, "acme", plain());
	assert_int_equal(MANY, desk_lease(&desk, MANY, (struct lease_command){ 0 }));
	for (u32 i = 0; i < LIMIT_AUDIT_EVENTS; i++)
		events[i] = (struct audit_event){ { text, LIMIT_AUDIT_EVENT_BYTES },
						  { text, sizeof text } };
	for (u32 i = 0; i < MANY; i++)
		reports[i] = (struct report){ .execution = desk.leases[i].execution,
					      .outcome = OUTCOME_SUCCESS,
					      .audit = events,
					      .audit_len = LIMIT_AUDIT_EVENTS };
	desk_do(&desk, (struct command){ .kind = COMMAND_REPORT,
					 .report = { STR("w1"), reports, MANY, NULL } });
	memory_store_each_turn(desk.store, 0, note_audits, &audited);
	assert_int_equal(MANY * LIMIT_AUDIT_EVENTS, audited.len);
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(success_and_noop_end_a_run),
		cmocka_unit_test(a_failure_for_good_is_a_dead_letter_at_once),
		cmocka_unit_test(a_policy_may_make_a_class_worth_a_retry),
		cmocka_unit_test(retries_wait_by_the_steps_with_jitter_and_end_in_the_dlq),
		cmocka_unit_test(retry_after_wins_over_the_policy),
		cmocka_unit_test(a_backoff_comes_from_the_type_then_the_tenant),
		cmocka_unit_test(a_429_waits_as_told_and_is_free_ten_times_in_a_row),
		cmocka_unit_test(another_end_between_begins_the_row_of_free_ones_anew),
		cmocka_unit_test(a_deferral_costs_no_attempt_and_is_counted),
		cmocka_unit_test(a_deferral_into_the_past_is_due_now),
		cmocka_unit_test(the_same_report_twice_gets_the_same_answer),
		cmocka_unit_test(reports_of_one_turn_see_each_other),
		cmocka_unit_test(a_zombie_changes_nothing_whatever_became_of_its_run),
		cmocka_unit_test(a_report_after_a_cancel_is_told_so),
		cmocka_unit_test(a_report_beats_a_cancel_and_the_end_of_its_lease_in_one_turn),
		cmocka_unit_test(one_tenants_worker_cannot_speak_for_anothers_run),
		cmocka_unit_test(heartbeats_keep_a_lease),
		cmocka_unit_test(a_lease_that_was_extended_is_so_in_the_store_too),
		cmocka_unit_test(a_damaged_payload_ends_its_run_as_failed),
		cmocka_unit_test(progress_is_written_when_it_is_new_and_once_a_second),
		cmocka_unit_test(what_an_attempt_wrote_is_kept_within_a_bound),
		cmocka_unit_test(the_last_words_of_our_own_are_kept),
		cmocka_unit_test(only_a_message_is_progress_too),
		cmocka_unit_test(a_lease_tells_the_hash_of_the_last_result_of_its_key),
		cmocka_unit_test(a_result_with_the_hash_of_the_last_one_is_unchanged),
		cmocka_unit_test(results_of_one_turn_follow_each_other),
		cmocka_unit_test(without_a_key_there_is_no_last_result),
		cmocka_unit_test(what_a_handler_did_is_in_the_journal_once),
		cmocka_unit_test(the_longest_audits_of_many_fit_into_one_turn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
