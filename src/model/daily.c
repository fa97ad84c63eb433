#include "model/daily.h"

#include "calendar/civil.h"
#include "calendar/zone.h"
#include "model/limits.def"

static const str status_names[DAY_STATUS_COUNT] = {
#define X(name, word, sentence) STR(word),
	DAY_STATUSES(X)
#undef X
};

str day_status_name(enum day_status status)
{
	return status < DAY_STATUS_COUNT ? status_names[status] : (str){ "", 0 };
}

bool day_status_parse(str name, enum day_status *out_status)
{
	for (u32 i = DAY_NONE + 1; i < DAY_STATUS_COUNT; i++) {
		if (!str_eq(name, status_names[i])) continue;
		*out_status = (enum day_status)i;
		return true;
	}
	return false;
}

/* ---- when --------------------------------------------------------------------------------- */

/* Civil dates are stepped, never seconds: a day may have 23 or 25 hours. */
msec daily_cutoff(const struct zone *zone, i64 date, u32 due_minute)
{
	struct zone_reading reading;
	zone_read_wall(zone, (wall)date * DAY_SECONDS + (wall)due_minute * 60, &reading);
	return reading.utc * MSEC_SECOND;
}

static i64 seconds_of(msec at)
{
	return at / MSEC_SECOND - (at % MSEC_SECOND < 0);
}

i64 daily_date_at(const struct zone *zone, msec at)
{
	return wall_day_number(zone_wall_at(zone, seconds_of(at)));
}

/* Where a gap at midnight moves a cutoff into the next day, yesterday's may still be to come. */
i64 daily_next_date(const struct zone *zone, u32 due_minute, i64 last, msec now)
{
	i64 date = daily_date_at(zone, now) - 1;
	if (date <= last) date = last + 1;
	while (daily_cutoff(zone, date, due_minute) <= now) date++;
	return date;
}

i64 daily_skip_ended(const struct daily_hot *hot, i64 date)
{
	for (u32 i = 0; i < DECIDED_SPANS; i++) {
		const struct decided_span *span = &hot->ahead.at[i];
		if (span->through && date >= span->from && date <= span->through)
			date = span->through + 1;
	}
	return date;
}

/* ---- a clock that was ahead ----------------------------------------------------------------- */

bool day_is_ahead(const struct day_row *row, msec instant)
{
	bool can_have_begun = row->cutoff <= msec_add(instant, LIMIT_DAILY_WINDOW_MS);
	return !can_have_begun || (row->at > instant && row->status != DAY_SUCCESS);
}

bool daily_is_ahead(const struct daily_hot *hot, msec instant)
{
	return !uuid_is_nil(&hot->run) && hot->cutoff > msec_add(instant, DAILY_REACH_MS);
}

/* ---- texts -------------------------------------------------------------------------------- */

static void print_digits(char *at, u32 number, u32 digits)
{
	for (u32 i = digits; i-- > 0; number /= 10) at[i] = (char)('0' + number % 10);
}

void daily_print_date(i64 date, char text[DAILY_DATE_LEN])
{
	struct civil civil = { 0 };
	civil_from_day_number((i32)date, &civil);
	print_digits(text, (u32)civil.year, 4);
	text[4] = text[7] = '-';
	print_digits(text + 5, (u32)civil.month, 2);
	print_digits(text + 8, (u32)civil.day, 2);
}

bool daily_parse_date(str text, i64 *out_date)
{
	wall at;
	struct why why;
	bool is_plain = text.len == DAILY_DATE_LEN && text.at[4] == '-';
	if (!is_plain || wall_parse(text, &at, &why)) return false;
	*out_date = wall_day_number(at);
	return true;
}

void daily_print_time(u32 due_minute, char text[DAILY_TIME_LEN])
{
	print_digits(text, due_minute / 60, 2);
	text[2] = ':';
	print_digits(text + 3, due_minute % 60, 2);
}

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

enum err daily_parse_time(str text, u32 *out_minute, struct why *why)
{
	const char *at = text.at;
	bool is_time = text.len == DAILY_TIME_LEN && is_digit(at[0]) && is_digit(at[1]) &&
		       at[2] == ':' && is_digit(at[3]) && is_digit(at[4]);
	u32 hour = is_time ? (u32)(at[0] - '0') * 10 + (u32)(at[1] - '0') : 24;
	u32 minute = is_time ? (u32)(at[3] - '0') * 10 + (u32)(at[4] - '0') : 60;
	if (hour > 23 || minute > 59)
		return fail(why, ERR_INVALID, "due_time must be HH:MM, 00:00 to 23:59");
	*out_minute = hour * 60 + minute;
	return ERR_OK;
}
