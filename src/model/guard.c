#include "model/guard.h"

#include "base/must.h"

#define DELAY_DEFAULT (5 * MSEC_MINUTE)

/* ---- reading ------------------------------------------------------------------------------ */

static enum err read_action(str word, const char *field, enum rule_action *out_action,
			    struct why *why)
{
	static const str words[RULE_ACTIONS] = { { "allow", 5 }, { "defer", 5 }, { "deny", 4 } };
	for (u32 i = 0; i < RULE_ACTIONS; i++) {
		if (!str_eq(word, words[i])) continue;
		*out_action = (enum rule_action)i;
		return ERR_OK;
	}
	return fail(why, ERR_INVALID, "%s must be allow, defer or deny", field);
}

static enum err read_rule_hours(str text, const struct gates_sources *sources,
				struct guard_rule *rule, struct why *why)
{
	struct why inner = { 0 };
	str zone = str_split(&text, ' ');
	rule->zone = zone_utc();
	enum err err = str_eq(zone, STR("UTC"))
			       ? ERR_OK
			       : sources->zone(sources->context, zone, &rule->zone, &inner);
	if (!err) err = windows_parse(text, &rule->hours, &inner);
	return err ? fail(why, err, "policy_rules: %s", inner.text) : ERR_OK;
}

static enum err read_pair(str key, str value, const struct gates_sources *sources,
			  struct guard_rule *rule, struct why *why)
{
	u64 number;
	if (str_eq(key, STR("type"))) rule->type = value;
	else if (str_eq(key, STR("entity"))) rule->entity = value;
	else if (str_eq(key, STR("field"))) rule->field = value;
	else if (str_eq(key, STR("is")) || str_eq(key, STR("not"))) {
		rule->test = str_eq(key, STR("is")) ? RULE_IS : RULE_IS_NOT;
		rule->value = value;
	} else if (str_eq(key, STR("hours"))) return read_rule_hours(value, sources, rule, why);
	else if (str_eq(key, STR("name")) && value.len <= RULE_NAME_BYTES) rule->name = value;
	else if (str_eq(key, STR("delay")) && str_to_u64(value, 366 * MSEC_DAY, &number))
		rule->delay = (msec)number;
	else return fail(why, ERR_INVALID, "policy_rules: unknown condition");
	return ERR_OK;
}

enum err guard_rule_read(str line, const struct gates_sources *sources, struct guard_rule *out_rule,
			 struct why *why)
{
	struct guard_rule rule = { 0 };
	enum err err = read_action(str_split(&line, '\t'), "policy_rules: action", &rule.action,
				   why);
	while (!err && line.len) {
		str value = str_split(&line, '\t');
		str key = str_split(&value, '=');
		err = read_pair(key, value, sources, &rule, why);
	}
	if (!err && rule.test != RULE_IS_THERE && !rule.field.len)
		return fail(why, ERR_INVALID, "policy_rules: a value needs a field");
	if (!err) *out_rule = rule;
	return err;
}

static bool next_rule(str *body, str *out_line)
{
	while (body->len) {
		str line = str_split(body, '\n');
		if (!str_starts_with(line, STR("rule "))) continue;
		*out_line = str_from_offset(line, 5);
		return true;
	}
	return false;
}

u32 guard_rules_count(str body)
{
	u32 count = 0;
	str line;
	while (next_rule(&body, &line)) count++;
	return count;
}

enum err guard_rules_read(str body, const struct gates_sources *sources,
			  struct guard_rule *out_rules, u32 most, u32 *out_len, struct why *why)
{
	u32 len = 0;
	str line;
	while (next_rule(&body, &line)) {
		if (len == most)
			return fail(why, ERR_INVALID, "policy_rules: at most %u rules", most);
		enum err err = guard_rule_read(line, sources, &out_rules[len++], why);
		if (err) return err;
	}
	*out_len = len;
	return ERR_OK;
}

/* ---- the hook ----------------------------------------------------------------------------- */

static enum err read_span(str word, msec least, msec most, const char *field, msec *out_span,
			  struct why *why)
{
	u64 span;
	if (!str_to_u64(word, (u64)most, &span) || (msec)span < least)
		return fail(why, ERR_INVALID, "policy_hook: %s must be %lld to %lld ms", field,
			    (long long)least, (long long)most);
	*out_span = (msec)span;
	return ERR_OK;
}

enum err guard_hook_read(str line, struct guard_hook *out_hook, struct why *why)
{
	struct guard_hook hook = { 0 };
	enum err err = read_action(str_split(&line, ' '), "policy_hook: on_failure",
				   &hook.on_failure, why);
	if (!err)
		err = read_span(str_split(&line, ' '), HOOK_DEADLINE_MIN, HOOK_DEADLINE_MAX,
				"timeout_ms", &hook.deadline, why);
	if (!err)
		err = read_span(str_split(&line, ' '), MSEC_SECOND, HOOK_DELAY_MAX, "defer_seconds",
				&hook.delay, why);
	if (err) return err;
	hook.secret = str_split(&line, ' ');
	hook.url = line;
	if (!hook.secret.len || !hook.url.len || str_find(hook.url, ' ') < hook.url.len)
		return fail(why, ERR_INVALID, "policy_hook: url must be an address without spaces");
	if (str_eq(hook.secret, STR("-"))) hook.secret = (str){ "", 0 };
	*out_hook = hook;
	return ERR_OK;
}

struct guard_hook guard_hook_find(str body)
{
	struct guard_hook hook = { 0 };
	struct why why;
	while (body.len) {
		str line = str_split(&body, '\n');
		if (!str_starts_with(line, STR("hook "))) continue;
		if (!guard_hook_read(str_from_offset(line, 5), &hook, &why)) return hook;
	}
	return (struct guard_hook){ 0 };
}

/* ---- payloads ----------------------------------------------------------------------------- */

static void skip_blanks(str text, size_t *at)
{
	while (*at < text.len && (text.at[*at] == ' ' || text.at[*at] == '\t' ||
				  text.at[*at] == '\n' || text.at[*at] == '\r'))
		(*at)++;
}

/* Over a string that begins here, its quotes included. */
static bool skip_string(str text, size_t *at)
{
	for ((*at)++; *at < text.len; (*at)++) {
		if (text.at[*at] == '\\') (*at)++;
		else if (text.at[*at] == '"') {
			(*at)++;
			return true;
		}
	}
	return false;
}

/* Over any value, by counting what opens and closes. */
static bool skip_value(str text, size_t *at)
{
	u32 depth = 0;
	while (*at < text.len) {
		char c = text.at[*at];
		if (c == '"') {
			if (!skip_string(text, at)) return false;
			if (!depth) return true;
			continue;
		}
		if (!depth && (c == ',' || c == '}' || c == ']')) return true;
		depth += c == '{' || c == '[';
		(*at)++;
		if (c != '}' && c != ']') continue;
		if (--depth == 0) return true;
	}
	return !depth;
}

/* The value of a key of the object that `object` begins with. */
static bool find_key(str object, str key, str *out_value)
{
	size_t at = 0;
	skip_blanks(object, &at);
	if (at >= object.len || object.at[at++] != '{') return false;
	for (;;) {
		skip_blanks(object, &at);
		size_t from = at;
		if (at >= object.len || object.at[at] != '"' || !skip_string(object, &at))
			return false;
		str name = str_slice(object, from + 1, at - 1);
		skip_blanks(object, &at);
		if (at >= object.len || object.at[at++] != ':') return false;
		skip_blanks(object, &at);
		size_t value = at;
		if (!skip_value(object, &at)) return false;
		if (str_eq(name, key)) {
			*out_value = str_trim(str_slice(object, value, at));
			return true;
		}
		skip_blanks(object, &at);
		if (at >= object.len || object.at[at++] != ',') return false;
	}
}

bool payload_find(str payload, str path, str *out_value)
{
	str value = payload;
	if (!path.len) return false;
	while (path.len) {
		str key = str_split(&path, '.');
		if (!find_key(value, key, &value)) return false;
	}
	*out_value = value;
	return true;
}

/* ---- judging ------------------------------------------------------------------------------ */

static bool fits(str pattern, str text)
{
	if (!pattern.len) return true;
	if (pattern.at[pattern.len - 1] != '*') return str_eq(pattern, text);
	return str_starts_with(text, str_slice(pattern, 0, pattern.len - 1));
}

static bool field_fits(const struct guard_rule *rule, str payload)
{
	str value;
	bool is_there = payload_find(payload, rule->field, &value);
	if (rule->test == RULE_IS_THERE) return is_there;
	bool is_same = is_there && str_eq(value, rule->value);
	return (rule->test == RULE_IS) == is_same;
}

/* Whether it is in the rule's hours; and when that changes. */
static bool hours_fit(const struct guard_rule *rule, msec now, msec *out_until)
{
	bool inside = windows_contain(&rule->hours, rule->zone, now);
	bool changes = inside ? windows_end_after(&rule->hours, rule->zone, now, out_until)
			      : windows_begin_after(&rule->hours, rule->zone, now, out_until);
	if (!changes) *out_until = MSEC_MAX;
	return inside;
}

static struct verdict follow(const struct guard_rule *rule, msec now, msec hours_end, msec steady)
{
	struct verdict verdict = { true, rule->action, steady, true, 0 };
	if (rule->action != RULE_DEFER) return verdict;
	bool to_end = !rule->delay && rule->hours.len && hours_end < MSEC_MAX;
	verdict.until = to_end ? hours_end
			       : msec_add(now, rule->delay ? rule->delay : DELAY_DEFAULT);
	return verdict;
}

struct verdict guard_verdict(const struct guard_rule *rules, u32 len,
			     const struct rule_subject *subject)
{
	msec steady = MSEC_MAX; /* until then every rule says the same of it */
	for (u32 i = 0; i < len; i++) {
		const struct guard_rule *rule = &rules[i];
		msec changes = MSEC_MAX;
		if (!fits(rule->type, subject->type)) continue;
		bool in_hours = !rule->hours.len || hours_fit(rule, subject->now, &changes);
		if (changes < steady) steady = changes;
		if (!in_hours) continue;
		bool needs_texts = rule->entity.len || rule->field.len;
		if (needs_texts && !subject->has_texts)
			return (struct verdict){ .is_known = false };
		if (!fits(rule->entity, subject->entity)) continue;
		if (rule->field.len && !field_fits(rule, subject->payload)) continue;
		struct verdict verdict = follow(rule, subject->now, changes, steady);
		verdict.rule = i;
		return verdict;
	}
	return (struct verdict){ true, RULE_ALLOW, steady, false, 0 };
}

static size_t put(char room[RULE_LABEL_BYTES], size_t at, str text)
{
	size_t left = RULE_LABEL_BYTES - at;
	size_t len = text.len < left ? text.len : left;
	if (len) memcpy(room + at, text.at, len);
	return at + len;
}

str guard_rule_label(const struct guard_rule *rule, u32 place, str by, char room[RULE_LABEL_BYTES])
{
	u32 number = place + 1;
	const char digits[] = { (char)('0' + number / 10 % 10), (char)('0' + number % 10) };
	must(number <= RULES_MAX);
	size_t at = put(room, put(room, 0, by), STR(": "));
	if (rule->name.len) at = put(room, at, rule->name);
	else
		at = put(room, put(room, at, STR("rule ")),
			 (str){ digits + (number < 10), number < 10 ? 1 : 2 });
	return (str){ room, at };
}

bool guard_exempts(const struct guard_rule *rules, u32 len, str type)
{
	for (u32 i = 0; i < len; i++) {
		const struct guard_rule *rule = &rules[i];
		if (!fits(rule->type, type)) continue;
		bool always = !rule->hours.len && !rule->entity.len && !rule->field.len;
		return always && rule->action == RULE_ALLOW;
	}
	return false;
}
