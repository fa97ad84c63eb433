/* Time zone data that change under a program, while it runs and while it does not. */
#include "embed/program.h"
#include "host/zone_folder.h"

#define HOUR ((belfry_time)3600000)

/* The zone of the stub, another hour ahead. */
static void write_database(const struct zone_folder *folder, const char *version, char hours)
{
	char zone[ZONE_FILE_STUB_LEN], index[100];
	memcpy(zone, ZONE_FILE_STUB, sizeof zone);
	u32 offset = (u32)(hours - '0') * 3600;
	char *at = zone + sizeof zone - 17;
	at[2] = (char)(offset >> 8);
	at[3] = (char)offset;
	zone[sizeof zone - 2] = hours;
	add_file(folder, "Town", (str){ zone, sizeof zone });
	int len = snprintf(index, sizeof index, "# version %s\nZ Town %c - EET\n", version, hours);
	add_file(folder, "tzdata.zi", (str){ index, (size_t)len });
}

static belfry_time next_at(struct program *program)
{
	belfry_job_list *list;
	assert_done(program, belfry_list_jobs(program->handle, "noon", &list, &program->why));
	belfry_time at = belfry_job_list_at(list, 0)->next_at;
	belfry_job_list_free(list);
	return at;
}

static void plans_follow_the_data(void **state)
{
	(void)state;
	struct program program;
	struct zone_folder folder = make_zone_folder();
	write_database(&folder, "2026a", '2');
	program_begin(&program);
	program.options.zoneinfo = folder.path;
	program_open(&program);
	assert_done(&program, program_put(&program, (belfry_job){ .name = "noon",
								  .cron = "0 12 1 6 *",
								  .zone = "Town" }));
	belfry_time before = next_at(&program);
	/* While it runs: noticed within the hour. */
	write_database(&folder, "2026b", '3');
	program_step(&program);
	assert_int_equal(before, next_at(&program));
	program_advance(&program, HOUR + 1);
	program_step(&program);
	assert_int_equal(before - HOUR, next_at(&program));
	assert_string_equal("time zone data changed", program.log);
	/* While it does not: at the next opening. */
	assert_done(&program, belfry_close(program.handle, &program.why));
	write_database(&folder, "2026c", '4');
	program_open(&program);
	for (int i = 0; i < 3; i++) program_step(&program);
	assert_int_equal(before - 2 * HOUR, next_at(&program));
	program_end(&program);
	remove_zone_folder(&folder);
}

static void without_data_utc_alone_is_known(void **state)
{
	(void)state;
	struct program program;
	program_begin(&program);
	program.options.zoneinfo = "/nowhere/at/all";
	program_open(&program);
	assert_true(program.log[0] != '\0'); /* the operator is told */
	assert_done(&program, program_put(&program, (belfry_job){ .name = "j", .cron = "@daily" }));
	assert_refused(
		&program,
		program_put(&program,
			    (belfry_job){ .name = "k", .cron = "@daily", .zone = "Europe/Rome" }),
		BELFRY_INVALID, "");
	program_end(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plans_follow_the_data),
		cmocka_unit_test(without_data_utc_alone_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
