/* Plain scalars by the core schema of YAML 1.2: null, true, a number, or a text. */
#include "cli/yaml_plain.h"

static bool is_one_of(str text, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (str_eq(text, str_from(words[i]))) return true;
	}
	return false;
}

static str take_digits(str *rest)
{
	size_t len = 0;
	while (len < rest->len && ascii_is_digit(rest->at[len])) len++;
	str digits = str_slice(*rest, 0, len);
	*rest = str_from_offset(*rest, len);
	return digits;
}

struct number {
	bool is_negative;
	str whole, fraction, exponent;
	bool has_point, has_exponent, is_exponent_negative;
};

static bool take_sign(str *rest)
{
	bool is_minus = rest->len && rest->at[0] == '-';
	if (rest->len && (rest->at[0] == '-' || rest->at[0] == '+'))
		*rest = str_from_offset(*rest, 1);
	return is_minus;
}

/* False: the text is no number. */
static bool number_parse(str text, struct number *out)
{
	*out = (struct number){ .is_negative = take_sign(&text) };
	out->whole = take_digits(&text);
	out->has_point = text.len && text.at[0] == '.';
	if (out->has_point) {
		text = str_from_offset(text, 1);
		out->fraction = take_digits(&text);
	}
	if (!out->whole.len && !out->fraction.len) return false;
	out->has_exponent = text.len && (text.at[0] == 'e' || text.at[0] == 'E');
	if (out->has_exponent) {
		text = str_from_offset(text, 1);
		out->is_exponent_negative = take_sign(&text);
		out->exponent = take_digits(&text);
		if (!out->exponent.len) return false;
	}
	return !text.len;
}

static void number_write(const struct number *number, struct buf *out)
{
	if (number->is_negative) buf_add_byte(out, '-');
	buf_add(out, number->whole.len ? number->whole : STR("0"));
	if (number->fraction.len) {
		buf_add_byte(out, '.');
		buf_add(out, number->fraction);
	}
	if (!number->has_exponent) return;
	buf_add(out, number->is_exponent_negative ? STR("e-") : STR("e"));
	buf_add(out, number->exponent);
}

/* A number that JSON, or another version of YAML, reads differently; NULL: it is read alike. */
static const char *ambiguity_of(str text, const struct number *number, bool is_number)
{
	static const char *const endless[] = {
		".inf",  ".Inf",  ".INF",  "+.inf", "+.Inf", "+.INF",
		"-.inf", "-.Inf", "-.INF", ".nan",  ".NaN",  ".NAN"
	};
	str digits = text;
	(void)take_sign(&digits);
	bool is_based = digits.len > 2 && digits.at[0] == '0' && strchr("xob", digits.at[1]);
	if (is_number && number->whole.len > 1 && number->whole.at[0] == '0')
		return "a number that begins with 0 is read differently by versions of YAML; "
		       "write it without, or in quotes";
	if (is_based)
		return "a number that is not decimal is read differently by versions of YAML; "
		       "write it in decimal, or in quotes";
	if (is_one_of(text, endless, countof(endless)))
		return "JSON has no such number; write a text in quotes";
	return NULL;
}

const char *yaml_write_plain(str text, struct buf *out)
{
	static const char *const nulls[] = { "", "~", "null", "Null", "NULL" };
	static const char *const yes[] = { "true", "True", "TRUE" };
	static const char *const no[] = { "false", "False", "FALSE" };
	struct number number;
	bool is_number = number_parse(text, &number);
	const char *ambiguity = ambiguity_of(text, &number, is_number);
	if (ambiguity) return ambiguity;
	if (is_one_of(text, nulls, countof(nulls))) buf_add(out, STR("null"));
	else if (is_one_of(text, yes, countof(yes))) buf_add(out, STR("true"));
	else if (is_one_of(text, no, countof(no))) buf_add(out, STR("false"));
	else if (is_number) number_write(&number, out);
	else buf_add_json(out, text);
	return NULL;
}
