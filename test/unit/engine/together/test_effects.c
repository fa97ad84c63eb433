/* Effects happen once: who may go ahead, who may say what came of it, and what is in doubt. */
#include "engine/desk.h"
#include "model/effect.h"

static struct command claim_as(struct uuid execution, const char *key)
{
	return (struct command){ .kind = COMMAND_EFFECT_CLAIM,
				 .tenant = STR("acme"),
				 .effect = { .action_key = STR("charge"),
					     .idempotency_key = str_from(key),
					     .execution = execution } };
}

static struct command claim_of(const char *key)
{
	return claim_as((struct uuid){ { 0 } }, key);
}

static struct command complete(struct uuid claim, const char *result)
{
	return (struct command){ .kind = COMMAND_EFFECT_COMPLETE,
				 .tenant = STR("acme"),
				 .effect = { .claim = claim, .result = str_from(result) } };
}

static struct command release(struct uuid claim)
{
	return (struct command){ .kind = COMMAND_EFFECT_RELEASE,
				 .tenant = STR("acme"),
				 .effect = { .claim = claim, .reason = STR("not sent") } };
}

/* A run of acme, leased. */
static struct lease leased(struct desk *desk)
{
	desk_run(desk, "acme", (struct enqueue_item){ 0 });
	return desk_claim(desk);
}

static struct effect_answer ask(struct desk *desk, struct command command)
{
	const struct answer *answer = desk_do(desk, command);
	assert_int_equal(ERR_OK, answer->err);
	return answer->effect;
}

static void refuse(struct desk *desk, struct command command, enum err err, const char *word)
{
	const struct answer *answer = desk_do(desk, command);
	assert_int_equal(err, answer->err);
	if (!strstr(answer->why.text, word)) print_error("%s\n", answer->why.text);
	assert_non_null(strstr(answer->why.text, word));
}

static void only_the_first_is_told_to_go_ahead(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct effect_answer first = ask(&desk, claim_of("k"));
	assert_true(first.is_first);
	assert_int_equal(EFFECT_OPEN, first.state);
	struct effect_answer second = ask(&desk, claim_of("k"));
	assert_false(second.is_first);
	assert_int_equal(EFFECT_OPEN, second.state);
	assert_true(uuid_eq(&first.claim, &second.claim));
	assert_true(ask(&desk, claim_of("other")).is_first);
	desk_crash(&desk);
	assert_false(ask(&desk, claim_of("k")).is_first);
	desk_close(&desk);
}

static void of_two_in_one_turn_one_is_first(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command a = claim_of("k"), b = claim_of("k");
	desk_submit(&desk, &a);
	desk_submit(&desk, &b);
	desk_settle(&desk);
	assert_ptr_equal(b.reply, desk.last.head.reply);
	assert_false(desk.last.head.effect.is_first);
	desk_close(&desk);
}

static void tenant_scope_and_action_tell_effects_apart(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_true(ask(&desk, claim_of("k")).is_first);
	struct command command = claim_of("k");
	command.effect.scope = STR("branch:7");
	assert_true(ask(&desk, command).is_first);
	command = claim_of("k");
	command.effect.action_key = STR("refund");
	assert_true(ask(&desk, command).is_first);
	command = claim_of("k");
	command.tenant = STR("bolt");
	struct effect_answer others = ask(&desk, command);
	assert_true(others.is_first);
	refuse(&desk, complete(others.claim, "1"), ERR_NOT_FOUND, "there is no such claim");
	refuse(&desk, release(others.claim), ERR_NOT_FOUND, "there is no such claim");
	desk_close(&desk);
}

static void what_was_done_is_told_with_its_result_for_good(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct effect_answer first = ask(&desk, claim_of("k"));
	assert_int_equal(EFFECT_DONE, ask(&desk, complete(first.claim, "{\"id\":7}")).state);
	desk_crash(&desk);
	desk_advance(&desk, 400 * MSEC_DAY);
	struct effect_answer later = ask(&desk, claim_of("k"));
	assert_false(later.is_first);
	assert_int_equal(EFFECT_DONE, later.state);
	assert_string_equal("{\"id\":7}", desk.told_result);
	/* The same word twice is the same; another is refused. */
	assert_int_equal(EFFECT_DONE, ask(&desk, complete(first.claim, "{\"id\":7}")).state);
	refuse(&desk, complete(first.claim, "{\"id\":8}"), ERR_CONFLICT, "another result");
	refuse(&desk, release(first.claim), ERR_CONFLICT, "already completed");
	desk_close(&desk);
}

static void the_same_execution_may_ask_again(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct effect_answer first = ask(&desk, claim_as(lease.execution, "k"));
	struct effect_answer again = ask(&desk, claim_as(lease.execution, "k"));
	assert_true(first.is_first);
	assert_true(again.is_first);
	assert_true(uuid_eq(&first.claim, &again.claim));
	assert_true(uuid_eq(&first.run, &lease.run));
	assert_false(ask(&desk, claim_of("k")).is_first);
	ask(&desk, complete(first.claim, "1"));
	assert_false(ask(&desk, claim_as(lease.execution, "k")).is_first); /* it is done */
	desk_close(&desk);
}

static void without_a_key_the_run_is_the_key(void **state)
{
	(void)state;
	struct desk desk;
	char id[UUID_TEXT_LEN + 1] = { 0 };
	desk_open(&desk);
	struct lease lease = leased(&desk);
	assert_true(ask(&desk, claim_as(lease.execution, "")).is_first);
	uuid_print(lease.run, id);
	assert_false(ask(&desk, claim_of(id)).is_first);
	refuse(&desk, claim_of(""), ERR_INVALID, "idempotency_key is required");
	desk_close(&desk);
}

static void the_tenant_is_the_runs(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct command command = claim_as(lease.execution, "k");
	command.tenant = STR("bolt");
	refuse(&desk, command, ERR_LEASE_LOST, "lease is lost");
	command.tenant = (str){ 0 }; /* the system's worker */
	assert_true(ask(&desk, command).is_first);
	assert_false(ask(&desk, claim_of("k")).is_first); /* acme's own */
	desk_close(&desk);
}

static void a_lost_lease_can_neither_claim_nor_complete(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct effect_answer first = ask(&desk, claim_as(lease.execution, "k"));
	desk_advance(&desk, 2 * MSEC_MINUTE);
	refuse(&desk, claim_as(lease.execution, "l"), ERR_LEASE_LOST, "lease is lost");
	refuse(&desk, complete(first.claim, "1"), ERR_LEASE_LOST, "lease is lost");
	refuse(&desk, release(first.claim), ERR_LEASE_LOST, "lease is lost");
	struct effect_answer others = ask(&desk, claim_of("k"));
	assert_false(others.is_first);
	assert_int_equal(EFFECT_IN_DOUBT, others.state);
	desk_crash(&desk);
	refuse(&desk, complete(first.claim, "1"), ERR_LEASE_LOST, "lease is lost");
	desk_close(&desk);
}

static void a_report_ends_the_right_to_complete(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct effect_answer first = ask(&desk, claim_as(lease.execution, "k"));
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, STR(""));
	refuse(&desk, complete(first.claim, "1"), ERR_LEASE_LOST, "lease is lost");
	desk_run(&desk, "acme", (struct enqueue_item){ 0 });
	lease = desk_claim(&desk);
	first = ask(&desk, claim_as(lease.execution, "l"));
	desk_do(&desk, (struct command){ .kind = COMMAND_CANCEL, .run = { .run = lease.run } });
	refuse(&desk, complete(first.claim, "1"), ERR_LEASE_LOST, "lease is lost");
	desk_close(&desk);
}

/* Said in the very turn in which the lease runs out, it counts: the holder was heard. */
static void a_word_at_the_last_moment_counts(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct effect_answer first = ask(&desk, claim_as(lease.execution, "k"));
	desk.now.wall += lease.lease_ms;
	desk.now.boot += lease.lease_ms;
	assert_int_equal(EFFECT_DONE, ask(&desk, complete(first.claim, "1")).state);
	desk_close(&desk);
}

static void past_its_time_a_claim_is_in_doubt_for_all(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct effect_answer first = ask(&desk, claim_of("k"));
	assert_true(first.until == desk.now.wall + 15 * MSEC_MINUTE);
	desk_advance(&desk, 15 * MSEC_MINUTE - 1);
	assert_int_equal(EFFECT_OPEN, ask(&desk, claim_of("k")).state);
	desk_advance(&desk, 1);
	struct effect_answer second = ask(&desk, claim_of("k"));
	assert_false(second.is_first);
	assert_int_equal(EFFECT_IN_DOUBT, second.state);
	assert_int_equal(EFFECT_DONE, ask(&desk, complete(second.claim, "1")).state);
	desk_close(&desk);
}

/* Also for the one who holds it: it was told how long it may take. */
static void the_holder_too_is_in_doubt_past_its_time(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct command command = claim_as(lease.execution, "k");
	command.effect.ttl_ms = 10 * MSEC_SECOND;
	struct effect_answer first = ask(&desk, command);
	desk_advance(&desk, 10 * MSEC_SECOND);
	struct effect_answer again = ask(&desk, command);
	assert_false(again.is_first);
	assert_int_equal(EFFECT_IN_DOUBT, again.state);
	/* It holds its lease, and knows what it did. */
	assert_int_equal(EFFECT_DONE, ask(&desk, complete(first.claim, "1")).state);
	desk_close(&desk);
}

static void what_was_released_may_be_had_by_the_next(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct effect_answer first = ask(&desk, claim_of("k"));
	assert_int_equal(EFFECT_RELEASED, ask(&desk, release(first.claim)).state);
	assert_int_equal(EFFECT_RELEASED, ask(&desk, release(first.claim)).state);
	refuse(&desk, complete(first.claim, "1"), ERR_CONFLICT, "released");
	struct effect_answer second = ask(&desk, claim_of("k"));
	assert_true(second.is_first);
	assert_false(uuid_eq(&first.claim, &second.claim));
	refuse(&desk, complete(first.claim, "1"), ERR_LEASE_LOST, "claimed again");
	assert_int_equal(EFFECT_DONE, ask(&desk, complete(second.claim, "1")).state);
	desk_close(&desk);
}

static void a_person_may_release_what_a_dead_worker_held(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct effect_answer first = ask(&desk, claim_as(lease.execution, "k"));
	desk_advance(&desk, 2 * MSEC_MINUTE);
	struct command command = release(first.claim);
	command.effect.is_forced = true;
	assert_int_equal(EFFECT_RELEASED, ask(&desk, command).state);
	assert_true(ask(&desk, claim_of("k")).is_first);
	desk_close(&desk);
}

static void the_next_attempt_that_has_looked_may_say_what_happened(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct effect_answer first = ask(&desk, claim_as(lease.execution, ""));
	desk_finish(&desk, lease.execution, OUTCOME_RETRY, STR("network"));
	desk_advance(&desk, 10 * MSEC_MINUTE);
	struct lease next = desk_claim(&desk);
	assert_true(uuid_eq(&next.run, &lease.run));
	struct effect_answer seen = ask(&desk, claim_as(next.execution, ""));
	assert_false(seen.is_first);
	assert_int_equal(EFFECT_IN_DOUBT, seen.state);
	struct command command = complete(seen.claim, "{\"found\":true}");
	command.effect.execution = next.execution;
	assert_int_equal(EFFECT_DONE, ask(&desk, command).state);
	assert_true(uuid_eq(&first.claim, &seen.claim));
	desk_close(&desk);
}

static void nobody_speaks_for_an_attempt_that_is_under_way(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct lease other = leased(&desk);
	struct effect_answer first = ask(&desk, claim_as(lease.execution, "k"));
	struct command command = complete(first.claim, "1");
	command.effect.execution = other.execution;
	refuse(&desk, command, ERR_CONFLICT, "another attempt holds");
	command = release(first.claim);
	command.effect.execution = other.execution;
	refuse(&desk, command, ERR_CONFLICT, "another attempt holds");
	desk_close(&desk);
}

static void one_that_reopens_is_had_by_the_next_once_it_is_abandoned(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct lease lease = leased(&desk);
	struct command command = claim_as(lease.execution, "k");
	command.effect.reopens = true;
	struct effect_answer first = ask(&desk, command);
	assert_false(ask(&desk, claim_of("k")).is_first);
	desk_advance(&desk, 2 * MSEC_MINUTE);
	struct effect_answer second = ask(&desk, claim_of("k"));
	assert_true(second.is_first);
	refuse(&desk, complete(first.claim, "1"), ERR_LEASE_LOST, "claimed again");
	assert_int_equal(EFFECT_OPEN, ask(&desk, claim_of("k")).state);
	desk_close(&desk);
}

static void bounds_are_named(void **state)
{
	static char text[LIMIT_EFFECT_RESULT_BYTES + 1];
	(void)state;
	struct desk desk;
	memset(text, 'x', sizeof text);
	desk_open(&desk);
	struct command command = claim_of("k");
	command.effect.action_key = (str){ text, LIMIT_EFFECT_ACTION_BYTES + 1 };
	refuse(&desk, command, ERR_INVALID, "action_key has 129 bytes; at most 128");
	command = claim_of("k");
	command.effect.idempotency_key = (str){ text, LIMIT_KEY_BYTES + 1 };
	refuse(&desk, command, ERR_INVALID, "idempotency_key has 256 bytes");
	command = claim_of("k");
	command.effect.scope = (str){ text, LIMIT_EFFECT_SCOPE_BYTES + 1 };
	refuse(&desk, command, ERR_INVALID, "scope has 256 bytes");
	command = claim_of("k");
	command.effect.ttl_ms = LIMIT_EFFECT_TTL_SECONDS * MSEC_SECOND + 1;
	refuse(&desk, command, ERR_INVALID, "ttl_seconds must be 1 to");
	command = claim_of("k");
	command.effect.action_key = (str){ 0 };
	refuse(&desk, command, ERR_INVALID, "action_key is required");
	struct effect_answer first = ask(&desk, claim_of("k"));
	command = complete(first.claim, "");
	command.effect.result = (str){ text, sizeof text };
	refuse(&desk, command, ERR_INVALID, "result has 8193 bytes; at most 8192");
	command = release(first.claim);
	command.effect.reason = (str){ text, LIMIT_REASON_BYTES + 1 };
	refuse(&desk, command, ERR_INVALID, "reason has 256 bytes");
	desk_close(&desk);
}

static void made_up_claims_are_not_found(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct effect_answer first = ask(&desk, claim_of("k"));
	struct uuid later = first.claim, none = first.claim;
	later.bytes[15]++;
	none.bytes[15] = 0;
	refuse(&desk, complete(later, "1"), ERR_NOT_FOUND, "there is no such claim");
	refuse(&desk, complete(none, "1"), ERR_NOT_FOUND, "there is no such claim");
	refuse(&desk, release((struct uuid){ { 9 } }), ERR_NOT_FOUND, "there is no such claim");
	desk_close(&desk);
}

static void a_call_that_comes_again_is_first_again(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct command command = claim_of("k");
	command.has_replay = true;
	command.replay_key = (struct digest){ 1, 2 };
	command.replay_body = (struct digest){ 3, 4 };
	struct effect_answer first = ask(&desk, command);
	struct effect_answer again = ask(&desk, command);
	assert_true(desk.last.head.is_replayed);
	assert_true(again.is_first);
	assert_true(uuid_eq(&first.claim, &again.claim));
	struct command done = complete(first.claim, "1");
	done.has_replay = true;
	done.replay_key = (struct digest){ 5, 6 };
	ask(&desk, done);
	assert_int_equal(EFFECT_DONE, ask(&desk, done).state);
	assert_true(desk.last.head.is_replayed);
	again = ask(&desk, command);
	assert_false(again.is_first);
	assert_int_equal(EFFECT_DONE, again.state);
	desk_close(&desk);
}

struct entries {
	u32 len;
	char words[64];
};

static void note_entries(void *context, const struct memory_turn_seen *seen)
{
	struct entries *entries = context;
	struct journal_entry entry;
	str rest = seen->journal;
	while (journal_unpack(&rest, &entry)) {
		if (entry.kind != JOURNAL_EFFECT) continue;
		entries->len++;
		size_t len = strlen(entries->words);
		snprintf(entries->words + len, sizeof entries->words - len, "%.*s ",
			 STR_ARG(entry.reason));
	}
}

static void every_step_is_in_the_journal(void **state)
{
	(void)state;
	struct desk desk;
	struct entries entries = { 0 };
	desk_open(&desk);
	struct effect_answer first = ask(&desk, claim_of("k"));
	ask(&desk, claim_of("k")); /* tells, changes nothing */
	ask(&desk, release(first.claim));
	first = ask(&desk, claim_of("k"));
	ask(&desk, complete(first.claim, "1"));
	memory_store_each_turn(desk.store, 0, note_entries, &entries);
	assert_string_equal("claimed released claimed completed ", entries.words);
	desk_close(&desk);
}

static void an_effect_is_claimed_so_often_and_no_more(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct effect_answer first = ask(&desk, claim_of("k"));
	u32 number;
	struct uuid id = effect_of_claim(&first.claim, &number);
	const struct effect_row *row;
	assert_true(memory_store_find_effect(desk.store, &id, &row));
	assert_int_equal(1, row->claims);
	((struct effect_row *)(uintptr_t)row)->claims = LIMIT_EFFECT_CLAIMS;
	ask(&desk, release(effect_claim_of(row)));
	refuse(&desk, claim_of("k"), ERR_QUOTA, "65535 times");
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_first_is_told_to_go_ahead),
		cmocka_unit_test(of_two_in_one_turn_one_is_first),
		cmocka_unit_test(tenant_scope_and_action_tell_effects_apart),
		cmocka_unit_test(what_was_done_is_told_with_its_result_for_good),
		cmocka_unit_test(the_same_execution_may_ask_again),
		cmocka_unit_test(without_a_key_the_run_is_the_key),
		cmocka_unit_test(the_tenant_is_the_runs),
		cmocka_unit_test(a_lost_lease_can_neither_claim_nor_complete),
		cmocka_unit_test(a_report_ends_the_right_to_complete),
		cmocka_unit_test(a_word_at_the_last_moment_counts),
		cmocka_unit_test(past_its_time_a_claim_is_in_doubt_for_all),
		cmocka_unit_test(the_holder_too_is_in_doubt_past_its_time),
		cmocka_unit_test(what_was_released_may_be_had_by_the_next),
		cmocka_unit_test(a_person_may_release_what_a_dead_worker_held),
		cmocka_unit_test(the_next_attempt_that_has_looked_may_say_what_happened),
		cmocka_unit_test(nobody_speaks_for_an_attempt_that_is_under_way),
		cmocka_unit_test(one_that_reopens_is_had_by_the_next_once_it_is_abandoned),
		cmocka_unit_test(bounds_are_named),
		cmocka_unit_test(made_up_claims_are_not_found),
		cmocka_unit_test(a_call_that_comes_again_is_first_again),
		cmocka_unit_test(every_step_is_in_the_journal),
		cmocka_unit_test(an_effect_is_claimed_so_often_and_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
