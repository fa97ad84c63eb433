/* The statements of a story as they are kept, and the labels by which they speak of things. */
#ifndef BELFRY_STORY_STORY_LINES_H
#define BELFRY_STORY_STORY_LINES_H

#include "base/map.h"
#include "story/story.h"

/* ---- statements: both return ERR_MEMORY, or succeed ---------------------------------------- */

/* Moves the options of a line that was read into the story's memory. */
MUST_USE enum err story_keep_options(struct story *story, struct story_line *line);
/* Copies the words of a line into the story's memory, and appends it as the last statement. */
MUST_USE enum err story_keep_words(struct story *story, struct story_line *line);

/* ---- labels -------------------------------------------------------------------------------- */

struct story_labels {
	struct map map;
	struct hash_key key;
};

void story_labels_init(struct story_labels *labels, u64 seed);
void story_labels_done(struct story_labels *labels);
/* The label must be new, and its text must live longer than the table. */
MUST_USE enum err story_labels_add(struct story_labels *labels, struct arena *arena, str label,
				   void *item);
/* Whether the label exists; `out_item`, unless NULL, gets its item. */
bool story_labels_have(const struct story_labels *labels, str label, void **out_item);

#endif
