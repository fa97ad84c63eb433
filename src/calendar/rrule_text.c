/* Recurrence rules as text: parsing with the place of each mistake, the combinations the RFC
 * forbids, and the normal form. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/rrule.h"
#include "calendar/rrule_names.h"

/* One value of one part, while parsing. */
struct rrule_value {
	str text;  /* the item */
	size_t at; /* its place in the rule */
	enum rrule_part part;
	struct rrule *rule;
	struct why *why;
};

typedef enum err parse_value(const struct rrule_value *value);

/* The parts: the range of its numbers, whether they may be negative, whether it is a list. */
static const struct part {
	i32 min;
	i32 max;
	bool negative;
	bool list;
	parse_value *parse;
} parts[PART_KINDS];

static enum err blame(const struct rrule_value *value, enum err code, const char *allowed)
{
	str shown = str_slice(value->text, 0, 20);
	return fail_at(value->why, code, value->at, value->text.len, "%.*s: \"%.*s\" is not %s",
		       STR_ARG(rrule_part_name(value->part)), STR_ARG(shown), allowed);
}

static enum err blame_number(const struct rrule_value *value, enum err code)
{
	const struct part *part = &parts[value->part];
	str name = rrule_part_name(value->part);
	str shown = str_slice(value->text, 0, 20);
	size_t len = value->text.len;
	if (part->negative)
		return fail_at(value->why, code, value->at, len,
			       "%.*s: \"%.*s\" is not %d to %d or -%d to -%d", STR_ARG(name),
			       STR_ARG(shown), part->min, part->max, part->max, part->min);
	return fail_at(value->why, code, value->at, len, "%.*s: \"%.*s\" is not %d to %d",
		       STR_ARG(name), STR_ARG(shown), part->min, part->max);
}

enum { DIGITS_MAX = 7 };

/* Digits with an optional sign where the part allows one. */
static enum err parse_number(const struct rrule_value *value, i32 *out_number)
{
	const struct part *part = &parts[value->part];
	str digits = value->text;
	bool minus = false;
	i32 number = 0;
	if (part->negative && digits.len && (digits.at[0] == '-' || digits.at[0] == '+')) {
		minus = digits.at[0] == '-';
		digits = str_from_offset(digits, 1);
	}
	if (digits.len == 0) return blame_number(value, ERR_RRULE_SYNTAX);
	for (size_t i = 0; i < digits.len; i++) {
		if (!ascii_is_digit(digits.at[i])) return blame_number(value, ERR_RRULE_SYNTAX);
		if (i >= DIGITS_MAX) return blame_number(value, ERR_RRULE_RANGE);
		number = number * 10 + (digits.at[i] - '0');
	}
	if (number < part->min || number > part->max) return blame_number(value, ERR_RRULE_RANGE);
	*out_number = minus ? -number : number;
	return ERR_OK;
}

static u64 bit(i32 number)
{
	return (u64)1 << (number < 0 ? -number : number);
}

static void ordinals_add(struct ordinals *ordinals, i32 number)
{
	u32 n = (u32)(number < 0 ? -number : number);
	u64 *words = number < 0 ? ordinals->back : ordinals->front;
	words[n / 64] |= (u64)1 << n % 64;
}

static void add_number(const struct rrule_value *value, i32 number)
{
	struct rrule *rule = value->rule;
	switch (value->part) {
	case PART_INTERVAL: rule->interval = (u32)number; break;
	case PART_COUNT: rule->count = (u32)number; break;
	case PART_BYSECOND: rule->seconds |= bit(number); break;
	case PART_BYMINUTE: rule->minutes |= bit(number); break;
	case PART_BYHOUR: rule->hours |= (u32)bit(number); break;
	case PART_BYMONTH: rule->months |= (u16)bit(number); break;
	case PART_BYMONTHDAY:
		*(number < 0 ? &rule->days_back : &rule->days_front) |= (u32)bit(number);
		break;
	case PART_BYWEEKNO:
		*(number < 0 ? &rule->weeks_back : &rule->weeks_front) |= bit(number);
		break;
	case PART_BYYEARDAY: ordinals_add(&rule->year_days, number); break;
	case PART_BYSETPOS: ordinals_add(&rule->positions, number); break;
	case PART_RSCALE:
	case PART_FREQ:
	case PART_BYDAY:
	case PART_SKIP:
	case PART_WKST:
	case PART_UNTIL:
	case PART_KINDS: must(false); break;
	}
}

static enum err parse_numeric(const struct rrule_value *value)
{
	i32 number;
	enum err err = parse_number(value, &number);
	if (err) return err;
	add_number(value, number);
	return ERR_OK;
}

static enum err parse_freq(const struct rrule_value *value)
{
	for (u32 freq = 0; freq < FREQ_COUNT; freq++) {
		if (!str_eq_nocase(value->text, rrule_freq_name((enum rrule_freq)freq))) continue;
		value->rule->freq = (enum rrule_freq)freq;
		return ERR_OK;
	}
	return blame(value, ERR_RRULE_SYNTAX,
		     "SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY");
}

static enum err parse_skip(const struct rrule_value *value)
{
	for (u32 skip = 0; skip < SKIP_KINDS; skip++) {
		if (!str_eq_nocase(value->text, rrule_skip_name((enum rrule_skip)skip))) continue;
		value->rule->skip = (enum rrule_skip)skip;
		return ERR_OK;
	}
	return blame(value, ERR_RRULE_SYNTAX, "OMIT, BACKWARD or FORWARD");
}

static enum err parse_rscale(const struct rrule_value *value)
{
	if (str_eq_nocase(value->text, STR("GREGORIAN"))) return ERR_OK;
	return blame(value, ERR_RRULE_SYNTAX, "GREGORIAN, the only calendar there is");
}

static enum err parse_week_start(const struct rrule_value *value)
{
	u32 day = rrule_weekday_by_name(value->text);
	if (day == 7) return blame(value, ERR_RRULE_SYNTAX, "one of MO TU WE TH FR SA SU");
	value->rule->week_start = (u8)day;
	return ERR_OK;
}

static enum err parse_by_day(const struct rrule_value *value)
{
	static const char allowed[] =
		"a day MO to SU, with -53 to -1 or 1 to 53 in front or nothing";
	struct rrule_value number = *value;
	i32 nth;
	if (value->text.len < 2) return blame(value, ERR_RRULE_SYNTAX, allowed);
	u32 day = rrule_weekday_by_name(str_from_offset(value->text, value->text.len - 2));
	if (day == 7) return blame(value, ERR_RRULE_SYNTAX, allowed);
	if (value->text.len == 2) {
		value->rule->weekdays |= (u8)(1 << day);
		return ERR_OK;
	}
	number.text.len -= 2;
	number.why = NULL;
	enum err err = parse_number(&number, &nth);
	if (err) return blame(value, err, allowed);
	value->rule->numbered |= (u8)(1 << day);
	*(nth < 0 ? &value->rule->weekday_back[day] : &value->rule->weekday_front[day]) |= bit(nth);
	return ERR_OK;
}

static enum err parse_until(const struct rrule_value *value)
{
	static const char allowed[] = "a date or time that exists: 20251231, 20251231T235900Z or "
				      "20251231T235900";
	str text = value->text;
	struct rrule *rule = value->rule;
	bool utc = text.len == 16 && ascii_upper(text.at[15]) == 'Z';
	if (utc) text.len--;
	if (text.len != 8 && text.len != 15) return blame(value, ERR_RRULE_SYNTAX, allowed);
	if (wall_parse(text, &rule->until, NULL)) return blame(value, ERR_RRULE_SYNTAX, allowed);
	rule->until_kind = utc ? UNTIL_UTC : text.len == 8 ? UNTIL_DATE : UNTIL_LOCAL;
	if (rule->until_kind == UNTIL_DATE) rule->until += DAY_SECONDS - 1;
	return ERR_OK;
}

static const struct part parts[PART_KINDS] = {
	[PART_RSCALE] = { 0, 0, false, false, parse_rscale },
	[PART_FREQ] = { 0, 0, false, false, parse_freq },
	[PART_INTERVAL] = { 1, RRULE_INTERVAL_MAX, false, false, parse_numeric },
	[PART_BYMONTH] = { 1, 12, false, true, parse_numeric },
	[PART_BYWEEKNO] = { 1, 53, true, true, parse_numeric },
	[PART_BYYEARDAY] = { 1, 366, true, true, parse_numeric },
	[PART_BYMONTHDAY] = { 1, 31, true, true, parse_numeric },
	[PART_BYDAY] = { 1, 53, true, true, parse_by_day },
	[PART_BYHOUR] = { 0, 23, false, true, parse_numeric },
	[PART_BYMINUTE] = { 0, 59, false, true, parse_numeric },
	[PART_BYSECOND] = { 0, 60, false, true, parse_numeric },
	[PART_BYSETPOS] = { 1, 366, true, true, parse_numeric },
	[PART_SKIP] = { 0, 0, false, false, parse_skip },
	[PART_WKST] = { 0, 0, false, false, parse_week_start },
	[PART_COUNT] = { 1, RRULE_COUNT_MAX, false, false, parse_numeric },
	[PART_UNTIL] = { 0, 0, false, false, parse_until },
};

/* str_find for the few bytes of a part: a call of memchr costs more than looking. */
static size_t find_near(str text, char byte)
{
	size_t at = 0;
	while (at < text.len && text.at[at] != byte) at++;
	return at;
}

static enum err parse_part_values(struct rrule_value value, str text)
{
	const struct part *part = &parts[value.part];
	size_t first = value.at;
	str rest = text;
	if (!part->list) {
		value.text = text;
		return part->parse(&value);
	}
	for (bool more = true; more;) {
		size_t cut = find_near(rest, ',');
		more = cut < rest.len;
		value.at = first + (text.len - rest.len);
		value.text = str_slice(rest, 0, cut);
		rest = str_from_offset(rest, cut + more);
		enum err err = part->parse(&value);
		if (err) return err;
	}
	return ERR_OK;
}

/* NAME=VALUE at place `at` of the whole rule. */
static enum err parse_part(str text, size_t at, struct rrule *rule, struct why *why)
{
	size_t equals = find_near(text, '=');
	str name = str_slice(text, 0, equals);
	str rest = str_from_offset(text, equals + 1);
	if (equals == text.len || equals == 0 || find_near(rest, '=') < rest.len)
		return fail_at(why, ERR_RRULE_SYNTAX, at, text.len,
			       "a rule must consist of NAME=VALUE parts separated by semicolons");
	enum rrule_part part = rrule_part_by_name(name);
	if (part == PART_KINDS)
		return fail_at(why, ERR_RRULE_SYNTAX, at, name.len,
			       "\"%.*s\" is not a part of a recurrence rule",
			       STR_ARG(str_slice(name, 0, 20)));
	if (rrule_has(rule, part))
		return fail_at(why, ERR_RRULE_CONFLICT, at, name.len, "%.*s may be given once only",
			       STR_ARG(name));
	rule->parts |= (u16)(1 << part);
	struct rrule_value value = {
		.at = at + equals + 1, .part = part, .rule = rule, .why = why
	};
	return parse_part_values(value, rest);
}

/* Combinations that RFC 5545 and RFC 7529 forbid: when the condition holds, the sentence. */
static const char *forbidden(const struct rrule *rule)
{
	static const u32 by_parts = 1 << PART_BYMONTH | 1 << PART_BYWEEKNO | 1 << PART_BYYEARDAY |
				    1 << PART_BYMONTHDAY | 1 << PART_BYDAY | 1 << PART_BYHOUR |
				    1 << PART_BYMINUTE | 1 << PART_BYSECOND;
	enum rrule_freq freq = rule->freq;
	bool numbered = rule->numbered;
	if (!rrule_has(rule, PART_FREQ)) return "FREQ is required";
	if (rrule_has(rule, PART_COUNT) && rrule_has(rule, PART_UNTIL))
		return "COUNT and UNTIL exclude each other";
	if (rrule_has(rule, PART_BYWEEKNO) && freq != FREQ_YEARLY)
		return "BYWEEKNO is allowed only with FREQ=YEARLY";
	if (rrule_has(rule, PART_BYMONTHDAY) && freq == FREQ_WEEKLY)
		return "BYMONTHDAY is not allowed with FREQ=WEEKLY";
	if (rrule_has(rule, PART_BYYEARDAY) && freq >= FREQ_DAILY && freq <= FREQ_MONTHLY)
		return "BYYEARDAY is not allowed with FREQ=DAILY, WEEKLY or MONTHLY";
	if (numbered && freq != FREQ_MONTHLY && freq != FREQ_YEARLY)
		return "BYDAY with a number is allowed only with FREQ=MONTHLY and YEARLY";
	if (numbered && rrule_has(rule, PART_BYWEEKNO))
		return "BYDAY with a number and BYWEEKNO exclude each other";
	if (rrule_has(rule, PART_BYSETPOS) && !(rule->parts & by_parts))
		return "BYSETPOS needs another BY part to choose from";
	if (rrule_has(rule, PART_SKIP) && !rrule_has(rule, PART_RSCALE))
		return "SKIP needs RSCALE=GREGORIAN";
	return NULL;
}

static enum err check_text(str text, struct why *why)
{
	if (text.len > RRULE_TEXT_MAX)
		return fail(why, ERR_TOO_LONG, "a rule may have at most %d characters, has %zu",
			    RRULE_TEXT_MAX, text.len);
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		if (c < 0x20 || c == 0x7f)
			return fail_at(why, ERR_RRULE_SYNTAX, i, 1,
				       "a rule must be one line without control characters");
	}
	return ERR_OK;
}

enum err rrule_parse(str text, struct rrule *out_rule, struct why *why)
{
	struct rrule rule = { .interval = 1, .week_start = MONDAY };
	str prefix = STR("RRULE:");
	enum err err = check_text(text, why);
	if (err) return err;
	size_t first = str_eq_nocase(str_slice(text, 0, prefix.len), prefix) ? prefix.len : 0;
	str rest = str_from_offset(text, first);
	if (rest.len > 1 && rest.at[rest.len - 1] == ';') rest.len--; /* many programs write one */
	if (rest.len == 0 || str_eq(rest, STR(";")))
		return fail(why, ERR_RRULE_SYNTAX, "a rule is required, such as FREQ=DAILY");
	for (bool more = true; more;) {
		size_t at = (size_t)(rest.at - text.at);
		size_t cut = find_near(rest, ';');
		more = cut < rest.len;
		err = parse_part(str_slice(rest, 0, cut), at, &rule, why);
		if (err) return err;
		rest = str_from_offset(rest, cut + more);
	}
	const char *conflict = forbidden(&rule);
	if (conflict)
		return fail_at(why, ERR_RRULE_CONFLICT, first, text.len - first, "%s", conflict);
	*out_rule = rule;
	return ERR_OK;
}
