/* Settings: flags over environment over file over default. One table (config.def) declares each; a
 * wrong value is refused at the start with the setting's name and what is allowed. Values borrow
 * the text they were read from, which lives as long as the process (its words and its environment).
 *
 * The functions take the table as an argument, so that they are tested with every type there is. */
#ifndef BELFRY_SERVER_CONFIG_H
#define BELFRY_SERVER_CONFIG_H

#include "base/err.h"
#include "base/msec.h"
#include "base/str.h"
#include "cli/scopes.h"
#include "server/config.def"

enum setting_type {
	SETTING_TEXT,     /* min to max bytes, no control characters */
	SETTING_SECRET,   /* likewise, and never shown; NAME_FILE may name a file with the value */
	SETTING_PATH,     /* the same, and not empty */
	SETTING_INTEGER,  /* min to max */
	SETTING_BOOL,     /* true, false, yes, no, on, off, 1, 0 */
	SETTING_CHOICE,   /* one word of a comma list; `number` is its index */
	SETTING_RATIO,    /* 0 to 1 with up to three decimals; `number` is in thousandths */
	SETTING_DURATION, /* 90s, 15m, 1h30m, a bare number means seconds; min to max milliseconds
			   */
};

enum setting_reload { RELOAD_AT_START, RELOAD_LIVE };

struct setting {
	const char *name; /* of the environment variable */
	const char *flag; /* without the dashes */
	u32 scopes;       /* of enum setting_scope */
	enum setting_type type;
	i64 min;
	i64 max;
	const char *choices;
	const char *fallback;
	const char *value_name;
	enum setting_reload reload;
	const char *help;
};

/* In order of precedence. */
enum setting_origin { ORIGIN_DEFAULT, ORIGIN_FILE, ORIGIN_ENVIRONMENT, ORIGIN_FLAG };

struct setting_value {
	enum setting_origin origin;
	str text;
	i64 number; /* 0 or 1 of a BOOL, place of a CHOICE, milliseconds of a DURATION */
};

/* Memory for a value of each row of the table. */
struct settings {
	const struct setting *table;
	u32 len;
	struct setting_value *values;
};

/* Sets every value to its default, which must be valid. */
void settings_init(struct settings *settings);

/* ERR_USAGE names the setting as given (variable or flag), the value and what is allowed. A value
 * from a lower origin than the present one is checked, but not used. */
MUST_USE enum err settings_set(struct settings *settings, u32 setting, str text,
			       enum setting_origin origin, struct why *why);

/* `environment` as for the process: NAME=value, ended by NULL. Variables that are not settings of
 * these scopes are ignored, even if they begin with BELFRY_: container platforms set such
 * variables. */
MUST_USE enum err settings_read_environment(struct settings *settings, u32 scopes,
					    const char *const *environment, struct why *why);

/* The row of a flag, with - or _ between its words; settings->len: none. */
u32 settings_find_flag(const struct settings *settings, str flag);

const char *setting_origin_name(enum setting_origin origin); /* "environment" */

/* ---- Belfry's own ---------------------------------------------------------------------------- */

enum setting_id {
#define X(id, name, flag, scope, type, min, max, choices, fallback, value_name, reload, help) \
	CONFIG_##id,
	SETTINGS(X)
#undef X
		CONFIG_COUNT
};

enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct config {
	struct setting_value values[CONFIG_COUNT];
	struct settings settings;
};

/* Not to be moved afterwards. */
void config_init(struct config *config);

#endif
