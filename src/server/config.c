#include "server/config.h"

#include "base/must.h"
#include "calendar/duration.h"
#include "model/limits.def"

enum { SHOWN_MAX = 60 };

static const struct setting config_table[CONFIG_COUNT] = {
#define X(id, name, flag, scope, type, min, max, choices, fallback, value_name, reload, help) \
	{ name,    flag,     SCOPE_##scope, SETTING_##type,  min, max,                        \
	  choices, fallback, value_name,    RELOAD_##reload, help },
	SETTINGS(X)
#undef X
};

const char *setting_origin_name(enum setting_origin origin)
{
	static const char *const names[] = { "default", "file", "environment", "flag" };
	must(origin < countof(names));
	return names[origin];
}

static bool has_control(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		if (c < 0x20 || c == 0x7f) return true;
	}
	return false;
}

static enum err parse_text(const struct setting *setting, str text, struct why *why)
{
	if (setting->type == SETTING_PATH && text.len == 0)
		return fail(why, ERR_USAGE, "a path is needed");
	if ((i64)text.len < setting->min || (i64)text.len > setting->max)
		return fail(why, ERR_USAGE, "must have %lld to %lld bytes, has %zu",
			    (long long)setting->min, (long long)setting->max, text.len);
	if (has_control(text)) return fail(why, ERR_USAGE, "has a control character");
	return ERR_OK;
}

static enum err parse_integer(const struct setting *setting, str text, i64 *out, struct why *why)
{
	bool negative = text.len && text.at[0] == '-';
	u64 magnitude;
	bool right = str_to_u64(str_from_offset(text, negative), INT64_MAX, &magnitude);
	i64 number = right ? (negative ? -(i64)magnitude : (i64)magnitude) : 0;
	if (!right || number < setting->min || number > setting->max)
		return fail(why, ERR_USAGE, "\"%.*s\" is not a whole number from %lld to %lld",
			    STR_ARG(str_slice(text, 0, SHOWN_MAX)), (long long)setting->min,
			    (long long)setting->max);
	*out = number;
	return ERR_OK;
}

/* Of one digit before the point and up to three behind it. */
static enum err parse_ratio(str text, i64 *out, struct why *why)
{
	str decimals = text;
	str whole = str_split(&decimals, '.');
	u64 ones = 0, rest = 0;
	bool has_point = whole.len < text.len;
	bool is_right = whole.len == 1 && str_to_u64(whole, 1, &ones);
	if (has_point) is_right = is_right && decimals.len <= 3 && str_to_u64(decimals, 999, &rest);
	for (size_t len = decimals.len; has_point && len < 3; len++) rest *= 10;
	if (!is_right || ones * 1000 + rest > 1000)
		return fail(why, ERR_USAGE,
			    "\"%.*s\" is not a number from 0 to 1 (0.8, at most three decimals)",
			    STR_ARG(str_slice(text, 0, SHOWN_MAX)));
	*out = (i64)(ones * 1000 + rest);
	return ERR_OK;
}

static enum err parse_bool(str text, i64 *out, struct why *why)
{
	static const char *const words[] = { "false", "true", "no", "yes", "off", "on", "0", "1" };
	for (size_t i = 0; i < countof(words); i++) {
		if (!str_eq_nocase(text, str_from(words[i]))) continue;
		*out = i % 2;
		return ERR_OK;
	}
	return fail(why, ERR_USAGE, "\"%.*s\" is not true or false (yes or no, on or off, 1 or 0)",
		    STR_ARG(str_slice(text, 0, SHOWN_MAX)));
}

static enum err parse_choice(const struct setting *setting, str text, i64 *out, struct why *why)
{
	str rest = str_from(setting->choices);
	for (i64 i = 0; rest.len; i++) {
		str choice = str_split(&rest, ',');
		if (!str_eq(text, choice)) continue;
		*out = i;
		return ERR_OK;
	}
	return fail(why, ERR_USAGE, "\"%.*s\" is not one of %s",
		    STR_ARG(str_slice(text, 0, SHOWN_MAX)), setting->choices);
}

static enum err refuse_duration(const struct setting *setting, str text, struct why *why)
{
	struct buf range;
	buf_init(&range, WHY_TEXT_MAX);
	duration_print(setting->min, &range);
	buf_add(&range, STR(" to "));
	duration_print(setting->max, &range);
	enum err err = fail(why, ERR_USAGE,
			    "\"%.*s\" is not a duration (90s, 15m, 1h30m) from %.*s",
			    STR_ARG(str_slice(text, 0, SHOWN_MAX)), STR_ARG(buf_view(&range)));
	buf_done(&range);
	return err;
}

static enum err parse_duration(const struct setting *setting, str text, i64 *out, struct why *why)
{
	msec length;
	if (duration_parse(text, &length, why)) return refuse_duration(setting, text, why);
	if (length < setting->min || length > setting->max)
		return refuse_duration(setting, text, why);
	*out = length;
	return ERR_OK;
}

static enum err parse_value(const struct setting *setting, str text, i64 *out_number,
			    struct why *why)
{
	i64 number = 0;
	enum err err = ERR_OK;
	switch (setting->type) {
	case SETTING_TEXT:
	case SETTING_SECRET:
	case SETTING_PATH: err = parse_text(setting, text, why); break;
	case SETTING_INTEGER: err = parse_integer(setting, text, &number, why); break;
	case SETTING_RATIO: err = parse_ratio(text, &number, why); break;
	case SETTING_BOOL: err = parse_bool(text, &number, why); break;
	case SETTING_CHOICE: err = parse_choice(setting, text, &number, why); break;
	case SETTING_DURATION: err = parse_duration(setting, text, &number, why); break;
	}
	if (!err) *out_number = number;
	return err;
}

void settings_init(struct settings *settings)
{
	for (u32 i = 0; i < settings->len; i++) {
		const struct setting *setting = &settings->table[i];
		struct setting_value *value = &settings->values[i];
		struct why why;
		*value = (struct setting_value){ .text = str_from(setting->fallback) };
		enum err err = parse_value(setting, value->text, &value->number, &why);
		must(!err);
	}
}

enum err settings_set(struct settings *settings, u32 i, str text, enum setting_origin origin,
		      struct why *why)
{
	must(i < settings->len);
	must(origin != ORIGIN_DEFAULT);
	const struct setting *setting = &settings->table[i];
	struct setting_value value = { .origin = origin, .text = text };
	struct why plain;
	enum err err = parse_value(setting, text, &value.number, &plain);
	if (err && origin == ORIGIN_FLAG)
		return fail(why, err, "--%s: %s", setting->flag, plain.text);
	if (err)
		return fail(why, err, "%s (%s): %s", setting->name, setting_origin_name(origin),
			    plain.text);
	if (origin >= settings->values[i].origin) settings->values[i] = value;
	return ERR_OK;
}

static bool is_same_flag(str a, str b)
{
	if (a.len != b.len) return false;
	for (size_t i = 0; i < a.len; i++) {
		char x = a.at[i] == '_' ? '-' : a.at[i];
		if (x != b.at[i]) return false;
	}
	return true;
}

u32 settings_find_flag(const struct settings *settings, str flag)
{
	u32 i = 0;
	while (i < settings->len && !is_same_flag(flag, str_from(settings->table[i].flag))) i++;
	return i;
}

/* The row of a variable; settings->len when it is no setting. */
static u32 find_variable(const struct settings *settings, str name)
{
	u32 i = 0;
	while (i < settings->len && !str_eq(name, str_from(settings->table[i].name))) i++;
	return i;
}

enum err settings_read_environment(struct settings *settings, u32 scopes,
				   const char *const *environment, struct why *why)
{
	for (; *environment; environment++) {
		str value = str_from(*environment);
		str name = str_split(&value, '=');
		u32 i = find_variable(settings, name);
		if (i == settings->len || !(settings->table[i].scopes & scopes)) continue;
		enum err err = settings_set(settings, i, value, ORIGIN_ENVIRONMENT, why);
		if (err) return err;
	}
	return ERR_OK;
}

void config_init(struct config *config)
{
	config->settings = (struct settings){ config_table, CONFIG_COUNT, config->values };
	settings_init(&config->settings);
}
