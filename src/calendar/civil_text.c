/* Dates and times as text: ISO 8601 and RFC 3339 in, RFC 3339 out. */
#include "base/must.h"
#include "calendar/civil.h"

/* Reads text from the left; `at` is where the next byte is. */
struct civil_reader {
	str text;
	size_t at;
};

static bool at_end(const struct civil_reader *reader)
{
	return reader->at == reader->text.len;
}

static bool take_byte(struct civil_reader *reader, char byte)
{
	if (at_end(reader) || reader->text.at[reader->at] != byte) return false;
	reader->at++;
	return true;
}

static bool take_digits(struct civil_reader *reader, u32 width, i32 *out_value)
{
	i32 value = 0;
	if (reader->text.len - reader->at < width) return false;
	for (u32 i = 0; i < width; i++) {
		char c = reader->text.at[reader->at + i];
		if (!ascii_is_digit(c)) return false;
		value = value * 10 + (c - '0');
	}
	reader->at += width;
	*out_value = value;
	return true;
}

/* 2025-03-30 or 20250330; says which, since the time must be written the same way. */
static bool take_date(struct civil_reader *reader, struct civil *civil, bool *out_basic)
{
	if (!take_digits(reader, 4, &civil->year)) return false;
	*out_basic = !take_byte(reader, '-');
	if (!take_digits(reader, 2, &civil->month)) return false;
	if (!*out_basic && !take_byte(reader, '-')) return false;
	return take_digits(reader, 2, &civil->day);
}

static bool take_time(struct civil_reader *reader, struct civil *civil, bool basic)
{
	if (!take_digits(reader, 2, &civil->hour)) return false;
	if (!basic && !take_byte(reader, ':')) return false;
	if (!take_digits(reader, 2, &civil->minute)) return false;
	if (basic) return take_digits(reader, 2, &civil->second);
	if (!take_byte(reader, ':')) return true;
	return take_digits(reader, 2, &civil->second);
}

static enum err check_fields(const struct civil *civil, str text, struct why *why)
{
	if (civil->year < CIVIL_YEAR_MIN)
		return fail_at(why, ERR_TIME_SYNTAX, 0, text.len, "the year must be 0001 to 9999");
	if (civil->month < 1 || civil->month > 12)
		return fail_at(why, ERR_TIME_SYNTAX, 0, text.len, "the month must be 01 to 12");
	i32 days = civil_month_days(civil->year, civil->month);
	if (civil->day < 1 || civil->day > days)
		return fail_at(why, ERR_TIME_SYNTAX, 0, text.len,
			       "the day must be 01 to %02d in %04d-%02d", days, civil->year,
			       civil->month);
	if (civil->hour > 23 || civil->minute > 59 || civil->second > 59)
		return fail_at(why, ERR_TIME_SYNTAX, 0, text.len,
			       "the time must be 00:00:00 to 23:59:59");
	return ERR_OK;
}

static const char local_forms[] = "a local time must be written like 2025-03-30T01:30:00";

enum err wall_parse(str text, wall *out_wall, struct why *why)
{
	struct civil_reader reader = { .text = text };
	struct civil civil = { 0 };
	bool basic;
	if (!take_date(&reader, &civil, &basic)) goto malformed;
	if (!at_end(&reader)) {
		if (!take_byte(&reader, 'T') && !take_byte(&reader, ' ')) goto malformed;
		if (!take_time(&reader, &civil, basic)) goto malformed;
		if (!at_end(&reader)) goto malformed;
	}
	enum err err = check_fields(&civil, text, why);
	if (err) return err;
	*out_wall = wall_from_civil(&civil);
	return ERR_OK;
malformed:
	return fail_at(why, ERR_TIME_SYNTAX, reader.at, text.len - reader.at, "%s", local_forms);
}

/* .123456 becomes 123; digits past the third are dropped, towards the past. */
static bool take_fraction(struct civil_reader *reader, i32 *out_millis)
{
	i32 millis = 0;
	i32 weight = 100;
	size_t first = reader->at;
	while (!at_end(reader) && ascii_is_digit(reader->text.at[reader->at])) {
		millis += (reader->text.at[reader->at] - '0') * weight;
		weight /= 10;
		reader->at++;
	}
	*out_millis = millis;
	return reader->at > first;
}

static bool take_offset(struct civil_reader *reader, i32 *out_seconds)
{
	i32 hours, minutes;
	if (take_byte(reader, 'Z') || take_byte(reader, 'z')) {
		*out_seconds = 0;
		return true;
	}
	bool west = take_byte(reader, '-');
	if (!west && !take_byte(reader, '+')) return false;
	if (!take_digits(reader, 2, &hours)) return false;
	if (!take_byte(reader, ':')) return false;
	if (!take_digits(reader, 2, &minutes)) return false;
	if (hours > 23 || minutes > 59) return false;
	*out_seconds = (hours * 3600 + minutes * 60) * (west ? -1 : 1);
	return true;
}

enum err instant_parse(str text, msec *out_instant, struct why *why)
{
	struct civil_reader reader = { .text = text };
	struct civil civil = { 0 };
	bool basic;
	i32 millis = 0;
	i32 offset;
	if (!take_date(&reader, &civil, &basic) || basic) goto malformed;
	if (!take_byte(&reader, 'T') && !take_byte(&reader, 't') && !take_byte(&reader, ' '))
		goto malformed;
	if (!take_time(&reader, &civil, false)) goto malformed;
	if (take_byte(&reader, '.') && !take_fraction(&reader, &millis)) goto malformed;
	if (!take_offset(&reader, &offset) || !at_end(&reader)) goto malformed;
	enum err err = check_fields(&civil, text, why);
	if (err) return err;
	msec instant = (wall_from_civil(&civil) - offset) * 1000 + millis;
	if (instant < WALL_MIN * 1000 || instant > MSEC_YEAR_9999_END)
		return fail_at(why, ERR_TIME_SYNTAX, 0, text.len, "the year must be 0001 to 9999");
	*out_instant = instant;
	return ERR_OK;
malformed:
	return fail_at(why, ERR_TIME_SYNTAX, reader.at, text.len - reader.at,
		       "an instant must be written like 2025-03-30T01:30:00Z, or with an offset "
		       "like +02:00");
}

void wall_print(wall at, struct buf *out)
{
	struct civil civil;
	wall_to_civil(at, &civil);
	/* Instants end with the years 1 and 9999 in UTC; walls in their zones a few hours beyond.
	 */
	must(civil.year >= CIVIL_YEAR_MIN - 1);
	must(civil.year <= CIVIL_YEAR_MAX + 1);
	buf_add_padded(out, (u64)civil.year, 4);
	buf_add_byte(out, '-');
	buf_add_padded(out, (u64)civil.month, 2);
	buf_add_byte(out, '-');
	buf_add_padded(out, (u64)civil.day, 2);
	buf_add_byte(out, 'T');
	buf_add_padded(out, (u64)civil.hour, 2);
	buf_add_byte(out, ':');
	buf_add_padded(out, (u64)civil.minute, 2);
	buf_add_byte(out, ':');
	buf_add_padded(out, (u64)civil.second, 2);
}

void instant_print(msec at, struct buf *out)
{
	i64 seconds = msec_to_seconds(at);
	i64 millis = at - seconds * 1000;
	wall_print(seconds, out);
	if (millis) {
		buf_add_byte(out, '.');
		buf_add_padded(out, (u64)millis, 3);
	}
	buf_add_byte(out, 'Z');
}
