#include "api/plain.h"

#include "model/rows.h"

enum {
	DOUBLE_EXPONENT_MAX = 308,
	EXPONENT_MAX = 9999, /* readers with decimals of any size have a bound here, too */
	ROOM_FIRST = 128,
};

/* The greatest double's digits: 1.7976931348623157e308. */
#define DOUBLE_DIGITS "17976931348623157"

void plain_init(struct plain *plain, struct arena *arena)
{
	plain->arena = arena;
	plain->many = NULL;
	plain->room = 0;
	plain->names = 0;
	plain_begin(plain);
}

void plain_begin(struct plain *plain)
{
	if (plain->names >= PLAIN_NAMES_FEW && plain->many)
		memset(plain->many, 0, plain->room * sizeof *plain->many);
	plain->fault = PLAIN_OK;
	plain->objects = 0;
	plain->names = 0;
}

enum err plain_explain(enum plain_fault fault, struct why *why)
{
	switch (fault) {
	case PLAIN_NUMBER_LONG:
		return fail(why, ERR_INVALID,
			    "must not contain a number of more than %d characters; write it as a "
			    "string",
			    LIMIT_NUMBER_BYTES);
	case PLAIN_NUMBER_RANGE:
		return fail(why, ERR_INVALID,
			    "must not contain a number beyond the range of a double; write it as "
			    "a string");
	case PLAIN_NAME_TWICE:
		return fail(why, ERR_INVALID,
			    "must not contain an object with the same name "
			    "twice");
	case PLAIN_OK: break;
	}
	return ERR_OK;
}

static void note(struct plain *plain, enum plain_fault fault)
{
	if (!plain->fault) plain->fault = fault;
}

/* ---- names -------------------------------------------------------------------------------- */

static bool insert(u64 *table, u32 room, u64 hash)
{
	u32 at = (u32)(hash >> 32) & (room - 1);
	while (table[at]) {
		if (table[at] == hash) return false;
		at = (at + 1) & (room - 1);
	}
	table[at] = hash;
	return true;
}

/* At most half full. False: memory is short, which whoever asked sees by the arena. */
static bool make_room(struct plain *plain)
{
	if (plain->names * 2 < plain->room) return true;
	u32 room = plain->room ? plain->room * 2 : ROOM_FIRST;
	u64 *table = arena_alloc_array(plain->arena, room, sizeof *table);
	if (!table) return false;
	for (u32 i = 0; i < plain->room; i++) {
		if (plain->many[i]) (void)insert(table, room, plain->many[i]);
	}
	plain->many = table;
	plain->room = room;
	return true;
}

/* From now on in the table; the few go there, too. */
static bool see_among_many(struct plain *plain, u64 hash)
{
	if (!make_room(plain)) return true;
	if (plain->names == PLAIN_NAMES_FEW) {
		for (u32 i = 0; i < PLAIN_NAMES_FEW; i++)
			(void)insert(plain->many, plain->room, plain->few[i]);
	}
	return insert(plain->many, plain->room, hash);
}

static bool see_among_few(struct plain *plain, u64 hash)
{
	for (u32 i = 0; i < plain->names; i++) {
		if (plain->few[i] == hash) return false;
	}
	plain->few[plain->names] = hash;
	return true;
}

void plain_enter_object(struct plain *plain, u32 depth)
{
	plain->open[depth] = ++plain->objects;
}

/* By hashes alone: who finds two names with one hash of 64 bits is refused a value of his own. */
void plain_see_name(struct plain *plain, u32 depth, struct json_string name)
{
	struct arena_mark mark = arena_mark(plain->arena);
	str text = name.raw;
	if (name.is_escaped && !json_unescape_any(name, plain->arena, &text)) return;
	u64 hash = digest_of(text).a ^ plain->open[depth] * 0x9e3779b97f4a7c15u;
	if (name.is_escaped) arena_release_to(plain->arena, mark);
	hash |= 1; /* 0 is an empty place */
	bool is_new = plain->names < PLAIN_NAMES_FEW ? see_among_few(plain, hash)
						     : see_among_many(plain, hash);
	if (is_new) plain->names++;
	else note(plain, PLAIN_NAME_TWICE);
}

/* ---- numbers ------------------------------------------------------------------------------ */

/* A number as digits and the place of its point: 0.0123e5 is "123" with the point behind 4. */
struct decimal {
	char digits[sizeof DOUBLE_DIGITS - 1]; /* the first ones that count, filled up with 0 */
	u32 len;
	i64 point;
	bool is_seen; /* a digit that is not 0 */
};

static void see_digit(struct decimal *decimal, char digit, bool is_fraction)
{
	bool counts = decimal->is_seen || digit != '0';
	if (is_fraction && !decimal->is_seen && !counts) decimal->point--;
	if (!is_fraction && counts) decimal->point++;
	if (!counts) return;
	decimal->is_seen = true;
	if (decimal->len < sizeof decimal->digits) decimal->digits[decimal->len++] = digit;
}

/* The exponent behind e or E; past the bound it is as good as any. */
static i64 read_exponent(str text)
{
	bool is_negative = text.len && text.at[0] == '-';
	i64 value = 0;
	for (size_t i = 0; i < text.len && value <= EXPONENT_MAX; i++) {
		if (ascii_is_digit(text.at[i])) value = value * 10 + (text.at[i] - '0');
	}
	return is_negative ? -value : value;
}

static bool is_in_range(str text)
{
	struct decimal decimal = { .point = 0 };
	bool is_fraction = false;
	i64 exponent = 0;
	memset(decimal.digits, '0', sizeof decimal.digits);
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		if (c == '.') is_fraction = true;
		else if (c == 'e' || c == 'E') {
			exponent = read_exponent(str_from_offset(text, i + 1));
			break;
		} else if (c != '-') see_digit(&decimal, c, is_fraction);
	}
	if (exponent > EXPONENT_MAX || exponent < -EXPONENT_MAX) return false;
	i64 place = decimal.point + exponent - 1; /* of the first digit that counts */
	if (!decimal.is_seen || place < DOUBLE_EXPONENT_MAX) return true;
	return place == DOUBLE_EXPONENT_MAX &&
	       memcmp(decimal.digits, DOUBLE_DIGITS, sizeof decimal.digits) <= 0;
}

/* Integers of any size up to the bound stay: readers have them as big integers or as doubles. */
void plain_see_number(struct plain *plain, str digits)
{
	if (digits.len <= 16) { /* nothing that short with a small exponent is out of range */
		bool has_exponent = memchr(digits.at, 'e', digits.len) ||
				    memchr(digits.at, 'E', digits.len);
		if (!has_exponent) return;
	}
	if (digits.len > LIMIT_NUMBER_BYTES) note(plain, PLAIN_NUMBER_LONG);
	else if (!is_in_range(digits)) note(plain, PLAIN_NUMBER_RANGE);
}

bool plain_is(str bytes, struct arena *arena)
{
	struct plain plain;
	struct json json;
	str value;
	plain_init(&plain, arena);
	json_init(&json, bytes);
	json.plain = &plain;
	return json_skip(&json, &value) && plain.fault == PLAIN_OK;
}
