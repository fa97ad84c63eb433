/* From text to statements. A mistake is told with file, line, column and what is allowed there. */
#include "base/memory.h"
#include "base/must.h"
#include "calendar/civil.h"
#include "story/story_lines.h"
#include "story/story_reader.h"
#include "story/story_value.h"

#define START_DEFAULT ((msec)1767225600000) /* 2026-01-01T00:00:00Z */

static const struct {
	str word;
	const char *form;
	story_options options;
} verbs[STORY_VERB_COUNT] = {
#define X(id, word, form, options, sentence) [VERB_##id] = { STR(word), form, options },
	STORY_VERBS(X)
#undef X
};

static const str answers[] = {
#define X(id, word, sentence) STR(word),
	STORY_ANSWERS(X)
#undef X
};

/* ---- what follows a verb ------------------------------------------------------------------- */

static bool is_one_of(str text, const str *words, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		if (str_eq(text, words[i])) return true;
	}
	return false;
}

static bool is_signed_span(str text)
{
	msec span;
	bool has_sign = text.len > 1 && (text.at[0] == '+' || text.at[0] == '-');
	return has_sign && story_span(str_from_offset(text, 1), &span);
}

bool story_is_type_path(str text)
{
	str type = text;
	str tenant = str_split(&type, '/');
	return tenant.len && type.len && story_is_name(tenant);
}

/* NULL: the word is good; else what is allowed. */
static const char *judge_word(const struct story_reader *reader, char form, str text)
{
	static const str scopes[] = { STR("tenant"), STR("type"), STR("queue") };
	static const str kinds[] = { STR("cancel"), STR("retry"), STR("discard") };
	static const str ways[] = { STR("down"), STR("up") };
	static const str words_of_hooks[] = { STR("allow"), STR("defer"), STR("deny"),
					      STR("nothing") };
	static const str switches[] = { STR("on"), STR("off") };
	enum outcome outcome;
	enum run_state state;
	msec number;
	u64 count;
	switch (form) {
	case 'n': return text.len ? NULL : "a name is expected";
	case 'd': return story_is_name(text) ? NULL : "a label has 1 to 64 of A-Z a-z 0-9 . _ : -";
	case 'l':
		return story_label_is_known(reader, text) ? NULL : "no line above makes this label";
	case 't': return story_is_type_path(text) ? NULL : "TENANT/TYPE is expected";
	case 'k': return is_one_of(text, scopes, 3) ? NULL : "tenant, type or queue is expected";
	case 'K': return is_one_of(text, kinds, 3) ? NULL : "cancel, retry or discard is expected";
	case 'u': return is_one_of(text, ways, 2) ? NULL : "down or up is expected";
	case 'b': return is_one_of(text, switches, 2) ? NULL : "on or off is expected";
	case 'h':
		return is_one_of(text, words_of_hooks, 4)
			       ? NULL
			       : "allow, defer, deny or nothing is expected";
	case 'c': return is_signed_span(text) ? NULL : "+SPAN or -SPAN is expected";
	case 'p':
		return story_span(text, &number) ? NULL : "a span such as 90s or 1m30s is expected";
	case '#': return str_to_u64(text, UINT64_MAX, &count) ? NULL : "a number is expected";
	case 'i':
		return instant_parse(text, &number, NULL) == ERR_OK
			       ? NULL
			       : "an instant such as 2026-01-01T00:00:00Z is expected";
	case 'o':
		return outcome_parse_reported(text, &outcome)
			       ? NULL
			       : "success, noop, retry, fail or defer is expected";
	case 's':
		return str_eq(text, STR("absent")) || run_state_parse(text, &state)
			       ? NULL
			       : "waiting, queued, processing, done, failed, dlq, "
				 "cancelled or absent is expected";
	case 'a':
		return is_one_of(text, answers, countof(answers))
			       ? NULL
			       : "ok, duplicate, replaced, purged, conflict, refused, leased, "
				 "empty, waiting, lost, cancelled, finished, first, open, done, "
				 "in_doubt or released is expected";
	default: break;
	}
	must(false);
	return NULL;
}

static enum err add_word(struct story_reader *reader, struct story_line *line,
			 const struct token *token)
{
	if (line->words_len == STORY_WORDS_MAX)
		return story_refuse_text(reader, token->column, "too many words behind the verb",
					 STR(""));
	line->words[line->words_len++] = story_unquoted(token->text);
	return ERR_OK;
}

static enum err read_words(struct story_reader *reader, struct story_line *line)
{
	for (const char *form = verbs[line->verb].form; *form; form++) {
		if (*form == '*') break;
		const struct token *token = story_next_token(reader);
		str text = token ? story_unquoted(token->text) : STR("");
		const char *wrong = judge_word(reader, *form, text);
		if (!token && !wrong) wrong = "a word is missing";
		if (wrong)
			return story_refuse_text(
				reader, token ? token->column : story_column_behind(reader), wrong,
				text);
		enum err err = add_word(reader, line, token);
		if (err) return err;
	}
	return ERR_OK;
}

/* ---- options ------------------------------------------------------------------------------- */

/* "pause takes tenant= until= reason=". */
static enum err refuse_option(const struct story_reader *reader, const struct story_line *line,
			      const struct token *token)
{
	struct why what;
	struct buf names;
	buf_init(&names, 1000);
	for (u32 i = 0; i < STORY_OPTION_COUNT; i++) {
		if (!(verbs[line->verb].options & (story_options)1 << i)) continue;
		buf_add_byte(&names, ' ');
		buf_add(&names, story_option_word((enum story_option)i));
		buf_add_byte(&names, '=');
	}
	str all = names.len ? buf_view(&names) : STR(" no options");
	(void)fail(&what, ERR_INVALID, "\"%.*s\" is not understood; %.*s takes%.*s",
		   STR_ARG(token->text), STR_ARG(verbs[line->verb].word), STR_ARG(all));
	buf_done(&names);
	return story_refuse(reader, token->column, &what);
}

static enum err read_option(struct story_reader *reader, struct story_line *line,
			    const struct token *token)
{
	str value = token->text;
	str word = str_split(&value, '=');
	enum story_option option = story_option_find(word);
	bool has_value = word.len < token->text.len;
	struct why what;
	if (!has_value || option == STORY_OPTION_COUNT ||
	    !(verbs[line->verb].options & (story_options)1 << option))
		return refuse_option(reader, line, token);
	if (story_find(line, option))
		return story_refuse_text(reader, token->column, "an option is given once", word);
	if (line->given_len == STORY_GIVEN_MAX)
		return story_refuse_text(reader, token->column, "too many options", STR(""));
	const struct story_moment moment = { reader->story->start, line->at };
	enum err err = story_value_read(option, story_unquoted(value), &moment,
					&line->given[line->given_len], &what);
	if (err) return story_refuse(reader, token->column + (u32)word.len + 1, &what);
	line->given_len++;
	return ERR_OK;
}

/* Whether it is an option that the verb takes, among further words. */
static bool is_option_of(const struct story_line *line, const struct token *token)
{
	str word = token->text;
	size_t len = str_find(word, '=');
	enum story_option option = story_option_find(str_slice(word, 0, len));
	return len < word.len && option < STORY_OPTION_COUNT &&
	       verbs[line->verb].options >> option & 1;
}

static enum err read_rest(struct story_reader *reader, struct story_line *line)
{
	const char *form = verbs[line->verb].form;
	bool takes_words = *form && form[strlen(form) - 1] == '*';
	const struct token *token;
	enum err err = ERR_OK;
	while (!err && (token = story_next_token(reader))) {
		if (takes_words && !is_option_of(line, token)) err = add_word(reader, line, token);
		else err = read_option(reader, line, token);
	}
	return err;
}

/* ---- when ---------------------------------------------------------------------------------- */

static enum err read_time(struct story_reader *reader, msec *out_at)
{
	const struct token *token = story_next_token(reader);
	const struct story_moment moment = { reader->story->start, reader->at };
	msec at;
	if (!token || !story_time(token->text, &moment, &at))
		return story_refuse_text(
			reader, token ? token->column : story_column_behind(reader),
			"a time is a span since the start (0, 500ms, 1m30s) or +SPAN",
			token ? token->text : STR(""));
	if (at < reader->at)
		return story_refuse_text(reader, token->column,
					 "a line must not be earlier than the one before",
					 token->text);
	if (at > STORY_SPAN_MAX)
		return story_refuse_text(reader, token->column, "a story lasts at most 366 days",
					 token->text);
	*out_at = at;
	return ERR_OK;
}

static enum err read_verb(struct story_reader *reader, enum story_verb *out_verb)
{
	enum { FAR_APART = 3 };
	const struct token *token = story_next_token(reader);
	u32 nearest = STORY_VERB_COUNT;
	u32 least = FAR_APART;
	if (!token)
		return story_refuse_text(reader, story_column_behind(reader), "a verb is missing",
					 STR(""));
	for (u32 verb = 0; verb < STORY_VERB_COUNT; verb++) {
		u32 distance = str_distance(token->text, verbs[verb].word, least);
		if (str_eq(token->text, verbs[verb].word)) {
			*out_verb = (enum story_verb)verb;
			return ERR_OK;
		}
		if (distance >= least) continue;
		least = distance;
		nearest = verb;
	}
	struct why what;
	if (nearest == STORY_VERB_COUNT)
		(void)fail(&what, ERR_INVALID, "\"%.*s\" is not a verb of a story",
			   STR_ARG(token->text));
	else
		(void)fail(&what, ERR_INVALID,
			   "\"%.*s\" is not a verb of a story; did you mean %.*s?",
			   STR_ARG(token->text), STR_ARG(verbs[nearest].word));
	return story_refuse(reader, token->column, &what);
}

/* ---- lines --------------------------------------------------------------------------------- */

static bool is_setting(enum story_verb verb)
{
	return verb <= VERB_CRASH_CHECK;
}

static enum err take_setting(struct story_reader *reader, const struct story_line *line)
{
	struct story *story = reader->story;
	u64 number;
	if (reader->has_begun)
		return story_refuse_text(
			reader, 1, "settings must stand before the first statement of the story",
			line->words[0]);
	if (line->verb == VERB_START) must(!instant_parse(line->words[0], &story->start, NULL));
	if (story->start < 0 || story->start > MSEC_YEAR_9999_END - 2 * STORY_SPAN_MAX)
		return story_refuse_text(reader, 1, "a story starts from 1970 to 9997",
					 line->words[0]);
	if (line->verb == VERB_AGING) must(story_span(line->words[0], &story->aging));
	if (line->verb == VERB_RETENTION) must(story_span(line->words[0], &story->retention));
	if (line->verb == VERB_RETENTION_DEAD)
		must(story_span(line->words[0], &story->retention_dead));
	if (line->verb == VERB_CRASH_CHECK) story->crash_check = str_eq(line->words[0], STR("on"));
	if (line->verb != VERB_SEED && line->verb != VERB_MAX_CONCURRENCY) return ERR_OK;
	must(str_to_u64(line->words[0], UINT64_MAX, &number));
	if (line->verb == VERB_SEED) story->seed = number;
	else if (!number || number > UINT32_MAX)
		return story_refuse_text(reader, 1,
					 "max_concurrency is a number from 1 to 4294967295",
					 line->words[0]);
	else story->max_concurrency = (u32)number;
	return ERR_OK;
}

/* A worker reports what it can by itself; an expectation may name any end of an attempt. */
static bool makes_label(enum story_verb verb)
{
	return verb == VERB_ENQUEUE || verb == VERB_JOB || verb == VERB_BATCH ||
	       verb == VERB_LADDER || verb == VERB_DAILY || verb == VERB_REMINDER;
}

/* LABEL1, LABEL2, ...: one statement each. They share their options. */
static enum err keep_many(struct story_reader *reader, const struct story_line *line, i64 times)
{
	const struct token *token = &reader->tokens[0];
	const str label = line->words[0];
	enum err err = ERR_OK;
	for (i64 i = 1; !err && i <= times; i++) {
		struct story_line one = *line;
		struct buf name;
		buf_init(&name, NAME_MAX_BYTES + 10);
		buf_add(&name, label);
		buf_add_i64(&name, i);
		reader->words[0] = str_copy(&reader->story->arena, buf_view(&name));
		buf_done(&name);
		one.words = reader->words;
		if (reader->words[0].at) err = story_keep_words(reader->story, &one);
		else err = ERR_MEMORY;
		if (!err) err = story_define_label(reader, token, one.words[0]);
	}
	return err;
}

static enum err keep_statement(struct story_reader *reader, struct story_line *line)
{
	i64 times = story_number(line, STORY_TIMES, 0);
	i64 room = STORY_LINES_MAX - reader->story->lines_len;
	if (room < (times ? times : 1))
		return story_refuse_text(reader, 1, "a story may have at most 100000 statements",
					 STR(""));
	if (line->verb == VERB_WORKER) reader->story->has_workers = true;
	enum err err = story_keep_options(reader->story, line);
	if (!err && times) return keep_many(reader, line, times);
	if (!err) err = story_keep_words(reader->story, line);
	if (!err && makes_label(line->verb))
		err = story_define_label(reader, &reader->tokens[0], line->words[0]);
	return err;
}

static enum err read_statement(struct story_reader *reader)
{
	struct story_line line = { .number = reader->number,
				   .at = reader->at,
				   .words = reader->words,
				   .given = reader->given };
	bool has_time = str_eq(reader->tokens[0].text, STR("at"));
	enum err err = ERR_OK;
	if (has_time) {
		reader->next = 1;
		err = read_time(reader, &line.at);
	}
	if (!err) err = read_verb(reader, &line.verb);
	if (!err) err = read_words(reader, &line);
	if (!err) err = read_rest(reader, &line);
	if (!err) err = story_check_line(reader, &line);
	if (!err && line.verb == VERB_EXPECT_ANSWER && !reader->has_asked)
		err = story_refuse_text(reader, 1, "no statement above can have been answered",
					STR(""));
	if (err) return err;
	if (is_setting(line.verb)) return take_setting(reader, &line);
	reader->has_begun = true;
	reader->has_asked |= !story_verb_expects(line.verb);
	reader->at = line.at;
	return keep_statement(reader, &line);
}

static enum err read_all(struct story_reader *reader, str text)
{
	enum err err = ERR_OK;
	while (text.len && !err) {
		reader->number++;
		err = story_split_line(reader, str_split(&text, '\n'));
		if (!err && reader->tokens_len) err = read_statement(reader);
	}
	return err;
}

static enum err make_story(str file, struct story **out_story)
{
	struct story *story = mem_alloc_zeroed(sizeof *story);
	if (!story) return ERR_MEMORY;
	arena_init(&story->arena, ARENA_MAX);
	story->start = START_DEFAULT;
	story->seed = 1;
	story->crash_check = true;
	story->file = str_copy(&story->arena, file);
	*out_story = story;
	return arena_failed(&story->arena) ? ERR_MEMORY : ERR_OK;
}

enum err story_read(str file, str text, struct story **out_story, struct why *why)
{
	struct story_reader reader = { .why = why };
	enum err err = ERR_OK;
	if (text.len > STORY_BYTES_MAX)
		return fail(why, ERR_INVALID, "%.*s: a story has at most 8 MiB", STR_ARG(file));
	err = make_story(file, &reader.story);
	if (err) goto done;
	story_labels_init(&reader.labels, reader.story->seed);
	str kept = str_copy(&reader.story->arena, text);
	err = arena_failed(&reader.story->arena) ? ERR_MEMORY : read_all(&reader, kept);
done:
	story_labels_done(&reader.labels);
	if (err == ERR_MEMORY) (void)fail(why, err, "no memory for the story");
	if (err) story_free(reader.story);
	else *out_story = reader.story;
	return err;
}

void story_free(struct story *story)
{
	if (!story) return;
	arena_done(&story->arena);
	mem_free(story);
}

/* ---- verbs --------------------------------------------------------------------------------- */

str story_verb_word(enum story_verb verb)
{
	must(verb < STORY_VERB_COUNT);
	return verbs[verb].word;
}

bool story_verb_expects(enum story_verb verb)
{
	return verb >= VERB_EXPECT;
}
