/* Jobs, occurrences and calendars as people see them. */
#include "store/sqlite/query_scene.h"

static void put_numbered_job(struct scene *scene, u32 number, struct job_row job)
{
	char code[16];
	job.id = id_of(number);
	job.code = (str){ code, (size_t)snprintf(code, sizeof code, "job-%u", number) };
	put_job(scene, &job);
}

static void expect_jobs(struct query_scene *it, struct job_list list, const char *numbers)
{
	struct job_page page;
	if (!list.limit) list.limit = 50;
	assert_int_equal(it->query->calls->jobs(it->query, &list, &it->arena, &page), ERR_OK);
	assert_numbers(page, numbers);
}

static void a_job_is_told_with_its_texts_and_its_next_run(void **state)
{
	struct query_scene it = query_scene_open();
	struct job_row job = a_job(1);
	struct uuid id = id_of(1);
	struct job_view view;
	(void)state;
	put_job(it.scene, &job);
	for (u32 i = 3; i <= 5; i++) {
		struct run_row run = a_job_run(i, 1);
		run.payload_len = (u32)job.parameters.len;
		put_run(it.scene, &run);
	}
	struct execution_row execution = an_execution(1, 3, 1); /* the first has begun */
	put_claim(it.scene, &execution);
	commit(it.scene);
	assert_int_equal(it.query->calls->job(it.query, acme, &id, &it.arena, &view), ERR_OK);
	assert_str(view.tenant, STR("acme"));
	assert_str(view.type, STR("push"));
	assert_str(view.queue, STR("default"));
	assert_str(view.row.code, job.code);
	assert_str(view.row.rule, job.rule);
	assert_str(view.row.parameters, job.parameters);
	assert_str(view.row.details, job.details);
	assert_true(view.has_next);
	assert_uuid(view.next_run, id_of(4));
	assert_true(view.next_at == a_job_run(4, 1).hot.run_at);
	assert_int_equal(it.query->calls->job(it.query, globex, &id, &it.arena, &view),
			 ERR_NOT_FOUND);
	query_scene_close(&it);
}

static void lists_of_jobs_restrict(void **state)
{
	struct query_scene it = query_scene_open();
	struct job_row job = a_job(1);
	(void)state;
	put_numbered_job(it.scene, 1, job);
	job.state = JOB_DISABLED;
	put_numbered_job(it.scene, 2, job);
	job.state = JOB_DELETED;
	put_numbered_job(it.scene, 3, job);
	job.state = JOB_ACTIVE;
	job.tenant.v = 2;
	job.type.v = 1;
	put_numbered_job(it.scene, 4, job);
	commit(it.scene);
	expect_jobs(&it, (struct job_list){ .limit = 9 }, "4 2 1");
	expect_jobs(&it, (struct job_list){ .tenant = acme }, "2 1");
	expect_jobs(&it, (struct job_list){ .limit = 1, .tenant = acme }, "2 ...");
	expect_jobs(&it, (struct job_list){ .tenant = acme, .after = id_of(2) }, "1");
	expect_jobs(&it, (struct job_list){ .states = 1u << JOB_DELETED }, "3");
	expect_jobs(&it, (struct job_list){ .code = STR("job-2") }, "2");
	expect_jobs(&it, (struct job_list){ .type = STR("mail") }, "4");
	expect_jobs(&it, (struct job_list){ .type = STR("none") }, "");
	expect_jobs(&it, (struct job_list){ .queue = STR("none") }, "");
	expect_jobs(&it, (struct job_list){ .kinds = 1u << JOB_RRULE }, "");
	expect_jobs(&it, (struct job_list){ .kinds = UINT32_MAX }, "4 2 1");
	tamper(it.scene, "UPDATE jobs SET details = X'00' WHERE hex(id) LIKE '%0002'");
	expect_jobs(&it, (struct job_list){ .tenant = acme }, "1");
	query_scene_close(&it);
}

static void occurrences_come_from_the_newest_on(void **state)
{
	struct query_scene it = query_scene_open();
	struct job_row job = a_job(1);
	struct occurrence_page page;
	(void)state;
	put_job(it.scene, &job);
	for (u32 i = 1; i <= 5; i++) {
		add_put(it.scene, KIND_OCCURRENCE)->occurrence = (struct occurrence_row){
			.job = id_of(1),
			.tenant = { 1 },
			.planned_at = 1000 * (i < 5 ? i : 4),
			.number = i == 5,
			.outcome = i % 2 ? OCCURRENCE_FIRED : OCCURRENCE_SKIPPED,
		};
	}
	commit(it.scene);
	struct occurrence_list list = { .tenant = acme, .job = id_of(1), .limit = 2 };
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->occurrences(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 2);
	assert_true(page.has_more);
	assert_int_equal(page.rows[0].number, 1);
	assert_true(page.rows[1].planned_at == 4000);
	list.before_planned = 4000;
	list.limit = 9;
	assert_int_equal(calls->occurrences(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 3);
	assert_false(page.has_more);
	assert_true(page.rows[2].planned_at == 1000);
	list.outcomes = 1u << OCCURRENCE_SKIPPED;
	assert_int_equal(calls->occurrences(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 1);
	list.tenant = globex;
	assert_int_equal(calls->occurrences(it.query, &list, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 0);
	query_scene_close(&it);
}

static void calendars_are_their_tenants_own(void **state)
{
	struct query_scene it = query_scene_open();
	struct calendar_page page;
	(void)state;
	put_calendar(it.scene, 1, STR("holidays"), 1, STR("2026-12-25"));
	put_calendar(it.scene, 1, STR("fairs"), 2, STR("2026-05-05"));
	put_calendar(it.scene, 2, STR("fairs"), 3, STR("2026-05-06"));
	commit(it.scene);
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->calendars(it.query, acme, STR(""), &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 2);
	assert_str(page.rows[0].row.name, STR("fairs"));
	assert_str(page.rows[0].tenant, STR("acme"));
	assert_str(page.rows[1].row.body, STR("2026-12-25"));
	assert_int_equal(calls->calendars(it.query, globex, STR("fairs"), &it.arena, &page),
			 ERR_OK);
	assert_int_equal(page.len, 1);
	assert_true(page.rows[0].row.version == 3);
	assert_int_equal(calls->calendars(it.query, globex, STR("holidays"), &it.arena, &page),
			 ERR_OK);
	assert_int_equal(page.len, 0);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_job_is_told_with_its_texts_and_its_next_run),
		cmocka_unit_test(lists_of_jobs_restrict),
		cmocka_unit_test(occurrences_come_from_the_newest_on),
		cmocka_unit_test(calendars_are_their_tenants_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
