/* What a server refuses in its settings. */
#include "server/checks.h"

#include "server/service_stage.h"

#include <sys/stat.h>

struct told {
	u32 count;
	char text[4096];
};

static void tell(void *context, const struct why *why)
{
	struct told *told = context;
	size_t len = strlen(told->text);
	told->count++;
	snprintf(told->text + len, sizeof told->text - len, "%s\n", why->text);
}

static void expect_refused(enum setting_id id, const char *value, const char *words)
{
	struct service_stage stage;
	struct told told = { 0 };
	struct why why = { .text = "" };
	service_stage_init(&stage);
	stage_set(&stage, id, value);
	enum err err = settings_check(stage.config.values, tell, &told, &why);
	if (!err) fail_msg("%s is not refused", value);
	assert_int_equal(told.count, 1);
	if (!strstr(why.text, words)) fail_msg("%s", why.text);
	service_stage_done(&stage);
}

static void each_setting_that_bars_the_start_is_named(void **state)
{
	(void)state;
	expect_refused(CONFIG_WORKER_ID, "a b", "SCHEDULER_WORKER_ID");
	expect_refused(CONFIG_WEBHOOK_ALLOW, "10.0.0.0/99", "BELFRY_WEBHOOK_ALLOW");
	expect_refused(CONFIG_SMTP_URL, "http://user:password@host", "BELFRY_SMTP_URL");
	expect_refused(CONFIG_PROGRAMS, "/no/such/file", "BELFRY_PROGRAMS: /no/such/file");
	expect_refused(CONFIG_DATA, "/etc/passwd", "BELFRY_DATA: /etc/passwd is not a folder");
	expect_refused(CONFIG_KEY_FILE, "/etc/passwd", "BELFRY_KEY_FILE: /etc/passwd");
	expect_refused(CONFIG_STORE, "oracle:x", "BELFRY_STORE: \"oracle:x\"");
	expect_refused(CONFIG_PROXIES, "everybody", "--trusted-proxies (BELFRY_TRUSTED_PROXIES): ");
	expect_refused(CONFIG_TLS_KEY, "/no/such/key", "must be set together");
	expect_refused(CONFIG_LISTEN, "127.0.0.1:0, nowhere", "--listen (BELFRY_LISTEN): ");
	expect_refused(CONFIG_LISTEN, "0.0.0.0:7654", "beyond loopback needs TLS");
	expect_refused(CONFIG_QUEUES, "default,two words", "SCHEDULER_QUEUES");
	expect_refused(CONFIG_WEIGHTS, "1,0", "SCHEDULER_QUEUE_WEIGHTS: \"0\"");
	expect_refused(CONFIG_WEIGHTS, "1,1,heavy", "SCHEDULER_QUEUE_WEIGHTS: \"heavy\"");
	expect_refused(CONFIG_WEIGHTS, "1,1,1,1", "has 4 weights for the 3 queues");
	expect_refused(CONFIG_QUEUES, "default,,fast", "SCHEDULER_QUEUES");
	expect_refused(CONFIG_QUEUES, "default,fast,", "SCHEDULER_QUEUES");
	expect_refused(CONFIG_QUEUES, "fast, fast", "SCHEDULER_QUEUES names fast twice");
}

static void all_that_is_wrong_is_told_and_the_first_counts(void **state)
{
	struct service_stage stage;
	struct told told = { 0 };
	struct why why = { .text = "" };
	(void)state;
	service_stage_init(&stage);
	assert_int_equal(settings_check(stage.config.values, tell, &told, &why), ERR_OK);
	assert_int_equal(told.count, 0);
	stage_set(&stage, CONFIG_WEIGHTS, "none");
	stage_set(&stage, CONFIG_STORE, "oracle:x");
	assert_int_equal(settings_check(stage.config.values, tell, &told, &why), ERR_USAGE);
	assert_int_equal(told.count, 2);
	assert_non_null(strstr(why.text, "BELFRY_STORE"));
	assert_non_null(strstr(told.text, "SCHEDULER_QUEUE_WEIGHTS"));
	service_stage_done(&stage);
}

static void looking_makes_nothing(void **state)
{
	struct service_stage stage;
	struct stat status;
	struct why why;
	(void)state;
	service_stage_init(&stage);
	assert_int_equal(settings_check(stage.config.values, NULL, NULL, &why), ERR_OK);
	assert_int_not_equal(stat(stage.data, &status), 0);
	service_stage_done(&stage);
}

static void a_misspelt_variable_is_named_with_the_nearest(void **state)
{
	static const char *const environment[] = {
		"BELFRY_LISTN=127.0.0.1:1", "SCHEDULER_QUEUES=a",    "BELFRY_SMTP_URL_FILE=x",
		"BELFRY_RUN_ID=1",          "SCHEDULER_FRIENDS=7",   "HOME=/nowhere",
		"BELFRY_LISTEN_FILE=x",     "belfry_listen=ignored", NULL
	};
	struct config config;
	struct told told = { 0 };
	(void)state;
	config_init(&config);
	assert_int_equal(settings_check_names(&config.settings, environment, tell, &told), 3);
	assert_string_equal(told.text,
			    "there is no setting BELFRY_LISTN; did you mean BELFRY_LISTEN?\n"
			    "there is no setting SCHEDULER_FRIENDS\n"
			    "there is no setting BELFRY_LISTEN_FILE\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_setting_that_bars_the_start_is_named),
		cmocka_unit_test(all_that_is_wrong_is_told_and_the_first_counts),
		cmocka_unit_test(looking_makes_nothing),
		cmocka_unit_test(a_misspelt_variable_is_named_with_the_nearest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
