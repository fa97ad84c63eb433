/* inih reads the lines; what a key may be and what it may say is settled by the table. */
#include "server/config_file.h"

#include "host/files.h"

#include <ini.h>

/* ---- the text ----------------------------------------------------------------------------- */

struct config_reading {
	struct settings *settings;
	struct arena *arena;
	str file;
	str rest;
	u32 line;
	enum err err;
	struct why *why;
};

/* inih's reader: the next line, with its end cut to fit. */
static char *next_line(char *room, int size, void *context)
{
	struct config_reading *reading = context;
	if (reading->rest.len == 0 || reading->err) return NULL;
	str line = str_split(&reading->rest, '\n');
	reading->line++;
	if (line.len + 2 > (size_t)size) {
		reading->err = fail(reading->why, ERR_USAGE,
				    "%.*s, line %u has %zu bytes; at most %d are allowed",
				    STR_ARG(reading->file), reading->line, line.len, size - 2);
		return NULL;
	}
	memcpy(room, line.at, line.len);
	room[line.len] = '\n';
	room[line.len + 1] = '\0';
	return room;
}

static enum err unknown_key(const struct config_reading *reading, str key)
{
	enum { FAR_APART = 4 };
	const char *nearest = NULL;
	u32 least = FAR_APART;
	for (u32 i = 0; i < reading->settings->len; i++) {
		const struct setting *setting = &reading->settings->table[i];
		u32 distance = str_distance(key, str_from(setting->flag), least);
		u32 as_variable = str_distance(key, str_from(setting->name), least);
		if (as_variable < distance) distance = as_variable;
		if (distance >= least) continue;
		least = distance;
		nearest = setting->flag;
	}
	return fail(reading->why, ERR_USAGE, "%.*s, line %u: unknown key \"%.*s\"%s%s%s",
		    STR_ARG(reading->file), reading->line, STR_ARG(str_slice(key, 0, 60)),
		    nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
}

static enum err take_value(const struct config_reading *reading, str key, str value)
{
	u32 i = settings_find_flag(reading->settings, key);
	struct why plain;
	if (i == reading->settings->len) return unknown_key(reading, key);
	str kept = str_copy(reading->arena, value);
	if (arena_failed(reading->arena)) return ERR_MEMORY;
	enum err err = settings_set(reading->settings, i, kept, ORIGIN_FILE, &plain);
	if (!err) return ERR_OK;
	return fail(reading->why, err, "%.*s, line %u: %s", STR_ARG(reading->file), reading->line,
		    plain.text);
}

/* inih's handler: 1 is well, 0 ends it. */
static int on_pair(void *context, const char *section, const char *name, const char *value)
{
	struct config_reading *reading = context;
	(void)section;
	if (reading->err) return 0;
	reading->err = take_value(reading, str_from(name), str_from(value ? value : ""));
	return reading->err == ERR_OK;
}

enum err settings_read_text(struct settings *settings, str file, str text, struct arena *arena,
			    struct why *why)
{
	struct config_reading reading = {
		.settings = settings, .arena = arena, .file = file, .rest = text, .why = why
	};
	int wrong = ini_parse_stream(next_line, &reading, on_pair, &reading);
	if (reading.err) return reading.err;
	if (wrong < 0) return ERR_MEMORY;
	if (wrong)
		return fail(why, ERR_USAGE, "%.*s, line %d: expected [section] or key = value",
			    STR_ARG(file), wrong);
	return ERR_OK;
}

/* ---- files -------------------------------------------------------------------------------- */

enum err settings_read_file(struct settings *settings, const char *path, struct arena *arena,
			    struct why *why)
{
	struct buf text;
	buf_init(&text, CONFIG_FILE_BYTES_MAX + 8192);
	enum err err = file_read(NULL, str_from(path), CONFIG_FILE_BYTES_MAX, &text, why);
	if (!err) err = settings_read_text(settings, str_from(path), buf_view(&text), arena, why);
	buf_done(&text);
	return err;
}

/* ---- secrets ------------------------------------------------------------------------------ */

/* The value of NAME_FILE in the environment; NULL: none. */
static const char *file_of_secret(const char *const *environment, const char *name)
{
	for (; *environment; environment++) {
		str value = str_from(*environment);
		str variable = str_split(&value, '=');
		if (!str_starts_with(variable, str_from(name))) continue;
		str suffix = str_from_offset(variable, strlen(name));
		if (str_eq(suffix, STR("_FILE"))) return value.at;
	}
	return NULL;
}

static enum err read_secret(struct settings *settings, u32 i, const char *path, struct arena *arena,
			    struct why *why)
{
	struct buf text;
	buf_init(&text, SECRET_FILE_BYTES_MAX + 8192);
	enum err err = file_read(NULL, str_from(path), SECRET_FILE_BYTES_MAX, &text, why);
	str rest = buf_view(&text);
	str line = str_copy(arena, str_split(&rest, '\n'));
	if (!err && arena_failed(arena)) err = ERR_MEMORY;
	if (!err) err = settings_set(settings, i, line, ORIGIN_ENVIRONMENT, why);
	buf_done(&text);
	return err;
}

enum err settings_read_secrets(struct settings *settings, u32 scopes,
			       const char *const *environment, struct arena *arena, struct why *why)
{
	enum err err = ERR_OK;
	for (u32 i = 0; i < settings->len && !err; i++) {
		const struct setting *setting = &settings->table[i];
		if (setting->type != SETTING_SECRET || !(setting->scopes & scopes)) continue;
		if (settings->values[i].origin >= ORIGIN_ENVIRONMENT) continue;
		const char *path = file_of_secret(environment, setting->name);
		if (path) err = read_secret(settings, i, path, arena, why);
	}
	return err;
}
