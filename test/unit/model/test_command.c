#include "model/command.h"

#include "base/check.h"

static void every_command_has_a_word_of_its_own(void **state)
{
	(void)state;
	for (u32 i = 0; i < COMMAND_COUNT; i++) {
		str name = command_name((enum command_kind)i);
		assert_true(name.len > 0);
		for (u32 j = 0; j < i; j++)
			assert_false(str_eq(name, command_name((enum command_kind)j)));
	}
	assert_str(command_name(COMMAND_ENQUEUE), STR("enqueue"));
	assert_str(command_name(COMMAND_ASK_STATUS), STR("ask_status"));
}

/* A lease expires only without a word from its holder: what holders say comes before time acts. */
static void what_holders_say_comes_first(void **state)
{
	(void)state;
	for (u32 i = 0; i < COMMAND_COUNT; i++) {
		bool is_holders = i == COMMAND_BEAT || i == COMMAND_REPORT ||
				  i == COMMAND_EFFECT_COMPLETE;
		enum command_order order = command_order((enum command_kind)i);
		assert_int_equal(order == ORDER_FIRST, is_holders);
	}
}

static void questions_change_nothing_and_are_told_apart(void **state)
{
	(void)state;
	for (u32 i = 0; i < COMMAND_COUNT; i++) {
		enum command_kind kind = (enum command_kind)i;
		bool is_question = str_starts_with(command_name(kind), STR("ask_"));
		assert_int_equal(command_order(kind) == ORDER_ASK, is_question);
	}
}

/* Told apart by what each command does, not by its place in the table. */
static void every_command_is_about_one_kind_of_object(void **state)
{
	(void)state;
	const struct {
		const char *prefix;
		enum command_subject subject;
	} rules[] = { { "job_", SUBJECT_JOB },           { "ladder", SUBJECT_LADDER },
		      { "effect_", SUBJECT_EFFECT },     { "daily_", SUBJECT_DAILY },
		      { "reminder_", SUBJECT_REMINDER }, { "alert_", SUBJECT_ALERT },
		      { "calendar_", SUBJECT_CALENDAR }, { "operation_", SUBJECT_OPERATION } };
	for (u32 i = 0; i < COMMAND_COUNT; i++) {
		if (i == COMMAND_JOB_APPLY) continue; /* of several jobs */
		for (u32 k = 0; k < countof(rules); k++) {
			bool starts = str_starts_with(command_name((enum command_kind)i),
						      str_from(rules[k].prefix));
			bool is_about = command_subject((enum command_kind)i) == rules[k].subject;
			if (starts) assert_true(is_about);
			if (is_about && rules[k].subject != SUBJECT_OPERATION) assert_true(starts);
		}
	}
	assert_int_equal(command_subject(COMMAND_JOB_APPLY), SUBJECT_JOBS);
	assert_int_equal(command_subject(COMMAND_TENANT_DROP), SUBJECT_OPERATION);
}

static void only_acts_of_people_are_audited(void **state)
{
	(void)state;
	const enum command_kind others[] = { COMMAND_LEASE,        COMMAND_LEAVE,
					     COMMAND_BEAT,         COMMAND_REPORT,
					     COMMAND_EFFECT_CLAIM, COMMAND_EFFECT_COMPLETE,
					     COMMAND_DAMAGED,      COMMAND_HOOK_SAID,
					     COMMAND_TZ_CHANGED };
	for (u32 i = 0; i < COMMAND_COUNT; i++) {
		bool is_other = command_order((enum command_kind)i) == ORDER_ASK;
		for (u32 k = 0; k < countof(others); k++) is_other |= i == others[k];
		assert_int_equal(command_is_audited((enum command_kind)i), !is_other);
	}
}

static void name_of_none(void *context)
{
	(void)context;
	(void)command_name(COMMAND_COUNT);
}

static void order_of_none(void *context)
{
	(void)context;
	(void)command_order(COMMAND_COUNT);
}

static void subject_of_none(void *context)
{
	(void)context;
	(void)command_subject(COMMAND_COUNT);
}

static void audit_of_none(void *context)
{
	(void)context;
	(void)command_is_audited(COMMAND_COUNT);
}

static void what_is_no_command_is_a_bug(void **state)
{
	(void)state;
	assert_true(breaks_promise(name_of_none, NULL));
	assert_true(breaks_promise(order_of_none, NULL));
	assert_true(breaks_promise(subject_of_none, NULL));
	assert_true(breaks_promise(audit_of_none, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_has_a_word_of_its_own),
		cmocka_unit_test(what_holders_say_comes_first),
		cmocka_unit_test(questions_change_nothing_and_are_told_apart),
		cmocka_unit_test(every_command_is_about_one_kind_of_object),
		cmocka_unit_test(only_acts_of_people_are_audited),
		cmocka_unit_test(what_is_no_command_is_a_bug),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
