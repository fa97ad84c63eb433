#include "base/str.h"

bool str_eq_nocase(str a, str b)
{
	if (a.len != b.len) return false;
	for (size_t i = 0; i < a.len; i++) {
		if (ascii_lower(a.at[i]) != ascii_lower(b.at[i])) return false;
	}
	return true;
}

size_t str_find(str s, char byte)
{
	const char *found = s.len ? memchr(s.at, byte, s.len) : NULL;
	return found ? (size_t)(found - s.at) : s.len;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

str str_trim(str s)
{
	while (s.len && is_blank(s.at[0])) s = str_from_offset(s, 1);
	while (s.len && is_blank(s.at[s.len - 1])) s.len--;
	return s;
}

str str_split(str *rest, char separator)
{
	size_t cut = str_find(*rest, separator);
	str before = str_slice(*rest, 0, cut);
	*rest = str_from_offset(*rest, cut < rest->len ? cut + 1 : cut);
	return before;
}

bool str_to_u64(str s, u64 max, u64 *out_value)
{
	u64 value = 0;
	if (s.len == 0) return false;
	for (size_t i = 0; i < s.len; i++) {
		if (!ascii_is_digit(s.at[i])) return false;
		u64 digit = (u64)(s.at[i] - '0');
		if (value > (max - digit) / 10 || digit > max) return false;
		value = value * 10 + digit;
	}
	*out_value = value;
	return true;
}

/* The lead byte narrows the second byte: this is where overlong forms (e0, f0), surrogates (ed) and
 * what lies above U+10FFFF (f4) are refused. */
static bool is_second_byte(u8 lead, u8 second)
{
	u8 low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
	u8 high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
	return second >= low && second <= high;
}

size_t str_utf8_length(str text)
{
	const u8 *byte = (const u8 *)text.at;
	if (text.len == 0) return 0;
	u8 lead = byte[0];
	if (lead < 0x80) return 1;
	if (lead < 0xc2 || lead > 0xf4) return 0;
	size_t len = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
	if (len > text.len || !is_second_byte(lead, byte[1])) return 0;
	for (size_t i = 2; i < len; i++) {
		if ((byte[i] & 0xc0) != 0x80) return 0;
	}
	return len;
}

/* Eight at a time, since payloads are long: a byte is special when any of these subtractions
 * borrows into its top bit. */
size_t str_plain_length(str text, size_t at)
{
	const u64 ones = 0x0101010101010101, tops = 0x8080808080808080;
	size_t begin = at;
	while (at + 8 <= text.len) {
		u64 word;
		memcpy(&word, text.at + at, 8);
		u64 quote = word ^ ones * '"', slash = word ^ ones * '\\';
		if ((word | (word - ones * 0x20) | (quote - ones) | (slash - ones)) & tops) break;
		at += 8;
	}
	while (at < text.len) {
		unsigned char c = (unsigned char)text.at[at];
		if (c < 0x20 || c == '"' || c == '\\' || c >= 0x80) break;
		at++;
	}
	return at - begin;
}

enum { DISTANCE_LEN_MAX = 63 };

u32 str_distance(str a, str b, u32 bound)
{
	u32 row[DISTANCE_LEN_MAX + 1];
	if (a.len > DISTANCE_LEN_MAX || b.len > DISTANCE_LEN_MAX) return bound;
	for (u32 j = 0; j <= b.len; j++) row[j] = j;
	for (u32 i = 1; i <= a.len; i++) {
		u32 diagonal = row[0];
		row[0] = i;
		for (u32 j = 1; j <= b.len; j++) {
			u32 change = diagonal +
				     (ascii_lower(a.at[i - 1]) != ascii_lower(b.at[j - 1]));
			u32 insert = row[j - 1] + 1;
			u32 remove = row[j] + 1;
			diagonal = row[j];
			row[j] = change < insert ? change : insert;
			if (remove < row[j]) row[j] = remove;
		}
	}
	return row[b.len] < bound ? row[b.len] : bound;
}
