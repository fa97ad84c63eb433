/* Configuration files from any bytes. Properties: a refusal is one line that names the file and, of
 * what is wrong in the text, the line, and shows no control character; whatever is accepted keeps
 * to the table (a number within its bounds, a choice among the choices); written again, as key and
 * value, it is read as the same. */
#include "fuzz_common.h"
#include "server/config_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_value(const struct setting *setting, const struct setting_value *value)
{
	bool is_bounded = setting->type == SETTING_INTEGER || setting->type == SETTING_DURATION;
	if (is_bounded && (value->number < setting->min || value->number > setting->max))
		fuzz_stop("%s is %lld", setting->name, (long long)value->number);
	if (setting->type == SETTING_BOOL && (value->number < 0 || value->number > 1))
		fuzz_stop("%s is neither true nor false", setting->name);
	bool is_text = setting->type == SETTING_TEXT || setting->type == SETTING_SECRET ||
		       setting->type == SETTING_PATH;
	for (size_t i = 0; is_text && i < value->text.len; i++) {
		if ((unsigned char)value->text.at[i] < ' ')
			fuzz_stop("%s has a control character", setting->name);
	}
	if (is_text && (i64)value->text.len > setting->max)
		fuzz_stop("%s has %zu bytes", setting->name, value->text.len);
}

static void check_reason(str file, enum err err, const struct why *why)
{
	if (err == ERR_MEMORY) return;
	if (why->code != err) fuzz_stop("the reason has another code than the answer");
	if (!str_starts_with(str_from(why->text), file)) fuzz_stop("no file in: %s", why->text);
	if (!strstr(why->text, "line ")) fuzz_stop("no line in: %s", why->text);
	for (const char *at = why->text; *at; at++) {
		if ((unsigned char)*at < ' ') fuzz_stop("a control character in: %s", why->text);
	}
}

/* What the first reading took, as a file of its own. */
static void check_again(const struct config *first)
{
	struct config second;
	struct arena arena;
	struct buf text;
	struct why why = { .text = "" };
	arena_init(&arena, 1 << 20);
	buf_init(&text, 1 << 20);
	config_init(&second);
	for (u32 i = 0; i < CONFIG_COUNT; i++) {
		if (first->values[i].origin != ORIGIN_FILE) continue;
		/* Behind a blank a semicolon would begin a remark. */
		buf_addf(&text, "%s=%.*s\n", first->settings.table[i].flag,
			 STR_ARG(first->values[i].text));
	}
	if (settings_read_text(&second.settings, STR("again"), buf_view(&text), &arena, &why))
		fuzz_stop("not read again: %s\n%.*s", why.text, STR_ARG(buf_view(&text)));
	for (u32 i = 0; i < CONFIG_COUNT; i++) {
		if (first->values[i].origin != second.values[i].origin ||
		    first->values[i].number != second.values[i].number ||
		    !str_eq(first->values[i].text, second.values[i].text))
			fuzz_stop("%s is read again as another: %.*s",
				  first->settings.table[i].name, STR_ARG(second.values[i].text));
	}
	buf_done(&text);
	arena_done(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct config config;
	struct arena arena;
	struct why why = { .text = "" };
	str file = STR("belfry.conf");
	if (size > CONFIG_FILE_BYTES_MAX) return 0;
	str text = fuzz_copy(data, size);
	arena_init(&arena, 1 << 20);
	config_init(&config);
	enum err err = settings_read_text(&config.settings, file, text, &arena, &why);
	if (err) check_reason(file, err, &why);
	for (u32 i = 0; i < CONFIG_COUNT; i++)
		check_value(&config.settings.table[i], &config.values[i]);
	if (!err) check_again(&config);
	fuzz_free(text);
	arena_done(&arena);
	return 0;
}
