/* Values of a story's options: from text to numbers, times and policies. Pure. */
#ifndef BELFRY_STORY_STORY_VALUE_H
#define BELFRY_STORY_STORY_VALUE_H

#include "model/policy.h"
#include "model/rows.h"
#include "story/story.h"

/* The instant that a time of a line is counted from. */
struct story_moment {
	msec start; /* the story's first instant */
	msec at;    /* the line's own, since the start */
};

/* False: the text has another form. */
MUST_USE bool story_span(str text, msec *out_span);
/* Since the start. */
MUST_USE bool story_time(str text, const struct story_moment *moment, msec *out_time);
MUST_USE bool story_backoff(str text, struct backoff *out_backoff);
MUST_USE bool story_classes(str text, struct class_list *out_list);
MUST_USE bool story_states(str text, u32 *out_states); /* a bit per enum run_state */
MUST_USE bool story_scope(str text, enum unique_scope *out_scope, msec *out_ttl);

/* Reads the value of an option; the message shows the form. */
MUST_USE enum err story_value_read(enum story_option option, str text,
				   const struct story_moment *moment, struct story_given *out_given,
				   struct why *why);

/* STORY_OPTION_COUNT: there is none of that name. */
enum story_option story_option_find(str word);
str story_option_word(enum story_option option);

#endif
