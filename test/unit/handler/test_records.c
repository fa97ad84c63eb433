#define _GNU_SOURCE
#include "handler/records.h"

#include "handler/stage.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

static const struct uuid run = { { 1, 2, 3, 4 } };

static u32 count(int folder)
{
	u32 len = 0;
	DIR *entries = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY));
	struct dirent *entry;
	while ((entry = readdir(entries)) != NULL) len += entry->d_name[0] != '.';
	closedir(entries);
	return len;
}

static int open_folder(struct place *place)
{
	int folder;
	struct why why;
	place_open(place);
	assert_int_equal(records_open(place_name(place, "records"), &folder, &why), ERR_OK);
	return folder;
}

static void close_folder(struct place *place, int folder)
{
	assert_int_equal(count(folder), 0);
	close(folder);
	place_remove(place, "records");
	place_close(place);
}

/* A session of two: a leader that waits, and a child of it; whose ids are of no interest. */
static pid_t session(void)
{
	int ends[2];
	char bytes[2];
	assert_int_equal(pipe(ends), 0);
	pid_t pid = fork();
	if (pid == 0) {
		setsid();
		if (fork() == 0) setpgid(0, 0);
		ssize_t written = write(ends[1], "x", 1);
		(void)written;
		for (;;) pause();
	}
	close(ends[1]);
	for (size_t got = 0; got < 2;) got += (size_t)read(ends[0], bytes + got, 2 - got);
	close(ends[0]);
	return pid;
}

static void what_is_on_record_is_found_and_ended(void **state)
{
	(void)state;
	struct place place;
	struct why why;
	u32 ended;
	int folder = open_folder(&place);
	pid_t pid = session();
	assert_int_equal(records_add(folder, pid, run), ERR_OK);
	assert_int_equal(count(folder), 1);
	assert_int_equal(records_sweep(folder, 50, &ended, &why), ERR_OK);
	assert_int_equal(ended, 2);
	int status;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WTERMSIG(status), SIGKILL);
	close_folder(&place, folder);
}

static void a_record_that_is_taken_off_is_left_alone(void **state)
{
	(void)state;
	struct place place;
	struct why why;
	u32 ended;
	int folder = open_folder(&place);
	pid_t pid = session();
	assert_int_equal(records_add(folder, pid, run), ERR_OK);
	records_remove(folder, pid);
	records_remove(folder, pid);
	assert_int_equal(records_sweep(folder, 50, &ended, &why), ERR_OK);
	assert_int_equal(ended, 0);
	assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
	assert_int_equal(records_add(folder, pid, run), ERR_OK); /* so that its child ends, too */
	assert_int_equal(records_sweep(folder, 50, &ended, &why), ERR_OK);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	close_folder(&place, folder);
}

/* A pid that somebody else has by now: its start differs. */
static void a_stranger_with_the_same_number_is_spared(void **state)
{
	(void)state;
	struct place place;
	struct why why;
	char text[128];
	u32 ended = 7;
	int folder = open_folder(&place);
	pid_t pid = session();
	snprintf(text, sizeof text, "records/%d", (int)pid);
	char record[128];
	snprintf(record, sizeof record, "%d 99999999999 01020304-0000-0000-0000-000000000000\n",
		 (int)pid);
	place_write(&place, text, record, 0600);
	assert_int_equal(records_sweep(folder, 50, &ended, &why), ERR_OK);
	assert_int_equal(ended, 0);
	assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
	assert_int_equal(records_add(folder, pid, run), ERR_OK);
	assert_int_equal(records_sweep(folder, 50, &ended, &why), ERR_OK);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	close_folder(&place, folder);
}

static void nonsense_on_record_is_thrown_away(void **state)
{
	(void)state;
	static const char *const nonsense[] = { "",
						"x",
						"1 2 3",
						"0 0 01020304-0000-0000-0000-000000000000",
						"-1 5 01020304-0000-0000-0000-000000000000",
						"99999999999999 1 x" };
	struct place place;
	struct why why;
	u32 ended;
	int folder = open_folder(&place);
	for (u32 i = 0; i < countof(nonsense); i++) {
		char name[32];
		snprintf(name, sizeof name, "records/%u", i);
		place_write(&place, name, nonsense[i], 0600);
	}
	assert_int_equal(records_sweep(folder, 50, &ended, &why), ERR_OK);
	assert_int_equal(ended, 0);
	close_folder(&place, folder);
}

static void the_folder_is_ours_alone_or_refused(void **state)
{
	(void)state;
	struct place place;
	struct why why;
	int folder;
	place_open(&place);
	assert_int_equal(records_open("/no/such/folder/records", &folder, &why), ERR_IO);
	assert_int_equal(mkdir(place_name(&place, "open"), 0755), 0);
	assert_int_equal(records_open(place.name, &folder, &why), ERR_IO);
	assert_int_equal(symlink("open", place_name(&place, "link")), 0);
	assert_int_equal(records_open(place.name, &folder, &why), ERR_IO);
	place_remove(&place, "link");
	place_remove(&place, "open");
	place_close(&place);
	assert_int_equal(records_add(-1, getpid(), run), ERR_IO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_on_record_is_found_and_ended),
		cmocka_unit_test(a_record_that_is_taken_off_is_left_alone),
		cmocka_unit_test(a_stranger_with_the_same_number_is_spared),
		cmocka_unit_test(nonsense_on_record_is_thrown_away),
		cmocka_unit_test(the_folder_is_ours_alone_or_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
