#define _GNU_SOURCE /* memmem */
/* Service levels between threads: what the journal and the statistics tell, and what is logged. */
#include "server/watch.h"

#include "api/shelf.h"
#include "base/check.h"
#include "model/journal.h"

static const u8 random_bytes[UUID7_RANDOM_LEN] = { 1, 2, 3 };
static const msec begin_wall = 1000000 * MSEC_MINUTE;

struct scene {
	struct watch *watch;
	struct now now;
	struct buf lines;
};

static void keep_line(void *context, str line)
{
	struct scene *scene = context;
	buf_add(&scene->lines, line);
}

static void scene_open(struct scene *scene)
{
	const struct slo_settings settings = {
		.tick_ms = MSEC_MINUTE,
		.eval_ms = MSEC_MINUTE,
		.window_minutes = 3,
		.breach_consecutive = 2,
		.threshold = { [SLO_TICK] = -1,
			       [SLO_SATURATION] = -1,
			       [SLO_QUEUE] = -1,
			       [SLO_LATENCY] = 1000 * SLO_THOUSAND,
			       [SLO_CUTOFF] = 50 },
	};
	*scene = (struct scene){ .now = { .wall = begin_wall, .boot = 5 } };
	buf_init(&scene->lines, 1 << 16);
	assert_int_equal(watch_new(&settings, scene->now, &scene->watch), ERR_OK);
}

static void scene_close(struct scene *scene)
{
	watch_free(scene->watch);
	buf_done(&scene->lines);
}

/* A minute passes; what was logged in it. */
static str pass_minute(struct scene *scene, enum log_level least)
{
	const struct log_sink sink = { scene, least, keep_line };
	scene->now.wall += MSEC_MINUTE;
	scene->now.boot += MSEC_MINUTE;
	buf_clear(&scene->lines);
	watch_look(scene->watch, scene->now, &sink);
	return buf_view(&scene->lines);
}

static void tell_day(struct scene *scene, enum day_status status, u32 due)
{
	struct journal_entry entry = { .kind = JOURNAL_DAILY,
				       .tenant = { 1 },
				       .type = { 1 },
				       .attempts = due,
				       .run_at = scene->now.wall,
				       .reason = day_status_name(status) };
	struct buf journal;
	buf_init(&journal, 1 << 10);
	journal_pack(&journal, &entry);
	watch_journal(scene->watch, buf_view(&journal), scene->now.wall);
	buf_done(&journal);
}

static void tell_attempt(struct scene *scene, msec took)
{
	struct journal_entry entry = { .kind = JOURNAL_MOVED,
				       .tenant = { 1 },
				       .type = { 1 },
				       .from = RUN_PROCESSING,
				       .to = RUN_DONE };
	struct buf journal;
	buf_init(&journal, 1 << 10);
	entry.execution = uuid7_make(scene->now.wall - took, random_bytes);
	journal_pack(&journal, &entry);
	watch_journal(scene->watch, buf_view(&journal), scene->now.wall);
	buf_done(&journal);
}

static void a_breach_is_one_line_with_all_that_is_known_of_it(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	tell_day(&scene, DAY_SUCCESS, 480);
	tell_day(&scene, DAY_CUTOFF_REACHED, 541);
	assert_str(pass_minute(&scene, LOG_INFO), STR(""));
	assert_str(pass_minute(&scene, LOG_INFO),
		   STR("{\"time\":\"1971-11-26T10:42:00Z\",\"level\":\"warn\",\"msg\":\"SLO "
		       "breached\",\"state\":\"breached\",\"slo\":\"cutoff_miss_rate\","
		       "\"unit\":\"ratio\",\"window_minutes\":3,\"value\":0.5,"
		       "\"threshold\":0.05,\"breaches\":2,\"due_bucket\":541}\n"));
	assert_str(pass_minute(&scene, LOG_INFO), STR(""));
	assert_str(pass_minute(&scene, LOG_INFO), STR("")); /* no day ended any more */
	tell_day(&scene, DAY_SUCCESS, 480);
	assert_str(pass_minute(&scene, LOG_INFO),
		   STR("{\"time\":\"1971-11-26T10:45:00Z\",\"level\":\"info\",\"msg\":\"SLO "
		       "restored\",\"state\":\"kept\",\"slo\":\"cutoff_miss_rate\","
		       "\"unit\":\"ratio\",\"window_minutes\":3,\"value\":0,"
		       "\"threshold\":0.05,\"breaches\":0}\n"));
	scene_close(&scene);
}

static void a_tick_is_a_line_for_who_asks_for_all(void **state)
{
	struct scene scene;
	const struct engine_pulse pulse = {
		.windows_open = 9, .windows_seen = 4, .windows_enqueued = 3, .windows_cut_off = 1
	};
	(void)state;
	scene_open(&scene);
	watch_turn(scene.watch, &pulse, 12);
	assert_str(pass_minute(&scene, LOG_DEBUG),
		   STR("{\"time\":\"1971-11-26T10:41:00Z\",\"level\":\"debug\",\"msg\":\"tick "
		       "finished\","
		       "\"duration_ms\":12,\"users_scanned\":4,\"eligible_in_window\":9,"
		       "\"enqueued\":3,\"cutoff_finalized\":1}\n"));
	assert_str(pass_minute(&scene, LOG_INFO), STR(""));
	scene_close(&scene);
}

static void attempts_count_from_lease_to_end(void **state)
{
	struct scene scene;
	struct slo_report report;
	(void)state;
	scene_open(&scene);
	tell_attempt(&scene, 20000);
	pass_minute(&scene, LOG_INFO);
	watch_report(scene.watch, &report);
	assert_int_equal(report.states[SLO_LATENCY].verdict, SLO_IS_EXCEEDED);
	assert_true(report.states[SLO_LATENCY].value > 10000 * SLO_THOUSAND);
	scene_close(&scene);
}

static void after_a_restart_the_window_is_what_the_statistics_kept(void **state)
{
	struct scene scene;
	struct shelf shelf;
	struct slo_report report;
	(void)state;
	scene_open(&scene);
	shelf_init(&shelf);
	struct stats_group *group = &shelf.stats[0];
	group->at = begin_wall / MSEC_MINUTE - 2;
	group->number = 542;                       /* due minute 541 */
	group->cells[STATS_DURATION] = 9000;       /* their sum */
	group->cells[STATS_DURATION + 1 + 10] = 1; /* one of up to 10 s */
	group->cells[STATS_CUTOFF] = 3;
	group->cells[STATS_SUCCESS] = 1;
	shelf.stats_len = 1;
	assert_int_equal(watch_recall(scene.watch, &shelf.query, begin_wall), ERR_OK);
	assert_true(shelf.stats_asked.from == begin_wall / MSEC_MINUTE - 3);
	assert_true(shelf.stats_asked.to == begin_wall / MSEC_MINUTE + 1);
	assert_int_equal(shelf.stats_asked.kind, STATS_OF_DUE);
	pass_minute(&scene, LOG_INFO);
	watch_report(scene.watch, &report);
	assert_int_equal(report.states[SLO_LATENCY].verdict, SLO_IS_EXCEEDED);
	assert_int_equal(report.states[SLO_CUTOFF].value, 750);
	assert_int_equal(report.states[SLO_CUTOFF].due_bucket, 541);
	scene_close(&scene);
}

static void a_store_that_cannot_be_read_is_told(void **state)
{
	struct scene scene;
	struct shelf shelf;
	(void)state;
	scene_open(&scene);
	shelf_init(&shelf);
	shelf.err = ERR_BUSY;
	assert_int_equal(watch_recall(scene.watch, &shelf.query, begin_wall), ERR_BUSY);
	scene_close(&scene);
}

static bool has(const struct buf *text, const char *part)
{
	str view = buf_view(text);
	return memmem(view.at, view.len, part, strlen(part)) != NULL;
}

static void metrics_tell_what_is_breached(void **state)
{
	struct scene scene;
	struct metrics *metrics = NULL;
	struct buf out;
	(void)state;
	scene_open(&scene);
	buf_init(&out, 1 << 20);
	assert_int_equal(metrics_new(1, &metrics), ERR_OK);
	tell_day(&scene, DAY_CUTOFF_REACHED, 1);
	pass_minute(&scene, LOG_INFO);
	pass_minute(&scene, LOG_INFO);
	watch_bring(scene.watch, metrics);
	watch_bring(scene.watch, metrics); /* nothing is counted twice */
	metrics_print(metrics, METRIC_NAMES_SEED, &out);
	assert_true(has(&out, "\nsched_tick_stop_ms_count 2\n"));
	buf_clear(&out);
	metrics_print(metrics, METRIC_NAMES_OURS, &out);
	static const char *const said[] = {
		"\nbelfry_slo_breached{slo=\"cutoff_miss_rate\"} 1\n",
		"\nbelfry_slo_breached{slo=\"job_latency\"} 0\n",
		"\nbelfry_slo_breaches_in_a_row{slo=\"cutoff_miss_rate\"} 2\n",
		"\nbelfry_slo_breaches_total{slo=\"cutoff_miss_rate\"} 1\n",
	};
	for (size_t i = 0; i < countof(said); i++) assert_true(has(&out, said[i]));
	metrics_free(metrics);
	buf_done(&out);
	scene_close(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_breach_is_one_line_with_all_that_is_known_of_it),
		cmocka_unit_test(a_tick_is_a_line_for_who_asks_for_all),
		cmocka_unit_test(attempts_count_from_lease_to_end),
		cmocka_unit_test(after_a_restart_the_window_is_what_the_statistics_kept),
		cmocka_unit_test(a_store_that_cannot_be_read_is_told),
		cmocka_unit_test(metrics_tell_what_is_breached),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
