/* Time zone data that change while the server runs, and while it does not. */
#include "host/zone_folder.h"
#include "server/service_stage.h"

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

static void make_job(struct service_stage *stage)
{
	struct client_response response = stage_ask(
		stage, "POST", "/api/v1/scheduler/jobs",
		"{\"code\": \"noon\", \"name\": \"Noon\", \"handler\": \"t\", "
		"\"schedule_type\": \"CRON\", \"cron_expression\": \"0 12 1 1 *\", "
		"\"timezone\": \"Town\", \"parameters\": {}}");
	assert_int_equal(response.status, 201);
}

static bool runs_next_at(struct service_stage *stage, const char *clock)
{
	struct client_response response = stage_ask(stage, "GET", "/api/v1/scheduler/jobs", "");
	char part[64];
	snprintf(part, sizeof part, "-01-01T%s:00Z\"", clock);
	return str_has(response.body, part);
}

static void await_next_at(struct service_stage *stage, const char *clock)
{
	msec until = stage_patience_ends();
	while (!runs_next_at(stage, clock) && clock_now().boot < until) continue;
	assert_true(runs_next_at(stage, clock));
}

static void what_was_planned_is_planned_anew(void **state)
{
	struct service_stage stage;
	struct zone_folder folder = make_zone_folder();
	(void)state;
	write_database(&folder, "2025a", '2');
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_TZDIR, folder.path);
	service_stage_start(&stage);
	make_job(&stage);
	assert_true(runs_next_at(&stage, "10:00"));
	/* While it runs: it looks when it is told to. */
	write_database(&folder, "2025b", '3');
	assert_int_equal(kill(getpid(), SIGHUP), 0);
	await_next_at(&stage, "09:00");
	service_stage_stop(&stage);
	/* While it does not. */
	write_database(&folder, "2025c", '4');
	service_stage_start(&stage);
	await_next_at(&stage, "08:00");
	service_stage_stop(&stage);
	/* The same data again change nothing. */
	service_stage_start(&stage);
	assert_true(runs_next_at(&stage, "08:00"));
	service_stage_stop(&stage);
	service_stage_done(&stage);
	remove_zone_folder(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_planned_is_planned_anew),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
