#include "model/lint.h"

#include "base/must.h"
#include "model/lint.def"

enum how { HOW_IS, HOW_ENDS, HOW_HAS };
enum { WORD_MAX = 64 };

/* clang-format off */
static const struct {
	str word;
	enum how how;
	enum lint_kind kind;
} words[] = {
#define X(word, how, kind) { STR(word), HOW_##how, LINT_##kind },
	LINT_WORDS(X)
#undef X
};
/* clang-format on */

str lint_kind_name(enum lint_kind kind)
{
	static const str names[LINT_KINDS] = { STR(""), STR("secret"), STR("personal") };
	must(kind < LINT_KINDS);
	return names[kind];
}

/* ---- one key ------------------------------------------------------------------------------ */

static int hex_of(char c)
{
	c = ascii_lower(c);
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The next letter of a key, small; a letter may be written as \u00XX. 0: it is none that counts. */
static char next_letter(str key, size_t *at)
{
	char c = key.at[(*at)++];
	if (c == '\\' && key.len - *at >= 5 && key.at[*at] == 'u') {
		int high = hex_of(key.at[*at + 3]), low = hex_of(key.at[*at + 4]);
		bool is_ascii = key.at[*at + 1] == '0' && key.at[*at + 2] == '0';
		*at += 5;
		c = is_ascii && high >= 0 && high < 8 && low >= 0 ? (char)(high * 16 + low) : 0;
	}
	c = ascii_lower(c);
	return (c >= 'a' && c <= 'z') || ascii_is_digit(c) ? c : 0;
}

/* Of a long key only its end: what it ends in says what it is. */
static str squeeze(str key, char room[WORD_MAX])
{
	size_t len = 0;
	for (size_t at = 0; at < key.len;) {
		char c = next_letter(key, &at);
		if (!c) continue;
		if (len == WORD_MAX) memmove(room, room + 1, --len);
		room[len++] = c;
	}
	return (str){ room, len };
}

static bool has(str text, str word)
{
	for (size_t at = 0; at + word.len <= text.len; at++) {
		if (memcmp(text.at + at, word.at, word.len) == 0) return true;
	}
	return false;
}

static enum lint_kind judge_key(str key)
{
	char room[WORD_MAX];
	str text = squeeze(key, room);
	for (u32 i = 0; i < countof(words); i++) {
		bool fits = words[i].how == HOW_IS     ? str_eq(text, words[i].word)
			    : words[i].how == HOW_ENDS ? str_ends_with(text, words[i].word)
						       : has(text, words[i].word);
		if (fits) return words[i].kind;
	}
	return LINT_NOTHING;
}

/* ---- the payload -------------------------------------------------------------------------- */

struct lint_walk {
	str text;
	size_t at;
	u32 depth;
	bool is_object[LINT_DEPTH_MAX];
	str keys[LINT_DEPTH_MAX]; /* the one at hand, of each object */
};

static void skip_blanks(struct lint_walk *walk)
{
	while (walk->at < walk->text.len && (unsigned char)walk->text.at[walk->at] <= ' ')
		walk->at++;
}

/* The string that begins here, without its quotes; false: it does not end. */
static bool read_string(struct lint_walk *walk, str *out_text)
{
	size_t from = ++walk->at;
	for (; walk->at < walk->text.len; walk->at++) {
		char c = walk->text.at[walk->at];
		if (c == '\\') walk->at++;
		if (c != '"') continue;
		*out_text = str_slice(walk->text, from, walk->at++);
		return true;
	}
	return false;
}

/* Whether the value behind a key gives something away. */
static bool tells(const struct lint_walk *walk)
{
	str rest = str_from_offset(walk->text, walk->at);
	return !str_starts_with(rest, STR("\"secret:")) && !str_starts_with(rest, STR("null"));
}

static struct lint_found found_at(const struct lint_walk *walk, enum lint_kind kind)
{
	struct lint_found found = { .kind = kind };
	for (u32 i = 0; i < walk->depth; i++) {
		if (!walk->is_object[i]) continue;
		str key = str_slice(walk->keys[i], 0, LINT_PATH_BYTES - 1);
		if (found.path_len + 1 + key.len > LINT_PATH_BYTES) found.path_len = 0;
		if (found.path_len) found.path[found.path_len++] = '.';
		memcpy(found.path + found.path_len, key.at, key.len);
		found.path_len += (u32)key.len;
	}
	return found;
}

/* A string: a key, if a colon follows. */
static bool step_string(struct lint_walk *walk, struct lint_found *out_found)
{
	str text;
	if (!read_string(walk, &text)) return false;
	if (!walk->depth || !walk->is_object[walk->depth - 1]) return true;
	skip_blanks(walk);
	if (walk->at >= walk->text.len || walk->text.at[walk->at] != ':') return true;
	walk->at++;
	skip_blanks(walk);
	walk->keys[walk->depth - 1] = text;
	enum lint_kind kind = judge_key(text);
	if (kind != LINT_NOTHING && tells(walk)) *out_found = found_at(walk, kind);
	return true;
}

/* False: there is nothing more to look at. */
static bool step(struct lint_walk *walk, struct lint_found *out_found)
{
	char c = walk->text.at[walk->at];
	if (c == '"') return step_string(walk, out_found);
	walk->at++;
	if (c == '{' || c == '[') {
		if (walk->depth == LINT_DEPTH_MAX) return false;
		walk->keys[walk->depth] = (str){ "", 0 };
		walk->is_object[walk->depth++] = c == '{';
	} else if ((c == '}' || c == ']') && walk->depth) walk->depth--;
	return true;
}

struct lint_found lint_payload(str payload)
{
	struct lint_walk walk = { .text = payload };
	struct lint_found found = { .kind = LINT_NOTHING };
	while (walk.at < payload.len && found.kind == LINT_NOTHING) {
		if (!step(&walk, &found)) break;
	}
	return found;
}
