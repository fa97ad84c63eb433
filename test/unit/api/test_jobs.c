/* What a body says about a job, merged into what is there; and how a job is shown. */
#include "api/api.h"
#include "api/jobs.h"

#include "api/handlers.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct request request;
	struct job_row row;
	struct job_put put;
};

static void open_scene(struct scene *scene, const char *tenant)
{
	memset(scene, 0, sizeof *scene);
	stage_open(&scene->stage);
	scene->request.api = scene->stage.api;
	scene->request.who = (struct who){ .tenant = str_from(tenant), .role = ROLE_ADMIN };
	arena_init(&scene->request.arena, (size_t)1 << 20);
	scene->request.faults.arena = &scene->request.arena;
	scene->row = job_defaults();
}

static void close_scene(struct scene *scene)
{
	arena_done(&scene->request.arena);
	stage_close(&scene->stage);
}

static enum err merge(struct scene *scene, const char *body)
{
	struct job_input *input = arena_alloc_zeroed(&scene->request.arena, sizeof *input);
	scene->request.input = input;
	scene->request.faults.len = 0;
	if (!shape_read_body(&job_body, str_from(body), &scene->request.faults, input))
		return ERR_INVALID;
	return job_merge(&scene->request, input, &scene->row, &scene->put);
}

static void the_columns_of_the_seed_go_where_they_belong(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene, "acme");
	assert_int_equal(
		ERR_OK,
		merge(&scene,
		      "{\"code\":\"report\",\"name\":\"Report\",\"job_type\":\"TENANT\","
		      "\"handler\":\"report.daily\",\"schedule_type\":\"CRON\","
		      "\"cron_expression\":\"0 9 * * 1\",\"timezone\":\"UTC\","
		      "\"parameters\":{\"a\":1.0},"
		      "\"timeout_seconds\":120,\"max_retries\":2,\"retry_delay_seconds\":30,"
		      "\"priority\":3,\"queue\":\"batch\",\"allow_concurrent\":true,"
		      "\"external_id\":\"x1\",\"misfire\":\"run_all\",\"jitter_seconds\":5,"
		      "\"exclude\":[\"holidays\",\"fridays\"],\"overlap\":\"skip\"}"));
	const struct job_row *row = &scene.row;
	assert_int_equal(JOB_CRON, row->kind);
	assert_str(row->rule, STR("0 9 * * 1"));
	assert_str(row->code, STR("report"));
	assert_str(scene.put.type, STR("report.daily"));
	assert_str(scene.put.queue, STR("batch"));
	assert_str(row->parameters, STR("{\"a\":1.0}"));
	assert_int_equal(120000, row->timeout_ms);
	assert_int_equal(3, row->max_attempts);
	assert_int_equal(BACKOFF_EXPONENTIAL, row->backoff.kind);
	assert_int_equal(30000, row->backoff.base);
	assert_int_equal(0, row->max_instances);
	assert_int_equal(MISFIRE_RUN_ALL, row->misfire);
	assert_int_equal(OVERLAP_BY_SKIP, row->overlap);
	assert_int_equal(5000, row->jitter_ms);
	assert_str(row->exclude, STR("holidays,fridays"));
	assert_str(row->details,
		   STR("{\"name\":\"Report\",\"job_type\":\"TENANT\",\"external_id\":\"x1\","
		       "\"created_by\":\"token:00000000-0000-0000-0000-000000000000\"}"));
	close_scene(&scene);
}

static void the_kind_follows_from_what_is_given(void **state)
{
	static const struct {
		const char *body;
		enum job_kind kind;
	} cases[] = {
		{ "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\"}", JOB_CRON },
		{ "{\"code\":\"a\",\"type\":\"t\",\"rrule\":\"FREQ=DAILY\"}", JOB_RRULE },
		{ "{\"code\":\"a\",\"type\":\"t\",\"interval_seconds\":90}", JOB_INTERVAL },
		{ "{\"code\":\"a\",\"type\":\"t\",\"run_at\":\"2030-01-01T00:00:00Z\"}", JOB_ONCE },
		{ "{\"code\":\"a\",\"type\":\"t\",\"schedule_type\":\"MANUAL\"}", JOB_MANUAL },
		{ "{\"type\":\"t\",\"cron\":\"* * * * *\"}", JOB_CRON },
	};
	(void)state;
	for (size_t i = 0; i < countof(cases); i++) {
		struct scene scene;
		open_scene(&scene, "acme");
		assert_int_equal(ERR_OK, merge(&scene, cases[i].body));
		assert_int_equal(cases[i].kind, scene.row.kind);
		close_scene(&scene);
	}
}

static void what_does_not_go_together_is_refused_by_name(void **state)
{
	static const struct {
		const char *body;
		const char *pointer;
	} cases[] = {
		{ "{\"code\":\"a\",\"cron\":\"* * * * *\"}", "/handler" },
		{ "{\"code\":\"a\",\"type\":\"t\"}", "/schedule_type" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"schedule_type\":\"CRON\"}",
		  "/cron_expression" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"schedule_type\":\"RRULE\"}",
		  "/recurrence_rule" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"schedule_type\":\"ONCE\"}", "/run_at" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"schedule_type\":\"INTERVAL\"}",
		  "/interval_seconds" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"schedule_type\":\"MANUAL\","
		  "\"cron\":\"* * * * *\"}",
		  "/cron_expression" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\","
		  "\"interval_seconds\":90}",
		  "/interval_seconds" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"interval_seconds\":90,"
		  "\"run_at\":\"2030-01-01T00:00:00Z\"}",
		  "/run_at" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"schedule_type\":\"ONCE\","
		  "\"run_at\":\"2030-01-01T00:00:00Z\",\"rrule\":\"FREQ=DAILY\"}",
		  "/recurrence_rule" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\",\"rrule\":\"FREQ=DAILY\"}",
		  "/recurrence_rule" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\","
		  "\"timezone\":\"Mars/Base\"}",
		  "/timezone" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\",\"max_retries\":1,"
		  "\"max_attempts\":1}",
		  "/max_retries" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\",\"status\":\"ACTIVE\","
		  "\"is_enabled\":false}",
		  "/is_enabled" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\",\"exclude\":[\"a,b\"]}",
		  "/exclude" },
		{ "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\",\"status\":\"PAUSED\"}",
		  "/status" },
	};
	(void)state;
	for (size_t i = 0; i < countof(cases); i++) {
		struct scene scene;
		open_scene(&scene, "acme");
		if (!merge(&scene, cases[i].body)) fail_msg("%s was taken", cases[i].body);
		assert_str(scene.request.faults.items[0].pointer, str_from(cases[i].pointer));
		close_scene(&scene);
	}
}

static void a_change_leaves_what_it_does_not_name(void **state)
{
	struct scene scene;
	(void)state;
	open_scene(&scene, "acme");
	scene.row.id.bytes[0] = 1;
	scene.row.kind = JOB_CRON;
	scene.row.rule = STR("0 9 * * 1");
	scene.row.code = STR("report");
	scene.row.parameters = STR("{ \"x\": 1 }");
	scene.row.details = STR("{\"name\":\"Old\",\"description\":\"d\"}");
	scene.row.jitter_ms = 5000;
	scene.put.type = STR("t");
	assert_int_equal(ERR_OK, merge(&scene, "{\"name\":\"New\",\"is_enabled\":false,"
					       "\"jitter_seconds\":null}"));
	assert_str(scene.row.rule, STR("0 9 * * 1"));
	assert_str(scene.row.parameters, STR("{ \"x\": 1 }"));
	assert_str(scene.row.details, STR("{\"name\":\"New\",\"description\":\"d\"}"));
	assert_int_equal(JOB_DISABLED, scene.row.state);
	assert_int_equal(0, scene.row.jitter_ms);
	assert_int_equal(ERR_OK, merge(&scene, "{\"interval_seconds\":60}"));
	assert_int_equal(JOB_INTERVAL, scene.row.kind);
	assert_int_equal(0, scene.row.rule.len);
	close_scene(&scene);
}

static void only_the_system_says_that_a_job_is_required(void **state)
{
	struct scene scene;
	const char *body = "{\"code\":\"a\",\"type\":\"t\",\"cron\":\"* * * * *\","
			   "\"is_system_required\":true}";
	(void)state;
	open_scene(&scene, "acme");
	assert_int_equal(ERR_FORBIDDEN, merge(&scene, body));
	close_scene(&scene);
	open_scene(&scene, "system");
	assert_int_equal(ERR_OK, merge(&scene, body));
	assert_true(scene.row.is_system_required);
	close_scene(&scene);
}

static const struct api_defaults defaults = { .job_attempts = 4, .job_delay = 60000 };

static void a_job_is_shown_with_what_counts_by_default(void **state)
{
	struct buf out;
	struct job_view job = { .tenant = STR("acme"), .type = STR("t"), .queue = STR("default") };
	(void)state;
	buf_init(&out, 65536);
	job.row = job_defaults();
	job.row.kind = JOB_CRON;
	job.row.rule = STR("0 9 * * 1");
	job.row.rdates = STR("2030-01-01,2030-01-02");
	job.row.details = STR("{\"name\":\"Report\"}");
	job.row.pause = (struct job_pause){ 1, MSEC_MAX, STR("why"), STR("ann") };
	show_job(&out, &job, &defaults, 1000);
	str body = buf_view(&out);
	assert_str(member(body, "status"), STR("PAUSED"));
	assert_str(member(body, "is_enabled"), STR("true"));
	assert_str(member(body, "name"), STR("Report"));
	assert_str(member(body, "timezone"), STR("UTC"));
	assert_str(member(body, "max_retries"), STR("3"));
	assert_str(member(body, "timeout_seconds"), STR("300"));
	assert_str(member(body, "rdates"), STR("[\"2030-01-01\",\"2030-01-02\"]"));
	assert_str(member(body, "next_run_at"), STR("null"));
	assert_str(member(member(body, "pause"), "author"), STR("ann"));
	buf_clear(&out);
	job.row.state = JOB_DISABLED;
	job.row.hot.last_state = RUN_DLQ;
	job.row.hot.last_duration_ms = 12;
	show_job(&out, &job, &defaults, 1000);
	body = buf_view(&out);
	assert_str(member(body, "status"), STR("DISABLED"));
	assert_str(member(body, "last_run_status"), STR("FAILED"));
	assert_str(member(body, "last_run_duration_ms"), STR("12"));
	buf_done(&out);
}

static void what_a_new_job_does_not_say_is_left_to_its_tenant(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, "acme");
	assert_int_equal(ERR_OK, merge(&scene, "{\"code\":\"a\",\"type\":\"t\",\"cron\":"
					       "\"0 9 * * *\",\"priority\":3}"));
	assert_true(scene.put.takes_misfire && scene.put.takes_grace);
	assert_true(scene.put.priority_is_scaled);
	assert_int_equal(3, scene.row.priority);
	assert_int_equal(ERR_OK, merge(&scene, "{\"misfire\":\"skip\",\"grace_seconds\":9,"
					       "\"priority\":\"low\"}"));
	assert_false(scene.put.takes_misfire || scene.put.takes_grace);
	assert_false(scene.put.priority_is_scaled);
	assert_int_equal(9, scene.row.priority);
	scene.put.id.bytes[0] = 1; /* one that is there */
	assert_int_equal(ERR_OK, merge(&scene, "{\"name\":\"x\"}"));
	assert_false(scene.put.takes_misfire || scene.put.takes_grace);
	assert_int_equal(MISFIRE_SKIP, scene.row.misfire);
	assert_int_equal(9, scene.row.priority);
	assert_false(scene.put.priority_is_scaled);
	assert_int_equal(ERR_OK, merge(&scene, "{\"misfire\":null,\"grace_seconds\":null}"));
	assert_true(scene.put.takes_misfire && scene.put.takes_grace);
	close_scene(&scene);
}

static void dependencies_are_ids_or_codes_that_were_looked_up(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, "acme");
	const char *base = "{\"code\": \"r\", \"type\": \"h\", \"schedule_type\": \"MANUAL\"}";
	assert_int_equal(merge(&scene, base), ERR_OK);
	scene.row.id.bytes[0] = 1;
	assert_int_equal(scene.row.dependencies.len, 0);
	assert_int_equal(merge(&scene,
			       "{\"dependencies\": [{\"depends_on_job_id\":"
			       " \"01890a5d-ac96-774b-bcce-b302099a8057\"},"
			       " {\"depends_on_job_id\": \"01890a5d-ac96-774b-bcce-b302099a8058\","
			       " \"dependency_type\": \"START\"}]}"),
			 ERR_OK);
	assert_int_equal(scene.row.dependencies.len, 2);
	assert_int_equal(scene.row.dependencies.at[0].kind, DEPENDENCY_SUCCESS);
	assert_int_equal(scene.row.dependencies.at[1].kind, DEPENDENCY_START);
	assert_int_equal(merge(&scene, "{\"name\": \"n\"}"), ERR_OK);
	assert_int_equal(scene.row.dependencies.len, 2);
	assert_int_equal(merge(&scene, "{\"dependencies\": [{\"depends_on_job_id\": \"gone\"}]}"),
			 ERR_INVALID);
	assert_int_equal(merge(&scene, "{\"dependencies\": null}"), ERR_OK);
	assert_int_equal(scene.row.dependencies.len, 0);
	close_scene(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dependencies_are_ids_or_codes_that_were_looked_up),
		cmocka_unit_test(the_columns_of_the_seed_go_where_they_belong),
		cmocka_unit_test(the_kind_follows_from_what_is_given),
		cmocka_unit_test(what_does_not_go_together_is_refused_by_name),
		cmocka_unit_test(a_change_leaves_what_it_does_not_name),
		cmocka_unit_test(only_the_system_says_that_a_job_is_required),
		cmocka_unit_test(a_job_is_shown_with_what_counts_by_default),
		cmocka_unit_test(what_a_new_job_does_not_say_is_left_to_its_tenant),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
