/* The commands that are one call of the API: a table (resources.def) of what they send and show. */
#ifndef BELFRY_CLI_RESOURCE_H
#define BELFRY_CLI_RESOURCE_H

#include "base/buf.h"
#include "cli/fields.def"
#include "cli/options.h"
#include "cli/resources.def"

enum cli_action_kind {
	ACTION_LIST,   /* pages of rows */
	ACTION_SHOW,   /* one thing */
	ACTION_SAID,   /* what an attempt wrote */
	ACTION_WHY,    /* why a run does not run (why.c) */
	ACTION_CHANGE, /* makes or changes one thing, and shows it */
	ACTION_RUN,    /* the same, and the thing is a run that can be waited for */
	ACTION_MANY,   /* touches all that match: asked before, an operation to wait for */
	ACTION_DELETE, /* asked before */
	ACTION_EXPORT, /* every page of a list, a line each, as they come */
	ACTION_FOLLOW, /* a list whose end is waited at (follow.c) */
	ACTION_LOCAL,  /* several calls, by a function of its own (act.c) */
};

enum cli_field_kind {
	FIELD_TEXT,
	FIELD_WORD, /* a number where it is one, else text */
	FIELD_NUMBER,
	FIELD_TRUTH,   /* given: true */
	FIELD_SWITCH,  /* true or false, as it is given */
	FIELD_LIST,    /* texts, separated by commas */
	FIELD_DEPENDS, /* jobs, separated by commas, each with its kind behind a colon */
	FIELD_JSON,    /* JSON, @FILE, or - for standard input */
	FIELD_SECRET,  /* text of @FILE or standard input */
	FIELD_SECONDS,
	FIELD_MILLISECONDS,
	FIELD_HANDLER, /* of a type an object, made from a short form; else text */
};

struct cli_action {
	enum verb_id verb;
	const char *name;
	const char *method;
	const char *path;
	enum cli_action_kind kind;
	const char *words;   /* names of fields, one for each word behind those of the path */
	const char *options; /* names of fields */
	const char *columns;
	const char *name_field;
	const char *summary;
};

struct field_row {
	const char *field;
	enum cli_field_kind kind;
};

u32 action_count(void);
const struct cli_action *action_row(u32 i);
/* The name of the verb's action that `name` means: the name itself, or the action that it is an
 * alias of. A name that is neither is returned as it is. */
str action_name(enum verb_id verb, str name);
/* "get and describe for show, rm for delete", between `lead` and `end`; nothing for a verb without
 * aliases. */
void verb_add_aliases(enum verb_id verb, const char *lead, const char *end, struct buf *out);
/* How many words it takes: places of its path, then those that become fields. */
u32 action_words(const struct cli_action *action);
u32 action_places(const struct cli_action *action);
/* Whether the option, or its twin (OPTION_TWINS), is one of its fields. */
bool action_takes(const struct cli_action *action, enum option_id option);
/* Whether the option's value is a word behind the action's name. */
bool action_has_word(const struct cli_action *action, enum option_id option);
/* The option of the action's own that `option` stands for: itself, or its twin. */
enum option_id action_option(const struct cli_action *action, enum option_id option);
/* The n-th name of a list of names separated by spaces; empty: there is none. */
str list_word(const char *list, u32 n);

/* "run ID": its name and the words it takes. */
void action_add_usage(const struct cli_action *action, struct buf *out);

bool verb_has_actions(enum verb_id verb);

/* The field of a call that an option of fields.def becomes. */
const struct field_row *field_of(enum option_id option);
/* The option of that name in fields.def; OPTIONS_LEN: none. */
enum option_id field_find(str name);

#endif
