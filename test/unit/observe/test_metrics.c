#include "observe/metrics.h"

#include "base/check.h"
#include "page.h"

static bool has(const struct buf *text, const char *part)
{
	str wanted = str_from(part);
	for (size_t i = 0; i + wanted.len <= text->len; i++) {
		if (memcmp(text->at + i, wanted.at, wanted.len) == 0) return true;
	}
	return false;
}

static void one_registry_is_shown_under_two_sets_of_names(void **state)
{
	struct metrics *metrics = NULL;
	struct buf text;
	(void)state;
	assert_int_equal(ERR_OK, metrics_new(1, &metrics));
	buf_init(&text, 1 << 20);
	metrics_add(metrics, METRIC_DONE, STR("mail"), STR("acme"), 2);
	metrics_add(metrics, METRIC_DONE, STR("mail"), STR("acme"), 1);
	metrics_set(metrics, METRIC_DUE, 5);
	metrics_set(metrics, METRIC_DUE, 4);
	metrics_observe(metrics, METRIC_DURATION, STR("mail"), 30);
	metrics_observe(metrics, METRIC_DURATION, STR("mail"), 999999999);
	metrics_observe(metrics, METRIC_DURATION, STR("mail"), -5);
	metrics_print(metrics, METRIC_NAMES_OURS, &text);
	assert_true(has(&text, "belfry_runs_done_total{type=\"mail\",tenant=\"acme\"} 3\n"));
	assert_true(has(&text, "# TYPE belfry_runs_due gauge\nbelfry_runs_due 4\n"));
	assert_true(
		has(&text, "belfry_run_duration_seconds_bucket{type=\"mail\",le=\"0.005\"} 1\n"));
	assert_true(
		has(&text, "belfry_run_duration_seconds_bucket{type=\"mail\",le=\"0.050\"} 2\n"));
	assert_true(
		has(&text, "belfry_run_duration_seconds_bucket{type=\"mail\",le=\"+Inf\"} 3\n"));
	assert_true(has(&text, "belfry_run_duration_seconds_sum{type=\"mail\"} 1000000.029\n"));
	assert_true(has(&text, "belfry_run_duration_seconds_count{type=\"mail\"} 3\n"));
	assert_false(has(&text, "am_jobs"));
	buf_clear(&text);
	metrics_print(metrics, METRIC_NAMES_SEED, &text);
	assert_true(has(&text, "am_jobs_done_total{type=\"mail\",guild=\"acme\"} 3\n"));
	assert_true(has(&text, "jobs_succeeded_total{type=\"mail\",guild=\"acme\"} 3\n"));
	assert_true(has(&text, "am_jobs_exec_ms_bucket{type=\"mail\",le=\"50\"} 2\n"));
	assert_true(has(&text, "handler_duration_ms_count{type=\"mail\"} 3\n"));
	assert_false(has(&text, "belfry_"));
	buf_done(&text);
	metrics_free(metrics);
}

static void labels_are_bounded_and_the_rest_counts_as_other(void **state)
{
	struct metrics *metrics = NULL;
	struct buf text;
	(void)state;
	assert_int_equal(ERR_OK, metrics_new(1, &metrics));
	buf_init(&text, 1 << 20);
	for (u32 i = 0; i < 1000; i++) {
		char name[20];
		int len = snprintf(name, sizeof name, "t%u", i);
		metrics_add(metrics, METRIC_STALLED, (str){ name, (size_t)len }, STR(""), 1);
	}
	metrics_print(metrics, METRIC_NAMES_OURS, &text);
	assert_true(has(&text, "belfry_stalled_total{type=\"t199\"} 1\n"));
	assert_false(has(&text, "belfry_stalled_total{type=\"t200\"}"));
	assert_true(has(&text, "belfry_stalled_total{type=\"other\"} 800\n"));
	buf_done(&text);
	metrics_free(metrics);
}

static void hostile_label_values_stay_inside_their_quotes(void **state)
{
	struct metrics *metrics = NULL;
	struct buf text;
	(void)state;
	assert_int_equal(ERR_OK, metrics_new(1, &metrics));
	buf_init(&text, 1 << 20);
	metrics_add(metrics, METRIC_STALLED, STR("a\"b\\c\nd"), STR(""), 1);
	metrics_print(metrics, METRIC_NAMES_OURS, &text);
	assert_true(has(&text, "belfry_stalled_total{type=\"a\\\"b\\\\c\\nd\"} 1\n"));
	buf_done(&text);
	metrics_free(metrics);
}

static void answers_are_counted_by_class(void **state)
{
	struct metrics *metrics = NULL;
	struct buf text;
	(void)state;
	assert_int_equal(ERR_OK, metrics_new(1, &metrics));
	buf_init(&text, 1 << 20);
	metrics_count_response(metrics, 200);
	metrics_count_response(metrics, 201);
	metrics_count_response(metrics, 404);
	metrics_print(metrics, METRIC_NAMES_OURS, &text);
	assert_true(has(&text, "belfry_http_responses_total{class=\"2xx\"} 2\n"));
	assert_true(has(&text, "belfry_http_responses_total{class=\"4xx\"} 1\n"));
	buf_done(&text);
	metrics_free(metrics);
}

static void without_memory_nothing_is_counted_and_nothing_breaks(void **state)
{
	(void)state;
	for (u64 nth = 1; nth < 12; nth++) {
		struct mem_watch watch = { .refuse = check_refuse_nth, .context = &nth };
		struct metrics *metrics = NULL;
		mem_set_watch(&watch);
		if (metrics_new(1, &metrics) == ERR_OK) {
			metrics_add(metrics, METRIC_DONE, STR("a"), STR("b"), 1);
			metrics_observe(metrics, METRIC_DURATION, STR("a"), 1);
		}
		metrics_free(metrics);
		mem_set_watch(NULL);
		assert_int_equal(0, watch.live);
	}
}

static void what_was_counted_elsewhere_is_put(void **state)
{
	(void)state;
	struct metrics *metrics;
	struct buf out;
	buf_init(&out, PAGE_TEXT_MAX);
	assert_int_equal(ERR_OK, metrics_new(1, &metrics));
	metrics_put(metrics, METRIC_REFUSED, STR("chat"), STR("acme"), 7);
	metrics_put(metrics, METRIC_REFUSED, STR("chat"), STR("acme"), 9);
	metrics_put(metrics, METRIC_REFUSED_IN_A_ROW, STR("chat"), STR("acme"), 2);
	metrics_print(metrics, METRIC_NAMES_OURS, &out);
	assert_true(has(&out, "belfry_rate_limited_total{route=\"chat\",tenant=\"acme\"} 9\n"));
	assert_true(has(&out, "belfry_rate_limit_streak{route=\"chat\",tenant=\"acme\"} 2\n"));
	metrics_free(metrics);
	buf_done(&out);
}

static void the_page_is_as_new_as_the_table(void **state)
{
	struct buf page;
	(void)state;
	buf_init(&page, PAGE_TEXT_MAX);
	buf_add(&page,
		STR("# Metrics\n\nMade from `src/observe/metrics.def`; `test_metrics` fails "
		    "when this page is older than that table,\nand writes it anew when it is "
		    "run with `WRITE_PAGES=1`.\n\n`GET /metrics` needs a token of the tenant "
		    "`system`; `?names=seed` shows the same numbers under the\nnames in the "
		    "third column. Labels are bounded: past the bound a value counts as "
		    "`other`.\n\n| name | kind and labels | alternative name | meaning |\n"
		    "|---|---|---|---|\n"));
#define X(id, kind, name, first, second, seeds, help)                                            \
	buf_addf(&page, "| `%s` | %s, %s %s | %s | %s |\n", name, #kind, #first, #second, seeds, \
		 help);
	METRICS(X)
#undef X
	buf_add(&page,
		STR("\n| label | alternative name | most values | meaning |\n|---|---|---|---|\n"));
#define X(id, name, seed_name, most, sentence) \
	buf_addf(&page, "| %s | %s | %d | %s |\n", name, seed_name, most, sentence);
	METRIC_LABELS(X)
#undef X
	expect_page("metrics.md", buf_view(&page));
	buf_done(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_registry_is_shown_under_two_sets_of_names),
		cmocka_unit_test(labels_are_bounded_and_the_rest_counts_as_other),
		cmocka_unit_test(hostile_label_values_stay_inside_their_quotes),
		cmocka_unit_test(answers_are_counted_by_class),
		cmocka_unit_test(what_was_counted_elsewhere_is_put),
		cmocka_unit_test(the_page_is_as_new_as_the_table),
		cmocka_unit_test(without_memory_nothing_is_counted_and_nothing_breaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
