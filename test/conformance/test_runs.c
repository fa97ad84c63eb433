/* Runs and their executions, over every kind of store. */
#include "conformance/scene.h"

/* Every field says something of its own. */
static struct run_row a_talkative_run(u32 number)
{
	return (struct run_row){
		.id = id_of(number),
		.tenant = { 11 },
		.type = { 12 },
		.hot = { .state = RUN_QUEUED,
			 .priority = 9,
			 .queue = { 13 },
			 .attempts = 2,
			 .max_attempts = 7,
			 .deferred_count = 3,
			 .free_429_streak = 4,
			 .deferred_by = GATE_QUIET_HOURS,
			 .fence = 6,
			 .run_at = SCENE_START + 1,
			 .deferred_until = SCENE_START + 2,
			 .updated_at = SCENE_START + 3,
			 .finished_at = 0,
			 .bucket = -28333333,
			 .journal_turn = UINT32_MAX + (u64)5 },
		.created_at = SCENE_START - 1,
		.deadline_at = MSEC_YEAR_9999_END,
		.timeout_ms = 61000,
		.unique_ttl = MSEC_DAY,
		.scope = UNIQUE_TTL,
		.key_digest = { 0x8000000000000001, 0xffffffffffffffff },
		.key = STR("order:42"),
		.entity = STR("event:42"),
		.user = STR("ann"),
		.payload = STR("{\"to\": \"ann\"}"),
		.trace = STR("00-4bf92f-00f067-01"),
		.created_by = STR("bob"),
		.details = STR("{\"timezone\":\"UTC\"}"),
	};
}

static void a_new_run_is_there_with_everything_it_said(struct scene *scene)
{
	struct run_row row = a_talkative_run(1), kept;
	put_run(scene, &row);
	commit(scene);
	struct run_seen seen = see_run(scene, 1);
	assert_true(seen.found);
	assert_false(seen.is_open);
	assert_same_numbers(&seen.row, &row);
	assert_int_equal(seen.row.payload_len, row.payload.len);
	assert_no_texts(&seen.row);
	assert_true(scene->kind->find_run(scene->subject, &row.id, &kept));
	assert_same_numbers(&kept, &row);
	assert_str(kept.key, row.key);
	assert_str(kept.entity, row.entity);
	assert_str(kept.user, row.user);
	assert_str(kept.payload, row.payload);
	assert_str(kept.trace, row.trace);
	assert_str(kept.created_by, row.created_by);
	assert_str(kept.details, row.details);
}

static void what_was_never_made_is_not_found(struct scene *scene)
{
	struct run_row row = a_run(1);
	put_run(scene, &row);
	commit(scene);
	assert_false(see_run(scene, 2).found);
	assert_false(see_execution(scene, &row.id).found);
	assert_false(scene->kind->find_run(scene->subject, &(struct uuid){ 0 }, &row));
}

static void a_run_may_wait_for_others_or_be_born_dead(struct scene *scene)
{
	static const enum run_state states[] = { RUN_WAITING, RUN_CANCELLED };
	for (u32 i = 0; i < countof(states); i++) {
		struct run_row row = a_run(i + 1);
		row.hot.state = states[i];
		put_run(scene, &row);
	}
	commit(scene);
	assert_int_equal(state_of(scene, 1), RUN_WAITING);
	assert_int_equal(state_of(scene, 2), RUN_CANCELLED);
}

/* --- payloads --- */

static void expect_payload(struct scene *scene, u32 number, str payload)
{
	struct run_row row = a_run(number);
	struct execution_row execution = an_execution(number, number, 1);
	row.payload = payload;
	put_run(scene, &row);
	commit(scene);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_false(scene->leases[0].damaged);
	assert_str(scene->leases[0].payload, payload);
	begin(scene);
}

static void payload_bytes_come_back_as_they_came(struct scene *scene)
{
	static char every_byte[LIMIT_PAYLOAD_BYTES];
	for (size_t i = 0; i < sizeof every_byte; i++) every_byte[i] = (char)(i * 7 + i / 256);
	expect_payload(scene, 1, STR("{\"price\": 1.10, \"n\": 18446744073709551616}"));
	expect_payload(scene, 2, (str){ every_byte, 256 });
	expect_payload(scene, 3, (str){ every_byte, sizeof every_byte });
	expect_payload(scene, 4, (str){ 0 });
	expect_payload(scene, 5, (str){ "\0", 1 });
	expect_payload(scene, 6, STR("\xff\xfe not utf-8 \xc3("));
}

static void a_claim_brings_key_and_trace_too(struct scene *scene)
{
	struct run_row row = a_talkative_run(1);
	struct execution_row execution = an_execution(1, 1, 7);
	execution.tenant = row.tenant;
	put_run(scene, &row);
	commit(scene);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_str(scene->leases[0].payload, row.payload);
	assert_str(scene->leases[0].key, row.key);
	assert_str(scene->leases[0].trace, row.trace);
}

static void a_run_may_be_claimed_in_the_turn_that_makes_it(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	row.payload = STR("{}");
	put_run(scene, &row);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_str(scene->leases[0].payload, STR("{}"));
	begin(scene);
	assert_int_equal(state_of(scene, 1), RUN_PROCESSING);
}

static void a_damaged_payload_withholds_that_claim_alone(struct scene *scene)
{
	for (u32 i = 1; i <= 3; i++) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"whole\": true}");
		put_run(scene, &row);
	}
	commit(scene);
	struct uuid unlucky = id_of(2);
	scene->kind->damage(scene->subject, &unlucky);
	for (u32 i = 1; i <= 3; i++) {
		struct execution_row execution = an_execution(i, i, 1);
		put_claim(scene, &execution);
	}
	assert_int_equal(try_commit(scene), ERR_OK);
	for (u32 i = 0; i < 3; i++) {
		assert_int_equal(scene->leases[i].damaged, i == 1);
		assert_int_equal(scene->leases[i].payload.len, i == 1 ? 0 : 15);
	}
	begin(scene);
	assert_int_equal(state_of(scene, 2), RUN_PROCESSING); /* until the engine ends it */
}

static str numbered_payload(char room[16], u32 number)
{
	int len = snprintf(room, 16, "{\"n\":%u}", number);
	return (str){ room, (size_t)len };
}

static void many_claims_are_one_turn(struct scene *scene)
{
	enum { RUNS = 1000 };
	for (u32 i = 1; i <= RUNS; i++) {
		struct run_row row = a_run(i);
		char payload[16];
		row.payload = numbered_payload(payload, i);
		put_run(scene, &row);
	}
	commit(scene);
	for (u32 i = 1; i <= RUNS; i++) {
		struct execution_row execution = an_execution(i, i, 1);
		put_claim(scene, &execution);
	}
	assert_int_equal(try_commit(scene), ERR_OK);
	for (u32 i = 1; i <= RUNS; i++) {
		char payload[16];
		assert_str(scene->leases[i - 1].payload, numbered_payload(payload, i));
	}
}

/* --- a life --- */

static void a_change_in_life_touches_what_it_names_and_nothing_else(struct scene *scene)
{
	struct run_row row = a_talkative_run(1), neighbour = a_run(2), kept;
	put_run(scene, &row);
	put_run(scene, &neighbour);
	commit(scene);
	row.hot = (struct run_hot){
		.state = RUN_CANCELLED,
		.priority = 1,
		.queue = { 99 },
		.attempts = 3,
		.max_attempts = 8,
		.deferred_count = 4,
		.free_429_streak = 5,
		.deferred_by = GATE_MAINTENANCE,
		.fence = 7,
		.run_at = -5,
		.deferred_until = -6,
		.updated_at = -7,
		.finished_at = -8,
		.bucket = INT64_MIN,
		.journal_turn = UINT64_MAX,
	};
	put_hot(scene, &row);
	commit(scene);
	assert_true(scene->kind->find_run(scene->subject, &row.id, &kept));
	assert_same_numbers(&kept, &row);
	assert_str(kept.payload, row.payload);
	assert_str(kept.key, row.key);
	expect_row(scene, 1, &row);
	expect_row(scene, 2, &neighbour);
}

static void a_claim_appends_its_execution_and_touches_nothing_else(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(5, 1, 4);
	put_run(scene, &row);
	commit(scene);
	put_claim(scene, &execution);
	commit(scene);
	expect_row(scene, 1, &row);
	expect_open(scene, 1, &execution);
}

static void a_beat_moves_the_end_of_its_lease_only(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	struct change *beat = add_change(scene, CHANGE_EXECUTION_BEAT);
	beat->execution.id = execution.id;
	beat->execution.lease_until = execution.lease_until + 12345;
	commit(scene);
	execution.lease_until += 12345;
	expect_open(scene, 1, &execution);
}

static void an_end_is_kept_with_all_it_said(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	struct execution_end end = {
		.outcome = OUTCOME_RETRY,
		.ended_at = SCENE_START + 17,
		.report = { 5, 6 },
		.unchanged = 1,
		.error_class = STR("http_5xx"),
		.error_message = STR("503 from the \"mail\" server\n"),
		.result = STR("{\"half\": [1, 2]}"),
		.result_hash = STR("abc"),
	};
	struct execution_end kept;
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	assert_false(scene->kind->find_end(scene->subject, &execution.id, &kept));
	put_end(scene, &execution, &end);
	row.hot.attempts = 1;
	put_hot(scene, &row);
	commit(scene);
	struct execution_seen seen = see_execution(scene, &execution.id);
	assert_true(seen.found);
	assert_same_execution(&seen.row, &execution);
	assert_uuid(seen.end.id, execution.id);
	assert_uuid(seen.end.run, row.id);
	assert_int_equal(seen.end.outcome, OUTCOME_RETRY);
	assert_true(seen.end.ended_at == end.ended_at);
	assert_true(digest_eq(seen.end.report, end.report));
	assert_int_equal(seen.end.error_class.len + seen.end.error_message.len, 0);
	assert_int_equal(seen.end.result.len + seen.end.result_hash.len,
			 0); /* not for the engine */
	assert_true(scene->kind->find_end(scene->subject, &execution.id, &kept));
	assert_str(kept.error_class, end.error_class);
	assert_str(kept.error_message, end.error_message);
	assert_str(kept.result, end.result);
	assert_str(kept.result_hash, end.result_hash);
	assert_int_equal(kept.unchanged, 1);
	assert_false(see_run(scene, 1).is_open);
	expect_row(scene, 1, &row);
}

static void the_longest_texts_of_an_end_fit(struct scene *scene)
{
	static char text[LIMIT_RESULT_BYTES];
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	struct execution_end kept, end = { .outcome = OUTCOME_SUCCESS };
	for (size_t i = 0; i < sizeof text; i++) text[i] = (char)(i * 31);
	end.result = (str){ text, LIMIT_RESULT_BYTES };
	end.error_message = (str){ text, LIMIT_ERROR_MESSAGE_BYTES };
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	put_end(scene, &execution, &end);
	row.hot.state = RUN_DONE;
	put_hot(scene, &row);
	commit(scene);
	assert_true(scene->kind->find_end(scene->subject, &execution.id, &kept));
	assert_str(kept.result, end.result);
	assert_str(kept.error_message, end.error_message);
}

/* An engine may write the run before the execution, or after it. */
static void end_and_new_state_may_come_in_either_order(struct scene *scene)
{
	static const enum run_state ends[] = { RUN_DONE, RUN_QUEUED, RUN_FAILED, RUN_DLQ,
					       RUN_CANCELLED };
	for (u32 i = 0; i < 2 * countof(ends); i++) {
		struct run_row row = a_run(i);
		struct execution_row execution = an_execution(i, i, 1);
		put_run(scene, &row);
		put_claim(scene, &execution);
		commit(scene);
		row.hot.state = ends[i / 2];
		row.hot.fence = 1;
		if (i % 2) put_hot(scene, &row);
		put_outcome(scene, &execution, OUTCOME_SUCCESS);
		if (i % 2 == 0) put_hot(scene, &row);
		commit(scene);
		assert_int_equal(state_of(scene, i), ends[i / 2]);
		expect_row(scene, i, &row);
	}
}

static void a_run_that_is_given_back_untouched_is_queued_again(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	put_outcome(scene, &execution, OUTCOME_RELEASED);
	commit(scene);
	assert_int_equal(state_of(scene, 1), RUN_QUEUED);
	expect_row(scene, 1, &row);
}

static void a_run_may_end_and_be_claimed_again_in_one_turn(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row first = an_execution(1, 1, 1), second = an_execution(2, 1, 2);
	put_run(scene, &row);
	put_claim(scene, &first);
	commit(scene);
	put_outcome(scene, &first, OUTCOME_RETRY);
	row.hot.attempts = 1;
	row.hot.fence = 1;
	put_hot(scene, &row);
	put_claim(scene, &second);
	commit(scene);
	expect_open(scene, 1, &second);
	assert_int_equal(see_execution(scene, &first.id).end.outcome, OUTCOME_RETRY);
}

static void every_attempt_of_a_long_life_stays_to_be_seen(struct scene *scene)
{
	enum { ATTEMPTS = 300 };
	struct run_row row = a_run(1);
	put_run(scene, &row);
	commit(scene);
	for (u32 i = 1; i <= ATTEMPTS; i++) {
		struct execution_row execution = an_execution(i, 1, i);
		put_claim(scene, &execution);
		commit(scene);
		row.hot.attempts = row.hot.fence = i;
		if (i == ATTEMPTS) row.hot.state = RUN_DLQ;
		put_hot(scene, &row);
		put_outcome(scene, &execution, i % 2 ? OUTCOME_STALLED : OUTCOME_TIMEOUT);
		commit(scene);
	}
	assert_int_equal(state_of(scene, 1), RUN_DLQ);
	for (u32 i = 1; i <= ATTEMPTS; i++) {
		struct uuid id = execution_id_of(i);
		struct execution_seen seen = see_execution(scene, &id);
		assert_true(seen.found);
		assert_int_equal(seen.row.fence, i);
		assert_int_equal(seen.end.outcome, i % 2 ? OUTCOME_STALLED : OUTCOME_TIMEOUT);
	}
}

static void a_dead_letter_may_be_retried_or_discarded(struct scene *scene)
{
	for (u32 i = 1; i <= 2; i++) {
		struct run_row row = a_run(i);
		struct execution_row execution = an_execution(i, i, 1);
		put_run(scene, &row);
		put_claim(scene, &execution);
		commit(scene);
		row.hot.state = RUN_DLQ;
		put_outcome(scene, &execution, OUTCOME_STALLED);
		put_hot(scene, &row);
		commit(scene);
		row.hot.state = i == 1 ? RUN_QUEUED : RUN_CANCELLED;
		put_hot(scene, &row);
		commit(scene);
	}
	assert_int_equal(state_of(scene, 1), RUN_QUEUED);
	assert_int_equal(state_of(scene, 2), RUN_CANCELLED);
}

/* For gates that look at one run: its person's say, by tenant and name; texts when they are asked.
 */
static void what_gates_ask_of_a_run_is_brought(struct scene *scene)
{
	struct run_row row = a_run(1), other = a_run(2);
	row.user = STR("ann");
	other.user = STR("bob");
	put_run(scene, &row);
	put_run(scene, &other);
	put_gates(scene, row.tenant.v, STR("ann"), STR("quiet_hours UTC 22:00-07:00"));
	put_gates(scene, row.tenant.v + 1, STR("bob"), STR("opt_in a"));
	commit(scene);
	struct want wants[] = {
		{ .kind = WANT_GUARD,
		  .guard = { .run = id_of(1), .asks_run = true, .asks_body = true } },
		{ .kind = WANT_GUARD, .guard = { .run = id_of(2), .asks_run = true } },
		{ .kind = WANT_GUARD, .guard = { .run = id_of(1), .asks_body = true } },
		{ .kind = WANT_GUARD, .guard = { .run = id_of(77), .asks_run = true } },
		{ .kind = WANT_GUARD, .guard = { .run = id_of(77), .asks_body = true } },
	};
	for (u32 i = 0; i < countof(wants); i++) wants[i] = load(scene, wants[i]);
	assert_true(wants[0].guard.found);
	assert_str(wants[0].guard.gates, STR("quiet_hours UTC 22:00-07:00"));
	assert_str(wants[0].guard.entity, row.entity);
	assert_str(wants[0].guard.user, row.user);
	assert_true(wants[0].guard.has_body);
	assert_str(wants[0].guard.payload, row.payload);
	assert_str(wants[0].guard.key, row.key);
	assert_str(wants[0].guard.trace, row.trace);
	assert_true(wants[1].guard.found);
	assert_str(wants[1].guard.gates, STR(""));
	assert_false(wants[1].guard.has_body);
	assert_int_equal(wants[1].guard.payload.len, 0);
	assert_true(wants[2].guard.found);
	assert_str(wants[2].guard.payload, row.payload);
	assert_int_equal(wants[2].guard.user.len, 0);
	assert_false(wants[3].guard.found);
	assert_false(wants[4].guard.found);
	assert_false(wants[4].guard.has_body);
}

/* ---- replaced ----------------------------------------------------------------------------- */

static struct run_replaced replaced_by(const struct run_row *row, str payload)
{
	return (struct run_replaced){ .id = row->id,
				      .tenant = row->tenant,
				      .deadline_at = SCENE_START + 9,
				      .flagged = LINT_SECRET,
				      .alert = 77,
				      .alert_key = STR("page:1"),
				      .payload = payload };
}

static void what_replaces_a_payload_leaves_all_else(struct scene *scene)
{
	struct run_row row = a_talkative_run(1), kept;
	put_run(scene, &row);
	commit(scene);
	for (u32 i = 0; i < 3; i++) { /* shorter, empty, longer */
		static const str payloads[] = { STR("{}"), { "", 0 }, STR("{\"to\": \"bobby\"}") };
		struct run_replaced replaced = replaced_by(&row, payloads[i]);
		add_change(scene, CHANGE_RUN_REPLACED)->replaced = &replaced;
		put_hot(scene, &row);
		commit(scene);
		row.deadline_at = replaced.deadline_at;
		row.flagged = replaced.flagged;
		row.alert = replaced.alert;
		row.payload_len = (u32)payloads[i].len;
		assert_true(scene->kind->find_run(scene->subject, &row.id, &kept));
		assert_same_numbers(&kept, &row);
		assert_true(kept.deadline_at == SCENE_START + 9);
		assert_int_equal(kept.payload_len, payloads[i].len);
		assert_str(kept.payload, payloads[i]);
		assert_str(kept.alert_key, replaced.alert_key);
		assert_str(kept.key, row.key);
		assert_str(kept.entity, row.entity);
		assert_str(kept.created_by, row.created_by);
		assert_str(kept.details, row.details);
	}
}

/* Made, replaced twice and claimed in one turn: the worker gets what was said last. */
static void a_claim_brings_the_payload_that_was_said_last(struct scene *scene)
{
	struct run_row row = a_talkative_run(1);
	struct execution_row execution = an_execution(1, 1, 7);
	struct run_replaced first = replaced_by(&row, STR("{\"n\":1}"));
	struct run_replaced last = replaced_by(&row, STR("{\"n\":22}"));
	execution.tenant = row.tenant;
	put_run(scene, &row);
	add_change(scene, CHANGE_RUN_REPLACED)->replaced = &first;
	put_hot(scene, &row);
	add_change(scene, CHANGE_RUN_REPLACED)->replaced = &last;
	put_hot(scene, &row);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_str(scene->leases[0].payload, last.payload);
	assert_str(scene->leases[0].key, row.key);
	begin(scene);
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(what_gates_ask_of_a_run_is_brought),
		STORY(a_new_run_is_there_with_everything_it_said),
		STORY(what_was_never_made_is_not_found),
		STORY(a_run_may_wait_for_others_or_be_born_dead),
		STORY(payload_bytes_come_back_as_they_came),
		STORY(a_claim_brings_key_and_trace_too),
		STORY(a_run_may_be_claimed_in_the_turn_that_makes_it),
		STORY(a_damaged_payload_withholds_that_claim_alone),
		STORY(many_claims_are_one_turn),
		STORY(a_change_in_life_touches_what_it_names_and_nothing_else),
		STORY(a_claim_appends_its_execution_and_touches_nothing_else),
		STORY(a_beat_moves_the_end_of_its_lease_only),
		STORY(an_end_is_kept_with_all_it_said),
		STORY(the_longest_texts_of_an_end_fit),
		STORY(end_and_new_state_may_come_in_either_order),
		STORY(a_run_that_is_given_back_untouched_is_queued_again),
		STORY(a_run_may_end_and_be_claimed_again_in_one_turn),
		STORY(every_attempt_of_a_long_life_stays_to_be_seen),
		STORY(a_dead_letter_may_be_retried_or_discarded),
		STORY(what_replaces_a_payload_leaves_all_else),
		STORY(a_claim_brings_the_payload_that_was_said_last),
	};
	return tell_stories(stories, countof(stories));
}
