/* Cron expressions as text: parsing with the place of each mistake, and the normal form. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/cron.h"
#include "calendar/cron_days.h"

static const struct cron_field_row {
	const char *name;
	u32 min;
	u32 max;      /* the greatest value that may be written */
	u32 star_max; /* the greatest value `*` and `a/n` reach */
	const char *names;
	u32 names_first;
} fields[CRON_FIELD_COUNT] = {
	[CRON_SECOND] = { "second", 0, 59, 59, NULL, 0 },
	[CRON_MINUTE] = { "minute", 0, 59, 59, NULL, 0 },
	[CRON_HOUR] = { "hour", 0, 23, 23, NULL, 0 },
	[CRON_DAY_OF_MONTH] = { "day of month", 1, 31, 31, NULL, 0 },
	[CRON_MONTH] = { "month", 1, 12, 12, "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC", 1 },
	[CRON_DAY_OF_WEEK] = { "day of week", 0, 7, 6, "SUNMONTUEWEDTHUFRISAT", 0 },
};

const char *cron_field_name(enum cron_field field)
{
	must(field < CRON_FIELD_COUNT);
	return fields[field].name;
}

static const struct {
	str name;
	const char *expression;
} macros[] = {
	{ STR("@yearly"), "0 0 1 1 *" },  { STR("@annually"), "0 0 1 1 *" },
	{ STR("@monthly"), "0 0 1 * *" }, { STR("@weekly"), "0 0 * * 0" },
	{ STR("@daily"), "0 0 * * *" },   { STR("@midnight"), "0 0 * * *" },
	{ STR("@hourly"), "0 * * * *" },
};

enum { STEP_MAX = 999999 };

/* Where parsing stands: in `text`, inside the field that ends at `end`. */
struct cron_parser {
	str text;
	size_t at;
	size_t end;
	enum cron_field field;
	struct cron *cron;
	struct why *why;
};

static char peek(const struct cron_parser *parser)
{
	return parser->at < parser->end ? parser->text.at[parser->at] : '\0';
}

static bool take(struct cron_parser *parser, char byte)
{
	if (peek(parser) != byte) return false;
	parser->at++;
	return true;
}

static bool take_letter(struct cron_parser *parser, char upper)
{
	if (ascii_upper(peek(parser)) != upper) return false;
	parser->at++;
	return true;
}

static size_t item_end(const struct cron_parser *parser, size_t from)
{
	return from + str_find(str_slice(parser->text, from, parser->end), ',');
}

/* Blames the list item that starts at `item`. */
static enum err blame(const struct cron_parser *parser, size_t item, enum err code,
		      const char *what)
{
	const struct cron_field_row *field = &fields[parser->field];
	size_t len = item_end(parser, item) - item;
	str bad = str_slice(parser->text, item, item + (len > 20 ? 20 : len));
	return fail_at(parser->why, code, item, len, "%s: \"%.*s\" %s", field->name, STR_ARG(bad),
		       what);
}

static enum err blame_range(const struct cron_parser *parser, size_t item)
{
	const struct cron_field_row *field = &fields[parser->field];
	size_t len = item_end(parser, item) - item;
	str bad = str_slice(parser->text, item, item + (len > 20 ? 20 : len));
	return fail_at(parser->why, ERR_CRON_RANGE, item, len, "%s: \"%.*s\" is not %u to %u",
		       field->name, STR_ARG(bad), field->min, field->max);
}

static enum err blame_value(const struct cron_parser *parser, size_t item)
{
	const struct cron_field_row *field = &fields[parser->field];
	if (field->names)
		return blame(parser, item, ERR_CRON_SYNTAX,
			     parser->field == CRON_MONTH ? "is neither 1 to 12 nor JAN to DEC"
							 : "is neither 0 to 7 nor SUN to SAT");
	return blame(parser, item, ERR_CRON_SYNTAX, "is not a whole number");
}

/* A number of at most six digits; false when there is none. */
static bool take_number(struct cron_parser *parser, u32 *out_value)
{
	u32 value = 0;
	size_t first = parser->at;
	while (ascii_is_digit(peek(parser))) {
		if (value > STEP_MAX / 10) return false;
		value = value * 10 + (u32)(peek(parser) - '0');
		parser->at++;
	}
	*out_value = value;
	return parser->at > first;
}

static bool take_name(struct cron_parser *parser, u32 *out_value)
{
	const struct cron_field_row *field = &fields[parser->field];
	if (!field->names || parser->end - parser->at < 3) return false;
	const char *at = parser->text.at + parser->at;
	for (const char *name = field->names; *name; name += 3) {
		if (ascii_upper(at[0]) == name[0] && ascii_upper(at[1]) == name[1] &&
		    ascii_upper(at[2]) == name[2]) {
			*out_value = field->names_first + (u32)(name - field->names) / 3;
			parser->at += 3;
			return true;
		}
	}
	return false;
}

/* A number or name within the field's range. */
static enum err parse_value(struct cron_parser *parser, size_t item, u32 *out_value)
{
	const struct cron_field_row *field = &fields[parser->field];
	if (take_name(parser, out_value)) return ERR_OK;
	if (!take_number(parser, out_value)) return blame_value(parser, item);
	if (*out_value < field->min || *out_value > field->max) return blame_range(parser, item);
	return ERR_OK;
}

static void add_values(struct cron_parser *parser, u32 first, u32 last, u32 step)
{
	struct cron *cron = parser->cron;
	u64 set = 0;
	if (step == 1) set = bits_range(first, last);
	else
		for (u32 value = first; value <= last; value += step) set |= (u64)1 << value;
	switch (parser->field) {
	case CRON_SECOND: cron->seconds |= set; break;
	case CRON_MINUTE: cron->minutes |= set; break;
	case CRON_HOUR: cron->hours |= (u32)set; break;
	case CRON_DAY_OF_MONTH: cron->days |= (u32)set; break;
	case CRON_MONTH: cron->months |= (u16)set; break;
	case CRON_DAY_OF_WEEK: cron->weekdays |= (u8)((set & 0x7f) | (set >> 7 & 1)); break;
	case CRON_FIELD_COUNT: must(false); break;
	}
}

/* L, L-3, LW; the L has been taken. */
static enum err parse_last_day(struct cron_parser *parser, size_t item)
{
	u32 before = 0;
	if (take_letter(parser, 'W')) {
		parser->cron->last_weekday = true;
		return ERR_OK;
	}
	if (take(parser, '-') && (!take_number(parser, &before) || before > 30))
		return blame(parser, item, ERR_CRON_SYNTAX, "is not L-0 to L-30");
	parser->cron->days_last |= (u32)1 << before;
	return ERR_OK;
}

/* Marks that may follow a value in the day fields: 15W, 5#3, 5L. Sets *out_done when it was one. */
static enum err parse_day_special(struct cron_parser *parser, size_t item, u32 value,
				  bool *out_done)
{
	struct cron *cron = parser->cron;
	u32 nth;
	*out_done = true;
	if (parser->field == CRON_DAY_OF_MONTH && take_letter(parser, 'W')) {
		cron->days_nearest |= (u32)1 << value;
		return ERR_OK;
	}
	if (parser->field == CRON_DAY_OF_WEEK && take_letter(parser, 'L')) {
		cron->weekdays_last |= (u8)(1 << value % 7);
		return ERR_OK;
	}
	if (parser->field == CRON_DAY_OF_WEEK && take(parser, '#')) {
		if (!take_number(parser, &nth) || nth < 1 || nth > 5)
			return blame(parser, item, ERR_CRON_SYNTAX,
				     "is not a weekday and #1 to #5");
		cron->weekdays_nth[nth - 1] |= (u8)(1 << value % 7);
		return ERR_OK;
	}
	*out_done = false;
	return ERR_OK;
}

static enum err parse_step(struct cron_parser *parser, size_t item, u32 *out_step)
{
	if (!take_number(parser, out_step) || *out_step == 0)
		return blame(parser, item, ERR_CRON_SYNTAX,
			     "needs a step of at least 1 after the /");
	return ERR_OK;
}

/* a, a-b, a/n, a-b/n; the first value has been taken. */
static enum err parse_range(struct cron_parser *parser, size_t item, u32 first)
{
	const struct cron_field_row *field = &fields[parser->field];
	u32 last = first;
	u32 step = 1;
	enum err err;
	if (take(parser, '-')) {
		size_t second = parser->at;
		err = parse_value(parser, item, &last);
		if (err) return err;
		/* A week may be said to end on Sunday: FRI-SUN. */
		bool named = !ascii_is_digit(parser->text.at[second]);
		if (parser->field == CRON_DAY_OF_WEEK && named && last == SUNDAY && first > 0)
			last = 7;
		if (last < first) return blame(parser, item, ERR_CRON_RANGE, "runs backwards");
		if (take(parser, '/')) {
			err = parse_step(parser, item, &step);
			if (err) return err;
		}
	} else if (take(parser, '/')) {
		err = parse_step(parser, item, &step);
		if (err) return err;
		if (first > field->star_max) first = field->min; /* 7 is Sunday, and so is 0 */
		last = field->star_max;
	}
	add_values(parser, first, last, step);
	return ERR_OK;
}

static enum err parse_star(struct cron_parser *parser, size_t item)
{
	const struct cron_field_row *field = &fields[parser->field];
	u32 step = 1;
	if (take(parser, '/')) {
		enum err err = parse_step(parser, item, &step);
		if (err) return err;
	}
	add_values(parser, field->min, field->star_max, step);
	return ERR_OK;
}

static bool is_day_field(enum cron_field field)
{
	return field == CRON_DAY_OF_MONTH || field == CRON_DAY_OF_WEEK;
}

static enum err parse_item(struct cron_parser *parser)
{
	size_t item = parser->at;
	u32 value;
	bool done;
	if (item_end(parser, item) == item)
		return blame(parser, item, ERR_CRON_SYNTAX, "is an empty list item");
	if (take(parser, '*') || (is_day_field(parser->field) && take(parser, '?')))
		return parse_star(parser, item);
	if (parser->field == CRON_DAY_OF_MONTH && take_letter(parser, 'L'))
		return parse_last_day(parser, item);
	enum err err = parse_value(parser, item, &value);
	if (err) return err;
	err = parse_day_special(parser, item, value, &done);
	if (err || done) return err;
	return parse_range(parser, item, value);
}

static const char *what_is_allowed(enum cron_field field)
{
	if (field == CRON_DAY_OF_MONTH) return "is not a day: 1-31, a-b, */n, L, L-3, 15W or LW";
	if (field == CRON_DAY_OF_WEEK) return "is not a weekday: 0-7, MON-FRI, */n, 5#3 or 5L";
	return "is not a value, a range a-b, a list a,b or a step */n";
}

static enum err parse_field(struct cron_parser *parser)
{
	size_t item;
	do {
		item = parser->at;
		enum err err = parse_item(parser);
		if (err) return err;
	} while (take(parser, ','));
	if (parser->at < parser->end)
		return blame(parser, item, ERR_CRON_SYNTAX, what_is_allowed(parser->field));
	return ERR_OK;
}

/* The two day fields combine by "or" unless one of them is exactly a star; and the time fields
 * decide whether the expression beats like an interval. */
static void note_stars(struct cron_parser *parser, str field)
{
	bool star = str_eq(field, STR("*")) || str_eq(field, STR("?"));
	bool beats = str_find(field, '*') < field.len || str_find(field, '/') < field.len;
	struct cron *cron = parser->cron;
	switch (parser->field) {
	case CRON_SECOND:
	case CRON_MINUTE:
	case CRON_HOUR: cron->interval_like |= beats; break;
	case CRON_DAY_OF_MONTH: cron->any_day = star; break;
	case CRON_DAY_OF_WEEK: cron->any_weekday = star; break;
	case CRON_MONTH:
	case CRON_FIELD_COUNT: break;
	}
}

enum { FIELDS_SEEN_MAX = CRON_FIELD_COUNT + 1 };

/* Start and end of each field; at most one more than allowed is looked at. */
static u32 split_fields(str text, size_t bounds[FIELDS_SEEN_MAX][2])
{
	u32 count = 0;
	size_t at = 0;
	while (count < FIELDS_SEEN_MAX) {
		while (at < text.len && (text.at[at] == ' ' || text.at[at] == '\t')) at++;
		if (at == text.len) break;
		bounds[count][0] = at;
		while (at < text.len && text.at[at] != ' ' && text.at[at] != '\t') at++;
		bounds[count++][1] = at;
	}
	return count;
}

static enum err parse_fields(str text, struct cron *cron, struct why *why)
{
	size_t bounds[FIELDS_SEEN_MAX][2];
	u32 count = split_fields(text, bounds);
	if (count == 0) return fail(why, ERR_CRON_SYNTAX, "an expression is required");
	if (count != CRON_FIELD_COUNT && count != CRON_FIELD_COUNT - 1)
		return fail_at(why, ERR_CRON_SYNTAX, 0, text.len,
			       "a cron expression has five fields (minute hour day-of-month month "
			       "day-of-week), or six with seconds first; this one has %s%u",
			       count > CRON_FIELD_COUNT ? "at least " : "", count);
	*cron = (struct cron){ .seconds = 1, .has_seconds = count == CRON_FIELD_COUNT };
	if (cron->has_seconds) cron->seconds = 0;
	for (u32 i = 0; i < count; i++) {
		struct cron_parser parser = {
			.text = text,
			.at = bounds[i][0],
			.end = bounds[i][1],
			.field = (enum cron_field)(i + CRON_FIELD_COUNT - count),
			.cron = cron,
			.why = why,
		};
		enum err err = parse_field(&parser);
		if (err) return err;
		note_stars(&parser, str_slice(text, bounds[i][0], bounds[i][1]));
	}
	return ERR_OK;
}

static enum err parse_macro(str text, struct cron *cron, struct why *why)
{
	for (size_t i = 0; i < countof(macros); i++) {
		if (str_eq_nocase(text, macros[i].name))
			return parse_fields(str_from(macros[i].expression), cron, why);
	}
	return fail_at(why, ERR_CRON_SYNTAX, 0, text.len,
		       "this macro is not known; known are @yearly @annually @monthly @weekly "
		       "@daily @midnight @hourly");
}

/* Whether any month of any year has a matching day. Nearly always the first lines know. */
static bool can_fire(const struct cron *cron)
{
	u64 always = month_all_days(28);
	if (cron->any_day && cron->any_weekday) return true;
	if (!cron->any_weekday && (cron->weekdays || cron->weekdays_last)) return true;
	if (!cron->any_day && ((cron->days | cron->days_nearest) & always)) return true;
	if (!cron->any_day && (cron->last_weekday || (cron->days_last & (always >> 1))))
		return true;
	for (u64 months = cron->months; months; months &= months - 1) {
		i32 longest = civil_month_days(2000, (i32)bits_next(months, 0));
		for (u32 first_weekday = 0; first_weekday < 7; first_weekday++) {
			if (cron_days(cron, first_weekday, longest)) return true;
		}
	}
	return false;
}

static enum err check_characters(str text, struct why *why)
{
	if (text.len > CRON_TEXT_MAX)
		return fail(why, ERR_TOO_LONG,
			    "an expression may have at most %d characters, has %zu", CRON_TEXT_MAX,
			    text.len);
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		if ((c < 0x20 && c != '\t') || c == 0x7f)
			return fail_at(why, ERR_CRON_SYNTAX, i, 1,
				       "an expression must be one line without control characters");
	}
	return ERR_OK;
}

enum err cron_parse(str text, struct cron *out_cron, struct why *why)
{
	struct cron cron;
	enum err err = check_characters(text, why);
	if (err) return err;
	str trimmed = str_trim(text);
	if (trimmed.len && trimmed.at[0] == '@') err = parse_macro(trimmed, &cron, why);
	else err = parse_fields(text, &cron, why);
	if (err) return err;
	if (!can_fire(&cron))
		return fail_at(why, ERR_RULE_NEVER, 0, text.len,
			       "never fires: none of its months has such a day");
	*out_cron = cron;
	return ERR_OK;
}
