#include "story/story_lines.h"

#include "base/must.h"

/* ---- statements ---------------------------------------------------------------------------- */

static void *keep_array(struct story *story, const void *items, size_t len, size_t size)
{
	void *kept = arena_alloc_array(&story->arena, len, size);
	if (kept && len) memcpy(kept, items, len * size);
	return kept;
}

enum err story_keep_options(struct story *story, struct story_line *line)
{
	if (!line->given_len) return ERR_OK;
	line->given = keep_array(story, line->given, line->given_len, sizeof *line->given);
	return line->given ? ERR_OK : ERR_MEMORY;
}

/* The room doubles: what the arena gave before stays unused. */
static enum err make_room(struct story *story)
{
	enum { FIRST = 64 };
	if (story->lines_len < story->lines_max) return ERR_OK;
	u32 more = story->lines_max ? 2 * story->lines_max : FIRST;
	struct story_line *lines = arena_alloc_array(&story->arena, more, sizeof *lines);
	if (!lines) return ERR_MEMORY;
	if (story->lines_len) memcpy(lines, story->lines, story->lines_len * sizeof *lines);
	story->lines = lines;
	story->lines_max = more;
	return ERR_OK;
}

enum err story_keep_words(struct story *story, struct story_line *line)
{
	enum err err = make_room(story);
	must(story->lines_len < STORY_LINES_MAX);
	if (!err && line->words_len) {
		line->words = keep_array(story, line->words, line->words_len, sizeof *line->words);
		if (!line->words) err = ERR_MEMORY;
	}
	if (!err) story->lines[story->lines_len++] = *line;
	return err;
}

const struct story_given *story_find(const struct story_line *line, enum story_option option)
{
	for (u32 i = 0; i < line->given_len; i++) {
		if (line->given[i].option == option) return &line->given[i];
	}
	return NULL;
}

str story_text(const struct story_line *line, enum story_option option)
{
	const struct story_given *given = story_find(line, option);
	return given ? given->text : (str){ "", 0 };
}

i64 story_number(const struct story_line *line, enum story_option option, i64 fallback)
{
	const struct story_given *given = story_find(line, option);
	return given ? given->low : fallback;
}

/* ---- labels -------------------------------------------------------------------------------- */

struct story_label {
	str label;
	void *item;
};

static bool is_labelled(const void *item, const void *key)
{
	const struct story_label *label = item;
	return str_eq(label->label, *(const str *)key);
}

void story_labels_init(struct story_labels *labels, u64 seed)
{
	map_init(&labels->map, is_labelled);
	labels->key = hash_key_from_seed(seed);
}

void story_labels_done(struct story_labels *labels)
{
	map_done(&labels->map);
}

enum err story_labels_add(struct story_labels *labels, struct arena *arena, str label, void *item)
{
	struct story_label *one = arena_alloc(arena, sizeof *one);
	if (!one) return ERR_MEMORY;
	*one = (struct story_label){ label, item };
	enum err err = map_reserve(&labels->map, 1);
	if (!err) map_insert(&labels->map, hash_bytes(labels->key, label), &one->label, one);
	return err;
}

bool story_labels_have(const struct story_labels *labels, str label, void **out_item)
{
	const struct story_label *one = map_find(&labels->map, hash_bytes(labels->key, label),
						 &label);
	if (one && out_item) *out_item = one->item;
	return one != NULL;
}
