#include "cli/options.h"

#include "base/must.h"
#include "cli/resources.def"

static const struct option rows[OPTIONS_LEN] = {
#define X(id, name, letter, value, repeats, commands, help) \
	{ name, letter, value, repeats, help, SCOPE_ALL },
	OPTIONS(X)
#undef X
#define X(id, name, letter, value, repeats, field, kind, help) \
	{ name, letter, value, repeats, help, SCOPE_ALL },
		FIELDS(X)
#undef X
};

static const u64 row_commands[FIELDS_BEGIN] = {
#define X(id, name, letter, value, repeats, commands, help) commands,
	OPTIONS(X)
#undef X
};

const struct option *option_row(enum option_id id)
{
	must(id < OPTIONS_LEN);
	return &rows[id];
}

/* The commands that talk to a server. */
static const u64 clients =
#define X(id, name, function, scopes, group, usage, summary, text) \
	(((SCOPE_##scopes) & SCOPE_CLIENT) ? FOR(id) : 0) |
	VERBS(X)
#undef X
		0;

static const struct {
	u64 command;
	const char *words;
	const char *options;
} takers[] = {
#define X(verb, name, method, path, kind, words, options, columns, name_field, summary) \
	{ FOR(verb), words, options },
	ACTIONS(X) LOCAL_ACTIONS(X)
#undef X
};

static bool list_names(const char *list, str name)
{
	for (str rest = str_from(list); rest.len;) {
		if (str_eq(str_split(&rest, ' '), name)) return true;
	}
	return false;
}

enum option_id option_twin(enum option_id id)
{
	static const enum option_id twins[][2] = {
#define X(one, other, why) { OPTION_FIELD_##one, OPTION_FIELD_##other },
		OPTION_TWINS(X)
#undef X
	};
	for (size_t i = 0; i < countof(twins); i++) {
		if (id == twins[i][0]) return twins[i][1];
		if (id == twins[i][1]) return twins[i][0];
	}
	return id;
}

static bool is_named_by(enum option_id id, u64 command)
{
	str name = str_from(rows[id].name);
	for (size_t i = 0; i < countof(takers); i++) {
		if (!(takers[i].command & command)) continue;
		if (list_names(takers[i].options, name)) return true;
	}
	return false;
}

static bool is_field_of(enum option_id id, u64 command)
{
	return is_named_by(id, command) || is_named_by(option_twin(id), command);
}

bool option_is_for(enum option_id id, u64 command)
{
	must(id < OPTIONS_LEN);
	if (id >= FIELDS_BEGIN) return is_field_of(id, command);
	if (row_commands[id] == FOR_ALL) return true;
	if ((row_commands[id] & FOR_CLIENTS) && (clients & command)) return true;
	return (row_commands[id] & ~FOR_CLIENTS & command) != 0;
}

static u32 set_len(const struct option_set *set)
{
	return OPTIONS_LEN + set->settings_len;
}

/* NULL for a row that the command does not take. */
static const struct option *set_row(const struct option_set *set, u32 i)
{
	if (i >= OPTIONS_LEN) {
		const struct option *setting = &set->settings[i - OPTIONS_LEN];
		return setting->scopes & set->scopes ? setting : NULL;
	}
	return option_is_for((enum option_id)i, set->command) ? &rows[i] : NULL;
}

static bool find_name(const struct option_set *set, str name, u32 *out_option)
{
	for (u32 i = 0; i < set_len(set); i++) {
		const struct option *row = set_row(set, i);
		if (!row || !str_eq(name, str_from(row->name))) continue;
		*out_option = i;
		return true;
	}
	return false;
}

static bool find_letter(const struct option_set *set, char letter, u32 *out_option)
{
	for (u32 i = 0; i < set_len(set); i++) {
		const struct option *row = set_row(set, i);
		if (!row || row->letter == 0 || row->letter != letter) continue;
		*out_option = i;
		return true;
	}
	return false;
}

static enum err unknown_option(const struct option_set *set, str name, struct why *why)
{
	enum { FAR_APART = 4 };
	const struct option *nearest = NULL;
	u32 least = name.len < FAR_APART ? 2 : FAR_APART;
	for (u32 i = 0; i < set_len(set); i++) {
		const struct option *row = set_row(set, i);
		if (!row) continue;
		u32 distance = str_distance(name, str_from(row->name), least);
		if (distance >= least) continue;
		least = distance;
		nearest = row;
	}
	if (nearest)
		return fail(why, ERR_USAGE, "unknown option --%.*s; did you mean --%s?",
			    STR_ARG(name), nearest->name);
	return fail(why, ERR_USAGE, "unknown option --%.*s", STR_ARG(name));
}

/* The words while they are read. */
struct options_reader {
	const struct option_set *set;
	const char *const *words;
	u32 words_len;
	u32 at;
	struct why *why;
};

/* An option as it was written. */
struct written {
	u32 option;
	bool has_value; /* behind = or behind the letter */
	str value;
	str shown; /* "--tz", "-z" */
};

static enum err read_name(struct options_reader *reader, str word, struct written *out)
{
	str name = str_from_offset(word, 2);
	size_t equals = str_find(name, '=');
	*out = (struct written){ .shown = str_slice(word, 0, 2 + equals) };
	if (equals < name.len) {
		out->has_value = true;
		out->value = str_from_offset(name, equals + 1);
	}
	name = str_slice(name, 0, equals);
	if (!find_name(reader->set, name, &out->option))
		return unknown_option(reader->set, name, reader->why);
	return ERR_OK;
}

static enum err read_letter(struct options_reader *reader, str word, struct written *out)
{
	*out = (struct written){ .shown = str_slice(word, 0, 2) };
	if (!find_letter(reader->set, word.at[1], &out->option))
		return fail(reader->why, ERR_USAGE, "unknown option %.*s", STR_ARG(out->shown));
	out->has_value = word.len > 2;
	out->value = str_from_offset(word, 2);
	return ERR_OK;
}

/* The value, from behind the option or from the next word. */
static enum err read_value(struct options_reader *reader, struct written *written)
{
	const struct option *row = set_row(reader->set, written->option);
	if (!row->value) {
		if (!written->has_value) return ERR_OK;
		return fail(reader->why, ERR_USAGE, "%.*s takes no value, got \"%.*s\"",
			    STR_ARG(written->shown), STR_ARG(written->value));
	}
	if (written->has_value) return ERR_OK;
	str next = { NULL, 0 };
	if (reader->at < reader->words_len) next = str_from(reader->words[reader->at]);
	if (!next.at || str_starts_with(next, STR("--")))
		return fail(reader->why, ERR_USAGE, "%.*s needs a value: %.*s %s",
			    STR_ARG(written->shown), STR_ARG(written->shown), row->value);
	written->value = next;
	reader->at++;
	return ERR_OK;
}

/* A lone "-" is an operand, as everywhere. */
static bool is_option(str word)
{
	return word.len > 1 && word.at[0] == '-';
}

/* Reads the option that `word` is, and its value. */
static enum err read_option(struct options_reader *reader, str word, struct written *out)
{
	bool named = str_starts_with(word, STR("--"));
	enum err err = named ? read_name(reader, word, out) : read_letter(reader, word, out);
	return err ? err : read_value(reader, out);
}

static enum err keep_option(struct options_reader *reader, const struct written *written,
			    struct arguments *arguments)
{
	const struct option *row = set_row(reader->set, written->option);
	for (u32 i = 0; !row->repeats && i < arguments->given_len; i++) {
		if (arguments->given[i].option != written->option) continue;
		return fail(reader->why, ERR_USAGE, "--%s is given twice", row->name);
	}
	if (arguments->given_len == GIVEN_MAX)
		return fail(reader->why, ERR_USAGE, "at most %d options may be given", GIVEN_MAX);
	arguments->given[arguments->given_len++] = (struct given_option){ written->option,
									  written->value };
	return ERR_OK;
}

static enum err keep_operand(struct options_reader *reader, str word, struct arguments *arguments)
{
	if (arguments->operands_len == OPERANDS_MAX)
		return fail(reader->why, ERR_USAGE,
			    "too many arguments: put a rule into quotes, or the shell takes its * "
			    "for file names");
	arguments->operands[arguments->operands_len++] = word;
	return ERR_OK;
}

enum err options_parse(const struct option_set *set, const char *const *words, u32 words_len,
		       struct arguments *arguments, struct why *why)
{
	struct options_reader reader = { set, words, words_len, 0, why };
	bool ended = false;
	must(set->settings_len <= SETTINGS_MAX);
	arguments->given_len = 0;
	arguments->operands_len = 0;
	while (reader.at < words_len) {
		str word = str_from(words[reader.at++]);
		enum err err;
		struct written written;
		if (!ended && str_eq(word, STR("--"))) {
			ended = true;
			continue;
		}
		if (ended || !is_option(word)) {
			err = keep_operand(&reader, word, arguments);
		} else {
			err = read_option(&reader, word, &written);
			if (!err) err = keep_option(&reader, &written, arguments);
		}
		if (err) return err;
	}
	return ERR_OK;
}

enum err options_find_command(const struct option_set *set, const char *const *words, u32 words_len,
			      u32 *out_index, struct why *why)
{
	struct options_reader reader = { set, words, words_len, 0, why };
	while (reader.at < words_len) {
		str word = str_from(words[reader.at]);
		if (!is_option(word) || str_eq(word, STR("--"))) break;
		struct written written;
		reader.at++;
		enum err err = read_option(&reader, word, &written);
		if (err) return err;
	}
	*out_index = reader.at;
	return ERR_OK;
}

bool arguments_have(const struct arguments *arguments, enum option_id id)
{
	for (u32 i = 0; i < arguments->given_len; i++) {
		if (arguments->given[i].option == id) return true;
	}
	return false;
}

str arguments_value(const struct arguments *arguments, enum option_id id, str fallback)
{
	for (u32 i = 0; i < arguments->given_len; i++) {
		if (arguments->given[i].option == id) return arguments->given[i].value;
	}
	return fallback;
}
