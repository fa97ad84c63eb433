/* The process that waits to become the broker, and what it has not seen. */
#define _GNU_SOURCE
#include "handler/standby.h"

#include "handler/broker.h"
#include "handler/programs_place.h"
#include "handler/wire.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { PIECE = 1 << 16, LARGEST = 64 << 20 };

static bool has(const char *text, size_t len, const char *word)
{
	return memmem(text, len, word, strlen(word)) != NULL;
}

/* In all of the process's memory that is its own and can be read; pieces overlap a little. */
static bool remembers(pid_t pid, const char *word)
{
	static char piece[PIECE + 64];
	char path[64], line[512];
	bool found = false;
	snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
	int memory = open(path, O_RDONLY | O_CLOEXEC);
	snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
	FILE *maps = fopen(path, "re");
	assert_true(memory >= 0);
	assert_non_null(maps);
	while (fgets(line, sizeof line, maps)) {
		unsigned long begin, end;
		char mode[8];
		if (sscanf(line, "%lx-%lx %7s", &begin, &end, mode) != 3) continue;
		if (mode[0] != 'r' || mode[1] != 'w') continue;
		if (end - begin > LARGEST) continue; /* a sanitizer's own */
		for (unsigned long at = begin; at < end; at += PIECE) {
			ssize_t got = pread(memory, piece, sizeof piece, (off_t)at);
			found |= got > 0 && has(piece, (size_t)got, word);
		}
	}
	(void)fclose(maps);
	close(memory);
	return found;
}

static struct broker_config config_of(struct programs_place *there, struct standby *standby)
{
	static char file[200];
	snprintf(file, sizeof file, "%s/programs.ini", there->place.path);
	return (struct broker_config){ .programs = there->programs,
				       .record_folder = there->records,
				       .work_folder = there->work,
				       .standby = standby,
				       .programs_file = file };
}

static void what_comes_after_it_is_unknown_to_the_broker(void **state)
{
	(void)state;
	char flag[] = "--smtp-url=before-the-fork",
	     variable[] = "BELFRY_SMTP_URL=in-the-environment";
	char name[] = "belfry";
	char *words[] = { name, flag, NULL }, *environment[] = { variable, NULL };
	struct programs_place there;
	struct broker *broker;
	struct why why = { .text = "" };
	struct standby *standby = standby_take(words, environment);
	assert_non_null(standby);
	char *later = malloc(64);
	snprintf(later, 64, "read-%s-fork", "after-the");
	programs_place_open(&there);
	struct broker_config config = config_of(&there, standby);
	if (broker_start(&config, &broker, &why)) fail_msg("%s", why.text);
	standby_free(standby);
	if (geteuid() == 0) {
		assert_true(remembers(broker_pid(broker), "programs.ini"));
		assert_false(remembers(broker_pid(broker), "read-after-the-fork"));
		assert_false(remembers(broker_pid(broker), "url=before-the"));
		assert_false(remembers(broker_pid(broker), "URL=in-the-env"));
	}
	assert_string_equal(flag, "--smtp-url=before-the-fork");
	broker_stop(broker);
	programs_place_close(&there);
	free(later);
}

static void it_starts_programs_as_any_broker(void **state)
{
	(void)state;
	char *words[] = { NULL };
	struct programs_place there;
	struct broker *broker;
	struct wire_order order = { .kind = WIRE_START, .attempt = 1 };
	struct wire_ended ended;
	struct why why = { .text = "" };
	struct standby *standby = standby_take(words, words);
	programs_place_open(&there);
	struct broker_config config = config_of(&there, standby);
	if (broker_start(&config, &broker, &why)) fail_msg("%s", why.text);
	standby_free(standby);
	assert_true(programs_find(there.programs, STR("bad"), &order.program));
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int fds[] = { null, null, null };
	assert_int_equal(wire_send_order(broker_socket(broker), &order, fds, 3), 0);
	struct pollfd event = { .fd = broker_socket(broker), .events = POLLIN };
	assert_int_equal(poll(&event, 1, 30000), 1);
	assert_int_equal(wire_receive_ended(broker_socket(broker), &ended), WIRE_GOT);
	assert_int_equal(WEXITSTATUS(ended.end.status), 3);
	close(null);
	broker_stop(broker);
	programs_place_close(&there);
}

static void a_programs_file_that_changed_in_between_is_refused(void **state)
{
	(void)state;
	char *words[] = { NULL };
	struct programs_place there;
	struct broker *broker;
	struct why why = { .text = "" };
	struct standby *standby = standby_take(words, words);
	programs_place_open(&there);
	there.programs->at[0].numbers[0]++;
	struct broker_config config = config_of(&there, standby);
	assert_int_equal(broker_start(&config, &broker, &why), ERR_IO);
	assert_non_null(strstr(why.text, "was the file just changed"));
	standby_free(standby);
	programs_place_close(&there);
}

static void a_standby_that_nobody_takes_is_given_up(void **state)
{
	(void)state;
	char *words[] = { NULL };
	standby_free(standby_take(words, words));
	standby_free(NULL);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_comes_after_it_is_unknown_to_the_broker),
		cmocka_unit_test(it_starts_programs_as_any_broker),
		cmocka_unit_test(a_programs_file_that_changed_in_between_is_refused),
		cmocka_unit_test(a_standby_that_nobody_takes_is_given_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
