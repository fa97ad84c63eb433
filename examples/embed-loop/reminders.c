/* A program with one thread and a loop of its own: it reads lines like "5 tea is ready" and says
 * the words after so many seconds, also when it was not running in between. The loop polls two
 * descriptors: its input, and the library's. */
#include <belfry.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(belfry_error error, const belfry_why *why)
{
	if (!error) return;
	fprintf(stderr, "reminders: %s\n", why->text);
	exit(1);
}

/* A store that takes no writes (a full disk) passes: the loop goes on, and is told when to try. */
static void check_but_for_store(belfry_error error, const belfry_why *why)
{
	if (error == BELFRY_STORE) fprintf(stderr, "reminders: %s; trying again\n", why->text);
	else check(error, why);
}

/* The words as JSON has them: quotes, backslashes and control characters are escaped. */
static void escape(const char *words, char *out)
{
	for (; *words; words++) {
		unsigned char byte = (unsigned char)*words;
		if (byte < 0x20) out += sprintf(out, "\\u%04x", byte);
		else {
			if (byte == '"' || byte == '\\') *out++ = '\\';
			*out++ = *words;
		}
	}
	*out = '\0';
}

/* Prints a text that `escape` has written, up to its closing quote. */
static void print_unescaped(const char *json)
{
	for (; *json && *json != '"'; json++) {
		unsigned code;
		if (*json != '\\') putchar(*json);
		else if (*++json != 'u') putchar(*json);
		else if (sscanf(json + 1, "%4x", &code) == 1) {
			putchar((int)code);
			json += 4;
		}
	}
	putchar('\n');
	fflush(stdout);
}

/* Called from belfry_step, so it may touch whatever the loop may. A program with payloads of other
 * shapes would use a JSON library here; this one reads only what it wrote: {"say": "..."}. */
static belfry_outcome say(void *user, belfry_execution *execution)
{
	int *waiting = user;
	print_unescaped(belfry_execution_payload(execution, NULL) + strlen("{\"say\": \""));
	--*waiting;
	return BELFRY_DONE;
}

static int schedule(belfry *handle, const char *line)
{
	char words[200], payload[sizeof words * 6 + 20] = "{\"say\": \"";
	double seconds;
	belfry_why why;
	belfry_task task;
	if (sscanf(line, "%lf %199[^\n]", &seconds, words) != 2 || seconds < 0) {
		fprintf(stderr, "reminders: expected SECONDS WORDS\n");
		return 0;
	}
	escape(words, payload + strlen(payload));
	strcat(payload, "\"}");
	BELFRY_INIT(&task);
	task.type = "say";
	task.payload = payload;
	task.delay_ms = (int64_t)(seconds * 1000);
	belfry_error error = belfry_schedule(handle, &task, NULL, &why);
	if (!error) return 1;
	fprintf(stderr, "reminders: not kept: %s\n", why.text); /* not UTF-8, or a full disk */
	if (error != BELFRY_INVALID && error != BELFRY_STORE) exit(1);
	return 0;
}

/* Reminders that an earlier run of the program left behind. */
static int count_waiting(belfry *handle)
{
	belfry_why why;
	belfry_filter filter;
	belfry_run_list *list;
	BELFRY_INIT(&filter);
	filter.type = "say";
	filter.states = BELFRY_STATE_BIT(BELFRY_RUN_QUEUED) |
			BELFRY_STATE_BIT(BELFRY_RUN_PROCESSING);
	filter.limit = 1000;
	check(belfry_list_runs(handle, &filter, &list, &why), &why);
	int count = (int)belfry_run_list_len(list);
	belfry_run_list_free(list);
	return count;
}

/* Whole lines of standard input; false at its end. */
static int read_lines(belfry *handle, int *waiting)
{
	static char text[4096];
	static size_t len;
	ssize_t got = read(STDIN_FILENO, text + len, sizeof text - 1 - len);
	if (got <= 0) return 0;
	len += (size_t)got;
	char *end;
	while ((end = memchr(text, '\n', len)) != NULL) {
		*end = '\0';
		*waiting += schedule(handle, text);
		len -= (size_t)(end + 1 - text);
		memmove(text, end + 1, len);
	}
	if (len == sizeof text - 1) len = 0; /* a line that long is no reminder */
	return 1;
}

int main(int argc, char **argv)
{
	belfry_options options;
	belfry_why why;
	belfry *handle;
	if (argc != 2) {
		fprintf(stderr, "usage: reminders FOLDER\n");
		return 2;
	}
	BELFRY_INIT(&options);
	options.folder = argv[1];
	options.name = "reminders";
	check(belfry_open(&options, &handle, &why), &why);
	int waiting = count_waiting(handle);
	check(belfry_handle(handle, "say", say, &waiting, &why), &why);

	struct pollfd fds[2] = { { .fd = STDIN_FILENO, .events = POLLIN },
				 { .fd = belfry_fd(handle), .events = POLLIN } };
	while (fds[0].fd >= 0 || waiting > 0) {
		if (poll(fds, 2, -1) < 0) break;
		if (fds[0].revents && !read_lines(handle, &waiting)) fds[0].fd = -1;
		if (fds[1].revents) check_but_for_store(belfry_step(handle, &why), &why);
	}
	check(belfry_close(handle, &why), &why);
	return 0;
}
