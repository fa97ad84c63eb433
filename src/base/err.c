#include "base/err.h"

#include "base/must.h"
#include "base/str.h"

#include <stdio.h>

static const struct {
	const char *name;
	int http_status;
	int exit_code;
	const char *sentence;
} table[ERR_COUNT] = {
#define X(name, status, exit_code, sentence) { #name, status, exit_code, sentence },
	ERRORS(X)
#undef X
};

static u32 cut_to_u32(size_t n)
{
	return n > UINT32_MAX ? UINT32_MAX : (u32)n;
}

/* U+0080 to U+009F, which some terminals obey as they obey ESC. */
static bool is_c1_control(str text)
{
	return str_utf8_length(text) == 2 && (u8)text.at[0] == 0xc2 && (u8)text.at[1] < 0xa0;
}

/* Foreign text may be quoted in a message: it must not forge a second line, steer a terminal, or
 * make an answer that is not UTF-8 (nor may our own cut in the middle of a character). */
static void make_safe(char *text)
{
	str rest = str_from(text);
	char *out = text;
	while (rest.len) {
		size_t len = str_utf8_length(rest);
		u8 lead = (u8)rest.at[0];
		bool is_safe = len > 0 && lead >= 0x20 && lead != 0x7f && !is_c1_control(rest);
		if (!is_safe) *out++ = '?';
		for (size_t i = 0; is_safe && i < len; i++) *out++ = rest.at[i];
		rest = str_from_offset(rest, len ? len : 1);
	}
	*out = '\0';
}

static void fill(struct why *why, enum err code, size_t at, size_t len, const char *format,
		 va_list args)
{
	must(code != ERR_OK);
	if (!why) return;
	why->code = code;
	why->at = cut_to_u32(at);
	why->len = cut_to_u32(len);
	int printed = vsnprintf(why->text, sizeof why->text, format, args);
	if (printed < 0) why->text[0] = '\0';
	make_safe(why->text);
}

enum err fail(struct why *why, enum err code, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fill(why, code, 0, 0, format, args);
	va_end(args);
	return code;
}

enum err fail_at(struct why *why, enum err code, size_t at, size_t len, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fill(why, code, at, len, format, args);
	va_end(args);
	return code;
}

const char *err_name(enum err err)
{
	must(err < ERR_COUNT);
	return table[err].name;
}

const char *err_sentence(enum err err)
{
	must(err < ERR_COUNT);
	return table[err].sentence;
}

int err_http_status(enum err err)
{
	must(err < ERR_COUNT);
	return table[err].http_status;
}

int err_exit_code(enum err err)
{
	must(err < ERR_COUNT);
	return table[err].exit_code;
}
