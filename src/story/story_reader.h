/* A story while it is read, as the files that read it share it. */
#ifndef BELFRY_STORY_STORY_READER_H
#define BELFRY_STORY_STORY_READER_H

#include "story/story_lines.h"
#include "story/story_parts.h"

enum { TOKENS_MAX = 64, ARENA_MAX = 256 << 20, NAME_MAX_BYTES = 64 };

struct token {
	str text;
	u32 column; /* from 1 */
};

struct story_reader {
	struct story *story;
	struct why *why;
	u32 number; /* of the line */
	struct token tokens[TOKENS_MAX];
	u32 tokens_len;
	u32 next;
	msec at;        /* of the line before */
	bool has_begun; /* a statement has been read: the settings of the story are behind us */
	bool has_asked; /* one that is answered */
	struct story_labels labels;
	/* Of the line that is being read. */
	str words[STORY_WORDS_MAX];
	struct story_given given[STORY_GIVEN_MAX];
};

/* ---- story_tokens.c -------------------------------------------------------------------------- */
enum err story_refuse(const struct story_reader *reader, u32 column, const struct why *what);
enum err story_refuse_text(const struct story_reader *reader, u32 column, const char *text,
			   str bad);
u32 story_column_behind(const struct story_reader *reader);
enum err story_split_line(struct story_reader *reader, str line);
str story_unquoted(str text);
const struct token *story_next_token(struct story_reader *reader);
bool story_label_is_known(const struct story_reader *reader, str label);
enum err story_define_label(struct story_reader *reader, const struct token *token, str label);
bool story_is_name(str text);

/* ---- story_check.c --------------------------------------------------------------------------- */
bool story_is_type_path(str text);
enum err story_check_line(const struct story_reader *reader, const struct story_line *line);

#endif
