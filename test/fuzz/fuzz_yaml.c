/* YAML from any bytes. Properties: a refusal has a reason and a place in the text; whatever is
 * accepted is, line by line, JSON that a strict reader takes, and JSON that is read again as YAML
 * is the same. */
#include "cli/yaml.h"
#include "fuzz_common.h"

#include <jansson.h>

enum { JSON_BYTES_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_reason(str text, const struct why *why, const struct yaml_place *place)
{
	u32 lines = 1;
	for (size_t i = 0; i < text.len; i++) lines += text.at[i] == '\n' || text.at[i] == '\r';
	if (!why->text[0]) fuzz_stop("refused without a reason");
	/* Other encodings and line ends of Unicode have lines that are not counted here. */
	if (!place->line || !place->column) fuzz_stop("%s: no place", why->text);
	if (place->line > lines + text.len) fuzz_stop("%s: line %u", why->text, place->line);
}

static void check_json(str line)
{
	json_error_t wrong;
	json_t *value = json_loadb(line.at, line.len,
				   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY |
					   JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL,
				   &wrong);
	/* A number beyond a double and a zero in a key are JSON, too, if not jansson's. */
	if (!value && !strstr(wrong.text, "real number overflow") &&
	    !strstr(wrong.text, "NUL byte in object key"))
		fuzz_stop("%s: %.*s", wrong.text, STR_ARG(line));
	json_decref(value);
}

/* What JSON takes as a character and YAML as the end of a line. */
static bool has_line_end(str text)
{
	static const char *const ends[] = { "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9" };
	for (size_t at = 0; at < text.len; at++) {
		for (size_t i = 0; i < countof(ends); i++) {
			if (str_starts_with(str_from_offset(text, at), str_from(ends[i])))
				return true;
		}
	}
	return false;
}

static void check_again(str line)
{
	struct buf out;
	struct yaml_place place;
	struct why why = { .text = "" };
	if (has_line_end(line)) return;
	buf_init(&out, JSON_BYTES_MAX + 1);
	if (!yaml_to_json(line, &out, &place, &why)) {
		str rest = buf_view(&out);
		str again = str_split(&rest, '\n');
		if (!str_eq(again, line))
			fuzz_stop("%.*s becomes %.*s", STR_ARG(line), STR_ARG(again));
	}
	buf_done(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf out;
	struct yaml_place place;
	struct why why = { .text = "" };
	if (size > 4096) return 0;
	str text = fuzz_copy(data, size);
	buf_init(&out, JSON_BYTES_MAX);
	enum err err = yaml_to_json(text, &out, &place, &why);
	if (err) check_reason(text, &why, &place);
	for (str rest = buf_view(&out); !err && rest.len;) {
		str line = str_split(&rest, '\n');
		check_json(line);
		check_again(line);
	}
	buf_done(&out);
	fuzz_free(text);
	return 0;
}
