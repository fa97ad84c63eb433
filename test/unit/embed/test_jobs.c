/* Jobs: by their rules and zones, through closings, as a program hands them in at each start. */
#include "embed/program.h"

#define HOUR ((belfry_time)3600000)
#define DAY (24 * HOUR)

static const belfry_job_view *see_job(struct program *program, const char *name,
				      belfry_job_list **out_list)
{
	assert_done(program, belfry_list_jobs(program->handle, name, out_list, &program->why));
	assert_int_equal(1, belfry_job_list_len(*out_list));
	assert_null(belfry_job_list_at(*out_list, 1));
	return belfry_job_list_at(*out_list, 0);
}

/* The clocks of Berlin go forward on 2026-03-29: nine o'clock is at 7 UTC from then on. */
static void cron_follows_its_zone(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program.wall = PROGRAM_START + 27 * DAY; /* 2026-03-28T09:00Z */
	assert_done(&program, program_put(&program, (belfry_job){ .name = "morning",
								  .cron = "0 9 * * *",
								  .zone = "Europe/Berlin",
								  .payload = "{\"a\": 1}" }));
	program_step(&program);
	program_advance(&program, 2 * DAY);
	assert_int_equal(2, program.calls_len);
	assert_int_equal(PROGRAM_START + 28 * DAY - 2 * HOUR, program.calls[0].planned_at);
	assert_int_equal(PROGRAM_START + 29 * DAY - 2 * HOUR, program.calls[1].planned_at);
	assert_string_equal("{\"a\": 1}", program.calls[0].payload);
	program_end(&program);
}

static void rrule_interval_and_instant_fire(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	assert_done(&program,
		    program_put(&program, (belfry_job){ .name = "rule",
							.rrule = "FREQ=DAILY;COUNT=2",
							.start = "2026-03-01T10:00:00" }));
	assert_done(&program,
		    program_put(&program, (belfry_job){ .name = "span", .every_ms = 20 * HOUR }));
	assert_done(&program, program_put(&program, (belfry_job){ .name = "once",
								  .at = PROGRAM_START + HOUR }));
	assert_done(&program, program_put(&program, (belfry_job){ .name = "by hand" }));
	program_step(&program);
	program_advance(&program, 60 * HOUR + 1);
	/* Two by the rule, at 20 h, 40 h and 60 h (and maybe at its start), one at its instant. */
	assert_in_range(program.calls_len, 6, 7);
	belfry_id run;
	assert_done(&program, belfry_run_job(program.handle, "by hand", &run, &program.why));
	u32 before = program.calls_len;
	program_step(&program);
	assert_int_equal(before + 1, program.calls_len);
	assert_memory_equal(&run, &program.calls[before].run, sizeof run);
	program_end(&program);
}

/* A program hands its jobs in at each start: what is there already stays, with its phase. */
static void same_definition_changes_nothing(void **state)
{
	(void)state;
	struct program program;
	belfry_job_list *list;
	belfry_job job = { .name = "span", .every_ms = 10 * HOUR };
	program_start(&program);
	assert_done(&program, program_put(&program, job));
	program_step(&program);
	program_advance(&program, HOUR);
	u32 begun = program.calls_len;
	for (int i = 0; i < 3; i++) {
		assert_done(&program, belfry_close(program.handle, &program.why));
		program.wall += 3 * HOUR;
		program.boot = 100; /* the machine was started anew */
		program_open(&program);
		assert_done(&program, belfry_handle(program.handle, "t", program_handler, &program,
						    &program.why));
		assert_done(&program, program_put(&program, job));
		program_step(&program);
	}
	const belfry_job_view *view = see_job(&program, "span", &list);
	assert_int_equal(1, view->version);
	assert_int_equal(begun + (view->next_at > PROGRAM_START + 10 * HOUR), program.calls_len);
	belfry_job_list_free(list);
	program_advance(&program, HOUR);
	assert_int_equal(begun + 1, program.calls_len);
	job.every_ms = 5 * HOUR;
	assert_done(&program, program_put(&program, job));
	view = see_job(&program, "span", &list);
	assert_int_equal(2, view->version);
	belfry_job_list_free(list);
	program_end(&program);
}

static u32 calls_after_three_missed(belfry_misfire misfire)
{
	struct program program;
	program_start(&program);
	belfry_job job = { .name = "hourly", .cron = "0 * * * *", .misfire = misfire };
	assert_done(&program, program_put(&program, job));
	program_step(&program);
	assert_done(&program, belfry_close(program.handle, &program.why));
	program.wall += 3 * HOUR + HOUR / 2; /* nobody was there at 10, 11 and 12 */
	program_open(&program);
	assert_done(&program,
		    belfry_handle(program.handle, "t", program_handler, &program, &program.why));
	for (int i = 0; i < 6; i++) program_step(&program);
	u32 calls = program.calls_len;
	program_end(&program);
	return calls;
}

static void missed_occurrences_are_made_up_for_as_the_job_says(void **state)
{
	(void)state;
	assert_int_equal(1, calls_after_three_missed(BELFRY_MISFIRE_RUN_ONCE));
	assert_int_equal(0, calls_after_three_missed(BELFRY_MISFIRE_SKIP));
	assert_int_equal(3, calls_after_three_missed(BELFRY_MISFIRE_RUN_ALL));
}

static void job_rests_while_it_is_paused_and_ends_when_deleted(void **state)
{
	(void)state;
	struct program program;
	belfry_job_list *list;
	program_start(&program);
	belfry_why *why = &program.why;
	assert_done(&program,
		    program_put(&program, (belfry_job){ .name = "hourly",
							.cron = "0 * * * *",
							.misfire = BELFRY_MISFIRE_SKIP }));
	assert_done(&program, belfry_pause_job(program.handle, "hourly", "holidays", why));
	program_step(&program);
	program_advance(&program, 5 * HOUR);
	assert_int_equal(0, program.calls_len);
	const belfry_job_view *view = see_job(&program, "hourly", &list);
	assert_int_equal(1, view->is_paused);
	assert_string_equal("0 * * * *", view->rule);
	assert_string_equal("UTC", view->zone);
	belfry_job_list_free(list);
	assert_done(&program, belfry_resume_job(program.handle, "hourly", why));
	program_advance(&program, HOUR);
	assert_true(program.calls_len >= 1);
	assert_done(&program, belfry_delete_job(program.handle, "hourly", why));
	u32 before = program.calls_len;
	program_advance(&program, 5 * HOUR);
	assert_int_equal(before, program.calls_len);
	assert_refused(&program, belfry_delete_job(program.handle, "hourly", why), BELFRY_NOT_FOUND,
		       "there is no job \"hourly\"");
	program_end(&program);
}

static void jobs_out_of_bounds_are_named(void **state)
{
	(void)state;
	struct program program;
	static const struct {
		belfry_job job;
		const char *words;
	} rows[] = {
		{ { .cron = "@daily" }, "job.name is required" },
		{ { .name = "", .cron = "@daily" }, "name has 0 bytes" },
		{ { .name = "j", .cron = "0 9 * *" }, "" },
		{ { .name = "j", .cron = "99 * * * *" }, "" },
		{ { .name = "j", .rrule = "FREQ=OFTEN" }, "" },
		{ { .name = "j", .cron = "@daily", .zone = "Europe/Nowhere" }, "Nowhere" },
		{ { .name = "j", .cron = "@daily", .every_ms = 1 }, "give one of" },
		{ { .name = "j", .every_ms = 1000 }, "every 1 s" },
		{ { .name = "j", .every_ms = -5 }, "" },
		{ { .name = "j", .cron = "@daily", .misfire = (belfry_misfire)7 }, "misfire" },
		{ { .name = "j", .cron = "@daily", .overlap = (belfry_overlap)7 }, "overlap" },
		{ { .name = "j", .cron = "@daily", .payload = "1" }, "payload" },
		{ { .name = "j", .cron = "@daily", .jitter_ms = -1 }, "jitter" },
		{ { .name = "j", .cron = "@daily", .retry_ms = 5 }, "retry_ms" },
	};
	program_start(&program);
	for (size_t i = 0; i < countof(rows); i++)
		assert_refused(&program, program_put(&program, rows[i].job), BELFRY_INVALID,
			       rows[i].words);
	belfry_job_list *list;
	assert_done(&program, belfry_list_jobs(program.handle, NULL, &list, &program.why));
	assert_int_equal(0, belfry_job_list_len(list));
	belfry_job_list_free(list);
	belfry_job_list_free(NULL);
	assert_refused(&program, belfry_list_jobs(program.handle, "", &list, &program.why),
		       BELFRY_INVALID, "name");
	program_end(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cron_follows_its_zone),
		cmocka_unit_test(rrule_interval_and_instant_fire),
		cmocka_unit_test(same_definition_changes_nothing),
		cmocka_unit_test(missed_occurrences_are_made_up_for_as_the_job_says),
		cmocka_unit_test(job_rests_while_it_is_paused_and_ends_when_deleted),
		cmocka_unit_test(jobs_out_of_bounds_are_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
