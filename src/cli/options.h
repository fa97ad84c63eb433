/* Options of the command line: one table (options.def), one parser for all commands. `--tz ZONE`
 * and `--tz=ZONE`, `-n 5` and `-n5`; `--` ends the options. An option that takes a value takes the
 * next word whatever it is, but not another `--option`: then the value was forgotten. */
#ifndef BELFRY_CLI_OPTIONS_H
#define BELFRY_CLI_OPTIONS_H

#include "base/err.h"
#include "base/str.h"
#include "cli/fields.def"
#include "cli/options.def"
#include "cli/scopes.h"
#include "cli/verbs.def"

enum verb_id {
#define X(id, name, function, scopes, group, usage, summary, text) CMD_##id,
	VERBS(X)
#undef X
		CMD_COUNT
};

struct option {
	const char *name;  /* without the dashes */
	char letter;       /* 0: none */
	const char *value; /* what its value is called in help; NULL: it takes none */
	bool repeats;
	const char *help;
	u32 scopes; /* of a setting: who takes it (enum setting_scope) */
};

enum option_id {
#define X(id, name, letter, value, repeats, commands, help) OPTION_##id,
	OPTIONS(X)
#undef X
		FIELDS_BEGIN, /* from here on they become fields of a call (fields.def) */
	FIELDS_BEFORE = FIELDS_BEGIN - 1,
#define X(id, name, letter, value, repeats, field, kind, help) OPTION_FIELD_##id,
	FIELDS(X)
#undef X
		OPTIONS_LEN /* the settings come behind it */
};

enum { GIVEN_MAX = 1000, OPERANDS_MAX = 16, SETTINGS_MAX = 200 };

/* The options a command takes: rows of options.def by `commands` bit, then the settings. */
struct option_set {
	u64 command; /* FOR(command) of options.def; 0: only what every command takes */
	const struct option *settings;
	u32 settings_len;
	u32 scopes; /* of the settings it takes */
};

struct given_option {
	u32 option; /* enum option_id, or OPTIONS_LEN + number of the setting */
	str value;
};

struct arguments {
	struct given_option given[GIVEN_MAX];
	u32 given_len;
	str operands[OPERANDS_MAX];
	u32 operands_len;
};

const struct option *option_row(enum option_id id);
/* The option that names the same value (OPTION_TWINS of resources.def); itself: it has none. */
enum option_id option_twin(enum option_id id);
/* `command` as FOR makes it; 0: is it for every command? */
bool option_is_for(enum option_id id, u64 command);

/* Borrows the words; fills `arguments`, which is of no use on an error. ERR_USAGE says what is
 * wrong and what may have been meant. */
MUST_USE enum err options_parse(const struct option_set *set, const char *const *words,
				u32 words_len, struct arguments *arguments, struct why *why);

/* Where the command's name is among the words: behind options that every command takes. words_len
 * when there is none. */
MUST_USE enum err options_find_command(const struct option_set *set, const char *const *words,
				       u32 words_len, u32 *out_index, struct why *why);

bool arguments_have(const struct arguments *arguments, enum option_id id);
/* The value given, or `fallback`. */
str arguments_value(const struct arguments *arguments, enum option_id id, str fallback);

#endif
