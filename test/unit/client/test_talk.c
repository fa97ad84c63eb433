#include "client/talk.h"

#include "base/check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of the test's own, gone afterwards with the one file that may be in it. */
struct place {
	char folder[64];
	char file[128];
};

static void place_init(struct place *place)
{
	snprintf(place->folder, sizeof place->folder, "/tmp/belfry-talk.XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	snprintf(place->file, sizeof place->file, "%s/a/b.json", place->folder);
}

static void place_done(struct place *place)
{
	(void)unlink(place->file);
	place->file[strlen(place->file) - strlen("/b.json")] = '\0';
	(void)rmdir(place->file);
	assert_int_equal(rmdir(place->folder), 0);
}

static void a_file_is_its_owners_alone_and_replaced_in_one_step(void **state)
{
	struct place place;
	struct stat status;
	struct why why;
	char text[16] = "";
	(void)state;
	place_init(&place);
	assert_int_equal(talk_write_file(str_from(place.file), STR("old"), &why), ERR_OK);
	assert_int_equal(talk_write_file(str_from(place.file), STR("new"), &why), ERR_OK);
	assert_int_equal(stat(place.file, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	int fd = open(place.file, O_RDONLY);
	assert_int_equal(read(fd, text, sizeof text), 3);
	assert_string_equal(text, "new");
	assert_int_equal(close(fd), 0);
	place_done(&place);
}

static void a_file_that_cannot_be_written_is_an_error(void **state)
{
	struct why why;
	char long_path[5000];
	(void)state;
	assert_int_equal(talk_write_file(STR("/proc/belfry/x"), STR("x"), &why), ERR_IO);
	memset(long_path, 'a', sizeof long_path);
	assert_int_equal(talk_write_file((str){ long_path, sizeof long_path }, STR("x"), &why),
			 ERR_TOO_LONG);
}

static void the_users_folder_is_where_the_desktop_says(void **state)
{
	struct buf out;
	(void)state;
	buf_init(&out, 4096);
	assert_int_equal(setenv("HOME", "/people/me", 1), 0);
	assert_int_equal(setenv("XDG_CONFIG_HOME", "/elsewhere", 1), 0);
	talk_user_folder(&out);
	assert_true(str_eq(buf_view(&out), STR("/elsewhere/belfry")));
	buf_clear(&out);
	assert_int_equal(unsetenv("XDG_CONFIG_HOME"), 0);
	talk_user_folder(&out);
	assert_true(str_eq(buf_view(&out), STR("/people/me/.config/belfry")));
	buf_clear(&out);
	assert_int_equal(unsetenv("HOME"), 0);
	talk_user_folder(&out);
	assert_int_equal(out.len, 0);
	buf_done(&out);
}

static void what_is_no_terminal_has_no_columns(void **state)
{
	(void)state;
	int fd = open("/dev/null", O_RDONLY);
	assert_int_equal(talk_columns(fd), 0);
	assert_int_equal(close(fd), 0);
}

static void an_address_that_is_none_and_one_where_nobody_is(void **state)
{
	struct talk talk;
	struct client_response response;
	struct why why;
	const struct client_request request = { .method = STR("GET"), .path = STR("/") };
	(void)state;
	talk_init(&talk);
	assert_int_equal(talk_http(&talk, STR("nonsense"), &request, &response, &why), ERR_ADDRESS);
	assert_int_equal(talk_http(&talk, STR("http://127.0.0.1:1"), &request, &response, &why),
			 ERR_UNREACHABLE);
	assert_int_equal(talk_http(&talk, STR("http://127.0.0.1:2"), &request, &response, &why),
			 ERR_UNREACHABLE);
	talk_done(&talk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_its_owners_alone_and_replaced_in_one_step),
		cmocka_unit_test(a_file_that_cannot_be_written_is_an_error),
		cmocka_unit_test(the_users_folder_is_where_the_desktop_says),
		cmocka_unit_test(what_is_no_terminal_has_no_columns),
		cmocka_unit_test(an_address_that_is_none_and_one_where_nobody_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
