#include "cli/resource.h"

#include "base/must.h"

static const struct cli_action actions[] = {
#define X(verb, name, method, path, kind, words, options, columns, name_field, summary) \
	{ CMD_##verb, name,    #method, path,       ACTION_##kind,                      \
	  words,      options, columns, name_field, summary },
	ACTIONS(X) LOCAL_ACTIONS(X)
#undef X
};

static const struct field_row fields[] = {
#define X(id, name, letter, value, repeats, field, kind, help) { field, FIELD_##kind },
	FIELDS(X)
#undef X
};

static const struct {
	const char *alias;
	const char *name;
} aliases[] = {
#define X(alias, name) { alias, name },
	ACTION_ALIASES(X)
#undef X
};

u32 action_count(void)
{
	return countof(actions);
}

const struct cli_action *action_row(u32 i)
{
	must(i < countof(actions));
	return &actions[i];
}

static bool verb_has_action(enum verb_id verb, str name)
{
	for (u32 i = 0; i < countof(actions); i++) {
		if (actions[i].verb == verb && str_eq(str_from(actions[i].name), name)) return true;
	}
	return false;
}

str action_name(enum verb_id verb, str name)
{
	if (verb_has_action(verb, name)) return name;
	for (size_t i = 0; i < countof(aliases); i++) {
		str meant = str_from(aliases[i].name);
		if (str_eq(str_from(aliases[i].alias), name) && verb_has_action(verb, meant))
			return meant;
	}
	return name;
}

/* Whether row `i` of the aliases is the one that counts for the verb. */
static bool alias_counts(enum verb_id verb, size_t i)
{
	str alias = str_from(aliases[i].alias);
	return !verb_has_action(verb, alias) &&
	       str_eq(action_name(verb, alias), str_from(aliases[i].name));
}

void verb_add_aliases(enum verb_id verb, const char *lead, const char *end, struct buf *out)
{
	const char *before = NULL; /* the action whose aliases are being listed */
	for (size_t i = 0; i < countof(aliases); i++) {
		if (!alias_counts(verb, i)) continue;
		bool is_next = before && !str_eq(str_from(before), str_from(aliases[i].name));
		if (!before) buf_add(out, str_from(lead));
		else if (is_next) buf_addf(out, " for %s, ", before);
		else buf_add(out, STR(" and "));
		buf_add(out, str_from(aliases[i].alias));
		before = aliases[i].name;
	}
	if (before) buf_addf(out, " for %s%s", before, end);
}

str list_word(const char *list, u32 n)
{
	str rest = str_from(list);
	while (rest.len) {
		str word = str_split(&rest, ' ');
		if (!word.len) continue;
		if (n == 0) return word;
		n--;
	}
	return STR("");
}

u32 action_places(const struct cli_action *action)
{
	u32 count = 0;
	for (const char *c = action->path; *c; c++) count += *c == ':';
	return count;
}

u32 action_words(const struct cli_action *action)
{
	u32 count = action_places(action);
	str word;
	for (u32 i = 0; (word = list_word(action->words, i)).len; i++)
		count += str_find(word, '=') == word.len;
	return count;
}

static bool list_has(const char *list, str name)
{
	str word;
	for (u32 i = 0; (word = list_word(list, i)).len; i++) {
		if (str_eq(word, name)) return true;
	}
	return false;
}

static bool takes_itself(const struct cli_action *action, enum option_id option)
{
	str name = str_from(option_row(option)->name);
	return list_has(action->options, name) || list_has(action->words, name);
}

bool action_has_word(const struct cli_action *action, enum option_id option)
{
	return list_has(action->words, str_from(option_row(option)->name));
}

enum option_id action_option(const struct cli_action *action, enum option_id option)
{
	enum option_id twin = option_twin(option);
	return !takes_itself(action, option) && takes_itself(action, twin) ? twin : option;
}

bool action_takes(const struct cli_action *action, enum option_id option)
{
	return option >= FIELDS_BEGIN && takes_itself(action, action_option(action, option));
}

void action_add_usage(const struct cli_action *action, struct buf *out)
{
	str word;
	buf_add(out, str_from(action->name));
	for (str rest = str_from(action->path); rest.len;) {
		str part = str_split(&rest, '/');
		if (part.at[0] != ':') continue;
		buf_add_byte(out, ' ');
		for (size_t i = 1; i < part.len; i++) buf_add_byte(out, ascii_upper(part.at[i]));
	}
	for (u32 i = 0; (word = list_word(action->words, i)).len; i++) {
		if (str_find(word, '=') < word.len) continue;
		buf_add_byte(out, ' ');
		for (size_t k = 0; k < word.len; k++) buf_add_byte(out, ascii_upper(word.at[k]));
	}
}

bool verb_has_actions(enum verb_id verb)
{
	for (u32 i = 0; i < countof(actions); i++) {
		if (actions[i].verb == verb) return true;
	}
	return false;
}

const struct field_row *field_of(enum option_id option)
{
	must(option >= FIELDS_BEGIN && option < OPTIONS_LEN);
	return &fields[option - FIELDS_BEGIN];
}

enum option_id field_find(str name)
{
	u32 option = FIELDS_BEGIN;
	while (option < OPTIONS_LEN &&
	       !str_eq(name, str_from(option_row((enum option_id)option)->name)))
		option++;
	return (enum option_id)option;
}
