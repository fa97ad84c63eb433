/* Is killed again and again: schedules tasks with the keys FIRST, FIRST + 1 ... and prints each
 * when it is acknowledged; its handler writes a line to the ledger for each call. "drain":
 * schedules nothing, and ends when nothing is left. Drives by threads, or (loop) by belfry_step. */
#include <belfry.h>

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(belfry_error error, const belfry_why *why)
{
	if (!error) return;
	fprintf(stderr, "ledger: %s\n", why->text);
	exit(1);
}

static belfry_outcome enter(void *user, belfry_execution *execution)
{
	char line[100];
	int len = snprintf(line, sizeof line, "%s %u\n", belfry_execution_key(execution),
			   belfry_execution_attempt(execution));
	int *ledger = user;
	return write(*ledger, line, (size_t)len) == len ? BELFRY_DONE : BELFRY_RETRY;
}

static void schedule(belfry *handle, long number)
{
	char key[30];
	belfry_why why;
	belfry_task task;
	belfry_scheduled made;
	snprintf(key, sizeof key, "%ld", number);
	BELFRY_INIT(&task);
	task.type = "enter";
	task.key = key;
	task.unique = BELFRY_UNIQUE_FOREVER;
	check(belfry_schedule(handle, &task, &made, &why), &why);
	printf("%s %d\n", key, (int)made.is_duplicate);
	fflush(stdout);
}

static size_t left(belfry *handle)
{
	belfry_why why;
	belfry_filter filter;
	belfry_run_list *list;
	BELFRY_INIT(&filter);
	filter.states = BELFRY_STATE_BIT(BELFRY_RUN_QUEUED) |
			BELFRY_STATE_BIT(BELFRY_RUN_PROCESSING);
	check(belfry_list_runs(handle, &filter, &list, &why), &why);
	size_t len = belfry_run_list_len(list);
	belfry_run_list_free(list);
	return len;
}

static void step(belfry *handle)
{
	belfry_why why;
	struct pollfd fd = { .fd = belfry_fd(handle), .events = POLLIN };
	if (poll(&fd, 1, 0) == 1) check(belfry_step(handle, &why), &why);
}

int main(int argc, char **argv)
{
	belfry_options options;
	belfry_type type;
	belfry_why why;
	belfry *handle;
	if (argc != 5) return 2; /* FOLDER LEDGER threads|loop FIRST|drain */
	int ledger = open(argv[2], O_WRONLY | O_APPEND | O_CREAT, 0600);
	int threads = strcmp(argv[3], "threads") == 0, drains = strcmp(argv[4], "drain") == 0;
	BELFRY_INIT(&options);
	options.folder = argv[1];
	check(belfry_open(&options, &handle, &why), &why);
	BELFRY_INIT(&type);
	type.name = "enter";
	type.max_attempts = 1000;
	type.backoff = BELFRY_BACKOFF_FIXED;
	type.retry_ms = 1;
	check(belfry_set_type(handle, &type, &why), &why);
	check(belfry_handle(handle, "enter", enter, &ledger, &why), &why);
	if (threads) check(belfry_start(handle, 3, &why), &why);
	for (long number = strtol(argv[4], NULL, 10); !drains; number++) {
		schedule(handle, number);
		if (!threads) step(handle);
	}
	while (left(handle)) {
		if (!threads) step(handle);
	}
	check(belfry_close(handle, &why), &why);
	return 0;
}
