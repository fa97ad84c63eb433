#include "api/rule.h"

#include "api/json.h"
#include "api/write.h"
#include "base/buf.h"
#include "model/guard.h"
#include "model/ladder.h"
#include "model/reminder.h"
#include "model/when.h"

/* ---- reading ------------------------------------------------------------------------------ */

static str text_of(str object, str key, struct arena *arena)
{
	return json_text(json_member(object, key), arena);
}

static u32 number_of(str object, str key)
{
	u64 value = 0;
	str digits = json_member(object, key);
	return digits.len && str_to_u64(digits, UINT32_MAX, &value) ? (u32)value : 0;
}

static bool read_condition(str object, struct arena *arena, struct condition *out)
{
	static const struct {
		str word;
		enum condition_test test;
	} tests[] = { { STR("is"), CONDITION_IS },
		      { STR("not"), CONDITION_NOT },
		      { STR("above"), CONDITION_ABOVE },
		      { STR("below"), CONDITION_BELOW } };
	u32 said = 0;
	*out = (struct condition){ .field = text_of(object, STR("field"), arena) };
	for (size_t i = 0; i < countof(tests); i++) {
		str value = json_member(object, tests[i].word);
		if (!value.len) continue;
		said++;
		out->test = tests[i].test;
		out->value = value;
	}
	return out->field.len && out->field.len <= RULE_FIELD_BYTES && said <= 1;
}

static bool is_word_of_condition(str word)
{
	static const str words[] = { STR("field"), STR("is"), STR("not"), STR("above"),
				     STR("below") };
	for (size_t i = 0; i < countof(words); i++)
		if (str_eq(word, words[i])) return true;
	return false;
}

/* A condition whose only test is misspelt would hold for every event. */
enum err event_rule_check_words(str body, struct why *why)
{
	struct json json;
	struct json_string key;
	str value;
	u32 condition = 0;
	json_init(&json, json_member(body, STR("where")));
	if (!json_enter(&json, VALUE_ARRAY)) return ERR_OK; /* event_rule_read refuses it */
	while (json_next_item(&json)) {
		condition++;
		if (!json_enter(&json, VALUE_OBJECT)) return ERR_OK;
		while (json_next_key(&json, &key)) {
			if (!is_word_of_condition(key.raw))
				return fail(why, ERR_INVALID,
					    "where: condition %u must have only field, is, not, "
					    "above and below, got \"%.*s\"",
					    condition, STR_ARG(key.raw));
			if (!json_skip(&json, &value)) return ERR_OK;
		}
	}
	return ERR_OK;
}

static enum err read_where(str array, struct arena *arena, struct event_rule *rule, struct why *why)
{
	struct json json;
	str object;
	if (!array.len) return ERR_OK;
	json_init(&json, array);
	if (!json_enter(&json, VALUE_ARRAY))
		return fail(why, ERR_INVALID, "where must be a list of conditions");
	while (json_next_item(&json)) {
		bool is_object = json_peek(&json) == VALUE_OBJECT;
		if (!json_skip(&json, &object)) break;
		if (rule->where_len == RULE_CONDITIONS_MAX)
			return fail(why, ERR_INVALID, "where must have at most %d conditions",
				    RULE_CONDITIONS_MAX);
		if (!is_object || !read_condition(object, arena, &rule->where[rule->where_len++]))
			return fail(why, ERR_INVALID,
				    "where: condition %u must have a field of 1 to %d bytes and "
				    "at most one of is, not, above, below",
				    rule->where_len, RULE_FIELD_BYTES);
	}
	return ERR_OK;
}

static enum err read_offsets(str array, struct arena *arena, struct event_rule *rule,
			     struct why *why)
{
	struct json json;
	str item;
	json_init(&json, array.len ? array : STR("[\"0\"]"));
	if (!json_enter(&json, VALUE_ARRAY))
		return fail(why, ERR_INVALID, "offsets must be a list of spans");
	while (json_next_item(&json) && json_skip(&json, &item)) {
		if (rule->offsets_len == RULE_OFFSETS_MAX)
			return fail(why, ERR_INVALID, "offsets must have at most %d items",
				    RULE_OFFSETS_MAX);
		msec *offset = &rule->offsets[rule->offsets_len++];
		if (!offset_parse(json_text(item, arena), offset) ||
		    *offset < -(msec)LIMIT_LADDER_DAYS * MSEC_DAY ||
		    *offset > (msec)LIMIT_LADDER_DAYS * MSEC_DAY)
			return fail(why, ERR_INVALID,
				    "offsets: item %u must be a span like 24h, -2h or 0, of at "
				    "most %d days",
				    rule->offsets_len, LIMIT_LADDER_DAYS);
		if (*offset < 0 && !rule->anchor.len)
			return fail(why, ERR_INVALID, "offsets: a negative offset needs an anchor");
	}
	return rule->offsets_len ? ERR_OK : fail(why, ERR_INVALID, "offsets must not be empty");
}

/* The kind of object that a rule makes, and whether the rule says enough about it. */
static enum err read_makes(str word, struct event_rule *rule, struct why *why)
{
	if (str_eq(word, STR("reminder"))) rule->makes = RULE_MAKES_REMINDERS;
	else if (str_eq(word, STR("job"))) rule->makes = RULE_MAKES_JOBS;
	if (rule->makes != RULE_MAKES_REMINDERS)
		return rule->type.len ? ERR_OK : fail(why, ERR_INVALID, "type is required");
	if (!rule->user.len) return fail(why, ERR_INVALID, "user_id is required for a reminder");
	if (!json_member(rule->payload, STR("title")).len)
		return fail(why, ERR_INVALID, "payload: a reminder needs a title");
	rule->type = REMINDER_TYPE;
	return ERR_OK;
}

enum err event_rule_read(str body, struct arena *arena, struct event_rule *out_rule,
			 struct why *why)
{
	struct event_rule rule = {
		.is_paused = str_eq(json_member(body, STR("state")), STR("\"paused\"")),
		.event = text_of(body, STR("event"), arena),
		.source = text_of(body, STR("source"), arena),
		.anchor = text_of(body, STR("anchor"), arena),
		.type = text_of(body, STR("type"), arena),
		.payload = json_member(body, STR("payload")),
		.entity = text_of(body, STR("entity"), arena),
		.user = text_of(body, STR("user_id"), arena),
		.queue = text_of(body, STR("queue"), arena),
		.resumes = text_of(body, STR("resumes"), arena),
		.priority = number_of(body, STR("priority")),
		.max_attempts = number_of(body, STR("max_attempts")),
	};
	if (!rule.event.len) return fail(why, ERR_INVALID, "event is required");
	enum err err = read_makes(text_of(body, STR("creates"), arena), &rule, why);
	if (!err) err = read_where(json_member(body, STR("where")), arena, &rule, why);
	if (!err) err = read_offsets(json_member(body, STR("offsets")), arena, &rule, why);
	if (!err && arena_failed(arena)) err = ERR_MEMORY;
	if (!err) *out_rule = rule;
	return err;
}

/* ---- matching ----------------------------------------------------------------------------- */

/* Millionths, of a number without an exponent that is not very large. */
static bool read_decimal(str digits, i64 *out_value)
{
	enum { DECIMALS = 6, DIGITS_MAX = 12 };
	bool is_minus = digits.len && digits.at[0] == '-';
	i64 value = 0;
	u32 whole = 0, decimals = 0;
	bool behind = false;
	for (size_t i = is_minus; i < digits.len; i++) {
		char c = digits.at[i];
		if (c == '.' && !behind) {
			behind = true;
			continue;
		}
		if (!ascii_is_digit(c)) return false;
		if (behind && decimals == DECIMALS) continue;
		if (behind) decimals++;
		else if (++whole > DIGITS_MAX) return false;
		value = value * 10 + (c - '0');
	}
	for (; decimals < DECIMALS; decimals++) value *= 10;
	*out_value = is_minus ? -value : value;
	return whole > 0;
}

static bool condition_holds(const struct condition *condition, str body)
{
	str value;
	i64 there, bound;
	bool is_there = payload_find(body, condition->field, &value);
	switch (condition->test) {
	case CONDITION_IS_THERE: return is_there;
	case CONDITION_IS: return is_there && str_eq(value, condition->value);
	case CONDITION_NOT: return !is_there || !str_eq(value, condition->value);
	case CONDITION_ABOVE:
	case CONDITION_BELOW: break;
	}
	if (!is_there || !read_decimal(value, &there) || !read_decimal(condition->value, &bound))
		return false;
	return condition->test == CONDITION_ABOVE ? there > bound : there < bound;
}

static bool type_fits(str pattern, str type)
{
	if (pattern.at[pattern.len - 1] != '*') return str_eq(pattern, type);
	return str_starts_with(type, str_slice(pattern, 0, pattern.len - 1));
}

bool event_rule_fits(const struct event_rule *rule, const struct event_in *event)
{
	if (rule->is_paused || !type_fits(rule->event, event->type)) return false;
	if (rule->source.len && !str_eq(rule->source, event->source)) return false;
	for (u32 i = 0; i < rule->where_len; i++) {
		if (!condition_holds(&rule->where[i], event->body)) return false;
	}
	return true;
}

/* ---- making ------------------------------------------------------------------------------- */

/* A value of the event as the inside of a JSON string: texts as they are, numbers as digits, null
 * as nothing. */
static str value_inside(str body, str path)
{
	str value;
	if (!payload_find(body, path, &value) || str_eq(value, STR("null"))) return (str){ 0 };
	bool is_text = value.len >= 2 && value.at[0] == '"';
	return is_text ? str_slice(value, 1, value.len - 1) : value;
}

/* "{data.id}" at `at`: its path; false: there is none. */
static bool placeholder_at(str text, size_t at, str *out_path)
{
	size_t end = at + 1;
	while (end < text.len && text.at[end] != '}' && text.at[end] != '{') end++;
	if (text.at[at] != '{' || end >= text.len || text.at[end] != '}' || end == at + 1)
		return false;
	*out_path = str_slice(text, at + 1, end);
	return true;
}

/* With the event's values in place of what names them; `text` is the inside of a JSON string. */
static void fill_text(str text, str body, struct buf *out)
{
	str path;
	for (size_t at = 0; at < text.len; at++) {
		if (text.at[at] != '{' || !placeholder_at(text, at, &path)) {
			buf_add_byte(out, text.at[at]);
			continue;
		}
		buf_add(out, value_inside(body, path));
		at += path.len + 1;
	}
}

/* Where a text is wanted, the value itself would be a number only by chance. */
static bool is_number(str value)
{
	return value.len && (value.at[0] == '-' || ascii_is_digit(value.at[0]));
}

/* A string that is one placeholder and nothing else becomes the value itself. */
static void fill_string(str inside, str body, bool wants_text, struct buf *out)
{
	str path, value;
	bool is_whole = inside.len > 2 && placeholder_at(inside, 0, &path) &&
			path.len + 2 == inside.len;
	bool stays_text = wants_text && is_whole && payload_find(body, path, &value) &&
			  is_number(value);
	if (is_whole && !stays_text) {
		buf_add(out, payload_find(body, path, &value) ? value : STR("null"));
		return;
	}
	buf_add_byte(out, '"');
	fill_text(inside, body, out);
	buf_add_byte(out, '"');
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_key(str text, size_t behind)
{
	while (behind < text.len && is_space(text.at[behind])) behind++;
	return behind < text.len && text.at[behind] == ':';
}

/* The payload is JSON that was checked. */
static void fill_payload(str payload, str body, bool wants_texts, struct buf *out)
{
	for (size_t at = 0; at < payload.len; at++) {
		size_t end = at + 1;
		if (payload.at[at] != '"') {
			buf_add_byte(out, payload.at[at]);
			continue;
		}
		while (end < payload.len && payload.at[end] != '"')
			end += payload.at[end] == '\\' ? 2 : 1;
		if (end >= payload.len) end = payload.len - 1;
		if (is_key(payload, end + 1)) buf_add(out, str_slice(payload, at, end + 1));
		else fill_string(str_slice(payload, at + 1, end), body, wants_texts, out);
		at = end;
	}
}

static enum err keep_payload(struct buf *text, struct arena *arena, str *out_payload,
			     struct why *why)
{
	bool is_too_long = buf_failed(text);
	*out_payload = is_too_long ? (str){ 0 } : str_copy(arena, buf_view(text));
	buf_done(text);
	if (is_too_long)
		return fail(why, ERR_INVALID, "payload has more than %d bytes once it is filled in",
			    LIMIT_PAYLOAD_BYTES);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

static enum err make_payload(const struct event_rule *rule, const struct event_in *event,
			     struct arena *arena, str *out_payload, struct why *why)
{
	struct buf text;
	buf_init(&text, LIMIT_PAYLOAD_BYTES);
	if (rule->payload.len) {
		fill_payload(rule->payload, event->body, rule->makes == RULE_MAKES_REMINDERS,
			     &text);
	} else if (rule->makes == RULE_MAKES_TASKS) {
		buf_add(&text, STR("{\"event\":"));
		buf_add(&text, event->body);
		buf_add_byte(&text, '}');
	} else {
		buf_add(&text, STR("{}"));
	}
	return keep_payload(&text, arena, out_payload, why);
}

/* ---- reminders and jobs -----------------------------------------------------------------------
 */

static bool says_when(str job)
{
	static const str words[] = {
		STR("schedule_type"),   STR("cron_expression"), STR("interval_seconds"),
		STR("recurrence_rule"), STR("rrule"),           STR("run_at")
	};
	for (size_t i = 0; i < countof(words); i++) {
		if (json_member(job, words[i]).len) return true;
	}
	return false;
}

static void add_if_absent(struct buf *out, str object, str key, str text)
{
	if (text.len && !json_member(object, key).len) put_text(out, key, text);
}

/* The call that makes it, as the payload of the run that does; `members`: what the rule says. */
static enum err make_call(const struct event_rule *rule, const struct enqueue_item *like,
			  str members, msec at, struct arena *arena, str *out_payload,
			  struct why *why)
{
	struct buf text;
	bool is_job = rule->makes == RULE_MAKES_JOBS;
	str inside = str_trim(str_slice(members, 1, members.len - 1));
	buf_init(&text, LIMIT_PAYLOAD_BYTES);
	write_open(&text, '{');
	put_text(&text, STR("make"), is_job ? STR("job") : STR("reminder"));
	put_open(&text, STR("body"), '{');
	if (is_job) {
		add_if_absent(&text, members, STR("handler"), rule->type);
		add_if_absent(&text, members, STR("queue"), rule->queue);
		if (!says_when(members)) put_instant(&text, STR("run_at"), at);
	} else {
		add_if_absent(&text, members, STR("user_id"), like->user);
		if (!json_member(members, STR("remind_at")).len)
			put_instant(&text, STR("remind_at"), at);
	}
	if (inside.len && text.at[text.len - 1] != '{') buf_add_byte(&text, ',');
	buf_add(&text, inside);
	write_close(&text, '}');
	write_close(&text, '}');
	return keep_payload(&text, arena, out_payload, why);
}

/* Of an entity or a person; what the event says is unescaped. */
static str make_text(str template, const struct event_in *event, struct arena *arena)
{
	struct buf text;
	str made = { 0 };
	if (!template.len) return made;
	buf_init(&text, LIMIT_ENTITY_BYTES * 4);
	fill_text(template, event->body, &text);
	struct json_string string = { buf_view(&text), true };
	if (buf_failed(&text) || !json_unescape(string, arena, &made)) made = (str){ 0 };
	made = str_copy(arena, made);
	buf_done(&text);
	return made;
}

static enum err find_anchor(const struct event_rule *rule, const struct event_in *event,
			    struct arena *arena, msec *out_at, struct why *why)
{
	str value, text;
	struct why inner;
	*out_at = event->at;
	if (!rule->anchor.len) return ERR_OK;
	if (!payload_find(event->body, rule->anchor, &value))
		return fail(why, ERR_INVALID, "the event has no %.*s", STR_ARG(rule->anchor));
	text = json_text(value, arena);
	u64 epoch;
	if (!text.len && str_to_u64(value, (u64)MSEC_YEAR_9999_END, &epoch)) {
		*out_at = (msec)epoch;
		return ERR_OK;
	}
	if (text.len && !when_parse(text, NULL, out_at, &inner)) return ERR_OK;
	return fail(why, ERR_INVALID, "the event's %.*s is not an instant", STR_ARG(rule->anchor));
}

/* The run of one offset; of what is no task it is the one that makes it. */
static enum err make_item(const struct event_rule *rule, const struct event_in *event,
			  struct arena *arena, msec at, struct enqueue_item *item, struct why *why)
{
	str members = item->payload;
	item->run_at = at;
	if (rule->makes == RULE_MAKES_TASKS) return ERR_OK;
	item->type = MAKER_TYPE;
	item->run_at = event->at;
	item->queue = (str){ 0 };
	return make_call(rule, item, members, at, arena, &item->payload, why);
}

enum err event_rule_make(const struct event_rule *rule, const struct event_in *event,
			 struct arena *arena, struct enqueue_item *items, u32 max, u32 *len,
			 struct why *why)
{
	msec anchor;
	struct enqueue_item like = { .type = rule->type,
				     .queue = rule->queue,
				     .entity = make_text(rule->entity, event, arena),
				     .user = make_text(rule->user, event, arena),
				     .priority = rule->priority,
				     .max_attempts = rule->max_attempts,
				     .run_at_is_absolute = true };
	if (rule->makes == RULE_MAKES_REMINDERS && !like.user.len)
		return fail(why, ERR_INVALID, "the event does not name the user of the reminder");
	enum err err = find_anchor(rule, event, arena, &anchor, why);
	if (!err) err = make_payload(rule, event, arena, &like.payload, why);
	for (u32 i = 0; i < rule->offsets_len && !err; i++) {
		msec at = msec_add(anchor, rule->offsets[i]);
		if (at < event->at) continue;
		if (*len == max)
			return fail(why, ERR_QUOTA, "one event may create at most %u runs", max);
		items[*len] = like;
		err = make_item(rule, event, arena, at, &items[*len], why);
		if (!err) ++*len;
	}
	return err;
}
