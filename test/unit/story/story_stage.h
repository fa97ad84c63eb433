/* A stage for stories: a text is read and played, and what happened is kept as one text, a line an
 * event: "seconds kind label: words". */
#ifndef BELFRY_TEST_STORY_STAGE_H
#define BELFRY_TEST_STORY_STAGE_H

#include "base/check.h"
#include "story/story.h"

struct told {
	struct buf text;
	struct story_result result;
	struct why why;
	enum err err;
};

static inline void told_event(void *context, const struct story_event *event)
{
	static const char *const kinds[] = {
#define X(id, word, sentence) word,
		STORY_EVENTS(X)
#undef X
	};
	struct told *told = context;
	buf_addf(&told->text, "%lld %s %.*s: %.*s\n", (long long)(event->at / MSEC_SECOND),
		 kinds[event->kind], STR_ARG(event->label), STR_ARG(event->text));
}

static inline struct story *read_good_story(const char *text)
{
	struct story *story = NULL;
	struct why why;
	if (story_read(STR("story"), str_from(text), &story, &why)) fail_msg("%s", why.text);
	return story;
}

static inline struct told play_with(const char *text, struct story_wish wish)
{
	struct told told = { .err = ERR_OK };
	struct story *story = read_good_story(text);
	buf_init(&told.text, 1 << 20);
	const struct story_listener listener = { &told, told_event };
	told.err = story_play(story, &wish, &listener, &told.result, &told.why);
	story_free(story);
	return told;
}

static inline struct told play_text(const char *text)
{
	struct told told = play_with(text, (struct story_wish){ 0 });
	if (told.err) fail_msg("%s", told.why.text);
	return told;
}

static inline bool told_has(const struct told *told, const char *line)
{
	str text = buf_view(&told->text), part = str_from(line);
	for (size_t at = 0; at + part.len <= text.len; at++) {
		if (str_eq(str_slice(text, at, at + part.len), part)) return true;
	}
	return false;
}

#define assert_told(told, line)                                     \
	do {                                                        \
		if (!told_has(told, line))                          \
			fail_msg("\"%s\" is not in:\n%.*s", line,   \
				 STR_ARG(buf_view(&(told)->text))); \
	} while (0)

/* Plays a story whose expectations all hold. */
static inline void assert_holds(const char *text)
{
	struct told told = play_text(text);
	if (told.result.unmet) fail_msg("%.*s", STR_ARG(buf_view(&told.text)));
	assert_true(told.result.expected > 0);
	buf_done(&told.text);
}

#endif
