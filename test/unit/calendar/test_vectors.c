/* The vectors of test/data, asked of the calendar directly: every answer, every refusal. */
#include "../../vectors/vector.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

struct tally {
	struct vector_zones zones;
	int wrong;
};

static void tell_answer(const struct vector *vector, const struct answer *answer)
{
	print_error("%s: %.*s in %.*s", vector->id, STR_ARG(vector->rule), STR_ARG(vector->zone));
	if (answer->err) {
		print_error(": refused: %s\n", answer->why.text);
		return;
	}
	for (u32 i = 0; i < VECTOR_ASKED; i++) {
		struct buf buf;
		buf_init(&buf, 1000);
		if (i < vector->expected_len) instant_print(vector->expected[i], &buf);
		buf_add(&buf, STR(" expected, got "));
		if (i < answer->len) instant_print(answer->at[i], &buf);
		print_error("\n    %.*s", STR_ARG(buf_view(&buf)));
		buf_done(&buf);
	}
	print_error("\n");
}

static void expect_answer(void *context, const struct vector *vector)
{
	struct tally *tally = context;
	struct answer answer;
	const struct zone *zone = vector_zone(&tally->zones, vector->zone);
	assert_non_null(zone);
	vector_ask(vector, zone, &answer);
	if (vector_is_answered(vector, &answer)) return;
	tally->wrong++;
	tell_answer(vector, &answer);
}

/* The message says something, and the place it points to lies within the rule. */
static void expect_refusal(void *context, const struct vector *vector)
{
	struct tally *tally = context;
	struct answer answer = { 0 };
	const struct zone *zone = vector_zone(&tally->zones, vector->zone);
	if (!zone) return;
	vector_ask(vector, zone, &answer);
	bool points_inside = answer.why.at <= vector->rule.len &&
			     answer.why.len <= vector->rule.len - answer.why.at;
	if (answer.err && answer.why.text[0] && points_inside) return;
	tally->wrong++;
	print_error("%s: '%.*s' in '%.*s' is not refused, or without a reason\n", vector->id,
		    STR_ARG(vector->rule), STR_ARG(vector->zone));
}

static void ask_file(const char *name, vector_each *each, int lines)
{
	struct tally tally = { .wrong = 0 };
	int count = vector_file(name, each, &tally);
	vector_zones_done(&tally.zones);
	assert_int_equal(count, lines);
	assert_int_equal(tally.wrong, 0);
}

static void cron_expressions_away_from_clock_changes(void **state)
{
	(void)state;
	ask_file("cron.jsonl", expect_answer, 414);
}

static void recurrence_rules_far_and_near_and_never(void **state)
{
	(void)state;
	ask_file("rrule.jsonl", expect_answer, 430);
}

static void gaps_overlaps_skipped_days_and_zone_changes(void **state)
{
	(void)state;
	ask_file("dst.jsonl", expect_answer, 222);
}

static void bad_rules_and_zone_names_are_refused_with_a_reason(void **state)
{
	(void)state;
	ask_file("bad-input.jsonl", expect_refusal, 175);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cron_expressions_away_from_clock_changes),
		cmocka_unit_test(recurrence_rules_far_and_near_and_never),
		cmocka_unit_test(gaps_overlaps_skipped_days_and_zone_changes),
		cmocka_unit_test(bad_rules_and_zone_names_are_refused_with_a_reason),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
