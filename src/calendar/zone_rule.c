/* Parses the footer of zone data and turns its rule into the table of zone_rule.h. */
#include "calendar/zone_rule.h"

#include "base/must.h"

enum { ABBREVIATION_LEN_MIN = 3 };
enum { OFFSET_HOURS_MAX = 24, RULE_HOURS_MAX = 167 };
enum { DST_DEFAULT_SECONDS = 3600, RULE_TIME_DEFAULT = 2 * 3600 };

/* How a rule names a day: M3.5.0, J60 (February 29 is never counted) or 59 (it is). */
enum day_form { DAY_OF_WEEK_IN_MONTH, DAY_WITHOUT_LEAP, DAY_WITH_LEAP };

struct rule_day {
	enum day_form form;
	i32 month;
	i32 week; /* 5: the last */
	i32 weekday;
	i32 day;
	i32 time; /* seconds of the wall clock before the change */
};

/* The rest of the footer. Every take_ function leaves it alone when it returns false. */
struct text {
	str rest;
};

static bool take_byte(struct text *text, char byte)
{
	if (text->rest.len == 0 || text->rest.at[0] != byte) return false;
	text->rest = str_from_offset(text->rest, 1);
	return true;
}

static bool is_letter(char c)
{
	return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z';
}

static bool is_quotable(char c)
{
	return is_letter(c) || ascii_is_digit(c) || c == '+' || c == '-';
}

/* BST, or in angle brackets what has digits or a sign: <+0330>. */
static bool take_name(struct text *text, str *out_name)
{
	struct text ahead = *text;
	bool quoted = take_byte(&ahead, '<');
	size_t len = 0;
	while (len < ahead.rest.len &&
	       (quoted ? is_quotable(ahead.rest.at[len]) : is_letter(ahead.rest.at[len])))
		len++;
	if (len < ABBREVIATION_LEN_MIN || len > ABBREVIATION_LEN_MAX) return false;
	str name = str_slice(ahead.rest, 0, len);
	ahead.rest = str_from_offset(ahead.rest, len);
	if (quoted && !take_byte(&ahead, '>')) return false;
	*out_name = name;
	*text = ahead;
	return true;
}

static bool take_number(struct text *text, i32 min, i32 max, i32 *out_number)
{
	size_t len = 0;
	while (len < text->rest.len && ascii_is_digit(text->rest.at[len])) len++;
	u64 number;
	if (!str_to_u64(str_slice(text->rest, 0, len), (u64)max, &number)) return false;
	if ((i32)number < min) return false;
	*out_number = (i32)number;
	text->rest = str_from_offset(text->rest, len);
	return true;
}

/* [+-]hh[:mm[:ss]] */
static bool take_time(struct text *text, i32 hours_max, i32 *out_seconds)
{
	struct text ahead = *text;
	bool negative = take_byte(&ahead, '-');
	if (!negative) (void)take_byte(&ahead, '+');
	i32 hours, minutes = 0, seconds = 0;
	if (!take_number(&ahead, 0, hours_max, &hours)) return false;
	if (take_byte(&ahead, ':')) {
		if (!take_number(&ahead, 0, 59, &minutes)) return false;
		if (take_byte(&ahead, ':') && !take_number(&ahead, 0, 59, &seconds)) return false;
	}
	i32 total = hours * 3600 + minutes * 60 + seconds;
	*out_seconds = negative ? -total : total;
	*text = ahead;
	return true;
}

static bool take_day(struct text *text, struct rule_day *out_day)
{
	if (take_byte(text, 'M')) {
		out_day->form = DAY_OF_WEEK_IN_MONTH;
		return take_number(text, 1, 12, &out_day->month) && take_byte(text, '.') &&
		       take_number(text, 1, 5, &out_day->week) && take_byte(text, '.') &&
		       take_number(text, 0, 6, &out_day->weekday);
	}
	if (take_byte(text, 'J')) {
		out_day->form = DAY_WITHOUT_LEAP;
		return take_number(text, 1, 365, &out_day->day);
	}
	out_day->form = DAY_WITH_LEAP;
	return take_number(text, 0, 365, &out_day->day);
}

/* ,day[/time] */
static bool take_rule_day(struct text *text, struct rule_day *out_day)
{
	*out_day = (struct rule_day){ .time = RULE_TIME_DEFAULT };
	if (!take_byte(text, ',') || !take_day(text, out_day)) return false;
	return !take_byte(text, '/') || take_time(text, RULE_HOURS_MAX, &out_day->time);
}

static bool is_leap_kind(u32 kind)
{
	return kind >= 14;
}

/* Days from January 1. */
static i32 rule_day_of_year(const struct rule_day *day, bool leap, i32 first_weekday)
{
	if (day->form == DAY_WITH_LEAP) return day->day;
	if (day->form == DAY_WITHOUT_LEAP) return day->day - 1 + (leap && day->day >= 60);
	i32 year = leap ? 2000 : 2001;
	i32 month_start = 0;
	for (i32 month = 1; month < day->month; month++)
		month_start += civil_month_days(year, month);
	i32 until_weekday = (day->weekday - first_weekday - month_start % 7 + 14) % 7;
	i32 in_month = until_weekday + (day->week - 1) * 7;
	/* The fifth one is the last, which is the fourth in most months. */
	if (in_month >= civil_month_days(year, day->month)) in_month -= 7;
	return month_start + in_month;
}

static i32 seconds_of_year(const struct rule_day *day, u32 kind, i32 offset_before)
{
	i32 day_of_year = rule_day_of_year(day, is_leap_kind(kind), (i32)(kind % 7));
	return day_of_year * DAY_SECONDS + day->time - offset_before;
}

static i32 kind_seconds(u32 kind)
{
	return (is_leap_kind(kind) ? 366 : 365) * DAY_SECONDS;
}

/* The kind of the year after. Whether it stands before a leap year is not known, nor is it needed:
 * its own two changes do not depend on that. */
static u32 kind_after(u32 kind)
{
	u32 weekday = (kind % 7 + (is_leap_kind(kind) ? 2 : 1)) % 7;
	return (kind >= 7 && kind < 14 ? 14 : 0) + weekday;
}

/* Fills the table in ascending order; false when the order of the two differs between years. */
static bool fill_kinds(struct zone_rule *rule, const struct rule_day days[2],
		       const struct zone_local locals[2], bool *out_swapped)
{
	u32 swapped = 0;
	for (u32 kind = 0; kind < YEAR_KINDS; kind++) {
		i32 start = seconds_of_year(&days[0], kind, locals[0].offset);
		i32 end = seconds_of_year(&days[1], kind, locals[1].offset);
		if (start == end) return false;
		swapped += end < start;
		rule->at[kind][0] = end < start ? end : start;
		rule->at[kind][1] = end < start ? start : end;
		rule->spills |= rule->at[kind][0] < 0 || rule->at[kind][1] >= kind_seconds(kind);
	}
	for (u32 kind = 0; kind < YEAR_KINDS; kind++)
		rule->at[kind][2] = kind_seconds(kind) + rule->at[kind_after(kind)][0];
	*out_swapped = swapped > 0;
	return swapped == 0 || swapped == YEAR_KINDS;
}

/* In how many years of a cycle the second change comes no sooner than the next year's first. */
static u32 count_closed_years(const struct zone_rule *rule)
{
	u32 closed = 0;
	for (i32 year = 2000; year < 2000 + CYCLE_YEARS; year++)
		closed += rule_change_at(rule, 2 * year + 1) >= rule_change_at(rule, 2 * year + 2);
	return closed;
}

/* `locals` come as standard time and daylight saving time, `days` as its start and end. */
static enum err make_rule(struct zone_footer *footer, const struct rule_day days[2],
			  struct why *why)
{
	must(footer->locals_len == 2);
	bool swapped;
	if (!fill_kinds(&footer->rule, days, footer->locals, &swapped))
		return fail(why, ERR_ZONE_DAMAGED, "the footer's changes are out of order");
	struct zone_local standard = footer->locals[0], daylight = footer->locals[1];
	u32 closed = count_closed_years(&footer->rule);
	if (closed == CYCLE_YEARS && !swapped) {
		/* Each year's end meets the next year's start: daylight saving all year round. */
		footer->locals_len = 1;
		footer->locals[0] = daylight;
		return ERR_OK;
	}
	if (closed > 0) return fail(why, ERR_ZONE_DAMAGED, "the footer's changes overlap");
	footer->locals[0] = swapped ? standard : daylight;
	footer->locals[1] = swapped ? daylight : standard;
	footer->rule.first = rule_change_at(&footer->rule, RULE_CHANGE_MIN);
	footer->rule.last = rule_change_at(&footer->rule, RULE_CHANGE_MAX);
	return ERR_OK;
}

/* name[offset]; offsets are written the other way round: "EST5" is five hours behind UTC. */
static bool take_local(struct text *text, const i32 *offset_default, struct zone_local *out_local)
{
	i32 behind;
	if (!take_name(text, &out_local->name)) return false;
	if (take_time(text, OFFSET_HOURS_MAX, &behind)) out_local->offset = -behind;
	else if (offset_default) out_local->offset = *offset_default;
	else return false;
	return out_local->offset >= ZONE_OFFSET_MIN && out_local->offset <= ZONE_OFFSET_MAX;
}

enum err zone_footer_parse(str text, struct zone_footer *out_footer, struct why *why)
{
	struct zone_footer footer = { 0 };
	struct text left = { text };
	struct rule_day days[2];
	if (text.len == 0) goto done;
	if (!take_local(&left, NULL, &footer.locals[0])) goto malformed;
	footer.locals_len = 1;
	if (left.rest.len == 0) goto done;
	i32 daylight_default = footer.locals[0].offset + DST_DEFAULT_SECONDS;
	if (!take_local(&left, &daylight_default, &footer.locals[1])) goto malformed;
	footer.locals_len = 2;
	/* Without days POSIX leaves the rule to the system; zone data must say it. */
	if (!take_rule_day(&left, &days[0]) || !take_rule_day(&left, &days[1])) goto malformed;
	if (left.rest.len > 0) goto malformed;
	enum err err = make_rule(&footer, days, why);
	if (err) return err;
done:
	*out_footer = footer;
	return ERR_OK;
malformed:
	return fail_at(why, ERR_ZONE_DAMAGED, text.len - left.rest.len, 0,
		       "the footer is malformed at its byte %zu", text.len - left.rest.len);
}
