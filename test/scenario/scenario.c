/* Plays stories as tests: each must hold what it expects, and must end alike when the server dies
 * after any one of its statements, and after every one of them.
 *
 *   scenario FILE...    a line for each that fails, and last `N passed, N failed` */
#include "base/memory.h"
#include "story/story.h"

#include <stdio.h>
#include <stdlib.h>

enum { STATES_MAX = 1 << 20 };

struct tally {
	u32 passed;
	u32 failed;
};

static bool read_file(const char *path, struct buf *out)
{
	char room[4096];
	size_t got;
	FILE *file = fopen(path, "rb");
	if (!file) return false;
	while ((got = fread(room, 1, sizeof room, file)) > 0) buf_add(out, (str){ room, got });
	bool good = !ferror(file) && !buf_failed(out);
	return fclose(file) == 0 && good;
}

static void print_unmet(void *context, const struct story_event *event)
{
	const char *path = context;
	if (event->kind != EVENT_UNMET) return;
	printf("%s:%u: %.*s%s%.*s\n", path, event->line, STR_ARG(event->label),
	       event->label.len ? ": " : "", STR_ARG(event->text));
}

/* Its expectations hold; `states` gets how it ends. */
static bool holds(const char *path, const struct story *story, struct buf *states)
{
	struct story_result result;
	struct why why;
	const struct story_wish wish = { .states = states };
	const struct story_listener listener = { (void *)(uintptr_t)path, print_unmet };
	enum err err = story_play(story, &wish, &listener, &result, &why);
	if (err) printf("%s: %s\n", path, why.text);
	else if (!result.expected) printf("%s: expects nothing\n", path);
	return !err && !result.unmet && result.expected;
}

static bool ends_alike(const char *path, const struct story *story, const struct buf *expected,
		       u32 crash_after)
{
	struct story_result result;
	struct why why;
	struct buf states;
	buf_init(&states, STATES_MAX);
	const struct story_wish wish = { .states = &states,
					 .crash_after = crash_after,
					 .crash_always = crash_after == 0 };
	enum err err = story_play(story, &wish, NULL, &result, &why);
	bool alike = !err && str_eq(buf_view(&states), buf_view(expected));
	if (err) printf("%s: with a crash: %s\n", path, why.text);
	else if (!alike && crash_after)
		printf("%s:%u: a crash after this line changes the end:\n%.*swithout it:\n%.*s",
		       path, story->lines[crash_after - 1].number, STR_ARG(buf_view(&states)),
		       STR_ARG(buf_view(expected)));
	else if (!alike)
		printf("%s: a crash after every line changes the end:\n%.*swithout it:\n%.*s", path,
		       STR_ARG(buf_view(&states)), STR_ARG(buf_view(expected)));
	buf_done(&states);
	return alike;
}

static bool survives_crashes(const char *path, const struct story *story, const struct buf *states)
{
	if (!story->crash_check) return true;
	for (u32 after = 0; after <= story->lines_len; after++) {
		bool expects = after && story_verb_expects(story->lines[after - 1].verb);
		if (!expects && !ends_alike(path, story, states, after)) return false;
	}
	return true;
}

static bool play_file(const char *path)
{
	struct buf text, states;
	struct why why;
	struct story *story = NULL;
	bool good = false;
	buf_init(&text, STORY_BYTES_MAX + 1);
	buf_init(&states, STATES_MAX);
	if (!read_file(path, &text)) printf("%s: cannot be read\n", path);
	else if (story_read(str_from(path), buf_view(&text), &story, &why))
		printf("%s\n", why.text);
	else good = holds(path, story, &states) && survives_crashes(path, story, &states);
	story_free(story);
	buf_done(&states);
	buf_done(&text);
	return good;
}

int main(int argc, char **argv)
{
	struct tally tally = { 0 };
	for (int i = 1; i < argc; i++) {
		if (play_file(argv[i])) tally.passed++;
		else tally.failed++;
	}
	printf("%u passed, %u failed\n", tally.passed, tally.failed);
	return tally.failed || !tally.passed ? EXIT_FAILURE : EXIT_SUCCESS;
}
