#include "story/story_value.h"

#include "api/json.h"
#include "base/must.h"
#include "calendar/civil.h"
#include "calendar/duration.h"
#include "model/action.h"

enum written_as {
	AS_NUMBER,
	AS_COUNT,
	AS_PRIORITY,
	AS_SPAN,
	AS_TIME,
	AS_RANGE,
	AS_BEATS,
	AS_BACKOFF,
	AS_SCOPE,
	AS_FLAG,
	AS_STATES,
	AS_WHY,
	AS_CLASSES,
	AS_OBJECT,
	AS_TEXT,
};

static const struct {
	str word;
	enum written_as kind;
	const char *allowed;
} options[STORY_OPTION_COUNT] = {
#define X(id, word, value, sentence) [STORY_##id] = { STR(word), AS_##value, sentence },
	STORY_OPTIONS(X)
#undef X
};

enum story_option story_option_find(str word)
{
	u32 id = 0;
	while (id < STORY_OPTION_COUNT && !str_eq(word, options[id].word)) id++;
	return (enum story_option)id;
}

str story_option_word(enum story_option option)
{
	must(option < STORY_OPTION_COUNT);
	return options[option].word;
}

/* ---- times --------------------------------------------------------------------------------- */

bool story_span(str text, msec *out_span)
{
	return duration_parse(text, out_span, NULL) == ERR_OK;
}

bool story_time(str text, const struct story_moment *moment, msec *out_time)
{
	msec value;
	if (text.len && text.at[0] == '+') {
		if (!story_span(str_from_offset(text, 1), &value)) return false;
		*out_time = msec_add(moment->at, value);
		return true;
	}
	if (instant_parse(text, &value, NULL) == ERR_OK) {
		*out_time = msec_sub(value, moment->start);
		return true;
	}
	return story_span(text, out_time);
}

/* FROM..TO, or one time. */
static bool read_range(str text, const struct story_moment *moment, struct story_given *given)
{
	for (size_t i = 0; i + 1 < text.len; i++) {
		if (text.at[i] != '.' || text.at[i + 1] != '.') continue;
		return story_time(str_slice(text, 0, i), moment, &given->low) &&
		       story_time(str_from_offset(text, i + 2), moment, &given->high) &&
		       given->low <= given->high;
	}
	if (!story_time(text, moment, &given->low)) return false;
	given->high = given->low;
	return true;
}

/* ---- policies ------------------------------------------------------------------------------ */

static bool read_steps(str rest, struct backoff *backoff)
{
	while (rest.len) {
		msec step;
		if (backoff->steps_len == LIMIT_BACKOFF_STEPS) return false;
		if (!story_span(str_split(&rest, ','), &step)) return false;
		backoff->steps[backoff->steps_len++] = step;
	}
	return backoff->steps_len > 0;
}

bool story_backoff(str text, struct backoff *out_backoff)
{
	struct backoff backoff = { .kind = BACKOFF_UNSET };
	str rest = text;
	str kind = str_split(&rest, ':');
	if (str_eq(kind, STR("steps"))) backoff.kind = BACKOFF_STEPS;
	if (str_eq(kind, STR("exp"))) backoff.kind = BACKOFF_EXPONENTIAL;
	if (str_eq(kind, STR("fixed"))) backoff.kind = BACKOFF_FIXED;
	if (backoff.kind == BACKOFF_UNSET) return false;
	if (backoff.kind == BACKOFF_STEPS && !read_steps(rest, &backoff)) return false;
	if (backoff.kind != BACKOFF_STEPS && !story_span(rest, &backoff.base)) return false;
	*out_backoff = backoff;
	return true;
}

bool story_classes(str text, struct class_list *out_list)
{
	struct class_list list = { .len = 0 };
	while (text.len) {
		if (!class_list_add(&list, str_split(&text, ','))) return false;
	}
	*out_list = list;
	return list.len > 0;
}

bool story_states(str text, u32 *out_states)
{
	u32 states = 0;
	while (text.len) {
		enum run_state state;
		if (!run_state_parse(str_split(&text, ','), &state)) return false;
		states |= 1u << state;
	}
	*out_states = states;
	return states != 0;
}

bool story_scope(str text, enum unique_scope *out_scope, msec *out_ttl)
{
	static const struct {
		str word;
		enum unique_scope scope;
	} words[] = {
		{ STR("bucket"), UNIQUE_BUCKET },
		{ STR("active"), UNIQUE_ACTIVE },
		{ STR("succeeded"), UNIQUE_SUCCEEDED },
		{ STR("forever"), UNIQUE_FOREVER },
	};
	msec ttl = 0;
	for (u32 i = 0; i < countof(words); i++) {
		if (!str_eq(text, words[i].word)) continue;
		*out_scope = words[i].scope;
		*out_ttl = 0;
		return true;
	}
	if (!story_span(text, &ttl) || ttl == 0) return false;
	*out_scope = UNIQUE_TTL;
	*out_ttl = ttl;
	return true;
}

/* ---- the rest ------------------------------------------------------------------------------ */

static bool read_number(str text, i64 *out_number)
{
	u64 number;
	if (!str_to_u64(text, 1000000, &number)) return false;
	*out_number = (i64)number;
	return true;
}

static bool read_count(str text, i64 *out_number)
{
	return read_number(text, out_number) && *out_number > 0;
}

static bool read_priority(str text, i64 *out_priority)
{
	if (str_eq(text, STR("high"))) *out_priority = 1;
	else if (str_eq(text, STR("normal"))) *out_priority = 5;
	else if (str_eq(text, STR("low"))) *out_priority = 9;
	else return read_count(text, out_priority);
	return true;
}

static bool read_flag(str text, i64 *out_flag)
{
	bool yes = str_eq(text, STR("yes")) || str_eq(text, STR("true"));
	bool no = str_eq(text, STR("no")) || str_eq(text, STR("false"));
	*out_flag = yes;
	return yes || no;
}

/* The number of the kind; WHY_KINDS for "none". */
static bool read_why(str text, i64 *out_kind)
{
	str kind = str_slice(text, 0, str_find(text, ':'));
	*out_kind = WHY_KINDS;
	if (str_eq(text, STR("none"))) return true;
	for (u32 i = 0; i < WHY_KINDS; i++) {
		if (str_eq(kind, why_word((enum why_kind)i))) *out_kind = i;
	}
	return *out_kind < WHY_KINDS;
}

static bool read_beats(str text, i64 *out_span)
{
	if (!str_eq(text, STR("never"))) return story_span(text, out_span) && *out_span > 0;
	*out_span = MSEC_MAX;
	return true;
}

static bool is_json_object(str text)
{
	struct json json;
	str bytes;
	json_init(&json, text);
	return json_peek(&json) == VALUE_OBJECT && json_skip(&json, &bytes) && json_end(&json);
}

static bool read_value(enum written_as kind, str text, const struct story_moment *moment,
		       struct story_given *given)
{
	struct backoff backoff;
	struct class_list classes;
	enum unique_scope scope;
	u32 states;
	switch (kind) {
	case AS_NUMBER: return read_number(text, &given->low);
	case AS_COUNT: return read_count(text, &given->low);
	case AS_PRIORITY: return read_priority(text, &given->low);
	case AS_SPAN: return story_span(text, &given->low);
	case AS_TIME: return story_time(text, moment, &given->low);
	case AS_RANGE: return read_range(text, moment, given);
	case AS_BEATS: return read_beats(text, &given->low);
	case AS_BACKOFF: return story_backoff(text, &backoff);
	case AS_SCOPE: return story_scope(text, &scope, &given->low);
	case AS_FLAG: return read_flag(text, &given->low);
	case AS_STATES: return story_states(text, &states);
	case AS_WHY: return read_why(text, &given->low);
	case AS_CLASSES: return story_classes(text, &classes);
	case AS_OBJECT: return is_json_object(text);
	case AS_TEXT: return text.len > 0;
	}
	must(false);
	return false;
}

enum err story_value_read(enum story_option option, str text, const struct story_moment *moment,
			  struct story_given *out_given, struct why *why)
{
	struct story_given given = { .option = option, .text = text };
	must(option < STORY_OPTION_COUNT);
	if (!read_value(options[option].kind, text, moment, &given))
		return fail(why, ERR_INVALID, "%.*s must be %s; got \"%.*s\"",
			    STR_ARG(options[option].word), options[option].allowed, STR_ARG(text));
	if (options[option].kind != AS_RANGE) given.high = given.low;
	*out_given = given;
	return ERR_OK;
}
