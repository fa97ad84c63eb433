#include "../base/check.h"
#include "net/notify.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int given_manager(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t len = strlen(name);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	assert_true(fd >= 0);
	memcpy(address.sun_path, name, len);
	if (name[0] == '@') address.sun_path[0] = '\0';
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
	return fd;
}

static void expect_told(int fd, const char *expected)
{
	char text[100];
	ssize_t got = recv(fd, text, sizeof text, 0);
	assert_true(got >= 0);
	str told = { text, (size_t)got };
	assert_str(told, str_from(expected));
}

static void the_service_manager_is_told(void **state)
{
	const char *temporary = getenv("TMPDIR");
	char path[90], abstract[90];
	(void)state;
	snprintf(path, sizeof path, "%s/notify.%d", temporary ? temporary : "/tmp", (int)getpid());
	snprintf(abstract, sizeof abstract, "@belfry-test-notify-%d", (int)getpid());
	const char *const names[] = { path, abstract };
	for (size_t i = 0; i < countof(names); i++) {
		int fd = given_manager(names[i]);
		assert_int_equal(notify_send(str_from(names[i]), STR("READY=1"), NULL), ERR_OK);
		assert_int_equal(notify_send(str_from(names[i]), STR("STOPPING=1"), NULL), ERR_OK);
		expect_told(fd, "READY=1");
		expect_told(fd, "STOPPING=1");
		close(fd);
	}
	unlink(path);
}

static void nobody_to_tell_is_fine(void **state)
{
	(void)state;
	assert_int_equal(notify_send(STR(""), STR("READY=1"), NULL), ERR_OK);
}

static void a_manager_that_cannot_be_told_is_named(void **state)
{
	struct why why = { 0 };
	char lengthy[200];
	(void)state;
	assert_int_equal(notify_send(STR("/nowhere/notify"), STR("READY=1"), &why), ERR_IO);
	assert_non_null(strstr(why.text, "/nowhere/notify"));
	assert_int_equal(notify_send(STR("relative"), STR("READY=1"), &why), ERR_ADDRESS);
	memset(lengthy, '/', sizeof lengthy);
	assert_int_equal(notify_send((str){ lengthy, sizeof lengthy }, STR("READY=1"), &why),
			 ERR_ADDRESS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_service_manager_is_told),
		cmocka_unit_test(nobody_to_tell_is_fine),
		cmocka_unit_test(a_manager_that_cannot_be_told_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
