#include "base/uuid.h"

#include "base/must.h"

enum {
	MSEC_BYTES = 6,
	COUNTER_MAX = 0xfff,       /* twelve bits, rand_a in the RFC */
	COUNTER_START_MAX = 0x7ff, /* at least half of them are left to count with */
};

_Static_assert(MSEC_YEAR_9999_END < ((msec)1 << 48) - 800 * 365 * MSEC_DAY,
	       "48 bits hold the instant, with room to borrow");

static bool is_hyphen_place(size_t at)
{
	return at == 8 || at == 13 || at == 18 || at == 23;
}

/* 16 for anything that is not a hexadecimal digit. */
static u8 hex_value(char c)
{
	if (ascii_is_digit(c)) return (u8)(c - '0');
	c = ascii_lower(c);
	return c >= 'a' && c <= 'f' ? (u8)(c - 'a' + 10) : 16;
}

bool uuid_parse(str text, struct uuid *out_uuid)
{
	struct uuid uuid = { 0 };
	u32 digits = 0;
	if (text.len != UUID_TEXT_LEN) return false;
	for (size_t i = 0; i < UUID_TEXT_LEN; i++) {
		if (is_hyphen_place(i)) {
			if (text.at[i] != '-') return false;
			continue;
		}
		u8 value = hex_value(text.at[i]);
		if (value > 15) return false;
		uuid.bytes[digits / 2] = (u8)(uuid.bytes[digits / 2] << 4 | value);
		digits++;
	}
	must(digits == 2 * sizeof uuid.bytes);
	*out_uuid = uuid;
	return true;
}

void uuid_print(struct uuid uuid, char out_text[UUID_TEXT_LEN])
{
	static const char hex[] = "0123456789abcdef";
	char *out = out_text;
	for (size_t i = 0; i < sizeof uuid.bytes; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10) *out++ = '-';
		*out++ = hex[uuid.bytes[i] >> 4];
		*out++ = hex[uuid.bytes[i] & 15];
	}
	must(out == out_text + UUID_TEXT_LEN);
}

u32 uuid_version(const struct uuid *uuid)
{
	bool is_ours = (uuid->bytes[8] & 0xc0) == 0x80;
	return is_ours ? uuid->bytes[6] >> 4 : 0;
}

static msec in_range(msec at)
{
	if (at < 0) return 0;
	return at > MSEC_YEAR_9999_END ? MSEC_YEAR_9999_END : at;
}

/* `high` are the 12 bits behind the version, `low` the 62 behind the variant. */
static struct uuid assemble(msec at, u32 high, const u8 low[8])
{
	struct uuid uuid;
	must(at >= 0);
	must(at < (msec)1 << 48);
	must(high <= COUNTER_MAX);
	for (u32 i = 0; i < MSEC_BYTES; i++) uuid.bytes[i] = (u8)(at >> 8 * (MSEC_BYTES - 1 - i));
	uuid.bytes[6] = (u8)(0x70 | high >> 8);
	uuid.bytes[7] = (u8)high;
	memcpy(uuid.bytes + 8, low, 8);
	uuid.bytes[8] = (u8)(0x80 | (uuid.bytes[8] & 0x3f));
	return uuid;
}

static u32 first_12_bits(const u8 random[UUID7_RANDOM_LEN])
{
	return ((u32)random[0] << 8 | random[1]) & COUNTER_MAX;
}

struct uuid uuid7_make(msec at, const u8 random[UUID7_RANDOM_LEN])
{
	return assemble(in_range(at), first_12_bits(random), random + 2);
}

struct uuid uuid7_first(msec at)
{
	struct uuid id = { 0 };
	for (u32 i = 0; i < MSEC_BYTES; i++)
		id.bytes[i] = (u8)((u64)at >> (8 * (MSEC_BYTES - 1 - i)));
	return id;
}

msec uuid7_msec(const struct uuid *uuid)
{
	msec at = 0;
	must(uuid_version(uuid) == 7);
	for (u32 i = 0; i < MSEC_BYTES; i++) at = at << 8 | uuid->bytes[i];
	return at;
}

struct uuid uuid7_next(struct uuid7_clock *clock, msec wall, const u8 random[UUID7_RANDOM_LEN])
{
	u32 start = first_12_bits(random) & COUNTER_START_MAX;
	wall = in_range(wall);
	if (wall > clock->at) {
		*clock = (struct uuid7_clock){ wall, start };
	} else if (clock->counter < COUNTER_MAX) {
		clock->counter++;
	} else {
		*clock = (struct uuid7_clock){ clock->at + 1, start };
	}
	return assemble(clock->at, clock->counter, random + 2);
}
