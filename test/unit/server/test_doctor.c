/* What is found on a machine, in a folder of the test's own. */
#include "server/doctor.h"

#include "base/check.h"
#include "store/sqlite/hot_store.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct told {
	struct buf text; /* "verdict what: text\n" */
};

static void note(void *context, const struct check_finding *finding)
{
	struct told *told = context;
	buf_addf(&told->text, "%d %s: %s\n", (int)finding->verdict, finding->what, finding->text);
	assert_true(finding->verdict == VERDICT_GOOD || *finding->fix);
}

static bool has(const struct told *told, const char *part)
{
	for (size_t i = 0; i < told->text.len; i++) {
		if (str_starts_with(str_from_offset(buf_view(&told->text), i), str_from(part)))
			return true;
	}
	return false;
}

static void examine_with(struct told *told, const char *folder, const char *store, msec now)
{
	struct config config;
	struct why why;
	config_init(&config);
	if (store)
		assert_int_equal(settings_set(&config.settings, CONFIG_STORE, str_from(store),
					      ORIGIN_FLAG, &why),
				 ERR_OK);
	assert_int_equal(
		settings_set(&config.settings, CONFIG_DATA, str_from(folder), ORIGIN_FLAG, &why),
		ERR_OK);
	const struct doctor_host host = { &config, NULL, "no such folder", now };
	buf_init(&told->text, 65536);
	doctor_examine(&host, note, NULL, told);
}

static void examine(struct told *told, const char *folder, msec now)
{
	examine_with(told, folder, NULL, now);
}

/* A clock that was ahead has decided for a job what is still to come by the right one. */
static void jobs_that_a_clock_ahead_has_decided_are_doubtful(void **state)
{
	struct hot_store hot = hot_open();
	struct told told;
	char store[400];
	(void)state;
	hot_live_jobs(&hot);
	snprintf(store, sizeof store, "sqlite:%s", hot.folder.file);
	examine_with(&told, "/nowhere/belfry", store, SCENE_START);
	assert_true(has(&told, "0 store: is sound"));
	assert_true(has(&told, "1 clock: 1 jobs, 0 daily windows and 0 reminders planned by a "
			       "clock that was ahead, jobs up to "));
	buf_done(&told.text);
	examine_with(&told, "/nowhere/belfry", store, SCENE_START + MSEC_DAY - MSEC_MINUTE);
	assert_true(has(&told, "0 store: is sound"));
	assert_false(has(&told, "that was ahead"));
	buf_done(&told.text);
	hot_close(&hot);
}

static void a_new_machine_is_only_doubtful(void **state)
{
	struct told told;
	(void)state;
	examine(&told, "/nowhere/belfry", (msec)1763287230000);
	assert_true(has(&told, "0 clock: "));
	assert_true(has(&told, "2 zone data: no such folder"));
	assert_true(has(&told, "1 data folder: does not exist yet"));
	assert_true(has(&told, "1 store: does not exist yet"));
	assert_true(has(&told, "program sandbox: "));
	buf_done(&told.text);
}

static void what_others_may_touch_and_a_damaged_store_are_bad(void **state)
{
	char folder[] = "/tmp/belfry-doctor.XXXXXX", file[64], token[64];
	struct told told;
	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(file, sizeof file, "%s/belfry.db", folder);
	snprintf(token, sizeof token, "%s/admin.token", folder);
	FILE *damaged = fopen(file, "w");
	assert_true(fputs("this is no store", damaged) > 0);
	assert_int_equal(fclose(damaged), 0);
	FILE *open_token = fopen(token, "w");
	assert_int_equal(fclose(open_token), 0);
	assert_int_equal(chmod(token, 0644), 0);
	assert_int_equal(chmod(folder, 0777), 0);
	examine(&told, folder, 0);
	assert_true(has(&told, "2 clock: is set to a time in the past"));
	assert_true(has(&told, "2 data folder: can be written by other users"));
	assert_true(has(&told, "disk: "));
	assert_true(has(&told, "2 admin.token: can be read by other users"));
	assert_true(has(&told, "2 store: "));
	buf_done(&told.text);
	assert_int_equal(unlink(file) | unlink(token) | rmdir(folder), 0);
}

static void the_store_is_where_the_settings_say(void **state)
{
	struct config config;
	struct buf path;
	struct why why;
	(void)state;
	config_init(&config);
	buf_init(&path, 4096);
	assert_int_equal(doctor_store_path(&config, &path, &why), ERR_OK);
	assert_true(str_eq(buf_view(&path), STR("belfry-data/belfry.db")));
	buf_clear(&path);
	assert_int_equal(
		settings_set(&config.settings, CONFIG_STORE, STR("sqlite:x.db"), ORIGIN_FLAG, &why),
		ERR_OK);
	assert_int_equal(doctor_store_path(&config, &path, &why), ERR_OK);
	assert_true(str_eq(buf_view(&path), STR("x.db")));
	assert_int_equal(
		settings_set(&config.settings, CONFIG_STORE, STR("other"), ORIGIN_FLAG, &why),
		ERR_OK);
	assert_int_equal(doctor_store_path(&config, &path, &why), ERR_USAGE);
	buf_done(&path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_machine_is_only_doubtful),
		cmocka_unit_test(what_others_may_touch_and_a_damaged_store_are_bad),
		cmocka_unit_test(the_store_is_where_the_settings_say),
		cmocka_unit_test(jobs_that_a_clock_ahead_has_decided_are_doubtful),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
