/* The watcher of service levels on a fake clock: a second passes when the test says so. */
#include "engine/watch/slo.h"

#include "base/check.h"

enum { MINUTES = 5, ENOUGH = 3, SECONDS = 60 };

static const struct slo_settings usual = {
	.tick_ms = 10 * MSEC_SECOND,
	.eval_ms = MSEC_MINUTE,
	.window_minutes = MINUTES,
	.breach_consecutive = ENOUGH,
	.max_concurrency = 4,
	.threshold = { [SLO_TICK] = 300 * SLO_THOUSAND,
		       [SLO_SATURATION] = 800,
		       [SLO_QUEUE] = 100 * SLO_THOUSAND,
		       [SLO_LATENCY] = 1000 * SLO_THOUSAND,
		       [SLO_CUTOFF] = 50,
		       [SLO_START] = 10 },
};

struct night {
	struct slo_watch *watch;
	struct now now;
	struct engine_pulse pulse;
	struct slo_tick tick; /* the last one */
	u32 ticks;
	u32 evaluations;
	u32 began[SLO_COUNT];
	u32 ended[SLO_COUNT];
};

static void night_begins(struct night *night, const struct slo_settings *settings)
{
	*night = (struct night){ .now = { .wall = 1000000 * MSEC_MINUTE, .boot = 77777 } };
	assert_int_equal(slo_watch_new(settings, night->now, &night->watch), ERR_OK);
}

static void night_ends(struct night *night)
{
	slo_watch_free(night->watch);
}

/* A second passes. */
static void pass(struct night *night)
{
	struct slo_news news;
	night->now.wall += MSEC_SECOND;
	night->now.boot += MSEC_SECOND;
	slo_look(night->watch, night->now, &news);
	night->ticks += news.has_tick;
	if (news.has_tick) night->tick = news.tick;
	night->evaluations += news.is_evaluated;
	for (u32 i = 0; i < SLO_COUNT; i++) {
		night->began[i] += news.began[i];
		night->ended[i] += news.ended[i];
	}
}

static void pass_minutes(struct night *night, u32 minutes)
{
	for (u32 i = 0; i < minutes * SECONDS; i++) pass(night);
}

static void turn(struct night *night, msec took)
{
	slo_note_turn(night->watch, &night->pulse, took);
}

static struct slo_state state_of(const struct night *night, enum slo slo)
{
	struct slo_report report;
	slo_watch_report(night->watch, &report);
	return report.states[slo];
}

#define assert_stands(night, slo, word) \
	assert_str(slo_verdict_word(state_of(night, slo).verdict), STR(word))

static void what_was_never_measured_is_unknown_and_no_breach(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	for (u32 i = 0; i < SLO_COUNT; i++) assert_stands(&night, (enum slo)i, "unknown");
	pass_minutes(&night, 2 * MINUTES);
	assert_int_equal(night.evaluations, 2 * MINUTES);
	assert_stands(&night, SLO_TICK, "kept"); /* ticks come, and have nothing to do */
	assert_stands(&night, SLO_SATURATION, "kept");
	assert_stands(&night, SLO_LATENCY, "unknown");
	assert_stands(&night, SLO_CUTOFF, "unknown");
	night_ends(&night);
}

static void a_tick_sums_up_the_turns_in_which_time_looked_at_windows(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	night.pulse = (struct engine_pulse){
		.windows_open = 3, .windows_seen = 2, .windows_enqueued = 1, .windows_cut_off = 1
	};
	turn(&night, 40);
	turn(&night, 30);
	night.pulse = (struct engine_pulse){ .windows_open = 7 };
	turn(&night, 5000); /* of others: what it took is no tick's */
	for (u32 i = 0; i < 10; i++) pass(&night);
	assert_int_equal(night.ticks, 1);
	assert_int_equal(night.tick.duration_ms, 70);
	assert_int_equal(night.tick.users_scanned, 4);
	assert_int_equal(night.tick.eligible_in_window, 7);
	assert_int_equal(night.tick.enqueued, 2);
	assert_int_equal(night.tick.cutoff_finalized, 2);
	for (u32 i = 0; i < 10; i++) pass(&night);
	assert_int_equal(night.ticks, 2);
	assert_int_equal(night.tick.users_scanned, 0);
	assert_int_equal(night.tick.duration_ms, 0);
	night_ends(&night);
}

static void slow_ticks(struct night *night, u32 minutes, msec took)
{
	night->pulse.windows_seen = 1;
	for (u32 i = 0; i < minutes * SECONDS; i++) {
		if (i % 10 == 0) turn(night, took);
		pass(night);
	}
}

static void several_breaches_in_a_row_are_one_warning(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	slow_ticks(&night, ENOUGH - 1, 301);
	assert_stands(&night, SLO_TICK, "exceeded");
	assert_int_equal(night.began[SLO_TICK], 0);
	slow_ticks(&night, 1, 301);
	assert_stands(&night, SLO_TICK, "breached");
	assert_int_equal(night.began[SLO_TICK], 1);
	struct slo_state tick = state_of(&night, SLO_TICK);
	assert_int_equal(tick.value, 301 * SLO_THOUSAND);
	assert_int_equal(tick.breaches, ENOUGH);
	assert_true(tick.since == night.now.wall - (ENOUGH - 1) * MSEC_MINUTE);
	slow_ticks(&night, 10, 301);
	assert_int_equal(night.began[SLO_TICK], 1);
	assert_int_equal(night.ended[SLO_TICK], 0);
	night_ends(&night);
}

static void at_its_threshold_it_is_kept(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	slow_ticks(&night, 2 * ENOUGH, 300);
	assert_stands(&night, SLO_TICK, "kept");
	assert_int_equal(state_of(&night, SLO_TICK).breaches, 0);
	night_ends(&night);
}

static void a_single_slow_tick_is_none(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	night.pulse.windows_seen = 1;
	for (u32 i = 0; i < 4 * MINUTES * SECONDS; i++) {
		if (i % 400 == 399) turn(&night, 10000);
		pass(&night);
	}
	assert_int_equal(night.began[SLO_TICK], 0);
	assert_stands(&night, SLO_TICK, "kept");
	night_ends(&night);
}

static void it_recovers_once_the_window_has_passed_and_may_begin_again(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	slow_ticks(&night, ENOUGH, 500);
	assert_int_equal(night.began[SLO_TICK], 1);
	pass_minutes(&night, MINUTES + 1);
	assert_int_equal(night.ended[SLO_TICK], 1);
	assert_stands(&night, SLO_TICK, "kept");
	assert_true(state_of(&night, SLO_TICK).since == 0);
	slow_ticks(&night, ENOUGH + 1, 500);
	assert_int_equal(night.began[SLO_TICK], 2);
	night_ends(&night);
}

static void saturation_is_a_share_of_time(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	for (u32 i = 0; i < MINUTES * SECONDS; i++) {
		night.pulse.running = i % 10 < 8 ? 4 : 3; /* four of five seconds: as much as may */
		turn(&night, 1);
		pass(&night);
	}
	assert_stands(&night, SLO_SATURATION, "kept");
	assert_int_equal(state_of(&night, SLO_SATURATION).value, 800);
	night.pulse.running = 4;
	turn(&night, 1);
	pass_minutes(&night, ENOUGH);
	assert_stands(&night, SLO_SATURATION, "breached");
	night_ends(&night);
}

static void without_a_bound_nothing_is_saturated(void **state)
{
	struct night night;
	struct slo_settings settings = usual;
	(void)state;
	settings.max_concurrency = 0;
	night_begins(&night, &settings);
	night.pulse.running = 1000;
	turn(&night, 1);
	pass_minutes(&night, 2 * ENOUGH);
	assert_stands(&night, SLO_SATURATION, "off");
	night_ends(&night);
}

static void a_deep_queue_presses(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	night.pulse.due = 101;
	turn(&night, 1);
	pass_minutes(&night, ENOUGH);
	assert_stands(&night, SLO_QUEUE, "breached");
	assert_int_equal(state_of(&night, SLO_QUEUE).value, 101 * SLO_THOUSAND);
	assert_false(state_of(&night, SLO_QUEUE).is_rising);
	night_ends(&night);
}

/* One more each minute, far below the threshold. */
static void a_queue_that_only_grows_presses_too(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	for (u32 i = 0; i < MINUTES + ENOUGH + 1; i++) {
		night.pulse.due = i;
		turn(&night, 1);
		pass_minutes(&night, 1);
	}
	assert_stands(&night, SLO_QUEUE, "breached");
	assert_true(state_of(&night, SLO_QUEUE).is_rising);
	pass_minutes(&night, 2); /* and now it stands */
	assert_stands(&night, SLO_QUEUE, "kept");
	assert_int_equal(night.ended[SLO_QUEUE], 1);
	night_ends(&night);
}

/* A window of a minute has nothing to compare with: a few minutes before it tell. */
static void a_queue_rises_also_in_the_shortest_window(void **state)
{
	struct slo_settings settings = usual;
	struct night night;
	(void)state;
	settings.window_minutes = 1;
	night_begins(&night, &settings);
	for (u64 depth = 1; depth <= 6; depth++) {
		night.pulse.due = depth;
		turn(&night, 1);
		pass_minutes(&night, 1);
	}
	assert_true(state_of(&night, SLO_QUEUE).is_rising);
	pass_minutes(&night, 2); /* it stays as it is */
	assert_false(state_of(&night, SLO_QUEUE).is_rising);
	night_ends(&night);
}

/* Nothing was measured for a while: nobody knows that it is kept again. */
static void the_end_of_a_breach_is_told_once_something_was_measured(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	for (u32 i = 0; i < MINUTES; i++) {
		slo_note_attempt(night.watch, night.now.wall, 2000);
		pass_minutes(&night, 1);
	}
	assert_int_equal(night.began[SLO_LATENCY], 1);
	pass_minutes(&night, 3 * MINUTES);
	assert_stands(&night, SLO_LATENCY, "unknown");
	assert_int_equal(night.ended[SLO_LATENCY], 0);
	for (u32 i = 0; i < MINUTES; i++) {
		slo_note_attempt(night.watch, night.now.wall, 2000);
		pass_minutes(&night, 1);
	}
	assert_int_equal(night.began[SLO_LATENCY], 1); /* the same breach */
	pass_minutes(&night, 3 * MINUTES);
	slo_note_attempt(night.watch, night.now.wall, 5);
	pass_minutes(&night, 1);
	assert_int_equal(night.ended[SLO_LATENCY], 1);
	night_ends(&night);
}

static void high_priorities_begin_within_a_minute_of_their_time(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	for (u32 i = 0; i < 99; i++) slo_note_start(night.watch, night.now.wall, 1, 60000);
	slo_note_start(night.watch, night.now.wall, 3, 60001);
	slo_note_start(night.watch, night.now.wall, 4, 999999); /* not of high priority */
	pass_minutes(&night, 1);
	assert_stands(&night, SLO_START, "kept"); /* 99 in 100 */
	assert_int_equal(state_of(&night, SLO_START).value, 10);
	slo_note_start(night.watch, night.now.wall, 2, 60001);
	pass_minutes(&night, MINUTES);
	assert_stands(&night, SLO_START, "breached");
	night_ends(&night);
}

static void attempts_that_take_long(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	for (u32 i = 0; i < ENOUGH; i++) {
		for (u32 k = 0; k < 90; k++) slo_note_attempt(night.watch, night.now.wall, 20);
		for (u32 k = 0; k < 10; k++) slo_note_attempt(night.watch, night.now.wall, 5000);
		pass_minutes(&night, 1);
	}
	assert_stands(&night, SLO_LATENCY, "breached");
	pass_minutes(&night, MINUTES + 1); /* nothing runs any more: nothing is breached */
	assert_stands(&night, SLO_LATENCY, "unknown");
	assert_int_equal(night.ended[SLO_LATENCY], 0);
	night_ends(&night);
}

static void days_that_end_by_their_cutoff_name_the_worst_due_minute(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	for (u32 i = 0; i < ENOUGH; i++) {
		slo_note_days(night.watch, night.now.wall, DAY_SUCCESS, 480, 90);
		slo_note_days(night.watch, night.now.wall, DAY_CUTOFF_REACHED, 540, 4);
		slo_note_days(night.watch, night.now.wall, DAY_CUTOFF_REACHED, 541, 6);
		slo_note_days(night.watch, night.now.wall, DAY_MISSED, 542, 1000);
		pass_minutes(&night, 1);
	}
	struct slo_state cutoff = state_of(&night, SLO_CUTOFF);
	assert_stands(&night, SLO_CUTOFF, "breached");
	assert_int_equal(cutoff.value, 100);
	assert_int_equal(cutoff.due_bucket, 541);
	night_ends(&night);
}

/* What statistics tell of the minutes before the start. */
static void it_may_begin_with_what_was_before_it(void **state)
{
	struct night night;
	struct spans spans = { 0 };
	(void)state;
	night_begins(&night, &usual);
	for (u32 i = 0; i < 100; i++) spans_add(&spans, 7000);
	slo_note_attempts(night.watch, night.now.wall - 2 * MSEC_MINUTE, &spans);
	slo_note_days(night.watch, night.now.wall - 2 * MSEC_MINUTE, DAY_CUTOFF_REACHED, 5000, 2);
	pass_minutes(&night, 1);
	assert_stands(&night, SLO_LATENCY, "exceeded");
	assert_stands(&night, SLO_CUTOFF, "exceeded");
	assert_int_equal(state_of(&night, SLO_CUTOFF).due_bucket, SLO_NO_BUCKET);
	night_ends(&night);
}

static void what_has_no_threshold_is_not_watched(void **state)
{
	struct night night;
	struct slo_settings settings = usual;
	(void)state;
	settings.threshold[SLO_TICK] = -1;
	night_begins(&night, &settings);
	slow_ticks(&night, 2 * ENOUGH, 9999);
	assert_stands(&night, SLO_TICK, "off");
	assert_int_equal(night.began[SLO_TICK], 0);
	night_ends(&night);
}

/* A machine that slept, or a wall clock that was set, brings no evaluations to be made up for. */
static void clocks_that_jump_bring_one_evaluation(void **state)
{
	struct night night;
	(void)state;
	night_begins(&night, &usual);
	slow_ticks(&night, ENOUGH, 500);
	night.now.wall += MSEC_DAY;
	night.now.boot += MSEC_DAY;
	u32 before = night.evaluations;
	pass(&night);
	pass(&night);
	assert_int_equal(night.evaluations, before + 1);
	assert_int_equal(night.ended[SLO_TICK], 1); /* what was is out of the window */
	night.now.wall -= 2 * MSEC_DAY;
	for (u32 i = 0; i < 200 * SECONDS; i++) {
		night.now.wall -= MSEC_SECOND; /* the same second, again and again */
		pass(&night);
	}
	assert_stands(&night, SLO_TICK, "kept");
	night_ends(&night);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_never_measured_is_unknown_and_no_breach),
		cmocka_unit_test(a_tick_sums_up_the_turns_in_which_time_looked_at_windows),
		cmocka_unit_test(several_breaches_in_a_row_are_one_warning),
		cmocka_unit_test(at_its_threshold_it_is_kept),
		cmocka_unit_test(a_single_slow_tick_is_none),
		cmocka_unit_test(it_recovers_once_the_window_has_passed_and_may_begin_again),
		cmocka_unit_test(saturation_is_a_share_of_time),
		cmocka_unit_test(without_a_bound_nothing_is_saturated),
		cmocka_unit_test(a_deep_queue_presses),
		cmocka_unit_test(a_queue_that_only_grows_presses_too),
		cmocka_unit_test(a_queue_rises_also_in_the_shortest_window),
		cmocka_unit_test(the_end_of_a_breach_is_told_once_something_was_measured),
		cmocka_unit_test(high_priorities_begin_within_a_minute_of_their_time),
		cmocka_unit_test(attempts_that_take_long),
		cmocka_unit_test(days_that_end_by_their_cutoff_name_the_worst_due_minute),
		cmocka_unit_test(it_may_begin_with_what_was_before_it),
		cmocka_unit_test(what_has_no_threshold_is_not_watched),
		cmocka_unit_test(clocks_that_jump_bring_one_evaluation),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
