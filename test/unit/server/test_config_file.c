/* Settings from a file, and secrets from files of their own. */
#include "server/config_file.h"

#include "base/check.h"

#include <fcntl.h>
#include <unistd.h>

static struct config config;
static struct arena arena;
static struct why why;

static int begin(void **state)
{
	(void)state;
	config_init(&config);
	arena_init(&arena, 1 << 20);
	why = (struct why){ 0 };
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_done(&arena);
	return 0;
}

static enum err read_text(const char *text)
{
	return settings_read_text(&config.settings, STR("belfry.conf"), str_from(text), &arena,
				  &why);
}

static void keys_are_the_flags_in_any_section(void **state)
{
	(void)state;
	assert_int_equal(read_text("# a comment\n"
				   "listen = 127.0.0.1:9000\n"
				   "[scheduler]\n"
				   "poll_interval_ms = 250\n"
				   "max-concurrency=7\n"
				   "; another\n"),
			 ERR_OK);
	assert_str(config.values[CONFIG_LISTEN].text, STR("127.0.0.1:9000"));
	assert_int_equal(config.values[CONFIG_LISTEN].origin, ORIGIN_FILE);
	assert_int_equal(config.values[CONFIG_POLL_MS].number, 250);
	assert_int_equal(config.values[CONFIG_MAX_CONCURRENCY].number, 7);
	assert_int_equal(config.values[CONFIG_DATA].origin, ORIGIN_DEFAULT);
}

static void a_file_gives_way_to_the_environment(void **state)
{
	static const char *const environment[] = { "BELFRY_LISTEN=127.0.0.1:1", NULL };
	(void)state;
	assert_int_equal(
		settings_read_environment(&config.settings, SCOPE_SERVE, environment, &why),
		ERR_OK);
	assert_int_equal(read_text("listen = 127.0.0.1:2"), ERR_OK);
	assert_str(config.values[CONFIG_LISTEN].text, STR("127.0.0.1:1"));
}

static void expect_refusal(const char *text, const char *said)
{
	assert_int_equal(read_text(text), ERR_USAGE);
	assert_str(str_from(why.text), str_from(said));
}

static void a_mistake_is_named_with_its_line(void **state)
{
	(void)state;
	expect_refusal("\n\nlisen = x", "belfry.conf, line 3: unknown key \"lisen\"; "
					"did you mean listen?");
	expect_refusal("SCHEDULER_BATCH_SIZE = 5",
		       "belfry.conf, line 1: unknown key \"SCHEDULER_BATCH_SIZE\"; "
		       "did you mean batch-size?");
	expect_refusal("quite_something_else = x",
		       "belfry.conf, line 1: unknown key \"quite_something_else\"");
	expect_refusal("memory_mb = 1", "belfry.conf, line 1: BELFRY_MEMORY_MB (file): \"1\" is "
					"not a whole number from 64 to 1048576");
	expect_refusal("listen = 1.2.3.4:5\nnonsense\n",
		       "belfry.conf, line 2: expected [section] or key = value");
}

static void a_line_that_is_too_long_is_refused(void **state)
{
	char text[1000];
	(void)state;
	memset(text, 'x', sizeof text);
	memcpy(text, "data = ", 7);
	text[sizeof text - 1] = '\0';
	assert_int_equal(read_text(text), ERR_USAGE);
	assert_non_null(strstr(why.text, "line 1 has 999 bytes; at most"));
}

/* ---- files -------------------------------------------------------------------------------- */

static char folder[64];
static char path[128];

static void make_file(const char *name, const char *text)
{
	snprintf(folder, sizeof folder, "/tmp/belfry-config-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/%s", folder, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void remove_file(void)
{
	unlink(path);
	rmdir(folder);
}

static void a_file_is_read_whole(void **state)
{
	(void)state;
	make_file("b.conf", "data = /srv/belfry\nlog = warn\n");
	assert_int_equal(settings_read_file(&config.settings, path, &arena, &why), ERR_OK);
	assert_str(config.values[CONFIG_DATA].text, STR("/srv/belfry"));
	remove_file();
	assert_int_equal(settings_read_file(&config.settings, path, &arena, &why), ERR_NOT_FOUND);
	assert_int_equal(settings_read_file(&config.settings, "/tmp", &arena, &why), ERR_IO);
}

static void a_file_without_end_is_refused(void **state)
{
	(void)state;
	assert_int_equal(settings_read_file(&config.settings, "/dev/zero", &arena, &why),
			 ERR_TOO_LONG);
	assert_str(str_from(why.text), STR("/dev/zero: longer than 65536 bytes"));
}

static void a_secret_may_stand_in_a_file_of_its_own(void **state)
{
	char variable[200];
	const char *environment[] = { "BELFRY_TOKENS_FILE=/no", "BELFRY_TOKEN_FIL=/no", variable,
				      NULL };
	(void)state;
	make_file("token", "blf_abc\nmore\n");
	snprintf(variable, sizeof variable, "BELFRY_TOKEN_FILE=%s", path);
	assert_int_equal(
		settings_read_secrets(&config.settings, SCOPE_SERVE, environment, &arena, &why),
		ERR_OK);
	assert_str(config.values[CONFIG_TOKEN].text, STR(""));
	assert_int_equal(
		settings_read_secrets(&config.settings, SCOPE_CLIENT, environment, &arena, &why),
		ERR_OK);
	assert_str(config.values[CONFIG_TOKEN].text, STR("blf_abc"));
	remove_file();
	config_init(&config);
	assert_int_equal(
		settings_read_secrets(&config.settings, SCOPE_CLIENT, environment, &arena, &why),
		ERR_NOT_FOUND);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(keys_are_the_flags_in_any_section),
		TEST(a_file_gives_way_to_the_environment),
		TEST(a_mistake_is_named_with_its_line),
		TEST(a_line_that_is_too_long_is_refused),
		TEST(a_file_is_read_whole),
		TEST(a_file_without_end_is_refused),
		TEST(a_secret_may_stand_in_a_file_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
