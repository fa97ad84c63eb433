/* The lists of features: their order is semantics, so it is written down here once more. */
#include "base/check.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/together/fallback_parts.h"
#include "engine/top.h"

static void every_cause_has_the_owner_of_its_family(void **state)
{
	(void)state;
	for (u32 i = 0; i < CAUSE_COUNT; i++) {
		const struct run_owner *owner = engine_hooks.owners[engine_hooks.owner_by_cause[i]];
		const struct run_owner *expected = NULL;
		if (run_cause_has_job((enum run_cause)i)) expected = &job_run_owner;
		if (i == CAUSE_DAILY) expected = &daily_run_owner;
		if (i == CAUSE_REMINDER) expected = &reminder_run_owner;
		assert_ptr_equal(owner, expected);
	}
	assert_null(engine_hooks.owners[0]);
}

/* The core calls these without asking whether they are there. */
static void every_owner_answers_what_the_core_always_asks(void **state)
{
	(void)state;
	const struct run_owner *owners[] = { &job_run_owner, &daily_run_owner,
					     &reminder_run_owner };
	for (u32 i = 0; i < countof(owners); i++) {
		assert_non_null(owners[i]->admit);
		assert_non_null(owners[i]->forget);
		assert_non_null(owners[i]->falls_due);
		assert_non_null(owners[i]->step_out);
		assert_int_equal(owners[i]->ran != NULL, owners[i]->settle != NULL);
		assert_int_equal(owners[i]->cut_off != NULL, owners[i]->is_over != NULL);
	}
}

static void features_are_told_in_this_order(void **state)
{
	(void)state;
	assert_ptr_equal(engine_hooks.journaled[0], quota_see);
	assert_ptr_equal(engine_hooks.journaled[1], alerts_see);
	assert_ptr_equal(engine_hooks.journaled[2], after_sees);
	assert_null(engine_hooks.journaled[3]);
	assert_ptr_equal(engine_hooks.started[0], route_started);
	assert_ptr_equal(engine_hooks.started[1], batch_child_began);
	assert_ptr_equal(engine_hooks.started[2], service_sees_start);
	assert_null(engine_hooks.started[3]);
	assert_ptr_equal(engine_hooks.reported[0], route_learn);
	assert_ptr_equal(engine_hooks.reported[1], journal_audit);
	assert_ptr_equal(engine_hooks.reported[2], notice_reported);
	assert_null(engine_hooks.reported[3]);
	assert_ptr_equal(engine_hooks.attempted[0], delivery_note);
	assert_ptr_equal(engine_hooks.attempted[1], batch_child_attempted);
	assert_ptr_equal(engine_hooks.attempted[2], ping_attempted);
	assert_null(engine_hooks.attempted[3]);
	assert_ptr_equal(engine_hooks.ended[0], batch_child_ended);
	assert_ptr_equal(engine_hooks.ended[1], fallback_ended);
	assert_null(engine_hooks.ended[2]);
}

/* Called without a look whether they are there. */
static void what_there_is_one_of_is_there(void **state)
{
	(void)state;
	assert_non_null(engine_hooks.gates.holds);
	assert_non_null(engine_hooks.gates.note_gated);
	assert_non_null(engine_hooks.gates.count);
	assert_non_null(engine_hooks.gates.catch_up);
	assert_non_null(engine_hooks.gates.see_made);
	assert_non_null(engine_hooks.gates.lets_pass);
	assert_non_null(engine_hooks.parent_of);
	assert_non_null(engine_hooks.called_off);
	assert_non_null(engine_hooks.cancel_parent);
	assert_non_null(engine_hooks.unasked);
	assert_non_null(engine_hooks.may_deliver);
	assert_non_null(engine_hooks.may_wake);
	assert_non_null(engine_hooks.wake);
}

/* Those over runs, each by itself, are the core's; the others have somebody who goes through them.
 */
static void every_operation_beyond_runs_has_an_owner(void **state)
{
	(void)state;
	for (u32 i = 0; i < OPERATION_KINDS; i++) {
		bool is_core = i == OPERATION_CANCEL || i == OPERATION_RETRY ||
			       i == OPERATION_DISCARD;
		assert_int_equal(engine_hooks.operations[i].step == NULL, is_core);
	}
}

static void every_timer_of_a_feature_has_an_act(void **state)
{
	(void)state;
	for (u32 i = 0; i < TIMER_KINDS; i++) {
		bool is_core = i == TIMER_RUN_DUE || i == TIMER_RUN_DEADLINE ||
			       i == TIMER_EXECUTION || i == TIMER_CALL_END ||
			       i == TIMER_WORKER_GONE;
		assert_int_equal(engine_hooks.timers[i] == NULL, is_core);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_cause_has_the_owner_of_its_family),
		cmocka_unit_test(every_owner_answers_what_the_core_always_asks),
		cmocka_unit_test(features_are_told_in_this_order),
		cmocka_unit_test(what_there_is_one_of_is_there),
		cmocka_unit_test(every_operation_beyond_runs_has_an_owner),
		cmocka_unit_test(every_timer_of_a_feature_has_an_act),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
